//! The settings of a scene that are no parameters of a discipline, declared once: the parser, the panel, the schema and
//! `--set` all read this list.

use super::flow_fields::{self, AppliesTo, Written};
use crate::discipline::about::{Choice, ParamKind, ParamSpec, ParamValue};
use crate::discipline::parts::declare::{choice, option, real};
use serde::Serialize;
use ts_rs::TS;

/// A setting with its place.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Dotted path of the object that it stands in, empty for the scene itself; `*` stands for every place of a list.
    pub parent: &'static str,
    /// Heading under which a panel shows it.
    pub group: Group,
    /// Whether it can change while the scene runs.
    pub is_live: bool,
    /// Which flows it is for, if it is a setting of flows.
    pub applies_to: AppliesTo,
    /// When a scene names it.
    pub written: Written,
    /// What it is; its id is the last step of the path.
    pub spec: ParamSpec,
}

impl Field {
    const fn of(parent: &'static str, group: Group, spec: ParamSpec) -> Self {
        Self { parent, group, is_live: false, applies_to: AppliesTo::All, written: Written::Always, spec }
    }

    const fn optional(mut self) -> Self {
        self.written = Written::IfSet;
        self
    }

    const fn live(mut self) -> Self {
        self.is_live = true;
        self
    }

    /// Dotted path; `*` stands for every place of a list.
    pub fn path(&self) -> String {
        if self.parent.is_empty() { self.spec.id.to_owned() } else { format!("{}.{}", self.parent, self.spec.id) }
    }
}

/// Heading of a panel.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "SettingGroup")]
pub enum Group {
    /// The link under test.
    Bottleneck,
    /// The flows.
    Flows,
    /// Seed, length, end-host profile.
    Run,
}

/// Largest seed: what a JSON number holds exactly.
const MAX_SEED: i64 = (1 << 53) - 1;
pub(super) const MAX_RATE: i64 = 100_000_000_000;

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
pub const SEED: ParamSpec = ParamSpec {
    id: "seed",
    name: "seed",
    kind: ParamKind::Integer { min: 0, max: MAX_SEED },
    default: ParamValue::Integer(1),
    meaning: "all chance comes from it: the same seed gives the same run, packet by packet",
    ..PLAIN
};
/// Length of the run.
pub const DURATION: ParamSpec = ParamSpec {
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
pub const MEASURED_FROM: ParamSpec = ParamSpec {
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
pub const PROFILE: ParamSpec = ParamSpec {
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
pub const CAPACITY: ParamSpec = ParamSpec {
    id: "capacity_bps",
    name: "capacity",
    symbol: "C",
    unit: "bit/s",
    kind: ParamKind::Integer { min: 1_000, max: MAX_RATE },
    default: ParamValue::Integer(1_000_000),
    meaning: "rate of the bottleneck link",
    is_logarithmic: true,
    ..PLAIN
};
/// Bottleneck propagation.
pub const DELAY: ParamSpec = ParamSpec {
    id: "delay_s",
    name: "one-way delay",
    unit: "s",
    kind: ParamKind::Real { min: 0.0, max: 10.0 },
    default: ParamValue::Real(0.01),
    meaning: "propagation delay of the bottleneck link, each way",
    ..PLAIN
};
/// How long a packet takes on the bottleneck.
pub const SERVICE: ParamSpec = choice(
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
pub const SERVICE_SLOT: ParamSpec = real(
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
/// Access rate.
pub const ACCESS_RATE: ParamSpec = ParamSpec {
    id: "rate_bps",
    name: "access rate",
    unit: "bit/s",
    kind: ParamKind::Integer { min: 1_000, max: MAX_RATE },
    default: ParamValue::Integer(10_000_000),
    meaning: "rate of each flow's own links to and from the bottleneck",
    is_logarithmic: true,
    is_advanced: true,
    ..PLAIN
};
/// Access delay.
pub const ACCESS_DELAY: ParamSpec = ParamSpec {
    id: "delay_s",
    name: "access delay",
    unit: "s",
    kind: ParamKind::Real { min: 0.0, max: 10.0 },
    default: ParamValue::Real(0.01),
    meaning: "propagation delay of each flow's own links, on each side and each way",
    is_advanced: true,
    ..PLAIN
};
/// The settings outside the flows, in the order in which a panel shows them.
const OF_THE_SCENE: &[Field] = &[
    Field::of("bottleneck", Group::Bottleneck, CAPACITY).live(),
    Field::of("bottleneck", Group::Bottleneck, DELAY),
    Field::of("bottleneck", Group::Bottleneck, SERVICE).optional(),
    Field::of("bottleneck", Group::Bottleneck, SERVICE_SLOT).optional(),
    Field::of("access", Group::Bottleneck, ACCESS_RATE),
    Field::of("access", Group::Bottleneck, ACCESS_DELAY),
    Field::of("", Group::Run, SEED),
    Field::of("", Group::Run, DURATION),
    Field::of("", Group::Run, MEASURED_FROM),
    Field::of("", Group::Run, PROFILE),
];

/// The settings that every group of flows has.
const OF_EVERY_GROUP: &[Field] = &[
    Field::of("flows.*", Group::Flows, flow_fields::TRANSPORT),
    Field::of("flows.*", Group::Flows, flow_fields::SOURCE),
    Field::of("flows.*", Group::Flows, flow_fields::COUNT),
    Field::of("flows.*", Group::Flows, flow_fields::PACKET_BYTES),
];

/// Every setting of a scene that is one value, in the order in which a panel shows them.
pub fn all() -> impl Iterator<Item = Field> {
    let optional = flow_fields::OPTIONAL.iter().map(|&(spec, applies_to, written)| Field {
        is_live: spec.id == flow_fields::RATE.id,
        applies_to,
        written,
        ..Field::of("flows.*", Group::Flows, spec)
    });
    OF_THE_SCENE.iter().chain(OF_EVERY_GROUP).copied().chain(optional)
}

/// Whether the setting at a dotted path can change while the scene runs.
pub fn is_live(path: &str) -> bool {
    let is_discipline_parameter = path.starts_with("queue.params.")
        || path
            .strip_prefix("lanes.")
            .and_then(|rest| rest.split_once('.'))
            .is_some_and(|(_, rest)| rest.starts_with("params."));
    is_discipline_parameter || all().any(|field| field.is_live && matches(&field.path(), path))
}

fn matches(pattern: &str, path: &str) -> bool {
    let mut steps = path.split('.');
    pattern.split('.').all(|wanted| steps.next().is_some_and(|step| wanted == "*" || wanted == step))
        && steps.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_and_parameters_are_live_and_counts_are_not() {
        assert!(is_live("flows.12.rate_bps"));
        assert!(is_live("queue.params.max_th"));
        assert!(is_live("lanes.3.params.max_th"));
        assert!(is_live("bottleneck.capacity_bps"));
        assert!(!is_live("flows.0.count"));
        assert!(!is_live("lanes.0.aqm"));
        assert!(!is_live("flows.0.rate_bps.more"));
    }
}
