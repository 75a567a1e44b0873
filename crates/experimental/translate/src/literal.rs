//! Translates constants of a script to C++.

use super::expression::{Piece, Tightness};
use chokepoint_script::tree::{At, Key, Lowered, Value, wrong};

pub(super) fn constant(value: &Value, at: At) -> Lowered<Piece> {
    let constant = |value: &Value| constant(value, at);
    Ok(match value {
        Value::Bool(value) => Piece::whole(value.to_string()),
        Value::Int(i64::MIN) => Piece::whole("INT64_MIN"),
        Value::Int(value) => {
            let is_small = i32::try_from(*value).is_ok();
            let text = if is_small { value.to_string() } else { format!("INT64_C({value})") };
            let tightness = if *value < 0 { Tightness::Prefix } else { Tightness::Whole };
            Piece { text, tightness, is_literal: is_small }
        }
        Value::Real(value) if value.is_finite() => {
            let tightness = if value.is_sign_negative() { Tightness::Prefix } else { Tightness::Whole };
            Piece::of(format!("{value:?}"), tightness)
        }
        Value::Real(_) => return wrong(at, "a constant that is not a finite number"),
        Value::Text(text) => Piece::whole(quoted(text)),
        Value::Array(items) => {
            let items = items.iter().map(|item| Ok(constant(item)?.text)).collect::<Lowered<Vec<_>>>()?;
            let Value::Array(list) = value else { return wrong(at, "no array") };
            let kind = list.first().map_or("int64_t", |item| match item {
                Value::Real(_) => "double",
                Value::Bool(_) => "bool",
                Value::Text(_) => "std::string",
                _ => "int64_t",
            });
            Piece::whole(format!("std::vector<{kind}>{{{}}}", items.join(", ")))
        }
        Value::Map(items) => {
            let entry = |(key, item): (&Key, &Value)| match key {
                Key::Int(key) => Ok(format!("{{{key}, {}}}", constant(item)?)),
                Key::Text(_) => wrong(at, "a constant map with texts as keys"),
            };
            let items = items.iter().map(entry).collect::<Lowered<Vec<_>>>()?;
            Piece::whole(format!("{{{}}}", items.join(", ")))
        }
        Value::Unit => return wrong(at, "() as a value"),
        other => return wrong(at, format!("{} as a constant", other.kind())),
    })
}

/// A text as a C++ string literal; characters other than printable ASCII become octal escapes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            // Question marks are escaped, so that they cannot form a trigraph.
            b' '..=b'~' if byte != b'?' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\{byte:03o}")),
        }
    }
    out.push('"');
    out
}
