//! Simulated time in whole nanoseconds, so that a run has exactly the same event times on every machine.

use std::ops::{Add, AddAssign, Sub};

/// An instant, in nanoseconds since the start of the simulation.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct SimTime(u64);

/// A length of time, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Span(u64);

const NANOS_PER_SECOND: f64 = 1e9;

/// Converts seconds to whole nanoseconds, rounded half up; negative numbers and NaN become 0.
fn nanos_from_secs(secs: f64) -> u64 {
    // `as` saturates at both ends and turns NaN into 0, so every input is safe.
    (secs * NANOS_PER_SECOND + 0.5) as u64
}

impl SimTime {
    /// The start of the simulation.
    pub const ZERO: Self = Self(0);
    /// An instant later than any that can be scheduled.
    pub const MAX: Self = Self(u64::MAX);

    /// The instant `nanos` nanoseconds after the start.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// The instant `secs` seconds after the start, to the nearest nanosecond.
    pub fn from_secs(secs: f64) -> Self {
        Self(nanos_from_secs(secs))
    }

    /// Nanoseconds since the start.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Seconds since the start.
    pub fn secs(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND
    }

    /// The time passed since `earlier`; zero if `earlier` lies in the future.
    pub const fn since(self, earlier: Self) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Span {
    /// A span of length zero.
    pub const ZERO: Self = Self(0);

    /// A span of `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// A span of `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis * 1_000_000)
    }

    /// A span of `secs` seconds, to the nearest nanosecond.
    pub fn from_secs(secs: f64) -> Self {
        Self(nanos_from_secs(secs))
    }

    /// The length in nanoseconds.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// The length in seconds.
    pub fn secs(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND
    }

    /// The transmission time of `bytes` bytes at `bits_per_second`, rounded half up to a whole nanosecond.
    ///
    /// All transmission times are computed here, so that all are rounded alike.
    pub const fn transmission(bytes: u32, bits_per_second: u64) -> Self {
        // 64 bits suffice for packets of up to 2 GB, and no scene has larger packets. Wider arithmetic is slow in
        // WebAssembly.
        const LARGEST: u32 = 2_000_000_000;
        let bytes = if bytes < LARGEST { bytes } else { LARGEST };
        let bit_nanos = bytes as u64 * (8 * 1_000_000_000);
        Self((bit_nanos + bits_per_second / 2) / bits_per_second)
    }
}

/// A link rate that caches the last transmission time. Most packets have the size of the packet before them, and the
/// division would cost more than everything else that a link does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinkRate {
    bits_per_second: u64,
    last: (u32, Span),
}

impl LinkRate {
    pub(crate) const fn new(bits_per_second: u64) -> Self {
        Self { bits_per_second, last: (0, Span::ZERO) }
    }

    /// See [`Span::transmission`].
    #[inline]
    pub(crate) const fn transmission(&mut self, bytes: u32) -> Span {
        if self.last.0 != bytes {
            self.last = (bytes, Span::transmission(bytes, self.bits_per_second));
        }
        self.last.1
    }
}

impl Add<Span> for SimTime {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for SimTime {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Span {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kilobyte_takes_eight_milliseconds_at_one_megabit() {
        assert_eq!(Span::transmission(1000, 1_000_000), Span::from_millis(8));
    }

    #[test]
    fn a_fraction_of_a_nanosecond_is_rounded_half_up() {
        assert_eq!(Span::transmission(1, 3_000_000_000), Span::from_nanos(3)); // 2.67
        assert_eq!(Span::transmission(1, 16_000_000_000), Span::from_nanos(1)); // 0.5
    }

    #[test]
    fn extreme_seconds_do_not_panic() {
        assert_eq!(SimTime::from_secs(-1.0), SimTime::ZERO);
        assert_eq!(SimTime::from_secs(f64::NAN), SimTime::ZERO);
        assert_eq!(SimTime::from_secs(f64::INFINITY), SimTime::MAX);
    }
}
