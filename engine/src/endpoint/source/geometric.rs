//! Geometric traffic: time in slots, in each of them a packet with the same probability, whatever was before.
//!
//! Rule: P(k slots to the next packet) = α(1 − α)^(k − 1). Slots begin at whole multiples of their length, so that all
//! sources with slots of one length are in step; the first slot is the first one that begins at or after the start.
//! After a change the source draws anew from the next slot on, which its lack of memory allows.
//! Source: the slotted arrivals of the CHOKe variants study (ITA 2015), there named geometric sources.

use super::slots::Slots;
use super::variate::{geometric, uniform};
use super::{Pattern, SourceAbout};
use crate::discipline::StateHash;
use crate::rng::Chance;
use crate::time::{SimTime, Span};

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "geometric",
    name: "Geometric",
    idea: "in every time slot a packet with the same probability",
    is_responsive: false,
};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Geometric {
    intensity: f64,
    slots: Slots,
}

impl Geometric {
    pub(super) fn new<C: Chance>(intensity: f64, slot: Span, start: SimTime, chance: &mut C) -> Self {
        let mut slots = Slots::new(slot, start);
        // A packet in the first slot is one after one slot.
        slots.go_on(geometric(uniform(chance), intensity) - 1);
        Self { intensity, slots }
    }

    pub(super) fn is(&self, intensity: f64, slot: Span) -> bool {
        self.intensity == intensity && self.slots.length() == slot
    }

    pub(super) fn packets_per_second(&self) -> f64 {
        self.intensity / self.slots.length().secs()
    }
}

impl Pattern for Geometric {
    fn due(&self) -> Option<SimTime> {
        Some(self.slots.begin())
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        self.slots.go_on(geometric(uniform(chance), self.intensity));
    }

    fn fold(&self, hash: &mut StateHash) {
        self.slots.fold(hash);
        hash.fold_real(self.intensity);
    }
}
