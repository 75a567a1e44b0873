//! Replays a recording.

use crate::Recording;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::{Scenario, Simulation};

/// The result of a replay.
pub struct Replay {
    /// The run at the end of the known arrivals.
    pub run: Simulation,
    /// Whether every recorded hash matched the run's state. `None` without recorded hashes.
    pub decided_as_recorded: Option<bool>,
    /// Number of recorded hashes.
    pub states: usize,
}

impl Recording {
    /// The run of the recorded scene at time 0, with all arrivals supplied. The scene's scripts are in `language`.
    pub fn run(&self, language: Language) -> Result<Simulation, Vec<Problem>> {
        let scenario = Scenario::parse_in(&self.header.scenario, language)?;
        let mut run = Simulation::driven(&scenario, self.header.lane)?;
        run.append(&self.arrivals).map_err(|problem| vec![Problem::new("arrivals", problem.to_string())])?;
        run.know_until(self.known_until);
        Ok(run)
    }

    /// Replays the recording to its end, and compares the states with the recorded hashes.
    pub fn replay(&self, language: Language) -> Result<Replay, Vec<Problem>> {
        let mut run = self.run(language)?;
        let mut is_same = true;
        for &(at, hash) in self.states.iter().filter(|(at, _)| *at <= self.known_until) {
            // The page already contains `advance_events`. Another function that advances a run would add a second copy
            // of the event loop to it.
            run.advance_events(u64::MAX, at);
            is_same &= run.state_hash() == hash;
        }
        let reach = run.reach();
        run.advance_events(u64::MAX, reach);
        let states = self.states.len();
        Ok(Replay { run, decided_as_recorded: (states > 0).then_some(is_same), states })
    }
}
