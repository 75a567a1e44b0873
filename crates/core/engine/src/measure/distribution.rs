//! A distribution for results and for the page's plots: a few intervals of equal width.

use serde::{Deserialize, Serialize};

/// The largest number of intervals.
pub const MAX_PARTS: usize = 128;

/// A histogram. `parts[i]` is for the values from `edges[i]` up to, but not including, `edges[i + 1]`. Both lists are
/// empty before the first count.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Distribution {
    /// The edges of the intervals, at equal distances. There is one more edge than intervals.
    pub edges: Vec<f64>,
    /// The amount in each interval: seconds in a histogram of queue lengths, packets in a histogram of waiting times.
    pub parts: Vec<f64>,
}

/// The smallest width of the form 1, 2 or 5 times a power of ten that is at least `least_nanos` \[ns\].
pub(super) fn round_width(least_nanos: u64) -> u64 {
    let mut power = 1;
    loop {
        for step in [1, 2, 5] {
            if step * power >= least_nanos {
                return step * power;
            }
        }
        power *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_round() {
        let widths = [1, 2, 3, 5, 6, 10, 11, 1_600_000, 2_000_000, 2_000_001].map(round_width);
        assert_eq!(widths, [1, 2, 5, 5, 10, 10, 20, 2_000_000, 2_000_000, 5_000_000]);
    }
}
