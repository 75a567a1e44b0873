//! The result object of a run on this machine: like that of a simulation, with facts about the machine added.

use crate::serve::Repeats;
use chokepoint_engine::measure::RunResult;
use serde_json::{Value, json};

/// The receiving host's count for a flow.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Received {
    /// Payload that reached the application in the measured window \[bytes\].
    pub(crate) bytes: u64,
}

/// The result object with `profile: "linux"`, and with facts about the machine under `linux`. `is_seen` tells whether a
/// flow has occurred; unused flow numbers are omitted.
pub(crate) fn on_linux(
    result: &RunResult,
    is_seen: impl Fn(usize) -> bool,
    repeats: &[Repeats],
    facts: Value,
) -> Result<Value, String> {
    let mut value = serde_json::to_value(result).map_err(|error| error.to_string())?;
    value["profile"] = json!("linux");
    value["linux"] = facts;
    let is_seen_flow = |flow: &Value| flow["id"].as_u64().is_some_and(|id| is_seen(id as usize - 1));
    let repeats_of = |flow: &Value| {
        let index = flow["id"].as_u64().unwrap_or_default() as usize;
        repeats.get(index.wrapping_sub(1)).copied().unwrap_or_default()
    };
    if let Some(flows) = value["flows"].as_array_mut() {
        flows.retain(is_seen_flow);
        for flow in flows {
            flow["retransmitted_packets"] = json!(repeats_of(flow).again);
        }
    }
    let window_s = result.duration_s - result.measured_from_s;
    let flows = value["flows"].as_array().cloned().unwrap_or_default();
    value["jain_index"] = json!(jain_index(&flows, "throughput_bps"));
    for (name, class) in value["classes"].as_object_mut().into_iter().flatten() {
        let own: Vec<_> = flows.iter().filter(|flow| flow["class"] == **name).cloned().collect();
        class["flows"] = json!(own.len());
        let sum = |count: fn(&Repeats) -> u64| own.iter().map(|flow| count(&repeats_of(flow))).sum::<u64>() as f64;
        let again = sum(|flow| flow.window_again);
        class["retransmitted_ratio"] = json!(share(again, sum(|flow| flow.window)));
        if window_s > 0.0 {
            let throughput = class["throughput_bps"].as_f64().unwrap_or_default();
            class["goodput_eq41_bps"] = json!(throughput - sum(|flow| flow.window_again_bytes) * 8.0 / window_s);
        }
        class["jain_index"] = json!(jain_index(&own, "throughput_bps"));
    }
    Ok(value)
}

/// Sets the goodputs to the rates at which the receivers got payload, without headers.
pub(crate) fn with_receivers(value: &mut Value, received: &[Received], window_s: f64) {
    let rate = |bytes: u64| if window_s > 0.0 { bytes as f64 * 8.0 / window_s } else { 0.0 };
    let mut sums = std::collections::BTreeMap::<String, f64>::new();
    for flow in value["flows"].as_array_mut().into_iter().flatten() {
        let index = flow["id"].as_u64().unwrap_or_default() as usize;
        let goodput = received.get(index.wrapping_sub(1)).map_or(0.0, |flow| rate(flow.bytes));
        flow["goodput_bps"] = json!(goodput);
        *sums.entry(flow["class"].as_str().unwrap_or_default().to_owned()).or_default() += goodput;
    }
    for (name, sum) in sums {
        value["classes"][&name]["goodput_bps"] = json!(sum);
    }
}

/// A ratio; `None` if the whole is 0.
fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// Jain's index of a quantity over the flows; `None` if all flows have 0.
fn jain_index(flows: &[Value], quantity: &str) -> Option<f64> {
    chokepoint_engine::measure::jain_index(flows.iter().map(|flow| flow[quantity].as_f64().unwrap_or(0.0)))
}

/// Share of a class in the throughput, from 0 to 1; `None` if no bytes were received.
pub(crate) fn share_of(value: &Value, class: &str) -> Option<f64> {
    let classes = value["classes"].as_object();
    let rate = |class: &Value| class["throughput_bps"].as_f64().unwrap_or(0.0);
    let all: f64 = classes.into_iter().flatten().map(|(_, class)| rate(class)).sum();
    share(rate(&value["classes"][class]), all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_engine::{Scenario, Simulation};

    fn result() -> RunResult {
        let scene = json!({
            "duration_s": 2, "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "udp", "rate_bps": 300_000, "count": 2, "start_s": [0, 0] }, { "transport": "udp", "rate_bps": 0, "count": 50 }],
        });
        let mut run = Simulation::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
        run.advance_to(run.end());
        run.result()
    }

    #[test]
    fn unused_flow_numbers_are_left_out() {
        let result = result();
        let value = on_linux(&result, |flow| flow < 2, &[], json!({ "kernel": "6" })).unwrap();
        assert_eq!((value["profile"].as_str(), value["linux"]["kernel"].as_str()), (Some("linux"), Some("6")));
        assert_eq!((value["flows"].as_array().unwrap().len(), value["classes"]["udp"]["flows"].as_u64()), (2, Some(2)));
        assert!(result.jain_index.unwrap() < 0.05, "two of 52 flows sent");
        assert!(value["jain_index"].as_f64().unwrap() > 0.9);
        assert!((share_of(&value, "udp").unwrap() - 1.0).abs() < 1e-12);
        assert_eq!(share_of(&value, "tcp"), Some(0.0));
        assert_eq!(share_of(&json!({}), "tcp"), None);
    }

    #[test]
    fn retransmissions_are_reported() {
        let repeats =
            [Repeats { again: 7, window_again: 5, window_again_bytes: 5_000, window: 50 }, Repeats::default()];
        let result = result();
        let value = on_linux(&result, |flow| flow < 2, &repeats, json!({})).unwrap();
        assert_eq!(value["flows"][0]["retransmitted_packets"], json!(7));
        assert_eq!(value["classes"]["udp"]["retransmitted_ratio"], json!(0.1));
        let less = result.classes["udp"].throughput_bps - value["classes"]["udp"]["goodput_eq41_bps"].as_f64().unwrap();
        assert!((less - 20_000.0).abs() < 1e-6, "5000 bytes in 2 s");
    }

    #[test]
    fn goodput_is_computed_from_received_bytes() {
        let mut value = on_linux(&result(), |flow| flow < 2, &[], json!({})).unwrap();
        with_receivers(&mut value, &[Received { bytes: 1_000 }, Received { bytes: 3_000 }], 2.0);
        assert_eq!(value["flows"][1]["goodput_bps"], json!(12_000.0));
        assert_eq!(value["classes"]["udp"]["goodput_bps"], json!(16_000.0));
    }
}
