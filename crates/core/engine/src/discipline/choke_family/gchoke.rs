//! gCHOKe (geometric CHOKe): each match earns one more draw, so a greedy flow can lose several packets at once.
//!
//! Rule: as CHOKe, but draw one packet at a time. A match leaves the queue and earns another draw, up to `maxcomp`
//! draws; the first packet of another flow ends the search. If any packet matched, the arrival is dropped too;
//! otherwise RED decides.
//! Source: Eshete and Jiang, Computer Networks 57(1), 2013 (arXiv 1202.0789), through two independent descriptions.
//! We differ: no known differences. A match leaves before the next draw. The position recorded for a drawn packet is
//! therefore its position just before that draw.
//! Derived from: `red`, through `family`.  View: fifo.

use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{
    self, About, Chart, ChartBox, Confidence, Memory, ParamSet, ParamSpec, ParamValue, To, View,
};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{act, ask, choice, code, option, rule, whole};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer};

/// The description of gCHOKe.
pub const ABOUT: About = About {
    id: "gchoke",
    name: "gCHOKe",
    year: 2013,
    citation: "A. Eshete and Y. Jiang, Generalizing the CHOKe Flow Protection, Computer Networks 57(1), 2013",
    idea: "CHOKe with additional draws: each drawn packet of the arrival's flow is dropped and allows one more draw, until a packet of another flow is drawn. Greedy flows lose several packets at once; small flows lose hardly any.",
    memory: Memory::Stateless,
    confidence: Confidence::Medium,
    confidence_note: "Two independent descriptions agree; the paper's text was not available. The default of 5 comparisons is ours, so that chains of matches can be seen. With 1, the default of the Linux tool of Domański et al., gCHOKe is CHOKe.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS, red::TAI_2013, AGMRUN],
    code: CODE,
    rule: about::Rule { chart: Some(&CHART), ..RULE },
    quantities: &[red::QUANTITIES, family::QUANTITIES],
    gauges: red::GAUGES,
    state: &[],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

/// RED's parameter values in the tool agmrun of Domański et al., plus gCHOKe's own parameter `maxcomp`.
const AGMRUN: ParamSet = ParamSet {
    origin: "A. Domański, J. Domańska and J. Klamka, 2013, section 4: options -b 2000, -w 0.002 and -c 1, with which this is CHOKe; -m and -M have no default",
    values: &[red::AGMRUN_VALUES[0], red::AGMRUN_VALUES[1], ("maxcomp", ParamValue::Integer(1))],
    ..red::AGMRUN
};

const PARAMS: &[ParamSpec] = &[
    whole(
        "maxcomp",
        "max comparisons",
        5,
        (1, 10_000),
        "how many waiting packets one arrival may be compared with while every comparison matches; 1 is CHOKe",
    )
    .symbol("maxcomp")
    .logarithmic(),
    choice(
        "draw_mode",
        "drawing",
        &[
            option("distinct", "a match leaves before the next draw"),
            option(
                "independent",
                "each draw is from all packets; a packet drawn twice counts twice and is dropped once",
            ),
        ],
        "whether one arrival can draw the same packet twice",
    )
    .advanced(),
];

code! {
    ..red::HEAD;
    ..family::TEST;
    WHILE: 1 ? "while hits = {hits} < maxcomp and packets wait:";
    DRAW: 2 "draw one of the waiting packets";
    VICTIM: 2 ? "of the arrival's flow: it leaves, hits ← hits + 1" if draw_mode("distinct");
    NOTED: 2 ? "of the arrival's flow: hits ← hits + 1" if draw_mode("independent");
    STRANGER: 2 ? "of another flow: stop drawing";
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "A. Eshete and Y. Jiang, gCHOKe, Computer Networks 57(1), 2013; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "up to maxcomp times: draw one waiting packet";
    VICTIM: 1 ? "if it is of the arrival's flow, drop it";
    STRANGER: 1 ? "else draw no more";
    HIT + HIT_TEST: 0 ? "if any was dropped, drop the arrival too" shows "{hits} dropped";
    ..STAGE: red::RULE_STAGE_IN_SHORT;
}

const CHART: Chart = Chart {
    source: "A. Domański, J. Domańska and J. Klamka, 2013, Fig. 4; the buffer test is ours",
    boxes: &{
        let [forced, early, full] = red::chart_stage(STAGE);
        let of_flow = ask("of the arrival's flow?", VICTIM, To::Next, To::Box(6));
        [
            red::CHART_AVERAGE,
            red::chart_below(9),
            ask("hits < maxcomp?", WHILE, To::Next, To::Box(6)),
            act("draw one waiting packet", To::Next),
            ChartBox { asks: [Some(VICTIM), Some(NOTED)], ..of_flow },
            act("drop it; hits ← hits + 1", To::Box(2)),
            ask("any hit?", HIT_TEST.after(HIT), To::End("drop the arrival too"), To::Next),
            forced,
            early,
            full,
        ]
    },
};

/// A gCHOKe queue.
pub type GChoke = Family<Rule>;

/// The search of gCHOKe.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The maximum number of comparisons per arrival, at least 1.
    maxcomp: usize,
    mode: DrawMode,
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self { maxcomp: settings.count("maxcomp"), mode: DrawMode::read(settings.choice("draw_mode")) })
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let mut hits = 0;
        cx.tracer.value(family::HITS, 0.0);
        cx.tracer.test(WHILE, !core.queue.is_empty());
        while hits < self.maxcomp && !core.queue.is_empty() {
            cx.tracer.line(DRAW);
            let everywhere = 0..core.queue.len();
            // In `distinct` mode a match has left the queue before the next draw, so it cannot be drawn again.
            if !candidates.draw_one(DrawMode::Independent, &everywhere, &core.queue, arrival.flow, cx) {
                cx.tracer.test(STRANGER, true);
                break;
            }
            if self.mode == DrawMode::Distinct {
                cx.tracer.test(VICTIM, true);
                candidates.evict(&mut core.queue, cx);
            } else {
                cx.tracer.test(NOTED, true);
            }
            hits += 1;
            cx.tracer.value(family::HITS, hits as f64);
        }
        Search::Hits(hits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::about::ParamValue::{self, Choice, Integer};
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::reason::Reason;

    fn gchoke(values: &[(&'static str, ParamValue)]) -> Bench<GChoke> {
        Bench::new(values)
    }

    fn victims(bench: &Bench<GChoke>) -> usize {
        bench.drops().iter().filter(|(_, reason)| *reason == Reason::MatchVictim).count()
    }

    #[test]
    fn each_match_earns_another_draw_until_a_packet_of_another_flow_is_met() {
        let mut bench = gchoke(&[("maxcomp", Integer(3))]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 0), Index(4, 1), Index(3, 0)]);
        // The log records each position, counted from the front, as it was just before the draw. The first match leaves
        // AUBU, where the second U is at position 1.
        assert_eq!(bench.log.draws, [(0, true), (1, true), (0, false)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, "ABU".into()));
        assert_eq!(bench.drops().last(), Some(&("U", Reason::MatchArriving)));
    }

    #[test]
    fn at_most_maxcomp_comparisons_are_made() {
        let mut bench = gchoke(&[("maxcomp", Integer(2))]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 0), Index(4, 1)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, "ABU".into()));
    }

    #[test]
    fn a_chain_of_matches_can_empty_the_queue() {
        let mut bench = gchoke(&[]).holding("UU");
        bench.force_avg(50.0).arrive("U", [Index(2, 1)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, String::new()));
        assert_eq!(bench.drops().len(), 3);
    }

    #[test]
    fn if_the_first_draw_is_of_another_flow_red_decides() {
        let mut bench = gchoke(&[]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 1), Unit(0.02)]);
        assert_eq!(bench.drops(), [("U", Reason::Early)]);
    }

    #[test]
    fn with_independent_draws_a_packet_met_twice_counts_twice_and_leaves_once() {
        let mut bench = gchoke(&[("maxcomp", Integer(3)), ("draw_mode", Choice("independent"))]).holding("UAUBU");
        bench.force_avg(50.0).arrive("U", [Index(5, 2), Index(5, 2), Index(5, 0)]);
        assert_eq!(bench.log.draws, [(2, true), (2, true), (0, true)]);
        assert_eq!((victims(&bench), flows(&bench)), (2, "ABU".into()));
    }
}
