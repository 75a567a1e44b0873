//! Paths that lose packets and acknowledgements, compared with ns-2 and with the square-root law.
//!
//! The means and standard deviations of ns-2 2.35 come from 30 runs of `scripts/ns2/paths.tcl` per case. ns-2's Sack1
//! is left out: its pipe counter is decremented once per acknowledgement, so if acknowledgements are lost it sends less
//! than RFC 6675 allows.

use chokepoint_engine::measure::RunResult;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// Number of ns-2 runs behind each mean.
const RUNS_OF_NS2: f64 = 30.0;
const SEEDS: u64 = 8;

struct Case {
    transport: &'static str,
    flows: u32,
    loss: f64,
    rate_bps: u64,
    limit: u32,
    reverse: Value,
    /// Mean and standard deviation of the goodput in ns-2 \[Mb/s\].
    ns2: (f64, f64),
}

fn lossy(transport: &'static str, loss: f64, ns2: (f64, f64)) -> Case {
    Case { transport, flows: 1, loss, rate_bps: 100_000_000, limit: 500, reverse: json!({}), ns2 }
}

fn slow_reverse(transport: &'static str, ack_rate_bps: u64, loss: f64, ns2: (f64, f64)) -> Case {
    let reverse = json!({ "ack_rate_bps": ack_rate_bps, "ack_limit": 10 });
    Case { transport, flows: 5, loss, rate_bps: 10_000_000, limit: 50, reverse, ns2 }
}

fn run(case: &Case, seed: u64) -> RunResult {
    let scene = json!({
        "seed": seed,
        "duration_s": 220,
        "measured_from_s": 20,
        "bottleneck": { "capacity_bps": case.rate_bps, "delay_s": 0.02 },
        "access": { "rate_bps": 100_000_000, "delay_s": 0.005 },
        "reverse": case.reverse,
        "lanes": [{ "aqm": "drop-tail", "params": { "limit": case.limit } }],
        "flows": [{
            "transport": case.transport, "count": case.flows, "window_packets": 1000, "random_loss": case.loss,
        }],
    });
    let mut simulation = Simulation::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
    simulation.advance_to(simulation.end());
    simulation.result()
}

/// Mean and standard deviation of the goodput over the seeds \[Mb/s\].
fn goodput(case: &Case) -> (f64, f64) {
    let runs: Vec<f64> = (1..=SEEDS).map(|seed| run(case, seed).classes["tcp"].goodput_bps / 1e6).collect();
    let mean = runs.iter().sum::<f64>() / runs.len() as f64;
    let squares: f64 = runs.iter().map(|run| (run - mean) * (run - mean)).sum();
    (mean, (squares / (runs.len() - 1) as f64).sqrt())
}

#[test]
fn lost_packets_and_acknowledgements_cost_as_much_goodput_as_in_ns2() {
    let cases = [
        lossy("newreno", 0.003, (3.020, 0.131)),
        lossy("newreno", 0.01, (1.547, 0.051)),
        lossy("reno", 0.01, (1.386, 0.051)),
        lossy("newreno", 0.03, (0.801, 0.021)),
        lossy("reno", 0.03, (0.671, 0.022)),
        slow_reverse("newreno", 50_000, 0.0, (8.770, 0.262)),
        slow_reverse("reno", 50_000, 0.0, (8.743, 0.237)),
        slow_reverse("newreno", 20_000, 0.0, (5.796, 0.553)),
        slow_reverse("reno", 20_000, 0.0, (6.085, 0.506)),
        slow_reverse("newreno", 50_000, 0.005, (2.885, 0.080)),
        slow_reverse("reno", 50_000, 0.005, (2.784, 0.105)),
    ];
    for case in cases {
        let (mean, deviation) = goodput(&case);
        let (theirs, their_deviation) = case.ns2;
        let error = (deviation * deviation / SEEDS as f64 + their_deviation * their_deviation / RUNS_OF_NS2).sqrt();
        // The tolerance of all comparisons with ns-2: 7 %, or two standard errors if that is more.
        let tolerance = (0.07 * theirs).max(2.0 * error);
        assert!(
            (mean - theirs).abs() <= tolerance,
            "{} with a loss of {} and {}: {mean:.3} Mb/s, in ns-2 {theirs:.3}",
            case.transport,
            case.loss,
            case.reverse
        );
    }
}

#[test]
fn the_goodput_falls_with_the_square_root_of_the_loss() {
    // Mathis et al. (1997): if the receiver acknowledges every packet, the rate is size/RTT · √(3/2p). The law ignores
    // timeouts, so it holds only for small loss rates.
    const TRIP_S: f64 = 2.0 * (0.02 + 2.0 * 0.005);
    for loss in [0.0003_f64, 0.001] {
        let (mean, _) = goodput(&lossy("sack", loss, (0.0, 0.0)));
        let law = 8_000.0 / TRIP_S * (1.5 / loss).sqrt() / 1e6;
        assert!((mean / law - 1.0).abs() < 0.15, "loss {loss}: {mean:.3} Mb/s, by the law {law:.3}");
    }
}

#[test]
fn selective_acknowledgements_survive_the_loss_of_a_tenth_of_them() {
    let mut scene = json!({
        "duration_s": 60,
        "bottleneck": { "capacity_bps": 10_000_000, "delay_s": 0.02 },
        "lanes": [{ "aqm": "drop-tail", "params": { "limit": 50 } }],
        "flows": [{ "transport": "sack", "window_packets": 1000, "ack_loss": 0 }],
    });
    for profile in ["ns2", "linux"] {
        scene["profile"] = profile.into();
        let mut goodput = |ack_loss: f64| {
            scene["flows"][0]["ack_loss"] = ack_loss.into();
            let mut simulation = Simulation::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
            simulation.advance_to(simulation.end());
            simulation.result().classes["tcp"].goodput_bps
        };
        let (all, most) = (goodput(0.0), goodput(0.1));
        assert!(most > 0.95 * all, "{profile}: {most} of {all} bit/s without a tenth of the acknowledgements");
    }
}
