//! Worked examples with hand-made results.

mod claims;
mod comparisons;
mod presets;
mod reports;
mod runs;
mod summaries;
