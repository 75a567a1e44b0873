//! The settings of a group of flows, each with the transports and sources that it is for.
//!
//! What a setting does not name in a scene has its default; what does not apply to a group is refused there.

use super::fields::MAX_RATE;
use crate::discipline::about::{ParamSpec, ParamValue};
use crate::discipline::parts::declare::{choice, option, real, switch, whole};

/// Which flows a setting is for.
#[derive(Clone, Copy, Debug)]
pub enum AppliesTo {
    /// Every flow.
    All,
    /// Flows of every TCP variant.
    Tcp,
    /// Flows of these transports.
    Transports(&'static [&'static str]),
    /// Flows of these sources.
    Sources(&'static [&'static str]),
}

impl AppliesTo {
    /// Whether it is for every flow.
    pub const fn is_all(self) -> bool {
        matches!(self, Self::All)
    }

    /// Whether it is for flows of this transport and source.
    pub fn covers(self, transport: &str, source: &str) -> bool {
        match self {
            Self::All => true,
            Self::Tcp => transport != UDP,
            Self::Transports(ids) => ids.contains(&transport),
            Self::Sources(ids) => ids.contains(&source),
        }
    }
}

/// Id of the transport that is none: datagrams, sent once.
pub const UDP: &str = "udp";

/// TCP variant, or UDP.
pub const TRANSPORT: ParamSpec = choice(
    "transport",
    "transport",
    &[
        option("tahoe", "TCP Tahoe: every loss starts over from a window of 1"),
        option("reno", "TCP Reno: fast recovery, one loss a window"),
        option("newreno", "TCP NewReno: fast recovery, one loss a round trip"),
        option("sack", "TCP with selective acknowledgements"),
        option("vegas", "TCP Vegas: holds back when round trips grow longer"),
        option("cubic", "TCP CUBIC: the window follows a cubic curve of time"),
        option("dctcp", "DCTCP: cuts the window by the share of marked packets"),
        option(UDP, "UDP: no response to loss"),
    ],
    "how the sender answers loss",
);

/// What is sent.
pub const SOURCE: ParamSpec = choice(
    "source",
    "source",
    &[
        option("ftp", "always has data to send, or one file of a given size (TCP)"),
        option("web", "pages of small files with pauses to think (TCP)"),
        option("cbr", "constant bit rate (UDP)"),
        option("schedule", "a constant bit rate that changes at given times (UDP)"),
        option("poisson", "independent, exponential gaps (UDP)"),
        option("geometric", "a packet in each time slot with the same probability (UDP)"),
        option("onoff", "bursts and silences of random length (UDP)"),
        option("self-similar", "bursty at every scale of time (UDP)"),
    ],
    "what the flow sends",
);

/// Number of flows in a group.
pub const COUNT: ParamSpec = whole("count", "flows", 1, (0, 10_000), "how many flows of this kind").logarithmic();

/// Packet size.
pub const PACKET_BYTES: ParamSpec =
    whole("packet_bytes", "packet size", 1000, (41, 9_000), "size on the wire of a data packet, headers included")
        .unit("bytes")
        .advanced();

/// One end of the interval of start times.
pub const START: ParamSpec =
    real("start_s", "start", 0.0, (0.0, 100_000.0), "each flow starts at a moment drawn uniformly between two times")
        .unit("s")
        .advanced();

/// End of sending.
pub const STOP: ParamSpec =
    real("stop_s", "stop", 100_000.0, (0.0, 100_000.0), "from then on the flow sends nothing new").unit("s").advanced();

/// Rate of the flow's own link.
pub const ACCESS_RATE: ParamSpec = ParamSpec { id: "access_rate_bps", ..super::fields::ACCESS_RATE };
/// Delay of the flow's own link.
pub const ACCESS_DELAY: ParamSpec = ParamSpec { id: "access_delay_s", ..super::fields::ACCESS_DELAY };

/// ECN.
pub const ECN: ParamSpec = switch(
    "ecn",
    "ECN",
    false,
    "whether the packets may be marked in place of dropped (RFC 3168); a TCP sender then heeds marks",
);

/// L4S.
pub const L4S: ParamSpec = switch(
    "l4s",
    "L4S",
    false,
    "packets that may be marked carry ECT(1), the sign for DualPI2's L4S queue; DCTCP's do unless told otherwise",
)
.advanced();

/// Priority.
pub const PRIORITY: ParamSpec = whole(
    "priority",
    "priority",
    0,
    (0, 7),
    "level of service that the packets ask for; only disciplines with classes of service look at it",
)
.advanced();

// TCP.

/// TCP window.
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
/// Window after the handshake.
pub const INITIAL_WINDOW: ParamSpec =
    whole("initial_window", "initial window", 2, (1, 100), "window once the connection is open")
        .unit("packets")
        .advanced();
/// Delayed acknowledgements.
pub const DELAYED_ACK: ParamSpec = switch(
    "delayed_ack",
    "delayed acknowledgements",
    false,
    "the receiver acknowledges every second packet, or after a while; off: every packet at once",
)
.advanced();
/// How long an acknowledgement waits.
pub const ACK_DELAY: ParamSpec =
    real("ack_delay_s", "longest delay of one", 0.1, (0.001, 1.0), "how long an acknowledgement waits at most")
        .unit("s")
        .advanced();
/// RFC 3042.
pub const LIMITED_TRANSMIT: ParamSpec = switch(
    "limited_transmit",
    "limited transmit",
    true,
    "a new packet for each of the first two duplicate acknowledgements (RFC 3042; ns-2's singledup_)",
)
.advanced();
/// RFC 6582.
pub const EXIT_FIX: ParamSpec = switch(
    "exit_fix",
    "no burst after recovery",
    false,
    "NewReno leaves fast recovery with a small window (RFC 6582); the default follows the end-host profile",
)
.advanced();
/// RFC 3168.
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
    "least retransmission timeout; the default follows the end-host profile",
)
.unit("s")
.advanced();
/// First retransmission timeout.
pub const INITIAL_RTO: ParamSpec = real(
    "initial_rto_s",
    "initial timeout",
    3.0,
    (0.001, 60.0),
    "retransmission timeout before a round trip was measured; the default follows the end-host profile",
)
.unit("s")
.advanced();
/// Clock of the sender.
pub const TICK: ParamSpec = real(
    "tick_s",
    "clock tick",
    0.01,
    (0.000_001, 1.0),
    "grain in which ns-2's senders measure round trips; the default follows the end-host profile",
)
.unit("s")
.advanced();
/// Random delay before sending.
pub const OVERHEAD: ParamSpec = real(
    "overhead_s",
    "sending overhead",
    0.0,
    (0.0, 1.0),
    "packets leave after a random time up to this one, which breaks phase effects (ns-2's overhead_)",
)
.unit("s")
.advanced();
/// File size.
pub const DATA_PACKETS: ParamSpec =
    whole("data_packets", "file size", 0, (0, 1_000_000_000), "data packets to send in all; 0 is without end")
        .unit("packets")
        .advanced();
/// Vegas's lower bound.
pub const VEGAS_ALPHA: ParamSpec =
    whole("vegas_alpha", "alpha", 1, (0, 100), "Vegas: with fewer packets than this in the queues the window grows")
        .symbol("α")
        .unit("packets")
        .advanced();
/// Vegas's upper bound.
pub const VEGAS_BETA: ParamSpec =
    whole("vegas_beta", "beta", 3, (0, 100), "Vegas: with more packets than this in the queues the window shrinks")
        .symbol("β")
        .unit("packets")
        .advanced();
/// Vegas's end of slow start.
pub const VEGAS_GAMMA: ParamSpec =
    whole("vegas_gamma", "gamma", 1, (0, 100), "Vegas: with more packets than this in the queues slow start ends")
        .symbol("γ")
        .unit("packets")
        .advanced();

// Web.

/// Pauses between pages.
pub const THINK: ParamSpec =
    real("think_s", "think time", 1.0, (0.001, 10_000.0), "mean pause before the next page, exponential")
        .unit("s")
        .logarithmic();
/// Mean size of a file.
pub const OBJECT_PACKETS: ParamSpec =
    real("object_packets", "mean object", 10.0, (1.0, 10_000.0), "mean size of an object before capping, Pareto")
        .unit("packets")
        .logarithmic();
/// Tail of sizes.
pub const OBJECT_SHAPE: ParamSpec = real(
    "object_shape",
    "tail of sizes",
    1.2,
    (1.01, 10.0),
    "shape of the Pareto law of sizes: the nearer to 1, the heavier the tail",
)
.advanced();
/// Largest file.
pub const OBJECT_CAP: ParamSpec =
    whole("object_cap", "largest object", 10_000, (1, 1_000_000), "sizes are cut off here").unit("packets").advanced();
/// Files on a page.
pub const OBJECTS_PER_PAGE: ParamSpec =
    real("objects_per_page", "objects a page", 1.0, (1.0, 1_000.0), "objects on a page (mean)").advanced();
/// Law of the number of files.
pub const PAGE_LAW: ParamSpec = choice(
    "page_law",
    "pages",
    &[option("constant", "every page has as many objects"), option("geometric", "their number is geometric")],
    "how the number of objects on a page is drawn",
)
.advanced();
/// Pause between files.
pub const OBJECT_GAP: ParamSpec =
    real("object_gap_s", "gap between objects", 0.01, (0.0, 100.0), "mean pause between objects, exponential")
        .unit("s")
        .advanced();
/// How files are carried.
pub const CONNECTIONS: ParamSpec = choice(
    "connections",
    "connections",
    &[
        option("fresh", "each object is a new TCP connection"),
        option("persistent", "objects are appended to one connection, whether or not the last one is through"),
    ],
    "how objects are carried",
)
.advanced();

// UDP.

/// Rate of a datagram source.
pub const RATE: ParamSpec = whole(
    "rate_bps",
    "rate",
    2_000_000,
    (0, MAX_RATE),
    "what each of these flows sends (while it is on), whatever is lost; 0 is silence",
)
.unit("bit/s")
.logarithmic();
/// Jitter.
pub const JITTER: ParamSpec = switch(
    "jitter",
    "jitter",
    false,
    "each gap is drawn from between half and one and a half times the regular one (ns-2's random_)",
)
.advanced();
/// Number of datagrams.
pub const MAX_PACKETS: ParamSpec =
    whole("max_packets", "packets in all", 0, (0, 1_000_000_000), "packets to send in all; 0 is without end")
        .unit("packets")
        .advanced();
/// When a scheduled rate counts.
pub const RATE_CHANGE: ParamSpec = choice(
    "rate_change",
    "a new rate counts",
    &[
        option("at_once", "at once: the part of the gap that has passed keeps its share"),
        option("next_packet", "from the next packet on, as in ns-2"),
    ],
    "when a step of the schedule takes effect",
)
.advanced();
/// Intensity of a slotted source.
pub const INTENSITY: ParamSpec =
    real("intensity", "intensity", 0.1, (0.001, 0.95), "mean packets in a time slot").symbol("α");
/// Time slot.
pub const SLOT: ParamSpec =
    real("slot_s", "time slot", 0.001, (0.000_001, 10.0), "length of a time slot; slots begin at time 0")
        .unit("s")
        .logarithmic();
/// Order of slotted sources.
pub const SPREAD: ParamSpec = real(
    "spread_s",
    "spread in the slot",
    0.0,
    (0.0, 10.0),
    "a packet leaves a random part of this after its slot begins; a tiny one lets sources in step come in random order",
)
.unit("s")
.advanced();
/// Mean burst.
pub const ON: ParamSpec =
    real("on_s", "mean burst", 0.5, (0.000_1, 1_000.0), "mean length of a burst").unit("s").logarithmic();
/// Mean silence.
pub const OFF: ParamSpec =
    real("off_s", "mean silence", 0.5, (0.000_1, 1_000.0), "mean length of a silence").unit("s").logarithmic();
/// Law of bursts and silences.
pub const LAW: ParamSpec = choice(
    "law",
    "law of lengths",
    &[option("exponential", "bursts and silences are exponential"), option("pareto", "they have heavy tails")],
    "how bursts and silences are drawn",
);
/// Tail of bursts and silences.
pub const SHAPE: ParamSpec = real(
    "shape",
    "tail of lengths",
    1.5,
    (1.01, 10.0),
    "shape of the Pareto law: the nearer to 1, the heavier the tail",
)
.advanced();
/// Hurst parameter.
pub const HURST: ParamSpec =
    real("hurst", "Hurst parameter", 0.8, (0.55, 0.95), "how bursty the traffic stays over long times; 0.5 is not")
        .symbol("H");
/// States of the modulating chain.
pub const STATES: ParamSpec =
    whole("states", "states", 5, (3, 8), "states of the Markov chain that makes the traffic").symbol("n").advanced();

/// Sources that a TCP sender carries.
pub(super) const TCP_SOURCES: &[&str] = &["ftp", "web"];

use AppliesTo::{All, Sources, Tcp, Transports};

/// The settings of a group that a scene may leave out, with the flows they are for, in the order of a panel.
///
/// Whether one is written even where it has its default is told by the last item.
pub const OPTIONAL: &[(ParamSpec, AppliesTo, Written)] = &[
    (RATE, Sources(&["cbr", "schedule", "poisson", "onoff"]), Written::Always),
    (RATE_CHANGE, Sources(&["schedule"]), Written::IfSet),
    (JITTER, Sources(&["cbr", "schedule"]), Written::IfSet),
    (INTENSITY, Sources(&["geometric", "self-similar"]), Written::Always),
    (SLOT, Sources(&["geometric", "self-similar"]), Written::Always),
    (SPREAD, Sources(&["geometric", "self-similar"]), Written::IfSet),
    (HURST, Sources(&["self-similar"]), Written::Always),
    (STATES, Sources(&["self-similar"]), Written::IfSet),
    (ON, Sources(&["onoff"]), Written::Always),
    (OFF, Sources(&["onoff"]), Written::Always),
    (LAW, Sources(&["onoff"]), Written::Always),
    (SHAPE, Sources(&["onoff"]), Written::IfSet),
    (MAX_PACKETS, Transports(&[UDP]), Written::IfSet),
    (THINK, Sources(&["web"]), Written::Always),
    (OBJECT_PACKETS, Sources(&["web"]), Written::Always),
    (OBJECT_SHAPE, Sources(&["web"]), Written::IfSet),
    (OBJECT_CAP, Sources(&["web"]), Written::IfSet),
    (OBJECTS_PER_PAGE, Sources(&["web"]), Written::IfSet),
    (PAGE_LAW, Sources(&["web"]), Written::IfSet),
    (OBJECT_GAP, Sources(&["web"]), Written::IfSet),
    (CONNECTIONS, Sources(&["web"]), Written::IfSet),
    (WINDOW, Tcp, Written::Always),
    (ECN, All, Written::IfSet),
    (DATA_PACKETS, Sources(&["ftp"]), Written::IfSet),
    (STOP, All, Written::IfSet),
    (ACCESS_RATE, All, Written::IfSet),
    (ACCESS_DELAY, All, Written::IfSet),
    (INITIAL_WINDOW, Tcp, Written::IfSet),
    (DELAYED_ACK, Tcp, Written::IfSet),
    (ACK_DELAY, Tcp, Written::IfSet),
    (LIMITED_TRANSMIT, Tcp, Written::IfSet),
    (EXIT_FIX, Transports(&["newreno", "dctcp"]), Written::IfSet),
    (ECT_ON_RETRANSMIT, Tcp, Written::IfSet),
    (MIN_RTO, Tcp, Written::IfSet),
    (INITIAL_RTO, Tcp, Written::IfSet),
    (TICK, Tcp, Written::IfSet),
    (OVERHEAD, Tcp, Written::IfSet),
    (VEGAS_ALPHA, Transports(&["vegas"]), Written::IfSet),
    (VEGAS_BETA, Transports(&["vegas"]), Written::IfSet),
    (VEGAS_GAMMA, Transports(&["vegas"]), Written::IfSet),
    (PRIORITY, All, Written::IfSet),
    (L4S, All, Written::IfSet),
];

/// When a scene names a setting.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Written {
    /// Always: it is one of the first that people look at.
    Always,
    /// Only where somebody set it: many follow the end-host profile or the scene otherwise.
    IfSet,
}

/// The source that goes with a transport when nobody names one.
pub(super) fn fitting_source(transport: &str) -> ParamValue {
    ParamValue::Choice(if transport == UDP { "cbr" } else { "ftp" })
}
