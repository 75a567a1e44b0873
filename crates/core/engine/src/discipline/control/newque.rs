//! NEWQUE: BLUE triggered by the measured arrival rate. The drop probability grows while the rate is above the
//! capacity, and shrinks while it is below.
//!
//! Rule: each arrival updates the aggregate rate r. At most once per min_interval the probability P changes: by +α
//! where r ≥ C, by −β where r < C, and by −β when the link runs idle. Every arrival is marked or dropped with
//! probability P.
//! Source: Santhi and Natarajan, ICAC 2009, which was not available. The rule is reconstructed from the sections on
//! NEWQUE and tables 1 and 2 of their paper on PerNEWQUE, 2010.
//! We differ: the later paper mentions a history of the link's use but does not describe the history, so we leave it
//! out. In our reading P applies to arrivals, overflows do not raise P, and an idle period counts once, at its
//! beginning. In this reading r counts dropped packets, too: a source that stays above the capacity drives P to 1, and
//! almost no packet gets through.
//! View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{About, Bound, Confidence, LineId, Memory, ParamSpec, Quantity, View};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, quantity, real, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::rate_meter::RateMeter;
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of NEWQUE.
pub const ABOUT: About = About {
    id: "newque",
    name: "NEWQUE",
    year: 2009,
    citation: "V. Santhi and A. M. Natarajan, A New Approach to Active Queue Management for TCP with ECN, International Conference on Advanced Computing, 2009",
    idea: "Act before the queue grows: the drop probability rises while packets arrive faster than the link can send them, and falls a hundred times more slowly.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "Certain: the rate estimate, the comparison with the capacity, the two steps and the shortest time between them. All other parts are our decisions, since the paper itself is not available.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[P, RATE, CAPACITY],
    state: &[
        dial("p", "drop probability", Bound::Value(1.0)),
        marked_dial("rate", "arrival rate", Bound::Open, Bound::Gauge("capacity"), "capacity"),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::MarkEarly],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real("alpha", "increment", 0.01, (1e-5, 1.0), "increase of P while packets arrive faster than the link sends them")
        .symbol("α")
        .logarithmic(),
    real(
        "beta",
        "decrement",
        0.0001,
        (1e-6, 1.0),
        "decrease of P while packets arrive more slowly, or when the link becomes idle",
    )
    .symbol("β")
    .logarithmic(),
    real("min_interval_s", "min interval", 0.1, (0.0, 10.0), "shortest time between two changes of P")
        .symbol("minTIVL")
        .unit("s"),
    real("rate_constant_s", "averaging time", 0.1, (0.001, 10.0), "approximate averaging time of the arrival rate")
        .symbol("K")
        .unit("s")
        .logarithmic(),
];

code! {
    MEASURE: 0 "r ← (1 − e^(−T/K))·b/T + e^(−T/K)·r = {rate}";
    INCREMENT: 0 ? "r ≥ C, minTIVL after the last change: P ← P + α = {p}";
    DECREMENT: 0 ? "r < C, minTIVL after the last change: P ← P − β = {p}";
    FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer B:";
    OVERFLOW: 1 "drop the arrival (overflow)";
    CHANCE: 0 ? "with probability P (u = {u}):";
    MARK: 1 "mark the arrival, if it is ECN-capable" if ecn(true);
    DROP: 1 "otherwise drop it (early)";
    ADMIT: 0 "admit";
    IDLE: 0 ? "idle link, minTIVL after a change: P ← P − β = {p}";
}

rule! {
    "V. Santhi and A. M. Natarajan, NEWQUE, ICAC 2009, from their paper on PerNEWQUE";
    MEASURE: 0 "r ← (1 − e^(−T/K))·b/T + e^(−T/K)·r" shows "{rate}";
    INCREMENT: 0 ? "r ≥ C: P ← P + α, at most every minTIVL" shows "{p}";
    DECREMENT: 0 ? "r < C: P ← P − β, at most every minTIVL" shows "{p}";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    CHANCE: 0 ? "mark or drop it with probability P" shows "{p}";
    ADMIT: 0 "else admit it";
    IDLE: 0 ? "when the link falls idle: P ← P − β" shows "{p}";
}

const P: Quantity = quantity("p", "P", "", "drop probability of every arrival");
const RATE: Quantity = quantity("rate", "r", "bit/s", "rate at which packets arrive, averaged");
const CAPACITY: Quantity = quantity("capacity", "C", "bit/s", "capacity of the link");

quantities! {
    MEASURED: RATE;
    PROBABILITY: P;
    WAITING: n "n" "packets" "packets waiting before this arrival";
    UNIFORM: u "u" "" "random number for this arrival, below 1";
}

/// Parameters of NEWQUE.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// α, the increment of P, in (0, 1]. Default 0.01. This default and those of the next three fields are the settings
    /// of the PerNEWQUE paper.
    alpha: f64,
    beta: f64,
    min_interval: Span,
    /// K, the averaging time of the arrival rate.
    constant: Span,
    /// The capacity C of the link \[bit/s\].
    capacity_bps: f64,
    has_ecn: bool,
}

/// A NEWQUE queue.
#[derive(Clone, Debug)]
pub struct NewQue {
    params: Params,
    queue: Fifo,
    rate: RateMeter,
    probability: f64,
    changed: Option<SimTime>,
}

impl NewQue {
    /// Changes P by a step, if `min_interval` has passed since the last change.
    fn step<C: Chance, S: Tracer>(&mut self, step: f64, line: LineId, cx: &mut Context<'_, C, S>) {
        if self.changed.is_none_or(|changed| cx.now.since(changed) > self.params.min_interval) {
            self.changed = Some(cx.now);
            self.probability = (self.probability + step).clamp(0.0, 1.0);
            cx.tracer.value(PROBABILITY, self.probability);
            cx.tracer.test(line, true);
        }
    }

    /// Raises or lowers P for this arrival rate.
    fn react<C: Chance, S: Tracer>(&mut self, rate_bps: f64, cx: &mut Context<'_, C, S>) {
        if rate_bps >= self.params.capacity_bps {
            self.step(self.params.alpha, INCREMENT, cx);
        } else {
            self.step(-self.params.beta, DECREMENT, cx);
        }
    }
}

impl Discipline for NewQue {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            alpha: settings.real("alpha"),
            beta: settings.real("beta"),
            min_interval: Span::from_secs(settings.real("min_interval_s")),
            constant: Span::from_secs(settings.real("rate_constant_s")),
            capacity_bps: link.capacity_bps as f64,
            has_ecn: settings.switch("ecn"),
        })
    }

    fn new(params: Params) -> Self {
        Self { params, queue: Fifo::default(), rate: RateMeter::default(), probability: 0.0, changed: None }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        let rate_bps = self.rate.count(packet.bytes, cx.now, self.params.constant);
        cx.tracer.value(MEASURED, rate_bps);
        cx.tracer.line(MEASURE);
        self.react(rate_bps, cx);

        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.params.limit) {
            cx.tracer.line(OVERFLOW);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        if cx.test_by_chance(CHANCE, self.probability, UNIFORM) {
            if !signal::mark(&mut packet, self.params.has_ecn, Reason::MarkEarly, cx) {
                cx.tracer.line(DROP);
                return cx.tracer.drop(&packet, Reason::Early, None);
            }
            cx.tracer.line(MARK);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.queue.pop();
        if packet.is_none() {
            self.step(-self.params.beta, IDLE, cx);
        }
        packet
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.probability);
        viewer.gauge(self.rate.rate_bps());
        viewer.gauge(self.params.capacity_bps);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.rate.fold(hash);
        hash.fold_real(self.probability);
        hash.fold(self.changed.map_or(u64::MAX, SimTime::nanos));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Script;
    use crate::discipline::Silent;
    use crate::discipline::about::ParamValue::Real;
    use crate::discipline::bench::{Bench, flows};

    fn assert_close(measured: f64, expected: f64) {
        assert!((measured - expected).abs() < 1e-12, "{measured} is not {expected}");
    }

    /// P after each of these rates, given as pairs of a time \[s\] and a fraction of the capacity.
    fn course(moments: impl IntoIterator<Item = (f64, f64)>) -> Vec<f64> {
        let mut queue = Bench::<NewQue>::new(&[]).discipline;
        let mut react = |(at_s, share): (f64, f64)| {
            let (chance, tracer) = (&mut Script::default(), &mut Silent);
            let rate_bps = share * queue.params.capacity_bps;
            queue.react(rate_bps, &mut Context { now: SimTime::from_secs(at_s), chance, tracer });
            queue.probability
        };
        moments.into_iter().map(&mut react).collect()
    }

    #[test]
    fn p_climbs_quickly_and_falls_slowly() {
        let over = [0.0, 0.05, 0.1, 0.1001, 0.25].map(|at| (at, 1.0));
        let probabilities = course(over.into_iter().chain([(0.36, 0.999)]));
        for (measured, expected) in probabilities.into_iter().zip([0.01, 0.01, 0.01, 0.02, 0.03, 0.0299]) {
            assert_close(measured, expected);
        }
    }

    #[test]
    fn a_second_of_overload_is_undone_in_a_hundred_seconds() {
        let steps =
            |from: u32, count: u32, share: f64| (from..from + count).map(move |k| (f64::from(k) * 0.101, share));
        let probabilities = course(steps(0, 10, 2.0).chain(steps(10, 1000, 0.5)));
        assert_close(probabilities[9], 0.1);
        assert!(
            probabilities[1008] > 0.0 && probabilities[1009] < 1e-12,
            "{} {}",
            probabilities[1008],
            probabilities[1009]
        );
    }

    #[test]
    fn arrivals_faster_than_the_link_raise_p() {
        let mut bench = Bench::<NewQue>::new(&[("alpha", Real(1.0)), ("min_interval_s", Real(0.0))]);
        // The link of 1 Mb/s sends a packet of 1000 bytes in 8 ms. Here a packet arrives every 2 ms.
        for packet in 1..30u64 {
            bench.now = SimTime::from_nanos(packet * 2_000_000);
            bench.arrive("A", []);
        }
        assert!(bench.gauges()[1] > 1e6);
        assert_eq!(bench.drops().last(), Some(&("A", Reason::Early)));
        bench.arrive_ect("B", []);
        assert_eq!(bench.log.marks, [Reason::MarkEarly]);
        assert!(flows(&bench).ends_with('B'));
    }

    #[test]
    fn an_idle_link_lowers_p_once() {
        let mut bench = Bench::<NewQue>::new(&[("beta", Real(0.25))]);
        bench.discipline.probability = 0.5;
        bench.now = SimTime::from_secs(1.0);
        bench.depart();
        bench.depart();
        assert_eq!(bench.discipline.probability, 0.25);
    }
}
