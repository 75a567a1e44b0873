use super::*;
use crate::until::{Known, Look, Stop};

fn sweep(changes: Value) -> Result<Sweep, Vec<String>> {
    let mut given = json!({
        "scene": {
            "duration_s": 2,
            "lanes": [{ "aqm": "red", "params": { "max_th": 70 } }, { "aqm": "choke" }],
            "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno", "count": 3 }],
        },
    });
    given.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    Sweep::parse(&given).map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn every_index_gives_one_task_and_every_task_its_index() {
    let sweep = sweep(json!({
        "over": [
            { "path": "capacity_bps", "values": [1e6, 2e6] },
            { "path": "flows.1.count", "from": 1, "to": 9, "count": 3 },
        ],
        "seeds": 4,
    }))
    .unwrap();
    assert_eq!((sweep.points(), sweep.tasks()), (6, 48));
    for index in 0..sweep.tasks() {
        assert_eq!(sweep.index_of(sweep.task(index).unwrap()), index);
    }
    assert_eq!(sweep.task(48), None);
    assert_eq!(sweep.values_at(4), [&json!(2_000_000), &json!(5)]);
    let scene = sweep.scenario_at(4).unwrap();
    assert_eq!((scene.capacity_bps, scene.flow_count()), (2_000_000, 6));
    assert_eq!(Sweep::parse(&sweep.to_json()), Ok(Sweep { axes: written(&sweep.axes), ..sweep }));
}

/// The axes as they are after a sweep was written to a file and parsed again. The file lists the values, so it loses
/// whether they were spaced logarithmically.
fn written(axes: &[Axis]) -> Vec<Axis> {
    axes.iter().map(|axis| Axis { is_logarithmic: false, ..axis.clone() }).collect()
}

#[test]
fn coupled_settings_make_one_axis() {
    let sweep = sweep(json!({
        "over": [
            { "paths": ["limit", "min_th"], "values": [[50, 20], [100, 20], [100, 40]] },
            { "path": "flows.1.count", "values": [1, 2] },
        ],
    }))
    .unwrap();
    assert_eq!(sweep.points(), 6);
    let paths: Vec<&str> = sweep.varied().map(|(path, _)| path).collect();
    assert_eq!(paths, ["queue.params.limit", "queue.params.min_th", "flows.1.count"]);
    assert_eq!(sweep.values_at(3), [&json!(100), &json!(20), &json!(2)]);
    let scene = sweep.scenario_at(5).unwrap().to_json();
    assert_eq!(scene["queue"]["params"], json!({ "limit": 100, "min_th": 40 }));
    assert_eq!(Sweep::parse(&sweep.to_json()), Ok(sweep));
}

#[test]
fn a_parameter_that_every_lane_sets_itself_is_not_varied_for_all() {
    let over = |scene: Value| {
        let over = json!([{ "path": "limit", "values": [50, 100] }]);
        sweep(json!({ "scene": scene, "over": over, "metrics": ["drop_ratio"] })).err()
    };
    let scene = |second: Value| {
        json!({ "lanes": [{ "aqm": "red", "params": { "limit": 60 } }, second],
                                        "flows": [{ "transport": "newreno" }] })
    };
    assert_eq!(over(scene(json!({ "aqm": "choke" }))), None, "choke follows it");
    let problems = over(scene(json!({ "aqm": "choke", "params": { "limit": 70 } }))).unwrap();
    assert!(problems[0].contains("vary lanes.0.params.limit"), "{problems:?}");
}

#[test]
fn a_comparison_does_not_change_tasks_and_keys() {
    let (plain, compared) = (sweep(json!({})).unwrap(), sweep(json!({ "against": "choke" })).unwrap());
    assert_eq!((plain.against(), compared.against()), (None, Some(1)));
    let task = Task { point: 0, lane: 1, seed: 2 };
    assert_eq!((plain.tasks(), plain.key(task)), (compared.tasks(), compared.key(task)));
    assert_eq!(Sweep::parse(&compared.to_json()), Ok(compared));
}

#[test]
fn figures_are_kept_as_they_are_and_change_no_key() {
    let figures = json!({ "load": { "kind": "box" }, "any": {} });
    let (plain, drawn) = (sweep(json!({})).unwrap(), sweep(json!({ "figures": figures })).unwrap());
    assert_eq!((drawn.to_json()["figures"].clone(), plain.to_json().get("figures")), (figures, None));
    assert_eq!(plain.key(plain.task(0).unwrap()), drawn.key(drawn.task(0).unwrap()));
    assert_eq!(Sweep::parse(&drawn.to_json()), Ok(drawn));
}

#[test]
fn a_lane_named_by_its_discipline_keeps_the_settings_of_the_scene() {
    let lanes = json!({ "lanes": ["red", { "aqm": "red", "name": "RED, 60", "params": { "max_th": 60 } }] });
    let sweep = sweep(lanes).unwrap();
    assert_eq!(sweep.lanes(), ["red", "RED, 60"]);
    assert_eq!(sweep.scenario().to_json()["lanes"][0]["params"]["max_th"], json!(70));
    assert_eq!((sweep.points(), sweep.tasks()), (1, 20));
    let twice = json!({ "lanes": [{ "aqm": "red" }, { "aqm": "red" }], "flows": [{ "transport": "udp" }] });
    assert_eq!(Sweep::parse(&json!({ "scene": twice })).unwrap().lanes(), ["red", "red 2"], "as the scene has them");
}

/// The value in a point's scene.
fn at(sweep: &Sweep, point: usize, pointer: &str) -> Value {
    sweep.scenario_at(point).unwrap().to_json().pointer(pointer).cloned().unwrap_or_default()
}

#[test]
fn derived_settings_follow_the_values_of_their_point() {
    let sweep = sweep(json!({
        "over": [{ "path": "bottleneck.delay_s", "values": [0.02, 0.1, 0.17] }],
        "derive": { "min_th": "0.4 * limit", "lanes.0.params.max_th": "0.8 * limit", "limit": "max(20, 2 * bdp)" },
        "lanes": ["red"],
    }))
    .unwrap();
    let paths: Vec<String> = sweep.derived().map(|setting| setting.path).collect();
    assert_eq!(paths, ["queue.params.limit", "lanes.0.params.max_th", "queue.params.min_th"]);
    // 1 Mb/s with packets of 1000 bytes is 125 packets/s. The access link has a delay of 1 ms.
    let access_s = sweep.scenario().to_json()["access"]["delay_s"].as_f64().unwrap();
    let limits = [0.02, 0.1, 0.17].map(|delay_s: f64| (4.0 * 125.0 * (delay_s + access_s)).max(20.0).round());
    for (point, limit) in limits.into_iter().enumerate() {
        assert_eq!(at(&sweep, point, "/queue/params/limit"), json!(limit as i64));
        assert_eq!(at(&sweep, point, "/queue/params/min_th").as_f64(), Some(0.4 * limit));
        assert_eq!(at(&sweep, point, "/lanes/0/params/max_th").as_f64(), Some(0.8 * limit));
    }
    assert_eq!(sweep.derived_at(0).unwrap()[0], json!(limits[0] as i64));
    assert_eq!(Sweep::parse(&sweep.to_json()), Ok(sweep));
}

#[test]
fn a_run_with_derived_settings_has_the_key_of_the_same_scene() {
    let derived = sweep(json!({
        "over": [{ "path": "limit", "values": [50, 100] }],
        "derive": { "min_th": "0.4 * limit", "max_th": "0.8 * limit" },
        "lanes": ["choke"],
    }))
    .unwrap();
    let typed = json!({
        "over": [
            { "path": "limit", "values": [100] },
            { "path": "min_th", "values": [40] },
            { "path": "max_th", "values": [80] },
        ],
        "lanes": ["choke"],
    });
    let key = |sweep: &Sweep, point| sweep.key(Task { point, lane: 0, seed: 3 });
    assert_eq!(key(&derived, 1), key(&sweep(typed).unwrap(), 0));
    assert_ne!(key(&derived, 0), key(&derived, 1));
}

#[test]
fn a_point_with_contradictory_derived_settings_has_no_scene() {
    let sweep = sweep(json!({
        "over": [{ "path": "limit", "values": [50, 200] }],
        "derive": { "min_th": "0.4 * limit", "max_th": "6000 / limit" },
        "lanes": ["choke"],
    }))
    .unwrap();
    assert!(sweep.scenario_at(0).is_ok());
    let problems = sweep.scenario_at(1).unwrap_err();
    assert!(problems[0].problem.contains("min_th"), "{problems:?}");
}

#[test]
fn a_parameter_in_an_expression_belongs_to_all_lanes_or_to_one() {
    let limit = |expression: &str| {
        let sweep = sweep(json!({ "derive": { "limit": expression } })).unwrap();
        at(&sweep, 0, "/queue/params/limit")
    };
    assert_eq!(limit("2 * lanes.0.params.max_th"), json!(140), "the lane's own");
    assert_eq!(limit("lanes.1.params.max_th + 20"), json!(35), "the default");
    assert_eq!(limit("100 * flows.1.count + 0.5"), json!(301), "rounded to the nearest");
}

#[test]
fn the_bandwidth_delay_product_is_that_of_the_tcp_group_with_the_longest_round_trip() {
    let limit = |flows: Value| {
        let scene = json!({
            "lanes": [{ "aqm": "drop-tail" }],
            "bottleneck": { "capacity_bps": 8e6, "delay_s": 0.04 },
            "access": { "delay_s": 0.01 },
            "flows": flows,
        });
        let sweep = Sweep::parse(&json!({ "scene": scene, "derive": { "limit": "bdp" } })).unwrap();
        at(&sweep, 0, "/queue/params/limit")
    };
    let udp = json!({ "transport": "udp", "rate_bps": 1e6, "access_delay_s": 0.05, "packet_bytes": 100 });
    let near = json!({ "transport": "newreno" });
    let far = json!({ "transport": "cubic", "access_delay_s": 0.06, "packet_bytes": 500 });
    assert_eq!(limit(json!([udp, near])), json!(100));
    assert_eq!(limit(json!([udp, near, far])), json!(400));
    assert_eq!(limit(json!([udp])), json!(1_800));
}

#[test]
fn points_at_which_a_condition_is_false_are_left_out() {
    let sweep = sweep(json!({
        "over": [
            { "path": "min_th", "values": [20, 50, 90] },
            { "path": "max_th", "values": [40, 80] },
        ],
        "where": ["min_th < max_th", "max_th - min_th <= 50"],
        "lanes": ["choke"],
        "seeds": 2,
    }))
    .unwrap();
    // The points are 20/40, 20/80, 50/40, 50/80, 90/40 and 90/80. The thresholds of 20/80 are too far apart; in 50/40,
    // 90/40 and 90/80 min_th is not below max_th.
    let kept: Vec<usize> = (0..6).filter(|point| !sweep.is_left_out(*point)).collect();
    assert_eq!((kept, sweep.left_out(), sweep.points()), (vec![0, 3], 4, 6));
    assert_eq!(json!(sweep.facts())["left_out"], json!([1, 2, 4, 5]));
    let problems = sweep.scenario_at(1).unwrap_err();
    assert_eq!(problems[0].to_string(), "where: leaves the point out, since max_th - min_th <= 50 is false there");
    let task = |point| Task { point, lane: 0, seed: 1 };
    assert!(sweep.key(task(0)).is_some() && sweep.key(task(1)).is_none());
    assert_eq!(sweep.look(1, 0, |_| Known::Missing), Look { seeds: 0, stop: Stop::Done, wide: Vec::new() });
    assert_eq!(sweep.look(3, 0, |_| Known::Missing).stop, Stop::Open);
    assert_eq!(sweep.to_json()["where"], json!(["min_th < max_th", "max_th - min_th <= 50"]));
    assert_eq!(Sweep::parse(&sweep.to_json()), Ok(sweep));
}

#[test]
fn a_condition_may_read_derived_settings_and_is_otherwise_tested_before_them() {
    let left_out = |condition: &str| {
        let sweep = sweep(json!({
            "over": [{ "path": "limit", "values": [50, 100, 200] }],
            "derive": { "min_th": "limit - 90", "max_th": "limit" },
            "where": [condition],
            "lanes": ["choke"],
        }))
        .unwrap();
        (0..3).map(|point| sweep.is_left_out(point)).collect::<Vec<_>>()
    };
    assert_eq!(left_out("min_th < 100"), [false, false, true], "at the first point min_th has no value: no scene");
    assert_eq!(left_out("limit > 90"), [true, false, false], "known without min_th");
    assert_eq!(left_out("100 / (limit - 100) != 2"), [false, false, false], "without a finite value: no scene");
}

fn over_scenes(changes: Value) -> Result<Sweep, Vec<String>> {
    let scene = |count: u32, aqms: [&str; 2], id: &str| {
        json!({
            "id": id,
            "duration_s": 2,
            "lanes": aqms.map(|aqm| json!({ "aqm": aqm })),
            "flows": [{ "transport": "newreno", "count": count }],
        })
    };
    let mut given = json!({ "scenes": [
        { "scene": scene(3, ["red", "choke"], "three") },
        { "name": "five flows", "scene": scene(5, ["red", "choke"], "five") },
    ] });
    given.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
    if let Some(aqms) = given.as_object_mut().unwrap().remove("aqms_of_second") {
        let aqms: [&str; 2] = [aqms[0].as_str().unwrap(), aqms[1].as_str().unwrap()];
        given["scenes"][1]["scene"] = scene(5, aqms, "five");
    }
    Sweep::parse(&given).map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

#[test]
fn the_axis_of_scenes_varies_slowest() {
    let sweep = over_scenes(json!({
        "over": [{ "path": "limit", "values": [40, 80] }],
        "derive": { "min_th": "flows.0.count", "max_th": "20 * flows.0.count" },
        "where": ["limit > 10 * flows.0.count"],
    }))
    .unwrap();
    assert_eq!((sweep.points(), sweep.lanes()), (4, &["red".to_owned(), "choke".to_owned()][..]));
    let varied: Vec<&str> = sweep.varied().map(|(path, _)| path).collect();
    assert_eq!(varied, ["scene", "queue.params.limit"]);
    assert_eq!(sweep.values_at(2), [&json!("five flows"), &json!(40)]);
    assert!(sweep.is_left_out(2) && sweep.left_out() == 1, "40 packets for five flows");
    assert_eq!(at(&sweep, 1, "/queue/params/max_th"), json!(60));
    assert_eq!(at(&sweep, 3, "/queue/params/max_th"), json!(100));
    assert_eq!(sweep.derived_at(3), Some(vec![json!(100), json!(5)]));
    assert_eq!(Sweep::parse(&sweep.to_json()), Ok(sweep));
}

#[test]
fn a_run_of_one_of_several_scenes_has_the_key_of_that_scene() {
    let several =
        over_scenes(json!({ "over": [{ "path": "limit", "values": [80] }], "lanes": ["choke", "red"] })).unwrap();
    let mut scene = several.scenario_at(1).unwrap().to_json();
    scene["title"] = json!("five");
    let alone = Sweep::parse(&json!({ "scene": scene, "lanes": ["red"], "metrics": several.metrics() })).unwrap();
    let key = several.key(Task { point: 1, lane: 1, seed: 2 });
    assert!(key.is_some());
    assert_eq!(key, alone.key(Task { point: 0, lane: 0, seed: 2 }));
    assert_eq!(at(&several, 0, "/flows/0/count"), json!(3));
    assert_eq!(at(&several, 1, "/flows/0/count"), json!(5));
    assert_eq!(Sweep::parse(&several.to_json()), Ok(several));
}

#[test]
fn problems_of_scenes_are_reported_with_the_scene() {
    let scene = |lanes: Value| json!({ "duration_s": 2, "lanes": lanes, "flows": [{ "transport": "newreno" }] });
    for (changes, said) in [
        (json!({ "scene": {} }), "scene: is given beside scenes"),
        (json!({ "scenes": [] }), "scenes: is not a list of 1 to 64 scenes"),
        (json!({ "scenes": ["three"] }), "scenes.0: is not an object with name and scene"),
        (json!({ "scenes": [{ "scene": 3 }] }), "scenes.0.scene: is missing"),
        (
            json!({ "scenes": [{ "scene": {}, "title": "x" }] }),
            "scenes.0.title: is unknown; known are name, scene, lanes",
        ),
        (
            json!({ "scenes": [{ "name": "a", "scene": {} }, { "name": "a", "scene": {} }] }),
            "scenes.1.name: \"a\" is the name of two scenes",
        ),
        (json!({ "scenes": [{ "scene": scene(json!([{ "aqm": "red" }])) }] }), "scenes.0.name: is missing"),
        (
            json!({ "aqms_of_second": ["red", "codel"] }),
            "lanes: are red, codel, and those of the first scene red, choke; give the same lanes for all (in the scene five flows)",
        ),
        (
            json!({ "over": [{ "path": "flows.1.count", "values": [1] }] }),
            "over: fits the scene at no point; at the first: flows.1.count",
        ),
        (json!({ "derive": { "limit": "2 * wish" } }), "wish is not a setting that is one value"),
        (json!({ "seeds": 0 }), "seeds: 0 is not a whole number"),
        (json!({ "metrics": ["flow_loss_ratio:5"] }), "(in the scene three)"),
    ] {
        let messages = over_scenes(changes.clone()).expect_err(&changes.to_string()).join("\n");
        assert!(messages.contains(said), "{changes}: {messages}");
    }
    let one = over_scenes(json!({ "metrics": ["flow_loss_ratio:2"] })).unwrap();
    assert_eq!(one.metrics().len(), 1);
}

#[test]
fn an_invalid_definition_is_reported_with_its_path() {
    let thousands = json!({ "path": "capacity_bps", "from": 1e5, "to": 1e8, "count": 10_000 });
    for (changes, said) in [
        (json!({ "over": [{ "path": "capacity", "values": [1] }] }), "over.0.path: capacity is not a setting"),
        (json!({ "over": [{ "path": "max_th", "from": 5, "to": 5, "count": 3 }] }), "the range is empty"),
        (json!({ "over": [{ "path": "max_th", "values": [] }] }), "over.0.values: is not a list with at least one"),
        (json!({ "over": [{ "path": "max_th", "values": [1, -3] }] }), "over.0.values.1: -3 is not"),
        (
            json!({ "over": [thousands, { "path": "flows.0.rate_bps", "from": 1, "to": 1e6, "count": 10_000 }] }),
            "over: has 100000000 combinations of values; at most 1000000",
        ),
        (
            json!({ "over": [{ "path": "limit", "from": 1, "to": 10_000, "count": 10_000 }], "seeds": 10_000 }),
            "seeds: give 200000000 runs in total; at most 100000000",
        ),
        (
            json!({ "over": [{ "path": "max_th", "values": [1] }, { "path": "queue.params.max_th", "values": [2] }] }),
            "over.1.path: queue.params.max_th is varied twice",
        ),
        (
            json!({ "over": [{ "path": "max_th", "values": [60] }, { "paths": ["limit", "max_th"], "values": [[9, 9]] }] }),
            "over.1.paths.1: queue.params.max_th is varied twice",
        ),
        (
            json!({ "over": [{ "paths": ["limit", "min_th"], "values": [[9, 5]], "count": 2 }] }),
            "over.0.count: is given beside paths",
        ),
        (
            json!({ "over": [{ "paths": ["limit"], "values": [[9]] }] }),
            "over.0.paths: is not a list of 2 to 8 settings",
        ),
        (
            json!({ "over": [{ "paths": ["limit", "max_th"], "values": [[9, 9]] }], "derive": { "max_th": "limit" } }),
            "derive.max_th: queue.params.max_th is varied, too",
        ),
        (json!({ "over": [{ "path": "min_th", "values": [90, 95] }] }), "over: fits the scene at no point"),
        (json!({ "lanes": ["rod"] }), "lanes.0.aqm: \"rod\""),
        (json!({ "lanes": ["red", "red"] }), "is the name of two lanes"),
        (json!({ "seeds": 0 }), "seeds: 0 is not a whole number from 1 to"),
        (json!({ "metrics": ["speed"] }), "metrics.0: \"speed\" is not a metric"),
        (json!({ "metrics": ["flow_loss_ratio:9"] }), "names no flow of the scene, which has 4"),
        (json!({ "metrics": ["udp_share:1..2"] }), "which a sweep does not keep"),
        (json!({ "metrics": ["flow_loss_ratio:1..4", "flow_loss_ratio:2"] }), "asks for flow_loss_ratio:2 twice"),
        (json!({ "derive": ["limit"] }), "derive: is not an object from settings to expressions"),
        (json!({ "derive": { "limit": 100 } }), "derive.limit: 100 is not text with an expression"),
        (
            json!({ "derive": { "max_th": "0.4 * limitt" } }),
            "derive.max_th: \"0.4 * limitt\" at character 7: limitt is not a setting that is one value",
        ),
        (
            json!({ "derive": { "max_th": "2 * * limit" } }),
            "derive.max_th: \"2 * * limit\" has * at character 5, where a number, a setting, a function or ( is needed",
        ),
        (json!({ "derive": { "weight_0": "1" } }), "derive.weight_0: queue.params.weight_0: no lane (red, choke) has"),
        (
            json!({ "derive": { "gentle": "1" } }),
            "derive.gentle: queue.params.gentle is not a number; it is true or false",
        ),
        (json!({ "derive": { "limit": "bdp + seed" } }), "at character 7: the seed differs between the runs"),
        (
            json!({ "over": [{ "path": "max_th", "values": [60] }], "derive": { "queue.params.max_th": "50" } }),
            "derive.queue.params.max_th: queue.params.max_th is varied, too",
        ),
        (json!({ "derive": { "max_th": "50", "queue.params.max_th": "50" } }), "max_th is derived twice"),
        (
            json!({ "derive": { "max_th": "2 * min_th", "min_th": "limit / 5", "limit": "2 * max_th" } }),
            "derive: contains a cycle: queue.params.limit needs queue.params.max_th needs queue.params.min_th needs queue.params.limit",
        ),
        (
            json!({ "derive": { "min_th": "min_th / 2" } }),
            "derive: contains a cycle: queue.params.min_th needs queue.params.min_th",
        ),
        (
            json!({ "derive": { "bottleneck.capacity_bps": "1e4 * bdp" } }),
            "contains a cycle: bottleneck.capacity_bps needs bottleneck.capacity_bps",
        ),
        (
            json!({ "derive": { "limit": "1 / (bdp - bdp)" } }),
            "derive.queue.params.limit: 1 / (bdp - bdp) has no finite value",
        ),
        (json!({ "derive": { "limit": "-bdp" } }), "derive.queue.params.limit: -bdp: -"),
        (
            json!({ "derive": { "limit": "2 * max_th" } }),
            "max_th differs between lanes: 70 in lanes.0, 15 in lanes.1; set it for all, or name lanes.0.params.max_th",
        ),
        (json!({ "where": "min_th < max_th" }), "where: is not a list of conditions"),
        (json!({ "where": [1] }), "where.0: 1 is not text with a condition"),
        (json!({ "where": vec!["limit > 1"; 33] }), "where: has 33 conditions; at most 32 are allowed"),
        (
            json!({ "where": ["limit > 1", "min_th = 3"] }),
            "where.1: \"min_th = 3\" has = at character 8, where one of + - * / or of < <= > >= == != is needed",
        ),
        (
            json!({ "where": ["2 * limitt < 3"] }),
            "where.0: \"2 * limitt < 3\" at character 5: limitt is not a setting that is one value",
        ),
        (json!({ "where": ["gentle == 1"] }), "gentle is not a number; it is true or false"),
        (json!({ "where": ["seed < 3"] }), "the seed differs between the runs"),
        (json!({ "where": ["limit > 1e6"] }), "where: leaves out the only point: limit > 1e6"),
        (
            json!({ "over": [{ "path": "limit", "values": [50, 60] }], "where": ["limit > 1", "limit < 50"] }),
            "where: leaves out all 2 points: limit > 1, limit < 50",
        ),
        (json!({ "against": "rod" }), "against: \"rod\" is not a lane of the sweep; its lanes are red, choke"),
        (json!({ "figures": [] }), "figures: is not an object with at most 100 figures by name"),
        (json!({ "figures": { "load": 1 } }), "figures.load: is not an object with the fields of a figure"),
        (json!({ "figures": { " ": {} } }), "figures: \" \" is not a name of 1 to 100 characters"),
        (json!({ "against": 0 }), "against: 0 is not a lane of the sweep"),
        (json!({ "against": "red", "lanes": ["red"] }), "against: \"red\" is the only lane"),
        (json!({ "against": "red", "seeds": 1 }), "against: needs at least 2 seeds"),
        (json!({ "schema": 2 }), "schema: 2 is not 1"),
        (json!({ "sead": 2 }), "sead: is unknown"),
    ] {
        let messages = sweep(changes.clone()).expect_err(&changes.to_string()).join("\n");
        assert!(messages.contains(said), "{changes}: {messages}");
    }
}
