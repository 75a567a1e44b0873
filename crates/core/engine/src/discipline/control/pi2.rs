//! PI2: a controller whose output is squared to give the drop probability. The square makes the control loop linear.
//!
//! Rule: every update_s the probability p' moves by α·(delay − target) + β·(delay − previous delay). A packet of a
//! classic sender is dropped, or marked, with probability p'². A packet of a scalable sender, ECT(1), is marked with
//! probability k·p'.
//! Source: De Schepper, Bondarenko, Tsang and Briscoe, PI2: A Linearized AQM for both Classic and Scalable TCP, ACM
//! CoNEXT 2016, with its authors' module for Linux.
//! We differ: the delay is the time that the first packet has waited, as in `dualpi2`; the module estimates it from
//! departure rates. The module compares two random numbers with p'; here one random number is compared with p'².
//! Packets marked CE count as scalable, like ECT(1). As in the module p' is at most 1/k. With k = 2 at most a quarter
//! of the classic packets are signalled, and any load beyond that overflows the buffer.
//! Derived from: `pie`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamValue, Quantity, View};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, quantity, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::pi2_law::{self, BASE, CLASSIC_P, Controller, DELAY, Law};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of PI2.
pub const ABOUT: About = About {
    id: "pi2",
    name: "PI2",
    year: 2016,
    citation: "K. De Schepper, O. Bondarenko, I. Tsang and B. Briscoe, PI2: A Linearized AQM for both Classic and Scalable TCP, ACM CoNEXT 2016",
    idea: "A sender's window is proportional to 1/√p at a loss probability p, so a linear controller needs small gains where p is small. With the square of its output as the drop probability, one pair of gains fits all loads.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The paper's controller, gains and target. The delay is measured as in DualPI2.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], pi2_law::PARAMS, &[signal::ECN]],
    defaults: &[
        ("target_s", ParamValue::Real(0.02)),
        ("update_s", ParamValue::Real(0.032)),
        ("alpha", ParamValue::Real(0.3125)),
        ("beta", ParamValue::Real(3.125)),
    ],
    param_sets: &[ParamSet {
        id: "conext-2016",
        name: "CoNEXT 2016",
        origin: "K. De Schepper et al., CoNEXT 2016: target 20 ms, gains of 5/16 and 50/16 every 32 ms, k of 2. The authors' module has the same, as gains of 10/16 and 100/16 of k·p', but updates every 30 ms.",
        values: &[
            ("target_s", ParamValue::Real(0.02)),
            ("update_s", ParamValue::Real(0.032)),
            ("alpha", ParamValue::Real(0.3125)),
            ("beta", ParamValue::Real(3.125)),
            ("coupling", ParamValue::Real(2.0)),
            ("ecn", ParamValue::Switch(true)),
        ],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[BASE, CLASSIC_P, SCALABLE_P, DELAY],
    state: &[
        dial("p_classic", "classic probability", Bound::Value(1.0)),
        dial("p_scalable", "scalable probability", Bound::Value(1.0)),
        marked_dial("delay", "delay at last update", Bound::Open, Bound::Param("target_s"), "target"),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::MarkEarly],
    reasons_without_arrival: &[],
};

code! {
    FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer:";
    OVERFLOW: 1 "drop the arrival (overflow)";
    SHORT_TEST: 0 ? "if fewer than two packets' worth waits: admit";
    SCALABLE: 0 ? "ECT(1), CE: with probability k·p' = {p_scalable} (u = {u}):" if ecn(true);
    MARK_SCALABLE: 1 "mark it" if ecn(true);
    CLASSIC: 0 ? "any other, with probability p'² = {p_classic} (u = {u}):";
    MARK: 1 "mark it, if it is ECN-capable" if ecn(true);
    DROP: 1 "otherwise drop it";
    ADMIT: 0 "admit, stamped with the time";
    ..UPDATE: pi2_law::UPDATE;
}

rule! {
    "K. De Schepper et al., PI2, CoNEXT 2016; the delay is measured as in DualPI2";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    SCALABLE: 0 ? "ECT(1): mark it with probability k·p'" shows "{p_scalable}";
    CLASSIC: 0 ? "others: mark or drop with probability p'²" shows "{p_classic}";
    ADMIT: 0 "else admit it";
    UPDATE: 0 "every T_UPDATE: delay ← wait of the first packet" shows "{delay} s";
    ..UPDATE: pi2_law::RULE_STEP;
}

const SCALABLE_P: Quantity = quantity("p_scalable", "k·p'", "", "mark probability of packets of scalable senders");

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    OF_CLASSIC: CLASSIC_P;
    OF_SCALABLE: SCALABLE_P;
    UNIFORM: u "u" "" "random number for this arrival, below 1";
    MEASURED: DELAY;
    PROBABILITY: BASE;
}

/// Parameters of PI2.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    law: Law,
    has_ecn: bool,
    /// The backlog below which no packet is signalled \[bytes\].
    spared_bytes: u64,
}

/// A PI2 queue.
#[derive(Clone, Debug)]
pub struct Pi2 {
    params: Params,
    queue: Fifo,
    controller: Controller,
    next_update: SimTime,
}

impl Pi2 {
    /// Marks the arrival, or reports that the arrival is to be dropped. Returns whether the arrival may enter.
    fn admits<C: Chance, S: Tracer>(&self, packet: &mut Packet, cx: &mut Context<'_, C, S>) -> bool {
        let Self { params: Params { law, has_ecn, .. }, controller, .. } = self;
        if *has_ecn && matches!(packet.ecn, Ecn::Ect1 | Ecn::Ce) {
            let probability = controller.coupled(law).min(1.0);
            cx.tracer.value(OF_SCALABLE, probability);
            if cx.test_by_chance(SCALABLE, probability, UNIFORM) {
                cx.tracer.line(MARK_SCALABLE);
                signal::mark(packet, true, Reason::MarkEarly, cx);
            }
            return true;
        }
        cx.tracer.value(OF_CLASSIC, controller.squared());
        if !cx.test_by_chance(CLASSIC, controller.squared(), UNIFORM) {
            return true;
        }
        let is_marked = signal::mark(packet, *has_ecn, Reason::MarkEarly, cx);
        cx.tracer.line(if is_marked { MARK } else { DROP });
        is_marked
    }
}

impl Discipline for Pi2 {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            law: Law::read_bounded(settings),
            has_ecn: settings.switch("ecn"),
            spared_bytes: 2 * u64::from(link.packet_bytes),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            queue: Fifo::default(),
            controller: Controller::default(),
            next_update: SimTime::ZERO + params.law.period,
            params,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.next_update = self.next_update.min(cx.now + params.law.period);
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.params.limit) {
            cx.tracer.line(OVERFLOW);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        let is_short = cx.test(SHORT_TEST, self.queue.bytes() < self.params.spared_bytes);
        if !is_short && !self.admits(&mut packet, cx) {
            return cx.tracer.drop(&packet, Reason::Early, None);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.next_update)
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let delay_s = self.queue.iter().next().map_or(0.0, |packet| cx.now.since(packet.arrived).secs());
        self.controller.update_reporting(&self.params.law, delay_s, (UPDATE, PROBABILITY, MEASURED), cx);
        self.next_update = cx.now + self.params.law.period;
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.controller.probability);
        viewer.gauge(self.controller.squared());
        viewer.gauge(self.controller.coupled(&self.params.law).min(1.0));
        viewer.gauge(self.controller.delay_s);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.controller.fold(hash);
        hash.fold(self.next_update.nanos());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::base::time::Span;
    use crate::discipline::about::ParamValue::{self, Integer, Real, Switch};
    use crate::discipline::bench::{Bench, flows};

    /// A queue of two packets whose controller has this p'.
    fn at(probability: f64, more: &[(&'static str, ParamValue)]) -> Bench<Pi2> {
        let mut bench = Bench::<Pi2>::new(more).holding("AA");
        bench.discipline.controller.probability = probability;
        bench
    }

    #[test]
    fn classic_packets_are_signalled_by_the_square_of_p_and_scalable_packets_by_its_double() {
        let mut bench = at(0.3, &[]);
        bench.arrive("B", [Unit(0.089)]);
        bench.arrive("C", [Unit(0.091)]);
        assert_eq!((flows(&bench), bench.drops()), ("AAC".into(), vec![("B", Reason::Early)]));
        bench.arrive_with("D", 1000, Ecn::Ect0, [Unit(0.089)]);
        bench.arrive_with("E", 1000, Ecn::Ect1, [Unit(0.599)]);
        bench.arrive_with("F", 1000, Ecn::Ect1, [Unit(0.601)]);
        assert_eq!((flows(&bench), bench.log.marks.as_slice()), ("AACDEF".into(), [Reason::MarkEarly; 2].as_slice()));
    }

    #[test]
    fn without_ecn_all_packets_are_classic_and_dropped() {
        let mut bench = at(0.3, &[("ecn", Switch(false))]);
        bench.arrive_with("B", 1000, Ecn::Ect1, [Unit(0.089)]);
        assert_eq!((bench.drops(), bench.log.marks.len()), (vec![("B", Reason::Early)], 0));
    }

    #[test]
    fn fewer_than_two_packets_are_spared() {
        let mut bench = at(0.5, &[]);
        bench.depart();
        bench.arrive("B", []);
        assert_eq!(flows(&bench), "AB");
    }

    /// Advances the clock to the next update and returns p' after this update.
    fn updated(bench: &mut Bench<Pi2>) -> f64 {
        bench.now = bench.discipline.next_timer().expect("the timer is always set");
        bench.wake();
        bench.gauges()[0]
    }

    #[test]
    fn the_gains_do_not_depend_on_the_load() {
        let mut bench = at(0.0, &[]);
        let expected = [
            // At the first update the first packet has waited 32 ms, 12 ms above target: p' is 0.3125·0.012 +
            // 3.125·0.032. At each later update the delay is 32 ms longer.
            0.103_75,
            0.103_75 + 0.3125 * 0.044 + 0.1,
            0.2175 + 0.3125 * 0.076 + 0.1,
        ];
        for p in expected {
            let measured = updated(&mut bench);
            assert!((measured - p).abs() < 1e-12, "{measured} is not {p}");
        }
        // The queue is empty after two departures, so the delay falls from 96 ms to 0.
        bench.depart();
        bench.depart();
        let measured = updated(&mut bench);
        assert!((measured - (expected[2] - 0.3125 * 0.02 - 3.125 * 0.096)).abs() < 1e-12, "{measured}");
    }

    #[test]
    fn p_is_at_most_1_over_k_so_at_most_a_quarter_of_classic_packets_is_lost() {
        for (coupling, most) in [(2.0, 0.5), (4.0, 0.25), (0.5, 1.0)] {
            let mut bench = at(0.0, &[("coupling", Real(coupling)), ("limit", Integer(2))]);
            for _ in 0..40 {
                updated(&mut bench);
            }
            let gauges = bench.gauges();
            assert_eq!((gauges[0], gauges[1]), (most, most * most));
            bench.arrive("B", []);
            assert_eq!(bench.drops(), [("B", Reason::Overflow)]);
        }
    }

    #[test]
    fn after_a_change_a_shorter_period_starts_now() {
        let mut bench = at(0.0, &[]);
        bench.reconfigure(&[("update_s", Real(0.01))]);
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::ZERO + Span::from_millis(10)));
    }
}
