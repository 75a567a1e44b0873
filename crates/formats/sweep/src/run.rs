//! Executes tasks of a sweep.

use crate::definition::{Sweep, Task};
use chokepoint_engine::Scenario;
use chokepoint_engine::experiment::{self, SceneFacts};
use chokepoint_engine::scenario::Problem;
use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::TS;

/// The result of a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The task.
    pub task: Task,
    /// One value per metric; `None` where the run has none. The error says why the point has no valid scene.
    pub values: Result<Vec<Option<f64>>, Vec<Problem>>,
    /// Values in the two halves of the measured window, per metric. Empty if unknown.
    pub halves: Vec<Option<[f64; 2]>>,
    /// Remarks on the point: settings that are valid but seldom intended. Only the row of the first seed and lane has
    /// them.
    pub remarks: Vec<String>,
}

impl Row {
    /// Parses the JSON of [`Row::to_json`].
    pub fn parse(row: &Value) -> Result<Self, Problem> {
        let number = |field: &str| {
            let given = row[field].as_u64();
            given.ok_or_else(|| Problem::new(format!("row.{field}"), "is not a whole number from 0"))
        };
        let task = Task { point: number("point")? as usize, lane: number("lane")? as usize, seed: number("seed")? };
        let texts = |problem: &Value, field: &str| problem[field].as_str().unwrap_or_default().to_owned();
        let values = match row["values"].as_array() {
            Some(values) => Ok(values.iter().map(Value::as_f64).collect()),
            None => Err(row["problems"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|problem| Problem::new(texts(problem, "path"), texts(problem, "problem")))
                .collect()),
        };
        let half = |pair: &Value| Some([pair[0].as_f64()?, pair[1].as_f64()?]);
        let halves = row["halves"].as_array().into_iter().flatten().map(half).collect();
        let remarks = row["remarks"].as_array().into_iter().flatten();
        let remarks = remarks.filter_map(Value::as_str).map(str::to_owned).collect();
        Ok(Self { task, values, halves, remarks })
    }

    /// The row in the form that the page receives and that files store.
    pub fn written(&self) -> SweepRow<'_> {
        let Task { point, lane, seed } = self.task;
        SweepRow {
            point,
            lane,
            seed,
            values: self.values.as_deref().ok(),
            problems: self.values.as_ref().err().map(Vec::as_slice),
            halves: Some(&self.halves[..]).filter(|halves| !halves.is_empty()),
            remarks: Some(&self.remarks[..]).filter(|remarks| !remarks.is_empty()),
        }
    }

    /// The row as JSON.
    pub fn to_json(&self) -> Value {
        json!(self.written())
    }
}

/// The result of a run in written form: values in the order of the metrics, or the problems of the scene.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct SweepRow<'a> {
    /// Index of the combination of values.
    pub point: usize,
    /// Index of the lane.
    pub lane: usize,
    /// Seed.
    #[ts(type = "number")]
    pub seed: u64,
    /// One value for each metric, `null` where the run has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub values: Option<&'a [Option<f64>]>,
    /// Why the point gives no valid scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub problems: Option<&'a [Problem]>,
    /// Values over the halves of the measured window, in the order of the metrics.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub halves: Option<&'a [Option<[f64; 2]>]>,
    /// Remarks on the point: valid settings that are seldom intended. Only the row of the first lane and seed has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub remarks: Option<&'a [String]>,
}

/// The scene of a point, or its problems.
type SceneOfPoint = Result<(Scenario, SceneFacts), Vec<Problem>>;

/// Executes tasks of a sweep. Tasks in order are fastest, because the scene of the last point is reused.
#[derive(Debug)]
pub struct Runner<'a> {
    sweep: &'a Sweep,
    last: Option<(usize, SceneOfPoint)>,
}

impl<'a> Runner<'a> {
    /// A runner.
    pub fn new(sweep: &'a Sweep) -> Self {
        Self { sweep, last: None }
    }

    /// Executes a run to its end.
    pub fn run(&mut self, task: Task) -> Row {
        let is_first = task.seed == 1 && task.lane == 0;
        let remarks = match self.scene(task.point) {
            Ok((scenario, _)) if is_first => scenario.remarks().iter().map(ToString::to_string).collect(),
            _ => Vec::new(),
        };
        match self.measure(task) {
            Ok(measured) => Row {
                task,
                values: Ok(measured.iter().map(|value| value.whole).collect()),
                halves: measured.iter().map(|value| value.halves).collect(),
                remarks,
            },
            Err(problems) => Row { task, values: Err(problems), halves: Vec::new(), remarks },
        }
    }

    fn measure(&mut self, task: Task) -> Result<Vec<experiment::Value>, Vec<Problem>> {
        let sweep = self.sweep;
        let (scenario, facts) = self.scene(task.point)?;
        let scenario = Scenario { seed: task.seed, ..scenario.clone() };
        experiment::measure(&scenario, task.lane, sweep.metrics(), facts)
    }

    fn scene(&mut self, point: usize) -> Result<&(Scenario, SceneFacts), Vec<Problem>> {
        if self.last.as_ref().is_none_or(|(last, _)| *last != point) {
            let scene = self.sweep.scenario_at(point).map(|scenario| {
                let facts = SceneFacts::of(&scenario);
                (scenario, facts)
            });
            self.last = Some((point, scene));
        }
        match &self.last {
            Some((_, scene)) => scene.as_ref().map_err(Clone::clone),
            None => Err(Vec::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_engine::Simulation;
    use chokepoint_engine::experiment::Metric;

    fn sweep(lanes: Value) -> Sweep {
        let given = json!({
            "scene": {
                "duration_s": 4,
                "lanes": [{ "aqm": "red" }, { "aqm": "choke" }],
                "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno", "count": 3 }],
            },
            "over": [
                { "path": "min_th", "values": [20, 70] },
                { "path": "max_th", "values": [60, 90] },
            ],
            "lanes": lanes,
            "seeds": 2,
            "metrics": ["jain_index", "udp_utilization"],
        });
        Sweep::parse(&given).unwrap()
    }

    #[test]
    fn a_task_gives_the_values_of_a_run_of_its_scene() {
        let sweep = sweep(json!(["red", "choke"]));
        let mut runner = Runner::new(&sweep);
        let task = Task { point: 1, lane: 1, seed: 2 };
        let scene = sweep.scenario_at(1).unwrap().with("seed", json!(2)).unwrap();
        let mut simulation = Simulation::new(&scene, 1).unwrap();
        simulation.advance_to(simulation.end());
        let result = simulation.result();
        let share = result.classes["udp"].throughput_bps / scene.capacity_bps as f64;
        assert_eq!(runner.run(task).values, Ok(vec![result.jain_index, Some(share)]));
        assert_eq!(sweep.metrics()[0], Metric::parse("jain_index").unwrap());
        let row = runner.run(task);
        assert_eq!(Row::parse(&row.to_json()), Ok(row));
    }

    #[test]
    fn values_that_contradict_each_other_are_reported() {
        let sweep = sweep(json!(["red"]));
        let row = Runner::new(&sweep).run(Task { point: 2, lane: 0, seed: 1 });
        let problems = row.values.clone().unwrap_err();
        assert!(problems[0].problem.contains("min_th"), "{problems:?}");
        let row = Row { values: Err(problems), ..row };
        assert_eq!(Row::parse(&row.to_json()), Ok(row.clone()));
        assert_eq!(sweep.key(row.task), None);
    }

    #[test]
    fn the_key_identifies_the_run_and_not_its_position_in_the_sweep() {
        let (both, alone) = (sweep(json!(["red", "choke"])), sweep(json!(["choke"])));
        let key = both.key(Task { point: 0, lane: 1, seed: 1 }).unwrap();
        assert_eq!(Some(&key), alone.key(Task { point: 0, lane: 0, seed: 1 }).as_ref());
        let others = [(0, 0, 1), (1, 1, 1), (0, 1, 2)];
        for (point, lane, seed) in others {
            assert_ne!(Some(&key), both.key(Task { point, lane, seed }).as_ref());
        }
        assert_eq!(key.len(), 32);
    }
}
