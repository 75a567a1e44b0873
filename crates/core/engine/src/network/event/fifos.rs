//! FIFO queues for events that are scheduled in the order in which they happen.
//!
//! If the events of one kind are always scheduled a constant time ahead, each event is later than all those scheduled
//! before it. Examples are the next packet of a constant-rate source, and a packet on links of equal delay. FIFO queues
//! hold such events without sorting. An event that is out of order goes into the heap.

use super::{Event, Scheduled};
use crate::base::footprint;
use crate::base::time::SimTime;
use std::collections::VecDeque;

/// A kind of event that mostly happens in the order of scheduling.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EventFifo {
    /// The end of a transmission.
    Departures,
    /// Arrivals from sources that do not wait for acknowledgements.
    Datagrams,
    /// Arrivals from TCP senders.
    Segments,
    /// Acknowledgements.
    Acknowledgements,
}

const FIFOS: usize = 4;

/// The FIFO queues, one for each kind.
#[derive(Clone, Debug)]
pub(super) struct EventFifos {
    /// The first event of each FIFO; for an empty FIFO, a placeholder that is later than all events. The first event is
    /// stored separately, since most FIFOs usually hold a single event.
    firsts: [Scheduled; FIFOS],
    /// The later events of each FIFO; empty if the FIFO has no first event.
    rests: [VecDeque<Scheduled>; FIFOS],
}

/// Placeholder for the first event of an empty FIFO.
const NONE: Scheduled = Scheduled { at: SimTime::MAX, rank: u64::MAX, event: Event::Departure };

impl Default for EventFifos {
    fn default() -> Self {
        Self { firsts: [NONE; FIFOS], rests: Default::default() }
    }
}

impl EventFifos {
    /// Appends an event to a FIFO. If the new event is earlier than the last event, one of the two is returned, for the
    /// heap. The last event is returned if the new event can take its place, and the new event if it is too early for
    /// that. A single event far in the future is thus soon moved to the heap, and does not block the FIFO.
    #[inline(always)]
    pub(super) fn put(&mut self, fifo: EventFifo, event: Scheduled) -> Option<Scheduled> {
        let place = fifo as usize;
        let first = &mut self.firsts[place];
        if first.rank == NONE.rank {
            *first = event;
            return None;
        }
        self.put_behind(place, event)
    }

    #[inline(never)]
    fn put_behind(&mut self, place: usize, event: Scheduled) -> Option<Scheduled> {
        let first = &mut self.firsts[place];
        let rest = &mut self.rests[place];
        let Some(last) = rest.back_mut() else {
            if event.is_before(first) {
                return Some(std::mem::replace(first, event));
            }
            rest.push_back(event);
            return None;
        };
        if !event.is_before(last) {
            rest.push_back(event);
            return None;
        }
        let before_last = rest.len().checked_sub(2).map_or(&*first, |place| &rest[place]);
        if event.is_before(before_last) {
            return Some(event);
        }
        rest.back_mut().map(|last| std::mem::replace(last, event))
    }

    /// The earliest event of all FIFOs: its position in the total order, and the index of its FIFO.
    #[inline]
    pub(super) fn first(&self) -> (u128, usize) {
        let [a, b, c, d] = &self.firsts;
        let (a, b, c, d) = (a.order(), b.order(), c.order(), d.order());
        let ab = if a < b { (a, 0) } else { (b, 1) };
        let cd = if c < d { (c, 2) } else { (d, 3) };
        if ab.0 < cd.0 { ab } else { cd }
    }

    #[inline]
    pub(super) fn take_first(&mut self, fifo: usize) -> Scheduled {
        let next = self.rests[fifo].pop_front().unwrap_or(NONE);
        std::mem::replace(&mut self.firsts[fifo], next)
    }

    pub(super) fn len(&self) -> usize {
        self.events().count()
    }

    /// All events, one FIFO after another.
    pub(super) fn events(&self) -> impl Iterator<Item = &Scheduled> {
        self.firsts.iter().filter(|first| first.rank != NONE.rank).chain(self.rests.iter().flatten())
    }

    pub(super) fn heap_bytes(&self) -> usize {
        self.rests.iter().map(|rest| footprint::block::<Scheduled>(rest.len())).sum()
    }
}
