//! Averaged over many seeds, equal flows get equal shares, even under disciplines that hash flows, because each seed
//! assigns flows to queues differently.

use chokepoint_engine::discipline::{ABOUTS, About};
use chokepoint_engine::measure::summary;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

const FLOWS: usize = 8;
const SEEDS: u64 = 100;
/// Largest deviation allowed \[standard errors\]. With equal shares, about one in several hundred sets of seeds would
/// exceed this limit by chance. The seeds of this test are fixed, so its outcome is, too.
const MOST_ERRORS: f64 = 4.0;

#[test]
fn over_many_seeds_hashed_flows_get_equal_shares() {
    let hashing: Vec<&About> = hashing().collect();
    assert!(hashing.len() >= 4, "{} disciplines have a salt", hashing.len());
    for about in hashing {
        let errors = furthest(about, json!({}));
        assert!(errors < MOST_ERRORS, "{}: a flow is {errors:.1} standard errors off its share", about.id);
    }
}

/// Shows that the test can fail: with one salt for all seeds, the same flows always share queues.
#[test]
fn with_a_fixed_salt_equal_flows_get_unequal_shares() {
    for about in hashing() {
        let errors = furthest(about, json!({ "salt": 1 }));
        assert!(errors > 2.0 * MOST_ERRORS, "{}: no flow is more than {errors:.1} standard errors off", about.id);
    }
}

fn hashing() -> impl Iterator<Item = &'static About> {
    ABOUTS.iter().copied().filter(|about| about.params().any(|spec| spec.id == "salt"))
}

/// The largest deviation of a flow's mean over the seeds from an equal share \[standard errors\].
fn furthest(about: &About, mut params: Value) -> f64 {
    // With one way the hash is direct-mapped, so some flows share a queue. With a set-associative hash, each of so few
    // flows would always have its own queue.
    let few_queues = [("classifier", json!("hashed")), ("buckets", json!(8)), ("bins", json!(8)), ("ways", json!(1))];
    for (id, value) in few_queues.into_iter().filter(|(id, _)| about.params().any(|spec| spec.id == *id)) {
        params[id] = value;
    }
    let scene = json!({
        "duration_s": 12,
        "measured_from_s": 2,
        "lanes": [{ "aqm": about.id, "params": params }],
        "flows": [{ "transport": "newreno", "source": "ftp", "count": FLOWS, "start_s": [0, 1] }],
    });
    let scene = Scenario::parse(&scene).unwrap();
    let mut shares = vec![Vec::new(); FLOWS];
    for seed in 1..=SEEDS {
        let mut run = Simulation::new(&scene.with("seed", seed.into()).unwrap(), 0).unwrap();
        run.advance_to(run.end());
        let flows = run.result().flows;
        let all: f64 = flows.iter().map(|flow| flow.throughput_bps).sum();
        flows.iter().zip(&mut shares).for_each(|(flow, shares)| shares.push(flow.throughput_bps / all));
    }
    let errors = shares.iter().map(|shares| {
        let over_seeds = summary(shares);
        (over_seeds.mean - 1.0 / FLOWS as f64).abs() / (over_seeds.sd / (SEEDS as f64).sqrt())
    });
    errors.fold(0.0, f64::max)
}
