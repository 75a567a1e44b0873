//! The rows of a report: the published value, the reference and our value.

use super::super::bench::{add, experiment, preset_with, ran, swept};
use super::super::{Agreement, Apart, Experiment};
use serde_json::{Value, json};

fn published(values: &[(&str, f64)]) -> Value {
    let of = |(lane, value): &(&str, f64)| json!({ "lane": lane, "metric": "udp_throughput_bps", "value": value * 1e6, "place": "Table I", "quality": "table" });
    preset_with("published", values.iter().map(of).collect())
}

fn verdicts(experiment: &Experiment) -> Vec<Option<Agreement>> {
    experiment.report().rows.iter().map(|row| row.verdict).collect()
}

#[test]
fn a_number_is_reproduced_within_a_tenth_if_the_interval_is_no_wider() {
    let preset = published(&[("red", 0.75), ("choke", 0.12), ("choked", 0.5)]);
    let narrow = ran(&preset, [&[0.68, 0.68], &[0.14, 0.14], &[0.5, 0.5]]);
    assert_eq!(verdicts(&narrow)[0], Some(Agreement::Number), "0.68 is within 0.075 of 0.75");
    // The interval with mean 0.14 and half-width 0.127 contains 0.12, so the runs do not decide.
    let wide = ran(&preset, [&[0.68, 0.68], &[0.13, 0.15], &[0.5, 0.5]]);
    assert_eq!(verdicts(&wide), [Some(Agreement::Number), None, Some(Agreement::Number)]);
}

#[test]
fn an_order_can_be_reproduced_although_the_numbers_are_not() {
    let preset = published(&[("red", 0.75), ("choke", 0.12), ("choked", 0.036)]);
    let ranked = ran(&preset, [&[0.98, 0.99], &[0.24, 0.25], &[0.005, 0.006]]);
    assert_eq!(verdicts(&ranked), [Some(Agreement::Order); 3]);
    let turned = ran(&preset, [&[0.98, 0.99], &[0.24, 0.25], &[0.30, 0.31]]);
    assert_eq!(verdicts(&turned), [Some(Agreement::Neither); 3]);
    let close = ran(&preset, [&[0.98, 0.99], &[0.24, 0.25], &[0.23, 0.26]]);
    assert_eq!(verdicts(&close), [None; 3], "choked is too close to choke to decide");
}

#[test]
fn a_single_value_has_no_order() {
    let lone = ran(&published(&[("choke", 0.12)]), [&[], &[0.24, 0.25], &[]]);
    assert_eq!(verdicts(&lone), [None, Some(Agreement::Neither), None]);
}

#[test]
fn a_value_that_half_of_the_other_disciplines_reproduce_is_counted_separately() {
    let preset = published(&[("choked", 0.2)]);
    let apart = |lanes: [&[f64]; 3]| {
        let rows = ran(&preset, lanes).report().rows;
        (rows[2].verdict, rows[2].apart)
    };
    let met = Some(Agreement::Number);
    assert_eq!(apart([&[0.9, 0.9], &[0.3, 0.3], &[0.2, 0.2]]), (met, None), "none of two others");
    assert_eq!(apart([&[0.9, 0.9], &[0.21, 0.21], &[0.2, 0.2]]), (met, Some(Apart::Common)), "one of two");
    assert_eq!(apart([&[], &[], &[0.2, 0.2]]), (met, Some(Apart::Common)), "no other lane to compare with");
    assert_eq!(
        apart([&[0.2, 0.2], &[0.2, 0.2], &[0.3, 0.3]]).1,
        None,
        "a value that is not reproduced is never counted separately"
    );
}

#[test]
fn a_lane_of_the_same_discipline_is_no_other_discipline() {
    let mut preset = published(&[("choked", 0.2)]);
    preset["experiment"]["lanes"][1] = json!({ "aqm": "choked", "params": { "max_p": 0.2 }, "name": "choke" });
    let rows = ran(&preset, [&[0.9, 0.9], &[0.2, 0.2], &[0.2, 0.2]]).report().rows;
    assert_eq!((rows[2].verdict, rows[2].apart), (Some(Agreement::Number), None));
}

#[test]
fn a_value_to_which_a_parameter_was_fitted_is_counted_separately() {
    let mut preset = published(&[("choked", 0.2), ("choke", 0.3)]);
    preset["published"][0]["fitted"] = json!("max_p");
    let report = ran(&preset, [&[0.9, 0.9], &[0.3, 0.3], &[0.2, 0.2]]).report();
    assert_eq!(report.rows[2].apart, Some(Apart::Fitted));
    assert_eq!((report.summary.facts, report.summary.fitted, report.summary.number), (2, 1, 1));
}

#[test]
fn a_lane_without_runs_has_no_verdict_and_no_measured_value() {
    let report = experiment(&published(&[("red", 0.75), ("choke", 0.12)])).report();
    assert_eq!(report.rows.len(), 3, "every lane is shown");
    assert!(report.rows.iter().all(|row| row.ours.is_none() && row.verdict.is_none()));
    assert_eq!((report.seeds, report.asked_seeds), (0, 3));
}

#[test]
fn two_values_of_one_document_are_in_one_row() {
    let preset = published(&[("choke", 0.12), ("choke", 0.127), ("red", 0.75)]);
    let report = ran(&preset, [&[0.99, 0.99], &[0.135, 0.135], &[]]).report();
    assert_eq!(report.rows[1].published.len(), 2);
    assert_eq!(report.rows[1].verdict, Some(Agreement::Number), "0.135 is within a tenth of 0.127");
}

#[test]
fn lanes_are_compared_seed_by_seed() {
    let report = ran(&published(&[("red", 0.75)]), [&[0.9, 0.8], &[0.4, 0.3], &[0.1, 0.1]]).report();
    let means: Vec<_> = report.paired.iter().map(|pair| (pair.mean * 1e-3).round()).collect();
    assert_eq!(means, [500.0, 750.0, 250.0]);
    assert!(report.paired[0].half_width < 1e-3, "the differences vary less than the values");
    assert_eq!(report.paired[0].count, 2);
}

#[test]
fn a_sweep_has_a_row_for_every_point() {
    let check = json!({ "kind": "bound", "metric": "udp_utilization", "lanes": ["choke"], "max": 1 });
    let mut preset = swept(&[1.0, 2.0], check);
    preset["reference"] =
        json!([{ "lane": "choke", "metric": "udp_utilization", "point": 2e6, "mean": 0.25, "sd": 0.01, "seeds": 10 }]);
    let mut experiment = experiment(&preset);
    add(&mut experiment, 0, 1, &[0.25, 0.26]);
    let report = experiment.report();
    assert_eq!(report.points, [json!(1e6), json!(2e6)]);
    assert_eq!(report.rows.iter().map(|row| row.reference.is_some()).collect::<Vec<_>>(), [false, true]);
    assert_eq!(report.rows[1].point, Some(json!(2e6)));
    assert_eq!(report.rows[1].ours.as_ref().map(|ours| ours.values.clone()), Some(vec![0.25, 0.26]));
    assert_eq!(report.seeds, 0, "no seed has been run at every point");
}

#[test]
fn the_report_is_the_json_that_the_page_reads() {
    let mut preset = published(&[("choke", 0.12)]);
    preset["published"][0]["caution"] = json!("the sums do not add up");
    preset["reference"] =
        json!([{ "lane": "choke", "metric": "udp_throughput_bps", "mean": 249_500, "sd": 900, "seeds": 10 }]);
    preset["claims"] = json!([{ "id": "S1", "text": "UDP is held.", "origin": "theory", "outlook": "holds",
        "check": { "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["choke"], "max": 300_000 } }]);
    let mut report = serde_json::to_value(ran(&preset, [&[], &[0.25], &[]]).report()).unwrap();
    // Student's t for nine degrees of freedom is 2.262157.
    let half = report["rows"][1].as_object_mut().unwrap().remove("reference_half_width").unwrap().as_f64().unwrap();
    assert!((half - 2.262_157 * 900.0 / 10_f64.sqrt()).abs() < 1e-3, "{half}");
    assert_eq!(
        report["rows"][1],
        json!({
            "metric": "udp_throughput_bps", "name": "UDP throughput", "unit": "bit/s", "lane": "choke",
            "published": [{ "value": 120_000.0, "place": "Table I", "quality": "table", "caution": "the sums do not add up" }],
            "reference": { "mean": 249_500.0, "sd": 900.0, "seeds": 10,
                           "simulator": "ns-2 with a plug-in written from the paper" },
            "ours": {
                "mean": 250_000.0, "sd": 0.0, "half_width": null, "prediction_half_width": null, "interval": null, "median": 250_000.0,
                "quartiles": [250_000.0, 250_000.0], "two_states": false, "count": 1, "left_out": 0, "values": [250_000.0],
            },
            "verdict": "neither",
        })
    );
    assert_eq!(
        report["claims"],
        json!([{ "id": "S1", "text": "UDP is held.", "origin": "theory", "outlook": "holds", "verdict": "holds", "measured": true,
                 "tentative": true, "comparisons": 0, "by_chance": 0.0,
                 "figures": "UDP throughput: choke 0.250; wanted: at most 0.300 Mb/s" }])
    );
    for field in [
        "schema",
        "engine",
        "preset",
        "title",
        "document",
        "seeds",
        "asked_seeds",
        "profile",
        "duration_s",
        "measured_from_s",
        "points",
        "rows",
        "claims",
        "summary",
        "paired",
        "normality",
        "correlations",
        "has_tests",
    ] {
        assert!(report.get(field).is_some(), "{field}");
    }
}
