//! URLs of every kind, for the corpus.

use super::{Entry, Presets};
use chokepoint_engine::discipline::about::ParamKind;
use chokepoint_engine::discipline::{ABOUTS, about_of};
use chokepoint_engine::scenario::{Scenario, scenario_of};
use chokepoint_link::{self as link, fingerprint};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// URLs of new preset versions and of new kinds, which the corpus does not contain yet.
pub(super) fn links_of_what_is_new(presets: &Presets, corpus: &[Entry]) -> Vec<Entry> {
    let mut known: BTreeSet<String> = corpus.iter().map(|entry| entry.link.clone()).collect();
    let kinds: BTreeSet<&str> = corpus.iter().map(|entry| entry.kind.as_str()).collect();
    let mut made = Vec::new();
    let mut add = |kind: String, link: String| {
        if known.insert(link.clone()) {
            made.push(Entry { kind, link, runs: BTreeMap::new() });
        }
    };
    for (place, preset) in presets.today.iter().enumerate() {
        let scene = Scenario::parse(scenario_of(preset)).expect("a preset");
        let start = format!("2.{}.{}.", scene.id, fingerprint(scenario_of(preset)));
        let is_new = !corpus.iter().any(|entry| entry.link.starts_with(&start));
        let write = |scene: &Scenario, view: &Value| link::encode(scene, preset, view).expect("a link");
        if is_new {
            add("as it is".into(), write(&scene, &json!({})));
            add("four settings".into(), write(&with_four_changes(&scene), &json!({})));
        }
        let edits = edits();
        for (at, (kind, edit)) in edits.iter().enumerate() {
            // Each new preset gets one kind of edit, in rotation. Each new kind of edit is applied to one preset.
            let is_due = (is_new && place % edits.len() == at) || (place == at && !kinds.contains(kind));
            if let Some(edited) = edit(&scene).filter(|_| is_due) {
                add((*kind).into(), write(&edited, &json!({})));
            }
        }
        let views = views();
        for (at, (kind, view)) in views.iter().enumerate() {
            if (is_new && place % views.len() == at) || (place == at && !kinds.contains(kind)) {
                add((*kind).into(), write(&scene, view));
            }
        }
    }
    let preset = presets.today.iter().find(|it| scenario_of(it)["id"] == "choked-model1").expect("Model 1");
    let scene = Scenario::parse(scenario_of(preset)).expect("a preset");
    for about in ABOUTS {
        let kind = format!("discipline {}", about.id);
        if !kinds.contains(kind.as_str()) {
            let alone = with(&scene, "lanes", json!([{ "aqm": about.id }])).expect("every discipline runs Model 1");
            add(kind, link::encode(&alone, preset, &json!({})).expect("a link"));
        }
    }
    made
}

/// The scene with four typical changes: to the seed, the capacity, the first flow and a parameter.
pub(super) fn with_four_changes(scene: &Scenario) -> Scenario {
    let scene = with(scene, "seed", json!(scene.seed + 122)).expect("a seed");
    let scene = first_of(
        [
            ("bottleneck.capacity_bps", json!(scene.capacity_bps * 2)),
            ("bottleneck.capacity_bps", json!(scene.capacity_bps / 2)),
        ],
        &scene,
    );
    let scene = first_of([("flows.0.rate_bps", json!(2_500_000)), ("flows.0.window_packets", json!(64))], &scene);
    let lane = &scene.lanes[0];
    let about = about_of(&lane.aqm).expect("a discipline");
    let own = about.params().find_map(|spec| other_value(&spec.kind).map(|value| (spec.id, value)));
    let (id, value) = own.expect("every discipline has a number");
    let path = if lane.params.contains_key(id) { format!("lanes.0.params.{id}") } else { format!("queue.params.{id}") };
    first_of([(path.as_str(), value), ("queue.params.limit", json!(120))], &scene)
}

fn other_value(kind: &ParamKind) -> Option<Value> {
    match kind {
        ParamKind::Integer { min, max, .. } => Some(json!((min + 77).min(*max))),
        _ => None,
    }
}

/// The scene after the first of these changes that is valid, or unchanged if none is.
fn first_of<'a>(changes: impl IntoIterator<Item = (&'a str, Value)>, scene: &Scenario) -> Scenario {
    changes.into_iter().find_map(|(path, value)| with(scene, path, value)).unwrap_or_else(|| scene.clone())
}

fn with(scene: &Scenario, path: &str, value: Value) -> Option<Scenario> {
    scene.with(path, value).ok()
}

/// One kind of edit; `None` if the scene does not have the setting.
type Edit = (&'static str, fn(&Scenario) -> Option<Scenario>);

fn edits() -> Vec<Edit> {
    vec![
        ("a discipline for another", |scene| {
            with(scene, "lanes.0.aqm", json!("choke")).or_else(|| with(scene, "lanes", json!([{ "aqm": "choke" }])))
        }),
        ("four lanes", |scene| {
            with(
                scene,
                "lanes",
                json!([{ "aqm": "drop-tail" }, { "aqm": "red" }, { "aqm": "choke" }, { "aqm": "fq-codel" }]),
            )
        }),
        ("a lane beside", |scene| {
            let mut lanes = scene.to_json()["lanes"].clone();
            lanes.as_array_mut()?.push(json!({ "aqm": "codel" }));
            with(scene, "lanes", lanes)
        }),
        ("the same discipline twice", |scene| {
            with(scene, "lanes", json!([{ "aqm": "red" }, { "aqm": "red", "params": { "max_p": 0.5 } }]))
        }),
        ("a parameter of one lane", |scene| with(scene, "lanes.0.params.limit", json!(44))),
        ("a parameter of all lanes", |scene| with(scene, "queue.params.limit", json!(55))),
        ("a switch", |scene| with(scene, "queue.params.ecn", json!(true))),
        ("a rate that changes", |scene| {
            later(scene, json!([{ "at_s": 0.5, "path": "flows.0.rate_bps", "value": 3_000_000 }]))
        }),
        ("a limit that changes twice", |scene| {
            later(
                scene,
                json!([{ "at_s": 0.25, "path": "queue.params.limit", "value": 20 }, { "at_s": 0.5, "path": "queue.params.limit", "value": 80 }]),
            )
        }),
        ("a capacity that changes", |scene| {
            later(scene, json!([{ "at_s": 0.3, "path": "bottleneck.capacity_bps", "value": 700_000 }]))
        }),
        ("many changes on the way", |scene| {
            let changes: Value = (1..=40).map(|tenth| json!({ "at_s": f64::from(tenth) / 10.0, "path": "flows.0.rate_bps", "value": 100_000 * tenth })).collect();
            later(scene, changes)
        }),
        ("its duration", |scene| with(scene, "duration_s", json!(scene.duration.secs() + 12.5))),
        ("from when it is measured", |scene| with(scene, "measured_from_s", json!(scene.measured_from.secs() + 1.0))),
        ("the end hosts", |scene| with(scene, "profile", json!("rfc6298"))),
        ("a slotted link", |scene| {
            with(
                scene,
                "bottleneck",
                json!({ "capacity_bps": scene.capacity_bps, "service": "geometric", "service_slot_s": 1e-5 }),
            )
        }),
        ("delays", |scene| with(scene, "bottleneck.delay_s", json!(0.0125))),
        ("their own links", |scene| with(scene, "access.rate_bps", json!(1_000_000_000_u64))),
        ("how many flows", |scene| with(scene, "flows.0.count", json!(3))),
        ("another transport", |scene| {
            let place = scene.to_json()["flows"].as_array()?.iter().position(|flow| flow["transport"] != "udp")?;
            with(scene, &format!("flows.{place}.transport"), json!("cubic"))
        }),
        ("another source", |scene| {
            let place = scene.to_json()["flows"].as_array()?.iter().position(|flow| flow["transport"] == "udp")?;
            with(scene, &format!("flows.{place}.source"), json!("poisson"))
        }),
        ("a group more", |scene| {
            let mut flows = scene.to_json()["flows"].clone();
            flows.as_array_mut()?.push(json!({ "transport": "sack", "count": 2 }));
            with(scene, "flows", flows)
        }),
        ("a title of one's own", |scene| with(scene, "title", json!("Für die Vorlesung: “Model 1”"))),
    ]
}

fn later(scene: &Scenario, changes: Value) -> Option<Scenario> {
    let mut all = scene.to_json()["interventions"].clone();
    all.as_array_mut()?.extend(changes.as_array()?.iter().cloned());
    with(scene, "interventions", all)
}

fn views() -> Vec<(&'static str, Value)> {
    vec![
        ("a moment", json!({ "at_s": 12.345_678_901 })),
        ("a pace", json!({ "speed": 0.25 })),
        ("one lane alone", json!({ "solo_lane": 0 })),
        ("the paper", json!({ "below": "paper" })),
        (
            "a formula with knobs",
            json!({ "below": "theory", "theory": { "picture": "choke-limit", "values": { "rho": 1.5 } } }),
        ),
        ("distributions, packets by wait", json!({ "below": "distributions", "packets": "wait" })),
        ("the presenter", json!({ "presenter": {} })),
        (
            "the presenter with plot and theme",
            json!({ "at_s": 3, "presenter": { "plot": "queue", "theme": "projector" } }),
        ),
    ]
}
