//! DualPI2 compared with RFC 9332 (2023): its formulas for overload, computed from the load alone.

use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// The target of the controller, from Figure 2 \[s\].
const TARGET_S: f64 = 0.015;

/// A scene with the parameters of the RFC's appendix A, in which one ECT(1) source sends at `load` times the link's 10
/// Mb/s.
fn overloaded(load: f64) -> Value {
    let rfc = chokepoint_engine::discipline::ABOUTS
        .iter()
        .find(|about| about.id == "dualpi2")
        .and_then(|about| about.param_sets.iter().find(|set| set.id == "rfc-9332"))
        .expect("the set of the RFC");
    let mut params = json!({ "limit": 2_000 });
    for (id, value) in rfc.values {
        params[id] = value.to_json();
    }
    json!({
        "lanes": [{ "aqm": "dualpi2", "params": params }],
        "bottleneck": { "capacity_bps": 10_000_000, "delay_s": 0.01 },
        "access": { "rate_bps": 1_000_000_000, "delay_s": 0.005 },
        "flows": [{
            "transport": "udp", "rate_bps": load * 10e6, "ecn": true, "l4s": true, "packet_bytes": 1_500, "jitter": true,
        }],
        "duration_s": 40,
        "measured_from_s": 10,
    })
}

#[test]
fn the_excess_of_an_unresponsive_l4s_load_is_dropped_and_the_delay_is_the_target() {
    // Appendix A.2: when the coupled probability is saturated, the controller drops L4S packets with p'², which keeps
    // the queue at the target. The share of packets dropped equals the excess over the capacity.
    for load in [1.5, 2.0, 3.0] {
        let scene = Scenario::parse(&overloaded(load)).unwrap();
        let mut run = Simulation::new(&scene, 0).unwrap();
        run.advance_to(run.end());
        let result = run.result();
        let flow = &result.flows[0];
        let shed = flow.loss_ratio.unwrap();
        let expected = 1.0 - 1.0 / load;
        assert!((shed / expected - 1.0).abs() < 0.005, "load {load}: the share {shed} is dropped, not {expected}");
        let delay_s = flow.mean_queueing_delay_s.unwrap();
        assert!((delay_s / TARGET_S - 1.0).abs() < 0.1, "load {load}: a packet waits {delay_s} s, not {TARGET_S} s");
        assert_eq!(result.bottleneck.window.drops["overload"], result.bottleneck.window.dropped_packets, "load {load}");
    }
}
