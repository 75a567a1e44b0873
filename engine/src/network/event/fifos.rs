//! Events that come in the order in which they are scheduled.
//!
//! What lies a constant time ahead (the next packet of a constant-rate source, what travels over links of one length) is
//! later than everything of its kind that is scheduled already. Such events are kept in FIFO queues and need no sorting. An
//! event that is out of order goes into the heap instead.

use super::Scheduled;
use crate::base::footprint;
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
    fifos: [VecDeque<Scheduled>; FIFOS],
    /// The place of each fifo's first event in the total order; [`Scheduled::NEVER`] for an empty fifo.
    firsts: [u128; FIFOS],
}

impl Default for EventFifos {
    fn default() -> Self {
        Self { fifos: Default::default(), firsts: [Scheduled::NEVER; FIFOS] }
    }
}

impl EventFifos {
    /// Puts an event at the end of a fifo. What cannot stand in the fifo is given back: the event, or the one that was last
    /// if without it the new one is in order. (So one event far ahead does not block a fifo for long.)
    #[inline]
    pub(super) fn put(&mut self, fifo: EventFifo, event: Scheduled) -> Option<Scheduled> {
        let place = fifo as usize;
        let fifo = &mut self.fifos[place];
        let mut out_of_order = None;
        if fifo.back().is_some_and(|last| event.is_before(last)) {
            let before_last = fifo.len().checked_sub(2).and_then(|place| fifo.get(place));
            if before_last.is_some_and(|before| event.is_before(before)) {
                return Some(event);
            }
            out_of_order = fifo.pop_back();
        }
        if fifo.is_empty() {
            self.firsts[place] = event.order();
        }
        fifo.push_back(event);
        out_of_order
    }

    /// The first event of all fifos: its place in the total order, and its fifo.
    #[inline]
    pub(super) fn first(&self) -> (u128, usize) {
        let [a, b, c, d] = self.firsts;
        let ab = if a < b { (a, 0) } else { (b, 1) };
        let cd = if c < d { (c, 2) } else { (d, 3) };
        if ab.0 < cd.0 { ab } else { cd }
    }

    /// Takes the first event of a fifo.
    #[inline]
    pub(super) fn take_first(&mut self, fifo: usize) -> Option<Scheduled> {
        let taken = self.fifos[fifo].pop_front();
        self.firsts[fifo] = self.fifos[fifo].front().map_or(Scheduled::NEVER, Scheduled::order);
        taken
    }

    /// How many events stand in fifos.
    pub(super) fn len(&self) -> usize {
        self.fifos.iter().map(VecDeque::len).sum()
    }

    /// The events, fifo by fifo.
    pub(super) fn events(&self) -> impl Iterator<Item = &Scheduled> {
        self.fifos.iter().flatten()
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.fifos.iter().map(|fifo| footprint::block::<Scheduled>(fifo.len())).sum()
    }
}
