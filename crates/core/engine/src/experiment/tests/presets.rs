//! Tests of the contents of a preset file, and of the messages about errors in the file.

use super::super::bench::{preset, preset_claiming, preset_with, problems, swept};
use super::super::{Experiment, Limit, Preset};
use serde_json::{Value, json};

#[track_caller]
fn assert_problem(preset: &Value, expected: &str) {
    let found = problems(preset);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(expected), "{}", found[0]);
}

#[test]
fn a_preset_without_a_paper_part_has_the_lanes_of_its_scene_and_ten_seeds() {
    let mut bare = preset();
    bare.as_object_mut().unwrap().remove("experiment");
    let plan = Preset::parse(&bare).unwrap().plan.unwrap();
    assert_eq!(plan.lanes, ["choke"]);
    assert_eq!((plan.seeds, plan.scenes.len()), (10, 1));
}

#[test]
fn a_preset_without_a_scenario_is_valid_but_cannot_be_run() {
    let mut curve = preset_with("theory", json!({ "picture": "draws" }));
    curve["curve_values"] = json!([{ "at": 83, "what": "d_r", "value": 5, "place": "Fig. 3.7" }]);
    curve.as_object_mut().unwrap().remove("scenario");
    let parsed = Preset::parse(&curve).unwrap();
    assert!(Experiment::new(parsed).is_err());
    curve["published"] =
        json!([{ "lane": "red", "metric": "jain_index", "value": 1, "place": "here", "quality": "text" }]);
    assert_problem(&curve, "published.0.metric: needs a scenario that is run");
}

#[test]
fn the_message_about_an_unknown_metric_lists_the_known_metrics() {
    let published =
        json!([{ "lane": "red", "metric": "udp_rate", "value": 1, "place": "Table I", "quality": "table" }]);
    let preset = preset_with("published", published);
    assert_problem(&preset, "published.0.metric: \"udp_rate\" is not a metric; known are udp_throughput_bps, tcp_");
}

#[test]
fn an_argument_must_be_of_its_kind_and_in_the_scene() {
    let with = |metric: &str| preset_claiming(json!({ "kind": "bound", "metric": metric, "lanes": ["red"], "min": 0 }));
    let at = "claims.0.check.metric: ";
    for right in [
        "flow_loss_ratio:10",
        "group_throughput_bps:1",
        "transport_throughput_bps:cbr",
        "source_throughput_bps:ftp",
        "drop_share:push_out",
    ] {
        assert_eq!(problems(&with(right)), [""; 0], "{right}");
    }
    assert_problem(&with("flow_loss_ratio"), &format!("{at}\"flow_loss_ratio\" is written flow_loss_ratio:1"));
    assert_problem(&with("flow_loss_ratio:0"), &format!("{at}\"flow_loss_ratio:0\" is written"));
    assert_problem(
        &with("flow_loss_ratio:11"),
        &format!("{at}\"flow_loss_ratio:11\" names no flow of the scene, which has 10"),
    );
    assert_problem(&with("group_throughput_bps:2"), &format!("{at}\"group_throughput_bps:2\" names no group"));
    assert_problem(
        &with("transport_throughput_bps:vegas"),
        &format!("{at}\"transport_throughput_bps:vegas\" names no transport of the scene, which has cbr, newreno"),
    );
    for wrong in ["drop_share:bad_luck", "drop_share:mark_early"] {
        assert_problem(&with(wrong), &format!("{at}\"{wrong}\" names no reason for which packets are dropped"));
    }
    assert_problem(&with("jain_index:3"), &format!("{at}\"jain_index:3\" is written jain_index"));
    assert_problem(&with("udp_share:2..1"), &format!("{at}\"udp_share:2..1\" is written udp_share:21..23"));
}

#[test]
fn a_metric_from_bins_needs_bins_in_its_interval() {
    let mut preset =
        preset_claiming(json!({ "kind": "bound", "metric": "udp_share:2..4", "lanes": ["red"], "max": 1 }));
    assert_problem(&preset, "claims.0.check.metric: \"udp_share:2..4\" needs bins");
    preset["experiment"]["bins"] = json!({ "from_s": 5, "until_s": 8, "width_s": 0.5 });
    assert_problem(
        &preset,
        "claims.0.check.metric: \"udp_share:2..4\" is outside the bins of the experiment, which are from 5 to 8 s",
    );
    preset["experiment"]["bins"] = json!({ "from_s": 1, "until_s": 8, "width_s": 0.5 });
    assert_eq!(problems(&preset), [""; 0]);
    preset["experiment"]["bins"] = json!({ "from_s": 1, "until_s": 80, "width_s": 0.5 });
    assert_problem(&preset, "experiment.bins: 1 to 80 s is not an interval of the run, which ends at 10 s");
    preset["experiment"]["bins"] = json!({ "from_s": 1, "until_s": 8, "width_s": 3 });
    assert_problem(&preset, "experiment.bins.width_s: 3 s does not cut 1 to 8 s into");
}

#[test]
fn a_lane_is_found_by_its_name() {
    let mut preset = preset_claiming(
        json!({ "kind": "order", "metric": "jain_index", "lanes": ["red", "one draw"], "direction": "rising" }),
    );
    assert_problem(
        &preset,
        "claims.0.check.lanes.1: \"one draw\" is not a lane of the experiment, which has red, choke, choked",
    );
    preset["experiment"]["lanes"][1]["name"] = json!("one draw");
    assert_eq!(problems(&preset), [""; 0]);
    preset["experiment"]["lanes"][2]["name"] = json!("one draw");
    assert_problem(&preset, "experiment.lanes.2.name: \"one draw\" is the name of two lanes");
}

#[test]
fn a_lane_of_the_experiment_is_checked_like_one_of_the_scene() {
    let mut preset = preset();
    preset["experiment"]["lanes"][1]["params"] = json!({ "limit": 0 });
    assert_problem(&preset, "experiment.lanes.1.params.limit: 0 is not a whole number");
    preset["experiment"]["lanes"][1] = json!({ "aqm": "blue-ish" });
    assert_problem(&preset, "experiment.lanes.1.aqm: \"blue-ish\" is not a queue discipline");
}

#[test]
fn a_sweep_is_checked_value_by_value() {
    let check =
        json!({ "kind": "trend", "metric": "jain_index", "lanes": ["choke"], "direction": "rising", "sweep": true });
    let mut preset = swept(&[1.0, 2.0], check);
    assert_eq!(problems(&preset), [""; 0]);
    preset["experiment"]["sweep"]["values"] = json!([1, -2]);
    assert_problem(&preset, "experiment.sweep.values.1: flows.0.rate_bps: -2 is not a whole number");
    preset["experiment"]["sweep"]["values"] = json!([]);
    assert_problem(&preset, "experiment.sweep.values: is empty");
}

#[test]
fn a_published_value_of_a_sweep_names_its_point() {
    let check = json!({ "kind": "bound", "metric": "jain_index", "lanes": ["choke"], "min": 0.5, "point": 2e6 });
    let mut preset = swept(&[1.0, 2.0], check);
    assert_eq!(problems(&preset), [""; 0]);
    preset["claims"][0]["check"]["point"] = json!(7);
    assert_problem(&preset, "claims.0.check.point: 7 is not a point of the experiment, which has 1000000.0, 2000000.0");
    preset["claims"] = json!([]);
    preset["reference"] = json!([{ "lane": "choke", "metric": "jain_index", "mean": 0.5, "sd": 0.1, "seeds": 10 }]);
    assert_problem(&preset, "reference.0.point: is missing");
    preset["reference"][0]["point"] = json!(1_000_000);
    assert_eq!(problems(&preset), [""; 0]);
}

#[test]
fn a_check_without_limits_is_refused() {
    let with = |check: Value| preset_claiming(check);
    assert_problem(
        &with(json!({ "kind": "bound", "metric": "jain_index", "lanes": ["red"] })),
        "claims.0.check.min: is missing, and so is max",
    );
    assert_problem(
        &with(json!({ "kind": "bound", "metric": "jain_index", "lanes": ["red"], "min": 2, "max": 1 })),
        "claims.0.check.min: 2 is above max (1)",
    );
    assert_problem(
        &with(json!({ "kind": "bound", "metric": "jain_index", "lanes": ["red"], "min": "low" })),
        "claims.0.check.min: \"low\" is neither a number nor {\"fair_shares\": number}",
    );
    let order = |lanes: Value, direction: &str| {
        with(json!({ "kind": "order", "metric": "jain_index", "lanes": lanes, "direction": direction }))
    };
    let problem = "claims.0.check.direction: \"up\" is not one of falling, rising";
    assert_problem(&order(json!(["red", "choke"]), "up"), problem);
    assert_problem(&order(json!(["red"]), "rising"), "claims.0.check.lanes: has 1 lanes; at least 2 are needed");
    assert_problem(&with(json!({ "kind": "guess" })), "claims.0.check.kind: \"guess\" is not one of order, bound");
    assert_problem(&with(json!({ "kind": "all", "of": [] })), "claims.0.check.of: is empty");
    assert_problem(
        &with(
            json!({ "kind": "trend", "metric": "jain_index", "lanes": ["red"], "direction": "rising", "presets": ["tiny"] }),
        ),
        "claims.0.check.presets: must name two presets or more",
    );
    assert_problem(
        &with(json!({ "kind": "peak", "metric": "jain_index", "lane": "red", "at": [1, 2] })),
        "claims.0.check.at: must be [lowest, highest] with a value of the experiment's sweep",
    );
}

#[test]
fn a_limit_may_be_a_multiple_of_the_fair_share() {
    let check =
        json!({ "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["red"], "min": { "fair_shares": 1.5 } });
    let preset = Preset::parse(&preset_claiming(check)).unwrap();
    let Some(super::super::Check::Bound { limits, .. }) = &preset.claims[0].check else { panic!("a bound") };
    assert_eq!((limits.min, limits.max), (Some(Limit::FairShares(1.5)), None));
}

#[test]
fn an_unknown_field_is_a_problem() {
    assert_problem(&preset_with("publised", json!([])), "publised: is not known here");
    let mut preset =
        preset_claiming(json!({ "kind": "bound", "metric": "jain_index", "lanes": ["red"], "min": 0, "lane": "red" }));
    assert_problem(&preset, "claims.0.check.lane: is not known here");
    preset["claims"] = json!([{ "id": "S1", "text": "x", "origin": "ours", "outlook": "maybe" }]);
    assert_problem(&preset, "claims.0.outlook: \"maybe\" is not one of holds, open, fails");
    preset["claims"] = json!([{ "id": "S1", "text": "x", "origin": "ours", "outlook": "open" }, { "id": "S1", "text": "y", "origin": "ours", "outlook": "open" }]);
    assert_problem(&preset, "claims.1.id: \"S1\" is the id of two claims");
}

#[test]
fn a_claim_names_its_origin() {
    let without = preset_with("claims", json!([{ "id": "S1", "text": "x", "outlook": "open" }]));
    assert_problem(&without, "claims.0.origin: null is not one of document, theory, ours");
}

#[test]
fn a_claim_can_name_the_time_at_which_it_is_seen() {
    let seen_at = |seen_at: Value| {
        preset_with(
            "claims",
            json!([{ "id": "S1", "text": "x", "origin": "ours", "outlook": "open", "seen_at": seen_at }]),
        )
    };
    let preset = Preset::parse(&seen_at(json!({ "at_s": 10, "below": "theory" }))).unwrap();
    let seen = preset.claims[0].seen_at.as_ref().expect("a moment");
    assert_eq!((seen.at_s, seen.below), (10.0, "theory"));
    let problem = "claims.0.seen_at.at_s: 10.5 is not from 0 to 10 s, the length of the scene";
    assert_problem(&seen_at(json!({ "at_s": 10.5, "below": "plots" })), problem);
    assert_problem(
        &seen_at(json!({ "at_s": 1, "below": "plots", "lane": "red" })),
        "claims.0.seen_at.lane: is not known here",
    );
    let problem = "claims.0.seen_at.below: \"queue\" is not one of plots, distributions, theory";
    assert_problem(&seen_at(json!({ "at_s": 1, "below": "queue" })), problem);
    let mut formula = seen_at(json!({ "at_s": 1, "below": "plots" }));
    formula.as_object_mut().unwrap().remove("scenario");
    formula.as_object_mut().unwrap().remove("experiment");
    assert_problem(&formula, "claims.0.seen_at.at_s: needs a scenario that is run");
}

#[test]
fn the_nesting_of_checks_is_limited() {
    let mut check = json!({ "kind": "bound", "metric": "jain_index", "lanes": ["red"], "min": 0 });
    for _ in 0..50 {
        check = json!({ "kind": "all", "of": [check] });
    }
    assert!(problems(&preset_claiming(check))[0].contains("is nested more than"));
}
