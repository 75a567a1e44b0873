use super::*;
use crate::base::rng::Draw::Unit;
use crate::base::rng::Stream;
use crate::discipline::about::ParamValue::{self, Integer, Real};
use crate::discipline::bench::{Bench, ForceAverage, LINK, flows};

impl ForceAverage for RedPd {
    fn force_average(&mut self, value: f64) {
        self.core.force_average(value);
    }
}

const U: FlowId = FlowId('U' as u32);

fn rule() -> Rule {
    RedPd::params(&Settings::defaults(&ABOUT), &LINK).expect("consistent").rule
}

/// A queue in which the flow U has been monitored with this probability for a long time.
fn monitoring(letters: &str, p: f64, values: &[(&'static str, ParamValue)]) -> Bench<RedPd> {
    let mut bench = Bench::<RedPd>::new(values).holding(letters);
    bench.discipline.monitored.push(Monitored { flow: U, p, count: 0, set_at: SimTime::ZERO, intervals: 99 });
    bench.now = SimTime::from_secs(10.0);
    bench
}

/// Ends an interval in which 100 packets of 1000 bytes reached RED; `lost` gives the number of packets that each flow
/// lost.
fn end_interval(bench: &mut Bench<RedPd>, lost: &[(FlowId, u32)]) {
    for &(flow, packets) in lost {
        (0..packets).for_each(|_| bench.discipline.history.record(flow, 1000));
        bench.discipline.dropped_bytes += u64::from(packets) * 1000;
    }
    bench.discipline.arrived_bytes = 100_000;
    bench.now += Span::from_millis(400);
    let mut cx = Context { now: bench.now, chance: &mut Stream::named(0, "unused"), tracer: &mut bench.log };
    bench.discipline.on_timer(&mut cx);
}

fn p_of(bench: &Bench<RedPd>, flow: FlowId) -> Option<f64> {
    bench.discipline.rank(flow).ok().map(|rank| bench.discipline.monitored[rank].p)
}

fn assert_close(measured: Option<f64>, expected: f64) {
    assert!(measured.is_some_and(|measured| (measured - expected).abs() < 1e-12), "{measured:?} is not {expected}");
}

#[test]
fn an_interval_is_three_fifths_of_the_time_per_loss_of_a_target_connection() {
    for (drop_rate, expected_s) in
        [(0.0, 0.4), (0.002, 0.4), (0.01, 0.195959), (0.02, 0.138564), (0.05, 0.087636), (0.1, 0.08)]
    {
        let interval_s = rule().interval(drop_rate).secs();
        assert!((interval_s - expected_s).abs() < 1e-6, "at {drop_rate}: {interval_s}");
    }
}

#[test]
fn a_connection_sends_less_the_longer_its_round_trip_and_the_more_it_loses() {
    assert!((tcp_friendly_rate(0.04, 0.01) - 306.186).abs() < 1e-3);
}

#[test]
fn the_intervals_follow_the_averaged_drop_rate() {
    let mut bench = Bench::<RedPd>::new(&[]);
    assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(0.4)));
    for (lost, average) in [(2, 0.02), (0, 0.01), (1, 0.01)] {
        end_interval(&mut bench, &[(U, lost)]);
        assert_close(bench.discipline.drop_rate, average);
        assert_eq!(bench.discipline.ends_at, bench.now + rule().interval(average));
    }
}

#[test]
fn a_flow_in_three_of_five_lists_is_monitored() {
    let mut bench = Bench::<RedPd>::new(&[]);
    for lost in [2, 0, 2] {
        end_interval(&mut bench, &[(U, lost)]);
        assert_eq!(p_of(&bench, U), None);
    }
    end_interval(&mut bench, &[(U, 2)]);
    // The averaged drop rate after each of the four intervals is 0.02, 0.01, 0.015 and 0.0175. U is the only regular
    // flow, so the whole rate is charged to U.
    assert_close(p_of(&bench, U), 0.0175);
}

#[test]
fn a_flow_with_more_losses_is_charged_more_but_at_most_twice_the_drop_rate() {
    let (v, w) = (FlowId(1), FlowId(2));
    let mut bench = Bench::<RedPd>::new(&[]);
    for _ in 0..3 {
        end_interval(&mut bench, &[(U, 7), (v, 2), (w, 1)]);
    }
    assert_close(p_of(&bench, U), 0.2);
    assert_close(p_of(&bench, v), 0.06);
    assert_close(p_of(&bench, w), 0.03);

    let mut bench = Bench::<RedPd>::new(&[]);
    (0..3).for_each(|_| end_interval(&mut bench, &[(U, 60)]));
    assert_close(p_of(&bench, U), 0.5);
}

#[test]
fn at_a_low_drop_rate_no_probability_is_raised() {
    let mut bench = Bench::<RedPd>::new(&[("min_drop_rate", Real(0.02))]);
    (0..4).for_each(|_| end_interval(&mut bench, &[(U, 2)]));
    assert_eq!(p_of(&bench, U), None);
}

#[test]
fn the_probability_of_a_regular_flow_grows_by_its_charge_or_doubles() {
    for (before, lost, after) in [(0.02, 1, 0.03), (0.02, 5, 0.04), (0.6, 70, 0.8), (0.3, 40, 0.6)] {
        let mut bench = monitoring("", before, &[("regular", Integer(1))]);
        end_interval(&mut bench, &[(U, lost)]);
        assert_close(p_of(&bench, U), after);
    }
}

#[test]
fn the_probability_of_a_flow_is_raised_every_fourth_interval() {
    let mut bench = monitoring("", 0.02, &[("regular", Integer(1))]);
    let steps: Vec<_> = (0..9)
        .map(|_| {
            end_interval(&mut bench, &[(U, 1)]);
            (p_of(&bench, U).expect("monitored") * 1000.0).round()
        })
        .collect();
    assert_eq!(steps, [30.0, 30.0, 30.0, 30.0, 40.0, 40.0, 40.0, 40.0, 50.0]);
}

#[test]
fn the_probability_of_a_flow_without_losses_in_the_interval_is_not_raised() {
    let mut bench = monitoring("", 0.02, &[("regular", Integer(1))]);
    bench.discipline.history.record(U, 1000);
    bench.discipline.history.close(5, 50);
    end_interval(&mut bench, &[(FlowId(1), 5)]);
    assert_close(p_of(&bench, U), 0.02);
}

#[test]
fn the_probability_of_a_flow_in_no_list_is_lowered_until_its_release() {
    let mut bench = monitoring("", 0.2, &[]);
    let mut steps = vec![0.2];
    for _ in 0..40 {
        end_interval(&mut bench, &[]);
        if let Some(p) = p_of(&bench, U)
            && steps.last() != Some(&p)
        {
            steps.push(p);
        }
    }
    let expected = [0.2, 0.15, 0.1, 0.05, 0.025, 0.0125, 0.00625, 0.003125];
    assert_eq!(steps.len(), expected.len(), "{steps:?}");
    assert!(steps.iter().zip(expected).all(|(p, expected)| (p - expected).abs() < 1e-12), "{steps:?}");
    assert_eq!(p_of(&bench, U), None);
}

#[test]
fn the_probability_of_a_flow_that_is_still_listed_is_not_lowered() {
    let mut bench = monitoring("", 0.2, &[]);
    end_interval(&mut bench, &[(U, 1)]);
    (0..4).for_each(|_| end_interval(&mut bench, &[]));
    assert_close(p_of(&bench, U), 0.2);
    end_interval(&mut bench, &[]);
    assert_close(p_of(&bench, U), 0.15);
}

#[test]
fn drops_of_the_filter_do_not_enter_the_history() {
    let mut bench = monitoring("AB", 0.5, &[]);
    bench.force_avg(50.0).arrive("A", [Unit(0.9)]);
    bench.arrive("U", [Unit(0.49)]);
    assert_eq!((bench.drops(), flows(&bench).as_str()), (vec![("U", Reason::Penalty)], "ABA"));
    assert_eq!((bench.discipline.history.suspects().len(), bench.discipline.dropped_bytes), (0, 0));
    assert_eq!(bench.discipline.arrived_bytes, 3000);
}

#[test]
fn penalties_are_spaced_like_reds_drops() {
    let mut bench = monitoring("AB", 0.25, &[]);
    bench.force_avg(40.0).arrive("A", []);
    for (u, is_dropped) in [(0.25, false), (0.33, true), (0.25, false), (0.34, false), (0.5, false)] {
        let before = bench.drops().len();
        bench.force_avg(40.0).arrive("U", [Unit(u)]);
        assert_eq!(bench.drops().len() > before, is_dropped, "u = {u}");
    }
    // After three admitted packets the drop of the fourth is certain.
    bench.force_avg(40.0).arrive("U", []);
    assert_eq!(bench.drops(), [("U", Reason::Penalty), ("U", Reason::Penalty)]);
}

#[test]
fn no_flow_is_filtered_while_the_queue_is_short() {
    let mut bench = monitoring("A", 1.0, &[]);
    bench.force_avg(50.0).arrive("B", [Unit(0.9)]);
    bench.depart();
    bench.force_avg(40.0).arrive("U", []);
    assert_eq!((flows(&bench).as_str(), bench.drops()), ("BU", vec![]));
    bench.arrive("U", []);
    assert_eq!(bench.drops(), [("U", Reason::Penalty)]);

    let mut bench = monitoring("AB", 1.0, &[]);
    bench.force_avg(39.0).arrive("U", []);
    bench.arrive("U", []);
    assert_eq!((flows(&bench).as_str(), bench.drops()), ("ABUU", vec![]));
}

#[test]
fn every_drop_and_mark_of_red_is_listed() {
    let mut bench = Bench::<RedPd>::new(&[("ecn", ParamValue::Switch(true)), ("limit", Integer(3))]).holding("AB");
    bench.force_avg(50.0).arrive_ect("V", [Unit(0.01)]);
    bench.force_avg(50.0).arrive("W", [Unit(0.01)]);
    bench.force_avg(80.0).arrive("X", []);
    bench.force_avg(30.0).arrive("Y", []);
    let lost = bench.discipline.history.close(5, 50);
    assert_eq!(lost.iter().map(|&(flow, _)| flow.0).collect::<Vec<_>>(), [86, 87, 88, 89]);
    assert_eq!((bench.discipline.dropped_bytes, bench.discipline.arrived_bytes), (4000, 6000));
}

#[test]
fn more_regular_intervals_than_lists_are_refused() {
    let settings = Settings::defaults(&ABOUT).with("lists", Integer(2));
    let problem = RedPd::params(&settings, &LINK).expect_err("3 of 2");
    assert_eq!((problem.param.as_str(), problem.problem.as_str()), ("regular", "3 is more than there are lists (2)"));
}

#[test]
fn a_shorter_round_trip_does_not_wait_for_the_end_of_a_long_interval() {
    let mut bench = Bench::<RedPd>::new(&[]);
    let settings = Settings::defaults(&ABOUT).with("target_rtt_s", Real(0.01));
    let params = RedPd::params(&settings, &LINK).expect("consistent");
    let mut cx = Context { now: bench.now, chance: &mut Stream::named(1, "unused"), tracer: &mut bench.log };
    bench.discipline.reconfigure(params, &mut cx);
    assert_eq!(bench.discipline.next_timer(), Some(SimTime::from_secs(0.1)));
}
