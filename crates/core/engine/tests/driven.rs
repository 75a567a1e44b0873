//! Runs whose arrivals are supplied from outside.

use chokepoint_engine::discipline::{ABOUTS, AnyDiscipline, Reason};
use chokepoint_engine::hash::StateHash;
use chokepoint_engine::packet::Packet;
use chokepoint_engine::probe::Probe;
use chokepoint_engine::time::{SimTime, Span};
use chokepoint_engine::{Arrival, ArrivalProblem, CHECKPOINT_BUDGET, Scenario, Simulation, Timeline};
use proptest::prelude::*;
use serde_json::json;

fn scene(aqm: &str, seed: u64, duration_s: f64) -> Scenario {
    Scenario::parse(&json!({
        "seed": seed,
        "duration_s": duration_s,
        "bottleneck": { "capacity_bps": 1_234_577 },
        "access": { "rate_bps": 9_876_553, "delay_s": 0.012_345_679 },
        "queue": { "params": { "limit": 30, "min_th": 5, "max_th": 15, "w_q": 0.02, "max_p": 0.1 } },
        "lanes": [{ "aqm": aqm }],
        "flows": [
            { "transport": "udp", "rate_bps": 700_000, "start_s": [0, 1] },
            { "transport": "newreno", "count": 3, "start_s": [0, 1], "overhead_s": 0.003, "ecn": true },
            { "transport": "sack", "count": 2, "start_s": [0, 1], "overhead_s": 0.003 },
        ],
    }))
    .expect("a right scene")
}

/// All arrivals of a run, and a hash of what became of the packets.
#[derive(Default)]
struct Record {
    arrivals: Vec<Arrival>,
    fates: StateHash,
    drops: u64,
    has_coincidence: bool,
    last: SimTime,
}

impl Probe for Record {
    fn decision_starts(&mut self, now: SimTime, packet: &Packet, _: &AnyDiscipline) {
        let &Packet { flow, bytes, is_udp, ecn, is_syn, is_retransmission, tcp, .. } = packet;
        self.meet(now);
        self.arrivals.push(Arrival { at: now, flow, bytes, is_udp, ecn, is_syn, is_retransmission, cwr: tcp.cwr() });
    }

    fn dropped(&mut self, now: SimTime, packet: &Packet, reason: Reason, place: Option<usize>) {
        self.drops += 1;
        self.record(now, packet, 1 + reason as u64);
        self.fates.fold(place.map_or(u64::MAX, |place| place as u64));
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, _: Reason) {
        self.record(now, packet, 0);
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, _: SimTime) {
        self.meet(now);
        self.record(now, packet, u64::MAX);
    }
}

impl Record {
    /// Records the time of an event. If two events coincide, the run is not compared, since supplied arrivals happen
    /// after all other events of their instant.
    fn meet(&mut self, now: SimTime) {
        self.has_coincidence |= now == self.last;
        self.last = now;
    }

    fn record(&mut self, now: SimTime, packet: &Packet, what: u64) {
        for word in [now.nanos(), u64::from(packet.flow.0), packet.arrived.nanos(), u64::from(packet.bytes), what] {
            self.fates.fold(word);
        }
    }
}

#[test]
fn supplied_arrivals_of_a_simulated_run_lead_to_the_same_decisions() {
    let mut compared = 0;
    for about in ABOUTS {
        let scene = scene(about.id, 7, 12.0);
        let mut original = Simulation::new(&scene, 0).unwrap();
        let mut there = Record::default();
        original.watch_to(original.end(), &mut there);
        if there.has_coincidence {
            continue;
        }
        compared += 1;
        let mut driven = Simulation::driven(&scene, 0).unwrap();
        driven.append(&there.arrivals).unwrap();
        driven.know_until(driven.end());
        let mut here = Record::default();
        driven.watch_to(driven.end(), &mut here);
        assert_eq!(here.arrivals, there.arrivals, "{}", about.id);
        assert_eq!((here.fates.value(), here.drops), (there.fates.value(), there.drops), "{}", about.id);
        let (here, there) = (driven.result(), original.result());
        assert_eq!(here.bottleneck.arrived_packets, there.bottleneck.arrived_packets);
        assert_eq!(here.bottleneck.dropped_packets, there.bottleneck.dropped_packets);
    }
    assert!(compared * 4 > ABOUTS.len() * 3, "only {compared} could be compared");
}

fn recorded(aqm: &str, duration_s: f64) -> (Scenario, Vec<Arrival>) {
    let scene = scene(aqm, 3, duration_s);
    let mut record = Record::default();
    Simulation::new(&scene, 0).unwrap().watch_to(SimTime::from_secs(duration_s), &mut record);
    record.arrivals.dedup_by_key(|arrival| arrival.at);
    (scene, record.arrivals)
}

#[test]
fn a_run_with_supplied_arrivals_advances_only_as_far_as_arrivals_are_known() {
    let (scene, arrivals) = recorded("choke", 5.0);
    let mut run = Simulation::driven(&scene, 0).unwrap();
    run.advance_to(run.end());
    assert_eq!(run.now(), SimTime::ZERO);
    run.append(&arrivals[..100]).unwrap();
    run.advance_to(run.end());
    assert_eq!((run.now(), run.totals().counts.arrived), (arrivals[99].at, 100));
    let later = arrivals[99].at + Span::from_nanos(1);
    run.know_until(later);
    run.advance_to(run.end());
    assert_eq!(run.now(), later);
    let refused = run.append(&arrivals[99..]).unwrap_err();
    assert_eq!(refused, ArrivalProblem::NotLater { at: arrivals[99].at, known_until: later });
    assert_eq!(Simulation::new(&scene, 0).unwrap().append(&arrivals), Err(ArrivalProblem::NotDriven));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_run_with_supplied_arrivals_is_independent_of_blocks_frames_and_moves(
        aqm in prop::sample::select(vec!["choke", "codel", "pie", "fq-codel", "choked", "drr", "red"]),
        blocks in prop::collection::vec((1..400usize, 0..3u8, 0.0..1.0f64), 1..12),
    ) {
        let (scene, arrivals) = recorded(aqm, 6.0);
        let mut at_once = Simulation::driven(&scene, 0).unwrap();
        at_once.append(&arrivals).unwrap();
        let mut timeline = Timeline::driven(&scene, 0, CHECKPOINT_BUDGET).unwrap();
        let mut supplied = 0;
        for (length, what, share) in blocks {
            let next = (supplied + length).min(arrivals.len());
            timeline.append(&arrivals[supplied..next]).unwrap();
            supplied = next;
            let known = timeline.simulation().reach().secs();
            match what {
                0 => timeline.seek(known * share),
                1 => { timeline.advance(6.0, u64::MAX); }
                _ => { timeline.step_decision(); }
            }
        }
        timeline.append(&arrivals[supplied..]).unwrap();
        timeline.seek(2.0);
        timeline.seek(6.0);
        at_once.advance_to(at_once.end());
        prop_assert_eq!(timeline.simulation().state_hash(), at_once.state_hash());
        prop_assert_eq!(timeline.simulation().event_count(), at_once.event_count());
        prop_assert_eq!(timeline.replay_mismatches(), 0);
    }
}
