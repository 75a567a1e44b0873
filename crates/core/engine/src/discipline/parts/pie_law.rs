//! PIE's control law: computes a drop probability from the queueing delay, and determines which arrivals are spared.
//! The law works with any kind of queue.
//!
//! Source: Pan, Natarajan, Baker and White, RFC 8033, 2017; the variant `linux`: sch_pie.c.

use super::super::about::{LineId, ParamSpec, Quantity, QuantityId};
use super::super::reason::Reason;
use super::super::settings::Settings;
use super::super::{Context, LinkFacts, Tracer};
use super::declare::{choice, code, option, quantities, quantity, real, rule, switch};
use super::signal;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::Span;

/// Parameters of the law.
pub const PARAMS: &[ParamSpec] = &[
    real("target_s", "target", 0.015, (1e-4, 10.0), "target of the queueing delay")
        .symbol("QDELAY_REF")
        .unit("s")
        .logarithmic(),
    real("update_s", "update period", 0.015, (0.001, 1.0), "how often the drop probability is adjusted")
        .symbol("T_UPDATE")
        .unit("s")
        .logarithmic(),
    real("alpha", "integral gain", 0.125, (0.0, 100.0), "gain on the deviation from the target")
        .symbol("α")
        .unit("1/s"),
    real("beta", "proportional gain", 1.25, (0.0, 100.0), "gain on the change of the delay").symbol("β").unit("1/s"),
    real(
        "max_burst_s",
        "burst allowance",
        0.15,
        (0.0, 10.0),
        "time after an uncongested period in which no packet is dropped at random",
    )
    .symbol("MAX_BURST")
    .unit("s"),
    real(
        "mark_limit",
        "marking limit",
        0.1,
        (0.0, 1.0),
        "above this drop probability, ECN-capable packets are dropped too",
    )
    .symbol("mark_ecnth")
    .advanced(),
    switch("derandomize", "space drops", false, "adds up probabilities, so that drops are evenly spaced").advanced(),
    choice(
        "pie_variant",
        "variant",
        &[
            option("rfc", "RFC 8033"),
            option(
                "linux",
                "as Linux: a larger p beyond 250 ms, slower decay, and a test of the current delay before a \
                 packet is spared (0 after a packet that leaves an empty queue)",
            ),
        ],
        "which source the details follow",
    )
    .advanced(),
];

code! {
    /// The lines of pseudo-code for an arrival that finds room.
    pub segment DECISION;
    BURST_TEST: 0 ? "if the burst allowance of {burst} s lasts: admit";
    CALM_TEST: 0 ? "if delay = {delay} < target/2 and p = {p} < 0.2: admit";
    SHORT_TEST: 0 ? "if no more than two packets' worth waits: admit";
    SPACED: 0 ? "spaced: accu ← accu + p = {accu}; below 0.85: admit" if derandomize(true);
    OVERDUE: 1 ? "accu ≥ 8.5: signal in any case" if derandomize(true);
    CHANCE: 0 ? "if u = {u} < p = {p}:";
    MARK: 1 ? "p at most mark_ecnth: mark it, if it is ECN-capable" if ecn(true);
    DROP: 1 "otherwise drop it";
}

code! {
    /// The lines of pseudo-code of an update.
    pub segment UPDATE;
    MEASURE: 0 "every T_UPDATE: delay is {delay} s";
    CONTROL: 1 "Δ ← α·(delay − target) + β·(delay − before), scaled";
    ADJUST: 1 "p ← p + Δ = {p}, less 2 % when all is calm" if pie_variant("rfc");
    ADJUST_LINUX: 1 "p ← p + Δ = {p}, 2 % more beyond 250 ms, less 1/64 if calm" if pie_variant("linux");
}

rule! {
    /// The lines of the rule for [`DECISION`].
    pub segment RULE_DECISION;
    BURST_TEST: 0 ? "while the burst allowance lasts, admit it" shows "{burst} s";
    CALM_TEST: 0 ? "if delay < target/2 and p < 0.2, admit it";
    SHORT_TEST: 0 ? "if at most two packets wait, admit it";
    SPACED: 0 "mark or drop it with probability p" shows "{p}" asks(CHANCE);
}

rule! {
    /// The rule of [`DECISION`] in fewer lines.
    pub segment RULE_DECISION_IN_SHORT;
    BURST_TEST: 0 "spare bursts, short delays and short queues";
    SPACED: 0 "mark or drop it with probability p" shows "{p}" asks(CHANCE);
}

rule! {
    /// The lines of the rule for [`UPDATE`].
    pub segment RULE_UPDATE;
    MEASURE: 0 "every T_UPDATE, in small steps while p is small:" shows "{delay} s";
    CONTROL: 1 "p ← p + α·(delay − target) + β·(delay − before)" shows "{p}";
}

/// The drop probability.
pub const DROP_P: Quantity = quantity("p", "p", "", "drop probability of arrivals");
/// The queueing delay.
pub const DELAY: Quantity = quantity("delay", "delay", "s", "queueing delay at the last update");
/// The burst allowance.
pub const BURST: Quantity = quantity("burst", "burst", "s", "remaining burst allowance");

quantities! {
    /// The quantities that the law reports.
    pub segment QUANTITIES;
    ALLOWANCE: BURST;
    PROBABILITY: DROP_P;
    MEASURED: DELAY;
    UNIFORM: u "u" "" "random number for this arrival, below 1";
    SUM: accu "accu" "" "sum of the probabilities since the last drop";
}

/// Bounds for evenly spaced drops (RFC 8033, section 5.4). While the sum of probabilities is below the first bound, no
/// packet is dropped. From the second bound on, the packet is dropped with certainty.
const ACCU_LEAST: f64 = 0.85;
const ACCU_MOST: f64 = 8.5;
/// The value at which Linux's sum of probabilities overflows: the sum has 64 bits, and 2^56 stands for the probability
/// 1.
const LINUX_MOST: f64 = 256.0;
/// Above this delay Linux adds 2 % to the probability at every update \[s\].
const LINUX_LONG_DELAY_S: f64 = 0.25;

/// The checked parameters of the law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// QDELAY_REF, the target delay of the controller \[s\].
    pub target_s: f64,
    /// T_UPDATE, the time between two updates.
    pub period: Span,
    /// α, the integral gain \[1/s\].
    alpha: f64,
    /// β, the proportional gain \[1/s\].
    beta: f64,
    /// MAX_BURST, the full burst allowance.
    pub max_burst: Span,
    /// mark_ecnth, the largest probability at which packets are marked.
    mark_limit: f64,
    is_spaced: bool,
    /// Whether the variant is Linux's.
    pub is_linux: bool,
    has_ecn: bool,
    /// The backlog below which no packet is dropped at random \[bytes\].
    spared_bytes: u64,
}

impl Law {
    /// Reads the law from the settings, which must have the parameters [`PARAMS`] and [`signal::ECN`].
    pub fn read(settings: &Settings, link: &LinkFacts) -> Self {
        Self {
            target_s: settings.real("target_s"),
            period: Span::from_secs(settings.real("update_s")),
            alpha: settings.real("alpha"),
            beta: settings.real("beta"),
            max_burst: Span::from_secs(settings.real("max_burst_s")),
            mark_limit: settings.real("mark_limit"),
            is_spaced: settings.switch("derandomize"),
            is_linux: settings.choice("pie_variant") == "linux",
            has_ecn: settings.switch("ecn"),
            spared_bytes: 2 * u64::from(link.packet_bytes),
        }
    }
}

/// The state of the law for one queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Controller {
    /// The drop probability p; with the variant `linux` the sum of all changes, which may exceed 1.
    pub probability: f64,
    /// The queueing delay at the last update \[s\].
    pub delay_s: f64,
    /// The rest of the burst allowance.
    pub burst: Span,
    /// Sum of the probabilities since the last drop, if drops are evenly spaced.
    pub accu: f64,
    /// The queueing delay of the last packet that was sent.
    pub sojourn: Span,
}

impl Controller {
    /// The state of a queue that has not held any packet yet.
    pub fn new(law: &Law) -> Self {
        Self { probability: 0.0, delay_s: 0.0, burst: law.max_burst, accu: 0.0, sojourn: Span::ZERO }
    }

    /// Records the queueing delay of a packet that has been sent; `waiting` bytes wait behind the packet.
    #[inline]
    pub fn sent(&mut self, law: &Law, sojourn: Span, waiting: u64) {
        self.sojourn = if law.is_linux && waiting == 0 { Span::ZERO } else { sojourn };
    }

    /// The queueing delay from the time stamp of the last packet sent \[s\]. In Linux this value is unchanged until the
    /// next packet is sent, even if packets arrive.
    pub fn delay_by_stamp(&self, law: &Law, waiting: u64) -> f64 {
        if waiting == 0 && !law.is_linux { 0.0 } else { self.sojourn.secs() }
    }

    /// Updates p for this delay \[s\], while `waiting` bytes wait.
    #[inline]
    pub fn update(&mut self, law: &Law, delay_s: f64, waiting: u64) {
        // An update is skipped if p is 0, the burst allowance is full, and both delays are 0. It would change nothing.
        let is_at_rest = self.probability == 0.0 && self.burst == law.max_burst && self.delay_s == 0.0;
        if !(is_at_rest && delay_s == 0.0) {
            self.step(law, delay_s, waiting);
        }
    }

    #[inline(never)]
    fn step(&mut self, law: &Law, delay_s: f64, waiting: u64) {
        let Law { target_s, alpha, beta, is_linux, max_burst, period, .. } = *law;
        let before_s = self.delay_s;
        let mut change = (alpha * (delay_s - target_s) + beta * (delay_s - before_s)) * scale(self.probability);
        if self.probability >= 0.1 && change > 0.02 {
            change = 0.02;
        }
        if is_linux && delay_s > LINUX_LONG_DELAY_S {
            change += 0.02;
        }
        self.probability += change;
        // Linux cannot measure the delay of a short queue and then reports 0. A delay of 0 therefore counts as
        // uncongested only if no packet waits.
        if delay_s == 0.0 && before_s == 0.0 && !(is_linux && waiting > 0) {
            self.probability *= if is_linux { 1.0 - 1.0 / 64.0 } else { 0.98 };
        }
        // The RFC limits the probability to 1. Linux limits it only at the overflow of the 64-bit number that stores
        // it. In Linux an unresponsive flow can therefore raise the probability above 1. After the flow has stopped,
        // many updates are needed to lower the probability again.
        let most = if is_linux { LINUX_MOST } else { 1.0 };
        self.probability = if is_linux && self.probability >= most { 1.0 } else { self.probability.clamp(0.0, most) };
        self.burst = Span::from_nanos(self.burst.nanos().saturating_sub(period.nanos()));
        let was_calm = is_linux || before_s < target_s / 2.0;
        if self.probability == 0.0 && delay_s < target_s / 2.0 && was_calm {
            self.burst = max_burst;
        }
        self.delay_s = delay_s;
    }

    /// Reports the last update. `line` and `quantity` are the first ids of the reported lines and quantities.
    pub fn report_update<C: Chance, S: Tracer>(
        &self,
        law: &Law,
        (line, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        cx.tracer.value(MEASURED.after(quantity), self.delay_s);
        cx.tracer.line(MEASURE.after(line));
        cx.tracer.line(CONTROL.after(line));
        cx.tracer.value(PROBABILITY.after(quantity), self.probability.min(1.0));
        cx.tracer.line(if law.is_linux { ADJUST_LINUX } else { ADJUST }.after(line));
    }

    /// Decides on an arrival that finds room: marks it, or drops it and reports the drop. Returns whether it may enter.
    ///
    /// `delay_s` is the delay that decides whether the arrival is spared \[s\], and `waiting` is the backlog \[bytes\].
    /// `ids` holds the first ids of the reported lines and quantities.
    // Not inlined, for the reason given at `codel_law`.
    #[inline(never)]
    pub fn admits<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        packet: &mut Packet,
        (delay_s, waiting): (f64, u64),
        ids: (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        if !self.is_chosen(law, (delay_s, waiting), ids, cx) {
            return true;
        }
        let can_help = law.has_ecn && self.probability <= law.mark_limit;
        let is_marked = signal::mark(packet, can_help, Reason::MarkEarly, cx);
        if is_marked {
            cx.tracer.test(MARK.after(ids.0), true);
        } else {
            cx.tracer.line(DROP.after(ids.0));
            self.accu = 0.0;
            let would_mark = law.has_ecn && packet.ecn.is_capable();
            cx.tracer.drop(packet, if would_mark { Reason::Overload } else { Reason::Early }, None);
        }
        is_marked
    }

    /// Whether the arrival is to be marked or dropped.
    fn is_chosen<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        (delay_s, waiting): (f64, u64),
        (line, quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        cx.tracer.value(ALLOWANCE.after(quantity), self.burst.secs());
        if cx.test(BURST_TEST.after(line), self.burst > Span::ZERO) {
            return false;
        }
        cx.tracer.value(PROBABILITY.after(quantity), self.probability.min(1.0));
        cx.tracer.value(MEASURED.after(quantity), delay_s);
        if cx.test(CALM_TEST.after(line), delay_s < law.target_s / 2.0 && self.probability < 0.2) {
            return false;
        }
        if cx.test(SHORT_TEST.after(line), waiting <= law.spared_bytes) {
            return false;
        }
        if law.is_spaced {
            self.accu = if self.probability > 0.0 { self.accu + self.probability } else { 0.0 };
            cx.tracer.value(SUM.after(quantity), self.accu);
            if cx.test(SPACED.after(line), self.accu < ACCU_LEAST) {
                return false;
            }
            if self.accu >= ACCU_MOST {
                cx.tracer.test(OVERDUE.after(line), true);
                // In Linux only a drop resets the sum after this decision; a mark does not.
                self.accu = if law.is_linux { self.accu } else { 0.0 };
                return true;
            }
        }
        let is_chosen = cx.test_by_chance(CHANCE.after(line), self.probability, UNIFORM.after(quantity));
        if is_chosen {
            self.accu = 0.0;
        }
        is_chosen
    }

    /// Folds the state into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        for number in [self.probability, self.delay_s, self.accu] {
            hash.fold_real(number);
        }
        hash.fold(self.sojourn.nanos());
        hash.fold(self.burst.nanos());
    }
}

/// The factor by which a change of the probability is scaled: a small probability changes in small steps (RFC 8033,
/// section 4.2). The RFC divides by powers of two. Multiplying by their reciprocals gives exactly the same result and
/// is faster.
fn scale(probability: f64) -> f64 {
    const fn over(divisor: u32) -> f64 {
        1.0 / divisor as f64
    }
    static STEPS: [(f64, f64); 6] =
        [(1e-6, over(2048)), (1e-5, over(512)), (1e-4, over(128)), (1e-3, over(32)), (1e-2, over(8)), (1e-1, over(2))];
    STEPS.iter().find(|(below, _)| probability < *below).map_or(1.0, |(_, scale)| *scale)
}
