//! The order of service in FQ-CoDel and FQ-PIE: deficit round robin over two lists of queues. Queues that have just
//! become active are served first.
//!
//! A queue that was idle joins the new list with a full quantum. When its credit is used up, it moves to the end of the
//! old list. A queue that is empty at its turn leaves the lists. The exception is an empty queue on the new list while
//! other queues are on the old list: it moves to the end of the old list.
//! Source: Hoeiland-Joergensen, McKenney, Taht, Gettys and Dumazet, RFC 8290, 2018; Linux, `sch_fq_codel.c`.

use super::super::about::{LineId, ParamSpec, Quantity, QuantityId};
use super::super::reason::Reason;
use super::super::settings::{Settings, SettingsProblem};
use super::super::{Context, LinkFacts, QueueFacts, Tracer, Viewer};
use super::classifier::{Classifier, Keys};
use super::declare::{code, quantity, rule, whole};
use super::queues::{End, Queues};
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::rng::Chance;
use std::collections::VecDeque;

/// The parameter for the bytes that a queue may send each turn.
pub const QUANTUM: ParamSpec = whole(
    "quantum",
    "quantum",
    0,
    (0, 65_535),
    "credit that a queue gets each turn; 0 means the scene's largest packet, otherwise at least 50",
)
.symbol("Q")
.unit("bytes");

/// The smallest quantum \[bytes\]; with a smaller quantum the simulator would mainly add credit.
const LEAST_QUANTUM: usize = 50;

/// The quantum of these settings \[bytes\].
pub fn quantum(settings: &Settings, link: &LinkFacts) -> Result<u32, SettingsProblem> {
    match settings.count("quantum") {
        0 => Ok(link.packet_bytes.max(LEAST_QUANTUM as u32)),
        given if given < LEAST_QUANTUM => {
            let problem = format!("is {given}; it is 0, for the largest packet, or at least {LEAST_QUANTUM} bytes");
            Err(SettingsProblem::new("quantum", problem))
        }
        given => Ok(given as u32),
    }
}

code! {
    /// The line of pseudo-code that [`FlowLists::join`] reports.
    pub segment JOIN;
    ENTER: 1 ? "idle until now: credit ← Q; b joins the new list";
}

code! {
    /// The lines of pseudo-code of a turn.
    pub segment SERVICE;
    LOOK: 0 "link free: b ← first of the new list, else of the old";
    SPENT: 1 ? "credit {credit} ≤ 0: add Q, to the end of the old list";
    EMPTY: 1 ? "b is empty: from new to old, else forget it";
    PAY: 1 "otherwise send its packet; credit ← credit − its size";
}

rule! {
    /// The lines of the rule for [`SERVICE`].
    pub segment RULE_SERVICE;
    LOOK: 0 "link free: b ← first of the new, else old queues" shows "{credit}";
    SPENT: 1 "b sends Q bytes a turn, then joins the old ones";
}

/// The credit of a queue.
pub const CREDIT: Quantity = quantity("credit", "credit", "bytes", "bytes that the queue may still send in this turn");

/// The number of queues on the new list.
pub const NEW: Quantity = quantity("new", "new", "queues", "queues that have just begun to send");

/// The queue of the next packet, if queues of `new` are served before queues of `old`. All queues must have packets.
pub fn next_of(new: &[u32], old: &[u32], credit: &dyn Fn(u32) -> i32, quantum: u32) -> Option<u32> {
    // The number of turns that a queue has to wait until its credit is above 0. A new queue without credit joins the
    // old queues at the end.
    let turns = |queue: u32| (-credit(queue)).max(-1).div_euclid(quantum as i32) + 1;
    let at_once = new.iter().copied().find(|&queue| turns(queue) == 0);
    at_once.or_else(|| {
        let in_order = old.iter().map(|&queue| (turns(queue), queue));
        let behind = new.iter().map(|&queue| (turns(queue) - 1, queue));
        in_order.chain(behind).min_by_key(|&(turns, _)| turns).map(|(_, queue)| queue)
    })
}

/// The two lists of queues that take turns.
#[derive(Clone, Debug, Default)]
pub struct FlowLists {
    new: VecDeque<u32>,
    old: VecDeque<u32>,
    /// The credit of each queue \[bytes\]; `None` for a queue that is on no list.
    credits: Vec<Option<i32>>,
}

impl FlowLists {
    /// Lists in which all these queues are old, without credit.
    fn over(ring: VecDeque<u32>) -> Self {
        let mut credits = vec![None; ring.iter().max().map_or(0, |&last| last as usize + 1)];
        ring.iter().for_each(|&queue| credits[queue as usize] = Some(0));
        Self { new: VecDeque::new(), old: ring, credits }
    }

    /// Moves all packets to the queues of another classifier and discards the state of the queues.
    pub fn regroup<S: Clone + Default, C: Chance, K: Tracer>(
        &self,
        queues: &mut Queues<S>,
        (classifier, keys): (Classifier, Keys),
        cx: &mut Context<'_, C, K>,
    ) -> Self {
        let ring = self.iter().collect();
        Self::over(queues.regroup(&ring, usize::MAX, |packet| classifier.queue_of(keys.of(packet)), cx))
    }

    /// The queue with the most bytes; ties go to the next in turn.
    pub fn fattest<S: Clone + Default>(&self, queues: &Queues<S>) -> Option<(usize, u64)> {
        let mut fattest: Option<(usize, u64)> = None;
        for queue in self.iter() {
            let bytes = queues.bytes_of(queue as usize);
            if bytes > fattest.map_or(0, |(_, most)| most) {
                fattest = Some((queue as usize, bytes));
            }
        }
        fattest
    }

    /// Drops packets from the longest queues after the buffer has shrunk.
    pub fn shrink<S: Clone + Default, C: Chance, K: Tracer>(
        &self,
        queues: &mut Queues<S>,
        limit: usize,
        end: End,
        cx: &mut Context<'_, C, K>,
    ) {
        while queues.len() > limit
            && let Some((queue, _)) = self.fattest(queues)
        {
            queues.evict(queue, end, Reason::Overflow, cx);
        }
    }

    /// The queues on both lists; the queues of the new list come first.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.new.iter().chain(&self.old).copied()
    }

    /// The number of queues on the new list.
    pub fn new_queues(&self) -> usize {
        self.new.len()
    }

    /// Adds the queue of an arrived packet to the new list, unless the queue is already on a list.
    pub fn join<C: Chance, S: Tracer>(&mut self, queue: usize, quantum: u32, line: LineId, cx: &mut Context<'_, C, S>) {
        if queue >= self.credits.len() {
            self.credits.resize(queue + 1, None);
        }
        if self.credits[queue].is_none() {
            cx.tracer.test(ENTER.after(line), true);
            self.credits[queue] = Some(quantum as i32);
            self.new.push_back(queue as u32);
        }
    }

    /// The queue whose turn it is, if any queue is on a list. In the discipline's description, `line` is the id of the
    /// first line of [`SERVICE`], and `credit_quantity` the id of [`CREDIT`].
    #[inline(never)]
    pub fn turn<C: Chance, S: Tracer>(
        &mut self,
        quantum: u32,
        (line, credit_quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) -> Option<usize> {
        loop {
            let is_new = !self.new.is_empty();
            let list = if is_new { &mut self.new } else { &mut self.old };
            let queue = *list.front()?;
            let credit = self.credits[queue as usize].get_or_insert(0);
            cx.tracer.value(credit_quantity, f64::from(*credit));
            cx.tracer.line(LOOK.after(line));
            if *credit > 0 {
                return Some(queue as usize);
            }
            cx.tracer.test(SPENT.after(line), true);
            *credit += quantum as i32;
            list.pop_front();
            self.old.push_back(queue);
        }
    }

    /// Subtracts `bytes` bytes from the credit of the queue whose turn it is.
    pub fn pay<C: Chance, S: Tracer>(
        &mut self,
        queue: usize,
        bytes: u16,
        (line, credit_quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, S>,
    ) {
        cx.tracer.line(PAY.after(line));
        let credit = self.credits[queue].get_or_insert(0);
        *credit -= i32::from(bytes);
        cx.tracer.value(credit_quantity, f64::from(*credit));
    }

    /// Moves the queue that is empty at its turn to the old list, or removes it from the lists.
    pub fn found_empty<C: Chance, S: Tracer>(&mut self, line: LineId, cx: &mut Context<'_, C, S>) {
        cx.tracer.test(EMPTY.after(line), true);
        let was_new = !self.new.is_empty();
        let list = if was_new { &mut self.new } else { &mut self.old };
        let Some(queue) = list.pop_front() else { return };
        if was_new && !self.old.is_empty() {
            self.old.push_back(queue);
        } else {
            self.credits[queue as usize] = None;
        }
    }

    /// The queue that the next packet comes from, in the current state.
    pub fn next(&self, quantum: u32, is_empty: &dyn Fn(u32) -> bool) -> Option<u32> {
        let waiting = |list: &VecDeque<u32>| list.iter().copied().filter(|&queue| !is_empty(queue)).collect::<Vec<_>>();
        next_of(&waiting(&self.new), &waiting(&self.old), &|queue| self.credit(queue), quantum)
    }

    fn credit(&self, queue: u32) -> i32 {
        self.credits[queue as usize].unwrap_or(0)
    }

    /// Shows the non-empty queues in service order and returns their number.
    pub fn view<S: Clone + Default>(&self, queues: &Queues<S>, quantum: u32, viewer: &mut dyn Viewer) -> usize {
        let next = self.next(quantum, &|queue| queues.packets_of(queue as usize) == 0);
        let mut shown = 0;
        for queue in self.iter().filter(|&queue| queues.packets_of(queue as usize) > 0) {
            let credit = f64::from(self.credit(queue));
            viewer.queue(QueueFacts { id: queue, credit, is_next: next == Some(queue) });
            queues.view(queue as usize, viewer);
            shown += 1;
        }
        shown
    }

    /// Folds the lists into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.new.len() as u64);
        for queue in self.iter() {
            hash.fold(u64::from(queue) << 32 | u64::from(self.credit(queue) as u32));
        }
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        footprint::block::<u32>(self.new.len())
            + footprint::block::<u32>(self.old.len())
            + footprint::list(&self.credits)
    }
}
