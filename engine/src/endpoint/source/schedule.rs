//! A rate that changes by steps at given times, such as a load that is switched up and down.
//!
//! Rule: a CBR source whose rate becomes r_k at t_k. With `at_once` the part of the running gap that has passed keeps its
//! share, as when a viewer moves the slider; with `next_packet` the running gap ends as it began and the new rate counts
//! from the next packet on. Rate 0 is silence; after one under `next_packet` the first packet leaves at the step.
//! Source of `next_packet`: ns-2 2.35, where `$cbr set rate_` is read when the next gap is computed.
//! We differ: ns-2 has no rate 0 (it divides by it), so silence there is `stop` and `start`.

use super::cbr::wait;
use super::pace::Pace;
use super::{Pattern, RateChange, SourceAbout};
use crate::discipline::StateHash;
use crate::footprint;
use crate::rng::Chance;
use crate::time::SimTime;

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "schedule",
    name: "Schedule",
    idea: "a constant rate that is switched to others at given times",
    is_responsive: false,
};

/// When the rate becomes how much \[bit/s\], in the order of time.
pub(super) type Steps = Vec<(SimTime, u64)>;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Schedule {
    /// As the last packet and the steps before it have left it.
    pace: Pace,
    is_jittered: bool,
    rule: RateChange,
    /// The rate that was asked for outside the steps.
    base_bps: u64,
    steps: Steps,
    /// Place of the first step that has not been taken.
    next: usize,
}

impl Schedule {
    pub(super) fn new(pace: Pace, is_jittered: bool, steps: Steps, rule: RateChange) -> Self {
        Self { pace, is_jittered, rule, base_bps: pace.rate_bps(), steps, next: 0 }
    }

    /// Takes over what was changed at `now`. A changed rate counts at once and until the next step.
    pub(super) fn change(
        &mut self,
        (rate_bps, is_jittered): (u64, bool),
        steps: Steps,
        rule: RateChange,
        now: SimTime,
    ) {
        (self.is_jittered, self.rule) = (is_jittered, rule);
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
        if steps != self.steps {
            self.next = steps.partition_point(|step| step.0 <= now);
            self.steps = steps;
        }
    }

    /// The rate in force when the next packet leaves, or the present silence.
    pub(super) fn rate_bps(&self) -> u64 {
        self.ahead().0.rate_bps()
    }

    /// Clock and next step as the next packet will find them.
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
    fn due(&self) -> Option<SimTime> {
        self.ahead().0.due()
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        (self.pace, self.next) = self.ahead();
        if self.rule == RateChange::NextPacket
            && let Some(now) = self.pace.due()
        {
            // Steps up to now have waited for this packet.
            while let Some(&(_, rate_bps)) = self.steps.get(self.next).filter(|step| step.0 <= now) {
                self.pace.set_next_rate(rate_bps);
                self.next += 1;
            }
        }
        wait(&mut self.pace, self.is_jittered, chance);
    }

    fn skip(&mut self, last: SimTime, limit: Option<u64>) -> u64 {
        if self.is_jittered {
            return 0;
        }
        (self.pace, self.next) = self.ahead();
        // Up to the next step it is as without steps; a packet that meets the step is left to `go_on`.
        let step = self.steps.get(self.next).map_or(SimTime::MAX, |step| step.0);
        self.pace.skip(last.min(SimTime::from_nanos(step.nanos().saturating_sub(1))), limit)
    }

    fn heap_bytes(&self) -> usize {
        footprint::list(&self.steps)
    }

    fn fold(&self, hash: &mut StateHash) {
        self.pace.fold(hash);
        hash.fold(self.next as u64);
        hash.fold(self.base_bps);
        hash.fold(u64::from(self.is_jittered));
    }
}
