//! The reasons for dropping or marking packets.

use crate::base::texts::text;
use serde::Serialize;
use ts_rs::TS;

/// The reason for a drop or a mark. All disciplines share one list, so that results of different disciplines can be
/// compared.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
#[repr(u8)]
pub enum Reason {
    /// A random drop of the arrival, with a probability below 1.
    Early,
    /// A deterministic drop of the arrival: the average (or rate) is beyond its upper threshold.
    Forced,
    /// The buffer was full.
    Overflow,
    /// The arrival was dropped because a drawn packet belongs to the same flow.
    MatchArriving,
    /// A queued packet was drawn and found to belong to the arrival's flow.
    MatchVictim,
    /// The arrival's flow is in a table of offenders.
    Penalty,
    /// A random ECN mark instead of [`Reason::Early`].
    MarkEarly,
    /// A deterministic ECN mark instead of [`Reason::Forced`].
    MarkForced,
    /// The arrival was refused, because a bin of its flow already holds the maximum number of packets.
    BinLimit,
    /// A waiting packet of the longest queue was dropped to make room for the arrival.
    PushOut,
    /// The arrival's flow or bucket already has the maximum number of waiting packets.
    PerFlowLimit,
    /// The arrival's flow has strikes from earlier drops, and already has its fair share of the queue.
    Strike,
    /// A random drop whose probability is the fraction of the flow's rate above the fair rate.
    FairRate,
    /// A random drop of the first packet of the flow with the longest queue.
    LongestFlow,
    /// Packets have waited too long in the queue, so the packet that was about to leave was dropped.
    Sojourn,
    /// The packet was dropped although it is ECN-capable, because marking alone no longer suffices.
    Overload,
    /// The packet was lost when flows were assigned to new buckets and its new bucket had no room.
    Rehash,
    /// An ECN mark instead of [`Reason::Sojourn`].
    MarkSojourn,
    /// An ECN mark instead of [`Reason::LongestFlow`].
    MarkLongest,
    /// The packet was lost because packets and holes filled the ring of Linux's CHOKe; since then the ring counts as
    /// empty.
    RingLost,
}

/// A category of reasons. All reasons of a category share one colour and one symbol on the page.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonFamily {
    /// The buffer had no room.
    Overflow,
    /// The decision was random.
    Early,
    /// A limit was crossed, without a random decision.
    Forced,
    /// A drawn packet was of the same flow.
    Match,
    /// The flow was listed as an offender.
    Penalty,
    /// The packet was marked, not dropped.
    Mark,
}

/// The human-readable description of a reason.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct ReasonAbout {
    /// Name in results and links.
    pub id: &'static str,
    /// Name on the page.
    pub name: &'static str,
    /// What it means, in one line.
    pub meaning: &'static str,
    /// The category, which determines the colour and symbol on the page.
    pub family: ReasonFamily,
    /// Whether the packet is marked rather than dropped.
    pub is_mark: bool,
}

impl Reason {
    /// Every reason, in order of its number.
    pub const ALL: [Self; 20] = [
        Self::Early,
        Self::Forced,
        Self::Overflow,
        Self::MatchArriving,
        Self::MatchVictim,
        Self::Penalty,
        Self::MarkEarly,
        Self::MarkForced,
        Self::BinLimit,
        Self::PushOut,
        Self::PerFlowLimit,
        Self::Strike,
        Self::FairRate,
        Self::LongestFlow,
        Self::Sojourn,
        Self::Overload,
        Self::Rehash,
        Self::MarkSojourn,
        Self::MarkLongest,
        Self::RingLost,
    ];

    /// The reason with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.about().id == id)
    }

    /// The number of the reason: its index in [`Reason::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The human-readable description of the reason.
    pub const fn about(self) -> ReasonAbout {
        use ReasonFamily::{Early, Forced, Mark, Match, Overflow, Penalty};
        let (id, name, meaning, family) = match self {
            Self::Early => ("early", "early drop", "dropped at random; the probability rises with congestion", Early),
            Self::Forced => (
                "forced",
                "forced drop",
                "dropped without a random decision: the average queue, or the rate of arrivals, is above its limit",
                Forced,
            ),
            Self::Overflow => ("overflow", "overflow", "dropped because the buffer was full", Overflow),
            Self::MatchArriving => (
                "match_arriving",
                "matched, arriving",
                "dropped on arrival because a packet of the same flow was drawn from the queue",
                Match,
            ),
            Self::MatchVictim => (
                "match_victim",
                "matched, in queue",
                "taken out of the queue because it was drawn and shares the flow of the arrival",
                Match,
            ),
            Self::Penalty => ("penalty", "penalty", "dropped because the flow is listed as an offender", Penalty),
            Self::MarkEarly => ("mark_early", "early mark", "ECN-marked at random instead of an early drop", Mark),
            Self::MarkForced => ("mark_forced", "forced mark", "ECN-marked instead of a forced drop", Mark),
            Self::BinLimit => ("bin_limit", "bin full", "dropped because a bin of its flow is full", Forced),
            Self::PushOut => (
                "push_out",
                "pushed out",
                "taken out of the longest queue to make room for a packet of another flow",
                Overflow,
            ),
            Self::PerFlowLimit => (
                "per_flow_limit",
                "flow's limit",
                "dropped because its flow already has as many waiting packets as one flow may have",
                Forced,
            ),
            Self::Strike => (
                "strike",
                "strike",
                "dropped because its flow has strikes and already has its share of the queue",
                Penalty,
            ),
            Self::FairRate => (
                "fair_rate",
                "above fair rate",
                "dropped at random; the probability rises with the excess of the flow's rate over the fair rate",
                Early,
            ),
            Self::LongestFlow => {
                ("longest_flow", "longest flow", "dropped at random from the head of the longest queue", Early)
            }
            Self::Sojourn => {
                ("sojourn", "sojourn drop", "dropped at dequeue because packets have been waiting too long", Forced)
            }
            Self::Overload => (
                "overload",
                "overload drop",
                "dropped although the packet is ECN-capable, since marks alone are not enough",
                Forced,
            ),
            Self::Rehash => (
                "rehash",
                "lost in rehash",
                "lost when flows were reassigned to buckets and the packet's new bucket had no room",
                Overflow,
            ),
            Self::MarkSojourn => ("mark_sojourn", "sojourn mark", "ECN-marked instead of a sojourn drop", Mark),
            Self::MarkLongest => {
                ("mark_longest", "longest flow mark", "ECN-marked instead of a drop from the longest flow", Mark)
            }
            Self::RingLost => (
                "ring_lost",
                "lost in the ring",
                "lost in the ring of Linux's CHOKe: packets and holes filled the ring, which has looked empty since",
                Overflow,
            ),
        };
        ReasonAbout { id, name, meaning: text(meaning), family, is_mark: matches!(family, Mark) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_reason_is_its_place_in_the_list() {
        for (number, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason.index(), number);
            assert_eq!(Reason::of(reason.about().id), Some(reason));
        }
    }
}
