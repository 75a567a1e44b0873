//! Events at the senders and receivers, and on the links between them and the bottleneck.

use super::{Sending, Simulation};
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::coin_flip;
use crate::base::time::SimTime;
use crate::endpoint::tcp::{Ack, Segment, TcpSender};
use crate::network::event::{Event, EventFifo, Side};
use crate::network::flow::{EndPoints, OnItsWay};
use crate::network::web_session::WebSession;
use crate::probe::Probe;

impl Simulation {
    /// Computes what follows from the end of a transmission, up to the arrival of the acknowledgement at the sender.
    /// This needs no events on the way, because each flow has a link of its own behind the bottleneck. A packet that
    /// must also cross a second bottleneck is only passed on to that bottleneck.
    pub(super) fn deliver<P: Probe>(&mut self, sent: &Sending, probe: &mut P) {
        let Sending { packet, from, until } = *sent;
        self.link.totals.transmission(&packet, from, until);
        if self.two_links.is_some()
            && let Some(next_at) = self.pass_on(sent)
        {
            return probe.departed(until, &packet, next_at);
        }
        let delay = self.link.delay;
        let flow = &mut self.flows[packet.flow.index()];
        let received_at = flow.reach_receiver(until + delay, packet.bytes.into());
        let received_at = match &mut self.paths {
            None => received_at,
            Some(paths) => match paths.received(packet.flow, received_at) {
                Some(at) => at,
                None => return probe.departed(until, &packet, SimTime::MAX),
            },
        };
        let (delivered_bytes, is_held) = if matches!(flow.end_points, EndPoints::Tcp { .. }) {
            let (packets, is_held) = self.receive(&packet, received_at);
            (u64::from(packets) * u64::from(self.flows[packet.flow.index()].packet_bytes()), is_held)
        } else {
            (u64::from(packet.bytes), false)
        };
        self.link.totals.received(received_at, &packet, delivered_bytes, is_held);
        if let Some(links) = &mut self.two_links {
            links.other.totals.received(received_at, &packet, delivered_bytes, is_held);
        }
        probe.departed(until, &packet, received_at);
    }

    /// Passes a packet to its TCP receiver. Returns how many data packets became deliverable in order, and whether this
    /// packet waits for an earlier packet.
    fn receive(&mut self, packet: &Packet, received_at: SimTime) -> (u32, bool) {
        let index = packet.flow.index();
        let EndPoints::Tcp { sink, extras, .. } = &mut self.flows[index].end_points else {
            return (0, false);
        };
        let Some(extras) = extras else {
            let receipt =
                sink.receive_copy(packet.sequence, packet.is_retransmission, packet.ecn, packet.tcp.cwr(), received_at);
            if let Some(ack) = receipt.ack {
                self.acknowledge(index, ack, received_at);
            }
            return (receipt.delivered, receipt.is_held);
        };
        let base = extras.web.as_ref().map_or(0, WebSession::base);
        if packet.sequence < base {
            return (0, false); // The packet belongs to a closed connection.
        }
        // A delayed acknowledgement that becomes due before this packet arrives has already been sent.
        let overdue = sink.ack_deadline().filter(|&deadline| deadline <= received_at);
        let held = overdue.and_then(|deadline| sink.on_ack_timer(deadline).map(|ack| (deadline, ack)));
        let receipt = sink.receive_copy(
            packet.sequence - base,
            packet.is_retransmission,
            packet.ecn,
            packet.tcp.cwr(),
            received_at,
        );
        let deadline = sink.ack_deadline();
        if let Some(deadline) = deadline
            && extras.ack_timer_at.is_none_or(|at| deadline < at)
        {
            extras.ack_timer_at = Some(deadline);
            self.events.schedule(deadline, Event::AcknowledgementTimer(index as u32));
        }
        let now = [receipt.earlier, receipt.ack].into_iter().flatten().map(|ack| (received_at, ack));
        for (at, ack) in held.into_iter().chain(now) {
            let wire = Ack { next_expected: ack.next_expected + base, arrived: ack.arrived + base, ..ack };
            self.acknowledge(index, wire, at);
        }
        (receipt.delivered, receipt.is_held)
    }

    fn acknowledge(&mut self, index: usize, ack: Ack, at: SimTime) {
        if let Some(paths) = &mut self.paths {
            if !paths.carries_ack(FlowId(index as u32), ack) {
                return;
            }
            if paths.has_reverse_link() {
                let at = self.flows[index].reach_far_router(at);
                self.events.schedule(at, Event::Reverse(index as u32));
                return;
            }
        }
        let at = if self.two_links.is_some() {
            let way = self.way_back(index);
            let far_router = self.flows[index].reach_far_router(at);
            self.flows[index].reach_sender_from(far_router + way)
        } else {
            self.flows[index].reach_sender(at, &mut self.link.reverse, self.link.delay)
        };
        self.acknowledgement_reaches(index, ack, at);
    }

    /// Puts an acknowledgement in flight that reaches its sender at `at`.
    #[inline]
    fn acknowledgement_reaches(&mut self, index: usize, ack: Ack, at: SimTime) {
        let rank = self.events.reserve();
        if let EndPoints::Tcp { acks, .. } = &mut self.flows[index].end_points {
            if acks.is_empty() {
                self.events.schedule_in_fifo(
                    EventFifo::Acknowledgements,
                    at,
                    rank,
                    Event::Acknowledgement(index as u32),
                );
            }
            self.in_flight.acks.push(acks, OnItsWay { at, rank, what: ack });
        }
    }

    /// Passes an acknowledgement to the reverse link, which all flows share.
    pub(super) fn on_reverse_link(&mut self, index: usize) {
        let crossing = self.paths.as_mut().and_then(|paths| paths.cross_reverse(FlowId(index as u32), self.now));
        if let Some((ack, end)) = crossing {
            let at = self.flows[index].reach_sender_from(end + self.link.delay);
            self.acknowledgement_reaches(index, ack, at);
        }
    }

    /// Sends a receiver's delayed acknowledgement that is due.
    pub(super) fn on_acknowledgement_timer(&mut self, index: usize) {
        let EndPoints::Tcp { sink, extras: Some(extras), .. } = &mut self.flows[index].end_points else {
            return;
        };
        if extras.ack_timer_at != Some(self.now) {
            return; // This event is outdated: an earlier deadline has replaced its deadline.
        }
        extras.ack_timer_at = None;
        let base = extras.web.as_ref().map_or(0, WebSession::base);
        match sink.ack_deadline() {
            Some(deadline) if deadline <= self.now => {
                if let Some(ack) = sink.on_ack_timer(self.now) {
                    let wire = Ack { next_expected: ack.next_expected + base, arrived: ack.arrived + base, ..ack };
                    self.acknowledge(index, wire, self.now);
                }
            }
            Some(deadline) => {
                extras.ack_timer_at = Some(deadline);
                self.events.schedule(deadline, Event::AcknowledgementTimer(index as u32));
            }
            None => {}
        }
    }

    pub(super) fn on_acknowledgement<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let EndPoints::Tcp { acks, .. } = &mut self.flows[index].end_points else {
            return;
        };
        let Some(arrived) = self.in_flight.acks.pop(acks) else {
            return;
        };
        if let Some(next) = self.in_flight.acks.first(*acks) {
            self.events.schedule_in_fifo(
                EventFifo::Acknowledgements,
                next.at,
                next.rank,
                Event::Acknowledgement(index as u32),
            );
        }
        if self.paths.is_some() {
            self.repeat_reports(index, arrived.what);
        }
        let ack = match self.flows[index].web_session() {
            Some(web) => web.own(arrived.what),
            None => Some(arrived.what),
        };
        if let Some(ack) = ack {
            self.with_sender(index, probe, |sender, now, out| sender.on_ack(ack, now, out));
        }
    }

    /// Reports to the sender the packets that arrived out of order and whose acknowledgements were lost. The
    /// acknowledgement that arrives now reports them too, as later acknowledgements repeat such reports.
    #[cold]
    #[inline(never)]
    fn repeat_reports(&mut self, index: usize, ack: Ack) {
        let (Some(paths), EndPoints::Tcp { sender, extras, .. }) = (&mut self.paths, &mut self.flows[index].end_points)
        else {
            return;
        };
        let flow = FlowId(index as u32);
        let base = extras.as_ref().and_then(|extras| extras.web.as_ref()).map_or(0, WebSession::base);
        paths.ack_arrives(flow);
        while let Some(number) = paths.repeated_report(flow) {
            if number >= ack.next_expected.max(base) {
                sender.note_held(number - base);
            }
        }
    }

    /// Handles the single timer event of a flow. If the sender's deadline is later than the event, the event is scheduled
    /// again.
    pub(super) fn on_timer<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let EndPoints::Tcp { sender, timer_at, .. } = &mut self.flows[index].end_points else {
            return;
        };
        if *timer_at != Some(self.now) {
            return; // This event is outdated: an earlier deadline has replaced its deadline.
        }
        *timer_at = None;
        let is_due = sender.deadline().is_some_and(|deadline| deadline <= self.now);
        self.with_sender(index, probe, |sender, now, out| {
            if is_due {
                sender.on_timer(now, out);
            }
        });
    }

    pub(super) fn on_request<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let now = self.now;
        let tick_phase = self.flows[index].tick_phase(self.scenario.seed);
        let mut outbox = std::mem::take(&mut self.outbox);
        if let EndPoints::Tcp { sender, sink, extras: Some(extras), .. } = &mut self.flows[index].end_points
            && let Some(web) = &mut extras.web
            && web.due().is_some_and(|due| due <= now)
        {
            web.request(now, tick_phase, sender, sink, &mut outbox);
            extras.ack_timer_at = None;
        }
        self.send(index, outbox, probe);
    }

    /// Runs a sender, sends its packets and sets its timer.
    pub(super) fn with_sender<P: Probe>(
        &mut self,
        index: usize,
        probe: &mut P,
        act: impl FnOnce(&mut TcpSender, SimTime, &mut Vec<Segment>),
    ) {
        let mut outbox = std::mem::take(&mut self.outbox);
        if let EndPoints::Tcp { sender, extras, .. } = &mut self.flows[index].end_points {
            act(sender, self.now, &mut outbox);
            probe.sender_acted(self.now, FlowId(index as u32), sender);
            if let Some(web) = extras.as_mut().and_then(|extras| extras.web.as_mut()) {
                web.look_at(sender, self.now);
            }
        }
        self.send(index, outbox, probe);
    }

    fn send<P: Probe>(&mut self, index: usize, mut outbox: Vec<Segment>, probe: &mut P) {
        let now = self.now;
        let flow = &mut self.flows[index];
        let (base, released) = flow.numbering(now, !outbox.is_empty());
        for segment in outbox.drain(..) {
            let at = flow.reach_bottleneck(released, segment.bytes);
            self.next_packet += 1;
            let packet = flow.packet(&segment, self.next_packet, at, base);
            if self.two_links.as_ref().is_none_or(|links| !links.enters_at_other(index)) {
                probe.sent(now, &packet);
            }
            let rank = self.events.reserve();
            if let EndPoints::Tcp { packets, .. } = &mut flow.end_points {
                if packets.is_empty() {
                    self.events.schedule_in_fifo(EventFifo::Segments, at, rank, Event::Arrival(index as u32));
                }
                self.in_flight.packets.push(packets, OnItsWay { at, rank, what: packet });
            }
        }
        self.outbox = outbox;
        let EndPoints::Tcp { sender, timer_at, extras, .. } = &mut flow.end_points else {
            return;
        };
        if let Some(deadline) = sender.deadline()
            && timer_at.is_none_or(|at| deadline < at)
        {
            *timer_at = Some(deadline);
            let side = side_of_timer(self.scenario.seed, FlowId(index as u32), deadline);
            self.events.schedule_beside(deadline, side, Event::Timer(index as u32));
        }
        if let Some(web) = extras.as_mut().and_then(|extras| extras.web.as_mut())
            && let Some(due) = web.due()
            && web.request_at != Some(due)
        {
            web.request_at = Some(due);
            self.events.schedule(due.max(now), Event::Request(index as u32));
        }
    }

    #[inline(always)]
    pub(super) fn schedule_udp_arrival(&mut self, index: usize) {
        let next = self.flows[index].next_udp_arrival();
        if let EndPoints::Udp { arrival_at, .. } = &mut self.flows[index].end_points {
            *arrival_at = next.unwrap_or(SimTime::MAX);
            if let Some(at) = next {
                let rank = self.events.reserve();
                self.events.schedule_in_fifo(EventFifo::Datagrams, at, rank, Event::Arrival(index as u32));
            }
        }
    }
}

/// Decides at random whether a retransmission timer expires before or after the other events of its instant.
///
/// Timers last whole clock ticks, and acknowledgements arrive at the rate of the bottleneck. If the tick and the packet
/// time have a simple ratio, some timers repeatedly expire exactly when other senders receive acknowledgements. The
/// sender that acts first then gets the last free slot in the queue. No real network is that regular, so the order is
/// drawn at random.
fn side_of_timer(seed: u64, flow: FlowId, deadline: SimTime) -> Side {
    if coin_flip(seed, flow, deadline) { Side::Before } else { Side::After }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scenario;
    use serde_json::json;

    /// The senders that acted at one instant, in order, and whether a timer triggered each of them.
    #[derive(Default)]
    struct Watch {
        now: SimTime,
        acted: Vec<bool>,
        timeouts: Vec<u64>,
        timers_first: usize,
        timers_last: usize,
    }

    impl Probe for Watch {
        fn sender_acted(&mut self, now: SimTime, flow: FlowId, sender: &TcpSender) {
            if now != self.now {
                self.count();
                (self.now, self.acted) = (now, Vec::new());
            }
            let timeouts = sender.counts().timeouts;
            self.acted.push(timeouts > self.timeouts[flow.index()]);
            self.timeouts[flow.index()] = timeouts;
        }
    }

    impl Watch {
        fn count(&mut self) {
            match self.acted[..] {
                [true, false] => self.timers_first += 1,
                [false, true] => self.timers_last += 1,
                _ => {}
            }
        }
    }

    #[test]
    fn a_timer_at_the_instant_of_an_acknowledgement_is_first_in_half_of_cases() {
        // Timers last multiples of 10 ms, and a packet leaves every 8 ms, so timers and acknowledgements often
        // coincide. The buffer is too small for twenty flows, so packets are lost and timers expire.
        let scene = json!({
            "duration_s": 200,
            "bottleneck": { "capacity_bps": 1_000_000, "delay_s": 0.1 },
            "access": { "rate_bps": 100_000_000, "delay_s": 0.001 },
            "lanes": [{ "aqm": "drop-tail", "params": { "limit": 10 } }],
            "flows": [{ "transport": "newreno", "count": 20, "start_s": [0, 1] }],
        });
        let mut simulation = Simulation::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
        let mut watch = Watch { timeouts: vec![0; 20], ..Watch::default() };
        simulation.watch_to(simulation.end(), &mut watch);
        let Watch { timers_first, timers_last, .. } = watch;
        let all = timers_first + timers_last;
        assert!(all > 100, "only {all} coincidences");
        // When a timer and an acknowledgement coincide, the timer should be first in one half of the cases. The
        // tolerance is four standard deviations.
        let is_fair = (2.0 * timers_first as f64 - all as f64).abs() < 4.0 * (all as f64).sqrt();
        assert!(is_fair, "first {timers_first} times, last {timers_last} times");
    }
}
