//! SCHOKe: CHOKe's comparisons feed SRED's estimate of the number of flows, without a list of past flows and without
//! thresholds.
//!
//! Rule: compare each arrival with k waiting packets and average the hits as SRED does. If at least B/6 packets wait, a
//! hit drops the arrival and the matching packets, as in CHOKe. After a miss the arrival is dropped with SRED's
//! probability.
//! Source: Yan Hu and Guangzhao Zhang, PCM 2001 (LNCS 2195), through the description in the CHOKeD thesis, 2015.
//! We differ: only that description of the paper was available. It says that after a miss the arrival is dropped with
//! "the previous drop probability". We read this as SRED's simple rule with the value of P before the arrival
//! (`estimate_used`). We read "drop them all" as all packets that matched. An arrival with at least one match among its
//! k comparisons is one hit. Hits also count below B/6, where no packet is dropped (`counts_below`). The thesis says
//! that k is independent of the queue, but may mean the contrary (`k_of_n`). The thesis compares with "more than one
//! packet"; our default is k = 1. In the preset `character-schoke` UDP keeps 0.25 Mb/s with k = 1, and 0.10 Mb/s with k
//! = 2 (means of ten seeds). In the thesis SCHOKe acts above B/6, here from B/6 on.
//! View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Confidence, Memory, ParamSpec, View};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{choice, code, option, quantities, rule, switch, whole};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::hit_estimate::{self, DropSteps, HitEstimate};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer};

/// The description of SCHOKe.
pub const ABOUT: About = About {
    id: "schoke",
    name: "SCHOKe",
    year: 2001,
    citation: "Yan Hu and Guangzhao Zhang, SCHOKe, Advances in Multimedia Information Processing (PCM 2001), LNCS 2195, pp. 566–573",
    idea: "CHOKe's comparison does two things at once: a match drops both packets, and the share of matches gives the number of flows, from which the drop probability of all other arrivals follows. No average queue, no thresholds to set.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction from a paragraph. Certain: SRED's estimate from k packets of the queue itself, nothing dropped below B/6, both dropped at a hit. Ours: which P decides on a miss, that only matching packets are dropped, that hits are counted below B/6, and that k can follow the queue; each is a switch or is in the notes.",
    view: View::Fifo,
    params: &[PARAMS],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[hit_estimate::HIT_PROBABILITY, hit_estimate::FLOWS, hit_estimate::STEP],
    state: &[hit_estimate::DIAL],
    reasons: &[Reason::Early, Reason::Overflow, Reason::MatchArriving, Reason::MatchVictim],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    fifo::LIMIT,
    whole(
        "k",
        "draws",
        1,
        (1, 64),
        "number of waiting packets with which each arrival is compared; P estimates the number of flows only if k = 1",
    )
    .symbol("k"),
    hit_estimate::SRED_MAX_P,
    hit_estimate::ALPHA,
    switch(
        "k_of_n",
        "draws follow the queue",
        false,
        "draws k packets from a full buffer and fewer in proportion, at least one",
    )
    .advanced(),
    choice(
        "estimate_used",
        "estimate used",
        &[
            option("previous", "P as it was before this arrival"),
            option("updated", "P with this arrival's hit or miss in it, as in SRED"),
        ],
        "which P determines the drop probability after a miss",
    )
    .advanced(),
    switch(
        "counts_below",
        "count below B/6",
        true,
        "updates P even while so few packets wait that no packet is dropped",
    )
    .advanced(),
];

code! {
    WAITING_TEST: 0 ? "if packets wait (n = {n}):";
    DRAW: 1 "draw k = {k} of them; of the arrival's flow: {hits}";
    ESTIMATE: 1 "P ← (1 − α)·P + α·(hit? 1 : 0) = {p_hit}, flows ≈ {flows}";
    BELOW_TEST: 0 ? "if n < B/6: skip to the buffer test";
    HIT_TEST: 0 ? "if any is of the arrival's flow:";
    DROP_ALL: 1 "drop them and the arrival; done";
    STEP: 0 "p_sred ← p_max/4; p_max if n ≥ B/3: {p_sred}";
    ZAP: 0 "p_zap ← p_sred·min(1, 1/(256·P)²) = {p_zap}";
    EARLY_TEST: 0 ? "if u = {u} < p_zap:";
    EARLY_DROP: 1 "drop the arrival (early); done";
    OVERFLOW: 0 ? "if B packets wait: drop the arrival (overflow)";
    ADMIT: 0 "else: admit it at the rear";
}

rule! {
    "Yan Hu and Guangzhao Zhang, SCHOKe, PCM 2001, from the CHOKeD thesis; the P used on a miss is our choice";
    WAITING_TEST: 0 "draw one waiting packet at random";
    ESTIMATE: 0 "P ← (1 − α)·P + α·(1 on a hit, else 0)" shows "{p_hit}";
    BELOW_TEST: 0 ? "if q < B/6, admit the arrival";
    HIT_TEST: 0 ? "if the packet is of its flow, drop both";
    STEP: 0 "p_sred ← p_max/4; p_max if q ≥ B/3" shows "{p_sred}";
    ZAP: 0 "p_zap ← p_sred·min(1, 1/(256·P)²) with the old P" shows "{p_zap}";
    EARLY_TEST: 0 ? "drop it with probability p_zap";
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

quantities! {
    QUEUE_LENGTH: n "n" "packets" "packets waiting before this arrival";
    DRAWS: k "k" "packets" "packets to be drawn for this arrival";
    HITS: hits "hits" "packets" "drawn packets of the arrival's flow";
    HIT_PROBABILITY: hit_estimate::HIT_PROBABILITY;
    FLOWS: hit_estimate::FLOWS;
    CEILING: hit_estimate::STEP;
    ZAP_PROBABILITY: p_zap "p_zap" "" "drop probability of this packet after a miss";
    UNIFORM: u "u" "" "random number that decides on the drop, uniform in [0, 1)";
}

/// Parameters of SCHOKe.
#[derive(Clone, Debug)]
pub struct Params {
    steps: DropSteps,
    /// The number of draws k, at least 1.
    draws: usize,
    draws_follow_queue: bool,
    uses_updated: bool,
    counts_below: bool,
    estimate: HitEstimate,
}

impl Params {
    /// The number of draws from a queue of `waiting` packets.
    fn draws(&self, waiting: usize) -> usize {
        if self.draws_follow_queue { (self.draws * waiting).div_ceil(self.steps.limit).max(1) } else { self.draws }
    }
}

/// A SCHOKe queue.
#[derive(Clone, Debug)]
pub struct Schoke {
    params: Params,
    queue: Fifo,
    candidates: Candidates,
    estimate: HitEstimate,
}

impl Schoke {
    /// Compares the arrival with k waiting packets and updates the estimate with the outcome. Returns the number of
    /// matches.
    #[inline]
    fn compare<C: Chance, S: Tracer>(&mut self, arrival: &Packet, is_below: bool, cx: &mut Context<'_, C, S>) -> usize {
        let waiting = self.queue.len();
        let draws = self.params.draws(waiting);
        cx.tracer.value(DRAWS, draws as f64);
        let hits = self.candidates.draw(DrawMode::Distinct, draws, 0..waiting, &self.queue, arrival.flow, cx);
        cx.tracer.value(HITS, hits as f64);
        cx.tracer.line(DRAW);
        if !is_below || self.params.counts_below {
            self.estimate.sample(hits > 0);
            cx.tracer.value(HIT_PROBABILITY, self.estimate.probability());
            cx.tracer.value(FLOWS, self.estimate.flows());
            cx.tracer.line(ESTIMATE);
        }
        hits
    }

    /// Admits the packet, or drops it if the buffer is full.
    fn admit<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let limit = self.params.steps.limit;
        self.queue.admit_or_overflow(packet, limit, (OVERFLOW, ADMIT), cx);
    }
}

impl Discipline for Schoke {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, _link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            steps: DropSteps { limit: settings.count("limit"), max_p: settings.real("sred_max_p") },
            draws: settings.count("k"),
            draws_follow_queue: settings.switch("k_of_n"),
            uses_updated: settings.choice("estimate_used") == "updated",
            counts_below: settings.switch("counts_below"),
            estimate: HitEstimate::new(settings.real("alpha")),
        })
    }

    fn new(params: Params) -> Self {
        Self { estimate: params.estimate.clone(), params, queue: Fifo::default(), candidates: Candidates::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.estimate.renew(&params.estimate);
        self.params = params;
        self.queue.shrink_to(self.params.steps.limit, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let waiting = self.queue.len();
        cx.tracer.value(QUEUE_LENGTH, waiting as f64);
        cx.tracer.test(WAITING_TEST, waiting > 0);
        let is_below = self.params.steps.is_below(waiting);
        let previous = self.estimate.probability();
        let hits = if waiting > 0 { self.compare(&packet, is_below, cx) } else { 0 };
        // An empty queue admits the arrival under any limit, since a limit is at least 1.
        if cx.test(BELOW_TEST, is_below || waiting == 0) {
            self.candidates.spare();
            return self.admit(packet, cx);
        }
        if cx.test(HIT_TEST, hits > 0) {
            cx.tracer.line(DROP_ALL);
            self.candidates.evict(&mut self.queue, cx);
            return cx.tracer.drop(&packet, Reason::MatchArriving, None);
        }
        cx.tracer.value(CEILING, self.params.steps.ceiling(waiting));
        cx.tracer.line(STEP);
        let estimate = if self.params.uses_updated { self.estimate.probability() } else { previous };
        let zap = self.params.steps.probability(waiting, estimate);
        cx.tracer.value(ZAP_PROBABILITY, zap);
        cx.tracer.line(ZAP);
        let drops = cx.happens(zap, UNIFORM);
        if cx.test(EARLY_TEST, drops) {
            cx.tracer.line(EARLY_DROP);
            return cx.tracer.drop(&packet, Reason::Early, None);
        }
        self.admit(packet, cx);
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

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.estimate.probability());
        viewer.gauge(self.estimate.flows());
        viewer.gauge(self.params.steps.ceiling(self.queue.len()));
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.estimate.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::base::rng::Stream;
    use crate::discipline::about::ParamValue::{self, Choice, Integer, Switch};
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::parts::hit_estimate::tests::assert_close;

    /// A queue with a buffer of 60 that holds these packets and this estimate P.
    fn schoke(letters: &str, p: f64, values: &[(&'static str, ParamValue)]) -> Bench<Schoke> {
        let mut bench = Bench::<Schoke>::new(&[&[("limit", Integer(60))], values].concat());
        let mut cx = Context { now: bench.now, chance: &mut Stream::named(0, "unused"), tracer: &mut bench.log };
        for (id, letter) in letters.bytes().enumerate() {
            bench.discipline.queue.admit(Packet::plain(1000 + id as u64, letter.into(), 1000), &mut cx);
        }
        bench.discipline.estimate.force(p);
        bench
    }

    #[test]
    fn below_a_sixth_of_the_buffer_a_hit_drops_no_packet() {
        let mut bench = schoke("AAAAUAAAA", 0.0, &[]);
        bench.arrive("U", [Index(9, 4)]);
        assert_eq!((flows(&bench).as_str(), bench.gauges()[0]), ("AAAAUAAAAU", 0.001));
        // The match has left no candidates. Otherwise the next arrival, a miss, would drop the packet matched before.
        bench.arrive("Z", [Index(10, 0), Unit(0.9)]);
        assert_eq!(bench.drops(), []);

        let mut bench = schoke("AAAAUAAAA", 0.0, &[("counts_below", Switch(false))]);
        bench.arrive("U", [Index(9, 4)]);
        assert_eq!(bench.gauges()[0], 0.0);
    }

    #[test]
    fn from_a_sixth_of_the_buffer_on_a_hit_drops_both() {
        let mut bench = schoke("AAAAUAAAAA", 0.0, &[]);
        bench.arrive("U", [Index(10, 4)]);
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
        assert_eq!(flows(&bench), "AAAAAAAAA");
    }

    #[test]
    fn after_a_miss_sreds_probability_from_the_previous_estimate_applies() {
        let zap = |values: &[(&'static str, ParamValue)]| {
            let mut bench = schoke(&"A".repeat(20), 0.01, values);
            bench.arrive("U", [Index(20, 3), Unit(0.022_88)]);
            assert_eq!(bench.drops(), [("U", Reason::Early)]);
            bench.log.values.iter().find(|(id, _)| *id == ZAP_PROBABILITY).expect("it is reported").1
        };
        assert_close(zap(&[]), 0.022888184);
        assert_close(zap(&[("estimate_used", Choice("updated"))]), 0.022888184 / (0.999 * 0.999));
    }

    #[test]
    fn with_an_empty_queue_the_estimate_is_unchanged() {
        let mut bench = schoke("", 0.01, &[("limit", Integer(1))]);
        bench.arrive("U", []);
        assert_eq!((flows(&bench).as_str(), bench.gauges()[0]), ("U", 0.01));
        bench.arrive("A", [Unit(0.9)]);
        assert_eq!(bench.drops(), [("A", Reason::Overflow)]);
    }

    #[test]
    fn one_match_among_several_draws_is_a_hit_and_drops_only_the_match() {
        let mut bench = schoke("AAUAUAAAAA", 0.0, &[("k", Integer(3))]);
        bench.arrive("U", [Index(10, 2), Index(9, 0), Index(8, 2)]);
        assert_eq!(bench.log.draws, [(2, true), (0, false), (4, true)]);
        assert_eq!((flows(&bench).as_str(), bench.gauges()[0]), ("AAAAAAAA", 0.001));
        assert_eq!(bench.drops().len(), 3);
    }

    #[test]
    fn the_number_of_draws_can_follow_the_queue() {
        let draws = |waiting| {
            let bench = schoke("", 0.0, &[("k", Integer(6)), ("k_of_n", Switch(true))]);
            bench.discipline.params.draws(waiting)
        };
        assert_eq!([1, 10, 11, 59, 60].map(draws), [1, 1, 2, 6, 6]);
    }

    #[test]
    fn in_a_mixed_queue_the_estimate_gives_the_number_of_flows() {
        // The queue holds 36 packets of twelve flows. Each arrival sees a fresh copy of the queue.
        let frozen = schoke(&"ABCDEFGHIJKL".repeat(3), 0.0, &[]);
        let (mut offered, mut chance) = (Stream::named(1, "offered"), Stream::named(1, "draws"));
        let mut bench = schoke("", 0.0, &[]);
        let mut hits = 0_i32;
        for _ in 0..20_000 {
            bench.discipline = frozen.discipline.clone();
            let letter = &"ABCDEFGHIJKL"[offered.pick(12)..][..1];
            bench.arrive_by_chance(letter, &mut chance);
            hits += i32::from(bench.discipline.estimate.probability() > 0.0);
        }
        // Each arrival hits with probability 1/12, so the number of hits is binomial, with an expectation of 1,667 and
        // a standard deviation of 39.
        assert!((hits - 1_667).abs() < 4 * 39, "{hits}");
    }
}
