//! SFB's grid: a row of bins on every level. Each bin has a count of waiting packets and BLUE's probability.

use super::params::Params;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::FlowId;
use crate::base::time::SimTime;
use crate::discipline::Viewer;
use crate::discipline::parts::classifier::bucket;

/// Number of salts reserved for a set of bins: one for each level, of which there are at most eight.
const SALTS_PER_SET: u64 = 8;

/// A set of bins with its own salts.
#[derive(Clone, Debug)]
pub(super) struct Bins {
    per_level: usize,
    first_salt: u64,
    /// The bins, level by level.
    bins: Vec<Bin>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bin {
    packets: u32,
    p: f64,
    changed: Option<SimTime>,
}

/// The state of the bins of an arrival.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    pub(super) p_min: f64,
    pub(super) count_min: u32,
    pub(super) is_any_over: bool,
    pub(super) was_raised: bool,
    pub(super) was_lowered: bool,
}

impl Bins {
    /// Empty bins of the set with this number.
    pub(super) fn new(params: &Params, set: u64) -> Self {
        let (levels, per_level) = (params.levels, params.bins_per_level);
        Self {
            per_level,
            first_salt: params.salt + SALTS_PER_SET * set,
            bins: vec![Bin::default(); levels * per_level],
        }
    }

    /// The index in the grid of the flow's bin, level by level.
    pub(super) fn places(&self, flow: FlowId) -> impl Iterator<Item = usize> + use<> {
        let (per_level, first_salt) = (self.per_level, self.first_salt);
        let levels = self.bins.len() / per_level;
        (0..levels).map(move |level| level * per_level + bucket(flow, first_salt + level as u64, per_level))
    }

    /// Reads the flow's bins and updates BLUE's probability in each.
    pub(super) fn look(&mut self, flow: FlowId, now: SimTime, params: &Params) -> Seen {
        let mut seen =
            Seen { p_min: 1.0, count_min: u32::MAX, is_any_over: false, was_raised: false, was_lowered: false };
        for place in self.places(flow) {
            let bin = &mut self.bins[place];
            let is_due = bin.changed.is_none_or(|changed| {
                let age = now.since(changed);
                // A freeze time of 0 lets every arrival change the probability, even several arrivals at one instant.
                age > params.freeze || params.freeze == crate::base::time::Span::ZERO
            });
            let is_over =
                if params.is_inclusive { bin.packets >= params.bin_size } else { bin.packets > params.bin_size };
            seen.is_any_over |= is_over;
            if is_due && (is_over || bin.packets == 0) {
                let step = if is_over { params.raise } else { -params.lower };
                bin.p = (bin.p + step).clamp(0.0, 1.0);
                bin.changed = Some(now);
                seen.was_raised |= is_over;
                seen.was_lowered |= !is_over;
            }
            seen.p_min = seen.p_min.min(bin.p);
            seen.count_min = seen.count_min.min(bin.packets);
        }
        seen
    }

    /// Counts a waiting packet of the flow in its bins.
    pub(super) fn add(&mut self, flow: FlowId) {
        for place in self.places(flow) {
            self.bins[place].packets += 1;
        }
    }

    /// Removes a packet of the flow from the counts. A set's salts never change, so the flow still has the bins that
    /// counted the packet at its arrival.
    pub(super) fn take(&mut self, flow: FlowId) {
        for place in self.places(flow) {
            self.bins[place].packets -= 1;
        }
    }

    /// Replaces all counts by the counts of these packets; the probabilities are unchanged.
    pub(super) fn count_anew(&mut self, flows: impl Iterator<Item = FlowId>) {
        for bin in &mut self.bins {
            bin.packets = 0;
        }
        flows.for_each(|flow| self.add(flow));
    }

    /// Probability and count of the flow's bins, level by level.
    #[cfg(test)]
    pub(super) fn of(&self, flow: FlowId) -> Vec<(f64, u32)> {
        self.places(flow).map(|place| (self.bins[place].p, self.bins[place].packets)).collect()
    }

    pub(super) fn view(&self, viewer: &mut dyn Viewer) {
        for bin in &self.bins {
            viewer.bin(bin.p, f64::from(bin.packets));
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.first_salt);
        for bin in &self.bins {
            hash.fold(u64::from(bin.packets));
            hash.fold_real(bin.p);
            hash.fold(bin.changed.map_or(u64::MAX, SimTime::nanos));
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.bins)
    }
}
