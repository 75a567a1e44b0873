//! An experiment: the lanes of a preset over many seeds, compared with the numbers and statements of a paper.
//!
//! Like the rest of the engine, this part is pure. [`Experiment::jobs`] lists the runs, and any worker can execute
//! them: [`Experiment::run`] needs only a shared reference. The outputs of the runs can be added in any order;
//! [`Experiment::report`] returns the results so far. The report is one JSON object, the same on the command line and
//! on the page.
//!
//! Rules of evidence:
//!
//! - Lanes are compared seed by seed. Under the same seed, two lanes have the same offered traffic and start times.
//!   Their difference therefore varies less from seed to seed than the values of the two lanes.
//! - A difference counts when its mean is more than two standard errors from 0. A limit holds when the mean is on the
//!   allowed side by more than two standard errors, and fails when the mean is on the other side by more than two.
//!   Otherwise the claim is undecided.
//! - A single run has no standard error, so a verdict based on one run is tentative.
//!
//! `agree.rs` decides whether a printed value counts as reproduced; `summary.rs` counts reproduced facts.

mod agree;
mod check;
mod comparison;
mod course;
pub(crate) mod figure;
mod judge;
mod metric;
mod parts;
mod plan;
mod preset;
mod rates;
mod read;
mod report;
mod samples;
mod scene_facts;
pub(crate) mod schema;
mod summary;
mod unit;
mod vocabulary;

pub use agree::{Agreement, Apart, PLUG_IN, TOLERANCE};
pub use check::{Check, Direction, Limit, Limits, Over};
pub use comparison::{MOST_LANES_IN_PAIRS, Missing, MissingOfPair, Normality, Paired, SweepCorrelation, TTest};
pub use course::{Course, CourseOfLane, Courses};
pub use figure::{
    CurvesOfFigure, FIGURE_SCHEMA, Figure, FigureAxis, FigureCurves, FigureLane, FigurePoint, FigureReport,
    FigureValue, PointOfFigure,
};
pub use judge::Verdict;
pub use metric::{Argument, MAX_RANGE, Metric, MetricAbout, Takes};
pub use parts::Measured;
pub use plan::{MAX_SEEDS, Plan, Scene, Sweep};
pub use preset::{
    Cell, Claim, Document, Origin, Preset, Printed, Published, PublishedDifference, Reference, Seen, SeenAt,
};
pub use rates::group_rates;
pub use report::{ClaimReport, Ours, REPORT_SCHEMA, Report, Row, Settling};
pub use scene_facts::{GroupFacts, SceneFacts};
pub use summary::{ClaimCount, Summary};
pub use unit::Unit;
pub use vocabulary::METRICS;

use crate::Simulation;
use crate::measure::{BinProbe, Bins, DelayProbe, ExperimentProbe, GroupDelays, GroupRates, RateProbe, RunResult};
use crate::scenario::{Problem, Scenario, json_text};
use parts::{Part, Parts};
use samples::Samples;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Deref;
use ts_rs::TS;

/// One run of an experiment.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, TS)]
pub struct Job {
    /// Index of the lane in the plan.
    pub lane: usize,
    /// Index of the point of the sweep; 0 without a sweep.
    pub point: usize,
    /// Seed.
    #[ts(type = "number")]
    pub seed: u64,
}

impl Job {
    /// Parses a run, `{ "lane", "point", "seed" }`.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let json = json_text::read(text).unwrap_or_default();
        let number = |field: &str| {
            let given = json[field].as_u64();
            given.ok_or_else(|| Problem::new("job", format!("is not a run: {field} must be a whole number from 0")))
        };
        let place = |field: &str| Ok(usize::try_from(number(field)?).unwrap_or(usize::MAX));
        Ok(Self { lane: place("lane")?, point: place("point")?, seed: number("seed")? })
    }
}

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunOutput {
    /// The result object.
    pub result: RunResult,
    /// Results of the two halves of the measured window.
    pub halves: [RunResult; 2],
    /// Bins, if the experiment defines bins.
    pub bins: Option<Bins>,
    /// Rates of the groups of flows after the last change of the scene, if a metric needs them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rates: Option<GroupRates>,
    /// Waiting times of the groups of flows, if a metric needs them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delays: Option<GroupDelays>,
}

impl RunOutput {
    /// The JSON text that a worker sends and that [`Experiment::add_text`] accepts.
    pub fn to_text(&self) -> String {
        // Serialization cannot fail: every key is a text, and every value has a form in JSON.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The value of a metric in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Value {
    /// Value over the measured window; `None` if the run has no value.
    pub whole: Option<f64>,
    /// Values over the two halves of the window; `None` if a half has no value, or if the metric does not describe a
    /// window.
    pub halves: Option<[f64; 2]>,
}

/// Runs a lane of a scene to its end, and returns the values of some metrics.
pub fn measure(
    scenario: &Scenario,
    lane: usize,
    metrics: &[Metric],
    facts: &SceneFacts,
) -> Result<Vec<Value>, Vec<Problem>> {
    let probe = probe_for(metrics, facts, scenario);
    let RunOutput { result, halves: [first, second], rates, delays, .. } = run_to_end(scenario, lane, probe)?;
    let value = |metric: &Metric, result: &RunResult| {
        let measured = Measured { result, bins: None, rates: rates.as_ref(), delays: delays.as_ref() };
        metric.values(&[measured], facts).pop().flatten()
    };
    let of_halves = |metric: &Metric| {
        if !metric.is_of_window() {
            return None;
        }
        Some([value(metric, &first)?, value(metric, &second)?])
    };
    Ok(metrics.iter().map(|metric| Value { whole: value(metric, &result), halves: of_halves(metric) }).collect())
}

/// The probe for the rates and waiting times of groups, as far as metrics need them.
fn probe_for(metrics: &[Metric], facts: &SceneFacts, scenario: &Scenario) -> ExperimentProbe {
    let flows = scenario.flows.iter().map(|group| group.count as usize);
    ExperimentProbe {
        bins: None,
        rates: if metrics.iter().any(Metric::needs_rates) { rates::probe(facts) } else { None },
        delays: metrics.iter().any(Metric::needs_delays).then(|| DelayProbe::new(scenario.measured_from, flows)),
    }
}

/// Runs a lane to its end. All runs for metrics use this function, so that the compiler generates the event loop for
/// one kind of probe only.
fn run_to_end(scenario: &Scenario, lane: usize, mut probe: ExperimentProbe) -> Result<RunOutput, Vec<Problem>> {
    let mut simulation = Simulation::new(scenario, lane)?;
    let end = simulation.end();
    simulation.count_to(simulation.middle(), &mut probe);
    let at_middle = simulation.counters();
    simulation.count_to(end, &mut probe);
    // If a script has stopped, the values of the run cannot be compared with values of other runs.
    if let Some(stop) = simulation.stop() {
        return Err(vec![Problem::new(format!("lanes.{lane}.script"), format!("stopped: {stop}"))]);
    }
    let bins = probe.bins.map(|probe| probe.finish(end));
    let rates = probe.rates.map(RateProbe::finish);
    let delays = probe.delays.map(DelayProbe::finish);
    Ok(RunOutput { result: simulation.result(), halves: simulation.halves(&at_middle), bins, rates, delays })
}

/// A preset with its runs so far.
#[derive(Clone, Debug)]
pub struct Experiment {
    preset: Preset,
    plan: Plan,
    asked_seeds: u64,
    runs: BTreeMap<Job, Parts>,
}

impl Experiment {
    /// An experiment without any run yet.
    pub fn new(mut preset: Preset) -> Result<Self, Problem> {
        let plan = preset.plan.take().ok_or_else(|| Problem::new("scenario", "is missing; there is nothing to run"))?;
        Ok(Self { asked_seeds: plan.seeds, preset, plan, runs: BTreeMap::new() })
    }

    /// The preset; its plan is [`Experiment::plan`].
    pub fn preset(&self) -> &Preset {
        &self.preset
    }

    /// The runs of the experiment.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The reported metrics: the metrics that the preset mentions, and the metrics that its experiment lists.
    fn metrics(&self) -> Vec<Metric> {
        let mut found = self.preset.metrics();
        let asked = self.plan.metrics.iter().filter(|metric| !found.contains(metric));
        let asked: Vec<Metric> = asked.cloned().collect();
        found.extend(asked);
        found
    }

    /// Plans the seeds 1 to `seeds`, or 1 to the number that the preset gives, and lists all runs. The runs are in
    /// order of seeds, so that all lanes can be compared early.
    pub fn jobs(&mut self, seeds: Option<u64>) -> Vec<Job> {
        self.asked_seeds = seeds.unwrap_or(self.plan.seeds).clamp(1, MAX_SEEDS);
        let (lanes, points) = (self.plan.lanes.len(), self.plan.scenes.len());
        let of_seed =
            move |seed| (0..points).flat_map(move |point| (0..lanes).map(move |lane| Job { lane, point, seed }));
        (1..=self.asked_seeds).flat_map(of_seed).collect()
    }

    /// Executes a run to its end.
    pub fn run(&self, job: Job) -> Result<RunOutput, Vec<Problem>> {
        let scene = self.scene_of(job).map_err(|problem| vec![problem])?;
        let scenario = Scenario { seed: job.seed, ..scene.scenario.clone() };
        let probe = ExperimentProbe {
            bins: self.plan.bins.map(|plan| BinProbe::new(plan, scene.facts.are_udp())),
            ..probe_for(&self.metrics(), &scene.facts, &scenario)
        };
        run_to_end(&scenario, job.lane, probe)
    }

    /// Adds the output of a run. An earlier output of the same run is replaced.
    pub fn add(&mut self, job: Job, output: RunOutput) -> Result<(), Problem> {
        self.keep(job, Parts::of(output))
    }

    /// Adds the output of a run, given as the text of [`RunOutput::to_text`] or as a bare result object. A result
    /// object may belong to a run that has not ended.
    pub fn add_text(&mut self, job: Job, text: &str) -> Result<(), Problem> {
        self.keep(job, Parts::parse(text)?)
    }

    /// Removes every run.
    pub fn forget(&mut self) {
        self.runs.clear();
    }

    /// The results of the runs so far.
    pub fn report(&self) -> Report {
        self.report_among(&[])
    }

    /// The results so far. `others` are experiments on other presets. Claims that name such a preset need its runs.
    pub fn report_among(&self, others: &[&Self]) -> Report {
        report::report(self, others)
    }

    fn keep(&mut self, job: Job, parts: Parts) -> Result<(), Problem> {
        self.scene_of(job)?;
        self.runs.insert(job, parts);
        Ok(())
    }

    fn scene_of(&self, job: Job) -> Result<&Scene, Problem> {
        if job.lane >= self.plan.lanes.len() {
            let problem = format!("{} is not a lane of the experiment, which has {}", job.lane, self.plan.lanes.len());
            return Err(Problem::new("job.lane", problem));
        }
        self.plan.scenes.get(job.point).ok_or_else(|| {
            let problem =
                format!("{} is not a point of the experiment, which has {}", job.point, self.plan.scenes.len());
            Problem::new("job.point", problem)
        })
    }

    /// Number of seeds with which every lane has been run at every point.
    fn complete_seeds(&self) -> u64 {
        let mut runs_of: BTreeMap<u64, usize> = BTreeMap::new();
        for job in self.runs.keys() {
            *runs_of.entry(job.seed).or_default() += 1;
        }
        let all = self.plan.lanes.len() * self.plan.scenes.len();
        runs_of.values().filter(|&&runs| runs == all).count() as u64
    }
}

/// An experiment restricted to one part of the measured window.
#[derive(Clone, Copy)]
struct View<'a> {
    experiment: &'a Experiment,
    part: Part,
}

impl View<'_> {
    /// The values of a metric in the runs of a lane at a point.
    fn samples(&self, metric: &Metric, lane: usize, point: usize) -> Samples {
        let of_lane = Job { lane, point, seed: 0 }..=Job { lane, point, seed: u64::MAX };
        let runs = self.runs.range(of_lane).filter_map(|(job, parts)| Some((job.seed, parts.of_part(self.part)?)));
        let (seeds, runs): (Vec<u64>, Vec<Measured<'_>>) = runs.unzip();
        let facts = &self.plan.scenes[point].facts;
        let values = metric.values(&runs, facts);
        Samples {
            left_out: values.iter().filter(|value| value.is_none()).count(),
            by_seed: seeds.into_iter().zip(values).filter_map(|(seed, value)| Some((seed, value?))).collect(),
            has_unfinished: runs.iter().any(|run| run.result.duration_s < facts.duration_s),
        }
    }
}

impl Deref for View<'_> {
    type Target = Experiment;

    fn deref(&self) -> &Experiment {
        self.experiment
    }
}

#[cfg(test)]
mod bench;
#[cfg(test)]
mod tests;
