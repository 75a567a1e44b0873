//! Set-associative hashing: the hash of a flow selects a set of a few queues, so that flows share a queue only if the
//! whole set is taken.
//!
//! Source: Hoeiland-Joergensen, Taht and Morton, Piece of CAKE, IEEE LANMAN 2018; Linux, `sch_cake.c`.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::parts::classifier::{self, Key};
use crate::discipline::parts::queues::Queues;
use crate::discipline::{Context, Tracer};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroU64;

/// The size and the salt of the hash.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Hashing {
    /// The number of sets, at least 1.
    pub(super) sets: usize,
    /// The number of queues in a set, at least 1.
    pub(super) ways: usize,
    pub(super) salt: u64,
}

impl Hashing {
    /// Hashing for `buckets` queues in sets of `ways` queues. The number of queues is rounded down to whole sets, but
    /// there is at least one set.
    pub(super) fn new(buckets: usize, ways: usize, salt: u64) -> Self {
        let ways = ways.clamp(1, buckets.max(1));
        Self { sets: (buckets / ways).max(1), ways, salt }
    }
}

/// The flows for which queues are reserved.
#[derive(Clone, Debug, Default)]
pub(super) struct Ways {
    /// For each queue, the key of the flow that used the queue last; kept while the queue is empty.
    tags: Vec<Option<NonZeroU64>>,
}

impl Ways {
    /// Reserves a queue for the flow. Returns the queue, and whether another flow uses the same queue.
    ///
    /// The first choice is the queue that carries the flow's tag, since the flow used it last. The second is a queue
    /// where packets of the flow wait, and the third is the first unused queue of the set. If the set has none of
    /// these, the flow shares the queue that its hash selects, and replaces the tag of that queue. Linux omits the
    /// second choice: a flow whose tag was replaced moves to an unused queue, where its later packets can overtake its
    /// earlier packets.
    pub(super) fn queue_of(
        &mut self,
        key: impl Into<Key>,
        hashing: Hashing,
        is_in_use: impl Fn(usize) -> bool,
        holds_it: impl Fn(usize) -> bool,
    ) -> (usize, bool) {
        let Hashing { sets, ways, salt } = hashing;
        let key = key.into();
        let tag = NonZeroU64::new(key.number());
        let reduced = (classifier::hash(key, salt) % (sets * ways) as u64) as usize;
        let (first, inner) = (reduced / ways * ways, reduced % ways);
        let places = || (0..ways).map(|way| first + (inner + way) % ways);
        let tagged = places().find(|&queue| self.tags.get(queue) == Some(&tag));
        let waiting = || places().find(|&queue| is_in_use(queue) && holds_it(queue));
        let found = tagged.or_else(waiting).or_else(|| places().find(|&queue| !is_in_use(queue)));
        let queue = found.unwrap_or(reduced);
        if queue >= self.tags.len() {
            self.tags.resize(queue + 1, None);
        }
        self.tags[queue] = tag;
        (queue, found.is_none())
    }

    /// Moves all packets to the queues that `hashing` selects and discards the state of the queues. Returns the new
    /// queues in service order.
    pub(super) fn regroup<S: Clone + Default, C: Chance, K: Tracer>(
        &mut self,
        queues: &mut Queues<S>,
        ring: &VecDeque<u32>,
        hashing: Hashing,
        key_of: impl Fn(&Packet) -> Key,
        cx: &mut Context<'_, C, K>,
    ) -> VecDeque<u32> {
        self.tags.clear();
        let (mut queue_of, mut in_use) = (BTreeMap::new(), BTreeSet::new());
        for (packet, ()) in ring.iter().flat_map(|&queue| queues.iter(queue as usize)) {
            let key = key_of(packet);
            queue_of.entry(key.number()).or_insert_with(|| {
                let (queue, _) = self.queue_of(key, hashing, |queue| in_use.contains(&queue), |_| false);
                in_use.insert(queue);
                queue
            });
        }
        let new_queue = |packet: &Packet| queue_of.get(&key_of(packet).number()).copied().unwrap_or(0);
        queues.regroup(ring, usize::MAX, new_queue, cx)
    }

    pub(super) fn fold(&self, hash: &mut StateHash) {
        for (queue, tag) in self.tags.iter().enumerate().filter_map(|(queue, tag)| Some((queue, (*tag)?))) {
            let key = tag.get() - 1;
            hash.fold(key >> 32 << 56 | (queue as u64) << 32 | key & u64::from(u32::MAX));
        }
    }

    pub(super) fn heap_bytes(&self) -> usize {
        footprint::list(&self.tags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::packet::FlowId;

    /// The queues that flows 0, 1, … get while all of them keep sending, and the number of flows that have to share a
    /// queue.
    fn placed(flows: u32, hashing: Hashing) -> (BTreeSet<usize>, usize) {
        let (mut ways, mut used, mut shared) = (Ways::default(), BTreeSet::new(), 0);
        for flow in 0..flows {
            let (queue, is_shared) = ways.queue_of(FlowId(flow), hashing, |queue| used.contains(&queue), |_| false);
            shared += usize::from(is_shared);
            used.insert(queue);
        }
        (used, shared)
    }

    #[test]
    fn a_set_is_filled_before_flows_share_a_queue() {
        let one_set = Hashing::new(8, 8, 5);
        assert_eq!(placed(8, one_set), ((0..8).collect(), 0));
        assert_eq!(placed(9, one_set), ((0..8).collect(), 1));
    }

    #[test]
    fn eight_ways_separate_flows_that_share_a_queue_under_plain_hashing() {
        let shared = |ways| placed(256, Hashing::new(1024, ways, 0)).1;
        // 256 flows hash into 1024 queues: about 29 flows are expected to find their queue taken.
        assert!((15..45).contains(&shared(1)), "{}", shared(1));
        assert_eq!(shared(8), 0);
    }

    #[test]
    fn a_queue_stays_reserved_until_another_flow_takes_it() {
        let (one, mut ways) = (Hashing::new(1, 8, 0), Ways::default());
        assert_eq!(one, Hashing { sets: 1, ways: 1, salt: 0 });
        let mut queue_of = |flow, is_in_use| ways.queue_of(FlowId(flow), one, |_| is_in_use, |_| false);
        assert_eq!(queue_of(1, false), (0, false));
        assert_eq!(queue_of(1, true), (0, false), "its own");
        assert_eq!(queue_of(2, true), (0, true));
        assert_eq!(queue_of(1, true), (0, true), "the queue has the tag of the flow that used it last");
    }

    #[test]
    fn a_flow_does_not_leave_the_queue_where_its_packets_wait() {
        let (two, mut ways) = (Hashing::new(2, 2, 0), Ways::default());
        let (first, _) = ways.queue_of(FlowId(1), two, |_| false, |_| false);
        let (second, _) = ways.queue_of(FlowId(2), two, |queue| queue == first, |_| false);
        assert_ne!(first, second);
        // A third flow has to share the queue of one of the first two flows, and replaces this flow's tag by its own.
        let (shared, is_shared) = ways.queue_of(FlowId(3), two, |_| true, |_| false);
        assert!(is_shared);
        let robbed = FlowId(if shared == first { 1 } else { 2 });
        // Now every queue except `shared` is empty. A packet of the flow `robbed`, whose tag the third flow replaced,
        // still waits in `shared`, so this flow must stay there.
        let found = ways.queue_of(robbed, two, |queue| queue == shared, |queue| queue == shared);
        assert_eq!(found, (shared, false));
    }

    #[test]
    fn queues_beyond_the_last_whole_set_are_left_out() {
        assert_eq!(Hashing::new(1023, 8, 0).sets, 127);
        assert_eq!(Hashing::new(5, 8, 0), Hashing { sets: 1, ways: 5, salt: 0 });
    }
}
