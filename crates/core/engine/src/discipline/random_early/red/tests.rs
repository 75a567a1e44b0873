use super::declare::{AVERAGE_BUSY, AVERAGE_IDLE, PROBABILITY, SPACED_PROBABILITY, WAITING};
use super::*;
use crate::base::rng::{Draw::Unit, Stream};
use crate::base::time::Span;
use crate::discipline::about::{ParamValue, QuantityId};
use crate::discipline::bench::{Bench, ForceAverage, LINK, flows};
use crate::discipline::reason::Reason;
use ParamValue::{Choice, Integer, Real, Switch};

impl ForceAverage for Red {
    fn force_average(&mut self, value: f64) {
        self.core.force_average(value);
    }
}

fn red(values: &[(&'static str, ParamValue)]) -> Bench<Red> {
    Bench::new(values)
}

fn count(bench: &Bench<Red>) -> i64 {
    bench.discipline.core.count
}

/// The last value that was reported for a quantity.
fn last_value(bench: &Bench<Red>, quantity: QuantityId) -> Option<f64> {
    bench.log.values.iter().rev().find(|(id, _)| *id == quantity).map(|(_, value)| *value)
}

#[test]
fn an_early_drop_happens_exactly_when_the_draw_is_below_the_probability() {
    let mut bench = red(&[]).holding("AB");
    bench.force_avg(10.0).arrive("C", [Unit(0.009)]);
    assert_eq!(bench.drops(), [("C", Reason::Early)]);
    assert_eq!(count(&bench), 0);

    let mut bench = red(&[]).holding("AB");
    bench.force_avg(10.0).arrive("C", [Unit(0.01)]);
    assert_eq!((bench.drops(), flows(&bench)), (vec![], "ABC".into()));
    assert_eq!(count(&bench), 0);
}

#[test]
fn the_packet_after_a_drop_is_number_one() {
    let mut bench = red(&[]).holding("AB");
    bench.force_avg(10.0).arrive("C", [Unit(0.0)]);
    bench.force_avg(10.0).arrive("D", [Unit(0.5)]);
    assert_eq!(last_value(&bench, SPACED_PROBABILITY), Some(0.01 / (1.0 - 0.01)));
}

/// At averages of 10, 7.5 and 14, p_b is 0.01, 0.005 and 0.018. For C, D, E and F, count·p_b is 0, 0.01, 0.01 and
/// 0.054. A drop is possible only where this product exceeds its largest value so far, which it does at D and F.
#[test]
fn with_a_drawn_gap_a_drop_is_possible_only_when_count_times_p_b_rises() {
    let mut bench = red(&[("uniformize", Choice("drawn"))]).holding("AB");
    bench.force_avg(10.0).arrive("C", []);
    bench.force_avg(10.0).arrive("D", [Unit(0.5)]);
    assert_eq!(last_value(&bench, SPACED_PROBABILITY), Some(0.01));
    bench.force_avg(7.5).arrive("E", []);
    bench.force_avg(14.0).arrive("F", [Unit(0.044)]);
    let p_a = last_value(&bench, SPACED_PROBABILITY).expect("a probability");
    assert!((p_a - 0.044 / 0.99).abs() < 1e-12, "{p_a}");
    assert_eq!((bench.drops(), count(&bench)), (vec![("F", Reason::Early)], 0));
}

#[test]
fn below_the_minimum_no_number_is_drawn_and_the_count_is_reset() {
    let mut bench = red(&[]).holding("AB");
    bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
    assert_eq!(count(&bench), 0);
    bench.force_avg(4.9).arrive("D", []);
    assert_eq!((count(&bench), flows(&bench)), (-1, "ABCD".into()));
}

#[test]
fn from_the_maximum_on_every_arrival_is_dropped() {
    let mut bench = red(&[]).holding("AB");
    bench.force_avg(15.0).arrive("C", []);
    assert_eq!(bench.drops(), [("C", Reason::Forced)]);
    assert_eq!(count(&bench), 0);
}

#[test]
fn drops_follow_the_average_even_if_the_queue_has_just_drained() {
    let mut bench = red(&[]);
    bench.force_avg(15.0).arrive("C", []);
    assert_eq!(bench.drops(), [("C", Reason::Forced)]);
}

#[test]
fn an_admitted_packet_ends_the_idle_time() {
    let mut bench = red(&[("w_q", Real(1.0))]);
    for (letter, waiting, line) in [("A", 0.0, AVERAGE_IDLE), ("B", 1.0, AVERAGE_BUSY), ("C", 2.0, AVERAGE_BUSY)] {
        bench.arrive(letter, []);
        assert_eq!(bench.discipline.average(), Some(waiting));
        assert!(bench.log.lines.contains(&line));
        bench.log = Default::default();
    }
}

#[test]
fn an_idle_link_gets_packets_again_after_forced_drops() {
    // Packets arrive at twice the link's rate, so successive arrivals are less than a packet time apart.
    let mut bench = red(&[("w_q", Real(0.02))]).holding("A");
    bench.depart();
    assert_eq!(bench.depart(), None);
    bench.force_avg(20.0).arrive("C", []);
    for _ in 0..100 {
        bench.now += Span::from_millis(4);
        if bench.discipline.packets() == 0 {
            bench.arrive_by_chance("C", &mut Stream::named(1, "unused"));
        }
    }
    assert!(bench.discipline.packets() > 0);
}

#[test]
fn the_buffer_test_comes_last_and_leaves_the_count_unchanged() {
    let values = [("limit", Integer(2))];
    let mut bench = red(&values).holding("AB");
    bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
    assert_eq!(bench.drops(), [("C", Reason::Overflow)]);
    bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
    assert_eq!(count(&bench), 1);

    let mut bench = red(&[values[0], ("overflow_resets_count", Switch(true))]).holding("AB");
    bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
    bench.force_avg(10.0).arrive("C", [Unit(0.5)]);
    assert_eq!(count(&bench), 0);
}

#[test]
fn gentle_mode_drops_by_chance_up_to_twice_the_maximum() {
    let mut bench = red(&[("gentle", Switch(true)), ("uniformize", Choice("none"))]).holding("AB");
    bench.force_avg(22.5).arrive("C", [Unit(0.52)]);
    assert_eq!(bench.drops(), []);
    bench.force_avg(22.5).arrive("D", [Unit(0.50)]);
    bench.force_avg(30.0).arrive("E", []);
    assert_eq!(bench.drops(), [("D", Reason::Early), ("E", Reason::Forced)]);
}

#[test]
fn in_byte_mode_large_packets_have_a_larger_drop_probability() {
    for (bytes, probability) in [(40, 0.0008), (1000, 0.02)] {
        let mut bench = red(&[("byte_mode", Switch(true)), ("mean_pkt_size", Integer(500))]).holding("AB");
        bench.force_avg(10.0).arrive_sized("C", bytes, [Unit(0.5)]);
        assert_eq!(last_value(&bench, PROBABILITY), Some(probability));
    }
}

#[test]
fn in_byte_mode_the_queue_counts_in_packets_of_the_mean_size() {
    let mut bench = red(&[("byte_mode", Switch(true)), ("mean_pkt_size", Integer(500))]).holding("AB");
    bench.arrive("C", []);
    assert_eq!(last_value(&bench, WAITING), Some(4.0));
}

#[test]
fn ns2_scales_by_size_after_spacing_and_counts_gaps_in_bytes() {
    let mut bench = red(&[
        ("byte_mode", Switch(true)),
        ("mean_pkt_size", Integer(500)),
        ("byte_scale", Choice("ns2")),
        ("max_p", Real(0.1)),
    ])
    .holding("AB");
    bench.force_avg(10.0).arrive_sized("C", 250, [Unit(0.9)]); // the first in the zone: 0 bytes
    assert_eq!(last_value(&bench, SPACED_PROBABILITY), Some(0.05 / 2.0));
    bench.force_avg(10.0).arrive_sized("D", 1600, [Unit(0.9)]); // 1600 bytes: 3 mean packets
    assert_eq!(last_value(&bench, SPACED_PROBABILITY), Some(0.05 / (1.0 - 3.0 * 0.05) * 1600.0 / 500.0));
}

#[test]
fn sizes_may_not_affect_the_probability_although_the_queue_is_in_bytes() {
    let mut bench =
        red(&[("byte_mode", Switch(true)), ("mean_pkt_size", Integer(500)), ("byte_scale", Choice("none"))]);
    bench.force_avg(10.0).arrive_sized("C", 40, [Unit(0.5)]);
    assert_eq!(last_value(&bench, PROBABILITY), Some(0.01));
    bench.force_avg(10.0).arrive_sized("D", 1000, [Unit(0.5)]);
    assert_eq!(last_value(&bench, SPACED_PROBABILITY), Some(0.01 / (1.0 - 0.01)));
}

/// A buffer of four packets of 500 bytes.
fn buffer_in_bytes() -> Bench<Red> {
    let values = [("byte_mode", Switch(true)), ("mean_pkt_size", Integer(500)), ("byte_buffer", Switch(true))];
    red(&[&values[..], &[("limit", Integer(4))]].concat())
}

#[test]
fn a_buffer_in_bytes_admits_a_packet_while_any_byte_is_free() {
    let mut bench = buffer_in_bytes();
    for (letter, bytes) in [("A", 1000), ("B", 40), ("C", 1000), ("D", 40)] {
        bench.force_avg(1.0).arrive_sized(letter, bytes, []);
    }
    // C found 1,040 of 2,000 bytes in use and was admitted. D found 2,040 bytes and was dropped.
    assert_eq!((flows(&bench), bench.drops()), ("ABC".into(), vec![("D", Reason::Overflow)]));
}

#[test]
fn a_buffer_in_bytes_holds_no_more_small_packets_than_its_limit() {
    let mut bench = buffer_in_bytes();
    for letter in ["A", "B", "C", "D", "E"] {
        bench.force_avg(1.0).arrive_sized(letter, 40, []);
    }
    assert_eq!(bench.drops(), [("E", Reason::Overflow)]);
}

#[test]
fn a_smaller_buffer_in_bytes_drops_packets_it_would_not_have_admitted() {
    let mut bench = red(&[("limit", Integer(4))]).holding("ABCD");
    let settings = [("byte_mode", Switch(true)), ("byte_buffer", Switch(true)), ("mean_pkt_size", Integer(500))]
        .into_iter()
        .fold(Settings::defaults(&ABOUT).with("limit", Integer(5)), |settings, (id, value)| settings.with(id, value));
    let params = Red::params(&settings, &LINK).expect("consistent");
    let mut cx = Context { now: bench.now, chance: &mut Stream::named(1, "unused"), tracer: &mut bench.log };
    bench.discipline.reconfigure(params, &mut cx);
    // The smaller buffer of 2,500 bytes would have admitted C, which found 2,000 bytes, but not D, which found 3,000
    // bytes.
    assert_eq!(flows(&bench), "ABC");
}

#[test]
fn spaced_drops_above_the_maximum_are_certain_for_packets_of_the_usual_size() {
    for spacing in ["count", "wait"] {
        let mut bench =
            red(&[("above_max", Choice("spaced")), ("uniformize", Choice(spacing)), ("ns2_guards", Switch(true))])
                .holding("AB");
        // As in ns-2, C is admitted as the first arrival after the average has crossed min_th.
        for letter in ["C", "D", "E"] {
            bench.force_avg(99.0).arrive(letter, []);
        }
        assert_eq!((flows(&bench), bench.drops()), ("ABC".into(), vec![("D", Reason::Forced), ("E", Reason::Forced)]));
    }
}

#[test]
fn spaced_drops_above_the_maximum_let_a_small_packet_pass_after_a_drop() {
    let mut bench = red(&[
        ("above_max", Choice("spaced")),
        ("uniformize", Choice("wait")),
        ("byte_mode", Switch(true)),
        ("byte_scale", Choice("ns2")),
        ("mean_pkt_size", Integer(500)),
        ("ns2_guards", Switch(true)),
    ])
    .holding("AB");
    for (letter, bytes) in [("C", 1000), ("D", 1000), ("E", 40), ("F", 1000)] {
        bench.force_avg(99.0).arrive_sized(letter, bytes, []);
    }
    // Since the drop of D only the 40 bytes of E have arrived. This is less than a mean packet of 500 bytes, so no drop
    // is due.
    assert_eq!((flows(&bench), bench.drops()), ("ABCE".into(), vec![("D", Reason::Forced), ("F", Reason::Forced)]));
}

#[test]
fn spaced_drops_above_the_maximum_mark_only_if_that_is_allowed_there() {
    let values = [("above_max", Choice("spaced")), ("ecn", Switch(true))];
    let mut bench = red(&[&values[..], &[("ecn_harddrop", Switch(false))]].concat()).holding("AB");
    bench.force_avg(20.0).arrive_ect("C", []);
    assert_eq!((bench.log.marks.as_slice(), flows(&bench)), (&[Reason::MarkForced][..], "ABC".into()));
    let mut bench = red(&values).holding("AB");
    bench.force_avg(20.0).arrive_ect("C", []);
    assert_eq!(bench.drops(), [("C", Reason::Forced)]);
}

#[test]
fn with_the_guard_of_ns2_the_first_arrival_after_a_crossing_is_admitted() {
    let mut bench = red(&[("ns2_guards", Switch(true)), ("uniformize", Choice("wait"))]).holding("AB");
    bench.force_avg(10.0).arrive("C", []);
    assert_eq!((count(&bench), flows(&bench)), (1, "ABC".into()));
    bench.force_avg(10.0).arrive("D", []); // at count 2, p_a is still 0 with `wait`
    assert_eq!(count(&bench), 2);
    bench.force_avg(4.0).arrive("E", []);
    bench.force_avg(10.0).arrive("F", []);
    assert_eq!(count(&bench), 1, "below the threshold the guard becomes active again");
}

#[test]
fn ns2_drops_no_packet_while_fewer_than_two_wait() {
    let mut bench = red(&[("ns2_guards", Switch(true))]).holding("A");
    bench.force_avg(99.0).arrive("C", []);
    assert_eq!(flows(&bench), "AC");
    bench.force_avg(99.0).arrive("D", []);
    assert_eq!(bench.drops(), [("D", Reason::Forced)]);
}

#[test]
fn ecn_marks_replace_early_drops() {
    let mut bench = red(&[("ecn", Switch(true))]).holding("AB");
    bench.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
    bench.force_avg(10.0).arrive("D", [Unit(0.0)]);
    assert_eq!(bench.log.marks, [Reason::MarkEarly]);
    assert_eq!(bench.drops(), [("D", Reason::Early)]);
    assert_eq!(flows(&bench), "ABC");
}

#[test]
fn with_ecn_packets_are_dropped_above_the_maximum_by_default() {
    let mut bench = red(&[("ecn", Switch(true))]).holding("AB");
    bench.force_avg(15.0).arrive_ect("C", []);
    assert_eq!(bench.drops(), [("C", Reason::Forced)]);
    let mut bench = red(&[("ecn", Switch(true)), ("ecn_harddrop", Switch(false))]).holding("AB");
    bench.force_avg(15.0).arrive_ect("C", []);
    assert_eq!((bench.log.marks.as_slice(), flows(&bench)), (&[Reason::MarkForced][..], "ABC".into()));
}

#[test]
fn with_ecn_packets_are_dropped_above_the_marking_limit() {
    let mut bench = red(&[("ecn", Switch(true)), ("ecn_mark_max_p", Real(0.009))]).holding("AB");
    bench.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
    assert_eq!(bench.drops(), [("C", Reason::Early)]);
}

#[test]
fn a_packet_that_overflows_is_not_marked() {
    let mut bench = red(&[("ecn", Switch(true)), ("limit", Integer(2))]).holding("AB");
    bench.force_avg(10.0).arrive_ect("C", [Unit(0.0)]);
    assert_eq!(bench.log.marks, []);
    assert_eq!(bench.drops(), [("C", Reason::Overflow)]);
}

#[test]
fn new_parameters_keep_the_average_and_the_count() {
    let mut bench = red(&[]).holding("ABCD");
    bench.force_avg(10.0).arrive("E", [Unit(0.9)]);
    let settings = Settings::defaults(&ABOUT).with("limit", Integer(3));
    let params = Red::params(&settings, &LINK).expect("consistent");
    let mut cx = Context { now: bench.now, chance: &mut Stream::named(1, "unused"), tracer: &mut bench.log };
    bench.discipline.reconfigure(params, &mut cx);
    assert_eq!(flows(&bench), "ABC");
    assert_eq!(bench.drops(), [("E", Reason::Overflow), ("D", Reason::Overflow)]);
    assert_eq!(bench.gauges(), [10.0, 0.0, 0.01]);
}

#[test]
fn thresholds_in_the_wrong_order_are_refused() {
    let settings = Settings::defaults(&ABOUT).with("min_th", Real(15.0));
    let problem = Red::params(&settings, &LINK).expect_err("15 is not above 15");
    assert_eq!((problem.param.as_str(), problem.problem.as_str()), ("max_th", "15 is not above min_th (15)"));
}

#[test]
fn the_automatic_thresholds_follow_from_the_link_as_in_ns2() {
    let curve = |capacity_bps| {
        let settings = Settings::defaults(&ABOUT).with("thresholds_auto", Switch(true));
        let link = LinkFacts { capacity_bps, ..LINK };
        let curve = Red::params(&settings, &link).expect("consistent").curve;
        (curve.min_th, curve.max_th)
    };
    assert_eq!(curve(1_000_000), (5.0, 15.0));
    assert_eq!(curve(100_000_000), (31.25, 93.75)); // 12,500 packets a second
}
