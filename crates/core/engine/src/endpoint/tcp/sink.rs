//! The receiver: acknowledges each arriving packet, in order or not, and counts the delivered packets.
//!
//! Rule: each arriving packet, even a duplicate, causes an acknowledgement of 40 bytes that carries the number of the
//! last packet received in order. After a mark every acknowledgement carries the ECN echo until a packet reports that
//! the window was cut. If this packet is itself marked, the echo continues. DCTCP's receiver echoes the mark of each
//! packet instead.
//!
//! With delayed acknowledgements the acknowledgement of a packet may wait, if the packet is in order and no hole remains. The
//! acknowledgement waits for the next packet of any kind, or for the end of the delay. The SYN, a packet out of order and a
//! packet that fills a hole are acknowledged at once. Under DCTCP, a packet whose mark differs from the mark of the previous
//! packet is acknowledged at once, too.
//! Source: ns-2 2.35, tcp-sink.cc (TCPSink and TCPSink/DelAck with RFC2581_immediate_ack_ and SYN_immediate_ack_ on, as is
//! the default); RFC 5681, section 4.2; RFC 3168, section 6.1.3; RFC 8257, section 3.2.
//!
//! DelAck behaviour that a reader of the RFC would not expect:
//! - A second copy of the packet received last in order looks like a new packet in order. Its acknowledgement waits too.
//! - Two packets can share an acknowledgement. A mark on one takes precedence over the report "window cut" (CWR) of the
//!   other.
//!
//! We differ: ns-2 echoes only on the acknowledgement of an ECN-capable packet. The RFC demands the echo on all
//! acknowledgements, and so do we. If the mark changes under DCTCP while an acknowledgement waits, Linux first sends
//! the waiting acknowledgement, with the old mark; so does the profile `linux`. Under the other profiles a single
//! acknowledgement covers the waiting packet and the new packet and carries the new mark, as in the RFC's text.

use super::Ack;
use super::linux::receiver::QuickAcks;
use super::sequence_set::SequenceSet;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::only::Only;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};

/// Size of an acknowledgement on the wire \[bytes\].
pub const ACK_BYTES: u32 = 40;

/// The default delay of an acknowledgement: ns-2's `interval_`.
pub const ACK_DELAY: Span = Span::from_millis(100);

/// How marks are reported to the sender.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum EcnEcho {
    /// RFC 3168: on every acknowledgement, until the sender reports that it cut its window.
    #[default]
    UntilAnswered,
    /// RFC 8257 (DCTCP): on the acknowledgement of a marked packet only.
    EachMark,
}

/// The configuration of a receiver. By default the receiver acknowledges every packet at once.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct SinkConfig {
    /// The longest time for which an acknowledgement waits for a second packet; `None` disables delayed
    /// acknowledgements.
    pub delayed_ack: Option<Span>,
    /// `Some` if Linux's rule decides whether and for how long an acknowledgement waits, see `linux/receiver.rs`.
    pub linux: Option<Only<()>>,
    /// How marks are reported.
    pub echo: EcnEcho,
}

/// The receiving end of a connection.
#[derive(Clone, Debug, Default)]
pub struct TcpSink {
    config: SinkConfig,
    /// Packets that arrived out of order; the base of the set is the next packet expected.
    held: SequenceSet,
    is_echoing: bool,
    /// The packet whose acknowledgement waits.
    waiting: Option<Waiting>,
    /// Linux's rule. It is boxed, since most receivers do not use it and ten thousand receivers should fit into a cache.
    quick: Option<Only<Box<QuickAcks>>>,
    delivered: u64,
    duplicates: u64,
}

/// A packet that has arrived but is not acknowledged yet.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    until: SimTime,
    packet: Arrival,
}

/// The properties of a packet that determine its acknowledgement.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    sequence: u32,
    is_first: bool,
    is_marked: bool,
    is_again: bool,
    cwr: bool,
}

/// The reaction of the receiver to a packet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Receipt {
    /// The acknowledgement that the packet causes; `None` if the acknowledgement waits for the next packet.
    pub ack: Option<Ack>,
    /// In Linux's DCTCP: the acknowledgement that was waiting. It is sent before `ack`, because one of the two packets
    /// is marked and the other is not.
    pub earlier: Option<Ack>,
    /// The number of data packets that the arrival makes deliverable in order. The SYN carries no data.
    pub delivered: u32,
    /// Whether the packet arrived for the first time and waits for an earlier packet.
    pub is_held: bool,
}

impl TcpSink {
    /// A receiver at which no packet has arrived yet.
    pub fn new(config: SinkConfig) -> Self {
        Self { config, quick: config.linux.map(|only| only.map(|()| Box::default())), ..Self::default() }
    }

    /// A receiver for the next connection, with the same configuration.
    pub fn reopened(&self) -> Self {
        Self::new(self.config)
    }

    /// Processes a packet that arrives at `at`. A deadline of [`TcpSink::ack_deadline`] up to `at` must have been processed
    /// before.
    pub fn receive(&mut self, sequence: u32, ecn: Ecn, cwr: bool, at: SimTime) -> Receipt {
        self.receive_copy(sequence, false, ecn, cwr, at)
    }

    /// Processes a packet like [`TcpSink::receive`]; `is_again` is true if this copy of the packet is a retransmission.
    pub fn receive_copy(&mut self, sequence: u32, is_again: bool, ecn: Ecn, cwr: bool, at: SimTime) -> Receipt {
        let is_change = self.config.echo == EcnEcho::EachMark && (ecn == Ecn::Ce) != self.is_echoing;
        let split = self.waiting.filter(|_| self.config.linux.is_some() && is_change);
        let earlier = split.map(|waiting| {
            self.waiting = None;
            self.acknowledge(waiting.packet)
        });
        let expected = self.held.base();
        let is_first = sequence >= expected && {
            if sequence == expected && self.held.is_empty() {
                self.held.forget_below(expected + 1);
                true
            } else {
                self.take_out_of_order(sequence)
            }
        };
        let next_expected = self.held.base();
        let delivered = next_expected - expected - u32::from(expected == 0 && next_expected > 0);
        self.delivered += u64::from(delivered);
        self.duplicates += u64::from(!is_first);
        let packet = Arrival { sequence, is_first, is_marked: ecn == Ecn::Ce, is_again, cwr };
        self.observe(&packet, sequence == expected, at);
        let ack = match self.config.delayed_ack {
            Some(delay) if self.may_wait(&packet) => {
                let wait = self.quick.as_ref().map_or(delay, |quick| quick.wait());
                self.waiting = Some(Waiting { until: at + wait, packet });
                None
            }
            _ => Some(self.acknowledge(packet)),
        };
        Receipt { ack, earlier, delivered, is_held: is_first && sequence >= next_expected }
    }

    /// The deadline of the waiting acknowledgement, if one waits. The owner of the clock then calls
    /// [`TcpSink::on_ack_timer`], before it passes in a packet that arrives at or after the deadline. Arrivals exactly
    /// at the deadline are common: a packet that was released by a delayed acknowledgement arrives one acknowledgement
    /// delay after its predecessor.
    pub fn ack_deadline(&self) -> Option<SimTime> {
        self.waiting.map(|waiting| waiting.until)
    }

    /// The waiting acknowledgement, if its delay has passed. `None` if the deadline is later, or if no acknowledgement
    /// waits any more because the next packet has triggered it.
    pub fn on_ack_timer(&mut self, now: SimTime) -> Option<Ack> {
        let due = self.waiting.filter(|waiting| waiting.until <= now)?;
        self.waiting = None;
        if let Some(quick) = &mut self.quick {
            quick.waited_in_vain();
        }
        Some(self.acknowledge(due.packet))
    }

    /// The number of data packets delivered in order.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// The number of arrivals of packets that had arrived before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub(crate) fn heap_bytes(&self) -> usize {
        self.held.heap_bytes() + self.quick.as_ref().map_or(0, |_| footprint::block::<QuickAcks>(1))
    }

    /// Hashes all state that can affect the rest of the run.
    pub fn fold(&self, hash: &mut StateHash) {
        self.held.fold(hash);
        hash.fold(u64::from(self.is_echoing));
        if let Some(Waiting { until, packet }) = self.waiting {
            hash.fold(until.nanos());
            hash.fold(u64::from(packet.sequence) << 3 | u64::from(packet.is_first) << 2);
            hash.fold(u64::from(packet.is_marked) << 1 | u64::from(packet.cwr));
        }
        if let Some(quick) = &self.quick {
            quick.fold(hash);
        }
        hash.fold(self.delivered);
        hash.fold(self.duplicates);
    }

    fn take_out_of_order(&mut self, sequence: u32) -> bool {
        let is_first = self.held.insert(sequence);
        let next_expected = self.held.first_absent(self.held.base());
        self.held.forget_below(next_expected);
        is_first
    }

    /// Whether the acknowledgement of this packet may wait for the next packet.
    fn may_wait(&self, packet: &Arrival) -> bool {
        let is_last_in_order = packet.sequence + 1 == self.held.base() && self.held.is_empty();
        let is_change = self.config.echo == EcnEcho::EachMark && packet.is_marked != self.is_echoing;
        let is_hurried = self.quick.as_ref().is_some_and(|quick| quick.is_quick() || packet.cwr);
        self.waiting.is_none() && is_last_in_order && packet.sequence != 0 && !is_change && !is_hurried
    }

    /// Passes a packet to Linux's rule.
    fn observe(&mut self, packet: &Arrival, is_in_order: bool, at: SimTime) {
        let Some(quick) = &mut self.quick else { return };
        if packet.sequence == 0 {
            quick.see_syn(at);
        } else {
            quick.see(is_in_order, at);
        }
        if !packet.is_first {
            quick.see_duplicate();
        }
        if packet.is_marked && !self.is_echoing {
            quick.see_mark();
        }
    }

    /// A single acknowledgement for this packet and the waiting one.
    fn acknowledge(&mut self, packet: Arrival) -> Ack {
        let (mut is_marked, mut cwr) = (packet.is_marked, packet.cwr);
        if let Some(Waiting { packet: earlier, .. }) = self.waiting.take() {
            if self.config.echo == EcnEcho::UntilAnswered {
                is_marked |= earlier.is_marked;
            }
            cwr |= earlier.cwr;
        }
        self.is_echoing = match self.config.echo {
            EcnEcho::UntilAnswered => is_marked || (self.is_echoing && !cwr),
            EcnEcho::EachMark => is_marked,
        };
        if let Some(quick) = &mut self.quick {
            quick.acknowledged();
        }
        Ack {
            next_expected: self.held.base(),
            arrived: packet.sequence,
            is_first_arrival: packet.is_first,
            is_of_retransmission: packet.is_again,
            ece: self.is_echoing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Receives a packet. Returns the number in the immediate acknowledgement, if there is one, and the number of
    /// delivered packets.
    fn receive(sink: &mut TcpSink, sequence: u32) -> (Option<i64>, u32) {
        receive_at(sink, sequence, 0)
    }

    fn receive_at(sink: &mut TcpSink, sequence: u32, millis: u64) -> (Option<i64>, u32) {
        let receipt = sink.receive(sequence, Ecn::NotEct, false, at(millis));
        (receipt.ack.map(Ack::highest_in_order), receipt.delivered)
    }

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    fn delaying() -> TcpSink {
        delaying_with(EcnEcho::UntilAnswered)
    }

    fn delaying_with(echo: EcnEcho) -> TcpSink {
        let mut sink = TcpSink::new(SinkConfig { delayed_ack: Some(ACK_DELAY), linux: None, echo });
        assert_eq!(receive(&mut sink, 0), (Some(0), 0), "the SYN does not wait");
        sink
    }

    #[test]
    fn every_acknowledgement_carries_the_last_packet_in_order() {
        let mut sink = TcpSink::default();
        assert_eq!(receive(&mut sink, 0), (Some(0), 0), "the SYN has no data");
        assert_eq!(receive(&mut sink, 1), (Some(1), 1));
        assert_eq!(receive(&mut sink, 3), (Some(1), 0));
        assert_eq!(receive(&mut sink, 5), (Some(1), 0));
        assert_eq!(receive(&mut sink, 2), (Some(3), 2), "fills a hole");
        assert_eq!(receive(&mut sink, 4), (Some(5), 2));
        assert_eq!(sink.delivered(), 5);
        assert_eq!(sink.ack_deadline(), None);
    }

    #[test]
    fn duplicates_are_acknowledged_and_not_delivered_again() {
        let mut sink = TcpSink::default();
        for sequence in [0, 1, 3] {
            receive(&mut sink, sequence);
        }
        for sequence in [1, 3, 0] {
            let receipt = sink.receive(sequence, Ecn::NotEct, false, at(0));
            let ack = receipt.ack.expect("an acknowledgement");
            assert_eq!((ack.highest_in_order(), ack.is_first_arrival, receipt.delivered), (1, false, 0));
        }
        assert_eq!((sink.delivered(), sink.duplicates()), (1, 3));
    }

    #[test]
    fn packets_that_overtake_the_syn_wait_for_the_syn() {
        let mut sink = TcpSink::default();
        assert_eq!(receive(&mut sink, 1), (Some(-1), 0));
        assert_eq!(receive(&mut sink, 0), (Some(1), 1));
    }

    #[test]
    fn a_mark_is_echoed_until_the_sender_reports_a_cut() {
        let mut sink = TcpSink::default();
        let mut echo = |sequence, ecn, cwr| sink.receive(sequence, ecn, cwr, at(0)).ack.map(|ack| ack.ece);
        assert_eq!(echo(0, Ecn::Ce, false), Some(true));
        assert_eq!(echo(1, Ecn::Ect0, false), Some(true));
        assert_eq!(echo(2, Ecn::Ect0, true), Some(false));
        assert_eq!(echo(3, Ecn::Ect0, false), Some(false));
        assert_eq!(echo(4, Ecn::Ce, true), Some(true), "the packet that reports the cut is marked itself");
        assert_eq!(echo(5, Ecn::NotEct, false), Some(true));
    }

    #[test]
    fn under_dctcp_each_acknowledgement_reports_the_mark_of_its_packet() {
        let mut sink = TcpSink::new(SinkConfig { echo: EcnEcho::EachMark, ..SinkConfig::default() });
        let mut echo = |sequence, ecn, cwr| sink.receive(sequence, ecn, cwr, at(0)).ack.map(|ack| ack.ece);
        assert_eq!(echo(0, Ecn::NotEct, false), Some(false));
        assert_eq!(echo(1, Ecn::Ce, false), Some(true));
        assert_eq!(echo(2, Ecn::Ect0, false), Some(false), "the echo ends although the sender has reported no cut");
        assert_eq!(echo(3, Ecn::Ce, true), Some(true));
    }

    #[test]
    fn linux_s_dctcp_acknowledges_packets_with_different_marks_separately() {
        let config = SinkConfig { delayed_ack: Some(ACK_DELAY), linux: Only::MARK, echo: EcnEcho::EachMark };
        let mut sink = TcpSink::new(config);
        // Linux acknowledges the first packets at once.
        for sequence in 0..=16 {
            sink.receive(sequence, Ecn::Ect1, false, at(0));
        }
        assert_eq!(sink.receive(17, Ecn::Ect1, false, at(1)).ack, None);
        let receipt = sink.receive(18, Ecn::Ce, false, at(2));
        let said = [receipt.earlier, receipt.ack].map(|ack| ack.map(|ack| (ack.highest_in_order(), ack.ece)));
        assert_eq!(said, [Some((17, false)), Some((18, true))]);
    }

    #[test]
    fn every_second_packet_in_order_is_acknowledged() {
        let mut sink = delaying();
        assert_eq!(receive_at(&mut sink, 1, 10), (None, 1), "the packet is delivered but not acknowledged yet");
        assert_eq!(sink.ack_deadline(), Some(at(110)));
        assert_eq!(receive_at(&mut sink, 2, 20), (Some(2), 1));
        assert_eq!(sink.ack_deadline(), None);
        assert_eq!(receive_at(&mut sink, 3, 30), (None, 1));
        assert_eq!(receive_at(&mut sink, 4, 40), (Some(4), 1));
    }

    #[test]
    fn a_single_packet_is_acknowledged_after_the_delay() {
        let mut sink = delaying();
        receive_at(&mut sink, 1, 10);
        assert_eq!(sink.on_ack_timer(at(109)), None, "the delay is not over");
        assert_eq!(sink.on_ack_timer(at(110)).map(Ack::highest_in_order), Some(1));
        assert_eq!(sink.on_ack_timer(at(110)), None, "once");
        assert_eq!(receive_at(&mut sink, 2, 200), (None, 1), "the acknowledgement of the next packet waits again");
        assert_eq!(sink.ack_deadline(), Some(at(300)));
    }

    #[test]
    fn a_packet_out_of_order_is_acknowledged_together_with_the_waiting_packet() {
        let mut sink = delaying();
        receive(&mut sink, 1);
        assert_eq!(receive(&mut sink, 3), (Some(1), 0));
        assert_eq!(sink.ack_deadline(), None);
        assert_eq!(
            receive(&mut sink, 5),
            (Some(1), 0),
            "each further packet out of order causes a duplicate acknowledgement"
        );
    }

    #[test]
    fn a_packet_that_fills_a_hole_or_a_part_of_it_is_acknowledged_at_once() {
        let mut sink = delaying();
        assert_eq!(receive(&mut sink, 4), (Some(0), 0));
        assert_eq!(receive(&mut sink, 1), (Some(1), 1), "packets 2 and 3 are still missing");
        assert_eq!(receive(&mut sink, 2), (Some(2), 1));
        assert_eq!(receive(&mut sink, 3), (Some(4), 2));
        assert_eq!(receive(&mut sink, 5), (None, 1), "no hole any more");
    }

    #[test]
    fn a_second_copy_of_the_last_packet_in_order_waits_like_a_new_packet() {
        let mut sink = delaying();
        receive(&mut sink, 1);
        assert_eq!(receive(&mut sink, 2), (Some(2), 1));
        assert_eq!(receive(&mut sink, 1), (Some(2), 0));
        assert_eq!(receive(&mut sink, 2), (None, 0));
        assert_eq!(sink.on_ack_timer(at(100)).map(|ack| ack.is_first_arrival), Some(false));
    }

    #[test]
    fn two_packets_share_an_acknowledgement_that_echoes_a_mark_on_either() {
        let mut sink = delaying();
        let mut echo = |sequence, ecn, cwr| sink.receive(sequence, ecn, cwr, at(0)).ack.map(|ack| ack.ece);
        assert_eq!(echo(1, Ecn::Ce, false), None);
        assert_eq!(echo(2, Ecn::Ect0, true), Some(true), "the report of a cut may respond to an earlier echo");
        assert_eq!(echo(3, Ecn::Ect0, true), None);
        assert_eq!(echo(4, Ecn::Ect0, false), Some(false));
    }

    #[test]
    fn under_dctcp_a_change_of_marks_is_reported_at_once() {
        let mut sink = delaying_with(EcnEcho::EachMark);
        let mut echo = |sequence, ecn| sink.receive(sequence, ecn, false, at(0)).ack.map(|ack| ack.ece);
        assert_eq!(echo(1, Ecn::Ce), Some(true));
        assert_eq!(echo(2, Ecn::Ce), None, "no change");
        assert_eq!(echo(3, Ecn::Ce), Some(true));
        assert_eq!(echo(4, Ecn::Ce), None);
        assert_eq!(echo(5, Ecn::Ect0), Some(false));
        assert_eq!(echo(6, Ecn::Ect0), None);
    }
}
