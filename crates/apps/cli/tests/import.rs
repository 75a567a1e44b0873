//! `chokepoint import`: turns two captures into a recording that the other commands can read.

use crate::support::{assert_refused, chokepoint, lines};
use std::path::PathBuf;
use std::{env, fs, process};

/// A capture (pcap, nanoseconds, raw IP) of datagrams of 1000 bytes. Each datagram has its number and a time \[µs\].
fn capture(name: &str, packets: impl Iterator<Item = (u16, u32)>) -> PathBuf {
    let mut file = [0xa1b2_3c4d_u32, 0x0004_0002, 0, 0, 65_535, 101].map(u32::to_le_bytes).concat();
    for (number, micros) in packets {
        file.extend(
            [1_795_000_000 + micros / 1_000_000, micros % 1_000_000 * 1_000, 28, 1_000].map(u32::to_le_bytes).concat(),
        );
        file.extend([0x45, 0, 3, 232]);
        file.extend(number.to_be_bytes());
        file.extend([0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2, 0x13, 0x88, 0, 53, 3, 212, 0, 0]);
    }
    let path = env::temp_dir().join(format!("chokepoint-import-{}-{name}", process::id()));
    fs::write(&path, file).unwrap();
    path
}

#[test]
fn two_captures_become_a_recording_that_replays() {
    // The traffic comes in bursts of forty packets, and the link sends one packet a millisecond. Of each burst, 21
    // packets get through: one in transmission, and 20 in the buffer.
    let burst = |number: u16| u32::from(number / 40) * 50_000;
    let entering = capture("in.pcap", (0..400).map(|number| (number, burst(number) + u32::from(number % 40))));
    let passed = (0..400).filter(|number| number % 40 < 21);
    let leaving =
        capture("out.pcap", passed.map(|number| (number, burst(number) + u32::from(number % 40 + 1) * 1_000)));
    let out = entering.with_extension("chokerec");
    let [entering, leaving, out] = [&entering, &leaving, &out].map(|path| path.to_str().unwrap());

    let line = &lines(&chokepoint(&["import", entering, leaving, "--out", out, "--json"]))[0];
    let inferred = &line["inferred"];
    // The last packet that leaves is the 21st of the last burst. The 19 packets behind it are not counted, because
    // nothing shows whether they were dropped.
    assert_eq!((&inferred["dropped_packets"], &inferred["passed_packets"]), (&171.into(), &210.into()));
    assert_eq!((&inferred["rate_bps"], &inferred["buffer_packets"]), (&8_000_000.0.into(), &20.into()));
    assert_eq!(line["recomputed"]["dropped_packets"], 171);
    let replayed = &lines(&chokepoint(&["replay", out, "--json"]))[0];
    assert_eq!((&replayed["recording"]["origin"], &replayed["profile"]), (&"pcapng".into(), &"pcapng".into()));
    assert_eq!(replayed["bottleneck"]["dropped_packets"], 171);
    assert!(replayed["recording"]["decided_as_recorded"].is_null());

    let table = chokepoint(&[
        "import",
        entering,
        leaving,
        "--out",
        out,
        "--replace",
        "--aqm",
        "choke",
        "--rate",
        "4mbit",
        "--buffer",
        "9",
    ]);
    let table = String::from_utf8(table.stdout).unwrap();
    let row =
        |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}: {table}"));
    assert_eq!(row("link").split_whitespace().collect::<Vec<_>>(), ["link", "[Mb/s]", "8.000", "4.000"]);
    assert_eq!(row("buffer").split_whitespace().collect::<Vec<_>>(), ["buffer", "[packets]", "20", "9"]);
    let replayed = String::from_utf8(chokepoint(&["replay", out]).stdout).unwrap();
    assert!(replayed.contains("The captures show 171 drops among 381 packets."), "{replayed}");

    let before = fs::read(out).unwrap();
    for there in [out, entering, leaving] {
        assert_refused(&["import", entering, leaving, "--out", there], "exists and is not overwritten");
    }
    assert_eq!(fs::read(out).unwrap(), before);
    let new = format!("{out}.new");
    let refused =
        |line: &[&str], message: &str| assert_refused(&[&["import"], line, &["--out", &new]].concat(), message);
    refused(&[leaving, entering], "the two seem to be swapped");
    refused(&[entering, "no-such.pcap"], "no-such.pcap: ");
    refused(&[out, leaving], "is not a capture: it begins with 43 48 4f 4b");
    refused(&[entering, leaving, "--aqm", "chocke"], "\"chocke\" is not a queue discipline");
    refused(&[entering, leaving, "--buffer", "0"], "queue.params.limit");
    refused(&[entering, leaving, "--rate", "fast"], "'--rate <RATE>'");
    assert!(!fs::exists(&new).unwrap(), "what is refused writes nothing");
    for path in [entering, leaving, out] {
        fs::remove_file(path).unwrap();
    }
}
