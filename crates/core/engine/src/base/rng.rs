//! Random numbers: one seed, named streams, and one generator that never changes.
//!
//! Each purpose has its own stream ("start/7", "discipline"). The number of draws from one stream does not affect any
//! other stream. Under the same seed, two disciplines therefore get the same open-loop traffic, however many random
//! numbers they draw.
//!
//! Generator: xoshiro256++ (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47(4),
//! 2021). SplitMix64 (Steele, Lea and Flood, OOPSLA 2014) fills its state from the seed and the FNV-1a hash of the
//! name. The test vectors are a compatibility promise: changing them would change the run behind every shared link.

use crate::base::packet::FlowId;
use crate::base::time::SimTime;

/// The source of a decision's random numbers: a [`Stream`] in a run, a [`Script`] in a worked example.
///
/// No number is drawn for a certain event, for an impossible event or for a choice from a single item.
pub trait Chance {
    /// A number uniform in [0, 1). For a random event call [`Chance::happens`] instead, which draws no number if the
    /// outcome is certain.
    fn unit(&mut self) -> f64;

    /// A whole number uniform in `0..count`, for `count` of at least 2. [`Chance::pick`] accepts every `count`.
    fn index(&mut self, count: usize) -> usize;

    /// Whether an event of the given probability happens: exactly when `unit() < probability`.
    fn happens(&mut self, probability: f64) -> bool {
        if probability >= 1.0 {
            true
        } else if probability > 0.0 {
            self.unit() < probability
        } else {
            false
        }
    }

    /// An index below `count`, all equally likely; 0 if `count` is at most 1.
    fn pick(&mut self, count: usize) -> usize {
        if count <= 1 { 0 } else { self.index(count) }
    }
}

/// A named random stream.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Stream {
    state: [u64; 4],
}

impl Stream {
    /// The stream called `name` under `seed`.
    pub fn named(seed: u64, name: &str) -> Self {
        let mut mixer = seed ^ fnv1a(name.as_bytes());
        Self { state: [(); 4].map(|()| split_mix(&mut mixer)) }
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// The generator's state, which is part of the hash of a run's state.
    pub fn state(&self) -> [u64; 4] {
        self.state
    }
}

impl Chance for Stream {
    #[inline]
    fn unit(&mut self) -> f64 {
        // A double below 1 holds 53 bits.
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    #[inline]
    fn index(&mut self, count: usize) -> usize {
        // Lemire's method (2019): multiply the random number by `count` and return the high half of the product. The
        // few low halves that would bias the result are rejected. 32 bits suffice for all counts here, and wider
        // products are slow in WebAssembly.
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        loop {
            let product = (self.next_u64() >> 32) * u64::from(count);
            // Only a low half below 2³² modulo `count` would bias the result. This remainder is smaller than `count`,
            // so a low half of at least `count` is accepted without the slow division.
            if product as u32 >= count || product as u32 >= count.wrapping_neg() % count {
                return (product >> 32) as usize;
            }
        }
    }
}

/// Scripted random numbers for worked examples. They are returned in order, and the script reports whether any are
/// left.
#[derive(Clone, Debug, Default)]
pub struct Script {
    draws: std::collections::VecDeque<Draw>,
}

/// One scripted draw.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Draw {
    /// The answer to [`Chance::unit`].
    Unit(f64),
    /// `Index(count, answer)`: the answer to [`Chance::index`]. The discipline must call it with exactly this `count`.
    Index(usize, usize),
}

impl Script {
    /// A script of these draws.
    pub fn new(draws: impl IntoIterator<Item = Draw>) -> Self {
        Self { draws: draws.into_iter().collect() }
    }

    /// Whether every draw was used.
    pub fn is_used_up(&self) -> bool {
        self.draws.is_empty()
    }
}

impl Chance for Script {
    fn unit(&mut self) -> f64 {
        match self.draws.pop_front() {
            Some(Draw::Unit(value)) => value,
            other => panic!("a unit draw was made, but the next scripted draw is {other:?}"),
        }
    }

    fn index(&mut self, count: usize) -> usize {
        match self.draws.pop_front() {
            Some(Draw::Index(expected, answer)) if expected == count => answer,
            other => panic!("one of {count} was drawn, but the next scripted draw is {other:?}"),
        }
    }
}

/// Whether a fair coin shows heads. The result depends only on seed, flow and time, and takes no number from a stream.
pub fn coin_flip(seed: u64, flow: FlowId, at: SimTime) -> bool {
    let mut mixer = seed ^ fnv1a(b"toss");
    for number in [u64::from(flow.0), at.nanos()] {
        mixer = split_mix(&mut mixer) ^ number;
    }
    split_mix(&mut mixer) >> 63 == 1
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_gives_its_published_numbers() {
        // The authors' reference output of xoshiro256++ from state 1, 2, 3, 4.
        let mut stream = Stream { state: [1, 2, 3, 4] };
        let first: Vec<u64> = (0..4).map(|_| stream.next_u64()).collect();
        assert_eq!(first, [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386]);
    }

    #[test]
    fn a_toss_is_fair_and_repeatable() {
        let flips = |seed, flow| -> Vec<bool> {
            (0..2_000).map(|number| coin_flip(seed, FlowId(flow), SimTime::from_nanos(number * 10_000_000))).collect()
        };
        let heads = flips(1, 0).into_iter().filter(|&is_head| is_head).count();
        // The bounds are four standard deviations.
        assert!((911..=1089).contains(&heads), "{heads} of 2000");
        assert_eq!(flips(1, 0), flips(1, 0));
        assert_ne!(flips(1, 0), flips(1, 1));
        assert_ne!(flips(1, 0), flips(2, 0));
    }

    #[test]
    fn streams_differ_between_names_and_agree_under_one_name() {
        let numbers = |seed, name| {
            let mut stream = Stream::named(seed, name);
            [stream.next_u64(), stream.next_u64()]
        };
        assert_eq!(numbers(7, "start/1"), numbers(7, "start/1"));
        assert_ne!(numbers(7, "start/1"), numbers(7, "start/2"));
        assert_ne!(numbers(7, "start/1"), numbers(8, "start/1"));
    }

    #[test]
    fn trivial_draws_use_up_no_number() {
        let mut script = Script::default();
        assert!(!script.happens(0.0));
        assert!(script.happens(1.0));
        assert_eq!(script.pick(1), 0);
        assert_eq!(script.pick(0), 0);
    }

    #[test]
    fn places_are_equally_likely() {
        let mut stream = Stream::named(1, "places");
        let mut hits = [0u32; 7];
        for _ in 0..70_000 {
            hits[stream.pick(7)] += 1;
        }
        // Each of the seven counts is binomial, with an expectation of 10,000 and a standard deviation of 93. The
        // tolerance is five standard deviations.
        assert!(hits.iter().all(|&n| n.abs_diff(10_000) < 465), "{hits:?}");
    }

    #[test]
    fn an_event_happens_as_often_as_its_probability_says() {
        let mut stream = Stream::named(1, "events");
        let happened = (0..100_000).filter(|_| stream.happens(0.3)).count();
        assert!(happened.abs_diff(30_000) < 725, "{happened}"); // standard deviation 145
    }
}
