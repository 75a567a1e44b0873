//! Every lesson of the repository: its scenes open, every question has one answer that the engine computes, every task is unsolved
//! when it is set and solved by its solution, every decision that is pointed at is there.

use crate::{files_in, presets, repository};
use chokepoint_lesson::{Lesson, LessonProblem, Part, Trial};
use std::fs;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

#[test]
fn every_question_has_an_answer_and_every_task_a_solution() {
    let presets = presets();
    let files = files_in(&repository().join("presets/lessons"), "md");
    assert!(files.len() >= 9, "the lessons are found");
    let mut trials: Vec<(String, Trial)> = Vec::new();
    let mut wrong = Vec::new();
    for file in &files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let told = |problems: Vec<LessonProblem>| {
            problems.iter().map(|it| format!("{name}:{}: {}", it.line, it.problem)).collect::<Vec<_>>()
        };
        match Lesson::read(&fs::read_to_string(file).unwrap(), &presets, chokepoint_script::RHAI) {
            Ok(lesson) => {
                let parts = || lesson.steps.iter().flat_map(|step| &step.parts);
                assert!(parts().any(|part| matches!(part, Part::Predict(_))), "{name} asks nothing");
                assert!(parts().any(|part| matches!(part, Part::Do(_) | Part::Write(_))), "{name} has no task");
                wrong.extend(told(lesson.missing_decisions()));
                wrong.extend(told(lesson.unsound_scripts()));
                trials.extend(lesson.trials().into_iter().map(|trial| (name.clone(), trial)));
            }
            Err(problems) => wrong.extend(told(problems)),
        }
    }
    let next = AtomicUsize::new(0);
    let judged: Vec<String> = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(1, usize::from);
        let work = || {
            let mut found = Vec::new();
            while let Some((name, trial)) = trials.get(next.fetch_add(1, Ordering::Relaxed)) {
                found.extend(judge(trial).map(|it| format!("{name}:{}: {}", it.line, it.problem)));
            }
            found
        };
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    wrong.extend(judged);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs it with the seeds that it asks for.
fn judge(trial: &Trial) -> Option<LessonProblem> {
    let mut experiment = trial.experiment.clone();
    for job in experiment.jobs(None) {
        let output = experiment.run(job).unwrap();
        experiment.add(job, output).unwrap();
    }
    Trial { line: trial.line, experiment, outcome: trial.outcome.clone() }.judge()
}
