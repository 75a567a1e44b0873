//! A flow in the network: its end points, its own links, what is on its way.

use crate::discipline::StateHash;
use crate::endpoint::source::{DatagramSource, UdpSource};
use crate::endpoint::tcp::{ACK_BYTES, Ack, RtoProfile, TcpConfig, TcpSender, TcpSink, Variant};
use crate::footprint;
use crate::packet::{FlowId, Packet};
use crate::rng::{Chance, Stream};
use crate::scenario::{FlowGroup, FlowKind, Profile, Scenario};
use crate::time::{LinkRate, SimTime, Span};
use std::collections::VecDeque;

/// One end of the flow's own link: first in, first out, a buffer that never overflows.
#[derive(Clone, Copy, Debug)]
struct OwnLink {
    rate: LinkRate,
    delay: Span,
    free_at: SimTime,
}

impl OwnLink {
    /// When a packet handed over at `at` comes out at the other end.
    fn carry(&mut self, at: SimTime, bytes: u32) -> SimTime {
        self.free_at = self.free_at.max(at) + self.rate.transmission(bytes);
        self.free_at + self.delay
    }
}

/// Something on its way, with the place in the order of events that was reserved when it set out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnItsWay<T> {
    pub(crate) at: SimTime,
    pub(crate) rank: u64,
    pub(crate) what: T,
}

/// A flow.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) id: FlowId,
    pub(crate) kind: FlowKind,
    pub(crate) packet_bytes: u32,
    pub(crate) end_points: EndPoints,
    /// Sender to bottleneck.
    to_bottleneck: OwnLink,
    /// Bottleneck to receiver.
    to_receiver: OwnLink,
    /// Receiver to the far router, for acknowledgements.
    from_receiver: OwnLink,
    /// Near router to sender, for acknowledgements.
    to_sender: OwnLink,
}

/// The two ends of a flow.
// One flow is one or the other for its whole life; boxing the large one would cost a hop per packet.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub(crate) enum EndPoints {
    /// A TCP sender with endless data and its receiver.
    Tcp {
        sender: TcpSender,
        sink: TcpSink,
        /// Packets on their way to the bottleneck, oldest first.
        packets: VecDeque<OnItsWay<Packet>>,
        /// Acknowledgements on their way to the sender, oldest first.
        acks: VecDeque<OnItsWay<Ack>>,
        /// When the pending timer event is due, if there is one.
        timer_at: Option<SimTime>,
    },
    /// A source that sends on its own.
    Cbr {
        source: DatagramSource,
        /// The source as it was before each change of rate, silent after it, while packets that it sent have not reached
        /// the bottleneck; oldest first. Their number can be huge, so they are not kept one by one.
        earlier: VecDeque<DatagramSource>,
        /// Grows with every packet.
        sequence: u32,
        /// When the pending arrival event is due; an event of another time is stale.
        arrival_at: Option<SimTime>,
    },
}

impl Flow {
    /// The flow `id` of a group, and when it starts.
    pub(crate) fn new(id: FlowId, group: &FlowGroup, scenario: &Scenario) -> (Self, SimTime) {
        let mut chance = Stream::named(scenario.seed, &format!("start/{}", id.number()));
        let (from, until) = group.start;
        let start = from + Span::from_secs(chance.unit() * until.since(from).secs());
        let rate_bps = group.access_rate_bps.unwrap_or(scenario.access.rate_bps);
        let delay = group.access_delay.unwrap_or(scenario.access.delay);
        let own = OwnLink { rate: LinkRate::new(rate_bps), delay, free_at: SimTime::ZERO };
        let end_points = match group.kind {
            FlowKind::Tcp { variant, window } => EndPoints::Tcp {
                sender: TcpSender::new(tcp_config(variant, window, group, scenario), tick_phase(id, scenario.seed)),
                sink: TcpSink::default(),
                packets: VecDeque::new(),
                acks: VecDeque::new(),
                timer_at: None,
            },
            FlowKind::Cbr { rate_bps } => EndPoints::Cbr {
                source: DatagramSource::new(
                    UdpSource::Cbr { rate_bps, is_jittered: false },
                    group.packet_bytes,
                    start,
                    None,
                    None,
                    Stream::named(scenario.seed, &format!("source/{}", id.number())),
                ),
                earlier: VecDeque::new(),
                sequence: 0,
                arrival_at: None,
            },
        };
        let flow = Self {
            id,
            kind: group.kind,
            packet_bytes: group.packet_bytes,
            end_points,
            to_bottleneck: own,
            to_receiver: own,
            from_receiver: own,
            to_sender: own,
        };
        (flow, start)
    }

    /// When a packet that the sender hands over at `at` reaches the bottleneck.
    pub(crate) fn reach_bottleneck(&mut self, at: SimTime, bytes: u32) -> SimTime {
        self.to_bottleneck.carry(at, bytes)
    }

    /// The same without sending it.
    fn would_reach_bottleneck(&self, at: SimTime, bytes: u32) -> SimTime {
        let mut link = self.to_bottleneck;
        link.carry(at, bytes)
    }

    /// When a packet that leaves the far router at `at` reaches its receiver.
    pub(crate) fn reach_receiver(&mut self, at: SimTime, bytes: u32) -> SimTime {
        self.to_receiver.carry(at, bytes)
    }

    /// When an acknowledgement sent at `at` reaches the sender, over a reverse path on which nothing waits for others.
    pub(crate) fn reach_sender(&mut self, at: SimTime, reverse: &mut LinkRate, delay: Span) -> SimTime {
        let far_router = self.from_receiver.carry(at, ACK_BYTES);
        let near_router = far_router + reverse.transmission(ACK_BYTES) + delay;
        self.to_sender.carry(near_router, ACK_BYTES)
    }

    /// When the next packet of a source that sends on its own reaches the bottleneck, if one does at the present rate.
    pub(crate) fn next_cbr_arrival(&self) -> Option<SimTime> {
        let EndPoints::Cbr { source, earlier, .. } = &self.end_points else {
            return None;
        };
        let due = earlier.front().unwrap_or(source).due()?;
        Some(self.would_reach_bottleneck(due, self.packet_bytes))
    }

    /// Sends every packet that was due by `now`; needed before the rate changes.
    pub(crate) fn catch_up_cbr(&mut self, now: SimTime) {
        let EndPoints::Cbr { source, earlier, .. } = &mut self.end_points else {
            return;
        };
        let before = source.ending_at(now);
        if before.due().is_some() {
            source.send_until(now);
            earlier.push_back(before);
        }
    }

    /// Takes the packet that now reaches the bottleneck off its way: its sequence number.
    pub(crate) fn take_cbr_arrival(&mut self) -> Option<u32> {
        let bytes = self.packet_bytes;
        let EndPoints::Cbr { source, earlier, sequence, .. } = &mut self.end_points else {
            return None;
        };
        let sender = earlier.front_mut().unwrap_or(source);
        let due = sender.due()?;
        sender.send();
        if earlier.front().is_some_and(|sender| sender.due().is_none()) {
            earlier.pop_front();
        }
        self.to_bottleneck.carry(due, bytes);
        *sequence = sequence.wrapping_add(1);
        Some(sequence.wrapping_sub(1))
    }

    /// How many packets the sender has sent by `now`, and how many of them again.
    pub(crate) fn sent_by(&self, now: SimTime) -> (u64, u64) {
        match &self.end_points {
            EndPoints::Tcp { sender, .. } => (sender.counts().sent, sender.counts().retransmitted),
            EndPoints::Cbr { source, .. } => {
                // The source runs ahead of the clock by nothing and behind it by what its own link holds.
                let mut source = source.clone();
                source.send_until(now);
                (source.sent(), 0)
            }
        }
    }

    /// About how many bytes a clone takes up on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.end_points {
            EndPoints::Tcp { sender, sink, packets, acks, .. } => {
                sender.heap_bytes()
                    + sink.heap_bytes()
                    + footprint::block::<OnItsWay<Packet>>(packets.len())
                    + footprint::block::<OnItsWay<Ack>>(acks.len())
            }
            EndPoints::Cbr { earlier, .. } => footprint::block::<DatagramSource>(earlier.len()),
        }
    }

    /// Folds everything that can influence the future into a hash.
    pub(crate) fn fold(&self, hash: &mut StateHash) {
        for link in [&self.to_bottleneck, &self.to_receiver, &self.from_receiver, &self.to_sender] {
            hash.fold(link.free_at.nanos());
        }
        match &self.end_points {
            EndPoints::Tcp { sender, sink, packets, acks, timer_at } => {
                sender.fold(hash);
                sink.fold(hash);
                for packet in packets {
                    hash.fold(packet.at.nanos());
                    hash.fold_packet(&packet.what);
                }
                for ack in acks {
                    hash.fold(ack.at.nanos());
                    hash.fold(u64::from(ack.what.next_expected) << 32 | u64::from(ack.what.arrived));
                    hash.fold(u64::from(ack.what.is_first_arrival) << 1 | u64::from(ack.what.ece));
                }
                hash.fold(timer_at.map_or(u64::MAX, SimTime::nanos));
            }
            EndPoints::Cbr { source, earlier, sequence, arrival_at } => {
                source.fold(hash);
                for source in earlier {
                    source.fold(hash);
                }
                hash.fold(u64::from(*sequence));
                hash.fold(arrival_at.map_or(u64::MAX, SimTime::nanos));
            }
        }
    }
}

fn tcp_config(variant: &str, window: u32, group: &FlowGroup, scenario: &Scenario) -> TcpConfig {
    // The scenario knows only registered variants.
    let variant = Variant::of(variant).unwrap_or(Variant::NewReno);
    let profile = match scenario.profile {
        Profile::Ns2 => TcpConfig::ns2(variant),
        Profile::Rfc6298 => TcpConfig::rfc(variant, Span::from_millis(1_000)),
    };
    TcpConfig { window, segment_bytes: group.packet_bytes, ..profile }
}

/// Where in a clock tick a host began: uniform over one tick of ns-2, as there.
fn tick_phase(id: FlowId, seed: u64) -> Span {
    let tick = RtoProfile::ns2().tick.nanos() as usize;
    Span::from_nanos(Stream::named(seed, &format!("tick/{}", id.number())).pick(tick) as u64)
}
