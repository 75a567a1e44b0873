//! Events that come in the order in which they are scheduled.
//!
//! An event a constant time ahead (the next packet of a constant-rate source, a packet on links of one length) is later than all
//! scheduled events of its kind. Such events are kept in FIFO queues and need no sorting. An event that is out of order goes into
//! the heap instead.

use super::{Event, Scheduled};
use crate::base::footprint;
use crate::base::time::SimTime;
use std::collections::VecDeque;

/// Kinds of events of which each mostly comes after those scheduled before it.
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

/// One fifo for each kind.
#[derive(Clone, Debug)]
pub(super) struct EventFifos {
    /// Each fifo's first event, apart from the others: most fifos hold no second one most of the time. For an empty fifo an
    /// event that is later than all.
    firsts: [Scheduled; FIFOS],
    /// The events after the first; empty if there is no first event.
    rests: [VecDeque<Scheduled>; FIFOS],
}

/// In the place of the first event of an empty fifo.
const NONE: Scheduled = Scheduled { at: SimTime::MAX, rank: u64::MAX, event: Event::Departure };

impl Default for EventFifos {
    fn default() -> Self {
        Self { firsts: [NONE; FIFOS], rests: Default::default() }
    }
}

impl EventFifos {
    /// Puts an event at the end of a fifo. Returns an event that does not fit: this one, or the previous last one if the new one is
    /// in order without it. (So one event far ahead does not block a fifo for long.)
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

    /// The same into a fifo that is not empty.
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

    /// The first event of all fifos: its place in the total order, and its fifo.
    #[inline]
    pub(super) fn first(&self) -> (u128, usize) {
        let [a, b, c, d] = &self.firsts;
        let (a, b, c, d) = (a.order(), b.order(), c.order(), d.order());
        let ab = if a < b { (a, 0) } else { (b, 1) };
        let cd = if c < d { (c, 2) } else { (d, 3) };
        if ab.0 < cd.0 { ab } else { cd }
    }

    /// Takes the first event of a fifo that is not empty.
    #[inline]
    pub(super) fn take_first(&mut self, fifo: usize) -> Scheduled {
        let next = self.rests[fifo].pop_front().unwrap_or(NONE);
        std::mem::replace(&mut self.firsts[fifo], next)
    }

    /// The number of events in fifos.
    pub(super) fn len(&self) -> usize {
        self.events().count()
    }

    /// The events, fifo by fifo.
    pub(super) fn events(&self) -> impl Iterator<Item = &Scheduled> {
        self.firsts.iter().filter(|first| first.rank != NONE.rank).chain(self.rests.iter().flatten())
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.rests.iter().map(|rest| footprint::block::<Scheduled>(rest.len())).sum()
    }
}
