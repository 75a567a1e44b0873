//! The parts of the command `screen` that scripts rely on.

use crate::support::{assert_refused, chokepoint, lines};
use serde_json::Value;

const SCREENING: [&str; 6] =
    ["screen", "choked-model1", "--aqm=choke", "--duration=2", "--trajectories=3", "--metric=queueing_delay_s"];

#[test]
fn numbers_and_choices_are_reported_separately() {
    let line = lines(&chokepoint(&[&SCREENING[..], &["--json"]].concat())).remove(0);
    let settings = line["facts"]["settings"].as_array().unwrap();
    let effects = line["report"]["metrics"][0]["settings"].as_array().unwrap();
    assert_eq!(settings.len(), effects.len());
    assert_eq!(line["report"]["done"], line["facts"]["tasks"]);
    for effect in effects {
        let setting = &settings[effect["setting"].as_u64().unwrap() as usize];
        let is_once = setting["levels"].is_null();
        let is_there = |field: &str| !effect[field].is_null();
        let is_missing = effect["count"] == 0;
        for (field, expected) in
            [("mu_star", !is_once), ("sigma", !is_once), ("change", is_once), ("detectable", is_once)]
        {
            assert_eq!(is_there(field), expected && !is_missing, "{field}: {effect} of {setting}");
        }
    }
    let first = &settings[effects[0]["setting"].as_u64().unwrap() as usize]["id"];
    assert!(
        ["min_th", "max_th", "limit"].iter().any(|id| first == id),
        "a threshold says how long the queue is: {first}"
    );

    let table = String::from_utf8(chokepoint(&SCREENING).stdout).expect("UTF-8");
    let line = |starts: &str| table.lines().position(|line| line.starts_with(starts)).expect(starts);
    assert!(table.lines().nth(1).unwrap().contains("mu*"), "{table}");
    assert!(line("choice or switch") > line(first.as_str().unwrap()), "{table}");
}

/// The change reported for a switch equals the difference between two calls of `chokepoint run`.
#[test]
fn the_change_by_a_switch_equals_the_difference_of_two_runs() {
    let line = lines(&chokepoint(&[&SCREENING[..], &["--seeds=1", "--json"]].concat())).remove(0);
    let settings = line["facts"]["settings"].as_array().unwrap();
    let is_switch = |setting: &&Value| setting["other"].is_boolean();
    let switch = settings.iter().find(is_switch).expect("a switch");
    let place = settings.iter().position(|setting| setting == switch).unwrap();
    let effects = line["report"]["metrics"][0]["settings"].as_array().unwrap();
    let effect = effects.iter().find(|effect| effect["setting"] == place).unwrap();
    let delay = |value: &Value| {
        let set = format!("--set={}={value}", switch["id"].as_str().unwrap());
        let run = ["run", "choked-model1", "--aqm=choke", "--duration=2", "--seed=1", "--json", &set];
        lines(&chokepoint(&run)).remove(0)["bottleneck"]["queueing_delay_s"]["mean"].as_f64().unwrap()
    };
    assert_eq!(effect["change"], delay(&switch["other"]) - delay(&switch["value"]));
    assert!(effect["chance"].is_null() && effect["low"].is_null(), "one seed gives no interval");
}

#[test]
fn a_wrong_option_of_a_screening_is_named() {
    for (wrong, said) in [
        ("--factor=1", "factor: 1.0 is not a number above 1, at most 1000"),
        ("--vary=wish", "vary.0: \"wish\" is not one of \"queue\", \"bottleneck\", \"flows\""),
        ("--seeds=0", "seeds: 0 is not a whole number from 1 to"),
        ("--trajectories=1", "trajectories: 1 is not a whole number from 2 to 200"),
        ("--metric=wish", "metrics.1: \"wish\" is not a metric; the nearest names are"),
        ("--aqm=wish", "wish"),
        ("--set=wish=1", "no lane (choke) has a parameter wish"),
    ] {
        // Every option except --metric can be given only once.
        let name = wrong.split('=').next().unwrap();
        let call: Vec<&str> =
            SCREENING.into_iter().filter(|option| name == "--metric" || !option.starts_with(name)).collect();
        assert_refused(&[&call[..], &[wrong]].concat(), said);
    }
}
