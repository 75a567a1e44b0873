//! How much time the queue spent at each length.

use super::distribution::{Distribution, MAX_PARTS};
use crate::base::footprint;
use crate::base::time::Span;

/// The longest queue length that is counted separately. Longer queues, which only a discipline with a limit in bytes
/// can have, count as this length.
const LONGEST: usize = 10_000;

/// The exact time spent at each queue length.
#[derive(Clone, Debug, Default)]
pub struct Occupancy {
    nanos: Vec<u64>,
}

impl Occupancy {
    /// Adds the time `held` during which `packets` packets were queued.
    #[inline]
    pub fn add(&mut self, packets: usize, held: Span) {
        let packets = packets.min(LONGEST);
        match self.nanos.get_mut(packets) {
            Some(nanos) => *nanos += held.nanos(),
            None => self.add_longest(packets, held),
        }
    }

    /// Adds time for a queue length that needs a new entry, because it is the longest so far.
    #[cold]
    fn add_longest(&mut self, packets: usize, held: Span) {
        self.nanos.resize(packets + 1, 0);
        self.nanos[packets] = held.nanos();
    }

    /// Clears all times.
    pub fn clear(&mut self) {
        self.nanos.fill(0);
    }

    pub(super) fn since(mut self, before: &Self) -> Self {
        for (nanos, earlier) in self.nanos.iter_mut().zip(&before.nanos) {
            *nanos -= earlier;
        }
        self
    }

    /// The share of the time in which at least `packets` packets were queued; 0 before the first count.
    pub fn share_from(&self, packets: usize) -> f64 {
        let total = self.total();
        let part: u64 = self.nanos.iter().skip(packets).sum();
        if total == 0 { 0.0 } else { part as f64 / total as f64 }
    }

    /// A quantile of the queue length, weighted by time \[packets\]. For 0.95, the queue has at most this length during
    /// 95 % of the time.
    pub fn quantile(&self, quantile: f64) -> u64 {
        let wanted = quantile * self.total() as f64;
        let mut seen = 0;
        for (packets, nanos) in self.nanos.iter().enumerate() {
            seen += nanos;
            if seen as f64 >= wanted {
                return packets as u64;
            }
        }
        0
    }

    /// The time \[s\] by queue length, in intervals of whole numbers of packets.
    pub fn distribution(&self) -> Distribution {
        let used = self.nanos.iter().rposition(|&nanos| nanos > 0).map_or(0, |last| last + 1);
        let mut width = 1;
        while used > width * MAX_PARTS {
            width *= 2;
        }
        let parts: Vec<f64> =
            self.nanos[..used].chunks(width).map(|part| part.iter().sum::<u64>() as f64 / 1e9).collect();
        Distribution { edges: (0..=parts.len()).map(|edge| (edge * width) as f64).collect(), parts }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.nanos)
    }

    fn total(&self) -> u64 {
        self.nanos.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Span {
        Span::from_millis(millis)
    }

    #[test]
    fn a_queue_of_nothing_then_four_then_two_has_the_expected_shares() {
        let mut queue = Occupancy::default();
        for (packets, held) in [(0, 10), (4, 20), (2, 60), (4, 10)] {
            queue.add(packets, ms(held));
        }
        let it = queue.distribution();
        assert_eq!(it.edges, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(it.parts, [0.01, 0.0, 0.06, 0.0, 0.03]);
        assert_eq!((queue.share_from(0), queue.share_from(1), queue.share_from(3)), (1.0, 0.9, 0.3));
        assert_eq!([0.05, 0.1, 0.11, 0.7, 0.71, 1.0].map(|share| queue.quantile(share)), [0, 0, 2, 2, 4, 4]);
        queue.clear();
        assert_eq!((queue.share_from(0), queue.quantile(0.5), queue.distribution().parts.len()), (0.0, 0, 0));
    }

    #[test]
    fn a_long_queue_has_few_intervals_and_the_longest_length_is_bounded() {
        let mut queue = Occupancy::default();
        (0..300).for_each(|packets| queue.add(packets, ms(1)));
        let it = queue.distribution();
        assert_eq!((it.edges.len(), it.parts.len(), it.edges[1]), (76, 75, 4.0));
        assert!(it.parts.iter().all(|part| (part - 0.004).abs() < 1e-12));
        queue.add(usize::MAX, ms(1));
        assert_eq!(queue.quantile(1.0), LONGEST as u64);
        assert!(queue.distribution().parts.len() <= MAX_PARTS);
    }
}
