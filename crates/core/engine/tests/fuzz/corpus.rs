//! Scenes and URLs that once triggered a bug in the engine, or that lie just within or beyond a limit, with their
//! expected outcomes.
//!
//! Most scenes are large, so the corpus consists of code that builds them. Runs of accepted scenes are limited by
//! events rather than by time, so that slow machines cause no failures. Only a case that never ends fails.

use super::{check_conservation, check_problems, forge, presets};
use chokepoint_engine::scenario::limits::{
    MAX_GROUPS, MAX_INTERVENTIONS, MAX_LANES, MAX_LINK_BYTES, MAX_LINK_CHARS, MAX_PARAMS, MAX_PROBLEMS,
    MAX_SCHEDULE_STEPS, MAX_TEXT, MAX_TRACE_FILES,
};
use chokepoint_engine::scenario::scenario_of;
use chokepoint_engine::{Lab, Scenario, Simulation};
use chokepoint_link::{self as link, Known};
use serde_json::{Map, Value, json};

/// Number of events for which an accepted scene runs in each of its first lanes.
const EVENTS: u64 = 20_000;
const LANES: usize = 2;

enum Expected {
    /// The scene is accepted and runs.
    Runs,
    /// The scene is refused, and its first problem has this path.
    Refused(&'static str),
}
use Expected::{Refused, Runs};

// ---- Building the scenes --------------------------------------------------------------------------------------------

/// The smallest scene, with these fields added or replaced.
fn scene(fields: Value) -> Value {
    let mut scene = json!({ "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp" }] });
    for (id, value) in fields.as_object().expect("fields") {
        scene[id] = value.clone();
    }
    scene
}

fn unknown(count: usize) -> Map<String, Value> {
    (0..count).map(|place| (format!("x{place}"), json!(1))).collect()
}

fn many(item: &Value, count: usize) -> Value {
    Value::Array(vec![item.clone(); count])
}

/// Changes to a setting every tenth of a second, cycling through these values.
fn changes(path: &str, values: &[Value], count: usize) -> Value {
    let change =
        |place: usize| json!({ "at_s": 0.1 * place as f64, "path": path, "value": values[place % values.len()] });
    (0..count).map(change).collect()
}

/// Groups of flows, each with a schedule of this many steps.
fn schedules(groups: usize, steps: usize) -> Value {
    let steps: Value = (0..steps).map(|place| json!([place, 1_000 + place])).collect();
    many(&json!({ "transport": "udp", "source": "schedule", "count": 10, "steps": steps }), groups)
}

fn scenes() -> Vec<(&'static str, String, Expected)> {
    let udp = |source: &str, count: u32| json!({ "transport": "udp", "source": source, "count": count });
    let tcp = |source: &str, fields: &Value| {
        let mut group = json!({ "transport": "newreno", "source": source });
        if let Some((group, fields)) = group.as_object_mut().zip(fields.as_object()) {
            group.extend(fields.clone());
        }
        group
    };
    let flow = udp("cbr", 1);
    let lane = json!({ "aqm": "red" });
    let rates = [json!(1_000_000), json!(2_000_000)];
    let of = |name, fields, expected| (name, scene(fields).to_string(), expected);
    let text = |name, text: &str, expected| (name, text.to_owned(), expected);
    let small = scene(json!({})).to_string();
    let unlike: Value =
        (0..64).map(|it| json!({ "transport": "udp", "source": "self-similar", "count": 312, "hurst": 0.7 + 0.001 * f64::from(it) })).collect();
    let mut unknown_everywhere =
        scene(json!({ "lanes": many(&json!({ "aqm": "red", "params": unknown(MAX_PARAMS) }), 64) }));
    unknown_everywhere["queue"] = json!({ "params": unknown(MAX_PARAMS) });
    vec![
        // Inputs that are not a scene.
        text("a list", "[]", Refused("scenario")),
        text("a number", "5", Refused("scenario")),
        text("a text", "\"x\"", Refused("scenario")),
        text("true", "true", Refused("scenario")),
        text("a list as a preset's scene", r#"{"scenario":[]}"#, Refused("scenario")),
        text("nothing", "", Refused("scenario")),
        // Unusual forms of the text.
        (("a byte-order mark"), format!("\u{feff}{small}"), Runs),
        ("two byte-order marks", format!("\u{feff}\u{feff}{small}"), Refused("scenario")),
        ("a field twice", small.replace("\"aqm\"", "\"aqm\":\"choke\",\"aqm\""), Refused("lanes.0.aqm")),
        ("fields twice, often", format!("{{{}\"seed\":1}}", "\"seed\":1,".repeat(40_000)), Refused("seed")),
        ("a field without a name", small.replace("\"transport\"", "\"\":1,\"transport\""), Refused("flows.0")),
        of("a parameter without a name", json!({ "queue": { "params": { "": 1 } } }), Refused("queue.params")),
        ("deep", "[".repeat(100_000), Refused("scenario")),
        of("what a terminal obeys", json!({ "id": "\u{1b}[2J\u{9b}31m" }), Runs),
        // Scenes with many errors.
        of("40,000 unknown parameters", json!({ "queue": { "params": unknown(40_000) } }), Refused("queue.params")),
        of("40,000 unknown fields", Value::Object(unknown(40_000)), Refused("x0")),
        of("400,000 unknown fields", Value::Object(unknown(400_000)), Refused("x0")),
        ("unknown parameters everywhere", unknown_everywhere.to_string(), Refused("lanes.0.params.x0")),
        of(
            "a parameter that is wrong in every lane",
            json!({ "queue": { "params": { "limit": "x".repeat(100_000) } }, "lanes": many(&lane, 64) }),
            Refused("queue.params.limit"),
        ),
        of(
            "1,000 changes of a setting that cannot change",
            json!({ "interventions": changes("seed", &rates, 1_000) }),
            Refused("interventions.0.path"),
        ),
        of(
            "1,000 changes of an unknown setting",
            json!({ "interventions": changes("queue.params.limit.a.b", &rates, 1_000) }),
            Refused("interventions.0"),
        ),
        of(
            "64,000 steps in the wrong order",
            json!({ "flows": many(&json!({ "transport": "udp", "source": "schedule", "steps": many(&json!([1, 1]), 1_000) }), 64) }),
            Refused("flows.0.steps.1"),
        ),
        of("a trace without files", json!({ "flows": [tcp("trace", &json!({}))] }), Refused("flows.0.files")),
        of(
            "more flows than files of a trace",
            json!({ "flows": [tcp("trace", &json!({ "files": [[0, 1]], "count": 2 }))] }),
            Refused("flows.0.count"),
        ),
        of(
            "a trace with a file of half a packet",
            json!({ "flows": [tcp("trace", &json!({ "files": [[0, 0.5]] }))] }),
            Refused("flows.0.files.0"),
        ),
        of(
            "a table of sizes that falls",
            json!({ "flows": [tcp("size-table", &json!({ "sizes": [[5, 0.5], [4, 1]] }))] }),
            Refused("flows.0.sizes.1"),
        ),
        of(
            "a table of sizes that ends below 1",
            json!({ "flows": [tcp("size-table", &json!({ "sizes": [[5, 0.5]] }))] }),
            Refused("flows.0.sizes.0"),
        ),
        of(
            "files of a trace for a table of sizes",
            json!({ "flows": [tcp("size-table", &json!({ "sizes": [[5, 1]], "files": [[0, 1]] }))] }),
            Refused("flows.0.files"),
        ),
        // The largest scenes allowed, and scenes that exceed a limit by one.
        of("the largest allowed number of lanes", json!({ "lanes": many(&lane, MAX_LANES) }), Runs),
        of("a lane too many", json!({ "lanes": many(&lane, MAX_LANES + 1) }), Refused("lanes")),
        of("the largest allowed number of groups", json!({ "flows": many(&flow, MAX_GROUPS) }), Runs),
        of("a group too many", json!({ "flows": many(&flow, MAX_GROUPS + 1) }), Refused("flows")),
        of("the largest allowed number of flows", json!({ "flows": many(&udp("cbr", 10_000), 2) }), Runs),
        of("a flow too many", json!({ "flows": [udp("cbr", 10_000), udp("cbr", 10_000), flow] }), Refused("flows")),
        of("the longest allowed title", json!({ "title": "é".repeat(MAX_TEXT) }), Runs),
        of("a title too long", json!({ "title": "é".repeat(MAX_TEXT + 1) }), Refused("title")),
        of("a parameter too many", json!({ "queue": { "params": unknown(MAX_PARAMS + 1) } }), Refused("queue.params")),
        of(
            "the largest allowed trace",
            json!({ "flows": [tcp("trace", &json!({ "files": many(&json!([0, 10_000_000]), MAX_TRACE_FILES) }))] }),
            Runs,
        ),
        of(
            "a file too many in a trace",
            json!({ "flows": [tcp("trace", &json!({ "files": many(&json!([0, 1]), MAX_TRACE_FILES + 1) }))] }),
            Refused("flows.0.files"),
        ),
        of("a step too many", json!({ "flows": schedules(1, MAX_SCHEDULE_STEPS + 1) }), Refused("flows.0.steps")),
        of(
            "a change too many",
            json!({ "interventions": changes("bottleneck.capacity_bps", &rates, MAX_INTERVENTIONS + 1) }),
            Refused("interventions"),
        ),
        of(
            "every part at its largest allowed size",
            json!({ "lanes": many(&lane, MAX_LANES), "flows": schedules(MAX_GROUPS, MAX_SCHEDULE_STEPS),
                    "interventions": changes("flows.3.rate_bps", &rates, MAX_INTERVENTIONS) }),
            Runs,
        ),
        of(
            "the largest allowed number of changes of all lanes",
            json!({ "lanes": many(&lane, MAX_LANES), "flows": schedules(MAX_GROUPS, 10),
                    "interventions": changes("queue.params.limit", &[json!(100), json!(200)], MAX_INTERVENTIONS) }),
            Runs,
        ),
        // Scenes that would cost unbounded work.
        of(
            "1,000 geometric flows in slots of a microsecond",
            json!({ "access": { "rate_bps": 100_000_000_000_u64 },
                    "flows": [{ "transport": "udp", "source": "geometric", "count": 1_000, "slot_s": 1e-6, "packet_bytes": 41 }] }),
            Runs,
        ),
        of(
            "20,000 flows of 100 Gbit/s in two lanes",
            json!({ "lanes": many(&lane, 2),
                    "flows": many(&json!({ "transport": "udp", "count": 10_000, "rate_bps": 100_000_000_000_u64 }), 2) }),
            Runs,
        ),
        of("20,000 self-similar flows", json!({ "flows": many(&udp("self-similar", 10_000), 2) }), Runs),
        of("64 kinds of self-similar flows", json!({ "flows": unlike }), Runs),
    ]
}

// ---- Tests -----------------------------------------------------------------------------------------------------------

#[test]
fn every_scene_of_the_corpus_runs_or_is_refused_with_its_path() {
    for (name, text, expected) in scenes() {
        println!("{name}: {} bytes", text.len());
        match (Scenario::parse_text(&text), expected) {
            (Ok(scene), Runs) => run(name, &scene),
            (Err(problems), Refused(path)) => {
                check_problems(&problems);
                assert_eq!(problems[0].path, path, "{name}: {}", problems[0]);
            }
            (Ok(_), Refused(path)) => panic!("{name}: accepted, with something wrong at {path}"),
            (Err(problems), Runs) => panic!("{name}: refused: {}", problems[0]),
        }
    }
}

fn run(name: &str, scene: &Scenario) {
    for lane in 0..scene.lanes.len().min(LANES) {
        let mut run = Simulation::new(scene, lane).expect("a lane");
        run.advance_events(EVENTS, run.end());
        assert!(run.event_count() <= EVENTS, "{name}: {} events", run.event_count());
        check_conservation(&run.result());
    }
    let mut lab = Lab::new(scene, 0).expect("a lane");
    lab.advance(100.0, EVENTS);
    assert!(lab.simulation().event_count() <= EVENTS, "{name}: {} events", lab.simulation().event_count());
    lab.frame();
}

#[test]
fn every_link_of_the_corpus_opens_or_is_refused_with_a_message() {
    let presets = presets();
    let id = &scenario_of(&presets[0])["id"];
    let content = |changes: Value, view: Value| json!([id, changes, view]).to_string();
    // Names that compress well, so that a short URL contains many of them.
    let names = || (1..650).map(|length| "x".repeat(length));
    let unknown_params: Value = names().map(|name| json!([format!("queue.params.{name}"), 1])).collect();
    let unknown_fields: Value = names().map(|name| json!([name, 1])).collect();
    let full = |bytes: usize| content(json!([]), "1".repeat(bytes - content(json!([]), json!("")).len() - 4).into());
    let geometric = json!([
        ["access.rate_bps", 100_000_000_000_u64],
        ["flows", [{ "transport": "udp", "source": "geometric", "count": 1_000, "slot_s": 1e-6, "packet_bytes": 41 }]],
    ]);
    let fast = json!([
        ["lanes", [{ "aqm": "red" }, { "aqm": "choke" }]],
        ["flows", many(&json!({ "transport": "udp", "count": 10_000, "rate_bps": 100_000_000_000_u64 }), 2)],
    ]);
    let links = [
        ("unknown parameters", forge(content(unknown_params, json!(null)).as_bytes()), Refused("queue.params")),
        ("unknown fields", forge(content(unknown_fields, json!(null)).as_bytes()), Refused("x")),
        ("a path without end", forge(content(json!([["a.".repeat(100_000), 1]]), json!(null)).as_bytes()), Refused("")),
        ("a preset that does not exist", forge(br#"["\u001b[2J",[],null]"#), Refused("link")),
        ("a field twice", forge(br#"["x",[],{"a":1,"a":2}]"#), Refused("link")),
        ("no content", forge(b""), Refused("link")),
        ("as much as may unfold", forge(full(MAX_LINK_BYTES).as_bytes()), Runs),
        ("the decompressed content is one byte too long", forge(full(MAX_LINK_BYTES + 1).as_bytes()), Refused("link")),
        ("a bomb", forge(&b"[".repeat(10_000_000)), Refused("link")),
        ("too long", format!("1.{}", "A".repeat(MAX_LINK_CHARS - 1)), Refused("link")),
        ("geometric flows that never end", forge(content(geometric, json!({ "at_s": 100 })).as_bytes()), Runs),
        ("flows of 100 Gbit/s in two lanes", forge(content(fast, json!(null)).as_bytes()), Runs),
    ];
    for (name, text, expected) in links {
        println!("{name}: {} characters", text.len());
        match (link::decode(&text, Known { today: &presets, earlier: &[], ..Known::default() }), expected) {
            (Ok(linked), Runs) => run(name, &linked.scenario),
            (Err(problems), Refused(path)) => {
                check_problems(&problems);
                assert!(problems[0].path.starts_with(path), "{name}: {}", problems[0]);
            }
            (Ok(_), Refused(path)) => panic!("{name}: accepted, with something wrong at {path}"),
            (Err(problems), Runs) => panic!("{name}: refused: {}", problems[0]),
        }
    }
}

#[test]
fn a_scene_too_large_for_a_link_gets_none() {
    let preset = scene(json!({}));
    // Random rates, which cannot be compressed.
    let rate = |place: u64| place * 0x9e37_79b9 % 99_999_999_977;
    let with = |groups| {
        let steps: Value = (0..MAX_SCHEDULE_STEPS as u64).map(|place| json!([place, rate(place)])).collect();
        let group = |it| json!({ "transport": "udp", "source": "schedule", "steps": steps, "rate_bps": it });
        let changed = scene(json!({ "flows": (0..groups).map(group).collect::<Value>() }));
        let changed = Scenario::parse(&changed).expect("a right scene");
        link::encode(&changed, &preset, &Value::Null)
    };
    let text = with(1).expect("a link");
    let known = Known { today: std::slice::from_ref(&preset), earlier: &[], ..Known::default() };
    assert_eq!(link::decode(&text, known).expect("a scene").scenario.flows.len(), 1);
    let problems = with(MAX_GROUPS).expect_err("too much for a link");
    assert!(problems[0].to_string().starts_with("link: would "), "{}", problems[0]);
    assert!(problems.len() <= MAX_PROBLEMS);
}
