//! Measures the cost per packet of a script and of the native discipline that makes the same decisions, without
//! senders, links or events. Prints JSON. The arrivals and the queue are as in
//! `crates/apps/cli/examples/discipline_costs.rs`.
//!
//! Usage: `cargo run --release -p chokepoint-script --example bench -- [repetitions]`

#![allow(clippy::disallowed_types, reason = "a bench measures")]

use chokepoint_engine::Scenario;
use chokepoint_engine::discipline::{AnyDiscipline, Context, LineId, QuantityId, Silent, Tracer};
use chokepoint_engine::packet::Packet;
use chokepoint_engine::rng::{Chance, Stream};
use chokepoint_engine::time::{SimTime, Span};
use chokepoint_script::Script;
use chokepoint_script::start::STARTS;
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Instant;

const FLOWS: usize = 100;
const GREEDY: usize = 3;
const HELD: usize = 180;
const PATTERN: usize = 65_536;
const WARM_UP: usize = 20_000;
const MEASURED: usize = 200_000;
const BETWEEN_ARRIVALS_NS: u64 = 1_777_778;

fn scene(lane: &Value) -> Scenario {
    let json = json!({
        "bottleneck": { "capacity_bps": 3_000_000 },
        "queue": { "params": { "limit": 300, "min_th": 120, "max_th": 240, "w_q": 0.02, "max_p": 0.1 } },
        "lanes": [lane],
        "flows": [
            { "transport": "udp", "count": GREEDY, "rate_bps": 2_000_000 },
            { "transport": "newreno", "count": FLOWS - GREEDY },
        ],
    });
    Scenario::parse_in(&json, chokepoint_script::RHAI).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// Receives and counts every reported line and value.
#[derive(Default)]
struct Listener {
    sum: u64,
}

impl Tracer for Listener {
    fn line(&mut self, line: LineId) {
        self.sum += u64::from(black_box(line).0) + 1;
    }

    fn value(&mut self, quantity: QuantityId, value: f64) {
        self.sum += u64::from(black_box(quantity).0) + u64::from(black_box(value) > 0.0);
    }
}

/// The time per packet \[ns\].
fn cost<S: Tracer>(scenario: &Scenario, arrivals: &[u32], tracer: &mut S) -> f64 {
    let (_, _, params) = scenario.lane_settings(0).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut discipline = AnyDiscipline::new(params);
    let mut chance = Stream::named(1, "discipline");
    let mut began = Instant::now();
    for serial in 0..WARM_UP + MEASURED {
        if serial == WARM_UP {
            began = Instant::now();
        }
        let flow = arrivals[serial % PATTERN];
        let now = SimTime::ZERO + Span::from_nanos(serial as u64 * BETWEEN_ARRIVALS_NS);
        let is_udp = (flow as usize) < GREEDY;
        let packet = Packet { arrived: now, is_udp, ..Packet::plain(serial as u64, flow, 1000) };
        let cx = &mut Context { now, chance: &mut chance, tracer };
        while discipline.next_timer().is_some_and(|due| due <= now) {
            discipline.on_timer(cx);
        }
        discipline.enqueue(packet, cx);
        while discipline.packets() > HELD {
            if black_box(discipline.dequeue(cx)).is_none() {
                break;
            }
        }
    }
    assert_eq!(discipline.stop(), None);
    began.elapsed().as_secs_f64() / MEASURED as f64 * 1e9
}

fn main() {
    let repetitions: usize = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    let mut chance = Stream::named(1, "arrivals");
    let mut flow = || if chance.happens(0.5) { chance.pick(GREEDY) } else { GREEDY + chance.pick(FLOWS - GREEDY) };
    let arrivals: Vec<u32> = (0..PATTERN).map(|_| flow() as u32).collect();
    let mut rows = Vec::new();
    for start in STARTS {
        let script = scene(&json!({ "aqm": "script", "script": start.text }));
        let native = start.twin.map(|twin| {
            let params: Value = serde_json::from_str(start.twin_params).unwrap_or_default();
            scene(&json!({ "aqm": twin, "params": params }))
        });
        let (mut of_script, mut watched, mut of_native, mut reading) = (f64::MAX, f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..repetitions {
            of_script = of_script.min(cost(&script, &arrivals, &mut Silent));
            watched = watched.min(cost(&script, &arrivals, &mut Listener::default()));
            if let Some(native) = &native {
                of_native = of_native.min(cost(native, &arrivals, &mut Silent));
            }
            let began = Instant::now();
            assert!(black_box(Script::read(start.text)).is_ok());
            reading = reading.min(began.elapsed().as_secs_f64() * 1e6);
        }
        let rounded = |value: f64| (value * 10.0).round() / 10.0;
        let mut row = json!({
            "id": start.id, "script_ns": rounded(of_script), "watched_ns": rounded(watched), "reading_us": rounded(reading),
        });
        if native.is_some() {
            row["native_ns"] = rounded(of_native).into();
            row["times"] = rounded(of_script / of_native).into();
        }
        rows.push(row);
    }
    println!("{}", json!({ "flows": FLOWS, "waiting": HELD, "arrivals": MEASURED, "costs": rows }));
}
