//! The simulation: wires flows, discipline and link, and advances them event by event.

use crate::discipline::{AnyDiscipline, Context, LineId, QuantityId, Reason, Sink, StateHash};
use crate::endpoint::tcp::{Ack, Segment, TcpSender};
use crate::event::{Event, EventQueue};
use crate::flow::{EndPoints, Flow, InFlight, OnItsWay};
use crate::footprint;
use crate::measure::{RunResult, Totals, result};
use crate::packet::{FlowId, Packet};
use crate::probe::Probe;
use crate::rng::Stream;
use crate::scenario::{FlowKind, Intervention, MAX_INTERVENTIONS, Problem, Scenario};
use crate::service::Service;
use crate::time::{LinkRate, SimTime};
use crate::web_session::WebSession;
use serde_json::Value;

/// A run of one lane of a scenario. `Clone` is a checkpoint: a clone that goes on equals the original that goes on.
#[derive(Clone)]
pub struct Simulation {
    /// The scenario as it was opened, with every intervention since: what a new run must be given to come out as this one.
    opened: Scenario,
    /// The settings in force now; carries no interventions.
    scenario: Scenario,
    lane: usize,
    now: SimTime,
    events: EventQueue,
    discipline: AnyDiscipline,
    chance: Stream,
    /// When the pending wake-up of the discipline is due; one of another time is stale.
    discipline_timer: Option<SimTime>,
    /// The bottleneck on the way to the receivers, and its rate on the way back.
    forward: Service,
    reverse: LinkRate,
    sending: Option<Sending>,
    flows: Vec<Flow>,
    in_flight: InFlight,
    next_packet: u64,
    next_intervention: usize,
    totals: Totals,
    event_count: u64,
    /// Reused from call to call; empty in between.
    outbox: Vec<Segment>,
}

/// The packet that the link is sending.
#[derive(Clone, Copy, Debug)]
pub struct Sending {
    /// The packet.
    pub packet: Packet,
    /// Since when.
    pub from: SimTime,
    /// Until when.
    pub until: SimTime,
}

/// Keeps score of what a discipline tells and passes it on.
struct Accounts<'a, P: Probe> {
    now: SimTime,
    totals: &'a mut Totals,
    probe: &'a mut P,
}

impl<P: Probe> Sink for Accounts<'_, P> {
    #[inline]
    fn line(&mut self, line: LineId) {
        self.probe.line(line);
    }

    #[inline]
    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.probe.value(quantity, value);
    }

    #[inline]
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        self.totals.comparisons += 1;
        self.probe.draw(place, flow, is_match);
    }

    #[inline]
    fn admit(&mut self, packet: &Packet, place: usize) {
        self.probe.admitted(self.now, packet, place);
    }

    #[inline]
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.totals.drop(packet, reason);
        self.probe.dropped(self.now, packet, reason, place);
    }

    #[inline]
    fn mark(&mut self, packet: &Packet, reason: Reason) {
        self.totals.mark(packet, reason);
        self.probe.marked(self.now, packet, reason);
    }
}

impl Simulation {
    /// A run of the lane `lane` at time 0.
    pub fn new(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        let (_, _, params) = scenario.lane_settings(lane)?;
        let discipline = AnyDiscipline::new(params);
        let mut events = EventQueue::default();
        let mut flows = Vec::with_capacity(scenario.flow_count());
        for group in &scenario.flows {
            for _ in 0..group.count {
                let id = FlowId(flows.len() as u32);
                let (flow, start) = Flow::new(id, group, scenario);
                if flow.kind.variant.is_some() {
                    let is_session = flow.kind.source == "web";
                    events.schedule(start, if is_session { Event::Request(id.0) } else { Event::Start(id.0) });
                    if let Some(stop) = group.stop() {
                        events.schedule(stop, Event::Stop(id.0));
                    }
                }
                flows.push(flow);
            }
        }
        let end = scenario.duration;
        if scenario.measured_from > SimTime::ZERO {
            events.schedule_last(scenario.measured_from, 0, Event::MeasuringStarts);
        }
        for (place, intervention) in scenario.interventions.iter().enumerate() {
            events.schedule_last(intervention.at, 1 + place as u64, Event::Intervention(place as u32));
        }
        let mut simulation = Self {
            lane,
            now: SimTime::ZERO,
            chance: Stream::named(scenario.seed, "discipline"),
            discipline_timer: None,
            forward: Service::new(scenario),
            reverse: LinkRate::new(scenario.capacity_bps),
            sending: None,
            next_packet: 0,
            next_intervention: 0,
            totals: Totals::new(flows.len(), scenario.measured_from, end, discipline.average()),
            event_count: 0,
            outbox: Vec::new(),
            opened: scenario.clone(),
            scenario: Scenario { interventions: Vec::new(), ..scenario.clone() },
            events,
            discipline,
            flows,
            in_flight: InFlight::default(),
        };
        for index in 0..simulation.flows.len() {
            simulation.schedule_udp_arrival(index);
        }
        simulation.schedule_discipline_timer();
        Ok(simulation)
    }

    /// Now.
    pub fn now(&self) -> SimTime {
        self.now
    }

    /// When the run ends.
    pub fn end(&self) -> SimTime {
        self.scenario.duration
    }

    /// Whether the end is reached.
    pub fn is_finished(&self) -> bool {
        self.now >= self.end()
    }

    /// The settings in force now, without interventions.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// What a new run must be given to come out as this one: the scenario as it was opened, with every intervention.
    pub fn replayable(&self) -> &Scenario {
        &self.opened
    }

    /// The lane of the scenario that is run.
    pub fn lane(&self) -> usize {
        self.lane
    }

    /// The queue discipline.
    pub fn discipline(&self) -> &AnyDiscipline {
        &self.discipline
    }

    /// What the link is sending.
    pub fn sending(&self) -> Option<&Sending> {
        self.sending.as_ref()
    }

    /// The counters.
    pub fn totals(&self) -> &Totals {
        &self.totals
    }

    /// How many events have happened.
    pub fn event_count(&self) -> u64 {
        self.event_count
    }

    /// What each flow is, in order.
    pub fn flow_kinds(&self) -> impl Iterator<Item = FlowKind> {
        self.flows.iter().map(|flow| flow.kind)
    }

    /// The congestion window of a flow \[packets\], if it has one.
    pub fn congestion_window(&self, flow: usize) -> Option<f64> {
        match &self.flows.get(flow)?.end_points {
            EndPoints::Tcp { sender, .. } => Some(sender.cwnd()),
            EndPoints::Udp { .. } => None,
        }
    }

    /// Lets everything happen that is due by `until`, or by the end of the run if that is sooner.
    pub fn advance_to<P: Probe>(&mut self, until: SimTime, probe: &mut P) {
        let until = until.min(self.end());
        while let Some(next) = self.events.pop_until(until) {
            self.now = next.at;
            self.handle(next.event, probe);
        }
        self.now = self.now.max(until);
    }

    /// Lets at most `count` events happen that are due by `until`; whether `until` was reached.
    pub fn advance_events<P: Probe>(&mut self, count: u64, until: SimTime, probe: &mut P) -> bool {
        let until = until.min(self.end());
        for _ in 0..count {
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

    /// [`Simulation::advance_events`] for any watcher, compiled once for all of them.
    pub fn advance_watched(&mut self, count: u64, until: SimTime, mut probe: &mut dyn Probe) -> bool {
        self.advance_events(count, until, &mut probe)
    }

    /// Runs to just after the next decision on an arrival; whether there was one before the end.
    pub fn step_decision(&mut self, probe: &mut dyn Probe) -> bool {
        let decided = self.totals.arrived;
        while self.totals.arrived == decided {
            if self.advance_watched(1, self.end(), probe) {
                return false;
            }
        }
        true
    }

    /// Changes a setting now, as a timed intervention that the scenario keeps: played again from the start, it comes out
    /// the same. What else is due at this instant happens first.
    pub fn intervene(&mut self, path: &str, value: Value, mut probe: &mut dyn Probe) -> Result<(), Vec<Problem>> {
        self.advance_to(self.now, &mut probe);
        let path = crate::scenario::full_path(path, &self.scenario.to_json());
        if !crate::scenario::fields::is_live(&path) {
            return Err(vec![Problem::new(path, "cannot change while the scene runs")]);
        }
        if self.next_intervention >= MAX_INTERVENTIONS {
            let most = format!("are {MAX_INTERVENTIONS} so far, as many as a scene can keep; start it again for more");
            return Err(vec![Problem::new("interventions", most)]);
        }
        let intervention = Intervention { at: self.now, path, value };
        self.apply(&intervention, &mut probe)?;
        // What was still to come belongs to another future.
        self.events.forget_interventions();
        self.opened.interventions.truncate(self.next_intervention);
        self.opened.interventions.push(intervention);
        self.next_intervention += 1;
        self.event_count += 1;
        Ok(())
    }

    /// How many interventions have taken effect.
    pub fn interventions_made(&self) -> usize {
        self.next_intervention
    }

    /// A clone without the list of interventions, which checkpoints of one run need not all carry.
    pub(crate) fn without_interventions(&mut self) -> Self {
        let interventions = std::mem::take(&mut self.opened.interventions);
        let copy = self.clone();
        self.opened.interventions = interventions;
        copy
    }

    /// Takes over the interventions of a run of which this one is an earlier moment: those to come will happen.
    pub(crate) fn foresee(&mut self, interventions: Vec<Intervention>) {
        self.events.forget_interventions();
        for (place, intervention) in interventions.iter().enumerate().skip(self.next_intervention) {
            self.events.schedule_last(intervention.at, 1 + place as u64, Event::Intervention(place as u32));
        }
        self.opened.interventions = interventions;
    }

    /// About how many bytes a clone takes up on the heap, with what an allocator adds to every block.
    pub(crate) fn heap_bytes(&self) -> usize {
        let flows: usize = self.flows.iter().map(Flow::heap_bytes).sum();
        footprint::block::<Flow>(self.flows.len())
            + flows
            + self.in_flight.packets.heap_bytes()
            + self.in_flight.acks.heap_bytes()
            + self.events.heap_bytes()
            + self.discipline.heap_bytes()
            + self.totals.heap_bytes()
            + self.opened.heap_bytes()
            + self.scenario.heap_bytes()
    }

    /// The result object of the run so far.
    pub fn result(&self) -> RunResult {
        let mut totals = self.totals.clone();
        for (flow, counters) in self.flows.iter().zip(&mut totals.flows) {
            (counters.sent, counters.retransmitted) = flow.sent_by(self.now);
            (counters.completed, counters.completion) = flow.completions();
        }
        let kinds: Vec<_> = self.flows.iter().map(|flow| (flow.kind, flow.packet_bytes)).collect();
        RunResult::new(&result::Outcome {
            scenario: &self.scenario,
            aqm: self.discipline.about().id,
            now: self.now,
            waiting: self.discipline.packets(),
            limit: self.discipline.limit(),
            sending_since: self.sending.map(|sending| sending.from),
            totals: &totals,
            events: self.event_count,
            kinds: &kinds,
        })
    }

    /// A hash over everything that can influence the future: equal for equal moments of equal runs.
    ///
    /// Interventions still to come are left out: they are given from outside, and a moment that was first lived through
    /// and then replayed with what came later already known is the same moment.
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::default();
        hash.fold(self.now.nanos());
        self.fold(&mut hash);
        hash.value()
    }

    /// The same without the time: what so many events have led to, however long ago the last of them was.
    pub(crate) fn hash_after_events(&self) -> u64 {
        let mut hash = StateHash::default();
        self.fold(&mut hash);
        hash.value()
    }

    fn fold(&self, hash: &mut StateHash) {
        self.discipline.fold(hash);
        for word in self.chance.state() {
            hash.fold(word);
        }
        self.forward.fold(hash);
        if let Some(sending) = &self.sending {
            hash.fold_packet(&sending.packet);
            hash.fold(sending.until.nanos());
        }
        for flow in &self.flows {
            flow.fold(&self.in_flight, hash);
        }
        for event in self.events.in_order() {
            if !matches!(event.event, Event::Intervention(_)) {
                hash.fold(event.at.nanos());
            }
        }
        hash.fold(self.totals.arrived);
        hash.fold(self.totals.departed);
    }

    #[inline]
    fn handle<P: Probe>(&mut self, event: Event, probe: &mut P) {
        self.event_count += 1;
        match event {
            Event::Arrival(flow) => self.on_arrival(flow as usize, probe),
            Event::Departure => self.on_departure(probe),
            Event::Acknowledgement(flow) => self.on_acknowledgement(flow as usize, probe),
            Event::Timer(flow) => self.on_timer(flow as usize, probe),
            Event::Start(flow) => self.with_sender(flow as usize, probe, |sender, now, out| sender.start(now, out)),
            Event::Stop(flow) => self.with_sender(flow as usize, probe, |sender, _, _| sender.stop()),
            Event::Request(flow) => self.on_request(flow as usize, probe),
            Event::AcknowledgementTimer(flow) => self.on_acknowledgement_timer(flow as usize),
            Event::DisciplineTimer => self.on_discipline_timer(probe),
            Event::Intervention(place) => self.on_intervention(place as usize, probe),
            Event::MeasuringStarts => {
                for (flow, counters) in self.flows.iter().zip(&mut self.totals.flows) {
                    (counters.sent, counters.retransmitted) = flow.sent_by(self.now);
                }
                self.totals.start_window(self.now);
            }
        }
    }

    fn on_arrival<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let Some(packet) = self.arriving(index) else {
            return;
        };
        self.totals.arrival(&packet);
        probe.decision_starts(self.now, &packet, &self.discipline);
        self.ask_discipline(probe, |discipline, cx| discipline.enqueue(packet, cx));
        probe.decision_ends(self.now, &self.discipline);
        if self.sending.is_none() {
            self.send_next(probe);
        }
    }

    /// Takes the packet of a flow that reaches the bottleneck now off its way, and sees to the flow's next one.
    fn arriving(&mut self, index: usize) -> Option<Packet> {
        let now = self.now;
        let flow = &mut self.flows[index];
        let packet = match &mut flow.end_points {
            EndPoints::Tcp { packets, .. } => {
                let arrived = self.in_flight.packets.pop(packets)?;
                if let Some(next) = self.in_flight.packets.first(*packets) {
                    self.events.schedule_reserved(next.at, next.rank, Event::Arrival(index as u32));
                }
                arrived.what
            }
            EndPoints::Udp { arrival_at, ecn, .. } => {
                if *arrival_at != Some(now) {
                    return None; // The rate has changed since this was scheduled.
                }
                let ecn = *ecn;
                let sequence = flow.take_udp_arrival()?;
                let packet = Packet { ecn, sequence, is_udp: true, arrived: now, ..flow.plain_packet() };
                self.schedule_udp_arrival(index);
                self.next_packet += 1;
                Packet { id: self.next_packet, ..packet }
            }
        };
        Some(Packet { arrived: now, ..packet })
    }

    fn on_departure<P: Probe>(&mut self, probe: &mut P) {
        if let Some(sent) = self.sending.take() {
            self.deliver(&sent, probe);
        }
        self.send_next(probe);
    }

    /// Everything that follows from the end of a transmission, up to the acknowledgement's arrival at the sender: on links
    /// where nothing waits for other flows it is arithmetic.
    fn deliver<P: Probe>(&mut self, sent: &Sending, probe: &mut P) {
        let Sending { packet, from, until } = *sent;
        self.totals.transmission(&packet, from, until);
        let delay = self.scenario.delay;
        let flow = &mut self.flows[packet.flow.index()];
        let received_at = flow.reach_receiver(until + delay, packet.bytes.into());
        let delivered_bytes = if matches!(flow.end_points, EndPoints::Tcp { .. }) {
            u64::from(self.receive(&packet, received_at)) * u64::from(self.flows[packet.flow.index()].packet_bytes)
        } else {
            u64::from(packet.bytes)
        };
        self.totals.received(received_at, &packet, delivered_bytes);
        probe.departed(until, &packet, received_at);
    }

    /// A TCP receiver gets a packet: how many data packets it let through to the reader.
    fn receive(&mut self, packet: &Packet, received_at: SimTime) -> u32 {
        let index = packet.flow.index();
        let EndPoints::Tcp { sink, extras, .. } = &mut self.flows[index].end_points else {
            return 0;
        };
        let Some(extras) = extras else {
            let receipt = sink.receive(packet.sequence, packet.ecn, packet.cwr, received_at);
            if let Some(ack) = receipt.ack {
                self.acknowledge(index, ack, received_at);
            }
            return receipt.delivered;
        };
        let base = extras.web.as_ref().map_or(0, WebSession::base);
        if packet.sequence < base {
            return 0; // Its connection is closed.
        }
        // An acknowledgement whose delay runs out before this packet comes has left already.
        let overdue = sink.ack_deadline().filter(|&deadline| deadline <= received_at);
        let held = overdue.and_then(|deadline| sink.on_ack_timer(deadline).map(|ack| (deadline, ack)));
        let receipt = sink.receive(packet.sequence - base, packet.ecn, packet.cwr, received_at);
        let deadline = sink.ack_deadline();
        if let Some(deadline) = deadline
            && extras.ack_timer_at.is_none_or(|at| deadline < at)
        {
            extras.ack_timer_at = Some(deadline);
            self.events.schedule(deadline, Event::AcknowledgementTimer(index as u32));
        }
        for (at, ack) in held.into_iter().chain(receipt.ack.map(|ack| (received_at, ack))) {
            let wire = Ack { next_expected: ack.next_expected + base, arrived: ack.arrived + base, ..ack };
            self.acknowledge(index, wire, at);
        }
        receipt.delivered
    }

    /// An acknowledgement sets out at `at`.
    fn acknowledge(&mut self, index: usize, ack: Ack, at: SimTime) {
        let at = self.flows[index].reach_sender(at, &mut self.reverse, self.scenario.delay);
        let rank = self.events.reserve();
        if let EndPoints::Tcp { acks, .. } = &mut self.flows[index].end_points {
            if acks.is_empty() {
                self.events.schedule_reserved(at, rank, Event::Acknowledgement(index as u32));
            }
            self.in_flight.acks.push(acks, OnItsWay { at, rank, what: ack });
        }
    }

    /// A receiver has held an acknowledgement back for as long as it may.
    fn on_acknowledgement_timer(&mut self, index: usize) {
        let EndPoints::Tcp { sink, extras: Some(extras), .. } = &mut self.flows[index].end_points else {
            return;
        };
        if extras.ack_timer_at != Some(self.now) {
            return; // An earlier deadline has taken its place.
        }
        extras.ack_timer_at = None;
        let base = extras.web.as_ref().map_or(0, WebSession::base);
        match sink.ack_deadline() {
            Some(deadline) if deadline <= self.now => {
                if let Some(ack) = sink.on_ack_timer(self.now) {
                    let wire = Ack { next_expected: ack.next_expected + base, arrived: ack.arrived + base, ..ack };
                    self.acknowledge(index, wire, self.now);
                }
            }
            Some(deadline) => {
                extras.ack_timer_at = Some(deadline);
                self.events.schedule(deadline, Event::AcknowledgementTimer(index as u32));
            }
            None => {}
        }
    }

    /// A web session asks for its next object.
    fn on_request<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let now = self.now;
        let tick_phase = self.flows[index].tick_phase(self.scenario.seed);
        let mut outbox = std::mem::take(&mut self.outbox);
        if let EndPoints::Tcp { sender, sink, extras: Some(extras), .. } = &mut self.flows[index].end_points
            && let Some(web) = &mut extras.web
            && web.due().is_some_and(|due| due <= now)
        {
            web.request(now, tick_phase, sender, sink, &mut outbox);
            extras.ack_timer_at = None;
        }
        self.send(index, outbox, probe);
    }

    /// The link takes the next packet, if one waits.
    fn send_next<P: Probe>(&mut self, probe: &mut P) {
        if let Some(packet) = self.ask_discipline(probe, |discipline, cx| discipline.dequeue(cx)) {
            self.totals.departure(self.now, &packet);
            let until = self.forward.ends(self.now, packet.bytes.into());
            self.sending = Some(Sending { packet, from: self.now, until });
            self.events.schedule(until, Event::Departure);
            probe.dequeued(self.now, &packet, &self.discipline);
        } else {
            // An idle link is what some disciplines wait for.
            self.schedule_discipline_timer();
        }
    }

    fn on_acknowledgement<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let EndPoints::Tcp { acks, .. } = &mut self.flows[index].end_points else {
            return;
        };
        let Some(arrived) = self.in_flight.acks.pop(acks) else {
            return;
        };
        if let Some(next) = self.in_flight.acks.first(*acks) {
            self.events.schedule_reserved(next.at, next.rank, Event::Acknowledgement(index as u32));
        }
        let ack = match self.flows[index].web_session() {
            Some(web) => web.own(arrived.what),
            None => Some(arrived.what),
        };
        if let Some(ack) = ack {
            self.with_sender(index, probe, |sender, now, out| sender.on_ack(ack, now, out));
        }
    }

    /// A flow keeps one timer event that arms itself anew while the sender's deadline moves on.
    fn on_timer<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let EndPoints::Tcp { sender, timer_at, .. } = &mut self.flows[index].end_points else {
            return;
        };
        if *timer_at != Some(self.now) {
            return; // An earlier deadline has taken its place.
        }
        *timer_at = None;
        let is_due = sender.deadline().is_some_and(|deadline| deadline <= self.now);
        self.with_sender(index, probe, |sender, now, out| {
            if is_due {
                sender.on_timer(now, out);
            }
        });
    }

    /// Lets a sender act, sends what it sends, and sees to its timer.
    fn with_sender<P: Probe>(
        &mut self,
        index: usize,
        probe: &mut P,
        act: impl FnOnce(&mut TcpSender, SimTime, &mut Vec<Segment>),
    ) {
        let mut outbox = std::mem::take(&mut self.outbox);
        if let EndPoints::Tcp { sender, extras, .. } = &mut self.flows[index].end_points {
            act(sender, self.now, &mut outbox);
            probe.sender_acted(self.now, FlowId(index as u32), sender);
            if let Some(web) = extras.as_mut().and_then(|extras| extras.web.as_mut()) {
                web.look_at(sender, self.now);
            }
        }
        self.send(index, outbox, probe);
    }

    /// Sends what a sender gave out, and sees to its timers.
    fn send<P: Probe>(&mut self, index: usize, mut outbox: Vec<Segment>, probe: &mut P) {
        let now = self.now;
        let flow = &mut self.flows[index];
        let (base, released) = flow.numbering(now, !outbox.is_empty());
        for segment in outbox.drain(..) {
            let at = flow.reach_bottleneck(released, segment.bytes);
            self.next_packet += 1;
            let packet = flow.packet(&segment, self.next_packet, at, base);
            probe.sent(now, &packet);
            let rank = self.events.reserve();
            if let EndPoints::Tcp { packets, .. } = &mut flow.end_points {
                if packets.is_empty() {
                    self.events.schedule_reserved(at, rank, Event::Arrival(index as u32));
                }
                self.in_flight.packets.push(packets, OnItsWay { at, rank, what: packet });
            }
        }
        self.outbox = outbox;
        let EndPoints::Tcp { sender, timer_at, extras, .. } = &mut flow.end_points else {
            return;
        };
        if let Some(deadline) = sender.deadline()
            && timer_at.is_none_or(|at| deadline < at)
        {
            *timer_at = Some(deadline);
            self.events.schedule(deadline, Event::Timer(index as u32));
        }
        if let Some(web) = extras.as_mut().and_then(|extras| extras.web.as_mut())
            && let Some(due) = web.due()
            && web.request_at != Some(due)
        {
            web.request_at = Some(due);
            self.events.schedule(due.max(now), Event::Request(index as u32));
        }
    }

    fn schedule_udp_arrival(&mut self, index: usize) {
        let next = self.flows[index].next_udp_arrival();
        if let EndPoints::Udp { arrival_at, .. } = &mut self.flows[index].end_points {
            *arrival_at = next;
            if let Some(at) = next {
                self.events.schedule(at, Event::Arrival(index as u32));
            }
        }
    }

    fn on_discipline_timer<P: Probe>(&mut self, probe: &mut P) {
        if self.discipline_timer == Some(self.now) {
            self.ask_discipline(probe, |discipline, cx| discipline.on_timer(cx));
            self.schedule_discipline_timer();
        }
    }

    fn schedule_discipline_timer(&mut self) {
        let next = self.discipline.next_timer();
        if next != self.discipline_timer || next == Some(self.now) {
            self.discipline_timer = next;
            if let Some(at) = next {
                self.events.schedule(at.max(self.now), Event::DisciplineTimer);
            }
        }
    }

    fn on_intervention<P: Probe>(&mut self, place: usize, probe: &mut P) {
        self.next_intervention = place + 1;
        if let Some(intervention) = self.opened.interventions.get(place).cloned() {
            // Checked when the scenario was read; a change that was refused would have refused the scenario.
            let applied = self.apply(&intervention, probe);
            debug_assert!(applied.is_ok(), "{applied:?}");
        }
    }

    /// Takes a change over into scenario, discipline, link and sources.
    fn apply<P: Probe>(&mut self, intervention: &Intervention, probe: &mut P) -> Result<(), Vec<Problem>> {
        let changed = self.scenario.with(&intervention.path, intervention.value.clone())?;
        let (_, settings, params) = changed.lane_settings(self.lane)?;
        // A discipline may reckon with the capacity, e.g. RED with packets that could have been sent in an idle time.
        let is_other_link = changed.link_facts() != self.scenario.link_facts();
        if is_other_link || self.scenario.lane_settings(self.lane).is_ok_and(|(_, before, _)| before != settings) {
            self.ask_discipline(probe, |discipline, cx| discipline.reconfigure(params, cx));
            self.schedule_discipline_timer();
        }
        let mut first = 0;
        for (before, group) in self.scenario.flows.iter().zip(&changed.flows) {
            let after = first + group.count as usize;
            if before != group {
                for flow in &mut self.flows[first..after] {
                    flow.change_source(group, self.now);
                }
            }
            first = after;
        }
        for index in 0..self.flows.len() {
            if self.flows[index].next_udp_arrival() != self.flows[index].udp_arrival_at() {
                self.schedule_udp_arrival(index);
            }
        }
        self.forward.change_rate(changed.capacity_bps);
        self.reverse = LinkRate::new(changed.capacity_bps);
        self.scenario = changed;
        Ok(())
    }

    /// Lets the discipline act and keeps score of what it does.
    #[inline]
    fn ask_discipline<P: Probe, R>(
        &mut self,
        probe: &mut P,
        act: impl FnOnce(&mut AnyDiscipline, &mut Context<'_, Stream, Accounts<'_, P>>) -> R,
    ) -> R {
        let mut accounts = Accounts { now: self.now, totals: &mut self.totals, probe };
        let mut cx = Context { now: self.now, chance: &mut self.chance, sink: &mut accounts };
        let answer = act(&mut self.discipline, &mut cx);
        self.totals.queue_is(self.now, self.discipline.packets(), self.discipline.average());
        answer
    }
}
