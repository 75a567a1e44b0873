//! Constant bit rate: packets at equal intervals, independent of losses.
//!
//! Rule: the first packet leaves at the start, and each following packet one gap of 8·size/rate after the last. With
//! jitter every gap is multiplied by 1 + U(−0.5, 0.5), ns-2's `random_`. When the rate changes after a fraction f of
//! the current gap, the next packet leaves (1 − f)·gap_new after the change. While the rate is 0, f does not change.
//! Source: ns-2 2.35, cbr_traffic.cc (gap, jitter, first packet at once).
//! We differ: ns-2 uses a new rate only from the next packet on. Here a new rate takes effect at once, because users
//! move the slider while the scene runs. A [schedule](super::schedule) can use the rule of ns-2 instead.

use super::about::{Output, SourceAbout, Values};
use super::datagram::Pattern;
use super::pace::Pace;
use super::settings::{JITTER, RATE};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::texts::text;
use crate::base::time::SimTime;

/// The configuration of a constant bit rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Rate \[bit/s\]; 0 pauses the source.
    pub rate_bps: u64,
    /// Whether each gap is drawn at random from 0.5 to 1.5 times the regular gap.
    pub is_jittered: bool,
}

/// A constant bit rate.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Cbr {
    is_jittered: bool,
    pace: Pace,
}

impl Cbr {
    #[inline]
    pub(super) fn is_jittered(&self) -> bool {
        self.is_jittered
    }
}

impl Pattern for Cbr {
    const ABOUT: SourceAbout =
        SourceAbout::new("cbr", "CBR", text("constant bit rate"), Output::Datagrams, &[RATE, JITTER]);

    type Config = Config;

    fn config(values: &Values) -> Config {
        Config { rate_bps: values.whole(&RATE.spec), is_jittered: values.switch(&JITTER.spec) }
    }

    fn drawn_bps(config: &Config, _bytes: u32) -> f64 {
        if config.is_jittered { config.rate_bps as f64 } else { 0.0 }
    }

    fn new<C: Chance>(config: Config, bytes: u32, start: SimTime, _chance: &mut C) -> Self {
        Self { pace: Pace::new(config.rate_bps, bytes, start, 0.0), is_jittered: config.is_jittered }
    }

    fn change(&mut self, config: &Config, now: SimTime) -> bool {
        if config.rate_bps != self.pace.rate_bps() {
            self.pace.set_rate(config.rate_bps, now);
        }
        self.is_jittered = config.is_jittered;
        true
    }

    fn rate_bps(&self, _bytes: u32) -> u64 {
        self.pace.rate_bps()
    }

    #[inline]
    fn due(&self) -> Option<SimTime> {
        self.pace.due()
    }

    #[inline]
    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        wait(&mut self.pace, self.is_jittered, chance);
    }

    fn skip(&mut self, last: SimTime, limit: u64) -> u64 {
        if self.is_jittered { 0 } else { self.pace.skip(last, limit) }
    }

    fn fold(&self, hash: &mut StateHash) {
        self.pace.fold(hash);
        hash.fold(u64::from(self.is_jittered));
    }
}

#[inline]
pub(super) fn wait<C: Chance>(pace: &mut Pace, is_jittered: bool, chance: &mut C) {
    if is_jittered {
        pace.wait_times(0.5 + chance.unit());
    } else {
        pace.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::super::DatagramSource;
    use super::super::bench::{at_ms, cbr, source, stream, times_ms};
    use super::Config;
    use crate::base::time::{SimTime, Span};
    use proptest::prelude::*;

    const MILLISECOND: u64 = 1_000_000;

    fn set_rate(source: &mut DatagramSource, rate_bps: u64, now: SimTime) {
        source.set_config(Config { rate_bps, is_jittered: false }, now);
    }

    #[test]
    fn a_kilobyte_at_800_kilobit_leaves_every_ten_milliseconds() {
        assert_eq!(times_ms(&mut cbr(800_000), 4), [0.0, 10.0, 20.0, 30.0]);
    }

    #[test]
    fn a_gap_with_a_fraction_of_a_nanosecond_causes_no_drift() {
        let mut source = cbr(3_000_000); // 2,666,666.67 ns
        for _ in 0..3_000 {
            source.send();
        }
        assert_eq!(source.due(), Some(at_ms(8000.0)));
        assert_eq!(times_ms(&mut cbr(3_000_000), 3), [0.0, 2.666_667, 5.333_333]);
    }

    #[test]
    fn packets_of_years_are_sent_in_one_step() {
        let mut source = cbr(100_000_000_000);
        source.send_until(SimTime::from_secs(100_000.0));
        assert_eq!(source.sent(), 1_250_000_000_001);
        assert_eq!(source.due(), Some(SimTime::from_secs(100_000.0) + Span::from_nanos(80)));
    }

    #[test]
    fn jitter_draws_each_gap_between_half_and_one_and_a_half() {
        let mut source = source(Config { rate_bps: 800_000, is_jittered: true });
        let mut last = SimTime::ZERO;
        source.send();
        let mut sum = 0;
        for _ in 0..1_000 {
            let due = source.due().expect("without end");
            let gap = due.since(last).nanos();
            assert!((5 * MILLISECOND..=15 * MILLISECOND).contains(&gap), "{gap} ns");
            sum += gap;
            last = due;
            source.send();
        }
        // The gaps are uniform. The mean of 1000 gaps has the standard deviation 10 ms / √12 / √1000; the tolerance is five
        // standard deviations.
        assert!((sum / 1_000).abs_diff(10 * MILLISECOND) < MILLISECOND / 2, "{sum} ns in all");
    }

    #[test]
    fn a_change_of_rate_keeps_the_elapsed_fraction_of_the_gap() {
        let mut source = cbr(1_000_000);
        assert_eq!(times_ms(&mut source, 2), [0.0, 8.0]);
        set_rate(&mut source, 2_000_000, at_ms(12.0));
        assert_eq!(times_ms(&mut source, 3), [14.0, 18.0, 22.0]);
    }

    #[test]
    fn at_rate_zero_the_elapsed_fraction_of_the_gap_is_kept() {
        let mut source = cbr(1_000_000);
        assert_eq!(times_ms(&mut source, 2), [0.0, 8.0]);
        set_rate(&mut source, 0, at_ms(10.0)); // a quarter of the gap has passed
        assert_eq!(source.due(), None);
        assert_eq!(source.send(), None);
        set_rate(&mut source, 2_000_000, at_ms(100.0));
        assert_eq!(times_ms(&mut source, 2), [103.0, 107.0]);
    }

    #[test]
    fn a_change_of_rate_before_the_start_does_not_move_the_start() {
        let config = Config { rate_bps: 1_000_000, is_jittered: false };
        let mut source = DatagramSource::new(config, 1000, at_ms(50.0), None, None, stream());
        set_rate(&mut source, 4_000_000, at_ms(10.0));
        assert_eq!(times_ms(&mut source, 2), [50.0, 52.0]);
    }

    #[test]
    fn a_source_that_starts_in_a_pause_sends_when_the_pause_ends() {
        let mut source = cbr(0);
        assert_eq!(source.due(), None);
        set_rate(&mut source, 1_000_000, at_ms(20.0));
        assert_eq!(times_ms(&mut source, 2), [20.0, 28.0]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_bits_sent_are_the_integral_of_the_rate(
            steps in proptest::collection::vec((0u64..5_000_000, 1u64..400), 1..20),
        ) {
            let mut source = cbr(1_000_000);
            let mut now = SimTime::ZERO;
            let mut offered = 0.0;
            for (rate, millis) in steps {
                set_rate(&mut source, rate, now);
                let until = now + Span::from_millis(millis);
                source.send_until(SimTime::from_nanos(until.nanos() - 1));
                offered += rate as f64 * millis as f64 / 1000.0 / 8000.0;
                now = until;
            }
            // The source sends its first packet without a gap before it, and its last gap may be incomplete. The number
            // of packets sent thus differs from rate × time by at most 1.
            let sent = source.sent();
            prop_assert!((sent as f64 - offered).abs() <= 1.0 + 1e-3, "{sent} sent, {offered} offered");
        }
    }
}
