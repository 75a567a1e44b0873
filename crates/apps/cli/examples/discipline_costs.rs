//! Measures the cost per packet of each discipline in isolation, without senders, links or events. Prints JSON from
//! which `npm run bench` takes the costs for the page's list of all disciplines.
//!
//! All disciplines receive the same arrivals at the same queue. The scene is Model 1 with three times as many flows,
//! and with a buffer and thresholds three times as large. After every arrival, packets leave until the queue is at most
//! midway between the thresholds. The moving average of the queue thus stays between the thresholds under every
//! discipline, so that RED drops at random and CHOKe compares packets.
//!
//! Usage: `cargo run --release -p chokepoint-cli --example discipline_costs -- [repetitions]`

use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::{ABOUTS, AnyDiscipline, Context, Silent, Tracer};
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::{SimTime, Span};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

/// Number of flows. Half of the arrivals belong to three greedy UDP flows, the other half to 97 TCP flows.
const FLOWS: usize = 100;
const GREEDY: usize = 3;
/// Queue length at which departures stop, midway between the thresholds.
const HELD: usize = 180;
/// Number of arrivals in the pattern, which is repeated. Their flows are drawn in advance, so that the measured time
/// includes no random draws.
const PATTERN: usize = 65_536;
const WARM_UP: usize = 20_000;
const MEASURED: usize = 400_000;
/// Time between two arrivals. The link of 3 Mb/s would send two thirds of a packet in this time, so the offered load is
/// 1.5 times its rate.
const BETWEEN_ARRIVALS_NS: u64 = 1_777_778;
const PACKET_BYTES: u16 = 1000;

fn scene(aqm: &str) -> Value {
    json!({
        "bottleneck": { "capacity_bps": 3_000_000 },
        "queue": { "params": {
            "limit": 300, "min_th": 120, "max_th": 240, "w_q": 0.02, "max_p": 0.1, "uniformize": "wait", "maxcomp": 5,
        } },
        "lanes": [{ "aqm": aqm }],
        "flows": [
            { "transport": "udp", "count": GREEDY, "rate_bps": 2_000_000 },
            { "transport": "newreno", "count": FLOWS - GREEDY },
        ],
    })
}

/// Counts the queued packets that the discipline compared with an arriving packet.
#[derive(Default)]
struct Counter {
    comparisons: u64,
}

impl Tracer for Counter {
    fn draw(&mut self, _place: usize, _flow: FlowId, _is_match: bool) {
        self.comparisons += 1;
    }
}

/// A running discipline.
struct Rig<'a> {
    discipline: AnyDiscipline,
    chance: Stream,
    arrivals: &'a [u32],
    arrived: usize,
}

impl<'a> Rig<'a> {
    fn new(aqm: &str, arrivals: &'a [u32]) -> Self {
        let scenario = Scenario::parse_text(&scene(aqm).to_string()).expect("a right scene");
        let (_, _, params) = scenario.lane_settings(0).expect("a right lane");
        Self { discipline: AnyDiscipline::new(params), chance: Stream::named(1, "discipline"), arrivals, arrived: 0 }
    }

    fn run<S: Tracer>(&mut self, packets: usize, tracer: &mut S) {
        for _ in 0..packets {
            let serial = self.arrived as u64;
            self.arrived += 1;
            let flow = self.arrivals[self.arrived % PATTERN];
            let now = SimTime::ZERO + Span::from_nanos(serial * BETWEEN_ARRIVALS_NS);
            let is_udp = (flow as usize) < GREEDY;
            let packet = Packet { arrived: now, is_udp, ..Packet::plain(serial, flow, PACKET_BYTES) };
            let cx = &mut Context { now, chance: &mut self.chance, tracer };
            while self.discipline.next_timer().is_some_and(|due| due <= now) {
                self.discipline.on_timer(cx);
            }
            self.discipline.enqueue(packet, cx);
            while self.discipline.packets() > HELD {
                if black_box(self.discipline.dequeue(cx)).is_none() {
                    break;
                }
            }
        }
    }
}

fn main() {
    let repetitions = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(7);
    let mut chance = Stream::named(1, "arrivals");
    let mut flow = || if chance.happens(0.5) { chance.pick(GREEDY) } else { GREEDY + chance.pick(FLOWS - GREEDY) };
    let arrivals: Vec<u32> = (0..PATTERN).map(|_| flow() as u32).collect();

    let mut best = vec![f64::INFINITY; ABOUTS.len()];
    // Each repetition measures every discipline once, so that other load on the machine affects all of them alike. The
    // shortest time of each discipline is reported.
    for _ in 0..repetitions {
        for (about, best) in ABOUTS.iter().zip(&mut best) {
            let mut rig = Rig::new(about.id, &arrivals);
            rig.run(WARM_UP, &mut Silent);
            let began = Instant::now();
            rig.run(MEASURED, &mut Silent);
            *best = best.min(began.elapsed().as_secs_f64() / MEASURED as f64 * 1e9);
        }
    }
    let costs: Vec<Value> = ABOUTS
        .iter()
        .zip(best)
        .map(|(about, ns)| {
            let mut rig = Rig::new(about.id, &arrivals);
            rig.run(WARM_UP, &mut Silent);
            let mut counter = Counter::default();
            rig.run(MEASURED, &mut counter);
            json!({ "id": about.id, "comparisons": counter.comparisons as f64 / MEASURED as f64, "ns": ns })
        })
        .collect();
    let engine = env!("CARGO_PKG_VERSION");
    println!("{}", json!({ "engine": engine, "flows": FLOWS, "waiting": HELD, "arrivals": MEASURED, "costs": costs }));
}
