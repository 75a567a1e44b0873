//! Functions for the workers of an experiment.

use crate::{LANGUAGE, parse, refusal};
use chokepoint_engine::experiment::{Experiment as Runs, Job, Preset};
use chokepoint_engine::scenario::Problem;
use wasm_bindgen::prelude::*;

/// A preset with its runs so far. One of them gathers; as many as there are cores run.
#[wasm_bindgen]
pub struct Experiment(Runs);

#[wasm_bindgen]
impl Experiment {
    /// An experiment, from the text of a preset file.
    #[wasm_bindgen(constructor)]
    pub fn new(preset: &str) -> Result<Experiment, JsValue> {
        let preset = Preset::parse_in(&parse(preset)?, LANGUAGE).map_err(refusal)?;
        Runs::new(preset).map(Experiment).map_err(one)
    }

    /// Asks for the seeds 1 to `seeds`, or as many as the preset says: the runs that this takes, as a JSON list of
    /// `{ lane, point, seed }`, lane and point by their places.
    pub fn jobs(&mut self, seeds: Option<f64>) -> Result<String, JsValue> {
        serde_json::to_string(&self.0.jobs(seeds.map(|seeds| seeds as u64))).map_err(unwritten)
    }

    /// Makes a run to its end: JSON text for `add`.
    pub fn run(&self, job: &str) -> Result<String, JsValue> {
        Ok(self.0.run(Job::parse(job).map_err(one)?).map_err(refusal)?.to_text())
    }

    /// Takes a run into account: the result of `run`, or the result object of a lane that is still running.
    pub fn add(&mut self, job: &str, result: &str) -> Result<(), JsValue> {
        self.0.add_text(Job::parse(job).map_err(one)?, result).map_err(one)
    }

    /// Forgets every run.
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
