//! What `--set` can change, from the engine's own declarations.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::discipline::about::ParamSpec;
use chokepoint_engine::scenario::fields;
use std::collections::BTreeMap;

/// The settings of a scene and the parameters of the disciplines: name, what is allowed, meaning.
pub(crate) fn settings() -> String {
    let mut text = String::from("Settings of a scene (* is the place of a group of flows, from 0):\n");
    for field in fields::all() {
        text.push_str(&entry(&field.path(), &field.spec));
    }
    text.push_str("\nParameters of the queue disciplines:\n");
    let mut declared: BTreeMap<&str, (&ParamSpec, Vec<&str>)> = BTreeMap::new();
    for about in ABOUTS {
        for spec in about.params() {
            declared.entry(spec.id).or_insert((spec, Vec::new())).1.push(about.id);
        }
    }
    for (id, (spec, disciplines)) in declared {
        text.push_str(&entry(id, spec));
        text.push_str(&format!("          of {}\n", disciplines.join(", ")));
    }
    text.push_str("\nDefaults and everything else that is known: chokepoint list aqms --json");
    text
}

fn entry(name: &str, spec: &ParamSpec) -> String {
    format!("  {name}\n          {}\n          {}\n", spec.meaning, spec.allowed())
}
