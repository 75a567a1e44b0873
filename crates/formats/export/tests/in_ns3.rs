//! Runs exported scenes in ns-3 itself; the tests of `chokepoint-translate` use this module too.

use crate::agreement::{Numbers, Pair};
use crate::support::{exported, found, is_thorough, numbers_of, run};
use chokepoint_engine::Scenario;
use chokepoint_export::Target;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const LIBRARIES: &[&str] = &["internet", "point-to-point", "applications", "traffic-control", "network", "core"];

/// Smallest share of metrics that must agree with ns-3, as in the reference tests. The share is below 1, because our
/// TCP follows that of ns-2, and ns-3 implements TCP differently.
const LEAST_SHARE: f64 = 0.70;

/// The reference scene (`crates/core/engine/tests/reference/ns3`): TCP with SACK, and UDP at half of the link rate.
pub(crate) fn scene(aqm: &str, params: serde_json::Value) -> Scenario {
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

/// The path of the C++ compiler. `None` if the comparison with ns-3 is to be skipped: in a run of the tests that is not
/// thorough, or if the compiler or ns-3 is not installed.
pub(crate) fn compiler() -> Option<PathBuf> {
    let skipped = "exported programs are not compared with ns-3";
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

/// Compiles the exported program together with the source files `along`, and returns the program's results.
pub(crate) fn measured(compiler: &Path, folder: &Path, scene: &Scenario, along: &[PathBuf]) -> Numbers {
    let export = exported(Target::Ns3, scene);
    let (source, program) = (folder.join(&export.file_name), folder.join("program"));
    fs::write(&source, &export.text).expect("a writable file");
    let mut compile = Command::new(compiler);
    compile.args(["-O1", "-std=c++17"]).arg(&source).args(along).arg("-o").arg(&program);
    let compiled = run(compile.args(LIBRARIES.iter().map(|library| format!("-lns3-{library}"))));
    assert!(compiled.status.success(), "{}: {}", export.file_name, String::from_utf8_lossy(&compiled.stderr));
    numbers_of(&run(&mut Command::new(&program)))
}

/// Checks that enough pairs agree.
pub(crate) fn holds(pairs: &[Pair]) {
    let off: Vec<_> = pairs.iter().filter(|pair| !pair.holds).map(|pair| pair.line.as_str()).collect();
    let share = 1.0 - off.len() as f64 / pairs.len() as f64;
    assert!(share >= LEAST_SHARE, "only {:.0} % of the pairs hold:\n{}", 100.0 * share, off.join("\n"));
}
