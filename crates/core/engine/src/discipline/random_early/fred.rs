//! FRED: RED that counts the queued packets of every flow. Flows with few packets are admitted, and flows with many are
//! limited; a flow that exceeds its limit gets a strike.
//!
//! Rule: an arrival of a flow with fewer than minq waiting packets is never dropped at random. A flow may hold min_th
//! packets, or two while avg is at or above max_th. An arrival that exceeds this cap is dropped, and its flow gets a
//! strike. From max_th on this also happens to an arrival whose flow holds more than twice the fair count avgcq =
//! avg/flows. After two strikes a flow may only hold the fair count. Other arrivals are dropped at random as in RED
//! between the thresholds, and always from max_th on.
//! Source: Lin and Morris, ACM SIGCOMM 1997, alongside an ns-3 port of the ns-2 code.
//! We differ: idle time counts as the number of packets that could have been sent, fractions included. The paper's
//! variant for many flows lets each flow keep two packets from max_th on, which contradicts the drop of every arrival
//! there. `two_packet` therefore omits that drop. A flow is forgotten with its strikes when its last packet leaves.
//! Marking is our addition and replaces random drops only.
//! View: fifo.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::math;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use crate::discipline::about::{
    About, Bound, Confidence, Mark, Memory, ParamSpec, ParamValue, Quantity, StateView, Table, View,
};
use crate::discipline::parts::average;
use crate::discipline::parts::declare::{choice, code, option, quantities, quantity, rule, whole};
use crate::discipline::parts::drop_curve::{self, Spacing};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};

/// The description of FRED.
pub const ABOUT: About = About {
    id: "fred",
    name: "FRED",
    year: 1997,
    citation: "D. Lin and R. Morris, Dynamics of Random Early Detection, ACM SIGCOMM 1997",
    idea: "RED treats all packets alike, although flows differ. Count each flow's packets in the queue: spare flows with few packets, limit flows with many, and remember the flows that reach their limit.",
    memory: Memory::Partial,
    confidence: Confidence::Medium,
    confidence_note: "The structure is confirmed by running code; the paper's listing was not available. Two accounts disagree about averages above max_th; both are options.",
    view: View::Fifo,
    params: &[
        &[fifo::LIMIT, drop_curve::MIN_TH, drop_curve::MAX_TH, drop_curve::MAX_P, average::W_Q],
        PARAMS,
        &[signal::ECN],
    ],
    defaults: &[("min_th", ParamValue::Real(25.0)), ("max_th", ParamValue::Real(50.0))],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[AVG, AVGCQ, ACTIVE],
    state: &[StateView::Table(Table {
        title: "Flows in the queue",
        meaning: "flows with packets waiting; an arrival of a flow at its fair count may be dropped; after two strikes of the flow it always is",
        columns: &[
            quantity("qlen", "q_i", "packets", "packets of the flow that wait"),
            quantity("strikes", "strike_i", "strikes", "how often the flow was at its cap"),
        ],
        scale: Bound::Open,
        mark: Some(Mark { at: Bound::Gauge("avgcq"), name: "fair" }),
    })],
    reasons: &[
        Reason::Early,
        Reason::Forced,
        Reason::Overflow,
        Reason::MarkEarly,
        Reason::PerFlowLimit,
        Reason::Strike,
    ],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    whole("minq", "free packets", 4, (1, 1_000), "a flow with fewer waiting packets has no random drops")
        .symbol("minq")
        .unit("packets"),
    choice(
        "max_th_mode",
        "above max_th",
        &[
            option("drop_all", "every arrival is dropped"),
            option("two_packet", "each flow may keep two packets (the variant for many flows)"),
        ],
        "which arrivals are dropped when the average queue is at or above max_th",
    )
    .advanced(),
];

code! {
    IDLE: 0 ? "the queue is empty: avg ← (1 − w_q)^m·avg, m = {m}";
    LOOK: 0 "avg = {avg}; the flow has q_i = {qlen} waiting";
    CAP_TEST: 0 ? "if q_i ≥ maxq = {maxq}:";
    CAPPED: 1 "strike; drop the arrival (flow's limit)";
    GREEDY_TEST: 0 ? "if avg ≥ max_th and q_i > 2·avgcq = 2·{avgcq}, or";
    STRIKES_TEST: 0 ? "q_i ≥ avgcq and strikes = {strikes} > 1:";
    STRUCK: 1 "strike; drop the arrival (strike)";
    COUNT: 0 ? "if min_th ≤ avg < max_th: count ← count + 1 = {count}";
    CHANCE: 1 ? "if q_i ≥ max(minq, avgcq): p_a = {p_a}, u = {u}";
    MARK: 2 ? "u < p_a: mark the arrival, if it is ECN-capable" if ecn(true);
    DROP: 2 ? "u < p_a: otherwise drop it (early)";
    FORCED: 0 ? "else if avg ≥ max_th: drop (forced)" if max_th_mode("drop_all");
    OVERFLOW: 0 ? "if the buffer is full: drop (overflow)";
    ADMIT: 0 "admit; avg ← (1 − w_q)·avg + w_q·q";
    DEPART: 0 "on each departure, too: avg ← (1 − w_q)·avg + w_q·q";
}

rule! {
    "D. Lin and R. Morris, FRED, SIGCOMM 1997; idle time and marks are ours";
    IDLE: 0 "q_i ← packets of its flow that wait" shows "{qlen}";
    CAP_TEST: 0 ? "if q_i ≥ maxq: drop the arrival, note a strike" shows "maxq = {maxq}";
    GREEDY_TEST: 0 "if q_i ≥ avgcq after two strikes, the same" shows "avgcq = {avgcq}" asks(STRIKES_TEST);
    COUNT: 0 ? "if min_th ≤ avg < max_th,";
    CHANCE: 1 "q_i ≥ max(minq, avgcq): mark or drop with p_a" shows "{p_a}";
    FORCED: 0 ? "if avg ≥ max_th, drop it";
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
    DEPART: 0 "avg ← (1 − w_q)·avg + w_q·q, at departures, too";
}

const AVG: Quantity = quantity("avg", "avg", "packets", "moving average of the queue");
const AVGCQ: Quantity = quantity("avgcq", "avgcq", "packets", "the fair count: avg over active flows, at least 1");
const ACTIVE: Quantity = quantity("active", "Nactive", "flows", "flows with packets waiting");

quantities! {
    SLOTS: m "m" "packets" "packets that could have been sent in the idle time";
    AVERAGE: AVG;
    FAIR_COUNT: AVGCQ;
    FLOW_LENGTH: qlen "q_i" "packets" "packets of the arrival's flow that wait";
    CAP: maxq "maxq" "packets" "how many packets a flow may have waiting";
    STRIKES: strikes "strike_i" "strikes" "strikes of the arrival's flow";
    SINCE_DROP: count "count" "packets" "packets since the last random drop";
    P_A: p_a "p_a" "" "drop probability of this arrival";
    UNIFORM: u "u" "" "random number for this arrival, below 1";
}

/// Parameters of FRED.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The lower threshold \[packets\]. Default a quarter of the buffer (paper).
    min_th: f64,
    /// The upper threshold \[packets\], above min_th. Default twice min_th (paper).
    max_th: f64,
    /// The drop probability at max_th, in (0, 1]. Default 0.02 (paper).
    max_p: f64,
    /// The weight w_q, in (0, 1]. Default 0.002 (paper).
    weight: f64,
    /// Number of waiting packets below which a flow has no random drops. Default 4 (paper).
    minq: f64,
    keeps_two: bool,
    has_ecn: bool,
    packets_per_second: f64,
}

/// A FRED queue.
#[derive(Clone, Debug)]
pub struct Fred {
    params: Params,
    queue: Fifo,
    average: f64,
    /// avgcq, the fair count of packets for a flow.
    fair_count: f64,
    /// The time at which the queue last became empty or, if later, at which the average of the empty queue was last
    /// updated. Used only while the queue is empty.
    empty_since: SimTime,
    /// Packets since the last random drop; −1 below min_th.
    count: i64,
    /// The strikes of each flow that has any, in order of flow numbers. A flow is forgotten when its last packet
    /// leaves.
    strikes: Vec<(FlowId, u32)>,
}

impl Fred {
    fn strikes_of(&self, flow: FlowId) -> u32 {
        self.strikes.binary_search_by_key(&flow, |&(it, _)| it).map_or(0, |place| self.strikes[place].1)
    }

    /// Adds a strike to the flow, if it has waiting packets; a flow without waiting packets is not remembered.
    fn strike(&mut self, flow: FlowId) {
        match self.strikes.binary_search_by_key(&flow, |&(it, _)| it) {
            Ok(place) => self.strikes[place].1 = self.strikes[place].1.saturating_add(1),
            Err(place) if self.queue.packets_of(flow) > 0 => self.strikes.insert(place, (flow, 1)),
            Err(_) => {}
        }
    }

    /// Updates the average with the current queue.
    fn sample(&mut self) {
        let weight = self.params.weight;
        self.average = (1.0 - weight) * self.average + weight * self.queue.len() as f64;
        self.share();
    }

    fn share(&mut self) {
        self.fair_count = (self.average / self.queue.flows().max(1) as f64).max(1.0);
    }

    /// Lets the average of an empty queue decay up to now.
    fn settle_idle<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let slots = cx.now.since(self.empty_since).secs() * self.params.packets_per_second;
        self.average *= math::pow(1.0 - self.params.weight, slots);
        self.empty_since = cx.now;
        self.share();
        cx.tracer.value(SLOTS, slots);
        cx.tracer.test(IDLE, true);
    }

    /// Applies the first part of the rule, which limits flows with many packets. Returns whether the arrival was
    /// dropped.
    fn punishes<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) -> bool {
        let waiting = self.queue.packets_of(packet.flow) as f64;
        let strikes = self.strikes_of(packet.flow);
        let is_above = self.average >= self.params.max_th;
        let cap = if is_above { 2.0 } else { self.params.min_th };
        cx.tracer.value(AVERAGE, self.average);
        cx.tracer.value(FLOW_LENGTH, waiting);
        cx.tracer.value(CAP, cap);
        cx.tracer.line(LOOK);
        if cx.test(CAP_TEST, waiting >= cap) {
            self.strike(packet.flow);
            cx.tracer.line(CAPPED);
            cx.tracer.drop(packet, Reason::PerFlowLimit, None);
            return true;
        }
        cx.tracer.value(FAIR_COUNT, self.fair_count);
        cx.tracer.value(STRIKES, f64::from(strikes));
        let is_greedy = cx.test(GREEDY_TEST, is_above && waiting > 2.0 * self.fair_count);
        let is_struck = cx.test(STRIKES_TEST, waiting >= self.fair_count && strikes > 1) || is_greedy;
        if is_struck {
            self.strike(packet.flow);
            cx.tracer.line(STRUCK);
            cx.tracer.drop(packet, Reason::Strike, None);
        }
        is_struck
    }

    /// Applies the second part of the rule, RED's random drops, to flows with enough queued packets. Returns whether
    /// the arrival is to be marked or dropped.
    fn is_chosen<C: Chance, S: Tracer>(&mut self, flow: FlowId, cx: &mut Context<'_, C, S>) -> bool {
        let Params { min_th, max_th, max_p, minq, .. } = self.params;
        self.count += 1;
        cx.tracer.value(SINCE_DROP, self.count as f64);
        cx.tracer.test(COUNT, true);
        if (self.queue.packets_of(flow) as f64) < self.fair_count.max(minq) {
            return false;
        }
        let p_b = max_p * (self.average - min_th) / (max_th - min_th);
        let p_a = Spacing::Count.probability(p_b, self.count as f64, 0.0);
        cx.tracer.value(P_A, p_a);
        cx.tracer.test(CHANCE, true);
        cx.happens(p_a, UNIFORM)
    }

    /// Forgets the strikes of a flow without waiting packets.
    fn forget(&mut self, flow: FlowId) {
        if self.queue.packets_of(flow) == 0
            && let Ok(place) = self.strikes.binary_search_by_key(&flow, |&(it, _)| it)
        {
            self.strikes.remove(place);
        }
    }
}

impl Discipline for Fred {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let (min_th, max_th) = (settings.real("min_th"), settings.real("max_th"));
        if max_th <= min_th {
            return Err(SettingsProblem::new("max_th", format!("{max_th} is not above min_th ({min_th})")));
        }
        Ok(Params {
            limit: settings.count("limit"),
            min_th,
            max_th,
            max_p: settings.real("max_p"),
            weight: settings.real("w_q"),
            minq: settings.count("minq") as f64,
            keeps_two: settings.choice("max_th_mode") == "two_packet",
            has_ecn: settings.switch("ecn"),
            packets_per_second: average::packets_per_second(link, link.packet_bytes.max(1)),
        })
    }

    fn new(params: Params) -> Self {
        let mut queue = Fifo::default();
        queue.count_flows();
        Self {
            params,
            queue,
            average: 0.0,
            fair_count: 1.0,
            empty_since: SimTime::ZERO,
            count: -1,
            strikes: Vec::new(),
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
        let Self { strikes, queue, .. } = self;
        strikes.retain(|&(flow, _)| queue.packets_of(flow) > 0);
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        if self.queue.is_empty() {
            self.settle_idle(cx);
        }
        if self.punishes(&packet, cx) {
            return;
        }
        let is_full = self.queue.len() >= self.params.limit;
        if self.average < self.params.min_th {
            self.count = -1;
        } else if self.average < self.params.max_th {
            if self.is_chosen(packet.flow, cx) {
                self.count = 0;
                // A packet for which the buffer has no room is dropped and not marked.
                let is_saved = is_full && self.params.has_ecn && packet.ecn.is_capable();
                if !is_saved && !signal::mark(&mut packet, self.params.has_ecn, Reason::MarkEarly, cx) {
                    cx.tracer.test(DROP, true);
                    return cx.tracer.drop(&packet, Reason::Early, None);
                }
                cx.tracer.test(MARK, true);
            }
        } else {
            self.count = 0;
            if !self.params.keeps_two {
                cx.tracer.test(FORCED, true);
                return cx.tracer.drop(&packet, Reason::Forced, None);
            }
        }
        if is_full {
            cx.tracer.test(OVERFLOW, true);
            return cx.tracer.drop(&packet, Reason::Overflow, None);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
        self.sample();
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let packet = self.queue.pop()?;
        self.forget(packet.flow);
        self.sample();
        cx.tracer.line(DEPART);
        if self.queue.is_empty() {
            self.empty_since = cx.now;
        }
        Some(packet)
    }

    waits_in!(queue, params.limit);

    fn average(&self) -> Option<f64> {
        Some(self.average)
    }

    fn heap_bytes(&self) -> usize {
        self.queue.heap_bytes() + footprint::list(&self.strikes)
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        for (flow, waiting) in self.queue.counts() {
            viewer.row(flow, &[waiting as f64, f64::from(self.strikes_of(flow))]);
        }
        viewer.gauge(self.average);
        viewer.gauge(self.fair_count);
        viewer.gauge(self.queue.flows() as f64);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        hash.fold_real(self.average);
        hash.fold_real(self.fair_count);
        hash.fold(self.empty_since.nanos());
        hash.fold(self.count.cast_unsigned());
        for &(flow, strikes) in &self.strikes {
            hash.fold(u64::from(flow.0) << 32 | u64::from(strikes));
        }
    }
}

#[cfg(test)]
mod tests;
