//! Damaged lessons: every problem is reported with its line, and nothing panics.

use crate::presets;
use chokepoint_lesson::{Lesson, LessonProblem, Outcome, Part};
use std::fmt::Write as _;

/// A valid lesson, small enough to damage each of its lines.
const SMALL: &str = "---
title: Small
document: characters
minutes: 3
learned:
  - Something
---
Words about [UDP](flow:udp).

## One

```scene
preset: first-choke
```

```predict share
question: How much?
measure: udp_utilization of choke
from: 0
to: 1
seeds: 2
```

```reveal share
```

```why
event: match_victim
flow: udp
```

```do less
task: Less.
condition: udp_utilization < 0.5 fair share
solution:
  - flows.0.rate_bps = 8000000
```
";

fn problems(text: &str) -> Vec<String> {
    Lesson::read(text, &presets(), chokepoint_script::RHAI)
        .err()
        .unwrap_or_default()
        .iter()
        .map(LessonProblem::to_string)
        .collect()
}

fn first(text: &str) -> String {
    problems(text).first().cloned().unwrap_or_default()
}

#[test]
fn the_small_lesson_is_valid() {
    assert_eq!(problems(SMALL), [""; 0]);
}

#[test]
fn each_kind_of_damage_is_reported_with_its_line() {
    let with = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        first(&SMALL.replacen(from, to, 1))
    };
    assert_eq!(
        first("# A lesson"),
        "line 1: a lesson begins with a line ---, then “title: …” and so on, then another line ---"
    );
    assert_eq!(
        with("minutes: 3", "minutes: soon"),
        "line 4: minutes is “soon”; it must be a whole number from 1 to 240"
    );
    assert_eq!(
        with("preset: first-choke", "preset: first-chok"),
        "line 13: “first-chok” is not a preset; the nearest is first-choke"
    );
    assert_eq!(with("preset: first-choke", "link: 1.nonsense"), "line 13: link: is damaged: a part was changed");
    assert_eq!(
        with("measure: udp_utilization of choke", "measure: udp_utilisation of choke").split(';').next(),
        Some("line 18: “udp_utilisation” is not a metric")
    );
    assert_eq!(with("of choke", "of red"), "line 18: “red” is not a lane of the scene, which has choke");
    assert_eq!(
        with("reveal share", "reveal shares").split(';').next(),
        Some("line 16: “share” is asked but never revealed: a block ```reveal share is missing")
    );
    assert_eq!(with("Words about", "<script>alert(1)</script>"), "line 8: HTML is not supported; write Markdown");
    assert_eq!(with("flow:udp", "javascript:alert(1)").split(':').next(), Some("line 8"));
    assert_eq!(
        with("solution:\n  - flows.0.rate_bps = 8000000\n", ""),
        "line 32: a task needs a list “solution:” of changes that solve it; it is run when the lesson is checked"
    );
    assert_eq!(with("rate_bps = 8000000", "rate_bps = -1").split(": ").next(), Some("line 36"));
    assert_eq!(
        first(SMALL.trim_end().trim_end_matches('`')),
        "line 32: this block is never closed: a line ``` ends it"
    );
}

#[test]
fn runs_find_tasks_that_are_already_solved_or_cannot_be_solved() {
    let judge = |text: &str| -> Vec<(Outcome, Option<String>)> {
        let lesson = Lesson::read(text, &presets(), chokepoint_script::RHAI).unwrap();
        lesson
            .trials()
            .into_iter()
            .map(|mut trial| {
                for job in trial.experiment.jobs(None) {
                    let output = trial.experiment.run(job).unwrap();
                    trial.experiment.add(job, output).unwrap();
                }
                let problem = trial.judge().map(|it| it.to_string());
                (trial.outcome, problem)
            })
            .collect()
    };
    let judged = |text: &str| judge(text).into_iter().filter_map(|(_, problem)| problem).collect::<Vec<_>>();
    let begins = |judged: &[String], with: &str| judged.iter().any(|it| it.starts_with(with));
    let solved_already = SMALL.replace("udp_utilization < 0.5 fair share", "udp_utilization < 0.9");
    assert!(
        begins(&judged(&solved_already), "line 32: the task is solved before anything is done"),
        "{:?}",
        judged(&solved_already)
    );
    let unsolvable = SMALL.replace("udp_utilization < 0.5 fair share", "udp_utilization > 2");
    assert!(begins(&judged(&unsolvable), "line 32: the solution does not solve the task"));
    let outside = SMALL.replace("from: 0\nto: 1", "from: 2\nto: 3");
    assert!(begins(&judged(&outside), "line 16: the answer is"));
    let missing = SMALL.replace("event: match_victim", "event: sojourn");
    let missing = Lesson::read(&missing, &presets(), chokepoint_script::RHAI).unwrap().missing_decisions();
    assert!(missing[0].to_string().starts_with("line 27: choke never reports sojourn; it reports "), "{}", missing[0]);
    let late = SMALL.replace("flow: udp\n```", "flow: udp\nafter: 60\n```");
    let missing = Lesson::read(&late, &presets(), chokepoint_script::RHAI).unwrap().missing_decisions();
    assert_eq!(missing[0].to_string(), "line 27: no match_victim of a UDP packet happens from 60 s on");
}

#[test]
fn too_large_files_are_refused_before_they_are_read() {
    assert!(first(&"word ".repeat(1_000_000)).contains("bytes, of which at most"));
    let mut thousand = SMALL.to_owned();
    (0..1_000).for_each(|step| write!(thousand, "\n## Step {step}\n").unwrap());
    let reported = problems(&thousand);
    assert!(reported.len() <= 21 && reported[0].contains("has more than 60 steps"), "{reported:?}");
    let mut parts = SMALL.to_owned();
    (0..40).for_each(|_| parts.push_str("\n```look\n```\nwords\n"));
    assert!(first(&parts).contains("begin another with ##"));
    let deep = format!("{SMALL}\n{} word\n", "> ".repeat(5_000));
    assert!(first(&deep).contains("deep in lists and quotes"), "{}", first(&deep));
    let emphasis = format!("{SMALL}\n{}word{}\n", "*a **b ".repeat(2_000), "** *".repeat(2_000));
    let _ = problems(&emphasis);
}

/// Omits, truncates, repeats or swaps every line in turn. Nothing may panic, and every problem must name a line of the
/// file.
#[test]
fn no_damage_panics_and_every_problem_names_a_line_of_the_file() {
    let presets = presets();
    let lines: Vec<&str> = SMALL.lines().collect();
    let mut count = 0;
    for at in 0..lines.len() {
        let mut without = lines.clone();
        without.remove(at);
        let mut doubled = lines.clone();
        doubled.insert(at, lines[at]);
        let mut swapped = lines.clone();
        swapped.swap(at, (at + 1) % lines.len());
        let mut cut = lines.clone();
        cut[at] = &lines[at][..lines[at].len() / 2];
        for damaged in [without, doubled, swapped, cut] {
            let text = damaged.join("\n");
            match Lesson::read(&text, &presets, chokepoint_script::RHAI) {
                Ok(lesson) => assert!(!lesson.steps.is_empty()),
                Err(problems) => {
                    count += 1;
                    assert!(!problems.is_empty());
                    assert!(problems.iter().all(|it| (1..=damaged.len()).contains(&it.line)), "{problems:?}");
                }
            }
        }
    }
    assert!(count > 50, "damage is found: {count}");
    for end in (0..SMALL.len()).filter(|end| SMALL.is_char_boundary(*end)).step_by(3) {
        let _ = Lesson::read(&SMALL[..end], &presets, chokepoint_script::RHAI);
    }
}

#[test]
fn the_steps_of_the_small_lesson_are_read_as_written() {
    let lesson = Lesson::read(SMALL, &presets(), chokepoint_script::RHAI).unwrap();
    let [step] = &lesson.steps[..] else { panic!("one step") };
    assert!(step.opens && step.title == "One" && step.line == 10);
    assert_eq!(step.parts.len(), 4);
    assert!(matches!(&step.parts[3], Part::Do(task) if task.id == "less" && task.lanes == ["choke"]));
}
