//! The Shapiro–Wilk test of normality.

use super::normal;
use crate::base::math;
use serde::Serialize;
use std::f64::consts::{FRAC_PI_3, PI};
use ts_rs::TS;

/// The largest number of values for which the approximation of p is valid.
pub const MOST_FOR_NORMALITY: usize = 5_000;
/// Allowed numbers of values.
const COUNTS: std::ops::RangeInclusive<usize> = 3..=MOST_FOR_NORMALITY;

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
pub struct ShapiroWilk {
    /// The statistic W, at most 1; normal values give a W close to 1.
    pub w: f64,
    /// The p-value: the probability of a W at most as large if the values were normal.
    pub p: f64,
}

/// Tests 3 to 5,000 values; `None` for other numbers of values, or if all values are equal.
///
/// P. Royston, "Remark AS R94: a remark on algorithm AS 181: the W-test for normality", Applied Statistics 44(4), 1995.
pub fn shapiro_wilk(values: &[f64]) -> Option<ShapiroWilk> {
    let count = values.len();
    if !COUNTS.contains(&count) || values.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let sorted = super::sorted(values);
    let mean = sorted.iter().sum::<f64>() / count as f64;
    let squares: f64 = sorted.iter().map(|value| (value - mean) * (value - mean)).sum();
    if sorted[0] == sorted[count - 1] {
        return None;
    }
    // The weights are antisymmetric, so each weight multiplies the difference of two values at equal distances from the two
    // ends.
    let spread: f64 =
        upper_weights(count).iter().enumerate().map(|(i, weight)| weight * (sorted[count - 1 - i] - sorted[i])).sum();
    let w = (spread * spread / squares).min(1.0);
    Some(ShapiroWilk { w, p: p_value(w, count) })
}

/// Weights of the upper half, largest value first.
fn upper_weights(count: usize) -> Vec<f64> {
    if count == 3 {
        return vec![0.5f64.sqrt()];
    }
    let n = count as f64;
    // Expected normal order statistics, largest first.
    let m: Vec<f64> = (0..count / 2).map(|i| -normal::quantile((i as f64 + 0.625) / (n + 0.25))).collect();
    let length = 2.0 * m.iter().map(|m| m * m).sum::<f64>();
    let u = 1.0 / n.sqrt();
    let corrected = |i: usize, coefficients: [f64; 5]| {
        let polynomial = coefficients.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * u);
        m[i] / length.sqrt() + polynomial
    };
    let mut weights = vec![corrected(0, [0.221_157, -0.147_981, -2.071_190, 4.434_685, -2.706_056])];
    if count > 5 {
        weights.push(corrected(1, [0.042_981, -0.293_762, -1.752_461, 5.682_633, -3.582_633]));
    }
    let left = |values: &[f64]| 2.0 * values.iter().map(|value| value * value).sum::<f64>();
    let scale = ((length - left(&m[..weights.len()])) / (1.0 - left(&weights))).sqrt();
    weights.extend(m[weights.len()..].iter().map(|m| m / scale));
    weights
}

fn p_value(w: f64, count: usize) -> f64 {
    let n = count as f64;
    if count == 3 {
        return (6.0 / PI * (math::asin(w.sqrt()) - FRAC_PI_3)).clamp(0.0, 1.0);
    }
    let cubic = |x: f64, [a, b, c, d]: [f64; 4]| a + x * (b + x * (c + x * d));
    let distance = math::ln(1.0 - w);
    let z = if count <= 11 {
        let gamma = 0.459 * n - 2.273;
        if distance >= gamma {
            return 0.0;
        }
        let mean = cubic(n, [0.5440, -0.39978, 0.025054, -0.000_671_4]);
        let deviation = math::exp(cubic(n, [1.3822, -0.77857, 0.062767, -0.002_032_2]));
        (-math::ln(gamma - distance) - mean) / deviation
    } else {
        let log = math::ln(n);
        let mean = cubic(log, [-1.5861, -0.31082, -0.083751, 0.003_891_5]);
        let deviation = math::exp(cubic(log, [-0.4803, -0.082676, 0.003_030_2, 0.0]));
        (distance - mean) / deviation
    };
    normal::upper_tail(z)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_result(values: &[f64], w: f64, p: f64) {
        let found = shapiro_wilk(values).unwrap();
        assert!((found.w - w).abs() < 1e-5 && (found.p - p).abs() < 1e-5, "{found:?}, not {w}, {p}");
    }

    #[test]
    fn the_weights_of_eleven_mens_weights_give_the_published_w() {
        // The example of Shapiro and Wilk, 1965.
        let weights = [148.0, 154.0, 158.0, 160.0, 161.0, 162.0, 166.0, 170.0, 182.0, 195.0, 236.0];
        assert_result(&weights, 0.788_81, 0.006_704);
    }

    #[test]
    fn twelve_values_use_the_other_approximation() {
        let values = [65.0, 61.0, 63.0, 86.0, 70.0, 55.0, 74.0, 35.0, 72.0, 68.0, 45.0, 58.0];
        assert_result(&values, 0.971_066, 0.921_649);
    }

    #[test]
    fn one_to_twenty_is_not_rejected_as_normal() {
        let values: Vec<_> = (1..=20).map(f64::from).collect();
        assert_result(&values, 0.960_375, 0.551_372);
    }

    #[test]
    fn results_for_few_values_equal_those_of_other_programs() {
        // SciPy 1.17.1.
        assert_result(&[1.0, 2.0, 4.0], 0.964_286, 0.636_887);
        assert_result(&[1.0, 2.0, 4.0, 9.0], 0.894_686, 0.405_147);
        assert_result(&[1.0, 2.0, 4.0, 9.0, 3.5], 0.880_578, 0.311_938);
        assert_result(&[1.0, 2.0, 4.0, 9.0, 3.5, 3.7], 0.856_607, 0.177_828);
    }

    #[test]
    fn too_few_or_equal_values_have_no_result() {
        assert_eq!(shapiro_wilk(&[1.0, 2.0]), None);
        assert_eq!(shapiro_wilk(&[3.0; 9]), None);
        assert_eq!(shapiro_wilk(&[1.0, 2.0, f64::NAN]), None);
        assert_eq!(shapiro_wilk(&vec![0.0; 5_001]), None);
    }
}
