//! The report: every value that was published or claimed beside ours, and a verdict for each claim.

use super::judge::{Judge, Verdict, goes};
use super::metric::Metric;
use super::preset::{Claim, Document, Origin, Printed, Seen, SeenAt};
use super::samples::Samples;
use super::unit::Unit;
use super::{Direction, Experiment};
use serde::Serialize;
use serde_json::Value;

/// Goes up when a field is renamed or changes its meaning.
pub const REPORT_SCHEMA: u32 = 1;

/// How far the runs have brought us.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Report {
    pub schema: u32,
    pub engine: &'static str,
    pub preset: String,
    pub title: String,
    pub document: Document,
    /// Seeds that have been run in every lane at every point.
    pub seeds: u64,
    pub asked_seeds: u64,
    pub profile: &'static str,
    pub duration_s: f64,
    pub measured_from_s: f64,
    /// Name of the setting that is varied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<String>,
    /// Its values, or one `null`.
    pub points: Vec<Value>,
    pub rows: Vec<Row>,
    pub claims: Vec<ClaimReport>,
    /// Neighbouring lanes compared, seed by seed.
    pub paired: Vec<Paired>,
}

/// One metric of one lane.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Row {
    pub metric: Metric,
    pub name: String,
    pub unit: Unit,
    pub lane: String,
    /// Value of the swept setting, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Value>,
    pub published: Vec<Printed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<Seen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ours: Option<Ours>,
    /// How ours agrees with what was published; nothing where nothing was published or the runs cannot tell.
    pub verdict: Option<Agreement>,
}

/// Our values.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Ours {
    pub mean: f64,
    pub sd: f64,
    /// Of the 95 % interval; not a number (`null`) for one run.
    pub half_width: f64,
    pub count: usize,
    /// In order of the seeds.
    pub values: Vec<f64>,
}

/// How our value agrees with a published one.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// The number itself comes out.
    Number,
    /// The number does not, but the published ranking of the lanes does.
    Order,
    /// Not even the ranking, or there is none.
    Neither,
}

impl Agreement {
    /// Name in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Order => "order",
            Self::Neither => "neither",
        }
    }
}

/// A claim with what the runs say about it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct ClaimReport {
    pub id: String,
    pub text: String,
    pub origin: Origin,
    pub outlook: &'static str,
    pub verdict: Verdict,
    /// Whether numbers can tell; otherwise it is to be seen, in a picture or a formula.
    pub measured: bool,
    /// Rests on one run, or on runs that go on.
    pub tentative: bool,
    /// What was compared, in words.
    pub figures: String,
    /// Why it is undecided, else why it does or does not come out where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Where in the scene it can be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<SeenAt>,
}

/// Two lanes compared, seed by seed: the first less the second.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs)]
pub struct Paired {
    pub metric: Metric,
    pub lanes: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<Value>,
    pub mean: f64,
    pub half_width: f64,
    pub count: usize,
}

pub(super) fn report(experiment: &Experiment, others: &[&Experiment]) -> Report {
    let Experiment { preset, plan, .. } = experiment;
    let scenario = &plan.scenes[0].scenario;
    let judge = Judge { own: experiment, others };
    let (mut rows, mut paired) = (Vec::new(), Vec::new());
    for metric in preset.metrics() {
        for point in 0..plan.scenes.len() {
            let column = Column::new(experiment, &metric, point);
            rows.extend((0..plan.lanes.len()).map(|lane| column.row(lane)));
            paired.extend((1..plan.lanes.len()).filter_map(|lane| column.paired(lane - 1, lane)));
        }
    }
    Report {
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
        claims: preset.claims.iter().map(|claim| claim_report(claim, &judge)).collect(),
        paired,
    }
}

/// One metric at one point, in all lanes.
struct Column<'a> {
    experiment: &'a Experiment,
    metric: &'a Metric,
    point: usize,
    /// By lane.
    ours: Vec<Samples>,
    /// By lane; several where the document gives several values.
    published: Vec<Vec<&'a Printed>>,
}

impl<'a> Column<'a> {
    fn new(experiment: &'a Experiment, metric: &'a Metric, point: usize) -> Self {
        let lanes = 0..experiment.plan.lanes.len();
        let ours = lanes.clone().map(|lane| experiment.samples(metric, lane, point)).collect();
        let published = |lane: usize| {
            let values = experiment.preset.published.iter();
            let here = values.filter(|it| it.cell.lane == lane && it.cell.point == point && it.cell.metric == *metric);
            here.map(|it| &it.printed).collect()
        };
        Self { experiment, metric, point, ours, published: lanes.map(published).collect() }
    }

    fn row(&self, lane: usize) -> Row {
        let reference = self
            .experiment
            .preset
            .reference
            .iter()
            .find(|it| it.cell.lane == lane && it.cell.point == self.point && it.cell.metric == *self.metric);
        Row {
            metric: self.metric.clone(),
            name: self.metric.name(),
            unit: self.metric.unit(),
            lane: self.experiment.plan.lanes[lane].clone(),
            point: self.point_value(),
            published: self.published[lane].iter().map(|&printed| printed.clone()).collect(),
            reference: reference.map(|it| it.seen),
            ours: self.ours[lane].summary().map(|it| Ours {
                mean: it.mean,
                sd: it.sd,
                half_width: it.half_width,
                count: it.count,
                values: self.ours[lane].values(),
            }),
            verdict: self.agreement(lane),
        }
    }

    fn point_value(&self) -> Option<Value> {
        Some(self.experiment.plan.sweep.as_ref()?.values[self.point].clone())
    }

    fn paired(&self, a: usize, b: usize) -> Option<Paired> {
        let difference = self.ours[a].minus(&self.ours[b]).summary()?;
        Some(Paired {
            metric: self.metric.clone(),
            lanes: [a, b].map(|lane| self.experiment.plan.lanes[lane].clone()),
            point: self.point_value(),
            mean: difference.mean,
            half_width: difference.half_width,
            count: difference.count,
        })
    }

    fn agreement(&self, lane: usize) -> Option<Agreement> {
        let ours = self.ours[lane].summary()?;
        let published = &self.published[lane];
        if published.is_empty() {
            return None;
        }
        // NaN, the half-width of a single run, is no maximum.
        let is_met = |value: f64| (value - ours.mean).abs() <= (0.1 * value.abs()).max(ours.half_width);
        if published.iter().any(|printed| is_met(printed.value)) {
            return Some(Agreement::Number);
        }
        match self.published_order()? {
            Verdict::Holds => Some(Agreement::Order),
            Verdict::Fails => Some(Agreement::Neither),
            Verdict::Undecided => None,
        }
    }

    /// Whether the lanes rank as published. Where a document gives several values for a lane the first one counts; equal
    /// values rank nobody. One lane alone has no rank, and so none that could come out.
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
            match goes(&self.ours[higher].minus(&self.ours[lower]), Direction::Rising) {
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

fn claim_report(claim: &Claim, judge: &Judge<'_>) -> ClaimReport {
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
            figures: String::new(),
            reason,
            seen_at,
        };
    };
    let judgement = judge.judge(check);
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
        figures: judgement.figures.join("; "),
        reason: needs.or(known),
        seen_at,
    }
}
