//! Time-weighted mean and deviation of quantities that change in steps.

use crate::base::time::{SimTime, Span};

/// A quantity over time, such as the queue length or its moving average.
///
/// Integrals of whole numbers are exact up to 2^53 packet-nanoseconds, which is about a day with a queue of 100 packets.
#[derive(Clone, Debug)]
pub struct OverTime {
    from: SimTime,
    changed: SimTime,
    value: f64,
    max: f64,
    area: f64,
    square_area: f64,
}

impl OverTime {
    /// Starts at `from` with `value`.
    pub fn new(from: SimTime, value: f64) -> Self {
        Self { from, changed: from, value, max: value, area: 0.0, square_area: 0.0 }
    }

    /// Records that the quantity is `value` from `now` on.
    #[inline]
    pub fn change(&mut self, now: SimTime, value: f64) {
        self.settle(now);
        self.value = value;
        if value > self.max {
            self.max = value;
        }
    }

    /// How long the current value has lasted at `now`.
    #[inline]
    pub fn held(&self, now: SimTime) -> Span {
        now.since(self.changed)
    }

    /// Discards the measurement so far and begins a new one at `now`. The quantity keeps its current value.
    pub fn restart(&mut self, now: SimTime) {
        *self = Self::new(now, self.value);
    }

    /// A copy that includes the time up to `now`.
    pub(super) fn settled(mut self, now: SimTime) -> Self {
        self.settle(now);
        self
    }

    /// The measurement after the time up to which `before` measured; `before` is an earlier copy from
    /// [`Self::settled`]. The maximum remains that since the start, as the copies do not give a later one.
    pub(super) fn since(mut self, before: &Self) -> Self {
        self.from = before.changed;
        self.area -= before.area;
        self.square_area -= before.square_area;
        self
    }

    /// Largest value.
    pub fn max(&self) -> f64 {
        self.max
    }

    /// Mean and standard deviation up to `now`.
    pub fn moments(&self, now: SimTime) -> (f64, f64) {
        let mut whole = self.clone();
        whole.settle(now);
        let span = now.since(self.from).nanos() as f64;
        if span == 0.0 {
            return (self.value, 0.0);
        }
        let mean = whole.area / span;
        (mean, (whole.square_area / span - mean * mean).max(0.0).sqrt())
    }

    #[inline]
    fn settle(&mut self, now: SimTime) {
        // The time is cast to a signed number, which converts to a double in one instruction. No run lasts 2^63 ns.
        let area = now.since(self.changed).nanos().cast_signed() as f64 * self.value;
        self.area += area;
        self.square_area += area * self.value;
        self.changed = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(secs: f64) -> SimTime {
        SimTime::from_secs(secs)
    }

    #[test]
    fn a_queue_of_nothing_then_four_then_two_has_the_expected_mean() {
        let mut queue = OverTime::new(at(0.0), 0.0);
        queue.change(at(1.0), 4.0);
        queue.change(at(2.0), 2.0);
        let (mean, sd) = queue.moments(at(4.0));
        assert_eq!((mean, queue.max()), (2.0, 4.0));
        assert!((sd - 2f64.sqrt()).abs() < 1e-12);
        assert!((sd / mean - 0.5f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_restart_discards_the_warm_up() {
        let mut queue = OverTime::new(at(0.0), 90.0);
        queue.change(at(1.0), 5.0);
        queue.restart(at(3.0));
        assert_eq!(queue.moments(at(4.0)), (5.0, 0.0));
        assert_eq!(queue.max(), 5.0);
    }
}
