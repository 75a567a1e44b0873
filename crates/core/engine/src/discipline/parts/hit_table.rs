//! A table of flows with their hit counts, for disciplines that penalize the listed flows.

use super::super::Viewer;
use super::super::about::{ParamSpec, Quantity};
use super::super::settings::Settings;
use super::declare::{quantity, real, whole};
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::FlowId;
use crate::base::time::{SimTime, Span};

/// The parameter for the time between two steps of ageing.
pub const fn age_period(default_s: f64) -> ParamSpec {
    real(
        "age_period_s",
        "ageing",
        default_s,
        (0.0, 3_600.0),
        "after each period every listed flow loses one hit, and is forgotten at 0 hits; 0 means never",
    )
    .unit("s")
}

/// The parameter for the number of rows.
pub const fn table_capacity(meaning: &'static str) -> ParamSpec {
    whole("table_capacity", "table", 64, (0, 1_000), meaning).unit("flows").advanced()
}

/// The number of listed flows, as a gauge.
pub const LISTED: Quantity = quantity("listed", "listed", "flows", "flows in the table");
/// The hits of the arrival's flow, as a quantity.
pub const RECORDED: Quantity = quantity("recorded", "h", "hits", "hits of the arrival's flow in the table");
/// The drop probability of a listed flow, as a quantity.
pub const P_STAR: Quantity = quantity("p_star", "p*", "", "drop probability of a listed flow: p_b doubled by each hit");

/// The flows that have hits.
#[derive(Clone, Debug)]
pub struct HitTable {
    capacity: usize,
    /// The time after which each flow loses a hit; zero means that hits are kept forever.
    period: Span,
    /// The time up to which the table has aged.
    aged_until: SimTime,
    /// Flows and their hits, the oldest entry first.
    rows: Vec<(FlowId, u32)>,
}

impl HitTable {
    /// The hits of a flow, if it is listed.
    pub fn hits(&self, flow: FlowId) -> Option<u32> {
        self.rows.iter().find(|(listed, _)| *listed == flow).map(|&(_, hits)| hits)
    }

    /// Adds a hit and returns the flow's number of hits; 0 if the capacity of the table is 0.
    pub fn record(&mut self, flow: FlowId) -> u32 {
        if let Some((_, hits)) = self.rows.iter_mut().find(|(listed, _)| *listed == flow) {
            *hits = hits.saturating_add(1);
            return *hits;
        }
        if self.capacity == 0 {
            return 0;
        }
        self.shrink_to(self.capacity - 1);
        self.rows.push((flow, 1));
        1
    }

    /// Forgets the flows with the fewest hits, the oldest first, until at most `len` flows are left.
    fn shrink_to(&mut self, len: usize) {
        while self.rows.len() > len
            && let Some(weakest) = (0..self.rows.len()).min_by_key(|&row| self.rows[row].1)
        {
            self.rows.remove(weakest);
        }
    }

    /// Removes one hit from every flow for each ageing period that has ended.
    pub fn age(&mut self, now: SimTime) {
        let periods_until = |moment: SimTime| moment.nanos().checked_div(self.period.nanos()).unwrap_or(0);
        let ended = periods_until(now) - periods_until(self.aged_until);
        self.aged_until = now;
        if ended > 0 {
            let ended = u32::try_from(ended).unwrap_or(u32::MAX);
            self.rows.retain_mut(|(_, hits)| {
                *hits = hits.saturating_sub(ended);
                *hits > 0
            });
        }
    }

    /// An empty table with the capacity and period of these settings.
    pub fn read(settings: &Settings) -> Self {
        Self {
            capacity: settings.count("table_capacity"),
            period: Span::from_secs(settings.real("age_period_s")),
            aged_until: SimTime::ZERO,
            rows: Vec::new(),
        }
    }

    /// Adopts the new capacity and period, and keeps the hits of as many flows as fit.
    pub fn renew(&mut self, new: &Self) {
        (self.capacity, self.period) = (new.capacity, new.period);
        self.shrink_to(self.capacity);
    }

    /// The flows with their hits, the oldest entry first.
    pub fn rows(&self) -> &[(FlowId, u32)] {
        &self.rows
    }

    /// Shows every flow with its hits.
    pub fn view(&self, viewer: &mut dyn Viewer) {
        for &(flow, hits) in &self.rows {
            viewer.row(flow, &[f64::from(hits)]);
        }
    }

    /// Folds the table into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.aged_until.nanos());
        for &(flow, hits) in &self.rows {
            hash.fold(u64::from(flow.0) << 32 | u64::from(hits));
        }
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        footprint::list(&self.rows)
    }
}

/// p* = min(1, p·2^hits): the probability of a penalty doubles with every hit.
pub fn penalty_probability(p: f64, hits: u32) -> f64 {
    // After 60 hits p·2^60 is above 1 for every p above 0 that occurs, so further hits change nothing.
    (p * (1u64 << hits.min(60)) as f64).min(1.0)
}
