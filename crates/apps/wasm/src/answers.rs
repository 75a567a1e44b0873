//! The contents of a recording and of a link, as this crate returns them to the page in JSON.
//!
//! `npm run generate` writes their TypeScript types to `web/src/core/border/told.gen.ts`. The test below fails if that
//! file is out of date.

use chokepoint_engine::border::typescript::{HEAD, json_type};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// The contents of a recording.
#[derive(Debug, Serialize, TS)]
#[ts(rename = "ToldRecording")]
pub struct RecordingContents {
    /// The recorded scene.
    #[ts(type = "Scenario")]
    pub scenario: Value,
    /// Index of the lane whose discipline made the recorded decisions.
    pub lane: usize,
    /// Source of the packets: `linux` or `pcapng`.
    pub origin: String,
    /// Facts known at the start.
    #[ts(type = "Readonly<Record<string, unknown>>")]
    pub facts: Value,
    /// Facts known only at the end; null if the recording was cut off.
    #[ts(type = "Readonly<Record<string, unknown>> | null")]
    pub end: Option<Value>,
    /// Number of packets.
    pub packets: usize,
    /// Time up to which the recording has all packets \[s\].
    pub known_until_s: f64,
    /// Whether a replay reached the recorded states; null if there was no replay, or there are no recorded states.
    pub decided_as_recorded: Option<bool>,
}

/// The contents of a link.
#[derive(Debug, Serialize, TS)]
pub struct DecodedLink {
    /// The scene.
    #[ts(type = "Scenario")]
    pub scenario: Value,
    /// The view of the page, which only the page interprets.
    #[ts(type = "unknown")]
    pub view: Value,
    /// Present id of the preset.
    pub preset: String,
    /// The earlier version of the preset's scene to which the link refers, if the preset has changed since.
    #[ts(type = "Scenario | null")]
    pub earlier: Option<Value>,
    /// Version of the engine's numbers with which the link was made, if the present version gives other results.
    pub numbers: Option<u32>,
}

/// The generated file: path from the root of the project, and text.
pub fn generated_file() -> (&'static str, String) {
    let types = [json_type::<RecordingContents>(), json_type::<DecodedLink>()];
    let imports = "import type { Scenario } from './scenario.gen';\n\n";
    ("web/src/core/border/told.gen.ts", format!("{HEAD}{imports}{}", types.concat()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_generated_types_are_up_to_date() {
        chokepoint_engine::border::typescript::assert_up_to_date(env!("CARGO_MANIFEST_DIR"), super::generated_file());
    }
}
