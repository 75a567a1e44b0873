//! Problems in a user's input.

use super::limits::{MAX_PROBLEM_PATH, MAX_PROBLEM_TEXT, MAX_PROBLEMS};
pub(crate) use crate::declare::quoted;
use crate::declare::shortened;
use serde::Serialize;
use std::fmt;
use ts_rs::TS;

/// One problem: its path, the given value and the allowed values.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, TS)]
#[ts(rename = "SceneProblem")]
pub struct Problem {
    /// Dotted path in the scenario, e.g. `queue.params.max_th` or `flows.1.count`; `scenario` for the whole scenario.
    pub path: String,
    /// The given value and the allowed values, as a predicate that follows the path.
    pub problem: String,
    /// `full` if only the full build can check the scene, and this build is not the full build.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"full\"")]
    pub needs: Option<&'static str>,
}

impl Problem {
    /// A problem at a path. Long paths and messages are shortened.
    pub fn new(path: impl Into<String>, problem: impl Into<String>) -> Self {
        Self::within_limits(path.into(), problem.into())
    }

    /// Not inlined, so that the page's download contains one copy.
    #[cold]
    #[inline(never)]
    fn within_limits(path: String, problem: String) -> Self {
        let path = if path.is_empty() { "scenario".into() } else { shortened(&path, MAX_PROBLEM_PATH) };
        Self { path, problem: shortened(&problem, MAX_PROBLEM_TEXT), needs: None }
    }

    /// A problem with a feature that only the full build has.
    pub(crate) fn needs_full(path: impl Into<String>, problem: &str) -> Self {
        Self { needs: Some("full"), ..Self::new(path, problem) }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.problem)
    }
}

/// The problems found so far. The first problems are stored, and further problems are only counted. A file full of
/// errors therefore neither exhausts memory nor produces more messages than a person can read.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    reported: Vec<Problem>,
    unreported: usize,
    once: Vec<Problem>,
}

impl Problems {
    pub(crate) fn push(&mut self, problem: Problem) {
        if self.is_full() {
            self.unreported += 1;
        } else {
            self.reported.push(problem);
        }
    }

    /// Adds a problem, unless this function has already added an equal problem. Each call compares the problem with all
    /// those that this function has added. Callers must therefore use it only for problems of which no input can cause
    /// many different ones.
    pub(crate) fn push_once(&mut self, problem: Problem) {
        if !self.once.contains(&problem) {
            self.once.push(problem.clone());
            self.push(problem);
        }
    }

    pub(crate) fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }

    /// Whether the next problem will only be counted, so that its message is not needed.
    pub(crate) fn is_full(&self) -> bool {
        self.reported.len() >= MAX_PROBLEMS
    }

    /// Counts a problem without a message.
    pub(crate) fn count(&mut self) {
        self.unreported += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.reported.len() + self.unreported
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.reported.is_empty()
    }

    /// The stored problems, followed by one that gives the number of those not stored.
    pub(crate) fn into_reported(mut self) -> Vec<Problem> {
        if self.unreported > 0 {
            let noun = if self.unreported == 1 { "problem" } else { "problems" };
            self.reported.push(Problem::new("", format!("has {} more {noun}", self.unreported)));
        }
        self.reported
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(count: usize) -> Vec<String> {
        let mut problems = Problems::default();
        problems.extend((0..count).map(|place| Problem::new(format!("flows.{place}"), "is wrong")));
        assert_eq!(problems.len(), count);
        problems.into_reported().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_first_problems_are_stored_and_the_others_counted() {
        assert_eq!(of(0), [""; 0]);
        assert_eq!(of(MAX_PROBLEMS).len(), MAX_PROBLEMS);
        assert_eq!(of(MAX_PROBLEMS + 1)[MAX_PROBLEMS..], ["scenario: has 1 more problem"]);
        assert_eq!(of(MAX_PROBLEMS + 480)[MAX_PROBLEMS..], ["scenario: has 480 more problems"]);
    }

    #[test]
    fn a_repeated_problem_counts_once() {
        let mut problems = Problems::default();
        for _ in 0..3 {
            for place in 0..MAX_PROBLEMS + 2 {
                problems.push_once(Problem::new(format!("queue.params.{place}"), "is wrong"));
            }
        }
        assert_eq!(problems.len(), MAX_PROBLEMS + 2);
    }
}
