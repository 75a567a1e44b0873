//! Vegas as in Linux: one decision per round trip, by default with the thresholds α = 2, β = 4 and γ = 1 packets.
//!
//! Rule: the estimated number of the sender's packets in the queues is window · (rtt − base) / base. Here rtt is the
//! minimum round-trip time of this round, and base is the minimum so far. Above γ slow start ends. Below α the window
//! grows by one packet; above β it shrinks by one packet. In a round with fewer than three round-trip samples the
//! window grows as in Reno. Losses halve the window.
//! Source: L. Brakmo and L. Peterson, IEEE JSAC 13(8), 1995; Linux 6.12 for the constants and the fallback to Reno.

use super::super::VegasConfig;
use super::law::Facts;
use super::window::Window;
use crate::base::hash::StateHash;
use crate::base::time::Span;

/// Up to this number of round-trip samples in a round the window grows as in Reno.
const TOO_FEW: u32 = 2;

#[derive(Clone, Debug)]
pub(super) struct Vegas {
    config: VegasConfig,
    is_on: bool,
    /// The number beyond which an acknowledgement ends the round.
    round_end: i64,
    base: Option<Span>,
    least: Option<Span>,
    count: u32,
    queued: Option<f64>,
}

impl Vegas {
    pub(super) fn new(config: VegasConfig) -> Self {
        Self { config, is_on: false, round_end: 0, base: None, least: None, count: 0, queued: None }
    }

    pub(super) fn enable(&mut self, next: i64) {
        (self.is_on, self.round_end, self.count, self.least) = (true, next, 0, None);
    }

    /// Resets the state when no packets are in the network. The minimum round-trip time is measured again, too. A flow
    /// that restarts behind a queue therefore counts the queueing delay as part of the path.
    pub(super) fn start_over(&mut self, next: i64) {
        self.base = None;
        self.enable(next);
    }

    pub(super) fn disable(&mut self) {
        self.is_on = false;
    }

    pub(super) fn see_round_trip(&mut self, rtt: Span) {
        self.base = Some(self.base.map_or(rtt, |base| base.min(rtt)));
        self.least = Some(self.least.map_or(rtt, |least| least.min(rtt)));
        self.count += 1;
    }

    pub(super) fn grow(&mut self, window: &mut Window, acknowledged: u32, facts: Facts) {
        if !self.is_on {
            window.grow_as_reno(acknowledged);
            return;
        }
        if facts.first_unacknowledged <= self.round_end {
            if window.is_in_slow_start() {
                window.slow_start(acknowledged);
            }
            return;
        }
        self.round_end = facts.next;
        if let (true, Some(base), Some(least)) = (self.count > TOO_FEW, self.base, self.least) {
            self.end_round(window, acknowledged, base.nanos() / 1_000, least.nanos() / 1_000);
        } else {
            window.grow_as_reno(acknowledged);
        }
        (self.count, self.least) = (0, None);
    }

    fn end_round(&mut self, window: &mut Window, acknowledged: u32, base: u64, rtt: u64) {
        let base = base.max(1);
        let cwnd = u64::from(window.cwnd);
        let target = (cwnd * base / rtt.max(1)) as u32;
        let diff = (cwnd * (rtt - base) / base) as u32;
        self.queued = Some(f64::from(window.cwnd) * (rtt - base) as f64 / rtt.max(1) as f64);
        if window.is_in_slow_start() {
            if diff > self.config.gamma {
                window.cwnd = window.cwnd.min(target + 1);
                window.ssthresh = window.ssthresh.min(window.cwnd.saturating_sub(1).max(2));
            } else {
                window.slow_start(acknowledged);
            }
        } else if diff > self.config.beta {
            window.cwnd -= 1;
            window.ssthresh = window.ssthresh.min(window.cwnd.saturating_sub(1).max(2));
        } else if diff < self.config.alpha {
            window.cwnd += 1;
        }
        window.cwnd = window.cwnd.max(2);
        window.ssthresh = window.present_threshold();
    }

    pub(super) fn queued(&self) -> Option<f64> {
        self.queued
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.is_on) << 32 | u64::from(self.count));
        hash.fold(self.round_end as u64);
        for span in [self.base, self.least] {
            hash.fold(span.map_or(u64::MAX, Span::nanos));
        }
    }
}
