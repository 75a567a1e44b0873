//! Tests of the counting of facts and claims.

use super::super::bench::{preset, preset_with, problems, ran};
use super::super::{Experiment, Summary};
use serde_json::{Value, json};

fn value(lane: &str, metric: &str, value: f64, place: &str) -> Value {
    json!({ "lane": lane, "metric": metric, "value": value, "place": place, "quality": "table" })
}

/// An experiment whose results give UDP 0.9, 0.3 and 0.2 Mb/s, and always a loss of one quarter.
fn ran_with(id: &str, published: &[Value]) -> Experiment {
    let mut preset = preset_with("published", published.iter().cloned().collect());
    preset["scenario"]["id"] = json!(id);
    ran(&preset, [&[0.9, 0.9], &[0.3, 0.3], &[0.2, 0.2]])
}

fn counted(experiments: &[&Experiment]) -> Summary {
    let reports: Vec<_> = experiments.iter().map(|experiment| experiment.report()).collect();
    Summary::of(&reports)
}

#[test]
fn one_quantity_printed_as_loss_and_as_throughput_is_one_fact() {
    let both = ran_with(
        "a",
        &[value("choke", "udp_loss_ratio", 0.5, "Table 1"), value("choke", "udp_throughput_bps", 3e5, "Table 1")],
    );
    let summary = counted(&[&both]);
    assert_eq!((summary.printed, summary.facts), (2, 1));
    assert_eq!((summary.number, summary.neither), (0, 1), "the worst of its verdicts counts");
    let tcp = ran_with(
        "a",
        &[value("choke", "tcp_loss_ratio", 0.5, "Table 1"), value("choke", "tcp_throughput_bps", 7e5, "Table 1")],
    );
    assert_eq!(counted(&[&tcp]).facts, 2, "what TCP sends is not fixed");
}

#[test]
fn one_quantity_of_one_scene_printed_in_two_tables_is_one_fact() {
    let first = ran_with("a", &[value("choke", "udp_throughput_bps", 3e5, "Table 1")]);
    let second = ran_with("b", &[value("choke", "udp_throughput_bps", 2.9e5, "Table 2")]);
    let summary = counted(&[&first, &second]);
    assert_eq!((summary.printed, summary.facts, summary.number), (2, 1, 1));
    let other_lane = ran_with("b", &[value("red", "udp_throughput_bps", 2.9e5, "Table 2")]);
    assert_eq!(counted(&[&first, &other_lane]).facts, 2);
}

#[test]
fn one_figure_listed_by_a_variant_scene_is_one_fact() {
    let first = ran_with("a", &[value("choke", "udp_throughput_bps", 3e5, "Table 1")]);
    let of_longer = |value: Value| {
        let mut preset = preset_with("published", json!([value]));
        preset["scenario"]["duration_s"] = json!(20);
        ran(&preset, [&[0.9, 0.9], &[0.5, 0.5], &[0.2, 0.2]])
    };
    let summary = counted(&[&first, &of_longer(value("choke", "udp_throughput_bps", 3e5, "Table 1"))]);
    assert_eq!((summary.printed, summary.facts, summary.number), (2, 1, 0));
    assert_eq!(counted(&[&first, &of_longer(value("choke", "udp_throughput_bps", 3e5, "Table 2"))]).facts, 2);
}

#[test]
fn a_variant_scene_does_not_change_a_fact_of_the_documents_own_scene() {
    let listed = || value("choke", "udp_throughput_bps", 3e5, "Table 1");
    let own =
        |result: f64| ran(&preset_with("published", json!([listed()])), [&[0.9, 0.9], &[result, result], &[0.2, 0.2]]);
    let companion = |result: f64| {
        let mut preset = preset_with("published", json!([listed()]));
        preset["scenario"]["duration_s"] = json!(20);
        preset["document"]["companion"] = json!(true);
        ran(&preset, [&[0.9, 0.9], &[result, result], &[0.2, 0.2]])
    };
    let numbers = |experiments: &[&Experiment]| counted(experiments).number;
    assert_eq!(numbers(&[&own(0.3), &companion(0.6)]), 1, "worsened");
    assert_eq!(numbers(&[&companion(0.3), &own(0.6)]), 0, "improved");
    assert_eq!(numbers(&[&companion(0.3)]), 1, "the only scene that lists the fact");
    let mut wrong = preset();
    wrong["document"]["companion"] = json!("yes");
    assert_eq!(problems(&wrong), ["document.companion: \"yes\" is not true or false"]);
}

#[test]
fn a_fact_that_shares_names_with_two_others_joins_them() {
    let scenes = ran_with("a", &[value("choke", "udp_throughput_bps", 3e5, "Table 1")]);
    let mut preset = preset_with("published", json!([value("choke", "udp_throughput_bps", 4e5, "Table 2")]));
    preset["scenario"]["duration_s"] = json!(20);
    let longer = ran(&preset, [&[0.9, 0.9], &[0.3, 0.3], &[0.2, 0.2]]);
    let both =
        [value("choke", "udp_throughput_bps", 3e5, "Table 1"), value("choke", "udp_throughput_bps", 4e5, "Table 2")];
    let link = ran_with("c", &both);
    assert_eq!(counted(&[&scenes, &longer]).facts, 2);
    assert_eq!(counted(&[&scenes, &longer, &link]).facts, 1);
}

#[test]
fn claims_are_counted_by_origin() {
    let check = |max: f64| json!({ "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["choke"], "max": max });
    let claim = |id: &str, origin: &str, check: Value| json!({ "id": id, "text": "x", "origin": origin, "outlook": "open", "check": check });
    let claims = [
        claim("1", "document", check(4e5)),
        claim("2", "ours", check(4e5)),
        claim("3", "document", check(2e5)),
        claim("4", "document", Value::Null),
    ];
    let experiment = ran(&preset_with("claims", claims.into_iter().collect()), [&[0.9, 0.9], &[0.3, 0.3], &[0.2, 0.2]]);
    let summary = serde_json::to_value(counted(&[&experiment])).unwrap();
    assert_eq!(
        summary["claims"],
        json!([
            { "origin": "document", "holds": 1, "fails": 1, "undecided": 0, "to_be_seen": 1 },
            { "origin": "ours", "holds": 1, "fails": 0, "undecided": 0, "to_be_seen": 0 },
        ])
    );
    assert_eq!(
        counted(&[&experiment]).in_words,
        "Statements of documents: 1 hold, 1 fail, 1 to be seen on the page.\n\
         Our own statements: 1 hold.\n\
         The statements rest on 3 comparisons of means, each at two standard errors and not corrected for multiple testing; if no difference existed, chance alone would decide about 0.9."
    );
}
