//! The declarations of RED-PD: parameters, pseudo-code, quantities.

use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSpec, Quantity, StateView, Table, View};
use crate::discipline::parts::declare::{code, quantities, quantity, real, rule, whole};
use crate::discipline::random_early::red;
use crate::discipline::reason::Reason;

/// The description of RED-PD.
pub const ABOUT: About = About {
    id: "red-pd",
    name: "RED-PD",
    year: 2001,
    citation: "R. Mahajan, S. Floyd and D. Wetherall, Controlling High-Bandwidth Flows at the Congested Router, IEEE ICNP 2001",
    idea: "RED's drops show which flows send too much. A flow that keeps appearing in the recent drop history gets its own drop probability in front of the queue. This probability rises until the flow no longer appears, and then falls.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "The rules and numbers of the authors' example for ns-2, without its test whether a flow responds: every flow counts as responsive. Ours: an ECN mark counts like a drop.",
    view: View::Fifo,
    params: &[red::PARAMS, PARAMS],
    defaults: red::THESIS_DEFAULTS,
    param_sets: &[red::CHOKED_THESIS],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[red::AVG, red::COUNT, red::P_B, DROP_RATE_GAUGE, MONITORED],
    state: &[StateView::Table(Table {
        title: "Drop history",
        meaning: "flows that are in the last drop lists or monitored; arrivals of a flow with a p_f are dropped with this probability before they reach RED",
        columns: &[OWN_P, LISTS, DROPS],
        scale: Bound::Value(1.0),
        mark: None,
    })],
    reasons: &[Reason::Early, Reason::Forced, Reason::Overflow, Reason::Penalty, Reason::MarkEarly, Reason::MarkForced],
    reasons_without_arrival: &[],
};

const PARAMS: &[ParamSpec] = &[
    real(
        "target_rtt_s",
        "target round trip",
        0.04,
        (0.001, 10.0),
        "flows are limited to the rate of a TCP connection with this round-trip time; an interval lasts 2 to 10 round-trip times",
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
        "number of lists that must contain a flow before its probability rises; at most the number of all lists",
    )
    .symbol("K")
    .unit("intervals"),
    whole("max_drop_list", "list length", 50, (1, 1_000), "number of flows in a list: those that lost most bytes")
        .unit("flows")
        .advanced(),
    real(
        "max_p_step",
        "largest step down",
        0.05,
        (0.001, 1.0),
        "largest decrease of a flow's probability in one step",
    )
    .advanced(),
    real(
        "release_below",
        "release at",
        0.005,
        (0.0, 0.5),
        "a flow with this probability or less is released",
    )
    .advanced(),
    real(
        "min_drop_rate",
        "min drop rate",
        0.001,
        (0.0, 1.0),
        "no probability rises if RED's drop rate in the interval is at most this",
    )
    .advanced(),
    real("drop_rate_weight", "rate weight", 0.5, (0.01, 1.0), "weight of one interval in the average drop rate")
        .advanced(),
];

code! {
    pub(super) ids;
    MONITORED_TEST: 0 ? "if the arrival's flow is monitored, p_f = {p_f}:";
    SPACING: 1 "P ← p_f/(1 − count_f·p_f) = {p_filter}";
    PENALTY_TEST: 1 ? "if u = {u_filter} < P, avg ≥ min_th and n > 1:";
    PENALTY: 2 "count_f ← 0; drop the arrival (penalty); done";
    PASSED: 1 "count_f ← count_f + 1 = {count_f}";
    ..HEAD: red::HEAD;
    ..STAGE: red::STAGE;
    RECORD: 0 ? "dropped or marked: add its bytes to its flow's in this list";
    NEW_LIST: 0 "after an interval of K/M·R/√(1.5·avg p) s: a new list";
    DROP_RATE: 1 "p ← drop rate in it = {p_now}, avg p ← {p_avg}";
    REGULAR: 1 ? "in K of M lists and this: d ← min(p, avg p)·share = {d}";
    MONITOR: 2 ? "not monitored: p_f ← min(d, 2·min(p, avg p), ½) = {p_f}";
    RAISE: 2 ? "monitored: p_f ← p_f + min(d, p_f) = {p_f}";
    RAISE_ABOVE_ONE: 2 ? "above 1: halve the share that passes: p_f ← {p_f}";
    RELEASE: 1 ? "monitored, in none of M lists, p_f ≤ release_below: free";
    LOWER: 2 "above: p_f ← p_f − min(p_f/2, max_p_step) = {p_f}";
}

rule! {
    "R. Mahajan, S. Floyd and D. Wetherall, RED-PD, ICNP 2001, from the authors' code; bounds of p_f are left out";
    MONITORED_TEST: 0 ? "if its flow f is monitored," shows "p_f = {p_f}";
    SPACING: 1 "drop it with prob. p_f if avg ≥ min_th and q > 1" asks(PENALTY_TEST);
    HEAD: 0 "else RED decides by avg" shows "avg = {avg}";
    RECORD: 0 ? "what RED drops is listed by flow";
    NEW_LIST: 0 "after each interval: a new list" shows "p = {p_now}";
    REGULAR: 1 ? "a flow in K of M lists: d ← its part of p" shows "{d}";
    MONITOR: 1 "monitor it: p_f ← d, later p_f + min(d, p_f)" shows "{p_f}";
    RELEASE: 1 "a flow in no list: lower its p_f, then free it" shows "{p_f}";
}

quantities! {
    pub(super) ids;
    ..red::QUANTITIES;
    P_F: OWN_P;
    P_FILTER: p_filter "P" "" "drop probability of this packet, spaced as RED's";
    UNIFORM: u_filter "u" "" "random number that decides on the penalty";
    COUNT_F: count_f "count_f" "packets" "packets of the flow since its last penalty";
    P_NOW: p_now "p" "" "share of the bytes that reached RED in the interval and were dropped";
    P_AVG: p_avg "avg p" "" "the same, averaged over intervals";
    CHARGE: d "d" ""
        "drop rate by which a flow is charged: the link's drop rate, times the flow's lost bytes divided by the mean of all regular flows";
}

const OWN_P: Quantity = quantity("p_f", "p_f", "", "drop probability of the flow in front of the queue");
const LISTS: Quantity = quantity("lists", "lists", "", "number of drop lists with the flow");
const DROPS: Quantity = quantity("drops", "lost", "bytes", "bytes lost to RED in these lists");
const DROP_RATE_GAUGE: Quantity = quantity("drop_rate", "avg p", "", "RED's drop rate, averaged over intervals");
const MONITORED: Quantity = quantity("monitored", "monitored", "flows", "flows filtered in front of the queue");
