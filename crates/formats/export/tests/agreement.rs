//! Compares the results of an exported program with ours. As in `crates/core/engine/tests/reference.rs`, two means over
//! seeds agree if they differ by at most 7 % of the other simulator's mean, or by at most two standard errors of the
//! difference.

use chokepoint_engine::measure::{Summary, summary};
use chokepoint_engine::{Scenario, Simulation};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

const RELATIVE: f64 = 0.07;
const ERRORS: f64 = 2.0;

/// The compared metrics, each with a difference small enough to ignore: less than about one packet per run.
const METRICS: &[(&str, f64)] = &[
    ("udp_throughput_bps", 100.0),
    ("tcp_throughput_bps", 100.0),
    ("udp_loss_ratio", 1e-3),
    ("tcp_loss_ratio", 1e-3),
    ("mean_queue_packets", 0.05),
];

pub(crate) type Numbers = BTreeMap<String, f64>;

/// The comparison of one metric: a line with both means, and whether the two simulators agree.
pub(crate) struct Pair {
    pub(crate) line: String,
    pub(crate) holds: bool,
}

/// Runs a scene under several seeds in both simulators.
pub(crate) fn compare(
    name: &str,
    scene: &Scenario,
    seeds: RangeInclusive<u64>,
    theirs: impl Fn(&Scenario) -> Numbers,
) -> Vec<Pair> {
    let mut values: [BTreeMap<String, Vec<f64>>; 2] = Default::default();
    for seed in seeds {
        let scene = scene.with("seed", seed.into()).expect("a seed");
        for (values, numbers) in values.iter_mut().zip([our_numbers(&scene), with_ratios(theirs(&scene))]) {
            for (name, number) in numbers {
                values.entry(name).or_default().push(number);
            }
        }
    }
    let mut pairs = Vec::new();
    for &(metric, negligible) in METRICS.iter().filter(|(metric, _)| values[0].contains_key(*metric)) {
        let [ours, theirs] = [0, 1].map(|side| summary(&values[side][metric]));
        let of_mean = |it: &Summary| it.sd * it.sd / it.count as f64;
        let error = (of_mean(&ours) + of_mean(&theirs)).sqrt();
        let line = format!("{name}: {metric}: ours {}, theirs {}, error {error}", ours.mean, theirs.mean);
        println!("{line}");
        let most = (RELATIVE * theirs.mean.abs()).max(ERRORS * error).max(negligible);
        pairs.push(Pair { line, holds: (ours.mean - theirs.mean).abs() <= most });
    }
    pairs
}

fn with_ratios(mut numbers: Numbers) -> Numbers {
    for class in ["udp", "tcp"] {
        if let Some(arrived) = numbers.get(&format!("{class}_arrived_packets")) {
            let ratio = numbers[&format!("{class}_dropped_packets")] / arrived;
            numbers.insert(format!("{class}_loss_ratio"), ratio);
        }
    }
    numbers
}

fn our_numbers(scene: &Scenario) -> Numbers {
    let mut simulation = Simulation::new(scene, 0).expect("a lane");
    simulation.advance_to(simulation.end());
    let result = simulation.result();
    let classes = result.classes.iter().flat_map(|(name, class)| {
        [
            (format!("{name}_throughput_bps"), class.throughput_bps),
            (format!("{name}_loss_ratio"), class.loss_ratio.expect("packets arrive")),
        ]
    });
    classes.chain([("mean_queue_packets".to_owned(), result.bottleneck.queue_packets.mean)]).collect()
}
