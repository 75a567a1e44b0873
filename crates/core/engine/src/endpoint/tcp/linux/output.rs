//! Sending: new and lost packets, in bursts or paced [tcp_write_xmit, tcp_xmit_retransmit_queue].

use super::Linux;
use super::recovery::Repair;
use super::timers::Timer;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};
use crate::endpoint::tcp::connection::Connection;
use crate::endpoint::tcp::{Outbox, Segment};

/// The number of initial packets that are sent without pacing.
const UNPACED: u64 = 10;

impl Linux {
    pub(super) fn repair<O: Outbox>(&mut self, c: &mut Connection, repair: Repair, now: SimTime, out: &mut O) {
        match repair {
            Repair::Nothing => return,
            Repair::New => {
                self.write(c, None, now, out);
                if c.next > self.high {
                    return;
                }
                self.is_forward = false;
            }
            Repair::Lost => {}
        }
        self.send_lost(c, now, out);
    }

    pub(super) fn send_lost<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        let mut from = 0;
        while self.board.in_flight() < self.window.cwnd
            && let Some(number) = self.board.next_lost(from)
        {
            if self.must_wait_for_pacer(now) {
                break;
            }
            let is_head = number == c.highest_ack + 1;
            self.send_again(c, number, now, out);
            if self.state.is_reducing() {
                self.reduction.sent += 1;
            }
            if is_head && self.timer.is_none_or(|(timer, _)| timer != Timer::Reordering) {
                self.timer = Some((Timer::Retransmission, now + self.timeout(c)));
            }
            from = number + 1;
        }
    }

    pub(super) fn send_again<O: Outbox>(&mut self, c: &mut Connection, number: i64, now: SimTime, out: &mut O) {
        self.resume_if_alone(c, now);
        let stamp = self.rate.stamp(self.board.out() == 0, now);
        self.board.send_again(number, now, stamp);
        self.retransmitting_since.get_or_insert(now);
        self.undo_count = Some(self.undo_count.unwrap_or(0) + 1);
        self.emit(c, number, true, now, out);
    }

    pub(super) fn may_send_new(&self, c: &Connection) -> bool {
        c.next < c.end_of_data() && c.next <= c.highest_ack + i64::from(c.config.window)
    }

    /// Sends new packets within the window, or `force` packets regardless of the window.
    pub(super) fn write<O: Outbox>(&mut self, c: &mut Connection, force: Option<u32>, now: SimTime, out: &mut O) {
        if c.highest_ack < 0 {
            return;
        }
        let mut sent = 0;
        while self.may_send_new(c) {
            if self.must_wait_for_pacer(now) {
                break;
            }
            let has_room = self.board.in_flight() < self.window.cwnd;
            if !has_room && force.is_none_or(|most| sent >= most) || force == Some(sent) {
                break;
            }
            self.resume_if_alone(c, now);
            let was_empty = self.board.out() == 0;
            let stamp = self.rate.stamp(was_empty, now);
            self.board.push(c.next, now, stamp);
            let number = c.next;
            c.next += 1;
            self.emit(c, number, false, now, out);
            c.highest_sent = number;
            if was_empty || matches!(self.timer, Some((Timer::Probe, _))) {
                self.set_retransmission_timer(c, now);
            }
            sent += 1;
        }
        let is_limited = self.board.in_flight() >= self.window.cwnd;
        if sent > 0 || is_limited {
            self.note_use(c, is_limited);
        }
        if sent > 0 {
            if self.state.is_reducing() {
                self.reduction.sent += sent;
            }
            if force.is_none() {
                self.set_probe(c, false, now);
            }
        } else if c.next >= c.end_of_data() && !is_limited {
            self.rate.limit_by_application(self.board.in_flight());
        }
    }

    /// Records that a packet is sent while no other packet is in the network [CA_EVENT_TX_START].
    pub(super) fn resume_if_alone(&mut self, c: &Connection, now: SimTime) {
        if self.board.in_flight() == 0 {
            let facts = self.facts(c, now);
            self.law.resume(now.since(self.last_sent), self.rate.is_app_limited(), facts);
        }
    }

    pub(super) fn note_use(&mut self, c: &Connection, is_limited: bool) {
        let out = self.board.out();
        let is_over = c.highest_ack + 1 >= self.usage_end;
        if is_over || is_limited || (!self.is_window_limited && out > self.most_out) {
            (self.is_window_limited, self.most_out, self.usage_end) = (is_limited, out, c.next);
        }
    }

    pub(super) fn must_wait_for_pacer(&mut self, now: SimTime) -> bool {
        self.is_waiting_for_pacer = self.law.pacing_rate().is_some() && self.paced_until > now;
        self.is_waiting_for_pacer
    }

    /// Passes a packet to the network, and makes the pacer wait before the next packet.
    pub(super) fn emit<O: Outbox>(
        &mut self,
        c: &mut Connection,
        number: i64,
        is_again: bool,
        now: SimTime,
        out: &mut O,
    ) {
        let is_capable = c.config.ecn && (!is_again || c.config.ect_on_retransmit);
        let cwr = c.config.ecn && !is_again && std::mem::take(&mut self.owes_cwr);
        c.counts.sent += 1;
        c.counts.retransmitted += u64::from(is_again);
        out.send(Segment {
            sequence: number as u32,
            bytes: c.config.segment_bytes,
            is_syn: false,
            is_retransmission: is_again,
            ecn: if is_capable { c.config.ect } else { Ecn::NotEct },
            cwr,
            rehash: self.rehash,
        });
        self.last_sent = now;
        if let Some(rate) = self.law.pacing_rate().filter(|&rate| rate > 0.0 && c.counts.sent > UNPACED) {
            let gap = Span::from_secs(1.0 / rate);
            // If this packet is late, the next packet may be sent earlier, by at most half a gap.
            let late = now.since(self.paced_until);
            let credit = late.min(Span::from_nanos(gap.nanos() / 2));
            self.paced_until = self.paced_until.max(now) + (gap - credit);
        } else {
            self.paced_until = now;
        }
    }

    /// Reduces the window after a pause longer than the timeout, since an old window says little about the current
    /// state of the path.
    pub(super) fn resume_after_idle(&mut self, c: &Connection, now: SimTime) {
        if self.board.out() > 0 || c.next >= c.end_of_data() || c.next <= 1 {
            return;
        }
        let idle = now.since(self.last_sent);
        let timeout = self.timeout(c);
        if idle <= timeout || self.law.has_own_control() {
            return;
        }
        self.window.ssthresh = self.current_threshold();
        let least = c.config.initial_window.min(self.window.cwnd);
        let halvings = (idle.nanos() / timeout.nanos().max(1)).min(31) as u32;
        self.window.cwnd = (self.window.cwnd >> halvings).max(least);
        self.window.count = 0;
    }
}
