//! Events of a run and their order.

mod fifos;
mod heap;

pub use self::fifos::EventFifo;
use self::fifos::EventFifos;
use self::heap::Heap;
use crate::base::footprint;
use crate::base::time::SimTime;

/// An event. The number is the index of the flow or of the intervention.
///
/// Transmission and propagation on uncongested links need no events. When a packet is sent, its arrival at the bottleneck is known;
/// when it leaves the bottleneck, the return of its acknowledgement is known.
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
    /// The next acknowledgement of a flow reaches the reverse link, which all flows share.
    Reverse(u32),
    /// A flow's retransmission timer may have expired.
    Timer(u32),
    /// A TCP flow stops sending new data.
    Stop(u32),
    /// A web session requests its next object.
    Request(u32),
    /// A receiver's delayed acknowledgement may be due.
    AcknowledgementTimer(u32),
    /// A timer of the discipline is due.
    DisciplineTimer,
    /// In a network of two links, the link without an observer has sent its packet.
    OtherDeparture,
    /// In a network of two links, the discipline of the link without an observer has a timer that is due.
    OtherTimer,
    /// In a network of two links, a packet that the first link has sent reaches the second link.
    Crossing,
    /// An intervention changes a setting.
    Intervention(u32),
    /// The warm-up ends, and the measured window begins.
    MeasuringStarts,
}

/// Whether an event comes before or after the other events of the same instant.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Side {
    /// The event happens first.
    Before,
    /// The event happens last.
    After,
}

/// An event with its position in the total order of events.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Scheduled {
    /// Time of the event.
    pub at: SimTime,
    /// Order among the events of one instant.
    pub rank: u64,
    /// The event.
    pub event: Event,
}

impl Scheduled {
    #[inline]
    fn order(&self) -> u128 {
        u128::from(self.at.nanos()) << 64 | u128::from(self.rank)
    }

    #[inline]
    fn is_before(&self, other: &Self) -> bool {
        self.order() < other.order()
    }
}

/// The scheduled events, by time. Simultaneous events happen in the order of scheduling, unless the caller requests
/// otherwise.
///
/// FIFO queues hold the events that are scheduled in order of time; a binary heap holds the others.
#[derive(Clone, Debug)]
pub struct EventQueue {
    /// Events scheduled in order.
    fifos: EventFifos,
    /// Events that are out of order.
    heap: Heap,
    next_rank: u64,
}

impl Default for EventQueue {
    fn default() -> Self {
        Self { fifos: EventFifos::default(), heap: Heap::default(), next_rank: RANKS_IN_ORDER }
    }
}

/// The first rank of the events that happen in the order of scheduling. Ranks order the events of one instant; events
/// with [`Side::Before`] have lower ranks.
const RANKS_IN_ORDER: u64 = 1 << 61;
/// The first rank of the events that are scheduled with [`Side::After`], after those in the order of scheduling.
const LATE_RANKS: u64 = 1 << 62;
/// The first rank of the events of [`EventQueue::schedule_last`].
const LAST_RANKS: u64 = 1 << 63;

impl EventQueue {
    /// Reserves a position in the scheduling order, for an event that will be scheduled later.
    pub fn reserve(&mut self) -> u64 {
        self.next_rank += 1;
        self.next_rank
    }

    /// Schedules an event.
    pub fn schedule(&mut self, at: SimTime, event: Event) {
        let rank = self.reserve();
        self.schedule_reserved(at, rank, event);
    }

    /// Schedules an event at a position in the scheduling order that [`Self::reserve`] returned.
    #[inline]
    pub fn schedule_reserved(&mut self, at: SimTime, rank: u64, event: Event) {
        let scheduled = Scheduled { at, rank, event };
        if !self.heap.fill_root(scheduled) {
            self.heap.push(scheduled);
        }
    }

    /// Schedules an event of a kind whose events are mostly scheduled in order of time, which a FIFO holds. `rank` is
    /// from [`Self::reserve`].
    #[inline(always)]
    pub fn schedule_in_fifo(&mut self, fifo: EventFifo, at: SimTime, rank: u64, event: Event) {
        if let Some(Scheduled { at, rank, event }) = self.fifos.put(fifo, Scheduled { at, rank, event }) {
            self.schedule_reserved(at, rank, event);
        }
    }

    /// Schedules an event before or after all events of [`Self::schedule`] at the same instant, whether these are
    /// scheduled earlier or later than this call.
    pub fn schedule_beside(&mut self, at: SimTime, side: Side, event: Event) {
        let rank = self.reserve() - RANKS_IN_ORDER;
        let first = match side {
            Side::Before => 0,
            Side::After => LATE_RANKS,
        };
        self.schedule_reserved(at, first + rank, event);
    }

    /// Schedules an event after all other events of the same instant, even those scheduled later.
    pub fn schedule_last(&mut self, at: SimTime, order: u64, event: Event) {
        self.schedule_reserved(at, LAST_RANKS + order, event);
    }

    /// Takes the next event that is not later than `until`.
    #[inline(always)]
    pub fn pop_until(&mut self, until: SimTime) -> Option<Scheduled> {
        let (in_fifo, fifo) = self.fifos.first();
        if let Some(next) = self.heap.first()
            && next.order() < in_fifo
        {
            if next.at > until {
                return None;
            }
            self.heap.take_first();
            return Some(next);
        }
        // If all FIFOs are empty, `in_fifo` is the placeholder `u128::MAX`, which is no event.
        (in_fifo != u128::MAX && (in_fifo >> 64) as u64 <= until.nanos()).then(|| self.fifos.take_first(fifo))
    }

    /// Time of the next event.
    pub fn next_at(&mut self) -> Option<SimTime> {
        let in_fifo = self.fifos.first().0;
        let first = self.heap.first().map_or(in_fifo, |next| next.order().min(in_fifo));
        (first != u128::MAX).then(|| SimTime::from_nanos((first >> 64) as u64))
    }

    /// Removes all scheduled interventions.
    pub fn forget_interventions(&mut self) {
        let mut events = Vec::new();
        self.heap.drain_into(&mut events);
        for event in events.into_iter().filter(|it| !matches!(it.event, Event::Intervention(_))) {
            self.heap.push(event);
        }
    }

    /// Number of scheduled events.
    pub fn len(&self) -> usize {
        self.fifos.len() + self.heap.len()
    }

    /// Whether no event is scheduled.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All events in the order in which they will happen.
    pub fn in_order(&self) -> Vec<Scheduled> {
        let mut events: Vec<_> = self.heap.events().iter().chain(self.fifos.events()).copied().collect();
        events.sort_unstable_by_key(|next| (next.at, next.rank));
        events
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        self.fifos.heap_bytes() + footprint::list(self.heap.events())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::time::Span;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn events_of_one_instant_keep_the_order_of_scheduling_and_reservations_count() {
        let mut queue = EventQueue::default();
        let at = SimTime::from_nanos(5);
        let early = queue.reserve();
        queue.schedule(at, Event::Arrival(2));
        queue.schedule_last(at, 0, Event::Intervention(0));
        queue.schedule_beside(at, Side::After, Event::Timer(2));
        queue.schedule(at, Event::Arrival(3));
        queue.schedule_beside(at, Side::Before, Event::Timer(1));
        queue.schedule_reserved(at, early, Event::Arrival(1));
        queue.schedule(SimTime::from_nanos(4), Event::Departure);
        let order: Vec<_> = std::iter::from_fn(|| queue.pop_until(at)).map(|next| next.event).collect();
        use Event::{Arrival, Departure, Intervention, Timer};
        assert_eq!(order, [Departure, Timer(1), Arrival(1), Arrival(2), Arrival(3), Timer(2), Intervention(0)]);
    }

    #[test]
    fn no_event_after_the_limit_is_taken() {
        let mut queue = EventQueue::default();
        queue.schedule(SimTime::from_nanos(9), Event::Departure);
        assert_eq!(queue.pop_until(SimTime::from_nanos(8)), None);
        assert_eq!(queue.pop_until(SimTime::from_nanos(9)).map(|next| next.event), Some(Event::Departure));
    }

    #[test]
    fn one_event_far_ahead_does_not_block_a_fifo() {
        let mut queue = EventQueue::default();
        for at in [1, 2, 1_000, 3, 4, 5] {
            let rank = queue.reserve();
            queue.schedule_in_fifo(EventFifo::Datagrams, SimTime::from_nanos(at), rank, Event::Arrival(at as u32));
        }
        assert_eq!((queue.fifos.len(), queue.heap.len()), (5, 1));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop_until(SimTime::MAX)).map(|next| next.at.nanos()).collect();
        assert_eq!(order, [1, 2, 3, 4, 5, 1_000]);
    }

    #[derive(Clone, Debug)]
    enum Act {
        Schedule { count: u16, after: u64, apart: u64 },
        InRow { fifo: EventFifo, count: u16, after: u64, apart: i64 },
        Reserve,
        UseReservation { after: u64 },
        Last { after: u64 },
        Intervene { after: u64 },
        ForgetInterventions,
        Take { count: u16, reschedule: Option<u64> },
        GoOnWithAClone,
    }

    fn acts() -> impl Strategy<Value = Vec<Act>> {
        let fifo = || {
            proptest::sample::select(vec![
                EventFifo::Departures,
                EventFifo::Datagrams,
                EventFifo::Segments,
                EventFifo::Acknowledgements,
            ])
        };
        // Spans from 0 to minutes, so that some events are simultaneous and others are far apart.
        let span = || prop_oneof![Just(0), 0..50_u64, 0..100_000_u64, 0..1_000_000_000_u64, 0..600_000_000_000_u64];
        let one = prop_oneof![
            4 => (0..700_u16, span(), span()).prop_map(|(count, after, apart)| Act::Schedule { count, after, apart }),
            4 => (fifo(), 0..300_u16, span(), -20_000..20_000_i64)
                .prop_map(|(fifo, count, after, apart)| Act::InRow { fifo, count, after, apart }),
            1 => Just(Act::Reserve),
            1 => span().prop_map(|after| Act::UseReservation { after }),
            1 => span().prop_map(|after| Act::Last { after }),
            1 => span().prop_map(|after| Act::Intervene { after }),
            1 => Just(Act::ForgetInterventions),
            6 => (0..700_u16, proptest::option::of(span())).prop_map(|(count, reschedule)| Act::Take { count, reschedule }),
            1 => Just(Act::GoOnWithAClone),
        ];
        proptest::collection::vec(one, 1..40)
    }

    proptest! {
        #[test]
        fn events_are_taken_in_order_for_any_mix_of_scheduling_and_taking(acts in acts()) {
            let mut queue = EventQueue::default();
            // The reference model of the queue is a sorted list.
            let mut model: BTreeMap<(SimTime, u64), Event> = BTreeMap::new();
            let mut reserved = None;
            let mut now = SimTime::ZERO;
            let mut last_rank = 0;
            for act in acts {
                let at = |after| now + Span::from_nanos(after);
                match act {
                    Act::Schedule { count, after, apart } => {
                        for place in 0..u64::from(count) {
                            // Some of these events are simultaneous.
                            let at = at(after + place / 3 * apart / 256);
                            let rank = queue.reserve();
                            queue.schedule_reserved(at, rank, Event::Arrival(place as u32));
                            model.insert((at, rank), Event::Arrival(place as u32));
                        }
                    }
                    Act::InRow { fifo, count, after, apart } => {
                        for place in 0..i64::from(count) {
                            let at = at(after.saturating_add_signed(place * apart));
                            let rank = queue.reserve();
                            queue.schedule_in_fifo(fifo, at, rank, Event::Acknowledgement(place as u32));
                            model.insert((at, rank), Event::Acknowledgement(place as u32));
                        }
                    }
                    Act::Reserve => reserved = Some(queue.reserve()),
                    Act::UseReservation { after } => {
                        if let Some(rank) = reserved.take() {
                            queue.schedule_reserved(at(after), rank, Event::Departure);
                            model.insert((at(after), rank), Event::Departure);
                        }
                    }
                    Act::Last { after } => {
                        last_rank += 1;
                        queue.schedule_last(at(after), last_rank, Event::MeasuringStarts);
                        model.insert((at(after), LAST_RANKS + last_rank), Event::MeasuringStarts);
                    }
                    Act::Intervene { after } => {
                        last_rank += 1;
                        queue.schedule_last(at(after), last_rank, Event::Intervention(0));
                        model.insert((at(after), LAST_RANKS + last_rank), Event::Intervention(0));
                    }
                    Act::ForgetInterventions => {
                        queue.forget_interventions();
                        model.retain(|_, event| !matches!(event, Event::Intervention(_)));
                    }
                    Act::Take { count, reschedule } => {
                        for _ in 0..count {
                            let wanted = model.pop_first();
                            let taken = queue.pop_until(SimTime::MAX);
                            prop_assert_eq!(taken.map(|next| ((next.at, next.rank), next.event)), wanted);
                            let Some(next) = taken else { break };
                            now = next.at;
                            if let Some(after) = reschedule {
                                let (at, rank) = (now + Span::from_nanos(after), queue.reserve());
                                queue.schedule_reserved(at, rank, next.event);
                                model.insert((at, rank), next.event);
                            }
                        }
                    }
                    Act::GoOnWithAClone => queue = queue.clone(),
                }
                prop_assert_eq!(queue.len(), model.len());
                let in_order = queue.in_order().into_iter().map(|next| ((next.at, next.rank), next.event));
                prop_assert!(in_order.eq(model.clone()));
            }
        }
    }
}
