//! REM's controller: a price that a timer updates, and the drop probability that follows from the price.
//!
//! Rule: every T the price changes by γ·(input + α·(queue − b*) − c), but not below 0. Input is the number of packets
//! that arrived within T, filtered with w_in; c is the number that the link could have sent. An arrival is then
//! dropped, or marked, with probability 1 − φ^(−price). In equilibrium the arrival rate equals the capacity of the link
//! and b* packets are queued, whatever the drop probability. In RED, by contrast, the queue depends on the drop
//! probability.
//! Source: Athuraliya, Low, Li and Yin, IEEE Network 15(3), 2001; `rem.cc` of ns-2.35 for defaults, for counting every
//! arrival as input (dropped ones too) and for the byte mode.

use super::super::about::{LineId, ParamSpec, Quantity};
use super::super::reason::Reason;
use super::super::settings::Settings;
use super::super::{Context, LinkFacts, Tracer, Viewer};
use super::average;
use super::declare::{code, quantities, quantity, real, rule, switch};
use super::fifo::Fifo;
use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};

/// The target queue of the price, as a parameter.
pub const TARGET_Q: ParamSpec = real(
    "target_q",
    "target queue",
    20.0,
    (0.0, 10_000.0),
    "target queue: at an input equal to the link's capacity, the price rises with more packets waiting and falls with fewer",
)
.symbol("b*")
.unit("packets");

/// The parameters of the controller, without the target.
pub const PARAMS: &[ParamSpec] = &[
    real(
        "gamma",
        "step of the price",
        0.001,
        (1e-6, 1.0),
        "change of the price at an update, for each packet above the capacity in the input or (times α) above the target in the queue",
    )
    .symbol("γ")
    .unit("1/packet")
    .logarithmic(),
    real("phi", "base", 1.001, (1.000_1, 2.0), "the effect of the price: the drop probability is 1 − φ^(−price)")
        .symbol("φ"),
    real(
        "alpha",
        "weight of the queue",
        0.1,
        (0.0, 10.0),
        "weight of a waiting packet above the target, relative to an arriving packet above the link's capacity",
    )
    .symbol("α"),
    real("update_s", "update interval", 0.002, (1e-4, 10.0), "time between two updates of the price")
        .symbol("T")
        .unit("s")
        .logarithmic(),
    real(
        "w_in",
        "weight of the input",
        1.0,
        (0.001, 1.0),
        "weight of one interval in the average input; with 1 only the last interval counts",
    )
    .symbol("w_in")
    .advanced(),
    switch("ecn", "ECN", false, "marks ECN-capable packets where others would be dropped at random"),
    switch(
        "byte_mode",
        "byte mode",
        false,
        "counts input and queue in bytes (as packets of the mean size), and gives large packets a larger probability",
    )
    .advanced(),
    average::MEAN_PKT_SIZE,
];

code! {
    /// The line of pseudo-code that counts an arrival. It comes first in a discipline's pseudo-code.
    pub segment COUNT, pub(in crate::discipline) ids;
    COUNT_ARRIVAL: 0 "input ← input + 1 (byte mode: size/mean) = {input}";
}

code! {
    /// The lines of pseudo-code that drop or mark an arrival according to the price.
    pub segment EARLY;
    EARLY_TEST: 0 ? "p ← prob (byte mode: ·size/mean) = {p}; if u = {u} < p:";
    DROP: 1 "drop the arrival (early); done";
    MARK: 1 "with ECN: mark it instead and go on" if ecn(true);
}

code! {
    /// The pseudo-code lines that run on the timer.
    pub segment UPDATE;
    MEASURE: 0 "every T: rate ← (1 − w_in)·rate + w_in·input = {rate}";
    COMPARE: 1 "excess ← rate + α·(n − b*) − c = {excess}";
    MOVE: 1 "price ← price + γ·excess, at least 0 = {price}";
    TRANSLATE: 1 "prob ← 1 − φ^(−price) = {prob}; input ← 0";
}

rule! {
    /// The lines of the rule for [`EARLY`].
    pub segment RULE_EARLY;
    EARLY_TEST: 0 ? "drop it with probability 1 − φ^(−price)" shows "{p}";
}

rule! {
    /// The lines of the rule for [`UPDATE`].
    pub segment RULE_UPDATE;
    MEASURE: 0 "every T: rate ← what arrived in T" shows "{rate}";
    COMPARE: 1 "excess ← rate + α·(q − b*) − c" shows "{excess}";
    MOVE: 1 "price ← max(0, price + γ·excess)" shows "{price}";
}

rule! {
    /// The rule of [`UPDATE`] in one line.
    pub segment RULE_UPDATE_AS_ONE;
    MEASURE: 0 "every T: price ← price + γ·(rate + α·(q−b*) − c)" shows "{price}";
}

quantities! {
    /// The quantities of the controller, which come first in a discipline's own list.
    pub segment QUANTITIES;
    INPUT: input "input" "packets"
        "packets that have arrived since the last update, dropped or not; in byte mode, in packets of the mean size";
    P: p "p" "" "drop probability of this packet";
    U: u "u" "" "the random number drawn, uniform in [0, 1); none is drawn when the outcome is certain";
    RATE_VALUE: RATE;
    EXCESS: excess "excess" "packets" "weighted excess of input and queue; at 0 the price does not change";
    PRICE_VALUE: PRICE;
    PROB_VALUE: PROB;
}

const PRICE: Quantity = quantity("price", "price", "", "price: a measure of congestion");
const PROB: Quantity = quantity("prob", "prob", "", "drop probability that follows from the price");
const RATE: Quantity = quantity("rate", "rate", "packets", "input of an update interval, filtered");

/// The gauges of the controller, in the order in which [`Price::view`] reports them.
pub const GAUGES: [Quantity; 4] =
    [PRICE, PROB, RATE, quantity("capacity", "c", "packets", "capacity of the link in an update interval")];

/// The positions in a discipline's pseudo-code at which the controller's segments [`EARLY`] and [`UPDATE`] begin.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The first line of [`EARLY`].
    pub early: LineId,
    /// The first line of [`UPDATE`].
    pub update: LineId,
}

/// The rule by which a price is updated.
#[derive(Clone, Debug)]
pub struct PriceRule {
    /// b*, the target queue of the price \[packets\], at least 0.
    pub target: f64,
    gamma: f64,
    phi: f64,
    alpha: f64,
    interval: Span,
    input_weight: f64,
    has_ecn: bool,
    is_byte_mode: bool,
    /// The packet size that counts as one packet in byte mode \[bytes\], at least 1.
    mean_bytes: f64,
    /// c, the capacity of the link \[packets per interval\].
    capacity: f64,
}

impl PriceRule {
    /// The rule of these settings.
    pub fn read(settings: &Settings, link: &LinkFacts) -> Self {
        let mean_bytes = average::mean_bytes(settings, link);
        let interval_s = settings.real("update_s");
        Self {
            target: settings.real("target_q"),
            gamma: settings.real("gamma"),
            phi: settings.real("phi"),
            alpha: settings.real("alpha"),
            interval: Span::from_secs(interval_s),
            input_weight: settings.real("w_in"),
            has_ecn: settings.switch("ecn"),
            is_byte_mode: settings.switch("byte_mode"),
            mean_bytes: f64::from(mean_bytes),
            capacity: interval_s * average::packets_per_second(link, mean_bytes),
        }
    }

    /// How many packets this many bytes count as.
    fn in_packets(&self, bytes: u64) -> f64 {
        bytes as f64 / self.mean_bytes
    }
}

/// A price, with the time of its next update.
#[derive(Clone, Debug)]
pub struct Price {
    rule: PriceRule,
    lines: Lines,
    price: f64,
    /// 1 − φ^(−price), stored because arrivals are more frequent than updates.
    probability: f64,
    /// The input since the last update \[packets\].
    input: f64,
    /// The filtered input \[packets per interval\].
    rate: f64,
    due: SimTime,
}

impl Price {
    /// A price of 0 at time 0.
    pub fn new(rule: PriceRule, lines: Lines) -> Self {
        Self { due: SimTime::ZERO + rule.interval, rule, lines, price: 0.0, probability: 0.0, input: 0.0, rate: 0.0 }
    }

    /// Adopts a new rule and keeps the price. The next update takes place at its scheduled time, or one interval of
    /// the new rule from now if that is earlier.
    pub fn renew(&mut self, rule: PriceRule, now: SimTime) {
        self.rule = rule;
        self.due = self.due.min(now + self.rule.interval);
        self.set_probability();
    }

    /// Counts an arrival, whether or not the arrival is dropped later.
    #[inline]
    pub fn count<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) {
        self.input += if self.rule.is_byte_mode { self.rule.in_packets(u64::from(packet.bytes)) } else { 1.0 };
        cx.tracer.value(INPUT, self.input);
        cx.tracer.line(COUNT_ARRIVAL);
        cx.tracer.value(PRICE_VALUE, self.price);
        cx.tracer.value(PROB_VALUE, self.probability);
    }

    /// Drops or marks an arrival according to the price. Returns whether the arrival may enter, marked or not.
    #[inline]
    pub fn spares<C: Chance, S: Tracer>(
        &self,
        packet: &mut Packet,
        has_room: bool,
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        let mut p = self.probability;
        if self.rule.is_byte_mode {
            p = (p * self.rule.in_packets(u64::from(packet.bytes))).min(1.0);
        }
        cx.tracer.value(P, p);
        if !cx.test_by_chance(EARLY_TEST.after(self.lines.early), p, U) {
            return true;
        }
        if self.rule.has_ecn && packet.ecn.is_capable() {
            cx.tracer.line(MARK.after(self.lines.early));
            // A packet for which the buffer has no room is not marked, since the mark would be lost.
            if has_room {
                packet.ecn = Ecn::Ce;
                cx.tracer.mark(packet, Reason::MarkEarly);
            }
            return true;
        }
        cx.tracer.line(DROP.after(self.lines.early));
        cx.tracer.drop(packet, Reason::Early, None);
        false
    }

    /// The time of the next update.
    pub fn due(&self) -> SimTime {
        self.due
    }

    /// Updates the price from the current queue when the timer fires.
    pub fn update<C: Chance, S: Tracer>(&mut self, queue: &Fifo, cx: &mut Context<'_, C, S>) {
        let rule = &self.rule;
        let waiting = if rule.is_byte_mode { rule.in_packets(queue.bytes()) } else { queue.len() as f64 };
        self.rate = (1.0 - rule.input_weight) * self.rate + rule.input_weight * self.input;
        let excess = self.rate + rule.alpha * (waiting - rule.target) - rule.capacity;
        self.price = (self.price + rule.gamma * excess).max(0.0);
        self.due = cx.now + rule.interval;
        self.set_probability();
        cx.tracer.value(INPUT, self.input);
        self.input = 0.0;
        for (quantity, value, line) in [
            (RATE_VALUE, self.rate, MEASURE),
            (EXCESS, excess, COMPARE),
            (PRICE_VALUE, self.price, MOVE),
            (PROB_VALUE, self.probability, TRANSLATE),
        ] {
            cx.tracer.value(quantity, value);
            cx.tracer.line(line.after(self.lines.update));
        }
    }

    fn set_probability(&mut self) {
        self.probability = 1.0 - math::pow(self.rule.phi, -self.price);
    }

    /// Shows [`GAUGES`].
    pub fn view(&self, viewer: &mut dyn Viewer) {
        viewer.gauge(self.price);
        viewer.gauge(self.probability);
        viewer.gauge(self.rate);
        viewer.gauge(self.rule.capacity);
    }

    /// Folds all state that affects future behaviour into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.price);
        hash.fold_real(self.input);
        hash.fold_real(self.rate);
        hash.fold(self.due.nanos());
    }

    #[cfg(test)]
    pub(crate) fn force(&mut self, price: f64) {
        self.price = price;
        self.set_probability();
    }

    #[cfg(test)]
    pub(crate) fn force_input(&mut self, input: f64) {
        self.input = input;
    }
}
