//! Values for the parameters that a discipline declares: checked once, then read without fail.

use super::about::{About, ParamKind, ParamSpec, ParamValue};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A value for every parameter of one discipline, each inside its declared range.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    values: BTreeMap<&'static str, ParamValue>,
}

/// What is wrong with a parameter.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SettingsProblem {
    /// The parameter.
    pub param: String,
    /// What was given and what is allowed, as the rest of a sentence.
    pub problem: String,
}

impl SettingsProblem {
    /// A problem of one parameter.
    pub fn new(param: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { param: param.into(), problem: problem.into() }
    }
}

impl Settings {
    /// The defaults of a discipline.
    pub fn defaults(about: &About) -> Self {
        Self { values: about.params().map(|spec| (spec.id, about.default_of(spec))).collect() }
    }

    /// Puts a value in place of what stood there; a value outside the declared range changes nothing.
    pub fn set(&mut self, about: &About, id: &str, value: &Value) -> Result<(), SettingsProblem> {
        let spec = about.params().find(|spec| spec.id == id).ok_or_else(|| {
            let known: Vec<_> = about.params().map(|spec| spec.id).collect();
            SettingsProblem::new(id, format!("is no parameter of {}, which has {}", about.id, known.join(", ")))
        })?;
        self.values.insert(spec.id, spec.parse(value)?);
        Ok(())
    }

    /// Puts a typed value in place; for tests and named parameter sets, which a test checks against the ranges.
    pub fn with(mut self, id: &'static str, value: ParamValue) -> Self {
        self.values.insert(id, value);
        self
    }

    /// Every parameter with its value, in order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, ParamValue)> {
        self.values.iter().map(|(id, value)| (*id, *value))
    }

    /// A real parameter (a whole one is widened).
    pub fn real(&self, id: &str) -> f64 {
        match self.value(id) {
            ParamValue::Real(value) => value,
            ParamValue::Integer(value) => value as f64,
            other => unreachable!("{id} is declared as {other:?}, not as a number"),
        }
    }

    /// A whole parameter.
    pub fn integer(&self, id: &str) -> i64 {
        match self.value(id) {
            ParamValue::Integer(value) => value,
            other => unreachable!("{id} is declared as {other:?}, not as a whole number"),
        }
    }

    /// A whole parameter that counts things; its declared range starts at 0 or above.
    pub fn count(&self, id: &str) -> usize {
        usize::try_from(self.integer(id)).unwrap_or(0)
    }

    /// A parameter that is on or off.
    pub fn switch(&self, id: &str) -> bool {
        match self.value(id) {
            ParamValue::Switch(value) => value,
            other => unreachable!("{id} is declared as {other:?}, not as a switch"),
        }
    }

    /// The id of the value of a choice.
    pub fn choice(&self, id: &str) -> &'static str {
        match self.value(id) {
            ParamValue::Choice(value) => value,
            other => unreachable!("{id} is declared as {other:?}, not as a choice"),
        }
    }

    fn value(&self, id: &str) -> ParamValue {
        // A discipline reads only what it declares; a law reads every parameter of every discipline once.
        *self.values.get(id).unwrap_or_else(|| unreachable!("{id} is not declared"))
    }
}

impl ParamSpec {
    /// The typed value that `given` stands for, if it is inside the declared range.
    pub fn parse(&self, given: &Value) -> Result<ParamValue, SettingsProblem> {
        let parsed = match self.kind {
            ParamKind::Integer { min, max } => {
                whole_number(given).filter(|value| (min..=max).contains(value)).map(ParamValue::Integer)
            }
            ParamKind::Real { min, max } => {
                given.as_f64().filter(|value| (min..=max).contains(value)).map(ParamValue::Real)
            }
            ParamKind::Switch => given.as_bool().map(ParamValue::Switch),
            ParamKind::Choice { choices } => given
                .as_str()
                .and_then(|given| choices.iter().find(|choice| choice.id == given))
                .map(|choice| ParamValue::Choice(choice.id)),
        };
        parsed.ok_or_else(|| SettingsProblem::new(self.id, format!("{} is not {}", quoted(given), self.allowed())))
    }

    /// Which values are allowed, in words.
    pub fn allowed(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.kind {
            ParamKind::Integer { min, max } => format!("a whole number from {min} to {max}{unit}"),
            ParamKind::Real { min, max } => format!("a number from {min} to {max}{unit}"),
            ParamKind::Switch => "true or false".into(),
            ParamKind::Choice { choices } => {
                let ids: Vec<_> = choices.iter().map(|choice| format!("\"{}\"", choice.id)).collect();
                format!("one of {}", ids.join(", "))
            }
        }
    }
}

/// The most of a value that a message quotes \[characters\].
pub const MAX_QUOTED: usize = 60;

/// A value as a message may quote it: short, whatever was given, and without writing out the rest of it.
pub(crate) fn quoted(value: &Value) -> String {
    let mut start = Start { text: String::new(), left: MAX_QUOTED };
    if write!(start, "{value}").is_err() {
        start.text.push('…');
    }
    start.text
}

/// The start of a text; an error once there is more.
struct Start {
    text: String,
    left: usize,
}

impl Write for Start {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        for character in piece.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            self.text.push(character);
        }
        Ok(())
    }
}

/// A text, or the start of one that is longer than `longest` characters.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl ParamValue {
    /// The value as files and links write it.
    pub fn to_json(self) -> Value {
        match self {
            Self::Integer(value) => value.into(),
            Self::Real(value) => value.into(),
            Self::Switch(value) => value.into(),
            Self::Choice(value) => value.into(),
        }
    }
}

/// A whole number, also when it is written with a decimal point (`60.0`).
fn whole_number(given: &Value) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53: beyond it a double skips whole numbers
    given.as_i64().or_else(|| {
        given.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= EXACT).map(|value| value as i64)
    })
}
