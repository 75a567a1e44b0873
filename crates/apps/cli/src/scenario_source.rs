//! Loads the scenario that the arguments name (a preset, a link, a file, or standard input), and changes it.

use crate::ScenarioOptions;
use crate::failure::Failure;
use crate::units;
use chokepoint_engine::discipline::About;
use chokepoint_engine::discipline::scripted::{MAX_SCRIPT_BYTES, SCRIPT};
use chokepoint_engine::endpoint::source::pairs_of_text;
use chokepoint_engine::scenario::limits::MAX_FILE_BYTES;
use chokepoint_engine::scenario::{Scenario, about_of_lane, fields, full_path, json_text, path, scenario_of};
use chokepoint_scenes::files;
use chokepoint_script::RHAI;
use serde_json::{Value, json};
use std::io;
use std::path::Path;
use strsim::jaro_winkler;

/// The scenario that an argument names, unchecked.
pub(crate) fn load(source: &str) -> Result<Value, Failure> {
    Ok(scenario_of(&load_whole(source)?).clone())
}

/// The preset or bare scenario that an argument names, unchecked.
pub(crate) fn load_whole(source: &str) -> Result<Value, Failure> {
    if source != "-" {
        return Ok(chokepoint_scenes::load_whole(source, "chokepoint list presets", RHAI)?);
    }
    let mut text = String::new();
    files::read_all(io::stdin(), MAX_FILE_BYTES, &mut text)
        .map_err(|error| Failure::wrong(format!("standard input: {error}")))?;
    json_text::read(&text).map_err(|problems| Failure::from(chokepoint_scenes::in_file(problems, "standard input")))
}

/// The scenario given by the options, with their changes, under each of the requested disciplines.
pub(crate) fn load_changed(options: &ScenarioOptions, aqms: &[String]) -> Result<Scenario, Failure> {
    changed(load(&options.scenario)?, options, aqms)
}

/// Changes a loaded scenario as the options request.
pub(crate) fn changed(mut scenario: Value, options: &ScenarioOptions, aqms: &[String]) -> Result<Scenario, Failure> {
    if !scenario.is_object() {
        // A malformed scenario is left unchanged; the scenario parser reports the problem.
        return Ok(Scenario::parse_in(&scenario, RHAI)?);
    }
    let named = NamedSets::new(&options.sets, &options.changes, &scenario);
    for lane in scenario.get_mut("lanes").and_then(Value::as_array_mut).into_iter().flatten() {
        named.put_into(lane);
    }
    let mut shared = Vec::new();
    let mut of_scripts = Vec::new();
    for change in &options.changes {
        let (path, value) = change
            .split_once('=')
            .filter(|(path, _)| !path.is_empty())
            .ok_or_else(|| Failure::wrong(format!("--set {change}: is not of the form PATH=VALUE")))?;
        let path = full_path(path, &scenario, RHAI);
        if !path.contains('.') && scenario.get(&path).is_none() && !fields::all().any(|field| field.path() == path) {
            // Neither the scene nor the engine has a setting of this name, but a script may declare it as a parameter.
            // Scripts are read only below. If no script declares it, the checks at the end refuse it.
            of_scripts.push((path.clone(), change, value));
            shared.push((change, path));
            continue;
        }
        let value = value_of(change, value, &path, &scenario)?;
        path::set(&mut scenario, &path, value).map_err(|problem| Failure::from(vec![problem]))?;
        shared.extend(path.strip_prefix("queue.params.").map(|id| (change, id.to_owned())));
    }
    if let Some(duration) = options.duration {
        scenario["duration_s"] = duration.into();
    }
    if !aqms.is_empty() {
        let mut lanes = Vec::new();
        for aqm in aqms {
            if let Some(file) = script_file(aqm) {
                lanes.push(json!({ "aqm": SCRIPT, "params": {}, "script": read_script(file)? }));
                continue;
            }
            let there = scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
            let own = there.iter().find(|lane| lane["aqm"].as_str() == Some(aqm));
            lanes.push(own.cloned().unwrap_or_else(|| {
                let mut lane = json!({ "aqm": aqm, "params": {} });
                named.put_into(&mut lane);
                lane
            }));
        }
        scenario["lanes"] = lanes.into();
    }
    let lanes = scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let declared: Vec<_> = lanes.iter().filter_map(about).flat_map(|about| about.params()).collect();
    for (id, change, value) in of_scripts.into_iter().filter(|(id, ..)| declared.iter().any(|spec| spec.id == id)) {
        let value = value_of(change, value, &id, &scenario)?;
        let path = format!("queue.params.{id}");
        path::set(&mut scenario, &path, value).map_err(|problem| Failure::from(vec![problem]))?;
    }
    check_some_lane_has_sets(&options.sets, &scenario)?;
    for (change, id) in shared {
        check_some_lane_has(&id, &scenario, change)?;
    }
    Ok(Scenario::parse_in(&scenario, RHAI)?)
}

/// The description of a lane's discipline.
fn about(lane: &Value) -> Option<&'static About> {
    about_of_lane(lane, RHAI)
}

/// The script file, if the discipline's name ends in `.rhai`.
fn script_file(aqm: &str) -> Option<&str> {
    Path::new(aqm).extension().is_some_and(|extension| extension == "rhai").then_some(aqm)
}

/// The text of a script. It is compiled here so that messages name the script's file and line.
fn read_script(file: &str) -> Result<String, Failure> {
    let text = read_text(file, MAX_SCRIPT_BYTES as u64)?;
    match chokepoint_script::describe(&text) {
        Ok(_) => Ok(text),
        Err(problem) => Err(Failure::wrong(format!("{file}:{}:{}: {}", problem.line, problem.column, problem.problem))),
    }
}

struct NamedSets<'a> {
    ids: &'a [String],
    /// Ids of the parameters that `--set` changes in all lanes. These values take precedence over named sets.
    given: Vec<String>,
}

impl<'a> NamedSets<'a> {
    fn new(ids: &'a [String], changes: &[String], scenario: &Value) -> Self {
        let paths =
            changes.iter().filter_map(|change| change.split_once('=')).map(|(path, _)| full_path(path, scenario, RHAI));
        let given = paths.filter_map(|path| path.strip_prefix("queue.params.").map(str::to_owned)).collect();
        Self { ids, given }
    }

    /// Applies the named parameter sets to a lane, skipping sets that its discipline does not have.
    fn put_into(&self, lane: &mut Value) {
        let Some(about) = about(lane) else { return };
        let Some(lane) = lane.as_object_mut() else { return };
        // A value that is not an object is left unchanged; the scenario parser refuses it.
        let Some(params) = lane.entry("params").or_insert_with(|| json!({})).as_object_mut() else { return };
        for set in self.ids.iter().filter_map(|id| about.param_set(id)) {
            let values = set.values.iter().filter(|(id, _)| !self.given.iter().any(|given| given == id));
            params.extend(values.map(|(id, value)| ((*id).to_owned(), value.to_json())));
        }
    }
}

/// Refuses a named set that no lane has.
fn check_some_lane_has_sets(ids: &[String], scenario: &Value) -> Result<(), Failure> {
    let lanes = scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let abouts: Vec<_> = lanes.iter().filter_map(about).collect();
    let known: Vec<_> = abouts.iter().flat_map(|about| about.param_sets).map(|set| set.id).collect();
    let Some(id) = ids.iter().find(|id| !known.contains(&id.as_str())) else { return Ok(()) };
    let aqms: Vec<_> = abouts.iter().map(|about| about.id).collect();
    let aqms = aqms.join(", ");
    let nearest = known.iter().max_by(|one, other| jaro_winkler(id, one).total_cmp(&jaro_winkler(id, other)));
    Err(Failure::wrong(match nearest {
        Some(nearest) => {
            format!("--as {id}: no lane ({aqms}) has a parameter set of this name; the nearest is {nearest}")
        }
        None => format!("--as {id}: no lane ({aqms}) has a named set of parameters"),
    }))
}

/// Refuses a parameter that no lane has. A scene may contain parameters of disciplines that no lane uses, but setting
/// one would have no effect.
fn check_some_lane_has(id: &str, scenario: &Value, change: &str) -> Result<(), Failure> {
    let lanes = scenario["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let abouts: Vec<_> = lanes.iter().filter_map(about).collect();
    let params: Vec<_> = abouts.iter().flat_map(|about| about.params()).map(|spec| spec.id).collect();
    let settings = fields::all().filter(|field| !field.parent.contains('*')).map(|field| field.spec.id);
    let known: Vec<_> = params.iter().copied().chain(settings).collect();
    let nearest = known.iter().max_by(|one, other| jaro_winkler(id, one).total_cmp(&jaro_winkler(id, other)));
    match nearest {
        Some(nearest) if !params.contains(&id) => {
            let aqms: Vec<_> = abouts.iter().map(|about| about.id).collect();
            Err(Failure::wrong(format!(
                "--set {change}: no lane ({}) has a parameter {id}; the nearest name is {nearest}",
                aqms.join(", ")
            )))
        }
        _ => Ok(()),
    }
}

/// The value of a change, which may have a unit if the setting has one. `@FILE` reads a list of pairs from a file.
fn value_of(change: &str, value: &str, path: &str, scenario: &Value) -> Result<Value, Failure> {
    if let Some(file) = value.strip_prefix('@') {
        let text = read_text(file, MAX_FILE_BYTES)?;
        return pairs_of_text(&text).map_err(|problem| Failure::wrong(format!("{file}: {problem}")));
    }
    units::value(value, path, scenario).map_err(|problem| Failure::wrong(format!("--set {change}: {problem}")))
}

/// The scenario, with the seed from the options if one is given.
pub(crate) fn with_seed(scenario: Scenario, seed: Option<&str>) -> Result<Scenario, Failure> {
    match seed {
        None => Ok(scenario),
        Some(text) => {
            let seed = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
            Ok(scenario.with("seed", seed)?)
        }
    }
}

/// Reads a file of at most `most` bytes as text.
pub(crate) fn read_text(file: &str, most: u64) -> Result<String, Failure> {
    files::read_text(Path::new(file), most).map_err(|problem| Failure::wrong(format!("{file}: {problem}")))
}
