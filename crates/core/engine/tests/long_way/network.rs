//! The network without shortcuts: every transmission and every propagation on every link is an event.
//!
//! A data packet passes its sender's own link (first in, first out), the near router with the discipline, the
//! bottleneck link, the far router, and the receiver's own link. Its acknowledgement passes the receiver's own link,
//! the far router, the reverse of the bottleneck link, the near router, and the sender's own link. The reverse link has
//! no queue. An acknowledgement crosses it at the capacity that the bottleneck had when the acknowledged packet left,
//! and never overtakes an earlier acknowledgement of its flow.
//!
//! Events are ordered by time. Simultaneous events are ordered by the times of their causes. A packet's arrival at the
//! bottleneck is caused by its being sent, an arriving acknowledgement by the departure of its packet from the
//! bottleneck, and the end of a transmission by its start. Retransmission timers are an exception: a random draw
//! decides whether a timer runs before or after all other events of the same instant.
//!
//! Events at the bottleneck often coincide, since acknowledgements reach the senders at the rate of the bottleneck. A
//! packet can arrive exactly at the end of a transmission, or together with another packet. The test asserts that no
//! other events of the bottleneck, and no events of one sender, coincide.
//!
//! Events can coincide at a receiver too. A packet that was released by a delayed acknowledgement arrives exactly one
//! acknowledgement delay after its predecessor, just when the acknowledgement of the predecessor is due. The timer then
//! runs first.

use super::diary::{Diary, Fate};
use crate::ask::{AnyContext, ask};
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::{AnyDiscipline, Reason, Tracer};
use chokepoint_engine::endpoint::source::{DatagramSource, UdpSource};
use chokepoint_engine::endpoint::tcp::{ACK_BYTES, Ack, Segment, TcpSender, TcpSink};
use chokepoint_engine::packet::{Ecn, FlowId, Packet, TcpNotes};
use chokepoint_engine::rng::{Chance, Stream, coin_flip};
use chokepoint_engine::scenario::{FlowGroup, FlowKind, ServiceLaw};
use chokepoint_engine::time::{SimTime, Span};
use std::collections::{BTreeMap, VecDeque};

/// The lowest rank of simultaneous events, apart from retransmission timers. Ranks below it remain for timers that run
/// before all other events of the same instant.
const IN_ORDER: u64 = 1 << 61;

pub(super) struct LongWay {
    scenario: Scenario,
    now: SimTime,
    /// Future events, ordered by time and by rank in the order of causes.
    future: BTreeMap<(SimTime, u64), Event>,
    reserved: u64,
    discipline: AnyDiscipline,
    chance: Stream,
    /// The random stream that decides, in every slot of a slotted link, whether the packet is sent.
    service: Stream,
    wake_at: Option<SimTime>,
    /// The packet being transmitted on the bottleneck link.
    sending: Option<Packet>,
    last_at_bottleneck: Option<(SimTime, Visit)>,
    /// Number of times that two events at the bottleneck coincided.
    pub(super) ties: usize,
    /// Number of packets that arrived exactly when a delayed acknowledgement was due.
    pub(super) packets_at_a_deadline: usize,
    flows: Vec<Flow>,
    pub(super) diary: Diary,
}

pub(super) struct Flow {
    kind: FlowKind,
    bytes: u32,
    ends: Ends,
    links: [OwnLink; 4],
    last_at_sender: Option<SimTime>,
    /// The time at which the last acknowledgement leaves the reverse link.
    reverse_until: SimTime,
    pub(super) sent: u64,
    pub(super) received_bytes: u64,
    pub(super) delivered_bytes: u64,
    /// Numbers of packets that were received before the measured window and are held until an earlier packet arrives.
    held: Vec<u32>,
}

#[allow(clippy::large_enum_variant)] // There is only a handful of flows, so boxes would not save memory.
enum Ends {
    Tcp { sender: TcpSender, sink: TcpSink },
    Udp { source: DatagramSource, config: UdpSource, sequence: u32, ecn: Ecn },
}

/// The four one-way links that belong to a single flow.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Own {
    SenderToNear,
    FarToReceiver,
    ReceiverToFar,
    NearToSender,
}

/// A first-in first-out link with an unlimited queue.
#[derive(Clone)]
struct OwnLink {
    rate_bps: u64,
    delay: Span,
    waiting: VecDeque<Load>,
    sending: Option<Load>,
}

/// A packet in flight. `place` orders simultaneous events. On the way to the bottleneck it is the rank of the arrival
/// there; on the way back it is the rank of the acknowledgement's arrival at the sender.
#[derive(Clone, Copy, Debug)]
enum Load {
    /// A data packet, with the capacity that the bottleneck had when the packet left it.
    Data { packet: Packet, capacity_bps: u64, place: u64 },
    /// An acknowledgement, with the rate at which it crosses the reverse link.
    Ack { ack: Ack, reverse_bps: u64, place: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Visit {
    ArrivalOfTcp,
    EndOfTransmission,
    Other,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Opens(usize),
    SourceIsDue(usize),
    TimerRunsOut(usize),
    AcknowledgementIsOverdue(usize),
    OwnLinkHasSent(usize, Own),
    ComesOutOf(usize, Own, Load),
    BottleneckHasSent,
    ReachesFarRouter(Load, usize),
    ReverseHasSent(Load, usize),
    ReachesNearRouter(Load, usize),
    DisciplineWakes,
    SettingChanges(usize),
}

/// Records what the discipline reports.
struct Reports<'a> {
    now: SimTime,
    diary: &'a mut Diary,
}

impl Tracer for Reports<'_> {
    fn admit(&mut self, packet: &Packet, place: usize) {
        self.diary.note(self.now, packet, Fate::Admitted(place));
    }

    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.diary.note(self.now, packet, Fate::Dropped(reason, place));
    }

    fn mark(&mut self, packet: &Packet, reason: Reason) {
        self.diary.note(self.now, packet, Fate::Marked(reason));
    }
}

impl LongWay {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let (_, _, params) = scenario.lane_settings(0).unwrap();
        let mut network = Self {
            scenario: scenario.clone(),
            now: SimTime::ZERO,
            future: BTreeMap::new(),
            reserved: IN_ORDER,
            discipline: AnyDiscipline::new(params),
            chance: Stream::named(scenario.seed, "discipline"),
            service: Stream::named(scenario.seed, "service"),
            wake_at: None,
            sending: None,
            last_at_bottleneck: None,
            ties: 0,
            packets_at_a_deadline: 0,
            flows: Vec::new(),
            diary: Diary::new(scenario.flow_count()),
        };
        for group in &scenario.flows {
            for _ in 0..group.count {
                let index = network.flows.len();
                let (flow, start) = new_flow(index, group, scenario);
                let opening = match &flow.ends {
                    Ends::Tcp { .. } => Some((start, Event::Opens(index))),
                    Ends::Udp { source, .. } => source.due().map(|due| (due, Event::SourceIsDue(index))),
                };
                network.flows.push(flow);
                if let Some((at, event)) = opening {
                    network.schedule(at, event);
                }
            }
        }
        for (index, change) in scenario.interventions.iter().enumerate() {
            // No other event at the bottleneck happens at the instant of a change, so the rank of the change is of no
            // consequence.
            network.schedule(change.at, Event::SettingChanges(index));
        }
        network.see_to_waking();
        network
    }

    pub(super) fn run(&mut self) {
        while let Some(((at, _), event)) = self.future.pop_first() {
            if at > self.scenario.duration {
                return;
            }
            self.now = at;
            self.happen(event);
        }
    }

    pub(super) fn flows(&self) -> &[Flow] {
        &self.flows
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Opens(flow) => self.let_sender(flow, |sender, now, out| sender.start(now, out)),
            Event::SourceIsDue(flow) => self.source_is_due(flow),
            Event::AcknowledgementIsOverdue(flow) => {
                self.acknowledgement_is_overdue(flow);
            }
            Event::TimerRunsOut(flow) => {
                let Ends::Tcp { sender, .. } = &self.flows[flow].ends else { unreachable!("only senders have timers") };
                // Every deadline has an event, which is ignored if the deadline has changed meanwhile.
                if sender.deadline() == Some(self.now) {
                    self.let_sender(flow, |sender, now, out| sender.on_timer(now, out));
                }
            }
            Event::OwnLinkHasSent(flow, which) => self.own_link_has_sent(flow, which),
            Event::ComesOutOf(_, Own::SenderToNear, Load::Data { packet, .. }) => self.reach_bottleneck(packet),
            Event::ComesOutOf(flow, Own::FarToReceiver, Load::Data { packet, capacity_bps, place }) => {
                if let Some(ack) = self.receive(flow, packet) {
                    let answer = Load::Ack { ack, reverse_bps: capacity_bps, place };
                    self.hand_over(flow, Own::ReceiverToFar, answer);
                }
            }
            Event::ComesOutOf(flow, Own::ReceiverToFar, load @ Load::Ack { reverse_bps, .. }) => {
                let sent = self.now + Span::transmission(ACK_BYTES, reverse_bps);
                self.schedule(sent, Event::ReverseHasSent(load, flow));
            }
            Event::ReverseHasSent(load, flow) => {
                let out = (self.now + self.scenario.delay).max(self.flows[flow].reverse_until);
                self.flows[flow].reverse_until = out;
                self.schedule(out, Event::ReachesNearRouter(load, flow));
            }
            Event::ReachesNearRouter(load, flow) => self.hand_over(flow, Own::NearToSender, load),
            Event::ComesOutOf(flow, Own::NearToSender, Load::Ack { ack, .. }) => {
                self.let_sender(flow, |sender, now, out| sender.on_ack(ack, now, out));
            }
            Event::ComesOutOf(_, link, load) => unreachable!("{load:?} on {link:?}"),
            Event::BottleneckHasSent => self.bottleneck_has_sent(),
            Event::ReachesFarRouter(load, flow) => self.hand_over(flow, Own::FarToReceiver, load),
            Event::DisciplineWakes => {
                if self.wake_at == Some(self.now) {
                    self.wake_at = None;
                    self.visit_bottleneck(Visit::Other);
                    self.ask_discipline(|discipline, cx| discipline.on_timer(cx));
                }
            }
            Event::SettingChanges(index) => self.setting_changes(index),
        }
    }

    // Senders and receivers.

    fn let_sender(&mut self, index: usize, act: impl FnOnce(&mut TcpSender, SimTime, &mut Vec<Segment>)) {
        let now = self.now;
        let flow = &mut self.flows[index];
        assert!(flow.last_at_sender.replace(now) != Some(now), "two events of sender {index} at {now:?}");
        let Ends::Tcp { sender, .. } = &mut flow.ends else { unreachable!("no sender") };
        let mut out = Vec::new();
        act(sender, now, &mut out);
        let deadline = sender.deadline();
        for segment in out {
            let packet = Packet {
                sequence: segment.sequence,
                is_syn: segment.is_syn,
                is_retransmission: segment.is_retransmission,
                ecn: segment.ecn,
                tcp: TcpNotes::new(segment.cwr, segment.rehash),
                ..Packet::plain(0, index as u32, segment.bytes as u16)
            };
            self.flows[index].sent += 1;
            self.diary.note_sent(now, &packet);
            self.send_off(index, packet);
        }
        if let Some(deadline) = deadline {
            let place = self.reserve();
            let is_first = coin_flip(self.scenario.seed, FlowId(index as u32), deadline);
            let place = if is_first { place - IN_ORDER } else { place + IN_ORDER };
            self.future.insert((deadline, place), Event::TimerRunsOut(index));
        }
    }

    fn source_is_due(&mut self, index: usize) {
        let now = self.now;
        let flow = &mut self.flows[index];
        let Ends::Udp { source, sequence, ecn, .. } = &mut flow.ends else { unreachable!("no source") };
        if source.due() != Some(now) {
            return; // The rate has changed since this event was scheduled.
        }
        source.send();
        let plain = Packet::plain(0, index as u32, flow.bytes as u16);
        let packet = Packet { sequence: *sequence, ecn: *ecn, is_udp: true, ..plain };
        *sequence += 1;
        flow.sent += 1;
        let next = source.due();
        self.send_off(index, packet);
        if let Some(due) = next {
            self.schedule(due, Event::SourceIsDue(index));
        }
    }

    fn send_off(&mut self, index: usize, packet: Packet) {
        let place = self.reserve();
        self.hand_over(index, Own::SenderToNear, Load::Data { packet, capacity_bps: 0, place });
    }

    fn receive(&mut self, index: usize, packet: Packet) -> Option<Ack> {
        self.diary.note_received(self.now, &packet);
        self.packets_at_a_deadline += usize::from(self.acknowledgement_is_overdue(index));
        let is_measured = self.now >= self.scenario.measured_from;
        let flow = &mut self.flows[index];
        let mut held_until = None;
        let (delivered, ack) = match &mut flow.ends {
            Ends::Tcp { sink, .. } => {
                let Packet { sequence, is_retransmission, ecn, tcp, .. } = packet;
                let receipt = sink.receive_copy(sequence, is_retransmission, ecn, tcp.cwr(), self.now);
                held_until = sink.ack_deadline();
                // With this packet, the receiver can also deliver later packets that it was holding.
                let before = flow.held.len();
                flow.held.retain(|held| !(packet.sequence..packet.sequence + receipt.delivered).contains(held));
                let released = before - flow.held.len();
                if receipt.is_held && !is_measured {
                    flow.held.push(packet.sequence);
                }
                ((u64::from(receipt.delivered) - released as u64) * u64::from(flow.bytes), receipt.ack)
            }
            Ends::Udp { .. } => (u64::from(packet.bytes), None),
        };
        if is_measured {
            flow.received_bytes += u64::from(packet.bytes);
            flow.delivered_bytes += delivered;
        }
        if let Some(deadline) = held_until {
            self.schedule(deadline, Event::AcknowledgementIsOverdue(index));
        }
        ack
    }

    /// Sends the delayed acknowledgement of a receiver if it is due. Returns whether it was sent.
    fn acknowledgement_is_overdue(&mut self, index: usize) -> bool {
        let Ends::Tcp { sink, .. } = &mut self.flows[index].ends else { return false };
        let Some(ack) = sink.on_ack_timer(self.now) else { return false };
        let place = self.reserve();
        let load = Load::Ack { ack, reverse_bps: self.scenario.capacity_bps, place };
        self.hand_over(index, Own::ReceiverToFar, load);
        true
    }

    // Links of single flows.

    fn hand_over(&mut self, index: usize, which: Own, load: Load) {
        let link = &mut self.flows[index].links[which as usize];
        link.waiting.push_back(load);
        if link.sending.is_none() {
            self.own_link_takes_next(index, which);
        }
    }

    fn own_link_takes_next(&mut self, index: usize, which: Own) {
        let link = &mut self.flows[index].links[which as usize];
        link.sending = link.waiting.pop_front();
        if let Some(load) = link.sending {
            let bytes = match load {
                Load::Data { packet, .. } => packet.bytes.into(),
                Load::Ack { .. } => ACK_BYTES,
            };
            let sent = self.now + Span::transmission(bytes, link.rate_bps);
            self.schedule(sent, Event::OwnLinkHasSent(index, which));
        }
    }

    fn own_link_has_sent(&mut self, index: usize, which: Own) {
        let link = &mut self.flows[index].links[which as usize];
        let out = self.now + link.delay;
        if let Some(load) = link.sending.take() {
            let coming_out = Event::ComesOutOf(index, which, load);
            match (which, load) {
                (Own::SenderToNear, Load::Data { place, .. }) | (Own::NearToSender, Load::Ack { place, .. }) => {
                    self.future.insert((out, place), coming_out);
                }
                _ => self.schedule(out, coming_out),
            }
        }
        self.own_link_takes_next(index, which);
    }

    // The bottleneck.

    fn reach_bottleneck(&mut self, packet: Packet) {
        let is_tcp = self.flows[packet.flow.index()].kind.class() == "tcp";
        self.visit_bottleneck(if is_tcp { Visit::ArrivalOfTcp } else { Visit::Other });
        let packet = Packet { arrived: self.now, ..packet };
        self.diary.note(self.now, &packet, Fate::Arrived);
        self.ask_discipline(|discipline, cx| discipline.enqueue(packet, cx));
        if self.sending.is_none() {
            self.bottleneck_takes_next();
        }
    }

    fn bottleneck_takes_next(&mut self) {
        self.sending = self.ask_discipline(|discipline, cx| discipline.dequeue(cx));
        if let Some(packet) = self.sending {
            self.diary.note(self.now, &packet, Fate::TakenByLink);
            let sent = self.end_of_transmission(packet.bytes.into());
            self.schedule(sent, Event::BottleneckHasSent);
        }
    }

    fn end_of_transmission(&mut self, bytes: u32) -> SimTime {
        let span = Span::transmission(bytes, self.scenario.capacity_bps);
        if self.scenario.service == ServiceLaw::Constant {
            return self.now + span;
        }
        let slot = self.scenario.service_slot.nanos();
        let mean_slots = span.nanos() as f64 / slot as f64;
        let mut end = self.now.nanos() - self.now.nanos() % slot + slot;
        if mean_slots > 1.0 {
            // Service takes longer than k slots with probability (1 − 1/mean)^k, so one random number determines its
            // length.
            let number = 1.0 - self.service.unit();
            let mut longer = 1.0 - 1.0 / mean_slots;
            while number <= longer {
                end += slot;
                longer *= 1.0 - 1.0 / mean_slots;
            }
        }
        SimTime::from_nanos(end)
    }

    fn bottleneck_has_sent(&mut self) {
        self.visit_bottleneck(Visit::EndOfTransmission);
        if let Some(packet) = self.sending.take() {
            self.diary.note(self.now, &packet, Fate::SentByLink);
            let far = self.now + self.scenario.delay;
            let load = Load::Data { packet, capacity_bps: self.scenario.capacity_bps, place: self.reserve() };
            self.schedule(far, Event::ReachesFarRouter(load, packet.flow.index()));
        }
        self.bottleneck_takes_next();
    }

    fn setting_changes(&mut self, index: usize) {
        self.visit_bottleneck(Visit::Other);
        let change = self.scenario.interventions[index].clone();
        let all = std::mem::take(&mut self.scenario.interventions);
        self.scenario = self.scenario.with(&change.path, change.value).unwrap();
        self.scenario.interventions = all;
        let (_, _, params) = self.scenario.lane_settings(0).unwrap();
        self.ask_discipline(|discipline, cx| discipline.reconfigure(params, cx));
        let groups: Vec<_> =
            self.scenario.flows.iter().flat_map(|group| (0..group.count).map(move |_| group.clone())).collect();
        for (index, group) in groups.into_iter().enumerate() {
            if let (Ends::Udp { source, config, .. }, Some(changed)) = (&mut self.flows[index].ends, group.udp_source())
                && config != changed
            {
                source.set_config(changed.clone(), self.now);
                *config = changed.clone();
                if let Some(due) = source.due() {
                    self.schedule(due, Event::SourceIsDue(index));
                }
            }
        }
    }

    fn ask_discipline<R>(&mut self, act: impl FnOnce(&mut AnyDiscipline, &mut AnyContext<'_, '_>) -> R) -> R {
        let mut reports = Reports { now: self.now, diary: &mut self.diary };
        let answer = ask(self.now, &mut self.chance, &mut reports, |cx| act(&mut self.discipline, cx));
        self.see_to_waking();
        answer
    }

    fn see_to_waking(&mut self) {
        if self.discipline.next_timer() != self.wake_at {
            self.wake_at = self.discipline.next_timer();
            if let Some(at) = self.wake_at {
                self.schedule(at, Event::DisciplineWakes);
            }
        }
    }

    fn visit_bottleneck(&mut self, visit: Visit) {
        let Some((at, before)) = self.last_at_bottleneck.replace((self.now, visit)) else {
            return;
        };
        if at == self.now {
            let is_accident = before == Visit::Other || visit == Visit::Other;
            assert!(!is_accident, "{before:?} and {visit:?} coincide at {at:?}");
            self.ties += 1;
        }
    }

    fn schedule(&mut self, at: SimTime, event: Event) {
        let place = self.reserve();
        self.future.insert((at, place), event);
    }

    fn reserve(&mut self) -> u64 {
        self.reserved += 1;
        self.reserved
    }
}

impl Flow {
    pub(super) fn congestion_window(&self) -> Option<f64> {
        match &self.ends {
            Ends::Tcp { sender, .. } => Some(sender.cwnd()),
            Ends::Udp { .. } => None,
        }
    }

    pub(super) fn timeouts(&self) -> u64 {
        match &self.ends {
            Ends::Tcp { sender, .. } => sender.counts().timeouts,
            Ends::Udp { .. } => 0,
        }
    }
}

fn new_flow(index: usize, group: &FlowGroup, scenario: &Scenario) -> (Flow, SimTime) {
    let number = index + 1;
    let seed = scenario.seed;
    let (from, until) = group.start;
    let share = Stream::named(seed, &format!("start/{number}")).unit();
    let start = from + Span::from_secs(share * until.since(from).secs());
    let ends = match (group.tcp_config(scenario.profile), group.udp_source()) {
        (Some(config), _) => {
            let phase = Stream::named(seed, &format!("tick/{number}")).pick(config.rto.tick.nanos() as usize);
            let sink = TcpSink::new(group.sink_config(scenario.profile));
            Ends::Tcp { sender: TcpSender::new(config, Span::from_nanos(phase as u64)), sink }
        }
        (None, Some(udp)) => Ends::Udp {
            source: DatagramSource::new(
                udp.clone(),
                group.packet_bytes,
                start,
                group.stop(),
                group.max_packets(),
                Stream::named(seed, &format!("source/{number}")),
            ),
            config: udp.clone(),
            sequence: 0,
            ecn: if group.ecn() { Ecn::Ect0 } else { Ecn::NotEct },
        },
        (None, None) => unreachable!("{:?} has no transport", group.kind),
    };
    let access = scenario.access_of(group);
    let link = OwnLink { rate_bps: access.rate_bps, delay: access.delay, waiting: VecDeque::new(), sending: None };
    let flow = Flow {
        kind: group.kind,
        bytes: group.packet_bytes,
        ends,
        links: [link.clone(), link.clone(), link.clone(), link],
        last_at_sender: None,
        reverse_until: SimTime::ZERO,
        sent: 0,
        received_bytes: 0,
        delivered_bytes: 0,
        held: Vec::new(),
    };
    (flow, start)
}
