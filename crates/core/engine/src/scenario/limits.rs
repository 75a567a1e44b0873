//! Limits on all input, which may come from untrusted sources.
//!
//! Each limit is declared here and nowhere else. The error message for a violation gives the name of the field, the
//! given value and the allowed values. The table in `docs/formats.md` lists the limits, and a test compares the two.

pub use crate::declare::MAX_QUOTED;
pub use crate::discipline::MAX_GROUPS;
pub use crate::endpoint::source::settings::{MAX_RATE_BPS, MAX_SCHEDULE_STEPS, MAX_SIZE_POINTS, MAX_TRACE_FILES};

/// The largest scenario or preset file that is read \[bytes\].
pub const MAX_FILE_BYTES: u64 = 4 * 1024 * 1024;
/// The most flows of a scene.
pub const MAX_FLOWS: u64 = 20_000;
/// The largest rate of a random source, as a multiple of the rate of its own link.
pub const MAX_OVERLOAD: u32 = 16;
/// Maximum number of lanes in a scene; the page shows only the first lanes.
pub const MAX_LANES: usize = 64;
/// Maximum number of parameters in one object: those that lanes share, or those of one lane. All disciplines together
/// have fewer.
pub const MAX_PARAMS: usize = 400;
/// The most interventions.
pub const MAX_INTERVENTIONS: usize = 1_000;
/// The longest text in a scene: an id, a title, a path \[characters\].
pub const MAX_TEXT: usize = 200;
/// Maximum number of steps in a path, more than any setting has. Without this limit, a deeply nested path would
/// overflow the stack of a recursive parser.
pub const MAX_PATH_STEPS: usize = 16;
/// The longest URL of a scene that is read or written \[characters\].
pub const MAX_LINK_CHARS: usize = 16_000;
/// The largest size of a URL's content after decompression \[bytes\], so that a short URL cannot fill the memory.
pub const MAX_LINK_BYTES: usize = 256 * 1024;
/// Maximum number of reported problems; further problems are only counted.
pub const MAX_PROBLEMS: usize = 20;
/// The longest path in a message \[characters\].
pub const MAX_PROBLEM_PATH: usize = 120;
/// The longest message of a problem \[characters\].
pub const MAX_PROBLEM_TEXT: usize = 1_000;
/// The most entries of a list in a preset.
pub const MAX_LIST: usize = 1_000;
/// The longest text in a preset \[characters\].
pub const MAX_PRESET_TEXT: usize = 4_000;
/// The most seeds of an experiment.
pub const MAX_SEEDS: u64 = 10_000;
/// The most values of a sweep.
pub const MAX_POINTS: usize = 200;
/// The deepest nesting of the checks of a claim.
pub const MAX_CHECK_DEPTH: usize = 4;
