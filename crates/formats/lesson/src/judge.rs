//! Evaluates a script as the solution of a task. The judge runs the script, compares its decisions with references
//! packet by packet, and tests the conditions. It works in steps, so that the page can interrupt it.

use crate::model::{Lesson, Part, Write};
use crate::problem::LessonProblem;
use crate::script::lane_of;
use crate::verdict::{Held, Verdict};
use crate::write::experiment;
use chokepoint_engine::discipline::scripted::{Language, ScriptProblem, Stop};
use chokepoint_engine::experiment::{self as engine, Experiment, Job, Preset};
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::{Comparison, Scenario, Simulation};
use serde_json::Value;

/// The evaluation of a script against a task.
pub struct Judge {
    write: Write,
    scenario: Value,
    script: String,
    language: Language,
    /// Seeds of the runs. The first is the scene's own, under which the page shows the result.
    seeds: Vec<u32>,
    stage: Stage,
    packets: u64,
    /// For each reference algorithm compared so far: the number of seeds under which the learner's script made the same
    /// decisions, and the first decision that differed.
    diverged: Vec<(usize, Verdict)>,
    like: Option<String>,
}

enum Stage {
    /// Runs the script alone, under the seed at this index, to see whether it stops with an error.
    Alone(usize, Option<Box<Simulation>>),
    /// Compares the script with a reference under one seed. `reference` and `seed` are indices.
    Beside {
        reference: usize,
        seed: usize,
        comparison: Option<Box<Comparison>>,
    },
    Measured(Option<Box<(Experiment, Vec<Job>)>>),
}

impl Judge {
    /// A judge for a script in `language`. `scenario` is the scene of the task. The error is what is wrong with the
    /// script's text.
    pub fn new(scenario: &Value, write: Write, script: &str, language: Language) -> Result<Self, ScriptProblem> {
        language.compile(script)?;
        let own = scenario["seed"].as_u64().and_then(|seed| u32::try_from(seed).ok()).unwrap_or(1);
        let seeds = std::iter::once(own).chain((1..).filter(|seed| *seed != own)).take(write.seeds as usize).collect();
        Ok(Self {
            write,
            scenario: scenario.clone(),
            script: script.to_owned(),
            language,
            seeds,
            stage: Stage::Alone(0, None),
            packets: 0,
            diverged: Vec::new(),
            like: None,
        })
    }

    /// Continues over about `max_events` events, or over one run for the conditions. Returns the verdict once it is
    /// known.
    pub fn go_on(&mut self, max_events: u64) -> Option<Verdict> {
        self.piece(max_events).unwrap_or_else(|problems| Some(refused(&problems)))
    }

    /// Continues until the verdict is known.
    pub fn finish(&mut self) -> Verdict {
        loop {
            if let Some(verdict) = self.go_on(u64::MAX) {
                return verdict;
            }
        }
    }

    fn piece(&mut self, max_events: u64) -> Result<Option<Verdict>, Vec<Problem>> {
        match &mut self.stage {
            Stage::Alone(place, run) => {
                let place = *place;
                let Some(&seed) = self.seeds.get(place) else {
                    self.stage = Stage::Beside { reference: 0, seed: 0, comparison: None };
                    return Ok(None);
                };
                let mut simulation = match run.take() {
                    Some(simulation) => simulation,
                    None => Box::new(Simulation::new(&self.scene(seed, None)?, 0)?),
                };
                let end = simulation.end();
                if !simulation.advance_events(max_events, end) {
                    self.stage = Stage::Alone(place, Some(simulation));
                    return Ok(None);
                }
                if let Some(stop) = simulation.stop() {
                    return Ok(Some(stopped(seed, stop)));
                }
                self.packets += simulation.totals().counts.arrived;
                self.stage = Stage::Alone(place + 1, None);
                Ok(None)
            }
            Stage::Beside { reference, seed, comparison } => {
                let (reference, place) = (*reference, *seed);
                let Some(held) = self.write.references.get(reference) else {
                    // The script matches no reference. The verdict reports the difference from the reference that it
                    // followed longest.
                    let furthest = self.diverged.drain(..).reduce(|one, other| {
                        if other.0 > one.0 || (other.0 == one.0 && at(&other.1) > at(&one.1)) { other } else { one }
                    });
                    self.stage = Stage::Measured(None);
                    return Ok(furthest.map(|(_, verdict)| verdict));
                };
                let Some(&seed) = self.seeds.get(place) else {
                    // The script matches this reference under every seed.
                    self.like = Some(held.name.clone());
                    self.stage = Stage::Measured(None);
                    return Ok(None);
                };
                let mut comparison = match comparison.take() {
                    Some(comparison) => comparison,
                    None => {
                        let scene = self.scene(seed, Some(&held.lane))?;
                        Box::new(Comparison::new(&scene, 0, 1, scene.duration)?)
                    }
                };
                self.stage = match comparison.go_on(max_events) {
                    None => Stage::Beside { reference, seed: place, comparison: Some(comparison) },
                    Some(compared) => match compared.facts().divergence {
                        None => Stage::Beside { reference, seed: place + 1, comparison: None },
                        Some(divergence) => {
                            let [theirs, yours] = divergence.in_words;
                            let verdict = Verdict::Diverged { seed, at_s: divergence.time_s, reference, theirs, yours };
                            self.diverged.push((place, verdict));
                            Stage::Beside { reference: reference + 1, seed: 0, comparison: None }
                        }
                    },
                };
                Ok(None)
            }
            Stage::Measured(_) if self.write.conditions.is_empty() => Ok(Some(self.right())),
            Stage::Measured(measured) => {
                let mut measured = match measured.take() {
                    Some(measured) => measured,
                    None => {
                        let preset = experiment(&self.write, &self.scenario, &self.script);
                        let preset = Preset::parse_in(&preset, self.language)?;
                        let mut experiment = Experiment::new(preset).map_err(|problem| vec![problem])?;
                        let jobs = experiment.jobs(None);
                        Box::new((experiment, jobs))
                    }
                };
                let (experiment, jobs) = &mut *measured;
                if let Some(job) = jobs.pop() {
                    let output = experiment.run(job)?;
                    experiment.add(job, output).map_err(|problem| vec![problem])?;
                    self.stage = Stage::Measured(Some(measured));
                    return Ok(None);
                }
                let claims = experiment.report().claims;
                let held = |(condition, claim): (&String, &engine::ClaimReport)| Held {
                    condition: condition.clone(),
                    holds: claim.verdict == engine::Verdict::Holds,
                    figures: claim.figures.clone(),
                };
                let conditions: Vec<_> = self.write.conditions.iter().zip(&claims).map(held).collect();
                let all = conditions.iter().all(|it| it.holds);
                Ok(Some(if all { self.right() } else { Verdict::Missed { conditions } }))
            }
        }
    }

    fn right(&self) -> Verdict {
        Verdict::Right { seeds: self.seeds.clone(), packets: self.packets, like: self.like.clone() }
    }

    /// The scene under a seed, with two lanes: a reference and the script.
    fn scene(&self, seed: u32, reference: Option<&Value>) -> Result<Scenario, Vec<Problem>> {
        let mut scenario = self.scenario.clone();
        scenario["seed"] = seed.into();
        let lanes = reference.cloned().into_iter().chain(std::iter::once(lane_of(&self.script)));
        scenario["lanes"] = lanes.collect();
        Scenario::parse_in(&scenario, self.language)
    }
}

fn at(verdict: &Verdict) -> f64 {
    if let Verdict::Diverged { at_s, .. } = verdict { *at_s } else { 0.0 }
}

fn stopped(seed: u32, stop: &Stop) -> Verdict {
    Verdict::Stopped {
        seed,
        at_s: stop.at_s,
        line: stop.line,
        column: stop.column,
        problem: stop.problem.clone(),
        values: stop.values.clone(),
    }
}

fn refused(problems: &[Problem]) -> Verdict {
    Verdict::Refused { problem: problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ") }
}

impl Lesson {
    /// Checks the lesson's script-writing tasks: the text that the reader starts from must not solve the task, and the
    /// solution must.
    pub fn unsound_scripts(&self) -> Vec<LessonProblem> {
        let mut problems = Vec::new();
        // The text that the reader starts from.
        let mut before = String::new();
        for write in self.steps.iter().flat_map(|step| &step.parts).filter_map(|part| match part {
            Part::Write(write) => Some(write),
            _ => None,
        }) {
            let Some(scene) = self.scenes.get(write.scene) else { continue };
            let judge = |script: &str| match Judge::new(&scene.scenario, write.clone(), script, self.language) {
                Ok(mut judge) => judge.finish(),
                Err(problem) => Verdict::Refused { problem: problem.to_string() },
            };
            let mut report = |problem: String| problems.push(LessonProblem::new(write.line, problem));
            if matches!(judge(write.start.as_ref().unwrap_or(&before)), Verdict::Right { .. }) {
                let what = if write.start.is_some() { "the initial script" } else { "the previous task's solution" };
                report(format!("{what} solves the task before anything is written"));
            }
            match judge(&write.solution) {
                Verdict::Right { .. } => {}
                other => report(format!("the solution does not solve the task: {}", in_words(&other, write))),
            }
            before.clone_from(&write.solution);
        }
        problems
    }
}

fn in_words(verdict: &Verdict, write: &Write) -> String {
    match verdict {
        Verdict::Right { seeds, .. } => format!("correct with {} seeds", seeds.len()),
        Verdict::Stopped { seed, at_s, line, problem, .. } => {
            format!("with seed {seed} it stops at {at_s} s in line {line}: {problem}")
        }
        Verdict::Diverged { seed, at_s, reference, theirs, yours } => {
            let name = write.references.get(*reference).map_or("the reference", |it| it.name.as_str());
            format!("with seed {seed} at {at_s} s {name} {theirs}; the script {yours}")
        }
        Verdict::Missed { conditions } => {
            let missed = conditions.iter().filter(|it| !it.holds);
            missed.map(|it| format!("“{}” does not hold ({})", it.condition, it.figures)).collect::<Vec<_>>().join("; ")
        }
        Verdict::Refused { problem } => problem.clone(),
    }
}
