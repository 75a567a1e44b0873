//! Maps five-tuples to the scene's flow numbers.
//!
//! A new five-tuple takes a free number. If none is free, it takes over that of the longest-silent flow without queued
//! packets. If every flow has queued packets, it shares the number of the longest-silent flow.

use chokepoint_engine::packet::FlowId;
use chokepoint_headers::{FlowKey, Seen};
use std::collections::BTreeMap;
use std::ops::Range;

/// Assigns packets to flows.
pub(crate) trait Classify {
    /// The flow of a packet about to be queued, and whether it is a retransmission. `None` if the packet belongs to no
    /// flow.
    fn flow_of(&mut self, seen: &Seen) -> Option<(FlowId, bool)>;

    /// Records that a packet of the flow has left the queue.
    fn gone(&mut self, flow: FlowId);
}

/// The flow numbers of five-tuples.
#[derive(Debug)]
pub(crate) struct FlowTable {
    /// Flow numbers for TCP. They are separate, because the scene fixes which of its flows are TCP flows.
    tcp: Places,
    other: Places,
    highest: BTreeMap<FlowId, u32>,
}

impl FlowTable {
    /// A table with separate ranges of numbers for TCP and for all other protocols. Neither range is empty.
    pub(crate) fn new(tcp: Range<u32>, other: Range<u32>) -> Self {
        Self { tcp: Places::new(tcp), other: Places::new(other), highest: BTreeMap::new() }
    }

    /// The flow numbers used so far, with the five-tuple to which each is currently assigned.
    pub(crate) fn known(&self) -> impl Iterator<Item = (FlowId, FlowKey)> {
        [&self.tcp, &self.other].into_iter().flat_map(Places::known)
    }

    /// How often a flow number was reassigned to another five-tuple, and how often one was shared.
    pub(crate) fn reused_and_shared(&self) -> (u64, u64) {
        (self.tcp.reused + self.other.reused, self.tcp.shared + self.other.shared)
    }

    fn places_of(&mut self, flow: FlowId) -> &mut Places {
        if self.tcp.range.contains(&flow.0) { &mut self.tcp } else { &mut self.other }
    }
}

impl Classify for FlowTable {
    fn flow_of(&mut self, seen: &Seen) -> Option<(FlowId, bool)> {
        let places = if seen.is_udp() { &mut self.other } else { &mut self.tcp };
        let (flow, is_new) = places.take(seen.key);
        if is_new {
            self.highest.remove(&flow);
        }
        let again = seen.tcp.is_some_and(|tcp| tcp.was_sent_before(self.highest.entry(flow).or_insert(tcp.sequence)));
        Some((flow, again))
    }

    fn gone(&mut self, flow: FlowId) {
        self.places_of(flow).gone(flow);
    }
}

/// The numbers of one kind of flow.
#[derive(Debug)]
struct Places {
    range: Range<u32>,
    by_key: BTreeMap<FlowKey, u32>,
    places: Vec<Place>,
    /// Numbers by last use, the longest silent first.
    by_use: BTreeMap<u64, u32>,
    uses: u64,
    reused: u64,
    shared: u64,
}

#[derive(Debug)]
struct Place {
    key: FlowKey,
    last_use: u64,
    waiting: u32,
}

impl Places {
    fn new(range: Range<u32>) -> Self {
        let (by_key, places, by_use) = (BTreeMap::new(), Vec::new(), BTreeMap::new());
        Self { range, by_key, places, by_use, uses: 0, reused: 0, shared: 0 }
    }

    /// The number of a five-tuple, and whether it was newly assigned.
    fn take(&mut self, key: FlowKey) -> (FlowId, bool) {
        let known = self.by_key.get(&key).copied();
        let index = match known {
            Some(index) => index,
            None => self.place_for(key),
        };
        self.uses += 1;
        let place = &mut self.places[index as usize];
        self.by_use.remove(&place.last_use);
        place.last_use = self.uses;
        place.waiting += 1;
        self.by_use.insert(self.uses, index);
        (FlowId(self.range.start + index), known.is_none())
    }

    fn place_for(&mut self, key: FlowKey) -> u32 {
        let index = if self.places.len() < self.range.len() {
            self.places.push(Place { key, last_use: 0, waiting: 0 });
            self.places.len() as u32 - 1
        } else {
            let longest_silent = self.by_use.values().copied();
            let idle = longest_silent.clone().find(|&index| self.places[index as usize].waiting == 0);
            let counter = if idle.is_some() { &mut self.reused } else { &mut self.shared };
            *counter += 1;
            let index = idle.or_else(|| self.by_use.values().next().copied()).unwrap_or(0);
            self.by_key.remove(&self.places[index as usize].key);
            self.places[index as usize].key = key;
            index
        };
        self.by_key.insert(key, index);
        index
    }

    fn gone(&mut self, flow: FlowId) {
        if let Some(place) = self.places.get_mut((flow.0 - self.range.start) as usize) {
            place.waiting = place.waiting.saturating_sub(1);
        }
    }

    fn known(&self) -> impl Iterator<Item = (FlowId, FlowKey)> {
        let numbered = (self.range.start..).zip(&self.places);
        numbered.map(|(number, place)| (FlowId(number), place.key))
    }
}

/// Assigns flows by destination port: flow n of the scene has the port `first + n`.
#[derive(Debug)]
pub(crate) struct FlowPorts {
    first: u16,
    count: u16,
    highest: BTreeMap<u16, u32>,
}

impl FlowPorts {
    /// Ports from `first` on, one for each of `count` flows.
    pub(crate) fn new(first: u16, count: u16) -> Self {
        Self { first, count, highest: BTreeMap::new() }
    }
}

impl Classify for FlowPorts {
    fn flow_of(&mut self, seen: &Seen) -> Option<(FlowId, bool)> {
        let flow = seen.key.destination_port.checked_sub(self.first).filter(|&flow| flow < self.count)?;
        let again = seen.tcp.is_some_and(|tcp| tcp.was_sent_before(self.highest.entry(flow).or_insert(tcp.sequence)));
        Some((FlowId(flow.into()), again))
    }

    fn gone(&mut self, _: FlowId) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_headers::made::{tcp, udp, v4};
    use chokepoint_headers::{TCP, UDP, read};

    fn udp_from(port: u16) -> Seen {
        read(&v4(UDP, 0, 0, &udp(port, 9, 100))).unwrap()
    }

    fn flow(table: &mut FlowTable, seen: &Seen) -> u32 {
        table.flow_of(seen).unwrap().0.0
    }

    #[test]
    fn five_tuples_get_numbers_in_the_order_of_arrival() {
        let mut table = FlowTable::new(0..5, 5..10);
        assert_eq!([7, 8, 7].map(|port| flow(&mut table, &udp_from(port))), [5, 6, 5]);
        let segment = read(&v4(TCP, 0, 0, &tcp(7, 9, 0, 0, 10))).unwrap();
        assert_eq!(flow(&mut table, &segment), 0, "the same ports, another protocol");
        assert_eq!(table.known().count(), 3);
    }

    #[test]
    fn the_number_of_the_longest_silent_idle_flow_is_reassigned() {
        let mut table = FlowTable::new(0..1, 1..4);
        for port in [1, 2, 3] {
            flow(&mut table, &udp_from(port));
        }
        table.gone(FlowId(2));
        table.gone(FlowId(3));
        assert_eq!(flow(&mut table, &udp_from(4)), 2, "flow 1 has been silent longer, but has a queued packet");
        assert_eq!(table.reused_and_shared(), (1, 0));
        table.gone(FlowId(1));
        assert_eq!(flow(&mut table, &udp_from(2)), 1, "a flow that lost its number is new");
        assert_eq!(flow(&mut table, &udp_from(3)), 3, "a flow that kept its number is not new");
        assert_eq!(flow(&mut table, &udp_from(5)), 2, "no flow is idle: the longest silent flow shares its number");
        assert_eq!(table.reused_and_shared(), (2, 1));
    }

    #[test]
    fn memory_is_bounded_by_ten_thousand_numbers() {
        let mut table = FlowTable::new(0..5_000, 5_000..10_000);
        for port in 0..=u16::MAX {
            let flow = flow(&mut table, &udp_from(port));
            assert!((5_000..10_000).contains(&flow));
            table.gone(FlowId(flow));
        }
        assert_eq!(table.known().count(), 5_000);
        assert_eq!((table.other.by_key.len(), table.other.by_use.len()), (5_000, 5_000));
        assert_eq!(table.reused_and_shared(), (65_536 - 5_000, 0));
    }

    #[test]
    fn retransmitted_bytes_are_recognized() {
        let mut table = FlowTable::new(0..5, 5..10);
        let mut again = |sequence, payload| {
            table.flow_of(&read(&v4(TCP, 0, 0, &tcp(1, 2, sequence, 0x10, payload))).unwrap()).unwrap().1
        };
        let start = u32::MAX - 50;
        assert!(!again(start, 100));
        assert!(again(start, 100));
        assert!(!again(start.wrapping_add(100), 100), "the sequence number has wrapped around");
        assert!(!again(start, 0), "an acknowledgement carries nothing");
        assert!(!again(start.wrapping_add(150), 100), "half of the segment is new");
    }

    #[test]
    fn destination_ports_select_the_flows_of_a_scene() {
        let mut ports = FlowPorts::new(9, 1);
        assert_eq!(ports.flow_of(&udp_from(7)), Some((FlowId(0), false)));
        assert_eq!(FlowPorts::new(10, 5).flow_of(&udp_from(7)), None);
        assert_eq!(FlowPorts::new(5, 4).flow_of(&udp_from(7)), None);
    }
}
