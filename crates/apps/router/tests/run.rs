//! Tests of `run` with packets that a firewall rule sends to the queue, in a network namespace that stands in for a
//! machine.

use crate::support::{can_route, objects, until_nothing, works};
use std::process::{Command, Stdio, id};
use std::thread;
use std::time::{Duration, Instant};

/// A network namespace with only a loopback device.
struct Machine(String);

impl Machine {
    fn new(name: &str) -> Self {
        let machine = Self(format!("chokepointtest-{}-{name}", id()));
        assert!(works("ip", &["netns", "add", &machine.0]));
        assert!(works("ip", &["-n", &machine.0, "link", "set", "lo", "up"]));
        machine
    }

    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.0, program]).args(arguments).stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn router(&self, line: &str) -> Command {
        let words: Vec<_> = line.split_whitespace().collect();
        self.command(env!("CARGO_BIN_EXE_chokepoint-router"), &words)
    }

    /// Sends datagrams of 100 bytes to a port of a host on this machine. Each datagram has its own source port.
    ///
    /// Every socket stays open until the last datagram is sent, because the kernel draws source ports at random from
    /// the free ones. When each of 60 sockets was closed immediately, two shared a port in one run of sixteen.
    fn send(&self, datagrams: u32, host: &str, port: u16) {
        let script = format!(
            "for i in $(seq {datagrams}); do {{ exec {{socket}}> /dev/udp/{host}/{port} && printf %72s >&$socket; }} || true; done 2> /dev/null"
        );
        self.command("bash", &["-c", &script]).status().expect("a shell");
    }

    /// The program's rules in this namespace.
    fn rules(&self) -> Vec<String> {
        let listed = [("iptables", "-S"), ("ip6tables", "-S"), ("nft", "list tables")].map(|(program, words)| {
            let output = self.command(program, &words.split(' ').collect::<Vec<_>>()).output();
            output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default()
        });
        let lines = listed.iter().flat_map(|text| text.lines());
        lines.filter(|line| line.to_lowercase().contains("chokepoint")).map(str::to_owned).collect()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        works("ip", &["netns", "del", &self.0]);
    }
}

#[test]
fn packets_that_match_the_rule_are_decided_and_the_rule_is_removed() {
    if !can_route("packets_that_match_the_rule_are_decided_and_the_rule_is_removed") {
        return;
    }
    let machine = Machine::new("run");
    let line = "run --install --hook output --ports 9 -Q 5 --rate 100kbit -b 10 --aqm drop-tail --seconds 1.5 --json";
    let router = machine.router(line).spawn().expect("the program starts");
    until_nothing(5, || if machine.rules().is_empty() { vec!["no rule yet".to_owned()] } else { Vec::new() });
    machine.send(60, "127.0.0.1", 9);
    machine.send(5, "127.0.0.1", 10);
    let output = router.wait_with_output().expect("the program ends");
    let [result] = &objects(&output)[..] else { panic!("one object") };
    let bottleneck = &result["bottleneck"];
    assert_eq!(bottleneck["arrived_packets"], 60, "the datagrams of the rule's port, and no others: {result}");
    assert!(bottleneck["dropped_packets"].as_u64() > Some(5), "100-byte packets take 8 ms each: {bottleneck}");
    // Each datagram has its own source port and is therefore a flow of its own.
    assert_eq!(
        (result["flows"].as_array().map(Vec::len), result["classes"]["udp"]["flows"].as_u64()),
        (Some(60), Some(60))
    );
    assert_eq!(machine.rules(), [""; 0]);
}

#[test]
fn a_signal_ends_the_router_soon_and_removes_its_rule() {
    if !can_route("a_signal_ends_the_router_soon_and_removes_its_rule") {
        return;
    }
    let machine = Machine::new("signal");
    for (place, moment) in [60, 90, 120, 180, 300, 600].into_iter().enumerate() {
        let router =
            machine.router("run --install --hook output --rate 1mbit --json").spawn().expect("the program starts");
        thread::sleep(Duration::from_millis(moment));
        let begin = Instant::now();
        let name = ["-INT", "-TERM", "-HUP"][place % 3];
        assert!(works("kill", &[name, &router.id().to_string()]));
        let output = router.wait_with_output().expect("the program ends");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        // One second, plus one in case the machine is busy with other tests.
        assert!(begin.elapsed() < Duration::from_secs(2), "{name} after {moment} ms: {:?}: {stderr}", begin.elapsed());
        assert!(output.status.success(), "{name} after {moment} ms: {}: {stderr}", output.status);
        assert_eq!(machine.rules(), [""; 0]);
    }
}

#[test]
fn the_rule_of_a_killed_router_is_removed() {
    if !can_route("the_rule_of_a_killed_router_is_removed") {
        return;
    }
    let machine = Machine::new("kill");
    let mut router = machine.router("run --install --hook output --rate 1mbit").spawn().expect("the program starts");
    until_nothing(5, || if machine.rules().is_empty() { vec!["no rule yet".to_owned()] } else { Vec::new() });
    thread::sleep(Duration::from_millis(100));
    router.kill().expect("it can be killed");
    router.wait().expect("it ends");
    until_nothing(5, || machine.rules());
    assert!(machine.command("ping", &["-c", "1", "-W", "1", "127.0.0.1"]).status().is_ok(), "traffic goes on");
}
