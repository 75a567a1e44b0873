//! Embeds the preset and figure files in the programs, so that `chokepoint run choked-model1` works in any folder. A
//! debug build reads the files at run time, so that changing a preset needs no recompilation.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    // A published crate has a copy of the folder; `scripts/release/stage.mjs` puts it beside this file.
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo"));
    let is_published = here.join("presets").exists();
    let presets = here.join(if is_published { "presets" } else { "../../../presets" });
    let presets = presets.canonicalize().expect("the folder presets/ is at the root of the repository");
    println!("cargo::rerun-if-changed={}", presets.join("archive.ndjson").display());
    let archive = format!(
        "/// The presets as they were.\npub(crate) const ARCHIVE: &str = include_str!({:?});\n",
        presets.join("archive.ndjson")
    );
    let is_in_the_making = !is_published && env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let texts_of =
        |kind: &str, folder: &Path| if is_in_the_making { read_later(kind, folder) } else { built_in(kind, folder) };
    let code = texts_of("preset", &presets) + &texts_of("figure", &presets.join("figures"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("presets.rs");
    fs::write(out, archive + &code).expect("a writable build folder");
}

fn read_later(kind: &str, folder: &Path) -> String {
    println!("cargo::rerun-if-changed=build.rs");
    format!(
        "/// The text of every {kind} file.\npub(crate) fn {kind}_texts() -> Vec<String> {{\n    \
         texts_in(std::path::Path::new({folder:?}))\n}}\n"
    )
}

fn built_in(kind: &str, folder: &Path) -> String {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a readable folder")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut code = format!(
        "/// The text of every {kind} file.\npub(crate) fn {kind}_texts() -> Vec<&'static str> {{\n    vec![\n",
    );
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        writeln!(code, "        include_str!({file:?}),").expect("a string takes everything");
    }
    code.push_str("    ]\n}\n");
    code
}
