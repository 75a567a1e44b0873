//! The JSON schema of a figure file, with which editors complete and check it. If the schema and the parser
//! [`Figure::parse_text`] disagree, the parser is authoritative.
//!
//! [`Figure::parse_text`]: crate::Figure::parse_text

use crate::figure::{COLUMN_MM, FIGURE_SCHEMA, FONTS_PT, SIZES_MM};
use crate::layout::FONT_PT;
use chokepoint_engine::schema::schema_id;
use serde_json::{Value, json};

/// The schema of a figure file.
pub fn figure_schema() -> Value {
    let text = |description: &str| json!({ "type": "string", "description": description });
    let one_of =
        |names: &[&str], description: &str| json!({ "enum": names, "default": names[0], "description": description });
    let range = |description: &str| json!({ "type": "array", "minItems": 2, "maxItems": 2, "items": { "type": "number" }, "description": description });
    let size = |[low, high]: [f64; 2], description: &str| json!({ "type": "number", "minimum": low, "maximum": high, "description": description });
    let value = json!({ "type": ["number", "string", "boolean"] });
    let mut width = size(SIZES_MM, "width [mm]");
    width["default"] = json!(COLUMN_MM);
    let mut font = size(FONTS_PT, "size of all texts [pt]");
    font["default"] = json!(FONT_PT);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": schema_id("plot"),
        "title": "Chokepoint figure of a sweep",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "$schema": { "type": "string" },
            "schema": { "const": FIGURE_SCHEMA },
            "kind": one_of(&["curves", "differences", "box"], "curves over a setting, paired differences between lanes, or box plots over the seeds"),
            "x": text("horizontal axis: a setting by its path or last words, or lane"),
            "y": text("metric of the table"),
            "by": { "type": "array", "maxItems": 2, "items": { "type": "string" }, "description": "lane or settings that distinguish lines: each value has a line" },
            "facet": text("lane or the setting that distinguishes panels: each value has a panel"),
            "only": {
                "type": "object",
                "additionalProperties": { "type": "array", "minItems": 1, "items": value },
                "description": "the drawn values, by setting or lane",
            },
            "against": text("reference lane of the differences"),
            "interval": one_of(&["student", "quartiles", "none"], "means with 95 % intervals, medians with quartiles, or means alone"),
            "shape": { "enum": ["band", "bars"], "description": "how intervals are drawn" },
            "log": { "type": "array", "items": { "enum": ["x", "y"] }, "description": "axes with a logarithmic scale" },
            "x_range": range("ends of the horizontal axis, in the unit of the table"),
            "y_range": range("ends of the vertical axis, in the unit of the table"),
            "width_mm": width,
            "height_mm": size(SIZES_MM, "height [mm]"),
            "font_pt": font,
            "legend": one_of(&["top", "right", "direct", "none"], "place of the names of the lines"),
            "palette": one_of(&["okabe-ito", "viridis", "grey"], "colours"),
            "x_label": text("title of the horizontal axis"),
            "y_label": text("title of the vertical axis"),
            "names": {
                "type": "object",
                "additionalProperties": { "type": "string" },
                "description": "other names of lanes, settings and words",
            },
        },
    })
}

/// The schema of a sweep file, including its figures.
pub fn sweep_schema() -> Value {
    let (mut sweep, mut figure) = (chokepoint_sweep::sweep_schema(), figure_schema());
    if let Some(fields) = figure.as_object_mut() {
        fields.retain(|field, _| !["$schema", "$id", "title"].contains(&field.as_str()));
    }
    sweep["properties"]["figures"]["additionalProperties"] = figure;
    sweep
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Figure;

    /// A value that the schema allows.
    fn example(schema: &Value) -> Value {
        if let Some(names) = schema["enum"].as_array() {
            return names[names.len() - 1].clone();
        }
        match schema["type"].as_str() {
            Some("number") => schema["minimum"].clone(),
            Some("array") if schema["minItems"] == 2 => json!([1, 2]),
            Some("array") => json!([example(&schema["items"])]),
            Some("object") => json!({ "lane": example(&schema["additionalProperties"]) }),
            Some("string") => json!("lane"),
            _ => schema.get("const").cloned().unwrap_or_else(|| json!(1)),
        }
    }

    #[test]
    fn the_schema_has_the_fields_that_are_read() {
        let schema = figure_schema();
        let fields = schema["properties"].as_object().expect("fields");
        let mut written = Vec::new();
        for (field, about) in fields {
            let given = json!({ field.as_str(): example(about) });
            let read: Result<Figure, _> = serde_json::from_value(given.clone());
            assert!(read.is_ok(), "{given}: {read:?}");
            written.push(field.as_str());
        }
        // The message about an unknown field lists the known fields.
        let message = Figure::parse_text(r#"{ "colour": 1 }"#).unwrap_err()[0].to_string();
        let mut known: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
        known.sort_unstable();
        written.sort_unstable();
        assert_eq!(known, written);
        for [field, other] in
            [["kind", "pie"], ["interval", "sd"], ["shape", "line"], ["legend", "left"], ["palette", "red"]]
        {
            let message = Figure::parse_text(&json!({ field: other }).to_string()).unwrap_err()[0].to_string();
            let names: Vec<&str> = message.split('`').skip(3).step_by(2).collect();
            assert_eq!(json!(names), schema["properties"][field]["enum"], "{message}");
        }
    }
}
