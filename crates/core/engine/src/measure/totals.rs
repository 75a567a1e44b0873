//! The counters of a run. Counts begin at the start of the run; averages and rates cover the measured window.

use super::{DelayHistogram, Occupancy, OverTime};
use crate::base::footprint;
use crate::base::packet::Packet;
use crate::base::time::{SimTime, Span};
use crate::discipline::{Reason, Waiting};

/// Counters of one flow. The first fields change with every packet and share one cache line.
#[derive(Clone, Debug, Default)]
#[repr(C, align(64))]
pub struct FlowTotals {
    /// Sum of the waiting times of the packets in `waited` \[ns\].
    pub waited_nanos: u128,
    /// Packets that left the queue in the measured window.
    pub waited: u64,
    /// Arrivals at the bottleneck. The network counts `arrived`, `sent`, `retransmitted`, `completed` and `completion`
    /// flow by flow; these five fields are filled in when the counters are requested.
    pub arrived: u64,
    /// Drops at the bottleneck.
    pub dropped: u64,
    /// ECN marks at the bottleneck.
    pub marked: u64,
    /// Bytes received in the measured window.
    pub received_bytes: u64,
    /// The received bytes that were delivered in order for the first time within the measured window.
    pub delivered_bytes: u64,
    /// Data packets sent, retransmissions included.
    pub sent: u64,
    /// Retransmissions among the packets sent.
    pub retransmitted: u64,
    /// Web objects completed since the start of the run.
    pub completed: u64,
    /// Total time of the completed objects.
    pub completion: Span,
    /// The values of `sent`, `retransmitted`, `arrived` and `dropped` at the start of the measured window.
    before_window: (u64, u64, u64, u64),
    /// Bytes that were received out of order before the measured window and wait for delivery.
    held_bytes: u64,
    /// Bytes that were received out of order before the measured window and delivered in order in it. ns-2 counts them
    /// as goodput; `delivered_bytes` does not include them.
    pub released_bytes: u64,
    /// The bytes of the second half of the measured window: those of `received_bytes`, and those of `delivered_bytes`.
    later_bytes: (u64, u64),
}

impl FlowTotals {
    /// Drops ÷ arrivals in the measured window; `None` without an arrival.
    pub fn loss_ratio(&self) -> Option<f64> {
        let (arrived, dropped) = self.window_losses();
        ratio(dropped, arrived)
    }

    /// Mean waiting time of the packets that left the queue in the measured window \[s\]; `None` if no packet left.
    pub fn mean_queueing_delay_s(&self) -> Option<f64> {
        (self.waited > 0).then(|| self.waited_nanos as f64 / self.waited as f64 / 1e9)
    }

    /// Arrivals and drops in the measured window.
    pub fn window_losses(&self) -> (u64, u64) {
        (self.arrived - self.before_window.2, self.dropped - self.before_window.3)
    }

    /// Retransmissions in the measured window.
    pub fn window_retransmitted(&self) -> u64 {
        self.retransmitted - self.before_window.1
    }

    /// Packets sent in the measured window, retransmissions included.
    pub fn window_sent(&self) -> u64 {
        self.sent - self.before_window.0
    }

    fn counted(&self) -> (u64, u64, u64, u64) {
        (self.sent, self.retransmitted, self.arrived, self.dropped)
    }
}

/// A part divided by the whole; `None` if the whole is 0.
pub(crate) fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Counts of the bottleneck.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Counts {
    /// Arrivals.
    pub arrived: u64,
    /// Packets that left the queue for the link.
    pub departed: u64,
    /// Drops and marks, by reason.
    pub by_reason: [u64; Reason::ALL.len()],
    /// Number of queued packets that were compared with an arrival.
    pub comparisons: u64,
}

impl Counts {
    /// Number of all drops.
    pub fn dropped(&self) -> u64 {
        self.sum_of(false)
    }

    /// Number of all marks.
    pub fn marked(&self) -> u64 {
        self.sum_of(true)
    }

    fn since(&self, before: &Self) -> Self {
        Self {
            arrived: self.arrived - before.arrived,
            departed: self.departed - before.departed,
            by_reason: std::array::from_fn(|reason| self.by_reason[reason] - before.by_reason[reason]),
            comparisons: self.comparisons - before.comparisons,
        }
    }

    fn sum_of(&self, marks: bool) -> u64 {
        let reasons = Reason::ALL.iter().filter(|reason| reason.about().is_mark == marks);
        reasons.map(|reason| self.by_reason[reason.index()]).sum()
    }
}

/// Counters of a run.
#[derive(Clone, Debug)]
pub struct Totals {
    /// Start of the measured window.
    pub measured_from: SimTime,
    /// Middle of the measured window.
    middle: SimTime,
    /// End of the run: packets received later do not count.
    pub end: SimTime,
    /// Counters by flow.
    pub flows: Vec<FlowTotals>,
    /// Counts since the start of the run.
    pub counts: Counts,
    /// The counts at the start of the measured window.
    before_window: Counts,
    /// Number of dequeue and timer events at which the discipline dropped or marked a packet.
    pub struck_turns: u64,
    /// Number of drops and marks.
    pub strikes: u64,
    /// Packets queued now.
    waiting: usize,
    /// Queue length over time \[packets\].
    pub queue: OverTime,
    /// The time for which the queue had each length, up to the last change.
    pub occupancy: Occupancy,
    /// The discipline's moving average, over time.
    pub average: Option<OverTime>,
    /// Waiting times.
    pub delays: DelayHistogram,
    /// Number of packets whose transmission ended in the measured window.
    pub transmitted: u64,
    /// Sum of the times from arrival to the end of the transmission, over these packets \[ns\].
    pub in_system_nanos: u128,
    /// Busy time of the link in the measured window, without the transmission in progress.
    pub busy: Span,
}

impl Totals {
    /// Counters at 0.
    pub fn new(flows: usize, measured_from: SimTime, end: SimTime, average: Option<f64>) -> Self {
        Self {
            measured_from,
            middle: measured_from + Span::from_nanos(end.since(measured_from).nanos() / 2),
            end,
            flows: vec![FlowTotals::default(); flows],
            counts: Counts::default(),
            before_window: Counts::default(),
            struck_turns: 0,
            strikes: 0,
            waiting: 0,
            queue: OverTime::new(SimTime::ZERO, 0.0),
            occupancy: Occupancy::default(),
            average: average.map(|average| OverTime::new(SimTime::ZERO, average)),
            delays: DelayHistogram::default(),
            transmitted: 0,
            in_system_nanos: 0,
            busy: Span::ZERO,
        }
    }

    /// Starts the measured window.
    pub fn start_window(&mut self, now: SimTime) {
        self.queue.restart(now);
        self.occupancy.clear();
        if let Some(average) = &mut self.average {
            average.restart(now);
        }
        self.delays.clear();
        (self.transmitted, self.in_system_nanos) = (0, 0);
        self.before_window = self.counts;
        for flow in &mut self.flows {
            flow.before_window = flow.counted();
            (flow.waited, flow.waited_nanos) = (0, 0);
        }
    }

    /// Number of decisions: one for each arrival, and one for each dequeue or timer event that drops or marks a packet.
    pub const fn decisions(&self) -> u64 {
        self.counts.arrived + self.struck_turns
    }

    /// Counts a dropped packet.
    #[inline]
    pub fn drop(&mut self, packet: &Packet, reason: Reason) {
        self.counts.by_reason[reason.index()] += 1;
        self.strikes += 1;
        self.flows[packet.flow.index()].dropped += 1;
    }

    /// Counts a marked packet.
    pub fn mark(&mut self, packet: &Packet, reason: Reason) {
        self.counts.by_reason[reason.index()] += 1;
        self.strikes += 1;
        self.flows[packet.flow.index()].marked += 1;
    }

    /// Records the queue length and the moving average from `now` on.
    #[inline]
    pub fn queue_is(&mut self, now: SimTime, Waiting { packets, average }: Waiting) {
        self.occupancy.add(self.waiting, self.queue.held(now));
        self.waiting = packets;
        self.queue.change(now, f64::from(packets as u32));
        if let (Some(over_time), Some(value)) = (&mut self.average, average) {
            over_time.change(now, value);
        }
    }

    /// Counts a packet that left the queue for the link.
    #[inline]
    pub fn departure(&mut self, now: SimTime, packet: &Packet) {
        self.counts.departed += 1;
        let waited = now.since(packet.arrived);
        self.delays.add(waited);
        let flow = &mut self.flows[packet.flow.index()];
        flow.waited += 1;
        flow.waited_nanos += u128::from(waited.nanos());
    }

    /// Counts a packet that the link sent from `from` until `until`.
    #[inline]
    pub fn transmission(&mut self, packet: &Packet, from: SimTime, until: SimTime) {
        self.transmitted += 1;
        self.in_system_nanos += u128::from(until.since(packet.arrived).nanos());
        self.busy = self.busy + until.since(from.max(self.measured_from));
    }

    /// Counts a packet that reaches its receiver at `at` and lets the receiver deliver `delivered_bytes` in order.
    /// `is_held` says whether the packet waits at the receiver for an earlier packet.
    ///
    /// Bytes received before the measured window and delivered in it do not count, since goodput could otherwise exceed
    /// throughput.
    #[inline]
    pub fn received(&mut self, at: SimTime, packet: &Packet, delivered_bytes: u64, is_held: bool) {
        let bytes = u64::from(packet.bytes);
        let flow = &mut self.flows[packet.flow.index()];
        let released = delivered_bytes.saturating_sub(bytes).min(flow.held_bytes);
        flow.held_bytes -= released;
        if at < self.measured_from {
            flow.held_bytes += if is_held { bytes } else { 0 };
        } else if at <= self.end {
            flow.received_bytes += bytes;
            flow.delivered_bytes += delivered_bytes - released;
            flow.released_bytes += released;
            if at >= self.middle {
                flow.later_bytes.0 += bytes;
                flow.later_bytes.1 += delivered_bytes - released;
            }
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::block::<FlowTotals>(self.flows.len()) + self.delays.heap_bytes() + self.occupancy.heap_bytes()
    }

    /// Time by queue length, up to `now`.
    pub fn occupancy_until(&self, now: SimTime) -> Occupancy {
        let mut whole = self.occupancy.clone();
        whole.add(self.waiting, self.queue.held(now));
        whole
    }

    /// The middle of the measured window.
    pub const fn middle(&self) -> SimTime {
        self.middle
    }

    /// These totals, with all times counted up to `now`. `sending_since` is the start of the transmission in progress.
    pub(crate) fn settled(mut self, now: SimTime, sending_since: Option<SimTime>) -> Self {
        self.occupancy = self.occupancy_until(now);
        self.queue = self.queue.settled(now);
        self.average = self.average.map(|average| average.settled(now));
        self.busy = self.busy + sending_since.map_or(Span::ZERO, |since| now.since(since.max(self.measured_from)));
        self
    }

    /// The counters of the first half of the measured window. `self` must be the totals at the middle of the window,
    /// from [`Self::settled`].
    pub(crate) fn first_half(&self) -> Self {
        let mut half = self.clone();
        for flow in &mut half.flows {
            // Packets in flight at the middle of the window count in the second half, in which they are received.
            flow.received_bytes -= flow.later_bytes.0;
            flow.delivered_bytes -= flow.later_bytes.1;
        }
        half
    }

    /// The counters of the second half of the measured window. `self` must be the totals at the end of the window, and
    /// `at_middle` those at its middle, both from [`Self::settled`]. The maxima of queue and delay are those of the
    /// whole window.
    pub(crate) fn second_half(&self, at_middle: &Self) -> Self {
        let mut half = self.clone();
        half.measured_from = self.middle;
        half.before_window = at_middle.counts;
        for (flow, before) in half.flows.iter_mut().zip(&at_middle.flows) {
            flow.before_window = before.counted();
            flow.waited -= before.waited;
            flow.waited_nanos -= before.waited_nanos;
            (flow.received_bytes, flow.delivered_bytes) = flow.later_bytes;
        }
        half.queue = half.queue.since(&at_middle.queue);
        half.average = half.average.zip(at_middle.average.as_ref()).map(|(average, before)| average.since(before));
        half.occupancy = half.occupancy.since(&at_middle.occupancy);
        half.delays = half.delays.since(&at_middle.delays);
        half.transmitted -= at_middle.transmitted;
        half.in_system_nanos -= at_middle.in_system_nanos;
        half.busy = Span::from_nanos(half.busy.nanos() - at_middle.busy.nanos());
        half
    }

    /// The counts of the measured window; zero before it begins.
    pub fn window(&self, now: SimTime) -> Counts {
        if now < self.measured_from { Counts::default() } else { self.counts.since(&self.before_window) }
    }
}
