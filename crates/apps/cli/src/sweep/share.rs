//! The share of a sweep's runs that one process makes.

use std::str::FromStr;

/// The K-th of N equal shares of the runs of a sweep, which N processes can make in parallel.
///
/// Of every N consecutive runs, each share has one; which one varies pseudo-randomly. If a share had every N-th run, it
/// might contain only runs of slow lanes, because lanes and seeds repeat at regular intervals.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Share {
    /// Index of the share, from 0.
    place: u64,
    of: u64,
}

/// Largest number of shares; no cluster has that many cores.
const MAX_SHARES: u64 = 1_000_000;

impl Share {
    /// The share that contains all runs.
    pub(crate) const WHOLE: Self = Self { place: 0, of: 1 };

    /// Number of runs in this share, if the sweep has `tasks` runs. If N does not divide `tasks`, some shares have one
    /// run more than others.
    pub(crate) const fn slots(self, tasks: u64) -> u64 {
        let rounds = tasks / self.of;
        match self.task_in(rounds) < tasks {
            true => rounds + 1,
            false => rounds,
        }
    }

    /// The index in the sweep of the run in a slot. Slots number the runs of the share from 0, in the order of the
    /// sweep.
    pub(crate) const fn task_in(self, slot: u64) -> u64 {
        slot * self.of + (self.place + mixed(slot)) % self.of
    }

    /// The slot of a run, if the share contains it.
    pub(crate) fn slot_of(self, task: u64) -> Option<u64> {
        let slot = task / self.of;
        (self.task_in(slot) == task).then_some(slot)
    }
}

/// The output function of SplitMix64, halved so that adding a share's index cannot overflow.
const fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed ^ (mixed >> 31)) >> 1
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text} is not of the form K/N with K from 1 to N, N at most {MAX_SHARES}, e.g. 3/16");
        let (place, of) = text.split_once('/').ok_or_else(wrong)?;
        let (place, of): (u64, u64) = place.parse().ok().zip(of.parse().ok()).ok_or_else(wrong)?;
        if !(1..=MAX_SHARES).contains(&of) || !(1..=of).contains(&place) {
            return Err(wrong());
        }
        Ok(Self { place: place - 1, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_is_in_one_share_and_the_shares_are_equal() {
        for (tasks, of) in [(1, 1), (240, 16), (1_003, 16), (5, 9)] {
            let mut seen = vec![0; tasks];
            for place in 1..=of {
                let share: Share = format!("{place}/{of}").parse().unwrap();
                let slots = share.slots(tasks as u64);
                assert!((slots as usize).abs_diff(tasks / of) <= 1);
                let runs: Vec<u64> = (0..slots).map(|slot| share.task_in(slot)).collect();
                assert!(runs.is_sorted());
                for (slot, run) in runs.into_iter().enumerate() {
                    assert_eq!(share.slot_of(run), Some(slot as u64));
                    seen[run as usize] += 1;
                }
            }
            assert!(seen.iter().all(|&times| times == 1), "{tasks} over {of}");
        }
    }

    #[test]
    fn a_share_has_its_part_of_every_lane() {
        // With sixteen lanes and one seed, a share with a constant stride would contain only one lane.
        let share: Share = "3/16".parse().unwrap();
        let lanes: std::collections::BTreeSet<u64> = (0..200).map(|slot| share.task_in(slot) % 16).collect();
        assert_eq!(lanes.len(), 16);
    }

    #[test]
    fn a_malformed_share_is_refused() {
        for text in ["17/16", "0/4", "3", "a/b", "1/0", "-1/3", "1/1000001"] {
            assert!(text.parse::<Share>().unwrap_err().contains("K from 1 to N"), "{text}");
        }
    }
}
