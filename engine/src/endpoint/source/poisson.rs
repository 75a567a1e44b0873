//! Poisson traffic: gaps without memory.
//!
//! Rule: every gap is exponential with mean 8·size/rate, the one before the first packet too, so that the number of
//! packets in any stretch of time after the start is Poisson. A changed rate stretches the running gap.

use super::pace::Pace;
use super::variate::{exponential, uniform};
use super::{Pattern, SourceAbout};
use crate::hash::StateHash;
use crate::rng::Chance;
use crate::texts::text;
use crate::time::SimTime;

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "poisson",
    name: "Poisson",
    idea: text("packets at random moments, each as if there had been none before"),
    is_responsive: false,
};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Poisson {
    pace: Pace,
}

impl Poisson {
    pub(super) fn new<C: Chance>(rate_bps: u64, bytes: u32, start: SimTime, chance: &mut C) -> Self {
        Self { pace: Pace::new(rate_bps, bytes, start, exponential(uniform(chance))) }
    }

    pub(super) fn change(&mut self, rate_bps: u64, now: SimTime) {
        if rate_bps != self.pace.rate_bps() {
            self.pace.set_rate(rate_bps, now);
        }
    }

    pub(super) fn rate_bps(&self) -> u64 {
        self.pace.rate_bps()
    }
}

impl Pattern for Poisson {
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
    use super::super::UdpSource;
    use super::super::bench::{at_ms, source};
    use crate::time::SimTime;

    fn poisson(rate_bps: u64) -> UdpSource {
        UdpSource::Poisson { rate_bps }
    }

    #[test]
    fn packets_in_a_second_vary_as_much_as_they_are() {
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
        // 100 a second: the mean has a standard error of 0.141, the variance one of 100·√(2/5000) = 2.0; five of each.
        assert!((mean - 100.0).abs() < 0.71, "{mean}");
        assert!((variance - 100.0).abs() < 10.0, "{variance}");
    }

    #[test]
    fn nothing_leaves_at_the_start() {
        assert!(source(poisson(800_000)).due() > Some(SimTime::ZERO));
    }

    #[test]
    fn twice_the_rate_halves_what_is_left_of_the_gap() {
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
