//! Waiting times of packets: exact mean and maximum, and quantiles from a histogram of bounded size.

use super::distribution::{Distribution, MAX_PARTS, round_width};
use crate::base::footprint;
use crate::base::time::Span;

/// Number of buckets for each doubling of the waiting time. Every quantile is within 1/256 of its true value.
const BUCKETS_PER_OCTAVE: u32 = 128;
const SUB_BITS: u32 = BUCKETS_PER_OCTAVE.ilog2();

/// A histogram of waiting times whose buckets widen with the value.
#[derive(Clone, Debug, Default)]
pub struct DelayHistogram {
    counts: Vec<u32>,
    count: u64,
    sum_nanos: u128,
    /// Sum of the squared waiting times \[µs²\]. In this unit the sum does not overflow, even in a run of years.
    sum_of_squares: u128,
    max: Span,
}

impl DelayHistogram {
    /// Counts a waiting time.
    #[inline]
    pub fn add(&mut self, delay: Span) {
        let bucket = bucket_of(delay.nanos());
        match self.counts.get_mut(bucket) {
            Some(count) => *count += 1,
            None => self.add_longest(bucket),
        }
        self.count += 1;
        self.sum_nanos += u128::from(delay.nanos());
        let micros = u128::from(delay.nanos() / 1_000);
        self.sum_of_squares += micros * micros;
        self.max = self.max.max(delay);
    }

    /// Counts a waiting time that needs a new bucket, since it is the longest so far.
    #[cold]
    fn add_longest(&mut self, bucket: usize) {
        self.counts.resize(bucket + 1, 0);
        self.counts[bucket] = 1;
    }

    /// Clears all counts.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        (self.count, self.sum_nanos, self.sum_of_squares, self.max) = (0, 0, 0, Span::ZERO);
    }

    /// The waiting times counted since `before`, an earlier copy of this histogram. The counts do not give the maximum
    /// since then, so the maximum of the whole histogram is kept.
    pub(super) fn since(mut self, before: &Self) -> Self {
        for (count, earlier) in self.counts.iter_mut().zip(&before.counts) {
            *count -= earlier;
        }
        self.count -= before.count;
        self.sum_nanos -= before.sum_nanos;
        self.sum_of_squares -= before.sum_of_squares;
        self
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::block::<u32>(self.counts.len())
    }

    /// Number of waiting times that were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Mean waiting time \[s\]; `None` if no packet was counted.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum_nanos as f64 / self.count as f64 / 1e9)
    }

    /// Standard deviation of the waiting times \[s\], to the microsecond; `None` if no packet was counted.
    pub fn sd(&self) -> Option<f64> {
        let mean = self.mean()? * 1e6;
        Some((self.sum_of_squares as f64 / self.count as f64 - mean * mean).max(0.0).sqrt() / 1e6)
    }

    /// Largest waiting time \[s\]; `None` if no packet was counted.
    pub fn max(&self) -> Option<f64> {
        (self.count > 0).then(|| self.max.secs())
    }

    /// A quantile of the waiting times \[s\], such as the median for 0.5. The result is the middle of a bucket; `None`
    /// if no packet was counted.
    pub fn quantile(&self, quantile: f64) -> Option<f64> {
        let rank = ((quantile * self.count as f64).ceil() as u64).max(1);
        let mut seen = 0;
        for (bucket, &count) in self.counts.iter().enumerate() {
            seen += u64::from(count);
            if seen >= rank {
                return Some(middle_of(bucket).min(self.max.nanos() as f64) / 1e9);
            }
        }
        None
    }
}

impl DelayHistogram {
    /// The number of packets by waiting time \[s\], in intervals of a round width. If the edge of an interval cuts a bucket,
    /// the packets of the bucket are divided in proportion, rounded to whole packets.
    pub fn distribution(&self) -> Distribution {
        if self.count == 0 {
            return Distribution::default();
        }
        // One nanosecond more than the maximum, so that the maximum lies inside the last interval.
        let end = self.max.nanos().saturating_add(1).min(LONGEST_NANOS);
        let width = round_width(end.div_ceil(MAX_PARTS as u64));
        let count = end.div_ceil(width);
        let mut parts = Vec::with_capacity(count as usize);
        let (mut bucket, mut below, mut counted) = (0, 0, 0);
        for part in 1..=count {
            let edge = part * width;
            while bucket < self.counts.len() && low_of(bucket + 1) <= edge {
                below += u64::from(self.counts[bucket]);
                bucket += 1;
            }
            let cut = self.counts.get(bucket).map_or(0.0, |&inside| {
                let (low, next) = (low_of(bucket), low_of(bucket + 1));
                f64::from(inside) * edge.saturating_sub(low) as f64 / (next - low) as f64
            });
            let until = if part == count { self.count } else { below + cut as u64 };
            parts.push((until - counted) as f64);
            counted = until;
        }
        Distribution { edges: (0..=count).map(|edge| (edge * width) as f64 / 1e9).collect(), parts }
    }
}

/// The longest waiting time that has a bucket, about a century; longer times count in the last bucket.
const LONGEST_NANOS: u64 = 3_000_000_000_000_000_000;

/// The bucket of a waiting time. Each small value has its own bucket; larger values are sorted into buckets by their
/// leading bits.
fn bucket_of(nanos: u64) -> usize {
    let octave = (nanos | 1).ilog2().saturating_sub(SUB_BITS);
    ((u64::from(octave) << SUB_BITS) + (nanos >> octave)) as usize
}

fn low_of(bucket: usize) -> u64 {
    let bucket = bucket as u64;
    let octave = (bucket >> SUB_BITS).saturating_sub(1);
    (bucket - (octave << SUB_BITS)) << octave
}

fn middle_of(bucket: usize) -> f64 {
    let octave = (bucket as u64 >> SUB_BITS).saturating_sub(1);
    low_of(bucket) as f64 + ((1u64 << octave) - 1) as f64 / 2.0
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
            let got = delays.quantile(quantile).unwrap();
            assert!((got / secs - 1.0).abs() < 1.0 / 256.0, "{quantile}: {got}");
        }
        assert_eq!(delays.max(), Some(0.1));
        assert!((delays.mean().unwrap() - 0.050_000_5).abs() < 1e-12);
    }

    #[test]
    fn every_value_lies_in_its_bucket() {
        for nanos in (0..2_000).chain([1 << 20, (1 << 40) + 12_345, u64::MAX / 2]) {
            let middle = middle_of(bucket_of(nanos));
            assert!((middle - nanos as f64).abs() <= nanos as f64 / 256.0 + 0.5, "{nanos}: {middle}");
        }
    }

    #[test]
    fn a_distribution_counts_every_packet_in_its_part() {
        let mut delays = DelayHistogram::default();
        for slots in 0..250u64 {
            delays.add(Span::from_nanos(slots * 1_000_000 + 80));
        }
        let it = delays.distribution();
        assert_eq!((it.edges.len(), it.parts.len()), (126, 125));
        assert!((it.edges[1] - 0.002).abs() < 1e-15 && (it.edges[125] - 0.25).abs() < 1e-12);
        assert_eq!(it.parts.iter().sum::<f64>(), 250.0);
        // The 250 evenly spaced values fall into 125 intervals, two values each. The histogram's buckets are wider for
        // long waiting times, so there one value may count in a neighbouring interval.
        assert!(it.parts[..30].iter().all(|&part| part == 2.0), "{:?}", it.parts);
        assert!(it.parts.iter().all(|&part| (1.0..=3.0).contains(&part)), "{:?}", it.parts);
    }

    #[test]
    fn every_distribution_has_few_parts_and_counts_every_packet() {
        for nanos in [vec![0], vec![7, 7, 9], vec![1, 1 << 40], vec![u64::MAX, 3], (0..2_000).collect()] {
            let mut delays = DelayHistogram::default();
            nanos.iter().for_each(|&nanos| delays.add(Span::from_nanos(nanos)));
            let it = delays.distribution();
            assert!(it.parts.len() <= MAX_PARTS && it.edges.len() == it.parts.len() + 1, "{nanos:?}: {it:?}");
            assert_eq!(it.parts.iter().sum::<f64>(), nanos.len() as f64);
        }
    }

    #[test]
    fn without_a_count_every_statistic_is_none() {
        assert_eq!(DelayHistogram::default().distribution(), Distribution::default());
        let none = DelayHistogram::default();
        assert_eq!([none.quantile(0.5), none.mean(), none.sd(), none.max()], [None; 4]);
    }
}
