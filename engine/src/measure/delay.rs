//! Waiting times of packets: mean and maximum exactly, quantiles from a histogram of bounded size.

use crate::footprint;
use crate::time::Span;

/// Buckets per doubling: a quantile is within 1/256 of the true one.
const BUCKETS_PER_OCTAVE: u32 = 128;
const SUB_BITS: u32 = BUCKETS_PER_OCTAVE.ilog2();

/// A histogram of spans whose buckets grow with the value.
#[derive(Clone, Debug, Default)]
pub struct DelayHistogram {
    counts: Vec<u32>,
    count: u64,
    sum_nanos: u128,
    /// In microseconds, so that it holds years of packets.
    sum_of_squares: u128,
    max: Span,
}

impl DelayHistogram {
    /// Counts a waiting time.
    #[inline]
    pub fn add(&mut self, delay: Span) {
        let bucket = bucket_of(delay.nanos());
        if bucket >= self.counts.len() {
            self.counts.resize(bucket + 1, 0);
        }
        self.counts[bucket] += 1;
        self.count += 1;
        self.sum_nanos += u128::from(delay.nanos());
        let micros = u128::from(delay.nanos() / 1_000);
        self.sum_of_squares += micros * micros;
        self.max = self.max.max(delay);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        (self.count, self.sum_nanos, self.sum_of_squares, self.max) = (0, 0, 0, Span::ZERO);
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        footprint::block::<u32>(self.counts.len())
    }

    /// How many waiting times were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean \[s\], 0 if there are none.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum_nanos as f64 / self.count as f64 / 1e9 }
    }

    /// Their standard deviation \[s\], to the microsecond; 0 if there are none.
    pub fn sd(&self) -> f64 {
        if self.count == 0 {
            return 0.0;
        }
        let mean = self.mean() * 1e6;
        (self.sum_of_squares as f64 / self.count as f64 - mean * mean).max(0.0).sqrt() / 1e6
    }

    /// The largest \[s\].
    pub fn max(&self) -> f64 {
        self.max.secs()
    }

    /// The value \[s\] below which the share `quantile` of them lies; the middle of its bucket, 0 if there are none.
    pub fn quantile(&self, quantile: f64) -> f64 {
        let rank = ((quantile * self.count as f64).ceil() as u64).max(1);
        let mut seen = 0;
        for (bucket, &count) in self.counts.iter().enumerate() {
            seen += u64::from(count);
            if seen >= rank {
                return middle_of(bucket).min(self.max.nanos() as f64) / 1e9;
            }
        }
        0.0
    }
}

/// Values below the number of buckets have one each; above, the leading bits choose the bucket.
fn bucket_of(nanos: u64) -> usize {
    let octave = (nanos | 1).ilog2().saturating_sub(SUB_BITS);
    ((u64::from(octave) << SUB_BITS) + (nanos >> octave)) as usize
}

fn middle_of(bucket: usize) -> f64 {
    let bucket = bucket as u64;
    let octave = (bucket >> SUB_BITS).saturating_sub(1);
    let low = (bucket - (octave << SUB_BITS)) << octave;
    low as f64 + ((1u64 << octave) - 1) as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_the_width_of_a_bucket() {
        let mut delays = DelayHistogram::default();
        for micros in 1..=100_000u64 {
            delays.add(Span::from_nanos(micros * 1_000));
        }
        for (quantile, secs) in [(0.5, 0.05), (0.95, 0.095), (0.99, 0.099)] {
            let got = delays.quantile(quantile);
            assert!((got / secs - 1.0).abs() < 1.0 / 256.0, "{quantile}: {got}");
        }
        assert_eq!(delays.max(), 0.1);
        assert!((delays.mean() - 0.050_000_5).abs() < 1e-12);
    }

    #[test]
    fn every_value_lies_in_its_bucket() {
        for nanos in (0..2_000).chain([1 << 20, (1 << 40) + 12_345, u64::MAX / 2]) {
            let middle = middle_of(bucket_of(nanos));
            assert!((middle - nanos as f64).abs() <= nanos as f64 / 256.0 + 0.5, "{nanos}: {middle}");
        }
    }

    #[test]
    fn nothing_counted_gives_nothing() {
        assert_eq!(DelayHistogram::default().quantile(0.5), 0.0);
        assert_eq!(DelayHistogram::default().mean(), 0.0);
    }
}
