//! The rate of a stream of packets, averaged exponentially over time.
//!
//! Rule: after a gap T in which b bits arrived, r ← (1 − e^(−T/K))·b/T + e^(−T/K)·r. The result does not depend on how
//! the bits are divided into packets, unlike an average with a fixed weight. Packets that arrive at the same instant
//! are added up before the rate is updated.
//! Source: Stoica, Shenker and Zhang, SIGCOMM 1998, section 3.

use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::time::{SimTime, Span};

/// A moving average of a rate \[bit/s\].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RateMeter {
    rate_bps: f64,
    /// Bits that arrived at the current instant; they count at the next update.
    pending: u64,
    /// The time up to which the rate is computed.
    until: SimTime,
}

impl RateMeter {
    /// A meter that starts at `now` with the given rate \[bit/s\].
    pub fn beginning(now: SimTime, rate_bps: f64) -> Self {
        Self { rate_bps, pending: 0, until: now }
    }

    /// The rate at the time of the last packet \[bit/s\].
    pub fn rate_bps(&self) -> f64 {
        self.rate_bps
    }

    /// Counts `bytes` bytes that arrive at `now` and returns the rate \[bit/s\]; `constant` is K, above 0.
    #[inline]
    pub fn count(&mut self, bytes: u16, now: SimTime, constant: Span) -> f64 {
        self.pending += 8 * u64::from(bytes);
        self.settle(now, constant);
        self.rate_bps
    }

    /// Updates the rate for the time up to `now`.
    #[inline]
    pub fn settle(&mut self, now: SimTime, constant: Span) {
        let gap_s = now.since(self.until).secs();
        if gap_s > 0.0 {
            let kept = math::exp(-gap_s / constant.secs());
            self.rate_bps = (1.0 - kept) * self.pending as f64 / gap_s + kept * self.rate_bps;
            self.pending = 0;
            self.until = now;
        }
    }

    /// Folds the meter into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.rate_bps);
        hash.fold(self.pending);
        hash.fold(self.until.nanos());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const K: Span = Span::from_millis(100);

    fn assert_close(measured: f64, expected: f64) {
        assert!((measured - expected).abs() < expected * 1e-7, "{measured} is not {expected}");
    }

    #[test]
    fn a_steady_stream_is_approached_exponentially() {
        let mut meter = RateMeter::default();
        for (packet, expected) in (1u64..).zip([76_130.07, 145_015.40, 207_345.42, 263_743.96, 314_775.47]) {
            assert_close(meter.count(1000, SimTime::from_nanos(packet * 10_000_000), K), expected);
        }
        for packet in 6..400u64 {
            meter.count(1000, SimTime::from_nanos(packet * 10_000_000), K);
        }
        assert_close(meter.rate_bps(), 800_000.0);
    }

    #[test]
    fn each_interval_counts_by_its_length() {
        let mut meter = RateMeter::beginning(SimTime::ZERO, 800_000.0);
        for (millis, expected) in [(5, 839_016.5), (25, 759_436.3), (26, 831_481.1)] {
            assert_close(meter.count(1000, SimTime::ZERO + Span::from_millis(millis), K), expected);
        }
    }

    #[test]
    fn packets_that_arrive_at_one_instant_add_up() {
        let at = SimTime::from_nanos(10_000_000);
        let (mut two, mut one) = (RateMeter::default(), RateMeter::default());
        two.count(400, SimTime::ZERO, K);
        two.count(600, at, K);
        one.count(1000, at, K);
        assert_eq!(two.rate_bps(), one.rate_bps());
        // A packet that arrives at the instant up to which the rate is computed counts in the next interval.
        assert_eq!(two.count(500, at, K), one.rate_bps());
    }
}
