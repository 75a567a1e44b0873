//! Measurement: counters, statistics and the result object of a run.

mod bins;
mod delay;
mod distribution;
mod draw_hits;
mod group_delays;
pub mod hurst;
mod occupancy;
mod rates;
pub(crate) mod result;
mod settling;
pub mod statistics;
mod step;
mod totals;

pub use bins::{BinPlan, BinProbe, Bins, MAX_BINS};
pub use delay::DelayHistogram;
pub use distribution::{Distribution, MAX_PARTS};
pub use draw_hits::{DrawHits, HIT_BINS};
pub use group_delays::{DelayProbe, DelayQuantiles, GroupDelays};
pub use occupancy::Occupancy;
pub use rates::{ExperimentProbe, GroupRates, RateProbe};
pub use result::{
    Bottleneck, ClassResult, Cost, DelaySummary, FlowResult, Moments, Name, PagesResult, PathResult, QueueSummary,
    RESULT_SCHEMA, RunResult, TransferResult, WindowCounts,
};
pub use settling::{converged_from, settled_from};
pub use statistics::{Described, FEWEST_FOR_HALVES, HalfSums, Halves, Spread, Summary, described, summary};
pub use step::OverTime;
pub(crate) use totals::ratio;
pub use totals::{Counts, FlowTotals, Totals};

/// Jain's fairness index (Σx)² / (n·Σx²) of the flows' shares: 1 if all are equal, 1/n if one flow has everything.
///
/// `None` if no flow has a share, since 0/0 is undefined. Jain, Chiu and Hawe, DEC-TR-301, 1984.
pub fn jain_index(shares: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
    for share in shares {
        count += 1.0;
        sum += share;
        squares += share * share;
    }
    (squares > 0.0).then(|| sum * sum / (count * squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fairness_of_the_worked_examples_is_as_computed() {
        assert_eq!(jain_index([1.0; 4]), Some(1.0));
        assert_eq!(jain_index([1.0, 0.0, 0.0, 0.0]), Some(0.25));
        // CHOKeD thesis, Table IV, CHOKeD row.
        assert!((jain_index([220.1, 211.5, 390.3]).unwrap() - 0.917_164).abs() < 5e-7);
    }

    #[test]
    fn if_no_flow_receives_anything_there_is_no_index() {
        assert_eq!(jain_index([0.0; 3]), None);
        assert_eq!(jain_index([]), None);
    }
}
