//! Front CHOKe: a deterministic CHOKe whose candidate is always the packet that leaves next.
//!
//! Rule: as CHOKe with one draw, but the arrival is compared with the packet at the front of the queue.
//! Source: Domański, Domańska and Klamka, 2013, who attribute it to Pan, Prabhakar and Psounis.
//! We differ: no known differences. The packet being transmitted has left the queue and is never the candidate.
//! Derived from: `red`, through `family`.  View: fifo.

use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{self, About, Chart, Confidence, Memory, To, View};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, Relative, Search};
use crate::discipline::parts::candidates::Candidates;
use crate::discipline::parts::declare::{act, ask, code, rule};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer};

/// The description of Front CHOKe.
pub const ABOUT: About = About {
    id: "front-choke",
    name: "Front CHOKe",
    year: 2013,
    citation: "A. Domański, J. Domańska and J. Klamka, Analysis of CHOKe-Family AQM, 2013",
    idea: "CHOKe without random draws: each arrival is compared with the packet at the front, which leaves next. A flow that is served often is also matched often.",
    memory: Memory::Stateless,
    confidence: Confidence::Medium,
    confidence_note: "The rule is complete, but it rests on the wording of one paper.",
    view: View::Fifo,
    params: &[red::PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS, red::TAI_2013, red::AGMRUN],
    code: CODE,
    rule: about::Rule { chart: Some(&CHART), ..RULE },
    quantities: &[red::QUANTITIES, family::QUANTITIES],
    gauges: red::GAUGES,
    state: &[],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

code! {
    ..red::HEAD;
    ..family::TEST;
    COMPARE: 1 "compare the packet at the front, the next to leave";
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "A. Domański, J. Domańska and J. Klamka, 2013, as Pan et al.'s; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "look at the packet at the front, next to leave";
    ..HIT: family::RULE_HIT;
    ..STAGE: red::RULE_STAGE;
}

const CHART: Chart = Chart {
    source: "A. Domański, J. Domańska and J. Klamka, 2013, Fig. 1 with the packet at the front; the buffer test is ours",
    boxes: &{
        let [forced, early, full] = red::chart_stage(STAGE);
        [
            red::CHART_AVERAGE,
            red::chart_below(6),
            act("look at the packet at the front", To::Next),
            ask("of the arrival's flow?", HIT_TEST.after(HIT), To::End("drop both"), To::Next),
            forced,
            early,
            full,
        ]
    },
};

/// A Front CHOKe queue.
pub type FrontChoke = Family<Rule>;

/// The search of Front CHOKe.
#[derive(Clone, Debug)]
pub struct Rule;

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(_settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self)
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        cx.tracer.line(COMPARE);
        let is_match = !core.queue.is_empty() && candidates.compare(0, &core.queue, arrival.flow, cx);
        Search::Hits(usize::from(is_match))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::Unit;
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::reason::Reason;

    #[test]
    fn the_front_packet_is_compared_without_a_draw() {
        let mut bench = Bench::<FrontChoke>::new(&[]).holding("ABU");
        bench.force_avg(50.0).arrive("A", []);
        assert_eq!(flows(&bench), "BU");
        assert_eq!(bench.drops(), [("A", Reason::MatchVictim), ("A", Reason::MatchArriving)]);

        let mut bench = Bench::<FrontChoke>::new(&[]).holding("ABU");
        bench.force_avg(50.0).arrive("U", [Unit(0.9)]);
        assert_eq!((bench.log.draws.as_slice(), flows(&bench)), (&[(0, false)][..], "ABUU".into()));
    }

    #[test]
    fn with_an_empty_queue_red_decides() {
        let mut bench = Bench::<FrontChoke>::new(&[]);
        bench.force_avg(50.0).arrive("A", [Unit(0.0)]);
        assert_eq!(bench.drops(), [("A", Reason::Early)]);
    }
}
