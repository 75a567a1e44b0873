//! The receiver: acknowledges every packet at once, in order or not, and counts what is delivered.
//!
//! Rule: an acknowledgement of 40 bytes for each arriving packet, duplicates too, tells the last packet received in order.
//! After a mark every acknowledgement carries the ECN echo until a packet says that the window was cut; a mark on that
//! very packet keeps it on.
//! Source: ns-2 2.35, tcp-sink.cc (TCPSink, no delayed acknowledgements); RFC 3168, section 6.1.3.
//! We differ: ns-2 echoes only on the acknowledgement of an ECN-capable packet, the RFC on all; so do we.

use super::Ack;
use super::sequence_set::SequenceSet;
use crate::discipline::StateHash;
use crate::packet::Ecn;

/// Size of an acknowledgement on the wire \[bytes\].
pub const ACK_BYTES: u32 = 40;

/// The receiving end of a connection.
#[derive(Clone, Debug, Default)]
pub struct TcpSink {
    /// What arrived out of order; its base is the next packet expected.
    held: SequenceSet,
    is_echoing: bool,
    delivered: u64,
    duplicates: u64,
}

/// What a packet brought about at the receiver.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Receipt {
    /// The acknowledgement it causes.
    pub ack: Ack,
    /// How many data packets it let through to the reader: in order, each for the first time. The SYN carries no data.
    pub delivered: u32,
}

impl TcpSink {
    /// A packet arrives.
    pub fn receive(&mut self, sequence: u32, ecn: Ecn, cwr: bool) -> Receipt {
        let expected = self.held.base();
        let is_first_arrival = sequence >= expected && {
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
        self.duplicates += u64::from(!is_first_arrival);
        self.is_echoing = ecn == Ecn::Ce || (self.is_echoing && !cwr);
        Receipt { ack: Ack { next_expected, arrived: sequence, is_first_arrival, ece: self.is_echoing }, delivered }
    }

    /// How many data packets were delivered in order.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// How many packets arrived that had arrived before.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// About how many bytes a clone takes up on the heap.
    pub(crate) fn heap_bytes(&self) -> usize {
        self.held.heap_bytes()
    }

    /// Folds everything that can influence the future into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        self.held.fold(hash);
        hash.fold(u64::from(self.is_echoing));
        hash.fold(self.delivered);
        hash.fold(self.duplicates);
    }

    fn take_out_of_order(&mut self, sequence: u32) -> bool {
        let is_first_arrival = self.held.insert(sequence);
        let next_expected = self.held.first_absent(self.held.base());
        self.held.forget_below(next_expected);
        is_first_arrival
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn receive(sink: &mut TcpSink, sequence: u32) -> (i64, u32, bool) {
        let receipt = sink.receive(sequence, Ecn::NotEct, false);
        (receipt.ack.highest_in_order(), receipt.delivered, receipt.ack.is_first_arrival)
    }

    #[test]
    fn every_packet_is_acknowledged_with_the_last_one_in_order() {
        let mut sink = TcpSink::default();
        assert_eq!(receive(&mut sink, 0), (0, 0, true), "the SYN has no data");
        assert_eq!(receive(&mut sink, 1), (1, 1, true));
        assert_eq!(receive(&mut sink, 3), (1, 0, true));
        assert_eq!(receive(&mut sink, 5), (1, 0, true));
        assert_eq!(receive(&mut sink, 2), (3, 2, true), "fills a hole");
        assert_eq!(receive(&mut sink, 4), (5, 2, true));
        assert_eq!(sink.delivered(), 5);
    }

    #[test]
    fn duplicates_are_acknowledged_and_not_delivered_again() {
        let mut sink = TcpSink::default();
        for sequence in [0, 1, 3] {
            receive(&mut sink, sequence);
        }
        assert_eq!(receive(&mut sink, 1), (1, 0, false));
        assert_eq!(receive(&mut sink, 3), (1, 0, false));
        assert_eq!(receive(&mut sink, 0), (1, 0, false));
        assert_eq!((sink.delivered(), sink.duplicates()), (1, 3));
    }

    #[test]
    fn packets_before_the_syn_wait_for_it() {
        let mut sink = TcpSink::default();
        assert_eq!(receive(&mut sink, 1), (-1, 0, true));
        assert_eq!(receive(&mut sink, 0), (1, 1, true));
    }

    #[test]
    fn a_mark_is_echoed_until_the_sender_says_that_it_cut() {
        let mut sink = TcpSink::default();
        let mut echo = |sequence, ecn, cwr| sink.receive(sequence, ecn, cwr).ack.ece;
        assert!(echo(0, Ecn::Ce, false));
        assert!(echo(1, Ecn::Ect0, false));
        assert!(!echo(2, Ecn::Ect0, true));
        assert!(!echo(3, Ecn::Ect0, false));
        assert!(echo(4, Ecn::Ce, true), "a mark on that very packet");
        assert!(echo(5, Ecn::NotEct, false));
    }
}
