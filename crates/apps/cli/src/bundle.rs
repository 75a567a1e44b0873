//! Bundles: a scene with its results. The page writes and reads the same format (`web/src/core/save/bundle.ts`).

use crate::failure::Failure;
use crate::scenario_source::read_text;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::scenario::{Problem, json_text};
use chokepoint_engine::schema::BUNDLE_SCHEMA;
use chokepoint_engine::{NUMBERS, Scenario};
use chokepoint_scenes::files;
use chokepoint_script::RHAI;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::Path;

/// Size limit for reading a bundle \[bytes\]. A bundle holds a result for every flow of every lane. The page has the
/// same limit.
const MAX_BUNDLE_BYTES: u64 = 64 * 1024 * 1024;

/// Writes the scene and its results, one per lane.
pub(crate) fn write(
    file: &Path,
    replace: bool,
    scenario: &Scenario,
    results: &[RunResult],
    link: Option<&str>,
) -> Result<(), Failure> {
    let results: Vec<Value> = results.iter().map(timeless).collect();
    let lanes: Vec<Value> = scenario
        .lanes
        .iter()
        .zip(&results)
        .map(|(_, result)| json!({ "aqm": result["aqm"], "result": result }))
        .collect();
    let bundle = Bundle {
        chokepoint_bundle: BUNDLE_SCHEMA,
        link,
        engine_version: env!("CARGO_PKG_VERSION"),
        numbers: NUMBERS,
        seed: scenario.seed,
        scenario: scenario.to_json(),
        results_hash: hash_of(&results),
        lanes,
    };
    files::write_whole::<io::Error>(file, replace, |out| {
        serde_json::to_writer_pretty(&mut *out, &bundle)?;
        out.write_all(b"\n")
    })?;
    Ok(())
}

/// The fields of a bundle, in file order: the format name comes first.
#[derive(serde::Serialize)]
struct Bundle<'a> {
    chokepoint_bundle: u32,
    link: Option<&'a str>,
    engine_version: &'a str,
    numbers: u32,
    seed: u64,
    scenario: Value,
    results_hash: String,
    lanes: Vec<Value>,
}

/// A bundle with its checked scene.
pub(crate) struct ReadBundle {
    pub(crate) scenario: Scenario,
    pub(crate) engine_version: String,
    pub(crate) numbers: u64,
    pub(crate) link: Option<String>,
    pub(crate) results_hash: Option<String>,
    /// For each lane, the id of its discipline and its result object.
    pub(crate) lanes: Vec<(String, Value)>,
}

/// Reads a bundle. Error messages name the file.
pub(crate) fn read(file: &str) -> Result<ReadBundle, Failure> {
    let bundle = json_text::read(&read_text(file, MAX_BUNDLE_BYTES)?)?;
    let wrong = |path: &str, is_not: &str| {
        let given = bundle.get(path).map_or_else(|| "is missing".to_owned(), |given| format!("is {}", quoted(given)));
        Failure::from(vec![Problem::new(path, format!("{given}; it must be {is_not}"))])
    };
    let text = |path: &str| bundle[path].as_str().map(str::to_owned);
    if bundle["chokepoint_bundle"].as_u64() != Some(u64::from(BUNDLE_SCHEMA)) {
        return Err(wrong("chokepoint_bundle", &format!("{BUNDLE_SCHEMA}, the version that this program reads")));
    }
    let lanes = bundle["lanes"].as_array().ok_or_else(|| wrong("lanes", "a list"))?;
    let lanes: Option<Vec<_>> =
        lanes.iter().map(|lane| Some((lane["aqm"].as_str()?.to_owned(), lane.get("result")?.clone()))).collect();
    Ok(ReadBundle {
        scenario: Scenario::parse_in(bundle.get("scenario").ok_or_else(|| wrong("scenario", "a scene"))?, RHAI)?,
        engine_version: text("engine_version").ok_or_else(|| wrong("engine_version", "text"))?,
        numbers: bundle["numbers"].as_u64().ok_or_else(|| wrong("numbers", "a whole number"))?,
        link: text("link"),
        results_hash: text("results_hash"),
        lanes: lanes.ok_or_else(|| wrong("lanes", "a list of { aqm, result }"))?,
    })
}

/// Formats a value for a message. Long values are shortened; lists and objects are only described.
fn quoted(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        Value::Object(_) => "an object".into(),
        _ => {
            let text = value.to_string();
            if text.chars().count() > 60 { text.chars().take(60).chain(['…']).collect() } else { text }
        }
    }
}

/// A result whose wall-clock time is set to null, because two runs of one scene take different times.
pub(crate) fn timeless(result: &RunResult) -> Value {
    without_wall_time(json!(result))
}

fn without_wall_time(mut result: Value) -> Value {
    if let Some(wall_s) = result.pointer_mut("/cost/wall_s") {
        *wall_s = Value::Null;
    }
    result
}

/// SHA-256 over the list of results in the canonical form of RFC 8785, which other programs can reproduce.
pub(crate) fn hash_of<'a>(results: impl IntoIterator<Item = &'a Value>) -> String {
    let results: Vec<Value> = results.into_iter().cloned().map(without_wall_time).collect();
    // This cannot fail: all numbers in a result have a canonical form.
    let canonical = serde_json_canonicalizer::to_vec(&results).unwrap_or_default();
    format!("sha256:{:x}", Sha256::digest(canonical))
}

/// A value that differs between the file and the new run.
#[derive(serde::Serialize)]
pub(crate) struct Difference {
    pub(crate) path: String,
    pub(crate) in_file: String,
    pub(crate) here: String,
}

/// Result fields excluded from the comparison: the program version and how long the run took.
const NOT_COMPARED: [&str; 2] = ["engine", "cost.wall_s"];

/// Compares the result values in a bundle with those of a new run. Returns the number of compared values, and the
/// differences. Values missing from the bundle are skipped.
pub(crate) fn compare(in_file: &Value, here: &Value) -> (usize, Vec<Difference>) {
    let mut compared = Compared::default();
    compared.walk("", Some(in_file), Some(here));
    (compared.count, compared.differences)
}

#[derive(Default)]
struct Compared {
    count: usize,
    differences: Vec<Difference>,
}

impl Compared {
    fn walk(&mut self, path: &str, in_file: Option<&Value>, here: Option<&Value>) {
        if NOT_COMPARED.contains(&path) {
            return;
        }
        let below = |step: &str| if path.is_empty() { step.to_owned() } else { format!("{path}.{step}") };
        match (in_file, here) {
            (Some(Value::Array(one)), Some(Value::Array(other))) if one.len() == other.len() => {
                for (place, (one, other)) in one.iter().zip(other).enumerate() {
                    self.walk(&below(&place.to_string()), Some(one), Some(other));
                }
            }
            (Some(Value::Object(one)), Some(Value::Object(other))) => {
                for (name, value) in one {
                    self.walk(&below(name), Some(value), other.get(name));
                }
            }
            (one, other) => {
                self.count += 1;
                if !is_same(one, other) {
                    let named = |value: Option<&Value>| value.map_or_else(|| "missing".into(), quoted);
                    self.differences.push(Difference {
                        path: path.to_owned(),
                        in_file: named(one),
                        here: named(other),
                    });
                }
            }
        }
    }
}

/// Whether two values are equal. Notation does not matter: the page writes `2` for `2.0`.
fn is_same(one: Option<&Value>, other: Option<&Value>) -> bool {
    match (one, other) {
        (Some(Value::Number(one)), Some(Value::Number(other))) => one == other || one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_at_any_path_and_in_any_notation() {
        let in_file = json!({ "engine": "old", "a": [1, 2.0, { "b": null }], "cost": { "wall_s": 7, "events": 3 } });
        let mut here =
            json!({ "engine": "new", "a": [1.0, 2, { "b": null }], "cost": { "wall_s": null, "events": 3 } });
        here["more"] = 1.into();
        let (count, differences) = compare(&in_file, &here);
        assert!(count == 4 && differences.is_empty());
        here["a"][2]["b"] = 0.into();
        here["cost"] = json!({});
        let differences: Vec<_> =
            compare(&in_file, &here).1.into_iter().map(|it| (it.path, it.in_file, it.here)).collect();
        let texts = |[path, one, other]: [&str; 3]| (path.to_owned(), one.to_owned(), other.to_owned());
        assert_eq!(differences, [["a.2.b", "null", "0"], ["cost.events", "3", "missing"]].map(texts));
        here["a"] = json!([]);
        assert_eq!(compare(&in_file, &here).1[0].here, "a list of 0");
    }

    #[test]
    fn the_hash_equals_the_sha256_of_the_canonical_json() {
        // printf '%s' '[{"a":2,"b":[1e-7,0,1e+21]}]' | sha256sum
        let results = [json!({ "b": [1e-7, 0.0, 1e21], "a": 2.0 })];
        assert_eq!(hash_of(&results), "sha256:e233c038c4ac068850e40d263fc7b5f333ca2cf385a5ecd5c57c4c361b5c2bf3");
    }
}
