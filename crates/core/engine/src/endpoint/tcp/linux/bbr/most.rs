//! A windowed maximum over the last ten rounds, computed from three stored values.
//!
//! Source: K. Nichols' windowed filter in Linux 6.12 (win_minmax.c).

/// The number of rounds for which a value can be the maximum.
const ROUNDS: u64 = 10;

/// A windowed maximum. The three stored values are the maximum, the maximum of the values after it, and the maximum of
/// the values after the second stored value.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MostOf {
    pub(super) best: [(u64, f64); 3],
}

impl MostOf {
    pub(super) fn most(&self) -> f64 {
        self.best[0].1
    }

    pub(super) fn take(&mut self, round: u64, value: f64) {
        let sample = (round, value);
        if value >= self.best[0].1 || round - self.best[2].0 > ROUNDS {
            self.best = [sample; 3];
            return;
        }
        if value >= self.best[1].1 {
            (self.best[1], self.best[2]) = (sample, sample);
        } else if value >= self.best[2].1 {
            self.best[2] = sample;
        }
        let passed = round - self.best[0].0;
        if passed > ROUNDS {
            self.best = [self.best[1], self.best[2], sample];
            if round - self.best[0].0 > ROUNDS {
                self.best = [self.best[1], self.best[2], sample];
            }
        } else if self.best[1].0 == self.best[0].0 && passed > ROUNDS / 4 {
            (self.best[1], self.best[2]) = (sample, sample);
        } else if self.best[2].0 == self.best[1].0 && passed > ROUNDS / 2 {
            self.best[2] = sample;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_counts_for_ten_rounds_and_the_greatest_later_value_follows() {
        let mut most = MostOf::default();
        most.take(1, 9.0);
        for round in 2..=11 {
            most.take(round, if round == 5 { 7.0 } else { 3.0 });
            assert_eq!(most.most(), 9.0, "round {round}");
        }
        most.take(12, 3.0);
        assert_eq!(most.most(), 7.0);
    }
}
