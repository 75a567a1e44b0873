//! SRED (Stabilized RED): estimates the number of flows without a table of flows, by comparing arrivals with a random
//! sample of past packets.
//!
//! Rule: the first arrivals fill a list of M zombies, each with the flow of a past packet. After that each arrival is
//! compared with a zombie drawn at random. If both belong to one flow, the comparison is a hit, and the zombie's count
//! increases by 1. Otherwise the arrival's flow replaces the zombie with probability overwrite_p. The number of flows
//! is estimated from the share P of hits. The drop probability follows from this number and the length of the queue
//! (`parts/hit_estimate.rs`). For a hit, the mode `full` multiplies that probability by (1 + 1/P), which mainly affects
//! high-rate flows.
//! Source: Ott, Lakshman and Wong, IEEE INFOCOM 1999.
//! We differ: the paper does not say what happens before the list is full; here no packet is dropped early before that.
//! A zombie does not store the time of its last hit, since no rule uses it. The estimate's weight is 1/M as in the
//! paper's runs, although its text derives overwrite_p/M. If the list is shortened, the zombies that entered last are
//! removed.
//! View: fifo.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSpec, Quantity, StateView, Table, View};
use crate::discipline::parts::declare::{choice, code, option, quantities, quantity, real, rule, whole};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::hit_estimate::{self, DropSteps, HitEstimate};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer};

/// The description of SRED.
pub const ABOUT: About = About {
    id: "sred",
    name: "SRED",
    year: 1999,
    citation: "T. J. Ott, T. V. Lakshman and L. H. Wong, SRED: Stabilized RED, IEEE INFOCOM 1999",
    idea: "Keep the flows of some past packets (zombies) and compare each arrival with one of them: the fewer hits, the more flows. Drop with a probability that follows from this number and the queue length, so that the queue hardly depends on the number of flows.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "Checked against the paper's text and two implementations. That nothing is dropped early while the list fills is ours.",
    view: View::Fifo,
    params: &[PARAMS],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[hit_estimate::HIT_PROBABILITY, hit_estimate::FLOWS, hit_estimate::STEP, LISTED],
    state: &[
        hit_estimate::DIAL,
        StateView::Table(Table {
            title: "Zombies by flow",
            meaning: "flows in the list of past packets: a flow with a high rate has many zombies, which are hit often",
            columns: &[ENTRIES, HITS],
            scale: Bound::Open,
            mark: None,
        }),
    ],
    reasons: &[Reason::Early, Reason::Overflow],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    fifo::LIMIT,
    hit_estimate::SRED_MAX_P,
    choice(
        "sred_mode",
        "mode",
        &[
            option("full", "after a hit the drop probability is 1 + 1/P times as large"),
            option("simple", "hits only estimate the number of flows"),
        ],
        "whether a hit also counts against the arrival",
    ),
    whole("zombies", "list", 1000, (1, 10_000), "how many past packets the list of zombies remembers")
        .symbol("M")
        .unit("zombies")
        .logarithmic(),
    real(
        "overwrite_p",
        "replacement",
        0.25,
        (0.0, 1.0),
        "the probability that the drawn zombie is replaced after a miss; at 0 the list never changes",
    )
    .symbol("p")
    .advanced(),
    hit_estimate::ALPHA,
];

code! {
    FILL_TEST: 0 ? "if fewer than M flows are listed:";
    FILL: 1 "list this one too; skip to the buffer test";
    DRAW: 0 "draw a zombie; it is of flow {zombie}";
    HIT: 0 ? "of the arrival's flow: hit ← 1, its count goes up: {count}";
    MISS: 0 ? "else: hit ← 0; if u = {u_list} < overwrite_p:";
    REPLACE: 1 "the zombie becomes one of the arrival's flow";
    ESTIMATE: 0 "P ← (1 − α)·P + α·hit = {p_hit}, flows ≈ {flows}";
    STEP: 0 "p_sred ← 0; p_max/4 if n ≥ B/6; p_max if n ≥ B/3: {p_sred}";
    ZAP: 0 "p_zap ← p_sred·min(1, 1/(256·P)²) = {p_zap}";
    ZAP_AFTER_HIT: 0 ? "hit: p_zap ← p_zap·(1 + 1/P) = {p_zap}" if sred_mode("full");
    EARLY_TEST: 0 ? "if u = {u} < p_zap:";
    EARLY_DROP: 1 "drop the arrival (early); done";
    OVERFLOW: 0 ? "if B packets wait (n = {n}): drop the arrival (overflow)";
    ADMIT: 0 "else: admit it at the rear";
}

rule! {
    "T. J. Ott, T. V. Lakshman and L. H. Wong, SRED, INFOCOM 1999; what is done while the list fills is ours";
    FILL_TEST: 0 ? "while fewer than M zombies: list it, admit it";
    DRAW: 0 "draw a zombie at random";
    HIT: 0 ? "if it is of the arrival's flow: hit ← 1";
    MISS: 0 ? "else hit ← 0; with probability p replace it";
    ESTIMATE: 0 "P ← (1 − α)·P + α·hit" shows "{p_hit}";
    STEP: 0 "p_sred ← 0; q ≥ B/6: p_max/4; q ≥ B/3: p_max" shows "{p_sred}";
    ZAP: 0 "p_zap ← p_sred·min(1, 1/(256·P)²)·(1 + hit/P)" shows "{p_zap}";
    EARLY_TEST: 0 "drop with prob. p_zap or if full, else admit it" shows "u = {u}";
}

const LISTED: Quantity = quantity("listed", "listed", "zombies", "zombies in the list so far, at most M");
const ENTRIES: Quantity = quantity("entries", "zombies", "zombies", "zombies of this flow in the list");
const HITS: Quantity = quantity("hits", "hits", "hits", "how often these zombies were hit");

quantities! {
    ZOMBIE: zombie "z" "" "number of the flow of the zombie that was drawn";
    COUNT: count "count" "hits" "how often the drawn zombie was hit";
    UNIFORM_OF_LIST: u_list "u" "" "random number that decides whether a zombie is replaced";
    HIT_PROBABILITY: hit_estimate::HIT_PROBABILITY;
    FLOWS: hit_estimate::FLOWS;
    CEILING: hit_estimate::STEP;
    ZAP_PROBABILITY: p_zap "p_zap" "" "drop probability of this packet; above 1 it is certain";
    UNIFORM: u "u" "" "random number that decides on the drop, uniform in [0, 1)";
    QUEUE_LENGTH: n "n" "packets" "packets waiting before this arrival";
}

/// Parameters of SRED.
#[derive(Clone, Debug)]
pub struct Params {
    steps: DropSteps,
    zombies: usize,
    overwrite_p: f64,
    punishes_hits: bool,
    estimate: HitEstimate,
}

/// An SRED queue.
#[derive(Clone, Debug)]
pub struct Sred {
    params: Params,
    queue: Fifo,
    zombies: Zombies,
    estimate: HitEstimate,
}

impl Sred {
    /// Compares the arrival's flow with a zombie of the full list. Returns whether the comparison was a hit.
    #[inline]
    fn is_hit<C: Chance, S: Tracer>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) -> bool {
        let place = cx.chance.pick(self.zombies.list.len());
        let zombie = self.zombies.list[place].flow;
        cx.tracer.value(ZOMBIE, f64::from(zombie.number()));
        cx.tracer.line(DRAW);
        if zombie == flow {
            cx.tracer.value(COUNT, f64::from(self.zombies.hit(place)));
            cx.tracer.test(HIT, true);
            return true;
        }
        let replaces = cx.happens(self.params.overwrite_p, UNIFORM_OF_LIST);
        if cx.test(MISS, replaces) {
            cx.tracer.line(REPLACE);
            self.zombies.replace(place, flow);
        }
        false
    }

    /// The drop probability after a hit or a miss.
    #[inline]
    fn zap_probability<C: Chance, S: Tracer>(&self, is_hit: bool, cx: &mut Context<'_, C, S>) -> f64 {
        let waiting = self.queue.len();
        cx.tracer.value(CEILING, self.params.steps.ceiling(waiting));
        cx.tracer.line(STEP);
        let hit_probability = self.estimate.probability();
        let mut zap = self.params.steps.probability(waiting, hit_probability);
        cx.tracer.value(ZAP_PROBABILITY, zap);
        cx.tracer.line(ZAP);
        if is_hit && self.params.punishes_hits {
            // The average already contains this hit, so P is at least α.
            zap *= 1.0 + 1.0 / hit_probability;
            cx.tracer.value(ZAP_PROBABILITY, zap);
            cx.tracer.test(ZAP_AFTER_HIT, true);
        }
        zap
    }
}

impl Discipline for Sred {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, _link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            steps: DropSteps { limit: settings.count("limit"), max_p: settings.real("sred_max_p") },
            zombies: settings.count("zombies"),
            overwrite_p: settings.real("overwrite_p"),
            punishes_hits: settings.choice("sred_mode") == "full",
            estimate: HitEstimate::new(settings.real("alpha")),
        })
    }

    fn new(params: Params) -> Self {
        Self { estimate: params.estimate.clone(), params, queue: Fifo::default(), zombies: Zombies::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.estimate.renew(&params.estimate);
        self.params = params;
        self.queue.shrink_to(self.params.steps.limit, cx);
        self.zombies.shrink_to(self.params.zombies);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        if cx.test(FILL_TEST, self.zombies.list.len() < self.params.zombies) {
            cx.tracer.line(FILL);
            self.zombies.push(packet.flow);
        } else {
            let is_hit = self.is_hit(packet.flow, cx);
            self.estimate.sample(is_hit);
            cx.tracer.value(HIT_PROBABILITY, self.estimate.probability());
            cx.tracer.value(FLOWS, self.estimate.flows());
            cx.tracer.line(ESTIMATE);
            let zap = self.zap_probability(is_hit, cx);
            let drops = cx.happens(zap, UNIFORM);
            if cx.test(EARLY_TEST, drops) {
                cx.tracer.line(EARLY_DROP);
                return cx.tracer.drop(&packet, Reason::Early, None);
            }
        }
        cx.tracer.value(QUEUE_LENGTH, self.queue.len() as f64);
        self.queue.admit_or_overflow(packet, self.params.steps.limit, (OVERFLOW, ADMIT), cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    fn packets(&self) -> usize {
        self.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.params.steps.limit
    }

    fn heap_bytes(&self) -> usize {
        self.queue.heap_bytes() + self.zombies.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.estimate.probability());
        viewer.gauge(self.estimate.flows());
        viewer.gauge(self.params.steps.ceiling(self.queue.len()));
        viewer.gauge(self.zombies.list.len() as f64);
        for (flow, entries, hits) in &self.zombies.flows {
            viewer.row(*flow, &[f64::from(*entries), *hits as f64]);
        }
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.estimate.fold(hash);
        self.zombies.fold(hash);
    }
}

/// A past packet on the list: its flow, and how often arrivals have hit it.
#[derive(Clone, Copy, Debug)]
struct Zombie {
    flow: FlowId,
    hits: u32,
}

#[derive(Clone, Debug, Default)]
struct Zombies {
    list: Vec<Zombie>,
    /// For each flow, the number of its zombies and the number of their hits, in order of flows. The totals are cached,
    /// since recounting the list for every view would take too long.
    flows: Vec<(FlowId, u32, u64)>,
}

impl Zombies {
    fn push(&mut self, flow: FlowId) {
        self.list.push(Zombie { flow, hits: 0 });
        match self.rank(flow) {
            Ok(rank) => self.flows[rank].1 += 1,
            Err(rank) => self.flows.insert(rank, (flow, 1, 0)),
        }
    }

    /// Counts a hit and returns the zombie's number of hits.
    fn hit(&mut self, place: usize) -> u32 {
        let Zombie { flow, hits } = &mut self.list[place];
        if *hits < u32::MAX {
            *hits += 1;
            if let Ok(rank) = self.flows.binary_search_by_key(flow, |row| row.0) {
                self.flows[rank].2 += 1;
            }
        }
        *hits
    }

    /// Replaces the zombie at `place` with a zombie of another flow.
    fn replace(&mut self, place: usize, flow: FlowId) {
        let old = self.list[place];
        self.forget(old);
        self.push(flow);
        self.list.swap_remove(place);
    }

    fn shrink_to(&mut self, len: usize) {
        while self.list.len() > len
            && let Some(last) = self.list.pop()
        {
            self.forget(last);
        }
    }

    /// Subtracts a zombie from the totals of its flow.
    fn forget(&mut self, zombie: Zombie) {
        if let Ok(rank) = self.rank(zombie.flow) {
            let row = &mut self.flows[rank];
            row.1 -= 1;
            row.2 -= u64::from(zombie.hits);
            if row.1 == 0 {
                self.flows.remove(rank);
            }
        }
    }

    fn rank(&self, flow: FlowId) -> Result<usize, usize> {
        self.flows.binary_search_by_key(&flow, |row| row.0)
    }

    fn heap_bytes(&self) -> usize {
        footprint::list(&self.list) + footprint::list(&self.flows)
    }

    fn fold(&self, hash: &mut StateHash) {
        for zombie in &self.list {
            hash.fold(u64::from(zombie.flow.0) << 32 | u64::from(zombie.hits));
        }
    }
}

#[cfg(test)]
mod tests;
