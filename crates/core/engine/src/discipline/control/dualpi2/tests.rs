use super::*;
use crate::base::rng::Draw::Unit;
use crate::discipline::about::ParamValue::{self, Choice, Integer, Real, Switch};
use crate::discipline::bench::{Bench, LINK, queues_of};

fn dualpi2(values: &[(&'static str, ParamValue)]) -> Bench<DualPi2> {
    Bench::new(&[&[("limit", Integer(100))], values].concat())
}

fn assert_close(measured: f64, expected: f64) {
    assert!((measured - expected).abs() < 5e-7, "{measured} is not {expected}");
}

#[test]
fn one_controller_gives_both_probabilities() {
    let mut bench = dualpi2(&[]);
    let expected = [
        (0.0312, 0.000_973, 0.0624),
        (0.064, 0.004_096, 0.128),
        (0.0648, 0.004_199, 0.1296),
        (0.03872, 0.001_499, 0.07744),
        (0.0, 0.0, 0.0),
    ];
    for (delay_ms, (base, classic, l4s)) in [10.0, 20.0, 20.0, 12.0, 0.0].into_iter().zip(expected) {
        update(&mut bench, delay_ms / 1000.0);
        let gauges = bench.gauges();
        assert_close(gauges[0], base);
        assert_close(gauges[1], classic);
        assert_close(gauges[2], l4s);
    }
}

#[test]
fn the_ramp_rises_over_its_range_and_the_step_rises_at_once() {
    let native = |marking, stay_us: u64, waiting| {
        let bench = dualpi2(&[("l4s_marking", Choice(marking))]);
        bench.discipline.params.native(Span::from_nanos(1000 * stay_us), waiting)
    };
    for (stay_us, expected) in [(700, 0.0), (800, 0.0), (1000, 0.5), (1200, 1.0), (1300, 1.0)] {
        assert_close(native("ramp", stay_us, 2000), expected);
        assert_close(native("ramp", stay_us, 1000), 0.0);
    }
    assert_eq!((native("step", 1000, 1000), native("step", 1001, 1000)), (0.0, 1.0));
}

/// A queue with these packets of 1500 bytes, on a link whose usual packet has that size.
fn of_1500(letters: &str) -> Bench<DualPi2> {
    let mut bench = dualpi2(&[]);
    let settings = Settings::defaults(&ABOUT);
    let link = LinkFacts { packet_bytes: 1500, ..LINK };
    bench.discipline = DualPi2::new(DualPi2::params(&settings, &link).expect("consistent"));
    for letter in letters.chars() {
        let ecn = if letter == 'L' { Ecn::Ect1 } else { Ecn::NotEct };
        bench.arrive_with(&letter.to_string(), 1500, ecn, []);
    }
    bench
}

#[test]
fn one_of_ten_sent_packets_is_classic_while_both_queues_have_packets() {
    let mut bench = of_1500(&("L".repeat(40) + &"C".repeat(20)));
    assert_eq!(bench.discipline.credit, -120_000);
    let sent: String = (0..30).filter_map(|_| bench.depart()).collect();
    assert_eq!(sent, "LLLLLLLLLC".repeat(3));
    assert_eq!(bench.discipline.credit, -120_000);
}

#[test]
fn a_queue_alone_has_the_whole_link_and_no_debt() {
    let mut bench = of_1500("CC");
    bench.depart();
    assert_eq!(bench.discipline.credit, -120_000);
    let mut bench = of_1500("LLLCL");
    bench.depart();
    assert_eq!(bench.discipline.credit, -105_000);
    let sent: String = std::iter::from_fn(|| bench.depart()).collect();
    assert_eq!(
        (sent.as_str(), bench.discipline.credit),
        ("LLLC", -120_000),
        "while both queues are empty there is no debt"
    );
}

#[test]
fn packets_with_ect_1_or_ce_are_l4s_packets() {
    let mut bench = dualpi2(&[]);
    for (letter, ecn) in [("A", Ecn::NotEct), ("B", Ecn::Ect0), ("C", Ecn::Ect1), ("D", Ecn::Ce)] {
        bench.arrive_with(letter, 1000, ecn, []);
    }
    assert_eq!(queues_of(&bench), ["CD", "AB"]);
}

#[test]
fn the_time_shift_lets_l4s_packets_overtake_slightly_older_classic_ones() {
    for (shift_ms, first) in [(40.0, "L"), (20.0, "C")] {
        let shift = ("shift_s", Real(shift_ms / 1000.0));
        let mut bench = dualpi2(&[("scheduler", Choice("time_shifted")), shift]).holding("C");
        bench.now = SimTime::from_secs(0.03);
        bench.arrive_with("L", 1000, Ecn::Ect1, []);
        assert_eq!(bench.depart().as_deref(), Some(first));
    }
}

/// Two queues of three packets each, with a controller whose p' has this value.
fn busy(probability: f64, classic: Ecn, more: &[(&'static str, ParamValue)]) -> Bench<DualPi2> {
    let mut bench = dualpi2(more);
    for letter in ["C", "D", "E"] {
        bench.arrive_with(letter, 1000, classic, []);
    }
    for letter in ["L", "M", "N"] {
        bench.arrive_with(letter, 1000, Ecn::Ect1, []);
    }
    bench.discipline.controller.probability = probability;
    bench
}

/// The queues of [`busy`] at the time when the classic queue is served next.
fn classic_turn(probability: f64, classic: Ecn, more: &[(&'static str, ParamValue)]) -> Bench<DualPi2> {
    let mut bench = busy(probability, classic, more);
    bench.discipline.credit = 1;
    bench
}

#[test]
fn classic_packets_are_signalled_with_the_square_of_p() {
    let mut bench = classic_turn(0.3, Ecn::NotEct, &[]);
    assert_eq!(bench.depart_drawing([Unit(0.089), Unit(0.091)]).as_deref(), Some("D"));
    assert_eq!(bench.drops(), [("C", Reason::Early)]);
    let mut bench = classic_turn(0.3, Ecn::Ect0, &[]);
    assert_eq!(bench.depart_drawing([Unit(0.089)]).as_deref(), Some("C"));
    assert_eq!((bench.drops(), bench.log.marks), (vec![], vec![Reason::MarkEarly]));
}

#[test]
fn l4s_packets_are_marked_by_the_coupling_or_by_the_step() {
    let mut bench = busy(0.3, Ecn::NotEct, &[]);
    bench.depart_drawing([Unit(0.599)]);
    bench.depart_drawing([Unit(0.601)]);
    bench.now = SimTime::from_secs(0.002);
    bench.depart_drawing([]);
    assert_eq!((bench.drops(), bench.log.marks), (vec![], vec![Reason::MarkEarly, Reason::MarkSojourn]));
}

#[test]
fn when_every_l4s_packet_would_be_marked_both_queues_drop() {
    for (probability, marks, drops) in [(0.499, 1, 0), (0.5, 0, 1)] {
        let mut bench = classic_turn(probability, Ecn::Ect0, &[]);
        bench.depart_drawing(if drops == 1 { vec![Unit(0.2), Unit(0.9)] } else { vec![Unit(0.2)] });
        assert_eq!((bench.log.marks.len(), bench.drops().len()), (marks, drops), "p' = {probability}");
        assert!(bench.drops().iter().all(|drop| *drop == ("C", Reason::Overload)));
    }
    let mut bench = busy(0.5, Ecn::NotEct, &[]);
    assert_eq!(bench.depart_drawing([Unit(0.249), Unit(0.251)]).as_deref(), Some("M"));
    assert_eq!((bench.drops(), bench.log.marks), (vec![("L", Reason::Overload)], vec![Reason::MarkEarly]));
}

#[test]
fn with_fewer_than_two_packets_only_the_step_counts() {
    let mut bench = dualpi2(&[]).holding("C");
    bench.discipline.controller.probability = 1.0;
    assert_eq!(bench.depart().as_deref(), Some("C"));
    bench.arrive_with("L", 1000, Ecn::Ect1, []);
    bench.now = SimTime::from_secs(0.01);
    assert_eq!(bench.depart().as_deref(), Some("L"));
    assert_eq!(bench.log.marks, [Reason::MarkSojourn]);
}

#[test]
fn an_evenly_spaced_signal_is_given_when_the_sum_exceeds_one() {
    let mut bench = busy(0.25, Ecn::NotEct, &[("derandomize", Switch(true))]);
    let mut marked = Vec::new();
    for _ in 0..4 {
        bench.depart();
        marked.push(bench.log.marks.len());
    }
    // Each L4S packet adds its mark probability k·p' = 0.5 to the sum, and is marked if the sum then exceeds 1 (`recur`
    // of RFC 9332, Figure 5). The sum is 1 at the second packet and 1.5 at the third, which is marked.
    assert_eq!(marked[..3], [0, 0, 1], "{marked:?}");
}

/// Makes the controller update once with this delay of the classic queue.
fn update(bench: &mut Bench<DualPi2>, delay_s: f64) {
    let DualPi2 { controller, params, .. } = &mut bench.discipline;
    controller.update(&params.law, delay_s);
}

#[test]
fn the_gains_of_the_rfc_give_its_probabilities() {
    let rfc = ABOUT.param_sets.iter().find(|set| set.id == "rfc-9332").unwrap();
    let mut bench = dualpi2(rfc.values);
    // The expected values follow from the code of the RFC's Figure 6 with the gains of its Figure 2. Delays of the
    // classic queue are in ms.
    let expected = [(10.0, 0.029_25), (20.0, 0.06), (20.0, 0.060_75), (12.0, 0.036_3), (0.0, 0.0)];
    for (delay_ms, base) in expected {
        update(&mut bench, delay_ms / 1000.0);
        assert_close(bench.gauges()[0], base);
    }
    // One packet that arrived at 24 ms stays in the queue. The gains are those of the RFC's text, for an update every
    // 16 ms.
    let text = [("alpha", Real(0.16)), ("beta", Real(3.2)), ("update_s", Real(0.016))];
    let mut bench = dualpi2(&text);
    let expected = [0.0, 0.024_48, 0.077_12, 0.132_32, 0.190_08, 0.250_40, 0.313_28, 0.378_72, 0.446_72, 0.517_28];
    for (tick, base) in (1..).zip(expected) {
        let delay_s: f64 = (0.016 * f64::from(tick) - 0.024_f64).max(0.0);
        update(&mut bench, delay_s);
        assert_close(bench.gauges()[0], base);
    }
}

#[test]
fn the_controller_uses_the_classic_or_the_larger_delay() {
    for (of, expected) in [("classic", 0.0), ("larger", 0.032)] {
        let mut bench = dualpi2(&[("delay_of", Choice(of))]);
        bench.arrive_with("L", 1000, Ecn::Ect1, []);
        bench.now = SimTime::from_secs(0.032);
        bench.wake();
        assert_eq!(bench.gauges()[3], expected);
        assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(0.048)));
    }
}

#[test]
fn a_smaller_buffer_drops_the_newest_classic_packets_first() {
    let mut bench = busy(0.0, Ecn::NotEct, &[]);
    bench.reconfigure(&[("limit", Integer(2))]);
    assert_eq!(queues_of(&bench), ["LM", ""]);
    assert_eq!(bench.drops().first(), Some(&("E", Reason::Overflow)));
}
