//! Small scenes whose lane is a script, and logs of the decisions made in them.

use chokepoint_engine::discipline::{Reason, about_of};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};
use serde_json::{Value, json};

/// A simple random number generator, the same on all machines.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    /// An integer below `count`.
    pub(crate) fn pick(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }
}

/// A scene for two lanes, with several kinds of TCP, unresponsive sources, and a change of the buffer during the run.
pub(crate) fn scene(number: u64, lanes: Value) -> Scenario {
    let mut dice = Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    let capacity_bps = [500_000, 1_000_000, 2_000_000][dice.pick(3) as usize];
    let tcp = ["reno", "newreno", "sack", "tahoe"][dice.pick(4) as usize];
    let limit = [3, 20, 60, 100][dice.pick(4) as usize];
    let bytes = [1_000, 1_000, 500][dice.pick(3) as usize];
    let duration_s = 1.2e7 / f64::from(capacity_bps);
    let udp_bps = u64::from(capacity_bps as u32) * (1 + dice.pick(4)) / 2;
    let json = json!({
        "seed": number + 1,
        "duration_s": duration_s,
        "bottleneck": { "capacity_bps": capacity_bps, "delay_s": 0.002 * dice.pick(10) as f64 },
        "queue": { "params": { "limit": limit } },
        "lanes": lanes,
        "flows": [
            { "transport": "udp", "rate_bps": udp_bps, "packet_bytes": bytes, "ecn": dice.pick(2) == 0 },
            { "transport": tcp, "count": 1 + dice.pick(6), "ecn": dice.pick(2) == 0 },
            { "transport": "udp", "source": "poisson", "rate_bps": capacity_bps / 4, "packet_bytes": 300 },
        ],
        "interventions": [
            { "at_s": 0.4 * duration_s, "path": "queue.params.limit", "value": limit / 2 + 2 },
            { "at_s": 0.6 * duration_s, "path": "bottleneck.capacity_bps", "value": capacity_bps * 3 / 2 },
            { "at_s": 0.7 * duration_s, "path": "queue.params.limit", "value": limit },
        ],
    });
    Scenario::parse_in(&json, chokepoint_script::RHAI).unwrap_or_else(|problems| panic!("scene {number}: {problems:?}"))
}

/// Records every decision.
pub(crate) struct Diary {
    hash: StateHash,
    /// The last decisions, to show where two runs diverge.
    pub(crate) last: Vec<String>,
    pub(crate) entries: u64,
    keep: bool,
}

impl Diary {
    pub(crate) fn new(keep: bool) -> Self {
        Self { hash: StateHash::default(), last: Vec::new(), entries: 0, keep }
    }

    fn note(&mut self, now: SimTime, what: u64, packet: &Packet, place: Option<usize>) {
        self.entries += 1;
        for number in [now.nanos(), what, packet.id, place.map_or(u64::MAX, |place| place as u64), packet.ecn as u64] {
            self.hash.fold(number);
        }
        if self.keep {
            self.last.push(format!(
                "{} ns: {what} packet {} of {}, {place:?}",
                now.nanos(),
                packet.id,
                packet.flow.number()
            ));
        }
    }

    pub(crate) fn value(&self) -> u64 {
        self.hash.value()
    }
}

impl Probe for Diary {
    fn listens(&self) -> bool {
        false
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        self.note(now, 100, packet, Some(place));
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.note(now, 200 + reason.index() as u64, packet, place);
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, reason: Reason) {
        self.note(now, 300 + reason.index() as u64, packet, None);
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, _received_at: SimTime) {
        self.note(now, 400, packet, None);
    }
}

pub(crate) fn run(scenario: &Scenario, lane: usize, keep: bool) -> (Simulation, Diary) {
    let mut simulation = Simulation::new(scenario, lane).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut diary = Diary::new(keep);
    simulation.watch_to(simulation.end(), &mut diary);
    (simulation, diary)
}

pub(crate) fn has_param(aqm: &str, id: &str) -> bool {
    about_of(aqm).is_some_and(|about| about.params().any(|spec| spec.id == id))
}
