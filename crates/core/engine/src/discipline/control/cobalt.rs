//! COBALT: CoDel for flows that respond to congestion signals and BLUE for flows that do not, in one queue.
//!
//! Rule: while packets wait longer than target, one packet is marked or dropped at dequeue every interval/√count, and
//! count grows. Once packets wait for less than target, count falls by 1 at the same intervals. BLUE adds a drop
//! probability, which rises at each overflow and falls each time the queue is found empty.
//! Source: Hoeiland-Joergensen, Taht and Morton, Piece of CAKE, IEEE LANMAN 2018; Linux 6.12, `sch_cake.c`.
//! We differ: in CAKE each flow's queue runs this law; here one queue holds all flows. An arrival that finds the buffer
//! full is dropped, as in every other discipline with one queue; CAKE drops from the front. The queue counts as empty
//! when the link requests a packet and no packet waits, which happens once in each idle period of the link.
//! Derived from: `codel`, `blue`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::Span;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamValue, View};
use crate::discipline::parts::cobalt_law::{self, COUNT, DROP_P, Decision, Head, Law, Watch};
use crate::discipline::parts::codel_law::{SOJOURN, TARGET};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of COBALT.
pub const ABOUT: About = About {
    id: "cobalt",
    name: "COBALT",
    year: 2018,
    citation: "T. Hoeiland-Joergensen, D. Taht and J. Morton, Piece of CAKE: A Comprehensive Queue Management Solution for Home Gateways, IEEE LANMAN 2018",
    idea: "CoDel forgets its drop rate as soon as the queue is short, and has no effect on senders that ignore drops. In COBALT the count falls as gradually as it rose, and BLUE drops packets after the buffer has overflowed.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The rule and constants of Linux's CAKE. Ours: its use on a single queue, and what counts as an empty queue.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], cobalt_law::PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[ParamSet {
        id: "linux",
        name: "Linux",
        origin: "Linux 6.12, sch_cake.c: its constants for COBALT, with the bandwidth of the link",
        values: &[
            ("target_s", ParamValue::Real(0.005)),
            ("interval_s", ParamValue::Real(0.1)),
            ("slow_link_target", ParamValue::Switch(true)),
            ("blue_increment", ParamValue::Real(1.0 / 256.0)),
            ("blue_decrement", ParamValue::Real(1.0 / 4096.0)),
            ("ecn", ParamValue::Switch(true)),
        ],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[SOJOURN, TARGET, COUNT, DROP_P],
    state: &[
        marked_dial("sojourn", "sojourn time", Bound::Open, Bound::Gauge("target"), "target"),
        dial("count", "CoDel's count", Bound::Open),
        dial("p", "BLUE drop probability", Bound::Value(1.0)),
    ],
    reasons: &[Reason::Overflow, Reason::Sojourn, Reason::Early, Reason::MarkSojourn],
    reasons_without_arrival: &[Reason::Sojourn, Reason::Early, Reason::MarkSojourn],
};

code! {
    FULL_TEST: 0 ? "arrival: if n = {n} packets wait and fill the buffer:";
    DROPPED: 1 "drop it (overflow)";
    ..OVERFLOW: cobalt_law::FULL;
    ADMIT: 0 "otherwise admit it, stamped with the time";
    ..EXIT: cobalt_law::EXIT;
    SEND: 0 "send the packet at the head";
    IDLE: 0 ? "link free, and nothing waits:";
    ..LAPSE: cobalt_law::EMPTY;
}

rule! {
    "T. Hoeiland-Joergensen, D. Taht and J. Morton, Piece of CAKE, 2018; details are Linux's";
    FULL_TEST: 0 ? "full: drop it; p + 1/256, once per TARGET" shows "{p}";
    ADMIT: 0 "else admit the arrival";
    ..EXIT: cobalt_law::RULE_EXIT;
    SEND: 0 "send the packet at the head";
    IDLE: 0 ? "idle link: p − 1/4096, once per TARGET";
}

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    ..LAW: cobalt_law::QUANTITIES;
}

/// Parameters of COBALT.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    law: Law,
}

/// A COBALT queue.
#[derive(Clone, Debug)]
pub struct Cobalt {
    params: Params,
    queue: Fifo,
    watch: Watch,
    /// Queueing delay of the last packet that COBALT examined, for the view.
    sojourn: Span,
}

impl Discipline for Cobalt {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params { limit: settings.count("limit"), law: Law::read(settings, link) })
    }

    fn new(params: Params) -> Self {
        Self { params, queue: Fifo::default(), watch: Watch::default(), sojourn: Span::ZERO }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.params.limit) {
            cx.tracer.line(DROPPED);
            self.watch.overflow(&self.params.law, (OVERFLOW, LAW), cx);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let Self { params: Params { law, .. }, queue, watch, .. } = self;
        loop {
            let Some(head) = queue.iter().next().map(|packet| Head::of(packet, queue.len(), law, cx.now)) else {
                cx.tracer.test(IDLE, true);
                watch.found_empty(law, (LAPSE, LAW), cx);
                return None;
            };
            self.sojourn = head.sojourn;
            let decision = watch.judge(law, head, (EXIT, LAW), cx);
            if let Decision::Drop(reason) = decision {
                queue.evict(0, reason, cx);
                continue;
            }
            let mut packet = queue.pop()?;
            if decision == Decision::Mark {
                signal::mark(&mut packet, law.has_ecn, Reason::MarkSojourn, cx);
            }
            cx.tracer.line(SEND);
            return Some(packet);
        }
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.sojourn.secs());
        viewer.gauge(self.params.law.bound.secs());
        viewer.gauge(f64::from(self.watch.count));
        viewer.gauge(self.watch.probability);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.watch.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::base::time::SimTime;
    use crate::discipline::about::ParamValue::{self, Integer, Switch};
    use crate::discipline::bench::{Bench, flows};

    /// A queue of `packets` packets that arrived at time 0. Its target is 5 ms on every link.
    fn waiting(packets: usize, more: &[(&'static str, ParamValue)]) -> Bench<Cobalt> {
        let fixed = [("limit", Integer(10_000)), ("slow_link_target", Switch(false))];
        Bench::new(&[&fixed, more].concat()).holding(&"A".repeat(packets))
    }

    fn at(bench: &mut Bench<Cobalt>, micros: u64) {
        bench.now = SimTime::from_nanos(1000 * micros);
    }

    /// The time of the next signal [µs].
    fn next(bench: &Bench<Cobalt>) -> u64 {
        bench.discipline.watch.next_drop.nanos() / 1000
    }

    #[test]
    fn the_gaps_between_drops_shrink_with_the_square_root_of_count() {
        let mut bench = waiting(3000, &[]);
        // A queue whose count has never been above 0 signals at once. In this queue count was above 0 earlier, so the
        // first signal comes after one interval.
        bench.discipline.watch.has_counted = true;
        let mut drops = Vec::new();
        for tenths in 48..8000u64 {
            at(&mut bench, 100 * tenths);
            let before = bench.drops().len();
            // This loop dequeues fewer than the 3000 queued packets, so the queue never becomes empty.
            if tenths % 4 == 0 {
                bench.depart();
            }
            if bench.drops().len() > before {
                drops.push(tenths as f64 / 10.0);
            }
        }
        // The packet that leaves at 4.8 ms has waited less than the target, and the packet that leaves at 5.2 ms has
        // waited longer. The time between two drops is interval/√2, then interval/√3, and so on.
        let mut expected = 105.2;
        for (drop, count) in drops.iter().zip(2..) {
            assert!((-1e-9..0.41).contains(&(drop - expected)), "{drop} is not {expected}");
            expected += 100.0 / f64::from(count).sqrt();
        }
        assert!(drops.len() > 20, "{drops:?}");
    }

    #[test]
    fn a_queue_whose_count_was_always_0_drops_at_its_second_packet_above_target() {
        let mut bench = waiting(10, &[]);
        at(&mut bench, 6_000);
        bench.depart();
        assert_eq!((bench.drops().len(), bench.discipline.watch.count), (0, 1));
        at(&mut bench, 7_000);
        bench.depart();
        assert_eq!((bench.drops(), bench.discipline.watch.count), (vec![("A", Reason::Sojourn)], 2));
        assert_eq!(next(&bench), 6_000 + 70_710);
    }

    #[test]
    fn count_falls_by_1_at_the_intervals_of_its_rise() {
        let mut bench = waiting(0, &[]);
        let watch = &mut bench.discipline.watch;
        (watch.count, watch.has_counted, watch.is_dropping) = (4, true, true);
        watch.next_drop = SimTime::from_nanos(100_000_000);
        // The packets do not wait, so count falls from 4 to 3 at 100 ms. The falls to 2 and to 1 follow after
        // interval/√3 = 57.7 ms and after another interval/√2 = 70.7 ms. The next fall is due one interval of 100 ms
        // later.
        at(&mut bench, 99_000);
        bench.arrive("A", []);
        bench.depart();
        assert_eq!(bench.discipline.watch.count, 4, "not yet due");
        at(&mut bench, 300_000);
        bench.arrive("A", []);
        bench.depart();
        assert_eq!((bench.discipline.watch.count, next(&bench)), (1, 328_445));
        assert!(!bench.discipline.watch.is_dropping && bench.drops().is_empty());
    }

    #[test]
    fn an_idle_link_lowers_count_and_blues_probability_by_a_step() {
        let mut bench = waiting(0, &[("blue_decrement", ParamValue::Real(0.25))]);
        let watch = &mut bench.discipline.watch;
        (watch.count, watch.probability) = (2, 0.375);
        at(&mut bench, 10_000);
        bench.depart();
        assert_eq!((bench.discipline.watch.count, bench.discipline.watch.probability), (1, 0.125));
        at(&mut bench, 15_000);
        bench.depart();
        assert_eq!(bench.discipline.watch.probability, 0.125, "less than a target has passed since the last change");
        at(&mut bench, 15_001);
        bench.depart();
        assert_eq!(bench.discipline.watch.probability, 0.0);
    }

    #[test]
    fn an_overflow_raises_blue_once_per_target_and_starts_codel() {
        let mut bench = waiting(0, &[("limit", Integer(2)), ("blue_increment", ParamValue::Real(0.75))]).holding("AB");
        for (micros, p) in [(0, 0.75), (5_000, 0.75), (5_001, 1.0)] {
            at(&mut bench, micros);
            bench.arrive("C", []);
            assert_eq!(bench.discipline.watch.probability, p, "at {micros} µs");
        }
        assert_eq!((flows(&bench), bench.discipline.watch.count, next(&bench)), ("AB".into(), 1, 5_001));
        // A signal is due at once. BLUE would drop B with certainty, but it never drops the last packet of a queue.
        assert_eq!(bench.depart().as_deref(), Some("B"));
        assert_eq!(bench.drops().last(), Some(&("A", Reason::Sojourn)));
    }

    #[test]
    fn blue_drops_packets_that_codel_marks_but_never_the_last_packet() {
        let late = |marks: &str| {
            let mut bench = waiting(0, &[]);
            marks.chars().for_each(|letter| bench.arrive_ect(&letter.to_string(), []));
            let watch = &mut bench.discipline.watch;
            (watch.count, watch.has_counted, watch.is_dropping, watch.probability) = (1, true, true, 0.5);
            at(&mut bench, 10_000);
            bench
        };
        let mut bench = late("AB");
        assert_eq!(bench.depart_drawing([Unit(0.6)]).as_deref(), Some("A"));
        assert_eq!((bench.log.marks.as_slice(), bench.drops().len()), ([Reason::MarkSojourn].as_slice(), 0));
        let mut bench = late("AB");
        assert_eq!(bench.depart_drawing([Unit(0.4), Unit(0.6)]).as_deref(), Some("B"));
        assert_eq!((bench.log.marks.len(), bench.drops()), (0, vec![("A", Reason::Early)]));
        let mut bench = late("A");
        assert_eq!(bench.depart_drawing([Unit(0.4)]).as_deref(), Some("A"));
        assert_eq!((bench.log.marks.len(), bench.drops().len()), (1, 0));
    }

    #[test]
    fn a_delay_below_four_packet_times_is_never_too_long() {
        let mut bench = Bench::<Cobalt>::new(&[]).holding("AAA");
        for (micros, is_over) in [(12_001, false), (32_000, false), (32_001, true)] {
            at(&mut bench, micros);
            bench.depart();
            assert_eq!(bench.discipline.watch.is_dropping, is_over, "{micros} µs");
        }
    }
}
