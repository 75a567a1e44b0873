//! Time-weighted moments of quantities that change in steps.

use crate::time::SimTime;

/// A count over time, such as the queue length: exact, in whole numbers.
#[derive(Clone, Debug)]
pub struct CountOverTime {
    from: SimTime,
    changed: SimTime,
    count: u64,
    max: u64,
    area: u128,
    square_area: u128,
}

impl CountOverTime {
    /// Starts at `from` with `count`.
    pub fn new(from: SimTime, count: u64) -> Self {
        Self { from, changed: from, count, max: count, area: 0, square_area: 0 }
    }

    /// The count is `count` from `now` on.
    #[inline]
    pub fn change(&mut self, now: SimTime, count: u64) {
        if count != self.count {
            self.settle(now);
            self.count = count;
            self.max = self.max.max(count);
        }
    }

    /// Starts over at `now` with the present count.
    pub fn restart(&mut self, now: SimTime) {
        *self = Self::new(now, self.count);
    }

    /// Largest count.
    pub fn max(&self) -> u64 {
        self.max
    }

    /// Mean and standard deviation up to `now`.
    pub fn moments(&self, now: SimTime) -> (f64, f64) {
        let mut whole = self.clone();
        whole.settle(now);
        let span = now.since(self.from).nanos();
        if span == 0 {
            return (self.count as f64, 0.0);
        }
        let mean = whole.area as f64 / span as f64;
        let variance = whole.square_area as f64 / span as f64 - mean * mean;
        (mean, variance.max(0.0).sqrt())
    }

    fn settle(&mut self, now: SimTime) {
        let span = u128::from(now.since(self.changed).nanos());
        self.area += span * u128::from(self.count);
        self.square_area += span * u128::from(self.count) * u128::from(self.count);
        self.changed = now;
    }
}

/// A real quantity over time, such as a moving average.
#[derive(Clone, Debug)]
pub struct ValueOverTime {
    from: SimTime,
    changed: SimTime,
    value: f64,
    area: f64,
    square_area: f64,
}

impl ValueOverTime {
    /// Starts at `from` with `value`.
    pub fn new(from: SimTime, value: f64) -> Self {
        Self { from, changed: from, value, area: 0.0, square_area: 0.0 }
    }

    /// The value is `value` from `now` on.
    #[inline]
    pub fn change(&mut self, now: SimTime, value: f64) {
        self.settle(now);
        self.value = value;
    }

    /// Starts over at `now` with the present value.
    pub fn restart(&mut self, now: SimTime) {
        *self = Self::new(now, self.value);
    }

    /// Mean and standard deviation up to `now`.
    pub fn moments(&self, now: SimTime) -> (f64, f64) {
        let mut whole = self.clone();
        whole.settle(now);
        let span = now.since(self.from).secs();
        if span == 0.0 {
            return (self.value, 0.0);
        }
        let mean = whole.area / span;
        (mean, (whole.square_area / span - mean * mean).max(0.0).sqrt())
    }

    fn settle(&mut self, now: SimTime) {
        let span = now.since(self.changed).secs();
        self.area += span * self.value;
        self.square_area += span * self.value * self.value;
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
    fn a_queue_of_nothing_then_four_then_two() {
        let mut queue = CountOverTime::new(at(0.0), 0);
        queue.change(at(1.0), 4);
        queue.change(at(2.0), 2);
        let (mean, sd) = queue.moments(at(4.0));
        assert_eq!((mean, queue.max()), (2.0, 4));
        assert!((sd - 2f64.sqrt()).abs() < 1e-12);
        assert!((sd / mean - 0.5f64.sqrt()).abs() < 1e-12);

        let mut average = ValueOverTime::new(at(0.0), 0.0);
        average.change(at(1.0), 4.0);
        average.change(at(2.0), 2.0);
        assert_eq!(average.moments(at(4.0)).0, 2.0);
    }

    #[test]
    fn a_restart_forgets_the_warm_up() {
        let mut queue = CountOverTime::new(at(0.0), 90);
        queue.change(at(1.0), 5);
        queue.restart(at(3.0));
        assert_eq!(queue.moments(at(4.0)), (5.0, 0.0));
        assert_eq!(queue.max(), 5);
    }
}
