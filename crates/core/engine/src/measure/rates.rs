//! The rates of groups of flows over time, and the probes of the runs of an experiment.

use super::{BinPlan, BinProbe, DelayProbe};
use crate::base::packet::Packet;
use crate::base::time::SimTime;
use crate::discipline::{AnyDiscipline, Reason};
use crate::probe::Probe;
use serde::{Deserialize, Serialize};

/// The rate at which the packets of each group of flows leave the bottleneck, in bins of time.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct GroupRates {
    /// Start of the first bin \[s\].
    pub from_s: f64,
    /// Length of a bin \[s\].
    pub width_s: f64,
    /// For each group, the rate in each bin \[bit/s\]. A packet counts in the bin in which its transmission ends.
    pub rates_bps: Vec<Vec<f64>>,
}

/// A probe that measures the rates of groups while a simulation runs.
#[derive(Clone, Debug)]
pub struct RateProbe {
    plan: BinPlan,
    /// For each flow, the index of its group.
    group_of: Vec<usize>,
    /// Bytes by group and bin.
    bytes: Vec<Vec<u64>>,
}

impl RateProbe {
    /// A probe without data. `flows_of_groups` is the number of flows in each group. Flows are numbered consecutively,
    /// group by group.
    pub fn new(plan: BinPlan, flows_of_groups: impl IntoIterator<Item = usize>) -> Self {
        let (mut group_of, mut bytes) = (Vec::new(), Vec::new());
        for (group, flows) in flows_of_groups.into_iter().enumerate() {
            group_of.extend(std::iter::repeat_n(group, flows));
            bytes.push(vec![0; plan.count]);
        }
        Self { plan, group_of, bytes }
    }

    /// The rates of a run that has reached the end of the last bin.
    pub fn finish(self) -> GroupRates {
        let width_s = self.plan.width.secs();
        let rate = |bytes: u64| bytes as f64 * 8.0 / width_s;
        let rates_bps = self.bytes.into_iter().map(|bins| bins.into_iter().map(rate).collect()).collect();
        GroupRates { from_s: self.plan.from.secs(), width_s, rates_bps }
    }

    fn departed(&mut self, now: SimTime, packet: &Packet) {
        if now < self.plan.from {
            return;
        }
        let bin = now.since(self.plan.from).nanos() / self.plan.width.nanos();
        let group = self.group_of.get(packet.flow.index()).and_then(|&group| self.bytes.get_mut(group));
        if let Some(bytes) = group.and_then(|bins| bins.get_mut(bin as usize)) {
            *bytes += u64::from(packet.bytes);
        }
    }
}

/// The probes of a run of an experiment, all of them optional. All such runs share one compiled copy of the event loop
/// and of every discipline, which halves the page's download for experiments.
#[derive(Clone, Debug, Default)]
pub struct ExperimentProbe {
    /// Fills bins, if the experiment defines bins.
    pub bins: Option<BinProbe>,
    /// Measures rates, if a metric needs them.
    pub rates: Option<RateProbe>,
    /// Measures the waiting times of groups, if a metric needs them.
    pub delays: Option<DelayProbe>,
}

impl Probe for ExperimentProbe {
    #[inline]
    fn listens(&self) -> bool {
        false
    }

    #[inline]
    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        if let Some(bins) = &mut self.bins {
            bins.admitted(now, packet, place);
        }
    }

    #[inline]
    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        if let Some(bins) = &mut self.bins {
            bins.dropped(now, packet, reason, place);
        }
    }

    #[inline]
    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        if let Some(bins) = &mut self.bins {
            bins.dequeued(now, packet, discipline);
        }
        if let Some(delays) = &mut self.delays {
            delays.dequeued(now, packet);
        }
    }

    #[inline]
    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        if let Some(bins) = &mut self.bins {
            bins.departed(now, packet, received_at);
        }
        if let Some(rates) = &mut self.rates {
            rates.departed(now, packet);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Span;

    #[test]
    fn a_packet_counts_for_its_group_in_the_bin_in_which_it_left() {
        let at = SimTime::from_secs;
        let plan = BinPlan { from: at(1.0), width: Span::from_secs(0.5), count: 3 };
        // The first group has one flow, the second two.
        let mut probe = RateProbe::new(plan, [1, 2]);
        for (secs, flow) in [(0.9, 0), (1.0, 0), (1.4, 2), (1.5, 1), (2.4, 2), (2.5, 0)] {
            probe.departed(at(secs), &Packet::plain(0, flow, 1000));
        }
        let rates = probe.finish();
        assert_eq!((rates.from_s, rates.width_s), (1.0, 0.5));
        assert_eq!(rates.rates_bps, [[16_000.0, 0.0, 0.0], [16_000.0, 16_000.0, 16_000.0]]);
    }
}
