//! Writes the TypeScript types of lessons for `npm run generate`. A test fails if the written file differs from the
//! declarations in Rust.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let (path, text) = chokepoint_lesson::typescript::generated_file();
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(path), text)
}
