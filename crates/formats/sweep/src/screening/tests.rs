use super::*;
use serde_json::json;

fn definition(changes: Value) -> Value {
    let mut given = json!({
        "scene": {
            "duration_s": 4,
            "lanes": [{ "aqm": "red" }, { "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno", "count": 3 }],
        },
        "lane": "choke",
        "trajectories": 3,
        "seeds": 2,
        "metrics": ["udp_utilization", "queueing_delay_s"],
    });
    given.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    given
}

fn screening(changes: Value) -> Result<Screening, Vec<String>> {
    Screening::parse(&definition(changes)).map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

fn finished(mut screening: Screening) -> Screening {
    for index in 0..screening.tasks() {
        let row = screening.run(screening.task(index).unwrap());
        screening.add(&row);
    }
    assert_eq!(screening.done(), screening.tasks());
    screening
}

fn id_of<'a>(screening: &'a Screening, effect: &EffectOfSetting) -> &'a str {
    screening.settings()[effect.setting].spec.id
}

/// This scene does not draw by region or in two stages, so the settings for such draws cannot change a run. The number
/// of draws and the thresholds can change it.
#[test]
fn settings_without_an_influence_have_an_effect_of_exactly_zero() {
    let screening = finished(screening(json!({ "seeds": 4 })).unwrap());
    let report = screening.report();
    for of_metric in &report {
        for effect in &of_metric.settings {
            let id = id_of(&screening, effect);
            if ["m_low", "m_high", "regions_k", "regions_a"].contains(&id) {
                let is_once = matches!(screening.settings()[effect.setting].way, Way::Once(_));
                let none = if is_once { (effect.change, None) } else { (effect.mu_star, Some(0.0)) };
                assert_eq!((none.0, effect.sigma), (Some(0.0), none.1), "{id}");
                assert!(effect.is_none(), "{id}");
            }
        }
    }
    let delay = &report[1].settings;
    let first = id_of(&screening, &delay[0]);
    assert_eq!(delay[0].is_above_chance(), Some(true), "{first}: {:?}", delay[0]);
    assert!(["min_th", "max_th", "limit"].contains(&first), "a threshold says how long the queue is, not {first}");
    // The order is: first numbers by μ*, then choices and switches, which have no μ*, by the size of their change.
    let numbers = delay.iter().take_while(|effect| effect.mu_star.is_some()).count();
    for effects in [&delay[..numbers], &delay[numbers..]] {
        assert!(effects.windows(2).all(|pair| pair[0].size() >= pair[1].size()));
    }
    assert!(delay[numbers..].iter().all(|effect| effect.mu_star.is_none() && effect.interval.is_some()));
}

#[test]
fn an_effect_is_the_difference_of_two_runs_with_the_same_seed() {
    let screening = finished(screening(json!({ "vary": ["flows"], "seeds": 1, "trajectories": 2 })).unwrap());
    let first = screening.trajectories[0].clone();
    let run = |point| screening.run(Task { point, lane: 1, seed: 1 }).values.unwrap()[0].unwrap();
    let base = screening.first_point_of(0);
    let step = first.steps[0];
    let expected = (run(base + 1) - run(base)) / morris::delta(step, 4);
    let second = screening.trajectories[1].steps.iter().position(|it| it.factor == step.factor).unwrap();
    let base = screening.first_point_of(1) + second;
    let other = (run(base + 1) - run(base)) / morris::delta(screening.trajectories[1].steps[second], 4);
    let report = screening.report();
    let effect = report[0].settings.iter().find(|it| it.setting == step.factor).unwrap();
    assert_eq!(effect.mu, Some((expected + other) / 2.0));
    assert_eq!(effect.chance, None, "one seed says nothing about chance");
}

#[test]
fn numbers_are_varied_within_a_factor_and_inside_their_range() {
    let screening = screening(json!({ "vary": ["queue", "bottleneck", "flows"] })).unwrap();
    let find = |path: &str| json!(screening.facts().settings.into_iter().find(|it| it.path == path).unwrap());
    let thresholds = find("lanes.1.params.max_th");
    let (value, levels) = (thresholds["value"].as_f64().unwrap(), thresholds["levels"].as_array().unwrap());
    assert_eq!((levels.len(), levels[0].as_f64(), levels[3].as_f64()), (4, Some(value / 2.0), Some(value * 2.0)));
    assert_eq!(find("lanes.1.params.m")["levels"], json!([1, 1, 2, 2]), "at least one is drawn");
    assert_eq!(find("flows.1.count")["levels"], json!([2, 2, 4, 6]));
    assert_eq!(find("bottleneck.capacity_bps")["levels"][3], json!(2_000_000));
    assert!(screening.settings().iter().all(|it| it.path != "seed" && it.path != "duration_s"));
    assert!(screening.left_out().iter().any(|it| it.reason.contains("is 0")), "{:?}", screening.left_out());
}

/// A draw is refused if min_th exceeds max_th at one of its points. The range of max_th is 20 to 80 and that of min_th
/// 10 to 40, so half of the possible draws are refused.
#[test]
fn steps_between_values_that_contradict_each_other_are_avoided_or_counted() {
    let mut given = definition(json!({ "trajectories": 10, "seeds": 1 }));
    given["scene"]["lanes"][1]["params"] = json!({ "min_th": 20, "max_th": 40 });
    let near = finished(Screening::parse(&given).unwrap());
    let of_trajectories = &near.points[near.first_point_of(0)..];
    assert!(of_trajectories.iter().all(|point| point.refused.is_none()), "drawn anew until it fits");
    let midway = near.facts().settings.into_iter().find(|it| it.other == Some("two_region".into())).unwrap();
    assert!(midway.refused.as_ref().unwrap().contains("is not between min_th (20) and max_th (40)"), "{midway:?}");
    given["scene"]["lanes"][1]["params"] = json!({ "min_th": 39, "max_th": 40 });
    given["factor"] = json!(100);
    let report = Screening::parse(&given).map(finished).unwrap().report();
    let (count, refused) = report[0].settings.iter().fold((0, 0), |(count, refused), effect| {
        (count + effect.count + effect.unmoved + effect.without_value, refused + effect.refused)
    });
    let once = near.settings().iter().filter(|it| matches!(it.way, Way::Once(_))).count();
    assert_eq!(count + refused, 10 * (near.settings().len() - once) + once);
}

#[test]
fn the_same_definition_is_the_same_design() {
    let (one, other) = (screening(json!({})).unwrap(), screening(json!({})).unwrap());
    assert_eq!(one.trajectories, other.trajectories);
    let mut given = definition(json!({}));
    given["scene"]["seed"] = json!(2);
    assert_ne!(one.trajectories, Screening::parse(&given).unwrap().trajectories);
}

/// With three steps and two seeds, eight sign vectors give different sizes. Each has a probability of 1/8, but an
/// effect exceeds the limit of chance only if its vector has a probability of at most 5 %.
#[test]
fn screenings_with_too_few_runs_to_exceed_chance_are_detected() {
    for (trajectories, seeds, expected) in [(3, 2, false), (4, 2, false), (5, 2, true), (3, 3, true), (9, 1, false)] {
        let screening = screening(json!({ "trajectories": trajectories, "seeds": seeds })).unwrap();
        assert_eq!(screening.can_exceed_chance(), expected, "{trajectories} trajectories, {seeds} seeds");
    }
}

#[test]
fn missing_values_are_not_counted() {
    let mut screening = screening(json!({})).unwrap();
    let nothing = screening.report();
    assert!(nothing[0].settings.iter().all(|effect| effect.count == 0 && effect.mu_star.is_none()));
    let row = screening.run(screening.task(0).unwrap());
    screening.add(&row);
    screening.add(&row);
    assert_eq!(screening.done(), 1);
}

#[test]
fn an_invalid_screening_is_reported_with_its_path() {
    for (changes, said) in [
        (json!({ "lane": "fred" }), "lane: \"fred\" is not a lane of the scene; its lanes are red, choke (0 to 1)"),
        (json!({ "lane": 2 }), "lane: 2 is not a lane"),
        (json!({ "vary": ["run"] }), "vary.0: \"run\" is not one of"),
        (json!({ "vary": [] }), "vary: [] is not a list"),
        (json!({ "factor": 1 }), "factor: 1 is not a number above 1, at most 1000"),
        (json!({ "levels": 3 }), "levels: 3 is not even"),
        (json!({ "trajectories": 1 }), "trajectories: 1 is not a whole number from 2 to 200"),
        (json!({ "seeds": 0 }), "seeds: 0 is not a whole number from 1 to"),
        (json!({ "seeds": 10_000, "trajectories": 200 }), "runs in total; at most 1000000"),
        (json!({ "metrics": ["speed"] }), "metrics.0: \"speed\" is not a metric"),
        (json!({ "over": [] }), "over: is unknown; known are scene, lane"),
        (json!({ "scene": 1 }), "scene: is missing"),
    ] {
        let messages = screening(changes.clone()).map(|_| ()).expect_err(&changes.to_string()).join("\n");
        assert!(messages.contains(said), "{changes}: {messages}");
    }
}
