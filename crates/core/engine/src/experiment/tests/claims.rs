//! Each kind of check, with made-up results for which the verdict can be computed by hand.

use super::super::bench::{add, experiment, preset_claiming, ran, swept};
use super::super::{Agreement, ClaimReport, Experiment, Preset, Verdict};
use serde_json::{Value, json};

fn claim(experiment: &Experiment) -> ClaimReport {
    experiment.report().claims.remove(0)
}

#[track_caller]
fn assert_verdict(check: &Value, lanes: [&[f64]; 3], verdict: Verdict) -> ClaimReport {
    let claim = claim(&ran(&preset_claiming(check.clone()), lanes));
    assert_eq!(claim.verdict, verdict, "{}", claim.figures);
    claim
}

fn udp_falls() -> Value {
    json!({ "kind": "order", "metric": "udp_throughput_bps", "lanes": ["red", "choke", "choked"], "direction": "falling" })
}

#[test]
fn an_order_holds_when_every_neighbour_is_clearly_lower() {
    let claim = assert_verdict(&udp_falls(), [&[0.90, 0.92], &[0.24, 0.26], &[0.005, 0.005]], Verdict::Holds);
    assert_eq!(claim.figures, "UDP throughput: red 0.91 ± 0.13, choke 0.25 ± 0.13, choked 0.00500 ± 0 Mb/s");
    assert!(!claim.tentative);
}

#[test]
fn a_claim_about_a_printed_number_follows_the_rule_for_printed_numbers() {
    let check = json!({ "kind": "published", "metric": "udp_throughput_bps", "lanes": ["choke"] });
    let mut preset = preset_claiming(check);
    assert!(Preset::parse(&preset).is_err(), "nothing was published of it");
    preset["published"] = json!([{ "lane": "choke", "metric": "udp_throughput_bps", "value": 250_000, "place": "Table I", "quality": "table" }]);
    let verdicts = |udp: &[f64]| {
        let report = ran(&preset, [&[0.9, 0.9], udp, &[0.1, 0.1]]).report();
        (report.rows[1].verdict, report.claims[0].verdict)
    };
    assert_eq!(verdicts(&[0.23, 0.23]), (Some(Agreement::Number), Verdict::Holds));
    assert_eq!(verdicts(&[0.3, 0.3]), (Some(Agreement::Neither), Verdict::Fails));
    assert_eq!(verdicts(&[0.2, 0.3]), (None, Verdict::Undecided));
}

#[test]
fn an_order_is_judged_on_differences_by_seed() {
    // The values of red and choke vary by 0.4 between seeds. Under each seed, however, the value of choke is lower than
    // that of red by exactly 0.01.
    let claim = assert_verdict(&udp_falls(), [&[0.5, 0.7, 0.9], &[0.49, 0.69, 0.89], &[0.1, 0.1, 0.1]], Verdict::Holds);
    assert!(!claim.tentative);
}

#[test]
fn an_order_fails_when_two_neighbours_are_clearly_in_the_wrong_order() {
    let claim = assert_verdict(&udp_falls(), [&[0.90, 0.92], &[0.24, 0.26], &[0.40, 0.41]], Verdict::Fails);
    assert!(claim.figures.ends_with("choked − choke = 0.155 ± 0.064, not in this order"), "{}", claim.figures);
}

#[test]
fn an_order_is_undecided_when_neighbours_are_too_close() {
    // The differences are +0.01, −0.01 and +0.02: mean 0.0067, standard error 0.0088.
    let lanes: [&[f64]; 3] = [&[0.9, 0.9, 0.9], &[0.25, 0.25, 0.25], &[0.26, 0.24, 0.27]];
    let claim = assert_verdict(&udp_falls(), lanes, Verdict::Undecided);
    assert!(claim.figures.contains("no significant difference"), "{}", claim.figures);
}

#[test]
fn an_order_of_equal_values_fails() {
    assert_verdict(&udp_falls(), [&[0.9, 0.9], &[0.3, 0.3], &[0.3, 0.3]], Verdict::Fails);
}

#[test]
fn a_single_or_unfinished_run_is_tentative() {
    assert!(assert_verdict(&udp_falls(), [&[0.9], &[0.3], &[0.1]], Verdict::Holds).tentative);
    let mut going_on = ran(&preset_claiming(udp_falls()), [&[0.9, 0.9], &[0.3, 0.3], &[0.1, 0.1]]);
    assert!(!claim(&going_on).tentative);
    let mut half = super::super::bench::result(0.3);
    half["duration_s"] = json!(5.0);
    going_on.add_text(super::super::Job { lane: 1, point: 0, seed: 2 }, &half.to_string()).unwrap();
    assert!(claim(&going_on).tentative);
}

#[test]
fn a_lane_without_runs_is_undecided() {
    let claim = assert_verdict(&udp_falls(), [&[0.9, 0.9], &[0.3, 0.3], &[]], Verdict::Undecided);
    assert!(claim.figures.contains("choked no run yet"), "{}", claim.figures);
}

#[test]
fn a_bound_can_be_a_multiple_of_the_fair_share_and_includes_its_limits() {
    // The equal share is 0.1 Mb/s.
    let bound = |min: f64, max: f64| {
        json!({ "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["red", "choke"],
                "min": { "fair_shares": min }, "max": { "fair_shares": max } })
    };
    let lanes: [&[f64]; 3] = [&[0.25, 0.25], &[0.25, 0.25], &[]];
    let claim = assert_verdict(&bound(2.5, 3.0), lanes, Verdict::Holds);
    assert_eq!(claim.figures, "UDP throughput: red 0.250 ± 0, choke 0.250 ± 0; wanted: 0.250 to 0.300 Mb/s");
    assert_verdict(&bound(2.6, 3.0), lanes, Verdict::Fails);
    assert_verdict(&bound(0.0, 2.4), lanes, Verdict::Fails);
    // The mean is 0.25 and the standard error 0.01: the limit 0.24 is within two standard errors, and the limit 0.22 is
    // not.
    assert_verdict(&bound(2.4, 9.0), [&[0.24, 0.26], &[0.24, 0.26], &[]], Verdict::Undecided);
    assert_verdict(&bound(2.2, 9.0), [&[0.24, 0.26], &[0.24, 0.26], &[]], Verdict::Holds);
}

#[test]
fn a_difference_is_the_first_lane_minus_the_second() {
    let check = |min: f64, max: f64| json!({ "kind": "difference", "metric": "udp_utilization", "lanes": ["choked", "choke"], "min": min, "max": max });
    let lanes: [&[f64]; 3] = [&[], &[0.30, 0.50], &[0.25, 0.45]];
    let claim = assert_verdict(&check(-0.08, -0.02), lanes, Verdict::Holds);
    assert_eq!(claim.figures, "UDP share of the link: choked − choke -0.0500 ± 0; wanted: -0.0800 to -0.0200");
    assert_verdict(&check(0.02, 0.08), lanes, Verdict::Fails);
}

#[test]
fn a_ratio_is_taken_run_by_run() {
    let check = json!({ "kind": "ratio", "metrics": ["tcp_goodput_bps", "tcp_throughput_bps"], "lanes": ["red"], "min": 0.89, "max": 0.91 });
    let claim = assert_verdict(&check, [&[0.2, 0.8], &[], &[]], Verdict::Holds);
    assert!(claim.figures.starts_with("TCP goodput ÷ TCP throughput: red 0.900"), "{}", claim.figures);
    let check =
        json!({ "kind": "ratio", "metrics": ["tcp_goodput_bps", "tcp_throughput_bps"], "lanes": ["red"], "max": 0.8 });
    assert_verdict(&check, [&[0.2, 0.8], &[], &[]], Verdict::Fails);
}

#[test]
fn a_trend_over_a_sweep_tests_each_step_between_two_values() {
    let trend = |between: Value| {
        json!({ "kind": "trend", "metric": "udp_throughput_bps", "lanes": ["choke"], "direction": "falling",
                "sweep": true, "between": between })
    };
    let verdict = |between: Value| {
        let mut experiment = experiment(&swept(&[0.5, 1.0, 2.0, 10.0], trend(between)));
        for (point, udp) in [0.22, 0.27, 0.25, 0.03].into_iter().enumerate() {
            add(&mut experiment, 0, point, &[udp, udp + 0.001]);
        }
        claim(&experiment)
    };
    assert_eq!(verdict(json!([1e6, 1e7])).verdict, Verdict::Holds);
    let all = verdict(json!([0, 1e7]));
    assert_eq!(all.verdict, Verdict::Fails);
    assert!(all.figures.contains("1000000.0 − 500000.0 = 0.0500 ± 0"), "{}", all.figures);
}

#[test]
fn a_peak_must_have_the_expected_place_and_height() {
    let peak = |at: [f64; 2], min: f64| json!({ "kind": "peak", "metric": "udp_utilization", "lane": "choke", "at": at, "min": min, "max": 0.3 });
    let verdict = |check: Value, shares: [f64; 4]| {
        let mut experiment = experiment(&swept(&[0.5, 1.0, 2.0, 10.0], check));
        for (point, udp) in shares.into_iter().enumerate() {
            add(&mut experiment, 0, point, &[udp, udp + 0.001]);
        }
        claim(&experiment).verdict
    };
    let hump = [0.22, 0.27, 0.25, 0.03];
    assert_eq!(verdict(peak([1e6, 1.5e6], 0.24), hump), Verdict::Holds);
    assert_eq!(verdict(peak([1e6, 2e6], 0.24), hump), Verdict::Holds);
    assert_eq!(verdict(peak([1e6, 1.5e6], 0.28), hump), Verdict::Fails, "the peak is lower");
    assert_eq!(verdict(peak([2e6, 1e7], 0.24), hump), Verdict::Fails, "elsewhere");
    let mut half = experiment(&swept(&[0.5, 1.0], peak([1e6, 1e6], 0.24)));
    add(&mut half, 0, 1, &[0.27]);
    assert_eq!(claim(&half).verdict, Verdict::Undecided);
}

#[test]
fn all_of_several_checks_must_hold() {
    let all = |max: f64| {
        json!({ "kind": "all", "of": [
            udp_falls(),
            { "kind": "bound", "metric": "udp_throughput_bps", "lanes": ["choked"], "max": max },
        ]})
    };
    let lanes: [&[f64]; 3] = [&[0.90, 0.92], &[0.24, 0.26], &[0.005, 0.005]];
    let claim = assert_verdict(&all(10_000.0), lanes, Verdict::Holds);
    assert_eq!(claim.figures.matches("UDP throughput").count(), 2);
    assert_verdict(&all(1_000.0), lanes, Verdict::Fails);
}

#[test]
fn a_trend_over_presets_waits_for_the_runs_of_the_other_presets() {
    let mut preset = preset_claiming(json!({ "kind": "trend", "metric": "udp_throughput_bps", "lanes": ["red"],
                                             "direction": "falling", "presets": ["tiny", "large"] }));
    let own = ran(&preset, [&[0.9, 0.8], &[], &[]]);
    let alone = claim(&own);
    assert_eq!((alone.verdict, alone.reason.as_deref()), (Verdict::Undecided, Some("needs the runs of large")));
    preset["scenario"]["id"] = json!("large");
    let larger = ran(&preset, [&[0.5, 0.4], &[], &[]]);
    let together = own.report_among(&[&larger]).claims.remove(0);
    assert_eq!((together.verdict, together.reason), (Verdict::Holds, None), "{}", together.figures);
    assert_eq!(own.preset().companions(), ["large"]);
}

#[test]
fn a_claim_without_a_check_is_shown_but_has_no_verdict() {
    let mut preset = preset_claiming(Value::Null);
    preset["claims"][0]["reason"] = json!("the figure has no numbers");
    let claim = claim(&experiment(&preset));
    assert_eq!((claim.verdict, claim.reason.as_deref()), (Verdict::Undecided, Some("the figure has no numbers")));
}

#[test]
fn a_check_of_a_sweep_covers_every_point_unless_it_names_one() {
    let bound = |point: Option<f64>| {
        let mut check = json!({ "kind": "bound", "metric": "udp_utilization", "lanes": ["choke"], "max": 0.05 });
        if let Some(point) = point {
            check["point"] = json!(point);
        }
        let mut experiment = experiment(&swept(&[1.0, 10.0], check));
        add(&mut experiment, 0, 0, &[0.27, 0.27]);
        add(&mut experiment, 0, 1, &[0.03, 0.03]);
        claim(&experiment)
    };
    assert_eq!(bound(None).verdict, Verdict::Fails);
    let at_ten = bound(Some(1e7));
    assert_eq!(at_ten.verdict, Verdict::Holds);
    assert!(
        at_ten.figures.starts_with("at UDP rate 10000000.0: UDP share of the link: choke 0.0300"),
        "{}",
        at_ten.figures
    );
}
