//! PUNSI (Penalizing Unresponsive flows with Stateless Information): CHOKe that draws only from the newest packets.
//!
//! Rule: as CHOKe with one draw, but the candidate is one of the last W = min(θ, n) of the n waiting packets. In
//! congestion the packets of a greedy flow arrive close together.
//! Source: Yamaguchi and Takahashi, IEICE Technical Report NS2005-148, 2005, and Computer Communications 30(9), 2007.
//! Only their abstracts were available; these mention RED's parameters, a window θ, and no state except the size of the
//! queue.
//! We differ: θ defaults to 10, since we know of no published value. The abstracts leave open whether every arrival is
//! compared or only an arrival that RED drops; the setting `punsi_trigger` selects one of the two. With `on_red_drop`
//! the arrival is dropped for the reason that RED or the full buffer gives, and so is a matching packet in the window.
//! This rule applies from min_th on; below min_th PUNSI is tail drop, like every relative.
//! Derived from: `red`, through `family`.  View: fifo with regions.

use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::discipline::about::{About, CodeLine, Confidence, Memory, ParamSpec, View};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{choice, code, only_if, option, quantities, rule, under, whole};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer};

/// The description of PUNSI.
pub const ABOUT: About = About {
    id: "punsi",
    name: "PUNSI",
    year: 2005,
    citation: "T. Yamaguchi and Y. Takahashi, A Queue Management Algorithm for Fair Bandwidth Allocation, Computer Communications 30(9), 2007",
    idea: "CHOKe that draws its candidate from the few newest packets. A flow that sends faster than the link often has packets of its own among them.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "Known only from its abstracts: the search among the newest packets, RED's parameters and the window θ are certain. Our decisions are the size of the window and which arrivals are compared; the second is a setting.",
    view: View::FifoWithRegions,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: red::GAUGES,
    state: &[],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    whole(
        "theta",
        "window",
        10,
        (1, 10_000),
        "how many of the newest packets can be drawn; 1 is Back CHOKe, the whole buffer is CHOKe",
    )
    .symbol("θ")
    .unit("packets")
    .logarithmic(),
    choice(
        "punsi_trigger",
        "compared",
        &[
            option("every", "every arrival from min_th on; a match drops both"),
            option(
                "on_red_drop",
                "only an arrival that RED or a full buffer drops; a matching packet is dropped as well",
            ),
        ],
        "which arrivals are compared with the window",
    )
    .advanced(),
];

code! {
    ..red::HEAD;
    ..family::TEST;
    WINDOW: 1 "W ← min(θ, n) = {window}";
    DRAW: 1 "draw one of the last W packets" if punsi_trigger("every");
    ..HIT: HIT_LINES;
    DRAW_AFTER_DROP: 0 ? "if dropped below: draw one of the last W" if punsi_trigger("on_red_drop");
    LEAVE_TOO: 1 ? "of the arrival's flow: drop it too" if punsi_trigger("on_red_drop");
    ..STAGE: red::STAGE;
}

rule! {
    "T. Yamaguchi and Y. Takahashi, PUNSI, Computer Communications 30(9), 2007; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "draw one of the min(θ, q) newest packets";
    ..HIT: family::RULE_HIT;
    ..STAGE: red::RULE_STAGE;
}

/// The lines of pseudo-code for a match before RED's decision. They run only if every arrival is compared; a comparison
/// after a drop has lines of its own.
const HIT_LINES: &[CodeLine] = &{
    let mut lines = under::<{ family::HIT.len() }>(family::HIT, only_if!(punsi_trigger("every")));
    lines[family::COUNT.0 as usize].only_if = only_if!(punsi_trigger("every"), count_at_match("incremented"));
    lines[family::COUNT_ANEW.0 as usize].only_if = only_if!(punsi_trigger("every"), count_at_match("reset"));
    lines
};

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    NEWEST: window "W" "packets" "newest packets that can be drawn";
}

/// A PUNSI queue.
pub type Punsi = Family<Rule>;

/// The search of PUNSI.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The window θ \[packets\], at least 1.
    theta: usize,
    is_after_drop: bool,
}

impl Rule {
    /// Compares one of the θ newest packets, drawn at random, with the arrival's flow. Returns the number of matches, 0
    /// or 1.
    fn draw<C: Chance, S: Tracer>(
        &self,
        flow: FlowId,
        core: &Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> usize {
        let waiting = core.queue.len();
        let window = waiting.saturating_sub(self.theta)..waiting;
        candidates.draw(DrawMode::Distinct, 1, window, &core.queue, flow, cx)
    }
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self { theta: settings.count("theta"), is_after_drop: settings.choice("punsi_trigger") == "on_red_drop" })
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        cx.tracer.value(NEWEST, self.theta.min(core.queue.len()) as f64);
        cx.tracer.line(WINDOW);
        if self.is_after_drop {
            return Search::None;
        }
        cx.tracer.line(DRAW);
        Search::Hits(self.draw(arrival.flow, core, candidates, cx))
    }

    fn after_drop<C: Chance, S: Tracer>(
        &mut self,
        flow: FlowId,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) {
        if !self.is_after_drop {
            return;
        }
        cx.tracer.test(DRAW_AFTER_DROP, true);
        if self.draw(flow, core, candidates, cx) > 0 {
            cx.tracer.test(LEAVE_TOO, true);
            candidates.evict(&mut core.queue, cx);
        }
    }

    fn front_region(&self, waiting: usize) -> Option<usize> {
        Some(waiting.saturating_sub(self.theta))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::Discipline;
    use crate::discipline::about::ParamValue::{self, Choice, Integer, Switch};
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::reason::Reason;

    const TWO: (&str, ParamValue) = ("theta", Integer(2));
    const ON_DROP: (&str, ParamValue) = ("punsi_trigger", Choice("on_red_drop"));

    fn punsi(values: &[(&'static str, ParamValue)]) -> Bench<Punsi> {
        Bench::new(values)
    }

    #[test]
    fn only_the_newest_packets_can_be_drawn() {
        for drawn in [0, 1] {
            let mut bench = punsi(&[TWO]).holding("UUAB");
            bench.force_avg(50.0).arrive("U", [Index(2, drawn), Unit(0.9)]);
            assert_eq!((bench.log.draws.as_slice(), bench.drops()), (&[(2 + drawn, false)][..], vec![]));
        }
        let mut bench = punsi(&[TWO]).holding("UUAB");
        bench.force_avg(50.0).arrive("B", [Index(2, 1)]);
        assert_eq!(flows(&bench), "UUA");
        assert_eq!(bench.drops(), [("B", Reason::MatchVictim), ("B", Reason::MatchArriving)]);
    }

    #[test]
    fn a_window_wider_than_the_queue_is_the_whole_queue() {
        let mut bench = punsi(&[]).holding("UAB");
        assert_eq!(bench.discipline.front_region(), Some(0));
        bench.force_avg(50.0).arrive("U", [Index(3, 0)]);
        assert_eq!(flows(&bench), "AB");
        let narrow = punsi(&[TWO]).holding("UAB");
        assert_eq!(narrow.discipline.front_region(), Some(1));
    }

    #[test]
    fn if_red_drops_an_arrival_a_match_in_the_window_is_dropped_too() {
        let mut bench = punsi(&[TWO, ON_DROP]).holding("BAUU");
        bench.force_avg(50.0).arrive("U", [Unit(0.02), Index(2, 1)]);
        assert_eq!(bench.drops(), [("U", Reason::Early), ("U", Reason::MatchVictim)]);
        assert_eq!(flows(&bench), "BAU");

        let mut bench = punsi(&[TWO, ON_DROP]).holding("BAUU");
        bench.force_avg(50.0).arrive("B", [Unit(0.02), Index(2, 1)]);
        assert_eq!((bench.drops(), flows(&bench)), (vec![("B", Reason::Early)], "BAUU".into()));

        let mut bench = punsi(&[TWO, ON_DROP]).holding("BAUU");
        bench.force_avg(50.0).arrive("U", [Unit(0.9)]);
        assert_eq!((bench.log.draws.as_slice(), flows(&bench)), (&[][..], "BAUUU".into()));
    }

    #[test]
    fn forced_drops_and_overflows_count_as_drops_by_red() {
        let mut bench = punsi(&[TWO, ON_DROP]).holding("BAUU");
        bench.force_avg(90.0).arrive("U", [Index(2, 0)]);
        assert_eq!(bench.drops(), [("U", Reason::Forced), ("U", Reason::MatchVictim)]);

        let mut bench = punsi(&[TWO, ON_DROP, ("limit", Integer(4))]).holding("BAUU");
        bench.force_avg(50.0).arrive("U", [Unit(0.9), Index(2, 0)]);
        assert_eq!(bench.drops(), [("U", Reason::Overflow), ("U", Reason::MatchVictim)]);

        // No comparison is made from max_th on, under either trigger.
        let mut bench = punsi(&[TWO, ON_DROP, ("match_above_max", Switch(false))]).holding("BAUU");
        bench.force_avg(90.0).arrive("U", []);
        assert_eq!(bench.drops(), [("U", Reason::Forced)]);
    }
}
