//! Problems of a lesson.

use crate::limits::MAX_REPORTED;
use serde::Serialize;
use std::fmt;
use ts_rs::TS;

/// The longest message \[characters\].
const MAX_TEXT: usize = 600;

/// A problem with its line in the file.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, TS)]
pub struct LessonProblem {
    /// Line of the file, from 1.
    pub line: usize,
    /// The given value and the allowed values.
    pub problem: String,
    /// `scripts` if the lesson contains scripts and this program cannot parse scripts; another program can check the
    /// lesson.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "\"scripts\"")]
    pub needs: Option<&'static str>,
}

impl LessonProblem {
    /// A problem in a line of the file.
    pub(crate) fn new(line: usize, problem: String) -> Self {
        Self { line, problem, needs: None }
    }
}

impl fmt::Display for LessonProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// The problems found so far. The first problems are stored, and further problems are only counted.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    reported: Vec<LessonProblem>,
    count: usize,
    /// A feature that the lesson requires and this program lacks.
    needs: Option<&'static str>,
}

impl Problems {
    pub(crate) fn push(&mut self, line: usize, problem: impl Into<String>) {
        self.count += 1;
        if self.reported.len() < MAX_REPORTED {
            let problem = problem.into();
            let problem = match problem.char_indices().nth(MAX_TEXT) {
                Some((end, _)) => format!("{}…", &problem[..end]),
                None => problem,
            };
            self.reported.push(LessonProblem::new(line, problem));
        }
    }

    /// Adds a problem that arises because this build of the program lacks the feature named by `needs`.
    pub(crate) fn push_needing(&mut self, needs: &'static str, line: usize, problem: impl Into<String>) {
        self.needs = Some(needs);
        self.push(line, problem);
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The stored problems in the order of their lines, then a message with the number of further problems. If the
    /// program lacks a feature, the first problem says so in its field `needs`.
    pub(crate) fn into_reported(mut self) -> Vec<LessonProblem> {
        self.reported.sort_by_key(|problem| problem.line);
        let unreported = self.count - self.reported.len();
        if unreported > 0 {
            let line = self.reported.last().map_or(1, |last| last.line);
            let noun = if unreported == 1 { "problem" } else { "problems" };
            self.reported.push(LessonProblem::new(line, format!("there are {unreported} more {noun}")));
        }
        if let Some(first) = self.reported.first_mut() {
            first.needs = self.needs;
        }
        self.reported
    }
}

/// A value in quotation marks for a message, shortened to at most a line.
pub(crate) fn quoted(given: &str) -> String {
    const MOST: usize = 60;
    match given.char_indices().nth(MOST) {
        Some((end, _)) => format!("“{}…”", &given[..end]),
        None => format!("“{given}”"),
    }
}

/// A phrase for the end of a message, with the known name that is nearest to the given name.
pub(crate) fn nearest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest =
        known.max_by(|one, other| strsim::jaro_winkler(given, one).total_cmp(&strsim::jaro_winkler(given, other)));
    nearest.map_or(String::new(), |name| format!("; the nearest is {name}"))
}
