//! Limits on a lesson. A violation is reported with the given value and the allowed values.

/// The largest file that is read \[bytes\].
pub const MAX_LESSON_BYTES: usize = 256 * 1024;
/// The most steps.
pub const MAX_STEPS: usize = 60;
/// The most blocks and stretches of text in a step.
pub const MAX_PARTS: usize = 12;
/// The deepest nesting of lists, quotes and emphasis.
pub const MAX_DEPTH: usize = 12;
/// The longest value on a line, such as a title or a question \[characters\].
pub const MAX_VALUE: usize = 600;
/// The most lanes of a scene, which is the number that the page shows.
pub const MAX_LESSON_LANES: usize = 4;
/// The most options of a question.
pub const MAX_OPTIONS: usize = 6;
/// The most points of a curve.
pub const MAX_CURVE_POINTS: usize = 20;
/// The most seeds of a question or a task.
pub const MAX_LESSON_SEEDS: u64 = 30;
/// The most seeds that judge a script. For each seed the script is run alone, and once with every
/// reference.
pub const MAX_SCRIPT_SEEDS: u64 = 10;
/// The most references of a task to write a script.
pub const MAX_REFERENCES: usize = 6;
/// The most runs of a question: lanes × points × seeds.
pub const MAX_RUNS: usize = 600;
/// The most problems that are reported; further problems are only counted.
pub const MAX_TOLD: usize = 20;
