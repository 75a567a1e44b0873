//! SFB, stochastic fair BLUE: a grid of bins with several levels. On each level every flow has one bin, and each bin
//! runs BLUE.
//!
//! Rule: a bin that holds more than `bin_size` packets raises its probability by δ1; an empty bin lowers it by δ2. An
//! arrival is dropped or marked with the lowest probability among its bins. This probability reaches 1 only for a flow
//! that fills its bins on every level. The penalty box lets only a few packets a second of such flows through.
//! Source: Feng, Kandlur, Saha and Shin, IEEE INFOCOM 2001; Linux, `sch_sfb.c`.
//! We differ: the paper leaves the rate of the penalty box to the operator. Here each flow in the penalty box has a
//! token bucket; Linux's shared bucket and its rule for refilling are options. While the next set of bins warms up, it
//! counts all waiting packets.
//! View: fifo with bins.

use crate::base::hash::StateHash;
use crate::base::packet::{Ecn, Packet};
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::Bound;
use crate::discipline::about::{About, Confidence, Memory, Quantity, StateView, Table, View};
use crate::discipline::parts::declare::{code, dial, quantities, quantity, rule};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

mod bins;
mod params;
mod penalty_box;
#[cfg(test)]
mod tests;

use bins::{Bins, Seen};
pub use params::Params;
use penalty_box::PenaltyBox;

/// The description of SFB.
pub const ABOUT: About = About {
    id: "sfb",
    name: "SFB",
    year: 2001,
    citation: "W. Feng, D. D. Kandlur, D. Saha and K. G. Shin, Stochastic Fair Blue: A Queue Management Algorithm for Enforcing Fairness, IEEE INFOCOM 2001",
    idea: "Find greedy flows without counting flows: hash each flow into one bin on every level. A responsive flow may share one bin with a greedy flow, but hardly ever all of its bins.",
    memory: Memory::Partial,
    confidence: Confidence::Medium,
    confidence_note: "The structure is certain: paper and Linux agree. Levels, bins and bin size are those of the paper's runs; the penalty box's rate is Linux's.",
    view: View::FifoWithBins,
    params: &[&[fifo::LIMIT], params::SPECS],
    defaults: &[],
    param_sets: params::SETS,
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[P_MIN, BOXED],
    state: &[
        dial("p_min", "drop probability", Bound::Value(1.0)),
        StateView::Table(Table {
            title: "Penalty box",
            meaning: "flows whose bins are full on every level, with the packets that each may send at once",
            columns: &[TOKENS],
            scale: Bound::Param("penalty_burst"),
            mark: None,
        }),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::Penalty, Reason::MarkEarly, Reason::BinLimit],
    reasons_without_arrival: &[],
};

code! {
    ROTATE: 0 "every hash_interval: the other set of bins, other salts";
    FULL_TEST: 0 ? "if n = {n} packets wait and fill the buffer: drop; done";
    RAISE: 0 ? "each level: bin {bin} above its size: P ← P + δ1" if bin_inclusive(false);
    RAISE_AT: 0 ? "each level: bin {bin} at its size: P ← P + δ1" if bin_inclusive(true);
    LOWER: 1 ? "bin empty: P ← P − δ2 (each at most every freeze_time)";
    LEAST: 0 "p ← the smallest P = {p_min}, q ← smallest count = {q_min}";
    BIN_TEST: 0 ? "any bin too full: drop" if bin_drop("any_level");
    LEAST_TEST: 0 ? "q ≥ bin_max, in all bins: drop" if bin_drop("min_level");
    BOX: 0 ? "if p = 1 (unresponsive):";
    WARM: 1 "warm up the next set with this packet";
    NO_TOKEN: 1 ? "no token, {tokens} left: drop (penalty)";
    CHANCE: 0 ? "else with probability p (u = {u}):";
    MARK: 1 "mark the arrival, if it is ECN-capable" if ecn(true), drop_excess(false);
    MARK_BELOW: 1 "mark it, if ECN-capable and u ≥ 2·(p − 1/2)" if ecn(true), drop_excess(true);
    DROP: 1 "otherwise drop it";
    ADMIT: 0 "admit; count it in its bins";
}

rule! {
    "W. Feng et al., SFB, INFOCOM 2001; the rate of the penalty box is Linux's";
    ROTATE: 0 "every hash_interval: other bins, new hashes";
    FULL_TEST: 0 ? "if the buffer is full, drop the arrival";
    RAISE: 0 "its bins: too full, P ← P + δ1; empty, P − δ2";
    LEAST: 0 "p ← the smallest P of its bins" shows "{p_min}";
    BIN_TEST: 0 ? "if any of its bins is too full, drop it";
    BOX: 0 ? "if p = 1, let only a few packets a second pass";
    CHANCE: 0 ? "else mark or drop it with probability p";
    ADMIT: 0 "admit it, and count it in all its bins";
}

const P_MIN: Quantity = quantity("p_min", "p", "", "the smallest probability among the arrival's bins");
const TOKENS: Quantity =
    quantity("tokens", "tokens", "packets", "packets that a flow in the penalty box may send at once");
const BOXED: Quantity = quantity("boxed", "boxed", "flows", "flows that used up tokens of the penalty box");

quantities! {
    WAITING: n "n" "packets" "packets waiting before this arrival";
    LEAST_P: P_MIN;
    LEAST_COUNT: q_min "q" "packets" "the smallest count among the arrival's bins";
    LEFT: TOKENS;
    UNIFORM: u "u" "" "random number for this arrival, below 1";
    BIN: bin "bin" "" "the arrival's bin on a level, counted through all levels";
}

/// An SFB queue with its bins.
#[derive(Clone, Debug)]
pub struct Sfb {
    params: Params,
    queue: Fifo,
    bins: Bins,
    /// The next set of bins, while it warms up.
    standby: Option<Bins>,
    /// The time since which `bins` has been in use.
    since: SimTime,
    /// The number of sets of salts used so far.
    sets: u64,
    penalty: PenaltyBox,
    /// p of the latest arrival, for the view.
    p_min: f64,
}

impl Sfb {
    /// A set of bins with its own salts, which counts the queued packets.
    fn fresh_bins(&mut self) -> Bins {
        let mut bins = Bins::new(&self.params, self.sets);
        self.sets += 1;
        for packet in self.queue.iter() {
            bins.add(packet.flow);
        }
        bins
    }

    /// Starts to warm up the next set of bins, and later switches to it, each when it is due.
    fn rotate<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let Some(interval) = self.params.hash_interval else { return };
        let age = cx.now.since(self.since);
        if age >= interval {
            cx.tracer.line(ROTATE);
            let fresh = self.standby.take();
            self.bins = fresh.unwrap_or_else(|| self.fresh_bins());
            let passed = age.nanos() / interval.nanos();
            self.since += Span::from_nanos(passed * interval.nanos());
        } else if self.standby.is_none() && age + self.params.warmup >= interval && self.params.warmup > Span::ZERO {
            self.standby = Some(self.fresh_bins());
        }
    }

    fn look<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) -> Seen {
        for place in self.bins.places(packet.flow) {
            cx.tracer.value(BIN, place as f64);
        }
        let seen = self.bins.look(packet.flow, cx.now, &self.params);
        if seen.was_raised {
            cx.tracer.test(if self.params.is_inclusive { RAISE_AT } else { RAISE }, true);
        }
        if seen.was_lowered {
            cx.tracer.test(LOWER, true);
        }
        cx.tracer.value(LEAST_P, seen.p_min);
        cx.tracer.value(LEAST_COUNT, f64::from(seen.count_min));
        cx.tracer.line(LEAST);
        self.p_min = seen.p_min;
        seen
    }

    /// Returns whether the penalty box has a token for this packet of an unresponsive flow.
    fn is_let_through<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) -> bool {
        cx.tracer.test(BOX, true);
        if let Some(standby) = &mut self.standby {
            cx.tracer.line(WARM);
            standby.look(packet.flow, cx.now, &self.params);
        }
        let (has_token, left) = self.penalty.take(packet.flow, cx.now, &self.params);
        cx.tracer.value(LEFT, left);
        if !has_token {
            cx.tracer.test(NO_TOKEN, true);
            cx.tracer.drop(packet, Reason::Penalty, None);
        }
        has_token
    }

    /// Decides at random, as BLUE does, with `p`, the lowest probability of the flow's bins. Returns whether the packet
    /// enters; the packet may then be marked.
    fn is_spared<C: Chance, S: Tracer>(&mut self, packet: &mut Packet, p: f64, cx: &mut Context<'_, C, S>) -> bool {
        if p <= 0.0 {
            return true;
        }
        let drawn = cx.chance.unit();
        cx.tracer.value(UNIFORM, drawn);
        if !cx.test(CHANCE, drawn < p) {
            return true;
        }
        // With `drop_excess`, as in Linux, ECN-capable packets are dropped, too, if p is above 1/2. The fraction of
        // signals that are drops grows from 0 at p = 1/2 to 1 at p = 1.
        let must_drop = self.params.drops_excess && drawn < 2.0 * (p - 0.5);
        if self.params.has_ecn && packet.ecn.is_capable() && !must_drop {
            cx.tracer.line(if self.params.drops_excess { MARK_BELOW } else { MARK });
            packet.ecn = Ecn::Ce;
            cx.tracer.mark(packet, Reason::MarkEarly);
            return true;
        }
        cx.tracer.line(DROP);
        cx.tracer.drop(packet, Reason::Early, None);
        false
    }
}

impl Discipline for Sfb {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Params::read(settings, link)
    }

    fn new(params: Params) -> Self {
        Self {
            bins: Bins::new(&params, 0),
            params,
            queue: Fifo::default(),
            standby: None,
            since: SimTime::ZERO,
            sets: 1,
            penalty: PenaltyBox::default(),
            p_min: 0.0,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        let before = std::mem::replace(&mut self.params, params);
        self.queue.shrink_to(self.params.limit, cx);
        // If the grid is unchanged, the bins are kept but recounted, since a smaller limit may have dropped packets.
        if (before.levels, before.bins_per_level) != (self.params.levels, self.params.bins_per_level) {
            self.bins = self.fresh_bins();
        } else {
            self.bins.count_anew(self.queue.iter().map(|packet| packet.flow));
        }
        self.standby = None;
        self.since = if before.hash_interval == self.params.hash_interval { self.since } else { cx.now };
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        self.rotate(cx);
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if cx.test(FULL_TEST, self.queue.len() >= self.params.limit) {
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        let seen = self.look(&packet, cx);
        let is_over = if self.params.is_min_level { seen.count_min >= self.params.bin_max } else { seen.is_any_over };
        if is_over {
            cx.tracer.test(if self.params.is_min_level { LEAST_TEST } else { BIN_TEST }, true);
            return cx.tracer.drop(&packet, Reason::BinLimit, None);
        }
        let goes_on = if seen.p_min >= 1.0 {
            self.is_let_through(&packet, cx)
        } else {
            self.is_spared(&mut packet, seen.p_min, cx)
        };
        if goes_on {
            cx.tracer.line(ADMIT);
            self.bins.add(packet.flow);
            if let Some(standby) = &mut self.standby {
                standby.add(packet.flow);
            }
            self.queue.admit(packet, cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.queue.pop()?;
        self.bins.take(packet.flow);
        if let Some(standby) = &mut self.standby {
            standby.take(packet.flow);
        }
        Some(packet)
    }

    waits_in!(queue, params.limit);

    fn heap_bytes(&self) -> usize {
        self.queue.heap_bytes()
            + self.bins.heap_bytes()
            + self.standby.as_ref().map_or(0, Bins::heap_bytes)
            + self.penalty.heap_bytes()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        self.bins.view(viewer);
        viewer.gauge(self.p_min);
        viewer.gauge(self.penalty.rows().count() as f64);
        for (flow, tokens) in self.penalty.rows() {
            viewer.row(flow, &[tokens]);
        }
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.bins.fold(hash);
        hash.fold(u64::from(self.standby.is_some()));
        if let Some(standby) = &self.standby {
            standby.fold(hash);
        }
        hash.fold(self.since.nanos());
        hash.fold(self.sets);
        self.penalty.fold(hash);
    }
}
