//! Answers of this crate alone for a page, and their TypeScript: `npm run generate` writes it, a test keeps it fresh.

use chokepoint_engine::border::typescript::{HEAD, json_type};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// The contents of a recording.
#[derive(Debug, Serialize, TS)]
pub struct ToldRecording {
    /// The recorded scene.
    #[ts(type = "Scenario")]
    pub scenario: Value,
    /// The lane of the scene that decided.
    pub lane: usize,
    /// The source of its packets: `linux`, `pcapng`.
    pub origin: String,
    /// The facts known at its start.
    #[ts(type = "Readonly<Record<string, unknown>>")]
    pub facts: Value,
    /// The facts known only at its end; nothing where it was cut off.
    #[ts(type = "Readonly<Record<string, unknown>> | null")]
    pub end: Option<Value>,
    /// How many packets.
    pub packets: usize,
    /// Up to when its packets are known \[s\].
    pub known_until_s: f64,
    /// Whether a replay reached the recorded states; nothing where it was not tried, or where none are recorded.
    pub decided_as_recorded: Option<bool>,
}

/// The contents of a link.
#[derive(Debug, Serialize, TS)]
pub struct DecodedLink {
    /// The scene.
    #[ts(type = "Scenario")]
    pub scenario: Value,
    /// The view of the scene; only the page knows its meaning.
    #[ts(type = "unknown")]
    pub view: Value,
    /// Id of the preset today.
    pub preset: String,
    /// The scene of the preset from which the link differs, where it is another one today.
    #[ts(type = "Scenario | null")]
    pub earlier: Option<Value>,
    /// Version of the engine's numbers with which it was made, where it says so.
    pub numbers: Option<u32>,
}

/// The generated file: its path from the root of the project, and its text.
pub fn generated_file() -> (&'static str, String) {
    let types = [json_type::<ToldRecording>(), json_type::<DecodedLink>()];
    let imports = "import type { Scenario } from './scenario.gen';\n\n";
    ("web/src/core/border/told.gen.ts", format!("{HEAD}{imports}{}", types.concat()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_types_of_the_page_are_fresh() {
        let (path, text) = super::generated_file();
        let there =
            std::fs::read_to_string(format!("{}/../../../{path}", env!("CARGO_MANIFEST_DIR"))).unwrap_or_default();
        assert!(there == text, "{path} is stale; npm run generate writes it");
    }
}
