//! The mechanism shared by CHOKe and its relatives: a search for packets of the arrival's flow, between RED's update of
//! the average and RED's decision.
//!
//! Rule: below min_th admit. Otherwise search among the queued packets, unless the average is too high for that. If any
//! match, these packets and the arrival are dropped. If none matches, RED decides.
//! We differ: with `match_above_max` off no search happens from max_th on, even where gentle mode lets RED admit.
//!
//! A relative supplies a description and a search ([`Relative`]); [`Family`] turns them into a discipline.

use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::discipline::about::{About, LineId, ParamSpec};
use crate::discipline::parts::candidates::Candidates;
use crate::discipline::parts::declare::{choice, code, option, quantities, rule, switch};
use crate::discipline::parts::drop_curve::Zone;
use crate::discipline::random_early::red::{self, Core};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// A relative of CHOKe: its search, and its state between arrivals.
///
/// The pseudo-code of a relative consists of [`red::HEAD`], [`TEST`], its own lines, [`HIT`], perhaps more lines for a
/// miss, and [`red::STAGE`]. Its quantities are [`red::QUANTITIES`], [`QUANTITIES`] and its own. Its gauges begin with
/// [`red::GAUGES`].
pub trait Relative: Clone {
    /// The description of the discipline.
    const ABOUT: &'static About;
    /// The positions in the relative's pseudo-code at which the shared lines [`HIT`] and [`red::STAGE`] begin.
    const LINES: Lines;

    /// Reads the relative's own settings.
    fn read(settings: &Settings, red: &red::Params) -> Result<Self, SettingsProblem>;

    /// Applies new parameters and keeps the state.
    fn renew(&mut self, new: Self) {
        *self = new;
    }

    /// Prepares an empty queue; CHOKe with APF, for example, starts to count the packets of each flow.
    fn prepare(&self, core: &mut Core) {
        let _ = core;
    }

    /// Called for every arrival after the average is updated, even below min_th, where no search follows.
    #[inline]
    fn notice<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) {
        let _ = (arrival, core, candidates, cx);
    }

    /// Searches for packets of the arrival's flow. Matches are either recorded in `candidates` or removed from the
    /// queue at once.
    fn search<C: Chance, S: Tracer>(
        &mut self,
        arrival: &Packet,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) -> Search;

    /// The line of pseudo-code that admits an arrival after a miss without consulting RED; `None` if RED decides.
    fn admits_misses(&self, zone: Zone) -> Option<LineId> {
        let _ = zone;
        None
    }

    /// Called when RED has dropped an arrival of `flow` after a miss.
    #[inline]
    fn after_drop<C: Chance, S: Tracer>(
        &mut self,
        flow: FlowId,
        core: &mut Core,
        candidates: &mut Candidates,
        cx: &mut Context<'_, C, S>,
    ) {
        let _ = (flow, core, candidates, cx);
    }

    /// Called when an arrival has been admitted and waits at the rear.
    #[inline]
    fn after_admission<C: Chance, S: Tracer>(&mut self, core: &mut Core, cx: &mut Context<'_, C, S>) {
        let _ = (core, cx);
    }

    /// Called when the packet at the front has left for the link.
    #[inline]
    fn after_departure(&mut self) {}

    /// Brings the relative's state in line with the waiting packets after any parameter has changed.
    fn fit(&mut self, core: &mut Core) {
        let _ = core;
    }

    /// The size of the front region for `waiting` queued packets, if the discipline has regions.
    fn front_region(&self, waiting: usize) -> Option<usize> {
        let _ = waiting;
        None
    }

    /// Shows the relative's own gauges.
    fn view(&self, core: &Core, viewer: &mut dyn Viewer) {
        let _ = (core, viewer);
    }

    /// Folds the relative's state into a hash.
    fn fold(&self, hash: &mut StateHash) {
        let _ = hash;
    }

    /// Heap size of the relative's state \[bytes\].
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// The result of a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Search {
    /// The number of matches; 0 is a miss.
    Hits(usize),
    /// No packet was drawn.
    None,
    /// The arrival is to be dropped without a search: its flow is a known offender.
    Penalty,
}

/// The parameters that all relatives share, besides those of RED.
pub const PARAMS: &[ParamSpec] = &[
    switch(
        "match_above_max",
        "match above max_th",
        true,
        "also compares arrivals while the average is at or above max_th, so that a match clears a waiting packet as well",
    )
    .advanced(),
    switch(
        "overflow_first",
        "overflow first",
        false,
        "a full buffer refuses the arrival before any packet is drawn; normally a match may free space first",
    )
    .advanced(),
    choice(
        "count_at_match",
        "count at a match",
        &[
            option("untouched", "the count is unchanged, as if RED had not seen the arrival (Linux)"),
            option("incremented", "the arrival counts as a packet that RED did not drop"),
            option("reset", "the match counts as a drop"),
        ],
        "what a match does to RED's count of packets since the last drop, which spaces drops",
    )
    .advanced(),
];

code! {
    /// The shared pseudo-code that precedes a relative's own lines.
    pub segment TEST after red::HEAD, pub(super) ids;
    FULL_FIRST: 0 ? "if the buffer is full: drop (overflow); done" if overflow_first(true);
    MATCH_TEST: 0 ? "if avg < max_th:"
        or "if avg ≤ max_th or match_above_max:" if match_above_max(true), zone_edges("linux_choke")
        or "if avg < max_th or match_above_max:" if match_above_max(true)
        or "if avg ≤ max_th:" if zone_edges("linux_choke");
}

code! {
    /// The shared pseudo-code that follows a relative's own lines.
    pub segment HIT, pub(super) ids;
    HIT_TEST: 1 ? "if any is of the arrival's flow ({hits}):";
    COUNT: 2 "count ← count + 1 = {count}" if count_at_match("incremented");
    COUNT_ANEW: 2 "count ← 0" if count_at_match("reset");
    DROP_ALL: 2 "drop them and the arrival; done";
}

rule! {
    /// The lines of the rule that summarize the pseudo-code [`HIT`], for relatives of CHOKe that draw a single packet.
    pub(super) segment RULE_HIT;
    HIT_TEST: 0 ? "if it is of the arrival's flow,";
    COUNT: 1 "drop both";
}

/// The ids of the shared pseudo-code lines, which follow the lines of one relative of CHOKe.
#[derive(Clone, Copy, Debug)]
pub struct Lines {
    /// The first line of [`HIT`].
    pub hit: LineId,
    /// The first line of [`red::STAGE`].
    pub stage: LineId,
}

quantities! {
    /// The quantities that all relatives share, besides those of RED.
    pub segment QUANTITIES after red::QUANTITIES, pub(in crate::discipline) ids;
    HITS: hits "hits" "packets" "drawn packets of the arrival's flow";
}

/// The reasons for drops and marks in a relative of CHOKe that keeps no table of offending flows.
pub const REASONS: &[Reason] = &[
    Reason::Early,
    Reason::Forced,
    Reason::Overflow,
    Reason::MatchArriving,
    Reason::MatchVictim,
    Reason::MarkEarly,
    Reason::MarkForced,
];

/// Parameters of a relative.
#[derive(Clone, Debug)]
pub struct Params<R> {
    pub(in crate::discipline) red: red::Params,
    matching: Matching,
    pub(in crate::discipline) rule: R,
}

/// The shared settings: whether arrivals are compared above max_th, whether a full buffer drops them before the
/// comparison, and how a match changes RED's count.
#[derive(Clone, Debug)]
struct Matching {
    matches_above_max: bool,
    has_overflow_first: bool,
    count_at_match: CountAtMatch,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum CountAtMatch {
    Untouched,
    Incremented,
    Reset,
}

/// A queue of a relative of CHOKe.
#[derive(Clone, Debug)]
pub struct Family<R> {
    core: Core,
    matching: Matching,
    rule: R,
    candidates: Candidates,
}

impl<R: Relative> Family<R> {
    /// Drops the matched packets and the arrival.
    fn drop_all<C: Chance, S: Tracer>(&mut self, arrival: &Packet, cx: &mut Context<'_, C, S>) {
        match self.matching.count_at_match {
            CountAtMatch::Untouched => {}
            CountAtMatch::Incremented => {
                self.core.count(arrival.bytes, cx);
                cx.tracer.line(COUNT.after(R::LINES.hit));
            }
            CountAtMatch::Reset => {
                self.core.restart_count(cx);
                cx.tracer.line(COUNT_ANEW.after(R::LINES.hit));
            }
        }
        cx.tracer.line(DROP_ALL.after(R::LINES.hit));
        self.candidates.evict(&mut self.core.queue, cx);
        cx.tracer.drop(arrival, Reason::MatchArriving, None);
    }

    /// Finishes an arrival after RED's decision. `outcome` is the reason for RED's drop or mark, if there was one.
    #[inline]
    fn settle<C: Chance, S: Tracer>(&mut self, outcome: Option<Reason>, cx: &mut Context<'_, C, S>) {
        if outcome.is_none_or(|reason| reason.about().is_mark) {
            self.rule.after_admission(&mut self.core, cx);
        }
    }
}

impl<R: Relative> Discipline for Family<R> {
    const ABOUT: &'static About = R::ABOUT;
    type Params = Params<R>;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params<R>, SettingsProblem> {
        let red = red::Params::read(settings, link)?;
        let matching = Matching {
            matches_above_max: settings.switch("match_above_max"),
            has_overflow_first: settings.switch("overflow_first"),
            count_at_match: match settings.choice("count_at_match") {
                "incremented" => CountAtMatch::Incremented,
                "reset" => CountAtMatch::Reset,
                _ => CountAtMatch::Untouched,
            },
        };
        Ok(Params { rule: R::read(settings, &red)?, red, matching })
    }

    fn new(params: Params<R>) -> Self {
        let mut core = Core::new(params.red);
        params.rule.prepare(&mut core);
        Self { core, matching: params.matching, rule: params.rule, candidates: Candidates::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params<R>, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params.red, cx);
        self.matching = params.matching;
        self.rule.renew(params.rule);
        self.rule.fit(&mut self.core);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let zone = self.core.meet(cx);
        self.rule.notice(&packet, &self.core, &mut self.candidates, cx);
        if zone == Zone::Below {
            let outcome = self.core.admit(packet, R::LINES.stage, cx);
            return self.settle(outcome, cx);
        }
        if self.matching.has_overflow_first && self.core.is_full() {
            cx.tracer.test(FULL_FIRST, true);
            self.core.refuse(&packet, cx);
            return;
        }
        let has_search = self.matching.matches_above_max || self.core.params.curve.is_under_max(self.core.average());
        if cx.test(MATCH_TEST, has_search) {
            match self.rule.search(&packet, &mut self.core, &mut self.candidates, cx) {
                Search::Hits(hits) => {
                    cx.tracer.value(HITS, hits as f64);
                    if cx.test(HIT_TEST.after(R::LINES.hit), hits > 0) {
                        return self.drop_all(&packet, cx);
                    }
                }
                Search::None => {}
                Search::Penalty => return cx.tracer.drop(&packet, Reason::Penalty, None),
            }
            if let Some(line) = self.rule.admits_misses(zone) {
                cx.tracer.test(line, true);
                let outcome = self.core.admit(packet, R::LINES.stage, cx);
                return self.settle(outcome, cx);
            }
        }
        let flow = packet.flow;
        let outcome = self.core.decide(packet, zone, R::LINES.stage, cx);
        if has_search && outcome.is_some_and(|reason| !reason.about().is_mark) {
            self.rule.after_drop(flow, &mut self.core, &mut self.candidates, cx);
        }
        self.settle(outcome, cx);
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.core.dequeue(cx.now);
        if packet.is_some() {
            self.rule.after_departure();
        }
        packet
    }

    waits_in!(core.queue, core.params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn front_region(&self) -> Option<usize> {
        self.rule.front_region(self.core.queue.len())
    }

    fn heap_bytes(&self) -> usize {
        self.core.queue.heap_bytes() + self.rule.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
        self.rule.view(&self.core, viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
        self.rule.fold(hash);
    }
}

#[cfg(test)]
pub(in crate::discipline) mod tests {
    use super::*;
    use crate::base::rng::Stream;
    use crate::discipline::about::ParamValue::{Choice, Integer};
    use crate::discipline::bench::{Bench, ForceAverage};
    use crate::discipline::choke_family::{
        back_choke, choke, choke_apf, choked, front_choke, gchoke, punsi, rear_choke, sac, xchoke,
    };

    impl<R> Family<R> {
        pub(in crate::discipline) fn rule(&self) -> &R {
            &self.rule
        }

        pub(in crate::discipline) fn rule_mut(&mut self) -> &mut R {
            &mut self.rule
        }
    }

    impl<R: Relative> ForceAverage for Family<R> {
        fn force_average(&mut self, value: f64) {
            self.core.force_average(value);
        }
    }

    /// The state of a full buffer, nearly all of it packets of flow A, after three arrivals. The first two belonged to
    /// flows C and D and missed, so RED counted them. The third belonged to A and matched.
    fn match_of_a_greedy_flow<R: Relative>(count_at_match: &'static str) -> Bench<Family<R>> {
        let values = [("limit", Integer(31)), ("count_at_match", Choice(count_at_match))];
        let mut bench = Bench::<Family<R>>::new(&values).holding(&format!("{0}B{0}", "A".repeat(15)));
        for stranger in ["C", "D"] {
            bench.force_avg(40.1).arrive_by_chance(stranger, &mut Stream::named(1, "miss"));
        }
        bench.force_avg(50.0).arrive_by_chance("A", &mut Stream::named(2, "match"));
        assert_eq!(bench.drops().last(), Some(&("A", Reason::MatchArriving)), "{}", R::ABOUT.id);
        bench
    }

    /// Calls the generic function `$check` once for every relative.
    macro_rules! for_every_relative {
        ($check:ident) => {
            $check::<choke::Rule>();
            $check::<rear_choke::Rule>();
            $check::<front_choke::Rule>();
            $check::<back_choke::Rule>();
            $check::<gchoke::Rule>();
            $check::<choked::Rule>();
            $check::<xchoke::Rule>();
            $check::<choke_apf::Rule>();
            $check::<sac::Rule>();
            $check::<punsi::Rule>();
        };
    }

    #[test]
    fn the_effect_of_a_match_on_reds_count_can_be_chosen() {
        fn check<R: Relative>() {
            for (choice, count) in [("untouched", 1.0), ("incremented", 2.0), ("reset", 0.0)] {
                assert_eq!(match_of_a_greedy_flow::<R>(choice).gauges()[1], count, "{choice} in {}", R::ABOUT.id);
            }
        }
        for_every_relative!(check);
    }
}
