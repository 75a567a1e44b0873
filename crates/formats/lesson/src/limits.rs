//! Limits on a lesson. The message about a violation shows the value and what is allowed.

/// Size limit of a file \[bytes\].
pub const MAX_LESSON_BYTES: usize = 256 * 1024;
/// Largest number of steps.
pub const MAX_STEPS: usize = 60;
/// Largest number of blocks and texts in a step.
pub const MAX_PARTS: usize = 12;
/// Largest nesting depth of lists, quotes and emphasis.
pub const MAX_DEPTH: usize = 12;
/// Length limit of a value such as a title or a question \[characters\].
pub const MAX_VALUE: usize = 600;
/// Largest number of lanes of a scene; the page shows the same number.
pub const MAX_LESSON_LANES: usize = 4;
/// Largest number of options of a question.
pub const MAX_OPTIONS: usize = 6;
/// Largest number of points of a curve.
pub const MAX_CURVE_POINTS: usize = 20;
/// Largest number of seeds of a question or a task.
pub const MAX_LESSON_SEEDS: u64 = 30;
/// Largest number of seeds for evaluating a script. For each seed, the script is run once alone and once with every
/// reference.
pub const MAX_SCRIPT_SEEDS: u64 = 10;
/// Largest number of references of a script-writing task.
pub const MAX_REFERENCES: usize = 6;
/// Largest number of runs of a question: lanes × points × seeds.
pub const MAX_RUNS: usize = 600;
/// Largest number of problems that are reported; any more are only counted.
pub const MAX_REPORTED: usize = 20;
