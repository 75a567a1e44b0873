//! A recording run again.

use crate::Recording;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::{Scenario, Simulation};

/// The result of a replay.
pub struct Replay {
    /// The run at the end of the known arrivals.
    pub run: Simulation,
    /// Whether the run had the recorded state at each moment with one; `None` without recorded states.
    pub decided_as_recorded: Option<bool>,
    /// How many such moments there are.
    pub states: usize,
}

impl Recording {
    /// The run of the recorded scene, whose scripts are in a language, with the arrivals known and none of them come yet.
    pub fn run(&self, language: Language) -> Result<Simulation, Vec<Problem>> {
        let scenario = Scenario::parse_in(&self.header.scenario, language)?;
        let mut run = Simulation::driven(&scenario, self.header.lane)?;
        run.append(&self.arrivals).map_err(|problem| vec![Problem::new("arrivals", problem.to_string())])?;
        run.know_until(self.known_until);
        Ok(run)
    }

    /// Runs the recording again as far as it goes, and compares the states with the recorded ones.
    pub fn replay(&self, language: Language) -> Result<Replay, Vec<Problem>> {
        let mut run = self.run(language)?;
        let mut is_same = true;
        for &(at, hash) in self.states.iter().filter(|(at, _)| *at <= self.known_until) {
            // The same function as for the page, so that its package holds one copy of the engine and not two.
            run.advance_events(u64::MAX, at);
            is_same &= run.state_hash() == hash;
        }
        let reach = run.reach();
        run.advance_events(u64::MAX, reach);
        let states = self.states.len();
        Ok(Replay { run, decided_as_recorded: (states > 0).then_some(is_same), states })
    }
}
