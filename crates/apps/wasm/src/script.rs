//! Functions for the page's script editor: description, check and translation of a script.

use crate::json_text;
use chokepoint_engine::discipline::scripted::ScriptProblem;
use chokepoint_script::check::Check;
use chokepoint_script::{Script, describe};
use chokepoint_translate::{Simulator, translation};
use wasm_bindgen::prelude::*;

/// The declarations of a script as JSON text: `{ about, lines, reasons }`. A problem is thrown as the JSON text of `{ line, column,
/// problem }`.
#[wasm_bindgen(js_name = describeScript)]
pub fn describe_script(text: &str) -> Result<String, JsValue> {
    describe(text).map(|description| json_text(&description)).map_err(|problem| refused(&problem))
}

/// A check of a script in progress.
#[wasm_bindgen]
pub struct ScriptCheck(Check);

#[wasm_bindgen]
impl ScriptCheck {
    /// Begins a check over `scenes` small scenes.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, scenes: u32) -> Result<ScriptCheck, JsValue> {
        Check::new(text, scenes.into()).map(ScriptCheck).map_err(|problem| refused(&problem))
    }

    /// Runs up to `scenes` further scenes. Returns JSON text `{ scenes, packets, broken }`, or undefined while the
    /// check continues.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, scenes: u32) -> Option<String> {
        self.0.go_on(scenes.into()).map(|checked| serde_json::to_string(&checked).unwrap_or_default())
    }
}

/// Translates a script to a discipline of another simulator (`ns-2` or `ns-3`). Returns JSON text `{ text, refused: [{ line,
/// column, problem }], file_name }`. Problems are thrown as by `describeScript`.
#[wasm_bindgen(js_name = translateScript)]
pub fn translate_script(text: &str, simulator: &str) -> Result<String, JsValue> {
    let script = Script::read(text).map_err(|problem| refused(&problem))?;
    let simulator =
        Simulator::of(simulator).ok_or_else(|| JsValue::from_str(&format!("{simulator}: no such simulator")))?;
    Ok(serde_json::to_string(&translation(&script, simulator)).unwrap_or_default())
}

fn refused(problem: &ScriptProblem) -> JsValue {
    JsValue::from_str(&serde_json::to_string(problem).unwrap_or_default())
}
