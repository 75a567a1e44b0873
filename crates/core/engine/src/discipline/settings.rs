//! Values for the parameters that a discipline declares. They are checked once, so that reading a value cannot
//! fail.

use super::about::{About, ParamValue};
use super::scripted::Script;
use crate::base::map::map_of;
pub use crate::declare::SettingsProblem;
use serde_json::Value;
use std::collections::BTreeMap;

/// A value for every parameter of one discipline, each within the parameter's declared range.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    values: BTreeMap<&'static str, ParamValue>,
    /// The script, if the discipline is one.
    script: Option<Script>,
}

impl Settings {
    /// The defaults of a discipline.
    pub fn defaults(about: &About) -> Self {
        Self { values: map_of(about.params().map(|spec| (spec.id, about.default_of(spec)))), script: None }
    }

    /// The defaults of a script.
    pub fn of_script(script: Script) -> Self {
        Self { script: Some(script.clone()), ..Self::defaults(script.about()) }
    }

    /// The script to which the settings belong, if any.
    pub(super) fn script(&self) -> Option<&Script> {
        self.script.as_ref()
    }

    /// Replaces a value. A value outside the declared range is an error and changes nothing.
    pub fn set(&mut self, about: &About, id: &str, value: &Value) -> Result<(), SettingsProblem> {
        let spec = about.params().find(|spec| spec.id == id).ok_or_else(|| {
            let known: Vec<_> = about.params().map(|spec| spec.id).collect();
            SettingsProblem::new(id, format!("is not a parameter of {}, which has {}", about.id, known.join(", ")))
        })?;
        self.values.insert(spec.id, spec.parse(value)?);
        Ok(())
    }

    /// Replaces a value without a check. Only tests and named parameter sets use this function; a test checks the
    /// values of the sets.
    pub fn with(mut self, id: &'static str, value: ParamValue) -> Self {
        self.values.insert(id, value);
        self
    }

    /// Every parameter with its value, in order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, ParamValue)> {
        self.values.iter().map(|(id, value)| (*id, *value))
    }

    /// The value of a real parameter. An integer is converted.
    pub fn real(&self, id: &str) -> f64 {
        match self.value(id) {
            ParamValue::Real(value) => value,
            ParamValue::Integer(value) => value as f64,
            other => unreachable!("{id} is declared as {other:?}, not as a number"),
        }
    }

    /// An integer parameter.
    pub fn integer(&self, id: &str) -> i64 {
        match self.value(id) {
            ParamValue::Integer(value) => value,
            other => unreachable!("{id} is declared as {other:?}, not as a whole number"),
        }
    }

    /// An integer parameter that is a count; its declared range starts at 0 or above.
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
        // A discipline reads only declared parameters. A test over all disciplines reads every parameter once and would
        // reach this line.
        *self.values.get(id).unwrap_or_else(|| unreachable!("{id} is not declared"))
    }
}
