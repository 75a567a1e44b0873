use super::*;
use crate::endpoint::tcp::bench::{Bench, NOTHING};
use crate::endpoint::tcp::lossy_loop::packets_per_round;
use crate::endpoint::tcp::{TcpConfig, Variant};

/// The new window and growth of a sender in congestion avoidance, from its old window and its estimate of queued
/// packets.
fn steered(cwnd: f64, diff: i64) -> (f64, f64) {
    let mut bench = Bench::mid_flight(Variant::Vegas).with_cwnd(cwnd, 2.0);
    let mut vegas = Vegas::default();
    vegas.steer(bench.connection_mut(), diff);
    (bench.cwnd(), vegas.growth)
}

#[test]
fn the_estimate_is_the_number_of_the_senders_packets_in_the_queues() {
    for (window, base_rtt, rtt, real, rounded) in [
        (20.0, 0.100, 0.104, 0.769, 1),
        (20.0, 0.100, 0.120, 3.333, 3),
        (20.0, 0.100, 0.125, 4.0, 4),
        (10.0, 0.204, 0.250, 1.84, 2),
    ] {
        let diff = difference(window, base_rtt, window, rtt);
        assert!((diff - real).abs() < 1e-3, "{diff} instead of {real}");
        assert_eq!((diff + 0.5) as i64, rounded);
    }
}

#[test]
fn between_alpha_and_beta_the_window_is_unchanged() {
    for diff in 1..=3 {
        assert_eq!(steered(20.0, diff), (20.0, 0.0));
    }
    assert_eq!(steered(20.0, 4), (19.0, 0.0), "above β the window shrinks by one packet at once");
    assert_eq!(steered(20.0, 0), (20.0, 1.0 / 20.0), "below α the window grows by one packet over the next round trip");
    assert_eq!(steered(2.0, 9), (2.0, 0.0), "the window never falls below two packets");
}

#[test]
fn slow_start_ends_when_packets_begin_to_queue() {
    let mut bench = Bench::mid_flight(Variant::Vegas).with_cwnd(8.0, 20.0);
    let mut vegas = Vegas::default();
    vegas.steer(bench.connection_mut(), 2);
    assert_eq!((bench.cwnd(), vegas.growth), (8.0, 0.0), "a round without growth, in which no decision is made");
    vegas.steer(bench.connection_mut(), 2);
    assert_eq!((bench.cwnd(), bench.ssthresh(), vegas.growth), (7.0, 2.0, 0.0));
}

#[test]
fn slow_start_doubles_every_other_round_trip() {
    assert_eq!(packets_per_round(TcpConfig::ns2(Variant::Vegas), 10), [1, 1, 3, 3, 6, 6, 12, 12, 20, 20]);
}

#[test]
fn the_fine_timeout_is_the_average_plus_two_deviations_plus_a_sixteenth() {
    let mut timeout = FineTimeout::default();
    timeout.start(0.1);
    assert!((timeout.value - 0.15).abs() < 1e-12, "the fine timeout is one and a half times the first round-trip time");
    timeout.measure(0.1);
    // srtt is 0.1, and the deviation is 0.025 · 3/4.
    assert!((timeout.value - (0.1 + 2.0 * 0.01875) * 17.0 / 16.0).abs() < 1e-12, "{}", timeout.value);
}

#[test]
fn an_overdue_packet_is_sent_again_at_the_first_duplicate() {
    let mut bench = Bench::mid_flight(Variant::Vegas);
    bench.wait_millis(149);
    assert_eq!(bench.ack(9), NOTHING);
    bench.wait_millis(2);
    assert_eq!(bench.ack(9), [10]);
    // The window is three quarters of 8 packets, increased by two for two duplicate acknowledgements.
    assert_eq!((bench.cwnd(), bench.sender().backoff()), (8.0, 2));
    assert_eq!(bench.ack(9), [18], "from here each further duplicate widens the window");
    bench.wait_millis(100);
    assert_eq!(
        bench.ack(18),
        [19, 19, 20, 21, 22, 23, 24],
        "the sender looks for an overdue packet: 19 was never sent, so it counts as overdue"
    );
    assert_eq!((bench.cwnd(), bench.ssthresh()), (6.0, 2.0));
}

#[test]
fn the_third_duplicate_retransmits_a_packet_that_is_not_overdue() {
    let mut bench = Bench::mid_flight(Variant::Vegas);
    for _ in 0..2 {
        assert_eq!(bench.ack(9), NOTHING, "no limited transmit");
    }
    assert_eq!(bench.ack(9), [10, 18], "6 + 3 packets may be sent beyond the last acknowledged packet");
}

#[test]
fn the_next_new_acknowledgement_checks_for_a_second_loss() {
    let mut bench = Bench::mid_flight(Variant::Vegas);
    for _ in 0..3 {
        bench.ack(9);
    }
    bench.wait_millis(400);
    assert_eq!(bench.ack(11), [12, 19, 20]);
    assert_eq!(bench.cwnd(), 9.0, "the window has already been cut");
    bench.wait_millis(400);
    assert_eq!(bench.ack(11)[0], 12, "lost again");
    // The window is half of 9 packets, increased by four for four duplicate acknowledgements.
    assert_eq!(bench.cwnd(), 8.0);
}

#[test]
fn losses_of_packets_sent_before_the_cut_do_not_cut_again() {
    let mut bench = Bench::mid_flight(Variant::Vegas);
    for _ in 0..3 {
        bench.ack(9);
    }
    assert_eq!(bench.cwnd(), 9.0);
    bench.wait_millis(200);
    assert_eq!(bench.ack(9)[0], 10);
    assert_eq!(bench.cwnd(), 9.0);
}

#[test]
fn after_a_timeout_the_window_is_two_packets() {
    let mut bench = Bench::mid_flight(Variant::Vegas);
    assert_eq!(bench.time_out(), [10, 11]);
    assert_eq!((bench.cwnd(), bench.ssthresh()), (2.0, 4.0));
    assert_eq!(bench.connection().recover, 17);
}

#[test]
fn a_mark_halves_the_window_once() {
    let mut bench = Bench::mid_flight(Variant::Vegas).with_ecn();
    bench.ack_with_echo(12);
    assert_eq!((bench.cwnd(), bench.ssthresh()), (4.0, 4.0));
    bench.ack_with_echo(13);
    assert_eq!(bench.cwnd(), 4.0);
}
