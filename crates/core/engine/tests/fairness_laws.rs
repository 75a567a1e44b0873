//! The guarantees of fair queueing: no backlogged flow falls behind another by more than a bound, for any traffic, with
//! and without buffer overflows.
//!
//! The test measures the difference in service between two flows over every period in which both are backlogged. The
//! bounds are published: one packet for packet round robin; one quantum plus two maximum-size packets for DRR
//! (Shreedhar and Varghese 1996), and another quantum if new flows go first (FQ-CoDel); for STFQ and SCFQ, one
//! maximum-size packet of each flow (Goyal, Vin and Cheng 1996).

use crate::ask::ask;
use chokepoint_engine::discipline::about::ParamValue;
use chokepoint_engine::discipline::{AnyDiscipline, AnyParams, Hosts, LinkFacts, Reason, Settings, Tracer, about_of};
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::rng::Stream;
use chokepoint_engine::time::SimTime;
use proptest::prelude::*;

const LINK: LinkFacts =
    LinkFacts { capacity_bps: 1_000_000, delay_s: 0.01, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };
const FLOWS: usize = 5;
const LARGEST: u16 = 1500;

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn sfq_sends_the_same_number_of_packets_of_each_flow(steps in steps(), limit in limits()) {
        check("sfq", &[("classifier", ParamValue::Choice("perfect")), limit], &steps, |_| 1.0, 1.0);
    }

    #[test]
    fn drr_sends_the_same_number_of_bytes_of_each_flow(steps in steps(), limit in limits(), quantum in 50..4000i64) {
        let bound = quantum as f64 + 2.0 * f64::from(LARGEST);
        check("drr", &[("quantum", ParamValue::Integer(quantum)), limit], &steps, bytes, bound);
    }

    #[test]
    fn fq_codel_serves_a_new_flow_at_most_one_quantum_ahead(steps in steps(), limit in limits(), quantum in 50..4000i64) {
        let bound = 2.0 * (quantum as f64 + f64::from(LARGEST));
        let quantum = ("quantum", ParamValue::Integer(quantum));
        check("fq-codel", &[("classifier", ParamValue::Choice("perfect")), quantum, limit], &steps, bytes, bound);
    }

    #[test]
    fn start_time_fair_queueing_is_fair_to_within_two_packets(steps in steps(), limit in limits()) {
        check("stfq", &[limit], &steps, bytes, 2.0 * f64::from(LARGEST));
    }

    #[test]
    fn self_clocked_fair_queueing_is_fair_to_within_two_packets(steps in steps(), limit in limits()) {
        check("scfq", &[limit], &steps, bytes, 2.0 * f64::from(LARGEST));
    }
}

/// Shows that the test can fail: in a plain queue, a flow falls behind without bound.
#[test]
fn a_plain_queue_exceeds_every_bound() {
    let steps: Vec<Step> =
        [Step::Arrive { flow: 0, count: 8, bytes: LARGEST }, Step::Arrive { flow: 1, count: 8, bytes: LARGEST }]
            .into_iter()
            .chain([Step::Depart(7)])
            .collect();
    let limit = ("limit", ParamValue::Integer(10_000));
    let broken = std::panic::catch_unwind(|| check("drop-tail", &[limit], &steps, bytes, 4.0 * f64::from(LARGEST)));
    assert!(broken.is_err());
}

fn bytes(packet: &Packet) -> f64 {
    f64::from(packet.bytes)
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Arrive { flow: u32, count: u8, bytes: u16 },
    Depart(u8),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        3 => (0..FLOWS as u32, 1..12u8, prop_oneof![Just(LARGEST), Just(40), 1..=LARGEST])
            .prop_map(|(flow, count, bytes)| Step::Arrive { flow, count, bytes }),
        2 => (1..12u8).prop_map(Step::Depart),
    ];
    prop::collection::vec(step, 0..80)
}

/// Buffer limits \[packets\]: small ones, which are often exceeded, and one that is never reached.
fn limits() -> impl Strategy<Value = (&'static str, ParamValue)> {
    prop_oneof![5..40i64, Just(10_000)].prop_map(|limit| ("limit", ParamValue::Integer(limit)))
}

/// The difference in service between two flows since both became backlogged: its current, smallest and largest value.
#[derive(Clone, Copy, Default)]
struct Drift {
    now: f64,
    least: f64,
    most: f64,
}

struct Waiting([i64; FLOWS]);

impl Tracer for Waiting {
    fn admit(&mut self, packet: &Packet, _place: usize) {
        self.0[packet.flow.index()] += 1;
    }
    fn drop(&mut self, packet: &Packet, _reason: Reason, place: Option<usize>) {
        self.0[packet.flow.index()] -= i64::from(place.is_some());
    }
}

fn check(id: &str, values: &[(&'static str, ParamValue)], steps: &[Step], amount: impl Fn(&Packet) -> f64, bound: f64) {
    let about = about_of(id).expect("a registered discipline");
    let settings = values.iter().fold(Settings::defaults(about), |settings, &(id, value)| settings.with(id, value));
    let params = AnyParams::check(about, &settings, &LINK).expect("consistent parameters");
    let mut discipline = AnyDiscipline::new(params);
    let mut chance = Stream::named(1, "discipline");
    let mut waiting = Waiting([0; FLOWS]);
    let mut drifts = [[Drift::default(); FLOWS]; FLOWS];
    let mut sent = 0;
    for step in steps {
        let (Step::Arrive { count, .. } | Step::Depart(count)) = *step;
        for _ in 0..count {
            match *step {
                Step::Arrive { flow, bytes, .. } => {
                    sent += 1;
                    let packet = Packet::plain(sent, flow, bytes);
                    ask(SimTime::ZERO, &mut chance, &mut waiting, |cx| discipline.enqueue(packet, cx));
                }
                Step::Depart(_) => {
                    let sent = ask(SimTime::ZERO, &mut chance, &mut waiting, |cx| discipline.dequeue(cx));
                    if let Some(packet) = sent {
                        let FlowId(flow) = packet.flow;
                        let flow = flow as usize;
                        drifts[flow].iter_mut().for_each(|drift| drift.now += amount(&packet));
                        drifts.iter_mut().for_each(|others| others[flow].now -= amount(&packet));
                        drifts[flow][flow] = Drift::default();
                        settle(&mut drifts, &waiting, bound, id);
                        waiting.0[flow] -= 1;
                    }
                }
            }
            settle(&mut drifts, &waiting, bound, id);
        }
    }
}

/// Updates the difference of each pair of flows, and resets pairs in which a flow is not backlogged.
fn settle(drifts: &mut [[Drift; FLOWS]; FLOWS], waiting: &Waiting, bound: f64, id: &str) {
    for (one, drifts) in drifts.iter_mut().enumerate() {
        for (other, drift) in drifts.iter_mut().enumerate().filter(|&(other, _)| other != one) {
            if waiting.0[one] == 0 || waiting.0[other] == 0 {
                *drift = Drift::default();
                continue;
            }
            drift.least = drift.least.min(drift.now);
            drift.most = drift.most.max(drift.now);
            let apart = drift.most - drift.least;
            assert!(apart <= bound, "{id}: flows {one} and {other} are {apart} apart, allowed are {bound}");
        }
    }
}
