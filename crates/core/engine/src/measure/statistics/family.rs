//! A family of paired comparisons, with p-values corrected for the number of comparisons.

use super::{PairedTest, ShapiroWilk, paired_test, shapiro_wilk};

/// The family-wise error rate: the probability that a family of comparisons shows a difference although there is none.
pub const FAMILY_ERROR: f64 = 0.05;

/// A paired comparison within a family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FamilyTest {
    /// Student's t-test of the differences a − b, uncorrected.
    pub test: PairedTest,
    /// The test for normality of the differences. `None` if there are fewer than 3 or more than 5,000 pairs, or if all
    /// differences are equal.
    pub normality: Option<ShapiroWilk>,
    /// Holm's adjusted p-value. If differences with p below a limit are accepted, the probability of any false positive
    /// in the family is at most this limit.
    pub p: f64,
    /// Whether the mean difference is significantly different from 0: p is below [`FAMILY_ERROR`].
    pub differs: bool,
}

/// Tests several lists of pairs (a, b) of values of the same runs as one family; returns one result for each list. A
/// list of fewer than two pairs has the result `None` and does not count in the family.
pub fn paired_family(comparisons: &[Vec<(f64, f64)>]) -> Vec<Option<FamilyTest>> {
    let tests: Vec<Option<PairedTest>> = comparisons.iter().map(|pairs| paired_test(pairs)).collect();
    let uncorrected: Vec<f64> = tests.iter().flatten().map(|test| test.p).collect();
    let mut corrected = holm(&uncorrected).into_iter();
    let in_family = |(test, pairs): (Option<PairedTest>, &Vec<(f64, f64)>)| {
        let (test, p) = (test?, corrected.next()?);
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
        Some(FamilyTest { test, normality: shapiro_wilk(&differences), p, differs: p < FAMILY_ERROR })
    };
    tests.into_iter().zip(comparisons).map(in_family).collect()
}

/// The p-values with Holm's correction for the number of comparisons, in the given order.
///
/// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6, 1979. The
/// comparisons need not be independent.
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut corrected = vec![0.0; p.len()];
    let mut largest = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        largest = largest.max(p[place] * (p.len() - rank) as f64).min(1.0);
        corrected[place] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Stream;
    use crate::measure::statistics::draws::normal;

    #[test]
    fn each_p_is_multiplied_by_the_number_of_remaining_comparisons() {
        // The corrected values are 4 · 0.005, 3 · 0.01 and 2 · 0.03. The last p-value, 0.04, is raised to the corrected value
        // before it.
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-15, "{found} {expected}");
        }
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn a_list_of_one_pair_is_not_a_comparison() {
        let family = paired_family(&[vec![(1.0, 0.0)], vec![(2.0, 1.0), (3.0, 2.0)], vec![(1.0, 1.0), (2.0, 2.0)]]);
        assert_eq!(family[0], None);
        let [always, never] = [family[1].unwrap(), family[2].unwrap()];
        assert!(always.differs && always.p == 0.0 && !never.differs && never.p == 1.0);
        assert_eq!(always.normality, None);
    }

    #[test]
    fn a_family_without_differences_shows_a_difference_in_a_twentieth_of_cases() {
        let mut chance = Stream::named(1, "family");
        let mut draw = || (0..10).map(|_| (normal(&mut chance), 0.0)).collect::<Vec<_>>();
        let families = 2_000;
        let wrong = (0..families)
            .filter(|_| {
                let comparisons: Vec<_> = (0..20).map(|_| draw()).collect();
                paired_family(&comparisons).into_iter().flatten().any(|test| test.differs)
            })
            .count();
        let rate = wrong as f64 / f64::from(families);
        assert!((0.03..0.065).contains(&rate), "{rate}");
    }
}
