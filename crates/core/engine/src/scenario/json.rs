//! The JSON of a scene, as in files and in URLs.

use super::flow_group::json as flow_group;
use super::limits::{MAX_FLOWS, MAX_GROUPS, MAX_INTERVENTIONS, MAX_LANES, MAX_PARAMS, MAX_TEXT};
use super::problem::{Problem, Problems, quoted};
use super::reader::{NAMELESS, Reader};
use super::two_links::OBSERVED;
use super::{FlowGroup, Intervention, Lane, Place, SCENARIO_SCHEMA, Scenario, flow_fields, path, scene_fields};
use crate::base::map::map_of;
use crate::base::time::SimTime;
use crate::declare::ParamSpec;
use crate::discipline::scripted::{Language, MAX_SCRIPT_BYTES, UNREAD};
use serde_json::{Value, json};
use std::collections::BTreeMap;

impl Scenario {
    /// The scenario as JSON, as in files and in URLs.
    pub fn to_json(&self) -> Value {
        let mut json = json!({
            "schema": SCENARIO_SCHEMA,
            "id": self.id,
            "title": self.title,
            "queue": { "params": self.shared_params },
            "lanes": self.lanes.iter().map(write_lane).collect::<Vec<_>>(),
            "flows": self.flows.iter().map(FlowGroup::to_json).collect::<Vec<_>>(),
            "interventions": self.interventions.iter().map(|it| json!({
                "at_s": it.at.secs(), "path": it.path, "value": it.value,
            })).collect::<Vec<_>>(),
        });
        scene_fields::write(self, &mut json);
        json
    }
}

/// Reads a scene and checks each part separately.
pub(super) fn read(value: &Value, language: Language, problems: &mut Problems) -> Scenario {
    let mut root = Reader::new(value, "", problems);
    check_schema(root.raw("schema"), problems);
    let mut scene = Scenario {
        id: root.text("id", MAX_TEXT, problems),
        title: root.text("title", MAX_TEXT, problems),
        language,
        ..Scenario::default()
    };
    scene_fields::read("", &mut root, &mut scene, problems);
    if scene.measured_from >= scene.duration {
        problems.push(Problem::new(
            "measured_from_s",
            format!("{} is not below duration_s ({})", scene.measured_from.secs(), scene.duration.secs()),
        ));
    }
    let empty = json!({});
    for object in scene_fields::OBJECTS {
        let mut reader = Reader::new(root.raw(object).unwrap_or(&empty), object, problems);
        scene_fields::read(object, &mut reader, &mut scene, problems);
        reader.finish(problems);
    }
    let mut queue = Reader::new(root.raw("queue").unwrap_or(&empty), "queue", problems);
    scene.shared_params = read_params(queue.raw("params"), "queue.params", problems);
    queue.finish(problems);
    scene.lanes = root
        .list("lanes", MAX_LANES, problems)
        .iter()
        .enumerate()
        .map(|(index, lane)| read_lane(lane, index, language, problems))
        .collect();
    scene.flows = root
        .list("flows", MAX_GROUPS, problems)
        .iter()
        .enumerate()
        .map(|(index, group)| flow_group::read(group, index, problems))
        .collect();
    let flow_count: u64 = scene.flows.iter().map(|group| u64::from(group.count)).sum();
    if flow_count == 0 || flow_count > MAX_FLOWS {
        problems.push(Problem::new("flows", format!("has {flow_count} flows in all, not 1 to {MAX_FLOWS}")));
    }
    scene.interventions = root
        .list("interventions", MAX_INTERVENTIONS, problems)
        .iter()
        .enumerate()
        .map(|(index, it)| read_intervention(it, index, problems))
        .collect();
    root.finish(problems);
    scene
}

fn check_schema(given: Option<&Value>, problems: &mut Problems) {
    match given.map(Value::as_u64) {
        None | Some(Some(SCENARIO_SCHEMA)) => {}
        Some(Some(newer)) if newer > SCENARIO_SCHEMA => problems.push(Problem::new(
            "schema",
            format!("is {newer}, newer than this version understands ({SCENARIO_SCHEMA}); update Chokepoint"),
        )),
        _ => problems.push(Problem::new(
            "schema",
            format!("{} is not a known version; {SCENARIO_SCHEMA} is", quoted(given.unwrap_or(&Value::Null))),
        )),
    }
}

fn read_params(given: Option<&Value>, path: &str, problems: &mut Problems) -> BTreeMap<String, Value> {
    match given {
        None => BTreeMap::new(),
        Some(Value::Object(fields)) if fields.len() > MAX_PARAMS => {
            let problem = format!("has {} parameters, of which at most {MAX_PARAMS} are allowed", fields.len());
            problems.push(Problem::new(path, problem));
            BTreeMap::new()
        }
        Some(Value::Object(fields)) => {
            if fields.contains_key("") {
                problems.push(Problem::new(path, NAMELESS));
            }
            map_of(fields.iter().map(|(id, value)| (id.clone(), value.clone())))
        }
        Some(other) => {
            problems.push(Problem::new(path, format!("is {}, not an object", quoted(other))));
            BTreeMap::new()
        }
    }
}

/// A lane as JSON.
pub(super) fn write_lane(lane: &Lane) -> Value {
    let mut written = json!({ "aqm": lane.aqm, "params": lane.params });
    if !lane.script.is_empty() {
        written["script"] = lane.script.clone().into();
    }
    if lane.link != Place::First {
        written[OBSERVED.id] = lane.link.id().into();
    }
    written
}

fn read_lane(value: &Value, index: usize, language: Language, problems: &mut Problems) -> Lane {
    let path = format!("lanes.{index}");
    let mut lane = Reader::new(value, &path, problems);
    let read = Lane {
        aqm: lane.text("aqm", MAX_TEXT, problems),
        params: read_params(lane.raw("params"), &format!("{path}.params"), problems),
        script: read_script(&mut lane, language, problems),
        link: if lane.choice(&OBSERVED, problems) == Place::Second.id() { Place::Second } else { Place::First },
    };
    lane.finish(problems);
    read
}

/// Reads the script of a lane. If `language` is none, any script is reported as a problem.
pub(crate) fn read_script(lane: &mut Reader<'_>, language: Language, problems: &mut Problems) -> String {
    if !language.is_none() {
        return lane.text("script", MAX_SCRIPT_BYTES, problems);
    }
    if lane.raw("script").is_some() {
        problems.push(Problem::needs_full(lane.path_of("script"), UNREAD));
    }
    String::new()
}

fn read_intervention(value: &Value, index: usize, problems: &mut Problems) -> Intervention {
    let path = format!("interventions.{index}");
    let mut intervention = Reader::new(value, &path, problems);
    let at_s = ParamSpec { id: "at_s", ..flow_fields::START };
    let read = Intervention {
        at: SimTime::from_secs(intervention.real(&at_s, problems)),
        path: path::dotted(&intervention.text("path", MAX_TEXT, problems)),
        value: intervention.raw("value").cloned().unwrap_or(Value::Null),
    };
    intervention.finish(problems);
    read
}
