use super::*;
use crate::base::time::SimTime;
use crate::discipline::about::ParamValue::{Choice, Integer, Switch};
use crate::discipline::bench::{Bench, queues_of};

const PERFECT: (&str, ParamValue) = ("classifier", Choice("perfect"));

fn fq_codel(values: &[(&'static str, ParamValue)]) -> Bench<FqCoDel> {
    Bench::new(&[&[PERFECT, ("limit", Integer(10_000)), ("slow_link_target", Switch(false))], values].concat())
}

/// Sends `count` packets. Returns each packet with the credit that its queue has left.
fn served(bench: &mut Bench<FqCoDel>, count: usize) -> Vec<(String, i32)> {
    (0..count)
        .map(|_| {
            let letter = bench.depart().expect("a packet");
            let credit = bench.log.values.iter().rev().find(|(quantity, _)| *quantity == LEFT);
            (letter, credit.expect("a credit is reported").1 as i32)
        })
        .collect()
}

fn sent(bench: &mut Bench<FqCoDel>, count: usize) -> String {
    (0..count).filter_map(|_| bench.depart()).collect()
}

#[test]
fn new_queues_are_served_first_and_credit_carries_over() {
    let mut bench = fq_codel(&[("quantum", Integer(1514))]);
    for (letter, bytes, count) in [("A", 1500, 4), ("B", 100, 3), ("C", 1500, 2)] {
        for _ in 0..count {
            bench.arrive_sized(letter, bytes, []);
        }
    }
    let expected = [
        ("A", 14),
        ("A", -1486),
        ("B", 1414),
        ("B", 1314),
        ("B", 1214),
        ("C", 14),
        ("C", -1486),
        ("A", -1472),
        ("A", -1458),
    ];
    assert_eq!(served(&mut bench, 9), expected.map(|(letter, credit)| (letter.to_owned(), credit)));
    assert_eq!(bench.depart(), None);
}

#[test]
fn an_emptied_queue_joins_the_old_list_before_it_can_be_new_again() {
    let mut bench = fq_codel(&[]).holding("AAAAAAAA");
    let small = |bench: &mut Bench<FqCoDel>| bench.arrive_sized("B", 400, []);
    let is_new = |bench: &Bench<FqCoDel>| bench.discipline.lists.new_queues() == 1;
    assert_eq!(sent(&mut bench, 2), "AA");
    small(&mut bench);
    assert!(is_new(&bench), "a newcomer");
    small(&mut bench);
    small(&mut bench);
    bench.arrive("C", []);
    assert_eq!(
        sent(&mut bench, 4),
        "BBBC",
        "new queues are served first; B is empty and on the old list, with a negative credit"
    );
    small(&mut bench);
    let known: String = bench.discipline.lists.iter().filter_map(char::from_u32).collect();
    assert_eq!(known, "CAB", "B is still on a list");
    assert_eq!(sent(&mut bench, 2), "BA");
    small(&mut bench);
    assert!(is_new(&bench), "B was empty at its turn and was removed from the lists");
}

#[test]
fn the_pointer_shows_the_queue_that_is_served_next() {
    let mut bench = fq_codel(&[("quantum", Integer(300))]).holding("AAAABBBCCCDD");
    let next_of = |bench: &Bench<FqCoDel>| {
        let it = &bench.discipline;
        it.lists.next(300, &|queue| it.queues.packets_of(queue as usize) == 0)
    };
    for departure in 0.. {
        let next = next_of(&bench).and_then(char::from_u32).map(String::from);
        assert_eq!(bench.depart(), next);
        if departure == 6 {
            bench.arrive_sized("D", 40, []);
        }
        if next.is_none() {
            break;
        }
    }
    assert_eq!(bench.discipline.packets(), 0);
}

#[test]
fn a_full_buffer_drops_half_of_the_longest_queue_or_a_batch() {
    for (batch, left) in [(64, "AAAA"), (3, "AAAAA"), (1, "AAAAAAA")] {
        let mut bench = fq_codel(&[("limit", Integer(10)), ("drop_batch", Integer(batch))]).holding("AAAAAAAABB");
        bench.arrive("C", []);
        assert_eq!(queues_of(&bench), [left, "BB", "C"]);
        assert!(bench.drops().iter().all(|drop| *drop == ("A", Reason::PushOut)));
        assert_eq!(bench.log.places().first(), Some(&Some(0)), "from the front");
        let count = bench.discipline.queues.known('A' as usize).map(|watch| watch.count as usize);
        assert_eq!(count, Some(8 - left.len()), "CoDel counts them");
    }
}

#[test]
fn the_longest_queue_has_most_bytes_and_of_equal_queues_the_next_in_turn_loses() {
    let mut bench = fq_codel(&[("limit", Integer(4))]);
    for letter in ["A", "A", "A"] {
        bench.arrive_sized(letter, 100, []);
    }
    bench.arrive("B", []);
    bench.arrive("C", []);
    assert_eq!(bench.drops(), [("B", Reason::PushOut)], "300, 1000 and 1000 bytes");
}

#[test]
fn every_queue_has_a_codel_of_its_own() {
    let mut bench = fq_codel(&[]).holding(&"A".repeat(60));
    for millis in 1..=115u64 {
        bench.now = SimTime::ZERO + Span::from_millis(5 * millis);
        if millis % 2 == 0 {
            bench.arrive("B", []);
        }
        if millis % 4 == 0 {
            bench.depart();
        }
        bench.depart();
    }
    let drops = bench.drops();
    assert!(!drops.is_empty() && drops.iter().all(|drop| *drop == ("A", Reason::Sojourn)), "{drops:?}");
    let has_dropped = |letter: char| bench.discipline.queues.known(letter as usize).is_some_and(|it| it.count > 0);
    assert!(has_dropped('A') && !has_dropped('B'));
}

#[test]
fn the_small_backlog_is_that_of_the_queue_or_of_all_queues() {
    for (whose, dropped) in [("queue", 0), ("all", 1)] {
        let mut bench = fq_codel(&[("small_backlog", Choice(whose))]).holding("ABCDE");
        let watch = bench.discipline.queues.state('A' as usize);
        watch.bad_from = Some(SimTime::from_secs(0.5));
        bench.now = SimTime::from_secs(1.0);
        bench.depart();
        assert_eq!(bench.drops().len(), dropped, "{whose}");
    }
}

#[test]
fn the_quantum_is_the_largest_packet_unless_set() {
    let link = LinkFacts { packet_bytes: 1460, ..crate::discipline::bench::LINK };
    let quantum = |given| {
        let settings = Settings::defaults(&ABOUT).with("quantum", Integer(given));
        FqCoDel::params(&settings, &link).map(|params| params.quantum).map_err(|problem| problem.param)
    };
    assert_eq!((quantum(0), quantum(300), quantum(49)), (Ok(1460), Ok(300), Err("quantum".to_owned())));
}

#[test]
fn another_classifier_reassigns_packets_and_a_smaller_buffer_drops_from_the_longest_queue() {
    let mut bench = fq_codel(&[]).holding("ABABA");
    bench.reconfigure(&[("classifier", Choice("hashed")), ("buckets", Integer(1))]);
    assert_eq!(queues_of(&bench), ["AAABB"]);
    let mut bench = fq_codel(&[]).holding("ABABA");
    bench.reconfigure(&[PERFECT, ("limit", Integer(4))]);
    assert_eq!((queues_of(&bench), bench.drops()), (vec!["AA".into(), "BB".into()], vec![("A", Reason::Overflow)]));
}

#[test]
fn above_the_l4s_threshold_only_packets_with_ect_1_are_marked() {
    let marked_after = |wait_us: u64, threshold_s: f64, ecn: Ecn| {
        let mut bench = fq_codel(&[("ce_threshold_s", ParamValue::Real(threshold_s))]);
        bench.arrive_with("A", 1000, ecn, []);
        bench.now = SimTime::ZERO + Span::from_nanos(wait_us * 1_000);
        bench.depart();
        bench.log.marks.len()
    };
    assert_eq!([1_000, 1_001].map(|wait| marked_after(wait, 0.001, Ecn::Ect1)), [0, 1]);
    assert_eq!([Ecn::Ect0, Ecn::NotEct].map(|ecn| marked_after(2_000, 0.001, ecn)), [0, 0]);
    assert_eq!(marked_after(2_000, 0.0, Ecn::Ect1), 0, "it is off");
}
