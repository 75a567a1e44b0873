//! Sequential stopping: seeds are added to a point until the interval of a mean is narrow enough in every lane.
//!
//! The number of seeds grows in rounds that do not depend on any result: first `seeds`, then a quarter more each time,
//! up to `at_most`. A point is done after the first round in which the interval is narrow enough in every lane. The
//! number of seeds thus depends only on the values under those seeds, not on the order of the runs.

use crate::definition::{Sweep, Task};
use chokepoint_engine::experiment::{MAX_SEEDS, Metric};
use chokepoint_engine::measure::{Summary, summary};
use chokepoint_engine::scenario::Problem;
use serde::Serialize;
use serde_json::{Value, json};
use ts_rs::TS;

/// Default largest number of seeds of a point.
pub const DEFAULT_AT_MOST: u64 = 200;
/// In each round, a point gets as many further seeds as it has so far, divided by this number and rounded up.
const PART_ADDED: u64 = 4;
/// Smallest number of seeds for which an interval exists.
const FEWEST_SEEDS: u64 = 2;
const FIELDS: [&str; 4] = ["metric", "half_width", "relative_half_width", "at_most"];

/// The largest half-width of the 95 % interval of a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// In the unit of the metric.
    Absolute(f64),
    /// As a fraction of the absolute mean.
    Relative(f64),
}

/// The rule by which a point gets more seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Until {
    /// The metric whose mean is to be estimated.
    pub metric: Metric,
    /// Index of the metric in the sweep.
    pub column: usize,
    /// How precisely the mean is to be estimated.
    pub demand: Demand,
    /// Least number of seeds of a point.
    pub least: u64,
    /// Largest number of seeds of a point.
    pub at_most: u64,
}

/// The rule as the page and Python receive it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "SweepUntil")]
pub struct UntilFacts {
    /// Id of the metric with its argument.
    pub metric: String,
    /// Largest half-width in the unit of the metric.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub half_width: Option<f64>,
    /// Largest half-width as a fraction of the mean's absolute value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub relative_half_width: Option<f64>,
    /// Least number of seeds of a point.
    #[ts(type = "number")]
    pub least: u64,
    /// Largest number of seeds of a point.
    #[ts(type = "number")]
    pub at_most: u64,
}

/// What is known about a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Known {
    /// The run has not been made.
    Missing,
    /// The point gives no valid scene.
    NoScene,
    /// The run's value of the metric of the stopping rule. NaN if the run has no value, or if the sweep has no stopping
    /// rule.
    Value(f64),
}

/// Whether a point needs further runs.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(rename = "SeedsStop")]
pub enum Stop {
    /// Some runs of the point are missing.
    Open,
    /// The point has all its runs.
    Done,
    /// The point has the largest number of seeds, and the interval of a lane is still too wide.
    AtMost,
}

/// A lane whose interval is too wide.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "WideLane")]
pub struct Wide {
    /// Index of the lane.
    pub lane: usize,
    /// Number of runs with a value.
    pub count: usize,
    /// Mean of the values.
    pub mean: f64,
    /// Half-width of the 95 % interval of the mean (Student); `None` for a single value.
    pub half_width: Option<f64>,
}

/// The number of seeds that a point needs, as far as the known runs determine it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "SeedsOfPoint")]
pub struct Look {
    /// Number of seeds that every lane gets at this point. It may grow while runs are missing. It is 0 for a point that
    /// is left out.
    #[ts(type = "number")]
    pub seeds: u64,
    /// Whether the number is final.
    pub stop: Stop,
    /// For a point with [`Stop::AtMost`], the lanes whose interval is too wide.
    pub wide: Vec<Wide>,
}

impl Until {
    /// Parses `{ metric, half_width or relative_half_width, at_most }`. `seeds` is the least number of seeds.
    pub(crate) fn read(
        given: Option<&Value>,
        metrics: &[Metric],
        seeds: u64,
        problems: &mut Vec<Problem>,
    ) -> Option<Self> {
        let read = Self::read_fields(given?, metrics, seeds);
        read.map_err(|(field, problem)| problems.push(Problem::new(format!("until{field}"), problem))).ok()
    }

    fn read_fields(given: &Value, metrics: &[Metric], seeds: u64) -> Result<Self, (&'static str, String)> {
        let Some(fields) = given.as_object() else {
            return Err(("", format!("{given} is not an object with {}", FIELDS.join(", "))));
        };
        if let Some(other) = fields.keys().find(|field| !FIELDS.contains(&field.as_str())) {
            return Err(("", format!("has the unknown field {other}; known are {}", FIELDS.join(", "))));
        }
        let measured = || metrics.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        let wanted = fields.get("metric").and_then(Value::as_str);
        let wanted = wanted.ok_or_else(|| (".metric", "is missing: the id of a metric of the sweep".to_owned()))?;
        let column = metrics.iter().position(|metric| metric.to_string() == wanted).ok_or_else(|| {
            (".metric", format!("{wanted:?} is not measured; the metrics of the sweep are {}", measured()))
        })?;
        let positive = |field: &'static str, name: &'static str, most: f64| match fields.get(name) {
            None => Ok(None),
            Some(given) => match given.as_f64().filter(|number| *number > 0.0 && *number <= most) {
                Some(number) => Ok(Some(number)),
                None if most == 1.0 => {
                    Err((field, format!("{given} is not a number above 0 and up to 1, as 0.02 for 2 %")))
                }
                None => Err((field, format!("{given} is not a number above 0"))),
            },
        };
        let absolute = positive(".half_width", "half_width", f64::MAX)?;
        let relative = positive(".relative_half_width", "relative_half_width", 1.0)?;
        let demand = match (absolute, relative) {
            (Some(half_width), None) => Demand::Absolute(half_width),
            (None, Some(part)) => Demand::Relative(part),
            (Some(_), Some(_)) => {
                return Err((".half_width", "is given beside relative_half_width; give one of them".into()));
            }
            (None, None) => return Err((".half_width", "is missing: half_width, or relative_half_width".into())),
        };
        if seeds < FEWEST_SEEDS {
            return Err((
                "",
                format!("needs at least {FEWEST_SEEDS} seeds at first, since one has no interval; seeds is {seeds}"),
            ));
        }
        let at_most = match fields.get("at_most") {
            None if seeds > DEFAULT_AT_MOST => {
                return Err((
                    ".at_most",
                    format!("is missing, and its default {DEFAULT_AT_MOST} is below seeds, {seeds}"),
                ));
            }
            None => DEFAULT_AT_MOST,
            Some(given) => given.as_u64().filter(|most| (seeds..=MAX_SEEDS).contains(most)).ok_or_else(|| {
                (".at_most", format!("{given} is not a whole number from seeds, {seeds}, to {MAX_SEEDS}"))
            })?,
        };
        Ok(Self { metric: metrics[column].clone(), column, demand, least: seeds, at_most })
    }

    /// The rule in the form of a sweep file.
    pub(crate) fn to_json(&self) -> Value {
        let mut written = json!({ "metric": self.metric, "at_most": self.at_most });
        let (field, number) = match self.demand {
            Demand::Absolute(half_width) => ("half_width", half_width),
            Demand::Relative(part) => ("relative_half_width", part),
        };
        written[field] = number.into();
        written
    }

    pub(crate) fn facts(&self) -> UntilFacts {
        let (half_width, relative_half_width) = match self.demand {
            Demand::Absolute(half_width) => (Some(half_width), None),
            Demand::Relative(part) => (None, Some(part)),
        };
        let Self { ref metric, least, at_most, .. } = *self;
        UntilFacts { metric: metric.to_string(), half_width, relative_half_width, least, at_most }
    }

    /// The seed counts at which a point is examined, in ascending order.
    pub fn rounds(&self) -> impl Iterator<Item = u64> {
        let Self { least, at_most, .. } = *self;
        let next = move |seeds: &u64| (*seeds < at_most).then(|| (seeds + seeds.div_ceil(PART_ADDED)).min(at_most));
        std::iter::successors(Some(least), next)
    }

    /// Whether the interval of a mean is narrow enough. This requires at least as many values as the least number of
    /// seeds. If the required width is relative, a mean of 0 qualifies only if all values are 0.
    fn is_within(&self, found: &Summary) -> bool {
        let widest = match self.demand {
            Demand::Absolute(half_width) => half_width,
            Demand::Relative(part) => part * found.mean.abs(),
        };
        found.count as u64 >= self.least && found.half_width <= widest
    }

    /// The interval of the given lane if it is wider than the rule allows, otherwise `None`. The value of a run without
    /// a value is NaN. If no run of the lane has a value, more seeds would not help, so the result is `None`.
    fn wide(&self, lane: usize, values: &[f64]) -> Option<Wide> {
        let present: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
        let found = summary(&present);
        let is_wide = !present.is_empty() && !self.is_within(&found);
        let half_width = Some(found.half_width).filter(|half_width| !half_width.is_nan());
        is_wide.then_some(Wide { lane, count: found.count, mean: found.mean, half_width })
    }
}

impl Sweep {
    /// The number of seeds that a point gets, computed from the runs known so far. After each round of seeds, the
    /// widths of the intervals are tested. Rounds with fewer than `from` seeds are skipped, because an earlier call
    /// found intervals too wide there. The first call passes 0.
    pub fn look(&self, point: usize, from: u64, mut known: impl FnMut(Task) -> Known) -> Look {
        let look = |seeds, stop| Look { seeds, stop, wide: Vec::new() };
        if self.is_left_out(point) {
            return look(0, Stop::Done);
        }
        let lanes = self.lanes().len();
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); lanes];
        let rounds: Vec<u64> = self.until().map_or_else(|| vec![self.seeds()], |until| until.rounds().collect());
        for seeds in rounds.into_iter().filter(|seeds| *seeds >= from) {
            for (lane, values) in values.iter_mut().enumerate() {
                for seed in values.len() as u64 + 1..=seeds {
                    match known(Task { point, lane, seed }) {
                        Known::Missing => return look(seeds, Stop::Open),
                        Known::NoScene => values.push(f64::NAN),
                        Known::Value(value) => values.push(value),
                    }
                }
            }
            let Some(until) = self.until() else { return look(seeds, Stop::Done) };
            let lanes = values.iter().enumerate();
            let wide: Vec<Wide> = lanes.filter_map(|(lane, values)| until.wide(lane, values)).collect();
            match wide.is_empty() {
                true => return look(seeds, Stop::Done),
                false if seeds == until.at_most => return Look { seeds, stop: Stop::AtMost, wide },
                false => {}
            }
        }
        look(self.seeds(), Stop::Done)
    }
}

/// Parses a rule: `udp_utilization:2%` for a share of the mean, `queueing_delay_s:0.001` for a half-width in the unit
/// of the metric. A metric may have an argument, as in `flow_loss_ratio:1:5%`.
pub fn until_of_text(text: &str) -> Result<Value, Problem> {
    let wrong =
        || Problem::new(text, "is not of the form METRIC:PERCENT% or METRIC:HALF_WIDTH, e.g. udp_utilization:2%");
    let (metric, demand) = text.rsplit_once(':').ok_or_else(wrong)?;
    let (field, number) = match demand.trim().strip_suffix('%') {
        // The percentage is parsed with the exponent −2, because dividing the parsed number by 100 would round twice.
        Some(percent) => ("relative_half_width", format!("{}e-2", percent.trim())),
        None => ("half_width", demand.trim().to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| wrong())?;
    let mut rule = json!({ "metric": metric.trim() });
    rule[field] = Some(number).filter(|number| number.is_finite()).ok_or_else(wrong)?.into();
    Ok(rule)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_engine::math;
    use std::cell::RefCell;

    fn sweep(changes: Value) -> Result<Sweep, String> {
        let mut given = json!({
            "scene": {
                "duration_s": 2,
                "lanes": [{ "aqm": "red" }, { "aqm": "choke" }],
                "flows": [{ "transport": "udp", "rate_bps": 2e6 }, { "transport": "newreno", "count": 3 }],
            },
            "metrics": ["jain_index", "udp_utilization"],
            "until": { "metric": "udp_utilization", "relative_half_width": 0.02 },
        });
        given.as_object_mut().unwrap().extend(changes.as_object().unwrap().clone());
        let read = Sweep::parse(&given);
        read.map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    }

    /// The result for the only point of a sweep, given the values in its lanes.
    fn look(sweep: &Sweep, value: impl Fn(Task) -> f64) -> Look {
        sweep.look(0, 0, |task| Known::Value(value(task)))
    }

    #[test]
    fn rounds_are_fixed_and_end_at_the_largest_number_of_seeds() {
        let rounds = |changes: Value| sweep(changes).unwrap().until().unwrap().rounds().collect::<Vec<_>>();
        assert_eq!(rounds(json!({})), [10, 13, 17, 22, 28, 35, 44, 55, 69, 87, 109, 137, 172, 200]);
        let rule = json!({ "metric": "jain_index", "half_width": 1, "at_most": 9 });
        assert_eq!(rounds(json!({ "seeds": 2, "until": rule })), [2, 3, 4, 5, 7, 9]);
        assert_eq!(rounds(json!({ "seeds": 9, "until": rule })), [9]);
    }

    #[test]
    fn a_point_ends_at_the_first_round_after_which_every_lane_meets_the_demand() {
        let sweep = sweep(json!({})).unwrap();
        // The mean is 1. For n values at 1 ± d, the half-width is about 2 d / √n.
        let of = |spread: f64| move |task: Task| if task.seed.is_multiple_of(2) { 1.0 + spread } else { 1.0 - spread };
        let (calm, wild) = (of(0.01), of(0.05));
        let both = |task: Task| if task.lane == 0 { calm(task) } else { wild(task) };
        let expected = |value: &dyn Fn(Task) -> f64, lane: usize| {
            sweep.until().unwrap().rounds().find(|seeds| {
                let values: Vec<f64> = (1..=*seeds).map(|seed| value(Task { point: 0, lane, seed })).collect();
                let found = summary(&values);
                found.half_width <= 0.02 * found.mean
            })
        };
        assert_eq!(look(&sweep, calm), Look { seeds: 10, stop: Stop::Done, wide: Vec::new() });
        let found = look(&sweep, both);
        assert_eq!((Some(found.seeds), found.stop), (expected(&wild, 1), Stop::Done));
        assert!(found.seeds > 10 && found.seeds < 200, "{found:?}");
        let found = look(&sweep, of(0.5));
        assert_eq!((found.seeds, found.stop, found.wide.len()), (200, Stop::AtMost, 2));
        let Wide { lane, count, half_width, .. } = found.wide[1];
        assert!((lane, count) == (1, 200) && half_width.unwrap() > 0.02, "{found:?}");
    }

    #[test]
    fn the_outcome_depends_on_the_values_and_not_on_the_order_of_the_runs() {
        let sweep = sweep(json!({})).unwrap();
        let value = |task: Task| 1.0 + 0.06 * math::sin_cos(task.seed as f64 * 0.7 + task.lane as f64).0;
        let whole = look(&sweep, value);
        assert!(whole.seeds > 20 && whole.stop == Stop::Done, "{whole:?}");
        // In each round the runs arrive in groups of three, the last runs first. The number of seeds never decreases,
        // and ends up the same as if all runs were known at once.
        let made = RefCell::new(Vec::new());
        let known = |task: Task| match made.borrow().contains(&task) {
            true => Known::Value(value(task)),
            false => Known::Missing,
        };
        let mut at = 0;
        let ended = loop {
            let found = sweep.look(0, at, known);
            assert!(found.seeds >= at, "{found:?} after {at}");
            assert_eq!(found, sweep.look(0, 0, known), "with and without what is known");
            at = found.seeds;
            if found.stop != Stop::Open {
                break found;
            }
            let tasks = (1..=at).rev().flat_map(|seed| [1, 0].map(|lane| Task { point: 0, lane, seed }));
            let next = tasks.filter(|task| !made.borrow().contains(task)).take(3).collect::<Vec<_>>();
            assert!(!next.is_empty());
            made.borrow_mut().extend(next);
        };
        assert_eq!(ended, whole);
        assert_eq!(made.borrow().len() as u64, 2 * whole.seeds, "no run beyond the last round");
    }

    #[test]
    fn zeros_and_missing_values_have_a_defined_outcome() {
        let sweep = sweep(json!({})).unwrap();
        assert_eq!(look(&sweep, |_| 0.0).seeds, 10, "all values are 0");
        let around_zero = look(&sweep, |task| if task.seed.is_multiple_of(2) { 1.0 } else { -1.0 });
        assert_eq!((around_zero.seeds, around_zero.stop), (200, Stop::AtMost), "2 % of a mean of 0");
        let nothing = look(&sweep, |task| if task.lane == 0 { f64::NAN } else { 1.0 });
        assert_eq!((nothing.seeds, nothing.stop), (10, Stop::Done), "a lane without values has no interval");
        let half = look(&sweep, |task| if task.seed.is_multiple_of(2) { f64::NAN } else { 1.0 });
        assert_eq!((half.seeds, half.stop), (22, Stop::Done), "the least number counts values");
        let no_scene = sweep.look(0, 0, |_| Known::NoScene);
        assert_eq!((no_scene.seeds, no_scene.stop), (10, Stop::Done));
    }

    #[test]
    fn a_sweep_without_a_rule_has_one_round() {
        let sweep = sweep(json!({ "until": null, "seeds": 3 }));
        assert!(sweep.unwrap_err().contains("until: null is not an object with metric, half_width"));
        let plain = json!({ "scene": { "duration_s": 2, "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "newreno" }] }, "seeds": 3 });
        let plain = Sweep::parse(&plain).unwrap();
        assert_eq!(plain.look(0, 0, |_| Known::Value(f64::NAN)), Look { seeds: 3, stop: Stop::Done, wide: Vec::new() });
        assert_eq!(
            plain.look(0, 0, |task| if task.seed == 3 { Known::Missing } else { Known::NoScene }).stop,
            Stop::Open
        );
    }

    #[test]
    fn a_rule_is_written_and_read_and_does_not_change_keys() {
        let rule = json!({ "metric": "jain_index", "half_width": 0.01, "at_most": 50 });
        let sequential = sweep(json!({ "until": rule, "seeds": 5 })).unwrap();
        assert_eq!((sequential.seeds(), sequential.tasks()), (50, 100));
        assert_eq!(sequential.to_json()["seeds"], 5);
        assert_eq!(sequential.to_json()["until"], rule);
        assert_eq!(Sweep::parse(&sequential.to_json()).as_ref(), Ok(&sequential));
        let other = sweep(json!({})).unwrap();
        assert_ne!(other, sequential);
        let task = Task { point: 0, lane: 1, seed: 4 };
        assert_eq!(other.key(task), sequential.key(task));
        assert_eq!(json!(sequential.facts())["until"]["least"], 5);
    }

    #[test]
    fn a_rule_is_read_from_text() {
        let percent = |metric: &str, part: f64| Ok(json!({ "metric": metric, "relative_half_width": part }));
        assert_eq!(until_of_text("udp_utilization:2%"), percent("udp_utilization", 0.02));
        assert_eq!(until_of_text("flow_loss_ratio:1:0.7%"), percent("flow_loss_ratio:1", 0.007));
        let absolute = json!({ "metric": "queueing_delay_s", "half_width": 0.001 });
        assert_eq!(until_of_text("queueing_delay_s:1e-3"), Ok(absolute));
        for text in
            ["udp_utilization", "udp_utilization:", "udp_utilization:x%", "udp_utilization:5e-1%", "a:inf", "a:%"]
        {
            let problem = until_of_text(text).unwrap_err().to_string();
            assert!(problem.contains("is not of the form METRIC:PERCENT%"), "{text}: {problem}");
        }
    }

    #[test]
    fn an_invalid_rule_is_reported_with_its_path() {
        let rule = |rule: Value| json!({ "until": rule });
        for (changes, said) in [
            (rule(json!("jain_index:2%")), "until: \"jain_index:2%\" is not an object with metric, half_width"),
            (
                rule(json!({ "metric": "jain_index", "width": 1 })),
                "until: has the unknown field width; known are metric",
            ),
            (rule(json!({ "half_width": 1 })), "until.metric: is missing"),
            (
                rule(json!({ "metric": "drop_ratio", "half_width": 1 })),
                "until.metric: \"drop_ratio\" is not measured; the metrics of the sweep are jain_index, udp_utilization",
            ),
            (
                rule(json!({ "metric": "jain_index" })),
                "until.half_width: is missing: half_width, or relative_half_width",
            ),
            (
                rule(json!({ "metric": "jain_index", "half_width": 1, "relative_half_width": 0.1 })),
                "until.half_width: is given beside relative_half_width",
            ),
            (rule(json!({ "metric": "jain_index", "half_width": 0 })), "until.half_width: 0 is not a number above 0"),
            (
                rule(json!({ "metric": "jain_index", "half_width": "1" })),
                "until.half_width: \"1\" is not a number above 0",
            ),
            (
                rule(json!({ "metric": "jain_index", "relative_half_width": 2 })),
                "until.relative_half_width: 2 is not a number above 0 and up to 1, as 0.02 for 2 %",
            ),
            (
                rule(json!({ "metric": "jain_index", "half_width": 1, "at_most": 9 })),
                "until.at_most: 9 is not a whole number from seeds, 10, to",
            ),
            (json!({ "seeds": 1 }), "until: needs at least 2 seeds at first, since one has no interval; seeds is 1"),
            (json!({ "seeds": 201 }), "until.at_most: is missing, and its default 200 is below seeds, 201"),
            (
                json!({ "over": [{ "path": "limit", "from": 1, "to": 10_000, "count": 10_000 }],
                    "until": { "metric": "jain_index", "half_width": 1, "at_most": 10_000 } }),
                "until.at_most: may give 200000000 runs in total; at most 100000000",
            ),
        ] {
            let message = sweep(changes.clone()).expect_err(&changes.to_string());
            assert!(message.contains(said), "{changes}: {message}");
        }
    }

    /// Uniform random numbers (SplitMix64).
    struct Draws(u64);

    impl Draws {
        fn unit(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = self.0;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ (mixed >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// A normally distributed number (Box and Muller).
        fn normal(&mut self) -> f64 {
            let radius = (-2.0 * math::ln(1.0 - self.unit())).sqrt();
            radius * math::sin_cos(std::f64::consts::TAU * self.unit()).1
        }
    }

    /// The share of 4,000 points whose final interval contains the true mean, and the mean number of seeds of these
    /// points. The values are normal with mean 1.
    fn coverage(least: u64, sd: f64) -> (f64, f64) {
        let sweep = sweep(json!({ "seeds": least, "lanes": ["red"], "until": {
            "metric": "jain_index", "relative_half_width": 0.02, "at_most": 10_000,
        } }))
        .unwrap();
        let (mut covered, mut seeds) = (0, 0);
        const TRIALS: u32 = 4_000;
        for trial in 0..TRIALS {
            let mut draws = Draws(u64::from(trial) << 32);
            let values = RefCell::new(Vec::new());
            let found = sweep.look(0, 0, |task| {
                let value = 1.0 + sd * draws.normal();
                assert_eq!(task.seed as usize, values.borrow().len() + 1);
                values.borrow_mut().push(value);
                Known::Value(value)
            });
            let found_mean = summary(&values.borrow());
            covered += u32::from((found_mean.mean - 1.0).abs() <= found_mean.half_width);
            seeds += found.seeds;
        }
        (f64::from(covered) / f64::from(TRIALS), seeds as f64 / f64::from(TRIALS))
    }

    #[test]
    fn stopping_reduces_coverage_little_from_ten_seeds_on_and_much_from_two() {
        for sd in [0.02, 0.04, 0.06, 0.1] {
            let (covered, seeds) = coverage(10, sd);
            assert!((0.935..0.955).contains(&covered), "{covered} with {seeds} seeds, s.d. {sd}");
        }
        let (covered, seeds) = coverage(2, 0.04);
        assert!((0.875..0.885).contains(&covered), "{covered} with {seeds} seeds");
    }
}
