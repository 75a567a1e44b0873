//! Window growth in congestion avoidance, and the size of window cuts.
//!
//! CUBIC differs from SACK, and DCTCP from NewReno, only in these rules; the detection and repair of losses are the
//! same.

use super::Variant;
use super::cubic::Cubic;
use super::dctcp::Dctcp;
use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

const LEAST_THRESHOLD: f64 = 2.0;

/// The rule by which the window grows and is cut; for growth, Vegas has a rule of its own. The state of CUBIC and DCTCP
/// is boxed, since most flows have none.
#[derive(Clone, Debug)]
pub(super) enum Control {
    /// Standard (RFC 5681): the window grows by one packet per round trip, and a loss or mark halves it.
    Reno,
    /// See `cubic.rs`.
    Cubic(Box<Cubic>),
    /// See `dctcp.rs`.
    Dctcp(Box<Dctcp>),
}

/// Window and threshold after a cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    /// Congestion window \[packets\].
    pub(super) window: f64,
    /// Slow-start threshold \[packets\].
    pub(super) threshold: f64,
}

impl Cut {
    fn to(left: f64, threshold: f64) -> Self {
        Self { window: left, threshold: threshold.max(LEAST_THRESHOLD) }
    }

    /// Half of the window, as in ns-2: the window keeps its fraction, and the threshold is a whole number.
    fn halved(window: f64) -> Self {
        Self::to(window / 2.0, (window / 2.0).floor())
    }
}

impl Control {
    pub(super) fn of(variant: Variant) -> Self {
        match variant {
            Variant::Cubic => Self::Cubic(Box::default()),
            Variant::Dctcp => Self::Dctcp(Box::default()),
            Variant::Tahoe
            | Variant::Reno
            | Variant::NewReno
            | Variant::Sack
            | Variant::Vegas
            | Variant::Bbr
            | Variant::Prague => Self::Reno,
        }
    }

    /// Cuts the window for a loss that acknowledgements signal.
    pub(super) fn cut_for_loss(&mut self, window: f64) -> Cut {
        match self {
            Self::Reno | Self::Dctcp(_) => Cut::halved(window),
            Self::Cubic(cubic) => {
                let left = cubic.cut(window);
                Cut::to(left, left)
            }
        }
    }

    pub(super) fn cut_for_mark(&mut self, window: f64) -> Cut {
        match self {
            Self::Dctcp(dctcp) => {
                let left = dctcp.cut(window);
                Cut::to(left, left)
            }
            Self::Reno | Self::Cubic(_) => self.cut_for_loss(window),
        }
    }

    /// The threshold after a timeout, or after any loss in Tahoe.
    pub(super) fn threshold_after_timeout(&mut self, window: f64) -> f64 {
        match self {
            Self::Reno | Self::Dctcp(_) => Cut::halved(window).threshold,
            Self::Cubic(cubic) => cubic.time_out(window).max(LEAST_THRESHOLD),
        }
    }

    /// Records that the sender was idle.
    pub(super) fn restart(&mut self) {
        if let Self::Cubic(cubic) = self {
            cubic.restart();
        }
    }

    /// Processes the marks that a new acknowledgement reports. The acknowledgement covers `count` packets up to
    /// `highest`; `next` is the next packet to send.
    pub(super) fn observe_marks(&mut self, count: u32, is_marked: bool, highest: i64, next: i64) {
        if let Self::Dctcp(dctcp) = self {
            dctcp.observe(count, is_marked, highest, next);
        }
    }

    /// The window after an acknowledgement of `acknowledged` packets in congestion avoidance; `most` is the receiver's
    /// window.
    #[inline]
    pub(super) fn grow(&mut self, window: f64, most: u32, acknowledged: i64, srtt: Option<Span>, now: SimTime) -> f64 {
        match self {
            Self::Reno | Self::Dctcp(_) => window + 1.0 / window,
            Self::Cubic(_) if window >= f64::from(most) => window,
            Self::Cubic(cubic) => cubic.grow(window, acknowledged as f64, srtt.unwrap_or_default(), now),
        }
    }

    /// DCTCP's average share of marked packets \[1\].
    pub(super) fn marked_share(&self) -> Option<f64> {
        match self {
            Self::Dctcp(dctcp) => Some(dctcp.alpha()),
            Self::Reno | Self::Cubic(_) => None,
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        match self {
            Self::Reno => {}
            Self::Cubic(cubic) => cubic.fold(hash),
            Self::Dctcp(dctcp) => dctcp.fold(hash),
        }
    }
}
