//! Tests of lessons through the public interface: the lessons of this repository, and damaged
//! lessons.

mod damaged;
mod of_this_repository;
mod scripts;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn presets() -> Vec<Value> {
    let files = files_in(&repository().join("presets"), "json");
    files.iter().map(|file| serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap()).collect()
}

fn files_in(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
    files.sort();
    files
}

#[test]
fn the_generated_types_are_up_to_date() {
    let (path, text) = chokepoint_lesson::typescript::generated_file();
    let committed = fs::read_to_string(repository().join(path)).unwrap_or_default();
    assert!(committed == text, "{path} is stale: run `npm run generate`");
}
