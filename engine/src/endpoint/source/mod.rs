//! Traffic sources: when is there something to send, and how much.
//!
//! A [`DatagramSource`] sends on its own, whatever becomes of its packets: constant, scheduled, random or bursty. A
//! [`WebSource`] hands objects to TCP connections. Each source owns its random stream, so a clone replays the same draws,
//! and no source shifts the draws of another.
//!
//! One file a pattern; `pace.rs` is the clock of those with a rate, `slots.rs` of those with time slots.

#[cfg(test)]
mod bench;
pub mod cbr;
mod config;
pub mod geometric;
mod markov;
pub mod onoff;
mod pace;
pub mod poisson;
pub mod schedule;
pub mod self_similar;
mod slots;
mod variate;
pub mod web;

pub use config::{OnOffLaw, RateChange, UdpSource};
pub use self_similar::LongMemory;
pub use slots::Slotting;
pub(crate) use variate::geometric as geometric_trials;
pub use web::{PageLaw, WebConfig, WebSource};

use self::cbr::Cbr;
use self::geometric::Geometric;
use self::onoff::OnOff;
use self::pace::Pace;
use self::poisson::Poisson;
use self::schedule::Schedule;
use self::self_similar::SelfSimilar;
use super::SourceAbout;
use crate::hash::StateHash;
use crate::rng::{Chance, Stream};
use crate::time::{SimTime, Span};

/// When packets leave, one after the other; when to begin and to stop is not its business.
trait Pattern {
    /// When the next packet leaves, if one does as things stand.
    fn due(&self) -> Option<SimTime>;

    /// Goes on to the packet after the one that is due.
    fn go_on<C: Chance>(&mut self, chance: &mut C);

    /// Goes on past packets that are due by `last`, but at most `limit`, as far as that takes no draws: how many.
    fn skip(&mut self, _last: SimTime, _limit: u64) -> u64 {
        0
    }

    /// About how many bytes a clone takes up on the heap.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Folds everything that can influence the future into a hash.
    fn fold(&self, hash: &mut StateHash);
}

// The tag stands first: where it stands otherwise is the compiler's choice.
#[derive(Clone, Debug, PartialEq)]
#[repr(u8)]
enum AnyPattern {
    Cbr(Cbr),
    Schedule(Schedule),
    Poisson(Poisson),
    Geometric(Geometric),
    OnOff(OnOff),
    SelfSimilar(SelfSimilar),
}

macro_rules! for_each_pattern {
    ($any:expr, $pattern:ident => $do:expr) => {
        match $any {
            AnyPattern::Cbr($pattern) => $do,
            AnyPattern::Schedule($pattern) => $do,
            AnyPattern::Poisson($pattern) => $do,
            AnyPattern::Geometric($pattern) => $do,
            AnyPattern::OnOff($pattern) => $do,
            AnyPattern::SelfSimilar($pattern) => $do,
        }
    };
}

impl AnyPattern {
    fn new(config: UdpSource, bytes: u32, start: SimTime, chance: &mut Stream) -> Self {
        match config {
            UdpSource::Cbr { rate_bps, is_jittered } => Self::Cbr(Cbr::new(rate_bps, is_jittered, bytes, start)),
            UdpSource::Schedule { rate_bps, is_jittered, steps, rate_change } => {
                let pace = Pace::new(rate_bps, bytes, start, 0.0);
                Self::Schedule(Schedule::new(pace, is_jittered, steps, rate_change))
            }
            UdpSource::Poisson { rate_bps } => Self::Poisson(Poisson::new(rate_bps, bytes, start, chance)),
            UdpSource::Geometric { intensity, slots } => {
                Self::Geometric(Geometric::new(intensity, slots, start, chance))
            }
            UdpSource::OnOff { rate_bps, on, off, law } => {
                Self::OnOff(OnOff::new((rate_bps, bytes), (on, off), law, start, chance))
            }
            UdpSource::SelfSimilar { slots, memory } => {
                Self::SelfSimilar(SelfSimilar::new(memory, slots, start, chance))
            }
        }
    }
}

/// A source that sends on its own, whatever becomes of its packets.
// What every packet needs stands first, so that it lies together.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct DatagramSource {
    /// When the next packet leaves, or the end of time; asked for more often than it changes.
    due: SimTime,
    sent: u64,
    /// The greatest number there is if all may go.
    max_packets: u64,
    /// The end of time if it never stops.
    stop: SimTime,
    pattern: AnyPattern,
    bytes: u32,
    start: SimTime,
    chance: Stream,
}

impl DatagramSource {
    /// A source that has sent nothing: its packets are so large \[bytes\], begin at `start`, and end before `stop` and after
    /// `max_packets`, if ever.
    pub fn new(
        config: UdpSource,
        bytes: u32,
        start: SimTime,
        stop: Option<SimTime>,
        max_packets: Option<u64>,
        mut chance: Stream,
    ) -> Self {
        let pattern = AnyPattern::new(config, bytes, start, &mut chance);
        let max_packets = max_packets.unwrap_or(u64::MAX);
        let stop = stop.unwrap_or(SimTime::MAX);
        let mut source = Self { due: SimTime::MAX, pattern, bytes, start, stop, max_packets, sent: 0, chance };
        source.look_ahead();
        source
    }

    /// When the next packet leaves; never while the rate is 0 or once all is sent.
    #[inline]
    pub fn due(&self) -> Option<SimTime> {
        (self.due < SimTime::MAX).then_some(self.due)
    }

    /// Notes when the next packet leaves, after anything on which that depends has changed.
    #[inline]
    fn look_ahead(&mut self) {
        let due = for_each_pattern!(&self.pattern, pattern => pattern.due());
        let goes_on = |&due: &SimTime| self.sent < self.max_packets && due < self.stop;
        self.due = due.filter(goes_on).unwrap_or(SimTime::MAX);
    }

    /// Sends the packet that is due: its size in bytes, or nothing if none is due at all.
    ///
    /// What comes next is reckoned from the due time, not from the call, so a late caller does not slow the source down.
    #[inline]
    pub fn send(&mut self) -> Option<u32> {
        self.due()?;
        self.sent += 1;
        let chance = &mut self.chance;
        for_each_pattern!(&mut self.pattern, pattern => pattern.go_on(chance));
        self.look_ahead();
        Some(self.bytes)
    }

    /// Sends everything that is due by `now`: in one go, however much it is, where no draws are in between.
    pub fn send_until(&mut self, now: SimTime) {
        while self.due().is_some_and(|due| due <= now) {
            let last = now.min(SimTime::from_nanos(self.stop.nanos() - 1));
            let limit = self.max_packets - self.sent;
            let skipped = for_each_pattern!(&mut self.pattern, pattern => pattern.skip(last, limit));
            self.sent += skipped;
            self.look_ahead();
            if skipped == 0 {
                self.send();
            }
        }
    }

    /// The same source, silent after `last`.
    pub fn ending_at(&self, last: SimTime) -> Self {
        let mut ending = Self { stop: self.stop.min(last + Span::from_nanos(1)), ..self.clone() };
        ending.look_ahead();
        ending
    }

    /// Takes over a changed configuration at `now`, once everything that was due by then is sent.
    ///
    /// A changed rate counts at once; how the rest is taken over, each pattern says. What has not changed goes on untouched.
    pub fn set_config(&mut self, config: UdpSource, now: SimTime) {
        match (&mut self.pattern, config) {
            (AnyPattern::Cbr(cbr), UdpSource::Cbr { rate_bps, is_jittered }) => cbr.change(rate_bps, is_jittered, now),
            (AnyPattern::Schedule(schedule), UdpSource::Schedule { rate_bps, is_jittered, steps, rate_change }) => {
                schedule.change((rate_bps, is_jittered), steps, rate_change, now);
            }
            (AnyPattern::Poisson(poisson), UdpSource::Poisson { rate_bps }) => poisson.change(rate_bps, now),
            (AnyPattern::OnOff(onoff), UdpSource::OnOff { rate_bps, on, off, law }) => {
                onoff.change(rate_bps, (on, off), law, now);
            }
            (AnyPattern::Geometric(same), UdpSource::Geometric { intensity, slots }) if same.is(intensity, slots) => {}
            (AnyPattern::SelfSimilar(same), UdpSource::SelfSimilar { slots, memory }) if same.is(&memory, slots) => {}
            (pattern, config) => {
                let next = self.start.max(now + Span::from_nanos(1));
                *pattern = AnyPattern::new(config, self.bytes, next, &mut self.chance);
            }
        }
        self.look_ahead();
    }

    /// The rate that it now has on average \[bit/s\]; of a schedule, the one in force.
    pub fn rate_bps(&self) -> u64 {
        let packet_bits = 8.0 * f64::from(self.bytes);
        match &self.pattern {
            AnyPattern::Cbr(cbr) => cbr.rate_bps(),
            AnyPattern::Schedule(schedule) => schedule.rate_bps(),
            AnyPattern::Poisson(poisson) => poisson.rate_bps(),
            AnyPattern::OnOff(onoff) => onoff.rate_bps(),
            AnyPattern::Geometric(geometric) => (geometric.packets_per_second() * packet_bits) as u64,
            AnyPattern::SelfSimilar(source) => (source.packets_per_second() * packet_bits) as u64,
        }
    }

    /// How many packets have left.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// About how many bytes a clone takes up on the heap.
    pub fn heap_bytes(&self) -> usize {
        for_each_pattern!(&self.pattern, pattern => pattern.heap_bytes())
    }

    /// Folds everything that can influence the future into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        for_each_pattern!(&self.pattern, pattern => pattern.fold(hash));
        self.chance.state().into_iter().for_each(|word| hash.fold(word));
        hash.fold(self.stop.nanos());
        hash.fold(self.sent);
    }
}

#[cfg(test)]
mod tests {
    use super::bench::{at_ms, kinds, source, stream};
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
    fn what_is_not_changed_goes_on_untouched() {
        for config in kinds() {
            let mut source = source(config.clone());
            source.send_until(at_ms(1_234.5));
            let mut touched = source.clone();
            touched.set_config(config, at_ms(1_234.5));
            assert_eq!(until(&mut touched, at_ms(9_000.0)), until(&mut source, at_ms(9_000.0)));
        }
    }

    #[test]
    fn a_source_that_becomes_another_one_keeps_count_and_start() {
        for (from, to) in kinds().into_iter().zip(kinds().into_iter().cycle().skip(1)) {
            let start = at_ms(100.0);
            let mut source = DatagramSource::new(from, 1000, start, None, None, stream());
            source.set_config(to.clone(), at_ms(50.0));
            assert!(source.due().is_none_or(|due| due >= start), "{to:?} before its start");
            source.send_until(at_ms(1_000.0));
            let sent = source.sent();
            source.set_config(UdpSource::Cbr { rate_bps: 800_000, is_jittered: true }, at_ms(1_000.0));
            assert!(source.due().is_some_and(|due| due > at_ms(1_000.0)));
            assert_eq!(source.sent(), sent);
        }
    }

    #[test]
    fn the_rate_it_tells_is_the_rate_it_sends_at() {
        for config in kinds().into_iter().filter(|config| !matches!(config, UdpSource::Schedule { .. })) {
            let mut source = source(config.clone());
            source.send_until(SimTime::from_secs(20_000.0));
            let rate = source.sent() as f64 * 8_000.0 / 20_000.0;
            let told = source.rate_bps() as f64;
            // The burstiest kinds come to their mean slowly.
            let tolerance =
                if matches!(config, UdpSource::Cbr { .. } | UdpSource::Poisson { .. }) { 0.01 } else { 0.05 };
            assert!((rate / told - 1.0).abs() < tolerance, "{config:?}: {rate} bit/s, told {told}");
        }
    }

    #[test]
    fn states_that_differ_have_hashes_that_differ() {
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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn in_one_go_is_as_one_by_one(
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
        fn hostile_values_do_not_trap(
            bytes in any::<u32>(), rates in proptest::collection::vec(any::<u64>(), 3), at in any::<u64>(),
            nanos in any::<u64>(), real in any::<f64>(), states in any::<u32>(), start in any::<u64>(),
        ) {
            let span = Span::from_nanos(nanos);
            let slots = Slotting { length: span, spread: Span::from_nanos(at) };
            let kinds = |rate_bps: u64| [
                UdpSource::Cbr { rate_bps, is_jittered: real > 0.0 },
                UdpSource::Schedule {
                    rate_bps, is_jittered: false, steps: [(SimTime::from_nanos(nanos), rate_bps / 2)].into(),
                    rate_change: if real > 0.0 { RateChange::AtOnce } else { RateChange::NextPacket },
                },
                UdpSource::Poisson { rate_bps },
                UdpSource::Geometric { intensity: real, slots },
                UdpSource::OnOff { rate_bps, on: span, off: span, law: OnOffLaw::Pareto { shape: real } },
                UdpSource::SelfSimilar { slots, memory: LongMemory::new(real, real, states) },
            ];
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
