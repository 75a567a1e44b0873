//! Random input: scenario files, presets, URLs, and sequences of calls that a page may make to a lab.
//!
//! No extra tool is needed. By default, a fixed seed gives the same inputs on every machine, within seconds:
//!
//! ```text
//! npm run test:fuzz                                       the default number of inputs
//! CHOKEPOINT_THOROUGH=1 npm run test:fuzz                 42 times as many inputs: a million scenes and URLs together
//! CHOKEPOINT_FUZZ_INPUTS=1000000 npm run test:fuzz        many inputs of each kind
//! CHOKEPOINT_FUZZ_SEED=7 npm run test:fuzz                other inputs
//! CHOKEPOINT_FUZZ_ONLY=1234 npm run test:fuzz             only input 1234 of each kind: to see a failure again
//! ```
//!
//! With the same command, `crates/apps/cli/tests/fuzz.rs` tests the files that the native programs read.
//!
//! A failure prints its seed, its number and the input itself. For each bug found, add a unit test beside the fix or,
//! if the bug depends on input size, a row in `fuzz/corpus.rs`, which these tests also replay.

#[path = "fuzz/corpus.rs"]
mod corpus;
#[path = "fuzz/hostile.rs"]
mod hostile;
#[path = "fuzz/inputs.rs"]
mod inputs;

use crate::random_scene::{quiet_scene, random_change, random_scene};
use chokepoint_engine::border::table::BLOCK_VERSION;
use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::experiment::{Experiment, Job, Preset};
use chokepoint_engine::frame::FRAME;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::scenario::limits::MAX_PROBLEMS;
use chokepoint_engine::scenario::{Problem, json_text, scenario_of};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Lab, Scenario, Simulation};
use chokepoint_link::{self as link, Known};
use hostile::{few_or_many, hostile_number, hostile_path, hostile_text, hostile_value, mutate, rub_bytes};
use inputs::on_inputs;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Number of events for which a valid scene is run.
const EVENTS: u64 = 1_500;

// ---- Scenario files --------------------------------------------------------------------------------------------------

#[test]
fn any_text_gives_a_scene_that_runs_or_a_list_of_problems() {
    let presets = presets();
    on_inputs("scenario", 12_000, |chance, input| {
        let mut value = if chance.happens(0.5) {
            presets[chance.pick(presets.len())].clone()
        } else {
            random_scene(ABOUTS[chance.pick(ABOUTS.len())], chance).to_json()
        };
        for _ in 0..chance.pick(4) {
            mutate(&mut value, chance);
        }
        let mut text = value.to_string();
        if chance.happens(0.3) {
            text = hostile_text(text, chance);
        }
        if chance.happens(0.3) {
            text = rub_bytes(text, chance);
        }
        input.is(&text);
        match Scenario::parse_text(&text) {
            Ok(scene) => {
                run_for_a_while(&scene, chance);
                true
            }
            Err(problems) => {
                check_problems(&problems);
                false
            }
        }
    });
}

// ---- Presets ---------------------------------------------------------------------------------------------------------

#[test]
fn any_preset_is_refused_or_gives_a_report_for_any_result() {
    let presets = presets();
    let result = serde_json::to_value(result_of_a_short_run()).expect("a result object");
    on_inputs("preset", 3_000, |chance, input| {
        let mut preset = presets[chance.pick(presets.len())].clone();
        for _ in 0..chance.pick(4) {
            mutate(&mut preset, chance);
        }
        let text = preset.to_string();
        input.is(&text);
        let preset = match json_text::read(&text).and_then(|file| Preset::parse(&file)) {
            Ok(preset) => preset,
            Err(problems) => {
                check_problems(&problems);
                return false;
            }
        };
        let Ok(mut experiment) = Experiment::new(preset) else { return true };
        let jobs = experiment.jobs(Some(2));
        for _ in 0..chance.pick(6) {
            let mut result = result.clone();
            for _ in 0..chance.pick(3) {
                mutate(&mut result, chance);
            }
            let job = Job { seed: few_or_many(8, chance) as u64, ..jobs[chance.pick(jobs.len())] };
            if let Err(problem) = experiment.add_text(job, &result.to_string()) {
                check_problems(&[problem]);
            }
        }
        let report = serde_json::to_value(experiment.report()).expect("a report is JSON");
        assert!(report["rows"].is_array() && report["claims"].is_array());
        true
    });
}

fn result_of_a_short_run() -> RunResult {
    let scene =
        json!({ "duration_s": 5, "lanes": [{ "aqm": "choke" }], "flows": [{ "transport": "udp" }, { "count": 3 }] });
    let mut run = Simulation::new(&Scenario::parse(&scene).expect("a right scene"), 0).expect("a lane");
    run.advance_to(run.end());
    run.result()
}

// ---- Links -----------------------------------------------------------------------------------------------------------

#[test]
fn any_link_opens_a_valid_scene_or_is_refused() {
    let presets = presets();
    on_inputs("link", 12_000, |chance, input| {
        let preset = &presets[chance.pick(presets.len())];
        let text = match chance.pick(8) {
            0 => (0..chance.pick(300)).map(|_| random_char(chance)).collect(),
            1 => format!("1.{}", (0..chance.pick(300)).map(|_| random_base64(chance)).collect::<String>()),
            2 | 3 => {
                let scene = random_scene(ABOUTS[chance.pick(ABOUTS.len())], chance);
                let text = link::encode(&scene, preset, &hostile_value(chance)).unwrap();
                match chance.pick(3) {
                    0 => text.chars().take(chance.pick(text.len())).collect(),
                    1 => rub_bytes(text, chance),
                    _ => text,
                }
            }
            // The forged URL has a valid checksum.
            4..7 => {
                let changes: Vec<Value> = (0..chance.pick(5)).map(|_| forged_change(chance)).collect();
                let mut content = json!([scenario_of(preset)["id"], changes, hostile_value(chance)]);
                if chance.happens(0.3) {
                    mutate(&mut content, chance);
                }
                forge(content.to_string().as_bytes())
            }
            _ => {
                let unit = [&b"["[..], b"{\"a\":", b"\0", b"[[\"a\",1],"][chance.pick(4)];
                forge(&unit.repeat(1 + few_or_many(20, chance)))
            }
        };
        input.is(&text);
        match link::decode(&text, Known { today: &presets, earlier: &[], ..Known::default() }) {
            Ok(linked) => {
                assert_eq!(Scenario::parse(&linked.scenario.to_json()).as_ref(), Ok(&linked.scenario));
                if chance.happens(0.1) {
                    run_for_a_while(&linked.scenario, chance);
                }
                true
            }
            Err(problems) => {
                check_problems(&problems);
                false
            }
        }
    });
}

/// A setting change in a URL, valid or hostile.
fn forged_change(chance: &mut Stream) -> Value {
    let about = ABOUTS[chance.pick(ABOUTS.len())];
    let (path, value) = if chance.happens(0.4) {
        let scene = quiet_scene(about, chance);
        random_change(about, &scene, chance)
    } else {
        (hostile_path(chance), hostile_value(chance))
    };
    json!([path, value])
}

/// A URL of version 1 with any content; see `docs/formats.md`.
fn forge(content: &[u8]) -> String {
    let check = content.iter().fold(0x811c_9dc5_u32, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let framed = [content, &check.to_be_bytes()].concat();
    let packed = miniz_oxide::deflate::compress_to_vec(&framed, 6);
    format!("1.{}", <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(&packed))
}

#[test]
fn a_forged_link_is_read_like_a_genuine_one() {
    // Shows that `forge` computes a valid checksum. Otherwise the test above might only try URLs that are refused for
    // their checksums.
    let presets = presets();
    let id = &scenario_of(&presets[0])["id"];
    let text = forge(json!([id, [["seed", 5]], null]).to_string().as_bytes());
    assert_eq!(
        link::decode(&text, Known { today: &presets, earlier: &[], ..Known::default() })
            .map(|linked| linked.scenario.seed),
        Ok(5)
    );
}

fn random_char(chance: &mut Stream) -> char {
    match chance.pick(3) {
        0 => char::from(chance.pick(128) as u8),
        1 => ['1', '.', '-', '_', '=', '%'][chance.pick(6)],
        _ => char::from_u32(chance.pick(0x11_0000) as u32).unwrap_or('\u{fffd}'),
    }
}

fn random_base64(chance: &mut Stream) -> char {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    char::from(DIGITS[chance.pick(DIGITS.len())])
}

// ---- The lab ---------------------------------------------------------------------------------------------------------

#[test]
fn any_sequence_of_requests_leaves_a_lab_consistent() {
    on_inputs("lab", 1_200, |chance, input| {
        let about = ABOUTS[chance.pick(ABOUTS.len())];
        let scene = random_scene(about, chance);
        let mut lab = Lab::new(&scene, 0).unwrap();
        let mut story = vec![scene.to_json().to_string()];
        for _ in 0..chance.pick(40) {
            let request = random_request(&lab, chance);
            story.push(format!("{request:?}"));
            input.is(&story.join("\n"));
            answer(&mut lab, request);
        }
        if chance.happens(0.2) {
            let replayable = Scenario::parse(&lab.simulation().replayable().to_json()).unwrap();
            let mut again = Lab::new(&replayable, 0).unwrap();
            while !lab.advance(f64::INFINITY, 10_000) {}
            while !again.advance(f64::INFINITY, 10_000) {}
            assert_eq!(again.result(), lab.result());
            assert_eq!(again.simulation().state_hash(), lab.simulation().state_hash());
        }
        true
    });
}

#[derive(Clone, Debug)]
enum Request {
    Advance(f64, u64),
    StepDecision,
    Change(String, Value),
    Frame,
    Result,
    Facts,
    /// Continues with a clone, as a checkpoint does.
    Clone,
}

fn random_request(lab: &Lab, chance: &mut Stream) -> Request {
    let simulation = lab.simulation();
    let about = simulation.discipline().about();
    match chance.pick(10) {
        0..3 => {
            let until = if chance.happens(0.3) {
                hostile_number(chance)
            } else {
                simulation.now().secs() + simulation.end().secs() * 0.2 * chance.unit()
            };
            let most = [0, 1, 100, 3_000, u64::MAX][chance.pick(5)];
            Request::Advance(until, most)
        }
        3 => Request::StepDecision,
        4 => {
            let (path, value) = random_change(about, simulation.scenario(), chance);
            Request::Change(path, value)
        }
        5 => {
            let (path, _) = random_change(about, simulation.scenario(), chance);
            let path = if chance.happens(0.5) { hostile_path(chance) } else { path };
            Request::Change(path, hostile_value(chance))
        }
        6 | 7 => Request::Frame,
        8 => [Request::Result, Request::Facts][chance.pick(2)].clone(),
        _ => Request::Clone,
    }
}

fn answer(lab: &mut Lab, request: Request) {
    let before = lab.simulation().now();
    match request {
        Request::Advance(until_s, most) => {
            let is_there = lab.advance(until_s, most);
            let until = SimTime::from_secs(until_s).min(lab.simulation().end());
            assert!(!is_there || lab.simulation().now() >= until, "advance reports that the lab reached {until:?}");
        }
        Request::StepDecision => drop(lab.step_decision()),
        Request::Change(path, value) => {
            if let Err(problems) = lab.change(&path, value) {
                check_problems(&problems);
            }
        }
        Request::Frame => check_frame(&lab.frame()),
        Request::Result => check_conservation(&lab.result()),
        Request::Facts => assert!(Scenario::parse(&lab.facts().scenario).is_ok()),
        Request::Clone => *lab = lab.clone(),
    }
    assert!(before <= lab.simulation().now() && lab.simulation().now() <= lab.simulation().end());
}

/// Checks that the header describes consecutive columns inside the frame, and that all columns of a group have the same
/// length.
fn check_frame(frame: &[u8]) {
    let word = |at: usize| u32::from_le_bytes(frame[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(word(0), BLOCK_VERSION as usize);
    assert_eq!(word(4), FRAME.columns().count() + 1);
    let columns = FRAME.columns().map(|(group, column)| (group, column.name, column.bytes));
    let mut end = 8 + 8 * word(4);
    let mut lengths = Vec::new();
    for (number, (group, name, size)) in std::iter::once(("", "scalars", 8)).chain(columns).enumerate() {
        let (start, length) = (word(8 + 8 * number), word(12 + 8 * number));
        assert!(start >= end && start < end + 8 && start % 8 == 0, "{group}.{name} starts at {start} after {end}");
        end = start + length * size;
        lengths.push((group, name, length));
    }
    assert_eq!(end, frame.len());
    assert_eq!(lengths[0].2, FRAME.scalars.columns.len());
    for &(group, name, length) in &lengths {
        // These columns hold several numbers per bucket or row, so their length is a multiple of that of the first
        // column.
        let is_wide = matches!((group, name), ("series", "class_bps" | "reasons") | ("rows", "value"));
        let first = lengths.iter().find(|other| other.0 == group).map_or(0, |other| other.2);
        if name == "parts" {
            // A distribution has one more edge than intervals.
            assert_eq!(length + 1, first.max(1), "{group}");
            continue;
        }
        if name == "label" && length == 0 {
            continue; // Only under some disciplines do packets carry a number.
        }
        assert!(length == first || is_wide, "{group}.{name} has {length} elements, the first of its group {first}");
        assert!(first == 0 || length % first == 0, "{group}.{name}");
    }
    let scalar = |name| {
        let place = FRAME.scalars.columns.iter().position(|scalar| scalar.name == name).unwrap();
        let at = word(8) + 8 * place;
        f64::from_le_bytes(frame[at..at + 8].try_into().unwrap())
    };
    let waiting = lengths.iter().find(|column| column.0 == "queue").map_or(0, |column| column.2);
    assert_eq!(scalar("waiting"), waiting as f64);
    assert_eq!(scalar("arrived"), scalar("departed") + scalar("dropped") + scalar("waiting"));
    assert!((0.0..=1.0 + 1e-9).contains(&scalar("utilization")), "utilization {}", scalar("utilization"));
}

// ---- Conditions for every input ---------------------------------------------------------------------------------------

fn run_for_a_while(scene: &Scenario, chance: &mut Stream) {
    let written = scene.to_json();
    assert_eq!(Scenario::parse(&written).as_ref(), Ok(scene), "{written}");
    let mut run = Simulation::new(scene, chance.pick(scene.lanes.len())).unwrap();
    run.advance_events(EVENTS, run.end());
    check_conservation(&run.result());
    assert!(run.discipline().packets() <= run.discipline().limit());
}

fn check_conservation(result: &RunResult) {
    let it = &result.bottleneck;
    assert_eq!(it.arrived_packets, it.departed_packets + it.dropped_packets + it.queued_packets_at_end);
    let sent: u64 = result.flows.iter().map(|flow| flow.sent_packets).sum();
    assert!(it.arrived_packets <= sent, "{} packets arrived of {sent} that were sent", it.arrived_packets);
}

fn check_problems(problems: &[Problem]) {
    const LONGEST: usize = 2_000;
    assert!(!problems.is_empty() && problems.len() <= MAX_PROBLEMS + 1, "{} problems are reported", problems.len());
    for problem in problems {
        assert!(!problem.path.is_empty() && !problem.problem.is_empty(), "{problem:?}");
        let length = problem.to_string().chars().count();
        assert!(length <= LONGEST, "a problem of {length} characters: {problem}");
    }
}

fn presets() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder of presets")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| serde_json::from_str(&fs::read_to_string(file).expect("a text")).expect("a JSON file"))
        .collect()
}
