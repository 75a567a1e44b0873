//! Tests of exported ns-2 scenes whose lane is a script: they load the plug-in and set its variables.

use crate::support::{exported, preset, scripted};
use chokepoint_export::Target;
use chokepoint_export::plug_in;
use serde_json::json;

#[test]
fn a_scene_with_a_script_loads_its_plug_in_and_sets_its_variables() {
    let scene = scripted(&preset("choked-model1", "red", &[]), "choke", json!({ "m": 3, "max_p": 1 }));
    let export = exported(Target::Ns2, &scene);
    for line in [
        "set queue_type ScriptCHOKe",
        "load ./libscriptchoke.so",
        "set queue_limit 100",
        "Queue/ScriptCHOKe set m_ 3",
        "Queue/ScriptCHOKe set max_p_ 1.0",
        "Queue/ScriptCHOKe set capacity_bps_ 1000000",
    ] {
        assert!(export.text.lines().any(|it| it == line), "{line} is not in\n{}", export.text);
    }
}

#[test]
fn a_parameters_variable_does_not_collide_with_those_of_every_queue() {
    assert_eq!([plug_in::variable("max_th"), plug_in::variable("blocked")], ["max_th_", "its_blocked_"]);
    assert_eq!([plug_in::attribute("max_th"), plug_in::attribute("link_delay")], ["MaxTh", "ItsLinkDelay"]);
}
