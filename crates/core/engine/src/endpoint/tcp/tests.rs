//! Tests of the behaviour common to all variants.

use super::bench::{Bench, NOTHING};
use super::*;

/// All variants except Vegas, whose window follows other rules.
fn usual_variants() -> impl Iterator<Item = Variant> {
    Variant::ALL.into_iter().filter(|variant| *variant != Variant::Vegas)
}

#[test]
fn the_connection_opens_with_a_syn_of_forty_bytes() {
    let mut out = Vec::new();
    let mut sender = TcpSender::new(TcpConfig::ns2(Variant::Reno), Span::ZERO);
    sender.start(SimTime::ZERO, &mut out);
    assert_eq!(
        out,
        [Segment {
            sequence: 0,
            bytes: 40,
            is_syn: true,
            is_retransmission: false,
            ecn: Ecn::NotEct,
            cwr: false,
            rehash: 0
        }]
    );
    assert_eq!(sender.deadline(), Some(SimTime::from_secs(3.0)));
}

#[test]
fn slow_start_doubles_the_window_each_round_trip_up_to_its_limit() {
    for variant in usual_variants() {
        assert_eq!(
            lossy_loop::packets_per_round(TcpConfig::ns2(variant), 8),
            [1, 2, 4, 8, 16, 20, 20, 20],
            "{variant:?}"
        );
    }
}

#[test]
fn congestion_avoidance_adds_one_packet_per_window() {
    let mut bench = Bench::mid_flight(Variant::Reno).with_cwnd(10.0, 10.0);
    for number in 10..20 {
        bench.ack(number);
    }
    assert!((bench.cwnd() - 10.958648).abs() < 1e-6, "{}", bench.cwnd());
}

#[test]
fn a_lost_syn_costs_three_seconds_and_shrinks_the_initial_window() {
    for variant in usual_variants() {
        let mut bench = Bench::at_start(variant);
        assert_eq!(bench.deadline(), Some(SimTime::from_secs(3.0)));
        assert_eq!(bench.time_out(), [0]);
        assert_eq!(bench.deadline(), Some(SimTime::from_secs(9.0)));
        assert_eq!(bench.ssthresh(), 2.0);
        bench.wait_millis(100);
        assert_eq!(bench.ack(0), [1], "{variant:?}");
        // The SYN was sent twice, so its round-trip time is not used: the timeout is still 6 s.
        assert_eq!(bench.deadline(), Some(SimTime::from_secs(9.1)));
        bench.wait_millis(100);
        bench.ack(1);
        assert_eq!(bench.deadline(), Some(SimTime::from_secs(3.5)));
    }
}

#[test]
fn a_timeout_goes_back_to_the_first_missing_packet_with_a_window_of_one() {
    for variant in usual_variants() {
        let mut bench = Bench::mid_flight(variant);
        assert_eq!(bench.time_out(), [10], "{variant:?}");
        let threshold = if variant == Variant::Cubic { 5.6 } else { 4.0 };
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, threshold));
        assert_eq!(bench.connection().recover, 17);
        assert_eq!(bench.sender().backoff(), 2);
        assert_eq!(bench.ack(10), [11, 12]);
        assert_eq!(bench.ack(14), [15, 16, 17], "packets that arrived are not sent again");
    }
}

#[test]
fn back_off_lasts_until_a_packet_sent_once_is_acknowledged() {
    for variant in Variant::ALL {
        let mut bench = Bench::mid_flight(variant);
        bench.time_out();
        bench.time_out();
        assert_eq!(bench.sender().backoff(), 4);
        bench.ack(16);
        assert_eq!(bench.sender().backoff(), 4, "packet 17 was sent before, but packet 18 was not");
        bench.ack(17);
        assert_eq!(bench.sender().backoff(), 4);
        bench.ack(18);
        assert_eq!(bench.sender().backoff(), 1, "{variant:?}");
    }
}

#[test]
fn marks_cut_the_window_once_per_window() {
    for variant in usual_variants() {
        let mut bench = Bench::mid_flight(variant).with_ecn();
        bench.connection_mut().recover = 5;
        bench.ack_with_echo(12);
        let left = if variant == Variant::Cubic { 5.6 } else { 4.0 };
        assert_eq!((bench.cwnd(), bench.ssthresh()), (left, left), "{variant:?}");
        assert_eq!(bench.connection().recover, 17);
        bench.ack_with_echo(13);
        assert_eq!((bench.cwnd(), bench.ssthresh()), (left, left), "{variant:?}");
    }
}

#[test]
fn only_the_window_keeps_its_fraction_when_halved() {
    let mut bench = Bench::mid_flight(Variant::NewReno).with_ecn().with_cwnd(9.6, 20.0);
    bench.ack_with_echo(12);
    assert_eq!((bench.cwnd(), bench.ssthresh()), (4.8, 4.0));
}

#[test]
fn the_first_data_packet_after_a_cut_reports_the_cut() {
    let mut bench = Bench::mid_flight(Variant::Reno).with_ecn();
    bench.ack_with_echo(12);
    for number in 13..=14 {
        bench.ack(number);
    }
    let flags: Vec<_> = bench.segments().iter().map(|s| (s.cwr, s.ecn)).collect();
    assert_eq!(flags, [(true, Ecn::Ect0)]);
    bench.ack(15);
    assert!(bench.segments().iter().all(|s| !s.cwr));
}

#[test]
fn retransmissions_are_ecn_capable_in_ns2_and_not_in_the_rfc() {
    let mut bench = Bench::mid_flight(Variant::Reno).with_ecn();
    bench.time_out();
    assert_eq!(bench.segments()[0].ecn, Ecn::Ect0);
    let mut bench = Bench::mid_flight(Variant::Reno).with_ecn();
    std::sync::Arc::make_mut(&mut bench.connection_mut().config).ect_on_retransmit = false;
    bench.time_out();
    assert_eq!(bench.segments()[0].ecn, Ecn::NotEct);
}

#[test]
fn a_mark_at_a_window_of_one_stops_the_sender_until_the_timer() {
    let mut bench = Bench::mid_flight(Variant::Reno).with_ecn().with_cwnd(1.0, 2.0);
    assert_eq!(bench.ack_with_echo(17), NOTHING);
    assert_eq!(bench.cwnd(), 0.5);
    assert_eq!(bench.time_out(), [18], "no packet was lost, so there is neither back-off nor a cut");
    assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 2.0));
    assert_eq!(bench.sender().backoff(), 1);
    assert_eq!(bench.ack_with_echo(18), NOTHING);
    assert_eq!(bench.sender().backoff(), 2, "a second mark at a window of one packet");
}

#[test]
fn the_timer_stops_when_all_data_is_acknowledged() {
    for variant in usual_variants() {
        let mut bench = Bench::at_start(variant);
        bench.connection_mut().data_packets = Some(3);
        assert_eq!(bench.ack(0), [1, 2]);
        assert_eq!(bench.ack(1), [3]);
        bench.ack(2);
        assert!(!bench.sender().is_done());
        bench.ack(3);
        assert!(bench.sender().is_done());
        assert_eq!(bench.deadline(), None, "{variant:?}");
    }
}

#[test]
fn data_after_a_short_pause_is_sent_with_an_unchanged_window() {
    for variant in Variant::ALL {
        let mut bench = Bench::mid_flight(variant).with_data(17);
        assert_eq!(bench.ack(17), NOTHING, "{variant:?}");
        assert!(bench.sender().is_done());
        bench.wait_millis(2_999); // the timeout is still the initial timeout
        assert_eq!(bench.add_data(20)[..8], [18, 19, 20, 21, 22, 23, 24, 25]);
        assert!(!bench.sender().is_done());
        assert_eq!(bench.deadline(), Some(bench.now() + Span::from_millis(3_000)));
    }
}

#[test]
fn data_after_a_pause_longer_than_the_timeout_starts_from_a_window_of_one() {
    for variant in usual_variants() {
        let mut bench = Bench::mid_flight(variant).with_data(17);
        bench.ack(17);
        assert_eq!(bench.deadline(), None, "an idle sender need not be woken");
        bench.wait_millis(3_000);
        assert_eq!(bench.add_data(20), [18], "{variant:?}");
        assert_eq!((bench.cwnd(), bench.ssthresh()), (1.0, 20.0), "nothing was lost");
        assert_eq!(bench.sender().counts().timeouts, 0);
        assert_eq!(bench.ack(18), [19, 20], "slow start");
    }
}

#[test]
fn the_first_data_opens_the_connection() {
    let config = TcpConfig { data_packets: Some(0), ..TcpConfig::ns2(Variant::NewReno) };
    let mut sender = TcpSender::new(config, Span::ZERO);
    let mut out = Vec::new();
    sender.add_data(2, SimTime::ZERO, &mut out);
    assert_eq!(out.iter().map(|segment| (segment.sequence, segment.is_syn)).collect::<Vec<_>>(), [(0, true)]);
    assert!(!sender.is_done());
}

#[test]
fn adding_data_to_endless_data_has_no_effect() {
    let mut bench = Bench::mid_flight(Variant::NewReno);
    assert_eq!(bench.add_data(5), NOTHING);
    assert_eq!(bench.ack(17), [18, 19, 20, 21, 22, 23, 24, 25, 26]);
}

#[test]
fn the_last_event_is_the_cause_of_the_last_cut_and_events_are_counted() {
    let mut bench = Bench::mid_flight(Variant::NewReno).with_ecn();
    assert_eq!(bench.sender().last_event(), None);
    for _ in 0..3 {
        bench.ack(9);
    }
    assert_eq!(bench.sender().last_event(), Some(WindowEvent::FastRetransmit));
    bench.time_out();
    assert_eq!(bench.sender().last_event(), Some(WindowEvent::Timeout));
    bench.ack_with_echo(20);
    assert_eq!(bench.sender().last_event(), Some(WindowEvent::EcnCut));
    assert_eq!(bench.sender().counts().window_events(), 3);
}

#[test]
fn the_timer_has_no_effect_before_the_deadline() {
    let mut bench = Bench::mid_flight(Variant::Reno);
    let before = format!("{:?}", bench.sender());
    bench.call_timer_early();
    assert_eq!(format!("{:?}", bench.sender()), before);
}

#[test]
fn an_echo_after_a_timeout_cuts_at_once_only_if_a_retransmission_can_report_it() {
    for (ect_on_retransmit, cuts) in [(true, 1), (false, 0)] {
        let mut bench = Bench::mid_flight(Variant::Reno).with_ecn();
        std::sync::Arc::make_mut(&mut bench.connection_mut().config).ect_on_retransmit = ect_on_retransmit;
        bench.time_out();
        bench.ack_with_echo(10);
        assert_eq!(bench.sender().counts().ecn_cuts, cuts, "retransmissions ECN-capable: {ect_on_retransmit}");
    }
}
