//! The report: each published or claimed value next to ours, and a verdict on each claim.

use super::agree::{Agreement, Apart, Closeness, Difference, nearest};
use super::comparison::{Comparisons, Normality, Paired, SweepCorrelation};
use super::course::{Courses, courses};
use super::judge::{Judge, Verdict, goes};
use super::metric::Metric;
use super::parts::Part;
use super::preset::{Claim, Document, Origin, Printed, PublishedDifference, Seen, SeenAt};
use super::samples::Samples;
use super::summary::Summary;
use super::unit::Unit;
use super::{Direction, Experiment, View};
use crate::measure;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// Version of the format. Increased when a field is renamed or changes its meaning.
pub const REPORT_SCHEMA: u32 = 1;

/// The results of the runs so far.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct Report {
    pub schema: u32,
    pub engine: &'static str,
    pub preset: String,
    pub title: String,
    pub document: Document,
    /// Number of seeds that have been run in every lane at every point.
    #[ts(type = "number")]
    pub seeds: u64,
    #[ts(type = "number")]
    pub asked_seeds: u64,
    pub profile: &'static str,
    pub duration_s: f64,
    pub measured_from_s: f64,
    /// Name of the setting that is swept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub sweep: Option<String>,
    /// Values of the swept setting. Without a sweep, the only value is `null`.
    #[ts(type = "ReadonlyArray<SettingValue | null>")]
    pub points: Vec<Value>,
    pub rows: Vec<Row>,
    pub claims: Vec<ClaimReport>,
    pub summary: Summary,
    /// Comparisons of every pair of lanes, seed by seed. With more than 12 lanes, only neighbouring lanes are compared.
    pub paired: Vec<Paired>,
    /// Whether the values of each lane may be treated as normal.
    pub normality: Vec<Normality>,
    /// Correlations of the metrics with the varied setting.
    pub correlations: Vec<SweepCorrelation>,
    /// Whether the paper itself prints all three kinds of tests: normality, correlations and paired t-tests.
    pub has_tests: bool,
    /// Quantities over time, if the experiment has bins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub courses: Option<Courses>,
}

/// One metric of one lane.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "ReportRow")]
#[allow(missing_docs)]
pub struct Row {
    #[ts(type = "string")]
    pub metric: Metric,
    pub name: String,
    #[ts(type = "string")]
    pub unit: Unit,
    /// Name of the lane; for a published difference, both names, as in `choke − choke-apf`.
    pub lane: String,
    /// Value of the swept setting, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "SettingValue | null")]
    pub point: Option<Value>,
    pub published: Vec<Printed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference: Option<Seen>,
    /// Half-width of the 95 % interval of the reference's mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reference_half_width: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub ours: Option<Ours>,
    /// Agreement of our value with the published value; `None` if no value is published, or if the values of the runs
    /// vary too much for a decision.
    pub verdict: Option<Agreement>,
    /// Why a reproduced value is not evidence that the discipline is right; `None` if it is evidence, or if the value
    /// is not reproduced.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub apart: Option<Apart>,
    /// The means of the two halves of the measured window, if the quantity has not settled within the window.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub settling: Option<Settling>,
    /// Keys by which [`Summary`] finds rows that state the same fact: rows that share at least one key. A row has
    /// several keys, because a paper may print its fact in several places.
    #[serde(skip)]
    pub(super) facts: Vec<String>,
}

/// The values of our runs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "Sample")]
#[allow(missing_docs)]
pub struct Ours {
    pub mean: f64,
    #[ts(type = "number | null")]
    pub sd: f64,
    /// Half-width of the 95 % interval by Student's t; not a number (`null`) if there is only one run.
    #[ts(type = "number | null")]
    pub half_width: f64,
    /// The 95 % interval, limited to \[0, 1\] for shares and indices; `None` if there is only one run.
    pub interval: Option<[f64; 2]>,
    pub median: f64,
    pub quartiles: [f64; 2],
    /// Whether the runs form two groups, so that the mean is typical of neither group.
    pub two_states: bool,
    /// Half-width of the 95 % prediction interval of one further run; not a number (`null`) if there is only one run. A
    /// printed number from a single run with the same distribution lies in this interval with probability 0.95.
    #[ts(type = "number | null")]
    pub prediction_half_width: f64,
    pub count: usize,
    /// Number of runs in which the quantity has no value.
    pub left_out: usize,
    /// Values in order of the seeds.
    pub values: Vec<f64>,
}

/// A quantity that has not settled within the measured window.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct Settling {
    /// Means in the first and the second half of the measured window.
    pub halves: [f64; 2],
    /// Agreement with the published value if only the second half of the measured window counted; `None` if the verdict
    /// is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub second_half: Option<Agreement>,
    pub in_words: String,
}

/// A claim with the verdict of the runs.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct ClaimReport {
    pub id: String,
    pub text: String,
    pub origin: Origin,
    #[ts(type = "\"holds\" | \"open\" | \"fails\"")]
    pub outlook: &'static str,
    pub verdict: Verdict,
    /// Whether the claim has a check, so that the runs decide it. Without a check, a reader must compare the claim with
    /// a picture or a formula.
    pub measured: bool,
    /// Whether the verdict is based on one run, or on runs that have not ended.
    pub tentative: bool,
    /// Number of comparisons of means that the verdict uses.
    pub comparisons: usize,
    /// Expected number of false positives among `comparisons`, if no difference existed.
    pub by_chance: f64,
    /// The compared values in words.
    pub figures: String,
    /// The verdict of the second half of the measured window alone, if it is the opposite of `verdict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub second_half: Option<Verdict>,
    /// Why the claim is undecided, or why it does or does not hold, if the reason is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub reason: Option<String>,
    /// The time at which the scene shows the claim, and the tab of the page in which it can be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seen_at: Option<SeenAt>,
}

pub(super) fn report(experiment: &Experiment, others: &[&Experiment]) -> Report {
    let Experiment { preset, plan, .. } = experiment;
    let scenario = &plan.scenes[0].scenario;
    let view = |part: Part| View { experiment, part };
    let judge = Judge { own: view(Part::Whole), others };
    let judge_later = Judge { own: view(Part::Second), others };
    let Comparisons { paired, normality, correlations, are_in_document } = Comparisons::of(experiment);
    let mut rows = Vec::new();
    let scenes: Vec<Value> = plan.scenes.iter().map(|scene| nameless(scene.scenario.to_json())).collect();
    for metric in experiment.metrics() {
        for (point, scene) in scenes.iter().enumerate() {
            let column = Column::new(view(Part::Whole), &metric, point, scene);
            let in_halves = [Part::First, Part::Second].map(|half| Column::new(view(half), &metric, point, scene));
            rows.extend(
                (0..plan.lanes.len())
                    .map(|lane| Row { settling: column.settling(lane, &in_halves), ..column.row(lane) }),
            );
            let differences = preset.published_differences.iter();
            let here = differences.filter(|it| it.metric == metric && it.point == point);
            rows.extend(here.map(|it| column.difference(it)));
        }
    }
    let mut report = Report {
        schema: REPORT_SCHEMA,
        engine: env!("CARGO_PKG_VERSION"),
        preset: preset.id.clone(),
        title: preset.title.clone(),
        document: preset.document.clone(),
        seeds: experiment.complete_seeds(),
        asked_seeds: experiment.asked_seeds,
        profile: scenario.profile.id(),
        duration_s: scenario.duration.secs(),
        measured_from_s: scenario.measured_from.secs(),
        sweep: plan.sweep.as_ref().map(|sweep| sweep.name.clone()),
        points: plan.points(),
        rows,
        claims: preset.claims.iter().map(|claim| claim_report(claim, &judge, &judge_later)).collect(),
        summary: Summary::default(),
        paired,
        normality,
        correlations,
        has_tests: are_in_document,
        courses: courses(view(Part::Whole)),
    };
    report.summary = Summary::of([&report]);
    report
}

/// A scene stripped of names, so that the scenes of two presets of one paper can be compared.
fn nameless(mut scene: Value) -> Value {
    if let Some(fields) = scene.as_object_mut() {
        for name in ["id", "title"] {
            fields.remove(name);
        }
    }
    scene
}

/// One metric at one point of the sweep, in all lanes.
struct Column<'a> {
    view: View<'a>,
    metric: &'a Metric,
    point: usize,
    scene: &'a Value,
    /// Our values by lane.
    ours: Vec<Samples>,
    /// Published values by lane; a paper may print several for one lane.
    published: Vec<Vec<&'a Printed>>,
}

impl<'a> Column<'a> {
    #[inline(never)]
    fn new(view: View<'a>, metric: &'a Metric, point: usize, scene: &'a Value) -> Self {
        let lanes = 0..view.plan.lanes.len();
        let ours = lanes.clone().map(|lane| view.samples(metric, lane, point)).collect();
        let published = |lane: usize| {
            let values = view.experiment.preset.published.iter();
            let here = values.filter(|it| it.cell.lane == lane && it.cell.point == point && it.cell.metric == *metric);
            here.map(|it| &it.printed).collect()
        };
        Self { view, metric, point, scene, ours, published: lanes.map(published).collect() }
    }

    fn row(&self, lane: usize) -> Row {
        let verdict = self.agreement(lane);
        let reference = self
            .view
            .preset
            .reference
            .iter()
            .find(|it| it.cell.lane == lane && it.cell.point == self.point && it.cell.metric == *self.metric);
        Row {
            metric: self.metric.clone(),
            name: self.metric.name(),
            unit: self.metric.unit(),
            lane: self.view.plan.lanes[lane].clone(),
            point: self.point_value(),
            published: self.published[lane].iter().map(|&printed| printed.clone()).collect(),
            reference: reference.map(|it| it.seen),
            reference_half_width: reference.and_then(|it| it.seen.half_width()),
            ours: ours(&self.ours[lane], self.metric.is_share()),
            verdict,
            apart: if verdict == Some(Agreement::Number) { self.apart(lane) } else { None },
            settling: None,
            facts: self.facts(lane),
        }
    }

    /// The row of a printed difference of two lanes, with our difference.
    fn difference(&self, PublishedDifference { lanes, printed, .. }: &PublishedDifference) -> Row {
        let [first, second] = *lanes;
        let difference = self.ours[first].minus(&self.ours[second]);
        let names = lanes.map(|lane| self.view.plan.lanes[lane].as_str());
        // The sign of the printed difference gives the ranking of the two lanes.
        let direction = if printed.value < 0.0 { Direction::Falling } else { Direction::Rising };
        let verdict = match nearest(self.metric, &[printed.value], &difference) {
            Closeness::Met => Some(Agreement::Number),
            Closeness::Unclear => None,
            Closeness::Missed => {
                let found = Difference::between(self.metric, &self.ours[second], &self.ours[first]);
                agreement_of(goes(found, direction))
            }
        };
        let document = &self.view.preset.document.id;
        let fact =
            format!("{document}, {}: {} of {} is {}", printed.place, self.metric, names.join(" − "), printed.value);
        Row {
            lane: names.join(" − "),
            published: vec![printed.clone()],
            reference: None,
            reference_half_width: None,
            ours: ours(&difference, false),
            verdict,
            apart: None,
            facts: vec![fact],
            ..self.row(first)
        }
    }

    /// The means of the two halves of the measured window in a lane, if they differ.
    #[inline(never)]
    fn settling(&self, lane: usize, halves: &[Column<'_>; 2]) -> Option<Settling> {
        if !self.metric.is_of_window() {
            return None;
        }
        let [first, second] = halves.each_ref().map(|half| &half.ours[lane]);
        let mut sums = measure::HalfSums::default();
        first.pairs(second).for_each(|(_, first, second)| sums.add([first, second]));
        let measure::Halves { means, is_settling } = sums.compared()?;
        if !is_settling {
            return None;
        }
        let second_half =
            halves[1].agreement(lane).filter(|later| self.agreement(lane).is_some_and(|whole| whole != *later));
        let unit = self.metric.unit();
        let [before, after] = means.map(|mean| unit.quantity(mean));
        let mut in_words =
            format!("still settling: {before} in the first half of the measured window, {after} in the second");
        if let Some(agreement) = second_half {
            in_words = format!("{in_words}, which alone has {}", agreement.phrase());
        }
        Some(Settling { halves: means, second_half, in_words })
    }

    fn point_value(&self) -> Option<Value> {
        Some(self.view.plan.sweep.as_ref()?.values[self.point].clone())
    }

    /// How close our value in lane `of` is to the values that were published for `lane`. The two lanes differ where
    /// another discipline is tested for the same value.
    fn closeness(&self, lane: usize, of: usize) -> Closeness {
        let printed: Vec<f64> = self.published[lane].iter().map(|printed| printed.value).collect();
        nearest(self.metric, &printed, &self.ours[of])
    }

    fn agreement(&self, lane: usize) -> Option<Agreement> {
        if self.published[lane].is_empty() {
            return None;
        }
        match self.closeness(lane, lane) {
            Closeness::Met => return Some(Agreement::Number),
            Closeness::Unclear => return None,
            Closeness::Missed => {}
        }
        agreement_of(self.published_order()?)
    }

    /// Why a reproduced value is not evidence for the discipline.
    fn apart(&self, lane: usize) -> Option<Apart> {
        if self.published[lane].iter().any(|printed| !printed.fitted.is_empty()) {
            return Some(Apart::Fitted);
        }
        let lanes = &self.view.plan.scenes[self.point].scenario.lanes;
        let is_other = |other: &usize| lanes[*other].aqm != lanes[lane].aqm && !self.ours[*other].is_empty();
        let others: Vec<_> = (0..lanes.len()).filter(is_other).map(|other| self.closeness(lane, other)).collect();
        let met = others.iter().filter(|it| **it == Closeness::Met).count();
        (2 * met >= others.len()).then_some(Apart::Common)
    }

    /// Keys of the fact that a lane's published values state; rows that share a key state the same fact. Each published
    /// value gives a key of its place in the paper and the value. The last key consists of the quantity, the lane and
    /// the scene.
    fn facts(&self, lane: usize) -> Vec<String> {
        let published = &self.published[lane];
        if published.is_empty() {
            return Vec::new();
        }
        let document = &self.view.preset.document.id;
        let Value::Object(mut scene) = self.scene.clone() else { return Vec::new() };
        let written = scene.remove("lanes").map_or(Value::Null, |mut lanes| lanes[lane].take());
        let quantity = self.metric.quantity();
        let figures = published.iter().map(|printed| {
            format!("{document}, {}: {} of {} is {}", printed.place, self.metric, written["aqm"], printed.value)
        });
        let of_scene = format!("{document}: {quantity} of {written} in {}", Value::Object(scene));
        figures.chain([of_scene]).collect()
    }

    /// Whether our runs rank the lanes as published. If a paper gives several values for a lane, the first value
    /// counts. Equal values have no rank, and with a single lane there is no ranking to reproduce.
    fn published_order(&self) -> Option<Verdict> {
        let mut ranked: Vec<(f64, usize)> =
            (0..self.published.len()).filter_map(|lane| Some((self.published[lane].first()?.value, lane))).collect();
        ranked.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        let (mut has_rank, mut is_undecided) = (false, false);
        for pair in ranked.windows(2) {
            let [(low, lower), (high, higher)] = *pair else { continue };
            if low == high {
                continue;
            }
            has_rank = true;
            let found = Difference::between(self.metric, &self.ours[lower], &self.ours[higher]);
            match goes(found, Direction::Rising) {
                Verdict::Fails => return Some(Verdict::Fails),
                Verdict::Undecided => is_undecided = true,
                Verdict::Holds => {}
            }
        }
        Some(match (has_rank, is_undecided) {
            (false, _) => Verdict::Fails,
            (true, true) => Verdict::Undecided,
            (true, false) => Verdict::Holds,
        })
    }
}

fn ours(samples: &Samples, is_share: bool) -> Option<Ours> {
    let values = samples.values();
    let measure::Described { summary, interval, spread } = measure::described(&values, is_share)?;
    let measure::Summary { count, mean, sd, half_width } = summary;
    let measure::Spread { median, quartiles, two_states } = spread;
    let (left_out, prediction_half_width) = (samples.left_out, summary.prediction_half_width());
    Some(Ours {
        mean,
        sd,
        half_width,
        prediction_half_width,
        interval,
        median,
        quartiles,
        two_states,
        count,
        left_out,
        values,
    })
}

/// The agreement with a published value that our runs do not reproduce. It depends on whether our runs rank the lanes
/// as published.
const fn agreement_of(order: Verdict) -> Option<Agreement> {
    match order {
        Verdict::Holds => Some(Agreement::Order),
        Verdict::Fails => Some(Agreement::Neither),
        Verdict::Undecided => None,
    }
}

fn claim_report(claim: &Claim, judge: &Judge<'_>, judge_later: &Judge<'_>) -> ClaimReport {
    let known = (!claim.reason.is_empty()).then(|| claim.reason.clone());
    let Claim { id, text, origin, outlook, check, seen_at, .. } = claim;
    let (id, text, origin, outlook, seen_at) = (id.clone(), text.clone(), *origin, *outlook, seen_at.clone());
    let Some(check) = check else {
        let reason = known.or_else(|| Some("is not checked by numbers".into()));
        return ClaimReport {
            id,
            text,
            origin,
            outlook,
            verdict: Verdict::Undecided,
            measured: false,
            tentative: false,
            comparisons: 0,
            by_chance: 0.0,
            figures: String::new(),
            second_half: None,
            reason,
            seen_at,
        };
    };
    let judgement = judge.judge(check);
    let later = if check.metrics().iter().all(|metric| metric.is_of_window()) {
        judge_later.judge(check).verdict
    } else {
        Verdict::Undecided
    };
    let is_opposite =
        matches!((judgement.verdict, later), (Verdict::Holds, Verdict::Fails) | (Verdict::Fails, Verdict::Holds));
    let needs = (!judgement.needs.is_empty() && judgement.verdict == Verdict::Undecided)
        .then(|| format!("needs the runs of {}", judgement.needs.join(", ")));
    ClaimReport {
        id,
        text,
        origin,
        outlook,
        verdict: judgement.verdict,
        measured: true,
        tentative: judgement.is_tentative,
        comparisons: judgement.comparisons,
        by_chance: judgement.by_chance,
        figures: judgement.figures.join("; "),
        second_half: is_opposite.then_some(later),
        reason: needs.or(known),
        seen_at,
    }
}
