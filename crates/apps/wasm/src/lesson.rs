//! Reads lessons.

use crate::{LANGUAGE, refusal};
use chokepoint_engine::scenario::json_text;
use chokepoint_lesson::Lesson;
use wasm_bindgen::prelude::*;

/// Parses a lesson from its Markdown text, without running anything. Returns JSON text. `presets` is a JSON list of
/// preset files or scenarios. Problems are thrown as the JSON text of a list of `{ line, problem }`.
#[wasm_bindgen]
pub fn read_lesson(text: &str, presets: &str) -> Result<String, JsValue> {
    let presets = json_text::read(presets).map_err(refusal)?;
    let presets = presets.as_array().map_or(&[][..], Vec::as_slice);
    let thrown = |problems| JsValue::from_str(&serde_json::to_string(&problems).unwrap_or_default());
    let lesson = Lesson::read(text, presets, LANGUAGE).map_err(thrown)?;
    serde_json::to_string(&lesson).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// An evaluation of a reader's script in progress.
#[wasm_bindgen]
pub struct ScriptJudge(chokepoint_lesson::Judge);

#[wasm_bindgen]
impl ScriptJudge {
    /// Begins to evaluate a reader's script for a block `write` of a lesson, in the scene of the block. `scenario` and
    /// `write` are JSON texts from the lesson. A problem of the script is thrown as the JSON text of `{ line, column,
    /// problem }`.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario: &str, write: &str, script: &str) -> Result<ScriptJudge, JsValue> {
        let [scenario, write] = [scenario, write].map(json_text::read);
        let (scenario, write) = (scenario.map_err(refusal)?, write.map_err(refusal)?);
        let write = serde_json::from_value(write).map_err(|error| JsValue::from_str(&error.to_string()))?;
        chokepoint_lesson::Judge::new(&scenario, write, script, LANGUAGE)
            .map(ScriptJudge)
            .map_err(|problem| JsValue::from_str(&serde_json::to_string(&problem).unwrap_or_default()))
    }

    /// Continues over about `max_events` events. Returns the verdict as JSON text, or undefined while the evaluation
    /// continues.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, max_events: u32) -> Option<String> {
        self.0.go_on(max_events.into()).map(|verdict| serde_json::to_string(&verdict).unwrap_or_default())
    }
}
