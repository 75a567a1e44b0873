//! Worked examples with results that tests construct by hand.

mod claims;
mod comparisons;
mod presets;
mod reports;
mod runs;
mod summaries;
