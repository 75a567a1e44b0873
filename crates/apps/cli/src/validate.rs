//! `chokepoint validate`.

use crate::failure::{Failure, show_message};
use crate::pool;
use crate::scenario_source::{load_whole, read_text};
use crate::shown::{Shown, shown};
use chokepoint_engine::experiment::{Job, Preset};
use chokepoint_engine::scenario::Problem;
use chokepoint_engine::{Scenario, Simulation};
use chokepoint_lesson::limits::MAX_LESSON_BYTES;
use chokepoint_lesson::{Lesson, LessonProblem};
use chokepoint_scenes::presets;
use chokepoint_script::RHAI;
use std::io::{self, Write};
use std::path::Path;

/// Checks each source, and prints `ok` or its problems. Any problem gives exit status 2.
pub(crate) fn validate_all(sources: &[String]) -> Result<(), Failure> {
    let mut problems = Vec::new();
    let mut out = Shown(io::stdout().lock());
    for source in sources {
        match validate(source) {
            Ok(()) => writeln!(out, "{source}: ok")?,
            // With several sources, each problem names its source.
            Err(Failure::Wrong(found)) if sources.len() > 1 => {
                let is_named = |problem: &String| problem.starts_with(&format!("{source}:"));
                problems.extend(found.into_iter().map(|it| if is_named(&it) { it } else { format!("{source}: {it}") }));
            }
            Err(Failure::Wrong(found)) => problems.extend(found),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Wrong(problems)) }
}

/// Checks a scenario, a preset with its document, published values and claims, or a lesson. The error lists every
/// problem.
fn validate(source: &str) -> Result<(), Failure> {
    if Path::new(source).extension().is_some_and(|extension| extension == "md") {
        return validate_lesson(source);
    }
    let given = load_whole(source)?;
    // A file with a field `scenario` or `document` is a preset, which may lack a scenario. Any other is a bare scenario.
    let is_preset = given.get("scenario").is_some() || given.get("document").is_some();
    if is_preset {
        Preset::parse_in(&given, RHAI)?;
    }
    let Some(scene) = given.get("scenario").or((!is_preset).then_some(&given)) else { return Ok(()) };
    let scene = Scenario::parse_in(scene, RHAI)?;
    for remark in scene.remarks() {
        show_message(&format!("{source}: remark: {}\n", shown(&remark.to_string())));
    }
    let stopped = stopped_at_once(&scene);
    if stopped.is_empty() { Ok(()) } else { Err(stopped.into()) }
}

/// Problems in the init() of scripts. Parsing a scene does not run init(); creating a lane does.
fn stopped_at_once(scenario: &Scenario) -> Vec<Problem> {
    let stop_of = |lane: usize| Simulation::new(scenario, lane).ok()?.stop().cloned();
    let stops = (0..scenario.lanes.len()).filter_map(|lane| Some((lane, stop_of(lane)?)));
    stops.map(|(lane, stop)| Problem::new(format!("lanes.{lane}.script"), stop.to_string())).collect()
}

/// Reads a lesson. If its text is valid, makes its runs, which check that every question has an answer and every task a
/// solution.
fn validate_lesson(source: &str) -> Result<(), Failure> {
    let text = read_text(source, MAX_LESSON_BYTES as u64)?;
    let failure_of = |problems: Vec<LessonProblem>| {
        let in_file = problems.iter().map(|it| format!("{source}:{}: {}", it.line, it.problem));
        Failure::Wrong(in_file.collect())
    };
    let lesson = Lesson::read(&text, &presets(), RHAI).map_err(failure_of)?;
    let mut trials = lesson.trials();
    let jobs: Vec<(usize, Job)> = trials
        .iter_mut()
        .enumerate()
        .flat_map(|(place, trial)| trial.experiment.jobs(None).into_iter().map(move |job| (place, job)))
        .collect();
    let experiments: Vec<_> = trials.iter().map(|trial| trial.experiment.clone()).collect();
    let name = |(_, job): &(usize, Job)| format!("of lane {} with seed {}", job.lane, job.seed);
    let outputs = pool::run_all(jobs.clone(), name, move |(place, job)| Ok(experiments[*place].run(*job)?))?;
    for ((place, job), output) in jobs.into_iter().zip(outputs) {
        trials[place].experiment.add(job, output).map_err(|problem| Failure::from(vec![problem]))?;
    }
    let mut problems: Vec<LessonProblem> = trials.iter().filter_map(|trial| trial.judge()).collect();
    problems.extend(lesson.missing_decisions());
    problems.extend(lesson.unsound_scripts());
    problems.sort_by_key(|problem| problem.line);
    if problems.is_empty() { Ok(()) } else { Err(failure_of(problems)) }
}
