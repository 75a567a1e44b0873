//! DCTCP as in Linux: α is stored in parts of 1024. A marked window is cut by the fraction α/2, and a loss halves the
//! window.
//!
//! Source: S. Bensley et al., RFC 8257, 2017; Linux 6.12 for the arithmetic.

use super::window::Window;
use crate::base::hash::StateHash;

/// The number that represents α = 1.
const ONE: u64 = 1024;
/// The weight of a window in the average, as a shift: 1/16.
const GAIN_SHIFT: u32 = 4;

#[derive(Clone, Debug)]
pub(super) struct Dctcp {
    alpha: u64,
    /// The window over which marks are counted ends with the first acknowledgement of at least this number.
    round_end: i64,
    delivered: u64,
    delivered_marked: u64,
    before_cut: u32,
}

impl Default for Dctcp {
    fn default() -> Self {
        Self { alpha: ONE, round_end: 0, delivered: 0, delivered_marked: 0, before_cut: 0 }
    }
}

impl Dctcp {
    pub(super) fn see_ack(&mut self, first_unacknowledged: i64, next: i64, delivered: u64, marked: u64) {
        if first_unacknowledged < self.round_end {
            return;
        }
        let mut alpha = self.alpha;
        // The decay is rounded down. A decay of 0 would no longer lower the average, so the average is set to 0.
        let decay = alpha >> GAIN_SHIFT;
        alpha -= if decay == 0 { alpha } else { decay };
        let new_marked = marked - self.delivered_marked;
        if new_marked > 0 {
            let share = (new_marked << (10 - GAIN_SHIFT)) / (delivered - self.delivered).max(1);
            alpha = (alpha + share).min(ONE);
        }
        *self = Self { alpha, round_end: next, delivered, delivered_marked: marked, ..*self };
    }

    pub(super) fn cut(&mut self, cwnd: u32) -> u32 {
        self.before_cut = cwnd;
        cwnd - ((u64::from(cwnd) * self.alpha) >> 11) as u32
    }

    pub(super) fn halve_for_loss(&mut self, window: &mut Window) {
        self.before_cut = window.cwnd;
        window.ssthresh = (window.cwnd >> 1).max(2);
    }

    pub(super) fn before_cut(&self) -> u32 {
        self.before_cut
    }

    pub(super) fn alpha(&self) -> f64 {
        self.alpha as f64 / ONE as f64
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for value in [self.alpha, self.round_end as u64, self.delivered, self.delivered_marked] {
            hash.fold(value);
        }
        hash.fold(u64::from(self.before_cut));
    }
}
