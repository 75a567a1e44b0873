//! Scenes to export, and programs to run them. Also used by the tests of `chokepoint-translate`.

use chokepoint_engine::Scenario;
use chokepoint_export::{Export, Target};
use chokepoint_script::start::STARTS;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

/// The scenario of a preset under one discipline, with changed settings.
pub(crate) fn preset(id: &str, aqm: &str, changes: &[(&str, Value)]) -> Scenario {
    let text = fs::read_to_string(repository().join(format!("presets/{id}.json"))).expect("a preset");
    let mut json: Value = serde_json::from_str(&text).expect("JSON");
    let mut scenario = json["scenario"].take();
    scenario["lanes"] = json!([{ "aqm": aqm }]);
    let scenario = Scenario::parse(&scenario).expect("a right scene");
    changes.iter().fold(scenario, |scene, (path, value)| scene.with(path, value.clone()).expect("a right change"))
}

/// The scene with a script as its only lane. The script is one of the start scripts, which imitate native disciplines.
pub(crate) fn scripted(scene: &Scenario, start: &str, params: Value) -> Scenario {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let scene = Scenario { language: chokepoint_script::RHAI, ..scene.clone() };
    scene.with("lanes", json!([{ "aqm": "script", "script": text, "params": params }])).expect("a right scene")
}

pub(crate) fn exported(target: Target, scenario: &Scenario) -> Export {
    chokepoint_export::export(target, scenario, 0).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Whether tests that take minutes should run.
pub(crate) fn is_thorough() -> bool {
    std::env::var_os("CHOKEPOINT_THOROUGH").is_some()
}

/// The path of a program. If it is not installed, prints which test is skipped and returns `None`.
pub(crate) fn found(program: &str, skipped: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&folders).chain(["/usr/sbin".into(), "/sbin".into()]);
    let path = places.map(|folder| folder.join(program)).find(|path| path.is_file());
    if path.is_none() {
        println!("SKIPPED: {skipped}: there is no {program} on this machine");
    }
    path
}

/// An empty folder for one test's files.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub(crate) fn run(command: &mut Command) -> Output {
    command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Names and numbers in the output of an exported program.
pub(crate) fn numbers_of(output: &Output) -> std::collections::BTreeMap<String, f64> {
    let text = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{stderr}");
    text.lines()
        .map(|line| line.split_once(' ').unwrap_or_else(|| panic!("{line} is not a name and number\n{stderr}")))
        .map(|(name, number)| {
            (name.to_owned(), number.parse().unwrap_or_else(|_| panic!("{name}: {number}\n{stderr}")))
        })
        .collect()
}
