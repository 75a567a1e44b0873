//! A runnable tour: the life of the first packet of a TCP flow that shares a link with a greedy UDP
//! flow.
//!
//! `cargo run --release -p chokepoint-engine --example life_of_a_packet`

use chokepoint_engine::discipline::{AnyDiscipline, Reason};
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Scenario, Simulation};

const SCENE: &str = r#"{
    "duration_s": 5,
    "lanes": [{ "aqm": "choke" }],
    "flows": [{ "transport": "udp", "rate_bps": 2000000 }, { "transport": "newreno" }]
}"#;

/// The flow to follow.
const TCP: FlowId = FlowId(1);

/// A probe that prints the events of the followed packets. A probe sees everything but cannot change the run.
struct Narrator;

impl Narrator {
    fn print(&self, now: SimTime, packet: &Packet, what: &str) {
        if packet.flow == TCP && packet.sequence <= 2 {
            println!("{:>9.6} s  packet {} of the TCP flow {what}", now.secs(), packet.sequence);
        }
    }
}

impl Probe for Narrator {
    fn sent(&mut self, now: SimTime, packet: &Packet) {
        let what = if packet.is_syn { "is sent: it opens the connection" } else { "is sent" };
        self.print(now, packet, what);
    }

    fn decision_starts(&mut self, now: SimTime, packet: &Packet, discipline: &AnyDiscipline) {
        let waiting = discipline.packets();
        self.print(now, packet, &format!("reaches the bottleneck, where {waiting} packets wait"));
    }

    fn admitted(&mut self, now: SimTime, packet: &Packet, place: usize) {
        self.print(now, packet, &format!("is admitted at place {place} from the front"));
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, _place: Option<usize>) {
        self.print(now, packet, &format!("is dropped: {}", reason.about().meaning));
    }

    fn dequeued(&mut self, now: SimTime, packet: &Packet, _discipline: &AnyDiscipline) {
        let waited = now.since(packet.arrived).secs() * 1e3;
        self.print(now, packet, &format!("leaves the queue after {waited:.1} ms"));
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, received_at: SimTime) {
        self.print(now, packet, &format!("has left the link; its receiver gets it at {:.6} s", received_at.secs()));
    }
}

fn main() {
    let scenario = Scenario::parse_text(SCENE).expect("the scene above is right");
    let mut run = Simulation::new(&scenario, 0).expect("it has a lane");
    run.watch_to(run.end(), &mut Narrator);
}
