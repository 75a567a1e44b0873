//! Writes the TypeScript types of `chokepoint_wasm::answers` to a source file of the page. Run by `npm run generate`.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let (path, text) = chokepoint_wasm::answers::generated_file();
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path), text)
}
