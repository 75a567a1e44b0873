//! The result of each half of a measured window agrees with that of a run that measures only this half.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// A scene that ends at `until_s` and is measured from `from_s` on. The tests split the window from 2 s to 12 s at 7 s.
fn scene(aqm: &str, from_s: f64, until_s: f64) -> Scenario {
    let scene = json!({
        "lanes": [{ "aqm": aqm }],
        // The delay to the receivers is long enough for bytes to be in flight at every window boundary.
        "bottleneck": { "capacity_bps": 2_000_000, "delay_s": 0.1 },
        "flows": [
            { "transport": "udp", "rate_bps": 1_500_000, "start_s": [0, 1], "ecn": true },
            { "transport": "newreno", "count": 5, "ecn": true },
            { "transport": "sack", "source": "web", "count": 3 },
        ],
        "measured_from_s": from_s,
        "duration_s": until_s,
        "seed": 3,
    });
    Scenario::parse(&scene).unwrap()
}

/// The results for a half of the window that must equal those of a run that measures only this half. Not among them are
/// the largest queue and delay, which are those of the whole window, and goodput, which depends on bytes received
/// before.
fn figures(result: &RunResult) -> Vec<(String, Value)> {
    let all = json!(result);
    let link = &all["bottleneck"];
    let mut found = vec![("window".to_owned(), link["window"].clone()), ("jain".to_owned(), all["jain_index"].clone())];
    for place in [
        "/utilization",
        "/queue_packets/mean",
        "/queue_packets/sd",
        "/queue_packets/p5",
        "/queue_packets/p95",
        "/queue_packets/empty",
        "/queue_packets/full",
        "/avg_queue_packets",
        "/queueing_delay_s/mean",
        "/queueing_delay_s/sd",
        "/queueing_delay_s/p50",
        "/queueing_delay_s/p95",
        "/mean_time_in_system_s",
    ] {
        found.push((place.to_owned(), link.pointer(place).cloned().unwrap_or_default()));
    }
    for (name, class) in all["classes"].as_object().unwrap() {
        for field in [
            "throughput_bps",
            "goodput_eq41_bps",
            "loss_ratio",
            "jain_index",
            "retransmitted_ratio",
            "mean_queueing_delay_s",
        ] {
            found.push((format!("{name} {field}"), class[field].clone()));
        }
    }
    for flow in all["flows"].as_array().unwrap() {
        for field in ["throughput_bps", "loss_ratio", "mean_queueing_delay_s"] {
            found.push((format!("flow {} {field}", flow["id"]), flow[field].clone()));
        }
    }
    found
}

/// Whether two values are equal, up to rounding for numbers: one side computes integrals as differences, the other as
/// sums.
fn are_alike(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (one, other) = (one.as_f64().unwrap(), other.as_f64().unwrap());
            (one - other).abs() <= 1e-7 * one.abs().max(other.abs()).max(1e-3)
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len() && one.iter().all(|(field, value)| are_alike(value, &other[field]))
        }
        _ => one == other,
    }
}

fn finished(scene: &Scenario) -> RunResult {
    let mut run = Simulation::new(scene, 0).unwrap();
    run.advance_to(run.end());
    run.result()
}

#[test]
fn each_half_equals_a_run_that_measures_only_this_half() {
    for about in ABOUTS {
        let whole = scene(about.id, 2.0, 12.0);
        let mut run = Simulation::new(&whole, 0).unwrap();
        assert_eq!(run.middle().secs(), 7.0);
        run.advance_to(run.middle());
        let at_middle = run.counters();
        run.advance_to(run.end());
        let result = run.result();
        assert_eq!(result, finished(&whole), "{}: looking at the middle changes nothing", about.id);
        let alone = [finished(&scene(about.id, 2.0, 7.0)), finished(&scene(about.id, 7.0, 12.0))];
        for (half, (found, expected)) in run.halves(&at_middle).iter().zip(&alone).enumerate() {
            for ((name, found), (_, expected)) in figures(found).iter().zip(&figures(expected)) {
                assert!(are_alike(found, expected), "{}, half {half}: {name} is {found}, alone {expected}", about.id);
            }
        }
        // Together, the two halves have the goodput of the whole window.
        let goodput = |result: &RunResult| result.classes["tcp"].goodput_bps;
        let [first, second] = run.halves(&at_middle).map(|half| goodput(&half));
        assert!(((first + second) / 2.0 - goodput(&result)).abs() < 1.0, "{}: {first} and {second}", about.id);
    }
}
