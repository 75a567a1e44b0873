//! Checks every lesson in the repository: scenes open, every question has one answer, every task is unsolved at first
//! and solved by its solution, and every decision that a step shows happens.

use crate::{files_in, presets, repository};
use chokepoint_lesson::{Block, Inline, Lesson, LessonProblem, Part, Trial};
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
        let in_words = |problems: Vec<LessonProblem>| {
            problems.iter().map(|it| format!("{name}:{}: {}", it.line, it.problem)).collect::<Vec<_>>()
        };
        match Lesson::read(&fs::read_to_string(file).unwrap(), &presets, chokepoint_script::RHAI) {
            Ok(lesson) => {
                let parts = || lesson.steps.iter().flat_map(|step| &step.parts);
                assert!(parts().any(|part| matches!(part, Part::Predict(_))), "{name} asks nothing");
                assert!(parts().any(|part| matches!(part, Part::Do(_) | Part::Write(_))), "{name} has no task");
                wrong.extend(in_words(lesson.missing_decisions()));
                wrong.extend(in_words(lesson.unsound_scripts()));
                trials.extend(lesson.trials().into_iter().map(|trial| (name.clone(), trial)));
            }
            Err(problems) => wrong.extend(in_words(problems)),
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

/// Runs a trial with all its seeds, and evaluates it.
fn judge(trial: &Trial) -> Option<LessonProblem> {
    let mut experiment = trial.experiment.clone();
    for job in experiment.jobs(None) {
        let output = experiment.run(job).unwrap();
        experiment.add(job, output).unwrap();
    }
    Trial { line: trial.line, experiment, outcome: trial.outcome.clone() }.judge()
}

/// A decimal number or percentage in a step's text must be a setting of its scene, occur in a question, task or
/// statement of the step, or be in a paragraph that names its source. Whatever else a lesson says about runs belongs in
/// blocks `holds`.
#[test]
fn a_number_in_the_text_is_a_setting_or_is_checked_or_has_a_source() {
    let presets = presets();
    let mut wrong = Vec::new();
    let mut found = 0;
    for file in files_in(&repository().join("presets/lessons"), "md") {
        let text = fs::read_to_string(&file).unwrap();
        let lesson = Lesson::read(&text, &presets, chokepoint_script::RHAI).unwrap();
        for (place, step) in lesson.steps.iter().enumerate() {
            let mut known = numbers_of(&lesson.scenes[step.scene].scenario);
            let asked = step.parts.iter().filter(|part| !matches!(part, Part::Text { .. }));
            let asked = asked.map(|part| serde_json::to_string(part).unwrap());
            let stated = lesson.statements.iter().filter(|it| it.step == place).map(|it| it.conditions.join(" "));
            let checked: Vec<String> = asked.chain(stated).flat_map(|text| decimals_in(&text)).collect();
            known.extend(checked.iter().filter_map(|number| number.parse::<f64>().ok()));
            for part in &step.parts {
                let Part::Text { blocks } = part else { continue };
                for paragraph in blocks.iter().flat_map(paragraphs) {
                    found += 1;
                    let names_source = SOURCES.iter().any(|source| paragraph.to_lowercase().contains(source));
                    let unknown = decimals_in(&paragraph).into_iter().filter(|number| {
                        let value: f64 = number.trim_end_matches(" %").parse().unwrap();
                        let scales = [1.0, 1e-6, 1e3, 1e2, 1e-2];
                        !scales
                            .iter()
                            .any(|scale| known.iter().any(|it| (it * scale - value).abs() < 1e-9 * value.abs()))
                    });
                    let unknown: Vec<String> = if names_source { Vec::new() } else { unknown.collect() };
                    if !unknown.is_empty() {
                        let name = file.file_name().unwrap().to_string_lossy();
                        wrong.push(format!("{name}, {}: {} in: {paragraph}", step.title, unknown.join(", ")));
                    }
                }
            }
        }
    }
    assert!(found > 100, "the lessons have text");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Words with which a text names the source of a number.
const SOURCES: [&str; 11] =
    ["assignment", "print", "thesis", "paper", "rfc", "formula", "theory", "table", "figure", "ns-2", "linux"];

fn paragraphs(block: &Block) -> Vec<String> {
    match block {
        Block::Paragraph { inlines } | Block::Heading { inlines, .. } => vec![plain(inlines)],
        Block::List { items, .. } => items.iter().flatten().flat_map(paragraphs).collect(),
        Block::Quote { blocks } => blocks.iter().flat_map(paragraphs).collect(),
        // A table's header row names the source of the numbers in it.
        Block::Table { .. } | Block::Code { .. } | Block::Rule => Vec::new(),
    }
}

fn plain(inlines: &[Inline]) -> String {
    inlines
        .iter()
        .map(|inline| match inline {
            Inline::Text { text } => text.clone(),
            Inline::Code { .. } => String::new(),
            Inline::Strong { inlines } | Inline::Emphasis { inlines } | Inline::Link { inlines, .. } => plain(inlines),
            Inline::Word(word) => word.text.clone(),
            Inline::Break => " ".into(),
        })
        .collect()
}

/// Numbers with a decimal point, and numbers before a percent sign, as written.
fn decimals_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let mut rest = text;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let before = rest[..at].chars().next_back();
        let number: String = rest[at..].chars().take_while(|&c| is_part(c)).collect();
        rest = &rest[at + number.len()..];
        let number = number.trim_end_matches('.');
        let is_word = before.is_some_and(|c| c.is_alphanumeric() || "_-.".contains(c));
        let is_percent = rest.starts_with(" %") || rest.starts_with("\u{a0}%");
        let points = number.matches('.').count();
        if !is_word && points < 2 && (points == 1 || is_percent) {
            found.push(if is_percent { format!("{number} %") } else { number.to_owned() });
        }
    }
    found
}

fn numbers_of(value: &serde_json::Value) -> Vec<f64> {
    match value {
        serde_json::Value::Number(number) => number.as_f64().into_iter().collect(),
        serde_json::Value::Array(items) => items.iter().flat_map(numbers_of).collect(),
        serde_json::Value::Object(fields) => fields.values().flat_map(numbers_of).collect(),
        _ => Vec::new(),
    }
}
