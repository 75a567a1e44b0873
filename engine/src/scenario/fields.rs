//! The settings of a scene that are no parameters of a discipline, declared once: the parser, the panel, the schema and
//! `--set` all read this list.

use crate::discipline::about::{Choice, ParamKind, ParamSpec, ParamValue};

/// A setting with its place.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Dotted path; `*` stands for every place of a list.
    pub path: &'static str,
    /// Heading under which a panel shows it.
    pub group: Group,
    /// Whether it can change while the scene runs.
    pub is_live: bool,
    /// What it is; its id is the last step of the path.
    pub spec: ParamSpec,
}

/// Heading of a panel.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Group {
    /// The link under test.
    Bottleneck,
    /// The flows.
    Flows,
    /// Seed, length, end-host profile.
    Run,
}

impl Group {
    /// Name in the catalog.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Bottleneck => "bottleneck",
            Self::Flows => "flows",
            Self::Run => "run",
        }
    }
}

/// Largest seed: what a JSON number holds exactly.
const MAX_SEED: i64 = (1 << 53) - 1;
const MAX_RATE: i64 = 100_000_000_000;

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
    kind: ParamKind::Choice(&[
        Choice { id: "ns2", meaning: "timers of ns-2: 10 ms tick, minimum 0.2 s, initial 3 s" },
        Choice { id: "rfc6298", meaning: "timers of RFC 6298: minimum 1 s, initial 1 s" },
    ]),
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
/// TCP variant, or UDP.
pub const TRANSPORT: ParamSpec = ParamSpec {
    id: "transport",
    name: "transport",
    kind: ParamKind::Choice(&[
        Choice { id: "tahoe", meaning: "TCP Tahoe: every loss starts over from a window of 1" },
        Choice { id: "reno", meaning: "TCP Reno: fast recovery, one loss a window" },
        Choice { id: "newreno", meaning: "TCP NewReno: fast recovery, one loss a round trip" },
        Choice { id: "sack", meaning: "TCP with selective acknowledgements" },
        Choice { id: "udp", meaning: "UDP: no response to loss" },
    ]),
    default: ParamValue::Choice("newreno"),
    meaning: "how the sender answers loss",
    ..PLAIN
};
/// What is sent.
pub const SOURCE: ParamSpec = ParamSpec {
    id: "source",
    name: "source",
    kind: ParamKind::Choice(&[
        Choice { id: "ftp", meaning: "always has data to send (TCP)" },
        Choice { id: "cbr", meaning: "constant bit rate (UDP)" },
    ]),
    default: ParamValue::Choice("ftp"),
    meaning: "what the flow sends",
    ..PLAIN
};
/// Number of flows in a group.
pub const COUNT: ParamSpec = ParamSpec {
    id: "count",
    name: "flows",
    kind: ParamKind::Integer { min: 0, max: 10_000 },
    default: ParamValue::Integer(1),
    meaning: "how many flows of this kind",
    is_logarithmic: true,
    ..PLAIN
};
/// Packet size.
pub const PACKET_BYTES: ParamSpec = ParamSpec {
    id: "packet_bytes",
    name: "packet size",
    unit: "bytes",
    kind: ParamKind::Integer { min: 41, max: 9_000 },
    default: ParamValue::Integer(1000),
    meaning: "size on the wire of a data packet, headers included",
    is_advanced: true,
    ..PLAIN
};
/// CBR rate.
pub const RATE: ParamSpec = ParamSpec {
    id: "rate_bps",
    name: "rate",
    unit: "bit/s",
    kind: ParamKind::Integer { min: 0, max: MAX_RATE },
    default: ParamValue::Integer(2_000_000),
    meaning: "what each of these flows sends, whatever is lost; 0 is silence",
    is_logarithmic: true,
    ..PLAIN
};
/// TCP window.
pub const WINDOW: ParamSpec = ParamSpec {
    id: "window_packets",
    name: "maximum window",
    unit: "packets",
    kind: ParamKind::Integer { min: 1, max: 10_000 },
    default: ParamValue::Integer(100),
    meaning: "largest congestion window; also the first slow-start threshold",
    is_logarithmic: true,
    is_advanced: true,
    ..PLAIN
};
/// One end of the interval of start times.
pub const START: ParamSpec = ParamSpec {
    id: "start_s",
    name: "start",
    unit: "s",
    kind: ParamKind::Real { min: 0.0, max: 100_000.0 },
    default: ParamValue::Real(0.0),
    meaning: "each flow starts at a moment drawn uniformly between two times",
    is_advanced: true,
    ..PLAIN
};

/// Every setting of a scene, in the order in which a panel shows them.
pub const FIELDS: &[Field] = &[
    Field { path: "bottleneck.capacity_bps", group: Group::Bottleneck, is_live: true, spec: CAPACITY },
    Field { path: "bottleneck.delay_s", group: Group::Bottleneck, is_live: false, spec: DELAY },
    Field { path: "access.rate_bps", group: Group::Bottleneck, is_live: false, spec: ACCESS_RATE },
    Field { path: "access.delay_s", group: Group::Bottleneck, is_live: false, spec: ACCESS_DELAY },
    Field { path: "flows.*.transport", group: Group::Flows, is_live: false, spec: TRANSPORT },
    Field { path: "flows.*.count", group: Group::Flows, is_live: false, spec: COUNT },
    Field { path: "flows.*.rate_bps", group: Group::Flows, is_live: true, spec: RATE },
    Field { path: "flows.*.packet_bytes", group: Group::Flows, is_live: false, spec: PACKET_BYTES },
    Field { path: "flows.*.window_packets", group: Group::Flows, is_live: false, spec: WINDOW },
    Field { path: "seed", group: Group::Run, is_live: false, spec: SEED },
    Field { path: "duration_s", group: Group::Run, is_live: false, spec: DURATION },
    Field { path: "measured_from_s", group: Group::Run, is_live: false, spec: MEASURED_FROM },
    Field { path: "profile", group: Group::Run, is_live: false, spec: PROFILE },
];

/// Whether the setting at a dotted path can change while the scene runs.
pub fn is_live(path: &str) -> bool {
    let is_discipline_parameter = path.starts_with("queue.params.")
        || path
            .strip_prefix("lanes.")
            .and_then(|rest| rest.split_once('.'))
            .is_some_and(|(_, rest)| rest.starts_with("params."));
    is_discipline_parameter || FIELDS.iter().any(|field| field.is_live && matches(field.path, path))
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

    #[test]
    fn the_last_step_of_a_path_is_the_id() {
        for field in FIELDS {
            assert_eq!(field.path.rsplit('.').next(), Some(field.spec.id));
        }
    }
}
