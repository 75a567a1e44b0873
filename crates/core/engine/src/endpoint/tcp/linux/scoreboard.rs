//! The state of each packet in flight: its send time, and whether it is held by the receiver, lost or retransmitted.
//!
//! Rule: every packet from the first unacknowledged packet to the last packet sent has one of the states of Linux's
//! retransmission queue: in flight, held (selectively acknowledged), lost, or lost and retransmitted. The number of
//! packets in the network is the number sent, minus the held and lost packets, plus the retransmitted packets.
//! Source: Linux 6.12, the fields sacked_out, lost_out and retrans_out; N. Dukkipati et al., RFC 8985, section 5.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::time::SimTime;
use std::collections::VecDeque;

/// A packet that was sent and is not cumulatively acknowledged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sent {
    pub(super) number: i64,
    /// The time at which the packet was last sent.
    pub(super) at: SimTime,
    /// The time at which the packet was first sent.
    pub(super) first_at: SimTime,
    pub(super) is_held: bool,
    /// Whether the packet counts as lost and is not held.
    pub(super) is_lost: bool,
    /// Whether a retransmission of the packet is in the network.
    pub(super) is_again: bool,
    /// Whether the packet was retransmitted at least once.
    pub(super) was_again: bool,
    /// The state of the rate sampler when the packet was sent.
    pub(super) stamp: Stamp,
}

/// A connection's delivery counters when a packet was sent; see `rate.rs`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stamp {
    /// The start of the send interval in the sample of the delivery rate: the send time of the packet delivered last.
    pub(super) first_sent: SimTime,
    /// The time of the last delivery before this packet was sent; `None` once this packet has been counted as
    /// delivered.
    pub(super) delivered_at: Option<SimTime>,
    /// The number of packets delivered before this packet was sent.
    pub(super) delivered: u64,
    /// Whether the sender had no data to send.
    pub(super) is_app_limited: bool,
}

/// All packets from the first unacknowledged packet to the last packet sent.
#[derive(Clone, Debug, Default)]
pub(super) struct Scoreboard {
    sent: VecDeque<Sent>,
    /// The number of packets that the receiver holds out of order [sacked_out].
    pub(super) held: u32,
    /// The number of packets that count as lost [lost_out].
    pub(super) lost: u32,
    /// The number of retransmissions in the network [retrans_out].
    pub(super) again: u32,
}

impl Scoreboard {
    /// The number of packets sent and not cumulatively acknowledged [packets_out].
    pub(super) fn out(&self) -> u32 {
        self.sent.len() as u32
    }

    pub(super) fn in_flight(&self) -> u32 {
        (self.out() + self.again).saturating_sub(self.held + self.lost)
    }

    /// Adds a packet that is sent for the first time.
    pub(super) fn push(&mut self, number: i64, at: SimTime, stamp: Stamp) {
        self.sent.push_back(Sent {
            number,
            at,
            first_at: at,
            is_held: false,
            is_lost: false,
            is_again: false,
            was_again: false,
            stamp,
        });
    }

    /// The oldest packet that is not cumulatively acknowledged.
    pub(super) fn head(&self) -> Option<&Sent> {
        self.sent.front()
    }

    /// The sent packet with the highest number.
    pub(super) fn tail(&self) -> Option<&Sent> {
        self.sent.back()
    }

    /// Removes the oldest packet if its number is below `next_expected`.
    pub(super) fn pop_below(&mut self, next_expected: i64) -> Option<Sent> {
        self.sent.front().filter(|packet| packet.number < next_expected)?;
        let packet = self.sent.pop_front()?;
        self.held -= u32::from(packet.is_held);
        self.lost -= u32::from(packet.is_lost);
        self.again -= u32::from(packet.is_again);
        Some(packet)
    }

    fn place(&self, number: i64) -> Option<usize> {
        let first = self.sent.front()?.number;
        usize::try_from(number - first).ok().filter(|&place| place < self.sent.len())
    }

    /// Records that the receiver holds packet `number`. Returns the packet's record before this change, unless the packet was
    /// held already.
    pub(super) fn hold(&mut self, number: i64) -> Option<Sent> {
        let place = self.place(number)?;
        let packet = &mut self.sent[place];
        if packet.is_held {
            return None;
        }
        let before = *packet;
        if packet.is_lost {
            packet.is_lost = false;
            self.lost -= 1;
            // The packet is no longer marked as lost, so only its retransmission counts as in the network.
            if packet.is_again {
                packet.is_again = false;
                self.again -= 1;
            }
        }
        packet.is_held = true;
        packet.stamp.delivered_at = None;
        self.held += 1;
        Some(before)
    }

    /// Records that the receiver received a packet twice, so the retransmission is no longer in the network.
    pub(super) fn arrived_twice(&mut self, number: i64) {
        let Some(place) = self.place(number) else { return };
        let packet = &mut self.sent[place];
        if packet.is_again {
            packet.is_again = false;
            self.again -= 1;
        }
    }

    /// Marks the packet at `place` as lost. Returns whether the packet was in the network.
    pub(super) fn mark_lost(&mut self, place: usize) -> bool {
        let packet = &mut self.sent[place];
        if packet.is_held {
            return false;
        }
        let was_again = std::mem::take(&mut packet.is_again);
        self.again -= u32::from(was_again);
        let is_new = !packet.is_lost;
        packet.is_lost = true;
        self.lost += u32::from(is_new);
        is_new || was_again
    }

    pub(super) fn forget_losses(&mut self) {
        self.sent.iter_mut().for_each(|packet| packet.is_lost = false);
        self.lost = 0;
    }

    /// The first lost packet from number `from` on that no retransmission covers.
    pub(super) fn next_lost(&self, from: i64) -> Option<i64> {
        if self.lost == 0 {
            return None;
        }
        let place = self.sent.front().map_or(0, |first| (from - first.number).max(0)) as usize;
        self.sent.iter().skip(place).find(|it| it.is_lost && !it.is_again && !it.is_held).map(|it| it.number)
    }

    /// Records that packet `number` is retransmitted.
    pub(super) fn send_again(&mut self, number: i64, at: SimTime, stamp: Stamp) {
        let Some(place) = self.place(number) else { return };
        let packet = &mut self.sent[place];
        (packet.at, packet.stamp) = (at, stamp);
        self.again += u32::from(!packet.is_again);
        (packet.is_again, packet.was_again) = (true, true);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Sent> {
        self.sent.iter()
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::block::<Sent>(self.sent.len())
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for packet in &self.sent {
            hash.fold(packet.number as u64);
            hash.fold(packet.at.nanos());
            hash.fold(packet.first_at.nanos());
            let bits = [packet.is_held, packet.is_lost, packet.is_again, packet.was_again];
            hash.fold(bits.into_iter().fold(0, |all, bit| all << 1 | u64::from(bit)));
            hash.fold(packet.stamp.first_sent.nanos());
            hash.fold(packet.stamp.delivered_at.map_or(u64::MAX, SimTime::nanos));
            hash.fold(packet.stamp.delivered << 1 | u64::from(packet.stamp.is_app_limited));
        }
    }
}
