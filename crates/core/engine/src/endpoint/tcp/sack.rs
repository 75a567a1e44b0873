//! SACK: the receiver reports the packets that it holds, so the sender repairs all losses of a window within a round trip.
//!
//! Rule: as Reno, but in recovery the sender computes the number of packets in the network (the pipe) from the packets that
//! the receiver holds. The sender sends while the pipe is smaller than the window: first lost packets, then new packets.
//! Source: E. Blanton et al., RFC 6675, 2012, with packets in place of bytes: a packet counts as lost when three
//! packets with higher numbers are held.
//! We differ: the scoreboard is exact, as if an acknowledgement carried the receiver's whole map rather than three
//! blocks. (An acknowledgement reports the packet that caused it, and repeats the reports of lost acknowledgements
//! before it.) We differ from ns-2's Sack1 (tcp-sack1.cc) in four points. Sack1 keeps a pipe counter that each
//! acknowledgement lowers by one. Sack1 regards every missing packet below the highest held packet as lost. Sack1
//! starts recovery with a pipe of the outstanding packets minus three. Sack1 clears the scoreboard at every new
//! acknowledgement outside recovery. As in Sack1, duplicate acknowledgements between a timeout and the next new
//! acknowledgement do not count; at other times, only duplicates that report a newly arrived packet count. As in Sack1,
//! the window does not grow on the acknowledgement that ends recovery.

use super::connection::{Connection, DUP_ACK_THRESHOLD, LastCut};
use super::sequence_set::SequenceSet;
use super::{Ack, Outbox, reno};
use crate::base::hash::StateHash;
use crate::base::texts::text;
use crate::base::time::SimTime;
use crate::endpoint::TransportAbout;

/// The description of SACK.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "sack",
    name: "SACK",
    year: 1996,
    citation: text(
        "M. Mathis et al., TCP Selective Acknowledgment Options, RFC 2018, 1996; loss recovery of RFC 6675, 2012",
    ),
    idea: text(
        "the receiver reports the packets that it holds, so all losses of a window are repaired within a round trip",
    ),
};

#[derive(Clone, Debug, Default)]
pub(super) struct Sack {
    /// The packets that the receiver holds above the last acknowledged packet.
    held: SequenceSet,
    /// The largest number retransmitted in this recovery [HighRxt].
    highest_retransmitted: i64,
    is_recovering: bool,
    /// Whether no new acknowledgement has arrived since the last timeout.
    is_after_timeout: bool,
}

impl Sack {
    pub(super) fn on_ack<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
        let acknowledged = ack.highest_in_order();
        if acknowledged < c.highest_ack {
            return;
        }
        let is_above = i64::from(ack.arrived) > acknowledged;
        let is_news = is_above && ack.is_first_arrival && self.held.insert(ack.arrived);
        if acknowledged > c.highest_ack {
            self.held.forget_below(ack.next_expected);
            self.on_progress(c, ack, now);
        } else if is_news && !self.is_recovering && !self.is_after_timeout {
            self.on_duplicate(c, now, out);
        }
        if self.is_recovering || c.dup_acks == 0 {
            self.send(c, now, out);
        }
    }

    /// Records that the receiver holds a packet, as the next acknowledgement reports.
    pub(super) fn note_held(&mut self, c: &Connection, number: u32) {
        if i64::from(number) > c.highest_ack {
            self.held.insert(number);
        }
    }

    /// Sends the packets that may be sent.
    pub(super) fn send<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        if self.is_recovering {
            self.fill_pipe(c, now, out);
        } else {
            c.send_much(u32::MAX, now, out);
        }
    }

    pub(super) fn on_timeout<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        self.is_recovering = false;
        self.is_after_timeout = true;
        // The reports of held packets are forgotten, since the receiver may have discarded packets that it held (RFC
        // 2018, section 8).
        self.held.clear();
        c.dup_acks = 0;
        c.time_out(now, out);
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub(super) fn heap_bytes(&self) -> usize {
        self.held.heap_bytes()
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        self.held.fold(hash);
        hash.fold(self.highest_retransmitted as u64);
        hash.fold(u64::from(self.is_recovering) << 1 | u64::from(self.is_after_timeout));
    }

    fn on_progress(&mut self, c: &mut Connection, ack: Ack, now: SimTime) {
        self.is_after_timeout = false;
        if !self.is_recovering {
            c.new_ack(ack, now);
            return;
        }
        let acknowledged = ack.highest_in_order();
        c.advance_to(acknowledged);
        c.finish_timing(ack.ece && c.config.ecn, now);
        c.restart_timer_for_the_rest(now);
        if acknowledged >= c.recover {
            self.is_recovering = false;
            c.dup_acks = 0;
            // If a mark has cut the window during recovery, `last_cut` remains `Ecn`, so that a loss in the same window
            // causes no second cut.
            if c.last_cut == LastCut::DupAcks {
                c.last_cut = LastCut::Recovered;
            }
        }
    }

    fn on_duplicate<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        c.dup_acks += 1;
        let first_hole = c.highest_ack + 1;
        if c.dup_acks < DUP_ACK_THRESHOLD && !self.is_lost(first_hole) {
            c.limited_transmit(now, out);
            return;
        }
        let is_cut_by_mark = c.config.ecn && c.last_cut == LastCut::Ecn;
        if c.may_fast_retransmit() {
            c.recover = c.highest_sent;
            c.cut_for_loss();
        } else if !is_cut_by_mark {
            return;
        }
        self.is_recovering = true;
        self.highest_retransmitted = first_hole;
        reno::fast_retransmit(c, now, out);
    }

    /// Sends while the pipe is at least a packet smaller than the window.
    fn fill_pipe<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        let mut pipe = self.pipe(c);
        while c.cwnd - pipe as f64 >= 1.0 {
            let hole = i64::from(self.held.first_absent((self.highest_retransmitted.max(c.highest_ack) + 1) as u32));
            let is_hole = self.held.highest().is_some_and(|highest| hole < i64::from(highest));
            // Packets that the receiver already holds are skipped. `next` can be such a packet if a recovery begins
            // soon after a timeout, since the timeout moved `next` back. A cut by a mark after the timeout makes this
            // recovery possible.
            c.next = i64::from(self.held.first_absent(c.next as u32));
            let may_send_new = c.next <= c.highest_ack + i64::from(c.config.window) && c.next < c.end_of_data();
            if is_hole && (self.is_lost(hole) || !may_send_new) {
                c.output(hole, now, out);
                self.highest_retransmitted = hole;
                c.next = c.next.max(hole + 1);
            } else if may_send_new {
                c.send_next(now, out);
            } else {
                return;
            }
            // A new packet and a retransmission both add one packet to the network. No other packet changes its state.
            pipe += 1;
        }
    }

    /// Whether three packets above this number are held.
    fn is_lost(&self, number: i64) -> bool {
        self.held.nth_highest(DUP_ACK_THRESHOLD).is_some_and(|third| number < i64::from(third))
    }

    /// The number of packets in the network. Packets held by the receiver do not count; lost packets count only if they
    /// were retransmitted.
    fn pipe(&self, c: &Connection) -> i64 {
        let absent =
            |from: i64, to: i64| (to - from).max(0) - i64::from(self.held.count(from.max(0) as u32, to.max(0) as u32));
        let from = c.highest_ack + 1;
        let to = c.highest_sent + 1;
        let not_lost_from = self.held.nth_highest(DUP_ACK_THRESHOLD).map_or(from, i64::from);
        absent(not_lost_from, to) + absent(from, (self.highest_retransmitted + 1).min(to))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::tcp::bench::{Bench, NOTHING};
    use crate::endpoint::tcp::{Recovery, Variant};

    fn sack(bench: &Bench) -> &Sack {
        match &bench.sender().recovery {
            Recovery::Sack(sack) => sack,
            other => panic!("{other:?}"),
        }
    }

    fn pipe(bench: &Bench) -> i64 {
        sack(bench).pipe(bench.connection())
    }

    #[test]
    fn two_losses_are_repaired_within_one_round_trip() {
        let mut bench = Bench::mid_flight(Variant::Sack);
        assert_eq!(bench.ack_for(9, 11), [18]);
        assert_eq!(bench.ack_for(9, 13), [19]);
        assert_eq!(bench.ack_for(9, 14), [10]);
        assert_eq!(bench.connection().recover, 19);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
        assert_eq!(pipe(&bench), 7);
        assert_eq!(bench.ack_for(9, 15), NOTHING);
        assert_eq!(pipe(&bench), 5);
        assert!(sack(&bench).is_lost(12));
        assert_eq!(bench.ack_for(9, 16), NOTHING);
        assert_eq!(pipe(&bench), 4);
        assert_eq!(bench.ack_for(9, 17), [12]);
        assert_eq!(pipe(&bench), 4);
        assert_eq!(bench.ack_for(9, 18), [20]);
        assert_eq!(bench.ack_for(9, 19), [21]);
        assert_eq!(bench.ack_for(11, 10), [22]);
        assert!(sack(&bench).is_recovering);
        bench.ack_for(19, 12);
        assert!(!sack(&bench).is_recovering);
        assert_eq!(bench.cwnd(), 4.0);
    }

    #[test]
    fn duplicate_acknowledgements_without_a_new_packet_do_not_count() {
        let mut bench = Bench::mid_flight(Variant::Sack);
        for _ in 0..5 {
            bench.repeat_ack(9);
        }
        assert_eq!(bench.connection().dup_acks, 0);
        assert_eq!(bench.ack_for(9, 11), [18]);
    }

    #[test]
    fn a_timeout_clears_the_scoreboard_and_goes_back() {
        let mut bench = Bench::mid_flight(Variant::Sack);
        bench.ack_for(9, 11);
        bench.ack_for(9, 13);
        assert_eq!(bench.time_out(), [10]);
        assert!(sack(&bench).held.is_empty());
        assert_eq!(bench.cwnd(), 1.0);
        assert_eq!(bench.ack_for(9, 14), NOTHING, "reports of held packets from before the timeout no longer count");
        assert_eq!(bench.ack_for(11, 10), [12, 13]);
    }

    #[test]
    fn a_missing_packet_not_yet_lost_is_retransmitted_when_no_other_packet_can_be_sent() {
        let mut bench = Bench::mid_flight(Variant::Sack);
        bench.connection_mut().data_packets = Some(17);
        assert_eq!(bench.ack_for(9, 11), NOTHING);
        assert_eq!(bench.ack_for(9, 12), NOTHING);
        assert_eq!(bench.ack_for(9, 13), [10]);
        assert_eq!(bench.ack_for(9, 15), NOTHING);
        assert_eq!(pipe(&bench), 4);
        assert_eq!(bench.ack_for(9, 16), [14]);
        assert!(!sack(&bench).is_lost(14));
    }
}
