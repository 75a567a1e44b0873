//! The equilibrium of REM's price, compared with theory.
//!
//! The target of the queue is b*, and the capacity of the link is c. In equilibrium the price is constant, so the queue
//! is b* − (input − c)/α, and packets are admitted at rate c. For an unresponsive source, queue and drop probability
//! are known exactly. With TCP, the input settles at c and the queue at b*. The probability then follows from the
//! square-root law (Mathis, Semke, Mahdavi and Ott, CCR 27(3), 1997).

use chokepoint_engine::discipline::Viewer;
use chokepoint_engine::math;
use chokepoint_engine::packet::Packet;
use chokepoint_engine::time::{SimTime, Span};
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// T, the time between price updates \[s\].
const UPDATE_S: f64 = 0.01;
const PHI: f64 = 1.001;
const ALPHA: f64 = 0.1;

/// Measurements from the settled part of a run.
struct Settled {
    /// Means over the updates of the price: packets waiting, packets arriving between two updates, the price, and the
    /// drop probability.
    queue: f64,
    input: f64,
    price: f64,
    probability: f64,
    /// Number of updates measured.
    updates: f64,
}

/// Runs a scene to its end, and reads the gauges after every update from `from_s` on.
fn settle(scene: &Value, from_s: f64) -> Settled {
    struct Gauges(Vec<f64>);
    impl Viewer for Gauges {
        fn waiting(&mut self, _packet: &Packet) {}
        fn gauge(&mut self, value: f64) {
            self.0.push(value);
        }
    }
    let scenario = Scenario::parse(scene).expect("a right scene");
    let mut simulation = Simulation::new(&scenario, 0).expect("a right scene");
    let mut looks: Vec<[f64; 4]> = Vec::new();
    let mut at = SimTime::from_secs(from_s);
    while at < simulation.end() {
        simulation.advance_to(at);
        let mut gauges = Gauges(Vec::new());
        simulation.discipline().view(&mut gauges);
        looks.push([simulation.discipline().packets() as f64, gauges.0[2], gauges.0[0], gauges.0[1]]);
        at += Span::from_secs(UPDATE_S);
    }
    let updates = looks.len() as f64;
    let [queue, input, price, probability] =
        [0, 1, 2, 3].map(|it| looks.iter().map(|look| look[it]).sum::<f64>() / updates);
    Settled { queue, input, price, probability, updates }
}

/// The price at which REM drops with this probability.
fn price_of(probability: f64) -> f64 {
    -math::ln(1.0 - probability) / math::ln(PHI)
}

#[test]
fn with_an_unresponsive_source_the_admitted_packets_equal_the_capacity() {
    const TARGET: f64 = 400.0;
    const GAMMA: f64 = 0.05;
    const CAPACITY: f64 = 125.0; // packets a second
    for (load, seed) in [1.25, 2.0].into_iter().flat_map(|load| [1, 2, 3].map(|seed| (load, seed))) {
        let scene = json!({
            "schema": 1, "id": "overload", "seed": seed, "duration_s": 600.0,
            "bottleneck": { "capacity_bps": 1_000_000, "delay_s": 0.01 },
            "access": { "rate_bps": 100_000_000, "delay_s": 0.01 },
            "lanes": [{ "aqm": "rem", "params": {
                "limit": 2_000, "target_q": TARGET, "update_s": UPDATE_S, "gamma": GAMMA, "phi": PHI, "alpha": ALPHA,
            } }],
            "flows": [{
                "transport": "udp", "source": "cbr", "rate_bps": load * 1e6, "packet_bytes": 1000, "jitter": true,
            }],
        });
        let settled = settle(&scene, 200.0);
        // REM's input includes the packets that are then dropped. The input stays above the capacity, so the queue
        // settles below its target. The source does not respond to drops, so the price oscillates and is sometimes
        // clamped at 0. The test therefore allows a deviation of a hundredth of the target.
        let queue = TARGET - (load - 1.0) * CAPACITY * UPDATE_S / ALPHA;
        assert!((settled.queue - queue).abs() < TARGET / 100.0, "{load}, seed {seed}: {}, not {queue}", settled.queue);
        // The first term of the tolerance is for packets queued at the start or end of the measured time. The second is
        // three standard deviations of the share of drops, since packets are dropped independently at random.
        let expected = 1.0 - 1.0 / load;
        let arrivals = settled.updates * UPDATE_S * load * CAPACITY;
        let slack = TARGET / arrivals + 3.0 * (expected * (1.0 - expected) / arrivals).sqrt();
        let found = settled.probability;
        assert!((found - expected).abs() < slack, "{load}, seed {seed}: {found}, not {expected} ± {slack}");
        // The test compares the mean price with the price that belongs to the mean drop probability. The mean price is
        // the higher one, since the probability is a concave function of the price and the price oscillates.
        assert!(settled.price >= price_of(found), "{load}, seed {seed}: {} < {}", settled.price, price_of(found));
    }
}

#[test]
fn with_tcp_the_price_makes_the_input_equal_the_capacity() {
    const TARGET: f64 = 50.0;
    const CAPACITY: f64 = 1250.0; // packets a second
    const PROPAGATION_S: f64 = 2.0 * (0.02 + 2.0 * 0.005);
    for (flows, seed) in [5_u32, 10, 20].into_iter().flat_map(|flows| [1, 2, 3].map(|seed| (flows, seed))) {
        let scene = json!({
            "schema": 1, "id": "tcp", "seed": seed, "duration_s": 200.0,
            "bottleneck": { "capacity_bps": 10_000_000, "delay_s": 0.02 },
            "access": { "rate_bps": 100_000_000, "delay_s": 0.005 },
            "lanes": [{ "aqm": "rem", "params": {
                "limit": 500, "target_q": TARGET, "update_s": UPDATE_S, "gamma": 0.005, "phi": PHI, "alpha": ALPHA,
                "ecn": true,
            } }],
            "flows": [{
                "transport": "newreno", "source": "ftp", "count": flows, "window_packets": 1000, "packet_bytes": 1000,
                "ecn": true, "start_s": [0.0, 1.0],
            }],
        });
        let settled = settle(&scene, 50.0);
        let Settled { queue, input, price, .. } = settled;
        assert!((queue / TARGET - 1.0).abs() < 0.02, "{flows}, seed {seed}: {queue} packets wait");
        assert!((input / (CAPACITY * UPDATE_S) - 1.0).abs() < 0.01, "{flows}, seed {seed}: {input} packets arrive");
        // The square-root law describes an idealised sawtooth of the window. It gives the window to within 15 %, hence
        // the probability, which depends on the square of the window, to within 30 %.
        let round_trip_s = PROPAGATION_S + (TARGET + 1.0) / CAPACITY;
        let expected = price_of(1.5 * math::powi(f64::from(flows) / (CAPACITY * round_trip_s), 2));
        assert!((price / expected - 1.0).abs() < 0.3, "{flows}, seed {seed}: a price of {price}, not {expected}");
    }
}
