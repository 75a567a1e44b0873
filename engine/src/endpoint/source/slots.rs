//! Slotted time, aligned to the start of the simulation.

use crate::discipline::StateHash;
use crate::time::{SimTime, Span};

/// A slot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slots {
    length: Span,
    number: u64,
}

impl Slots {
    /// The first slot that begins at or after `start`.
    pub(super) fn new(length: Span, start: SimTime) -> Self {
        let length = length.max(Span::from_nanos(1));
        Self { length, number: start.nanos().div_ceil(length.nanos()) }
    }

    pub(super) fn length(self) -> Span {
        self.length
    }

    pub(super) fn begin(self) -> SimTime {
        SimTime::from_nanos(self.number.saturating_mul(self.length.nanos()))
    }

    /// Goes on by so many slots.
    pub(super) fn go_on(&mut self, slots: u64) {
        self.number = self.number.saturating_add(slots);
    }

    pub(super) fn fold(self, hash: &mut StateHash) {
        hash.fold(self.length.nanos());
        hash.fold(self.number);
    }
}
