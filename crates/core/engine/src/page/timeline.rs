//! A lane with checkpoints, which can return to any earlier time by an exact replay.
//!
//! A point of the run is given by a number of events and a time. To reach a point, the run continues from the last
//! checkpoint before it. The same replay serves all requests about the past, such as steps back and lists of events, so
//! only checkpoints are stored. Each checkpoint carries a hash of its state, and a replay that passes the checkpoint
//! compares the hashes.

mod step;
mod task;

use self::step::Search;
use self::task::Task;
use crate::base::time::SimTime;
use crate::measure::RunResult;
use crate::network::sim::Simulation;
use crate::network::trace::{Arrival, ArrivalProblem};
use crate::page::checkpoint::{Checkpoints, Position};
use crate::page::lab::{Lab, Progress, SceneFacts};
use crate::scenario::{Problem, Scenario};
use serde_json::Value;
pub use step::{Direction, Found, Step};

/// Default limit on the memory of all checkpoints of a lane \[bytes\]. Four lanes together use at most 64 MiB.
pub const CHECKPOINT_BUDGET: usize = 16 << 20;

/// A lane of an open scene that can move to any time of its run.
#[derive(Clone)]
pub struct Timeline {
    lab: Lab,
    checkpoints: Checkpoints,
    furthest: Position,
    is_seek: bool,
    mismatches: u64,
    /// The move to another time that is in progress.
    task: Option<Task>,
    /// Whether an advance stops at an error of the script.
    halts: bool,
    /// Number and time \[s\] of the event at which the last search ended; see [`Timeline::found_at`].
    found_at: Option<(u64, f64)>,
}

impl Timeline {
    /// Opens a lane of a scenario at time 0, with at most `budget` bytes of checkpoints.
    pub fn new(scenario: &Scenario, lane: usize, budget: usize) -> Result<Self, Vec<Problem>> {
        Ok(Self::of(Lab::new(scenario, lane)?, scenario, budget))
    }

    /// Opens a lane whose arrivals are supplied from outside; see [`Simulation::driven`].
    pub fn driven(scenario: &Scenario, lane: usize, budget: usize) -> Result<Self, Vec<Problem>> {
        Ok(Self::of(Lab::driven(scenario, lane)?, scenario, budget))
    }

    fn of(lab: Lab, scenario: &Scenario, budget: usize) -> Self {
        let lane = lab.simulation.lane();
        Self {
            lab,
            checkpoints: Checkpoints::new(scenario, lane, budget),
            furthest: Position::default(),
            is_seek: false,
            mismatches: 0,
            task: None,
            halts: false,
            found_at: None,
        }
    }

    /// See [`Simulation::append`].
    pub fn append(&mut self, arrivals: &[Arrival]) -> Result<(), ArrivalProblem> {
        self.lab.simulation.append(arrivals)
    }

    /// See [`Simulation::know_until`].
    pub fn know_until(&mut self, at: SimTime) {
        self.lab.simulation.know_until(at);
    }

    /// Runs until `until_s` \[s\], or over `max_events` events. Returns whether the time was reached.
    pub fn advance(&mut self, until_s: f64, max_events: u64) -> bool {
        self.stop();
        self.halts = false;
        self.run_towards(until_s, max_events) != Ran::Counted
    }

    /// Like [`Timeline::advance`], but stops just after the event at which a script fails. Returns why the advance
    /// ended. A script that has failed before does not stop the run again.
    pub fn play(&mut self, until_s: f64, max_events: u64) -> Ran {
        self.stop();
        self.halts = true;
        let ran = self.run_towards(until_s, max_events);
        if ran == Ran::Halted && !self.lab.recorder.has_last_decision() {
            // The move records the decision in which the script failed, so that the page can show it.
            self.seek_event(self.simulation().event_count());
        }
        ran
    }

    fn run_towards(&mut self, until_s: f64, max_events: u64) -> Ran {
        let until = SimTime::from_secs(until_s).min(self.simulation().reach());
        let before = self.simulation().effort();
        let detailed_from = Lab::detailed_from(until);
        if self.simulation().now() < detailed_from {
            self.lab.recorder.is_detailed = false;
            let ran = self.run(max_events, detailed_from);
            self.lab.recorder.is_detailed = true;
            if ran != Ran::There {
                return ran;
            }
        }
        let spent = self.simulation().effort() - before;
        self.run(max_events.saturating_sub(spent).max(1), until)
    }

    /// Runs to just after the next decision. Returns whether there was one before the end.
    pub fn step_decision(&mut self) -> bool {
        self.begin_step_decision();
        self.finish() == Found::Found
    }

    /// Moves to `at_s` \[s\], after all events that are due by then. If that part of the run is not simulated yet, the
    /// run continues.
    pub fn seek(&mut self, at_s: f64) {
        self.begin_seek(at_s);
        self.finish();
    }

    /// Moves to just after the decision `serial`, counted from 1; 0 means the start. Returns whether this decision
    /// exists.
    pub fn seek_decision(&mut self, serial: u64) -> bool {
        self.begin_seek_decision(serial);
        self.finish() == Found::Found
    }

    /// Moves to just after event `number`, as numbered in a list of events. Returns whether this event exists.
    pub fn seek_event(&mut self, number: u64) -> bool {
        self.begin_seek_event(number);
        self.finish() == Found::Found
    }

    /// Moves to just after the next or the previous event of a kind. After a short step forward, the next frame
    /// contains the events on the way. After any other step, it contains only what the page needs after a jump.
    pub fn step(&mut self, step: Step, direction: Direction) -> Found {
        self.begin_step(step, direction);
        self.finish()
    }

    /// Changes a setting now, as a timed intervention. If the run has already been simulated beyond the current time,
    /// that later part is discarded.
    pub fn change(&mut self, path: &str, value: Value) -> Result<(), Vec<Problem>> {
        self.stop();
        self.lab.change(path, value)?;
        let position = Position::of(self.simulation());
        self.checkpoints.forget_after(position);
        self.furthest = position;
        Ok(())
    }

    /// The simulation.
    pub fn simulation(&self) -> &Simulation {
        self.lab.simulation()
    }

    /// The latest time that the run has reached \[s\]; the current time may be earlier.
    pub fn furthest_s(&self) -> f64 {
        self.furthest.now.secs()
    }

    /// Number of checkpoints, and their memory \[bytes\].
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.count(), self.checkpoints.bytes())
    }

    /// Number of checkpoints at which a replay had another state than the original run; 0 unless the engine has an
    /// error.
    pub fn replay_mismatches(&self) -> u64 {
        self.mismatches
    }

    /// The result object of the run up to the current time.
    pub fn result(&self) -> RunResult {
        self.lab.result()
    }

    /// The facts that change only when a setting changes.
    pub fn facts(&self) -> SceneFacts {
        self.lab.facts()
    }

    /// The current state with the events since the last frame. After a jump to another time, the frame has the events
    /// around that time instead. See [`crate::frame`].
    ///
    /// The page keeps the series of the whole simulated part, so a frame carries only buckets that no frame has sent.
    /// The page first drops the buckets that end after `series_valid_until_s`: they belong to a future that a change of
    /// settings has replaced. If `is_seek` is 1, the page replaces its lists: `decisions` holds the last decision, and
    /// `happenings` holds the last drops and the events since that decision.
    pub fn frame(&mut self) -> Vec<u8> {
        let progress = Progress {
            is_seek: std::mem::take(&mut self.is_seek),
            furthest: self.furthest.now,
            mismatches: self.mismatches,
            checkpoints: self.checkpoints.count(),
            checkpoint_bytes: self.checkpoints.bytes(),
        };
        self.lab.frame_of(progress)
    }

    pub(crate) fn checkpoints_kept(&self) -> &Checkpoints {
        &self.checkpoints
    }

    pub(crate) fn furthest(&self) -> Position {
        self.furthest
    }

    /// Processes at most `count` events up to `until`. On the way, stores new checkpoints, and compares a replayed run
    /// with the stored ones. Operations of a script count too, see [`Simulation::effort`].
    fn run(&mut self, count: u64, until: SimTime) -> Ran {
        let most = self.simulation().effort().saturating_add(count);
        // A failure of a script is known only after the event in which it happens. A run that must halt at such a
        // failure therefore stops after each event to check.
        let may_halt = self.halts && self.simulation().can_stop() && !self.simulation().has_stopped();
        loop {
            let left = most.saturating_sub(self.simulation().effort());
            if left == 0 {
                return Ran::Counted;
            }
            let done = self.simulation().event_count();
            let last = done.saturating_add(left);
            let stop = if may_halt { done + 1 } else { self.checkpoints.next_stop(done).min(last) };
            let Lab { simulation, recorder, .. } = &mut self.lab;
            let is_there = simulation.watch_events(stop - done, until, recorder);
            if !self.checkpoints.visit(simulation, recorder) {
                self.mismatches += 1;
            }
            self.furthest = self.furthest.max(Position::of(&self.lab.simulation));
            if may_halt && self.simulation().has_stopped() {
                return Ran::Halted;
            }
            if is_there {
                return Ran::There;
            }
        }
    }

    /// Moves to the last checkpoint for which `is_early_enough` is true. If this is also true of the current point, and
    /// no such checkpoint is later than the current point, the run stays where it is.
    fn move_before(&mut self, is_early_enough: impl Fn(Position, u64) -> bool) {
        self.lab.recorder.discard_events();
        let present = Position::of(self.simulation());
        let will_present_do = is_early_enough(present, self.simulation().totals().decisions());
        if !will_present_do && present == self.furthest {
            // The run is about to leave its furthest point; a checkpoint there makes returning fast.
            let Lab { simulation, recorder, .. } = &mut self.lab;
            self.checkpoints.keep(simulation, recorder);
        }
        let place = self.checkpoints.last_with(is_early_enough);
        if !will_present_do || present < self.checkpoints.position(place) {
            self.move_to(place);
        }
    }

    fn move_to(&mut self, place: Option<usize>) {
        let mut recorder = self.checkpoints.recorder(place);
        recorder.take_over(&mut self.lab.recorder);
        recorder.is_detailed = true;
        self.lab.simulation = self.checkpoints.simulation(place, &self.lab.simulation);
        self.lab.recorder = recorder;
    }
}

/// Why an advance ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ran {
    /// The allowed number of events has been processed.
    Counted,
    /// The run has reached the requested time.
    There,
    /// The run is just after the event at which the lane's script failed.
    Halted,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_replay_that_differs_is_noticed() {
        let scenario = Scenario::parse(&json!({
            "duration_s": 60, "lanes": [{ "aqm": "red" }],
            "flows": [{ "transport": "udp", "rate_bps": 2_000_000 }, { "transport": "newreno", "count": 5 }],
        }))
        .unwrap();
        let mut timeline = Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).unwrap();
        timeline.advance(60.0, u64::MAX);
        timeline.seek(5.0);
        timeline.advance(60.0, u64::MAX);
        assert_eq!(timeline.replay_mismatches(), 0);
        timeline.checkpoints.corrupt(2);
        timeline.seek(timeline.checkpoints.position(Some(2)).now.secs() + 0.05);
        timeline.advance(60.0, u64::MAX);
        assert!(timeline.replay_mismatches() > 0);
    }
}
