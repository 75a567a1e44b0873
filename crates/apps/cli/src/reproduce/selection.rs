//! The presets that the arguments of `reproduce` name.

use crate::failure::Failure;
use crate::scenario_source::load_whole;
use chokepoint_engine::experiment::{Experiment, Preset};
use chokepoint_scenes::{id_of, presets};
use chokepoint_script::RHAI;
use serde_json::Value;
use std::path::Path;

/// A selected preset.
#[derive(Clone)]
pub(super) enum Selected {
    /// A preset that can be run.
    Experiment(Box<Experiment>),
    /// A preset with a formula but without a scene, so there is nothing to run: the title of its document, and the
    /// place of the formula in the document.
    Curve { document: String, place: String },
}

impl Selected {
    pub(super) fn experiment(&self) -> Option<&Experiment> {
        match self {
            Self::Experiment(experiment) => Some(experiment),
            Self::Curve { .. } => None,
        }
    }
}

/// The presets that the names select, without duplicates; without names, all presets.
pub(super) fn select(names: &[String]) -> Result<Vec<Selected>, Failure> {
    let known = presets();
    let mut found: Vec<Value> = Vec::new();
    if names.is_empty() {
        found.clone_from(&known);
    }
    for name in names {
        for preset in named(name, &known)? {
            if !found.contains(&preset) {
                found.push(preset);
            }
        }
    }
    found.iter().map(read).collect()
}

fn read(preset: &Value) -> Result<Selected, Failure> {
    let name = id_of(preset);
    let parsed = Preset::parse_in(preset, RHAI)
        .map_err(|problems| Failure::Wrong(problems.iter().map(|problem| format!("{name}: {problem}")).collect()))?;
    if parsed.plan.is_none() {
        return Ok(Selected::Curve { document: parsed.document.title, place: parsed.document.place });
    }
    let experiment = Experiment::new(parsed).map_err(|problem| Failure::from(vec![problem]))?;
    Ok(Selected::Experiment(Box::new(experiment)))
}

/// The presets that one argument names: a preset id, a document id or a unique prefix of one, or a file.
fn named(name: &str, known: &[Value]) -> Result<Vec<Value>, Failure> {
    if let Some(preset) = known.iter().find(|preset| id_of(preset) == name) {
        return Ok(vec![preset.clone()]);
    }
    let documents = documents(known);
    let matching: Vec<&str> = match documents.iter().find(|document| **document == name) {
        Some(exact) => vec![exact],
        None => documents.iter().copied().filter(|document| document.starts_with(name)).collect(),
    };
    match matching.as_slice() {
        [document] => Ok(known.iter().filter(|preset| document_of(preset) == *document).cloned().collect()),
        [] if name == "-" || Path::new(name).exists() => Ok(vec![load_whole(name)?]),
        [] => Err(Failure::wrong(format!(
            "{name}: is neither a document (the documents are {}), nor a preset (chokepoint list presets), nor a file",
            documents.join(", ")
        ))),
        several => Err(Failure::wrong(format!("{name}: is ambiguous; it could be {}", several.join(" or ")))),
    }
}

/// The ids of the documents, in the order of their presets.
fn documents(known: &[Value]) -> Vec<&str> {
    let mut documents = Vec::new();
    for document in known.iter().map(document_of) {
        if !documents.contains(&document) {
            documents.push(document);
        }
    }
    documents
}

fn document_of(preset: &Value) -> &str {
    preset["document"]["id"].as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn known() -> Vec<Value> {
        let preset = |id: &str, document: &str| json!({ "document": { "id": document }, "scenario": { "id": id } });
        vec![preset("a-1", "alpha-thesis"), preset("b-1", "alpine-paper"), preset("a-2", "alpha-thesis")]
    }

    fn ids(name: &str) -> Result<Vec<String>, String> {
        match named(name, &known()) {
            Ok(presets) => Ok(presets.iter().map(|preset| id_of(preset).to_owned()).collect()),
            Err(Failure::Wrong(messages)) => Err(messages.join("; ")),
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_document_or_its_unique_beginning_selects_its_presets() {
        assert_eq!(ids("a-2"), Ok(vec!["a-2".into()]));
        assert_eq!(ids("alpha-thesis"), Ok(vec!["a-1".into(), "a-2".into()]));
        assert_eq!(ids("alpi"), Ok(vec!["b-1".into()]));
        assert_eq!(ids("alp"), Err("alp: is ambiguous; it could be alpha-thesis or alpine-paper".into()));
        assert!(ids("zeta").unwrap_err().contains("alpha-thesis, alpine-paper"));
    }

    #[test]
    fn every_companion_that_a_claim_names_exists() {
        let presets = presets();
        for preset in &presets {
            let parsed = Preset::parse(preset).unwrap_or_else(|problems| panic!("{}: {problems:?}", id_of(preset)));
            for companion in parsed.companions() {
                assert!(presets.iter().any(|other| id_of(other) == companion), "{}: {companion}", parsed.id);
            }
        }
    }
}
