//! One way for all tests to call a discipline directly.
//!
//! A discipline is compiled once for each pair of types: the source of its random numbers and the receiver of its
//! reports. Every test has types of its own, and compiling all disciplines for each of them took a quarter of the
//! compile time of this binary. Here both types are hidden behind references, so each discipline is compiled once.

use chokepoint_engine::discipline::{Context, LineId, QuantityId, Reason, Tracer};
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::rng::Chance;
use chokepoint_engine::time::SimTime;

/// The context that every test passes to a discipline.
pub(crate) type AnyContext<'a, 'b> = Context<'a, AnyChance<'b>, AnyTracer<'b>>;

pub(crate) struct AnyChance<'a>(&'a mut dyn Chance);

pub(crate) struct AnyTracer<'a>(&'a mut dyn Tracer);

/// Calls `act` with a context at `now`, with these random numbers and this receiver of the reports.
pub(crate) fn ask<R>(
    now: SimTime,
    chance: &mut dyn Chance,
    tracer: &mut dyn Tracer,
    act: impl FnOnce(&mut AnyContext<'_, '_>) -> R,
) -> R {
    act(&mut Context { now, chance: &mut AnyChance(chance), tracer: &mut AnyTracer(tracer) })
}

impl Chance for AnyChance<'_> {
    fn unit(&mut self) -> f64 {
        self.0.unit()
    }
    fn index(&mut self, count: usize) -> usize {
        self.0.index(count)
    }
    fn happens(&mut self, probability: f64) -> bool {
        self.0.happens(probability)
    }
    fn pick(&mut self, count: usize) -> usize {
        self.0.pick(count)
    }
}

impl Tracer for AnyTracer<'_> {
    fn listens(&self) -> bool {
        self.0.listens()
    }
    fn line(&mut self, line: LineId) {
        self.0.line(line);
    }
    fn test(&mut self, line: LineId, held: bool) {
        self.0.test(line, held);
    }
    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.0.value(quantity, value);
    }
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        self.0.draw(place, flow, is_match);
    }
    fn admit(&mut self, packet: &Packet, place: usize) {
        self.0.admit(packet, place);
    }
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.0.drop(packet, reason, place);
    }
    fn mark(&mut self, packet: &Packet, reason: Reason) {
        self.0.mark(packet, reason);
    }
}
