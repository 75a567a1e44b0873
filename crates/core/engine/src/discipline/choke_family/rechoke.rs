//! RECHOKe: arrivals of flows listed in a table are dropped at random, as in xCHOKe. CHOKe's matches and RED's drops
//! fill the table; a match drops no packet.
//!
//! Rule: between RED's thresholds an arrival of a flow with h recorded hits is dropped with probability p* = min(1,
//! p_b·2^h); each such drop is another hit. Any other arrival is compared with a waiting packet. A match is a hit for
//! the flow, and both packets stay. After a miss RED decides, and its drop or mark is a hit as well. Above max_th every
//! arrival is dropped.
//! Source: Govindaswamy, Záruba and Balasekaran, IEEE GLOBECOM 2007, through its abstract and the CHOKeD thesis, 2015.
//! We differ: only the abstract of the paper was available. Two facts are certain: a match drops no packet, and the
//! history of matches is combined with that of RED's drops. In the thesis's description an arrival of a listed flow is
//! always dropped and counted; here that is an option. The formula is xCHOKe's. The ageing of the table is ours:
//! without ageing, every packet of a listed flow would eventually be dropped. A drop above max_th is not evidence
//! against a flow and adds no hit.
//! Derived from: `red`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::discipline::about::{
    About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, StateView, Table, View,
};
use crate::discipline::parts::declare::{choice, code, option, quantities, quantity, rule, switch};
use crate::discipline::parts::drop_curve::Zone;
use crate::discipline::parts::hit_table::{self, HitTable, penalty_probability};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of RECHOKe.
pub const ABOUT: About = About {
    id: "rechoke",
    name: "RECHOKe",
    year: 2007,
    citation: "V. V. Govindaswamy, G. Záruba and G. Balasekaran, RECHOKe: A Scheme for Detection, Control and Punishment of Malicious Flows in IP Networks, IEEE GLOBECOM 2007",
    idea: "A match drops no packet; it is counted in a table, as is every early drop. Arrivals of flows in the table are dropped with a probability that grows with each count.",
    memory: Memory::Partial,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction from an abstract and a paragraph. Certain: a match drops nothing, matches and RED's drops fill one table, and a penalty drop of a listed flow adds a hit. Ours: the drop probability is xCHOKe's, and the table is bounded and ages.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[THESIS, ABSTRACT, red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, hit_table::LISTED],
    state: &[StateView::Table(Table {
        title: "Suspects",
        meaning: "flows with matches, early drops or penalty drops; each of these hits doubles the chance that an arrival of the flow is dropped",
        columns: &[HITS],
        scale: Bound::Open,
        mark: None,
    })],
    reasons: &[Reason::Early, Reason::Forced, Reason::Overflow, Reason::Penalty, Reason::MarkEarly, Reason::MarkForced],
    reasons_without_arrival: &[],
};

const THESIS: ParamSet = ParamSet {
    id: "manzoor-2015",
    name: "as in the CHOKeD thesis",
    origin: "S. Manzoor, MS thesis, GIK Institute 2015, section 2.2.10: arrivals of a listed flow are always dropped and counted, only matches fill the table, and no flow is ever forgotten",
    values: &[
        ("rechoke_table_hit", ParamValue::Choice("always_drop")),
        ("rechoke_count_red", ParamValue::Switch(false)),
        ("age_period_s", ParamValue::Real(0.0)),
    ],
};

const ABSTRACT: ParamSet = ParamSet {
    id: "abstract-2007",
    name: "as in the paper's abstract",
    origin: "V. V. Govindaswamy, G. Záruba and G. Balasekaran, IEEE GLOBECOM 2007, abstract: matches and RED's drops are combined; the probability is xCHOKe's and ageing ours",
    values: &[
        ("rechoke_table_hit", ParamValue::Choice("probabilistic")),
        ("rechoke_count_red", ParamValue::Switch(true)),
        ("age_period_s", ParamValue::Real(1.0)),
    ],
};

const PARAMS: &[ParamSpec] = &[
    hit_table::age_period(1.0),
    choice(
        "rechoke_table_hit",
        "listed flows",
        &[
            option("probabilistic", "are dropped with probability p*, as in xCHOKe"),
            option("always_drop", "are always dropped between the thresholds (CHOKeD thesis 2015)"),
        ],
        "treatment of an arrival whose flow is in the table",
    ),
    switch(
        "rechoke_count_red",
        "RED's drops count",
        true,
        "an early drop or mark is a hit for its flow; off: only matches fill the table",
    ),
    hit_table::table_capacity("how many flows are remembered at most; with none this is RED"),
];

code! {
    ..red::HEAD;
    BETWEEN_TEST: 0 ? "if avg < max_th:"
        or "if avg ≤ 2·max_th:" if gentle(true), zone_edges("linux_choke")
        or "if avg < 2·max_th:" if gentle(true)
        or "if avg ≤ max_th:" if zone_edges("linux_choke");
    CHANCE: 1 ? "listed: p* ← min(1, p_b·2^{recorded}) = {p_star}" if rechoke_table_hit("probabilistic");
    ALWAYS: 1 ? "listed: p* ← 1" if rechoke_table_hit("always_drop");
    PENALTY_TEST: 1 ? "if listed and u = {u} < p*:";
    PENALTY: 2 "hits ← {recorded}; drop the arrival (penalty); done";
    DRAW: 1 "draw one of the waiting packets";
    MATCH_TEST: 1 ? "if it is of the arrival's flow:";
    MATCH: 2 "hits ← {recorded}; skip to the buffer test";
    ..STAGE: red::STAGE;
    RECORD: 0 ? "dropped or marked at random: hits ← {recorded}" if rechoke_count_red(true);
}

rule! {
    "V. V. Govindaswamy et al., RECHOKe, GLOBECOM 2007, from its abstract; p* is xCHOKe's, the buffer test is ours";
    ..red::RULE_HEAD;
    BETWEEN_TEST: 0 "if avg < max_th and listed: p* ← min(1, p_b·2^h)" shows "{p_star}" asks(CHANCE);
    PENALTY_TEST: 1 ? "with probability p*: h ← h + 1, drop it";
    DRAW: 0 "draw one; if of its flow: h ← h + 1, admit it" shows "h = {recorded}" asks(MATCH_TEST);
    ..STAGE: red::RULE_STAGE_IN_SHORT;
    RECORD: 0 ? "if it was dropped at random: h ← h + 1" shows "h = {recorded}";
}

const HITS: Quantity = quantity("hits", "h", "hits", "matches, early drops and penalty drops of the flow");

quantities! {
    ..red::QUANTITIES;
    RECORDED: hit_table::RECORDED;
    P_STAR: hit_table::P_STAR;
}

/// Parameters of RECHOKe.
#[derive(Clone, Debug)]
pub struct Params {
    red: red::Params,
    rule: Rule,
    /// An empty table that carries the settings of the table, its capacity and its ageing period.
    table: HitTable,
}

#[derive(Clone, Debug)]
struct Rule {
    always_drops_listed: bool,
    counts_red: bool,
}

/// A RECHOKe queue.
#[derive(Clone, Debug)]
pub struct ReChoke {
    core: Core,
    rule: Rule,
    table: HitTable,
}

impl ReChoke {
    /// Returns whether the arrival is dropped because its flow is listed; counts each such drop as a hit.
    fn is_penalised<C: Chance, S: Tracer>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) -> bool {
        let Some(hits) = self.table.hits(flow) else {
            return false;
        };
        let p_star = if self.rule.always_drops_listed {
            cx.tracer.test(ALWAYS, true);
            1.0
        } else {
            let p_star = penalty_probability(self.core.params.curve.probability(self.core.average()), hits);
            cx.tracer.value(RECORDED, f64::from(hits));
            cx.tracer.value(P_STAR, p_star);
            cx.tracer.test(CHANCE, true);
            p_star
        };
        let is_penalised = red::happens(p_star, cx);
        if cx.test(PENALTY_TEST, is_penalised) {
            self.record(flow, cx);
            cx.tracer.line(PENALTY);
        }
        is_penalised
    }

    /// Returns whether a packet drawn from the queue is of the arrival's flow; counts each match as a hit.
    fn is_met<C: Chance, S: Tracer>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) -> bool {
        let queue = &self.core.queue;
        if queue.is_empty() {
            return false;
        }
        cx.tracer.line(DRAW);
        let place = cx.chance.pick(queue.len());
        let drawn = queue.flow_at(place);
        cx.tracer.draw(place, drawn, drawn == flow);
        if cx.test(MATCH_TEST, drawn == flow) {
            self.record(flow, cx);
            cx.tracer.line(MATCH);
        }
        drawn == flow
    }

    fn record<C: Chance, S: Tracer>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(RECORDED, f64::from(self.table.record(flow)));
    }
}

impl Discipline for ReChoke {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            red: red::Params::read(settings, link)?,
            rule: Rule {
                always_drops_listed: settings.choice("rechoke_table_hit") == "always_drop",
                counts_red: settings.switch("rechoke_count_red"),
            },
            table: HitTable::read(settings),
        })
    }

    fn new(params: Params) -> Self {
        Self { core: Core::new(params.red), rule: params.rule, table: params.table }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params.red, cx);
        self.rule = params.rule;
        self.table.renew(&params.table);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        self.table.age(cx.now);
        let zone = self.core.meet(cx);
        if zone == Zone::Below {
            self.core.admit(packet, STAGE, cx);
            return;
        }
        if cx.test(BETWEEN_TEST, zone == Zone::Between) {
            if self.is_penalised(packet.flow, cx) {
                return cx.tracer.drop(&packet, Reason::Penalty, None);
            }
            if self.is_met(packet.flow, cx) {
                self.core.admit(packet, STAGE, cx);
                return;
            }
        }
        let flow = packet.flow;
        let outcome = self.core.decide(packet, zone, STAGE, cx);
        if self.rule.counts_red && matches!(outcome, Some(Reason::Early | Reason::MarkEarly)) {
            self.record(flow, cx);
            cx.tracer.test(RECORD, true);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    waits_in!(core.queue, core.params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn heap_bytes(&self) -> usize {
        self.core.queue.heap_bytes() + self.table.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
        viewer.gauge(self.table.rows().len() as f64);
        self.table.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
        self.table.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::base::rng::Stream;
    use crate::base::time::SimTime;
    use crate::discipline::about::ParamValue::{self, Choice, Integer, Switch};
    use crate::discipline::bench::{Bench, ForceAverage, flows};

    const U: FlowId = FlowId('U' as u32);
    const V: FlowId = FlowId('V' as u32);

    impl ForceAverage for ReChoke {
        fn force_average(&mut self, value: f64) {
            self.core.force_average(value);
        }
    }

    /// A queue in whose table the flow U has this number of hits.
    fn rechoke(letters: &str, hits: u32, values: &[(&'static str, ParamValue)]) -> Bench<ReChoke> {
        let mut bench = Bench::<ReChoke>::new(values).holding(letters);
        for _ in 0..hits {
            bench.discipline.table.record(U);
        }
        bench
    }

    #[test]
    fn a_match_counts_as_a_hit_and_both_packets_stay() {
        let mut bench = rechoke("AU", 0, &[]);
        bench.force_avg(50.0).arrive("U", [Index(2, 1)]);
        assert_eq!((flows(&bench).as_str(), bench.drops()), ("AUU", vec![]));
        assert_eq!((bench.discipline.table.hits(U), bench.log.draws.as_slice()), (Some(1), &[(1, true)][..]));
    }

    #[test]
    fn a_listed_flow_is_dropped_by_chance_and_the_drop_is_a_hit() {
        let mut bench = rechoke("AU", 5, &[]);
        bench.force_avg(50.0).arrive("U", [Unit(0.79)]);
        assert_eq!((bench.drops(), bench.discipline.table.hits(U)), (vec![("U", Reason::Penalty)], Some(6)));
        let mut bench = rechoke("AU", 5, &[]);
        bench.force_avg(50.0).arrive("U", [Unit(0.8), Index(2, 1)]);
        assert_eq!((bench.drops(), bench.discipline.table.hits(U)), (vec![], Some(6)));
    }

    #[test]
    fn as_in_the_thesis_a_listed_flow_can_always_be_dropped() {
        let mut bench = rechoke("AU", 1, &[("rechoke_table_hit", Choice("always_drop"))]);
        bench.force_avg(50.0).arrive("U", []);
        assert_eq!((bench.drops(), bench.discipline.table.hits(U)), (vec![("U", Reason::Penalty)], Some(2)));
    }

    #[test]
    fn an_early_drop_adds_a_hit_unless_switched_off() {
        for (counts, hits) in [(true, Some(1)), (false, None)] {
            let mut bench = rechoke("AU", 0, &[("rechoke_count_red", Switch(counts))]);
            bench.force_avg(50.0).arrive("V", [Index(2, 1), Unit(0.01)]);
            assert_eq!((bench.drops(), bench.discipline.table.hits(V)), (vec![("V", Reason::Early)], hits));
        }
    }

    #[test]
    fn an_early_mark_adds_a_hit_like_a_drop() {
        let mut bench = rechoke("AU", 0, &[("ecn", Switch(true))]);
        bench.force_avg(50.0).arrive_ect("V", [Index(2, 1), Unit(0.01)]);
        assert_eq!((bench.drops(), bench.discipline.table.hits(V)), (vec![], Some(1)));
        assert_eq!(bench.log.marks, [Reason::MarkEarly]);
    }

    #[test]
    fn above_and_below_the_thresholds_no_packet_is_compared_or_counted() {
        let mut bench = rechoke("AU", 6, &[("age_period_s", ParamValue::Real(0.0))]);
        bench.force_avg(39.9).arrive("U", []);
        bench.force_avg(80.0).arrive("U", []);
        assert_eq!((flows(&bench).as_str(), bench.drops()), ("AUU", vec![("U", Reason::Forced)]));
        assert_eq!((bench.discipline.table.hits(U), bench.log.draws.as_slice()), (Some(6), &[][..]));
    }

    #[test]
    fn an_overflow_adds_no_hit() {
        let mut bench = rechoke("AB", 0, &[("limit", Integer(2))]);
        bench.force_avg(50.0).arrive("V", [Index(2, 0), Unit(0.9)]);
        assert_eq!((bench.drops(), bench.discipline.table.hits(V)), (vec![("V", Reason::Overflow)], None));
    }

    #[test]
    fn ageing_removes_one_hit_per_second() {
        let mut bench = rechoke("AB", 2, &[]);
        bench.now = SimTime::from_secs(1.5);
        bench.force_avg(39.0).arrive("A", []);
        assert_eq!(bench.discipline.table.hits(U), Some(1));
        bench.now = SimTime::from_secs(2.0);
        bench.force_avg(39.0).arrive("A", []);
        assert_eq!(bench.discipline.table.hits(U), None);
    }

    #[test]
    fn a_match_never_drops_a_packet() {
        let mut bench = rechoke("", 0, &[]);
        let mut chance = Stream::named(1, "clues");
        for step in 0..5_000_u32 {
            let letter = ["A", "U", "U", "B", "U"][step as usize % 5];
            bench.now = SimTime::from_secs(f64::from(step) * 0.01);
            bench.force_avg(f64::from(step * 11 % 60) + 30.0).arrive_by_chance(letter, &mut chance);
            if step % 2 == 0 {
                bench.depart();
            }
        }
        let given: Vec<_> = bench.drops().into_iter().map(|(_, reason)| reason).collect();
        assert!(bench.log.draws.iter().any(|&(_, is_match)| is_match) && given.contains(&Reason::Penalty));
        assert!(!given.iter().any(|reason| matches!(reason, Reason::MatchArriving | Reason::MatchVictim)));
    }
}
