//! Processing of one acknowledgement: first the delivered packets, the round-trip time and the delivery rate; then the
//! state, the window and retransmissions [tcp_ack].

use super::law::Facts;
use super::rate::RateSample;
use super::recovery::Repair;
use super::{Linux, State};
use crate::base::time::SimTime;
use crate::endpoint::tcp::connection::Connection;
use crate::endpoint::tcp::{Ack, Outbox};

/// The information in one acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct News {
    /// Whether the acknowledgement advances the cumulative acknowledgement.
    pub(super) is_advance: bool,
    /// Whether the acknowledgement newly reports a packet held out of order.
    pub(super) is_held: bool,
    pub(super) is_duplicate: bool,
    /// Whether a reported duplicate is the packet that a tail loss probe has sent.
    pub(super) is_probe_duplicate: bool,
    pub(super) is_echo: bool,
    /// Whether a packet arrived that was sent before the last cut and was never retransmitted.
    pub(super) is_original: bool,
    /// Whether a retransmitted packet was cumulatively acknowledged.
    pub(super) is_of_retransmission: bool,
    pub(super) is_retransmission_lost: bool,
    /// Whether the packet whose arrival advanced the cumulative acknowledgement was sent before the first
    /// retransmission of this recovery.
    pub(super) is_delayed: bool,
    pub(super) sets_timer: bool,
}

impl Linux {
    /// Processes an acknowledgement and sends the retransmissions that it causes.
    pub(super) fn take<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
        let prior_lost = self.lost;
        let prior_delivered = self.rate.delivered;
        let prior_held = self.board.held;
        let mut sample = RateSample { prior_in_flight: self.board.in_flight(), ..RateSample::default() };
        let mut news = News { is_echo: ack.ece && c.config.ecn, ..News::default() };
        let edge = i64::from(ack.next_expected);
        news.is_advance = edge > c.highest_ack + 1;
        if news.is_advance {
            self.timeouts = 0;
        }
        let mut held_at = None;
        for arrived in std::mem::take(&mut self.also_held) {
            let report = Ack { arrived, is_first_arrival: true, ..ack };
            held_at = held_at.or(self.hold(report, edge, &mut news, &mut sample, now));
        }
        let held_at = held_at.or(self.hold(ack, edge, &mut news, &mut sample, now));
        let facts = Facts { first_unacknowledged: edge, ..self.facts(c, now) };
        self.law.see_ack(facts, self.rate.delivered, self.delivered_marked);
        self.clean(c, ack, edge, held_at, prior_held, &mut news, &mut sample, now);
        self.rack.saw_duplicate |= news.is_duplicate;
        self.rack.update_window(sample.prior.map_or(0, |prior| prior.delivered), self.rate.delivered);
        self.end_probe(c, edge, news, now);
        let mut repair = Repair::Nothing;
        let is_dubious = !news.is_advance || news.is_held || news.is_echo || news.is_duplicate;
        if is_dubious || self.state != State::Open {
            repair = self.alert(c, &mut news, now);
        }
        if news.sets_timer {
            self.set_timer_for_head(c, now);
        }
        sample.newly_delivered = (self.rate.delivered - prior_delivered) as u32;
        if news.is_echo {
            sample.newly_marked = sample.newly_delivered;
            self.delivered_marked += u64::from(sample.newly_marked);
        }
        sample.losses = (self.lost - prior_lost) as u32;
        let least = self.trips.least();
        self.rate.finish(&mut sample, least, now);
        self.control(c, news, &sample, now);
        self.repair(c, repair, now, out);
    }

    /// Records that the receiver holds a packet out of order, or received a packet twice. Returns the send time if the packet
    /// was sent only once.
    pub(super) fn hold(
        &mut self,
        ack: Ack,
        edge: i64,
        news: &mut News,
        sample: &mut RateSample,
        now: SimTime,
    ) -> Option<SimTime> {
        let arrived = i64::from(ack.arrived);
        if !ack.is_first_arrival {
            news.is_duplicate = arrived > 0;
            news.is_probe_duplicate = self.is_probe_again && self.probe_end.is_some_and(|end| arrived + 1 == end);
            if let Some(count) = &mut self.undo_count
                && self.undo_from.is_some_and(|from| arrived >= from)
            {
                *count = count.saturating_sub(1);
            }
            self.board.arrived_twice(arrived);
            return None;
        }
        if arrived < edge {
            return None;
        }
        let before = self.board.hold(arrived)?;
        news.is_held = true;
        self.rate.deliver(&before, sample);
        self.rate.delivered += 1;
        self.rack.arrived(&before, now, self.trips.least());
        if before.was_again {
            return None;
        }
        news.is_original |= arrived < self.high;
        Some(before.at)
    }

    /// Removes the cumulatively acknowledged packets from the scoreboard, and measures the round-trip time.
    #[allow(clippy::too_many_arguments, reason = "one step of one acknowledgement")]
    pub(super) fn clean(
        &mut self,
        c: &mut Connection,
        ack: Ack,
        edge: i64,
        held_at: Option<SimTime>,
        prior_held: u32,
        news: &mut News,
        sample: &mut RateSample,
        now: SimTime,
    ) {
        let (mut first, mut last): (Option<SimTime>, Option<SimTime>) = (None, None);
        // The send time of the packet whose arrival advanced the cumulative acknowledgement, from its timestamp.
        let mut echoed = None;
        let mut acknowledged = 0;
        while let Some(packet) = self.board.pop_below(edge) {
            acknowledged += 1;
            let is_spurious = packet.was_again && i64::from(ack.arrived) == packet.number && !ack.is_of_retransmission;
            if packet.was_again {
                news.is_of_retransmission = true;
            } else if !packet.is_held {
                first.get_or_insert(packet.at);
                last = Some(packet.at);
                news.is_original |= packet.number < self.high;
            }
            if i64::from(ack.arrived) == packet.number {
                echoed = Some(if ack.is_of_retransmission { packet.at } else { packet.first_at });
                news.is_delayed = is_spurious
                    || (!packet.was_again && self.retransmitting_since.is_some_and(|since| packet.at < since));
            }
            if !packet.is_held {
                self.rate.deliver(&packet, sample);
                self.rate.delivered += 1;
                if !is_spurious {
                    self.rack.arrived(&packet, now, self.trips.least());
                }
            }
        }
        c.highest_ack = c.highest_ack.max(edge - 1);
        c.next = c.next.max(edge);
        let is_progress = acknowledged > 0;
        let mut rtt = first.filter(|_| !news.is_of_retransmission).map(|at| now.since(at));
        let mut newest = last.filter(|_| !news.is_of_retransmission).map(|at| now.since(at));
        let is_single = acknowledged == 1 && prior_held == 0 && !news.is_held && !news.is_echo;
        sample.may_be_delayed = rtt.is_some() && is_single;
        if let Some(at) = held_at {
            newest = Some(now.since(at));
        }
        rtt = rtt.or(held_at.map(|at| now.since(at)));
        if rtt.is_none() {
            rtt = echoed.map(|at| now.since(at));
            newest = rtt;
        }
        sample.rtt = newest;
        let measured = rtt.is_some();
        if let Some(newest) = newest.filter(|_| measured) {
            self.trips.note_least(newest, now);
        }
        if let Some(rtt) = rtt {
            self.trips.measure(rtt, c.config.rto.minimum, c.highest_ack, c.highest_sent);
        }
        if is_progress {
            news.sets_timer = true;
        } else if let Some(at) = held_at
            && self.board.head().is_some_and(|head| at > head.at)
        {
            news.sets_timer = true;
        }
        let facts = self.facts(c, now);
        self.law.see_round_trip(&mut self.window, sample.rtt, facts);
    }

    pub(super) fn control(&mut self, c: &Connection, news: News, sample: &RateSample, now: SimTime) {
        let facts = self.facts(c, now);
        if self.law.has_own_control() {
            self.law.control(&mut self.window, sample, &mut self.rate, facts);
        } else if self.state.is_reducing() {
            self.reduce(sample.newly_delivered, sample.losses, news.is_advance);
        } else if news.is_advance && self.may_grow() {
            self.law.grow(&mut self.window, sample.newly_delivered, facts);
        }
    }

    /// Whether the sender used enough of its window to be allowed to grow it.
    pub(super) fn may_grow(&self) -> bool {
        self.is_window_limited || (self.window.is_in_slow_start() && self.window.cwnd < 2 * self.most_out)
    }
}
