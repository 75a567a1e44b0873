//! Puts the preset files into whatever is built, so that `chokepoint run choked-model1` works from anywhere. A debug build reads
//! them from the folder when it runs: a preset that is being written needs no compiler.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let presets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let presets = presets.canonicalize().expect("the folder presets/ stands at the root of the repository");
    println!("cargo::rerun-if-changed={}", presets.join("archive.ndjson").display());
    let archive = format!(
        "/// The presets as they were.\npub(crate) const ARCHIVE: &str = include_str!({:?});\n",
        presets.join("archive.ndjson")
    );
    let code = if env::var("PROFILE").is_ok_and(|profile| profile == "debug") {
        println!("cargo::rerun-if-changed=build.rs");
        format!(
            "/// The text of every preset file.\npub(crate) fn preset_texts() -> Vec<String> {{\n    \
             texts_in(std::path::Path::new({presets:?}))\n}}\n"
        )
    } else {
        built_in(&presets)
    };
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("presets.rs");
    fs::write(out, archive + &code).expect("a writable build folder");
}

fn built_in(presets: &Path) -> String {
    println!("cargo::rerun-if-changed={}", presets.display());
    let mut files: Vec<PathBuf> = fs::read_dir(presets)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut code = String::from(
        "/// The text of every preset file.\npub(crate) fn preset_texts() -> Vec<&'static str> {\n    vec![\n",
    );
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        writeln!(code, "        include_str!({file:?}),").expect("a string takes everything");
    }
    code.push_str("    ]\n}\n");
    code
}
