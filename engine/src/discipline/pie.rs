//! PIE: a controller that turns the queueing delay into a drop probability.
//!
//! Rule: every update_s the probability moves by α·(delay − target) + β·(delay − delay before), in small steps while it is
//! small. Arrivals are marked or dropped with it, except in the first moments after a calm time and while delay is low.
//! Source: Pan, Natarajan, Baker and White, RFC 8033, 2017; the variant `linux`: sch_pie.c.
//! We differ: the delay is that of the last packet sent, as the RFC allows, or what the backlog will take (`delay_from`); the
//! estimate from departure rates is left out. Drops are independent unless `derandomize`. Of Linux's ways the variant has
//! three: growth by 2 % beyond 250 ms, decay by 1/64, and the delay of now in the test for sparing arrivals.
//! View: fifo.

use super::about::{
    About, Bound, CodeLine, Confidence, LineId, Memory, ParamSet, ParamSpec, ParamValue, Quantity, QuantityId, View,
    code_line,
};
use super::parts::declare::{choice, dial, marked_dial, option, real, switch};
use super::parts::fifo::{self, Fifo};
use super::parts::signal;
use super::reason::Reason;
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Sink, StateHash, Viewer};
use crate::packet::Packet;
use crate::rng::Chance;
use crate::time::{SimTime, Span};

/// What PIE tells about itself.
pub const ABOUT: About = About {
    id: "pie",
    name: "PIE",
    year: 2013,
    citation: "R. Pan, P. Natarajan, F. Baker and G. White, Proportional Integral Controller Enhanced (PIE), RFC 8033, 2017; first at IEEE HPSR 2013",
    idea: "A thermostat for delay: many times a second, compare the queueing delay with its target and with what it was, and turn the drop probability up or down a little.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The RFC's pseudo-code. Its estimate of delay from departure rates is left out, and its spacing of drops is an option.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[ParamSet {
        id: "rfc-full",
        name: "RFC 8033, with spaced drops",
        values: &[("derandomize", ParamValue::Switch(true))],
    }],
    code: &[CODE],
    quantities: &[QUANTITIES],
    gauges: &[DROP_P, DELAY, BURST],
    state: &[
        dial("p", Bound::Value(1.0)),
        marked_dial("delay", Bound::Open, Bound::Param("target_s"), "target"),
        dial("burst", Bound::Param("max_burst_s")),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::Overload, Reason::MarkEarly],
};

const PARAMS: &[ParamSpec] = &[
    real("target_s", "target", 0.015, (1e-4, 10.0), "the queueing delay that the controller steers for")
        .symbol("QDELAY_REF")
        .unit("s")
        .logarithmic(),
    real("update_s", "update period", 0.015, (0.001, 1.0), "how often the drop probability is adjusted")
        .symbol("T_UPDATE")
        .unit("s")
        .logarithmic(),
    real(
        "alpha",
        "integral gain",
        0.125,
        (0.0, 100.0),
        "how strongly the distance from the target moves the probability",
    )
    .symbol("α")
    .unit("1/s"),
    real("beta", "proportional gain", 1.25, (0.0, 100.0), "how strongly a change of the delay moves the probability")
        .symbol("β")
        .unit("1/s"),
    real(
        "max_burst_s",
        "burst allowance",
        0.15,
        (0.0, 10.0),
        "for how long after a calm time nothing is dropped by chance",
    )
    .symbol("MAX_BURST")
    .unit("s"),
    real(
        "mark_limit",
        "marking limit",
        0.1,
        (0.0, 1.0),
        "with a greater drop probability even ECN-capable packets are dropped",
    )
    .symbol("mark_ecnth")
    .advanced(),
    choice(
        "delay_from",
        "delay",
        &[
            option("timestamp", "how long the last packet sent had waited; none while nothing waits"),
            option("backlog", "how long the link will take to send what waits"),
        ],
        "how the queueing delay is measured",
    )
    .advanced(),
    switch(
        "derandomize",
        "space drops",
        false,
        "adds up probabilities, so that drops neither cluster nor stay away too long",
    )
    .advanced(),
    choice(
        "pie_variant",
        "variant",
        &[
            option("rfc", "RFC 8033"),
            option("linux", "as Linux: harder beyond 250 ms, slower decay, spares by the delay of now"),
        ],
        "whose details are followed",
    )
    .advanced(),
];

const CODE: &[CodeLine] = &[
    code_line(0, "if n = {n} packets wait and fill the buffer:"),
    code_line(1, "drop the arrival (overflow)"),
    code_line(0, "while the burst allowance of {burst} s lasts: admit"),
    code_line(0, "delay below half the target, p < 0.2: admit"),
    code_line(0, "no more than two packets' worth waiting: admit"),
    code_line(0, "spaced: accu ← accu + p = {accu}; below 0.85: admit"),
    code_line(1, "accu ≥ 8.5: without chance"),
    code_line(0, "with probability p = {p} (u = {u}):"),
    code_line(1, "p at most mark_ecnth: mark it, if it is ECN-capable"),
    code_line(1, "otherwise drop it"),
    code_line(0, "admit, stamped with the time"),
    code_line(0, "every T_UPDATE: delay is {delay} s"),
    code_line(1, "Δ ← α·(delay − target) + β·(delay − before), scaled"),
    code_line(1, "p ← p + Δ = {p}, less 2 % when all is calm"),
];
const FULL_TEST: LineId = LineId(0);
const OVERFLOW: LineId = LineId(1);
const BURST_TEST: LineId = LineId(2);
const CALM_TEST: LineId = LineId(3);
const SHORT_TEST: LineId = LineId(4);
const SPACED: LineId = LineId(5);
const OVERDUE: LineId = LineId(6);
const CHANCE: LineId = LineId(7);
const MARK: LineId = LineId(8);
const DROP: LineId = LineId(9);
const ADMIT: LineId = LineId(10);
const MEASURE: LineId = LineId(11);
const CONTROL: LineId = LineId(12);
const ADJUST: LineId = LineId(13);

const DROP_P: Quantity = Quantity { id: "p", symbol: "p", unit: "", meaning: "drop probability of arrivals" };
const DELAY: Quantity =
    Quantity { id: "delay", symbol: "delay", unit: "s", meaning: "queueing delay at the last update" };
const BURST: Quantity =
    Quantity { id: "burst", symbol: "burst", unit: "s", meaning: "what is left of the burst allowance" };
const QUANTITIES: &[Quantity] = &[
    Quantity { id: "n", symbol: "n", unit: "packets", meaning: "packets waiting before this arrival" },
    BURST,
    DROP_P,
    DELAY,
    Quantity { id: "u", symbol: "u", unit: "", meaning: "random number for this arrival, below 1" },
    Quantity { id: "accu", symbol: "accu", unit: "", meaning: "sum of the probabilities since the last drop" },
];
const WAITING: QuantityId = QuantityId(0);
const ALLOWANCE: QuantityId = QuantityId(1);
const PROBABILITY: QuantityId = QuantityId(2);
const MEASURED: QuantityId = QuantityId(3);
const UNIFORM: QuantityId = QuantityId(4);
const SUM: QuantityId = QuantityId(5);

/// Spaced drops: none below this sum of probabilities, and one without chance from the other on (RFC 8033, section 5.4).
const ACCU_LEAST: f64 = 0.85;
const ACCU_MOST: f64 = 8.5;
/// Above this delay Linux adds 2 % to the probability at every update \[s\].
const LINUX_LONG_DELAY_S: f64 = 0.25;

/// Parameters of PIE.
#[derive(Clone, Debug)]
pub struct Params {
    /// B \[packets\], at least 1.
    limit: usize,
    /// QDELAY_REF \[s\].
    target_s: f64,
    /// T_UPDATE.
    period: Span,
    /// α \[1/s\].
    alpha: f64,
    /// β \[1/s\].
    beta: f64,
    /// MAX_BURST.
    max_burst: Span,
    /// mark_ecnth.
    mark_limit: f64,
    is_backlog_delay: bool,
    is_spaced: bool,
    is_linux: bool,
    has_ecn: bool,
    capacity_bps: f64,
    /// A backlog too short for drops by chance \[bytes\].
    spared_bytes: u64,
}

/// A PIE queue.
#[derive(Clone, Debug)]
pub struct Pie {
    params: Params,
    queue: Fifo,
    probability: f64,
    /// At the last update \[s\].
    delay_s: f64,
    /// Of the last packet sent.
    sojourn: Span,
    burst: Span,
    accu: f64,
    next_update: SimTime,
}

impl Pie {
    /// The queueing delay now \[s\].
    fn measure(&self) -> f64 {
        if self.params.is_backlog_delay {
            self.queue.bytes() as f64 * 8.0 / self.params.capacity_bps
        } else if self.queue.is_empty() {
            0.0
        } else {
            self.sojourn.secs()
        }
    }

    /// The controller's step to this delay \[s\].
    fn update(&mut self, delay_s: f64) {
        let Params { target_s, alpha, beta, is_linux, max_burst, period, .. } = self.params;
        let before_s = self.delay_s;
        let mut change =
            (alpha * (delay_s - target_s) + beta * (delay_s - before_s)) / f64::from(divisor(self.probability));
        if self.probability >= 0.1 && change > 0.02 {
            change = 0.02;
        }
        if is_linux && delay_s > LINUX_LONG_DELAY_S {
            change += 0.02;
        }
        self.probability += change;
        if delay_s == 0.0 && before_s == 0.0 {
            self.probability *= if is_linux { 1.0 - 1.0 / 64.0 } else { 0.98 };
        }
        self.probability = self.probability.clamp(0.0, 1.0);
        self.burst = Span::from_nanos(self.burst.nanos().saturating_sub(period.nanos()));
        if self.probability == 0.0 && delay_s < target_s / 2.0 && before_s < target_s / 2.0 {
            self.burst = max_burst;
        }
        self.delay_s = delay_s;
    }

    /// Whether the arrival is to be signalled.
    fn is_chosen<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> bool {
        cx.sink.value(ALLOWANCE, self.burst.secs());
        if self.burst > Span::ZERO {
            cx.sink.line(BURST_TEST);
            return false;
        }
        cx.sink.value(PROBABILITY, self.probability);
        let delay_s = if self.params.is_linux { self.measure() } else { self.delay_s };
        if delay_s < self.params.target_s / 2.0 && self.probability < 0.2 {
            cx.sink.line(CALM_TEST);
            return false;
        }
        if self.queue.bytes() <= self.params.spared_bytes {
            cx.sink.line(SHORT_TEST);
            return false;
        }
        if self.params.is_spaced {
            self.accu = if self.probability > 0.0 { self.accu + self.probability } else { 0.0 };
            cx.sink.value(SUM, self.accu);
            cx.sink.line(SPACED);
            if self.accu < ACCU_LEAST {
                return false;
            }
            if self.accu >= ACCU_MOST {
                cx.sink.line(OVERDUE);
                self.accu = 0.0;
                return true;
            }
        }
        cx.sink.line(CHANCE);
        let is_chosen = signal::happens(self.probability, UNIFORM, cx);
        if is_chosen {
            self.accu = 0.0;
        }
        is_chosen
    }
}

/// By how much a step is divided: a small probability moves in small steps (RFC 8033, section 4.2).
fn divisor(probability: f64) -> u32 {
    const STEPS: [(f64, u32); 6] = [(1e-6, 2048), (1e-5, 512), (1e-4, 128), (1e-3, 32), (1e-2, 8), (1e-1, 2)];
    STEPS.into_iter().find(|(below, _)| probability < *below).map_or(1, |(_, divisor)| divisor)
}

impl Discipline for Pie {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            target_s: settings.real("target_s"),
            period: Span::from_secs(settings.real("update_s")),
            alpha: settings.real("alpha"),
            beta: settings.real("beta"),
            max_burst: Span::from_secs(settings.real("max_burst_s")),
            mark_limit: settings.real("mark_limit"),
            is_backlog_delay: settings.choice("delay_from") == "backlog",
            is_spaced: settings.switch("derandomize"),
            is_linux: settings.choice("pie_variant") == "linux",
            has_ecn: settings.switch("ecn"),
            capacity_bps: link.capacity_bps as f64,
            spared_bytes: 2 * u64::from(link.packet_bytes),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            queue: Fifo::default(),
            probability: 0.0,
            delay_s: 0.0,
            sojourn: Span::ZERO,
            burst: params.max_burst,
            accu: 0.0,
            next_update: SimTime::ZERO + params.period,
            params,
        }
    }

    fn reconfigure<C: Chance, S: Sink>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.burst = self.burst.min(params.max_burst);
        self.next_update = self.next_update.min(cx.now + params.period);
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Sink>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.sink.value(WAITING, self.queue.len() as f64);
        cx.sink.line(FULL_TEST);
        if self.queue.len() >= self.params.limit {
            cx.sink.line(OVERFLOW);
            self.accu = 0.0;
            return cx.sink.drop(&packet, Reason::Overflow, None);
        }
        if self.is_chosen(cx) {
            let can_help = self.params.has_ecn && self.probability <= self.params.mark_limit;
            if !signal::mark(&mut packet, can_help, Reason::MarkEarly, cx) {
                cx.sink.line(DROP);
                self.accu = 0.0;
                let would_mark = self.params.has_ecn && packet.ecn.is_capable();
                let reason = if would_mark { Reason::Overload } else { Reason::Early };
                return cx.sink.drop(&packet, reason, None);
            }
            cx.sink.line(MARK);
        }
        cx.sink.line(ADMIT);
        self.queue.admit(packet, cx);
    }

    #[inline]
    fn dequeue<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.queue.pop()?;
        self.sojourn = cx.now.since(packet.arrived);
        Some(packet)
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.next_update)
    }

    fn on_timer<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) {
        let delay_s = self.measure();
        cx.sink.value(MEASURED, delay_s);
        cx.sink.line(MEASURE);
        cx.sink.line(CONTROL);
        self.update(delay_s);
        cx.sink.value(PROBABILITY, self.probability);
        cx.sink.line(ADJUST);
        self.next_update = cx.now + self.params.period;
    }

    fn packets(&self) -> usize {
        self.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.params.limit
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.probability);
        viewer.gauge(self.delay_s);
        viewer.gauge(self.burst.secs());
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        for number in [self.probability, self.delay_s, self.accu] {
            hash.fold_real(number);
        }
        hash.fold(self.sojourn.nanos());
        hash.fold(self.burst.nanos());
        hash.fold(self.next_update.nanos());
    }
}

#[cfg(test)]
mod tests;
