//! The records of both simulations, packet by packet.

use chokepoint_engine::discipline::{AnyDiscipline, Reason};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;

#[derive(Debug)]
pub(super) struct Diary {
    /// Events at the bottleneck, in order.
    pub(super) bottleneck: Vec<Entry>,
    /// For each TCP sender, its packets: time, number, and whether each is a retransmission.
    pub(super) sent: Vec<Vec<(SimTime, u32, bool)>>,
    /// For each receiver, its packets: time and number.
    pub(super) received: Vec<Vec<(SimTime, u32)>>,
}

/// An event of a packet at the bottleneck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    at: SimTime,
    flow: u32,
    sequence: u32,
    bytes: u32,
    fate: Fate,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fate {
    Arrived,
    Admitted(usize),
    Dropped(Reason, Option<usize>),
    Marked(Reason),
    TakenByLink,
    SentByLink,
}

impl Diary {
    pub(super) fn new(flows: usize) -> Self {
        Self { bottleneck: Vec::new(), sent: vec![Vec::new(); flows], received: vec![Vec::new(); flows] }
    }

    pub(super) fn note(&mut self, at: SimTime, packet: &Packet, fate: Fate) {
        let Packet { flow, sequence, bytes, .. } = *packet;
        self.bottleneck.push(Entry { at, flow: flow.0, sequence, bytes: bytes.into(), fate });
    }

    pub(super) fn note_sent(&mut self, at: SimTime, packet: &Packet) {
        self.sent[packet.flow.index()].push((at, packet.sequence, packet.is_retransmission));
    }

    pub(super) fn note_received(&mut self, at: SimTime, packet: &Packet) {
        self.received[packet.flow.index()].push((at, packet.sequence));
    }

    pub(super) fn count(&self, is_counted: impl Fn(Fate) -> bool) -> usize {
        self.bottleneck.iter().filter(|entry| is_counted(entry.fate)).count()
    }
}

impl Probe for Diary {
    fn sent(&mut self, now: SimTime, packet: &Packet) {
        self.note_sent(now, packet);
    }

    fn decision_starts(&mut self, now: SimTime, packet: &Packet, _discipline: &AnyDiscipline) {
        self.note(now, packet, Fate::Arrived);
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        self.note(now, packet, Fate::Admitted(place));
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.note(now, packet, Fate::Dropped(reason, place));
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.note(now, packet, Fate::Marked(reason));
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, _discipline: &AnyDiscipline) {
        self.note(now, packet, Fate::TakenByLink);
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        self.note(now, packet, Fate::SentByLink);
        self.note_received(received_at, packet);
    }
}
