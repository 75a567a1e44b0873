//! The declarations of DualPI2: parameters, pseudo-code, quantities.

use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, View};
use crate::discipline::parts::declare::{
    choice, code, dial, marked_dial, option, quantities, quantity, real, rule, switch, whole,
};
use crate::discipline::parts::fifo;
use crate::discipline::parts::pi2_law::{self, BASE, CLASSIC_P, DELAY};
use crate::discipline::reason::Reason;

/// The description of DualPI2.
pub const ABOUT: About = About {
    id: "dualpi2",
    name: "DualPI2",
    year: 2023,
    citation: "K. De Schepper, B. Briscoe and G. White, Dual-Queue Coupled Active Queue Management (AQM) for Low Latency, Low Loss, and Scalable Throughput (L4S), RFC 9332, 2023",
    idea: "Senders that react slightly to each mark need a queue of only a millisecond, if no other senders share it. They therefore get a queue of their own, whose mark probability is coupled to the square root of the other queue's drop probability.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The RFC's coupling with Linux's constants. The shift of the time-shifted scheduler is our choice.",
    view: View::TwoQueues,
    params: &[&[fifo::LIMIT], pi2_law::PARAMS, PARAMS],
    defaults: &[],
    param_sets: &[
        ParamSet {
            id: "rfc-9332",
            name: "RFC 9332, appendix A",
            origin: "RFC 9332, 2023, appendix A: the gains by the formulas of Figure 2, which its text rounds to 0.16 and 3.2 every 16 ms",
            values: &[
                ("update_s", ParamValue::Real(0.015)),
                ("alpha", ParamValue::Real(0.15)),
                ("beta", ParamValue::Real(3.0)),
                ("delay_of", ParamValue::Choice("larger")),
                ("l4s_marking", ParamValue::Choice("ramp")),
                ("derandomize", ParamValue::Switch(true)),
            ],
        },
        ParamSet {
            id: "linux",
            name: "Linux",
            origin: "Linux, sch_dualpi2.c: the defaults of the module",
            values: &[
                ("limit", ParamValue::Integer(10_000)),
                ("target_s", ParamValue::Real(0.015)),
                ("update_s", ParamValue::Real(0.016)),
                ("alpha", ParamValue::Real(0.16)),
                ("beta", ParamValue::Real(3.2)),
                ("coupling", ParamValue::Real(2.0)),
                ("l4s_marking", ParamValue::Choice("step")),
                ("step_s", ParamValue::Real(0.001)),
                ("scheduler", ParamValue::Choice("wrr")),
                ("classic_share", ParamValue::Integer(10)),
                ("delay_of", ParamValue::Choice("larger")),
                ("derandomize", ParamValue::Switch(false)),
            ],
        },
    ],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[BASE, CLASSIC_P, L4S_P, DELAY, L4S_DELAY],
    state: &[
        dial("p_classic", "classic probability", Bound::Value(1.0)),
        dial("p_l4s", "L4S probability", Bound::Value(1.0)),
        marked_dial("delay", "delay at last update", Bound::Open, Bound::Param("target_s"), "target"),
        marked_dial("l4s_delay", "L4S queue delay", Bound::Open, Bound::Param("step_s"), "step"),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::Overload, Reason::MarkEarly, Reason::MarkSojourn],
    reasons_without_arrival: &[Reason::Early, Reason::Overload, Reason::MarkEarly, Reason::MarkSojourn],
};

const PARAMS: &[ParamSpec] = &[
    choice(
        "l4s_marking",
        "L4S marking",
        &[
            option("step", "every packet that waited longer than the step is marked"),
            option("ramp", "the chance of a mark rises from 0 to 1 over a range of delays, with two packets waiting"),
        ],
        "the L4S queue's own marks",
    ),
    real("step_s", "step", 0.001, (1e-5, 10.0), "delay in the L4S queue above which every packet is marked")
        .unit("s")
        .logarithmic(),
    real("ramp_from_s", "ramp from", 0.0008, (0.0, 10.0), "delay at which the ramp begins").unit("s").advanced(),
    real("ramp_over_s", "ramp over", 0.0004, (1e-6, 10.0), "range of delays over which the ramp rises")
        .unit("s")
        .advanced(),
    choice(
        "scheduler",
        "scheduler",
        &[
            option("wrr", "weighted round robin by bytes while both have packets"),
            option("time_shifted", "the head packet that has waited longer, with the time shift added to L4S packets"),
        ],
        "which queue is served next",
    )
    .advanced(),
    whole(
        "classic_share",
        "classic share",
        10,
        (1, 99),
        "smallest share of the classic queue while both queues have packets",
    )
    .unit("%")
    .advanced(),
    real("shift_s", "time shift", 0.05, (0.0, 10.0), "time added to the wait of an L4S packet").unit("s").advanced(),
    choice(
        "delay_of",
        "delay",
        &[
            option("classic", "wait of the classic queue's first packet"),
            option("larger", "the longer wait of the two queues' first packets, as in Linux"),
        ],
        "the delay that the controller keeps at the target",
    )
    .advanced(),
    switch(
        "derandomize",
        "space signals",
        false,
        "adds up probabilities, so that drops and marks are evenly spaced instead of random",
    )
    .advanced(),
];

code! {
    pub(super) ids;
    FULL_TEST: 0 ? "arrival: if n = {n} packets wait and fill the buffer:";
    OVERFLOW: 1 "drop it (overflow)";
    INTO_L4S: 0 ? "ECT(1) or CE: into queue L, stamped";
    INTO_CLASSIC: 0 "otherwise into queue C, stamped";
    BY_CREDIT: 0 "link free: serve L if C is empty or credit {owed} ≤ 0" if scheduler("wrr");
    BY_SHIFT: 0 "link free: serve L if its head came before C's plus shift" if scheduler("time_shifted");
    SMALL: 1 ? "fewer than two packets' worth waiting: p' and k·p' ← 0";
    CLASSIC_TEST: 1 ? "C: with probability p'² = {p_classic} (u = {u}):" if derandomize(false);
    L4S_TEST: 1 ? "L: probability max(own {own}, k·p') = {p_l4s} (u = {u}):" if derandomize(false);
    OVERLOAD_TEST: 1 ? "L, overload, k·p' ≥ 1: with p'² = {p_classic} (u = {u}):" if derandomize(false);
    CLASSIC_SUM: 1 ? "C: once the sum of p'² = {p_classic} exceeds 1:" if derandomize(true);
    L4S_SUM: 1 ? "L: once the sum of max({own}, k·p') = {p_l4s} exceeds 1:" if derandomize(true);
    OVERLOAD_SUM: 1 ? "L, overload: once the sum of p'² = {p_classic} > 1:" if derandomize(true);
    MARK: 2 "mark it: ECN-capable, and no overload";
    DROP: 2 "drop it, and begin again";
    MARK_ALL: 1 ? "overload: if it is not dropped it is marked";
    SEND: 1 "send it";
    ..UPDATE: pi2_law::UPDATE;
}

rule! {
    "K. De Schepper, B. Briscoe and G. White, RFC 9332, 2023, appendix A; scheduler and step are Linux's";
    FULL_TEST: 0 "drop if full; ECT(1) or CE: queue L; others: C";
    BY_CREDIT: 0 "link free: serve L, unless C is owed its share";
    CLASSIC_TEST: 1 ? "from C: signal with probability p'²" shows "{p_classic}";
    L4S_TEST: 1 ? "from L: signal with k·p', beyond the step always" shows "{p_l4s}";
    MARK: 1 "a signal: a mark if ECN-capable, else a drop";
    SEND: 1 "send the packet";
    UPDATE: 0 "every T_UPDATE: delay ← wait of C's first packet" shows "{delay} s";
    ..UPDATE: pi2_law::RULE_STEP;
}

const L4S_P: Quantity = quantity("p_l4s", "k·p'", "", "lower bound of the mark probability of L4S packets");
const L4S_DELAY: Quantity =
    quantity("l4s_delay", "L", "s", "how long the last packet that left the L4S queue had waited");

quantities! {
    pub(super) ids;
    WAITING: n "n" "packets" "packets waiting before this arrival";
    OWED: owed "credit" "% of a byte" "service owed to the classic queue, weighted by shares; above 0 the classic queue is next";
    OF_CLASSIC: CLASSIC_P;
    OWN: own "own" "" "mark probability from the step or the ramp";
    OF_L4S: L4S_P;
    UNIFORM: u "u" "" "random number for this packet, below 1";
    MEASURED: DELAY;
    PROBABILITY: BASE;
}
