//! What RED declares, and what the whole CHOKe family declares with it: parameters, named sets, pseudo-code, quantities.

use super::super::about::{CodeLine, LineId, ParamSet, ParamSpec, ParamValue, Quantity, QuantityId, code_line};
use super::super::parts::declare::{choice, option, real, switch};
use super::super::parts::{average, drop_curve, fifo};
use super::super::reason::Reason;

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
    BYTE_BUFFER,
    ABOVE_MAX,
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
        option("none", "not at all (ns-2 with queue_in_bytes_ alone)"),
    ],
    "in byte mode: where the size of the packet enters its drop probability",
)
.advanced();

const BYTE_BUFFER: ParamSpec = switch(
    "byte_buffer",
    "buffer in bytes",
    false,
    "in byte mode the buffer is measured in bytes, too: no arrival while B packets of the mean size wait or more (ns-2)",
)
.advanced();

const ABOVE_MAX: ParamSpec = choice(
    "above_max",
    "above max_th",
    &[
        option("forced", "every arrival is dropped"),
        option("spaced", "p_b is 1 and drops are spaced as they are below (use_mark_p_ in ns-2)"),
    ],
    "how arrivals are dropped from max_th on (from twice max_th on if gentle); it matters to small packets in byte mode",
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

pub(super) const RED_1993: ParamSet = ParamSet {
    id: "red1993",
    name: "RED paper, 1993 (buffer from ns-2)",
    values: &red_values!(60, 5.0, 15.0, 0.002, 0.02, false, "count"),
};

pub(super) const NS2_35: ParamSet = ParamSet {
    id: "ns2_35",
    name: "ns-2.35 defaults",
    values: &red_values!(
        50, 5.0, 15.0, 0.002, 0.1, true, "wait";
        ("thresholds_auto", ParamValue::Switch(true)),
        ("w_q_auto", ParamValue::Choice("ten_rtt")),
        ("byte_mode", ParamValue::Switch(true)),
        ("mean_pkt_size", ParamValue::Integer(500)),
        ("byte_scale", ParamValue::Choice("ns2")),
        ("byte_buffer", ParamValue::Switch(true)),
        ("above_max", ParamValue::Choice("spaced")),
        ("idle", ParamValue::Choice("ns2")),
        ("ecn_mark_max_p", ParamValue::Real(0.1)),
        ("ns2_guards", ParamValue::Switch(true)),
        ("overflow_resets_count", ParamValue::Switch(true)),
    ),
};

pub(super) const NS3: ParamSet = ParamSet {
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
pub(in super::super) use red_values;

/// The first lines of every discipline of the family: the average and the case below min_th.
pub const HEAD: &[CodeLine] = &[
    code_line(0, "if idle: avg ← {avg_before}·(1 − w_q)^{decays} = {avg}"),
    code_line(0, "else: avg ← (1 − w_q)·{avg_before} + w_q·{n} = {avg}"),
    code_line(0, "if avg < min_th:"),
    code_line(1, "count ← −1; skip to the buffer test"),
];
pub(super) const AVERAGE_IDLE: LineId = LineId(0);
pub(super) const AVERAGE_BUSY: LineId = LineId(1);
pub(super) const BELOW_TEST: LineId = LineId(2);
pub(super) const BELOW: LineId = LineId(3);

/// The last lines of every discipline of the family: RED's drop decision and the buffer test.
pub const STAGE: &[CodeLine] = &[
    code_line(0, "guard of ns-2: fewer than 2 wait: to the buffer test"),
    code_line(0, "if avg ≥ max_th (2·max_th if gentle):"),
    code_line(1, "count ← 0; drop the arrival (forced); done"),
    code_line(1, "with ECN: mark it instead and go on"),
    code_line(1, "above_max is spaced: p_b ← 1, on to the spacing"),
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
pub(super) enum StageLine {
    GuardShort,
    ForcedTest,
    ForcedDrop,
    ForcedMark,
    SpacedAbove,
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
pub(super) const WAITING: QuantityId = QuantityId(0);
pub(super) const AVERAGE_BEFORE: QuantityId = QuantityId(1);
pub(super) const DECAYS: QuantityId = QuantityId(2);
pub(super) const AVERAGE: QuantityId = QuantityId(3);
pub(super) const ZONE: QuantityId = QuantityId(4);
pub(super) const PACKETS_SINCE_DROP: QuantityId = QuantityId(5);
pub(super) const PROBABILITY: QuantityId = QuantityId(6);
pub(super) const SPACED_PROBABILITY: QuantityId = QuantityId(7);
pub(super) const UNIFORM: QuantityId = QuantityId(8);

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

/// The gauges of every discipline of the family; one with more of its own begins with these.
pub const GAUGES: &[Quantity] = &[AVG, COUNT, P_B];

/// The reasons that RED's decision can give.
pub(in super::super) const REASONS: &[Reason] =
    &[Reason::Early, Reason::Forced, Reason::Overflow, Reason::MarkEarly, Reason::MarkForced];
