//! The ring buffer of Linux's CHOKe in a whole scene, compared with what `docs/linux-choke-ring.md` states about limits
//! and lanes.

use chokepoint_engine::measure::RunResult;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// A run of the preset on Linux's ring under this seed. `ring` and `limit` are parameters of CHOKe in the first lane.
fn under(ring: &str, limit: u64, seed: u64) -> RunResult {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets/linux-choke-ring.json");
    let mut preset: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let scene = &mut preset["scenario"];
    scene["seed"] = seed.into();
    scene["lanes"][0]["params"] = json!({ "ring": ring, "limit": limit });
    let mut run = Simulation::new(&Scenario::parse(scene).unwrap(), 0).unwrap();
    run.advance_to(run.end());
    run.result()
}

fn lost(result: &RunResult) -> u64 {
    result.bottleneck.drops["ring_lost"]
}

#[test]
fn with_128_slots_packets_are_lost_in_the_ring_and_the_link_idles() {
    for seed in 1..=5 {
        for limit in [100, 127] {
            let result = under("linux", limit, seed);
            let utilization = result.bottleneck.utilization;
            assert!(utilization < 0.95, "limit {limit}, seed {seed}: {utilization}");
            assert!((1..=limit).contains(&lost(&result)), "limit {limit}, seed {seed}: {} lost", lost(&result));
        }
    }
}

/// Packets lost in the ring still count against the limit. Once `limit` packets are lost, every later arrival is
/// refused.
#[test]
fn a_ring_full_of_lost_packets_refuses_every_arrival() {
    let results: Vec<RunResult> = (1..=10).map(|seed| under("linux", 100, seed)).collect();
    let filled: Vec<_> = results.iter().filter(|result| lost(result) == 100).collect();
    assert!((2..=8).contains(&filled.len()), "{} of 10 runs", filled.len());
    for result in &results {
        assert_eq!(result.bottleneck.utilization == 0.0, lost(result) == 100);
    }
}

#[test]
fn with_256_slots_or_without_a_ring_the_link_is_fully_used() {
    for seed in 1..=5 {
        for (ring, limit) in [("exact", 100), ("exact", 127), ("linux", 128), ("linux", 255)] {
            let result = under(ring, limit, seed);
            assert_eq!(lost(&result), 0, "{ring}, limit {limit}, seed {seed}");
            assert!(result.bottleneck.utilization > 0.99, "{ring}, limit {limit}, seed {seed}");
        }
    }
}
