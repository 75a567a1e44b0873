//! The caption: what is drawn, over how many runs, and where the numbers come from.

use crate::columns::{Source, Words, upper_case_first};
use crate::data::Data;
use crate::figure::{Figure, Interval, Kind};
use chokepoint_engine::NUMBERS;
use chokepoint_engine::measure::statistics::FAMILY_ERROR;
use chokepoint_sweep::Sweep;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// Number of hexadecimal digits of the hash that a caption shows.
const HASH_DIGITS: usize = 12;

/// The hash of a sweep's definition, in hexadecimal: SHA-256 of its JSON with sorted fields and without spaces.
/// `figures` are left out, because they do not change the table.
pub fn definition_hash(sweep: &Sweep) -> String {
    let mut definition = sweep.to_json();
    definition.as_object_mut().and_then(|fields| fields.remove("figures"));
    let digest = Sha256::digest(definition.to_string());
    let mut text = String::with_capacity(2 * digest.len());
    for byte in digest {
        // Writing to a string never fails.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// One sentence on what is drawn.
pub(crate) fn title(sweep: &Sweep, figure: &Figure, data: &Data) -> String {
    let words = Words(&figure.names);
    let over = match data.x.column.source {
        Source::Lane => "lanes".to_owned(),
        Source::Number => format!("the number of the {}", data.x.column.name),
        _ => data.x.column.path.clone(),
    };
    let what = match (figure.kind, data.against) {
        (Kind::Differences, Some(against)) => {
            format!("{} minus that of {}", data.name.clone(), words.lane(&sweep.lanes()[against]))
        }
        _ => data.name.clone(),
    };
    format!("{} over {over}", upper_case_first(&what))
}

/// The caption, one sentence per line.
pub(crate) fn caption(sweep: &Sweep, figure: &Figure, data: &Data) -> String {
    let mut lines = vec![format!("{}.", title(sweep, figure, data))];
    let paths = |role: &str, paths: Vec<&str>| (!paths.is_empty()).then(|| format!("{role}: {}.", paths.join(", ")));
    lines.extend(paths("By", data.by.iter().map(|used| used.column.path.as_str()).collect()));
    lines.extend(paths("Panels", data.facet.iter().map(|used| used.column.path.as_str()).collect()));
    for (column, keys) in &data.fixed {
        let keys: Vec<String> = keys.iter().map(|key| key.text.clone()).collect();
        lines.push(format!("Only {} = {}.", column.path, keys.join(", ")));
    }
    lines.push(statistics(figure, data));
    if data.without > 0 {
        lines.push(format!("{} runs have no value and are left out.", data.without));
    }
    if data.refused > 0 {
        lines.push(format!(
            "{} combinations of a seed and values that contradict each other are not valid scenes.",
            data.refused
        ));
    }
    if data.missing > 0 {
        lines.push(format!("{} runs are missing in the table.", data.missing));
    }
    lines.push(scene(sweep));
    let hash = definition_hash(sweep);
    lines.push(format!(
        "Chokepoint {}, numbers {NUMBERS}, definition {}.",
        env!("CARGO_PKG_VERSION"),
        &hash[..HASH_DIGITS]
    ));
    lines.join("\n")
}

fn statistics(figure: &Figure, data: &Data) -> String {
    let runs = match data.counts {
        [fewest, most] if fewest == most => format!("{most}"),
        [fewest, most] => format!("{fewest} to {most}"),
    };
    let seeds = if data.counts == [1, 1] { "seed" } else { "seeds" };
    let is_single = data.counts == [1, 1];
    match (figure.kind, figure.interval) {
        (Kind::Box, _) => format!(
            "Boxes: quartiles and median of {runs} {seeds}; whiskers: last values within 1.5 times the box (Tukey); mark: mean."
        ),
        (Kind::Differences, interval) => {
            let shown = if interval == Interval::None { "" } else { " with their 95 % intervals (Student)" };
            format!(
                "Mean differences over {runs} common {seeds}{shown}; filled: differs from 0, p below {FAMILY_ERROR} by Student's paired \
                 test after Holm's correction over {} comparisons.",
                data.comparisons
            )
        }
        (Kind::Curves, _) if is_single => "Single runs of 1 seed.".into(),
        (Kind::Curves, Interval::Student) => format!("Means of {runs} {seeds} with their 95 % intervals (Student)."),
        (Kind::Curves, Interval::Quartiles) => format!("Medians of {runs} {seeds} with their quartiles."),
        (Kind::Curves, Interval::None) => format!("Means of {runs} {seeds}."),
    }
}

/// The scene and its measured window.
fn scene(sweep: &Sweep) -> String {
    if sweep.varied().any(|(path, _)| path == "scene") {
        return "Several scenes, each with its measured window.".into();
    }
    let scenario = sweep.scenario();
    let name = if scenario.id.is_empty() { String::new() } else { format!(" {}", scenario.id) };
    let changes = |path: &str| {
        sweep.varied().any(|(varied, _)| varied == path) || sweep.derived().any(|setting| setting.path == path)
    };
    let (from_s, until_s) = (scenario.measured_from.secs(), scenario.duration.secs());
    let window = match (changes("measured_from_s"), changes("duration_s")) {
        (false, false) => format!("measured from {from_s} s to {until_s} s"),
        (false, true) => format!("measured from {from_s} s to the end, which varies"),
        (true, _) => "measured from a moment that varies".to_owned(),
    };
    format!("Scene{name}, {window}.")
}
