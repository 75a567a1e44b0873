//! Errors in scripts: messages give line and column, and an error stops only the script's own lane.

use crate::scene::run;
use chokepoint_engine::{Scenario, Simulation};
use chokepoint_script::Script;
use serde_json::json;

/// The scene of these tests: a source overloads the link, and a second lane continues after the error.
fn scene(script: &str) -> Result<Scenario, String> {
    let json = json!({
        "duration_s": 4,
        "queue": { "params": { "limit": 10 } },
        "bottleneck": { "capacity_bps": 1_000_000 },
        "lanes": [{ "aqm": "script", "script": script }, { "aqm": "drop-tail" }],
        "flows": [{ "transport": "udp", "rate_bps": 2_000_000, "start_s": 0 }],
    });
    Scenario::parse_in(&json, chokepoint_script::RHAI).map_err(|problems| problems[0].to_string())
}

/// Where a script stops: line, column, problem.
fn stop(script: &str) -> (u32, u32, String) {
    let scenario = scene(script).unwrap_or_else(|problem| panic!("{problem}"));
    let (simulation, _) = run(&scenario, 0, false);
    let stop = simulation.stop().unwrap_or_else(|| panic!("it did not stop: {script}")).clone();
    // The run up to the error is valid.
    let result = simulation.result();
    let bottleneck = &result.bottleneck;
    assert_eq!(
        bottleneck.arrived_packets,
        bottleneck.departed_packets + bottleneck.dropped_packets + bottleneck.queued_packets_at_end
    );
    assert_eq!(result.stopped.as_deref(), Some(&stop));
    assert!(simulation.is_finished());
    // A second run stops at the same time, and so does a clone made beforehand.
    let (again, _) = run(&scenario, 0, true);
    assert_eq!((again.stop(), again.state_hash()), (Some(&stop), simulation.state_hash()));
    let (other, _) = run(&scenario, 1, false);
    assert!(other.stop().is_none() && other.result().bottleneck.departed_packets > 400);
    (stop.line, stop.column, stop.problem)
}

fn enqueue(body: &str) -> String {
    format!("fn enqueue(packet) {{\n{body}\n}}")
}

#[track_caller]
fn stops_with(body: &str, expected: &str) {
    let (line, _, problem) = stop(&enqueue(body));
    assert!(problem.contains(expected), "{problem:?} does not contain {expected:?}");
    assert_eq!(line, 2, "{problem}");
}

#[test]
fn a_packet_is_admitted_or_dropped_once() {
    stops_with("let x = 1;", "neither admitted nor dropped");
    stops_with("admit(); admit();", "already been admitted");
    stops_with("drop(\"early\"); drop(\"early\");", "already been dropped");
    stops_with("admit(); drop(\"early\");", "already been admitted");
    stops_with("admit();", "the buffer is full: 10 packets wait");
    stops_with("admit(); queue.drop([0, 0], \"early\");", "dropped twice");
}

#[test]
fn a_position_that_does_not_exist_is_reported_with_its_number() {
    stops_with("admit(); queue.drop(7, \"early\");", "there is no position 7 in a queue of 1 packets");
    stops_with("let p = queue.at(-1);", "there is no position -1 in a queue of 0 packets");
    stops_with("let a = [1, 2]; let x = a[2];", "there is no position 2 in an array of 2 items");
    stops_with("queue.draw(1, 0, 4);", "0 to 4 does not lie within a queue of 0 packets");
    stops_with("queue.send();", "only dequeue() can call send");
}

#[test]
fn limits_on_operations_depth_and_memory_hold() {
    stops_with("loop { }", "more than 200000 operations");
    stops_with("let x = 0; while true { x += 1; }", "more than 200000 operations");
    stops_with("let a = [1]; for i in 0..14 { a = a + a; } loop { let b = a; }", "more than 200000 operations");
    stops_with("let a = []; loop { a.push(a); }", "deep");
    let deep = "fn enqueue(packet) { f(packet) }\nfn f(packet) { f(packet) }";
    assert_eq!((stop(deep).0, stop(deep).2.contains("16 deep")), (2, true));
    let hoard = "fn init() { this.all = []; }\nfn enqueue(packet) {\n  let row = [0];\n  for i in 0..12 { row = row + row; }\n  \
                 this.all.push(row);\n  if queue.len() < 10 { admit() } else { drop(\"overflow\") }\n}";
    let (_, _, problem) = stop(hoard);
    assert!(problem.contains("of which 200000 are allowed"), "{problem}");
    // A value that doubles with every packet is refused before it exhausts memory.
    let doubling = "fn init() { this.x = [1]; }\nfn enqueue(packet) { this.x = [this.x, this.x]; drop(\"early\"); }";
    assert!(stop(doubling).2.contains("deep"));
}

#[test]
fn undefined_arithmetic_is_reported_with_its_values() {
    stops_with("let x = 7; let y = 0; let z = x / y;", "7 / 0 is not defined");
    stops_with("let x = 9223372036854775807; x += 1;", "9223372036854775807 + 1 is not a whole number of 64 bits");
    stops_with("let x = 1 + \"a\";", "1 + \"a\" cannot be computed");
    stops_with("let y = 1; if y { admit(); }", "a condition is true or false, not 1");
    stops_with("let x = this.never; admit();", "this.never has no value yet");
    stops_with("wake_at_ns(now_ns()); admit();", "not at least 1000 ns from now");
    stops_with("happens(0.0 / 0.0);", "not NaN");
}

#[test]
fn the_values_in_scope_are_reported() {
    let script = "fn init() { this.seen = 0; }\nfn enqueue(packet) {\n  this.seen += 1;\n  let half = this.seen / 2.0;\n  if this.seen == 5 { \
                  queue.drop(99, \"early\"); }\n  if queue.len() < 10 { admit() } else { drop(\"overflow\") }\n}";
    let scenario = scene(script).expect("a right scene");
    let (simulation, _) = run(&scenario, 0, false);
    let stop = simulation.stop().expect("a mistake");
    assert_eq!((stop.line, stop.packet), (5, Some(5)));
    let values: Vec<_> = stop.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    assert_eq!(values, ["packet = the arriving packet", "half = 2.5", "this.seen = 5"]);
}

#[test]
fn constructs_that_no_discipline_needs_are_refused_with_their_line() {
    let refused = |text: &str, line: u32, expected: &str| match Script::read(text) {
        Ok(_) => panic!("it was read: {text}"),
        Err(problem) => {
            assert!(problem.problem.contains(expected), "{problem} does not contain {expected:?}");
            assert_eq!(problem.line, line, "{problem}");
        }
    };
    refused("", 1, "there is no function enqueue(packet)");
    refused("fn enqueue() { }", 1, "takes 1 argument");
    refused("let x = 1;\nfn enqueue(packet) { }", 1, "only constants are allowed");
    refused(&enqueue("eval(\"1\");"), 2, "eval");
    refused(&enqueue("import \"x\" as y;"), 2, "import");
    refused(&enqueue("print(1);"), 2, "print");
    refused(&enqueue("let f = |x| x;"), 2, "");
    refused(&enqueue("throw 1;"), 2, "throw is not available");
    refused(&enqueue("try { admit(); } catch { }"), 2, "try is not available");
    refused(&enqueue("switch 1 { 1 => admit() }"), 2, "switch is not available");
    refused(&enqueue("let x = `a${1}b`;"), 2, "");
    refused(&enqueue("drop(\"bad luck\");"), 2, "\"bad luck\" is not a reason; the reasons are early");
    refused(&enqueue("drop(\"mark_early\");"), 2, "is a reason of marks");
    refused(&enqueue("frobnicate(1);"), 2, "unknown function: frobnicate");
    refused(&enqueue("len();"), 2, "len is called as queue.len(…)");
    refused(&enqueue("admit(1);"), 2, "admit takes no arguments");
    refused(&enqueue("let x = y;"), 2, "y is not a variable here");
    refused(&enqueue("let x = params.depth;"), 2, "unknown parameter: depth; the script declares limit");
    refused(&enqueue("queue.longest();"), 2, "queue has no longest");
    refused(&enqueue("const X = 1; X = 2;"), 2, "constant");
    refused("const params = #{ m: #{ value: 3 } };\nfn enqueue(packet) { }", 1, "params.m.range: is missing");
    refused("const params = #{ m: #{ value: 3, range: [4, 5] } };\nfn enqueue(packet) { }", 1, "params.m.value");
    refused("const reasons = #{ bully: #{ like: \"x\" } };\nfn enqueue(packet) { }", 1, "is none of early");
    refused(&enqueue("queue.push_to(packet.flow);"), 1, "a function dequeue() must choose the one that is served");
    let deep = format!("fn enqueue(packet) {{ let x = {}1{}; }}", "(".repeat(200), ")".repeat(200));
    refused(&deep, 1, "");
    let long = format!("fn enqueue(packet) {{ }} // {}", "x".repeat(40_000));
    refused(&long, 1, "of which at most 32768 are allowed");
}

#[test]
fn an_error_in_init_stops_the_lane_at_its_start() {
    let begins_wrongly = |init: &str| stop(&format!("fn init() {{\n{init}\n}}\nfn enqueue(packet) {{ admit(); }}"));
    let (line, _, problem) = begins_wrongly("let x = 1 / 0;");
    assert!(line == 2 && problem.contains("1 / 0 is not defined"), "line {line}: {problem}");
    assert!(begins_wrongly("this.x = chance();").2.contains("cannot draw random numbers"));
    assert!(begins_wrongly("loop { }").2.contains("more than 200000 operations"));
    let scenario = scene("fn init() { let x = 1 / 0; }\nfn enqueue(packet) { admit(); }").expect("it can be read");
    let run = Simulation::new(&scenario, 0).expect("a lane that has stopped");
    assert_eq!(run.stop().map(|stop| (stop.at_s, stop.packet)), Some((0.0, None)));
    assert_eq!(run.result().bottleneck.arrived_packets, 0);
}

#[test]
fn only_lanes_with_the_discipline_script_can_have_a_script() {
    let lane = |lane: serde_json::Value| {
        let scene = json!({ "lanes": [lane], "flows": [{ "count": 1 }] });
        Scenario::parse_in(&scene, chokepoint_script::RHAI).map(|_| ()).map_err(|problems| problems[0].to_string())
    };
    assert_eq!(lane(json!({ "aqm": "script" })), Err("lanes.0.script: is missing: the text of the script".into()));
    let problem = lane(json!({ "aqm": "choke", "script": "fn enqueue(packet) { admit(); }" }));
    assert_eq!(problem, Err("lanes.0.script: is for \"script\", not for \"choke\"".into()));
}

#[test]
fn settings_are_checked_against_the_declarations_of_the_script() {
    let script = "const params = #{ m: #{ range: [1, 4], value: 2 }, kind: #{ value: \"a\", choices: #{ a: \"x\", b: \"y\" } } };\n\
                  fn enqueue(packet) { if queue.len() < params.limit { admit() } else { drop(\"overflow\") } }";
    let with = |params: serde_json::Value| {
        let scene =
            json!({ "lanes": [{ "aqm": "script", "script": script, "params": params }], "flows": [{ "count": 1 }] });
        Scenario::parse_in(&scene, chokepoint_script::RHAI).map_err(|problems| problems[0].to_string())
    };
    assert!(with(json!({ "m": 4, "kind": "b", "limit": 5 })).is_ok());
    assert_eq!(with(json!({ "m": 5 })).err().unwrap(), "lanes.0.params.m: 5 is not a whole number from 1 to 4");
    assert_eq!(with(json!({ "kind": "c" })).err().unwrap(), "lanes.0.params.kind: \"c\" is not one of \"a\", \"b\"");
    assert!(with(json!({ "n": 5 })).is_err());
    // Lanes can share a parameter that only the script declares. Writing and parsing the scene keeps the shared value.
    let scene = with(json!({})).unwrap().with("m", json!(3)).expect("a shared parameter");
    assert_eq!(scene.shared_params["m"], json!(3));
    assert_eq!(Scenario::parse_in(&scene.to_json(), chokepoint_script::RHAI), Ok(scene));
}
