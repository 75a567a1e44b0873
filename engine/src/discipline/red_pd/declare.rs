//! What RED-PD declares: parameters, pseudo-code, quantities.

use super::super::about::{
    About, Bound, CodeLine, Confidence, LineId, Memory, ParamSpec, Quantity, QuantityId, StateView, Table, View,
    code_line,
};
use super::super::parts::declare::{real, whole};
use super::super::reason::Reason;
use super::super::red;

/// What RED-PD tells about itself.
pub const ABOUT: About = About {
    id: "red-pd",
    name: "RED-PD",
    year: 2001,
    citation: "R. Mahajan, S. Floyd and D. Wetherall, Controlling High-Bandwidth Flows at the Congested Router, IEEE ICNP 2001",
    idea: "RED's own drops tell who sends too much: flows that keep turning up in its recent drop history get a drop probability of their own in front of the queue, which rises until they stop and falls when they do.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "The rules and numbers of the authors' example for ns-2, less its test whether a flow responds: every flow is treated as one that does. That an ECN mark counts like a drop is ours.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS],
    code: &[FILTER, red::HEAD, red::STAGE, RECORD_CODE, INTERVAL],
    quantities: &[red::QUANTITIES, QUANTITIES],
    gauges: &[red::AVG, red::COUNT, red::P_B, DROP_RATE_GAUGE, MONITORED],
    state: &[StateView::Table(Table {
        title: "Drop history",
        meaning: "flows in the last drop lists or monitored; those with a probability are filtered in front of the queue",
        columns: &[OWN_P, LISTS, DROPS],
        scale: Bound::Value(1.0),
        mark: None,
    })],
    reasons: &[Reason::Early, Reason::Forced, Reason::Overflow, Reason::Penalty, Reason::MarkEarly, Reason::MarkForced],
};

const PARAMS: &[ParamSpec] = &[
    real(
        "target_rtt_s",
        "target round trip",
        0.04,
        (0.001, 10.0),
        "flows are held to what a TCP connection of this round trip would send; intervals last 2 to 10 of them",
    )
    .symbol("R")
    .unit("s")
    .logarithmic(),
    whole("lists", "drop lists", 5, (1, 32), "how many intervals the drop history goes back")
        .symbol("M")
        .unit("intervals"),
    whole(
        "regular",
        "regular in",
        3,
        (1, 32),
        "in how many of the lists a flow must stand for its probability to rise; at most as many as there are",
    )
    .symbol("K")
    .unit("intervals"),
    whole("max_drop_list", "list length", 50, (1, 1_000), "how many flows a list holds; those that lost most bytes")
        .unit("flows")
        .advanced(),
    real(
        "max_p_step",
        "largest step down",
        0.05,
        (0.001, 1.0),
        "by how much a flow's probability falls at once, at most",
    )
    .advanced(),
    real(
        "release_below",
        "release at",
        0.005,
        (0.0, 0.5),
        "a flow of this probability or less is let go in place of lowered",
    )
    .advanced(),
    real(
        "min_drop_rate",
        "least drop rate",
        0.001,
        (0.0, 1.0),
        "no probability rises while RED's drop rate in the interval is this or less",
    )
    .advanced(),
    real("drop_rate_weight", "rate weight", 0.5, (0.01, 1.0), "how much one interval moves the average drop rate")
        .advanced(),
];

const FILTER: &[CodeLine] = &[
    code_line(0, "if the arrival's flow is monitored, p_f = {p_f}:"),
    code_line(1, "P ← p_f/(1 − count_f·p_f) = {p_filter}"),
    code_line(1, "if u = {u_filter} < P, avg ≥ min_th and n > 1:"),
    code_line(2, "count_f ← 0; drop the arrival (penalty); done"),
    code_line(1, "count_f ← count_f + 1 = {count_f}"),
];
pub(super) const MONITORED_TEST: LineId = LineId(0);
pub(super) const SPACING: LineId = LineId(1);
pub(super) const PENALTY_TEST: LineId = LineId(2);
pub(super) const PENALTY: LineId = LineId(3);
pub(super) const PASSED: LineId = LineId(4);
pub(super) const HEAD: LineId = LineId(FILTER.len() as u8);
pub(super) const STAGE: LineId = LineId(HEAD.0 + red::HEAD.len() as u8);

const RECORD_CODE: &[CodeLine] = &[code_line(0, "dropped or marked: add its bytes to its flow's in this list")];
pub(super) const RECORD: LineId = LineId(STAGE.0 + red::STAGE.len() as u8);

const INTERVAL: &[CodeLine] = &[
    code_line(0, "after an interval of K/M·R/√(1.5·avg p) s: a new list"),
    code_line(1, "p ← drop rate in it = {p_now}, avg p ← {p_avg}"),
    code_line(1, "in K of M lists and this: d ← min(p, avg p)·share = {d}"),
    code_line(2, "not monitored: p_f ← min(d, 2·min(p, avg p), ½) = {p_f}"),
    code_line(2, "monitored: p_f ← p_f + min(d, p_f) = {p_f}"),
    code_line(2, "beyond 1: half of what survived does: p_f ← {p_f}"),
    code_line(1, "monitored, in none of M lists, p_f ≤ release_below: free"),
    code_line(2, "above: p_f ← p_f − min(p_f/2, max_p_step) = {p_f}"),
];
const INTERVAL_FIRST: u8 = RECORD.0 + RECORD_CODE.len() as u8;
pub(super) const NEW_LIST: LineId = LineId(INTERVAL_FIRST);
pub(super) const DROP_RATE: LineId = LineId(INTERVAL_FIRST + 1);
pub(super) const REGULAR: LineId = LineId(INTERVAL_FIRST + 2);
pub(super) const MONITOR: LineId = LineId(INTERVAL_FIRST + 3);
pub(super) const RAISE: LineId = LineId(INTERVAL_FIRST + 4);
pub(super) const RAISE_ABOVE_ONE: LineId = LineId(INTERVAL_FIRST + 5);
pub(super) const RELEASE: LineId = LineId(INTERVAL_FIRST + 6);
pub(super) const LOWER: LineId = LineId(INTERVAL_FIRST + 7);

const QUANTITIES: &[Quantity] = &[
    OWN_P,
    Quantity { id: "p_filter", symbol: "P", unit: "", meaning: "drop probability of this packet, spaced as RED's" },
    Quantity { id: "u_filter", symbol: "u", unit: "", meaning: "random number that decides on the penalty" },
    Quantity {
        id: "count_f",
        symbol: "count_f",
        unit: "packets",
        meaning: "packets of the flow since its last penalty",
    },
    Quantity {
        id: "p_now",
        symbol: "p",
        unit: "",
        meaning: "part of the bytes that came to RED and were dropped in the interval",
    },
    Quantity { id: "p_avg", symbol: "avg p", unit: "", meaning: "the same, averaged over intervals" },
    Quantity {
        id: "d",
        symbol: "d",
        unit: "",
        meaning: "drop rate by which a flow is charged: the link's, times its lost bytes over the mean of all regular flows",
    },
];
const OWN: u8 = red::QUANTITIES.len() as u8;
pub(super) const P_F: QuantityId = QuantityId(OWN);
pub(super) const P_FILTER: QuantityId = QuantityId(OWN + 1);
pub(super) const UNIFORM: QuantityId = QuantityId(OWN + 2);
pub(super) const COUNT_F: QuantityId = QuantityId(OWN + 3);
pub(super) const P_NOW: QuantityId = QuantityId(OWN + 4);
pub(super) const P_AVG: QuantityId = QuantityId(OWN + 5);
pub(super) const CHARGE: QuantityId = QuantityId(OWN + 6);

const OWN_P: Quantity =
    Quantity { id: "p_f", symbol: "p_f", unit: "", meaning: "drop probability of the flow in front of the queue" };
const LISTS: Quantity =
    Quantity { id: "lists", symbol: "lists", unit: "", meaning: "in how many drop lists the flow stands" };
const DROPS: Quantity =
    Quantity { id: "drops", symbol: "lost", unit: "bytes", meaning: "bytes lost to RED in these lists" };
const DROP_RATE_GAUGE: Quantity =
    Quantity { id: "drop_rate", symbol: "avg p", unit: "", meaning: "RED's drop rate, averaged over intervals" };
const MONITORED: Quantity =
    Quantity { id: "monitored", symbol: "monitored", unit: "flows", meaning: "flows filtered in front of the queue" };
