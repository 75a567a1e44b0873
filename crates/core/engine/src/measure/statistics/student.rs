//! Student's t distribution, computed with the regularised incomplete beta function.

use crate::base::math;

/// The quantile of Student's t distribution for this probability.
pub fn quantile(probability: f64, degrees: f64) -> f64 {
    if probability < 0.5 {
        return -quantile(1.0 - probability, degrees);
    }
    let tail = 1.0 - probability;
    let (mut low, mut high) = (0.0, 1.0);
    while upper_tail(high, degrees) > tail && high < f64::MAX / 4.0 {
        (low, high) = (high, 2.0 * high);
    }
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if upper_tail(middle, degrees) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The p-value of a two-sided test: the probability of a value at least as far from 0 as `t`.
pub fn two_sided_p(t: f64, degrees: f64) -> f64 {
    incomplete_beta(degrees / (degrees + t * t), 0.5 * degrees, 0.5)
}

/// P(T > t) for t ≥ 0.
fn upper_tail(t: f64, degrees: f64) -> f64 {
    0.5 * two_sided_p(t, degrees)
}

/// The regularised incomplete beta function, by its continued fraction (Abramowitz and Stegun 26.5.8, modified Lentz).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = math::exp(
        math::ln_gamma(a + b) - math::ln_gamma(a) - math::ln_gamma(b) + a * math::ln(x) + b * math::ln(1.0 - x),
    );
    if x < (a + 1.0) / (a + b + 2.0) {
        front * continued_fraction(x, a, b) / a
    } else {
        1.0 - front * continued_fraction(1.0 - x, b, a) / b
    }
}

fn continued_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..300 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        for term in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + term * d);
            c = away_from_zero(1.0 + term / c);
            fraction *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_equal_those_of_tables() {
        let table = [(3, 4.3027), (5, 2.7764), (10, 2.2622), (20, 2.0930), (30, 2.0452), (50, 2.0096), (100, 1.9842)];
        for (n, expected) in table {
            let quantile = quantile(0.975, f64::from(n - 1));
            assert!((quantile - expected).abs() < 6e-5, "{n} values: {quantile}");
        }
    }

    #[test]
    fn with_one_degree_of_freedom_t_is_cauchy() {
        // With one degree of freedom the quantile is tan(π(p − 1/2)), which is 1 at p = 3/4.
        assert!((quantile(0.75, 1.0) - 1.0).abs() < 1e-12);
        assert!((quantile(0.25, 1.0) + 1.0).abs() < 1e-12);
        assert!((quantile(0.975, 1.0) - 12.706_204_736_174_7).abs() < 1e-9);
        assert!((two_sided_p(1.0, 1.0) - 0.5).abs() < 1e-14);
    }

    #[test]
    fn p_is_0_for_far_values_and_1_for_zero() {
        assert_eq!(two_sided_p(f64::INFINITY, 9.0), 0.0);
        assert_eq!(two_sided_p(0.0, 9.0), 1.0);
        assert!(quantile(0.5, 9.0).abs() < 1e-15);
    }
}
