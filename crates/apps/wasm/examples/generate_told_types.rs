//! Writes the page's types of the browser package's answers; `npm run generate` runs it, a test keeps them fresh.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let (path, text) = chokepoint_wasm::told::generated_file();
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path), text)
}
