//! Means over independent runs.

use crate::math;

/// Mean, standard deviation and the half-width of the 95 % confidence interval of independent values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many values.
    pub count: usize,
    /// Their mean.
    pub mean: f64,
    /// Their sample standard deviation (n − 1), 0 for a single value.
    pub sd: f64,
    /// Half-width of the 95 % confidence interval of the mean, after Student; not a number for a single value.
    pub half_width: f64,
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
    let half_width = student_quantile(count - 1) * sd / (count as f64).sqrt();
    Summary { count, mean, sd, half_width }
}

/// The 97.5 % quantile of Student's t, by bisection of its distribution function.
fn student_quantile(degrees: usize) -> f64 {
    let (mut low, mut high) = (0.0, 64.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if upper_tail(middle, degrees as f64) > 0.025 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// P(T > t) for t ≥ 0: half the regularised incomplete beta function at ν/(ν + t²).
fn upper_tail(t: f64, degrees: f64) -> f64 {
    0.5 * incomplete_beta(degrees / (degrees + t * t), 0.5 * degrees, 0.5)
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
    fn student_quantiles_are_those_of_the_tables() {
        let table = [(3, 4.3027), (5, 2.7764), (10, 2.2622), (20, 2.0930), (30, 2.0452), (50, 2.0096), (100, 1.9842)];
        for (n, expected) in table {
            let quantile = student_quantile(n - 1);
            assert!((quantile - expected).abs() < 6e-5, "{n} values: {quantile}");
        }
    }

    #[test]
    fn a_summary_of_one_to_five() {
        let summary = summary(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(summary.mean, 3.0);
        assert!((summary.sd - 1.581_139).abs() < 1e-6);
        // The interval [1.036757, 4.963243].
        assert!((summary.half_width - 1.963_243).abs() < 1e-6);
    }

    #[test]
    fn the_sample_deviation_is_that_of_the_thesis() {
        // CHOKeD thesis, Table IV: the printed deviation is the sample one.
        assert!((summary(&[220.1, 211.5, 390.3]).sd - 100.84).abs() < 0.005);
    }
}
