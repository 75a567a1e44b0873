//! Tests of the demo, a scene on real hosts.

use crate::support::{can_route, left_by, objects, router, until_nothing};
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_recording::Recording;
use std::fs;

fn number(value: &serde_json::Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is not a whole number"))
}

#[test]
fn a_scene_runs_on_real_hosts_and_its_recording_is_replayed() {
    if !can_route("a_scene_runs_on_real_hosts_and_its_recording_is_replayed") {
        return;
    }
    let file = std::env::temp_dir().join(format!("chokepoint-test-{}.chokerec", std::process::id()));
    let line = "demo --tcp 2 --udp 1 --rate 8mbit --udp-rate 12mbit --rtt 10 --seconds 3 --json --aqm choke --record";
    let started = router(line).arg(&file).spawn().expect("the program starts");
    let process = started.id();
    let output = started.wait_with_output().expect("the program ends");
    let [real, simulated] = &objects(&output)[..] else { panic!("the run and its simulation") };
    assert_eq!((real["profile"].as_str(), real["aqm"].as_str()), (Some("linux"), Some("choke")));
    assert_eq!(
        (real["schema"].clone(), real["flows"][0]["class"].as_str()),
        (simulated["schema"].clone(), Some("udp"))
    );
    let bottleneck = &real["bottleneck"];
    let [arrived, departed, dropped, queued] =
        ["arrived_packets", "departed_packets", "dropped_packets", "queued_packets_at_end"]
            .map(|id| number(&bottleneck[id]));
    assert_eq!(arrived, departed + dropped + queued);
    assert!(dropped > 100, "12 Mb/s of UDP alone are too much for 8 Mb/s");

    // The kernel follows the verdicts: every packet that was not dropped is received, except for some in the last tenth
    // of a second.
    let udp = &real["flows"][0];
    let passed = number(&udp["sent_packets"]) - number(&udp["dropped_packets"]);
    let received = number(&real["linux"]["datagrams_received"]);
    let tenth = 8_000_000 / 8 / 1_500 / 10;
    assert!(received <= passed && received + queued + tenth >= passed, "{received} of {passed} came");
    assert!(real["classes"]["tcp"]["goodput_bps"].as_f64().unwrap() > 100_000.0, "TCP lives: {real}");
    assert_eq!(real["linux"]["oversized_packets"], 0);
    assert_eq!(real["linux"]["foreign_packets"], 0);
    assert!(real["linux"]["verdict_lateness_s"]["count"].as_u64() > Some(1_000));

    // Replaying the recording gives the same decisions.
    let bytes = fs::read(&file).expect("a recording");
    fs::remove_file(&file).expect("it can be removed");
    let recording = Recording::read(&bytes).expect("a whole recording");
    assert_eq!(recording.arrivals.len() as u64, arrived);
    let replay = recording.replay(Language::NONE).expect("a scene");
    assert_eq!((replay.decided_as_recorded, replay.states), (Some(true), 2));
    let again = replay.run.result();
    assert_eq!((again.bottleneck.dropped_packets, again.bottleneck.departed_packets), (dropped, departed));
    until_nothing(5, || left_by(process));
}

#[test]
fn marks_reach_the_receivers() {
    if !can_route("marks_reach_the_receivers") {
        return;
    }
    let line = "demo --tcp 4 --udp 0 --rate 8mbit --rtt 5 --seconds 2 --json --no-simulation --aqm red \
                --set flows.1.ecn=true --set ecn=true -m 2 -M 20 -w 0.05 --set max_p=0.3";
    let output = router(line).output().expect("the program runs");
    let [real] = &objects(&output)[..] else { panic!("one object") };
    let marked = number(&real["bottleneck"]["marked_packets"]);
    assert!(marked > 20, "RED marks flows that may be marked: {marked}");
    assert_eq!(real["linux"]["unmarked_packets"], 0);
    // A mark changes the IP header. With a wrong checksum the marked packet would be lost, and then retransmitted.
    let again: u64 = real["flows"].as_array().unwrap().iter().map(|flow| number(&flow["retransmitted_packets"])).sum();
    let dropped = number(&real["bottleneck"]["dropped_packets"]);
    assert!(again <= 2 * dropped + 10, "{again} sent again after {dropped} drops and {marked} marks");
}

#[test]
fn an_impossible_demo_is_refused_before_the_network_is_built() {
    let refused = |line: &str| {
        let output = router(line).output().expect("the program runs");
        assert!(!output.status.success(), "{line}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(refused("demo --tcp 1 --transport vegas").contains("flows.1.transport: vegas"));
    assert!(refused("demo --preset no-such-preset").contains("the nearest is"));
    assert!(refused("demo --aqm red --aqm choke --record x").contains("need a single discipline and a single run"));
    assert!(refused("demo --rate 10parsec").contains("the units are"));
    assert!(refused("run --aqm nothing").contains("lanes.0.aqm"));
}
