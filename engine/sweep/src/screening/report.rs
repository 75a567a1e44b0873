//! What the runs of a screening come to.

use super::morris::{Estimate, delta};
use super::{Screening, Way};
use chokepoint_engine::math;
use chokepoint_engine::measure::statistics::student;
use chokepoint_engine::measure::summary;
use serde_json::{Value, json};

/// How much a setting matters for a metric.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectOfSetting {
    /// Place of the setting.
    pub setting: usize,
    /// Mean size of the elementary effects; of a choice or switch the size of its effect. None without any effect.
    pub mu_star: Option<f64>,
    /// The same with signs.
    pub mu: Option<f64>,
    /// Standard deviation of the elementary effects: interaction and curvature.
    pub sigma: Option<f64>,
    /// 95 % interval of μ* after Student: over the trajectories, or of a choice or switch over the seeds.
    pub interval: Option<(f64, f64)>,
    /// What μ* would stay below in about 95 of 100 screenings if the setting did nothing and the seeds alone made the differences:
    /// none with one seed.
    pub chance: Option<f64>,
    /// Effects that count.
    pub count: usize,
    /// Steps left out whose values contradict each other.
    pub refused: usize,
    /// Steps left out that do not change the value, a whole number.
    pub unmoved: usize,
    /// Steps left out because a run has no such value.
    pub without_value: usize,
    /// Largest effect of any run: 0 says that no run changed at all.
    pub largest: f64,
}

/// How much the settings matter for one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricEffects {
    /// The metric, by its place.
    pub metric: usize,
    /// By μ*, the largest first; those without any effect last.
    pub settings: Vec<EffectOfSetting>,
}

/// Effects of one setting as they come.
#[derive(Default)]
struct Gathered {
    told: EffectOfSetting,
    /// Means over the seeds, one of each step.
    effects: Vec<f64>,
    /// Of the last step, one of each seed.
    of_seeds: Vec<f64>,
    /// Standard errors of these means.
    errors: Vec<f64>,
}

impl Screening {
    /// How much each setting matters, metric by metric, from the runs that were added.
    pub fn report(&self) -> Vec<MetricEffects> {
        (0..self.metrics.len()).map(|metric| self.report_of(metric)).collect()
    }

    /// `{ done, tasks, metrics: [{ metric, settings: [{ setting, mu_star, … }] }] }`.
    pub fn report_json(&self) -> Value {
        let metrics: Vec<Value> = self.report().iter().map(MetricEffects::to_json).collect();
        json!({ "done": self.done(), "tasks": self.tasks(), "metrics": metrics })
    }

    fn report_of(&self, metric: usize) -> MetricEffects {
        let mut gathered: Vec<Gathered> = Vec::with_capacity(self.settings.len());
        for (setting, varied) in self.settings.iter().enumerate() {
            let told = EffectOfSetting { setting, ..EffectOfSetting::default() };
            gathered.push(Gathered { told, ..Gathered::default() });
            if let Way::Once(_) = varied.way {
                let earlier = self.settings[..setting].iter().filter(|it| matches!(it.way, Way::Once(_))).count();
                self.gather(&mut gathered[setting], metric, (0, 1 + earlier), 1.0);
            }
        }
        for (place, trajectory) in self.trajectories.iter().enumerate() {
            let first = self.first_point_of(place);
            for (number, step) in trajectory.steps.iter().enumerate() {
                let of_setting = &mut gathered[step.factor];
                if self.moves(*step) {
                    let over = delta(*step, self.levels);
                    self.gather(of_setting, metric, (first + number, first + number + 1), over);
                } else {
                    of_setting.told.unmoved += 1;
                }
            }
        }
        let mut settings: Vec<EffectOfSetting> = Vec::with_capacity(gathered.len());
        for of_setting in gathered {
            let is_once = matches!(self.settings[of_setting.told.setting].way, Way::Once(_));
            let told = of_setting.told(is_once);
            // By insertion, as the engine sorts where there is little to sort.
            let size = |it: &EffectOfSetting| it.mu_star.unwrap_or(-1.0);
            let place = settings.partition_point(|other| size(other) >= size(&told));
            settings.insert(place, told);
        }
        MetricEffects { metric, settings }
    }

    /// Takes in the effect of one step, if all its runs were made.
    fn gather(&self, into: &mut Gathered, metric: usize, (before, after): (usize, usize), over: f64) {
        if self.points[before].refused.is_some() || self.points[after].refused.is_some() {
            into.told.refused += 1;
            return;
        }
        let of_seed = |point: usize, seed: u64| self.values[(point as u64 * self.seeds + seed) as usize].as_ref();
        let mut effects = Vec::with_capacity(self.seeds as usize);
        for seed in 0..self.seeds {
            let (Some(before), Some(after)) = (of_seed(before, seed), of_seed(after, seed)) else { return };
            let value = |values: &[Option<f64>]| values.get(metric).copied().flatten();
            if let (Some(before), Some(after)) = (value(before), value(after)) {
                effects.push((after - before) / over);
            }
        }
        if effects.is_empty() {
            into.told.without_value += 1;
            return;
        }
        let seen = summary(&effects);
        into.effects.push(seen.mean);
        if seen.count > 1 {
            into.errors.push(seen.sd / (seen.count as f64).sqrt());
        }
        for effect in &effects {
            into.told.largest = into.told.largest.max(effect.abs());
        }
        into.of_seeds = effects;
    }
}

impl Gathered {
    fn told(self, is_once: bool) -> EffectOfSetting {
        let mut told = self.told;
        let Some(estimate) = Estimate::of(&self.effects) else { return told };
        told.count = estimate.count;
        told.mu_star = Some(estimate.mu_star);
        told.mu = Some(estimate.mu);
        told.sigma = estimate.sigma;
        told.interval = estimate.interval;
        if self.errors.len() == self.effects.len() {
            told.chance = Some(most_by_chance(&self.errors, self.of_seeds.len() as f64));
        }
        if is_once {
            let seeds = summary(&self.of_seeds);
            told.chance = (seeds.count > 1).then_some(seeds.half_width);
            told.interval =
                (seeds.count > 1).then(|| size_of(seeds.mean - seeds.half_width, seeds.mean + seeds.half_width));
        }
        told
    }
}

/// What the mean size of normal variables with mean 0 stays below in about 95 of 100 cases, whose standard deviations were
/// estimated from n values each. A size is on average √(2/π) standard deviations, with the variance 1 − 2/π; the estimate
/// adds its own.
fn most_by_chance(errors: &[f64], n: f64) -> f64 {
    let part = 2.0 / std::f64::consts::PI;
    let bias = unbiased(n);
    let (mut sum, mut squares) = (0.0, 0.0);
    for error in errors {
        sum += error;
        squares += error * error;
    }
    let count = errors.len() as f64;
    let variance = 1.0 - part + part * (1.0 / (bias * bias) - 1.0);
    (part.sqrt() * sum / bias + student::quantile(0.95, count * (n - 1.0)) * (variance * squares).sqrt()) / count
}

/// What the sample standard deviation of n normal values is on average, in true standard deviations: few values look closer
/// together than they are.
fn unbiased(n: f64) -> f64 {
    (2.0 / (n - 1.0)).sqrt() * math::exp(math::ln_gamma(0.5 * n) - math::ln_gamma(0.5 * (n - 1.0)))
}

/// The sizes that the numbers of an interval have.
fn size_of(low: f64, high: f64) -> (f64, f64) {
    let least = if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) };
    (least, low.abs().max(high.abs()))
}

impl EffectOfSetting {
    /// Whether no run was changed at all.
    pub fn is_none(&self) -> bool {
        self.count > 0 && self.largest == 0.0
    }

    /// Whether it matters more than chance alone would make it seem to; nothing before there is an effect. With one seed
    /// nobody knows what chance makes: whatever changes a run counts.
    pub fn is_above_chance(&self) -> Option<bool> {
        self.mu_star.map(|mu_star| mu_star > self.chance.unwrap_or(0.0))
    }

    fn to_json(&self) -> Value {
        json!({
            "setting": self.setting,
            "mu_star": self.mu_star,
            "mu": self.mu,
            "sigma": self.sigma,
            "low": self.interval.map(|interval| interval.0),
            "high": self.interval.map(|interval| interval.1),
            "chance": self.chance,
            "count": self.count,
            "refused": self.refused,
            "unmoved": self.unmoved,
            "without_value": self.without_value,
            "is_none": self.is_none(),
            "is_above_chance": self.is_above_chance(),
        })
    }
}

impl MetricEffects {
    fn to_json(&self) -> Value {
        let settings: Vec<Value> = self.settings.iter().map(EffectOfSetting::to_json).collect();
        json!({ "metric": self.metric, "settings": settings })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_engine::rng::{Chance, Stream};

    /// A normal variable by the sum of twelve uniform ones, near enough to the tails that count here.
    fn normal(chance: &mut Stream) -> f64 {
        (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0
    }

    #[test]
    fn chance_alone_stays_below_its_limit_more_than_nine_times_of_ten() {
        let mut chance = Stream::named(1, "test");
        let (screenings, seeds, steps) = (2_000, 3, 10);
        let mut above = 0;
        for _ in 0..screenings {
            let mut gathered = Gathered::default();
            for _ in 0..steps {
                let effects: Vec<f64> = (0..seeds).map(|_| normal(&mut chance)).collect();
                let seen = summary(&effects);
                gathered.effects.push(seen.mean);
                gathered.errors.push(seen.sd / f64::from(seeds).sqrt());
                gathered.of_seeds = effects;
            }
            above += usize::from(gathered.told(false).is_above_chance() == Some(true));
        }
        // 0.07 by a simulation of its own: the mean of ten sizes is somewhat skewed. Within four standard errors.
        let part = above as f64 / f64::from(screenings);
        assert!((0.07 - part).abs() < 0.023, "{part}");
    }

    #[test]
    fn a_few_values_look_closer_together_than_they_are() {
        // c4 of the tables of statistical quality control.
        for (n, expected) in [(2.0, 0.7979), (3.0, 0.8862), (5.0, 0.9400), (10.0, 0.9727)] {
            assert!((unbiased(n) - expected).abs() < 5e-5, "{n}: {}", unbiased(n));
        }
    }

    #[test]
    fn an_interval_of_sizes_has_no_signs() {
        assert_eq!(size_of(-3.0, 1.0), (0.0, 3.0));
        assert_eq!(size_of(-3.0, -1.0), (1.0, 3.0));
        assert_eq!(size_of(1.0, 3.0), (1.0, 3.0));
    }
}
