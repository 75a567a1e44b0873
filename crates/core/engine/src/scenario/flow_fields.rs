//! The settings of a group of flows, each with the transports and sources that have it.
//!
//! A setting that a scene omits has its default. A setting that does not apply to a group of flows is rejected.

use super::field::{AppliesTo, Field, Group, UDP};
use super::scene_fields::{access_delay, access_rate};
use crate::declare::ParamSpec;
use crate::declare::{choice, option, real, switch, whole};
use crate::endpoint::source::{SOURCE_CHOICES, SOURCES, SourceAbout, SourceSetting};

/// Transport: a TCP variant, or UDP.
pub const TRANSPORT: ParamSpec = choice(
    "transport",
    "transport",
    &[
        option("tahoe", "TCP Tahoe: after every loss the window starts again from 1 packet"),
        option("reno", "TCP Reno: fast recovery from one loss in a window"),
        option("newreno", "TCP NewReno: fast recovery from several losses, one in each round trip"),
        option("sack", "TCP with selective acknowledgements"),
        option("vegas", "TCP Vegas: reduces its window when round-trip times grow"),
        option("cubic", "TCP CUBIC: the window follows a cubic curve of time"),
        option("dctcp", "DCTCP: cuts the window by the share of marked packets"),
        option("bbr", "BBR version 1: paces at the bandwidth that it measures"),
        option("prague", "TCP Prague: DCTCP for the Internet, the sender of L4S"),
        option(UDP, "UDP: no response to loss"),
    ],
    "how the sender responds to loss",
);

/// Source of the data.
pub const SOURCE: ParamSpec = choice("source", "source", SOURCE_CHOICES, "the traffic that the flow sends");

/// Number of flows in a group.
pub const COUNT: ParamSpec = whole("count", "flows", 1, (0, 10_000), "how many flows of this kind").logarithmic();

/// Size of a data packet on the wire.
pub const PACKET_BYTES: ParamSpec =
    whole("packet_bytes", "packet size", 1000, (41, 9_000), "size on the wire of a data packet, headers included")
        .unit("bytes")
        .advanced();

/// One end of the interval from which start times are drawn.
pub const START: ParamSpec =
    real("start_s", "start", 0.0, (0.0, 100_000.0), "each flow starts at a time drawn uniformly between two times")
        .unit("s")
        .advanced();

/// Time at which sending ends.
pub const STOP: ParamSpec =
    real("stop_s", "stop", 100_000.0, (0.0, 100_000.0), "from this time on the flow sends no new data")
        .unit("s")
        .advanced();

/// Rate of the flow's own link.
pub const ACCESS_RATE: ParamSpec = access_rate("access_rate_bps");
/// Delay of the flow's own link.
pub const ACCESS_DELAY: ParamSpec = access_delay("access_delay_s");

/// Use of ECN.
pub const ECN: ParamSpec = switch(
    "ecn",
    "ECN",
    false,
    "whether routers may mark the packets instead of dropping them (RFC 3168); a TCP sender then responds to marks",
);

/// Use of the low-latency service of L4S.
pub const L4S: ParamSpec = switch(
    "l4s",
    "L4S",
    false,
    "packets that may be marked carry ECT(1), the sign for DualPI2's L4S queue; DCTCP's do by default",
)
.advanced();

/// Priority of the packets.
pub const PRIORITY: ParamSpec = whole(
    "priority",
    "priority",
    0,
    (0, 7),
    "level of service that the packets request; only disciplines with classes of service use it",
)
.advanced();

// TCP.

/// Largest congestion window of a TCP sender.
pub const WINDOW: ParamSpec = whole(
    "window_packets",
    "maximum window",
    100,
    (1, 10_000),
    "largest congestion window; also the first slow-start threshold",
)
.unit("packets")
.logarithmic()
.advanced();
/// Congestion window after the handshake.
pub const INITIAL_WINDOW: ParamSpec =
    whole("initial_window", "initial window", 2, (1, 100), "congestion window after the connection is opened")
        .unit("packets")
        .advanced();
/// Use of delayed acknowledgements.
pub const DELAYED_ACK: ParamSpec = switch(
    "delayed_ack",
    "delayed acknowledgements",
    false,
    "the receiver acknowledges every second packet at once, and a single packet after a delay; off: every packet at once",
)
.advanced();
/// Longest delay of an acknowledgement.
pub const ACK_DELAY: ParamSpec =
    real("ack_delay_s", "max ACK delay", 0.1, (0.001, 1.0), "longest delay of an acknowledgement").unit("s").advanced();
/// Use of limited transmit (RFC 3042).
pub const LIMITED_TRANSMIT: ParamSpec = switch(
    "limited_transmit",
    "limited transmit",
    true,
    "a new packet for each of the first two duplicate acknowledgements (RFC 3042; ns-2's singledup_)",
)
.advanced();
/// How fast recovery ends (RFC 6582).
pub const EXIT_FIX: ParamSpec = switch(
    "exit_fix",
    "no burst after recovery",
    false,
    "NewReno leaves fast recovery with a small window (RFC 6582); the default follows the end-host profile",
)
.advanced();
/// Use of ECN for retransmissions (RFC 3168).
pub const ECT_ON_RETRANSMIT: ParamSpec = switch(
    "ect_on_retransmit",
    "retransmissions can be marked",
    true,
    "retransmissions are ECN-capable too, as in ns-2; the default follows the end-host profile",
)
.advanced();
/// Least retransmission timeout.
pub const MIN_RTO: ParamSpec = real(
    "min_rto_s",
    "minimum timeout",
    0.2,
    (0.001, 60.0),
    "minimum retransmission timeout; the default follows the end-host profile",
)
.unit("s")
.advanced();
/// First retransmission timeout.
pub const INITIAL_RTO: ParamSpec = real(
    "initial_rto_s",
    "initial timeout",
    3.0,
    (0.001, 60.0),
    "retransmission timeout before the first round-trip measurement; the default follows the end-host profile",
)
.unit("s")
.advanced();
/// Resolution of the sender's clock.
pub const TICK: ParamSpec = real(
    "tick_s",
    "clock tick",
    0.01,
    (0.000_001, 1.0),
    "clock tick with which ns-2's senders measure round-trip times; the default follows the end-host profile",
)
.unit("s")
.advanced();
/// Random delay before sending.
pub const OVERHEAD: ParamSpec = real(
    "overhead_s",
    "sending overhead",
    0.0,
    (0.0, 1.0),
    "each packet leaves after a random delay of at most this time, which prevents phase effects (ns-2's overhead_)",
)
.unit("s")
.advanced();
/// Lower bound of Vegas.
pub const VEGAS_ALPHA: ParamSpec = whole(
    "vegas_alpha",
    "alpha",
    1,
    (0, 100),
    "Vegas: the window grows while fewer packets than this are in the queues",
)
.symbol("α")
.unit("packets")
.advanced();
/// Upper bound of Vegas.
pub const VEGAS_BETA: ParamSpec = whole(
    "vegas_beta",
    "beta",
    3,
    (0, 100),
    "Vegas: the window shrinks while more packets than this are in the queues",
)
.symbol("β")
.unit("packets")
.advanced();
/// Bound at which Vegas ends slow start.
pub const VEGAS_GAMMA: ParamSpec =
    whole("vegas_gamma", "gamma", 1, (0, 100), "Vegas: slow start ends when more packets than this are in the queues")
        .symbol("γ")
        .unit("packets")
        .advanced();

// The path beside the bottleneck.

/// Random loss of data packets.
pub const RANDOM_LOSS: ParamSpec = real(
    "random_loss",
    "random loss",
    0.0,
    (0.0, 0.9),
    "probability that a packet is lost on its way from the bottleneck to the receiver, as on a radio link",
)
.advanced();
/// Random delay of data packets.
pub const JITTER: ParamSpec = real(
    "jitter_s",
    "jitter",
    0.0,
    (0.0, 10.0),
    "largest additional delay between bottleneck and receiver, drawn uniformly for each packet; packets keep their order",
)
.unit("s")
.advanced();
/// Random loss of acknowledgements.
pub const ACK_LOSS: ParamSpec = real(
    "ack_loss",
    "loss of acknowledgements",
    0.0,
    (0.0, 0.9),
    "probability that an acknowledgement is lost on its way back to the sender",
)
.advanced();

/// The links that the packets cross.
pub const ROUTE: ParamSpec = choice(
    "route",
    "route",
    &[
        option("both", "both links of a scene with two"),
        option("first", "the first link only"),
        option("second", "the second link only"),
    ],
    "in a scene with two links, the links that the packets cross",
)
.advanced();

// UDP.

/// Number of datagrams.
pub const MAX_PACKETS: ParamSpec =
    whole("max_packets", "total packets", 0, (0, 1_000_000_000), "total number of packets to send; 0: without end")
        .unit("packets")
        .advanced();

use AppliesTo::{All, Source, Tcp, Transports};

/// The settings of every group.
const OF_EVERY_GROUP: &[Field] = &[of(TRANSPORT, All), of(SOURCE, All), of(COUNT, All), of(PACKET_BYTES, All)];

/// The optional settings of transports, in the order of the panel.
const OF_TRANSPORTS: &[Field] = &[
    of(MAX_PACKETS, Transports(&[UDP])).optional(),
    of(WINDOW, Tcp),
    of(ECN, All).optional(),
    of(STOP, All).optional(),
    of(ACCESS_RATE, All).optional(),
    of(ACCESS_DELAY, All).optional(),
    of(RANDOM_LOSS, All).optional(),
    of(JITTER, All).optional(),
    of(ACK_LOSS, Tcp).optional(),
    of(ROUTE, All).optional(),
    of(INITIAL_WINDOW, Tcp).optional(),
    of(DELAYED_ACK, Tcp).optional(),
    of(ACK_DELAY, Tcp).optional(),
    of(LIMITED_TRANSMIT, Tcp).optional(),
    of(EXIT_FIX, Transports(&["newreno", "dctcp"])).optional(),
    of(ECT_ON_RETRANSMIT, Tcp).optional(),
    of(MIN_RTO, Tcp).optional(),
    of(INITIAL_RTO, Tcp).optional(),
    of(TICK, Tcp).optional(),
    of(OVERHEAD, Tcp).optional(),
    of(VEGAS_ALPHA, Transports(&["vegas"])).optional(),
    of(VEGAS_BETA, Transports(&["vegas"])).optional(),
    of(VEGAS_GAMMA, Transports(&["vegas"])).optional(),
    of(PRIORITY, All).optional(),
    of(L4S, All).optional(),
];

const fn of(spec: ParamSpec, applies_to: AppliesTo) -> Field {
    Field::new("flows.*", Group::Flows, spec).only_for(applies_to)
}

/// The settings that sources declare. A setting that several sources declare is listed once, at the first of them.
fn of_sources() -> impl Iterator<Item = Field> {
    SOURCES.iter().enumerate().flat_map(|(place, about)| {
        let is_new = move |setting: &&SourceSetting| {
            let id = setting.spec.id;
            !SOURCES[..place].iter().any(|earlier| earlier.has_setting(id))
        };
        about.settings.iter().filter(is_new).map(|&SourceSetting { spec, written, is_live }| Field {
            written,
            is_live,
            ..of(spec, Source)
        })
    })
}

/// The settings that a scene may omit, in the order of the panel.
pub(super) fn optional() -> impl Iterator<Item = Field> {
    of_sources().chain(OF_TRANSPORTS.iter().copied())
}

/// Every setting of a group of flows with a single value, in the order of the panel.
pub(super) fn all() -> impl Iterator<Item = Field> {
    OF_EVERY_GROUP.iter().copied().chain(optional())
}

/// Whether a source can send over a transport.
pub(super) fn go_together(transport: &str, source: &SourceAbout) -> bool {
    (transport != UDP) == source.is_over_tcp()
}

/// The default source of a transport: the first source that can send over it.
pub(super) fn usual_source(transport: &str) -> &'static SourceAbout {
    SOURCES.iter().find(|source| go_together(transport, source)).unwrap_or(&SOURCES[0])
}
