//! Pseudo self-similar traffic: bursts of bursts, over several orders of magnitude in time.
//!
//! Rule: the source is a Markov chain (`markov.rs`) in slotted time that sends a packet in every slot spent in its
//! first state. The chain begins in its stationary distribution. Slots begin at whole multiples of their length, as for
//! [geometric traffic](super::geometric). At the same mean, self-similar and geometric traffic differ only in their
//! memory. The time that the chain spends in a state is geometric, so the simulation draws one number per state
//! visited, not one per slot. After a change of a setting the chain starts again from the stationary distribution.

use super::about::{Output, SourceAbout, SourceSetting, Values};
use super::datagram::{Pattern, SourceProblem};
use super::declare::{real, whole};
use super::markov::Chain;
use super::settings::{INTENSITY, SLOT, SPREAD};
use super::slots::{Slots, Slotting};
use super::variate::{geometric, uniform};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::texts::text;
use crate::base::time::SimTime;

const HURST: SourceSetting = SourceSetting::always(
    real(
        "hurst",
        "Hurst parameter",
        0.8,
        (0.55, 0.95),
        "how bursty the traffic is over long times; at 0.5 it has no memory",
    )
    .symbol("H"),
);

const STATES: SourceSetting = SourceSetting::if_set(
    whole("states", "states", 5, (3, 8), "number of states of the Markov chain that generates the traffic")
        .symbol("n")
        .advanced(),
);

/// The configuration of pseudo self-similar traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Config {
    /// The length of the slots, and the random spread of departures within a slot.
    pub slots: Slotting,
    /// The Markov chain.
    pub memory: LongMemory,
}

/// The requested mean, Hurst parameter and number of states, with the chain that is closest to them. Finding the chain
/// costs as much as sending thousands of packets, so the flows of a group share one result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LongMemory {
    intensity: f64,
    hurst: f64,
    states: u32,
    is_exact: bool,
    chain: Chain,
}

impl LongMemory {
    /// The chain with this mean \[packets/slot\], this Hurst parameter over 10 to 10,000 slots and this number of states.
    pub fn new(intensity: f64, hurst: f64, states: u32) -> Self {
        let (chain, is_exact) = Chain::solve(intensity, hurst, states);
        Self { intensity, hurst, states, is_exact, chain }
    }

    /// Checks that a chain with these values exists; the error states the problem.
    fn check(&self) -> Result<(), String> {
        let Self { hurst, states, is_exact, chain, .. } = self;
        if *is_exact {
            return Ok(());
        }
        Err(format!("{hurst} cannot be reached with {states} states; {:.2} is the nearest", chain.hurst()))
    }
}

/// Pseudo self-similar traffic.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfSimilar {
    memory: LongMemory,
    slots: Slots,
    /// Packets still to be sent, one in each slot, before the chain leaves state 1, the only state that sends packets.
    left: u64,
}

impl Pattern for SelfSimilar {
    const ABOUT: SourceAbout = SourceAbout::new(
        "self-similar",
        "Self-similar",
        text("bursty at every scale of time"),
        Output::Datagrams,
        &[INTENSITY, SLOT, SPREAD, HURST, STATES],
    );

    type Config = Config;

    fn config(values: &Values) -> Config {
        let (intensity, hurst) = (values.real(&INTENSITY.spec), values.real(&HURST.spec));
        let memory = LongMemory::new(intensity, hurst, values.whole(&STATES.spec) as u32);
        Config { slots: Slotting::of(values), memory }
    }

    fn check(config: &Config) -> Result<(), SourceProblem> {
        config.slots.check()?;
        config.memory.check().map_err(|problem| ("hurst", problem))
    }

    fn drawn_bps(config: &Config, bytes: u32) -> f64 {
        config.slots.mean_bps(config.memory.intensity, bytes)
    }

    fn new<C: Chance>(config: Config, _bytes: u32, start: SimTime, chance: &mut C) -> Self {
        let Config { slots, memory } = config;
        let chain = memory.chain;
        let mut source = Self { memory, slots: Slots::new(slots, start), left: 0 };
        let state = chain.stationary(uniform(chance));
        if state > 0 {
            source.slots.go_on(geometric(uniform(chance), chain.returns(state)));
        }
        source.left = geometric(uniform(chance), chain.leaves());
        source.slots.place(chance);
        source
    }

    fn change(&mut self, config: &Config, _now: SimTime) -> bool {
        *config == Config { slots: self.slots.slotting(), memory: self.memory }
    }

    fn rate_bps(&self, bytes: u32) -> u64 {
        self.slots.slotting().mean_bps(self.memory.intensity, bytes) as u64
    }

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
    use super::super::{DatagramSource, Slotting};
    use super::{Config, LongMemory};
    use crate::base::rng::Stream;
    use crate::base::time::{SimTime, Span};

    const SLOT: Span = Span::from_millis(1);

    fn usual() -> Config {
        Config { slots: Slotting::new(SLOT), memory: LongMemory::new(0.1, 0.8, 5) }
    }

    #[test]
    fn the_source_begins_in_its_stationary_distribution() {
        // The mean is 0.1 packets per slot, so a tenth of the sources should send in any slot. Slots 0, 10 and 300 are
        // tested.
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
        // The number of sources that send in a slot is binomial, with a mean of 400 and a standard deviation of 19. The
        // tolerance is five standard deviations.
        assert!(hits.iter().all(|hits| hits.abs_diff(400) < 95), "{hits:?}");
    }

    #[test]
    fn packets_leave_at_the_beginnings_of_slots() {
        let mut source = source(usual());
        for _ in 0..1_000 {
            assert_eq!(source.due().expect("a packet").nanos() % SLOT.nanos(), 0);
            source.send();
        }
    }
}
