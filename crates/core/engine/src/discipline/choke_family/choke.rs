//! CHOKe: compare each arrival with a random waiting packet, and drop both if they belong to the same flow.
//!
//! Rule: once the average has reached min_th, draw m waiting packets (m = 1 in the basic scheme). If any belongs to the
//! arrival's flow, drop the arrival and all matched packets; otherwise RED decides. An arrival of a flow that holds a
//! share r of the buffer is dropped with probability r, without any table of flows.
//! Source: Pan, Prabhakar and Psounis, INFOCOM 2000, with its self-adjusting number of draws; Linux `sch_choke`;
//! analysis: Tang, Wang and Low, IEEE/ACM Transactions on Networking 12(4), 2004.
//! We differ: packets are drawn uniformly from the queue, whereas Linux draws slots of a ring, some of them empty. With
//! `ring` set to `linux` packets are in such a ring, a [`LinuxRing`].
//! Derived from: `red`, through `family`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{
    self, About, Chart, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, Slots, StateView, To, View,
};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, Relative, Search};
use crate::discipline::choke_family::linux_ring::LinuxRing;
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{
    act, ask, choice, code, only_if, option, quantities, quantity, real, rule, whole,
};
use crate::discipline::parts::drop_curve::DropCurve;
use crate::discipline::random_early::red::{self, Core, Phantoms, red_values};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer, Viewer};

/// The description of CHOKe.
pub const ABOUT: About = About {
    id: "choke",
    name: "CHOKe",
    year: 2000,
    citation: "R. Pan, B. Prabhakar and K. Psounis, CHOKe: A Stateless Active Queue Management Scheme for Approximating Fair Bandwidth Allocation, IEEE INFOCOM 2000",
    idea: "Compare each arrival with a packet drawn from the queue; if both are of one flow, drop both. Arrivals of a flow that fills the buffer match most often, so greedy flows are limited without any table of flows.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The basic rule is checked against the paper's rule and Linux; several draws and the regions follow secondary accounts. The defaults are the CHOKeD thesis's, so that lanes with default parameters can be compared.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[CHOKE_2000, LINUX, red::CHOKED_THESIS, red::TAI_2013, red::AGMRUN],
    code: CODE,
    rule: about::Rule { chart: Some(&CHART), ..RULE },
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, QLEN],
    state: &[RING],
    reasons: REASONS,
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    whole("m", "draws", 1, (1, 64), "how many waiting packets each arrival is compared with").symbol("m"),
    choice(
        "schedule",
        "schedule of draws",
        &[
            option("fixed", "always m draws"),
            option("two_region", "one number of draws below an intermediate threshold, another above"),
            option("regions", "more draws the higher the average is between the thresholds (self-adjusting CHOKe)"),
        ],
        "how the number of draws follows the average queue",
    )
    .advanced(),
    real(
        "int_th",
        "intermediate threshold",
        60.0,
        (0.1, 10_000.0),
        "with two regions: from this average on, m_high packets are drawn instead of m_low",
    )
    .symbol("int_th")
    .unit("packets")
    .logarithmic()
    .advanced(),
    whole("m_low", "draws below", 1, (1, 64), "with two regions: draws below the intermediate threshold").advanced(),
    whole("m_high", "draws above", 2, (1, 64), "with two regions: draws from the intermediate threshold on").advanced(),
    whole("regions_k", "regions", 8, (1, 64), "with regions: number of equal parts of the range from min_th to max_th")
        .symbol("k")
        .advanced(),
    whole("regions_a", "draws per region", 2, (1, 16), "with regions: how many more draws each region makes")
        .symbol("a")
        .advanced(),
    choice(
        "draw_mode",
        "drawing",
        &[option("distinct", "no packet is drawn twice"), option("independent", "each draw is from all packets")],
        "whether one arrival can draw the same packet twice",
    )
    .advanced(),
    choice(
        "ring",
        "ring",
        &[
            option("exact", "a list of the waiting packets, without holes"),
            option("linux", "the ring of Linux 6.12, in which matches leave holes and packets can be lost"),
        ],
        "how the queue is stored; in Linux's ring, each draw is from all slots, and a full ring counts as empty",
    )
    .advanced(),
];

/// The reasons for drops and marks in all relatives of CHOKe, plus the reason for losses in the ring.
const REASONS: &[Reason] = &[
    Reason::Early,
    Reason::Forced,
    Reason::Overflow,
    Reason::MatchArriving,
    Reason::MatchVictim,
    Reason::MarkEarly,
    Reason::MarkForced,
    Reason::RingLost,
];

const QLEN: Quantity = quantity(
    "qlen",
    "qlen",
    "packets",
    "queue length that the average and the buffer test use: packets waiting or lost in the ring",
);

const RING: StateView = StateView::Slots(Slots {
    title: "ring",
    meaning: "the slots in which Linux keeps the packets, from slot 0; packets leave at the head and enter at the tail",
    gauge: "qlen",
    only_if: only_if!(ring("linux")),
});

const LINUX: ParamSet = ParamSet {
    id: "linux",
    name: "Linux, for a limit of 400 packets",
    origin: "Linux, sch_choke.c and iproute2's q_choke.c: with a limit of 400, max is a quarter of it and min a third of max, in whole packets; probability 0.02; the default burst makes the weight 1/32",
    values: &red_values!(
        400, 33.0, 100.0, 0.031_25, 0.02, false, "drawn";
        ("thresholds_auto", ParamValue::Switch(false)),
        ("w_q_auto", ParamValue::Choice("off")),
        ("average_steps", ParamValue::Choice("whole")),
        ("byte_mode", ParamValue::Switch(false)),
        ("mean_pkt_size", ParamValue::Integer(0)),
        ("above_max", ParamValue::Choice("forced")),
        ("idle", ParamValue::Choice("paper")),
        ("zone_edges", ParamValue::Choice("linux_choke")),
        ("ns2_guards", ParamValue::Switch(false)),
        ("overflow_resets_count", ParamValue::Switch(false)),
        ("ecn", ParamValue::Switch(false)),
        ("match_above_max", ParamValue::Switch(true)),
        ("m", ParamValue::Integer(1)),
        ("schedule", ParamValue::Choice("fixed")),
    ),
};

// `int_th` has no effect under the default schedule `fixed`. The set gives `int_th` a value for users who switch to the
// schedule `two_region`, which requires an `int_th` between the thresholds of 100 and 200 packets. The default `int_th`
// of 60 packets would be refused.
const CHOKE_2000: ParamSet = ParamSet {
    id: "choke-2000",
    name: "CHOKe paper, 2000",
    origin: "R. Pan, B. Prabhakar and K. Psounis, IEEE INFOCOM 2000; the thresholds from secondary accounts",
    values: &red_values!(
        300, 100.0, 200.0, 0.002, 0.02, false, "count";
        ("thresholds_auto", ParamValue::Switch(false)),
        ("w_q_auto", ParamValue::Choice("off")),
        ("average_steps", ParamValue::Choice("exact")),
        ("byte_mode", ParamValue::Switch(false)),
        ("mean_pkt_size", ParamValue::Integer(0)),
        ("above_max", ParamValue::Choice("forced")),
        ("idle", ParamValue::Choice("paper")),
        ("zone_edges", ParamValue::Choice("red")),
        ("ns2_guards", ParamValue::Switch(false)),
        ("overflow_resets_count", ParamValue::Switch(false)),
        ("int_th", ParamValue::Real(150.0)),
    ),
};

code! {
    ..red::HEAD;
    ..family::TEST;
    DRAW: 1 "draw m = {m} of the waiting packets" if ring("exact");
    DRAW_SLOT: 1 "draw m = {m} slots; at 3 holes take the head" if ring("linux");
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
    FULL_TEST: 0 ? "if tail meets head, the ring looks empty:" if ring("linux");
    LOST: 1 "all {lost} packets are lost; qlen stays {qlen}" if ring("linux");
}

rule! {
    "R. Pan, B. Prabhakar and K. Psounis, CHOKe, INFOCOM 2000, the flow chart; the buffer test is ours";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "draw one waiting packet at random";
    ..HIT: family::RULE_HIT;
    ..STAGE: red::RULE_STAGE;
}

const CHART: Chart = Chart {
    source: "A. bin Salleh, thesis, UPM 2015, Fig. 2.2; A. Domański et al., 2013, Fig. 1; the buffer test is ours",
    boxes: &{
        let [forced, early, full] = red::chart_stage(STAGE);
        [
            red::CHART_AVERAGE,
            red::chart_below(6),
            act("draw one waiting packet", To::Next),
            ask("of the arrival's flow?", HIT_TEST.after(HIT), To::End("drop both"), To::Next),
            forced,
            early,
            full,
        ]
    },
};

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    DRAWS: m "m" "packets" "packets to be drawn for this arrival";
    LOST_PACKETS: lost "lost" "packets" "packets that were in the ring when its tail met its head";
    LENGTH: QLEN;
}

/// A CHOKe queue.
pub type Choke = Family<Rule>;

/// The search of CHOKe.
#[derive(Clone, Debug)]
pub struct Rule {
    schedule: Schedule,
    mode: DrawMode,
    /// The ring whose slots hold the waiting packets; `None` if `ring` is not `linux`.
    ring: Option<LinuxRing>,
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self {
            schedule: Schedule::read(settings, &red.curve)?,
            mode: DrawMode::read(settings.choice("draw_mode")),
            ring: (settings.choice("ring") == "linux").then(|| LinuxRing::new(red.limit)),
        })
    }

    /// Keeps the old ring if its size is unchanged. Otherwise the new ring is empty, and [`Relative::fit`] fills it.
    fn renew(&mut self, new: Self) {
        let before = std::mem::replace(self, new).ring;
        if let (Some(ring), Some(before)) = (&mut self.ring, before)
            && ring.size() == before.size()
        {
            *ring = before;
        }
    }

    fn fit(&mut self, core: &mut Core) {
        match &mut self.ring {
            Some(ring) => ring.fit(core.queue.len()),
            None => core.phantoms = Phantoms::default(),
        }
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let draws = self.schedule.draws(core.average(), &core.params.curve);
        cx.tracer.value(DRAWS, draws as f64);
        if let Some(ring) = &mut self.ring {
            cx.tracer.line(DRAW_SLOT);
            return Search::Hits(draw_slots(ring, draws, arrival, core, candidates, cx));
        }
        cx.tracer.line(DRAW);
        let everywhere = 0..core.queue.len();
        Search::Hits(candidates.draw(self.mode, draws, everywhere, &core.queue, arrival.flow, cx))
    }

    #[inline]
    fn after_admission<C: Chance, S: Tracer>(&mut self, core: &mut Core, cx: &mut Context<'_, C, S>) {
        let Some(ring) = &mut self.ring else { return };
        if cx.test(FULL_TEST, ring.put()) {
            cx.tracer.value(LOST_PACKETS, core.queue.len() as f64);
            cx.tracer.value(LENGTH, core.length() as f64);
            cx.tracer.line(LOST);
            core.lose_all(Reason::RingLost, cx);
        }
    }

    #[inline]
    fn after_departure(&mut self) {
        if let Some(ring) = &mut self.ring {
            ring.take();
        }
    }

    fn view(&self, core: &Core, viewer: &mut dyn Viewer) {
        viewer.gauge(core.length() as f64);
        if let Some(ring) = &self.ring {
            ring.view(viewer);
        }
    }

    fn fold(&self, hash: &mut StateHash) {
        if let Some(ring) = &self.ring {
            ring.fold(hash);
        }
    }

    fn heap_bytes(&self) -> usize {
        self.ring.as_ref().map_or(0, LinuxRing::heap_bytes)
    }
}

/// Draws slots, empties those whose packet matches, and records these packets as matches. Returns their number.
fn draw_slots<C: Chance, S: Tracer>(
    ring: &mut LinuxRing,
    draws: usize,
    arrival: &Packet,
    core: &Core,
    candidates: &mut Candidates,
    cx: &mut Context<'_, C, S>,
) -> usize {
    if ring.is_empty() {
        return 0;
    }
    let mut matched = Vec::new();
    for _ in 0..draws {
        let slot = ring.draw(cx.chance);
        if candidates.compare(ring.place_of(slot), &core.queue, arrival.flow, cx) {
            matched.push(slot);
        }
    }
    for slot in matched {
        ring.empty(slot);
    }
    candidates.matches()
}

/// The rule that gives the number of draws at an average.
#[derive(Clone, Debug)]
enum Schedule {
    /// The same number for every arrival.
    Fixed(usize),
    /// `low` draws while the average is below `from`, otherwise `high` draws.
    TwoRegions { from: f64, low: usize, high: usize },
    /// The range between the thresholds is divided into `regions` equal regions. If the average is in region i,
    /// `per_region` · i packets are drawn.
    Regions { regions: usize, per_region: usize },
}

impl Schedule {
    fn read(settings: &Settings, curve: &DropCurve) -> Result<Self, SettingsProblem> {
        Ok(match settings.choice("schedule") {
            "two_region" => {
                let from = settings.real("int_th");
                if from < curve.min_th || from > curve.max_th {
                    let (min_th, max_th) = (curve.min_th, curve.max_th);
                    return Err(SettingsProblem::new(
                        "int_th",
                        format!("{from} is not between min_th ({min_th}) and max_th ({max_th})"),
                    ));
                }
                Self::TwoRegions { from, low: settings.count("m_low"), high: settings.count("m_high") }
            }
            "regions" => {
                Self::Regions { regions: settings.count("regions_k"), per_region: settings.count("regions_a") }
            }
            _ => Self::Fixed(settings.count("m")),
        })
    }

    #[inline]
    fn draws(&self, average: f64, curve: &DropCurve) -> usize {
        match *self {
            Self::Fixed(draws) => draws,
            Self::TwoRegions { from, low, .. } if average < from => low,
            Self::TwoRegions { high, .. } => high,
            Self::Regions { regions, per_region } => {
                let depth = (average - curve.min_th) / (curve.max_th - curve.min_th);
                // `as` turns negative values into 0. The clamp puts averages above max_th into the last region.
                let region = 1 + (regions as f64 * depth) as usize;
                per_region * region.min(regions)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::Discipline;
    use crate::discipline::bench::{Bench, LINK, flows};
    use crate::discipline::reason::Reason;
    use ParamValue::{Choice, Integer, Real, Switch};

    fn choke(values: &[(&'static str, ParamValue)]) -> Bench<Choke> {
        Bench::new(values)
    }

    fn count(bench: &Bench<Choke>) -> f64 {
        bench.gauges()[1]
    }

    #[test]
    fn below_the_minimum_no_packet_is_drawn() {
        let mut bench = choke(&[]).holding("AB");
        bench.force_avg(30.0).arrive("A", []);
        assert_eq!(flows(&bench), "ABA");
        assert_eq!(bench.log.draws, []);
    }

    #[test]
    fn a_match_drops_both_and_leaves_reds_count_unchanged() {
        let mut bench = choke(&[]).holding("ABUC");
        bench.force_avg(50.0).arrive("U", [Index(4, 2)]);
        assert_eq!(flows(&bench), "ABC");
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
        assert_eq!(bench.log.draws, [(2, true)]);
        assert_eq!(count(&bench), -1.0);
    }

    #[test]
    fn after_a_miss_red_decides() {
        let mut bench = choke(&[]).holding("ABUC");
        bench.force_avg(50.0).arrive("U", [Index(4, 0), Unit(0.02)]);
        assert_eq!(bench.drops(), [("U", Reason::Early)]);
        assert_eq!(bench.log.draws, [(0, false)]);
        assert_eq!(count(&bench), 0.0);

        let mut bench = choke(&[]).holding("ABUC");
        bench.force_avg(50.0).arrive("U", [Index(4, 0), Unit(0.025)]);
        assert_eq!((bench.drops(), flows(&bench)), (vec![], "ABUCU".into()));
    }

    #[test]
    fn above_the_maximum_the_match_is_still_tried() {
        let mut bench = choke(&[]).holding("AB");
        bench.force_avg(85.0).arrive("C", [Index(2, 1)]);
        assert_eq!(bench.drops(), [("C", Reason::Forced)]);

        let mut bench = choke(&[]).holding("AB");
        bench.force_avg(85.0).arrive("B", [Index(2, 1)]);
        assert_eq!(bench.drops(), [("B", Reason::MatchVictim), ("B", Reason::MatchArriving)]);
        assert_eq!(flows(&bench), "A");

        let mut bench = choke(&[("match_above_max", Switch(false))]).holding("AB");
        bench.force_avg(85.0).arrive("B", []);
        assert_eq!(bench.drops(), [("B", Reason::Forced)]);
    }

    #[test]
    fn a_match_frees_a_place_before_the_buffer_is_tested() {
        let four = ("limit", Integer(4));
        let mut bench = choke(&[four]).holding("ABCD");
        bench.force_avg(50.0).arrive("E", [Index(4, 0), Unit(0.9)]);
        assert_eq!(bench.drops(), [("E", Reason::Overflow)]);

        let mut bench = choke(&[four]).holding("ABCD");
        bench.force_avg(50.0).arrive("A", [Index(4, 0)]);
        assert_eq!(flows(&bench), "BCD");
        assert!(!bench.drops().iter().any(|(_, reason)| *reason == Reason::Overflow));

        let mut bench = choke(&[four, ("overflow_first", Switch(true))]).holding("ABCD");
        bench.force_avg(50.0).arrive("A", []);
        assert_eq!((bench.drops(), flows(&bench)), (vec![("A", Reason::Overflow)], "ABCD".into()));
    }

    #[test]
    fn all_matches_among_several_draws_leave() {
        let mut bench = choke(&[("m", Integer(3))]).holding("UAUB");
        bench.force_avg(50.0).arrive("U", [Index(4, 1), Index(3, 1), Index(2, 0)]);
        assert_eq!(bench.log.draws, [(1, false), (2, true), (0, true)]);
        assert_eq!(flows(&bench), "AB");
        let (victims, arrivals): (Vec<_>, Vec<_>) =
            bench.drops().into_iter().partition(|(_, reason)| *reason == Reason::MatchVictim);
        assert_eq!((victims.len(), arrivals.len()), (2, 1));
    }

    #[test]
    fn distinct_draws_stop_when_every_packet_was_drawn() {
        let mut bench = choke(&[("m", Integer(9))]).holding("AB");
        bench.force_avg(50.0).arrive("U", [Index(2, 1), Unit(0.9)]);
        assert_eq!(bench.log.draws, [(1, false), (0, false)]);
    }

    #[test]
    fn a_packet_drawn_twice_leaves_once() {
        let mut bench = choke(&[("m", Integer(3)), ("draw_mode", Choice("independent"))]).holding("UAUB");
        bench.force_avg(50.0).arrive("U", [Index(4, 2), Index(4, 2), Index(4, 3)]);
        assert_eq!(flows(&bench), "UAB");
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
    }

    #[test]
    fn with_an_empty_queue_red_decides_and_a_single_packet_needs_no_draw() {
        let mut bench = choke(&[]);
        bench.force_avg(50.0).arrive("A", [Unit(0.9)]);
        assert_eq!(flows(&bench), "A");
        bench.force_avg(50.0).arrive("A", []);
        assert_eq!((bench.log.draws.as_slice(), flows(&bench)), (&[(0, true)][..], String::new()));
    }

    #[test]
    fn a_matching_arrival_is_dropped_even_if_it_is_ecn_capable() {
        let mut bench = choke(&[("ecn", Switch(true))]).holding("A");
        bench.force_avg(50.0).arrive_ect("A", []);
        assert_eq!(bench.log.marks, []);
        assert_eq!(bench.drops(), [("A", Reason::MatchVictim), ("A", Reason::MatchArriving)]);
    }

    #[test]
    fn the_number_of_draws_grows_with_the_average() {
        let draws = |schedule: &'static str, average: f64| {
            let settings = Settings::defaults(&ABOUT)
                .with("min_th", Real(100.0))
                .with("max_th", Real(200.0))
                .with("int_th", Real(150.0))
                .with("schedule", Choice(schedule));
            let params = Choke::params(&settings, &LINK).expect("consistent");
            params.rule.schedule.draws(average, &params.red.curve)
        };
        for (average, expected) in [(100.0, 2), (112.5, 4), (150.0, 10), (199.9, 16), (200.0, 16), (900.0, 16)] {
            assert_eq!(draws("regions", average), expected, "average {average}");
        }
        assert_eq!((draws("two_region", 149.0), draws("two_region", 150.0)), (1, 2));
        assert_eq!(draws("fixed", 199.9), 1);
    }

    /// A queue of these packets in the ring of Linux. For a limit of 5 packets the ring has eight slots.
    fn in_the_ring(letters: &str) -> Bench<Choke> {
        choke(&[("limit", Integer(5)), ("ring", Choice("linux"))]).holding(letters)
    }

    /// Enqueues a packet of flow U, whose draw is scripted: among the `used` slots, number `slot` is drawn. The head is
    /// number 0.
    fn matched(bench: &mut Bench<Choke>, used: usize, slot: usize) {
        bench.force_avg(50.0).arrive("U", [Index(used, slot)]);
    }

    fn qlen(bench: &Bench<Choke>) -> f64 {
        bench.gauges()[3]
    }

    #[test]
    fn a_match_in_the_ring_leaves_a_hole_that_later_draws_meet() {
        let mut bench = in_the_ring("AUBU");
        matched(&mut bench, 4, 1);
        assert_eq!((flows(&bench), qlen(&bench)), ("ABU".into(), 3.0));
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
        // The match has left a hole in slot 1. All three draws hit this hole, so the arrival is compared with the
        // packet at the head.
        bench.force_avg(50.0).arrive("U", [Index(4, 1), Index(4, 1), Index(4, 1), Unit(0.9)]);
        assert_eq!((flows(&bench), bench.log.draws.last()), ("ABUU".into(), Some(&(0, false))));
        // The first draw hits the hole in slot 1. The second draw hits slot 3, whose packet is the third in the queue,
        // at position 2.
        bench.force_avg(50.0).arrive("U", [Index(5, 1), Index(5, 3)]);
        assert_eq!((flows(&bench), bench.log.draws.last()), ("ABU".into(), Some(&(2, true))));
    }

    /// An overflowed ring: its eight slots hold five packets and three holes, left by three matched packets of U.
    fn overflown() -> Bench<Choke> {
        let mut bench = in_the_ring("AUUUB");
        for slot in [1, 2, 3] {
            matched(&mut bench, 5, slot);
        }
        for arrival in ["C", "D"] {
            bench.force_avg(30.0).arrive(arrival, []);
        }
        assert_eq!((flows(&bench), qlen(&bench)), ("ABCD".into(), 4.0));
        bench.log = Default::default();
        bench.force_avg(30.0).arrive("E", []);
        bench
    }

    #[test]
    fn a_full_ring_reads_as_empty_and_its_length_keeps_counting() {
        let mut bench = overflown();
        let lost = ["E", "D", "C", "B", "A"].map(|flow| (flow, Reason::RingLost));
        assert_eq!((bench.drops().as_slice(), bench.log.admitted), (&lost[..], 1));
        assert_eq!(bench.log.places(), [Some(4), Some(3), Some(2), Some(1), Some(0)]);
        assert_eq!((flows(&bench), qlen(&bench), bench.depart()), (String::new(), 5.0, None));
    }

    #[test]
    fn the_buffer_test_counts_lost_packets_in_the_ring() {
        let mut bench = overflown();
        bench.force_avg(30.0).arrive("F", []);
        assert_eq!(bench.drops().last(), Some(&("F", Reason::Overflow)));
        // Under a higher limit the arrival G is admitted. It takes the slot of a lost packet and leaves like any other
        // packet.
        bench.reconfigure(&[("limit", Integer(7)), ("ring", Choice("linux"))]);
        bench.force_avg(30.0).arrive("G", []);
        assert_eq!((flows(&bench), qlen(&bench), bench.depart()), ("G".into(), 6.0, Some("G".into())));
        assert_eq!((qlen(&bench), bench.depart()), (5.0, None));
    }

    #[test]
    fn the_average_counts_lost_packets_in_the_ring() {
        let mut bench = overflown();
        bench.reconfigure(&[("limit", Integer(7)), ("ring", Choice("linux")), ("w_q", Real(1.0))]);
        bench.force_avg(30.0).arrive("F", []);
        bench.arrive("G", []);
        assert_eq!(bench.gauges()[0], 6.0);
    }

    #[test]
    fn nothing_is_drawn_from_a_ring_that_reads_as_empty() {
        let mut bench = overflown();
        bench.force_avg(85.0).arrive("E", []);
        assert_eq!(bench.drops().last(), Some(&("E", Reason::Forced)));
    }

    #[test]
    fn another_size_refills_the_ring_and_the_exact_queue_forgets_lost_packets() {
        let mut bench = overflown();
        bench.reconfigure(&[("limit", Integer(20)), ("ring", Choice("linux"))]);
        assert_eq!(qlen(&bench), 5.0);
        bench.force_avg(30.0).arrive("F", []);
        bench.reconfigure(&[("limit", Integer(5)), ("ring", Choice("linux"))]);
        assert_eq!((flows(&bench), qlen(&bench)), ("F".into(), 6.0));
        bench.reconfigure(&[("limit", Integer(5))]);
        assert_eq!((flows(&bench), qlen(&bench)), ("F".into(), 1.0));
        bench.reconfigure(&[("limit", Integer(5)), ("ring", Choice("linux"))]);
        assert_eq!((flows(&bench), bench.depart(), bench.depart()), ("F".into(), Some("F".into()), None));
    }

    #[test]
    fn a_lowered_limit_empties_the_newest_slots() {
        let mut bench = in_the_ring("ABCDE");
        bench.reconfigure(&[("limit", Integer(4)), ("ring", Choice("linux"))]);
        assert_eq!((flows(&bench), qlen(&bench)), ("ABCD".into(), 4.0));
        assert_eq!(bench.drops(), [("E", Reason::Overflow)]);
        // The drop of E has left a hole in slot 4. The hole counts as a slot in use, so the arrival D draws from four
        // slots.
        bench.depart();
        bench.force_avg(50.0).arrive("D", [Index(4, 2)]);
        assert_eq!(flows(&bench), "BC");
    }

    #[test]
    fn a_slot_drawn_twice_loses_its_packet_once() {
        let mut bench = choke(&[("m", Integer(3)), ("ring", Choice("linux"))]).holding("UAUB");
        bench.force_avg(50.0).arrive("U", [Index(4, 2), Index(4, 0), Index(4, 2)]);
        assert_eq!((flows(&bench), qlen(&bench)), ("AB".into(), 2.0));
        bench.force_avg(50.0).arrive("A", [Index(3, 0), Index(3, 0), Index(3, 0)]);
        assert_eq!(flows(&bench), "B");
    }

    #[test]
    fn an_intermediate_threshold_outside_the_others_is_refused_if_it_is_used() {
        let settings = Settings::defaults(&ABOUT).with("int_th", Real(90.0));
        assert!(Choke::params(&settings, &LINK).is_ok());
        let problem =
            Choke::params(&settings.with("schedule", Choice("two_region")), &LINK).expect_err("90 is above 80");
        assert_eq!(problem.param, "int_th");
        assert_eq!(problem.problem, "90 is not between min_th (40) and max_th (80)");
    }
}
