//! A rate that changes in steps at given times, for example to switch a load on and off.
//!
//! Rule: a CBR source whose rate becomes r_k at t_k. With `at_once` the elapsed fraction of the current gap still
//! counts, as when a user moves the slider of the rate. With `next_packet` the current gap ends at the old rate, and
//! the new rate holds from the next packet on. Rate 0 pauses the source. Under `next_packet` the first packet after a
//! pause leaves at the t_k that ends the pause. Source of `next_packet`: ns-2 2.35, where `$cbr set rate_` is read when
//! the next gap is computed.
//! We differ: ns-2 divides by the rate and therefore has no rate 0; in ns-2 a silence needs the commands `stop` and `start`.

use super::about::{Output, SourceAbout, SourceSetting, Values};
use super::cbr::wait;
use super::datagram::Pattern;
use super::declare::{choice, option, real};
use super::pace::Pace;
use super::pairs::PairList;
use super::settings::{JITTER, MAX_SCHEDULE_STEPS, RATE};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::texts::text;
use crate::base::time::SimTime;
use std::sync::Arc;

const RATE_CHANGE: SourceSetting = SourceSetting::if_set(
    choice(
        "rate_change",
        "new rate applies",
        &[
            option("at_once", "at once: the part of the gap that has passed still counts"),
            option("next_packet", "from the next packet on, as in ns-2"),
        ],
        "when a step of the schedule takes effect",
    )
    .advanced(),
);

/// The steps of the rate, in chronological order.
const STEPS: PairList = PairList {
    id: "steps",
    name: "Steps",
    meaning: text("steps of a scheduled rate: pairs of a time [s] and the rate from then on [bit/s]"),
    columns: [real("time", "time", 0.0, (0.0, 100_000.0), "time of the step").unit("s"), RATE.spec],
    most: MAX_SCHEDULE_STEPS,
    has_starts: false,
    initial: |_| Vec::new(),
    check: |steps| match steps.windows(2).position(|pair| pair[0].0 >= pair[1].0) {
        Some(place) => Err((place + 1, "is not after the time of the previous step")),
        None => Ok(()),
    },
};

/// Times and the rates \[bit/s\] that apply from then on, in chronological order; the flows of a group share one list.
pub type Steps = Arc<[(SimTime, u64)]>;

/// The configuration of a scheduled rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Rate at the start \[bit/s\].
    pub rate_bps: u64,
    /// Whether each gap is drawn at random from 0.5 to 1.5 times the regular gap.
    pub is_jittered: bool,
    /// Times and the rates \[bit/s\] that apply from then on, in chronological order.
    pub steps: Steps,
    /// When a step takes effect.
    pub rate_change: RateChange,
}

/// When a step of a schedule takes effect.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RateChange {
    /// At once: the elapsed fraction of the current gap counts, and the rest of the gap has the new rate.
    AtOnce,
    /// From the next packet on, as in ns-2.
    NextPacket,
}

/// A scheduled rate.
#[derive(Clone, Debug, PartialEq)]
pub struct Schedule {
    /// The pacing at the departure of the last packet, with the rate that applied then.
    pace: Pace,
    is_jittered: bool,
    rule: RateChange,
    /// The rate from the settings, stored so that a change can be detected.
    base_bps: u64,
    steps: Steps,
    /// The index of the first step that has not taken effect yet.
    next: usize,
}

impl Schedule {
    /// The pacing at the departure of the next packet, with all steps before this departure applied, and the index of
    /// the first step not applied.
    fn ahead(&self) -> (Pace, usize) {
        let (mut pace, mut next) = (self.pace, self.next);
        while let Some(&(at, rate_bps)) = self.steps.get(next) {
            let waits_for_packet = match self.rule {
                RateChange::AtOnce => pace.due().is_some_and(|due| due <= at),
                RateChange::NextPacket => pace.due().is_some(),
            };
            if waits_for_packet {
                break;
            }
            pace.set_rate(rate_bps, at);
            next += 1;
        }
        (pace, next)
    }
}

impl Pattern for Schedule {
    const ABOUT: SourceAbout = SourceAbout::new(
        "schedule",
        "Schedule",
        text("a constant bit rate that changes at given times"),
        Output::Datagrams,
        &[RATE, RATE_CHANGE, JITTER],
    )
    .with_list(&STEPS);

    type Config = Config;

    fn config(values: &Values) -> Config {
        Config {
            rate_bps: values.whole(&RATE.spec),
            is_jittered: values.switch(&JITTER.spec),
            steps: values.pairs.iter().map(|&(at, rate)| (SimTime::from_secs(at), rate as u64)).collect(),
            rate_change: match values.choice(&RATE_CHANGE.spec) {
                "next_packet" => RateChange::NextPacket,
                _ => RateChange::AtOnce,
            },
        }
    }

    fn drawn_bps(config: &Config, _bytes: u32) -> f64 {
        if !config.is_jittered {
            return 0.0;
        }
        config.steps.iter().map(|step| step.1).fold(config.rate_bps, u64::max) as f64
    }

    fn new<C: Chance>(config: Config, bytes: u32, start: SimTime, _chance: &mut C) -> Self {
        let Config { rate_bps, is_jittered, steps, rate_change: rule } = config;
        Self { pace: Pace::new(rate_bps, bytes, start, 0.0), is_jittered, rule, base_bps: rate_bps, steps, next: 0 }
    }

    /// Applies a changed rate at once, until the next step.
    fn change(&mut self, config: &Config, now: SimTime) -> bool {
        let Config { rate_bps, is_jittered, ref steps, rate_change } = *config;
        (self.is_jittered, self.rule) = (is_jittered, rate_change);
        if rate_bps != self.base_bps {
            while let Some(&(at, step_bps)) = self.steps.get(self.next).filter(|step| step.0 <= now) {
                if self.rule == RateChange::AtOnce {
                    self.pace.set_rate(step_bps, at);
                }
                self.next += 1;
            }
            self.pace.set_rate(rate_bps, now);
            self.base_bps = rate_bps;
        }
        if *steps != self.steps {
            self.next = steps.partition_point(|step| step.0 <= now);
            self.steps = steps.clone();
        }
        true
    }

    /// The rate when the next packet leaves; 0 during a pause.
    fn rate_bps(&self, _bytes: u32) -> u64 {
        self.ahead().0.rate_bps()
    }

    fn due(&self) -> Option<SimTime> {
        self.ahead().0.due()
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        (self.pace, self.next) = self.ahead();
        if self.rule == RateChange::NextPacket
            && let Some(now) = self.pace.due()
        {
            // Steps that are due take effect at this packet.
            while let Some(&(_, rate_bps)) = self.steps.get(self.next).filter(|step| step.0 <= now) {
                self.pace.set_next_rate(rate_bps);
                self.next += 1;
            }
        }
        wait(&mut self.pace, self.is_jittered, chance);
    }

    fn skip(&mut self, last: SimTime, limit: u64) -> u64 {
        if self.is_jittered {
            return 0;
        }
        (self.pace, self.next) = self.ahead();
        // Until the next step, packets leave as they would without a schedule. `go_on` handles a packet that leaves
        // exactly at the time of a step.
        let step = self.steps.get(self.next).map_or(SimTime::MAX, |step| step.0);
        self.pace.skip(last.min(SimTime::from_nanos(step.nanos().saturating_sub(1))), limit)
    }

    /// The list of steps does not count as memory of one flow, since all flows of a group share the list.
    fn heap_bytes(&self) -> usize {
        0
    }

    fn fold(&self, hash: &mut StateHash) {
        self.pace.fold(hash);
        hash.fold(self.next as u64);
        hash.fold(self.base_bps);
        hash.fold(u64::from(self.is_jittered));
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{at_ms, cbr, source, times_ms};
    use super::super::{DatagramSource, cbr};
    use super::{Config, RateChange};
    use crate::base::time::{SimTime, Span};
    use proptest::prelude::*;

    fn config(rate_bps: u64, steps: &[(f64, u64)], rate_change: RateChange) -> Config {
        let steps = steps.iter().map(|&(millis, rate_bps)| (at_ms(millis), rate_bps)).collect();
        Config { rate_bps, is_jittered: false, steps, rate_change }
    }

    fn schedule(rate_bps: u64, steps: &[(f64, u64)], rate_change: RateChange) -> DatagramSource {
        source(config(rate_bps, steps, rate_change))
    }

    #[test]
    fn a_step_at_once_keeps_the_elapsed_fraction_of_the_gap() {
        let mut source = schedule(1_000_000, &[(12.0, 2_000_000)], RateChange::AtOnce);
        assert_eq!(times_ms(&mut source, 5), [0.0, 8.0, 14.0, 18.0, 22.0]);
    }

    #[test]
    fn a_step_from_the_next_packet_on_is_as_in_ns2() {
        // ns-2 2.35: CBR of 1 Mb/s, with `$cbr set rate_ 2Mb` at 12 ms. The times are those of ns-2's trace.
        let mut source = schedule(1_000_000, &[(12.0, 2_000_000)], RateChange::NextPacket);
        assert_eq!(times_ms(&mut source, 7), [0.0, 8.0, 16.0, 20.0, 24.0, 28.0, 32.0]);
    }

    #[test]
    fn only_the_last_of_several_steps_within_a_gap_counts_for_the_next_packet() {
        let mut source = schedule(1_000_000, &[(2.0, 8_000), (5.0, 2_000_000)], RateChange::NextPacket);
        assert_eq!(times_ms(&mut source, 3), [0.0, 8.0, 12.0]);
    }

    #[test]
    fn a_pause_keeps_the_elapsed_fraction_or_begins_after_the_pending_packet() {
        let steps = [(10.0, 0), (100.0, 2_000_000)];
        let mut at_once = schedule(1_000_000, &steps, RateChange::AtOnce);
        assert_eq!(times_ms(&mut at_once, 4), [0.0, 8.0, 103.0, 107.0]);
        let mut next_packet = schedule(1_000_000, &steps, RateChange::NextPacket);
        assert_eq!(times_ms(&mut next_packet, 5), [0.0, 8.0, 16.0, 100.0, 104.0]);
    }

    #[test]
    fn steps_before_the_start_set_the_rate_and_do_not_move_the_start() {
        for rule in [RateChange::AtOnce, RateChange::NextPacket] {
            let config = config(0, &[(5.0, 1_000_000), (10.0, 4_000_000)], rule);
            let mut source = DatagramSource::new(config, 1000, at_ms(50.0), None, None, super::super::bench::stream());
            assert_eq!(times_ms(&mut source, 3), [50.0, 52.0, 54.0], "{rule:?}");
        }
    }

    #[test]
    fn a_rate_set_by_hand_holds_until_the_next_step() {
        for rule in [RateChange::AtOnce, RateChange::NextPacket] {
            let steps = [(10.0, 4_000_000), (100.0, 1_000_000)];
            let mut source = schedule(1_000_000, &steps, rule);
            source.send_until(at_ms(50.0));
            source.set_config(config(8_000_000, &steps, rule), at_ms(50.0));
            assert_eq!(source.rate_bps(), 8_000_000);
            let sent = source.sent();
            source.send_until(at_ms(99.9));
            assert_eq!(source.sent() - sent, 49 + u64::from(rule == RateChange::AtOnce), "{rule:?}");
            source.send_until(at_ms(101.0));
            assert_eq!(source.rate_bps(), 1_000_000);
        }
    }

    #[test]
    fn the_steps_of_the_transient_study_give_its_number_of_packets() {
        let capacity = 1_000_000;
        let steps = [(20e3, capacity), (40e3, 2 * capacity), (60e3, 4 * capacity), (80e3, 2 * capacity)];
        let steps: Vec<_> = steps.into_iter().chain([(100e3, capacity / 2)]).collect();
        for rule in [RateChange::AtOnce, RateChange::NextPacket] {
            let mut source = schedule(capacity / 2, &steps, rule);
            source.send_until(SimTime::from_nanos(120_000_000_000 - 1));
            // Expected number of packets: (0.5 + 1 + 2 + 4 + 2 + 0.5) Mb/s · 20 s / 8000 bits = 25,000.
            assert!(source.sent().abs_diff(25_000) <= 1, "{}", source.sent());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn steps_at_once_equal_changes_of_the_slider_at_these_times(
            first in 0u64..5_000_000,
            steps in proptest::collection::vec((1u64..400_000, 0u64..5_000_000), 1..12),
        ) {
            let mut at = SimTime::ZERO;
            let steps: Vec<_> = steps
                .into_iter()
                .map(|(micros, rate)| {
                    at += Span::from_nanos(micros * 1_000);
                    (at, rate)
                })
                .collect();
            let end = at + Span::from_millis(500);
            let rate_change = RateChange::AtOnce;
            let mut scheduled =
                source(Config { rate_bps: first, is_jittered: false, steps: steps.clone().into(), rate_change });
            let mut moved = cbr(first);
            let mut times = [Vec::new(), Vec::new()];
            for (at, rate_bps) in steps.into_iter().chain([(end, 0)]) {
                for (source, times) in [&mut scheduled, &mut moved].into_iter().zip(&mut times) {
                    while let Some(due) = source.due().filter(|&due| due <= at) {
                        times.push(due);
                        source.send();
                    }
                }
                moved.set_config(cbr::Config { rate_bps, is_jittered: false }, at);
            }
            prop_assert_eq!(&times[0], &times[1]);
        }
    }
}
