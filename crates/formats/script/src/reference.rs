//! The reference for those who write scripts, made from what the compiler reads: as tables, and as JSON for an editor.

use crate::functions::{Before, CALLABLES, ENTRIES};
use crate::start::STARTS;
use serde_json::{Value, json};
use std::fmt::Write;

/// What an editor knows before it reads a script: `{ callables, entries, starts }`, all that a script may call and define, and
/// the scripts to start from, the simplest first.
pub fn texts() -> Value {
    let entries: Vec<Value> = ENTRIES
        .iter()
        .map(|(name, count, is_needed, meaning)| {
            json!({ "name": name, "count": count, "is_needed": is_needed, "meaning": meaning })
        })
        .collect();
    let starts: Vec<Value> =
        STARTS.iter().map(|start| json!({ "id": start.id, "twin": start.twin, "text": start.text })).collect();
    json!({ "callables": CALLABLES, "entries": entries, "starts": starts })
}

/// The tables of `docs/scripts.md` as Markdown: the functions that a script defines, and everything that it may call.
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
