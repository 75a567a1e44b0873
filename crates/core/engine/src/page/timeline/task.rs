//! A move to another time, carried out in pieces, so that no call takes longer than the caller allows.
//!
//! A move is a list of legs. Each leg runs to a time, an event or a decision, and may record decisions. A step to an
//! event of some kind first searches a copy of the run, and then moves the run itself. The caller can abandon a move
//! between two pieces; the run then remains at the point it has reached.

use super::step::Searched;
use super::{Direction, Found, Ran, Search, Step, Timeline};
use crate::base::time::SimTime;
use crate::page::checkpoint::Position;
use crate::page::lab::Lab;

/// If a step passes at most this number of events, the next frame lists them all. A frame has no room for more events,
/// so a longer step is reported as a jump.
const MAX_REPORTED_EVENTS: u64 = 4_096;

#[derive(Clone)]
pub(super) struct Task {
    /// The search for the event that is the target of the move.
    search: Option<(Box<Search>, Direction)>,
    /// The remaining legs, the last one first.
    legs: Vec<Leg>,
    report: Report,
    /// The target that the run must reach for the move to succeed.
    wanted: Option<Until>,
    /// The result of a move that has no target.
    found: Found,
    /// Whether the move only searches for an event and does not move the run.
    only_finds: bool,
}

/// How the next frame reports the move: with all events on the way, or as a jump, with only the last decision and what
/// followed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Report {
    OnTheWay,
    /// The frame reports a jump; the run has not reached the target yet.
    Moment,
    /// The frame reports a jump; the run has been at the target. It may have gone back, to repeat the last part with
    /// its decision recorded.
    UnderWay,
}

#[derive(Clone, Copy)]
struct Leg {
    until: Until,
    /// Whether decisions are recorded step by step.
    is_detailed: bool,
}

#[derive(Clone, Copy)]
enum Until {
    /// Until this time, after all events due by then.
    Time(SimTime),
    /// Like `Time`, except for a run that is already at this time: no further events are processed.
    Clock(SimTime),
    /// Until just after the event with this number.
    Event(u64),
    /// Until just after the decision with this serial.
    Decision(u64),
}

impl Task {
    /// A move along legs, in the given order.
    fn along(legs: impl IntoIterator<Item = Leg, IntoIter: DoubleEndedIterator>) -> Self {
        let legs = legs.into_iter().rev().collect();
        Self { search: None, legs, report: Report::OnTheWay, wanted: None, found: Found::Found, only_finds: false }
    }

    fn reported_as_moment(self) -> Self {
        Self { report: Report::Moment, ..self }
    }

    fn wanting(self, wanted: Until) -> Self {
        Self { wanted: Some(wanted), ..self }
    }
}

/// A leg that records no decisions.
fn quickly(until: Until) -> Leg {
    Leg { until, is_detailed: false }
}

/// A leg that records every decision step by step.
fn step_by_step(until: Until) -> Leg {
    Leg { until, is_detailed: true }
}

impl Timeline {
    /// Begins the work of [`Timeline::step_decision`].
    pub fn begin_step_decision(&mut self) {
        self.stop();
        self.halts = true;
        let next = Until::Decision(self.simulation().totals().decisions() + 1);
        // A stopped script makes no further decision, so there is no need to run to the end.
        let legs = (!self.simulation().has_stopped()).then(|| step_by_step(next));
        self.task = Some(Task::along(legs.map_or_else(Vec::new, |leg| vec![leg])).wanting(next));
    }

    /// Begins the work of [`Timeline::seek`].
    pub fn begin_seek(&mut self, at_s: f64) {
        self.stop();
        self.halts = false;
        let until = SimTime::from_secs(at_s).min(self.simulation().reach());
        self.move_before(|position, _| position.now <= until);
        self.task = Some(Task::along(legs_to(until)).reported_as_moment());
    }

    /// Begins the work of [`Timeline::seek_decision`].
    pub fn begin_seek_decision(&mut self, serial: u64) {
        let Some(before) = serial.checked_sub(1) else {
            return self.begin_seek(0.0);
        };
        self.stop();
        self.halts = false;
        self.move_before(|_, decisions| decisions <= before);
        // One event can contain two decisions: on an arrival, and at a departure. The first leg therefore ends at the
        // previous decision rather than at an event.
        let [before, wanted] = [before, serial].map(Until::Decision);
        self.task = Some(Task::along([quickly(before), step_by_step(wanted)]).reported_as_moment().wanting(wanted));
    }

    /// Begins the work of [`Timeline::seek_event`].
    pub fn begin_seek_event(&mut self, number: u64) {
        self.stop();
        self.halts = false;
        let before = number.saturating_sub(1);
        self.move_before(|position, _| position.events <= before);
        let [before, wanted] = [before, number].map(Until::Event);
        self.task = Some(Task::along([quickly(before), step_by_step(wanted)]).reported_as_moment().wanting(wanted));
    }

    /// Begins the work of [`Timeline::step`].
    pub fn begin_step(&mut self, step: Step, direction: Direction) {
        self.stop();
        self.halts = true;
        let now = self.simulation().now();
        match (step, direction) {
            (Step::Second, Direction::Forward) => {
                let found = if self.simulation().is_finished() { Found::None } else { Found::Found };
                let until = SimTime::from_secs(now.secs() + 1.0).min(self.simulation().reach());
                self.task = Some(Task { found, ..Task::along(legs_to(until)) });
            }
            (Step::Second, Direction::Back) if now > SimTime::ZERO => self.begin_seek(now.secs() - 1.0),
            (Step::Second, Direction::Back) => self.task = Some(Task { found: Found::None, ..Task::along([]) }),
            _ => {
                let search = Search::new(self, step, direction).map(|search| (Box::new(search), direction));
                let found = if search.is_some() { Found::Found } else { Found::None };
                self.task = Some(Task { search, found, ..Task::along([]) });
            }
        }
    }

    /// Starts a search for the next event of a kind, without a move; [`Timeline::found_at`] returns where the event is.
    /// A search for the next second finds nothing.
    pub fn begin_find(&mut self, step: Step) {
        self.begin_step(step, Direction::Forward);
        self.found_at = None;
        if let Some(task) = &mut self.task {
            task.only_finds = true;
            task.legs.clear();
        }
    }

    /// Number and time \[s\] of the event found by the last search, or of the point at which that search gave up.
    pub fn found_at(&self) -> Option<(u64, f64)> {
        self.found_at
    }

    /// Continues a move over about `max_events` events. Returns the result of the move, or `None` if the move is not
    /// finished. If no move is in progress, returns success.
    pub fn go_on(&mut self, max_events: u64) -> Option<Found> {
        let mut left = max_events;
        let Some(mut task) = self.task.take() else {
            return Some(Found::Found);
        };
        if let Some((mut search, direction)) = task.search.take() {
            match search.go_on(self, &mut left) {
                Searched::UnderWay => {
                    task.search = Some((search, direction));
                    self.task = Some(task);
                    return None;
                }
                Searched::Not(found) => {
                    self.found_at = (found == Found::NotWithinReach).then(|| search.place());
                    return Some(found);
                }
                Searched::Found(event) if task.only_finds => {
                    self.found_at = Some((event, search.place().1));
                    return Some(Found::Found);
                }
                Searched::Found(event) => self.begin_step_to(event, direction),
            }
            task = self.task.take().expect("the step has begun");
        }
        loop {
            while let Some(leg) = task.legs.last() {
                match self.run_leg(*leg, &mut left) {
                    Ran::Counted => {
                        self.task = Some(task);
                        return None;
                    }
                    Ran::There => {
                        task.legs.pop();
                    }
                    Ran::Halted => {
                        task.legs.clear();
                        // If decisions were not recorded where the script failed, the decision in which it failed is
                        // missing. `Moment` then makes the run go back and repeat this decision with recording.
                        self.halts = false;
                        if task.report == Report::OnTheWay && !self.lab.recorder.has_last_decision() {
                            task.report = Report::Moment;
                        }
                    }
                }
            }
            if task.report != Report::Moment {
                break;
            }
            task.report = Report::UnderWay;
            task.legs = self.legs_that_record_the_moment();
        }
        if task.report == Report::UnderWay {
            self.lab.recorder.keep_moment();
            self.is_seek = true;
        }
        let totals = self.simulation().totals();
        Some(match task.wanted {
            Some(Until::Decision(serial)) if totals.decisions() < serial => Found::None,
            Some(Until::Event(number)) if self.simulation().event_count() < number => Found::None,
            _ => task.found,
        })
    }

    /// Continues a move to its end.
    pub(super) fn finish(&mut self) -> Found {
        loop {
            if let Some(found) = self.go_on(u64::MAX) {
                return found;
            }
        }
    }

    /// Abandons a move in progress. The run remains where it is, and the next frame reports this point.
    pub fn stop(&mut self) {
        // While the search of a move is in progress, the run has not moved yet, so there is nothing to report.
        if self.task.take().is_some_and(|task| task.search.is_none()) {
            self.lab.recorder.is_detailed = true;
            self.lab.recorder.keep_moment();
            self.is_seek = true;
        }
    }

    /// Starts the move to the event that a step has found.
    fn begin_step_to(&mut self, event: u64, direction: Direction) {
        let is_near = event.saturating_sub(self.simulation().event_count()) <= MAX_REPORTED_EVENTS;
        if direction == Direction::Forward && is_near {
            let [before, wanted] = [event - 1, event].map(Until::Event);
            self.task = Some(Task::along([quickly(before), step_by_step(wanted)]));
        } else {
            self.begin_seek_event(event);
        }
    }

    /// Runs one leg of a move, over at most `left` events, and subtracts their number from `left`. Every leg ends at
    /// the latest at the end of the run.
    fn run_leg(&mut self, leg: Leg, left: &mut u64) -> Ran {
        let (before, effort_before) = (self.simulation().event_count(), self.simulation().effort());
        let end = self.simulation().end();
        self.lab.recorder.is_detailed = leg.is_detailed;
        let ran = match leg.until {
            Until::Time(until) => self.run(*left, until),
            Until::Clock(until) if self.simulation().now() >= until => Ran::There,
            Until::Clock(until) => self.run(*left, until),
            Until::Event(number) => match self.run(number.saturating_sub(before).min(*left), end) {
                Ran::Counted if self.simulation().event_count() >= number => Ran::There,
                ran => ran,
            },
            Until::Decision(serial) => loop {
                if self.simulation().totals().decisions() >= serial {
                    break Ran::There;
                }
                if self.simulation().effort() - effort_before >= *left {
                    break Ran::Counted;
                }
                match self.run(1, end) {
                    Ran::Counted => {}
                    ran => break ran,
                }
            },
        };
        self.lab.recorder.is_detailed = true;
        *left = left.saturating_sub(self.simulation().effort() - effort_before);
        ran
    }

    /// Makes sure that the last decision will be recorded. If it is not recorded yet, the run goes back to a checkpoint
    /// before this decision. The returned legs repeat the run up to the current point, and record the decision on the
    /// way.
    fn legs_that_record_the_moment(&mut self) -> Vec<Leg> {
        let moment = Position::of(self.simulation());
        let decisions = self.simulation().totals().decisions();
        if decisions == 0 || self.lab.recorder.has_last_decision() {
            return Vec::new();
        }
        let place = self.checkpoints.last_with(|_, decided| decided < decisions);
        self.lab.recorder.discard_events();
        self.move_to(place);
        // The legs run from the last in this list to the first. The first to run ends before the last two decisions,
        // because one event can contain two decisions, and the frame reports both. The next leg repeats the run up to
        // its last event. The last leg to run only advances the time.
        vec![
            step_by_step(Until::Clock(moment.now)),
            step_by_step(Until::Event(moment.events)),
            quickly(Until::Decision(decisions.saturating_sub(2))),
        ]
    }
}

/// The legs of a move to the time `until`: a fast leg without recording, and a short last leg that records decisions
/// step by step.
fn legs_to(until: SimTime) -> [Leg; 2] {
    [quickly(Until::Clock(Lab::detailed_from(until))), step_by_step(Until::Time(until))]
}
