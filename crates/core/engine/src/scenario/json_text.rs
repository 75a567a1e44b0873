//! A parser for hand-written JSON. It accepts a byte-order mark at the start and reports every duplicate field, where
//! other parsers silently drop all but one.

use super::problem::{Problem, Problems};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// The JSON value of a text; the error lists the problems.
pub fn read(text: &str) -> Result<Value, Vec<Problem>> {
    let mut place = Place { path: String::new(), problems: Problems::default() };
    let mut reader = serde_json::Deserializer::from_str(text.strip_prefix('\u{feff}').unwrap_or(text));
    match (&mut place).deserialize(&mut reader).and_then(|value| reader.end().map(|()| value)) {
        // An empty path means that the parser stopped at the top level of the text.
        Err(error) if place.path.is_empty() => Err(vec![Problem::new("", format!("is not JSON: {error}"))]),
        Err(error) => Err(vec![Problem::new("", format!("is not JSON at {}: {error}", place.path))]),
        Ok(value) if place.problems.is_empty() => Ok(value),
        Ok(_) => Err(place.problems.into_reported()),
    }
}

/// The parser's position in the JSON tree, with the problems found.
struct Place {
    path: String,
    problems: Problems,
}

impl Place {
    /// Enters a field or an item. Returns the previous length of the path; the caller restores this length when it leaves the
    /// field or item.
    fn enter(&mut self, step: &str) -> usize {
        let before = self.path.len();
        if before > 0 {
            self.path.push('.');
        }
        self.path.push_str(if step.is_empty() { "\"\"" } else { step });
        before
    }

    fn report_repetition(&mut self) {
        if self.problems.is_full() {
            self.problems.count();
        } else {
            self.problems.push(Problem::new(&*self.path, "is given twice; give it one value"));
        }
    }
}

impl<'de> DeserializeSeed<'de> for &mut Place {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for &mut Place {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        loop {
            let before = self.enter(&items.len().to_string());
            let item = from.next_element_seed(&mut *self)?;
            self.path.truncate(before);
            match item {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut fields = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            let before = self.enter(&key);
            let value = from.next_value_seed(&mut *self)?;
            if fields.insert(key, value).is_some() {
                self.report_repetition();
            }
            self.path.truncate(before);
        }
        Ok(Value::Object(fields))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages_of(text: &str) -> Vec<String> {
        read(text).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_reader_agrees_with_serde_json() {
        let text = r#" {"a": [1, -2, 3.5, 1e400e, "é\n", true, null, {"": {}}], "b": 18446744073709551615} "#;
        let text = text.replace("1e400e", "1e40");
        assert_eq!(read(&text).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
        for wrong in ["", "{", "[1,]", "1e999", "{} x", "nan", "\u{feff}\u{feff}1"] {
            let expected = serde_json::from_str::<Value>(wrong.trim_start_matches('\u{feff}'));
            assert_eq!(messages_of(wrong).len(), 1, "{wrong:?}");
            if let Err(expected) = expected {
                let at = if wrong == "[1,]" { " at 1" } else { "" };
                assert_eq!(messages_of(wrong), [format!("scenario: is not JSON{at}: {expected}")]);
            }
        }
        let deep = "[".repeat(200) + &"]".repeat(200);
        assert!(messages_of(&deep)[0].contains("recursion limit"), "{:?}", messages_of(&deep));
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        assert_eq!(read("\u{feff}{\"seed\": 7}").unwrap()["seed"], 7);
    }

    #[test]
    fn a_duplicate_field_is_reported_with_its_path() {
        let text = r#"{"seed": 1, "flows": [{"count": 1}, {"count": 1, "count": 2}], "seed": 1, "": {"": 1, "": 2}}"#;
        assert_eq!(
            messages_of(text),
            [
                "flows.1.count: is given twice; give it one value",
                "seed: is given twice; give it one value",
                "\"\".\"\": is given twice; give it one value",
            ]
        );
    }

    #[test]
    fn a_text_full_of_duplicates_gives_a_short_message() {
        let text = format!("{{{}\"a\":1}}", "\"a\":1,".repeat(50_000));
        assert_eq!(messages_of(&text).len(), 21);
    }
}
