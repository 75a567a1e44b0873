//! DCTCP: the size of a window cut is proportional to the share of marked packets.
//!
//! Rule: the receiver reports for each packet whether it was marked. Once per window the sender averages the share of marked
//! packets into α. A window that contains a mark is cut by α/2. Losses are repaired as in NewReno, with a cut to a half.
//! Source: M. Alizadeh et al., Data Center TCP (DCTCP), ACM SIGCOMM 2010; S. Bensley et al., RFC 8257, 2017, with
//! windows in packets.
//! We differ: a mark does not cut the window below 2 packets, as in Linux; the RFC does not define a lower bound. By default
//! packets carry ECT(1), which only the low-latency queue of L4S distinguishes from ECT(0).

use crate::base::hash::StateHash;
use crate::base::texts::text;
use crate::endpoint::TransportAbout;

/// The description of DCTCP.
pub const ABOUT: TransportAbout = TransportAbout {
    id: "dctcp",
    name: "DCTCP",
    year: 2010,
    citation: text("M. Alizadeh et al., Data Center TCP (DCTCP), ACM SIGCOMM 2010; RFC 8257"),
    idea: text(
        "cuts the window in proportion to the share of marked packets, so it needs ECN and a low marking threshold",
    ),
};

/// DCTCP's g: the weight of the last window in the moving average of the share of marked packets.
const GAIN: f64 = 1.0 / 16.0;
/// The minimum window after a cut for a mark \[packets\].
const LEAST_WINDOW: f64 = 2.0;

#[derive(Clone, Debug)]
pub(super) struct Dctcp {
    /// Average share of marked packets \[1\] [α].
    alpha: f64,
    /// Packets acknowledged in this window, and how many of them were marked.
    acknowledged: u32,
    marked: u32,
    /// The number beyond which an acknowledgement ends the current window [WindowEnd].
    window_end: i64,
}

impl Default for Dctcp {
    fn default() -> Self {
        Self { alpha: 1.0, acknowledged: 0, marked: 0, window_end: 0 }
    }
}

impl Dctcp {
    /// Counts the marks that a new acknowledgement reports. The acknowledgement covers `count` packets up to `highest`;
    /// `next` is the next packet to send.
    pub(super) fn observe(&mut self, count: u32, is_marked: bool, highest: i64, next: i64) {
        self.acknowledged += count;
        self.marked += if is_marked { count } else { 0 };
        if highest >= self.window_end {
            let share = f64::from(self.marked) / f64::from(self.acknowledged.max(1));
            self.alpha = (1.0 - GAIN) * self.alpha + GAIN * share;
            *self = Self { alpha: self.alpha, acknowledged: 0, marked: 0, window_end: next };
        }
    }

    /// The window after a cut for a mark.
    pub(super) fn cut(&self, window: f64) -> f64 {
        (window * (1.0 - self.alpha / 2.0)).max(LEAST_WINDOW)
    }

    pub(super) fn alpha(&self) -> f64 {
        self.alpha
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.alpha);
        hash.fold(u64::from(self.acknowledged) << 32 | u64::from(self.marked));
        hash.fold(self.window_end as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endpoint::tcp::Variant;
    use crate::endpoint::tcp::bench::Bench;

    #[test]
    fn the_share_of_marks_is_averaged_once_per_window() {
        let mut dctcp = Dctcp { window_end: 10, ..Dctcp::default() };
        for (marked, expected) in [(0, 0.937500), (0, 0.878906), (5, 0.855225), (5, 0.833023)] {
            let before = dctcp.alpha();
            let end = dctcp.window_end;
            dctcp.observe(10 - marked, false, end - 1, end + 9);
            assert_eq!(dctcp.alpha(), before, "the window has not ended yet");
            dctcp.observe(marked, true, end, end + 10);
            assert!((dctcp.alpha() - expected).abs() < 1e-6, "{} instead of {expected}", dctcp.alpha());
        }
    }

    #[test]
    fn the_first_mark_halves_the_window_and_rare_marks_hardly_cut_it() {
        let mut bench = Bench::mid_flight(Variant::Dctcp).with_ecn();
        bench.ack_with_echo(10);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
        let rare = Dctcp { alpha: 0.1, ..Dctcp::default() };
        assert_eq!(rare.cut(20.0), 19.0);
    }

    #[test]
    fn a_mark_leaves_at_least_two_packets() {
        assert_eq!(Dctcp::default().cut(2.5), 2.0);
    }

    #[test]
    fn a_window_is_cut_once_for_any_number_of_marks() {
        let mut bench = Bench::mid_flight(Variant::Dctcp).with_ecn();
        for number in 10..=17 {
            bench.ack_with_echo(number);
        }
        assert_eq!((bench.cwnd(), bench.sender().counts().ecn_cuts), (4.0, 1));
    }

    #[test]
    fn a_loss_halves_the_window_for_any_share_of_marks() {
        let mut bench = Bench::mid_flight(Variant::Dctcp).with_ecn();
        for _ in 0..3 {
            bench.ack(9);
        }
        assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
    }
}
