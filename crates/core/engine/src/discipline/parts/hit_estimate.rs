//! SRED's estimate of the number of flows, and the drop probability that follows from it. SCHOKe uses both as well.
//!
//! Rule: P is the probability that a random past packet is of the arrival's flow. P equals the sum of the squares of
//! the flows' shares, which is 1/N for N flows of one rate. P is estimated by a moving average over hits and misses, P
//! ← (1 − α)·P + α·hit. The length of the queue determines an upper bound of the drop probability: p_sred is 0 below
//! B/6, max_p/4 below B/3, then max_p. The number of flows determines the fraction of this bound that applies, p_zap =
//! p_sred·min(1, 1/(256·P)²). From 256 flows on the drop probability equals the bound.
//! Source: Ott, Lakshman and Wong, IEEE INFOCOM 1999, sections III to V.

use super::super::about::{Bound, ParamSpec, Quantity, StateView};
use super::declare::{dial, quantity, real};
use crate::base::hash::StateHash;

/// The weight of one hit or miss in the estimate.
pub const ALPHA: ParamSpec = real(
    "alpha",
    "estimate weight",
    0.001,
    (1e-6, 1.0),
    "weight of one hit or miss in the estimate P of the probability of a hit; in the paper, 1 divided by the length of SRED's list",
)
.symbol("α")
.logarithmic()
.advanced();

/// The largest drop probability of an arrival that is not a hit.
pub const SRED_MAX_P: ParamSpec = real(
    "sred_max_p",
    "maximum probability",
    0.15,
    (1e-4, 1.0),
    "the drop probability from a third of the buffer on, with 256 flows or more; below a third a quarter of it, below a sixth 0",
)
.symbol("p_max")
.logarithmic();

/// The estimate P, as a gauge and as a quantity.
pub const HIT_PROBABILITY: Quantity =
    quantity("p_hit", "P", "", "estimated chance that a remembered packet is of the arrival's flow");

/// The estimated number of flows.
pub const FLOWS: Quantity = quantity(
    "flows",
    "1/P",
    "flows",
    "estimated number of flows of one rate, at most 1/α; from 256 on drops come with the full probability",
);

/// The upper bound of the drop probability at the current queue length.
pub const STEP: Quantity = quantity(
    "p_sred",
    "p_sred",
    "",
    "upper bound of the drop probability at this queue length: a step up at B/6, another at B/3",
);

/// The number of flows as a dial. The scale ends at the number of flows beyond which the drop probability no longer
/// changes.
pub const DIAL: StateView = dial("flows", "flows, estimated", Bound::Value(FULL_FORCE_FLOWS));

/// The number of flows from which on p_zap equals p_sred, a constant of the paper.
const FULL_FORCE_FLOWS: f64 = 256.0;

/// The estimate of the hit probability P, from which the number of flows follows.
#[derive(Clone, Debug)]
pub struct HitEstimate {
    /// The weight α of a sample, in (0, 1].
    weight: f64,
    probability: f64,
}

impl HitEstimate {
    /// An estimate without any sample: P = 0.
    pub fn new(weight: f64) -> Self {
        Self { weight, probability: 0.0 }
    }

    /// Adopts the weight of another estimate and keeps P.
    pub fn renew(&mut self, new: &Self) {
        self.weight = new.weight;
    }

    /// Updates the average with a hit or a miss.
    #[inline]
    pub fn sample(&mut self, is_hit: bool) {
        self.probability = (1.0 - self.weight) * self.probability + self.weight * f64::from(u8::from(is_hit));
    }

    /// The estimate P, in [0, 1].
    pub fn probability(&self) -> f64 {
        self.probability
    }

    /// The estimated number of flows 1/P. The first hit sets P to α, so a P below α counts as α, and the result is at
    /// most 1/α.
    pub fn flows(&self) -> f64 {
        1.0 / self.probability.max(self.weight)
    }

    /// Folds P into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.probability);
    }

    #[cfg(test)]
    pub(crate) fn force(&mut self, probability: f64) {
        self.probability = probability;
    }
}

/// The drop probability as a function of queue and estimate.
#[derive(Clone, Debug)]
pub struct DropSteps {
    /// The buffer B \[packets\], at least 1.
    pub limit: usize,
    /// The largest drop probability p_max, in (0, 1].
    pub max_p: f64,
}

impl DropSteps {
    /// Whether the queue is too short for early drops.
    #[inline]
    pub fn is_below(&self, waiting: usize) -> bool {
        6 * waiting < self.limit
    }

    /// p_sred: the upper bound of the drop probability while `waiting` packets wait.
    #[inline]
    pub fn ceiling(&self, waiting: usize) -> f64 {
        if self.is_below(waiting) {
            0.0
        } else if 3 * waiting < self.limit {
            self.max_p / 4.0
        } else {
            self.max_p
        }
    }

    /// p_zap, the drop probability if P is `hit_probability`; before the first hit, p_sred.
    #[inline]
    pub fn probability(&self, waiting: usize, hit_probability: f64) -> f64 {
        let crowd = 1.0 / (FULL_FORCE_FLOWS * hit_probability);
        self.ceiling(waiting) * (crowd * crowd).min(1.0)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn assert_close(measured: f64, expected: f64) {
        assert!((measured - expected).abs() <= 1e-6 * expected.abs().max(1e-3), "{measured} is not {expected}");
    }

    #[test]
    fn the_upper_bound_steps_up_at_a_sixth_and_at_a_third_of_the_buffer() {
        let steps = |limit| DropSteps { limit, max_p: 0.15 };
        for (waiting, expected) in [(9, 0.0), (10, 0.0375), (19, 0.0375), (20, 0.15), (59, 0.15)] {
            assert_eq!(steps(60).ceiling(waiting), expected, "{waiting} waiting");
        }
        // B/6 and B/3 are not rounded: they are 16.67 and 33.33 for a buffer of 100.
        assert_eq!([16, 17, 33, 34].map(|waiting| steps(100).ceiling(waiting)), [0.0, 0.0375, 0.0375, 0.15]);
    }

    #[test]
    fn with_few_flows_the_drop_probability_is_far_below_its_bound() {
        let steps = DropSteps { limit: 60, max_p: 0.15 };
        for (p, expected) in
            [(0.0, 0.15), (1.0 / 256.0, 0.15), (0.01, 0.022888184), (0.02, 0.005722046), (0.05, 0.000915527)]
        {
            assert_close(steps.probability(20, p), expected);
        }
        assert_eq!(steps.probability(9, 0.01), 0.0);
    }

    #[test]
    fn the_estimate_approaches_the_share_of_hits() {
        for (is_hit, expected) in [(true, 0.01099), (false, 0.00999)] {
            let mut estimate = HitEstimate { weight: 0.001, probability: 0.01 };
            estimate.sample(is_hit);
            assert_close(estimate.probability(), expected);
        }
        let mut estimate = HitEstimate::new(0.001);
        assert_eq!(estimate.flows(), 1000.0);
        (0..3).for_each(|_| estimate.sample(true));
        assert_close(estimate.probability(), 0.002997001);
    }
}
