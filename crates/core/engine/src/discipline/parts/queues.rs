//! Several first-in first-out queues in shared storage: queues of flows, buckets or classes.

use super::super::reason::Reason;
use super::super::{Context, Tracer, Viewer};
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use std::collections::VecDeque;

/// The index that means "no slot".
const NONE: u32 = u32::MAX;

/// Queues of packets. `S` is the state that a discipline keeps for each queue, even while the queue is empty. `T` is
/// the tag on each packet.
///
/// All packets are in one list, and each holds the index of the next packet of its queue. A clone therefore copies only
/// two lists, however many queues there are.
#[derive(Clone, Debug)]
pub struct Queues<S = (), T = ()> {
    slots: Vec<Slot<T>>,
    /// The first free slot; each free slot holds the index of the next free slot.
    free: u32,
    queues: Vec<Queue<S>>,
    packets: usize,
    bytes: u64,
}

#[derive(Clone, Copy, Debug)]
struct Slot<T> {
    packet: Packet,
    tag: T,
    next: u32,
    before: u32,
}

#[derive(Clone, Copy, Debug)]
struct Queue<S> {
    first: u32,
    last: u32,
    packets: u32,
    bytes: u64,
    state: S,
}

/// One of the two ends of a queue.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum End {
    /// The front, where packets leave.
    Front,
    /// The rear, where packets arrive.
    Rear,
}

impl<S, T> Default for Queues<S, T> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: NONE, queues: Vec::new(), packets: 0, bytes: 0 }
    }
}

impl<S: Clone + Default, T: Copy> Queues<S, T> {
    /// The number of waiting packets in all queues.
    pub fn len(&self) -> usize {
        self.packets
    }

    /// Whether all queues are empty.
    pub fn is_empty(&self) -> bool {
        self.packets == 0
    }

    /// The number of waiting bytes in all queues.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of waiting packets in a queue.
    #[inline]
    pub fn packets_of(&self, queue: usize) -> usize {
        self.queues.get(queue).map_or(0, |queue| queue.packets as usize)
    }

    /// The number of waiting bytes in a queue.
    #[inline]
    pub fn bytes_of(&self, queue: usize) -> u64 {
        self.queues.get(queue).map_or(0, |queue| queue.bytes)
    }

    /// The state of a queue, which is created on first use.
    pub fn state(&mut self, queue: usize) -> &mut S {
        if queue >= self.queues.len() {
            let empty = Queue { first: NONE, last: NONE, packets: 0, bytes: 0, state: S::default() };
            self.queues.resize(queue + 1, empty);
        }
        &mut self.queues[queue].state
    }

    /// The number of waiting bytes in a queue, and the state of the queue.
    #[inline]
    pub fn with_bytes(&mut self, queue: usize) -> (u64, &mut S) {
        self.state(queue);
        let it = &mut self.queues[queue];
        (it.bytes, &mut it.state)
    }

    /// The state of a queue, if it was ever used.
    pub fn known(&self, queue: usize) -> Option<&S> {
        self.queues.get(queue).map(|queue| &queue.state)
    }

    /// The states of all queues that were ever used, in order of their numbers.
    pub fn all_known(&self) -> impl Iterator<Item = (usize, &S)> {
        self.queues.iter().map(|queue| &queue.state).enumerate()
    }

    /// The packet at the front of a queue, with its tag.
    pub fn front(&self, queue: usize) -> Option<(&Packet, &T)> {
        let slot = self.slots.get(self.queues.get(queue)?.first as usize)?;
        Some((&slot.packet, &slot.tag))
    }

    /// The packets of a queue from front to rear.
    pub fn iter(&self, queue: usize) -> impl Iterator<Item = (&Packet, &T)> {
        let first = self.queues.get(queue).map_or(NONE, |queue| queue.first);
        let slot_at = |place: u32| self.slots.get(place as usize);
        std::iter::successors(slot_at(first), move |slot| slot_at(slot.next)).map(|slot| (&slot.packet, &slot.tag))
    }

    /// The first packet of a queue, from the front, for which `is_wanted` is true.
    pub fn find_mut(&mut self, queue: usize, is_wanted: impl Fn(&Packet) -> bool) -> Option<&mut Packet> {
        let mut place = self.queues.get(queue)?.first;
        while !is_wanted(&self.slots.get(place as usize)?.packet) {
            place = self.slots[place as usize].next;
        }
        Some(&mut self.slots[place as usize].packet)
    }

    /// Puts a packet at the rear of a queue and reports its admission.
    pub fn admit<C: Chance, K: Tracer>(&mut self, queue: usize, packet: Packet, tag: T, cx: &mut Context<'_, C, K>) {
        cx.tracer.admit(&packet, self.packets_of(queue));
        self.push(queue, packet, tag);
    }

    /// Puts a packet at the rear of a queue.
    pub fn push(&mut self, queue: usize, packet: Packet, tag: T) {
        self.state(queue);
        let it = &mut self.queues[queue];
        let slot = Slot { packet, tag, next: NONE, before: it.last };
        let place = match self.slots.get_mut(self.free as usize) {
            Some(free) => {
                let place = self.free;
                self.free = free.next;
                *free = slot;
                place
            }
            None => {
                self.slots.push(slot);
                (self.slots.len() - 1) as u32
            }
        };
        match self.slots.get_mut(it.last as usize) {
            Some(last) => last.next = place,
            None => it.first = place,
        }
        it.last = place;
        it.packets += 1;
        it.bytes += u64::from(packet.bytes);
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
    }

    /// Takes the packet at the front of a queue.
    pub fn pop(&mut self, queue: usize) -> Option<(Packet, T)> {
        self.take(queue, End::Front)
    }

    /// Takes a packet from one end of a queue and reports its drop.
    pub fn evict<C: Chance, K: Tracer>(
        &mut self,
        queue: usize,
        end: End,
        reason: Reason,
        cx: &mut Context<'_, C, K>,
    ) -> Option<(Packet, T)> {
        let (packet, tag) = self.take(queue, end)?;
        let place = if end == End::Front { 0 } else { self.packets_of(queue) };
        cx.tracer.drop(&packet, reason, Some(place));
        Some((packet, tag))
    }

    fn take(&mut self, queue: usize, end: End) -> Option<(Packet, T)> {
        let it = self.queues.get_mut(queue)?;
        let place = if end == End::Front { it.first } else { it.last };
        let Slot { packet, tag, next, before } = *self.slots.get(place as usize)?;
        match self.slots.get_mut(before as usize) {
            Some(slot) => slot.next = next,
            None => it.first = next,
        }
        match self.slots.get_mut(next as usize) {
            Some(slot) => slot.before = before,
            None => it.last = before,
        }
        self.slots[place as usize].next = self.free;
        self.free = place;
        it.packets -= 1;
        it.bytes -= u64::from(packet.bytes);
        self.packets -= 1;
        self.bytes -= u64::from(packet.bytes);
        Some((packet, tag))
    }

    /// Moves every packet to the queue that `queue_of` gives it, and returns the new ring. The old queues are emptied
    /// one after the other, in the order of `ring`, and their states are forgotten. A packet is dropped if its new
    /// queue already holds `depth` packets.
    pub fn regroup<C: Chance, K: Tracer>(
        &mut self,
        ring: &VecDeque<u32>,
        depth: usize,
        queue_of: impl Fn(&Packet) -> usize,
        cx: &mut Context<'_, C, K>,
    ) -> VecDeque<u32> {
        let mut old = std::mem::take(self);
        let mut new_ring = VecDeque::new();
        for &queue in ring {
            while let Some((packet, tag)) = old.pop(queue as usize) {
                let own = queue_of(&packet);
                let before = self.packets_of(own);
                if before >= depth {
                    cx.tracer.drop(&packet, Reason::Rehash, Some(0));
                    continue;
                }
                if before == 0 {
                    new_ring.push_back(own as u32);
                }
                self.push(own, packet, tag);
            }
        }
        new_ring
    }

    /// Shows the packets of a queue from front to rear.
    pub fn view(&self, queue: usize, viewer: &mut dyn Viewer) {
        for (packet, _) in self.iter(queue) {
            viewer.waiting(packet);
        }
    }

    /// Folds the packets of a queue into a hash.
    pub fn fold(&self, queue: usize, hash: &mut StateHash) {
        hash.fold((queue as u64) << 32 | self.packets_of(queue) as u64);
        for (packet, _) in self.iter(queue) {
            hash.fold_packet(packet);
        }
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        footprint::list(&self.slots) + self.state_bytes()
    }

    /// Heap size of the queues themselves, without the storage for packets \[bytes\].
    pub fn state_bytes(&self) -> usize {
        footprint::list(&self.queues)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Script, Stream};
    use crate::base::time::SimTime;
    use crate::discipline::Silent;

    #[test]
    fn the_arena_behaves_like_separate_queues() {
        let mut chance = Stream::named(1, "queues");
        let mut queues = Queues::<(), u64>::default();
        let mut plain: Vec<VecDeque<u64>> = vec![VecDeque::new(); 5];
        for id in 0..20_000 {
            let queue = chance.pick(5);
            match chance.pick(5) {
                0..3 => {
                    queues.push(queue, Packet::plain(id, queue as u32, 100 + queue as u16), id);
                    plain[queue].push_back(id);
                }
                3 => assert_eq!(queues.pop(queue).map(|(_, tag)| tag), plain[queue].pop_front()),
                _ => {
                    let mut cx = Context { now: SimTime::ZERO, chance: &mut Script::default(), tracer: &mut Silent };
                    let evicted = queues.evict(queue, End::Rear, Reason::Overflow, &mut cx);
                    assert_eq!(evicted.map(|(packet, _)| packet.id), plain[queue].pop_back());
                }
            }
            assert_eq!(queues.len(), plain.iter().map(VecDeque::len).sum::<usize>());
            assert_eq!(queues.bytes_of(queue), (plain[queue].len() * (100 + queue)) as u64);
            assert!(queues.iter(queue).map(|(_, tag)| tag).eq(&plain[queue]));
        }
        assert!(queues.slots.len() < 6_000, "slots are used again");
    }
}
