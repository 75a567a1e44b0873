//! Writes what is generated from the engine's own declarations; `npm run generate` runs it, a test keeps it fresh.

use chokepoint_engine::frame;
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::write(root.join("web/src/engine/frame.gen.ts"), frame::decoder_module())
}
