//! The number of waiting packets of each flow.

use crate::base::footprint;
use crate::base::packet::FlowId;

/// The flows with waiting packets and their packet counts, in order of the flows' ids.
#[derive(Clone, Debug, Default)]
pub struct FlowCounts {
    counts: Vec<(FlowId, u32)>,
}

impl FlowCounts {
    /// The number of flows with waiting packets.
    pub fn flows(&self) -> usize {
        self.counts.len()
    }

    /// The number of waiting packets of a flow.
    pub fn of(&self, flow: FlowId) -> usize {
        self.rank(flow).map_or(0, |rank| self.counts[rank].1 as usize)
    }

    /// Adds an arrived packet of the flow to the counts.
    pub fn add(&mut self, flow: FlowId) {
        match self.rank(flow) {
            Ok(rank) => self.counts[rank].1 += 1,
            Err(rank) => self.counts.insert(rank, (flow, 1)),
        }
    }

    /// Removes a departed or dropped packet of the flow from the counts.
    pub fn take(&mut self, flow: FlowId) {
        if let Ok(rank) = self.rank(flow) {
            self.counts[rank].1 -= 1;
            if self.counts[rank].1 == 0 {
                self.counts.remove(rank);
            }
        }
    }

    /// The flows with waiting packets and their packet counts.
    pub fn iter(&self) -> impl Iterator<Item = (FlowId, usize)> {
        self.counts.iter().map(|&(flow, count)| (flow, count as usize))
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        footprint::list(&self.counts)
    }

    fn rank(&self, flow: FlowId) -> Result<usize, usize> {
        self.counts.binary_search_by_key(&flow, |&(flow, _)| flow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flow_is_counted_while_it_has_a_packet_waiting() {
        let mut counts = FlowCounts::default();
        for flow in [3, 1, 3, 2] {
            counts.add(FlowId(flow));
        }
        assert_eq!((counts.flows(), counts.of(FlowId(3)), counts.of(FlowId(9))), (3, 2, 0));
        counts.take(FlowId(3));
        counts.take(FlowId(1));
        assert_eq!((counts.flows(), counts.of(FlowId(3)), counts.of(FlowId(1))), (2, 1, 0));
    }
}
