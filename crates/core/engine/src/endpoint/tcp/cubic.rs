//! CUBIC: the window grows by a cubic function of the time since the last cut, independent of the round-trip time.
//!
//! Rule: after a cut to β of the window W_max the window follows W(t) = C (t − K)³ + W_max: growth is fast at first, slow
//! around W_max, and fast again above W_max. If Reno's window would be larger, as on short or slow paths, the window follows
//! Reno. Losses are repaired as in SACK.
//! Source: L. Xu et al., RFC 9438, 2023, with windows in packets. The RFC allows any standard recovery. Real stacks use
//! SACK, and NewReno would not suffice. When a large buffer overflows, the window is growing fast, so many packets of
//! one window are lost. NewReno repairs one loss per round trip and would nearly always end in a timeout.
//! We differ: a cut starts from the usable window and not from the data in flight; the RFC allows this. Growth stops at the
//! receiver's window; the RFC treats this window as a limit of the application.

use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::texts::text;
use crate::base::time::{SimTime, Span};
use crate::endpoint::TransportAbout;

/// The description of CUBIC.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "cubic",
    name: "CUBIC",
    year: 2008,
    citation: text(
        "S. Ha, I. Rhee and L. Xu, CUBIC: A New TCP-Friendly High-Speed TCP Variant, ACM SIGOPS OSR 42(5), 2008; RFC 9438",
    ),
    idea: text(
        "the window is a cubic function of the time since the last loss, with slow growth around the window at that loss",
    ),
};

/// The fraction of the window that remains after a cut \[1\] [β].
const BETA: f64 = 0.7;
/// The steepness of the cubic \[packets/s³\] [C].
const C: f64 = 0.4;
/// The growth \[packets per round trip\] with which a Reno sender with cuts to β has the same mean rate as a Reno sender with
/// cuts to a half [α].
const RENO_INCREASE: f64 = 3.0 * (1.0 - BETA) / (1.0 + BETA);

#[derive(Clone, Debug, Default)]
pub(super) struct Cubic {
    /// The window at the last cut \[packets\] [W_max]; `None` before a cut or after a timeout.
    plateau: Option<f64>,
    /// The window just before the last cut or timeout \[packets\] [cwnd_prior].
    before_cut: f64,
    /// The current period of congestion avoidance, from the first acknowledgement after the last cut.
    epoch: Option<Epoch>,
}

#[derive(Clone, Copy, Debug)]
struct Epoch {
    began: SimTime,
    curve: Curve,
    /// The window that Reno would have now \[packets\] [W_est].
    reno: f64,
}

/// The cubic function of one epoch.
#[derive(Clone, Copy, Debug)]
struct Curve {
    /// The window at the plateau of the curve \[packets\] [W_max].
    plateau: f64,
    /// The time from a cut to the plateau \[s\] [K].
    rise: f64,
}

impl Curve {
    /// The curve that starts at a window below its plateau.
    fn new(plateau: f64, window: f64) -> Self {
        Self { plateau, rise: math::cbrt((plateau - window) / C) }
    }

    /// The window `t` seconds after the cut \[packets\] [W_cubic].
    fn at(self, t: f64) -> f64 {
        let from_plateau = t - self.rise;
        C * from_plateau * from_plateau * from_plateau + self.plateau
    }
}

impl Cubic {
    /// The window after a cut of `window`.
    pub(super) fn cut(&mut self, window: f64) -> f64 {
        // Fast convergence: if the window at a cut is below the last plateau, another flow has probably started. The
        // new plateau is then below the window, to leave room for that flow.
        let is_below = self.plateau.is_some_and(|plateau| window < plateau);
        self.plateau = Some(if is_below { window * (1.0 + BETA) / 2.0 } else { window });
        self.before_cut = window;
        self.epoch = None;
        window * BETA
    }

    /// The threshold after a timeout with this window.
    pub(super) fn time_out(&mut self, window: f64) -> f64 {
        // RFC 9438, section 4.8: the window at the end of the next slow start becomes W_max.
        *self = Self { before_cut: window, ..Self::default() };
        window * BETA
    }

    /// Ends the current period of congestion avoidance, so that idle time does not count as time on the curve.
    pub(super) fn restart(&mut self) {
        self.epoch = None;
    }

    /// The window after an acknowledgement of `acknowledged` packets in congestion avoidance.
    pub(super) fn grow(&mut self, window: f64, acknowledged: f64, srtt: Span, now: SimTime) -> f64 {
        let plateau = self.plateau.unwrap_or(window).max(window);
        let epoch =
            self.epoch.get_or_insert_with(|| Epoch { began: now, curve: Curve::new(plateau, window), reno: window });
        let t = now.since(epoch.began).secs();
        let increase = if epoch.reno < self.before_cut { RENO_INCREASE } else { 1.0 };
        epoch.reno += increase * acknowledged / window;
        if epoch.curve.at(t) < epoch.reno {
            return epoch.reno.max(window);
        }
        let target = epoch.curve.at(t + srtt.secs()).clamp(window, 1.5 * window);
        window + (target - window) / window
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.plateau.unwrap_or(-1.0));
        hash.fold_real(self.before_cut);
        if let Some(Epoch { began, curve, reno }) = self.epoch {
            hash.fold(began.nanos());
            for real in [curve.plateau, curve.rise, reno] {
                hash.fold_real(real);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::tcp::Variant;
    use crate::endpoint::tcp::bench::{Bench, NOTHING};

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() < tolerance, "{found} instead of {expected}");
    }

    fn at(secs: f64) -> SimTime {
        SimTime::from_secs(secs)
    }

    #[test]
    fn after_a_loss_at_100_packets_the_curve_is_back_after_4_2_seconds() {
        let mut cubic = Cubic::default();
        let window = cubic.cut(100.0);
        assert_near(window, 70.0, 1e-12);
        let curve = Curve::new(100.0, window);
        assert_near(curve.rise, 4.217163, 1e-6);
        assert_near(curve.at(0.0), 70.0, 1e-9);
        assert_near(curve.at(2.0), 95.6403, 1e-4);
        assert_near(curve.at(curve.rise), 100.0, 1e-9);
        assert_near(curve.at(6.0), 102.2667, 1e-4);
    }

    #[test]
    fn a_cut_below_the_last_plateau_lowers_the_plateau_further() {
        let mut cubic = Cubic::default();
        cubic.cut(100.0);
        assert_near(cubic.cut(80.0), 56.0, 1e-9);
        assert_eq!(cubic.plateau, Some(68.0));
        cubic.cut(90.0);
        assert_eq!(cubic.plateau, Some(90.0), "beyond it again");
    }

    #[test]
    fn the_window_moves_towards_the_curve_one_round_trip_ahead_by_1_over_cwnd() {
        let mut cubic = Cubic::default();
        let window = cubic.cut(100.0);
        let srtt = Span::from_millis(100);
        let grown = cubic.grow(window, 1.0, srtt, at(10.0));
        // At time 0 the curve equals the window, but Reno's window is already larger by Reno's first increase.
        assert_near(grown, 70.0 + RENO_INCREASE / 70.0, 1e-9);
        let later = cubic.grow(grown, 1.0, srtt, at(12.0));
        let ahead = Curve::new(100.0, 70.0).at(2.1);
        assert_near(later, grown + (ahead - grown) / grown, 1e-9);
    }

    #[test]
    fn a_far_target_is_one_and_a_half_windows() {
        let mut cubic = Cubic::default();
        let window = cubic.cut(100.0);
        cubic.grow(window, 1.0, Span::ZERO, at(0.0));
        assert_near(cubic.grow(window, 1.0, Span::ZERO, at(60.0)), 70.5, 1e-9);
    }

    #[test]
    fn reno_s_window_is_used_if_it_is_larger() {
        assert_near(RENO_INCREASE, 0.529412, 1e-6);
        let mut cubic = Cubic::default();
        let mut window = cubic.cut(10.0);
        let mut acknowledged = 0;
        // After five round trips of 1 ms the cubic has hardly grown.
        for round in 0..5 {
            for _ in 0..7 {
                window = cubic.grow(window, 1.0, Span::from_millis(1), at(f64::from(round) * 0.001));
                acknowledged += 1;
            }
        }
        let slow = RENO_INCREASE * f64::from(acknowledged) / 10.0;
        assert!(window > 7.0 + slow && window < 10.0, "{window}");
        // Above the window before the cut, the growth equals that of Reno.
        let mut cubic = Cubic::default();
        cubic.cut(10.0);
        let window = cubic.grow(10.0, 1.0, Span::from_millis(1), at(0.0));
        assert_near(window, 10.1, 1e-9);
    }

    #[test]
    fn after_a_timeout_the_curve_is_flat_where_slow_start_ends() {
        let mut cubic = Cubic::default();
        cubic.cut(100.0);
        assert_near(cubic.time_out(50.0), 35.0, 1e-9);
        cubic.grow(35.0, 1.0, Span::ZERO, at(1.0));
        let curve = cubic.epoch.expect("it has begun").curve;
        assert_eq!((curve.plateau, curve.rise), (35.0, 0.0));
    }

    #[test]
    fn a_loss_is_repaired_as_in_sack_and_leaves_seven_tenths_of_the_window() {
        let mut bench = Bench::mid_flight(Variant::Cubic);
        assert_eq!(bench.ack(9), [18]);
        assert_eq!(bench.ack(9), [19]);
        assert_eq!(bench.ack(9), [10]);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (5.6, 5.6));
        for _ in 0..2 {
            assert_eq!(bench.ack(9), NOTHING, "the sender waits, since more than 5 packets are in the network");
        }
        assert_eq!(bench.ack(9), [20]);
        bench.ack(19);
        assert_eq!(bench.cwnd(), 5.6, "the window does not grow at the end of recovery");
        bench.ack(20);
        // This acknowledgement starts the cubic curve at a window of 5.6. Reno's window is larger by Reno's first
        // increase, so the sender uses Reno's window.
        assert_near(bench.cwnd(), 5.6 + RENO_INCREASE / 5.6, 1e-12);
    }

    #[test]
    fn the_window_does_not_grow_beyond_the_receiver_s() {
        let mut bench = Bench::mid_flight(Variant::Cubic).with_cwnd(20.0, 10.0);
        bench.ack(17);
        assert_eq!(bench.cwnd(), 20.0);
    }
}
