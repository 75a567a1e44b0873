//! SFQ, stochastic fairness queueing: flows are hashed into a few buckets, which send one packet each in turn.
//!
//! Rule: a flow's packets wait in the bucket that its hash selects. A full buffer drops a packet of the longest bucket.
//! At regular intervals a new salt for the hash changes which flows share a bucket.
//! Source: McKenney, IEEE INFOCOM 1990, and Internetworking: Research and Experience 2, 1991; Linux, `sch_sfq.c`.
//! ns-2.35's `queue/sfq.cc` (Villamizar) never drops a waiting packet; it refuses an arrival whose bucket is large
//! compared with the free space (`admission` = `ns2_threshold`). In papers that simulate in ns-2, "SFQ" is this rule of
//! ns-2.
//! We differ: Linux's current `sch_sfq` gives each turn a number of bytes, as DRR does; here a turn is one packet, as
//! published. When the salt changes, all packets are assigned to their new buckets, so that packets of one flow stay in
//! order.
//! View: bucket queues.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{
    About, Bound, CodeLine, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, View,
};
use crate::discipline::fair::drr::{ACTIVE, BUCKET_LIMIT, VICTIM, bucket_limit, victim_end};
use crate::discipline::parts::classifier::{self, Classifier};
use crate::discipline::parts::declare::{choice, code, dial, only_if, option, quantities, quantity, real, rule, under};
use crate::discipline::parts::fifo;
use crate::discipline::parts::push_out::{self, Capacity, PushOut, Room};
use crate::discipline::parts::queues::Queues;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, QueueFacts, Tracer, Viewer};
use std::collections::VecDeque;

/// The description of SFQ.
pub const ABOUT: About = About {
    id: "sfq",
    name: "SFQ",
    year: 1990,
    citation: "P. E. McKenney, Stochastic Fairness Queueing, IEEE INFOCOM 1990",
    idea: "Fair queueing with few queues: a hash assigns flows to buckets, and the buckets take turns. A flow that shares a bucket with a greedy flow suffers, until the hash changes.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "The published rule; ns-2's different admission is an option. Turns are by packets, so flows with large packets get more bytes.",
    view: View::BucketQueues,
    params: &[&[fifo::LIMIT], PARAMS, classifier::PARAMS],
    defaults: &[
        ("classifier", ParamValue::Choice("hashed")),
        ("buckets", ParamValue::Integer(16)),
        ("drop_from", ParamValue::Choice("rear")),
    ],
    param_sets: &[
        ParamSet {
            id: "ns-2",
            name: "ns-2.35",
            origin: "ns-2.35, sfq.cc and ns-default.tcl: Queue/SFQ, whose hash never changes",
            values: &[
                ("limit", ParamValue::Integer(40)),
                ("buckets", ParamValue::Integer(16)),
                ("admission", ParamValue::Choice("ns2_threshold")),
                ("classifier", ParamValue::Choice("ns2")),
            ],
        },
        ParamSet {
            id: "linux",
            name: "Linux",
            origin: "Linux, sch_sfq.c: the defaults of the module; its turns are by bytes, here by packets",
            values: &[
                ("limit", ParamValue::Integer(127)),
                ("buckets", ParamValue::Integer(1024)),
                ("bucket_limit", ParamValue::Integer(127)),
                ("perturb_s", ParamValue::Real(0.0)),
                ("admission", ParamValue::Choice("longest_queue_drop")),
                ("classifier", ParamValue::Choice("hashed")),
                ("drop_from", ParamValue::Choice("rear")),
            ],
        },
    ],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[ACTIVE, FULLEST, SALT],
    state: &[dial("active", "active queues", Bound::Param("buckets")), dial("fullest", "fullest bucket", Bound::Open)],
    reasons: &[Reason::Overflow, Reason::PushOut, Reason::PerFlowLimit, Reason::Rehash],
    reasons_without_arrival: &[Reason::Rehash],
};

const PARAMS: &[ParamSpec] = &[
    choice(
        "admission",
        "admission",
        &[
            option(
                "longest_queue_drop",
                "every packet enters; if the buffer is full, the fullest bucket loses a packet",
            ),
            option(
                "ns2_threshold",
                "a bucket refuses packets if it holds at least half as many packets as there are free slots, or more than its share of the last slots",
            ),
        ],
        "which packets are dropped when the buffer is nearly full",
    ),
    real("perturb_s", "new salt every", 10.0, (0.0, 3_600.0), "how often the hash changes; 0 means never").unit("s"),
    BUCKET_LIMIT,
    VICTIM,
];

code! {
    HASH: 0 "b ← hash of the flow under the salt; it holds {used}";
    DEPTH: 1 ? "as many as its limit: drop the arrival";
    THRESHOLD: 0 ? "with {left} free slots, refuse if" if admission("ns2_threshold");
    REFUSE: 1 ? "used ≥ left/2, or left < N and used > B/N: drop" if admission("ns2_threshold");
    ..ROOM: ROOM_LINES;
    ADMIT: 0 "put it at the rear of b";
    JOIN: 1 ? "if b was empty, b joins the end of the ring";
    SEND: 0 "link free: send the first packet of the next bucket";
    NEXT: 1 ? "if b has more, b goes to the end of the ring";
    PERTURB: 0 "at intervals: new salt; assign all packets again" if classifier("hashed");
}

rule! {
    "P. E. McKenney, SFQ, INFOCOM 1990";
    HASH: 0 "b ← bucket of its flow, by a salted hash" shows "{used}";
    ..ROOM: push_out::RULE_REAR;
    ADMIT: 0 "put the arrival at the rear of b";
    SEND: 0 "link free: send the first of the next bucket";
    PERTURB: 0 "at intervals: new salt; assign all packets again";
}

/// The lines of pseudo-code for a full buffer. They do not apply under ns-2's rule, which refuses an arrival at a full
/// buffer. The line that drops the arrival itself applies only if `drop_from` is `rear`. With `front` the arrival would
/// have to be alone in the longest queue, but another queue is then at least as long and comes first.
const ROOM_LINES: &[CodeLine] = &{
    let mut lines = under::<{ push_out::CODE.len() }>(push_out::CODE, only_if!(admission("longest_queue_drop")));
    lines[push_out::OWN_PLACE].only_if = only_if!(admission("longest_queue_drop"), drop_from("rear"));
    lines
};

quantities! {
    USED: used "used" "packets" "packets in the arrival's bucket before it";
    LEFT: left "left" "packets" "free slots before this arrival";
    LONGEST: Quantity { unit: "packets", ..push_out::LONGEST };
}

const FULLEST: Quantity = quantity("fullest", "fullest", "packets", "packets in the fullest bucket");
const SALT: Quantity = quantity("salt", "salt", "", "current salt of the hash");

/// Parameters of SFQ.
#[derive(Clone, Debug)]
pub struct Params {
    classifier: Classifier,
    /// N, the number of buckets. If each flow has its own queue, only ns-2's rule uses N, to divide the remaining
    /// buffer space.
    buckets: usize,
    is_ns2: bool,
    /// The time between two changes of the salt; `None` for never.
    perturb: Option<Span>,
    /// The maximum number of packets in a bucket; [`usize::MAX`] for no limit.
    depth: usize,
    push_out: PushOut,
}

/// SFQ's buckets.
#[derive(Clone, Debug)]
pub struct Sfq {
    params: Params,
    queues: Queues,
    /// The buckets that hold packets, in service order.
    ring: VecDeque<u32>,
    /// How often the salt has changed.
    perturbations: u64,
    next_perturbation: Option<SimTime>,
}

impl Sfq {
    /// The classifier with the current salt.
    fn classifier(&self) -> Classifier {
        match self.params.classifier {
            Classifier::Hashed { buckets, salt } => Classifier::Hashed { buckets, salt: salt + self.perturbations },
            other => other,
        }
    }

    fn sort_anew<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let (classifier, depth) = (self.classifier(), self.params.depth);
        self.ring = self.queues.regroup(&self.ring, depth, |packet| classifier.queue_of(packet.flow), cx);
    }

    /// Returns whether ns-2's rule refuses a packet for a bucket that holds `used` packets.
    fn is_refused(&self, used: usize) -> bool {
        let (limit, buckets) = (self.params.push_out.capacity.packets, self.params.buckets);
        let left = limit.saturating_sub(self.queues.len());
        used >= left / 2 || (left < buckets && used > limit / buckets)
    }
}

impl Discipline for Sfq {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let perturb_s = settings.real("perturb_s");
        if perturb_s > 0.0 && perturb_s < LEAST_PERTURB_S {
            let problem = format!("is {perturb_s}; it is 0, for never, or at least {LEAST_PERTURB_S} s");
            return Err(SettingsProblem::new("perturb_s", problem));
        }
        let classifier = Classifier::read(settings, link);
        let is_salted = matches!(classifier, Classifier::Hashed { .. });
        Ok(Params {
            classifier,
            buckets: settings.count("buckets"),
            is_ns2: settings.choice("admission") == "ns2_threshold",
            perturb: Some(Span::from_secs(perturb_s)).filter(|&it| it > Span::ZERO && is_salted),
            depth: bucket_limit(settings),
            push_out: PushOut {
                capacity: Capacity::of_packets(settings.count("limit")),
                by_packets: true,
                end: victim_end(settings),
            },
        })
    }

    fn new(params: Params) -> Self {
        let next_perturbation = params.perturb.map(|period| SimTime::ZERO + period);
        Self { params, queues: Queues::default(), ring: VecDeque::new(), perturbations: 0, next_perturbation }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        let before = std::mem::replace(&mut self.params, params);
        if before.classifier != self.params.classifier {
            self.sort_anew(cx);
        }
        if before.perturb != self.params.perturb {
            self.next_perturbation = self.params.perturb.map(|period| cx.now + period);
        }
        self.params.push_out.shrink(&mut self.queues, &mut self.ring, |(), (), _| {}, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let own = self.classifier().queue_of(packet.flow);
        let used = self.queues.packets_of(own);
        cx.tracer.value(USED, used as f64);
        cx.tracer.line(HASH);
        if used >= self.params.depth {
            cx.tracer.test(DEPTH, true);
            return cx.tracer.drop(&packet, Reason::PerFlowLimit, None);
        }
        let capacity = self.params.push_out.capacity;
        let is_new = if self.params.is_ns2 {
            cx.tracer.value(LEFT, capacity.packets.saturating_sub(self.queues.len()) as f64);
            if cx.test(THRESHOLD, self.is_refused(used)) {
                cx.tracer.test(REFUSE, true);
                let is_full = self.queues.len() >= capacity.packets;
                let reason = if is_full { Reason::Overflow } else { Reason::PerFlowLimit };
                return cx.tracer.drop(&packet, reason, None);
            }
            used == 0
        } else {
            let Self { params, queues, ring, .. } = self;
            match params.push_out.make_room((own, &packet), queues, ring, (ROOM, LONGEST), |(), (), _| {}, cx) {
                Room::None => return,
                Room::Kept => false,
                Room::New => true,
            }
        };
        cx.tracer.line(ADMIT);
        if is_new {
            cx.tracer.test(JOIN, true);
            self.ring.push_back(own as u32);
        }
        self.queues.admit(own, packet, (), cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let queue = self.ring.pop_front()?;
        cx.tracer.line(SEND);
        let (packet, ()) = self.queues.pop(queue as usize)?;
        if self.queues.packets_of(queue as usize) > 0 {
            cx.tracer.test(NEXT, true);
            self.ring.push_back(queue);
        }
        Some(packet)
    }

    fn next_timer(&self) -> Option<SimTime> {
        self.next_perturbation
    }

    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        if let (Some(period), Some(due)) = (self.params.perturb, self.next_perturbation)
            && due <= cx.now
        {
            cx.tracer.line(PERTURB);
            self.next_perturbation = Some(cx.now + period);
            self.perturbations += 1;
            self.sort_anew(cx);
        }
    }

    fn packets(&self) -> usize {
        self.queues.len()
    }

    fn bytes(&self) -> u64 {
        self.queues.bytes()
    }

    fn limit(&self) -> usize {
        self.params.push_out.capacity.packets
    }

    fn heap_bytes(&self) -> usize {
        self.queues.heap_bytes() + footprint::block::<u32>(self.ring.len())
    }

    fn state_bytes(&self) -> usize {
        self.queues.state_bytes() + footprint::block::<u32>(self.ring.len())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        for (turn, &queue) in self.ring.iter().enumerate() {
            viewer.queue(QueueFacts { id: queue, credit: f64::NAN, is_next: turn == 0 });
            self.queues.view(queue as usize, viewer);
        }
        let fullest = self.params.push_out.longest(&self.queues, self.ring.iter().copied(), None);
        viewer.gauge(self.ring.len() as f64);
        viewer.gauge(fullest.map_or(0.0, |(_, packets)| packets as f64));
        viewer.gauge(match self.classifier() {
            Classifier::Hashed { salt, .. } => salt as f64,
            _ => 0.0,
        });
    }

    fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.perturbations);
        hash.fold(self.next_perturbation.map_or(u64::MAX, SimTime::nanos));
        for &queue in &self.ring {
            self.queues.fold(queue as usize, hash);
        }
    }
}

/// The shortest period \[s\] between two changes of the salt. Each change re-sorts all waiting packets, so shorter
/// periods would make the simulator slow.
const LEAST_PERTURB_S: f64 = 0.01;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue::{Choice, Integer, Real};
    use crate::discipline::bench::{Bench, queues_of};

    const PERFECT: (&str, ParamValue) = ("classifier", Choice("perfect"));

    fn sfq(values: &[(&'static str, ParamValue)]) -> Bench<Sfq> {
        Bench::new(&[&[PERFECT], values].concat())
    }

    /// The queue lengths after 100·`limit` arrivals, from `flows` flows in turn, without a departure. By then ns-2's
    /// threshold admits no more packets.
    fn steady_fill(flows: u32, limit: i64) -> Vec<usize> {
        let mut bench = sfq(&[("admission", Choice("ns2_threshold")), ("limit", Integer(limit))]);
        for arrival in 0..100 * limit as u32 {
            bench.arrive_numbered(arrival % flows);
        }
        (0..flows).map(|flow| bench.discipline.queues.packets_of(flow as usize)).collect()
    }

    #[test]
    fn the_threshold_of_ns2_leaves_places_free() {
        assert_eq!(steady_fill(1, 40), [13]);
        assert_eq!(steady_fill(2, 40), [10, 10]);
        assert_eq!(steady_fill(3, 40), [8, 8, 8]);
        assert_eq!(steady_fill(4, 40), [7, 6, 6, 6]);
        assert_eq!(steady_fill(16, 40).iter().sum::<usize>(), 35);
        assert_eq!(steady_fill(1, 300), [100]);
    }

    #[test]
    fn the_newest_or_oldest_packet_of_the_fullest_bucket_is_dropped() {
        for (end, lost_place) in [("rear", 2), ("front", 0)] {
            let mut bench = sfq(&[("limit", Integer(6)), ("drop_from", Choice(end))]).holding("AAABBC");
            bench.arrive("C", []);
            assert_eq!(bench.drops(), [("A", Reason::PushOut)]);
            assert_eq!(bench.log.places(), [Some(lost_place)]);
            assert_eq!(queues_of(&bench), ["AA", "BB", "CC"]);
        }
    }

    #[test]
    fn of_equally_full_buckets_the_next_in_turn_loses_a_packet() {
        let mut bench = sfq(&[("limit", Integer(3))]).holding("BAC");
        bench.arrive("D", []);
        assert_eq!(bench.drops(), [("B", Reason::PushOut)]);
    }

    #[test]
    fn an_arrival_for_the_fullest_bucket_is_refused_itself() {
        let mut bench = sfq(&[("limit", Integer(4))]).holding("AAAB");
        bench.arrive("A", []);
        assert_eq!(bench.drops(), [("A", Reason::Overflow)]);
    }

    #[test]
    fn buckets_send_one_packet_each_in_turn() {
        let mut bench = sfq(&[]).holding("AAABBC");
        let sent: String = std::iter::from_fn(|| bench.depart()).collect();
        assert_eq!(sent, "ABCABA");
    }

    #[test]
    fn another_salt_separates_flows_that_share_a_bucket() {
        let mut bench = Bench::<Sfq>::new(&[("perturb_s", Real(10.0))]);
        for flow in [0, 6, 0, 6] {
            bench.arrive_numbered(flow);
        }
        let lengths = |bench: &Bench<Sfq>| [15, 14, 2].map(|bucket| bench.discipline.queues.packets_of(bucket));
        assert_eq!(lengths(&bench), [4, 0, 0]);
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(10.0)));
        bench.now = SimTime::from_secs(10.0);
        bench.wake();
        assert_eq!(lengths(&bench), [0, 2, 2]);
        assert_eq!((bench.drops(), bench.discipline.next_timer()), (vec![], Some(SimTime::from_secs(20.0))));
    }

    #[test]
    fn a_full_bucket_refuses_packets_even_after_a_change_of_the_salt() {
        let mut bench = sfq(&[("bucket_limit", Integer(2))]).holding("AABB");
        bench.arrive("A", []);
        assert_eq!(bench.drops(), [("A", Reason::PerFlowLimit)]);
        bench.reconfigure(&[("buckets", Integer(1)), ("bucket_limit", Integer(3))]);
        assert_eq!(bench.drops()[1..], [("B", Reason::Rehash)]);
        assert_eq!(queues_of(&bench), ["AAB"]);
    }
}
