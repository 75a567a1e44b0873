//! Quantiles of the waiting times of each group of flows, and of all UDP and TCP flows.

use super::DelayHistogram;
use crate::base::packet::Packet;
use crate::base::time::SimTime;
use serde::{Deserialize, Serialize};

/// Quantiles of the waiting times in the measured window.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct GroupDelays {
    /// By group of flows.
    pub groups: Vec<DelayQuantiles>,
    /// Of all UDP flows.
    pub udp: DelayQuantiles,
    /// Of all TCP flows.
    pub tcp: DelayQuantiles,
}

/// Mean and quantiles of waiting times \[s\]; `None` if no packet left the queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct DelayQuantiles {
    /// Mean.
    pub mean: Option<f64>,
    /// Median.
    pub p50: Option<f64>,
    /// 95th percentile.
    pub p95: Option<f64>,
    /// 99th percentile.
    pub p99: Option<f64>,
}

impl DelayQuantiles {
    fn of(delays: &DelayHistogram) -> Self {
        let [p50, p95, p99] = [0.5, 0.95, 0.99].map(|share| delays.quantile(share));
        Self { mean: delays.mean(), p50, p95, p99 }
    }
}

/// A probe that measures the waiting times of each group while a simulation runs.
#[derive(Clone, Debug)]
pub struct DelayProbe {
    measured_from: SimTime,
    /// For each flow, the index of its group.
    group_of: Vec<usize>,
    groups: Vec<DelayHistogram>,
    udp: DelayHistogram,
    tcp: DelayHistogram,
}

impl DelayProbe {
    /// A probe for groups of these numbers of flows. Flows are numbered consecutively, group by group.
    pub fn new(measured_from: SimTime, flows_of_groups: impl IntoIterator<Item = usize>) -> Self {
        let counts = flows_of_groups.into_iter().enumerate();
        let group_of: Vec<_> = counts.flat_map(|(group, flows)| std::iter::repeat_n(group, flows)).collect();
        let groups = vec![DelayHistogram::default(); group_of.last().map_or(0, |&last| last + 1)];
        Self { measured_from, group_of, groups, udp: DelayHistogram::default(), tcp: DelayHistogram::default() }
    }

    /// The quantiles of the packets so far.
    pub fn finish(self) -> GroupDelays {
        GroupDelays {
            groups: self.groups.iter().map(DelayQuantiles::of).collect(),
            udp: DelayQuantiles::of(&self.udp),
            tcp: DelayQuantiles::of(&self.tcp),
        }
    }

    /// Counts a packet that leaves the queue. As in the counters of the run, the window excludes the instant at which the
    /// warm-up ends.
    pub(super) fn dequeued(&mut self, now: SimTime, packet: &Packet) {
        if now <= self.measured_from && self.measured_from > SimTime::ZERO {
            return;
        }
        let waited = now.since(packet.arrived);
        if let Some(group) = self.group_of.get(packet.flow.index()).and_then(|&group| self.groups.get_mut(group)) {
            group.add(waited);
        }
        let class = if packet.is_udp { &mut self.udp } else { &mut self.tcp };
        class.add(waited);
    }
}
