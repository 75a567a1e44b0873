//! The retransmission timeout.
//!
//! There are two rules. `Ticks` is ns-2's: round trips are counted in whole clock ticks and averaged in integers, as in the
//! BSD kernels. With many flows on a slow link, the results depend strongly on the rounding and the back-off of this rule.
//! `Seconds` is the rule of RFC 6298.
//! Source: V. Jacobson, Congestion Avoidance and Control, SIGCOMM 1988, appendix A; V. Paxson et al., RFC 6298, 2011;
//! ns-2 2.35, tcp.cc (rtt_update, rtt_timeout, rtt_backoff).

use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

/// The rule by which a sender computes its timeout.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RtoRule {
    /// ns-2's rule: whole ticks, integer averages.
    Ticks,
    /// The rule of RFC 6298: averages in real numbers.
    Seconds,
}

/// The constants of the retransmission timer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RtoProfile {
    /// The rule by which round-trip times are averaged.
    pub rule: RtoRule,
    /// Clock tick; under [`RtoRule::Seconds`] the granularity G of RFC 6298.
    pub tick: Span,
    /// The timeout before the first round-trip time is measured.
    pub initial: Span,
    /// The minimum timeout, before back-off.
    pub minimum: Span,
    /// The greatest timeout, after back-off.
    pub maximum: Span,
}

impl RtoProfile {
    /// ns-2 2.35: `tcpTick_` 0.01, `rtxcur_init_` 3, `minrto_` 0.2, `maxrto_` 60.
    pub const fn ns2() -> Self {
        Self {
            rule: RtoRule::Ticks,
            tick: Span::from_millis(10),
            initial: Span::from_millis(3_000),
            minimum: Span::from_millis(200),
            maximum: Span::from_millis(60_000),
        }
    }

    /// RFC 6298 with the given minimum timeout: 1 s in the RFC, 0.2 s in Linux.
    pub const fn rfc6298(minimum: Span) -> Self {
        Self {
            rule: RtoRule::Seconds,
            tick: Span::from_millis(1),
            initial: Span::from_millis(1_000),
            minimum,
            maximum: Span::from_millis(60_000),
        }
    }

    /// Linux 6.12: the variance is at least 200 ms. The estimator of Linux is in `linux/rtt.rs` and uses no clock tick.
    /// The tick of this profile only determines the range from which the phases of the hosts' clocks are drawn.
    pub const fn linux() -> Self {
        Self { maximum: Span::from_millis(120_000), ..Self::rfc6298(Span::from_millis(200)) }
    }
}

/// Round-trip average, timeout and back-off of one sender.
#[derive(Clone, Debug)]
// Many senders share the constants, so they are passed to each call instead of being stored in each sender.
pub(super) struct RtoEstimator {
    /// The phase of the host's clock tick at the start of the simulation, in `[0, tick)`.
    tick_phase: Span,
    average: Average,
    /// The timeout without lower bound, back-off and upper bound.
    base: Span,
    backoff: u32,
}

#[derive(Clone, Copy, Debug)]
enum Average {
    /// There is no average: no sample has been taken yet, or a long back-off under ns-2's rule has discarded the
    /// average.
    None,
    /// S = 8·srtt and V = 4·rttvar, in ticks.
    Ticks { srtt8: i64, rttvar4: i64 },
    /// SRTT and RTTVAR, in seconds.
    Seconds { srtt: f64, rttvar: f64 },
}

impl RtoEstimator {
    pub(super) fn new(profile: &RtoProfile, tick_phase: Span) -> Self {
        Self {
            tick_phase: Span::from_nanos(tick_phase.nanos() % profile.tick.nanos().max(1)),
            average: Average::None,
            base: profile.initial,
            backoff: 1,
        }
    }

    /// The current timeout, with lower bound, back-off and upper bound.
    pub(super) fn timeout(&self, profile: &RtoProfile) -> Span {
        // The lower bound is applied before the back-off (ns-2's `rfc2988_`). A clock with ticks cannot measure less than two
        // ticks.
        let waited = self.base.max(profile.minimum).nanos() * u64::from(self.backoff);
        let least = match profile.rule {
            RtoRule::Ticks => 2 * profile.tick.nanos(),
            RtoRule::Seconds => 0,
        };
        Span::from_nanos(waited.min(profile.maximum.nanos()).max(least))
    }

    /// Adds the round-trip time of a packet that was sent at `sent` and acknowledged at `now`.
    pub(super) fn measure(&mut self, sent: SimTime, now: SimTime, profile: &RtoProfile) {
        let sample = now.since(sent);
        match profile.rule {
            RtoRule::Ticks => self.measure_ticks(sent, sample, profile),
            RtoRule::Seconds => self.measure_seconds(sample.secs(), profile),
        }
    }

    /// Doubles the timeout after it has run out.
    pub(super) fn back_off(&mut self, profile: &RtoProfile) {
        // As in ns-2, the factor of the back-off may exceed 64 as long as the timeout is below its upper bound. The
        // same limit is used under the rule of RFC 6298.
        if self.backoff < 64 || self.timeout(profile) < profile.maximum {
            self.backoff = self.backoff.saturating_mul(2);
        }
        // If back-off has multiplied the timeout by more than 8, BSD and ns-2 discard the average, and the next sample
        // starts a new average. The timeout remains until then.
        if self.backoff > 8 && profile.rule == RtoRule::Ticks {
            self.average = Average::None;
        }
    }

    /// Ends the back-off. Called when a packet that was sent after the last timeout is acknowledged.
    pub(super) fn end_backoff(&mut self) {
        self.backoff = 1;
    }

    /// The factor by which back-off has multiplied the timeout.
    pub(super) fn backoff(&self) -> u32 {
        self.backoff
    }

    /// The smoothed round-trip time; `None` before the first sample.
    pub(super) fn srtt(&self, profile: &RtoProfile) -> Option<Span> {
        match self.average {
            Average::None => None,
            Average::Ticks { srtt8, .. } => Some(Span::from_nanos(srtt8.unsigned_abs() * profile.tick.nanos() / 8)),
            Average::Seconds { srtt, .. } => Some(Span::from_secs(srtt)),
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        match self.average {
            Average::None => hash.fold(0),
            Average::Ticks { srtt8, rttvar4 } => {
                hash.fold(srtt8 as u64);
                hash.fold(rttvar4 as u64);
            }
            Average::Seconds { srtt, rttvar } => {
                hash.fold_real(srtt);
                hash.fold_real(rttvar);
            }
        }
        hash.fold(self.tick_phase.nanos());
        hash.fold(self.base.nanos());
        hash.fold(u64::from(self.backoff));
    }

    fn measure_ticks(&mut self, sent: SimTime, sample: Span, profile: &RtoProfile) {
        let tick = profile.tick.nanos().max(1);
        // The clock ticks between `sent` and `now`, as a host with a coarse clock counts them.
        let phase = sent.nanos().wrapping_add(self.tick_phase.nanos()) % tick;
        let ticks = ((sample.nanos().saturating_add(phase) / tick).max(1)) as i64;
        let (srtt8, rttvar4) = match self.average {
            Average::Ticks { srtt8, rttvar4 } => {
                let error = ticks - (srtt8 >> 3);
                ((srtt8 + error).max(1), (rttvar4 + error.abs() - (rttvar4 >> 2)).max(1))
            }
            _ => (ticks << 3, ticks << 1),
        };
        self.average = Average::Ticks { srtt8, rttvar4 };
        // The timeout is srtt + 4·rttvar, in whole ticks.
        let timeout = ((rttvar4 << 3) + srtt8) >> 3;
        self.base = Span::from_nanos((timeout as u64).saturating_mul(tick));
    }

    fn measure_seconds(&mut self, sample: f64, profile: &RtoProfile) {
        let (srtt, rttvar) = match self.average {
            Average::Seconds { srtt, rttvar } => {
                (0.875 * srtt + 0.125 * sample, 0.75 * rttvar + 0.25 * (srtt - sample).abs())
            }
            _ => (sample, sample / 2.0),
        };
        self.average = Average::Seconds { srtt, rttvar };
        self.base = Span::from_secs(srtt + (4.0 * rttvar).max(profile.tick.secs()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NS2: RtoProfile = RtoProfile::ns2();

    fn measured(estimator: &mut RtoEstimator, seconds: f64, profile: &RtoProfile) {
        estimator.measure(SimTime::ZERO, SimTime::from_secs(seconds), profile);
    }

    #[test]
    fn ticks_are_averaged_in_integers_as_in_ns2() {
        let mut estimator = RtoEstimator::new(&NS2, Span::ZERO);
        let expected =
            [(20, 160, 40, 600), (30, 170, 40, 610), (30, 179, 39, 610), (21, 178, 31, 530), (40, 196, 42, 660)];
        for (ticks, s, v, timeout_ms) in expected {
            measured(&mut estimator, f64::from(ticks) / 100.0, &NS2);
            let Average::Ticks { srtt8, rttvar4 } = estimator.average else {
                panic!("{estimator:?}");
            };
            assert_eq!((srtt8, rttvar4), (s, v), "after {ticks} ticks");
            assert_eq!(estimator.timeout(&NS2), Span::from_millis(timeout_ms));
        }
    }

    #[test]
    fn a_round_trip_time_is_its_number_of_clock_ticks() {
        let ticks_of = |phase_ms, sent_ms: u64, sample_ms| {
            let mut estimator = RtoEstimator::new(&NS2, Span::from_millis(phase_ms));
            let sent = SimTime::ZERO + Span::from_millis(sent_ms);
            estimator.measure(sent, sent + Span::from_millis(sample_ms), &NS2);
            estimator.srtt(&NS2)
        };
        assert_eq!(ticks_of(0, 0, 29), Some(Span::from_millis(20)));
        assert_eq!(ticks_of(0, 1, 29), Some(Span::from_millis(30)));
        assert_eq!(ticks_of(1, 0, 29), Some(Span::from_millis(30)));
        assert_eq!(ticks_of(0, 0, 3), Some(Span::from_millis(10)), "at least 1");
        assert_eq!(ticks_of(13, 0, 27), Some(Span::from_millis(30)));
    }

    #[test]
    fn the_average_in_seconds_follows_rfc_6298() {
        let rfc = RtoProfile::rfc6298(Span::ZERO);
        let mut estimator = RtoEstimator::new(&rfc, Span::ZERO);
        let expected = [(0.2, 0.600000), (0.3, 0.612500), (0.3, 0.610938), (0.21, 0.525820), (0.4, 0.650327)];
        for (sample, timeout) in expected {
            measured(&mut estimator, sample, &rfc);
            let found = estimator.timeout(&rfc).secs();
            assert!((found - timeout).abs() < 1e-6, "{found} for {timeout}");
        }
    }

    #[test]
    fn back_off_doubles_up_to_a_minute() {
        for profile in &[NS2, RtoProfile::rfc6298(Span::from_millis(200))] {
            let mut estimator = RtoEstimator::new(profile, Span::ZERO);
            measured(&mut estimator, 0.01, profile);
            let mut found = Vec::new();
            for _ in 0..11 {
                found.push(estimator.timeout(profile).nanos() / 1_000_000);
                estimator.back_off(profile);
            }
            assert_eq!(found, [200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 51_200, 60_000, 60_000]);
            estimator.end_backoff();
            assert_eq!(estimator.timeout(profile), Span::from_millis(200));
        }
    }

    #[test]
    fn before_any_sample_the_initial_timeout_applies() {
        let rfc = RtoProfile::rfc6298(Span::from_millis(1_000));
        for (profile, initial) in [(&NS2, 3_000), (&rfc, 1_000)] {
            assert_eq!(RtoEstimator::new(profile, Span::ZERO).timeout(profile), Span::from_millis(initial));
        }
    }

    #[test]
    fn long_back_off_discards_the_average_but_keeps_the_timeout() {
        let mut estimator = RtoEstimator::new(&NS2, Span::ZERO);
        measured(&mut estimator, 1.0, &NS2); // timeout 3 s
        for _ in 0..3 {
            estimator.back_off(&NS2);
        }
        assert!(estimator.srtt(&NS2).is_some(), "a back-off by a factor of 8 keeps the average");
        estimator.back_off(&NS2);
        assert_eq!(estimator.srtt(&NS2), None);
        assert_eq!(estimator.timeout(&NS2), Span::from_millis(48_000));
        estimator.end_backoff();
        assert_eq!(estimator.timeout(&NS2), Span::from_millis(3_000));
        measured(&mut estimator, 0.1, &NS2); // like a first sample
        assert_eq!(estimator.timeout(&NS2), Span::from_millis(300));
    }
}
