//! Vegas: the window follows the round-trip time instead of waiting for losses.
//!
//! Rule: once per round trip the sender compares the throughput expected on an empty path, window / minimum round-trip
//! time, with the actual throughput. The difference times the minimum round-trip time is the number of the sender's
//! packets in the queues on the path. If this number is below α, the window grows by one packet per round trip; above
//! β, the window shrinks by one packet. In slow start the window grows only every other round trip; slow start ends
//! when the number exceeds γ. With a clock of fine resolution, a duplicate acknowledgement retransmits the first
//! missing packet as soon as that packet is overdue, without waiting for the third duplicate.
//! Source: L. Brakmo and L. Peterson, TCP Vegas: End to End Congestion Avoidance on a Global Internet, IEEE JSAC 13(8), 1995;
//! ns-2 2.35, tcp-vegas.cc. Names in square brackets are ns-2's.
//!
//! ns-2 behaviour that a reader of the paper would not expect:
//! - The initial window takes effect only at the acknowledgement of the first data packet, so one packet is sent in the first
//!   round trip.
//! - A loss cuts the window by a quarter, and the loss of a retransmission by half. A window of at most 3 packets
//!   becomes 2. The loss of a packet that was sent before the last cut causes no cut. Times count from the last sending
//!   of the SYN. The timeout of the SYN counts as a cut, and its time is recorded just before the new SYN restarts the
//!   clock at 0. If this timeout came after 3 s, the loss of a packet sent in the first 3 s of the new clock causes no
//!   cut.
//! - Each fast retransmission also doubles the coarse timeout.
//! - After a fast retransmission the next new acknowledgement may retransmit the following packet, if that packet is overdue.
//!   A packet that was never sent counts as overdue and is then sent twice.
//! - A timeout sets the window for the end of recovery to 0. If more than three duplicates follow, the next new acknowledgement
//!   sets the window to 0, and the sender waits for another timeout.
//! - There is no limited transmit and no ECN, and packets are 40 bytes shorter on the wire than those of the other variants.
//!
//! We differ: the response to marks is that of Reno if the scene has ECN, and packet sizes are those of the scene. ns-2
//! has a circular table of sending times. If an acknowledgement of several packets crosses the end of the table, ns-2
//! leaves old times in it; here no old times remain. After a sender has run out of data, it restarts its timer with the
//! next packet, as the other variants do.

use super::connection::{Connection, DUP_ACK_THRESHOLD, LastCut};
use super::{Ack, Outbox, WindowEvent};
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::texts::text;
use crate::base::time::SimTime;
use crate::endpoint::TransportAbout;
use std::collections::VecDeque;

/// The description of Vegas.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "vegas",
    name: "Vegas",
    year: 1994,
    citation: text(
        "L. Brakmo et al., TCP Vegas: New Techniques for Congestion Detection and Avoidance, ACM SIGCOMM 1994",
    ),
    idea: text("detects congestion from growing round-trip times and keeps a few packets of its own in the queue"),
};

/// The thresholds for the number of a Vegas sender's own packets in the queues on the path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct VegasConfig {
    /// Below this number the window grows \[packets\].
    pub alpha: u32,
    /// Above this number the window shrinks \[packets\].
    pub beta: u32,
    /// Above this number slow start ends \[packets\].
    pub gamma: u32,
}

impl VegasConfig {
    /// ns-2 2.35: `v_alpha_` 1, `v_beta_` 3, `v_gamma_` 1.
    pub const fn ns2() -> Self {
        Self { alpha: 1, beta: 3, gamma: 1 }
    }
}

/// The minimum window after a cut, and the window after a timeout \[packets\] [v_slowstart_].
pub(super) const LEAST_WINDOW: f64 = 2.0;
/// The maximum number of new acknowledgements after a fast retransmission at which the sender checks for an overdue
/// packet. It stops when none is overdue.
const WORRIED_ACKS: i64 = 2;

/// The state of Vegas in addition to that of the connection. Times are in seconds from the last sending of the SYN.
#[derive(Clone, Debug)]
pub(super) struct Vegas {
    /// The time at which the SYN was last sent [firstsent_].
    syn_sent: SimTime,
    /// The packets in flight, the lowest number first [v_sendtime_, v_transmits_].
    flight: VecDeque<Sent>,
    /// The number of the first packet in flight; if no packet is in flight, the number of the next packet to be sent.
    first_in_flight: i64,
    timeout: FineTimeout,
    /// The minimum round-trip time \[s\]; `None` before the first sample [v_baseRTT_].
    base_rtt: Option<f64>,
    round: Round,
    /// The amount by which each acknowledgement increases the window \[packets\] [v_incr_].
    growth: f64,
    /// In slow start, whether the window grows in this round [v_inc_flag_].
    is_growing_round: bool,
    /// The number of further new acknowledgements at which the sender checks for an overdue packet [v_worried_].
    worried: i64,
    /// The window after the end of recovery \[packets\] [v_newcwnd_].
    window_after_recovery: f64,
    /// The time of the last cut \[s\] [t_cwnd_changed_].
    cut_at: f64,
    /// The number of the sender's packets in the queues, by the last estimate.
    diff: Option<f64>,
}

/// A packet in flight.
#[derive(Clone, Copy, Debug)]
struct Sent {
    /// The time at which the packet was last sent \[s\].
    at: f64,
    /// The number of times that the packet was sent.
    times: u32,
}

/// The acknowledgements of one round trip, and what they measured.
#[derive(Clone, Copy, Debug, Default)]
struct Round {
    /// The number whose acknowledgement ends the round [v_begseq_].
    last: i64,
    /// The beginning of the round \[s\] [v_begtime_].
    began: f64,
    /// The sum of the round-trip times measured in the round \[s\], and their number [v_sumRTT_, v_cntRTT_].
    rtt_sum: f64,
    rtt_count: u32,
}

/// The average round-trip time and its deviation, scaled by 8 and 4 [v_sa_, v_sd_], with the resulting timeout \[s\].
#[derive(Clone, Copy, Debug, Default)]
struct FineTimeout {
    srtt8: f64,
    rttvar4: f64,
    value: f64,
}

impl FineTimeout {
    fn start(&mut self, rtt: f64) {
        self.srtt8 = 8.0 * rtt;
        self.rttvar4 = rtt;
        self.value = self.sum();
    }

    fn measure(&mut self, rtt: f64) {
        let error = rtt - self.srtt8 / 8.0;
        self.srtt8 += error;
        self.rttvar4 += error.abs() - self.rttvar4 / 4.0;
        self.value = self.sum();
        self.value += self.value / 16.0;
    }

    /// The sum srtt + 2·rttvar \[s\].
    fn sum(&self) -> f64 {
        (self.srtt8 / 4.0 + self.rttvar4) / 2.0
    }
}

impl Default for Vegas {
    fn default() -> Self {
        Self {
            syn_sent: SimTime::ZERO,
            flight: VecDeque::new(),
            first_in_flight: 0,
            timeout: FineTimeout::default(),
            base_rtt: None,
            round: Round::default(),
            growth: 0.0,
            is_growing_round: true,
            worried: 0,
            window_after_recovery: 0.0,
            cut_at: 0.0,
            diff: None,
        }
    }
}

impl Vegas {
    pub(super) fn on_ack<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
        if self.base_rtt.is_none() {
            let rtt = self.since_syn(now);
            self.base_rtt = Some(rtt);
            self.timeout.start(rtt);
        }
        let acknowledged = ack.highest_in_order();
        if acknowledged > c.highest_ack {
            self.on_new_ack(c, ack, now, out);
        } else if acknowledged == c.highest_ack {
            self.on_duplicate(c, now, out);
        }
        if c.dup_acks == 0 || c.dup_acks >= DUP_ACK_THRESHOLD {
            self.send_much(c, now, out);
        }
    }

    pub(super) fn on_timeout<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        c.dup_acks = 0;
        c.go_back(now);
        self.window_after_recovery = 0.0;
        self.note_cut(now);
        self.send_much(c, now, out);
    }

    pub(super) fn note_cut(&mut self, now: SimTime) {
        self.cut_at = self.since_syn(now);
    }

    pub(super) fn diff(&self) -> Option<f64> {
        self.diff
    }

    /// Sends the packets that the window allows.
    pub(super) fn send_much<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        if c.next == 0 {
            self.syn_sent = now;
        }
        let first = c.next;
        c.send_much(u32::MAX, now, out);
        for number in first..c.next {
            self.note_sent(number, now);
        }
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub(super) fn heap_bytes(&self) -> usize {
        footprint::block::<Sent>(self.flight.len())
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.syn_sent.nanos());
        for sent in &self.flight {
            hash.fold_real(sent.at);
            hash.fold(u64::from(sent.times));
        }
        let Round { last, began, rtt_sum, rtt_count } = self.round;
        let FineTimeout { srtt8, rttvar4, value } = self.timeout;
        for real in [began, rtt_sum, srtt8, rttvar4, value, self.base_rtt.unwrap_or(-1.0)] {
            hash.fold_real(real);
        }
        for real in [self.growth, self.window_after_recovery, self.cut_at] {
            hash.fold_real(real);
        }
        for number in [last, self.first_in_flight, self.worried] {
            hash.fold(number as u64);
        }
        hash.fold(u64::from(rtt_count) << 1 | u64::from(self.is_growing_round));
    }

    fn on_new_ack<O: Outbox>(&mut self, c: &mut Connection, ack: Ack, now: SimTime, out: &mut O) {
        if c.highest_ack == 0 {
            c.cwnd = f64::from(c.config.initial_window);
        }
        if c.dup_acks > DUP_ACK_THRESHOLD && c.cwnd > self.window_after_recovery {
            c.cwnd = self.window_after_recovery;
            c.ssthresh = LEAST_WINDOW; // Vegas compares with γ only in slow start, which is over
        }
        c.take_new_ack(ack, now);
        if c.highest_ack >= self.round.last {
            self.end_round(c, now);
        }
        self.open_window(c);
        if let Some(sent) = self.take_acknowledged(c.highest_ack)
            && sent.times == 1
            && sent.at != 0.0
        {
            self.measure(self.since_syn(now) - sent.at);
        }
        if self.worried > 0 {
            self.worried -= 1;
            if self.is_overdue(c, now) {
                c.dup_acks = DUP_ACK_THRESHOLD;
                self.send_missing(c, now, out);
            } else {
                self.worried = 0;
            }
        }
    }

    /// Once per round trip: estimates the number of the sender's packets in queues and adapts the window to this number.
    fn end_round(&mut self, c: &mut Connection, now: SimTime) {
        let since_syn = self.since_syn(now);
        let Round { last, began, rtt_sum, rtt_count } = self.round;
        let rtt = if rtt_count > 0 { rtt_sum / f64::from(rtt_count) } else { since_syn - began };
        let sent = c.next - last;
        self.round = Round { last: c.next, began: since_syn, ..Round::default() };
        if rtt <= 0.0 {
            return;
        }
        // If only one packet was sent in the round, it found no queue of its own flow. A longer round-trip time then
        // means a longer path.
        let base_rtt = self.base_rtt.filter(|base| rtt >= *base && sent > 1).unwrap_or(rtt);
        self.base_rtt = Some(base_rtt);
        let diff = difference((c.next - c.highest_ack) as f64, base_rtt, sent as f64, rtt);
        self.diff = Some(diff);
        self.steer(c, (diff + 0.5) as i64);
    }

    fn steer(&mut self, c: &mut Connection, diff: i64) {
        let VegasConfig { alpha, beta, gamma } = c.config.vegas;
        self.growth = 0.0;
        if c.cwnd < c.ssthresh {
            self.is_growing_round = !self.is_growing_round;
            if !self.is_growing_round {
                return;
            }
            if diff > i64::from(gamma) {
                c.ssthresh = LEAST_WINDOW;
                c.cwnd = (c.cwnd - c.cwnd / 8.0).max(LEAST_WINDOW);
            } else {
                self.growth = 1.0;
            }
        } else if diff > i64::from(beta) {
            c.cwnd = (c.cwnd - 1.0).max(LEAST_WINDOW);
        } else if diff < i64::from(alpha) {
            self.growth = 1.0 / c.cwnd;
        }
    }

    fn open_window(&mut self, c: &mut Connection) {
        if self.growth == 1.0 && c.cwnd >= c.ssthresh {
            self.growth = 0.0;
        }
        // The window does not grow while part of it is unused.
        let unused = c.cwnd - (c.next - c.highest_ack) as f64;
        if self.growth > 0.0 && unused <= 2.0 {
            c.cwnd += self.growth;
        }
        c.limit_window();
    }

    /// Forgets the packets up to `highest_ack` and returns the record of packet `highest_ack`.
    fn take_acknowledged(&mut self, highest_ack: i64) -> Option<Sent> {
        let count = (highest_ack + 1 - self.first_in_flight).max(0) as usize;
        self.first_in_flight += count as i64;
        self.flight.drain(..count.min(self.flight.len())).next_back()
    }

    fn measure(&mut self, rtt: f64) {
        self.round.rtt_sum += rtt;
        self.round.rtt_count += 1;
        if rtt > 0.0 {
            self.base_rtt = self.base_rtt.map(|base| base.min(rtt));
            self.timeout.measure(rtt);
        }
    }

    fn on_duplicate<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        c.dup_acks += 1;
        if self.is_overdue(c, now) || c.dup_acks == DUP_ACK_THRESHOLD {
            // Packets sent before a timeout are not retransmitted by a fast retransmission [bugFix_].
            if c.highest_ack > c.recover || c.last_cut != LastCut::Timeout {
                self.fast_retransmit(c, now, out);
            }
        } else if c.dup_acks > DUP_ACK_THRESHOLD {
            c.cwnd += 1.0;
        }
    }

    fn fast_retransmit<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        if c.highest_ack + 1 >= c.end_of_data() {
            return;
        }
        let missing = self.flight.front().copied();
        let times = missing.map_or(0, |sent| sent.times);
        c.note(WindowEvent::FastRetransmit);
        c.last_cut = LastCut::DupAcks;
        c.recover = c.highest_sent;
        self.worried = WORRIED_ACKS.min(c.next - c.highest_ack);
        self.timeout.value *= if times > 1 { 2.0 } else { 1.125 };
        if missing.is_some_and(|sent| sent.at > self.cut_at) {
            let window = match c.window() {
                0..=3 => 2,
                window if times > 1 => window / 2,
                window => window - window / 4,
            } as f64;
            self.window_after_recovery = window;
            c.cwnd = window + f64::from(c.dup_acks);
            self.note_cut(now);
        }
        c.back_off();
        c.reset_timer(now);
        self.send_missing(c, now, out);
        if times == 1 {
            c.dup_acks = DUP_ACK_THRESHOLD;
        }
    }

    /// Whether the first unacknowledged packet has been in flight for longer than the fine timeout. As in ns-2, a
    /// packet that was never sent also counts as overdue.
    fn is_overdue(&self, c: &Connection, now: SimTime) -> bool {
        c.highest_ack + 1 < c.end_of_data()
            && self.flight.front().is_none_or(|sent| self.since_syn(now) - sent.at >= self.timeout.value)
    }

    fn send_missing<O: Outbox>(&mut self, c: &mut Connection, now: SimTime, out: &mut O) {
        let missing = c.highest_ack + 1;
        c.output(missing, now, out);
        self.note_sent(missing, now);
    }

    fn note_sent(&mut self, number: i64, now: SimTime) {
        let at = self.since_syn(now);
        match self.flight.get_mut((number - self.first_in_flight) as usize) {
            Some(sent) => *sent = Sent { at, times: sent.times + 1 },
            None => self.flight.push_back(Sent { at, times: 1 }),
        }
    }

    /// Puts these packets in flight, all sent at `now`. A base round-trip time of 0.1 s is set, as if it had been
    /// measured.
    #[cfg(test)]
    pub(super) fn be_mid_flight(&mut self, numbers: std::ops::Range<i64>, now: SimTime) {
        self.base_rtt = Some(0.1);
        self.timeout.start(0.1);
        self.round = Round { last: numbers.end, began: self.since_syn(now), ..Round::default() };
        self.first_in_flight = numbers.start;
        self.flight.clear();
        for number in numbers {
            self.note_sent(number, now);
        }
    }

    fn since_syn(&self, now: SimTime) -> f64 {
        now.since(self.syn_sent).secs()
    }
}

/// The number of the sender's packets in the queues \[packets\]: (expected − actual throughput) · minimum round-trip
/// time. `window` packets are in flight, and `sent` packets were sent in the last round.
fn difference(window: f64, base_rtt: f64, sent: f64, rtt: f64) -> f64 {
    (window / base_rtt - sent / rtt) * base_rtt
}

#[cfg(test)]
mod tests;
