//! The slotted queue compared with theory: binomial arrivals, geometric service, an unlimited queue.
//!
//! A slot begins with A arrivals (mean λ, second moment m). Service ends at the end of a slot with probability μ. The number
//! N of packets at the ends of slots obeys N' = N + A − [N + A > 0 and served]. Squaring both sides and taking means gives
//! E[N] = (m + λ − 2μλ) / 2(μ − λ). The distribution of N is the fixed point of the recursion.

use chokepoint_engine::math::powi;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::json;

const SLOT_S: f64 = 0.001;
const SOURCES: u32 = 5;
const INTENSITY: f64 = 0.1;
const MU: f64 = 0.6;

fn run(seed: u64, slots: f64, spread_s: f64) -> RunResult {
    let scene = json!({
        "seed": seed,
        "duration_s": slots * SLOT_S,
        "measured_from_s": 0.1 * slots * SLOT_S,
        "bottleneck": {
            "capacity_bps": MU * 8_000.0 / SLOT_S, "delay_s": 0, "service": "geometric", "service_slot_s": SLOT_S,
        },
        // Rate of the access links. At this rate a packet reaches the queue within a thousandth of the slot in which it
        // is sent.
        "access": { "rate_bps": 10_000_000_000_u64, "delay_s": 0 },
        "lanes": [{ "aqm": "drop-tail", "params": { "limit": 10_000 } }],
        "flows": [{
            "transport": "udp", "source": "geometric", "count": SOURCES, "intensity": INTENSITY, "slot_s": SLOT_S,
            "packet_bytes": 1000, "start_s": 0, "spread_s": spread_s,
        }],
    });
    let scenario = Scenario::parse(&scene).unwrap();
    let mut simulation = Simulation::new(&scenario, 0).unwrap();
    simulation.advance_to(simulation.end());
    simulation.result()
}

#[test]
fn waiting_and_utilization_agree_with_theory() {
    let lambda = f64::from(SOURCES) * INTENSITY;
    let second_moment = lambda * (1.0 - INTENSITY) + lambda * lambda;
    let left_behind = (second_moment + lambda - 2.0 * MU * lambda) / (2.0 * (MU - lambda));
    let in_system_slots = (left_behind + lambda) / lambda;
    let waiting_slots = in_system_slots - 1.0 / MU;
    assert!((in_system_slots - 7.0).abs() < 1e-9 && (waiting_slots - 16.0 / 3.0).abs() < 1e-9);

    for spread_s in [0.0, 0.000_001] {
        let runs: Vec<_> = (1..=12).map(|seed| run(seed, 200_000.0, spread_s)).collect();
        let near = |value: fn(&RunResult) -> f64, expected: f64, what: &str| {
            let values: Vec<f64> = runs.iter().map(value).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
            let error = (variance / (values.len() * (values.len() - 1)) as f64).sqrt();
            // The tolerance is five standard errors, estimated from twelve runs, plus the time on the access link.
            assert!((mean - expected).abs() < 5.0 * error + 2e-3, "{what}: {mean} ± {error}, not {expected}");
            assert!(error < 0.03 * expected, "{what}: the interval {mean} ± {error} is too wide for a test");
        };
        near(|run| run.bottleneck.queueing_delay_s.mean.unwrap() / SLOT_S, waiting_slots, "waiting");
        near(|run| run.bottleneck.mean_time_in_system_s.unwrap() / SLOT_S, in_system_slots, "time in the system");
        near(|run| run.bottleneck.utilization, lambda / MU, "utilization");
        near(|run| run.bottleneck.queue_packets.mean, waiting_slots * lambda, "queue, by Little's law");
    }
}

/// The share of time with each number of packets in the system, measured in each slot after the arrivals and before the
/// end of service.
fn law_during_slots() -> Vec<f64> {
    const MOST: usize = 400;
    let binomial: Vec<f64> = (0..=SOURCES)
        .map(|count| {
            let ways: f64 = (0..count).map(|i| f64::from(SOURCES - i) / f64::from(i + 1)).product();
            ways * powi(INTENSITY, u64::from(count)) * powi(1.0 - INTENSITY, u64::from(SOURCES - count))
        })
        .collect();
    let mut left = vec![0.0; MOST];
    left[0] = 1.0;
    let mut during = left.clone();
    for _ in 0..20_000 {
        during = vec![0.0; MOST];
        for (packets, share) in left.iter().enumerate() {
            for (count, chance) in binomial.iter().enumerate() {
                during[(packets + count).min(MOST - 1)] += share * chance;
            }
        }
        left = vec![0.0; MOST];
        for (packets, share) in during.iter().enumerate() {
            left[packets] += share * if packets > 0 { 1.0 - MU } else { 1.0 };
            left[packets.saturating_sub(1)] += share * if packets > 0 { MU } else { 0.0 };
        }
    }
    during
}

#[test]
fn the_distribution_of_the_queue_agrees_with_theory() {
    let law = law_during_slots();
    let mean: f64 = law.iter().enumerate().map(|(packets, share)| packets as f64 * share).sum();
    assert!((mean - 3.5).abs() < 1e-6, "Little's law again: {mean}");
    const RUNS: u64 = 12;
    let mut found = vec![0.0; 40];
    for seed in 1..=RUNS {
        let it = run(seed, 200_000.0, 0.000_001).bottleneck.queue_packets;
        let whole: f64 = it.distribution.parts.iter().sum();
        for (found, part) in found.iter_mut().zip(&it.distribution.parts) {
            *found += part / whole / RUNS as f64;
        }
        assert!((it.empty - it.distribution.parts[0] / whole).abs() < 1e-12 && it.full == 0.0);
        assert!(it.p5 == 0 && (8..=14).contains(&it.p95), "{} to {}", it.p5, it.p95);
    }
    // `law` counts all packets in the system, and `found` only those that are queued. The difference is the packet on
    // the link.
    //
    // The number of packets in a slot is correlated with the numbers in the next hundred slots. Two million slots are
    // therefore worth about twenty thousand independent slots. For a share of one third, this number of independent
    // slots gives a standard error of 0.0033.
    for waiting in 0..12 {
        let expected = law[waiting + 1] + if waiting == 0 { law[0] } else { 0.0 };
        assert!((found[waiting] - expected).abs() < 0.012, "{waiting} waiting: {} and not {expected}", found[waiting]);
    }
}
