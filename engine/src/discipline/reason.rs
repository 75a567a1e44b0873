//! Why a packet was lost or marked.

use crate::texts::text;

/// The reason of a drop or a mark. One list for all disciplines, since results are compared across them.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
#[repr(u8)]
pub enum Reason {
    /// A random drop of the arrival, by a probability below 1.
    Early,
    /// The arrival was dropped without chance: the average (or rate) is beyond its upper threshold.
    Forced,
    /// The buffer was full.
    Overflow,
    /// The arrival's flow was met among the drawn packets.
    MatchArriving,
    /// A queued packet was drawn and found to be of the arrival's flow.
    MatchVictim,
    /// The arrival's flow stands in a table of offenders.
    Penalty,
    /// A random ECN mark in place of [`Reason::Early`].
    MarkEarly,
    /// An ECN mark without chance, in place of [`Reason::Forced`].
    MarkForced,
}

/// What people are told about a reason.
#[derive(Clone, Copy, Debug)]
pub struct ReasonAbout {
    /// Name in results and links.
    pub id: &'static str,
    /// Name on the page.
    pub name: &'static str,
    /// One line of meaning.
    pub meaning: &'static str,
    /// Whether the packet goes on, marked.
    pub is_mark: bool,
}

impl Reason {
    /// Every reason, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Early,
        Self::Forced,
        Self::Overflow,
        Self::MatchArriving,
        Self::MatchVictim,
        Self::Penalty,
        Self::MarkEarly,
        Self::MarkForced,
    ];

    /// The reason with this id.
    pub fn of(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.about().id == id)
    }

    /// Its place in tables.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What people are told about it.
    pub const fn about(self) -> ReasonAbout {
        let (id, name, meaning, is_mark) = match self {
            Self::Early => {
                ("early", "early drop", "dropped by chance, the more likely the longer the average queue", false)
            }
            Self::Forced => ("forced", "forced drop", "dropped because the average queue is above its maximum", false),
            Self::Overflow => ("overflow", "overflow", "dropped because the buffer was full", false),
            Self::MatchArriving => (
                "match_arriving",
                "matched, arriving",
                "dropped on arrival because a packet of the same flow was drawn from the queue",
                false,
            ),
            Self::MatchVictim => (
                "match_victim",
                "matched, in queue",
                "taken out of the queue because it was drawn and shares the flow of the arrival",
                false,
            ),
            Self::Penalty => ("penalty", "penalty", "dropped because the flow is listed as an offender", false),
            Self::MarkEarly => ("mark_early", "early mark", "ECN-marked by chance in place of an early drop", true),
            Self::MarkForced => ("mark_forced", "forced mark", "ECN-marked in place of a forced drop", true),
        };
        ReasonAbout { id, name, meaning: text(meaning), is_mark }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_list() {
        for (number, reason) in Reason::ALL.into_iter().enumerate() {
            assert_eq!(reason.index(), number);
        }
    }
}
