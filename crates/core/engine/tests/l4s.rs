//! Scalable and classic senders together under DualPI2: each kind has its own queue, and the coupling divides the link
//! between them.

use chokepoint_engine::measure::{FlowResult, RunResult};
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// One DCTCP and one CUBIC flow on a 20 Mb/s link. `dctcp` holds additional settings for the DCTCP flow.
fn beside_cubic(dctcp: &Value) -> RunResult {
    let mut first = json!({ "transport": "dctcp", "count": 1, "window_packets": 500 });
    first.as_object_mut().unwrap().extend(dctcp.as_object().unwrap().clone());
    let scene = json!({
        "lanes": [{ "aqm": "dualpi2", "params": { "limit": 500 } }],
        "bottleneck": { "capacity_bps": 20_000_000, "delay_s": 0.005 },
        "access": { "rate_bps": 1_000_000_000, "delay_s": 0.005 },
        "flows": [first, { "transport": "cubic", "count": 1, "window_packets": 500 }],
        "duration_s": 40,
        "measured_from_s": 10,
    });
    let scene = Scenario::parse(&scene).unwrap();
    let mut run = Simulation::new(&scene, 0).unwrap();
    run.advance_to(run.end());
    run.result()
}

fn delays(flows: &[FlowResult]) -> [f64; 2] {
    [0, 1].map(|flow: usize| flows[flow].mean_queueing_delay_s.unwrap())
}

#[test]
fn packets_of_a_scalable_sender_wait_a_millisecond_beside_a_classic_sender() {
    let result = beside_cubic(&json!({}));
    let [scalable_s, classic_s] = delays(&result.flows);
    assert!(scalable_s < 0.002 && classic_s > 0.005, "{scalable_s} s and {classic_s} s");
    let [scalable, classic] = [&result.flows[0], &result.flows[1]];
    assert!(scalable.marked_packets > 0 && scalable.dropped_packets == 0, "{scalable:?}");
    assert!(classic.dropped_packets > 0 && classic.marked_packets == 0, "{classic:?}");
    let ratio = scalable.throughput_bps / classic.throughput_bps;
    assert!((0.4..2.5).contains(&ratio), "the coupling must divide the link about equally: {ratio}");
    assert!(result.bottleneck.utilization > 0.9);
}

#[test]
fn without_ect_1_packets_of_the_scalable_sender_wait_with_the_classic_packets() {
    let [scalable_s, classic_s] = delays(&beside_cubic(&json!({ "l4s": false })).flows);
    assert!(scalable_s > 0.005 && (scalable_s / classic_s - 1.0).abs() < 0.3, "{scalable_s} s and {classic_s} s");
}

#[test]
fn ect_1_leads_to_the_l4s_queue_and_needs_ecn() {
    let stream = |more: Value| {
        let mut udp = json!({ "transport": "udp", "count": 1, "rate_bps": 1_000_000 });
        udp.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let scene = json!({
            "lanes": [{ "aqm": "dualpi2", "params": { "limit": 500 } }],
            "bottleneck": { "capacity_bps": 20_000_000, "delay_s": 0.005 },
            "access": { "rate_bps": 1_000_000_000, "delay_s": 0.005 },
            "flows": [udp, { "transport": "cubic", "count": 2, "window_packets": 500 }],
            "duration_s": 20,
            "measured_from_s": 5,
        });
        let scene = Scenario::parse(&scene).unwrap();
        let mut run = Simulation::new(&scene, 0).unwrap();
        run.advance_to(run.end());
        run.result().flows[0].mean_queueing_delay_s.unwrap()
    };
    assert!(stream(json!({ "ecn": true, "l4s": true })) < 0.002);
    assert!(stream(json!({ "ecn": true })) > 0.005);
    assert!(stream(json!({ "l4s": true })) > 0.005);
}
