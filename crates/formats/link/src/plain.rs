//! Differences from a preset in plain text: `max_th=60`, `f0.rate_bps=4e6`, `b.capacity_bps=2e6@12.5` (from that time
//! on), `l1.interval=` (removed), `aqm=red,choke` (other lanes), `:at_s=12.5` (the view).
//!
//! Every phone that opens the page loads this code. Plain loops and strings, rather than iterators and types, keep it
//! small.

use chokepoint_engine::scenario::{json_text, path};
use serde_json::{Map, Value};

/// The character that begins a part of the view.
const LOOK: char = ':';
const LANES: &str = "aqm=";
/// The separator between two parts of a link.
pub(crate) const BETWEEN: char = '~';
/// The character that stands for an empty object.
const EMPTY: &str = "_";

/// Short forms of path prefixes: `b.delay_s` means `bottleneck.delay_s`. In [`SHORT_PLACES`], the prefix contains an
/// index: `f0.` means `flows.0.`. A path without a prefix means a setting of the scene itself or, if there is none of
/// this name, a parameter of all lanes.
const SHORT: [(&str, &str); 3] = [("bottleneck.", "b."), ("access.", "a."), ("queue.params.", "q.")];
const SHORT_PLACES: [(&str, &str, &str); 2] = [("flows.", ".", "f"), ("lanes.", ".params.", "l")];

/// The parts that turn `base` into `scene`, each preceded by [`BETWEEN`]. `None` if a difference cannot be written in
/// plain text.
pub(crate) fn write(base: &Value, scene: &Value, view: &Value) -> Option<String> {
    let mut text = String::new();
    let (mut base, mut scene) = (base.clone(), scene.clone());
    let aqms = aqms_of(&scene);
    if aqms != aqms_of(&base) {
        push(&mut text, &[LANES, &aqms]);
        base["lanes"] = lanes_named(&base, &aqms);
    }
    let later = later_changes(&base, &scene)?;
    base["interventions"] = Value::Null;
    scene["interventions"] = Value::Null;
    for (path, value) in path::differences(&base, &scene) {
        let value = if value.is_null() { String::new() } else { write_value(&value)? };
        push(&mut text, &[&short_path(&path, &base), "=", &value]);
    }
    for change in &later {
        let (path, value) = (change["path"].as_str()?, write_value(&change["value"])?);
        push(&mut text, &[&short_path(path, &base), "=", &value, "@", &write_value(&change["at_s"])?]);
    }
    write_look(&mut text, "", view)?;
    let is_plain = |it: u8| it.is_ascii_alphanumeric() || b"~=:@,._-".contains(&it);
    text.bytes().all(is_plain).then_some(text)
}

/// The scene and view that the parts describe. The error is the part that cannot be parsed.
pub(crate) fn read<'a>(parts: &[&'a str], base: &Value) -> Result<(Value, Value), &'a str> {
    let mut scene = base.clone();
    let mut view = Value::Object(Map::new());
    for &part in parts {
        read_part(part, base, &mut scene, &mut view).ok_or(part)?;
    }
    Ok((scene, view))
}

fn read_part(part: &str, base: &Value, scene: &mut Value, view: &mut Value) -> Option<()> {
    if let Some(aqms) = part.strip_prefix(LANES) {
        scene["lanes"] = lanes_named(base, aqms);
        return Some(());
    }
    let (name, value) = part.split_once('=')?;
    if let Some(look) = name.strip_prefix(LOOK) {
        return path::set(view, look, read_value(value)?).ok();
    }
    let path = full_path(name, base);
    if let Some((value, at)) = value.split_once('@') {
        let mut change = Map::new();
        change.insert("at_s".into(), read_value(at)?);
        change.insert("path".into(), path.into());
        change.insert("value".into(), read_value(value)?);
        scene["interventions"].as_array_mut()?.push(Value::Object(change));
        return Some(());
    }
    let value = if value.is_empty() { Value::Null } else { read_value(value)? };
    path::apply(scene, &[(path, value)]).ok()
}

fn push(text: &mut String, parts: &[&str]) {
    text.push(BETWEEN);
    for part in parts {
        text.push_str(part);
    }
}

/// The scene's interventions that follow those of the preset. `None` if the scene's list does not begin with the
/// preset's list.
fn later_changes(base: &Value, scene: &Value) -> Option<Vec<Value>> {
    let (before, after) = (base["interventions"].as_array()?, scene["interventions"].as_array()?);
    let begins_alike = before.len() <= after.len() && before[..] == after[..before.len()];
    begins_alike.then(|| after[before.len()..].to_vec())
}

fn write_look(text: &mut String, path: &str, value: &Value) -> Option<()> {
    match value {
        Value::Object(fields) if path.is_empty() || !fields.is_empty() => {
            for (name, value) in fields {
                let mut below = path.to_owned();
                if !path.is_empty() {
                    below.push('.');
                }
                below.push_str(name);
                write_look(text, &below, value)?;
            }
        }
        // An absent view needs no part.
        Value::Null if path.is_empty() => {}
        _ => push(text, &[":", path, "=", &write_value(value)?]),
    }
    Some(())
}

/// The disciplines of the lanes, in order.
fn aqms_of(scene: &Value) -> String {
    let mut aqms = String::new();
    for lane in lanes_of(scene) {
        if !aqms.is_empty() {
            aqms.push(',');
        }
        aqms.push_str(lane["aqm"].as_str().unwrap_or_default());
    }
    aqms
}

fn lanes_of(scene: &Value) -> &[Value] {
    scene["lanes"].as_array().map_or(&[], Vec::as_slice)
}

/// Lanes with these disciplines. Each is a copy of the scene's first lane with the same discipline or, if there is
/// none, has no parameters of its own.
fn lanes_named(scene: &Value, aqms: &str) -> Value {
    let mut lanes = Vec::new();
    for aqm in aqms.split(',') {
        let mut lane = Map::new();
        lane.insert("aqm".into(), aqm.into());
        lane.insert("params".into(), Value::Object(Map::new()));
        let mut named = Value::Object(lane);
        for own in lanes_of(scene).iter().rev() {
            if own["aqm"] == aqm {
                named.clone_from(own);
            }
        }
        lanes.push(named);
    }
    Value::Array(lanes)
}

fn short_path(path: &str, scene: &Value) -> String {
    if let Some(id) = path.strip_prefix("queue.params.")
        && scene.get(id).is_none()
    {
        return id.to_owned();
    }
    for (before, behind, letter) in SHORT_PLACES {
        if let Some(rest) = path.strip_prefix(before) {
            let place = rest.find('.').unwrap_or(rest.len());
            if let Some(setting) = rest[place..].strip_prefix(behind) {
                return [letter, &rest[..place], ".", setting].concat();
            }
        }
    }
    replaced(path, |(long, short)| (long, short))
}

fn full_path(short: &str, scene: &Value) -> String {
    let Some(end) = short.find('.') else {
        return if scene.get(short).is_some() { short.to_owned() } else { ["queue.params.", short].concat() };
    };
    for (before, behind, letter) in SHORT_PLACES {
        if let Some(place) = short[..end].strip_prefix(letter)
            && !place.is_empty()
            && place.bytes().all(|it| it.is_ascii_digit())
        {
            return [before, place, behind, &short[end + 1..]].concat();
        }
    }
    replaced(short, |(long, short)| (short, long))
}

/// The path with its prefix abbreviated, or with the abbreviation expanded.
fn replaced(path: &str, order: fn((&'static str, &'static str)) -> (&'static str, &'static str)) -> String {
    for pair in SHORT {
        let (from, to) = order(pair);
        if let Some(rest) = path.strip_prefix(from) {
            return [to, rest].concat();
        }
    }
    path.to_owned()
}

/// A value in plain text. `None` for a list, and for a text that would parse as another value.
fn write_value(value: &Value) -> Option<String> {
    let text = match value {
        Value::Bool(true) => "true".to_owned(),
        Value::Bool(false) => "false".to_owned(),
        Value::Number(number) => shortest(&number.to_string()),
        Value::String(text) => text.clone(),
        Value::Object(fields) if fields.is_empty() => EMPTY.to_owned(),
        _ => return None,
    };
    let read = read_value(&text)?;
    // An integer and the same number written with a zero fraction are equal.
    (read == *value || (value.is_number() && read.as_f64() == value.as_f64())).then_some(text)
}

fn read_value(text: &str) -> Option<Value> {
    let first = text.bytes().next()?;
    if text == EMPTY {
        return Some(Value::Object(Map::new()));
    }
    if first.is_ascii_alphabetic() && text != "true" && text != "false" {
        let is_word = |it: u8| it.is_ascii_alphanumeric() || b"_-.".contains(&it);
        return text.bytes().all(is_word).then(|| text.into());
    }
    let read = json_text::read(text).ok()?;
    match read.as_f64() {
        // 4e6 is written as an integer, up to the largest integer that the page represents exactly.
        Some(real) if real.trunc() == real && real.abs() <= 9_007_199_254_740_992.0 => Some((real as i64).into()),
        Some(_) => Some(read),
        None => read.is_boolean().then_some(read),
    }
}

/// The shortest notation of a number: 25e5 for 2500000.
fn shortest(number: &str) -> String {
    let plain = number.strip_suffix(".0").unwrap_or(number);
    let mut end = plain.len();
    while plain[..end].ends_with('0') {
        end -= 1;
    }
    let zeros = plain.len() - end;
    if zeros < 3 || !plain[1..].bytes().all(|it| it.is_ascii_digit()) {
        return plain.to_owned();
    }
    [&plain[..end], "e", &zeros.to_string()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_read_as_they_were_written() {
        let scene = json!({ "seed": 1, "flows": [{}], "lanes": [{}] });
        for (path, short) in [
            ("seed", "seed"),
            ("queue.params.max_th", "max_th"),
            ("queue.params.seed", "q.seed"),
            ("flows.0.rate_bps", "f0.rate_bps"),
            ("flows.12.transport", "f12.transport"),
            ("lanes.1.params.ecn", "l1.ecn"),
            ("lanes.1.aqm", "lanes.1.aqm"),
            ("bottleneck.delay_s", "b.delay_s"),
        ] {
            assert_eq!(short_path(path, &scene), short);
            assert_eq!(full_path(short, &scene), path);
        }
    }

    #[test]
    fn numbers_are_written_in_as_few_characters_as_possible() {
        for (number, written) in [
            (0.0, "0"),
            (60.0, "60"),
            (1000.0, "1e3"),
            (1234.0, "1234"),
            (-2_500_000.0, "-25e5"),
            (0.125, "0.125"),
            (0.000_12, "0.00012"),
            (1e-9, "1e-9"),
            (1.5e-7, "1.5e-7"),
            (12.345_678_901, "12.345678901"),
        ] {
            assert_eq!(write_value(&json!(number)).as_deref(), Some(written));
            assert_eq!(read_value(written).and_then(|it| it.as_f64()), Some(number));
        }
    }

    #[test]
    fn an_ambiguous_value_is_not_written_in_plain_text() {
        for value in [json!("true"), json!("a b"), json!("7"), json!(""), json!([1]), json!({ "a": 1 }), json!("_")] {
            assert_eq!(write_value(&value), None, "{value}");
        }
        for text in ["", "1e999", "-inf", "--1", "1.2.3", "a b", "“", "e5=", "+1", "null", "[1]", "\"a\""] {
            assert!(read_value(text).is_none_or(|value| value == "null"), "{text}");
        }
    }
}
