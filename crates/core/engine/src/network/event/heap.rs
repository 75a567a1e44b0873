//! A binary heap with an open root.
//!
//! Most events schedule a follow-up event. The root therefore stays vacant after its event is taken, and the follow-up
//! event fills it. This costs one sift instead of the two of a pop and a push.

use super::Scheduled;

/// Events in heap order: each event is earlier than its two children.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    events: Vec<Scheduled>,
    /// Whether the event at the root has already been taken.
    is_root_taken: bool,
}

impl Heap {
    pub(super) fn len(&self) -> usize {
        self.events.len() - usize::from(self.is_root_taken)
    }

    /// The events in heap order, not sorted.
    pub(super) fn events(&self) -> &[Scheduled] {
        &self.events[usize::from(self.is_root_taken)..]
    }

    /// Moves all events into a list, not sorted.
    pub(super) fn drain_into(&mut self, list: &mut Vec<Scheduled>) {
        list.extend_from_slice(self.events());
        *self = Self::default();
    }

    /// Fills the root with an event if the root is vacant, and moves the event down to its place. Returns whether the
    /// root was vacant.
    #[inline]
    pub(super) fn fill_root(&mut self, event: Scheduled) -> bool {
        let was_open = std::mem::take(&mut self.is_root_taken);
        if was_open {
            self.sift_down(event);
        }
        was_open
    }

    /// Adds an event; the root must not be vacant.
    #[inline]
    pub(super) fn push(&mut self, event: Scheduled) {
        debug_assert!(!self.is_root_taken);
        self.events.push(event);
        self.sift_up();
    }

    #[inline]
    pub(super) fn first(&mut self) -> Option<Scheduled> {
        self.close_root();
        self.events.first().copied()
    }

    /// Takes the earliest event, which [`Heap::first`] returned.
    #[inline]
    pub(super) fn take_first(&mut self) {
        self.is_root_taken = true;
    }

    /// Fills an open root with the last event.
    #[inline]
    fn close_root(&mut self) {
        if self.is_root_taken {
            self.is_root_taken = false;
            if let Some(last) = self.events.pop()
                && !self.events.is_empty()
            {
                self.sift_down(last);
            }
        }
    }

    /// Puts `sinking` at the root and moves it down to its place in heap order.
    #[inline]
    fn sift_down(&mut self, sinking: Scheduled) {
        let heap = self.events.as_mut_slice();
        let mut place = 0;
        loop {
            let mut child = 2 * place + 1;
            if child >= heap.len() {
                break;
            }
            if child + 1 < heap.len() && heap[child + 1].is_before(&heap[child]) {
                child += 1;
            }
            if sinking.is_before(&heap[child]) {
                break;
            }
            heap[place] = heap[child];
            place = child;
        }
        heap[place] = sinking;
    }

    /// Moves the last event up to its place in heap order.
    #[inline]
    fn sift_up(&mut self) {
        let heap = self.events.as_mut_slice();
        let Some(mut place) = heap.len().checked_sub(1) else {
            return;
        };
        let rising = heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !rising.is_before(&heap[parent]) {
                break;
            }
            heap[place] = heap[parent];
            place = parent;
        }
        heap[place] = rising;
    }
}
