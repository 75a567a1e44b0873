//! DropTail: accept until full, then refuse.
//!
//! Rule: an arrival enters while fewer than B packets wait; otherwise it is dropped (or, with `drop_front`, the oldest
//! waiting packet makes room). A limit in bytes may be set in addition to the limit in packets.
//! Source: Braden et al., RFC 2309, 1998, section 2, which names lock-out and full queues as its drawbacks.
//! We differ: ns-2 tests `length + 1 >= limit` and so holds one packet fewer than its limit; ns-3 and Linux hold
//! exactly `limit` packets, as we do.
//! View: fifo.

use super::about::{About, Confidence, Memory, ParamSpec, View};
use super::parts::declare::{code, quantities, rule, switch, whole};
use super::parts::fifo::{self, Fifo};
use super::reason::Reason;
use super::settings::{Settings, SettingsProblem};
use super::{Context, Discipline, LinkFacts, Tracer, Viewer, waits_in};
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;

/// The description of DropTail.
pub const ABOUT: About = About {
    id: "drop-tail",
    name: "DropTail",
    year: 1998,
    citation: "B. Braden et al., Recommendations on Queue Management and Congestion Avoidance in the Internet, RFC 2309, 1998",
    idea: "Accept every packet until the buffer is full, then drop every arrival. DropTail does not manage the queue; other disciplines are compared with it.",
    memory: Memory::Stateless,
    confidence: Confidence::High,
    confidence_note: "Holds exactly the limit, as ns-3 and Linux do; ns-2 holds one packet less.",
    view: View::Fifo,
    params: &[&[fifo::LIMIT, LIMIT_BYTES, DROP_FRONT]],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: QUANTITIES,
    gauges: &[],
    state: &[],
    reasons: &[Reason::Overflow],
    reasons_without_arrival: &[],
};

const LIMIT_BYTES: ParamSpec = whole(
    "limit_bytes",
    "buffer in bytes",
    0,
    (0, 1_000_000_000),
    "how many bytes may wait, in addition to the limit in packets; 0 means no limit in bytes",
)
.unit("bytes")
.advanced();

const DROP_FRONT: ParamSpec = switch(
    "drop_front",
    "drop from the front",
    false,
    "when the buffer is full, drop the oldest waiting packet instead of the arrival",
)
.advanced();

code! {
    ROOM_TEST: 0 ? "if fewer than B packets wait (n = {n}):";
    ADMIT: 1 "admit";
    FRONT_TEST: 0 ? "else if n > 0:" if drop_front(true);
    DROP_AT_FRONT: 1 "drop the packet at the front until there is room, then admit" if drop_front(true);
    DROP_ARRIVAL: 0 "else: drop the arrival";
}

rule! {
    "B. Braden et al., RFC 2309, 1998, section 2";
    ROOM_TEST: 0 ? "if fewer than B packets wait," shows "q = {n}";
    ADMIT: 1 "admit the arrival";
    FRONT_TEST: 0 "else drop it";
}

quantities! {
    QUEUE_LENGTH: n "n" "packets" "packets waiting before this arrival";
}

/// Parameters of DropTail.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1. Default 100 (CHOKeD thesis, ch. 4).
    limit: usize,
    /// Limit in bytes, or none.
    limit_bytes: Option<u64>,
    /// Whether a full queue drops the oldest packet instead of the arrival.
    drop_front: bool,
}

/// A DropTail queue.
#[derive(Clone, Debug)]
pub struct DropTail {
    params: Params,
    queue: Fifo,
}

impl DropTail {
    fn has_room_for(&self, packet: &Packet) -> bool {
        let fits_bytes =
            self.params.limit_bytes.is_none_or(|limit| self.queue.bytes() + u64::from(packet.bytes) <= limit);
        self.queue.len() < self.params.limit && fits_bytes
    }
}

impl Discipline for DropTail {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, _link: &LinkFacts) -> Result<Params, SettingsProblem> {
        Ok(Params {
            limit: settings.count("limit"),
            limit_bytes: Some(settings.count("limit_bytes") as u64).filter(|&bytes| bytes > 0),
            drop_front: settings.switch("drop_front"),
        })
    }

    fn new(params: Params) -> Self {
        Self { params, queue: Fifo::default() }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        self.params = params;
        self.queue.shrink_to(self.params.limit, cx);
        while self.params.limit_bytes.is_some_and(|limit| self.queue.bytes() > limit) {
            self.queue.evict(self.queue.len() - 1, Reason::Overflow, cx);
        }
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.value(QUEUE_LENGTH, self.queue.len() as f64);
        if cx.test(ROOM_TEST, self.has_room_for(&packet)) {
            cx.tracer.line(ADMIT);
            self.queue.admit(packet, cx);
            return;
        }
        // A packet larger than the whole buffer never fits, so no other packet is dropped to make room for it.
        let can_ever_fit = self.params.limit_bytes.is_none_or(|limit| u64::from(packet.bytes) <= limit);
        if self.params.drop_front && cx.test(FRONT_TEST, !self.queue.is_empty() && can_ever_fit) {
            cx.tracer.line(DROP_AT_FRONT);
            while !self.has_room_for(&packet) {
                self.queue.evict(0, Reason::Overflow, cx);
            }
            self.queue.admit(packet, cx);
        } else {
            cx.tracer.line(DROP_ARRIVAL);
            cx.tracer.drop(&packet, Reason::Overflow, None);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, _cx: &mut Context<'_, C, S>) -> Option<Packet> {
        self.queue.pop()
    }

    waits_in!(queue, params.limit);

    fn view(&self, viewer: &mut dyn Viewer) {
        self.queue.view(viewer);
    }

    fn fold(&self, hash: &mut StateHash) {
        self.queue.fold(hash);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::about::ParamValue;
    use crate::discipline::bench::{Bench, flows};

    fn drop_tail(values: &[(&'static str, ParamValue)]) -> Bench<DropTail> {
        Bench::new(values)
    }

    #[test]
    fn a_full_buffer_refuses_the_arrival() {
        let mut bench = drop_tail(&[("limit", ParamValue::Integer(3))]).holding("ABC");
        bench.arrive("D", []);
        assert_eq!(flows(&bench), "ABC");
        assert_eq!(bench.drops(), [("D", Reason::Overflow)]);
    }

    #[test]
    fn there_is_room_up_to_exactly_the_limit() {
        let mut bench = drop_tail(&[("limit", ParamValue::Integer(3))]).holding("AB");
        bench.arrive("D", []);
        assert_eq!(flows(&bench), "ABD");
        assert_eq!(bench.drops(), []);
    }

    #[test]
    fn drop_front_drops_the_oldest_packet_for_the_arrival() {
        let mut bench =
            drop_tail(&[("limit", ParamValue::Integer(3)), ("drop_front", ParamValue::Switch(true))]).holding("ABC");
        bench.arrive("D", []);
        assert_eq!(flows(&bench), "BCD");
        assert_eq!(bench.drops(), [("A", Reason::Overflow)]);
    }

    #[test]
    fn a_limit_in_bytes_evicts_until_the_arrival_fits() {
        let mut bench =
            drop_tail(&[("limit_bytes", ParamValue::Integer(2500)), ("drop_front", ParamValue::Switch(true))])
                .holding("AB");
        bench.arrive_sized("D", 1500, []);
        assert_eq!(flows(&bench), "BD");
        bench.arrive_sized("E", 2501, []);
        assert_eq!(flows(&bench), "BD", "a packet larger than the buffer evicts no packet");
    }
}
