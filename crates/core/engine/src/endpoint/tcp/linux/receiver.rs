//! When Linux's receiver sends acknowledgements. At the start of a connection and after losses, marks and pauses it
//! acknowledges each packet at once. At other times it acknowledges every second packet, or a packet after 40 ms.
//!
//! Rule: the first 16 packets of a connection are acknowledged at once. After a duplicate, or after a time without
//! packets in order that exceeds the receiver's timeout, 16 packets are acknowledged at once; after a mark, 2 packets.
//! The acknowledgement of any other packet in order waits for the next packet. The wait is limited to the estimated
//! time between packets, doubled each time a wait expires, but at least 40 and at most 200 ms. The limit is also at
//! most the round-trip time at the opening of the connection, if that time is above 40 ms, and otherwise 40 ms.
//! Source: RFC 5681, section 4.2; Linux 6.12, tcp_input.c and tcp_output.c, for the constants.

use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

/// The minimum time for which an acknowledgement waits for the next packet [TCP_ATO_MIN, TCP_DELACK_MIN].
const LEAST_WAIT: Span = Span::from_millis(40);
/// The maximum time for which an acknowledgement waits [TCP_DELACK_MAX].
const MOST_WAIT: Span = Span::from_millis(200);
/// The number of packets that are acknowledged at once [TCP_MAX_QUICKACKS].
const MOST_QUICK: u32 = 16;
/// The number of packets that are acknowledged at once after a mark.
const QUICK_AFTER_MARK: u32 = 2;
/// The minimum variance in the receiver's own timeout, with which it recognizes pauses.
const LEAST_VARIANCE: Span = Span::from_millis(200);

/// The receiver's state that decides between acknowledging at once and waiting.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct QuickAcks {
    /// The number of further acknowledgements that are sent at once.
    quick: u32,
    /// The wait before an acknowledgement [ato].
    wait: Span,
    last: Option<SimTime>,
    opened: Option<SimTime>,
    /// The time from the SYN to the first data packet.
    round_trip: Option<Span>,
}

impl QuickAcks {
    /// Records the SYN.
    pub(in super::super) fn see_syn(&mut self, at: SimTime) {
        self.opened = Some(at);
    }

    /// Records the arrival of a data packet. Only packets in order count for the time between packets [tcp_event_data_recv].
    pub(in super::super) fn see(&mut self, is_in_order: bool, at: SimTime) {
        if self.round_trip.is_none() {
            self.round_trip = self.opened.map(|opened| at.since(opened));
        }
        if !is_in_order {
            return;
        }
        let Some(last) = self.last.replace(at) else {
            (self.quick, self.wait) = (MOST_QUICK, LEAST_WAIT);
            return;
        };
        let gap = at.since(last);
        let half = Span::from_nanos(self.wait.nanos() / 2);
        let timeout = self.timeout();
        if gap.nanos() <= LEAST_WAIT.nanos() / 2 {
            self.wait = half + Span::from_nanos(LEAST_WAIT.nanos() / 2);
        } else if gap < self.wait {
            self.wait = (half + gap).min(timeout);
        } else if gap > timeout {
            self.quick = MOST_QUICK;
        }
    }

    fn timeout(&self) -> Span {
        let round_trip = self.round_trip.unwrap_or(LEAST_VARIANCE);
        round_trip + Span::from_nanos(2 * round_trip.nanos()).max(LEAST_VARIANCE)
    }

    /// Records a duplicate.
    pub(in super::super) fn see_duplicate(&mut self) {
        (self.quick, self.wait) = (MOST_QUICK, LEAST_WAIT);
    }

    /// Records a marked packet with which the receiver begins to echo marks.
    pub(in super::super) fn see_mark(&mut self) {
        (self.quick, self.wait) = (self.quick.max(QUICK_AFTER_MARK), LEAST_WAIT);
    }

    /// Whether the next acknowledgement is sent at once.
    pub(in super::super) fn is_quick(&self) -> bool {
        self.quick > 0
    }

    /// The longest time for which an acknowledgement waits.
    pub(in super::super) fn wait(&self) -> Span {
        self.wait.clamp(LEAST_WAIT, MOST_WAIT).min(self.round_trip.unwrap_or(LEAST_WAIT).max(LEAST_WAIT))
    }

    /// Records that an acknowledgement was sent.
    pub(in super::super) fn acknowledged(&mut self) {
        if self.quick > 0 {
            self.quick -= 1;
            if self.quick == 0 {
                self.wait = LEAST_WAIT;
            }
        }
    }

    /// Records that an acknowledgement waited in vain for a second packet.
    pub(in super::super) fn waited_in_vain(&mut self) {
        self.wait = Span::from_nanos(2 * self.wait.nanos()).min(self.timeout());
    }

    pub(in super::super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.quick));
        hash.fold(self.wait.nanos());
        hash.fold(self.last.map_or(u64::MAX, SimTime::nanos));
        hash.fold(self.opened.map_or(u64::MAX, SimTime::nanos));
        hash.fold(self.round_trip.map_or(u64::MAX, Span::nanos));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(millis: u64) -> SimTime {
        SimTime::from_nanos(millis * 1_000_000)
    }

    #[test]
    fn sixteen_packets_are_acknowledged_at_once_and_later_packets_after_40_ms() {
        let mut rule = QuickAcks::default();
        rule.see_syn(at(0));
        for packet in 0..16 {
            rule.see(true, at(60 + packet));
            assert!(rule.is_quick(), "packet {packet}");
            rule.acknowledged();
        }
        rule.see(true, at(80));
        assert!(!rule.is_quick());
        assert_eq!(rule.wait(), LEAST_WAIT);
    }

    #[test]
    fn a_wait_that_runs_out_doubles_the_next_wait_up_to_the_round_trip() {
        let mut rule = QuickAcks::default();
        rule.see_syn(at(0));
        rule.see(true, at(60));
        (0..16).for_each(|_| rule.acknowledged());
        rule.waited_in_vain();
        assert_eq!(
            rule.wait(),
            Span::from_millis(60),
            "the wait would be 80 ms, but the round-trip time of 60 ms is the bound"
        );
    }

    #[test]
    fn packets_out_of_order_do_not_interrupt_a_pause() {
        let mut rule = QuickAcks::default();
        rule.see_syn(at(0));
        rule.see(true, at(60));
        (0..16).for_each(|_| rule.acknowledged());
        rule.see(false, at(200));
        rule.see(true, at(322));
        assert!(rule.is_quick(), "262 ms have passed since the last packet in order");
    }

    #[test]
    fn after_a_long_pause_packets_are_acknowledged_at_once_again() {
        let mut rule = QuickAcks::default();
        rule.see_syn(at(0));
        rule.see(true, at(60));
        (0..16).for_each(|_| rule.acknowledged());
        rule.see(true, at(60 + 262));
        assert!(rule.is_quick(), "the round-trip time of 60 ms and the variance of 200 ms have passed");
    }
}
