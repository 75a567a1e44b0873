//! A screening: finds out which settings of a lane matter.
//!
//! Numbers are varied by Morris' method ([`morris`]) within a factor of their current values. Choices and switches have
//! no levels, so each is changed once while all other settings stay the same. The runs before and after a step use the
//! same seeds, so that differences between seeds do not look like effects. Like a sweep, a screening is pure:
//! [`Screening::tasks`] counts the runs, any worker executes them ([`Screening::run`]), [`Screening::add`] adds their
//! results, and [`Screening::report`] gives the results so far.

pub mod morris;
mod report;
mod setting;

pub use report::{EffectFacts, EffectOfSetting, MetricEffects, MetricEffectsFacts, ScreeningReport};
pub use setting::{LeftOut, Varied, VariedSetting, Vary, Way};

use crate::definition::Task;
use crate::metrics::{SweepMetric, metrics_facts, read_metrics};
use crate::run::Row;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::experiment::{self, MAX_SEEDS, Metric, SceneFacts};
use chokepoint_engine::rng::Stream;
use chokepoint_engine::scenario::{Problem, scenario_of};
use morris::{Step, Trajectory};
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

/// Default number of trajectories.
pub const DEFAULT_TRAJECTORIES: usize = 10;
/// Largest number of trajectories.
pub const MAX_TRAJECTORIES: usize = 200;
/// Default number of seeds for each point. All points have the same seeds, so the runs before and after a step form
/// pairs.
pub const DEFAULT_SCREENING_SEEDS: u64 = 3;
/// Default factor within which numbers are varied: from half to twice the value.
pub const DEFAULT_FACTOR: f64 = 2.0;
/// Largest factor.
pub const MAX_FACTOR: f64 = 1_000.0;
/// Default number of levels of a number.
pub const DEFAULT_LEVELS: usize = 4;
const MAX_LEVELS: usize = 100;
/// Largest number of runs of a screening.
pub const MAX_SCREENING_TASKS: u64 = 1_000_000;
/// Largest number of attempts to draw a trajectory without contradictory settings.
const DRAWS: usize = 20;

/// A checked screening, with the results so far.
#[derive(Clone, Debug)]
pub struct Screening {
    scenario: Scenario,
    lane: usize,
    vary: Vec<Vary>,
    factor: f64,
    levels: usize,
    seeds: u64,
    metrics: Vec<Metric>,
    settings: Vec<Varied>,
    left_out: Vec<LeftOut>,
    /// The trajectories. They vary only numeric settings, because choices and switches have no levels.
    trajectories: Vec<Trajectory>,
    points: Vec<Point>,
    /// Values of each task; `None` for a task without a result.
    values: Vec<Option<Vec<Option<f64>>>>,
    done: u64,
}

/// A combination of values, stored as the differences from the scene.
#[derive(Clone, Debug)]
struct Point {
    /// Indices of changed settings, with their values.
    changes: Vec<(usize, Value)>,
    /// The reason why the point has no valid scene: its values contradict each other.
    refused: Option<String>,
}

/// The settings and metrics of a screening.
#[derive(Clone, Debug, Serialize, TS)]
pub struct ScreeningFacts {
    /// Index of the lane.
    pub lane: usize,
    /// Id of the lane's discipline.
    pub aqm: String,
    /// The kinds of settings that are varied.
    pub vary: Vec<Vary>,
    /// Numbers are varied from the value divided by this factor to the value times it, within their declared range.
    pub factor: f64,
    /// Number of levels of a number.
    pub levels: usize,
    /// Number of trajectories.
    pub trajectories: usize,
    /// Number of seeds; they are 1, 2, ….
    #[ts(type = "number")]
    pub seeds: u64,
    /// Number of runs.
    #[ts(type = "number")]
    pub tasks: u64,
    /// The metrics of every run.
    pub metrics: Vec<SweepMetric>,
    /// The varied settings.
    pub settings: Vec<VariedSetting>,
    /// The settings that are not varied, each with a reason.
    pub left_out: Vec<LeftOut>,
}

impl Screening {
    /// Reads a screening without scripts; see [`Screening::parse_in`].
    pub fn parse(given: &Value) -> Result<Self, Vec<Problem>> {
        Self::parse_in(given, Language::NONE)
    }

    /// Reads a screening, `{ scene, lane, vary, factor, levels, trajectories, seeds, metrics }`. `scene` is a scenario
    /// or a preset, with scripts in `language`.
    pub fn parse_in(given: &Value, language: Language) -> Result<Self, Vec<Problem>> {
        let Some(fields) = given.as_object() else {
            return Err(vec![Problem::new("screening", "is not an object")]);
        };
        const KNOWN: [&str; 8] = ["scene", "lane", "vary", "factor", "levels", "trajectories", "seeds", "metrics"];
        if let Some(other) = fields.keys().find(|field| !KNOWN.contains(&field.as_str())) {
            return Err(vec![Problem::new(other, format!("is unknown; known are {}", KNOWN.join(", ")))]);
        }
        let scene = fields.get("scene").map(scenario_of).filter(|scene| scene.is_object());
        let scene = scene.ok_or_else(|| vec![Problem::new("scene", "is missing: a scenario or a preset")])?;
        let scenario = Scenario::parse_in(scene, language)?;
        let mut problems = Vec::new();
        let lane = read_lane(fields.get("lane"), &scenario, &mut problems);
        let vary = read_vary(fields.get("vary"), &mut problems);
        let mut whole = |field: &str, usual: u64, least: u64, most: u64| match fields.get(field) {
            None => usual,
            Some(given) => given.as_u64().filter(|number| (least..=most).contains(number)).unwrap_or_else(|| {
                problems.push(Problem::new(field, format!("{given} is not a whole number from {least} to {most}")));
                usual
            }),
        };
        let levels = whole("levels", DEFAULT_LEVELS as u64, 2, MAX_LEVELS as u64) as usize;
        let count = whole("trajectories", DEFAULT_TRAJECTORIES as u64, 2, MAX_TRAJECTORIES as u64) as usize;
        let seeds = whole("seeds", DEFAULT_SCREENING_SEEDS, 1, MAX_SEEDS);
        if !levels.is_multiple_of(2) {
            problems.push(Problem::new("levels", format!("{levels} is not even; a step goes over half of them")));
        }
        let factor = read_factor(fields, &mut problems);
        let metrics = read_metrics(fields.get("metrics"), &SceneFacts::of(&scenario), &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        let (settings, left_out) = setting::settings_of(&scenario, lane, &vary, (factor, levels))?;
        if settings.is_empty() {
            let reasons: Vec<String> = left_out.iter().map(|it| format!("{} {}", it.path, it.reason)).collect();
            let why = if reasons.is_empty() { "nothing of it is a setting".into() } else { reasons.join("; ") };
            return Err(vec![Problem::new("vary", format!("leaves no setting to vary: {why}"))]);
        }
        let numbers = settings.iter().filter(|setting| matches!(setting.way, Way::Levels(_))).count();
        let points = 1 + (settings.len() - numbers) + if numbers > 0 { count * (numbers + 1) } else { 0 };
        let tasks = points as u64 * seeds;
        if tasks > MAX_SCREENING_TASKS {
            let problem = format!("give {tasks} runs in total; at most {MAX_SCREENING_TASKS} are allowed");
            return Err(vec![Problem::new("seeds", problem)]);
        }
        let (trajectories, points, values) = (Vec::new(), Vec::with_capacity(points), Vec::new());
        let mut screening = Self {
            scenario,
            lane,
            vary,
            factor,
            levels,
            seeds,
            metrics,
            settings,
            left_out,
            trajectories,
            points,
            values,
            done: 0,
        };
        screening.plan(if numbers > 0 { count } else { 0 });
        screening.values = vec![None; screening.tasks() as usize];
        Ok(screening)
    }

    /// The varied settings. A choice or switch occurs once for each value other than its current one.
    pub fn settings(&self) -> &[Varied] {
        &self.settings
    }

    /// The settings that are not varied, each with a reason.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The metrics of every run.
    pub fn metrics(&self) -> &[Metric] {
        &self.metrics
    }

    /// Number of runs.
    pub fn tasks(&self) -> u64 {
        self.points.len() as u64 * self.seeds
    }

    /// Number of runs that have been added.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The run with this index, ordered by point, then seed.
    pub fn task(&self, index: u64) -> Option<Task> {
        let (point, seed) = (index / self.seeds, index % self.seeds + 1);
        (index < self.tasks()).then_some(Task { point: point as usize, lane: self.lane, seed })
    }

    /// Executes a run to its end.
    pub fn run(&self, task: Task) -> Row {
        let values = self.scenario_at(task.point).and_then(|scenario| {
            let scenario = Scenario { seed: task.seed, ..scenario };
            experiment::measure(&scenario, self.lane, &self.metrics, &SceneFacts::of(&scenario))
        });
        let values = values.map(|measured| measured.iter().map(|value| value.whole).collect());
        Row { task, values, halves: Vec::new(), remarks: Vec::new() }
    }

    /// Adds the result of a run, replacing any earlier result of the same run.
    pub fn add(&mut self, row: &Row) {
        let index = row.task.point as u64 * self.seeds + row.task.seed.wrapping_sub(1);
        let Some(place) = self.values.get_mut(index as usize) else { return };
        self.done += u64::from(place.is_none());
        // A point without a valid scene counts as a run without values.
        *place = Some(row.values.clone().unwrap_or_default());
    }

    /// The settings and metrics of the screening.
    pub fn facts(&self) -> ScreeningFacts {
        ScreeningFacts {
            lane: self.lane,
            aqm: self.scenario.lanes[self.lane].aqm.clone(),
            vary: self.vary.clone(),
            factor: self.factor,
            levels: self.levels,
            trajectories: self.trajectories.len(),
            seeds: self.seeds,
            tasks: self.tasks(),
            metrics: metrics_facts(&self.metrics),
            settings: self.settings_facts(),
            left_out: self.left_out.clone(),
        }
    }

    fn settings_facts(&self) -> Vec<VariedSetting> {
        // In the list of points, those that change one choice or switch come after the unchanged scene and before the
        // trajectories.
        let once = &self.points[1..self.first_point_of(0)];
        let mut facts: Vec<VariedSetting> = self.settings.iter().map(Varied::facts).collect();
        for point in once {
            if let Some((place, _)) = point.changes.first() {
                facts[*place].refused.clone_from(&point.refused);
            }
        }
        facts
    }

    /// Plans the points: first the unchanged scene, then the changes of choices and switches, then the trajectories.
    fn plan(&mut self, count: usize) {
        self.points.push(Point { changes: Vec::new(), refused: None });
        let mut numbers = Vec::new();
        for place in 0..self.settings.len() {
            match &self.settings[place].way {
                Way::Levels(_) => numbers.push(place),
                Way::Once(other) => {
                    let point = self.point(vec![(place, other.clone())]);
                    self.points.push(point);
                }
            }
        }
        for number in 0..count {
            // The random numbers derive from the scene's seed, so the trajectories are the same on all machines.
            let mut chance = Stream::named(self.scenario.seed, &format!("screening/{number}"));
            let mut best: Option<(usize, Trajectory, Vec<Point>)> = None;
            for _ in 0..DRAWS {
                let trajectory = Trajectory::draw(&mut chance, numbers.len(), self.levels);
                let fewest = best.as_ref().map_or(usize::MAX, |(refused, ..)| *refused);
                let (mut refused, mut points) = (0, Vec::with_capacity(numbers.len() + 1));
                for levels in trajectory.points() {
                    let changes = levels.iter().zip(&numbers).map(|(&level, &place)| (place, self.level(place, level)));
                    let point = self.point(changes.collect());
                    refused += usize::from(point.refused.is_some());
                    points.push(point);
                    if refused >= fewest {
                        break;
                    }
                }
                if refused < fewest {
                    best = Some((refused, trajectory, points));
                }
                if refused == 0 {
                    break;
                }
            }
            if let Some((_, mut trajectory, points)) = best {
                for step in &mut trajectory.steps {
                    step.factor = numbers[step.factor];
                }
                self.trajectories.push(trajectory);
                self.points.extend(points);
            }
        }
    }

    fn level(&self, place: usize, level: usize) -> Value {
        match &self.settings[place].way {
            Way::Levels(levels) => levels[level].clone(),
            Way::Once(other) => other.clone(),
        }
    }

    fn point(&self, changes: Vec<(usize, Value)>) -> Point {
        let mut point = Point { changes, refused: None };
        if let Err(problems) = self.scenario_of(&point) {
            point.refused =
                Some(problems.iter().map(|it| format!("{} {}", it.path, it.problem)).collect::<Vec<_>>().join("; "));
        }
        point
    }

    fn scenario_at(&self, point: usize) -> Result<Scenario, Vec<Problem>> {
        self.scenario_of(&self.points[point])
    }

    fn scenario_of(&self, point: &Point) -> Result<Scenario, Vec<Problem>> {
        let mut changes = Vec::with_capacity(point.changes.len());
        for (place, value) in &point.changes {
            changes.push((self.settings[*place].path.as_str(), value.clone()));
        }
        self.scenario.with_all(changes)
    }

    /// The index of the first point of a trajectory.
    fn first_point_of(&self, trajectory: usize) -> usize {
        let once = self.settings.iter().filter(|setting| matches!(setting.way, Way::Once(_))).count();
        let numbers = self.settings.len() - once;
        1 + once + trajectory * (numbers + 1)
    }

    /// Whether a step changes the value: two levels of an integer may coincide after rounding.
    fn moves(&self, step: Step) -> bool {
        self.level(step.factor, step.from) != self.level(step.factor, step.to)
    }
}

fn read_lane(given: Option<&Value>, scenario: &Scenario, problems: &mut Vec<Problem>) -> usize {
    let lanes = &scenario.lanes;
    let Some(given) = given else { return 0 };
    let found = match given {
        Value::String(aqm) => lanes.iter().position(|lane| lane.aqm == *aqm),
        other => other.as_u64().map(|place| place as usize).filter(|&place| place < lanes.len()),
    };
    found.unwrap_or_else(|| {
        let known: Vec<&str> = lanes.iter().map(|lane| lane.aqm.as_str()).collect();
        let last = lanes.len() - 1;
        problems.push(Problem::new(
            "lane",
            format!("{given} is not a lane of the scene; its lanes are {} (0 to {last})", known.join(", ")),
        ));
        0
    })
}

fn read_vary(given: Option<&Value>, problems: &mut Vec<Problem>) -> Vec<Vary> {
    let Some(given) = given else { return vec![Vary::Queue] };
    let mut found = Vec::new();
    for (place, given) in given.as_array().into_iter().flatten().enumerate() {
        match Vary::ALL.iter().find(|(id, _)| given == id) {
            Some((_, vary)) if !found.contains(vary) => found.push(*vary),
            Some(_) => problems.push(Problem::new(format!("vary.{place}"), format!("{given} is given twice"))),
            None => problems.push(Problem::new(
                format!("vary.{place}"),
                format!("{given} is not one of \"queue\", \"bottleneck\", \"flows\""),
            )),
        }
    }
    if found.is_empty() && problems.is_empty() {
        problems.push(Problem::new("vary", format!("{given} is not a list with queue, bottleneck or flows")));
    }
    found
}

fn read_factor(fields: &Map<String, Value>, problems: &mut Vec<Problem>) -> f64 {
    let Some(given) = fields.get("factor") else { return DEFAULT_FACTOR };
    given.as_f64().filter(|&factor| factor > 1.0 && factor <= MAX_FACTOR).unwrap_or_else(|| {
        problems.push(Problem::new("factor", format!("{given} is not a number above 1, at most {MAX_FACTOR}")));
        DEFAULT_FACTOR
    })
}

#[cfg(test)]
mod tests;
