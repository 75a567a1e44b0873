//! The events between two times of a run, found by replay. The page lists and filters these events, or requests only
//! their number.

use crate::base::packet::Packet;
use crate::base::time::SimTime;
use crate::discipline::{AnyDiscipline, Reason};
use crate::network::sim::Simulation;
use crate::page::checkpoint::Position;
use crate::page::frame::{self, EventColumns, HistoryScalars};
use crate::page::happening::{Happening, HappeningColumns, kind};
use crate::page::recorder::class_names;
use crate::page::timeline::Timeline;
use crate::probe::{Probe, Trigger};
use crate::scenario::Problem;
use serde_json::Value;

/// The largest number of events that one request replays; this takes some 50 ms in a browser. The result says where the
/// replay ended.
const REPLAYED_EVENTS: u64 = 250_000;
/// The largest number of rows in an answer.
const MAX_ROWS: usize = 100_000;

/// The condition that an event must meet to be listed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Filter {
    /// One bit for each accepted kind, in the order of the kinds' numbers in frames.
    kinds: u8,
    /// Row of the flow.
    flow: Option<u32>,
    /// Class number, as in the facts of the scene.
    class: Option<usize>,
    reason: Option<Reason>,
    /// Only events after the event with this number.
    after_event: u64,
}

impl Filter {
    /// Reads a filter `{ kinds, flow, class, reason, after_event }`, all fields optional. `kinds` is a list of names,
    /// by default drops and marks; `flow` a flow row; `class` the name of a class; `reason` an id. To continue a
    /// previous result, `after_event` is the `event` of the last row of that result.
    pub fn parse(value: &Value, timeline: &Timeline) -> Result<Self, Vec<Problem>> {
        let refuse = |field: &str, problem: String| Err(vec![Problem::new(field, problem)]);
        let drops_and_marks = 1 << kind::DROPPED_ARRIVING | 1 << kind::DROPPED_WAITING | 1 << kind::MARKED;
        let mut filter = Self { kinds: drops_and_marks, ..Self::default() };
        let Some(fields) = value.as_object() else {
            return refuse("", "is not an object".into());
        };
        for (field, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
            match field.as_str() {
                "kinds" => {
                    filter.kinds = 0;
                    for name in value.as_array().into_iter().flatten() {
                        let codes = kind::ABOUT.codes;
                        match codes.iter().find(|(known, ..)| Some(*known) == name.as_str()) {
                            Some((_, number, _)) => filter.kinds |= 1 << number,
                            None => {
                                let known: Vec<_> = codes.iter().map(|(known, ..)| *known).collect();
                                return refuse(field, format!("has {name}; known are {}", known.join(", ")));
                            }
                        }
                    }
                }
                "flow" => match value.as_u64().and_then(|row| u32::try_from(row).ok()) {
                    Some(row) => filter.flow = Some(row),
                    None => return refuse(field, format!("is {value}, which is not a row")),
                },
                "class" => {
                    let names = class_names(timeline.simulation().scenario());
                    match names.iter().position(|name| Some(*name) == value.as_str()) {
                        Some(class) => filter.class = Some(class),
                        None => return refuse(field, format!("is {value}; known are {}", names.join(", "))),
                    }
                }
                "reason" => match Reason::of(value.as_str().unwrap_or_default()) {
                    Some(reason) => filter.reason = Some(reason),
                    None => return refuse(field, format!("is {value}, which is not a reason")),
                },
                "after_event" => match value.as_f64() {
                    Some(number) => filter.after_event = number as u64,
                    None => return refuse(field, format!("is {value}, which is not a number of an event")),
                },
                _ => return refuse(field, "is not a field of a filter".into()),
            }
        }
        Ok(filter)
    }
}

/// A request for events in progress. It replays a copy of the run, so the run itself stays at its current time.
#[derive(Clone)]
pub struct History {
    simulation: Simulation,
    gathered: Gathered,
    until: SimTime,
    /// The number of the last event that the run has simulated.
    furthest: u64,
    max_rows: usize,
    /// Number of events that may still be searched. At 0 the search stops, even before the end of the interval.
    left: u64,
}

impl History {
    /// Searches about `max_events` further events. Returns the block of [`frame::HISTORY`], or `None` if the search is
    /// not finished.
    pub fn go_on(&mut self, max_events: u64) -> Option<Vec<u8>> {
        let most = self.simulation.effort().saturating_add(max_events);
        while self.simulation.effort() < most {
            let is_cut_short = self.left == 0 || (self.max_rows > 0 && self.gathered.rows.rows() >= self.max_rows);
            let is_whole = self.simulation.event_count() >= self.furthest;
            if is_whole || is_cut_short {
                return Some(self.block(is_whole));
            }
            self.gathered.event += 1;
            if self.simulation.watch_events(1, self.until, &mut self.gathered) {
                return Some(self.block(true));
            }
            if self.gathered.is_within(self.simulation.now()) {
                self.left -= 1;
            }
        }
        None
    }

    fn block(&mut self, is_whole: bool) -> Vec<u8> {
        let scalars = HistoryScalars {
            count: self.gathered.count as f64,
            is_whole: f64::from(u8::from(is_whole)),
            ended_s: self.simulation.now().secs(),
            last_event: self.simulation.event_count() as f64,
        };
        frame::History { scalars, happenings: &self.gathered.rows, events: &self.gathered.events }.encode()
    }
}

impl Timeline {
    /// The events from `from_s` until `until_s` \[s\] of the simulated part of the run, as a block of the columns
    /// [`frame::HISTORY`]. The block holds the first `max` rows that pass the filter. If `max` is 0, the block holds
    /// only the number of such rows.
    ///
    /// Scalars: `count` is the number of rows found, `is_whole` says whether the interval was searched to its end, and
    /// `ended_s` and `last_event` say where the search ended. The next request continues with `after_event` set to
    /// `last_event`. [`Timeline::seek_event`] moves to the `event` of a row, [`Timeline::seek_decision`] to its
    /// `decision`.
    pub fn history(&self, from_s: f64, until_s: f64, filter: &Filter, max: usize) -> Vec<u8> {
        let mut history = self.begin_history(from_s, until_s, filter, max);
        loop {
            if let Some(block) = history.go_on(u64::MAX) {
                return block;
            }
        }
    }

    /// Begins the work of [`Timeline::history`].
    pub fn begin_history(&self, from_s: f64, until_s: f64, filter: &Filter, max: usize) -> History {
        let furthest = self.furthest();
        let from = SimTime::from_secs(from_s);
        let is_before = |it: Position| it.now < from || it.events <= filter.after_event;
        let checkpoints = self.checkpoints_kept();
        let simulation =
            checkpoints.simulation(checkpoints.last_with(|position, _| is_before(position)), self.simulation());
        let gathered = Gathered {
            filter: filter.clone(),
            from,
            class_of: self.classes(),
            wants_rows: max > 0,
            is_deciding: false,
            is_triggered: false,
            decisions: simulation.totals().decisions(),
            event: simulation.event_count(),
            count: 0,
            rows: HappeningColumns::default(),
            events: EventColumns::default(),
        };
        History {
            simulation,
            gathered,
            until: SimTime::from_secs(until_s).min(furthest.now),
            furthest: furthest.events,
            max_rows: max.min(MAX_ROWS),
            left: REPLAYED_EVENTS,
        }
    }

    /// Class number of every flow.
    fn classes(&self) -> Vec<usize> {
        let names = class_names(self.simulation().scenario());
        let class_of = |class: &str| names.iter().position(|name| *name == class).unwrap_or(0);
        self.simulation().flow_kinds().map(|kind| class_of(kind.class())).collect()
    }
}

#[derive(Clone)]
struct Gathered {
    filter: Filter,
    from: SimTime,
    class_of: Vec<usize>,
    wants_rows: bool,
    is_deciding: bool,
    /// Whether an action without an arrival is in progress: the link requests a packet, or the discipline's timer
    /// fires.
    is_triggered: bool,
    /// Serial of the last decision.
    decisions: u64,
    /// Number of the current event.
    event: u64,
    count: u64,
    rows: HappeningColumns,
    events: EventColumns,
}

impl Gathered {
    /// Whether `now` lies in the requested interval. Events that the replay passes before the interval are not counted.
    fn is_within(&self, now: SimTime) -> bool {
        now >= self.from && self.event > self.filter.after_event
    }

    fn happened(&mut self, now: SimTime, kind: u8, packet: &Packet, reason: Option<Reason>, place: Option<usize>) {
        let filter = &self.filter;
        let passes = filter.kinds & 1 << kind != 0
            && self.is_within(now)
            && filter.flow.is_none_or(|row| packet.flow.0 == row)
            && filter.class.is_none_or(|class| self.class_of.get(packet.flow.index()) == Some(&class))
            && filter.reason.is_none_or(|wanted| reason == Some(wanted));
        if !passes {
            return;
        }
        self.count += 1;
        if self.wants_rows {
            // An action without an arrival is a decision only if it drops or marks a packet.
            let decision = match (self.is_deciding, self.is_triggered) {
                (true, _) => self.decisions as u32,
                (false, true) => self.decisions as u32 + 1,
                (false, false) => 0,
            };
            self.rows.push(Happening::new(now, kind, packet, reason, place, decision));
            self.events.event.push(self.event as f64);
        }
    }
}

impl Probe for Gathered {
    fn decision_starts(&mut self, _: SimTime, _: &Packet, _: &AnyDiscipline) {
        self.is_deciding = true;
        self.decisions += 1;
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        self.happened(now, kind::ADMITTED, packet, None, Some(place));
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        let kind = if place.is_some() { kind::DROPPED_WAITING } else { kind::DROPPED_ARRIVING };
        self.happened(now, kind, packet, Some(reason), place);
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.happened(now, kind::MARKED, packet, Some(reason), None);
    }

    fn decision_ends(&mut self, _: SimTime, _: &AnyDiscipline) {
        self.is_deciding = false;
    }

    fn trigger_starts(&mut self, _: SimTime, _: Trigger, _: &AnyDiscipline) {
        self.is_triggered = true;
    }

    fn trigger_ends(&mut self, _: SimTime, struck: bool, _: &AnyDiscipline) {
        self.is_triggered = false;
        self.decisions += u64::from(struck);
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.happened(now, kind::SENT, packet, None, Some(0));
    }
}
