//! Writes the TypeScript types of figures for `npm run generate`; a test compares the file.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let (path, text) = chokepoint_plot::typescript::generated_file();
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path), text)
}
