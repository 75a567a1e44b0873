//! Random variates by inversion: each is a function of one number that is uniform in (0, 1].
//!
//! With inversion, every variate uses exactly one random number, whatever its distribution.

use crate::base::math;
use crate::base::rng::Chance;

pub(super) fn uniform<C: Chance>(chance: &mut C) -> f64 {
    1.0 - chance.unit()
}

/// An exponential variate with mean 1.
pub(super) fn exponential(uniform: f64) -> f64 {
    -math::ln(uniform)
}

/// The number of trials up to the first success, each of the given probability: at least 1, with mean 1/probability.
pub(crate) fn geometric(uniform: f64, probability: f64) -> u64 {
    if probability >= 1.0 {
        return 1;
    }
    // For a probability near 0, the cast saturates at the largest integer, which is practically infinite.
    1u64.saturating_add((exponential(uniform) / -math::ln(1.0 - probability).min(-f64::MIN_POSITIVE)) as u64)
}

/// A variate by the Pareto distribution of type I: at least mean·(shape − 1)/shape, for a shape above 1.
pub(super) fn pareto(uniform: f64, mean: f64, shape: f64) -> f64 {
    mean * (shape - 1.0) / shape * math::pow(uniform, -1.0 / shape)
}

/// A variate by the Pareto distribution of type II (Lomax). Its tail is that of [`pareto`], but its values begin at 0.
pub(super) fn pareto_ii(uniform: f64, mean: f64, shape: f64) -> f64 {
    mean * (shape - 1.0) * (math::pow(uniform, -1.0 / shape) - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::{Draw, Script, Stream};

    #[test]
    fn the_worked_example_gives_its_geometric_waits() {
        for (uniform, slots) in [(0.5, 7), (0.95, 1), (0.01, 44), (1.0, 1)] {
            assert_eq!(geometric(uniform, 0.1), slots, "U = {uniform}");
        }
        assert_eq!(geometric(0.5, 1.0), 1);
        assert_eq!(geometric(0.5, 0.0), u64::MAX);
    }

    #[test]
    fn a_pareto_variate_of_mean_one_half_and_shape_1_4_is_at_least_a_seventh() {
        assert!((pareto(1.0, 0.5, 1.4) - 0.142_857).abs() < 5e-7);
        assert!((pareto(0.5, 0.5, 1.4) - 0.234_382).abs() < 5e-7);
    }

    #[test]
    fn the_worked_example_gives_its_web_object() {
        assert!((pareto_ii(0.5, 10.0, 1.2) - 1.563_594).abs() < 2e-6);
        assert_eq!(pareto_ii(1.0, 10.0, 1.2), 0.0);
    }

    #[test]
    fn a_random_number_of_zero_counts_as_one() {
        assert_eq!(uniform(&mut Script::new([Draw::Unit(0.0)])), 1.0);
    }

    #[test]
    fn samples_have_the_requested_mean() {
        const COUNT: u32 = 200_000;
        let mut chance = Stream::named(1, "variates");
        let mut check = |law: fn(f64) -> f64, mean: f64, deviation: f64| {
            let found = (0..COUNT).map(|_| law(uniform(&mut chance))).sum::<f64>() / f64::from(COUNT);
            let standard_error = deviation / f64::from(COUNT).sqrt();
            assert!((found - mean).abs() < 5.0 * standard_error, "{found}, not {mean}");
        };
        check(exponential, 1.0, 1.0);
        check(|u| geometric(u, 0.1) as f64, 10.0, 90f64.sqrt());
        check(|u| pareto(u, 0.5, 3.0), 0.5, 0.5 / 3f64.sqrt());
        check(|u| pareto_ii(u, 1.0, 3.0), 1.0, 3f64.sqrt());
    }
}
