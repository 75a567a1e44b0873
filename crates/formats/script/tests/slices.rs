//! Tests of time slicing: a caller processes a number of events and then reads the clock. The operations of a script
//! count too, 32 of them as one event, so that each slice ends soon.

use chokepoint_engine::{CHECKPOINT_BUDGET, Comparison, Direction, Filter, Scenario, Simulation, Step, Timeline};
use chokepoint_script::MAX_OPERATIONS;
use serde_json::json;

/// Number of events between two readings of the clock, as on the page.
const EVENTS_PER_LOOK: u64 = 512;
/// Upper bound on the operations of a slice. The engine counts 32 operations as one event. A call in progress is
/// finished even if the slice has used up its events.
const MOST_OPERATIONS: u64 = 32 * EVENTS_PER_LOOK + MAX_OPERATIONS as u64;

/// A scene with two lanes: a script that takes about 100,000 operations for every packet, and a native discipline.
fn scene() -> Scenario {
    let busy = "fn enqueue(packet) {\n    let i = 0; while i < 20000 { i += 1; }\n    \
                if queue.len() < 20 { admit() } else { drop(\"overflow\") }\n}";
    Scenario::parse_in(
        &json!({
            "duration_s": 1,
            "lanes": [{ "aqm": "script", "script": busy }, { "aqm": "drop-tail", "params": { "limit": 20 } }],
            "flows": [{ "transport": "udp", "rate_bps": 1_500_000 }],
        }),
        chokepoint_script::RHAI,
    )
    .expect("a right scene")
}

fn operations(timeline: &Timeline) -> u64 {
    timeline.simulation().discipline().operations().expect("a script")
}

/// Runs a move to its end, and returns the number of slices.
fn pieces(timeline: &mut Timeline) -> u32 {
    let mut count = 1;
    loop {
        let before = operations(timeline);
        let found = timeline.go_on(EVENTS_PER_LOOK);
        let worked = operations(timeline).saturating_sub(before);
        assert!(worked <= MOST_OPERATIONS, "{worked} operations in a piece");
        if found.is_some() {
            return count;
        }
        count += 1;
    }
}

#[test]
fn the_clock_is_read_after_a_bounded_amount_of_work() {
    let scenario = scene();
    let mut whole = Simulation::new(&scenario, 0).expect("a lane");
    whole.advance_events(u64::MAX, whole.end());
    // The run has so few events that it would take only one or two slices if operations did not count.
    assert!(whole.event_count() < 2 * EVENTS_PER_LOOK, "{} events", whole.event_count());

    let mut timeline = Timeline::new(&scenario, 0, CHECKPOINT_BUDGET).expect("a lane");
    let mut count = 1;
    loop {
        let before = operations(&timeline);
        let is_there = timeline.advance(1.0, EVENTS_PER_LOOK);
        let worked = operations(&timeline) - before;
        assert!(worked <= MOST_OPERATIONS, "{worked} operations in a piece");
        if is_there {
            break;
        }
        count += 1;
    }
    assert!(count > 30, "{count} pieces");
    assert_eq!(timeline.simulation().state_hash(), whole.state_hash());

    timeline.begin_seek(0.05);
    pieces(&mut timeline);
    timeline.begin_seek(0.8);
    assert!(pieces(&mut timeline) > 30);
    timeline.begin_seek(0.05);
    pieces(&mut timeline);
    // The first drop occurs late in the run.
    let drop = Step::parse(&json!({ "kind": "drop" })).expect("a step");
    timeline.begin_find(drop);
    assert!(pieces(&mut timeline) > 30);
    timeline.begin_step(drop, Direction::Forward);
    assert!(pieces(&mut timeline) > 30);
    assert_eq!(timeline.replay_mismatches(), 0);

    let filter = Filter::parse(&json!({}), &timeline).expect("a filter");
    let mut history = timeline.begin_history(0.0, 1.0, &filter, 1_000);
    let mut count = 1;
    while history.go_on(EVENTS_PER_LOOK).is_none() {
        count += 1;
    }
    assert!(count > 30, "{count} pieces");

    let mut comparison = Comparison::new(&scenario, 0, 1, scenario.duration).expect("two lanes");
    let mut count = 1;
    let compared = loop {
        match comparison.go_on(EVENTS_PER_LOOK) {
            Some(compared) => break compared,
            None => count += 1,
        }
    };
    assert!(compared.facts().divergence.is_none());
    assert!(count > 30, "{count} pieces");
}
