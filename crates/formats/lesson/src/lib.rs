//! Lessons: one Markdown file each, with scenes, questions and tasks. Read, checked, and turned into experiments that the engine
//! runs; the answers are computed, never written down.
//!
//! [`Lesson::read`] checks everything that can be checked without running: the form of the file, the scenes, and the existence of
//! everything named. [`Lesson::trials`] are the experiments that show the rest: that a question has one answer, that a task can be
//! solved and is not solved already, that the packet of a step is there. `docs/lessons.md` describes the format.

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
