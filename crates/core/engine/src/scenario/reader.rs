//! Reads a JSON object field by field. The reader collects all problems instead of stopping at the first.

use super::problem::{Problem, Problems, quoted};
use crate::declare::{ParamSpec, ParamValue};
use serde_json::{Map, Value};

/// The problem of an object with a field whose name is empty, since no path can name this field.
pub(super) const NAMELESS: &str = "has a field with an empty name";

pub(crate) struct Reader<'a> {
    fields: Option<&'a Map<String, Value>>,
    path: String,
    known: Vec<&'static str>,
}

impl<'a> Reader<'a> {
    /// Starts reading `value`, which should be an object.
    pub(crate) fn new(value: &'a Value, path: impl Into<String>, problems: &mut Problems) -> Self {
        let path = path.into();
        if !value.is_object() {
            problems.push(Problem::new(&path, format!("is {}, not an object", quoted(value))));
        }
        Self { fields: value.as_object(), path, known: Vec::new() }
    }

    pub(crate) fn path_of(&self, id: &str) -> String {
        if self.path.is_empty() { id.to_owned() } else { format!("{}.{id}", self.path) }
    }

    /// The unchecked value of a field, if the field is present.
    pub(crate) fn raw(&mut self, id: &'static str) -> Option<&'a Value> {
        self.known.push(id);
        self.fields.and_then(|fields| fields.get(id))
    }

    /// Reads a declared setting. If it is absent or invalid, the result is its default.
    pub(crate) fn setting(&mut self, spec: &ParamSpec, problems: &mut Problems) -> ParamValue {
        self.setting_at(spec.id, spec, problems).unwrap_or(spec.default)
    }

    /// Reads a declared setting under another name; `None` if it is absent or invalid.
    pub(crate) fn setting_at(
        &mut self,
        id: &'static str,
        spec: &ParamSpec,
        problems: &mut Problems,
    ) -> Option<ParamValue> {
        let given = self.raw(id)?;
        match spec.parse(given) {
            Ok(value) => Some(value),
            Err(_) => {
                problems.push(Problem::new(self.path_of(id), format!("{} is not {}", quoted(given), spec.allowed())));
                None
            }
        }
    }

    /// Reads a setting that is a whole number.
    pub(crate) fn whole(&mut self, spec: &ParamSpec, problems: &mut Problems) -> u64 {
        match self.setting(spec, problems) {
            ParamValue::Integer(value) => u64::try_from(value).unwrap_or(0),
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// Reads a setting that is a real number.
    pub(crate) fn real(&mut self, spec: &ParamSpec, problems: &mut Problems) -> f64 {
        match self.setting(spec, problems) {
            ParamValue::Real(value) => value,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// Reads a setting that is a choice.
    pub(crate) fn choice(&mut self, spec: &ParamSpec, problems: &mut Problems) -> &'static str {
        match self.setting(spec, problems) {
            ParamValue::Choice(id) => id,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    /// Reads a text of at most `longest` characters.
    pub(crate) fn text(&mut self, id: &'static str, longest: usize, problems: &mut Problems) -> String {
        match self.raw(id) {
            None => String::new(),
            Some(Value::String(text)) => match text.chars().count() {
                length if length <= longest => text.clone(),
                length => {
                    let problem = format!("has {length} characters, of which at most {longest} are allowed");
                    problems.push(Problem::new(self.path_of(id), problem));
                    String::new()
                }
            },
            Some(other) => {
                let problem = format!("{} is not a text of at most {longest} characters", quoted(other));
                problems.push(Problem::new(self.path_of(id), problem));
                String::new()
            }
        }
    }

    /// Reads a list of at most `longest` items. If it is absent, the result is an empty list.
    pub(crate) fn list(&mut self, id: &'static str, longest: usize, problems: &mut Problems) -> &'a [Value] {
        match self.raw(id) {
            None => &[],
            Some(Value::Array(items)) if items.len() <= longest => items,
            Some(Value::Array(items)) => {
                problems.push(Problem::new(
                    self.path_of(id),
                    format!("has {} items, of which at most {longest} are allowed", items.len()),
                ));
                &[]
            }
            Some(other) => {
                problems.push(Problem::new(self.path_of(id), format!("is {}, not a list", quoted(other))));
                &[]
            }
        }
    }

    /// Ends the reading. Adds a problem for every field of the object that the caller has not read.
    pub(crate) fn finish(self, problems: &mut Problems) {
        for id in self.fields.into_iter().flat_map(Map::keys) {
            if self.known.contains(&id.as_str()) {
                continue;
            }
            if problems.is_full() {
                problems.count();
            } else if id.is_empty() {
                problems.push(Problem::new(&*self.path, NAMELESS));
            } else {
                let problem = format!("is not known here; known are {}", self.known.join(", "));
                problems.push(Problem::new(self.path_of(&id.chars().take(60).collect::<String>()), problem));
            }
        }
    }
}
