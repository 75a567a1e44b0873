//! Facts about a scene that metrics need.

use crate::scenario::Scenario;
use serde_json::Value;

/// Facts about a scene that metrics need.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFacts {
    /// Rate of the bottleneck \[bit/s\].
    pub capacity_bps: f64,
    /// Duration of a whole run \[s\].
    pub duration_s: f64,
    /// Time of the last change of the scene before the end \[s\]: the latest start of a group of flows, a stop, a step
    /// of a scheduled rate, or a timed change of a setting. 0 without a change.
    pub last_change_s: f64,
    /// The groups of flows, in order.
    pub groups: Vec<GroupFacts>,
}

/// A group of flows of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupFacts {
    /// Indices of the flows.
    pub flows: std::ops::Range<usize>,
    /// Id of the transport, `udp` or a TCP variant.
    pub transport: String,
    /// Id of the source.
    pub source: String,
}

impl GroupFacts {
    /// The transport's name in result objects: the TCP variant, or the source of a UDP flow.
    pub fn transport_in_results(&self) -> &str {
        if self.is_udp() { &self.source } else { &self.transport }
    }

    fn is_udp(&self) -> bool {
        self.transport == "udp"
    }
}

impl SceneFacts {
    /// The facts of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let json = scenario.to_json();
        let mut first = 0;
        let mut groups = Vec::with_capacity(scenario.flows.len());
        for (group, written) in scenario.flows.iter().zip(json["flows"].as_array().into_iter().flatten()) {
            let flows = first..first + group.count as usize;
            first = flows.end;
            let text = |field: &str| written[field].as_str().unwrap_or_default().to_owned();
            groups.push(GroupFacts { flows, transport: text("transport"), source: text("source") });
        }
        let duration_s = scenario.duration.secs();
        let last_change_s = changes_s(&json).filter(|at_s| *at_s < duration_s).fold(0.0, f64::max);
        Self { capacity_bps: scenario.capacity_bps as f64, duration_s, last_change_s, groups }
    }

    /// Number of flows.
    pub fn flow_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.flows.end)
    }

    /// The equal share of one flow \[bit/s\].
    pub fn fair_share_bps(&self) -> f64 {
        self.capacity_bps / self.flow_count().max(1) as f64
    }

    /// For every flow, whether it is UDP.
    pub fn are_udp(&self) -> Vec<bool> {
        self.groups.iter().flat_map(|group| group.flows.clone().map(|_| group.is_udp())).collect()
    }
}

/// The times at which a scene changes \[s\], in no particular order.
fn changes_s(scene: &Value) -> impl Iterator<Item = f64> {
    let of_group = |group| {
        let steps = list(group, "steps").map(|step| &step[0]);
        [&group["start_s"][1], &group["stop_s"]].into_iter().chain(steps)
    };
    let timed = list(scene, "interventions").map(|change| &change["at_s"]);
    list(scene, "flows").flat_map(of_group).chain(timed).filter_map(Value::as_f64)
}

fn list<'a>(value: &'a Value, field: &str) -> impl Iterator<Item = &'a Value> {
    value[field].as_array().into_iter().flatten()
}
