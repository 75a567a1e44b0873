//! Runs exported commands with the real `ip` and `tc`, in network namespaces that the test creates. The kernel may
//! refuse commands because it lacks features, but a command that `tc` itself cannot parse fails the test.

use crate::support::{exported, folder, found, preset, run};
use chokepoint_export::Target;
use std::fs;
use std::process::Command;

/// Messages from a kernel that lacks a discipline, and messages of the commands that then fail too.
const LACKING: &[&str] = &[
    "Error: Specified qdisc kind is unknown.",
    "Error: Specified qdisc not found.",
    "Error: Failed to find specified qdisc.",
    "Error: Parent Qdisc doesn't exists.",
    "Error: TC classifier not found.",
    "RTNETLINK answers: No such file or directory",
    "We have an error talking to the kernel",
];

#[test]
fn tc_parses_every_command() {
    let skipped = "exported commands are not given to tc";
    if found("tc", skipped).is_none() || found("ip", skipped).is_none() {
        return;
    }
    let net = format!("chk{}", std::process::id());
    let probe = run(Command::new("ip").args(["netns", "add", &net]));
    if !probe.status.success() {
        println!("SKIPPED: {skipped}: no network namespaces: {}", String::from_utf8_lossy(&probe.stderr).trim());
        return;
    }
    run(Command::new("ip").args(["netns", "delete", &net]));
    let folder = folder("tc");
    let mut wrong = Vec::new();
    for aqm in Target::Tc.disciplines() {
        let export = exported(Target::Tc, &preset("choked-model1", aqm, &[("flows.1.count", 2.into())]));
        // The script must not stop at its first error, so that the test sees all messages of tc.
        let text = export.text.replacen("\nset -e\n", "\n", 1);
        assert_ne!(text, export.text, "a script that stops at the first failure");
        let file = folder.join(&export.file_name);
        fs::write(&file, text).expect("a writable file");
        let call = |what: &str| run(Command::new("sh").arg(&file).arg(what).env("NET", &net));
        let stderr = String::from_utf8_lossy(&call("up").stderr).into_owned();
        let down = call("down");
        assert!(down.status.success(), "{}", String::from_utf8_lossy(&down.stderr));
        let unknown = format!("Unknown qdisc \"{}\"", aqm.replace('-', "_"));
        if stderr.contains(&unknown) {
            println!("SKIPPED: {aqm}: this tc does not know it");
            continue;
        }
        let lacks = stderr.lines().filter(|line| LACKING.contains(line)).count();
        if lacks > 0 {
            println!("{aqm}: read by tc; the kernel refused {lacks} commands, for want of a discipline");
        }
        wrong.extend(
            stderr
                .lines()
                .filter(|line| !line.is_empty() && !LACKING.contains(line))
                .map(|line| format!("{aqm}: {line}")),
        );
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The line that creates the queue discipline.
fn discipline_of(text: &str) -> &str {
    let line = text.lines().find_map(|line| line.split_once("parent 1:10 handle 10: "));
    line.expect("a discipline").1
}

#[test]
fn red_counts_bytes_and_choke_packets() {
    let of = |aqm| exported(Target::Tc, &preset("choked-model1", aqm, &[])).text;
    // The thresholds are 40, 80 and 100 packets of 1000 bytes. For the weight 0.02 the nearest power of two is 1/64.
    // The exported burst for it is 68 packets.
    assert_eq!(
        discipline_of(&of("red")),
        "red limit 100000 min 40000 max 80000 avpkt 1000 burst 68 bandwidth 1000000bit probability 0.1"
    );
    assert_eq!(
        discipline_of(&of("choke")),
        "choke limit 100 min 40 max 80 avpkt 1000 burst 68 bandwidth 1000000bit probability 0.1"
    );
    assert_eq!(discipline_of(&of("drop-tail")), "pfifo limit 100");
}

#[test]
fn the_rate_and_the_delays_are_those_of_the_scene() {
    let changes = [("bottleneck.capacity_bps", 2_500_000.into()), ("bottleneck.delay_s", 0.0125.into())];
    let text = exported(Target::Tc, &preset("choked-model1", "codel", &changes)).text;
    assert!(text.contains("htb rate 2500000bit burst 1000 cburst 1000 quantum 1000"), "{text}");
    // The hosts on the near side have the delay of the access link, 10 ms. Those on the far side have 22.5 ms: the same
    // 10 ms plus 12.5 ms of the bottleneck.
    assert!(text.contains("pair 1 1000 10000us 22500us"), "{text}");
    // CoDel's target is at least the transmission time of one and a half packets. For 1000-byte packets this is 4.8 ms,
    // so the target stays at 5 ms.
    assert_eq!(discipline_of(&text), "codel limit 100 target 5000us interval 100000us ecn");
}
