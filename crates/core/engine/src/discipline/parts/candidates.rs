//! The step shared by the CHOKe family: draws waiting packets and compares each with the arrival.
//!
//! Positions refer to the queue before any match is removed. A whole batch is drawn and compared first. Then the
//! matches are removed from rear to front, so that no removal shifts a match still to be removed.

use super::super::reason::Reason;
use super::super::{Context, Tracer};
use super::fifo::Fifo;
use crate::base::packet::FlowId;
use crate::base::rng::Chance;
use std::ops::Range;

/// How the packets of a batch are drawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum DrawMode {
    /// No packet is drawn twice, so a batch has at most as many packets as the region.
    Distinct,
    /// Each draw is from all packets. A packet that is drawn twice is compared twice and removed once.
    Independent,
}

impl DrawMode {
    /// The mode with this id; `Distinct` for an unknown id.
    pub fn read(id: &str) -> Self {
        match id {
            "independent" => Self::Independent,
            _ => Self::Distinct,
        }
    }
}

/// The packets drawn for one arrival, and the matches among them. The lists are empty between arrivals; their memory is
/// reused.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// The positions drawn in the current batch, ascending and without duplicates.
    drawn: Vec<usize>,
    /// The positions of matching packets, ascending and without duplicates.
    matched: Vec<usize>,
}

impl Candidates {
    /// Draws up to `count` packets of `region` and records those of the arrival's flow as matches. Returns the number
    /// of new matches.
    #[inline]
    pub fn draw<C: Chance, S: Tracer>(
        &mut self,
        mode: DrawMode,
        count: usize,
        region: Range<usize>,
        queue: &Fifo,
        flow: FlowId,
        cx: &mut Context<'_, C, S>,
    ) -> usize {
        if region.is_empty() {
            return 0;
        }
        self.begin();
        let count = match mode {
            DrawMode::Distinct => count.min(region.len()),
            DrawMode::Independent => count,
        };
        let before = self.matches();
        for _ in 0..count {
            self.draw_one(mode, &region, queue, flow, cx);
        }
        self.matches() - before
    }

    /// Begins a batch, in which every packet can be drawn again.
    pub fn begin(&mut self) {
        self.drawn.clear();
    }

    /// Clears the batch and the matches, for a new arrival.
    pub fn forget(&mut self) {
        self.begin();
        self.matched.clear();
    }

    /// The positions drawn in the current batch, ascending.
    pub fn drawn(&self) -> &[usize] {
        &self.drawn
    }

    /// Draws one more packet of the batch from `region`, and records a match. `region` must still hold an undrawn
    /// packet. Returns whether the packet matched.
    pub fn draw_one<C: Chance, S: Tracer>(
        &mut self,
        mode: DrawMode,
        region: &Range<usize>,
        queue: &Fifo,
        flow: FlowId,
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        let offset = match mode {
            DrawMode::Distinct => self.draw_another(region.len(), cx.chance),
            DrawMode::Independent => cx.chance.pick(region.len()),
        };
        self.compare(region.start + offset, queue, flow, cx)
    }

    /// Compares the flow of the packet at `place` with the arrival's flow, and records a match. Returns whether the
    /// packet matched.
    #[inline]
    pub fn compare<C: Chance, S: Tracer>(
        &mut self,
        place: usize,
        queue: &Fifo,
        flow: FlowId,
        cx: &mut Context<'_, C, S>,
    ) -> bool {
        let candidate = queue.flow_at(place);
        let is_match = candidate == flow;
        cx.tracer.draw(place, candidate, is_match);
        if is_match {
            self.note_match(place);
        }
        is_match
    }

    #[inline(never)]
    fn note_match(&mut self, place: usize) {
        if let Err(rank) = self.matched.binary_search(&place) {
            self.matched.insert(rank, place);
        }
    }

    /// The number of matches so far.
    pub fn matches(&self) -> usize {
        self.matched.len()
    }

    /// Drops every matching packet from the queue and clears the matches.
    pub fn evict<C: Chance, S: Tracer>(&mut self, queue: &mut Fifo, cx: &mut Context<'_, C, S>) {
        while let Some(place) = self.matched.pop() {
            queue.evict(place, Reason::MatchVictim, cx);
        }
    }

    /// Clears the matches but leaves their packets in the queue.
    pub fn spare(&mut self) {
        self.matched.clear();
    }

    /// A position in `0..len` that has not been drawn yet, chosen uniformly at random.
    fn draw_another(&mut self, len: usize, chance: &mut impl Chance) -> usize {
        let mut place = chance.pick(len - self.drawn.len());
        let mut rank = 0;
        // Skip the positions already drawn, which are in ascending order.
        while let Some(&taken) = self.drawn.get(rank)
            && taken <= place
        {
            place += 1;
            rank += 1;
        }
        self.drawn.insert(rank, place);
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Draw, Script, Stream};

    #[test]
    fn distinct_draws_skip_the_places_already_drawn() {
        let mut candidates = Candidates::default();
        let mut script = Script::new([Draw::Index(5, 1), Draw::Index(4, 1), Draw::Index(3, 0), Draw::Index(2, 1)]);
        let places: Vec<_> = (0..5).map(|_| candidates.draw_another(5, &mut script)).collect();
        // Each scripted draw is an index among the positions not drawn yet: first 0 1 2 3 4, then 0 2 3 4, 0 3 4 and 3
        // 4. Position 3 is left for the last draw.
        assert_eq!(places, [1, 2, 0, 4, 3]);
        assert!(script.is_used_up());
    }

    #[test]
    fn every_pair_of_places_is_equally_likely() {
        let mut stream = Stream::named(3, "pairs");
        let mut hits = [[0u32; 4]; 4];
        for _ in 0..60_000 {
            let mut candidates = Candidates::default();
            let first = candidates.draw_another(4, &mut stream);
            hits[first][candidates.draw_another(4, &mut stream)] += 1;
        }
        for (first, row) in hits.iter().enumerate() {
            for (second, &n) in row.iter().enumerate() {
                // The count of each of the 12 ordered pairs is binomial, with an expectation of 5,000 and a standard
                // deviation of 68. The tolerance is five standard deviations.
                let expected = if first == second { 0 } else { 5_000 };
                assert!(n.abs_diff(expected) < 340, "{first} then {second}: {n}");
            }
        }
    }
}
