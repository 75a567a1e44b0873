//! Sources of scenes outside the page: built-in presets, links and files. The command line and the Python package share
//! this code, and all native programs read and write files through this crate.

pub mod files;

use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::limits::MAX_FILE_BYTES;
use chokepoint_engine::scenario::{Problem, json_text, scenario_of};
use chokepoint_link::{self as link, Known, Linked};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use strsim::jaro_winkler;

include!(concat!(env!("OUT_DIR"), "/presets.rs"));

/// Every preset file, in the order of the page's scene picker.
pub fn presets() -> Vec<Value> {
    let mut presets: Vec<Value> =
        preset_texts().iter().map(|text| serde_json::from_str(text).expect("a test reads every preset")).collect();
    presets.sort_by_key(|preset| preset["order"].as_u64());
    presets
}

/// Every figure file, sorted by the position of its first point's preset in the page's scene picker.
pub fn figures() -> Vec<Value> {
    let presets = presets();
    let place = |figure: &Value| presets.iter().position(|preset| id_of(preset) == figure["points"][0]["preset"]);
    let mut figures: Vec<Value> =
        figure_texts().iter().map(|text| serde_json::from_str(text).expect("a test reads every figure")).collect();
    figures.sort_by_key(|figure| place(figure));
    figures
}

/// The text of every JSON file in a folder.
#[cfg(debug_assertions)]
fn texts_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder of the files").flatten();
    let files = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|it| it == "json"));
    files.map(|path| fs::read_to_string(path).expect("a readable file")).collect()
}

/// The id of a preset file.
pub fn id_of(preset: &Value) -> &str {
    scenario_of(preset)["id"].as_str().unwrap_or_default()
}

/// The earlier versions and names of the current presets; see `presets/archive.ndjson`.
pub fn earlier_presets() -> Vec<Value> {
    ARCHIVE.lines().map(|line| serde_json::from_str(line).expect("a test reads every line")).collect()
}

/// The link in an argument: a URL fragment, or a URL that has one; `None` for a file name.
pub fn link_in(source: &str) -> Option<&str> {
    let fragment = source.rsplit_once('#').map_or(source, |(_, fragment)| fragment);
    let fragment = fragment.split_once('/').map_or(fragment, |(scene, _)| scene);
    let (version, _) = fragment.split_once('.')?;
    let is_link = !version.is_empty() && version.bytes().all(|it| it.is_ascii_digit());
    (is_link && (source.contains('#') || !Path::new(source).exists())).then_some(fragment)
}

/// Opens a link of any version, whose scripts are in `language`.
pub fn open_link(fragment: &str, language: Language) -> Result<Linked, Vec<Problem>> {
    link::decode(fragment, Known { today: &presets(), earlier: &earlier_presets(), language })
}

/// The link of a scene at time 0, without the page's address.
pub fn link_of(scenario: &Scenario) -> Result<String, Vec<Problem>> {
    link::encode(scenario, &preset_of(&scenario.id), &json!({}))
}

/// The preset with this id or, if there is none, the first preset. The page's link of the scene holds the differences
/// from this preset.
pub fn preset_of(id: &str) -> Value {
    let mut presets = presets();
    let place = presets.iter().position(|preset| id_of(preset) == id).unwrap_or(0);
    presets.swap_remove(place)
}

/// Loads the preset or bare scenario that a preset id, a link or a file name refers to, without validating it. The message
/// about an unknown source recommends `all_presets`, the command that lists presets.
pub fn load_whole(source: &str, all_presets: &str, language: Language) -> Result<Value, Vec<Problem>> {
    if let Some(fragment) = link_in(source) {
        return Ok(open_link(fragment, language)?.scenario.to_json());
    }
    if let Some(preset) = presets().into_iter().find(|preset| id_of(preset) == source) {
        return Ok(preset);
    }
    let file = fs::File::open(source).map_err(|error| {
        let presets = presets();
        let ids = presets.iter().map(id_of);
        let nearest = ids.max_by(|one, other| jaro_winkler(source, one).total_cmp(&jaro_winkler(source, other)));
        let nearest = nearest.unwrap_or_default();
        let problem = format!(
            "is not a preset (the nearest is {nearest}; {all_presets} names all) and no file that can be read: {error}"
        );
        vec![Problem::new(source, problem)]
    })?;
    let mut text = String::new();
    files::read_all(file, MAX_FILE_BYTES, &mut text).map_err(|problem| vec![Problem::new(source, problem)])?;
    json_text::read(&text).map_err(|problems| in_file(problems, source))
}

/// Problems in a file's text. The path `scenario`, which means the whole file, becomes the file's name.
pub fn in_file(problems: Vec<Problem>, file: &str) -> Vec<Problem> {
    let with_name = |it: Problem| if it.path == "scenario" { Problem::new(file, it.problem) } else { it };
    problems.into_iter().map(with_name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_valid_scenario_under_its_own_id() {
        for preset in presets() {
            let scenario = Scenario::parse(scenario_of(&preset));
            let scenario = scenario.unwrap_or_else(|problems| panic!("{}: {problems:?}", id_of(&preset)));
            assert_eq!(scenario.id, id_of(&preset));
            assert!(!scenario.title.is_empty());
        }
    }
}
