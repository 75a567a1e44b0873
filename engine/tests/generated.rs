//! What is generated and committed is what the engine declares now.

use chokepoint_engine::{frame, schema};
use std::fs;
use std::path::Path;

#[test]
fn the_decoder_of_frames_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src/engine/frame.gen.ts");
    let committed = fs::read_to_string(path).expect("the generated module is committed");
    assert_eq!(committed, frame::decoder_module(), "run `npm run generate`");
}

#[test]
fn the_schema_of_presets_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../presets/schema/preset.schema.json");
    let committed = fs::read_to_string(path).expect("the generated schema is committed");
    assert_eq!(committed, format!("{:#}\n", schema::preset_schema()), "run `npm run generate`");
}
