//! A buffer shared by several queues. If an arrival finds no room, a packet of the longest queue is dropped.
//!
//! Source: McKenney, INFOCOM 1990 (steal from the longest queue); Shreedhar and Varghese, SIGCOMM 1995; ns-2.35's
//! `drr.cc` for ties: of equally long queues, the first in turn loses a packet.

use super::super::about::{LineId, Quantity, QuantityId};
use super::super::reason::Reason;
use super::super::{Context, LinkFacts, Tracer};
use super::declare::{code, quantity, rule};
use super::queues::{End, Queues};
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use std::collections::VecDeque;

code! {
    /// The lines of pseudo-code that [`PushOut::make_room`] reports.
    pub segment CODE;
    ROOM_TEST: 0 ? "while the buffer has no room for the arrival:";
    FIND: 1 "v ← the longest queue, arrival included: {longest}";
    OWN_TEST: 1 ? "if the packet to lose in v is the arrival: drop it; done";
    EVICT: 1 "else evict that packet of v (push-out)";
}

rule! {
    /// The lines of the rule for [`CODE`], if the front packet of the longest queue is dropped.
    pub segment RULE_FRONT;
    ROOM_TEST: 0 ? "while there is no room: v ← the longest queue" shows "{longest} bytes";
    OWN_TEST: 1 "v loses its oldest packet";
}

rule! {
    /// The lines of the rule for [`CODE`], if the rear packet of the longest queue is dropped.
    pub segment RULE_REAR;
    ROOM_TEST: 0 ? "while there is no room: v ← the longest queue" shows "{longest} bytes";
    OWN_TEST: 1 "v loses its newest packet or the arrival";
}

/// Index in [`CODE`] of the line that tests whether the arrival itself is dropped.
pub const OWN_PLACE: usize = OWN_TEST.0 as usize;

/// The length of the longest queue, as a quantity in bytes.
pub const LONGEST: Quantity = quantity("longest", "v", "bytes", "length of the longest queue, arrival included");

/// The size of a shared buffer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Capacity {
    /// The maximum number of packets.
    pub packets: usize,
    /// The maximum number of bytes; [`u64::MAX`] if bytes do not count.
    pub bytes: u64,
}

impl Capacity {
    /// A buffer for at most `packets` packets, whatever their sizes, and for at most the bytes of `packets` packets of
    /// the usual size.
    pub fn of_usual_packets(packets: usize, link: &LinkFacts) -> Self {
        Self { packets, bytes: packets as u64 * u64::from(link.packet_bytes) }
    }

    /// A buffer in packets of any size.
    pub fn of_packets(packets: usize) -> Self {
        Self { packets, bytes: u64::MAX }
    }

    /// Whether this many packets and bytes fit into the buffer.
    pub fn holds(self, packets: usize, bytes: u64) -> bool {
        packets <= self.packets && bytes <= self.bytes
    }
}

/// Whether an arrival may enter, and whether its queue must be added to the ring of queues that take turns.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Room {
    /// The arrival was dropped.
    None,
    /// The arrival may enter, and its queue is already on the ring.
    Kept,
    /// The arrival may enter, and its queue must be added to the ring, since it was empty.
    New,
}

/// How the packet to evict is chosen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct PushOut {
    /// The size of the buffer.
    pub capacity: Capacity,
    /// Whether queue lengths are compared in packets rather than in bytes.
    pub by_packets: bool,
    /// The end of the longest queue that loses a packet.
    pub end: End,
}

impl PushOut {
    /// The longest queue on `ring` and its length. `arrival` gives the queue and the size of an arriving packet, which
    /// is counted as if it were already in that queue. Ties go to the first queue on the ring; a queue that is not on
    /// the ring comes last.
    pub fn longest<S: Clone + Default, T: Copy>(
        &self,
        queues: &Queues<S, T>,
        ring: impl Iterator<Item = u32>,
        arrival: Option<(usize, u16)>,
    ) -> Option<(usize, u64)> {
        let length_of = |queue: usize| {
            let (packets, bytes) = match arrival {
                Some((own, bytes)) if own == queue => (1, u64::from(bytes)),
                _ => (0, 0),
            };
            if self.by_packets { queues.packets_of(queue) as u64 + packets } else { queues.bytes_of(queue) + bytes }
        };
        let newcomer = arrival.map(|(own, _)| own).filter(|&own| queues.packets_of(own) == 0);
        // `fold` is faster here than a `for` loop: it runs one loop for each slice of the ring and one step for the
        // arrival's queue. A `for` loop over the chained iterators would test at every step which iterator is current.
        ring.map(|queue| queue as usize).chain(newcomer).fold(None, |longest: Option<(usize, u64)>, queue| {
            let length = length_of(queue);
            if longest.is_none_or(|(_, most)| length > most) { Some((queue, length)) } else { longest }
        })
    }

    /// Evicts packets until the arrival fits into its queue `own`, or drops the arrival as an overflow. If the evicted
    /// packet is the only one in `own`, that queue stays on the ring and keeps its turn, since the arrival enters it at
    /// once.
    ///
    /// `evicted` is called with the queue's state, the tag of the lost packet, and whether the queue is now empty.
    /// `line` is the id of the first line of pseudo-code that is reported.
    pub fn make_room<S: Clone + Default, T: Copy, C: Chance, K: Tracer>(
        &self,
        (own, arrival): (usize, &Packet),
        queues: &mut Queues<S, T>,
        ring: &mut VecDeque<u32>,
        (line, longest): (LineId, QuantityId),
        mut evicted: impl FnMut(&mut S, T, bool),
        cx: &mut Context<'_, C, K>,
    ) -> Room {
        let is_on_ring = queues.packets_of(own) > 0;
        loop {
            let has_room = self.capacity.holds(queues.len() + 1, queues.bytes() + u64::from(arrival.bytes));
            if !cx.test(ROOM_TEST.after(line), !has_room) {
                return if is_on_ring { Room::Kept } else { Room::New };
            }
            // An arrival that does not fit even into an empty buffer evicts no packet.
            let victim = self.longest(queues, ring.iter().copied(), Some((own, arrival.bytes)));
            let victim = victim.filter(|_| self.capacity.holds(1, arrival.bytes.into()));
            let is_arrival =
                |(queue, _): &(usize, u64)| *queue == own && (self.end == End::Rear || queues.packets_of(own) == 0);
            let Some((queue, length)) = victim.filter(|victim| !is_arrival(victim)) else {
                if let Some((_, length)) = victim {
                    cx.tracer.value(longest, length as f64);
                    cx.tracer.line(FIND.after(line));
                }
                cx.tracer.test(OWN_TEST.after(line), true);
                cx.tracer.drop(arrival, Reason::Overflow, None);
                if queues.packets_of(own) == 0 {
                    ring.retain(|&it| it as usize != own);
                }
                return Room::None;
            };
            cx.tracer.value(longest, length as f64);
            cx.tracer.line(FIND.after(line));
            cx.tracer.line(EVICT.after(line));
            let lost = queues.evict(queue, self.end, Reason::PushOut, cx);
            let is_empty = queues.packets_of(queue) == 0 && queue != own;
            if let Some((_, tag)) = lost {
                evicted(queues.state(queue), tag, is_empty);
            }
            if is_empty {
                ring.retain(|&it| it as usize != queue);
            }
        }
    }

    /// Drops packets from the longest queues after the buffer has shrunk.
    pub fn shrink<S: Clone + Default, T: Copy, C: Chance, K: Tracer>(
        &self,
        queues: &mut Queues<S, T>,
        ring: &mut VecDeque<u32>,
        mut evicted: impl FnMut(&mut S, T, bool),
        cx: &mut Context<'_, C, K>,
    ) {
        while !self.capacity.holds(queues.len(), queues.bytes())
            && let Some((queue, _)) = self.longest(queues, ring.iter().copied(), None)
        {
            let lost = queues.evict(queue, self.end, Reason::Overflow, cx);
            let is_empty = queues.packets_of(queue) == 0;
            if let Some((_, tag)) = lost {
                evicted(queues.state(queue), tag, is_empty);
            }
            if is_empty {
                ring.retain(|&it| it as usize != queue);
            }
        }
    }
}
