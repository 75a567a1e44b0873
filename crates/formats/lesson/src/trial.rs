//! The checks of a lesson that need runs. Like an experiment, this module is pure: it lists runs and evaluates results,
//! and any worker can execute the runs.

use crate::experiment::Asked;
use crate::model::{Answer, Do, Lesson, Part, Predict, Scene, Why};
use crate::problem::LessonProblem;
use chokepoint_engine::Simulation;
use chokepoint_engine::discipline::Reason;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::experiment::{Experiment, Preset, Report, Unit, Verdict};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::scenario::{about_of_lane, json_text};
use chokepoint_engine::time::SimTime;
use serde_json::Value;

/// The expected outcome.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The measured values must lie between these limits, given in this unit.
    Within(f64, f64, Unit),
    /// Exactly one statement must hold.
    OneHolds,
    /// The conditions must not yet hold before the task is solved.
    NotYet,
    /// All conditions must hold after the task is solved.
    AllHold,
    /// Everything that the text states about runs must hold.
    Stated,
}

/// An experiment and its expected outcome.
#[derive(Debug)]
pub struct Trial {
    /// Line of the block.
    pub line: usize,
    /// The experiment to run.
    pub experiment: Experiment,
    /// The expected outcome.
    pub outcome: Outcome,
}

impl Lesson {
    /// The experiments that check that questions have an answer, tasks can be solved, and the text's statements are
    /// true.
    pub fn trials(&self) -> Vec<Trial> {
        let language = self.language;
        let parts = self.steps.iter().flat_map(|step| &step.parts);
        let stated = self
            .statements
            .iter()
            .filter_map(|it| trial(it.line, &json_text::read(&it.experiment).ok()?, Outcome::Stated, language));
        parts
            .flat_map(|part| match part {
                Part::Predict(predict) => of_question(predict, language).into_iter().collect(),
                Part::Do(task) => self.of_task(task),
                _ => Vec::new(),
            })
            .chain(stated)
            .collect()
    }

    fn of_task(&self, task: &Do) -> Vec<Trial> {
        let Some(scene) = self.scenes.get(task.scene) else { return Vec::new() };
        let Ok(check) = json_text::read(&task.check) else { return Vec::new() };
        let asked = Asked {
            scene,
            lanes: &task.lanes,
            seeds: task.seeds,
            sweep: None,
            metrics: Vec::new(),
            claims: vec![(task.task.clone(), check)],
        };
        let mut solved = scene.scenario.clone();
        for setting in &task.solution {
            // This cannot fail: parsing the lesson has already applied the setting.
            let _ = chokepoint_engine::scenario::path::set(&mut solved, &setting.path, setting.value.clone());
        }
        let of = |preset: Value, outcome| trial(task.line, &preset, outcome, self.language);
        let given = of(asked.preset(&self.title), Outcome::NotYet);
        let solved = of(asked.preset_of(&solved, &self.title), Outcome::AllHold);
        given.into_iter().chain(solved).collect()
    }

    /// The problems of steps that show a decision which never happens. Each scene is run once, with its initial
    /// settings.
    pub fn missing_decisions(&self) -> Vec<LessonProblem> {
        let steps = self.steps.iter().filter_map(|step| Some((step, self.scenes.get(step.scene)?)));
        let whys = steps.flat_map(|(step, scene)| {
            step.parts.iter().filter_map(move |part| match part {
                Part::Why(why) => Some((why, scene)),
                _ => None,
            })
        });
        let problem = |why: &Why, scene: &Scene| {
            let lane = &scene.lanes[why.lane];
            let about = about_of_lane(&scene.scenario["lanes"][why.lane], self.language);
            let reasons: Vec<_> = about.map_or(&[][..], |about| about.reasons).iter().map(|it| it.about().id).collect();
            let problem = if reasons.is_empty() || reasons.contains(&why.event.as_str()) {
                let flow = why.flow.map_or(String::new(), |class| format!(" of a {} packet", class.to_uppercase()));
                format!("no {}{flow} happens from {} s on", why.event, why.after_s)
            } else {
                format!("{lane} never reports {}; it reports {}", why.event, reasons.join(", "))
            };
            LessonProblem::new(why.line, problem)
        };
        whys.filter(|(why, scene)| !happens(why, &scene.checked)).map(|(why, scene)| problem(why, scene)).collect()
    }
}

fn of_question(predict: &Predict, language: Language) -> Option<Trial> {
    let preset = json_text::read(&predict.experiment).ok()?;
    let outcome = match &predict.answer {
        Answer::Slider { from, to, metric, .. } | Answer::Curve { from, to, metric, .. } => {
            let unit = chokepoint_engine::experiment::Metric::parse(metric).map_or(Unit::Plain, |metric| metric.unit());
            Outcome::Within(*from, *to, unit)
        }
        Answer::Choice { .. } => Outcome::OneHolds,
    };
    trial(predict.line, &preset, outcome, language)
}

fn trial(line: usize, preset: &Value, outcome: Outcome, language: Language) -> Option<Trial> {
    let experiment = Experiment::new(Preset::parse_in(preset, language).ok()?).ok()?;
    Some(Trial { line, experiment, outcome })
}

impl Trial {
    /// The problem with a question or task whose experiment does not have the expected outcome. All runs of the
    /// experiment must be complete.
    pub fn judge(&self) -> Option<LessonProblem> {
        let report = self.experiment.report();
        let problem = match &self.outcome {
            Outcome::Within(from, to, unit) => outside(&report, *from, *to, *unit),
            Outcome::OneHolds => not_one(&report),
            Outcome::NotYet => report
                .claims
                .iter()
                .all(|claim| claim.verdict == Verdict::Holds)
                .then(|| format!("the task is solved before anything is done: {}", figures(&report))),
            Outcome::AllHold => report
                .claims
                .iter()
                .any(|claim| claim.verdict != Verdict::Holds)
                .then(|| format!("the solution does not solve the task: {}", figures(&report))),
            Outcome::Stated => report
                .claims
                .iter()
                .any(|claim| claim.verdict != Verdict::Holds)
                .then(|| format!("a statement in the text does not hold: {}", figures(&report))),
        };
        problem.map(|problem| LessonProblem::new(self.line, problem))
    }
}

fn outside(report: &Report, from: f64, to: f64, unit: Unit) -> Option<String> {
    let odd = report.rows.iter().find_map(|row| match &row.ours {
        None => Some("the runs give no value".to_owned()),
        Some(ours) if !(from..=to).contains(&ours.mean) => {
            let at = row.point.as_ref().map_or(String::new(), |point| format!(" at {point}"));
            let (least, most) = (unit.quantity(from), unit.quantity(to));
            Some(format!("the answer{at} is {}, which is outside {least} to {most}", unit.quantity(ours.mean)))
        }
        Some(_) => None,
    });
    odd.or_else(|| report.rows.is_empty().then(|| "the runs give no value".to_owned()))
}

fn not_one(report: &Report) -> Option<String> {
    let holding = report.claims.iter().filter(|claim| claim.verdict == Verdict::Holds).count();
    let is_clear = report.claims.iter().all(|claim| matches!(claim.verdict, Verdict::Holds | Verdict::Fails));
    (holding != 1 || !is_clear).then(|| {
        let verdicts: Vec<_> =
            report.claims.iter().map(|it| format!("“{}” {} ({})", it.text, in_words(it.verdict), it.figures)).collect();
        format!("exactly one option must clearly hold: {}", verdicts.join("; "))
    })
}

fn in_words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "does not hold",
        Verdict::Undecided => "is undecided",
    }
}

fn figures(report: &Report) -> String {
    report.claims.iter().map(|claim| claim.figures.as_str()).collect::<Vec<_>>().join("; ")
}

/// Whether the decision that a step shows does happen.
fn happens(why: &Why, scenario: &chokepoint_engine::Scenario) -> bool {
    let Ok(mut simulation) = Simulation::new(scenario, why.lane) else { return false };
    let Some(reason) = Reason::of(&why.event) else { return false };
    let classes = simulation.flow_kinds().map(|kind| kind.class()).collect();
    let mut search =
        Search { reason, flow: why.flow, after: SimTime::from_secs(why.after_s), classes, is_found: false };
    /// Number of events simulated before the loop checks again whether the search has found the decision.
    const STRETCH: u64 = 50_000;
    let end = simulation.end();
    while !search.is_found && !simulation.is_finished() {
        if simulation.watch_events(STRETCH, end, &mut search) {
            break;
        }
    }
    search.is_found
}

struct Search {
    reason: Reason,
    flow: Option<&'static str>,
    after: SimTime,
    classes: Vec<&'static str>,
    is_found: bool,
}

impl Search {
    fn sees(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        let class = self.classes.get(packet.flow.index()).copied();
        let is_it = reason == self.reason && now >= self.after && self.flow.is_none_or(|flow| class == Some(flow));
        self.is_found |= is_it;
    }
}

impl Probe for Search {
    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, _place: Option<usize>) {
        self.sees(now, packet, reason);
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.sees(now, packet, reason);
    }
}
