//! The drop history: the bytes that each flow lost in each of the last intervals.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::FlowId;
use std::collections::VecDeque;

/// A flow with the bytes that it lost; lists are ordered by flow.
type Lost = (FlowId, u64);

/// The lists of the last intervals, and the list of the current interval.
#[derive(Clone, Debug, Default)]
pub(super) struct DropHistory {
    /// The lists of the last intervals, the oldest first.
    lists: VecDeque<Vec<Lost>>,
    present: Vec<Lost>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Suspect {
    pub(super) flow: FlowId,
    pub(super) lists: usize,
    /// The bytes of the flow's dropped or marked packets, summed over the lists that contain the flow.
    pub(super) bytes: u64,
}

impl DropHistory {
    /// Adds `bytes` bytes of a flow whose packet RED has dropped or marked.
    pub(super) fn record(&mut self, flow: FlowId, bytes: u16) {
        let rank = match self.present.binary_search_by_key(&flow, |lost| lost.0) {
            Ok(rank) => rank,
            Err(rank) => {
                self.present.insert(rank, (flow, 0));
                rank
            }
        };
        self.present[rank].1 += u64::from(bytes);
    }

    /// Ends the interval: keeps at most `flows` flows of the interval's list, those that lost most, and starts a new
    /// list. Returns all flows of the ended list.
    pub(super) fn close(&mut self, lists: usize, flows: usize) -> Vec<Lost> {
        let all = std::mem::take(&mut self.present);
        let mut most = all.clone();
        if most.len() > flows {
            most.sort_unstable_by_key(|&(flow, bytes)| (std::cmp::Reverse(bytes), flow));
            most.truncate(flows);
            sort_by_flow(&mut most);
        }
        self.lists.push_back(most);
        self.keep(lists);
        all
    }

    pub(super) fn keep(&mut self, lists: usize) {
        self.lists.drain(..self.lists.len().saturating_sub(lists));
    }

    /// The losses of every flow in the lists, in order of the flows.
    pub(super) fn suspects(&self) -> Vec<Suspect> {
        let mut entries: Vec<Lost> = self.lists.iter().flatten().copied().collect();
        sort_by_flow(&mut entries);
        let mut suspects: Vec<Suspect> = Vec::new();
        for (flow, bytes) in entries {
            match suspects.last_mut().filter(|last| last.flow == flow) {
                Some(last) => {
                    last.lists += 1;
                    last.bytes += bytes;
                }
                None => suspects.push(Suspect { flow, lists: 1, bytes }),
            }
        }
        suspects
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::lists(self.lists.len())
            + self.lists.iter().map(|list| footprint::list(list)).sum::<usize>()
            + footprint::list(&self.present)
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for list in self.lists.iter().chain([&self.present]) {
            hash.fold(list.len() as u64);
            for &(flow, bytes) in list {
                hash.fold(u64::from(flow.0));
                hash.fold(bytes);
            }
        }
    }
}

/// Sorts losses by flow and adds up the losses of each flow, so the order of the losses does not matter.
fn sort_by_flow(lost: &mut [Lost]) {
    lost.sort_unstable_by_key(|lost| lost.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: FlowId = FlowId(1);
    const B: FlowId = FlowId(2);
    const C: FlowId = FlowId(3);

    #[test]
    fn the_history_of_a_flow_covers_all_lists_that_contain_it() {
        let mut history = DropHistory::default();
        for drops in [&[A, B, A][..], &[B], &[]] {
            drops.iter().for_each(|&flow| history.record(flow, 1000));
            history.close(5, 50);
        }
        let seen = |flow, lists, bytes| Suspect { flow, lists, bytes };
        assert_eq!(history.suspects(), [seen(A, 1, 2000), seen(B, 2, 2000)]);
        history.keep(2);
        assert_eq!(history.suspects(), [seen(B, 1, 1000)]);
    }

    #[test]
    fn a_list_keeps_the_flows_that_lost_most() {
        let mut history = DropHistory::default();
        for (flow, bytes) in [(C, 500), (A, 400), (B, 500), (A, 200)] {
            history.record(flow, bytes);
        }
        assert_eq!(history.close(5, 2), [(A, 600), (B, 500), (C, 500)]);
        let kept: Vec<_> = history.suspects().iter().map(|suspect| suspect.flow).collect();
        assert_eq!(kept, [A, B]);
    }
}
