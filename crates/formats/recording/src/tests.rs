//! Recordings of simulated runs: whole, truncated and damaged.

use crate::{Header, Item, Reader, Recording, RecordingProblem, Writer};
use chokepoint_engine::discipline::AnyDiscipline;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::packet::{Ecn, FlowId, Packet};
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::{SimTime, Span};
use chokepoint_engine::{Arrival, Scenario, Simulation};
use proptest::prelude::*;
use serde_json::{Value, json};

fn scene() -> Value {
    json!({
        "seed": 5, "duration_s": 20, "lanes": [{ "aqm": "choke" }],
        "flows": [
            { "transport": "udp", "rate_bps": 2_000_000 },
            { "transport": "newreno", "count": 5, "overhead_s": 0.002 },
        ],
    })
}

#[derive(Default)]
struct Arrivals(Vec<Arrival>);

impl Probe for Arrivals {
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        let &Packet { flow, bytes, is_udp, ecn, is_syn, is_retransmission, tcp, .. } = packet;
        if self.0.last().is_none_or(|last| last.at < now) {
            self.0.push(Arrival { at: now, flow, bytes, is_udp, ecn, is_syn, is_retransmission, cwr: tcp.cwr() });
        }
    }
}

fn simulated() -> Vec<Arrival> {
    let mut arrivals = Arrivals::default();
    let mut run = Simulation::new(&Scenario::parse(&scene()).unwrap(), 0).unwrap();
    run.watch_to(run.end(), &mut arrivals);
    arrivals.0
}

/// Writes a recording as a router does: each packet as it arrives, and the state now and then.
fn recorded(arrivals: &[Arrival]) -> Vec<u8> {
    let mut run = Simulation::driven(&Scenario::parse(&scene()).unwrap(), 0).unwrap();
    let header = Header { scenario: scene(), lane: 0, origin: "linux".into(), facts: json!({ "kernel": "6.1" }) };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    for block in arrivals.chunks(100) {
        writer.arrivals(block).unwrap();
        run.append(block).unwrap();
        let now = block[block.len() - 1].at + Span::from_nanos(1);
        run.know_until(now);
        run.advance_to(now);
        writer.known_until(now).unwrap();
        writer.state(now, run.state_hash()).unwrap();
    }
    writer.finish(run.end(), &json!({ "lost": 0 })).unwrap()
}

#[test]
fn a_replay_reaches_the_recorded_states_and_reports_it() {
    let arrivals = simulated();
    let file = recorded(&arrivals);
    let recording = Recording::read(&file).unwrap();
    assert_eq!(recording.arrivals, arrivals);
    assert_eq!(recording.end, Some(json!({ "lost": 0 })));
    let replay = recording.replay(Language::NONE).unwrap();
    assert_eq!(replay.decided_as_recorded, Some(true));
    assert!(replay.states > 20, "{}", replay.states);
    assert_eq!(replay.run.totals().counts.arrived, arrivals.len() as u64);
    assert!(replay.run.is_finished());

    let mut other = recording;
    other.header.scenario["seed"] = json!(6);
    assert_eq!(other.replay(Language::NONE).unwrap().decided_as_recorded, Some(false));
}

#[test]
fn a_packet_needs_few_bytes() {
    let arrivals = simulated();
    let bytes_per_packet = recorded(&arrivals).len() as f64 / arrivals.len() as f64;
    assert!(bytes_per_packet < 8.0, "{bytes_per_packet}");
}

#[test]
fn a_truncated_recording_is_used_up_to_its_end() {
    let arrivals = simulated();
    let file = recorded(&arrivals);
    let whole = Recording::read(&file).unwrap();
    let mut longest = 0;
    for end in (0..file.len()).step_by(97) {
        match Recording::read(&file[..end]) {
            Ok(part) => {
                assert!(whole.arrivals.starts_with(&part.arrivals) && part.end.is_none(), "{end}");
                longest = longest.max(part.arrivals.len());
                // What has been read can be replayed.
                assert_ne!(part.replay(Language::NONE).unwrap().decided_as_recorded, Some(false), "{end}");
            }
            Err(problem) => assert!(problem == RecordingProblem::NoHeader && end < 500, "{problem} at {end}"),
        }
    }
    assert!(longest * 10 > arrivals.len() * 9, "{longest}");
}

#[test]
fn a_header_may_be_replaced_and_the_last_header_counts() {
    let header = |lane| Header { scenario: scene(), lane, origin: "linux".into(), facts: json!({}) };
    let mut file = Vec::new();
    let mut writer = Writer::new(&mut file, &header(0)).unwrap();
    writer.header(&header(1)).unwrap();
    assert_eq!(Recording::read(&file).unwrap().header.lane, 1);
}

#[test]
fn bytes_that_are_no_recording_are_refused_with_a_message() {
    let words = |bytes: &[u8]| Recording::read(bytes).unwrap_err().to_string();
    assert_eq!(words(b"PK\x03\x04...."), "this is not a recording: its first eight bytes are not CHOKEREC");
    assert_eq!(words(b"CHOKEREC"), "the recording ends before its scene");
    assert_eq!(words(b"CHOKERECx"), "the recording is damaged: the kind of a block cannot be read");
    let newer = crate::blocks::write(crate::blocks::Kind::Header, br#"{"version":7}"#);
    let newer: Vec<u8> = crate::MAGIC.iter().chain(&newer).copied().collect();
    assert_eq!(words(&newer), "the recording is of version 7; versions 1 to 1 can be read here");
}

fn any_arrivals() -> impl Strategy<Value = Vec<Arrival>> {
    let any = (1..1u64 << 40, 0..12_000u32, 1..u16::MAX, 0..4usize, any::<[bool; 4]>());
    prop::collection::vec(any, 0..200).prop_map(|list| {
        let mut at = 0;
        list.into_iter()
            .map(|(later, flow, bytes, ecn, [is_udp, is_syn, is_retransmission, cwr])| {
                at += later;
                let ecn = [Ecn::NotEct, Ecn::Ect0, Ecn::Ect1, Ecn::Ce][ecn];
                let at = SimTime::from_nanos(at);
                Arrival { at, flow: FlowId(flow), bytes, is_udp, ecn, is_syn, is_retransmission, cwr }
            })
            .collect()
    })
}

/// Parses a recording with one bit flipped.
fn damaged(place: usize, bit: u8) {
    let arrivals = simulated_once();
    let mut file = recorded_once().to_vec();
    let place = place % file.len();
    file[place] ^= 1 << bit;
    if let Ok(read) = Recording::read(&file) {
        // If the flipped bit increased a length, the parser waits for bytes that do not exist.
        assert!(arrivals.starts_with(&read.arrivals), "place {place}, bit {bit}");
        if let Ok(replay) = read.replay(Language::NONE) {
            assert!(replay.run.totals().counts.arrived <= arrivals.len() as u64);
        }
    }
}

#[test]
fn a_length_that_covers_the_next_block_counts_as_damage() {
    damaged(628_411, 3);
}

proptest! {
    #[test]
    fn arrivals_are_read_as_written_in_pieces_of_any_size(arrivals in any_arrivals(), piece in 1..90usize) {
        let header = Header { scenario: json!({}), lane: 0, origin: "linux".into(), facts: json!({}) };
        let mut writer = Writer::new(Vec::new(), &header).unwrap();
        for block in arrivals.chunks(70) {
            writer.arrivals(block).unwrap();
            writer.known_until(block[block.len() - 1].at).unwrap();
        }
        let file = writer.finish(SimTime::MAX, &json!({})).unwrap();
        let mut reader = Reader::default();
        let mut read = Vec::new();
        for bytes in file.chunks(piece) {
            for item in reader.push(bytes).unwrap() {
                if let Item::Arrivals(block) = item {
                    read.extend(block);
                }
            }
        }
        prop_assert!(reader.is_ended());
        prop_assert_eq!(read, arrivals);
    }

    #[test]
    fn damage_is_refused_or_has_no_effect(place in 0..1_000_000usize, bit in 0..8u8) {
        damaged(place, bit);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let file: Vec<u8> = crate::MAGIC.iter().chain(&bytes).copied().collect();
        let _ = Recording::read(&file);
        let _ = crate::arrivals::read(&bytes, SimTime::MAX);
        let _ = crate::arrivals::read(&bytes, SimTime::ZERO);
    }
}

fn simulated_once() -> &'static [Arrival] {
    static ONCE: std::sync::OnceLock<Vec<Arrival>> = std::sync::OnceLock::new();
    ONCE.get_or_init(simulated)
}

fn recorded_once() -> &'static [u8] {
    static ONCE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    ONCE.get_or_init(|| recorded(simulated_once()))
}

#[test]
fn the_recordings_of_presets_belong_to_their_scenes_and_replay() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets");
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let preset: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let Some(name) = preset["recording"].as_str() else { continue };
        count += 1;
        let recording = Recording::read(&std::fs::read(folder.join("recordings").join(name)).unwrap()).unwrap();
        let [recorded, written] =
            [&recording.header.scenario, &preset["scenario"]].map(|it| Scenario::parse(it).unwrap());
        assert_eq!(recorded.to_json(), written.to_json(), "{name}");
        let replay = recording.replay(Language::NONE).unwrap();
        assert_eq!(replay.decided_as_recorded, Some(true), "{name}");
        assert!(replay.run.is_finished() && replay.states > 10 && recording.end.is_some(), "{name}");
    }
    assert_eq!(count, std::fs::read_dir(folder.join("recordings")).unwrap().count(), "a recording without a preset");
}
