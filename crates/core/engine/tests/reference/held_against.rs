//! The references with which each discipline of the registry is compared; a new discipline has no reference.

use super::case::{self, Simulator};
use super::scene;
use chokepoint_engine::discipline::ABOUTS;
use serde_json::{Value, json};
use std::fs;

/// The test files for formulas and published bounds. If one of these files names a discipline, the discipline counts as
/// compared with that file.
const FORMULAS: &[&str] = &["theory.rs", "price_equilibrium.rs", "fairness_laws.rs", "slotted.rs", "rfc_9332.rs"];

/// Disciplines that ns-2 2.35 contains. The other disciplines were added to ns-2 as plug-ins written from the papers.
const OF_NS2: &[&str] = &["drop-tail", "red", "sfq", "drr", "rem"];

/// One row for each discipline: its id, its scenes in each simulator, whether ns-2's is its own, and the tests of formulas.
pub(super) fn all() -> Vec<Value> {
    let scenes: Vec<(Simulator, String)> = case::all()
        .iter()
        .filter_map(|case| {
            let scene = scene::scenario_of(case).ok()?;
            Some((case.simulator, scene["lanes"][0]["aqm"].as_str()?.to_owned()))
        })
        .collect();
    let tests = super::folder().parent().expect("a folder").to_owned();
    let texts: Vec<(&str, String)> =
        FORMULAS.iter().map(|&name| (name, fs::read_to_string(tests.join(name)).expect("a readable file"))).collect();
    let row = |id: &'static str| {
        let count = |simulator| scenes.iter().filter(|(by, aqm)| *by == simulator && aqm == id).count();
        let formulas: Vec<&str> =
            texts.iter().filter(|(_, text)| text.contains(&format!("\"{id}\""))).map(|(name, _)| *name).collect();
        json!({
            "id": id, "ns-2": count(Simulator::Ns2), "is_of_ns2": OF_NS2.contains(&id), "ns-3": count(Simulator::Ns3),
            "Linux": count(Simulator::Linux), "formulas": formulas,
        })
    };
    ABOUTS.iter().map(|about| row(about.id)).collect()
}
