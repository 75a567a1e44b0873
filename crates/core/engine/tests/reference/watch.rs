//! Quantities that the result object does not contain: openings of connections, shares over time and places in the queue.

use chokepoint_engine::discipline::{AnyDiscipline, Viewer};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;
use std::collections::BTreeMap;

/// The time at which the opening packet of each connection first left the bottleneck.
#[derive(Default)]
pub(super) struct Openings(BTreeMap<u32, SimTime>);

impl Openings {
    /// The number of connections that were opened from a given time on \[s\].
    pub(super) fn since(&self, from_s: f64) -> usize {
        self.0.values().filter(|at| at.secs() >= from_s).count()
    }
}

impl Probe for Openings {
    fn dequeued(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        if packet.is_syn {
            self.0.entry(packet.flow.0).or_insert(now);
        }
    }
}

/// The bytes of UDP that leave the bottleneck, in bins of 0.1 s.
pub(super) struct Shares {
    udp_flows: u32,
    bytes: Vec<u64>,
}

const BINS_PER_S: f64 = 10.0;

impl Shares {
    /// Empty bins for a run of this length. Flows with numbers below `udp_flows` are UDP.
    pub(super) fn new(udp_flows: u32, duration_s: f64) -> Self {
        Self { udp_flows, bytes: vec![0; (duration_s * BINS_PER_S) as usize + 1] }
    }

    /// UDP's share of the link's capacity between two times \[s\].
    pub(super) fn share(&self, from_s: f64, until_s: f64, capacity_bps: f64) -> f64 {
        let bin = |at: f64| (at * BINS_PER_S).round() as usize;
        let bytes: u64 = self.bytes[bin(from_s)..bin(until_s)].iter().sum();
        bytes as f64 * 8.0 / (capacity_bps * (until_s - from_s))
    }
}

impl Probe for Shares {
    fn dequeued(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        if packet.flow.0 < self.udp_flows {
            self.bytes[(now.secs() * BINS_PER_S) as usize] += u64::from(packet.bytes);
        }
    }
}

/// UDP's share of the packets in each tenth of the queue, at arrivals that find the average between the thresholds.
pub(super) struct Deciles {
    udp_flows: u32,
    thresholds: (f64, f64),
    udp: [u64; 10],
    all: [u64; 10],
}

impl Deciles {
    /// Counts of 0. Flows with numbers below `udp_flows` are UDP.
    pub(super) fn new(udp_flows: u32, thresholds: (f64, f64)) -> Self {
        Self { udp_flows, thresholds, udp: [0; 10], all: [0; 10] }
    }

    /// UDP's share of each tenth of the queue, from head to tail.
    pub(super) fn fractions(&self) -> Vec<f64> {
        self.udp.iter().zip(self.all).map(|(&udp, all)| udp as f64 / all.max(1) as f64).collect()
    }
}

impl Probe for Deciles {
    fn decision_starts(&mut self, _: SimTime, _: &Packet, discipline: &AnyDiscipline) {
        let average = discipline.average().unwrap_or(0.0);
        if (self.thresholds.0..self.thresholds.1).contains(&average) {
            discipline.view(&mut Places { count: discipline.packets(), place: 0, deciles: self });
        }
    }
}

struct Places<'a> {
    count: usize,
    place: usize,
    deciles: &'a mut Deciles,
}

impl Viewer for Places<'_> {
    fn waiting(&mut self, packet: &Packet) {
        let decile = self.place * 10 / self.count;
        self.place += 1;
        self.deciles.all[decile] += 1;
        self.deciles.udp[decile] += u64::from(packet.flow.0 < self.deciles.udp_flows);
    }

    fn gauge(&mut self, _: f64) {}
}
