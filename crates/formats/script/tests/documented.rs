//! Compares the reference for script authors with the compiler.

use chokepoint_engine::discipline::scripted::MAX_SCRIPT_BYTES;
use chokepoint_script::{
    MAX_CELLS, MAX_DEPTH, MAX_ITEMS, MAX_NESTING, MAX_OPERATIONS, MAX_TEXT, Script, check, reference,
};
use std::fs;
use std::path::Path;

fn document() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/scripts.md");
    fs::read_to_string(file).expect("the reference")
}

#[test]
fn the_tables_equal_those_of_the_compiler() {
    let how = "cargo run -p chokepoint-script --example reference prints them";
    assert!(document().contains(&reference::tables()), "the tables of docs/scripts.md are stale: {how}");
}

#[test]
fn the_documented_limits_are_those_of_the_code() {
    let document = document();
    for limit in
        [MAX_SCRIPT_BYTES, MAX_OPERATIONS as usize, MAX_DEPTH as usize, MAX_CELLS, MAX_ITEMS, MAX_NESTING, MAX_TEXT]
    {
        assert!(document.contains(&format!("| {limit} |")), "{limit} is not in the table of limits");
    }
}

#[test]
fn every_complete_script_of_the_reference_keeps_every_law() {
    let document = document();
    let mut count = 0;
    for block in document.split("```rhai\n").skip(1) {
        let text = block.split("```").next().unwrap_or_default();
        if !text.contains("fn enqueue") {
            continue;
        }
        count += 1;
        assert!(Script::read(text).is_ok(), "{:?}:\n{text}", Script::read(text).err());
        let checked = check::check(text, 10).expect("it reads");
        assert!(checked.broken.is_none(), "{:?}:\n{text}", checked.broken);
    }
    assert!(count >= 2, "{count} scripts");
}
