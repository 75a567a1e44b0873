//! Declared values: settings with a unit, a range, a default and a meaning. Disciplines, traffic sources and scenes
//! declare their settings in this form; the parser, the panels of the page, the JSON schema and the command-line help
//! are derived from the declarations.

use crate::base::texts::{self, text};
use serde::Serialize;
use serde_json::Value;
use std::fmt::{self, Write};
use ts_rs::TS;

/// A value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ParamValue {
    /// A whole number.
    Integer(i64),
    /// A real number.
    Real(f64),
    /// On or off.
    Switch(bool),
    /// One of the ids of a [`ParamKind::Choice`].
    Choice(&'static str),
}

/// The kind of a parameter, with the values that it allows.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[ts(rename = "SettingKind")]
pub enum ParamKind {
    /// A whole number within inclusive bounds.
    Integer {
        /// Least value.
        #[ts(type = "number")]
        min: i64,
        /// Greatest value.
        #[ts(type = "number")]
        max: i64,
    },
    /// A real number within inclusive bounds.
    Real {
        /// Least value.
        min: f64,
        /// Greatest value.
        max: f64,
    },
    /// On or off.
    Switch,
    /// One of a list of choices.
    Choice {
        /// The possible values.
        choices: &'static [Choice],
    },
}

/// One possible value of a choice.
#[derive(Clone, Copy, Debug, Serialize, TS)]
pub struct Choice {
    /// Id in files and links.
    pub id: &'static str,
    /// Meaning of the choice in a few words.
    pub meaning: &'static str,
}

/// A parameter, declared once, next to the code that uses it.
#[derive(Clone, Copy, Debug)]
pub struct ParamSpec {
    /// Id in files, links and on the command line, in snake_case.
    pub id: &'static str,
    /// Name on the page.
    pub name: &'static str,
    /// The paper's symbol; empty if there is none.
    pub symbol: &'static str,
    /// Unit; empty for a pure number.
    pub unit: &'static str,
    /// The kind, with the allowed values.
    pub kind: ParamKind,
    /// The value of a parameter that the user has not set.
    pub default: ParamValue,
    /// The meaning, in one line.
    pub meaning: &'static str,
    /// Whether the panel shows a logarithmic slider.
    pub is_logarithmic: bool,
    /// Whether the value is a queue length, which the page marks on the ruler under the queue.
    pub is_on_ruler: bool,
    /// Whether the panel shows the parameter only after the user has unfolded the advanced parameters.
    pub is_advanced: bool,
}

/// A parameter that is a whole number within the inclusive `bounds`.
pub const fn whole(
    id: &'static str,
    name: &'static str,
    default: i64,
    bounds: (i64, i64),
    meaning: &'static str,
) -> ParamSpec {
    let (min, max) = bounds;
    spec(id, name, ParamKind::Integer { min, max }, ParamValue::Integer(default), meaning)
}

/// A parameter that is a real number within the inclusive `bounds`.
pub const fn real(
    id: &'static str,
    name: &'static str,
    default: f64,
    bounds: (f64, f64),
    meaning: &'static str,
) -> ParamSpec {
    let (min, max) = bounds;
    spec(id, name, ParamKind::Real { min, max }, ParamValue::Real(default), meaning)
}

/// A parameter that is on or off.
pub const fn switch(id: &'static str, name: &'static str, default: bool, meaning: &'static str) -> ParamSpec {
    spec(id, name, ParamKind::Switch, ParamValue::Switch(default), meaning)
}

/// A parameter that takes one of `choices`; the first is the default.
pub const fn choice(
    id: &'static str,
    name: &'static str,
    choices: &'static [Choice],
    meaning: &'static str,
) -> ParamSpec {
    spec(id, name, ParamKind::Choice { choices }, ParamValue::Choice(choices[0].id), meaning)
}

/// One possible value of a choice.
pub const fn option(id: &'static str, meaning: &'static str) -> Choice {
    Choice { id, meaning: text(meaning) }
}

const fn spec(
    id: &'static str,
    name: &'static str,
    kind: ParamKind,
    default: ParamValue,
    meaning: &'static str,
) -> ParamSpec {
    ParamSpec {
        id,
        name: texts::name(name),
        symbol: "",
        unit: "",
        kind,
        default,
        meaning: text(meaning),
        is_logarithmic: false,
        is_on_ruler: false,
        is_advanced: false,
    }
}

impl ParamSpec {
    /// Adds the symbol that the paper uses.
    pub const fn symbol(mut self, symbol: &'static str) -> Self {
        self.symbol = text(symbol);
        self
    }

    /// Adds the unit.
    pub const fn unit(mut self, unit: &'static str) -> Self {
        self.unit = unit;
        self
    }

    /// Makes the slider logarithmic.
    pub const fn logarithmic(mut self) -> Self {
        self.is_logarithmic = true;
        self
    }

    /// Shows the value on the ruler under the queue.
    pub const fn on_ruler(mut self) -> Self {
        self.is_on_ruler = true;
        self
    }

    /// Marks the parameter as advanced, see [`ParamSpec::is_advanced`].
    pub const fn advanced(mut self) -> Self {
        self.is_advanced = true;
        self
    }
}

/// A problem with a parameter.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SettingsProblem {
    /// The parameter.
    pub param: String,
    /// The error message after the parameter's name: the given value and the allowed values.
    pub problem: String,
}

impl SettingsProblem {
    /// A problem with the parameter `param`.
    pub fn new(param: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { param: param.into(), problem: problem.into() }
    }
}

impl ParamSpec {
    /// Parses `given` into a typed value within the declared range.
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

    /// The allowed values as a text for people.
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

/// Longest quotation of a value in a message \[characters\].
pub const MAX_QUOTED: usize = 60;

/// The text of a value, as quoted in a message. Formatting stops at the longest allowed length, so a long value costs
/// little time.
pub(crate) fn quoted(value: &Value) -> String {
    let mut start = Start { text: String::new(), left: MAX_QUOTED };
    if write!(start, "{value}").is_err() {
        start.text.push('…');
    }
    start.text
}

/// A writer with room for a given number of characters. It returns an error at the first character beyond these, which
/// stops the formatting of a long value early.
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

/// The text, or its start if the text is longer than `longest` characters.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

impl ParamValue {
    /// The value in the format of scenario files and URLs.
    pub fn to_json(self) -> Value {
        match self {
            Self::Integer(value) => value.into(),
            Self::Real(value) => value.into(),
            Self::Switch(value) => value.into(),
            Self::Choice(value) => value.into(),
        }
    }
}

/// Parses `given` as a whole number; `60.0` is accepted as well.
fn whole_number(given: &Value) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0; // 2^53: above this a double cannot represent every whole number
    given.as_i64().or_else(|| {
        given.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= EXACT).map(|value| value as i64)
    })
}
