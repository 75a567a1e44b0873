//! What the metrics read of one run. Results come from this engine or, as text, from a worker of the page: both go through
//! the public result object, so that a metric means the same everywhere.

use super::RunOutput;
use crate::measure::Bins;
use crate::scenario::{Problem, Scenario};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The part of a result object that the metrics read; see [`crate::measure::RunResult`] for what the fields mean.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Measured {
    pub duration_s: f64,
    pub bottleneck: Bottleneck,
    pub classes: BTreeMap<String, Class>,
    pub jain_index: f64,
    pub flows: Vec<Flow>,
    pub cost: Cost,
    /// Present when the experiment asks for bins and the run was made for it.
    #[serde(skip)]
    pub bins: Option<Bins>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Bottleneck {
    pub capacity_bps: f64,
    pub arrived_packets: f64,
    pub dropped_packets: f64,
    pub drops: BTreeMap<String, f64>,
    pub utilization: f64,
    pub queue_packets: Moments,
    pub avg_queue_packets: Option<Moments>,
    pub queueing_delay_s: Mean,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Moments {
    pub mean: f64,
    pub sd: f64,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Mean {
    pub mean: f64,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Class {
    pub throughput_bps: f64,
    pub goodput_bps: f64,
    pub goodput_eq41_bps: f64,
    pub loss_ratio: f64,
    pub jain_index: f64,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Flow {
    pub class: String,
    pub transport: String,
    pub throughput_bps: f64,
    pub loss_ratio: f64,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[allow(missing_docs)]
pub struct Cost {
    pub comparisons: f64,
}

impl Measured {
    /// What a run of this engine measured.
    pub(super) fn of(output: &RunOutput) -> Result<Self, Problem> {
        let result = serde_json::to_value(&output.result).map_err(unreadable)?;
        Self::read(&result, output.bins.clone())
    }

    /// What a run measured, from the text of [`RunOutput::to_json`] or of a bare result object.
    pub(super) fn parse(text: &str) -> Result<Self, Problem> {
        let mut value: Value = serde_json::from_str(text).map_err(unreadable)?;
        let bins = match value.get_mut("bins").map(Value::take) {
            None | Some(Value::Null) => None,
            Some(bins) => Some(serde_json::from_value(bins).map_err(unreadable)?),
        };
        Self::read(value.get("result").unwrap_or(&value), bins)
    }

    fn read(result: &Value, bins: Option<Bins>) -> Result<Self, Problem> {
        Ok(Self { bins, ..Self::deserialize(result).map_err(unreadable)? })
    }

    /// All drops for these reasons.
    pub(super) fn drops(&self, reasons: &[&str]) -> f64 {
        reasons.iter().filter_map(|reason| self.bottleneck.drops.get(*reason)).sum()
    }
}

fn unreadable(error: serde_json::Error) -> Problem {
    Problem::new("result", format!("is no result object: {error}"))
}

/// What metrics need to know about the scene of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFacts {
    /// Rate of the bottleneck \[bit/s\].
    pub capacity_bps: f64,
    /// How long a whole run is \[s\].
    pub duration_s: f64,
    /// The groups of flows, in order.
    pub groups: Vec<GroupFacts>,
}

/// Flows of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupFacts {
    /// Indices of its flows.
    pub flows: std::ops::Range<usize>,
    /// Id of the transport, `udp` or a TCP variant.
    pub transport: String,
    /// Id of the source.
    pub source: String,
}

impl GroupFacts {
    /// What result objects call the transport: the TCP variant, or the source of a UDP flow.
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
        Self { capacity_bps: scenario.capacity_bps as f64, duration_s: scenario.duration.secs(), groups }
    }

    /// How many flows there are.
    pub fn flow_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.flows.end)
    }

    /// The equal share of each flow \[bit/s\].
    pub fn fair_share_bps(&self) -> f64 {
        self.capacity_bps / self.flow_count().max(1) as f64
    }

    /// For every flow, whether it is UDP.
    pub fn are_udp(&self) -> Vec<bool> {
        self.groups.iter().flat_map(|group| group.flows.clone().map(|_| group.is_udp())).collect()
    }
}
