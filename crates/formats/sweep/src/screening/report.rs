//! The results of a screening.

use super::morris::{Estimate, delta};
use super::{Screening, Way};
use chokepoint_engine::measure::statistics::student;
use chokepoint_engine::measure::summary;
use chokepoint_engine::rng::Stream;
use serde::Serialize;
use ts_rs::TS;

/// Number of random sign vectors from which `limit_of_chance` computes the limit of chance. With so many vectors, the
/// limit hardly depends on the vectors that happen to be drawn.
const FLIPS: usize = 999;
/// Number of random sign vectors for an interim report. It is smaller than `FLIPS`, because an interim report is made
/// after every batch of runs.
const FEWER_FLIPS: usize = 199;
/// Probability that an effect due to chance alone exceeds the limit of chance.
const LEVEL: f64 = 0.05;
/// Probability with which a change whose true size is [`EffectOfSetting::detectable`] is measured above the limit of
/// chance.
const POWER: f64 = 0.8;

/// How much a setting matters for a metric. A number has elementary effects, a choice or switch has one change:
/// different quantities that cannot be ranked together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectOfSetting {
    /// Index of the setting.
    pub setting: usize,
    /// Mean absolute elementary effect of a numeric setting; `None` if no effect was measured.
    pub mu_star: Option<f64>,
    /// Mean elementary effect of a numeric setting, with signs.
    pub mu: Option<f64>,
    /// Standard deviation of the elementary effects of a number, caused by interaction and curvature.
    pub sigma: Option<f64>,
    /// Change of the metric if a choice or switch takes its other value, with all other settings as in the scene; mean
    /// over the seeds.
    pub change: Option<f64>,
    /// 95 % interval by Student's t. For μ* it is computed over the trajectories, for a change over the seeds.
    pub interval: Option<(f64, f64)>,
    /// Limit of chance. If a setting only changes which random numbers the runs draw, its μ*, or the size of its
    /// change, stays below this limit in 95 of 100 screenings. `None` with one seed.
    pub chance: Option<f64>,
    /// A change of a choice or switch whose true size is this exceeds the limit of chance in about 80 of 100
    /// screenings. `None` if the screening has only one seed.
    pub detectable: Option<f64>,
    /// Number of effects that are included.
    pub count: usize,
    /// Number of steps that are excluded because settings contradict each other before or after the step.
    pub refused: usize,
    /// Number of steps that are excluded because two levels of a whole-number setting are rounded to the same number.
    pub unmoved: usize,
    /// Number of steps that are excluded because a run has no value of the metric.
    pub without_value: usize,
    /// Largest absolute effect in any pair of runs; 0 means that the setting changed no run.
    pub largest: f64,
}

/// How much the settings matter for one metric.
#[derive(Clone, Debug, PartialEq)]
pub struct MetricEffects {
    /// Index of the metric.
    pub metric: usize,
    /// The settings: first numbers by μ*, then choices and switches by the size of their change, the largest first. In
    /// both groups, settings without an effect come last.
    pub settings: Vec<EffectOfSetting>,
}

/// The effects of one setting while they are collected.
#[derive(Default)]
struct Gathered {
    effect: EffectOfSetting,
    /// For each step, one effect per seed.
    steps: Vec<Vec<f64>>,
}

impl Screening {
    /// Whether there are enough runs for the μ* of a numeric setting to exceed the limit of chance at all. μ* exceeds
    /// the limit only if at most 5 % of all sign vectors give a size as large as μ*. The observed signs are one such
    /// vector, so at least 20 different vectors are needed. Reversing all signs of a step does not change the size, so
    /// such vectors count as one.
    pub fn can_exceed_chance(&self) -> bool {
        let signs = (self.seeds - 1) * self.trajectories.len() as u64;
        signs >= u64::BITS.into() || LEVEL * (1_u64 << signs) as f64 >= 1.0
    }

    /// The effects of each setting on each metric, from the runs added so far.
    pub fn report(&self) -> Vec<MetricEffects> {
        (0..self.metrics.len()).map(|metric| self.report_of(metric)).collect()
    }

    /// The report in the form that the page receives.
    pub fn report_facts(&self) -> ScreeningReport {
        let metrics = self.report().iter().map(MetricEffects::facts).collect();
        ScreeningReport { done: self.done(), tasks: self.tasks(), metrics }
    }

    fn report_of(&self, metric: usize) -> MetricEffects {
        let mut gathered: Vec<Gathered> = Vec::with_capacity(self.settings.len());
        for (setting, varied) in self.settings.iter().enumerate() {
            let effect = EffectOfSetting { setting, ..EffectOfSetting::default() };
            gathered.push(Gathered { effect, ..Gathered::default() });
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
                    of_setting.effect.unmoved += 1;
                }
            }
        }
        let flips = if self.done() == self.tasks() { FLIPS } else { FEWER_FLIPS };
        let (mut settings, mut once): (Vec<EffectOfSetting>, Vec<EffectOfSetting>) = (Vec::new(), Vec::new());
        for of_setting in gathered {
            let (effect, into) = match self.settings[of_setting.effect.setting].way {
                Way::Levels(_) => (of_setting.of_number(flips), &mut settings),
                Way::Once(_) => (of_setting.of_change(), &mut once),
            };
            // Insertion sort is good enough for a short list; the engine does the same.
            let size = |it: &EffectOfSetting| it.size().unwrap_or(-1.0);
            let place = into.partition_point(|other| size(other) >= size(&effect));
            into.insert(place, effect);
        }
        settings.append(&mut once);
        MetricEffects { metric, settings }
    }

    /// Adds the effect of a step, which leads from one point to the next, once all runs at both points have been added.
    fn gather(&self, into: &mut Gathered, metric: usize, (before, after): (usize, usize), over: f64) {
        if self.points[before].refused.is_some() || self.points[after].refused.is_some() {
            into.effect.refused += 1;
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
            into.effect.without_value += 1;
            return;
        }
        for effect in &effects {
            into.effect.largest = into.effect.largest.max(effect.abs());
        }
        into.steps.push(effects);
    }
}

impl Gathered {
    /// The effects of a number. A step's effect is the mean over the seeds.
    fn of_number(self, flips: usize) -> EffectOfSetting {
        let mut effect = self.effect;
        let effects: Vec<f64> = self.steps.iter().map(|effects| summary(effects).mean).collect();
        let Some(estimate) = Estimate::of(&effects) else { return effect };
        effect.count = estimate.count;
        effect.mu_star = Some(estimate.mu_star);
        effect.mu = Some(estimate.mu);
        effect.sigma = estimate.sigma;
        effect.interval = estimate.interval;
        effect.chance = limit_of_chance(&self.steps, flips);
        effect
    }

    /// The effect of a choice or switch: the mean change of the metric over the seeds when the setting takes its other
    /// value.
    fn of_change(self) -> EffectOfSetting {
        let mut effect = self.effect;
        let [effects] = &self.steps[..] else { return effect };
        let seen = summary(effects);
        effect.count = 1;
        effect.change = Some(seen.mean);
        if seen.count > 1 {
            effect.chance = Some(seen.half_width);
            effect.interval = Some((seen.mean - seen.half_width, seen.mean + seen.half_width));
            effect.detectable = Some(detectable(seen.sd, seen.count));
        }
        effect
    }
}

/// The limit of chance: the mean size of the effects exceeds it by chance in 5 of 100 screenings. It is computed by a
/// randomization test. Suppose a setting only changes which random numbers the runs draw. Then the runs before and
/// after a step are exchangeable, so both signs of a difference are equally likely. The limit is a quantile of the mean
/// sizes under random sign vectors, with the observed signs included. It holds for every distribution of the
/// differences. With one seed, each step has a single difference, whose sign does not change its size. Then there is no
/// limit.
fn limit_of_chance(steps: &[Vec<f64>], flips: usize) -> Option<f64> {
    if steps.iter().all(|effects| effects.len() < 2) {
        return None;
    }
    let allowed = (LEVEL * (flips + 1) as f64) as usize;
    // Every call draws the same sign vectors. So the limit of a setting does not depend on the settings computed
    // before.
    let mut signs = Signs { chance: Stream::named(1, "screening/signs"), bits: 0, left: 0 };
    let mut largest: Vec<f64> = Vec::with_capacity(allowed + 1);
    for _ in 0..flips {
        let mut sum = 0.0;
        for effects in steps {
            let of_step: f64 = effects.iter().map(|effect| if signs.flips() { -effect } else { *effect }).sum();
            sum += (of_step / effects.len() as f64).abs();
        }
        let size = sum / steps.len() as f64;
        // Only the `allowed` largest mean sizes are kept, in ascending order. The first of them is the limit.
        if largest.len() < allowed || largest[0] < size {
            largest.insert(largest.partition_point(|other| *other < size), size);
            if largest.len() > allowed {
                largest.remove(0);
            }
        }
    }
    largest.first().copied()
}

/// A source of random signs. Each random number of 64 bits gives 64 signs.
struct Signs {
    chance: Stream,
    bits: u64,
    left: u32,
}

impl Signs {
    fn flips(&mut self) -> bool {
        if self.left == 0 {
            (self.bits, self.left) = (self.chance.next_u64(), u64::BITS);
        }
        self.left -= 1;
        let is_one = self.bits & 1 == 1;
        self.bits >>= 1;
        is_one
    }
}

/// The smallest change that a two-sided t-test detects with the probability [`POWER`], by the formula of Zar,
/// "Biostatistical Analysis": (t₀.₉₇₅ + t₀.₈) s/√n.
fn detectable(sd: f64, count: usize) -> f64 {
    let degrees = (count - 1) as f64;
    (student::quantile(1.0 - LEVEL / 2.0, degrees) + student::quantile(POWER, degrees)) * sd / (count as f64).sqrt()
}

impl EffectOfSetting {
    /// Whether no run changed.
    pub fn is_none(&self) -> bool {
        self.count > 0 && self.largest == 0.0
    }

    /// μ* of a number, or the size of the change of a choice or switch.
    pub fn size(&self) -> Option<f64> {
        self.mu_star.or(self.change.map(f64::abs))
    }

    /// Whether the effect of the setting exceeds chance. `None` without an effect. With one seed the limit of chance is
    /// unknown, and any change of a run counts.
    pub fn is_above_chance(&self) -> Option<bool> {
        self.size().map(|size| size > self.chance.unwrap_or(0.0))
    }

    fn facts(&self) -> EffectFacts {
        EffectFacts {
            setting: self.setting,
            mu_star: self.mu_star,
            mu: self.mu,
            sigma: self.sigma,
            change: self.change,
            low: self.interval.map(|interval| interval.0),
            high: self.interval.map(|interval| interval.1),
            chance: self.chance,
            detectable: self.detectable,
            count: self.count,
            refused: self.refused,
            unmoved: self.unmoved,
            without_value: self.without_value,
            is_none: self.is_none(),
            is_above_chance: self.is_above_chance(),
        }
    }
}

impl MetricEffects {
    fn facts(&self) -> MetricEffectsFacts {
        let settings = self.settings.iter().map(EffectOfSetting::facts).collect();
        MetricEffectsFacts { metric: self.metric, settings }
    }
}

/// The results of a screening from the runs so far.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScreeningReport {
    /// Number of runs that have been added.
    #[ts(type = "number")]
    pub done: u64,
    /// Number of all runs.
    #[ts(type = "number")]
    pub tasks: u64,
    /// The effects of the settings, metric by metric.
    pub metrics: Vec<MetricEffectsFacts>,
}

/// How much the settings matter for one metric.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "MetricEffects")]
pub struct MetricEffectsFacts {
    /// Index of the metric.
    pub metric: usize,
    /// The settings, those that matter most first.
    pub settings: Vec<EffectFacts>,
}

/// How much a setting matters. A number has elementary effects, which are changes of the metric over the whole range of
/// the number. A choice or switch has the change of the metric if it takes its other value. The two cannot be ranked
/// together, so numbers come first.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(rename = "SettingEffect")]
pub struct EffectFacts {
    /// Index of the setting.
    pub setting: usize,
    /// Mean absolute elementary effect of a numeric setting; null if no effect was measured.
    pub mu_star: Option<f64>,
    /// Mean elementary effect of a numeric setting, with signs.
    pub mu: Option<f64>,
    /// Standard deviation of the elementary effects.
    pub sigma: Option<f64>,
    /// Change of the metric if a choice or switch takes its other value; null without a result.
    pub change: Option<f64>,
    /// Lower end of the 95 % interval of μ*, or of the change.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Limit of chance. If a setting only changes which random numbers the runs draw, its μ*, or the size of its
    /// change, stays below this limit in 95 of 100 screenings. Null with one seed.
    pub chance: Option<f64>,
    /// A change of a choice or switch whose true size is this exceeds the limit of chance in about 80 of 100
    /// screenings. Null for a numeric setting, and if the screening has only one seed.
    pub detectable: Option<f64>,
    /// Number of effects.
    pub count: usize,
    /// Number of steps that are excluded because settings contradict each other before or after the step.
    pub refused: usize,
    /// Number of steps that are excluded because two levels of a whole-number setting are rounded to the same number.
    pub unmoved: usize,
    /// Number of steps that are excluded because a run has no value of the metric.
    pub without_value: usize,
    /// Whether no run changed.
    pub is_none: bool,
    /// Whether the size of the effect (μ* or the change) exceeds the limit of chance; null if no effect was measured.
    pub is_above_chance: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Task;
    use chokepoint_engine::rng::Chance;
    use serde_json::json;

    const SCREENINGS: usize = 2_000;

    /// An approximately normal random number: the sum of twelve uniform ones. Its tails are accurate enough here.
    fn normal(chance: &mut Stream) -> f64 {
        (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0
    }

    /// A result with rare outliers, as in runs whose first packets are lost.
    fn with_outliers(chance: &mut Stream) -> f64 {
        normal(chance) + if chance.happens(0.1) { 10.0 } else { 0.0 }
    }

    /// Share of screenings in which a setting without a true effect is measured above the limit of chance. Such a
    /// setting only changes which random numbers are drawn.
    fn exceeded_by_chance(run: &dyn Fn(&mut Stream) -> f64, steps: usize, seeds: usize) -> f64 {
        let mut chance = Stream::named(1, "test");
        let mut above = 0;
        for _ in 0..SCREENINGS {
            let mut gathered = Gathered::default();
            for step in 1..=steps {
                // Later steps are given larger differences, because the limit must hold for steps with unequal
                // variances, too.
                let effects = (0..seeds).map(|_| step as f64 * (run(&mut chance) - run(&mut chance)));
                gathered.steps.push(effects.collect());
            }
            let effect = if steps == 1 { gathered.of_change() } else { gathered.of_number(FEWER_FLIPS) };
            above += usize::from(effect.is_above_chance() == Some(true));
        }
        above as f64 / SCREENINGS as f64
    }

    /// Delays in runs of a scene that differ only in their random numbers.
    fn runs_of_one_scene() -> Vec<f64> {
        let screening = Screening::parse(&json!({
            "scene": {
                "duration_s": 4,
                "lanes": [{ "aqm": "choke" }],
                "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno", "count": 3 }],
            },
            "metrics": ["queueing_delay_s"],
        }));
        let screening = screening.unwrap();
        let value = |seed| screening.run(Task { point: 0, lane: 0, seed }).values.unwrap()[0].unwrap();
        (1..=200).map(value).collect()
    }

    #[test]
    fn chance_exceeds_its_limit_in_five_of_a_hundred_screenings() {
        // The tolerance is four standard errors. With few differences the limit can take only few values, so the share
        // above it may be smaller.
        let runs = runs_of_one_scene();
        let error = 4.0 * (LEVEL * (1.0 - LEVEL) / SCREENINGS as f64).sqrt();
        for (steps, seeds) in [(6, 2), (10, 3)] {
            let of_scene = |chance: &mut Stream| runs[chance.pick(runs.len())];
            for run in [&normal as &dyn Fn(&mut Stream) -> f64, &with_outliers, &of_scene] {
                let part = exceeded_by_chance(run, steps, seeds);
                println!("{steps} steps, {seeds} seeds: {part}");
                assert!((part - LEVEL).abs() < error, "{steps} steps, {seeds} seeds: {part}");
            }
        }
        // Two steps with two seeds have only four different sign vectors, each with a probability above 5 %. So no
        // effect can exceed the limit of chance.
        assert_eq!(exceeded_by_chance(&normal, 2, 2), 0.0);
        // For a choice, the limit of chance is the half-width of a 95 % interval by Student's t, which is exact for
        // normally distributed differences.
        let part = exceeded_by_chance(&normal, 1, 3);
        assert!((part - LEVEL).abs() < error, "a choice: {part}");
    }

    #[test]
    fn a_change_of_the_detectable_size_is_detected_in_about_eight_of_ten_screenings() {
        let mut chance = Stream::named(2, "test");
        // The expected shares of detected changes are computed from the noncentral t distribution. For few values,
        // Zar's approximation gives too high a power.
        for (seeds, expected) in [(3, 0.7663), (5, 0.7913), (10, 0.7990)] {
            let change = detectable(1.0, seeds);
            let found = (0..SCREENINGS).filter(|_| {
                let effects = (0..seeds).map(|_| change + normal(&mut chance)).collect();
                let gathered = Gathered { steps: vec![effects], ..Gathered::default() };
                gathered.of_change().is_above_chance() == Some(true)
            });
            let part = found.count() as f64 / SCREENINGS as f64;
            // The tolerance is four standard errors.
            let error = 4.0 * (POWER * (1.0 - POWER) / SCREENINGS as f64).sqrt();
            assert!((part - expected).abs() < error, "{seeds} seeds: {part}");
        }
    }

    #[test]
    fn an_effect_that_is_equal_for_every_seed_exceeds_chance() {
        let gathered = Gathered { steps: vec![vec![1.0, 1.1, 0.9]; 6], ..Gathered::default() };
        let effect = gathered.of_number(FLIPS);
        assert!(effect.is_above_chance() == Some(true) && effect.chance.unwrap() < 1.0, "{effect:?}");
        let one_seed = Gathered { steps: vec![vec![1.0]; 6], ..Gathered::default() };
        assert_eq!(one_seed.of_number(FLIPS).chance, None);
    }
}
