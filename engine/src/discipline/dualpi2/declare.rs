//! What DualPI2 declares: parameters, pseudo-code, quantities.

use super::super::about::{
    About, Bound, CodeLine, Confidence, LineId, Memory, ParamSet, ParamSpec, ParamValue, Quantity, QuantityId, View,
    code_line,
};
use super::super::parts::declare::{choice, dial, marked_dial, option, real, switch, whole};
use super::super::parts::fifo;
use super::super::reason::Reason;

/// What DualPI2 tells about itself.
pub const ABOUT: About = About {
    id: "dualpi2",
    name: "DualPI2",
    year: 2023,
    citation: "K. De Schepper, B. Briscoe and G. White, Dual-Queue Coupled Active Queue Management (AQM) for Low Latency, Low Loss, and Scalable Throughput (L4S), RFC 9332, 2023",
    idea: "Senders that answer each mark a little can do with a queue of a millisecond, if nobody else stands in it. So they get one, and are marked by as much as the others' drops, squared, are worth.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "The RFC's coupling with Linux's constants. The time shift of the other scheduler is our choice.",
    view: View::TwoQueues,
    params: &[&[fifo::LIMIT], PARAMS],
    defaults: &[],
    param_sets: &[ParamSet {
        id: "rfc",
        name: "RFC 9332, appendix A",
        values: &[
            ("beta", ParamValue::Real(3.0)),
            ("l4s_marking", ParamValue::Choice("ramp")),
            ("derandomize", ParamValue::Switch(true)),
        ],
    }],
    code: &[CODE],
    quantities: &[QUANTITIES],
    gauges: &[BASE, CLASSIC_P, L4S_P, DELAY, L4S_DELAY],
    state: &[
        dial("p_classic", Bound::Value(1.0)),
        dial("p_l4s", Bound::Value(1.0)),
        marked_dial("delay", Bound::Open, Bound::Param("target_s"), "target"),
        marked_dial("l4s_delay", Bound::Open, Bound::Param("step_s"), "step"),
    ],
    reasons: &[Reason::Early, Reason::Overflow, Reason::Overload, Reason::MarkEarly, Reason::MarkSojourn],
};

const PARAMS: &[ParamSpec] = &[
    real("target_s", "target", 0.015, (1e-4, 10.0), "the classic delay that the controller steers for")
        .symbol("target")
        .unit("s")
        .logarithmic(),
    real("update_s", "update period", 0.016, (0.001, 1.0), "how often p' is adjusted")
        .symbol("T_UPDATE")
        .unit("s")
        .logarithmic(),
    real("alpha", "integral gain", 0.16, (0.0, 100.0), "how strongly the distance from the target moves p'")
        .symbol("α")
        .unit("1/s"),
    real("beta", "proportional gain", 3.2, (0.0, 100.0), "how strongly a change of the delay moves p'")
        .symbol("β")
        .unit("1/s"),
    real("coupling", "coupling", 2.0, (0.0, 16.0), "how many times p' L4S packets are marked with").symbol("k"),
    choice(
        "l4s_marking",
        "L4S marking",
        &[
            option("step", "every packet that stayed longer than the step is marked"),
            option("ramp", "the chance of a mark rises from 0 to 1 over a range of delays, with two packets waiting"),
        ],
        "the L4S queue's own marks",
    ),
    real("step_s", "step", 0.001, (1e-5, 10.0), "a stay in the L4S queue that is short enough").unit("s").logarithmic(),
    real("ramp_from_s", "ramp from", 0.0008, (0.0, 10.0), "delay at which the ramp begins").unit("s").advanced(),
    real("ramp_over_s", "ramp over", 0.0004, (1e-6, 10.0), "over which delay the ramp rises").unit("s").advanced(),
    choice(
        "scheduler",
        "scheduler",
        &[
            option("wrr", "weighted round robin by bytes while both have packets"),
            option("time_shifted", "whose first packet has waited longer, the L4S one's counted in advance"),
        ],
        "who is served",
    )
    .advanced(),
    whole(
        "classic_share",
        "classic share",
        10,
        (1, 99),
        "what the classic queue gets at least of a link that both want",
    )
    .unit("%")
    .advanced(),
    real("shift_s", "time shift", 0.05, (0.0, 10.0), "what is added to the L4S packet's waiting time")
        .unit("s")
        .advanced(),
    choice(
        "delay_of",
        "delay",
        &[
            option("classic", "how long the classic queue's first packet has waited"),
            option("larger", "the same, of whichever queue's first packet has waited longer, as in Linux"),
        ],
        "what the controller steers",
    )
    .advanced(),
    switch(
        "derandomize",
        "space signals",
        false,
        "adds up probabilities, so that drops and marks come evenly instead of by chance",
    )
    .advanced(),
];

const CODE: &[CodeLine] = &[
    code_line(0, "arrival: if n = {n} packets wait and fill the buffer:"),
    code_line(1, "drop it (overflow)"),
    code_line(0, "ECT(1) or CE: into queue L, stamped"),
    code_line(0, "otherwise into queue C, stamped"),
    code_line(0, "link free: L, if C is empty or its credit {owed} ≤ 0"),
    code_line(0, "link free: L, if its first came before C's plus shift"),
    code_line(1, "fewer than two packets' worth waiting: p' and k·p' ← 0"),
    code_line(1, "C: with probability p'² = {p_classic} (u = {u}):"),
    code_line(1, "L: probability max(own {own}, k·p') = {p_l4s} (u = {u}):"),
    code_line(1, "L, overload, k·p' ≥ 1: with p'² = {p_classic} (u = {u}):"),
    code_line(2, "mark it: ECN-capable, and no overload"),
    code_line(2, "drop it, and begin again"),
    code_line(1, "overload: if it is not dropped it is marked"),
    code_line(1, "send it"),
    code_line(0, "every T_UPDATE: the first packet has waited {delay} s"),
    code_line(1, "p' ← p' + α·(delay − target) + β·(delay − before)"),
    code_line(1, "p' = {p}, kept within 0 and 1"),
];
pub(super) const FULL_TEST: LineId = LineId(0);
pub(super) const OVERFLOW: LineId = LineId(1);
pub(super) const INTO_L4S: LineId = LineId(2);
pub(super) const INTO_CLASSIC: LineId = LineId(3);
pub(super) const BY_CREDIT: LineId = LineId(4);
pub(super) const BY_SHIFT: LineId = LineId(5);
pub(super) const SMALL: LineId = LineId(6);
pub(super) const CLASSIC_TEST: LineId = LineId(7);
pub(super) const L4S_TEST: LineId = LineId(8);
pub(super) const OVERLOAD_TEST: LineId = LineId(9);
pub(super) const MARK: LineId = LineId(10);
pub(super) const DROP: LineId = LineId(11);
pub(super) const MARK_ALL: LineId = LineId(12);
pub(super) const SEND: LineId = LineId(13);
pub(super) const MEASURE: LineId = LineId(14);
pub(super) const CONTROL: LineId = LineId(15);
pub(super) const ADJUST: LineId = LineId(16);

const BASE: Quantity = Quantity { id: "p", symbol: "p'", unit: "", meaning: "the controller's probability" };
const CLASSIC_P: Quantity =
    Quantity { id: "p_classic", symbol: "p'²", unit: "", meaning: "drop or mark probability of classic packets" };
const L4S_P: Quantity =
    Quantity { id: "p_l4s", symbol: "k·p'", unit: "", meaning: "mark probability of L4S packets, at least" };
const DELAY: Quantity =
    Quantity { id: "delay", symbol: "delay", unit: "s", meaning: "the delay that the last update met" };
const L4S_DELAY: Quantity = Quantity {
    id: "l4s_delay",
    symbol: "L",
    unit: "s",
    meaning: "how long the last packet that left the L4S queue had waited",
};
const QUANTITIES: &[Quantity] = &[
    Quantity { id: "n", symbol: "n", unit: "packets", meaning: "packets waiting before this arrival" },
    Quantity {
        id: "owed",
        symbol: "credit",
        unit: "% of a byte",
        meaning: "what the classic queue is owed, weighted by shares; above 0 it is its turn",
    },
    CLASSIC_P,
    Quantity { id: "own", symbol: "own", unit: "", meaning: "what the step or the ramp asks for" },
    L4S_P,
    Quantity { id: "u", symbol: "u", unit: "", meaning: "random number for this packet, below 1" },
    DELAY,
    BASE,
];
pub(super) const WAITING: QuantityId = QuantityId(0);
pub(super) const OWED: QuantityId = QuantityId(1);
pub(super) const OF_CLASSIC: QuantityId = QuantityId(2);
pub(super) const OWN: QuantityId = QuantityId(3);
pub(super) const OF_L4S: QuantityId = QuantityId(4);
pub(super) const UNIFORM: QuantityId = QuantityId(5);
pub(super) const MEASURED: QuantityId = QuantityId(6);
pub(super) const PROBABILITY: QuantityId = QuantityId(7);
