//! SAC (Self-Adjustable CHOKe): CHOKe whose number of draws for a UDP arrival grows with the share of UDP.
//!
//! Rule: two moving averages are kept at every arrival: R, the share of UDP in the arrivals, and P, the probability
//! that one random waiting packet is of the arrival's flow. The range of the average from 0 to max_th is cut into k =
//! ⌈R/P⌉ regions, at most k_max. In the i-th region a UDP arrival is compared with i packets. Any other arrival is
//! compared with one packet, as in CHOKe.
//! Source: Jiang, Hamdi and Liu, IEEE ISCC 2003, known to us only through one paragraph of a survey. The survey
//! mentions regions up to max_th, as many candidates as the region's number, a choice of regions by the traffic mix,
//! and TCP treated as in CHOKe.
//! We differ: the survey does not say how P and R choose k. 1/P estimates the number of flows, so R/P is about the
//! number of UDP flows. "Queue size" is read as the average that the thresholds test; `sac_region` can choose the queue
//! itself. Both estimates begin at 0, and before the first match k is k_max. The packet that measures P is also the
//! first candidate.
//! Derived from: `red`, through `family`.  View: fifo.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSpec, Quantity, View};
use crate::discipline::choke_family::family::{self, FULL_FIRST, Family, HIT_TEST, Relative, Search};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{choice, code, dial, option, quantities, quantity, real, rule, whole};
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Tracer, Viewer};

/// The description of SAC.
pub const ABOUT: About = About {
    id: "sac",
    name: "SAC",
    year: 2003,
    citation: "Y. Jiang, M. Hamdi and J. Liu, Self Adjustable CHOKe: An Active Queue Management Algorithm for Congestion Control and Fair Bandwidth Allocation, IEEE ISCC 2003",
    idea: "CHOKe that watches its traffic: it estimates how much of it is UDP and how many flows there are, and draws more packets for each UDP arrival when many UDP flows crowd the queue.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "A reconstruction from one paragraph. Certain: regions between 0 and max_th, as many draws as the region's number, regions that follow the traffic, TCP compared once. Our decision: k = R/P regions, their bound, and the weights of both estimates. \"Queue size\" is read as the average that is compared with the thresholds; the queue itself is an option.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS, family::PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, UDP_PART, MATCH_PROBABILITY, REGIONS],
    state: &[
        dial("udp_part", "UDP share", Bound::Value(1.0)),
        dial("match_probability", "chance of a match", Bound::Open),
        dial("regions", "regions", Bound::Param("k_max")),
    ],
    reasons: family::REASONS,
    reasons_without_arrival: &[],
};

const WEIGHTS: (f64, f64) = (1e-4, 0.5);
const PARAMS: &[ParamSpec] = &[
    whole("k_max", "max regions", 16, (1, 64), "largest number of regions, and thus of draws; with 1 this is CHOKe")
        .symbol("k_max"),
    choice(
        "sac_region",
        "region by",
        &[
            option("average", "the average queue, as for the thresholds"),
            option("queue", "the queue itself, as the survey says"),
        ],
        "which length selects the region",
    )
    .advanced(),
    real("w_r", "weight of R", 0.002, WEIGHTS, "weight of one arrival in the estimate of UDP's share of the arrivals")
        .symbol("w_r")
        .logarithmic()
        .advanced(),
    real(
        "w_p",
        "weight of P",
        0.002,
        WEIGHTS,
        "weight of one comparison in the estimate of the probability of a match",
    )
    .symbol("w_p")
    .logarithmic()
    .advanced(),
];

code! {
    ..red::HEAD;
    ..family::TEST;
    COUNT_UDP: 1 "always: R ← (1 − w_r)·R + w_r·(1 if UDP) = {udp_part}";
    PROBE: 1 "always: draw one; P ← (1 − w_p)·P + w_p·(1 if match)";
    CUT: 1 "k ← ⌈R/{match_probability}⌉, 1 to k_max, = {regions}";
    REGION: 1 "i ← 1 + ⌊k·avg/max_th⌋, at most k, = {region}" if sac_region("average");
    REGION_OF_QUEUE: 1 "i ← 1 + ⌊k·n/max_th⌋, at most k, = {region}" if sac_region("queue");
    DRAW: 1 "m ← i if UDP, else 1: draw m − 1 = {more} more";
    ..HIT: family::HIT;
    ..STAGE: red::STAGE;
}

rule! {
    "Y. Jiang, M. Hamdi and J. Liu, SAC, ISCC 2003; how R and P choose k is ours, as is the buffer test";
    ..red::RULE_HEAD;
    FULL_FIRST: 0 "always: R ← share of UDP, P ← share of matches" shows "R = {udp_part}";
    CUT: 0 "k ← ⌈R/P⌉; i ← 1 + ⌊k·avg/max_th⌋, at most k" shows "i = {region}";
    DRAW: 0 "draw i waiting packets for UDP, one for others";
    HIT + HIT_TEST: 0 ? "if any match, drop them and the arrival";
    ..STAGE: red::RULE_STAGE_IN_SHORT;
}

const UDP_PART: Quantity = quantity("udp_part", "R", "", "estimated share of UDP in the arrivals");
const MATCH_PROBABILITY: Quantity =
    quantity("match_probability", "P", "", "estimated chance that a random waiting packet is of the arrival's flow");
const REGIONS: Quantity = quantity("regions", "k", "", "regions between an average of 0 and max_th");

quantities! {
    ..red::QUANTITIES;
    ..family::QUANTITIES;
    R: UDP_PART;
    P: MATCH_PROBABILITY;
    K: REGIONS;
    I: region "i" "" "the region of the average, from 1";
    MORE: more "m − 1" "packets" "packets to be drawn beside the first";
}

/// A SAC queue.
pub type Sac = Family<Rule>;

/// The search of SAC, with its two estimates.
#[derive(Clone, Debug)]
pub struct Rule {
    w_r: f64,
    w_p: f64,
    /// The maximum number of regions, at least 1.
    k_max: usize,
    is_by_queue: bool,
    /// R, the estimated part of UDP, in [0, 1].
    udp_part: f64,
    /// P, the estimated probability of a match, in [0, 1].
    match_probability: f64,
}

impl Rule {
    /// The number of regions k, from 1 to k_max.
    fn regions(&self) -> usize {
        if self.match_probability > 0.0 {
            // `as` saturates values above the range.
            ((self.udp_part / self.match_probability).ceil() as usize).clamp(1, self.k_max)
        } else {
            self.k_max
        }
    }
}

/// The region i, from 1 to k.
fn region(regions: usize, length: f64, max_th: f64) -> usize {
    (1 + (regions as f64 * length / max_th) as usize).min(regions)
}

impl Relative for Rule {
    const ABOUT: &'static About = &ABOUT;
    const LINES: family::Lines = family::Lines { hit: HIT, stage: STAGE };

    fn read(settings: &Settings, _red: &red::Params) -> Result<Self, SettingsProblem> {
        Ok(Self {
            w_r: settings.real("w_r"),
            w_p: settings.real("w_p"),
            k_max: settings.count("k_max"),
            is_by_queue: settings.choice("sac_region") == "queue",
            udp_part: 0.0,
            match_probability: 0.0,
        })
    }

    fn renew(&mut self, new: Self) {
        *self = Self { udp_part: self.udp_part, match_probability: self.match_probability, ..new };
    }

    #[inline]
    fn notice<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) {
        // Candidates of an earlier arrival must not count as matches of this arrival.
        candidates.forget();
        self.udp_part = (1.0 - self.w_r) * self.udp_part + self.w_r * f64::from(u8::from(arrival.is_udp));
        cx.tracer.value(R, self.udp_part);
        cx.tracer.line(COUNT_UDP);
        if core.queue.is_empty() {
            return;
        }
        let everywhere = 0..core.queue.len();
        let is_match = candidates.draw_one(DrawMode::Distinct, &everywhere, &core.queue, arrival.flow, cx);
        self.match_probability = (1.0 - self.w_p) * self.match_probability + self.w_p * f64::from(u8::from(is_match));
        cx.tracer.value(P, self.match_probability);
        cx.tracer.line(PROBE);
    }

    #[inline]
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search {
        let regions = self.regions();
        cx.tracer.value(K, regions as f64);
        cx.tracer.line(CUT);
        let waiting = core.queue.len();
        let (length, line) =
            if self.is_by_queue { (waiting as f64, REGION_OF_QUEUE) } else { (core.average(), REGION) };
        let region = region(regions, length, core.params.curve.max_th);
        cx.tracer.value(I, region as f64);
        cx.tracer.line(line);
        let draws = if arrival.is_udp { region } else { 1 };
        let more = draws.min(waiting).saturating_sub(1);
        cx.tracer.value(MORE, more as f64);
        cx.tracer.line(DRAW);
        for _ in 0..more {
            candidates.draw_one(DrawMode::Distinct, &(0..waiting), &core.queue, arrival.flow, cx);
        }
        Search::Hits(candidates.matches())
    }

    fn view(&self, _core: &Core, viewer: &mut dyn Viewer) {
        viewer.gauge(self.udp_part);
        viewer.gauge(self.match_probability);
        viewer.gauge(self.regions() as f64);
    }

    fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.udp_part);
        hash.fold_real(self.match_probability);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::discipline::about::ParamValue::{self, Integer, Real};
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::reason::Reason;

    fn sac(values: &[(&'static str, ParamValue)]) -> Bench<Sac> {
        Bench::new(values)
    }

    /// A queue whose estimates R and P have these values. The weights are so small that one more arrival hardly changes
    /// the estimates.
    fn estimating(udp_part: f64, match_probability: f64, letters: &str) -> Bench<Sac> {
        let mut bench = sac(&[("w_r", Real(1e-4)), ("w_p", Real(1e-4))]).holding(letters);
        let rule = bench.discipline.rule_mut();
        (rule.udp_part, rule.match_probability) = (udp_part, match_probability);
        bench
    }

    #[test]
    fn the_estimates_give_the_number_of_regions_and_the_average_selects_one() {
        let regions =
            |udp_part, match_probability| estimating(udp_part, match_probability, "").discipline.rule().regions();
        assert_eq!(regions(0.6, 0.05), 12);
        assert_eq!(regions(0.6, 0.0), 16, "k is k_max as long as no packet has matched");
        assert_eq!(regions(0.6, 0.001), 16);
        assert_eq!(regions(0.0, 0.05), 1);
        assert_eq!((region(12, 50.0, 80.0), region(12, 0.0, 80.0), region(12, 95.0, 80.0)), (8, 1, 12));
        assert_eq!(region(1, 79.0, 80.0), 1);
    }

    #[test]
    fn a_udp_arrival_is_compared_as_often_as_the_number_of_its_region() {
        // After this arrival the share R of UDP is just below 0.6 and the match probability P just below 0.05. R/P,
        // rounded up, gives 12 regions. An average of 50 packets lies in the eighth region, so eight packets are drawn.
        let mut bench = estimating(0.59, 0.05, "ABCDEFGHIJ");
        let draws: [_; 9] = std::array::from_fn(|i| if i < 8 { Index(10 - i, 0) } else { Unit(0.9) });
        bench.force_avg(50.0).arrive_udp("U", draws);
        assert_eq!(bench.log.draws.len(), 8);
        assert_eq!(flows(&bench), "ABCDEFGHIJU");
    }

    #[test]
    fn the_region_can_follow_the_queue() {
        // The queue length of 10 lies in the second of 12 regions; the average of 50 would lie in the eighth. Two
        // packets are drawn, so the queue length selects the region.
        let mut bench = estimating(0.59, 0.05, "ABCDEFGHIJ");
        bench.discipline.rule_mut().is_by_queue = true;
        bench.force_avg(50.0).arrive_udp("U", [Index(10, 0), Index(9, 0), Unit(0.9)]);
        assert_eq!(bench.log.draws.len(), 2);
    }

    #[test]
    fn all_matches_are_dropped_with_the_arrival() {
        let mut bench = estimating(0.15, 0.05, "UAUB");
        // With three regions an average of 50 is in the second, so two packets are drawn.
        bench.force_avg(50.0).arrive_udp("U", [Index(4, 2), Index(3, 0)]);
        assert_eq!(bench.log.draws, [(2, true), (0, true)]);
        assert_eq!(flows(&bench), "AB");
        assert_eq!(bench.drops().len(), 3);
    }

    #[test]
    fn an_arrival_of_another_transport_is_compared_once() {
        let mut bench = estimating(0.6, 0.05, "ABCDEFGHIJ");
        bench.force_avg(50.0).arrive("U", [Index(10, 3), Unit(0.9)]);
        assert_eq!(bench.log.draws, [(3, false)]);
    }

    #[test]
    fn every_arrival_updates_both_estimates_also_below_the_minimum() {
        let mut bench = sac(&[("w_r", Real(0.5)), ("w_p", Real(0.25))]).holding("UA");
        bench.discipline.rule_mut().match_probability = 0.0;
        bench.force_avg(1.0).arrive_udp("U", [Index(2, 0)]);
        assert_eq!(bench.gauges()[3..], [0.5, 0.25, 2.0]);
        // Below min_th the match has changed the estimate P but dropped no packet.
        assert_eq!((flows(&bench), bench.drops()), ("UAU".into(), vec![]));
        bench.force_avg(1.0).arrive("B", [Index(3, 1)]);
        assert_eq!(bench.gauges()[3..5], [0.25, 0.1875]);
    }

    #[test]
    fn a_match_that_only_updates_the_estimate_does_not_affect_the_next_arrival() {
        let mut bench = sac(&[]).holding("UA");
        bench.force_avg(1.0).arrive("U", [Index(2, 0)]);
        bench.force_avg(50.0).arrive("A", [Index(3, 2), Unit(0.9)]);
        assert_eq!(flows(&bench), "UAUA");
    }

    #[test]
    fn from_the_maximum_on_arrivals_are_compared_and_then_dropped() {
        let mut bench = sac(&[("k_max", Integer(2))]).holding("AUB");
        bench.discipline.rule_mut().match_probability = 0.0;
        bench.force_avg(85.0).arrive_udp("U", [Index(3, 0), Index(2, 0)]);
        assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
        bench.force_avg(85.0).arrive_udp("Z", [Index(2, 0)]);
        assert_eq!(bench.drops().last(), Some(&("Z", Reason::Forced)));
    }

    #[test]
    fn with_an_empty_queue_red_decides() {
        let mut bench = sac(&[]);
        bench.force_avg(50.0).arrive_udp("U", [Unit(0.0)]);
        assert_eq!(bench.drops(), [("U", Reason::Early)]);
        assert_eq!(bench.gauges()[4], 0.0, "without a draw the estimate of matches is unchanged");
    }
}
