//! Tests whether a quantity has settled, by comparing its values in the two halves of the measured window, run by run.

use super::student;

/// With fewer runs, the halves are not compared.
pub const FEWEST_FOR_HALVES: u32 = 3;
/// The probability of reporting a settled quantity as not settled.
const BY_CHANCE: f64 = 0.01;
/// The smallest difference of the means that matters, as a fraction of the larger mean.
const APART: f64 = 0.05;

/// Comparison of a quantity in the two halves of the measured window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Halves {
    /// The means of the first and the second half.
    pub means: [f64; 2],
    /// Whether the difference of the means is significant and large enough to matter.
    pub is_settling: bool,
}

/// Sums over pairs (first half, second half) of independent runs. The comparison needs only these sums, whatever the number
/// of runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HalfSums {
    count: u32,
    values: [f64; 2],
    difference: f64,
    square: f64,
}

impl HalfSums {
    /// Adds a run.
    pub fn add(&mut self, [first, second]: [f64; 2]) {
        let difference = second - first;
        self.count += 1;
        self.values = [self.values[0] + first, self.values[1] + second];
        self.difference += difference;
        self.square += difference * difference;
    }

    /// Compares the halves; `None` for fewer than three runs.
    ///
    /// Both halves have the same length, because some quantities, such as fairness, depend on the length of the window. The
    /// test is Student's t-test of the paired differences. Geweke (1992) compares an early and a late part of a chain in a
    /// similar way.
    pub fn compared(&self) -> Option<Halves> {
        if self.count < FEWEST_FOR_HALVES {
            return None;
        }
        let count = f64::from(self.count);
        let means = self.values.map(|sum| sum / count);
        let difference = self.difference / count;
        let is_apart = difference.abs() >= APART * means[0].abs().max(means[1].abs());
        let variance = ((self.square - self.difference * difference) / (count - 1.0)).max(0.0);
        // If all runs differ by almost the same amount, the variance is only rounding error; the bound keeps t finite.
        let error = (variance / count).sqrt().max(f64::EPSILON * difference.abs());
        let is_clear = difference != 0.0 && student::two_sided_p(difference / error, count - 1.0) < BY_CHANCE;
        Some(Halves { means, is_settling: is_clear && is_apart })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;
    use crate::measure::statistics::draws::normal;

    fn compared(pairs: &[[f64; 2]]) -> Option<Halves> {
        let mut sums = HalfSums::default();
        pairs.iter().for_each(|pair| sums.add(*pair));
        sums.compared()
    }

    fn pairs(runs: usize, shift: f64, chance: &mut Stream) -> Vec<[f64; 2]> {
        // The values of runs have mean 1 and standard deviation 0.1. Each half of a run adds an independent deviation
        // with standard deviation 0.05.
        (0..runs)
            .map(|_| {
                let run = 1.0 + 0.1 * normal(chance);
                [run + 0.05 * normal(chance), run + shift + 0.05 * normal(chance)]
            })
            .collect()
    }

    fn rate(runs: usize, shift: f64) -> f64 {
        let chance = &mut Stream::named(1, "halves");
        let groups = 4_000;
        let seen = (0..groups).filter(|_| compared(&pairs(runs, shift, chance)).unwrap().is_settling).count();
        seen as f64 / f64::from(groups)
    }

    #[test]
    fn a_settled_quantity_is_seldom_reported_but_a_difference_of_a_tenth_is() {
        for runs in [3, 10, 30] {
            let (settled, settling) = (rate(runs, 0.0), rate(runs, 0.1));
            println!("{runs} runs: {settled} of those that have settled, {settling} of those that differ by a tenth");
            assert!(settled <= 0.012, "{runs} runs: {settled}");
            assert!(runs < 30 || settling >= 0.95, "{runs} runs: {settling}");
        }
    }

    #[test]
    fn a_difference_that_does_not_matter_is_not_reported() {
        assert!(!compared(&[[1.0, 1.02]; 5]).unwrap().is_settling);
        assert!(compared(&[[1.0, 1.06]; 5]).unwrap().is_settling);
        assert!(!compared(&[[0.0, 0.0]; 5]).unwrap().is_settling);
        assert_eq!(compared(&[[1.0, 2.0]; 2]), None);
    }
}
