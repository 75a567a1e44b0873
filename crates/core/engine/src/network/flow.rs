//! A flow in the network: its hosts, its own links, and its packets in flight.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, FlowId, Packet, TcpNotes};
use crate::base::rng::{Chance, Stream};
use crate::base::time::{LinkRate, SimTime, Span};
use crate::endpoint::source::DatagramSource;
use crate::endpoint::tcp::{ACK_BYTES, Ack, Segment, TcpConfig, TcpSender, TcpSink};
use crate::network::linked_queues::{LinkedQueue, QueueMemory};
use crate::network::web_session::WebSession;
use crate::scenario::{FlowGroup, FlowKind, Scenario};
use std::collections::VecDeque;
use std::sync::Arc;

/// A packet or acknowledgement in flight, with the position in the event order that was reserved when it was sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnItsWay<T> {
    pub(crate) at: SimTime,
    pub(crate) rank: u64,
    pub(crate) what: T,
}

/// Packets and acknowledgements in flight, for all flows together.
#[derive(Clone, Debug, Default)]
pub(crate) struct InFlight {
    /// Packets between senders and the bottleneck.
    pub(crate) packets: QueueMemory<OnItsWay<Packet>>,
    /// Acknowledgements between receivers and senders.
    pub(crate) acks: QueueMemory<OnItsWay<Ack>>,
}

/// A flow.
///
/// Fields are ordered by use. With ten thousand flows, every cache line that an event touches costs a cache miss. The
/// first cache line holds the fields that every packet needs; sender, receiver and rarely used fields follow.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Flow {
    pub(crate) id: FlowId,
    /// Size of a data packet on the wire \[bytes\].
    packet_bytes: u16,
    priority: u8,
    own_links: OwnLinks,
    pub(crate) end_points: EndPoints,
    pub(crate) kind: FlowKind,
    rate_bps: u64,
}

/// The size as a packet stores it, in 16 bits. Every size fits, since the largest packet of a scene is far below the
/// 65,535 bytes of IP.
fn wire(bytes: u32) -> u16 {
    debug_assert!(bytes <= u32::from(u16::MAX));
    bytes as u16
}

/// The flow's own links, all with the same rate and delay: FIFO, with buffers that never overflow.
#[derive(Clone, Copy, Debug)]
struct OwnLinks {
    delay: Span,
    /// Transmission times of the two usual packet sizes, stored because a division would cost more than all other work
    /// of a link.
    data_takes: Span,
    ack_takes: Span,
    to_bottleneck: FreeAt,
    to_receiver: FreeAt,
    /// Link from the receiver to the far router, for acknowledgements.
    from_receiver: FreeAt,
    /// Link from the near router to the sender, for acknowledgements.
    to_sender: FreeAt,
}

/// The time from which a link is free.
#[derive(Clone, Copy, Debug)]
struct FreeAt(SimTime);

impl FreeAt {
    /// The end of the transmission of a packet that arrives at the link at `at` and has the transmission time `takes`.
    #[inline]
    fn carry(&mut self, at: SimTime, takes: Span) -> SimTime {
        self.0 = self.0.max(at) + takes;
        self.0
    }
}

/// The end points of a flow. The fields that an arrival at the bottleneck needs come first.
// The TCP variant is much larger than the others. It is not boxed, since a box would cost an indirection per packet.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
#[repr(u8)]
pub(crate) enum EndPoints {
    /// A TCP sender and its receiver.
    Tcp {
        /// Packets in flight to the bottleneck, oldest first.
        packets: LinkedQueue,
        /// Acknowledgements in flight to the sender, oldest first.
        acks: LinkedQueue,
        /// Time of the pending timer event, if there is one.
        timer_at: Option<SimTime>,
        /// State that only some TCP flows have.
        extras: Option<Box<Extras>>,
        /// Number of packets that have reached the bottleneck.
        arrived: u64,
        sender: TcpSender,
        sink: TcpSink,
    },
    /// A source that needs no acknowledgements.
    Udp {
        /// ECN field of the packets.
        ecn: Ecn,
        /// Number of packets that have reached the bottleneck, which is also the next sequence number.
        arrived: u64,
        /// Time of the pending arrival event, or [`SimTime::MAX`]. An arrival event with another time is stale and
        /// ignored.
        arrival_at: SimTime,
        /// Copies of the source before each change of its rate, oldest first. The copies produce the packets that were sent
        /// before the change and have not reached the bottleneck. Each copy sends nothing after its change. There can be very
        /// many such packets, so they are not stored one by one.
        #[allow(clippy::box_collection)] // an empty list would take up three times as much memory
        earlier: Option<Box<VecDeque<DatagramSource>>>,
        source: DatagramSource,
    },
    /// No end points: arrivals at the bottleneck are supplied from outside.
    Trace {
        /// Number of packets that have reached the bottleneck, which is also the next sequence number.
        arrived: u64,
    },
}

/// State that only some TCP flows have, boxed so that ten thousand flows fit into a cache.
#[derive(Clone, Debug)]
pub(crate) struct Extras {
    /// The web session of the flow; a flow without a session sends endless data.
    pub(crate) web: Option<WebSession>,
    /// Time of the receiver's pending timer event, if there is one.
    pub(crate) ack_timer_at: Option<SimTime>,
    overhead: Option<Overhead>,
}

/// Random delay before each transmission, which prevents phase effects.
#[derive(Clone, Debug)]
struct Overhead {
    longest: Span,
    chance: Stream,
    /// The departure time of the last packet; no later packet may overtake it.
    last: SimTime,
}

impl Extras {
    fn new(id: FlowId, group: &FlowGroup, start: SimTime, scenario: &Scenario) -> Option<Box<Self>> {
        let seed = scenario.seed;
        let number = id.number();
        let longest = group.overhead();
        let overhead = (longest > Span::ZERO).then(|| Overhead {
            longest,
            chance: Stream::named(seed, &format!("overhead/{number}")),
            last: SimTime::ZERO,
        });
        let web = group.session_config(scenario.place_in_group(id)).map(|config| {
            WebSession::new(config, start, group.stop(), Stream::named(seed, &format!("source/{number}")))
        });
        let has_any = web.is_some() || overhead.is_some() || group.sink_config(scenario.profile).delayed_ack.is_some();
        has_any.then(|| Box::new(Self { web, ack_timer_at: None, overhead }))
    }

    /// The time at which packets that the sender emits at `now` reach its link.
    pub(crate) fn released(&mut self, now: SimTime) -> SimTime {
        let Some(overhead) = &mut self.overhead else {
            return now;
        };
        let wait = Span::from_secs(overhead.chance.unit() * overhead.longest.secs());
        overhead.last = overhead.last.max(now + wait);
        overhead.last
    }

    fn fold(&self, hash: &mut StateHash) {
        if let Some(web) = &self.web {
            web.fold(hash);
        }
        if let Some(Overhead { chance, last, .. }) = &self.overhead {
            chance.state().into_iter().for_each(|word| hash.fold(word));
            hash.fold(last.nanos());
        }
    }
}

impl Flow {
    /// The flow `id` of a group, with the time at which it starts. `tcp` configures TCP senders.
    pub(crate) fn new(
        id: FlowId,
        group: &FlowGroup,
        tcp: Option<Arc<TcpConfig>>,
        scenario: &Scenario,
    ) -> (Self, SimTime) {
        let start = scenario.start_of(id, group);
        let access = scenario.access_of(group);
        let idle = FreeAt(SimTime::ZERO);
        let own_links = OwnLinks {
            delay: access.delay,
            data_takes: Span::transmission(group.packet_bytes, access.rate_bps),
            ack_takes: Span::transmission(ACK_BYTES, access.rate_bps),
            to_bottleneck: idle,
            to_receiver: idle,
            from_receiver: idle,
            to_sender: idle,
        };
        let number = id.number();
        let end_points = match (tcp, group.udp_source()) {
            (Some(config), _) => EndPoints::Tcp {
                sender: TcpSender::new(Arc::clone(&config), tick_phase(id, config.rto.tick, scenario.seed)),
                sink: TcpSink::new(group.sink_config(scenario.profile)),
                packets: LinkedQueue::default(),
                acks: LinkedQueue::default(),
                timer_at: None,
                extras: Extras::new(id, group, start, scenario),
                arrived: 0,
            },
            (None, Some(config)) => EndPoints::Udp {
                source: DatagramSource::new(
                    config.clone(),
                    group.packet_bytes,
                    start,
                    group.stop(),
                    group.max_packets(),
                    Stream::named(scenario.seed, &format!("source/{number}")),
                ),
                earlier: None,
                arrived: 0,
                arrival_at: SimTime::MAX,
                ecn: if group.ecn() { group.ect() } else { Ecn::NotEct },
            },
            (None, None) => unreachable!("{:?} has no transport", group.kind),
        };
        let flow = Self {
            id,
            packet_bytes: wire(group.packet_bytes),
            priority: group.priority(),
            own_links,
            end_points,
            kind: group.kind,
            rate_bps: access.rate_bps,
        };
        (flow, start)
    }

    /// The flow without end points, for arrivals that are supplied from outside.
    pub(crate) fn driven(self) -> Self {
        Self { end_points: EndPoints::Trace { arrived: 0 }, ..self }
    }

    #[inline]
    pub(crate) fn packet_bytes(&self) -> u32 {
        self.packet_bytes.into()
    }

    /// Number of packets that have reached the bottleneck.
    #[inline]
    pub(crate) fn arrived(&self) -> u64 {
        match self.end_points {
            EndPoints::Tcp { arrived, .. } | EndPoints::Udp { arrived, .. } | EndPoints::Trace { arrived } => arrived,
        }
    }

    /// Transmission time of a packet on one of the flow's own links.
    #[inline]
    fn transmission(&self, bytes: u32) -> Span {
        if bytes == self.packet_bytes() {
            self.own_links.data_takes
        } else if bytes == ACK_BYTES {
            self.own_links.ack_takes
        } else {
            Span::transmission(bytes, self.rate_bps)
        }
    }

    /// Sends a packet at `at` on the sender's access link. Returns the time at which the packet reaches the bottleneck.
    pub(crate) fn reach_bottleneck(&mut self, at: SimTime, bytes: u32) -> SimTime {
        let takes = self.transmission(bytes);
        self.own_links.to_bottleneck.carry(at, takes) + self.own_links.delay
    }

    /// The result of [`Self::reach_bottleneck`] for a packet that is not sent: the state of the link does not change.
    #[inline]
    fn would_reach_bottleneck(&self, at: SimTime, bytes: u32) -> SimTime {
        let mut link = self.own_links.to_bottleneck;
        link.carry(at, self.transmission(bytes)) + self.own_links.delay
    }

    /// The time at which a packet that leaves the far router at `at` reaches its receiver.
    pub(crate) fn reach_receiver(&mut self, at: SimTime, bytes: u32) -> SimTime {
        let takes = self.transmission(bytes);
        self.own_links.to_receiver.carry(at, takes) + self.own_links.delay
    }

    /// The time at which an acknowledgement sent at `at` reaches the sender. On this reverse path an acknowledgement waits
    /// only for acknowledgements of its own flow.
    pub(crate) fn reach_sender(&mut self, at: SimTime, reverse: &mut LinkRate, delay: Span) -> SimTime {
        let far_router = self.reach_far_router(at);
        self.reach_sender_from(far_router + reverse.transmission(ACK_BYTES) + delay)
    }

    /// The time at which an acknowledgement sent at `at` reaches the far router.
    #[inline]
    pub(crate) fn reach_far_router(&mut self, at: SimTime) -> SimTime {
        let OwnLinks { ack_takes, delay, from_receiver, .. } = &mut self.own_links;
        from_receiver.carry(at, *ack_takes) + *delay
    }

    /// The time at which an acknowledgement reaches the sender, if it reaches the near router at `at`.
    #[inline]
    pub(crate) fn reach_sender_from(&mut self, at: SimTime) -> SimTime {
        let OwnLinks { ack_takes, delay, to_sender, .. } = &mut self.own_links;
        to_sender.carry(at, *ack_takes) + *delay
    }

    /// The time at which the next packet of a UDP source reaches the bottleneck; `None` if there is none at the current
    /// rate.
    #[inline]
    pub(crate) fn next_udp_arrival(&self) -> Option<SimTime> {
        let EndPoints::Udp { source, earlier, .. } = &self.end_points else {
            return None;
        };
        let sender = earlier.as_ref().and_then(|earlier| earlier.front()).unwrap_or(source);
        Some(self.would_reach_bottleneck(sender.due()?, self.packet_bytes()))
    }

    /// Applies the current settings of the group to the source of a UDP flow. Packets sent by `now` remain in flight.
    pub(crate) fn change_source(&mut self, group: &FlowGroup, now: SimTime) {
        let EndPoints::Udp { source, earlier, .. } = &mut self.end_points else {
            return;
        };
        let before = source.ending_at(now);
        if before.due().is_some() {
            source.send_until(now);
            earlier.get_or_insert_default().push_back(before);
        }
        if let Some(config) = group.udp_source() {
            source.set_config(config.clone(), now);
        }
    }

    /// Removes the packet that reaches the bottleneck now from the packets in flight, and returns its sequence number.
    #[inline]
    pub(crate) fn take_udp_arrival(&mut self) -> Option<u32> {
        let takes = self.own_links.data_takes;
        let EndPoints::Udp { source, earlier, arrived, .. } = &mut self.end_points else {
            return None;
        };
        let sender = earlier.as_mut().and_then(|earlier| earlier.front_mut()).unwrap_or(source);
        let due = sender.due()?;
        sender.send();
        if let Some(all) = earlier
            && all.front().is_some_and(|sender| sender.due().is_none())
        {
            all.pop_front();
            if all.is_empty() {
                *earlier = None;
            }
        }
        self.own_links.to_bottleneck.carry(due, takes);
        let sequence = *arrived as u32;
        *arrived += 1;
        Some(sequence)
    }

    /// The number of packets that the sender has sent by `now`, and the number of retransmissions among them.
    pub(crate) fn sent_by(&self, now: SimTime) -> (u64, u64) {
        match &self.end_points {
            EndPoints::Tcp { sender, extras, .. } => {
                let earlier = extras.as_ref().and_then(|extras| extras.web.as_ref()).map(WebSession::earlier_counts);
                let (sent, retransmitted) = earlier.unwrap_or_default();
                (sent + sender.counts().sent, retransmitted + sender.counts().retransmitted)
            }
            EndPoints::Udp { source, .. } => {
                // The source generates a packet only when the packet reaches the bottleneck, so its count lacks the
                // packets on the flow's own link. A copy of the source generates these packets.
                let mut source = source.clone();
                source.send_until(now);
                (source.sent(), 0)
            }
            EndPoints::Trace { arrived } => (*arrived, 0),
        }
    }

    /// Number of completed pages of a web session, and their total time; `None` if every page is one object.
    pub(crate) fn pages(&self) -> Option<(u64, Span)> {
        self.web_session().and_then(WebSession::pages)
    }

    /// Number of objects that the web session has completed, and their total time.
    pub(crate) fn completions(&self) -> (u64, Span) {
        self.web_session().map(WebSession::completions).unwrap_or_default()
    }

    /// The transfer of the flow, see [`WebSession::transfer`].
    pub(crate) fn transfer(&self) -> Option<(SimTime, u32)> {
        self.web_session().and_then(WebSession::transfer)
    }

    pub(crate) fn web_session(&self) -> Option<&WebSession> {
        match &self.end_points {
            EndPoints::Tcp { extras: Some(extras), .. } => extras.web.as_ref(),
            _ => None,
        }
    }

    /// The number of the first packet of the open connection, and the time at which packets that are emitted now reach the
    /// sender's link.
    pub(crate) fn numbering(&mut self, now: SimTime, sends: bool) -> (u32, SimTime) {
        match &mut self.end_points {
            EndPoints::Tcp { extras: Some(extras), .. } => {
                let base = extras.web.as_ref().map_or(0, WebSession::base);
                (base, if sends { extras.released(now) } else { now })
            }
            _ => (0, now),
        }
    }

    /// Time of the pending arrival event of a UDP source.
    pub(crate) fn udp_arrival_at(&self) -> Option<SimTime> {
        match &self.end_points {
            EndPoints::Udp { arrival_at, .. } => Some(*arrival_at).filter(|&at| at < SimTime::MAX),
            EndPoints::Tcp { .. } | EndPoints::Trace { .. } => None,
        }
    }

    /// The phase of the sending host's clock tick: uniform over one tick, as in ns-2.
    pub(crate) fn tick_phase(&self, seed: u64) -> Span {
        match &self.end_points {
            EndPoints::Tcp { sender, .. } => tick_phase(self.id, sender.config().rto.tick, seed),
            EndPoints::Udp { .. } | EndPoints::Trace { .. } => Span::ZERO,
        }
    }

    /// The packet that carries a segment of this flow.
    pub(crate) fn packet(&self, segment: &Segment, id: u64, arrived: SimTime, base: u32) -> Packet {
        Packet {
            id,
            arrived,
            sequence: base.wrapping_add(segment.sequence),
            bytes: wire(segment.bytes),
            ecn: segment.ecn,
            is_syn: segment.is_syn,
            is_retransmission: segment.is_retransmission,
            tcp: TcpNotes::new(segment.cwr, segment.rehash),
            ..self.plain_packet()
        }
    }

    /// A packet with the fields that are common to all packets of this flow.
    #[inline]
    pub(crate) fn plain_packet(&self) -> Packet {
        Packet { priority: self.priority, ..Packet::plain(0, self.id.0, self.packet_bytes) }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        match &self.end_points {
            EndPoints::Tcp { sender, sink, extras, .. } => {
                sender.heap_bytes() + sink.heap_bytes() + extras.as_ref().map_or(0, |_| footprint::block::<Extras>(1))
            }
            EndPoints::Udp { source, earlier, .. } => {
                let earlier = earlier.iter().flat_map(|earlier| earlier.iter());
                let sources =
                    std::iter::once(source).chain(earlier.clone()).map(DatagramSource::heap_bytes).sum::<usize>();
                footprint::block::<DatagramSource>(earlier.count()) + sources
            }
            EndPoints::Trace { .. } => 0,
        }
    }

    /// Hashes all state that can affect the rest of the run.
    pub(crate) fn fold(&self, in_flight: &InFlight, hash: &mut StateHash) {
        let OwnLinks { to_bottleneck, to_receiver, from_receiver, to_sender, .. } = &self.own_links;
        for link in [to_bottleneck, to_receiver, from_receiver, to_sender] {
            hash.fold(link.0.nanos());
        }
        match &self.end_points {
            EndPoints::Tcp { sender, sink, packets, acks, timer_at, extras, arrived: _ } => {
                sender.fold(hash);
                sink.fold(hash);
                for packet in in_flight.packets.iter(*packets) {
                    hash.fold(packet.at.nanos());
                    hash.fold_packet(&packet.what);
                }
                for ack in in_flight.acks.iter(*acks) {
                    hash.fold(ack.at.nanos());
                    hash.fold(u64::from(ack.what.next_expected) << 32 | u64::from(ack.what.arrived));
                    let is_again = sender.config().linux.is_some() && ack.what.is_of_retransmission;
                    hash.fold(
                        u64::from(is_again) << 2 | u64::from(ack.what.is_first_arrival) << 1 | u64::from(ack.what.ece),
                    );
                }
                hash.fold(timer_at.map_or(u64::MAX, SimTime::nanos));
                if let Some(extras) = extras {
                    extras.fold(hash);
                }
            }
            EndPoints::Udp { source, earlier, arrived, arrival_at, .. } => {
                source.fold(hash);
                for source in earlier.iter().flat_map(|earlier| earlier.iter()) {
                    source.fold(hash);
                }
                hash.fold(*arrived);
                hash.fold(arrival_at.nanos());
            }
            EndPoints::Trace { arrived } => hash.fold(*arrived),
        }
    }
}

/// The phase of a host's clock tick: uniform over one tick, as in ns-2.
fn tick_phase(id: FlowId, tick: Span, seed: u64) -> Span {
    let tick = usize::try_from(tick.nanos()).unwrap_or(usize::MAX);
    Span::from_nanos(Stream::named(seed, &format!("tick/{}", id.number())).pick(tick) as u64)
}
