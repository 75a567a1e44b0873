//! The Markov chain that generates self-similar traffic: few states and a long memory.
//!
//! Rule: the chain makes one step in each slot and sends a packet in every slot spent in state 1. It steps from state 1
//! to state j with probability a^(1−j) and back with (q/a)^(j−1), so higher states are rarer and last longer. The
//! stationary π_j is proportional to q^(1−j), so the mean is α = 1/Σ q^(1−j) packets a slot. The variance of means over
//! m slots falls like m^(2H−2) for m up to about (a/q)^(n−1). Beyond that the traffic is memoryless, which is why it is
//! only *pseudo* self-similar.
//! Source: S. Robert, J.-Y. Le Boudec, "New models for pseudo self-similar traffic", Performance Evaluation 30, 1997. The
//! paper prints no set of parameters for H = 0.8. We solve q from the mean, then a from H. H is taken from a straight line
//! through log variance at m = 10, 18, 32, … 10,000 slots: 13 points, evenly spaced in log m.
//!
//! The variances are computed exactly from the chain's spectrum. Every transition starts or ends at state 1, so the
//! eigenvalues are the roots of a single function. One root lies between the probabilities with which any two
//! neighbouring states return to state 1.

use crate::base::math;

/// The number of lengths m to which the Hurst exponent H is fitted. Counts are averaged over m = 10^(1 + k/4) slots,
/// with k from 0.
const FIT_POINTS: u32 = 13;

/// The largest number of states of a chain; in a longer chain the last state would outlast any run.
pub(super) const MAX_STATES: u32 = 12;

/// A chain with n states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Chain {
    states: u32,
    a: f64,
    q: f64,
}

/// One term of the autocovariance, which decays exponentially: its value at lag 0, and its relative decrease per slot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Memory {
    variance: f64,
    forgotten: f64,
}

impl Chain {
    pub(super) const fn new(states: u32, a: f64, q: f64) -> Self {
        Self { states, a, q }
    }

    /// The chain with the mean `intensity` \[packets/slot\] and the Hurst parameter `hurst`, and true. If no chain with
    /// this mean has that Hurst parameter: the chain with the closest Hurst parameter, and false.
    pub(super) fn solve(intensity: f64, hurst: f64, states: u32) -> (Self, bool) {
        let states = states.clamp(2, MAX_STATES);
        let q = increasing_root(1e-9, 1e9, |q| Self::new(states, 2.0 * q, q).mean() - intensity);
        // With `a` below 2, the probabilities of leaving state 1 could add up to more than 1. With `a` equal to `q`,
        // the higher states would not last longer than the lower states.
        let (low, high) = (2f64.max(q * 1.001), 1e6 * q.max(1.0));
        let miss = |a: f64| Self::new(states, a, q).hurst() - hurst;
        let is_within = miss(low) <= 0.0 && miss(high) >= 0.0;
        (Self::new(states, increasing_root(low, high, miss), q), is_within)
    }

    /// The mean number of packets in a slot, which is also the share of time in state 1.
    pub(super) fn mean(&self) -> f64 {
        1.0 / (0..self.states).map(|j| math::powi(1.0 / self.q, u64::from(j))).sum::<f64>()
    }

    /// The probability that a step leads away from state 1.
    pub(super) fn leaves(&self) -> f64 {
        (1..self.states).map(|j| self.visits(j)).sum()
    }

    /// The probability that a step leads from state 1 to the state at this distance.
    pub(super) fn visits(&self, distance: u32) -> f64 {
        math::powi(1.0 / self.a, u64::from(distance))
    }

    /// The probability that a step leads to state 1 from the state at this distance from state 1.
    pub(super) fn returns(&self, distance: u32) -> f64 {
        math::powi(self.q / self.a, u64::from(distance))
    }

    /// A random state from the stationary distribution, as its distance from state 1.
    pub(super) fn stationary(&self, uniform: f64) -> u32 {
        let mean = self.mean();
        let mut left = uniform;
        for distance in 0..self.states - 1 {
            left -= mean * math::powi(1.0 / self.q, u64::from(distance));
            if left <= 0.0 {
                return distance;
            }
        }
        self.states - 1
    }

    /// A random state to which a step leads from state 1, as the distance between the two states.
    pub(super) fn next(&self, uniform: f64) -> u32 {
        let mut left = uniform * self.leaves();
        for distance in 1..self.states - 1 {
            left -= self.visits(distance);
            if left <= 0.0 {
                return distance;
            }
        }
        self.states - 1
    }

    /// H, fitted to the variances of this chain.
    pub(super) fn hurst(&self) -> f64 {
        let memories = self.memories();
        let (mut x, mut y, mut xx, mut xy) = (0.0, 0.0, 0.0, 0.0);
        for point in 0..FIT_POINTS {
            let slots = (math::pow(10.0, 1.0 + f64::from(point) / 4.0) + 0.5).floor();
            let (log_slots, log_variance) = (math::ln(slots), math::ln(variance_of_mean(&memories, slots)));
            x += log_slots;
            y += log_variance;
            xx += log_slots * log_slots;
            xy += log_slots * log_variance;
        }
        let points = f64::from(FIT_POINTS);
        1.0 + 0.5 * (points * xy - x * y) / (points * xx - x * x)
    }

    /// The terms of the autocovariance of the packet counts. At a lag of k slots a term is variance·(1 − forgotten)^k,
    /// where `forgotten` is the fraction that the term loses in each slot.
    fn memories(&self) -> Vec<Memory> {
        let mean = self.mean();
        let ways: Vec<_> = (1..self.states).map(|distance| (self.visits(distance), self.returns(distance))).collect();
        let neighbours = ways.iter().zip(std::iter::once(2.0).chain(ways.iter().map(|way| way.1)));
        let memory = |(&(_, low), high)| {
            // The characteristic function, divided by the factor of its trivial root 0.
            let function = |rate: f64| 1.0 + ways.iter().map(|(out, back)| out / (back - rate)).sum::<f64>();
            let forgotten = increasing_root_between(low, high, function);
            let weights = ways.iter().map(|(out, back)| out * back / ((back - forgotten) * (back - forgotten)));
            Memory { variance: mean / (1.0 + weights.sum::<f64>()), forgotten }
        };
        neighbours.map(memory).collect()
    }
}

/// The variance of the mean over this number of slots.
fn variance_of_mean(memories: &[Memory], slots: f64) -> f64 {
    let of_one = |memory: &Memory| {
        let Memory { variance, forgotten } = *memory;
        let (kept, length) = (1.0 - forgotten, forgotten * slots);
        if length < 1e-4 {
            // The first terms of the series in `forgotten`. The closed form would subtract two huge numbers and lose
            // precision.
            return variance * (1.0 - forgotten * (slots - 1.0 / slots) / 3.0);
        }
        let lasting = 1.0 - math::powi(kept, slots as u64);
        variance * ((1.0 + kept) / length - 2.0 * kept * lasting / (length * length))
    };
    memories.iter().map(of_one).sum()
}

/// The root of an increasing function between two positive bounds. If the root is outside, the result is the nearer
/// bound.
fn increasing_root(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    // The bounds differ by many orders of magnitude, so each step of the bisection takes their geometric mean.
    for _ in 0..60 {
        let middle = (low * high).sqrt();
        if function(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low * high).sqrt()
}

/// The root of the function between two of its poles, where it rises from minus to plus infinity.
fn increasing_root_between(mut low: f64, mut high: f64, function: impl Fn(f64) -> f64) -> f64 {
    loop {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            return middle;
        }
        if function(middle) < 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States, mean, q, a and the probability of a step back from the last state, all for H = 0.8. The values were
    /// computed independently.
    const H_0_8: [(u32, f64, f64, f64, &str); 8] = [
        (5, 0.05, 0.576_653, 6.0558, "8.2e-5"),
        (5, 0.1, 0.739_429, 6.5698, "1.6e-4"),
        (5, 0.2, 1.0, 8.1229, "2.3e-4"),
        (5, 0.5, 1.927_562, 19.6260, "9.3e-5"),
        (4, 0.1, 0.602_119, 10.4431, "1.9e-4"),
        (6, 0.1, 0.831_398, 4.8766, "1.4e-4"),
        (6, 0.5, 1.965_948, 15.8381, "2.9e-5"),
        (7, 0.5, 1.983_583, 14.1073, "7.7e-6"),
    ];

    #[test]
    fn the_solved_chains_equal_the_chains_of_the_table() {
        for (states, mean, q, a, slowest) in H_0_8 {
            let (chain, is_exact) = Chain::solve(mean, 0.8, states);
            assert!(is_exact && (chain.q - q).abs() < 6e-7 && (chain.a - a).abs() < 6e-5, "{chain:?}, not {q}, {a}");
            assert!((chain.mean() - mean).abs() < 1e-12);
            assert_eq!(format!("{:.1e}", chain.returns(states - 1)), slowest, "{chain:?}");
        }
    }

    fn autocovariance(chain: &Chain, slots: u64) -> f64 {
        chain.memories().iter().map(|memory| memory.variance * math::powi(1.0 - memory.forgotten, slots)).sum()
    }

    fn assert_all_near(found: impl IntoIterator<Item = f64>, expected: &[f64]) {
        let found: Vec<_> = found.into_iter().collect();
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 6e-7, "{found}, not {expected}");
        }
    }

    #[test]
    fn the_autocovariance_of_three_states_is_as_computed_by_hand() {
        let chain = Chain::new(3, 4.0, 1.0);
        assert!((chain.mean() - 1.0 / 3.0).abs() < 1e-15);
        assert_all_near((0..4).map(|k| autocovariance(&chain, k)), &[0.222_222, 0.118_056, 0.068_576, 0.044_488]);
    }

    #[test]
    fn the_default_chain_is_correlated_over_a_thousand_slots() {
        // The parameters q and a are the rounded numbers that [`H_0_8`] lists for 5 states and a mean of 0.1, since the
        // expected values were computed from them.
        let chain = Chain::new(5, 6.5698, 0.739_429);
        let slots = [0, 1, 2, 10, 100, 1_000];
        assert_all_near(
            slots.map(|k| autocovariance(&chain, k)),
            &[0.09, 0.072_056, 0.059_074, 0.026_606, 0.012_146, 0.004_239],
        );
        let memories = chain.memories();
        assert_all_near(
            [10.0, 100.0, 1_000.0].map(|slots| variance_of_mean(&memories, slots)),
            &[0.053_633, 0.023_573, 0.009_903],
        );
    }

    #[test]
    fn the_spectrum_agrees_with_a_step_by_step_computation() {
        let (chain, _) = Chain::solve(0.3, 0.7, 6);
        let mean = chain.mean();
        // The distribution after k slots of a chain that started in state 1.
        let mut place = [0.0; 6];
        place[0] = 1.0;
        for slots in 0..200 {
            let expected = mean * (place[0] - mean);
            assert!((autocovariance(&chain, slots) - expected).abs() < 1e-12, "{slots} slots");
            let mut next = [0.0; 6];
            next[0] = place[0] * (1.0 - chain.leaves());
            for distance in 1..6 {
                let (out, back) = (chain.visits(distance), chain.returns(distance));
                next[0] += place[distance as usize] * back;
                next[distance as usize] = place[0] * out + place[distance as usize] * (1.0 - back);
            }
            place = next;
        }
    }

    #[test]
    fn an_unattainable_hurst_parameter_is_reported() {
        let (nearest, is_exact) = Chain::solve(0.1, 0.4, 5);
        assert!(!is_exact, "no chain has a Hurst parameter below one half");
        assert!(nearest.hurst() > 0.5, "{nearest:?}");
        for hurst in [0.7, 0.8, 0.9] {
            for intensity in [0.05, 0.1, 0.5, 0.9] {
                let (chain, is_exact) = Chain::solve(intensity, hurst, 5);
                assert!(
                    is_exact && (chain.hurst() - hurst).abs() < 1e-6,
                    "{intensity}, {hurst}: {chain:?} {}",
                    chain.hurst()
                );
            }
        }
    }

    #[test]
    fn extreme_requests_give_a_chain_that_can_run() {
        for intensity in [0.0, 1e-3, 0.95, 1.0, f64::NAN, -1.0] {
            for hurst in [0.0, 0.5, 1.0, f64::NAN] {
                for states in [0, 2, u32::MAX] {
                    let (chain, _) = Chain::solve(intensity, hurst, states);
                    assert!(chain.leaves() <= 1.0 + 1e-12 && chain.returns(1) <= 1.0, "{chain:?}");
                }
            }
        }
    }
}
