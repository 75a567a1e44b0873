//! Pearson's correlation.

use super::student;
use serde::Serialize;
use ts_rs::TS;

/// The linear correlation of two quantities.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct Correlation {
    /// Number of pairs.
    pub count: usize,
    /// Correlation coefficient, from −1 to 1.
    pub r: f64,
    /// r in standard errors.
    #[ts(type = "number | null")]
    pub t: f64,
    /// Two-sided p-value: the probability of a correlation at least as strong, if there were no correlation and the pairs
    /// were independent.
    pub p: f64,
}

/// The correlation of pairs (x, y); `None` for fewer than three pairs, or if x or y does not vary.
///
/// The pairs should be means over runs. Pairs from a single run are not independent, and p is then too small.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<Correlation> {
    let count = pairs.len() as f64;
    // Whether x or y varies is found by comparing the values with the first value. Their variance would be misleading:
    // rounding can make it larger than 0 although all values are equal.
    let is_flat = |value: fn(&(f64, f64)) -> f64| pairs.iter().all(|pair| value(pair) == value(&pairs[0]));
    if pairs.len() < 3 || is_flat(|pair| pair.0) || is_flat(|pair| pair.1) {
        return None;
    }
    let mean_x = pairs.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = pairs.iter().map(|(_, y)| y).sum::<f64>() / count;
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for (x, y) in pairs {
        let (x, y) = (x - mean_x, y - mean_y);
        xx += x * x;
        yy += y * y;
        xy += x * y;
    }
    let r = (xy / (xx * yy).sqrt()).clamp(-1.0, 1.0);
    let t = r * ((count - 2.0) / (1.0 - r * r)).sqrt();
    Some(Correlation { count: pairs.len(), r, t, p: student::two_sided_p(t, count - 2.0) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_pairs_that_nearly_rise_have_the_computed_correlation() {
        let correlation = pearson(&[(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 5.0)]).unwrap();
        assert!((correlation.r - 0.8).abs() < 1e-12);
        assert!((correlation.t - 2.309_401).abs() < 5e-7);
        assert!((correlation.p - 0.104_088).abs() < 5e-7);
    }

    #[test]
    fn a_straight_line_has_correlation_1_and_a_flat_line_has_none() {
        let line = pearson(&[(1.0, -1.0), (2.0, -2.0), (3.0, -3.0)]).unwrap();
        assert_eq!((line.r, line.p), (-1.0, 0.0));
        assert_eq!(pearson(&[(1.0, 7.0), (2.0, 7.0), (3.0, 7.0)]), None);
        assert_eq!(pearson(&[(0.1, 1.0), (0.1, 2.0), (0.1, 4.0)]), None, "the mean of three 0.1 is not 0.1");
        assert_eq!(pearson(&[(1.0, 2.0), (2.0, 1.0)]), None);
    }
}
