//! Checks that the simulation's shortcuts are exact: its runs agree, packet by packet, with those of a simulation
//! without shortcuts.
//!
//! The simulation computes when access links, propagation and acknowledgements are done, instead of simulating them as
//! events. `long_way/network.rs` simulates all events, using only the description of the model and the public endpoints
//! and disciplines.

#[path = "long_way/diary.rs"]
mod diary;
#[path = "long_way/network.rs"]
mod network;

use chokepoint_engine::discipline::{ABOUTS, About};
use chokepoint_engine::endpoint::transports;
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::{Scenario, Simulation};
use diary::{Diary, Fate};
use network::LongWay;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;

const SCENES_PER_DISCIPLINE: u64 = 7;

#[test]
fn both_simulations_agree_on_the_fate_of_every_packet() {
    let mut seen = BTreeMap::<&str, u64>::new();
    let mut see = |what, count: usize| *seen.entry(what).or_default() += count as u64;
    for about in ABOUTS {
        for number in 0..SCENES_PER_DISCIPLINE {
            let scene = random_scene(about, number);
            let label = format!("{} scene {number}: {}", about.id, scene.to_json());
            let (long, short) = compare(&scene, &label);
            see("arrivals", short.count(|fate| fate == Fate::Arrived));
            see("drops", short.count(|fate| matches!(fate, Fate::Dropped(..))));
            see("retransmissions", short.sent.iter().flatten().filter(|sent| sent.2).count());
            see("timeouts", long.flows().iter().map(|flow| flow.timeouts() as usize).sum());
            see("lost or late SYNs", short.sent.iter().flatten().filter(|sent| sent.1 == 0 && sent.2).count());
            see("changes on the way", scene.interventions.len());
            see("ties", long.ties);
            see("packets at a deadline", long.packets_at_a_deadline);
        }
    }
    println!("{seen:?}");
    // Each kind of event must occur at least this often in the random scenes; otherwise the comparison would not test
    // it.
    let least = [
        ("arrivals", 50_000),
        ("drops", 5_000),
        ("retransmissions", 1_000),
        ("timeouts", 100),
        ("lost or late SYNs", 10),
        ("changes on the way", 30),
        ("ties", 1_000),
        ("packets at a deadline", 1),
    ];
    for (what, least) in least {
        assert!(seen[what] >= least, "only {} {what}", seen[what]);
    }
}

/// Runs a scene in both simulations, and compares everything that both record.
fn compare(scene: &Scenario, label: &str) -> (LongWay, Diary) {
    let mut long = LongWay::new(scene);
    long.run();
    let mut run = Simulation::new(scene, 0).unwrap();
    let mut short = Diary::new(scene.flow_count());
    run.watch_to(run.end(), &mut short);
    for received in &mut short.received {
        // The simulation also records when packets that have left the bottleneck will be received, even if that is
        // after the end of the run.
        received.retain(|&(at, _)| at <= run.end());
    }
    assert_same(&long.diary.bottleneck, &short.bottleneck, "at the bottleneck", label);
    let result = run.result();
    for (index, flow) in long.flows().iter().enumerate() {
        assert_same(&long.diary.sent[index], &short.sent[index], &format!("sent by flow {}", index + 1), label);
        assert_same(&long.diary.received[index], &short.received[index], &format!("got by flow {}", index + 1), label);
        let totals = &run.totals().flows[index];
        assert_eq!(flow.congestion_window(), run.congestion_window(index), "window of flow {} in {label}", index + 1);
        assert_eq!(flow.sent, result.flows[index].sent_packets, "sent by flow {} in {label}", index + 1);
        assert_eq!(flow.received_bytes, totals.received_bytes, "received by flow {} in {label}", index + 1);
        assert_eq!(flow.delivered_bytes, totals.delivered_bytes, "delivered to flow {} in {label}", index + 1);
    }
    (long, short)
}

fn assert_same<T: Debug + PartialEq>(long: &[T], short: &[T], what: &str, label: &str) {
    let differs = long.iter().zip(short).position(|(long, short)| long != short);
    let place = differs.unwrap_or_else(|| long.len().min(short.len()));
    assert!(
        long == short,
        "{what}, entry {place} of {} and {}:\n  long way  {:?}\n  short cut {:?}\n  after     {:?}\n{label}",
        long.len(),
        short.len(),
        long.get(place),
        short.get(place),
        place.checked_sub(1).and_then(|before| long.get(before)),
    );
}

/// A small scene. Rates and delays are random and have no common divisor, so that no two events coincide by accident.
fn random_scene(about: &About, number: u64) -> Scenario {
    let mut chance = Stream::named(number, &format!("long way/{}", about.id));
    let chance = &mut chance;
    let capacity_bps = between(150_000.0, 2_500_000.0, chance) as u64;
    let duration_s = between(5.0, 20.0, chance);
    // Round-trip times range from those of a metropolitan network to more than 3 s, after which a sender repeats its
    // SYN.
    let is_far = number % SCENES_PER_DISCIPLINE == 1;
    let longest_delay = if is_far { 0.7 } else { 0.08 };
    let delay = |chance: &mut Stream| between(0.001, longest_delay, chance);
    // Scenes with delayed acknowledgements have no capacity changes. The capacity could otherwise change while the
    // receiver holds an acknowledgement back, and the rate of the reverse link depends on the capacity.
    let delays_acks = number % 3 == 2;
    let mut groups: Vec<Value> = Vec::new();
    for _ in 0..2 + chance.pick(3) {
        let mut group = json!({
            "count": 1 + chance.pick(2),
            "packet_bytes": between(200.0, 1_500.0, chance) as u64,
            "start_s": [0.0, between(0.5, 3.0, chance)],
            "access_rate_bps": (capacity_bps as f64 * between(0.4, 12.0, chance)) as u64,
            "access_delay_s": delay(chance),
        });
        // The scenes have no BBR and no Prague, since their paced senders have two timers and the second simulation expects one
        // event per sender at a time.
        let transports: Vec<_> = transports().filter(|transport| !["bbr", "prague"].contains(&transport.id)).collect();
        let kind = chance.pick(transports.len() + 1);
        match transports.get(kind) {
            Some(transport) => {
                group["transport"] = transport.id.into();
                group["window_packets"] = (1 + chance.pick(80)).into();
                group["ecn"] = chance.happens(0.3).into();
                if delays_acks {
                    group["delayed_ack"] = true.into();
                    group["ack_delay_s"] = between(0.02, 0.3, chance).into();
                } else {
                    group["delayed_ack"] = false.into();
                }
            }
            None => {
                group["transport"] = "udp".into();
                let rate_bps = (capacity_bps as f64 * between(0.05, 1.3, chance)) as u64;
                match chance.pick(6) {
                    0 => group["source"] = "poisson".into(),
                    1 => {
                        group["source"] = "schedule".into();
                        group["steps"] = json!([
                            [duration_s / 4.0, rate_bps / 3],
                            [duration_s / 2.0, 0],
                            [duration_s / 1.5, rate_bps]
                        ]);
                    }
                    2 => group["source"] = "onoff".into(),
                    _ => group["source"] = "cbr".into(),
                }
                group["rate_bps"] = rate_bps.into();
            }
        }
        groups.push(group);
    }
    let limit = 4 + chance.pick(60);
    let mut params = json!({ "limit": limit });
    for spec in about.params() {
        match spec.id {
            "min_th" => params["min_th"] = (limit as f64 * between(0.05, 0.4, chance)).into(),
            "max_th" => params["max_th"] = (limit as f64 * between(0.5, 0.95, chance)).into(),
            _ => {}
        }
    }
    // A third of the scenes have a slotted link, with slots that fit the smallest packet at the scene's highest
    // capacity.
    let is_slotted = number.is_multiple_of(3);
    let slot_s = 200.0 * 8.0 / (3.0 * capacity_bps as f64) * between(0.1, 0.9, chance);
    let quiet = json!({
        "seed": number + 1,
        "duration_s": duration_s,
        "measured_from_s": if chance.happens(0.5) { duration_s / 3.1 } else { 0.0 },
        "profile": if chance.happens(0.5) { "ns2" } else { "rfc6298" },
        "bottleneck": {
            "capacity_bps": capacity_bps, "delay_s": delay(chance),
            "service": if is_slotted { "geometric" } else { "constant" }, "service_slot_s": slot_s,
        },
        "lanes": [{ "aqm": about.id, "params": params }],
        "flows": groups,
    });
    let mut scene = Scenario::parse(&quiet).unwrap();
    let mut at_s = 0.0;
    for _ in 0..chance.pick(5) {
        at_s += duration_s * between(0.02, 0.25, chance);
        let udp = scene.flows.iter().position(|group| group.kind.class() == "udp");
        let (path, value) = match (chance.pick(4), udp) {
            (0, _) if delays_acks => continue,
            (0, _) => ("bottleneck.capacity_bps".into(), (capacity_bps as f64 * between(0.3, 3.0, chance)) as u64),
            (1, _) => ("lanes.0.params.limit".into(), limit as u64 + chance.pick(20) as u64),
            (2, Some(group)) => (format!("flows.{group}.rate_bps"), 0),
            (_, Some(group)) => {
                (format!("flows.{group}.rate_bps"), (capacity_bps as f64 * between(0.05, 2.0, chance)) as u64)
            }
            (_, None) => continue,
        };
        let mut json = scene.to_json();
        if let Some(changes) = json["interventions"].as_array_mut() {
            changes.push(json!({ "at_s": at_s, "path": path, "value": value }));
        }
        scene = Scenario::parse(&json).unwrap();
    }
    scene
}

fn between(low: f64, high: f64, chance: &mut Stream) -> f64 {
    low + (high - low) * chance.unit()
}
