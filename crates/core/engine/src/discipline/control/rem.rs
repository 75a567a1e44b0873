//! REM (Random Exponential Marking): a congestion price integrates the excess load and determines the drop probability.
//!
//! Rule: an arrival at a full buffer is dropped. Any other is dropped, or marked, with probability 1 − φ^(−price).
//! After every interval T the price changes by γ·(input + α·(queue − b*) − c), but not below 0. Input is what arrived
//! in T, c what the link can send in T, and b* the target queue.
//! Source: Athuraliya, Low, Li and Yin, REM: Active Queue Management, IEEE Network 15(3), 2001; `rem.cc` of ns-2.35.
//! We differ: ns-2 marks packets at dequeue. With marking on, ns-2 drops no packet at random, whether or not the packet
//! is ECN-capable. Here marks and drops happen at enqueue, and a packet that cannot be marked is dropped. ns-2 holds
//! one packet fewer than its limit. In byte mode ns-2's buffer is counted in bytes, ours in packets.
//! Derived from: `parts/price.rs`, as is `echoke`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, View};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::price::{self, Price, PriceRule};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer};

/// The description of REM.
pub const ABOUT: About = About {
    id: "rem",
    name: "REM",
    year: 2001,
    citation: "S. Athuraliya, S. H. Low, V. H. Li and Q. Yin, REM: Active Queue Management, IEEE Network 15(3), 2001",
    idea: "The link has a price. It rises while more packets arrive than the link can send, or more wait than the target, and the drop probability rises with it; so the queue settles at its target, whatever the load.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "Follows ns-2's code, except for where packets are marked and for the last place in the buffer. ns-2's defaults suit fast links; at 1 Mb/s the price needs minutes to have an effect. The named set for slow links therefore has other values, which are ours.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT, TARGET_Q], price::PARAMS],
    defaults: &[],
    param_sets: &[NS2, SLOW_LINK],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &price::GAUGES,
    state: &[
        dial("price", "price", Bound::Open),
        dial("prob", "drop probability", Bound::Value(1.0)),
        marked_dial("rate", "input rate", Bound::Open, Bound::Gauge("capacity"), "link"),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::MarkEarly],
    reasons_without_arrival: &[],
};

const TARGET_Q: ParamSpec = price::TARGET_Q.on_ruler();

const NS2: ParamSet = ParamSet {
    id: "ns-2",
    name: "ns-2.35",
    origin: "ns-2.35, rem.cc and ns-default.tcl: Queue/REM; of its limit of 50 packets it uses 49",
    values: &[
        ("limit", ParamValue::Integer(49)),
        ("target_q", ParamValue::Real(20.0)),
        ("gamma", ParamValue::Real(0.001)),
        ("phi", ParamValue::Real(1.001)),
        ("alpha", ParamValue::Real(0.1)),
        ("update_s", ParamValue::Real(0.002)),
        ("w_in", ParamValue::Real(1.0)),
        ("ecn", ParamValue::Switch(false)),
        ("byte_mode", ParamValue::Switch(false)),
    ],
};

/// Values under which the price changes within seconds on a link of about 1 Mb/s. They are our own, since no source
/// gives values for so slow a link.
pub(in crate::discipline) const SLOW_LINK: ParamSet = ParamSet {
    id: "slow-link",
    name: "for links of about 1 Mb/s",
    origin: "ours: no source gives values for slow links; with these values the price changes within seconds",
    values: &[("update_s", ParamValue::Real(0.01)), ("gamma", ParamValue::Real(0.05))],
};

code! {
    ..price::COUNT;
    FULL_TEST: 0 ? "if B packets wait (n = {n}):";
    OVERFLOW: 1 "drop the arrival (overflow); done";
    ..EARLY: price::EARLY;
    ADMITTED: 0 "admit it at the rear";
    ..UPDATE: price::UPDATE;
}

rule! {
    "S. Athuraliya et al., REM, IEEE Network 15(3), 2001; the buffer test is ns-2's";
    price::COUNT_ARRIVAL: 0 "input ← input + 1" shows "{input}";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    ..EARLY: price::RULE_EARLY;
    ADMITTED: 0 "else admit it";
    ..UPDATE: price::RULE_UPDATE;
}

const LINES: price::Lines = price::Lines { early: EARLY, update: UPDATE };

quantities! {
    ..price::QUANTITIES;
    WAITING: n "n" "packets" "packets waiting before this arrival";
}

/// Parameters of REM.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    price: PriceRule,
}

/// A REM queue.
#[derive(Clone, Debug)]
pub struct Rem {
    limit: usize,
    price: Price,
    queue: Fifo,
}

impl Discipline for Rem {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params { limit: settings.count("limit"), price: PriceRule::read(settings, link) })
    }

    fn new(params: Params) -> Self {
        Self { limit: params.limit, price: Price::new(params.price, LINES), queue: Fifo::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.limit = params.limit;
        self.price.renew(params.price, cx.now);
        self.queue.shrink_to(self.limit, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        self.price.count(&packet, cx);
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.limit) {
            cx.tracer.line(OVERFLOW);
            cx.tracer.drop(&packet, Reason::Overflow, None);
        } else if self.price.spares(&mut packet, true, cx) {
            cx.tracer.line(ADMITTED);
            self.queue.admit(packet, cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.price.due())
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        self.price.update(&self.queue, cx);
    }

    fn packets(&self) -> usize {
        self.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.limit
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        self.price.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.price.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::discipline::about::ParamValue::{Integer, Real, Switch};
    use crate::discipline::bench::{Bench, flows};

    /// A queue of this number of packets of the flow A.
    fn holding(values: &[(&'static str, ParamValue)], packets: usize) -> Bench<Rem> {
        Bench::new(values).holding(&"A".repeat(packets))
    }

    fn set(bench: &mut Bench<Rem>, price: f64, input: f64) {
        bench.discipline.price.force(price);
        bench.discipline.price.force_input(input);
    }

    /// The price and the probability after one update.
    fn after_update(price: f64, input: f64, waiting: usize) -> [f64; 2] {
        let mut bench = holding(&[], waiting);
        set(&mut bench, price, input);
        bench.wake();
        [bench.gauges()[0], bench.gauges()[1]]
    }

    #[track_caller]
    fn assert_close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
    }

    #[test]
    fn an_update_weighs_arrived_and_waiting_packets() {
        // The link of 1 Mb/s sends a packet of 1000 bytes in 8 ms. With updates every T = 2 ms, the capacity c is
        // therefore a quarter of a packet per T.
        let [price, probability] = after_update(0.0, 1.0, 30);
        assert_close(price, 0.001_75, 1e-12);
        assert_close(probability, 1.7491e-6, 1e-10);
        assert_eq!(after_update(0.0, 0.0, 0), [0.0, 0.0], "the price is never below 0");
        assert_close(after_update(0.5, 1.0, 50)[0], 0.503_75, 1e-12);
    }

    #[test]
    fn with_the_defaults_of_ns2_two_seconds_of_overload_hardly_change_the_price() {
        let mut bench = holding(&[], 60);
        for _ in 0..1000 {
            bench.discipline.price.force_input(0.5);
            bench.wake();
        }
        assert_close(bench.gauges()[0], 4.25, 1e-9);
        assert_close(bench.gauges()[1], 0.004_238_867, 5e-10);
    }

    #[test]
    fn the_probability_is_exponential_in_the_price() {
        let probability = |price| {
            let mut bench = holding(&[], 0);
            set(&mut bench, price, 0.0);
            bench.gauges()[1]
        };
        assert_close(probability(100.0), 0.095_117_369, 5e-10);
        assert_close(probability(105.413_187), 0.1, 1e-9);
    }

    #[test]
    fn the_price_is_updated_once_an_interval() {
        let mut bench = holding(&[("update_s", Real(0.01))], 0);
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(0.01)));
        bench.now = SimTime::from_secs(0.01);
        bench.wake();
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(0.02)));
    }

    #[test]
    fn dropped_arrivals_count_as_input() {
        let mut bench = holding(&[("limit", Integer(2))], 2);
        bench.arrive("B", []);
        bench.wake();
        assert_eq!((bench.drops(), bench.gauges()[2]), (vec![("B", Reason::Overflow)], 3.0));
    }

    #[test]
    fn the_input_can_be_filtered() {
        let mut bench = holding(&[("w_in", Real(0.25))], 0);
        for expected in [1.0, 1.75] {
            bench.discipline.price.force_input(4.0);
            bench.wake();
            assert_eq!(bench.gauges()[2], expected);
        }
    }

    #[test]
    fn an_arrival_is_dropped_exactly_when_the_draw_is_below_the_probability() {
        let mut bench = holding(&[], 1);
        bench.discipline.price.force(105.413_187);
        let probability = bench.gauges()[1];
        bench.arrive("B", [Unit(probability - 1e-9)]);
        bench.arrive("C", [Unit(probability)]);
        assert_eq!((flows(&bench), bench.drops()), ("AC".into(), vec![("B", Reason::Early)]));
    }

    #[test]
    fn with_ecn_a_packet_is_marked_in_place_of_a_drop_but_not_in_a_full_buffer() {
        let mut bench = holding(&[("ecn", Switch(true)), ("limit", Integer(2))], 1);
        bench.discipline.price.force(105.413_187);
        bench.arrive("B", [Unit(0.05)]);
        bench.arrive_ect("C", [Unit(0.05)]);
        bench.arrive_ect("D", []);
        assert_eq!(bench.log.marks, [Reason::MarkEarly]);
        assert_eq!((flows(&bench), bench.drops()), ("AC".into(), vec![("B", Reason::Early), ("D", Reason::Overflow)]));
    }

    #[test]
    fn in_byte_mode_packets_count_by_their_size() {
        let mut bench = holding(&[("byte_mode", Switch(true)), ("mean_pkt_size", Integer(2000))], 40);
        bench.discipline.price.force_input(0.0);
        bench.arrive_sized("B", 500, []);
        bench.wake();
        // In byte mode 2000 bytes count as one packet. The queue of 40.5 kB counts as 20.25 packets, 0.25 above the
        // target. The arrival B of 500 bytes counts as 0.25 packets, and the link can send 0.125 packets in the
        // interval.
        assert_close(bench.gauges()[0], 0.001 * (0.25 + 0.1 * 0.25 - 0.125), 1e-12);
        bench.discipline.price.force(105.413_187);
        bench.arrive_sized("C", 500, [Unit(0.024)]);
        bench.arrive_sized("D", 500, [Unit(0.026)]);
        assert_eq!(bench.drops(), [("C", Reason::Early)]);
    }

    #[test]
    fn new_parameters_keep_the_price_and_shorten_the_wait_to_the_new_interval() {
        let mut bench = holding(&[("update_s", Real(10.0))], 0);
        bench.discipline.price.force(100.0);
        bench.now = SimTime::from_secs(1.0);
        bench.reconfigure(&[("update_s", Real(0.5)), ("phi", Real(1.01))]);
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(1.5)));
        assert_close(bench.gauges()[1], 0.630_288_788, 5e-9);
    }
}
