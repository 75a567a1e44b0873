//! The positions of drawn packets and of matches in the queue, which show whether draws from the rear match more often.

use crate::base::footprint;

/// Number of sections into which the queue is divided, from the rear (where arrivals enter) to the front.
pub const HIT_BINS: usize = 20;

/// Numbers of drawn packets and of matches, by relative position in the queue.
#[derive(Clone, Debug)]
pub struct DrawHits {
    /// Packets drawn, by section of the queue.
    pub draws: Vec<f64>,
    /// Matches among the drawn packets, by section of the queue.
    pub matches: Vec<f64>,
}

impl Default for DrawHits {
    fn default() -> Self {
        Self { draws: vec![0.0; HIT_BINS], matches: vec![0.0; HIT_BINS] }
    }
}

impl DrawHits {
    /// Counts a drawn packet at `place` (0 = front) of `waiting` queued packets.
    #[inline]
    pub fn add(&mut self, place: usize, waiting: usize, is_match: bool) {
        let bin = bin_of(place, waiting);
        self.draws[bin] += 1.0;
        if is_match {
            self.matches[bin] += 1.0;
        }
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        2 * footprint::block::<f64>(HIT_BINS)
    }
}

/// The section of the queue that contains `place`. Each packet occupies an equal part of the queue and counts at the
/// middle of its part, so a single packet counts in the middle of the queue.
fn bin_of(place: usize, waiting: usize) -> usize {
    let behind = waiting.saturating_sub(place + 1);
    (HIT_BINS * (2 * behind + 1) / (2 * waiting.max(1))).min(HIT_BINS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rear_is_the_first_section_and_the_front_is_the_last() {
        assert_eq!(bin_of(99, 100), 0);
        assert_eq!(bin_of(95, 100), 0);
        assert_eq!(bin_of(94, 100), 1);
        assert_eq!(bin_of(0, 100), HIT_BINS - 1);
        assert_eq!(bin_of(0, 1), HIT_BINS / 2);
        assert_eq!(bin_of(7, 0), HIT_BINS / 2, "an impossible place does not panic");
    }

    #[test]
    fn every_section_of_a_long_queue_has_equally_many_packets() {
        let mut hits = DrawHits::default();
        for place in 0..200 {
            hits.add(place, 200, place < 10);
        }
        assert_eq!(hits.draws, vec![10.0; HIT_BINS]);
        assert_eq!(hits.matches.iter().sum::<f64>(), 10.0);
        assert_eq!(hits.matches[HIT_BINS - 1], 10.0);
    }
}
