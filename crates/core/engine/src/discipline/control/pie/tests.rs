use super::*;
use crate::base::rng::Draw::Unit;
use crate::base::time::Span;
use crate::discipline::about::ParamValue::{Choice, Integer, Real, Switch};
use crate::discipline::bench::{Bench, flows};

/// A controller with this probability and with this delay \[ms\] at the last update.
fn controller(probability: f64, before_ms: f64, more: &[(&'static str, ParamValue)]) -> Pie {
    let mut it = Bench::<Pie>::new(more).discipline;
    (it.controller.probability, it.controller.delay_s) = (probability, before_ms / 1000.0);
    it
}

fn assert_close(measured: f64, expected: f64) {
    assert!((measured - expected).abs() < expected * 1e-6, "{measured} is not {expected}");
}

#[test]
fn the_probability_follows_the_delay_in_steps_that_grow_with_it() {
    let mut it = controller(0.0, 0.0, &[]);
    let expected = [5.798_340e-6, 3.143_311e-5, 3.631_592e-5, 1.486_206e-4, 2.072_144e-4];
    for (delay_ms, expected) in [10.0, 20.0, 20.0, 30.0, 30.0].into_iter().zip(expected) {
        it.controller.update(&it.params.law, delay_ms / 1000.0, 0);
        assert_close(it.controller.probability, expected);
    }
}

#[test]
fn large_steps_are_capped_and_the_probability_decays_without_congestion() {
    let after = |probability, before_ms, delay_ms: f64| {
        let mut it = controller(probability, before_ms, &[]);
        it.controller.update(&it.params.law, delay_ms / 1000.0, 0);
        it.controller.probability
    };
    assert_close(after(0.05, 20.0, 30.0), 0.057_187_5);
    assert_close(after(0.2, 20.0, 60.0), 0.22);
    assert_close(after(0.01, 0.0, 0.0), 0.008_881_25);
}

#[test]
fn linux_raises_faster_above_a_quarter_of_a_second_and_decays_more_slowly() {
    let linux = [("pie_variant", Choice("linux"))];
    let mut it = controller(0.2, 260.0, &linux);
    it.controller.update(&it.params.law, 0.26, 0);
    assert_close(it.controller.probability, 0.2 + 0.02 + 0.02);
    let mut it = controller(0.01, 0.0, &linux);
    it.controller.update(&it.params.law, 0.0, 0);
    assert_close(it.controller.probability, (0.01 - 0.000_937_5) * (1.0 - 1.0 / 64.0));
}

/// Packet A waits for 20 ms and leaves the queue empty. Then packet B arrives, and the controller updates.
#[test]
fn in_linux_the_last_packet_of_a_queue_has_no_delay_and_causes_no_decay() {
    for (variant, delay_s, probability) in [
        ("rfc", 0.02, 0.01 + (0.125 * 0.005 + 1.25 * 0.02) / 2.0),
        // The change is α·(0 − target), scaled by 1/2, without the decay by 1/64.
        ("linux", 0.0, 0.01 - 0.125 * 0.015 / 2.0),
    ] {
        let mut bench = Bench::<Pie>::new(&[("pie_variant", Choice(variant))]).holding("A");
        bench.discipline.controller.probability = 0.01;
        bench.now = SimTime::from_secs(0.02);
        bench.depart();
        bench.arrive("B", []);
        assert_eq!(bench.discipline.measure(), delay_s, "{variant}");
        let it = &mut bench.discipline;
        it.controller.update(&it.params.law, delay_s, 1000);
        assert_close(it.controller.probability, probability);
    }
}

#[test]
fn in_linux_one_update_without_congestion_restores_the_allowance() {
    for (variant, expected_ms) in [("rfc", 0), ("linux", 150)] {
        let mut it = controller(0.0, 30.0, &[("pie_variant", Choice(variant))]);
        it.controller.burst = Span::ZERO;
        it.controller.update(&it.params.law, 0.0, 0);
        assert_eq!(it.controller.burst, Span::from_millis(expected_ms), "{variant}");
    }
}

#[test]
fn the_burst_allowance_runs_out_and_returns_without_congestion() {
    let mut it = controller(0.0, 0.0, &[]);
    for _ in 0..9 {
        it.controller.update(&it.params.law, 0.03, 0);
    }
    assert_eq!(it.controller.burst, Span::from_millis(15));
    it.controller.update(&it.params.law, 0.03, 0);
    assert_eq!(it.controller.burst, Span::ZERO);
    it.controller.probability = 0.0;
    it.controller.update(&it.params.law, 0.0, 0);
    assert_eq!(it.controller.burst, Span::ZERO, "the previous delay was long");
    it.controller.update(&it.params.law, 0.0, 0);
    assert_eq!(it.controller.burst, Span::from_millis(150));
}

/// Ten packets wait, the burst allowance is used up, and the delay is long. PIE's drop probability is set to
/// `probability`.
fn busy(probability: f64, more: &[(&'static str, ParamValue)]) -> Bench<Pie> {
    let mut bench = Bench::<Pie>::new(more).holding("AAAAAAAAAA");
    let it = &mut bench.discipline.controller;
    (it.probability, it.delay_s, it.burst) = (probability, 0.05, Span::ZERO);
    bench
}

#[test]
fn ecn_capable_packets_are_marked_up_to_the_limit() {
    let mut bench = busy(0.1, &[]);
    bench.arrive_ect("B", [Unit(0.05)]);
    bench.arrive("C", [Unit(0.05)]);
    bench.arrive("D", [Unit(0.15)]);
    bench.discipline.controller.probability = 0.11;
    bench.arrive_ect("E", [Unit(0.05)]);
    assert_eq!(bench.log.marks, [Reason::MarkEarly]);
    assert_eq!(bench.drops(), [("C", Reason::Early), ("E", Reason::Overload)]);
    assert!(flows(&bench).ends_with("BD"));
}

#[test]
fn arrivals_are_spared_in_a_burst_without_congestion_and_with_two_packets_waiting() {
    let mut bench = busy(0.19, &[]);
    bench.discipline.controller.burst = Span::from_millis(1);
    bench.arrive("B", []);
    bench.discipline.controller.burst = Span::ZERO;
    bench.discipline.controller.delay_s = 0.0074;
    bench.arrive("C", []);
    bench.discipline.controller.probability = 0.2;
    bench.arrive("D", [Unit(0.1)]);
    assert_eq!(bench.drops(), [("D", Reason::Early)]);

    let mut bench = Bench::<Pie>::new(&[]).holding("AA");
    (bench.discipline.controller.probability, bench.discipline.controller.burst) = (1.0, Span::ZERO);
    bench.arrive("B", []);
    bench.arrive("C", []);
    assert_eq!(bench.drops(), [("C", Reason::Early)]);
}

#[test]
fn spaced_drops_wait_for_the_sum_of_probabilities_and_have_a_bound() {
    let mut bench = busy(0.5, &[("derandomize", Switch(true)), ("limit", Integer(100))]);
    bench.arrive("B", []);
    bench.arrive("C", [Unit(0.4)]);
    assert_eq!(bench.drops(), [("C", Reason::Early)]);
    bench.arrive("D", []);
    for _ in 0..15 {
        bench.arrive("D", [Unit(0.9)]);
    }
    bench.arrive("E", []);
    assert_eq!(
        bench.drops().last(),
        Some(&("E", Reason::Early)),
        "the seventeenth probability of one half makes the sum 8.5"
    );
}

#[test]
fn the_delay_is_measured_at_the_last_packet_or_from_the_backlog() {
    let delay = |from| {
        let mut bench = Bench::<Pie>::new(&[("delay_from", Choice(from))]).holding("AAA");
        bench.now = SimTime::from_secs(0.5);
        bench.depart();
        let waiting = bench.discipline.measure();
        bench.depart();
        bench.depart();
        (waiting, bench.discipline.measure())
    };
    assert_eq!(delay("timestamp"), (0.5, 0.0));
    assert_eq!(delay("backlog"), (0.016, 0.0));
}

#[test]
fn linux_spares_arrivals_by_the_present_delay() {
    let mut bench = busy(0.1, &[("pie_variant", Choice("linux"))]);
    bench.arrive("B", []);
    bench.now = SimTime::from_secs(1.0);
    bench.depart();
    bench.arrive("C", [Unit(0.05)]);
    assert_eq!(bench.drops(), [("C", Reason::Early)]);
}

#[test]
fn the_controller_updates_every_period() {
    let mut bench = Bench::<Pie>::new(&[("update_s", Real(0.01))]);
    assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_nanos(10_000_000)));
    bench.now = SimTime::from_nanos(10_000_000);
    bench.wake();
    assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_nanos(20_000_000)));
}
