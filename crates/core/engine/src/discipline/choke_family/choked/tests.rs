use super::*;
use crate::base::rng::Draw::{Index, Unit};
use crate::base::rng::Stream;
use crate::discipline::Discipline;
use crate::discipline::bench::{Bench, LINK, flows};
use crate::discipline::reason::Reason;
use ParamValue::{Choice, Integer, Real, Switch};

fn choked(values: &[(&'static str, ParamValue)]) -> Bench<Choked> {
    Bench::new(values)
}

const NARROW: [(&str, ParamValue); 2] = [("min_th", Real(5.0)), ("max_th", Real(15.0))];

/// The queue of the worked examples: five packets in the front half and five in the rear half, so that D_r is 2 and D_f
/// is 1.
fn ten_waiting(more: &[(&'static str, ParamValue)]) -> Bench<Choked> {
    choked(&[&NARROW, more].concat()).holding("ABCUA BUCUA")
}

fn victims(bench: &Bench<Choked>) -> usize {
    bench.drops().iter().filter(|(_, reason)| *reason == Reason::MatchVictim).count()
}

#[test]
fn the_drawing_factor_steps_up_with_the_queue() {
    let check = |buffer: usize, thresholds: Range<f64>, steps: &[(usize, (usize, usize))]| {
        let factor = DrawingFactor::new(buffer, thresholds, Rounding::HalfUp);
        for &(waiting, expected) in steps {
            assert_eq!(factor.draws(waiting), expected, "buffer {buffer}, {waiting} waiting");
        }
    };
    check(
        100,
        40.0..80.0,
        &[
            (0, (0, 0)),
            (9, (0, 0)),
            (10, (1, 1)),
            (11, (1, 1)),
            (27, (1, 1)),
            (28, (2, 1)),
            (46, (2, 1)),
            (47, (3, 2)),
            (64, (3, 2)),
            (65, (4, 2)),
            (82, (4, 2)),
            (83, (5, 3)),
            (100, (5, 3)),
        ],
    );
    check(300, 40.0..80.0, &[(150, (11, 6)), (300, (23, 12))]);
    check(500, 40.0..80.0, &[(250, (22, 11)), (500, (45, 23))]);
    check(50, 40.0..80.0, &[(20, (1, 1)), (50, (2, 1))]);
    check(100, 5.0..15.0, &[(1, (0, 0)), (3, (1, 1)), (7, (2, 1)), (10, (2, 1)), (20, (4, 2)), (25, (5, 3))]);
}

#[test]
fn the_example_of_the_thesis_draws_five_and_three() {
    let factor = DrawingFactor::new(100, 40.0..80.0, Rounding::HalfUp);
    let raw = 83.0 * factor.root / factor.divisor;
    assert!((raw - 4.505_805_2).abs() < 1e-7, "{raw}");
    assert_eq!(factor.draws(83), (5, 3));
}

#[test]
fn the_rounding_can_be_chosen() {
    let draws = |rounding| DrawingFactor::new(100, 40.0..80.0, rounding).draws(83);
    assert_eq!(draws(Rounding::HalfEven), (5, 2));
    assert_eq!(draws(Rounding::Floor), (4, 2));
    assert_eq!(draws(Rounding::Ceil), (5, 3));
}

#[test]
fn after_a_rear_match_the_front_is_not_searched() {
    let mut bench = ten_waiting(&[]);
    bench.force_avg(10.0).arrive("U", [Index(5, 1), Index(4, 2)]);
    assert_eq!(bench.log.draws, [(6, true), (8, true)]);
    assert_eq!((victims(&bench), flows(&bench)), (2, "ABCUABCA".into()));
    assert_eq!(bench.drops().last(), Some(&("U", Reason::MatchArriving)));
}

#[test]
fn after_a_rear_miss_the_front_is_searched() {
    let mut bench = ten_waiting(&[]);
    bench.force_avg(10.0).arrive("U", [Index(5, 0), Index(4, 1), Index(5, 3)]);
    assert_eq!(bench.log.draws, [(5, false), (7, false), (3, true)]);
    assert_eq!((victims(&bench), flows(&bench)), (1, "ABCABUCUA".into()));
}

#[test]
fn if_neither_half_matches_red_decides() {
    let misses = [Index(5, 0), Index(4, 0), Index(5, 0)];
    let mut bench = ten_waiting(&[]);
    bench.force_avg(10.0).arrive("Z", [misses[0], misses[1], misses[2], Unit(0.04)]);
    assert_eq!(bench.drops(), [("Z", Reason::Early)]);
    assert_eq!(bench.gauges()[1..3], [0.0, 0.1 * 5.0 / 10.0]);

    let mut bench = ten_waiting(&[("choked_miss", Choice("admit"))]);
    bench.force_avg(10.0).arrive("Z", misses);
    assert_eq!(flows(&bench), "ABCUABUCUAZ");
}

#[test]
fn from_the_maximum_on_every_arrival_is_dropped_without_a_draw() {
    let mut bench = ten_waiting(&[]);
    bench.force_avg(16.0).arrive("U", []);
    assert_eq!(bench.drops(), [("U", Reason::Forced)]);
    assert_eq!(bench.log.draws, []);
}

#[test]
fn with_comparisons_above_the_maximum_a_miss_is_still_dropped() {
    let mut bench = ten_waiting(&[("match_above_max", Switch(true)), ("choked_miss", Choice("admit"))]);
    bench.force_avg(16.0).arrive("U", [Index(5, 1), Index(4, 0)]);
    assert_eq!(victims(&bench), 1);
    bench.force_avg(16.0).arrive("Z", [Index(5, 0), Index(4, 0), Index(4, 0)]);
    assert_eq!(bench.drops().last(), Some(&("Z", Reason::Forced)));
}

#[test]
fn an_arrival_without_a_match_can_be_admitted_even_above_the_maximum() {
    let mut bench = ten_waiting(&[("match_above_max", Switch(true)), ("choked_miss", Choice("admit_always"))]);
    bench.force_avg(16.0).arrive("Z", [Index(5, 0), Index(4, 0), Index(5, 0)]);
    assert_eq!(flows(&bench), "ABCUABUCUAZ");
}

#[test]
fn in_a_short_queue_no_packet_is_drawn() {
    let mut bench = choked(&[]).holding("UUUUU");
    bench.force_avg(50.0).arrive("U", [Unit(0.9)]);
    assert_eq!(bench.log.draws, []);
}

#[test]
fn a_region_smaller_than_its_draws_is_searched_completely() {
    // Thresholds that differ by 0.2 packets give a D_r far above the number of packets.
    let mut bench = choked(&[("min_th", Real(10.0)), ("max_th", Real(10.2))]).holding("ABC");
    bench.force_avg(10.1).arrive("U", [Index(2, 0), Unit(0.9)]);
    assert_eq!(bench.log.draws, [(1, false), (2, false), (0, false)]);
}

#[test]
fn an_odd_packet_belongs_to_the_rear() {
    let bench = choked(&[]).holding("ABCDE");
    assert_eq!(bench.discipline.front_region(), Some(2));
}

#[test]
fn algorithm_i_draws_twice_from_the_whole_queue_and_removes_matches_at_once() {
    let values: Vec<_> = ALGORITHM_I.values.iter().copied().filter(|(id, _)| !id.ends_with("_th")).collect();
    let mut bench = ten_waiting(&values);
    // The first batch has two draws. U at position 3 is removed at once, so the second draw is from nine packets. The
    // second batch, of one draw, follows despite the match.
    bench.force_avg(10.0).arrive("U", [Index(10, 3), Index(9, 0), Index(9, 5)]);
    assert_eq!(bench.log.draws, [(3, true), (0, false), (5, true)]);
    assert_eq!(flows(&bench), "ABCABCUA");
    assert_eq!(bench.drops().last(), Some(&("U", Reason::MatchArriving)));
    assert_eq!(bench.discipline.front_region(), None);
}

#[test]
fn independent_draws_may_meet_the_same_packet_again() {
    let mut bench = ten_waiting(&[("choked_draw", Choice("independent"))]);
    bench.force_avg(10.0).arrive("U", [Index(5, 1), Index(5, 1)]);
    assert_eq!((victims(&bench), flows(&bench)), (1, "ABCUABCUA".into()));
}

#[test]
fn a_packet_drawn_in_both_batches_leaves_once() {
    let mut bench = ten_waiting(&[("choked_region", Choice("whole_queue")), ("choked_front_stage", Choice("always"))]);
    bench.force_avg(10.0).arrive("U", [Index(10, 3), Index(9, 0), Index(10, 3)]);
    assert_eq!((victims(&bench), flows(&bench)), (1, "ABCABUCUA".into()));
}

#[test]
fn a_buffer_of_one_packet_is_refused() {
    let settings = Settings::defaults(&ABOUT).with("limit", Integer(1));
    assert_eq!(Choked::params(&settings, &LINK).expect_err("ln 1 is 0").param, "limit");
}

#[test]
fn a_greedy_flow_is_matched_with_the_probability_of_its_draws() {
    // D_r is 5, drawn from 50 packets in the rear; D_f is 3, drawn from 50 packets in the front. In each half 15
    // packets belong to the greedy flow. The thresholds are wide enough for the queue to fill.
    let frozen = choked(&[("min_th", Real(60.0)), ("max_th", Real(100.0))]).holding(&"UUUAAAAAAA".repeat(10));
    assert_eq!(frozen.gauges()[3..], [5.0, 3.0]);
    let mut chance = Stream::named(1, "hits");
    let mut bench = choked(&[]);
    let mut hits = 0;
    for _ in 0..10_000 {
        bench.discipline = frozen.discipline.clone();
        bench.force_avg(70.0).arrive_by_chance("U", &mut chance);
        hits += u32::from(bench.discipline.packets() < 100);
    }
    let miss: f64 = (0..5).chain(0..3).map(|j| (35.0 - f64::from(j)) / (50.0 - f64::from(j))).product();
    // The number of hits is binomial, with an expectation of about 9,490 and a standard deviation of 22. The tolerance
    // is three standard deviations.
    assert!((f64::from(hits) - 10_000.0 * (1.0 - miss)).abs() < 66.0, "{hits}, {miss}");
}

#[test]
fn the_gauges_show_the_draws_for_the_present_queue() {
    let mut bench = ten_waiting(&[]);
    bench.force_avg(10.0).arrive("Z", [Index(5, 0), Index(4, 0), Index(5, 0), Unit(0.9)]);
    assert_eq!(bench.gauges(), [10.0, 0.0, 0.05, 2.0, 1.0]);
}
