//! Back CHOKe: a deterministic CHOKe whose candidate is always the newest waiting packet.
//!
//! Rule: as CHOKe with one draw, but the arrival is compared with the newest packet, at the rear of the queue.
//! Source: Domański, Domańska and Klamka, 2013, who attribute it to Pan, Prabhakar and Psounis.
//! We differ: no known differences.
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

/// The description of Back CHOKe.
pub const ABOUT: About = About {
    id: "back-choke",
    name: "Back CHOKe",
    year: 2013,
    citation: "A. Domański, J. Domańska and J. Klamka, Analysis of CHOKe-Family AQM, 2013",
    idea: "CHOKe without random draws: each arrival is compared with the newest waiting packet. Two successive packets of one flow are both dropped, so most packets of a burst are lost.",
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
    COMPARE: 1 "compare the packet at the rear, the newest";
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "A. Domański, J. Domańska and J. Klamka, 2013, as Pan et al.'s; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "look at the packet at the rear, the newest";
    ..HIT: family::RULE_HIT;
    ..STAGE: red::RULE_STAGE;
}

const CHART: Chart = Chart {
    source: "A. Domański, J. Domańska and J. Klamka, 2013, Fig. 2; the buffer test is ours",
    boxes: &{
        let [forced, early, full] = red::chart_stage(STAGE);
        [
            red::CHART_AVERAGE,
            red::chart_below(6),
            act("look at the packet at the rear", To::Next),
            ask("of the arrival's flow?", HIT_TEST.after(HIT), To::End("drop both"), To::Next),
            forced,
            early,
            full,
        ]
    },
};

/// A Back CHOKe queue.
pub type BackChoke = Family<Rule>;

/// The search of Back CHOKe.
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
        let newest = core.queue.len().checked_sub(1);
        let is_match = newest.is_some_and(|place| candidates.compare(place, &core.queue, arrival.flow, cx));
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
    fn the_newest_packet_is_compared_without_a_draw() {
        let mut bench = Bench::<BackChoke>::new(&[]).holding("ABU");
        bench.force_avg(50.0).arrive("U", []);
        assert_eq!(flows(&bench), "AB");
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);

        let mut bench = Bench::<BackChoke>::new(&[]).holding("ABU");
        bench.force_avg(50.0).arrive("A", [Unit(0.9)]);
        assert_eq!((bench.log.draws.as_slice(), flows(&bench)), (&[(2, false)][..], "ABUA".into()));
    }

    #[test]
    fn packets_of_a_burst_drop_each_other() {
        let mut bench = Bench::<BackChoke>::new(&[]).holding("A");
        bench.force_avg(50.0).arrive("U", [Unit(0.9)]);
        // At an average of exactly min_th RED's drop probability is 0, so after a miss the arrival is admitted without
        // a random draw.
        for left in ["A", "AU", "A", "AU"] {
            bench.force_avg(40.0).arrive("U", []);
            assert_eq!(flows(&bench), left);
        }
    }

    #[test]
    fn with_an_empty_queue_red_decides() {
        let mut bench = Bench::<BackChoke>::new(&[]);
        bench.force_avg(50.0).arrive("A", [Unit(0.0)]);
        assert_eq!(bench.drops(), [("A", Reason::Early)]);
    }
}
