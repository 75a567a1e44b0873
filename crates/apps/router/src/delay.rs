//! Propagation: holds packets after the bottleneck until they arrive.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Items held until a given time. Items with equal times keep their order.
#[derive(Debug)]
pub(crate) struct DelayLine<T> {
    heap: BinaryHeap<Entry<T>>,
    next: u64,
}

#[derive(Debug)]
struct Entry<T> {
    due: u64,
    rank: u64,
    what: T,
}

impl<T> DelayLine<T> {
    pub(crate) const fn new() -> Self {
        Self { heap: BinaryHeap::new(), next: 0 }
    }

    pub(crate) fn push(&mut self, due: u64, what: T) {
        self.heap.push(Entry { due, rank: self.next, what });
        self.next += 1;
    }

    pub(crate) fn next_due(&self) -> Option<u64> {
        self.heap.peek().map(|entry| entry.due)
    }

    /// Takes the first item and its time, if that is not after `now`.
    pub(crate) fn pop_until(&mut self, now: u64) -> Option<(u64, T)> {
        if self.next_due()? > now {
            return None;
        }
        self.heap.pop().map(|entry| (entry.due, entry.what))
    }
}

impl<T> Ord for Entry<T> {
    /// The order is reversed: the heap pops its greatest entry, which must be the earliest.
    fn cmp(&self, other: &Self) -> Ordering {
        (other.due, other.rank).cmp(&(self.due, self.rank))
    }
}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Entry<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_released_in_the_order_of_their_times() {
        let mut line = DelayLine::new();
        for (due, what) in [(30, 'c'), (10, 'a'), (30, 'd'), (20, 'b')] {
            line.push(due, what);
        }
        assert_eq!(line.pop_until(9), None);
        assert_eq!(line.pop_until(10), Some((10, 'a')));
        assert_eq!(line.next_due(), Some(20));
        let rest: Vec<_> = std::iter::from_fn(|| line.pop_until(u64::MAX)).collect();
        assert_eq!(rest, [(20, 'b'), (30, 'c'), (30, 'd')]);
    }
}
