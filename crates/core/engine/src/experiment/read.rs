//! Helpers that parse fields, shared by the parts of a preset file.

use crate::scenario::Problem;
use crate::scenario::limits::{MAX_LIST, MAX_PRESET_TEXT};
use crate::scenario::problem::{Problems, quoted};
use crate::scenario::reader::Reader;
use serde_json::Value;

/// A text; empty if the field is absent.
pub(super) fn text(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> String {
    reader.text(id, MAX_PRESET_TEXT, problems)
}

/// A text. If the field is absent, a problem is reported.
pub(super) fn required_text(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> String {
    let before = problems.len();
    let text = text(reader, id, problems);
    if text.is_empty() && problems.len() == before {
        problems.push(Problem::new(reader.path_of(id), "is missing; a text is needed"));
    }
    text
}

/// One of the allowed words. If the field is absent, a problem is reported.
pub(super) fn word(
    reader: &mut Reader<'_>,
    id: &'static str,
    allowed: &[&'static str],
    problems: &mut Problems,
) -> &'static str {
    let given = reader.raw(id).unwrap_or(&Value::Null);
    allowed.iter().find(|word| given == *word).copied().unwrap_or_else(|| {
        let path = reader.path_of(id);
        problems.push(Problem::new(path, format!("{} is not one of {}", quoted(given), allowed.join(", "))));
        allowed[0]
    })
}

/// A field that is true or false; `false` if it is absent.
pub(super) fn flag(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> bool {
    let path = reader.path_of(id);
    match reader.raw(id) {
        None => false,
        Some(Value::Bool(flag)) => *flag,
        Some(given) => {
            problems.push(Problem::new(path, format!("{} is not true or false", quoted(given))));
            false
        }
    }
}

pub(super) fn number(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> Option<f64> {
    let given = reader.raw(id)?;
    let number = given.as_f64();
    if number.is_none() {
        problems.push(Problem::new(reader.path_of(id), format!("{} is not a number", quoted(given))));
    }
    number
}

/// A number. If the field is absent, a problem is reported and the result is 0.
pub(super) fn required_number(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> f64 {
    let before = problems.len();
    let number = number(reader, id, problems);
    if number.is_none() && problems.len() == before {
        problems.push(Problem::new(reader.path_of(id), "is missing; a number is needed"));
    }
    number.unwrap_or(0.0)
}

/// A whole number from 1 to `most`, if the field is present.
pub(super) fn count(reader: &mut Reader<'_>, id: &'static str, most: u64, problems: &mut Problems) -> Option<u64> {
    let given = reader.raw(id)?;
    let count = given.as_u64().filter(|count| (1..=most).contains(count));
    if count.is_none() {
        let path = reader.path_of(id);
        problems.push(Problem::new(path, format!("{} is not a whole number from 1 to {most}", quoted(given))));
    }
    count
}

pub(super) fn texts(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> Vec<String> {
    let path = reader.path_of(id);
    let mut texts = Vec::new();
    for (place, item) in reader.list(id, MAX_LIST, problems).iter().enumerate() {
        match item.as_str().filter(|text| text.chars().count() <= MAX_PRESET_TEXT) {
            Some(text) => texts.push(text.to_owned()),
            None => problems.push(Problem::new(
                format!("{path}.{place}"),
                format!("{} is not a text of at most {MAX_PRESET_TEXT} characters", quoted(item)),
            )),
        }
    }
    texts
}

/// Two numbers, the first not above the second, if the field is present.
pub(super) fn interval(reader: &mut Reader<'_>, id: &'static str, problems: &mut Problems) -> Option<(f64, f64)> {
    let given = reader.raw(id)?;
    let interval = match given.as_array().map(Vec::as_slice) {
        Some([low, high]) => low.as_f64().zip(high.as_f64()).filter(|(low, high)| low <= high),
        _ => None,
    };
    if interval.is_none() {
        let path = reader.path_of(id);
        problems.push(Problem::new(path, format!("{} is not a pair [lowest, highest] of numbers", quoted(given))));
    }
    interval
}
