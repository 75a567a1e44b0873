//! PerNEWQUE: deficit round robin that signals congestion to the flow with the longest queue.
//!
//! Rule: each flow has a queue and a probability P. While the arrival rate r is at least the link's rate C, P of the
//! flow with the longest queue rises by α each `min_interval_s`. At every arrival that finds room, of any flow, the
//! first packet of the longest queue is dropped or marked with this queue's P. A full buffer drops packets from the
//! front of the longest queue. While r < C, an arrival lowers P of its flow by β if the flow's queue is shorter than
//! the mean. The state of a flow is forgotten when its queue becomes empty.
//! Source: Santhi and Natarajan, PerNEWQUE; conference version ICCIC 2010. The text contradicts itself.
//! We differ: for the open choices see `docs/model.md` and the descriptions of the parameters. As printed, step c of
//! the text and the figure drop a packet at every arrival during overload (`overload_drop` = `always`), and half of the
//! link stays idle. Rises and falls of P use the queue lengths without the arrival, whereas Fig. 1 admits the arrival
//! first. Here up to B bytes may wait, whereas Fig. 1 evicts packets as soon as EQ, its number of queued bytes, reaches
//! B.
//! Derived from: `drr`.  View: flow queues.

use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{
    self, About, Bound, Chart, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, StateView, Table, To,
    View,
};
use crate::discipline::fair::drr::{self, ACTIVE};
use crate::discipline::parts::declare::{
    act, ask, choice, code, dial, marked_dial, option, quantities, quantity, real, rule,
};
use crate::discipline::parts::deficit::{self, Deficits};
use crate::discipline::parts::fifo;
use crate::discipline::parts::push_out::{self, Capacity, PushOut, Room};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::parts::rate_meter::RateMeter;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, QueueFacts, Tracer, Viewer};

/// The description of PerNEWQUE.
pub const ABOUT: About = About {
    id: "pernewque",
    name: "PerNEWQUE",
    year: 2010,
    citation: "V. Santhi and A. M. Natarajan, PerNEWQUE: per-flow queueing with the active queue management NEWQUE; conference version at IEEE ICCIC 2010",
    idea: "Every flow has its own queue. When packets arrive faster than the link can send, the flow with the longest queue is penalized: at every arrival of any flow, its first packet is dropped or marked at random.",
    memory: Memory::PerFlow,
    confidence: Confidence::Medium,
    confidence_note: "Text and figure of the paper conflict. Rates are taken in bit/s, the longest queue by bytes, and packets are evicted only when the buffer is full: of the interpretations that we tried, only this one gives the paper's loss rates. P rises for a fast arrival or a full buffer, as steps c and d say; the paragraph before these steps requires both, which is an option. The figure as printed is a parameter set.",
    view: View::FlowQueues,
    params: &[&[fifo::LIMIT], PARAMS, &[drr::QUANTUM]],
    defaults: &[],
    param_sets: &[
        ParamSet {
            id: "text",
            name: "the interpretation that uses the link fully",
            origin: "V. Santhi and A. M. Natarajan, PerNEWQUE, section 2.1, steps a to e, with eviction at a full buffer only; the choices are ours",
            values: &[
                ("overload_drop", ParamValue::Choice("when_full")),
                ("rise", ParamValue::Choice("rate_or_full")),
                ("rate_unit", ParamValue::Choice("bits")),
            ],
        },
        ParamSet {
            id: "fig-1",
            name: "Fig. 1, as printed",
            origin: "V. Santhi and A. M. Natarajan, PerNEWQUE, Fig. 1 and equation 1: every arrival during overload costs a packet, and the rate is in packets",
            values: &[
                ("overload_drop", ParamValue::Choice("always")),
                ("rise", ParamValue::Choice("rate_or_full")),
                ("rate_unit", ParamValue::Choice("packets")),
            ],
        },
        ParamSet {
            id: "section-2-1",
            name: "the paragraph before the steps",
            origin: "V. Santhi and A. M. Natarajan, PerNEWQUE, section 2.1, first paragraph: P rises where r ≥ C and the buffer is full",
            values: &[
                ("overload_drop", ParamValue::Choice("when_full")),
                ("rise", ParamValue::Choice("rate_and_full")),
                ("rate_unit", ParamValue::Choice("bits")),
            ],
        },
    ],
    code: CODE,
    rule: about::Rule { chart: Some(&CHART), ..RULE },
    quantities: QUANTITIES,
    gauges: &[RATE, CAPACITY, ACTIVE, WORST],
    state: &[
        marked_dial("rate", "arrival rate", Bound::Open, Bound::Gauge("capacity"), "capacity"),
        dial("worst", "worst probability", Bound::Value(1.0)),
        dial("active", "active queues", Bound::Open),
        StateView::Table(Table {
            title: "Blamed flows",
            meaning: "flows that had the longest queue during overload, with the probability that an arrival drops or marks their first packet",
            columns: &[P_OF_FLOW],
            scale: Bound::Open,
            mark: None,
        }),
    ],
    reasons: &[Reason::Overflow, Reason::PushOut, Reason::LongestFlow, Reason::MarkLongest],
    reasons_without_arrival: &[],
};

const DECISIONS: &[&str] = &[
    "Unit of r: the text includes the packet's length, the formula does not. We use bit/s, with the length; packets are an option, which is equivalent while all packets have one size.",
    "Whose P changes: P falls for the flow of the arrival and rises for the longest queue, whose packets are also marked or dropped.",
    "r ≥ C: step c and the figure drop a packet at every arrival; the paragraph before the steps also requires a full buffer. We evict packets only when the buffer is full: with the rule as printed, half of the link's capacity is unused, in ns-2 and here.",
    "When P rises: the paragraph before the steps requires both r ≥ C and a full buffer; in steps c and d, the formula and the figure either suffices. By default either suffices; the parameter \"rise\" selects the other rule.",
    "Which arrival draws a random number: every arrival of any flow, so that at 1250 arrivals a second and P = 0.05 the longest queue loses 62 packets a second.",
    "EQ: the figure admits the arrival and then adds the arrival's length once more. Here the length counts once.",
    "Making room: the printed loop neither updates the free space nor chooses another flow. Here both are computed again after each eviction, until the arrival fits.",
    "Order when the buffer is full: room is made first, and the arrival counts in its own queue. If this queue is the longest, its oldest packet is dropped.",
    "minTIVL: one time stamp for each flow, shared by the rises and falls of its P.",
    "Two rises at one arrival, for the rate and for the full buffer: the second rise comes within minTIVL and has no effect.",
    "How long P is kept: until the flow's queue is empty. The P of a flow whose queue is often empty thus hardly grows; the parameter \"memory\" keeps P longer.",
    "\"Hashing mechanism\" of DRR: a queue for each flow, since the paper says so elsewhere; no two flows share a queue.",
    "First unmarked packet: the first packet from the head that is ECN-capable and not marked. If there is no such packet, nothing is done.",
    "ECN of UDP: in the paper all sources are ECN-capable, and so they are in our scenes. UDP's losses are evictions from the longest queue. A flow is ECN-capable if one of its waiting packets is.",
    "The longest queue is the longest in bytes, not in packets; of equally long queues it is the next to be served.",
    "The paper gives no bounds for P; here P stays between 0 and 1.",
];

const PARAMS: &[ParamSpec] = &[
    real("alpha", "increment", 0.01, (0.0, 1.0), "increase of P of the longest queue during overload").symbol("α"),
    real("beta", "decrement", 0.0001, (0.0, 1.0), "decrease of P of a short queue while r < C").symbol("β"),
    real("min_interval_s", "min interval", 0.1, (0.0, 10.0), "shortest time between two changes of one flow's P")
        .symbol("minTIVL")
        .unit("s"),
    real("rate_constant_s", "rate constant", 0.1, (0.001, 10.0), "averaging time of the arrival rate")
        .symbol("K")
        .unit("s")
        .logarithmic(),
    choice(
        "overload_drop",
        "overload",
        &[
            option("when_full", "packets are evicted only when the buffer is full"),
            option("always", "as printed: the longest queue loses its first packet at every arrival during overload"),
        ],
        "what happens, apart from raising P, while packets arrive faster than the link sends",
    ),
    choice(
        "rise",
        "P rises",
        &[
            option(
                "rate_or_full",
                "at every arrival while r ≥ C, and at an arrival that does not fit (steps c and d, Fig. 1)",
            ),
            option(
                "rate_and_full",
                "only at an arrival that does not fit while r ≥ C (the paragraph before the steps)",
            ),
        ],
        "when P of the longest queue rises; the paper states both rules",
    )
    .advanced(),
    choice(
        "rate_unit",
        "rate in",
        &[
            option("bits", "bit/s, with the sizes of the packets"),
            option("packets", "as printed: packets, each counted as one of the usual size"),
        ],
        "whether the arrival rate counts packets or bytes; without effect if all packets have the same size",
    )
    .advanced(),
    real("linger_s", "memory", 0.0, (0.0, 100.0), "how long P outlives the flow's last waiting packet")
        .unit("s")
        .advanced(),
];

code! {
    MEASURE: 0 "r ← (1 − e^(−T/K))·b/T + e^(−T/K)·r = {rate}";
    RELIEF_TEST: 0 ? "r < C, its flow i has P > 0, below the mean length:";
    RELIEVE: 1 "P_i ← P_i − β = {p} (at most every minTIVL)";
    BLAME: 0 ? "r ≥ C: P of the longest ← P + α = {p} (every minTIVL)" if rise("rate_or_full");
    FITS: 0 ? "arrival fits: admit it; j ← longest queue";
    ALWAYS: 1 ? "if r ≥ C: drop j's first packet, j ← longest" if overload_drop("always");
    CHANCE: 1 ? "with probability P_j = {p} (u = {u}):";
    MARK: 2 "mark j's first unmarked packet, if j is ECN-capable";
    DROP: 2 "otherwise drop j's first packet";
    FULL: 0 ? "arrival does not fit: P of the longest ← P + α, and";
    FULL_KEPT_UP: 0 ? "arrival does not fit, r < C: P stays, and" if rise("rate_and_full");
    ..ROOM: push_out::CODE;
    ADMIT: 0 "then admit the arrival";
    ..SERVE: deficit::SERVICE;
}

rule! {
    "V. Santhi and A. M. Natarajan, PerNEWQUE, Fig. 1 without its drop at every arrival in overload; a P changes at most every minTIVL";
    MEASURE: 0 "r ← (1 − e^(−T/K))·b/T + e^(−T/K)·r" shows "{rate}";
    RELIEF_TEST: 0 ? "r < C: if i is below the mean, P_i ← P_i − β" shows "{p}";
    BLAME: 0 ? "r ≥ C: P_j ← P_j + α, j being the longest queue" shows "{p}";
    FITS: 0 ? "if the arrival fits, admit it; j ← longest queue";
    CHANCE: 1 ? "with probability P_j mark or drop a packet of j" shows "{p}";
    FULL: 0 ? "else raise P_j, drop j's oldest until it fits";
    SERVE: 0 "link free: deficit round robin over the flows" shows "{credit}";
}

const CHART: Chart = Chart {
    source: "V. Santhi and A. M. Natarajan, PerNEWQUE, Fig. 1 without its drop at every arrival in overload",
    boxes: &[
        act("r ← rate of arrivals", To::Next),
        ask("r ≥ C?", BLAME, To::Box(3), To::Next),
        act("lower P_i if i is below the mean", To::Box(4)),
        act("P_j ← P_j + α, j is the longest", To::Next),
        ask("does the arrival fit?", FITS, To::Box(7), To::Next),
        act("raise P_j, drop of j until it fits", To::Next),
        act("admit the arrival", To::End("admitted")),
        act("admit it; j ← the longest", To::Next),
        ask("with probability P_j?", CHANCE, To::End("mark or drop of j"), To::End("nothing more")),
    ],
};

const RATE: Quantity = quantity("rate", "r", "bit/s", "rate at which packets arrive, averaged");
const CAPACITY: Quantity = quantity("capacity", "C", "bit/s", "capacity of the link");
const WORST: Quantity = quantity("worst", "P_j", "", "probability against the flow with the longest queue");
const P_OF_FLOW: Quantity = quantity("p_flow", "P", "", "the probability against the flow");

quantities! {
    MEASURED: RATE;
    P: p "P" "" "the probability against the flow in question";
    UNIFORM: u "u" "" "random number for this arrival, below 1";
    LONGEST: push_out::LONGEST;
    CREDIT: deficit::CREDIT;
}

/// Parameters of PerNEWQUE.
#[derive(Clone, Debug)]
pub struct Params {
    /// α, the increment of P, in [0, 1]. Default 0.01; that of β is 0.0001. These defaults, and those of `min_interval`
    /// and `constant`, are the paper's settings.
    alpha: f64,
    beta: f64,
    min_interval: Span,
    /// K, the averaging time of the arrival rate.
    constant: Span,
    always_drops: bool,
    /// Whether P rises only if both r ≥ C and the buffer is full.
    rises_only_when_full: bool,
    /// The size assumed for every packet \[bytes\], if the sizes of packets do not count.
    counted_bytes: Option<u16>,
    linger: Span,
    /// The credit of a turn \[bytes\].
    quantum: u32,
    /// The capacity C of the link \[bit/s\].
    capacity_bps: f64,
    push_out: PushOut,
}

/// The probability P of a flow, and when P last changed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Blame {
    p: f64,
    changed: Option<SimTime>,
    /// The time at which the flow's last packet left, while the flow's queue is empty.
    left: Option<SimTime>,
}

impl Blame {
    /// Forgets the flow when its last packet has left, or keeps its P for `linger`.
    fn rest(&mut self, linger: Span, now: SimTime) {
        *self = if linger == Span::ZERO { Self::default() } else { Self { left: Some(now), ..*self } };
    }
}

/// PerNEWQUE's queues.
#[derive(Clone, Debug)]
pub struct PerNewQue {
    params: Params,
    queues: Queues<Blame>,
    turns: Deficits,
    rate: RateMeter,
    /// The longest queue and its length, if known; `None` means that a search is needed.
    known_longest: Option<(usize, u64)>,
}

impl PerNewQue {
    fn longest(&mut self) -> Option<usize> {
        self.known_longest = self.known_longest.or_else(|| self.find_longest());
        self.known_longest.map(|(queue, _)| queue)
    }

    fn find_longest(&self) -> Option<(usize, u64)> {
        self.params.push_out.longest(&self.queues, self.turns.ring().iter().copied(), None)
    }

    /// Changes a flow's P by a step, if `min_interval` has passed since its last change.
    fn step<C: Chance, S: Tracer>(&mut self, queue: usize, step: f64, cx: &mut Context<'_, C, S>) {
        let blame = self.queues.state(queue);
        if blame.changed.is_none_or(|changed| cx.now.since(changed) > self.params.min_interval) {
            blame.changed = Some(cx.now);
            blame.p = (blame.p + step).clamp(0.0, 1.0);
        }
        cx.tracer.value(P, blame.p);
    }

    /// Returns whether P of the flow may fall: P is above 0, and the flow's backlog is below the mean.
    fn is_relieved(&mut self, queue: usize) -> bool {
        let active = self.turns.ring().len() as u64;
        self.queues.state(queue).p > 0.0 && self.queues.bytes_of(queue) * active < self.queues.bytes()
    }

    fn drop_first<C: Chance, S: Tracer>(&mut self, queue: usize, reason: Reason, cx: &mut Context<'_, C, S>) {
        self.known_longest = None;
        self.queues.evict(queue, End::Front, reason, cx);
        if self.queues.packets_of(queue) == 0 {
            self.turns.ring_mut().retain(|&it| it as usize != queue);
            self.queues.state(queue).rest(self.params.linger, cx.now);
        }
    }

    /// Marks the first ECN-capable packet of the flow that has no mark yet. If no packet of the flow is ECN-capable,
    /// drops the flow's first packet.
    fn signal<C: Chance, S: Tracer>(&mut self, queue: usize, cx: &mut Context<'_, C, S>) {
        if self.queues.iter(queue).any(|(packet, ())| packet.ecn.is_capable()) {
            cx.tracer.line(MARK);
            let is_unmarked = |packet: &Packet| matches!(packet.ecn, Ecn::Ect0 | Ecn::Ect1);
            if let Some(packet) = self.queues.find_mut(queue, is_unmarked) {
                packet.ecn = Ecn::Ce;
                cx.tracer.mark(packet, Reason::MarkLongest);
            }
        } else {
            cx.tracer.line(DROP);
            self.drop_first(queue, Reason::LongestFlow, cx);
        }
    }

    /// Changes the probabilities according to the arrival rate.
    fn react<C: Chance, S: Tracer>(&mut self, own: usize, rate_bps: f64, cx: &mut Context<'_, C, S>) {
        if rate_bps < self.params.capacity_bps {
            if cx.test(RELIEF_TEST, self.is_relieved(own)) {
                self.step(own, -self.params.beta, cx);
                cx.tracer.line(RELIEVE);
            }
        } else if !self.params.rises_only_when_full
            && let Some(longest) = self.longest()
        {
            self.step(longest, self.params.alpha, cx);
            cx.tracer.test(BLAME, true);
        }
    }

    fn admit<C: Chance, S: Tracer>(&mut self, own: usize, packet: Packet, is_new: bool, cx: &mut Context<'_, C, S>) {
        if is_new {
            self.turns.join(own);
        }
        self.queues.admit(own, packet, (), cx);
        self.queues.state(own).left = None;
        // The arrival's queue is now the longest if it has grown beyond the previous longest queue. After a tie
        // `known_longest` is `None`, and the next search goes through the ring: of equally long queues, the first on
        // the ring counts.
        let length = self.queues.bytes_of(own);
        self.known_longest = match self.known_longest {
            Some((queue, most)) if length < most && queue != own => Some((queue, most)),
            Some((queue, most)) if length > most || queue == own => Some((own, length)),
            _ => None,
        };
    }
}

impl Discipline for PerNewQue {
    const ABOUT: &'static About = &ABOUT;
    const DECISIONS: &'static [&'static str] = DECISIONS;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let usual_bytes = u16::try_from(link.packet_bytes).unwrap_or(u16::MAX);
        Ok(Params {
            alpha: settings.real("alpha"),
            beta: settings.real("beta"),
            min_interval: Span::from_secs(settings.real("min_interval_s")),
            constant: Span::from_secs(settings.real("rate_constant_s")),
            always_drops: settings.choice("overload_drop") == "always",
            rises_only_when_full: settings.choice("rise") == "rate_and_full",
            counted_bytes: (settings.choice("rate_unit") == "packets").then_some(usual_bytes),
            linger: Span::from_secs(settings.real("linger_s")),
            quantum: settings.count("quantum") as u32,
            capacity_bps: link.capacity_bps as f64,
            push_out: PushOut {
                capacity: Capacity::of_usual_packets(settings.count("limit"), link),
                by_packets: false,
                end: End::Front,
            },
        })
    }

    fn new(params: Params) -> Self {
        Self {
            params,
            queues: Queues::default(),
            turns: Deficits::default(),
            rate: RateMeter::default(),
            known_longest: None,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.known_longest = None;
        let (now, linger) = (cx.now, self.params.linger);
        let forget = |blame: &mut Blame, (), is_empty: bool| {
            if is_empty {
                blame.rest(linger, now);
            }
        };
        self.params.push_out.shrink(&mut self.queues, self.turns.ring_mut(), forget, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let own = packet.flow.index();
        let (now, linger) = (cx.now, self.params.linger);
        let blame = self.queues.state(own);
        if blame.left.is_some_and(|left| now.since(left) > linger) {
            *blame = Blame::default();
        }
        let counted_bytes = self.params.counted_bytes.unwrap_or(packet.bytes);
        let rate_bps = self.rate.count(counted_bytes, now, self.params.constant);
        cx.tracer.value(MEASURED, rate_bps);
        cx.tracer.line(MEASURE);
        self.react(own, rate_bps, cx);

        let bytes = self.queues.bytes() + u64::from(packet.bytes);
        if self.params.push_out.capacity.holds(self.queues.len() + 1, bytes) {
            let is_new = self.queues.packets_of(own) == 0;
            cx.tracer.test(FITS, true);
            self.admit(own, packet, is_new, cx);
            if self.params.always_drops
                && rate_bps >= self.params.capacity_bps
                && let Some(longest) = self.longest()
            {
                cx.tracer.test(ALWAYS, true);
                self.drop_first(longest, Reason::PushOut, cx);
            }
            let Some(longest) = self.longest() else { return };
            let p = self.queues.state(longest).p;
            if p <= 0.0 {
                return;
            }
            cx.tracer.value(P, p);
            if cx.test_by_chance(CHANCE, p, UNIFORM) {
                self.signal(longest, cx);
            }
            return;
        }
        if self.params.rises_only_when_full && rate_bps < self.params.capacity_bps {
            cx.tracer.test(FULL_KEPT_UP, true);
        } else if let Some(longest) = self.longest() {
            self.step(longest, self.params.alpha, cx);
            cx.tracer.test(FULL, true);
        }
        let forget = |blame: &mut Blame, (), is_empty: bool| {
            if is_empty {
                blame.rest(linger, now);
            }
        };
        self.known_longest = None;
        let ring = self.turns.ring_mut();
        let room = self.params.push_out.make_room((own, &packet), &mut self.queues, ring, (ROOM, LONGEST), forget, cx);
        if room != Room::None {
            cx.tracer.line(ADMIT);
            self.admit(own, packet, room == Room::New, cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let front = self.turns.ring().front().copied();
        let packet = self.turns.serve(&mut self.queues, self.params.quantum, (SERVE, CREDIT), cx)?;
        let queue = packet.flow.index();
        // The known longest queue remains the longest unless it has sent a packet or has moved to the end of the ring,
        // where it would lose a tie. Only the queue at the front of the ring can do either.
        let has_moved_one = front == Some(queue as u32) || self.turns.ring().back().copied() == front;
        self.known_longest = self
            .known_longest
            .filter(|&(longest, _)| has_moved_one && longest != queue && front != Some(longest as u32));
        if self.queues.packets_of(queue) == 0 {
            self.queues.state(queue).rest(self.params.linger, cx.now);
        }
        Some(packet)
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
        viewer.gauge(self.rate.rate_bps());
        viewer.gauge(self.params.capacity_bps);
        viewer.gauge(self.turns.ring().len() as f64);
        let worst = self.find_longest().and_then(|(queue, _)| self.queues.known(queue));
        viewer.gauge(worst.map_or(0.0, |blame| blame.p));
        for (queue, blame) in self.queues.all_known().filter(|(_, blame)| blame.p > 0.0) {
            viewer.row(FlowId(queue as u32), &[blame.p]);
        }
    }

    fn fold(&self, hash: &mut StateHash) {
        self.turns.fold(hash);
        for (queue, _) in self.turns.iter() {
            self.queues.fold(queue, hash);
        }
        self.rate.fold(hash);
        for (queue, blame) in self.queues.all_known().filter(|(_, blame)| **blame != Blame::default()) {
            hash.fold(queue as u64);
            hash.fold_real(blame.p);
            hash.fold(blame.changed.map_or(u64::MAX, SimTime::nanos));
            hash.fold(blame.left.map_or(u64::MAX, SimTime::nanos));
        }
    }
}

#[cfg(test)]
mod tests;
