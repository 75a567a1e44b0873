//! CSFQ: fair queueing without queues. The edge labels packets with their flow's rate; the core drops the excess over
//! the fair rate.
//!
//! Rule: a packet with label r is dropped with probability max(0, 1 − α/r). The core estimates α, the fair rate, from
//! its arrival rate A and accepted rate F. While A ≥ C, α ← α·C/F once a window. After a window with A < C, α is the
//! largest label seen. As long as the link is not congested and the queue is below a threshold, α is undefined and no
//! packet is dropped.
//! Source: Stoica, Shenker and Zhang, ACM SIGCOMM 1998, and IEEE/ACM Transactions on Networking 11(1), 2003; two public
//! ports of the authors' code.
//! We differ: this router is edge and core in one, so it also measures each flow's rate. A packet that overflows counts
//! as accepted, as in the authors' code. Marking instead of dropping is our addition, off by default. Where the
//! authors' code sets α = 0, our α is undefined. The first packet of a flow has no measured rate yet; its label is α,
//! or C/2 while α is undefined.
//! View: fifo.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::{SimTime, Span};
use crate::discipline::about::{
    About, Bound, Confidence, Mark as ScaleMark, Memory, ParamSet, ParamSpec, ParamValue, Quantity, StateView, Table,
    View,
};
use crate::discipline::parts::declare::{code, marked_dial, quantities, quantity, real, rule, whole};
use crate::discipline::parts::fifo::{self, Fifo};
use crate::discipline::parts::rate_meter::RateMeter;
use crate::discipline::parts::signal;
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};
use std::collections::VecDeque;

/// The description of CSFQ.
pub const ABOUT: About = About {
    id: "csfq",
    name: "CSFQ",
    year: 1998,
    citation: "I. Stoica, S. Shenker and H. Zhang, Core-Stateless Fair Queueing: Achieving Approximately Fair Bandwidth Allocations in High Speed Networks, ACM SIGCOMM 1998",
    idea: "Let the edge, which sees few flows, measure their rates and write them on the packets. A fast core then needs no flow state: it guesses the fair rate and drops each packet with a probability that grows with the excess of its label over that rate.",
    memory: Memory::PerFlow,
    confidence: Confidence::High,
    confidence_note: "Rate estimate and drop rule are certain; details of the windows are confirmed by ports, not by the authors' code. The flow state is the edge's: here one box is edge and core.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT], PARAMS, &[signal::ECN]],
    defaults: &[("ecn", ParamValue::Switch(false))],
    param_sets: &[ParamSet {
        id: "pernewque-2010",
        name: "PerNEWQUE paper, 2010",
        origin: "V. Santhi and A. M. Natarajan, PerNEWQUE, section 3.1: 67 % of a buffer of 300 packets; K is the default",
        values: &[("limit", ParamValue::Integer(300)), ("buffer_threshold", ParamValue::Real(0.67))],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[ALPHA, ARRIVING, ACCEPTED, CAPACITY, CONGESTED],
    state: &[
        marked_dial("arriving", "arrival rate", Bound::Open, Bound::Gauge("capacity"), "capacity"),
        marked_dial("accepted", "accepted rate", Bound::Open, Bound::Gauge("capacity"), "capacity"),
        StateView::Table(Table {
            title: "Labels of the edge",
            meaning: "rates of the flows, which the edge measures and writes into the packets; the excess over the fair rate is dropped at random",
            columns: &[
                quantity("label", "r_i", "bit/s", "rate of the flow, its packets' label"),
                quantity("p_i", "p_i", "", "drop probability of its packets"),
            ],
            scale: Bound::Open,
            mark: Some(ScaleMark { at: Bound::Gauge("alpha"), name: "fair rate" }),
        }),
        StateView::Label(quantity(
            "label",
            "r_i",
            "bit/s",
            "label: the rate of the packet's flow at the edge, or α if α is smaller",
        )),
    ],
    reasons: &[Reason::Overflow, Reason::MarkEarly, Reason::FairRate],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real(
        "rate_constant_s",
        "flow averaging",
        0.1,
        (0.001, 10.0),
        "approximate averaging time of a flow's rate at the edge",
    )
    .symbol("K")
    .unit("s")
    .logarithmic(),
    real(
        "fair_constant_s",
        "aggregate averaging",
        0.1,
        (0.001, 10.0),
        "approximate averaging time of A and F in the core",
    )
    .symbol("K_α")
    .unit("s")
    .logarithmic(),
    real(
        "window_s",
        "window",
        0.1,
        (0.001, 10.0),
        "time for which the link must be congested, or uncongested, before α is estimated again",
    )
    .symbol("K_c")
    .unit("s")
    .logarithmic(),
    real(
        "buffer_threshold",
        "buffer threshold",
        0.5,
        (0.01, 1.0),
        "while a smaller part of the buffer is in use and the link is not congested, no packet is dropped because of its label",
    ),
    real("overflow_cut", "cut on overflow", 0.01, (0.0, 0.5), "fraction by which each overflow lowers α")
        .symbol("ε")
        .advanced(),
    whole(
        "most_cuts",
        "cuts in a window",
        30,
        (0, 1_000),
        "largest number of cuts of α by overflows between two estimates",
    )
    .advanced(),
];

code! {
    LABEL: 0 "edge: label ← rate of the flow = {label} bit/s";
    COMPARE: 0 ? "if α = {alpha}: p = max(0, 1 − α/label) = {p}";
    MEASURE: 1 "A and F: rates of arrivals and of accepted packets";
    FIRST: 0 ? "no α: threshold reached, α ← largest label {alpha}";
    CONGESTED_FROM: 0 ? "A = {arriving} ≥ C: congested from now on";
    CONGESTED_FOR: 1 "for K_c: α ← α·C/F = {alpha}, F = {accepted}";
    CALM_FROM: 0 ? "A < C: no longer congested";
    CALM_IN: 1 "remember the largest label";
    CALM_FOR: 1 "for K_c: α ← largest label; none if the queue is short";
    CHANCE: 0 ? "with probability p (u = {u}):";
    MARK: 1 "mark the packet, if it is ECN-capable" if ecn(true);
    DROP: 1 "otherwise drop it (above fair rate)";
    OVERFLOW: 0 ? "if n = {n} packets fill the buffer: drop (overflow)";
    CUT: 1 "and α ← (1 − ε)·α, not too often in a window";
    ADMIT: 0 "relabel down to α, admit";
}

rule! {
    "I. Stoica, S. Shenker and H. Zhang, CSFQ, SIGCOMM 1998; edge and core are one box here";
    LABEL: 0 "edge: label ← the rate of its flow" shows "{label}";
    COMPARE: 0 "core: p ← max(0, 1 − α/label), if there is an α" shows "{p}";
    MEASURE: 0 "A ← rate of arrivals, F ← rate of those accepted" shows "A = {arriving}";
    FIRST: 0 "if A ≥ C for a whole K_c: α ← α·C/F" shows "α = {alpha}";
    CALM_FROM: 0 "if A < C for a whole K_c: α ← its largest label" shows "α = {alpha}";
    CHANCE: 0 ? "drop it with probability p";
    OVERFLOW: 0 ? "if the buffer is full, drop it; α ← (1 − ε)·α";
    ADMIT: 0 "else admit it, its label at most α";
}

const ALPHA: Quantity = quantity("alpha", "α", "bit/s", "fair rate; the capacity while there is no estimate");
const ARRIVING: Quantity = quantity("arriving", "A", "bit/s", "rate at which packets arrive, averaged");
const ACCEPTED: Quantity = quantity("accepted", "F", "bit/s", "rate of the packets not dropped because of their label");
const CAPACITY: Quantity = quantity("capacity", "C", "bit/s", "capacity of the link");
const CONGESTED: Quantity = quantity("congested", "congested", "", "1 while A is at least C");

quantities! {
    RATE_LABEL: label "r_i" "bit/s" "rate of the arrival's flow";
    FAIR_RATE: ALPHA;
    PROBABILITY: p "p" "" "drop probability of this arrival";
    ARRIVAL_RATE: ARRIVING;
    ACCEPTED_RATE: ACCEPTED;
    UNIFORM: u "u" "" "random number for this arrival, below 1";
    WAITING: n "n" "packets" "packets waiting before this arrival";
}

/// Parameters of CSFQ.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// K, the averaging time of a flow's rate.
    flow_constant: Span,
    /// K_α, the averaging time of A and F.
    fair_constant: Span,
    /// K_c, the window after which α is estimated again.
    window: Span,
    /// Below this number of queued packets an uncongested link has no α.
    threshold: f64,
    /// ε, the fraction by which an overflow lowers α.
    overflow_cut: f64,
    most_cuts: usize,
    /// The capacity C of the link \[bit/s\].
    capacity_bps: f64,
    has_ecn: bool,
}

/// A CSFQ queue with its edge.
#[derive(Clone, Debug)]
pub struct Csfq {
    params: Params,
    queue: Fifo,
    /// The labels of the queued packets \[bit/s\], as the next router would read them.
    labels: VecDeque<f64>,
    /// The rate of each flow that has sent, as an edge router would measure it; indexed by flow.
    edge: Vec<Option<RateMeter>>,
    /// α \[bit/s\], above 0; `None` while α is undefined.
    alpha: Option<f64>,
    /// The largest label of this window \[bit/s\].
    largest: f64,
    arriving: RateMeter,
    accepted: RateMeter,
    /// The time of the last update of A and F.
    reckoned: SimTime,
    is_congested: bool,
    window_from: SimTime,
    cuts_left: usize,
}

/// The probability with which a packet of this label is dropped.
fn excess(label_bps: f64, alpha: Option<f64>) -> f64 {
    alpha.map_or(0.0, |alpha| if label_bps > alpha { 1.0 - alpha / label_bps } else { 0.0 })
}

impl Csfq {
    /// The edge's label for a packet \[bit/s\].
    fn label(&mut self, packet: &Packet, now: SimTime) -> f64 {
        let place = packet.flow.index();
        if self.edge.len() <= place {
            self.edge.resize(place + 1, None);
        }
        match &mut self.edge[place] {
            Some(meter) => meter.count(packet.bytes, now, self.params.flow_constant),
            first => {
                // A new flow has no measured rate, so the fair rate is assumed.
                let guess = self.alpha.unwrap_or(self.params.capacity_bps / 2.0);
                *first = Some(RateMeter::beginning(now, guess));
                guess
            }
        }
    }

    /// Updates the core's estimates of A, F and α at an arrival.
    fn estimate<C: Chance, S: Tracer>(
        &mut self,
        packet: &Packet,
        label_bps: f64,
        is_dropped: bool,
        cx: &mut Context<'_, C, S>,
    ) {
        let constant = self.params.fair_constant;
        self.arriving.count(packet.bytes, cx.now, constant);
        if is_dropped {
            self.accepted.settle(cx.now, constant);
        } else {
            self.accepted.count(packet.bytes, cx.now, constant);
        }
        cx.tracer.value(ARRIVAL_RATE, self.arriving.rate_bps());
        cx.tracer.value(ACCEPTED_RATE, self.accepted.rate_bps());
        cx.tracer.line(MEASURE);
        if cx.now > self.reckoned {
            self.reckoned = cx.now;
            self.adjust(label_bps, cx);
        }
    }

    /// Changes α at the end of a window; before the end, records the largest label of the window.
    fn adjust<C: Chance, S: Tracer>(&mut self, label_bps: f64, cx: &mut Context<'_, C, S>) {
        let capacity_bps = self.params.capacity_bps;
        let is_short = (self.queue.len() as f64) < self.params.threshold;
        if self.alpha.is_none() {
            self.largest = self.largest.max(label_bps);
            if is_short {
                return;
            }
            self.set_alpha(Some(self.largest), cx);
            cx.tracer.test(FIRST, true);
            self.largest = 0.0;
        }
        let is_over = cx.now > self.window_from + self.params.window;
        if self.arriving.rate_bps() >= capacity_bps {
            if !self.is_congested {
                cx.tracer.test(CONGESTED_FROM, true);
                self.is_congested = true;
                self.window_from = cx.now;
                self.cuts_left = self.params.most_cuts;
            } else if is_over {
                let accepted_bps = self.accepted.rate_bps();
                let alpha = self.alpha.filter(|_| accepted_bps > 0.0);
                self.window_from = cx.now;
                self.set_alpha(Some(alpha.map_or(capacity_bps, |alpha| alpha * capacity_bps / accepted_bps)), cx);
                cx.tracer.line(CONGESTED_FOR);
            }
        } else if self.is_congested {
            cx.tracer.test(CALM_FROM, true);
            self.is_congested = false;
            self.window_from = cx.now;
            self.largest = 0.0;
        } else if !is_over {
            cx.tracer.line(CALM_IN);
            self.largest = self.largest.max(label_bps);
        } else {
            self.window_from = cx.now;
            let largest = std::mem::take(&mut self.largest);
            self.set_alpha(Some(largest).filter(|_| !is_short), cx);
            cx.tracer.line(CALM_FOR);
        }
    }

    /// Sets α to the given rate, at most the capacity of the link. A rate of 0 makes α undefined.
    fn set_alpha<C: Chance, S: Tracer>(&mut self, alpha: Option<f64>, cx: &mut Context<'_, C, S>) {
        self.alpha = alpha.map(|alpha| alpha.min(self.params.capacity_bps)).filter(|&alpha| alpha > 0.0);
        self.cuts_left = self.params.most_cuts;
        cx.tracer.value(FAIR_RATE, self.alpha.unwrap_or(self.params.capacity_bps));
    }

    /// Handles an overflow, which shows that α is too large.
    fn overflow<C: Chance, S: Tracer>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.test(OVERFLOW, true);
        if let Some(alpha) = &mut self.alpha
            && self.cuts_left > 0
        {
            *alpha *= 1.0 - self.params.overflow_cut;
            self.cuts_left -= 1;
            cx.tracer.value(FAIR_RATE, *alpha);
            cx.tracer.line(CUT);
        }
        cx.tracer.drop(packet, Reason::Overflow, None);
    }
}

impl Discipline for Csfq {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let limit = settings.count("limit");
        Ok(Params {
            limit,
            flow_constant: Span::from_secs(settings.real("rate_constant_s")),
            fair_constant: Span::from_secs(settings.real("fair_constant_s")),
            window: Span::from_secs(settings.real("window_s")),
            threshold: settings.real("buffer_threshold") * limit as f64,
            overflow_cut: settings.real("overflow_cut"),
            most_cuts: settings.count("most_cuts"),
            capacity_bps: link.capacity_bps as f64,
            has_ecn: settings.switch("ecn"),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            cuts_left: params.most_cuts,
            params,
            queue: Fifo::default(),
            labels: VecDeque::new(),
            edge: Vec::new(),
            alpha: None,
            largest: 0.0,
            arriving: RateMeter::default(),
            accepted: RateMeter::default(),
            reckoned: SimTime::ZERO,
            is_congested: false,
            window_from: SimTime::ZERO,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.cuts_left = self.cuts_left.min(params.most_cuts);
        self.alpha = self.alpha.map(|alpha| alpha.min(params.capacity_bps));
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
        self.labels.truncate(self.queue.len());
    }

    #[inline]
    fn enqueue<C: Chance, S: Tracer>(&mut self, mut packet: Packet, cx: &mut Context<'_, C, S>) {
        let label_bps = self.label(&packet, cx.now);
        cx.tracer.value(RATE_LABEL, label_bps);
        cx.tracer.line(LABEL);
        let p = excess(label_bps, self.alpha);
        if let Some(alpha) = self.alpha {
            cx.tracer.value(FAIR_RATE, alpha);
            cx.tracer.value(PROBABILITY, p);
            cx.tracer.test(COMPARE, true);
        }
        let is_chosen = cx.happens(p, UNIFORM);
        let is_full = self.queue.len() >= self.params.limit;
        // The buffer has no room for this packet, so it is dropped and not marked.
        let is_marked = is_chosen && self.params.has_ecn && packet.ecn.is_capable();
        let is_dropped = is_chosen && !is_marked;
        self.estimate(&packet, label_bps, is_dropped, cx);
        if is_chosen {
            cx.tracer.test(CHANCE, true);
        }
        if is_dropped {
            cx.tracer.line(DROP);
            return cx.tracer.drop(&packet, Reason::FairRate, None);
        }
        cx.tracer.value(WAITING, self.queue.len() as f64);
        if is_full {
            return self.overflow(&packet, cx);
        }
        if is_marked {
            cx.tracer.line(MARK);
            signal::mark(&mut packet, true, Reason::MarkEarly, cx);
        }
        cx.tracer.line(ADMIT);
        self.queue.admit(packet, cx);
        self.labels.push_back(self.alpha.map_or(label_bps, |alpha| label_bps.min(alpha)));
    }

    #[inline]
    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.labels.pop_front();
        self.queue.pop()
    }

    waits_in!(queue, params.limit);

    fn heap_bytes(&self) -> usize {
        self.queue.heap_bytes() + footprint::block::<f64>(self.labels.len()) + footprint::list(&self.edge)
    }

    /// Size of the edge's table \[bytes\]. Labels do not count, since packets carry them in their headers.
    fn state_bytes(&self) -> usize {
        footprint::list(&self.edge)
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        for (packet, &label_bps) in self.queue.iter().zip(&self.labels) {
            viewer.waiting(packet);
            viewer.label(label_bps);
        }
        for (flow, meter) in (0u32..).zip(&self.edge) {
            if let Some(meter) = meter {
                viewer.row(FlowId(flow), &[meter.rate_bps(), excess(meter.rate_bps(), self.alpha)]);
            }
        }
        viewer.gauge(self.alpha.unwrap_or(self.params.capacity_bps));
        viewer.gauge(self.arriving.rate_bps());
        viewer.gauge(self.accepted.rate_bps());
        viewer.gauge(self.params.capacity_bps);
        viewer.gauge(f64::from(u8::from(self.is_congested)));
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        for meter in &self.edge {
            hash.fold(u64::from(meter.is_some()));
            if let Some(meter) = meter {
                meter.fold(hash);
            }
        }
        hash.fold_real(self.alpha.unwrap_or(0.0));
        hash.fold_real(self.largest);
        self.arriving.fold(hash);
        self.accepted.fold(hash);
        hash.fold(self.reckoned.nanos());
        hash.fold(u64::from(self.is_congested));
        hash.fold(self.window_from.nanos());
        hash.fold(self.cuts_left as u64);
    }
}

#[cfg(test)]
mod tests;
