//! The state of a script between calls, and the queues that it fills.

use crate::value::Value;
use chokepoint_engine::discipline::LinkFacts;
use chokepoint_engine::discipline::reason::Reason;
use chokepoint_engine::discipline::scripted::{Outside, Stop};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use chokepoint_engine::time::SimTime;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};

/// State of a script at work.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The properties of `this`, by their places; nothing for one that has no value yet.
    pub(crate) this: Vec<Option<Value>>,
    /// The values of its parameters.
    pub(crate) params: Vec<Value>,
    pub(crate) link: LinkFacts,
    pub(crate) limit: usize,
    pub(crate) queues: Queues,
    pub(crate) timer: Option<SimTime>,
    pub(crate) stop: Option<Stop>,
    /// Memory for frames; empty between calls.
    pub(crate) stack: Vec<Value>,
}

/// A queue of a number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    pub(crate) packets: VecDeque<Packet>,
    pub(crate) bytes: u64,
}

/// All queues of a script.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queues {
    /// Number 0, the only one of most.
    pub(crate) main: Queue,
    /// The others; one without packets is not kept.
    pub(crate) others: BTreeMap<u32, Queue>,
    pub(crate) packets: usize,
    pub(crate) bytes: u64,
}

/// Up to this number, packets are taken out one by one.
const FEW: usize = 4;

static EMPTY: Queue = Queue { packets: VecDeque::new(), bytes: 0 };

impl Queues {
    /// The queue of a number.
    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Queue {
        if number == 0 { &self.main } else { self.others.get(&number).unwrap_or(&EMPTY) }
    }

    /// Puts a packet at the rear of a queue; its place.
    pub(crate) fn push(&mut self, number: u32, packet: Packet) -> usize {
        let queue = if number == 0 { &mut self.main } else { self.others.entry(number).or_default() };
        self.packets += 1;
        self.bytes += u64::from(packet.bytes);
        queue.bytes += u64::from(packet.bytes);
        queue.packets.push_back(packet);
        queue.packets.len() - 1
    }

    /// Takes the packet at a place out.
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

    /// The packet at a place, to be marked.
    pub(crate) fn get_mut(&mut self, number: u32, place: usize) -> Option<&mut Packet> {
        let queue = if number == 0 { &mut self.main } else { self.others.get_mut(&number)? };
        queue.packets.get_mut(place)
    }

    /// All queues with packets, by number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &Queue)> {
        let main = (!self.main.packets.is_empty()).then_some((0, &self.main));
        main.into_iter().chain(self.others.iter().map(|(&number, queue)| (number, queue)))
    }

    /// Takes the packets at some places out, which are given in ascending order: the one at the rear comes first.
    pub(crate) fn take_all(&mut self, number: u32, places: &[usize]) -> Vec<Packet> {
        if places.len() <= FEW {
            return places.iter().rev().filter_map(|&place| self.take(number, place)).collect();
        }
        let queue = if number == 0 { Some(&mut self.main) } else { self.others.get_mut(&number) };
        let Some(queue) = queue else { return Vec::new() };
        // Removes all in one walk: every single removal would move a part of the others.
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

    /// Drops from the rear of the longest queue until everything fits.
    pub(crate) fn shrink_to(&mut self, limit: usize, outside: &mut Outside<'_>) {
        if self.packets <= limit {
            return;
        }
        // Among equally long queues the one with the lowest number.
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
    /// Folds everything that can influence the future into a hash.
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

    /// How many cells its properties take.
    pub(crate) fn cells(&self) -> usize {
        self.this.iter().flatten().map(Value::cells).sum()
    }
}
