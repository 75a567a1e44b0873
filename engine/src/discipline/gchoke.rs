//! gCHOKe (geometric CHOKe): each match earns one more draw, so a greedy flow can lose several packets at once.
//!
//! Rule: as CHOKe, but draw one packet at a time: a match leaves the queue and earns another draw, up to `maxcomp` of
//! them; the first stranger ends it. If anything matched, the arrival is dropped too; otherwise RED decides.
//! Source: Eshete and Jiang, Computer Networks 57(1), 2013 (arXiv 1202.0789), through two independent descriptions.
//! We differ: nothing known. A match leaves before the next draw, so the places in the record of one arrival are those of
//! the queue at that moment, not of the untouched queue. `match_above_max` as in CHOKe.
//! Derived from: `red`.  View: fifo.

use super::about::{About, CodeLine, Confidence, LineId, Memory, ParamSpec, Quantity, QuantityId, View, code_line};
use super::parts::candidates;
use super::parts::declare::whole;
use super::parts::drop_curve::Zone;
use super::reason::Reason;
use super::red::{self, Core};
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Sink, StateHash, Viewer};
use crate::packet::{FlowId, Packet};
use crate::rng::Chance;

/// What gCHOKe tells about itself.
pub const ABOUT: About = About {
    id: "gchoke",
    name: "gCHOKe",
    year: 2013,
    citation: "A. Eshete and Y. Jiang, Generalizing the CHOKe Flow Protection, Computer Networks 57(1), 2013",
    idea: "CHOKe with a bonus: each packet of the arrival's own flow that is drawn leaves and earns one more draw, until a stranger is met. Greedy flows lose whole chains of packets, modest ones hardly any.",
    memory: Memory::Stateless,
    confidence: Confidence::Medium,
    confidence_note: "Two independent descriptions agree; the paper's text was not at hand. The default of 5 comparisons is ours for showing chains; 1, the default of the authors' Linux tool, is CHOKe.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS, red::TAI_2013],
    code: &[red::HEAD, CODE, red::STAGE],
    quantities: &[red::QUANTITIES, QUANTITIES],
    gauges: &[red::AVG, red::COUNT, red::P_B],
    reasons: candidates::REASONS,
};

const PARAMS: &[ParamSpec] = &[
    whole(
        "maxcomp",
        "comparisons at most",
        5,
        (1, 10_000),
        "how many waiting packets one arrival may be compared with while every comparison matches; 1 is CHOKe",
    )
    .symbol("maxcomp")
    .logarithmic(),
    candidates::MATCH_ABOVE_MAX,
    candidates::OVERFLOW_FIRST,
];

const CODE: &[CodeLine] = &[
    code_line(0, "overflow_first, B packets wait: drop (overflow); done"),
    code_line(0, "if avg < max_th or match_above_max:"),
    code_line(1, "while hits = {hits} < maxcomp and packets wait:"),
    code_line(2, "draw one of the waiting packets"),
    code_line(2, "of the arrival's flow: drop it, hits ← hits + 1"),
    code_line(2, "of another flow: stop drawing"),
    code_line(1, "if hits > 0: drop the arrival; done"),
];
const FIRST: u8 = red::HEAD.len() as u8;
const FULL_FIRST: LineId = LineId(FIRST);
const MATCH_TEST: LineId = LineId(FIRST + 1);
const WHILE: LineId = LineId(FIRST + 2);
const DRAW: LineId = LineId(FIRST + 3);
const DROP_VICTIM: LineId = LineId(FIRST + 4);
const STRANGER: LineId = LineId(FIRST + 5);
const DROP_ARRIVAL: LineId = LineId(FIRST + 6);
const STAGE: LineId = LineId(FIRST + CODE.len() as u8);

const QUANTITIES: &[Quantity] =
    &[Quantity { id: "hits", symbol: "hits", unit: "packets", meaning: "drawn packets of the arrival's flow, so far" }];
const HITS: QuantityId = QuantityId(red::QUANTITIES.len() as u8);

/// Parameters of gCHOKe.
#[derive(Clone, Debug)]
pub struct Params {
    red: red::Params,
    rule: Rule,
}

/// What gCHOKe adds to RED.
#[derive(Clone, Debug)]
struct Rule {
    /// Comparisons for one arrival at most, at least 1.
    maxcomp: usize,
    matches_above_max: bool,
    has_overflow_first: bool,
}

/// A gCHOKe queue.
#[derive(Clone, Debug)]
pub struct GChoke {
    core: Core,
    rule: Rule,
}

impl GChoke {
    /// Draws until a stranger is met; tells how many packets of `flow` left.
    #[inline]
    fn draw_chain<C: Chance, S: Sink>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) -> usize {
        let queue = &mut self.core.queue;
        let mut hits = 0;
        cx.sink.value(HITS, 0.0);
        cx.sink.line(WHILE);
        while hits < self.rule.maxcomp && !queue.is_empty() {
            cx.sink.line(DRAW);
            let place = cx.chance.pick(queue.len());
            let candidate = queue.flow_at(place);
            cx.sink.draw(place, candidate, candidate == flow);
            if candidate != flow {
                cx.sink.line(STRANGER);
                break;
            }
            cx.sink.line(DROP_VICTIM);
            queue.evict(place, Reason::MatchVictim, cx);
            hits += 1;
            cx.sink.value(HITS, hits as f64);
        }
        hits
    }
}

impl Discipline for GChoke {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let rule = Rule {
            maxcomp: settings.count("maxcomp"),
            matches_above_max: settings.switch("match_above_max"),
            has_overflow_first: settings.switch("overflow_first"),
        };
        Ok(Params { red: red::Params::read(settings, link)?, rule })
    }

    fn new(params: Params) -> Self {
        Self { core: Core::new(params.red), rule: params.rule }
    }

    fn reconfigure<C: Chance, S: Sink>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params.red, cx);
        self.rule = params.rule;
    }

    fn enqueue<C: Chance, S: Sink>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let zone = self.core.meet(cx);
        if zone == Zone::Below {
            return self.core.admit(packet, STAGE, cx);
        }
        if self.rule.has_overflow_first && self.core.is_full() {
            cx.sink.line(FULL_FIRST);
            return self.core.refuse(&packet, cx);
        }
        cx.sink.line(MATCH_TEST);
        if (self.rule.matches_above_max || self.core.params.curve.is_under_max(self.core.average()))
            && self.draw_chain(packet.flow, cx) > 0
        {
            cx.sink.line(DROP_ARRIVAL);
            cx.sink.drop(&packet, Reason::MatchArriving, None);
            return;
        }
        self.core.decide(packet, zone, STAGE, cx);
    }

    fn dequeue<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    fn packets(&self) -> usize {
        self.core.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.core.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.core.params.limit
    }

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue::{self, Choice, Integer, Switch};
    use crate::discipline::bench::{Bench, ForceAverage, assert_everything_told, flows};
    use crate::discipline::choke::Choke;
    use crate::rng::Draw::{Index, Unit};
    use crate::rng::Stream;

    impl ForceAverage for GChoke {
        fn force_average(&mut self, value: f64) {
            self.core.force_average(value);
        }
    }

    fn gchoke(values: &[(&'static str, ParamValue)]) -> Bench<GChoke> {
        Bench::new(values)
    }

    fn victims(bench: &Bench<GChoke>) -> usize {
        bench.drops().iter().filter(|(_, reason)| *reason == Reason::MatchVictim).count()
    }

    #[test]
    fn each_match_earns_another_draw_until_a_stranger_is_met() {
        let mut bench = gchoke(&[("maxcomp", Integer(3))]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 0), Index(4, 1), Index(3, 0)]);
        // Places at the moment of each draw: after the front packet has left, the second U stands at 1.
        assert_eq!(bench.log.draws, [(0, true), (1, true), (0, false)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, "ABU".into()));
        assert_eq!(bench.drops().last(), Some(&("U", Reason::MatchArriving)));
    }

    #[test]
    fn no_more_comparisons_than_allowed() {
        let mut bench = gchoke(&[("maxcomp", Integer(2))]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 0), Index(4, 1)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, "ABU".into()));
    }

    #[test]
    fn a_chain_can_empty_the_queue() {
        let mut bench = gchoke(&[]).holding("UU");
        bench.force_avg(50.0).arrive("U", [Index(2, 1)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, String::new()));
        assert_eq!(bench.drops().len(), 3);
    }

    #[test]
    fn a_stranger_at_once_leaves_it_to_red() {
        let mut bench = gchoke(&[]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 1), Unit(0.02)]);
        assert_eq!(bench.drops(), [("U", Reason::Early)]);
    }

    #[test]
    fn one_comparison_is_choke() {
        let mut chance = (Stream::named(5, "same"), Stream::named(5, "same"));
        let mut one = gchoke(&[("maxcomp", Integer(1))]);
        let mut choke = Bench::<Choke>::new(&[]);
        for step in 0..2_000_u32 {
            let letter = ["A", "U", "B", "U", "C"][step as usize % 5];
            let average = f64::from(step * 7 % 60) + 30.0;
            one.force_avg(average).arrive_by_chance(letter, &mut chance.0);
            choke.force_avg(average).arrive_by_chance(letter, &mut chance.1);
            if step % 3 == 0 {
                assert_eq!(one.depart(), choke.depart());
            }
            assert_eq!(one.drops(), choke.drops());
            assert_eq!(one.log.draws, choke.log.draws);
        }
    }

    #[test]
    fn a_long_chain_takes_as_many_as_expected() {
        let frozen = gchoke(&[("maxcomp", Integer(5))]).holding(&"UUUAAAAAAA".repeat(4));
        let mut chance = Stream::named(1, "chains");
        let mut bench = gchoke(&[]);
        let mut taken = 0;
        for _ in 0..20_000 {
            bench.discipline = frozen.discipline.clone();
            bench.force_avg(50.0).arrive_by_chance("U", &mut chance);
            if bench.drops().last().is_some_and(|(_, reason)| *reason == Reason::MatchArriving) {
                taken += 40 - bench.discipline.packets();
            }
            bench.log = Default::default();
        }
        // 12 of 40 packets: the sum over j of the chance that the first j draws all match; 0.4275 in an endless queue.
        let mut chance_of_chain = 1.0;
        let expected: f64 = (0..5)
            .map(|j| {
                chance_of_chain *= (12.0 - f64::from(j)) / (40.0 - f64::from(j));
                chance_of_chain
            })
            .sum();
        let mean = taken as f64 / 20_000.0;
        // Standard deviation of one arrival 0.7, so of the mean 0.005.
        assert!((mean - expected).abs() < 0.015, "{mean} is not {expected}");
    }

    #[test]
    fn every_line_and_quantity_is_told() {
        let mut plain = gchoke(&[("limit", Integer(4))]).holding("AB");
        plain.force_avg(1.0).arrive("C", []);
        plain.force_avg(50.0).arrive("D", [Index(3, 0), Unit(0.9)]);
        plain.force_avg(50.0).arrive("E", [Index(4, 0), Unit(0.9)]);
        plain.force_avg(50.0).arrive("E", [Index(4, 0), Unit(0.0)]);
        plain.force_avg(90.0).arrive("F", [Index(4, 0)]);
        plain.force_avg(50.0).arrive("A", [Index(4, 0), Index(3, 0)]);
        let mut first = gchoke(&[]);
        first.arrive("A", []);
        first.arrive("B", []);
        let mut marking = gchoke(&[("ecn", Switch(true)), ("ecn_harddrop", Switch(false))]).holding("AB");
        marking.force_avg(50.0).arrive_ect("C", [Index(2, 0), Unit(0.0)]);
        marking.force_avg(90.0).arrive_ect("C", [Index(3, 0)]);
        let mut ns2 = gchoke(&[("ns2_guards", Switch(true)), ("uniformize", Choice("wait"))]).holding("A");
        ns2.force_avg(50.0).arrive("B", []);
        ns2.force_avg(50.0).arrive("C", [Index(2, 0)]);
        ns2.force_avg(50.0).arrive("D", [Index(3, 0)]);
        let mut gentle = gchoke(&[("gentle", Switch(true)), ("uniformize", Choice("none"))]).holding("AB");
        gentle.force_avg(100.0).arrive("C", [Index(2, 0), Unit(0.9)]);
        let mut full = gchoke(&[("overflow_first", Switch(true)), ("limit", Integer(2))]).holding("AB");
        full.force_avg(50.0).arrive("C", []);
        assert_everything_told::<GChoke>(&[&plain.log, &first.log, &marking.log, &ns2.log, &gentle.log, &full.log]);
    }
}
