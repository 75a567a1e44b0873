//! Runs scripts as queue discs in real ns-3, and compares them with our runs of the same scene.

use crate::agreement::compare;
use crate::in_ns3::{compiler, holds, measured, scene};
use crate::support::{folder, run, scripted};
use chokepoint_script::Script;
use chokepoint_script::start::STARTS;
use chokepoint_translate::{Simulator, translation};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Translates a start script to a queue disc, and compiles it.
fn queue_disc(compiler: &Path, folder: &Path, start: &str) -> PathBuf {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let translation = translation(&Script::read(text).expect("a right script"), Simulator::Ns3);
    assert_eq!(translation.refused, [], "{start}");
    let source = folder.join(&translation.file_name);
    fs::write(&source, &translation.text).expect("a writable file");
    let object = source.with_extension("o");
    let compiled = run(Command::new(compiler)
        .args(["-std=c++17", "-O1", "-ffp-contract=off", "-Wall", "-Werror", "-c"])
        .args([&source, Path::new("-o"), &object]));
    assert!(compiled.status.success(), "{start}: {}", String::from_utf8_lossy(&compiled.stderr));
    object
}

/// A tail-drop script gives the same run as ns-3's own tail drop. Other scripts give nearly the same values as our
/// runs.
#[test]
fn queue_discs_in_ns3_agree_with_their_scripts() {
    let Some(compiler) = compiler() else { return };
    let folder = folder("ns3-scripts");
    let tail = scene("drop-tail", json!({}));
    let mut pairs = Vec::new();
    for start in STARTS.iter().map(|start| start.id) {
        let object = [queue_disc(&compiler, &folder, start)];
        let scene = scripted(&tail, start, json!({ "limit": 200 }));
        if start == "drop-tail" {
            let own = measured(&compiler, &folder, &tail, &[]);
            assert_eq!(measured(&compiler, &folder, &scene, &object), own);
        }
        pairs.extend(compare(start, &scene, 1..=3, |scene| measured(&compiler, &folder, scene, &object)));
    }
    holds(&pairs);
}
