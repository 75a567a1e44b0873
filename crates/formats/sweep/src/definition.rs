//! The definition of a sweep: parses it, checks it, and counts its tasks.

use crate::axis::Axis;
use crate::condition::{self, Condition};
use crate::derived::{self, Derived, DerivedFacts};
use crate::lanes::{read_against, read_lanes};
use crate::metrics::{SweepMetric, metrics_facts, read_metrics};
use crate::scenes::{self, OfScene, SCENE};
use crate::until::{Until, UntilFacts};
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::experiment::{MAX_SEEDS, Metric, SceneFacts};
use chokepoint_engine::scenario::{Problem, about_of_lane, json_text};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;
use ts_rs::TS;

/// Version of the format of sweep files. It increases when older programs would misread a new sweep file.
pub const SWEEP_SCHEMA: u32 = 1;
/// Largest number of settings that are varied together.
pub const MAX_AXES: usize = 4;
/// Largest number of combinations of values.
pub const MAX_POINTS: usize = 1_000_000;
/// Largest number of runs of a sweep.
pub const MAX_TASKS: u64 = 100_000_000;
/// Default number of seeds.
pub const DEFAULT_SEEDS: u64 = 10;
/// The fields of a sweep file. Editors find the schema by `$schema`.
pub(crate) const FIELDS: [&str; 13] = [
    "$schema", "schema", "scene", "scenes", "over", "derive", "where", "lanes", "against", "seeds", "until", "metrics",
    "figures",
];
/// Largest number of figures.
pub const MAX_FIGURES: usize = 100;
/// Length limit of a figure's name \[characters\].
const MAX_FIGURE_NAME: usize = 100;
/// Number of points to try in search of a valid scene.
const POINTS_TRIED: usize = 1_000;
/// A checked sweep.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// The scenes. If there are several, they form the first axis.
    scenes: Vec<OfScene>,
    axes: Vec<Axis>,
    /// For each point, whether a condition leaves it out; computed on first use. Empty without conditions.
    left_out: OnceLock<Vec<bool>>,
    lanes: Vec<String>,
    /// Index of the lane with which the others are compared.
    against: Option<usize>,
    /// The least number of seeds.
    seeds: u64,
    until: Option<Until>,
    metrics: Vec<Metric>,
    /// The definitions of figures by name. This crate does not parse them; `chokepoint-plot`, which depends on it,
    /// does.
    figures: Map<String, Value>,
}

impl PartialEq for Sweep {
    fn eq(&self, other: &Self) -> bool {
        // Only these fields are compared: they determine all others, such as the points that are left out.
        (&self.scenes, &self.axes, &self.lanes, self.against, self.seeds, &self.until, &self.metrics, &self.figures)
            == (
                &other.scenes,
                &other.axes,
                &other.lanes,
                other.against,
                other.seeds,
                &other.until,
                &other.metrics,
                &other.figures,
            )
    }
}

/// Why a point has no scene.
enum NoScene {
    /// This condition is false at the point.
    LeftOut(String),
    Problems(Vec<Problem>),
}

/// One run of a sweep.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Task {
    /// Index of the combination of values; the last setting varies fastest.
    pub point: usize,
    /// Index of the lane.
    pub lane: usize,
    /// Seed.
    pub seed: u64,
}

/// The settings and metrics of a sweep. A point is a combination of values; the last setting varies fastest.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
pub struct SweepFacts {
    /// The settings that are varied.
    pub axes: Vec<Axis>,
    /// The settings that follow from others at each point, in the order in which they are computed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "ReadonlyArray<DerivedSetting>")]
    pub derived: Vec<DerivedFacts>,
    /// Conditions on the settings of a point, all of which have to be true.
    #[serde(rename = "where", skip_serializing_if = "Vec::is_empty")]
    #[ts(rename = "where", optional, type = "ReadonlyArray<string>")]
    pub conditions: Vec<String>,
    /// The points that the conditions leave out, in rising order. They have no runs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "ReadonlyArray<number>")]
    pub left_out: Vec<usize>,
    /// Names of the lanes, without duplicates.
    pub lanes: Vec<String>,
    /// Name of the lane with which the others are compared seed by seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub against: Option<String>,
    /// Number of seeds; the seeds are 1, 2, …. With `until`, the largest number of seeds of a point.
    #[ts(type = "number")]
    pub seeds: u64,
    /// The rule by which a point gets further seeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub until: Option<UntilFacts>,
    /// Number of combinations of values, including those that are left out.
    pub points: usize,
    /// Largest number of runs, including those of points that are left out. The index of a run is
    /// `(point * lanes + lane) * seeds + seed - 1`.
    #[ts(type = "number")]
    pub tasks: u64,
    /// The metrics of every run.
    pub metrics: Vec<SweepMetric>,
}

impl Sweep {
    /// Reads a sweep without scripts; see [`Sweep::parse_in`].
    pub fn parse(given: &Value) -> Result<Self, Vec<Problem>> {
        Self::parse_in(given, Language::NONE)
    }

    /// Reads a sweep, `{ scene, over, derive, where, lanes, against, seeds, until, metrics, figures }`. `scene` is a
    /// scenario or a preset, with scripts in `language`. The contents of figures are not checked.
    pub fn parse_in(given: &Value, language: Language) -> Result<Self, Vec<Problem>> {
        let Some(fields) = given.as_object() else {
            return Err(vec![Problem::new("sweep", "is not an object")]);
        };
        if let Some(other) = fields.keys().find(|field| !FIELDS.contains(&field.as_str())) {
            return Err(vec![Problem::new(other, format!("is unknown; known are {}", FIELDS.join(", ")))]);
        }
        if let Some(schema) = fields.get("schema").filter(|schema| **schema != json!(SWEEP_SCHEMA)) {
            let problem = format!("{schema} is not {SWEEP_SCHEMA}, the only version there is");
            return Err(vec![Problem::new("schema", problem)]);
        }
        let given = scenes::read(fields).map_err(|problem| vec![problem])?;
        let mut read: Option<(Vec<String>, Vec<Axis>, Vec<Metric>)> = None;
        let mut scenes = Vec::with_capacity(given.len());
        for one in &given {
            let named = |problems: Vec<Problem>| scenes::named(problems, one.name.as_deref());
            let (lanes, scenario) =
                read_lanes(one.lanes.or(fields.get("lanes")), one.scene, language).map_err(named)?;
            let (mut problems, written) = (Vec::new(), scenario.to_json());
            let axes = read_axes(fields.get("over"), &written, language, &mut problems);
            problems.extend(axes.iter().enumerate().flat_map(|(place, axis)| {
                let paths = axis.settings().filter_map(|(path, _)| without_effect(path, &written, language));
                paths.map(move |problem| Problem::new(format!("over.{place}"), problem))
            }));
            let derived = derived::read(fields.get("derive"), &axes, &written, language, &mut problems);
            let conditions = condition::read(fields.get("where"), &axes, &derived, &written, language, &mut problems);
            let metrics = read_metrics(fields.get("metrics"), &SceneFacts::of(&scenario), &mut problems);
            let is_first = scenes.is_empty();
            match &mut read {
                None => read = Some((lanes, axes, metrics)),
                Some(first) => unite(first, (lanes, axes, metrics), &mut problems),
            }
            if scenes.first().is_some_and(|first: &OfScene| first.derived != derived) {
                problems
                    .push(Problem::new("derive", "refers to other settings than in the first scene; give full paths"));
            }
            let mut problems = named(problems);
            if let Some((lanes, _, metrics)) = read.as_ref().filter(|_| is_first) {
                // Problems that do not depend on the scene are reported with those of the first scene.
                read_rest(fields, lanes, metrics, &mut problems);
            }
            if !problems.is_empty() {
                return Err(problems);
            }
            scenes.push(OfScene { scenario, derived, conditions });
        }
        let (lanes, mut axes, metrics) = read.unwrap_or_default();
        let mut problems = Vec::new();
        let (seeds, against, until) = read_rest(fields, &lanes, &metrics, &mut problems);
        let figures = read_figures(fields.get("figures"), &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let names: Vec<String> = given.into_iter().filter_map(|one| one.name).collect();
        if !names.is_empty() {
            axes.insert(0, scenes::axis(names));
        }
        let left_out = OnceLock::new();
        let sweep = Self { scenes, axes, left_out, lanes, against, seeds, until, metrics, figures };
        sweep.check_size()?;
        sweep.check_some_point()?;
        Ok(sweep)
    }

    /// Reads a sweep without scripts from JSON text.
    pub fn parse_text(text: &str) -> Result<Self, Vec<Problem>> {
        Self::parse_text_in(text, Language::NONE)
    }

    /// Reads a sweep with scripts in a language from JSON text.
    pub fn parse_text_in(text: &str, language: Language) -> Result<Self, Vec<Problem>> {
        Self::parse_in(&json_text::read(text)?, language)
    }

    /// The settings that are varied.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The settings that follow from others at each point, in the order in which they are computed.
    pub fn derived(&self) -> impl Iterator<Item = DerivedFacts> {
        self.scenes[0].derived.iter().map(Derived::facts)
    }

    /// The values of the derived settings at a point, in the order of [`Sweep::derived`]; `None` if the point is not a
    /// valid scene.
    pub fn derived_at(&self, point: usize) -> Option<Vec<Value>> {
        let derived = &self.scene_of(point).derived;
        if derived.is_empty() {
            return Some(Vec::new());
        }
        let scene = self.scenario_at(point).ok()?.to_json();
        Some(derived.iter().map(|setting| setting.written_in(&scene)).collect())
    }

    /// Names of the lanes, without duplicates.
    pub fn lanes(&self) -> &[String] {
        &self.lanes
    }

    /// Index of the lane with which the others are compared seed by seed.
    pub fn against(&self) -> Option<usize> {
        self.against
    }

    /// Number of seeds of a point; the seeds are 1, 2, …. With [`Sweep::until`], the largest number.
    pub fn seeds(&self) -> u64 {
        self.until.as_ref().map_or(self.seeds, |until| until.at_most)
    }

    /// The rule by which a point gets further seeds.
    pub fn until(&self) -> Option<&Until> {
        self.until.as_ref()
    }

    /// The conditions on the settings of a point, all of which have to be true.
    pub fn conditions(&self) -> impl Iterator<Item = &str> {
        self.scenes[0].conditions.iter().map(Condition::text)
    }

    /// Whether a condition leaves the point out. The first call works this out for all points.
    pub fn is_left_out(&self, point: usize) -> bool {
        self.all_left_out().get(point).is_some_and(|is_left_out| *is_left_out)
    }

    /// Number of points that conditions leave out.
    pub fn left_out(&self) -> usize {
        self.all_left_out().iter().filter(|is_left_out| **is_left_out).count()
    }

    fn all_left_out(&self) -> &[bool] {
        self.left_out.get_or_init(|| match self.scenes[0].conditions.is_empty() {
            true => Vec::new(),
            false => {
                (0..self.points()).map(|point| matches!(self.written_at(point), Err(NoScene::LeftOut(_)))).collect()
            }
        })
    }

    /// The metrics of every run.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// The definitions of the figures of the sweep, by name, as they were given.
    pub fn figures(&self) -> &Map<String, Value> {
        &self.figures
    }

    /// The first scene, with the sweep's lanes and no changed settings.
    pub fn scenario(&self) -> &Scenario {
        &self.scenes[0].scenario
    }

    fn scene_of(&self, point: usize) -> &OfScene {
        // All points of the first scene come first, then all points of the second scene, and so on.
        let place = point / (self.points() / self.scenes.len()).max(1);
        &self.scenes[place.min(self.scenes.len() - 1)]
    }

    /// Number of combinations of values.
    pub fn points(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Largest number of runs, including those of points that are left out.
    pub fn tasks(&self) -> u64 {
        self.points() as u64 * self.lanes.len() as u64 * self.seeds()
    }

    /// The run with this index, ordered by point, then lane, then seed.
    pub fn task(&self, index: u64) -> Option<Task> {
        if index >= self.tasks() {
            return None;
        }
        let (place, seed) = (index / self.seeds(), index % self.seeds() + 1);
        let lanes = self.lanes.len() as u64;
        Some(Task { point: (place / lanes) as usize, lane: (place % lanes) as usize, seed })
    }

    /// The index of a run.
    pub fn index_of(&self, task: Task) -> u64 {
        (task.point as u64 * self.lanes.len() as u64 + task.lane as u64) * self.seeds() + task.seed - 1
    }

    /// The varied settings, each with its values. A coupled setting follows the first setting of its axis.
    pub fn varied(&self) -> impl Iterator<Item = (&str, &[Value])> {
        self.axes.iter().flat_map(Axis::settings)
    }

    /// The values at a point, one for each of [`Sweep::varied`].
    pub fn values_at(&self, point: usize) -> Vec<&Value> {
        let mut rest = point;
        let mut places = vec![0; self.axes.len()];
        for (place, axis) in places.iter_mut().zip(&self.axes).rev() {
            *place = rest % axis.values.len();
            rest /= axis.values.len();
        }
        let axes = self.axes.iter().zip(places);
        axes.flat_map(|(axis, place)| axis.settings().map(move |(_, values)| &values[place])).collect()
    }

    fn changes_at(&self, point: usize) -> impl Iterator<Item = (&str, Value)> {
        let changes = self.varied().map(|(path, _)| path).zip(self.values_at(point).into_iter().cloned());
        changes.filter(|(path, _)| *path != SCENE)
    }

    /// The scene at a point, with its derived settings; an error if settings contradict each other or the point is left
    /// out.
    pub fn scenario_at(&self, point: usize) -> Result<Scenario, Vec<Problem>> {
        let OfScene { scenario, derived, conditions } = self.scene_of(point);
        if derived.is_empty() && conditions.is_empty() {
            return scenario.with_all(self.changes_at(point));
        }
        let written = self.written_at(point).map_err(|reason| match reason {
            NoScene::LeftOut(condition) => {
                vec![Problem::new("where", format!("leaves the point out, since {condition} is false there"))]
            }
            NoScene::Problems(problems) => problems,
        })?;
        Scenario::parse_in(&written, scenario.language)
    }

    /// The scene of a point as JSON, with its derived settings. A condition is tested before derived settings are
    /// computed, unless the condition reads a derived setting.
    fn written_at(&self, point: usize) -> Result<Value, NoScene> {
        let OfScene { scenario, derived, conditions } = self.scene_of(point);
        let language = scenario.language;
        let test = |scene: &Value, is_late: bool| {
            for condition in conditions.iter().filter(|condition| condition.reads_derived == is_late) {
                match condition.holds(scene, language) {
                    Ok(true) => {}
                    Ok(false) => return Err(NoScene::LeftOut(condition.text().to_owned())),
                    Err(problem) => return Err(NoScene::Problems(vec![problem])),
                }
            }
            Ok(())
        };
        let mut scene = scenario.written_with(self.changes_at(point)).map_err(NoScene::Problems)?;
        test(&scene, false)?;
        derived::apply(derived, &mut scene, language).map_err(|problem| NoScene::Problems(vec![problem]))?;
        test(&scene, true)?;
        Ok(scene)
    }

    /// The sweep as JSON, with every value listed.
    pub fn to_json(&self) -> Value {
        let is_scene = |axis: &&Axis| axis.path == SCENE;
        let mut written = json!({
            "schema": SWEEP_SCHEMA,
            "over": self.axes.iter().filter(|axis| !is_scene(axis)).map(Axis::to_json).collect::<Vec<_>>(),
            "seeds": self.seeds,
            "metrics": self.metrics,
        });
        match self.axes.first().filter(is_scene) {
            None => {
                let scene = self.scenario().to_json();
                written["lanes"] = self.named_lanes(&scene);
                written["scene"] = scene;
            }
            Some(axis) => {
                let entries = axis.values.iter().zip(&self.scenes).map(|(name, one)| {
                    let scene = one.scenario.to_json();
                    json!({ "name": name, "lanes": self.named_lanes(&scene), "scene": scene })
                });
                written["scenes"] = entries.collect();
            }
        }
        if !self.scenes[0].derived.is_empty() {
            written["derive"] = derived::to_json(&self.scenes[0].derived);
        }
        if !self.scenes[0].conditions.is_empty() {
            written["where"] = self.conditions().collect();
        }
        if let Some(until) = &self.until {
            written["until"] = until.to_json();
        }
        if let Some(lane) = self.against {
            written["against"] = self.lanes[lane].as_str().into();
        }
        if !self.figures.is_empty() {
            written["figures"] = self.figures.clone().into();
        }
        written
    }

    /// The lanes of a scene with their names.
    fn named_lanes(&self, scene: &Value) -> Value {
        let lanes = scene["lanes"].as_array().into_iter().flatten().zip(&self.lanes);
        let named = lanes.map(|(lane, name)| {
            let mut lane = lane.clone();
            lane["name"] = name.as_str().into();
            lane
        });
        named.collect()
    }

    /// The facts that the page needs to show the sweep.
    pub fn facts(&self) -> SweepFacts {
        SweepFacts {
            axes: self.axes.clone(),
            derived: self.derived().collect(),
            conditions: self.conditions().map(str::to_owned).collect(),
            left_out: (0..self.points()).filter(|point| self.is_left_out(*point)).collect(),
            lanes: self.lanes.clone(),
            against: self.against.map(|lane| self.lanes[lane].clone()),
            seeds: self.seeds(),
            until: self.until.as_ref().map(Until::facts),
            points: self.points(),
            tasks: self.tasks(),
            metrics: metrics_facts(&self.metrics),
        }
    }

    fn check_size(&self) -> Result<(), Vec<Problem>> {
        // The product of four axis lengths fits into 128 bits.
        let points = self.axes.iter().map(|axis| axis.values.len() as u128).product::<u128>();
        if points > MAX_POINTS as u128 {
            let problem = format!("has {points} combinations of values; at most {MAX_POINTS} are allowed");
            return Err(vec![Problem::new("over", problem)]);
        }
        let tasks = points * self.lanes.len() as u128 * u128::from(self.seeds());
        if tasks > u128::from(MAX_TASKS) {
            let (field, take) = if self.until.is_some() { ("until.at_most", "may give") } else { ("seeds", "give") };
            let problem = format!("{take} {tasks} runs in total; at most {MAX_TASKS} are allowed");
            return Err(vec![Problem::new(field, problem)]);
        }
        Ok(())
    }

    /// Checks that at least one point gives a valid scene.
    fn check_some_point(&self) -> Result<(), Vec<Problem>> {
        let kept = self.points() - self.left_out();
        if kept == 0 {
            let points = self.points();
            let all = if points == 1 { "the only point".to_owned() } else { format!("all {points} points") };
            let problem = format!("leaves out {all}: {}", self.conditions().collect::<Vec<_>>().join(", "));
            return Err(vec![Problem::new("where", problem)]);
        }
        let mut first = None;
        let stride = (kept / POINTS_TRIED).max(1);
        for point in (0..self.points()).filter(|point| !self.is_left_out(*point)).step_by(stride) {
            match self.scenario_at(point) {
                Ok(_) => return Ok(()),
                Err(problems) => first = first.or(Some(problems)),
            }
        }
        let first = first.unwrap_or_default();
        if self.axes.is_empty() {
            return Err(first);
        }
        let at =
            |problem: Problem| Problem::new("over", format!("fits the scene at no point; at the first: {problem}"));
        Err(first.into_iter().map(at).collect())
    }
}

/// Adds another scene to the definition parsed so far.
fn unite(
    (lanes, axes, metrics): &mut (Vec<String>, Vec<Axis>, Vec<Metric>),
    (other_lanes, other_axes, others): (Vec<String>, Vec<Axis>, Vec<Metric>),
    problems: &mut Vec<Problem>,
) {
    if *lanes != other_lanes {
        let [other, first] = [&other_lanes, lanes].map(|names| names.join(", "));
        problems.push(Problem::new(
            "lanes",
            format!("are {other}, and those of the first scene {first}; give the same lanes for all"),
        ));
    }
    let meaning = |axes: &[Axis]| axes.iter().map(Axis::to_json).collect::<Vec<_>>();
    if meaning(axes) != meaning(&other_axes) {
        problems.push(Problem::new("over", "means other settings or values than in the first scene; give full paths"));
    }
    // A metric that the definition names must exist in every scene. If the definition names none, those default metrics
    // are measured that every scene has.
    metrics.retain(|metric| others.contains(metric));
}

/// Parses the fields that do not depend on the scene: the least number of seeds, the reference lane, and the rule that
/// adds seeds.
fn read_rest(
    fields: &Map<String, Value>,
    lanes: &[String],
    metrics: &[Metric],
    problems: &mut Vec<Problem>,
) -> (u64, Option<usize>, Option<Until>) {
    let seeds = match fields.get("seeds") {
        None => DEFAULT_SEEDS,
        Some(given) => given.as_u64().filter(|seeds| (1..=MAX_SEEDS).contains(seeds)).unwrap_or_else(|| {
            problems.push(Problem::new("seeds", format!("{given} is not a whole number from 1 to {MAX_SEEDS}")));
            1
        }),
    };
    let against = read_against(fields.get("against"), lanes, seeds, problems);
    // An empty list of metrics has already been reported.
    let until = fields.get("until").filter(|_| !metrics.is_empty());
    let until = Until::read(until, metrics, seeds, problems);
    (seeds, against, until)
}

/// Parses the names of the figures.
fn read_figures(given: Option<&Value>, problems: &mut Vec<Problem>) -> Map<String, Value> {
    let Some(given) = given else { return Map::new() };
    let Some(figures) = given.as_object().filter(|figures| figures.len() <= MAX_FIGURES) else {
        let problem = format!("is not an object with at most {MAX_FIGURES} figures by name");
        problems.push(Problem::new("figures", problem));
        return Map::new();
    };
    for (name, figure) in figures {
        if name.trim().is_empty() || name.chars().count() > MAX_FIGURE_NAME || name.chars().any(char::is_control) {
            let problem = format!("{name:?} is not a name of 1 to {MAX_FIGURE_NAME} characters");
            problems.push(Problem::new("figures", problem));
        } else if !figure.is_object() {
            problems.push(Problem::new(format!("figures.{name}"), "is not an object with the fields of a figure"));
        }
    }
    figures.clone()
}

fn read_axes(given: Option<&Value>, scene: &Value, language: Language, problems: &mut Vec<Problem>) -> Vec<Axis> {
    let empty = Vec::new();
    let given = match given {
        None => &empty,
        Some(given) => match given.as_array() {
            Some(axes) => axes,
            None => {
                problems.push(Problem::new("over", "is not a list of settings with their values"));
                &empty
            }
        },
    };
    if given.len() > MAX_AXES {
        problems
            .push(Problem::new("over", format!("has {} settings; at most {MAX_AXES} are varied at once", given.len())));
        return Vec::new();
    }
    let mut axes: Vec<Axis> = Vec::with_capacity(given.len());
    for (place, axis) in given.iter().enumerate() {
        let at = format!("over.{place}");
        match Axis::read(axis, &at, scene, language) {
            Ok(axis) => match varied_twice(&axis, &axes, &at) {
                None => axes.push(axis),
                Some(problem) => problems.push(problem),
            },
            Err(problem) => problems.push(problem),
        }
    }
    axes
}

/// The problem, in words, of a parameter in `queue.params` that has no effect: every lane that has the parameter sets
/// its own value.
fn without_effect(path: &str, scene: &Value, language: Language) -> Option<String> {
    let id = path.strip_prefix("queue.params.")?;
    let lanes = scene["lanes"].as_array()?;
    let sets = |lane: &Value| lane["params"].get(id).is_some();
    let has = |lane: &Value| about_of_lane(lane, language).is_none_or(|about| about.params().any(|spec| spec.id == id));
    let first = lanes.iter().position(sets)?;
    let is_set_everywhere = lanes.iter().all(|lane| sets(lane) || !has(lane));
    is_set_everywhere.then(|| {
        format!(
            "{path} changes nothing, since each lane that has it sets its own value; vary lanes.{first}.params.{id}"
        )
    })
}

/// The problem of an axis that changes a setting which another axis also changes. `at` is the path of this axis.
fn varied_twice(axis: &Axis, others: &[Axis], at: &str) -> Option<Problem> {
    let is_there = |path: &str| others.iter().any(|other| other.varies(path));
    let (place, (path, _)) = axis.settings().enumerate().find(|(_, (path, _))| is_there(path))?;
    let at = if axis.coupled.is_empty() { format!("{at}.path") } else { format!("{at}.paths.{place}") };
    Some(Problem::new(at, format!("{path} is varied twice")))
}

#[cfg(test)]
mod tests;
