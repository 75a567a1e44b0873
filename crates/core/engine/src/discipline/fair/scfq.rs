//! SCFQ, self-clocked fair queueing: the packet with the smallest virtual finish is sent next, and the virtual clock
//! shows the virtual finish of the packet in transmission.
//!
//! Rule: at its arrival a packet gets the virtual finish F = max(V, F of the flow's last packet) + size. V is the
//! virtual clock. The packet with the smallest F leaves, and V is the F of the packet on the link. When no packet is
//! left, V and all F are reset to 0.
//! Source: Golestani, IEEE INFOCOM 1994.
//! We differ: all flows have weight 1. The paper does not say what a full buffer does. Here the newest packet of the
//! longest queue is dropped, and the flow's last F is reduced by the size of this packet.
//! Derived from: `virtual_time`.  View: flow queues.

use crate::discipline::about::{About, Bound, Confidence, LineId, Memory, View};
use crate::discipline::fair::virtual_time::{self, Rest, Scheme, Tag, VirtualTime};
use crate::discipline::parts::declare::{code, dial, rule};
use crate::discipline::parts::push_out;
use crate::discipline::reason::Reason;

/// The description of self-clocked fair queueing.
pub const ABOUT: About = About {
    id: "scfq",
    name: "SCFQ",
    year: 1994,
    citation: "S. J. Golestani, A Self-Clocked Fair Queueing Scheme for Broadband Applications, IEEE INFOCOM 1994",
    idea: "Stamp each packet with the virtual time at which its flow's fair share would have sent it, and send the earliest. The clock needs no model of an ideal link: it reads the stamp of the packet being sent.",
    memory: Memory::PerFlow,
    confidence: Confidence::High,
    confidence_note: "Tags and clock as published, with equal weights. The packet that is dropped when the buffer is full is our decision.",
    view: View::FlowQueues,
    params: &[virtual_time::PARAMS],
    defaults: &[],
    param_sets: &[],
    code: CODE,
    rule: RULE,
    quantities: &[virtual_time::QUANTITIES],
    gauges: virtual_time::GAUGES,
    state: &[dial("active", "active queues", Bound::Open)],
    reasons: &[Reason::Overflow, Reason::PushOut],
    reasons_without_arrival: &[],
};

code! {
    ..push_out::CODE;
    ..virtual_time::CODE;
    SEND: 0 "link free: send the packet with the smallest F; V ← F";
    IDLE: 1 ? "nothing waits: V and all F begin at 0";
}

rule! {
    "S. J. Golestani, SCFQ, INFOCOM 1994, with equal weights; the full buffer is ours";
    ..push_out::RULE_REAR;
    ..virtual_time::RULE;
    SEND: 0 "link free: send the packet of least F; V ← F" shows "{v}";
    IDLE: 0 ? "if none waits: V ← 0 and all F ← 0";
}

/// Self-clocked fair queueing.
pub type Scfq = VirtualTime<SelfClocked>;

/// The order of SCFQ: the packet with the smallest finish is sent next.
#[derive(Clone, Debug)]
pub struct SelfClocked;

impl Scheme for SelfClocked {
    const ABOUT: &'static About = &ABOUT;
    const SEND: LineId = SEND;
    const IDLE: LineId = IDLE;

    fn key(tag: &Tag) -> f64 {
        tag.finish
    }

    fn rest(_latest: f64) -> Rest {
        Rest::Anew
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::bench::Bench;
    use crate::discipline::fair::virtual_time::tests::{assert_time_is_given_back, served};

    #[test]
    fn the_earliest_finish_is_served_first() {
        let expected = [(0.0, "B"), (0.5, "C"), (0.75, "A"), (1.75, "B"), (2.25, "A")];
        assert_eq!(served::<SelfClocked>(), expected.map(|(at_s, flow)| (at_s, flow.to_owned())));
    }

    #[test]
    fn after_a_busy_period_all_tags_are_reset() {
        let mut bench = Bench::<Scfq>::new(&[]).holding("AAB");
        while bench.depart().is_some() {}
        bench.arrive("A", []);
        let tags: Vec<_> = bench.log.values.iter().rev().take(3).map(|&(_, value)| value).collect();
        assert_eq!(tags, [1000.0, 0.0, 0.0], "finish, start, clock");
    }

    #[test]
    fn the_virtual_time_of_a_dropped_packet_is_given_back() {
        assert_time_is_given_back::<SelfClocked>();
    }
}
