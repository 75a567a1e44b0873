//! What an editor of scripts needs beside the lab.

use chokepoint_engine::discipline::scripted::ScriptProblem;
use chokepoint_script::check::Check;
use chokepoint_script::start::STARTS;
use chokepoint_script::{CALLABLES, ENTRIES, describe};
use serde_json::{Value, json};
use wasm_bindgen::prelude::*;

/// Lets scenes have lanes that are scripts; the package does so as it is loaded.
#[wasm_bindgen(start)]
pub fn begin() {
    chokepoint_script::install();
}

/// What a script declares, as JSON text: `{ about, lines, reasons }`. What is wrong with it is thrown as the JSON text of
/// `{ line, column, problem }`.
#[wasm_bindgen(js_name = describeScript)]
pub fn describe_script(text: &str) -> Result<String, JsValue> {
    describe(text).map(|told| told.to_string()).map_err(|problem| refused(&problem))
}

/// Everything that a script may call and define, as JSON text: `{ callables, entries }`.
#[wasm_bindgen(js_name = scriptReference)]
pub fn script_reference() -> String {
    let entries: Vec<Value> = ENTRIES
        .iter()
        .map(|(name, count, is_needed, meaning)| {
            json!({ "name": name, "count": count, "is_needed": is_needed, "meaning": meaning })
        })
        .collect();
    json!({ "callables": CALLABLES, "entries": entries }).to_string()
}

/// The scripts to start from, the simplest first, as JSON text: a list of `{ id, twin, text }`.
#[wasm_bindgen(js_name = scriptStarts)]
pub fn script_starts() -> String {
    let starts: Vec<Value> =
        STARTS.iter().map(|start| json!({ "id": start.id, "twin": start.twin, "text": start.text })).collect();
    Value::from(starts).to_string()
}

/// A check of a script in the making.
#[wasm_bindgen]
pub struct ScriptCheck(Check);

#[wasm_bindgen]
impl ScriptCheck {
    /// A check over so many small scenes.
    #[wasm_bindgen(constructor)]
    pub fn new(text: &str, scenes: u32) -> Result<ScriptCheck, JsValue> {
        Check::new(text, scenes.into()).map(ScriptCheck).map_err(|problem| refused(&problem))
    }

    /// Goes on over so many scenes: what came of it as JSON text `{ scenes, packets, broken }`, or nothing while it is under
    /// way.
    #[wasm_bindgen(js_name = goOn)]
    pub fn go_on(&mut self, scenes: u32) -> Option<String> {
        self.0.go_on(scenes.into()).map(|checked| serde_json::to_string(&checked).unwrap_or_default())
    }
}

fn refused(problem: &ScriptProblem) -> JsValue {
    JsValue::from_str(&serde_json::to_string(problem).unwrap_or_default())
}
