//! FQ-CoDel: a queue for each flow, served in turn, with CoDel in every queue.
//!
//! Rule: flows are hashed into queues that share the link by bytes. Queues that have just become active are served
//! before the others. Before a packet is sent, its queue's CoDel may mark or drop the packet. A full buffer drops half
//! of the bytes of the longest queue, from the front, but at most a batch of packets.
//! Source: Hoeiland-Joergensen, McKenney, Taht, Gettys and Dumazet, RFC 8290, 2018; Linux, `sch_fq_codel.c`.
//! We differ: the limit is the scene's buffer in packets, and there is no limit in bytes. CoDel's backlog is that of
//! the queue, as the RFC says; Linux looks at all queues together (`small_backlog`). Of equally long queues, the first
//! in the order of service loses packets; Linux takes the queue with the lowest number. Flows are hashed as in a
//! router, see `socket_hash`. The square root is exact unless `codel_root` says otherwise, as in `codel`.
//! Derived from: `codel`.  View: flow queues.

use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;
use crate::base::time::Span;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, View};
use crate::discipline::fair::drr::ACTIVE;
use crate::discipline::parts::classifier::{self, Classifier, Keys};
use crate::discipline::parts::codel_law::{self, Decision, Head, Law, SOJOURN, TARGET, Watch};
use crate::discipline::parts::declare::{
    choice, code, dial, marked_dial, option, quantities, quantity, real, rule, whole,
};
use crate::discipline::parts::flow_lists::{self, CREDIT, FlowLists, NEW};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::parts::{fifo, signal};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of FQ-CoDel.
pub const ABOUT: About = About {
    id: "fq-codel",
    name: "FQ-CoDel",
    year: 2014,
    citation: "T. Hoeiland-Joergensen, P. McKenney, D. Taht, J. Gettys and E. Dumazet, The Flow Queue CoDel Packet Scheduler and Active Queue Management Algorithm, RFC 8290, 2018",
    idea: "Give each flow its own queue and let newcomers go first, so that a flow that sends little hardly waits; and in every queue CoDel keeps the flow's own packets from waiting long.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "The RFC's algorithm with its constants. The quantum is the scene's largest packet where Linux takes Ethernet's, and there is no limit in bytes.",
    view: View::FlowQueues,
    params: &[
        &[fifo::LIMIT],
        PARAMS,
        codel_law::PARAMS,
        &[signal::ECN],
        classifier::PARAMS,
        &[classifier::SOCKET_HASH],
    ],
    defaults: &[("classifier", ParamValue::Choice("hashed"))],
    param_sets: &[ParamSet {
        id: "linux",
        name: "Linux",
        origin: "Linux, sch_fq_codel.c: the defaults of the module on Ethernet; its limit of 10240 packets is cut to 10000",
        values: &[
            ("limit", ParamValue::Integer(10_000)),
            ("quantum", ParamValue::Integer(1514)),
            ("drop_batch", ParamValue::Integer(64)),
            ("target_s", ParamValue::Real(0.005)),
            ("interval_s", ParamValue::Real(0.1)),
            ("ecn", ParamValue::Switch(true)),
            ("classifier", ParamValue::Choice("hashed")),
            ("buckets", ParamValue::Integer(1024)),
            ("small_backlog", ParamValue::Choice("all")),
            ("slow_link_target", ParamValue::Switch(false)),
            ("codel_root", ParamValue::Choice("newton")),
        ],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[ACTIVE, NEW, SOJOURN, TARGET, DROPPING],
    state: &[
        dial("active", "active queues", Bound::Open),
        dial("new", "new queues", Bound::Open),
        marked_dial("sojourn", "sojourn time", Bound::Open, Bound::Gauge("target"), "target"),
        dial("dropping", "dropping queues", Bound::Open),
    ],
    reasons: &[Reason::Overflow, Reason::PushOut, Reason::Sojourn, Reason::MarkSojourn],
    reasons_without_arrival: &[Reason::Sojourn, Reason::MarkSojourn],
};

const PARAMS: &[ParamSpec] = &[
    flow_lists::QUANTUM,
    whole(
        "drop_batch",
        "batch",
        64,
        (1, 1_000),
        "largest number of packets that a full buffer drops from the longest queue at once",
    )
    .unit("packets")
    .advanced(),
    choice(
        "small_backlog",
        "too little to drop",
        &[
            option("queue", "CoDel spares a queue with at most one packet behind its first"),
            option("all", "CoDel spares all packets while all queues hold at most one packet more, as Linux does"),
        ],
        "which backlog CoDel compares with its limit",
    )
    .advanced(),
    real(
        "ce_threshold_s",
        "L4S threshold",
        0.0,
        (0.0, 10.0),
        "packets with ECT(1) and a longer delay are marked, whatever CoDel decides; 0: off",
    )
    .unit("s")
    .advanced(),
];

code! {
    ENTER: 0 "arrival: into its queue b, stamped; b is now {own} bytes";
    ..JOIN: flow_lists::JOIN;
    FULL: 0 ? "more than B packets wait: v ← the fattest, {fattest} bytes";
    PUSH: 1 "push packets out of its front, until half is gone";
    PUSHED: 1 "or a whole batch; v's count grows by {pushed}";
    ..SERVICE: flow_lists::SERVICE;
    ..LAW_LINES: codel_law::CODE;
    STEP: 0 ? "ECT(1), and d beyond the L4S threshold: mark" if ecn(true);
}

rule! {
    "T. Hoeiland-Joergensen et al., FQ-CoDel, RFC 8290, 2018, section 4";
    ENTER: 0 "put the arrival into the queue of its flow" shows "{own} bytes";
    JOIN: 0 ? "if that was idle: credit ← Q, it is a new queue";
    FULL: 0 ? "above B packets the fattest loses up to a half" shows "{pushed} lost";
    ..SERVICE: flow_lists::RULE_SERVICE;
    ..LAW_LINES: codel_law::RULE_IN_SHORT;
}

quantities! {
    OWN: own "b" "bytes" "length of the arrival's queue, arrival included";
    FATTEST: fattest "v" "bytes" "length of the fattest queue";
    LOST: pushed "pushed" "packets" "packets that the fattest queue lost";
    LEFT: CREDIT;
    ..LAW_QUANTITIES: codel_law::QUANTITIES;
}

const DROPPING: Quantity = quantity("dropping", "dropping", "queues", "queues whose CoDel drops or marks");

/// Parameters of FQ-CoDel.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The quantum Q \[bytes\], at least 50.
    quantum: u32,
    /// The maximum number of packets that a full buffer drops at once, at least 1. Default 64 (RFC 8290).
    batch: u32,
    /// Whether CoDel looks at the backlog of all queues.
    is_whole_backlog: bool,
    /// The queueing delay above which ECT(1) packets are marked (RFC 9331, section 5.2; Linux, ce_threshold with its
    /// selector); `None`: off.
    ce_threshold: Option<Span>,
    law: Law,
    classifier: Classifier,
    keys: Keys,
}

/// FQ-CoDel's queues.
#[derive(Clone, Debug)]
pub struct FqCoDel {
    params: Params,
    queues: Queues<Watch>,
    lists: FlowLists,
    /// Queueing delay of the last packet that CoDel examined, for the view.
    sojourn: Span,
}

impl FqCoDel {
    /// Drops packets from the front of the longest queue until half of its bytes or a batch is gone.
    fn cut<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let Some((queue, bytes)) = self.lists.fattest(&self.queues) else { return };
        cx.tracer.value(FATTEST, bytes as f64);
        cx.tracer.test(FULL, true);
        cx.tracer.line(PUSH);
        let mut pushed = 0;
        while pushed == 0 || (pushed < self.params.batch && self.queues.bytes_of(queue) > bytes - bytes / 2) {
            self.queues.evict(queue, End::Front, Reason::PushOut, cx);
            pushed += 1;
        }
        let watch = self.queues.state(queue);
        watch.count = watch.count.saturating_add(pushed);
        cx.tracer.value(LOST, f64::from(pushed));
        cx.tracer.line(PUSHED);
    }

    /// The next packet of the queue that its CoDel does not drop.
    fn let_out<C: Chance, S: Tracer>(&mut self, queue: usize, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let Params { law, is_whole_backlog, ce_threshold, .. } = self.params;
        let mut before = None;
        loop {
            let waiting = if is_whole_backlog { self.queues.bytes() } else { self.queues.bytes_of(queue) };
            let head = self.queues.front(queue).map(|(packet, ())| Head::of(packet, waiting, &law, cx.now));
            self.sojourn = head.map_or(self.sojourn, |head| head.sojourn);
            let decision = self.queues.state(queue).judge(&law, head, before, (LAW_LINES, LAW_QUANTITIES), cx);
            if let Decision::Drop(dropped) = decision {
                self.queues.evict(queue, End::Front, Reason::Sojourn, cx);
                before = Some(dropped);
                continue;
            }
            let (mut packet, ()) = self.queues.pop(queue)?;
            if decision == Decision::Mark {
                signal::mark(&mut packet, law.has_ecn, Reason::MarkSojourn, cx);
            } else if let Some(most) = ce_threshold.filter(|_| law.has_ecn && packet.ecn == Ecn::Ect1)
                && cx.test(STEP, self.sojourn > most)
            {
                signal::mark(&mut packet, law.has_ecn, Reason::MarkSojourn, cx);
            }
            return Some(packet);
        }
    }
}

impl Discipline for FqCoDel {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            quantum: flow_lists::quantum(settings, link)?,
            batch: settings.count("drop_batch") as u32,
            is_whole_backlog: settings.choice("small_backlog") == "all",
            ce_threshold: Some(Span::from_secs(settings.real("ce_threshold_s"))).filter(|most| most.nanos() > 0),
            law: Law::read(settings, link),
            classifier: Classifier::read(settings, link),
            keys: Keys::read(settings),
        })
    }

    fn new(params: Params) -> Self {
        Self { params, queues: Queues::default(), lists: FlowLists::default(), sojourn: Span::ZERO }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        let before = std::mem::replace(&mut self.params, params);
        let Params { classifier, keys, limit, .. } = self.params;
        if (before.classifier, before.keys) != (classifier, keys) {
            self.lists = self.lists.regroup(&mut self.queues, (classifier, keys), cx);
        }
        self.lists.shrink(&mut self.queues, limit, End::Front, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let Params { classifier, keys, .. } = self.params;
        let own = classifier.queue_of(keys.of(&packet));
        cx.tracer.value(OWN, (self.queues.bytes_of(own) + u64::from(packet.bytes)) as f64);
        cx.tracer.line(ENTER);
        self.queues.admit(own, packet, (), cx);
        self.lists.join(own, self.params.quantum, JOIN, cx);
        if self.queues.len() > self.params.limit {
            self.cut(cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        loop {
            let queue = self.lists.turn(self.params.quantum, (SERVICE, LEFT), cx)?;
            match self.let_out(queue, cx) {
                Some(packet) => {
                    self.lists.pay(queue, packet.bytes, (SERVICE, LEFT), cx);
                    return Some(packet);
                }
                None => self.lists.found_empty(SERVICE, cx),
            }
        }
    }

    waits_in!(queues, params.limit);

    fn heap_bytes(&self) -> usize {
        self.queues.heap_bytes() + self.lists.heap_bytes()
    }

    fn state_bytes(&self) -> usize {
        self.queues.state_bytes() + self.lists.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        let active = self.lists.view(&self.queues, self.params.quantum, viewer);
        let dropping = self.lists.iter().filter(|&queue| {
            let is_waiting = self.queues.packets_of(queue as usize) > 0;
            is_waiting && self.queues.known(queue as usize).is_some_and(|watch| watch.is_dropping)
        });
        viewer.gauge(active as f64);
        viewer.gauge(self.lists.new_queues() as f64);
        viewer.gauge(self.sojourn.secs());
        viewer.gauge(self.params.law.target.secs());
        viewer.gauge(dropping.count() as f64);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.lists.fold(hash);
        for queue in self.lists.iter() {
            self.queues.fold(queue as usize, hash);
        }
        // The hash includes empty queues, since CoDel remembers the last dropping phase of a queue even while the queue
        // is empty.
        for (queue, watch) in self.queues.all_known().filter(|(_, watch)| **watch != Watch::default()) {
            hash.fold(queue as u64);
            watch.fold(hash);
        }
    }
}

#[cfg(test)]
mod tests;
