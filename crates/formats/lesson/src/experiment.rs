//! Turns a question or task into the text of a preset file, so that lessons share the code that runs and evaluates
//! presets.

use crate::model::Scene;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::experiment::Preset;
use serde_json::{Value, json};

/// A question about a scene.
pub(crate) struct Asked<'a> {
    pub(crate) scene: &'a Scene,
    pub(crate) lanes: &'a [String],
    pub(crate) seeds: u64,
    /// Path, values and name of the swept setting.
    pub(crate) sweep: Option<(String, Vec<Value>, String)>,
    pub(crate) metrics: Vec<String>,
    pub(crate) claims: Vec<(String, Value)>,
}

impl Asked<'_> {
    pub(crate) fn preset(&self, title: &str) -> Value {
        preset(&self.scene.scenario, self, title)
    }

    /// The preset file for a changed scene.
    pub(crate) fn preset_of(&self, scenario: &Value, title: &str) -> Value {
        preset(scenario, self, title)
    }
}

fn preset(scenario: &Value, asked: &Asked<'_>, title: &str) -> Value {
    let mut experiment = json!({
        "lanes": lanes_of(scenario, &asked.scene.lanes, asked.lanes),
        "seeds": asked.seeds,
        "metrics": asked.metrics,
    });
    if let Some((path, values, name)) = &asked.sweep {
        experiment["sweep"] = json!({ "path": path, "values": values, "name": name });
    }
    if let Some(bins) = &asked.scene.bins {
        experiment["bins"] = bins.clone();
    }
    file(scenario, &experiment, &asked.claims, title)
}

/// A preset file that runs an experiment on a scene and checks claims, whose ids are `O1`, `O2`, ….
pub(crate) fn file(scenario: &Value, experiment: &Value, claims: &[(String, Value)], title: &str) -> Value {
    let claims = claims.iter().enumerate().map(|(place, (text, check))| {
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

/// The lanes of the scene that the question names.
fn lanes_of(scenario: &Value, known: &[String], names: &[String]) -> Vec<Value> {
    let lane_of = |name: &String| {
        let place = known.iter().position(|lane| lane == name)?;
        Some(named(name, scenario["lanes"].get(place)?))
    };
    names.iter().filter_map(lane_of).collect()
}

/// A lane under the name that the lesson uses. The field `name` is omitted if it is just the id of the lane's
/// discipline.
pub(crate) fn named(name: &str, lane: &Value) -> Value {
    let mut lane = lane.clone();
    if lane["aqm"].as_str() != Some(name) {
        lane["name"] = name.into();
    }
    lane
}

/// The problems of the preset that was made from a question or a task, one text each.
pub(crate) fn problems_of(preset: &Value, language: Language) -> Vec<String> {
    let found = Preset::parse_in(preset, language).err().unwrap_or_default();
    let in_words = |path: &str, problem: &str| {
        if path.starts_with("claims") || path.starts_with("experiment.metrics") {
            problem.to_owned()
        } else {
            format!("{path}: {problem}")
        }
    };
    found.iter().map(|it| in_words(&it.path, &it.problem)).collect()
}
