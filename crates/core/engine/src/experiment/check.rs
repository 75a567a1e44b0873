//! The check of a claim: the quantities that the claim compares. The parser accepts only lanes and metrics that exist.

use super::metric::Metric;
use super::plan::{Plan, read_point};
use super::read::{interval, word};
use crate::scenario::Problem;
use crate::scenario::limits::{MAX_CHECK_DEPTH, MAX_LIST};
use crate::scenario::problem::{Problems, quoted};
use crate::scenario::reader::Reader;
use serde_json::Value;

/// A check. Lanes and points are indices into the plan. Without a point, a check covers every point of a sweep.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// Holds if the metric rises from each lane to the next, or falls from each to the next, as `direction` says.
    Order {
        /// The compared metric.
        metric: Metric,
        /// The lanes, two or more.
        lanes: Vec<usize>,
        /// Rising or falling.
        direction: Direction,
        /// The point of the sweep.
        point: Option<usize>,
    },
    /// Holds if the metric lies within limits in every lane.
    Bound {
        /// The compared metric.
        metric: Metric,
        /// Lanes.
        lanes: Vec<usize>,
        /// Least and greatest allowed value.
        limits: Limits,
        /// The point of the sweep.
        point: Option<usize>,
    },
    /// Holds if every lane reproduces a value of the metric that was published for the lane.
    Published {
        /// The compared metric.
        metric: Metric,
        /// Lanes, each with a published value of the metric.
        lanes: Vec<usize>,
        /// The point of the sweep.
        point: Option<usize>,
    },
    /// Holds if the value of the first lane minus the value of the second lane lies within limits.
    Difference {
        /// The compared metric.
        metric: Metric,
        /// The two lanes.
        lanes: [usize; 2],
        /// Least and greatest allowed difference.
        limits: Limits,
        /// The point of the sweep.
        point: Option<usize>,
    },
    /// Holds if one metric divided by another lies within limits in every lane.
    Ratio {
        /// Dividend and divisor.
        metrics: [Metric; 2],
        /// Lanes.
        lanes: Vec<usize>,
        /// Least and greatest allowed ratio.
        limits: Limits,
        /// The point of the sweep.
        point: Option<usize>,
    },
    /// Holds if in every lane the metric always rises, or always falls, along a list of presets or of points of the
    /// sweep.
    Trend {
        /// The compared metric.
        metric: Metric,
        /// Lanes.
        lanes: Vec<usize>,
        /// Rising or falling.
        direction: Direction,
        /// The presets or points along which the metric changes.
        over: Over,
    },
    /// Holds if the metric is largest in a given part of the sweep, and its largest value there lies within limits.
    Peak {
        /// The compared metric.
        metric: Metric,
        /// The lane.
        lane: usize,
        /// Lowest and highest value of the swept setting; the peak must lie between them.
        at: (f64, f64),
        /// Smallest and largest allowed value of the metric at the peak.
        limits: Limits,
    },
    /// Holds if all of these checks hold.
    All(Vec<Self>),
}

/// The direction in which a metric changes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Direction {
    /// Each value is larger than the one before.
    Rising,
    /// Each value is smaller than the one before.
    Falling,
}

/// The steps of a trend.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// Presets, given by their ids, in the order in which they are compared.
    Presets(Vec<String>),
    /// Points of the sweep, given by their indices, in the order in which they are compared.
    Points(Vec<usize>),
}

/// The interval in which a value must lie; at least one bound is given.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Least value.
    pub min: Option<Limit>,
    /// Greatest value.
    pub max: Option<Limit>,
}

/// A limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// A number in the unit of the metric.
    Number(f64),
    /// A multiple of the equal share, which is the capacity divided by the number of flows.
    FairShares(f64),
}

impl Check {
    /// The metrics that the check compares.
    pub fn metrics(&self) -> Vec<&Metric> {
        match self {
            Self::Order { metric, .. }
            | Self::Bound { metric, .. }
            | Self::Published { metric, .. }
            | Self::Difference { metric, .. }
            | Self::Trend { metric, .. }
            | Self::Peak { metric, .. } => vec![metric],
            Self::Ratio { metrics, .. } => metrics.iter().collect(),
            Self::All(checks) => checks.iter().flat_map(Self::metrics).collect(),
        }
    }

    /// The metric, the lane and the point of every published value that the check claims to reproduce.
    pub(super) fn as_published(&self) -> Vec<(&Metric, usize, Option<usize>)> {
        match self {
            Self::Published { metric, lanes, point } => lanes.iter().map(|lane| (metric, *lane, *point)).collect(),
            Self::All(checks) => checks.iter().flat_map(Self::as_published).collect(),
            _ => Vec::new(),
        }
    }

    /// The ids of the presets that the check compares.
    pub fn presets(&self) -> Vec<&str> {
        match self {
            Self::Trend { over: Over::Presets(ids), .. } => ids.iter().map(String::as_str).collect(),
            Self::All(checks) => checks.iter().flat_map(Self::presets).collect(),
            _ => Vec::new(),
        }
    }

    /// Reads a check. If the check has errors, adds messages to `problems` and returns `None`.
    pub(super) fn read(given: &Value, path: &str, plan: &Plan, problems: &mut Problems) -> Option<Self> {
        let before = problems.len();
        let check = read_check(given, path, plan, MAX_CHECK_DEPTH, problems);
        check.filter(|_| problems.len() == before)
    }
}

fn read_check(given: &Value, path: &str, plan: &Plan, depth: usize, problems: &mut Problems) -> Option<Check> {
    const KINDS: &[&str] = &["order", "bound", "published", "difference", "ratio", "trend", "peak", "all"];
    let before = problems.len();
    let mut reader = Reader::new(given, path, problems);
    let kind = word(&mut reader, "kind", KINDS, problems);
    if problems.len() > before {
        return None;
    }
    let entry = &mut reader;
    let check = match kind {
        "order" => {
            let (metric, lanes) = (read_metric(entry, plan, problems), read_lanes(entry, plan, 2, problems));
            let (direction, point) = (read_direction(entry, problems), read_point(entry, plan, problems));
            metric.map(|metric| Check::Order { metric, lanes, direction, point })
        }
        "bound" => {
            let (metric, lanes) = (read_metric(entry, plan, problems), read_lanes(entry, plan, 1, problems));
            let (limits, point) = (read_limits(entry, true, problems), read_point(entry, plan, problems));
            metric.map(|metric| Check::Bound { metric, lanes, limits, point })
        }
        "published" => {
            let (metric, lanes) = (read_metric(entry, plan, problems), read_lanes(entry, plan, 1, problems));
            let point = read_point(entry, plan, problems);
            metric.map(|metric| Check::Published { metric, lanes, point })
        }
        "difference" => {
            let (metric, lanes) = (read_metric(entry, plan, problems), read_pair(entry, plan, problems));
            let (limits, point) = (read_limits(entry, true, problems), read_point(entry, plan, problems));
            metric.zip(lanes).map(|(metric, lanes)| Check::Difference { metric, lanes, limits, point })
        }
        "ratio" => {
            let (metrics, lanes) = (read_metrics(entry, plan, problems), read_lanes(entry, plan, 1, problems));
            let (limits, point) = (read_limits(entry, true, problems), read_point(entry, plan, problems));
            metrics.map(|metrics| Check::Ratio { metrics, lanes, limits, point })
        }
        "trend" => {
            let (metric, lanes) = (read_metric(entry, plan, problems), read_lanes(entry, plan, 1, problems));
            let (direction, over) = (read_direction(entry, problems), read_over(entry, plan, problems));
            metric.zip(over).map(|(metric, over)| Check::Trend { metric, lanes, direction, over })
        }
        "peak" => {
            let (metric, lane) = (read_metric(entry, plan, problems), read_lane(entry, plan, problems));
            let limits = read_limits(entry, false, problems);
            let at = read_peak_place(entry, plan, problems);
            metric.zip(lane).zip(at).map(|((metric, lane), at)| Check::Peak { metric, lane, at, limits })
        }
        _ => {
            let items = entry.list("of", MAX_LIST, problems);
            if items.is_empty() {
                problems.push(Problem::new(entry.path_of("of"), "is empty; at least one check is needed"));
            }
            if depth == 0 {
                problems.push(Problem::new(entry.path_of("of"), format!("is nested more than {MAX_CHECK_DEPTH} deep")));
                return None;
            }
            let at = entry.path_of("of");
            let checks = items.iter().enumerate();
            Some(Check::All(
                checks
                    .filter_map(|(place, item)| read_check(item, &format!("{at}.{place}"), plan, depth - 1, problems))
                    .collect(),
            ))
        }
    };
    reader.finish(problems);
    check
}

/// Reads the field `metric`. The argument of the metric must exist: the named flow in the scene, for example, or the
/// named interval of time among the bins of the experiment.
pub(super) fn read_metric(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<Metric> {
    let given = entry.raw("metric").unwrap_or(&Value::Null);
    metric_of(given, &entry.path_of("metric"), plan, problems)
}

pub(super) fn metric_of(given: &Value, path: &str, plan: &Plan, problems: &mut Problems) -> Option<Metric> {
    let parsed = match given.as_str() {
        Some(text) => Metric::parse(text),
        None => Err("is not the id of a metric".into()),
    };
    let checked = parsed.and_then(|metric| {
        plan.scenes.iter().try_for_each(|scene| metric.check(&scene.facts))?;
        if let Some((from_s, until_s)) = metric.stretch() {
            let bins = plan.bins.ok_or("needs bins; the experiment has none")?;
            if bins.between(from_s, until_s).is_empty() {
                let (first, last) = (bins.from.secs(), bins.until().secs());
                return Err(format!("is outside the bins of the experiment, which are from {first} to {last} s"));
            }
        }
        Ok(metric)
    });
    checked.map_err(|problem| problems.push(Problem::new(path, format!("{} {problem}", quoted(given))))).ok()
}

fn read_metrics(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<[Metric; 2]> {
    let path = entry.path_of("metrics");
    let items = entry.list("metrics", MAX_LIST, problems);
    let [first, second] = items else {
        problems.push(Problem::new(path, "is not a pair of metrics, the first to be divided by the second"));
        return None;
    };
    let first = metric_of(first, &format!("{path}.0"), plan, problems);
    let second = metric_of(second, &format!("{path}.1"), plan, problems);
    Some([first?, second?])
}

pub(super) fn read_lane(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<usize> {
    let given = entry.raw("lane").unwrap_or(&Value::Null);
    lane_of(given, &entry.path_of("lane"), plan, problems)
}

fn read_lanes(entry: &mut Reader<'_>, plan: &Plan, least: usize, problems: &mut Problems) -> Vec<usize> {
    let path = entry.path_of("lanes");
    let items = entry.list("lanes", MAX_LIST, problems);
    if items.len() < least {
        problems.push(Problem::new(&path, format!("has {} lanes; at least {least} are needed", items.len())));
    }
    let places = items.iter().enumerate();
    places.filter_map(|(place, item)| lane_of(item, &format!("{path}.{place}"), plan, problems)).collect()
}

/// Reads the field `lanes`, which must name two lanes.
pub(super) fn read_pair(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<[usize; 2]> {
    let lanes = read_lanes(entry, plan, 2, problems);
    if lanes.len() > 2 {
        problems.push(Problem::new(entry.path_of("lanes"), format!("has {} lanes, not two", lanes.len())));
    }
    lanes.try_into().ok()
}

fn lane_of(given: &Value, path: &str, plan: &Plan, problems: &mut Problems) -> Option<usize> {
    let lane = given.as_str().and_then(|name| plan.lane(name));
    if lane.is_none() {
        let known = plan.lanes.join(", ");
        problems
            .push(Problem::new(path, format!("{} is not a lane of the experiment, which has {known}", quoted(given))));
    }
    lane
}

fn read_direction(entry: &mut Reader<'_>, problems: &mut Problems) -> Direction {
    match word(entry, "direction", &["falling", "rising"], problems) {
        "rising" => Direction::Rising,
        _ => Direction::Falling,
    }
}

fn read_limits(entry: &mut Reader<'_>, is_required: bool, problems: &mut Problems) -> Limits {
    let before = problems.len();
    let limits = Limits { min: read_limit(entry, "min", problems), max: read_limit(entry, "max", problems) };
    if let (Some(Limit::Number(min)), Some(Limit::Number(max))) = (limits.min, limits.max)
        && min > max
    {
        problems.push(Problem::new(entry.path_of("min"), format!("{min} is above max ({max})")));
    }
    if is_required && limits.min.is_none() && limits.max.is_none() && problems.len() == before {
        problems.push(Problem::new(entry.path_of("min"), "is missing, and so is max; at least one is needed"));
    }
    limits
}

fn read_limit(entry: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> Option<Limit> {
    let given = entry.raw(id)?;
    let shares = given.as_object().filter(|fields| fields.len() == 1).and_then(|fields| fields.get("fair_shares"));
    let limit = given.as_f64().map(Limit::Number).or_else(|| shares.and_then(Value::as_f64).map(Limit::FairShares));
    if limit.is_none() {
        let problem = format!("{} is neither a number nor {{\"fair_shares\": number}}", quoted(given));
        problems.push(Problem::new(entry.path_of(id), problem));
    }
    limit
}

fn read_over(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<Over> {
    let path = entry.path_of("presets");
    let presets = entry.list("presets", MAX_LIST, problems);
    let is_sweep = entry.raw("sweep") == Some(&Value::Bool(true));
    let between = interval(entry, "between", problems);
    let over = match (presets, is_sweep) {
        ([], true) => Over::Points(points_between(plan, between)),
        (ids, false) => Over::Presets(ids.iter().map(|id| id.as_str().unwrap_or_default().to_owned()).collect()),
        _ => Over::Points(Vec::new()),
    };
    let steps = match &over {
        Over::Presets(ids) if ids.iter().any(String::is_empty) => 0,
        Over::Presets(ids) => ids.len(),
        Over::Points(points) => points.len(),
    };
    if steps < 2 {
        let problem = "must name two presets or more, or \"sweep\": true must take its place, with two points or more";
        problems.push(Problem::new(path, problem));
        return None;
    }
    Some(over)
}

/// The points of the sweep whose values lie in an interval; without an interval, all points.
fn points_between(plan: &Plan, between: Option<(f64, f64)>) -> Vec<usize> {
    let values = plan.sweep.iter().flat_map(|sweep| &sweep.values).enumerate();
    let lies_in = |value: &Value| match between {
        Some((low, high)) => value.as_f64().is_some_and(|value| (low..=high).contains(&value)),
        None => true,
    };
    values.filter(|(_, value)| lies_in(value)).map(|(place, _)| place).collect()
}

fn read_peak_place(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<(f64, f64)> {
    let before = problems.len();
    let at = interval(entry, "at", problems);
    let is_hit = at.is_some_and(|at| !points_between(plan, Some(at)).is_empty());
    if !is_hit && problems.len() == before {
        let problem = "must be [lowest, highest] with a value of the experiment's sweep between them";
        problems.push(Problem::new(entry.path_of("at"), problem));
    }
    at
}
