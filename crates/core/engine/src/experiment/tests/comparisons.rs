//! The statistics of the report: pairs of lanes, normality, correlation with a sweep, published differences.

use super::super::bench::{add, experiment, preset, preset_claiming, preset_with, problems, ran, swept};
use super::super::{Agreement, MOST_LANES_IN_PAIRS, Missing, Paired, Report};
use serde_json::{Value, json};

/// A preset with a claim about UDP's share of the link.
fn share() -> Value {
    preset_claiming(json!({ "kind": "bound", "metric": "udp_utilization", "lanes": ["red"], "max": 1 }))
}

fn first_pair(lanes: [&[f64]; 2]) -> Paired {
    ran(&share(), [lanes[0], lanes[1], &[]]).report().paired.remove(0)
}

#[test]
fn the_worked_pair_has_the_t_value_of_the_textbook() {
    let pair = first_pair([&[0.30, 0.28, 0.33, 0.31, 0.29, 0.32], &[0.26, 0.24, 0.27, 0.25, 0.26, 0.26]]);
    let t_test = pair.t_test.unwrap();
    assert!((t_test.t - 8.907_279).abs() < 5e-7 && (t_test.p - 2.969_26e-4).abs() < 5e-10);
    assert!((t_test.low - 0.034_385).abs() < 5e-7 && (t_test.high - 0.062_282).abs() < 5e-7);
    assert_eq!((t_test.degrees, pair.count, pair.test), (5, 6, Some("t_test")));
    assert!((pair.relative - 0.188_312).abs() < 5e-7);
    assert!(pair.normality.unwrap().p > 0.05);
    assert_eq!(pair.signed_rank.map(|it| (it.count, it.negative, it.p, it.exact)), Some((6, 0.0, 0.03125, true)));
}

#[test]
fn ranks_are_tested_if_differences_are_not_normal() {
    let spread = [0.50, 0.51, 0.52, 0.53, 0.54, 0.55, 0.56, 0.57, 0.58, 0.99];
    let pair = first_pair([&spread, &[0.5; 10]]);
    assert!(pair.normality.unwrap().p < 0.05);
    assert_eq!(pair.test, Some("signed_rank"));
    assert!(pair.t_test.is_some(), "both are reported");
    assert_eq!(pair.signed_rank.unwrap().count, 9, "a seed with equal values does not count");
    assert_eq!((pair.correlation, pair.missing.correlation), (None, Some(Missing::Variation)), "one lane is constant");
}

#[test]
fn a_statistic_that_cannot_be_computed_is_null_with_a_reason() {
    let few = first_pair([&[0.3, 0.4], &[0.1, 0.3]]);
    assert!(few.half_width.is_finite(), "two seeds already give an interval");
    let fields = serde_json::to_value(&few).unwrap();
    for statistic in ["normality", "t_test", "signed_rank", "correlation"] {
        assert_eq!((&fields[statistic], &fields["missing"][statistic]), (&Value::Null, &json!("seeds")));
    }
    assert_eq!(few.test, None);

    let always_more = first_pair([&[0.4; 4], &[0.1; 4]]);
    assert_eq!((always_more.t_test, always_more.missing.t_test), (None, Some(Missing::Variation)));
    assert_eq!(always_more.missing.normality, Some(Missing::Variation));
    assert_eq!((always_more.test, always_more.signed_rank.map(|it| it.p)), (Some("signed_rank"), Some(0.125)));

    let equal = first_pair([&[0.4, 0.5, 0.6], &[0.4, 0.5, 0.6]]);
    assert_eq!((equal.test, equal.missing.signed_rank), (None, Some(Missing::Variation)));
    assert!((equal.correlation.unwrap().r - 1.0).abs() < 1e-12);
}

#[test]
fn a_pair_uses_only_the_seeds_that_both_lanes_have() {
    let pair = first_pair([&[0.3, 0.4, 0.5, 0.9], &[0.1, 0.3, 0.2]]);
    assert_eq!((pair.count, pair.t_test.map(|it| it.degrees)), (3, Some(2)));
}

#[test]
fn every_pair_is_compared_but_with_many_lanes_only_neighbours() {
    let names = |report: &Report| -> Vec<String> { report.paired.iter().map(|pair| pair.lanes.join("-")).collect() };
    let report = ran(&share(), [&[0.9], &[0.4], &[0.1]]).report();
    assert_eq!(names(&report), ["red-choke", "red-choked", "choke-choked"]);

    let count = MOST_LANES_IN_PAIRS + 1;
    let lanes: Vec<Value> = (0..count).map(|lane| json!({ "aqm": "red", "name": format!("l{lane}") })).collect();
    let mut many = preset();
    many["experiment"]["lanes"] = lanes.into();
    many["published"] =
        json!([{ "lane": "l0", "metric": "udp_utilization", "value": 1, "place": "here", "quality": "text" }]);
    let mut many = experiment(&many);
    (0..count).for_each(|lane| add(&mut many, lane, 0, &[0.1, 0.2, 0.3]));
    assert_eq!(names(&many.report())[..2], ["l0-l1", "l1-l2"]);
    assert_eq!(many.report().paired.len(), count - 1);
}

#[test]
fn normality_is_reported_for_every_lane_that_has_run() {
    let report = ran(&share(), [&[0.1, 0.2, 0.4, 0.9], &[0.1, 0.2], &[0.3; 5]]).report();
    let [varied, few, flat] = report.normality.as_slice() else { panic!("{:?}", report.normality) };
    // W and p do not depend on the scale of the values. These are a tenth of the values 1, 2, 4 and 9, for which the
    // test of `shapiro_wilk` has W and p from SciPy.
    assert!(varied.shapiro_wilk.is_some_and(|it| (it.w - 0.894_686).abs() < 1e-5 && (it.p - 0.405_147).abs() < 1e-5));
    assert_eq!((few.shapiro_wilk, few.missing, few.count), (None, Some(Missing::Seeds), 2));
    assert_eq!((flat.shapiro_wilk, flat.missing), (None, Some(Missing::Variation)));
    assert!(!report.has_tests, "the document of the bench has no such tables");
    assert_eq!(report.correlations, [], "nothing is varied");
}

#[test]
fn a_curve_with_a_peak_is_correlated_as_a_whole_and_on_either_side() {
    let check = json!({ "kind": "bound", "metric": "udp_utilization", "lanes": ["choke"], "max": 1 });
    let mut hump = experiment(&swept(&[1.0, 2.0, 3.0, 4.0, 5.0], check));
    for (point, mean) in [0.1, 0.2, 0.3, 0.25, 0.2].into_iter().enumerate() {
        add(&mut hump, 0, point, &[mean - 0.01, mean + 0.01]);
    }
    let found = hump.report().correlations;
    let r: Vec<_> = found.iter().map(|it| (it.correlation.unwrap().r * 1e4).round() / 1e4).collect();
    let between: Vec<_> = found.iter().map(|it| json!(it.between)).collect();
    // The settings deviate from their mean by −2 … 2, and the values of the metric from their mean by −0.11, −0.01,
    // 0.09, 0.04 and −0.01: r = 0.25 / √(10 · 0.022).
    assert_eq!(r, [0.533, 1.0, -1.0]);
    assert_eq!(between, [json!([1e6, 5e6]), json!([1e6, 3e6]), json!([3e6, 5e6])]);
}

#[test]
fn an_unfinished_sweep_has_no_correlation_and_a_flat_sweep_gives_a_reason() {
    let check = json!({ "kind": "bound", "metric": "udp_utilization", "lanes": ["choke"], "max": 1 });
    let mut flat = experiment(&swept(&[1.0, 2.0, 3.0], check));
    add(&mut flat, 0, 0, &[0.25]);
    add(&mut flat, 0, 1, &[0.25]);
    assert_eq!(flat.report().correlations, []);
    add(&mut flat, 0, 2, &[0.25]);
    let found = flat.report().correlations;
    assert_eq!((found.len(), found[0].correlation, found[0].missing), (1, None, Some(Missing::Variation)));
}

fn published_difference(value: f64) -> Value {
    let entry = json!({ "lanes": ["red", "choke"], "metric": "udp_utilization", "value": value, "place": "abstract", "quality": "text" });
    preset_with("published_differences", json!([entry]))
}

#[test]
fn a_published_difference_has_a_row_of_its_own() {
    let row = |value: f64| {
        let rows = ran(&published_difference(value), [&[0.5, 0.6], &[0.4, 0.5], &[0.1]]).report().rows;
        assert_eq!(rows.len(), 4, "three lanes and the difference");
        rows[3].clone()
    };
    let met = row(0.105);
    assert_eq!(
        (met.lane.as_str(), met.verdict, met.published[0].value),
        ("red − choke", Some(Agreement::Number), 0.105)
    );
    assert!(met.ours.is_some_and(|ours| (ours.mean - 0.1).abs() < 1e-12 && ours.values.len() == 2));
    assert_eq!(row(0.3).verdict, Some(Agreement::Order), "the sign of the difference is reproduced");
    assert_eq!(row(-0.3).verdict, Some(Agreement::Neither));
    assert_eq!(experiment(&published_difference(0.1)).report().rows[3].verdict, None);
}

#[test]
fn a_published_difference_names_two_lanes() {
    let mut three = published_difference(0.1);
    three["published_differences"][0]["lanes"] = json!(["red", "choke", "choked"]);
    assert_eq!(problems(&three), ["published_differences.0.lanes: has 3 lanes, not two"]);
    three["published_differences"][0]["lanes"] = json!(["red", "blue"]);
    assert!(problems(&three)[0].starts_with("published_differences.0.lanes.1: \"blue\" is not a lane"));
}
