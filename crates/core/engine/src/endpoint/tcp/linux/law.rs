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
    /// NewReno's growth, and half of the window after a loss.
    Reno,
    Cubic(Cubic),
    Vegas(Vegas),
    Dctcp(Dctcp),
    Bbr(Box<Bbr>),
    Prague(Box<Prague>),
}

/// The facts about the connection that a law needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    pub(super) now: SimTime,
    pub(super) first_unacknowledged: i64,
    /// The next packet to be sent.
    pub(super) next: i64,
    pub(super) in_flight: u32,
    pub(super) srtt: Option<Span>,
    /// The moment at which the pacer releases the next packet.
    pub(super) paced_until: SimTime,
    pub(super) state: State,
    /// Whether the window was used enough that it may grow.
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
            // Without marks Prague would be Reno.
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

    /// Whether the law sets the window itself and paces, as BBR and Prague do.
    pub(super) fn has_own_control(&self) -> bool {
        matches!(self, Self::Bbr(_) | Self::Prague(_))
    }

    /// Runs the control of a law that sets the window itself.
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

    /// Notes that the connection is open, with a first round trip.
    pub(super) fn open(&mut self, window: &Window, facts: Facts) {
        match self {
            Self::Bbr(bbr) => bbr.open(window, facts),
            Self::Prague(prague) => prague.open(window, facts),
            Self::Vegas(vegas) => vegas.enable(facts.next),
            _ => {}
        }
    }

    /// Notes an acknowledgement, with the packets delivered so far and those of them that were marked.
    pub(super) fn see_ack(&mut self, facts: Facts, delivered: u64, delivered_marked: u64) {
        if let Self::Dctcp(dctcp) = self {
            dctcp.see_ack(facts.first_unacknowledged, facts.next, delivered, delivered_marked);
        }
    }

    /// Notes the round trip of an acknowledgement.
    pub(super) fn see_round_trip(&mut self, window: &mut Window, rtt: Option<Span>, facts: Facts) {
        match (self, rtt) {
            (Self::Cubic(cubic), Some(rtt)) => cubic.see_round_trip(window, rtt, facts),
            (Self::Vegas(vegas), Some(rtt)) => vegas.see_round_trip(rtt),
            _ => {}
        }
    }

    /// Notes a change of the state of loss recovery.
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

    /// Notes a timeout, at which DCTCP and Prague halve.
    pub(super) fn time_out(&mut self, window: &mut Window) {
        match self {
            Self::Dctcp(dctcp) => dctcp.halve_for_loss(window),
            Self::Prague(prague) => prague.lose(window),
            _ => {}
        }
    }

    /// The window after a needless cut is undone.
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

    /// Notes that a packet leaves `idle` after the last one, while no other packet is in the network.
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

    /// The packets that Vegas estimates to have in the queues.
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
