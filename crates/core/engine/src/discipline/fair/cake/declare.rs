//! The declarations of CAKE: parameters, pseudo-code, quantities.

use crate::discipline::about::{About, Bound, Confidence, Memory, ParamSet, ParamSpec, ParamValue, Quantity, View};
use crate::discipline::parts::classifier;
use crate::discipline::parts::cobalt_law;
use crate::discipline::parts::codel_law::{SOJOURN, TARGET};
use crate::discipline::parts::declare::{code, dial, marked_dial, quantities, quantity, rule, whole};
use crate::discipline::parts::flow_lists::CREDIT;
use crate::discipline::parts::{fifo, signal};
use crate::discipline::reason::Reason;

/// The description of CAKE.
pub const ABOUT: About = About {
    id: "cake",
    name: "CAKE",
    year: 2018,
    citation: "T. Hoeiland-Joergensen, D. Taht and J. Morton, Piece of CAKE: A Comprehensive Queue Management Solution for Home Gateways, IEEE LANMAN 2018",
    idea: "A queue for each flow, quiet flows first, and in every queue two rules: CoDel for flows that respond to drops, BLUE for flows that do not respond. A full buffer drops a packet of the longest queue.",
    memory: Memory::Partial,
    confidence: Confidence::High,
    confidence_note: "The rules and constants of Linux 6.12 with one tin and isolation of flows, or of hosts at one end. Classes of service, isolation by both ends, the filter for acknowledgements and overheads are left out; the link is the shaper.",
    view: View::FlowQueues,
    params: &[
        &[fifo::LIMIT],
        cobalt_law::PARAMS,
        &[
            signal::ECN,
            classifier::BUCKETS,
            WAYS,
            classifier::SALT,
            classifier::SOCKET_HASH,
            super::isolation::ISOLATION,
        ],
    ],
    defaults: &[],
    param_sets: &[ParamSet {
        id: "linux",
        name: "Linux",
        origin: "Linux 6.12, sch_cake.c, with a bandwidth and besteffort: the defaults of the module. Its limit is 4 MiB of memory up to 84 Mb/s; 1820 packets is our inference for packets of 1000 bytes, each of which takes about 2304 bytes there.",
        values: &[
            ("limit", ParamValue::Integer(1820)),
            ("target_s", ParamValue::Real(0.005)),
            ("interval_s", ParamValue::Real(0.1)),
            ("slow_link_target", ParamValue::Switch(true)),
            ("blue_increment", ParamValue::Real(1.0 / 256.0)),
            ("blue_decrement", ParamValue::Real(1.0 / 4096.0)),
            ("ecn", ParamValue::Switch(true)),
            ("buckets", ParamValue::Integer(1024)),
            ("ways", ParamValue::Integer(8)),
        ],
    }],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[SPARSE, BULK, DECAYING, SOJOURN, TARGET, LARGEST],
    state: &[
        dial("sparse", "sparse queues", Bound::Open),
        dial("bulk", "bulk queues", Bound::Open),
        marked_dial("sojourn", "sojourn time", Bound::Open, Bound::Gauge("target"), "target"),
        dial("largest_p", "largest BLUE drop p", Bound::Value(1.0)),
    ],
    reasons: &[Reason::Overflow, Reason::PushOut, Reason::Sojourn, Reason::Early, Reason::MarkSojourn],
    reasons_without_arrival: &[Reason::Sojourn, Reason::Early, Reason::MarkSojourn],
};

/// The number of queues in one set of the set-associative hash.
const WAYS: ParamSpec = whole(
    "ways",
    "ways",
    8,
    (1, 64),
    "how many queues a hash may use; flows share one only if all of them are taken; 1 is plain hashing",
)
.advanced();

code! {
    pub(super) ids;
    ENTER: 0 "arrival: into its queue b, stamped; b is now {own} bytes";
    SHARED: 1 ? "all {ways} queues of its hash are taken: b is shared";
    WAKE: 1 ? "b was at rest or decaying: b is sparse, credit ← Q";
    WAKE_PART: 2 ? "its host has {load} bulk queues: Q ÷ {load} instead" if isolation("dual");
    RESUME: 1 ? "b was sparse and has already had a turn: b is bulk";
    FULL: 0 ? "more than B packets wait: v ← the longest, {longest} bytes";
    PUSH: 1 "drop the packet at its front";
    ..OVERFLOW: cobalt_law::FULL;
    LOOK: 0 "link free: b ← first decaying, then sparse, then bulk";
    SPENT: 1 ? "credit {credit} ≤ 0: b joins the bulk, credit + {quantum}";
    TURN_PART: 2 ? "its host has {load} bulk queues: Q ÷ {load} instead" if isolation("dual");
    EMPTY: 1 ? "b is empty: decaying till its COBALT rests, then gone";
    ..IDLE: cobalt_law::EMPTY;
    ..EXIT: cobalt_law::EXIT;
    PAY: 0 "send the packet; credit ← credit − its size = {credit}";
}

rule! {
    "Hoeiland-Joergensen, Taht and Morton, Piece of CAKE, 2018; constants: Linux";
    ENTER: 0 "a queue for each flow; sparse if it was idle" shows "{own} bytes";
    FULL: 0 ? "buffer full: the longest loses its first packet" shows "{longest} bytes";
    OVERFLOW: 1 "and its p grows by 1/256, once per TARGET" shows "{p}";
    LOOK: 0 "sparse queues first, bulk ones Q bytes a turn" shows "{credit}";
    ..EXIT: cobalt_law::RULE_EXIT;
}

const SPARSE: Quantity = quantity("sparse", "sparse", "queues", "queues that send less than their share");
const BULK: Quantity = quantity("bulk", "bulk", "queues", "queues that take turns");
const DECAYING: Quantity = quantity("decaying", "decaying", "queues", "empty queues whose COBALT is not yet at rest");
const LARGEST: Quantity = quantity("largest_p", "max p", "", "largest drop probability that a queue's BLUE has");

quantities! {
    pub(super) ids;
    OWN: own "b" "bytes" "length of the arrival's queue, arrival included";
    OF_SET: ways "ways" "queues" "queues that a hash may use";
    LONGEST: longest "v" "bytes" "length of the longest queue";
    LEFT: CREDIT;
    QUANTUM: quantum "Q" "bytes" "credit per turn; it follows the rate of the link";
    LOAD: load "n" "queues" "bulk queues of the host to which a queue belongs";
    ..LAW: cobalt_law::QUANTITIES;
}
