//! A scene with a script for ns-2: what the file sets, and in ns-2 itself what it measures.

use crate::agreement::compare;
use crate::{exported, folder, found, is_thorough, numbers_of, preset, run};
use chokepoint_engine::Scenario;
use chokepoint_export::Target;
use chokepoint_export::plug_in;
use chokepoint_script::start::STARTS;
use chokepoint_script::{Script, translate};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A start in the scene of a preset.
fn scripted(preset_id: &str, start: &str) -> Scenario {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let scene = Scenario { language: chokepoint_script::RHAI, ..preset(preset_id, "red", &[]) };
    scene.with("lanes", json!([{ "aqm": "script", "script": text }])).expect("a right scene")
}

#[test]
fn a_scene_with_a_script_loads_its_plug_in_and_sets_its_variables() {
    let scene = scripted("choked-model1", "choke");
    let scene = scene.with("lanes.0.params", json!({ "m": 3, "max_p": 1 })).expect("parameters");
    let export = exported(Target::Ns2, &scene);
    for line in [
        "set queue_type ScriptCHOKe",
        "load ./libscriptchoke.so",
        "set queue_limit 100",
        "Queue/ScriptCHOKe set m_ 3",
        "Queue/ScriptCHOKe set max_p_ 1.0",
        "Queue/ScriptCHOKe set capacity_bps_ 1000000",
    ] {
        assert!(export.text.lines().any(|it| it == line), "{line} is not in\n{}", export.text);
    }
}

#[test]
fn a_parameter_keeps_clear_of_what_every_queue_has() {
    assert_eq!([plug_in::variable("max_th"), plug_in::variable("blocked")], ["max_th_", "its_blocked_"]);
    assert_eq!([plug_in::attribute("max_th"), plug_in::attribute("link_delay")], ["MaxTh", "ItsLinkDelay"]);
}

/// The plug-ins compiled against the headers of ns-2, whose folder `CHOKEPOINT_NS2_SOURCE` names, agree with the scripts.
#[test]
fn plug_ins_measure_in_ns2_what_scripts_do_here() {
    if !is_thorough() {
        return;
    }
    let Some(ns) = found("ns", "plug-ins are not held against ns-2") else { return };
    let Some(headers) = std::env::var_os("CHOKEPOINT_NS2_SOURCE") else {
        return println!("SKIPPED: plug-ins are not compiled: CHOKEPOINT_NS2_SOURCE does not name the source of ns-2");
    };
    let folder = folder("plug-in");
    let mut wrong = Vec::new();
    for start in STARTS.iter().map(|start| start.id) {
        compile(start, Path::new(&headers), &folder);
        let theirs = |scene: &Scenario| {
            let export = exported(Target::Ns2, scene);
            fs::write(folder.join(&export.file_name), &export.text).expect("a writable file");
            numbers_of(&run(Command::new(&ns).arg(&export.file_name).current_dir(&folder)))
        };
        let pairs = compare(start, &scripted("choked-model1", start), 1..=10, theirs);
        wrong.extend(pairs.into_iter().filter(|pair| !pair.holds).map(|pair| pair.line));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Writes a start as C++ and compiles it as its head says.
fn compile(start: &str, headers: &Path, folder: &Path) {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let script = Script::read(text).expect("a right script");
    let translation = translate::translation(&script, Target::Ns2);
    assert_eq!(translation.refused, [], "{start}");
    fs::write(folder.join(&translation.file_name), &translation.text).expect("a writable file");
    let library = plug_in::library(script.name());
    let line: String = translation
        .text
        .lines()
        .skip_while(|line| !line.contains(" c++ "))
        .take(2)
        .map(|line| line.trim_start_matches('/').trim_end_matches('\\'))
        .collect();
    let output = run(Command::new("sh").args(["-c", &line]).env("NS", headers).current_dir(folder));
    assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(folder.join(format!("lib{library}.so")).is_file(), "{line}");
}
