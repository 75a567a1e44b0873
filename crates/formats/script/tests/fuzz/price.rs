//! Scripts whose operations are as expensive as possible: each function visits or copies the largest possible values in
//! an endless loop. The limit on operations must stop every call within a limit of CPU time.
//!
//! Loops over mixtures of random functions are measured too: 60 of them, or 20,000 with `CHOKEPOINT_THOROUGH=1`.

use super::{Account, LINK, Used, is_thorough};
use crate::scene::Dice;
use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::scripted::{Machine, Outside};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use chokepoint_engine::rng::Stream;
use chokepoint_engine::time::{SimTime, Span};
use chokepoint_link::Known;
use chokepoint_script::{MAX_OPERATIONS, Script, ScriptMachine};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Time limit of a call in a test build \[s of CPU time\]. An ordinary call that uses up its operations takes a
/// twentieth of this limit. When some functions counted too few operations, a call took 1.5 s even in a release build,
/// far above the limit.
const LONGEST_CALL_S: f64 = 0.1;
/// Time limit for parsing a text or a link \[s of CPU time\].
const LONGEST_READING_S: f64 = 0.5;

/// The largest values that one call can build, each with the name of the property that holds it.
const VALUES: &[(&str, &str)] = &[
    ("flat", "let a = [1.5]; for i in 0..16 { a = a + a; } a.pop(); this.flat = a;"),
    ("within", "let a = [1.5]; for i in 0..15 { a = a + a; } this.within = [[a]];"),
    ("texts", "let a = [\"abcdefghijklmno\"]; for i in 0..15 { a = a + a; } this.texts = [a];"),
    (
        "distinct",
        "let a = []; let t = \"abcdefghijklmnopqrstuvwxyz\"; for i in 0..26 { for j in 0..26 { for k in 0..26 { a.push(t + \"x\"); } } } \
         this.distinct = [a];",
    ),
    ("long", "let t = \"x\"; for i in 0..9 { t += t; } let a = [t]; for i in 0..11 { a = a + a; } this.long = a;"),
    ("map", "let m = #{}; for i in 0..12000 { m[i] = i; } this.map = m;"),
    (
        "keys",
        "let t = \"x\"; for i in 0..9 { t += t; } let d = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\"]; let k = #{}; \
         for x in d { for y in d { for z in d { k[t + x + y + z] = 1; } } } this.keys = k; this.key = t + \"cba\";",
    ),
    ("text", "let t = \"x\"; for i in 0..9 { t += t; } this.text = t; this.other = t + \"\";"),
    ("small", "this.small = [1, 2, 3, 4, 5, 6, 7];"),
];

/// A script that fills its queue and then repeats `body` for ever.
fn script(body: &str) -> String {
    let values: String = VALUES
        .iter()
        .filter(|(name, _)| body.contains(&format!("this.{name}")))
        .map(|(_, code)| format!("{{ {code} }}\n"))
        .collect();
    let packets = waiting(body);
    let variables: String = (0..190).map(|number| format!("let v{number} = 0; ")).collect();
    format!(
        "const params = #{{ limit: #{{ value: 10000, range: [1, 10000] }} }};\n\
         const TABLE = [1, 2, 3, 4, 5, 6, 7, 8];\n{LARGE}\
         fn init() {{\n{values}}}\n\
         fn enqueue(packet) {{\n    if queue.len() < {packets} {{ return admit(); }}\n    let b = 0; let i = 0;\n    \
         loop {{ {body} }}\n}}\n\
         fn many() {{ {variables}0 }}\nfn copied(x) {{ x }}\nfn changed(x) {{ x[0] = 1; x }}\n"
    )
}

/// A constant of 32,768 items.
const LARGE: &str = "const C0 = [1, 2, 3, 4, 5, 6, 7, 8];\nconst C1 = C0 + C0 + C0 + C0 + C0 + C0 + C0 + C0;\n\
                     const C2 = C1 + C1 + C1 + C1 + C1 + C1 + C1 + C1;\nconst LARGE = C2 + C2 + C2 + C2 + C2 + C2 + C2 + C2;\n";
/// Number of packets that are queued before the loop begins.
fn waiting(body: &str) -> u64 {
    if body.contains("queue.") { 9_000 } else { 10 }
}

/// Bodies for the measured loop, one per run. Together they call every function that visits, copies, moves, compares or
/// builds values.
const BODIES: &[&str] = &[
    "i += 1;",
    "b = this.flat; b.push(1);",
    "b = this.flat; b[0] = 2;",
    "b = this.flat; this.flat.pop(); this.flat.push(1);",
    "b = this.within; b[0][0].push(1);",
    "b = this.within; b[0][0][5] = 7;",
    "b = this.texts; b[0].pop();",
    "b = this.map; b[1] = 2;",
    "b = this.map; b.remove(3);",
    "b = this.keys; b[1] = 2;",
    "b = [this.within];",
    "b = this.within + this.within;",
    "b = this.flat; b += [1];",
    "b = #{ a: this.flat }; b.a.push(1);",
    "b = this.small; b.push(1);",
    "b = this.small + this.small;",
    "b = copied(this.flat); b.push(1);",
    "b = changed(this.flat);",
    "b = LARGE; b.push(1);",
    "b = TABLE[3];",
    "b = this.flat == this.flat;",
    "b = this.within == this.within;",
    "b = this.texts == this.texts;",
    "b = this.distinct; b[0].pop();",
    "b = this.distinct == this.distinct;",
    "b = this.long == this.long;",
    "b = this.long; b.pop();",
    "b = this.long.contains(this.long[0] + \"y\");",
    "b = this.map == this.map;",
    "b = this.keys != this.keys;",
    "b = this.text == this.other;",
    "b = this.text < this.other;",
    "b = this.text.contains(this.other);",
    "b = this.text.contains(\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxy\");",
    "b = this.flat.contains(9.5);",
    "b = this.texts.contains(this.texts);",
    "b = this.within.contains(this.within);",
    "b = this.texts[0].contains(\"abcdefghijklmnp\");",
    "b = this.map.contains(3);",
    "b = this.keys.contains(this.key + \"y\");",
    "b = this.keys[this.key];",
    "this.keys[this.key] = 1;",
    "this.keys.remove(this.key);",
    "b = \"ab\"; b += \"cd\";",
    "b = this.text + \"\";",
    "b = keys(this.map);",
    "b = values(this.map); b[0] = 1;",
    "b = keys(this.keys);",
    "this.flat.pop(); this.flat.insert(0, 1);",
    "this.flat.remove(0); this.flat.push(1);",
    "for x in this.flat { i += 1; }",
    "for x in this.within { x[0].push(1); }",
    "for x in this.texts { x.push(1); }",
    "b = many();",
    "b = queue.numbers();",
    "b = queue.at(4500);",
    "b = queue.draw(2000);",
    "b = queue.draw(100);",
    "queue.drop(4500, \"early\");",
    "queue.drop([4500, 4400, 4300, 4200], \"early\");",
    "queue.drop([4500, 4400, 4300, 4200, 4100, 4000], \"early\");",
    "queue.mark(0, \"mark_early\");",
    "b = [1, 2, 3, 4, 5, 6, 7, 8];",
    "b = #{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7, h: 8 };",
    "b = 1.5 ** 2.5 + exp(1.5) + ln(2.5) + powi(1.1, 4611686018427387904) + hash(1, 2);",
    "b = link.packets_in(5) + link.ns_for(7) + now_ns();",
    "b = 0..1000000000; b = b.contains(5);",
];

/// The cost of a script's longest call.
#[derive(Clone, Copy, Debug, Default)]
struct Longest {
    used_s: f64,
    operations: u64,
    /// Number of operations of all calls together.
    in_all: u64,
}

impl Longest {
    fn note(&mut self, used: Used, operations: u64) {
        let used_s = used.seconds();
        self.in_all += operations;
        if used_s > self.used_s {
            (self.used_s, self.operations) = (used_s, operations);
        }
    }
}

/// Sends packets until the script stops. Returns the cost of the longest call, and whether the script stopped after its
/// init().
fn run(text: &str, waiting: u64, packets: u64, is_kept: bool) -> (Longest, bool) {
    let script = Script::read(text).unwrap_or_else(|problem| panic!("{problem}:\n{text}"));
    let mut longest = Longest::default();
    let used = Used::now();
    let mut machine = ScriptMachine::of_defaults(&script, &LINK);
    longest.note(used, machine.operations());
    assert!(machine.stop().is_none(), "{:?}\n{text}", machine.stop());
    let mut chance = Stream::named(1, "discipline");
    for serial in 0..waiting + packets {
        let now = SimTime::ZERO + Span::from_millis(1 + serial);
        let packet = Packet { arrived: now, ..Packet::plain(serial, serial as u32 % 4, 1000) };
        let mut outside = Outside { now, chance: &mut chance, tracer: &mut Account::default() };
        // The clone is kept during the run, like a checkpoint of the page. It shares all values with the run, so that
        // every change to a value has to copy it.
        let kept = (is_kept && serial >= waiting).then(|| machine.clone());
        let before = machine.operations();
        let used = Used::now();
        machine.enqueue(packet, &mut outside);
        longest.note(used, machine.operations() - before);
        drop(kept);
        if machine.stop().is_some() {
            return (longest, true);
        }
    }
    (longest, false)
}

#[test]
fn no_function_takes_longer_than_its_operations_allow() {
    let mut costs = Vec::new();
    for body in BODIES {
        let (longest, has_stopped) = run(&script(body), waiting(body), 1, true);
        assert!(has_stopped, "{body} did not use up its operations");
        assert!(longest.used_s < LONGEST_CALL_S, "{body} took {longest:?}");
        if !body.contains("queue.") {
            let (alone, _) = run(&script(body), waiting(body), 1, false);
            assert_eq!(alone.in_all, longest.in_all, "{body} has another price where a clone is kept");
        }
        costs.push((longest, *body));
    }
    costs.sort_by(|(one, _), (other, _)| other.used_s.total_cmp(&one.used_s));
    for (Longest { used_s, operations, .. }, body) in &costs[..if is_thorough() { costs.len() } else { 3 }] {
        println!("{:7.2} ms, {operations:7} operations: {body}", used_s * 1e3);
    }
}

#[test]
fn no_mixture_of_functions_takes_longer_than_its_operations_allow() {
    let count = if is_thorough() { 20_000 } else { 60 };
    let first: u64 = std::env::var("FUZZ_FROM").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (mut longest, mut slowest, mut used_up) = (Longest::default(), String::new(), 0);
    for number in first..first + count {
        let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.pick(7);
        let body = mixture(&mut dice);
        let text = script(&body);
        // A script that stops in init() is skipped: its values are too large to be built in one call.
        let Ok(read) = Script::read(&text) else { panic!("number {number} cannot be read:\n{text}") };
        if ScriptMachine::of_defaults(&read, &LINK).stop().is_some() {
            continue;
        }
        let (of_this, has_stopped) = run(&text, waiting(&body), 3, true);
        used_up += u64::from(has_stopped && of_this.operations >= MAX_OPERATIONS.into());
        assert!(of_this.used_s < LONGEST_CALL_S, "number {number} took {of_this:?}:\n{body}");
        if of_this.used_s > longest.used_s {
            (longest, slowest) = (of_this, body);
        }
    }
    println!("{count} mixtures, {used_up} used up their operations; the longest call took {longest:?}: {slowest}");
    assert!(used_up * 4 > count, "{used_up} of {count} used up their operations");
}

/// A loop body that calls several functions, in sequence or nested.
fn mixture(dice: &mut Dice) -> String {
    let mut body = String::new();
    for _ in 0..=dice.pick(2) {
        let one = BODIES[dice.pick(BODIES.len() as u64) as usize];
        body += &match dice.pick(5) {
            0 => format!("for r in 0..{} {{ {one} }}", dice.pick(50)),
            1 => format!("if i % {} == 0 {{ {one} }}", 1 + dice.pick(5)),
            _ => one.to_owned(),
        };
        body += " i += 1; ";
    }
    body
}

/// Scripts in which one call used to take seconds or a hundred megabytes, with the limit that now stops each.
const HOSTILE: &[(&str, &str)] = &[
    (include_str!("../hostile/copy-within.rhai"), "operations"),
    (include_str!("../hostile/compare-within.rhai"), "operations"),
    (include_str!("../hostile/long-keys.rhai"), "operations"),
    (include_str!("../hostile/many-long-keys.rhai"), "of which 200000 are allowed"),
    (include_str!("../hostile/shares-itself.rhai"), "operations"),
    (include_str!("../hostile/hoards-what-it-shares.rhai"), "of which 200000 are allowed"),
];

#[test]
fn scripts_that_were_once_too_expensive_are_stopped() {
    for (text, why) in HOSTILE {
        let script = Script::read(text).unwrap_or_else(|problem| panic!("{problem}:\n{text}"));
        let mut machine = ScriptMachine::of_defaults(&script, &LINK);
        let mut chance = Stream::named(1, "discipline");
        let mut longest = Longest::default();
        for serial in 0..200 {
            let now = SimTime::ZERO + Span::from_millis(1 + serial);
            let packet = Packet { arrived: now, ..Packet::plain(serial, 0, 1000) };
            let mut outside = Outside { now, chance: &mut chance, tracer: &mut Account::default() };
            let (used, before) = (Used::now(), machine.operations());
            machine.enqueue(packet, &mut outside);
            machine.dequeue(&mut outside);
            // A frame of the page contains a hash of the state, so the time for hashing counts too.
            let mut hash = StateHash::default();
            machine.fold(&mut hash);
            longest.note(used, machine.operations() - before);
            assert!(longest.used_s < LONGEST_CALL_S, "{longest:?}:\n{text}");
        }
        let stop = machine.stop().unwrap_or_else(|| panic!("it runs on:\n{text}"));
        assert!(stop.problem.contains(why), "{stop}\n{text}");
    }
    let never_begins = Script::read(include_str!("../hostile/endless-init.rhai")).expect("a right text");
    let machine = ScriptMachine::of_defaults(&never_begins, &LINK);
    assert!(machine.stop().is_some_and(|stop| stop.at_s == 0.0 && stop.problem.contains("operations")));
}

/// Presets in their current and earlier versions.
fn presets(folder: &Path) -> (Vec<Value>, Vec<Value>) {
    let read = |file: &str| fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let json = |text: &str| serde_json::from_str(text).expect("JSON");
    let today = ["choked-aimd.json", "first-choke.json"].map(|file| json(&read(file))).into();
    (today, read("archive.ndjson").lines().map(json).collect())
}

#[test]
fn reading_is_fast_and_runs_no_script() {
    let (today, earlier) = presets(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../presets"));
    let links = [
        include_str!("../hostile/copy-within.link"),
        include_str!("../hostile/twenty-changes.link"),
        include_str!("../hostile/thousand-changes.link"),
    ];
    for link in links {
        let used = Used::now();
        let linked = chokepoint_link::decode(
            link.trim(),
            Known { today: &today, earlier: &earlier, language: chokepoint_script::RHAI },
        );
        let used_s = used.seconds();
        let changes = linked.expect("a right link").scenario.interventions.len();
        assert!(used_s < LONGEST_READING_S, "{changes} changes took {used_s} s");
    }
    for (what, text) in texts() {
        let used = Used::now();
        let read = Script::read(&text).map(|_| ());
        let used_s = used.seconds();
        println!("{:7.2} ms: {what}", used_s * 1e3);
        assert!(used_s < LONGEST_READING_S, "{what} took {used_s} s: {read:?}");
    }
    // A scene parses its script again for every parameter and every change, even if the script is refused.
    let wrong = format!(
        "fn f(x) {{ x }}\nfn enqueue(packet) {{\n{}admit(1);\n}}\n",
        "this.a = [1, 2, [3, 4], #{ b: f(1) }];\n".repeat(240)
    );
    let params: serde_json::Map<_, _> = (0..400).map(|number| (format!("p{number}"), 1.into())).collect();
    let lanes = json!([{ "aqm": "script", "script": wrong }]);
    let scene = json!({ "lanes": lanes, "flows": [{ "count": 1 }], "queue": { "params": params } });
    let used = Used::now();
    let problems = Scenario::parse_in(&scene, chokepoint_script::RHAI).expect_err("a wrong script");
    let used_s = used.seconds();
    assert!(used_s < LONGEST_READING_S, "{used_s} s");
    assert!(problems[0].to_string().contains("admit takes no arguments"), "{}", problems[0]);
}

/// Texts that take long to parse.
fn texts() -> Vec<(&'static str, String)> {
    let end = "\nfn enqueue(packet) { admit(); }\n";
    let doubled = |step: &str| {
        let lines: String =
            (1..28).map(|n| format!("const c{n} = {};\n", step.replace('c', &format!("c{}", n - 1)))).collect();
        format!("const c0 = [1];\n{lines}const last = c27 == c27;{end}")
    };
    let many = |line: &str, count: usize| {
        let lines: String = (0..count).map(|n| line.replace('N', &n.to_string())).collect();
        format!("{LARGE}{lines}{end}")
    };
    let within = |open: &str, close: &str, count: usize| {
        format!("fn enqueue(packet) {{ let x = {}1{}; }}", open.repeat(count), close.repeat(count))
    };
    vec![
        ("constants in themselves", doubled("[c, c]")),
        ("constants that double", doubled("c + c")),
        ("large constants", many("const kN = LARGE + C2;\n", 900)),
        ("large comparisons", many("const kN = LARGE == LARGE;\n", 900)),
        ("a long sum", format!("const x = 1{};{end}", " + 1".repeat(7_000))),
        ("parentheses", within("(", ")", 8_000)),
        ("arrays", within("[", "]", 8_000)),
        ("calls", within("queue.at(", ")", 2_000)),
        ("calls that fit", within("queue.at(", ")", 8)),
        ("a long chain", format!("fn enqueue(packet) {{ let x = this{}; }}", ".a".repeat(14_000))),
        ("a long condition", format!("fn enqueue(packet) {{ if true{} {{ }} }}", " && true".repeat(3_900))),
        ("many names", format!("fn enqueue(packet) {{ {} admit(); }}", "x;".repeat(15_000))),
        ("many functions", (0..2_000).map(|n| format!("fn f{n}(a) {{ a }} ")).collect::<String>() + end),
        ("a comment", format!("/*{}{end}", "/*".repeat(15_000))),
        ("a text", format!("const x = \"{}\";{end}", "\\n".repeat(15_000))),
    ]
}
