//! Pseudo self-similar traffic: bursts of bursts, over several decades of time.
//!
//! Rule: the source is a [Markov chain](super::markov) in slotted time that sends a packet in every slot spent in its first
//! state. It begins in its stationary law, and slots begin at whole multiples of their length, as for
//! [geometric traffic](super::geometric): the two can be compared at the same mean and differ in nothing but their memory.
//! We play the sojourns, not the slots: how long the chain stays in a state is geometric.
//! After a change the source begins anew from the stationary law.

use super::markov::Chain;
use super::slots::{Slots, Slotting};
use super::variate::{geometric, uniform};
use super::{Pattern, SourceAbout};
use crate::hash::StateHash;
use crate::rng::Chance;
use crate::texts::text;
use crate::time::SimTime;

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "self-similar",
    name: "Self-similar",
    idea: text("bursts of bursts: a Markov chain whose traffic looks alike over several decades of time"),
    is_responsive: false,
};

/// What is asked for, and the chain that comes nearest to it. To find that takes as long as thousands of packets, so the
/// flows of a group share what one found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongMemory {
    intensity: f64,
    hurst: f64,
    states: u32,
    is_exact: bool,
    chain: Chain,
}

impl LongMemory {
    /// The chain with this mean \[packets/slot\], this Hurst parameter over 10 to 10,000 slots and so many states.
    pub fn new(intensity: f64, hurst: f64, states: u32) -> Self {
        let (chain, is_exact) = Chain::solve(intensity, hurst, states);
        Self { intensity, hurst, states, is_exact, chain }
    }

    /// Whether there is such a chain; otherwise what is wrong.
    pub(super) fn check(&self) -> Result<(), String> {
        let Self { hurst, states, is_exact, chain, .. } = self;
        if *is_exact {
            return Ok(());
        }
        Err(format!("{hurst} is out of reach of {states} states; {:.2} is the nearest", chain.hurst()))
    }

    /// Mean packets a slot.
    pub(super) fn intensity(&self) -> f64 {
        self.intensity
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct SelfSimilar {
    memory: LongMemory,
    slots: Slots,
    /// Packets that leave in this and the next slots, before the chain leaves its first state.
    left: u64,
}

impl SelfSimilar {
    pub(super) fn new<C: Chance>(memory: LongMemory, slotting: Slotting, start: SimTime, chance: &mut C) -> Self {
        let chain = memory.chain;
        let mut source = Self { memory, slots: Slots::new(slotting, start), left: 0 };
        let state = chain.stationary(uniform(chance));
        if state > 0 {
            source.slots.go_on(geometric(uniform(chance), chain.returns(state)));
        }
        source.left = geometric(uniform(chance), chain.leaves());
        source.slots.place(chance);
        source
    }

    pub(super) fn is(&self, memory: &LongMemory, slotting: Slotting) -> bool {
        self.memory == *memory && self.slots.slotting() == slotting
    }

    pub(super) fn packets_per_second(&self) -> f64 {
        self.memory.intensity / self.slots.slotting().length.secs()
    }
}

impl Pattern for SelfSimilar {
    fn due(&self) -> Option<SimTime> {
        Some(self.slots.due())
    }

    fn go_on<C: Chance>(&mut self, chance: &mut C) {
        self.slots.go_on(1);
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            let state = self.memory.chain.next(uniform(chance));
            self.slots.go_on(geometric(uniform(chance), self.memory.chain.returns(state)));
            self.left = geometric(uniform(chance), self.memory.chain.leaves());
        }
        self.slots.place(chance);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.slots.fold(hash);
        hash.fold(self.left);
        hash.fold_real(self.memory.intensity);
        hash.fold_real(self.memory.hurst);
        hash.fold(u64::from(self.memory.states));
    }
}

#[cfg(test)]
mod tests {
    use super::super::bench::source;
    use super::super::{DatagramSource, LongMemory, Slotting, UdpSource};
    use crate::rng::Stream;
    use crate::time::{SimTime, Span};

    const SLOT: Span = Span::from_millis(1);

    fn usual() -> UdpSource {
        UdpSource::SelfSimilar { slots: Slotting::new(SLOT), memory: LongMemory::new(0.1, 0.8, 5) }
    }

    #[test]
    fn it_begins_in_its_stationary_law() {
        // Any slot near the start has a packet in a tenth of the runs.
        const SOURCES: u64 = 4_000;
        const SLOTS: [u64; 3] = [0, 10, 300];
        let mut hits = [0u64; 3];
        for seed in 0..SOURCES {
            let chance = Stream::named(seed, "source/1");
            let mut source = DatagramSource::new(usual(), 1000, SimTime::ZERO, None, None, chance);
            for (slot, hits) in SLOTS.into_iter().zip(&mut hits) {
                let at = SimTime::from_nanos(slot * SLOT.nanos());
                while source.due() < Some(at) {
                    source.send();
                }
                *hits += u64::from(source.due() == Some(at));
            }
        }
        // Binomial with mean 400 and standard deviation 19; five of them.
        assert!(hits.iter().all(|hits| hits.abs_diff(400) < 95), "{hits:?}");
    }

    #[test]
    fn it_stays_in_step_with_the_slots() {
        let mut source = source(usual());
        for _ in 0..1_000 {
            assert_eq!(source.due().expect("a packet").nanos() % SLOT.nanos(), 0);
            source.send();
        }
    }
}
