//! Observers of a run. A probe receives every event and cannot change the run, which is identical with and without
//! probes.

use crate::base::packet::{FlowId, Packet};
use crate::base::time::SimTime;
use crate::discipline::{AnyDiscipline, LineId, QuantityId, Reason};
use crate::endpoint::tcp::TcpSender;

/// The cause of an action that a discipline takes without an arrival.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Trigger {
    /// The link is free and requests a packet.
    Exit,
    /// A timer of the discipline has run out.
    Timer,
}

/// An observer of a run. Every hook is empty by default and costs nothing after inlining.
pub trait Probe {
    /// See [`crate::discipline::Tracer::listens`].
    fn listens(&self) -> bool {
        true
    }

    /// A sender has sent a packet, which is in flight to the bottleneck.
    fn sent(&mut self, now: SimTime, packet: &Packet) {
        let _ = (now, packet);
    }

    /// A packet reached the bottleneck; the discipline is about to decide.
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        let _ = (now, packet, discipline);
    }

    /// See [`crate::discipline::Tracer::line`].
    fn line(&mut self, line: LineId) {
        let _ = line;
    }

    /// See [`crate::discipline::Tracer::test`].
    #[inline]
    fn test(&mut self, line: LineId, held: bool) {
        let _ = held;
        self.line(line);
    }

    /// See [`crate::discipline::Tracer::value`].
    fn value(&mut self, quantity: QuantityId, value: f64) {
        let _ = (quantity, value);
    }

    /// See [`crate::discipline::Tracer::draw`].
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        let _ = (place, flow, is_match);
    }

    /// A packet entered the queue.
    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        let _ = (now, packet, place);
    }

    /// A packet was dropped: the arrival if `place` is `None`, else the queued packet at `place`.
    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        let _ = (now, packet, reason, place);
    }

    /// A packet was ECN-marked.
    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        let _ = (now, packet, reason);
    }

    /// The discipline has decided.
    fn decision_ends(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        let _ = (now, discipline);
    }

    /// The discipline is about to act without an arrival. Such an action counts as a decision only if it drops or marks
    /// a packet.
    fn trigger_starts(&mut self, now: SimTime, trigger: Trigger, discipline: &AnyDiscipline) {
        let _ = (now, trigger, discipline);
    }

    /// The discipline has acted without an arrival. `struck` is true if the discipline dropped or marked a packet.
    fn trigger_ends(&mut self, now: SimTime, struck: bool, discipline: &AnyDiscipline) {
        let _ = (now, struck, discipline);
    }

    /// A packet left the queue; the link starts to send it.
    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        let _ = (now, packet, discipline);
    }

    /// The link has sent a packet; it reaches its receiver at `received_at`, or never if that is [`SimTime::MAX`].
    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        let _ = (now, packet, received_at);
    }

    /// A sender has acted: it started, took an acknowledgement, or its timer expired.
    fn sender_acted(&mut self, now: SimTime, flow: FlowId, sender: &TcpSender) {
        let _ = (now, flow, sender);
    }
}

/// A probe that observes nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;
impl Probe for NoProbe {
    fn listens(&self) -> bool {
        false
    }
}

/// An optional observer behind a pointer, so that one copy of the event loop and of every discipline serves all
/// observers. A copy for each kind of observer would enlarge the code that the page loads. Without an observer a hook
/// costs one branch that is never taken.
pub struct Watcher<'a>(pub Option<&'a mut dyn Probe>);

impl Probe for Watcher<'_> {
    fn listens(&self) -> bool {
        self.0.as_ref().is_some_and(|probe| probe.listens())
    }

    #[inline]
    fn sent(&mut self, now: SimTime, packet: &Packet) {
        if let Some(probe) = &mut self.0 {
            probe.sent(now, packet);
        }
    }

    #[inline]
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        if let Some(probe) = &mut self.0 {
            probe.decision_starts(now, packet, discipline);
        }
    }

    #[inline]
    fn line(&mut self, line: LineId) {
        if let Some(probe) = &mut self.0 {
            probe.line(line);
        }
    }

    #[inline]
    fn test(&mut self, line: LineId, held: bool) {
        if let Some(probe) = &mut self.0 {
            probe.test(line, held);
        }
    }

    #[inline]
    fn value(&mut self, quantity: QuantityId, value: f64) {
        if let Some(probe) = &mut self.0 {
            probe.value(quantity, value);
        }
    }

    #[inline]
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        if let Some(probe) = &mut self.0 {
            probe.draw(place, flow, is_match);
        }
    }

    #[inline]
    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        if let Some(probe) = &mut self.0 {
            probe.admitted(now, packet, place);
        }
    }

    #[inline]
    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        if let Some(probe) = &mut self.0 {
            probe.dropped(now, packet, reason, place);
        }
    }

    #[inline]
    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        if let Some(probe) = &mut self.0 {
            probe.marked(now, packet, reason);
        }
    }

    #[inline]
    fn decision_ends(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        if let Some(probe) = &mut self.0 {
            probe.decision_ends(now, discipline);
        }
    }

    #[inline]
    fn trigger_starts(&mut self, now: SimTime, trigger: Trigger, discipline: &AnyDiscipline) {
        if let Some(probe) = &mut self.0 {
            probe.trigger_starts(now, trigger, discipline);
        }
    }

    #[inline]
    fn trigger_ends(&mut self, now: SimTime, struck: bool, discipline: &AnyDiscipline) {
        if let Some(probe) = &mut self.0 {
            probe.trigger_ends(now, struck, discipline);
        }
    }

    #[inline]
    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        if let Some(probe) = &mut self.0 {
            probe.dequeued(now, packet, discipline);
        }
    }

    #[inline]
    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        if let Some(probe) = &mut self.0 {
            probe.departed(now, packet, received_at);
        }
    }

    #[inline]
    fn sender_acted(&mut self, now: SimTime, flow: FlowId, sender: &TcpSender) {
        if let Some(probe) = &mut self.0 {
            probe.sender_acted(now, flow, sender);
        }
    }
}
