//! Functions for the workers of a sweep.

use crate::{LANGUAGE, json_text, refusal};
use chokepoint_plot::{Figure, Plot};
use chokepoint_sweep::{Known, Look, Runner, Sweep as Definition, Task};
use wasm_bindgen::prelude::*;

/// A checked sweep, whose runs can be executed in any order.
#[wasm_bindgen]
pub struct Sweep(Definition);

#[wasm_bindgen]
impl Sweep {
    /// Reads a sweep from the text of its definition.
    #[wasm_bindgen(constructor)]
    pub fn new(definition: &str) -> Result<Sweep, JsValue> {
        Definition::parse_text_in(definition, LANGUAGE).map(Sweep).map_err(refusal)
    }

    /// The varied settings and the metrics, as JSON text.
    pub fn facts(&self) -> String {
        json_text(&self.0.facts())
    }

    /// The definition with every value listed, as JSON text.
    pub fn definition(&self) -> String {
        self.0.to_json().to_string()
    }

    /// The scene at a point, as JSON text.
    pub fn scene(&self, point: f64) -> Result<String, JsValue> {
        let scene = self.0.scenario_at(self.point(point)?).map_err(refusal)?;
        Ok(scene.to_json().to_string())
    }

    /// The key of a run; undefined if the settings of the run contradict each other.
    pub fn key(&self, task: f64) -> Result<Option<String>, JsValue> {
        Ok(self.0.key(self.task(task)?))
    }

    /// Executes runs to the end. Returns a JSON list of rows in the given order. Consecutive runs of the same point are
    /// faster.
    pub fn run(&self, tasks: &[f64]) -> Result<String, JsValue> {
        let mut runner = Runner::new(&self.0);
        let mut rows = Vec::with_capacity(tasks.len());
        for &task in tasks {
            rows.push(runner.run(self.task(task)?).to_json());
        }
        Ok(serde_json::Value::Array(rows).to_string())
    }

    /// Computes how many seeds points need, as a JSON list of `SeedsOfPoint`. `seeds` has a number n for each point:
    /// the runs with the seeds 1 to n are made in all lanes. `values` has the metric of `until` for these runs, ordered
    /// by point, lane and seed. It is NaN for a run without a value.
    pub fn look(&self, points: &[f64], seeds: &[f64], values: &[f64]) -> Result<String, JsValue> {
        let lanes = self.0.lanes().len();
        let wrong = || JsValue::from_str("the values do not belong to these points and seeds");
        let (mut looks, mut rest): (Vec<Look>, _) = (Vec::with_capacity(points.len()), values);
        for (place, &point) in points.iter().enumerate() {
            let (point, made) = (self.point(point)?, *seeds.get(place).ok_or_else(wrong)? as usize);
            let (own, others) = rest.split_at_checked(lanes * made).ok_or_else(wrong)?;
            rest = others;
            looks.push(self.0.look(point, 0, |Task { lane, seed, .. }| {
                let place = seed as usize - 1;
                if place < made { Known::Value(own[lane * made + place]) } else { Known::Missing }
            }));
        }
        Ok(json_text(&looks))
    }

    /// Draws a figure of the runs with these indices, as JSON text of `PlotTexts`. `values` has one value for each run
    /// and metric, NaN where a run has none. Runs that are `refused` have no values, because their settings contradict
    /// each other.
    pub fn plot(&self, figure: &str, tasks: &[f64], values: &[f64], refused: &[f64]) -> Result<String, JsValue> {
        let figure = Figure::parse_text(figure).map_err(refusal)?;
        let rows = values.chunks_exact(self.0.metrics().len().max(1));
        if rows.len() != tasks.len() {
            return Err(JsValue::from_str("the runs have other metrics than the sweep"));
        }
        let measured = tasks.iter().zip(rows);
        let all = measured.chain(refused.iter().map(|task| (task, &[] as &[f64])));
        let runs = all.map(|(&task, values)| Ok((self.task(task)?, values))).collect::<Result<Vec<_>, JsValue>>()?;
        let plot = Plot::new(&self.0, &figure, runs).map_err(refusal)?;
        Ok(json_text(&plot.texts()))
    }

    fn task(&self, index: f64) -> Result<Task, JsValue> {
        self.0.task(index as u64).ok_or_else(|| JsValue::from_str("the sweep has no such run"))
    }

    fn point(&self, point: f64) -> Result<usize, JsValue> {
        let point = point as usize;
        if point < self.0.points() { Ok(point) } else { Err(JsValue::from_str("the sweep has no such point")) }
    }
}
