use super::*;
use crate::base::rng::Draw::Unit;
use crate::base::time::SimTime;
use crate::discipline::Hosts;
use crate::discipline::about::ParamValue::{self, Integer, Switch};
use crate::discipline::bench::{Bench, LINK, queues_of};

/// CAKE on a link of 1 Mb/s: the quantum is 300 bytes and the target 12 ms. COBALT regards a delay above 32 ms as too
/// long.
fn cake(values: &[(&'static str, ParamValue)]) -> Bench<Cake> {
    Bench::new(&[&[("limit", Integer(10_000))], values].concat())
}

fn at(bench: &mut Bench<Cake>, millis: u64) {
    bench.now = SimTime::ZERO + Span::from_millis(millis);
}

fn sent(bench: &mut Bench<Cake>, count: usize) -> String {
    (0..count).filter_map(|_| bench.depart()).collect()
}

/// The state of the queue in which this flow's packets have waited.
fn flow(bench: &mut Bench<Cake>, letter: char) -> &mut Flow {
    let Cake { ways, queues, params, .. } = &mut bench.discipline;
    let (queue, _) = ways.queue_of(crate::base::packet::FlowId(letter as u32), params.hashing, |_| false, |_| false);
    queues.state(queue)
}

fn set(bench: &mut Bench<Cake>, letter: char) -> Set {
    flow(bench, letter).set
}

#[test]
fn quantum_target_and_interval_follow_the_rate_of_the_link() {
    let of = |capacity_bps, is_rate_known| {
        let settings = Settings::defaults(&ABOUT).with("slow_link_target", Switch(is_rate_known));
        let params = Cake::params(&settings, &LinkFacts { capacity_bps, ..LINK }).expect("consistent");
        let law = params.law;
        let micros = |span: Span| span.nanos() / 1000;
        (params.quantum, micros(law.target), micros(law.interval), micros(law.bound))
    };
    assert_eq!(of(1_000_000, true), (300, 12_000, 107_000, 32_000));
    assert_eq!(of(10_000_000, true), (305, 5_000, 100_000, 5_000));
    assert_eq!(of(100_000_000, true), (1514, 5_000, 100_000, 5_000));
    assert_eq!(of(10_000, true).2, 2_400_000, "two targets");
    assert_eq!(of(1_000_000, false), (1514, 5_000, 100_000, 5_000));
}

#[test]
fn a_queue_is_sparse_until_it_has_sent_a_quantum() {
    let mut bench = cake(&[]).holding("AAAA");
    assert_eq!(sent(&mut bench, 1), "A");
    for _ in 0..4 {
        bench.arrive_sized("B", 100, []);
    }
    assert_eq!((set(&mut bench, 'A'), set(&mut bench, 'B')), (Set::Sparse, Set::Sparse));
    // A is 700 bytes in debt and moves to the bulk queues. B sends 300 bytes.
    assert_eq!(sent(&mut bench, 3), "BBB");
    assert_eq!((set(&mut bench, 'A'), flow(&mut bench, 'A').credit), (Set::Bulk, -400));
    // A needs two more turns to pay its debt. B, by now a bulk queue, has a turn in between.
    assert_eq!(sent(&mut bench, 1), "B");
    assert_eq!((set(&mut bench, 'B'), flow(&mut bench, 'B').credit), (Set::Bulk, 200));
    assert_eq!((sent(&mut bench, 2), flow(&mut bench, 'A').credit), ("AA".into(), -900));
}

#[test]
fn bulk_queues_share_the_link_by_bytes() {
    let mut bench = cake(&[]);
    for _ in 0..60 {
        bench.arrive("A", []);
    }
    for _ in 0..120 {
        bench.arrive_sized("B", 500, []);
    }
    let sent = sent(&mut bench, 60);
    let bytes = |letter, size| sent.matches(letter).count() as i32 * size;
    assert!((bytes("A", 1000) - bytes("B", 500)).abs() <= 1_300, "{sent}");
}

#[test]
fn an_empty_queue_in_debt_waits_among_the_bulk_queues_and_counts_as_sparse() {
    let mut bench = cake(&[]).holding("AB");
    assert_eq!(sent(&mut bench, 1), "A");
    assert_eq!((sent(&mut bench, 1), set(&mut bench, 'A')), ("B".into(), Set::SparseWait));
    bench.arrive("A", []);
    assert_eq!(set(&mut bench, 'A'), Set::Bulk, "the queue has had its turn as a sparse queue");
}

#[test]
fn an_empty_queue_decays_for_an_interval_and_is_forgotten() {
    let mut bench = cake(&[]).holding("A");
    bench.arrive_sized("B", 100, []);
    assert_eq!(sent(&mut bench, 2), "AB");
    at(&mut bench, 10);
    bench.arrive("C", []);
    bench.arrive("C", []);
    assert_eq!((sent(&mut bench, 1), set(&mut bench, 'B')), ("C".into(), Set::Decaying), "B was empty at its turn");
    at(&mut bench, 106);
    bench.depart();
    assert_eq!(set(&mut bench, 'B'), Set::Decaying, "an interval of 107 ms has passed since the last packet");
    at(&mut bench, 107);
    bench.arrive("D", []);
    bench.arrive("D", []);
    bench.depart();
    bench.depart();
    assert_eq!(set(&mut bench, 'B'), Set::Idle);
}

#[test]
fn a_decaying_queue_is_sparse_again_with_its_next_packet() {
    let mut bench = cake(&[]);
    bench.arrive_sized("B", 100, []);
    bench.depart();
    bench.arrive("C", []);
    bench.depart();
    assert_eq!(set(&mut bench, 'B'), Set::Decaying);
    bench.arrive("B", []);
    let it = &bench.discipline;
    assert_eq!((it.decaying.len(), it.sparse.len() + it.bulk.len()), (0, 2));
    assert_eq!((set(&mut bench, 'B'), flow(&mut bench, 'B').credit), (Set::Sparse, 300));
}

#[test]
fn a_full_buffer_drops_the_first_packet_of_the_longest_queue_and_raises_its_blue() {
    let mut bench = cake(&[("limit", Integer(5))]).holding("AAABB");
    let p = |bench: &mut Bench<Cake>, letter| flow(bench, letter).watch.probability * 256.0;
    at(&mut bench, 100);
    bench.arrive("C", []);
    assert_eq!((queues_of(&bench), bench.log.places()), (vec!["AA".into(), "BB".into(), "C".into()], vec![Some(0)]));
    assert_eq!((bench.drops(), p(&mut bench, 'A')), (vec![("A", Reason::PushOut)], 1.0));
    // BLUE raises a probability at most once per target time, so that of queue A, raised at 100 ms, is unchanged at 112
    // ms. Of the longest queues, the queue that is served next loses a packet.
    at(&mut bench, 112);
    bench.arrive("C", []);
    assert_eq!((queues_of(&bench), p(&mut bench, 'A')), (vec!["A".into(), "BB".into(), "CC".into()], 1.0));
    at(&mut bench, 113);
    bench.arrive("B", []);
    assert_eq!((p(&mut bench, 'A'), p(&mut bench, 'B'), p(&mut bench, 'C')), (1.0, 1.0, 0.0));
}

#[test]
fn blue_drops_all_but_one_packet_of_a_flow_that_does_not_respond() {
    let mut bench = cake(&[]).holding("AAAA");
    flow(&mut bench, 'A').watch.probability = 0.5;
    at(&mut bench, 1);
    // The first three draws drop a packet each. The fourth draw would do so, too, but BLUE never drops the last packet
    // of a queue.
    assert_eq!(bench.depart_drawing([Unit(0.4), Unit(0.1), Unit(0.49), Unit(0.2)]), Some("A".into()));
    assert_eq!(bench.drops(), [("A", Reason::Early); 3]);
    assert_eq!(bench.discipline.packets(), 0);
}

#[test]
fn every_queue_has_a_cobalt_of_its_own() {
    let mut bench = cake(&[]).holding(&"A".repeat(60));
    for millis in 1..=60u64 {
        at(&mut bench, 8 * millis);
        if millis % 2 == 0 {
            bench.arrive_sized("B", 100, []);
            assert_eq!(bench.depart(), Some("B".into()), "B goes before A");
        }
        bench.depart();
    }
    let drops = bench.drops();
    assert!(!drops.is_empty() && drops.iter().all(|drop| *drop == ("A", Reason::Sojourn)), "{drops:?}");
    assert!(flow(&mut bench, 'A').watch.count > 0 && flow(&mut bench, 'B').watch.count == 0);
}

#[test]
fn the_viewer_shows_which_queue_is_served_next() {
    let mut bench = cake(&[]).holding("AAAABBBCCCDD");
    struct Next(Option<String>, bool);
    impl Viewer for Next {
        fn waiting(&mut self, packet: &Packet) {
            if self.1 {
                self.0 = char::from_u32(packet.flow.0).map(String::from);
            }
            self.1 = false;
        }
        fn queue(&mut self, queue: QueueFacts) {
            self.1 = queue.is_next;
        }
        fn gauge(&mut self, _value: f64) {}
    }
    for departure in 0.. {
        let mut next = Next(None, false);
        bench.discipline.view(&mut next);
        assert_eq!(bench.depart(), next.0, "departure {departure}");
        if departure == 6 {
            bench.arrive_sized("E", 40, []);
        }
        if next.0.is_none() {
            break;
        }
    }
    assert_eq!(bench.discipline.packets(), 0);
}

#[test]
fn new_buckets_reassign_waiting_packets_and_a_smaller_buffer_drops_from_the_longest() {
    let mut bench = cake(&[]).holding("ABABA");
    bench.reconfigure(&[("buckets", Integer(1))]);
    assert_eq!(queues_of(&bench), ["AAABB"]);
    assert_eq!(sent(&mut bench, 5), "AAABB");
    let mut bench = cake(&[]).holding("ABABA");
    bench.reconfigure(&[("limit", Integer(4))]);
    assert_eq!((queues_of(&bench), bench.drops()), (vec!["AA".into(), "BB".into()], vec![("A", Reason::Overflow)]));
}

#[test]
fn flows_share_a_queue_only_if_all_ways_are_taken() {
    let mut bench = cake(&[("buckets", Integer(2)), ("ways", Integer(2))]).holding("AB");
    bench.arrive("C", []);
    let mut lengths: Vec<usize> = queues_of(&bench).iter().map(String::len).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [1, 2]);
    assert!(bench.log.lines.contains(&SHARED));
}

/// CAKE with isolation of hosts: flow A is on one host, and flows B, C and D are on another host.
fn two_hosts(isolation: fn(Hosts) -> Isolation, waiting: &str) -> Bench<Cake> {
    let mut bench = cake(&[]);
    let flows_until_a = u32::from(b'A') + 1;
    bench.discipline.params.isolation = isolation(Hosts::with_flows([flows_until_a, 3]));
    bench.holding(waiting)
}

#[test]
fn with_dual_isolation_hosts_share_the_link_and_each_hosts_flows_share_its_part() {
    let shares = |isolation| {
        let sent = sent(&mut two_hosts(isolation, &"ABCD".repeat(40)), 60);
        ["A", "B", "C", "D"].map(|flow| sent.matches(flow).count())
    };
    let dual = shares(Isolation::Dual);
    assert!(dual[0].abs_diff(30) <= 1 && dual[1..].iter().all(|sent| sent.abs_diff(10) <= 1), "{dual:?}");
    let flows = shares(|_| Isolation::Flows);
    assert!(flows.iter().all(|sent| sent.abs_diff(15) <= 1), "{flows:?}");
}

#[test]
fn with_isolation_by_hosts_the_flows_of_a_host_share_one_queue() {
    let mut bench = two_hosts(Isolation::Hosts, "ABCDBCD");
    assert_eq!(queues_of(&bench), ["A", "BCDBCD"]);
    assert_eq!(sent(&mut bench, 3), "ABC");
}

#[test]
fn only_bulk_queues_count_for_a_host() {
    let mut bench = two_hosts(Isolation::Dual, "BBCCDD");
    let loads = |bench: &Bench<Cake>| [0, 1].map(|host| bench.discipline.loads.of(host));
    assert_eq!(loads(&bench), [0, 0], "all queues are sparse");
    sent(&mut bench, 4);
    assert_eq!(loads(&bench), [0, 3]);
    let (quantum, lines) = (bench.discipline.params.quantum, &bench.log.lines);
    assert!(lines.contains(&TURN_PART) && quantum == 300, "{lines:?}");
    sent(&mut bench, 2);
    at(&mut bench, 1000);
    for _ in 0..6 {
        bench.arrive("A", []);
    }
    sent(&mut bench, 6);
    assert_eq!(loads(&bench), [1, 0], "all queues of the other host are empty");
}
