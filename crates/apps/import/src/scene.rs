//! The scene for two captures, with its arrivals.

use crate::Options;
use crate::capture::{Capture, Flows, Packet};
use crate::matching::Matching;
use chokepoint_engine::Arrival;
use chokepoint_engine::packet::FlowId;
use chokepoint_engine::time::SimTime;
use chokepoint_headers::TCP;
use serde_json::{Value, json};

/// Largest number of UDP flows that each get a group with their own mean rate. Any others share one group.
const OWN_RATES: usize = 32;

/// The flows of the scene, and the scene flow that each captured flow is assigned to.
pub(crate) struct Places {
    by_flow: Vec<Option<FlowId>>,
    groups: Vec<Value>,
    count: u32,
    /// Number of captured flows that share a scene flow with others.
    pub(crate) shared: u64,
}

struct Offered {
    flow: u32,
    packets: u64,
    bytes: u64,
    largest: u16,
}

impl Places {
    /// Assigns captured flows to scene flows. The flows with the most packets get a scene flow each. Of the rest, all
    /// TCP flows share one scene flow, and all UDP flows another.
    pub(crate) fn new(matching: &Matching, entering: &Capture, flows: &Flows, most: usize, duration_s: f64) -> Self {
        let mut offered: Vec<_> =
            (0..flows.keys.len() as u32).map(|flow| Offered { flow, packets: 0, bytes: 0, largest: 0 }).collect();
        for place in arriving(matching) {
            let packet: &Packet = &entering.packets[place as usize];
            let flow = &mut offered[packet.flow as usize];
            flow.packets += 1;
            flow.bytes += u64::from(packet.bytes);
            flow.largest = flow.largest.max(packet.bytes);
        }
        offered.retain(|flow| flow.packets > 0);
        offered.sort_by_key(|flow| std::cmp::Reverse(flow.packets));
        let own = if offered.len() <= most { most } else { most.saturating_sub(2) };
        let rest = offered.split_off(own.min(offered.len()));
        let shared = rest.len() as u64;
        let is_tcp = |flow: &Offered| flows.keys[flow.flow as usize].protocol == TCP;
        let (tcp, others): (Vec<_>, Vec<_>) = offered.into_iter().partition(is_tcp);
        let (rest_tcp, rest_others): (Vec<_>, Vec<_>) = rest.into_iter().partition(is_tcp);
        let rate_of = |bytes: u64| (bytes as f64 * 8.0 / duration_s).round().min(1e11) as u64;
        let mut places = Self { by_flow: vec![None; flows.keys.len()], groups: Vec::new(), shared, count: 0 };
        let count = places.give(&tcp) + places.give_one(&rest_tcp);
        if count > 0 {
            let bytes = largest(tcp.iter().chain(&rest_tcp));
            places.groups.push(json!({ "transport": "newreno", "count": count, "packet_bytes": bytes }));
        }
        let (named, mean) = others.split_at(others.len().min(OWN_RATES));
        for flow in named {
            let count = places.give(std::slice::from_ref(flow));
            places.add_udp(count, largest([flow].into_iter()), rate_of(flow.bytes));
        }
        let count = places.give(mean) + places.give_one(&rest_others);
        if count > 0 {
            let together = || mean.iter().chain(&rest_others);
            let bytes: u64 = together().map(|flow| flow.bytes).sum();
            places.add_udp(count, largest(together()), rate_of(bytes / u64::from(count)));
        }
        places
    }

    /// Assigns a scene flow of its own to each of these captured flows. Returns the number of scene flows.
    fn give(&mut self, flows: &[Offered]) -> u32 {
        flows.iter().map(|flow| self.give_one(std::slice::from_ref(flow))).sum()
    }

    /// Assigns one scene flow to all of these captured flows. Returns the number of scene flows: 0 if the list is
    /// empty, otherwise 1.
    fn give_one(&mut self, flows: &[Offered]) -> u32 {
        for flow in flows {
            self.by_flow[flow.flow as usize] = Some(FlowId(self.count));
        }
        let given = u32::from(!flows.is_empty());
        self.count += given;
        given
    }

    fn add_udp(&mut self, count: u32, packet_bytes: u16, rate_bps: u64) {
        self.groups
            .push(json!({ "transport": "udp", "count": count, "packet_bytes": packet_bytes, "rate_bps": rate_bps }));
    }

    pub(crate) fn scene(&self, options: &Options, rate_bps: u64, buffer: u64, duration_s: f64) -> Value {
        json!({
            "id": "captures",
            "title": "Packets of a router, from captures on both sides",
            "seed": options.seed,
            "duration_s": duration_s,
            "measured_from_s": 0,
            "bottleneck": { "capacity_bps": rate_bps, "delay_s": 0 },
            "access": { "rate_bps": 100_000_000_000_u64, "delay_s": 0 },
            "queue": { "params": { "limit": buffer } },
            "lanes": [{ "aqm": options.aqm }],
            "flows": self.groups,
        })
    }

    /// The arrivals. The first is at 1 ns, and no two are simultaneous.
    pub(crate) fn arrivals(&self, matching: &Matching, entering: &Capture) -> Vec<Arrival> {
        let mut highest = vec![None; self.by_flow.len()];
        let mut arrivals: Vec<Arrival> = Vec::new();
        let mut begin = None;
        for place in arriving(matching) {
            let packet = &entering.packets[place as usize];
            let Some(flow) = self.by_flow[packet.flow as usize] else { continue };
            let since = packet.at - *begin.get_or_insert(packet.at);
            let next = arrivals.last().map_or(1, |last| last.at.nanos() + 1);
            let is_retransmission = packet
                .tcp
                .is_some_and(|tcp| tcp.was_sent_before(highest[packet.flow as usize].get_or_insert(tcp.sequence)));
            arrivals.push(Arrival {
                at: SimTime::from_nanos(next.max(since as u64 + 1)),
                flow,
                bytes: packet.bytes,
                is_udp: packet.is_udp,
                ecn: packet.ecn,
                is_syn: packet.tcp.is_some_and(|tcp| tcp.is_syn),
                is_retransmission,
                cwr: packet.tcp.is_some_and(|tcp| tcp.cwr),
            });
        }
        arrivals
    }
}

/// Size of the largest packet of these flows, within the limits of a scene \[bytes\].
fn largest<'a>(flows: impl Iterator<Item = &'a Offered>) -> u16 {
    flows.map(|flow| flow.largest).max().unwrap_or(1_500).clamp(41, 9_000)
}

/// Indices of the packets that reached the bottleneck, in order.
pub(crate) fn arriving(matching: &Matching) -> Vec<u32> {
    let mut places: Vec<_> = matching.pairs.iter().map(|&(enters, _)| enters).collect();
    places.extend(&matching.dropped);
    places.sort_unstable();
    places
}
