//! Constant bit rate: a packet every so often, whatever happens to it.
//!
//! Rule: the first packet leaves at `start`, each next one 8·size/rate later. With jitter every gap is multiplied by
//! 1 + U(−0.5, 0.5), ns-2's `random_`. When the rate changes, the part of the current gap that has passed keeps its
//! share: after a fraction f of it, the next packet comes (1 − f)·gap_new later. Rate 0 freezes f.
//! Source: ns-2 2.35, cbr_traffic.cc (gap, jitter, first packet at once).
//! We differ: ns-2 uses a new rate only from the next packet on; here it counts at once, since a viewer moves the slider
//! while the scene runs.

use super::SourceAbout;
use crate::discipline::StateHash;
use crate::rng::Chance;
use crate::time::{SimTime, Span};

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "cbr",
    name: "CBR",
    idea: "packets of one size at a constant rate, deaf to loss",
    is_responsive: false,
};

/// How a constant-bit-rate source sends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CbrConfig {
    /// Rate \[bit/s\]; 0 pauses.
    pub rate_bps: u64,
    /// Packet size on the wire \[bytes\].
    pub bytes: u32,
    /// When the first packet leaves.
    pub start: SimTime,
    /// From when on nothing leaves any more, if ever.
    pub stop: Option<SimTime>,
    /// How many packets there are at most, if not without end.
    pub max_packets: Option<u64>,
    /// Whether every gap is drawn from between half and one and a half times the regular one.
    pub is_jittered: bool,
}

/// A constant-bit-rate source.
#[derive(Clone, Debug, PartialEq)]
pub struct CbrSource {
    config: CbrConfig,
    state: State,
    sent: u64,
    /// Share of a nanosecond by which the next regular gap is late, in units of 1/rate, so that a gap which is not a whole
    /// number of nanoseconds leaves no drift.
    remainder: u64,
    /// The gap at the present rate; kept because divisions are slow.
    regular: Gap,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// No packet has left yet: the first one is due at the start, and no gap runs.
    Before,
    /// A gap is running; the next packet leaves at its end.
    Due(SimTime),
    /// The rate is 0: what is left of the gap, as bits still to be waited for, times nanoseconds per second.
    Frozen { bit_nanos: u128 },
}

impl CbrSource {
    /// A source that has sent nothing.
    pub fn new(config: CbrConfig) -> Self {
        Self {
            config,
            state: State::Before,
            sent: 0,
            remainder: config.rate_bps / 2,
            regular: Gap::of(config.bytes, config.rate_bps),
        }
    }

    /// When the next packet leaves; never while the rate is 0 or once all is sent.
    pub fn due(&self) -> Option<SimTime> {
        let due = match self.state {
            State::Before if self.config.rate_bps > 0 => self.config.start,
            State::Due(due) => due,
            State::Before | State::Frozen { .. } => return None,
        };
        let is_over = self.config.stop.is_some_and(|stop| due >= stop)
            || self.config.max_packets.is_some_and(|max| self.sent >= max);
        (!is_over).then_some(due)
    }

    /// Sends the packet that is due and starts the next gap: its size in bytes, or nothing if none is due at all.
    ///
    /// The gap runs from the due time, not from the call, so a late caller does not slow the source down.
    pub fn send<C: Chance>(&mut self, chance: &mut C) -> Option<u32> {
        let due = self.due()?;
        self.sent += 1;
        let gap = self.gap(chance);
        self.state = State::Due(due + gap);
        Some(self.config.bytes)
    }

    /// Sends everything that is due by `now` in one go, however much it is. Only jitter takes a step for each packet.
    pub fn send_until<C: Chance>(&mut self, now: SimTime, chance: &mut C) {
        if self.config.is_jittered {
            while self.due().is_some_and(|due| due <= now) {
                self.send(chance);
            }
            return;
        }
        let Some(due) = self.due().filter(|&due| due <= now) else {
            return;
        };
        // Packet n leaves floor((n·bits·10⁹ + remainder) / rate) ns after the one that is due.
        let rate = u128::from(self.config.rate_bps);
        let (bit_nanos, remainder) = (self.bit_nanos(), u128::from(self.remainder));
        let last_moment = self.config.stop.map_or(now, |stop| now.min(SimTime::from_nanos(stop.nanos() - 1)));
        let span = u128::from(last_moment.since(due).nanos()) + 1;
        let fitting = (span * rate - 1 - remainder) / bit_nanos + 1;
        let left = self.config.max_packets.map_or(u128::MAX, |max| u128::from(max - self.sent));
        let count = fitting.min(left);
        let total = count * bit_nanos + remainder;
        self.sent += count as u64;
        self.remainder = (total % rate) as u64;
        self.state = State::Due(due + Span::from_nanos(u64::try_from(total / rate).unwrap_or(u64::MAX)));
    }

    /// The same source, silent after `last`.
    pub fn ending_at(&self, last: SimTime) -> Self {
        let stop = last + Span::from_nanos(1);
        let stop = self.config.stop.map_or(stop, |earlier| earlier.min(stop));
        Self { config: CbrConfig { stop: Some(stop), ..self.config }, ..self.clone() }
    }

    /// Sets the rate from `now` on; the part of the running gap that has passed keeps its share.
    pub fn set_rate(&mut self, rate_bps: u64, now: SimTime) {
        match self.state {
            // A start that passed while the rate was 0 becomes a packet that leaves at once.
            State::Before => {
                if self.config.rate_bps == 0 {
                    self.config.start = self.config.start.max(now);
                }
            }
            State::Due(due) => {
                let left = due.since(now).nanos();
                self.resume(u128::from(left) * u128::from(self.config.rate_bps), rate_bps, now);
            }
            State::Frozen { bit_nanos } => self.resume(bit_nanos, rate_bps, now),
        }
        self.config.rate_bps = rate_bps;
        self.remainder = rate_bps / 2;
        self.regular = Gap::of(self.config.bytes, rate_bps);
    }

    /// The rate \[bit/s\].
    pub fn rate_bps(&self) -> u64 {
        self.config.rate_bps
    }

    /// How many packets have left.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Folds everything that can influence the future into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        match self.state {
            State::Before => hash.fold(self.config.start.nanos()),
            State::Due(due) => hash.fold(due.nanos()),
            State::Frozen { bit_nanos } => {
                hash.fold(bit_nanos as u64);
                hash.fold((bit_nanos >> 64) as u64);
            }
        }
        hash.fold(self.config.rate_bps);
        hash.fold(self.remainder);
        hash.fold(self.sent);
    }

    fn resume(&mut self, bit_nanos: u128, rate_bps: u64, now: SimTime) {
        self.state = if rate_bps == 0 {
            State::Frozen { bit_nanos }
        } else {
            let rate = u128::from(rate_bps);
            let left = (bit_nanos + rate / 2) / rate;
            State::Due(now + Span::from_nanos(u64::try_from(left).unwrap_or(u64::MAX)))
        };
    }

    /// Length of a packet: bits times nanoseconds per second.
    fn bit_nanos(&self) -> u128 {
        u128::from(self.config.bytes) * 8 * 1_000_000_000
    }

    /// The next gap. Regular gaps are rounded so that the n-th packet is at its exact time, half up: no drift adds up.
    fn gap<C: Chance>(&mut self, chance: &mut C) -> Span {
        let Gap { whole, broken } = self.regular;
        if self.config.is_jittered {
            let regular = whole as f64 + broken as f64 / self.config.rate_bps as f64;
            return Span::from_nanos((regular * (0.5 + chance.unit()) + 0.5) as u64);
        }
        let missing = self.config.rate_bps.saturating_sub(broken);
        let is_carried = self.remainder >= missing;
        self.remainder = if is_carried { self.remainder - missing } else { self.remainder + broken };
        Span::from_nanos(whole.saturating_add(u64::from(is_carried)))
    }
}

/// A regular gap: whole nanoseconds, and the rest in units of 1/rate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Gap {
    whole: u64,
    broken: u64,
}

impl Gap {
    fn of(bytes: u32, rate_bps: u64) -> Self {
        let bit_nanos = u128::from(bytes) * 8 * 1_000_000_000;
        let rate = u128::from(rate_bps.max(1));
        Self { whole: u64::try_from(bit_nanos / rate).unwrap_or(u64::MAX), broken: (bit_nanos % rate) as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Draw, Script, Stream};
    use proptest::prelude::*;

    const MILLISECOND: u64 = 1_000_000;

    fn cbr(rate_bps: u64) -> CbrSource {
        CbrSource::new(CbrConfig {
            rate_bps,
            bytes: 1000,
            start: SimTime::ZERO,
            stop: None,
            max_packets: None,
            is_jittered: false,
        })
    }

    fn at_ms(millis: f64) -> SimTime {
        SimTime::from_secs(millis / 1000.0)
    }

    /// Times of the next `count` packets \[ms\].
    fn times_ms(source: &mut CbrSource, count: usize) -> Vec<f64> {
        (0..count)
            .map_while(|_| {
                let due = source.due()?;
                source.send(&mut Script::default());
                Some(due.nanos() as f64 / MILLISECOND as f64)
            })
            .collect()
    }

    #[test]
    fn a_kilobyte_at_800_kilobit_leaves_every_ten_milliseconds() {
        assert_eq!(times_ms(&mut cbr(800_000), 4), [0.0, 10.0, 20.0, 30.0]);
    }

    #[test]
    fn a_gap_of_a_broken_nanosecond_leaves_no_drift() {
        let mut source = cbr(3_000_000); // 2,666,666.67 ns
        for _ in 0..3_000 {
            source.send(&mut Script::default());
        }
        assert_eq!(source.due(), Some(at_ms(8000.0)));
        assert_eq!(times_ms(&mut cbr(3_000_000), 3), [0.0, 2.666_667, 5.333_333]);
    }

    #[test]
    fn years_of_packets_are_sent_in_one_go() {
        let mut source = cbr(100_000_000_000);
        source.send_until(SimTime::from_secs(100_000.0), &mut Script::default());
        assert_eq!(source.sent(), 1_250_000_000_001);
        assert_eq!(source.due(), Some(SimTime::from_secs(100_000.0) + Span::from_nanos(80)));
    }

    proptest! {
        #[test]
        fn in_one_go_is_as_one_by_one(
            rate in 1..50_000_000u64,
            bytes in 41..9_000u32,
            until_ms in 0..2_000u64,
            stop_ms in proptest::option::of(1..2_000u64),
            max_packets in proptest::option::of(0..100u64),
        ) {
            let until = SimTime::ZERO + Span::from_millis(until_ms);
            let stop = stop_ms.map(|stop| SimTime::ZERO + Span::from_millis(stop));
            let mut at_once = CbrSource::new(CbrConfig { bytes, stop, max_packets, ..cbr(rate).config });
            let mut one_by_one = at_once.clone();
            at_once.send_until(until, &mut Script::default());
            while one_by_one.due().is_some_and(|due| due <= until) {
                one_by_one.send(&mut Script::default());
            }
            prop_assert_eq!(at_once, one_by_one);
        }
    }

    #[test]
    fn jitter_draws_each_gap_between_half_and_one_and_a_half() {
        let config = CbrConfig { is_jittered: true, ..cbr(800_000).config };
        let gap_for = |unit| {
            let mut source = CbrSource::new(config);
            source.send(&mut Script::new([Draw::Unit(unit)]));
            source.due().map(|due| due.nanos())
        };
        assert_eq!(gap_for(0.0), Some(5 * MILLISECOND));
        assert_eq!(gap_for(0.5), Some(10 * MILLISECOND));
        assert_eq!(gap_for(0.75), Some(12_500_000));

        let mut source = CbrSource::new(config);
        let mut chance = Stream::named(1, "source/1");
        let mut last = SimTime::ZERO;
        source.send(&mut chance);
        for _ in 0..1_000 {
            let due = source.due().expect("without end");
            let gap = due.since(last).nanos();
            assert!((5 * MILLISECOND..=15 * MILLISECOND).contains(&gap), "{gap} ns");
            last = due;
            source.send(&mut chance);
        }
    }

    #[test]
    fn a_change_of_rate_keeps_the_phase() {
        let mut source = cbr(1_000_000);
        assert_eq!(times_ms(&mut source, 2), [0.0, 8.0]);
        source.set_rate(2_000_000, at_ms(12.0));
        assert_eq!(times_ms(&mut source, 3), [14.0, 18.0, 22.0]);
    }

    #[test]
    fn rate_zero_freezes_the_phase_until_the_rate_is_positive_again() {
        let mut source = cbr(1_000_000);
        assert_eq!(times_ms(&mut source, 2), [0.0, 8.0]);
        source.set_rate(0, at_ms(10.0)); // a quarter of the gap has passed
        assert_eq!(source.due(), None);
        assert_eq!(source.send(&mut Script::default()), None);
        source.set_rate(2_000_000, at_ms(100.0));
        assert_eq!(times_ms(&mut source, 2), [103.0, 107.0]);
    }

    #[test]
    fn a_change_of_rate_before_the_start_does_not_move_the_start() {
        let mut source = CbrSource::new(CbrConfig { start: at_ms(50.0), ..cbr(1_000_000).config });
        source.set_rate(4_000_000, at_ms(10.0));
        assert_eq!(times_ms(&mut source, 2), [50.0, 52.0]);
    }

    #[test]
    fn a_start_in_a_pause_sends_when_the_pause_ends() {
        let mut source = cbr(0);
        assert_eq!(source.due(), None);
        source.set_rate(1_000_000, at_ms(20.0));
        assert_eq!(times_ms(&mut source, 2), [20.0, 28.0]);
    }

    #[test]
    fn stop_and_packet_count_end_it() {
        let stopped = CbrConfig { stop: Some(at_ms(16.0)), ..cbr(1_000_000).config };
        assert_eq!(times_ms(&mut CbrSource::new(stopped), 9), [0.0, 8.0]);
        let counted = CbrConfig { max_packets: Some(3), ..cbr(1_000_000).config };
        assert_eq!(times_ms(&mut CbrSource::new(counted), 9), [0.0, 8.0, 16.0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_bits_sent_are_the_integral_of_the_rate(
            steps in proptest::collection::vec((0u64..5_000_000, 1u64..400), 1..20),
        ) {
            let mut source = cbr(1_000_000);
            let mut now = SimTime::ZERO;
            let (mut offered, mut sent) = (0.0, 0u32);
            for (rate, millis) in steps {
                source.set_rate(rate, now);
                let until = now + Span::from_millis(millis);
                while source.due().is_some_and(|due| due < until) {
                    source.send(&mut Script::default());
                    sent += 1;
                }
                offered += rate as f64 * millis as f64 / 1000.0 / 8000.0;
                now = until;
            }
            // The first packet leaves before its own gap; else only the packet in progress is missing.
            prop_assert!((f64::from(sent) - offered).abs() <= 1.0 + 1e-3, "{sent} sent, {offered} offered");
        }

        #[test]
        fn hostile_rates_and_sizes_do_not_trap(
            bytes in any::<u32>(), first in any::<u64>(), second in any::<u64>(), at in any::<u64>(),
            is_jittered in any::<bool>(),
        ) {
            let mut source = CbrSource::new(CbrConfig { rate_bps: first, bytes, is_jittered, ..cbr(1).config });
            let mut chance = Stream::named(1, "source/1");
            for rate in [second, 0, first] {
                source.send(&mut chance);
                source.set_rate(rate, SimTime::from_nanos(at));
            }
            source.send(&mut chance);
        }
    }
}
