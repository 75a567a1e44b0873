//! Small random scenes: every kind of flow, every parameter of a discipline, and timed changes.

use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::About;
use chokepoint_engine::discipline::about::{ParamKind, ParamSpec};
use chokepoint_engine::rng::{Chance, Stream};
use serde_json::{Map, Value, json};

/// Approximate number of packets that the link can send in a scene: enough for losses and recovery, few enough for many
/// scenes.
const PACKETS: f64 = 2_500.0;
const MOST_FLOWS: u64 = 12;

/// A scene whose first lane runs the discipline described by `about`.
pub(super) fn random_scene(about: &About, chance: &mut Stream) -> Scenario {
    let quiet = quiet_scene(about, chance);
    let count = chance.pick(5);
    let mut times: Vec<f64> = (0..count).map(|_| quiet.duration.secs() * chance.unit()).collect();
    times.sort_by(f64::total_cmp);
    times.iter().fold(quiet, |scene, &at_s| {
        let (path, value) = random_change(about, &scene, chance);
        let mut json = scene.to_json();
        if let Some(interventions) = json["interventions"].as_array_mut() {
            interventions.push(json!({ "at_s": at_s, "path": path, "value": value }));
        }
        // The scenario check refuses a change that contradicts another setting. The scene then keeps its earlier
        // changes.
        Scenario::parse(&json).unwrap_or(scene)
    })
}

/// A scene whose first lane runs this discipline, without timed changes.
pub(super) fn quiet_scene(about: &About, chance: &mut Stream) -> Scenario {
    let capacity_bps = whole_between(10_000, 20_000_000, chance);
    let mut flows = Vec::new();
    let mut flow_count = 0;
    let mut least_bytes = 9_000;
    for _ in 0..=chance.pick(4) {
        let count = (1 + chance.pick(4) as u64).min(MOST_FLOWS - flow_count);
        let bytes = [1_000, 1_000, 1_500, 41, 9_000, whole_between(41, 9_000, chance)][chance.pick(6)];
        flow_count += count;
        least_bytes = least_bytes.min(bytes);
        flows.push((count, bytes));
        if flow_count == MOST_FLOWS {
            break;
        }
    }
    let duration_s = (PACKETS * 8.0 * least_bytes as f64 / capacity_bps as f64).clamp(0.3, 60.0);
    let flows: Vec<Value> = flows
        .into_iter()
        .map(|(count, bytes)| random_group(count, bytes, capacity_bps / flow_count, duration_s, chance))
        .collect();
    let mut scene = json!({
        "seed": chance.next_u64() >> 11,
        "duration_s": duration_s,
        "measured_from_s": if chance.happens(0.5) { 0.0 } else { 0.9 * duration_s * chance.unit() },
        "profile": PROFILES[chance.pick(PROFILES.len())],
        "bottleneck": random_bottleneck(capacity_bps, least_bytes, chance),
        "access": { "rate_bps": whole_between(20_000, 1_000_000_000, chance), "delay_s": random_delay(chance) },
        "reverse": random_reverse(capacity_bps, chance),
        "lanes": [{ "aqm": about.id }],
        "flows": flows,
    });
    add_second_link(&mut scene, capacity_bps, chance);
    for _ in 0..20 {
        let mut scene = scene.clone();
        scene["queue"] = json!({ "params": random_params(about, 0.4, chance) });
        scene["lanes"][0]["params"] = random_params(about, 0.1, chance).into();
        // Random parameters that contradict each other are drawn again.
        if let Ok(scene) = Scenario::parse(&scene) {
            return scene;
        }
    }
    Scenario::parse(&scene).expect("the defaults of every discipline fit every link")
}

const PROFILES: [&str; 3] = ["ns2", "rfc6298", "linux"];

/// A setting that can change while the scene runs, with a value from its declared range.
pub(super) fn random_change(about: &About, scene: &Scenario, chance: &mut Stream) -> (String, Value) {
    match chance.pick(4) {
        0 => ("bottleneck.capacity_bps".into(), whole_between(10_000, 20_000_000, chance).into()),
        1 => {
            let group = chance.pick(scene.flows.len());
            let rate = if chance.happens(0.3) { 0 } else { whole_between(1, 2 * scene.capacity_bps, chance) };
            (format!("flows.{group}.rate_bps"), rate.into())
        }
        _ => {
            let specs: Vec<_> = about.params().collect();
            let spec = specs[chance.pick(specs.len())];
            let place = ["queue.params", "lanes.0.params"][chance.pick(2)];
            (format!("{place}.{}", spec.id), random_value(spec, chance))
        }
    }
}

fn random_group(count: u64, bytes: u64, fair_share_bps: u64, duration_s: f64, chance: &mut Stream) -> Value {
    let from = if chance.happens(0.7) { 0.0 } else { duration_s * chance.unit() };
    let mut group = json!({
        "count": count,
        "packet_bytes": bytes,
        "start_s": if chance.happens(0.2) { json!(from) } else { json!([from, from + duration_s * 0.2 * chance.unit()]) },
    });
    match chance.pick(10) {
        kind @ 0..7 => {
            group["transport"] = ["reno", "newreno", "sack", "cubic", "vegas", "dctcp", "bbr"][kind].into();
            group["window_packets"] = whole_between(1, 200, chance).into();
        }
        _ => {
            group["transport"] = "udp".into();
            let rate = if chance.happens(0.1) {
                0
            } else {
                whole_between(1 + fair_share_bps / 50, 4 * fair_share_bps, chance)
            };
            group["rate_bps"] = rate.into();
        }
    }
    if chance.happens(0.3) {
        group["access_rate_bps"] = whole_between(20_000, 1_000_000_000, chance).into();
    }
    if chance.happens(0.3) {
        group["access_delay_s"] = random_delay(chance).into();
    }
    add_path(&mut group, chance);
    add_sessions(&mut group, count, duration_s, chance);
    group
}

/// With probability 1/5, makes a group of TCP flows send files or web pages in place of endless data.
fn add_sessions(group: &mut Value, count: u64, duration_s: f64, chance: &mut Stream) {
    if group["transport"] == "udp" || !chance.happens(0.2) {
        return;
    }
    let source = ["web", "transfer", "size-table", "trace"][chance.pick(4)];
    group["source"] = source.into();
    if source == "web" {
        group["objects_per_page"] = whole_between(1, 4, chance).into();
    } else if source == "size-table" {
        group["sizes"] = json!([[1, chance.unit()], [whole_between(1, 50, chance), 1]]);
    } else if source == "trace" {
        let file = |_| json!([duration_s * chance.unit(), whole_between(1, 50, chance)]);
        group["files"] = (0..count).map(file).collect();
    }
}

/// With probability 1/5, adds losses and delays outside the bottleneck to a group of flows.
fn add_path(group: &mut Value, chance: &mut Stream) {
    if !chance.happens(0.2) {
        return;
    }
    group["random_loss"] = (0.1 * chance.unit()).into();
    if chance.happens(0.5) {
        group["jitter_s"] = random_delay(chance).into();
    }
    if group["transport"] != "udp" && chance.happens(0.5) {
        group["ack_loss"] = (0.3 * chance.unit()).into();
    }
}

/// A bottleneck, which is slotted with probability 1/4. The slot is shorter than the transmission time of the smallest
/// data packet. The scenario check refuses a later change of the capacity that would make the slot longer than that.
fn random_bottleneck(capacity_bps: u64, least_bytes: u64, chance: &mut Stream) -> Value {
    let slot_s = least_bytes as f64 * 8.0 / capacity_bps as f64 * (0.05 + 0.9 * chance.unit());
    json!({
        "capacity_bps": capacity_bps,
        "delay_s": random_delay(chance),
        "service": if chance.happens(0.25) { "geometric" } else { "constant" },
        "service_slot_s": slot_s.clamp(0.000_001, 10.0),
    })
}

/// A reverse link. With probability 1/5 it has a rate, which may be too low for the acknowledgements.
fn random_reverse(capacity_bps: u64, chance: &mut Stream) -> Value {
    if !chance.happens(0.2) {
        return json!({});
    }
    json!({ "ack_rate_bps": (capacity_bps / 20).max(1_000), "ack_limit": whole_between(1, 100, chance) })
}

/// With probability 1/5, adds a second link, unless the reverse link has a rate. The lane observes one of the two links
/// at random, and the other link has DropTail.
fn add_second_link(scene: &mut Value, capacity_bps: u64, chance: &mut Stream) {
    if !chance.happens(0.2) || scene["reverse"]["ack_rate_bps"].is_u64() {
        return;
    }
    let second_bps = whole_between(10_000, 2 * capacity_bps, chance);
    scene["second"] = json!({ "second_capacity_bps": second_bps, "second_delay_s": random_delay(chance) });
    if chance.happens(0.5) {
        scene["lanes"][0]["link"] = "second".into();
    }
    for group in scene["flows"].as_array_mut().into_iter().flatten() {
        group["route"] = ["both", "both", "first", "second"][chance.pick(4)].into();
    }
}

fn random_delay(chance: &mut Stream) -> f64 {
    match chance.pick(8) {
        0 => 0.0,
        1 => 0.4 * chance.unit(),
        _ => 0.03 * chance.unit(),
    }
}

fn random_params(about: &About, share: f64, chance: &mut Stream) -> Map<String, Value> {
    let mut params = Map::new();
    for spec in about.params() {
        if chance.happens(share) {
            params.insert(spec.id.into(), random_value(spec, chance));
        }
    }
    params
}

/// A random value of the declared range. Numbers cover all orders of magnitude, and both bounds are frequent.
fn random_value(spec: &ParamSpec, chance: &mut Stream) -> Value {
    let mut spread = |min: f64, max: f64| match chance.pick(10) {
        0 => min,
        1 => max,
        _ => min + (max - min) * chance.unit() / (1u64 << chance.pick(16)) as f64,
    };
    match spec.kind {
        ParamKind::Integer { min, max } => json!((spread(min as f64, max as f64) as i64).clamp(min, max)),
        ParamKind::Real { min, max } => json!(spread(min, max).clamp(min, max)),
        ParamKind::Switch => json!(chance.happens(0.5)),
        ParamKind::Choice { choices } => json!(choices[chance.pick(choices.len())].id),
    }
}

/// A random integer between two others, with every order of magnitude equally likely.
fn whole_between(least: u64, most: u64, chance: &mut Stream) -> u64 {
    // A division by a random power of two replaces a logarithm, whose last bit would differ between machines.
    let octaves = (most / least.max(1)).max(1).ilog2() as usize + 1;
    let top = (most >> chance.pick(octaves)).max(least);
    (least + ((top - least) as f64 * chance.unit()) as u64).min(most)
}
