//! A set of packet numbers above a rising base. A receiver uses it for packets that arrived out of order, a sender for
//! packets that are known to have arrived.

use crate::base::footprint;
use crate::base::hash::StateHash;

const BITS: u32 = u64::BITS;

/// A bit set of packet numbers from a moving base on, stored in a ring of words.
///
/// The set allocates only when the span between base and largest member outgrows every earlier span. This happens only a few
/// times in a flow, since a sender has at most one window of packets in flight.
#[derive(Clone, Debug, Default)]
pub(super) struct SequenceSet {
    /// Number n is bit n % 64 of word n / 64, modulo the number of words, which is a power of two. Bits outside
    /// `base..end` are 0.
    words: Vec<u64>,
    base: u32,
    /// One more than the largest member; `base` if there is none.
    end: u32,
}

impl SequenceSet {
    /// The base: the set contains no number below it.
    pub(super) fn base(&self) -> u32 {
        self.base
    }

    pub(super) fn highest(&self) -> Option<u32> {
        (self.end > self.base).then(|| self.end - 1)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.end == self.base
    }

    /// Inserts a number at or above the base. Returns whether it is new.
    pub(super) fn insert(&mut self, number: u32) -> bool {
        debug_assert!(number >= self.base, "{number} lies below {}", self.base);
        self.make_room_for(number);
        let word = self.word_mut(number / BITS);
        let bit = 1 << (number % BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        self.end = self.end.max(number + 1);
        is_new
    }

    #[cfg(test)]
    pub(super) fn contains(&self, number: u32) -> bool {
        (self.base..self.end).contains(&number) && self.word(number / BITS) & (1 << (number % BITS)) != 0
    }

    /// Raises the base and removes every number below the new base.
    pub(super) fn forget_below(&mut self, base: u32) {
        if base >= self.end {
            self.clear();
            self.end = base.max(self.base);
            self.base = self.end;
        } else if base > self.base {
            for index in self.base / BITS..base / BITS {
                *self.word_mut(index) = 0;
            }
            *self.word_mut(base / BITS) &= !0 << (base % BITS);
            self.base = base;
        }
    }

    pub(super) fn clear(&mut self) {
        if !self.is_empty() {
            for index in self.base / BITS..=(self.end - 1) / BITS {
                *self.word_mut(index) = 0;
            }
            self.end = self.base;
        }
    }

    pub(super) fn count(&self, from: u32, to: u32) -> u32 {
        let (from, to) = (from.max(self.base), to.min(self.end));
        if from >= to {
            return 0;
        }
        let last = (to - 1) / BITS;
        (from / BITS..=last)
            .map(|index| {
                let mut word = self.word(index);
                if index == from / BITS {
                    word &= !0 << (from % BITS);
                }
                if index == last {
                    word &= !0 >> (BITS - 1 - (to - 1) % BITS);
                }
                word.count_ones()
            })
            .sum()
    }

    /// The smallest number at or above `from` that is not a member.
    pub(super) fn first_absent(&self, from: u32) -> u32 {
        if from < self.base {
            return from;
        }
        let mut number = from;
        while number < self.end {
            let absent = !self.word(number / BITS) & (!0 << (number % BITS));
            if absent != 0 {
                return number / BITS * BITS + absent.trailing_zeros();
            }
            number = (number / BITS + 1) * BITS;
        }
        number.min(self.end).max(from)
    }

    /// The member with this rank; the largest member has rank 1.
    pub(super) fn nth_highest(&self, rank: u32) -> Option<u32> {
        let mut above = 0;
        for index in (self.base / BITS..=self.highest()? / BITS).rev() {
            let mut word = self.word(index);
            let here = word.count_ones();
            if above + here >= rank {
                for _ in above + 1..rank {
                    word &= !(1 << (BITS - 1 - word.leading_zeros()));
                }
                return Some(index * BITS + (BITS - 1 - word.leading_zeros()));
            }
            above += here;
        }
        None
    }

    /// Approximate heap memory of a clone \[bytes\].
    pub(super) fn heap_bytes(&self) -> usize {
        footprint::block::<u64>(self.words.len())
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        hash.fold(u64::from(self.base) << 32 | u64::from(self.end));
        if let Some(highest) = self.highest() {
            for index in self.base / BITS..=highest / BITS {
                hash.fold(self.word(index));
            }
        }
    }

    fn word(&self, index: u32) -> u64 {
        self.words[index as usize & (self.words.len() - 1)]
    }

    fn word_mut(&mut self, index: u32) -> &mut u64 {
        let mask = self.words.len() - 1;
        &mut self.words[index as usize & mask]
    }

    fn make_room_for(&mut self, number: u32) {
        let needed = (number / BITS - self.base / BITS) as usize + 1;
        if needed > self.words.len() {
            let mut grown = Self { words: vec![0; needed.next_power_of_two()], ..*self };
            if let Some(highest) = self.highest() {
                for index in self.base / BITS..=highest / BITS {
                    *grown.word_mut(index) = self.word(index);
                }
            }
            *self = grown;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[derive(Clone, Copy, Debug)]
    enum Operation {
        Insert(u32),
        Forget(u32),
        Clear,
    }

    fn operations() -> impl Strategy<Value = Vec<Operation>> {
        let one = prop_oneof![
            12 => (0u32..300).prop_map(Operation::Insert),
            3 => (0u32..200).prop_map(Operation::Forget),
            1 => Just(Operation::Clear),
        ];
        proptest::collection::vec(one, 1..120)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn the_set_behaves_like_an_ordered_set(operations in operations(), from in 0u32..900, span in 0u32..400) {
            let mut set = SequenceSet::default();
            let mut model = BTreeSet::new();
            for operation in operations {
                match operation {
                    Operation::Insert(above) => {
                        let number = set.base() + above;
                        prop_assert_eq!(set.insert(number), model.insert(number));
                    }
                    Operation::Forget(above) => {
                        let base = set.base() + above;
                        set.forget_below(base);
                        prop_assert_eq!(set.base(), base);
                        model = model.split_off(&base);
                    }
                    Operation::Clear => {
                        set.clear();
                        model.clear();
                    }
                }
                prop_assert_eq!(set.highest(), model.last().copied());
                prop_assert_eq!(set.contains(from), model.contains(&from));
                prop_assert_eq!(set.count(from, from + span), model.range(from..from + span).count() as u32);
                let from = from.max(set.base());
                prop_assert_eq!(set.first_absent(from), (from..).find(|n| !model.contains(n)).unwrap());
                for rank in [1, 3, 70] {
                    prop_assert_eq!(set.nth_highest(rank), model.iter().rev().nth(rank as usize - 1).copied());
                }
            }
        }
    }
}
