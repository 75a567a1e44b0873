//! Self-similarity of traffic: three estimates of the Hurst parameter from packet counts in intervals of equal length.
//!
//! A Hurst parameter of 0.5 means memoryless traffic; near 1 the traffic has bursts on every time scale. The three
//! estimators are the variance-time line, the rescaled range and the local Whittle estimate. They disagree about
//! traffic that is only *pseudo* self-similar, so all three are shown. The first two use blocks of chosen lengths; the
//! Whittle estimate uses only the lowest frequencies of the traffic.

use crate::base::math;
use std::f64::consts::PI;

/// The shortest block for the rescaled range, since the bias is largest in short blocks.
const SHORTEST_BLOCK: usize = 16;

/// A straight line through points on two logarithmic axes, with the Hurst parameter that its slope gives.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// The Hurst parameter that the slope gives.
    pub hurst: f64,
    /// The points whose logarithms the line is fitted to: length \[bins\], and variance or rescaled range.
    pub points: Vec<(f64, f64)>,
}

/// The Whittle estimate from the lowest frequencies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalWhittle {
    /// The Hurst parameter.
    pub hurst: f64,
    /// Standard error of the Hurst parameter.
    pub standard_error: f64,
    /// Number of frequencies that were used.
    pub frequencies: usize,
}

/// Estimates H from the variance of means over m counts, which falls like m^(2H − 2).
///
/// The variances are sample variances (n − 1). The lengths m are from 10 to a hundredth of the series, five lengths a decade.
/// `None` if the series does not vary or is too short for two points.
pub fn variance_time(counts: &[f64]) -> Option<LogLine> {
    let lengths = lengths(10, counts.len() / 100);
    let points = lengths.map(|length| {
        let means: Vec<f64> =
            counts.chunks_exact(length).map(|chunk| chunk.iter().sum::<f64>() / length as f64).collect();
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        let squares: f64 = means.iter().map(|value| (value - mean) * (value - mean)).sum();
        (length as f64, squares / (means.len() - 1) as f64)
    });
    log_line(points.collect(), |slope| 1.0 + slope / 2.0)
}

/// Estimates H from the rescaled range of blocks of w counts, which grows like w^H. The rescaled range is the range of the
/// partial sums of deviations from the mean, divided by the standard deviation.
///
/// H. E. Hurst 1951. For each w, from 16 to a tenth of the series, the rescaled range is the mean over non-overlapping
/// blocks of w counts. For traffic without memory the estimate of H is about 0.04 too large.
pub fn rescaled_range(counts: &[f64]) -> Option<LogLine> {
    let lengths = lengths(SHORTEST_BLOCK, counts.len() / 10);
    let points = lengths.map(|length| {
        let ranges: Vec<f64> = counts.chunks_exact(length).filter_map(range_over_deviation).collect();
        (length as f64, ranges.iter().sum::<f64>() / ranges.len() as f64)
    });
    log_line(points.collect(), |slope| slope)
}

/// The rescaled range of one block; `None` if the block does not vary.
fn range_over_deviation(block: &[f64]) -> Option<f64> {
    let count = block.len() as f64;
    let mean = block.iter().sum::<f64>() / count;
    let (mut sum, mut highest, mut lowest, mut squares) = (0.0f64, 0.0f64, 0.0f64, 0.0);
    for value in block {
        sum += value - mean;
        highest = highest.max(sum);
        lowest = lowest.min(sum);
        squares += (value - mean) * (value - mean);
    }
    (squares > 0.0).then(|| (highest - lowest) / (squares / count).sqrt())
}

/// Estimates H from the power at the ⌊N^0.65⌋ lowest frequencies λ. Near frequency 0 the power is proportional to λ^(1
/// − 2H).
///
/// P. M. Robinson, "Gaussian semiparametric estimation of long range dependence", Annals of Statistics 23(5), 1995. `None`
/// for fewer than 32 counts, or counts that do not vary.
pub fn local_whittle(counts: &[f64]) -> Option<LocalWhittle> {
    let count = counts.len();
    let mean = counts.iter().sum::<f64>() / count as f64;
    if count < 32 || counts.iter().all(|&value| value == counts[0]) {
        return None;
    }
    let frequencies = math::pow(count as f64, 0.65) as usize;
    let powers: Vec<_> = (1..=frequencies)
        .map(|j| {
            let frequency = 2.0 * PI * j as f64 / count as f64;
            (frequency, power(counts, mean, frequency))
        })
        .collect();
    Some(whittle(&powers))
}

/// The periodogram at one frequency. Only the lowest frequencies are needed, so this function is cheaper than a full
/// transform.
fn power(counts: &[f64], mean: f64, frequency: f64) -> f64 {
    let (sin, cos) = math::sin_cos(frequency);
    let (mut real, mut imaginary) = (0.0, 0.0);
    // Rotating the point (c, s) by the frequency gives the next cosine and sine without a call of these functions. Over
    // a million counts the error remains below 1e-9.
    let (mut c, mut s) = (1.0, 0.0);
    for value in counts {
        real += (value - mean) * c;
        imaginary += (value - mean) * s;
        (c, s) = (c * cos - s * sin, s * cos + c * sin);
    }
    (real * real + imaginary * imaginary) / (2.0 * PI * counts.len() as f64)
}

/// The H whose spectrum fits these powers best, found by golden-section search.
fn whittle(powers: &[(f64, f64)]) -> LocalWhittle {
    let count = powers.len() as f64;
    let logs: Vec<_> = powers.iter().map(|(frequency, _)| math::ln(*frequency)).collect();
    let mean_log = logs.iter().sum::<f64>() / count;
    let misfit = |hurst: f64| {
        let exponent = 2.0 * hurst - 1.0;
        let whitened = powers.iter().zip(&logs).map(|((_, power), log)| math::exp(exponent * log) * power);
        math::ln(whitened.sum::<f64>() / count) - exponent * mean_log
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.01, 1.2);
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (misfit(left), misfit(right));
    while high - low > 1e-7 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = misfit(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = misfit(right);
        }
    }
    LocalWhittle { hurst: 0.5 * (low + high), standard_error: 0.5 / count.sqrt(), frequencies: powers.len() }
}

/// Lengths from `shortest` to `longest`, five a decade.
fn lengths(shortest: usize, longest: usize) -> impl Iterator<Item = usize> {
    (0..)
        .map(move |step| (shortest as f64 * math::pow(10.0, f64::from(step) / 5.0) + 0.5) as usize)
        .take_while(move |&length| length <= longest)
}

/// The least-squares line through the logarithms of the points; `None` for fewer than two points, or if a logarithm is
/// undefined.
fn log_line(points: Vec<(f64, f64)>, hurst: fn(f64) -> f64) -> Option<LogLine> {
    if points.len() < 2 || points.iter().any(|&(_, value)| !(value > 0.0 && value.is_finite())) {
        return None;
    }
    let count = points.len() as f64;
    let (mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0);
    for (length, value) in &points {
        let (length, value) = (math::ln(*length), math::ln(*value));
        x += length;
        y += value;
        xx += length * length;
        xy += length * value;
    }
    let slope = (count * xy - x * y) / (count * xx - x * x);
    Some(LogLine { hurst: hurst(slope), points })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Chance, Stream};

    fn noise(count: usize) -> Vec<f64> {
        let mut chance = Stream::named(1, "noise");
        (0..count).map(|_| chance.unit()).collect()
    }

    #[test]
    fn a_variance_that_falls_like_m_to_minus_0_4_gives_h_0_8() {
        let points = lengths(10, 10_000).map(|m| (m as f64, math::pow(m as f64, -0.4))).collect();
        let line = log_line(points, |slope| 1.0 + slope / 2.0).unwrap();
        assert!((line.hurst - 0.8).abs() < 1e-12);
    }

    #[test]
    fn the_rescaled_range_of_one_to_four_is_1_8() {
        let range = range_over_deviation(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((range - 2.0 / 1.25f64.sqrt()).abs() < 1e-12);
        assert!((range - 1.788_854).abs() < 5e-7);
        assert_eq!(range_over_deviation(&[2.0; 4]), None);
    }

    #[test]
    fn a_power_that_falls_like_frequency_to_minus_0_6_gives_h_0_8() {
        let powers: Vec<_> = (1..=500).map(|j| f64::from(j) * 1e-3).map(|l| (l, math::pow(l, -0.6))).collect();
        let estimate = whittle(&powers);
        assert!((estimate.hurst - 0.8).abs() < 1e-6, "{estimate:?}");
        assert!((estimate.standard_error - 0.5 / 500f64.sqrt()).abs() < 1e-15);
    }

    #[test]
    fn the_power_of_a_cosine_is_at_its_frequency() {
        let count = 256;
        let wave: Vec<_> =
            (0..count).map(|t| math::sin_cos(2.0 * PI * 5.0 * f64::from(t) / f64::from(count)).1).collect();
        let at = |j: i32| power(&wave, 0.0, 2.0 * PI * f64::from(j) / f64::from(count));
        // A cosine of amplitude 1 has the power |N/2|² / (2πN).
        assert!((at(5) - f64::from(count) / (8.0 * PI)).abs() < 1e-9);
        assert!(at(4) < 1e-20 && at(6) < 1e-20);
    }

    #[test]
    fn noise_without_memory_gives_one_half() {
        let noise = noise(1 << 16);
        let variance_time = variance_time(&noise).unwrap();
        assert!((variance_time.hurst - 0.5).abs() < 0.03, "{variance_time:?}");
        let rescaled_range = rescaled_range(&noise).unwrap();
        assert!((rescaled_range.hurst - 0.54).abs() < 0.03, "{rescaled_range:?}");
        let whittle = local_whittle(&noise).unwrap();
        assert_eq!(whittle.frequencies, 1_351);
        assert!((whittle.hurst - 0.5).abs() < 4.0 * whittle.standard_error, "{whittle:?}");
    }

    #[test]
    fn too_few_or_equal_counts_give_none() {
        assert_eq!(variance_time(&noise(1_500)), None);
        assert_eq!(rescaled_range(&noise(200)), None);
        assert_eq!(local_whittle(&noise(31)), None);
        assert_eq!(variance_time(&[1.0; 10_000]), None);
        assert_eq!(rescaled_range(&[1.0; 10_000]), None);
        assert_eq!(local_whittle(&[1.0; 10_000]), None);
    }
}
