//! Many bags of events in one block of memory, a sheaf of a few events after the other.
//!
//! What is put in is written beside what came just before it, and what is taken out comes five at a time: a list of single
//! events would have each of them waited for, one after the other. The sheaf that was given back last is the next to be
//! used, so what is in use stays small.

use super::{Event, Scheduled};
use crate::footprint;
use crate::time::SimTime;

/// With the two numbers beside them, two lines of a cache.
const SHEAF: usize = 5;

/// No sheaf.
const NONE: u32 = u32::MAX;

/// Events in no order; they lie in the [`Sheaves`] that it is used with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bag {
    first: u32,
}

impl Default for Bag {
    fn default() -> Self {
        Self { first: NONE }
    }
}

/// The events of all bags.
#[derive(Clone, Debug)]
pub(super) struct Sheaves {
    sheaves: Vec<Sheaf>,
    /// The first of the sheaves that are free.
    free: u32,
}

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Sheaf {
    events: [Scheduled; SHEAF],
    count: u32,
    next: u32,
}

impl Default for Sheaves {
    fn default() -> Self {
        Self { sheaves: Vec::new(), free: NONE }
    }
}

impl Sheaves {
    /// Puts an event into a bag.
    #[inline]
    pub(super) fn put(&mut self, bag: &mut Bag, event: Scheduled) {
        if let Some(sheaf) = self.sheaves.get_mut(bag.first as usize)
            && let Some(place) = sheaf.events.get_mut(sheaf.count as usize)
        {
            *place = event;
            sheaf.count += 1;
            return;
        }
        self.begin_sheaf(bag, event);
    }

    fn begin_sheaf(&mut self, bag: &mut Bag, event: Scheduled) {
        let place = match self.sheaves.get_mut(self.free as usize) {
            Some(sheaf) => std::mem::replace(&mut self.free, sheaf.next),
            None => {
                let nothing = Scheduled { at: SimTime::ZERO, rank: 0, event: Event::MeasuringStarts };
                self.sheaves.push(Sheaf { events: [nothing; SHEAF], count: 0, next: NONE });
                self.sheaves.len() as u32 - 1
            }
        };
        if let Some(sheaf) = self.sheaves.get_mut(place as usize) {
            sheaf.events[0] = event;
            sheaf.count = 1;
            sheaf.next = std::mem::replace(&mut bag.first, place);
        }
    }

    /// Moves the events of a bag to the end of a list.
    pub(super) fn empty(&mut self, bag: &mut Bag, list: &mut Vec<Scheduled>) {
        while let Some(sheaf) = self.sheaves.get_mut(bag.first as usize) {
            list.extend_from_slice(&sheaf.events[..sheaf.count as usize]);
            let next = std::mem::replace(&mut sheaf.next, self.free);
            self.free = std::mem::replace(&mut bag.first, next);
        }
    }

    /// The events of a bag.
    pub(super) fn iter(&self, bag: Bag) -> impl Iterator<Item = &Scheduled> {
        let at = |place: u32| self.sheaves.get(place as usize);
        let all = std::iter::successors(at(bag.first), move |sheaf| at(sheaf.next));
        all.flat_map(|sheaf| &sheaf.events[..sheaf.count as usize])
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.sheaves)
    }
}
