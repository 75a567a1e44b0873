//! PIE: a controller that turns the queueing delay into a drop probability.
//!
//! Rule: every update_s the probability changes by α·(delay − target) + β·(delay − previous delay), in small steps
//! while the probability is small. Arrivals are marked or dropped with this probability, except shortly after a period
//! without congestion, and except while the delay is low.
//! Source: Pan, Natarajan, Baker and White, RFC 8033, 2017; the variant `linux`: sch_pie.c.
//! We differ: the delay is that of the last packet sent, as the RFC allows, or that of the backlog (`delay_from`); the
//! estimate from departure rates is left out. Drops are independent unless `derandomize` is on. The variant `linux`
//! differs from the RFC as Linux does. Above a delay of 250 ms each update adds a further 0.02 to the probability.
//! Without congestion the probability decays by 1/64 per update, not by 1/50. The test that spares arrivals uses the
//! current delay. After a packet that left the queue empty the delay is 0, but the probability does not decay if
//! packets wait at the update. The burst allowance is restored after one update without congestion. Linux reduces the
//! allowance at each dequeue; under `linux`, too, we reduce it at each update.
//! View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, View};
use crate::discipline::parts::declare::{choice, code, dial, marked_dial, option, quantities, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::pie_law::{self, BURST, Controller, DELAY, DROP_P, Law};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of PIE.
pub const ABOUT: About = About {
    id: "pie",
    name: "PIE",
    year: 2013,
    citation: "R. Pan, P. Natarajan, F. Baker and G. White, Proportional Integral Controller Enhanced (PIE), RFC 8033, 2017; first at IEEE HPSR 2013",
    idea: "A controller of delay: many times a second, compare the queueing delay with its target and with its previous value, and raise or lower the drop probability a little.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The RFC's pseudo-code. Its estimate of delay from departure rates is left out, and its spacing of drops is an option.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], pie_law::PARAMS, PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[
        ParamSet {
            id: "rfc-8033-full",
            name: "RFC 8033, with spaced drops",
            origin: "RFC 8033, 2017, sections 4 and 5 with the optional derandomization of section 5.4",
            values: &[("pie_variant", ParamValue::Choice("rfc")), ("derandomize", ParamValue::Switch(true))],
        },
        ParamSet {
            id: "linux",
            name: "Linux",
            origin: "Linux, sch_pie.c: the defaults of the module",
            values: &[
                ("limit", ParamValue::Integer(1000)),
                ("target_s", ParamValue::Real(0.015)),
                ("update_s", ParamValue::Real(0.015)),
                ("alpha", ParamValue::Real(0.125)),
                ("beta", ParamValue::Real(1.25)),
                ("max_burst_s", ParamValue::Real(0.15)),
                ("mark_limit", ParamValue::Real(0.1)),
                ("derandomize", ParamValue::Switch(true)),
                ("pie_variant", ParamValue::Choice("linux")),
                ("ecn", ParamValue::Switch(false)),
                ("delay_from", ParamValue::Choice("timestamp")),
            ],
        },
    ],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[DROP_P, DELAY, BURST],
    state: &[
        dial("p", "drop probability", Bound::Value(1.0)),
        marked_dial("delay", "queueing delay", Bound::Open, Bound::Param("target_s"), "target"),
        dial("burst", "burst allowance", Bound::Param("max_burst_s")),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::Overload, Reason::MarkEarly],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[choice(
    "delay_from",
    "delay",
    &[
        option("timestamp", "wait of the last packet sent; 0 while the queue is empty"),
        option("backlog", "time that the link needs to send the waiting packets"),
    ],
    "how the queueing delay is measured",
)
.advanced()];

code! {
    FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer:";
    OVERFLOW: 1 "drop the arrival (overflow)";
    ..DECISION: pie_law::DECISION;
    ADMIT: 0 "admit, stamped with the time";
    ..UPDATE: pie_law::UPDATE;
}

rule! {
    "R. Pan et al., PIE, RFC 8033, 2017, sections 4 and 5";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    ..DECISION: pie_law::RULE_DECISION;
    ADMIT: 0 "else admit it";
    ..UPDATE: pie_law::RULE_UPDATE;
}

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    ..LAW: pie_law::QUANTITIES;
}

/// Parameters of PIE.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    law: Law,
    is_backlog_delay: bool,
    capacity_bps: f64,
}

/// A PIE queue.
#[derive(Clone, Debug)]
pub struct Pie {
    params: Params,
    queue: Fifo,
    controller: Controller,
    next_update: SimTime,
}

impl Pie {
    /// The current queueing delay \[s\].
    fn measure(&self) -> f64 {
        if self.params.is_backlog_delay {
            self.queue.bytes() as f64 * 8.0 / self.params.capacity_bps
        } else {
            self.controller.delay_by_stamp(&self.params.law, self.queue.bytes())
        }
    }
}

impl Discipline for Pie {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            law: Law::read(settings, link),
            is_backlog_delay: settings.choice("delay_from") == "backlog",
            capacity_bps: link.capacity_bps as f64,
        })
    }

    fn new(params: Params) -> Self {
        Self {
            queue: Fifo::default(),
            controller: Controller::new(&params.law),
            next_update: SimTime::ZERO + params.law.period,
            params,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.controller.burst = self.controller.burst.min(params.law.max_burst);
        self.next_update = self.next_update.min(cx.now + params.law.period);
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.params.limit) {
            cx.tracer.line(OVERFLOW);
            self.controller.accu = 0.0;
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        let delay_s = if self.params.law.is_linux { self.measure() } else { self.controller.delay_s };
        let queue = (delay_s, self.queue.bytes());
        if self.controller.admits(&self.params.law, &mut packet, queue, (DECISION, LAW), cx) {
            cx.tracer.line(ADMIT);
            self.queue.admit(packet, cx);
        }
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.queue.pop()?;
        self.controller.sent(&self.params.law, cx.now.since(packet.arrived), self.queue.bytes());
        Some(packet)
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.next_update)
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let delay_s = self.measure();
        self.controller.update(&self.params.law, delay_s, self.queue.bytes());
        self.controller.report_update(&self.params.law, (UPDATE, LAW), cx);
        self.next_update = cx.now + self.params.law.period;
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.controller.probability.min(1.0));
        viewer.gauge(self.controller.delay_s);
        viewer.gauge(self.controller.burst.secs());
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.controller.fold(hash);
        hash.fold(self.next_update.nanos());
    }
}

#[cfg(test)]
mod tests;
