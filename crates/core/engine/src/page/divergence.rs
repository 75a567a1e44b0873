//! The divergence of two lanes: the first packet that their disciplines treat differently.
//!
//! Before the divergence all lanes of a scene receive the same packets. After the divergence the flows react
//! differently, and the lanes cannot be compared packet by packet.

use crate::base::packet::Packet;
use crate::base::time::SimTime;
use crate::discipline::reason::ReasonFamily;
use crate::discipline::{AnyDiscipline, Reason};
use crate::network::sim::Simulation;
use crate::probe::Probe;
use crate::scenario::{Problem, Scenario};
use serde::Serialize;
use ts_rs::TS;

/// The largest number of events that a comparison simulates in each lane. This takes about half a second in a browser.
const COMPARED_EVENTS: u64 = 1_000_000;

/// The fate of a packet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Fate {
    /// The packet entered the queue.
    Admitted,
    /// The packet was dropped, on arrival or out of the queue.
    Dropped(Reason),
    /// The packet was ECN-marked.
    Marked(Reason),
    /// The packet left the queue for the link.
    Sent,
}

impl Fate {
    /// Name in the JSON answers.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Admitted => "admitted",
            Self::Dropped(_) => "dropped",
            Self::Marked(_) => "marked",
            Self::Sent => "sent",
        }
    }

    /// Why the packet was dropped or marked.
    pub const fn reason(self) -> Option<Reason> {
        match self {
            Self::Dropped(reason) | Self::Marked(reason) => Some(reason),
            Self::Admitted | Self::Sent => None,
        }
    }
}

/// A packet and its fate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Treated {
    /// The packet.
    pub packet: Packet,
    /// The fate of the packet.
    pub fate: Fate,
    /// Whether the packet is the arrival.
    pub is_arrival: bool,
}

/// The first time at which two lanes act differently.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Divergence {
    /// Time of the divergence.
    pub at: SimTime,
    /// Serial of the decision at which the lanes differ, the same in both lanes. Lanes can also differ between two
    /// decisions, in the packet that is sent or dropped at the head of the queue. `decision` is then the serial of the
    /// last decision before the difference, and `arrival` is `None`.
    pub decision: u64,
    /// The arrival that the lanes treat differently; `None` if the lanes do not have the same arrival, or differ
    /// between two decisions.
    pub arrival: Option<Packet>,
    /// The actions of each lane at that time, in order.
    pub done: [Vec<Treated>; 2],
}

/// A comparison of two lanes of a scenario, carried out in pieces.
#[derive(Clone)]
pub struct Comparison {
    places: [usize; 2],
    lanes: [Watched; 2],
    until: SimTime,
}

/// The result of a comparison.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Compared {
    /// Indices of the two lanes.
    pub lanes: [usize; 2],
    /// The divergence, if the lanes act differently within the compared time.
    pub divergence: Option<Divergence>,
    /// The time up to which the lanes were compared.
    pub until: SimTime,
}

impl Comparison {
    /// A comparison of lanes `first` and `second`, from the start until `until`.
    pub fn new(scenario: &Scenario, first: usize, second: usize, until: SimTime) -> Result<Self, Vec<Problem>> {
        let lanes = [Watched::new(scenario, first)?, Watched::new(scenario, second)?];
        Ok(Self { places: [first, second], lanes, until: until.min(scenario.duration) })
    }

    /// Continues the comparison over about `max_events` events of both lanes together. Returns the result, or `None` if
    /// the comparison is not finished.
    pub fn go_on(&mut self, max_events: u64) -> Option<Compared> {
        let mut left = max_events;
        while left > 0 {
            for lane in &mut self.lanes {
                lane.run_to_decision(self.until, &mut left);
            }
            if self.lanes.iter().any(|lane| lane.state == State::Running) {
                continue;
            }
            let [first, second] = &self.lanes;
            let is_over = self.lanes.iter().all(|lane| lane.state == State::Over);
            if let Some(divergence) = divergence_of(&first.log, &second.log) {
                return Some(self.compared(Some(divergence), self.until));
            }
            if is_over {
                return Some(self.compared(None, self.until));
            }
            if first.simulation.event_count() >= COMPARED_EVENTS {
                return Some(self.compared(None, first.simulation.now()));
            }
            for lane in &mut self.lanes {
                lane.begin();
            }
        }
        None
    }

    fn compared(&self, divergence: Option<Divergence>, until: SimTime) -> Compared {
        Compared { lanes: self.places, divergence, until }
    }
}

/// [`Compared`] in the form that the page reads.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "Compared")]
pub struct ComparedFacts {
    /// Indices of the two lanes.
    pub lanes: [usize; 2],
    /// The time up to which the lanes were compared \[s\].
    pub compared_until_s: f64,
    /// The first time at which the lanes act differently, if they do.
    pub divergence: Option<DivergenceFacts>,
}

/// [`Divergence`] in the form that the page reads: flows as rows, reasons as ids.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "DivergenceFacts")]
pub struct DivergenceFacts {
    /// Time of the divergence \[s\].
    pub time_s: f64,
    /// Serial of the decision at which the lanes differ, the same in both lanes. If the lanes differ between two
    /// decisions, this field is the serial of the earlier decision.
    #[ts(type = "number")]
    pub decision: u64,
    /// Whether the lanes have the same arrival and treat it differently. False for any other difference, such as in a
    /// packet that is sent or dropped at the head of the queue.
    pub is_arrival: bool,
    /// Flow row of the packet in which the lanes differ.
    pub flow: Option<u32>,
    /// Number of that packet in the run.
    #[ts(type = "number | null")]
    pub packet: Option<u64>,
    /// Sequence number of that packet.
    pub sequence: Option<u32>,
    /// The actions of each lane, in order.
    pub done: [Vec<TreatedFacts>; 2],
    /// The actions of each lane in words, such as "admits the arrival of flow 7".
    pub in_words: [String; 2],
}

/// [`Treated`] in the form that the page reads.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "TreatedFacts")]
pub struct TreatedFacts {
    /// Flow row.
    pub flow: u32,
    /// Number of the packet in its run.
    #[ts(type = "number")]
    pub packet: u64,
    /// Sequence number of the packet.
    pub sequence: u32,
    /// Whether the packet is the arrival.
    pub is_arrival: bool,
    /// The fate of the packet.
    pub verdict: &'static str,
    /// Id of the reason for a drop or a mark.
    pub reason: Option<&'static str>,
}

impl Compared {
    /// The result in the form that the page reads.
    pub fn facts(&self) -> ComparedFacts {
        ComparedFacts {
            lanes: self.lanes,
            compared_until_s: self.until.secs(),
            divergence: self.divergence.as_ref().map(Divergence::facts),
        }
    }
}

/// Compares lanes `first` and `second` of a scenario from the start until `until`.
pub fn divergence(scenario: &Scenario, first: usize, second: usize, until: SimTime) -> Result<Compared, Vec<Problem>> {
    let mut comparison = Comparison::new(scenario, first, second, until)?;
    loop {
        if let Some(compared) = comparison.go_on(u64::MAX) {
            return Ok(compared);
        }
    }
}

impl Divergence {
    fn facts(&self) -> DivergenceFacts {
        let packet = self.arrival.or_else(|| self.done.iter().flatten().next().map(|treated| treated.packet));
        DivergenceFacts {
            time_s: self.at.secs(),
            decision: self.decision,
            is_arrival: self.arrival.is_some(),
            flow: packet.map(|packet| packet.flow.0),
            packet: packet.map(|packet| packet.id),
            sequence: packet.map(|packet| packet.sequence),
            done: self.done.each_ref().map(|done| done.iter().map(|treated| treated.facts()).collect()),
            in_words: self.done.each_ref().map(|done| in_words(done)),
        }
    }
}

impl Treated {
    fn facts(self) -> TreatedFacts {
        TreatedFacts {
            flow: self.packet.flow.0,
            packet: self.packet.id,
            sequence: self.packet.sequence,
            is_arrival: self.is_arrival,
            verdict: self.fate.id(),
            reason: self.fate.reason().map(|reason| reason.about().id),
        }
    }
}

/// The actions of a lane as one sentence.
fn in_words(done: &[Treated]) -> String {
    if let Some(together) = matched_in_words(done) {
        return together;
    }
    if done.is_empty() {
        return "does nothing".into();
    }
    let parts = done.iter().map(|treated| {
        let flow = treated.packet.flow.number();
        let which = if treated.is_arrival { "the arrival" } else { "the waiting packet" };
        match treated.fate {
            Fate::Admitted => format!("admits {which} of flow {flow}"),
            Fate::Dropped(reason) => format!("drops {which} of flow {flow} ({})", reason.about().name),
            Fate::Marked(reason) => format!("marks {which} of flow {flow} ({})", reason.about().name),
            Fate::Sent => format!("sends the packet of flow {flow}"),
        }
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// A drop of an arrival with its matches, in one phrase: "drops the arrival of flow 7 and the waiting packet of the
/// same flow, which the arrival matched".
fn matched_in_words(done: &[Treated]) -> Option<String> {
    let is_match = |treated: &Treated| matches!(treated.fate, Fate::Dropped(reason) if reason.about().family == ReasonFamily::Match);
    let arrival = done.iter().find(|treated| treated.is_arrival)?;
    let flow = arrival.packet.flow;
    let waiting = done.len() - 1;
    if waiting == 0 || !done.iter().all(|treated| is_match(treated) && treated.packet.flow == flow) {
        return None;
    }
    let which = if waiting == 1 { "the waiting packet".into() } else { format!("{waiting} waiting packets") };
    Some(format!("drops the arrival of flow {} and {which} of the same flow, which the arrival matched", flow.number()))
}

/// A lane that is simulated from one decision on an arrival to the next, with a log of its actions.
#[derive(Clone)]
struct Watched {
    simulation: Simulation,
    log: Log,
    state: State,
}

/// A lane's progress towards its next decision on an arrival.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    Running,
    /// The lane has just taken the decision.
    Decided,
    /// The lane makes no further decision before the comparison ends.
    Over,
}

/// An action without an arrival: the time, the packet's fate, and the number of decisions before the action.
type Done = (SimTime, Treated, u64);

/// The actions of a lane after one decision on an arrival, up to and including the next decision on an arrival.
#[derive(Clone, Default)]
struct Log {
    /// Actions between the two decisions.
    between: Vec<Done>,
    arrival: Option<(SimTime, Packet)>,
    decided: Vec<Treated>,
    /// Serial of the decision on the arrival.
    decision: u64,
    /// Number of decisions so far.
    decisions: u64,
    is_deciding: bool,
    /// Actions after the decision, which belong to the next log. An idle link, for example, takes an admitted packet at
    /// once.
    after: Vec<Done>,
}

impl Watched {
    fn new(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Ok(Self { simulation: Simulation::new(scenario, lane)?, log: Log::default(), state: State::Running })
    }

    /// Clears the log for the next decision.
    fn begin(&mut self) {
        self.log.arrival = None;
        self.log.decided.clear();
        self.state = State::Running;
    }

    /// Runs to just after the next decision on an arrival, but not beyond `until`, and logs the actions. The function
    /// processes at most `left` events, and subtracts their number from `left`.
    fn run_to_decision(&mut self, until: SimTime, left: &mut u64) {
        let decided = self.simulation.totals().counts.arrived;
        while self.state == State::Running && *left > 0 {
            let before = self.simulation.effort();
            if self.simulation.watch_events(1, until, &mut self.log) {
                self.log.between = std::mem::take(&mut self.log.after);
                self.state = State::Over;
            } else if self.simulation.totals().counts.arrived > decided {
                self.state = State::Decided;
            }
            *left = left.saturating_sub((self.simulation.effort() - before).max(1));
        }
    }
}

impl Log {
    fn treated(&mut self, now: SimTime, packet: &Packet, fate: Fate, is_arrival: bool) {
        let treated = Treated { packet: *packet, fate, is_arrival };
        if self.is_deciding {
            self.decided.push(treated);
        } else {
            self.after.push((now, treated, self.decisions));
        }
    }
}

impl Probe for Log {
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.between = std::mem::take(&mut self.after);
        self.arrival = Some((now, *packet));
        self.decisions += 1;
        self.decision = self.decisions;
        self.is_deciding = true;
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, _: usize) {
        self.treated(now, packet, Fate::Admitted, true);
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.treated(now, packet, Fate::Dropped(reason), place.is_none());
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        let is_arrival = self.is_deciding && self.arrival.is_some_and(|(_, arrival)| arrival.id == packet.id);
        self.treated(now, packet, Fate::Marked(reason), is_arrival);
    }

    fn decision_ends(&mut self, _: SimTime, _: &AnyDiscipline) {
        self.is_deciding = false;
    }

    fn trigger_ends(&mut self, _: SimTime, struck: bool, _: &AnyDiscipline) {
        self.decisions += u64::from(struck);
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        self.treated(now, packet, Fate::Sent, false);
    }
}

/// The first difference between the logs of two lanes.
fn divergence_of(first: &Log, second: &Log) -> Option<Divergence> {
    let logs = [first, second];
    let most = first.between.len().max(second.between.len());
    if let Some(place) = (0..most).find(|&place| first.between.get(place) != second.between.get(place)) {
        let (at, decision) =
            logs.iter().filter_map(|log| log.between.get(place)).map(|(at, _, decision)| (*at, *decision)).min()?;
        let done = logs.map(|log| {
            let rest = log.between.iter().skip(place);
            rest.filter(|(then, ..)| *then == at).map(|(_, treated, _)| *treated).collect()
        });
        return Some(Divergence { at, decision, arrival: None, done });
    }
    if first.arrival == second.arrival && same_in_any_order(&first.decided, &second.decided) {
        return None;
    }
    let (at, arrival) = first.arrival.or(second.arrival)?;
    let arrival = (first.arrival == second.arrival).then_some(arrival);
    Some(Divergence { at, decision: first.decision, arrival, done: logs.map(|log| log.decided.clone()) })
}

/// Whether two decisions are equal, ignoring the order of packets that leave at the same instant, which is meaningless.
fn same_in_any_order(first: &[Treated], second: &[Treated]) -> bool {
    let count = |of: &[Treated], treated: &Treated| of.iter().filter(|other| *other == treated).count();
    first == second
        || first.len() == second.len() && first.iter().all(|treated| count(first, treated) == count(second, treated))
}
