//! The results of a sweep's runs, in eight bytes per value so that a million runs fit in memory.

use super::share::Share;
use chokepoint_engine::measure::{HalfSums, Halves};
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::{Key, Keys, Known, Look, Row, Stop, Sweep, Task};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Missing,
    Done,
    /// The settings of the point contradict each other, so it has no valid scene.
    Refused,
    /// A condition leaves the point out, so the run is not made.
    LeftOut,
}

/// The known runs of one share of a sweep.
#[derive(Debug)]
pub(crate) struct Results {
    sweep: Arc<Sweep>,
    share: Share,
    /// The values of every run of the share, one per metric; NaN where a run has no value of a metric.
    values: Vec<f64>,
    states: Vec<State>,
    /// Why a point is invalid in a lane, by point and lane. The reason is the same for all seeds.
    problems: BTreeMap<(usize, usize), Arc<str>>,
    /// Values in the two halves of the measured window, by point and lane, then by metric. Tables do not store them, so
    /// only new runs have them.
    halves: BTreeMap<(usize, usize), Vec<HalfSums>>,
    done: u64,
    /// Number of runs of the share whose points a condition leaves out.
    left_out: u64,
    /// The number of seeds that each point is known to need, under a rule that adds seeds. Empty without such a rule.
    looks: Vec<Look>,
}

#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) task: Task,
    /// Values by metric; empty if the run has no valid scene, for which `problem` gives the reason.
    pub(crate) values: &'a [f64],
    pub(crate) problem: Option<&'a str>,
}

impl Results {
    /// Results without any run.
    pub(crate) fn new(sweep: Arc<Sweep>, share: Share) -> Self {
        let slots = share.slots(sweep.tasks()) as usize;
        let values = vec![0.0; slots * sweep.metrics().len()];
        let mut states = vec![State::Missing; slots];
        let mut left_out = 0;
        if sweep.left_out() > 0 {
            for (slot, state) in states.iter_mut().enumerate() {
                let task = sweep.task(share.task_in(slot as u64));
                if task.is_some_and(|task| sweep.is_left_out(task.point)) {
                    *state = State::LeftOut;
                    left_out += 1;
                }
            }
        }
        let (problems, halves) = (BTreeMap::new(), BTreeMap::new());
        let points = if sweep.until().is_some() { sweep.points() } else { 0 };
        let looks = vec![Look { seeds: 0, stop: Stop::Open, wide: Vec::new() }; points];
        let mut results = Self { sweep, share, values, states, problems, halves, done: 0, left_out, looks };
        results.look();
        results
    }

    /// Decides from the known runs how many seeds each point needs.
    pub(crate) fn look(&mut self) {
        let mut looks = std::mem::take(&mut self.looks);
        for (point, look) in looks.iter_mut().enumerate().filter(|(_, look)| look.stop == Stop::Open) {
            *look = self.sweep.look(point, look.seeds, |task| self.known(task));
        }
        self.looks = looks;
    }

    fn known(&self, task: Task) -> Known {
        let Some(slot) = self.slot_of(task) else { return Known::Missing };
        match (self.states[slot], self.sweep.until()) {
            (State::Missing | State::LeftOut, _) => Known::Missing,
            (State::Refused, _) => Known::NoScene,
            (State::Done, None) => Known::Value(f64::NAN),
            (State::Done, Some(until)) => Known::Value(self.values[slot * self.sweep.metrics().len() + until.column]),
        }
    }

    /// Whether the seed of this run is one of those that its point is known to need. True for every run without a rule
    /// that adds seeds.
    fn is_wanted(&self, task: Task) -> bool {
        self.looks.get(task.point).is_none_or(|look| task.seed <= look.seeds)
    }

    /// The points that reached the largest number of seeds with an interval that is still too wide.
    pub(crate) fn at_most(&self) -> impl Iterator<Item = (usize, &Look)> {
        self.looks.iter().enumerate().filter(|(_, look)| look.stop == Stop::AtMost)
    }

    /// Number of known runs whose seeds are beyond those that their points need. The table does not contain these runs.
    pub(crate) fn surplus(&self) -> u64 {
        let is_surplus = |slot: &usize| {
            let is_known = matches!(self.states[*slot], State::Done | State::Refused);
            let task = self.sweep.task(self.share.task_in(*slot as u64)).filter(|_| is_known);
            let look = task.and_then(|task| Some((task, self.looks.get(task.point)?)));
            look.is_some_and(|(task, look)| look.stop != Stop::Open && task.seed > look.seeds)
        };
        if self.looks.is_empty() { 0 } else { (0..self.states.len()).filter(is_surplus).count() as u64 }
    }

    pub(crate) fn sweep(&self) -> &Arc<Sweep> {
        &self.sweep
    }

    /// Number of runs in the share. With a rule that adds seeds, the number known to be needed so far.
    pub(crate) fn slots(&self) -> u64 {
        match self.looks.is_empty() {
            true => self.states.len() as u64 - self.left_out,
            false => self.looks.iter().map(|look| look.seeds).sum::<u64>() * self.sweep.lanes().len() as u64,
        }
    }

    /// Number of runs of the share that are known.
    pub(crate) fn done(&self) -> u64 {
        if self.looks.is_empty() { self.done } else { self.lines().count() as u64 }
    }

    /// Whether the table has all runs of the sweep.
    pub(crate) fn is_whole(&self) -> bool {
        self.share == Share::WHOLE && self.wanted().next().is_none()
    }

    /// The runs still to be made, in order. With a rule that adds seeds, only those of each point's current round.
    fn wanted(&self) -> impl Iterator<Item = u64> {
        let slots = self.states.iter().enumerate().filter(|(_, state)| **state == State::Missing);
        let tasks = slots.map(|(slot, _)| self.share.task_in(slot as u64));
        tasks.filter(|index| self.looks.is_empty() || self.sweep.task(*index).is_some_and(|task| self.is_wanted(task)))
    }

    pub(crate) fn missing(&self) -> Vec<u64> {
        self.wanted().collect()
    }

    pub(crate) fn first_missing(&self) -> Option<String> {
        self.sweep.task(self.wanted().next()?).map(|task| in_words(&self.sweep, task))
    }

    /// Adds a run; false if the share does not contain it.
    pub(crate) fn put(&mut self, row: &Row) -> bool {
        match &row.values {
            Ok(values) => {
                let values: Vec<f64> = values.iter().map(|value| value.unwrap_or(f64::NAN)).collect();
                let at = self.halves.entry((row.task.point, row.task.lane)).or_default();
                at.resize(values.len(), HalfSums::default());
                for (sums, halves) in at.iter_mut().zip(&row.halves) {
                    halves.iter().for_each(|pair| sums.add(*pair));
                }
                self.put_values(row.task, &values)
            }
            Err(problems) => self.put_problem(row.task, &problem_text(problems)),
        }
    }

    pub(crate) fn put_values(&mut self, task: Task, values: &[f64]) -> bool {
        let Some(slot) = self.slot_of(task).filter(|slot| self.states[*slot] != State::LeftOut) else { return false };
        self.fill(slot, State::Done);
        let width = values.len();
        self.values[slot * width..][..width].copy_from_slice(values);
        true
    }

    pub(crate) fn put_problem(&mut self, task: Task, problem: &str) -> bool {
        let Some(slot) = self.slot_of(task).filter(|slot| self.states[*slot] != State::LeftOut) else { return false };
        self.fill(slot, State::Refused);
        self.problems.entry((task.point, task.lane)).or_insert_with(|| problem.into());
        true
    }

    fn fill(&mut self, slot: usize, state: State) {
        if self.states[slot] == State::Missing {
            self.done += 1;
        }
        self.states[slot] = state;
    }

    fn slot_of(&self, task: Task) -> Option<usize> {
        self.share.slot_of(self.sweep.index_of(task)).map(|slot| slot as usize)
    }

    /// The known runs in order.
    pub(crate) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let width = self.sweep.metrics().len();
        let is_known = |state: &State| matches!(state, State::Done | State::Refused);
        self.states.iter().enumerate().filter(move |(_, state)| is_known(state)).filter_map(move |(slot, state)| {
            let task = self.sweep.task(self.share.task_in(slot as u64)).filter(|task| self.is_wanted(*task))?;
            Some(match state {
                State::Refused => {
                    let problem = self.problems.get(&(task.point, task.lane)).map(AsRef::as_ref);
                    Line { task, values: &[], problem }
                }
                _ => Line { task, values: &self.values[slot * width..][..width], problem: None },
            })
        })
    }

    /// The values of a metric in the two halves of the measured window, for a lane at a point, from runs made by this
    /// invocation.
    pub(crate) fn halves(&self, Task { point, lane, .. }: Task, metric: usize) -> Option<Halves> {
        self.halves.get(&(point, lane))?.get(metric)?.compared()
    }

    /// Number of means that differ between the two halves of the measured window, and number of means whose halves are
    /// known. There is one mean per point, lane and metric.
    pub(crate) fn settling(&self) -> (usize, usize) {
        let known = self.halves.values().flatten().filter_map(HalfSums::compared);
        known.fold((0, 0), |(settling, all), it| (settling + usize::from(it.is_settling), all + 1))
    }

    /// Number of runs without a valid scene, and the problem of the first.
    pub(crate) fn problems(&self) -> Option<(usize, &str)> {
        let (_, first) = self.problems.first_key_value()?;
        Some((self.lines().filter(|line| line.problem.is_some()).count(), first))
    }

    /// Adds the runs of another table of the same sweep. If a run has different values in the two tables, the error
    /// names this run.
    pub(crate) fn merge(&mut self, other: &Self) -> Result<(), String> {
        for line in other.lines() {
            let own = self.slot_of(line.task);
            let is_other = own.is_some_and(|slot| self.states[slot] != State::Missing && !self.has_in(slot, &line));
            if is_other {
                return Err(in_words(&self.sweep, line.task));
            }
            match line.problem {
                Some(problem) => self.put_problem(line.task, problem),
                None => self.put_values(line.task, line.values),
            };
        }
        self.look();
        Ok(())
    }

    fn has_in(&self, slot: usize, line: &Line<'_>) -> bool {
        match line.problem {
            Some(_) => self.states[slot] == State::Refused,
            None => {
                let width = line.values.len();
                let own = self.values[slot * width..][..width].iter().map(|value| value.to_bits());
                self.states[slot] == State::Done && own.eq(line.values.iter().map(|value| value.to_bits()))
            }
        }
    }
}

/// A description of a run: values, lane and seed.
pub(crate) fn in_words(sweep: &Sweep, task: Task) -> String {
    format!("{}, seed {}", place_in_words(sweep, task), task.seed)
}

/// A description of the point and the lane of a run.
pub(crate) fn place_in_words(sweep: &Sweep, task: Task) -> String {
    let paths = sweep.varied().map(|(path, _)| path);
    let mut words: Vec<String> =
        paths.zip(sweep.values_at(task.point)).map(|(path, value)| format!("{path}={value}")).collect();
    words.push(format!("lane {}", sweep.lanes()[task.lane]));
    words.join(", ")
}

/// The problems of a point, as written to tables.
pub(crate) fn problem_text(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The first field in which two sweep definitions differ. `against` and `figures` are ignored, because they do not
/// change the table.
pub(crate) fn difference(one: &Sweep, other: &Sweep) -> Option<String> {
    let (one, other) = (one.to_json(), other.to_json());
    let fields = one
        .as_object()?
        .keys()
        .chain(other.as_object()?.keys())
        .filter(|field| !["against", "figures"].contains(&field.as_str()));
    fields.into_iter().find(|field| one.get(field) != other.get(field)).cloned()
}

/// Finds the runs of a share by their keys. Several runs have the same key if equal scenes result from their points and
/// lanes.
#[derive(Debug)]
pub(crate) struct ByKey {
    sorted: Vec<(Key, u64)>,
}

impl ByKey {
    pub(crate) fn new(results: &Results) -> Self {
        let (sweep, share) = (results.sweep(), results.share);
        let mut keys = Keys::new(sweep);
        let tasks = (0..results.states.len() as u64).map(|slot| share.task_in(slot));
        let mut sorted: Vec<(Key, u64)> =
            tasks.filter_map(|index| Some((keys.of(sweep.task(index)?)?, index))).collect();
        sorted.sort_unstable();
        Self { sorted }
    }

    /// The indices of the runs that have this key.
    pub(crate) fn tasks(&self, key: Key) -> impl Iterator<Item = u64> {
        let first = self.sorted.partition_point(|(other, _)| *other < key);
        self.sorted[first..].iter().take_while(move |(other, _)| *other == key).map(|(_, task)| *task)
    }
}

/// The value of a cell as text, with which the index of the value on its axis is looked up.
pub(crate) fn cell_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
