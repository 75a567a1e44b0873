//! Checks whether this machine can be a router, and starts the program.

use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};
use std::{fs, io, process, thread};

/// Whether the tests with real packets can run here. If not, prints why.
pub(crate) fn can_route(test: &str) -> bool {
    static MISSING: OnceLock<Option<String>> = OnceLock::new();
    let Some(missing) = MISSING.get_or_init(what_is_missing) else { return true };
    // The printing macros are avoided, because their output is shown only for failing tests.
    let _ = writeln!(io::stderr(), "left out: {test}: {missing}");
    false
}

fn what_is_missing() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let own = status.lines().find_map(|line| line.strip_prefix("CapEff:")).map(str::trim).unwrap_or("0");
    let own = u64::from_str_radix(own, 16).unwrap_or(0);
    for (bit, name) in [(12, "CAP_NET_ADMIN"), (21, "CAP_SYS_ADMIN")] {
        if own >> bit & 1 == 0 {
            return Some(format!("it takes root, or at least {name}"));
        }
    }
    if !works("ip", &["-V"]) {
        return Some("there is no program ip (iproute2)".to_owned());
    }
    // NFQUEUE may be a kernel module that is not loaded yet.
    works("modprobe", &["-q", "nfnetlink_queue"]);
    if !Path::new("/proc/net/netfilter/nfnetlink_queue").exists() {
        return Some("the kernel has no NFQUEUE".to_owned());
    }
    let name = format!("chokepointtest-{}-probe", process::id());
    if !works("ip", &["netns", "add", &name]) {
        return Some("network namespaces cannot be made".to_owned());
    }
    let in_it = |words: &[&str]| works("ip", &[&["netns", "exec", &name], words].concat());
    let by_nft = in_it(&["nft", "table inet t { chain c { type filter hook forward priority 0; queue to 0; }; };"]);
    let by_iptables = in_it(&["iptables", "-w", "-A", "FORWARD", "-j", "NFQUEUE", "--queue-num", "0"]);
    works("ip", &["netns", "del", &name]);
    let is_there = by_nft || by_iptables;
    (!is_there).then(|| "neither nft nor iptables can send packets to a queue here".to_owned())
}

/// Whether a program can be started and succeeds.
pub(crate) fn works(program: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The program with these arguments, not yet started.
pub(crate) fn router(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chokepoint-router"));
    command.args(line.split_whitespace()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The JSON objects that the program printed, one per line.
pub(crate) fn objects(output: &Output) -> Vec<Value> {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {complaint}", output.status);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect()
}

/// What the process with this id left behind: namespaces and processes.
pub(crate) fn left_by(process: u32) -> Vec<String> {
    let mut left = Vec::new();
    let namespaces = fs::read_dir("/run/netns").into_iter().flatten().flatten();
    let names = namespaces.map(|entry| entry.file_name().to_string_lossy().into_owned());
    left.extend(names.filter(|name| name.starts_with(&format!("chokepoint-{process}-"))));
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let command = fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
        let words: Vec<_> = command.split('\0').collect();
        let is_ours = words.first().is_some_and(|program| program.ends_with("chokepoint-router"));
        if is_ours && words.contains(&process.to_string().as_str()) {
            left.push(words.join(" "));
        }
    }
    left
}

/// Waits until `what` returns an empty list. Panics with what remains after `seconds`.
pub(crate) fn until_nothing(seconds: u64, what: impl Fn() -> Vec<String>) {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    loop {
        let left = what();
        if left.is_empty() {
            return;
        }
        assert!(Instant::now() < deadline, "left behind: {left:?}");
        thread::sleep(Duration::from_millis(20));
    }
}
