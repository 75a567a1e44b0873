//! The cells of a table, and the lookup of the run that a row holds.

use super::super::results::Results;
use super::super::share::Share;
use super::sweep_of;
use chokepoint_sweep::{Sweep, Task};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::Arc;

pub(super) const LANE: &str = "lane";
pub(super) const SEED: &str = "seed";
pub(super) const PROBLEM: &str = "problem";

pub(super) fn titles(sweep: &Sweep) -> Vec<String> {
    let settings = sweep.varied().map(|(path, _)| path.to_owned());
    let metrics = sweep.metrics().iter().map(ToString::to_string);
    settings.chain([LANE.to_owned(), SEED.to_owned()]).chain(metrics).chain([PROBLEM.to_owned()]).collect()
}

#[derive(Clone, Debug)]
pub(super) enum Cell {
    Empty,
    Number(f64),
    Text(String),
}

impl Cell {
    /// The value as text, with which its index on an axis is looked up. Some file formats write a number as `80`,
    /// others as `80.0`; the text is `80.0` for both.
    fn text(&self) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Number(number) => number_text(*number),
            Self::Text(text) => text.parse().map_or_else(|_| text.clone(), number_text),
        }
    }

    fn number(&self) -> Option<f64> {
        match self {
            Self::Empty => Some(f64::NAN),
            Self::Number(number) => Some(*number),
            Self::Text(text) if text.is_empty() => Some(f64::NAN),
            Self::Text(text) => text.parse().ok(),
        }
    }
}

impl From<&Value> for Cell {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Empty,
            Value::String(text) => Self::Text(text.clone()),
            Value::Number(number) => number.as_f64().map_or(Self::Empty, Self::Number),
            other => Self::Text(other.to_string()),
        }
    }
}

/// A number in full precision; equal numbers have the same text.
fn number_text(number: f64) -> String {
    format!("{:?}", number + 0.0)
}

/// For one axis, the index of each of its points. The key is the list of the values of the axis's settings at the
/// point, as texts.
type Places = BTreeMap<Vec<String>, usize>;

/// Adds the rows of a file to the results, by settings, lane and seed.
pub(super) struct Filling {
    results: Results,
    /// For each axis, the columns of its settings in the file, and the indices of its points.
    axes: Vec<(Vec<usize>, Places)>,
    lane: usize,
    lanes: BTreeMap<String, usize>,
    seed: usize,
    metrics: Vec<usize>,
    problem: Option<usize>,
    rows: u64,
    values: Vec<f64>,
}

impl Filling {
    pub(super) fn new(provenance: &Map<String, Value>, titles: &[String]) -> Result<Self, String> {
        let sweep = sweep_of(provenance)?;
        let column = |title: &str| {
            titles.iter().position(|other| other == title).ok_or_else(|| format!("it has no column {title}"))
        };
        let mut axes = Vec::new();
        for axis in sweep.axes() {
            let columns = axis.settings().map(|(path, _)| column(path)).collect::<Result<_, _>>()?;
            let texts = |place: usize| axis.settings().map(|(_, values)| Cell::from(&values[place]).text()).collect();
            axes.push((columns, (0..axis.values.len()).map(|place| (texts(place), place)).collect()));
        }
        let lanes = sweep.lanes().iter().enumerate().map(|(place, name)| (name.clone(), place)).collect();
        let metrics = sweep.metrics().iter().map(|metric| column(&metric.to_string())).collect::<Result<_, _>>()?;
        Ok(Self {
            axes,
            lane: column(LANE)?,
            lanes,
            seed: column(SEED)?,
            metrics,
            problem: column(PROBLEM).ok(),
            rows: 0,
            values: Vec::new(),
            results: Results::new(Arc::new(sweep), Share::WHOLE),
        })
    }

    pub(super) fn put(&mut self, row: &[Cell]) -> Result<(), String> {
        self.rows += 1;
        let number = self.rows;
        let wrong = |problem: &str| format!("its row {number} {problem}");
        let task = self.task(row).ok_or_else(|| wrong("is not a run of its sweep"))?;
        if let Some(Cell::Text(problem)) = self.problem.and_then(|column| row.get(column)).filter(|cell| has_text(cell))
        {
            self.results.put_problem(task, problem);
            return Ok(());
        }
        self.values.clear();
        for &column in &self.metrics {
            let value = row.get(column).and_then(Cell::number);
            self.values.push(value.ok_or_else(|| wrong("has something other than a number for a metric"))?);
        }
        self.results.put_values(task, &self.values);
        Ok(())
    }

    pub(super) fn filled(mut self) -> Results {
        self.results.look();
        self.results
    }

    fn task(&self, row: &[Cell]) -> Option<Task> {
        let mut point = 0;
        for (columns, places) in &self.axes {
            let texts: Option<Vec<String>> = columns.iter().map(|column| Some(row.get(*column)?.text())).collect();
            point = point * places.len() + places.get(&texts?)?;
        }
        let Cell::Text(lane) = row.get(self.lane)? else { return None };
        let lane = *self.lanes.get(lane)?;
        let seed = row.get(self.seed)?.number()?;
        let is_seed = (1.0..=self.results.sweep().seeds() as f64).contains(&seed) && seed.fract() == 0.0;
        is_seed.then_some(Task { point, lane, seed: seed as u64 })
    }
}

fn has_text(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if !text.is_empty())
}
