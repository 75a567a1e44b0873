//! A source of datagrams, with a start and an end; a pattern determines the departures in between.

use super::about::{SourceAbout, Values};
use super::registry::{AnyPattern, UdpSource};
use crate::base::hash::StateHash;
use crate::base::rng::{Chance, Stream};
use crate::base::time::{SimTime, Span};

/// Why a configuration is invalid: the id of a setting, and a message that continues a sentence after the name of the
/// setting.
pub type SourceProblem = (&'static str, String);

/// A rule for the departure times of packets. The stop time and the maximum number of packets belong to the source, not
/// to the pattern.
pub trait Pattern: Sized {
    /// The declaration of the source.
    const ABOUT: SourceAbout;

    /// The parameters of the traffic.
    type Config: Clone + PartialEq;

    /// Reads the configuration from the values of a group of flows.
    fn config(values: &Values) -> Self::Config;

    /// Checks that the values are consistent with each other. Each value is already known to be within its declared
    /// range.
    fn check(_config: &Self::Config) -> Result<(), SourceProblem> {
        Ok(())
    }

    /// The average rate of packets whose departure times are drawn one by one \[bit/s\]; 0 if no times are drawn, so
    /// that [`Pattern::skip`] advances over many packets in one step.
    ///
    /// The scenario check limits this rate to a multiple of the rate of the access link. Each drawn packet costs
    /// computing time, even if the link is too slow to deliver the packet during the run.
    fn drawn_bps(config: &Self::Config, bytes: u32) -> f64;

    /// A pattern of packets of `bytes` bytes, the first of which leaves at `start` or later.
    fn new<C: Chance>(config: Self::Config, bytes: u32, start: SimTime, chance: &mut C) -> Self;

    /// Applies a changed configuration at `now`. Returns `false` if the pattern must be restarted instead.
    ///
    /// A configuration equal to the current one changes no departure time.
    fn change(&mut self, config: &Self::Config, now: SimTime) -> bool;

    /// The current average rate of packets of `bytes` bytes \[bit/s\].
    fn rate_bps(&self, bytes: u32) -> u64;

    /// The departure time of the next packet, if there is one.
    fn due(&self) -> Option<SimTime>;

    /// Advances from the due packet to the next one.
    fn go_on<C: Chance>(&mut self, chance: &mut C);

    /// Skips up to `limit` packets that are due by `last`, but stops before a packet that needs a random draw. Returns
    /// the number of skipped packets.
    fn skip(&mut self, _last: SimTime, _limit: u64) -> u64 {
        0
    }

    /// Approximate heap memory of a clone \[bytes\].
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Hashes all state that can affect the rest of the run.
    fn fold(&self, hash: &mut StateHash);
}

/// A source that sends independently of losses.
// The fields that every packet needs come first, side by side in memory.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct DatagramSource {
    /// The departure time of the next packet; [`SimTime::MAX`] if there is none. The time is stored, since it is read
    /// more often than it changes.
    due: SimTime,
    sent: u64,
    /// Maximum number of packets to send; [`u64::MAX`] if there is no limit.
    max_packets: u64,
    /// The time at which the source stops; [`SimTime::MAX`] if the source does not stop.
    stop: SimTime,
    pattern: AnyPattern,
    bytes: u32,
    start: SimTime,
    chance: Stream,
}

impl DatagramSource {
    /// A source that has sent nothing yet, with packets of `bytes` bytes. The source begins at `start`. It ends before `stop`
    /// and after `max_packets` packets, if these limits are given.
    pub fn new(
        config: impl Into<UdpSource>,
        bytes: u32,
        start: SimTime,
        stop: Option<SimTime>,
        max_packets: Option<u64>,
        mut chance: Stream,
    ) -> Self {
        let pattern = AnyPattern::new(config.into(), bytes, start, &mut chance);
        let max_packets = max_packets.unwrap_or(u64::MAX);
        let stop = stop.unwrap_or(SimTime::MAX);
        let mut source = Self { due: SimTime::MAX, pattern, bytes, start, stop, max_packets, sent: 0, chance };
        source.look_ahead();
        source
    }

    /// The departure time of the next packet; none while the rate is 0 or once the source has ended.
    #[inline]
    pub fn due(&self) -> Option<SimTime> {
        (self.due < SimTime::MAX).then_some(self.due)
    }

    /// Recomputes the stored departure time after a change that affects it.
    fn look_ahead(&mut self) {
        self.note_due(self.pattern.due());
    }

    #[inline]
    fn note_due(&mut self, due: Option<SimTime>) {
        let goes_on = |&due: &SimTime| self.sent < self.max_packets && due < self.stop;
        self.due = due.filter(goes_on).unwrap_or(SimTime::MAX);
    }

    /// Sends the packet that is due and returns its size in bytes; `None` if no packet is due at all.
    ///
    /// The next departure is computed from the due time, not from the call, so a late caller does not slow the source down.
    #[inline]
    pub fn send(&mut self) -> Option<u32> {
        self.due()?;
        self.sent += 1;
        let due = match &mut self.pattern {
            // Fast path: nearly all packets come from constant-rate sources without jitter. They skip the function call
            // of the general case, which is not inlined.
            AnyPattern::Cbr(cbr) if !cbr.is_jittered() => {
                cbr.go_on(&mut self.chance);
                cbr.due()
            }
            pattern => pattern.go_on(&mut self.chance),
        };
        self.note_due(due);
        Some(self.bytes)
    }

    /// Sends all packets that are due by `now`. Packets whose departure times need no random draw are sent in one step.
    pub fn send_until(&mut self, now: SimTime) {
        while self.due().is_some_and(|due| due <= now) {
            let last = now.min(SimTime::from_nanos(self.stop.nanos() - 1));
            let skipped = self.pattern.skip(last, self.max_packets - self.sent);
            self.sent += skipped;
            self.look_ahead();
            if skipped == 0 {
                self.send();
            }
        }
    }

    /// A copy of the source that sends nothing after `last`.
    pub fn ending_at(&self, last: SimTime) -> Self {
        let mut ending = Self { stop: self.stop.min(last + Span::from_nanos(1)), ..self.clone() };
        ending.look_ahead();
        ending
    }

    /// Applies a changed configuration at `now`, after sending all packets that were due by then.
    ///
    /// A changed rate takes effect at once. After another change, a pattern that cannot apply it is restarted, and any
    /// other pattern continues.
    pub fn set_config(&mut self, config: impl Into<UdpSource>, now: SimTime) {
        let config = config.into();
        if !self.pattern.change(&config, now) {
            let next = self.start.max(now + Span::from_nanos(1));
            self.pattern = AnyPattern::new(config, self.bytes, next, &mut self.chance);
        }
        self.look_ahead();
    }

    /// The current average rate \[bit/s\]; for a schedule, the rate of the current step.
    pub fn rate_bps(&self) -> u64 {
        self.pattern.rate_bps(self.bytes)
    }

    /// The number of packets that have left.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        self.pattern.heap_bytes()
    }

    /// Hashes all state that can affect the rest of the run.
    pub fn fold(&self, hash: &mut StateHash) {
        self.pattern.fold(hash);
        self.chance.state().into_iter().for_each(|word| hash.fold(word));
        hash.fold(self.stop.nanos());
        hash.fold(self.sent);
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{at_ms, kinds, source, stream};
    use super::super::{
        LongMemory, OnOffLaw, RateChange, Slotting, cbr, geometric, onoff, poisson, schedule, self_similar,
    };
    use super::*;
    use proptest::prelude::*;

    fn until(source: &mut DatagramSource, end: SimTime) -> Vec<SimTime> {
        let mut times = Vec::new();
        while let Some(due) = source.due().filter(|&due| due <= end) {
            times.push(due);
            source.send();
        }
        times
    }

    #[test]
    fn a_clone_sends_at_the_same_times() {
        for config in kinds() {
            let mut source = source(config);
            source.send_until(at_ms(500.0));
            let mut clone = source.clone();
            assert_eq!(until(&mut source, at_ms(5_000.0)), until(&mut clone, at_ms(5_000.0)));
            assert_eq!(source, clone);
        }
    }

    #[test]
    fn stop_and_packet_count_end_every_source() {
        for config in kinds() {
            let all = until(&mut source(config.clone()), at_ms(5_000.0));
            assert!(all.len() > 20, "{config:?} sends {}", all.len());
            let stop = all[9];
            let new = |stop, most| DatagramSource::new(config.clone(), 1000, SimTime::ZERO, stop, most, stream());
            assert_eq!(until(&mut new(Some(stop), None), SimTime::MAX), all[..9], "{config:?}");
            assert_eq!(until(&mut new(None, Some(7)), SimTime::MAX), all[..7], "{config:?}");
            let mut ended = source(config.clone()).ending_at(stop);
            assert_eq!(until(&mut ended, SimTime::MAX), all[..10], "{config:?}");
        }
    }

    #[test]
    fn unchanged_settings_do_not_affect_the_source() {
        for config in kinds() {
            let mut source = source(config.clone());
            source.send_until(at_ms(1_234.5));
            let mut touched = source.clone();
            touched.set_config(config, at_ms(1_234.5));
            assert_eq!(until(&mut touched, at_ms(9_000.0)), until(&mut source, at_ms(9_000.0)));
        }
    }

    #[test]
    fn a_source_that_changes_its_kind_keeps_its_packet_count_and_start() {
        for (from, to) in kinds().into_iter().zip(kinds().into_iter().cycle().skip(1)) {
            let start = at_ms(100.0);
            let mut source = DatagramSource::new(from, 1000, start, None, None, stream());
            source.set_config(to.clone(), at_ms(50.0));
            assert!(source.due().is_none_or(|due| due >= start), "{to:?} before its start");
            source.send_until(at_ms(1_000.0));
            let sent = source.sent();
            source.set_config(cbr::Config { rate_bps: 800_000, is_jittered: true }, at_ms(1_000.0));
            assert!(source.due().is_some_and(|due| due > at_ms(1_000.0)));
            assert_eq!(source.sent(), sent);
        }
    }

    #[test]
    fn the_reported_rate_is_the_rate_at_which_the_source_sends() {
        for config in kinds().into_iter().filter(|config| config.about().list.is_none()) {
            let mut source = source(config.clone());
            source.send_until(SimTime::from_secs(20_000.0));
            let rate = source.sent() as f64 * 8_000.0 / 20_000.0;
            let reported = source.rate_bps() as f64;
            // The mean rate of a bursty source converges slowly, so its tolerance is wider.
            let tolerance = if matches!(config, UdpSource::Cbr(_) | UdpSource::Poisson(_)) { 0.01 } else { 0.05 };
            assert!((rate / reported - 1.0).abs() < tolerance, "{config:?}: {rate} bit/s, reported {reported}");
        }
    }

    #[test]
    fn different_states_have_different_hashes() {
        for config in kinds() {
            let hash = |source: &DatagramSource| {
                let mut hash = StateHash::default();
                source.fold(&mut hash);
                hash.value()
            };
            let mut source = source(config);
            let before = hash(&source);
            source.send();
            assert_ne!(hash(&source), before);
        }
    }

    #[test]
    fn impossible_sources_are_named() {
        let wrong = |config: UdpSource| config.check().unwrap_err().0;
        let (on, off, law) = (Span::ZERO, Span::ZERO, OnOffLaw::Pareto { shape: 1.0 });
        assert_eq!(wrong(onoff::Config { rate_bps: 1, on, off, law }.into()), "shape");
        let slots = Slotting::new(Span::from_millis(1));
        assert_eq!(wrong(self_similar::Config { slots, memory: LongMemory::new(0.1, 0.4, 3) }.into()), "hurst");
        let slots = Slotting { spread: slots.length, ..slots };
        assert_eq!(wrong(geometric::Config { intensity: 0.1, slots }.into()), "spread_s");
        assert!(kinds().iter().all(|config| config.check().is_ok()));
    }

    #[test]
    fn only_sources_with_a_draw_per_packet_report_a_drawn_rate() {
        fn drawn(config: impl Into<UdpSource>) -> f64 {
            config.into().drawn_bps(1000)
        }
        let is_jittered = true;
        let steps = [(at_ms(1.0), 7), (at_ms(2.0), 3)].into();
        let rate_change = RateChange::AtOnce;
        assert_eq!(drawn(cbr::Config { rate_bps: 5, is_jittered: false }), 0.0);
        assert_eq!(drawn(cbr::Config { rate_bps: 5, is_jittered }), 5.0);
        assert_eq!(drawn(schedule::Config { rate_bps: 5, is_jittered, steps, rate_change }), 7.0);
        let slots = Slotting::new(Span::from_millis(2));
        assert_eq!(drawn(geometric::Config { intensity: 0.5, slots }), 2_000_000.0);
        let (on, off, law) = (Span::from_millis(500), Span::from_millis(1_500), OnOffLaw::Exponential);
        assert_eq!(drawn(onoff::Config { rate_bps: 1_000_000, on, off, law }), 250_000.0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn sending_in_one_step_equals_sending_packet_by_packet(
            kind in 0..kinds().len(),
            until_ms in proptest::collection::vec(0..2_000u64, 1..4),
            stop_ms in proptest::option::of(1..2_000u64),
            max_packets in proptest::option::of(0..100u64),
        ) {
            let stop = stop_ms.map(|stop| SimTime::ZERO + Span::from_millis(stop));
            let config = kinds()[kind].clone();
            let mut at_once = DatagramSource::new(config, 1000, SimTime::ZERO, stop, max_packets, stream());
            let mut one_by_one = at_once.clone();
            for until in until_ms {
                let until = SimTime::ZERO + Span::from_millis(until);
                at_once.send_until(until);
                while one_by_one.due().is_some_and(|due| due <= until) {
                    one_by_one.send();
                }
                prop_assert_eq!(at_once.due(), one_by_one.due());
                prop_assert_eq!(at_once.sent(), one_by_one.sent());
            }
        }

        #[test]
        fn extreme_values_do_not_panic(
            bytes in any::<u32>(), rates in proptest::collection::vec(any::<u64>(), 3), at in any::<u64>(),
            nanos in any::<u64>(), real in any::<f64>(), states in any::<u32>(), start in any::<u64>(),
        ) {
            let span = Span::from_nanos(nanos);
            let slots = Slotting { length: span, spread: Span::from_nanos(at) };
            let kinds = |rate_bps: u64| -> [UdpSource; 6] {[
                cbr::Config { rate_bps, is_jittered: real > 0.0 }.into(),
                schedule::Config {
                    rate_bps, is_jittered: false, steps: [(SimTime::from_nanos(nanos), rate_bps / 2)].into(),
                    rate_change: if real > 0.0 { RateChange::AtOnce } else { RateChange::NextPacket },
                }.into(),
                poisson::Config { rate_bps }.into(),
                geometric::Config { intensity: real, slots }.into(),
                onoff::Config { rate_bps, on: span, off: span, law: OnOffLaw::Pareto { shape: real } }.into(),
                self_similar::Config { slots, memory: LongMemory::new(real, real, states) }.into(),
            ]};
            for (number, config) in kinds(rates[0]).into_iter().enumerate() {
                let start = SimTime::from_nanos(start);
                let mut source = DatagramSource::new(config, bytes, start, None, Some(50), stream());
                for rate_bps in [rates[1], 0, rates[2]] {
                    source.send();
                    source.set_config(kinds(rate_bps)[number].clone(), SimTime::from_nanos(at));
                }
                source.send_until(SimTime::MAX);
            }
        }
    }
}
