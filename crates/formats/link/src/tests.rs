//! Tests of the contents of links, of refused links, and of their length.

use super::*;
use chokepoint_engine::scenario::limits::{MAX_LINK_BYTES, MAX_LINK_CHARS};
use miniz_oxide::deflate::compress_to_vec;
use serde_json::json;

fn preset() -> Value {
    json!({ "scenario": {
        "id": "tiny", "lanes": [{ "aqm": "drop-tail" }, { "aqm": "red", "params": { "max_th": 70 } }],
        "flows": [{ "transport": "udp" }, { "transport": "reno", "count": 3 }],
    }})
}

fn parsed() -> Scenario {
    Scenario::parse(scenario_of(&preset())).unwrap()
}

fn changed(changes: &[(&str, Value)]) -> Scenario {
    changes.iter().fold(parsed(), |scene, (path, value)| scene.with(path, value.clone()).unwrap())
}

fn link_of(scene: &Scenario, view: &Value) -> String {
    encode(scene, &preset(), view).unwrap()
}

fn opened(link: &str) -> Result<Linked, Vec<Problem>> {
    decode(link, Known { today: &[preset()], earlier: &[], ..Known::default() })
}

fn problem_of(link: &str) -> String {
    opened(link).unwrap_err()[0].problem.clone()
}

#[test]
fn a_link_opens_the_same_scene_and_is_readable() {
    let scene = changed(&[("limit", json!(42)), ("seed", json!(7)), ("flows.0.rate_bps", json!(4e6))]);
    let view = json!({ "at_s": 12.5, "presenter": {}, "theory": { "values": { "rho": 0.5 } } });
    let link = link_of(&scene, &view);
    let print = fingerprint(scenario_of(&preset()));
    let start = format!(
        "2.tiny.{print}.{RUNS}~f0.rate_bps=4e6~limit=42~seed=7~:at_s=12.5~:presenter=_~:theory.values.rho=0.5~"
    );
    assert!(link.starts_with(&start), "{link}");
    let origin = Origin { preset: "tiny".into(), earlier: None, numbers: Some(RUNS) };
    assert_eq!(opened(&link), Ok(Linked { scenario: scene, view, origin }));
}

#[test]
fn lanes_and_timed_changes_are_readable() {
    let lanes = json!([{ "aqm": "red", "params": { "max_th": 70 } }, { "aqm": "choke", "params": { "max_th": 50 } }]);
    let later = json!([{ "at_s": 2.5, "path": "flows.0.rate_bps", "value": 3_000_000 }]);
    let scene = changed(&[("lanes", lanes), ("interventions", later)]);
    let link = link_of(&scene, &json!({}));
    assert!(link.contains("~aqm=red,choke~l1.max_th=50~f0.rate_bps=3e6@2.5~"), "{link}");
    assert_eq!(opened(&link).unwrap().scenario, scene);
}

#[test]
fn differences_without_a_plain_form_are_compressed() {
    let flows = json!([{ "transport": "udp", "source": "schedule", "steps": [[1, 5_000], [2, 0]] }]);
    for scene in [changed(&[("flows", flows)]), changed(&[("title", json!("Two words"))])] {
        let link = link_of(&scene, &json!({ "packets": "wait" }));
        assert!(link.contains("~="), "{link}");
        let linked = opened(&link).unwrap();
        assert_eq!((linked.scenario, linked.view), (scene, json!({ "packets": "wait" })));
    }
}

#[test]
fn a_link_of_version_1_still_opens_its_scene() {
    let link = "1.AUEAvv9bInRpbnkiLFtbInF1ZXVlLnBhcmFtcy5saW1pdCIsNDJdLFsic2VlZCIsN11dLHsiYXRfcyI6MTIuNX1dhoKF8A";
    let Linked { scenario, view, origin } = opened(link).unwrap();
    assert_eq!((scenario.seed, &scenario.shared_params["limit"]), (7, &json!(42)));
    assert_eq!((view, origin.numbers), (json!({ "at_s": 12.5 }), None));
}

#[test]
fn a_link_keeps_its_scene_when_the_preset_is_changed_or_renamed() {
    let scene = changed(&[("seed", json!(7))]);
    let link = link_of(&scene, &json!({}));
    let was = scenario_of(&preset()).clone();
    let mut is = was.clone();
    is["id"] = "small".into();
    let renamed = json!({ "id": "tiny", "renamed_to": "small" });
    let archived = json!({ "id": "tiny", "fingerprint": fingerprint(&was), "scenario": was });
    // A scene with another name counts as the same scene.
    let linked =
        decode(&link, Known { today: &[is.clone()], earlier: std::slice::from_ref(&renamed), ..Known::default() })
            .unwrap();
    assert_eq!(linked.origin.preset, "small");
    assert_eq!(linked.origin.earlier, None);
    // A scene with another capacity counts as a different scene.
    is["bottleneck"] = json!({ "capacity_bps": 5e6 });
    let today = [is];
    assert!(decode(&link, Known { today: &today, earlier: &[], ..Known::default() }).is_err());
    let linked =
        decode(&link, Known { today: &today, earlier: &[archived.clone(), renamed], ..Known::default() }).unwrap();
    assert_eq!(linked.scenario, scene);
    assert_eq!((linked.origin.preset.as_str(), linked.origin.earlier), ("small", Some(archived["scenario"].clone())));
    // A version 1 link has no fingerprint, so it means the first archived version.
    let old = "1.AUEAvv9bInRpbnkiLFtbInF1ZXVlLnBhcmFtcy5saW1pdCIsNDJdLFsic2VlZCIsN11dLHsiYXRfcyI6MTIuNX1dhoKF8A";
    let mut today = preset();
    today["scenario"]["bottleneck"] = json!({ "capacity_bps": 5e6 });
    let linked = decode(old, Known { today: &[today], earlier: &[archived], ..Known::default() }).unwrap();
    assert_eq!(linked.scenario.capacity_bps, parsed().capacity_bps);
}

#[test]
fn an_unknown_version_of_a_preset_is_named() {
    let link = link_of(&parsed(), &json!({}));
    let mut other = preset();
    other["scenario"]["seed"] = json!(99);
    let message =
        decode(&link, Known { today: &[other], earlier: &[], ..Known::default() }).unwrap_err()[0].problem.clone();
    assert!(
        message.starts_with("names a version of the preset that this version") && message.ends_with(": tiny"),
        "{message}"
    );
    let message = decode(&link, Known { today: &[], earlier: &[], ..Known::default() }).unwrap_err()[0].problem.clone();
    assert!(message == "names a preset that this version does not have: tiny", "{message}");
}

#[test]
fn every_damage_is_reported_and_none_panics() {
    let packed = changed(&[("title", json!("Two words"))]);
    for scene in [changed(&[("seed", json!(7)), ("max_th", json!(60))]), packed] {
        let link = link_of(&scene, &json!({}));
        for place in 0..link.len() {
            for other in ['x', '~', '=', '0'] {
                let mut damaged = link.clone();
                damaged.replace_range(place..=place, &other.to_string());
                assert!(damaged == link || opened(&damaged).is_err(), "{damaged}");
            }
            assert!(opened(&link[..place]).is_err(), "cut at {place}");
            assert!(opened(&format!("{}{}", &link[..place], &link[place + 1..])).is_err(), "without {place}");
        }
    }
}

#[test]
fn a_damaged_link_is_refused_with_the_damaged_part() {
    let link = link_of(&changed(&[("seed", json!(7)), ("max_th", json!(60))]), &json!({}));
    let from = link.find("max_th").unwrap() + 1;
    assert_eq!(
        problem_of(&link.replace("=60", "=80")),
        format!("is damaged in “max_th=80” (characters {from} to {}), or in its check characters at the end", from + 8)
    );
    let cut = &link[..link.find("=60").unwrap()];
    assert!(problem_of(cut).starts_with("is damaged: it breaks off after “max_th” (character"), "{}", problem_of(cut));
    assert_eq!(problem_of(&link[..link.len() - 2]), "is damaged: its last 2 characters are missing");
    let old = "1.AUEAvv9bInRpbnkiLFtbInF1ZXVlLnBhcmFtcy5saW1pdCIsNDJdLFsic2VlZCIsN11dLHsiYXRfcyI6MTIuNX1dhoKF8A";
    assert!(problem_of(&old[..60]).contains("its end is missing"), "{}", problem_of(&old[..60]));
    assert!(problem_of(&old.replace("pbn", "p!n")).contains("character"), "{}", problem_of(&old.replace("pbn", "p!n")));
}

#[test]
fn newer_oversized_and_foreign_links_are_refused_as_such() {
    assert!(problem_of("7.abc").contains("newer version (format 7; this version reads up to 2): update"));
    assert!(problem_of(&"1".repeat(20_000)).contains("20000 characters"));
    assert!(problem_of("hello").contains("not a link of Chokepoint"));
    let strange = json!({ "id": "a b", "lanes": [{ "aqm": "drop-tail" }], "flows": [{}] });
    let problems = encode(&Scenario::parse(&strange).unwrap(), &strange, &json!({})).unwrap_err();
    assert!(problems[0].problem.starts_with("cannot name the preset \"a b\""), "{}", problems[0]);
}

#[test]
fn the_decompressed_size_of_a_link_is_limited() {
    let bomb = compress_to_vec(&vec![b'['; 10_000_000], 9);
    let link = format!("1.{}", <base64ct::Base64UrlUnpadded as base64ct::Encoding>::encode_string(&bomb));
    assert!(link.len() < MAX_LINK_CHARS);
    assert_eq!(problem_of(&link), "expands to more than 262144 bytes, the most that are read");
}

#[test]
fn a_written_link_can_be_read_and_an_unreadable_link_is_not_written() {
    // A link to the scene, with the given text as the view of the page. Below, this text is the digit 1 repeated, which
    // compresses well, or random characters, which do not.
    let written = |view: String| encode(&parsed(), &preset(), &json!({ "text": format!(" {view}") }));
    let mut state = 1u32;
    let figures: String = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b' ' + 10 + (state >> 24) as u8 % 80).to_ascii_uppercase()
    })
    .filter(|it| *it != '\\' && *it != '"')
    .take(20_000)
    .collect();
    let (mut longest, mut refused) = (0, 0);
    for length in (12_000..20_000).step_by(100) {
        match written(figures[..length].into()) {
            Ok(link) => {
                assert!(opened(&link).is_ok(), "{length}");
                longest = longest.max(link.len());
            }
            Err(problems) => {
                assert!(problems[0].problem.contains("characters, of which at most 16000 are read; change less"));
                refused += 1;
            }
        }
    }
    assert!(longest > MAX_LINK_CHARS - 200 && refused > 0, "{longest}, {refused}");
    let around = |bytes: usize| written("1".repeat(bytes - r#"[[],{"text":" "}]"#.len()));
    assert!(opened(&around(MAX_LINK_BYTES).unwrap()).is_ok());
    let message = around(MAX_LINK_BYTES + 1).unwrap_err()[0].to_string();
    assert!(message.starts_with("link: would expand to 262145 bytes, of which at most 262144 are read"), "{message}");
}
