//! xCHOKe: CHOKe with a table of flows that have had matches. Their arrivals are dropped with a probability that
//! doubles with every match.
//!
//! Rule: an arrival of a flow with h recorded hits is dropped with probability p* = min(1, p_b·2^h), where p_b is RED's
//! probability at this average. Any other arrival is compared as in CHOKe, and a match adds a hit. A flow enters the
//! table with its first hit.
//! Source: Chhabra, Chuig, Goel, John, Kumar, Saran and Shorey, IEEE ICNP 2002, through two descriptions that disagree.
//! The default follows Domański, Domańska and Klamka, 2013. The variant `thesis` follows the CHOKeD thesis, 2015: the
//! comparison comes first, and an arrival of a listed flow without a match is always dropped and adds a hit. Taken
//! literally, that thesis lists a flow even after a mismatch (`thesis_literal`). Then every flow that arrives twice is
//! listed, and from min_th on nearly every arrival is dropped.
//! We differ: both sources give contradictory thresholds for the range in which xCHOKe acts; here it acts from min_th
//! on, as CHOKe does. Neither source bounds the table or ages its entries. Here the table has `table_capacity` rows. A
//! new flow in a full table replaces the flow with the fewest hits, or the oldest of several such flows. Every
//! `age_period_s` each flow loses a hit (0: never, as in the sources).
//! Derived from: `red`, through `family`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{
    self, About, Bound, Chart, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, StateView, Table, To,
    View,
};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{act, ask, choice, code, option, quantities, quantity, rule};
use crate::discipline::parts::hit_table::{self, HitTable, penalty_probability};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer, Viewer};

/// The description of xCHOKe.
pub const ABOUT: About = About {
    id: "xchoke",
    name: "xCHOKe",
    year: 2002,
    citation: "P. Chhabra, S. Chuig, A. Goel, A. John, A. Kumar, H. Saran and R. Shorey, XCHOKe: Malicious Source Control for Congestion Avoidance at Internet Gateways, IEEE ICNP 2002",
    idea: "CHOKe that remembers the flows that had a match. Every hit doubles the chance that the flow's next packets are dropped on arrival, until none gets through.",
    memory: Memory::Partial,
    confidence: Confidence::Medium,
    confidence_note: "Two secondary descriptions disagree; both are options. In the CHOKeD thesis a mismatch lists a flow, so that from min_th on every flow loses all packets. We assume an error in the text; the rule is an option. The bound of the table and ageing are ours. Without ageing, chance eventually lists small flows too, and they lose all packets: the known objection to this discipline.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[BY_CHANCE, THESIS, LITERAL, red::CHOKED_THESIS, red::TAI_2013],
    code: CODE,
    rule: about::Rule { chart: Some(&CHART), ..RULE },
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, hit_table::LISTED],
    state: &[StateView::Table(Table {
        title: "Offenders",
        meaning: "flows that had a match; each hit doubles the chance that an arrival of the flow is dropped before the comparison",
        columns: &[HITS],
        scale: Bound::Open,
        mark: None,
    })],
    reasons: &[
        Reason::Early,
        Reason::Forced,
        Reason::Overflow,
        Reason::MatchArriving,
        Reason::MatchVictim,
        Reason::Penalty,
        Reason::MarkEarly,
        Reason::MarkForced,
    ],
    reasons_without_arrival: &[],
};

const BY_CHANCE: ParamSet = ParamSet {
    id: "xchoke-domanski-2013",
    name: "as in Domański et al.",
    origin: "A. Domański, J. Domańska and J. Klamka, 2013, section 2: a listed flow is dropped with probability min(1, p_b·2^n), before the comparison",
    values: &[("xchoke_variant", ParamValue::Choice("tai2013"))],
};

const THESIS: ParamSet = ParamSet {
    id: "manzoor-2015",
    name: "as in the CHOKeD thesis",
    origin: "S. Manzoor, MS thesis, GIK Institute 2015, section 2.2.4: arrivals of a listed flow are always dropped; we assume that a match, not a mismatch, opens a row",
    values: &[("xchoke_variant", ParamValue::Choice("thesis"))],
};

const LITERAL: ParamSet = ParamSet {
    id: "manzoor-2015-literal",
    name: "the CHOKeD thesis, word for word",
    origin: "S. Manzoor, MS thesis, GIK Institute 2015, section 2.2.4: \"if the arriving packet and packet from the queue have different flow ids, xCHOKe creates a new row for this flow id\"",
    values: &[("xchoke_variant", ParamValue::Choice("thesis_literal"))],
};

const PARAMS: &[ParamSpec] = &[
    hit_table::age_period(0.0),
    hit_table::table_capacity("how many flows are remembered at most; with none this is CHOKe"),
    choice(
        "xchoke_variant",
        "variant",
        &[
            option(
                "tai2013",
                "arrivals of listed flows are dropped at random, before the comparison (Domański et al. 2013)",
            ),
            option("thesis", "arrivals of listed flows are always dropped, after the comparison (CHOKeD thesis 2015)"),
            option("thesis_literal", "the same, and a mismatch lists the flow too, as printed there"),
        ],
        "treatment of an arrival whose flow is in the table",
    )
    .advanced(),
];

code! {
    ..red::HEAD;
    ..family::TEST;
    CHANCE: 1 ? "listed: p* ← min(1, p_b·2^{recorded}) = {p_star}" if xchoke_variant("tai2013");
    PENALTY: 2 ? "if u = {u} < p*: drop the arrival (penalty); done" if xchoke_variant("tai2013");
    DRAW: 1 "draw one of the waiting packets";
    RECORD: 1 ? "of the arrival's flow: list it, hits so far: {recorded}";
    THESIS_PENALTY: 1 ? "listed, missed: one hit more ({recorded}); drop (penalty)" if xchoke_variant("thesis", "thesis_literal");
    THESIS_LIST: 1 ? "not listed, missed: list it anyway ({recorded})" if xchoke_variant("thesis_literal");
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "P. Chhabra et al., XCHOKe, ICNP 2002, as Domański et al. describe it; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "if its flow is listed: p* ← min(1, p_b·2^h)" shows "{p_star}" asks(CHANCE);
    PENALTY: 1 ? "drop the arrival with probability p*";
    DRAW: 0 "draw one waiting packet at random";
    RECORD: 0 "if of its flow, drop both; list it, h ← h + 1" asks(HIT + HIT_TEST);
    ..STAGE: red::RULE_STAGE_IN_SHORT;
}

const CHART: Chart = Chart {
    source: "A. Domański, J. Domańska and J. Klamka, 2013, Fig. 3; the buffer test is ours",
    boxes: &{
        let [forced, early, full] = red::chart_stage(STAGE);
        [
            red::CHART_AVERAGE,
            red::chart_below(8),
            ask("is the flow listed?", CHANCE, To::Next, To::Box(4)),
            ask("with probability p*?", PENALTY, To::End("drop the arrival"), To::Next),
            act("draw one waiting packet", To::Next),
            ask("of the arrival's flow?", HIT_TEST.after(HIT), To::End("drop both, h ← h + 1"), To::Next),
            forced,
            early,
            full,
        ]
    },
};

const HITS: Quantity = quantity("hits", "n", "hits", "matches of the flow");

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    RECORDED: hit_table::RECORDED;
    P_STAR: hit_table::P_STAR;
}

/// An xCHOKe queue.
pub type XChoke = Family<Rule>;

/// The search of xCHOKe, and its table of flows.
#[derive(Clone, Debug)]
pub struct Rule {
    always_drops_listed: bool,
    lists_misses: bool,
    table: HitTable,
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        let variant = settings.choice("xchoke_variant");
        Ok(Self {
            always_drops_listed: variant != "tai2013",
            lists_misses: variant == "thesis_literal",
            table: HitTable::read(settings),
        })
    }

    fn renew(&mut self, new: Self) {
        (self.always_drops_listed, self.lists_misses) = (new.always_drops_listed, new.lists_misses);
        self.table.renew(&new.table);
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        self.table.age(cx.now);
        let listed = self.table.hits(arrival.flow);
        if let (Some(hits), false) = (listed, self.always_drops_listed) {
            let p_star = penalty_probability(core.params.curve.probability(core.average()), hits);
            cx.tracer.value(RECORDED, f64::from(hits));
            cx.tracer.value(P_STAR, p_star);
            cx.tracer.test(CHANCE, true);
            if red::happens(p_star, cx) {
                cx.tracer.test(PENALTY, true);
                return Search::Penalty;
            }
        }
        cx.tracer.line(DRAW);
        let everywhere = 0..core.queue.len();
        let hits = candidates.draw(DrawMode::Distinct, 1, everywhere, &core.queue, arrival.flow, cx);
        if hits > 0 {
            let recorded = self.table.record(arrival.flow);
            cx.tracer.value(RECORDED, f64::from(recorded));
            cx.tracer.test(RECORD, true);
        } else if listed.is_some() && self.always_drops_listed {
            let recorded = self.table.record(arrival.flow);
            cx.tracer.value(RECORDED, f64::from(recorded));
            cx.tracer.test(THESIS_PENALTY, true);
            return Search::Penalty;
        } else if self.lists_misses {
            let recorded = self.table.record(arrival.flow);
            cx.tracer.value(RECORDED, f64::from(recorded));
            cx.tracer.test(THESIS_LIST, true);
        }
        Search::Hits(hits)
    }

    fn view(&self, _core: &Core, viewer: &mut dyn Viewer) {
        viewer.gauge(self.table.rows().len() as f64);
        self.table.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.table.fold(hash);
    }

    fn heap_bytes(&self) -> usize {
        self.table.heap_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::packet::FlowId;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::base::rng::Stream;
    use crate::base::time::SimTime;
    use crate::discipline::Discipline;
    use crate::discipline::about::ParamValue::{self, Choice, Integer, Real};
    use crate::discipline::bench::{Bench, LINK, flows};

    const U: FlowId = FlowId('U' as u32);

    /// A queue in whose table the flow U has this number of hits.
    fn xchoke(letters: &str, hits: u32, values: &[(&'static str, ParamValue)]) -> Bench<XChoke> {
        let mut bench = Bench::<XChoke>::new(values).holding(letters);
        for _ in 0..hits {
            bench.discipline.rule_mut().table.record(U);
        }
        bench
    }

    fn recorded(bench: &Bench<XChoke>) -> Option<u32> {
        bench.discipline.rule().table.hits(U)
    }

    #[test]
    fn every_hit_doubles_the_probability_of_a_penalty() {
        for (hits, expected) in (0..).zip([0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.0]) {
            assert_eq!(penalty_probability(0.025, hits), expected);
        }
        assert_eq!((penalty_probability(0.0, 999), penalty_probability(1e-9, 999)), (0.0, 1.0));
    }

    #[test]
    fn a_listed_flow_is_dropped_by_chance_and_its_table_entry_is_unchanged() {
        let mut bench = xchoke("AU", 3, &[]);
        bench.force_avg(50.0).arrive("U", [Unit(0.15)]);
        assert_eq!((bench.drops(), flows(&bench)), (vec![("U", Reason::Penalty)], "AU".into()));
        assert_eq!((recorded(&bench), bench.log.draws.as_slice()), (Some(3), &[][..]));
    }

    #[test]
    fn without_a_penalty_the_arrival_is_compared_and_a_match_adds_a_hit() {
        let mut bench = xchoke("AU", 3, &[]);
        bench.force_avg(50.0).arrive("U", [Unit(0.3), Index(2, 1)]);
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
        assert_eq!((recorded(&bench), flows(&bench)), (Some(4), "A".into()));
    }

    #[test]
    fn a_flow_is_listed_with_its_first_hit() {
        let mut bench = xchoke("U", 0, &[]);
        bench.force_avg(50.0).arrive("U", []);
        assert_eq!((recorded(&bench), flows(&bench)), (Some(1), String::new()));
    }

    #[test]
    fn six_hits_make_the_penalty_certain() {
        let mut bench = xchoke("AB", 6, &[]);
        bench.force_avg(50.0).arrive("U", []);
        assert_eq!(bench.drops(), [("U", Reason::Penalty)]);
    }

    #[test]
    fn exactly_at_the_minimum_no_flow_is_penalised() {
        let mut bench = xchoke("AB", 60, &[]);
        bench.force_avg(40.0).arrive("U", [Index(2, 0)]);
        assert_eq!(flows(&bench), "ABU");
    }

    #[test]
    fn above_the_maximum_every_listed_flow_is_penalised() {
        let mut bench = xchoke("AB", 1, &[]);
        bench.force_avg(80.0).arrive("U", []);
        bench.force_avg(80.0).arrive("C", [Index(2, 0)]);
        assert_eq!(bench.drops(), [("U", Reason::Penalty), ("C", Reason::Forced)]);
    }

    #[test]
    fn the_variant_of_the_thesis_compares_first_and_drops_every_listed_flow() {
        let mut bench = xchoke("AU", 1, &[("xchoke_variant", Choice("thesis"))]);
        bench.force_avg(50.0).arrive("U", [Index(2, 0)]);
        assert_eq!((bench.drops(), recorded(&bench)), (vec![("U", Reason::Penalty)], Some(2)));
        bench.force_avg(50.0).arrive("U", [Index(2, 1)]);
        assert_eq!((bench.drops().len(), recorded(&bench)), (3, Some(3)));
        bench.force_avg(50.0).arrive("Z", [Unit(0.9)]);
        assert_eq!(flows(&bench), "AZ");
    }

    #[test]
    fn in_the_literal_variant_a_mismatch_lists_the_flow_and_its_next_packet_is_dropped() {
        let mut bench = xchoke("AB", 0, &[("xchoke_variant", Choice("thesis_literal"))]);
        bench.force_avg(50.0).arrive("U", [Index(2, 0), Unit(0.9)]);
        assert_eq!((flows(&bench), recorded(&bench)), ("ABU".into(), Some(1)));
        bench.force_avg(50.0).arrive("U", [Index(3, 0)]);
        assert_eq!((bench.drops(), recorded(&bench)), (vec![("U", Reason::Penalty)], Some(2)));
    }

    #[test]
    fn ageing_removes_a_hit_of_every_flow_each_period() {
        let mut bench = xchoke("AB", 2, &[("age_period_s", Real(0.5))]);
        for (at_s, left) in [(0.4, Some(2)), (0.6, Some(1)), (0.9, Some(1)), (1.0, None)] {
            bench.now = SimTime::from_secs(at_s);
            bench.discipline.rule_mut().table.age(bench.now);
            assert_eq!(recorded(&bench), left, "at {at_s} s");
        }
    }

    #[test]
    fn without_ageing_a_hit_lasts_for_ever() {
        let mut bench = xchoke("AB", 1, &[]);
        bench.discipline.rule_mut().table.age(SimTime::from_secs(1e6));
        assert_eq!(recorded(&bench), Some(1));
    }

    #[test]
    fn a_full_table_forgets_the_flow_with_the_fewest_hits_the_oldest_first() {
        let mut bench = xchoke("", 2, &[("table_capacity", Integer(3))]);
        let table = &mut bench.discipline.rule_mut().table;
        for flow in [1, 2, 3] {
            table.record(FlowId(flow));
        }
        let listed: Vec<u32> = table.rows().iter().map(|(flow, _)| flow.0).collect();
        assert_eq!(listed, [U.0, 2, 3]);
    }

    #[test]
    fn new_parameters_keep_the_table_as_far_as_it_fits() {
        let mut bench = xchoke("AB", 2, &[]);
        bench.discipline.rule_mut().table.record(FlowId(1));
        let settings = Settings::defaults(&ABOUT).with("table_capacity", Integer(1));
        let params = XChoke::params(&settings, &LINK).expect("consistent");
        let mut cx = Context { now: bench.now, chance: &mut Stream::named(1, "unused"), tracer: &mut bench.log };
        bench.discipline.reconfigure(params, &mut cx);
        assert_eq!(bench.discipline.rule().table.rows(), [(U, 2)]);
    }
}
