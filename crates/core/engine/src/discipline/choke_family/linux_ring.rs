//! The ring in which Linux's CHOKe keeps its packets, including its faults.
//!
//! Rule: for a limit of B packets the ring has as many slots as the next power of two above B. A packet enters at
//! `tail`, the first free slot, and leaves from `head`. A match empties a slot between the two, which leaves a hole.
//! `head` steps over holes; `tail` never moves back. The ring counts as empty if `head` and `tail` are the same slot. A
//! draw tries up to three random slots between the two, and falls back to `head` if all are holes. The buffer test
//! compares the number of packets with B, not the slots.
//! Source: Linux 6.12, `net/sched/sch_choke.c`; described in `docs/linux-choke-ring.md`. The fault: packets and holes
//! together can fill all slots while there are fewer packets than B. Then `tail` meets `head`, and the full ring counts
//! as empty. The packets in the ring can no longer leave, and later arrivals overwrite them. The length of the queue,
//! the average and the buffer test count the lost packets forever. A test in the kernel's code is meant to move `tail`
//! back over holes at the rear. The test never succeeds, because it compares the emptied slot with the first free slot.
//! We differ: packets are reported as lost at the instant at which `tail` meets `head`, not when they are overwritten.

use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use crate::discipline::{SlotFacts, Viewer};

/// The number of slots that a draw tries before it takes the head.
const TRIES: usize = 3;

/// The contents of one slot of the ring.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Slot {
    /// No packet. Between head and tail an empty slot is a hole, elsewhere it is free.
    Empty,
    /// A packet that can leave.
    Packet,
    /// A packet that is lost because the tail of the ring met its head; it is never sent.
    Lost,
}

/// The slots of the ring. The packets themselves wait in a queue, in their order from head to tail.
#[derive(Clone, Debug)]
pub struct LinuxRing {
    /// The slots; their number is a power of two.
    slots: Vec<Slot>,
    head: usize,
    tail: usize,
}

impl LinuxRing {
    /// An empty ring for a limit of `limit` packets.
    pub fn new(limit: usize) -> Self {
        Self { slots: vec![Slot::Empty; (limit + 1).next_power_of_two()], head: 0, tail: 0 }
    }

    /// The number of slots.
    pub fn size(&self) -> usize {
        self.slots.len()
    }

    /// The number of slots between head and tail, holes included; 0 also if packets and holes fill all slots.
    pub fn used(&self) -> usize {
        self.tail.wrapping_sub(self.head) & self.mask()
    }

    /// Whether head and tail are the same slot; Linux regards such a ring as empty.
    pub fn is_empty(&self) -> bool {
        self.head == self.tail
    }

    /// The number of packets between head and tail.
    pub fn packets(&self) -> usize {
        self.place_of(self.tail)
    }

    /// The number of packets between head and `slot`, which is the queue position of the packet in `slot`.
    pub fn place_of(&self, slot: usize) -> usize {
        let offset = slot.wrapping_sub(self.head) & self.mask();
        (0..offset).filter(|step| self.slots[(self.head + step) & self.mask()] == Slot::Packet).count()
    }

    /// Puts a packet in at the tail. Returns whether the tail has met the head, in which case all packets are lost.
    #[inline]
    pub fn put(&mut self) -> bool {
        self.slots[self.tail] = Slot::Packet;
        self.tail = (self.tail + 1) & self.mask();
        if self.tail != self.head {
            return false;
        }
        for slot in &mut self.slots {
            if *slot == Slot::Packet {
                *slot = Slot::Lost;
            }
        }
        true
    }

    /// Takes the packet at the head, which must exist.
    #[inline]
    pub fn take(&mut self) {
        self.empty(self.head);
    }

    /// Takes the packet out of a slot between head and tail. A hole remains, unless the slot is the head.
    #[inline]
    pub fn empty(&mut self, slot: usize) {
        self.slots[slot] = Slot::Empty;
        if slot != self.head {
            return;
        }
        loop {
            self.head = (self.head + 1) & self.mask();
            if self.is_empty() || self.slots[self.head] == Slot::Packet {
                return;
            }
        }
    }

    /// A random slot that holds a packet. The ring must not count as empty.
    pub fn draw(&self, chance: &mut impl Chance) -> usize {
        for _ in 0..TRIES {
            let slot = (self.head + chance.pick(self.used())) & self.mask();
            if self.slots[slot] == Slot::Packet {
                return slot;
            }
        }
        self.head
    }

    /// Adjusts the ring to this number of packets: surplus packets leave from the rear, and missing packets are added
    /// at the tail.
    pub fn fit(&mut self, packets: usize) {
        let mut excess = self.packets().saturating_sub(packets);
        let mut slot = self.tail;
        while excess > 0 {
            slot = slot.wrapping_sub(1) & self.mask();
            if self.slots[slot] == Slot::Packet {
                self.empty(slot);
                excess -= 1;
            }
        }
        for _ in self.packets()..packets {
            self.put();
        }
    }

    /// Shows the slots in order.
    pub fn view(&self, viewer: &mut dyn Viewer) {
        let used = self.used();
        for (number, &slot) in self.slots.iter().enumerate() {
            viewer.slot(SlotFacts {
                is_packet: slot == Slot::Packet,
                is_lost: slot == Slot::Lost,
                is_hole: slot == Slot::Empty && (number.wrapping_sub(self.head) & self.mask()) < used,
                is_head: number == self.head,
                is_tail: number == self.tail,
            });
        }
    }

    /// Folds all state that affects future behaviour into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold((self.head as u64) << 32 | self.tail as u64);
        for slot in &self.slots {
            hash.fold(*slot as u64);
        }
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        crate::base::footprint::list(&self.slots)
    }

    fn mask(&self) -> usize {
        self.slots.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::packet::Packet;
    use crate::base::rng::Draw::Index;
    use crate::base::rng::Script;

    /// The slots in order: a letter for a packet, `·` for a hole, `-` for a free slot, `x` for a lost packet; then head
    /// and tail.
    fn picture(ring: &LinuxRing) -> (String, usize, usize) {
        struct Picture(String);
        impl Viewer for Picture {
            fn waiting(&mut self, _packet: &Packet) {}
            fn gauge(&mut self, _value: f64) {}
            fn slot(&mut self, slot: SlotFacts) {
                self.0.push(match slot {
                    SlotFacts { is_packet: true, .. } => 'P',
                    SlotFacts { is_lost: true, .. } => 'x',
                    SlotFacts { is_hole: true, .. } => '·',
                    _ => '-',
                });
            }
        }
        let mut picture = Picture(String::new());
        ring.view(&mut picture);
        (picture.0, ring.head, ring.tail)
    }

    fn holding(limit: usize, packets: usize) -> LinuxRing {
        let mut ring = LinuxRing::new(limit);
        ring.fit(packets);
        ring
    }

    fn slots(ring: &LinuxRing) -> String {
        picture(ring).0
    }

    #[test]
    fn the_slots_are_the_next_power_of_two_above_the_limit() {
        for (limit, slots) in [(1, 2), (3, 4), (4, 8), (63, 64), (64, 128), (100, 128), (127, 128), (128, 256)] {
            assert_eq!(LinuxRing::new(limit).size(), slots, "limit {limit}");
        }
    }

    #[test]
    fn a_match_leaves_a_hole_and_the_head_steps_over_it() {
        let mut ring = holding(7, 4);
        assert_eq!(picture(&ring), ("PPPP----".into(), 0, 4));
        ring.empty(1);
        ring.empty(2);
        assert_eq!((picture(&ring), ring.used(), ring.packets()), (("P··P----".into(), 0, 4), 4, 2));
        ring.take();
        assert_eq!((picture(&ring), ring.used()), (("---P----".into(), 3, 4), 1));
        ring.take();
        assert_eq!((picture(&ring), ring.is_empty()), (("--------".into(), 4, 4), true));
    }

    #[test]
    fn a_match_at_the_head_leaves_no_hole() {
        let mut ring = holding(7, 4);
        ring.empty(1);
        ring.empty(0);
        assert_eq!(picture(&ring), ("--PP----".into(), 2, 4));
    }

    #[test]
    fn a_hole_at_the_rear_stays() {
        let mut ring = holding(7, 4);
        ring.empty(3);
        assert_eq!(picture(&ring), ("PPP·----".into(), 0, 4));
        ring.put();
        assert_eq!(picture(&ring), ("PPP·P---".into(), 0, 5));
    }

    #[test]
    fn the_ring_is_empty_after_its_last_packet_left_any_slot() {
        let mut ring = holding(3, 3);
        ring.take();
        ring.empty(2);
        ring.empty(1);
        assert_eq!((picture(&ring), ring.packets()), (("----".into(), 3, 3), 0));
    }

    #[test]
    fn a_ring_full_of_packets_and_holes_reads_as_empty() {
        // A limit of 5 gives eight slots. Three of the first five packets are matched, which makes room for three more.
        let mut ring = holding(5, 5);
        ring.empty(1);
        ring.empty(2);
        ring.empty(3);
        assert!(!ring.put() && !ring.put());
        assert_eq!((picture(&ring), ring.packets()), (("P···PPP-".into(), 0, 7), 4));
        assert!(ring.put(), "the eighth slot");
        assert_eq!(picture(&ring), ("x---xxxx".into(), 0, 0));
        assert_eq!((ring.is_empty(), ring.used(), ring.packets()), (true, 0, 0));
    }

    #[test]
    fn later_packets_overwrite_lost_packets_and_leave_normally() {
        let mut ring = holding(5, 5);
        for slot in 1..4 {
            ring.empty(slot);
        }
        while !ring.put() {}
        assert!(!ring.put() && !ring.put());
        assert_eq!((picture(&ring), ring.packets()), (("PP--xxxx".into(), 0, 2), 2));
        ring.take();
        ring.take();
        assert_eq!(picture(&ring), ("----xxxx".into(), 2, 2));
    }

    #[test]
    fn without_a_hole_the_limit_keeps_the_tail_from_the_head() {
        for limit in [1, 3, 4, 7, 100] {
            let mut ring = holding(limit, limit);
            for _ in 0..300 {
                ring.take();
                assert!(!ring.put(), "limit {limit}");
            }
        }
    }

    #[test]
    fn a_draw_tries_three_slots_and_then_takes_the_head() {
        let mut ring = holding(7, 6);
        for slot in 1..4 {
            ring.empty(slot);
        }
        let draw = |script: &[usize]| {
            let mut chance = Script::new(script.iter().map(|&drawn| Index(6, drawn)));
            let slot = ring.draw(&mut chance);
            assert!(chance.is_used_up());
            slot
        };
        assert_eq!(draw(&[4]), 4);
        assert_eq!(draw(&[1, 5]), 5);
        assert_eq!(draw(&[1, 2, 4]), 4);
        assert_eq!(draw(&[1, 2, 3]), 0);
        assert_eq!((ring.place_of(0), ring.place_of(4), ring.place_of(5)), (0, 1, 2));
    }

    #[test]
    fn the_indices_of_the_ring_wrap_around() {
        let mut ring = holding(3, 3);
        ring.take();
        ring.take();
        ring.put();
        ring.put();
        assert_eq!((picture(&ring), ring.packets()), (("P-PP".into(), 2, 1), 3));
        assert_eq!([2, 3, 0].map(|slot| ring.place_of(slot)), [0, 1, 2]);
        ring.empty(3);
        assert_eq!((slots(&ring), ring.place_of(0)), ("P-P·".into(), 1));
    }

    #[test]
    fn a_smaller_ring_keeps_the_oldest_packets() {
        let mut ring = holding(7, 5);
        ring.empty(3);
        ring.fit(2);
        assert_eq!(picture(&ring), ("PP···---".into(), 0, 5));
        ring.fit(0);
        assert_eq!((slots(&ring), ring.is_empty()), ("--------".into(), true));
    }
}
