//! ECHOKe: CHOKe that uses REM's drop probability after a miss instead of RED's.
//!
//! Rule: while min_th ≤ avg < max_th, an arrival is compared with one waiting packet, as in CHOKe, and a match drops
//! both. After a miss the arrival is dropped with probability 1 − φ^(−price). As in REM, the price is updated every T,
//! in every zone of the average. From max_th on every arrival is dropped without a comparison.
//! Source: Xu, Wu, Zhou and Zhu, ICMLC 2004, through the description in S. Manzoor's MS thesis, GIK Institute 2015
//! (arXiv 1712.09726), section 2.2.6.
//! We differ: we do not know the paper's constants. REM's target is midway between the thresholds of 40 and 80 packets,
//! since ns-2's target of 20 packets is below both. With `target_midway` off the target is `target_q`. With
//! `match_above_max` arrivals are compared above max_th, too.
//! Derived from: `parts/price.rs`, as is `rem`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSpec, Quantity, View};
use crate::discipline::control::rem;
use crate::discipline::parts::average::{self, AverageRule, MovingAverage};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, quantity, rule, switch};
use crate::discipline::parts::drop_curve::{self, DropCurve, Zone};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::price::{self, Price, PriceRule};
use crate::discipline::random_early::red;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of ECHOKe.
pub const ABOUT: About = About {
    id: "echoke",
    name: "ECHOKe",
    year: 2004,
    citation: "H. Xu, T. Wu, X.-J. Zhou and Y. Zhu, IP Network Control and AQM, International Conference on Machine Learning and Cybernetics (ICMLC), 2004",
    idea: "CHOKe's comparison limits greedy flows, and REM's price controls the queue: an arrival without a match is dropped with a probability that brings the queue to a target.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction. Certain: REM's probability takes the place of RED's. Ours: the constants, which are REM's with the target midway between the thresholds, and the price moves in every zone.",
    view: View::Fifo,
    params: &[
        &[fifo::LIMIT, drop_curve::MIN_TH, drop_curve::MAX_TH, average::W_Q],
        price::PARAMS,
        PARAMS,
        &[
            average::IDLE,
            drop_curve::ZONE_EDGES,
            average::W_Q_AUTO,
            average::AVERAGE_STEPS,
            drop_curve::THRESHOLDS_AUTO,
        ],
    ],
    defaults: &[red::THESIS_DEFAULTS[0], red::THESIS_DEFAULTS[1], red::THESIS_DEFAULTS[2]],
    param_sets: &[rem::SLOW_LINK],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: GAUGES,
    state: &[
        dial("price", "price", Bound::Open),
        dial("prob", "drop probability", Bound::Value(1.0)),
        marked_dial("rate", "input rate", Bound::Open, Bound::Gauge("capacity"), "link"),
    ],
    reasons: &[
        Reason::Early,
        Reason::Forced,
        Reason::Overflow,
        Reason::MatchArriving,
        Reason::MatchVictim,
        Reason::MarkEarly,
    ],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    switch("target_midway", "target midway", true, "puts REM's target queue midway between the thresholds").advanced(),
    price::TARGET_Q.advanced(),
    switch(
        "match_above_max",
        "match above max_th",
        false,
        "also compares arrivals while the average is at or above max_th, so that a match clears a waiting packet as well",
    )
    .advanced(),
];

code! {
    ..price::COUNT;
    AVERAGE_IDLE: 0 ? "if idle: avg ← {avg_before}·(1 − w_q)^{decays} = {avg}";
    AVERAGE_BUSY: 0 "else: avg ← (1 − w_q)·{avg_before} + w_q·{n} = {avg}";
    BELOW_TEST: 0 ? "if avg < min_th:" or "if avg ≤ min_th:" if zone_edges("linux_choke");
    BELOW: 1 "skip to the buffer test";
    MATCH_TEST: 0 ? "if avg < max_th:"
        or "if avg ≤ max_th or match_above_max:" if match_above_max(true), zone_edges("linux_choke")
        or "if avg < max_th or match_above_max:" if match_above_max(true)
        or "if avg ≤ max_th:" if zone_edges("linux_choke");
    DRAW: 1 "draw one of the waiting packets";
    HIT_TEST: 1 ? "if it is of the arrival's flow ({hits}):";
    HIT: 2 "drop it and the arrival; done";
    ABOVE_TEST: 0 ? "if avg ≥ max_th:";
    ABOVE: 1 "drop the arrival (forced); done";
    ..EARLY: price::EARLY;
    OVERFLOW: 0 ? "if B packets wait: drop the arrival (overflow)";
    ADMIT: 0 "else: admit it at the rear";
    ..UPDATE: price::UPDATE;
}

rule! {
    "Xu, Wu, Zhou and Zhu, ECHOKe, ICMLC 2004, from the CHOKeD thesis; the price is REM's, the buffer test is ours";
    price::COUNT_ARRIVAL: 0 "avg ← (1 − w_q)·avg + w_q·q" shows "{avg}";
    BELOW_TEST: 0 ? "if avg < min_th, admit the arrival";
    MATCH_TEST: 0 ? "if avg < max_th, draw one waiting packet";
    HIT_TEST: 1 ? "if it is of the arrival's flow, drop both";
    ABOVE_TEST: 0 ? "if avg ≥ max_th, drop the arrival";
    ..EARLY: price::RULE_EARLY;
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
    ..UPDATE: price::RULE_UPDATE_AS_ONE;
}

const LINES: price::Lines = price::Lines { early: EARLY, update: UPDATE };

quantities! {
    ..price::QUANTITIES;
    WAITING: n "n" "packets" "packets waiting before this arrival";
    AVERAGE_BEFORE: avg_before "avg" "packets" "average queue before this arrival";
    DECAYS: decays "i" "packets" "packets that could have been sent while the link was idle; ns-2 counts one more";
    AVERAGE: red::AVG;
    ZONE: zone "zone" "" "0 below min_th, 1 between the thresholds, 2 above";
    HITS: hits "hits" "packets" "drawn packets of the arrival's flow";
}

const GAUGES: &[Quantity] = &[
    price::GAUGES[0],
    price::GAUGES[1],
    price::GAUGES[2],
    price::GAUGES[3],
    red::AVG,
    quantity("target", "b*", "packets", "target queue of the price"),
];

/// Parameters of ECHOKe.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    thresholds: DropCurve,
    average: AverageRule,
    price: PriceRule,
    matches_above_max: bool,
}

/// An ECHOKe queue.
#[derive(Clone, Debug)]
pub struct Echoke {
    params: Params,
    average: MovingAverage,
    price: Price,
    candidates: Candidates,
    queue: Fifo,
}

impl Echoke {
    /// Updates the average with the queue length that the arrival finds, and returns the zone of the average.
    fn meet<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Zone {
        let waiting = self.queue.len() as f64;
        cx.tracer.value(WAITING, waiting);
        cx.tracer.value(AVERAGE_BEFORE, self.average.value());
        match self.average.sample(waiting, cx.now, &self.params.average) {
            Some(decays) => {
                cx.tracer.value(DECAYS, decays as f64);
                cx.tracer.test(AVERAGE_IDLE, true);
            }
            None => cx.tracer.line(AVERAGE_BUSY),
        }
        let zone = self.params.thresholds.zone(self.average.value());
        cx.tracer.value(AVERAGE, self.average.value());
        cx.tracer.value(ZONE, f64::from(zone as u8));
        zone
    }

    /// Compares the arrival with one waiting packet. Returns whether both were dropped.
    fn meets_its_like<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) -> bool {
        cx.tracer.line(DRAW);
        let all = 0..self.queue.len();
        let hits = self.candidates.draw(DrawMode::Distinct, 1, all, &self.queue, packet.flow, cx);
        cx.tracer.value(HITS, hits as f64);
        if cx.test(HIT_TEST, hits > 0) {
            cx.tracer.line(HIT);
            self.candidates.evict(&mut self.queue, cx);
            cx.tracer.drop(packet, Reason::MatchArriving, None);
        }
        hits > 0
    }

    fn is_full(&self) -> bool {
        self.queue.len() >= self.params.limit
    }

    fn admit<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        if self.is_full() {
            cx.tracer.test(OVERFLOW, true);
            cx.tracer.drop(&packet, Reason::Overflow, None);
        } else {
            cx.tracer.line(ADMIT);
            self.average.end_idle();
            self.queue.admit(packet, cx);
        }
    }
}

impl Discipline for Echoke {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let average = AverageRule::read(settings, link);
        let thresholds = DropCurve::thresholds(settings, average::packets_per_second(link, average.mean_bytes))?;
        let mut price = PriceRule::read(settings, link);
        if settings.switch("target_midway") {
            price.target = f64::midpoint(thresholds.min_th, thresholds.max_th);
        }
        Ok(Params {
            limit: settings.count("limit"),
            thresholds,
            average,
            price,
            matches_above_max: settings.switch("match_above_max"),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            average: MovingAverage::default(),
            price: Price::new(params.price.clone(), LINES),
            candidates: Candidates::default(),
            queue: Fifo::default(),
            params,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.price.renew(params.price.clone(), cx.now);
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        self.price.count(&packet, cx);
        let zone = self.meet(cx);
        if cx.test(BELOW_TEST, zone == Zone::Below) {
            cx.tracer.line(BELOW);
            return self.admit(packet, cx);
        }
        let is_compared = zone == Zone::Between || self.params.matches_above_max;
        if cx.test(MATCH_TEST, is_compared) && self.meets_its_like(&packet, cx) {
            return;
        }
        if cx.test(ABOVE_TEST, zone == Zone::Above) {
            cx.tracer.line(ABOVE);
            return cx.tracer.drop(&packet, Reason::Forced, None);
        }
        if self.price.spares(&mut packet, !self.is_full(), cx) {
            self.admit(packet, cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.queue.pop();
        if packet.is_none() {
            self.average.begin_idle(cx.now);
        }
        packet
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.price.due())
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        self.price.update(&self.queue, cx);
    }

    waits_in!(queue, params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.average.value())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        self.price.view(viewer);
        viewer.gauge(self.average.value());
        viewer.gauge(self.params.price.target);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.average.fold(hash);
        self.price.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::about::ParamValue::{Real, Switch};
    use crate::discipline::bench::{Bench, ForceAverage, flows};

    impl ForceAverage for Echoke {
        fn force_average(&mut self, value: f64) {
            self.average.force(value);
        }
    }

    /// A price whose drop probability is 0.1 plus a rounding error. A random number of 0.1 is below it, so the arrival
    /// is dropped.
    const TENTH: f64 = 105.413_187_14;

    fn priced(letters: &str) -> Bench<Echoke> {
        let mut bench = Bench::<Echoke>::new(&[]).holding(letters);
        bench.discipline.price.force(TENTH);
        bench
    }

    #[test]
    fn a_match_drops_both() {
        let mut bench = priced("UA");
        bench.force_avg(50.0).arrive("U", [Index(2, 0)]);
        assert_eq!(flows(&bench), "A");
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
    }

    #[test]
    fn after_a_miss_the_price_decides() {
        let mut bench = priced("UA");
        let probability = bench.gauges()[1];
        assert!((probability - 0.1).abs() < 1e-9);
        bench.force_avg(50.0).arrive("U", [Index(2, 1), Unit(0.05)]);
        assert_eq!(bench.drops(), [("U", Reason::Early)]);
        bench.force_avg(50.0).arrive("U", [Index(2, 1), Unit(probability)]);
        assert_eq!(flows(&bench), "UAU");
    }

    #[test]
    fn from_the_maximum_on_every_arrival_is_dropped_without_a_draw() {
        let mut bench = priced("UA");
        bench.force_avg(80.0).arrive("U", []);
        assert_eq!((flows(&bench), bench.drops()), ("UA".into(), vec![("U", Reason::Forced)]));
    }

    #[test]
    fn comparisons_above_the_maximum_can_be_switched_on() {
        let mut bench = Bench::<Echoke>::new(&[("match_above_max", Switch(true))]).holding("UA");
        bench.force_avg(80.0).arrive("U", [Index(2, 1)]);
        bench.force_avg(80.0).arrive("U", [Index(2, 0)]);
        assert_eq!(bench.drops(), [("U", Reason::Forced), ("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
    }

    #[test]
    fn below_the_minimum_no_packet_is_drawn_at_any_price() {
        let mut bench = priced("U");
        bench.force_avg(39.9).arrive("U", []);
        assert_eq!(flows(&bench), "UU");
    }

    #[test]
    fn with_an_empty_queue_no_packet_is_compared() {
        let mut bench = priced("");
        bench.force_avg(50.0).arrive("U", [Unit(0.5)]);
        assert_eq!((flows(&bench), bench.log.draws.len()), ("U".into(), 0));
    }

    #[test]
    fn the_target_is_midway_between_the_thresholds_unless_it_is_given() {
        let target = |values: &[_]| Bench::<Echoke>::new(values).gauges()[5];
        assert_eq!(target(&[]), 60.0);
        assert_eq!(target(&[("min_th", Real(10.0)), ("max_th", Real(30.0))]), 20.0);
        assert_eq!(target(&[("target_midway", Switch(false))]), 20.0);
        assert_eq!(target(&[("target_midway", Switch(false)), ("target_q", Real(33.0))]), 33.0);
    }

    #[test]
    fn the_price_is_updated_in_every_zone() {
        for average in [1.0, 50.0, 100.0] {
            let mut bench = Bench::<Echoke>::new(&[]).holding("AB");
            bench.force_avg(average).arrive_by_chance("C", &mut crate::base::rng::Stream::named(1, "zone"));
            bench.discipline.price.force(1.0);
            bench.discipline.price.force_input(100.0);
            bench.wake();
            assert!(bench.gauges()[0] > 1.0, "{average}");
        }
    }
}
