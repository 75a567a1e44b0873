//! Lessons: Markdown files with scenes, questions and tasks, which are read, checked, and turned into experiments. Answers are
//! always computed by the engine, and never stored in the file.
//!
//! [`Lesson::read`] makes the checks without runs: the form of the file, the scenes, and the existence of everything
//! named. [`Lesson::trials`] are experiments for the other checks: that a question has one answer, that a task can be
//! solved but is unsolved at first, and that the packet of a step exists. `docs/lessons.md` describes the format.

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
