//! Writes what is generated from the engine's own declarations; `npm run generate` runs it, a test keeps it fresh.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    for (path, text) in chokepoint_engine::border::generated_files() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
        fs::create_dir_all(path.parent().unwrap_or(&path))?;
        fs::write(path, text)?;
    }
    Ok(())
}
