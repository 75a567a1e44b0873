//! The JSON schemas of presets, scenarios and bundles, built from the declarations that the parser reads. Editors complete and
//! check presets with them. The engine's own check also finds contradictions between settings, and decides.

use crate::discipline::ABOUTS;
use crate::discipline::about::{ParamKind, ParamSpec};
use crate::experiment::figure::figure_properties;
use crate::experiment::schema::{definitions, paper_properties};
use crate::scenario::SCENARIO_SCHEMA;
use crate::scenario::fields;
use crate::scenario::flow_fields;
use serde_json::{Map, Value, json};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";
const GENERATED: &str = "Generated from the engine's declarations by `npm run generate`; do not edit.";
/// Version of the bundle format. It goes up when a reader of the last version would misread a new bundle.
pub const BUNDLE_SCHEMA: u32 = 1;

/// The name of a schema, for tools that keep schemas by name. It is no address: the schemas lie beside the files that use them.
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
        "$defs": definitions(),
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
            "link": { "type": ["string", "null"], "description": "opens the scene; null where none can be made" },
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
    })
}

fn scenario() -> Value {
    let mut properties = Map::new();
    properties.insert("schema".into(), json!({ "const": SCENARIO_SCHEMA }));
    properties.insert("id".into(), json!({ "type": "string" }));
    properties.insert("title".into(), json!({ "type": "string" }));
    properties.extend(settings_in(""));
    properties.insert("bottleneck".into(), closed(settings_in("bottleneck")));
    properties.insert("access".into(), closed(settings_in("access")));
    properties.insert(
        "queue".into(),
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": { "params": params("parameters for every discipline that declares them") },
        }),
    );
    // The schema is the same for every build, so it lists scripts also where the build cannot read them.
    let aqms: Vec<_> = ABOUTS.iter().map(|about| about.id).chain(["script"]).collect();
    properties.insert(
        "lanes".into(),
        list(json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["aqm"],
            "properties": {
                "aqm": { "enum": aqms, "description": "queue discipline" },
                "params": params("parameters of this lane alone; they win"),
                "script": { "type": "string", "description": "for \"script\": the text of the discipline, see docs/scripts.md" },
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
    let mut group = closed(settings_in("flows.*"));
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

/// The parameters of all disciplines together: a schema cannot say which of them the lane's discipline has.
fn params(description: &str) -> Value {
    let specs = ABOUTS.iter().flat_map(|about| about.params());
    let mut params = closed(specs.map(|spec| (spec.id.to_owned(), setting(spec))).collect());
    params["description"] = description.into();
    params
}

/// The declared settings of the object at a dotted path of a scene.
fn settings_in(parent: &str) -> Map<String, Value> {
    let found = fields::all().filter(|field| field.parent == parent);
    found.map(|field| (field.spec.id.to_owned(), setting(&field.spec))).collect()
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
