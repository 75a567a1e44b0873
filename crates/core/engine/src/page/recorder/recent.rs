//! The recent rate of every flow.

use crate::base::footprint;
use crate::base::time::{SimTime, Span};

/// Rates are averaged over this number of intervals.
const PARTS: usize = 20;
const PART: Span = Span::from_millis(500);

/// Bytes of each flow that left the bottleneck in each of the last [`PARTS`] intervals.
#[derive(Clone, Debug)]
pub(super) struct Recent {
    parts: Vec<Vec<u64>>,
    part: u64,
}

impl Recent {
    pub(super) fn new(flows: usize) -> Self {
        Self { parts: vec![vec![0; flows]; PARTS], part: 0 }
    }

    /// Clears the intervals that are too old.
    pub(super) fn settle(&mut self, now: SimTime) {
        let part = now.nanos() / PART.nanos();
        let passed = (part - self.part).min(PARTS as u64);
        for step in 1..=passed {
            self.parts[(self.part + step) as usize % PARTS].fill(0);
        }
        self.part = part;
    }

    /// Adds `bytes` bytes that left the bottleneck to the current interval.
    pub(super) fn add(&mut self, flow: usize, bytes: u64) {
        self.parts[self.part as usize % PARTS][flow] += bytes;
    }

    /// Mean rate of every flow over the last 10 s, or since the start \[bit/s\].
    pub(super) fn rates_bps(&self, now: SimTime) -> Vec<f64> {
        let parts = (self.part + 1).min(PARTS as u64);
        let into_part = now.nanos() % PART.nanos();
        let window = ((parts - 1) * PART.nanos() + into_part) as f64 / 1e9;
        let flows = self.parts.first().map_or(0, Vec::len);
        (0..flows)
            .map(|flow| {
                let bytes: u64 = self.parts.iter().map(|part| part[flow]).sum();
                if window > 0.0 { bytes as f64 * 8.0 / window } else { 0.0 }
            })
            .collect()
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.parts) + self.parts.iter().map(|part| footprint::list(part)).sum::<usize>()
    }
}
