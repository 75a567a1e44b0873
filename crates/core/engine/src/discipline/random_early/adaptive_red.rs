//! Adaptive RED: RED whose max_p follows the average queue, so that the user need not choose max_p.
//!
//! Rule: as RED. An arrival adapts max_p if more than `interval` has passed since the last change. An average above the
//! target band raises max_p by min(α, max_p/4); an average below it multiplies max_p by β. The band is the middle fifth
//! of the range from min_th to max_th.
//! Source: Floyd, Gummadi and Shenker, Adaptive RED: An Algorithm for Increasing the Robustness of RED's Active Queue
//! Management, ICSI, 2001; ns-2.35 (`adaptive_`) for the time at which the interval is tested, and for the lower bound
//! of max_p on fast links.
//! We differ: the paper adapts max_p in every interval; ns-2 and we adapt max_p at the first arrival after an interval.
//! The paper's automatic thresholds and weight are settings of RED here, and a named parameter set switches them on. In
//! ns-2 the gentle ramp starts from the initial max_p. Once max_p has grown, p_b falls when the average rises above
//! max_th, and under heavy load the average settles above max_th. Here the ramp starts from the current max_p, as the
//! paper intends; `adapt_ramp` gives the rule of ns-2.
//! Derived from: `red`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, View};
use crate::discipline::parts::declare::{choice, code, dial, option, quantities, quantity, real, rule, switch};
use crate::discipline::parts::drop_curve::Zone;
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of Adaptive RED.
pub const ABOUT: About = About {
    id: "adaptive-red",
    name: "Adaptive RED",
    year: 2001,
    citation: "S. Floyd, R. Gummadi and S. Shenker, Adaptive RED: An Algorithm for Increasing the Robustness of RED's Active Queue Management, ICSI, 2001",
    idea: "RED needs another maximum probability for every load. Here the average queue adjusts it: slowly up while above the middle between the thresholds, slowly down while below, so that the delay stays the same at every load.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The rule and its constants are those of the report and of ns-2. ns-2 checks the interval only at arrivals, and so do we. Its gentle ramp keeps the initial max_p, which holds a heavy load above max_th; here that is an option.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: &[
        ("min_th", ParamValue::Real(40.0)),
        ("max_th", ParamValue::Real(80.0)),
        ("w_q", ParamValue::Real(0.02)),
        ("max_p", ParamValue::Real(0.1)),
        ("gentle", ParamValue::Switch(true)),
    ],
    param_sets: &[AS_PUBLISHED, NS2],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, MAX_P],
    state: &[dial("max_p", "maximum probability", Bound::Value(0.5))],
    reasons: red::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real("adapt_interval_s", "adaptation interval", 0.5, (0.01, 60.0), "shortest time between two changes of max_p")
        .symbol("interval")
        .unit("s")
        .logarithmic(),
    real("adapt_increment", "increment", 0.01, (1e-4, 0.5), "increment of max_p, at most a quarter of max_p")
        .symbol("α")
        .logarithmic()
        .advanced(),
    real("adapt_factor", "decrease factor", 0.9, (0.1, 0.999), "factor that lowers max_p")
        .symbol("β")
        .advanced(),
    real("adapt_top", "highest max_p", 0.5, (1e-4, 1.0), "max_p is not raised once it is above this")
        .symbol("top")
        .logarithmic()
        .advanced(),
    real("adapt_bottom", "lowest max_p", 0.01, (1e-5, 1.0), "max_p is not lowered once it is below this; at most the highest max_p")
        .symbol("bottom")
        .logarithmic()
        .advanced(),
    switch(
        "adapt_bottom_auto",
        "lowest max_p by the link",
        false,
        "on links above 8 Mb/s, the lowest max_p is 80,000 bit/s divided by the capacity, which is one packet in a round trip of 100 ms (ns-2)",
    )
    .advanced(),
    choice(
        "adapt_ramp",
        "gentle ramp",
        &[
            option("present", "starts from the current max_p"),
            option("first", "starts from the initial max_p (ns-2)"),
        ],
        "where the gentle ramp above max_th starts after max_p has changed",
    )
    .advanced(),
];

const AS_PUBLISHED: ParamSet = ParamSet {
    id: "floyd-2001",
    name: "Adaptive RED report",
    origin: "Floyd, Gummadi and Shenker, 2001, section 4: thresholds and weight by the link, gentle; max_p starts at ns-2's 0.1",
    values: &[
        ("thresholds_auto", ParamValue::Switch(true)),
        ("w_q_auto", ParamValue::Choice("one_second")),
        ("average_steps", ParamValue::Choice("exact")),
        ("max_p", ParamValue::Real(0.1)),
        ("gentle", ParamValue::Switch(true)),
    ],
};

const NS2: ParamSet = ParamSet {
    id: "ns-2",
    name: "ns-2 with adaptive_",
    origin: "ns-2.35, ns-default.tcl and queue/red.cc: what adaptive_ 1 adds to RED",
    values: &[("adapt_ramp", ParamValue::Choice("first")), ("adapt_bottom_auto", ParamValue::Switch(true))],
};

code! {
    ..red::HEAD;
    DUE: 0 ? "if interval has passed since max_p changed:";
    ABOVE: 1 ? "if avg > min_th + 0.6·(max_th − min_th) and max_p ≤ top:";
    RAISE: 2 "max_p ← max_p + min(α, max_p/4) = {max_p}";
    UNDER: 1 ? "else if avg < min_th + 0.4·(…) and max_p ≥ bottom:";
    LOWER: 2 "max_p ← β·max_p = {max_p}";
    ..STAGE: red::STAGE;
}

rule! {
    "S. Floyd et al., Adaptive RED, 2001; target: the middle fifth between the thresholds; buffer test ours";
    ..red::RULE_HEAD;
    DUE: 0 ? "if max_p is unchanged for an interval:";
    ABOVE: 1 ? "avg above target: max_p grows by min(α, max_p/4)" shows "{max_p}";
    UNDER: 1 ? "avg below target: max_p ← β·max_p" shows "{max_p}";
    ..STAGE: red::RULE_STAGE_GENTLE;
}

const MAX_P: Quantity = quantity("max_p", "max_p", "", "current drop probability at max_th");

quantities! {
    ..red::QUANTITIES;
    PRESENT_MAX_P: MAX_P;
}

/// The target band, as fractions of the range between the thresholds.
const BAND: (f64, f64) = (0.4, 0.6);

/// Parameters of Adaptive RED.
#[derive(Clone, Debug)]
pub struct Params {
    red: red::Params,
    adaptation: Adaptation,
}

/// The rule by which max_p changes.
#[derive(Clone, Debug)]
struct Adaptation {
    interval: Span,
    /// α, the step up, in (0, 0.5].
    increment: f64,
    /// β, the factor of a step down, in (0, 1).
    factor: f64,
    top: f64,
    bottom: f64,
    moves_ramp: bool,
}

/// An Adaptive RED queue.
#[derive(Clone, Debug)]
pub struct AdaptiveRed {
    core: Core,
    adaptation: Adaptation,
    /// The max_p of the settings, kept to detect whether new settings change it.
    set_max_p: f64,
    changed_at: SimTime,
}

impl AdaptiveRed {
    /// Changes max_p if the interval is over and the average is outside the band.
    fn adapt<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let Adaptation { interval, increment, factor, top, bottom, moves_ramp } = self.adaptation;
        if !cx.test(DUE, cx.now.since(self.changed_at) > interval) {
            return;
        }
        let average = self.core.average();
        let curve = &mut self.core.params.curve;
        let at = |part: f64| curve.min_th + part * (curve.max_th - curve.min_th);
        let (low, high) = (at(BAND.0), at(BAND.1));
        let line = if cx.test(ABOVE, average > high && curve.max_p <= top) {
            curve.max_p = (curve.max_p + increment.min(curve.max_p / 4.0)).min(1.0);
            RAISE
        } else if cx.test(UNDER, average < low && curve.max_p >= bottom) {
            curve.max_p *= factor;
            LOWER
        } else {
            return;
        };
        if moves_ramp {
            curve.ramp_from = curve.max_p;
        }
        self.changed_at = cx.now;
        cx.tracer.value(PRESENT_MAX_P, curve.max_p);
        cx.tracer.line(line);
    }
}

impl Discipline for AdaptiveRed {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let (top, lowest) = (settings.real("adapt_top"), settings.real("adapt_bottom"));
        if lowest > top {
            return Err(SettingsProblem::new("adapt_bottom", format!("{lowest} is above adapt_top, which is {top}")));
        }
        let of_link = 80_000.0 / link.capacity_bps as f64;
        let adaptation = Adaptation {
            interval: Span::from_secs(settings.real("adapt_interval_s")),
            increment: settings.real("adapt_increment"),
            factor: settings.real("adapt_factor"),
            top,
            bottom: if settings.switch("adapt_bottom_auto") { lowest.min(of_link) } else { lowest },
            moves_ramp: settings.choice("adapt_ramp") == "present",
        };
        Ok(Params { red: red::Params::read(settings, link)?, adaptation })
    }

    fn new(params: Params) -> Self {
        Self {
            set_max_p: params.red.curve.max_p,
            core: Core::new(params.red),
            adaptation: params.adaptation,
            changed_at: SimTime::ZERO,
        }
    }

    /// Keeps the adapted max_p, unless the setting of max_p has changed.
    fn reconfigure<C: Chance, S: Tracer>(&mut self, mut params: Params, cx: &mut Context<'_, C, S>) {
        let set = params.red.curve.max_p;
        if set == self.set_max_p {
            params.red.curve.max_p = self.core.params.curve.max_p;
        }
        if params.adaptation.moves_ramp {
            params.red.curve.ramp_from = params.red.curve.max_p;
        }
        self.set_max_p = set;
        self.adaptation = params.adaptation;
        self.core.reconfigure(params.red, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let zone = self.core.meet(cx);
        self.adapt(cx);
        match zone {
            Zone::Below => self.core.admit(packet, STAGE, cx),
            zone => self.core.decide(packet, zone, STAGE, cx),
        };
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    waits_in!(core.queue, core.params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
        viewer.gauge(self.core.params.curve.max_p);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
        hash.fold_real(self.core.params.curve.max_p);
        hash.fold(self.changed_at.nanos());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue::{Integer, Real};
    use crate::discipline::bench::Bench;

    /// max_p after each arrival. An arrival is given by its time \[ms\] and the average that it finds; the thresholds
    /// are 10 and 20.
    fn course(max_p: f64, arrivals: &[(u64, f64)]) -> Vec<f64> {
        let settings = [
            ("limit", Integer(1)),
            ("min_th", Real(10.0)),
            ("max_th", Real(20.0)),
            ("max_p", Real(max_p)),
            // With this weight one arrival hardly changes the average.
            ("w_q", Real(1e-5)),
        ];
        let mut bench = Bench::<AdaptiveRed>::new(&settings).holding("A");
        let maxima = arrivals.iter().map(|&(millis, average)| {
            bench.now = SimTime::ZERO + Span::from_millis(millis);
            bench.discipline.core.force_average(average);
            bench.arrive("B", []);
            bench.discipline.core.params.curve.max_p
        });
        maxima.collect()
    }

    fn assert_close(measured: &[f64], expected: &[f64]) {
        let is_close = measured.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_close && measured.len() == expected.len(), "{measured:?} is not {expected:?}");
    }

    #[test]
    fn below_the_band_max_p_shrinks_by_a_tenth_once_an_interval() {
        // Below min_th no random number is drawn.
        assert_close(&course(0.1, &[(400, 5.0), (501, 5.0), (900, 5.0), (1002, 5.0)]), &[0.1, 0.09, 0.09, 0.081]);
    }

    #[test]
    fn above_the_band_max_p_grows_by_at_most_a_quarter() {
        // From twice max_th on every arrival is dropped, so no random number is drawn.
        assert_close(&course(0.1, &[(501, 45.0), (1002, 45.0)]), &[0.11, 0.12]);
        assert_close(&course(0.02, &[(501, 45.0)]), &[0.025]);
        assert_close(&course(0.505, &[(501, 45.0)]), &[0.505]);
    }

    #[test]
    fn max_p_does_not_fall_below_its_lower_bound() {
        assert_close(&course(0.0095, &[(501, 5.0)]), &[0.0095]);
        assert_close(&course(0.01, &[(501, 5.0)]), &[0.009]);
    }
}
