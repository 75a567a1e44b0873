//! Runs scripts as plug-ins in real ns-2, and compares them with our runs of the same scene.

use crate::agreement::compare;
use crate::support::{exported, folder, found, is_thorough, numbers_of, preset, run, scripted};
use chokepoint_engine::Scenario;
use chokepoint_export::{Target, plug_in};
use chokepoint_script::Script;
use chokepoint_script::start::STARTS;
use chokepoint_translate::{Simulator, translation};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Compiles the plug-ins against the headers of ns-2, which are in the folder `CHOKEPOINT_NS2_SOURCE`. Compares ns-2
/// with our runs of the scripts.
#[test]
fn plug_ins_in_ns2_agree_with_their_scripts() {
    if !is_thorough() {
        return;
    }
    let Some(ns) = found("ns", "plug-ins are not compared with ns-2") else { return };
    let Some(headers) = std::env::var_os("CHOKEPOINT_NS2_SOURCE") else {
        return println!("SKIPPED: plug-ins are not compiled: CHOKEPOINT_NS2_SOURCE does not name the source of ns-2");
    };
    let folder = folder("plug-in");
    let scene = preset("choked-model1", "red", &[]);
    let mut wrong = Vec::new();
    for start in STARTS.iter().map(|start| start.id) {
        compile(start, Path::new(&headers), &folder);
        let theirs = |scene: &Scenario| {
            let export = exported(Target::Ns2, scene);
            fs::write(folder.join(&export.file_name), &export.text).expect("a writable file");
            numbers_of(&run(Command::new(&ns).arg(&export.file_name).current_dir(&folder)))
        };
        let pairs = compare(start, &scripted(&scene, start, json!({})), 1..=10, theirs);
        wrong.extend(pairs.into_iter().filter(|pair| !pair.holds).map(|pair| pair.line));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Translates a start script to a plug-in of ns-2, and compiles the plug-in. A comment at the start of the translation
/// contains the compiler command.
fn compile(start: &str, headers: &Path, folder: &Path) {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let script = Script::read(text).expect("a right script");
    let translation = translation(&script, Simulator::Ns2);
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
