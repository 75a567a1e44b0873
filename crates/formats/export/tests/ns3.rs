//! Compiles exported programs against real ns-3, and compares their output with our run of the same scene.

use crate::agreement::compare;
use crate::in_ns3::{compiler, holds, measured, scene};
use crate::support::{exported, folder, scripted};
use chokepoint_export::Target;
use serde_json::json;

#[test]
fn a_scene_with_a_script_sets_the_attributes_of_its_class() {
    let scene = scripted(&scene("drop-tail", json!({})), "choke", json!({ "limit": 200 }))
        .with("lanes.0.params", json!({ "m": 3, "max_p": 1 }))
        .expect("parameters");
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

#[test]
fn exported_scenes_nearly_agree_in_ns3() {
    let Some(compiler) = compiler() else { return };
    let folder = folder("ns3");
    let red = json!({
        "min_th": 20, "max_th": 60, "max_p": 0.1, "gentle": true, "idle": "ns2", "ns2_guards": true,
        "overflow_resets_count": true,
    });
    // The FQ disciplines are excluded: if each flow has a queue of its own, ns-3's TCP behaves differently
    // (crates/core/engine/tests/reference/reasons.json).
    let cases =
        [("drop-tail", json!({})), ("red", red), ("codel", json!({ "slow_link_target": false })), ("pie", json!({}))];
    let mut pairs = Vec::new();
    for (aqm, params) in cases {
        pairs.extend(compare(aqm, &scene(aqm, params), 1..=3, |scene| measured(&compiler, &folder, scene, &[])));
    }
    holds(&pairs);
}
