//! Tests that the program leaves no rules, namespaces or processes behind, however it ends.

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
fn nothing_is_left_behind_after_many_starts_and_kills() {
    if !can_route("nothing_is_left_behind_after_many_starts_and_kills") {
        return;
    }
    for time in 0..times() {
        let mut child = started();
        // The kill times differ: while the network is being built, while hosts get ready, while packets flow.
        thread::sleep(Duration::from_millis(30 + time * 211 % 700));
        signal(&child, ["KILL", "TERM", "INT"][(time % 3) as usize]);
        let process = child.id();
        child.wait().expect("it ends");
        until_nothing(10, || left_by(process));
    }
}

/// Sends the signals of a terminal, a service manager and a lost connection at different times: while the scene is
/// simulated, while the program waits for a page, while the network is built, while hosts get ready, and while
/// packets flow.
#[test]
fn a_signal_ends_the_program_soon_at_any_time() {
    if !can_route("a_signal_ends_the_program_soon_at_any_time") {
        return;
    }
    let page = std::env::temp_dir().join(format!("chokepoint-page-{}", std::process::id()));
    std::fs::create_dir_all(&page).expect("a writable folder");
    std::fs::write(page.join("index.html"), "<p>").expect("a writable folder");
    let live = format!("demo --live --page {} --tcp 1 --udp 1 --seconds 60 --no-simulation --json", page.display());
    let long = "demo --tcp 1 --udp 1 --seconds 100000 --json";
    let demo = "demo --tcp 2 --udp 1 --rate 5mbit --seconds 60 --no-simulation --json";
    let names = ["INT", "TERM", "HUP"];
    let demos = [0, 40, 80, 120, 160, 200, 250, 300, 400, 700].map(|moment| (demo, moment));
    let moments = demos.into_iter().chain([(&*live, 0), (&*live, 300), (&*live, 900), (long, 200)]);
    for (place, (line, moment)) in moments.enumerate() {
        let name = names[place % names.len()];
        let child = router(line).spawn().expect("the program starts");
        // Before the program has installed its handler, a signal has its default effect and ends it.
        thread::sleep(Duration::from_millis(20 + moment));
        let begin = Instant::now();
        signal(&child, name);
        let process = child.id();
        let output = child.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        let seen = format!("{name} after {moment} ms of {line}: {:?}, {}: {stderr}", begin.elapsed(), output.status);
        // One second, plus one in case the machine is busy with other tests.
        assert!(begin.elapsed() < Duration::from_secs(2), "{seen}");
        let ended_by_signal = std::os::unix::process::ExitStatusExt::signal(&output.status).is_some() && moment == 0;
        assert!(output.status.success() || ended_by_signal, "{seen}");
        let has_results = !output.stdout.is_empty();
        assert!(ended_by_signal || has_results || stderr.contains("Stopped before the first decision"), "{seen}");
        until_nothing(5, || left_by(process));
    }
    std::fs::remove_dir_all(&page).expect("the test made it");
}

#[test]
fn a_recording_is_replaced_only_on_request_and_absent_without_a_run() {
    if !can_route("a_recording_is_replaced_only_on_request_and_absent_without_a_run") {
        return;
    }
    let file = std::env::temp_dir().join(format!("chokepoint-record-{}.chokerec", std::process::id()));
    let demo = |more: &str| {
        let line =
            format!("demo --tcp 1 --udp 1 --seconds 1 --no-simulation --json --record {} {more}", file.display());
        router(&line).output().expect("the program runs")
    };
    // The kernel lacks this congestion control, so the hosts never become ready.
    assert!(!demo("--congestion nonsense").status.success());
    let left = std::fs::read(&file).map(|bytes| bytes.len());
    assert!(left.is_err(), "{left:?} bytes");
    std::fs::write(&file, "old").expect("a writable folder");
    let refused = demo("");
    let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(!refused.status.success() && stderr.contains("exists and is not overwritten"), "{stderr}");
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "old");
    let output = demo("--replace");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    chokepoint_recording::Recording::read(&std::fs::read(&file).expect("it is there")).expect("a recording");
    std::fs::remove_file(&file).expect("the test made it");
}

#[test]
fn leftovers_of_a_killed_watchdog_are_removed() {
    if !can_route("leftovers_of_a_killed_watchdog_are_removed") {
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
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(stdout.contains(&format!("process {process}")), "{stdout}{}", String::from_utf8_lossy(&output.stderr));
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
