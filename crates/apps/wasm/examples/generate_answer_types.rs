//! Writes the TypeScript types of answers of this package. `npm run generate` runs it, and a test compares the file.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let (path, text) = chokepoint_wasm::answers::generated_file();
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path), text)
}
