//! A sharper rule than 7 %: how many standard errors all differences come to, and what chance alone would make of it.

use super::report::Pair;
use chokepoint_engine::measure::statistics::student::two_sided_p;
use serde_json::{Value, json};

/// Shares of the pairs that lie beyond some numbers of standard errors; of two samples of one distribution and by Student's t,
/// with the few seeds that some of the reference's means rest on, as many as expected do.
pub(super) struct Sharpness {
    /// Pairs of which both sides vary and the reference knows its value well enough.
    pub(super) pairs: usize,
    rows: [(f64, f64, f64); 2],
}

impl Sharpness {
    /// Of these pairs.
    pub(super) fn of(pairs: &[&Pair]) -> Self {
        let scores: Vec<(f64, f64)> =
            pairs.iter().filter(|pair| !pair.is_vague()).filter_map(|pair| pair.in_errors()).collect();
        let count = scores.len().max(1) as f64;
        let beyond = |errors: f64| {
            let outside = scores.iter().filter(|(score, _)| score.abs() > errors).count() as f64;
            let expected: f64 = scores.iter().map(|&(_, degrees)| two_sided_p(errors, degrees)).sum();
            (errors, outside / count, expected / count)
        };
        Self { pairs: scores.len(), rows: [beyond(2.0), beyond(4.0)] }
    }

    /// The share beyond four standard errors.
    pub(super) fn beyond_four(&self) -> f64 {
        self.rows[1].1
    }

    pub(super) fn line(&self) -> String {
        let part = |(errors, share, expected): &(f64, f64, f64)| {
            format!("{:.1} % beyond {errors} standard errors (chance: {:.1} %)", 100.0 * share, 100.0 * expected)
        };
        format!("of {} pairs {}", self.pairs, self.rows.iter().map(part).collect::<Vec<_>>().join(", "))
    }

    pub(super) fn to_json(&self) -> Value {
        let row = |(errors, share, expected): &(f64, f64, f64)| json!({ "errors": errors, "share": share, "by_chance": expected });
        json!({ "pairs": self.pairs, "beyond": self.rows.iter().map(row).collect::<Vec<_>>() })
    }
}
