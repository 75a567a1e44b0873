//! The state of a script between calls, and its queues.

use crate::value::Value;
use chokepoint_engine::discipline::LinkFacts;
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::discipline::scripted::{Outside, Stop};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use chokepoint_engine::time::SimTime;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// The state of a running script.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The properties of `this`, by index; `None` for a property without a value.
    pub(crate) this: Vec<Option<Value>>,
    pub(crate) params: Vec<Value>,
    pub(crate) link: LinkFacts,
    pub(crate) limit: usize,
    pub(crate) queues: Queues,
    pub(crate) timer: Option<SimTime>,
    pub(crate) stop: Option<Stop>,
    /// Memory for stack frames, empty between calls but kept to save allocations.
    pub(crate) stack: Vec<Value>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) packets: VecDeque<Packet>,
    pub(crate) bytes: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Queues {
    /// Queue 0, the only queue of most scripts.
    pub(crate) main: Queue,
    /// The other queues by number; an empty queue is removed.
    pub(crate) others: BTreeMap<u32, Queue>,
    pub(crate) packets: usize,
    pub(crate) bytes: u64,
}

/// Largest number of packets that are removed one by one; more are removed in a single pass over the queue.
const FEW: usize = 4;

static EMPTY: Queue = Queue { packets: VecDeque::new(), bytes: 0 };

impl Queues {
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Queue {
        if number == 0 { &self.main } else { self.others.get(&number).unwrap_or(&EMPTY) }
    }

    /// Appends a packet to a queue, and returns its position.
    pub(crate) fn push(&mut self, number: u32, packet: Packet) -> usize {
        let queue = if number == 0 { &mut self.main } else { self.others.entry(number).or_default() };
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
        queue.bytes += u64::from(packet.bytes);
        queue.packets.push_back(packet);
        queue.packets.len() - 1
    }

    /// Removes the packet at a position and returns it.
    pub(crate) fn take(&mut self, number: u32, place: usize) -> Option<Packet> {
        let queue = if number == 0 { &mut self.main } else { self.others.get_mut(&number)? };
        let packet = if place == 0 { queue.packets.pop_front() } else { queue.packets.remove(place) }?;
        queue.bytes -= u64::from(packet.bytes);
        self.packets -= 1;
        self.bytes -= u64::from(packet.bytes);
        if number != 0 && queue.packets.is_empty() {
            self.others.remove(&number);
        }
        Some(packet)
    }

    /// The packet at a position, for marking.
    pub(crate) fn get_mut(&mut self, number: u32, place: usize) -> Option<&mut Packet> {
        let queue = if number == 0 { &mut self.main } else { self.others.get_mut(&number)? };
        queue.packets.get_mut(place)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Queue)> {
        let main = (!self.main.packets.is_empty()).then_some((0, &self.main));
        main.into_iter().chain(self.others.iter().map(|(&number, queue)| (number, queue)))
    }

    /// Removes the packets at some positions, given in ascending order. The returned list starts with the packet
    /// nearest the rear.
    pub(crate) fn take_all(&mut self, number: u32, places: &[usize]) -> Vec<Packet> {
        if places.len() <= FEW {
            return places.iter().rev().filter_map(|&place| self.take(number, place)).collect();
        }
        let queue = if number == 0 { Some(&mut self.main) } else { self.others.get_mut(&number) };
        let Some(queue) = queue else { return Vec::new() };
        // A single pass removes all packets; removing them one by one would move the rest each time.
        let (mut place, mut wanted, mut taken) = (0, places, Vec::with_capacity(places.len()));
        queue.packets.retain(|packet| {
            let is_wanted = wanted.first() == Some(&place);
            if is_wanted {
                wanted = &wanted[1..];
                taken.push(*packet);
            }
            place += 1;
            !is_wanted
        });
        taken.reverse();
        let bytes: u64 = taken.iter().map(|packet| u64::from(packet.bytes)).sum();
        queue.bytes -= bytes;
        self.packets -= taken.len();
        self.bytes -= bytes;
        if number != 0 && queue.packets.is_empty() {
            self.others.remove(&number);
        }
        taken
    }

    /// Drops packets from the rear of the longest queue until at most `limit` remain.
    pub(crate) fn shrink_to(&mut self, limit: usize, outside: &mut Outside<'_>) {
        if self.packets <= limit {
            return;
        }
        // Of several longest queues, the one with the lowest number loses a packet.
        let mut longest: BinaryHeap<_> =
            self.iter().map(|(number, queue)| (queue.packets.len(), Reverse(number))).collect();
        while self.packets > limit
            && let Some((length, Reverse(number))) = longest.pop()
            && let Some(place) = length.checked_sub(1)
        {
            if let Some(packet) = self.take(number, place) {
                outside.tracer.drop(&packet, Reason::Overflow, Some(place));
            }
            longest.push((place, Reverse(number)));
        }
    }
}

impl State {
    /// Hashes all state that can influence the future.
    pub(crate) fn fold(&self, hash: &mut StateHash) {
        for (number, queue) in self.queues.iter() {
            hash.fold(number.into());
            queue.packets.iter().for_each(|packet| hash.fold_packet(packet));
        }
        for property in &self.this {
            match property {
                Some(value) => value.fold(hash),
                None => hash.fold(u64::MAX),
            }
        }
        hash.fold(self.timer.map_or(u64::MAX, SimTime::nanos));
        hash.fold(u64::from(self.stop.is_some()));
    }

    /// Number of cells in the properties.
    pub(crate) fn cells(&self) -> usize {
        self.this.iter().flatten().map(Value::cells).sum()
    }
}
