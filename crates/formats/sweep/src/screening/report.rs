//! The results of a screening's runs.

use super::morris::{Estimate, delta};
use super::{Screening, Way};
use chokepoint_engine::measure::statistics::student;
use chokepoint_engine::measure::summary;
use chokepoint_engine::rng::Stream;
use serde::Serialize;
use ts_rs::TS;

/// How often the signs of the differences are drawn anew for the limit of chance: so often that a limit hardly depends on them.
const FLIPS: usize = 999;
/// The same while runs are still to come, and a report is made after each batch of them.
const FEWER_FLIPS: usize = 199;
/// The part of screenings in which chance alone exceeds its limit.
const LEVEL: f64 = 0.05;
/// The part of screenings in which a change of [`EffectOfSetting::detectable`] exceeds the limit of chance.
const POWER: f64 = 0.8;

/// How much a setting matters for a metric: of a number elementary effects, of a choice or switch one change. The two are not
/// the same quantity, and have no common order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectOfSetting {
    /// Place of the setting.
    pub setting: usize,
    /// Of a number: mean size of the elementary effects. None without any effect.
    pub mu_star: Option<f64>,
    /// Of a number: the same with signs.
    pub mu: Option<f64>,
    /// Of a number: standard deviation of the elementary effects, from interaction and curvature.
    pub sigma: Option<f64>,
    /// Of a choice or switch: the change by its other value where all others are as in the scene, the mean over the seeds.
    pub change: Option<f64>,
    /// 95 % interval after Student: of μ* over the trajectories, of a change over the seeds.
    pub interval: Option<(f64, f64)>,
    /// The limit below which μ* or the size of a change stays in 95 of 100 screenings if the setting only makes the runs draw other
    /// random numbers: none with one seed.
    pub chance: Option<f64>,
    /// Of a choice or switch: a change of this size would exceed the limit of chance in about 80 of 100 screenings. None with
    /// one seed.
    pub detectable: Option<f64>,
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
    /// Numbers by μ*, the largest first; after them choices and switches by the size of their change. Of both, those without
    /// any effect last.
    pub settings: Vec<EffectOfSetting>,
}

/// Effects of one setting as they come.
#[derive(Default)]
struct Gathered {
    told: EffectOfSetting,
    /// Of each step, one effect of each seed.
    steps: Vec<Vec<f64>>,
}

impl Screening {
    /// Whether there are runs enough for a number to exceed the limit of chance. Among all draws of signs the observed one must be
    /// rare enough, and draws that turn a whole step count as the same.
    pub fn can_exceed_chance(&self) -> bool {
        let signs = (self.seeds - 1) * self.trajectories.len() as u64;
        signs >= u64::BITS.into() || LEVEL * (1_u64 << signs) as f64 >= 1.0
    }

    /// How much each setting matters, metric by metric, from the runs that were added.
    pub fn report(&self) -> Vec<MetricEffects> {
        (0..self.metrics.len()).map(|metric| self.report_of(metric)).collect()
    }

    /// The report as the page receives it.
    pub fn report_facts(&self) -> ScreeningReport {
        let metrics = self.report().iter().map(MetricEffects::facts).collect();
        ScreeningReport { done: self.done(), tasks: self.tasks(), metrics }
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
        let flips = if self.done() == self.tasks() { FLIPS } else { FEWER_FLIPS };
        let (mut settings, mut once): (Vec<EffectOfSetting>, Vec<EffectOfSetting>) = (Vec::new(), Vec::new());
        for of_setting in gathered {
            let (told, into) = match self.settings[of_setting.told.setting].way {
                Way::Levels(_) => (of_setting.of_number(flips), &mut settings),
                Way::Once(_) => (of_setting.of_change(), &mut once),
            };
            // Insertion sort, as in the engine for short lists.
            let size = |it: &EffectOfSetting| it.size().unwrap_or(-1.0);
            let place = into.partition_point(|other| size(other) >= size(&told));
            into.insert(place, told);
        }
        settings.append(&mut once);
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
        for effect in &effects {
            into.told.largest = into.told.largest.max(effect.abs());
        }
        into.steps.push(effects);
    }
}

impl Gathered {
    /// Elementary effects: the mean over the seeds is that of a step.
    fn of_number(self, flips: usize) -> EffectOfSetting {
        let mut told = self.told;
        let effects: Vec<f64> = self.steps.iter().map(|effects| summary(effects).mean).collect();
        let Some(estimate) = Estimate::of(&effects) else { return told };
        told.count = estimate.count;
        told.mu_star = Some(estimate.mu_star);
        told.mu = Some(estimate.mu);
        told.sigma = estimate.sigma;
        told.interval = estimate.interval;
        told.chance = limit_of_chance(&self.steps, flips);
        told
    }

    /// One change, which has as many effects as there are seeds.
    fn of_change(self) -> EffectOfSetting {
        let mut told = self.told;
        let [effects] = &self.steps[..] else { return told };
        let seen = summary(effects);
        told.count = 1;
        told.change = Some(seen.mean);
        if seen.count > 1 {
            told.chance = Some(seen.half_width);
            told.interval = Some((seen.mean - seen.half_width, seen.mean + seen.half_width));
            told.detectable = Some(detectable(seen.sd, seen.count));
        }
        told
    }
}

/// The limit that the mean size of the effects exceeds by chance in 5 of 100 screenings, by a randomization test. Where a setting
/// only makes the runs draw other random numbers, the runs before and after a step are exchangeable, so each difference has either
/// sign with equal probability. The limit is a quantile of the sizes over random draws of all signs, the observed effects counted
/// among them. It holds for every distribution of the differences. With one seed the signs change no size, so there is no limit.
fn limit_of_chance(steps: &[Vec<f64>], flips: usize) -> Option<f64> {
    if steps.iter().all(|effects| effects.len() < 2) {
        return None;
    }
    let allowed = (LEVEL * (flips + 1) as f64) as usize;
    // Always the same draws: a limit does not change with the order in which settings are looked at.
    let mut signs = Signs { chance: Stream::named(1, "screening/signs"), bits: 0, left: 0 };
    let mut largest: Vec<f64> = Vec::with_capacity(allowed + 1);
    for _ in 0..flips {
        let mut sum = 0.0;
        for effects in steps {
            let of_step: f64 = effects.iter().map(|effect| if signs.flips() { -effect } else { *effect }).sum();
            sum += (of_step / effects.len() as f64).abs();
        }
        let size = sum / steps.len() as f64;
        // The largest of them only, the least of these first.
        if largest.len() < allowed || largest[0] < size {
            largest.insert(largest.partition_point(|other| *other < size), size);
            if largest.len() > allowed {
                largest.remove(0);
            }
        }
    }
    largest.first().copied()
}

/// Coins, 64 from each number drawn.
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

/// The least change that a two-sided t test finds with this power, after Zar, "Biostatistical Analysis": (t₀.₉₇₅ + t₀.₈) s/√n.
fn detectable(sd: f64, count: usize) -> f64 {
    let degrees = (count - 1) as f64;
    (student::quantile(1.0 - LEVEL / 2.0, degrees) + student::quantile(POWER, degrees)) * sd / (count as f64).sqrt()
}

impl EffectOfSetting {
    /// Whether no run was changed at all.
    pub fn is_none(&self) -> bool {
        self.count > 0 && self.largest == 0.0
    }

    /// μ* of a number, the size of the change of a choice or switch.
    pub fn size(&self) -> Option<f64> {
        self.mu_star.or(self.change.map(f64::abs))
    }

    /// Whether the setting matters more than chance alone explains; nothing before there is an effect. With one seed the effect of
    /// chance is unknown: whatever changes a run counts.
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

/// The results of a screening's runs so far.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScreeningReport {
    /// How many runs were added.
    #[ts(type = "number")]
    pub done: u64,
    /// How many there are.
    #[ts(type = "number")]
    pub tasks: u64,
    /// How much the settings matter, metric by metric.
    pub metrics: Vec<MetricEffectsFacts>,
}

/// How much the settings matter for one metric.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(rename = "MetricEffects")]
pub struct MetricEffectsFacts {
    /// The metric, by its place.
    pub metric: usize,
    /// Those that matter most first.
    pub settings: Vec<EffectFacts>,
}

/// The importance of a setting: of a number the elementary effects (change of the metric over the whole range), of a choice or
/// switch the change by its other value with all others as they are. The two have no common order: numbers come first.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[ts(rename = "SettingEffect")]
pub struct EffectFacts {
    /// The setting, by its place.
    pub setting: usize,
    /// Mean size of the elementary effects; nothing before there is one, and of a choice or switch.
    pub mu_star: Option<f64>,
    /// The same with signs.
    pub mu: Option<f64>,
    /// Their standard deviation.
    pub sigma: Option<f64>,
    /// Of a choice or switch; nothing before there is one, and of a number.
    pub change: Option<f64>,
    /// The 95 % interval of μ*, or of the change, begins here.
    pub low: Option<f64>,
    /// It ends here.
    pub high: Option<f64>,
    /// The limit below which μ*, or the size of a change, stays 95 times of 100 if the setting only makes the runs draw other
    /// random numbers; nothing with one seed.
    pub chance: Option<f64>,
    /// A change of this size would be above chance in about 80 of 100 screenings; nothing of a number, and with one seed.
    pub detectable: Option<f64>,
    /// Elementary effects.
    pub count: usize,
    /// Steps that were left out since values contradict each other.
    pub refused: usize,
    /// Steps that were left out since a whole number stayed the same.
    pub unmoved: usize,
    /// Steps that were left out since a run has no such value.
    pub without_value: usize,
    /// No run changed at all.
    pub is_none: bool,
    /// It matters more than chance alone would make it seem to; nothing before there is an effect.
    pub is_above_chance: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Task;
    use chokepoint_engine::rng::Chance;
    use serde_json::json;

    const SCREENINGS: usize = 2_000;

    /// A normal variable by the sum of twelve uniform ones, near enough to the tails that count here.
    fn normal(chance: &mut Stream) -> f64 {
        (0..12).map(|_| chance.unit()).sum::<f64>() - 6.0
    }

    /// Runs whose values are now and then far off, as those with a lost start are.
    fn with_outliers(chance: &mut Stream) -> f64 {
        normal(chance) + if chance.happens(0.1) { 10.0 } else { 0.0 }
    }

    /// The part of screenings in which a setting that only makes the runs draw other numbers seems to matter.
    fn exceeded_by_chance(run: &dyn Fn(&mut Stream) -> f64, steps: usize, seeds: usize) -> f64 {
        let mut chance = Stream::named(1, "test");
        let mut above = 0;
        for _ in 0..SCREENINGS {
            let mut gathered = Gathered::default();
            for step in 1..=steps {
                // Some places are noisier than others.
                let effects = (0..seeds).map(|_| step as f64 * (run(&mut chance) - run(&mut chance)));
                gathered.steps.push(effects.collect());
            }
            let told = if steps == 1 { gathered.of_change() } else { gathered.of_number(FEWER_FLIPS) };
            above += usize::from(told.is_above_chance() == Some(true));
        }
        above as f64 / SCREENINGS as f64
    }

    /// The delay in runs of one scene that differ in their random numbers alone.
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
        // Within four standard errors; few signs have few different limits, and stay somewhat below.
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
        // With few differences no draw of their signs is rare.
        assert_eq!(exceeded_by_chance(&normal, 2, 2), 0.0);
        // A choice: Student's t, exact where the differences are normal.
        let part = exceeded_by_chance(&normal, 1, 3);
        assert!((part - LEVEL).abs() < error, "a choice: {part}");
    }

    #[test]
    fn a_change_that_is_called_detectable_is_found_about_eight_times_of_ten() {
        let mut chance = Stream::named(2, "test");
        // After the noncentral t distribution: Zar's formula is an approximation, and promises somewhat much of few values.
        for (seeds, expected) in [(3, 0.7663), (5, 0.7913), (10, 0.7990)] {
            let change = detectable(1.0, seeds);
            let found = (0..SCREENINGS).filter(|_| {
                let effects = (0..seeds).map(|_| change + normal(&mut chance)).collect();
                let gathered = Gathered { steps: vec![effects], ..Gathered::default() };
                gathered.of_change().is_above_chance() == Some(true)
            });
            let part = found.count() as f64 / SCREENINGS as f64;
            // Within four standard errors.
            let error = 4.0 * (POWER * (1.0 - POWER) / SCREENINGS as f64).sqrt();
            assert!((part - expected).abs() < error, "{seeds} seeds: {part}");
        }
    }

    #[test]
    fn what_is_the_same_with_every_seed_is_not_chance() {
        let gathered = Gathered { steps: vec![vec![1.0, 1.1, 0.9]; 6], ..Gathered::default() };
        let told = gathered.of_number(FLIPS);
        assert!(told.is_above_chance() == Some(true) && told.chance.unwrap() < 1.0, "{told:?}");
        let one_seed = Gathered { steps: vec![vec![1.0]; 6], ..Gathered::default() };
        assert_eq!(one_seed.of_number(FLIPS).chance, None);
    }
}
