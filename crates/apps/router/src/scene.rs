//! Builds the scene that a command line describes.

use crate::options::{DemoOptions, RunOptions, Thresholds};
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::{Problem, full_path, path, scenario_of};
use serde_json::{Value, json};

/// The preset that models the router in the paper of Domański, Domańska and Klamka.
const DEFAULT_PRESET: &str = "linux-router";
/// Duration of an open-ended run \[s\]: the longest that a scene may have.
const LONGEST: f64 = 100_000.0;

/// The scene of `run`: half of the flow numbers are for TCP, the rest for all other protocols.
pub(crate) fn of_run(options: &RunOptions) -> Result<Scenario, Vec<Problem>> {
    let aqm = options.variant.map_or(options.aqm.as_str(), |letter| letter.aqm());
    let tcp = options.flows / 2;
    let mut scene = json!({
        "id": "router",
        "title": "Packets of a Linux router",
        "seed": options.seed,
        "duration_s": options.seconds.unwrap_or(LONGEST),
        "bottleneck": { "capacity_bps": options.rate, "delay_s": 0 },
        "access": { "rate_bps": 100_000_000_000_u64, "delay_s": 0 },
        "queue": { "params": {} },
        "lanes": [{ "aqm": aqm }],
        "flows": [
            { "transport": "newreno", "count": tcp, "packet_bytes": options.packet_bytes },
            { "transport": "udp", "count": options.flows - tcp, "packet_bytes": options.packet_bytes, "rate_bps": 0 },
        ],
    });
    change(&mut scene, &options.thresholds)?;
    Scenario::parse(&scene)
}

/// The scene of `demo`, with one lane for each requested discipline.
pub(crate) fn of_demo(options: &DemoOptions) -> Result<Scenario, Vec<Problem>> {
    let is_described = options.tcp.or(options.udp).is_some()
        || options.rate.or(options.udp_rate).is_some()
        || options.rtt.is_some()
        || options.packet_bytes.is_some()
        || options.transport.is_some();
    let mut scene = if is_described {
        described(options)
    } else {
        let source = options.preset.as_deref().unwrap_or(DEFAULT_PRESET);
        scenario_of(&chokepoint_scenes::load_whole(source, "chokepoint list presets", Language::NONE)?).clone()
    };
    if !options.aqms.is_empty() {
        let lanes = scene["lanes"].as_array().cloned().unwrap_or_default();
        let lane = |aqm: &String| {
            let own = lanes.iter().find(|lane| lane["aqm"].as_str() == Some(aqm));
            own.cloned().unwrap_or_else(|| json!({ "aqm": aqm }))
        };
        scene["lanes"] = options.aqms.iter().map(lane).collect();
    } else if let Some(first) = scene["lanes"].get(0).cloned() {
        scene["lanes"] = json!([first]);
    }
    if let Some(seconds) = options.seconds {
        scene["duration_s"] = json!(seconds);
        // A run shorter than the scene's warm-up is measured from its start.
        if scene["measured_from_s"].as_f64().is_some_and(|from| from >= seconds) {
            scene["measured_from_s"] = json!(0);
        }
    }
    if let Some(seed) = options.seed {
        scene["seed"] = json!(seed);
    }
    change(&mut scene, &options.thresholds)?;
    Scenario::parse(&scene)
}

/// TCP flows and greedy UDP flows at one bottleneck.
fn described(options: &DemoOptions) -> Value {
    let rate = options.rate.unwrap_or(10_000_000);
    let bytes = options.packet_bytes.unwrap_or(1_500);
    let rtt = options.rtt.unwrap_or(40.0) / 1e3;
    json!({
        "id": "router-demo",
        "title": "TCP and UDP at a Linux router",
        "seed": 1,
        "duration_s": 60,
        "measured_from_s": 0,
        "profile": "rfc6298",
        // Each direction takes half of the round-trip time: one half of that on the bottleneck, and a quarter on each
        // of the flow's two access links.
        "bottleneck": { "capacity_bps": rate, "delay_s": rtt / 4.0 },
        "access": { "rate_bps": 1_000_000_000, "delay_s": rtt / 8.0 },
        "queue": { "params": { "limit": 100 } },
        "lanes": [{ "aqm": "choke" }],
        "flows": [
            {
                "transport": "udp", "source": "cbr", "count": options.udp.unwrap_or(1), "packet_bytes": bytes,
                "rate_bps": options.udp_rate.unwrap_or(2 * rate), "start_s": [0, 1],
            },
            {
                "transport": options.transport.as_deref().unwrap_or("newreno"), "source": "ftp",
                "count": options.tcp.unwrap_or(5), "packet_bytes": bytes, "window_packets": 1_000, "start_s": [0, 1],
                "initial_window": 10, "min_rto_s": 0.2,
            },
        ],
    })
}

/// Sets buffer, thresholds and other given values in the scene.
fn change(scene: &mut Value, thresholds: &Thresholds) -> Result<(), Vec<Problem>> {
    let Thresholds { buffer, min_th, max_th, weight, maxcomp, changes } = thresholds;
    let named = [
        ("limit", buffer.map(Value::from)),
        ("min_th", min_th.map(Value::from)),
        ("max_th", max_th.map(Value::from)),
        ("w_q", weight.map(Value::from)),
        ("maxcomp", maxcomp.map(Value::from)),
    ];
    for (id, value) in named {
        if let Some(value) = value {
            set(scene, &format!("queue.params.{id}"), value)?;
        }
    }
    for change in changes {
        let Some((name, value)) = change.split_once('=') else {
            return Err(vec![Problem::new(format!("--set {change}"), "is not of the form PATH=VALUE".to_owned())]);
        };
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::String(value.to_owned()));
        set(scene, &full_path(name, scene, Language::NONE), value)?;
    }
    Ok(())
}

fn set(scene: &mut Value, to: &str, value: Value) -> Result<(), Vec<Problem>> {
    // If a lane has its own value of this parameter, that value would override the requested one, so it is removed.
    if let Some(id) = to.strip_prefix("queue.params.") {
        for lane in scene["lanes"].as_array_mut().into_iter().flatten() {
            if let Some(params) = lane.get_mut("params").and_then(Value::as_object_mut) {
                params.remove(id);
            }
        }
    }
    path::set(scene, to, value).map_err(|problem| vec![problem])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::options::{Command, CommandLine};
    use clap::Parser;

    fn parsed(line: &str) -> Command {
        let words = ["chokepoint-router"].into_iter().chain(line.split_whitespace());
        CommandLine::try_parse_from(words).unwrap_or_else(|error| panic!("{error}")).command
    }

    pub(crate) fn demo(line: &str) -> Result<Scenario, Vec<Problem>> {
        match parsed(&format!("demo {line}")) {
            Command::Demo(options) => of_demo(&options),
            _ => panic!("no demo"),
        }
    }

    fn run(line: &str) -> Result<Scenario, Vec<Problem>> {
        match parsed(&format!("run {line}")) {
            Command::Run(options) => of_run(&options),
            _ => panic!("no run"),
        }
    }

    #[test]
    fn the_default_scene_of_the_demo_is_the_router_of_the_paper() {
        let scene = demo("").unwrap();
        assert_eq!((scene.id.as_str(), scene.lanes.len(), scene.lanes[0].aqm.as_str()), ("linux-router", 1, "choke"));
        assert_eq!(demo("--preset choked-model1 --seconds 3").unwrap().measured_from.secs(), 0.0);
        let unknown = demo("--preset nothing-like-it").unwrap_err();
        assert!(unknown[0].to_string().contains("the nearest is"), "{}", unknown[0]);
    }

    #[test]
    fn options_describe_a_scene() {
        let line = "--tcp 5 --udp 1 --rate 10mbit --udp-rate 20mbit --buffer 60 --rtt 20 --seconds 9 --seed 4 --aqm red --aqm choke -M 90";
        let scene = demo(line).unwrap();
        assert_eq!((scene.flow_count(), scene.capacity_bps, scene.seed, scene.lanes.len()), (6, 10_000_000, 4, 2));
        assert_eq!((scene.delay.secs(), scene.access.delay.secs()), (0.005, 0.0025));
        assert_eq!((&scene.shared_params["limit"], &scene.shared_params["max_th"]), (&json!(60), &json!(90.0)));
    }

    #[test]
    fn flow_numbers_are_divided_between_tcp_and_other_protocols() {
        let scene = run("f --rate 5mbit -b 50 --flows 7").unwrap();
        assert_eq!((scene.lanes[0].aqm.as_str(), scene.flows[0].count, scene.flows[1].count), ("front-choke", 3, 4));
        assert_eq!(run("").unwrap().flow_count(), 10_000);
    }

    #[test]
    fn wrong_values_are_named() {
        let problem = |result: Result<Scenario, Vec<Problem>>| result.unwrap_err()[0].to_string();
        assert!(problem(run("--aqm chocke")).contains("lanes.0.aqm"), "{}", problem(run("--aqm chocke")));
        assert!(problem(run("-b 0")).contains("limit"), "{}", problem(run("-b 0")));
        assert!(problem(demo("--set max_p")).contains("PATH=VALUE"));
        assert!(problem(demo("--set max_p=7")).contains("max_p"));
    }
}
