//! The first-in first-out buffer that most disciplines use.

use super::super::about::{LineId, ParamSpec};
use super::super::reason::Reason;
use super::super::{Context, Tracer, Viewer};
use super::declare::whole;
use super::flow_counts::FlowCounts;
use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use std::collections::VecDeque;

/// The buffer limit, a parameter of every discipline with one queue.
pub const LIMIT: ParamSpec =
    whole("limit", "buffer", 100, (1, 10_000), "how many packets may wait; the packet being sent does not count")
        .symbol("B")
        .unit("packets")
        .logarithmic();

/// Waiting packets. Position 0 is the front, whose packet leaves next; the last position is the rear, with the newest
/// packet.
///
/// The packet in transmission has left the buffer: a discipline cannot count, draw, match or drop it.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    packets: VecDeque<Packet>,
    bytes: u64,
    /// The number of packets of each flow, if the discipline counts packets by flow.
    flows: Option<FlowCounts>,
}

impl Fifo {
    /// Counts packets by flow from now on; the queue must be empty.
    pub fn count_flows(&mut self) {
        self.flows = Some(FlowCounts::default());
    }

    /// The number of flows with waiting packets; 0 if flows are not counted.
    pub fn flows(&self) -> usize {
        self.flows.as_ref().map_or(0, FlowCounts::flows)
    }

    /// The flows with waiting packets and their packet counts; empty if flows are not counted.
    pub fn counts(&self) -> impl Iterator<Item = (FlowId, usize)> {
        self.flows.iter().flat_map(FlowCounts::iter)
    }

    /// The number of waiting packets of a flow; 0 if flows are not counted.
    pub fn packets_of(&self, flow: FlowId) -> usize {
        self.flows.as_ref().map_or(0, |flows| flows.of(flow))
    }

    /// The number of waiting packets.
    pub fn len(&self) -> usize {
        self.packets.len()
    }

    /// Whether the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.packets.is_empty()
    }

    /// The number of waiting bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The flow of the packet at `place`; `place` must be below [`Fifo::len`].
    #[inline]
    pub fn flow_at(&self, place: usize) -> FlowId {
        self.packets[place].flow
    }

    /// The waiting packets from front to rear.
    pub fn iter(&self) -> impl Iterator<Item = &Packet> {
        self.packets.iter()
    }

    /// Puts a packet at the rear and reports its admission.
    #[inline]
    pub fn admit<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        cx.tracer.admit(&packet, self.packets.len());
        self.bytes += u64::from(packet.bytes);
        if let Some(flows) = &mut self.flows {
            flows.add(packet.flow);
        }
        self.packets.push_back(packet);
    }

    /// Puts an arrival at the rear, or drops it as overflow if `limit` packets wait. Most arrivals end with this step.
    ///
    /// A discipline calls this function as its last step, when packets that matched the arrival have left the queue and
    /// made room. `overflow` is the pseudo-code line of the buffer test, reported only if the packet is dropped;
    /// `admit` is the line of the admission.
    pub fn admit_or_overflow<C: Chance, S: Tracer>(
        &mut self,
        packet: Packet,
        limit: usize,
        (overflow, admit): (LineId, LineId),
        cx: &mut Context<'_, C, S>,
    ) {
        if self.packets.len() >= limit {
            cx.tracer.test(overflow, true);
            cx.tracer.drop(&packet, Reason::Overflow, None);
        } else {
            cx.tracer.line(admit);
            self.admit(packet, cx);
        }
    }

    /// Takes the packet at the front.
    #[inline]
    pub fn pop(&mut self) -> Option<Packet> {
        let packet = self.packets.pop_front()?;
        self.forget(&packet);
        Some(packet)
    }

    #[inline]
    fn forget(&mut self, packet: &Packet) {
        self.bytes -= u64::from(packet.bytes);
        if let Some(flows) = &mut self.flows {
            flows.take(packet.flow);
        }
    }

    /// Removes the packet at `place` and reports its drop; the rest keep their order.
    pub fn evict<C: Chance, S: Tracer>(&mut self, place: usize, reason: Reason, cx: &mut Context<'_, C, S>) {
        if let Some(packet) = self.packets.remove(place) {
            self.forget(&packet);
            cx.tracer.drop(&packet, reason, Some(place));
        }
    }

    /// Drops the packets that exceed a lowered limit, the newest first.
    pub fn shrink_to<C: Chance, S: Tracer>(&mut self, limit: usize, cx: &mut Context<'_, C, S>) {
        while self.packets.len() > limit {
            self.evict(self.packets.len() - 1, Reason::Overflow, cx);
        }
    }

    /// Drops the packets that a lowered limit in bytes would not have admitted, the newest first.
    pub fn shrink_to_bytes<C: Chance, S: Tracer>(&mut self, limit: u64, cx: &mut Context<'_, C, S>) {
        while let Some(newest) = self.packets.back()
            && self.bytes - u64::from(newest.bytes) >= limit
        {
            self.evict(self.packets.len() - 1, Reason::Overflow, cx);
        }
    }

    /// Heap size of a clone \[bytes\].
    pub fn heap_bytes(&self) -> usize {
        crate::base::footprint::block::<Packet>(self.packets.len())
            + self.flows.as_ref().map_or(0, FlowCounts::heap_bytes)
    }

    /// Shows the waiting packets from front to rear.
    pub fn view(&self, viewer: &mut dyn Viewer) {
        for packet in &self.packets {
            viewer.waiting(packet);
        }
    }

    /// Folds all state that affects future behaviour into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.packets.len() as u64);
        for packet in &self.packets {
            hash.fold_packet(packet);
        }
    }
}
