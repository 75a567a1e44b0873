//! A simulated router with a capture on each side.

use super::files::{Files, Format, Frame, Link};
use chokepoint_engine::discipline::{AnyDiscipline, Reason};
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Scenario, Simulation};
use chokepoint_headers::made::{tcp, udp, v4};
use chokepoint_headers::{TCP, UDP};
use serde_json::json;
use std::collections::BTreeMap;

/// Time of the captures \[ns since 1970\].
const EPOCH: u64 = 1_795_000_000_000_000_000;
const KEPT: usize = 64;

#[derive(Clone)]
pub(super) struct Router {
    pub(super) arrivals: Vec<Arrival>,
    /// Packets that entered, each with the index of its arrival, as IP packets that may be truncated.
    pub(super) entered: Vec<(u64, Vec<u8>)>,
    /// Packets that left, in the same form as those that entered.
    pub(super) left: Vec<(u64, Vec<u8>)>,
    /// Indices of the arrivals that left.
    pub(super) passed: Vec<usize>,
    /// How far the leaving side's clock is ahead \[ns\].
    pub(super) clock_ahead: i64,
}

/// Collects the engine's events: arrivals by packet number, and departures.
#[derive(Default)]
struct Events {
    arrivals: Vec<(u64, Arrival, u32)>,
    departures: Vec<(SimTime, u64)>,
}

impl Probe for Events {
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        let &Packet { id, flow, bytes, is_udp, ecn, is_syn, is_retransmission, tcp, sequence, .. } = packet;
        let arrival = Arrival { at: now, flow, bytes, is_udp, ecn, is_syn, is_retransmission, cwr: tcp.cwr() };
        self.arrivals.push((id, arrival, sequence));
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, _: SimTime) {
        self.departures.push((now, packet.id));
    }

    fn dropped(&mut self, _: SimTime, _: &Packet, _: Reason, _: Option<usize>) {}
}

impl Router {
    /// Runs three TCP flows and one UDP flow over a link of 2 Mb/s for 15 s. `way` is the delay from the link to the
    /// second capture \[ns\].
    pub(super) fn run(aqm: &str, limit: u64, way: u64) -> Self {
        let scene = json!({
            "seed": 3, "duration_s": 15,
            "bottleneck": { "capacity_bps": 2_000_000, "delay_s": 0.01 },
            "queue": { "params": { "limit": limit } },
            "lanes": [{ "aqm": aqm }],
            "flows": [
                { "transport": "newreno", "count": 3, "packet_bytes": 1000, "overhead_s": 0.002 },
                { "transport": "udp", "rate_bps": 700_000, "packet_bytes": 600, "source": "poisson" },
            ],
        });
        let mut run = Simulation::new(&Scenario::parse(&scene).unwrap(), 0).unwrap();
        let mut events = Events::default();
        run.watch_to(run.end(), &mut events);
        // A recording has no two arrivals at the same time, so only the first of simultaneous arrivals is kept.
        events.arrivals.dedup_by_key(|(_, arrival, _)| arrival.at);
        let place_of: BTreeMap<_, _> = events.arrivals.iter().enumerate().map(|(place, it)| (it.0, place)).collect();
        let packets: Vec<_> =
            events.arrivals.iter().map(|(id, arrival, sequence)| packet(*id, arrival, *sequence)).collect();
        let arrivals: Vec<_> = events.arrivals.iter().map(|(_, arrival, _)| *arrival).collect();
        let departed = events.departures.iter().filter_map(|(at, id)| Some((at, *place_of.get(id)?)));
        let departed: Vec<_> = departed.map(|(at, place)| (at.nanos() + way, place)).collect();
        let left = departed.iter().map(|&(at, place)| (EPOCH + at, packets[place].clone())).collect();
        let entered =
            arrivals.iter().zip(&packets).map(|(it, packet)| (EPOCH + it.at.nanos(), packet.clone())).collect();
        let passed = departed.iter().map(|&(_, place)| place).collect();
        let mut router = Self { arrivals, entered, left, passed, clock_ahead: 0 };
        router.acknowledge();
        router
    }

    /// Adds acknowledgements of departed packets. An acknowledgement passes the leaving side first, then the entering
    /// side.
    fn acknowledge(&mut self) {
        let back: Vec<_> = self.left.iter().filter(|(_, packet)| packet[9] == TCP).cloned().collect();
        for (number, (at, packet)) in back.into_iter().enumerate() {
            let mut acknowledgement = v4(TCP, 0, 0, &tcp(80, u16::from(packet[21]), 1, 0x10, 0));
            acknowledgement[4..6].copy_from_slice(&(number as u16).to_be_bytes());
            acknowledgement[12..16].copy_from_slice(&packet[16..20]);
            acknowledgement[16..20].copy_from_slice(&packet[12..16]);
            self.left.push((at + 400_000, acknowledgement.clone()));
            self.entered.push((at + 450_000, acknowledgement));
        }
        self.left.sort_by_key(|it| it.0);
        self.entered.sort_by_key(|it| it.0);
    }

    /// The arrivals up to the last packet that left: only for these do the captures show whether they were dropped.
    pub(super) fn known_arrivals(&self) -> Vec<Arrival> {
        let (first, last) = (*self.passed.iter().min().unwrap(), *self.passed.iter().max().unwrap());
        self.arrivals[first..=last].to_vec()
    }

    pub(super) fn known_drops(&self) -> u64 {
        (self.known_arrivals().len() - self.passed.len()) as u64
    }

    /// Both captures in the usual format.
    pub(super) fn files(&self) -> Files {
        self.files_as(Format::default(), Link::Ethernet)
    }

    pub(super) fn files_as(&self, format: Format, link: Link) -> Files {
        let frames = |packets: &[(u64, Vec<u8>)], ahead: i64| -> Vec<Frame> {
            let frame = |(at, packet): &(u64, Vec<u8>)| Frame::new(at.wrapping_add_signed(ahead), packet, KEPT, link);
            packets.iter().map(frame).collect()
        };
        Files {
            entering: format.file(&frames(&self.entered, 0), link),
            leaving: format.file(&frames(&self.left, self.clock_ahead), link),
        }
    }
}

/// A packet of the engine as an IP packet. Each flow has its own ports, and sequence numbers count bytes.
fn packet(id: u64, arrival: &Arrival, sequence: u32) -> Vec<u8> {
    let FlowId(flow) = arrival.flow;
    let ecn = [0, 2, 1, 3][[0, 1, 2, 3].iter().position(|&it| it == arrival.ecn as usize).unwrap()];
    let payload = usize::from(arrival.bytes) - 40;
    let mut packet = if arrival.is_udp {
        v4(UDP, ecn, 0, &udp(1_000 + flow as u16, 53, arrival.bytes - 20))
    } else {
        let flags = if arrival.is_syn { 0x02 } else { 0x10 };
        v4(TCP, ecn, 0, &tcp(flow as u16, 80, sequence.wrapping_mul(payload as u32), flags, payload))
    };
    packet[4..6].copy_from_slice(&(id as u16).to_be_bytes());
    packet
}
