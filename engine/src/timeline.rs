//! A lane that can go back: a run with checkpoints, from which any moment of it is replayed exactly.
//!
//! A moment is a number of events and a time. Going to one means: take the last checkpoint before it, run on from there.
//! Whatever is asked about the past (steps back, lists of what happened) is answered by the same replay, so nothing but
//! the checkpoints is stored. Each carries the hash of its state; a replay that comes by compares.

use crate::checkpoint::{Checkpoints, Position};
use crate::discipline::Reason;
use crate::lab::{Lab, Standing};
use crate::measure::RunResult;
use crate::packet::{FlowId, Packet};
use crate::probe::Probe;
use crate::scenario::{Problem, Scenario};
use crate::sim::Simulation;
use crate::time::SimTime;
use serde_json::Value;

/// What checkpoints may take up in all, unless the opener says otherwise: a quarter of 64 MiB, for four lanes.
pub const CHECKPOINT_BUDGET: usize = 16 << 20;

/// A search for the next or the last event of some kind ends politely after so many, some 50 ms in a browser.
const SEARCHED_EVENTS: u64 = 250_000;

/// A step forward over more events than these is told as a moment: a list of all that happened would not fit in a frame.
const TOLD_EVENTS: u64 = 4_096;

/// Where a step leads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// A decision: on an arrival, or at an exit or a timer that drops or marks something.
    Decision,
    /// A decision on an arrival of this flow.
    Arrival(FlowId),
    /// A drop or mark for this reason, or any drop; of an arrival or of a waiting packet.
    Drop(Option<Reason>),
    /// A drawn packet that matched.
    Match,
    /// One second further.
    Second,
}

impl Step {
    /// A count that grows with every such event, and perhaps with others: where it stands still there is none.
    fn count(self, simulation: &Simulation) -> u64 {
        let totals = simulation.totals();
        match self {
            Self::Decision => totals.decisions(),
            Self::Arrival(flow) => simulation.arrivals().nth(flow.index()).unwrap_or(0),
            Self::Drop(Some(reason)) => totals.by_reason[reason.index()],
            Self::Drop(None) => totals.dropped(),
            Self::Match => totals.comparisons,
            Self::Second => simulation.event_count(),
        }
    }

    /// Reads `{ kind, flow, reason }`: a kind is `decision`, `arrival` (of the flow in that row), `drop` (for the reason
    /// with that id, or for any), `match` or `second`.
    pub fn parse(value: &Value) -> Result<Self, Vec<Problem>> {
        match value["kind"].as_str() {
            Some("decision") => Ok(Self::Decision),
            Some("match") => Ok(Self::Match),
            Some("second") => Ok(Self::Second),
            Some("arrival") => match value["flow"].as_u64().and_then(|row| u32::try_from(row).ok()) {
                Some(row) => Ok(Self::Arrival(FlowId(row))),
                None => Err(vec![Problem::new("flow", format!("is {}, which is no row", value["flow"]))]),
            },
            Some("drop") => match &value["reason"] {
                Value::Null => Ok(Self::Drop(None)),
                id => match Reason::of(id.as_str().unwrap_or_default()) {
                    Some(reason) => Ok(Self::Drop(Some(reason))),
                    None => Err(vec![Problem::new("reason", format!("is {id}, which is no reason"))]),
                },
            },
            _ => Err(vec![Problem::new(
                "kind",
                format!("is {}; known are decision, arrival, drop, match, second", value["kind"]),
            )]),
        }
    }
}

/// Which way a step goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// Towards the start.
    Back,
    /// Towards the end.
    Forward,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Found {
    /// The run stands there now.
    Yes,
    /// There is none in that direction; the run stands where it stood.
    No,
    /// None within the stretch that can be searched at once; the run stands where it stood.
    NotNearby,
}

impl Found {
    /// Name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotNearby => "not-nearby",
        }
    }
}

/// A lane of an open scene that can be taken to any moment of its run.
#[derive(Clone)]
pub struct Timeline {
    lab: Lab,
    checkpoints: Checkpoints,
    furthest: Position,
    is_seek: bool,
    mismatches: u64,
}

impl Timeline {
    /// Opens a lane of a scenario at time 0; its checkpoints take up at most `budget` bytes.
    pub fn new(scenario: &Scenario, lane: usize, budget: usize) -> Result<Self, Vec<Problem>> {
        Ok(Self {
            lab: Lab::new(scenario, lane)?,
            checkpoints: Checkpoints::new(scenario, lane, budget),
            furthest: Position::default(),
            is_seek: false,
            mismatches: 0,
        })
    }

    /// Runs until `until_s` \[s\], or until `max_events` events have happened; whether the moment was reached.
    pub fn advance(&mut self, until_s: f64, max_events: u64) -> bool {
        let until = SimTime::from_secs(until_s).min(self.simulation().end());
        self.advance_to(until, max_events)
    }

    /// Runs to just after the next decision; whether there was one before the end.
    pub fn step_decision(&mut self) -> bool {
        let decided = self.simulation().totals().decisions();
        while self.simulation().totals().decisions() == decided {
            if self.run(1, self.simulation().end()) {
                return false;
            }
        }
        true
    }

    /// Goes to the moment `at_s` \[s\]: everything due by then has happened. Beyond what has been simulated it runs on.
    pub fn seek(&mut self, at_s: f64) {
        let until = SimTime::from_secs(at_s).min(self.simulation().end());
        self.stand_before(|position, _| position.now <= until);
        self.advance_to(until, u64::MAX);
        self.tell_moment();
    }

    /// Goes to just after the decision `serial`, counted from 1; 0 is the start. Whether there is such a decision.
    pub fn seek_decision(&mut self, serial: u64) -> bool {
        let Some(before) = serial.checked_sub(1) else {
            self.seek(0.0);
            return true;
        };
        self.stand_before(|_, decisions| decisions <= before);
        self.run_to_decision(before);
        self.lab.recorder.is_detailed = true;
        // One event can hold two of them: an arrival, and what leaves at once.
        let is_there = self.simulation().totals().decisions() >= serial || self.step_decision();
        self.tell_moment();
        is_there
    }

    /// Goes to just after the event `number`, as lists of what happened name it; whether there is such an event.
    pub fn seek_event(&mut self, number: u64) -> bool {
        let before = number.saturating_sub(1);
        self.stand_before(|position, _| position.events <= before);
        self.lab.recorder.is_detailed = false;
        let end = self.simulation().end();
        let is_there = number == 0
            || (!self.run_to_event(before, end) && {
                self.lab.recorder.is_detailed = true;
                !self.run_to_event(number, end)
            });
        self.lab.recorder.is_detailed = true;
        self.tell_moment();
        is_there
    }

    /// Goes to the next moment, or the last one, just after something of a kind. A step forward is told as a run is,
    /// unless it leads far; a step back as a moment is.
    pub fn step(&mut self, step: Step, direction: Direction) -> Found {
        match (step, direction) {
            (Step::Second, Direction::Forward) => {
                let is_at_end = self.simulation().is_finished();
                self.advance(self.simulation().now().secs() + 1.0, u64::MAX);
                if is_at_end { Found::No } else { Found::Yes }
            }
            (Step::Second, Direction::Back) => {
                let now = self.simulation().now();
                if now == SimTime::ZERO {
                    return Found::No;
                }
                self.seek(now.secs() - 1.0);
                Found::Yes
            }
            (_, Direction::Forward) => {
                let (found, event) = self.next(step);
                if found == Found::Yes && event - self.simulation().event_count() > TOLD_EVENTS {
                    self.seek_event(event);
                } else if found == Found::Yes {
                    let end = self.simulation().end();
                    self.lab.recorder.is_detailed = false;
                    self.run_to_event(event - 1, end);
                    self.lab.recorder.is_detailed = true;
                    self.run_to_event(event, end);
                }
                found
            }
            (_, Direction::Back) => {
                let (found, event) = self.last(step);
                if found == Found::Yes {
                    self.seek_event(event);
                }
                found
            }
        }
    }

    /// Changes a setting now, as a timed intervention. In the past that starts another future: the old one is dropped.
    pub fn change(&mut self, path: &str, value: Value) -> Result<(), Vec<Problem>> {
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

    /// How far the run has been simulated \[s\].
    pub fn furthest_s(&self) -> f64 {
        self.furthest.now.secs()
    }

    /// How many checkpoints are kept, and how many bytes they take up.
    pub fn checkpoints(&self) -> (usize, usize) {
        (self.checkpoints.count(), self.checkpoints.bytes())
    }

    /// How many replayed moments did not equal the original ones.
    pub fn replay_mismatches(&self) -> u64 {
        self.mismatches
    }

    /// The result object of the run up to the moment shown.
    pub fn result(&self) -> RunResult {
        self.lab.result()
    }

    /// What changes only when a setting does.
    pub fn facts(&self) -> Value {
        self.lab.facts()
    }

    /// Everything since the last frame, or the account of the moment gone to, and how things stand; see
    /// [`crate::frame`].
    ///
    /// The series columns carry only buckets that no frame has told, wherever the run stands: the page keeps the series
    /// of everything simulated. It drops those that end after `series_valid_until_s`, since they belong to a future that
    /// was left, before it adds those of the frame. When `is_seek` is 1, `happenings` holds the last of the dead up to
    /// this moment and what happened since its last decision, `decisions` that decision: the page's lists are replaced.
    pub fn frame(&mut self) -> Vec<u8> {
        let standing = Standing {
            is_seek: std::mem::take(&mut self.is_seek),
            furthest: self.furthest.now,
            mismatches: self.mismatches,
            checkpoints: self.checkpoints.count(),
            checkpoint_bytes: self.checkpoints.bytes(),
        };
        self.lab.frame_of(standing)
    }

    pub(crate) fn checkpoints_kept(&self) -> &Checkpoints {
        &self.checkpoints
    }

    pub(crate) fn furthest(&self) -> Position {
        self.furthest
    }

    /// Lets at most `count` events happen that are due by `until`, keeping and comparing checkpoints on the way; whether
    /// `until` was reached.
    fn run(&mut self, count: u64, until: SimTime) -> bool {
        let last = self.simulation().event_count().saturating_add(count);
        loop {
            let done = self.simulation().event_count();
            if done >= last {
                return false;
            }
            let stop = self.checkpoints.next_stop(done).min(last);
            let Lab { simulation, recorder, .. } = &mut self.lab;
            let is_there = simulation.advance_watched(stop - done, until, recorder);
            if !self.checkpoints.visit(simulation, recorder) {
                self.mismatches += 1;
            }
            self.furthest = self.furthest.max(Position::of(&self.lab.simulation));
            if is_there {
                return true;
            }
        }
    }

    /// Runs to just after the event `number`; whether `until` came first.
    fn run_to_event(&mut self, number: u64, until: SimTime) -> bool {
        self.run(number.saturating_sub(self.simulation().event_count()), until)
    }

    /// Runs to `until`, the last stretch step by step.
    fn advance_to(&mut self, until: SimTime, max_events: u64) -> bool {
        let before = self.simulation().event_count();
        let detailed_from = Lab::detailed_from(until);
        if self.simulation().now() < detailed_from {
            self.lab.recorder.is_detailed = false;
            let is_there = self.run(max_events, detailed_from);
            self.lab.recorder.is_detailed = true;
            if !is_there {
                return false;
            }
        }
        let spent = self.simulation().event_count() - before;
        self.run(max_events.saturating_sub(spent).max(1), until)
    }

    /// Runs to just after the decision `serial`, or to the end, without writing decisions down.
    fn run_to_decision(&mut self, serial: u64) {
        self.lab.recorder.is_detailed = false;
        while self.simulation().totals().decisions() < serial {
            if self.run(1, self.simulation().end()) {
                break;
            }
        }
        self.lab.recorder.is_detailed = true;
    }

    /// Stands at the last checkpoint that is early enough, unless the present will do and lies nearer.
    fn stand_before(&mut self, is_early_enough: impl Fn(Position, u64) -> bool) {
        self.lab.recorder.forget_told();
        let present = Position::of(self.simulation());
        let will_present_do = is_early_enough(present, self.simulation().totals().decisions());
        if !will_present_do && present == self.furthest {
            // So that the way back to the front is short.
            let Lab { simulation, recorder, .. } = &mut self.lab;
            self.checkpoints.keep(simulation, recorder);
        }
        let place = self.checkpoints.last_with(is_early_enough);
        if !will_present_do || present < self.checkpoints.position(place) {
            self.stand_at(place);
        }
    }

    fn stand_at(&mut self, place: Option<usize>) {
        let mut recorder = self.checkpoints.recorder(place);
        recorder.take_over(&mut self.lab.recorder);
        recorder.is_detailed = true;
        self.lab.simulation = self.checkpoints.simulation(place, &self.lab.simulation);
        self.lab.recorder = recorder;
    }

    /// Sees to it that the next frame tells this moment: its last decision step by step and the last of the dead.
    fn tell_moment(&mut self) {
        let moment = Position::of(self.simulation());
        let decisions = self.simulation().totals().decisions();
        if decisions > 0 && !self.lab.recorder.tells_last_decision() {
            let place = self.checkpoints.last_with(|_, decided| decided < decisions);
            self.lab.recorder.forget_told();
            self.stand_at(place);
            // Two decisions of one event are told together, so there must be room for both.
            self.run_to_decision(decisions.saturating_sub(2));
            self.run_to_event(moment.events, moment.now);
            if self.simulation().now() < moment.now {
                // Nothing was due any more: only time passes.
                self.run(u64::MAX, moment.now);
            }
        }
        self.lab.recorder.tell_moment();
        self.is_seek = true;
    }

    /// The next event of a kind: its number. Stretches between checkpoints in which there is none are skipped.
    fn next(&self, step: Step) -> (Found, u64) {
        let present = self.simulation();
        let counted = step.count(present);
        let first = self.checkpoints.last_with(|position, _| position.events <= present.event_count());
        let later = first.map_or(0, |place| place + 1)..self.checkpoints.count();
        let start = later.clone().take_while(|&place| step.count(self.checkpoints.kept(place)) == counted).last();
        let mut simulation = match start {
            Some(place) => self.checkpoints.simulation(Some(place), present),
            None => present.clone(),
        };
        let mut search = Search { step, has_met: false };
        for _ in 0..SEARCHED_EVENTS {
            if simulation.advance_watched(1, simulation.end(), &mut search) {
                return (Found::No, 0);
            }
            if search.has_met {
                return (Found::Yes, simulation.event_count());
            }
        }
        (Found::NotNearby, 0)
    }

    /// The last event of a kind before the present moment: its number. Goes back from checkpoint to checkpoint and skips
    /// stretches in which there is none.
    fn last(&self, step: Step) -> (Found, u64) {
        let present = Position::of(self.simulation());
        let (mut until, mut counted) = (present.events, step.count(self.simulation()));
        let mut search = Search { step, has_met: false };
        let mut searched = 0;
        while until > 0 && counted > 0 {
            let place = self.checkpoints.last_with(|position, _| position.events < until);
            let from = self.checkpoints.position(place).events;
            let counted_before = place.map_or(0, |place| step.count(self.checkpoints.kept(place)));
            if counted_before < counted {
                if searched > SEARCHED_EVENTS {
                    return (Found::NotNearby, 0);
                }
                searched += until - from;
                let mut simulation = self.checkpoints.simulation(place, self.simulation());
                let mut found = None;
                while simulation.event_count() < until {
                    search.has_met = false;
                    if simulation.advance_watched(1, present.now, &mut search) {
                        break;
                    }
                    if search.has_met && Position::of(&simulation) < present {
                        found = Some(simulation.event_count());
                    }
                }
                if let Some(event) = found {
                    return (Found::Yes, event);
                }
            }
            (until, counted) = (from, counted_before);
        }
        (Found::No, 0)
    }
}

/// Watches out for something of a kind.
struct Search {
    step: Step,
    has_met: bool,
}

impl Search {
    #[inline]
    fn meets(&mut self, is_met: bool) {
        self.has_met |= is_met;
    }
}

impl Probe for Search {
    #[inline]
    fn decision_starts(&mut self, _: SimTime, packet: &Packet, _: &crate::discipline::AnyDiscipline) {
        self.meets(match self.step {
            Step::Decision => true,
            Step::Arrival(flow) => packet.flow == flow,
            Step::Drop(_) | Step::Match | Step::Second => false,
        });
    }

    #[inline]
    fn turn_ends(&mut self, _: SimTime, struck: bool, _: &crate::discipline::AnyDiscipline) {
        self.meets(struck && self.step == Step::Decision);
    }

    #[inline]
    fn draw(&mut self, _: usize, _: FlowId, is_match: bool) {
        self.meets(is_match && self.step == Step::Match);
    }

    #[inline]
    fn dropped(&mut self, _: SimTime, _: &Packet, reason: Reason, _: Option<usize>) {
        self.meets(self.step == Step::Drop(None) || self.step == Step::Drop(Some(reason)));
    }

    #[inline]
    fn marked(&mut self, _: SimTime, _: &Packet, reason: Reason) {
        self.meets(self.step == Step::Drop(Some(reason)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_replay_that_goes_another_way_is_noticed() {
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
