use super::*;
use crate::base::rng::Draw::{Index, Unit};
use crate::base::rng::Stream;
use crate::base::time::SimTime;
use crate::discipline::QuantityId;
use crate::discipline::Silent;
use crate::discipline::about::ParamValue::{self, Choice, Integer, Real};
use crate::discipline::bench::{Bench, LINK, flows};
use crate::discipline::parts::hit_estimate::tests::assert_close;

/// A queue with a buffer of 60 packets, a list of these zombies and this estimate P.
fn sred(zombies: &str, p: f64, values: &[(&'static str, ParamValue)]) -> Bench<Sred> {
    let given = [("limit", Integer(60)), ("zombies", Integer(zombies.len() as i64))];
    let mut bench = Bench::<Sred>::new(&[&given, values].concat());
    zombies.bytes().for_each(|letter| bench.discipline.zombies.push(FlowId(letter.into())));
    bench.discipline.estimate.force(p);
    bench
}

/// Puts `waiting` packets into the queue without changing the list.
fn holding(mut bench: Bench<Sred>, waiting: usize) -> Bench<Sred> {
    let mut cx = Context { now: bench.now, chance: &mut Stream::named(0, "unused"), tracer: &mut bench.log };
    for id in 0..waiting as u64 {
        bench.discipline.queue.admit(Packet::plain(1_000_000 + id, 'Q' as u32, 1000), &mut cx);
    }
    bench
}

fn last_of(bench: &Bench<Sred>, quantity: QuantityId) -> f64 {
    bench.log.values.iter().rev().find(|(id, _)| *id == quantity).expect("it is reported").1
}

fn zombies(bench: &Bench<Sred>) -> String {
    bench.discipline.zombies.list.iter().map(|zombie| char::from(zombie.flow.0 as u8)).collect()
}

#[test]
fn while_the_list_fills_every_arrival_is_listed_and_admitted() {
    let mut bench = holding(sred("", 0.0, &[("zombies", Integer(2))]), 30);
    bench.arrive("A", []);
    bench.arrive("B", []);
    assert_eq!((zombies(&bench).as_str(), bench.drops()), ("AB", vec![]));
    // This is the first hit, so P is α. The factor 1 + 1/P is so large that the arrival is certain to be dropped.
    bench.arrive("A", [Index(2, 0)]);
    assert_eq!((bench.gauges()[0], bench.drops()), (0.001, vec![("A", Reason::Early)]));
}

#[test]
fn a_full_buffer_refuses_arrivals_even_while_the_list_fills() {
    let mut bench = holding(sred("", 0.0, &[("zombies", Integer(2))]), 60);
    bench.arrive("A", []);
    assert_eq!(bench.drops(), [("A", Reason::Overflow)]);
}

#[test]
fn a_hit_counts_for_the_zombie_and_for_the_estimate() {
    let mut bench = sred("AB", 0.01, &[]);
    bench.arrive("B", [Index(2, 1)]);
    assert_close(bench.gauges()[0], 0.01099);
    let counts: Vec<_> = bench.discipline.zombies.list.iter().map(|zombie| zombie.hits).collect();
    assert_eq!((counts, zombies(&bench).as_str()), (vec![0, 1], "AB"));
}

#[test]
fn after_a_miss_the_zombie_may_be_replaced() {
    let mut bench = sred("AB", 0.01, &[]);
    bench.arrive("C", [Index(2, 0), Unit(0.25)]);
    assert_close(bench.gauges()[0], 0.00999);
    assert_eq!(zombies(&bench), "AB");
    bench.arrive("C", [Index(2, 0), Unit(0.24)]);
    assert_eq!(zombies(&bench), "CB");
}

#[test]
fn replacing_a_zombie_removes_its_hits() {
    let mut bench = sred("ABA", 0.01, &[("overwrite_p", Real(1.0))]);
    bench.arrive("A", [Index(3, 0)]);
    bench.arrive("A", [Index(3, 2)]);
    let a = FlowId('A' as u32);
    assert_eq!(bench.discipline.zombies.flows[0], (a, 2, 2));
    bench.arrive("B", [Index(3, 0)]);
    assert_eq!((zombies(&bench).as_str(), bench.discipline.zombies.flows[0]), ("BBA", (a, 1, 1)));
    bench.arrive("B", [Index(3, 2)]);
    assert_eq!(bench.discipline.zombies.flows, [(FlowId('B' as u32), 3, 0)]);
}

#[test]
fn an_arrival_with_a_hit_is_dropped_more_often_unless_the_mode_is_simple() {
    // Each arrival here is a hit, which changes P to (1 − α)·P + α before P is used. `after` is the P that is used.
    let before = |after: f64| (after - 0.001) / 0.999;
    for (waiting, after, expected) in [(20, 0.02, 0.291824), (10, 0.01, 0.577927), (19, 0.01, 0.577927)] {
        let mut bench = holding(sred("AB", before(after), &[]), waiting);
        bench.arrive("A", [Index(2, 0), Unit(0.9)]);
        assert!((last_of(&bench, ZAP_PROBABILITY) - expected).abs() < 5e-7, "{waiting} waiting, P = {after}");
    }
    let mut certain = holding(sred("AB", before(0.01), &[]), 20);
    certain.arrive("A", [Index(2, 0)]);
    assert!((last_of(&certain, ZAP_PROBABILITY) - 2.31).abs() < 0.005);
    assert_eq!(certain.drops(), [("A", Reason::Early)]);

    let mut simple = holding(sred("AB", before(0.02), &[("sred_mode", Choice("simple"))]), 20);
    simple.arrive("A", [Index(2, 0), Unit(0.0057)]);
    assert_close(last_of(&simple, ZAP_PROBABILITY), 0.005722046);
    assert_eq!(simple.drops(), [("A", Reason::Early)]);
}

#[test]
fn after_a_miss_the_drop_probability_follows_from_the_number_of_flows() {
    let settled = 0.02 / 0.999;
    for (u, drops) in [(0.005722, 1), (0.005723, 0)] {
        let mut bench = holding(sred("AB", settled, &[("overwrite_p", Real(0.0))]), 20);
        bench.arrive("C", [Index(2, 0), Unit(u)]);
        assert_eq!(bench.drops().len(), drops, "u = {u}");
    }
    let mut short = holding(sred("AB", settled, &[("overwrite_p", Real(0.0))]), 9);
    short.arrive("C", [Index(2, 0)]);
    assert_eq!(flows(&short).len(), 10);
}

#[test]
fn a_shortened_list_loses_its_last_zombies_and_a_lengthened_list_fills_up() {
    let mut bench = sred("ABCA", 0.01, &[]);
    for (zombies, left) in [(2, "AB"), (3, "AB")] {
        let settings = Settings::defaults(&ABOUT).with("zombies", Integer(zombies));
        let params = Sred::params(&settings, &LINK).expect("consistent");
        let mut cx = Context { now: bench.now, chance: &mut Stream::named(1, "unused"), tracer: &mut bench.log };
        bench.discipline.reconfigure(params, &mut cx);
        assert_eq!(self::zombies(&bench), left);
    }
    assert_eq!(bench.discipline.zombies.flows.len(), 2);
    bench.arrive("Z", []);
    assert_eq!((zombies(&bench).as_str(), bench.gauges()[0]), ("ABZ", 0.01));
}

/// The mean of P over a long run; `flow_of` draws the flow of each arrival.
fn mean_estimate(seed: u64, flow_of: impl Fn(&mut Stream) -> u32) -> f64 {
    const WARM_UP: u32 = 20_000;
    const ARRIVALS: u32 = 400_000;
    let mut sred = Bench::<Sred>::new(&[]).discipline;
    let (mut offered, mut chance) = (Stream::named(seed, "offered"), Stream::named(seed, "list"));
    let mut sum = 0.0;
    for arrival in 0..WARM_UP + ARRIVALS {
        let packet = Packet::plain(arrival.into(), flow_of(&mut offered), 1000);
        let mut cx = Context { now: SimTime::ZERO, chance: &mut chance, tracer: &mut Silent };
        sred.enqueue(packet, &mut cx);
        sred.dequeue(&mut cx);
        if arrival >= WARM_UP {
            sum += sred.estimate.probability();
        }
    }
    sum / f64::from(ARRIVALS)
}

#[test]
fn with_flows_of_one_rate_the_estimate_gives_their_number() {
    for (seed, flows) in [(1, 5_u32), (2, 20), (3, 100)] {
        let p = mean_estimate(seed, |offered| offered.pick(flows as usize) as u32);
        // Whichever packet of the list is drawn, an arrival is of the same flow with probability 1/N. The hits are
        // therefore independent of each other.
        let expected = 1.0 / f64::from(flows);
        let error = (expected * (1.0 - expected) / 400_000.0).sqrt();
        assert!((p - expected).abs() < 4.0 * error, "{flows} flows: P = {p}, standard error {error}");
    }
}

#[test]
fn a_greedy_flow_contributes_the_square_of_its_share() {
    // Half of the arrivals belong to one flow. Twenty other flows have 0.025 of the arrivals each, so P is 0.5² +
    // 20·0.025².
    let p = mean_estimate(4, |offered| match offered.pick(40) as u32 {
        small @ 0..20 => small,
        _ => 99,
    });
    // Let s be the greedy flow's share of the M = 1,000 entries of the list. An arrival hits with probability 0.5·s +
    // 0.025·(1 − s), so P varies about half as much as s. The standard deviation of s at one time is √(0.25/1000). The
    // list is renewed within M/overwrite_p = 4,000 arrivals. The 400,000 arrivals of the run thus average about 100
    // independent values of s, which divides the deviation by √100 = 10.
    let error = 0.5 * (0.25_f64 / 1000.0).sqrt() / 10.0;
    assert!((p - 0.2625).abs() < 4.0 * error, "P = {p}, standard error {error}");
}
