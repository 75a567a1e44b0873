//! All functions that a script may call, in one table, which the compiler uses to resolve names. The reference and the
//! editor's help are generated from it.

use serde::Serialize;
use ts_rs::TS;

/// A field of a packet.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "CALLABLES has a line of meaning for each")]
pub enum PacketField {
    Id,
    Flow,
    Bytes,
    Sequence,
    ArrivedNs,
    Priority,
    IsUdp,
    IsSyn,
    IsRetransmission,
    IsEcnCapable,
    IsMarked,
}

/// A function of values alone.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "CALLABLES has a line of meaning for each")]
pub enum Pure {
    Abs,
    Min,
    Max,
    Floor,
    Ceil,
    Round,
    Sqrt,
    Exp,
    Ln,
    Pow,
    Powi,
    Int,
    Real,
    Ns,
    Hash,
    Keys,
    Values,
}

/// A function that reads a value held in a variable or property.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "CALLABLES has a line of meaning for each")]
pub enum Inspect {
    Len,
    IsEmpty,
    Contains,
}

/// A function that changes a value held in a variable or property.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "CALLABLES has a line of meaning for each")]
pub enum Change {
    Push,
    Pop,
    Insert,
    Remove,
    Clear,
}

/// A function of the queue, the packet, random numbers, time or the link.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "CALLABLES has a line of meaning for each")]
pub enum Host {
    Admit,
    Drop,
    Mark,
    Chance,
    Happens,
    Pick,
    NowNs,
    NowS,
    WakeAtNs,
    Sleep,
    QueueLen,
    QueueBytes,
    QueueIsEmpty,
    QueueAt,
    QueueDraw,
    QueueDrop,
    QueueMark,
    QueueSend,
    QueuePush,
    QueuePushTo,
    QueueNumbers,
    OfLen,
    OfBytes,
    OfIsEmpty,
    LinkCapacity,
    LinkDelay,
    LinkPacketBytes,
    LinkHashSalt,
    LinkPacketsIn,
    LinkNsFor,
}

/// The function or field that a name refers to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Meaning {
    Packet(PacketField),
    Pure(Pure),
    Inspect(Inspect),
    Change(Change),
    Host(Host),
}

/// The part of a call before the name of the function.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(rename = "BeforeCall")]
pub(crate) enum Before {
    /// A plain call `name(x, …)`. A function that only computes with values may also be called as `x.name(…)`.
    Nothing,
    /// A packet, `packet.name`.
    Packet,
    /// A value, `x.name(…)`, which the function reads or changes.
    Value,
    /// `queue.name(…)`: the only queue, or all queues together.
    Queue,
    /// `queue.name(…)`, or `queue.of(k).name(…)` for queue k.
    AnyQueue,
    /// `queue.of(k).name(…)` for queue k.
    OneQueue,
    /// `link.name`, with parentheses if there are arguments.
    Link,
}

/// A row in the table of functions that a script may call.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Callable {
    pub(crate) before: Before,
    /// Name of the function.
    pub name: &'static str,
    /// Arguments, as the reference writes them.
    pub arguments: &'static str,
    /// Least and greatest number of arguments.
    pub count: (usize, usize),
    /// One line of meaning, with units.
    pub meaning: &'static str,
    #[serde(skip)]
    pub(crate) what: Meaning,
}

const fn row(
    before: Before,
    name: &'static str,
    arguments: &'static str,
    count: (usize, usize),
    what: Meaning,
    meaning: &'static str,
) -> Callable {
    Callable { before, name, arguments, count, meaning, what }
}

use Before::{AnyQueue, Link, Nothing, OneQueue, Packet, Queue, Value};

/// Everything that a script may call.
pub const CALLABLES: &[Callable] = &[
    row(Packet, "id", "", (0, 0), of(PacketField::Id), "number of the packet in this run"),
    row(Packet, "flow", "", (0, 0), of(PacketField::Flow), "number of the packet's flow, from 1"),
    row(Packet, "bytes", "", (0, 0), of(PacketField::Bytes), "size on the wire [bytes]"),
    row(
        Packet,
        "sequence",
        "",
        (0, 0),
        of(PacketField::Sequence),
        "number of the packet within its flow, in packets, from 0",
    ),
    row(
        Packet,
        "arrived_ns",
        "",
        (0, 0),
        of(PacketField::ArrivedNs),
        "time at which the packet reached the queue [ns]",
    ),
    row(
        Packet,
        "priority",
        "",
        (0, 0),
        of(PacketField::Priority),
        "priority that the sending host requests; 0 is the lowest",
    ),
    row(Packet, "is_udp", "", (0, 0), of(PacketField::IsUdp), "whether the packet's transport ignores losses"),
    row(Packet, "is_syn", "", (0, 0), of(PacketField::IsSyn), "whether the packet opens a connection"),
    row(
        Packet,
        "is_retransmission",
        "",
        (0, 0),
        of(PacketField::IsRetransmission),
        "whether the packet's sequence number was sent before",
    ),
    row(Packet, "is_ecn_capable", "", (0, 0), of(PacketField::IsEcnCapable), "whether the packet can be marked"),
    row(Packet, "is_marked", "", (0, 0), of(PacketField::IsMarked), "whether the packet carries an ECN mark"),
    row(Nothing, "admit", "", (0, 0), host(Host::Admit), "admits the arriving packet at the rear of the queue"),
    row(Nothing, "drop", "reason", (1, 1), host(Host::Drop), "drops the arriving packet for this reason"),
    row(
        Nothing,
        "mark",
        "reason",
        (1, 1),
        host(Host::Mark),
        "ECN-marks the arriving packet if its flow responds to marks, and returns whether it did. The packet must still be admitted",
    ),
    row(Nothing, "chance", "", (0, 0), host(Host::Chance), "a random number from 0 up to, but not including, 1"),
    row(
        Nothing,
        "happens",
        "p",
        (1, 1),
        host(Host::Happens),
        "true with probability p; no random number is drawn if p is at most 0 or at least 1",
    ),
    row(
        Nothing,
        "pick",
        "n",
        (1, 1),
        host(Host::Pick),
        "a random whole number from 0 to n − 1, all equally likely; none is drawn if n is 1",
    ),
    row(Nothing, "now_ns", "", (0, 0), host(Host::NowNs), "the time of the simulation [ns], a whole number"),
    row(Nothing, "now_s", "", (0, 0), host(Host::NowS), "the time of the simulation [s]"),
    row(
        Nothing,
        "wake_at_ns",
        "t",
        (1, 1),
        host(Host::WakeAtNs),
        "calls on_timer() once at this time [ns], at least 1000 ns from now, instead of an earlier request",
    ),
    row(Nothing, "sleep", "", (0, 0), host(Host::Sleep), "cancels the request of wake_at_ns(t)"),
    row(Queue, "len", "", (0, 0), host(Host::QueueLen), "number of waiting packets in all queues"),
    row(Queue, "bytes", "", (0, 0), host(Host::QueueBytes), "number of waiting bytes in all queues"),
    row(Queue, "is_empty", "", (0, 0), host(Host::QueueIsEmpty), "whether all queues are empty"),
    row(OneQueue, "len", "", (0, 0), host(Host::OfLen), "number of waiting packets in this queue"),
    row(OneQueue, "bytes", "", (0, 0), host(Host::OfBytes), "number of waiting bytes in this queue"),
    row(OneQueue, "is_empty", "", (0, 0), host(Host::OfIsEmpty), "whether this queue is empty"),
    row(
        AnyQueue,
        "at",
        "i",
        (1, 1),
        host(Host::QueueAt),
        "the packet at position i; 0 is the front, which leaves next",
    ),
    row(
        AnyQueue,
        "draw",
        "n, from, to",
        (1, 3),
        host(Host::QueueDraw),
        "the positions of n different packets, drawn at random from the positions `from` to below `to` (without \
         these, from all); fewer if there are fewer. Each counts as a comparison with the arriving packet",
    ),
    row(
        AnyQueue,
        "drop",
        "i, reason",
        (2, 2),
        host(Host::QueueDrop),
        "drops the waiting packet at position i, or the packets at all positions of an array; positions are those before the drops",
    ),
    row(
        AnyQueue,
        "mark",
        "i, reason",
        (2, 2),
        host(Host::QueueMark),
        "ECN-marks the waiting packet at position i if its flow responds to marks, and returns whether it did",
    ),
    row(AnyQueue, "send", "", (0, 0), host(Host::QueueSend), "only in dequeue(): gives the front packet to the link"),
    row(Queue, "push", "", (0, 0), host(Host::QueuePush), "the same as admit()"),
    row(
        Queue,
        "push_to",
        "k",
        (1, 1),
        host(Host::QueuePushTo),
        "admits the arriving packet at the rear of queue number k, from 0; admit() uses number 0",
    ),
    row(
        Queue,
        "numbers",
        "",
        (0, 0),
        host(Host::QueueNumbers),
        "the numbers of the queues in which packets wait, ascending",
    ),
    row(Link, "capacity_bps", "", (0, 0), host(Host::LinkCapacity), "capacity of the link [bit/s]"),
    row(Link, "delay_s", "", (0, 0), host(Host::LinkDelay), "propagation delay of the link [s]"),
    row(
        Link,
        "packet_bytes",
        "",
        (0, 0),
        host(Host::LinkPacketBytes),
        "size of the scene's largest data packet [bytes]",
    ),
    row(Link, "hash_salt", "", (0, 0), host(Host::LinkHashSalt), "a number derived from the scene's seed, for hash(…)"),
    row(
        Link,
        "packets_in",
        "ns",
        (1, 1),
        host(Host::LinkPacketsIn),
        "number of whole packets of packet_bytes that the link sends in this time [ns]",
    ),
    row(
        Link,
        "ns_for",
        "n",
        (1, 1),
        host(Host::LinkNsFor),
        "time that the link takes for n packets of packet_bytes [ns]",
    ),
    row(Nothing, "abs", "x", (1, 1), pure(Pure::Abs), "the absolute value of x"),
    row(Nothing, "min", "x, y, …", (2, 8), pure(Pure::Min), "the smallest of its arguments"),
    row(Nothing, "max", "x, y, …", (2, 8), pure(Pure::Max), "the largest of its arguments"),
    row(Nothing, "floor", "x", (1, 1), pure(Pure::Floor), "the largest whole number not above x, as a real number"),
    row(Nothing, "ceil", "x", (1, 1), pure(Pure::Ceil), "the smallest whole number not below x, as a real number"),
    row(
        Nothing,
        "round",
        "x",
        (1, 1),
        pure(Pure::Round),
        "the nearest whole number, as a real number; halves away from 0",
    ),
    row(Nothing, "sqrt", "x", (1, 1), pure(Pure::Sqrt), "the square root of x"),
    row(Nothing, "exp", "x", (1, 1), pure(Pure::Exp), "e to the power x"),
    row(Nothing, "ln", "x", (1, 1), pure(Pure::Ln), "the natural logarithm of x"),
    row(Nothing, "pow", "x, y", (2, 2), pure(Pure::Pow), "x to the power y, both real; the same as x ** y"),
    row(Nothing, "powi", "x, n", (2, 2), pure(Pure::Powi), "x to a whole power n of at least 0, by repeated squaring"),
    row(Nothing, "int", "x", (1, 1), pure(Pure::Int), "x without its fraction, as a whole number"),
    row(Nothing, "real", "x", (1, 1), pure(Pure::Real), "x as a real number"),
    row(Nothing, "ns", "s", (1, 1), pure(Pure::Ns), "s seconds in nanoseconds, rounded to a whole number"),
    row(
        Nothing,
        "hash",
        "x, salt",
        (2, 2),
        pure(Pure::Hash),
        "a hash of two whole numbers: a whole number of at least 0, equal for equal arguments",
    ),
    row(
        Nothing,
        "keys",
        "map",
        (1, 1),
        pure(Pure::Keys),
        "the keys of a map as an array: numbers ascending, then texts",
    ),
    row(
        Nothing,
        "values",
        "map",
        (1, 1),
        pure(Pure::Values),
        "the values of a map as an array, in the order of its keys",
    ),
    row(Value, "len", "", (0, 0), Meaning::Inspect(Inspect::Len), "number of items of an array or a map"),
    row(Value, "is_empty", "", (0, 0), Meaning::Inspect(Inspect::IsEmpty), "whether an array or a map has no items"),
    row(
        Value,
        "contains",
        "x",
        (1, 1),
        Meaning::Inspect(Inspect::Contains),
        "whether an array has this item, a map this key, a range this number",
    ),
    row(Value, "push", "x", (1, 1), Meaning::Change(Change::Push), "appends an item to an array"),
    row(
        Value,
        "pop",
        "",
        (0, 0),
        Meaning::Change(Change::Pop),
        "removes the last item of an array and returns it; () if it is empty",
    ),
    row(
        Value,
        "insert",
        "i, x",
        (2, 2),
        Meaning::Change(Change::Insert),
        "inserts an item into an array before position i; later items move back",
    ),
    row(
        Value,
        "remove",
        "i",
        (1, 1),
        Meaning::Change(Change::Remove),
        "removes the item at position i of an array, or the item of a key of a map, and returns it; () if there is none",
    ),
    row(Value, "clear", "", (0, 0), Meaning::Change(Change::Clear), "removes all items of an array or a map"),
];

const fn of(field: PacketField) -> Meaning {
    Meaning::Packet(field)
}

const fn host(host: Host) -> Meaning {
    Meaning::Host(host)
}

const fn pure(pure: Pure) -> Meaning {
    Meaning::Pure(pure)
}

/// The function or field with this name, among those that may follow a prefix that `is_before` accepts.
pub(crate) fn find(name: &str, is_before: impl Fn(Before) -> bool) -> Option<&'static Callable> {
    CALLABLES.iter().find(|row| row.name == name && is_before(row.before))
}

/// The field of a packet with this name.
pub(crate) fn packet_field(name: &str) -> Option<PacketField> {
    match find(name, |before| before == Packet)?.what {
        Meaning::Packet(field) => Some(field),
        _ => None,
    }
}

/// The functions that a script may define: name, number of arguments, whether it is required, and meaning.
pub const ENTRIES: &[(&str, usize, bool, &str)] = &[
    ("init", 0, false, "before the first packet: gives the properties of `this` their values"),
    ("enqueue", 1, true, "for every packet that arrives: admits it or drops it"),
    (
        "dequeue",
        0,
        false,
        "whenever the link is free: must send a packet if one waits; without this function the front packet is sent",
    ),
    ("on_timer", 0, false, "at the time that wake_at_ns(t) requested"),
    (
        "on_change",
        0,
        false,
        "after a change of a parameter or the link: may drop packets that no longer fit; the lab drops the remaining excess from the rear",
    ),
    ("gauges", 0, false, "when the page reads the gauges: returns a map with a value for each declared gauge"),
];
