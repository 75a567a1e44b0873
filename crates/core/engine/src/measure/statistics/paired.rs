//! Student's t-test of paired runs: two disciplines run under the same seeds, and therefore with the same offered traffic.

use super::{Summary, student, summary};

/// Statistics of the differences a − b.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairedTest {
    /// Summary of the differences, in the unit of the values; for shares, in percentage *points*.
    pub difference: Summary,
    /// Mean difference divided by the mean of b: a relative change, not a number of percentage points.
    pub relative: f64,
    /// Mean difference divided by its standard error.
    pub t: f64,
    /// Two-sided p-value: the probability of a difference at least as large if no difference existed.
    pub p: f64,
}

/// Tests the pairs (a, b) of values of the same runs; `None` for fewer than two runs.
///
/// Student, "The probable error of a mean", Biometrika 6, 1908. The test assumes normal differences, which
/// [`shapiro_wilk`](super::shapiro_wilk) checks.
pub fn paired_test(pairs: &[(f64, f64)]) -> Option<PairedTest> {
    if pairs.len() < 2 {
        return None;
    }
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    let difference = summary(&differences);
    let count = pairs.len() as f64;
    let mean_b = pairs.iter().map(|(_, b)| b).sum::<f64>() / count;
    // If a equals b in every run, the deviation is 0 as well, and t would be 0/0.
    let t = if difference.mean == 0.0 { 0.0 } else { difference.mean / (difference.sd / count.sqrt()) };
    let p = student::two_sided_p(t, count - 1.0);
    Some(PairedTest { difference, relative: difference.mean / mean_b, t, p })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_of_one_to_five_have_the_computed_t() {
        let test = paired_test(&[1.0, 2.0, 3.0, 4.0, 5.0].map(|a| (a, 0.0))).unwrap();
        assert!((test.t - 4.242_641).abs() < 5e-7);
        assert!((test.p - 0.013_235_6).abs() < 5e-8);
        let Summary { mean, half_width, .. } = test.difference;
        assert!((mean - half_width - 1.036_757).abs() < 5e-7 && (mean + half_width - 4.963_243).abs() < 5e-7);
    }

    #[test]
    fn two_disciplines_over_six_runs_have_the_computed_t() {
        let pairs = [(0.30, 0.26), (0.28, 0.24), (0.33, 0.27), (0.31, 0.25), (0.29, 0.26), (0.32, 0.26)];
        let test = paired_test(&pairs).unwrap();
        let Summary { mean, half_width, .. } = test.difference;
        assert!((mean - 0.048_333).abs() < 5e-7);
        assert!((test.t - 8.907_279).abs() < 5e-7);
        assert!((test.p - 2.969_26e-4).abs() < 5e-10);
        assert!((mean - half_width - 0.034_385).abs() < 5e-7 && (mean + half_width - 0.062_282).abs() < 5e-7);
        // The difference is 4.8 percentage points, which is 18.8 % of b.
        assert!((test.relative - 0.188_312).abs() < 5e-7);
    }

    #[test]
    fn equal_runs_give_a_t_of_0() {
        let test = paired_test(&[(1.0, 1.0), (2.0, 2.0)]).unwrap();
        assert_eq!((test.t, test.p), (0.0, 1.0));
        let always_one_more = paired_test(&[(2.0, 1.0), (3.0, 2.0)]).unwrap();
        assert_eq!((always_one_more.t, always_one_more.p), (f64::INFINITY, 0.0));
        assert_eq!(paired_test(&[(1.0, 2.0)]), None);
    }
}
