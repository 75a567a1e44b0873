//! A case of the reference as a scenario of the engine.

use super::case::{Case, Simulator};
use chokepoint_engine::discipline::ABOUTS;
use serde_json::{Value, json};

/// The scenario of a case, or the reason why the engine cannot express it.
pub(super) fn scenario_of(case: &Case) -> Result<Value, String> {
    let Case { simulator, id, settings, .. } = case;
    if *simulator == Simulator::Linux {
        return scenario_in_linux(id, settings);
    }
    let number = |name: &str| settings[name].as_f64().unwrap_or_else(|| panic!("{id}: {name} is a number"));
    let ((aqm, params), profile) = match simulator {
        Simulator::Ns2 => (queue_of(settings)?, "ns2"),
        Simulator::Ns3 => (queue_in_ns3(settings), "rfc6298"),
        Simulator::Linux => unreachable!("it has a network of its own"),
    };
    Ok(json!({
        "schema": 1,
        "id": id,
        "duration_s": number("duration_s"),
        "profile": profile,
        "bottleneck": { "capacity_bps": number("bottleneck_bps") as u64, "delay_s": number("bottleneck_delay_s") },
        "access": { "rate_bps": number("access_bps") as u64, "delay_s": settings["access_delay_s"][0] },
        "lanes": [{ "aqm": aqm, "params": params }],
        "flows": flows_of(*simulator, settings),
    }))
}

/// The transport that corresponds to a congestion control of Linux, or the reason why there is none.
pub(super) fn transport_in_linux(control: &str) -> Result<&'static str, String> {
    let known = ["reno", "cubic", "bbr", "vegas", "dctcp"];
    known.into_iter().find(|&it| it == control).ok_or_else(|| format!("{control} is not one of our transports"))
}

/// The rate of links whose transmission times are negligible \[bit/s\].
const FAST_BPS: f64 = 1e11;

/// The scenario for a run of Linux. In Linux's runs a packet reaches the sink when its transmission begins, so the base
/// round-trip time includes no transmission time.
fn scenario_in_linux(id: &str, settings: &Value) -> Result<Value, String> {
    let number = |name: &str| settings[name].as_f64().unwrap_or_else(|| panic!("{id}: {name} is a number"));
    let (capacity_bps, bits) = (number("capacity_bps"), 8.0 * number("packet_bytes"));
    let transmissions_s = bits / capacity_bps + 2.0 * bits / FAST_BPS;
    let (aqm, params) = queue_in_linux(settings)?;
    Ok(json!({
        "schema": 1,
        "id": id,
        "duration_s": number("duration_s"),
        "profile": "linux",
        "bottleneck": {
            "capacity_bps": capacity_bps as u64,
            "delay_s": (number("base_rtt_ms") / 1e3 - transmissions_s) / 2.0,
        },
        "access": { "rate_bps": FAST_BPS as u64, "delay_s": 0.0 },
        "lanes": [{ "aqm": aqm, "params": params }],
        "flows": flows_in_linux(settings)?,
    }))
}

/// The groups of flows. UDP comes first, as in the whole reference.
fn flows_in_linux(settings: &Value) -> Result<Vec<Value>, String> {
    let mut groups = Vec::new();
    for rate in udp_rates_in_linux(settings) {
        groups.push(json!({
            "transport": "udp",
            "source": "cbr",
            "count": 1,
            "rate_bps": rate,
            "packet_bytes": settings["packet_bytes"],
            "start_s": settings["udp_start_s"],
            "jitter": settings["udp_jitter"],
        }));
    }
    for (control, count) in tcp_in_linux(settings) {
        groups.push(json!({
            "transport": transport_in_linux(control)?,
            "source": "ftp",
            "count": count,
            "packet_bytes": settings["packet_bytes"],
            "start_s": settings["tcp_start_s"],
            "ecn": settings["ecn"],
            // In the reference no window limit takes effect.
            "window_packets": 10_000,
        }));
    }
    Ok(groups)
}

fn udp_rates_in_linux(settings: &Value) -> Vec<u64> {
    let rates = settings["udp_bps"].as_str().expect("rates").split(',').filter(|rate| !rate.is_empty());
    rates.map(|rate| rate.parse().expect("a rate")).collect()
}

/// The congestion controls, with the number of flows of each.
pub(super) fn tcp_in_linux(settings: &Value) -> Vec<(&str, u64)> {
    let kinds = settings["tcp"].as_str().expect("congestion controls").split(',');
    let kinds = kinds.map(|kind| kind.split_once(':').expect("a congestion control and a number of flows"));
    kinds.map(|(control, count)| (control, count.parse().expect("a number"))).collect()
}

/// The queue discipline of a scene in Linux, or the reason why the engine does not have it. The parameters are Linux's
/// named set, with the changes that `tc` prints for the case.
fn queue_in_linux(settings: &Value) -> Result<(&'static str, Value), String> {
    let flows: u64 =
        tcp_in_linux(settings).iter().map(|(_, count)| count).sum::<u64>() + udp_rates_in_linux(settings).len() as u64;
    let red = json!({ "min_th": 40, "max_th": 80, "w_q": 1.0 / 512.0, "max_p": 0.1 });
    // The quantum is the MTU of the network plus the Ethernet header. Hosts and router are namespaces of one kernel, so a
    // packet keeps the hash of its socket.
    let fair = json!({ "quantum": 1014, "socket_hash": true });
    let (aqm, limit, values) = match settings["qdisc"].as_str().expect("a queue") {
        "pfifo" => return Ok(("drop-tail", json!({ "limit": 100 }))),
        "red" => ("red", 100, red),
        "choke" => ("choke", 100, red),
        "choke_l128" => ("choke", 128, red),
        "choke_asis" => {
            let mut red = red;
            red["ring"] = "linux".into();
            ("choke", 100, red)
        }
        "cake" => ("cake", 100, json!({ "socket_hash": true })),
        "codel" => ("codel", 100, json!({})),
        "fq_codel" => ("fq-codel", 100, fair),
        "pie" => ("pie", 100, json!({})),
        "fq_pie" => ("fq-pie", 100, fair),
        "sfb" => ("sfb", 100, json!({})),
        "sfq" => ("sfq", 100, json!({})),
        "drr" => ("drr", 10_000, json!({ "quantum": 1000, "bucket_limit": (100 / flows).max(3) })),
        other => return Err(format!("{other} is not one of our queue disciplines yet")),
    };
    let mut params = set_of_linux(aqm);
    params["limit"] = limit.into();
    // FQ-CoDel marks ECN-capable packets by default, and SFB always does.
    if settings["ecn"] == true && aqm != "sfb" {
        params["ecn"] = true.into();
    }
    for (name, value) in values.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    Ok((aqm, params))
}

/// The named set of parameters that a discipline declares for Linux.
fn set_of_linux(aqm: &str) -> Value {
    let about = ABOUTS.iter().find(|about| about.id == aqm).expect("a discipline");
    let set = about.param_sets.iter().find(|set| set.id == "linux").expect("a set of Linux's");
    set.values.iter().map(|(name, value)| ((*name).to_owned(), value.to_json())).collect()
}

/// The queue discipline of a scene in ns-3, with the parameters that differ from our defaults.
fn queue_in_ns3(settings: &Value) -> (&'static str, Value) {
    let ecn = settings["ecn"] == 1;
    let (aqm, mut params) = match settings["aqm"].as_str().expect("a queue") {
        "Fifo" => return ("drop-tail", json!({ "limit": settings["buffer_pkts"] })),
        "Red" => ("red", red_params(&settings["red"])),
        // The target of ns-3's CoDel is the same on every link.
        "CoDel" => ("codel", json!({ "slow_link_target": false })),
        "FqCoDel" => ("fq-codel", json!({ "slow_link_target": false, "classifier": "perfect" })),
        "Pie" => ("pie", json!({})),
        "FqPie" => ("fq-pie", json!({ "classifier": "perfect" })),
        other => panic!("{other} is no queue discipline of the reference"),
    };
    params["limit"] = settings["buffer_pkts"].clone();
    params["ecn"] = ecn.into();
    (aqm, params)
}

/// RED's parameters as in ns-2; ns-3's RED is a port of ns-2's.
fn red_params(red: &Value) -> Value {
    json!({
        "min_th": red["min_th"],
        "max_th": red["max_th"],
        "w_q": red["w_q"],
        "max_p": red["max_p"],
        "gentle": red["gentle"],
        "uniformize": if red["wait"] == true { "wait" } else { "count" },
        "idle": "ns2",
        "ns2_guards": true,
        "overflow_resets_count": true,
    })
}

/// The queue discipline of a scene in ns-2, with its parameters.
fn queue_of(settings: &Value) -> Result<(&'static str, Value), String> {
    let limit = settings["buffer_pkts"].as_u64().expect("a buffer");
    let name = settings["aqm"].as_str().expect("a queue");
    let aqm = match name {
        // ns-2 drops the packet that would take the last place (drop-tail.cc: length + 1 >= limit).
        "DropTail" => return Ok(("drop-tail", json!({ "limit": limit - 1 }))),
        // Like DropTail, ns-2's REM holds one packet less than its limit. All other settings have ns-2's defaults, which are
        // also our defaults.
        "REM" => return Ok(("rem", json!({ "limit": limit - 1 }))),
        "SFQ" => return Ok(("sfq", sfq_params(settings, limit))),
        "DRR" => return Ok(("drr", json!({ "limit": limit, "quantum": settings["quantum_bytes"] }))),
        "PerNEWQUE" => return Ok(("pernewque", pernewque_params(settings, limit))),
        "RED" if settings["red"]["adaptive"] == true => "adaptive-red",
        "RED" => "red",
        "CHOKe" => "choke",
        "CHOKe-rear-only" => "rear-choke",
        "CHOKe-front" => "front-choke",
        "CHOKe-back" => "back-choke",
        "gCHOKe" => "gchoke",
        "CHOKeD" => "choked",
        "xCHOKe" => "xchoke",
        other => return Err(format!("{other} is not one of our queue disciplines yet")),
    };
    let red = &settings["red"];
    let mut params = red_params(red);
    params["limit"] = limit.into();
    let mut set = |name: &str, value: Value| params[name] = value;
    if red["mark_ecn"] == true {
        set("ecn", true.into());
    }
    if red["unit"].as_str().is_some_and(|unit| unit.starts_with("bytes")) {
        set("byte_mode", true.into());
        set("mean_pkt_size", 500.into());
        set("byte_buffer", true.into());
        set("byte_scale", if red["byte_mode_probability"] == true { "ns2" } else { "none" }.into());
        set("byte_buffer", true.into());
    }
    if red["forced_drop_above_max_is_probabilistic"] == true {
        set("above_max", "spaced".into());
    }
    if aqm == "adaptive-red" {
        set("adapt_ramp", "first".into());
    }
    if name == "RED" {
        return Ok((aqm, params));
    }
    let matching = &settings["match"];
    set("match_above_max", matching["above_max_th"].clone());
    if matching["with_replacement"] == true {
        set(if aqm == "choked" { "choked_draw" } else { "draw_mode" }, "independent".into());
    }
    if let Some(count) = matching["red_count_at_match"].as_str().filter(|&count| count != "untouched") {
        set("count_at_match", count.into());
    }
    if let Some(maxcomp) = settings["maxcomp"].as_u64() {
        set("maxcomp", maxcomp.into());
    }
    if aqm == "choked" {
        let choked = &settings["choked"];
        if choked["after_miss"] == "plain admit (Appendix A)" {
            // The ns-2 class admits arrivals without a match in every zone in which it searches for matches.
            set("choked_miss", "admit_always".into());
        }
        if choked["draw_region"] == "whole buffer" {
            set("choked_region", "whole_queue".into());
        }
    }
    Ok((aqm, params))
}

/// SFQ's parameters: McKenney's buckets, with ns-2's rule for admission and ns-2's hash, which never changes.
fn sfq_params(settings: &Value, limit: u64) -> Value {
    json!({ "limit": limit, "admission": "ns2_threshold", "classifier": "ns2", "buckets": settings["buckets"] })
}

/// PerNEWQUE's parameters, for the reading of the paper that the case names.
fn pernewque_params(settings: &Value, limit: u64) -> Value {
    let paper = &settings["pernewque"];
    let is_literal = paper["reading"].as_str().is_some_and(|reading| reading.starts_with("literal"));
    json!({
        "limit": limit,
        "alpha": paper["alpha"],
        "beta": paper["beta"],
        "min_interval_s": paper["minTIVL_s"],
        "rate_constant_s": paper["K_s"],
        "quantum": paper["quantum_bytes"],
        "overload_drop": if is_literal { "always" } else { "when_full" },
    })
}

/// The groups of flows; UDP comes first, as the reference numbers flows.
fn flows_of(simulator: Simulator, settings: &Value) -> Vec<Value> {
    let whole = |name: &str| settings[name].as_u64().unwrap_or(0);
    let bytes = whole("packet_bytes_on_wire");
    let mut groups = Vec::new();
    let rates: Vec<u64> = settings["udp_bps"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|rate| rate.as_f64().expect("a rate") as u64)
        .collect();
    let udp_flows = whole("n_udp");
    let shared_by = if rates.len() > 1 { 1 } else { udp_flows };
    for rate in rates.into_iter().take(udp_flows as usize) {
        let mut group = json!({
            "transport": "udp",
            "source": "cbr",
            "count": shared_by,
            "rate_bps": rate,
            "packet_bytes": bytes,
            "start_s": start_of(&settings["udp_start_s"]),
        });
        if settings["cbr_jitter"].is_string() {
            group["jitter"] = true.into();
        }
        if let Some(steps) = settings["udp_rate_steps"].as_array() {
            group["source"] = "schedule".into();
            let step = |it: &Value| json!([it[0], it[1].as_f64().expect("a rate") as u64]);
            group["steps"] = steps.iter().map(step).collect();
            group["rate_change"] = "next_packet".into();
        }
        groups.push(group);
    }
    let variants: Vec<&str> = settings["tcp"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let delays = settings["access_delay_s"].as_array().expect("a list of delays");
    let ftp_flows = whole("n_tcp_ftp");
    let blocks = variants.len().max(delays.len()) as u64;
    for block in 0..blocks {
        // The flows are divided into blocks of successive flows. If the blocks are not equal, the first blocks are larger.
        let count = (block + 1) * ftp_flows / blocks - block * ftp_flows / blocks;
        let variant = variants[(block as usize).min(variants.len() - 1)];
        let mut group = tcp_group(simulator, settings, variant, count);
        if delays.len() > 1 {
            group["access_delay_s"] = delays[block as usize].clone();
        }
        groups.push(group);
    }
    let web_flows = whole("n_tcp_web");
    if web_flows > 0 {
        let mut group = tcp_group(simulator, settings, variants[0], web_flows);
        group["source"] = "web".into();
        group["connections"] = "persistent".into();
        group["object_packets"] = 12.into();
        group["object_cap"] = 2_000.into();
        groups.push(group);
    }
    groups.retain(|group| group["count"] != 0);
    groups
}

fn tcp_group(simulator: Simulator, settings: &Value, variant: &str, count: u64) -> Value {
    let transport = match variant {
        "Newreno" => "newreno",
        "Reno" => "reno",
        "Tahoe" => "tahoe",
        "Sack1" => "sack",
        "Vegas" => "vegas",
        other => panic!("{other} is no transport of ours"),
    };
    let bytes = match &settings["vegas_packet_bytes_on_wire"] {
        Value::Number(bytes) if transport == "vegas" => json!(bytes),
        _ => settings["packet_bytes_on_wire"].clone(),
    };
    let mut group = json!({
        "transport": transport,
        "source": "ftp",
        "count": count,
        "window_packets": settings["window_pkts"],
        "packet_bytes": bytes,
        "start_s": start_of(&settings["tcp_start_s"]),
    });
    if settings["ecn"] == 1 && transport != "vegas" {
        group["ecn"] = true.into();
    }
    if simulator == Simulator::Ns3 && transport == "newreno" {
        // ns-2's NewReno leaves recovery with half the window; so does this NewReno.
        group["exit_fix"] = false.into();
    }
    if settings["delayed_ack"] == true {
        group["delayed_ack"] = true.into();
    }
    for (ours, theirs) in [("min_rto_s", "tcp_min_rto_s"), ("tick_s", "tcp_clock_tick_s")] {
        if settings[theirs].is_number() {
            group[ours] = settings[theirs].clone();
        }
    }
    group
}

/// A start time: `uniform(a,b)` or a fixed time.
fn start_of(start: &Value) -> Value {
    match start.as_str().and_then(|text| text.strip_prefix("uniform(")?.strip_suffix(')')?.split_once(',')) {
        Some((from, until)) => {
            let moment = |text: &str| text.trim().parse::<f64>().expect("a moment");
            json!([moment(from), moment(until)])
        }
        None => json!([start, start]),
    }
}
