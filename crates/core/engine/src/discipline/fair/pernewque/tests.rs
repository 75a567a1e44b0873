use super::*;
use crate::base::rng::Draw::Unit;
use crate::base::rng::Stream;
use crate::discipline::about::ParamValue::{Choice, Integer, Real};
use crate::discipline::bench::{Bench, queues_of};

const A: usize = 'A' as usize;

fn pernewque(values: &[(&'static str, ParamValue)]) -> Bench<PerNewQue> {
    Bench::new(values)
}

/// Sets the clock to this time and sets the arrival rate, independently of the bench's arrivals.
fn at(bench: &mut Bench<PerNewQue>, at_s: f64, rate_bps: f64) -> &mut Bench<PerNewQue> {
    bench.now = SimTime::from_secs(at_s);
    bench.discipline.rate = RateMeter::beginning(bench.now, rate_bps);
    bench
}

fn p_of(bench: &Bench<PerNewQue>, queue: usize) -> f64 {
    bench.discipline.queues.known(queue).map_or(0.0, |blame| blame.p)
}

fn blame(bench: &mut Bench<PerNewQue>, queue: usize, p: f64) {
    *bench.discipline.queues.state(queue) = Blame { p, changed: Some(SimTime::ZERO), left: None };
}

const OVERLOAD: f64 = 2e6;
const SPARE: f64 = 0.5e6;

#[test]
fn the_rate_is_averaged_over_time() {
    for (unit, bytes) in [("bits", 1000), ("packets", 40)] {
        let mut bench = pernewque(&[("rate_unit", Choice(unit))]);
        for (packet, expected) in (1..).zip([76_130.07, 145_015.40, 207_345.42, 263_743.96, 314_775.47]) {
            bench.now = SimTime::from_nanos(packet * 10_000_000);
            bench.arrive_sized("A", bytes, []);
            let rate_bps = bench.gauges()[0];
            assert!((rate_bps - expected).abs() < 0.01, "{unit}: {rate_bps} is not {expected}");
        }
    }
}

#[test]
fn overload_raises_p_of_the_longest_queue_once_per_interval() {
    let mut bench = pernewque(&[]).holding("AAA");
    for (at_s, expected) in [(0.0, 0.01), (0.05, 0.01), (0.1, 0.01), (0.1001, 0.02)] {
        at(&mut bench, at_s, OVERLOAD).arrive("Z", [Unit(0.9)]);
        bench.depart();
        bench.arrive("A", [Unit(0.9)]);
        assert!((p_of(&bench, A) - expected).abs() < 1e-12, "at {at_s} s: {}", p_of(&bench, A));
    }
}

#[test]
fn spare_capacity_lowers_p_of_a_flow_below_the_mean_when_it_sends() {
    let others = "BBBCCCDDDEEEFFFGGGHHHIII";
    for (own, last, expected) in [("AA", "JJJJ", 0.0199), ("AAA", "JJJ", 0.02)] {
        let mut bench = pernewque(&[]).holding(&[own, others, last].concat());
        blame(&mut bench, A, 0.02);
        // In the first case J has the longest queue. P of J is 0, so no random number is drawn. In the second case A's
        // arrival makes the queue of A the longest.
        let script: &[_] = if own == "AA" { &[] } else { &[Unit(0.9)] };
        at(&mut bench, 0.2, SPARE);
        match script {
            [] => bench.arrive("A", []),
            _ => bench.arrive("A", [Unit(0.9)]),
        }
        assert!((p_of(&bench, A) - expected).abs() < 1e-12, "{own}: {}", p_of(&bench, A));
    }
}

#[test]
fn every_arrival_can_signal_the_longest_queue_by_chance() {
    for (drawn, left) in [(0.015, "AA"), (0.02, "AAA")] {
        let mut bench = pernewque(&[]).holding("AAA");
        blame(&mut bench, A, 0.02);
        at(&mut bench, 0.01, SPARE).arrive("Z", [Unit(drawn)]);
        assert_eq!(queues_of(&bench), [left, "Z"]);
        assert_eq!(bench.drops().len(), 3 - left.len());
        assert!(bench.drops().iter().all(|&drop| drop == ("A", Reason::LongestFlow)));
    }
}

#[test]
fn an_ecn_capable_flow_is_marked_at_its_first_unmarked_packet() {
    let mut bench = pernewque(&[]);
    for _ in 0..3 {
        bench.arrive_ect("A", []);
    }
    blame(&mut bench, A, 0.02);
    let marked = |bench: &Bench<PerNewQue>| -> Vec<bool> {
        bench.discipline.queues.iter(A).map(|(packet, ())| packet.ecn == Ecn::Ce).collect()
    };
    for (arrival, expected) in
        [("X", [true, false, false]), ("Y", [true, true, false]), ("Z", [true; 3]), ("W", [true; 3])]
    {
        bench.arrive(arrival, [Unit(0.01)]);
        assert_eq!(marked(&bench), expected);
    }
    assert_eq!((bench.log.marks.as_slice(), bench.drops()), (&[Reason::MarkLongest; 3][..], vec![]));
}

#[test]
fn a_full_buffer_drops_first_packets_of_the_longest_queue() {
    let mut bench = pernewque(&[("limit", Integer(3))]).holding("AAZ");
    at(&mut bench, 0.01, SPARE).arrive("Z", []);
    assert_eq!(bench.drops(), [("A", Reason::PushOut)]);
    assert_eq!((bench.log.places(), queues_of(&bench)), (vec![Some(0)], vec!["A".into(), "ZZ".into()]));
    assert_eq!(p_of(&bench, A), 0.01);
}

#[test]
fn the_condition_for_a_rise_of_p_can_be_chosen() {
    // The probability P of the longest queue after one arrival. `limit` decides whether the arrival fits, and
    // `rate_bps` whether the link is overloaded.
    let p_after = |rise: &'static str, limit: i64, rate_bps: f64| {
        let mut bench = pernewque(&[("rise", Choice(rise)), ("limit", Integer(limit))]).holding("AAA");
        at(&mut bench, 0.01, rate_bps).arrive_by_chance("Z", &mut Stream::named(1, "no mark"));
        p_of(&bench, A)
    };
    let of =
        |rise| [(4, OVERLOAD), (4, SPARE), (3, OVERLOAD), (3, SPARE)].map(|(limit, rate)| p_after(rise, limit, rate));
    assert_eq!(of("rate_or_full"), [0.01, 0.0, 0.01, 0.01]);
    assert_eq!(of("rate_and_full"), [0.0, 0.0, 0.01, 0.0]);
}

#[test]
fn the_arrival_counts_in_its_own_queue() {
    let mut bench = pernewque(&[("limit", Integer(4))]).holding("AAZZ");
    at(&mut bench, 0.01, SPARE).arrive("Z", []);
    assert_eq!((bench.drops(), queues_of(&bench)), (vec![("Z", Reason::PushOut)], vec!["AA".into(), "ZZ".into()]));
}

#[test]
fn as_printed_every_arrival_during_overload_drops_a_packet() {
    let mut bench = pernewque(&[("overload_drop", Choice("always"))]).holding("AAA");
    at(&mut bench, 0.01, OVERLOAD).arrive("Z", [Unit(0.9)]);
    assert_eq!((bench.drops(), queues_of(&bench)), (vec![("A", Reason::PushOut)], vec!["AA".into(), "Z".into()]));
}

#[test]
fn as_printed_a_lone_arrival_during_overload_is_dropped() {
    let mut bench = pernewque(&[("overload_drop", Choice("always"))]);
    at(&mut bench, 0.01, OVERLOAD).arrive("Z", []);
    assert_eq!((bench.drops(), bench.discipline.packets()), (vec![("Z", Reason::PushOut)], 0));
}

#[test]
fn an_empty_queue_is_forgotten_at_once_or_after_a_while() {
    for (linger_s, after_s, expected) in [(0.0, 0.0, 0.0), (1.0, 0.9, 0.5), (1.0, 1.1, 0.0)] {
        let mut bench = pernewque(&[("linger_s", Real(linger_s)), ("beta", Real(0.0))]).holding("AB");
        blame(&mut bench, A, 0.5);
        bench.depart();
        bench.now = SimTime::from_secs(after_s);
        bench.arrive("A", []);
        assert_eq!(p_of(&bench, A), expected, "{linger_s} s, after {after_s} s");
    }
}

#[test]
fn the_catalog_lists_the_open_choices_of_the_paper() {
    assert_eq!(crate::discipline::decisions_of(ABOUT.id).len(), 16);
}
