//! Poisson traffic: gaps without memory.
//!
//! Rule: every gap is exponential with mean 8·size/rate, even the gap before the first packet. The number of packets in
//! any period after the start thus has a Poisson distribution. A change of the rate stretches or shortens the current
//! gap.

use super::about::{Output, SourceAbout, Values};
use super::datagram::Pattern;
use super::pace::Pace;
use super::settings::RATE;
use super::variate::{exponential, uniform};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::texts::text;
use crate::base::time::SimTime;

/// The configuration of Poisson traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// Mean rate \[bit/s\]; 0 pauses the source.
    pub rate_bps: u64,
}

/// Poisson traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct Poisson {
    pace: Pace,
}

impl Pattern for Poisson {
    const ABOUT: SourceAbout =
        SourceAbout::new("poisson", "Poisson", text("independent, exponential gaps"), Output::Datagrams, &[RATE]);

    type Config = Config;

    fn config(values: &Values) -> Config {
        Config { rate_bps: values.whole(&RATE.spec) }
    }

    fn drawn_bps(config: &Config, _bytes: u32) -> f64 {
        config.rate_bps as f64
    }

    fn new<C: Chance>(config: Config, bytes: u32, start: SimTime, chance: &mut C) -> Self {
        Self { pace: Pace::new(config.rate_bps, bytes, start, exponential(uniform(chance))) }
    }

    fn change(&mut self, config: &Config, now: SimTime) -> bool {
        if config.rate_bps != self.pace.rate_bps() {
            self.pace.set_rate(config.rate_bps, now);
        }
        true
    }

    fn rate_bps(&self, _bytes: u32) -> u64 {
        self.pace.rate_bps()
    }

    fn due(&self) -> Option<SimTime> {
        self.pace.due()
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        self.pace.wait_times(exponential(uniform(chance)));
    }

    fn fold(&self, hash: &mut StateHash) {
        self.pace.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::{at_ms, source};
    use super::Config;
    use crate::base::time::SimTime;

    fn poisson(rate_bps: u64) -> Config {
        Config { rate_bps }
    }

    #[test]
    fn the_variance_of_packets_in_a_second_equals_their_mean() {
        const SECONDS: u32 = 5_000;
        let mut source = source(poisson(800_000));
        let mut counts = Vec::new();
        for second in 1..=SECONDS {
            let before = source.sent();
            source.send_until(SimTime::from_secs(f64::from(second)));
            counts.push((source.sent() - before) as f64);
        }
        let mean = counts.iter().sum::<f64>() / f64::from(SECONDS);
        let variance = counts.iter().map(|count| (count - mean) * (count - mean)).sum::<f64>() / f64::from(SECONDS - 1);
        // The counts are the packets in each of 5,000 seconds, at 100 packets a second. The standard error of their
        // mean is 0.141, and the standard error of their variance is 100·√(2/5000) = 2.0. The tolerances are five
        // standard errors.
        assert!((mean - 100.0).abs() < 0.71, "{mean}");
        assert!((variance - 100.0).abs() < 10.0, "{variance}");
    }

    #[test]
    fn no_packet_leaves_at_the_start() {
        assert!(source(poisson(800_000)).due() > Some(SimTime::ZERO));
    }

    #[test]
    fn twice_the_rate_halves_the_rest_of_the_gap() {
        let mut source = source(poisson(800_000));
        let due = source.due().expect("a packet");
        let now = SimTime::from_nanos(due.nanos() / 2);
        source.set_config(poisson(1_600_000), now);
        let left = source.due().expect("a packet").since(now).nanos();
        assert!(left.abs_diff(due.since(now).nanos() / 2) <= 1);
        source.set_config(poisson(0), now);
        assert_eq!(source.due(), None);
        source.set_config(poisson(800_000), at_ms(5_000.0));
        assert!(source.due().expect("a packet").since(at_ms(5_000.0)).nanos().abs_diff(2 * left) <= 2);
    }
}
