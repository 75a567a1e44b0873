//! Whatever ends the program, nothing of it stays.

use crate::support::{can_route, left_by, router, until_nothing, works};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

fn times() -> u64 {
    if std::env::var_os("CHOKEPOINT_THOROUGH").is_some() { 100 } else { 3 }
}

fn started() -> Child {
    let line = "demo --tcp 2 --udp 1 --rate 5mbit --seconds 60 --no-simulation --json";
    router(line).spawn().expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    assert!(works("kill", &[&format!("-{name}"), &child.id().to_string()]));
}

#[test]
fn nothing_is_left_after_many_starts_and_kills() {
    if !can_route("nothing_is_left_after_many_starts_and_kills") {
        return;
    }
    for time in 0..times() {
        let mut child = started();
        // Each time at another moment: while it builds, while hosts get ready, while packets flow.
        thread::sleep(Duration::from_millis(30 + time * 211 % 700));
        signal(&child, ["KILL", "TERM", "INT"][(time % 3) as usize]);
        let process = child.id();
        child.wait().expect("it ends");
        until_nothing(10, || left_by(process));
    }
}

#[test]
fn what_even_the_watchdog_left_is_cleaned() {
    if !can_route("what_even_the_watchdog_left_is_cleaned") {
        return;
    }
    let mut child = started();
    let process = child.id();
    let deadline = Instant::now() + Duration::from_secs(10);
    let watchdog = loop {
        let processes = left_by(process);
        let has_namespaces = processes.iter().filter(|name| name.starts_with("chokepoint-")).count() == 3;
        if has_namespaces && let Some(watchdog) = watchdog_of(process) {
            break watchdog;
        }
        assert!(Instant::now() < deadline, "it did not start: {processes:?}");
        thread::sleep(Duration::from_millis(10));
    };
    assert!(works("kill", &["-KILL", &watchdog.to_string()]));
    signal(&child, "KILL");
    child.wait().expect("it ends");
    assert!(!left_by(process).is_empty(), "there is something to clean");
    let output = router("clean").output().expect("the program runs");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains(&format!("process {process}")), "{told}{}", String::from_utf8_lossy(&output.stderr));
    until_nothing(5, || left_by(process));
}

fn watchdog_of(process: u32) -> Option<u32> {
    let entries = std::fs::read_dir("/proc").ok()?.flatten();
    let mut numbered = entries.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    numbered.find(|number| {
        let command = std::fs::read_to_string(format!("/proc/{number}/cmdline")).unwrap_or_default();
        let words: Vec<_> = command.split('\0').collect();
        words.get(1) == Some(&"watchdog") && words.get(2) == Some(&process.to_string().as_str())
    })
}
