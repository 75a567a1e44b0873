//! A run whose arrivals at the bottleneck come from outside: either from a recording of real packets, or live.

use super::Simulation;
use crate::base::packet::{Packet, TcpNotes};
use crate::base::time::SimTime;
use crate::network::event::{Event, Side};
use crate::network::flow::EndPoints;
use crate::network::trace::{Arrival, ArrivalProblem};
use crate::scenario::{Problem, Scenario};

impl Simulation {
    /// A run of the lane at index `lane`, at time 0, with arrivals from outside; the scene's own senders send nothing.
    /// The run depends only on the scenario and on the arrivals, but not on when or in how many blocks they are
    /// supplied.
    pub fn driven(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Self::open(scenario, lane, Some(Box::default()))
    }

    /// Whether arrivals are supplied from outside.
    pub fn is_driven(&self) -> bool {
        self.trace.is_some()
    }

    /// Supplies the next arrivals. Each arrival must be later than the previous arrival and later than
    /// [`Simulation::known_until`], which moves to the last arrival. Packets are numbered 1, 2, 3 in this order. A refused
    /// call adds no arrivals.
    pub fn append(&mut self, arrivals: &[Arrival]) -> Result<(), ArrivalProblem> {
        let flows = self.flows.len();
        self.trace.as_mut().ok_or(ArrivalProblem::NotDriven)?.append(arrivals, flows)?;
        self.schedule_supplied_arrival();
        Ok(())
    }

    /// Declares that no further packet arrives up to and including `at`.
    pub fn know_until(&mut self, at: SimTime) {
        if let Some(trace) = &mut self.trace {
            trace.know_until(at);
        }
    }

    /// The time up to which all arrivals are known. A run with supplied arrivals cannot advance beyond this time. For other
    /// runs the result is the end of the run.
    pub fn known_until(&self) -> SimTime {
        self.trace.as_ref().map_or(self.end(), |trace| trace.known_until())
    }

    /// Frees the memory of consumed arrivals, so that a run of days needs no more memory than a run of a minute. After
    /// this call, earlier checkpoints can no longer be continued.
    pub fn forget_arrivals(&mut self) {
        if let Some(trace) = &mut self.trace {
            trace.forget_taken();
        }
    }

    /// The time of the next known event.
    pub fn next_event_at(&mut self) -> Option<SimTime> {
        self.events.next_at()
    }

    /// A copy of this run at time 0. `scenario` must be the scenario of this run, except for the interventions.
    pub(crate) fn at_start(&self, scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        Self::open(scenario, lane, self.trace.as_ref().map(|_| Box::default()))
    }

    /// Copies the supplied arrivals from `run`. `self` must be an earlier state of the same run, such as a checkpoint.
    pub(crate) fn know_as(&mut self, run: &Self) {
        if let (Some(trace), Some(known)) = (&mut self.trace, &run.trace) {
            trace.know_as(known);
            self.schedule_supplied_arrival();
        }
    }

    /// Schedules the next supplied arrival after all other events of its instant. The run then does not depend on when the
    /// arrival was supplied.
    fn schedule_supplied_arrival(&mut self) {
        let Some(trace) = &mut self.trace else { return };
        if trace.is_scheduled {
            return;
        }
        if let Some(&Arrival { at, flow, .. }) = trace.next() {
            trace.is_scheduled = true;
            self.events.schedule_beside(at, Side::After, Event::Arrival(flow.0));
        }
    }

    /// Takes the supplied packet that arrives now, and schedules the next supplied packet.
    #[inline(never)]
    pub(super) fn take_supplied(&mut self) -> Option<Packet> {
        let trace = self.trace.as_mut()?;
        trace.is_scheduled = false;
        let arrival = trace.take()?;
        self.schedule_supplied_arrival();
        let flow = &mut self.flows[arrival.flow.index()];
        let EndPoints::Trace { arrived } = &mut flow.end_points else { return None };
        let sequence = *arrived as u32;
        *arrived += 1;
        self.next_packet += 1;
        let Arrival { at, bytes, is_udp, ecn, is_syn, is_retransmission, cwr, .. } = arrival;
        let tcp = TcpNotes::new(cwr, 0);
        let packet = Packet { bytes, is_udp, ecn, is_syn, is_retransmission, tcp, ..flow.plain_packet() };
        Some(Packet { id: self.next_packet, sequence, arrived: at, ..packet })
    }
}
