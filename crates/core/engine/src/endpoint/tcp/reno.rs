//! Reno: a lost packet halves the window, where Tahoe restarts from a window of one packet.
//!
//! Rule: at the third duplicate acknowledgement the sender sends the missing packet again and halves the window. Each further
//! duplicate acknowledgement shows that a packet has left the network, so a new packet may be sent (fast recovery). The next
//! new acknowledgement ends recovery.
//! Source: M. Allman et al., RFC 5681, 2009; ns-2 2.35, tcp-reno.cc.

use super::connection::{Connection, DUP_ACK_THRESHOLD, LastCut};
use super::{Ack, Outbox, WindowEvent};
use crate::base::texts::text;
use crate::base::time::SimTime;
use crate::endpoint::TransportAbout;

/// The description of Reno.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "reno",
    name: "Reno",
    year: 1990,
    citation: text("V. Jacobson, Modified TCP Congestion Avoidance Algorithm, end2end-interest, 1990; RFC 5681"),
    idea: text("fast recovery: a single loss halves the window; several in one window often end in a timeout"),
};

pub(super) fn on_ack<O: Outbox>(c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
    let acknowledged = ack.highest_in_order();
    if acknowledged > c.highest_ack {
        if c.last_cut == LastCut::DupAcks {
            c.last_cut = LastCut::Recovered;
        }
        c.inflation = 0;
        c.new_ack(ack, now);
    } else if acknowledged == c.highest_ack {
        // The condition `DupAcks` comes from ns-2. It allows a second fast retransmit while a recovery is still in
        // progress.
        let may_retransmit = c.may_fast_retransmit() || c.last_cut == LastCut::DupAcks;
        on_duplicate(c, may_retransmit, now, out);
    }
    // After the first two duplicate acknowledgements only limited transmit sends packets.
    if c.dup_acks == 0 || c.dup_acks >= DUP_ACK_THRESHOLD {
        c.send_much(u32::MAX, now, out);
    }
}

/// Processes a duplicate acknowledgement in Reno and NewReno.
pub(super) fn on_duplicate<O: Outbox>(c: &mut Connection, may_retransmit: bool, now: SimTime, out: &mut O) {
    c.dup_acks += 1;
    if c.dup_acks < DUP_ACK_THRESHOLD {
        c.limited_transmit(now, out);
    } else if c.dup_acks > DUP_ACK_THRESHOLD {
        if c.last_cut == LastCut::DupAcks {
            c.inflation += 1;
        }
    } else if may_retransmit {
        c.recover = c.highest_sent;
        c.cut_for_loss();
        fast_retransmit(c, now, out);
        c.inflation = DUP_ACK_THRESHOLD;
    } else if c.config.ecn && c.last_cut == LastCut::Ecn {
        // A mark has already cut this window, so the window is not cut again; only the packet is retransmitted.
        fast_retransmit(c, now, out);
        c.inflation = DUP_ACK_THRESHOLD;
    }
}

/// Sends the first missing packet again and restarts the timer.
pub(super) fn fast_retransmit<O: Outbox>(c: &mut Connection, now: SimTime, out: &mut O) {
    c.last_cut = LastCut::DupAcks;
    c.note(WindowEvent::FastRetransmit);
    c.reset_timer(now);
    c.output(c.highest_ack + 1, now, out);
}

pub(super) fn on_timeout<O: Outbox>(c: &mut Connection, now: SimTime, out: &mut O) {
    c.inflation = 0;
    c.dup_acks = 0;
    c.time_out(now, out);
}

#[cfg(test)]
mod tests {
    use crate::endpoint::tcp::Variant;
    use crate::endpoint::tcp::bench::{Bench, NOTHING};

    #[test]
    fn one_loss_halves_the_window_and_packets_continue_to_flow() {
        for variant in [Variant::Reno, Variant::NewReno] {
            let mut bench = Bench::mid_flight(variant);
            assert_eq!(bench.ack(9), [18]);
            assert_eq!(bench.ack(9), [19]);
            assert_eq!(bench.ack(9), [10]);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
            assert_eq!(bench.inflation_and_window(), (3, 7));
            for expected in [(4, 8), (5, 9), (6, 10)] {
                assert_eq!(bench.ack(9), NOTHING);
                assert_eq!(bench.inflation_and_window(), expected);
            }
            for (sent, expected) in [(20, (7, 11)), (21, (8, 12)), (22, (9, 13))] {
                assert_eq!(bench.ack(9), [sent]);
                assert_eq!(bench.inflation_and_window(), expected);
            }
            assert_eq!(bench.ack(19), [23]);
            assert_eq!(bench.cwnd(), 4.25);
            assert_eq!(bench.inflation_and_window(), (0, 4));
        }
    }

    #[test]
    fn after_a_second_loss_in_the_window_reno_waits_for_the_timer() {
        let mut bench = Bench::mid_flight(Variant::Reno);
        for _ in 0..8 {
            bench.ack(9);
        }
        assert_eq!(bench.ack(11), NOTHING, "recovery has ended with 10 packets in flight");
        assert_eq!(bench.cwnd(), 4.25);
        assert_eq!(bench.inflation_and_window(), (0, 4));
        assert_eq!(bench.ack(11), NOTHING);
        assert_eq!(bench.ack(11), NOTHING);
        assert_eq!(bench.ack(11), NOTHING, "packet 12 was sent before the cut: no second fast retransmit");
        assert_eq!(bench.time_out(), [12]);
    }

    #[test]
    fn a_loss_of_the_first_data_packet_is_retransmitted_fast() {
        let mut bench = Bench::at_start(Variant::Reno);
        assert_eq!(bench.ack(0), [1, 2]);
        assert_eq!(bench.ack(0), [3], "limited transmit");
        assert_eq!(bench.ack(0), [4], "limited transmit");
        assert_eq!(bench.ack(0), [1]);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 2.0));
    }

    #[test]
    fn losses_after_an_ecn_cut_are_repaired_without_a_second_cut() {
        for variant in [Variant::Reno, Variant::NewReno] {
            let mut bench = Bench::mid_flight(variant).with_ecn();
            bench.ack_with_echo(10);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
            for _ in 0..2 {
                bench.ack(10);
            }
            assert_eq!(bench.ack(10), [11]);
            assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
        }
    }
}
