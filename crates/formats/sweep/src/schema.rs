//! The JSON schema of a sweep file, with which editors complete and check sweeps. [`Sweep::parse`], which also checks
//! paths, values and their combinations, is authoritative.
//!
//! [`Sweep::parse`]: crate::Sweep::parse

use crate::axis::{MAX_AXIS_VALUES, MAX_COUPLED};
use crate::condition::MAX_CONDITIONS;
use crate::definition::{DEFAULT_SEEDS, MAX_AXES, MAX_FIGURES, SWEEP_SCHEMA};
use crate::derived::{MAX_DERIVED, MAX_DERIVED_CHARACTERS};
use crate::scenes::MAX_SCENES;
use crate::until::DEFAULT_AT_MOST;
use chokepoint_engine::experiment::{MAX_SEEDS, METRICS};
use chokepoint_engine::schema::{scenario_schema, schema_id};
use serde_json::{Value, json};

/// The schema of a sweep file.
pub fn sweep_schema() -> Value {
    let mut scenario = scenario_schema();
    let fields = scenario.as_object_mut();
    let (draft, definitions) = fields.map_or((None, None), |fields| {
        fields.remove("title");
        fields.remove("$id");
        (fields.remove("$schema"), fields.remove("$defs"))
    });
    let mut lane = scenario["properties"]["lanes"]["items"].clone();
    let aqm = lane["properties"]["aqm"].clone();
    lane["properties"]["name"] = json!({ "type": "string", "description": "name of the lane in the table; by default the id of its discipline" });
    // Some metrics take an argument after a colon.
    let metrics = METRICS.iter().map(|metric| metric.id).collect::<Vec<_>>().join("|");
    let path = json!({ "type": "string", "description": "path of a setting, e.g. flows.0.rate_bps or max_th" });
    let value = json!({ "type": ["number", "string", "boolean"] });
    json!({
        "$schema": draft,
        "$id": schema_id("sweep"),
        "title": "Chokepoint sweep",
        "type": "object",
        "additionalProperties": false,
        "oneOf": [{ "required": ["scene"] }, { "required": ["scenes"] }],
        "properties": {
            "$schema": { "type": "string" },
            "schema": { "const": SWEEP_SCHEMA },
            "scene": {
                "description": "a scenario; on the command line also the id of a preset, a link, or a file",
                "anyOf": [
                    { "type": "string" },
                    scenario,
                    { "type": "object", "required": ["scenario"], "description": "a preset" },
                ],
            },
            "scenes": {
                "description": "several scenes in place of one: the sweep is run on each, and its table has the column scene",
                "type": "array",
                "minItems": 1,
                "maxItems": MAX_SCENES,
                "items": {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["scene"],
                    "properties": {
                        "name": { "type": "string", "description": "name of the scene in the table; by default the id of the scene" },
                        "scene": { "$ref": "#/properties/scene" },
                        "lanes": { "$ref": "#/properties/lanes" },
                    },
                },
            },
            "over": {
                "description": "the settings that are varied; the sweep has all combinations of their values",
                "type": "array",
                "maxItems": MAX_AXES,
                "items": { "anyOf": [
                    {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["path", "values"],
                        "properties": {
                            "path": path,
                            "values": { "type": "array", "minItems": 1, "maxItems": MAX_AXIS_VALUES, "items": value },
                        },
                    },
                    {
                        "type": "object",
                        "description": "settings that change together: each value is a list with one value for each path",
                        "additionalProperties": false,
                        "required": ["paths", "values"],
                        "properties": {
                            "paths": { "type": "array", "minItems": 2, "maxItems": MAX_COUPLED, "items": path },
                            "values": {
                                "type": "array",
                                "minItems": 1,
                                "maxItems": MAX_AXIS_VALUES,
                                "items": { "type": "array", "minItems": 2, "maxItems": MAX_COUPLED, "items": value },
                            },
                        },
                    },
                    {
                        "type": "object",
                        "additionalProperties": false,
                        "required": ["path", "from", "to", "count"],
                        "properties": {
                            "path": path,
                            "from": { "type": "number" },
                            "to": { "type": "number" },
                            "count": { "type": "integer", "minimum": 1, "maximum": MAX_AXIS_VALUES },
                            "scale": { "enum": ["linear", "log"], "description": "equal steps, or equal factors" },
                        },
                    },
                ] },
            },
            "derive": {
                "description": "settings that follow from others at each point: from the path of a setting to an expression, e.g. 0.4 * limit",
                "type": "object",
                "maxProperties": MAX_DERIVED,
                "additionalProperties": { "type": "string", "maxLength": MAX_DERIVED_CHARACTERS },
            },
            "where": {
                "description": "conditions between settings, e.g. min_th < max_th; points at which one is false are left out",
                "type": "array",
                "maxItems": MAX_CONDITIONS,
                "items": { "type": "string", "maxLength": MAX_DERIVED_CHARACTERS },
            },
            "lanes": {
                "description": "queue disciplines; without it, those of the scene",
                "type": "array",
                "minItems": 1,
                "items": { "anyOf": [aqm, lane] },
            },
            "against": {
                "type": "string",
                "description": "name of a lane, with which the others are compared seed by seed",
            },
            "seeds": { "type": "integer", "minimum": 1, "maximum": MAX_SEEDS, "default": DEFAULT_SEEDS },
            "until": {
                "description": "adds seeds to a point until the 95 % interval of a mean is narrow enough in every lane; seeds is the least number",
                "type": "object",
                "additionalProperties": false,
                "required": ["metric"],
                "oneOf": [{ "required": ["half_width"] }, { "required": ["relative_half_width"] }],
                "properties": {
                    "metric": { "type": "string", "description": "one of the metrics of the sweep" },
                    "half_width": { "type": "number", "exclusiveMinimum": 0, "description": "in the unit of the metric" },
                    "relative_half_width": {
                        "type": "number",
                        "exclusiveMinimum": 0,
                        "maximum": 1,
                        "description": "as a part of the absolute mean, e.g. 0.02 for 2 %",
                    },
                    "at_most": {
                        "type": "integer",
                        "minimum": 2,
                        "maximum": MAX_SEEDS,
                        "default": DEFAULT_AT_MOST,
                        "description": "largest number of seeds of a point",
                    },
                },
            },
            "metrics": {
                "description": "the metrics that are measured in every run; chokepoint list metrics names all",
                "type": "array",
                "minItems": 1,
                "maxItems": METRICS.len(),
                "items": { "type": "string", "pattern": format!("^({metrics})(:.+)?$") },
            },
            "figures": {
                "description": "figures of the table by name, each as chokepoint schema plot describes it",
                "type": "object",
                "maxProperties": MAX_FIGURES,
                "propertyNames": { "minLength": 1 },
                "additionalProperties": { "type": "object" },
            },
        },
        "$defs": definitions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::FIELDS;

    #[test]
    fn the_schema_has_the_fields_that_are_read() {
        let schema = sweep_schema();
        let mut fields: Vec<&str> = schema["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        let mut read = FIELDS;
        fields.sort_unstable();
        read.sort_unstable();
        assert_eq!(fields, read);
        let scene = &schema["properties"]["scene"]["anyOf"][1];
        assert!(scene["properties"]["flows"].is_object() && scene["title"].is_null(), "{scene}");
    }
}
