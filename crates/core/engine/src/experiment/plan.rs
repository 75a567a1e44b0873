//! The runs of an experiment: the lanes, the number of seeds, and the values of a swept setting.

use super::check;
use super::metric::Metric;
use super::read::{count, required_number, required_text, text};
use super::scene_facts::SceneFacts;
use crate::base::time::{SimTime, Span};
use crate::measure::{BinPlan, MAX_BINS};
use crate::scenario::json::read_script;
pub use crate::scenario::limits::MAX_SEEDS;
use crate::scenario::limits::{MAX_LIST, MAX_POINTS};
use crate::scenario::problem::{Problems, quoted};
use crate::scenario::reader::Reader;
use crate::scenario::{Problem, Scenario, path};
use serde_json::{Map, Value, json};

/// Number of seeds if the preset gives none.
const DEFAULT_SEEDS: u64 = 10;

/// The runs of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Names of the lanes, in order; a lane without a name has the id of its discipline.
    pub lanes: Vec<String>,
    /// Number of seeds; the seeds are 1, 2, ….
    pub seeds: u64,
    /// The setting that is swept.
    pub sweep: Option<Sweep>,
    /// The bins into which runs are divided, if any.
    pub bins: Option<BinPlan>,
    /// Reported metrics in addition to the metrics of published values and claims.
    pub metrics: Vec<Metric>,
    /// One scenario for each value of the sweep, or a single scenario; each scenario has all lanes.
    pub scenes: Vec<Scene>,
}

/// A setting and its values in the sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// Dotted path of the setting.
    pub path: String,
    /// Values of the setting.
    pub values: Vec<Value>,
    /// Name for people.
    pub name: String,
}

/// A scenario, with the facts about the scenario that metrics need.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The scenario.
    pub scenario: Scenario,
    /// Facts about the scenario.
    pub facts: SceneFacts,
}

impl Plan {
    /// The index of the lane with this name.
    pub fn lane(&self, name: &str) -> Option<usize> {
        self.lanes.iter().position(|lane| lane == name)
    }

    /// The points of the sweep as reports give them: the values of the swept setting. Without a sweep, the only point
    /// is `null`.
    pub fn points(&self) -> Vec<Value> {
        self.sweep.as_ref().map_or(vec![Value::Null], |sweep| sweep.values.clone())
    }

    /// Reads the field `experiment` of a preset with the scenario `scenario`.
    pub(super) fn read(given: Option<&Value>, scenario: &Scenario, problems: &mut Problems) -> Option<Self> {
        let before = problems.len();
        let empty = json!({});
        let mut experiment = Reader::new(given.unwrap_or(&empty), "experiment", problems);
        let lanes = read_lanes(&mut experiment, scenario, problems);
        let seeds = count(&mut experiment, "seeds", MAX_SEEDS, problems).unwrap_or(DEFAULT_SEEDS);
        let sweep = experiment.raw("sweep").map(|sweep| read_sweep(sweep, problems));
        let bins = experiment.raw("bins").and_then(|bins| read_bins(bins, scenario, problems));
        let asked = experiment.list("metrics", MAX_LIST, problems);
        experiment.finish(problems);
        if problems.len() > before {
            return None;
        }
        let base = with_lanes(scenario, &lanes, problems)?;
        let points = sweep.as_ref().map_or(vec![None], |sweep| sweep.values.iter().map(Some).collect());
        let mut scenes = Vec::with_capacity(points.len());
        for (place, value) in points.into_iter().enumerate() {
            let scenario = match (&sweep, value) {
                (Some(sweep), Some(value)) => match base.with(&sweep.path, value.clone()) {
                    Ok(scenario) => scenario,
                    Err(found) => {
                        let at = format!("experiment.sweep.values.{place}");
                        problems.extend(found.into_iter().map(|it| Problem::new(&at, it.to_string())));
                        continue;
                    }
                },
                _ => base.clone(),
            };
            scenes.push(Scene { facts: SceneFacts::of(&scenario), scenario });
        }
        let lanes = lanes.into_iter().map(|lane| lane.name).collect();
        let mut plan = Self { lanes, seeds, sweep, bins, metrics: Vec::new(), scenes };
        for (place, given) in asked.iter().enumerate() {
            let metric = check::metric_of(given, &format!("experiment.metrics.{place}"), &plan, problems);
            plan.metrics.extend(metric);
        }
        (problems.len() == before).then_some(plan)
    }
}

struct Lane {
    name: String,
    written: Value,
}

/// The lanes of the experiment; if it names none, the lanes of the scene.
fn read_lanes(experiment: &mut Reader<'_>, scenario: &Scenario, problems: &mut Problems) -> Vec<Lane> {
    let mut lanes = Vec::new();
    let given = experiment.list("lanes", MAX_LIST, problems);
    for (place, item) in given.iter().enumerate() {
        let mut lane = Reader::new(item, format!("experiment.lanes.{place}"), problems);
        let aqm = required_text(&mut lane, "aqm", problems);
        let name = text(&mut lane, "name", problems);
        let params = lane.raw("params").cloned().unwrap_or(Value::Object(Map::new()));
        let script = read_script(&mut lane, scenario.language, problems);
        let link = lane.raw("link").cloned();
        lane.finish(problems);
        let name = if name.is_empty() { aqm.clone() } else { name };
        let mut written = json!({ "aqm": aqm, "params": params });
        if !script.is_empty() {
            written["script"] = script.into();
        }
        if let Some(link) = link {
            written["link"] = link;
        }
        lanes.push(Lane { name, written });
    }
    if given.is_empty() {
        let opened = scenario.to_json();
        lanes.extend(
            scenario
                .lanes
                .iter()
                .enumerate()
                .map(|(place, lane)| Lane { name: lane.aqm.clone(), written: opened["lanes"][place].clone() }),
        );
    }
    for (place, lane) in lanes.iter().enumerate() {
        if lanes[..place].iter().any(|before| before.name == lane.name) {
            problems.push(Problem::new(
                format!("experiment.lanes.{place}.name"),
                format!("{:?} is the name of two lanes; give one of them another", lane.name),
            ));
        }
    }
    lanes
}

/// The scenario with its lanes replaced by these.
fn with_lanes(scenario: &Scenario, lanes: &[Lane], problems: &mut Problems) -> Option<Scenario> {
    let mut json = scenario.to_json();
    json["lanes"] = lanes.iter().map(|lane| lane.written.clone()).collect();
    match Scenario::parse_in(&json, scenario.language) {
        Ok(scenario) => Some(scenario),
        Err(found) => {
            let at =
                |path: &str| if path.starts_with("lanes") { format!("experiment.{path}") } else { path.to_owned() };
            problems.extend(found.into_iter().map(|it| Problem::new(at(&it.path), it.problem)));
            None
        }
    }
}

fn read_sweep(given: &Value, problems: &mut Problems) -> Sweep {
    let mut sweep = Reader::new(given, "experiment.sweep", problems);
    let read = Sweep {
        path: path::dotted(&required_text(&mut sweep, "path", problems)),
        values: sweep.list("values", MAX_POINTS, problems).to_vec(),
        name: required_text(&mut sweep, "name", problems),
    };
    sweep.finish(problems);
    if read.values.is_empty() {
        problems.push(Problem::new("experiment.sweep.values", "is empty; at least one value is needed"));
    }
    read
}

fn read_bins(given: &Value, scenario: &Scenario, problems: &mut Problems) -> Option<BinPlan> {
    let before = problems.len();
    let mut bins = Reader::new(given, "experiment.bins", problems);
    let [from_s, until_s, width_s] =
        ["from_s", "until_s", "width_s"].map(|id| required_number(&mut bins, id, problems));
    bins.finish(problems);
    let width = Span::from_secs(width_s);
    let span = SimTime::from_secs(until_s).since(SimTime::from_secs(from_s));
    let end_s = scenario.duration.secs();
    if from_s < 0.0 || until_s > end_s || from_s >= until_s {
        let problem = format!("{from_s} to {until_s} s is not an interval of the run, which ends at {end_s} s");
        problems.push(Problem::new("experiment.bins", problem));
    } else if width == Span::ZERO
        || !span.nanos().is_multiple_of(width.nanos())
        || span.nanos() / width.nanos() > MAX_BINS
    {
        let problem = format!("{width_s} s does not cut {from_s} to {until_s} s into 1 to {MAX_BINS} whole bins");
        problems.push(Problem::new("experiment.bins.width_s", problem));
    }
    (problems.len() == before).then(|| BinPlan {
        from: SimTime::from_secs(from_s),
        width,
        count: (span.nanos() / width.nanos()) as usize,
    })
}

/// Reads the field `point` of a published value or a claim: a value of the swept setting. Returns the index of this
/// value in the sweep; `None` if the field is absent or names no value of the sweep.
pub(super) fn read_point(entry: &mut Reader<'_>, plan: &Plan, problems: &mut Problems) -> Option<usize> {
    let given = entry.raw("point")?;
    let place = plan
        .points()
        .iter()
        .position(|point| point == given || (point.is_number() && point.as_f64() == given.as_f64()));
    if place.is_none() {
        let points: Vec<_> = plan.sweep.iter().flat_map(|sweep| &sweep.values).map(Value::to_string).collect();
        let known = if points.is_empty() { "has no sweep".into() } else { format!("has {}", points.join(", ")) };
        let path = entry.path_of("point");
        problems.push(Problem::new(path, format!("{} is not a point of the experiment, which {known}", quoted(given))));
    }
    place
}
