//! The mechanism shared by CHOKeW and CHOKeR: the number of comparisons for an arrival is the drawing factor divided by
//! the weight of its priority.
//!
//! Rule: the drawing factor p₀ rises while more than L_th packets wait and falls otherwise. An arrival of priority i is
//! compared with at most p_i = p₀/w_i waiting packets; the fractional part of p_i is the probability of one more
//! comparison. Every draw is from all waiting packets. When a drawn packet is of the arrival's flow, both packets are
//! dropped and drawing ends. Otherwise packets are dropped only at a full buffer: there is neither an average nor an
//! early drop.
//!
//! CHOKeW and CHOKeR implement [`Rise`], which supplies a description and the number of steps by which the factor
//! rises. [`Weighted`] turns a [`Rise`] into a discipline.

use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, Bound, LineId, ParamSpec, Quantity, StateView};
use crate::discipline::parts::candidates::Candidates;
use crate::discipline::parts::declare::{code, dial, quantities, quantity, real, rule, whole};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The rule by which CHOKeW or CHOKeR raises its drawing factor.
///
/// The pseudo-code consists of [`TEST`], the discipline's own lines for a rise of the factor, and [`REST`]. The
/// quantities are [`QUANTITIES`] and the discipline's own.
pub trait Rise: Clone {
    /// The description of the discipline.
    const ABOUT: &'static About;
    /// The discipline's own lines of pseudo-code.
    const RISE: &'static [LineId];
    /// The first line of [`REST`].
    const REST: LineId;

    /// Reads the discipline's own settings.
    fn read(settings: &Settings) -> Self;

    /// The number of steps of p⁺ by which the factor rises at an arrival that finds `waiting` > `threshold` packets; at
    /// least 1.
    fn steps<S: Tracer>(&self, waiting: usize, threshold: usize, limit: usize, tracer: &mut S) -> u32;
}

/// The parameters of both disciplines.
pub const PARAMS: &[ParamSpec] = &[
    fifo::LIMIT,
    whole(
        "l_th",
        "queue threshold",
        20,
        (1, 10_000),
        "while more packets wait, the drawing factor rises; otherwise it falls. A threshold of B or more never raises it",
    )
    .symbol("L_th")
    .unit("packets")
    .logarithmic()
    .on_ruler(),
    real("p_plus", "rise", 0.002, (1e-6, 1.0), "increase of the drawing factor at an arrival")
        .symbol("p⁺")
        .logarithmic(),
    real("p_minus", "fall", 0.001, (1e-6, 1.0), "decrease of the drawing factor at an arrival")
        .symbol("p⁻")
        .logarithmic(),
    real("weight_0", "weight of priority 0", 1.0, (1.0, 100.0), "divides the draws of packets without priority")
        .symbol("w_0"),
    real(
        "weight_1",
        "weight of priority 1",
        2.0,
        (1.0, 100.0),
        "divides the draws of packets with priority 1 or higher",
    )
    .symbol("w_1"),
    real("p0_max", "max draws", 64.0, (1.0, 1_000.0), "largest value of the drawing factor").symbol("p_0").advanced(),
];

code! {
    /// The shared pseudo-code that precedes the discipline's own lines.
    pub segment TEST, pub(super) ids;
    ABOVE_TEST: 0 ? "if n = {n} > L_th:";
}

code! {
    /// The shared pseudo-code that follows the discipline's own lines.
    pub segment REST;
    FALL: 0 "else: p_0 ← max(0, p_0 − p⁻) = {p_0}";
    SHARE_OUT: 0 "p_i ← p_0/w_i = {p_i}";
    COUNT_DRAWS: 0 "m ← ⌊p_i⌋, one more if u = {u} < the fraction = {m}";
    LOOP: 0 ? "up to m times, while packets wait:";
    DRAW: 1 ? "draw one of them; if it is of the arrival's flow:";
    HIT: 2 "drop it and the arrival; done";
    OVERFLOW: 0 ? "if B packets wait: drop the arrival (overflow)";
    ADMIT: 0 "else: admit it at the rear";
}

rule! {
    /// The lines of the rule for [`REST`].
    pub segment RULE_REST;
    FALL: 0 "else p_0 ← max(0, p_0 − p⁻)" shows "{p_0}";
    SHARE_OUT: 0 "p_i ← p_0/w_i for its priority i" shows "{p_i}";
    COUNT_DRAWS: 0 "m ← ⌊p_i⌋, one more at random for the fraction" shows "{m}";
    LOOP: 0 "up to m draws: if one is of its flow, drop both" asks(DRAW);
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

quantities! {
    /// The quantities of both schemes.
    pub segment QUANTITIES;
    WAITING: n "n" "packets" "packets waiting before this arrival";
    FACTOR: P_0;
    SHARE: p_i "p_i" "packets" "comparisons that the arrival's priority allows";
    UNIFORM: u "u" "" "the random number drawn, uniform in [0, 1); none is drawn when the outcome is certain";
    DRAWS: m "m" "packets" "largest number of comparisons for this arrival";
}

/// The drawing factor, the only gauge of CHOKeW and CHOKeR.
pub const P_0: Quantity = quantity("p_0", "p_0", "packets", "drawing factor: comparisons of an arrival of weight 1");

/// The state of CHOKeW and CHOKeR.
pub const STATE: &[StateView] = &[dial("p_0", "drawing factor", Bound::Open)];

/// The reasons for drops of CHOKeW and CHOKeR.
pub const REASONS: &[Reason] = &[Reason::Overflow, Reason::MatchArriving, Reason::MatchVictim];

/// Parameters of a scheme.
#[derive(Clone, Debug)]
pub struct Params<R> {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The threshold L_th of the queue \[packets\].
    threshold: usize,
    rise: f64,
    fall: f64,
    /// The weights of priorities 0 and 1, each at least 1. Priorities above 1 have the weight of priority 1.
    weights: [f64; 2],
    max_factor: f64,
    rule: R,
}

/// A queue of a scheme.
#[derive(Clone, Debug)]
pub struct Weighted<R> {
    params: Params<R>,
    /// The drawing factor p₀, within 0..=`max_factor`.
    factor: f64,
    candidates: Candidates,
    queue: Fifo,
}

impl<R: Rise> Weighted<R> {
    /// Raises or lowers the drawing factor according to the length of the queue when the packet arrives.
    fn move_factor<S: Tracer>(&mut self, tracer: &mut S) {
        let Params { limit, threshold, rise, fall, max_factor, .. } = self.params;
        let waiting = self.queue.len();
        tracer.value(WAITING, waiting as f64);
        tracer.test(ABOVE_TEST, waiting > threshold);
        if waiting > threshold {
            let steps = self.params.rule.steps(waiting, threshold, limit, tracer);
            self.factor = (self.factor + f64::from(steps) * rise).min(max_factor);
            R::RISE.iter().for_each(|&line| tracer.line(line));
        } else {
            self.factor = (self.factor - fall).max(0.0);
            tracer.line(FALL.after(R::REST));
        }
        tracer.value(FACTOR, self.factor);
    }

    /// The largest number of comparisons for an arrival of this priority.
    fn draws<C: Chance, S: Tracer>(&self, priority: u8, cx: &mut Context<'_, C, S>) -> u32 {
        let share = self.params.factor_of(priority, self.factor);
        cx.tracer.value(SHARE, share);
        cx.tracer.line(SHARE_OUT.after(R::REST));
        let whole = share.floor();
        let draws = whole as u32 + u32::from(cx.happens(share - whole, UNIFORM));
        cx.tracer.value(DRAWS, f64::from(draws));
        cx.tracer.line(COUNT_DRAWS.after(R::REST));
        draws
    }

    /// Compares the arrival with up to `draws` packets. Returns whether the arrival and one of these packets were
    /// dropped.
    fn meets_its_like<C: Chance, S: Tracer>(
        &mut self,
        packet: &Packet,
        draws: u32,
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        let waiting = self.queue.len();
        let draws = if waiting > 0 { draws } else { 0 };
        cx.tracer.test(LOOP.after(R::REST), draws > 0);
        for _ in 0..draws {
            let place = cx.chance.pick(waiting);
            cx.tracer.test(DRAW.after(R::REST), self.queue.flow_at(place) == packet.flow);
            if self.candidates.compare(place, &self.queue, packet.flow, cx) {
                cx.tracer.line(HIT.after(R::REST));
                self.candidates.evict(&mut self.queue, cx);
                cx.tracer.drop(packet, Reason::MatchArriving, None);
                return true;
            }
        }
        false
    }
}

impl<R> Params<R> {
    fn factor_of(&self, priority: u8, factor: f64) -> f64 {
        factor / self.weights[usize::from(priority).min(self.weights.len() - 1)]
    }
}

impl<R: Rise> Discipline for Weighted<R> {
    const ABOUT: &'static About = R::ABOUT;
    type Params = Params<R>;

    fn params(settings: &Settings, _link: &LinkFacts) -> Result<Params<R>, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            threshold: settings.count("l_th"),
            rise: settings.real("p_plus"),
            fall: settings.real("p_minus"),
            weights: [settings.real("weight_0"), settings.real("weight_1")],
            max_factor: settings.real("p0_max"),
            rule: R::read(settings),
        })
    }

    fn new(params: Params<R>) -> Self {
        Self { params, factor: 0.0, candidates: Candidates::default(), queue: Fifo::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params<R>, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.factor = self.factor.min(self.params.max_factor);
        self.queue.shrink_to(self.params.limit, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        self.move_factor(cx.tracer);
        let draws = self.draws(packet.priority, cx);
        if self.meets_its_like(&packet, draws, cx) {
            return;
        }
        let lines = (OVERFLOW.after(R::REST), ADMIT.after(R::REST));
        self.queue.admit_or_overflow(packet, self.params.limit, lines, cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.factor);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        hash.fold_real(self.factor);
    }
}

#[cfg(test)]
pub(in crate::discipline) mod tests {
    use super::*;
    use crate::base::rng::Draw::{Index, Unit};
    use crate::base::rng::Stream;
    use crate::discipline::about::ParamValue::{Integer, Real};
    use crate::discipline::bench::{Bench, flows};
    use crate::discipline::choke_family::choker;
    use crate::discipline::choke_family::chokew;

    /// Steps p⁺ and p⁻ of 0.5, a number that is exact in binary.
    const COARSE: [(&str, crate::discipline::about::ParamValue); 2] = [("p_plus", Real(0.5)), ("p_minus", Real(0.5))];

    /// A queue whose drawing factor is one step above `factor`. An arrival that finds at most L_th packets lowers the
    /// drawing factor to `factor`.
    fn with_factor<R: Rise>(letters: &str, factor: f64) -> Bench<Weighted<R>> {
        let mut bench = Bench::<Weighted<R>>::new(&COARSE).holding(letters);
        bench.discipline.factor = factor + 0.5;
        bench
    }

    /// Calls a generic check for both schemes.
    macro_rules! for_both {
        ($check:ident) => {
            $check::<chokew::Rule>();
            $check::<choker::Rule>();
        };
    }

    #[test]
    fn the_factor_falls_by_a_step_and_never_below_0() {
        fn check<R: Rise>() {
            let mut bench = Bench::<Weighted<R>>::new(&[]).holding("A");
            bench.discipline.factor = 1.0;
            let mut chance = Stream::named(1, "fall");
            for _ in 0..300 {
                bench.arrive_by_chance("B", &mut chance);
                bench.depart();
            }
            assert!((bench.gauges()[0] - 0.7).abs() < 1e-9, "{:?}", bench.gauges());
            for _ in 0..1000 {
                bench.arrive_by_chance("B", &mut chance);
                bench.depart();
            }
            assert_eq!(bench.gauges()[0], 0.0);
        }
        for_both!(check);
    }

    #[test]
    fn the_factor_stops_at_its_maximum() {
        fn check<R: Rise>() {
            let mut bench = Bench::<Weighted<R>>::new(&[("l_th", Integer(1)), ("p0_max", Real(2.0))]).holding("AB");
            bench.discipline.factor = 1.999_5;
            bench.arrive_by_chance("C", &mut Stream::named(1, "end"));
            assert_eq!(bench.gauges()[0], 2.0);
        }
        for_both!(check);
    }

    #[test]
    fn the_fractional_part_is_the_probability_of_one_more_draw() {
        fn check<R: Rise>() {
            let mut bench = with_factor::<R>("AB", 1.5);
            bench.arrive("U", [Unit(0.4), Index(2, 0), Index(2, 1)]);
            assert_eq!(bench.log.draws, [(0, false), (1, false)]);
            let mut bench = with_factor::<R>("AB", 1.5);
            bench.arrive("U", [Unit(0.5), Index(2, 0)]);
            assert_eq!(bench.log.draws, [(0, false)]);
        }
        for_both!(check);
    }

    #[test]
    fn priority_divides_the_draws_by_its_weight() {
        fn check<R: Rise>() {
            for priority in [1, 7] {
                let mut bench = with_factor::<R>("AB", 1.5);
                bench.arrive_prior("U", priority, [Unit(0.8)]);
                assert_eq!((bench.log.draws.len(), flows(&bench)), (0, "ABU".into()));
            }
        }
        for_both!(check);
    }

    #[test]
    fn the_first_match_ends_the_search_and_drops_both() {
        fn check<R: Rise>() {
            let mut bench = with_factor::<R>("UAB", 2.0);
            bench.arrive("U", [Index(3, 1), Index(3, 0)]);
            assert_eq!(flows(&bench), "AB");
            assert_eq!(bench.drops(), [("U", Reason::MatchVictim), ("U", Reason::MatchArriving)]);
            let mut bench = with_factor::<R>("UUB", 2.0);
            bench.arrive("U", [Index(3, 0)]);
            assert_eq!(flows(&bench), "UB");
        }
        for_both!(check);
    }

    #[test]
    fn a_packet_without_a_match_can_be_drawn_again() {
        fn check<R: Rise>() {
            let mut bench = with_factor::<R>("AB", 2.0);
            bench.arrive("U", [Index(2, 1), Index(2, 1)]);
            assert_eq!(bench.log.draws, [(1, false), (1, false)]);
        }
        for_both!(check);
    }

    #[test]
    fn with_an_empty_queue_no_packet_is_drawn() {
        fn check<R: Rise>() {
            let mut bench = with_factor::<R>("", 2.0);
            bench.arrive("U", []);
            assert_eq!(flows(&bench), "U");
        }
        for_both!(check);
    }

    #[test]
    fn a_match_frees_a_place_before_the_buffer_is_tested() {
        fn check<R: Rise>() {
            let mut bench = Bench::<Weighted<R>>::new(&[("limit", Integer(2)), COARSE[0], COARSE[1]]).holding("UA");
            bench.discipline.factor = 1.5;
            bench.arrive("B", [Index(2, 0)]);
            assert_eq!(bench.drops(), [("B", Reason::Overflow)]);
            bench.discipline.factor = 1.5;
            bench.arrive("U", [Index(2, 0)]);
            assert_eq!(flows(&bench), "A");
        }
        for_both!(check);
    }
}
