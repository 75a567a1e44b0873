//! Checkpoints: copies of a run at some of its times. A short replay from a checkpoint reaches any other time.

use crate::base::footprint;
use crate::base::time::SimTime;
use crate::network::sim::Simulation;
use crate::page::recorder::Recorder;
use crate::scenario::Scenario;

/// The initial number of events between two checkpoints, used as long as memory suffices. Replaying this number of
/// events takes a fraction of a millisecond.
const FIRST_SPACING: u64 = 1_024;

/// A point of a run: the number of events so far, and the time.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Position {
    pub(crate) events: u64,
    pub(crate) now: SimTime,
}

impl Position {
    pub(crate) fn of(simulation: &Simulation) -> Self {
        Self { events: simulation.event_count(), now: simulation.now() }
    }
}

#[derive(Clone)]
struct Checkpoint {
    position: Position,
    decisions: u64,
    hash: u64,
    bytes: usize,
    simulation: Simulation,
    recorder: Recorder,
}

/// The checkpoints of a run. The checkpoints are evenly spaced in events, so that a replay costs about the same
/// everywhere. When the memory is used up, every second checkpoint is dropped. The start of the run is not stored; the
/// scenario is opened again instead.
#[derive(Clone)]
pub(crate) struct Checkpoints {
    scenario: Scenario,
    lane: usize,
    /// The checkpoints in order, boxed so that the spare capacity of the list stays small.
    #[allow(clippy::vec_box)]
    kept: Vec<Box<Checkpoint>>,
    spacing: u64,
    /// No further checkpoint is attempted before this number of events, since the last one did not fit into the budget.
    put_off_until: u64,
    bytes: usize,
    budget: usize,
}

impl Checkpoints {
    /// An empty list of checkpoints for a run of the lane with the index `lane`. The scenario must already have been
    /// opened once without error.
    pub(crate) fn new(scenario: &Scenario, lane: usize, budget: usize) -> Self {
        let scenario = Scenario { interventions: Vec::new(), ..scenario.clone() };
        Self { scenario, lane, kept: Vec::new(), spacing: FIRST_SPACING, put_off_until: 0, bytes: 0, budget }
    }

    pub(crate) fn count(&self) -> usize {
        self.kept.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The event count at which the caller must next call [`Self::visit`]. `events` is the current event count. Both
    /// counts begin at the start of the run.
    pub(crate) fn next_stop(&self, events: u64) -> u64 {
        let next = self.kept.partition_point(|it| it.position.events <= events);
        match self.kept.get(next) {
            Some(checkpoint) => checkpoint.position.events,
            None => self.due().max(events + 1),
        }
    }

    fn due(&self) -> u64 {
        (self.kept.last().map_or(0, |last| last.position.events) + self.spacing).max(self.put_off_until)
    }

    /// Visits a point of a run: compares the run with the checkpoint at this point, or stores a checkpoint if one is
    /// due. Returns false if the run and the checkpoint differ.
    pub(crate) fn visit(&mut self, simulation: &mut Simulation, recorder: &Recorder) -> bool {
        let events = simulation.event_count();
        match self.kept.binary_search_by_key(&events, |it| it.position.events) {
            Ok(place) => self.kept[place].hash == simulation.hash_after_events(),
            Err(place) => {
                if place == self.kept.len() && events >= self.due() {
                    self.keep(simulation, recorder);
                }
                true
            }
        }
    }

    /// Stores a checkpoint later than all others, if there is memory for it.
    pub(crate) fn keep(&mut self, simulation: &mut Simulation, recorder: &Recorder) {
        let position = Position::of(simulation);
        let bytes = footprint::block::<Checkpoint>(1) + simulation.heap_bytes() + recorder.heap_bytes();
        if bytes > self.budget {
            self.put_off_until = position.events + self.spacing;
            return;
        }
        if self.kept.last().is_some_and(|last| last.position >= position) {
            return;
        }
        while self.bytes + bytes > self.budget {
            self.thin();
        }
        self.bytes += bytes;
        self.kept.push(Box::new(Checkpoint {
            position,
            decisions: simulation.totals().decisions(),
            hash: simulation.hash_after_events(),
            bytes,
            simulation: simulation.without_interventions(),
            recorder: recorder.counted(),
        }));
    }

    /// Removes every checkpoint later than `position`.
    pub(crate) fn forget_after(&mut self, position: Position) {
        let count = self.kept.partition_point(|it| it.position <= position);
        self.kept.truncate(count);
        self.put_off_until = 0;
        self.count_bytes();
    }

    /// The index of the last checkpoint for which `is_early_enough` is true; `None` is the start of the run.
    pub(crate) fn last_with(&self, is_early_enough: impl Fn(Position, u64) -> bool) -> Option<usize> {
        self.kept.partition_point(|it| is_early_enough(it.position, it.decisions)).checked_sub(1)
    }

    pub(crate) fn position(&self, place: Option<usize>) -> Position {
        place.map_or(Position::default(), |place| self.kept[place].position)
    }

    /// The simulation at a checkpoint, to be read only. It cannot be continued, because its list of interventions is
    /// not stored.
    pub(crate) fn kept(&self, place: usize) -> &Simulation {
        &self.kept[place].simulation
    }

    /// The simulation at a checkpoint, ready to be continued. The interventions after the checkpoint come from `run`.
    pub(crate) fn simulation(&self, place: Option<usize>, run: &Simulation) -> Simulation {
        let mut simulation = match place {
            Some(place) => self.kept[place].simulation.clone(),
            None => run.at_start(&self.scenario, self.lane).expect("the same scenario was opened before"),
        };
        simulation.know_as(run);
        simulation.foresee(run.replayable().interventions.clone());
        simulation
    }

    /// The recorder's counts at a checkpoint.
    pub(crate) fn recorder(&self, place: Option<usize>) -> Recorder {
        place.map_or_else(|| Recorder::new(&self.scenario), |place| self.kept[place].recorder.clone())
    }

    /// Doubles the spacing, and drops the checkpoints that are then too close together.
    fn thin(&mut self) {
        self.spacing *= 2;
        let mut last = 0;
        self.kept.retain(|it| {
            let is_kept = it.position.events >= last + self.spacing;
            if is_kept {
                last = it.position.events;
            }
            is_kept
        });
        self.count_bytes();
    }

    fn count_bytes(&mut self) {
        self.bytes = self.kept.iter().map(|it| it.bytes).sum();
    }

    /// Changes a setting in a checkpoint, so that a test can check that a replay notices the difference.
    #[cfg(test)]
    pub(crate) fn corrupt(&mut self, place: usize) {
        let simulation = &mut self.kept[place].simulation;
        simulation.intervene("queue.params.limit", 3.into(), &mut crate::probe::NoProbe).expect("a live setting");
    }
}
