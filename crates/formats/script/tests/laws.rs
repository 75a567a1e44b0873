//! Checking scripts: the start scripts violate no invariant, and a violation is reported in a small scene.

use chokepoint_script::check::check;
use chokepoint_script::start::STARTS;
use serde_json::Value;

#[test]
fn no_start_script_violates_an_invariant() {
    for start in STARTS {
        let checked = check(start.text, 25).unwrap_or_else(|problem| panic!("{}: {problem}", start.id));
        assert!(checked.broken.is_none(), "{}: {:?}", start.id, checked.broken);
        assert!(checked.packets > 2_000, "{}: only {} packets", start.id, checked.packets);
    }
}

#[test]
fn the_reported_scene_is_small() {
    let forgets_a_full_buffer = "fn enqueue(packet) { admit(); }";
    let broken = check(forgets_a_full_buffer, 100).expect("it reads").broken.expect("a full buffer");
    assert_eq!(broken.law, "no-mistake");
    assert!(broken.problem.contains("the buffer is full"), "{}", broken.problem);
    assert_eq!(broken.scene["flows"].as_array().map(Vec::len), Some(1));
    assert!(broken.at_s <= broken.scene["duration_s"].as_f64().unwrap_or(0.0), "{broken:?}");
    assert_eq!(broken.scene["interventions"].as_array().map(Vec::len), Some(0));
}

#[test]
fn an_idle_link_with_a_backlog_is_found() {
    let lazy = r#"
        fn enqueue(packet) { if queue.len() < params.limit { admit(); } else { drop("overflow"); } }
        fn dequeue() { if queue.len() > 5 { queue.send(); } }
    "#;
    let broken = check(lazy, 20).expect("it reads").broken.expect("an idle link");
    assert!(broken.problem.contains("without send()"), "{}", broken.problem);
    assert_eq!(broken.scene["lanes"][0]["aqm"], Value::from("script"));
}
