//! Reads lessons.

use crate::refusal;
use chokepoint_engine::scenario::json_text;
use chokepoint_lesson::Lesson;
use wasm_bindgen::prelude::*;

/// Reads a lesson from its Markdown text, without running anything: JSON text. `presets` is a JSON list of preset files or scenarios.
/// What is wrong is thrown as the JSON text of a list of `{ line, problem }`.
#[wasm_bindgen]
pub fn read_lesson(text: &str, presets: &str) -> Result<String, JsValue> {
    let presets = json_text::read(presets).map_err(refusal)?;
    let presets = presets.as_array().map_or(&[][..], Vec::as_slice);
    let told = |problems| JsValue::from_str(&serde_json::to_string(&problems).unwrap_or_default());
    let lesson = Lesson::read(text, presets).map_err(told)?;
    serde_json::to_string(&lesson).map_err(|error| JsValue::from_str(&error.to_string()))
}
