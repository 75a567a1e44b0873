//! The block `write ID`: a task that is solved by writing a script.

use crate::blocks::Around;
use crate::condition::{self, Condition};
use crate::experiment::{file, named, problems_of};
use crate::fields::{Fields, Line};
use crate::limits::{MAX_LESSON_LANES, MAX_REFERENCES, MAX_SCRIPT_SEEDS};
use crate::model::{Reference, Write};
use crate::problem::Problems;
use crate::scene::{self, Named};
use crate::script::{MINE, lane_of};
use chokepoint_engine::Scenario;
use serde_json::{Value, json};

const DEFAULT_SEEDS: u64 = 3;

/// Parses the block. `before` tells whether an earlier task asks for a script.
pub(crate) fn read(
    id: &str,
    mut fields: Fields,
    around: &Around<'_>,
    known: Named<'_>,
    before: bool,
    problems: &mut Problems,
) -> Option<Write> {
    let found = problems.len();
    let line = fields.line;
    let task = fields.required("task", problems);
    let hint = fields.text("hint", problems).map(|it| it.text).unwrap_or_default();
    let seeds = fields.count("seeds", MAX_SCRIPT_SEEDS, problems).unwrap_or(DEFAULT_SEEDS);
    let start = fields.text("start", problems);
    let solution = fields.required("solution", problems);
    let like = fields.words("as");
    let conditions = fields.items("condition");
    fields.finish(problems);
    let text_of = |named: &Line, problems: &mut Problems| {
        known.1.text(&named.text).map(str::to_owned).map_err(|problem| problems.push(named.line, problem)).ok()
    };
    let has_start = start.is_some();
    let start = start.and_then(|it| text_of(&it, problems));
    let solution = solution.and_then(|it| text_of(&it, problems));
    if !has_start && !before {
        problems.push(
            line,
            "the first writing task needs a line “start: …”, the script with which the editor opens; later tasks continue with the reader's script",
        );
    }
    if like.is_empty() && conditions.is_empty() {
        problems.push(
            line,
            "needs a line “as: …” (a discipline or script that decides the same), or “condition: …”, or both",
        );
    }
    if like.len() > MAX_REFERENCES {
        problems.push(line, format!("names {} after “as”; at most {MAX_REFERENCES} are allowed", like.len()));
    }
    if around.scene.checked.lanes.len() == MAX_LESSON_LANES {
        problems.push(
            line,
            format!("the scene has {MAX_LESSON_LANES} lanes; remove one, because the reader's script needs a lane"),
        );
    }
    let preset = around.scene.preset.as_deref();
    let references: Vec<Reference> = like
        .iter()
        .filter_map(|named| {
            let (name, lane) = scene::lane(named, &around.scene.scenario, preset, known, problems)?;
            Some(Reference { name, lane })
        })
        .collect();
    let mut lanes = around.scene.lanes.clone();
    lanes.push(MINE.into());
    let (mut spoken, mut checks) = (Vec::new(), Vec::new());
    for Line { line, text } in &conditions {
        match condition::read(text, &lanes) {
            Ok(Condition { check, lanes }) => {
                spoken.extend(lanes);
                checks.push(check);
            }
            Err(problem) => problems.push(*line, problem),
        }
    }
    let shown = around.scene.scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let spoken_of = lanes.iter().zip(shown).filter(|(name, _)| spoken.contains(name));
    let lanes: Vec<_> = spoken_of.map(|(name, lane)| Reference { name: name.clone(), lane: lane.clone() }).collect();
    if problems.len() > found {
        return None;
    }
    let write = Write {
        line,
        id: id.to_owned(),
        task: task?.text,
        hint,
        start,
        solution: solution?,
        references,
        seeds,
        lanes,
        checks: Value::Array(checks).to_string(),
        conditions: conditions.into_iter().map(|it| it.text).collect(),
        scene: around.place,
    };
    // Checks that the solution is valid in the scene and its conditions can be evaluated.
    let mut given = around.scene.scenario.clone();
    given["lanes"] = json!([lane_of(&write.solution)]);
    if let Err(found) = Scenario::parse_in(&given, around.language()) {
        scene::report(line, &found, problems);
    } else if !write.conditions.is_empty() {
        for problem in problems_of(&experiment(&write, &around.scene.scenario, &write.solution), around.language()) {
            problems.push(line, problem);
        }
    }
    Some(write)
}

/// The preset file whose claims are the conditions, for a given script.
pub(crate) fn experiment(write: &Write, scenario: &Value, script: &str) -> Value {
    let mine = named(MINE, &lane_of(script));
    let lanes: Vec<_> =
        write.lanes.iter().map(|Reference { name, lane }| named(name, lane)).chain(std::iter::once(mine)).collect();
    let checks: Vec<Value> = serde_json::from_str(&write.checks).unwrap_or_default();
    let claims: Vec<_> = write.conditions.iter().cloned().zip(checks).collect();
    file(scenario, &json!({ "lanes": lanes, "seeds": write.seeds }), &claims, &write.task)
}
