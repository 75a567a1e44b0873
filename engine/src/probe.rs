//! Observers. They are told everything and can change nothing: a run with every probe on equals the run with none.

use crate::base::packet::{FlowId, Packet};
use crate::base::time::SimTime;
use crate::discipline::{AnyDiscipline, LineId, QuantityId, Reason};
use crate::endpoint::tcp::TcpSender;

/// When a discipline acts without an arrival.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Trigger {
    /// The link is free and asks for a packet.
    Exit,
    /// Its own timer has run out.
    Timer,
}

/// Who watches a run. Every hook is empty by default and costs nothing after inlining.
pub trait Probe {
    /// A sender sent a packet; it is on its way to the bottleneck.
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

    /// A packet was dropped: the arrival, or the one waiting at `place`.
    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        let _ = (now, packet, reason, place);
    }

    /// A packet was ECN-marked.
    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        let _ = (now, packet, reason);
    }

    /// The decision is taken.
    fn decision_ends(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        let _ = (now, discipline);
    }

    /// The discipline is about to act, though nothing arrives. That is a decision only if it drops or marks something.
    fn trigger_starts(&mut self, now: SimTime, trigger: Trigger, discipline: &AnyDiscipline) {
        let _ = (now, trigger, discipline);
    }

    /// It has acted; `struck`: it dropped or marked something.
    fn trigger_ends(&mut self, now: SimTime, struck: bool, discipline: &AnyDiscipline) {
        let _ = (now, struck, discipline);
    }

    /// A packet left the queue; the link starts to send it.
    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        let _ = (now, packet, discipline);
    }

    /// The link has sent a packet; its receiver gets it at `received_at`.
    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        let _ = (now, packet, received_at);
    }

    /// A sender has acted: it started, took an acknowledgement, or its timer ran out.
    fn sender_acted(&mut self, now: SimTime, flow: FlowId, sender: &TcpSender) {
        let _ = (now, flow, sender);
    }
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProbe;
impl Probe for NoProbe {}

/// Somebody watches, and who that is need not be known when the engine is compiled: one copy of the event loop and of every
/// discipline serves all watchers, where each would otherwise get its own and the page would have to load them all.
impl Probe for &mut dyn Probe {
    fn sent(&mut self, now: SimTime, packet: &Packet) {
        (**self).sent(now, packet);
    }

    fn decision_starts(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        (**self).decision_starts(now, packet, discipline);
    }

    fn line(&mut self, line: LineId) {
        (**self).line(line);
    }

    fn test(&mut self, line: LineId, held: bool) {
        (**self).test(line, held);
    }

    fn value(&mut self, quantity: QuantityId, value: f64) {
        (**self).value(quantity, value);
    }

    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        (**self).draw(place, flow, is_match);
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        (**self).admitted(now, packet, place);
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        (**self).dropped(now, packet, reason, place);
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        (**self).marked(now, packet, reason);
    }

    fn decision_ends(&mut self, now: SimTime, discipline: &AnyDiscipline) {
        (**self).decision_ends(now, discipline);
    }

    fn trigger_starts(&mut self, now: SimTime, trigger: Trigger, discipline: &AnyDiscipline) {
        (**self).trigger_starts(now, trigger, discipline);
    }

    fn trigger_ends(&mut self, now: SimTime, struck: bool, discipline: &AnyDiscipline) {
        (**self).trigger_ends(now, struck, discipline);
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        (**self).dequeued(now, packet, discipline);
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        (**self).departed(now, packet, received_at);
    }

    fn sender_acted(&mut self, now: SimTime, flow: FlowId, sender: &TcpSender) {
        (**self).sender_acted(now, flow, sender);
    }
}
