//! Writes what is generated from the engine's own declarations; `npm run generate` runs it, a test keeps it fresh.

use chokepoint_engine::{frame, schema};
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::write(root.join("web/src/engine/frame.gen.ts"), frame::decoder_module())?;
    fs::create_dir_all(root.join("presets/schema"))?;
    fs::write(root.join("presets/schema/preset.schema.json"), format!("{:#}\n", schema::preset_schema()))
}
