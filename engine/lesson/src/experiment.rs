//! A question or a task as the text of a preset file: what runs and judges presets runs and judges lessons too.

use crate::model::Scene;
use chokepoint_engine::experiment::Preset;
use serde_json::{Value, json};

/// What is asked of a scene.
pub(crate) struct Asked<'a> {
    pub(crate) scene: &'a Scene,
    /// Ids of the disciplines that are run.
    pub(crate) lanes: &'a [String],
    pub(crate) seeds: u64,
    /// Path, values and name of the setting that is varied.
    pub(crate) sweep: Option<(String, Vec<Value>, String)>,
    /// Metrics that are reported.
    pub(crate) metrics: Vec<String>,
    /// Statements with their checks.
    pub(crate) claims: Vec<(String, Value)>,
}

impl Asked<'_> {
    /// The preset file.
    pub(crate) fn preset(&self, title: &str) -> Value {
        preset(&self.scene.scenario, self, title)
    }

    /// The same of a scene that has been changed.
    pub(crate) fn preset_of(&self, scenario: &Value, title: &str) -> Value {
        preset(scenario, self, title)
    }
}

fn preset(scenario: &Value, asked: &Asked<'_>, title: &str) -> Value {
    let mut experiment = json!({
        "lanes": lanes_of(scenario, asked.lanes),
        "seeds": asked.seeds,
        "metrics": asked.metrics,
    });
    if let Some((path, values, name)) = &asked.sweep {
        experiment["sweep"] = json!({ "path": path, "values": values, "name": name });
    }
    if let Some(bins) = &asked.scene.bins {
        experiment["bins"] = bins.clone();
    }
    let claims = asked.claims.iter().enumerate().map(|(place, (text, check))| {
        json!({ "id": format!("O{}", place + 1), "text": text, "origin": "ours", "outlook": "open", "check": check })
    });
    json!({
        "document": { "id": "lesson", "title": title, "citation": title, "place": "question" },
        "lesson": title,
        "experiment": experiment,
        "claims": claims.collect::<Vec<_>>(),
        "scenario": scenario,
    })
}

/// Those lanes of the scene alone of which the question speaks.
fn lanes_of(scenario: &Value, names: &[String]) -> Vec<Value> {
    let lanes = scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let lane_of = |name: &String| lanes.iter().find(|lane| lane["aqm"].as_str() == Some(name)).cloned();
    names.iter().filter_map(lane_of).collect()
}

/// What is wrong with a question, in words, once it stands as a preset.
pub(crate) fn problems_of(preset: &Value) -> Vec<String> {
    let found = Preset::parse(preset).err().unwrap_or_default();
    let in_words = |path: &str, problem: &str| {
        if path.starts_with("claims") || path.starts_with("experiment.metrics") {
            problem.to_owned()
        } else {
            format!("{path}: {problem}")
        }
    };
    found.iter().map(|it| in_words(&it.path, &it.problem)).collect()
}
