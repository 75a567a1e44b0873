//! Sweeps as scripts run them: results, runs kept after an interruption, and refused input.

use crate::support::{Folder, assert_refused, chokepoint, chokepoint_reading, lines};
use chokepoint_engine::NUMBERS;
use chokepoint_engine::measure::statistics::paired_test;
use serde_json::{Value, json};
use std::fs;
#[cfg(unix)]
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::{thread, time::Duration};

/// Two lanes at four points with three seeds. The settings of one point contradict each other.
const SWEEP: [&str; 14] = [
    "sweep",
    "choked-model1",
    "--duration=2",
    "--over=max_th=60,90",
    "--over=min_th=20,70",
    "--aqm=red",
    "--aqm=choke",
    "--seeds=3",
    "--metric=udp_utilization",
    "--metric=jain_index",
    "--metric=avg_queue_packets",
    "--metric=flow_loss_ratio:1",
    "--metric=queueing_delay_s",
    "--metric=drop_ratio",
];

/// A sweep that runs long enough to be interrupted.
const LONG: [&str; 5] = ["sweep", "choked-model1", "--aqm=red", "--seeds=300", "--duration=40"];

#[track_caller]
pub(crate) fn done(args: &[&str]) -> String {
    let output = chokepoint(args);
    assert!(output.status.success() && output.stdout.is_empty(), "{args:?}: {output:?}");
    String::from_utf8(output.stderr).expect("UTF-8")
}

#[track_caller]
pub(crate) fn swept_into(file: &str, sweep: &[&str], more: &[&str]) -> (Vec<u8>, String) {
    let stderr = done(&[sweep, &["--out", file], more].concat());
    (fs::read(file).expect("the table"), stderr)
}

#[test]
fn a_row_equals_a_run_of_its_scene_and_seed() {
    let rows = lines(&chokepoint(&[&SWEEP[..], &["--json"]].concat()));
    assert_eq!(rows.len(), 2 * 2 * 2 * 3);
    let refused: Vec<&Value> = rows.iter().filter(|row| !row["problem"].is_null()).collect();
    assert!(refused.len() == 2 * 3 && refused.iter().all(|row| row["queue.params.min_th"] == 70), "{refused:?}");
    for (aqm, seed) in [("red", 1), ("choke", 3)] {
        let run = ["run", "choked-model1", "--duration=2", "--set=max_th=90", "--set=min_th=20", "--json"];
        let result = lines(&chokepoint(&[&run[..], &["--aqm", aqm, "--seed", &seed.to_string()]].concat())).remove(0);
        let is_it = |row: &&Value| {
            row["lane"] == aqm
                && row["seed"] == seed
                && row["queue.params.max_th"] == 90
                && row["queue.params.min_th"] == 20
        };
        let row = rows.iter().find(is_it).expect("its row");
        for (metric, path) in [
            ("jain_index", "/jain_index"),
            ("avg_queue_packets", "/bottleneck/avg_queue_packets/mean"),
            ("flow_loss_ratio:1", "/flows/0/loss_ratio"),
            ("queueing_delay_s", "/bottleneck/queueing_delay_s/mean"),
        ] {
            assert_eq!(Some(&row[metric]), result.pointer(path), "{aqm} {metric}");
        }
        let share = result["classes"]["udp"]["throughput_bps"].as_f64().unwrap() / 1e6;
        assert_eq!(row["udp_utilization"], share);
    }
}

#[test]
fn every_format_holds_the_same_table_and_can_be_read_back() {
    let folder = Folder::new("formats");
    let [parquet, csv, json] = ["a.parquet", "a.csv", "a.json"].map(|name| folder.file(name));
    let (whole, _) = swept_into(&parquet, &SWEEP, &[]);
    let (text, _) = swept_into(&csv, &SWEEP, &[]);
    let (object, _) = swept_into(&json, &SWEEP, &[]);
    let object: Value = serde_json::from_slice(&object).expect("JSON");
    let rows = lines(&chokepoint(&[&SWEEP[..], &["--json"]].concat()));
    for (cells, row) in object["rows"].as_array().unwrap().iter().zip(&rows) {
        for (title, cell) in object["columns"].as_array().unwrap().iter().zip(cells.as_array().unwrap()) {
            assert_eq!(cell, &row[title.as_str().unwrap()]);
        }
    }
    let text = String::from_utf8(text).expect("UTF-8");
    let table: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
    assert_eq!(
        table[0],
        "queue.params.max_th,queue.params.min_th,lane,seed,udp_utilization,jain_index,avg_queue_packets,\
         flow_loss_ratio:1,queueing_delay_s,drop_ratio,problem"
    );
    assert!(table[1].starts_with(&format!("60,20,red,1,{},", rows[0]["udp_utilization"])), "{}", table[1]);
    // `join` converts the CSV and the JSON table to Parquet. The results equal, byte for byte, the Parquet table that
    // the sweep itself wrote.
    for (from, to, wanted) in [(&csv, "b.parquet", &whole), (&json, "c.parquet", &whole)] {
        let to = folder.file(to);
        done(&["join", from, "--out", &to]);
        assert_eq!(&fs::read(&to).unwrap(), wanted, "{from}");
    }
    let back = folder.file("d.csv");
    done(&["join", &parquet, "--out", &back]);
    assert_eq!(fs::read_to_string(&back).unwrap(), text);
}

#[test]
fn joined_shares_equal_the_whole_sweep() {
    let folder = Folder::new("shares");
    let (whole, _) = swept_into(&folder.file("whole.parquet"), &SWEEP, &[]);
    let shares: Vec<String> = (1..=3).map(|share| folder.file(&format!("{share}.parquet"))).collect();
    for (place, share) in shares.iter().enumerate() {
        swept_into(share, &SWEEP, &["--shard", &format!("{}/3", place + 1)]);
    }
    let all = folder.file("all.parquet");
    done(&["join", &shares[2], &shares[0], &shares[1], &shares[0], "--out", &all]);
    assert_eq!(fs::read(&all).unwrap(), whole);
    // One share is lost. The joined table has the runs of the others, and the sweep makes the missing ones.
    let two = folder.file("two.parquet");
    let joined = chokepoint(&["join", &shares[0], &shares[2], "--out", &two]);
    let stderr = String::from_utf8_lossy(&joined.stderr).into_owned();
    assert_eq!(joined.status.code(), Some(1));
    assert!(stderr.contains("8 of 24 runs are missing, the first of them queue.params.max_th="), "{stderr}");
    let (completed, stderr) = swept_into(&two, &SWEEP, &[]);
    assert!(completed == whole && stderr.contains("24 runs, 12 of them made before"), "{stderr}");
}

#[test]
fn tables_of_different_sweeps_are_not_joined() {
    let folder = Folder::new("unfit");
    let [one, other, out] = ["one.csv", "other.csv", "out.csv"].map(|name| folder.file(name));
    swept_into(&one, &SWEEP, &[]);
    swept_into(&other, &[&SWEEP[..7], &SWEEP[8..]].concat(), &["--seeds=2"]);
    assert_refused(&["join", &one, &other, "--out", &out], "they differ in seeds");
    let text = fs::read_to_string(&one).unwrap();
    let changed = text.replacen("\n60,20,red,2,0", "\n60,20,red,2,1", 1);
    assert_ne!(text, changed);
    fs::write(&other, changed).unwrap();
    assert_refused(
        &["join", &one, &other, "--out", &out],
        "in the run queue.params.max_th=60, queue.params.min_th=20, lane red, seed 2",
    );
    for (broken, said) in [
        (text.replace("\n60,20,red,2,", "\n61,20,red,2,"), "its row 2 is not a run of its sweep"),
        (text.replace("\n60,20,red,2,", "\n60,20,red,2,x"), "its row 2 has something other than a number"),
        (text.replace(&format!("numbers: {NUMBERS}"), "numbers: 99"), "version 99 of the engine's numbers"),
        (text.replace("# definition", "# def"), "its definition is wrong"),
        (text.replace("jain_index,avg", "jane_index,avg"), "it has no column jain_index"),
        (String::new(), "does not name its sweep"),
    ] {
        fs::write(&other, broken).unwrap();
        assert_refused(&["join", &other, "--out", &out], said);
    }
    assert_refused(&["join", &folder.file("none.csv"), "--out", &out], "none.csv");
    assert!(!fs::exists(&out).unwrap());
}

/// Starts a sweep and waits until its journal holds more runs than before.
#[cfg(unix)]
fn started(table: &str) -> Child {
    let journal = format!("{table}.part");
    let lines = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
    let before = lines().max(1);
    let child = Command::new(env!("CARGO_BIN_EXE_chokepoint"))
        .args([&LONG[..], &["--jobs=1", "--out", table]].concat())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    while lines() <= before {
        thread::sleep(Duration::from_millis(5));
    }
    child
}

#[test]
#[cfg(unix)]
fn a_killed_or_interrupted_sweep_is_resumed() {
    let folder = Folder::new("killed");
    let [table, whole] = ["table.csv", "whole.csv"].map(|name| folder.file(name));
    let journal = format!("{table}.part");
    let mut killed = started(&table);
    let locked = chokepoint(&[&LONG[..], &["--out", &table]].concat());
    let is_over = killed.try_wait().unwrap().is_some();
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert!(is_over || locked.status.code() == Some(1), "two at once: {locked:?}");
    // A cut last line is the state of the journal if the process is killed while it writes.
    let kept = fs::read_to_string(&journal).unwrap();
    fs::write(&journal, &kept[..kept.len() - 7]).unwrap();

    let mut interrupted = started(&table);
    let pid = interrupted.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let stderr = std::io::read_to_string(interrupted.stderr.take().unwrap()).unwrap();
    assert_eq!(interrupted.wait().unwrap().code(), Some(130), "{stderr}");
    assert!(stderr.contains("of 300 runs are kept in") && stderr.contains("continues from there"), "{stderr}");
    assert!(!fs::exists(&table).unwrap());

    let (resumed, stderr) = swept_into(&table, &LONG, &[]);
    assert!(stderr.contains("of them made before") && !stderr.contains(", 300 of them"), "{stderr}");
    assert_eq!(resumed, swept_into(&whole, &LONG, &[]).0);
    assert!(!fs::exists(&journal).unwrap(), "it has served");
}

#[test]
#[cfg(unix)]
fn a_full_disk_loses_no_run() {
    let folder = Folder::new("full");
    let table = folder.file("table.csv");
    let call = [&LONG[..], &["--out", &table]].concat().join(" ");
    // The shell limits files to a few blocks, and ignores the signal sent when a file exceeds the limit.
    let limited = format!("trap '' XFSZ; ulimit -f 6; exec {} {call}", env!("CARGO_BIN_EXE_chokepoint"));
    let output = Command::new("bash").args(["-c", &limited]).output().expect("bash");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("table.csv.part: cannot write: "), "{stderr}");
    let (_, stderr) = swept_into(&table, &LONG, &[]);
    assert!(stderr.contains("of them made before"), "{stderr}");
}

#[test]
#[cfg(target_os = "linux")]
fn runs_are_kept_if_the_table_cannot_be_written() {
    let folder = Folder::new("no-room");
    let table = folder.file("table.csv");
    // The table is a symbolic link to `/dev/full`. Every write to this device fails as on a full disk, and reading it
    // yields no table.
    std::os::unix::fs::symlink("/dev/full", &table).unwrap();
    let output = chokepoint(&[&SWEEP[..], &["--out", &table, "--replace"]].concat());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(stderr.contains("table.csv: cannot write the table: No space left on device"), "{stderr}");
    assert!(stderr.contains("the runs are kept in") && stderr.contains("table.csv.part"), "{stderr}");
    fs::remove_file(&table).unwrap();
    let (_, stderr) = swept_into(&table, &SWEEP, &[]);
    // Six runs belong to the point with contradictory settings; they are not counted.
    assert!(stderr.contains("24 runs, 18 of them made before"), "{stderr}");
}

#[test]
fn runs_of_an_overlapping_sweep_are_reused_and_never_lost() {
    let folder = Folder::new("overlap");
    let table = folder.file("table.parquet");
    let fewer = [&SWEEP[..7], &["--metric=jain_index"]].concat();
    swept_into(&table, &fewer, &["--seeds=2"]);
    let more = [&fewer[..], &["--seeds=3"]].concat();
    let (extended, stderr) = swept_into(&table, &more, &[]);
    assert!(stderr.contains("24 runs, 12 of them made before"), "{stderr}");
    assert_eq!(extended, swept_into(&folder.file("anew.parquet"), &more, &[]).0);
    let narrower = [&fewer[..], &["--seeds=2", "--out", &table]].concat();
    assert_refused(&narrower, "holds 6 runs that do not belong to this sweep and would be lost");
    assert_eq!(fs::read(&table).unwrap(), extended);
    let stderr = done(&[&narrower[..], &["--replace"]].concat());
    assert!(stderr.contains("16 runs, 12 of them made before"), "{stderr}");
}

#[test]
fn a_sweep_file_gives_the_same_table_as_options() {
    let file = json!({
        "schema": 1,
        "scene": "choked-model1",
        "over": [{ "path": "max_th", "values": [60, 90] }, { "path": "min_th", "from": 20, "to": 70, "count": 2 }],
        "lanes": ["red", { "aqm": "choke" }],
        "seeds": 3,
        "metrics": SWEEP[8..].iter().map(|option| &option["--metric=".len()..]).collect::<Vec<_>>(),
    });
    let by_options = chokepoint(&[&SWEEP[..], &["--json"]].concat()).stdout;
    let by_file = chokepoint_reading(&["sweep", "-", "--duration=2", "--json"], &file.to_string());
    assert_eq!(String::from_utf8_lossy(&by_file.stdout), String::from_utf8_lossy(&by_options));
    let link = chokepoint(&["link", "choked-model1", "--duration=2"]).stdout;
    let mut linked = file.clone();
    linked["scene"] = String::from_utf8_lossy(&link).trim().into();
    assert_eq!(chokepoint_reading(&["sweep", "-", "--json"], &linked.to_string()).stdout, by_options);
    linked["seeds"] = 0.into();
    let wrong = chokepoint_reading(&["sweep", "-"], &linked.to_string());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("seeds: 0 is not a whole number from 1 to"));
    linked["scene"] = "choked-modell".into();
    let wrong = chokepoint_reading(&["sweep", "-"], &linked.to_string());
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("scene: choked-modell: is not a preset"));
}

#[test]
fn a_csv_file_contains_no_spreadsheet_formula_and_is_read_back_unchanged() {
    let folder = Folder::new("formulas");
    let [table, joined, parquet] = ["t.csv", "j.csv", "t.parquet"].map(|name| folder.file(name));
    let names = ["=HYPERLINK(\"http://evil\",\"x\")", "+x", "-x", "@x", "'=1", "plain,=1+1", "-3.2"];
    let lanes: Vec<Value> = names.iter().map(|name| json!({ "aqm": "red", "name": name })).collect();
    let file = json!({ "scene": "choked-model1", "over": [{ "path": "max_th", "values": [60] }], "lanes": lanes,
        "seeds": 1, "metrics": ["jain_index"] });
    let call = ["sweep", "-", "--duration=1", "--out"];
    assert!(chokepoint_reading(&[&call[..], &[&table]].concat(), &file.to_string()).status.success());
    let text = fs::read_to_string(&table).unwrap();
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("60,")).collect();
    let begins = ["\"'=HYPERLINK(\"\"http://evil\"\",", "'+x,", "'-x,", "'@x,", "''=1,", "\"plain,=1+1\",", "-3.2,"];
    for (row, begin) in rows.iter().zip(begins) {
        assert!(row.starts_with(begin), "{row}");
    }
    assert_eq!(rows.len(), names.len());
    // A spreadsheet splits comment lines at their commas, too.
    let comments = text.lines().filter(|line| line.starts_with('#'));
    assert!(comments.flat_map(|line| line.split(',')).all(|cell| !cell.starts_with('=')), "{text}");
    done(&["join", &table, "--out", &parquet]);
    done(&["join", &parquet, "--out", &joined]);
    assert_eq!(fs::read_to_string(&joined).unwrap(), text);
    let again = chokepoint_reading(&[&call[..], &[&table]].concat(), &file.to_string());
    assert!(String::from_utf8_lossy(&again.stderr).contains("7 runs, 7 of them made before"), "{again:?}");
}

#[test]
fn differences_are_those_of_the_rows_with_equal_seeds() {
    let compared = chokepoint(&[&SWEEP[..], &["--against=choke", "--json"]].concat());
    let all = lines(&compared);
    let (differences, rows): (Vec<&Value>, Vec<&Value>) = all.iter().partition(|line| line["against"].is_string());
    assert_eq!((rows.len(), differences.len()), (24, 4 * 6));
    let key = |line: &Value| (line["queue.params.max_th"].clone(), line["queue.params.min_th"].clone());
    for line in differences {
        // The family has 18 comparisons: three points and six metrics. The fourth point has no valid scene.
        assert_eq!(
            (&line["lane"], &line["against"], &line["comparisons"]),
            (&json!("red"), &json!("choke"), &json!(18))
        );
        let metric = line["metric"].as_str().unwrap();
        let of = |lane: &str| {
            let own = rows.iter().filter(|row| key(row) == key(line) && row["lane"] == lane);
            own.map(|row| row[metric].as_f64()).collect::<Vec<_>>()
        };
        let pairs: Option<Vec<(f64, f64)>> =
            of("red").into_iter().zip(of("choke")).map(|(a, b)| Some((a?, b?))).collect();
        let Some(test) = pairs.and_then(|pairs| paired_test(&pairs)) else {
            assert!(line["n"] == 0 && line["difference"].is_null() && line["differs"].is_null(), "{line}");
            continue;
        };
        assert_eq!((&line["n"], &line["difference"]), (&json!(3), &json!(test.difference.mean)));
        assert_eq!(
            (&line["p"], &line["low"]),
            (&json!(test.p), &json!(test.difference.mean - test.difference.half_width))
        );
        let corrected = line["p_holm"].as_f64().unwrap();
        assert!(corrected >= test.p && line["differs"] == (corrected < 0.05), "{line}");
    }
}

#[test]
fn differences_are_printed_for_complete_tables() {
    let folder = Folder::new("against");
    let table = folder.file("t.parquet");
    let call = [&SWEEP[..], &["--against=red", "--out", &table]].concat();
    let part = chokepoint(&[&call[..], &["--shard=1/2"]].concat());
    assert!(
        part.stdout.is_empty()
            && String::from_utf8_lossy(&part.stderr).contains("once the runs of all shares are joined")
    );
    let whole = chokepoint(&call);
    let stdout = String::from_utf8_lossy(&whole.stdout).into_owned();
    assert!(String::from_utf8_lossy(&whole.stderr).contains("24 runs, "), "{whole:?}");
    assert!(stdout.contains("differences from red over the same seeds") && stdout.contains("choke − red"), "{stdout}");
    assert!(stdout.contains("over 18 comparisons (4 points, 1 lane, 6 metrics)"), "{stdout}");
    // A sweep that compares with another lane reuses the stored runs, because the reference lane does not change a run.
    let other = chokepoint(&[&SWEEP[..], &["--against=choke", "--out", &table]].concat());
    assert!(String::from_utf8_lossy(&other.stderr).contains("24 runs, 18 of them made before"), "{other:?}");
    assert!(String::from_utf8_lossy(&other.stdout).contains("red − choke"));
    let plain = folder.file("plain.csv");
    swept_into(&plain, &SWEEP, &[]);
    // The joined table has the reference lane of the first of the two tables.
    let joined = chokepoint(&["join", &table, &plain, "--out", &folder.file("both.csv")]);
    assert!(joined.status.success() && joined.stdout == other.stdout, "{joined:?}");
    done(&["join", &plain, &table, "--out", &folder.file("plain-first.csv")]);
}

#[test]
fn coupled_settings_have_columns_of_their_own_in_every_format() {
    let folder = Folder::new("coupled");
    let sweep = ["sweep", "choked-model1", "--duration=2", "--over=limit,flows.0.rate_bps=50/1mbit,50/2mbit,100/2mbit"];
    let sweep = [&sweep[..], &["--over=min_th=10,20", "--aqm=choke", "--seeds=2", "--metric=jain_index"]].concat();
    let [parquet, csv, json] = ["a.parquet", "a.csv", "a.json"].map(|name| folder.file(name));
    let (whole, _) = swept_into(&parquet, &sweep, &[]);
    let (text, _) = swept_into(&csv, &sweep, &[]);
    swept_into(&json, &sweep, &[]);
    let text = String::from_utf8(text).expect("UTF-8");
    let table: Vec<&str> = text.lines().filter(|line| !line.starts_with("# ")).collect();
    assert_eq!(table[0], "queue.params.limit,flows.0.rate_bps,queue.params.min_th,lane,seed,jain_index,problem");
    assert_eq!(table.len(), 1 + 3 * 2 * 2);
    assert!(
        table[5].starts_with("50,2000000,10,choke,1,") && table[12].starts_with("100,2000000,20,choke,2,"),
        "{text}"
    );
    for (from, to) in [(&csv, "b.parquet"), (&json, "c.parquet")] {
        let to = folder.file(to);
        done(&["join", from, "--out", &to]);
        assert_eq!(fs::read(&to).unwrap(), whole, "{from}");
    }
    let typed = ["run", "choked-model1", "--duration=2", "--aqm=choke", "--seed=1", "--json"];
    let set = ["--set=limit=50", "--set=flows.0.rate_bps=2000000", "--set=min_th=10"];
    let jain = &lines(&chokepoint(&[&typed[..], &set].concat()))[0]["jain_index"];
    assert_eq!(table[5], format!("50,2000000,10,choke,1,{jain},"));
}

#[test]
fn a_derived_setting_gives_the_same_rows_as_explicit_values() {
    let call = ["sweep", "choked-model1", "--duration=2", "--aqm=choke", "--seeds=2", "--metric=jain_index", "--json"];
    let derived = ["--over=limit=50,100", "--derive", "min_th=0.2 * limit", "--derive=max_th=3*min_th"];
    let rows = lines(&chokepoint(&[&call[..], &derived].concat()));
    assert_eq!(rows.len(), 4);
    for (rows, [limit, min_th, max_th]) in rows.chunks(2).zip([["50", "10", "30"], ["100", "20", "60"]]) {
        let set = [("limit", limit), ("min_th", min_th), ("max_th", max_th)];
        let set: Vec<String> = set.map(|(path, value)| format!("--set={path}={value}")).into();
        let typed = lines(&chokepoint(&[&call[..], &set.iter().map(String::as_str).collect::<Vec<_>>()].concat()));
        for (row, typed) in rows.iter().zip(&typed) {
            assert_eq!((&row["seed"], &row["jain_index"]), (&typed["seed"], &typed["jain_index"]));
        }
    }
}

#[test]
fn a_sweep_with_derived_settings_is_resumed_shared_and_joined() {
    let folder = Folder::new("derived");
    let sweep = [
        &SWEEP[..3],
        &["--over=limit=40,80", "--derive=min_th=0.25*limit", "--derive=max_th=limit/2"],
        &SWEEP[5..7],
        &SWEEP[8..],
    ]
    .concat();
    let whole = folder.file("whole.parquet");
    let (bytes, _) = swept_into(&whole, &sweep, &["--seeds=3"]);
    let shares = ["1/2", "2/2"].map(|share| {
        let file = folder.file(&format!("{}.csv", &share[..1]));
        swept_into(&file, &sweep, &["--seeds=3", "--shard", share]);
        file
    });
    let all = folder.file("all.parquet");
    done(&["join", &shares[1], &shares[0], "--out", &all]);
    assert_eq!(fs::read(&all).unwrap(), bytes);
    let (_, stderr) = swept_into(&whole, &sweep, &["--seeds=4"]);
    assert!(stderr.contains("16 runs, 12 of them made before"), "{stderr}");
}

#[test]
fn means_are_printed_with_their_intervals() {
    let output = chokepoint(&SWEEP);
    let all = String::from_utf8(output.stdout).expect("UTF-8");
    let (remarks, table): (Vec<&str>, Vec<&str>) = all.lines().partition(|line| line.contains(" is still settling: "));
    assert_eq!(table.len(), 1 + 2 * 2 * 2, "{all}");
    assert!(table[0].contains("queueing_delay_s [s]"), "{all}");
    assert!(remarks.iter().any(|it| it.starts_with("60, 20, red: avg_queue_packets is still")), "a run of 2 s: {all}");
    let table = table.join("\n");
    // Of three runs, the intervals of metrics from 0 to 1 are asymmetric and are printed as two ends. All other
    // intervals are symmetric and are printed with ±.
    let (symmetric, bent) = (table.matches('±').count(), table.matches("..").count());
    assert_eq!(symmetric + bent, 6 * 6, "six cells that can be run: {table}");
    assert!(bent > 0 && symmetric >= 6 * 2, "{table}");
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("6 runs were skipped, because their values contradict each other")
    );
}

#[test]
fn a_wrong_sweep_is_refused_with_its_problem_and_nothing_is_written() {
    let folder = Folder::new("wrong");
    let table = folder.file("t.csv");
    let refused = |more: &[&str], said: &str| {
        let call = [&["sweep", "choked-model1", "--seeds=1", "--duration=1"], more].concat();
        assert_refused(&call, said);
    };
    refused(
        &["--over", "wish=1", "--out", &table],
        "--over wish=1: wish is not a setting that is one value; chokepoint list settings names all",
    );
    refused(&["--over", "max_th=60..60:3"], "--over max_th=60..60:3: to: 60 is equal to from: the range is empty");
    refused(&["--over", "max_th=60..100"], "--over max_th=60..100: is not of the form");
    refused(&["--over", "limit=1..1e9:1000000000"], "count: 1000000000 is not a whole number from 1 to 10000");
    refused(
        &["--over", "flows.0.rate_bps=1..1e6:10000", "--over", "capacity_bps=1e5..1e6:10000"],
        "over: has 100000000 combinations of values; at most 1000000",
    );
    refused(&["--over", "w_q=0.1,7"], "--over w_q=0.1,7: 7 is not a number from 0.000001 to 1");
    refused(&["--over", "max_th=60", "--over", "queue.params.max_th=70"], "queue.params.max_th is varied twice");
    refused(&["--over", "min_th=90,95", "--over", "max_th=60,70"], "over: fits the scene at no point; at the first: ");
    refused(
        &["--aqm", "drop-tial"],
        "\"drop-tial\" is not a queue discipline; the nearest names are drop-tail, adaptive-red, drr; chokepoint list aqms names all",
    );
    refused(&["--metric", "jain_idx"], "metrics.0: \"jain_idx\" is not a metric; the nearest names are jain_index, ");
    refused(&["--over", "max_th=60,60"], "--over max_th=60,60: 60 is given twice; give each value once");
    refused(
        &["--over", "capacity_bps=1mbit,1mbyte"],
        "--over capacity_bps=1mbit,1mbyte: 1mbyte is not a rate; a rate is a number",
    );
    refused(&["--against", "rod"], "against: \"rod\" is not a lane of the sweep; its lanes are ");
    refused(
        &["--over", "limit,min_th=50/20,100"],
        "--over limit,min_th=50/20,100: [100] is not a list of 2 values, one for each path",
    );
    refused(&["--over", "limit,wish=50/20"], "--over limit,wish=50/20: wish is not a setting that is one value");
    refused(&["--over", "limit,min_th=50/20,50/20"], "[50,20] is given twice; give each value once");
    refused(
        &["--derive", "min_th=0.4 * limt"],
        "--derive min_th: \"0.4 * limt\" at character 7: limt is not a setting that is one value",
    );
    refused(&["--derive", "min_th"], "--derive min_th is not of the form PATH=EXPRESSION");
    refused(
        &["--derive", "min_th=max_th/2", "--derive", "max_th=2*min_th"],
        "--derive: contains a cycle: queue.params.max_th needs queue.params.min_th needs queue.params.max_th",
    );
    refused(&["--over", "min_th=20,30", "--derive", "min_th=20"], "queue.params.min_th is varied, too");
    refused(&["--derive", "limit=bdp/1e6"], "bdp/1e6: 0 is not a whole number from 1 to 10000 packets");
    refused(&["--metric", "flow_loss_ratio:99"], "names no flow of the scene");
    refused(&["--jobs", "0"], "0 is not in 1..=1024");
    for shard in ["17/16", "0/0", "4/3"] {
        refused(&["--shard", shard], &format!("{shard} is not of the form K/N with K from 1 to N"));
    }
    refused(&["--out", &folder.file("")], "is a folder, not the name of a file");
    refused(&["--out", &folder.file("t.txt")], "does not end in .parquet, .csv or .json");
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 0);

    let unwritable = ["sweep", "choked-model1", "--duration=1", "--out", &folder.file("none/t.csv")];
    let output = chokepoint(&unwritable);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("none/t.csv.part: cannot write: "));

    fs::write(&table, "a,b\n1,2\n").unwrap();
    refused(&["--out", &table], "is not a table of a sweep: it does not name its sweep");
    assert_eq!(fs::read_to_string(&table).unwrap(), "a,b\n1,2\n");
    fs::remove_file(&table).unwrap();
    let header = |changes: Value| {
        let mut header = json!({ "chokepoint_sweep_journal": 1, "numbers": NUMBERS, "metrics": ["jain_index"] });
        header.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        format!("{header}\n")
    };
    for (journal, said) in [
        ("a,b\n1,2\n".to_owned(), "line 1 is not from a journal of chokepoint sweep"),
        ("a,b".to_owned(), "line 1 is not from a journal of chokepoint sweep"),
        (header(json!({ "numbers": 99 })), "has version 99 of the engine's numbers"),
        (header(json!({ "metrics": ["drop_ratio"] })), "has the metrics [\"drop_ratio\"]"),
        (
            header(json!({})) + "0123 1\n",
            "line 2 does not hold the key of a run and its values; remove the file to start again",
        ),
        (header(json!({})) + "0".repeat(32).as_str() + " 1 2\n", "a line has 2 values instead of 1"),
        (header(json!({})) + "0".repeat(32).as_str() + " 1\n", "holds 1 runs that do not belong to this sweep"),
    ] {
        let part = format!("{table}.part");
        fs::write(&part, &journal).unwrap();
        refused(&["--metric=jain_index", "--out", &table], said);
        assert_eq!(fs::read_to_string(&part).unwrap(), journal, "it is left as it was");
    }
}

#[test]
fn points_outside_the_domain_of_a_discipline_are_reported() {
    let output = chokepoint(&[
        "sweep",
        "choked-model1",
        "--over=limit=20,50,100",
        "--aqm=choke",
        "--seeds=1",
        "--duration=1",
        "--set=measured_from_s=0",
    ]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("remark at 1 of 3 points; the first: lanes.0.params.min_th: 40 packets are not below limit (20)"),
        "{said}"
    );
    assert!(
        said.contains("remark at 1 of 3 points; the first: lanes.0.params.max_th: 80 packets are above limit (50)"),
        "{said}"
    );
}
