//! Generates the TypeScript module with the page's types for figures, and with the choices that the schema declares. A
//! test fails if the module in the repository is out of date.

use crate::figure::{
    AxisName, COLUMN_MM, FIGURE_SCHEMA, Figure, Interval, Kind, Legend, PAGE_MM, Palette, SIZES_MM, Shape,
};
use crate::{PlotTexts, figure_schema};
use chokepoint_engine::border::typescript::{HEAD, json_type};
use serde_json::{Map, Value, json};

/// The generated file: its path from the root of the project, with its text.
pub fn generated_file() -> (&'static str, String) {
    let types = [
        json_type::<Figure>(),
        json_type::<Kind>(),
        json_type::<Interval>(),
        json_type::<Shape>(),
        json_type::<AxisName>(),
        json_type::<Legend>(),
        json_type::<Palette>(),
        json_type::<PlotTexts>(),
    ];
    let imports = "import type { SettingValue } from '../border/scenario.gen';\n\n";
    let constants = [
        ("Version of figure files.", "FIGURE_SCHEMA", json!(FIGURE_SCHEMA)),
        ("Widths of one column and of a page, and the least and the greatest size [mm].", "FIGURE_MM", sizes()),
        ("Fields of a figure with a choice, as the schema of figure files declares them.", "FIGURE_CHOICES", choices()),
    ];
    let constants = constants.map(|(meaning, name, value)| {
        // This cannot fail: every value of the engine can be written as JSON.
        let value = serde_json::to_string_pretty(&value).unwrap_or_default();
        format!("/** {meaning} */\nexport const {name} = {value} as const;\n\n")
    });
    let text = format!("{HEAD}{imports}{}{}", constants.concat(), types.concat());
    ("web/src/core/experiment/plot.gen.ts", text)
}

fn sizes() -> Value {
    json!({ "column": COLUMN_MM, "page": PAGE_MM, "least": SIZES_MM[0], "most": SIZES_MM[1] })
}

/// For each field of a figure file that is a choice: its meaning and its values, the default first.
fn choices() -> Value {
    let schema = figure_schema();
    let fields = schema["properties"].as_object().into_iter().flatten();
    let choices: Map<String, Value> = fields
        .filter(|(_, about)| about["enum"].is_array())
        .map(|(field, about)| (field.clone(), json!({ "meaning": about["description"], "values": about["enum"] })))
        .collect();
    Value::Object(choices)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_generated_types_are_up_to_date() {
        chokepoint_engine::border::typescript::assert_up_to_date(env!("CARGO_MANIFEST_DIR"), super::generated_file());
    }
}
