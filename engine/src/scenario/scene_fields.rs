//! The settings of the scene itself: its links, its length, its chance.

use super::field::{Field, Group};
use super::limits::MAX_RATE_BPS;
use crate::discipline::about::{Choice, ParamKind, ParamSpec, ParamValue};
use crate::discipline::parts::declare::{choice, option, real, whole};

/// Largest seed: what a JSON number holds exactly.
const MAX_SEED: i64 = (1 << 53) - 1;

const PLAIN: ParamSpec = ParamSpec {
    id: "",
    name: "",
    symbol: "",
    unit: "",
    kind: ParamKind::Switch,
    default: ParamValue::Switch(false),
    meaning: "",
    is_logarithmic: false,
    is_on_ruler: false,
    is_advanced: false,
};

/// Random numbers.
pub(super) const SEED: ParamSpec = ParamSpec {
    id: "seed",
    name: "seed",
    kind: ParamKind::Integer { min: 0, max: MAX_SEED },
    default: ParamValue::Integer(1),
    meaning: "all chance comes from it: the same seed gives the same run, packet by packet",
    ..PLAIN
};
/// Length of the run.
pub(super) const DURATION: ParamSpec = ParamSpec {
    id: "duration_s",
    name: "duration",
    unit: "s",
    kind: ParamKind::Real { min: 0.001, max: 100_000.0 },
    default: ParamValue::Real(200.0),
    meaning: "simulated time at which the run ends",
    is_logarithmic: true,
    ..PLAIN
};
/// Warm-up.
pub(super) const MEASURED_FROM: ParamSpec = ParamSpec {
    id: "measured_from_s",
    name: "measured from",
    unit: "s",
    kind: ParamKind::Real { min: 0.0, max: 100_000.0 },
    default: ParamValue::Real(0.0),
    meaning: "what happens earlier is warm-up and left out of throughput, fairness, queue and delay",
    is_advanced: true,
    ..PLAIN
};
/// End-host profile.
pub(super) const PROFILE: ParamSpec = ParamSpec {
    id: "profile",
    name: "end-host profile",
    kind: ParamKind::Choice {
        choices: &[
            Choice { id: "ns2", meaning: "timers of ns-2: 10 ms tick, minimum 0.2 s, initial 3 s" },
            Choice { id: "rfc6298", meaning: "timers of RFC 6298: minimum 1 s, initial 1 s" },
        ],
    },
    default: ParamValue::Choice("ns2"),
    meaning: "how the TCP senders keep their timers",
    is_advanced: true,
    ..PLAIN
};
/// Bottleneck rate.
pub(super) const CAPACITY: ParamSpec = ParamSpec {
    id: "capacity_bps",
    name: "capacity",
    symbol: "C",
    unit: "bit/s",
    kind: ParamKind::Integer { min: 1_000, max: MAX_RATE_BPS },
    default: ParamValue::Integer(1_000_000),
    meaning: "rate of the bottleneck link",
    is_logarithmic: true,
    ..PLAIN
};
/// Bottleneck propagation.
pub(super) const DELAY: ParamSpec = ParamSpec {
    id: "delay_s",
    name: "one-way delay",
    unit: "s",
    kind: ParamKind::Real { min: 0.0, max: 10.0 },
    default: ParamValue::Real(0.01),
    meaning: "propagation delay of the bottleneck link, each way",
    ..PLAIN
};
/// How long a packet takes on the bottleneck.
pub(super) const SERVICE: ParamSpec = choice(
    "service",
    "service",
    &[
        option("constant", "a packet takes as long as its size and the capacity say"),
        option("geometric", "a random number of time slots, whose mean is what size and capacity say"),
    ],
    "how long the bottleneck takes for a packet",
)
.advanced();
/// Slot of a slotted bottleneck.
pub(super) const SERVICE_SLOT: ParamSpec = real(
    "service_slot_s",
    "service slot",
    0.001,
    (0.000_001, 10.0),
    "of geometric service: length of a time slot; a packet is done at the end of one with the probability \
     slot ÷ (8·size/capacity)",
)
.unit("s")
.logarithmic()
.advanced();
/// Rate of the links that flows have for themselves.
pub(super) const fn access_rate(id: &'static str) -> ParamSpec {
    whole(
        id,
        "access rate",
        10_000_000,
        (1_000, MAX_RATE_BPS),
        "rate of each flow's own links to and from the bottleneck",
    )
    .unit("bit/s")
    .logarithmic()
    .advanced()
}
/// Delay of the links that flows have for themselves.
pub(super) const fn access_delay(id: &'static str) -> ParamSpec {
    real(id, "access delay", 0.01, (0.0, 10.0), "propagation delay of each flow's own links, on each side and each way")
        .unit("s")
        .advanced()
}
/// Access rate.
pub(super) const ACCESS_RATE: ParamSpec = access_rate("rate_bps");
/// Access delay.
pub(super) const ACCESS_DELAY: ParamSpec = access_delay("delay_s");
/// The settings outside the flows, in the order in which a panel shows them.
pub(super) const OF_THE_SCENE: &[Field] = &[
    Field::new("bottleneck", Group::Bottleneck, CAPACITY).live(),
    Field::new("bottleneck", Group::Bottleneck, DELAY),
    Field::new("bottleneck", Group::Bottleneck, SERVICE).optional(),
    Field::new("bottleneck", Group::Bottleneck, SERVICE_SLOT).optional(),
    Field::new("access", Group::Bottleneck, ACCESS_RATE),
    Field::new("access", Group::Bottleneck, ACCESS_DELAY),
    Field::new("", Group::Run, SEED),
    Field::new("", Group::Run, DURATION),
    Field::new("", Group::Run, MEASURED_FROM),
    Field::new("", Group::Run, PROFILE),
];
