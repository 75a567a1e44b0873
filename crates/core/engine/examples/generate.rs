//! Writes the files generated from the engine's own declarations. `npm run generate` runs this program. A test fails if
//! a generated file no longer matches the declarations.

use chokepoint_engine::scenario::scenario_of;
use chokepoint_link::fingerprint;
use serde_json::{Value, json};
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    for (path, text) in chokepoint_engine::border::generated_files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, text)?;
    }
    archive_presets(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets"))
}

/// Archives the scene of every preset whose current version is not archived yet, so that URLs of this version still
/// open after the preset has changed. Archived scenes are never removed.
fn archive_presets(folder: &Path) -> io::Result<()> {
    let file = folder.join("archive.ndjson");
    let mut archive = fs::read_to_string(&file).unwrap_or_default();
    let mut presets: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    presets.retain(|path| path.extension().is_some_and(|it| it == "json"));
    presets.sort();
    for preset in presets {
        let preset: Value = serde_json::from_str(&fs::read_to_string(preset)?)?;
        let scenario = scenario_of(&preset);
        let entry = json!({ "id": scenario["id"], "fingerprint": fingerprint(scenario), "scenario": scenario });
        let is_there = archive.lines().any(|line| {
            let known: Value = serde_json::from_str(line).unwrap_or_default();
            known["id"] == entry["id"] && known["fingerprint"] == entry["fingerprint"]
        });
        if !is_there {
            archive += &format!("{entry}\n");
        }
    }
    fs::write(file, archive)
}
