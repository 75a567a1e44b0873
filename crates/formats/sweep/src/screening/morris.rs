//! Elementary effects of a function's factors, after Morris (1991), "Factorial sampling plans for preliminary
//! computational experiments", Technometrics 33(2), with μ* of Campolongo, Cariboni and Saltelli (2007), "An effective
//! screening design for sensitivity analysis of large models", Environmental Modelling & Software 22(10).
//!
//! Every factor takes one of p equidistant levels in [0, 1], where p is even. A trajectory starts at random and moves
//! each factor once, in random order, up or down by Δ = p ÷ 2(p − 1). A step thus moves a factor by p ÷ 2 levels, which
//! makes all levels equally frequent. The elementary effect of a step is the difference of the function divided by Δ:
//! its change over the whole range of the factor.

use chokepoint_engine::measure::summary;
use chokepoint_engine::rng::Chance;

/// A step of a trajectory: one factor changes, all others stay the same.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Step {
    /// Index of the factor.
    pub factor: usize,
    /// Level before the step.
    pub from: usize,
    /// Level after the step.
    pub to: usize,
}

/// A path through the levels of all factors on which each factor changes once.
#[derive(Clone, Debug, PartialEq)]
pub struct Trajectory {
    /// Level of each factor at the start.
    pub start: Vec<usize>,
    /// The moves, in order.
    pub steps: Vec<Step>,
}

impl Trajectory {
    /// Draws a trajectory for `factors` factors, with an even number of levels.
    pub fn draw(chance: &mut impl Chance, factors: usize, levels: usize) -> Self {
        let jump = levels / 2;
        let mut start = Vec::with_capacity(factors);
        let mut steps: Vec<Step> = Vec::with_capacity(factors);
        for factor in 0..factors {
            let (low, is_up) = (chance.pick(jump), chance.pick(2) == 0);
            let (from, to) = if is_up { (low, low + jump) } else { (low + jump, low) };
            start.push(from);
            steps.push(Step { factor, from, to });
        }
        for last in (1..factors).rev() {
            steps.swap(last, chance.pick(last + 1));
        }
        Self { start, steps }
    }

    /// The levels of all factors at the start and after each step.
    pub fn points(&self) -> Vec<Vec<usize>> {
        let mut points = vec![self.start.clone()];
        let mut at = self.start.clone();
        for step in &self.steps {
            at[step.factor] = step.to;
            points.push(at.clone());
        }
        points
    }
}

/// The signed fraction of the range that a step covers.
pub fn delta(step: Step, levels: usize) -> f64 {
    (step.to as f64 - step.from as f64) / (levels - 1) as f64
}

/// Statistics of the elementary effects of one factor. A factor is a varied setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Number of effects.
    pub count: usize,
    /// μ*, the mean of the absolute effects: how much the factor matters.
    pub mu_star: f64,
    /// Mean of the effects.
    pub mu: f64,
    /// Standard deviation of the effects: how much the effect depends on the values of the factors. `None` for a single
    /// effect.
    pub sigma: Option<f64>,
    /// 95 % interval of μ* by Student's t over the effects, which are independent between trajectories. `None` for a
    /// single effect.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// The statistics of the effects of one factor, one effect for each trajectory; `None` without effects.
    pub fn of(effects: &[f64]) -> Option<Self> {
        let signed = summary(effects);
        let sizes: Vec<f64> = effects.iter().map(|effect| effect.abs()).collect();
        let sized = summary(&sizes);
        let has_many = effects.len() > 1;
        (!effects.is_empty()).then_some(Self {
            count: effects.len(),
            mu_star: sized.mean,
            mu: signed.mean,
            sigma: has_many.then_some(signed.sd),
            // The interval begins at 0 at the lowest, because a mean of absolute values cannot be negative.
            interval: has_many.then_some(((sized.mean - sized.half_width).max(0.0), sized.mean + sized.half_width)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_engine::rng::Stream;

    fn effects(g: impl Fn(&[f64]) -> f64, factors: usize, levels: usize, trajectories: usize) -> Vec<Vec<f64>> {
        let mut found = vec![Vec::new(); factors];
        let mut chance = Stream::named(1, "screening");
        for _ in 0..trajectories {
            let trajectory = Trajectory::draw(&mut chance, factors, levels);
            let at = |levels_at: &[usize]| -> f64 {
                let x: Vec<f64> = levels_at.iter().map(|&level| level as f64 / (levels - 1) as f64).collect();
                g(&x)
            };
            let values: Vec<f64> = trajectory.points().iter().map(|point| at(point)).collect();
            for (place, step) in trajectory.steps.iter().enumerate() {
                found[step.factor].push((values[place + 1] - values[place]) / delta(*step, levels));
            }
        }
        found
    }

    #[test]
    fn a_trajectory_moves_each_factor_once_by_half_the_levels() {
        let mut chance = Stream::named(7, "screening");
        let mut starts = [0; 4];
        for _ in 0..400 {
            let trajectory = Trajectory::draw(&mut chance, 5, 4);
            let mut moved: Vec<usize> = trajectory.steps.iter().map(|step| step.factor).collect();
            moved.sort_unstable();
            assert_eq!(moved, [0, 1, 2, 3, 4]);
            assert!(trajectory.steps.iter().all(|step| step.from.abs_diff(step.to) == 2 && step.to < 4));
            let points = trajectory.points();
            assert_eq!(points.len(), 6);
            for pair in points.windows(2) {
                assert_eq!(pair[0].iter().zip(&pair[1]).filter(|(one, other)| one != other).count(), 1);
            }
            starts[trajectory.start[0]] += 1;
        }
        // In 400 starts, each of four levels is equally likely; the tolerance is four standard deviations around 100.
        assert!(starts.iter().all(|&count: &i32| (count - 100).abs() < 35), "{starts:?}");
    }

    #[test]
    fn of_a_linear_function_the_effects_are_its_coefficients() {
        let found = effects(|x| 3.0 * x[0] - 2.0 * x[1], 3, 4, 20);
        for (factor, coefficient) in [(0, 3.0f64), (1, -2.0), (2, 0.0)] {
            let estimate = Estimate::of(&found[factor]).unwrap();
            assert!((estimate.mu - coefficient).abs() < 1e-12, "{estimate:?}");
            assert!((estimate.mu_star - coefficient.abs()).abs() < 1e-12, "{estimate:?}");
            assert!(estimate.sigma.unwrap() < 1e-12, "{estimate:?}");
        }
        assert_eq!(Estimate::of(&found[2]).unwrap().mu_star, 0.0, "exactly");
    }

    /// For x₁x₂, the effect of one factor is the level of the other: 0, 1/3, 2/3 or 1, with mean 1/2 and variance 5/36.
    /// For (x − 1/2)², a step from 0 to 2/3 has the effect −1/3, and a step from 1/3 to 1 has the effect 1/3. The two
    /// cancel in μ, but not in μ*.
    #[test]
    fn interactions_appear_in_sigma_and_cancelling_effects_in_mu_star() {
        let found = effects(|x| x[0] * x[1] + (x[2] - 0.5) * (x[2] - 0.5), 3, 4, 4_000);
        for of_product in &found[..2] {
            let estimate = Estimate::of(of_product).unwrap();
            // The tolerance is four standard errors.
            assert!((estimate.mu_star - 0.5).abs() < 4.0 * 0.373 / 4_000f64.sqrt(), "{estimate:?}");
            assert!((estimate.sigma.unwrap() - (5.0f64 / 36.0).sqrt()).abs() < 0.01, "{estimate:?}");
            let (low, high) = estimate.interval.unwrap();
            assert!(low < 0.5 && 0.5 < high && high - low < 0.03, "{estimate:?}");
        }
        let of_square = Estimate::of(&found[2]).unwrap();
        assert!((of_square.mu_star - 1.0 / 3.0).abs() < 1e-12, "{of_square:?}");
        assert!(of_square.mu.abs() < 4.0 / 3.0 / 4_000f64.sqrt(), "{of_square:?}");
    }

    /// The test function of Morris (1991) with twenty factors: the first seven interact, the next three are linear, and
    /// ten hardly matter. Morris draws some coefficients at random; here they alternate between 1 and −1.
    fn of_morris(x: &[f64]) -> f64 {
        let turn = |number: usize| if number.is_multiple_of(2) { 1.0 } else { -1.0 };
        let w: Vec<f64> = x
            .iter()
            .enumerate()
            .map(|(place, x)| {
                let bent = if [2, 4, 6].contains(&place) { 1.1 * x / (x + 0.1) } else { *x };
                2.0 * (bent - 0.5)
            })
            .collect();
        let mut y = 0.0;
        for i in 0..20 {
            y += w[i] * if i < 10 { 20.0 } else { turn(i + 1) };
            for j in i + 1..20 {
                y += w[i] * w[j] * if j < 6 { -15.0 } else { turn(i + j) };
                for l in j + 1..5 {
                    y -= 10.0 * w[i] * w[j] * w[l];
                    for s in l + 1..4 {
                        y += 5.0 * w[i] * w[j] * w[l] * w[s];
                    }
                }
            }
        }
        y
    }

    /// Checks the figures given in decision 0060.
    #[test]
    fn intervals_of_ten_trajectories_have_about_their_nominal_coverage() {
        const SCREENINGS: usize = 1_000;
        const TRAJECTORIES: usize = 10;
        let found = effects(of_morris, 20, 4, SCREENINGS * TRAJECTORIES);
        let covered: Vec<f64> = found
            .iter()
            .map(|effects| {
                // The true value is estimated from all ten thousand trajectories together.
                let truth = Estimate::of(effects).unwrap().mu_star;
                let covers = effects.chunks(TRAJECTORIES).filter(|some| {
                    let (low, high) = Estimate::of(some).unwrap().interval.unwrap();
                    low - 1e-9 <= truth && truth <= high + 1e-9
                });
                covers.count() as f64 / SCREENINGS as f64
            })
            .collect();
        println!("covered: {covered:?}");
        let mean = covered.iter().sum::<f64>() / 20.0;
        let least = covered.iter().copied().fold(1.0, f64::min);
        assert!(mean > 0.93 && least > 0.88, "{covered:?}");
    }

    #[test]
    fn a_single_effect_has_no_standard_deviation_and_no_interval() {
        assert_eq!(Estimate::of(&[]), None);
        let one = Estimate::of(&[-2.0]).unwrap();
        assert_eq!((one.mu_star, one.mu, one.sigma, one.interval), (2.0, -2.0, None, None));
        let wide = Estimate::of(&[0.0, 9.0]).unwrap();
        assert_eq!(wide.interval.unwrap().0, 0.0, "an interval of what is never negative ends at 0");
    }
}
