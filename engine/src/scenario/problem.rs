//! What can be wrong with something a user gave.

use std::fmt;

/// One problem: where, what was given, what is allowed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Problem {
    /// Dotted path in the scenario, e.g. `queue.params.max_th` or `flows.1.count`; `scenario` for the whole.
    pub path: String,
    /// What was given and what is allowed, as the rest of a sentence.
    pub problem: String,
}

impl Problem {
    /// A problem at a path.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        let path = path.into();
        let path = if path.is_empty() { "scenario".into() } else { path };
        Self { path, problem: problem.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.problem)
    }
}

/// A value as a message may quote it: short, whatever was given.
pub(crate) fn quoted(value: &serde_json::Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    if text.chars().count() <= LONGEST { text } else { text.chars().take(LONGEST).chain(['…']).collect() }
}
