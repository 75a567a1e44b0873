//! The simulation: connects flows, discipline and link, and advances them event by event.

mod bottleneck;
mod changes;
mod driven;
mod end_points;
mod link;
mod two_links;

use self::link::Link;
use self::two_links::TwoLinks;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::time::SimTime;
use crate::discipline::AnyDiscipline;
use crate::discipline::scripted::{Only, Stop};
use crate::endpoint::tcp::Segment;
use crate::measure::{ExperimentProbe, RunResult, Totals, result};
use crate::network::event::{Event, EventQueue};
use crate::network::flow::{EndPoints, Flow, InFlight};
use crate::network::path::Paths;
use crate::network::trace::Trace;
use crate::probe::{Probe, Watcher};
use crate::scenario::{FlowKind, Place, Problem, Scenario};
use std::sync::Arc;

/// A run of one lane of a scenario. A clone is a checkpoint: it continues exactly as the original does.
#[derive(Clone)]
pub struct Simulation {
    /// The initial scenario with all interventions so far. A new run of this scenario repeats this run.
    opened: Scenario,
    /// The current settings, without the list of interventions.
    scenario: Scenario,
    lane: usize,
    now: SimTime,
    events: EventQueue,
    /// The bottleneck that the lane observes.
    link: Link,
    flows: Vec<Flow>,
    in_flight: InFlight,
    /// Loss and delay outside the bottleneck, if the scene has any.
    paths: Option<Only<Box<Paths>>>,
    /// The other bottleneck, in a scene with two.
    two_links: Option<Only<Box<TwoLinks>>>,
    /// The supplied arrivals, in a trace-driven run.
    trace: Option<Box<Trace>>,
    next_packet: u64,
    next_intervention: usize,
    event_count: u64,
    /// A buffer for segments, reused to avoid allocations; empty between calls.
    outbox: Vec<Segment>,
}

/// The approximate number of script operations that take as long as one event of a built-in discipline.
const OPERATIONS_OF_AN_EVENT: u64 = 32;

/// The packet that the link is sending.
#[derive(Clone, Copy, Debug)]
pub struct Sending {
    /// The packet.
    pub packet: Packet,
    /// Start of the transmission.
    pub from: SimTime,
    /// End of the transmission.
    pub until: SimTime,
}

impl Simulation {
    /// A run of the lane at index `lane`, at time 0.
    pub fn new(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Self::open(scenario, lane, None)
    }

    fn open(scenario: &Scenario, lane: usize, trace: Option<Box<Trace>>) -> Result<Self, Vec<Problem>> {
        let (_, _, params) = scenario.lane_settings(lane)?;
        let mut events = EventQueue::default();
        let mut flows = Vec::with_capacity(scenario.flow_count());
        for group in &scenario.flows {
            let tcp = group.tcp_config(scenario.profile).map(Arc::new);
            for _ in 0..group.count {
                let id = FlowId(flows.len() as u32);
                let (flow, start) = Flow::new(id, group, tcp.clone(), scenario);
                if trace.is_some() {
                    flows.push(flow.driven());
                    continue;
                }
                if flow.kind.variant.is_some() {
                    let is_session = flow.kind.has_sessions();
                    events.schedule(start, if is_session { Event::Request(id.0) } else { Event::Start(id.0) });
                    if let Some(stop) = group.stop() {
                        events.schedule(stop, Event::Stop(id.0));
                    }
                }
                flows.push(flow);
            }
        }
        if scenario.measured_from > SimTime::ZERO {
            events.schedule_last(scenario.measured_from, 0, Event::MeasuringStarts);
        }
        for (place, intervention) in scenario.interventions.iter().enumerate() {
            events.schedule_last(intervention.at, 1 + place as u64, Event::Intervention(place as u32));
        }
        let mut simulation = Self {
            lane,
            now: SimTime::ZERO,
            link: Link::new(scenario, scenario.place_of(lane), params, flows.len()),
            next_packet: 0,
            next_intervention: 0,
            event_count: 0,
            outbox: Vec::new(),
            opened: scenario.clone(),
            scenario: Scenario { interventions: Vec::new(), ..scenario.clone() },
            events,
            flows,
            in_flight: InFlight::default(),
            paths: if trace.is_some() { None } else { Paths::new(scenario) },
            two_links: if trace.is_some() { None } else { TwoLinks::of(scenario, lane)? },
            trace,
        };
        for index in 0..simulation.flows.len() {
            simulation.schedule_udp_arrival(index);
        }
        simulation.schedule_discipline_timer();
        Ok(simulation)
    }

    /// Current simulated time.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// Time at which the run ends.
    pub fn end(&self) -> SimTime {
        self.scenario.duration
    }

    /// The time up to which the run can advance now: its end, or the time up to which supplied arrivals are known.
    pub fn reach(&self) -> SimTime {
        self.trace.as_ref().map_or(self.end(), |trace| trace.known_until().min(self.end()))
    }

    /// Whether the run has reached its end.
    pub fn is_finished(&self) -> bool {
        self.now >= self.end()
    }

    /// The current settings, without the list of interventions.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The scenario that repeats this run: the initial settings with every intervention.
    pub fn replayable(&self) -> &Scenario {
        &self.opened
    }

    /// Index of the lane in the scenario.
    pub fn lane(&self) -> usize {
        self.lane
    }

    /// The queue discipline.
    pub fn discipline(&self) -> &AnyDiscipline {
        &self.link.discipline
    }

    /// The discipline of the link that the lane does not observe, in a scene with two links.
    pub(crate) fn other_discipline(&self) -> Option<Only<&AnyDiscipline>> {
        self.two_links.as_ref().map(|links| links.as_ref().map(|links| links.discipline()))
    }

    /// The error of the script that stopped the lane, if there was one. Time continues, but events have no effect.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop_of_script().map(Only::get)
    }

    #[inline]
    fn stop_of_script(&self) -> Option<Only<&Stop>> {
        let at_other = || self.two_links.as_ref().and_then(|links| links.stop());
        self.link.discipline.stop().or_else(at_other)
    }

    /// Whether an error of the script has stopped the lane.
    pub(crate) fn has_stopped(&self) -> bool {
        self.stop().is_some()
    }

    /// Whether a script makes the decisions; only a lane with a script can stop.
    pub(crate) fn can_stop(&self) -> bool {
        matches!(self.link.discipline, AnyDiscipline::Script(_))
    }

    /// The transmission in progress on the link.
    pub fn sending(&self) -> Option<&Sending> {
        self.link.sending.as_ref()
    }

    /// The counters.
    pub fn totals(&self) -> &Totals {
        &self.link.totals
    }

    /// Number of events so far.
    pub fn event_count(&self) -> u64 {
        self.event_count
    }

    /// The work done so far, in events; operations of a script are converted to the number of events that take equally
    /// long. Callers use it to divide the work into time slices.
    pub(crate) fn effort(&self) -> u64 {
        if let Some(operations) = self.link.discipline.operations() {
            return self.event_count + operations / OPERATIONS_OF_AN_EVENT;
        }
        self.event_count
    }

    /// The kind of each flow, in order.
    pub fn flow_kinds(&self) -> impl Iterator<Item = FlowKind> {
        self.flows.iter().map(|flow| flow.kind)
    }

    /// Number of packets of each flow that have reached the bottleneck, in order of the flows.
    pub fn arrivals(&self) -> impl Iterator<Item = u64> {
        (0..self.flows.len()).map(|flow| self.arrived(flow))
    }

    /// Number of packets of a flow that have reached the link.
    fn arrived(&self, flow: usize) -> u64 {
        self.two_links.as_ref().map_or_else(|| self.flows[flow].arrived(), |links| links.arrived(flow))
    }

    /// The congestion window of a flow \[packets\], if it has one.
    pub fn congestion_window(&self, flow: usize) -> Option<f64> {
        match &self.flows.get(flow)?.end_points {
            EndPoints::Tcp { sender, .. } => Some(sender.cwnd()),
            EndPoints::Udp { .. } | EndPoints::Trace { .. } => None,
        }
    }

    /// Processes all events up to `until`, or up to [`Simulation::reach`] if that is sooner.
    pub fn advance_to(&mut self, until: SimTime) {
        self.run_to(until, &mut ExperimentProbe::default());
    }

    /// Like [`Simulation::advance_to`], with a probe.
    pub fn watch_to(&mut self, until: SimTime, probe: &mut dyn Probe) {
        self.run_to(until, &mut Watcher(Some(probe)));
    }

    /// Like [`Simulation::advance_to`], with the probes of an experiment.
    pub(crate) fn count_to(&mut self, until: SimTime, probe: &mut ExperimentProbe) {
        self.run_to(until, probe);
    }

    /// Processes at most `count` events up to `until`. Returns whether `until` was reached. In a lane with a script,
    /// operations count too, so fewer than `count` events may be processed, but at least one. [`Simulation::advance_to`] is
    /// faster. This function shares its loop with [`Simulation::watch_events`], so that the loop is compiled only once.
    pub fn advance_events(&mut self, count: u64, until: SimTime) -> bool {
        self.run_events(count, until, &mut Watcher(None))
    }

    /// Like [`Simulation::advance_events`], with a probe.
    pub fn watch_events(&mut self, count: u64, until: SimTime, probe: &mut dyn Probe) -> bool {
        self.run_events(count, until, &mut Watcher(Some(probe)))
    }

    /// The event loop. It is compiled with every discipline for each type of probe, and makes up most of the compile time and of
    /// the page's download. Therefore only `ExperimentProbe` and `Watcher` call it.
    #[inline(never)]
    fn run_to<P: Probe>(&mut self, until: SimTime, probe: &mut P) {
        let until = until.min(self.reach());
        while let Some(next) = self.events.pop_until(until) {
            self.now = next.at;
            self.handle(next.event, probe);
        }
        self.now = self.now.max(until);
    }

    fn run_events(&mut self, count: u64, until: SimTime, probe: &mut Watcher<'_>) -> bool {
        let until = until.min(self.reach());
        let most = self.link.discipline.operations().map(|_| self.effort().saturating_add(count));
        for _ in 0..count {
            if most.is_some_and(|most| self.effort() >= most) {
                return false;
            }
            match self.events.pop_until(until) {
                Some(next) => {
                    self.now = next.at;
                    self.handle(next.event, probe);
                }
                None => {
                    self.now = self.now.max(until);
                    return true;
                }
            }
        }
        false
    }

    /// Runs to just after the next decision. Returns whether there was one before the end.
    pub fn step_decision(&mut self, probe: &mut dyn Probe) -> bool {
        let decided = self.link.totals.decisions();
        while self.link.totals.decisions() == decided {
            if self.watch_events(1, self.end(), probe) {
                return false;
            }
        }
        true
    }

    /// Approximate heap memory of a clone \[bytes\], including the allocator's overhead for each block.
    pub(crate) fn heap_bytes(&self) -> usize {
        let flows: usize = self.flows.iter().map(Flow::heap_bytes).sum();
        footprint::block::<Flow>(self.flows.len())
            + flows
            + self.in_flight.packets.heap_bytes()
            + self.in_flight.acks.heap_bytes()
            + self.paths.as_ref().map_or(0, |paths| paths.heap_bytes())
            + self.events.heap_bytes()
            + self.two_links.as_ref().map_or(0, |links| links.heap_bytes())
            + self.link.heap_bytes()
            + self.opened.heap_bytes()
            + self.scenario.heap_bytes()
    }

    /// The result object of the run so far.
    pub fn result(&self) -> RunResult {
        self.result_of(&self.counted(), self.now, self.link.sending.map(|sending| sending.from))
    }

    /// The middle of the measured window; see [`Simulation::halves`].
    pub fn middle(&self) -> SimTime {
        self.link.totals.middle()
    }

    /// The current counters, which [`Simulation::halves`] needs.
    pub fn counters(&self) -> Totals {
        self.counted().settled(self.now, self.link.sending.map(|sending| sending.from))
    }

    /// The result objects of the two halves of the measured window, for a run at its end. `at_middle` is the output of
    /// [`Simulation::counters`] at [`Simulation::middle`]. In the second result, maximum queue and delay, state and counts since
    /// the start are those of the whole run.
    pub fn halves(&self, at_middle: &Totals) -> [RunResult; 2] {
        let second = self.counters().second_half(at_middle);
        [self.result_of(&at_middle.first_half(), at_middle.middle(), None), self.result_of(&second, self.now, None)]
    }

    /// The counters of the link, with the counts of each flow filled in: packets sent, retransmitted and arrived, and
    /// completed objects.
    #[inline(never)]
    fn counted(&self) -> Totals {
        let mut totals = self.link.totals.clone();
        for (index, (flow, counters)) in self.flows.iter().zip(&mut totals.flows).enumerate() {
            (counters.sent, counters.retransmitted) = flow.sent_by(self.now);
            counters.arrived = self.arrived(index);
            (counters.completed, counters.completion) = flow.completions();
        }
        totals
    }

    /// Not inlined, so that the page's download contains one copy.
    #[inline(never)]
    fn result_of(&self, totals: &Totals, now: SimTime, sending_since: Option<SimTime>) -> RunResult {
        let kinds: Vec<_> = self.flows.iter().map(|flow| (flow.kind, flow.packet_bytes())).collect();
        RunResult::new(&result::Outcome {
            scenario: &self.scenario,
            capacity_bps: self.scenario.capacity_at(self.scenario.place_of(self.lane)),
            aqm: self.link.discipline.about().id,
            now,
            waiting: self.link.discipline.packets(),
            limit: self.link.discipline.limit(),
            sending_since,
            totals,
            events: self.event_count,
            state_bytes: self.link.discipline.state_bytes(),
            kinds: &kinds,
            transfer_of: &|flow| self.flows[flow].transfer(),
            pages_of: &|flow| self.flows[flow].pages(),
            lost_of: &|flow| self.paths.as_ref().map(|paths| paths.as_ref().map(|paths| paths.lost(flow))),
            stop: self.stop_of_script(),
        })
    }

    /// A hash of all state that can affect the rest of the run. At equal times, equal runs have equal hashes.
    ///
    /// Future interventions and supplied arrivals are left out, since they come from outside. The hash at a given time is
    /// therefore the same in the first run and in a replay that already knows these future inputs.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.fold(self.now.nanos());
        self.fold(&mut hash);
        hash.value()
    }

    /// The hash without the time: it depends on the events so far, but not on the time since the last event.
    pub(crate) fn hash_after_events(&self) -> u64 {
        let mut hash = StateHash::default();
        self.fold(&mut hash);
        hash.value()
    }

    fn fold(&self, hash: &mut StateHash) {
        self.in_order_of_place(|link| link.fold(hash));
        for flow in &self.flows {
            flow.fold(&self.in_flight, hash);
        }
        if let Some(paths) = &self.paths {
            paths.fold(hash);
        }
        if let Some(links) = &self.two_links {
            links.fold(hash);
        }
        for event in self.events.in_order() {
            let is_supplied = match event.event {
                Event::Intervention(_) => true,
                Event::Arrival(_) => self.trace.is_some(),
                _ => false,
            };
            if !is_supplied {
                hash.fold(event.at.nanos());
            }
        }
        self.in_order_of_place(|link| link.fold_counts(hash));
    }

    /// Visits the links from the first to the last.
    fn in_order_of_place(&self, mut visit: impl FnMut(&Link)) {
        match &self.two_links {
            Some(links) if links.present() == Place::Second => [&links.other, &self.link].into_iter().for_each(visit),
            Some(links) => [&self.link, &links.other].into_iter().for_each(visit),
            None => visit(&self.link),
        }
    }

    #[inline]
    fn handle<P: Probe>(&mut self, event: Event, probe: &mut P) {
        self.event_count += 1;
        if self.stop_of_script().is_some() && !matches!(event, Event::Intervention(_)) {
            return; // A stopped lane ignores the remaining events.
        }
        match event {
            Event::Arrival(flow) => self.on_arrival(flow as usize, probe),
            Event::Departure => self.on_departure(probe),
            Event::Acknowledgement(flow) => self.on_acknowledgement(flow as usize, probe),
            _ => self.handle_rare(event, probe),
        }
    }

    /// Handles the rare events, which not every packet causes. This is a separate function so that the code for
    /// frequent events has all registers to itself.
    #[inline(never)]
    fn handle_rare<P: Probe>(&mut self, event: Event, probe: &mut P) {
        match event {
            Event::Arrival(_) | Event::Departure | Event::Acknowledgement(_) => {} // the caller handles these
            Event::Reverse(flow) => self.on_reverse_link(flow as usize),
            Event::Timer(flow) => self.on_timer(flow as usize, probe),
            Event::Start(flow) => self.with_sender(flow as usize, probe, |sender, now, out| sender.start(now, out)),
            Event::Stop(flow) => self.with_sender(flow as usize, probe, |sender, _, _| sender.stop()),
            Event::Request(flow) => self.on_request(flow as usize, probe),
            Event::AcknowledgementTimer(flow) => self.on_acknowledgement_timer(flow as usize),
            Event::DisciplineTimer => self.on_discipline_timer(probe),
            Event::OtherDeparture | Event::OtherTimer => {
                if let Some(packet) = self.at_other_link(event) {
                    probe.sent(self.now, &packet);
                }
            }
            Event::Crossing => self.on_crossing(probe),
            Event::Intervention(place) => self.on_intervention(place as usize, probe),
            Event::MeasuringStarts => {
                self.start_window();
                if self.two_links.is_some() {
                    self.exchange_links();
                    self.start_window();
                    self.exchange_links();
                }
            }
        }
    }

    /// Starts the measured window of the link.
    fn start_window(&mut self) {
        let arrived = |flow: usize| match &self.two_links {
            Some(links) => links.arrived(flow),
            None => self.flows[flow].arrived(),
        };
        for (index, counters) in self.link.totals.flows.iter_mut().enumerate() {
            (counters.sent, counters.retransmitted) = self.flows[index].sent_by(self.now);
            counters.arrived = arrived(index);
        }
        self.link.totals.start_window(self.now);
    }
}
