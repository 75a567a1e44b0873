//! The texts after the options in the help of a command, and the settings that `--set` can change.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::discipline::about::ParamSpec;
use chokepoint_engine::scenario::fields;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A reference to the commands that list the settings; the lists are too long for the help of a command.
pub(crate) const ON_SETTINGS: &str = "Settings for --set: chokepoint list settings. Disciplines and presets: \
                                      chokepoint list aqms, chokepoint list presets.";

// What the help of a command prints after its options: examples, and the lists to consult.
pub(crate) const OF_SWEEP: &str = include_str!("help/sweep.txt");
pub(crate) const OF_PLOT: &str = include_str!("help/plot.txt");
pub(crate) const OF_SCREEN: &str = include_str!("help/screen.txt");
pub(crate) const OF_IMPORT: &str = include_str!("help/import.txt");

/// The settings of a scene and the parameters of disciplines: name, allowed values, meaning. A * in a path is the index of a group
/// of flows, from 0.
pub(crate) fn settings() -> Vec<Value> {
    let mut declared: BTreeMap<&str, (&ParamSpec, Vec<&str>)> = BTreeMap::new();
    for about in ABOUTS {
        for spec in about.params() {
            declared.entry(spec.id).or_insert((spec, Vec::new())).1.push(about.id);
        }
    }
    let of_scene = fields::all().map(|field| entry(&field.path(), &field.spec));
    let of_disciplines = declared.into_iter().map(|(id, (spec, disciplines))| {
        let mut entry = entry(id, spec);
        entry["aqms"] = disciplines.into();
        entry
    });
    of_scene.chain(of_disciplines).collect()
}

fn entry(name: &str, spec: &ParamSpec) -> Value {
    json!({
        "id": name, "unit": spec.unit, "allowed": spec.allowed(), "default": spec.default.to_json(),
        "meaning": spec.meaning,
    })
}
