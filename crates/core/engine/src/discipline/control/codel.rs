//! CoDel: measures the queueing delay of each packet, and drops at dequeue while even the shortest recent delay is too
//! long.
//!
//! Rule: when every packet of a whole interval has waited for target or longer, the packet at the head is dropped.
//! Further packets are dropped at intervals of interval/√count. Dropping ends when a packet has waited for less than
//! target, or when at most one packet waits behind the packet at the head.
//! Source: Nichols, Jacobson, McGregor and Iyengar, RFC 8289, 2018, alongside Linux's codel_impl.h.
//! We differ: the square root is exact, where Linux approximates the root iteratively (`codel_root`). "After an
//! interval" includes the exact end of the interval, whereas Linux compares strictly. On slow links target is raised to
//! 1.5 packet times (`slow_link_target`): one packet of 1000 bytes takes 8 ms at 1 Mb/s, so no delay could be below 5
//! ms.
//! View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamValue, Quantity, View};
use crate::discipline::parts::codel_law::{self, COUNT, Decision, Head, Law, SOJOURN, TARGET, Watch};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, quantity, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of CoDel.
pub const ABOUT: About = About {
    id: "codel",
    name: "CoDel",
    year: 2012,
    citation: "K. Nichols, V. Jacobson, A. McGregor and J. Iyengar, Controlled Delay Active Queue Management, RFC 8289, 2018; first in ACM Queue 10(5), 2012",
    idea: "A queue that becomes short now and then absorbs bursts; a queue that never does only adds delay. Measure the queueing delay of each packet. If even the shortest delay of an interval is too long, drop packets at dequeue, at shorter and shorter intervals.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The RFC's pseudo-code. Raising the target on slow links follows the RFC's advice; the amount is our decision.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], codel_law::PARAMS, &[signal::ECN]],
    defaults: &[],
    param_sets: &[ParamSet {
        id: "linux",
        name: "Linux",
        origin: "Linux, sch_codel.c: the defaults of the module; the target is the same on slow links",
        values: &[
            ("limit", ParamValue::Integer(1000)),
            ("target_s", ParamValue::Real(0.005)),
            ("interval_s", ParamValue::Real(0.1)),
            ("slow_link_target", ParamValue::Switch(false)),
            ("codel_root", ParamValue::Choice("newton")),
            ("ecn", ParamValue::Switch(false)),
        ],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[SOJOURN, TARGET, ABOVE, COUNT, NEXT],
    state: &[
        marked_dial("sojourn", "sojourn time", Bound::Open, Bound::Gauge("target"), "target"),
        dial("above", "above target for", Bound::Param("interval_s")),
        dial("next", "until the next drop", Bound::Param("interval_s")),
        dial("count", "drops in this phase", Bound::Open),
    ],
    reasons: &[Reason::Overflow, Reason::Sojourn, Reason::MarkSojourn],
    reasons_without_arrival: &[Reason::Sojourn, Reason::MarkSojourn],
};

code! {
    FULL_TEST: 0 ? "arrival: if n = {n} packets wait and fill the buffer:";
    OVERFLOW: 1 "drop it (overflow)";
    ADMIT: 0 "otherwise admit it, stamped with the time";
    ..LAW_LINES: codel_law::CODE;
    SEND: 0 "send the packet at the head";
}

rule! {
    "K. Nichols et al., CoDel, RFC 8289, 2018, section 5";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    ..LAW_LINES: codel_law::RULE;
    SEND: 0 "send the packet at the head";
}

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    ..LAW_QUANTITIES: codel_law::QUANTITIES;
}

const ABOVE: Quantity = quantity("above", "above", "s", "how long the delay had been too long at the last dequeue");
const NEXT: Quantity =
    quantity("next", "next", "s", "time from the last dequeue to the next drop, while CoDel drops packets");

/// Parameters of CoDel.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    law: Law,
}

/// A CoDel queue.
#[derive(Clone, Debug)]
pub struct CoDel {
    params: Params,
    queue: Fifo,
    watch: Watch,
    /// The time at which the last packet left, and the packet's queueing delay, for the view.
    last_exit: SimTime,
    sojourn: Span,
}

impl Discipline for CoDel {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params { limit: settings.count("limit"), law: Law::read(settings, link) })
    }

    fn new(params: Params) -> Self {
        Self { params, queue: Fifo::default(), watch: Watch::default(), last_exit: SimTime::ZERO, sojourn: Span::ZERO }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.params.limit) {
            cx.tracer.line(OVERFLOW);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let Self { params: Params { law, .. }, queue, watch, .. } = self;
        self.last_exit = cx.now;
        let mut before = None;
        loop {
            let head = queue.iter().next().map(|packet| Head::of(packet, queue.bytes(), law, cx.now));
            self.sojourn = head.map_or(self.sojourn, |head| head.sojourn);
            let decision = watch.judge(law, head, before, (LAW_LINES, LAW_QUANTITIES), cx);
            if let Decision::Drop(dropped) = decision {
                queue.evict(0, Reason::Sojourn, cx);
                before = Some(dropped);
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
        viewer.gauge(self.params.law.target.secs());
        // CoDel's state changes only at dequeue, so the times in the gauges are counted from the last dequeue.
        let Watch { bad_from, is_dropping, next_drop, count, .. } = self.watch;
        let left = bad_from.map(|bad_from| bad_from.since(self.last_exit).nanos());
        let above = left.map_or(0, |left| self.params.law.interval.nanos().saturating_sub(left));
        viewer.gauge(Span::from_nanos(above).secs());
        viewer.gauge(if is_dropping { f64::from(count) } else { 0.0 });
        let next = if is_dropping { next_drop.since(self.last_exit) } else { Span::ZERO };
        viewer.gauge(next.secs());
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.watch.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue::{Integer, Real, Switch};
    use crate::discipline::bench::{Bench, LINK};

    /// A queue of `packets` packets that arrived at time 0, with the RFC's target on any link.
    fn waiting(packets: usize) -> Bench<CoDel> {
        Bench::new(&[("limit", Integer(10_000)), ("slow_link_target", Switch(false))]).holding(&"A".repeat(packets))
    }

    fn at(bench: &mut Bench<CoDel>, millis: f64) {
        bench.now = SimTime::from_secs(millis / 1000.0);
        bench.depart();
    }

    #[test]
    fn the_gaps_between_drops_shrink_with_the_square_root_of_their_number() {
        let mut bench = waiting(6000);
        let mut drops: Vec<f64> = Vec::new();
        for tenths in 50..5500 {
            let before = bench.drops().len();
            at(&mut bench, f64::from(tenths) / 10.0);
            if bench.drops().len() > before {
                drops.push(f64::from(tenths) / 10.0);
            }
        }
        let first = drops[0];
        assert!(
            (first - 105.0).abs() < 0.11,
            "an interval after the first packet that had stayed for the target: {first}"
        );
        for (drop, expected) in drops.iter().zip([0.0, 100.0, 170.711, 228.446, 278.446, 323.167, 363.992, 401.788]) {
            // The link requests a packet every 0.1 ms, so a drop comes up to 0.1 ms after it is due. These errors do
            // not add up, because the next drop is scheduled from the time at which the previous drop was due.
            let late = drop - first - expected;
            assert!((-1e-9..0.1001).contains(&late), "{drop} is {late} late");
        }
        assert!(drops.len() >= 8);
    }

    #[test]
    fn one_short_delay_restarts_the_interval() {
        let mut bench = waiting(4);
        at(&mut bench, 6.0);
        bench.now = SimTime::from_secs(0.097);
        for _ in 0..3 {
            bench.arrive("B", []);
        }
        for millis in [98.0, 99.0, 100.9] {
            at(&mut bench, millis);
        }
        assert!((bench.gauges()[2] - 0.0949).abs() < 1e-9, "{:?}", bench.gauges());
        at(&mut bench, 101.0);
        assert_eq!((bench.drops(), bench.gauges()[2]), (vec![], 0.0));
        assert_eq!(bench.discipline.packets(), 2);
    }

    #[test]
    fn a_second_dropping_phase_soon_after_the_first_resumes_its_count() {
        let left = |later_ms: u64| {
            let mut bench = waiting(10);
            let it = &mut bench.discipline.watch;
            (it.count, it.last_count) = (7, 3);
            it.next_drop = SimTime::from_secs(1.0);
            bench.now = it.next_drop + Span::from_millis(later_ms);
            it.bad_from = Some(bench.now);
            bench.depart();
            let it = &bench.discipline.watch;
            (it.count, it.next_drop.since(bench.now))
        };
        assert_eq!(left(300), (4, Span::from_millis(50)));
        assert_eq!(left(2000), (1, Span::from_millis(100)));
    }

    #[test]
    fn a_packet_with_at_most_one_packet_behind_it_is_not_dropped_at_any_age() {
        let mut bench = waiting(2);
        for second in 1..3 {
            at(&mut bench, 1000.0 * f64::from(second));
        }
        let mut bench_of_three = waiting(3);
        bench_of_three.discipline.watch.bad_from = Some(SimTime::from_secs(1.0));
        at(&mut bench_of_three, 1000.0);
        assert_eq!((bench.drops().len(), bench_of_three.drops().len()), (0, 1));
    }

    #[test]
    fn a_mark_replaces_a_drop_and_ends_the_search_for_a_packet() {
        let mut bench = Bench::<CoDel>::new(&[("slow_link_target", Switch(false))]);
        for _ in 0..6 {
            bench.arrive_ect("A", []);
        }
        at(&mut bench, 10.0);
        at(&mut bench, 110.0);
        at(&mut bench, 1000.0);
        assert_eq!(bench.log.marks, [Reason::MarkSojourn; 2]);
        assert_eq!((bench.drops(), bench.discipline.packets()), (vec![], 3));
    }

    #[test]
    fn on_a_slow_link_the_target_is_one_and_a_half_packet_times() {
        let target = |slow, target_s| {
            let settings =
                Settings::defaults(&ABOUT).with("slow_link_target", Switch(slow)).with("target_s", Real(target_s));
            CoDel::params(&settings, &LINK).expect("consistent").law.target
        };
        assert_eq!(target(true, 0.005), Span::from_millis(12));
        assert_eq!(target(true, 0.02), Span::from_millis(20));
        assert_eq!(target(false, 0.005), Span::from_millis(5));
    }
}
