//! Puts the preset files into the binary, so that `chokepoint run choked-model1` works from anywhere.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let presets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../presets");
    println!("cargo::rerun-if-changed={}", presets.display());
    let mut files: Vec<PathBuf> = fs::read_dir(&presets)
        .expect("the folder presets/ stands at the root of the repository")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let mut code = String::from("/// The text of every preset file.\npub(crate) const PRESETS: &[&str] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let file = file.canonicalize().expect("an existing file");
        writeln!(code, "    include_str!({file:?}),").expect("a string takes everything");
    }
    code.push_str("];\n");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo")).join("presets.rs");
    fs::write(out, code).expect("a writable build folder");
}
