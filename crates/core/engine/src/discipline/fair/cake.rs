//! CAKE: each flow has a queue with its own COBALT. The queues are served in turn, sparse flows first.
//!
//! Rule: flows are hashed into sets of eight queues, so two flows rarely share a queue. A queue that was idle is sparse
//! and goes first until it has sent a quantum; after that it is bulk and takes turns. COBALT combines a CoDel whose
//! drop count also falls step by step with BLUE's drop probability. Before a packet is sent, the COBALT of its queue
//! may mark or drop the packet. While a queue is empty, its COBALT is updated until its count and its probability have
//! stopped falling. A full buffer drops the first packet of the longest queue and raises that queue's BLUE probability.
//! Source: Hoeiland-Joergensen, Taht and Morton, Piece of CAKE, IEEE LANMAN 2018; Linux 6.12, `sch_cake.c`, with
//! `besteffort` and `flows`.
//! We differ: the link itself is the shaper, so packets leave as they would from a CAKE set to the bandwidth of the
//! link. With `slow_link_target` quantum, target and interval follow that bandwidth; without it they are those of an
//! unlimited CAKE. The limit is the scene's buffer in packets, where Linux counts memory. Of equally long queues the
//! queue that is next in turn loses a packet; in Linux the victim depends on the order in a heap. A flow keeps its
//! queue while packets of the flow wait there. The packet time is that of the scene's largest packet; Linux adds an
//! Ethernet header. The square root is exact. A host is a group of flows, at one end only: `dual` is Linux's
//! `dual-dsthost` for downloads, and `hosts` is Linux's `dsthost`. Hosts are identified without a hash. As in Linux, a
//! quantum divided among several bulk queues of a host is rounded up or down at random. Not modelled: tins, isolation
//! by both ends (`triple-isolate`), the filter for acknowledgements, `ingress`, `wash`, `split-gso`, overheads,
//! autorate.
//! Derived from: `fq-codel`, `blue`.  View: flow queues.

mod declare;
mod isolation;
#[cfg(test)]
mod tests;
mod ways;

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::base::time::Span;
use crate::discipline::about::About;
use crate::discipline::parts::classifier::Keys;
use crate::discipline::parts::cobalt_law::{Decision, Head, Law, Watch};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::parts::{classifier, flow_lists, signal};
use crate::discipline::reason::Reason;
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LineId, LinkFacts, QueueFacts, Tracer, Viewer, waits_in};
pub use declare::ABOUT;
use declare::{
    EMPTY, ENTER, EXIT, FULL, IDLE, LAW, LEFT, LOAD, LONGEST, LOOK, OF_SET, OVERFLOW, OWN, PAY, PUSH, QUANTUM, RESUME,
    SHARED, SPENT, TURN_PART, WAKE, WAKE_PART,
};
use isolation::{Isolation, Loads};
use std::collections::VecDeque;
use ways::{Hashing, Ways};

/// Bounds of the quantum \[bytes\].
const LEAST_QUANTUM: u64 = 300;
const MOST_QUANTUM: u64 = 1514;
/// The quantum is the number of bytes that the link sends in a second, shifted right by this number of bits.
const QUANTUM_SHIFT: u32 = 12;

/// Parameters of CAKE.
#[derive(Clone, Debug)]
pub struct Params {
    /// The buffer B \[packets\], at least 1.
    limit: usize,
    /// The quantum Q \[bytes\].
    quantum: u32,
    law: Law,
    hashing: Hashing,
    keys: Keys,
    isolation: Isolation,
}

/// Which list a queue is on.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
enum Set {
    /// The queue is on no list.
    #[default]
    Idle,
    /// The queue is on the list of sparse queues.
    Sparse,
    /// The queue is empty and was sparse until its credit was used up. It is on the list of bulk queues, and each turn
    /// there raises its credit. It leaves the list at the first turn with a credit above 0, unless a packet has arrived
    /// before.
    SparseWait,
    /// The queue is on the list of bulk queues.
    Bulk,
    /// The queue is empty, and on the list of decaying queues.
    Decaying,
}

/// The state of a queue.
#[derive(Clone, Debug, Default, PartialEq)]
struct Flow {
    set: Set,
    /// The bytes that the queue may still send in its turn; negative for a debt.
    credit: i32,
    /// The host of the last packet that entered the queue; 0 if hosts are not isolated.
    host: u8,
    watch: Watch,
}

/// CAKE's queues.
#[derive(Clone, Debug)]
pub struct Cake {
    params: Params,
    queues: Queues<Flow>,
    ways: Ways,
    sparse: VecDeque<u32>,
    bulk: VecDeque<u32>,
    decaying: VecDeque<u32>,
    /// The number of bulk queues of each host.
    loads: Loads,
    /// Queueing delay of the last packet that COBALT examined, for the view.
    sojourn: Span,
}

impl Cake {
    /// The queues on the lists of sparse and bulk queues. The two lists include every queue that has packets.
    fn turns(&self) -> impl Iterator<Item = u32> {
        self.sparse.iter().chain(&self.bulk).copied()
    }

    /// The queue with the most bytes; ties go to the next in turn.
    fn longest(&self) -> Option<(usize, u64)> {
        let mut longest: Option<(usize, u64)> = None;
        for queue in self.turns() {
            let bytes = self.queues.bytes_of(queue as usize);
            if bytes > longest.map_or(0, |(_, most)| most) {
                longest = Some((queue as usize, bytes));
            }
        }
        longest
    }

    /// Records the list that the queue is now on, and updates the number of bulk queues of its host.
    fn enter(&mut self, queue: usize, set: Set) {
        let flow = self.queues.state(queue);
        let before = std::mem::replace(&mut flow.set, set);
        self.loads.change(flow.host, before == Set::Bulk, set == Set::Bulk);
    }

    /// Assigns the queue to the host of the packet that has entered it.
    fn belong(&mut self, queue: usize, host: u8) {
        let flow = self.queues.state(queue);
        let before = std::mem::replace(&mut flow.host, host);
        if flow.set == Set::Bulk && before != host {
            self.loads.change(before, true, false);
            self.loads.change(host, false, true);
        }
    }

    /// The bytes that the queue may send in a turn. With `dual` this is the quantum divided by the number of bulk
    /// queues of the queue's host, which the line `divided` reports.
    fn turn_of<C: Chance, S: Tracer>(&mut self, queue: usize, divided: LineId, cx: &mut Context<'_, C, S>) -> i32 {
        let quantum = self.params.quantum;
        if self.params.isolation.is_dual() {
            let load = self.loads.of(self.queues.state(queue).host);
            if load > 1 {
                cx.tracer.value(LOAD, f64::from(load));
                cx.tracer.test(divided, true);
                return isolation::part_of(quantum, load, cx.chance) as i32;
            }
        }
        quantum as i32
    }

    /// Puts the queue on the list on which it belongs now that a packet has entered it.
    fn join<C: Chance, S: Tracer>(&mut self, queue: usize, cx: &mut Context<'_, C, S>) {
        let flow = self.queues.state(queue);
        match flow.set {
            Set::Idle | Set::Decaying => {
                if flow.set == Set::Decaying {
                    self.decaying.retain(|&decaying| decaying != queue as u32);
                }
                self.enter(queue, Set::Sparse);
                self.sparse.push_back(queue as u32);
                cx.tracer.test(WAKE, true);
                self.queues.state(queue).credit = self.turn_of(queue, WAKE_PART, cx);
            }
            Set::SparseWait => {
                self.enter(queue, Set::Bulk);
                cx.tracer.test(RESUME, true);
            }
            Set::Sparse | Set::Bulk => {}
        }
    }

    /// The list that is served next. In the first pass of a dequeue (`is_first`) this is the list of decaying queues,
    /// unless it is empty.
    fn list(&mut self, is_first: bool) -> &mut VecDeque<u32> {
        let has_turn = !self.sparse.is_empty() || !self.bulk.is_empty();
        if (is_first || !has_turn) && !self.decaying.is_empty() {
            &mut self.decaying
        } else if !self.sparse.is_empty() {
            &mut self.sparse
        } else {
            &mut self.bulk
        }
    }

    /// The next packet that COBALT does not drop; `None` only if the queue is empty.
    fn let_out<C: Chance, S: Tracer>(&mut self, queue: usize, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let law = self.params.law;
        loop {
            let waiting = self.queues.packets_of(queue);
            let head = Head::of(self.queues.front(queue)?.0, waiting, &law, cx.now);
            self.sojourn = head.sojourn;
            let decision = self.queues.state(queue).watch.judge(&law, head, (EXIT, LAW), cx);
            if let Decision::Drop(reason) = decision {
                self.queues.evict(queue, End::Front, reason, cx);
                continue;
            }
            let (mut packet, ()) = self.queues.pop(queue)?;
            if decision == Decision::Mark {
                signal::mark(&mut packet, law.has_ecn, Reason::MarkSojourn, cx);
            }
            return Some(packet);
        }
    }

    /// Removes the empty queue from the list that [`Self::list`] chose. The queue joins the decaying queues, unless the
    /// state of its COBALT has fully decayed.
    fn rest<C: Chance, S: Tracer>(&mut self, queue: usize, is_first: bool, cx: &mut Context<'_, C, S>) {
        cx.tracer.test(EMPTY, true);
        let law = self.params.law;
        let flow = self.queues.state(queue);
        flow.watch.found_empty(&law, (IDLE, LAW), cx);
        let is_at_rest = flow.watch.is_at_rest(cx.now);
        self.enter(queue, if is_at_rest { Set::Idle } else { Set::Decaying });
        self.list(is_first).pop_front();
        if !is_at_rest {
            self.decaying.push_back(queue as u32);
        }
    }
}

impl Discipline for Cake {
    const ABOUT: &'static About = &ABOUT;
    type Params = Params;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<Params, SettingsProblem> {
        let of_rate = (link.capacity_bps / 8) >> QUANTUM_SHIFT;
        let is_rate_known = settings.switch("slow_link_target");
        let quantum = if is_rate_known { of_rate.clamp(LEAST_QUANTUM, MOST_QUANTUM) } else { MOST_QUANTUM };
        let salt = classifier::salt(settings, link);
        Ok(Params {
            limit: settings.count("limit"),
            quantum: quantum as u32,
            law: Law::read(settings, link),
            hashing: Hashing::new(settings.count("buckets"), settings.count("ways"), salt),
            keys: Keys::read(settings),
            isolation: Isolation::read(settings, link),
        })
    }

    fn new(params: Params) -> Self {
        Self {
            params,
            queues: Queues::default(),
            ways: Ways::default(),
            sparse: VecDeque::new(),
            bulk: VecDeque::new(),
            decaying: VecDeque::new(),
            loads: Loads::default(),
            sojourn: Span::ZERO,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Params, cx: &mut Context<'_, C, S>) {
        let before = std::mem::replace(&mut self.params, params);
        let Params { hashing, keys, isolation, limit, .. } = self.params;
        if (before.hashing, before.keys, before.isolation) != (hashing, keys, isolation) {
            // All queues become bulk queues without credit, and their COBALTs are reset.
            let ring = self.turns().collect();
            let key_of = |packet: &Packet| isolation.key_of(packet, keys);
            self.bulk = self.ways.regroup(&mut self.queues, &ring, hashing, key_of, cx);
            self.sparse.clear();
            self.decaying.clear();
            self.loads = Loads::default();
            for queue in self.bulk.clone() {
                let host = self.queues.front(queue as usize).map_or(0, |(packet, ())| isolation.host_of(packet));
                self.belong(queue as usize, host);
                self.enter(queue as usize, Set::Bulk);
            }
        }
        while self.queues.len() > limit
            && let Some((queue, _)) = self.longest()
        {
            self.queues.evict(queue, End::Front, Reason::Overflow, cx);
        }
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let Params { hashing, keys, isolation, law, limit, .. } = self.params;
        let key_of = |packet: &Packet| isolation.key_of(packet, keys);
        let key = key_of(&packet);
        let queues = &self.queues;
        let is_in_use = |queue: usize| queues.known(queue).is_some_and(|flow| flow.set != Set::Idle);
        let holds_it = |queue: usize| queues.iter(queue).any(|(waiting, ())| key_of(waiting) == key);
        let (own, is_shared) = self.ways.queue_of(key, hashing, is_in_use, holds_it);
        cx.tracer.value(OWN, (self.queues.bytes_of(own) + u64::from(packet.bytes)) as f64);
        cx.tracer.line(ENTER);
        if is_shared {
            cx.tracer.value(OF_SET, hashing.ways as f64);
            cx.tracer.test(SHARED, true);
        }
        self.belong(own, isolation.host_of(&packet));
        self.queues.admit(own, packet, (), cx);
        self.join(own, cx);
        while self.queues.len() > limit
            && let Some((queue, bytes)) = self.longest()
        {
            cx.tracer.value(LONGEST, bytes as f64);
            cx.tracer.test(FULL, true);
            cx.tracer.line(PUSH);
            self.queues.state(queue).watch.overflow(&law, (OVERFLOW, LAW), cx);
            self.queues.evict(queue, End::Front, Reason::PushOut, cx);
        }
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        cx.tracer.value(QUANTUM, f64::from(self.params.quantum));
        // The first pass of this loop visits a decaying queue, if there is one, so that its COBALT is brought up to
        // date.
        let mut is_first = true;
        while !self.queues.is_empty() {
            let queue = *self.list(is_first).front()?;
            let is_empty = self.queues.packets_of(queue as usize) == 0;
            let flow = self.queues.state(queue as usize);
            cx.tracer.value(LEFT, f64::from(flow.credit));
            cx.tracer.line(LOOK);
            if flow.credit <= 0 {
                cx.tracer.test(SPENT, true);
                if flow.set == Set::Sparse {
                    self.enter(queue as usize, if is_empty { Set::SparseWait } else { Set::Bulk });
                }
                let turn = self.turn_of(queue as usize, TURN_PART, cx);
                self.queues.state(queue as usize).credit += turn;
                self.list(is_first).pop_front();
                self.bulk.push_back(queue);
            } else if let Some(packet) = self.let_out(queue as usize, cx) {
                let flow = self.queues.state(queue as usize);
                flow.credit -= i32::from(packet.bytes);
                cx.tracer.value(LEFT, f64::from(flow.credit));
                cx.tracer.line(PAY);
                return Some(packet);
            } else {
                self.rest(queue as usize, is_first, cx);
            }
            is_first = false;
        }
        None
    }

    waits_in!(queues, params.limit);

    fn heap_bytes(&self) -> usize {
        self.queues.heap_bytes() - self.queues.state_bytes() + self.state_bytes()
    }

    fn state_bytes(&self) -> usize {
        let lists = [&self.sparse, &self.bulk, &self.decaying].map(|list| footprint::block::<u32>(list.len()));
        self.queues.state_bytes() + self.ways.heap_bytes() + self.loads.heap_bytes() + lists.iter().sum::<usize>()
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        let credit = |queue: u32| self.queues.known(queue as usize).map_or(0, |flow| flow.credit);
        let waiting = |list: &VecDeque<u32>| -> Vec<u32> {
            list.iter().copied().filter(|&queue| self.queues.packets_of(queue as usize) > 0).collect()
        };
        let (sparse, bulk) = (waiting(&self.sparse), waiting(&self.bulk));
        let next = flow_lists::next_of(&sparse, &bulk, &credit, self.params.quantum);
        for &queue in sparse.iter().chain(&bulk) {
            viewer.queue(QueueFacts { id: queue, credit: f64::from(credit(queue)), is_next: next == Some(queue) });
            self.queues.view(queue as usize, viewer);
        }
        viewer.gauge(sparse.len() as f64);
        viewer.gauge(bulk.len() as f64);
        viewer.gauge(self.decaying.len() as f64);
        viewer.gauge(self.sojourn.secs());
        viewer.gauge(self.params.law.bound.secs());
        viewer.gauge(self.queues.all_known().map(|(_, flow)| flow.watch.probability).fold(0.0, f64::max));
    }

    fn fold(&self, hash: &mut StateHash) {
        for list in [&self.sparse, &self.bulk, &self.decaying] {
            hash.fold(list.len() as u64);
            list.iter().for_each(|&queue| hash.fold(u64::from(queue)));
        }
        for queue in self.turns() {
            self.queues.fold(queue as usize, hash);
        }
        // The hash includes the state of empty queues: credit, set, host and COBALT.
        for (queue, flow) in self.queues.all_known().filter(|(_, flow)| **flow != Flow::default()) {
            hash.fold((queue as u64) << 32 | u64::from(flow.credit as u32));
            hash.fold(flow.set as u64 | u64::from(flow.host) << 8);
            flow.watch.fold(hash);
        }
        self.ways.fold(hash);
    }
}
