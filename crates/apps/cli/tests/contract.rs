//! The parts of the command line that scripts rely on: output, exit status, standard error.

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{Folder, assert_refused, begun, chokepoint, chokepoint_reading, lines};
use serde_json::Value;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

#[test]
fn results_are_printed_one_per_line_in_the_requested_order() {
    let results = lines(&chokepoint(&[
        "run",
        "choked-model1",
        "--aqm",
        "red",
        "--aqm",
        "choked",
        "--seeds",
        "2",
        "--duration",
        "5",
        "--json",
    ]));
    let order: Vec<_> = results.iter().map(|it| (it["aqm"].as_str().unwrap(), it["seed"].as_u64().unwrap())).collect();
    assert_eq!(order, [("red", 1), ("red", 2), ("choked", 1), ("choked", 2)]);
}

#[test]
fn a_lane_of_the_second_link_has_the_link_in_its_name() {
    let output = chokepoint(&["run", "modern-two-links", "--duration", "0.5", "--set", "measured_from_s=0"]);
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains("\ndrop-tail ") && table.contains("\ndrop-tail, link 2 "), "{table}");
}

/// A command that runs long enough for the test to interrupt it.
#[cfg(unix)]
const LONG: [&str; 6] = ["run", "choked-model1", "--aqm=red", "--aqm=choked", "--seeds=20000", "--duration=20"];

#[test]
#[cfg(unix)]
fn results_before_an_interruption_are_printed_and_counted() {
    let (printed, said) = interrupted(&[&LONG[..], &["--json"]].concat());
    let seeds: Vec<u64> = printed
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a whole line")["seed"].as_u64().expect("a seed"))
        .collect();
    assert!(seeds[0] == 1 && seeds.is_sorted_by(|one, next| one < next), "{seeds:?}");
    assert_eq!(said, format!("{} of 40000 runs completed\n", seeds.len()));
}

#[test]
#[cfg(unix)]
fn a_table_with_fewer_seeds_than_requested_shows_their_number() {
    let mut child = begun(&LONG);
    let mut said = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    said.read_line(&mut line).expect("a line after some seconds");
    assert!(line.contains(" of 40000 runs, ") && line.contains(" a second, ") && line.ends_with(" left\n"), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    line.clear();
    said.read_line(&mut line).expect("the last line");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    let made = line.strip_suffix(" of 40000 runs completed\n").expect("how many of how many");
    let table = String::from_utf8(output.stdout).unwrap();
    assert!(table.contains(&format!("mean of {made} ")) && !table.contains("choked  "), "{line}{table}");
}

#[test]
fn lanes_of_a_run_are_compared_seed_by_seed() {
    let call = ["run", "choked-model1", "--aqm=red", "--aqm=choke", "--aqm=choked", "--duration=3", "--seeds=3"];
    let stdout = String::from_utf8(chokepoint(&[&call[..], &["--against=choke"]].concat()).stdout).expect("UTF-8");
    assert!(stdout.contains("red − choke") && stdout.contains("choked − choke"), "{stdout}");
    assert!(stdout.contains("after Holm's correction over 18 comparisons (2 lanes, 9 columns)"), "{stdout}");
    let all = lines(&chokepoint(&[&call[..], &["--against=choke", "--json"]].concat()));
    assert_eq!(all.len(), 9 + 18);
    let jain =
        |lane: usize| all[3 * lane..][..3].iter().map(|run| run["jain_index"].as_f64().unwrap()).collect::<Vec<_>>();
    let differences: f64 = jain(0).into_iter().zip(jain(1)).map(|(red, choke)| red - choke).sum();
    let line = all[9..].iter().find(|line| line["lane"] == "red" && line["quantity"] == "Jain").expect("its line");
    assert!((line["difference"].as_f64().unwrap() - differences / 3.0).abs() < 1e-15, "{line}");
    assert_refused(
        &["run", "choked-model1", "--aqm=red", "--against=red", "--seeds=2"],
        "--against red: is the only lane",
    );
    assert_refused(
        &[&call[..], &["--against=rod"]].concat(),
        "--against rod: is not a lane of the run; its lanes are red, choke, choked",
    );
    assert_refused(&["run", "choked-model1", "--against=red"], "--seeds");
}

#[test]
fn a_result_has_every_field_of_the_contract_and_conserves_packets() {
    let results = lines(&chokepoint(&["run", "choked-model1", "--duration", "20", "--seed", "7", "--json"]));
    let [result] = results.as_slice() else { panic!("one lane, one seed, one line") };
    let fields = [
        "/schema",
        "/engine",
        "/scenario",
        "/aqm",
        "/seed",
        "/duration_s",
        "/measured_from_s",
        "/bottleneck/capacity_bps",
        "/bottleneck/arrived_packets",
        "/bottleneck/departed_packets",
        "/bottleneck/queued_packets_at_end",
        "/bottleneck/dropped_packets",
        "/bottleneck/marked_packets",
        "/bottleneck/drops/early",
        "/bottleneck/drops/forced",
        "/bottleneck/drops/overflow",
        "/bottleneck/drops/match_arriving",
        "/bottleneck/drops/match_victim",
        "/bottleneck/drops/penalty",
        "/bottleneck/utilization",
        "/bottleneck/queue_packets/mean",
        "/bottleneck/queue_packets/sd",
        "/bottleneck/queue_packets/max",
        "/bottleneck/avg_queue_packets/mean",
        "/bottleneck/avg_queue_packets/sd",
        "/bottleneck/queueing_delay_s/mean",
        "/bottleneck/queueing_delay_s/p50",
        "/bottleneck/queueing_delay_s/p95",
        "/bottleneck/queueing_delay_s/p99",
        "/bottleneck/queueing_delay_s/max",
        "/bottleneck/queueing_delay_s/distribution/edges/1",
        "/bottleneck/queue_packets/distribution/parts/0",
        "/bottleneck/queue_packets/p5",
        "/bottleneck/queue_packets/p95",
        "/bottleneck/queue_packets/empty",
        "/bottleneck/queue_packets/full",
        "/bottleneck/mean_time_in_system_s",
        "/classes/tcp/flows",
        "/classes/tcp/throughput_bps",
        "/classes/tcp/goodput_bps",
        "/classes/tcp/goodput_eq41_bps",
        "/classes/tcp/loss_ratio",
        "/classes/tcp/jain_index",
        "/classes/udp/flows",
        "/jain_index",
        "/flows/0/id",
        "/flows/0/class",
        "/flows/0/transport",
        "/flows/0/throughput_bps",
        "/flows/0/goodput_bps",
        "/flows/0/sent_packets",
        "/flows/0/dropped_packets",
        "/flows/0/marked_packets",
        "/flows/0/retransmitted_packets",
        "/flows/0/loss_ratio",
        "/flows/0/mean_queueing_delay_s",
        "/cost/events",
        "/cost/comparisons",
        "/cost/wall_s",
    ];
    for field in fields {
        assert!(result.pointer(field).is_some_and(|value| !value.is_null()), "{field}");
    }
    let count = |field: &str| result["bottleneck"][field].as_u64().unwrap();
    let [arrived, departed, dropped, queued] =
        ["arrived_packets", "departed_packets", "dropped_packets", "queued_packets_at_end"].map(count);
    assert_eq!(arrived, departed + dropped + queued);
    let drops: u64 = result["bottleneck"]["drops"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!(drops, dropped);
    assert_eq!(result["flows"][0]["class"], "udp");
    assert_eq!(result["flows"].as_array().unwrap().len(), 34);
    assert_eq!(result["seed"], 7);
}

#[test]
fn the_average_is_null_for_a_discipline_without_one() {
    let results = lines(&chokepoint(&["run", "choked-model1", "--aqm", "drop-tail", "--duration", "2", "--json"]));
    assert!(results[0]["bottleneck"]["avg_queue_packets"].is_null());
}

#[test]
fn settings_are_changed_by_path_and_by_bare_name() {
    let run = |change: &str| {
        lines(&chokepoint(&["run", "choked-model1", "--duration", "5", "--set", change, "--json"])).remove(0)
    };
    assert_eq!(run("bottleneck.capacity_bps=2000000")["bottleneck"]["capacity_bps"], 2_000_000);
    assert_eq!(run("capacity_bps=2000000")["bottleneck"]["capacity_bps"], 2_000_000);
    assert_eq!(run("/flows/1/count=3")["flows"].as_array().unwrap().len(), 4);
    assert_eq!(run("flows.1.transport=reno")["flows"][5]["transport"], "reno");
    assert!(run("limit=10")["bottleneck"]["queue_packets"]["max"].as_u64().unwrap() <= 10);
}

#[test]
fn rates_and_times_can_have_units() {
    let scene = |changes: &[&str]| {
        let changes = changes.iter().flat_map(|change| ["--set", change]);
        let link = ["link", "character-codel"].into_iter().chain(changes).chain(["--duration", "5s"]);
        String::from_utf8(chokepoint(&link.collect::<Vec<_>>()).stdout).unwrap()
    };
    let typed = scene(&["capacity_bps=1.5mbit", "bottleneck.delay_s=50ms", "codel_target_s=7ms"]);
    assert_eq!(typed, scene(&["capacity_bps=1500000", "bottleneck.delay_s=0.05", "codel_target_s=0.007"]));
    assert_ne!(typed, scene(&[]));
    let rows = |over: &str| {
        let sweep = ["sweep", "character-codel", "--duration=1", "--seeds=1", "--metric=jain_index", "--json"];
        lines(&chokepoint(&[&sweep[..], &["--over", over]].concat()))
    };
    assert_eq!(rows("capacity_bps=1mbit,2mbit"), rows("capacity_bps=1000000,2000000"));
    assert_eq!(rows("bottleneck.delay_s=10ms..1s:3log"), rows("bottleneck.delay_s=0.01..1:3log"));
    // A script's parameter accepts values in its declared unit.
    let folder = Folder::new("units");
    let script = folder.file("own.rhai");
    let text = "const params = #{ wait: #{ unit: \"s\", range: [0.0, 1.0], value: 0.5 } };\n\
                fn enqueue(packet) { if queue.len() < 1 + int(params.wait * 100.0) { admit() } else { drop(\"overflow\") } }";
    std::fs::write(&script, text).unwrap();
    let run = ["run", "choked-model1", "--duration=20", "--json", "--aqm", &script, "--set", "wait=30ms"];
    assert_eq!(lines(&chokepoint(&run))[0]["bottleneck"]["queue_packets"]["max"], 4);
}

#[test]
fn an_unreadable_file_is_named_with_the_position_of_the_problem() {
    let folder = Folder::new("unreadable");
    let file = |name: &str, bytes: &[u8]| {
        let file = folder.file(name);
        std::fs::write(&file, bytes).unwrap();
        file
    };
    let cut = file("cut.json", b"{");
    assert_refused(&["validate", &cut], &format!("{cut}: is not JSON: EOF while parsing an object at line 1 column 1"));
    let wrong = file("inf.json", b"{ \"flows\": [{ \"count\": 1 },\n { \"rate_bps\": inf }] }");
    assert_refused(
        &["run", &wrong],
        &format!("{wrong}: is not JSON at flows.1.rate_bps: expected value at line 2 column 16"),
    );
    let bytes = file("bytes.json", b"\x7fELF\xff");
    assert_refused(&["run", &bytes], "is not text: its byte 5 is not UTF-8; is it the right file?");
    let right = file(
        "right.json",
        br#"{ "measured_from_s": 5, "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp" }] }"#,
    );
    let output = chokepoint(&["validate", &right, "choked-model1", &cut, &wrong]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stdout), format!("{right}: ok\nchoked-model1: ok\n"));
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.lines().count() == 2 && stderr.contains(&cut) && stderr.contains(&wrong), "{stderr}");
}

#[test]
fn a_named_set_applies_only_to_lanes_that_have_it_and_set_takes_precedence() {
    let run = |more: &[&str]| {
        let scene = ["run", "choked-model1", "--aqm", "red", "--aqm", "choked", "--duration", "20", "--json"];
        let results = lines(&chokepoint(&[&scene, more].concat()));
        let drops_of =
            |result: &Value| (result["bottleneck"]["drops"].clone(), result["bottleneck"]["dropped_packets"].clone());
        results.iter().map(drops_of).collect::<Vec<_>>()
    };
    let by_hand = [
        ("choked_miss", "admit"),
        ("choked_region", "whole_queue"),
        ("choked_front_stage", "always"),
        ("choked_draw", "sequential_remove"),
    ];
    let sets: Vec<String> = by_hand.iter().map(|(id, value)| format!("--set={id}={value}")).collect();
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    let (plain, named) = (run(&[]), run(&["--as", "algorithm-1"]));
    assert_eq!(named, run(&sets));
    assert!(named[0] == plain[0] && named[1] != plain[1], "only CHOKeD has the set");
    let back = [("--set", "choked_miss=red"), ("--set", "choked_region=halves")];
    let back = [back, [("--set", "choked_front_stage=on_rear_miss"), ("--set", "choked_draw=distinct")]].concat();
    let back: Vec<&str> = back.into_iter().flat_map(|(flag, change)| [flag, change]).collect();
    assert_eq!(run(&[&["--as", "algorithm-1"], &back[..]].concat()), plain);
}

#[test]
fn named_sets_are_listed_with_their_discipline_and_origin() {
    let listed = chokepoint(&["list", "sets"]);
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let line = listed.lines().find(|line| line.starts_with("algorithm-1 ")).expect("it is listed");
    assert!(line.contains("choked: Algorithm I") && line.contains("appendix A"), "{line}");
}

#[test]
fn a_wrong_argument_is_named_and_nothing_is_printed() {
    assert_refused(&["run", "no-such-preset"], "no-such-preset");
    assert_refused(&["run", "choked-model1", "--aqm", "blue-ish"], "blue-ish");
    assert_refused(&["run", "choked-model1", "--set", "max_th=10"], "max_th");
    assert_refused(&["run", "choked-model1", "--set", "limit"], "PATH=VALUE");
    assert_refused(
        &["run", "choked-model1", "--set", "target_s=0.02"],
        "has a parameter target_s; the nearest name is",
    );
    assert_refused(&["run", "choked-model1", "--set", "maxth=60"], "the nearest name is max_th");
    assert_refused(&["run", "choked-model1", "--set", "sead=2"], "the nearest name is seed");
    assert_refused(&["run", "choked-model1", "--as", "algoritm-1"], "the nearest is algorithm-1");
    assert_refused(&["run", "choked-model1", "--aqm", "ward", "--as", "linux"], "(ward) has a named set");
    assert_refused(&["run", "choked-model1", "--set", "flows.9.count=1"], "flows.9.count");
    assert_refused(&["run", "choked-model1", "--seeds", "0"], "seeds");
    assert_refused(&["run", "choked-model1", "--seed", "1", "--seeds", "2"], "seed");
    assert_refused(&["run", "choked-model1", "--duration", "-1"], "duration_s");
    assert_refused(&["run", "choked-model1", "--duration", "inf"], "'inf' for '--duration <S>': inf is not a time");
    for (seed, said) in
        [("-1", "seed: -1 is not a whole number from"), ("one", "seed: \"one\" is not a whole number from")]
    {
        for command in [&["run"][..], &["trace"], &["link"], &["export", "ns-2"]] {
            assert_refused(&[command, &["character-red", "--seed", seed]].concat(), said);
        }
    }
    assert_refused(&["run", "choked-model1", "--set", "=5"], "--set =5: is not of the form PATH=VALUE");
    assert_refused(
        &["run", "choked-model1", "--set", "capacity_bps=10mb"],
        "--set capacity_bps=10mb: 10mb is not a rate",
    );
    assert_refused(
        &["run", "choked-model1", "--aqm", "chok"],
        "\"chok\" is not a queue discipline; the nearest names are choke, choked, chokew; chokepoint list aqms names all",
    );
    assert_refused(&["run", "choked-model1", "--set", "flows.1.transport=Cubic"], "\"udp\"; the nearest is \"cubic\"");
    assert_refused(&["list", "wishes"], "wishes");
    assert_refused(&["trace", "choked-model1", "--until", "-3"], "until");
    assert_refused(&["frobnicate"], "frobnicate");
}

#[test]
fn input_that_is_no_scenario_is_refused() {
    for given in ["[]", "5", "\"x\"", "true", "null", r#"{"scenario":[]}"#, r#"{"scenario":7}"#] {
        for args in [
            &["run", "-", "--duration", "1"][..],
            &["run", "-", "--aqm", "red"],
            &["run", "-", "--set", "seed=2"],
            &["trace", "-", "--duration", "1"],
            &["trace", "-", "--aqm", "red"],
            &["validate", "-"],
        ] {
            let output = chokepoint_reading(args, given);
            assert_eq!(output.status.code(), Some(2), "{args:?} with {given}: {output:?}");
            let error = String::from_utf8_lossy(&output.stderr);
            assert!(error.contains("not an object") || error.contains("is missing"), "{args:?} with {given}: {error}");
        }
    }
    assert_eq!(
        String::from_utf8_lossy(&chokepoint_reading(&["run", "-", "--duration", "1"], "[]").stderr),
        "chokepoint: scenario: is [], not an object\n"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_standard_error_does_not_change_the_exit_status() {
    for args in [&["run", "nope"][..], &["run", "choked-model1", "--set", "seed=-1"], &["frobnicate"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device that is always full");
        let mut command = Command::new(env!("CARGO_BIN_EXE_chokepoint"));
        let status = command.args(args).stdout(Stdio::null()).stderr(full).status().expect("the binary starts");
        assert_eq!(status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn control_characters_are_not_printed_on_a_terminal() {
    let scene = r#"{ "id": "a\u001b[31mb\u009b2J", "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp" }] }"#;
    let ran = chokepoint_reading(&["run", "-", "--duration", "1"], scene);
    assert!(String::from_utf8_lossy(&ran.stdout).starts_with(r"a\u{1b}[31mb\u{9b}2J: 1 s"), "{ran:?}");
    let wrong = scene.replace("\"red\"", "\"r\\u001bd\", \"\\u009b\": 1");
    for output in [
        chokepoint_reading(&["validate", "-"], &wrong),
        chokepoint_reading(&["validate", "-"], &wrong.replace("aqm", "\\u001b")),
        chokepoint(&["run", "no\u{1b}[2Jpreset"]),
        chokepoint(&["run", "choked-model1", "--set", "se\u{1b}ed=1"]),
        chokepoint(&["run", "choked-model1", "--set", "\u{9b}"]),
        chokepoint(&["reproduce", "\u{9b}2J"]),
        chokepoint(&["frob\u{1b}[2Jnicate\u{9b}"]),
        chokepoint(&["list", "\u{9b}2J"]),
    ] {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let error = String::from_utf8(output.stderr).expect("UTF-8");
        assert!(!error.is_empty() && !error.chars().any(|it| it.is_control() && it != '\n'), "{error:?}");
    }
}

#[test]
fn a_byte_order_mark_is_allowed_and_a_repeated_field_is_refused() {
    let scene = r#"{ "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "udp" }] }"#;
    assert!(chokepoint_reading(&["validate", "-"], &format!("\u{feff}{scene}")).status.success());
    for (given, message) in [
        (scene.replace("\"aqm\"", "\"aqm\": \"choke\", \"aqm\""), "lanes.0.aqm: is given twice; give it one value"),
        (scene.replace("\"transport\"", "\"\": 1, \"transport\""), "flows.0: has a field with an empty name"),
    ] {
        let output = chokepoint_reading(&["validate", "-"], &given);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("chokepoint: {message}\n"));
    }
}

#[test]
fn of_many_problems_only_the_first_ones_are_printed() {
    let unknown: String = (0..50_000).map(|place| format!("\"x{place}\": 1, ")).collect();
    let scene = format!(r#"{{ {unknown} "lanes": [{{ "aqm": "red" }}], "flows": [{{ "transport": "udp" }}] }}"#);
    let output = chokepoint_reading(&["validate", "-"], &scene);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 21));
    assert_eq!(error.lines().last(), Some("chokepoint: scenario: has 49980 more problems"));
}

#[test]
fn validate_prints_one_problem_per_line() {
    let wrong = r#"{ "seed": -1, "lanes": [{ "aqm": "red" }], "flows": [{ "count": "many" }] }"#;
    let output = chokepoint_reading(&["validate", "-"], wrong);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.lines().count(), 2, "{error}");
    assert!(error.contains("seed: -1") && error.contains("flows.0.count: \"many\""), "{error}");
    assert!(chokepoint(&["validate", "choked-model1"]).status.success());
    assert_eq!(chokepoint_reading(&["validate", "-"], "{").status.code(), Some(2));
}

#[test]
fn lists_name_every_known_object() {
    for (what, id) in [("aqms", "choked"), ("presets", "choked-model1"), ("transports", "newreno"), ("sources", "cbr")]
    {
        let listed = chokepoint(&["list", what]);
        assert!(String::from_utf8_lossy(&listed.stdout).lines().any(|line| line.starts_with(id)), "{what}");
        let entries = lines(&chokepoint(&["list", what, "--json"])).remove(0);
        assert!(entries.as_array().unwrap().iter().any(|entry| entry["id"] == id), "{what} --json");
    }
    let aqms = lines(&chokepoint(&["list", "aqms", "--json"])).remove(0);
    for aqm in aqms.as_array().unwrap() {
        for field in ["params", "citation", "code", "memory", "reasons"] {
            assert!(!aqm[field].is_null(), "{} of {}", field, aqm["id"]);
        }
        for param in aqm["params"].as_array().unwrap() {
            for field in ["unit", "kind", "default", "meaning"] {
                assert!(!param[field].is_null(), "{} of {} of {}", field, param["id"], aqm["id"]);
            }
        }
    }
}

#[test]
fn a_trace_is_in_order_of_time_and_ends_at_the_requested_time() {
    let events = lines(&chokepoint(&["trace", "choked-model1", "--aqm", "choke", "--until", "3"]));
    let times: Vec<f64> = events.iter().map(|event| event["t_s"].as_f64().unwrap()).collect();
    assert!(times.len() > 500 && times.is_sorted() && times.iter().all(|&at| at <= 3.0));
    assert!(events.iter().any(|event| event["event"] == "drop" && event["reason"] == "match_victim"));
    let ns2 = chokepoint(&["trace", "choked-model1", "--until", "1.5", "--format", "ns2"]);
    let text = String::from_utf8(ns2.stdout).unwrap();
    assert!(text.lines().all(|line| line.split(' ').count() == 12), "ns-2's twelve columns");
}

#[test]
fn a_closed_output_ends_the_command_without_a_message() {
    // Both commands would run for minutes. They end early, because the test closes their output at once.
    for args in [&["trace", "choked-model1"][..], &["run", "choked-model1", "--seeds=20000", "--json"]] {
        let mut child = begun(args);
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("it ends");
        assert!(output.status.success() && output.stderr.is_empty(), "{args:?}: {output:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_result() {
    let run = || {
        let mut result = lines(&chokepoint(&["run", "choked-model1", "--duration", "10", "--json"])).remove(0);
        result["cost"]["wall_s"] = Value::Null;
        result
    };
    assert_eq!(run(), run());
}

#[test]
fn settings_have_a_list_and_the_help_of_a_command_is_short() {
    let listed = chokepoint(&["list", "settings"]);
    let text = String::from_utf8(listed.stdout).unwrap();
    for name in ["bottleneck.capacity_bps", "flows.*.rate_bps", "max_th", "choked_miss", "maxcomp"] {
        assert!(text.lines().any(|line| line.starts_with(&format!("{name} "))), "{name}");
    }
    for (help, lines) in [("-h", 30), ("--help", 70)] {
        let text = String::from_utf8(chokepoint(&["run", help]).stdout).unwrap();
        assert!(text.contains("chokepoint list settings") && text.lines().count() < lines, "{text}");
    }
}

#[test]
fn an_export_is_printed_and_its_omissions_go_to_standard_error() {
    let output = chokepoint(&["export", "ns-2", "character-red", "--seed", "3"]);
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().contains("set queue_type RED"));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.lines().count() > 0 && stderr.lines().all(|line| line.starts_with("lost: ")), "{stderr}");
    assert!(stderr.contains("queue.params.idle: paper"), "{stderr}");
}

#[test]
fn an_impossible_export_is_refused() {
    assert_refused(&["export", "ns-2", "choked-model1"], "lanes.0.aqm: choked is not in ns-2, which has drop-tail");
}
