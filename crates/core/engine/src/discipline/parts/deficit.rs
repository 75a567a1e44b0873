//! Deficit round robin's turns: a ring of queues, each with a credit in bytes.
//!
//! Source: Shreedhar and Varghese, IEEE/ACM ToN 4(3), 1996.

use super::super::about::{LineId, Quantity, QuantityId};
use super::super::{Context, Tracer};
use super::declare::{code, quantity, rule};
use super::queues::Queues;
use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use std::collections::VecDeque;

code! {
    /// The lines of pseudo-code of [`Deficits::serve`], which use the quantity [`CREDIT`].
    pub segment SERVICE;
    LOOK: 0 "link free: i ← the queue that has its turn";
    BEGIN: 1 "its turn begins: credit ← credit + Q = {credit} bytes";
    COVER_TEST: 1 ? "while the credit covers its first packet: send it";
    PAY: 2 "credit ← credit − its size; 0 if queue i is empty";
    END: 1 "its turn ends; i ← the next queue";
}

rule! {
    /// The lines of the rule for [`SERVICE`].
    pub segment RULE;
    LOOK: 0 "turn of queue i; at its start: credit += Q" shows "{credit}";
    COVER_TEST: 1 ? "if credit ≥ its first packet's size: send it,";
    PAY: 1 "credit ← credit − size; 0 if queue i is empty";
    END: 1 "else: turn of the next queue";
}

/// The credit of a queue.
pub const CREDIT: Quantity = quantity("credit", "credit", "bytes", "bytes that the queue may send in this turn");

/// The queues that have packets, in service order.
#[derive(Clone, Debug, Default)]
pub struct Deficits {
    /// The ring of queues; the first queue has its turn now or begins it next.
    ring: VecDeque<u32>,
    /// The credit of each queue \[bytes\].
    credits: Vec<u32>,
    /// The queue whose turn has begun, if any.
    turn_of: Option<u32>,
}

impl Deficits {
    /// A ring of these queues without any credit.
    pub fn over(ring: VecDeque<u32>) -> Self {
        let queues = ring.iter().max().map_or(0, |&last| last as usize + 1);
        Self { ring, credits: vec![0; queues], turn_of: None }
    }

    /// The queues in service order.
    pub fn ring(&self) -> &VecDeque<u32> {
        &self.ring
    }

    /// The queues in service order, so that a caller can remove queues that evictions have emptied.
    pub fn ring_mut(&mut self) -> &mut VecDeque<u32> {
        &mut self.ring
    }

    /// Adds a queue that was empty to the end of the ring, without credit.
    pub fn join(&mut self, queue: usize) {
        if queue >= self.credits.len() {
            self.credits.resize(queue + 1, 0);
        }
        self.credits[queue] = 0;
        // If evictions emptied the queue during its turn, that turn is over, and the queue later begins a new one.
        self.turn_of = self.turn_of.filter(|&it| it as usize != queue);
        self.ring.push_back(queue as u32);
    }

    /// Takes the next packet. `line` is the id of the first line of [`SERVICE`].
    pub fn serve<S: Clone + Default, T: Copy, C: Chance, K: Tracer>(
        &mut self,
        queues: &mut Queues<S, T>,
        quantum: u32,
        (line, credit_quantity): (LineId, QuantityId),
        cx: &mut Context<'_, C, K>,
    ) -> Option<Packet> {
        cx.tracer.line(LOOK.after(line));
        loop {
            let queue = *self.ring.front()?;
            let credit = &mut self.credits[queue as usize];
            if self.turn_of != Some(queue) {
                self.turn_of = Some(queue);
                *credit += quantum;
                cx.tracer.value(credit_quantity, f64::from(*credit));
                cx.tracer.line(BEGIN.after(line));
            }
            let (head, _) = queues.front(queue as usize)?;
            if cx.test(COVER_TEST.after(line), *credit >= u32::from(head.bytes)) {
                cx.tracer.line(PAY.after(line));
                *credit -= u32::from(head.bytes);
                let packet = queues.pop(queue as usize)?.0;
                if queues.packets_of(queue as usize) == 0 {
                    *credit = 0;
                    self.ring.pop_front();
                    self.turn_of = None;
                }
                return Some(packet);
            }
            cx.tracer.line(END.after(line));
            self.turn_of = None;
            self.ring.rotate_left(1);
        }
    }

    /// The queue that the next packet comes from, in the current state.
    pub fn next<S: Clone + Default, T: Copy>(&self, queues: &Queues<S, T>, quantum: u32) -> Option<usize> {
        if self.ring.is_empty() {
            return None;
        }
        let mut rounds = 0;
        loop {
            for &queue in &self.ring {
                // A queue gets no further credit in a turn that has already begun.
                let turns = rounds + u32::from(self.turn_of != Some(queue));
                let (head, _) = queues.front(queue as usize)?;
                if self.credits[queue as usize] + turns * quantum >= u32::from(head.bytes) {
                    return Some(queue as usize);
                }
            }
            rounds += 1;
        }
    }

    /// The queues with their credits, in service order.
    pub fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        self.ring.iter().map(|&queue| (queue as usize, f64::from(self.credits[queue as usize])))
    }

    /// Folds the turns into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        let front = self.ring.front().copied();
        hash.fold(u64::from(front.is_some() && self.turn_of == front));
        for &queue in &self.ring {
            hash.fold(u64::from(queue) << 32 | u64::from(self.credits[queue as usize]));
        }
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        footprint::block::<u32>(self.ring.len()) + footprint::list(&self.credits)
    }
}
