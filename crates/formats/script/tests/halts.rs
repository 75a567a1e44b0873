//! Playing or stepping through a run stops where a script fails, and does not continue to the end of the scene.

use chokepoint_engine::{CHECKPOINT_BUDGET, Direction, Found, Ran, Scenario, Step, Timeline};
use serde_json::json;

/// A script that admits every packet, even if the buffer is full.
const ADMITS_ALL: &str = "fn enqueue(packet) {\n    admit();\n}";

fn scene(script: &str) -> Scenario {
    let json = json!({
        "duration_s": 60,
        "queue": { "params": { "limit": 30 } },
        "bottleneck": { "capacity_bps": 1_000_000 },
        "lanes": [{ "aqm": "script", "script": script }],
        "flows": [
            { "transport": "udp", "rate_bps": 2_000_000, "start_s": 0 },
            { "transport": "newreno", "count": 3, "start_s": 0 },
        ],
    });
    Scenario::parse_in(&json, chokepoint_script::RHAI).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn opened() -> Timeline {
    Timeline::new(&scene(ADMITS_ALL), 0, CHECKPOINT_BUDGET).unwrap()
}

/// The time at which the script stops \[s\], and the hash of the state just after this event.
fn mistake() -> (f64, u64) {
    let mut timeline = opened();
    while timeline.simulation().stop().is_none() {
        assert!(timeline.step_decision(), "the script never stops");
    }
    let simulation = timeline.simulation();
    assert_eq!(simulation.stop().unwrap().at_s, simulation.now().secs());
    assert!(simulation.now().secs() < 1.0, "at {}", simulation.now().secs());
    (simulation.now().secs(), simulation.state_hash())
}

#[track_caller]
fn assert_at_the_mistake(timeline: &Timeline) {
    let simulation = timeline.simulation();
    assert_eq!((simulation.now().secs(), simulation.state_hash()), mistake());
    assert_eq!(timeline.furthest_s(), simulation.now().secs());
    assert_eq!(timeline.replay_mismatches(), 0);
}

#[test]
fn playing_stops_at_the_error_for_any_interval_and_step_size() {
    for (until_s, events) in [(60.0, u64::MAX), (60.0, 7), (mistake().0 + 0.01, 512), (mistake().0, 512)] {
        let mut timeline = opened();
        let ran = loop {
            match timeline.play(until_s, events) {
                Ran::Counted => {}
                ran => break ran,
            }
        };
        assert_eq!(ran, Ran::Halted);
        assert_at_the_mistake(&timeline);
    }
}

#[test]
fn continued_playing_and_moves_pass_the_error() {
    let mut timeline = opened();
    assert_eq!(timeline.play(60.0, u64::MAX), Ran::Halted);
    assert_eq!(timeline.play(5.0, u64::MAX), Ran::There);
    assert_eq!(timeline.simulation().now().secs(), 5.0);
    let mut timeline = opened();
    assert!(timeline.advance(5.0, u64::MAX));
    timeline.seek(0.1);
    assert!(timeline.simulation().stop().is_none());
    timeline.seek(7.0);
    assert_eq!(timeline.simulation().now().secs(), 7.0);
    // If the run is played again from a time before the error, it stops at the error again, although it was already
    // simulated beyond the error.
    timeline.seek(0.1);
    assert_eq!(timeline.play(60.0, u64::MAX), Ran::Halted);
    assert_eq!(timeline.simulation().now().secs(), mistake().0);
}

#[test]
fn a_step_of_any_kind_stops_at_the_error() {
    let kinds = [
        json!({ "kind": "second" }),
        json!({ "kind": "match" }),
        json!({ "kind": "line", "lines": [200] }),
        json!({ "kind": "drop", "reason": 0 }),
    ];
    for kind in kinds {
        let step = Step::parse(&kind).unwrap();
        for has_been_there in [false, true] {
            let mut timeline = opened();
            if has_been_there {
                timeline.advance(60.0, u64::MAX);
                timeline.seek(0.0);
            }
            assert_eq!(timeline.step(step, Direction::Forward), Found::Found, "{kind}");
            assert_eq!(timeline.simulation().now().secs(), mistake().0, "{kind}");
            // After the error there are no further events of any kind; only time advances.
            if step != Step::Second {
                assert_eq!(timeline.step(step, Direction::Forward), Found::None, "{kind}");
                assert_eq!(timeline.simulation().now().secs(), mistake().0, "{kind}");
            }
        }
    }
}

#[test]
fn a_step_to_the_next_decision_stops_at_the_error() {
    let mut timeline = opened();
    timeline.play(60.0, u64::MAX);
    assert!(!timeline.step_decision());
    assert_at_the_mistake(&timeline);
    assert_eq!(timeline.step(Step::Decision, Direction::Forward), Found::None);
    assert_at_the_mistake(&timeline);
    assert_eq!(timeline.step(Step::Decision, Direction::Back), Found::Found);
    assert!(timeline.simulation().stop().is_none());
}
