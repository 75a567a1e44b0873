//! The lanes of a sweep: parses and names them, and finds the reference lane.

use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::about::UNNAMED_SCRIPT;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::{Place, Problem, about_of_lane};
use serde_json::{Map, Value, json};

/// Parses the names of the lanes, and puts the lanes into the scene.
pub(crate) fn read_lanes(
    given: Option<&Value>,
    scene: &Value,
    language: Language,
) -> Result<(Vec<String>, Scenario), Vec<Problem>> {
    let own: &[Value] = scene["lanes"].as_array().map_or(&[], Vec::as_slice);
    let listed = match given {
        None => own,
        Some(given) => given
            .as_array()
            .filter(|lanes| !lanes.is_empty())
            .ok_or_else(|| vec![Problem::new("lanes", "is not a list of at least one queue discipline")])?,
    };
    let mut names: Vec<String> = Vec::with_capacity(listed.len());
    let mut lanes = Vec::with_capacity(listed.len());
    for (place, lane) in listed.iter().enumerate() {
        let at = |field: &str| format!("lanes.{place}{field}");
        let (name, written) = match lane {
            Value::String(aqm) => {
                let own = own.iter().find(|lane| lane["aqm"] == *aqm).cloned();
                (aqm.clone(), own.unwrap_or_else(|| json!({ "aqm": aqm, "params": {} })))
            }
            Value::Object(fields) => {
                let mut written: Map<String, Value> = fields.clone();
                let name = match written.remove("name") {
                    Some(name) => name.as_str().unwrap_or_default().to_owned(),
                    None => own_name(lane, language),
                };
                (name, Value::Object(written))
            }
            other => return Err(vec![Problem::new(at(""), format!("{other} is not an id of a queue discipline"))]),
        };
        // A scene has no lane names, so lanes with the same discipline are numbered.
        let name = match given {
            None => counted(name, &names),
            Some(_) => name,
        };
        if names.contains(&name) {
            let problem = format!("{name:?} is the name of two lanes; give one of them another name");
            return Err(vec![Problem::new(at(".name"), problem)]);
        }
        names.push(name);
        lanes.push(written);
    }
    let mut scene = scene.clone();
    scene["lanes"] = lanes.into();
    Ok((names, Scenario::parse_in(&scene, language)?))
}

/// Parses the reference lane.
pub(crate) fn read_against(
    given: Option<&Value>,
    lanes: &[String],
    seeds: u64,
    problems: &mut Vec<Problem>,
) -> Option<usize> {
    let given = given?;
    let found = lanes.iter().position(|lane| given.as_str() == Some(lane));
    let problem = match found {
        None => format!("{given} is not a lane of the sweep; its lanes are {}", lanes.join(", ")),
        Some(_) if lanes.len() < 2 => format!("{given} is the only lane; give another one to compare"),
        Some(_) if seeds < 2 => "needs at least 2 seeds: lanes are compared seed by seed".into(),
        Some(_) => return found,
    };
    problems.push(Problem::new("against", problem));
    None
}

/// The names of the lanes of a scene: the id of the discipline, or the declared name of the script. The name of a lane
/// on the second link mentions the link. Equal names are numbered.
pub fn lane_names(scenario: &Scenario) -> Vec<String> {
    let written = scenario.to_json();
    let lanes = written["lanes"].as_array().map_or(&[][..], Vec::as_slice);
    let mut names = Vec::with_capacity(lanes.len());
    for lane in lanes {
        names.push(counted(own_name(lane, scenario.language), &names));
    }
    names
}

fn own_name(lane: &Value, language: Language) -> String {
    let aqm = lane["aqm"].as_str().unwrap_or_default();
    let is_script = lane["script"].is_string();
    let name = match about_of_lane(lane, language) {
        Some(about) if is_script && about.name != UNNAMED_SCRIPT => about.name,
        _ => aqm,
    };
    if lane["link"] == Place::Second.id() { format!("{name}, link 2") } else { name.to_owned() }
}

/// The name, with a number if it is already taken: `red`, `red 2`, `red 3`.
fn counted(name: String, taken: &[String]) -> String {
    let numbered = |number: usize| if number == 1 { name.clone() } else { format!("{name} {number}") };
    let mut number = 1;
    while taken.contains(&numbered(number)) {
        number += 1;
    }
    numbered(number)
}
