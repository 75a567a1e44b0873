//! Our last accepted numbers: one readable table per preset. A difference says that something changed, not that it is
//! wrong: read it, accept it with `npm run bless` in a commit of its own, and note it under "Changed numbers".
//!
//! Model 1 runs under every discipline and three seeds, any other preset under the disciplines of its experiment and one.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::probe::NoProbe;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// The preset that every discipline runs.
const EVERY_DISCIPLINE: &str = "choked-model1";

#[test]
fn presets_give_the_numbers_accepted_last() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut presets: Vec<_> = fs::read_dir(root.join("../presets"))
        .expect("the folder of presets")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    presets.sort();
    assert!(!presets.is_empty());
    for preset in presets {
        let table = table_of(&fs::read_to_string(&preset).expect("a readable preset"));
        let golden = root.join("tests/golden").join(preset.with_extension("snap").file_name().expect("a name"));
        if env::var_os("CHOKEPOINT_BLESS").is_some() {
            fs::write(&golden, &table).expect("a writable folder");
        }
        let accepted = fs::read_to_string(&golden).unwrap_or_default();
        assert_eq!(table, accepted, "{}: if the change is meant, accept it with `npm run bless`", golden.display());
    }
}

fn table_of(preset: &str) -> String {
    let scenario = Scenario::parse_text(preset).expect("a right preset");
    let mut table = format!(
        "{}\n{:<10} {:>4} {:>11} {:>11} {:>9} {:>9} {:>9} {:>8} {:>8}  drops by reason; state hash\n",
        scenario.id, "aqm", "seed", "UDP bit/s", "TCP bit/s", "Jain", "queue", "delay s", "arrived", "departed"
    );
    let (aqms, seeds) = if scenario.id == EVERY_DISCIPLINE {
        (ABOUTS.iter().map(|about| about.id.to_owned()).collect(), 1..=3)
    } else {
        (disciplines_of(preset, &scenario), 1..=1)
    };
    for aqm in aqms {
        let scenario = scenario.with_discipline(&aqm).expect("a registered discipline");
        for seed in seeds.clone() {
            let scenario = scenario.with("seed", seed.into()).expect("a right seed");
            let mut simulation = Simulation::new(&scenario, 0).expect("a right scene");
            simulation.advance_to(simulation.end(), &mut NoProbe);
            let run = simulation.result();
            let throughput = |class: &str| run.classes.get(class).map_or(0.0, |class| class.throughput_bps);
            let drops: Vec<String> = run
                .bottleneck
                .drops
                .iter()
                .filter(|(_, count)| **count > 0)
                .map(|(reason, count)| format!("{reason} {count}"))
                .collect();
            writeln!(
                table,
                "{:<10} {seed:>4} {:>11.1} {:>11.1} {:>9.6} {:>9.4} {:>9.6} {:>8} {:>8}  {}; {:016x}",
                aqm,
                throughput("udp"),
                throughput("tcp"),
                run.jain_index,
                run.bottleneck.queue_packets.mean,
                run.bottleneck.queueing_delay_s.mean,
                run.bottleneck.arrived_packets,
                run.bottleneck.departed_packets,
                drops.join(", "),
                simulation.state_hash(),
            )
            .expect("a string takes everything");
        }
    }
    table
}

/// The disciplines of a preset's experiment, or of its scene.
fn disciplines_of(preset: &str, scenario: &Scenario) -> Vec<String> {
    let preset: Value = serde_json::from_str(preset).expect("a JSON file");
    let lanes = preset["experiment"]["lanes"].as_array();
    let mut aqms: Vec<String> =
        lanes.into_iter().flatten().filter_map(|lane| lane["aqm"].as_str()).map(str::to_owned).collect();
    if aqms.is_empty() {
        aqms = scenario.lanes.iter().map(|lane| lane.aqm.clone()).collect();
    }
    aqms.dedup();
    aqms
}
