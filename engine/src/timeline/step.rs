//! Steps from event to event of a kind: which kinds there are, and the search for the next event or the last one.

use super::Timeline;
use crate::checkpoint::Position;
use crate::discipline::{AnyDiscipline, Reason};
use crate::packet::{FlowId, Packet};
use crate::probe::Probe;
use crate::scenario::Problem;
use crate::sim::Simulation;
use crate::time::SimTime;
use serde_json::Value;

/// A search for the next or the last event of some kind ends politely after so many, some 50 ms in a browser.
const SEARCHED_EVENTS: u64 = 250_000;

/// Where a step leads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// A decision: on an arrival, or at an exit or a timer that drops or marks something.
    Decision,
    /// A decision on an arrival of this flow.
    Arrival(FlowId),
    /// A drop or mark for this reason, or any drop; of an arrival or of a waiting packet.
    Drop(Option<Reason>),
    /// A drawn packet that matched.
    Match,
    /// One second further.
    Second,
}

impl Step {
    /// A count that grows with every such event, and perhaps with others: where it stands still there is none.
    fn count(self, simulation: &Simulation) -> u64 {
        let totals = simulation.totals();
        match self {
            Self::Decision => totals.decisions(),
            Self::Arrival(flow) => simulation.arrivals().nth(flow.index()).unwrap_or(0),
            Self::Drop(Some(reason)) => totals.by_reason[reason.index()],
            Self::Drop(None) => totals.dropped(),
            Self::Match => totals.comparisons,
            Self::Second => simulation.event_count(),
        }
    }

    /// Reads `{ kind, flow, reason }`: a kind is `decision`, `arrival` (of the flow in that row), `drop` (for the reason
    /// with that id, or for any), `match` or `second`.
    pub fn parse(value: &Value) -> Result<Self, Vec<Problem>> {
        match value["kind"].as_str() {
            Some("decision") => Ok(Self::Decision),
            Some("match") => Ok(Self::Match),
            Some("second") => Ok(Self::Second),
            Some("arrival") => match value["flow"].as_u64().and_then(|row| u32::try_from(row).ok()) {
                Some(row) => Ok(Self::Arrival(FlowId(row))),
                None => Err(vec![Problem::new("flow", format!("is {}, which is no row", value["flow"]))]),
            },
            Some("drop") => match &value["reason"] {
                Value::Null => Ok(Self::Drop(None)),
                id => match Reason::of(id.as_str().unwrap_or_default()) {
                    Some(reason) => Ok(Self::Drop(Some(reason))),
                    None => Err(vec![Problem::new("reason", format!("is {id}, which is no reason"))]),
                },
            },
            _ => Err(vec![Problem::new(
                "kind",
                format!("is {}; known are decision, arrival, drop, match, second", value["kind"]),
            )]),
        }
    }
}

/// Which way a step goes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// Towards the start.
    Back,
    /// Towards the end.
    Forward,
}

/// What came of a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Found {
    /// The run stands there now.
    Yes,
    /// There is none in that direction; the run stands where it stood.
    No,
    /// None within the stretch that can be searched at once; the run stands where it stood.
    NotNearby,
}

impl Found {
    /// Name in answers.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::No => "no",
            Self::NotNearby => "not-nearby",
        }
    }
}

impl Timeline {
    /// The next event of a kind: its number. Stretches between checkpoints in which there is none are skipped.
    pub(super) fn next(&self, step: Step) -> (Found, u64) {
        let present = self.simulation();
        let counted = step.count(present);
        let first = self.checkpoints.last_with(|position, _| position.events <= present.event_count());
        let later = first.map_or(0, |place| place + 1)..self.checkpoints.count();
        let start = later.clone().take_while(|&place| step.count(self.checkpoints.kept(place)) == counted).last();
        let mut simulation = match start {
            Some(place) => self.checkpoints.simulation(Some(place), present),
            None => present.clone(),
        };
        let mut search = Search { step, has_met: false };
        for _ in 0..SEARCHED_EVENTS {
            if simulation.advance_watched(1, simulation.end(), &mut search) {
                return (Found::No, 0);
            }
            if search.has_met {
                return (Found::Yes, simulation.event_count());
            }
        }
        (Found::NotNearby, 0)
    }

    /// The last event of a kind before the present moment: its number. Goes back from checkpoint to checkpoint and skips
    /// stretches in which there is none.
    pub(super) fn last(&self, step: Step) -> (Found, u64) {
        let present = Position::of(self.simulation());
        let (mut until, mut counted) = (present.events, step.count(self.simulation()));
        let mut search = Search { step, has_met: false };
        let mut searched = 0;
        while until > 0 && counted > 0 {
            let place = self.checkpoints.last_with(|position, _| position.events < until);
            let from = self.checkpoints.position(place).events;
            let counted_before = place.map_or(0, |place| step.count(self.checkpoints.kept(place)));
            if counted_before < counted {
                if searched > SEARCHED_EVENTS {
                    return (Found::NotNearby, 0);
                }
                searched += until - from;
                let mut simulation = self.checkpoints.simulation(place, self.simulation());
                let mut found = None;
                while simulation.event_count() < until {
                    search.has_met = false;
                    if simulation.advance_watched(1, present.now, &mut search) {
                        break;
                    }
                    if search.has_met && Position::of(&simulation) < present {
                        found = Some(simulation.event_count());
                    }
                }
                if let Some(event) = found {
                    return (Found::Yes, event);
                }
            }
            (until, counted) = (from, counted_before);
        }
        (Found::No, 0)
    }
}

/// Watches out for something of a kind.
struct Search {
    step: Step,
    has_met: bool,
}

impl Search {
    #[inline]
    fn meets(&mut self, is_met: bool) {
        self.has_met |= is_met;
    }
}

impl Probe for Search {
    #[inline]
    fn decision_starts(&mut self, _: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.meets(match self.step {
            Step::Decision => true,
            Step::Arrival(flow) => packet.flow == flow,
            Step::Drop(_) | Step::Match | Step::Second => false,
        });
    }

    #[inline]
    fn turn_ends(&mut self, _: SimTime, struck: bool, _: &AnyDiscipline) {
        self.meets(struck && self.step == Step::Decision);
    }

    #[inline]
    fn draw(&mut self, _: usize, _: FlowId, is_match: bool) {
        self.meets(is_match && self.step == Step::Match);
    }

    #[inline]
    fn dropped(&mut self, _: SimTime, _: &Packet, reason: Reason, _: Option<usize>) {
        self.meets(self.step == Step::Drop(None) || self.step == Step::Drop(Some(reason)));
    }

    #[inline]
    fn marked(&mut self, _: SimTime, _: &Packet, reason: Reason) {
        self.meets(self.step == Step::Drop(Some(reason)));
    }
}
