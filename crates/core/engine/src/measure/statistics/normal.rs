//! The standard normal distribution.

use crate::base::math;
use std::f64::consts::FRAC_1_SQRT_2;

/// P(Z > z) for a standard normal Z.
pub(super) fn upper_tail(z: f64) -> f64 {
    0.5 * math::erfc(z * FRAC_1_SQRT_2)
}

/// The quantile of the standard normal distribution for this probability. Bisection needs no table of coefficients and
/// is fast enough, since this function is rarely called.
pub(super) fn quantile(probability: f64) -> f64 {
    if probability > 0.5 {
        return -quantile(1.0 - probability);
    }
    // The search covers only values below 0, where the tail is accurate. Below −40 the probability underflows.
    let (mut low, mut high) = (-40.0, 0.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if upper_tail(-middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_equal_those_of_tables() {
        for (probability, z) in [(0.5, 0.0), (0.9, 1.281_551_57), (0.025, -1.959_963_98), (1e-10, -6.361_340_90)] {
            assert!((quantile(probability) - z).abs() < 6e-9, "{probability}: {}", quantile(probability));
        }
    }

    #[test]
    fn the_tail_is_the_inverse_of_the_quantile() {
        for probability in [1e-12, 0.01, 0.3, 0.7, 0.999] {
            assert!((upper_tail(-quantile(probability)) / probability - 1.0).abs() < 1e-12);
        }
    }
}
