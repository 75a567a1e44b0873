//! What all variants have in common: numbering, window, timer, slow start, congestion avoidance, the response to ECN
//! marks.
//!
//! Source: ns-2 2.35, tcp.cc, the reference of the engine; RFC 5681 for the concepts. Names in square brackets are ns-2's.
//!
//! ns-2 behaviour that a reader of the RFCs would not expect:
//! - The round-trip time is measured for one packet at a time, and only for packets that are sent for the first time. A
//!   timeout or a fast retransmit cancels the measurement (Karn).
//! - Back-off ends only when a packet whose round trip is measured is acknowledged. While go-back-N retransmits lost packets,
//!   the timeout remains long.
//! - A cut leaves the exact half of the window in cwnd, fractions included, so cwnd may fall below 1. Rounded down, cwnd is
//!   then 0, and no packet may be sent. Only ssthresh is rounded to a whole number, at least 2.
//! - After a timeout there is no fast retransmit until all packets sent before the timeout are acknowledged [bugFix_], except
//!   for a loss of the very first data packet [bugfix_ss_].
//! - A lost SYN shrinks the initial window to 1 [bugfix_ss_].
//! - The timer of an idle sender keeps running. If the timer has expired before new data arrives, the sender starts
//!   from a window of 1 and keeps the threshold and the state after a timeout [slow_start_restart_]. We store the
//!   expiry time and compare it with the time at which data arrives.

use super::control::{Control, Cut};
use super::rto::RtoEstimator;
use super::{Ack, Counts, Outbox, Segment, TcpConfig, Variant, WindowEvent, vegas};
use crate::base::hash::StateHash;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};
use std::sync::Arc;

/// The number of duplicate acknowledgements that signal a loss [numdupacks_].
pub(super) const DUP_ACK_THRESHOLD: u32 = 3;

/// The cause of the last window reduction [last_cwnd_action_].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum LastCut {
    /// No cut so far.
    None,
    /// Duplicate acknowledgements caused a cut; in Reno and NewReno fast recovery is in progress.
    DupAcks,
    /// Duplicate acknowledgements caused a cut, and fast recovery is over.
    Recovered,
    /// The retransmission timer caused a cut.
    Timeout,
    /// An ECN echo caused a cut.
    Ecn,
}

/// The packet whose round-trip time is being measured [rtt_active_, rtt_seq_, rtt_ts_].
#[derive(Clone, Copy, Debug)]
struct Timed {
    number: i64,
    sent: SimTime,
}

/// The state of a sender that all variants share. Packet numbers are signed because -1 means "none yet".
// The fields are ordered by use, see `flow::Flow`: first the fields needed for every acknowledgement and every timeout.
#[derive(Clone, Debug)]
#[repr(C)]
pub(super) struct Connection {
    pub(super) deadline: Option<SimTime>,
    /// The next number to send [t_seqno_]; a timeout moves it back.
    pub(super) next: i64,
    /// The highest cumulatively acknowledged packet number [highest_ack_].
    pub(super) highest_ack: i64,
    /// The largest number ever sent [maxseq_].
    pub(super) highest_sent: i64,
    /// The highest packet number sent before the last window cut for a loss or mark [recover_]; it limits cuts to one
    /// per window.
    pub(super) recover: i64,
    /// Congestion window \[packets\].
    pub(super) cwnd: f64,
    /// The slow-start threshold \[packets\]; a whole number except in CUBIC and DCTCP.
    pub(super) ssthresh: f64,
    /// Duplicate acknowledgements in a row [dupacks_].
    pub(super) dup_acks: u32,
    /// Packets that have left the network during fast recovery, according to duplicate acknowledgements. They are added
    /// to the usable window [dupwnd_].
    pub(super) inflation: u32,
    pub(super) last_cut: LastCut,
    /// Whether the next data packet reports to the receiver that the window was cut [cong_action_].
    owes_cwr: bool,
    /// Whether the window was at most 1 when a mark arrived. The next mark in this state backs off the timer
    /// [ecn_backoff_].
    is_marked_at_one: bool,
    pub(super) last_event: Option<WindowEvent>,
    timed: Option<Timed>,
    rto: RtoEstimator,
    /// The configuration, shared by all flows of a group, so it stays in the cache while any of them is busy.
    pub(super) config: Arc<TcpConfig>,
    control: Control,
    pub(super) counts: Counts,
    /// The number of data packets supplied so far; `None` for endless data.
    pub(super) data_packets: Option<u32>,
    /// Window after the SYN is acknowledged \[packets\].
    initial_window: f64,
    /// If the sender is idle (no data, nothing in flight): the time from which new data makes it restart from a small
    /// window.
    restart_at: Option<SimTime>,
}

impl Connection {
    pub(super) fn new(config: Arc<TcpConfig>, tick_phase: Span) -> Self {
        Self {
            control: Control::of(config.variant),
            rto: RtoEstimator::new(&config.rto, tick_phase),
            deadline: None,
            restart_at: None,
            timed: None,
            next: 0,
            highest_ack: -1,
            highest_sent: -1,
            recover: 0,
            cwnd: 1.0,
            ssthresh: f64::from(config.window),
            initial_window: f64::from(config.initial_window),
            dup_acks: 0,
            inflation: 0,
            last_cut: LastCut::None,
            owes_cwr: false,
            is_marked_at_one: false,
            counts: Counts::default(),
            last_event: None,
            data_packets: config.data_packets,
            config,
        }
    }

    // Windows.

    /// The usable window: the number of packets that may be outstanding [window()].
    pub(super) fn window(&self) -> i64 {
        (self.cwnd as i64 + i64::from(self.inflation)).min(i64::from(self.config.window))
    }

    /// The window with its fraction; a cut halves this value [windowd()].
    fn real_window(&self) -> f64 {
        (self.cwnd + f64::from(self.inflation)).min(f64::from(self.config.window))
    }

    /// One past the last data packet; for endless data, the end of the range of packet numbers.
    pub(super) fn end_of_data(&self) -> i64 {
        i64::from(self.data_packets.unwrap_or(u32::MAX).saturating_add(1))
    }

    /// Adds data; endless data stays endless. A sender that was idle for too long restarts from a small window.
    pub(super) fn add_data(&mut self, packets: u32, now: SimTime) {
        let Some(data) = self.data_packets.as_mut().filter(|_| packets > 0) else {
            return;
        };
        *data = data.saturating_add(packets);
        match self.restart_at.take() {
            Some(at) if at <= now => {
                self.recover = self.highest_sent;
                self.restart_from_one(false);
                self.timed = None;
                self.last_cut = LastCut::Timeout;
                self.control.restart();
            }
            // The sender was idle for less than its timeout. In ns-2 the timer would still be running, so it is set
            // again for the same time.
            Some(at) => self.deadline = Some(at),
            None => {}
        }
    }

    fn is_idle(&self) -> bool {
        self.highest_ack == self.highest_sent
    }

    /// Cuts window and threshold for a loss [slowdown(CLOSE_SSTHRESH_HALF | CLOSE_CWND_HALF)].
    pub(super) fn cut_for_loss(&mut self) {
        let cut = self.control.cut_for_loss(self.real_window());
        self.cut(cut);
    }

    fn cut(&mut self, cut: Cut) {
        (self.cwnd, self.ssthresh) = (cut.window, cut.threshold);
        self.owes_cwr = true;
    }

    /// Restarts from a window of one packet, or of two packets in Vegas. `cut_threshold` is false if a mark has already
    /// cut the threshold for this window of data, or if the sender was idle.
    pub(super) fn restart_from_one(&mut self, cut_threshold: bool) {
        if cut_threshold {
            self.ssthresh = self.control.threshold_after_timeout(self.real_window());
        }
        self.cwnd = if self.config.variant == Variant::Vegas { vegas::LEAST_WINDOW } else { 1.0 };
        self.owes_cwr = true;
    }

    fn open_window(&mut self, acknowledged: i64, now: SimTime) {
        if self.cwnd < self.ssthresh {
            self.cwnd += 1.0;
        } else {
            self.cwnd = self.control.grow(self.cwnd, self.config.window, acknowledged, self.srtt(), now);
        }
        self.limit_window();
    }

    /// Caps the window at the configured ceiling, if any.
    pub(super) fn limit_window(&mut self) {
        if let Some(most) = self.config.max_cwnd.map(f64::from)
            && self.cwnd.floor() > most
        {
            self.cwnd = most;
        }
    }

    // Sending.

    /// Sends the packets that the window allows, at most `burst` of them [send_much].
    pub(super) fn send_much<O: Outbox>(&mut self, burst: u32, now: SimTime, out: &mut O) {
        let last = self.highest_ack + self.window();
        let end = self.end_of_data();
        for _ in 0..burst {
            if self.next > last || self.next >= end {
                break;
            }
            self.send_next(now, out);
        }
    }

    /// Limited transmit (RFC 3042): a new packet for each of the first two duplicate acknowledgements [send_one].
    pub(super) fn limited_transmit<O: Outbox>(&mut self, now: SimTime, out: &mut O) {
        let is_within_receiver = self.next <= self.highest_ack + i64::from(self.config.window);
        let ahead = (self.next - self.highest_ack) as f64;
        if self.config.limited_transmit
            && is_within_receiver
            && self.next < self.end_of_data()
            && ahead <= self.cwnd + f64::from(self.dup_acks)
        {
            self.send_next(now, out);
        }
    }

    pub(super) fn send_next<O: Outbox>(&mut self, now: SimTime, out: &mut O) {
        self.output(self.next, now, out);
        self.next += 1;
    }

    /// Sends one packet, new or retransmitted [output].
    pub(super) fn output<O: Outbox>(&mut self, number: i64, now: SimTime, out: &mut O) {
        let is_syn = number == 0;
        let is_retransmission = number <= self.highest_sent;
        let is_ecn_capable = self.config.ecn && !is_syn && (!is_retransmission || self.config.ect_on_retransmit);
        let cwr = is_ecn_capable && self.owes_cwr;
        self.owes_cwr &= !cwr;
        self.counts.sent += 1;
        self.counts.retransmitted += u64::from(is_retransmission);
        out.send(Segment {
            sequence: number as u32,
            bytes: if is_syn { self.config.syn_bytes } else { self.config.segment_bytes },
            is_syn,
            is_retransmission,
            rehash: 0,
            ecn: if is_ecn_capable { self.config.ect } else { Ecn::NotEct },
            cwr,
        });
        let was_idle = self.is_idle();
        if !is_retransmission {
            self.highest_sent = number;
            if self.timed.is_none() {
                self.timed = Some(Timed { number, sent: now });
            }
        }
        if was_idle || self.deadline.is_none() {
            self.set_timer(now);
        }
    }

    // The timer.

    pub(super) fn deadline(&self) -> Option<SimTime> {
        self.deadline
    }

    pub(super) fn timeout(&self) -> Span {
        self.rto.timeout(&self.config.rto)
    }

    /// The smoothed round-trip time; `None` before the first sample.
    pub(super) fn srtt(&self) -> Option<Span> {
        self.rto.srtt(&self.config.rto)
    }

    /// The factor by which back-off has multiplied the timeout.
    pub(super) fn backoff(&self) -> u32 {
        self.rto.backoff()
    }

    /// Restarts the timer [set_rtx_timer, newtimer].
    pub(super) fn set_timer(&mut self, now: SimTime) {
        self.deadline = Some(now + self.timeout());
    }

    /// Restarts the timer and cancels the round-trip measurement in progress [reset_rtx_timer].
    pub(super) fn reset_timer(&mut self, now: SimTime) {
        self.set_timer(now);
        self.timed = None;
    }

    /// Handles a timeout [timeout]: slow start from one packet, retransmitting everything after the last acknowledged
    /// packet.
    pub(super) fn time_out<O: Outbox>(&mut self, now: SimTime, out: &mut O) {
        if self.highest_ack < 0 {
            self.initial_window = 1.0;
        }
        self.go_back(now);
        self.send_much(u32::MAX, now, out);
    }

    /// Moves the next number to send back to the first unacknowledged packet, as after a timeout, without sending.
    pub(super) fn go_back(&mut self, now: SimTime) {
        self.cwnd = self.cwnd.max(1.0);
        self.recover = self.highest_sent;
        // An idle sender has lost nothing, so its threshold is not cut; ns-2's Vegas omits this check. A window that a
        // mark has already cut is not cut again either.
        let was_idle = self.is_idle() && self.config.variant != Variant::Vegas;
        let is_new_loss = !was_idle && self.last_cut != LastCut::Ecn;
        self.restart_from_one(is_new_loss);
        if !was_idle {
            self.note(WindowEvent::Timeout);
            self.back_off();
        }
        self.next = self.highest_ack + 1;
        self.reset_timer(now);
        self.last_cut = LastCut::Timeout;
    }

    pub(super) fn back_off(&mut self) {
        self.rto.back_off(&self.config.rto);
    }

    // Acknowledgements.

    /// Processes an acknowledgement of new packets outside recovery [recv_newack_helper].
    pub(super) fn new_ack(&mut self, ack: Ack, now: SimTime) {
        let acknowledged = ack.highest_in_order() - self.highest_ack;
        let is_echo = self.take_new_ack(ack, now);
        // The window does not grow on an acknowledgement that signals congestion (RFC 3168, 6.1.2).
        if !is_echo {
            self.open_window(acknowledged, now);
        }
        if self.highest_ack == 0 {
            self.cwnd = self.initial_window;
        }
    }

    /// Processes an acknowledgement of new packets without growth of the window. Returns whether the acknowledgement echoes a
    /// mark.
    pub(super) fn take_new_ack(&mut self, ack: Ack, now: SimTime) -> bool {
        let is_echo = ack.ece && self.config.ecn;
        self.advance_to(ack.highest_in_order());
        self.dup_acks = 0;
        self.finish_timing(is_echo, now);
        self.restart_timer_for_the_rest(now);
        self.is_marked_at_one &= is_echo;
        is_echo
    }

    pub(super) fn advance_to(&mut self, highest_ack: i64) {
        self.highest_ack = highest_ack;
        self.next = self.next.max(highest_ack + 1);
    }

    /// If the timed packet is acknowledged, adds its round-trip time to the average and ends the back-off.
    pub(super) fn finish_timing(&mut self, is_echo: bool, now: SimTime) {
        if let Some(timed) = self.take_timed() {
            if !(is_echo && self.is_marked_at_one) {
                self.rto.end_backoff();
                self.is_marked_at_one = false;
            }
            self.rto.measure(timed.sent, now, &self.config.rto);
        }
    }

    /// Ends the back-off if the timed packet is acknowledged, without using its round trip.
    pub(super) fn finish_timing_unused(&mut self) {
        if self.take_timed().is_some() {
            self.rto.end_backoff();
        }
    }

    fn take_timed(&mut self) -> Option<Timed> {
        self.timed.take_if(|timed| timed.number <= self.highest_ack)
    }

    /// Restarts the timer, or stops it if all data is acknowledged and no more can be added.
    pub(super) fn restart_timer_for_the_rest(&mut self, now: SimTime) {
        self.set_timer(now);
        if self.highest_ack + 1 >= self.end_of_data() {
            self.restart_at = self.deadline.take();
        }
    }

    /// Whether duplicate acknowledgements may start a fast retransmission: at most once per window of data [recovered].
    pub(super) fn may_fast_retransmit(&self) -> bool {
        // The first data packet is an exception. While only the SYN (number 0) is acknowledged, `highest_ack` is not
        // above `recover`, which starts at 0.
        self.highest_ack > self.recover || self.highest_ack == 0
    }

    /// Processes the marks that an acknowledgement reports, before any other step. Returns whether the window was cut.
    pub(super) fn heed_marks(&mut self, ack: Ack) -> bool {
        if !self.config.ecn {
            return false;
        }
        let highest = ack.highest_in_order();
        let count = highest - self.highest_ack.max(0); // the SYN cannot be marked
        if count > 0 {
            self.control.observe_marks(count as u32, ack.ece, highest, self.next.max(highest + 1));
        }
        ack.ece && self.respond_to_echo(highest)
    }

    /// Responds to an ECN echo, once per window [ecn]. After a timeout ns-2 responds to the first echo at once and
    /// reports the response with a retransmission. A retransmission that is not ECN-capable cannot report the response
    /// (RFC 3168). The receiver would then send echoes until all losses are repaired, and the sender's window would
    /// remain at one packet. A sender with such retransmissions therefore responds to an echo only after all packets
    /// sent before the timeout are acknowledged.
    fn respond_to_echo(&mut self, acknowledged: i64) -> bool {
        let is_asked_after_timeout = self.last_cut == LastCut::Timeout && self.config.ect_on_retransmit;
        if acknowledged <= self.recover && !is_asked_after_timeout {
            return false;
        }
        self.recover = self.highest_sent;
        self.last_cut = LastCut::Ecn;
        if self.cwnd > 1.0 {
            self.is_marked_at_one = false;
        } else if self.is_marked_at_one {
            self.back_off();
        } else {
            self.is_marked_at_one = true;
        }
        self.note(WindowEvent::EcnCut);
        let cut = self.control.cut_for_mark(self.real_window());
        self.cut(cut);
        true
    }

    pub(super) fn control(&self) -> &Control {
        &self.control
    }

    /// Counts an event that changes the window.
    pub(super) fn note(&mut self, event: WindowEvent) {
        *match event {
            WindowEvent::FastRetransmit => &mut self.counts.fast_retransmits,
            WindowEvent::Timeout => &mut self.counts.timeouts,
            WindowEvent::EcnCut => &mut self.counts.ecn_cuts,
        } += 1;
        self.last_event = Some(event);
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        self.control.fold(hash);
        self.rto.fold(hash);
        hash.fold(self.deadline.unwrap_or(SimTime::MAX).nanos());
        let timed = self.timed.unwrap_or(Timed { number: -1, sent: SimTime::ZERO });
        hash.fold(timed.number as u64);
        hash.fold(timed.sent.nanos());
        for number in [self.next, self.highest_ack, self.highest_sent, self.recover] {
            hash.fold(number as u64);
        }
        if let Some(data) = self.data_packets {
            hash.fold(u64::from(data));
            hash.fold(self.restart_at.unwrap_or(SimTime::MAX).nanos());
        }
        for real in [self.cwnd, self.ssthresh, self.initial_window] {
            hash.fold_real(real);
        }
        hash.fold(u64::from(self.dup_acks) << 32 | u64::from(self.inflation));
        hash.fold((self.last_cut as u64) << 2 | u64::from(self.owes_cwr) << 1 | u64::from(self.is_marked_at_one));
    }
}
