//! Lessons with scripts: problems name the line in the file, and a reader's script is judged by its decisions about
//! packets.

use crate::presets;
use chokepoint_lesson::{Judge, Lesson, LessonProblem, Part, Verdict, Write};

const SMALL: &str = r#"---
title: Small
document: characters
minutes: 3
level: first
learned:
  - Something
---
## One

```scene
preset: first-choke
aqm: drop-tail, script:capped
set:
  - duration_s = 6
```

```write room
task: Refuse an arrival without room.
start: begin
as: drop-tail
condition: queue_packets of mine < 40
seeds: 2
solution: room
```

```write both
task: Drop both.
as: script:both, script:both-place
solution: both
```

```script begin
fn enqueue(packet) { admit(); }
```

```script room
fn enqueue(packet) {
    if queue.len() < params.limit { admit(); } else { drop("overflow"); }
}
```

```script both
fn enqueue(packet) {
    for i in queue.draw(1) {
        if queue.at(i).flow == packet.flow {
            queue.drop(i, "match_victim");
            return drop("match_arriving");
        }
    }
    if queue.len() < params.limit { admit(); } else { drop("overflow"); }
}
```

```script both-place
fn enqueue(packet) {
    if !queue.is_empty() {
        let i = pick(queue.len());
        if queue.at(i).flow == packet.flow {
            queue.drop(i, "match_victim");
            return drop("match_arriving");
        }
    }
    if queue.len() < params.limit { admit(); } else { drop("overflow"); }
}
```

```script capped
fn enqueue(packet) {
    if queue.len() < 10 { admit(); } else { drop("overflow"); }
}
```
"#;

fn read(text: &str) -> Result<Lesson, Vec<String>> {
    Lesson::read(text, &presets(), chokepoint_script::RHAI)
        .map_err(|problems| problems.iter().map(LessonProblem::to_string).collect())
}

#[test]
fn the_small_lesson_is_valid_and_its_solutions_solve_its_tasks() {
    let lesson = read(SMALL).unwrap();
    assert_eq!(lesson.scenes[0].lanes, ["drop-tail", "capped"]);
    assert_eq!(lesson.unsound_scripts(), []);
}

#[test]
fn each_kind_of_damage_is_reported_with_its_line() {
    let with = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        read(&SMALL.replacen(from, to, 1)).err().unwrap_or_default().first().cloned().unwrap_or_default()
    };
    let line = |of: &str| SMALL.lines().position(|line| line == of).unwrap() + 1;
    let of_room = line("```script room");
    // The line in the file is that of the fence plus the line within the script.
    assert_eq!(
        with(
            "{ admit(); } else { drop(\"overflow\"); }\n}\n```\n\n```script both\n",
            "{ admt(); }\n}\n```\n\n```script both\n"
        ),
        format!("line {}: column 37: unknown function: admt", of_room + 2)
    );
    assert_eq!(
        with("script:capped", "script:caped"),
        "line 13: “caped” is not a script of the lesson, a block ```script caped; the nearest is capped"
    );
    assert_eq!(
        with("```script room", "```script choke"),
        format!("line {of_room}: “choke” is a reserved name or the id of a discipline; give the script another name")
    );
    assert_eq!(
        with("```script room", "```script begin"),
        format!("line {of_room}: “begin” is the name of two scripts; the first is in line {}", line("```script begin"))
    );
    assert_eq!(
        with("start: begin\n", ""),
        "line 18: the first writing task needs a line “start: …”, the script with which the editor opens; later tasks continue with the reader's script"
    );
    assert_eq!(
        with("as: script:both, script:both-place\n", ""),
        "line 27: needs a line “as: …” (a discipline or script that decides the same), or “condition: …”, or both"
    );
    assert_eq!(with("solution: room\n", ""), "line 18: write needs a line “solution: …”");
    assert_eq!(
        with("of mine < 40", "of yours < 40"),
        "line 22: “yours” is not a lane of the scene, which has drop-tail, capped, mine"
    );
    assert_eq!(with("seeds: 2", "seeds: 11"), "line 23: seeds is “11”; it must be a whole number from 1 to 10");
    assert_eq!(
        with("queue_packets of mine", "queue_packet of mine").split(';').next(),
        Some("line 22: “queue_packet” is not a metric")
    );
}

#[test]
fn tasks_that_are_already_solved_or_cannot_be_solved_are_reported() {
    let with = |from: &str, to: &str| {
        assert!(SMALL.contains(from), "{from}");
        read(&SMALL.replacen(from, to, 1))
            .unwrap()
            .unsound_scripts()
            .iter()
            .map(LessonProblem::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        with("start: begin", "start: room"),
        ["line 18: the initial script solves the task before anything is written"]
    );
    assert_eq!(
        with("solution: both", "solution: capped"),
        [concat!(
            "line 27: the solution does not solve the task: with seed 1 at 0.051888577 s both drops the arrival of flow 1",
            " and the waiting packet of the same flow, which the arrival matched; the script admits the arrival of flow 1"
        )]
    );
}

/// The verdict on a script for the task `id` of the small lesson.
fn judged(id: &str, script: &str) -> Verdict {
    judge(id, script).finish()
}

fn judge(id: &str, script: &str) -> Judge {
    let lesson = read(SMALL).unwrap();
    let mut parts = lesson.steps.iter().flat_map(|step| &step.parts);
    let write: Write = parts
        .find_map(|part| match part {
            Part::Write(write) if write.id == id => Some(write.clone()),
            _ => None,
        })
        .unwrap();
    Judge::new(&lesson.scenes[0].scenario, write, script, chokepoint_script::RHAI)
        .unwrap_or_else(|problem| panic!("{problem}"))
}

#[test]
fn a_script_with_the_same_decisions_is_accepted_in_any_wording() {
    let right = [
        // The same rule as the solution's, written differently.
        "fn enqueue(packet) { if queue.len() == params.limit { return drop(\"overflow\"); } admit(); }",
        "fn free() { params.limit - queue.len() } fn enqueue(packet) { if free() > 0 { queue.push(); } else { drop(\"overflow\"); } }",
    ];
    for script in right {
        let Verdict::Right { seeds, packets, like } = judged("room", script) else { panic!("{script}") };
        assert_eq!((seeds, like.as_deref()), (vec![1, 2], Some("drop-tail")));
        assert!(packets > 1000, "{packets}");
    }
    let both = |draw: &str, drops: &str| {
        format!(
            "fn enqueue(packet) {{ {draw} if queue.at(i).flow == packet.flow {{ {drops} return; }} }}
             if queue.len() < params.limit {{ admit(); }} else {{ drop(\"overflow\"); }} }}"
        )
    };
    let drawn = "for i in queue.draw(1) {";
    let picked = "if !queue.is_empty() { let i = pick(queue.len());";
    let victim_first = "queue.drop(i, \"match_victim\"); drop(\"match_arriving\");";
    let arrival_first = "drop(\"match_arriving\"); queue.drop(i, \"match_victim\");";
    for draw in [drawn, picked] {
        for drops in [victim_first, arrival_first] {
            let verdict = judged("both", &both(draw, drops));
            assert!(matches!(verdict, Verdict::Right { .. }), "{draw} {drops}: {verdict:?}");
        }
    }
}

#[test]
fn an_error_of_the_script_takes_precedence_over_a_difference() {
    let Verdict::Stopped { seed: 1, at_s, line: 2, problem, .. } =
        judged("room", "fn enqueue(packet) {\n    admit();\n}")
    else {
        panic!("it admits into a full buffer")
    };
    assert!(at_s < 1.0 && problem.contains("full"), "{at_s} {problem}");
}

#[test]
fn the_reported_difference_is_from_the_reference_followed_longest() {
    let early = "fn enqueue(packet) { if queue.len() < params.limit - 1 { admit(); } else { drop(\"overflow\"); } }";
    let Verdict::Diverged { seed: 1, at_s, reference: 0, theirs, yours } = judged("room", early) else {
        panic!("it diverges")
    };
    assert!(at_s > 0.1, "{at_s}");
    assert!(theirs.starts_with("admits the arrival of flow"), "{theirs}");
    assert!(yours.starts_with("drops the arrival of flow"), "{yours}");
    // A drop with another reason counts as a different decision.
    let other = "fn enqueue(packet) { if queue.len() < params.limit { admit(); } else { drop(\"early\"); } }";
    assert!(matches!(judged("room", other), Verdict::Diverged { .. }));
    // The script is like the reference that draws positions, except that it does not drop the queued packet.
    let picked =
        "fn enqueue(packet) { if !queue.is_empty() { let i = pick(queue.len()); if queue.at(i).flow == packet.flow {
        return drop(\"match_arriving\"); } } if queue.len() < params.limit { admit(); } else { drop(\"overflow\"); } }";
    let Verdict::Diverged { theirs, yours, .. } = judged("both", picked) else { panic!("it diverges") };
    assert!(theirs.contains("and the waiting packet"), "{theirs}");
    assert!(!yours.contains("waiting"), "{yours}");
}

#[test]
fn conditions_are_reported_with_their_figures() {
    let lesson = SMALL.replace("as: drop-tail\n", "").replace("of mine < 40", "of mine < 9");
    let lesson = read(&lesson).unwrap();
    let Some(Part::Write(write)) = lesson.steps[0].parts.iter().find(|part| matches!(part, Part::Write(_))) else {
        panic!("there is a task")
    };
    let of = |script: &str| {
        Judge::new(&lesson.scenes[0].scenario, write.clone(), script, chokepoint_script::RHAI).unwrap().finish()
    };
    let Verdict::Missed { conditions } = of(&write.solution) else { panic!("its queue is longer") };
    assert!(!conditions[0].holds && conditions[0].figures.contains("mine"), "{conditions:?}");
    let short = "fn enqueue(packet) { if queue.len() < 5 { admit(); } else { drop(\"overflow\"); } }";
    assert!(matches!(of(short), Verdict::Right { like: None, .. }));
}

#[test]
fn evaluation_in_small_steps_gives_the_same_verdict() {
    let script = "fn enqueue(packet) { if queue.len() < params.limit - 1 { admit(); } else { drop(\"overflow\"); } }";
    let mut judge = judge("both", script);
    let mut pieces = 0;
    let verdict = loop {
        pieces += 1;
        if let Some(verdict) = judge.go_on(500) {
            break verdict;
        }
    };
    assert_eq!(verdict, judged("both", script));
    assert!(pieces > 5, "{pieces}");
}
