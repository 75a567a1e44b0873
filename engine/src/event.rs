//! What can happen, and in which order.

use crate::time::SimTime;

/// Everything that can happen. The number is the place of the flow or intervention that it concerns.
///
/// Transmission and propagation on uncongested links need no events: the moment a packet reaches the bottleneck is known
/// when it is sent, and the moment its acknowledgement returns is known when it leaves the bottleneck.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Event {
    /// A TCP flow opens its connection.
    Start(u32),
    /// The next packet of a flow reaches the bottleneck queue.
    Arrival(u32),
    /// The link has sent its packet.
    Departure,
    /// The next acknowledgement of a flow reaches its sender.
    Acknowledgement(u32),
    /// A flow's retransmission timer may have run out.
    Timer(u32),
    /// A TCP flow sends nothing new from here on.
    Stop(u32),
    /// A web session asks for its next object.
    Request(u32),
    /// A receiver may have held an acknowledgement back for long enough.
    AcknowledgementTimer(u32),
    /// The discipline asked to be woken.
    DisciplineTimer,
    /// A setting changes.
    Intervention(u32),
    /// Warm-up is over.
    MeasuringStarts,
}

/// An event with its place in the total order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Scheduled {
    /// When.
    pub at: SimTime,
    /// Order among events of the same instant.
    pub rank: u64,
    /// What.
    pub event: Event,
}

impl Scheduled {
    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.at < other.at || (self.at == other.at && self.rank < other.rank)
    }
}

/// The future: events in the order of time, and of scheduling where times are equal.
///
/// A binary heap of our own, because most events schedule their successor: the place of the event that was taken last
/// stays open until then, and filling it costs one sift in place of the two of a pop and a push.
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    heap: Vec<Scheduled>,
    /// Whether the event at the root has been taken already.
    is_root_taken: bool,
    next_rank: u64,
}

/// Ranks from here on come after everything else of the same instant.
const LAST_RANKS: u64 = 1 << 63;

impl EventQueue {
    /// Reserves a place in the order of scheduling, for an event that is put in later.
    pub fn reserve(&mut self) -> u64 {
        self.next_rank += 1;
        self.next_rank
    }

    /// Schedules an event.
    pub fn schedule(&mut self, at: SimTime, event: Event) {
        let rank = self.reserve();
        self.schedule_reserved(at, rank, event);
    }

    /// Schedules an event at a place reserved earlier.
    #[inline]
    pub fn schedule_reserved(&mut self, at: SimTime, rank: u64, event: Event) {
        let scheduled = Scheduled { at, rank, event };
        if self.is_root_taken {
            self.is_root_taken = false;
            self.sift_down(scheduled);
        } else {
            self.heap.push(scheduled);
            self.sift_up();
        }
    }

    /// Schedules an event after all others of the same instant, those not scheduled yet included.
    pub fn schedule_last(&mut self, at: SimTime, order: u64, event: Event) {
        self.schedule_reserved(at, LAST_RANKS + order, event);
    }

    /// Takes the next event that is not later than `until`.
    #[inline]
    pub fn pop_until(&mut self, until: SimTime) -> Option<Scheduled> {
        self.close_root();
        let next = *self.heap.first()?;
        if next.at > until {
            return None;
        }
        self.is_root_taken = true;
        Some(next)
    }

    /// Takes all interventions out of the future.
    pub fn forget_interventions(&mut self) {
        let mut events = self.in_order();
        events.retain(|next| !matches!(next.event, Event::Intervention(_)));
        // A sorted list is a heap.
        self.heap = events;
        self.is_root_taken = false;
    }

    /// How many events are scheduled.
    pub fn len(&self) -> usize {
        self.heap.len() - usize::from(self.is_root_taken)
    }

    /// Whether nothing is scheduled.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// When the next event is due.
    pub fn next_at(&self) -> Option<SimTime> {
        // The root, or its two children while its own place is open.
        let first = usize::from(self.is_root_taken);
        self.heap.iter().skip(first).take(1 + first).map(|next| next.at).min()
    }

    /// All events in the order in which they will happen.
    pub fn in_order(&self) -> Vec<Scheduled> {
        let mut events = self.heap[usize::from(self.is_root_taken)..].to_vec();
        events.sort_unstable_by_key(|next| (next.at, next.rank));
        events
    }

    /// Closes the place of the event that was taken last, if nothing has filled it.
    #[inline]
    fn close_root(&mut self) {
        if self.is_root_taken {
            self.is_root_taken = false;
            if let Some(last) = self.heap.pop()
                && !self.heap.is_empty()
            {
                self.sift_down(last);
            }
        }
    }

    /// Puts `sinking` at the root and lets it sink to its place.
    #[inline]
    fn sift_down(&mut self, sinking: Scheduled) {
        let heap = self.heap.as_mut_slice();
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

    /// Lets the last event rise to its place.
    #[inline]
    fn sift_up(&mut self) {
        let heap = self.heap.as_mut_slice();
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn equal_times_keep_the_order_of_scheduling_and_reservations_count() {
        let mut queue = EventQueue::default();
        let at = SimTime::from_nanos(5);
        let early = queue.reserve();
        queue.schedule(at, Event::Arrival(2));
        queue.schedule_last(at, 0, Event::Intervention(0));
        queue.schedule(at, Event::Arrival(3));
        queue.schedule_reserved(at, early, Event::Arrival(1));
        queue.schedule(SimTime::from_nanos(4), Event::Departure);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop_until(at)).map(|next| next.event).collect();
        use Event::{Arrival, Departure, Intervention};
        assert_eq!(order, [Departure, Arrival(1), Arrival(2), Arrival(3), Intervention(0)]);
    }

    #[test]
    fn nothing_later_is_taken() {
        let mut queue = EventQueue::default();
        queue.schedule(SimTime::from_nanos(9), Event::Departure);
        assert_eq!(queue.pop_until(SimTime::from_nanos(8)), None);
        assert_eq!(queue.next_at(), Some(SimTime::from_nanos(9)));
    }

    proptest! {
        #[test]
        fn any_mix_of_scheduling_and_taking_comes_out_in_order(
            steps in proptest::collection::vec((0u64..50, 0usize..4), 1..200),
        ) {
            let mut queue = EventQueue::default();
            let mut expected: Vec<(SimTime, u64)> = Vec::new();
            for (nanos, takes) in steps {
                let at = SimTime::from_nanos(nanos);
                let rank = queue.reserve();
                queue.schedule_reserved(at, rank, Event::Departure);
                expected.push((at, rank));
                for _ in 0..takes {
                    expected.sort_unstable();
                    let wanted = (!expected.is_empty()).then(|| expected.remove(0));
                    let taken = queue.pop_until(SimTime::MAX).map(|next| (next.at, next.rank));
                    prop_assert_eq!(taken, wanted);
                    prop_assert_eq!(queue.len(), expected.len());
                    prop_assert_eq!(queue.in_order().len(), expected.len());
                }
            }
        }
    }
}
