//! PI2's control law: a proportional-integral controller of the queueing delay with the output p'. Packets of scalable
//! senders are signalled with probability k·p', packets of classic senders with p'². The law works with any kind of
//! queue.
//!
//! Source: De Schepper, Bondarenko, Tsang and Briscoe, PI2: A Linearized AQM for both Classic and Scalable TCP, ACM
//! CoNEXT 2016; RFC 9332, 2023, appendix A.

use super::super::about::{LineId, ParamSpec, Quantity, QuantityId};
use super::super::settings::Settings;
use super::super::{Context, Tracer};
use super::declare::{code, quantity, real, rule};
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::base::time::Span;

/// Parameters of the law.
pub const PARAMS: &[ParamSpec] = &[
    real("target_s", "target", 0.015, (1e-4, 10.0), "target of the classic queue's delay")
        .symbol("target")
        .unit("s")
        .logarithmic(),
    real("update_s", "update period", 0.016, (0.001, 1.0), "how often p' is adjusted")
        .symbol("T_UPDATE")
        .unit("s")
        .logarithmic(),
    real("alpha", "integral gain", 0.16, (0.0, 100.0), "gain on the deviation from the target").symbol("α").unit("1/s"),
    real("beta", "proportional gain", 3.2, (0.0, 100.0), "gain on the change of the delay").symbol("β").unit("1/s"),
    real("coupling", "coupling", 2.0, (0.0, 16.0), "mark probability of L4S packets as a multiple of p'").symbol("k"),
];

code! {
    /// The lines of pseudo-code of an update.
    pub segment UPDATE;
    MEASURE: 0 "every T_UPDATE: the first packet has waited {delay} s";
    CONTROL: 1 "p' ← p' + α·(delay − target) + β·(delay − before)";
    ADJUST: 1 "p' = {p}, kept within its bounds";
}

rule! {
    /// The lines of the rule for an update.
    pub segment RULE_STEP;
    CONTROL: 1 "p' ← p' + α·(delay − target) + β·Δdelay" shows "{p}";
}

/// The controller's output.
pub const BASE: Quantity = quantity("p", "p'", "", "the controller's probability");
/// The probability for classic packets: the square of the controller's output.
pub const CLASSIC_P: Quantity = quantity("p_classic", "p'²", "", "drop or mark probability of classic packets");
/// The delay at the last update.
pub const DELAY: Quantity = quantity("delay", "delay", "s", "delay at the last update");

/// The checked parameters of the law.
#[derive(Clone, Copy, Debug)]
pub struct Law {
    /// The target delay of the controller \[s\].
    pub target_s: f64,
    /// T_UPDATE, the time between two updates.
    pub period: Span,
    /// α, the integral gain \[1/s\].
    alpha: f64,
    /// β, the proportional gain \[1/s\].
    beta: f64,
    /// k, the ratio of the scalable mark probability to p'.
    coupling: f64,
    /// The largest p'.
    most: f64,
}

impl Law {
    /// Reads the law from the settings, which must have the parameters [`PARAMS`]; p' is at most 1.
    pub fn read(settings: &Settings) -> Self {
        Self {
            target_s: settings.real("target_s"),
            period: Span::from_secs(settings.real("update_s")),
            alpha: settings.real("alpha"),
            beta: settings.real("beta"),
            coupling: settings.real("coupling"),
            most: 1.0,
        }
    }

    /// Reads the law with p' at most 1/k, since above this value k·p' would exceed 1.
    pub fn read_bounded(settings: &Settings) -> Self {
        let law = Self::read(settings);
        Self { most: 1.0 / law.coupling.max(1.0), ..law }
    }
}

/// The state of the law.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controller {
    /// The controller's probability p'.
    pub probability: f64,
    /// The queueing delay at the last update \[s\].
    pub delay_s: f64,
}

impl Controller {
    /// Updates p' for this delay \[s\].
    pub fn update(&mut self, law: &Law, delay_s: f64) {
        let Law { target_s, alpha, beta, most, .. } = *law;
        let change = alpha * (delay_s - target_s) + beta * (delay_s - self.delay_s);
        self.probability = (self.probability + change).clamp(0.0, most);
        self.delay_s = delay_s;
    }

    /// Updates p' for this delay \[s\] and reports it. `line` is the first line of [`UPDATE`]; `base` and `delay` are
    /// the ids of [`BASE`] and [`DELAY`].
    pub fn update_reporting<C: Chance, S: Tracer>(
        &mut self,
        law: &Law,
        delay_s: f64,
        (line, base, delay): (LineId, QuantityId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        cx.tracer.value(delay, delay_s);
        cx.tracer.line(MEASURE.after(line));
        cx.tracer.line(CONTROL.after(line));
        self.update(law, delay_s);
        cx.tracer.value(base, self.probability);
        cx.tracer.line(ADJUST.after(line));
    }

    /// p'², the probability for classic packets.
    pub fn squared(&self) -> f64 {
        self.probability * self.probability
    }

    /// k·p', the mark probability for scalable packets; may exceed 1.
    pub fn coupled(&self, law: &Law) -> f64 {
        law.coupling * self.probability
    }

    /// Folds the state into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.probability);
        hash.fold_real(self.delay_s);
    }
}
