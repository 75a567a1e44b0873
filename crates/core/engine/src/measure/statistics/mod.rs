//! Statistics of independent runs: intervals, comparisons of paired runs, and checks of their assumptions.

mod family;
mod halves;
mod normal;
mod paired;
mod pearson;
mod shapiro_wilk;
mod spread;
pub mod student;
mod wilcoxon;

pub use family::{FAMILY_ERROR, FamilyTest, holm, paired_family};
pub use halves::{FEWEST_FOR_HALVES, HalfSums, Halves};
pub use paired::{PairedTest, paired_test};
pub use pearson::{Correlation, pearson};
pub use shapiro_wilk::{MOST_FOR_NORMALITY, ShapiroWilk, shapiro_wilk};
pub use spread::{Described, Spread, described, interval_of_share, spread};
pub use wilcoxon::{SignedRank, signed_rank_test};

/// Mean, standard deviation and the half-width of the 95 % confidence interval of independent values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Number of values.
    pub count: usize,
    /// Mean of the values.
    pub mean: f64,
    /// Sample standard deviation (n − 1); 0 for a single value.
    pub sd: f64,
    /// Half-width of the 95 % confidence interval of the mean by Student's t; not a number for a single value.
    pub half_width: f64,
}

impl Summary {
    /// Half-width of the 95 % prediction interval of one further run, t·s·√(1 + 1/n); not a number for a single value.
    /// A value printed in a paper comes from one or a few runs, so it should be compared with this interval, not with
    /// the confidence interval of the mean.
    pub fn prediction_half_width(&self) -> f64 {
        self.half_width * ((self.count + 1) as f64).sqrt()
    }
}

/// Summarises values of independent runs.
pub fn summary(values: &[f64]) -> Summary {
    let count = values.len();
    let mean = values.iter().sum::<f64>() / count as f64;
    if count < 2 {
        return Summary { count, mean, sd: 0.0, half_width: f64::NAN };
    }
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    let sd = (squares / (count - 1) as f64).sqrt();
    let half_width = student::quantile(0.975, (count - 1) as f64) * sd / (count as f64).sqrt();
    Summary { count, mean, sd, half_width }
}

/// The values in ascending order. Insertion sort is fast enough for a few thousand values, and a general sort would add
/// 1 % to the page's download.
pub(crate) fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = Vec::with_capacity(values.len());
    for value in values {
        sorted.insert(sorted.partition_point(|other| other <= value), *value);
    }
    sorted
}

/// Random numbers for tests that measure error rates.
#[cfg(test)]
mod draws {
    use crate::base::math;
    use crate::base::rng::{Chance, Stream};

    /// A normal random number of mean 0 and standard deviation 1 (Box and Muller).
    pub(super) fn normal(chance: &mut Stream) -> f64 {
        let (radius, angle) = (1.0 - chance.unit(), std::f64::consts::TAU * chance.unit());
        (-2.0 * math::ln(radius)).sqrt() * math::sin_cos(angle).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_of_one_to_five_is_as_computed_by_hand() {
        let summary = summary(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(summary.mean, 3.0);
        assert!((summary.sd - 1.581_139).abs() < 1e-6);
        // The confidence interval is [1.036757, 4.963243].
        assert!((summary.half_width - 1.963_243).abs() < 1e-6);
    }

    #[test]
    fn the_sample_deviation_equals_that_of_the_thesis() {
        // Table IV of the CHOKeD thesis prints sample deviations. The result equals the printed deviation to its last
        // digit.
        assert!((summary(&[220.1, 211.5, 390.3]).sd - 100.84).abs() < 0.005);
    }

    #[test]
    fn one_run_has_no_interval() {
        let summary = summary(&[3.0]);
        assert_eq!((summary.mean, summary.sd), (3.0, 0.0));
        assert!(summary.half_width.is_nan());
    }
}
