//! The engine for the browser: half a dozen coarse calls. It decides nothing.
//!
//! Scenes, facts, results and reports cross as JSON text, frames as one block of bytes (see `chokepoint_engine::frame`). A
//! refusal is thrown as the JSON text of a list of `{ path, problem }`.
//!
//! One crate makes five packages, so that a page that only plays a scene need not load what runs experiments and sweeps, reads lessons or
//! writes scenes for other simulators: the feature `lab` (default) is the first, then `experiment` with
//! `sweep`, `lesson` and `export`. With `script`, which comes on top of all but `export`, lanes may be scripts.

#[cfg(feature = "experiment")]
mod experiment;
#[cfg(feature = "export")]
mod export;
#[cfg(feature = "lab")]
mod lab;
#[cfg(feature = "lesson")]
mod lesson;
#[cfg(feature = "sweep")]
mod screening;
#[cfg(feature = "script")]
mod script;
#[cfg(feature = "sweep")]
mod sweep;

#[cfg(feature = "experiment")]
pub use experiment::Experiment;
#[cfg(feature = "export")]
pub use export::export_scene;
#[cfg(feature = "lab")]
pub use lab::*;
#[cfg(feature = "lesson")]
pub use lesson::*;
#[cfg(feature = "sweep")]
pub use screening::Screening;
#[cfg(feature = "script")]
pub use script::*;
#[cfg(feature = "sweep")]
pub use sweep::Sweep;

use chokepoint_engine::scenario::Problem;
#[cfg(feature = "lab")]
use serde_json::Value;
use wasm_bindgen::prelude::*;

#[cfg(feature = "lab")]
pub(crate) fn parse(text: &str) -> Result<Value, JsValue> {
    chokepoint_engine::scenario::json_text::read(text).map_err(refusal)
}

pub(crate) fn refusal(problems: Vec<Problem>) -> JsValue {
    JsValue::from_str(&serde_json::to_string(&problems).unwrap_or_default())
}
