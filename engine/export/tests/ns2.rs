//! The script for ns-2 is run by real ns-2, and what it prints is held against our run of the same scene.

use crate::{exported, folder, found, is_thorough, numbers_of, preset, run};
use chokepoint_engine::measure::summary;
use chokepoint_engine::probe::NoProbe;
use chokepoint_engine::{Scenario, Simulation};
use chokepoint_export::Target;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The rule of `engine/tests/reference.rs`: means over seeds agree that differ by at most so much of theirs, or by so many
/// standard errors of their difference.
const RELATIVE: f64 = 0.07;
const ERRORS: f64 = 2.0;

/// What is compared, and differences that mean nothing: less than a packet or so a run.
const METRICS: &[(&str, f64)] = &[
    ("udp_throughput_bps", 100.0),
    ("tcp_throughput_bps", 100.0),
    ("udp_loss_ratio", 1e-3),
    ("tcp_loss_ratio", 1e-3),
    ("mean_queue_packets", 0.05),
];

struct Case {
    name: &'static str,
    preset: &'static str,
    aqm: &'static str,
    changes: Vec<(&'static str, Value)>,
}

/// RED, drop-tail, DRR and SFQ, on several scenes.
fn cases() -> Vec<Case> {
    let sfq = || vec![("admission", json!("ns2_threshold")), ("classifier", json!("ns2")), ("buckets", json!(128))];
    let case = |name, preset, aqm, changes: Vec<(&'static str, Value)>| Case { name, preset, aqm, changes };
    let twice = ("bottleneck.capacity_bps", json!(2_000_000));
    vec![
        case("Model 1, RED", "choked-model1", "red", vec![]),
        case("Model 1, drop-tail", "choked-model1", "drop-tail", vec![]),
        case("Model 1, DRR", "choked-model1", "drr", vec![]),
        case("Model 1, SFQ", "choked-model1", "sfq", sfq()),
        case("twice the capacity, RED", "choked-model1", "red", vec![twice.clone()]),
        case("twice the capacity, DRR", "choked-model1", "drr", vec![twice.clone()]),
        case("a step of UDP, RED", "character-red", "red", NS2_RED.map(|(id, value)| (id, json!(value))).to_vec()),
    ]
}

/// RED as ns-2 has it, where a scene has it as the paper.
const NS2_RED: [(&str, &str); 1] = [("idle", "ns2")];

#[test]
fn ns2_measures_what_we_do() {
    let Some(ns) = found("ns", "exported scripts are not held against ns-2") else { return };
    let seeds = if is_thorough() { 10 } else { 3 };
    let folder = folder("ns2");
    let mut wrong = Vec::new();
    for case in cases() {
        let changes: Vec<_> = case.changes.clone();
        let scene = preset(case.preset, case.aqm, &changes);
        let (mut ours, mut theirs) = (Values::default(), Values::default());
        for seed in 1..=seeds {
            let scene = scene.with("seed", seed.into()).expect("a seed");
            add(&mut ours, our_numbers(&scene));
            add(&mut theirs, numbers_by(&ns, &folder, &scene));
        }
        for &(metric, negligible) in METRICS {
            let [ours, theirs] = [&ours, &theirs].map(|values| summary(&values[metric]));
            let error = (ours.sd.powi(2) / ours.count as f64 + theirs.sd.powi(2) / theirs.count as f64).sqrt();
            let difference = (ours.mean - theirs.mean).abs();
            let line = format!("{}: {metric}: ours {}, ns-2's {}, error {error}", case.name, ours.mean, theirs.mean);
            println!("{line}");
            if difference > (RELATIVE * theirs.mean.abs()).max(ERRORS * error).max(negligible) {
                wrong.push(line);
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

type Values = BTreeMap<String, Vec<f64>>;

fn add(values: &mut Values, numbers: BTreeMap<String, f64>) {
    for (name, number) in numbers {
        values.entry(name).or_default().push(number);
    }
}

/// Runs a script, and adds the ratios of its counts.
fn numbers_by(ns: &Path, folder: &Path, scene: &Scenario) -> BTreeMap<String, f64> {
    let export = exported(Target::Ns2, scene);
    let file = folder.join(&export.file_name);
    fs::write(&file, &export.text).expect("a writable file");
    let mut numbers = numbers_of(&run(Command::new(ns).arg(&file)));
    for class in ["udp", "tcp"] {
        if let Some(arrived) = numbers.get(&format!("{class}_arrived_packets")) {
            let ratio = numbers[&format!("{class}_dropped_packets")] / arrived;
            numbers.insert(format!("{class}_loss_ratio"), ratio);
        }
    }
    numbers
}

fn our_numbers(scene: &Scenario) -> BTreeMap<String, f64> {
    let mut simulation = Simulation::new(scene, 0).expect("a lane");
    simulation.advance_to(simulation.end(), &mut NoProbe);
    let result = simulation.result();
    let classes = result.classes.iter().flat_map(|(name, class)| {
        [(format!("{name}_throughput_bps"), class.throughput_bps), (format!("{name}_loss_ratio"), class.loss_ratio)]
    });
    classes.chain([("mean_queue_packets".to_owned(), result.bottleneck.queue_packets.mean)]).collect()
}
