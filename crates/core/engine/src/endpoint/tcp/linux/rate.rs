//! The delivery rate: the number of packets delivered per unit of time, measured at each acknowledgement.
//!
//! Rule: each packet is recorded with its send time and the number of packets delivered until then. Its acknowledgement
//! gives a sample of the rate. The sample is the number of packets delivered since the packet was sent, divided by the
//! longer of two times: the time in which these packets were sent, and the time in which they were acknowledged.
//! Source: N. Cardwell et al., BBR Congestion Control, draft-ietf-ccwg-bbr, section 4.1.1; Linux 6.12, tcp_rate.c, for
//! the details.

use super::scoreboard::{Sent, Stamp};
use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

/// The counters of a connection for its delivery rate.
#[derive(Clone, Debug, Default)]
pub(super) struct RateSampler {
    /// The number of packets that have arrived, each counted once.
    pub(super) delivered: u64,
    delivered_at: SimTime,
    /// Send time of the packet whose delivery started the current sample.
    first_sent: SimTime,
    /// The number of deliveries up to which samples count as application-limited.
    app_limited_until: Option<u64>,
}

/// A measurement of the delivery rate, made at one acknowledgement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RateSample {
    /// The counters as they were when the packet of the sample was sent; `None` without a sample.
    pub(super) prior: Option<Stamp>,
    pub(super) last: (SimTime, i64),
    pub(super) send_interval: Span,
    /// Number of packets delivered over the interval; `None` if the sample is not valid.
    pub(super) delivered: Option<u64>,
    /// The interval of the sample.
    pub(super) interval: Option<Span>,
    /// The round-trip time of the most recently sent packet that the acknowledgement reports.
    pub(super) rtt: Option<Span>,
    /// The number of packets that this acknowledgement reports for the first time.
    pub(super) newly_delivered: u32,
    /// The number of these packets that the acknowledgement reports as marked.
    pub(super) newly_marked: u32,
    /// The number of packets declared lost at this acknowledgement.
    pub(super) losses: u32,
    /// The number of packets in the network before the acknowledgement.
    pub(super) prior_in_flight: u32,
    /// Whether the receiver may have delayed the acknowledgement to wait for a second packet.
    pub(super) may_be_delayed: bool,
    /// Whether the sender had no data to send.
    pub(super) is_app_limited: bool,
}

impl RateSampler {
    /// The snapshot of the counters for a packet that is sent now.
    pub(super) fn stamp(&mut self, is_first_in_flight: bool, now: SimTime) -> Stamp {
        if is_first_in_flight {
            (self.first_sent, self.delivered_at) = (now, now);
        }
        Stamp {
            first_sent: self.first_sent,
            delivered_at: Some(self.delivered_at),
            delivered: self.delivered,
            is_app_limited: self.app_limited_until.is_some(),
        }
    }

    /// Counts a packet that arrived, with the snapshot taken when it was sent.
    pub(super) fn deliver(&mut self, packet: &Sent, sample: &mut RateSample) {
        let Some(_) = packet.stamp.delivered_at else {
            return;
        };
        if sample.prior.is_none() || (packet.at, packet.number) > sample.last {
            sample.prior = Some(packet.stamp);
            sample.is_app_limited = packet.stamp.is_app_limited;
            sample.last = (packet.at, packet.number);
            self.first_sent = packet.at;
            sample.send_interval = packet.at.since(packet.stamp.first_sent);
        }
    }

    /// Completes the sample of an acknowledgement.
    pub(super) fn finish(&mut self, sample: &mut RateSample, min_rtt: Option<Span>, now: SimTime) {
        if self.app_limited_until.is_some_and(|until| self.delivered > until) {
            self.app_limited_until = None;
        }
        if sample.newly_delivered > 0 {
            self.delivered_at = now;
        }
        let Some(Stamp { delivered_at: Some(prior_at), delivered, .. }) = sample.prior else {
            return;
        };
        sample.delivered = Some(self.delivered - delivered);
        let interval = sample.send_interval.max(now.since(prior_at));
        sample.interval = Some(interval).filter(|&interval| min_rtt.is_none_or(|least| interval >= least));
    }

    pub(super) fn delivered_at(&self) -> SimTime {
        self.delivered_at
    }

    pub(super) fn is_app_limited(&self) -> bool {
        self.app_limited_until.is_some()
    }

    /// Records that the window has room but the sender has no data to send.
    pub(super) fn limit_by_application(&mut self, in_flight: u32) {
        self.app_limited_until = Some((self.delivered + u64::from(in_flight)).max(1));
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.delivered);
        hash.fold(self.delivered_at.nanos());
        hash.fold(self.first_sent.nanos());
        hash.fold(self.app_limited_until.unwrap_or(u64::MAX));
    }
}
