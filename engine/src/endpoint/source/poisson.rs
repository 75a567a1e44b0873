//! Poisson traffic: gaps without memory.
//!
//! Rule: every gap is exponential with mean 8·size/rate, the one before the first packet too, so that the number of
//! packets in any stretch of time after the start is Poisson. A changed rate stretches the running gap.

use super::pace::Pace;
use super::variate::{exponential, uniform};
use super::{Pattern, SourceAbout};
use crate::discipline::StateHash;
use crate::rng::Chance;
use crate::time::SimTime;

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "poisson",
    name: "Poisson",
    idea: "packets at random moments, each as if there had been none before",
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
