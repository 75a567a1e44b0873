//! A run whose arrivals at the bottleneck are supplied from outside: a recording of real packets, or live packets.

use super::Simulation;
use crate::base::packet::Packet;
use crate::base::time::SimTime;
use crate::network::event::{Event, Side};
use crate::network::flow::EndPoints;
use crate::network::trace::{Arrival, ArrivalProblem};
use crate::scenario::{Problem, Scenario};

impl Simulation {
    /// A run of the lane `lane` at time 0 whose packets are supplied from outside; the scene's own senders are silent. The run is a
    /// function of the scenario and of the arrivals: early or late, in one block or in many, the same arrivals make the same run.
    pub fn driven(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Self::open(scenario, lane, Some(Box::default()))
    }

    /// Whether arrivals are supplied from outside.
    pub fn is_driven(&self) -> bool {
        self.trace.is_some()
    }

    /// Supplies the next arrivals: each later than the one before and than [`Simulation::known_until`], which moves to the last of
    /// them. Their packets are numbered 1, 2, 3 in this order. A refused call takes none of them.
    pub fn append(&mut self, arrivals: &[Arrival]) -> Result<(), ArrivalProblem> {
        let flows = self.flows.len();
        self.trace.as_mut().ok_or(ArrivalProblem::NotDriven)?.append(arrivals, flows)?;
        self.schedule_told_arrival();
        Ok(())
    }

    /// Declares that no further packet arrives up to and at this time.
    pub fn know_until(&mut self, at: SimTime) {
        if let Some(trace) = &mut self.trace {
            trace.know_until(at);
        }
    }

    /// Up to when all arrivals are known: a driven run goes no further. For any other the end of the run.
    pub fn known_until(&self) -> SimTime {
        self.trace.as_ref().map_or(self.end(), |trace| trace.known_until())
    }

    /// Forgets the arrivals that have come, so that a run of days takes no more memory than one of a minute. Earlier moments of
    /// it, which need them, cannot be gone on from any more.
    pub fn forget_arrivals(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.forget_taken();
        }
    }

    /// The time of the next known event.
    pub fn next_event_at(&mut self) -> Option<SimTime> {
        self.events.next_at()
    }

    /// The same run at time 0, in a scenario that differs by its interventions at most.
    pub(crate) fn at_start(&self, scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Self::open(scenario, lane, self.trace.as_ref().map(|_| Box::default()))
    }

    /// Takes over the arrivals that `run` knows, of which this is an earlier moment.
    pub(crate) fn know_as(&mut self, run: &Self) {
        if let (Some(trace), Some(known)) = (&mut self.trace, &run.trace) {
            trace.know_as(known);
            self.schedule_told_arrival();
        }
    }

    /// After the other events of its instant: a packet supplied while the run is at that instant finds the same state.
    fn schedule_told_arrival(&mut self) {
        let Some(trace) = &mut self.trace else { return };
        if trace.is_scheduled {
            return;
        }
        if let Some(&Arrival { at, flow, .. }) = trace.next() {
            trace.is_scheduled = true;
            self.events.schedule_beside(at, Side::After, Event::Arrival(flow.0));
        }
    }

    /// The supplied packet that arrives now; schedules the next one.
    #[inline(never)]
    pub(super) fn take_told(&mut self) -> Option<Packet> {
        let trace = self.trace.as_mut()?;
        trace.is_scheduled = false;
        let arrival = trace.take()?;
        self.schedule_told_arrival();
        let flow = &mut self.flows[arrival.flow.index()];
        let EndPoints::Trace { arrived } = &mut flow.end_points else { return None };
        let sequence = *arrived as u32;
        *arrived += 1;
        self.next_packet += 1;
        let Arrival { at, bytes, is_udp, ecn, is_syn, is_retransmission, cwr, .. } = arrival;
        let told = Packet { bytes, is_udp, ecn, is_syn, is_retransmission, cwr, ..flow.plain_packet() };
        Some(Packet { id: self.next_packet, sequence, arrived: at, ..told })
    }
}
