//! Window cuts by proportional rate reduction (PRR), and undoing a cut that turned out to be spurious.
//!
//! Source: M. Mathis et al., RFC 6937, 2013, with the slow-start bound; Linux 6.12, tcp_cwnd_reduction, for its corner cases.

use super::ack::News;
use super::window::NO_THRESHOLD;
use super::{Linux, State};
use crate::endpoint::tcp::connection::Connection;

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reduction {
    pub(super) prior_cwnd: u32,
    pub(super) delivered: u32,
    pub(super) sent: u32,
}

impl Linux {
    pub(super) fn begin_reduction(&mut self, c: &Connection) {
        self.high = c.next;
        self.probe_end = None;
        self.window.count = 0;
        self.reduction = Reduction { prior_cwnd: self.window.cwnd, delivered: 0, sent: 0 };
        self.window.ssthresh = self.law.threshold(&self.window);
        self.owes_cwr = c.config.ecn;
    }

    pub(super) fn end_reduction(&mut self) {
        if self.law.has_own_control() {
            return;
        }
        if self.window.ssthresh < NO_THRESHOLD && (self.undo_from.is_some() || self.state == State::Cwr) {
            self.window.cwnd = self.window.ssthresh;
        }
    }

    /// Sets the window by proportional rate reduction, from the delivered packets.
    pub(super) fn reduce(&mut self, delivered: u32, losses: u32, is_advance: bool) {
        if delivered == 0 || self.reduction.prior_cwnd == 0 {
            return;
        }
        let (in_flight, threshold) = (self.board.in_flight(), self.window.ssthresh);
        let it = &mut self.reduction;
        it.delivered += delivered;
        let mut send = if in_flight > threshold {
            let share = (u64::from(threshold) * u64::from(it.delivered)).div_ceil(u64::from(it.prior_cwnd)) as i64;
            share - i64::from(it.sent)
        } else {
            let mut most = (i64::from(it.delivered) - i64::from(it.sent)).max(i64::from(delivered));
            if is_advance && losses == 0 {
                most += 1;
            }
            most.min(i64::from(threshold - in_flight))
        };
        // At least one packet is sent when recovery begins.
        send = send.max(i64::from(it.sent == 0));
        self.window.cwnd = (i64::from(in_flight) + send).max(1) as u32;
    }

    pub(super) fn begin_undo(&mut self, c: &Connection) {
        self.undo_from = Some(c.highest_ack + 1);
        self.undo_count = (self.board.again > 0).then_some(self.board.again);
    }

    pub(super) fn may_undo(&self, news: News) -> bool {
        self.undo_from.is_some() && (self.undo_count == Some(0) || news.is_delayed)
    }

    pub(super) fn undo(&mut self, forgets_losses: bool) {
        if forgets_losses {
            self.board.forget_losses();
        }
        if self.undo_threshold > 0 {
            self.window.cwnd = self.law.undone(&self.window, self.reduction.prior_cwnd);
            if self.undo_threshold > self.window.ssthresh {
                self.window.ssthresh = self.undo_threshold;
                self.owes_cwr = false;
            }
        }
        self.undo_from = None;
        self.rack.has_news = true;
    }
}
