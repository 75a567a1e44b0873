//! The sender of Linux 6.12. RACK-TLP detects losses, PRR spreads a window cut over a round trip, and F-RTO and DSACK
//! undo cuts that turn out to be spurious.
//!
//! Rule: the connection is in one of five states. *Open*: nothing is wrong. *Disorder*: packets are held out of order.
//! *CWR*: a mark or a lost last packet cuts the window. *Recovery*: lost packets are being retransmitted. *Loss*: the
//! timer expired. Entering CWR or Recovery sets the threshold. PRR then moves the window to the threshold within a
//! round trip: each delivered packet allows a fraction of a packet to be sent. After two round trips without an
//! acknowledgement, a tail loss probe (TLP) sends a new packet or repeats the last one, so that losses at the end of a
//! flight are detected without a timeout.
//! Source: Y. Cheng et al., RFC 8985, 2021 (RACK-TLP); M. Mathis et al., RFC 6937, 2013 (PRR); P. Sarolahti et al., RFC
//! 5682, 2009 (F-RTO); Linux 6.12, tcp_input.c, tcp_output.c, tcp_timer.c and tcp_recovery.c, for details and
//! constants. Names in brackets are Linux's.
//! We differ: the unit is the packet, not the byte. An acknowledgement reports only the packet that caused the
//! acknowledgement. This carries as much information as SACK blocks, since the next acknowledgement repeats the reports
//! of lost ones. Linux's receiver merges acknowledgements for up to a millisecond while packets are missing
//! (tcp_comp_sack); ours does not. Timers have a resolution of a nanosecond, not a millisecond. There is no
//! segmentation offload.

mod ack;
pub mod bbr;
mod cubic;
mod dctcp;
mod law;
mod output;
pub mod prague;
mod rack;
mod rate;
pub mod receiver;
mod recovery;
mod reduction;
mod rtt;
mod scoreboard;
#[cfg(test)]
mod tests;
mod timers;
mod vegas;
mod window;

use self::law::{Facts, Law};
use self::rack::{Path, Rack};
use self::rate::RateSampler;
use self::reduction::Reduction;
use self::rtt::RoundTrips;
use self::scoreboard::Scoreboard;
use self::timers::Timer;
use self::window::{NO_THRESHOLD, Window};
use super::connection::Connection;
use super::{Ack, Outbox, Segment, TcpConfig};
use crate::base::hash::StateHash;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};

/// The state of loss recovery.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub enum State {
    /// Nothing is wrong.
    #[default]
    Open,
    /// Packets are held out of order.
    Disorder,
    /// The window is cut without a loss to repair.
    Cwr,
    /// Lost packets are being retransmitted.
    Recovery,
    /// The retransmission timer has expired.
    Loss,
}

impl State {
    fn is_repairing(self) -> bool {
        self >= Self::Recovery
    }

    fn is_reducing(self) -> bool {
        matches!(self, Self::Cwr | Self::Recovery)
    }
}

/// The state of Linux's sender in addition to that of the connection.
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
    /// Recovery ends when all packets below this number are acknowledged [high_seq].
    high: i64,
    /// The number of lost packets so far.
    lost: u64,
    delivered_marked: u64,
    timer: Option<(Timer, SimTime)>,
    /// The time at which the pacer releases the next packet [tcp_wstamp_ns].
    paced_until: SimTime,
    is_waiting_for_pacer: bool,
    /// The number whose acknowledgement ends the probe in progress [tlp_high_seq].
    probe_end: Option<i64>,
    is_probe_again: bool,
    /// The first unacknowledged packet at the time of the last cut [undo_marker]; `None` if no cut can be undone.
    undo_from: Option<i64>,
    /// Retransmissions that are not yet known to be spurious [undo_retrans].
    undo_count: Option<u32>,
    /// The threshold before the cut.
    undo_threshold: u32,
    /// The time at which the first retransmission of this recovery was sent [retrans_stamp].
    retransmitting_since: Option<SimTime>,
    /// Whether forward RTO recovery is in progress.
    is_forward: bool,
    /// The number of timeouts in a row without progress.
    timeouts: u32,
    /// The number of timeouts so far, modulo 256. Each timeout picks a new hash for the flow [sk_txhash].
    rehash: u8,
    owes_cwr: bool,
    is_window_limited: bool,
    /// The number whose acknowledgement ends the round trip in which the use of the window is measured
    /// [cwnd_usage_seq].
    usage_end: i64,
    most_out: u32,
    last_sent: SimTime,
    /// Packets that the next acknowledgement reports as held by the receiver, besides the packet that caused it.
    also_held: Vec<u32>,
}

impl Linux {
    /// A sender before its SYN; `seed` is for random draws of a congestion control.
    pub(super) fn new(config: &TcpConfig, seed: u64) -> Self {
        Self {
            state: State::Open,
            window: Window { cwnd: config.initial_window, count: 0, ssthresh: NO_THRESHOLD },
            law: Law::of(config, seed),
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
            rehash: 0,
            owes_cwr: false,
            is_window_limited: false,
            usage_end: 0,
            most_out: 0,
            last_sent: SimTime::ZERO,
            also_held: Vec::new(),
        }
    }

    // Entry points.

    /// Opens the connection, or sends the packets that may be sent.
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

    /// Records a packet that the next acknowledgement reports as held by the receiver, besides the packet that caused
    /// it.
    pub(super) fn note_held(&mut self, number: u32) {
        self.also_held.push(number);
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

    // Accessors for callers that inspect the connection.

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

    /// The pacing rate \[packets/s\], if packets are paced.
    pub(super) fn pacing_rate(&self) -> Option<f64> {
        self.law.pacing_rate()
    }

    /// The delay after which a packet counts as lost.
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
        let bits =
            [self.is_waiting_for_pacer, self.is_probe_again, self.is_forward, self.owes_cwr, self.is_window_limited];
        hash.fold(bits.into_iter().fold(u64::from(self.rehash), |all, bit| all << 1 | u64::from(bit)));
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
            rehash: self.rehash,
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
            is_window_limited: self.may_grow(),
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

    /// Copies the window and the deadline into the fields that all senders have.
    fn finish(&mut self, c: &mut Connection) {
        c.cwnd = f64::from(self.window.cwnd);
        c.ssthresh = f64::from(self.window.ssthresh.min(c.config.window));
        // All packets may have been acknowledged while the sender waited for the pacer. There is then nothing to wait
        // for.
        self.is_waiting_for_pacer &= self.board.out() > 0 || c.next < c.end_of_data();
        let pacer = Some(self.paced_until).filter(|_| self.is_waiting_for_pacer);
        let timer = self.timer.map(|(_, at)| at);
        c.deadline = [pacer, timer].into_iter().flatten().min();
    }
}
