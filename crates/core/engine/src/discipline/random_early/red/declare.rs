//! The declarations that RED shares with CHOKe's family: parameters, named sets, pseudo-code, quantities.

use crate::discipline::about::{ChartBox, LineId, ParamSet, ParamSpec, ParamValue, Quantity, To};
use crate::discipline::parts::declare::{act, ask, choice, code, option, quantities, quantity, real, rule, switch};
use crate::discipline::parts::{average, drop_curve, fifo};
use crate::discipline::reason::Reason;

/// The parameters of RED, which the disciplines built on it share.
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
    average::AVERAGE_STEPS,
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
    "measures the queue in bytes (as packets of the mean size), and gives large packets a larger probability",
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
    "in byte mode the buffer is measured in bytes too: no room while B packets of the mean size or more wait (ns-2)",
)
.advanced();

const ABOVE_MAX: ParamSpec = choice(
    "above_max",
    "above max_th",
    &[
        option("forced", "every arrival is dropped"),
        option("spaced", "p_b is 1 and drops are spaced as below max_th (use_mark_p_ in ns-2)"),
    ],
    "how arrivals are dropped from max_th on (from twice max_th on if gentle); it matters for small packets in byte mode",
)
.advanced();

const NS2_GUARDS: ParamSpec = switch(
    "ns2_guards",
    "guards of ns-2",
    false,
    "drops no packet while fewer than 2 packets wait, and admits the first arrival after the average has crossed min_th",
)
.advanced();

const OVERFLOW_RESETS_COUNT: ParamSpec = switch(
    "overflow_resets_count",
    "overflow restarts the count",
    false,
    "an overflow counts as a drop when later drops are spaced (ns-2)",
)
.advanced();

/// The values of the CHOKeD thesis.
pub const CHOKED_THESIS: ParamSet = ParamSet {
    id: "choked-thesis",
    name: "CHOKeD thesis, 2015",
    origin: "S. Manzoor, CHOKeD, MS thesis, GIK Institute 2015: buffer, thresholds and weight of its simulations; max_p and the spacing are inferred",
    values: &red_values!(100, 40.0, 80.0, 0.02, 0.1, false, "count"),
};

/// The values of [`CHOKED_THESIS`] as defaults, so that RED's relatives can be compared with their default parameters.
pub const THESIS_DEFAULTS: &[(&str, ParamValue)] = &[
    ("min_th", ParamValue::Real(40.0)),
    ("max_th", ParamValue::Real(80.0)),
    ("w_q", ParamValue::Real(0.02)),
    ("max_p", ParamValue::Real(0.1)),
];

/// The values of Domański et al.
pub const TAI_2013: ParamSet = ParamSet {
    id: "domanski-2013",
    name: "Domański et al., 2013",
    origin: "A. Domański, J. Domańska and J. Klamka, Analysis of CHOKe-family AQM, 2013, section 3; max_p is inferred",
    values: &red_values!(200, 100.0, 150.0, 0.007, 0.1, false, "count"),
};

/// The defaults of the tool agmrun of Domański et al. for Linux; the tool has no defaults for the thresholds.
pub const AGMRUN: ParamSet = ParamSet {
    id: "agmrun",
    name: "agmrun, the tool of Domański et al.",
    origin: "A. Domański, J. Domańska and J. Klamka, 2013, section 4: options -b 2000 and -w 0.002; -m and -M have no default",
    values: AGMRUN_VALUES,
};

/// The values of [`AGMRUN`].
pub(in crate::discipline) const AGMRUN_VALUES: &[(&str, ParamValue)] =
    &[("limit", ParamValue::Integer(2000)), ("w_q", ParamValue::Real(0.002))];

pub(super) const RED_1993: ParamSet = ParamSet {
    id: "red-1993",
    name: "RED paper, 1993",
    origin: "S. Floyd and V. Jacobson, IEEE/ACM Transactions on Networking 1(4), 1993; the buffer is that of ns-2's examples",
    values: &red_values!(60, 5.0, 15.0, 0.002, 0.02, false, "count"),
};

pub(super) const NS2_35: ParamSet = ParamSet {
    id: "ns-2",
    name: "ns-2.35",
    origin: "ns-2.35, tcl/lib/ns-default.tcl: Queue/RED, with thresholds and weight from the link",
    values: &red_values!(
        50, 5.0, 15.0, 0.002, 0.1, true, "wait";
        ("thresholds_auto", ParamValue::Switch(true)),
        ("w_q_auto", ParamValue::Choice("ten_rtt")),
        ("average_steps", ParamValue::Choice("exact")),
        ("byte_mode", ParamValue::Switch(true)),
        ("mean_pkt_size", ParamValue::Integer(500)),
        ("byte_scale", ParamValue::Choice("ns2")),
        ("byte_buffer", ParamValue::Switch(true)),
        ("above_max", ParamValue::Choice("spaced")),
        ("idle", ParamValue::Choice("ns2")),
        ("zone_edges", ParamValue::Choice("red")),
        ("ecn_mark_max_p", ParamValue::Real(0.1)),
        ("ns2_guards", ParamValue::Switch(true)),
        ("overflow_resets_count", ParamValue::Switch(true)),
    ),
};

pub(super) const NS3: ParamSet = ParamSet {
    id: "ns-3",
    name: "ns-3",
    origin: "ns-3, red-queue-disc.cc: the defaults of its attributes",
    values: &red_values!(
        25, 5.0, 15.0, 0.002, 0.02, true, "wait";
        ("thresholds_auto", ParamValue::Switch(false)),
        ("w_q_auto", ParamValue::Choice("off")),
        ("average_steps", ParamValue::Choice("exact")),
        ("byte_mode", ParamValue::Switch(false)),
        ("mean_pkt_size", ParamValue::Integer(500)),
        ("above_max", ParamValue::Choice("forced")),
        ("idle", ParamValue::Choice("ns2")),
        ("zone_edges", ParamValue::Choice("red")),
        ("ns2_guards", ParamValue::Switch(true)),
        ("overflow_resets_count", ParamValue::Switch(false)),
    ),
};

pub(super) const LINUX: ParamSet = ParamSet {
    id: "linux",
    name: "Linux, for a limit of 400 packets",
    origin: "Linux, sch_red.c and iproute2's q_red.c: with a limit of 400000 bytes, max is a quarter of it and min a third of max; probability 0.02, avpkt 1000, burst (2·min + max)/3, which makes the weight 1/32",
    values: &red_values!(
        400, 100.0 / 3.0, 100.0, 0.031_25, 0.02, false, "drawn";
        ("thresholds_auto", ParamValue::Switch(false)),
        ("w_q_auto", ParamValue::Choice("off")),
        ("average_steps", ParamValue::Choice("exact")),
        ("byte_mode", ParamValue::Switch(true)),
        ("mean_pkt_size", ParamValue::Integer(1000)),
        ("byte_scale", ParamValue::Choice("none")),
        ("byte_buffer", ParamValue::Switch(true)),
        ("above_max", ParamValue::Choice("forced")),
        ("idle", ParamValue::Choice("paper")),
        ("zone_edges", ParamValue::Choice("red")),
        ("ns2_guards", ParamValue::Switch(false)),
        ("overflow_resets_count", ParamValue::Switch(false)),
        ("ecn", ParamValue::Switch(false)),
        ("ecn_harddrop", ParamValue::Switch(false)),
    ),
};

/// The values of a parameter set. Before the semicolon are the seven parameters that every source states, be it a paper
/// or an implementation. After it are the modes in which the sources differ; if they are left out, the set has the
/// modes of RED's paper. Every set has a value for each mode, so that choosing a set overwrites all modes of the set
/// chosen before.
macro_rules! red_values {
    ($limit:expr, $min_th:expr, $max_th:expr, $w_q:expr, $max_p:expr, $gentle:expr, $spacing:expr) => {
        red_values!(
            $limit, $min_th, $max_th, $w_q, $max_p, $gentle, $spacing;
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
        )
    };
    ($limit:expr, $min_th:expr, $max_th:expr, $w_q:expr, $max_p:expr, $gentle:expr, $spacing:expr; $($more:expr),* $(,)?) => {
        [
            ("limit", ParamValue::Integer($limit)),
            ("min_th", ParamValue::Real($min_th)),
            ("max_th", ParamValue::Real($max_th)),
            ("w_q", ParamValue::Real($w_q)),
            ("max_p", ParamValue::Real($max_p)),
            ("gentle", ParamValue::Switch($gentle)),
            ("uniformize", ParamValue::Choice($spacing)),
            $($more,)*
        ]
    };
}
pub(in crate::discipline) use red_values;

code! {
    /// The first lines of pseudo-code of RED and the disciplines built on it: the average, and the case below min_th.
    pub segment HEAD, pub(super) ids;
    AVERAGE_IDLE: 0 ? "if idle: avg ← {avg_before}·(1 − w_q)^{decays} = {avg}";
    AVERAGE_BUSY: 0 "else: avg ← (1 − w_q)·{avg_before} + w_q·{n} = {avg}";
    BELOW_TEST: 0 ? "if avg < min_th:" or "if avg ≤ min_th:" if zone_edges("linux_choke");
    BELOW: 1 "count ← −1; skip to the buffer test";
}

code! {
    /// The last lines of pseudo-code of RED and the disciplines built on it: RED's drop decision and the buffer test.
    pub segment STAGE, pub(super) ids;
    GUARD_SHORT: 0 ? "guard of ns-2: fewer than 2 wait: to the buffer test" if ns2_guards(true);
    FORCED_TEST: 0 ? "if avg ≥ max_th:"
        or "if avg > 2·max_th:" if gentle(true), zone_edges("linux_choke")
        or "if avg ≥ 2·max_th:" if gentle(true)
        or "if avg > max_th:" if zone_edges("linux_choke");
    FORCED_DROP: 1 "count ← 0; drop the arrival (forced); done";
    FORCED_MARK: 1 "with ECN: mark it instead and go on" if ecn(true), ecn_harddrop(false);
    SPACED_ABOVE: 1 ? "above_max is spaced: p_b ← 1, on to the spacing" if above_max("spaced");
    GUARD_CROSSED: 0 ? "guard of ns-2: avg crossed min_th: count ← 1, pass" if ns2_guards(true);
    COUNT_UP: 0 "count ← count + 1 = {count}";
    RAMP: 0 "p_b ← max_p·(avg − min_th)/(max_th − min_th) = {p_b}";
    GENTLE_RAMP: 0 ? "gentle, avg ≥ max_th: p_b ← {p_b}, 1 at 2·max_th" if gentle(true);
    SIZE_BEFORE: 1 "times size/mean, with which it is {p_b}" if byte_mode(true), byte_scale("paper");
    SPACING_COUNT: 0 "spacing count: p_a ← p_b/(1 − count·p_b) = {p_a}" if uniformize("count");
    SPACING_WAIT: 0 "spacing wait: 0 or p_b/(2 − count·p_b) = {p_a}" if uniformize("wait");
    SPACING_NONE: 0 "no spacing: p_a ← p_b = {p_a}" if uniformize("none");
    SPACING_DRAWN: 0 "drawn: p_a ← what count·p_b gains = {p_a}" if uniformize("drawn");
    SIZE_AFTER: 1 "count by bytes/mean, times size/mean: it is {p_a}" if byte_mode(true), byte_scale("ns2");
    EARLY_TEST: 0 ? "if u = {u} < p_a:";
    EARLY_DROP: 1 "count ← 0; drop the arrival (early); done";
    EARLY_MARK: 1 "with ECN: mark it instead and go on" if ecn(true);
    OVERFLOW: 0 ? "if the buffer is full: drop the arrival (overflow)" if overflow_resets_count(false);
    OVERFLOW_COUNTS: 0 ? "if the buffer is full: count ← 0; drop (overflow)" if overflow_resets_count(true);
    ADMIT: 0 "else: admit it at the rear";
}

rule! {
    /// The lines of the rule for [`HEAD`].
    pub segment RULE_HEAD;
    AVERAGE_IDLE: 0 "avg ← (1 − w_q)·avg + w_q·q" shows "{avg}";
    BELOW_TEST: 0 ? "if avg < min_th, admit the arrival";
}

rule! {
    /// The lines of the rule for [`STAGE`].
    pub segment RULE_STAGE;
    GUARD_SHORT: 0 "if avg ≥ max_th, drop the arrival" asks(FORCED_TEST);
    GUARD_CROSSED: 0 "drop it with probability p_a" shows "{p_a}" asks(EARLY_TEST);
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

rule! {
    /// The rule of [`STAGE`] in fewer lines.
    pub segment RULE_STAGE_IN_SHORT;
    GUARD_SHORT: 0 "drop it if avg ≥ max_th, else with prob. p_a" shows "{p_a}" asks(EARLY_TEST);
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

rule! {
    /// The rule of [`STAGE`] in gentle mode.
    pub segment RULE_STAGE_GENTLE;
    GUARD_SHORT: 0 "if avg ≥ 2·max_th, drop the arrival" asks(FORCED_TEST);
    GUARD_CROSSED: 0 "drop it with probability p_a (RED's, gentle)" shows "{p_a}" asks(EARLY_TEST);
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

rule! {
    /// The rule of [`HEAD`], with the decay of the average in idle time.
    pub(super) segment RULE_OF_HEAD;
    AVERAGE_IDLE: 0 ? "after m idle packet times: avg ← (1 − w_q)^m·avg" shows "{avg}";
    AVERAGE_BUSY: 0 "else: avg ← (1 − w_q)·avg + w_q·q" shows "{avg}";
    BELOW_TEST: 0 ? "if avg < min_th, admit the arrival";
}

rule! {
    /// The rule of [`STAGE`], with the formulas of the probabilities.
    pub(super) segment RULE_OF_STAGE;
    GUARD_SHORT: 0 "if avg ≥ max_th, drop the arrival" asks(FORCED_TEST);
    GUARD_CROSSED: 0 "p_b ← max_p·(avg − min_th)/(max_th − min_th)" shows "{p_b}";
    SPACING_COUNT: 0 "p_a ← p_b/(1 − count·p_b)" shows "{p_a}";
    EARLY_TEST: 0 ? "drop the arrival with probability p_a";
    OVERFLOW: 0 ? "if the buffer is full, drop it; else admit it";
}

/// The first box of a flow chart: the average.
pub(in crate::discipline) const CHART_AVERAGE: ChartBox = act("avg ← (1 − w_q)·avg + w_q·q", To::Next);

/// The second box of a flow chart: the test against min_th. `buffer` is the index of the buffer test's box.
pub(in crate::discipline) const fn chart_below(buffer: u8) -> ChartBox {
    ask("avg < min_th?", BELOW_TEST, To::Box(buffer), To::Next)
}

/// The last boxes of a flow chart: RED's decision, and a buffer test that we have added.
pub(in crate::discipline) const fn chart_stage(stage: LineId) -> [ChartBox; 3] {
    const DROP: To = To::End("drop the arrival");
    let full = ask("buffer full?", OVERFLOW.after(stage), DROP, To::End("admit the arrival"));
    [
        ask("avg ≥ max_th?", FORCED_TEST.after(stage), DROP, To::Next),
        ask("with probability p_a?", EARLY_TEST.after(stage), DROP, To::Next),
        ChartBox { asks: [Some(OVERFLOW.after(stage)), Some(OVERFLOW_COUNTS.after(stage))], ..full },
    ]
}

/// The index of the gentle ramp's line in [`STAGE`].
pub(in crate::discipline) const RAMP_PLACE: usize = RAMP.0 as usize;

quantities! {
    /// The quantities that RED and the disciplines built on it report.
    pub segment QUANTITIES, pub(super) ids;
    WAITING: n "n" "packets"
        "packets waiting before this arrival; in byte mode waiting bytes over the mean packet size";
    AVERAGE_BEFORE: avg_before "avg" "packets" "average queue before this arrival";
    DECAYS: decays "i" "packets" "packets that could have been sent while the link was idle; ns-2 counts one more";
    AVERAGE: AVG;
    ZONE: zone "zone" "" "0 below min_th, 1 between the thresholds, 2 above";
    PACKETS_SINCE_DROP: COUNT;
    PROBABILITY: P_B;
    SPACED_PROBABILITY: p_a "p_a" "" "drop probability of this packet, after spacing";
    UNIFORM: u "u" "" "the random number drawn, uniform in [0, 1); none is drawn when the outcome is certain";
}

/// The average queue, a gauge of RED and the disciplines built on it.
pub const AVG: Quantity = quantity("avg", "avg", "packets", "average queue, exponentially weighted");
/// The number of packets since the last drop, a gauge of RED and the disciplines built on it.
pub const COUNT: Quantity =
    quantity("count", "count", "packets", "packets since the last drop; −1 while the average is below min_th");
/// The drop probability, a gauge of RED and the disciplines built on it.
pub const P_B: Quantity = quantity("p_b", "p_b", "", "drop probability for this average, before spacing");

/// The first gauges of RED and the disciplines built on it; a discipline's own gauges follow them.
pub const GAUGES: &[Quantity] = &[AVG, COUNT, P_B];

/// The reasons that RED's decision can give.
pub(in crate::discipline) const REASONS: &[Reason] =
    &[Reason::Early, Reason::Forced, Reason::Overflow, Reason::MarkEarly, Reason::MarkForced];
