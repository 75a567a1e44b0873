//! Functions for the workers of a screening, which finds out which settings matter (Morris' elementary effects).

use crate::{LANGUAGE, json_text, parse, refusal};
use chokepoint_sweep::{Row, Screening as Definition};
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// A checked screening. It executes runs, and computes effects from the added rows.
#[wasm_bindgen]
pub struct Screening(Definition);

#[wasm_bindgen]
impl Screening {
    /// Reads a screening from the text of its definition.
    #[wasm_bindgen(constructor)]
    pub fn new(definition: &str) -> Result<Screening, JsValue> {
        Definition::parse_in(&parse(definition)?, LANGUAGE).map(Screening).map_err(refusal)
    }

    /// The varied settings and the metrics, as JSON text.
    pub fn facts(&self) -> String {
        json_text(&self.0.facts())
    }

    /// Executes the runs with these indices to the end. Returns a JSON list of rows.
    pub fn run(&self, tasks: &[f64]) -> Result<String, JsValue> {
        let mut rows = Vec::with_capacity(tasks.len());
        for &task in tasks {
            let task = self.0.task(task as u64);
            let task = task.ok_or_else(|| JsValue::from_str("the screening has no such run"))?;
            rows.push(self.0.run(task).to_json());
        }
        Ok(Value::Array(rows).to_string())
    }

    /// Adds rows, and returns the result of all rows added so far as JSON text.
    pub fn add(&mut self, rows: &str) -> Result<String, JsValue> {
        let rows = chokepoint_engine::scenario::json_text::read(rows).map_err(refusal)?;
        for row in rows.as_array().into_iter().flatten() {
            self.0.add(&Row::parse(row).map_err(|problem| refusal(vec![problem]))?);
        }
        Ok(json_text(&self.0.report_facts()))
    }
}
