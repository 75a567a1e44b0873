//! The blocks of a step: look, predict, run, reveal, why, do, holds.

use crate::condition::{self, Condition};
use crate::experiment::{Asked, problems_of};
use crate::fields::{Fields, Line, number_of};
use crate::limits::{MAX_CURVE_POINTS, MAX_LESSON_SEEDS, MAX_OPTIONS, MAX_RUNS};
use crate::model::{Answer, Do, Look, Predict, Reveal, Run, Scene, Statement, Why};
use crate::problem::{Problems, nearest, quoted};
use crate::scene::{self, PACES};
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::discipline::{Reason, about_of};
use chokepoint_engine::scenario::full_path;
use serde_json::Value;

/// Parts of the page that a block can point to.
const PLACES: &[&str] = &["udp", "tcp", "controls", "explanation", "events", "queue", "below"];
/// Panels that a block can show below the queue. The page's type is generated from this list.
pub(crate) const BELOW: &[&str] = &["plots", "distributions", "theory", "paper"];
const DEFAULT_SEEDS: u64 = 10;

/// The context in which a block is checked: the lesson, the scene with its lanes, and the block's position.
pub(crate) struct Around<'a> {
    pub(crate) lesson: &'a str,
    pub(crate) scene: &'a Scene,
    pub(crate) place: usize,
}

impl Around<'_> {
    fn lanes(&self) -> Vec<String> {
        self.scene.lanes.clone()
    }

    pub(crate) fn language(&self) -> Language {
        self.scene.checked.language
    }

    fn end_s(&self) -> f64 {
        self.scene.checked.duration.secs()
    }

    fn has_class(&self, class: &str) -> bool {
        let is_udp = |transport: &Value| transport.as_str() == Some("udp");
        let flows = self.scene.scenario["flows"].as_array().map_or(&[][..], Vec::as_slice);
        flows.iter().any(|group| is_udp(&group["transport"]) == (class == "udp"))
    }

    /// Parses a time within the scene \[s\].
    fn moment(&self, fields: &mut Fields, key: &'static str, problems: &mut Problems) -> Option<f64> {
        let line = fields.line_of(key);
        let at_s = fields.number(key, 0.0, f64::MAX, problems)?;
        if at_s > self.end_s() {
            problems.push(line, format!("{key} is {at_s} s; the scene ends at {} s", self.end_s()));
        }
        Some(at_s)
    }

    /// Parses the index of a lane.
    fn lane(&self, fields: &mut Fields, problems: &mut Problems) -> Option<usize> {
        let given = fields.text("lane", problems)?;
        let lanes = self.lanes();
        let place = lanes.iter().position(|lane| *lane == given.text);
        if place.is_none() {
            problems.push(
                given.line,
                format!("{} is not a lane of the scene, which has {}", quoted(&given.text), lanes.join(", ")),
            );
        }
        place
    }

    fn flow(&self, fields: &mut Fields, problems: &mut Problems) -> Option<&'static str> {
        let line = fields.line_of("flow");
        let class = fields.one_of("flow", &["udp", "tcp"], problems)?;
        if !self.has_class(class) {
            problems.push(line, format!("the scene has no {} flow", class.to_uppercase()));
        }
        Some(class)
    }

    /// The problem with a flow's name, if it is wrong.
    pub(crate) fn problem_of_flow(&self, name: &str) -> Option<String> {
        let count = self.scene.checked.flow_count();
        match name {
            "udp" | "tcp" if self.has_class(name) => None,
            "udp" | "tcp" => Some(format!("the scene has no {} flow", name.to_uppercase())),
            _ => match name.parse::<usize>() {
                Ok(number) if (1..=count).contains(&number) => None,
                _ => Some(format!(
                    "{} is not a flow of the scene: udp, tcp, or a number from 1 to {count}",
                    quoted(name)
                )),
            },
        }
    }
}

pub(crate) fn look(mut fields: Fields, around: &Around<'_>, problems: &mut Problems) -> Look {
    let line = fields.line;
    let at_s = around.moment(&mut fields, "at", problems);
    let lane = around.lane(&mut fields, problems);
    let show = fields.one_of("show", BELOW, problems);
    let point = fields.words("point");
    for Line { line, text } in &point {
        let problem = if let Some(id) = text.strip_prefix("reason:") {
            problem_of_reason(id)
        } else if let Some(flow) =
            text.strip_prefix("flow ").or(Some(text.as_str()).filter(|it| matches!(*it, "udp" | "tcp")))
        {
            around.problem_of_flow(flow)
        } else if PLACES.contains(&text.as_str()) {
            None
        } else {
            Some(format!("{} cannot be pointed at; use {}, flow N or reason:ID", quoted(text), PLACES.join(", ")))
        };
        if let Some(problem) = problem {
            problems.push(*line, problem);
        }
    }
    fields.finish(problems);
    Look { line, at_s, lane, show, point: point.into_iter().map(|it| it.text).collect() }
}

pub(crate) fn run(mut fields: Fields, around: &Around<'_>, problems: &mut Problems) -> Run {
    let line = fields.line;
    let until_s = around.moment(&mut fields, "until", problems);
    let pace = fields.one_of("pace", PACES, problems);
    fields.finish(problems);
    Run { line, until_s, pace }
}

pub(crate) fn reveal(id: &str, mut fields: Fields, problems: &mut Problems) -> Reveal {
    let line = fields.line;
    let note = fields.text("note", problems).map(|it| it.text).unwrap_or_default();
    fields.finish(problems);
    Reveal { line, id: id.to_owned(), note }
}

pub(crate) fn why(mut fields: Fields, around: &Around<'_>, problems: &mut Problems) -> Option<Why> {
    let line = fields.line;
    let named = fields.has("lane");
    let lane = around.lane(&mut fields, problems);
    if !named && around.scene.checked.lanes.len() > 1 {
        problems.push(line, format!("why needs a line “lane: …”, one of {}", around.lanes().join(", ")));
    }
    let event = fields.required("event", problems);
    if let Some(Line { line, text }) = &event
        && let Some(problem) = problem_of_reason(text)
    {
        problems.push(*line, problem);
    }
    let flow = around.flow(&mut fields, problems);
    let after_s = around.moment(&mut fields, "after", problems).unwrap_or(0.0);
    let say = fields.text("say", problems).map(|it| it.text).unwrap_or_default();
    fields.finish(problems);
    Some(Why { line, lane: lane.unwrap_or(0), event: event?.text, flow, after_s, say })
}

/// The problem with a reason's id, if it is wrong.
pub(crate) fn problem_of_reason(id: &str) -> Option<String> {
    let known = Reason::ALL.into_iter().map(|reason| reason.about().id);
    Reason::of(id).is_none().then(|| format!("{} is not a reason for drops or marks{}", quoted(id), nearest(id, known)))
}

pub(crate) fn predict(id: &str, mut fields: Fields, around: &Around<'_>, problems: &mut Problems) -> Option<Predict> {
    let before = problems.len();
    let line = fields.line;
    let lanes = around.lanes();
    let question = fields.required("question", problems);
    let seeds = fields.count("seeds", MAX_LESSON_SEEDS, problems).unwrap_or(DEFAULT_SEEDS);
    let sweep = fields.text("over", problems).and_then(|over| read_sweep(&over, around, problems));
    let name = fields.text("name", problems);
    let measure = fields.text("measure", problems);
    let options = fields.items("options");
    let (from, to) = (number(&mut fields, "from", problems), number(&mut fields, "to", problems));
    let to_line = fields.line_of("to");
    fields.finish(problems);
    let sweep = sweep.map(|(path, values)| {
        let name = name.map_or_else(|| path.clone(), |it| it.text);
        (path, values, name)
    });
    let mut asked = Asked { scene: around.scene, lanes: &[], seeds, sweep, metrics: Vec::new(), claims: Vec::new() };
    let mut named = Vec::new();
    let answer = match (measure, options.is_empty()) {
        (Some(measure), true) => {
            let (metric, lane) = condition::read_measure(&measure.text, &lanes)
                .and_then(|(metric, lane)| Ok((condition::metric_of(&metric)?, lane)))
                .map_err(|problem| problems.push(measure.line, problem))
                .ok()?;
            let (Some(from), Some(to)) = (from, to) else {
                problems.push(line, "a question with “measure” needs “from” and “to”, in the unit of the metric");
                return None;
            };
            if from >= to {
                problems.push(to_line, format!("to is {to}; it must be above from, which is {from}"));
            }
            asked.metrics.push(metric.to_string());
            named.push(lane.clone());
            let (name_of_metric, unit) = (metric.name(), metric.unit().symbol());
            let metric = metric.to_string();
            match &asked.sweep {
                None => Answer::Slider { metric, name_of_metric, unit, lane, from, to },
                Some((path, values, name)) => {
                    let points: Vec<f64> = values.iter().filter_map(Value::as_f64).collect();
                    if points.len() != values.len() || !(3..=MAX_CURVE_POINTS).contains(&points.len()) {
                        problems.push(line, format!("a curve needs 3 to {MAX_CURVE_POINTS} numbers after “over”"));
                    }
                    if points.windows(2).any(|pair| pair[0] >= pair[1]) {
                        problems.push(line, "the numbers after “over” of a curve must rise");
                    }
                    let (path, name) = (path.clone(), name.clone());
                    Answer::Curve { metric, name_of_metric, unit, lane, from, to, path, name, points }
                }
            }
        }
        (None, false) => {
            if !(2..=MAX_OPTIONS).contains(&options.len()) {
                problems.push(line, format!("has {} options; 2 to {MAX_OPTIONS} are allowed", options.len()));
            }
            let mut texts = Vec::new();
            for Line { line, text } in &options {
                let Some((text, given)) = text.rsplit_once('|') else {
                    problems.push(*line, "an option is written TEXT | CONDITION: the engine finds out which one holds");
                    continue;
                };
                match condition::read(given.trim(), &lanes) {
                    Ok(Condition { check, lanes }) => {
                        named.extend(lanes);
                        texts.push(text.trim().to_owned());
                        asked.claims.push((text.trim().to_owned(), check));
                    }
                    Err(problem) => problems.push(*line, problem),
                }
            }
            Answer::Choice { options: texts }
        }
        (Some(measure), false) => {
            problems.push(
                measure.line,
                "a question is answered with a number (measure) or with one of its options, not with both",
            );
            return None;
        }
        (None, true) => {
            problems.push(line, "a question needs “measure: METRIC of LANE” or “options:”");
            return None;
        }
    };
    named.dedup_by(|one, other| one == other);
    let ordered: Vec<String> = lanes.into_iter().filter(|lane| named.contains(lane)).collect();
    asked.lanes = &ordered;
    let runs = ordered.len() * asked.sweep.as_ref().map_or(1, |(_, values, _)| values.len()) * seeds as usize;
    if runs > MAX_RUNS {
        problems.push(line, format!("takes {runs} runs (lanes × values × seeds); at most {MAX_RUNS} are allowed"));
    }
    if problems.len() > before {
        return None;
    }
    let preset = asked.preset(around.lesson);
    for problem in problems_of(&preset, around.language()) {
        problems.push(line, problem);
    }
    Some(Predict { line, id: id.to_owned(), question: question?.text, answer, experiment: preset.to_string(), seeds })
}

/// Parses a block `holds`: conditions that the text of the step claims for runs of the scene, and the settings that are
/// changed for these runs.
pub(crate) fn holds(mut fields: Fields, around: &Around<'_>, problems: &mut Problems) -> Option<Statement> {
    let before = problems.len();
    let line = fields.line;
    let seeds = fields.count("seeds", MAX_LESSON_SEEDS, problems).unwrap_or(DEFAULT_SEEDS);
    let conditions = fields.items("condition");
    let changes = fields.items("set");
    fields.finish(problems);
    if conditions.is_empty() {
        problems.push(line, "a statement needs a line “condition: …” that the engine checks");
    }
    let lanes = around.lanes();
    let (mut named, mut claims) = (Vec::new(), Vec::new());
    for Line { line, text } in &conditions {
        match condition::read(text, &lanes) {
            Ok(Condition { check, lanes }) => {
                named.extend(lanes);
                claims.push((text.clone(), check));
            }
            Err(problem) => problems.push(*line, problem),
        }
    }
    let mut scenario = around.scene.scenario.clone();
    for change in &changes {
        if let Some(setting) = scene::setting(change, &scenario, around.language(), problems) {
            // A value that the setting does not allow needs no message here: `problems_of` reports it when it parses
            // the preset of the statement.
            let _ = chokepoint_engine::scenario::path::set(&mut scenario, &setting.path, setting.value);
        }
    }
    let ordered: Vec<String> = lanes.into_iter().filter(|lane| named.contains(lane)).collect();
    let conditions: Vec<String> = claims.iter().map(|(text, _)| text.clone()).collect();
    let asked = Asked { scene: around.scene, lanes: &ordered, seeds, sweep: None, metrics: Vec::new(), claims };
    let preset = asked.preset_of(&scenario, around.lesson);
    if problems.len() == before {
        for problem in problems_of(&preset, around.language()) {
            problems.push(line, problem);
        }
    }
    (problems.len() == before).then(|| Statement { line, experiment: preset.to_string(), conditions, step: 0 })
}

fn number(fields: &mut Fields, key: &'static str, problems: &mut Problems) -> Option<f64> {
    if fields.has(key) {
        fields.number(key, f64::MIN, f64::MAX, problems)
    } else {
        fields.text(key, problems).and(None)
    }
}

/// Parses a sweep, `PATH = A, B, C`.
fn read_sweep(over: &Line, around: &Around<'_>, problems: &mut Problems) -> Option<(String, Vec<Value>)> {
    let Some((path, values)) = over.text.split_once('=') else {
        problems.push(over.line, format!("{} is not of the form PATH = A, B, C", quoted(&over.text)));
        return None;
    };
    let path = full_path(path.trim(), &around.scene.scenario, around.language());
    let value = |text: &str| number_of(text).map_or_else(|| scene::value_of(text), whole);
    let values: Vec<Value> = values.split(',').map(str::trim).filter(|it| !it.is_empty()).map(value).collect();
    if values.len() < 2 {
        problems.push(over.line, "needs two or more values after the “=”");
    }
    Some((path, values))
}

/// Largest integer up to which a double represents every integer exactly.
const MOST_EXACT: f64 = (1_u64 << 53) as f64;

/// A number as JSON; `4e6` becomes an integer.
fn whole(number: f64) -> Value {
    let is_whole = number.fract() == 0.0 && number.abs() < MOST_EXACT;
    if is_whole { Value::from(number as i64) } else { Value::from(number) }
}

pub(crate) fn task(id: &str, mut fields: Fields, around: &Around<'_>, problems: &mut Problems) -> Option<Do> {
    let before = problems.len();
    let line = fields.line;
    let task = fields.required("task", problems);
    let hint = fields.text("hint", problems).map(|it| it.text).unwrap_or_default();
    let seeds = fields.count("seeds", MAX_LESSON_SEEDS, problems).unwrap_or(DEFAULT_SEEDS);
    let conditions = fields.items("condition");
    let settings = fields.words("settings");
    let changes = fields.items("solution");
    fields.finish(problems);
    if conditions.is_empty() {
        problems.push(line, "a task needs a line “condition: …” that the engine checks");
    }
    if changes.is_empty() {
        problems.push(
            line,
            "a task needs a list “solution:” of changes that solve it; it is run when the lesson is checked",
        );
    }
    let lanes = around.lanes();
    let (mut named, mut checks) = (Vec::new(), Vec::new());
    if lanes.iter().any(|lane| about_of(lane).is_none())
        && let Some(Line { line, .. }) = conditions.first()
    {
        problems.push(*line, "a task with settings needs a scene without scripts; a block ```write asks for a script");
    }
    for Line { line, text } in &conditions {
        match condition::read(text, &lanes) {
            Ok(Condition { check, lanes }) => {
                named.extend(lanes);
                checks.push((text.clone(), check));
            }
            Err(problem) => problems.push(*line, problem),
        }
    }
    let (scenario, language) = (&around.scene.scenario, around.language());
    for Line { line, text } in &settings {
        if let Some(problem) = scene::problem_of_setting(text, scenario, language) {
            problems.push(*line, problem);
        }
    }
    let settings: Vec<String> = settings.iter().map(|it| full_path(&it.text, scenario, language)).collect();
    let solution: Vec<_> =
        changes.iter().filter_map(|change| scene::setting(change, scenario, language, problems)).collect();
    let ordered: Vec<String> = lanes.into_iter().filter(|lane| named.contains(lane)).collect();
    if problems.len() > before {
        return None;
    }
    let asked =
        Asked { scene: around.scene, lanes: &ordered, seeds, sweep: None, metrics: Vec::new(), claims: checks.clone() };
    for problem in problems_of(&asked.preset(around.lesson), language) {
        problems.push(line, problem);
    }
    let mut solved = scenario.clone();
    for change in &changes {
        scene::apply(&mut solved, change, language, problems);
    }
    for problem in problems_of(&asked.preset_of(&solved, around.lesson), language) {
        problems.push(changes[0].line, format!("with the solution: {problem}"));
    }
    let check = match &checks[..] {
        [(_, only)] => only.clone(),
        several => {
            serde_json::json!({ "kind": "all", "of": several.iter().map(|(_, check)| check).collect::<Vec<_>>() })
        }
    };
    Some(Do {
        line,
        id: id.to_owned(),
        task: task?.text,
        hint,
        settings,
        seeds,
        lanes: ordered,
        check: check.to_string(),
        conditions: conditions.into_iter().map(|it| it.text).collect(),
        solution,
        scene: around.place,
    })
}
