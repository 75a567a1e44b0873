//! Worked sequences for Linux's sender, acknowledgement by acknowledgement.

use super::State;
use crate::base::time::{SimTime, Span};
use crate::endpoint::tcp::{Ack, Recovery, Segment, TcpConfig, TcpSender, Variant};

const ROUND_TRIP: Span = Span::from_millis(100);

struct Bench {
    sender: TcpSender,
    now: SimTime,
    out: Vec<Segment>,
}

impl Bench {
    /// A connection that has just been opened; the first window, packets 1 to 10, has been sent.
    fn open(config: TcpConfig) -> Self {
        let mut bench = Self { sender: TcpSender::new(config, Span::ZERO), now: SimTime::ZERO, out: Vec::new() };
        bench.sender.start(bench.now, &mut bench.out);
        bench.now += ROUND_TRIP;
        assert_eq!(bench.ack(0), (1..=10).collect::<Vec<u32>>());
        bench.now += ROUND_TRIP;
        bench
    }

    fn reno() -> Self {
        Self::open(TcpConfig::linux(Variant::Reno))
    }

    fn give(&mut self, ack: Ack) -> Vec<u32> {
        self.out.clear();
        self.sender.on_ack(ack, self.now, &mut self.out);
        self.numbers()
    }

    fn numbers(&self) -> Vec<u32> {
        self.out.iter().map(|segment| segment.sequence).collect()
    }

    /// Acknowledges all packets up to `highest`, which is the packet that arrived last.
    fn ack(&mut self, highest: u32) -> Vec<u32> {
        self.give(plain(highest, highest))
    }

    /// Acknowledges packet `arrived`, which arrived out of order; all packets up to `highest` have arrived.
    fn hold(&mut self, highest: u32, arrived: u32) -> Vec<u32> {
        self.give(plain(highest, arrived))
    }

    /// Acknowledges all packets up to `highest`, because a retransmission of packet `arrived` has arrived.
    fn repaired(&mut self, highest: u32, arrived: u32) -> Vec<u32> {
        self.give(Ack { is_of_retransmission: true, ..plain(highest, arrived) })
    }

    fn run_timer(&mut self) -> Vec<u32> {
        self.out.clear();
        self.now = self.sender.deadline().expect("a timer");
        self.sender.on_timer(self.now, &mut self.out);
        self.numbers()
    }

    fn state(&self) -> State {
        match &self.sender.recovery {
            Recovery::Linux(linux) => linux.state,
            other => panic!("{other:?}"),
        }
    }

    fn wait(&mut self, millis: u64) {
        self.now += Span::from_millis(millis);
    }
}

fn plain(highest: u32, arrived: u32) -> Ack {
    Ack { next_expected: highest + 1, arrived, is_first_arrival: true, is_of_retransmission: false, ece: false }
}

const NOTHING: Vec<u32> = Vec::new();

#[test]
fn slow_start_sends_two_packets_per_acknowledged_packet() {
    let mut bench = Bench::reno();
    assert_eq!(bench.ack(1), [11, 12]);
    assert_eq!(bench.ack(3), [13, 14, 15, 16]);
    assert_eq!(bench.sender.cwnd(), 13.0);
}

#[test]
fn the_third_later_packet_reveals_a_loss_and_the_window_falls_in_proportion() {
    let mut bench = Bench::reno();
    // The window of 10 is full and does not grow in the state Disorder, so each held packet allows one new packet.
    assert_eq!(bench.hold(0, 2), [11]);
    assert_eq!(bench.state(), State::Disorder);
    assert_eq!(bench.hold(0, 3), [12]);
    bench.wait(1);
    assert_eq!(bench.hold(0, 4), [1], "the packet counts as lost, since three later packets are held");
    assert_eq!((bench.state(), bench.sender.ssthresh()), (State::Recovery, 5.0));
    // 12 packets are unacknowledged. Three of these are held, and one is lost and retransmitted, so 9 packets are in
    // the network. The threshold is half of the old window, so PRR allows one new packet for every two delivered
    // packets.
    assert_eq!(bench.hold(0, 5), NOTHING);
    assert_eq!(bench.hold(0, 6), [13]);
    assert_eq!(bench.hold(0, 7), NOTHING);
    assert_eq!(bench.hold(0, 8), [14]);
    bench.wait(100);
    assert_eq!(bench.hold(0, 9), NOTHING);
    assert_eq!(bench.hold(0, 10), NOTHING, "five packets are in the network, as many as the threshold");
    assert_eq!(bench.hold(0, 11), [15]);
    bench.repaired(12, 1);
    assert_eq!((bench.state(), bench.sender.cwnd()), (State::Open, 5.0), "every packet of that window is acknowledged");
}

#[test]
fn without_three_later_packets_a_loss_is_declared_after_the_reordering_window() {
    let config = TcpConfig { data_packets: Some(10), ..TcpConfig::linux(Variant::Reno) };
    let mut bench = Bench::open(config);
    bench.ack(8);
    assert_eq!(bench.hold(8, 10), NOTHING);
    let asked = bench.now;
    assert_eq!(bench.run_timer(), [9]);
    // A quarter of the minimum round-trip time of 100 ms is 25 ms. The reordering window is limited to an eighth of the
    // average round-trip time, 12.5 ms. The timer expires 2 ms after the end of this window.
    assert_eq!(bench.now.since(asked), Span::from_nanos(14_500_000));
    assert_eq!(bench.state(), State::Recovery);
}

#[test]
fn lost_last_packets_are_probed_after_two_round_trips() {
    let config = TcpConfig { data_packets: Some(10), ..TcpConfig::linux(Variant::Reno) };
    let mut bench = Bench::open(config);
    assert_eq!(bench.ack(8), NOTHING);
    let asked = bench.now;
    assert_eq!(bench.run_timer(), [10], "the last packet again");
    assert_eq!(bench.now.since(asked), Span::from_millis(202));
    bench.wait(100);
    // The copy that the probe sent arrives. It was sent long after packet 9, so packet 9 counts as lost, too.
    let copy = Ack { is_of_retransmission: true, ..plain(8, 10) };
    assert_eq!(bench.give(copy), [9]);
    assert_eq!(bench.state(), State::Recovery);
    bench.wait(100);
    bench.repaired(10, 9);
    assert!(bench.sender.is_done());
}

#[test]
fn a_probe_that_repairs_the_last_loss_halves_the_window() {
    let config = TcpConfig { data_packets: Some(10), ..TcpConfig::linux(Variant::Reno) };
    let mut bench = Bench::open(config);
    bench.ack(9);
    let cwnd = bench.sender.cwnd();
    assert_eq!(bench.run_timer(), [10]);
    bench.wait(100);
    bench.sender.add_data(1, bench.now, &mut bench.out);
    bench.wait(100);
    bench.give(Ack { is_of_retransmission: true, ..plain(11, 10) });
    assert_eq!(bench.sender.cwnd(), (cwnd / 2.0).floor());
    assert_eq!(bench.state(), State::Open);
}

#[test]
fn after_a_timeout_one_retransmission_and_new_packets_test_whether_it_was_needed() {
    let mut bench = Bench::reno();
    assert_eq!(bench.run_timer(), [11], "the probe must be a new packet");
    assert_eq!(bench.run_timer(), [1], "the timeout");
    assert_eq!((bench.state(), bench.sender.cwnd()), (State::Loss, 1.0));
    assert_eq!(bench.sender.counts().timeouts, 1);
    bench.wait(50);
    // The original of packet 1 was only delayed, so the window is restored.
    assert_eq!(bench.ack(1), [12]);
    assert_eq!(
        (bench.state(), bench.sender.cwnd()),
        (State::Open, 11.0),
        "the window is 10 as before, plus 1 for the acknowledged packet"
    );
}

#[test]
fn each_timeout_draws_another_hash_for_the_packets_but_a_probe_does_not() {
    let mut bench = Bench::reno();
    let mut hashes = Vec::new();
    for _ in 0..3 {
        bench.run_timer();
        hashes.push((bench.sender.counts().timeouts, bench.out[0].rehash));
    }
    assert_eq!(hashes, [(0, 0), (1, 1), (2, 2)], "a probe and two timeouts");
}

#[test]
fn after_a_needed_timeout_lost_packets_are_sent_again_in_slow_start() {
    let mut bench = Bench::reno();
    bench.run_timer();
    bench.run_timer();
    bench.wait(100);
    assert_eq!(bench.repaired(1, 1), [12, 13], "two new packets are sent, in case the others are only delayed");
    bench.wait(100);
    // Packet 12 arrives, but no packet from before the timeout arrives. The earlier packets count as lost and are
    // retransmitted, as the window of 2 allows.
    assert_eq!(bench.hold(1, 12), [2]);
    assert_eq!(bench.sender.ssthresh(), 5.0);
}

#[test]
fn a_mark_cuts_the_window_once_per_round_trip_without_a_retransmission() {
    let mut bench = Bench::open(TcpConfig { ecn: true, ..TcpConfig::linux(Variant::Reno) });
    bench.give(Ack { ece: true, ..plain(1, 1) });
    assert_eq!((bench.state(), bench.sender.ssthresh()), (State::Cwr, 5.0));
    for highest in 2..=10 {
        bench.give(Ack { ece: true, ..plain(highest, highest) });
    }
    assert_eq!((bench.sender.cwnd(), bench.sender.ssthresh()), (5.0, 5.0));
    assert_eq!((bench.sender.counts().ecn_cuts, bench.sender.counts().retransmitted), (1, 0));
}

#[test]
fn hystart_leaves_slow_start_when_round_trips_grow() {
    let config = TcpConfig { initial_window: 16, ..TcpConfig::linux(Variant::Cubic) };
    let mut bench = Bench { sender: TcpSender::new(config, Span::ZERO), now: SimTime::ZERO, out: Vec::new() };
    bench.sender.start(bench.now, &mut bench.out);
    bench.wait(100);
    bench.ack(0);
    bench.wait(100);
    for highest in 1..=16 {
        bench.ack(highest);
    }
    assert_eq!(bench.sender.cwnd(), 32.0);
    // The minimum round-trip time is 100 ms. The samples exceed this minimum by more than an eighth, so HyStart ends
    // slow start. The other reason, a train of acknowledgements, is excluded: they are 3 ms apart.
    bench.wait(113);
    for highest in 17..=26 {
        bench.wait(3);
        bench.ack(highest);
    }
    // The acknowledgement of packet 17 begins a new round. Packet 25 therefore gives the ninth round-trip sample of this round.
    assert_eq!(bench.sender.ssthresh(), 40.0);
}

#[test]
fn bbr_paces_its_first_rounds_at_nearly_three_times_the_measured_rate() {
    let bench = Bench::open(TcpConfig::linux(Variant::Bbr));
    let Recovery::Linux(linux) = &bench.sender.recovery else { panic!() };
    let rate = linux.law.pacing_rate().expect("BBR paces");
    assert!((rate / (0.99 * 739.0 / 256.0 * 10.0 / 0.1) - 1.0).abs() < 1e-9, "{rate}");
}

#[test]
fn bbr_keeps_its_rate_when_a_packet_is_lost() {
    let mut bench = Bench::open(TcpConfig::linux(Variant::Bbr));
    let rate = |bench: &Bench| match &bench.sender.recovery {
        Recovery::Linux(linux) => linux.law.pacing_rate(),
        _ => None,
    };
    let before = rate(&bench);
    for arrived in 2..=4 {
        bench.hold(0, arrived);
    }
    assert_eq!(bench.state(), State::Recovery);
    assert!(rate(&bench) >= before);
}
