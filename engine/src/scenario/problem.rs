//! What can be wrong with something a user gave.

pub(crate) use crate::discipline::settings::quoted;
use crate::discipline::settings::shortened;
use std::fmt;

/// A message stays one that can be read, whatever was given \[characters\].
const LONGEST_PATH: usize = 120;
const LONGEST_PROBLEM: usize = 1_000;

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
        let path = if path.is_empty() { "scenario".into() } else { shortened(&path, LONGEST_PATH) };
        Self { path, problem: shortened(&problem.into(), LONGEST_PROBLEM) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.problem)
    }
}
