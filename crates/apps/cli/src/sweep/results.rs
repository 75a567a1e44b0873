//! The results of a sweep's runs, packed: eight bytes a value, so that a million runs fit anywhere.

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
    /// The values of its point contradict each other.
    Refused,
}

/// The runs of a share of a sweep, as far as they are there.
#[derive(Debug)]
pub(crate) struct Results {
    sweep: Arc<Sweep>,
    share: Share,
    /// One for each slot and metric; a run that has no such value has no number.
    values: Vec<f64>,
    states: Vec<State>,
    /// By point and lane: no seed changes them.
    problems: BTreeMap<(usize, usize), Arc<str>>,
    /// By point and lane, then by metric: of the runs that were made now. Tables do not keep the halves of runs.
    halves: BTreeMap<(usize, usize), Vec<HalfSums>>,
    done: u64,
}

/// A run as tables write it.
#[derive(Debug)]
pub(crate) struct Line<'a> {
    pub(crate) task: Task,
    /// Empty where there is a problem.
    pub(crate) values: &'a [f64],
    pub(crate) problem: Option<&'a str>,
}

impl Results {
    /// Nothing is there yet.
    pub(crate) fn new(sweep: Arc<Sweep>, share: Share) -> Self {
        let slots = share.slots(sweep.tasks()) as usize;
        let values = vec![0.0; slots * sweep.metrics().len()];
        let (states, problems, halves) = (vec![State::Missing; slots], BTreeMap::new(), BTreeMap::new());
        Self { sweep, share, values, states, problems, halves, done: 0 }
    }

    pub(crate) fn sweep(&self) -> &Arc<Sweep> {
        &self.sweep
    }

    /// How many runs there will be.
    pub(crate) fn slots(&self) -> u64 {
        self.states.len() as u64
    }

    /// How many are there.
    pub(crate) fn done(&self) -> u64 {
        self.done
    }

    /// The runs that are not there.
    pub(crate) fn missing(&self) -> Vec<u64> {
        let slots = self.states.iter().enumerate().filter(|(_, state)| **state == State::Missing);
        slots.map(|(slot, _)| self.share.task_in(slot as u64)).collect()
    }

    /// The first run that is not there, in words.
    pub(crate) fn first_missing(&self) -> Option<String> {
        let slot = self.states.iter().position(|state| *state == State::Missing)?;
        self.sweep.task(self.share.task_in(slot as u64)).map(|task| in_words(&self.sweep, task))
    }

    /// Puts in a run; false if it is none of ours.
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

    /// The runs that are there, in their order.
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

    /// The halves of the measured window of a metric in a lane at a point, as far as the runs were made now.
    pub(crate) fn halves(&self, Task { point, lane, .. }: Task, metric: usize) -> Option<Halves> {
        self.halves.get(&(point, lane))?.get(metric)?.compared()
    }

    /// How many values of points and lanes are still settling, and of how many this is known.
    pub(crate) fn settling(&self) -> (usize, usize) {
        let known = self.halves.values().flatten().filter_map(HalfSums::compared);
        known.fold((0, 0), |(settling, all), it| (settling + usize::from(it.is_settling), all + 1))
    }

    /// How many runs could not be made, and why the first could not.
    pub(crate) fn problems(&self) -> Option<(usize, &str)> {
        let (_, first) = self.problems.first_key_value()?;
        Some((self.states.iter().filter(|state| **state == State::Refused).count(), first))
    }

    /// Takes over the runs of another table of the same sweep; refuses a run that is there with other values, and names it.
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

/// A run for people: its values, lane and seed.
pub(crate) fn in_words(sweep: &Sweep, task: Task) -> String {
    let axes = sweep.axes().iter().map(|axis| axis.path.as_str());
    let mut words: Vec<String> =
        axes.zip(sweep.values_at(task.point)).map(|(path, value)| format!("{path}={value}")).collect();
    words.push(format!("lane {}", sweep.lanes()[task.lane]));
    words.push(format!("seed {}", task.seed));
    words.join(", ")
}

/// The problems of a point as the table says them.
pub(crate) fn problem_text(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The first field in which two definitions differ.
pub(crate) fn difference(one: &Sweep, other: &Sweep) -> Option<String> {
    let (one, other) = (one.to_json(), other.to_json());
    let fields = one.as_object()?;
    fields.iter().find(|(field, value)| other.get(field) != Some(value)).map(|(field, _)| field.clone())
}

/// Which runs of a sweep have a key: several, where two lanes or points mean the same.
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

    /// The runs with a key, by their places.
    pub(crate) fn tasks(&self, key: Key) -> impl Iterator<Item = u64> {
        let first = self.sorted.partition_point(|(other, _)| *other < key);
        self.sorted[first..].iter().take_while(move |(other, _)| *other == key).map(|(_, task)| *task)
    }
}

/// A value of a setting, or another content of a cell, as the text by which it is found.
pub(crate) fn cell_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
