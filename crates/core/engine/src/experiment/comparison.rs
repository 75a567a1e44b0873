//! The statistics of the report, computed over the seeds: comparisons of two lanes, correlations with a varied setting,
//! and their significance tests.
//!
//! Every statistic comes with the p-value of its test. The p-values are not corrected for multiple tests: of twenty
//! tests between identical lanes, one on average gives p < 0.05 by chance. [`Paired::test`] states which test counts
//! for a difference.

use super::metric::Metric;
use super::parts::Part;
use super::samples::Samples;
use super::{Experiment, View};
use crate::measure::statistics::{
    Correlation, ShapiroWilk, SignedRank, paired_test, pearson, shapiro_wilk, signed_rank_test,
};
use crate::measure::summary;
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

/// The largest number of lanes for which all pairs are compared. The number of pairs grows quadratically, so with more
/// lanes only neighbouring lanes are compared.
pub const MOST_LANES_IN_PAIRS: usize = 12;
/// The smallest number of seeds, or of points of a sweep, for which a test is made.
const FEWEST_SEEDS: usize = 3;
/// If the test of normality gives a p-value below this, the differences are not treated as normal.
const NORMAL_FROM: f64 = 0.05;
/// Id of the only paper that prints such tests itself: normality in table 4.1, correlations in table 4.2, paired
/// t-tests in table 4.3.
const DOCUMENT_WITH_TESTS: &str = "transient-choke-thesis";

/// Why a statistic is missing.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// There are fewer than 3 values, or more than the 5,000 for which the test of normality was designed.
    Seeds,
    /// The tested values of a lane, or the tested differences, are all equal. For the signed-rank test, all differences
    /// are 0.
    Variation,
}

/// Whether the values of one metric in one lane may be treated as normal.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct Normality {
    #[ts(type = "string")]
    pub metric: Metric,
    pub lane: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "SettingValue | null")]
    pub point: Option<Value>,
    pub count: usize,
    pub shapiro_wilk: Option<ShapiroWilk>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub missing: Option<Missing>,
}

/// The correlation of a metric with the varied setting. Each point of the sweep gives one pair: the value of the
/// setting and the mean of the metric over the seeds.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct SweepCorrelation {
    #[ts(type = "string")]
    pub metric: Metric,
    pub lane: String,
    /// First and last point that the correlation covers. It covers all points, the points up to the largest mean, or
    /// the points from the largest mean on. The largest mean is found in the same data.
    #[ts(type = "readonly [SettingValue | null, SettingValue | null]")]
    pub between: [Value; 2],
    pub correlation: Option<Correlation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub missing: Option<Missing>,
}

/// Two lanes compared seed by seed: the value of the first lane minus the value of the second.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "PairedDifference")]
#[allow(missing_docs)]
pub struct Paired {
    #[ts(type = "string")]
    pub metric: Metric,
    pub lanes: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "SettingValue | null")]
    pub point: Option<Value>,
    pub mean: f64,
    /// Half-width of the 95 % interval; not a number (`null`) if there is only one run.
    #[ts(type = "number | null")]
    pub half_width: f64,
    pub count: usize,
    /// Mean difference divided by the mean of the second lane; not a number (`null`) if that mean is 0, or if there is
    /// only one run.
    #[ts(type = "number | null")]
    pub relative: f64,
    /// The test for normality of the differences.
    pub normality: Option<ShapiroWilk>,
    pub t_test: Option<TTest>,
    pub signed_rank: Option<SignedRank>,
    /// The correlation of the two lanes over the seeds, which shows how strongly the seed affects both.
    pub correlation: Option<Correlation>,
    /// The test to use for the difference. This is `t_test`, unless the test of Shapiro and Wilk rejects the normality
    /// of the differences (p < 0.05). In that case, or if t is undefined, the test is `signed_rank`.
    #[ts(type = "\"t_test\" | \"signed_rank\" | null")]
    pub test: Option<&'static str>,
    /// Why statistics of the pair are `null`.
    pub missing: MissingOfPair,
}

/// Student's t-test of the paired differences.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct TTest {
    pub t: f64,
    /// Degrees of freedom.
    pub degrees: usize,
    /// Two-sided p-value.
    pub p: f64,
    /// 95 % interval of the difference, in the unit of the metric.
    pub low: f64,
    pub high: f64,
}

/// Why statistics of a pair are `null`.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, TS)]
#[allow(missing_docs)]
pub struct MissingOfPair {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub normality: Option<Missing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub t_test: Option<Missing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub signed_rank: Option<Missing>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub correlation: Option<Missing>,
}

/// All statistics of an experiment, metric by metric.
#[derive(Default)]
pub(super) struct Comparisons {
    pub(super) paired: Vec<Paired>,
    pub(super) normality: Vec<Normality>,
    pub(super) correlations: Vec<SweepCorrelation>,
    /// Whether the paper of the preset prints tests of normality, correlations and paired t-tests itself.
    pub(super) are_in_document: bool,
}

impl Comparisons {
    pub(super) fn of(experiment: &Experiment) -> Self {
        let Experiment { preset, plan, .. } = experiment;
        let whole = View { experiment, part: Part::Whole };
        let lanes = &plan.lanes;
        let mut found = Self { are_in_document: preset.document.id == DOCUMENT_WITH_TESTS, ..Self::default() };
        for metric in preset.metrics() {
            let mut means = vec![Vec::new(); lanes.len()];
            for point in 0..plan.scenes.len() {
                let at = plan.sweep.as_ref().map(|sweep| sweep.values[point].clone());
                let samples: Vec<Samples> = (0..lanes.len()).map(|lane| whole.samples(&metric, lane, point)).collect();
                for (lane, samples) in samples.iter().enumerate() {
                    means[lane].extend(samples.mean());
                    let values = samples.values();
                    if values.is_empty() {
                        continue;
                    }
                    let normality = normality(&values);
                    found.normality.push(Normality {
                        metric: metric.clone(),
                        lane: lanes[lane].clone(),
                        point: at.clone(),
                        count: values.len(),
                        shapiro_wilk: normality.ok(),
                        missing: normality.err(),
                    });
                }
                for second in 1..lanes.len() {
                    let first = if lanes.len() <= MOST_LANES_IN_PAIRS { 0 } else { second - 1 };
                    for first in first..second {
                        let names = [first, second].map(|lane| lanes[lane].clone());
                        found.paired.extend(paired(&metric, names, at.clone(), [&samples[first], &samples[second]]));
                    }
                }
            }
            for (lane, means) in lanes.iter().zip(&means) {
                found.correlations.extend(correlations(&metric, lane, &plan.points(), means));
            }
        }
        found
    }
}

fn paired(metric: &Metric, lanes: [String; 2], point: Option<Value>, [a, b]: [&Samples; 2]) -> Option<Paired> {
    let pairs: Vec<(f64, f64)> = a.pairs(b).map(|(_, a, b)| (a, b)).filter(|(a, b)| (a - b).is_finite()).collect();
    if pairs.is_empty() {
        return None;
    }
    let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
    let difference = summary(&differences);
    let normality = normality(&differences);
    let student = paired_test(&pairs);
    let t_test = tested(&differences, || {
        // If all differences are equal, the standard error is 0 and t is undefined.
        let test = student.filter(|_| differences.iter().any(|other| *other != differences[0]))?;
        let (low, high) = (difference.mean - difference.half_width, difference.mean + difference.half_width);
        Some(TTest { t: test.t, degrees: pairs.len() - 1, p: test.p, low, high })
    });
    let signed_rank = tested(&differences, || signed_rank_test(&differences));
    let correlation = tested(&differences, || pearson(&pairs));
    let is_normal = normality.is_ok_and(|it| it.p >= NORMAL_FROM);
    let test = match (t_test, signed_rank) {
        (Ok(_), _) if is_normal => Some("t_test"),
        (_, Ok(_)) => Some("signed_rank"),
        _ => None,
    };
    Some(Paired {
        metric: metric.clone(),
        lanes,
        point,
        mean: difference.mean,
        half_width: difference.half_width,
        count: pairs.len(),
        relative: student.map_or(f64::NAN, |test| test.relative),
        normality: normality.ok(),
        t_test: t_test.ok(),
        signed_rank: signed_rank.ok(),
        correlation: correlation.ok(),
        test,
        missing: MissingOfPair {
            normality: normality.err(),
            t_test: t_test.err(),
            signed_rank: signed_rank.err(),
            correlation: correlation.err(),
        },
    })
}

/// Computes the correlation over all points. If the largest mean is well inside the sweep, also computes the
/// correlations up to this peak and from it on, because one coefficient says little about a curve with a peak.
fn correlations(metric: &Metric, lane: &str, points: &[Value], means: &[f64]) -> Vec<SweepCorrelation> {
    let settings: Vec<f64> = points.iter().filter_map(Value::as_f64).collect();
    let count = points.len();
    if settings.len() < count || means.len() < count || count < FEWEST_SEEDS {
        return Vec::new();
    }
    let peak = (0..count).fold(0, |best, place| if means[place] > means[best] { place } else { best });
    let has_sides = peak + 1 >= FEWEST_SEEDS && count - peak >= FEWEST_SEEDS;
    let ranges = [0..count, 0..peak + 1, peak..count];
    let of = |range: std::ops::Range<usize>| {
        let pairs: Vec<(f64, f64)> = range.clone().map(|place| (settings[place], means[place])).collect();
        let correlation = pearson(&pairs);
        SweepCorrelation {
            metric: metric.clone(),
            lane: lane.to_owned(),
            between: [range.start, range.end - 1].map(|place| points[place].clone()),
            correlation,
            missing: correlation.is_none().then_some(Missing::Variation),
        }
    };
    ranges.into_iter().take(if has_sides { 3 } else { 1 }).map(of).collect()
}

fn normality(values: &[f64]) -> Result<ShapiroWilk, Missing> {
    if values.len() > crate::measure::statistics::MOST_FOR_NORMALITY {
        return Err(Missing::Seeds);
    }
    tested(values, || shapiro_wilk(values))
}

/// The test, or why the test is missing: too few values, or values that are all equal.
fn tested<T>(values: &[f64], test: impl FnOnce() -> Option<T>) -> Result<T, Missing> {
    if values.len() < FEWEST_SEEDS { Err(Missing::Seeds) } else { test().ok_or(Missing::Variation) }
}
