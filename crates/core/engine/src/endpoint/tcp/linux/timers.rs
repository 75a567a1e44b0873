//! The single timer of a connection. The timer serves one of three purposes: the timeout, the probe for lost last
//! packets, and the check for packets that become overdue.
//!
//! Source: RFC 8985, section 7 (TLP); RFC 5682 (F-RTO); Linux 6.12, tcp_timer.c and tcp_output.c.

use super::ack::News;
use super::recovery::Repair;
use super::{Linux, State};
use crate::base::time::{SimTime, Span};
use crate::endpoint::tcp::connection::Connection;
use crate::endpoint::tcp::{Outbox, WindowEvent};

/// The shortest time for which a timer is set [TCP_TIMEOUT_MIN].
pub(super) const LEAST_TIMER: Span = Span::from_millis(2);

/// The purpose of the connection's single timer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Timer {
    /// The retransmission timeout.
    Retransmission,
    /// The probe for lost last packets (TLP).
    Probe,
    /// The time at which a packet becomes overdue.
    Reordering,
}

impl Linux {
    pub(super) fn set_timer_for_head(&mut self, c: &Connection, now: SimTime) {
        if !self.set_probe(c, true, now) {
            self.set_retransmission_timer(c, now);
        }
    }

    pub(super) fn set_retransmission_timer(&mut self, c: &Connection, now: SimTime) {
        let Some(head) = self.board.head() else {
            self.timer = None;
            return;
        };
        let timeout = self.timeout(c);
        let was_other = matches!(self.timer, Some((Timer::Probe | Timer::Reordering, _)));
        let at = if was_other { (head.at + timeout).max(now + Span::from_millis(1)) } else { now + timeout };
        self.timer = Some((Timer::Retransmission, at));
    }

    /// Sets the timer for the probe, if a probe may be sent. Returns whether the timer was set.
    pub(super) fn set_probe(&mut self, c: &Connection, is_fresh: bool, now: SimTime) -> bool {
        let Some(head) = self.board.head() else {
            return false;
        };
        if !matches!(self.state, State::Open | State::Cwr) {
            return false;
        }
        let timeout = self.timeout(c);
        let wait = match self.trips.srtt() {
            Some(srtt) => {
                let more = if self.board.out() == 1 { c.config.rto.minimum } else { LEAST_TIMER };
                Span::from_nanos(2 * srtt.nanos()) + more
            }
            None => c.config.rto.initial,
        };
        let left = if is_fresh { timeout } else { (head.at + timeout).since(now) };
        let wait = if left > Span::ZERO { wait.min(left) } else { wait };
        self.timer = Some((Timer::Probe, now + wait));
        true
    }

    /// Sends the probe: a new packet, or the last packet again.
    pub(super) fn probe<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        let mut sent_new = false;
        if self.probe_end.is_none() {
            self.is_probe_again = false;
            let before = self.board.out();
            if self.may_send_new(c) {
                self.write(c, Some(1), now, out);
            } else if let Some(tail) = self.board.tail().copied()
                && !tail.is_held
            {
                self.send_again(c, tail.number, now, out);
                self.is_probe_again = true;
            }
            sent_new = self.board.out() > before;
            if sent_new || self.is_probe_again {
                self.probe_end = Some(c.next);
            }
        }
        // If the probe was not a new packet, the timeout counts from the time at which the oldest packet was sent.
        self.timer = (!sent_new).then_some((Timer::Probe, now));
        self.set_retransmission_timer(c, now);
    }

    /// Ends the probe once an acknowledgement reveals its outcome.
    pub(super) fn end_probe(&mut self, c: &mut Connection, edge: i64, news: News, now: SimTime) {
        let Some(end) = self.probe_end else { return };
        if edge < end {
            return;
        }
        if !self.is_probe_again || news.is_probe_duplicate {
            self.probe_end = None;
        } else if edge > end {
            // The probe has repaired a loss, so the probe counts as a fast retransmission.
            self.begin_reduction(c);
            c.note(WindowEvent::FastRetransmit);
            self.enter(State::Cwr, c, now);
            self.end_reduction();
            self.keep_open(c, now);
        } else if !(news.is_advance || news.is_held) {
            self.probe_end = None;
        }
    }

    /// Searches for overdue packets after the timer has expired [tcp_rack_reo_timeout].
    pub(super) fn find_overdue<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        let before = self.board.in_flight();
        let path = self.path();
        let (count, _) = self.rack.mark_losses(&mut self.board, path, now);
        self.lost += u64::from(count);
        if self.board.in_flight() != before {
            if self.state != State::Recovery {
                self.recover(c, false, now);
                if !self.law.has_own_control() {
                    self.reduce(1, 0, false);
                }
            }
            self.send_lost(c, now, out);
        }
        if self.timer.is_none_or(|(timer, _)| timer != Timer::Retransmission) {
            self.timer = Some((Timer::Reordering, now));
            self.set_retransmission_timer(c, now);
        }
    }

    pub(super) fn time_out<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        self.rehash = self.rehash.wrapping_add(1);
        if c.highest_ack < 0 {
            self.timeouts += 1;
            self.trips.back_off();
            self.send_syn(c, now, out);
            return;
        }
        let Some(head) = self.board.head().map(|head| head.number) else {
            return;
        };
        self.enter_loss(c, now);
        self.timeouts += 1;
        self.send_again(c, head, now, out);
        self.trips.back_off();
        self.timer = Some((Timer::Retransmission, now + self.timeout(c)));
        c.note(WindowEvent::Timeout);
    }

    pub(super) fn enter_loss(&mut self, c: &mut Connection, now: SimTime) {
        // Packets sent less than a round trip ago do not count as lost yet.
        let overdue: Vec<usize> = (self.board.iter().enumerate())
            .filter(|(place, packet)| *place == 0 || self.rack.remaining(packet, Span::ZERO, now).is_none())
            .map(|(place, _)| place)
            .collect();
        for place in overdue {
            self.lost += u64::from(self.board.mark_lost(place));
        }
        let is_new = !self.state.is_repairing();
        let is_first = self.state <= State::Disorder
            || c.highest_ack + 1 >= self.high
            || (self.state == State::Loss && self.timeouts == 0);
        if is_first {
            self.undo_threshold = self.current_threshold();
            self.reduction.prior_cwnd = self.window.cwnd;
            self.window.ssthresh = self.law.threshold(&self.window);
            self.law.time_out(&mut self.window);
            self.begin_undo(c);
        }
        self.window.cwnd = self.board.in_flight() + 1;
        self.window.count = 0;
        self.enter(State::Loss, c, now);
        self.high = c.next;
        self.probe_end = None;
        self.owes_cwr = c.config.ecn;
        self.is_forward = is_new || self.timeouts > 0;
    }

    /// Processes an acknowledgement after a timeout [tcp_process_loss].
    pub(super) fn go_on_after_timeout(&mut self, c: &mut Connection, news: &News, now: SimTime) -> Repair {
        let is_through = c.highest_ack + 1 >= self.high;
        if news.is_advance && self.may_undo(*news) {
            self.undo(true);
            self.leave_loss(c, now);
            return Repair::Nothing;
        }
        if self.is_forward {
            // Packets from before the timeout that were never retransmitted have arrived, so the timeout was spurious.
            if news.is_original {
                self.undo(true);
                self.leave_loss(c, now);
                return Repair::Nothing;
            }
            if c.next > self.high {
                if news.is_held || !news.is_advance {
                    self.is_forward = false;
                }
            } else if news.is_advance && !is_through {
                self.high = c.next;
                if self.may_send_new(c) {
                    return Repair::New;
                }
                self.is_forward = false;
            }
        }
        if is_through {
            if self.may_undo(*news) {
                self.undo(false);
            }
            self.enter(State::Open, c, now);
            return Repair::Nothing;
        }
        Repair::Lost
    }

    pub(super) fn leave_loss(&mut self, c: &Connection, now: SimTime) {
        self.timeouts = 0;
        self.enter(State::Open, c, now);
    }
}
