//! Tests that translated scripts decide like the originals: each translation is compiled, and replays a recorded run of
//! the script.

use chokepoint_engine::discipline::scripted::{Machine, Outside};
use chokepoint_engine::discipline::{Hosts, LinkFacts, Reason, Tracer};
use chokepoint_engine::packet::{Ecn, Packet};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::SimTime;
use chokepoint_export::plug_in::class;
use chokepoint_script::start::STARTS;
use chokepoint_script::{Script, ScriptMachine};
use chokepoint_translate::{Simulator, discipline, translation};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const CALLS: u64 = 4_000;

const HEADERS: &str = "#include <algorithm>\n#include <cmath>\n#include <cstdint>\n#include <deque>\n#include <map>\n\
    #include <stdexcept>\n#include <string>\n#include <vector>\n#include \"driver.cc\"\n";

/// The C++ compiler. If none is installed, prints which test is skipped and returns `None`.
fn compiler() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&folders).map(|folder| folder.join("c++")).find(|path| path.is_file());
    if found.is_none() {
        println!("SKIPPED: scripts in C++ are not compiled: there is no c++ on this machine");
    }
    found
}

/// Compiles several translations into one program, whose argument selects one of them. Returns the program's path.
fn compiled(compiler: &Path, name: &str, scripts: &[(&str, &Script)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("translate-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut text = String::from(HEADERS);
    let mut main = String::from("int main(int, char** argv) {\n    const std::string id = argv[1];\n");
    for (place, (id, script)) in scripts.iter().enumerate() {
        let translation = discipline(script);
        assert_eq!(translation.refused, [], "{id}");
        let class = class(script.name());
        let _ = writeln!(text, "namespace n{place} {{\ntypedef int64_t Handle;\n{}\n}}", translation.text);
        let _ = writeln!(main, "    if (id == \"{id}\") Driven<n{place}::{class}, n{place}::Waiting>().run(std::cin);");
    }
    main.push_str("}\n");
    let source = folder.join("main.cc");
    std::fs::write(&source, text + main.as_str()).expect("a writable file");
    let program = source.with_extension("");
    let output = Command::new(compiler)
        .args(["-O0", "-Wall", "-Werror", "-Wno-unused", "-std=c++14", "-ffp-contract=off"])
        .args(["-I", concat!(env!("CARGO_MANIFEST_DIR"), "/tests")])
        .args([&source, Path::new("-o"), &program])
        .output()
        .expect("a compiler that starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
}

/// Random numbers, recorded as they are drawn.
struct Written {
    stream: Stream,
    drawn: String,
}

impl Chance for Written {
    fn unit(&mut self) -> f64 {
        let unit = self.stream.unit();
        // `unit` is a multiple of 2^-53, so its product with 2^53 is an exact integer.
        let _ = write!(self.drawn, " {}", (unit * (1u64 << 53) as f64) as u64);
        unit
    }

    fn index(&mut self, count: usize) -> usize {
        let place = self.stream.index(count);
        let _ = write!(self.drawn, " {count} {place}");
        place
    }
}

/// Records decisions in the output format of the C++ driver.
#[derive(Default)]
struct DecisionText(String);

impl Tracer for DecisionText {
    fn listens(&self) -> bool {
        false
    }

    fn admit(&mut self, packet: &Packet, place: usize) {
        let _ = write!(self.0, " admitted {} - {place}", packet.id);
    }

    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        let place = place.map_or(-1, |place| place as i64);
        let _ = write!(self.0, " dropped {} {} {place}", packet.id, reason.about().id);
    }

    fn mark(&mut self, packet: &Packet, reason: Reason) {
        let _ = write!(self.0, " marked {} {} -1", packet.id, reason.about().id);
    }
}

/// Runs a script under more traffic than the link can carry. Returns the driver's input and its expected output.
fn written_down(script: &Script, seed: u64) -> (String, String) {
    let link = LinkFacts {
        capacity_bps: 1_000_000,
        delay_s: 0.01,
        packet_bytes: 1_000,
        hash_salt: 4711 + seed,
        hosts: Hosts::ONE,
    };
    let mut machine = ScriptMachine::of_defaults(script, &link);
    let mut chance = Written { stream: Stream::named(seed, "discipline"), drawn: String::new() };
    let mut traffic = Stream::named(seed, "traffic");
    let (mut now, mut free_at) = (0, 0);
    let LinkFacts { capacity_bps, delay_s, packet_bytes, hash_salt, .. } = link;
    let mut calls = format!("S {capacity_bps} {delay_s} {packet_bytes} {hash_salt}\n");
    let mut decisions = String::new();
    for id in 0..CALLS {
        // Busy and quiet periods alternate, so that the link is sometimes idle.
        let is_idle_time = id % 1_000 > 900;
        let arrives = now + 1_000_000 + traffic.index(if is_idle_time { 30_000_000 } else { 4_000_000 }) as u64;
        // The next event is the end of a transmission, a timer, or an arrival.
        let timer = machine.next_timer().map(SimTime::nanos);
        let (call, at) = [('D', Some(free_at)), ('T', timer), ('E', Some(arrives))]
            .into_iter()
            .filter_map(|(call, at)| Some((call, at?)))
            .min_by_key(|&(_, at)| at)
            .unwrap_or(('E', arrives));
        now = at.max(now);
        let mut decision = DecisionText::default();
        chance.drawn.clear();
        let mut outside = Outside { now: SimTime::from_nanos(now), chance: &mut chance, tracer: &mut decision };
        let mut packet = String::new();
        match call {
            'E' => {
                let mut it = Packet::plain(id, traffic.index(6) as u32, [1_000, 1_000, 300][traffic.index(3)]);
                it.arrived = SimTime::from_nanos(now);
                it.is_udp = it.flow.0 == 0;
                it.ecn = if it.flow.0 % 2 == 1 { Ecn::Ect0 } else { Ecn::NotEct };
                let (flow, ecn) = (it.flow.number(), it.ecn.is_capable());
                let _ = write!(packet, " {id} {flow} {} 0 0 {} 0 0 {} 0", it.bytes, u8::from(it.is_udp), u8::from(ecn));
                machine.enqueue(it, &mut outside);
                // An idle link requests the packet at once.
                if free_at == u64::MAX {
                    free_at = now;
                }
            }
            'D' => {
                let sent = machine.dequeue(&mut outside);
                free_at = sent.map_or(u64::MAX, |it| now + u64::from(it.bytes) * 8_000);
                if let Some(sent) = sent {
                    let _ = write!(decision.0, " sent {}", sent.id);
                }
            }
            _ => machine.on_timer(&mut outside),
        }
        assert_eq!(machine.stop(), None, "{} in call {id}", script.name());
        let _ = writeln!(calls, "{call} {now}{packet}{}", chance.drawn);
        let timer = machine.next_timer().map_or(-1, |it| it.nanos() as i64);
        let _ = writeln!(decisions, "{call}{} timer {timer} waiting {}", decision.0, machine.packets());
    }
    (calls + "end\n", decisions)
}

fn printed(program: &Path, id: &str, calls: &str) -> String {
    let mut child = Command::new(program)
        .arg(id)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program that starts");
    let mut input = child.stdin.take().expect("its input");
    let calls = calls.to_owned();
    let writer = std::thread::spawn(move || input.write_all(calls.as_bytes()));
    let output = child.wait_with_output().expect("its output");
    // If the compiled program throws, it exits before it has read all its input, and the write to its standard input fails.
    // The program's exit status reports the failure.
    let _ = writer.join();
    assert!(output.status.success(), "{id}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Compares the decisions of a compiled program with those of the script in the engine. Returns the script's decisions.
fn decides_as_here(program: &Path, id: &str, script: &Script, seed: u64) -> String {
    let (calls, expected) = written_down(script, seed);
    let found = printed(program, id, &calls);
    let parts = expected.lines().zip(found.lines()).position(|(expected, found)| expected != found);
    if let Some(place) = parts {
        let line = |text: &str| text.lines().nth(place).unwrap_or_default().to_owned();
        panic!("{id}, seed {seed}, call {place}: {}\ntranslated: {}", line(&expected), line(&found));
    }
    assert_eq!(expected.lines().count(), found.lines().count(), "{id}, seed {seed}");
    expected
}

#[test]
fn every_start_script_decides_in_cpp_as_in_the_engine() {
    let Some(compiler) = compiler() else { return };
    let scripts: Vec<_> =
        STARTS.iter().map(|start| (start.id, Script::read(start.text).expect("a right script"))).collect();
    let list: Vec<_> = scripts.iter().map(|(id, script)| (*id, script)).collect();
    let program = compiled(&compiler, "starts", &list);
    for (id, script) in &scripts {
        for seed in 1..=3 {
            let expected = decides_as_here(&program, id, script, seed);
            assert!(expected.matches(" dropped ").count() > 100, "{id}, seed {seed}: hardly anything is dropped");
        }
    }
}

#[test]
fn code_that_cpp_would_compute_differently_is_refused_with_its_line() {
    // Each case: a line of the script, and a part of the expected message.
    let cases = [
        ("this.a = 0.5; this.a = 1;", "write 0.0 for 0, or real(x)"),
        ("let a = 1; a = 0.5;", "in C++ both need the same type"),
        ("let a = f() + f();", "which of these parts is computed first"),
        ("let a = this.n + f();", "which of these parts is computed first"),
        ("let a = #{ one: 1 };", "a map with texts as keys"),
        ("let a = ();", "() as a value"),
        ("let a = if this.n > 0 { 1 } else { 0.5 };", "in C++ both need the same type"),
        ("let a = min(1, 0.5);", "in C++ both need the same type"),
        ("let a = 0..3;", "only after `for … in`"),
        ("let a = this.table.remove(1);", "may be nothing"),
    ];
    for (line, expected) in cases {
        let text = format!(
            "fn init() {{ this.n = 0; this.table = #{{}}; this.table[1] = 2; }}\nfn f() {{ this.n += 1; this.n }}\n\
             fn enqueue(packet) {{\n    {line}\n    if queue.len() < params.limit {{ admit(); }} else {{ drop(\"overflow\"); }}\n}}\n"
        );
        let script = Script::read(&text).unwrap_or_else(|problem| panic!("{line}: {problem}"));
        let translation = translation(&script, Simulator::Ns2);
        let [problem] = &translation.refused[..] else { panic!("{line}: {:?}", translation.refused) };
        assert_eq!(problem.line, 4, "{line}");
        assert!(problem.problem.contains(expected), "{line}: {}", problem.problem);
        // An `#error` with the line number replaces the construct; all other lines are translated.
        assert!(translation.text.contains("#error \"line 4: "), "{line}");
        assert!(translation.text.contains(&format!("// {line}")), "{line}");
        assert!(translation.text.contains("drop(\"overflow\")"), "{line}");
    }
}
