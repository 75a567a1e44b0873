//! Scripts on the command line: `--aqm ./my.rhai` and `check-script`.

use crate::support::{Folder, assert_refused, chokepoint, chokepoint_reading, lines};
use chokepoint_script::start::start;
use serde_json::{Value, json};
use std::fs;

fn file(folder: &Folder, name: &str, text: &str) -> String {
    let file = folder.file(name);
    fs::write(&file, text).expect("a writable folder");
    file
}

#[test]
fn a_script_runs_beside_native_disciplines_and_equals_its_twin() {
    let folder = Folder::new("script-run");
    let script = file(&folder, "choke.rhai", start("choke").expect("CHOKe").text);
    // The scene sets no parameters of disciplines, because the script has only some of them.
    let scene = r#"{ "duration_s": 20, "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp", "rate_bps": 1500000 }, { "count": 8 }] }"#;
    let scene = file(&folder, "scene.json", scene);
    let run = ["run", &scene, "--aqm", "choke", "--aqm", &script, "--json"];
    let results = lines(&chokepoint(&run));
    assert_eq!((&results[0]["aqm"], &results[1]["aqm"]), (&Value::from("choke"), &Value::from("script")));
    assert_eq!(results[0]["bottleneck"]["drops"], results[1]["bottleneck"]["drops"]);
    assert!(results[0]["bottleneck"] == results[1]["bottleneck"] && results[0]["flows"] == results[1]["flows"]);
    // A parameter declared only by the script can be set and swept like any other.
    let own = "const params = #{ room: #{ range: [1, 50], value: 9 } };\n\
               fn enqueue(packet) { if queue.len() < params.room { admit() } else { drop(\"overflow\") } }";
    let own = file(&folder, "own.rhai", own);
    let run = ["run", "choked-model1", "--duration", "20", "--aqm", &own, "--set", "room=3", "--json"];
    assert_eq!(lines(&chokepoint(&run))[0]["bottleneck"]["queue_packets"]["max"], 3);
    assert_refused(
        &["run", "choked-model1", "--aqm", &own, "--set", "room=99"],
        "99 is not a whole number from 1 to 50",
    );
    assert_refused(&["run", "choked-model1", "--aqm", &own, "--set", "romm=9"], "the nearest name is room");
}

#[test]
fn lanes_with_scripts_are_named_by_the_names_that_the_scripts_declare() {
    let folder = Folder::new("script-names");
    let admit = "fn enqueue(packet) { if queue.len() < params.limit { admit() } else { drop(\"overflow\") } }";
    let limit = "const params = #{ limit: #{ range: [1, 500], value: 50 } };";
    let script = |file_name: &str, name: &str| file(&folder, file_name, &format!("{name}{limit}\n{admit}"));
    let named = script("a.rhai", "const name = \"Tail A\";");
    let same = script("b.rhai", "const name = \"Tail A\";");
    let (bare, other) = (script("c.rhai", ""), script("d.rhai", ""));
    let lanes = ["--aqm", &named, "--aqm", &same, "--aqm", &bare, "--aqm", &other, "--aqm", "red"];
    let wanted = ["Tail A", "Tail A 2", "script", "script 2", "red"];
    let ran = chokepoint(&[&["run", "choked-model1", "--duration", "2"], &lanes[..]].concat());
    let table = String::from_utf8(ran.stdout).expect("UTF-8");
    let names: Vec<&str> = table.lines().skip(2).map(|line| line.split("  ").next().unwrap()).collect();
    assert_eq!(names, wanted, "{table}");
    let sweep = ["sweep", "choked-model1", "--duration", "2", "--seeds", "1", "--metric", "jain_index", "--json"];
    let rows = lines(&chokepoint(&[&sweep, &lanes[..]].concat()));
    let names: Vec<&str> = rows.iter().map(|row| row["lane"].as_str().unwrap()).collect();
    assert_eq!(names, wanted);
}

#[test]
fn a_problem_in_a_script_is_reported_with_its_place() {
    let folder = Folder::new("script-wrong");
    let script = file(&folder, "wrong.rhai", "fn enqueue(packet) {\n    admit(1);\n}\n");
    assert_refused(&["run", "choked-model1", "--aqm", &script], "wrong.rhai:2:5: admit takes no arguments");
    assert_refused(&["check-script", &script], "wrong.rhai:2:5: admit takes no arguments");
    assert_refused(&["run", "choked-model1", "--aqm", &folder.file("none.rhai")], "none.rhai: ");
    let script = file(&folder, "stops.rhai", "fn enqueue(packet) {\n    admit();\n}\n");
    let output = chokepoint(&["run", "choked-model1", "--duration", "20", "--aqm", &script, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("the script stopped (seed ") && stderr.contains("line 2, column 5"), "{stderr}");
    let result: Value = serde_json::from_slice(&output.stdout).expect("the result up to the mistake");
    assert_eq!(result["stopped"]["line"], 2);
}

#[test]
fn reading_a_scene_runs_no_script_but_validating_it_runs_init() {
    let folder = Folder::new("script-init");
    let script = "fn init() {\n    loop { }\n}\nfn enqueue(packet) { admit(); }";
    let scene =
        json!({ "lanes": [{ "aqm": "script", "script": script }, { "aqm": "red" }], "flows": [{ "count": 1 }] });
    let scene = file(&folder, "scene.json", &scene.to_string());
    assert!(chokepoint(&["link", &scene]).status.success());
    assert_refused(
        &["validate", &scene],
        "lanes.0.script: line 2, column 5, at 0 s: takes more than 200000 operations",
    );
    let output = chokepoint(&["run", &scene, "--duration", "5"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2, column 5, at 0 s"), "{output:?}");
}

#[test]
fn a_script_is_exported_to_ns_2_and_ns_3_but_not_to_tc() {
    let folder = Folder::new("script-export");
    let script = file(&folder, "choke.rhai", start("choke").expect("CHOKe").text);
    for (target, class) in [("ns-2", "class ScriptCHOKe"), ("ns-3", "class ScriptCHOKe : public QueueDisc")] {
        let output = chokepoint(&["export", target, &script]);
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains(class), "{target}");
    }
    let message = "choke.rhai is a script; scripts can be exported to ns-2 and ns-3, but only scenes to tc";
    assert_refused(&["export", "tc", &script], message);
    assert!(chokepoint(&["export", "tc", "character-red"]).status.success());
}

#[test]
fn a_check_prints_the_smallest_failing_scene_which_run_can_repeat() {
    let folder = Folder::new("script-check");
    let right = file(&folder, "blue.rhai", start("blue").expect("BLUE").text);
    let output = chokepoint(&["check-script", &right, "--scenes", "20"]);
    assert!(output.status.success(), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("keeps every law in 20 scenes"));
    let script = file(&folder, "full.rhai", "fn enqueue(packet) {\n    admit();\n}\n");
    let output = chokepoint(&["check-script", &script]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("breaks the law \"no-mistake\"") && stderr.contains("the buffer is full"), "{stderr}");
    let scene = String::from_utf8(output.stdout).expect("UTF-8");
    let again = chokepoint_reading(&["run", "-"], &scene);
    assert_eq!(again.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&again.stderr).contains("the buffer is full"));
}
