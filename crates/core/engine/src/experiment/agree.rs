//! The rule that decides whether our runs reproduce a printed value, and whether the reproduced value is evidence for
//! our implementation of the discipline. No other file makes this decision.

use super::metric::Metric;
use super::samples::{Samples, Side};
use serde::Serialize;
use ts_rs::TS;

/// The permitted distance of our mean from a printed value, as a fraction of the printed value. No paper states the
/// precision of its values, so the tolerance is the precision with which a value can be read off a figure: 10 %.
pub const TOLERANCE: f64 = 0.1;

/// The smallest difference that matters for a claim, as a fraction of the larger of the two values. With enough seeds,
/// even a difference too small to matter becomes statistically significant.
pub(super) const MATTERS: f64 = 0.01;

/// How our value agrees with a published one.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[ts(rename = "RowVerdict")]
#[serde(rename_all = "lowercase")]
pub enum Agreement {
    /// The same value: the difference, if any, is too small to matter.
    Number,
    /// A clearly different value, but our runs give the published ranking of the lanes.
    Order,
    /// A different value without the published ranking of the lanes: our runs give another ranking, or no ranking is
    /// published.
    Neither,
}

impl Agreement {
    /// Every agreement, the closest first.
    pub const ALL: [Self; 3] = [Self::Number, Self::Order, Self::Neither];

    /// Name in reports; other programs rely on these names.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Order => "order",
            Self::Neither => "neither",
        }
    }

    /// The verdict in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Number => "same value",
            Self::Order => "same ranking",
            Self::Neither => "neither",
        }
    }

    /// The verdict as a noun phrase that follows "has" in a sentence.
    pub(super) const fn phrase(self) -> &'static str {
        match self {
            Self::Number => "the same value",
            Self::Order => "the same ranking only",
            Self::Neither => "neither value nor ranking",
        }
    }

    /// When our value agrees with the printed value in this way, in a sentence that the page shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Number => {
                "Our mean lies within 10 % of the printed value; for a loss or a fairness index above one half, 1 minus the value is compared."
            }
            Self::Order => {
                "The difference is larger than 10 %, and the printed value is outside the 95 % prediction interval of one of our runs; but the disciplines rank as printed."
            }
            Self::Neither => {
                "The difference exceeds both limits, and the disciplines do not rank as printed, or there is no ranking."
            }
        }
    }
}

/// Why a reproduced value is not evidence for the discipline. Such values are counted separately from those that are
/// evidence.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[ts(rename = "RowApart")]
#[serde(rename_all = "lowercase")]
pub enum Apart {
    /// At least half of the other disciplines in the scene also reproduce the value, or no other discipline has been
    /// run.
    Common,
    /// A parameter of ours was fitted to the value.
    Fitted,
}

impl Apart {
    /// All variants.
    pub const ALL: [Self; 2] = [Self::Common, Self::Fitted];

    /// Name in reports.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Common => "common",
            Self::Fitted => "fitted",
        }
    }

    /// When a reproduced value is counted separately for this reason, in a sentence that the page shows.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Common => "At least half of the scene's other disciplines give the printed value as well.",
            Self::Fitted => "A parameter of ours was fitted to the printed value.",
        }
    }
}

/// Whether our value equals the printed value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Closeness {
    Met,
    Missed,
    /// Undecided in three cases. The printed value is further from our mean than the tolerance, but lies in the 95 %
    /// prediction interval of one run. Or the half-width of our mean exceeds the tolerance. Or no run has a value.
    Unclear,
}

/// The smallest difference between two values that matters, as a fraction of the larger value. If both values are
/// losses or fairness indices above one half, it is a fraction of the larger of their distances to 1.
fn matters(metric: Option<&Metric>, values: [f64; 2]) -> f64 {
    let is_near_one = metric.is_some_and(Metric::is_judged_by_rest) && values.iter().all(|value| *value > 0.5);
    let sizes = values.map(|value| if is_near_one { 1.0 - value } else { value.abs() });
    MATTERS * sizes[0].max(sizes[1])
}

/// Whether a value is above, below or equal to another value, and whether the difference is large enough to matter.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Difference {
    /// The values differ by more than two standard errors, and the difference matters. With [`Side::On`] the values are
    /// clearly equal: they agree in each of several runs.
    Clear(Side),
    /// The values differ by more than two standard errors, but the difference is too small to matter.
    Negligible(Side),
    Unclear,
}

impl Difference {
    /// Compares two means seed by seed. The result says whether `after` is above or below `before`, and whether the
    /// difference matters.
    pub(super) fn between(metric: &Metric, before: &Samples, after: &Samples) -> Self {
        let difference = after.minus(before);
        let (Some(mean), Some(one), Some(other)) = (difference.mean(), before.mean(), after.mean()) else {
            return Self::Unclear;
        };
        Self::of(difference.side_of(0.0), mean, matters(Some(metric), [one, other]))
    }

    /// Compares a mean with a limit.
    pub(super) fn from_limit(metric: Option<&Metric>, samples: &Samples, limit: f64) -> Self {
        let Some(mean) = samples.mean() else { return Self::Unclear };
        Self::of(samples.side_of(limit), mean - limit, matters(metric, [mean, limit]))
    }

    fn of(side: Side, size: f64, matters: f64) -> Self {
        match side {
            Side::Unclear => Self::Unclear,
            Side::Above | Side::Below if size.abs() < matters => Self::Negligible(side),
            side => Self::Clear(side),
        }
    }
}

fn closeness(metric: &Metric, printed: f64, ours: &Samples) -> Closeness {
    let Some(ours) = ours.summary() else { return Closeness::Unclear };
    let judged = |value: f64| if metric.is_judged_by_rest() && printed > 0.5 { 1.0 - value } else { value };
    let (off, allowed) = ((judged(ours.mean) - judged(printed)).abs(), TOLERANCE * judged(printed).abs());
    // With a single run both half-widths are NaN, and only the tolerance counts: `max` ignores a NaN, and every
    // comparison with NaN is false.
    if off > allowed.max(ours.prediction_half_width()) {
        Closeness::Missed
    } else if off > allowed || ours.half_width > allowed {
        Closeness::Unclear
    } else {
        Closeness::Met
    }
}

/// The agreement with the nearest of several values that were printed for one quantity.
pub(super) fn nearest(metric: &Metric, printed: &[f64], ours: &Samples) -> Closeness {
    let all: Vec<_> = printed.iter().map(|value| closeness(metric, *value, ours)).collect();
    let best = [Closeness::Met, Closeness::Unclear].into_iter().find(|it| all.contains(it));
    best.unwrap_or(Closeness::Missed)
}

/// The disciplines that ns-2 2.35 contains.
const OF_NS2: &[&str] = &["drop-tail", "red", "sfq", "drr", "rem"];

pub(super) const NS2_WITH_PLUG_IN: &str = "ns-2 with a plug-in written from the paper";

/// The name of ns-2 beside a discipline.
pub(super) fn simulator(aqm: &str) -> &'static str {
    if OF_NS2.contains(&aqm) { "ns-2" } else { NS2_WITH_PLUG_IN }
}

/// The note that the page shows with reference values of ns-2 for disciplines that ns-2 itself lacks.
pub const PLUG_IN: &str = "Of CHOKe, its relatives and PerNEWQUE, \"ns-2\" is ns-2 with a plug-in written from the paper: link, TCP and \
                           RED are ns-2's own, the discipline is a second reading of the paper and not the authors' code.";

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(metric: &str, printed: f64, ours: &[f64]) -> Closeness {
        let ours =
            Samples { by_seed: (1..).zip(ours.iter().copied()).collect(), has_unfinished: false, ..Samples::default() };
        closeness(&Metric::parse(metric).unwrap(), printed, &ours)
    }

    #[test]
    fn the_tolerance_is_a_tenth_of_the_printed_value() {
        assert_eq!(judged("utilization", 0.8, &[0.87, 0.87]), Closeness::Met);
        assert_eq!(
            judged("utilization", 0.8, &[0.885, 0.885]),
            Closeness::Missed,
            "the difference is within a tenth of our value but not of the printed value"
        );
        assert!(Agreement::Number.meaning().contains(&format!("{} % of the printed value", TOLERANCE * 100.0)));
    }

    #[test]
    fn a_loss_or_an_index_above_one_half_is_compared_by_its_distance_to_one() {
        assert_eq!(
            judged("udp_loss_ratio", 0.96, &[0.98, 0.98]),
            Closeness::Missed,
            "with one loss, half as many packets are delivered as with the other"
        );
        assert_eq!(judged("udp_loss_ratio", 0.96, &[0.962, 0.962]), Closeness::Met);
        assert_eq!(judged("udp_loss_ratio", 0.4, &[0.42, 0.42]), Closeness::Met);
        assert_eq!(judged("jain_index", 0.92, &[0.976, 0.976]), Closeness::Missed, "the distance to 1 is a third");
        assert_eq!(judged("jain_index", 0.92, &[0.926, 0.926]), Closeness::Met);
        assert_eq!(judged("jain_index", 0.4, &[0.42, 0.42]), Closeness::Met);
        assert_eq!(judged("utilization", 0.96, &[0.98, 0.98]), Closeness::Met, "no loss");
    }

    #[test]
    fn an_interval_wider_than_the_tolerance_is_undecided() {
        // The interval with mean 0.14 and half-width 0.127 contains both 0.12 and 0.14. It is wider than a tenth of
        // either value.
        assert_eq!(judged("jain_index", 0.12, &[0.13, 0.15]), Closeness::Unclear);
        assert_eq!(judged("jain_index", 0.14, &[0.13, 0.15]), Closeness::Unclear);
        assert_eq!(judged("jain_index", 0.5, &[0.13, 0.15]), Closeness::Missed);
        assert_eq!(judged("jain_index", 0.14, &[0.14]), Closeness::Met, "a single run has no interval");
        assert_eq!(judged("jain_index", 0.14, &[]), Closeness::Unclear);
    }

    #[test]
    fn a_value_within_the_prediction_interval_is_undecided() {
        // For a mean of 29,600 and a deviation of 3,134 over ten runs, one further run lies within 29,600 ± 7,436 with
        // a probability of 95 %.
        let runs = [27_000.0, 33_000.0, 29_000.0, 25_000.0, 34_000.0, 31_000.0, 30_000.0, 26_000.0, 33_000.0, 28_000.0];
        let ours = Samples { by_seed: (1..).zip(runs).collect(), has_unfinished: false, ..Samples::default() }
            .summary()
            .unwrap();
        let reach = ours.prediction_half_width();
        assert!((reach / (2.262_157 * ours.sd * 1.1_f64.sqrt()) - 1.0).abs() < 1e-6, "t s √(1 + 1/n): {reach}");
        assert!((reach - 7_436.0).abs() < 1.0, "{reach}");
        assert_eq!(judged("udp_throughput_bps", 36_000.0, &runs), Closeness::Unclear);
        assert_eq!(judged("udp_throughput_bps", 38_000.0, &runs), Closeness::Missed);
        assert_eq!(judged("udp_throughput_bps", 31_000.0, &runs), Closeness::Met);
    }

    #[test]
    fn a_clear_difference_that_does_not_matter_is_negligible() {
        let jain = Metric::parse("jain_index").unwrap();
        let samples = |values: [f64; 3]| Samples {
            by_seed: (1..).zip(values).collect(),
            has_unfinished: false,
            ..Samples::default()
        };
        let before = samples([0.121_00, 0.121_05, 0.121_10]);
        let between = |after: [f64; 3]| Difference::between(&jain, &before, &samples(after));
        assert_eq!(between([0.121_13, 0.121_18, 0.121_23]), Difference::Negligible(Side::Above));
        assert_eq!(between([0.125_00, 0.125_05, 0.125_11]), Difference::Clear(Side::Above));
        assert_eq!(between([0.118_00, 0.118_05, 0.118_11]), Difference::Clear(Side::Below));
        assert_eq!(between([0.121_00, 0.121_05, 0.121_10]), Difference::Clear(Side::On), "the difference is exactly 0");
        assert_eq!(between([0.10, 0.12, 0.14]), Difference::Unclear);
        // Losses above one half are compared by their distances to 1. The distance is 0.02 for the limit 0.98, and
        // 0.0201 for the loss 0.9799: the difference is too small to matter. The distance is 0.021 for the loss 0.979,
        // which is clearly different.
        let loss = Metric::parse("udp_loss_ratio").unwrap();
        let limit = |value: f64| Difference::from_limit(Some(&loss), &samples([value; 3]), 0.98);
        assert_eq!(limit(0.979_9), Difference::Negligible(Side::Below));
        assert_eq!(limit(0.979), Difference::Clear(Side::Below));
        assert_eq!(Difference::from_limit(None, &samples([0.995; 3]), 1.0), Difference::Negligible(Side::Below));
    }

    #[test]
    fn a_printed_zero_is_reproduced_only_by_zero() {
        assert_eq!(judged("drop_ratio", 0.0, &[0.0, 0.0]), Closeness::Met);
        assert_eq!(judged("drop_ratio", 0.0, &[0.001, 0.001]), Closeness::Missed);
    }
}
