//! DRR, deficit round robin: a queue for each flow, served in turn, each with a credit in bytes that carries over.
//!
//! Rule: at its turn a queue gets `quantum` bytes of credit and sends packets while its credit covers them. It keeps
//! the rest for its next turn, unless it becomes empty. A full buffer drops a packet of the longest queue.
//! Source: Shreedhar and Varghese, ACM SIGCOMM 1995 and IEEE/ACM ToN 4(3), 1996; ns-2.35, `queue/drr.cc`; Linux,
//! `sch_drr.c`.
//! We differ: when evictions empty a queue, ns-2 keeps the queue's flag "had its quantum", so the queue's next busy
//! period begins without credit. Here every busy period begins with credit. The buffer is counted in bytes, as in ns-2:
//! it has room for `limit` packets of the usual size. It never holds more than `limit` packets.
//! View: flow queues.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, View};
use crate::discipline::parts::classifier::{self, Classifier};
use crate::discipline::parts::declare::{choice, code, dial, option, quantities, quantity, rule, whole};
use crate::discipline::parts::deficit::{self, Deficits};
use crate::discipline::parts::fifo;
use crate::discipline::parts::push_out::{self, Capacity, PushOut, Room};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, QueueFacts, Tracer, Viewer};

/// The description of DRR.
pub const ABOUT: About = About {
    id: "drr",
    name: "DRR",
    year: 1995,
    citation: "M. Shreedhar and G. Varghese, Efficient Fair Queuing Using Deficit Round Robin, IEEE/ACM Transactions on Networking 4(3), 1996",
    idea: "Every flow has a queue of its own and, in turn, the same number of bytes. What a queue cannot use for its next packet it saves for its next turn.",
    memory: Memory::PerFlow,
    confidence: Confidence::High,
    confidence_note: "The paper's algorithm, which ns-2 and Linux run too. The packet that gives way when the buffer is full is ns-2's choice: the oldest of the longest queue.",
    view: View::FlowQueues,
    params: &[&[fifo::LIMIT], PARAMS, classifier::PARAMS],
    defaults: &[],
    param_sets: &[
        ParamSet {
            id: "ns-2",
            name: "ns-2.35",
            origin: "ns-2.35, drr.cc and ns-default.tcl: Queue/DRR with 10 buckets, a quantum of 250 bytes and room for 25000 bytes, here 25 packets; its hash differs",
            values: &[
                ("limit", ParamValue::Integer(25)),
                ("quantum", ParamValue::Integer(250)),
                ("drop_from", ParamValue::Choice("front")),
                ("classifier", ParamValue::Choice("hashed")),
                ("buckets", ParamValue::Integer(10)),
            ],
        },
        ParamSet {
            id: "linux",
            name: "Linux",
            origin: "Linux, sch_drr.c: the quantum is the packet size of Ethernet; each class has a pfifo of its own, as long as the device's queue, and all together no limit",
            values: &[
                ("limit", ParamValue::Integer(10_000)),
                ("quantum", ParamValue::Integer(1514)),
                ("bucket_limit", ParamValue::Integer(1000)),
                ("classifier", ParamValue::Choice("perfect")),
            ],
        },
    ],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[ACTIVE, LONGEST],
    state: &[dial("active", "active queues", Bound::Open), dial("longest", "longest queue", Bound::Open)],
    reasons: &[Reason::Overflow, Reason::PushOut, Reason::PerFlowLimit],
    reasons_without_arrival: &[],
};

/// The parameter for the bytes that a queue may send each turn.
pub const QUANTUM: ParamSpec = whole(
    "quantum",
    "quantum",
    1000,
    (50, 65_535),
    "credit that a queue gets each turn; below the largest packet some turns pass without a packet",
)
.symbol("Q")
.unit("bytes")
.logarithmic();

/// Whether the longest queue loses its oldest or its newest packet.
pub const VICTIM: ParamSpec = choice(
    "drop_from",
    "victim",
    &[
        option("front", "the oldest packet of the longest queue"),
        option("rear", "the newest packet of the longest queue"),
    ],
    "which packet is dropped when the buffer is full",
)
.advanced();

/// The maximum number of packets in one queue.
pub const BUCKET_LIMIT: ParamSpec = whole(
    "bucket_limit",
    "bucket's limit",
    0,
    (0, 10_000),
    "how many packets one bucket may hold; 0 means no such limit",
)
.unit("packets")
.advanced();

const PARAMS: &[ParamSpec] = &[QUANTUM, BUCKET_LIMIT, VICTIM];

code! {
    DEPTH: 0 ? "its queue i is at its limit: drop the arrival";
    ..ROOM: push_out::CODE;
    ENTER: 0 "arrival: put it into its queue i, now {own} bytes long";
    JOIN: 1 ? "if i was empty: credit ← 0; i joins the end of the ring";
    ..SERVICE: deficit::SERVICE;
}

rule! {
    "M. Shreedhar and G. Varghese, DRR, SIGCOMM 1995; which packet is pushed out follows ns-2";
    ..push_out::RULE_FRONT;
    ENTER: 0 "put the arrival into the queue of its flow" shows "{own} bytes";
    ..SERVICE: deficit::RULE;
}

quantities! {
    LONGEST_QUANTITY: push_out::LONGEST;
    OWN: own "i" "bytes" "length of the arrival's queue, arrival included";
    CREDIT: deficit::CREDIT;
}

/// The number of queues with waiting packets.
pub const ACTIVE: Quantity = quantity("active", "active", "queues", "queues with packets waiting");
const LONGEST: Quantity = quantity("longest", "longest", "bytes", "the longest queue");

/// Parameters of DRR.
#[derive(Clone, Debug)]
pub struct Params {
    /// The quantum Q \[bytes\]. Default 1000, as in the PerNEWQUE paper's runs of DRR; the default of ns-2 is 250.
    quantum: u32,
    /// The maximum number of packets in a queue.
    depth: usize,
    classifier: Classifier,
    push_out: PushOut,
}

/// DRR's queues.
#[derive(Clone, Debug)]
pub struct Drr {
    params: Params,
    queues: Queues<(), ()>,
    turns: Deficits,
}

/// The maximum number of packets in a queue, from the parameter [`BUCKET_LIMIT`]; [`usize::MAX`] for no limit.
pub(in crate::discipline) fn bucket_limit(settings: &Settings) -> usize {
    Some(settings.count("bucket_limit")).filter(|&limit| limit > 0).unwrap_or(usize::MAX)
}

/// The end of the queue that the parameter [`VICTIM`] selects.
pub(in crate::discipline) fn victim_end(settings: &Settings) -> End {
    if settings.choice("drop_from") == "front" { End::Front } else { End::Rear }
}

impl Discipline for Drr {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            quantum: settings.count("quantum") as u32,
            depth: bucket_limit(settings),
            classifier: Classifier::read(settings, link),
            push_out: PushOut {
                capacity: Capacity::of_usual_packets(settings.count("limit"), link),
                by_packets: false,
                end: victim_end(settings),
            },
        })
    }

    fn new(params: Params) -> Self {
        Self { params, queues: Queues::default(), turns: Deficits::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        let before = std::mem::replace(&mut self.params, params);
        if before.classifier != self.params.classifier {
            let classifier = self.params.classifier;
            let ring = self.turns.ring();
            // A queue that exceeds its new limit keeps its packets and refuses arrivals until it holds fewer.
            let ring = self.queues.regroup(ring, usize::MAX, |packet| classifier.queue_of(packet.flow), cx);
            self.turns = Deficits::over(ring);
        }
        self.params.push_out.shrink(&mut self.queues, self.turns.ring_mut(), |_, (), _| {}, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let own = self.params.classifier.queue_of(packet.flow);
        if self.queues.packets_of(own) >= self.params.depth {
            cx.tracer.test(DEPTH, true);
            return cx.tracer.drop(&packet, Reason::PerFlowLimit, None);
        }
        let ring = self.turns.ring_mut();
        let room = self.params.push_out.make_room(
            (own, &packet),
            &mut self.queues,
            ring,
            (ROOM, LONGEST_QUANTITY),
            |_, (), _| {},
            cx,
        );
        if room == Room::None {
            return;
        }
        cx.tracer.value(OWN, (self.queues.bytes_of(own) + u64::from(packet.bytes)) as f64);
        cx.tracer.line(ENTER);
        self.queues.admit(own, packet, (), cx);
        if room == Room::New {
            cx.tracer.test(JOIN, true);
            self.turns.join(own);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let quantum = self.params.quantum;
        self.turns.serve(&mut self.queues, quantum, (SERVICE, CREDIT), cx)
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
        self.queues.heap_bytes() + self.turns.heap_bytes()
    }

    fn state_bytes(&self) -> usize {
        self.queues.state_bytes() + self.turns.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        let next = self.turns.next(&self.queues, self.params.quantum);
        for (queue, credit) in self.turns.iter() {
            viewer.queue(QueueFacts { id: queue as u32, credit, is_next: next == Some(queue) });
            self.queues.view(queue, viewer);
        }
        let longest = self.params.push_out.longest(&self.queues, self.turns.ring().iter().copied(), None);
        viewer.gauge(self.turns.ring().len() as f64);
        viewer.gauge(longest.map_or(0.0, |(_, length)| length as f64));
    }

    fn fold(&self, hash: &mut StateHash) {
        self.turns.fold(hash);
        for (queue, _) in self.turns.iter() {
            self.queues.fold(queue, hash);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue::{self, Choice, Integer};
    use crate::discipline::bench::{Bench, queues_of};

    fn drr(values: &[(&'static str, ParamValue)]) -> Bench<Drr> {
        Bench::new(values)
    }

    /// Sends all waiting packets. Returns each packet with the credit that its queue has left.
    fn served(bench: &mut Bench<Drr>) -> Vec<(String, u32)> {
        std::iter::from_fn(|| {
            let letter = bench.depart()?;
            let queue = letter.as_bytes()[0] as usize;
            let credit = bench.discipline.turns.iter().find(|&(it, _)| it == queue).map_or(0.0, |(_, credit)| credit);
            Some((letter, credit as u32))
        })
        .collect()
    }

    #[test]
    fn credit_carries_over_while_a_queue_has_packets() {
        let mut bench = drr(&[("quantum", Integer(500)), ("limit", Integer(100))]);
        for (letter, sizes) in [("A", &[200, 750, 20][..]), ("B", &[500, 500]), ("C", &[100, 600, 200])] {
            for &bytes in sizes {
                bench.arrive_sized(letter, bytes, []);
            }
        }
        let expected = [("A", 300), ("B", 0), ("C", 400), ("A", 50), ("A", 0), ("B", 0), ("C", 300), ("C", 0)];
        assert_eq!(served(&mut bench), expected.map(|(letter, credit)| (letter.to_owned(), credit)));
    }

    #[test]
    fn a_full_buffer_drops_the_oldest_packet_of_the_longest_queue() {
        let mut bench = drr(&[("limit", Integer(3))]).holding("AAA");
        bench.arrive("B", []);
        assert_eq!(bench.drops(), [("A", Reason::PushOut)]);
        assert_eq!(queues_of(&bench), ["AA", "B"]);
    }

    #[test]
    fn of_equally_long_queues_the_next_to_be_served_loses_a_packet() {
        let mut bench = drr(&[("limit", Integer(4))]).holding("BBAA");
        bench.arrive("C", []);
        assert_eq!(bench.drops(), [("B", Reason::PushOut)]);
    }

    #[test]
    fn the_arrival_may_be_the_victim_itself() {
        let mut bench = drr(&[("limit", Integer(3)), ("drop_from", Choice("rear"))]).holding("AAA");
        bench.arrive("A", []);
        assert_eq!(bench.drops(), [("A", Reason::Overflow)]);
        let mut bench = drr(&[("limit", Integer(2))]).holding("AB");
        bench.arrive_sized("C", 2001, []);
        assert_eq!(
            bench.drops(),
            [("C", Reason::Overflow)],
            "no packet is evicted for a packet that is larger than the buffer"
        );
    }

    /// A queue at its own limit drops the arrival instead of a packet of the longest queue. In Linux, too, each class
    /// has a queue with its own limit.
    #[test]
    fn a_queue_with_a_limit_of_its_own_refuses_more_packets() {
        let mut bench = drr(&[("limit", Integer(100)), ("bucket_limit", Integer(3))]).holding("AAABB");
        for letter in ["A", "B", "B", "C"] {
            bench.arrive(letter, []);
        }
        assert_eq!(bench.drops(), [("A", Reason::PerFlowLimit), ("B", Reason::PerFlowLimit)]);
        assert_eq!(queues_of(&bench), ["AAA", "BBB", "C"]);
        bench.depart();
        bench.arrive("A", []);
        assert_eq!(bench.drops().len(), 2, "after a departure the queue has room");
    }

    #[test]
    fn a_queue_emptied_by_evictions_begins_with_a_new_quantum() {
        let mut bench = drr(&[("quantum", Integer(500)), ("limit", Integer(2))]).holding("A");
        bench.arrive_sized("B", 500, []);
        assert_eq!(bench.depart().as_deref(), Some("B"), "A has credit for half of its packet");
        for letter in ["C", "D", "A"] {
            bench.arrive(letter, []);
        }
        assert_eq!(bench.drops(), [("A", Reason::PushOut), ("C", Reason::PushOut)]);
        let credits: Vec<_> = bench.discipline.turns.iter().map(|(_, credit)| credit).collect();
        assert_eq!((queues_of(&bench), credits), (vec!["D".into(), "A".into()], vec![0.0, 0.0]));
    }

    #[test]
    fn a_queue_whose_arrival_evicts_its_only_packet_keeps_its_turn_and_credit() {
        let mut bench = drr(&[("quantum", Integer(500)), ("limit", Integer(2))]).holding("A");
        bench.arrive_sized("B", 500, []);
        bench.depart();
        bench.arrive_sized("C", 400, []);
        bench.arrive("A", []);
        assert_eq!(bench.drops(), [("A", Reason::PushOut)]);
        let turns: Vec<_> =
            bench.discipline.turns.iter().map(|(queue, credit)| (queue as u8 as char, credit)).collect();
        assert_eq!(turns, [('A', 500.0), ('C', 0.0)]);
    }

    #[test]
    fn flows_with_large_and_small_packets_get_the_same_bytes() {
        let mut bench = drr(&[("quantum", Integer(1500)), ("limit", Integer(10_000))]);
        for _ in 0..110 {
            bench.arrive_sized("X", 1500, []);
            for _ in 0..5 {
                bench.arrive_sized("Y", 300, []);
            }
        }
        let sent: Vec<_> = (0..600).filter_map(|_| bench.depart()).collect();
        let of = |letter: &str| sent.iter().filter(|&it| it == letter).count();
        assert_eq!((of("X") * 1500, of("Y") * 300), (150_000, 150_000));
    }

    #[test]
    fn another_classifier_reassigns_waiting_packets() {
        let mut bench = drr(&[]).holding("ABAB");
        bench.reconfigure(&[("classifier", Choice("hashed")), ("buckets", Integer(1))]);
        assert_eq!(queues_of(&bench), ["AABB"]);
        assert_eq!(bench.drops(), []);
    }
}
