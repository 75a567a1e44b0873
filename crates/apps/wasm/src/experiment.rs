//! Functions for the workers of an experiment.

use crate::{LANGUAGE, parse, refusal};
use chokepoint_engine::experiment::{Experiment as Runs, Job, Preset};
use chokepoint_engine::scenario::Problem;
use wasm_bindgen::prelude::*;

/// A preset with the results of its runs so far. The page holds one to collect results; each worker holds one to make
/// runs.
#[wasm_bindgen]
pub struct Experiment(Runs);

#[wasm_bindgen]
impl Experiment {
    /// Reads an experiment from the text of a preset file.
    #[wasm_bindgen(constructor)]
    pub fn new(preset: &str) -> Result<Experiment, JsValue> {
        let preset = Preset::parse_in(&parse(preset)?, LANGUAGE).map_err(refusal)?;
        Runs::new(preset).map(Experiment).map_err(one)
    }

    /// Plans the runs with seeds 1 to `seeds`, which defaults to the preset's number. Returns the runs as a JSON list
    /// of `{ lane, point, seed }`, with the indices of lane and point.
    pub fn jobs(&mut self, seeds: Option<f64>) -> Result<String, JsValue> {
        serde_json::to_string(&self.0.jobs(seeds.map(|seeds| seeds as u64))).map_err(unwritten)
    }

    /// Executes a run to its end. Returns the JSON text for `add`.
    pub fn run(&self, job: &str) -> Result<String, JsValue> {
        Ok(self.0.run(Job::parse(job).map_err(one)?).map_err(refusal)?.to_text())
    }

    /// Adds a run: either the output of `run`, or the result object of a lane that has not ended yet.
    pub fn add(&mut self, job: &str, result: &str) -> Result<(), JsValue> {
        self.0.add_text(Job::parse(job).map_err(one)?, result).map_err(one)
    }

    /// Removes all runs.
    pub fn forget(&mut self) {
        self.0.forget();
    }

    /// The report so far, as JSON text.
    pub fn report(&self) -> Result<String, JsValue> {
        serde_json::to_string(&self.0.report()).map_err(unwritten)
    }
}

fn unwritten(error: serde_json::Error) -> JsValue {
    JsValue::from_str(&error.to_string())
}

fn one(problem: Problem) -> JsValue {
    refusal(vec![problem])
}
