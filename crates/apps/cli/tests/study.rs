//! Sweeps that add seeds until an interval is narrow enough, and sweeps that leave points out.

use crate::support::{Folder, assert_refused, chokepoint, lines};
use crate::sweep::{done, swept_into};
use chokepoint_engine::measure::summary;
use serde_json::{Value, json};
use std::path::Path;
use std::{env, fs};

/// Two lanes at three points. The settings of the first point contradict each other. A few seeds suffice to know the
/// metric within 15 % of its mean.
const SEQUENTIAL: [&str; 9] = [
    "sweep",
    "choked-model1",
    "--duration=4",
    "--over=max_th=30,70,90",
    "--aqm=red",
    "--aqm=choke",
    "--metric=udp_utilization",
    "--metric=jain_index",
    "--until=jain_index:15%",
];

/// A sweep that adds seeds until an interval is narrow, which takes long enough for the test to interrupt it.
#[cfg(unix)]
const LONG: [&str; 6] = [
    "sweep",
    "choked-model1",
    "--aqm=red",
    "--duration=40",
    "--metric=udp_utilization",
    "--until=udp_utilization:0.1%",
];

fn jain_of<'a>(rows: &'a [Value], max_th: u64, lane: &'a str) -> Vec<f64> {
    let rows = rows.iter().filter(|row| row["queue.params.max_th"] == max_th && row["lane"] == lane);
    rows.filter_map(|row| row["jain_index"].as_f64()).collect()
}

fn is_within(values: &[f64]) -> bool {
    let found = summary(values);
    found.half_width <= 0.15 * found.mean
}

mod golden {
    use super::*;

    /// A test of the page compares the table of the page with the same golden file
    /// (`web/src/features/sweep/until.test.ts`). `npm run bless` writes it.
    #[test]
    fn the_table_is_the_golden_of_the_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/until");
        let (made, golden) = (Folder::new("until-golden"), folder.join("table.csv"));
        let (definition, table) = (folder.join("sweep.json"), made.file("table.csv"));
        let output = chokepoint(&["sweep", definition.to_str().expect("UTF-8"), "--out", &table]);
        assert!(output.status.success(), "{output:?}");
        let text = fs::read_to_string(&table).expect("a table");
        let rows: String = text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        if env::var_os("CHOKEPOINT_BLESS").is_some() {
            fs::write(&golden, &rows).expect("a writable folder");
        }
        let golden = fs::read_to_string(&golden).expect("a golden");
        assert!(golden == rows, "tests/until/table.csv differs; `npm run bless` writes it");
    }
}

#[test]
fn a_point_has_the_smallest_number_of_seeds_for_which_all_lanes_are_within_the_demand() {
    let rows = lines(&chokepoint(&[&SEQUENTIAL[..], &["--json"]].concat()));
    let fixed = [&SEQUENTIAL[..SEQUENTIAL.len() - 1], &["--seeds=44", "--json"]].concat();
    let fixed = lines(&chokepoint(&fixed));
    let mut numbers = Vec::new();
    for max_th in [70, 90] {
        let all = ["red", "choke"].map(|lane| jain_of(&fixed, max_th, lane));
        let rounds = [10, 13, 17, 22, 28, 35, 44];
        let seeds = rounds.into_iter().find(|seeds| all.iter().all(|values| is_within(&values[..*seeds])));
        let seeds = seeds.expect("44 seeds are enough");
        for (lane, values) in ["red", "choke"].into_iter().zip(all) {
            assert_eq!(jain_of(&rows, max_th, lane), values[..seeds], "{max_th} {lane}");
        }
        numbers.push(seeds);
    }
    assert!(numbers.iter().any(|seeds| *seeds > 10), "the rule adds no seed: {numbers:?}");
    let refused = rows.iter().filter(|row| row["queue.params.max_th"] == 30);
    let seeds: Vec<u64> =
        refused.filter(|row| row["problem"].is_string()).filter_map(|row| row["seed"].as_u64()).collect();
    assert_eq!(seeds, (1..=10).chain(1..=10).collect::<Vec<_>>(), "a point without a scene has the least number");
}

#[test]
fn the_table_is_the_same_for_any_number_of_jobs_and_any_earlier_runs() {
    let folder = Folder::new("sequential");
    let file = |name: &str| folder.file(name);
    let (whole, stderr) = swept_into(&file("whole.parquet"), &SEQUENTIAL, &["--jobs=1"]);
    assert_eq!(whole, swept_into(&file("jobs.parquet"), &SEQUENTIAL, &["--jobs=7"]).0);
    // The first call leaves ten runs per point and lane in the table. The second call, with a rule that adds seeds,
    // reuses them.
    let fixed = &SEQUENTIAL[..SEQUENTIAL.len() - 1];
    let before = file("before.parquet");
    swept_into(&before, fixed, &["--seeds=10"]);
    let (resumed, again) = swept_into(&before, &SEQUENTIAL, &[]);
    assert_eq!(resumed, whole);
    assert!(again.contains(", 40 of them made before"), "{again}");
    let runs = stderr.split_once(" runs\n").expect("the number").0.rsplit(' ').next().unwrap().to_owned();
    assert_eq!(swept_into(&before, &SEQUENTIAL, &[]).1.matches(&format!("{runs} runs, ")).count(), 1);
    // `join` reports missing runs. Which runs a sweep needs it takes from the definition in the table.
    let csv = file("whole.csv");
    done(&["join", &before, "--out", &csv]);
    done(&["join", &csv, "--out", &file("back.parquet")]);
    assert_eq!(fs::read(file("back.parquet")).unwrap(), whole);
}

#[test]
fn runs_beyond_the_last_seed_of_a_point_are_never_lost_silently() {
    let folder = Folder::new("surplus");
    let table = folder.file("t.csv");
    let fixed = &SEQUENTIAL[..SEQUENTIAL.len() - 1];
    let (all, _) = swept_into(&table, fixed, &["--seeds=60"]);
    let call = [&SEQUENTIAL[..], &["--out", &table]].concat();
    assert_refused(&call, "runs with more seeds than their points need for a narrow enough interval");
    assert_eq!(fs::read(&table).unwrap(), all);
    let stderr = done(&[&call[..], &["--replace"]].concat());
    assert!(stderr.contains("of them made before"), "{stderr}");
    assert_eq!(fs::read(&table).unwrap(), swept_into(&folder.file("anew.csv"), &SEQUENTIAL, &[]).0);
}

#[test]
#[cfg(unix)]
fn a_killed_sweep_with_a_rule_continues_to_the_same_table() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("sequential-killed");
    let [table, whole] = ["table.csv", "whole.csv"].map(|name| folder.file(name));
    let runs = || fs::read_to_string(format!("{table}.part")).unwrap_or_default().lines().count();
    let arguments = [&LONG[..], &["--jobs=1", "--out", &table]].concat();
    let mut child = Command::new(env!("CARGO_BIN_EXE_chokepoint"))
        .args(arguments)
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    // The sweep is killed after the first rounds and before the last.
    while runs() < 30 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it was killed");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (resumed, stderr) = swept_into(&table, &LONG, &[]);
    assert!(stderr.contains("of them made before"), "{stderr}");
    assert_eq!(resumed, swept_into(&whole, &LONG, &["--jobs=3"]).0);
}

#[test]
fn points_that_reach_the_largest_number_of_seeds_are_named() {
    let call = [&SEQUENTIAL[..], &["--set=measured_from_s=1", "--at-most=11"]].concat();
    let call: Vec<&str> =
        call.iter().map(|it| if it.starts_with("--until") { "--until=jain_index:0.1%" } else { it }).collect();
    let output = chokepoint(&call);
    let stderr = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{stderr}");
    assert!(
        stderr.contains("not within ± 0.1 % of the mean after 11 seeds (--at-most), jain_index: 2 of 3 points\n"),
        "{stderr}"
    );
    assert!(
        stderr.contains("\n  queue.params.max_th=70, lane red: ± ") && stderr.contains("max_th=90, lane choke: ± "),
        "{stderr}"
    );
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(shown.lines().filter(|line| line.contains(" 11  ")).count(), 4, "{shown}");
}

#[test]
fn differences_under_a_rule_use_all_seeds_of_their_point() {
    let rows = lines(&chokepoint(&[&SEQUENTIAL[..], &["--against=red", "--json"]].concat()));
    let (differences, rows): (Vec<Value>, Vec<Value>) = rows.into_iter().partition(|row| row["difference"].is_number());
    assert_eq!(differences.len(), 2 * 2);
    for difference in differences {
        let max_th = difference["queue.params.max_th"].as_u64().unwrap();
        assert_eq!(difference["n"], jain_of(&rows, max_th, "red").len(), "{difference}");
    }
}

#[test]
fn joined_shares_print_the_differences_of_the_whole_sweep() {
    let folder = Folder::new("join-against");
    let sweep = ["sweep", "choked-model1", "--duration=2", "--over=max_th=60,90", "--aqm=red", "--aqm=choke"];
    let sweep = [&sweep[..], &["--against=red", "--seeds=3", "--metric=jain_index"]].concat();
    let whole = chokepoint(&[&sweep[..], &["--out", &folder.file("whole.csv")]].concat());
    let shares = ["1/2", "2/2"].map(|share| {
        let file = folder.file(&format!("{}.csv", &share[..1]));
        let stderr = done(&[&sweep[..], &["--shard", share, "--out", &file]].concat());
        assert!(stderr.contains("chokepoint join prints the differences"), "{stderr}");
        file
    });
    let joined = chokepoint(&["join", &shares[0], &shares[1], "--out", &folder.file("all.csv")]);
    assert!(joined.status.success() && joined.stdout == whole.stdout, "{joined:?}");
    assert!(String::from_utf8_lossy(&joined.stdout).contains("choke − red"), "{joined:?}");
}

#[test]
fn a_run_prints_the_rates_of_its_groups_over_time() {
    let run = ["run", "choked-model1", "--duration=3", "--aqm=red", "--aqm=choke", "--seeds=2", "--rates=500ms"];
    let rows = lines(&chokepoint(&[&run[..], &["--json"]].concat()));
    assert_eq!(rows.len(), 2 * 2 * 6);
    assert_eq!((&rows[1]["lane"], &rows[1]["seed"], &rows[1]["from_s"]), (&"red".into(), &1.into(), &0.5.into()));
    let both = |row: &Value| row["group_0_bps"].as_f64().unwrap() + row["group_1_bps"].as_f64().unwrap();
    // A packet counts in the interval in which it leaves, although its transmission may begin before. In 0.5 s, a
    // 1 Mb/s link may thus send one packet of 8000 bits more than 0.5 Mb, which gives 1.016 Mb/s.
    assert!(rows.iter().all(|row| both(row) <= 1.016e6), "{rows:?}");
    let shown = String::from_utf8(chokepoint(&run).stdout).expect("UTF-8");
    assert!(shown.starts_with("discipline  seed  from s  group 0 Mb/s  group 1 Mb/s\n") && shown.lines().count() == 25);
    assert_refused(&["run", "choked-model1", "--duration=3", "--rates=5"], "rates: 5 s does not cut 3 s into");
}

#[test]
fn left_out_points_have_no_rows_in_any_format_or_share() {
    let folder = Folder::new("where");
    let sweep = ["sweep", "choked-model1", "--duration=2", "--over=min_th=10,30,50", "--over=max_th=20,40"];
    let sweep =
        [&sweep[..], &["--where", "min_th < max_th", "--aqm=choke", "--seeds=2", "--metric=jain_index"]].concat();
    let [parquet, csv] = ["a.parquet", "a.csv"].map(|name| folder.file(name));
    let (whole, stderr) = swept_into(&parquet, &sweep, &[]);
    assert!(
        stderr.contains("left out: 3 of 6 points, by min_th < max_th\n") && stderr.contains("6 runs\n"),
        "{stderr}"
    );
    let text = String::from_utf8(swept_into(&csv, &sweep, &[]).0).expect("UTF-8");
    let rows: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let places: Vec<String> = rows.iter().map(|row| row.split(',').take(4).collect::<Vec<_>>().join(",")).collect();
    assert_eq!(
        places[1..],
        ["10,20,choke,1", "10,20,choke,2", "10,40,choke,1", "10,40,choke,2", "30,40,choke,1", "30,40,choke,2"]
    );
    let shares = ["1/3", "2/3", "3/3"].map(|share| {
        let file = folder.file(&format!("{}.csv", &share[..1]));
        swept_into(&file, &sweep, &["--shard", share]);
        file
    });
    let all = folder.file("all.parquet");
    done(&["join", &shares[2], &shares[0], &shares[1], "--out", &all]);
    assert_eq!(fs::read(&all).unwrap(), whole);
    assert_eq!(swept_into(&all, &sweep, &[]).1.matches("6 runs, 6 of them made before").count(), 1);
    // The sweep without its condition adds runs to the table. The sweep with a narrower condition is refused, because
    // runs would be removed from the table.
    let plain: Vec<&str> = sweep.iter().copied().filter(|it| !["--where", "min_th < max_th"].contains(it)).collect();
    let (_, stderr) = swept_into(&all, &plain, &[]);
    assert!(stderr.contains("12 runs, 6 of them made before") && stderr.contains("6 runs were skipped"), "{stderr}");
    let narrower = [&sweep[..], &["--where=max_th > 30", "--out", &all]].concat();
    assert_refused(&narrower, "holds 2 runs that do not belong to this sweep and would be lost");
}

#[test]
fn comparisons_exclude_points_that_a_condition_leaves_out() {
    let sweep = ["sweep", "choked-model1", "--duration=2", "--over=min_th=10,30,50", "--over=max_th=20,40"];
    let sweep =
        [&sweep[..], &["--where=min_th<max_th", "--aqm=red", "--aqm=choke", "--against=red", "--seeds=3"]].concat();
    let shown = String::from_utf8(chokepoint(&sweep).stdout).expect("UTF-8");
    assert!(shown.contains("over 18 comparisons (3 points, 1 lane, 6 metrics)"), "{shown}");
}

#[test]
fn several_scenes_give_the_rows_of_each_of_them() {
    let folder = Folder::new("scenes");
    let common =
        ["--duration=2", "--set=flows.0.count=2", "--aqm=red", "--aqm=choke", "--seeds=2", "--metric=jain_index"];
    let over = ["--over=limit=60,120"];
    let sweep = [&["sweep", "first-choke", "--scene", "choked-model1"], &common[..], &over].concat();
    let rows = lines(&chokepoint(&[&sweep[..], &["--json"]].concat()));
    assert_eq!(rows.len(), 2 * 2 * 2 * 2);
    for (rows, scene) in rows.chunks(8).zip(["first-choke", "choked-model1"]) {
        let alone = lines(&chokepoint(&[&["sweep", scene, "--json"], &common[..], &over].concat()));
        for (row, alone) in rows.iter().zip(&alone) {
            let mut row = row.clone();
            assert_eq!(row.as_object_mut().unwrap().remove("scene"), Some(scene.into()));
            assert_eq!(&row, alone);
        }
    }
    let whole = folder.file("whole.parquet");
    let (bytes, _) = swept_into(&whole, &sweep, &[]);
    let shares = ["1/2", "2/2"].map(|share| {
        let file = folder.file(&format!("{}.csv", &share[..1]));
        swept_into(&file, &sweep, &["--shard", share]);
        file
    });
    let all = folder.file("all.parquet");
    done(&["join", &shares[0], &shares[1], "--out", &all]);
    assert_eq!(fs::read(&all).unwrap(), bytes);
    // The table for one scene contains runs that also belong to the sweep over both scenes.
    let one = folder.file("one.csv");
    swept_into(&one, &[&["sweep", "choked-model1"], &common[..], &over].concat(), &[]);
    assert!(swept_into(&one, &sweep, &[]).1.contains("16 runs, 8 of them made before"));
    // A sweep file with the same scenes gives the same table.
    let file = folder.file("sweep.json");
    let definition = json!({
        "scenes": [{ "scene": "first-choke" }, { "name": "model 1", "scene": "choked-model1", "lanes": ["red", "choke"] }],
        "over": [{ "path": "limit", "values": [60, 120] }], "lanes": ["red", "choke"], "seeds": 2, "metrics": ["jain_index"],
    });
    fs::write(&file, definition.to_string()).unwrap();
    let of_file = lines(&chokepoint(&["sweep", &file, "--json", "--duration=2", "--set=flows.0.count=2"]));
    assert_eq!(of_file[15]["scene"], "model 1");
    let values = |rows: &[Value]| rows.iter().map(|row| row["jain_index"].clone()).collect::<Vec<_>>();
    assert_eq!(values(&of_file), values(&rows));
}

#[test]
fn a_message_repeats_the_wrong_option_as_typed() {
    let refused = |more: &[&str], said: &str| {
        assert_refused(&[&["sweep", "choked-model1", "--duration=1"], more].concat(), said);
    };
    refused(
        &["--until=udp_utilization"],
        "--until udp_utilization: is not of the form METRIC:PERCENT% or METRIC:HALF_WIDTH",
    );
    refused(
        &["--metric=jain_index", "--until=drop_ratio:2%"],
        "--until drop_ratio:2%: \"drop_ratio\" is not measured; the metrics of the sweep are jain_index",
    );
    refused(
        &["--until=drop_ratio:300%"],
        "--until drop_ratio:300%: 3.0 is not a number above 0 and up to 1, as 0.02 for 2 %",
    );
    refused(&["--until=drop_ratio:2%", "--seeds=1"], "needs at least 2 seeds at first");
    refused(&["--until=drop_ratio:2%", "--at-most=9"], "--at-most: 9 is not a whole number from seeds, 10, to");
    refused(&["--at-most=9"], "--at-most 9: needs --until METRIC:PERCENT%, or until in the sweep file");
    refused(&["--until=drop_ratio:2%", "--shard=1/2"], "--shard: cannot be combined with --until");
    refused(
        &["--scene=first-choke"],
        "lanes: are choke, and those of the first scene choked; give the same lanes for all",
    );
    refused(&["--scene=first-chok"], "scene: first-chok: is not a preset (the nearest is first-choke");
    refused(&["--scene=choked-model1"], "scenes.1.name: \"choked-model1\" is the name of two scenes");
    refused(&["--where=min_th"], "--where \"min_th\" ends where one of + - * / or of < <= > >= == != is needed");
    refused(&["--where=limt > 3"], "--where \"limt > 3\" at character 1: limt is not a setting that is one value");
    refused(&["--over=min_th=10,20", "--where=min_th > 20"], "--where: leaves out all 2 points: min_th > 20");
}

#[test]
fn a_sweep_file_can_have_a_rule_and_conditions_and_options_change_them() {
    let folder = Folder::new("study-file");
    let file = folder.file("sweep.json");
    let text = r#"{ "scene": "choked-model1", "over": [{ "path": "max_th", "values": [30, 60, 90] }], "where": ["max_th != 60"],
        "seeds": 4, "until": { "metric": "jain_index", "relative_half_width": 0.0001, "at_most": 6 }, "metrics": ["jain_index"],
        "lanes": ["choke"] }"#;
    fs::write(&file, text).unwrap();
    let seeds_at_90 = |more: &[&str]| {
        let rows = lines(&chokepoint(&[&["sweep", &file, "--duration=2", "--json"], more].concat()));
        assert!(rows.iter().all(|row| row["queue.params.max_th"] != 60));
        jain_of(&rows, 90, "choke").len()
    };
    assert_eq!(seeds_at_90(&[]), 6);
    assert_eq!(seeds_at_90(&["--at-most=5"]), 5);
    assert_eq!(seeds_at_90(&["--until=jain_index:1"]), 4);
    assert_eq!(seeds_at_90(&["--until=jain_index:0.000001", "--seeds=3"]), 6, "the largest number of the file");
}
