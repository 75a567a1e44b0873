//! BLUE: a single drop probability. An overflow raises the probability, and an idle link lowers it.
//!
//! Rule: every arrival is marked or dropped with probability p_m. A buffer overflow raises p_m by d1, an idle link
//! lowers it by d2. At least freeze_time must pass between two changes.
//! Source: Feng, Kandlur, Saha and Shin, University of Michigan CSE-TR-387-99, 1999, and IEEE/ACM Transactions on
//! Networking 10(4), 2002; an ns-3 port of Feng's ns code.
//! We differ: an idle period lowers p_m at its beginning and again after each freeze_time; the papers do not say how
//! often. A random drop does not raise p_m. freeze_time is at least 1 ms, which bounds the number of events in an idle
//! period.
//! View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{About, Bound, Confidence, LineId, Memory, ParamSpec, Quantity, View};
use crate::discipline::parts::declare::{code, dial, quantities, quantity, real, rule, switch, whole};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of BLUE.
pub const ABOUT: About = About {
    id: "blue",
    name: "BLUE",
    year: 1999,
    citation: "W. Feng, D. Kandlur, D. Saha and K. Shin, BLUE: A New Class of Active Queue Management Algorithms, University of Michigan CSE-TR-387-99, 1999",
    idea: "Events, not the queue's length, determine the drop probability: an overflow shows that the probability is too low, and an idle link shows that it is too high.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The rule is certain. Several pairs of step sizes were published; how often a long idle period counts is our decision: once per freeze_time.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[P_M],
    state: &[dial("p_m", "drop probability", Bound::Value(1.0))],
    reasons: &[Reason::Early, Reason::Overflow, Reason::MarkEarly],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real("d1", "increment", 0.0025, (1e-5, 1.0), "increase of the drop probability at an overflow")
        .symbol("d1")
        .logarithmic(),
    real("d2", "decrement", 0.000_25, (1e-6, 1.0), "decrease of the drop probability when the link is idle; at most d1")
        .symbol("d2")
        .logarithmic(),
    real(
        "freeze_time_s",
        "hold time",
        0.1,
        (0.001, 10.0),
        "shortest time between two changes of the drop probability",
    )
    .symbol("freeze_time")
    .unit("s")
    .logarithmic(),
    whole(
        "early_threshold",
        "early threshold",
        0,
        (0, 10_000),
        "a longer queue counts as a loss although no packet is dropped; 0: only overflows count",
    )
    .symbol("L")
    .unit("packets")
    .on_ruler()
    .advanced(),
    switch(
        "split_timers",
        "separate hold times",
        false,
        "increments wait only for the last increment, decrements only for the last decrement, as in ports of the ns code",
    )
    .advanced(),
];

code! {
    FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer B:";
    OVERFLOW: 1 "loss; drop the arrival (overflow)";
    EARLY_LOSS: 0 ? "if n > L: loss, though nothing is dropped";
    CHANCE: 0 ? "with probability p_m (u = {u}):";
    MARK: 1 "mark the arrival, if it is ECN-capable" if ecn(true);
    DROP: 1 "otherwise drop it (early)";
    ADMIT: 0 "admit";
    LOSS: 0 ? "loss, freeze_time after the last change:";
    INCREMENT: 1 "p_m ← p_m + d1 = {p_m}";
    IDLE: 0 ? "idle link, freeze_time after the last change:";
    DECREMENT: 1 "p_m ← p_m − d2 = {p_m}";
}

rule! {
    "W. Feng et al., BLUE, CSE-TR-387-99, 1999; how often an idle link counts is ours";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    EARLY_LOSS: 0 "mark or drop it with probability p_m" shows "{p_m}" asks(CHANCE);
    ADMIT: 0 "else admit it";
    LOSS: 0 ? "overflow, freeze_time after the last change:";
    INCREMENT: 1 "p_m ← p_m + d1" shows "{p_m}";
    IDLE: 0 ? "idle link, freeze_time after the last change:";
    DECREMENT: 1 "p_m ← p_m − d2" shows "{p_m}";
}

const P_M: Quantity = quantity("p_m", "p_m", "", "drop probability of every arrival");

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    PROBABILITY: P_M;
    UNIFORM: u "u" "" "random number for this arrival, below 1";
}

/// Parameters of BLUE.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1. Default 100.
    limit: usize,
    /// The increment d1, in (0, 1]. Default 0.0025 (ns code).
    d1: f64,
    /// The decrement d2, in (0, d1]. Default 0.00025, a tenth of d1.
    d2: f64,
    /// The minimum time between two changes. Default 0.1 s.
    freeze_time: Span,
    early_threshold: Option<usize>,
    has_split_timers: bool,
    has_ecn: bool,
}

/// A BLUE queue.
#[derive(Clone, Debug)]
pub struct Blue {
    params: Params,
    queue: Fifo,
    probability: f64,
    last_increment: Option<SimTime>,
    last_decrement: Option<SimTime>,
    /// While the link is idle: the next time at which the idle link lowers the probability.
    idle_counts_at: Option<SimTime>,
}

impl Blue {
    /// Whether freeze_time has passed since `last`.
    fn is_thawed(&self, last: Option<SimTime>, now: SimTime) -> bool {
        last.is_none_or(|last| now.since(last) > self.params.freeze_time)
    }

    fn lose<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        if cx.test(LOSS, self.is_thawed(self.last_increment, cx.now)) {
            let raised = (self.probability + self.params.d1).min(1.0);
            self.last_increment = Some(cx.now);
            if !self.params.has_split_timers {
                self.last_decrement = Some(cx.now);
            }
            self.change_to(raised, INCREMENT, cx);
        }
    }

    fn idle<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        if cx.test(IDLE, self.is_thawed(self.last_decrement, cx.now)) {
            let lowered = (self.probability - self.params.d2).max(0.0);
            self.last_decrement = Some(cx.now);
            if !self.params.has_split_timers {
                self.last_increment = Some(cx.now);
            }
            self.change_to(lowered, DECREMENT, cx);
        }
        // A change needs strictly more than freeze_time, so the timer is set one nanosecond later.
        self.idle_counts_at = Some(cx.now + self.params.freeze_time + Span::from_nanos(1));
    }

    fn change_to<C: Chance, S: Tracer>(&mut self, probability: f64, line: LineId, cx: &mut Context<'_, C, S>) {
        self.probability = probability;
        cx.tracer.value(PROBABILITY, probability);
        cx.tracer.line(line);
    }
}

impl Discipline for Blue {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, _link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let (d1, d2) = (settings.real("d1"), settings.real("d2"));
        if d2 > d1 {
            return Err(SettingsProblem::new("d2", format!("{d2} is above d1, which is {d1}")));
        }
        Ok(Params {
            limit: settings.count("limit"),
            d1,
            d2,
            freeze_time: Span::from_secs(settings.real("freeze_time_s")),
            early_threshold: Some(settings.count("early_threshold")).filter(|&threshold| threshold > 0),
            has_split_timers: settings.switch("split_timers"),
            has_ecn: settings.switch("ecn"),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            params,
            queue: Fifo::default(),
            probability: 0.0,
            last_increment: None,
            last_decrement: None,
            idle_counts_at: None,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        self.idle_counts_at = None;
        let waiting = self.queue.len();
        cx.tracer.value(WAITING, waiting as f64);
        if cx.test(FULL_TEST, waiting >= self.params.limit) {
            self.lose(cx);
            cx.tracer.line(OVERFLOW);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        if self.params.early_threshold.is_some_and(|threshold| waiting > threshold) {
            cx.tracer.test(EARLY_LOSS, true);
            self.lose(cx);
        }
        cx.tracer.value(PROBABILITY, self.probability);
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
            self.idle(cx);
        }
        packet
    }

    fn next_timer(&self) -> Option<SimTime> {
        self.idle_counts_at
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        if self.idle_counts_at.is_some_and(|due| due <= cx.now) {
            self.idle(cx);
        }
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.probability);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        hash.fold_real(self.probability);
        for moment in [self.last_increment, self.last_decrement, self.idle_counts_at] {
            hash.fold(moment.map_or(u64::MAX, SimTime::nanos));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::discipline::about::ParamValue::{self, Integer, Real, Switch};
    use crate::discipline::bench::{Bench, flows};

    fn blue(d1: f64, d2: f64, more: &[(&'static str, ParamValue)]) -> Bench<Blue> {
        Bench::new(&[&[("limit", Integer(1)), ("d1", Real(d1)), ("d2", Real(d2))], more].concat())
    }

    /// The probability after each loss, and then after each report of an idle link. Losses and idle reports are given
    /// as times \[ms\].
    fn course(mut bench: Bench<Blue>, losses: &[u64], idle: &[u64]) -> Vec<f64> {
        bench = bench.holding("A");
        let mut probabilities = Vec::new();
        for &millis in losses {
            bench.now = SimTime::ZERO + Span::from_millis(millis);
            bench.arrive("B", []);
            probabilities.push(bench.discipline.probability);
        }
        bench.depart();
        for &millis in idle {
            bench.now = SimTime::ZERO + Span::from_millis(millis);
            bench.depart();
            probabilities.push(bench.discipline.probability);
        }
        probabilities
    }

    fn assert_close(measured: &[f64], expected: &[f64]) {
        let is_close = measured.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(is_close && measured.len() == expected.len(), "{measured:?} is not {expected:?}");
    }

    #[test]
    fn losses_raise_and_idle_reports_lower_the_probability_once_per_hold_time() {
        let (losses, idle) = ([50, 100, 151], [200, 260, 361]);
        assert_close(&course(blue(0.02, 0.002, &[]), &losses, &idle), &[0.020, 0.020, 0.040, 0.040, 0.038, 0.036]);
        assert_close(&course(blue(0.005, 0.001, &[]), &losses, &idle), &[0.005, 0.005, 0.010, 0.010, 0.009, 0.008]);
    }

    #[test]
    fn with_separate_hold_times_the_first_idle_report_counts_at_once() {
        let probabilities =
            course(blue(0.02, 0.002, &[("split_timers", Switch(true))]), &[50, 100, 151], &[200, 260, 361]);
        assert_close(&probabilities, &[0.020, 0.020, 0.040, 0.038, 0.038, 0.036]);
    }

    #[test]
    fn an_idle_link_keeps_lowering_the_probability() {
        let mut bench = blue(0.02, 0.002, &[]).holding("A");
        bench.arrive("B", []);
        bench.depart();
        bench.now = SimTime::ZERO + Span::from_millis(50);
        bench.depart();
        assert_eq!(bench.discipline.probability, 0.02, "held");
        let due = bench.discipline.next_timer().expect("the link is idle");
        assert_eq!(due, SimTime::from_nanos(150_000_001));
        bench.now = due;
        bench.wake();
        assert_close(&[bench.discipline.probability], &[0.018]);
        bench.arrive("C", [Unit(0.5)]);
        assert_eq!(bench.discipline.next_timer(), None, "the link is busy");
    }

    #[test]
    fn at_probability_one_ecn_capable_packets_are_marked_and_others_dropped() {
        let mut bench = Bench::<Blue>::new(&[("limit", Integer(3)), ("d1", Real(1.0))]).holding("AAA");
        bench.arrive("B", []);
        bench.depart();
        bench.arrive("C", []);
        bench.arrive_ect("D", []);
        assert_eq!(flows(&bench), "AAD");
        assert_eq!(bench.drops(), [("B", Reason::Overflow), ("C", Reason::Early)]);
        assert_eq!(bench.log.marks, [Reason::MarkEarly]);
        bench.arrive_ect("E", []);
        assert_eq!(bench.drops().last(), Some(&("E", Reason::Overflow)), "an overflow is never reported as a mark");
    }

    #[test]
    fn an_early_drop_is_no_loss_event() {
        let mut bench = Bench::<Blue>::new(&[("limit", Integer(2)), ("d1", Real(0.5))]).holding("AA");
        bench.arrive("B", []);
        bench.depart();
        bench.now = SimTime::from_secs(1.0);
        bench.arrive("C", [Unit(0.1)]);
        assert_eq!((bench.drops().len(), bench.discipline.probability), (2, 0.5));
    }

    #[test]
    fn a_queue_beyond_the_early_threshold_counts_as_a_loss() {
        let mut bench = Bench::<Blue>::new(&[("early_threshold", Integer(2)), ("d1", Real(0.25))]).holding("AA");
        bench.arrive("B", []);
        assert_eq!(bench.discipline.probability, 0.0);
        bench.arrive("C", [Unit(0.9)]);
        assert_eq!((bench.discipline.probability, flows(&bench)), (0.25, "AABC".to_owned()));
    }

    #[test]
    fn a_decrement_above_the_increment_is_refused() {
        let settings = Settings::defaults(&ABOUT).with("d2", Real(0.5));
        let problem = Blue::params(&settings, &crate::discipline::bench::LINK).expect_err("d2 is above d1");
        assert_eq!(problem.param, "d2");
    }
}
