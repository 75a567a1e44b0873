//! STFQ, start-time fair queueing: the packet with the smallest virtual start is sent next.
//!
//! Rule: at its arrival a packet gets the virtual start S = max(V, F of the flow's last packet) and the virtual finish
//! F = S + size. V is the virtual clock. The packet with the smallest S leaves, and V is the S of the packet on the
//! link. After a busy period V is the greatest F that was served.
//! Source: Goyal, Vin and Cheng, ACM SIGCOMM 1996, who call it SFQ; here `sfq` is McKenney's discipline.
//! We differ: all flows have weight 1. The paper does not say what a full buffer does. Here the newest packet of the
//! longest queue is dropped, and the flow's last F is reduced by the size of this packet.
//! Derived from: `virtual_time`.  View: flow queues.

use crate::discipline::about::{About, Bound, Confidence, LineId, Memory, View};
use crate::discipline::fair::virtual_time::{self, Rest, Scheme, Tag, VirtualTime};
use crate::discipline::parts::declare::{code, dial, rule};
use crate::discipline::parts::push_out;
use crate::discipline::reason::Reason;

/// The description of start-time fair queueing.
pub const ABOUT: About = About {
    id: "stfq",
    name: "STFQ",
    year: 1996,
    citation: "P. Goyal, H. M. Vin and H. Cheng, Start-time Fair Queuing: A Scheduling Algorithm for Integrated Services Packet Switching Networks, ACM SIGCOMM 1996",
    idea: "Stamp each packet with the virtual time at which its flow's fair share lets it start, and always send the earliest start. A flow that was idle starts at the current virtual time, without credit or debt.",
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
    SEND: 0 "link free: send the packet with the smallest S; V ← S";
    IDLE: 1 ? "nothing waits: V ← the greatest F that was sent";
}

rule! {
    "P. Goyal, H. M. Vin and H. Cheng, SIGCOMM 1996, with equal weights; the full buffer is ours";
    ..push_out::RULE_REAR;
    ..virtual_time::RULE;
    SEND: 0 "link free: send the packet of least S; V ← S" shows "{v}";
    IDLE: 0 ? "if none waits: V ← the greatest F sent";
}

/// Start-time fair queueing.
pub type Stfq = VirtualTime<StartTime>;

/// The order of STFQ: the packet with the smallest start is sent next.
#[derive(Clone, Debug)]
pub struct StartTime;

impl Scheme for StartTime {
    const ABOUT: &'static About = &ABOUT;
    const SEND: LineId = SEND;
    const IDLE: LineId = IDLE;

    fn key(tag: &Tag) -> f64 {
        tag.start
    }

    fn rest(latest: f64) -> Rest {
        Rest::At(latest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::bench::Bench;
    use crate::discipline::fair::virtual_time::tests::{assert_time_is_given_back, served};

    #[test]
    fn the_earliest_start_is_served_first() {
        let expected = [(0.0, "A"), (1.0, "B"), (1.5, "C"), (1.75, "B"), (2.25, "A")];
        assert_eq!(served::<StartTime>(), expected.map(|(at_s, flow)| (at_s, flow.to_owned())));
    }

    #[test]
    fn after_a_busy_period_the_clock_is_the_greatest_finish() {
        let mut bench = Bench::<Stfq>::new(&[]).holding("AAB");
        while bench.depart().is_some() {}
        assert_eq!(bench.gauges()[0], 2000.0);
    }

    #[test]
    fn the_virtual_time_of_a_dropped_packet_is_given_back() {
        assert_time_is_given_back::<StartTime>();
    }
}
