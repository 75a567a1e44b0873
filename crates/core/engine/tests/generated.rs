//! Tests that the generated files in the repository match the engine's current declarations.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::discipline::about::ParamKind;
use chokepoint_engine::measure::MAX_BINS;
use chokepoint_engine::scenario::{flow_fields, limits};
use std::fs;
use std::path::Path;

#[test]
fn generated_files_are_up_to_date() {
    for file in chokepoint_engine::border::generated_files() {
        chokepoint_engine::border::typescript::assert_up_to_date(env!("CARGO_MANIFEST_DIR"), file);
    }
}

#[test]
fn the_documented_limits_are_those_of_the_code() {
    let ParamKind::Integer { max: of_a_group, .. } = flow_fields::COUNT.kind else { panic!("flows are counted") };
    let limits = [
        ("bytes of a scenario or preset file", limits::MAX_FILE_BYTES),
        ("flows of a scene", limits::MAX_FLOWS),
        ("flows of a group", of_a_group as u64),
        ("groups of flows", limits::MAX_GROUPS as u64),
        ("steps of a schedule", limits::MAX_SCHEDULE_STEPS as u64),
        ("files of a trace", limits::MAX_TRACE_FILES as u64),
        ("points of a table of sizes", limits::MAX_SIZE_POINTS as u64),
        ("times the rate of its own link that a random source offers", u64::from(limits::MAX_OVERLOAD)),
        ("lanes of a scene (the page shows the first 4)", limits::MAX_LANES as u64),
        ("parameters in one place", limits::MAX_PARAMS as u64),
        ("interventions", limits::MAX_INTERVENTIONS as u64),
        ("characters of a text in a scene", limits::MAX_TEXT as u64),
        ("steps of a path", limits::MAX_PATH_STEPS as u64),
        ("characters of a link", limits::MAX_LINK_CHARS as u64),
        ("bytes that a link unfolds to", limits::MAX_LINK_BYTES as u64),
        ("problems reported; the others are counted", limits::MAX_PROBLEMS as u64),
        ("characters of a path in a message", limits::MAX_PROBLEM_PATH as u64),
        ("characters of a message", limits::MAX_PROBLEM_TEXT as u64),
        ("characters of a value in a message", limits::MAX_QUOTED as u64),
        ("entries of a list in a preset", limits::MAX_LIST as u64),
        ("characters of a text in a preset", limits::MAX_PRESET_TEXT as u64),
        ("seeds of an experiment", limits::MAX_SEEDS),
        ("values of a sweep", limits::MAX_POINTS as u64),
        ("bins of a run", MAX_BINS),
        ("checks of a claim, one inside the other", limits::MAX_CHECK_DEPTH as u64),
    ];
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/formats.md");
    let text = fs::read_to_string(path).expect("a document");
    let table = text.split("| limit | most |").nth(1).expect("a table of limits");
    let documented: Vec<&str> = table.lines().skip(2).take_while(|line| line.starts_with('|')).collect();
    let declared: Vec<String> = limits.iter().map(|(name, most)| format!("| {name} | {most} |")).collect();
    assert_eq!(documented, declared);
}

#[test]
fn the_limit_on_parameters_in_one_place_admits_all_parameters() {
    let mut ids: Vec<_> = ABOUTS.iter().flat_map(|about| about.params()).map(|spec| spec.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert!(ids.len() < limits::MAX_PARAMS, "{} parameters", ids.len());
}
