//! The clock of a source with a rate. The clock measures waits in packet times, and a packet time changes with the rate.
//!
//! Rule: a wait is a number of packet times (size/rate each), possibly followed by an idle time. When the rate changes after
//! a fraction f of a packet time, the packet time ends (1 − f)·size/rate_new later. A change of the rate does not affect idle
//! time. A rate of 0 stops the clock. Waits of exactly one packet time do not drift: the n-th wait ends at its exact time,
//! rounded to the nanosecond.

use crate::base::hash::StateHash;
use crate::base::time::{SimTime, Span};

// The fields that every packet needs come first in memory; see `flow::Flow`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(super) struct Pace {
    rate_bps: u64,
    /// The end of the current wait, unless the rate is 0.
    due: SimTime,
    /// The fraction of a nanosecond that rounding has cut off so far, in units of 1/rate nanoseconds. It is added to
    /// the next regular wait.
    remainder: u64,
    /// One packet time at the current rate, cached because divisions are slow.
    regular: PacketTime,
    /// The idle time with which the current wait ends.
    idle: Span,
    /// The time to which `bit_nanos_left` refers: the start of the current wait, or a later time. Before the start of
    /// the source this time is in the future.
    from: SimTime,
    bytes: u32,
    /// What remains of the wait at time `from`, as time × rate \[bit · ns/s\], so that it does not depend on the rate.
    /// Used before the start and while the rate is 0.
    bit_nanos_left: Loose,
}

/// A number with the alignment of a `u64`, so that it needs no padding between its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, packed(8))]
struct Loose(u128);

impl Pace {
    /// A clock that begins at `start` with a wait of `packet_times` packet times.
    pub(super) fn new(rate_bps: u64, bytes: u32, start: SimTime, packet_times: f64) -> Self {
        let mut pace = Self {
            rate_bps,
            bytes,
            due: start,
            from: start,
            bit_nanos_left: Loose((packet_times * bit_nanos(bytes) as f64) as u128),
            idle: Span::ZERO,
            remainder: rate_bps / 2,
            regular: PacketTime::of(bytes, rate_bps),
        };
        pace.resume();
        pace
    }

    /// The end of the current wait; none at rate 0.
    #[inline]
    pub(super) fn due(&self) -> Option<SimTime> {
        (self.rate_bps > 0).then_some(self.due)
    }

    pub(super) fn rate_bps(&self) -> u64 {
        self.rate_bps
    }

    /// Begins the next wait, which is one packet time long.
    #[inline]
    pub(super) fn wait(&mut self) {
        let PacketTime { whole, broken } = self.regular;
        let missing = self.rate_bps.saturating_sub(broken);
        let is_carried = self.remainder >= missing;
        self.remainder = if is_carried { self.remainder - missing } else { self.remainder + broken };
        self.due += Span::from_nanos(whole.saturating_add(u64::from(is_carried)));
    }

    pub(super) fn wait_times(&mut self, packet_times: f64) {
        let PacketTime { whole, broken } = self.regular;
        let regular = whole as f64 + broken as f64 / self.rate_bps.max(1) as f64;
        self.due += Span::from_nanos((regular * packet_times + 0.5) as u64);
    }

    /// Adds this idle time to the end of the current wait. A source with idle times must call this function for each
    /// wait, even without an idle time.
    pub(super) fn end_with_idle(&mut self, idle: Span) {
        self.idle = idle;
        self.due += idle;
    }

    /// Skips up to `limit` waits, each of one packet time, that end by `last`. Returns the number of skipped waits.
    pub(super) fn skip(&mut self, last: SimTime, limit: u64) -> u64 {
        let Some(due) = self.due().filter(|&due| due <= last) else {
            return 0;
        };
        // The n-th wait after the current wait ends floor((n·bits·10⁹ + remainder) / rate) ns after the current wait's
        // end.
        let (rate, remainder) = (u128::from(self.rate_bps), u128::from(self.remainder));
        let bit_nanos = bit_nanos(self.bytes);
        let span = u128::from(last.since(due).nanos()) + 1;
        let fitting = (span * rate - 1 - remainder) / bit_nanos + 1;
        let count = fitting.min(u128::from(limit));
        if count == 0 {
            return 0;
        }
        let total = count * bit_nanos + remainder;
        self.remainder = (total % rate) as u64;
        self.due = due + Span::from_nanos(u64::try_from(total / rate).unwrap_or(u64::MAX));
        count as u64
    }

    /// Sets the rate from `now` on. The fraction of the packet time that has already elapsed still counts.
    ///
    /// No wait may have ended before `now`.
    pub(super) fn set_rate(&mut self, rate_bps: u64, now: SimTime) {
        if now >= self.from {
            if self.rate_bps > 0 {
                let left = self.due.since(now);
                self.idle = self.idle.min(left);
                self.bit_nanos_left = Loose(u128::from((left - self.idle).nanos()) * u128::from(self.rate_bps));
            }
            self.from = now;
        }
        self.take_rate(rate_bps);
        self.resume();
    }

    /// Sets the rate for the waits after the current wait. If the rate becomes 0, the unfinished wait is abandoned.
    pub(super) fn set_next_rate(&mut self, rate_bps: u64) {
        if rate_bps == 0 {
            (self.bit_nanos_left, self.idle) = (Loose(0), Span::ZERO);
        }
        self.take_rate(rate_bps);
    }

    /// Hashes all state that can affect the rest of the run.
    pub(super) fn fold(&self, hash: &mut StateHash) {
        for nanos in [self.due.nanos(), self.from.nanos(), self.idle.nanos()] {
            hash.fold(nanos);
        }
        let Loose(left) = self.bit_nanos_left;
        hash.fold(left as u64);
        hash.fold((left >> 64) as u64);
        hash.fold(self.rate_bps);
        hash.fold(self.remainder);
    }

    fn take_rate(&mut self, rate_bps: u64) {
        self.rate_bps = rate_bps;
        self.remainder = rate_bps / 2;
        self.regular = PacketTime::of(self.bytes, rate_bps);
    }

    /// Computes the end of the current wait from `bit_nanos_left` and the rate.
    fn resume(&mut self) {
        if self.rate_bps > 0 {
            let rate = u128::from(self.rate_bps);
            let Loose(left) = self.bit_nanos_left;
            let left = (left + rate / 2) / rate;
            self.due = self.from + Span::from_nanos(u64::try_from(left).unwrap_or(u64::MAX)) + self.idle;
        }
    }
}

/// One packet time multiplied by the rate: the bits of the packet times 10⁹ \[bit · ns/s\].
fn bit_nanos(bytes: u32) -> u128 {
    u128::from(bytes) * 8 * 1_000_000_000
}

/// One packet time, as whole nanoseconds and a remainder in units of 1/rate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct PacketTime {
    whole: u64,
    broken: u64,
}

impl PacketTime {
    fn of(bytes: u32, rate_bps: u64) -> Self {
        let rate = u128::from(rate_bps.max(1));
        let bit_nanos = bit_nanos(bytes);
        Self { whole: u64::try_from(bit_nanos / rate).unwrap_or(u64::MAX), broken: (bit_nanos % rate) as u64 }
    }
}
