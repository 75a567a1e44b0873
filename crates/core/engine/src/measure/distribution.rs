//! A distribution for a page to draw and a result to report: few parts of one width.

use serde::{Deserialize, Serialize};

/// The most parts.
pub const MAX_PARTS: usize = 128;

/// Counts between neighbouring edges: part `i` lies from `edges[i]` on and below `edges[i + 1]`. Both are empty before the first
/// count.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Distribution {
    /// One more than there are parts, all at the same distance.
    pub edges: Vec<f64>,
    /// How much lies in each part: seconds of a queue length, packets of a waiting time.
    pub parts: Vec<f64>,
}

/// The least of 1, 2 and 5 times powers of ten that is no less than a positive number \[ns\].
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
