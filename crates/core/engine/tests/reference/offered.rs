//! Compares the disciplines with Linux's without the effect of TCP: unresponsive flows replace the senders and offer the same
//! number of packets.
//!
//! In a queue that is always full, the order of TCP's packets matters little, so a remaining difference from Linux is due to
//! the discipline. The comparison covers disciplines with one queue, in the scenes with slow links and jitter in UDP.

use super::case::{self, Case, Simulator};
use super::metric::Run;
use super::report::Pair;
use super::{read, runs_of, scene};
use serde_json::{Value, json};

const ONE_QUEUE: [&str; 6] = ["red", "choke", "choke_l128", "codel", "pie", "sfb"];
/// A compared quantity: Linux's name, the size up to which a difference is negligible, and the engine's value.
type Quantity = (&'static str, f64, fn(&Run) -> f64);

const COMPARED: [Quantity; 2] = [
    ("udp_share", 2e-3, |run| {
        let all: f64 = run.flows.iter().map(|flow| flow.throughput_bps).sum();
        run.flows[0].throughput_bps / all
    }),
    ("queue_mean_pkts", 0.05, |run| run.bottleneck.queue_packets.mean),
];

#[test]
fn the_disciplines_agree_with_linux_under_the_load_of_linuxs_tcp() {
    let cases = case::all();
    let is_wanted = |case: &&Case| {
        let it = &case.settings;
        case.simulator == Simulator::Linux
            && it["udp_jitter"] == true
            && it["capacity_bps"] == 1_000_000
            && it["duration_s"] == 60
            && ONE_QUEUE.iter().any(|name| it["qdisc"] == *name)
    };
    let cases: Vec<&Case> = cases.iter().filter(is_wanted).collect();
    assert!(cases.len() >= 8, "only {} cases", cases.len());
    for case in cases {
        let scenario = read(&without_tcp(case)).expect("a right scene");
        let window = &case.windows[0];
        let runs = runs_of(case, window, &scenario, 1..=10);
        for (name, negligible, ours) in COMPARED {
            let values: Vec<f64> = runs.iter().map(ours).collect();
            let (_, mean, sd) = window.values.iter().find(|(it, ..)| it == name).expect("a measured value");
            let pair = Pair::new(case, window.name, name, true, negligible, &values, (*mean, *sd));
            println!("{}", pair.line());
            assert!(pair.holds(), "a discipline differs from Linux's: {}", pair.line());
        }
    }
}

/// The scene of a case in which constant-rate flows replace TCP. They send as many packets as arrived from TCP.
fn without_tcp(case: &Case) -> Value {
    let mut scene = scene::scenario_of(case).expect("a scene of ours");
    let measured = |name: &str| {
        let values = case.windows[0].values.iter();
        values.into_iter().find(|(it, ..)| it == name).map(|&(_, mean, _)| mean).expect("a measured value")
    };
    let number = |name: &str| case.settings[name].as_f64().expect("a number");
    let window_s = number("duration_s") - number("measured_from_s");
    let offered_bps = 8.0 * number("packet_bytes") * (measured("dequeued") + measured("drops")) / window_s;
    let groups = scene["flows"].as_array_mut().expect("groups of flows");
    let of_udp = |group: &Value| group["transport"] == "udp";
    let udp_bps: f64 = groups.iter().filter(|group| of_udp(group)).filter_map(|group| group["rate_bps"].as_f64()).sum();
    let count: u64 = scene::tcp_in_linux(&case.settings).iter().map(|(_, count)| count).sum();
    groups.retain(of_udp);
    groups.push(json!({
        "transport": "udp",
        "source": "cbr",
        "jitter": true,
        "count": count,
        "rate_bps": ((offered_bps - udp_bps) / count as f64).round() as u64,
        "packet_bytes": case.settings["packet_bytes"],
        "start_s": case.settings["tcp_start_s"],
    }));
    scene
}
