//! The engine for the browser. Each exported function serves one need of the page; the logic is in the other crates.
//!
//! Scenes, facts, results and reports are passed as JSON text, frames as one block of bytes (see
//! `chokepoint_engine::frame`). A problem is thrown as the JSON text of a list of `{ path, problem }`.
//!
//! The crate makes two packages. `lab`, built without features, plays scenes and is part of the first load. `full` adds
//! experiments, sweeps, lessons, exports, and lanes with scripts.

pub mod answers;
#[cfg(feature = "full")]
mod experiment;
#[cfg(feature = "full")]
mod export;
mod lab;
#[cfg(feature = "full")]
mod lesson;
#[cfg(feature = "full")]
mod screening;
#[cfg(feature = "full")]
mod script;
#[cfg(feature = "full")]
mod sweep;

#[cfg(feature = "full")]
pub use experiment::Experiment;
#[cfg(feature = "full")]
pub use export::{export_scene, scene_with, scene_with_list};
pub use lab::*;
#[cfg(feature = "full")]
pub use lesson::*;
#[cfg(feature = "full")]
pub use screening::Screening;
#[cfg(feature = "full")]
pub use script::*;
#[cfg(feature = "full")]
pub use sweep::Sweep;

use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::Problem;
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

#[cfg(feature = "full")]
pub(crate) const LANGUAGE: Language = chokepoint_script::RHAI;
#[cfg(not(feature = "full"))]
pub(crate) const LANGUAGE: Language = Language::NONE;

pub(crate) fn parse(text: &str) -> Result<Value, JsValue> {
    chokepoint_engine::scenario::json_text::read(text).map_err(refusal)
}

pub(crate) fn refusal(problems: Vec<Problem>) -> JsValue {
    JsValue::from_str(&serde_json::to_string(&problems).unwrap_or_default())
}

/// The value as JSON text; every value of the engine has a JSON form.
pub(crate) fn json_text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
