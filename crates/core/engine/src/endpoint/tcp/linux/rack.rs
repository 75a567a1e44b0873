//! RACK: a packet is lost when a packet sent later has arrived and a reordering window has passed.
//!
//! Rule: RACK stores the send time and the round-trip time of the most recently sent packet known to have arrived. A
//! packet sent earlier counts as lost once its age exceeds that round-trip time plus the reordering window. As long as
//! no reordering has been observed, the reordering window is 0 in recovery or while three packets are held. Otherwise
//! the reordering window is a quarter of the minimum round-trip time. The path of this engine never reorders the
//! packets of a flow. A receiver's report of a duplicate (DSACK) widens the window by another quarter for the next 16
//! recoveries.
//! Source: Y. Cheng et al., The RACK-TLP Loss Detection Algorithm for TCP, RFC 8985, 2021, sections 6 and 7; Linux 6.12 for
//! the bound of an eighth of the smoothed round trip and for the window before recovery.

use super::scoreboard::{Scoreboard, Sent};
use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

/// The number of packets held by the receiver out of order at which the reordering window becomes 0 [tcp_reordering].
const DUP_ACK_THRESHOLD: u32 = 3;
/// The number of recoveries for which a widened window lasts.
const PERSISTENCE: u32 = 16;
/// The largest number of steps by which the window is widened.
const MOST_STEPS: u32 = 255;

#[derive(Clone, Debug)]
pub(super) struct Rack {
    /// The send time and the number of the most recently sent packet known to have arrived.
    latest: (SimTime, i64),
    /// The round-trip time of that packet.
    rtt: Span,
    /// Whether `latest` has changed since the last search for losses.
    pub(super) has_news: bool,
    /// The length of the reordering window, as a number of quarters of the minimum round-trip time.
    steps: u32,
    /// The number of further recoveries for which the window remains widened.
    persist: u32,
    /// Whether a duplicate was reported since the window was last widened.
    pub(super) saw_duplicate: bool,
    /// The number of deliveries when the window was last widened. This number limits widening to once per round trip.
    widened_at: u64,
}

impl Default for Rack {
    fn default() -> Self {
        Self {
            latest: (SimTime::ZERO, -1),
            rtt: Span::ZERO,
            has_news: false,
            steps: 1,
            persist: 0,
            saw_duplicate: false,
            widened_at: 0,
        }
    }
}

/// The values that determine the size of the reordering window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub(super) min_rtt: Span,
    /// The smoothed round-trip time.
    pub(super) srtt: Span,
    pub(super) is_recovering: bool,
}

impl Rack {
    /// Records the arrival of a packet; `packet` is the record of its sending.
    pub(super) fn arrived(&mut self, packet: &Sent, now: SimTime, min_rtt: Option<Span>) {
        let rtt = now.since(packet.at);
        // The acknowledgement came too soon after the retransmission, so it is the original packet that has arrived.
        if packet.was_again && min_rtt.is_some_and(|least| rtt < least) {
            return;
        }
        self.has_news = true;
        self.rtt = rtt;
        self.latest = self.latest.max((packet.at, packet.number));
    }

    /// Widens the reordering window after a report of a duplicate (DSACK), at most once per round trip.
    pub(super) fn update_window(&mut self, prior_delivered: u64, delivered: u64) {
        if prior_delivered < self.widened_at {
            self.saw_duplicate = false;
        }
        if std::mem::take(&mut self.saw_duplicate) {
            self.steps = (self.steps + 1).min(MOST_STEPS);
            self.widened_at = delivered;
            self.persist = PERSISTENCE;
        } else if self.persist == 0 {
            self.steps = 1;
        }
    }

    pub(super) fn recovery_ended(&mut self) {
        self.persist = self.persist.saturating_sub(1);
    }

    /// How late a packet may be before it counts as lost.
    pub(super) fn window(&self, board: &Scoreboard, path: Path) -> Span {
        if path.is_recovering || board.held >= DUP_ACK_THRESHOLD {
            return Span::ZERO;
        }
        let wide = path.min_rtt.nanos() / 4 * u64::from(self.steps);
        Span::from_nanos(wide.min(path.srtt.nanos() / 8))
    }

    /// The time until the packet `sent` counts as lost if no acknowledgement of it arrives; `None` if that time has passed.
    pub(super) fn remaining(&self, sent: &Sent, window: Span, now: SimTime) -> Option<Span> {
        let until = sent.at + self.rtt + window;
        (until > now).then(|| until.since(now))
    }

    /// Marks the overdue packets as lost: packets sent too long before `latest`. Returns their number. Also returns the
    /// longest remaining time until a packet sent before `latest` becomes overdue, if there is such a packet.
    pub(super) fn mark_losses(&mut self, board: &mut Scoreboard, path: Path, now: SimTime) -> (u32, Option<Span>) {
        self.has_news = false;
        let window = self.window(board, path);
        let mut longest: Option<Span> = None;
        let mut overdue = Vec::new();
        for (place, packet) in board.iter().enumerate() {
            let is_candidate = !packet.is_held && (!packet.is_lost || packet.is_again);
            if !is_candidate || (packet.at, packet.number) >= self.latest {
                continue;
            }
            match self.remaining(packet, window, now) {
                None => overdue.push(place),
                Some(span) => longest = longest.max(Some(span)),
            }
        }
        for &place in &overdue {
            board.mark_lost(place);
        }
        (overdue.len() as u32, longest)
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.latest.0.nanos());
        hash.fold(self.latest.1 as u64);
        hash.fold(self.rtt.nanos());
        hash.fold(u64::from(self.has_news) << 1 | u64::from(self.saw_duplicate));
        hash.fold(u64::from(self.steps) << 32 | u64::from(self.persist));
        hash.fold(self.widened_at);
    }
}
