//! The sender of Linux 6.12: RACK-TLP finds losses, PRR spreads a cut, F-RTO and DSACK take a needless one back.
//!
//! Rule: the connection is in one of five states. *Open*: nothing is wrong. *Disorder*: packets are held out of order. *CWR*: a mark
//! or a lost tail cuts the window. *Recovery*: lost packets are sent again. *Loss*: the timer ran out. Entering CWR or Recovery sets the
//! threshold, and PRR lets the window follow: per delivered packet a share goes out, so that the window arrives at the threshold when
//! the round trip is over. A probe after two round trips without an acknowledgement (TLP) sends a new packet, or the last one again,
//! so that a lost tail shows itself without a timeout.
//! Source: Y. Cheng et al., RFC 8985, 2021 (RACK-TLP); M. Mathis et al., RFC 6937, 2013 (PRR); P. Sarolahti et al., RFC 5682, 2009
//! (F-RTO); Linux 6.12, tcp_input.c, tcp_output.c, tcp_timer.c and tcp_recovery.c, for facts and constants. Names in brackets are
//! Linux's.
//! We differ: packets in place of bytes; an acknowledgement reports one packet, the one that caused it, which is the same as no
//! acknowledgement is ever lost; no acknowledgements are merged for a millisecond while packets are missing (tcp_comp_sack); timers
//! run to the nanosecond instead of to the millisecond; no segmentation offload.

pub mod bbr;
mod cubic;
mod dctcp;
mod law;
mod rack;
mod rate;
pub mod receiver;
mod rtt;
mod scoreboard;
#[cfg(test)]
mod tests;
mod vegas;
mod window;

use self::law::{Facts, Law};
use self::rack::{Path, Rack};
use self::rate::{RateSample, RateSampler};
use self::rtt::RoundTrips;
use self::scoreboard::Scoreboard;
use self::window::{NO_THRESHOLD, Window};
use super::connection::Connection;
use super::{Ack, Outbox, Segment, TcpConfig, WindowEvent};
use crate::base::hash::StateHash;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};

/// Least time of a timer [TCP_TIMEOUT_MIN].
const LEAST_TIMER: Span = Span::from_millis(2);
/// Packets at the start that are not paced.
const UNPACED: u64 = 10;

/// The state of loss recovery.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum State {
    /// Nothing is wrong.
    #[default]
    Open,
    /// Packets are held out of order.
    Disorder,
    /// The window is cut without a loss to repair.
    Cwr,
    /// Lost packets are sent again.
    Recovery,
    /// The timer ran out.
    Loss,
}

impl State {
    fn is_repairing(self) -> bool {
        self >= Self::Recovery
    }

    fn is_reducing(self) -> bool {
        matches!(self, Self::Cwr | Self::Recovery)
    }

    /// Name as the page shows it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Disorder => "disorder",
            Self::Cwr => "CWR",
            Self::Recovery => "recovery",
            Self::Loss => "loss",
        }
    }
}

/// The one timer that a connection keeps.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Timer {
    /// The retransmission timeout.
    Retransmission,
    /// The probe for a lost tail.
    Probe,
    /// A packet becomes overdue.
    Reordering,
}

/// What to send once an acknowledgement is processed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Repair {
    Nothing,
    /// Lost packets.
    Lost,
    /// New packets first, to see whether the timeout was needed.
    New,
}

/// What an acknowledgement brought.
#[derive(Clone, Copy, Debug, Default)]
struct News {
    /// The acknowledged edge moved.
    is_advance: bool,
    /// A packet became held.
    is_held: bool,
    is_duplicate: bool,
    /// The duplicate is the probe's.
    is_probe_duplicate: bool,
    is_echo: bool,
    /// A packet arrived that was never sent again, from before the last cut.
    is_original: bool,
    /// A packet was acknowledged by number that had been sent again.
    is_of_retransmission: bool,
    /// A retransmission was lost, too.
    is_retransmission_lost: bool,
    /// The packet at the edge was sent before the first retransmission of this recovery.
    is_delayed: bool,
    sets_timer: bool,
}

/// Proportional rate reduction.
#[derive(Clone, Copy, Debug, Default)]
struct Reduction {
    prior_cwnd: u32,
    delivered: u32,
    sent: u32,
}

/// The state beside the connection.
#[derive(Clone, Debug)]
pub(super) struct Linux {
    state: State,
    window: Window,
    law: Law,
    board: Scoreboard,
    rack: Rack,
    trips: RoundTrips,
    rate: RateSampler,
    reduction: Reduction,
    /// Recovery ends when everything below this number is acknowledged [high_seq].
    high: i64,
    /// Lost packets so far.
    lost: u64,
    delivered_marked: u64,
    timer: Option<(Timer, SimTime)>,
    /// The pacer lets the next packet go [tcp_wstamp_ns].
    paced_until: SimTime,
    is_waiting_for_pacer: bool,
    /// The probe under way ends when this number is acknowledged [tlp_high_seq].
    probe_end: Option<i64>,
    is_probe_again: bool,
    /// The first packet that was not acknowledged when the window was cut, if the cut can be taken back [undo_marker].
    undo_from: Option<i64>,
    /// Retransmissions not yet known to be without need [undo_retrans].
    undo_count: Option<u32>,
    /// Threshold before the cut.
    undo_threshold: u32,
    /// When the first retransmission of this recovery left [retrans_stamp].
    retransmitting_since: Option<SimTime>,
    /// Forward RTO recovery is under way.
    is_forward: bool,
    /// Timeouts in a row without progress.
    timeouts: u32,
    owes_cwr: bool,
    is_window_limited: bool,
    /// A window of packets in flight is looked at as a whole [cwnd_usage_seq].
    usage_end: i64,
    most_out: u32,
    last_sent: SimTime,
}

impl Linux {
    /// `seed` is for the draws of a congestion control.
    pub(super) fn new(config: &TcpConfig, seed: u64) -> Self {
        Self {
            state: State::Open,
            window: Window { cwnd: config.initial_window, count: 0, ssthresh: NO_THRESHOLD },
            law: Law::of(config.variant, config.vegas, seed),
            board: Scoreboard::default(),
            rack: Rack::default(),
            trips: RoundTrips::default(),
            rate: RateSampler::default(),
            reduction: Reduction::default(),
            high: 0,
            lost: 0,
            delivered_marked: 0,
            timer: None,
            paced_until: SimTime::ZERO,
            is_waiting_for_pacer: false,
            probe_end: None,
            is_probe_again: false,
            undo_from: None,
            undo_count: None,
            undo_threshold: 0,
            retransmitting_since: None,
            is_forward: false,
            timeouts: 0,
            owes_cwr: false,
            is_window_limited: false,
            usage_end: 0,
            most_out: 0,
            last_sent: SimTime::ZERO,
        }
    }

    // Entry points.

    /// Opens the connection, or sends what may be sent.
    pub(super) fn send<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        if c.highest_sent < 0 {
            self.send_syn(c, now, out);
        } else if c.highest_ack >= 0 {
            self.resume_after_idle(c, now);
            self.write(c, None, now, out);
        }
        self.finish(c);
    }

    pub(super) fn on_ack<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
        if c.highest_ack < 0 {
            if ack.next_expected >= 1 {
                self.open(c, now);
                self.write(c, None, now, out);
            }
        } else if ack.highest_in_order() >= c.highest_ack {
            self.take(c, ack, now, out);
            self.write(c, None, now, out);
        }
        self.finish(c);
    }

    pub(super) fn on_timer<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        if self.is_waiting_for_pacer && self.paced_until <= now {
            self.is_waiting_for_pacer = false;
            self.send_lost(c, now, out);
            self.write(c, None, now, out);
        }
        if let Some((timer, at)) = self.timer
            && at <= now
        {
            self.timer = None;
            match timer {
                Timer::Retransmission => self.time_out(c, now, out),
                Timer::Probe => self.probe(c, now, out),
                Timer::Reordering => self.find_overdue(c, now, out),
            }
        }
        self.finish(c);
    }

    // What the connection shows.

    pub(super) fn srtt(&self) -> Option<Span> {
        self.trips.srtt()
    }

    pub(super) fn timeout(&self, c: &Connection) -> Span {
        self.trips.timeout(c.config.rto.initial, c.config.rto.maximum)
    }

    pub(super) fn backoff(&self) -> u32 {
        self.trips.backoff()
    }

    pub(super) fn marked_share(&self) -> Option<f64> {
        self.law.marked_share()
    }

    pub(super) fn queued(&self) -> Option<f64> {
        self.law.queued()
    }

    pub(super) fn state(&self) -> State {
        self.state
    }

    /// Packets per second, if they are paced.
    pub(super) fn pacing_rate(&self) -> Option<f64> {
        self.law.pacing_rate()
    }

    /// How late a packet may be before it is taken for lost.
    pub(super) fn reordering_window(&self) -> Span {
        self.rack.window(&self.board, self.path())
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.board.heap_bytes()
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        self.window.fold(hash);
        self.law.fold(hash);
        self.board.fold(hash);
        self.rack.fold(hash);
        self.trips.fold(hash);
        self.rate.fold(hash);
        let Reduction { prior_cwnd, delivered, sent } = self.reduction;
        hash.fold(u64::from(prior_cwnd));
        hash.fold(u64::from(delivered) << 32 | u64::from(sent));
        hash.fold(self.state as u64);
        for number in [self.high, self.probe_end.unwrap_or(-1), self.undo_from.unwrap_or(-1), self.usage_end] {
            hash.fold(number as u64);
        }
        hash.fold(self.lost);
        hash.fold(self.delivered_marked);
        if let Some((timer, at)) = self.timer {
            hash.fold(timer as u64);
            hash.fold(at.nanos());
        }
        hash.fold(self.paced_until.nanos());
        hash.fold(self.last_sent.nanos());
        hash.fold(self.retransmitting_since.unwrap_or(SimTime::MAX).nanos());
        hash.fold(u64::from(self.undo_count.unwrap_or(u32::MAX)) << 32 | u64::from(self.undo_threshold));
        hash.fold(u64::from(self.timeouts) << 32 | u64::from(self.most_out));
        let bits = [
            self.is_waiting_for_pacer,
            self.is_probe_again,
            self.is_forward,
            self.owes_cwr,
            self.is_window_limited,
        ];
        hash.fold(bits.into_iter().fold(0, |all, bit| all << 1 | u64::from(bit)));
    }

    // Opening.

    fn send_syn<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        let is_again = c.highest_sent >= 0;
        if !is_again {
            let stamp = self.rate.stamp(true, now);
            self.board.push(0, now, stamp);
            c.highest_sent = 0;
            c.next = 1;
        }
        c.counts.sent += 1;
        c.counts.retransmitted += u64::from(is_again);
        out.send(Segment {
            sequence: 0,
            bytes: c.config.syn_bytes,
            is_syn: true,
            is_retransmission: is_again,
            ecn: Ecn::NotEct,
            cwr: false,
        });
        self.timer = Some((Timer::Retransmission, now + self.timeout(c)));
    }

    fn open(&mut self, c: &mut Connection, now: SimTime) {
        if let Some(syn) = self.board.pop_below(1)
            && self.timeouts == 0
        {
            let rtt = now.since(syn.at);
            self.trips.note_least(rtt, now);
            self.trips.measure(rtt, c.config.rto.minimum, 1, 1);
        }
        c.highest_ack = 0;
        self.window.cwnd = if self.timeouts > 1 { 1 } else { c.config.initial_window };
        (self.timeouts, self.timer) = (0, None);
        (self.high, self.usage_end) = (1, 1);
        let facts = self.facts(c, now);
        self.law.open(&self.window, facts);
    }

    fn facts(&self, c: &Connection, now: SimTime) -> Facts {
        Facts {
            now,
            first_unacknowledged: c.highest_ack + 1,
            next: c.next,
            in_flight: self.board.in_flight(),
            srtt: self.trips.srtt(),
            paced_until: self.paced_until,
            state: self.state,
        }
    }

    fn path(&self) -> Path {
        Path {
            min_rtt: self.trips.least().unwrap_or_default(),
            srtt: self.trips.srtt().unwrap_or_default(),
            is_recovering: self.state.is_repairing(),
        }
    }

    fn enter(&mut self, state: State, c: &Connection, now: SimTime) {
        let facts = self.facts(c, now);
        self.law.enter(state, &mut self.window, &self.rate, facts);
        self.state = state;
    }

    // Acknowledgements.

    /// Processes an acknowledgement, up to the retransmissions that it causes.
    fn take<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
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
        let held_at = self.hold(ack, edge, &mut news, &mut sample, now);
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
            self.delivered_marked += u64::from(sample.newly_delivered);
        }
        sample.losses = (self.lost - prior_lost) as u32;
        let least = self.trips.least();
        self.rate.finish(&mut sample, least, now);
        self.control(c, news, &sample, now);
        self.repair(c, repair, now, out);
    }

    /// The receiver holds a packet out of order, or got one twice. Returns the send time of a packet that was sent once.
    fn hold(
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

    /// Takes the packets acknowledged by number off the scoreboard, and measures the round trip.
    #[allow(clippy::too_many_arguments, reason = "one step of one acknowledgement")]
    fn clean(
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
        // The packet that moved the edge left then, by its timestamp.
        let mut echoed = None;
        let mut acknowledged = 0;
        while let Some(packet) = self.board.pop_below(edge) {
            acknowledged += 1;
            let is_spurious =
                packet.was_again && i64::from(ack.arrived) == packet.number && !ack.is_of_retransmission;
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

    /// What follows from losses and marks [tcp_fastretrans_alert].
    fn alert(&mut self, c: &mut Connection, news: &mut News, now: SimTime) -> Repair {
        if news.is_echo {
            self.undo_threshold = 0;
        }
        let edge = c.highest_ack + 1;
        if self.state == State::Open {
            self.retransmitting_since = None;
        } else if edge >= self.high {
            match self.state {
                State::Cwr if edge != self.high => {
                    self.end_reduction();
                    self.enter(State::Open, c, now);
                }
                State::Recovery => {
                    if self.may_undo(*news) {
                        self.undo(false);
                    }
                    self.end_reduction();
                    self.rack.recovery_ended();
                    self.enter(State::Open, c, now);
                }
                _ => {}
            }
        }
        match self.state {
            State::Recovery => {
                if news.is_advance && self.undo_from.is_some() && news.is_delayed {
                    // The original came, late: nothing was lost.
                    if self.board.again == 0 {
                        self.retransmitting_since = None;
                        self.undo(true);
                        self.keep_open(c, now);
                    }
                    return Repair::Nothing;
                }
                if self.undo_from.is_some() && self.undo_count == Some(0) {
                    self.undo(false);
                    self.try_to_open(c, *news, now);
                }
                self.identify_losses(news, now);
                if self.state != State::Recovery {
                    if self.board.lost == 0 {
                        return Repair::Nothing;
                    }
                    self.recover(c, news.is_echo, now);
                }
            }
            State::Loss => {
                let repair = self.go_on_after_timeout(c, news, now);
                self.identify_losses(news, now);
                if self.state != State::Open && !news.is_retransmission_lost {
                    return repair;
                }
                return self.look_again(c, news, now).unwrap_or(repair);
            }
            State::Open | State::Disorder | State::Cwr => {
                return self.look_again(c, news, now).unwrap_or(Repair::Nothing);
            }
        }
        Repair::Lost
    }

    /// The common end of the states in which nothing is being repaired.
    fn look_again(&mut self, c: &mut Connection, news: &mut News, now: SimTime) -> Option<Repair> {
        if self.state <= State::Disorder && self.undo_from.is_some() && self.undo_count == Some(0) {
            self.undo(false);
        }
        self.identify_losses(news, now);
        if self.board.lost == 0 {
            self.try_to_open(c, *news, now);
            return None;
        }
        self.recover(c, news.is_echo, now);
        Some(Repair::Lost)
    }

    fn identify_losses(&mut self, news: &mut News, now: SimTime) {
        if self.board.out() == 0 || !self.rack.has_news {
            return;
        }
        let again = self.board.again;
        let path = self.path();
        let (count, wait) = self.rack.mark_losses(&mut self.board, path, now);
        self.lost += u64::from(count);
        news.is_retransmission_lost |= self.board.again < again;
        if let Some(wait) = wait {
            self.timer = Some((Timer::Reordering, now + wait + LEAST_TIMER));
            news.sets_timer = false;
        }
    }

    fn try_to_open(&mut self, c: &mut Connection, news: News, now: SimTime) {
        if news.is_echo && self.state < State::Cwr {
            self.undo_threshold = 0;
            self.undo_from = None;
            self.begin_reduction(c);
            c.note(WindowEvent::EcnCut);
            self.enter(State::Cwr, c, now);
        }
        if self.state != State::Cwr {
            self.keep_open(c, now);
        }
    }

    fn keep_open(&mut self, c: &Connection, now: SimTime) {
        let is_disordered = self.board.held + self.board.lost + self.board.again > 0;
        let state = if is_disordered { State::Disorder } else { State::Open };
        if self.state != state {
            self.enter(state, c, now);
            self.high = c.next;
        }
    }

    fn recover(&mut self, c: &mut Connection, is_echo: bool, now: SimTime) {
        self.undo_threshold = 0;
        self.begin_undo(c);
        if !self.state.is_reducing() {
            if !is_echo {
                self.undo_threshold = self.current_threshold();
            }
            self.begin_reduction(c);
            c.note(WindowEvent::FastRetransmit);
        }
        self.enter(State::Recovery, c, now);
    }

    fn current_threshold(&self) -> u32 {
        if self.state.is_reducing() { self.window.ssthresh } else { self.window.present_threshold() }
    }

    // Cuts.

    fn begin_reduction(&mut self, c: &Connection) {
        self.high = c.next;
        self.probe_end = None;
        self.window.count = 0;
        self.reduction = Reduction { prior_cwnd: self.window.cwnd, delivered: 0, sent: 0 };
        self.window.ssthresh = self.law.threshold(&self.window);
        self.owes_cwr = c.config.ecn;
    }

    fn end_reduction(&mut self) {
        if self.law.has_own_control() {
            return;
        }
        if self.window.ssthresh < NO_THRESHOLD && (self.undo_from.is_some() || self.state == State::Cwr) {
            self.window.cwnd = self.window.ssthresh;
        }
    }

    /// Proportional rate reduction: how much of the window the delivered packets leave.
    fn reduce(&mut self, delivered: u32, losses: u32, is_advance: bool) {
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
        // Entering recovery sends one packet at least.
        send = send.max(i64::from(it.sent == 0));
        self.window.cwnd = (i64::from(in_flight) + send).max(1) as u32;
    }

    fn begin_undo(&mut self, c: &Connection) {
        self.undo_from = Some(c.highest_ack + 1);
        self.undo_count = (self.board.again > 0).then_some(self.board.again);
    }

    fn may_undo(&self, news: News) -> bool {
        self.undo_from.is_some() && (self.undo_count == Some(0) || news.is_delayed)
    }

    /// Takes the last cut back.
    fn undo(&mut self, forgets_losses: bool) {
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

    /// Sets the window after an acknowledgement.
    fn control(&mut self, c: &Connection, news: News, sample: &RateSample, now: SimTime) {
        let facts = self.facts(c, now);
        if self.law.has_own_control() {
            self.law.control(&mut self.window, sample, &mut self.rate, facts);
        } else if self.state.is_reducing() {
            self.reduce(sample.newly_delivered, sample.losses, news.is_advance);
        } else if news.is_advance && self.may_grow() {
            self.law.grow(&mut self.window, sample.newly_delivered, facts);
        }
    }

    /// Whether the window was used enough to grow.
    fn may_grow(&self) -> bool {
        self.is_window_limited
            || (self.window.is_in_slow_start() && self.window.cwnd < 2 * self.most_out)
    }

    // Timeouts.

    fn set_timer_for_head(&mut self, c: &Connection, now: SimTime) {
        if !self.set_probe(c, true, now) {
            self.set_retransmission_timer(c, now);
        }
    }

    fn set_retransmission_timer(&mut self, c: &Connection, now: SimTime) {
        let Some(head) = self.board.head() else {
            self.timer = None;
            return;
        };
        let timeout = self.timeout(c);
        let was_other = matches!(self.timer, Some((Timer::Probe | Timer::Reordering, _)));
        let at = if was_other { (head.at + timeout).max(now + Span::from_millis(1)) } else { now + timeout };
        self.timer = Some((Timer::Retransmission, at));
    }

    /// Sets the timer of the probe, if one may be sent.
    fn set_probe(&mut self, c: &Connection, is_fresh: bool, now: SimTime) -> bool {
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

    /// The probe: a new packet, or the last one again.
    fn probe<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
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
        // Without a new packet the timeout counts from the sending of the oldest one.
        self.timer = (!sent_new).then_some((Timer::Probe, now));
        self.set_retransmission_timer(c, now);
    }

    /// An acknowledgement may say what became of the probe.
    fn end_probe(&mut self, c: &mut Connection, edge: i64, news: News, now: SimTime) {
        let Some(end) = self.probe_end else { return };
        if edge < end {
            return;
        }
        if !self.is_probe_again || news.is_probe_duplicate {
            self.probe_end = None;
        } else if edge > end {
            // The probe repaired a loss: it counts as one.
            self.begin_reduction(c);
            c.note(WindowEvent::FastRetransmit);
            self.enter(State::Cwr, c, now);
            self.end_reduction();
            self.keep_open(c, now);
        } else if !(news.is_advance || news.is_held) {
            self.probe_end = None;
        }
    }

    /// Packets have become overdue [tcp_rack_reo_timeout].
    fn find_overdue<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
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

    fn time_out<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
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

    fn enter_loss(&mut self, c: &mut Connection, now: SimTime) {
        // Packets sent less than a round trip ago are not lost yet.
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

    /// An acknowledgement after a timeout [tcp_process_loss].
    fn go_on_after_timeout(&mut self, c: &mut Connection, news: &News, now: SimTime) -> Repair {
        let is_through = c.highest_ack + 1 >= self.high;
        if news.is_advance && self.may_undo(*news) {
            self.undo(true);
            self.leave_loss(c, now);
            return Repair::Nothing;
        }
        if self.is_forward {
            // Packets from before the timeout that were never sent again have arrived: it came without need.
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

    fn leave_loss(&mut self, c: &Connection, now: SimTime) {
        self.timeouts = 0;
        self.enter(State::Open, c, now);
    }

    // Sending.

    fn repair<O: Outbox>(&mut self, c: &mut Connection, repair: Repair, now: SimTime, out: &mut O) {
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

    fn send_lost<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
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

    fn send_again<O: Outbox>(&mut self, c: &mut Connection, number: i64, now: SimTime, out: &mut O) {
        self.resume_if_alone(c, now);
        let stamp = self.rate.stamp(self.board.out() == 0, now);
        self.board.send_again(number, now, stamp);
        self.retransmitting_since.get_or_insert(now);
        self.undo_count = Some(self.undo_count.unwrap_or(0) + 1);
        self.emit(c, number, true, now, out);
    }

    fn may_send_new(&self, c: &Connection) -> bool {
        c.next < c.end_of_data() && c.next <= c.highest_ack + i64::from(c.config.window)
    }

    /// Sends new packets as the window allows, or `force` of them whatever it allows.
    fn write<O: Outbox>(&mut self, c: &mut Connection, force: Option<u32>, now: SimTime, out: &mut O) {
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

    /// A packet leaves while no other is in the network [CA_EVENT_TX_START].
    fn resume_if_alone(&mut self, c: &Connection, now: SimTime) {
        if self.board.in_flight() == 0 {
            let facts = self.facts(c, now);
            self.law.resume(now.since(self.last_sent), self.rate.is_app_limited(), facts);
        }
    }

    fn note_use(&mut self, c: &Connection, is_limited: bool) {
        let out = self.board.out();
        let is_over = c.highest_ack + 1 >= self.usage_end;
        if is_over || is_limited || (!self.is_window_limited && out > self.most_out) {
            (self.is_window_limited, self.most_out, self.usage_end) = (is_limited, out, c.next);
        }
    }

    fn must_wait_for_pacer(&mut self, now: SimTime) -> bool {
        self.is_waiting_for_pacer = self.law.pacing_rate().is_some() && self.paced_until > now;
        self.is_waiting_for_pacer
    }

    /// Gives a packet to the network, and makes the pacer wait for the next one.
    fn emit<O: Outbox>(&mut self, c: &mut Connection, number: i64, is_again: bool, now: SimTime, out: &mut O) {
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
        });
        self.last_sent = now;
        if let Some(rate) = self.law.pacing_rate().filter(|&rate| rate > 0.0 && c.counts.sent > UNPACED) {
            let gap = Span::from_secs(1.0 / rate);
            // A sender that comes late may catch up by half a gap.
            let late = now.since(self.paced_until);
            let credit = late.min(Span::from_nanos(gap.nanos() / 2));
            self.paced_until = self.paced_until.max(now) + (gap - credit);
        } else {
            self.paced_until = now;
        }
    }

    /// A pause longer than the timeout shrinks the window, as it says little about the path by then.
    fn resume_after_idle(&mut self, c: &Connection, now: SimTime) {
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

    /// Shows window and deadline in the fields that all senders have.
    fn finish(&mut self, c: &mut Connection) {
        c.cwnd = f64::from(self.window.cwnd);
        c.ssthresh = f64::from(self.window.ssthresh.min(c.config.window));
        let pacer = Some(self.paced_until).filter(|_| self.is_waiting_for_pacer);
        let timer = self.timer.map(|(_, at)| at);
        c.deadline = [pacer, timer].into_iter().flatten().min();
    }
}
