//! The reference for script authors, generated from the compiler's tables: as Markdown, and as JSON for the editor.

use crate::functions::{Before, CALLABLES, Callable, ENTRIES};
use crate::start::{STARTS, Start};
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write;
use ts_rs::TS;

/// The data of an editor that do not depend on a script.
#[derive(Debug, Serialize, TS)]
pub struct ScriptTexts {
    /// All functions that a script may call.
    pub callables: &'static [Callable],
    /// All functions that a script may define.
    pub entries: Vec<ScriptEntry>,
    /// The scripts to start from, the simplest first.
    pub starts: Vec<ScriptStart>,
}

/// A function that a script may define.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct ScriptEntry {
    /// Name of the function.
    pub name: &'static str,
    /// Number of arguments.
    pub count: usize,
    /// Whether a script must define it.
    pub is_needed: bool,
    /// The moment at which the engine calls the function.
    pub meaning: &'static str,
}

/// A script to start from.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScriptStart {
    /// Id of the script.
    pub id: &'static str,
    /// Id of the native discipline with the same decisions, if there is one.
    pub twin: Option<&'static str>,
    /// The parameters with which this native discipline makes the same decisions, if they differ from its defaults.
    #[ts(type = "Readonly<Record<string, string | number | boolean>>")]
    pub twin_params: Map<String, Value>,
    /// The text.
    pub text: &'static str,
}

/// The data for an editor that has not parsed a script yet.
pub fn texts() -> ScriptTexts {
    let entry = |&(name, count, is_needed, meaning): &_| ScriptEntry { name, count, is_needed, meaning };
    let start = |start: &Start| ScriptStart {
        id: start.id,
        twin: start.twin,
        twin_params: serde_json::from_str(start.twin_params).unwrap_or_default(),
        text: start.text,
    };
    ScriptTexts {
        callables: CALLABLES,
        entries: ENTRIES.iter().map(entry).collect(),
        starts: STARTS.iter().map(start).collect(),
    }
}

/// The tables of `docs/scripts.md` in Markdown: the functions that a script may define, and the functions that it may
/// call.
pub fn tables() -> String {
    let mut out = String::from("| function | called |\n| --- | --- |\n");
    for (name, count, is_needed, meaning) in ENTRIES {
        let argument = if *count == 1 { "packet" } else { "" };
        let needed = if *is_needed { " (needed)" } else { "" };
        let _ = writeln!(out, "| `{name}({argument})`{needed} | {meaning} |");
    }
    const PARTS: [(&str, &[Before]); 7] = [
        ("The arriving packet, chance, time, mathematics", &[Before::Nothing]),
        ("A packet: `packet.…`, `queue.at(i).…`", &[Before::Packet]),
        ("All queues together: `queue.…`", &[Before::Queue]),
        ("A queue: `queue.…` is number 0, `queue.of(k).…` number k", &[Before::AnyQueue]),
        ("A queue of a number alone: `queue.of(k).…`", &[Before::OneQueue]),
        ("The link: `link.…`", &[Before::Link]),
        ("Arrays, maps, ranges: `x.…`", &[Before::Value]),
    ];
    for (title, befores) in PARTS {
        let _ = writeln!(out, "\n**{title}**\n\n| name | meaning |\n| --- | --- |");
        for row in CALLABLES.iter().filter(|row| befores.contains(&row.before)) {
            let is_field = row.before == Before::Packet || (row.before == Before::Link && row.count == (0, 0));
            let call = if is_field { String::new() } else { format!("({})", row.arguments) };
            let _ = writeln!(out, "| `{}{call}` | {} |", row.name, row.meaning);
        }
    }
    out
}
