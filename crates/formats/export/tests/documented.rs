//! Checks that `docs/simulators.md` lists every target's features, and that every preset is either exported or refused
//! with a reason.

use crate::support::{exported, preset, repository};
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::ABOUTS;
use chokepoint_engine::scenario::scenario_of;
use chokepoint_export::{Target, export};
use serde_json::{Value, json};
use std::fs;

/// The table of disciplines in `docs/simulators.md`, generated from the mappings.
fn table() -> String {
    let row = |id: &str| {
        let names = Target::ALL.map(|target| target.name_of(id));
        let cells = names.map(|name| name.map_or_else(|| "–".to_owned(), |name| format!("`{name}`")));
        names.iter().any(Option::is_some).then(|| format!("| `{id}` | {} |\n", cells.join(" | ")))
    };
    let rows: String = ABOUTS.iter().filter_map(|about| row(about.id)).collect();
    format!("| discipline | ns-2 | ns-3 | Linux |\n| --- | --- | --- | --- |\n{rows}")
}

#[test]
fn the_document_lists_the_features_of_every_target() {
    let text = fs::read_to_string(repository().join("docs/simulators.md")).expect("the document");
    assert!(text.contains(&table()), "docs/simulators.md must contain this table:\n{}", table());
}

#[test]
fn every_preset_is_exported_or_refused_with_a_reason() {
    let (mut written, mut refused) = (0, 0);
    for entry in fs::read_dir(repository().join("presets")).expect("presets").flatten() {
        let Ok(text) = fs::read_to_string(entry.path()) else { continue };
        if entry.path().extension().is_none_or(|it| it != "json") {
            continue;
        }
        let json: Value = serde_json::from_str(&text).expect("JSON");
        let scene = Scenario::parse(scenario_of(&json)).expect("a right scene");
        for target in Target::ALL {
            for lane in 0..scene.lanes.len() {
                match export(target, &scene, lane) {
                    Ok(export) => {
                        written += 1;
                        for loss in &export.losses {
                            assert!(loss.contains(": ") || loss.contains(" at "), "{loss} names no setting");
                        }
                    }
                    Err(problems) => {
                        refused += 1;
                        assert!(
                            problems
                                .iter()
                                .all(|it| it.problem.contains("which has") || it.problem.contains("is not in"))
                        );
                    }
                }
            }
        }
    }
    assert!(written > 50 && refused > 50, "{written} written, {refused} refused");
}

#[test]
fn features_that_a_target_lacks_are_refused_by_name() {
    let problems_of = |target, scene: &Scenario| {
        let problems = export(target, scene, 0).expect_err("a refusal");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        problems_of(Target::Ns2, &preset("choked-model1", "choked", &[])),
        "lanes.0.aqm: choked is not in ns-2, which has drop-tail, red, rem, sfq, drr, adaptive-red"
    );
    assert_eq!(
        problems_of(Target::Ns2, &preset("choked-model1", "red", &[("flows.1.transport", json!("cubic"))])),
        "flows.1.transport: cubic is not in ns-2, which has tahoe, reno, newreno, sack, vegas, udp"
    );
    let geometric = [("bottleneck.service", json!("geometric"))];
    assert_eq!(
        problems_of(Target::Tc, &preset("choked-model1", "red", &geometric)),
        "bottleneck.service: geometric is not in Linux, whose links have constant service, by size and capacity"
    );
}

/// Checks that a parameter is reported as missing in the export if the mapping to the target does not read it.
#[test]
fn no_setting_is_lost_without_a_report() {
    let scene = preset("choked-model1", "red", &[("ecn", json!(true)), ("above_max", json!("spaced"))]);
    let of = |target| exported(target, &scene).losses.join("\n");
    assert!(!of(Target::Ns2).contains("above_max"), "ns-2 has it");
    for target in [Target::Ns3, Target::Tc] {
        assert!(of(target).contains("queue.params.above_max: spaced"), "{}", of(target));
    }
    // The exported text names each missing setting twice: at the setting's position and at the top.
    let export = exported(Target::Tc, &scene);
    let flat = export.text.replace("\n#", "").replace("\n    #", "");
    for loss in &export.losses {
        assert!(flat.matches(loss.as_str()).count() >= 2, "{loss}\n{}", export.text);
    }
}

#[test]
fn a_title_cannot_end_a_comment() {
    let scene =
        preset("choked-model1", "red", &[("title", json!("one\nset duration_s 0\n\\")), ("id", json!("../a b"))]);
    for target in Target::ALL {
        let export = exported(target, &scene);
        assert!(
            !export.text.lines().any(|line| line == "set duration_s 0" || line.ends_with('\\') && line.contains("one"))
        );
        assert!(
            export.file_name.chars().all(|it| it.is_ascii_alphanumeric() || it == '-' || it == '.'),
            "{}",
            export.file_name
        );
        assert!(!export.file_name.starts_with('.'));
    }
}
