//! FQ-PIE: a queue for each flow, served in turn, with PIE deciding on the arrivals of every queue.
//!
//! Rule: flows are hashed into queues that are served as in FQ-CoDel. Each queue has its own drop probability that
//! follows its own delay. An arrival that finds the buffer full is dropped, even if another flow fills the buffer.
//! Source: Linux, `sch_fq_pie.c`; Ramakrishnan, Bhasi, Saicharan, Monis, Patil and Tahiliani, IEEE LCN Symposium 2019.
//! PIE is RFC 8033's.
//! We differ: all probabilities are updated at the same time, where Linux updates 2048 queues at a time. A queue that
//! was never used has no state, since PIE's state of an idle queue does not change. The limit is the scene's buffer in
//! packets.
//! Derived from: `pie`, `fq-codel`.  View: flow queues.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamValue, Quantity, View};
use crate::discipline::fair::drr::ACTIVE;
use crate::discipline::parts::classifier::{self, Classifier, Keys};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, quantity, rule};
use crate::discipline::parts::flow_lists::{self, CREDIT, FlowLists, NEW};
use crate::discipline::parts::pie_law::{self, Controller, DELAY, Law};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::parts::{fifo, signal};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of FQ-PIE.
pub const ABOUT: About = About {
    id: "fq-pie",
    name: "FQ-PIE",
    year: 2019,
    citation: "G. Ramakrishnan, M. Bhasi, V. Saicharan, L. Monis, S. D. Patil and M. P. Tahiliani, FQ-PIE Queue Discipline in the Linux Kernel: Design, Implementation and Challenges, IEEE LCN Symposium, 2019; Linux, sch_fq_pie.c",
    idea: "FQ-CoDel's queues, each with its own drop probability. The probability rises only in the queues of flows that send too much, and only arrivals of these flows are dropped.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "Scheduler and defaults as in Linux, which is the reference; there is no RFC. PIE's own details follow RFC 8033, with Linux's as an option.",
    view: View::FlowQueues,
    params: &[
        &[fifo::LIMIT, flow_lists::QUANTUM],
        pie_law::PARAMS,
        &[signal::ECN],
        classifier::PARAMS,
        &[classifier::SOCKET_HASH],
    ],
    defaults: &[("classifier", ParamValue::Choice("hashed")), ("ecn", ParamValue::Switch(false))],
    param_sets: &[ParamSet {
        id: "linux",
        name: "Linux",
        origin: "Linux, sch_fq_pie.c: the defaults of the module on Ethernet; its limit of 10240 packets is cut to 10000",
        values: &[
            ("limit", ParamValue::Integer(10_000)),
            ("quantum", ParamValue::Integer(1514)),
            ("target_s", ParamValue::Real(0.015)),
            ("update_s", ParamValue::Real(0.015)),
            ("alpha", ParamValue::Real(0.125)),
            ("beta", ParamValue::Real(1.25)),
            ("max_burst_s", ParamValue::Real(0.15)),
            ("mark_limit", ParamValue::Real(0.1)),
            ("derandomize", ParamValue::Switch(true)),
            ("pie_variant", ParamValue::Choice("linux")),
            ("ecn", ParamValue::Switch(false)),
            ("classifier", ParamValue::Choice("hashed")),
            ("buckets", ParamValue::Integer(1024)),
        ],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[ACTIVE, NEW, HOTTEST, DELAY],
    state: &[
        dial("active", "active queues", Bound::Open),
        dial("new", "new queues", Bound::Open),
        dial("hottest", "highest probability", Bound::Value(1.0)),
        marked_dial("delay", "queueing delay", Bound::Open, Bound::Param("target_s"), "target"),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::Overload, Reason::MarkEarly],
    reasons_without_arrival: &[],
};

code! {
    FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer:";
    OVERFLOW: 1 "drop the arrival (overflow)";
    FIND: 0 "b ← its queue, {own} bytes long; p and burst are b's";
    ..DECISION: pie_law::DECISION;
    ADMIT: 0 "admit it to b, stamped with the time";
    ..JOIN: flow_lists::JOIN;
    ..SERVICE: flow_lists::SERVICE;
    EVERY: 0 "for every queue; shown for the one with the greatest p:";
    ..UPDATE: pie_law::UPDATE;
}

rule! {
    "G. Ramakrishnan et al., FQ-PIE, LCN 2019; Linux, sch_fq_pie.c; PIE: RFC 8033";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    FIND: 0 "find the queue of its flow, with its own p" shows "{own} bytes";
    ..DECISION: pie_law::RULE_DECISION_IN_SHORT;
    ADMIT: 0 "else admit it; an idle queue is a new one";
    ..SERVICE: flow_lists::RULE_SERVICE;
    EVERY: 0 "every T_UPDATE: set each queue's p as PIE does" shows "{p}";
}

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    OWN: own "b" "bytes" "length of the arrival's queue before it";
    LEFT: CREDIT;
    ..LAW: pie_law::QUANTITIES;
}

const HOTTEST: Quantity = quantity("hottest", "p", "", "the greatest drop probability of any queue");

/// Parameters of FQ-PIE.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The quantum Q \[bytes\], at least 50.
    quantum: u32,
    law: Law,
    classifier: Classifier,
    keys: Keys,
}

/// FQ-PIE's queues.
#[derive(Clone, Debug)]
pub struct FqPie {
    params: Params,
    /// The queues, each with its controller once it has been used.
    queues: Queues<Option<Controller>>,
    /// The queues that have been used, in ascending order; with hashing these are a small part of all queues.
    used: Vec<u32>,
    lists: FlowLists,
    next_update: SimTime,
}

impl FqPie {
    /// All controllers with the numbers of their queues.
    fn controllers(&self) -> impl Iterator<Item = (usize, &Controller)> {
        self.used.iter().filter_map(|&queue| Some((queue as usize, self.queues.known(queue as usize)?.as_ref()?)))
    }

    /// The controller with the greatest probability; ties go to the first queue.
    fn hottest(&self) -> Option<(usize, &Controller)> {
        self.controllers().reduce(|most, it| if it.1.probability > most.1.probability { it } else { most })
    }
}

impl Discipline for FqPie {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            quantum: flow_lists::quantum(settings, link)?,
            law: Law::read(settings, link),
            classifier: Classifier::read(settings, link),
            keys: Keys::read(settings),
        })
    }

    fn new(params: Params) -> Self {
        let next_update = SimTime::ZERO + params.law.period;
        Self { params, queues: Queues::default(), used: Vec::new(), lists: FlowLists::default(), next_update }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        let before = std::mem::replace(&mut self.params, params);
        let Params { law, classifier, keys, limit, .. } = self.params;
        if (before.classifier, before.keys) != (classifier, keys) {
            self.lists = self.lists.regroup(&mut self.queues, (classifier, keys), cx);
            self.used.clear();
        }
        self.next_update = self.next_update.min(cx.now + law.period);
        for &queue in &self.used {
            if let Some(controller) = self.queues.state(queue as usize) {
                controller.burst = controller.burst.min(law.max_burst);
            }
        }
        self.lists.shrink(&mut self.queues, limit, End::Rear, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        let Params { law, limit, quantum, .. } = self.params;
        let Params { classifier, keys, .. } = self.params;
        let own = classifier.queue_of(keys.of(&packet));
        let waiting = self.queues.bytes_of(own);
        let is_full = self.queues.len() >= limit;
        cx.tracer.value(WAITING, self.queues.len() as f64);
        cx.tracer.test(FULL_TEST, is_full);
        let controller = self.queues.state(own).get_or_insert_with(|| {
            let place = self.used.partition_point(|&used| (used as usize) < own);
            self.used.insert(place, own as u32);
            Controller::new(&law)
        });
        if is_full {
            cx.tracer.line(OVERFLOW);
            controller.accu = 0.0;
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        cx.tracer.value(OWN, waiting as f64);
        cx.tracer.line(FIND);
        let delay_s = if law.is_linux { controller.delay_by_stamp(&law, waiting) } else { controller.delay_s };
        if controller.admits(&law, &mut packet, (delay_s, waiting), (DECISION, LAW), cx) {
            cx.tracer.line(ADMIT);
            self.queues.admit(own, packet, (), cx);
            self.lists.join(own, quantum, JOIN, cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        loop {
            let queue = self.lists.turn(self.params.quantum, (SERVICE, LEFT), cx)?;
            let Some((packet, ())) = self.queues.pop(queue) else {
                self.lists.found_empty(SERVICE, cx);
                continue;
            };
            if let (waiting, Some(controller)) = self.queues.with_bytes(queue) {
                controller.sent(&self.params.law, cx.now.since(packet.arrived), waiting);
            }
            self.lists.pay(queue, packet.bytes, (SERVICE, LEFT), cx);
            return Some(packet);
        }
    }

    fn next_timer(&self) -> Option<SimTime> {
        Some(self.next_update)
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let law = self.params.law;
        cx.tracer.line(EVERY);
        // The trace reports one queue: the queue with the greatest probability before the update, with the state of its
        // controller after the update.
        let mut reported: Option<(f64, Controller)> = None;
        for &queue in &self.used {
            let (waiting, controller) = self.queues.with_bytes(queue as usize);
            let Some(controller) = controller else { continue };
            let before = controller.probability;
            controller.update(&law, controller.delay_by_stamp(&law, waiting), waiting);
            if reported.is_none_or(|(most, _)| before > most) {
                reported = Some((before, *controller));
            }
        }
        if let Some((_, controller)) = reported {
            controller.report_update(&law, (UPDATE, LAW), cx);
        }
        self.next_update = cx.now + law.period;
    }

    waits_in!(queues, params.limit);

    fn heap_bytes(&self) -> usize {
        self.queues.heap_bytes() + self.lists.heap_bytes() + footprint::list(&self.used)
    }

    // The list `used` is left out: a router does not need it, since it only makes the simulator faster.
    fn state_bytes(&self) -> usize {
        self.queues.state_bytes() + self.lists.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        let active = self.lists.view(&self.queues, self.params.quantum, viewer);
        let hottest = self.hottest().map(|(_, controller)| (controller.probability.min(1.0), controller.delay_s));
        let (probability, delay_s) = hottest.unwrap_or_default();
        viewer.gauge(active as f64);
        viewer.gauge(self.lists.new_queues() as f64);
        viewer.gauge(probability);
        viewer.gauge(delay_s);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.lists.fold(hash);
        for queue in self.lists.iter() {
            self.queues.fold(queue as usize, hash);
        }
        for (queue, controller) in self.controllers() {
            hash.fold(queue as u64);
            controller.fold(hash);
        }
        hash.fold(self.next_update.nanos());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::base::rng::Stream;
    use crate::base::time::Span;
    use crate::discipline::about::ParamValue::{Choice, Integer, Switch};
    use crate::discipline::bench::{Bench, queues_of};

    const PERFECT: (&str, ParamValue) = ("classifier", Choice("perfect"));

    fn fq_pie(values: &[(&'static str, ParamValue)]) -> Bench<FqPie> {
        Bench::new(&[&[PERFECT, ("limit", Integer(10_000))], values].concat())
    }

    fn controller(bench: &mut Bench<FqPie>, letter: char) -> &mut Controller {
        bench.discipline.queues.state(letter as usize).as_mut().expect("the queue was used")
    }

    #[test]
    fn new_queues_are_served_first_as_in_fq_codel() {
        let mut bench = fq_pie(&[("quantum", Integer(1514))]);
        for (letter, bytes, count) in [("A", 1500, 4), ("B", 100, 3), ("C", 1500, 2)] {
            for _ in 0..count {
                bench.arrive_sized(letter, bytes, []);
            }
        }
        let sent: String = std::iter::from_fn(|| bench.depart()).collect();
        assert_eq!(sent, "AABBBCCAA");
    }

    #[test]
    fn only_the_probability_of_the_long_queue_rises() {
        let mut bench = fq_pie(&[]);
        let mut chance = Stream::named(1, "arrivals");
        for tick in 1..=200u64 {
            bench.now = SimTime::ZERO + Span::from_millis(15 * tick);
            if tick <= 40 {
                bench.arrive_by_chance("A", &mut chance);
                bench.arrive_by_chance("A", &mut chance);
            }
            if tick == 1 {
                bench.arrive("B", []);
            }
            bench.depart();
            bench.wake();
            if tick == 60 {
                let (a, b) = (*controller(&mut bench, 'A'), *controller(&mut bench, 'B'));
                assert!(a.probability > 0.01 && a.burst == Span::ZERO, "{a:?}");
                assert_eq!((b.probability, b.burst), (0.0, Span::from_millis(150)));
            }
        }
        let a = *controller(&mut bench, 'A');
        assert!(a.probability < 0.3, "the probability of an empty queue falls: {a:?}");
    }

    /// A queue in which ten packets of A and five of B wait; arrivals of A are dropped with this probability.
    fn hot(probability: f64, more: &[(&'static str, ParamValue)]) -> Bench<FqPie> {
        let mut bench = fq_pie(more).holding("AAAAAAAAAABBBBB");
        let a = controller(&mut bench, 'A');
        (a.probability, a.delay_s, a.burst) = (probability, 0.05, Span::ZERO);
        bench
    }

    #[test]
    fn arrivals_are_dropped_by_the_probability_of_their_own_queue() {
        let mut bench = hot(0.1, &[]);
        bench.arrive("A", [Unit(0.05)]);
        bench.arrive("B", []);
        bench.arrive_ect("A", [Unit(0.05)]);
        assert_eq!(bench.drops(), [("A", Reason::Early); 2], "ECN is off by default");
        let mut bench = hot(0.1, &[("ecn", Switch(true))]);
        bench.arrive_ect("A", [Unit(0.05)]);
        controller(&mut bench, 'A').probability = 0.11;
        bench.arrive_ect("A", [Unit(0.05)]);
        assert_eq!((bench.drops(), bench.log.marks), (vec![("A", Reason::Overload)], vec![Reason::MarkEarly]));
    }

    #[test]
    fn a_full_buffer_drops_the_arrival_of_any_flow() {
        let mut bench = fq_pie(&[("limit", Integer(3))]).holding("AAA");
        bench.arrive("B", []);
        assert_eq!((bench.drops(), queues_of(&bench)), (vec![("B", Reason::Overflow)], vec!["AAA".to_owned()]));
    }

    #[test]
    fn the_greatest_probability_is_reported_and_shown() {
        let mut bench = hot(0.25, &[]);
        assert_eq!(bench.gauges(), [2.0, 2.0, 0.25, 0.05]);
        bench.now = SimTime::ZERO + Span::from_millis(15);
        bench.wake();
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::ZERO + Span::from_millis(30)));
        assert!(bench.gauges()[2] < 0.25);
    }
}
