//! Runs exported scripts in real ns-2, and compares its output with our run of the same scene.

use crate::agreement::compare;
use crate::support::{exported, folder, found, is_thorough, numbers_of, preset, run};
use chokepoint_engine::Scenario;
use chokepoint_export::Target;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// A scene: name, preset, discipline, and changed settings.
type Case = (&'static str, &'static str, &'static str, Vec<(&'static str, Value)>);

/// Scenes with RED, drop-tail, DRR and SFQ.
fn cases() -> Vec<Case> {
    let sfq = || vec![("admission", json!("ns2_threshold")), ("classifier", json!("ns2")), ("buckets", json!(128))];
    let twice = ("bottleneck.capacity_bps", json!(2_000_000));
    let red = || vec![("idle", json!("ns2")), ("ns2_guards", json!(true)), ("overflow_resets_count", json!(true))];
    vec![
        ("Model 1, RED", "choked-model1", "red", vec![]),
        ("Model 1, drop-tail", "choked-model1", "drop-tail", vec![]),
        ("Model 1, DRR", "choked-model1", "drr", vec![]),
        ("Model 1, SFQ", "choked-model1", "sfq", sfq()),
        ("twice the capacity, RED", "choked-model1", "red", vec![twice.clone()]),
        ("twice the capacity, DRR", "choked-model1", "drr", vec![twice]),
        ("steps of UDP, RED", "character-red", "red", red()),
        ("steps of UDP, drop-tail", "character-red", "drop-tail", vec![("measured_from_s", json!(5))]),
    ]
}

/// Longer or special scenes: TCP variants, sources, changes during the run.
fn more_cases() -> Vec<Case> {
    let changes = json!([
        { "at_s": 60, "path": "bottleneck.capacity_bps", "value": 500_000 },
        { "at_s": 100, "path": "flows.0.rate_bps", "value": 200_000 },
        { "at_s": 130, "path": "queue.params.limit", "value": 60 },
        { "at_s": 160, "path": "flows.0.rate_bps", "value": 0 },
        { "at_s": 180, "path": "flows.0.rate_bps", "value": 900_000 },
    ]);
    let tcp = |transport: &'static str| {
        vec![
            ("flows.1.transport", json!(transport)),
            ("flows.0.rate_bps", json!(300_000)),
            ("flows.1.count", json!(10)),
        ]
    };
    let slow = ("flows.1.count", json!(10));
    vec![
        ("changes, DRR", "choked-model1", "drr", vec![("interventions", changes.clone())]),
        ("changes, RED", "choked-model1", "red", vec![slow.clone(), ("interventions", changes)]),
        ("Tahoe, RED", "choked-model1", "red", tcp("tahoe")),
        ("Reno, RED", "choked-model1", "red", tcp("reno")),
        ("Vegas, drop-tail", "choked-model1", "drop-tail", tcp("vegas")),
        ("SACK, RED", "choked-model1", "red", tcp("sack")),
        ("delayed acknowledgements, RED", "choked-model1", "red", {
            let mut changes = tcp("newreno");
            changes.push(("flows.1.delayed_ack", json!(true)));
            changes
        }),
        ("Poisson, DRR", "choked-model1", "drr", vec![slow, ("flows.0.source", json!("poisson"))]),
        ("large RED in bytes", "choked-model1-ns2-units", "red", vec![]),
        ("adaptive RED", "choked-model1", "adaptive-red", {
            let mut changes = tcp("newreno");
            changes.push(("adapt_ramp", json!("first")));
            changes
        }),
        ("REM", "choked-model1", "rem", tcp("newreno")),
        ("stops, DRR", "choked-model1", "drr", vec![("flows.1.stop_s", json!(100)), ("flows.0.stop_s", json!(150))]),
        ("mixed round trips, RED", "choked-rtt-25", "red", vec![]),
    ]
}

#[test]
fn exported_scenes_agree_in_ns2() {
    let Some(ns) = found("ns", "exported scripts are not compared with ns-2") else { return };
    let (cases, seeds) = match is_thorough() {
        true => ([cases(), more_cases()].concat(), 1..=10),
        false => (cases(), 1..=3),
    };
    let folder = folder("ns2");
    let theirs = |scene: &Scenario| {
        let export = exported(Target::Ns2, scene);
        let file = folder.join(&export.file_name);
        fs::write(&file, &export.text).expect("a writable file");
        numbers_of(&run(Command::new(&ns).arg(&file)))
    };
    let mut wrong = Vec::new();
    for (name, id, aqm, changes) in cases {
        let mut scene = preset(id, aqm, &changes);
        if !is_thorough() {
            let shorter_s = scene.duration.secs().min(60.0);
            scene = scene.with("duration_s", shorter_s.into()).expect("a duration");
        }
        let pairs = compare(name, &scene, seeds.clone(), theirs);
        wrong.extend(pairs.into_iter().filter(|pair| !pair.holds).map(|pair| pair.line));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
