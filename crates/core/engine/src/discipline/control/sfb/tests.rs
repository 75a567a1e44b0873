use super::*;
use crate::base::packet::FlowId;
use crate::base::rng::Draw::Unit;
use crate::discipline::about::ParamValue::{self, Choice, Integer, Real, Switch};
use crate::discipline::bench::Bench;

/// Two levels of four bins each, as in the worked examples.
const SMALL: [(&str, ParamValue); 6] = [
    ("bins", Integer(4)),
    ("bin_size", Integer(2)),
    ("delta1", Real(0.25)),
    ("delta2", Real(0.05)),
    ("freeze_s", Real(0.0)),
    ("penalty_burst", Real(0.0)),
];

fn sfb(values: &[(&'static str, ParamValue)]) -> Bench<Sfb> {
    Bench::new(&[&SMALL, values].concat())
}

fn flow(letter: &str) -> FlowId {
    FlowId(u32::from(letter.as_bytes()[0]))
}

/// The flow U, and a flow that shares only U's bin on the first level.
fn pair(bench: &Bench<Sfb>) -> &'static str {
    let places = |letter: &str| bench.discipline.bins.places(flow(letter)).collect::<Vec<_>>();
    let own = places("U");
    ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P"]
        .into_iter()
        .find(|letter| places(letter)[0] == own[0] && places(letter)[1] != own[1])
        .expect("one of the sixteen flows shares only the first bin")
}

fn p_of(bench: &Bench<Sfb>, letter: &str) -> Vec<f64> {
    bench.discipline.bins.of(flow(letter)).into_iter().map(|(p, _)| p).collect()
}

#[test]
fn one_full_bin_of_two_refuses_the_arrival_in_the_paper_but_not_in_linux() {
    for (bin_drop, dropped) in [("any_level", true), ("min_level", false)] {
        let mut bench = sfb(&[("bin_drop", Choice(bin_drop))]).holding("UUU");
        let other = pair(&bench);
        bench.arrive(other, []);
        assert_eq!(p_of(&bench, other), [0.25, 0.0]);
        assert_eq!(bench.drops().contains(&(other, Reason::BinLimit)), dropped, "{bin_drop}");
    }
}

#[test]
fn a_flow_that_fills_all_of_its_bins_reaches_p_1_and_the_penalty_box() {
    let mut bench = sfb(&[]).holding("UUU");
    let other = pair(&bench);
    bench.arrive(other, []);
    for expected in [[0.5, 0.25], [0.75, 0.5], [1.0, 0.75], [1.0, 1.0]] {
        bench.arrive("U", []);
        assert_eq!(p_of(&bench, "U"), expected);
    }
    assert!(
        bench.drops().iter().all(|&(_, reason)| reason == Reason::BinLimit),
        "a full bin refuses the packet before the penalty box does"
    );
    bench.depart();
    bench.arrive("U", []);
    assert_eq!(bench.drops().last(), Some(&("U", Reason::Penalty)));
}

#[test]
fn the_box_lets_through_a_few_packets_a_second_of_each_flow_or_of_all_flows() {
    for (is_shared, expected) in [(false, [true, true, false, true, true]), (true, [true, true, false, false, false])] {
        let mut bench =
            sfb(&[("penalty_burst", Real(2.0)), ("penalty_rate", Real(10.0)), ("penalty_shared", Switch(is_shared))]);
        let Sfb { params, penalty, .. } = &mut bench.discipline;
        let mut take = |letter: &str, at_s: f64| penalty.take(flow(letter), SimTime::from_secs(at_s), params).0;
        let taken = ["A", "A", "A", "B", "B"].map(|letter| take(letter, 0.0));
        assert_eq!(taken, expected);
        assert_eq!([take("A", 0.09), take("A", 0.11), take("A", 0.12)], [false, true, false]);
    }
}

/// The bucket holds two tokens and gets ten per second. At 1 s both tokens are used. The refill at that time finds ten
/// new tokens, of which two fit into the bucket. After that, a flow that sends every 90 ms finds 0.9 new tokens each
/// time and gets none. A flow that waits for 210 ms gets two tokens.
#[test]
fn linux_refills_only_an_empty_bucket_and_forgets_fractions_of_tokens() {
    let bench = sfb(&[
        ("penalty_burst", Real(2.0)),
        ("penalty_rate", Real(10.0)),
        ("penalty_shared", Switch(true)),
        ("penalty_refill", Choice("linux")),
    ]);
    let mut penalty = PenaltyBox::default();
    let mut take = |at_s: f64| penalty.take(flow("A"), SimTime::from_secs(at_s), &bench.discipline.params).0;
    assert_eq!([1.0; 5].map(&mut take), [true, true, true, true, false]);
    assert_eq!([1.09, 1.18, 1.27, 1.36].map(&mut take), [false; 4]);
    assert_eq!([1.57, 1.57, 1.57].map(&mut take), [true, true, false]);
}

#[test]
fn a_bin_changes_its_probability_at_most_once_per_freeze_time() {
    let mut bench = sfb(&[("freeze_s", Real(0.1))]).holding("UUU");
    for (at_s, expected) in [(0.0, 0.25), (0.05, 0.25), (0.12, 0.5)] {
        bench.now = SimTime::from_secs(at_s);
        // The bench fills the queue at time 0. The first packet finds empty bins, which lowers their probability and so
        // starts freeze_time. The test therefore installs new bins with the same packet counts, for which no
        // freeze_time runs.
        if at_s == 0.0 {
            let flows = ["U", "U", "U"].map(flow);
            bench.discipline.bins = Bins::new(&bench.discipline.params, 0);
            bench.discipline.bins.count_anew(flows.into_iter());
        }
        bench.arrive("U", []);
        assert_eq!(p_of(&bench, "U"), [expected; 2], "at {at_s} s");
    }
}

#[test]
fn the_least_probability_counts_and_ecn_capable_packets_are_marked() {
    let calm = [("delta1", Real(0.5)), ("limit", Integer(10))];
    for (drop_excess, drawn, marked) in [(false, 0.1, 1), (true, 0.6, 1), (true, 0.1, 0)] {
        let mut bench = sfb(&[&calm[..], &[("drop_excess", Switch(drop_excess)), ("delta1", Real(0.75))]].concat());
        bench = bench.holding("UUU");
        bench.arrive_ect("U", []);
        bench.depart();
        bench.arrive_ect("U", [Unit(drawn)]);
        assert_eq!(bench.log.marks.len(), marked, "{drop_excess} {drawn}");
        assert_eq!(bench.drops().iter().filter(|&&(_, reason)| reason == Reason::Early).count(), 1 - marked);
    }
}

#[test]
fn the_next_set_of_bins_counts_waiting_packets_and_recognizes_unresponsive_flows() {
    for (warmup, expected) in [(0.1, 0.25), (0.0, 0.0)] {
        let mut bench = sfb(&[
            ("hash_interval_s", Real(20.0)),
            ("warmup", Real(warmup)),
            ("bin_drop", Choice("min_level")),
            ("bin_max", Integer(100)),
        ])
        .holding("UUU");
        for _ in 0..4 {
            bench.arrive_by_chance("U", &mut crate::base::rng::Stream::named(1, "unused"));
        }
        bench.now = SimTime::from_secs(19.0);
        bench.arrive("U", []);
        assert_eq!(bench.drops().last(), Some(&("U", Reason::Penalty)));
        bench.now = SimTime::from_secs(20.0);
        bench.discipline.rotate(&mut Context {
            now: bench.now,
            chance: &mut crate::base::rng::Script::default(),
            tracer: &mut bench.log,
        });
        let waiting = bench.discipline.packets() as u32;
        assert_eq!(bench.discipline.bins.of(flow("U")), [(expected, waiting); 2], "warm-up {warmup}");
    }
}

/// With M unresponsive flows, hashed at random, and L levels of N bins, an innocent flow shares all its bins with
/// probability (1 − (1 − 1/N)^M)^L.
#[test]
fn innocent_flows_are_boxed_with_the_calculated_probability() {
    for (levels, bins, greedy, expected) in [
        (2, 23, 1, 0.001_890),
        (2, 23, 2, 0.007_236),
        (2, 23, 4, 0.026_535),
        (2, 23, 8, 0.089_555),
        (2, 23, 16, 0.259_040),
        (2, 16, 4, 0.051_767),
        (8, 16, 16, 0.029_559),
    ] {
        let mut boxed = 0u32;
        const TRIALS: u32 = 20_000;
        for trial in 0..TRIALS {
            let bench = Bench::<Sfb>::new(&[
                ("levels", Integer(levels)),
                ("bins", Integer(bins)),
                ("salt", Integer(i64::from(8 * trial))),
            ]);
            let grid = &bench.discipline.bins;
            let full: Vec<usize> = (1..=greedy).flat_map(|flow| grid.places(FlowId(flow))).collect();
            boxed += u32::from(grid.places(FlowId(0)).all(|place| full.contains(&place)));
        }
        let share = f64::from(boxed) / f64::from(TRIALS);
        let error = (expected * (1.0 - expected) / f64::from(TRIALS)).sqrt();
        assert!((share - expected).abs() < 4.0 * error, "L {levels}, N {bins}, M {greedy}: {share}, not {expected}");
    }
}
