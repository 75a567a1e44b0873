//! The far future: events sorted by day, and not yet within one.
//!
//! A year has a fixed number of days, all of one length. What belongs to a later year waits in one list, which is gone
//! through when the year is over; the length of the days is then set anew, so that a day holds about as many events as a
//! small heap sorts well. An event is written once when it is scheduled and read once when its day dawns, whatever the
//! number of events.
//!
//! Source: R. Brown, "Calendar queues: a fast O(1) priority queue implementation for the simulation event set problem",
//! Comm. ACM 31(10), 1988; that only the near events are sorted is from W. T. Tang, R. S. M. Goh, I. L. Thng, "Ladder
//! queue", ACM TOMACS 15(3), 2005.

use super::Scheduled;
use super::sheaves::{Bag, Sheaves};
use crate::footprint;
use crate::time::SimTime;

const DAYS: usize = 4096;
/// Events that a day should hold.
const PER_DAY: usize = 16;
/// A day of about a millisecond, before anything is known about the events: 2²⁰ ns.
const FIRST_DAY_LENGTH: u32 = 20;
/// A day of more than an hour; no longer one is needed.
const LONGEST_DAY_LENGTH: u32 = 42;

/// Events from some day on.
#[derive(Clone, Debug)]
pub(super) struct Calendar {
    /// This year's days. None at all while the calendar is closed.
    days: Vec<Bag>,
    sheaves: Sheaves,
    /// Events in `days`.
    in_days: usize,
    /// Events of later years.
    later: Vec<Scheduled>,
    /// No event of `later` is earlier.
    later_from: SimTime,
    /// The number of the year's first day, counted from time 0.
    first: u64,
    /// Which day of the year comes next; those before are over.
    next: usize,
    /// The length of a day, as a power of two \[ns\].
    length: u32,
    /// Events that this year's days held when they dawned.
    dawned: usize,
}

impl Default for Calendar {
    fn default() -> Self {
        Self {
            days: Vec::new(),
            sheaves: Sheaves::default(),
            in_days: 0,
            later: Vec::new(),
            later_from: SimTime::MAX,
            first: 0,
            next: 0,
            length: FIRST_DAY_LENGTH,
            dawned: 0,
        }
    }
}

impl Calendar {
    /// How many events are in.
    pub(super) fn len(&self) -> usize {
        self.in_days + self.later.len()
    }

    /// The events, in no order that counts.
    pub(super) fn events(&self) -> impl Iterator<Item = &Scheduled> {
        self.days.iter().flat_map(|&day| self.sheaves.iter(day)).chain(&self.later)
    }

    /// From when on events belong in here; never while it is closed.
    pub(super) fn begins(&self) -> SimTime {
        let day = self.first + self.next as u64;
        if self.days.is_empty() || day > u64::MAX >> self.length {
            return SimTime::MAX;
        }
        SimTime::from_nanos(day << self.length)
    }

    /// Takes an event that is not before [`Calendar::begins`].
    #[inline]
    pub(super) fn put(&mut self, event: Scheduled) {
        let day = (event.at.nanos() >> self.length).wrapping_sub(self.first);
        if day < self.days.len() as u64 {
            self.sheaves.put(&mut self.days[day as usize], event);
            self.in_days += 1;
        } else {
            self.later_from = self.later_from.min(event.at);
            self.later.push(event);
        }
    }

    /// Whether no event of this year is left.
    pub(super) fn is_year_over(&self) -> bool {
        self.in_days == 0
    }

    /// Puts the next day that holds events into an empty list, or all there are if they are but a few.
    #[cold]
    pub(super) fn dawn(&mut self, few: usize, today: &mut Vec<Scheduled>) {
        debug_assert!(today.is_empty());
        if self.is_year_over() {
            if self.later.len() <= few {
                *today = std::mem::take(&mut self.later);
                *self = Self::default();
                return;
            }
            self.set_length(self.dawned / DAYS);
            self.open();
        }
        while self.in_days > 0 && today.is_empty() {
            let day = &mut self.days[self.next];
            self.next += 1;
            self.sheaves.empty(day, today);
            self.in_days -= today.len();
            self.dawned += today.len();
        }
    }

    /// Takes events that have grown too many for one day, earlier ones than it holds among them.
    #[cold]
    pub(super) fn take_over(&mut self, mut events: Vec<Scheduled>) {
        if !self.days.is_empty() {
            self.set_length(events.len());
        }
        events.extend(self.events());
        let from = events.iter().map(|event| event.at).min().unwrap_or_default();
        *self = Self { later: events, later_from: from, length: self.length, ..Self::default() };
        self.open();
    }

    /// Begins a year with the first event there is.
    fn open(&mut self) {
        self.days.resize(DAYS, Bag::default());
        self.first = self.later_from.nanos() >> self.length;
        (self.next, self.dawned) = (0, 0);
        self.later_from = SimTime::MAX;
        let mut kept = 0;
        for place in 0..self.later.len() {
            let event = self.later[place];
            let day = (event.at.nanos() >> self.length) - self.first;
            if day < DAYS as u64 {
                self.sheaves.put(&mut self.days[day as usize], event);
            } else {
                self.later_from = self.later_from.min(event.at);
                self.later[kept] = event;
                kept += 1;
            }
        }
        self.in_days = self.later.len() - kept;
        self.later.truncate(kept);
    }

    /// Sets the length of the days, when a day so far held so many events.
    fn set_length(&mut self, held: usize) {
        let held = held.max(1);
        let shorter = (held / PER_DAY).max(1).ilog2();
        let longer = (PER_DAY / held).max(1).ilog2();
        self.length = (self.length + longer).saturating_sub(shorter).min(LONGEST_DAY_LENGTH);
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.days) + self.sheaves.heap_bytes() + footprint::list(&self.later)
    }
}
