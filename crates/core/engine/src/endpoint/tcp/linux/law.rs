//! The congestion controls of Linux's sender: how the window grows, and how a loss or a mark cuts it.

use super::super::{TcpConfig, Variant};
use super::State;
use super::bbr::Bbr;
use super::cubic::Cubic;
use super::dctcp::Dctcp;
use super::prague::Prague;
use super::rate::{RateSample, RateSampler};
use super::vegas::Vegas;
use super::window::Window;
use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

const LEAST_THRESHOLD: u32 = 2;

/// A congestion control with its state.
#[derive(Clone, Debug)]
pub(super) enum Law {
    /// NewReno's growth, and a cut to half of the window after a loss.
    Reno,
    Cubic(Cubic),
    Vegas(Vegas),
    Dctcp(Dctcp),
    Bbr(Box<Bbr>),
    Prague(Box<Prague>),
}

/// The state of the connection on which a congestion control depends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) now: SimTime,
    pub(super) first_unacknowledged: i64,
    /// The next packet to be sent.
    pub(super) next: i64,
    pub(super) in_flight: u32,
    pub(super) srtt: Option<Span>,
    /// The time at which the pacer releases the next packet.
    pub(super) paced_until: SimTime,
    pub(super) state: State,
    /// Whether the sender used enough of its window to be allowed to grow it.
    pub(super) is_window_limited: bool,
}

impl Law {
    pub(super) fn of(config: &TcpConfig, seed: u64) -> Self {
        match config.variant {
            Variant::Cubic => Self::Cubic(Cubic::default()),
            Variant::Vegas => Self::Vegas(Vegas::new(config.vegas)),
            Variant::Dctcp => Self::Dctcp(Dctcp::default()),
            Variant::Bbr => Self::Bbr(Box::new(Bbr::new(seed))),
            Variant::Prague if config.ecn => Self::Prague(Box::default()),
            // Without ECN, Prague sees no marks and would behave like Reno, so Reno takes its place.
            Variant::Prague | Variant::Tahoe | Variant::Reno | Variant::NewReno | Variant::Sack => Self::Reno,
        }
    }

    /// The threshold after a loss or mark \[packets\].
    pub(super) fn threshold(&mut self, window: &Window) -> u32 {
        match self {
            Self::Reno | Self::Vegas(_) => (window.cwnd >> 1).max(LEAST_THRESHOLD),
            Self::Cubic(cubic) => cubic.cut(window.cwnd).max(LEAST_THRESHOLD),
            Self::Dctcp(dctcp) => dctcp.cut(window.cwnd).max(LEAST_THRESHOLD),
            Self::Bbr(bbr) => {
                bbr.save_window(window.cwnd);
                window.ssthresh
            }
            Self::Prague(_) => window.ssthresh,
        }
    }

    /// Grows the window for `acknowledged` packets that arrived.
    pub(super) fn grow(&mut self, window: &mut Window, acknowledged: u32, facts: Facts) {
        match self {
            Self::Reno | Self::Dctcp(_) => window.grow_as_reno(acknowledged),
            Self::Cubic(cubic) => cubic.grow(window, acknowledged, facts.now),
            Self::Vegas(vegas) => vegas.grow(window, acknowledged, facts),
            Self::Bbr(_) | Self::Prague(_) => {}
        }
    }

    /// Whether the congestion control sets the window itself and paces packets, as BBR and Prague do.
    pub(super) fn has_own_control(&self) -> bool {
        matches!(self, Self::Bbr(_) | Self::Prague(_))
    }

    /// Runs a congestion control that sets the window itself.
    pub(super) fn control(&mut self, window: &mut Window, sample: &RateSample, rate: &mut RateSampler, facts: Facts) {
        match self {
            Self::Bbr(bbr) => bbr.control(window, sample, rate, facts),
            Self::Prague(prague) => prague.control(window, sample, facts),
            _ => {}
        }
    }

    /// The rate at which packets leave \[packets/s\], if they are paced.
    pub(super) fn pacing_rate(&self) -> Option<f64> {
        match self {
            Self::Bbr(bbr) => Some(bbr.pacing_rate()),
            Self::Prague(prague) => Some(prague.pacing_rate()),
            _ => None,
        }
    }

    /// Records that the connection is open, with a first round-trip time.
    pub(super) fn open(&mut self, window: &Window, facts: Facts) {
        match self {
            Self::Bbr(bbr) => bbr.open(window, facts),
            Self::Prague(prague) => prague.open(window, facts),
            Self::Vegas(vegas) => vegas.enable(facts.next),
            _ => {}
        }
    }

    /// Records an acknowledgement, with the number of packets delivered so far and the number of these that were marked.
    pub(super) fn see_ack(&mut self, facts: Facts, delivered: u64, delivered_marked: u64) {
        if let Self::Dctcp(dctcp) = self {
            dctcp.see_ack(facts.first_unacknowledged, facts.next, delivered, delivered_marked);
        }
    }

    /// Records the round-trip time of an acknowledgement.
    pub(super) fn see_round_trip(&mut self, window: &mut Window, rtt: Option<Span>, facts: Facts) {
        match (self, rtt) {
            (Self::Cubic(cubic), Some(rtt)) => cubic.see_round_trip(window, rtt, facts),
            (Self::Vegas(vegas), Some(rtt)) => vegas.see_round_trip(rtt),
            _ => {}
        }
    }

    /// Records a change of the state of loss recovery.
    pub(super) fn enter(&mut self, state: State, window: &mut Window, rate: &RateSampler, facts: Facts) {
        match self {
            Self::Cubic(cubic) if state == State::Loss => cubic.start_over(facts),
            Self::Vegas(vegas) => {
                if state == State::Open {
                    vegas.enable(facts.next);
                } else {
                    vegas.disable();
                }
            }
            Self::Dctcp(dctcp) if state == State::Recovery && facts.state != State::Recovery => {
                dctcp.halve_for_loss(window);
            }
            Self::Bbr(bbr) if state == State::Loss => bbr.lose(rate),
            Self::Prague(prague) if state != facts.state => match state {
                State::Recovery => prague.lose(window),
                State::Cwr => prague.cut(window, facts.now),
                State::Open => prague.recover(),
                State::Disorder | State::Loss => {}
            },
            _ => {}
        }
    }

    /// Records a timeout, at which DCTCP and Prague halve the window.
    pub(super) fn time_out(&mut self, window: &mut Window) {
        match self {
            Self::Dctcp(dctcp) => dctcp.halve_for_loss(window),
            Self::Prague(prague) => prague.lose(window),
            _ => {}
        }
    }

    /// Undoes a cut that turned out to be spurious, and returns the new window.
    pub(super) fn undone(&mut self, window: &Window, prior_cwnd: u32) -> u32 {
        match self {
            Self::Bbr(bbr) => {
                bbr.undo();
                window.cwnd
            }
            Self::Dctcp(dctcp) => window.cwnd.max(dctcp.before_cut()),
            Self::Prague(prague) => window.cwnd.max(prague.undo()),
            _ => window.cwnd.max(prior_cwnd),
        }
    }

    /// Records that a packet is sent `idle` after the previous packet, while no other packet is in the network.
    pub(super) fn resume(&mut self, idle: Span, is_app_limited: bool, facts: Facts) {
        match self {
            Self::Cubic(cubic) => cubic.resume(idle, facts.now),
            Self::Vegas(vegas) => vegas.start_over(facts.next),
            Self::Bbr(bbr) if is_app_limited => bbr.resume(),
            Self::Reno | Self::Dctcp(_) | Self::Bbr(_) | Self::Prague(_) => {}
        }
    }

    /// The average share of marked packets in DCTCP and Prague \[1\].
    pub(super) fn marked_share(&self) -> Option<f64> {
        match self {
            Self::Dctcp(dctcp) => Some(dctcp.alpha()),
            Self::Prague(prague) => Some(prague.alpha()),
            _ => None,
        }
    }

    /// Vegas's estimate of the number of its packets in the queues.
    pub(super) fn queued(&self) -> Option<f64> {
        match self {
            Self::Vegas(vegas) => vegas.queued(),
            _ => None,
        }
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        match self {
            Self::Reno => {}
            Self::Cubic(cubic) => cubic.fold(hash),
            Self::Vegas(vegas) => vegas.fold(hash),
            Self::Dctcp(dctcp) => dctcp.fold(hash),
            Self::Bbr(bbr) => bbr.fold(hash),
            Self::Prague(prague) => prague.fold(hash),
        }
    }
}
