//! What can happen, and in which order.

use crate::time::SimTime;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

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

impl Ord for Scheduled {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.at, self.rank).cmp(&(other.at, other.rank))
    }
}

impl PartialOrd for Scheduled {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The future: events in the order of time, and of scheduling where times are equal.
#[derive(Clone, Debug, Default)]
pub struct EventQueue {
    heap: BinaryHeap<Reverse<Scheduled>>,
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
    pub fn schedule_reserved(&mut self, at: SimTime, rank: u64, event: Event) {
        self.heap.push(Reverse(Scheduled { at, rank, event }));
    }

    /// Schedules an event after all others of the same instant, those not scheduled yet included.
    pub fn schedule_last(&mut self, at: SimTime, order: u64, event: Event) {
        self.schedule_reserved(at, LAST_RANKS + order, event);
    }

    /// Takes the next event that is not later than `until`.
    pub fn pop_until(&mut self, until: SimTime) -> Option<Scheduled> {
        if self.heap.peek()?.0.at > until {
            return None;
        }
        self.heap.pop().map(|Reverse(next)| next)
    }

    /// Takes all interventions out of the future.
    pub fn forget_interventions(&mut self) {
        self.heap.retain(|next| !matches!(next.0.event, Event::Intervention(_)));
    }

    /// How many events are scheduled.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing is scheduled.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// When the next event is due.
    pub fn next_at(&self) -> Option<SimTime> {
        self.heap.peek().map(|next| next.0.at)
    }

    /// All events in the order in which they will happen.
    pub fn in_order(&self) -> Vec<Scheduled> {
        let mut events: Vec<_> = self.heap.iter().map(|event| event.0).collect();
        events.sort_unstable();
        events
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
