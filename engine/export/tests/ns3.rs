//! The program for ns-3 is compiled against real ns-3, and what it prints is held against our run of the same scene.

use crate::agreement::{Numbers, Pair, compare};
use crate::{exported, folder, found, is_thorough, numbers_of, run};
use chokepoint_engine::Scenario;
use chokepoint_export::Target;
use chokepoint_script::start::STARTS;
use chokepoint_script::{Script, translate};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARIES: &[&str] = &["internet", "point-to-point", "applications", "traffic-control", "network", "core"];

/// Which share of the pairs must hold, as with the reference: ns-3's TCP is another program than ns-2's, which ours follows.
const LEAST_SHARE: f64 = 0.70;

/// The scenes of the reference (`engine/tests/reference/ns3`): TCP with SACK beside UDP at half of the rate.
fn scene(aqm: &str, params: serde_json::Value) -> Scenario {
    let scene = json!({
        "id": format!("ns3-{aqm}"),
        "duration_s": 60,
        "profile": "rfc6298",
        "bottleneck": { "capacity_bps": 2_000_000, "delay_s": 0.01 },
        "access": { "rate_bps": 100_000_000, "delay_s": 0.01 },
        "queue": { "params": { "limit": 200 } },
        "lanes": [{ "aqm": aqm, "params": params }],
        "flows": [
            { "transport": "udp", "rate_bps": 1_013_000, "start_s": [0, 1] },
            { "transport": "sack", "count": 5, "window_packets": 10_000, "start_s": [0, 1] },
        ],
    });
    Scenario::parse(&scene).expect("a right scene")
}

/// A script of those to start from, in the same scene.
fn scripted(start: &str) -> Scenario {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let lane = json!([{ "aqm": "script", "script": text, "params": { "limit": 200 } }]);
    let scene = Scenario { language: chokepoint_script::RHAI, ..scene("drop-tail", json!({})) };
    scene.with("lanes", lane).expect("a right scene")
}

/// The compiler where programs are held against ns-3: in the thorough run, where both are installed.
fn compiler() -> Option<PathBuf> {
    let skipped = "exported programs are not held against ns-3";
    if !is_thorough() {
        println!("SKIPPED: {skipped}: compiling them takes a minute; CHOKEPOINT_THOROUGH=1 does");
        return None;
    }
    let compiler = found("c++", skipped)?;
    if !Path::new("/usr/include/ns3/traffic-control-module.h").is_file() {
        println!("SKIPPED: {skipped}: there is no ns-3 in /usr/include (Debian: libns3-dev)");
        return None;
    }
    Some(compiler)
}

/// What ns-3 measures in a scene; `along`: what is compiled along with the program.
fn measured(compiler: &Path, folder: &Path, scene: &Scenario, along: &[PathBuf]) -> Numbers {
    let export = exported(Target::Ns3, scene);
    let (source, program) = (folder.join(&export.file_name), folder.join("program"));
    fs::write(&source, &export.text).expect("a writable file");
    let mut compile = Command::new(compiler);
    compile.args(["-O1", "-std=c++17"]).arg(&source).args(along).arg("-o").arg(&program);
    let compiled = run(compile.args(LIBRARIES.iter().map(|library| format!("-lns3-{library}"))));
    assert!(compiled.status.success(), "{}: {}", export.file_name, String::from_utf8_lossy(&compiled.stderr));
    numbers_of(&run(&mut Command::new(&program)))
}

/// A start as a queue disc, compiled.
fn queue_disc(compiler: &Path, folder: &Path, start: &str) -> PathBuf {
    let text = STARTS.iter().find(|it| it.id == start).expect("a start").text;
    let translation = translate::translation(&Script::read(text).expect("a right script"), Target::Ns3);
    assert_eq!(translation.refused, [], "{start}");
    let source = folder.join(&translation.file_name);
    fs::write(&source, &translation.text).expect("a writable file");
    let object = source.with_extension("o");
    let compiled = run(Command::new(compiler)
        .args(["-std=c++17", "-O1", "-ffp-contract=off", "-Wall", "-Werror", "-c"])
        .args([&source, Path::new("-o"), &object]));
    assert!(compiled.status.success(), "{start}: {}", String::from_utf8_lossy(&compiled.stderr));
    object
}

#[test]
fn a_scene_with_a_script_sets_the_attributes_of_its_class() {
    let scene = scripted("choke").with("lanes.0.params", json!({ "m": 3, "max_p": 1 })).expect("parameters");
    let export = exported(Target::Ns3, &scene);
    for line in [
        "const char* const QUEUE_DISC = \"ns3::ScriptCHOKe\";",
        "    Config::SetDefault(\"ns3::ScriptCHOKe::M\", IntegerValue(3));",
        "    Config::SetDefault(\"ns3::ScriptCHOKe::MaxP\", DoubleValue(1.0));",
        "    Config::SetDefault(\"ns3::ScriptCHOKe::LinkCapacity\", DataRateValue(DataRate(uint64_t(2000000))));",
    ] {
        assert!(export.text.lines().any(|it| it == line), "{line} is not in\n{}", export.text);
    }
}

/// The tail drop of a script and ns-3's own are the same run; the others measure nearly what they do here.
#[test]
fn queue_discs_of_scripts_measure_in_ns3_what_scripts_do_here() {
    let Some(compiler) = compiler() else { return };
    let folder = folder("ns3-scripts");
    let mut pairs = Vec::new();
    for start in STARTS.iter().map(|start| start.id) {
        let object = [queue_disc(&compiler, &folder, start)];
        let scene = scripted(start);
        if start == "drop-tail" {
            let own = measured(&compiler, &folder, &self::scene("drop-tail", json!({})), &[]);
            assert_eq!(measured(&compiler, &folder, &scene, &object), own);
        }
        pairs.extend(compare(start, &scene, 1..=3, |scene| measured(&compiler, &folder, scene, &object)));
    }
    holds(&pairs);
}

#[test]
fn ns3_measures_nearly_what_we_do() {
    let Some(compiler) = compiler() else { return };
    let folder = folder("ns3");
    let red = json!({
        "min_th": 20, "max_th": 60, "max_p": 0.1, "gentle": true, "idle": "ns2", "ns2_guards": true,
        "overflow_resets_count": true,
    });
    // The FQ disciplines are left out: ns-3's TCP differs in a queue of its own (engine/tests/reference/reasons.json).
    let cases =
        [("drop-tail", json!({})), ("red", red), ("codel", json!({ "slow_link_target": false })), ("pie", json!({}))];
    let mut pairs = Vec::new();
    for (aqm, params) in cases {
        pairs.extend(compare(aqm, &scene(aqm, params), 1..=3, |scene| measured(&compiler, &folder, scene, &[])));
    }
    holds(&pairs);
}

/// Whether enough of the pairs hold.
fn holds(pairs: &[Pair]) {
    let off: Vec<_> = pairs.iter().filter(|pair| !pair.holds).map(|pair| pair.line.as_str()).collect();
    let share = 1.0 - off.len() as f64 / pairs.len() as f64;
    assert!(share >= LEAST_SHARE, "only {:.0} % of the pairs hold:\n{}", 100.0 * share, off.join("\n"));
}
