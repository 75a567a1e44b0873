//! Hand-made presets and results for tests.

use super::{Experiment, Job, Preset};
use crate::scenario::Problem;
use serde_json::{Value, json};

/// A preset with the lanes `red`, `choke` and `choked`, one UDP and nine TCP flows at 1 Mb/s: the equal share is 0.1
/// Mb/s.
pub(super) fn preset() -> Value {
    json!({
        "document": { "id": "thesis", "title": "A thesis", "citation": "A. Author, 2015", "place": "Table I" },
        "lesson": "One sentence.",
        "experiment": {
            "lanes": [{ "aqm": "red" }, { "aqm": "choke" }, { "aqm": "choked", "name": "choked" }],
            "seeds": 3,
        },
        "scenario": {
            "id": "tiny", "title": "Tiny", "duration_s": 10,
            "lanes": [{ "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 2_000_000 }, { "transport": "newreno", "count": 9 }],
        },
    })
}

/// The preset that [`preset`] returns, with its field `part` replaced or added.
pub(super) fn preset_with(part: &str, value: Value) -> Value {
    let mut preset = preset();
    preset[part] = value;
    preset
}

/// The preset that [`preset`] returns, with one claim added. `check` is the check of this claim.
pub(super) fn preset_claiming(check: Value) -> Value {
    preset_with(
        "claims",
        json!([{ "id": "S1", "text": "So it is.", "origin": "document", "outlook": "open", "check": check }]),
    )
}

/// The preset that [`preset`] returns, with one lane, one claim, and a sweep over the rate of the UDP flow \[Mb/s\].
pub(super) fn swept(rates: &[f64], check: Value) -> Value {
    let mut preset = preset_claiming(check);
    preset["experiment"] = json!({
        "lanes": [{ "aqm": "choke" }],
        "sweep": { "path": "flows.0.rate_bps", "name": "UDP rate", "values": rates.iter().map(|rate| rate * 1e6).collect::<Vec<_>>() },
    });
    preset
}

pub(super) fn experiment(preset: &Value) -> Experiment {
    let preset = Preset::parse(preset).unwrap_or_else(|problems| panic!("{problems:?}"));
    Experiment::new(preset).expect("a scenario")
}

/// The problems of a preset, as messages for users.
pub(super) fn problems(preset: &Value) -> Vec<String> {
    Preset::parse(preset).err().unwrap_or_default().iter().map(Problem::to_string).collect()
}

/// A result in which UDP receives `udp` Mb/s and nine TCP flows share the rest equally.
pub(super) fn result(udp: f64) -> Value {
    let (udp, tcp) = (udp * 1e6, (1.0 - udp) * 1e6);
    let class = |rate: f64| {
        json!({ "flows": 1, "throughput_bps": rate, "goodput_bps": rate * 0.9, "goodput_eq41_bps": rate * 0.8,
                "loss_ratio": 0.25, "jain_index": 1.0, "retransmitted_ratio": null, "mean_queueing_delay_s": 0.4 })
    };
    let flow = |class: &str, transport: &str, rate: f64| {
        json!({ "id": 1, "class": class, "transport": transport, "source": "ftp", "group": 0, "throughput_bps": rate,
                "goodput_bps": rate, "sent_packets": 0, "dropped_packets": 0, "marked_packets": 0,
                "retransmitted_packets": 0, "loss_ratio": 0.5, "mean_queueing_delay_s": rate / 1e6 })
    };
    let distribution = json!({ "edges": [], "parts": [] });
    let mut flows = vec![flow("udp", "cbr", udp)];
    flows.extend((0..9).map(|_| flow("tcp", "newreno", tcp / 9.0)));
    json!({
        "schema": 1, "engine": env!("CARGO_PKG_VERSION"), "scenario": "tiny", "aqm": "choke", "seed": 1,
        "duration_s": 10.0, "measured_from_s": 0.0, "profile": "ns2",
        "bottleneck": {
            "capacity_bps": 1_000_000, "arrived_packets": 3000, "departed_packets": 2490, "queued_packets_at_end": 0,
            "dropped_packets": 510, "marked_packets": 90, "marks": {},
            "drops": { "early": 130, "forced": 70, "overflow": 20, "match_arriving": 140, "match_victim": 130, "penalty": 20 },
            "window": {
                "arrived_packets": 1000, "departed_packets": 600, "dropped_packets": 400, "marked_packets": 50,
                "marks": {}, "comparisons": 2500,
                "drops": { "early": 100, "forced": 60, "overflow": 20, "match_arriving": 110, "match_victim": 100, "penalty": 10 },
            },
            "utilization": 1.0,
            "queue_packets": { "mean": 50.0, "sd": 5.0, "max": 80, "p5": 40, "p95": 60, "empty": 0.02, "full": 0.03,
                               "distribution": distribution },
            "avg_queue_packets": { "mean": 49.0, "sd": 2.0 },
            "queueing_delay_s": { "mean": 0.4, "sd": null, "p50": 0.4, "p95": null, "p99": 0.8, "max": null,
                                  "distribution": distribution },
            "mean_time_in_system_s": 0.408,
        },
        "classes": { "udp": class(udp), "tcp": class(tcp) },
        "jain_index": 0.5,
        "flows": flows,
        "cost": { "events": 1, "comparisons": 4000, "state_bytes": 640, "wall_s": null },
    })
}

/// Adds one run for each element of `udp`, UDP's throughput \[Mb/s\], under the seeds 1, 2, ….
pub(super) fn add(experiment: &mut Experiment, lane: usize, point: usize, udp: &[f64]) {
    for (seed, &udp) in (1..).zip(udp) {
        experiment.add_text(Job { lane, point, seed }, &result(udp).to_string()).expect("a right result");
    }
}

/// An experiment whose three lanes have been run. `lanes` has UDP's throughputs \[Mb/s\] in each lane, in order of the
/// seeds.
pub(super) fn ran(preset: &Value, lanes: [&[f64]; 3]) -> Experiment {
    let mut experiment = experiment(preset);
    for (lane, udp) in lanes.into_iter().enumerate() {
        add(&mut experiment, lane, 0, udp);
    }
    experiment
}
