//! Lessons are Markdown files with scenes, questions and tasks. This crate parses and checks them, and turns them into
//! experiments. The engine computes every answer; the file stores none.
//!
//! [`Lesson::read`] checks what needs no run: the syntax of the file, the scenes, and that everything the file names
//! exists. The other requirements need runs: a question has one answer; a task can be solved, but is not solved at
//! first; the packet that a step shows exists. [`Lesson::trials`] lists the experiments that check them.
//! `docs/lessons.md` describes the format.

mod blocks;
mod condition;
mod experiment;
mod fields;
mod judge;
pub mod limits;
mod markdown;
mod model;
mod problem;
mod read;
mod scene;
mod script;
mod trial;
pub mod typescript;
mod verdict;
mod write;

pub use judge::Judge;
pub use markdown::{Block, Inline, Word};
pub use model::{
    Answer, Do, Lesson, Level, Look, Part, Predict, Reference, Reveal, Run, Scene, Setting, Statement, Step, Why, Write,
};
pub use problem::LessonProblem;
pub use trial::{Outcome, Trial};
pub use verdict::{Held, Verdict};
