//! Hostile values, paths and texts.

use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::scenario::fields;
use serde_json::{Map, Value, json};

/// Changes one part of a JSON value, at any depth.
pub(super) fn mutate(root: &mut Value, chance: &mut Stream) {
    let other = random_place(root, chance).clone();
    let place = random_place(root, chance);
    match place {
        Value::Object(fields) if chance.happens(0.6) => {
            let keys: Vec<String> = fields.keys().cloned().collect();
            let key = if keys.is_empty() { String::new() } else { keys[chance.pick(keys.len())].clone() };
            match chance.pick(4) {
                0 => drop(fields.remove(&key)),
                1 => drop(fields.insert(hostile_name(chance), hostile_value(chance))),
                2 => drop(fields.insert(key, other)),
                _ => {
                    if let Some(value) = fields.remove(&key) {
                        fields.insert(hostile_name(chance), value);
                    }
                }
            }
        }
        Value::Array(items) if chance.happens(0.8) => match chance.pick(5) {
            0 if !items.is_empty() => drop(items.remove(chance.pick(items.len()))),
            1 | 2 if !items.is_empty() => {
                // Repeats an item, such as an intervention or a lane, sometimes more often than is allowed.
                let item = items[chance.pick(items.len())].clone();
                let times = [1, 1, 2, 70, 1_100][chance.pick(5)];
                items.extend(std::iter::repeat_n(item, times));
            }
            3 => items.push(hostile_value(chance)),
            _ => items.reverse(),
        },
        place if chance.happens(0.3) => *place = near(place, chance),
        place => *place = hostile_value(chance),
    }
}

fn random_place<'a>(root: &'a mut Value, chance: &mut Stream) -> &'a mut Value {
    let mut place = root;
    loop {
        let children = match place {
            Value::Object(fields) => fields.len(),
            Value::Array(items) => items.len(),
            _ => 0,
        };
        if children == 0 || chance.happens(0.12) {
            return place;
        }
        let child = chance.pick(children);
        let next = match place {
            Value::Object(fields) => fields.values_mut().nth(child),
            Value::Array(items) => items.get_mut(child),
            _ => None,
        };
        match next {
            Some(next) => place = next,
            None => unreachable!("a child beyond the last"),
        }
    }
}

/// A value derived from the current one, such as a multiple, which is more likely to be accepted than an unrelated
/// value.
fn near(value: &Value, chance: &mut Stream) -> Value {
    match value.as_f64() {
        Some(number) => {
            let factor = [0.0, 0.5, -1.0, 2.0, 10.0, 1e3, 1e6][chance.pick(7)];
            if chance.happens(0.5) { json!(number * factor) } else { json!((number * factor) as i64) }
        }
        None => match value {
            Value::Bool(it) => json!(!it),
            Value::String(text) => json!(text.to_uppercase()),
            _ => hostile_value(chance),
        },
    }
}

/// A value of any type.
pub(super) fn hostile_value(chance: &mut Stream) -> Value {
    match chance.pick(12) {
        0 => Value::Null,
        1 => json!(chance.happens(0.5)),
        2 => json!(["", "NaN", "Infinity", "1e9", "0x10", "true", "..", "udp", "\u{0}", "🦀"][chance.pick(10)]),
        3 => json!("x".repeat(chance.pick(5_000))),
        4 => json!([]),
        5 => json!({}),
        6 => (0..chance.pick(60)).fold(hostile_atom(chance), |inner, level| {
            if level % 2 == 0 { json!([inner]) } else { json!({ "a": inner }) }
        }),
        7 => Value::Array((0..chance.pick(6)).map(|_| hostile_atom(chance)).collect()),
        8 => Value::Object(
            (0..chance.pick(6)).map(|_| (hostile_name(chance), hostile_atom(chance))).collect::<Map<_, _>>(),
        ),
        _ => hostile_atom(chance),
    }
}

fn hostile_atom(chance: &mut Stream) -> Value {
    match chance.pick(4) {
        0 => json!([i64::MIN, i64::MAX, -1, 0, 1, 2, 41, 1 << 31, 1 << 32, 1 << 53][chance.pick(10)]),
        1 => json!(u64::MAX - chance.pick(3) as u64),
        // NaN becomes null here; `hostile_text` later writes NaN into the text.
        2 => json!(hostile_number(chance)),
        _ => json!([10, 1_000, 10_000, 100_000_000_000_u64, 9_000, 100_000][chance.pick(6)]),
    }
}

/// An extreme number, or NaN.
pub(super) fn hostile_number(chance: &mut Stream) -> f64 {
    const NUMBERS: [f64; 14] = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        5e-324,
        -0.0,
        -1e-9,
        0.5,
        1e-9,
        1e18,
        1.8446744073709552e19,
        9007199254740993.0,
    ];
    NUMBERS[chance.pick(NUMBERS.len())]
}

fn hostile_name(chance: &mut Stream) -> String {
    const NAMES: [&str; 12] =
        ["", ".", "limit", "scenario", "flows", "at_s", "0", "__proto__", "a.b", "start_s", "🦀", "\u{0}"];
    if chance.happens(0.1) { "n".repeat(chance.pick(3_000)) } else { NAMES[chance.pick(NAMES.len())].into() }
}

/// A number below 2^`octaves`, with any order of magnitude.
pub(super) fn few_or_many(octaves: usize, chance: &mut Stream) -> usize {
    let octave = chance.pick(octaves);
    chance.pick(1 << octave)
}

/// A setting's path, which may be declared, a JSON pointer, dangling, or too deep.
pub(super) fn hostile_path(chance: &mut Stream) -> String {
    match chance.pick(8) {
        0..3 => {
            let place = ["0", "1", "7", "-1", "x", "18446744073709551616"][chance.pick(6)];
            {
                let paths: Vec<_> = fields::all().map(|field| field.path()).collect();
                paths[chance.pick(paths.len())].replace('*', place)
            }
        }
        3 => {
            ["", ".", "/", "//", "~", "/~2", "queue", "lanes", "flows.0", "interventions", "id"][chance.pick(11)].into()
        }
        4 => {
            ["queue.params.", "lanes.0.params.", "queue.params.limit."][chance.pick(3)].to_owned()
                + hostile_name(chance).as_str()
        }
        5 => "queue.params.".to_owned() + "a.".repeat(few_or_many(17, chance)).as_str(),
        6 => "/a".repeat(few_or_many(17, chance)),
        _ => format!("lanes.{}.aqm", chance.pick(3)),
    }
}

/// Changes a JSON text in ways that a JSON value cannot express.
pub(super) fn hostile_text(text: String, chance: &mut Stream) -> String {
    let numbers: Vec<usize> = text.match_indices(':').map(|(at, _)| at + 1).collect();
    let at = if numbers.is_empty() { 0 } else { numbers[chance.pick(numbers.len())] };
    let (before, after) = text.split_at(at);
    let rest = after.find([',', '}', ']']).map_or("", |end| &after[end..]);
    let deep = 1 << chance.pick(18);
    let value = match chance.pick(12) {
        0 => "NaN".into(),
        1 => "-Infinity".into(),
        2 => "1e999".into(),
        3 => "-1e-999".into(),
        4 => format!("1{}", "0".repeat(chance.pick(400))),
        5 => "[".repeat(deep) + "]".repeat(deep).as_str(),
        6 => "{\"a\":".repeat(deep) + "1" + "}".repeat(deep).as_str(),
        7 => "\"\\ud800\"".into(),
        8 => "1,\"seed\":2,\"seed\":3".into(),
        9 => return format!("\u{feff}{text}"),
        10 => "1,\"\":{\"\":2}".into(),
        _ => format!("0.{}1", "0".repeat(chance.pick(400))),
    };
    format!("{before}{value}{rest}")
}

/// Changes, removes or inserts bytes, or cuts off the end.
pub(super) fn rub_bytes(text: String, chance: &mut Stream) -> String {
    let mut bytes = text.into_bytes();
    for _ in 0..=chance.pick(4) {
        if bytes.is_empty() {
            break;
        }
        let at = chance.pick(bytes.len());
        match chance.pick(6) {
            0 => bytes[at] ^= 1 << chance.pick(8),
            1 => bytes[at] = b"0123456789-+.eE\"{}[],: "[chance.pick(23)],
            2 => drop(bytes.remove(at)),
            3 => bytes.insert(at, b"0123456789-+.eE\"{}[],: "[chance.pick(23)]),
            4 => bytes.extend_from_within(at..(at + 40).min(bytes.len())),
            _ => bytes.truncate(bytes.len() - chance.pick(8.min(bytes.len()))),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
