//! Writes scenes for other simulators, and changes scenes that are not running.

use crate::{LANGUAGE, refusal};
use chokepoint_engine::Scenario;
use chokepoint_engine::scenario::Problem;
use chokepoint_export::{Target, export};
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// Exports a lane of a scene for `ns-2`, `ns-3` or `tc`, as JSON text of `{ text, losses, file_name }`. Problems, and parts that
/// the target cannot express, are thrown as the JSON text of a list of `{ path, problem }`.
#[wasm_bindgen]
pub fn export_scene(target: &str, scenario: &str, lane: usize) -> Result<String, JsValue> {
    let of_target = || refusal(vec![Problem::new("target", format!("{target:?} is not one of ns-2, ns-3, tc"))]);
    let target = Target::of(target).ok_or_else(of_target)?;
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    let export = export(target, &scenario, lane).map_err(refusal)?;
    serde_json::to_string(&export).map_err(|error| JsValue::from_str(&error.to_string()))
}

/// The scene, as JSON text, with changed settings. `changes` is JSON text, a list of `[path, value]`. After a change of transport
/// or source, settings of the flows that no longer apply are removed. Problems are thrown as the JSON text of a list of
/// `{ path, problem }`.
#[wasm_bindgen]
pub fn scene_with(scenario: &str, changes: &str) -> Result<String, JsValue> {
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    let changes: Vec<(String, Value)> =
        serde_json::from_str(changes).map_err(|error| JsValue::from_str(&error.to_string()))?;
    let changes = changes.iter().map(|(path, value)| (path.as_str(), value.clone()));
    Ok(scenario.with_all(changes).map_err(refusal)?.to_json().to_string())
}

/// The scene, as JSON text, with another source for a group of flows, configured by the list of pairs in the text of a file.
/// Problems are thrown as the JSON text of a list of `{ path, problem }`.
#[wasm_bindgen]
pub fn scene_with_list(scenario: &str, group: usize, source: &str, text: &str) -> Result<String, JsValue> {
    let scenario = Scenario::parse_text_in(scenario, LANGUAGE).map_err(refusal)?;
    Ok(scenario.with_list(group, source, text).map_err(refusal)?.to_json().to_string())
}
