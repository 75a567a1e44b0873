//! Events that come in the order in which they are scheduled.
//!
//! What lies a constant time ahead (the next packet of a constant-rate source, what travels over links of one length) is
//! later than everything of its kind that is scheduled already. Such events stand in a row and need not be sorted. One that
//! is out of order is no error; it only has to stand elsewhere.

use super::Scheduled;
use crate::footprint;
use std::collections::VecDeque;

/// Kinds of events of which each mostly comes after those scheduled before it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Row {
    /// The end of a transmission.
    Departures,
    /// Arrivals from sources that do not wait for acknowledgements.
    Datagrams,
    /// Arrivals from TCP senders.
    Segments,
    /// Acknowledgements.
    Acknowledgements,
}

const ROWS: usize = 4;

/// One row for each kind.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    rows: [VecDeque<Scheduled>; ROWS],
    /// The place of each row's first event in the total order; [`Scheduled::NEVER`] for an empty row.
    firsts: [u128; ROWS],
}

impl Default for Rows {
    fn default() -> Self {
        Self { rows: Default::default(), firsts: [Scheduled::NEVER; ROWS] }
    }
}

impl Rows {
    /// Puts an event at the end of a row. What cannot stand in the row is given back: the event, or the one that was last
    /// if without it the new one is in order. (So one event far ahead does not block a row for long.)
    #[inline]
    pub(super) fn put(&mut self, row: Row, event: Scheduled) -> Option<Scheduled> {
        let place = row as usize;
        let row = &mut self.rows[place];
        let mut out_of_order = None;
        if row.back().is_some_and(|last| event.is_before(last)) {
            let before_last = row.len().checked_sub(2).and_then(|place| row.get(place));
            if before_last.is_some_and(|before| event.is_before(before)) {
                return Some(event);
            }
            out_of_order = row.pop_back();
        }
        if row.is_empty() {
            self.firsts[place] = event.order();
        }
        row.push_back(event);
        out_of_order
    }

    /// The first event of all rows: its place in the total order, and its row.
    #[inline]
    pub(super) fn first(&self) -> (u128, usize) {
        let [a, b, c, d] = self.firsts;
        let ab = if a < b { (a, 0) } else { (b, 1) };
        let cd = if c < d { (c, 2) } else { (d, 3) };
        if ab.0 < cd.0 { ab } else { cd }
    }

    /// Takes the first event of a row.
    #[inline]
    pub(super) fn take_first(&mut self, row: usize) -> Option<Scheduled> {
        let taken = self.rows[row].pop_front();
        self.firsts[row] = self.rows[row].front().map_or(Scheduled::NEVER, Scheduled::order);
        taken
    }

    /// How many events stand in rows.
    pub(super) fn len(&self) -> usize {
        self.rows.iter().map(VecDeque::len).sum()
    }

    /// The events, row by row.
    pub(super) fn events(&self) -> impl Iterator<Item = &Scheduled> {
        self.rows.iter().flatten()
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.rows.iter().map(|row| footprint::block::<Scheduled>(row.len())).sum()
    }
}
