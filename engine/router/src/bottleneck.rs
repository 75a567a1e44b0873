//! The bottleneck: the engine decides, and what it decides becomes verdicts.
//!
//! Packets are told to a driven [`Simulation`] as they come, and it is let go as far as the clock has come. A packet waits as
//! long as its verdict is out. Everything that is decided is a function of the arrivals, the scene and its seed.

use crate::packet::Seen;
use crate::queue::Fate;
use chokepoint_engine::discipline::Reason;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::probe::Probe;
use chokepoint_engine::scenario::{Problem, Scenario};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Simulation};
use serde_json::Value;
use std::collections::VecDeque;
use std::io;

/// Who keeps the arrivals: a recording, the page.
pub(crate) trait Recorder {
    /// A packet has come, and the run has been let go to its time.
    fn arrival(&mut self, arrival: &Arrival, run: &Simulation);

    /// Nothing else has come until then.
    fn known_until(&mut self, at: SimTime, run: &Simulation);

    /// The run has ended; what could not be kept.
    fn finish(self: Box<Self>, at: SimTime, facts: &Value) -> io::Result<()>;
}

/// A packet whose fate is known.
#[derive(Debug)]
pub(crate) struct Decided<H> {
    /// What the kernel calls it.
    pub(crate) handle: H,
    pub(crate) flow: FlowId,
    pub(crate) fate: Fate,
    /// When that was decided: the end of its transmission, or the moment in which it was dropped.
    pub(crate) at: SimTime,
}

/// A run that real packets drive. `H` is what the packets are held by.
pub(crate) struct Bottleneck<H> {
    run: Simulation,
    /// Packets without a verdict, by the engine's number less `first`; those in between that have theirs are empty.
    held: VecDeque<Option<Held<H>>>,
    first: u64,
    waiting: usize,
    fates: Fates,
    recorder: Option<Box<dyn Recorder + Send>>,
}

struct Held<H> {
    handle: H,
    flow: FlowId,
    is_marked: bool,
}

impl<H> Bottleneck<H> {
    /// The lane `lane` of a scene, at time 0.
    pub(crate) fn new(
        scenario: &Scenario,
        lane: usize,
        recorder: Option<Box<dyn Recorder + Send>>,
    ) -> Result<Self, Vec<Problem>> {
        let run = Simulation::driven(scenario, lane)?;
        Ok(Self { run, held: VecDeque::new(), first: 1, waiting: 0, fates: Fates::default(), recorder })
    }

    /// A packet has come at this time, or just after everything that is known: the times of packets differ.
    pub(crate) fn arrive(
        &mut self,
        at: SimTime,
        seen: &Seen,
        flow: FlowId,
        is_retransmission: bool,
        handle: H,
        decided: &mut Vec<Decided<H>>,
    ) {
        let known = self.run.known_until().max(self.run.now()).nanos();
        let arrival = Arrival {
            at: SimTime::from_nanos(at.nanos().max(known + 1)),
            flow,
            bytes: seen.bytes.max(1),
            is_udp: seen.is_udp(),
            ecn: seen.ecn,
            is_syn: seen.tcp.is_some_and(|tcp| tcp.is_syn),
            is_retransmission,
            cwr: seen.tcp.is_some_and(|tcp| tcp.cwr),
        };
        if self.run.append(&[arrival]).is_err() {
            // A flow that the scene has not. Whoever classifies gives no such number; the packet is not ours.
            decided.push(Decided { handle, flow, fate: Fate::Accept, at: arrival.at });
            return;
        }
        self.held.push_back(Some(Held { handle, flow, is_marked: false }));
        self.waiting += 1;
        self.go(arrival.at, decided);
        if let Some(recorder) = &mut self.recorder {
            recorder.arrival(&arrival, &self.run);
        }
    }

    /// The clock has come to this time, and nothing else has arrived.
    pub(crate) fn advance(&mut self, now: SimTime, decided: &mut Vec<Decided<H>>) {
        self.run.know_until(now);
        self.go(now, decided);
        if let Some(recorder) = &mut self.recorder {
            recorder.known_until(self.run.now(), &self.run);
        }
    }

    /// When the engine has something to do next.
    pub(crate) fn next_event_at(&mut self) -> Option<SimTime> {
        self.run.next_event_at()
    }

    /// When the measured window begins.
    pub(crate) fn measured_from(&self) -> SimTime {
        self.run.scenario().measured_from
    }

    /// How many packets may wait \[packets\].
    pub(crate) fn limit(&self) -> usize {
        self.run.discipline().limit()
    }

    /// How many packets have no verdict.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// The result object so far.
    pub(crate) fn result(&self) -> RunResult {
        self.run.result()
    }

    /// Whether the scene's duration is over.
    pub(crate) fn is_finished(&self) -> bool {
        self.run.is_finished()
    }

    /// Ends the recording, if there is one.
    pub(crate) fn finish_recording(&mut self, facts: &Value) -> io::Result<()> {
        self.recorder.take().map_or(Ok(()), |recorder| recorder.finish(self.run.now(), facts))
    }

    /// Lets go of everything that still waits: it is on its way, and this program ends.
    pub(crate) fn release(&mut self, now: SimTime) -> Vec<Decided<H>> {
        self.waiting = 0;
        let left = self.held.drain(..).flatten();
        left.map(|held| Decided { handle: held.handle, flow: held.flow, fate: Fate::Accept, at: now }).collect()
    }

    fn go(&mut self, until: SimTime, decided: &mut Vec<Decided<H>>) {
        self.run.advance_to(until, &mut self.fates);
        for told in self.fates.told.drain(..) {
            let place = told.packet.wrapping_sub(self.first) as usize;
            let Some(slot) = self.held.get_mut(place) else { continue };
            if let Some(held) = slot.as_mut().filter(|_| told.what == What::Marked) {
                held.is_marked = true;
            } else if let Some(held) = slot.take() {
                self.waiting -= 1;
                let fate = match (told.what, held.is_marked) {
                    (What::Dropped, _) => Fate::Drop,
                    (_, true) => Fate::AcceptMarked,
                    (_, false) => Fate::Accept,
                };
                decided.push(Decided { handle: held.handle, flow: held.flow, fate, at: told.at });
            }
        }
        while matches!(self.held.front(), Some(None)) {
            self.held.pop_front();
            self.first += 1;
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum What {
    Dropped,
    Marked,
    Departed,
}

#[derive(Clone, Copy, Debug)]
struct Told {
    at: SimTime,
    packet: u64,
    what: What,
}

/// What the engine tells, in order.
#[derive(Debug, Default)]
struct Fates {
    told: Vec<Told>,
}

impl Probe for Fates {
    fn dropped(&mut self, now: SimTime, packet: &Packet, _: Reason, _: Option<usize>) {
        self.told.push(Told { at: now, packet: packet.id, what: What::Dropped });
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, _: Reason) {
        self.told.push(Told { at: now, packet: packet.id, what: What::Marked });
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, _: SimTime) {
        self.told.push(Told { at: now, packet: packet.id, what: What::Departed });
    }
}
