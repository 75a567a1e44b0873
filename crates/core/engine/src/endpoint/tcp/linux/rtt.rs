//! Round-trip times and the retransmission timeout as in Linux.
//!
//! Rule: each sample enters the smoothed round-trip time with the weight 1/8. The variance is the largest mean
//! deviation of the last round trip, at least 200 ms. The timeout is therefore the smoothed round-trip time plus at
//! least 200 ms. A larger deviation raises the variance at once. If the largest deviation of a round trip is smaller
//! than the variance, the variance falls by a quarter of the difference. A sample far below the average changes the
//! deviation only by 1/32 of the difference, so a falling round-trip time does not raise the timeout.
//! Source: P. Sarolahti and A. Kuznetsov, Congestion Control in Linux TCP, USENIX ATC 2002; Linux 6.12 for the constants.

use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

/// How long a minimum round-trip time remains valid [tcp_min_rtt_wlen].
const MIN_RTT_LASTS: Span = Span::from_millis(300_000);

/// Averages of round-trip times [µs]. `srtt8` is eight times the average; `mdev4`, `mdev4_most` and `rttvar4` are four
/// times a deviation.
#[derive(Clone, Debug, Default)]
pub(super) struct RoundTrips {
    srtt8: i64,
    mdev4: i64,
    mdev4_most: i64,
    rttvar4: i64,
    /// The number whose acknowledgement ends the current round trip.
    round_end: i64,
    least: Option<(Span, SimTime)>,
    /// The number of timeouts in a row.
    backoff: u32,
}

fn micros(span: Span) -> i64 {
    (span.nanos() / 1_000) as i64
}

fn span(micros: i64) -> Span {
    Span::from_nanos(micros.max(0) as u64 * 1_000)
}

impl RoundTrips {
    /// The smoothed round-trip time; `None` before the first sample.
    pub(super) fn srtt(&self) -> Option<Span> {
        (self.srtt8 > 0).then(|| span(self.srtt8 >> 3))
    }

    pub(super) fn least(&self) -> Option<Span> {
        self.least.map(|(least, _)| least)
    }

    /// The timeout without back-off.
    fn base(&self, initial: Span) -> Span {
        if self.srtt8 == 0 { initial } else { span((self.srtt8 >> 3) + self.rttvar4) }
    }

    pub(super) fn timeout(&self, initial: Span, most: Span) -> Span {
        let base = self.base(initial).min(most).nanos();
        Span::from_nanos(base.saturating_mul(1 << self.backoff.min(32)).min(most.nanos()))
    }

    /// The factor by which back-off has multiplied the timeout.
    pub(super) fn backoff(&self) -> u32 {
        1 << self.backoff.min(31)
    }

    pub(super) fn back_off(&mut self) {
        self.backoff += 1;
    }

    /// Updates the minimum round-trip time with a sample.
    pub(super) fn note_least(&mut self, sample: Span, now: SimTime) {
        let is_less = self.least.is_none_or(|(least, at)| sample <= least || now.since(at) > MIN_RTT_LASTS);
        if is_less {
            self.least = Some((sample, now));
        }
    }

    /// Processes a sample of the round-trip time and ends the back-off. Packets below `acknowledged` are acknowledged, and
    /// packets below `next` are sent.
    pub(super) fn measure(&mut self, sample: Span, minimum: Span, acknowledged: i64, next: i64) {
        self.backoff = 0;
        let least_variance = micros(minimum);
        let mut error = micros(sample).max(1);
        if self.srtt8 == 0 {
            self.srtt8 = error << 3;
            self.mdev4 = error << 1;
            self.rttvar4 = self.mdev4.max(least_variance);
            self.mdev4_most = self.rttvar4;
            self.round_end = next;
            return;
        }
        error -= self.srtt8 >> 3;
        self.srtt8 = (self.srtt8 + error).max(1);
        if error < 0 {
            error = -error - (self.mdev4 >> 2);
            if error > 0 {
                error >>= 3;
            }
        } else {
            error -= self.mdev4 >> 2;
        }
        self.mdev4 += error;
        if self.mdev4 > self.mdev4_most {
            self.mdev4_most = self.mdev4;
            self.rttvar4 = self.rttvar4.max(self.mdev4_most);
        }
        if acknowledged > self.round_end {
            if self.mdev4_most < self.rttvar4 {
                self.rttvar4 -= (self.rttvar4 - self.mdev4_most) >> 2;
            }
            self.round_end = next;
            self.mdev4_most = least_variance;
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for value in [self.srtt8, self.mdev4, self.mdev4_most, self.rttvar4, self.round_end] {
            hash.fold(value as u64);
        }
        if let Some((least, at)) = self.least {
            hash.fold(least.nanos());
            hash.fold(at.nanos());
        }
        hash.fold(u64::from(self.backoff));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINIMUM: Span = Span::from_millis(200);
    const MOST: Span = Span::from_millis(120_000);

    fn measured(samples: &[u64]) -> RoundTrips {
        let mut trips = RoundTrips::default();
        for (number, &millis) in samples.iter().enumerate() {
            trips.measure(Span::from_millis(millis), MINIMUM, number as i64 + 1, number as i64 + 1);
        }
        trips
    }

    #[test]
    fn with_a_steady_round_trip_of_60_ms_the_timeout_is_260_ms() {
        let trips = measured(&[60; 40]);
        assert_eq!(trips.srtt(), Some(Span::from_millis(60)));
        assert_eq!(trips.timeout(MINIMUM, MOST), Span::from_millis(260));
    }

    #[test]
    fn the_first_sample_gives_a_timeout_of_at_least_three_round_trips() {
        assert_eq!(measured(&[500]).timeout(MINIMUM, MOST), Span::from_millis(1_500));
        assert_eq!(measured(&[60]).timeout(MINIMUM, MOST), Span::from_millis(260));
    }

    #[test]
    fn each_timeout_doubles_and_a_sample_ends_the_back_off() {
        let mut trips = measured(&[60; 40]);
        trips.back_off();
        trips.back_off();
        assert_eq!(trips.timeout(MINIMUM, MOST), Span::from_millis(1_040));
        trips.measure(Span::from_millis(60), MINIMUM, 99, 100);
        assert_eq!(trips.timeout(MINIMUM, MOST), Span::from_millis(260));
    }

    #[test]
    fn a_sudden_fall_of_the_round_trip_time_hardly_changes_the_deviation() {
        let mut falling = measured(&[600; 60]);
        let mut rising = falling.clone();
        falling.measure(Span::from_millis(60), MINIMUM, 61, 62);
        rising.measure(Span::from_millis(1_140), MINIMUM, 61, 62);
        assert!(falling.mdev4 * 4 < rising.mdev4, "{} and {}", falling.mdev4, rising.mdev4);
    }
}
