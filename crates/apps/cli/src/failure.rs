//! Failures of a command, and their exit statuses.

use crate::nearest::with_nearest;
use crate::shown::shown;
use chokepoint_engine::scenario::Problem;
use chokepoint_scenes::files::WriteProblem;
use std::io::{self, Write};
use std::process::ExitCode;

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments or the scenario are wrong: exit status 2.
    Wrong(Vec<String>),
    /// The run failed: exit status 1.
    Failed(String),
    /// The compared results differ, and the differences have been printed: exit status 1.
    Different,
    /// A signal asked the program to end: exit status 128 plus the number of the signal, the convention of
    /// shells.
    Stopped(usize),
    /// The process reading the output closed the pipe: exit status 0, without a message.
    OutputClosed,
}

impl Failure {
    /// A failure with one message about the arguments.
    pub(crate) fn wrong(message: impl Into<String>) -> Self {
        Self::Wrong(vec![message.into()])
    }

    /// Puts the name of an input field before the messages.
    pub(crate) fn in_field(self, field: &str) -> Self {
        match self {
            Self::Wrong(messages) => Self::Wrong(messages.iter().map(|it| format!("{field}: {it}")).collect()),
            other => other,
        }
    }

    /// Adds advice to the messages.
    pub(crate) fn with_hint(self, hint: &str) -> Self {
        match self {
            Self::Wrong(messages) => Self::Wrong(messages.iter().map(|it| format!("{it}; {hint}")).collect()),
            Self::Failed(message) => Self::Failed(format!("{message}; {hint}")),
            other => other,
        }
    }

    /// Prints the messages and returns the exit status.
    pub(crate) fn report(self) -> ExitCode {
        let (messages, status) = match self {
            Self::Wrong(messages) => (messages, ExitCode::from(2)),
            Self::Failed(message) => (vec![message], ExitCode::from(1)),
            Self::Different => return ExitCode::from(1),
            Self::Stopped(signal) => return ExitCode::from(u8::try_from(128 + signal).unwrap_or(1)),
            Self::OutputClosed => return ExitCode::SUCCESS,
        };
        for message in messages {
            show_message(&format!("chokepoint: {}\n", shown(&with_nearest(&message))));
        }
        status
    }
}

/// Writes a text to standard error. Write errors are ignored, because the exit status already reports the result.
pub(crate) fn show_message(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self::Wrong(problems.iter().map(ToString::to_string).collect())
    }
}

impl From<WriteProblem> for Failure {
    fn from(problem: WriteProblem) -> Self {
        match problem {
            WriteProblem::Taken(_) | WriteProblem::Folder(_) => Self::wrong(problem.to_string()),
            WriteProblem::Io(..) => Self::Failed(problem.to_string()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::OutputClosed
        } else {
            Self::Failed(format!("cannot write: {error}"))
        }
    }
}
