//! RED (Random Early Detection): drop arrivals by chance, the likelier the longer the average queue.
//!
//! Rule: while the average lies below min_th, admit; between the thresholds drop with a probability that rises from 0 to
//! max_p, made larger by each packet since the last drop; from max_th on drop every arrival. The buffer is tested last.
//! Source: Floyd and Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993; gentle mode: Floyd, note of 2000; ECN:
//! RFC 3168, section 7; ns-2.35 and ns-3 for what the options named after them do.
//! We differ: in byte mode the average counts packets of the mean size, and the buffer still counts packets (ns-2 also
//! measures the buffer in bytes). A packet is ECN-marked only if there is room for it, so a mark is never lost.
//! [`Core`] is also the ground that the CHOKe family stands on.
//! View: fifo.

use super::about::{
    About, CodeLine, Confidence, LineId, Memory, ParamSet, ParamSpec, ParamValue, Quantity, QuantityId, View, code_line,
};
use super::parts::average::{self, AverageRule, MovingAverage};
use super::parts::declare::{choice, option, real, switch};
use super::parts::drop_curve::{self, DropCurve, Spacing, Zone};
use super::parts::fifo::{self, Fifo};
use super::reason::Reason;
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Sink, StateHash, Viewer};
use crate::packet::{Ecn, Packet};
use crate::rng::Chance;
use crate::time::SimTime;

/// What RED tells about itself.
pub const ABOUT: About = About {
    id: "red",
    name: "RED",
    year: 1993,
    citation: "S. Floyd and V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, IEEE/ACM Transactions on Networking 1(4), 1993",
    idea: "Drop arrivals by chance before the buffer is full, the likelier the longer the smoothed queue. It keeps queues short but singles nobody out: a flow that ignores drops keeps its share.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "Checked against the paper and the code of ns-2, ns-3 and Linux; where these differ there is an option.",
    view: View::Fifo,
    params: &[PARAMS],
    defaults: &[],
    param_sets: &[RED_1993, NS2_35, NS3, CHOKED_THESIS],
    code: &[HEAD, STAGE],
    quantities: &[QUANTITIES],
    gauges: &[AVG, COUNT, P_B],
    reasons: REASONS,
};

/// The parameters of RED, which the whole CHOKe family shares.
pub const PARAMS: &[ParamSpec] = &[
    fifo::LIMIT,
    drop_curve::MIN_TH,
    drop_curve::MAX_TH,
    average::W_Q,
    drop_curve::MAX_P,
    drop_curve::GENTLE,
    ECN,
    drop_curve::UNIFORMIZE,
    average::IDLE,
    drop_curve::ZONE_EDGES,
    average::W_Q_AUTO,
    drop_curve::THRESHOLDS_AUTO,
    BYTE_MODE,
    average::MEAN_PKT_SIZE,
    BYTE_SCALE,
    ECN_HARDDROP,
    ECN_MARK_MAX_P,
    NS2_GUARDS,
    OVERFLOW_RESETS_COUNT,
];

const ECN: ParamSpec = switch("ecn", "ECN", false, "marks ECN-capable packets where others would be dropped early");

const ECN_HARDDROP: ParamSpec = switch(
    "ecn_harddrop",
    "drop above max_th",
    true,
    "with ECN: drops even ECN-capable packets while the average is above max_th",
)
.advanced();

const ECN_MARK_MAX_P: ParamSpec = real(
    "ecn_mark_max_p",
    "mark up to",
    1.0,
    (0.0, 1.0),
    "with ECN: marks only while p_b is at most this and drops beyond; 0.1 in ns-2",
)
.symbol("p_b")
.advanced();

const BYTE_MODE: ParamSpec = switch(
    "byte_mode",
    "byte mode",
    false,
    "measures the queue in bytes (as packets of the mean size), and lets large packets take a larger chance",
)
.advanced();

const BYTE_SCALE: ParamSpec = choice(
    "byte_scale",
    "size counts",
    &[
        option("paper", "before drops are spaced (RED 1993)"),
        option("ns2", "after drops are spaced, gaps counted in bytes (ns-2)"),
    ],
    "in byte mode: where the size of the packet enters its drop probability",
)
.advanced();

const NS2_GUARDS: ParamSpec = switch(
    "ns2_guards",
    "guards of ns-2",
    false,
    "drops nothing while fewer than 2 packets wait, and lets the first arrival after the average crosses min_th pass",
)
.advanced();

const OVERFLOW_RESETS_COUNT: ParamSpec = switch(
    "overflow_resets_count",
    "overflow restarts the count",
    false,
    "an overflow drop counts as a drop when the next ones are spaced (ns-2)",
)
.advanced();

/// The values of the CHOKeD thesis.
pub const CHOKED_THESIS: ParamSet = ParamSet {
    id: "choked_thesis",
    name: "CHOKeD thesis, 2015 (max_p inferred)",
    values: &red_values!(100, 40.0, 80.0, 0.02, 0.1, false, "count"),
};

/// The same as defaults, so that RED's relatives start out comparable with each other.
pub const THESIS_DEFAULTS: &[(&str, ParamValue)] = &[
    ("min_th", ParamValue::Real(40.0)),
    ("max_th", ParamValue::Real(80.0)),
    ("w_q", ParamValue::Real(0.02)),
    ("max_p", ParamValue::Real(0.1)),
];

/// The values of Domański et al.
pub const TAI_2013: ParamSet = ParamSet {
    id: "tai2013",
    name: "Domański et al., 2013 (max_p inferred)",
    values: &red_values!(200, 100.0, 150.0, 0.007, 0.1, false, "count"),
};

const RED_1993: ParamSet = ParamSet {
    id: "red1993",
    name: "RED paper, 1993 (buffer from ns-2)",
    values: &red_values!(60, 5.0, 15.0, 0.002, 0.02, false, "count"),
};

const NS2_35: ParamSet = ParamSet {
    id: "ns2_35",
    name: "ns-2.35 defaults",
    values: &red_values!(
        50, 5.0, 15.0, 0.002, 0.1, true, "wait";
        ("thresholds_auto", ParamValue::Switch(true)),
        ("w_q_auto", ParamValue::Choice("ten_rtt")),
        ("byte_mode", ParamValue::Switch(true)),
        ("mean_pkt_size", ParamValue::Integer(500)),
        ("byte_scale", ParamValue::Choice("ns2")),
        ("idle", ParamValue::Choice("ns2")),
        ("ecn_mark_max_p", ParamValue::Real(0.1)),
        ("ns2_guards", ParamValue::Switch(true)),
        ("overflow_resets_count", ParamValue::Switch(true)),
    ),
};

const NS3: ParamSet = ParamSet {
    id: "ns3",
    name: "ns-3 defaults",
    values: &red_values!(
        25, 5.0, 15.0, 0.002, 0.02, true, "wait";
        ("mean_pkt_size", ParamValue::Integer(500)),
        ("idle", ParamValue::Choice("ns2")),
        ("ns2_guards", ParamValue::Switch(true)),
    ),
};

/// The values that every origin in the literature states, and those that only some do.
macro_rules! red_values {
    ($limit:expr, $min_th:expr, $max_th:expr, $w_q:expr, $max_p:expr, $gentle:expr, $spacing:expr $(; $($more:expr),* $(,)?)?) => {
        [
            ("limit", ParamValue::Integer($limit)),
            ("min_th", ParamValue::Real($min_th)),
            ("max_th", ParamValue::Real($max_th)),
            ("w_q", ParamValue::Real($w_q)),
            ("max_p", ParamValue::Real($max_p)),
            ("gentle", ParamValue::Switch($gentle)),
            ("uniformize", ParamValue::Choice($spacing)),
            $($($more,)*)?
        ]
    };
}
pub(super) use red_values;

/// The first lines of every discipline of the family: the average and the case below min_th.
pub const HEAD: &[CodeLine] = &[
    code_line(0, "if idle: avg ← {avg_before}·(1 − w_q)^{decays} = {avg}"),
    code_line(0, "else: avg ← (1 − w_q)·{avg_before} + w_q·{n} = {avg}"),
    code_line(0, "if avg < min_th:"),
    code_line(1, "count ← −1; skip to the buffer test"),
];
const AVERAGE_IDLE: LineId = LineId(0);
const AVERAGE_BUSY: LineId = LineId(1);
const BELOW_TEST: LineId = LineId(2);
const BELOW: LineId = LineId(3);

/// The last lines of every discipline of the family: RED's drop decision and the buffer test.
pub const STAGE: &[CodeLine] = &[
    code_line(0, "guard of ns-2: fewer than 2 wait: to the buffer test"),
    code_line(0, "if avg ≥ max_th (2·max_th if gentle):"),
    code_line(1, "count ← 0; drop the arrival (forced); done"),
    code_line(1, "with ECN: mark it instead and go on"),
    code_line(0, "guard of ns-2: avg crossed min_th: count ← 1, pass"),
    code_line(0, "count ← count + 1 = {count}"),
    code_line(0, "p_b ← max_p·(avg − min_th)/(max_th − min_th) = {p_b}"),
    code_line(0, "gentle, avg ≥ max_th: p_b ← {p_b}, 1 at 2·max_th"),
    code_line(0, "spacing count: p_a ← p_b/(1 − count·p_b) = {p_a}"),
    code_line(0, "spacing wait: 0 or p_b/(2 − count·p_b) = {p_a}"),
    code_line(0, "no spacing: p_a ← p_b = {p_a}"),
    code_line(0, "if u = {u} < p_a:"),
    code_line(1, "count ← 0; drop the arrival (early); done"),
    code_line(1, "with ECN: mark it instead and go on"),
    code_line(0, "if B packets wait: drop the arrival (overflow)"),
    code_line(0, "else: admit it at the rear"),
];

/// The place of a line within [`STAGE`].
#[derive(Clone, Copy)]
#[repr(u8)]
enum StageLine {
    GuardShort,
    ForcedTest,
    ForcedDrop,
    ForcedMark,
    GuardCrossed,
    Count,
    Ramp,
    GentleRamp,
    SpacingCount,
    SpacingWait,
    SpacingNone,
    EarlyTest,
    EarlyDrop,
    EarlyMark,
    Overflow,
    Admit,
}

/// The quantities of every discipline of the family.
pub const QUANTITIES: &[Quantity] = &[
    Quantity {
        id: "n",
        symbol: "n",
        unit: "packets",
        meaning: "packets waiting before this arrival; in byte mode waiting bytes over the mean packet size",
    },
    Quantity { id: "avg_before", symbol: "avg", unit: "packets", meaning: "average queue before this arrival" },
    Quantity {
        id: "decays",
        symbol: "i",
        unit: "packets",
        meaning: "packets that could have been sent while the link was idle; ns-2 counts one more",
    },
    AVG,
    Quantity { id: "zone", symbol: "zone", unit: "", meaning: "0 below min_th, 1 between the thresholds, 2 above" },
    COUNT,
    P_B,
    Quantity { id: "p_a", symbol: "p_a", unit: "", meaning: "drop probability of this packet, after spacing" },
    Quantity {
        id: "u",
        symbol: "u",
        unit: "",
        meaning: "the random number drawn, uniform in [0, 1); none is drawn when the outcome is certain",
    },
];
const WAITING: QuantityId = QuantityId(0);
const AVERAGE_BEFORE: QuantityId = QuantityId(1);
const DECAYS: QuantityId = QuantityId(2);
const AVERAGE: QuantityId = QuantityId(3);
const ZONE: QuantityId = QuantityId(4);
const PACKETS_SINCE_DROP: QuantityId = QuantityId(5);
const PROBABILITY: QuantityId = QuantityId(6);
const SPACED_PROBABILITY: QuantityId = QuantityId(7);
const UNIFORM: QuantityId = QuantityId(8);

/// The average queue, a gauge of the whole family.
pub const AVG: Quantity =
    Quantity { id: "avg", symbol: "avg", unit: "packets", meaning: "average queue, exponentially weighted" };
/// The spacing count, a gauge of the whole family.
pub const COUNT: Quantity = Quantity {
    id: "count",
    symbol: "count",
    unit: "packets",
    meaning: "packets since the last drop; −1 while the average is below min_th",
};
/// The drop probability, a gauge of the whole family.
pub const P_B: Quantity = Quantity {
    id: "p_b",
    symbol: "p_b",
    unit: "",
    meaning: "drop probability that the average calls for, before spacing",
};

/// The reasons that RED's decision can give.
const REASONS: &[Reason] = &[Reason::Early, Reason::Forced, Reason::Overflow, Reason::MarkEarly, Reason::MarkForced];

/// Parameters of RED.
#[derive(Clone, Debug)]
pub struct Params {
    /// B \[packets\], at least 1.
    pub limit: usize,
    /// Thresholds and drop probability.
    pub curve: DropCurve,
    spacing: Spacing,
    average: AverageRule,
    is_byte_mode: bool,
    is_sized_after_spacing: bool,
    has_ecn: bool,
    has_harddrop: bool,
    mark_max_p: f64,
    has_ns2_guards: bool,
    overflow_resets_count: bool,
}

impl Params {
    /// The parameters that the settings describe.
    pub fn read(settings: &Settings, link: &LinkFacts) -> Result<Self, SettingsProblem> {
        let average = AverageRule::read(settings, link);
        let packets_per_second = average::packets_per_second(link, average.mean_bytes);
        Ok(Self {
            limit: settings.count("limit"),
            curve: DropCurve::read(settings, packets_per_second)?,
            spacing: Spacing::read(settings),
            average,
            is_byte_mode: settings.switch("byte_mode"),
            is_sized_after_spacing: settings.choice("byte_scale") == "ns2",
            has_ecn: settings.switch("ecn"),
            has_harddrop: settings.switch("ecn_harddrop"),
            mark_max_p: settings.real("ecn_mark_max_p"),
            has_ns2_guards: settings.switch("ns2_guards"),
            overflow_resets_count: settings.switch("overflow_resets_count"),
        })
    }
}

/// RED's state and its decision, in two steps between which a relative may look for matches.
#[derive(Clone, Debug)]
pub struct Core {
    /// Parameters.
    pub params: Params,
    /// The waiting packets.
    pub queue: Fifo,
    average: MovingAverage,
    /// Packets since the last drop; −1 until the average has reached min_th.
    count: i64,
    /// Bytes since the last drop, for ns-2's spacing in byte mode.
    count_bytes: u64,
    /// Whether an arrival has passed since the average crossed min_th (ns-2 calls it `old`).
    has_crossed: bool,
}

impl Core {
    /// An empty queue at time 0.
    pub fn new(params: Params) -> Self {
        Self {
            params,
            queue: Fifo::default(),
            average: MovingAverage::default(),
            count: -1,
            count_bytes: 0,
            has_crossed: false,
        }
    }

    /// Takes new parameters and keeps queue, average and count.
    pub fn reconfigure<C: Chance, S: Sink>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
    }

    /// The first step, [`HEAD`]: averages the queue that the arrival meets and tells in which zone the average lies.
    #[inline]
    pub fn meet<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> Zone {
        let rule = &self.params.average;
        let waiting = if self.params.is_byte_mode {
            self.queue.bytes() as f64 / f64::from(rule.mean_bytes)
        } else {
            self.queue.len() as f64
        };
        cx.sink.value(WAITING, waiting);
        cx.sink.value(AVERAGE_BEFORE, self.average.value());
        match self.average.sample(waiting, cx.now, rule) {
            Some(decays) => {
                cx.sink.value(DECAYS, decays as f64);
                cx.sink.line(AVERAGE_IDLE);
            }
            None => cx.sink.line(AVERAGE_BUSY),
        }
        let zone = self.params.curve.zone(self.average.value());
        cx.sink.value(AVERAGE, self.average.value());
        cx.sink.value(ZONE, f64::from(zone as u8));
        cx.sink.line(BELOW_TEST);
        if zone == Zone::Below {
            self.count = -1;
            self.has_crossed = false;
            cx.sink.value(PACKETS_SINCE_DROP, -1.0);
            cx.sink.line(BELOW);
        }
        zone
    }

    /// The average that the arrival has met \[packets\].
    pub fn average(&self) -> f64 {
        self.average.value()
    }

    /// The second step, [`STAGE`]: RED's decision in a zone that is not below, then the buffer test. `first` is the id of
    /// the first line of [`STAGE`].
    #[inline]
    pub fn decide<C: Chance, S: Sink>(
        &mut self,
        mut packet: Packet,
        zone: Zone,
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) {
        if self.params.has_ns2_guards && self.is_short() {
            cx.sink.line(at(first, StageLine::GuardShort));
            self.count = -1;
            self.has_crossed = false;
            return self.admit(packet, first, cx);
        }
        cx.sink.line(at(first, StageLine::ForcedTest));
        if zone == Zone::Above {
            self.restart_count(cx);
            if self.may_mark(&packet) && !self.params.has_harddrop {
                cx.sink.line(at(first, StageLine::ForcedMark));
                self.mark(&mut packet, Reason::MarkForced, cx);
                return self.admit(packet, first, cx);
            }
            cx.sink.line(at(first, StageLine::ForcedDrop));
            cx.sink.drop(&packet, Reason::Forced, None);
            return;
        }
        if self.params.has_ns2_guards && !self.has_crossed {
            cx.sink.line(at(first, StageLine::GuardCrossed));
            self.has_crossed = true;
            self.count = 1;
            self.count_bytes = u64::from(packet.bytes);
            cx.sink.value(PACKETS_SINCE_DROP, 1.0);
            return self.admit(packet, first, cx);
        }
        let (p_b, p_a) = self.probabilities(packet.bytes, first, cx);
        cx.sink.line(at(first, StageLine::EarlyTest));
        if happens(p_a, cx) {
            self.restart_count(cx);
            if self.may_mark(&packet) && p_b <= self.params.mark_max_p {
                cx.sink.line(at(first, StageLine::EarlyMark));
                self.mark(&mut packet, Reason::MarkEarly, cx);
                return self.admit(packet, first, cx);
            }
            cx.sink.line(at(first, StageLine::EarlyDrop));
            cx.sink.drop(&packet, Reason::Early, None);
            return;
        }
        self.admit(packet, first, cx);
    }

    /// The buffer test at the end of [`STAGE`].
    #[inline]
    pub fn admit<C: Chance, S: Sink>(&mut self, packet: Packet, first: LineId, cx: &mut Context<'_, C, S>) {
        if self.is_full() {
            cx.sink.line(at(first, StageLine::Overflow));
            self.refuse(&packet, cx);
        } else {
            cx.sink.line(at(first, StageLine::Admit));
            self.average.end_idle();
            self.queue.admit(packet, cx);
        }
    }

    /// Whether ns-2 would call the queue too short for drops: at most one packet, in byte mode at most one byte.
    fn is_short(&self) -> bool {
        if self.params.is_byte_mode { self.queue.bytes() < 2 } else { self.queue.len() < 2 }
    }

    /// Whether the buffer is full.
    pub fn is_full(&self) -> bool {
        self.queue.len() >= self.params.limit
    }

    /// Drops the arrival because the buffer is full.
    pub fn refuse<C: Chance, S: Sink>(&mut self, packet: &Packet, cx: &mut Context<'_, C, S>) {
        if self.params.overflow_resets_count {
            self.restart_count(cx);
        }
        cx.sink.drop(packet, Reason::Overflow, None);
    }

    /// The next packet for the link; if there is none, the link is idle from now on.
    #[inline]
    pub fn dequeue(&mut self, now: SimTime) -> Option<Packet> {
        let packet = self.queue.pop();
        if packet.is_none() {
            self.average.begin_idle(now);
        }
        packet
    }

    /// Shows the waiting packets and the gauges `avg`, `count` and `p_b`.
    pub fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
        viewer.gauge(self.average());
        viewer.gauge(self.count as f64);
        viewer.gauge(self.params.curve.probability(self.average()));
    }

    /// Folds everything that can influence the future into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
        self.average.fold(hash);
        hash.fold(self.count.cast_unsigned());
        hash.fold(self.count_bytes);
        hash.fold(u64::from(self.has_crossed));
    }

    /// Counts this packet and gives p_b and p_a, sizes included.
    #[inline]
    fn probabilities<C: Chance, S: Sink>(
        &mut self,
        bytes: u32,
        first: LineId,
        cx: &mut Context<'_, C, S>,
    ) -> (f64, f64) {
        let params = &self.params;
        self.count += 1;
        // Like the count, the bytes begin at 0 with the first packet in the zone.
        self.count_bytes = match self.count {
            0 => 0,
            _ => self.count_bytes + u64::from(bytes),
        };
        cx.sink.value(PACKETS_SINCE_DROP, self.count as f64);
        cx.sink.line(at(first, StageLine::Count));

        let mean_bytes = f64::from(params.average.mean_bytes);
        let mut p_b = params.curve.probability(self.average.value());
        if params.is_byte_mode && !params.is_sized_after_spacing {
            p_b = p_b * f64::from(bytes) / mean_bytes;
        }
        cx.sink.value(PROBABILITY, p_b);
        cx.sink.line(at(
            first,
            if params.curve.is_on_ramp(self.average.value()) { StageLine::GentleRamp } else { StageLine::Ramp },
        ));

        let mut p_a = if params.is_byte_mode && params.is_sized_after_spacing {
            // ns-2 counts whole packets of the mean size, and a certain drop stays certain for a small packet.
            let count = self.count_bytes / u64::from(params.average.mean_bytes);
            match params.spacing.probability(p_b, count as f64) {
                p_a if p_a < 1.0 => p_a * f64::from(bytes) / mean_bytes,
                p_a => p_a,
            }
        } else {
            params.spacing.probability(p_b, self.count as f64)
        };
        p_a = p_a.min(1.0);
        cx.sink.value(SPACED_PROBABILITY, p_a);
        cx.sink.line(at(
            first,
            match params.spacing {
                Spacing::Count => StageLine::SpacingCount,
                Spacing::Wait => StageLine::SpacingWait,
                Spacing::Even => StageLine::SpacingNone,
            },
        ));
        (p_b, p_a)
    }

    fn restart_count<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) {
        self.count = 0;
        self.count_bytes = 0;
        cx.sink.value(PACKETS_SINCE_DROP, 0.0);
    }

    fn may_mark(&self, packet: &Packet) -> bool {
        self.params.has_ecn && packet.ecn.is_capable()
    }

    /// Marks the packet, unless the buffer test will drop it anyway.
    fn mark<C: Chance, S: Sink>(&self, packet: &mut Packet, reason: Reason, cx: &mut Context<'_, C, S>) {
        if !self.is_full() {
            packet.ecn = Ecn::Ce;
            cx.sink.mark(packet, reason);
        }
    }

    /// The next arrival meets this average, whatever the queue.
    #[cfg(test)]
    pub(crate) fn force_average(&mut self, value: f64) {
        self.average.force(value);
    }
}

/// The id of a line of [`STAGE`] whose first line has the id `first`.
const fn at(first: LineId, line: StageLine) -> LineId {
    LineId(first.0 + line as u8)
}

/// As [`Chance::happens`], telling the number that was drawn.
fn happens<C: Chance, S: Sink>(probability: f64, cx: &mut Context<'_, C, S>) -> bool {
    if probability <= 0.0 || probability >= 1.0 {
        return probability >= 1.0;
    }
    let u = cx.chance.unit();
    cx.sink.value(UNIFORM, u);
    u < probability
}

/// A RED queue.
#[derive(Clone, Debug)]
pub struct Red {
    core: Core,
}

const STAGE_FIRST: LineId = LineId(HEAD.len() as u8);

impl Discipline for Red {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Params::read(settings, link)
    }

    fn new(params: Params) -> Self {
        Self { core: Core::new(params) }
    }

    fn reconfigure<C: Chance, S: Sink>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.core.reconfigure(params, cx);
    }

    fn enqueue<C: Chance, S: Sink>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        match self.core.meet(cx) {
            Zone::Below => self.core.admit(packet, STAGE_FIRST, cx),
            zone => self.core.decide(packet, zone, STAGE_FIRST, cx),
        }
    }

    fn dequeue<C: Chance, S: Sink>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.core.dequeue(cx.now)
    }

    fn packets(&self) -> usize {
        self.core.queue.len()
    }

    fn bytes(&self) -> u64 {
        self.core.queue.bytes()
    }

    fn limit(&self) -> usize {
        self.core.params.limit
    }

    fn average(&self) -> Option<f64> {
        Some(self.core.average())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        self.core.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.core.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::bench::{Bench, ForceAverage, LINK, assert_everything_told, flows};
    use crate::rng::{Draw::Unit, Stream};
    use crate::time::Span;
    use ParamValue::{Choice, Integer, Real, Switch};

    impl ForceAverage for Red {
        fn force_average(&mut self, value: f64) {
            self.core.force_average(value);
        }
    }

    fn red(values: &[(&'static str, ParamValue)]) -> Bench<Red> {
        Bench::new(values)
    }

    fn count(bench: &Bench<Red>) -> i64 {
        bench.discipline.core.count
    }

    /// The latest value of a quantity in the record.
    fn told(bench: &Bench<Red>, quantity: QuantityId) -> Option<f64> {
        bench.log.values.iter().rev().find(|(id, _)| *id == quantity).map(|(_, value)| *value)
    }

    #[test]
    fn an_early_drop_happens_exactly_when_the_draw_is_below_the_probability() {
        let mut bench = red(&[]).holding("AB");
        bench.force_avg(10.0).arrive("C", [Unit(0.009)]);
        assert_eq!(bench.drops(), [("C", Reason::Early)]);
        assert_eq!(count(&bench), 0);

        let mut bench = red(&[]).holding("AB");
        bench.force_avg(10.0).arrive("C", [Unit(0.01)]);
        assert_eq!((bench.drops(), flows(&bench)), (vec![], "ABC".into()));
        assert_eq!(count(&bench), 0);
    }

    #[test]
    fn the_packet_after_a_drop_already_counts_one() {
        let mut bench = red(&[]).holding("AB");
        bench.force_avg(10.0).arrive("C", [Unit(0.0)]);
        bench.force_avg(10.0).arrive("D", [Unit(0.5)]);
        assert_eq!(told(&bench, SPACED_PROBABILITY), Some(0.01 / (1.0 - 0.01)));
    }

    #[test]
    fn below_the_minimum_nothing_is_drawn_and_the_count_restarts() {
        let mut bench = red(&[]).holding("AB");
        bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
        assert_eq!(count(&bench), 0);
        bench.force_avg(4.9).arrive("D", []);
        assert_eq!((count(&bench), flows(&bench)), (-1, "ABCD".into()));
    }

    #[test]
    fn from_the_maximum_on_every_arrival_is_dropped() {
        let mut bench = red(&[]).holding("AB");
        bench.force_avg(15.0).arrive("C", []);
        assert_eq!(bench.drops(), [("C", Reason::Forced)]);
        assert_eq!(count(&bench), 0);
    }

    #[test]
    fn the_queue_drops_as_its_average_says_even_when_it_has_just_drained() {
        let mut bench = red(&[]);
        bench.force_avg(15.0).arrive("C", []);
        assert_eq!(bench.drops(), [("C", Reason::Forced)]);
    }

    #[test]
    fn an_admitted_packet_ends_the_idle_time() {
        let mut bench = red(&[("w_q", Real(1.0))]);
        for (letter, waiting, line) in [("A", 0.0, AVERAGE_IDLE), ("B", 1.0, AVERAGE_BUSY), ("C", 2.0, AVERAGE_BUSY)] {
            bench.arrive(letter, []);
            assert_eq!(bench.discipline.average(), Some(waiting));
            assert!(bench.log.lines.contains(&line));
            bench.log = Default::default();
        }
    }

    #[test]
    fn an_idle_link_gets_its_packets_again_after_forced_drops() {
        // At twice the link's speed, so never a whole packet time between two arrivals.
        let mut bench = red(&[("w_q", Real(0.02))]).holding("A");
        bench.depart();
        assert_eq!(bench.depart(), None);
        bench.force_avg(20.0).arrive("C", []);
        for _ in 0..100 {
            bench.now += Span::from_millis(4);
            if bench.discipline.packets() == 0 {
                bench.arrive_by_chance("C", &mut Stream::named(1, "unused"));
            }
        }
        assert!(bench.discipline.packets() > 0);
    }

    #[test]
    fn a_full_buffer_overflows_last_and_leaves_the_count_alone() {
        let values = [("limit", Integer(2))];
        let mut bench = red(&values).holding("AB");
        bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
        assert_eq!(bench.drops(), [("C", Reason::Overflow)]);
        bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
        assert_eq!(count(&bench), 1);

        let mut bench = red(&[values[0], ("overflow_resets_count", Switch(true))]).holding("AB");
        bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
        bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
        assert_eq!(count(&bench), 0);
    }

    #[test]
    fn gentle_mode_drops_by_chance_up_to_twice_the_maximum() {
        let mut bench = red(&[("gentle", Switch(true)), ("uniformize", Choice("none"))]).holding("AB");
        bench.force_avg(22.5).arrive("C", [Unit(0.52)]);
        assert_eq!(bench.drops(), []);
        bench.force_avg(22.5).arrive("D", [Unit(0.50)]);
        bench.force_avg(30.0).arrive("E", []);
        assert_eq!(bench.drops(), [("D", Reason::Early), ("E", Reason::Forced)]);
    }

    #[test]
    fn in_byte_mode_large_packets_take_a_larger_chance() {
        for (bytes, probability) in [(40, 0.0008), (1000, 0.02)] {
            let mut bench = red(&[("byte_mode", Switch(true)), ("mean_pkt_size", Integer(500))]).holding("AB");
            bench.force_avg(10.0).arrive_sized("C", bytes, [Unit(0.5)]);
            assert_eq!(told(&bench, PROBABILITY), Some(probability));
        }
    }

    #[test]
    fn in_byte_mode_the_queue_counts_in_packets_of_the_mean_size() {
        let mut bench = red(&[("byte_mode", Switch(true)), ("mean_pkt_size", Integer(500))]).holding("AB");
        bench.arrive("C", []);
        assert_eq!(told(&bench, WAITING), Some(4.0));
    }

    #[test]
    fn ns2_scales_by_size_after_spacing_and_counts_gaps_in_bytes() {
        let mut bench = red(&[
            ("byte_mode", Switch(true)),
            ("mean_pkt_size", Integer(500)),
            ("byte_scale", Choice("ns2")),
            ("max_p", Real(0.1)),
        ])
        .holding("AB");
        bench.force_avg(10.0).arrive_sized("C", 250, [Unit(0.9)]); // the first in the zone: 0 bytes
        assert_eq!(told(&bench, SPACED_PROBABILITY), Some(0.05 / 2.0));
        bench.force_avg(10.0).arrive_sized("D", 1600, [Unit(0.9)]); // 1600 bytes: 3 mean packets
        assert_eq!(told(&bench, SPACED_PROBABILITY), Some(0.05 / (1.0 - 3.0 * 0.05) * 1600.0 / 500.0));
    }

    #[test]
    fn the_first_arrival_after_the_average_crosses_passes_ns2s_guard() {
        let mut bench = red(&[("ns2_guards", Switch(true)), ("uniformize", Choice("wait"))]).holding("AB");
        bench.force_avg(10.0).arrive("C", []);
        assert_eq!((count(&bench), flows(&bench)), (1, "ABC".into()));
        bench.force_avg(10.0).arrive("D", []); // count 2: p_a is still 0 with `wait`
        assert_eq!(count(&bench), 2);
        bench.force_avg(4.0).arrive("E", []);
        bench.force_avg(10.0).arrive("F", []);
        assert_eq!(count(&bench), 1, "below the threshold the guard arms again");
    }

    #[test]
    fn ns2_drops_nothing_while_fewer_than_two_wait() {
        let mut bench = red(&[("ns2_guards", Switch(true))]).holding("A");
        bench.force_avg(99.0).arrive("C", []);
        assert_eq!(flows(&bench), "AC");
        bench.force_avg(99.0).arrive("D", []);
        assert_eq!(bench.drops(), [("D", Reason::Forced)]);
    }

    #[test]
    fn ecn_marks_in_place_of_early_drops() {
        let mut bench = red(&[("ecn", Switch(true))]).holding("AB");
        bench.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
        bench.force_avg(10.0).arrive("D", [Unit(0.0)]);
        assert_eq!(bench.log.marks, [Reason::MarkEarly]);
        assert_eq!(bench.drops(), [("D", Reason::Early)]);
        assert_eq!(flows(&bench), "ABC");
    }

    #[test]
    fn ecn_drops_above_the_maximum_unless_told_otherwise() {
        let mut bench = red(&[("ecn", Switch(true))]).holding("AB");
        bench.force_avg(15.0).arrive_ect("C", []);
        assert_eq!(bench.drops(), [("C", Reason::Forced)]);
        let mut bench = red(&[("ecn", Switch(true)), ("ecn_harddrop", Switch(false))]).holding("AB");
        bench.force_avg(15.0).arrive_ect("C", []);
        assert_eq!((bench.log.marks.as_slice(), flows(&bench)), (&[Reason::MarkForced][..], "ABC".into()));
    }

    #[test]
    fn ecn_drops_where_the_probability_exceeds_the_marking_limit() {
        let mut bench = red(&[("ecn", Switch(true)), ("ecn_mark_max_p", Real(0.009))]).holding("AB");
        bench.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
        assert_eq!(bench.drops(), [("C", Reason::Early)]);
    }

    #[test]
    fn a_packet_that_overflows_is_not_marked() {
        let mut bench = red(&[("ecn", Switch(true)), ("limit", Integer(2))]).holding("AB");
        bench.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
        assert_eq!(bench.log.marks, []);
        assert_eq!(bench.drops(), [("C", Reason::Overflow)]);
    }

    #[test]
    fn drops_are_at_most_sixteen_packets_apart_at_one_sixteenth() {
        let mut bench =
            red(&[("min_th", Real(8.0)), ("max_th", Real(24.0)), ("max_p", Real(0.125)), ("limit", Integer(10_000))])
                .holding("AB");
        let mut chance = Stream::named(1, "drops");
        let mut gaps = Vec::new();
        let mut gap = 0;
        for _ in 0..4_000 {
            let before = bench.drops().len();
            bench.force_avg(16.0).arrive_by_chance("C", &mut chance);
            gap += 1;
            if bench.drops().len() > before {
                gaps.push(gap);
                gap = 0;
            }
        }
        // The first gap may use the counts 0..=15, later ones 1..=15.
        assert!(gaps[0] <= 16 && gaps[1..].iter().all(|&gap| gap <= 15), "{gaps:?}");
        // Uniform on 1..=15: mean 8, standard deviation 4.3 over some 500 gaps.
        let mean = f64::from(gaps.iter().sum::<i32>()) / gaps.len() as f64;
        assert!((mean - 8.0).abs() < 1.0, "{mean}");
    }

    #[test]
    fn new_parameters_keep_the_average_and_the_count() {
        let mut bench = red(&[]).holding("ABCD");
        bench.force_avg(10.0).arrive("E", [Unit(0.9)]);
        let settings = Settings::defaults(&ABOUT).with("limit", Integer(3));
        let params = Red::params(&settings, &LINK).expect("consistent");
        let mut cx = Context { now: bench.now, chance: &mut Stream::named(1, "unused"), sink: &mut bench.log };
        bench.discipline.reconfigure(params, &mut cx);
        assert_eq!(flows(&bench), "ABC");
        assert_eq!(bench.drops(), [("E", Reason::Overflow), ("D", Reason::Overflow)]);
        assert_eq!(bench.gauges(), [10.0, 0.0, 0.01]);
    }

    #[test]
    fn thresholds_in_the_wrong_order_are_refused() {
        let settings = Settings::defaults(&ABOUT).with("min_th", Real(15.0));
        let problem = Red::params(&settings, &LINK).expect_err("15 is not above 15");
        assert_eq!((problem.param.as_str(), problem.problem.as_str()), ("max_th", "15 is not above min_th (15)"));
    }

    #[test]
    fn the_link_chooses_the_thresholds_as_in_ns2() {
        let curve = |capacity_bps| {
            let settings = Settings::defaults(&ABOUT).with("thresholds_auto", Switch(true));
            let link = LinkFacts { capacity_bps, ..LINK };
            let curve = Red::params(&settings, &link).expect("consistent").curve;
            (curve.min_th, curve.max_th)
        };
        assert_eq!(curve(1_000_000), (5.0, 15.0));
        assert_eq!(curve(100_000_000), (31.25, 93.75)); // 12,500 packets a second
    }

    #[test]
    fn every_line_and_quantity_is_told() {
        let mut plain = red(&[("limit", Integer(3))]).holding("AB");
        plain.force_avg(1.0).arrive("C", []);
        plain.force_avg(10.0).arrive("D", [Unit(0.9)]);
        plain.force_avg(10.0).arrive("E", [Unit(0.0)]);
        plain.force_avg(15.0).arrive("F", []);
        let mut first = red(&[]);
        first.arrive("A", []);
        first.arrive("B", []);
        let mut marking = red(&[("ecn", Switch(true)), ("ecn_harddrop", Switch(false))]).holding("AB");
        marking.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
        marking.force_avg(15.0).arrive_ect("C", []);
        let mut ns2 = red(&[("ns2_guards", Switch(true)), ("uniformize", Choice("wait"))]).holding("A");
        for letter in ["B", "C", "D"] {
            ns2.force_avg(10.0).arrive(letter, []);
        }
        let mut gentle = red(&[("gentle", Switch(true)), ("uniformize", Choice("none"))]).holding("AB");
        gentle.force_avg(20.0).arrive("C", [Unit(0.9)]);
        assert_everything_told::<Red>(&[&plain.log, &first.log, &marking.log, &ns2.log, &gentle.log]);
    }
}
