//! Steps between events of one kind: the kinds, and the search for the next or the previous event.

use super::Timeline;
use crate::base::packet::{FlowId, Packet};
use crate::base::time::SimTime;
use crate::discipline::{AnyDiscipline, LineId, Reason};
use crate::network::sim::Simulation;
use crate::page::checkpoint::Position;
use crate::probe::Probe;
use crate::scenario::Problem;
use serde_json::Value;
use ts_rs::TS;

/// The largest number of events that a search for an event of some kind simulates; this takes some 50 ms in a browser.
const SEARCHED_EVENTS: u64 = 250_000;

/// The kind of event to which a step leads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Step {
    /// A decision: on an arrival, or at a dequeue or timer event that drops or marks a packet.
    Decision,
    /// A decision on an arrival of this flow.
    Arrival(FlowId),
    /// A drop or a mark for this reason; without a reason, any drop, but no mark. The packet may be an arrival or a
    /// queued packet.
    Drop(Option<Reason>),
    /// A drawn packet that matched.
    Match,
    /// The execution of one of these lines of pseudo-code, in a decision or outside decisions.
    Line(Lines),
    /// One second of simulated time.
    Second,
}

/// A set of lines of pseudo-code.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Lines([u64; 4]);

impl Lines {
    /// The lines with these numbers; `None` if a value is not a line number.
    fn of(numbers: &[Value]) -> Option<Self> {
        let mut lines = Self::default();
        for number in numbers {
            let LineId(line) = LineId(u8::try_from(number.as_u64()?).ok()?);
            lines.0[usize::from(line / 64)] |= 1 << (line % 64);
        }
        Some(lines)
    }

    #[inline]
    fn contains(self, LineId(line): LineId) -> bool {
        self.0[usize::from(line / 64)] >> (line % 64) & 1 == 1
    }
}

impl Step {
    /// A count that increases with every event of the kind, and perhaps with others. While it is constant, no such
    /// event has happened.
    fn count(self, simulation: &Simulation) -> u64 {
        let totals = simulation.totals();
        match self {
            Self::Decision => totals.decisions(),
            // Lines of pseudo-code also run outside decisions, so every event counts.
            Self::Second | Self::Line(_) => simulation.event_count(),
            Self::Arrival(flow) => simulation.arrivals().nth(flow.index()).unwrap_or(0),
            Self::Drop(Some(reason)) => totals.counts.by_reason[reason.index()],
            Self::Drop(None) => totals.counts.dropped(),
            Self::Match => totals.counts.comparisons,
        }
    }

    /// Reads `{ kind, flow, reason }`. `kind` is `decision`, `arrival` (of the flow in row `flow`), `drop`, `match`,
    /// `line` (one of `lines`, by their numbers) or `second`. For `drop`, `reason` is the number of a reason as in
    /// frames; without it, any reason counts.
    pub fn parse(value: &Value) -> Result<Self, Vec<Problem>> {
        match value["kind"].as_str() {
            Some("decision") => Ok(Self::Decision),
            Some("match") => Ok(Self::Match),
            Some("second") => Ok(Self::Second),
            Some("line") => match value["lines"].as_array().and_then(|lines| Lines::of(lines)) {
                Some(lines) => Ok(Self::Line(lines)),
                None => {
                    Err(vec![Problem::new("lines", format!("is {}, which is not a list of lines", value["lines"]))])
                }
            },
            Some("arrival") => match value["flow"].as_u64().and_then(|row| u32::try_from(row).ok()) {
                Some(row) => Ok(Self::Arrival(FlowId(row))),
                None => Err(vec![Problem::new("flow", format!("is {}, which is not a row", value["flow"]))]),
            },
            Some("drop") => match &value["reason"] {
                Value::Null => Ok(Self::Drop(None)),
                given => match given.as_u64().and_then(|number| Reason::ALL.get(number as usize)) {
                    Some(&reason) => Ok(Self::Drop(Some(reason))),
                    None => Err(vec![Problem::new("reason", format!("is {given}, which is not a number of a reason"))]),
                },
            },
            _ => Err(vec![Problem::new(
                "kind",
                format!("is {}; known are decision, arrival, drop, match, line, second", value["kind"]),
            )]),
        }
    }
}

/// The direction of a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// Towards the start.
    Back,
    /// Towards the end.
    Forward,
}

/// The result of a step.
#[derive(Clone, Copy, Debug, Eq, PartialEq, TS)]
#[ts(rename_all = "kebab-case")]
pub enum Found {
    /// The event was found, and the run is just after the event.
    Found,
    /// There is no such event in this direction; the run has not moved.
    None,
    /// No such event was found within the range of one search; the run has not moved.
    NotWithinReach,
}

impl Found {
    /// Name in the JSON answers.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::None => "none",
            Self::NotWithinReach => "not-within-reach",
        }
    }
}

/// A search for the next or the previous event of a kind, carried out in pieces. The search uses copies of the run, so
/// the run itself does not move.
#[derive(Clone)]
pub(super) struct Search {
    watch: Watch,
    simulation: Simulation,
    /// The number of events that may still be searched before the search ends without result.
    left: u64,
    way: Way,
}

/// The direction of a search, with its state.
#[derive(Clone)]
enum Way {
    Forward,
    /// The search goes back from checkpoint to checkpoint. The counts at the checkpoints show which parts of the run
    /// contain no event of the searched kind; these parts are skipped.
    Back {
        present: Position,
        /// The checkpoint at the start of the searched part, and the end of this part \[events\].
        place: Option<usize>,
        until: u64,
        /// Number of the last event of the searched kind in the part searched so far; events are numbered from the
        /// start of the run.
        found: Option<u64>,
    },
}

/// The progress of a search.
pub(super) enum Searched {
    UnderWay,
    /// The event with this number was found.
    Found(u64),
    /// No event was found, for the given reason.
    Not(Found),
}

impl Search {
    /// A search that starts at the current point of `timeline`; `None` if it is already known that there is no such
    /// event.
    pub(super) fn new(timeline: &Timeline, step: Step, direction: Direction) -> Option<Self> {
        match direction {
            Direction::Forward => Some(Self::forward(timeline, step)),
            Direction::Back => {
                let counted = step.count(timeline.simulation());
                let mut search = Self {
                    watch: Watch { step, has_met: false },
                    simulation: timeline.simulation().clone(),
                    left: SEARCHED_EVENTS,
                    way: Way::Forward,
                };
                search.stretch_before(timeline, timeline.simulation().event_count(), counted).then_some(search)
            }
        }
    }

    fn forward(timeline: &Timeline, step: Step) -> Self {
        let (present, checkpoints) = (timeline.simulation(), &timeline.checkpoints);
        let counted = step.count(present);
        let first = checkpoints.last_with(|position, _| position.events <= present.event_count());
        let mut later = first.map_or(0, |place| place + 1)..checkpoints.count();
        // The search starts at the last checkpoint before the next event of the searched kind. If the script fails
        // earlier, the search must end at the failure, so it starts at a checkpoint before the failure.
        let is_skipped = |kept: &Simulation| step.count(kept) == counted && !kept.has_stopped();
        let start = later.by_ref().take_while(|&place| is_skipped(checkpoints.kept(place))).last();
        let simulation = match start {
            Some(place) => checkpoints.simulation(Some(place), present),
            None => present.clone(),
        };
        Self { watch: Watch { step, has_met: false }, simulation, left: SEARCHED_EVENTS, way: Way::Forward }
    }

    /// How far the search has progressed: number of events, and time \[s\].
    pub(super) fn place(&self) -> (u64, f64) {
        (self.simulation.event_count(), self.simulation.now().secs())
    }

    /// Searches at most `max_events` further events, and subtracts their number from `max_events`.
    pub(super) fn go_on(&mut self, timeline: &Timeline, max_events: &mut u64) -> Searched {
        while *max_events > 0 {
            let before = self.simulation.effort();
            let done = match self.way {
                Way::Forward => self.look_forward(),
                Way::Back { .. } => self.look_back(timeline),
            };
            // Each iteration counts as at least one event. A search backwards may have moved `simulation` to an earlier
            // checkpoint, so the difference of the counts would be 0.
            *max_events = max_events.saturating_sub(self.simulation.effort().saturating_sub(before).max(1));
            if let Some(done) = done {
                return done;
            }
        }
        Searched::UnderWay
    }

    fn look_forward(&mut self) -> Option<Searched> {
        if self.left == 0 {
            return Some(Searched::Not(Found::NotWithinReach));
        }
        self.left -= 1;
        // After its script has failed, a lane has no further events of any kind.
        if self.simulation.has_stopped() {
            return Some(Searched::Not(Found::None));
        }
        let end = self.simulation.end();
        if self.simulation.watch_events(1, end, &mut self.watch) {
            return Some(Searched::Not(Found::None));
        }
        // A search forward also ends at the event at which the script fails.
        (self.watch.has_met || self.simulation.has_stopped()).then(|| Searched::Found(self.simulation.event_count()))
    }

    fn look_back(&mut self, timeline: &Timeline) -> Option<Searched> {
        let Way::Back { present, place, until, ref mut found } = self.way else { return None };
        if self.simulation.event_count() < until {
            self.watch.has_met = false;
            let is_past = self.simulation.watch_events(1, present.now, &mut self.watch);
            if self.watch.has_met && Position::of(&self.simulation) < present {
                *found = Some(self.simulation.event_count());
            }
            if !is_past {
                return None;
            }
        }
        if let Some(event) = *found {
            return Some(Searched::Found(event));
        }
        let from = timeline.checkpoints.position(place).events;
        let counted = place.map_or(0, |place| self.watch.step.count(timeline.checkpoints.kept(place)));
        self.left = self.left.saturating_sub(until - from);
        if !self.stretch_before(timeline, from, counted) {
            return Some(Searched::Not(Found::None));
        }
        (self.left == 0).then_some(Searched::Not(Found::NotWithinReach))
    }

    /// Finds the last part of the run before event `until` that contains an event of the searched kind, and moves the
    /// search to its start. A part begins at a checkpoint or at the start of the run, and ends at the next checkpoint
    /// or at `until`, inclusive. `counted` is the number of events of the kind up to `until`. Returns false if no part
    /// contains such an event.
    fn stretch_before(&mut self, timeline: &Timeline, mut until: u64, mut counted: u64) -> bool {
        let checkpoints = &timeline.checkpoints;
        while until > 0 && counted > 0 {
            let place = checkpoints.last_with(|position, _| position.events < until);
            let from = checkpoints.position(place).events;
            let counted_before = place.map_or(0, |place| self.watch.step.count(checkpoints.kept(place)));
            if counted_before < counted {
                let present = Position::of(timeline.simulation());
                self.simulation = checkpoints.simulation(place, timeline.simulation());
                self.way = Way::Back { present, place, until, found: None };
                return true;
            }
            (until, counted) = (from, counted_before);
        }
        false
    }
}

/// A probe that looks for events of one kind.
#[derive(Clone)]
struct Watch {
    step: Step,
    has_met: bool,
}

impl Watch {
    #[inline]
    fn meets(&mut self, is_met: bool) {
        self.has_met |= is_met;
    }
}

impl Probe for Watch {
    #[inline]
    fn decision_starts(&mut self, _: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.meets(match self.step {
            Step::Decision => true,
            Step::Arrival(flow) => packet.flow == flow,
            Step::Drop(_) | Step::Match | Step::Line(_) | Step::Second => false,
        });
    }

    #[inline]
    fn line(&mut self, line: LineId) {
        if let Step::Line(lines) = self.step {
            self.meets(lines.contains(line));
        }
    }

    #[inline]
    fn trigger_ends(&mut self, _: SimTime, struck: bool, _: &AnyDiscipline) {
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
