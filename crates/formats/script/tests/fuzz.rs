//! Random scripts generated from a grammar, and damaged copies of valid scripts. Parsing and running each script must
//! end soon, within memory limits and without a panic.
//!
//! With `CHOKEPOINT_THOROUGH=1` a million scripts are tried. To repeat a failure, `FUZZ_FROM` sets the number of the
//! first script.

#![allow(clippy::disallowed_types, reason = "what hangs is found by the clock")]

mod price;

use crate::scene::Dice;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::{Machine, Outside};
use chokepoint_engine::discipline::{Hosts, LineId, LinkFacts, QuantityId, Reason, Tracer};
use chokepoint_engine::packet::{Ecn, Packet};
use chokepoint_engine::rng::Stream;
use chokepoint_engine::time::{SimTime, Span};
use chokepoint_script::start::STARTS;
use chokepoint_script::{Script, ScriptMachine};
use serde_json::json;
use std::env;
#[cfg(unix)]
use std::time::Duration;
use std::time::Instant;

const LINK: LinkFacts =
    LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 7, hosts: Hosts::ONE };
/// Number of packets that each script receives.
const PACKETS: u64 = 40;
/// Time limit for one script \[s\].
const LONGEST_S: f64 = 1.0;
/// Memory limit of the process \[KiB\].
const MOST_KIB: u64 = 64 * 1024;

#[test]
fn no_script_panics_hangs_or_fills_the_memory() {
    let is_thorough = is_thorough();
    let count = if is_thorough { 1_000_000 } else { 3_000 };
    let first: u64 = env::var("FUZZ_FROM").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (mut read, mut stopped, mut packets, mut longest_s) = (0, 0, 0, 0.0_f64);
    for number in first..first + count {
        let text = script(number);
        let began = Instant::now();
        if let Ok(script) = Script::read(&text) {
            read += 1;
            let (met, has_stopped) = meet_packets(&script, number, &text);
            packets += met;
            stopped += u64::from(has_stopped);
        }
        let took_s = began.elapsed().as_secs_f64();
        longest_s = longest_s.max(took_s);
        assert!(took_s < LONGEST_S, "number {number} took {took_s} s:\n{text}");
    }
    // The process's memory is limited only in the thorough run, in which no other test runs concurrently.
    if is_thorough {
        let most = resident_kib();
        println!(
            "{count} scripts, {read} read, {stopped} stopped, {packets} packets, longest {longest_s:.3} s, {most} KiB"
        );
        assert!(most < MOST_KIB, "{most} KiB");
    }
    assert!(read > count / 10, "{read} of {count} were right");
    assert!(stopped > read / 100, "{stopped} of {read} stopped");
}

#[test]
fn a_damaged_link_with_a_script_is_refused_or_opens() {
    let is_thorough = is_thorough();
    let preset = json!({ "id": "small", "lanes": [{ "aqm": "red" }], "flows": [{ "count": 3 }] });
    let mut scene = preset.clone();
    scene["lanes"] = json!([{ "aqm": "script", "script": STARTS[3].text }]);
    let scenario = Scenario::parse_in(&scene, chokepoint_script::RHAI).expect("a right scene");
    let link = chokepoint_link::encode(&scenario, &preset, &serde_json::Value::Null).expect("a link");
    let known = chokepoint_link::Known {
        today: std::slice::from_ref(&preset),
        earlier: &[],
        language: chokepoint_script::RHAI,
    };
    let (mut dice, mut refused) = (Dice(5), 0);
    let count = if is_thorough { 10_000 } else { 500 };
    for _ in 0..count {
        let mut bytes = link.clone().into_bytes();
        for _ in 0..=dice.pick(3) {
            let place = dice.pick(bytes.len() as u64) as usize;
            match dice.pick(3) {
                0 => bytes[place] = b'!' + dice.pick(90) as u8,
                1 => drop(bytes.remove(place)),
                _ => bytes.truncate(place.max(1)),
            }
        }
        let damaged = String::from_utf8(bytes).expect("ASCII");
        match chokepoint_link::decode(&damaged, known) {
            Ok(linked) => assert!(linked.scenario == scenario || damaged != link, "{damaged}"),
            Err(problems) => refused += u64::from(!problems.is_empty()),
        }
    }
    assert!(refused * 10 > count * 9, "{refused} of {count} were refused");
}

fn is_thorough() -> bool {
    env::var("CHOKEPOINT_THOROUGH").is_ok_and(|it| it == "1")
}

/// The CPU time of this thread, or wall-clock time if the system does not report it.
#[derive(Clone, Copy)]
struct Used {
    #[cfg(unix)]
    since: Duration,
    #[cfg(not(unix))]
    since: Instant,
}

impl Used {
    #[cfg(unix)]
    fn now() -> Self {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Self { since: Duration::new(used.tv_sec.unsigned_abs(), used.tv_nsec as u32) }
    }

    #[cfg(not(unix))]
    fn now() -> Self {
        Self { since: Instant::now() }
    }

    /// The time used since `self` \[s\].
    fn seconds(self) -> f64 {
        (Self::now().since - self.since).as_secs_f64()
    }
}

/// The peak memory of the process so far \[KiB\]; 0 if the system does not report it.
fn resident_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Counts admitted, dropped and sent packets.
#[derive(Default)]
struct Account {
    admitted: usize,
    dropped: usize,
    evicted: usize,
}

impl Tracer for Account {
    fn line(&mut self, _line: LineId) {}

    fn value(&mut self, _quantity: QuantityId, _value: f64) {}

    fn admit(&mut self, _packet: &Packet, _place: usize) {
        self.admitted += 1;
    }

    fn drop(&mut self, _packet: &Packet, _reason: Reason, place: Option<usize>) {
        if place.is_some() { self.evicted += 1 } else { self.dropped += 1 }
    }
}

/// Sends packets to the script. Returns the number of sent packets, and whether the script stopped.
fn meet_packets(script: &Script, number: u64, text: &str) -> (u64, bool) {
    let mut machine = ScriptMachine::of_defaults(script, &LINK);
    let mut chance = Stream::named(number, "discipline");
    let mut account = Account::default();
    let mut dice = Dice(number);
    let mut sent = 0;
    for serial in 0..PACKETS {
        let now = SimTime::ZERO + Span::from_millis(1 + 3 * serial);
        let ecn = if dice.pick(2) == 0 { Ecn::Ect0 } else { Ecn::NotEct };
        let packet = Packet { arrived: now, ecn, ..Packet::plain(serial, dice.pick(4) as u32, 1000) };
        let mut outside = Outside { now, chance: &mut chance, tracer: &mut account };
        if machine.next_timer().is_some_and(|due| due <= now) {
            machine.on_timer(&mut outside);
        }
        machine.enqueue(packet, &mut outside);
        if dice.pick(2) == 0 {
            sent += usize::from(machine.dequeue(&mut outside).is_some());
        }
        let arrived = serial as usize + 1;
        let place = format!("number {number}, packet {serial}:\n{text}");
        assert_eq!(account.admitted + account.dropped, arrived, "{place}");
        assert_eq!(account.admitted, sent + account.evicted + machine.packets(), "{place}");
        assert!(machine.packets() <= machine.limit(), "{place}");
        if let Some(stop) = machine.stop() {
            assert!(stop.line >= 1 && stop.line as usize <= text.lines().count().max(1), "{stop}: {place}");
            return (serial + 1, true);
        }
    }
    (PACKETS, false)
}

/// The script with this number. Every second script is a damaged valid script.
fn script(number: u64) -> String {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    dice.pick(7);
    if number.is_multiple_of(2) { Grammar { dice, left: 60 }.script() } else { damaged(&mut dice) }
}

fn damaged(dice: &mut Dice) -> String {
    let mut text = STARTS[dice.pick(STARTS.len() as u64) as usize].text.to_owned();
    for _ in 0..=dice.pick(3) {
        let lines: Vec<&str> = text.lines().collect();
        let len = lines.len() as u64;
        let (one, other) = (dice.pick(len) as usize, dice.pick(len) as usize);
        text = match dice.pick(7) {
            0 => lines
                .iter()
                .enumerate()
                .filter(|(place, _)| *place != one)
                .map(|(_, line)| *line)
                .collect::<Vec<_>>()
                .join("\n"),
            1 => {
                let mut lines = lines;
                lines.swap(one, other);
                lines.join("\n")
            }
            2 => {
                let mut lines = lines;
                lines.insert(one, lines[other]);
                lines.join("\n")
            }
            3 => swapped(&text, dice),
            4 => {
                let at = (0..=dice.pick(text.len() as u64) as usize).rev().find(|&at| text.is_char_boundary(at));
                let strange =
                    ["(", "}", "\"", "9223372036854775807", "this", "é", "/*", "..", "-", "\u{0}", "[[[[", "#{"];
                let mut text = text.clone();
                text.insert_str(at.unwrap_or(0), strange[dice.pick(strange.len() as u64) as usize]);
                text
            }
            5 => {
                let at = (0..=dice.pick(text.len() as u64) as usize).rev().find(|&at| text.is_char_boundary(at));
                text[..at.unwrap_or(0)].to_owned()
            }
            _ => swapped(&text, dice),
        };
        if text.is_empty() {
            break;
        }
    }
    text
}

/// Replaces one word by another.
fn swapped(text: &str, dice: &mut Dice) -> String {
    const WORDS: [(&str, &str); 12] = [
        ("<", ">"),
        ("+", "-"),
        ("admit()", "drop(\"early\")"),
        ("queue.len()", "queue.at(0)"),
        ("this.avg", "this.ring"),
        ("queue.send()", "queue.drop(0, \"sojourn\")"),
        ("1.0", "0"),
        ("return", "loop"),
        ("packet", "queue"),
        ("== ", "!= "),
        ("params.", "this."),
        ("0", "-1"),
    ];
    let (from, to) = WORDS[dice.pick(WORDS.len() as u64) as usize];
    if dice.pick(3) == 0 { text.replace(from, to) } else { text.replacen(from, to, 1) }
}

/// A generator of scripts, most of them valid; together they contain every kind of error.
struct Grammar {
    dice: Dice,
    /// Number of expressions that may still be generated.
    left: u32,
}

impl Grammar {
    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.dice.pick(texts.len() as u64) as usize]
    }

    fn script(&mut self) -> String {
        let mut text = String::from(
            "const params = #{ limit: #{ value: 8, range: [1, 9] }, a: #{ value: 3, range: [0, 9] }, b: #{ value: 0.5, range: [0.0, 1.0] } };\n\
             fn init() { this.x = 1; this.y = 0.5; this.t = []; this.m = #{}; this.b = true; }\n",
        );
        let body = self.block(3);
        text += &format!("fn enqueue(packet) {{\nlet v = 1; let w = [1, 2, 3];\n{body}");
        text += self.one_of(&[
            "if queue.len() < params.limit { admit(); } else { drop(\"overflow\"); }\n}\n",
            "if happens(params.b) { drop(\"early\"); } else if queue.len() < params.limit { admit(); } else { drop(\"forced\") }\n}\n",
            "admit();\n}\n",
            "}\n",
        ]);
        if self.dice.pick(3) == 0 {
            let body = self.block(2);
            text += &format!(
                "fn dequeue() {{\nlet v = 1; let w = [1];\n{body}if !queue.is_empty() {{ queue.send(); }}\n}}\n"
            );
        }
        if self.dice.pick(3) == 0 {
            let body = self.block(2);
            text += &format!("fn on_timer() {{\nlet v = 1; let w = [1];\n{body}}}\n");
        }
        let body = self.block(2);
        text += &format!("fn f(v) {{\nlet w = [v];\n{body}v\n}}\n");
        text
    }

    fn block(&mut self, depth: u32) -> String {
        (0..=self.dice.pick(3)).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> String {
        if depth == 0 || self.left == 0 {
            return format!("this.x = {};\n", self.expr(1));
        }
        let inner = depth - 1;
        match self.dice.pick(16) {
            0 => format!("if {} {{\n{}}} else {{\n{}}}\n", self.test(depth), self.block(inner), self.block(inner)),
            1 => format!(
                "while {} {{\n{}{}}}\n",
                self.test(depth),
                self.block(inner),
                self.one_of(&["break;\n", "", "continue;\n"])
            ),
            2 => format!("for i in {}..{} {{\n{}}}\n", self.expr(1), self.expr(1), self.block(inner)),
            3 => format!("for i in this.t {{\n{}}}\n", self.block(inner)),
            4 => format!("let {} = {};\n", self.one_of(&["v", "w", "z"]), self.expr(depth)),
            5 => format!(
                "{} {} {};\n",
                self.place(),
                self.one_of(&["=", "+=", "-=", "*=", "/=", "%="]),
                self.expr(depth)
            ),
            6 => format!("{}.push({});\n", self.place(), self.expr(depth)),
            7 => format!(
                "{}.{};\n",
                self.place(),
                self.one_of(&["pop()", "clear()", "remove(0)", "insert(0, 1)", "remove(\"k\")"])
            ),
            8 => format!("this.m[{}] = {};\n", self.expr(1), self.expr(depth)),
            9 => self
                .one_of(&[
                    "return;\n",
                    "queue.drop(0, \"sojourn\");\n",
                    "queue.drop(queue.draw(2), \"match_victim\");\n",
                ])
                .to_owned(),
            10 => format!("wake_at_ns(now_ns() + {});\n", self.expr(1)),
            11 => format!(
                "{}(\"{}\");\n",
                self.one_of(&["drop", "mark"]),
                self.one_of(&["early", "mark_early", "overflow"])
            ),
            12 => "loop {\nif this.x > 9 { break; }\nthis.x += 1;\n}\n".to_owned(),
            13 => format!("this.t = this.t + [{}];\n", self.expr(depth)),
            14 => format!("this.t = [this.t, {}];\n", self.expr(1)),
            _ => format!("{};\n", self.expr(depth)),
        }
    }

    fn place(&mut self) -> &'static str {
        self.one_of(&[
            "this.x",
            "this.y",
            "this.t",
            "this.m",
            "v",
            "w",
            "this.t[0]",
            "w[v]",
            "this.m.k",
            "this.m[3].z",
            "this.b",
        ])
    }

    fn test(&mut self, depth: u32) -> String {
        match self.dice.pick(5) {
            0 => "true".into(),
            1 => format!("happens({})", self.expr(1)),
            2 => format!("{} && this.b", self.test(depth.saturating_sub(1).min(1))),
            3 => "this.b || queue.is_empty()".into(),
            _ => format!(
                "{} {} {}",
                self.expr(depth),
                self.one_of(&["<", ">", "==", "!=", "<=", ">="]),
                self.expr(depth)
            ),
        }
    }

    fn expr(&mut self, depth: u32) -> String {
        self.left = self.left.saturating_sub(1);
        if depth == 0 || self.left == 0 {
            let leaves = [
                "0",
                "1",
                "2.5",
                "-1",
                "v",
                "this.x",
                "this.y",
                "params.a",
                "params.b",
                "queue.len()",
                "\"k\"",
                "true",
                "()",
                "9223372036854775807",
                "now_ns()",
                "packet.flow",
                "w",
                "this.t",
                "this.m",
            ];
            return self.one_of(&leaves).to_owned();
        }
        let inner = depth - 1;
        match self.dice.pick(14) {
            0..4 => {
                let operator = self.one_of(&["+", "-", "*", "/", "%", "**", "<<", ">>", "&", "|", "^"]);
                format!("({} {operator} {})", self.expr(inner), self.expr(inner))
            }
            4 => format!(
                "{}({})",
                self.one_of(&["abs", "floor", "sqrt", "exp", "ln", "int", "real", "ns", "keys", "f"]),
                self.expr(inner)
            ),
            5 => format!(
                "{}({}, {})",
                self.one_of(&["min", "max", "pow", "powi", "hash"]),
                self.expr(inner),
                self.expr(inner)
            ),
            6 => format!("[{}, {}]", self.expr(inner), self.expr(inner)),
            7 => format!("#{{ k: {}, z: {} }}", self.expr(inner), self.expr(inner)),
            8 => format!("this.t[{}]", self.expr(inner)),
            9 => format!("queue.at({}).{}", self.expr(inner), self.one_of(&["flow", "bytes", "arrived_ns", "nothing"])),
            10 => format!("queue.draw({})", self.expr(inner)),
            11 => format!("if {} {{ {} }} else {{ {} }}", self.test(inner), self.expr(inner), self.expr(inner)),
            12 => format!("pick({})", self.expr(inner)),
            _ => format!("-{}", self.expr(inner)),
        }
    }
}
