//! Scales: they map values to positions on the paper, and have ticks at round numbers.

use crate::drawing::Label;
use chokepoint_engine::math;

/// Largest number of ticks of a linear axis.
const MOST_TICKS: i64 = 100;

/// A tick. Small ticks are unlabelled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub(crate) value: f64,
    pub(crate) label: Option<Label>,
}

/// An axis with numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Scale {
    /// The values at both ends, the smaller value first. On a logarithmic scale both are above 0.
    pub(crate) ends: [f64; 2],
    pub(crate) is_log: bool,
}

impl Scale {
    /// The position of a value on the axis: 0 at the lower end and 1 at the upper end. Values beyond the ends give
    /// positions below 0 or above 1. On a logarithmic scale, 0 and negative values give a position far below 0.
    pub(crate) fn place(&self, value: f64) -> f64 {
        let [low, high] = self.ends;
        if !self.is_log {
            return (value - low) / (high - low);
        }
        if value <= 0.0 {
            return -1e3;
        }
        math::ln(value / low) / math::ln(high / low)
    }

    /// Whether a value lies between the ends, up to rounding.
    pub(crate) fn contains(&self, value: f64) -> bool {
        (-1e-9..=1.0 + 1e-9).contains(&self.place(value))
    }

    /// Ticks at round numbers, in ascending order. About `wanted` of them are labelled.
    pub(crate) fn ticks(&self, wanted: usize) -> Vec<Tick> {
        let wanted = wanted.max(2);
        if self.is_log { self.log_ticks(wanted) } else { self.linear_ticks(wanted) }
    }

    fn linear_ticks(&self, wanted: usize) -> Vec<Tick> {
        let [low, high] = self.ends;
        let (step, decimals) = round_step((high - low) / (wanted as f64 + 0.6));
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        // For extreme ends, rounding errors could otherwise give millions of ticks.
        if !(0..=MOST_TICKS).contains(&last.saturating_sub(first)) {
            return Vec::new();
        }
        let tick = |place: i64| {
            let value = place as f64 * step;
            Tick { value, label: Some(Label::plain(number(value, decimals))) }
        };
        (first..=last).map(tick).collect()
    }

    fn log_ticks(&self, wanted: usize) -> Vec<Tick> {
        let [low, high] = self.ends;
        let (first, last) = (exponent(low), exponent(high) + 1);
        let decades = (first..=last).filter(|&decade| self.contains(power(decade))).count();
        // On a scale with fewer than two powers of ten, multiples of powers of ten are labelled too. Otherwise the
        // scale could be mistaken for a linear one.
        let multiples: &[u8] = match decades {
            0 | 1 if wanted >= 4 => &[1, 2, 5],
            0 | 1 => &[1, 3],
            _ => &[1],
        };
        let labelled = (first..=last).flat_map(|decade| multiples.iter().map(move |by| f64::from(*by) * power(decade)));
        let labelled: Vec<f64> = labelled.filter(|value| self.contains(*value)).collect();
        if labelled.len() < 2 {
            return self.linear_ticks(wanted);
        }
        // If there is no room for all decades, only every second or third decade is labelled.
        let stride = if multiples.len() == 1 { (decades.div_ceil(wanted + 1)).max(1) as i32 } else { 1 };
        let is_short = (-3..=4).contains(&first) && (-3..=5).contains(&last);
        let label = |value: f64, decade: i32, by: u8| {
            if is_short || by != 1 {
                Label::plain(number(value, usize::try_from(-decade).unwrap_or(0)))
            } else {
                Label { text: "10".into(), exponent: Some(decade) }
            }
        };
        let mut ticks = Vec::new();
        for decade in first..=last {
            for by in 1..=9_u8 {
                let value = f64::from(by) * power(decade);
                if self.contains(value) {
                    let has_label = multiples.contains(&by) && decade.rem_euclid(stride) == 0;
                    ticks.push(Tick { value, label: has_label.then(|| label(value, decade, by)) });
                }
            }
        }
        ticks
    }
}

/// The ends of an axis for these values. A margin leaves room for the marks of the outermost points. `None` without
/// values.
pub(crate) fn around(values: impl IntoIterator<Item = f64>, is_log: bool, margin: f64) -> Option<[f64; 2]> {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let [low, high] = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], it| [low.min(it), high.max(it)]);
    if low > high {
        return None;
    }
    if is_log {
        let factor = if low == high { 2.0 } else { math::exp(margin * math::ln(high / low)) };
        return Some([low / factor, high * factor]);
    }
    let reach = if low == high { low.abs().max(1.0) / 2.0 } else { margin * (high - low) };
    Some([low - reach, high + reach])
}

/// Moves each end outwards to the next tick, unless that takes up too much room.
pub(crate) fn to_ticks([low, high]: [f64; 2]) -> [f64; 2] {
    /// The largest distance by which an end may move outwards, as a fraction of the axis.
    const ROOM: f64 = 0.08;
    let (step, _) = round_step((high - low) / 5.0);
    let (lower, upper) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
    let room = ROOM * (high - low);
    [if low - lower <= room { lower } else { low }, if upper - high <= room { upper } else { high }]
}

/// The smallest step of at least `least` that is 1, 2 or 5 times a power of ten, and the number of decimals of its
/// multiples.
fn round_step(least: f64) -> (f64, usize) {
    let decade = exponent(least);
    let steps = [(1.0, decade), (2.0, decade), (5.0, decade), (1.0, decade + 1)];
    let found = steps.into_iter().find(|(by, decade)| by * power(*decade) >= least * (1.0 - 1e-9));
    let (by, decade) = found.unwrap_or((1.0, decade + 1));
    (by * power(decade), usize::try_from(-decade).unwrap_or(0))
}

/// The decimal exponent of a positive number, taken from the formatted number, which the standard library computes
/// exactly.
fn exponent(value: f64) -> i32 {
    format!("{value:e}").split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

/// A power of ten, rounded to the nearest double.
fn power(decade: i32) -> f64 {
    format!("1e{decade}").parse().unwrap_or(1.0)
}

/// A number with a true minus sign in place of a hyphen, and without a sign before 0.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(digits) if digits.bytes().all(|it| matches!(it, b'0' | b'.')) => digits.to_owned(),
        Some(digits) => format!("−{digits}"),
        None => text,
    }
}

/// A number, rounded to six digits and without trailing zeros, as in `50`, `0.2` or `1.23456`.
pub(crate) fn short_number(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let decimals = usize::try_from(5 - exponent(value)).unwrap_or(0).min(12);
    let text = number(value, decimals);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Whether each value is about the same multiple of the value before it, as in a sweep over a range with `log`. The
/// values are positive and ascending.
pub(crate) fn has_equal_factors(values: &[f64]) -> bool {
    const FEWEST: usize = 3;
    const RATIO: f64 = 4.0;
    const TOLERANCE: f64 = 0.03;
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return false };
    if values.len() < FEWEST || first <= 0.0 || last < RATIO * first {
        return false;
    }
    let step = math::ln(last / first) / (values.len() - 1) as f64;
    values.windows(2).all(|pair| (math::ln(pair[1] / pair[0]) / step - 1.0).abs() < TOLERANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(ends: [f64; 2], is_log: bool, wanted: usize) -> Vec<String> {
        let ticks = Scale { ends, is_log }.ticks(wanted);
        let written = ticks.into_iter().filter_map(|tick| tick.label);
        written.map(|Label { text, exponent }| exponent.map_or(text.clone(), |it| format!("{text}^{it}"))).collect()
    }

    #[test]
    fn linear_ticks_are_at_round_numbers() {
        assert_eq!(labels([0.0, 1.0], false, 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(labels([-0.93, 0.12], false, 4), ["−0.5", "0.0"]);
        assert_eq!(labels([-0.93, 0.12], false, 6), ["−0.8", "−0.6", "−0.4", "−0.2", "0.0"]);
        assert_eq!(labels([52.5, 207.5], false, 4), ["100", "150", "200"]);
        assert_eq!(labels([0.302, 0.3071], false, 3), ["0.302", "0.304", "0.306"]);
        assert_eq!(labels([1.2e6, 4.4e6], false, 3), ["2000000", "3000000", "4000000"]);
    }

    #[test]
    fn logarithmic_ticks_are_at_powers_or_their_multiples() {
        assert_eq!(labels([0.1, 10.0], true, 5), ["0.1", "1", "10"]);
        assert_eq!(labels([0.45, 4.4], true, 5), ["0.5", "1", "2"]);
        assert_eq!(labels([2.0, 300.0], true, 5), ["10", "100"]);
        assert_eq!(labels([1e-7, 1e7], true, 5), ["10^-6", "10^-3", "10^0", "10^3", "10^6"]);
        assert_eq!(labels([3.1, 4.4], true, 4), ["3.5", "4.0"], "as linear, for want of powers");
    }

    #[test]
    fn extreme_ends_have_few_ticks() {
        assert!(labels([-1e308, 1e308], false, 5).len() < 10 && labels([1e15, 1e15 + 0.5], false, 5).len() < 10);
        assert!(labels([1e-300, 1e300], true, 5).len() < 10);
    }

    #[test]
    fn small_ticks_of_a_logarithmic_scale_have_no_label() {
        let ticks = Scale { ends: [1.0, 100.0], is_log: true }.ticks(5);
        assert_eq!((ticks.len(), ticks.iter().filter(|tick| tick.label.is_some()).count()), (19, 3));
        assert!(ticks.is_sorted_by(|one, next| one.value < next.value));
    }

    #[test]
    fn places_follow_the_scale() {
        let log = Scale { ends: [1.0, 100.0], is_log: true };
        assert!((log.place(10.0) - 0.5).abs() < 1e-12 && !log.contains(0.0) && log.contains(100.0));
        let linear = Scale { ends: [-1.0, 3.0], is_log: false };
        assert!((linear.place(0.0) - 0.25).abs() < 1e-12 && !linear.contains(3.1));
        assert_eq!(around([2.0, 1.0, f64::NAN], false, 0.1), Some([0.9, 2.1]));
        assert_eq!(around([], false, 0.1), None);
        assert_eq!(around([4.0], true, 0.1), Some([2.0, 8.0]));
    }

    #[test]
    fn an_end_near_a_tick_is_moved_to_it() {
        assert_eq!(to_ticks([0.0, 984.0]), [0.0, 1_000.0]);
        assert_eq!(to_ticks([-0.84, 0.03]), [-0.84, 0.03]);
    }

    #[test]
    fn values_with_equal_factors_are_found() {
        assert!(has_equal_factors(&[500_000.0, 707_107.0, 1e6, 1_414_210.0, 2e6]));
        assert!(!has_equal_factors(&[50.0, 100.0, 150.0, 200.0]) && !has_equal_factors(&[1.0, 2.0, 2.5, 4.0]));
        assert!(!has_equal_factors(&[0.0, 10.0, 100.0]) && !has_equal_factors(&[1.0, 2.0]));
    }

    #[test]
    fn numbers_have_no_more_digits_than_they_need() {
        assert_eq!(["50", "1.23456", "−0.2", "1000000", "0"], [50.0, 1.234_56, -0.2, 1e6, 0.0].map(short_number));
        assert_eq!(number(-0.001, 2), "0.00");
    }
}
