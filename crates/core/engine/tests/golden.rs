//! The last accepted results, one readable table per preset. A difference means that a result changed, not that it is
//! wrong. Read the diff. To accept it, run `npm run bless`, commit the result separately, and note the change under
//! "Changed numbers".
//!
//! Model 1 has a row for every discipline and each of three seeds; any other preset has a row for each discipline of
//! its experiment, with one seed. `npm run bless` and thorough tests run all rows. By default, Model 1 runs under every
//! discipline with the first seed, and every other preset under one of its disciplines.

use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs, thread};

const EVERY_DISCIPLINE: &str = "choked-model1";

#[test]
fn presets_give_the_accepted_results() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let mut presets: Vec<_> = fs::read_dir(folder)
        .expect("the folder of presets")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    presets.sort();
    assert!(!presets.is_empty());
    // The longest presets run first, so that all cores finish at about the same time.
    let mut order: Vec<usize> = (0..presets.len()).collect();
    order.sort_by_key(|&place| !presets[place].ends_with(format!("{EVERY_DISCIPLINE}.json")));
    let differences = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(difference) = compare(&presets[place], place) {
                        differences.lock().unwrap().push(difference);
                    }
                }
            });
        }
    });
    let mut differences = differences.into_inner().unwrap();
    differences.sort();
    assert!(
        differences.is_empty(),
        "if the change is meant, accept it with `npm run bless`\n{}",
        differences.join("\n")
    );
}

/// Compares a preset with its accepted results. The new results are accepted if the preset's name contains the value of
/// the environment variable `CHOKEPOINT_BLESS`.
fn compare(preset: &Path, place: usize) -> Result<(), String> {
    let golden = golden_of(preset);
    let name = golden.file_stem().expect("a name").to_string_lossy().into_owned();
    let blessed = env::var("CHOKEPOINT_BLESS").ok();
    if blessed.as_ref().is_some_and(|part| !name.contains(part.as_str())) {
        return Ok(());
    }
    let text = fs::read_to_string(preset).expect("a readable preset");
    let scenario = Scenario::parse_text(&text).expect("a right preset");
    let mut rows = rows_of(&text, &scenario);
    if blessed.is_none() && !crate::is_thorough() {
        let chosen = place % rows.len();
        let mut number = 0..;
        rows.retain(
            |(_, seed)| {
                if scenario.id == EVERY_DISCIPLINE { *seed == 1 } else { number.next() == Some(chosen) }
            },
        );
    }
    let head = head_of(&scenario.id);
    let lines: Vec<String> = rows.iter().map(|(aqm, seed)| line_of(&scenario, aqm, *seed)).collect();
    if blessed.is_some() {
        let table = format!("{head}\n{}\n", lines.join("\n"));
        fs::write(&golden, table).expect("a writable folder");
        return Ok(());
    }
    let accepted = fs::read_to_string(&golden).unwrap_or_default();
    if crate::is_thorough() && accepted != format!("{head}\n{}\n", lines.join("\n")) {
        return Err(format!("{name}: not these rows:\n{}", lines.join("\n")));
    }
    let missing: Vec<&str> = [head.as_str()]
        .into_iter()
        .chain(lines.iter().map(String::as_str))
        .filter(|line| line.lines().any(|line| !accepted.lines().any(|other| other == line)))
        .collect();
    if missing.is_empty() { Ok(()) } else { Err(format!("{name}: not accepted yet:\n{}", missing.join("\n"))) }
}

fn golden_of(preset: &Path) -> PathBuf {
    let name = preset.with_extension("snap");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name.file_name().expect("a name"))
}

fn head_of(id: &str) -> String {
    format!(
        "{id}\n{:<10} {:>4} {:>11} {:>11} {:>9} {:>9} {:>9} {:>8} {:>8}  drops by reason; state hash",
        "aqm", "seed", "UDP bit/s", "TCP bit/s", "Jain", "queue", "delay s", "arrived", "departed"
    )
}

/// Every row of a preset: a discipline and a seed.
fn rows_of(preset: &str, scenario: &Scenario) -> Vec<(String, u64)> {
    let (aqms, seeds) = if scenario.id == EVERY_DISCIPLINE {
        (ABOUTS.iter().map(|about| about.id.to_owned()).collect(), 1..=3)
    } else {
        (disciplines_of(preset, scenario), 1..=1)
    };
    aqms.iter().flat_map(|aqm| seeds.clone().map(|seed| (aqm.clone(), seed))).collect()
}

fn line_of(scenario: &Scenario, aqm: &str, seed: u64) -> String {
    let scenario = scenario.with_discipline(aqm).expect("a registered discipline");
    let scenario = scenario.with("seed", seed.into()).expect("a right seed");
    let mut simulation = Simulation::new(&scenario, 0).expect("a right scene");
    simulation.advance_to(simulation.end());
    let run = simulation.result();
    let throughput = |class: &str| run.classes.get(class).map_or(0.0, |class| class.throughput_bps);
    let drops: Vec<String> = run
        .bottleneck
        .drops
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    format!(
        "{:<10} {seed:>4} {:>11.1} {:>11.1} {:>9.6} {:>9.4} {:>9.6} {:>8} {:>8}  {}; {:016x}",
        aqm,
        throughput("udp"),
        throughput("tcp"),
        run.jain_index.unwrap_or(f64::NAN),
        run.bottleneck.queue_packets.mean,
        run.bottleneck.queueing_delay_s.mean.unwrap_or(f64::NAN),
        run.bottleneck.arrived_packets,
        run.bottleneck.departed_packets,
        drops.join(", "),
        simulation.state_hash(),
    )
}

/// The disciplines of a preset's experiment or, without one, of its scene.
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
