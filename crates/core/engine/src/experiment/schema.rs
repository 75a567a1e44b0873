//! The JSON schema of the part of a preset about its paper, built from the vocabulary that the parser reads.

use super::metric::Takes;
use super::plan::MAX_SEEDS;
use super::preset::Origin;
use super::vocabulary::METRICS;
use serde_json::{Map, Value, json};

/// The properties of a preset file in addition to its scenario; `lane` is the schema of a lane of a
/// scenario.
pub(crate) fn paper_properties(lane: &Value) -> Map<String, Value> {
    let text = json!({ "type": "string" });
    let number = json!({ "type": "number" });
    let of_lane = |more: Value| {
        let mut properties = json!({
            "lane": { "type": "string", "description": "name of a lane of the experiment" },
            "metric": { "$ref": "#/$defs/metric" },
            "point": { "description": "value of the sweep", "type": ["number", "string", "boolean"] },
        });
        extend(&mut properties, more);
        properties
    };
    let printed = json!({
        "value": { "type": "number", "description": "in the unit of the metric" },
        "place": { "type": "string", "description": "section, figure or table" },
        "quality": { "enum": ["text", "table", "figure"] },
        "note": { "type": "string", "description": "a note for readers" },
        "caution": { "type": "string", "description": "why the value cannot be taken at face value" },
        "fitted": { "type": "string", "description": "the parameter that was fitted so that the simulation reproduces the value" },
    });
    let mut differences = printed.clone();
    extend(
        &mut differences,
        json!({
            "lanes": { "type": "array", "items": { "type": "string" }, "minItems": 2, "maxItems": 2 },
            "metric": { "$ref": "#/$defs/metric" },
            "point": { "description": "value of the sweep", "type": ["number", "string", "boolean"] },
        }),
    );
    let parts = json!({
        "$schema": text,
        "order": { "type": "integer", "minimum": 0, "description": "position in the picker" },
        "document": closed(
            json!({
                "id": { "type": "string", "description": "by which `chokepoint reproduce` finds it" },
                "title": text,
                "citation": text,
                "place": { "type": "string", "description": "section, figures, tables" },
                "companion": { "type": "boolean", "description": "whether the scene is a variant of the document's own scene; a variant does not change the verdict on a printed fact" },
            }),
            &["id", "title", "citation", "place"],
            "where the experiment was published",
        ),
        "lesson": { "type": "string", "description": "one teaching sentence" },
        "assumptions": { "type": "array", "items": text, "description": "our choices for values that the document does not state" },
        "experiment": closed(
            json!({
                "lanes": { "type": "array", "items": named(lane), "description": "the lanes; if absent, the lanes of the scenario" },
                "seeds": { "type": "integer", "minimum": 1, "maximum": MAX_SEEDS, "description": "how many seeds" },
                "sweep": closed(
                    json!({
                        "path": { "type": "string", "description": "dotted path of the setting that is varied" },
                        "values": { "type": "array", "minItems": 1 },
                        "name": { "type": "string", "description": "name of the setting, as shown to users" },
                    }),
                    &["path", "values", "name"],
                    "a setting that is varied; every lane is run at every value",
                ),
                "metrics": {
                    "type": "array",
                    "items": { "type": "string" },
                    "description": "metrics that are reported beside those of values and claims",
                },
                "bins": closed(
                    json!({ "from_s": number, "until_s": number, "width_s": number }),
                    &["from_s", "until_s", "width_s"],
                    "cuts runs into bins of time, for transients",
                ),
            }),
            &[],
            "the runs: lanes, seeds and varied values",
        ),
        "published": list(
            of_lane(printed.clone()),
            &["lane", "metric", "value", "place", "quality"],
            "values that the document prints",
        ),
        "published_differences": list(
            differences,
            &["lanes", "metric", "value", "place", "quality"],
            "differences of two lanes that the document prints: the first less the second",
        ),
        "reference": list(
            of_lane(json!({ "mean": number, "sd": number, "seeds": { "type": "integer", "minimum": 1 } })),
            &["lane", "metric", "mean", "sd", "seeds"],
            "values of another simulator for the same scene",
        ),
        "claims": list(
            json!({
                "id": text,
                "text": { "type": "string", "description": "the statement, in our words" },
                "origin": { "enum": Origin::ALL.map(Origin::id), "description": "source of the claim: the document, a formula, or us, about a scene that we defined" },
                "outlook": { "enum": ["holds", "open", "fails"], "description": "the expected verdict" },
                "check": { "anyOf": [{ "type": "null" }, { "$ref": "#/$defs/check" }] },
                "reason": { "type": "string", "description": "why the claim does or does not hold, if the reason is known" },
                "seen_at": closed(
                    json!({
                        "at_s": { "type": "number", "minimum": 0, "description": "time [s] within the scene" },
                        "below": { "enum": ["plots", "distributions", "theory"], "description": "the view below the queue" },
                    }),
                    &["at_s", "below"],
                    "where in the scene it can be seen",
                ),
            }),
            &["id", "text", "origin", "outlook"],
            "claims about the scene",
        ),
        "inconsistencies": list(
            json!({ "id": text, "text": text }),
            &["id", "text"],
            "where the document contradicts itself",
        ),
        "recording": { "type": "string", "pattern": "^[a-z0-9-]+\\.chokerec$", "description": "file in presets/recordings whose packets arrive in the first lane on the page" },
        "theory": closed(
            json!({
                "picture": { "type": "string", "description": "id of the picture of a formula that belongs to the scene" },
                "is_shown": { "type": "boolean", "description": "whether the page shows the picture at once, instead of the plots" },
            }),
            &["picture"],
            "the formula behind the scene",
        ),
        "curve_values": list(
            json!({ "at": number, "what": text, "value": number, "place": text, "note": text }),
            &["at", "what", "value", "place"],
            "values of the formula that the document prints",
        ),
    });
    match parts {
        Value::Object(parts) => parts,
        _ => Map::new(),
    }
}

/// The schema definitions to which the properties refer.
pub(crate) fn definitions() -> Value {
    let lanes = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 });
    let metric = json!({ "$ref": "#/$defs/metric" });
    let direction = json!({ "enum": ["falling", "rising"] });
    let pair = json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 });
    let limit = json!({ "$ref": "#/$defs/limit" });
    let point = json!({ "type": ["number", "string", "boolean"] });
    let check = |kind: &str, mut properties: Value, required: &[&str], meaning: &str| {
        extend(&mut properties, json!({ "kind": { "const": kind } }));
        closed(properties, &[&["kind"], required].concat(), meaning)
    };
    json!({
        "metric": {
            "type": "string",
            "pattern": format!("^({})$", METRICS.iter().map(|about| pattern(about.id, about.takes)).collect::<Vec<_>>().join("|")),
            "description": METRICS.iter().map(|about| format!("{}: {}", about.id, about.meaning)).collect::<Vec<_>>().join("\n"),
        },
        "limit": { "anyOf": [
            { "type": "number" },
            closed(
                json!({ "fair_shares": { "type": "number" } }),
                &["fair_shares"],
                "a multiple of the equal share, which is the capacity divided by the number of flows",
            ),
        ]},
        "check": { "oneOf": [
            check(
                "order",
                json!({ "metric": metric, "lanes": lanes, "direction": direction, "point": point }),
                &["metric", "lanes", "direction"],
                "the value of each lane is clearly beyond the value of the previous lane",
            ),
            check(
                "bound",
                json!({ "metric": metric, "lanes": lanes, "min": limit, "max": limit, "point": point }),
                &["metric", "lanes"],
                "every lane lies within limits",
            ),
            check(
                "published",
                json!({ "metric": metric, "lanes": lanes, "point": point }),
                &["metric", "lanes"],
                "the published value of every lane is reproduced",
            ),
            check(
                "difference",
                json!({ "metric": metric, "lanes": lanes, "min": limit, "max": limit, "point": point }),
                &["metric", "lanes"],
                "the value of the first lane minus the value of the second lies within limits",
            ),
            check(
                "ratio",
                json!({ "metrics": { "type": "array", "items": metric, "minItems": 2, "maxItems": 2 },
                        "lanes": lanes, "min": limit, "max": limit, "point": point }),
                &["metrics", "lanes"],
                "one metric divided by another lies within limits",
            ),
            check(
                "trend",
                json!({ "metric": metric, "lanes": lanes, "direction": direction,
                        "presets": { "type": "array", "items": { "type": "string" }, "minItems": 2 },
                        "sweep": { "const": true }, "between": pair }),
                &["metric", "lanes", "direction"],
                "the metric rises or falls from each preset, or each point of the sweep, to the next",
            ),
            check(
                "peak",
                json!({ "metric": metric, "lane": { "type": "string" }, "at": pair, "min": limit, "max": limit }),
                &["metric", "lane", "at"],
                "the point of the sweep at which the metric is largest, and its largest value",
            ),
            check(
                "all",
                json!({ "of": { "type": "array", "items": { "$ref": "#/$defs/check" }, "minItems": 1 } }),
                &["of"],
                "all of these hold",
            ),
        ]},
    })
}

fn pattern(id: &str, takes: Takes) -> String {
    let argument = match takes {
        Takes::Nothing => "",
        Takes::Flow => ":[1-9][0-9]*",
        Takes::Group => ":[0-9]+",
        Takes::Transport | Takes::Source => ":[a-z0-9-]+",
        Takes::Reason => ":[a-z_]+",
        Takes::Stretch => ":[0-9.]+\\.\\.[0-9.]+",
    };
    format!("{id}{argument}")
}

/// The schema of a lane, extended by a name.
fn named(lane: &Value) -> Value {
    let mut named = lane.clone();
    named["properties"]["name"] = json!({ "type": "string", "description": "without it, the id of the discipline" });
    named
}

pub(super) fn list(properties: Value, required: &[&str], description: &str) -> Value {
    json!({ "type": "array", "description": description, "items": closed(properties, required, "") })
}

pub(super) fn closed(properties: Value, required: &[&str], description: &str) -> Value {
    let mut object =
        json!({ "type": "object", "additionalProperties": false, "required": required, "properties": properties });
    if !description.is_empty() {
        object["description"] = description.into();
    }
    object
}

fn extend(properties: &mut Value, more: Value) {
    if let (Some(properties), Value::Object(more)) = (properties.as_object_mut(), more) {
        properties.extend(more);
    }
}
