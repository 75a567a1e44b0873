//! Departures and queue contents in short time bins, which show transients that a mean over the run would hide.

use crate::base::packet::Packet;
use crate::base::time::{SimTime, Span};
use crate::discipline::{AnyDiscipline, Reason};
use crate::probe::Probe;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Largest number of bins.
pub const MAX_BINS: u64 = 100_000;

/// The times of `count` bins. The first bin starts at `from`, and each bin has the length `width`.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BinPlan {
    /// Start of the first bin.
    pub from: SimTime,
    /// Length of a bin, above 0.
    pub width: Span,
    /// Number of bins.
    pub count: usize,
}

/// UDP traffic and all traffic of one run, bin by bin.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Bins {
    /// Start of the first bin \[s\].
    pub from_s: f64,
    /// Length of a bin \[s\].
    pub width_s: f64,
    /// Bytes of UDP packets whose transmission ended in the bin.
    pub udp_bytes: Vec<u64>,
    /// Bytes of all packets whose transmission ended in the bin.
    pub bytes: Vec<u64>,
    /// Queued UDP packets, averaged over the time of the bin.
    pub udp_packets: Vec<f64>,
    /// Queued packets of all flows, averaged over the time of the bin.
    pub packets: Vec<f64>,
}

impl BinPlan {
    /// End of the last bin.
    pub fn until(&self) -> SimTime {
        self.from + Span::from_nanos(self.width.nanos() * self.count as u64)
    }

    /// The bins whose middle lies in \[`from_s`, `until_s`).
    pub fn between(&self, from_s: f64, until_s: f64) -> Range<usize> {
        between(self.from.secs(), self.width.secs(), self.count, from_s, until_s)
    }
}

impl Bins {
    /// Whether all four lists have the same, positive length; in a file they may differ.
    pub(crate) fn fit_each_other(&self) -> bool {
        let count = self.bytes.len();
        [self.udp_bytes.len(), self.udp_packets.len(), self.packets.len()].iter().all(|&other| other == count)
            && self.width_s > 0.0
    }

    /// See [`BinPlan::between`].
    pub fn between(&self, from_s: f64, until_s: f64) -> Range<usize> {
        between(self.from_s, self.width_s, self.bytes.len(), from_s, until_s)
    }

    /// UDP's share of the bytes that left in a range of bins; `None` if no byte left.
    pub fn udp_share(&self, bins: Range<usize>) -> Option<f64> {
        let sum = |bytes: &[u64]| bytes.get(bins.clone()).unwrap_or_default().iter().sum::<u64>() as f64;
        share(sum(&self.udp_bytes), sum(&self.bytes))
    }

    /// UDP's share of the packets that were queued in a range of bins; `None` if no packet was queued.
    pub fn udp_queue_share(&self, bins: Range<usize>) -> Option<f64> {
        let sum = |packets: &[f64]| packets.get(bins.clone()).unwrap_or_default().iter().sum::<f64>();
        share(sum(&self.udp_packets), sum(&self.packets))
    }
}

fn between(first_s: f64, width_s: f64, count: usize, from_s: f64, until_s: f64) -> Range<usize> {
    let first_with_middle_at = |at_s: f64| {
        // Rounding may shift a time given in decimals just past the middle of a bin, so the comparison tolerates a
        // billionth of a bin.
        let place = ((at_s - first_s) / width_s - 0.5 - 1e-9).ceil();
        (place.max(0.0) as usize).min(count)
    };
    let from = first_with_middle_at(from_s);
    from..first_with_middle_at(until_s).max(from)
}

fn share(part: f64, whole: f64) -> Option<f64> {
    (whole > 0.0).then(|| part / whole)
}

/// Numbers of queued packets, integrated over time \[packet · ns\]: of UDP and of all flows.
type Areas = [u64; 2];

/// A probe that fills bins while a simulation runs.
#[derive(Clone, Debug)]
pub struct BinProbe {
    plan: BinPlan,
    /// For each flow, by the flow's index, whether the flow is UDP.
    is_udp: Vec<bool>,
    /// The numbers of UDP packets and of all packets that have been queued since `settled`.
    waiting: [u64; 2],
    settled: SimTime,
    sent_bytes: Vec<[u64; 2]>,
    waited: Vec<Areas>,
}

impl BinProbe {
    /// Bins for a run in which the flows marked in `is_udp` are UDP.
    pub fn new(plan: BinPlan, is_udp: Vec<bool>) -> Self {
        let (sent_bytes, waited) = (vec![[0; 2]; plan.count], vec![[0; 2]; plan.count]);
        Self { plan, is_udp, waiting: [0; 2], settled: SimTime::ZERO, sent_bytes, waited }
    }

    /// The bins of a run that has reached `end`.
    pub fn finish(mut self, end: SimTime) -> Bins {
        self.settle(end);
        let width = self.plan.width.nanos() as f64;
        Bins {
            from_s: self.plan.from.secs(),
            width_s: self.plan.width.secs(),
            udp_bytes: self.sent_bytes.iter().map(|bytes| bytes[0]).collect(),
            bytes: self.sent_bytes.iter().map(|bytes| bytes[1]).collect(),
            udp_packets: self.waited.iter().map(|areas| areas[0] as f64 / width).collect(),
            packets: self.waited.iter().map(|areas| areas[1] as f64 / width).collect(),
        }
    }

    fn is_udp(&self, packet: &Packet) -> bool {
        self.is_udp.get(packet.flow.index()).copied().unwrap_or(false)
    }

    /// Adds the queue lengths since the last change to the bins in this interval.
    fn settle(&mut self, now: SimTime) {
        let width = self.plan.width.nanos();
        let mut from = self.settled.max(self.plan.from);
        while from < now {
            let bin = (from.since(self.plan.from).nanos() / width) as usize;
            let Some(areas) = self.waited.get_mut(bin) else { break };
            let until = now.min(self.plan.from + Span::from_nanos((bin as u64 + 1) * width));
            let nanos = until.since(from).nanos();
            for (area, waiting) in areas.iter_mut().zip(self.waiting) {
                *area += waiting * nanos;
            }
            from = until;
        }
        self.settled = now;
    }

    fn change(&mut self, now: SimTime, packet: &Packet, change: fn(u64) -> u64) {
        self.settle(now);
        self.waiting[1] = change(self.waiting[1]);
        if self.is_udp(packet) {
            self.waiting[0] = change(self.waiting[0]);
        }
    }
}

fn one_more(waiting: u64) -> u64 {
    waiting + 1
}

fn one_less(waiting: u64) -> u64 {
    waiting.saturating_sub(1)
}

impl Probe for BinProbe {
    fn listens(&self) -> bool {
        false
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, _place: usize) {
        self.change(now, packet, one_more);
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, _reason: Reason, place: Option<usize>) {
        if place.is_some() {
            self.change(now, packet, one_less);
        }
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, _discipline: &AnyDiscipline) {
        self.change(now, packet, one_less);
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, _received_at: SimTime) {
        if now < self.plan.from {
            return;
        }
        let bin = now.since(self.plan.from).nanos() / self.plan.width.nanos();
        let is_udp = self.is_udp(packet);
        if let Some(bytes) = self.sent_bytes.get_mut(bin as usize) {
            bytes[1] += u64::from(packet.bytes);
            if is_udp {
                bytes[0] += u64::from(packet.bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::packet::Packet;

    const UDP: u32 = 0;
    const TCP: u32 = 1;

    fn at(secs: f64) -> SimTime {
        SimTime::from_secs(secs)
    }

    fn packet(flow: u32) -> Packet {
        Packet::plain(0, flow, 1000)
    }

    fn probe() -> BinProbe {
        let plan = BinPlan { from: at(1.0), width: Span::from_secs(0.5), count: 4 };
        BinProbe::new(plan, vec![true, false])
    }

    #[test]
    fn bytes_count_in_the_bin_in_which_their_transmission_ends() {
        let mut probe = probe();
        for (secs, flow) in [(0.9, UDP), (1.0, UDP), (1.49, TCP), (1.5, TCP), (2.9, UDP), (3.0, UDP)] {
            probe.departed(at(secs), &packet(flow), at(secs));
        }
        let bins = probe.finish(at(4.0));
        assert_eq!(bins.bytes, [2000, 1000, 0, 1000]);
        assert_eq!(bins.udp_bytes, [1000, 0, 0, 1000]);
        assert_eq!(bins.udp_share(0..2), Some(1.0 / 3.0));
        assert_eq!(bins.udp_share(2..3), None, "nothing left");
    }

    #[test]
    fn the_queue_is_weighted_by_time_across_the_borders_of_bins() {
        let mut probe = probe();
        probe.admitted(at(0.5), &packet(UDP), 0);
        probe.admitted(at(1.25), &packet(TCP), 1);
        probe.dropped(at(1.75), &packet(UDP), Reason::MatchVictim, Some(0));
        probe.dropped(at(1.8), &packet(UDP), Reason::Early, None);
        let bins = probe.finish(at(2.5));
        assert_eq!(bins.packets, [1.5, 1.5, 1.0, 0.0]);
        assert_eq!(bins.udp_packets, [1.0, 0.5, 0.0, 0.0]);
        assert_eq!(bins.udp_queue_share(0..2), Some(0.5));
    }

    #[test]
    fn an_interval_of_time_has_the_bins_with_their_middle_inside() {
        let bins = probe().finish(at(4.0));
        assert_eq!(bins.between(1.0, 3.0), 0..4);
        assert_eq!(bins.between(1.5, 2.5), 1..3);
        assert_eq!(bins.between(1.25, 1.75), 0..1, "a bin with its middle on the border belongs to the later stretch");
        assert_eq!(bins.between(0.0, 99.0), 0..4);
        assert_eq!(bins.between(2.5, 1.0), 3..3);
    }
}
