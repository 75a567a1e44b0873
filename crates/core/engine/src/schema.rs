//! The JSON schemas of presets, scenarios and bundles, built from the declarations that the parser reads. Editors
//! complete and check presets with them. The engine's own check also finds contradictions between settings. If a schema
//! and the engine disagree, the engine's check is authoritative.

use crate::discipline::ABOUTS;
use crate::discipline::about::{ParamKind, ParamSpec};
use crate::endpoint::source::SOURCES;
use crate::experiment::figure::figure_properties;
use crate::experiment::schema::{definitions, paper_properties};
use crate::scenario::fields::{self, Field, Written};
use crate::scenario::flow_fields;
use crate::scenario::{OBJECTS, OBSERVED, SCENARIO_SCHEMA};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
const GENERATED: &str = "Generated from the engine's declarations by `npm run generate`; do not edit.";
/// Version of the bundle format. It increases when a program that reads the previous version would misread a new
/// bundle.
pub const BUNDLE_SCHEMA: u32 = 1;

/// A URI that identifies a schema in tools that store schemas by name. The URI cannot be fetched: each schema lies
/// beside the files that it describes.
pub fn schema_id(format: &str) -> String {
    format!("urn:chokepoint:schema:{format}")
}

/// The schema of a preset file, with the scenario inside it.
pub fn preset_schema() -> Value {
    let scenario = scenario();
    let mut properties = paper_properties(&scenario["properties"]["lanes"]["items"]);
    properties.insert("scenario".into(), scenario);
    json!({
        "$schema": DRAFT,
        "$id": schema_id("preset"),
        "title": "Chokepoint preset",
        "description": GENERATED,
        "type": "object",
        "additionalProperties": false,
        "required": ["document", "lesson"],
        "properties": properties,
        "$defs": with_params(definitions()),
    })
}

/// The schema of a figure file: curves over presets.
pub fn figure_schema() -> Value {
    let metric = definitions()["metric"].take();
    json!({
        "$schema": DRAFT,
        "$id": schema_id("figure"),
        "title": "Chokepoint figure",
        "description": GENERATED,
        "type": "object",
        "additionalProperties": false,
        "required": ["id", "title", "axis", "points", "curves"],
        "properties": figure_properties(),
        "$defs": { "metric": metric },
    })
}

/// The schema of a bare scenario, as the page saves it and the command line runs it.
pub fn scenario_schema() -> Value {
    let mut schema = scenario();
    schema["$schema"] = DRAFT.into();
    schema["$id"] = schema_id("scenario").into();
    schema["title"] = "Chokepoint scenario".into();
    schema["$defs"] = with_params(json!({}));
    schema
}

/// The schema of a bundle: a scene with the results that it gave.
pub fn bundle_schema() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let result = json!({
        "type": "object",
        "required": ["schema", "engine", "scenario", "aqm", "seed", "bottleneck", "classes", "flows", "cost"],
        "description": "the result object, as `chokepoint run --json` prints it",
    });
    json!({
        "$schema": DRAFT,
        "$id": schema_id("bundle"),
        "title": "Chokepoint bundle",
        "type": "object",
        "required": ["chokepoint_bundle", "engine_version", "numbers", "seed", "scenario", "lanes"],
        "properties": {
            "chokepoint_bundle": { "const": BUNDLE_SCHEMA },
            "link": { "type": ["string", "null"], "description": "link that opens the scene; null if the scene has no link" },
            "engine_version": text("version of the engine that ran it"),
            "numbers": { "type": "integer", "minimum": 1, "description": "version of the engine's numbers" },
            "seed": { "type": "integer", "minimum": 0 },
            "scenario": scenario(),
            "lanes": list(json!({
                "type": "object",
                "required": ["aqm", "result"],
                "properties": { "aqm": text("queue discipline"), "result": result },
            })),
            "results_hash": { "type": ["string", "null"], "pattern": "^sha256:[0-9a-f]{64}$" },
        },
        "$defs": with_params(json!({})),
    })
}

fn scenario() -> Value {
    let mut properties = Map::new();
    properties.insert("schema".into(), json!({ "const": SCENARIO_SCHEMA }));
    properties.insert("id".into(), json!({ "type": "string" }));
    properties.insert("title".into(), json!({ "type": "string" }));
    properties.extend(settings_in(""));
    properties.extend(OBJECTS.map(|object| (object.to_owned(), closed(settings_in(object)))));
    properties.insert(
        "queue".into(),
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": { "params": shared_params() },
        }),
    );
    // The schema is the same for every build, so it lists scripts even if the build cannot read them.
    let aqms: Vec<_> = ABOUTS.iter().map(|about| about.id).chain(["script"]).collect();
    properties.insert(
        "lanes".into(),
        list(json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["aqm"],
            "properties": {
                "aqm": { "enum": aqms, "description": "queue discipline" },
                "params": { "type": "object", "description": "parameters of this lane alone; they override the shared parameters" },
                "link": setting(&OBSERVED),
                "script": { "type": "string", "description": "for \"script\": the text of the discipline, see docs/scripts.md" },
            },
            "allOf": params_by_discipline(),
        })),
    );
    properties.insert("flows".into(), list(flow_group()));
    properties.insert(
        "interventions".into(),
        list(json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["at_s", "path", "value"],
            "properties": {
                "at_s": { "type": "number", "minimum": 0 },
                "path": { "type": "string", "description": "dotted path of the setting" },
                "value": true,
            },
        })),
    );
    json!({ "type": "object", "additionalProperties": false, "required": ["lanes", "flows"], "properties": properties })
}

fn flow_group() -> Value {
    let mut group = closed(settings_in("flows.*"));
    let moment = json!({ "type": "number", "minimum": 0 });
    group["properties"]["start_s"] = json!({
        "description": flow_fields::START.meaning,
        "anyOf": [moment, { "type": "array", "items": moment, "minItems": 2, "maxItems": 2 }],
    });
    for list in SOURCES.iter().filter_map(|about| about.list) {
        group["properties"][list.id] = json!({
            "description": list.meaning,
            "type": "array",
            "maxItems": list.most,
            "items": { "type": "array", "items": { "type": "number", "minimum": 0 }, "minItems": 2, "maxItems": 2 },
        });
    }
    group
}

/// For each discipline, a rule that a lane with this discipline may have only the parameters of the discipline. Scripts
/// have no such rule, since each script declares its own parameters.
fn params_by_discipline() -> Value {
    let of = |id: &str| {
        json!({
            "if": { "properties": { "aqm": { "const": id } } },
            "then": { "properties": { "params": { "$ref": format!("#/$defs/{}", name_of_params(id)) } } },
        })
    };
    ABOUTS.iter().map(|about| of(about.id)).collect()
}

/// The given definitions of a schema, plus one definition for the parameters of each discipline.
fn with_params(mut definitions: Value) -> Value {
    for about in ABOUTS {
        let params = about.params().map(|spec| (spec.id.to_owned(), with_default(setting(spec), spec)));
        definitions[name_of_params(about.id)] = closed(params.collect());
    }
    definitions
}

fn name_of_params(discipline: &str) -> String {
    format!("params-{discipline}")
}

/// The parameters of all disciplines in one object. If disciplines share a parameter id but allow different values, the
/// values of each of them are accepted.
fn shared_params() -> Value {
    let mut kinds: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for spec in ABOUTS.iter().flat_map(|about| about.params()) {
        let (kinds, own) = (kinds.entry(spec.id).or_default(), setting(spec));
        if !kinds.contains(&own) {
            kinds.push(own);
        }
    }
    let one = |mut kinds: Vec<Value>| if kinds.len() == 1 { kinds.remove(0) } else { json!({ "anyOf": kinds }) };
    let mut params = closed(kinds.into_iter().map(|(id, kinds)| (id.to_owned(), one(kinds))).collect());
    params["description"] = "parameters for every discipline that declares them".into();
    params
}

/// The declared settings of the object at a dotted path of a scene.
fn settings_in(parent: &str) -> Map<String, Value> {
    let found = fields::all().filter(|field| field.parent == parent);
    found.map(|field| (field.spec.id.to_owned(), of_field(&field))).collect()
}

/// The schema of a setting. It names the default unless the default depends on other settings.
fn of_field(field: &Field) -> Value {
    match (field.parent, field.written) {
        ("flows.*", Written::IfSet) => setting(&field.spec),
        _ => with_default(setting(&field.spec), &field.spec),
    }
}

fn with_default(mut schema: Value, spec: &ParamSpec) -> Value {
    schema["default"] = spec.default.to_json();
    schema
}

fn closed(properties: Map<String, Value>) -> Value {
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

fn list(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn setting(spec: &ParamSpec) -> Value {
    let unit = if spec.unit.is_empty() { String::new() } else { format!(" [{}]", spec.unit) };
    let description = format!("{}{unit}", spec.meaning);
    match spec.kind {
        ParamKind::Integer { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max, "description": description })
        }
        ParamKind::Real { min, max } => {
            json!({ "type": "number", "minimum": min, "maximum": max, "description": description })
        }
        ParamKind::Switch => json!({ "type": "boolean", "description": description }),
        ParamKind::Choice { choices } => {
            let ids: Vec<_> = choices.iter().map(|choice| choice.id).collect();
            json!({ "enum": ids, "description": description })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    /// The defaults of the properties of an object.
    fn defaults(object: &Value) -> Map<String, Value> {
        let properties = object["properties"].as_object().into_iter().flatten();
        properties.filter_map(|(id, one)| Some((id.clone(), one.get("default")?.clone()))).collect()
    }

    #[test]
    fn a_scene_with_all_defaults_written_equals_the_scene_without_them() {
        let schema = scenario_schema();
        let mut written: Value = defaults(&schema).into();
        for object in OBJECTS {
            written[object] = defaults(&schema["properties"][object]).into();
        }
        let bare =
            json!({ "lanes": [{ "aqm": "red" }], "flows": [{ "transport": "newreno" }, { "transport": "udp" }] });
        for (field, value) in bare.as_object().unwrap() {
            written[field] = value.clone();
        }
        let all = defaults(&schema["properties"]["flows"]["items"]);
        for (place, (transport, source)) in [("newreno", "ftp"), ("udp", "cbr")].into_iter().enumerate() {
            for field in fields::all().filter(|field| field.parent == "flows.*" && field.covers(transport, source)) {
                let is_given = ["transport", "source"].contains(&field.spec.id);
                if let Some(value) = all.get(field.spec.id).filter(|_| !is_given) {
                    written["flows"][place][field.spec.id] = value.clone();
                }
            }
        }
        assert!(written["flows"][1].as_object().unwrap().len() > 2, "{written}");
        let read = |scene: &Value| Scenario::parse_text(&scene.to_string()).unwrap();
        assert_eq!(read(&written), read(&bare));
    }

    #[test]
    fn a_lane_may_have_the_parameters_of_its_discipline_at_their_defaults() {
        let schema = scenario_schema();
        for about in ABOUTS {
            let params = &schema["$defs"][name_of_params(about.id)];
            let lane = json!({ "aqm": about.id, "params": defaults(params) });
            assert_eq!(params["properties"].as_object().unwrap().len(), about.params().count());
            let scene = json!({ "lanes": [lane], "flows": [{ "transport": "newreno" }] });
            assert!(Scenario::parse_text(&scene.to_string()).is_ok(), "{scene}");
        }
    }
}
