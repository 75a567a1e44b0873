//! Wilcoxon's signed-rank test: compares two disciplines without assuming normal differences.

use super::normal;
use serde::Serialize;
use ts_rs::TS;

/// The largest number of differences for which p is computed exactly, by counting all ways to give them signs. For more
/// differences, the normal distribution is accurate enough.
const MOST_COUNTED: usize = 50;

/// The result of the test on the ranks of the differences a − b.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct SignedRank {
    /// Number of differences that are not 0; differences of 0 are left out.
    pub count: usize,
    /// Sum of the ranks of the positive differences.
    pub positive: f64,
    /// Sum of the ranks of the negative differences.
    pub negative: f64,
    /// The p-value: the probability of sums at least as unequal if each difference were positive or negative with equal
    /// probability.
    pub p: f64,
    /// Whether p is exact rather than computed from the normal distribution.
    pub exact: bool,
}

/// Tests the differences of paired runs; `None` if all differences are 0.
///
/// F. Wilcoxon, "Individual comparisons by ranking methods", Biometrics Bulletin 1(6), 1945. Differences of 0 are left
/// out, and equal differences share their mean rank. For up to 50 differences p is exact, even with ties. For more
/// differences p comes from the normal distribution, corrected for ties and continuity. SciPy's `wilcoxon` returns the
/// same p for the differences that are not 0. Its argument `method` is `"exact"` without ties,
/// `PermutationMethod(n_resamples=inf)` with ties, and `"asymptotic"` with `correction=True` for more than 50
/// differences.
pub fn signed_rank_test(differences: &[f64]) -> Option<SignedRank> {
    let kept: Vec<f64> = differences.iter().copied().filter(|&difference| difference != 0.0).collect();
    if kept.is_empty() || kept.iter().any(|difference| difference.is_nan()) {
        return None;
    }
    let doubled = doubled_ranks(&kept);
    let of_sign = |is_positive: bool| -> u64 {
        kept.iter().zip(&doubled).filter(|(value, _)| (**value > 0.0) == is_positive).map(|(_, rank)| rank).sum()
    };
    let (positive, negative) = (of_sign(true), of_sign(false));
    let smaller = positive.min(negative);
    let exact = kept.len() <= MOST_COUNTED;
    let p = if exact { counted_p(&doubled, smaller) } else { normal_p(&doubled, smaller) };
    Some(SignedRank { count: kept.len(), positive: positive as f64 / 2.0, negative: negative as f64 / 2.0, p, exact })
}

/// Twice the rank of each difference by its absolute value. Equal absolute values share the mean of their ranks; twice
/// this mean is a whole number.
fn doubled_ranks(differences: &[f64]) -> Vec<u64> {
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let sorted = super::sorted(&sizes);
    let rank = |size: f64| sorted.partition_point(|it| *it < size) + sorted.partition_point(|it| *it <= size) + 1;
    sizes.iter().map(|&size| rank(size) as u64).collect()
}

/// The two-sided p-value. It is twice the share of all choices of signs in which the ranks with a positive sign add up
/// to at most `smaller`.
fn counted_p(doubled: &[u64], smaller: u64) -> f64 {
    let mut share_of_sum = vec![0.0; smaller as usize + 1];
    share_of_sum[0] = 1.0;
    for &rank in doubled {
        for sum in (0..share_of_sum.len()).rev() {
            let without = sum.checked_sub(rank as usize).map_or(0.0, |rest| share_of_sum[rest]);
            share_of_sum[sum] = 0.5 * (share_of_sum[sum] + without);
        }
    }
    (2.0 * share_of_sum.iter().sum::<f64>()).min(1.0)
}

fn normal_p(doubled: &[u64], smaller: u64) -> f64 {
    // The ranks are doubled here; in plain ranks the mean is Σr/2 and the variance Σr²/4.
    let mean = doubled.iter().sum::<u64>() as f64 / 4.0;
    let deviation = (doubled.iter().map(|rank| rank * rank).sum::<u64>() as f64 / 16.0).sqrt();
    let distance = (mean - smaller as f64 / 2.0 - 0.5).max(0.0);
    2.0 * normal::upper_tail(distance / deviation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_differences_of_one_sign_have_a_p_of_one_sixteenth() {
        let test = signed_rank_test(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!((test.positive, test.negative, test.p), (15.0, 0.0, 0.0625));
    }

    #[test]
    fn nine_patients_before_and_after_have_the_published_p() {
        // The data are from Hollander and Wolfe 1973, p. 29: Hamilton depression scores, in thousandths.
        let before = [1830, 500, 1620, 2480, 1680, 1880, 1550, 3060, 1300];
        let after = [878, 647, 598, 2050, 1060, 1290, 1060, 3140, 1290];
        let differences: Vec<_> = before.iter().zip(after).map(|(before, after)| f64::from(before - after)).collect();
        let test = signed_rank_test(&differences).unwrap();
        assert_eq!((test.positive, test.negative, test.p), (40.0, 5.0, 0.039_062_5));
    }

    #[test]
    fn equal_differences_share_their_rank_and_zeros_do_not_count() {
        let test = signed_rank_test(&[1.0, -1.0, 2.0, 2.0, 0.0, -3.0, 4.0, 5.0, 5.0, 5.0, -2.0]).unwrap();
        assert_eq!((test.count, test.positive, test.negative), (10, 43.5, 11.5));
        // Ten differences can have their signs in 1024 ways. In 114 of these, the two sums of ranks differ at least as
        // much as 43.5 and 11.5; they were counted one by one.
        assert_eq!(test.p, 114.0 / 1024.0);
    }

    #[test]
    fn for_many_differences_p_comes_from_the_normal_distribution() {
        let differences: Vec<_> = (0..60).map(|i| f64::from((i * 37) % 101 - 45) / 7.0).collect();
        let test = signed_rank_test(&differences).unwrap();
        // The expected value is from SciPy 1.17.1, method "approx" with correction.
        assert_eq!(test.positive.min(test.negative), 763.5);
        assert!((test.p - 0.266_288_234).abs() < 5e-10, "{}", test.p);
    }

    #[test]
    fn equal_runs_have_no_result() {
        assert_eq!(signed_rank_test(&[0.0; 4]), None);
        assert_eq!(signed_rank_test(&[1.0, f64::NAN]), None);
        assert_eq!(signed_rank_test(&[1.0, -1.0]).unwrap().p, 1.0);
    }
}
