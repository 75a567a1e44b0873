//! Captures of simulated runs: whole, swapped, truncated and damaged.

mod damaged;
mod files;
mod sides;
mod simulated;

use crate::{ImportProblem, Imported, Options, import};
use chokepoint_engine::discipline::scripted::Language;
use files::Files;
use simulated::Router;

/// Imports two files with these contents.
fn imported(files: &Files, options: &Options) -> Result<Imported, ImportProblem> {
    let [mut entering, mut leaving] = [&files.entering[..], &files.leaving[..]];
    import(("in.pcapng", &mut entering), ("out.pcapng", &mut leaving), options)
}

fn drop_tail() -> Router {
    Router::run("drop-tail", 25, 0)
}

#[test]
fn a_simulated_router_is_inferred_from_its_captures() {
    let router = drop_tail();
    let it = imported(&router.files(), &Options::default()).unwrap();
    let facts = it.inferred();
    // The captures show what happened to a packet only if it arrived before the last departure: a packet still queued
    // then has not left either.
    let known = router.known_arrivals();
    assert!(known.len() > 3_000 && known.len() + 30 > router.arrivals.len(), "{}", known.len());
    let begin = known[0].at.nanos() - 1;
    let [ours, theirs] = [it.arrivals(), &known[..]].map(|arrivals| {
        arrivals.iter().map(|it| (it.at.nanos(), it.bytes, it.is_udp, it.is_syn, it.ecn)).collect::<Vec<_>>()
    });
    let shifted: Vec<_> =
        theirs.into_iter().map(|(at, bytes, udp, syn, ecn)| (at - begin, bytes, udp, syn, ecn)).collect();
    assert_eq!(ours, shifted);
    assert_eq!(facts["dropped_packets"], router.known_drops());
    assert!(router.known_drops() > 100);
    let rate = facts["rate_bps"].as_f64().unwrap();
    assert!((rate / 2e6 - 1.0).abs() < 0.01, "{rate}");
    assert_eq!(facts["buffer_packets"], 25);
    assert_eq!(facts["full_at_drops"], 1.0);
    assert_eq!(facts["flows"], 4);
    assert_eq!(it.scenario()["queue"]["params"]["limit"], 25);
    // The engine runs at the inferred rate. Its relative error, about a millionth, can change the number of drops by
    // one or two.
    let here = it.recomputed()["dropped_packets"].as_u64().unwrap();
    assert!(here.abs_diff(router.known_drops()) <= 2, "{here}");
    let times = [it.recomputed(), facts].map(|it| it["mean_time_in_system_s"].as_f64().unwrap());
    assert!((times[0] / times[1] - 1.0).abs() < 0.01, "{times:?}");
    assert_eq!(it.remarks().count(), 1, "{:?}", it.remarks().collect::<Vec<_>>());
}

#[test]
fn flows_and_retransmissions_are_recognized() {
    let router = drop_tail();
    let it = imported(&router.files(), &Options::default()).unwrap();
    let mut numbers = std::collections::BTreeMap::new();
    for (ours, theirs) in it.arrivals().iter().zip(router.known_arrivals()) {
        assert_eq!(*numbers.entry(theirs.flow).or_insert(ours.flow), ours.flow);
        assert_eq!(ours.is_retransmission, theirs.is_retransmission, "{theirs:?}");
    }
    assert_eq!(numbers.len(), 4);
}

#[test]
fn values_given_by_the_user_take_precedence() {
    let options =
        Options { rate_bps: Some(3_000_000), buffer_packets: Some(7), aqm: "red".into(), ..Options::default() };
    let it = imported(&drop_tail().files(), &options).unwrap();
    assert_eq!(
        (&it.scenario()["bottleneck"]["capacity_bps"], &it.scenario()["lanes"][0]["aqm"]),
        (&3_000_000.into(), &"red".into())
    );
    assert_eq!(it.scenario()["queue"]["params"]["limit"], 7);
    assert_eq!(it.inferred()["buffer_packets"], 25, "what the captures show is reported all the same");
    assert!(it.remarks().next().unwrap().contains("3.000 Mb/s (given)"));
    let unknown = imported(&drop_tail().files(), &Options { aqm: "chocke".into(), ..Options::default() }).unwrap_err();
    assert!(unknown.to_string().starts_with("lanes.0.aqm: \"chocke\" is not a queue discipline"), "{unknown}");
}

#[test]
fn active_queue_management_is_noticed() {
    let params = "choke";
    let it = imported(&Router::run(params, 100, 0).files(), &Options::default()).unwrap();
    let remarks: Vec<_> = it.remarks().collect();
    assert!(remarks.iter().any(|it| it.contains("other drops come from active queue management")), "{remarks:?}");
    assert!(it.inferred()["full_at_drops"].as_f64().unwrap() < 0.5);
}

#[test]
fn the_recording_can_be_read_and_run_and_has_no_states() {
    let it = imported(&drop_tail().files(), &Options::default()).unwrap();
    let recording = chokepoint_recording::Recording::read(&it.write(Vec::new()).unwrap()).unwrap();
    assert_eq!((recording.header.origin.as_str(), recording.arrivals.len()), ("pcapng", it.arrivals().len()));
    assert_eq!(recording.header.facts["inferred"], *it.inferred());
    let replay = recording.replay(Language::NONE).unwrap();
    assert_eq!((replay.decided_as_recorded, replay.run.is_finished()), (None, true));
    assert_eq!(it.recomputed()["dropped_packets"], replay.run.result().bottleneck.dropped_packets);
    assert!(recording.end.unwrap()["matters"][0].as_str().unwrap().starts_with("The captures show "));
}

#[test]
fn flows_with_few_packets_share_a_place() {
    let it = imported(&drop_tail().files(), &Options { flows: 3, ..Options::default() }).unwrap();
    let flows = it.arrivals().iter().map(|it| it.flow).collect::<std::collections::BTreeSet<_>>();
    assert!(flows.len() <= 3 && it.inferred()["sharing_flows"] == 3, "{flows:?}");
    assert!(it.remarks().any(|it| it.contains("are merged")));
}
