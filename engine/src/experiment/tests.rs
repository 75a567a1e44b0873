//! Worked examples with hand-made results.

mod claims;
mod presets;
mod reports;
mod runs;
mod summaries;
