//! Many short queues in one block of memory.
//!
//! Ten thousand flows have twenty thousand queues, most of them empty. If each queue had its own block, most events
//! would miss the cache. Here all queues of one kind share a block, and the most recently freed slot is reused first.
//! The memory in use thus stays small, and a checkpoint copies a single block.

use crate::base::footprint;

#[derive(Clone, Debug)]
pub(crate) struct QueueMemory<T> {
    places: Vec<Link<T>>,
    /// Index of the first free slot.
    free: u32,
}

// The alignment keeps an item within one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Link<T> {
    value: T,
    next: u32,
}

/// A FIFO queue; its items are in the [`QueueMemory`] that the caller passes with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkedQueue {
    first: u32,
    /// Index of the last item; valid only if the queue is not empty.
    last: u32,
}

/// The index that means "no slot".
const NONE: u32 = u32::MAX;

impl Default for LinkedQueue {
    fn default() -> Self {
        Self { first: NONE, last: NONE }
    }
}

impl LinkedQueue {
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.first == NONE
    }
}

impl<T> Default for QueueMemory<T> {
    fn default() -> Self {
        Self { places: Vec::new(), free: NONE }
    }
}

impl<T: Copy> QueueMemory<T> {
    #[inline]
    pub(crate) fn push(&mut self, chain: &mut LinkedQueue, value: T) {
        let link = Link { value, next: NONE };
        let mut place = self.free;
        match self.places.get_mut(place as usize) {
            Some(free) => {
                self.free = free.next;
                *free = link;
            }
            None => {
                place = self.places.len() as u32;
                self.places.push(link);
            }
        }
        if chain.first == NONE {
            chain.first = place;
        } else if let Some(last) = self.places.get_mut(chain.last as usize) {
            last.next = place;
        }
        chain.last = place;
    }

    #[inline]
    pub(crate) fn pop(&mut self, chain: &mut LinkedQueue) -> Option<T> {
        let link = self.places.get_mut(chain.first as usize)?;
        let next = std::mem::replace(&mut link.next, self.free);
        self.free = std::mem::replace(&mut chain.first, next);
        Some(link.value)
    }

    #[inline]
    pub(crate) fn first(&self, chain: LinkedQueue) -> Option<&T> {
        self.places.get(chain.first as usize).map(|link| &link.value)
    }

    pub(crate) fn iter(&self, chain: LinkedQueue) -> impl Iterator<Item = &T> {
        let at = |place: u32| self.places.get(place as usize);
        std::iter::successors(at(chain.first), move |link| at(link.next)).map(|link| &link.value)
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        footprint::list(&self.places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    #[test]
    fn a_freed_slot_is_used_next() {
        let mut links = QueueMemory::default();
        let mut chains = [LinkedQueue::default(); 3];
        for round in 0..100 {
            for chain in &mut chains {
                links.push(chain, round);
            }
            for chain in &mut chains {
                assert_eq!(links.pop(chain), Some(round));
            }
        }
        assert_eq!(links.places.len(), 3);
    }

    proptest! {
        #[test]
        fn each_chain_behaves_like_a_queue(acts in proptest::collection::vec((0..5_usize, proptest::option::of(0..100_u32)), 0..400)) {
            let mut links = QueueMemory::default();
            let mut chains = [LinkedQueue::default(); 5];
            let mut model = vec![VecDeque::new(); 5];
            for (which, pushed) in acts {
                match pushed {
                    Some(value) => {
                        links.push(&mut chains[which], value);
                        model[which].push_back(value);
                    }
                    None => prop_assert_eq!(links.pop(&mut chains[which]), model[which].pop_front()),
                }
                for (chain, model) in chains.iter().zip(&model) {
                    prop_assert!(links.iter(*chain).eq(model));
                    prop_assert_eq!(links.first(*chain), model.front());
                    prop_assert_eq!(chain.is_empty(), model.is_empty());
                }
            }
        }
    }
}
