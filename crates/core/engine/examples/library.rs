//! The engine as a library: a scene of one greedy and ten TCP flows under CHOKe, run to its end.
//!
//! `cargo run --release -p chokepoint-engine --example library`. docs/examples has the same example in JavaScript and
//! Python.

use chokepoint_engine::{Scenario, Simulation};

fn main() {
    let scenario = Scenario::parse_text(
        r#"{
            "duration_s": 20,
            "lanes": [{ "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 2000000 }, { "transport": "newreno", "count": 10 }]
        }"#,
    )
    .expect("a right scenario");
    let mut run = Simulation::new(&scenario, 0).expect("a lane");
    run.advance_to(run.end());
    let result = run.result();
    let (udp, queue) = (result.classes["udp"].throughput_bps / 1e3, result.bottleneck.queue_packets.mean);
    println!("UDP offers 2000 kb/s and gets {udp:.3}; {queue:.6} packets wait on average");
}
