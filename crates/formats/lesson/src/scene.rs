//! The block `scene`: a preset with changes, or a link.

use crate::fields::{Fields, Line};
use crate::limits::MAX_LESSON_LANES;
use crate::model::{Scene, Setting};
use crate::problem::{Problems, nearest, quoted};
use crate::script::Scripts;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::about_of;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::{Problem, about_of_lane, fields, full_path, path, scenario_of};
use chokepoint_link::{self as link, Known};
use serde_json::{Value, json};

/// Ids of the playback speeds, from slow to fast. The page's type is generated from this list.
pub(crate) const PACES: &[&str] =
    &["1 packet", "2 packets", "5 packets", "1/50", "1/20", "1/10", "1/4", "1/2", "1", "2", "5", "10", "20", "max"];

pub(crate) fn read(mut fields: Fields, known: Named<'_>, problems: &mut Problems) -> Option<Scene> {
    let language = known.1.language;
    let before = problems.len();
    let line = fields.line;
    let preset = fields.text("preset", problems);
    let linked = fields.text("link", problems);
    let (mut scenario, bins, from) = match (preset, linked) {
        (Some(preset), None) => {
            let (scenario, bins) = of_preset(&preset, known, problems).unzip();
            (scenario, bins.flatten(), Some(preset))
        }
        (None, Some(linked)) => (of_link(&linked, known, problems), None, None),
        (Some(_), Some(linked)) => {
            problems.push(linked.line, "a scene comes from a preset or from a link, not from both");
            (None, None, None)
        }
        (None, None) => {
            if problems.len() == before {
                problems.push(line, "a scene needs a line “preset: …” or “link: …”");
            }
            (None, None, None)
        }
    };
    let aqms = fields.words("aqm");
    let changes = fields.items("set");
    let mut lanes = None;
    if let Some(scenario) = &mut scenario {
        let preset = from.as_ref().map(|it| it.text.as_str());
        lanes = put_lanes(scenario, &aqms, preset, known, problems);
        for change in &changes {
            apply(scenario, change, language, problems);
        }
    }
    let at = fields.number("at", 0.0, f64::MAX, problems);
    let pace = fields.one_of("pace", PACES, problems).unwrap_or("1");
    let plays = fields.one_of("plays", &["yes", "no"], problems) == Some("yes");
    let at_line = fields.line_of("at");
    fields.finish(problems);
    let scenario = scenario.filter(|_| problems.len() == before)?;
    let checked = Scenario::parse_in(&scenario, language).map_err(|found| report(line, &found, problems)).ok()?;
    if checked.lanes.len() > MAX_LESSON_LANES {
        problems.push(line, format!("has {} lanes; a lesson shows at most {MAX_LESSON_LANES}", checked.lanes.len()));
    }
    let (at_s, end_s) = (at.unwrap_or(0.0), checked.duration.secs());
    if at_s > end_s {
        problems.push(at_line, format!("at is {at_s} s; the scene ends at {end_s} s"));
    }
    let bins = bins.and_then(|bins| within(&bins, end_s));
    let lanes = lanes.unwrap_or_else(|| checked.lanes.iter().map(|lane| lane.aqm.clone()).collect());
    let scenario = checked.to_json();
    Some(Scene { preset: from.map(|it| it.text), scenario, at_s, pace, plays, line, checked, lanes, bins })
}

/// The bins of a preset, limited to whole bins that end within a run, which a lesson may have shortened. `None` if
/// there are none.
fn within(bins: &Value, end_s: f64) -> Option<Value> {
    let [from_s, until_s, width_s] = ["from_s", "until_s", "width_s"].map(|id| bins[id].as_f64());
    let (from_s, until_s, width_s) = (from_s?, until_s?, width_s?);
    if until_s <= end_s {
        return Some(bins.clone());
    }
    // A billionth of a bin is added, so that rounding does not lose a bin that ends exactly with the run.
    let count = ((end_s - from_s) / width_s + 1e-9).floor();
    (count >= 1.0).then(|| json!({ "from_s": from_s, "until_s": from_s + count * width_s, "width_s": width_s }))
}

/// A preset's scenario, with the bins of its experiment.
fn of_preset(preset: &Line, (presets, scripts): Named<'_>, problems: &mut Problems) -> Option<(Value, Option<Value>)> {
    let Some(file) = file_of(&preset.text, presets) else {
        let known = presets.iter().filter_map(|it| scenario_of(it)["id"].as_str());
        problems.push(preset.line, format!("{} is not a preset{}", quoted(&preset.text), nearest(&preset.text, known)));
        return None;
    };
    match Scenario::parse_in(scenario_of(file), scripts.language) {
        Ok(scenario) => Some((scenario.to_json(), file["experiment"].get("bins").cloned())),
        Err(found) => {
            report(preset.line, &found, problems);
            None
        }
    }
}

fn of_link(linked: &Line, (presets, scripts): Named<'_>, problems: &mut Problems) -> Option<Value> {
    let fragment = linked.text.rsplit_once('#').map_or(linked.text.as_str(), |(_, fragment)| fragment);
    match link::decode(fragment, Known { today: presets, earlier: &[], language: scripts.language }) {
        Ok(linked) => Some(linked.scenario.to_json()),
        Err(found) => {
            report(linked.line, &found, problems);
            None
        }
    }
}

fn file_of<'a>(id: &str, presets: &'a [Value]) -> Option<&'a Value> {
    presets.iter().find(|it| scenario_of(it)["id"].as_str() == Some(id))
}

/// Gives the scene the requested lanes, as the scene or the preset's experiment defines them. Returns their names.
fn put_lanes(
    scenario: &mut Value,
    aqms: &[Line],
    preset: Option<&str>,
    known: Named<'_>,
    problems: &mut Problems,
) -> Option<Vec<String>> {
    if aqms.is_empty() {
        return None;
    }
    let lanes = aqms.iter().filter_map(|named| lane(named, scenario, preset, known, problems));
    let (names, lanes): (_, Vec<Value>) = lanes.unzip();
    scenario["lanes"] = lanes.into();
    Some(names)
}

/// What a lesson may name: presets, as files or scenarios, and its own scripts.
pub(crate) type Named<'a> = (&'a [Value], &'a Scripts);

/// A lane with its name: a discipline as configured by the scene or the preset's experiment, or a script of the lesson.
pub(crate) fn lane(
    Line { line, text }: &Line,
    scenario: &Value,
    preset: Option<&str>,
    (presets, scripts): Named<'_>,
    problems: &mut Problems,
) -> Option<(String, Value)> {
    if let Some(script) = scripts.lane(text) {
        return script.map_err(|problem| problems.push(*line, problem)).ok();
    }
    if about_of(text).is_none() {
        let known = chokepoint_engine::discipline::ABOUTS.iter().map(|about| about.id);
        problems.push(*line, format!("{} is not a discipline{}", quoted(text), nearest(text, known)));
        return None;
    }
    let of_experiment = preset.and_then(|id| file_of(id, presets)).map(|file| &file["experiment"]["lanes"]);
    let known = [Some(&scenario["lanes"]), of_experiment].into_iter().flatten().filter_map(Value::as_array).flatten();
    let own = known.into_iter().find(|lane| lane["aqm"].as_str() == Some(text));
    let params = own.and_then(|lane| lane.get("params")).cloned().unwrap_or_else(|| json!({}));
    Some((text.clone(), json!({ "aqm": text, "params": params })))
}

/// Applies a setting change, `PATH = VALUE`.
pub(crate) fn apply(scenario: &mut Value, change: &Line, language: Language, problems: &mut Problems) {
    let Some(Setting { path, value }) = setting(change, scenario, language, problems) else { return };
    if let Err(problem) = path::set(scenario, &path, value) {
        report(change.line, &[problem], problems);
    }
}

/// Parses a change, `PATH = VALUE`. A bare name stands for the setting or parameter of that name.
pub(crate) fn setting(change: &Line, scenario: &Value, language: Language, problems: &mut Problems) -> Option<Setting> {
    let Some((path, value)) = change.text.split_once('=') else {
        problems.push(change.line, format!("{} is not of the form PATH = VALUE", quoted(&change.text)));
        return None;
    };
    let path = full_path(path.trim(), scenario, language);
    if !path.contains('.') && scenario.get(&path).is_none() {
        problems.push(
            change.line,
            format!("{} is neither a setting of a scene nor a parameter of a discipline", quoted(&path)),
        );
        return None;
    }
    Some(Setting { path, value: value_of(value.trim()) })
}

/// The problem with a setting's path or short name, if it is wrong.
pub(crate) fn problem_of_setting(name: &str, scenario: &Value, language: Language) -> Option<String> {
    let path = full_path(name, scenario, language);
    let generic: Vec<_> = path.split('.').map(|step| if step.parse::<usize>().is_ok() { "*" } else { step }).collect();
    let generic = generic.join(".");
    let lanes = scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let params = || lanes.iter().filter_map(|lane| about_of_lane(lane, language)).flat_map(|about| about.params());
    let is_param = ["queue.params.", "lanes.*.params."]
        .into_iter()
        .filter_map(|parent| generic.strip_prefix(parent))
        .any(|id| params().any(|spec| spec.id == id));
    let settings: Vec<String> = fields::all().map(|field| field.path()).collect();
    if is_param || settings.contains(&generic) {
        return None;
    }
    let short = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
    let last = short(&path);
    let known = settings.iter().map(|path| short(path)).chain(params().map(|spec| spec.id.to_owned()));
    let known: Vec<_> = known.collect();
    let nearest = nearest(&last, known.iter().map(String::as_str));
    Some(format!("{} is neither a setting of the scene nor a parameter of its disciplines{nearest}", quoted(name)))
}

/// A value as typed: JSON if it parses as JSON, otherwise a string.
pub(crate) fn value_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// Reports problems found by the engine at the given line of the lesson.
pub(crate) fn report(line: usize, found: &[Problem], problems: &mut Problems) {
    for problem in found {
        match problem.needs {
            Some(needs) => problems.push_needing(needs, line, problem.to_string()),
            None => problems.push(line, problem.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shortened_run_keeps_the_whole_bins_that_fit() {
        let bins = json!({ "from_s": 18.0, "until_s": 26.0, "width_s": 0.5 });
        let until = |end_s| within(&bins, end_s).map(|it| it["until_s"].as_f64().unwrap());
        assert_eq!(until(26.0), Some(26.0));
        assert_eq!(until(23.0), Some(23.0));
        assert_eq!(until(23.4), Some(23.0));
        assert_eq!(until(18.4), None);
        assert_eq!(until(5.0), None);
    }
}
