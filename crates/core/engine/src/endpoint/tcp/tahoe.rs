//! Tahoe: after any loss the sender restarts with slow start from a window of one packet.
//!
//! Rule: at the third duplicate acknowledgement, or when the timer expires, the sender halves the threshold and sets
//! the window to 1. It sends everything after the last acknowledged packet again.
//! Source: V. Jacobson, Congestion Avoidance and Control, SIGCOMM 1988; ns-2 2.35, tcp.cc (dupack_action).

use super::connection::{Connection, DUP_ACK_THRESHOLD, LastCut};
use super::{Ack, Outbox, WindowEvent};
use crate::base::texts::text;
use crate::base::time::SimTime;
use crate::endpoint::TransportAbout;

/// The description of Tahoe.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "tahoe",
    name: "Tahoe",
    year: 1988,
    citation: text("V. Jacobson, Congestion Avoidance and Control, ACM SIGCOMM 1988"),
    idea: text(
        "slow start, congestion avoidance and fast retransmit; after any loss the window restarts from one packet",
    ),
};

pub(super) fn on_ack<O: Outbox>(c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
    let acknowledged = ack.highest_in_order();
    if acknowledged > c.highest_ack {
        c.new_ack(ack, now);
    } else if acknowledged == c.highest_ack {
        c.dup_acks += 1;
        if c.dup_acks < DUP_ACK_THRESHOLD {
            c.limited_transmit(now, out);
        } else if c.dup_acks == DUP_ACK_THRESHOLD {
            fast_retransmit(c, now);
        }
    }
    c.send_much(u32::MAX, now, out);
}

pub(super) fn on_timeout<O: Outbox>(c: &mut Connection, now: SimTime, out: &mut O) {
    // At a timeout, ns-2's other variants reset the count of duplicate acknowledgements; Tahoe does not. If the count
    // was already three, duplicates after the timeout therefore cause neither a retransmission nor limited transmit.
    c.time_out(now, out);
}

fn fast_retransmit(c: &mut Connection, now: SimTime) {
    let is_cut_by_mark = c.config.ecn && c.last_cut == LastCut::Ecn;
    if c.may_fast_retransmit() {
        c.recover = c.highest_sent;
        c.restart_from_one(true);
    } else if is_cut_by_mark {
        c.restart_from_one(false);
    } else {
        return;
    }
    c.note(WindowEvent::FastRetransmit);
    c.last_cut = LastCut::DupAcks;
    c.next = c.highest_ack + 1;
    c.reset_timer(now);
}

#[cfg(test)]
mod tests {
    use crate::endpoint::tcp::Variant;
    use crate::endpoint::tcp::bench::{Bench, NOTHING};

    #[test]
    fn after_one_loss_the_sender_restarts_from_one_packet() {
        let mut bench = Bench::mid_flight(Variant::Tahoe);
        assert_eq!(bench.ack(9), [18]);
        assert_eq!(bench.ack(9), [19]);
        assert_eq!(bench.ack(9), [10]);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 4.0));
        assert_eq!(bench.connection().recover, 19);
        for _ in 4..=9 {
            assert_eq!(bench.ack(9), NOTHING);
        }
        assert_eq!(bench.ack(19), [20, 21]);
        assert_eq!(bench.cwnd(), 2.0);
    }

    #[test]
    fn a_second_loss_in_the_window_is_repaired_by_slow_start() {
        let mut bench = Bench::mid_flight(Variant::Tahoe);
        for _ in 0..3 {
            bench.ack(9);
        }
        assert_eq!(bench.ack(11), [12, 13]);
        assert_eq!(bench.ack(11), [14], "limited transmit");
        assert_eq!(bench.ack(11), [15], "limited transmit");
        assert_eq!(bench.ack(11), NOTHING, "no second fast retransmit for packets sent before the first");
    }

    #[test]
    fn the_count_of_duplicates_continues_after_a_timeout() {
        let mut bench = Bench::mid_flight(Variant::Tahoe);
        bench.ack(9);
        bench.time_out();
        assert_eq!(bench.connection().dup_acks, 1);
        assert_eq!(bench.ack(9), [11], "the second duplicate acknowledgement: limited transmit");
        assert_eq!(
            bench.ack(9),
            NOTHING,
            "the third duplicate acknowledgement: the loss is in a window that is already cut"
        );
    }
}
