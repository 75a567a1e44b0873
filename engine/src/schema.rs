//! The JSON schema of presets, from the same declarations that the parser reads: an editor completes and checks presets
//! with it. The engine's own check goes further (contradictions between settings) and has the last word.

use crate::discipline::ABOUTS;
use crate::discipline::about::{ParamKind, ParamSpec};
use crate::experiment::schema::{definitions, paper_properties};
use crate::scenario::SCENARIO_SCHEMA;
use crate::scenario::fields::{self as field, Group};
use crate::scenario::flow_fields;
use serde_json::{Map, Value, json};

/// The schema of a preset file, with the scenario inside it.
pub fn preset_schema() -> Value {
    let scenario = scenario();
    let mut properties = paper_properties(&scenario["properties"]["lanes"]["items"]);
    properties.insert("scenario".into(), scenario);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Chokepoint preset",
        "description": "Generated from the engine's declarations by `npm run generate`; do not edit.",
        "type": "object",
        "additionalProperties": false,
        "required": ["document", "lesson"],
        "properties": properties,
        "$defs": definitions(),
    })
}

fn scenario() -> Value {
    let mut properties = Map::new();
    properties.insert("schema".into(), json!({ "const": SCENARIO_SCHEMA }));
    properties.insert("id".into(), json!({ "type": "string" }));
    properties.insert("title".into(), json!({ "type": "string" }));
    for found in field::all().filter(|found| found.group == Group::Run) {
        properties.insert(found.spec.id.into(), setting(&found.spec));
    }
    properties.insert("bottleneck".into(), object([&field::CAPACITY, &field::DELAY]));
    properties.insert("access".into(), object([&field::ACCESS_RATE, &field::ACCESS_DELAY]));
    properties.insert(
        "queue".into(),
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": { "params": params("parameters for every discipline that declares them") },
        }),
    );
    let aqms: Vec<_> = ABOUTS.iter().map(|about| about.id).collect();
    properties.insert(
        "lanes".into(),
        list(json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["aqm"],
            "properties": {
                "aqm": { "enum": aqms, "description": "queue discipline" },
                "params": params("parameters of this lane alone; they win"),
            },
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
    let in_flows: Vec<_> = field::all().filter(|found| found.group == Group::Flows).map(|found| found.spec).collect();
    let mut group = object(&in_flows);
    let moment = json!({ "type": "number", "minimum": 0 });
    group["properties"]["start_s"] = json!({
        "description": flow_fields::START.meaning,
        "anyOf": [moment, { "type": "array", "items": moment, "minItems": 2, "maxItems": 2 }],
    });
    group["properties"]["steps"] = json!({
        "description": "steps of a scheduled rate: pairs of a time [s] and the rate from then on [bit/s]",
        "type": "array",
        "items": { "type": "array", "items": { "type": "number", "minimum": 0 }, "minItems": 2, "maxItems": 2 },
    });
    group
}

/// Every parameter of every discipline: which of them a lane may have depends on its discipline.
fn params(description: &str) -> Value {
    let specs = ABOUTS.iter().flat_map(|about| about.params());
    let properties: Map<String, Value> = specs.map(|spec| (spec.id.to_owned(), setting(spec))).collect();
    json!({
        "type": "object",
        "description": description,
        "additionalProperties": false,
        "properties": properties,
    })
}

fn object<'a>(specs: impl IntoIterator<Item = &'a ParamSpec>) -> Value {
    let properties: Map<String, Value> = specs.into_iter().map(|spec| (spec.id.to_owned(), setting(spec))).collect();
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
        ParamKind::Choice(choices) => {
            let ids: Vec<_> = choices.iter().map(|choice| choice.id).collect();
            json!({ "enum": ids, "description": description })
        }
    }
}
