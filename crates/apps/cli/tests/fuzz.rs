//! Damaged files for every program that reads files: recordings, captures, lessons, bundles, presets, sweeps, their tables and
//! journals. `crates/core/engine/tests/fuzz.rs` explains the number of inputs and how to repeat one.
//!
//! Most files are parsed in-process. The rest are passed to the binary, under limits of time and memory.

#[path = "../../../core/engine/tests/fuzz/damage.rs"]
mod damage;
#[path = "../../../core/engine/tests/fuzz/hostile.rs"]
#[allow(dead_code, reason = "of what is hostile in scenes, files need a part")]
mod hostile;
#[path = "../../../core/engine/tests/fuzz/inputs.rs"]
mod inputs;

use crate::support::Folder;
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::packet::{Ecn, FlowId};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Scenario, Simulation};
use chokepoint_import::{Options, import};
use chokepoint_lesson::Lesson;
use chokepoint_recording::{Header, Recording, Writer};
use chokepoint_scenes::presets;
use chokepoint_sweep::{MAX_TASKS, Sweep};
use damage::damage;
use hostile::mutate;
use inputs::on_inputs;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

fn scene() -> Value {
    json!({
        "duration_s": 2, "lanes": [{ "aqm": "choke" }, { "aqm": "pie" }],
        "flows": [{ "transport": "udp", "rate_bps": 1_000_000 }, { "transport": "newreno", "count": 2 }],
    })
}

// ---- Recordings ------------------------------------------------------------------------------------------------------

/// A recording of `packets` packets, 5 ms apart, as a router writes it.
fn recording(packets: u64) -> Vec<u8> {
    let mut run = Simulation::driven(&Scenario::parse(&scene()).unwrap(), 0).unwrap();
    let header = Header { scenario: scene(), lane: 0, origin: "linux".into(), facts: json!({ "kernel": "6.1" }) };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    for number in 1..=packets {
        let arrival = Arrival {
            at: SimTime::from_nanos(number * 5_000_000),
            flow: FlowId((number % 3) as u32),
            bytes: 1_000,
            is_udp: number % 3 == 0,
            ecn: Ecn::NotEct,
            is_syn: false,
            is_retransmission: number % 50 == 0,
            cwr: false,
        };
        writer.arrivals(&[arrival]).unwrap();
        run.append(&[arrival]).unwrap();
        run.know_until(arrival.at);
        run.advance_events(u64::MAX, arrival.at);
        if number % 20 == 0 {
            writer.known_until(arrival.at).unwrap();
            writer.state(arrival.at, run.state_hash()).unwrap();
        }
    }
    writer.finish(SimTime::from_secs(2.0), &json!({ "matters": ["all came"] })).unwrap()
}

/// A recording with valid checksums and random content.
fn forged_recording(chance: &mut Stream) -> Vec<u8> {
    let any_time = |chance: &mut Stream| match chance.pick(4) {
        0 => SimTime::from_nanos([0, 1, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 53][chance.pick(6)]),
        _ => SimTime::from_nanos(chance.pick(3_000_000_000) as u64),
    };
    let mut scenario = scene();
    for _ in 0..chance.pick(3) {
        mutate(&mut scenario, chance);
    }
    let lane = [0, 0, 0, 1, 2, usize::MAX][chance.pick(6)];
    let mut header = Header { scenario, lane, origin: "linux".into(), facts: json!({}) };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    let mut at = SimTime::ZERO;
    for _ in 0..chance.pick(12) {
        match chance.pick(5) {
            0 | 1 => {
                let arrivals: Vec<Arrival> = (0..chance.pick(60))
                    .map(|_| {
                        let later = any_time(chance).nanos() >> chance.pick(30);
                        at = SimTime::from_nanos(at.nanos().saturating_add(later));
                        let flow = FlowId([0, 1, 2, 3, 9_999, u32::MAX][chance.pick(6)]);
                        let [is_udp, is_syn, is_retransmission, cwr] = [(); 4].map(|()| chance.happens(0.3));
                        let bytes = [0, 1, 40, 1_000, 1_500, u16::MAX][chance.pick(6)];
                        let ecn = [Ecn::NotEct, Ecn::Ect0, Ecn::Ect1, Ecn::Ce][chance.pick(4)];
                        Arrival { at, flow, bytes, is_udp, ecn, is_syn, is_retransmission, cwr }
                    })
                    .collect();
                writer.arrivals(&arrivals).unwrap();
            }
            2 => writer.known_until(any_time(chance)).unwrap(),
            3 => writer.state(any_time(chance), chance.pick(1 << 20) as u64).unwrap(),
            _ => {
                mutate(&mut header.scenario, chance);
                writer.header(&header).unwrap();
            }
        }
    }
    writer.finish(any_time(chance), &hostile::hostile_value(chance)).unwrap()
}

#[test]
fn any_recording_is_replayed_or_refused() {
    let whole = recording(300);
    let other = recording(30);
    on_inputs("recording", 1_500, |chance, input| {
        let mut file = if chance.happens(0.5) { forged_recording(chance) } else { whole.clone() };
        if chance.happens(0.5) {
            damage(&mut file, &other, chance);
        }
        input.is(&hex(&file));
        let Ok(recording) = Recording::read(&file) else { return false };
        // The reader limits the decompressed bytes, so a recording cannot have more arrivals and states than this.
        assert!(recording.arrivals.len() + recording.states.len() <= 1 << 20);
        match recording.replay(Language::NONE) {
            Ok(replay) => {
                assert!(replay.run.totals().counts.arrived <= recording.arrivals.len() as u64);
                true
            }
            Err(problems) => {
                assert!(problems.iter().all(|problem| !problem.problem.is_empty()));
                false
            }
        }
    });
}

#[test]
fn a_recording_that_is_too_large_when_decompressed_is_refused() {
    // A header of spaces grows a thousandfold when decompressed, so a small file can demand a lot of memory.
    let scenario = json!({ "title": " ".repeat(1_000_000) });
    let header = Header { scenario, lane: 0, origin: "linux".into(), facts: json!({}) };
    let mut head = Vec::new();
    Writer::new(&mut head, &header).unwrap();
    let magic = chokepoint_recording::MAGIC;
    let file = [&magic[..], &head[magic.len()..].repeat(300)].concat();
    assert!(file.len() < 1_000_000, "{} bytes", file.len());
    let message = Recording::read(&file).unwrap_err().to_string();
    assert_eq!(message, "the recording holds more than 5000000 packets or 268435456 bytes, the most that are read");
}

// ---- Captures --------------------------------------------------------------------------------------------------------

/// A capture of 1000-byte datagrams, `every_us` apart, as pcap (raw IP, nanoseconds) or pcapng.
fn capture(packets: u32, every_us: u32, later_us: u32, as_pcapng: bool) -> Vec<u8> {
    let le = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let mut file = if as_pcapng {
        let mut head = le(&[0x0a0d_0d0a, 28, 0x1a2b_3c4d, 1, u32::MAX, u32::MAX, 28]);
        // Raw IP, with times in microseconds.
        head.extend(le(&[1, 20, 101, 65_535, 20]));
        head
    } else {
        le(&[0xa1b2_3c4d, 0x0004_0002, 0, 0, 65_535, 101])
    };
    for number in 0..packets {
        let micros = number * every_us + later_us;
        let mut packet = vec![0x45, 0, 3, 232];
        packet.extend((number as u16).to_be_bytes());
        packet.extend([0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0x13, 0x88, 0, 53, 3, 212, 0, 0]);
        if as_pcapng {
            let at = 1_795_000_000_000_000_u64 + u64::from(micros);
            file.extend(le(&[6, 60, 0, (at >> 32) as u32, at as u32, 28, 1_000]));
            file.extend(packet);
            file.extend(le(&[60]));
        } else {
            file.extend(le(&[1_795_000_000, micros * 1_000, 28, 1_000]));
            file.extend(packet);
        }
    }
    file
}

#[test]
fn any_capture_becomes_a_recording_or_is_refused() {
    let sides = [false, true]
        .map(|as_pcapng| [(10, 0), (1_000, 1_000)].map(|(every, later)| capture(100, every, later, as_pcapng)));
    on_inputs("capture", 1_500, |chance, input| {
        let which = chance.pick(2);
        let [mut entering, mut leaving] = sides[which].clone();
        let other = &sides[chance.pick(2)][0];
        if chance.happens(0.7) {
            damage(&mut entering, other, chance);
        }
        if chance.happens(0.7) {
            damage(&mut leaving, other, chance);
        }
        input.is(&format!("{}\n{}", hex(&entering), hex(&leaving)));
        let options = Options {
            aqm: ["drop-tail", "choke", "nonsense"][chance.pick(3)].to_owned(),
            rate_bps: [None, Some(8_000_000), Some(1_000)][chance.pick(3)],
            buffer_packets: [None, Some(1), Some(u64::MAX)][chance.pick(3)],
            apart: chance.happens(0.3),
            as_given: chance.happens(0.3),
            ..Options::default()
        };
        match import(("in", &mut &entering[..]), ("out", &mut &leaving[..]), &options) {
            Ok(imported) => {
                let written = imported.write(Vec::new()).expect("it fits into memory");
                Recording::read(&written)
                    .expect("what is written can be read")
                    .replay(Language::NONE)
                    .expect("and replayed");
                assert!(imported.inferred().is_object() && imported.recomputed().is_object());
                true
            }
            Err(problem) => {
                assert!(!problem.to_string().is_empty());
                false
            }
        }
    });
}

// ---- Lessons and sweeps ----------------------------------------------------------------------------------------------

fn lessons() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets/lessons");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read_to_string(file).expect("a text")).collect()
}

#[test]
fn any_lesson_is_read_or_its_problems_are_reported_with_lines() {
    let (lessons, presets) = (lessons(), presets());
    on_inputs("lesson", 200, |chance, input| {
        let mut bytes = lessons[chance.pick(lessons.len())].clone().into_bytes();
        if chance.happens(0.9) {
            damage(&mut bytes, lessons[chance.pick(lessons.len())].as_bytes(), chance);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        input.is(&text);
        match Lesson::read(&text, &presets, chokepoint_script::RHAI) {
            Ok(_) => true,
            Err(problems) => {
                let lines = text.lines().count() + 1;
                assert!(!problems.is_empty());
                for problem in &problems {
                    assert!(problem.line <= lines, "line {} of {lines}", problem.line);
                    assert!(problem.problem.to_string().chars().count() < 4_000, "{}", problem.problem);
                }
                false
            }
        }
    });
}

fn sweep() -> Value {
    json!({
        "scene": scene(), "over": [{ "path": "max_th", "values": [60, 90] }, { "path": "flows.0.rate_bps", "from": 1e5, "to": 1e6, "count": 2 }],
        "lanes": ["red", { "aqm": "choke", "name": "=1+1" }], "seeds": 2, "metrics": ["jain_index", "drop_ratio"],
    })
}

#[test]
fn any_sweep_can_be_counted_or_its_problems_are_reported() {
    on_inputs("sweep", 1_500, |chance, input| {
        let mut definition = sweep();
        for _ in 0..chance.pick(4) {
            mutate(&mut definition, chance);
        }
        let mut text = definition.to_string();
        if chance.happens(0.3) {
            text = hostile::rub_bytes(text, chance);
        }
        input.is(&text);
        match Sweep::parse_text(&text) {
            Ok(sweep) => {
                assert!((1..=MAX_TASKS).contains(&sweep.tasks()));
                assert_eq!(Sweep::parse(&sweep.to_json()).map(|again| again.to_json()), Ok(sweep.to_json()));
                true
            }
            Err(problems) => {
                assert!(!problems.is_empty());
                false
            }
        }
    });
}

// ---- The binary, under limits of time and memory
// ---------------------------------------------------------------------

/// Memory and time limits for the binary when it reads damaged files \[KiB, s of processor time\].
#[cfg(target_os = "linux")]
mod held {
    use super::*;
    use crate::support::chokepoint;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    const MEMORY: u32 = 2_000_000;
    const SECONDS: u32 = 20;
    /// Number of inputs of each kind of file.
    const INPUTS: u64 = 12;

    /// Damages one of the files and runs the binary on it. Returns whether the binary accepted it.
    fn on_files(kind: &'static str, name: &str, files: &[Vec<u8>], call: &[&str], before: impl Fn(&Folder)) {
        let folder = Folder::new(&format!("fuzz-{kind}"));
        let place = folder.file(name);
        on_inputs(kind, INPUTS, |chance, input| {
            before(&folder);
            let mut bytes = files[chance.pick(files.len())].clone();
            damage(&mut bytes, &files[chance.pick(files.len())], chance);
            input.is(&hex(&bytes));
            fs::write(&place, &bytes).expect("a writable folder");
            let script = format!("ulimit -v {MEMORY} -t {SECONDS}; cd \"$1\"; shift; exec \"$@\"");
            let mut command = Command::new("bash");
            command.args(["-c", &script, "bash", &folder.file(""), env!("CARGO_BIN_EXE_chokepoint")]).args(call);
            let output = command.output().expect("bash");
            let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            let seen = format!("{}: {stderr}", output.status);
            assert_eq!(output.status.signal(), None, "{seen}");
            assert!(!stderr.contains("panicked"), "{seen}");
            let code = output.status.code();
            assert!(matches!(code, Some(0..=2)), "{seen}");
            assert!(code != Some(2) || !stderr.is_empty(), "a refusal has a message");
            assert!(stderr.len() < 20_000, "a message of {} bytes", stderr.len());
            code != Some(2)
        });
    }

    /// A file that the binary itself writes.
    fn made(call: &[&str], name: &str) -> Vec<u8> {
        let folder = Folder::new(&format!("fuzz-made-{name}"));
        let sweep_file = folder.file("sweep.json");
        fs::write(&sweep_file, sweep().to_string()).unwrap();
        let place = folder.file(name);
        let call: Vec<&str> = call
            .iter()
            .map(|word| match *word {
                "SWEEP" => sweep_file.as_str(),
                "OUT" => place.as_str(),
                word => word,
            })
            .collect();
        let output = chokepoint(&call);
        assert!(output.status.success(), "{output:?}");
        fs::read(&place).expect("it was written")
    }

    fn nothing(_: &Folder) {}

    #[test]
    fn damaged_recordings_are_read_within_the_limits() {
        on_files("recording file", "r.chokerec", &[recording(300), recording(9)], &["replay", "r.chokerec"], nothing);
    }

    #[test]
    fn damaged_bundles_are_read_within_the_limits() {
        let bundle = made(&["run", "choked-model1", "--duration", "1", "--bundle", "OUT"], "b.json");
        let of_page = include_bytes!("from-the-page/bundle.json").to_vec();
        on_files("bundle", "b.json", &[bundle, of_page], &["verify", "b.json"], nothing);
    }

    #[test]
    fn damaged_presets_are_read_within_the_limits() {
        let files: Vec<Vec<u8>> = presets().iter().take(12).map(|preset| preset.to_string().into_bytes()).collect();
        on_files("preset file", "p.json", &files, &["validate", "p.json"], nothing);
    }

    #[test]
    fn damaged_lessons_are_read_within_the_limits() {
        // These lessons have no title block, so `validate` refuses them. A valid lesson would run for minutes.
        let files: Vec<Vec<u8>> =
            lessons().into_iter().map(|lesson| format!("# No title block\n{lesson}").into_bytes()).collect();
        on_files("lesson file", "l.md", &files, &["validate", "l.md"], nothing);
    }

    #[test]
    fn damaged_captures_are_read_within_the_limits() {
        let leaving = capture(100, 1_000, 1_000, false);
        let files = [capture(100, 10, 0, false), capture(100, 10, 0, true)];
        let call = ["import", "in.pcap", "out.pcap", "--out", "r.chokerec", "--replace"];
        on_files("capture file", "in.pcap", &files, &call, |folder| {
            fs::write(folder.file("out.pcap"), &leaving).unwrap();
        });
    }

    #[test]
    fn damaged_tables_are_read_within_the_limits() {
        for (kind, name) in [("csv table", "t.csv"), ("json table", "t.json"), ("parquet table", "t.parquet")] {
            let table = made(&["sweep", "SWEEP", "--out", "OUT"], name);
            on_files(kind, name, &[table], &["join", name, "--out", "all.csv", "--replace"], nothing);
        }
    }

    #[test]
    fn damaged_journals_are_read_within_the_limits() {
        let table = made(&["sweep", "SWEEP", "--out", "OUT"], "j.csv");
        let text = String::from_utf8(table).unwrap();
        let definition: Value =
            serde_json::from_str(text.lines().nth(1).unwrap().strip_prefix("# definition: ").unwrap()).unwrap();
        let header = json!({ "chokepoint_sweep_journal": 1, "numbers": 1, "metrics": ["jain_index", "drop_ratio"], "definition": definition });
        let runs: String = (0..9).map(|run| format!("{:032x} 0.5 {run}.25\n", run * 77)).collect();
        let journal = format!("{header}\n{runs}").into_bytes();
        on_files("journal", "t.csv.part", &[journal], &["sweep", "s.json", "--out", "t.csv", "--replace"], |folder| {
            let _ = fs::remove_file(folder.file("t.csv"));
            fs::write(folder.file("s.json"), sweep().to_string()).unwrap();
        });
    }
}

/// Bytes as hexadecimal digits, for a message.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
