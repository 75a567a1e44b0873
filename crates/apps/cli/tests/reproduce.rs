//! The parts of `chokepoint reproduce` that scripts rely on.

#[cfg(unix)]
use crate::support::interrupted;
use crate::support::{assert_refused, begun, chokepoint, chokepoint_reading, lines};
use serde_json::{Value, json};
use std::path::PathBuf;

/// A preset whose scene lasts a few simulated seconds. It has every field that concerns a paper, such as published
/// values and claims.
fn preset(id: &str) -> Value {
    json!({
        "document": { "id": "note", "title": "A note", "citation": "A. Author, 2015", "place": "Table I" },
        "lesson": "One sentence.",
        "experiment": { "lanes": [{ "aqm": "red" }, { "aqm": "choke", "name": "one draw" }], "seeds": 2 },
        "published": [
            { "lane": "red", "metric": "udp_throughput_bps", "value": 750_000, "place": "Table I", "quality": "table" },
            { "lane": "one draw", "metric": "udp_throughput_bps", "value": 120_000, "place": "text", "quality": "text",
              "caution": "two values | one experiment" },
        ],
        "reference": [{ "lane": "red", "metric": "udp_throughput_bps", "mean": 900_000, "sd": 1_000, "seeds": 10 }],
        "claims": [
            { "id": "S1", "text": "One draw holds UDP down.", "origin": "document", "outlook": "holds",
              "check": { "kind": "order", "metric": "udp_throughput_bps", "lanes": ["red", "one draw"], "direction": "falling" } },
            { "id": "S2", "text": "Nothing is ever dropped.", "origin": "document", "outlook": "fails", "reason": "the link is too small",
              "check": { "kind": "bound", "metric": "drop_ratio", "lanes": ["red"], "max": 0 } },
            { "id": "S3", "text": "More flows leave UDP less.", "origin": "document", "outlook": "open",
              "check": { "kind": "trend", "metric": "udp_throughput_bps", "lanes": ["one draw"], "direction": "falling",
                         "presets": ["few", "many"] } },
            { "id": "S4", "text": "It looks nice.", "origin": "document", "outlook": "open", "check": null },
        ],
        "scenario": {
            "id": id, "title": "A small scene", "duration_s": 20, "lanes": [{ "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 2_000_000 }, { "transport": "newreno", "count": 10 }],
        },
    })
}

/// Writes presets to files for one test.
fn files(test: &str, presets: &[Value]) -> Vec<String> {
    let file = |(place, preset): (usize, &Value)| {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{place}.json"));
        std::fs::write(&path, preset.to_string()).expect("a writable folder");
        path.to_string_lossy().into_owned()
    };
    presets.iter().enumerate().map(file).collect()
}

fn text(args: &[&str], preset: &Value) -> String {
    let output = chokepoint_reading(args, &preset.to_string());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn each_report_is_one_line_with_every_field_of_the_contract() {
    let output = chokepoint_reading(&["reproduce", "-", "--seeds", "2", "--json"], &preset("few").to_string());
    let reports = lines(&output);
    let [report] = reports.as_slice() else { panic!("one preset, one line") };
    for field in [
        "/schema",
        "/engine",
        "/preset",
        "/title",
        "/document/id",
        "/seeds",
        "/asked_seeds",
        "/profile",
        "/duration_s",
        "/measured_from_s",
        "/points/0",
        "/rows/0/metric",
        "/rows/0/name",
        "/rows/0/unit",
        "/rows/0/lane",
        "/rows/0/published/0/value",
        "/rows/0/published/0/place",
        "/rows/0/published/0/quality",
        "/rows/0/reference/mean",
        "/rows/0/ours/mean",
        "/rows/0/ours/sd",
        "/rows/0/ours/half_width",
        "/rows/0/ours/values/1",
        "/rows/0/verdict",
        "/claims/0/id",
        "/claims/0/text",
        "/claims/0/origin",
        "/claims/0/outlook",
        "/claims/0/verdict",
        "/claims/0/tentative",
        "/claims/0/figures",
        "/paired/0/metric",
        "/paired/0/lanes/1",
        "/paired/0/mean",
        "/paired/0/half_width",
        "/paired/0/count",
        "/paired/0/relative",
        "/paired/0/normality",
        "/paired/0/t_test",
        "/paired/0/signed_rank",
        "/paired/0/correlation",
        "/paired/0/test",
        "/paired/0/missing/t_test",
        "/normality/0/lane",
        "/normality/0/shapiro_wilk",
        "/correlations",
        "/has_tests",
    ] {
        assert!(report.pointer(field).is_some(), "{field}");
    }
    assert_eq!((&report["seeds"], &report["asked_seeds"]), (&json!(2), &json!(2)));
    let claims: Vec<_> = report["claims"].as_array().unwrap().iter().map(|claim| &claim["verdict"]).collect();
    assert_eq!(claims, ["holds", "fails", "undecided", "undecided"]);
    assert_eq!(report["claims"][2]["reason"], "needs the runs of many");
}

#[test]
fn the_values_equal_those_of_the_command_run_for_the_same_seeds() {
    let mut scene = preset("few");
    let report =
        lines(&chokepoint_reading(&["reproduce", "-", "--seeds", "2", "--json"], &scene.to_string())).remove(0);
    let scenario = scene["scenario"].take();
    let runs =
        lines(&chokepoint_reading(&["run", "-", "--aqm", "choke", "--seeds", "2", "--json"], &scenario.to_string()));
    let of_runs: Vec<_> = runs.iter().map(|run| run["classes"]["udp"]["throughput_bps"].clone()).collect();
    assert_eq!(report["rows"][1]["lane"], "one draw");
    assert_eq!(report["rows"][1]["ours"]["values"], Value::Array(of_runs));
}

#[test]
fn tests_over_the_seeds_are_printed_on_request_and_always_for_the_document_that_has_them() {
    let scene = preset("few");
    let with = text(&["reproduce", "-", "--seeds", "3", "--statistics"], &scene);
    for expected in
        ["Shapiro and Wilk\n", "Pearson\n", "  red − one draw", "  red with one draw over the seeds", "No p value is"]
    {
        assert!(with.contains(expected), "{expected}: {with}");
    }
    let markdown = text(&["reproduce", "-", "--seeds", "2", "--statistics", "--markdown"], &scene);
    assert!(markdown.contains("| red − one draw | 2 |") && markdown.contains("too few seeds"), "{markdown}");
    assert!(!text(&["reproduce", "-", "--seeds", "3"], &scene).contains("Shapiro"));
    let mut thesis = preset("few");
    thesis["document"]["id"] = json!("transient-choke-thesis");
    assert!(text(&["reproduce", "-", "--seeds", "3"], &thesis).contains("as Table 4.3 of the document"));
}

#[test]
fn a_trend_over_presets_is_evaluated_if_all_of_them_run_together() {
    let mut many = preset("many");
    many["scenario"]["flows"][1]["count"] = json!(40);
    let files = files("trend", &[preset("few"), many]);
    let mut reports = lines(&chokepoint(&["reproduce", &files[0], &files[1], "--json"]));
    let totals = reports.pop().expect("a last line");
    assert_eq!(totals["summary"]["printed"], 4);
    assert_eq!(totals["summary"]["facts"], 2, "both list the same two figures");
    assert_eq!(totals["documents"][0]["summary"], totals["summary"]);
    assert!(totals["summary"]["in_words"].as_str().unwrap().starts_with("Of 2 independent printed facts"), "{totals}");
    let ids: Vec<_> = reports.iter().map(|report| report["preset"].as_str().unwrap()).collect();
    assert_eq!(ids, ["few", "many"]);
    for report in &reports {
        let claim = &report["claims"][2];
        assert!(claim["figures"].as_str().unwrap().contains("few 0.") && claim["reason"].is_null(), "{claim}");
    }
    assert_eq!(reports[0]["claims"][2], reports[1]["claims"][2]);
}

#[test]
#[cfg(unix)]
fn a_report_is_printed_when_its_runs_are_complete_and_an_interruption_keeps_finished_runs() {
    // The runs of the second preset would take minutes. Neither preset is a companion of the other, so the first report
    // does not wait for them.
    let mut endless = preset("endless");
    endless["experiment"]["seeds"] = json!(10_000);
    let files = files("interrupted", &[preset("alone"), endless]);
    let (printed, said) = interrupted(&["reproduce", &files[0], &files[1], "--json"]);
    let reports: Vec<Value> = printed.lines().map(|line| serde_json::from_str(line).expect("a whole report")).collect();
    assert_eq!((&reports[0]["preset"], &reports[0]["seeds"]), (&json!("alone"), &json!(2)));
    let made: u64 = said.strip_suffix(" of 20004 runs completed\n").expect("how many of how many").parse().unwrap();
    assert!((4..20_004).contains(&made), "{said}");
    // After an interruption there is no joint result. The report of the second preset covers its finished runs.
    assert!(reports.len() <= 2 && reports.iter().all(|report| report["summary"]["in_words"].is_string()), "{printed}");
    if let Some(begun) = reports.get(1) {
        assert_eq!((&begun["preset"], begun["asked_seeds"].as_u64()), (&json!("endless"), Some(10_000)));
        assert!(begun["seeds"].as_u64() <= Some(made / 2), "{begun}");
    }
}

#[test]
fn brief_omits_quantities_without_a_printed_value() {
    let mut scene = preset("few");
    scene["published"][1]["lane"] = json!("red");
    scene["experiment"]["metrics"] = json!(["comparisons_per_arrival"]);
    for form in [&["reproduce", "-"][..], &["reproduce", "-", "--markdown"]] {
        let whole = text(form, &scene);
        let brief = text(&[form, &["--brief"]].concat(), &scene);
        let bare = |table: &str| table.lines().map(|line| line.replace([' ', '-'], "")).collect::<Vec<_>>();
        let (whole, brief) = (bare(&whole), bare(&brief));
        let missing: Vec<&str> =
            whole.iter().filter(|line| !brief.contains(line)).map(|line| line.trim_matches('|')).collect();
        // `--brief` may leave out only the rows of quantities without a printed value.
        let is_of_others = |line: &&str| !line.contains("UDPthroughput") && !line.contains("S1");
        assert!(missing.len() >= 4 && missing.iter().all(is_of_others), "{missing:?}");
        assert!(whole.iter().any(|line| line.contains("comparisonsper")), "{whole:?}");
        assert!(!brief.iter().any(|line| line.contains("comparisonsper")), "{brief:?}");
        assert!(brief.iter().any(|line| line.contains("S4")) && brief.iter().all(|line| whole.contains(line)));
    }
    assert_refused(&["reproduce", "choked-model1", "--brief", "--json"], "--json");
}

#[test]
fn a_table_shows_the_values_of_paper_reference_and_our_runs_side_by_side() {
    let table = text(&["reproduce", "-"], &preset("few"));
    for expected in ["few: A small scene", "A note, Table I", "seeds 1 to 2", "UDP throughput, Mb/s", "0.120!"] {
        assert!(table.contains(expected), "{expected}\n{table}");
    }
    let red = table.lines().find(|line| line.starts_with("  red")).expect("a row");
    assert!(red.contains("0.750") && red.contains("0.900") && red.contains('±'), "{red}");
    assert!(table.contains("! UDP throughput, one draw: two values | one experiment"), "{table}");
    assert!(table.contains("S1   holds: One draw holds UDP down."), "{table}");
    assert!(table.contains("S2   does not hold: Nothing"), "{table}");
    let tentative = text(&["reproduce", "-", "--seeds", "1"], &preset("few"));
    assert!(tentative.contains("S1   holds so far:"), "{tentative}");
}

#[test]
fn markdown_tables_have_as_many_cells_in_every_row() {
    let table = text(&["reproduce", "-", "--markdown"], &preset("few"));
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with('|')).collect();
    assert!(rows.iter().all(|row| [7, 5].contains(&cells(row))), "{table}");
    assert_eq!(rows.iter().filter(|row| cells(row) == 5).count(), 2 + 4, "a claim a row: {table}");
}

#[test]
fn a_preset_given_twice_is_reported_once_with_its_document() {
    let reports = lines(&chokepoint(&["reproduce", "choked-model1", "choked-model1", "--seeds", "1", "--json"]));
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0]["document"]["id"], "choked-thesis");
}

#[test]
fn a_wrong_argument_is_named_and_nothing_is_printed() {
    assert_refused(
        &["reproduce", "no-such-thesis"],
        "no-such-thesis: is neither a document (the documents are choked-thesis",
    );
    assert_refused(&["reproduce", "c", "--seeds", "0"], "seeds");
    assert_refused(&["reproduce", "choked-model1", "--json", "--markdown"], "--markdown");
    let mut wrong = preset("few");
    wrong["published"][0]["metric"] = json!("speed");
    wrong["claims"][0]["check"]["lanes"][1] = json!("two draws");
    let file = files("wrong", &[wrong]).remove(0);
    for command in ["reproduce", "validate"] {
        assert_refused(&[command, &file], "published.0.metric: \"speed\" is not a metric; the nearest names are");
        assert_refused(&[command, &file], "claims.0.check.lanes.1: \"two draws\" is not a lane of the experiment");
    }
}

#[test]
fn a_closed_output_ends_the_command_without_a_message() {
    let file = files("reader", &[preset("few")]).remove(0);
    let mut child = begun(&["reproduce", &file]);
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_figure_is_printed_as_a_table_along_its_axis() {
    let args = ["reproduce", "--figure", "variants-geo", "--seeds", "2"];
    let plain = chokepoint(&args);
    assert!(plain.status.success(), "{plain:?}");
    let plain = String::from_utf8(plain.stdout).unwrap();
    for expected in ["variants-geo: ", "seeds 1 to 2", "Tab. 1: ", "choke", "paper", "ours"] {
        assert!(plain.contains(expected), "{expected} is missing in\n{plain}");
    }
    let output = chokepoint(&[&args[..], &["--json"]].concat());
    let figures = lines(&output);
    let [figure] = figures.as_slice() else { panic!("one figure, one line") };
    assert_eq!(figure["points"].as_array().unwrap().len(), 3);
    let value = &figure["curves"][1]["lanes"][0]["values"][2];
    assert!(value["mean"].is_f64() && value["interval"].is_array() && value["published"].is_array(), "{value}");
    assert_refused(&["reproduce", "--figure", "none"], "--figure: \"none\" is not a figure; the figures are ");
}
