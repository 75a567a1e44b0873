//! Slotted time, aligned to the start of the simulation.
//!
//! If slots of several sources begin at the same instants, and the links of the sources are equal, their packets arrive
//! at the bottleneck at the same time. The order in which the simulation handles these packets is the same in every
//! slot, so the same source is always first. A random spread that is tiny compared with the slot makes the order random
//! and has no other effect.

use super::datagram::SourceProblem;
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};

/// The division of time into slots, and when a packet leaves within its slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slotting {
    /// Length of a slot.
    pub length: Span,
    /// The range of the random delay of a packet after the beginning of its slot; below `length`.
    pub spread: Span,
}

impl Slotting {
    /// Slots of this length in which every packet leaves at the beginning of its slot.
    pub const fn new(length: Span) -> Self {
        Self { length, spread: Span::ZERO }
    }

    /// Checks that packets leave within their slots.
    pub(super) fn check(&self) -> Result<(), SourceProblem> {
        if self.spread < self.length {
            return Ok(());
        }
        Err(("spread_s", format!("{} s is not below a slot ({} s)", self.spread.secs(), self.length.secs())))
    }

    /// The mean rate of `packets` packets per slot \[bit/s\].
    pub(super) fn mean_bps(&self, packets: f64, bytes: u32) -> f64 {
        packets * 8.0 * f64::from(bytes) / self.length.secs()
    }
}

/// The slot of the next packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slots {
    slotting: Slotting,
    number: u64,
    /// The delay of the packet after the beginning of the slot.
    offset: Span,
}

impl Slots {
    /// The first slot that begins at or after `start`.
    pub(super) fn new(slotting: Slotting, start: SimTime) -> Self {
        let slotting = Slotting { length: slotting.length.max(Span::from_nanos(1)), ..slotting };
        Self { slotting, number: start.nanos().div_ceil(slotting.length.nanos()), offset: Span::ZERO }
    }

    pub(super) fn slotting(self) -> Slotting {
        self.slotting
    }

    /// The departure time of the packet in this slot.
    pub(super) fn due(self) -> SimTime {
        SimTime::from_nanos(self.number.saturating_mul(self.slotting.length.nanos())) + self.offset
    }

    pub(super) fn go_on(&mut self, slots: u64) {
        self.number = self.number.saturating_add(slots);
    }

    /// Draws the delay of the packet within this slot; without a spread no number is drawn.
    pub(super) fn place<C: Chance>(&mut self, chance: &mut C) {
        if self.slotting.spread > Span::ZERO {
            self.offset = Span::from_nanos((self.slotting.spread.nanos() as f64 * chance.unit()) as u64);
        }
    }

    pub(super) fn fold(self, hash: &mut StateHash) {
        hash.fold(self.slotting.length.nanos());
        hash.fold(self.slotting.spread.nanos());
        hash.fold(self.number);
        hash.fold(self.offset.nanos());
    }
}
