//! NewReno: fast recovery that lasts until all losses of the window are repaired.
//!
//! Rule: as Reno, but an acknowledgement that covers only a part of the data outstanding at the loss reveals another loss.
//! The sender retransmits the first missing packet at once and remains in recovery. Only the first such partial
//! acknowledgement restarts the timer, so a window with very many losses ends in a timeout (the "impatient" variant).
//! Source: T. Henderson et al., RFC 6582, 2012; ns-2 2.35, tcp-newreno.cc, with its defaults newreno_changes1_ 1,
//! partial_window_deflation_ 1, exit_recovery_fix_ 0.

use super::connection::{Connection, DUP_ACK_THRESHOLD, LastCut};
use super::{Ack, Outbox, reno};
use crate::base::hash::StateHash;
use crate::base::texts::text;
use crate::base::time::SimTime;
use crate::endpoint::TransportAbout;

/// The description of NewReno.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "newreno",
    name: "NewReno",
    year: 1999,
    citation: text(
        "S. Floyd and T. Henderson, The NewReno Modification to TCP's Fast Recovery Algorithm, RFC 2582, 1999; RFC 6582",
    ),
    idea: text("fast recovery that repairs one loss per round trip until the whole window is acknowledged"),
};

/// The most packets that one acknowledgement may cause to be sent during recovery.
const RECOVERY_BURST: u32 = 2;

#[derive(Clone, Debug, Default)]
pub(super) struct NewReno {
    /// Whether a partial acknowledgement has restarted the timer in this recovery [firstpartial_].
    has_restarted_timer: bool,
}

impl NewReno {
    pub(super) fn on_ack<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
        let acknowledged = ack.highest_in_order();
        if acknowledged > c.highest_ack {
            if acknowledged >= c.recover || c.last_cut != LastCut::DupAcks {
                self.leave_recovery(c, acknowledged);
                c.new_ack(ack, now);
            } else {
                self.on_partial(c, acknowledged, now, out);
            }
        } else if acknowledged == c.highest_ack {
            let may_retransmit = c.may_fast_retransmit();
            reno::on_duplicate(c, may_retransmit, now, out);
        }
        if c.dup_acks == 0 {
            c.send_much(u32::MAX, now, out);
        } else if c.dup_acks >= DUP_ACK_THRESHOLD {
            c.send_much(RECOVERY_BURST, now, out);
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.has_restarted_timer));
    }

    fn leave_recovery(&mut self, c: &mut Connection, acknowledged: i64) {
        self.has_restarted_timer = false;
        if c.inflation == 0 {
            return;
        }
        c.inflation = 0;
        if c.last_cut == LastCut::DupAcks {
            c.last_cut = LastCut::Recovered;
        }
        if c.config.exit_fix {
            // RFC 6582, section 3.2, step 3, option 1: no burst if few packets are in flight.
            let flight = (c.highest_sent - acknowledged) as f64;
            c.cwnd = c.ssthresh.min(flight.max(1.0) + 1.0);
        }
    }

    /// Processes a partial acknowledgement: reduces the window by the number of acknowledged packets minus one, so that one
    /// new packet may be sent.
    fn on_partial<O: Outbox>(&mut self, c: &mut Connection, acknowledged: i64, now: SimTime, out: &mut O) {
        if !self.has_restarted_timer {
            self.has_restarted_timer = true;
            c.set_timer(now);
        }
        let newly_acknowledged = acknowledged - c.highest_ack;
        let inflation = i64::from(c.inflation);
        if inflation > newly_acknowledged {
            c.inflation = (inflation - newly_acknowledged + 1) as u32;
        } else {
            c.cwnd = (c.cwnd - (newly_acknowledged - inflation) as f64).max(1.0);
            c.inflation = 1;
        }
        c.advance_to(acknowledged);
        c.finish_timing_unused();
        c.output(acknowledged + 1, now, out);
    }
}

#[cfg(test)]
mod tests {
    use crate::endpoint::tcp::Variant;
    use crate::endpoint::tcp::bench::Bench;

    #[test]
    fn a_partial_acknowledgement_repairs_the_next_loss_at_once() {
        let mut bench = Bench::mid_flight(Variant::NewReno);
        for _ in 0..6 {
            bench.ack(9);
        }
        assert_eq!(bench.ack(9), [20]);
        assert_eq!(bench.ack(9), [21]);
        assert_eq!(bench.ack(11), [12, 22]);
        assert_eq!(bench.inflation_and_window(), (7, 11));
        assert_eq!(bench.ack(11), [23]);
        assert_eq!(bench.ack(20), [24]);
        assert_eq!(bench.cwnd(), 4.25);
    }

    #[test]
    fn only_the_first_partial_acknowledgement_restarts_the_timer() {
        let mut bench = Bench::mid_flight(Variant::NewReno);
        for _ in 0..3 {
            bench.ack(9);
        }
        bench.wait_millis(50);
        bench.ack(11);
        let restarted = bench.deadline();
        bench.wait_millis(50);
        bench.ack(13);
        assert_eq!(bench.deadline(), restarted);
        bench.wait_millis(50);
        bench.ack(19);
        assert!(bench.deadline() > restarted, "a full acknowledgement restarts the timer");
    }

    #[test]
    fn a_large_partial_acknowledgement_reduces_the_window_itself_down_to_one() {
        let mut bench = Bench::mid_flight(Variant::NewReno);
        for _ in 0..3 {
            bench.ack(9);
        }
        assert_eq!(bench.inflation_and_window(), (3, 7));
        assert_eq!(bench.ack(15), [16]); // 6 acknowledged: 3 from the inflation, 3 from the window
        assert_eq!(bench.cwnd(), 1.0);
        assert_eq!(bench.inflation_and_window(), (1, 2));
    }

    #[test]
    fn leaving_recovery_with_the_fix_avoids_a_burst() {
        let mut plain = Bench::mid_flight(Variant::NewReno);
        let mut fixed = Bench::mid_flight(Variant::NewReno).with_exit_fix();
        for bench in [&mut plain, &mut fixed] {
            for _ in 0..3 {
                bench.ack(9);
            }
        }
        assert_eq!(plain.ack(19), [20, 21, 22, 23]);
        assert_eq!(plain.cwnd(), 4.25);
        // At the end of recovery no packet is in flight, so the window is set to 2. The acknowledgement then raises it
        // to 3 by slow start, since the threshold is 4.
        assert_eq!(fixed.ack(19), [20, 21, 22]);
        assert_eq!(fixed.cwnd(), 3.0);
    }
}
