//! Two bottlenecks in a row, compared with ns-2.
//!
//! The means and standard deviations of ns-2 2.35 come from 30 runs of `scripts/ns2/two-links.tcl` per case. ns-2's
//! Sack1 is left out: under RED it uses only 93 % of a single link, which NewReno uses fully.

use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// Number of ns-2 runs behind each mean.
const RUNS_OF_NS2: f64 = 30.0;
const SEEDS: u64 = 5;

struct Case {
    transport: &'static str,
    /// Number of flows over both links, over the first only, and over the second only.
    counts: [u32; 3],
    /// Rates of the two links \[Mb/s\].
    rates: [u64; 2],
    second: &'static str,
    limit: u32,
    /// Mean and standard deviation of each group's goodput in ns-2 \[Mb/s\].
    ns2: [(f64, f64); 3],
}

impl Case {
    fn scene(&self, seed: u64) -> Value {
        let group = |(route, count): (&str, &u32)| json!({ "transport": self.transport, "count": count, "window_packets": 1000, "route": route });
        let flows: Vec<_> = ["both", "first", "second"].into_iter().zip(&self.counts).map(group).collect();
        json!({
            "seed": seed,
            "duration_s": 220,
            "measured_from_s": 20,
            "bottleneck": { "capacity_bps": self.rates[0] * 1_000_000, "delay_s": 0.01 },
            "second": { "second_capacity_bps": self.rates[1] * 1_000_000, "second_delay_s": 0.01 },
            "access": { "rate_bps": 100_000_000, "delay_s": 0.005 },
            "queue": { "params": { "limit": self.limit } },
            "lanes": [
                { "aqm": "drop-tail" },
                { "aqm": self.second, "link": "second", "params": red_of_ns2(self.second) },
            ],
            "flows": flows,
        })
    }

    /// The goodput of each group of flows in a run \[Mb/s\].
    fn goodputs(&self, seed: u64) -> [f64; 3] {
        let mut simulation = Simulation::new(&Scenario::parse(&self.scene(seed)).unwrap(), 0).unwrap();
        simulation.advance_to(simulation.end());
        let mut sums = [0.0; 3];
        for flow in simulation.result().flows {
            sums[flow.group] += flow.goodput_bps / 1e6;
        }
        sums
    }
}

/// RED's settings in the ns-2 script.
fn red_of_ns2(aqm: &str) -> Value {
    match aqm {
        "red" => json!({
            "min_th": 10, "max_th": 30, "w_q": 0.002, "max_p": 0.1, "gentle": false, "uniformize": "wait", "idle": "ns2",
            "ns2_guards": true, "overflow_resets_count": true,
        }),
        _ => json!({}),
    }
}

#[test]
fn groups_of_flows_share_two_links_as_in_ns2() {
    let cases = [
        Case {
            transport: "newreno",
            counts: [2, 2, 2],
            rates: [10, 10],
            second: "drop-tail",
            limit: 50,
            ns2: [(0.806, 0.122), (9.142, 0.122), (9.167, 0.122)],
        },
        Case {
            transport: "reno",
            counts: [4, 2, 3],
            rates: [10, 8],
            second: "drop-tail",
            limit: 40,
            ns2: [(1.242, 0.043), (8.352, 0.065), (6.624, 0.045)],
        },
        Case {
            transport: "newreno",
            counts: [2, 2, 2],
            rates: [10, 10],
            second: "red",
            limit: 50,
            ns2: [(1.431, 0.069), (8.54, 0.069), (8.209, 0.07)],
        },
        Case {
            transport: "newreno",
            counts: [3, 0, 6],
            rates: [5, 10],
            second: "red",
            limit: 60,
            ns2: [(2.638, 0.04), (0.0, 0.0), (7.344, 0.04)],
        },
        Case {
            transport: "newreno",
            counts: [5, 0, 0],
            rates: [10, 5],
            second: "drop-tail",
            limit: 30,
            ns2: [(4.973, 0.002), (0.0, 0.0), (0.0, 0.0)],
        },
    ];
    for case in cases {
        let runs: Vec<[f64; 3]> = (1..=SEEDS).map(|seed| case.goodputs(seed)).collect();
        for (group, (theirs, their_deviation)) in case.ns2.into_iter().enumerate() {
            let mean = runs.iter().map(|run| run[group]).sum::<f64>() / SEEDS as f64;
            let squares: f64 = runs.iter().map(|run| (run[group] - mean) * (run[group] - mean)).sum();
            let variance = squares / (SEEDS - 1) as f64;
            let error = (variance / SEEDS as f64 + their_deviation * their_deviation / RUNS_OF_NS2).sqrt();
            // The bound of all comparisons with ns-2: 7 %, or two standard errors if that is more.
            let tolerance = (0.07 * theirs).max(2.0 * error);
            assert!(
                (mean - theirs).abs() <= tolerance,
                "group {group} of {:?} {}, then {}: {mean:.3} Mb/s, in ns-2 {theirs:.3}",
                case.counts,
                case.transport,
                case.second
            );
        }
    }
}
