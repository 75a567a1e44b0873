//! Evaluates a claim with the runs so far, and describes the compared values in words.

use super::agree::{Closeness, Difference, nearest};
use super::check::{Check, Direction, Limit, Limits, Over};
use super::metric::Metric;
use super::samples::{CLEAR, Samples, Side};
use super::unit::Unit;
use super::{Experiment, View};
use crate::measure::statistics::student::two_sided_p;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// What the runs show about a claim.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[ts(rename = "ClaimVerdict")]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The claim holds.
    Holds,
    /// The claim does not hold.
    Fails,
    /// The runs do not decide the claim, or there are too few runs.
    Undecided,
}

impl Verdict {
    /// Name in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Undecided => "undecided",
        }
    }

    /// The verdict on the conjunction of two statements, which fails if either of them fails.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fails, _) | (_, Self::Fails) => Self::Fails,
            (Self::Holds, Self::Holds) => Self::Holds,
            _ => Self::Undecided,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    /// Whether the verdict is based on one run, or on runs that have not ended.
    pub(super) is_tentative: bool,
    pub(super) figures: Vec<String>,
    /// Ids of other presets that must be run first.
    pub(super) needs: Vec<String>,
    /// Number of comparisons of means on which the verdict is based.
    pub(super) comparisons: usize,
    /// Expected number of false positives among these comparisons, in either direction, if no difference existed.
    pub(super) by_chance: f64,
}

impl Judgement {
    /// A judgement before any comparison: the claim holds as long as no comparison contradicts it.
    fn new() -> Self {
        Self {
            verdict: Verdict::Holds,
            is_tentative: false,
            figures: Vec::new(),
            needs: Vec::new(),
            comparisons: 0,
            by_chance: 0.0,
        }
    }

    fn and(mut self, other: Self) -> Self {
        self.verdict = self.verdict.and(other.verdict);
        self.is_tentative |= other.is_tentative;
        self.comparisons += other.comparisons;
        self.by_chance += other.by_chance;
        self.figures.extend(other.figures);
        self.needs.extend(other.needs.into_iter().filter(|id| !self.needs.contains(id)).collect::<Vec<_>>());
        self
    }

    /// Adds the verdict of one comparison, which is based on `runs` runs.
    fn rest_on(&mut self, verdict: Verdict, runs: usize) {
        self.verdict = self.verdict.and(verdict);
        if runs > 1 {
            self.comparisons += 1;
            self.by_chance += two_sided_p(CLEAR, (runs - 1) as f64);
        }
    }

    fn say(mut self, words: impl Into<String>) -> Self {
        self.figures.push(words.into());
        self
    }
}

/// A measured quantity with its name.
struct Measure {
    name: String,
    samples: Samples,
}

/// An experiment whose claims are evaluated, with the other experiments that its claims may name.
pub(super) struct Judge<'a> {
    pub(super) own: View<'a>,
    pub(super) others: &'a [&'a Experiment],
}

impl Judge<'_> {
    #[inline(never)]
    pub(super) fn judge(&self, check: &Check) -> Judgement {
        match check {
            Check::Order { metric, lanes, direction, point } => self.at_points(*point, |point| {
                let steps: Vec<_> = lanes.iter().map(|&lane| self.measure(metric, lane, point)).collect();
                in_order(&steps, *direction, metric).say_first(&metric.name())
            }),
            Check::Bound { metric, lanes, limits, point } => self.at_points(*point, |point| {
                let measures = lanes.iter().map(|&lane| self.measure(metric, lane, point));
                self.all_within(measures, limits, Some(metric), point).say_first(&metric.name())
            }),
            Check::Published { metric, lanes, point } => self.at_points(*point, |point| {
                let all = lanes.iter().map(|&lane| self.as_published(metric, lane, point));
                all.fold(Judgement::new(), Judgement::and).say_first(&metric.name())
            }),
            Check::Difference { metric, lanes: [a, b], limits, point } => self.at_points(*point, |point| {
                let (a, b) = (self.measure(metric, *a, point), self.measure(metric, *b, point));
                let name = format!("{} − {}", a.name, b.name);
                let difference = Measure { name, samples: a.samples.minus(&b.samples) };
                self.all_within([difference], limits, Some(metric), point).say_first(&metric.name())
            }),
            Check::Ratio { metrics: [above, below], lanes, limits, point } => self.at_points(*point, |point| {
                let ratios = lanes.iter().map(|&lane| {
                    let below = self.own.samples(below, lane, point);
                    let above = self.measure(above, lane, point);
                    Measure { name: above.name, samples: above.samples.paired(&below, |a, b| a / b) }
                });
                let name = format!("{} ÷ {}", above.name(), below.name());
                self.all_within(ratios, limits, None, point).say_first(&name)
            }),
            Check::Trend { metric, lanes, direction, over } => lanes
                .iter()
                .map(|&lane| self.trend(metric, lane, *direction, over))
                .fold(Judgement::new(), Judgement::and),
            Check::Peak { metric, lane, at, limits } => self.peak(metric, *lane, *at, limits),
            Check::All(checks) => checks.iter().map(|check| self.judge(check)).fold(Judgement::new(), Judgement::and),
        }
    }

    /// The judgement at one point of the sweep. Without a point, the check must hold at every point of the sweep.
    fn at_points(&self, point: Option<usize>, judge: impl Fn(usize) -> Judgement) -> Judgement {
        let points = match point {
            Some(point) => point..point + 1,
            None => 0..self.own.plan.scenes.len(),
        };
        points
            .map(|point| match &self.own.plan.sweep {
                Some(sweep) => judge(point).say_first(&format!("at {} {}", sweep.name, in_short(&sweep.values[point]))),
                None => judge(point),
            })
            .fold(Judgement::new(), Judgement::and)
    }

    fn measure(&self, metric: &Metric, lane: usize, point: usize) -> Measure {
        Measure { name: self.own.plan.lanes[lane].clone(), samples: self.own.samples(metric, lane, point) }
    }

    /// Whether a lane reproduces one of the values that were published for the lane.
    fn as_published(&self, metric: &Metric, lane: usize, point: usize) -> Judgement {
        let Measure { name, samples } = self.measure(metric, lane, point);
        let cells = self.own.preset.published.iter();
        let here = cells.filter(|it| it.cell.lane == lane && it.cell.point == point && it.cell.metric == *metric);
        let printed: Vec<f64> = here.map(|it| it.printed.value).collect();
        let unit = metric.unit();
        let values: Vec<_> = printed.iter().map(|value| unit.quantity(*value)).collect();
        let verdict = match nearest(metric, &printed, &samples) {
            Closeness::Met => Verdict::Holds,
            Closeness::Missed => Verdict::Fails,
            Closeness::Unclear => Verdict::Undecided,
        };
        let words = format!("{name} {}; printed: {}", samples.in_words(unit), values.join(" or "));
        Judgement { verdict, is_tentative: samples.is_tentative(), ..Judgement::new() }.say(words)
    }

    fn all_within(
        &self,
        measures: impl IntoIterator<Item = Measure>,
        limits: &Limits,
        metric: Option<&Metric>,
        point: usize,
    ) -> Judgement {
        let unit = metric.map_or(Unit::Plain, Metric::unit);
        let number = |limit: &Limit| match limit {
            Limit::Number(number) => *number,
            Limit::FairShares(shares) => shares * self.own.plan.scenes[point].facts.fair_share_bps(),
        };
        let (min, max) = (limits.min.as_ref().map(number), limits.max.as_ref().map(number));
        let allowed = match (min, max) {
            (Some(min), Some(max)) => format!("{} to {}", unit.number(min), unit.quantity(max)),
            (Some(min), None) => format!("at least {}", unit.quantity(min)),
            (None, Some(max)) => format!("at most {}", unit.quantity(max)),
            (None, None) => return Judgement::new(),
        };
        let mut words = Vec::new();
        let mut judgement = Judgement::new();
        for Measure { name, samples } in measures {
            words.push(format!("{name} {}", samples.in_words(unit)));
            judgement.is_tentative |= samples.is_tentative();
            for (limit, wrong) in [(min, Side::Below), (max, Side::Above)] {
                if let Some(limit) = limit {
                    judgement.rest_on(on_the_right_side(metric, &samples, limit, wrong), samples.by_seed.len());
                }
            }
        }
        judgement.say(format!("{}; wanted: {allowed}", words.join(", ")))
    }

    fn trend(&self, metric: &Metric, lane: usize, direction: Direction, over: &Over) -> Judgement {
        let name = &self.own.plan.lanes[lane];
        let mut needs = Vec::new();
        let steps: Vec<Measure> = match over {
            Over::Points(points) => points
                .iter()
                .map(|&point| Measure {
                    name: self.own.plan.sweep.as_ref().map(|it| in_short(&it.values[point])).unwrap_or_default(),
                    samples: self.own.samples(metric, lane, point),
                })
                .collect(),
            Over::Presets(ids) => ids
                .iter()
                .map(|id| {
                    let samples =
                        self.of_preset(id).and_then(|found| Some(found.samples(metric, found.plan.lane(name)?, 0)));
                    let samples = samples.unwrap_or_default();
                    if samples.is_empty() {
                        needs.push(id.clone());
                    }
                    Measure { name: id.clone(), samples }
                })
                .collect(),
        };
        let judgement = in_order(&steps, direction, metric);
        Judgement { needs, ..judgement }.say_first(&format!("{}, {name}", metric.name()))
    }

    fn of_preset(&self, id: &str) -> Option<View<'_>> {
        let all = std::iter::once(self.own.experiment).chain(self.others.iter().copied());
        let found = all.into_iter().find(|experiment| experiment.preset.id == id);
        found.map(|experiment| View { experiment, ..self.own })
    }

    fn peak(&self, metric: &Metric, lane: usize, at: (f64, f64), limits: &Limits) -> Judgement {
        let Some(sweep) = &self.own.plan.sweep else {
            return Judgement { verdict: Verdict::Undecided, ..Judgement::new() };
        };
        let points: Vec<(f64, usize, Samples)> = sweep
            .values
            .iter()
            .enumerate()
            .filter_map(|(point, value)| Some((value.as_f64()?, point, self.own.samples(metric, lane, point))))
            .collect();
        if points.iter().any(|(_, _, samples)| samples.is_empty()) {
            let verdict = Verdict::Undecided;
            return Judgement { verdict, ..Judgement::new() }.say("not every point of the sweep has been run");
        }
        let is_inside = |value: f64| (at.0..=at.1).contains(&value);
        let largest = |inside: bool| {
            let candidates = points.iter().filter(|(value, ..)| is_inside(*value) == inside);
            candidates
                .max_by(|(_, _, a), (_, _, b)| a.mean().unwrap_or(f64::NAN).total_cmp(&b.mean().unwrap_or(f64::NAN)))
        };
        let Some((value, point, inside)) = largest(true) else { return Judgement::new() };
        let unit = metric.unit();
        let mut judgement = Judgement { is_tentative: inside.is_tentative(), ..Judgement::new() };
        let mut words = format!("{} {} at {} {value}", metric.name(), inside.in_words(unit), sweep.name);
        if let Some((beside, _, outside)) = largest(false) {
            judgement.is_tentative |= outside.is_tentative();
            let verdict = goes(Difference::between(metric, outside, inside), Direction::Rising);
            judgement.rest_on(verdict, inside.by_seed.len());
            words = format!("{words}; largest elsewhere: {} at {beside}", outside.in_words(unit));
        }
        let measure = Measure { name: self.own.plan.lanes[lane].clone(), samples: inside.clone() };
        judgement.say(words).and(self.all_within([measure], limits, Some(metric), *point))
    }
}

impl Judgement {
    /// Prefixes the first entry of `figures` with `subject` and a colon.
    fn say_first(mut self, subject: &str) -> Self {
        if let Some(first) = self.figures.first_mut() {
            *first = format!("{subject}: {first}");
        }
        self
    }
}

/// Whether each value is clearly above (or below) the previous value.
fn in_order(steps: &[Measure], direction: Direction, metric: &Metric) -> Judgement {
    let mut judgement = Judgement::new();
    let unit = metric.unit();
    let words: Vec<_> = steps.iter().map(|step| format!("{} {}", step.name, step.samples.in_words(unit))).collect();
    let mut doubts = Vec::new();
    for pair in steps.windows(2) {
        let [before, after] = pair else { continue };
        let difference = after.samples.minus(&before.samples);
        let found = Difference::between(metric, &before.samples, &after.samples);
        let verdict = goes(found, direction);
        judgement.rest_on(verdict, difference.by_seed.len());
        judgement.is_tentative |= difference.is_tentative();
        if verdict != Verdict::Holds && !difference.is_empty() {
            let words = difference.in_words(unit);
            let what = match found {
                Difference::Clear(_) => "not in this order",
                Difference::Negligible(_) => "too small to matter",
                Difference::Unclear => "no significant difference",
            };
            doubts.push(format!("{} − {} = {words}, {what}", after.name, before.name));
        }
    }
    let all = format!("{} {}", words.join(", "), unit.shown_symbol());
    judgement.figures.push(all.trim_end().to_owned());
    judgement.figures.extend(doubts);
    judgement
}

/// Whether a difference points in the given direction, is statistically clear, and matters.
pub(super) fn goes(difference: Difference, direction: Direction) -> Verdict {
    match (difference, direction) {
        (Difference::Clear(Side::Above), Direction::Rising) | (Difference::Clear(Side::Below), Direction::Falling) => {
            Verdict::Holds
        }
        (Difference::Clear(_), _) => Verdict::Fails,
        (Difference::Negligible(_) | Difference::Unclear, _) => Verdict::Undecided,
    }
}

/// The verdict on a limit: holds if the mean is clearly on the allowed side, or exactly at the limit. Fails if the mean
/// is clearly on the other side, further from the limit than the smallest difference that matters.
fn on_the_right_side(metric: Option<&Metric>, samples: &Samples, limit: f64, wrong: Side) -> Verdict {
    match Difference::from_limit(metric, samples, limit) {
        Difference::Clear(side) if side == wrong => Verdict::Fails,
        Difference::Negligible(side) if side == wrong => Verdict::Undecided,
        // A single run whose value equals the limit is within the limit.
        Difference::Unclear if samples.by_seed.len() != 1 => Verdict::Undecided,
        _ => Verdict::Holds,
    }
}

fn in_short(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
