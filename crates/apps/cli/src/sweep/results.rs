//! The results of the runs of a sweep, in eight bytes a value, so that a million runs fit into memory.

use super::share::Share;
use chokepoint_engine::measure::{HalfSums, Halves};
use chokepoint_engine::scenario::Problem;
use chokepoint_sweep::{Key, Keys, Row, Sweep, Task};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Missing,
    Done,
    /// The values of the point contradict each other.
    Refused,
}

/// The runs of a share of a sweep that are known so far.
#[derive(Debug)]
pub(crate) struct Results {
    sweep: Arc<Sweep>,
    share: Share,
    /// For each slot, one value for each metric; NaN if the run has none.
    values: Vec<f64>,
    states: Vec<State>,
    /// Problems by point and lane, which are the same for all seeds.
    problems: BTreeMap<(usize, usize), Arc<str>>,
    /// Halves of the measured window by point and lane, then by metric. Tables do not store them, so only new runs have them.
    halves: BTreeMap<(usize, usize), Vec<HalfSums>>,
    done: u64,
}

#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) task: Task,
    /// Values by metric; empty if there is a problem.
    pub(crate) values: &'a [f64],
    pub(crate) problem: Option<&'a str>,
}

impl Results {
    /// Results without any run.
    pub(crate) fn new(sweep: Arc<Sweep>, share: Share) -> Self {
        let slots = share.slots(sweep.tasks()) as usize;
        let values = vec![0.0; slots * sweep.metrics().len()];
        let (states, problems, halves) = (vec![State::Missing; slots], BTreeMap::new(), BTreeMap::new());
        Self { sweep, share, values, states, problems, halves, done: 0 }
    }

    pub(crate) fn sweep(&self) -> &Arc<Sweep> {
        &self.sweep
    }

    /// Number of runs in the share.
    pub(crate) fn slots(&self) -> u64 {
        self.states.len() as u64
    }

    /// Number of runs that are known.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    pub(crate) fn missing(&self) -> Vec<u64> {
        let slots = self.states.iter().enumerate().filter(|(_, state)| **state == State::Missing);
        slots.map(|(slot, _)| self.share.task_in(slot as u64)).collect()
    }

    pub(crate) fn first_missing(&self) -> Option<String> {
        let slot = self.states.iter().position(|state| *state == State::Missing)?;
        self.sweep.task(self.share.task_in(slot as u64)).map(|task| in_words(&self.sweep, task))
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
        let Some(slot) = self.slot_of(task) else { return false };
        self.fill(slot, State::Done);
        let width = values.len();
        self.values[slot * width..][..width].copy_from_slice(values);
        true
    }

    pub(crate) fn put_problem(&mut self, task: Task, problem: &str) -> bool {
        let Some(slot) = self.slot_of(task) else { return false };
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
        self.states.iter().enumerate().filter(|(_, state)| **state != State::Missing).filter_map(
            move |(slot, state)| {
                let task = self.sweep.task(self.share.task_in(slot as u64))?;
                Some(match state {
                    State::Refused => {
                        let problem = self.problems.get(&(task.point, task.lane)).map(AsRef::as_ref);
                        Line { task, values: &[], problem }
                    }
                    _ => Line { task, values: &self.values[slot * width..][..width], problem: None },
                })
            },
        )
    }

    /// The halves of the measured window of a metric in a lane at a point, from the runs of this call.
    pub(crate) fn halves(&self, Task { point, lane, .. }: Task, metric: usize) -> Option<Halves> {
        self.halves.get(&(point, lane))?.get(metric)?.compared()
    }

    /// Number of values, by point, lane and metric, that are still settling, and number of those for which this is known.
    pub(crate) fn settling(&self) -> (usize, usize) {
        let known = self.halves.values().flatten().filter_map(HalfSums::compared);
        known.fold((0, 0), |(settling, all), it| (settling + usize::from(it.is_settling), all + 1))
    }

    /// Number of runs whose scene is invalid, and the problem of the first.
    pub(crate) fn problems(&self) -> Option<(usize, &str)> {
        let (_, first) = self.problems.first_key_value()?;
        Some((self.states.iter().filter(|state| **state == State::Refused).count(), first))
    }

    /// Adds the runs of another table of the same sweep. The error names a run that both have with different values.
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

/// A run in words: values, lane and seed.
pub(crate) fn in_words(sweep: &Sweep, task: Task) -> String {
    let paths = sweep.varied().map(|(path, _)| path);
    let mut words: Vec<String> =
        paths.zip(sweep.values_at(task.point)).map(|(path, value)| format!("{path}={value}")).collect();
    words.push(format!("lane {}", sweep.lanes()[task.lane]));
    words.push(format!("seed {}", task.seed));
    words.join(", ")
}

/// The problems of a point, as tables write them.
pub(crate) fn problem_text(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The first field in which the definitions of two sweeps differ. With which lane others are compared makes no other table.
pub(crate) fn difference(one: &Sweep, other: &Sweep) -> Option<String> {
    let (one, other) = (one.to_json(), other.to_json());
    let fields = one.as_object()?.keys().chain(other.as_object()?.keys()).filter(|field| *field != "against");
    fields.into_iter().find(|field| one.get(field) != other.get(field)).cloned()
}

/// Finds runs by key. Several runs have one key if two lanes or points have the same meaning.
#[derive(Debug)]
pub(crate) struct ByKey {
    sorted: Vec<(Key, u64)>,
}

impl ByKey {
    pub(crate) fn new(results: &Results) -> Self {
        let (sweep, share) = (results.sweep(), results.share);
        let mut keys = Keys::new(sweep);
        let tasks = (0..results.slots()).map(|slot| share.task_in(slot));
        let mut sorted: Vec<(Key, u64)> =
            tasks.filter_map(|index| Some((keys.of(sweep.task(index)?)?, index))).collect();
        sorted.sort_unstable();
        Self { sorted }
    }

    /// The indices of the runs with a key.
    pub(crate) fn tasks(&self, key: Key) -> impl Iterator<Item = u64> {
        let first = self.sorted.partition_point(|(other, _)| *other < key);
        self.sorted[first..].iter().take_while(move |(other, _)| *other == key).map(|(_, task)| *task)
    }
}

/// The text under which the content of a cell is found.
pub(crate) fn cell_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
