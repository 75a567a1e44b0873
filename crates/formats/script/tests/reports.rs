//! Tests of what a script reports while it decides (lines, outcomes of tests, values of names), and of its
//! declarations.

use crate::scene::scene;
use chokepoint_engine::discipline::{LineId, QuantityId};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};
use chokepoint_script::describe;
use chokepoint_script::start::{STARTS, start};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Collects everything reported for each decision.
#[derive(Default)]
struct Reports {
    now: Vec<String>,
    decisions: Vec<Vec<String>>,
    lines: BTreeSet<u8>,
    quantities: BTreeSet<u8>,
}

impl Probe for Reports {
    fn line(&mut self, line: LineId) {
        self.lines.insert(line.0);
        self.now.push(format!("line {}", line.0));
    }

    fn test(&mut self, line: LineId, held: bool) {
        self.lines.insert(line.0);
        self.now.push(format!("line {} {held}", line.0));
    }

    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.quantities.insert(quantity.0);
        self.now.push(format!("value {} = {value}", quantity.0));
    }

    fn decision_ends(&mut self, _now: SimTime, _discipline: &chokepoint_engine::discipline::AnyDiscipline) {
        self.decisions.push(std::mem::take(&mut self.now));
    }

    fn admitted(&mut self, _now: SimTime, packet: &Packet, place: usize) {
        self.now.push(format!("admitted {} at {place}", packet.id));
    }
}

fn reports_of(script: &str, number: u64) -> Reports {
    // The thresholds are low, so that the queue reaches them.
    let params = match script {
        _ if script.contains("min_th") => json!({ "min_th": 3, "max_th": 9, "w_q": 0.05 }),
        // With these parameters, the drop probability P rises within seconds.
        _ if script.contains("min_interval_s") => json!({ "alpha": 0.3, "beta": 0.1, "min_interval_s": 0.01 }),
        _ => json!({}),
    };
    let scenario = scene(number, json!([{ "aqm": "script", "script": script, "params": params }]));
    let mut run = Simulation::new(&scenario, 0).expect("a lane");
    let mut reports = Reports::default();
    run.watch_to(run.end(), &mut reports);
    assert_eq!(run.stop(), None);
    reports
}

#[test]
fn every_executed_line_is_reported_in_order_with_the_outcome_of_its_test() {
    let script = "fn enqueue(packet) {\n    let n = queue.len();\n    if n < params.limit {\n        admit();\n    } else {\n        \
                  drop(\"overflow\");\n    }\n}\n";
    let reports = reports_of(script, 3);
    assert_eq!(reports.decisions[0], ["line 0", "value 0 = 0", "line 1 true", "line 2", "admitted 1 at 0"]);
    assert!(reports.decisions.iter().any(|it| it[2..] == ["line 1 false", "line 3"]), "a full buffer");
    let declared = json!(describe(script).expect("a right script"));
    assert_eq!(declared["lines"], json!([2, 3, 4, 6]));
    let line = &declared["about"]["code"][2];
    assert_eq!((&line["text"], &line["indent"], &line["is_test"]), (&json!("admit();"), &json!(2), &json!(false)));
    assert_eq!(declared["about"]["quantities"][0]["id"], "n");
}

#[test]
fn start_scripts_report_only_declared_items_and_nearly_all_lines() {
    for start in STARTS {
        let (mut lines, mut quantities) = (BTreeSet::new(), BTreeSet::new());
        for number in 0..6 {
            let reports = reports_of(start.text, number);
            lines.extend(reports.lines);
            quantities.extend(reports.quantities);
        }
        let declared = json!(describe(start.text).expect("a right script"));
        let text: Vec<&str> = start.text.lines().collect();
        // Lines of these functions need no report: no tracer listens during init() and gauges(), and on_change() runs
        // rarely.
        let function_of = |number: u64| text[..number as usize].iter().rev().find(|line| line.starts_with("fn "));
        let is_loud = |number: &u64| {
            function_of(*number).is_some_and(|line| !["init", "gauges", "on_change"].iter().any(|it| line.contains(it)))
        };
        let numbers: Vec<u64> = serde_json::from_value(declared["lines"].clone()).expect("numbers");
        let loud: Vec<_> = numbers.iter().enumerate().filter(|(_, number)| is_loud(number)).collect();
        let missed = loud.iter().filter(|(id, _)| !lines.contains(&(*id as u8)));
        let missed: Vec<_> = missed.map(|(_, number)| text[**number as usize - 1].trim()).collect();
        assert!(missed.len() * 8 <= loud.len(), "{}: never reported {missed:?}", start.id);
        assert!(lines.iter().all(|&id| usize::from(id) < numbers.len()), "{}", start.id);
        let quantities_there = declared["about"]["quantities"].as_array().map_or(0, Vec::len);
        assert!(quantities.iter().all(|&id| usize::from(id) < quantities_there), "{}", start.id);
    }
}

#[test]
fn a_declared_reason_has_its_own_name_and_the_colour_of_its_family() {
    let script = "const reasons = #{ bully: #{ name: \"bully\", like: \"penalty\", meaning: \"holds half of the queue\" } };\n\
                  fn enqueue(packet) { if queue.len() > 2 { drop(\"bully\") } else { admit() } }";
    let declared = json!(describe(script).expect("a right script"));
    assert_eq!(
        declared["reasons"],
        json!([{
            "id": "bully", "name": "bully", "meaning": "holds half of the queue",
            "counts_as": "penalty", "family": "penalty", "is_mark": false,
        }])
    );
    let scenario = scene(1, json!([{ "aqm": "script", "script": script }]));
    let mut run = Simulation::new(&scenario, 0).expect("a lane");
    run.advance_to(run.end());
    assert!(run.result().bottleneck.drops["penalty"] > 10);
}

#[test]
fn a_start_script_has_the_parameters_of_its_twin() {
    for it in STARTS {
        let Some(twin) = it.twin.and_then(chokepoint_engine::discipline::about_of) else { continue };
        let declared = json!(describe(it.text).expect("a right script"));
        for param in declared["about"]["params"].as_array().expect("parameters") {
            let id = param["id"].as_str().unwrap_or_default();
            let native = twin.params().find(|spec| spec.id == id).unwrap_or_else(|| panic!("{}: {id}", it.id));
            let default = serde_json::to_value(twin.default_of(native)).unwrap_or(Value::Null);
            assert_eq!(param["default"], default, "{}: {id}", it.id);
        }
    }
}

#[test]
fn a_scene_with_a_script_is_unchanged_after_encoding_as_a_link() {
    let preset = json!({
        "id": "small",
        "duration_s": 9,
        "lanes": [{ "aqm": "red" }],
        "flows": [{ "transport": "udp", "rate_bps": 2_000_000 }, { "count": 3 }],
    });
    for (id, longest) in [("drop-tail", 400), ("choke", 1_800), ("codel", 2_400)] {
        let lanes = json!([{ "aqm": "choke" }, { "aqm": "script", "script": start(id).expect("a start").text }]);
        let mut scene = preset.clone();
        scene["lanes"] = lanes;
        let scenario = Scenario::parse_in(&scene, chokepoint_script::RHAI).expect("a right scene");
        let link = chokepoint_link::encode(&scenario, &preset, &Value::Null).expect("a link");
        assert!(link.len() < longest, "{id}: {} characters", link.len());
        let known = chokepoint_link::Known {
            today: std::slice::from_ref(&preset),
            earlier: &[],
            language: chokepoint_script::RHAI,
        };
        assert_eq!(chokepoint_link::decode(&link, known).expect("a right link").scenario, scenario);
    }
}
