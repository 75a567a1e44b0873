use super::*;
use crate::base::rng::Draw::Unit;
use crate::base::time::Span;
use crate::discipline::QuantityId;
use crate::discipline::about::ParamValue::{Choice, Real};
use crate::discipline::bench::{Bench, LINK};

/// A FRED queue with the thresholds 16 and 32 of the worked examples and max_p = 0.02.
fn fred(letters: &str, average: f64, more: &[(&'static str, ParamValue)]) -> Bench<Fred> {
    let base = [("min_th", Real(16.0)), ("max_th", Real(32.0)), ("w_q", Real(1e-6))];
    let mut bench = Bench::<Fred>::new(&[&base, more].concat()).holding(letters);
    bench.discipline.average = average;
    bench.discipline.share();
    bench
}

fn last_value(bench: &Bench<Fred>, quantity: QuantityId) -> f64 {
    bench.log.values.iter().rfind(|(reported, _)| *reported == quantity).expect("it was reported").1
}

fn flow(letter: char) -> FlowId {
    FlowId(letter as u32)
}

#[test]
fn arrivals_of_a_flow_at_its_cap_are_dropped_even_at_a_low_average() {
    let mut bench = fred("UUUUUUUUUUUUUUU", 10.0, &[]);
    bench.arrive("U", []);
    bench.discipline.average = 10.0;
    bench.arrive("U", []);
    assert_eq!(bench.drops(), [("U", Reason::PerFlowLimit)]);
    assert_eq!(bench.discipline.strikes_of(flow('U')), 1);
}

#[test]
fn between_the_thresholds_only_flows_above_their_share_have_random_drops() {
    let mut bench = fred("UUUUAAABCD", 20.0, &[]);
    assert_eq!(bench.discipline.fair_count, 4.0);
    bench.discipline.count = 8;
    bench.arrive("A", []);
    // The arrival hardly changed the average.
    bench.discipline.average = 20.0;
    bench.discipline.share();
    bench.arrive("U", [Unit(0.5)]);
    assert_eq!(last_value(&bench, SINCE_DROP), 10.0);
    assert!((last_value(&bench, P_A) - 0.005_263_157_9).abs() < 1e-9);
    assert_eq!(bench.drops(), []);
}

#[test]
fn two_strikes_limit_a_flow_to_the_fair_count() {
    let mut bench = fred("UUUUAAABCD", 20.0, &[]);
    bench.discipline.strike(flow('U'));
    bench.discipline.strike(flow('U'));
    bench.arrive("U", []);
    assert_eq!(bench.drops(), [("U", Reason::Strike)]);
    assert_eq!(bench.discipline.strikes_of(flow('U')), 3);
}

#[test]
fn above_the_maximum_the_cap_is_two_packets_and_other_arrivals_are_dropped() {
    let mut bench = fred("AABCDEFGH", 33.0, &[]);
    assert_eq!(bench.discipline.fair_count, 4.125);
    bench.arrive("A", []);
    bench.arrive("B", []);
    assert_eq!(bench.drops(), [("A", Reason::PerFlowLimit), ("B", Reason::Forced)]);
    assert_eq!((bench.discipline.strikes_of(flow('A')), bench.discipline.strikes_of(flow('B'))), (1, 0));

    let mut bench = fred("AABCDEFGH", 33.0, &[("max_th_mode", Choice("two_packet"))]);
    bench.arrive("A", []);
    bench.arrive("B", []);
    assert_eq!((bench.drops(), bench.log.admitted), (vec![("A", Reason::PerFlowLimit)], 1));
}

#[test]
fn a_flow_loses_its_strikes_with_its_last_packet() {
    let mut bench = fred("UA", 1.0, &[]);
    bench.discipline.strike(flow('U'));
    bench.discipline.strike(flow('Z'));
    assert_eq!(bench.discipline.strikes.len(), 1, "a flow without waiting packets must get no strike");
    bench.depart();
    assert_eq!(bench.discipline.strikes, []);
}

#[test]
fn the_average_counts_arrivals_departures_and_idle_time() {
    let mut bench = Bench::<Fred>::new(&[("w_q", Real(0.5))]);
    bench.arrive("A", []);
    bench.arrive("A", []);
    assert_eq!(bench.discipline.average, 1.25);
    bench.depart();
    assert_eq!(bench.discipline.average, 1.125);
    bench.depart();
    assert_eq!(bench.discipline.average, 0.5625);
    // A link of 1 Mb/s sends a packet in 8 ms, so the idle time is two packet times long.
    bench.now = SimTime::ZERO + Span::from_millis(16);
    bench.arrive("A", []);
    assert_eq!(bench.discipline.average, 0.5625 / 4.0 / 2.0 + 0.5);
}

#[test]
fn thresholds_in_the_wrong_order_are_refused() {
    let settings = Settings::defaults(&ABOUT).with("max_th", Real(20.0));
    assert_eq!(Fred::params(&settings, &LINK).expect_err("25 is above 20").param, "max_th");
}
