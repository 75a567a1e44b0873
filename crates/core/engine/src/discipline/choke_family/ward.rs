//! WARD: an arrival is compared with two random packets at once, with a probability that grows with the queue.
//!
//! Rule: an arrival that finds n packets would take position n + 1 of B. With probability w(n + 1) two waiting packets
//! are drawn; otherwise the arrival is admitted. If all three belong to one flow, all three are dropped. If only the
//! two drawn packets share a flow, these two are dropped and the arrival enters. A full buffer refuses an arrival that
//! would otherwise be admitted. WARD keeps no average and no other state.
//! Source: Ho, Chan and Chen, IET Communications 1(6), 2007, as the CHOKeD thesis describes it: a weight of at most 1
//! for each position, the random choice of arrivals, the two draws and the three outcomes.
//! We differ: that description gives neither the weights nor the outcome if the arrival matches only one of the two. By
//! default `ward_weight` is linear, w = position/B, and 1 for the position beyond a full buffer. If only one packet
//! matches, `ward_partial` selects whether the arrival and this packet are dropped or the arrival is admitted. With
//! fewer than two waiting packets the arrival is admitted without a draw; the thesis does not mention this case. A
//! random number equal to the weight admits the arrival; the thesis demands a greater one.
//! View: fifo.

use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSpec, Quantity, View};
use crate::discipline::parts::candidates::{Candidates, DrawMode};
use crate::discipline::parts::declare::{choice, code, dial, option, quantities, quantity, real, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of WARD.
pub const ABOUT: About = About {
    id: "ward",
    name: "WARD",
    year: 2007,
    citation: "C.-Y. Ho, Y.-C. Chan and Y.-C. Chen, WARD: A Transmission Control Protocol-Friendly Stateless Active Queue Management Scheme, IET Communications 1(6), 2007",
    idea: "Inspects an arrival with a probability that rises with the queue, and draws two waiting packets for it. If all three are of one flow, all are dropped; if only the two waiting packets are of one flow, these two are dropped.",
    memory: Memory::Stateless,
    confidence: Confidence::Low,
    confidence_note: "Certain: the inspection by the position in the buffer, the two draws and three of the outcomes. Ours: the weights of the positions, and the outcome when the arrival matches just one of the two; both are choices. As in the survey, a full buffer refuses an arrival after the comparison; before it is an option.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[WEIGHT],
    state: &[dial("weight", "inspection chance", Bound::Value(1.0))],
    reasons: &[Reason::Overflow, Reason::MatchArriving, Reason::MatchVictim],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    choice(
        "ward_weight",
        "position weight",
        &[
            option("linear", "position/B"),
            option("quadratic", "the square of position/B: only a long queue is inspected"),
            option("power", "position/B to the power of the weight exponent"),
        ],
        "probability that an arrival at this position in the buffer is inspected",
    ),
    choice(
        "ward_partial",
        "one match",
        &[
            option("drop_pair", "the matching packet and the arrival are dropped"),
            option("admit", "neither is dropped"),
        ],
        "which packets are dropped if just one of the two drawn packets is of the arrival's flow",
    )
    .advanced(),
    choice(
        "ward_full",
        "full buffer",
        &[
            option("last", "after the comparison, if it did not drop the arrival (CHOKeD thesis 2015)"),
            option("first", "before any packet is drawn"),
        ],
        "when a full buffer refuses the arrival; after a comparison there may be room",
    )
    .advanced(),
    real(
        "ward_exponent",
        "weight exponent",
        1.0,
        (0.0, 16.0),
        "with the weight power: 0 inspects every arrival, 1 is linear, 2 quadratic",
    )
    .advanced(),
];

code! {
    FULL_FIRST: 0 ? "if B packets wait: drop the arrival (overflow); done" if ward_full("first");
    WEIGH: 0 "w ← weight of position n + 1 = {place} of B = {weight}";
    GATE: 0 ? "if fewer than 2 wait, or u = {u} ≥ w: to the buffer test";
    DRAW: 0 "draw two different waiting packets";
    TRIPLE_TEST: 0 ? "if both and the arrival are of one flow:";
    DROP_TRIPLE: 1 "drop all three; done";
    PAIR_TEST: 0 ? "if the two are of one flow, the arrival is not:";
    DROP_TWO: 1 "drop the two; to the buffer test";
    PARTIAL_TEST: 0 ? "if just one is of the arrival's flow:" if ward_partial("drop_pair");
    DROP_PAIR: 1 "drop that one and the arrival; done" if ward_partial("drop_pair");
    FULL_LAST: 0 ? "if B packets wait: drop the arrival (overflow)" if ward_full("last");
    ADMIT: 0 "admit the arrival";
}

rule! {
    "C.-Y. Ho et al., WARD, IET Communications 1(6), 2007; the weights and the case of one match are ours";
    FULL_FIRST: 0 "w ← (q + 1)/B for its position q + 1" shows "{weight}";
    GATE: 0 ? "if q < 2, or with probability 1 − w: admit it";
    DRAW: 0 "else draw two waiting packets at random";
    TRIPLE_TEST: 0 ? "if all three are of one flow, drop all three";
    PAIR_TEST: 0 ? "if only the two are of one flow, drop the two";
    PARTIAL_TEST: 0 ? "if only one is of its flow, drop it and that one";
    FULL_LAST: 0 ? "if the buffer is full, drop it; else admit it";
}

const WEIGHT: Quantity =
    quantity("weight", "w", "", "probability that an arrival is inspected at the position it would take");

quantities! {
    PLACE: place "n + 1" "packets" "position the arrival would take, from 1";
    PLACE_WEIGHT: WEIGHT;
    UNIFORM: u "u" "" "the random number drawn, uniform in [0, 1); none is drawn when the outcome is certain";
}

/// Parameters of WARD.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The exponent of the weight (position/B)^exponent, at least 0.
    exponent: f64,
    drops_partial: bool,
    refuses_first: bool,
}

/// A WARD queue.
#[derive(Clone, Debug)]
pub struct Ward {
    params: Params,
    queue: Fifo,
    candidates: Candidates,
}

impl Ward {
    /// The weight of a position from 1 to B.
    fn weight(&self, place: usize) -> f64 {
        let fill = place as f64 / self.params.limit as f64;
        math::pow(fill, self.params.exponent).min(1.0)
    }

    fn is_full(&self) -> bool {
        self.queue.len() >= self.params.limit
    }

    /// Returns whether the arrival is compared with two packets.
    fn is_inspected<C: Chance, S: Tracer>(&self, weight: f64, cx: &mut Context<'_, C, S>) -> bool {
        self.queue.len() >= 2 && cx.happens(weight, UNIFORM)
    }

    /// Draws two packets and drops the matching packets. Returns whether the arrival may enter.
    fn inspect<C: Chance, S: Tracer>(&mut self, arrival: &Packet, cx: &mut Context<'_, C, S>) -> bool {
        cx.tracer.line(DRAW);
        self.candidates.draw(DrawMode::Distinct, 2, 0..self.queue.len(), &self.queue, arrival.flow, cx);
        let matches = self.candidates.matches();
        if cx.test(TRIPLE_TEST, matches == 2) {
            cx.tracer.line(DROP_TRIPLE);
            return self.drop_matches(arrival, cx);
        }
        let &[front, rear] = self.candidates.drawn() else { unreachable!("two packets were drawn") };
        if cx.test(PAIR_TEST, matches == 0 && self.queue.flow_at(front) == self.queue.flow_at(rear)) {
            cx.tracer.line(DROP_TWO);
            for place in [rear, front] {
                self.queue.evict(place, Reason::MatchVictim, cx);
            }
            return true;
        }
        if self.params.drops_partial && cx.test(PARTIAL_TEST, matches == 1) {
            cx.tracer.line(DROP_PAIR);
            return self.drop_matches(arrival, cx);
        }
        self.candidates.forget();
        true
    }

    /// Drops the matching packets and the arrival. Returns `false`: the arrival may not enter.
    fn drop_matches<C: Chance, S: Tracer>(&mut self, arrival: &Packet, cx: &mut Context<'_, C, S>) -> bool {
        self.candidates.evict(&mut self.queue, cx);
        cx.tracer.drop(arrival, Reason::MatchArriving, None);
        false
    }
}

impl Discipline for Ward {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, _link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            exponent: match settings.choice("ward_weight") {
                "quadratic" => 2.0,
                "power" => settings.real("ward_exponent"),
                _ => 1.0,
            },
            drops_partial: settings.choice("ward_partial") == "drop_pair",
            refuses_first: settings.choice("ward_full") == "first",
        })
    }

    fn new(params: Params) -> Self {
        Self { params, queue: Fifo::default(), candidates: Candidates::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        if self.params.refuses_first && self.is_full() {
            cx.tracer.test(FULL_FIRST, true);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        let place = self.queue.len() + 1;
        let weight = self.weight(place);
        cx.tracer.value(PLACE, place as f64);
        cx.tracer.value(PLACE_WEIGHT, weight);
        cx.tracer.line(WEIGH);
        if !self.is_inspected(weight, cx) {
            cx.tracer.test(GATE, true);
        } else if !self.inspect(&packet, cx) {
            return;
        }
        if self.is_full() {
            cx.tracer.test(FULL_LAST, true);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.weight(self.queue.len() + 1));
    }
    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Draw::{self, Index, Unit};
    use crate::discipline::about::ParamValue::{self, Choice, Integer, Real};
    use crate::discipline::bench::{Bench, flows};

    const TEN: (&str, ParamValue) = ("limit", Integer(10));
    /// Scripted draws of the positions 0 and 1, of 2 and 3, and of 0 and 2. The second draw is from the three remaining
    /// packets, so its index counts only these packets.
    const FIRST_TWO: [Draw; 3] = [Unit(0.3), Index(4, 0), Index(3, 0)];
    const LAST_TWO: [Draw; 3] = [Unit(0.3), Index(4, 2), Index(3, 2)];
    const FIRST_AND_THIRD: [Draw; 3] = [Unit(0.3), Index(4, 0), Index(3, 1)];

    fn ward(values: &[(&'static str, ParamValue)]) -> Bench<Ward> {
        Bench::new(values)
    }

    /// The state after one arrival at a queue with the packets "AABC" and a buffer of ten packets, where w = 0.5.
    fn after<const N: usize>(arrival: &str, draws: [Draw; N]) -> Bench<Ward> {
        let mut bench = roomy("AABC", &[TEN]);
        bench.arrive(arrival, draws);
        bench
    }

    /// A queue of these packets. A second WARD, with weights near 0, admits all of them; its queue then replaces the
    /// queue of the WARD under test.
    fn roomy(letters: &str, values: &[(&'static str, ParamValue)]) -> Bench<Ward> {
        let mut bench = ward(values);
        let mut filling = ward(&[("ward_weight", Choice("power")), ("ward_exponent", Real(16.0))]);
        filling = filling.holding(letters);
        bench.discipline.queue = filling.discipline.queue;
        bench
    }

    #[test]
    fn an_arrival_that_is_not_inspected_is_admitted_without_a_draw() {
        let bench = after("A", [Unit(0.7)]);
        assert_eq!((flows(&bench), bench.log.draws.as_slice()), ("AABCA".into(), &[][..]));
        // A random number equal to the weight is not below it.
        assert_eq!(flows(&after("A", [Unit(0.5)])), "AABCA");
    }

    #[test]
    fn three_packets_of_one_flow_are_all_dropped() {
        let bench = after("A", FIRST_TWO);
        assert_eq!(flows(&bench), "BC");
        assert_eq!(
            bench.drops(),
            [("A", Reason::MatchVictim), ("A", Reason::MatchVictim), ("A", Reason::MatchArriving)]
        );
    }

    #[test]
    fn two_drawn_packets_of_one_flow_are_dropped_and_another_arrival_enters() {
        let bench = after("D", FIRST_TWO);
        assert_eq!(flows(&bench), "BCD");
        assert_eq!(bench.drops(), [("A", Reason::MatchVictim), ("A", Reason::MatchVictim)]);
    }

    #[test]
    fn the_outcome_of_a_single_match_can_be_chosen() {
        let bench = after("B", LAST_TWO);
        assert_eq!(flows(&bench), "AAC");
        assert_eq!(bench.drops(), [("B", Reason::MatchVictim), ("B", Reason::MatchArriving)]);

        let mut bench = roomy("AABC", &[TEN, ("ward_partial", Choice("admit"))]);
        bench.arrive("B", LAST_TWO);
        assert_eq!((flows(&bench), bench.drops()), ("AABCB".into(), vec![]));
        // Candidates of an earlier arrival have no effect on a later arrival.
        bench.arrive("D", [Unit(0.3), Index(5, 0), Index(4, 1)]);
        assert_eq!((flows(&bench), bench.drops()), ("AABCBD".into(), vec![]));
    }

    #[test]
    fn packets_of_three_flows_all_stay() {
        let bench = after("D", FIRST_AND_THIRD);
        assert_eq!((flows(&bench), bench.drops()), ("AABCD".into(), vec![]));
        assert_eq!(bench.log.draws, [(0, false), (2, false)]);
    }

    #[test]
    fn a_full_buffer_refuses_an_arrival_that_the_comparison_admits() {
        let full = |letters: &str| {
            let mut bench = roomy(letters, &[("limit", Integer(2))]);
            // At a full buffer the arrival is compared with certainty. Only the first draw of two packets is scripted:
            // a second draw can only meet the other packet.
            bench.arrive("A", [Index(2, 0)]);
            (flows(&bench), bench.drops().len(), bench.drops().last().copied())
        };
        assert_eq!(full("AA"), (String::new(), 3, Some(("A", Reason::MatchArriving))));
        assert_eq!(full("BB"), ("A".into(), 2, Some(("B", Reason::MatchVictim))));
        assert_eq!(full("BC"), ("BC".into(), 1, Some(("A", Reason::Overflow))));
    }

    #[test]
    fn a_full_buffer_can_refuse_before_the_draw_and_one_packet_is_not_drawn() {
        let mut bench = ward(&[("limit", Integer(1)), ("ward_full", Choice("first"))]);
        bench.arrive("A", []);
        bench.arrive("A", []);
        assert_eq!((flows(&bench), bench.drops()), ("A".into(), vec![("A", Reason::Overflow)]));
    }

    #[test]
    fn the_weight_grows_with_the_place() {
        let weights = |values: &[(&'static str, ParamValue)]| {
            let ward = ward(&[&[TEN], values].concat()).discipline;
            [1, 5, 10].map(|place| ward.weight(place))
        };
        assert_eq!(weights(&[]), [0.1, 0.5, 1.0]);
        assert_eq!(weights(&[("ward_weight", Choice("quadratic"))]), [0.1 * 0.1, 0.25, 1.0]);
        assert_eq!(weights(&[("ward_weight", Choice("power")), ("ward_exponent", Real(0.0))]), [1.0; 3]);
    }
}
