//! The values of a quantity over the seeds that were run, and their statistics.

use super::unit::Unit;
use crate::measure::{Summary, summary};

/// A difference counts if it exceeds this many standard errors.
pub(super) const CLEAR: f64 = 2.0;

/// The values of a quantity in some runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Samples {
    /// Pairs of seed and value, in order of the seeds.
    pub(super) by_seed: Vec<(u64, f64)>,
    /// Whether any run has not reached its end.
    pub(super) has_unfinished: bool,
    /// Number of runs in which the quantity has no value.
    pub(super) left_out: usize,
}

/// Whether a mean is above a number, below it or equal to it, or too close for a decision.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Side {
    Above,
    Below,
    /// Equal to the number in every run.
    On,
    Unclear,
}

impl Samples {
    pub(super) fn values(&self) -> Vec<f64> {
        self.by_seed.iter().map(|(_, value)| *value).collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.by_seed.is_empty()
    }

    /// Whether a verdict from these values is tentative: there is only one run, or some run has not ended.
    pub(super) fn is_tentative(&self) -> bool {
        self.has_unfinished || self.by_seed.len() == 1
    }

    /// Mean, deviation and half-width; `None` if there is no value.
    pub(super) fn summary(&self) -> Option<Summary> {
        (!self.is_empty()).then(|| summary(&self.values()))
    }

    pub(super) fn mean(&self) -> Option<f64> {
        Some(self.summary()?.mean)
    }

    /// For each seed that both samples have: the seed, the value of `self`, and the value of `other`.
    pub(super) fn pairs(&self, other: &Self) -> impl Iterator<Item = (u64, f64, f64)> {
        self.by_seed.iter().filter_map(|&(seed, value)| {
            let place = other.by_seed.binary_search_by_key(&seed, |(seed, _)| *seed).ok()?;
            Some((seed, value, other.by_seed[place].1))
        })
    }

    /// Combines the two values of every seed that both samples have.
    pub(super) fn paired(&self, other: &Self, combine: fn(f64, f64) -> f64) -> Self {
        let pairs = self.pairs(other).map(|(seed, a, b)| (seed, combine(a, b)));
        let by_seed: Vec<_> = pairs.filter(|(_, value)| value.is_finite()).collect();
        // A pair of runs counts as left out if one of the runs has no value, or if the two values cannot be combined. A
        // seed with a run in only one of the samples forms no pair, and does not count as left out.
        let runs = |it: &Self| it.by_seed.len() + it.left_out;
        Self {
            left_out: runs(self).min(runs(other)).saturating_sub(by_seed.len()),
            by_seed,
            has_unfinished: self.has_unfinished || other.has_unfinished,
        }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.paired(other, |a, b| a - b)
    }

    /// [`Side::Above`] or [`Side::Below`] if the mean is more than two standard errors from `number`; otherwise
    /// [`Side::Unclear`], or [`Side::On`] if several runs all have exactly this value.
    pub(super) fn side_of(&self, number: f64) -> Side {
        let Some(Summary { count, mean, sd, .. }) = self.summary() else { return Side::Unclear };
        let margin = CLEAR * sd / (count as f64).sqrt();
        match mean - number {
            above if above > margin => Side::Above,
            below if below < -margin => Side::Below,
            _ if margin == 0.0 && count > 1 => Side::On,
            _ => Side::Unclear,
        }
    }

    /// `0.2490 ± 0.0021`, without the unit.
    pub(super) fn in_words(&self, unit: Unit) -> String {
        match self.summary() {
            None => "no run yet".into(),
            Some(Summary { mean, half_width, .. }) => unit.interval(mean, half_width),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(values: &[f64]) -> Samples {
        Samples { by_seed: (1..).zip(values.iter().copied()).collect(), has_unfinished: false, ..Samples::default() }
    }

    #[test]
    fn a_difference_counts_beyond_two_standard_errors() {
        // The mean is 3, the deviation 1.5811 and the standard error 0.7071; two standard errors are 1.4142.
        let values = samples(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(values.side_of(1.58), Side::Above);
        assert_eq!(values.side_of(1.59), Side::Unclear);
        assert_eq!(values.side_of(4.41), Side::Unclear);
        assert_eq!(values.side_of(4.42), Side::Below);
    }

    #[test]
    fn runs_with_equal_values_are_clear_and_a_single_run_is_above_or_below() {
        assert_eq!(samples(&[2.0, 2.0]).side_of(2.0), Side::On);
        assert_eq!(samples(&[2.0, 2.0]).side_of(1.9), Side::Above);
        assert_eq!(samples(&[2.0]).side_of(1.9), Side::Above);
        assert_eq!(samples(&[2.0]).side_of(2.0), Side::Unclear);
        assert_eq!(samples(&[]).side_of(0.0), Side::Unclear);
    }

    #[test]
    fn pairs_are_formed_by_seed_and_not_by_index() {
        let a = Samples { by_seed: vec![(1, 10.0), (2, 20.0), (4, 40.0)], has_unfinished: false, ..Samples::default() };
        let b = Samples { by_seed: vec![(2, 1.0), (3, 2.0), (4, 3.0)], has_unfinished: true, ..Samples::default() };
        let difference = a.minus(&b);
        assert_eq!(difference.by_seed, [(2, 19.0), (4, 37.0)]);
        assert!(difference.has_unfinished);
        assert_eq!(
            b.paired(&samples(&[0.0, 0.0]), |a, b| a / b).by_seed,
            [],
            "a ratio with the divisor 0 has no value"
        );
    }

    #[test]
    fn the_worked_pair_is_a_clear_difference() {
        // The mean is 0.048333, and the 95 % interval is [0.034385, 0.062282].
        let a = samples(&[0.30, 0.28, 0.33, 0.31, 0.29, 0.32]);
        let b = samples(&[0.26, 0.24, 0.27, 0.25, 0.26, 0.26]);
        let difference = a.minus(&b);
        let Summary { mean, half_width, count, .. } = difference.summary().unwrap();
        assert_eq!(count, 6);
        assert!((mean - half_width - 0.034_385).abs() < 1e-6 && (mean + half_width - 0.062_282).abs() < 1e-6);
        assert_eq!(difference.side_of(0.0), Side::Above);
        assert_eq!(difference.in_words(Unit::Plain), "0.048 ± 0.014");
    }
}
