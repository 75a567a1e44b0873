use super::*;
use crate::base::rng::Draw::Unit;
use crate::base::rng::{Script, Stream};
use crate::discipline::about::ParamValue::Integer;
use crate::discipline::bench::Bench;
use crate::discipline::{Hosts, Silent};

const MEGA: f64 = 1e6;
/// The link of the authors' experiments.
const LINK: LinkFacts =
    LinkFacts { capacity_bps: 10_000_000, delay_s: 0.001, packet_bytes: 1000, hash_salt: 0, hosts: Hosts::ONE };

fn csfq(limit: i64) -> Csfq {
    let settings = Settings::defaults(&ABOUT).with("limit", Integer(limit));
    Csfq::new(Csfq::params(&settings, &LINK).expect("consistent"))
}

fn at(secs: f64) -> SimTime {
    SimTime::from_secs(secs)
}

fn adjust(queue: &mut Csfq, label_bps: f64, now_s: f64) {
    queue.adjust(label_bps, &mut Context { now: at(now_s), chance: &mut Script::default(), tracer: &mut Silent });
}

#[test]
fn a_congested_window_scales_the_fair_rate() {
    let mut queue = csfq(64);
    queue.alpha = Some(4.0 * MEGA);
    queue.arriving = RateMeter::beginning(at(1.0), 20.0 * MEGA);
    queue.accepted = RateMeter::beginning(at(1.0), 14.0 * MEGA);
    adjust(&mut queue, MEGA, 1.0);
    assert_eq!((queue.is_congested, queue.alpha), (true, Some(4.0 * MEGA)));
    adjust(&mut queue, MEGA, 1.1);
    assert_eq!(queue.alpha, Some(4.0 * MEGA), "α changes only after more than a window");
    adjust(&mut queue, MEGA, 1.101);
    let alpha = queue.alpha.expect("congested");
    assert!((alpha - 2_857_142.857).abs() < 0.001, "{alpha}");
    assert!((excess(5.0 * MEGA, queue.alpha) - 0.428_571_43).abs() < 1e-8);
    assert_eq!(excess(2.0 * MEGA, queue.alpha), 0.0);
}

#[test]
fn after_an_uncongested_window_alpha_is_the_largest_label_unless_the_queue_is_short() {
    let after = |waiting: u64| {
        let mut queue = csfq(4);
        queue.alpha = Some(MEGA);
        queue.is_congested = true;
        for id in 0..waiting {
            let (chance, tracer) = (&mut Script::default(), &mut Silent);
            queue.queue.admit(Packet::plain(id, 0, 1000), &mut Context { now: at(0.0), chance, tracer });
        }
        adjust(&mut queue, 9.0 * MEGA, 1.0);
        for (label, now_s) in [(1.0, 1.02), (2.5, 1.04), (1.7, 1.06)] {
            adjust(&mut queue, label * MEGA, now_s);
        }
        assert_eq!(queue.alpha, Some(MEGA));
        adjust(&mut queue, 9.0 * MEGA, 1.11);
        queue.alpha
    };
    assert_eq!((after(2), after(1)), (Some(2.5 * MEGA), None));
}

#[test]
fn a_new_flow_gets_the_fair_rate_as_its_label() {
    let mut queue = csfq(64);
    assert_eq!(queue.label(&Packet::plain(1, 7, 1000), at(1.0)), 5.0 * MEGA);
    queue.alpha = Some(3.0 * MEGA);
    assert_eq!(queue.label(&Packet::plain(2, 3, 1000), at(1.0)), 3.0 * MEGA);
    assert_eq!(queue.label(&Packet::plain(3, 3, 1000), at(1.0)), 3.0 * MEGA, "no time has passed");
}

#[test]
fn at_most_thirty_overflows_cut_the_fair_rate() {
    let mut bench = Bench::<Csfq>::new(&[("limit", Integer(1))]).holding("A");
    bench.discipline.alpha = Some(600_000.0);
    // A's measured rate is far below α, so no packet of A is dropped at random, only by overflow.
    bench.discipline.edge['A' as usize] = Some(RateMeter::beginning(SimTime::ZERO, 1.0));
    for _ in 0..40 {
        bench.arrive("A", []);
    }
    assert_eq!(bench.discipline.cuts_left, 0);
    let left = bench.discipline.alpha.expect("α is still defined") / 600_000.0;
    assert!((left - 0.739_700_37).abs() < 1e-8, "{left}");
}

/// The rates of received packets \[bit/s\], and the mean of α. The sources send at random intervals of half to one and
/// a half times the mean interval.
fn through_the_link(rates_bps: &[f64]) -> (Vec<f64>, f64) {
    const WARM_UP_S: f64 = 5.0;
    const END_S: f64 = 30.0;
    let mut queue = csfq(64);
    let (mut chance, mut gaps) = (Stream::named(1, "csfq"), Stream::named(1, "gaps"));
    let mut next: Vec<f64> = rates_bps.iter().map(|rate| gaps.unit() * 8000.0 / rate).collect();
    let mut got = vec![0.0; rates_bps.len()];
    let (mut free_at, mut alphas, mut id) = (0.0, (0.0, 0u32), 0);
    loop {
        let flow = (0..next.len()).min_by(|&a, &b| next[a].total_cmp(&next[b])).expect("a source");
        let now_s = next[flow];
        if now_s > END_S {
            break;
        }
        while free_at <= now_s && queue.packets() > 0 {
            let mut cx = Context { now: at(free_at), chance: &mut chance, tracer: &mut Silent };
            let packet = queue.dequeue(&mut cx).expect("it waits");
            free_at += 8000.0 / LINK.capacity_bps as f64;
            if free_at > WARM_UP_S {
                got[packet.flow.index()] += 8000.0 / (END_S - WARM_UP_S);
            }
        }
        free_at = f64::max(free_at, now_s);
        id += 1;
        let packet = Packet { arrived: at(now_s), ..Packet::plain(id, flow as u32, 1000) };
        queue.enqueue(packet, &mut Context { now: at(now_s), chance: &mut chance, tracer: &mut Silent });
        if let (Some(alpha), true) = (queue.alpha, now_s > WARM_UP_S) {
            alphas = (alphas.0 + alpha, alphas.1 + 1);
        }
        next[flow] += (0.5 + gaps.unit()) * 8000.0 / rates_bps[flow];
    }
    (got, alphas.0 / f64::from(alphas.1))
}

#[test]
fn steady_flows_get_the_fair_rate() {
    // The rates r of the flows and the link of 10 Mb/s give the fair rate: Σ min(r, α) = 10 Mb/s for α = 8/3 Mb/s.
    let (got, alpha) = through_the_link(&[2.0 * MEGA, 4.0 * MEGA, 6.0 * MEGA, 8.0 * MEGA]);
    for (rate, fair) in got.iter().zip([2.0 * MEGA, 8.0 / 3.0 * MEGA, 8.0 / 3.0 * MEGA, 8.0 / 3.0 * MEGA]) {
        assert!((rate - fair).abs() < 0.03 * fair, "{got:?}");
    }
    assert!((alpha - 2.68 * MEGA).abs() < 0.04 * MEGA, "{alpha}");
}

#[test]
fn the_authors_thirty_two_flows_share_the_link() {
    let rates: Vec<f64> = (1..=32).map(|flow| f64::from(flow) * 312_500.0).collect();
    let (got, alpha) = through_the_link(&rates);
    assert!(got.iter().all(|rate| (290_000.0..340_000.0).contains(rate)), "{got:?}");
    assert!((alpha - 314_000.0).abs() < 5_000.0, "{alpha}");
}

#[test]
fn a_forwarded_packet_has_a_label_of_at_most_the_fair_rate() {
    #[derive(Default)]
    struct Labels(Vec<(u64, f64)>);
    impl Viewer for Labels {
        fn waiting(&mut self, packet: &Packet) {
            self.0.push((packet.id, f64::NAN));
        }
        fn label(&mut self, value: f64) {
            if let Some(last) = self.0.last_mut() {
                last.1 = value;
            }
        }
        fn gauge(&mut self, _value: f64) {}
    }
    let mut queue = csfq(2);
    let arrive = |queue: &mut Csfq, id: u64, flow: u32| {
        let chance = &mut Script::new([Unit(0.9)]);
        queue.enqueue(Packet::plain(id, flow, 1000), &mut Context { now: at(1.0), chance, tracer: &mut Silent });
        queue.alpha = Some(4.0 * MEGA);
    };
    let labels = |queue: &Csfq| {
        let mut labels = Labels::default();
        queue.view(&mut labels);
        labels.0
    };
    // The first packet belongs to a new flow and arrives while α is undefined, so its label is half the capacity. The
    // flow of the second packet is faster than α, so the label of this packet is lowered to α = 4 Mb/s.
    arrive(&mut queue, 1, 0);
    queue.edge[0] = Some(RateMeter::beginning(at(1.0), 8.0 * MEGA));
    arrive(&mut queue, 2, 0);
    assert_eq!(labels(&queue), [(1, 5.0 * MEGA), (2, 4.0 * MEGA)]);
    arrive(&mut queue, 3, 1);
    assert_eq!(labels(&queue).len(), 2, "the label of a dropped packet is removed");
    queue.dequeue(&mut Context { now: at(1.0), chance: &mut Script::default(), tracer: &mut Silent });
    assert_eq!(labels(&queue), [(2, 4.0 * MEGA)]);
}
