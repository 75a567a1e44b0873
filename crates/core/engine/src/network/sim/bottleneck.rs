//! Events at the bottleneck: arrivals, decisions and timers of the discipline, and the link.

use super::{Sending, Simulation};
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Stream;
use crate::base::time::SimTime;
use crate::discipline::{AnyDiscipline, Context, LineId, QuantityId, Reason, Tracer, Waiting};
use crate::measure::Totals;
use crate::network::event::{Event, EventFifo};
use crate::network::flow::EndPoints;
use crate::probe::{Probe, Trigger};

/// Counts the events that a discipline reports, and passes them on to the probe.
pub(super) struct Accounts<'a, P: Probe> {
    now: SimTime,
    totals: &'a mut Totals,
    probe: &'a mut P,
}

impl<P: Probe> Tracer for Accounts<'_, P> {
    fn listens(&self) -> bool {
        self.probe.listens()
    }

    #[inline]
    fn line(&mut self, line: LineId) {
        self.probe.line(line);
    }

    #[inline]
    fn test(&mut self, line: LineId, held: bool) {
        self.probe.test(line, held);
    }

    #[inline]
    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.probe.value(quantity, value);
    }

    #[inline]
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        self.totals.counts.comparisons += 1;
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
    pub(super) fn on_arrival<P: Probe>(&mut self, index: usize, probe: &mut P) {
        let Some(packet) = self.arriving(index) else {
            return;
        };
        if self.two_links.as_ref().is_some_and(|links| links.enters_at_other(index)) {
            return self.reach_other_link(packet);
        }
        self.reach_link(packet, probe);
    }

    /// Handles a packet that reaches the bottleneck: the discipline decides, and an idle link starts to send.
    #[inline]
    pub(super) fn reach_link<P: Probe>(&mut self, packet: Packet, probe: &mut P) {
        self.count_at_link(packet.flow);
        self.link.totals.counts.arrived += 1;
        probe.decision_starts(self.now, &packet, &self.link.discipline);
        self.ask_discipline(probe, |discipline, cx| ((), discipline.take_arrival(packet, cx)));
        probe.decision_ends(self.now, &self.link.discipline);
        if self.link.sending.is_none() {
            self.send_next(probe);
        }
    }

    /// Removes the packet that reaches the bottleneck now from the packets in flight, and schedules the flow's next
    /// arrival.
    #[inline(always)]
    fn arriving(&mut self, index: usize) -> Option<Packet> {
        let now = self.now;
        let flow = &mut self.flows[index];
        let packet = match &mut flow.end_points {
            EndPoints::Tcp { packets, arrived: count, .. } => {
                let arrived = self.in_flight.packets.pop(packets)?;
                *count += 1;
                if let Some(next) = self.in_flight.packets.first(*packets) {
                    self.events.schedule_in_fifo(EventFifo::Segments, next.at, next.rank, Event::Arrival(index as u32));
                }
                arrived.what
            }
            EndPoints::Udp { arrival_at, ecn, .. } => {
                if *arrival_at != now {
                    return None; // This event is outdated: the rate has changed since the event was scheduled.
                }
                let ecn = *ecn;
                let sequence = flow.take_udp_arrival()?;
                let packet = Packet { ecn, sequence, is_udp: true, arrived: now, ..flow.plain_packet() };
                self.schedule_udp_arrival(index);
                self.next_packet += 1;
                Packet { id: self.next_packet, ..packet }
            }
            EndPoints::Trace { .. } => return self.take_supplied(),
        };
        Some(Packet { arrived: now, ..packet })
    }

    pub(super) fn on_departure<P: Probe>(&mut self, probe: &mut P) {
        if let Some(sent) = self.link.sending.take() {
            self.deliver(&sent, probe);
        }
        self.send_next(probe);
    }

    /// Starts the transmission of the next packet, if one is queued.
    pub(super) fn send_next<P: Probe>(&mut self, probe: &mut P) {
        if let Some(packet) = self.take_turn(Trigger::Exit, probe, |discipline, cx| discipline.give_next(cx)) {
            self.link.totals.departure(self.now, &packet);
            let until = self.link.forward.ends(self.now, packet.bytes.into());
            self.link.sending = Some(Sending { packet, from: self.now, until });
            let rank = self.events.reserve();
            let event = self.own_event(Event::Departure, Event::OtherDeparture);
            self.events.schedule_in_fifo(EventFifo::Departures, until, rank, event);
            probe.dequeued(self.now, &packet, &self.link.discipline);
        } else {
            // The link becomes idle. Some disciplines then need a timer, which is scheduled here.
            self.schedule_discipline_timer();
        }
    }

    /// The event of the link that acts now: `observed` for the observed link, `other` for the other link.
    #[inline]
    fn own_event(&self, observed: Event, other: Event) -> Event {
        if self.two_links.as_ref().is_some_and(|links| links.is_exchanged) { other } else { observed }
    }

    pub(super) fn on_discipline_timer<P: Probe>(&mut self, probe: &mut P) {
        if self.link.timer == Some(self.now) {
            self.take_turn(Trigger::Timer, probe, |discipline, cx| (discipline.on_timer(cx), discipline.waiting()));
            self.schedule_discipline_timer();
        }
    }

    pub(super) fn schedule_discipline_timer(&mut self) {
        let next = self.link.discipline.next_timer();
        if next != self.link.timer || next == Some(self.now) {
            self.link.timer = next;
            if let Some(at) = next {
                let event = self.own_event(Event::DisciplineTimer, Event::OtherTimer);
                self.events.schedule(at.max(self.now), event);
            }
        }
    }

    /// Lets the discipline act without an arrival.
    #[inline]
    fn take_turn<P: Probe, R>(
        &mut self,
        trigger: Trigger,
        probe: &mut P,
        act: impl FnOnce(&mut AnyDiscipline, &mut Context<'_, Stream, Accounts<'_, P>>) -> (R, Waiting),
    ) -> R {
        let before = self.link.totals.strikes;
        probe.trigger_starts(self.now, trigger, &self.link.discipline);
        let answer = self.ask_discipline(probe, act);
        let struck = self.link.totals.strikes != before;
        self.link.totals.struck_turns += u64::from(struck);
        probe.trigger_ends(self.now, struck, &self.link.discipline);
        answer
    }

    /// Lets the discipline act and counts the decisions that it reports.
    #[inline]
    pub(super) fn ask_discipline<P: Probe, R>(
        &mut self,
        probe: &mut P,
        act: impl FnOnce(&mut AnyDiscipline, &mut Context<'_, Stream, Accounts<'_, P>>) -> (R, Waiting),
    ) -> R {
        let mut accounts = Accounts { now: self.now, totals: &mut self.link.totals, probe };
        let mut cx = Context { now: self.now, chance: &mut self.link.chance, tracer: &mut accounts };
        let (answer, waiting) = act(&mut self.link.discipline, &mut cx);
        self.link.totals.queue_is(self.now, waiting);
        answer
    }
}
