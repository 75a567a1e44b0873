//! The engine against real ns-2: Model 1 of the CHOKeD thesis under five disciplines, ten seeds each.
//!
//! Truth comes from `reference/model1.json`, measured with ns-2 2.35. Our runs have other seeds and another generator, so
//! means are compared, each with its tolerance; nothing here is tuned towards the thesis, which ns-2 does not reproduce
//! either. `npm run test:reference` prints the table.

use chokepoint_engine::measure::{RunResult, summary};
use chokepoint_engine::probe::NoProbe;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::Value;
use std::thread;

const SEEDS: u64 = 10;

/// A quantity that is compared: its name in the reference, its value in our result, how far the means may be apart.
struct Metric {
    name: &'static str,
    ours: fn(&RunResult) -> Option<f64>,
    tolerance: Tolerance,
}

enum Tolerance {
    /// At most this far apart in the quantity's own unit.
    Absolute(f64),
    /// At most this share of ns-2's mean.
    Relative(f64),
    /// The larger of a share of ns-2's mean and an absolute distance.
    Either(f64, f64),
    /// Only printed.
    Shown,
}

impl Tolerance {
    fn allowed(&self, ns2: f64) -> Option<f64> {
        match *self {
            Self::Absolute(distance) => Some(distance),
            Self::Relative(share) => Some(share * ns2),
            Self::Either(share, distance) => Some(distance.max(share * ns2)),
            Self::Shown => None,
        }
    }
}

const METRICS: &[Metric] = &[
    Metric {
        name: "udp_mbps",
        ours: |run| Some(run.classes["udp"].throughput_bps / 1e6),
        tolerance: Tolerance::Either(0.07, 0.01),
    },
    Metric { name: "jain_index", ours: |run| Some(run.jain_index), tolerance: Tolerance::Absolute(0.03) },
    Metric {
        name: "queue_packets",
        ours: |run| Some(run.bottleneck.queue_packets.mean),
        tolerance: Tolerance::Relative(0.06),
    },
    Metric {
        name: "queueing_delay_s",
        ours: |run| Some(run.bottleneck.queueing_delay_s.mean),
        tolerance: Tolerance::Relative(0.08),
    },
    Metric {
        name: "tcp_mbps",
        ours: |run| Some(run.classes["tcp"].throughput_bps / 1e6),
        tolerance: Tolerance::Either(0.07, 0.01),
    },
    Metric {
        name: "tcp_goodput_mbps",
        ours: |run| Some(run.classes["tcp"].goodput_bps / 1e6),
        tolerance: Tolerance::Either(0.07, 0.01),
    },
    Metric {
        name: "average_queue_packets",
        ours: |run| run.bottleneck.avg_queue_packets.map(|average| average.mean),
        tolerance: Tolerance::Relative(0.06),
    },
    Metric { name: "jain_index_tcp", ours: |run| Some(run.classes["tcp"].jain_index), tolerance: Tolerance::Shown },
    Metric { name: "tcp_loss", ours: |run| Some(run.classes["tcp"].loss_ratio), tolerance: Tolerance::Shown },
    Metric {
        name: "match_victims",
        ours: |run| Some(run.bottleneck.drops["match_victim"] as f64),
        tolerance: Tolerance::Shown,
    },
    Metric { name: "early_drops", ours: |run| Some(run.bottleneck.drops["early"] as f64), tolerance: Tolerance::Shown },
];

#[test]
fn model_1_comes_out_as_in_ns2() {
    let reference: Value = serde_json::from_str(include_str!("reference/model1.json")).expect("a JSON file");
    let scenario = Scenario::parse_text(include_str!("../../presets/choked-model1.json")).expect("a right preset");
    let cases = reference["cases"].as_array().expect("a list of cases");
    let runs: Vec<Vec<RunResult>> = thread::scope(|scope| {
        let running: Vec<_> = cases.iter().map(|case| scope.spawn(|| run_seeds(&scenario, case))).collect();
        running.into_iter().map(|case| case.join().expect("a run that ends")).collect()
    });

    println!("\n{:<11} {:<22} {:>11} {:>11} {:>8} {:>8}  allowed", "", "", "ours", "ns-2", "diff %", "in s.e.");
    let mut outside = Vec::new();
    for (case, runs) in cases.iter().zip(&runs) {
        let aqm = case["aqm"].as_str().expect("an id");
        for metric in METRICS {
            let Some([ns2, deviation]) = pair(&case[metric.name]) else {
                continue;
            };
            let values: Vec<f64> = runs.iter().filter_map(metric.ours).collect();
            let ours = summary(&values);
            let seeds = case["seeds"].as_f64().expect("a count");
            let standard_error = (ours.sd * ours.sd / ours.count as f64 + deviation * deviation / seeds).sqrt();
            let difference = ours.mean - ns2;
            let verdict = match metric.tolerance.allowed(ns2) {
                None => String::from("(shown)"),
                Some(allowed) if difference.abs() <= allowed => format!("± {allowed:.4}"),
                Some(allowed) => {
                    outside.push(format!("{aqm} {}: {:.4} against {ns2:.4}", metric.name, ours.mean));
                    format!("± {allowed:.4}  OUTSIDE")
                }
            };
            println!(
                "{aqm:<11} {:<22} {:>11.4} {ns2:>11.4} {:>8.1} {:>8.1}  {verdict}",
                metric.name,
                ours.mean,
                100.0 * difference / ns2,
                difference / standard_error,
            );
        }
    }
    assert!(outside.is_empty(), "outside the tolerance:\n{}", outside.join("\n"));
}

fn run_seeds(scenario: &Scenario, case: &Value) -> Vec<RunResult> {
    let aqm = case["aqm"].as_str().expect("an id");
    let scenario = scenario.with_discipline(aqm).expect("a registered discipline");
    (1..=SEEDS)
        .map(|seed| {
            let scenario = scenario.with("seed", seed.into()).expect("a right seed");
            let mut simulation = Simulation::new(&scenario, 0).expect("a right scene");
            simulation.advance_to(simulation.end(), &mut NoProbe);
            simulation.result()
        })
        .collect()
}

fn pair(value: &Value) -> Option<[f64; 2]> {
    let [mean, deviation] = value.as_array()?.as_slice() else {
        return None;
    };
    Some([mean.as_f64()?, deviation.as_f64()?])
}
