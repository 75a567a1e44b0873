//! Keeping score.

mod bins;
mod delay;
mod distribution;
mod draw_hits;
pub mod hurst;
mod occupancy;
pub(crate) mod result;
mod settling;
pub mod statistics;
mod step;
mod totals;

pub use bins::{BinPlan, BinProbe, Bins, MAX_BINS};
pub use delay::DelayHistogram;
pub use distribution::{Distribution, MAX_PARTS};
pub use draw_hits::{DrawHits, HIT_BINS};
pub use occupancy::Occupancy;
pub use result::{
    Bottleneck, ClassResult, Cost, DelaySummary, FlowResult, Moments, QueueSummary, RESULT_SCHEMA, RunResult,
};
pub use settling::settled_from;
pub use statistics::{Summary, summary};
pub use step::OverTime;
pub use totals::{FlowTotals, Totals};

/// Jain's fairness index (Σx)² / (n·Σx²) of what flows get: 1 when all are equal, 1/n when one has it all.
///
/// Jain, Chiu and Hawe, DEC-TR-301, 1984. By convention 1 when nobody gets anything.
pub fn jain_index(shares: impl IntoIterator<Item = f64>) -> f64 {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for share in shares {
        count += 1.0;
        sum += share;
        squares += share * share;
    }
    if squares > 0.0 { sum * sum / (count * squares) } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fairness_of_the_worked_examples() {
        assert_eq!(jain_index([1.0; 4]), 1.0);
        assert_eq!(jain_index([1.0, 0.0, 0.0, 0.0]), 0.25);
        assert_eq!(jain_index([0.0; 3]), 1.0);
        // CHOKeD thesis, Table IV, CHOKeD row.
        assert!((jain_index([220.1, 211.5, 390.3]) - 0.917_164).abs() < 5e-7);
    }
}
