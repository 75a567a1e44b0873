//! A sender and a receiver on a path with a fixed delay and prescribed losses, to test invariants that hold for every
//! variant.

use super::{ACK_DELAY, Ack, Segment, SinkConfig, TcpConfig, TcpSender, TcpSink, Variant};
use crate::base::hash::StateHash;
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};
use proptest::prelude::*;
use std::collections::VecDeque;

/// The round-trip time of the path, which has no queue.
const ROUND_TRIP: Span = Span::from_millis(100);

/// The fate of a packet on the path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Fate {
    Arrives,
    IsLost,
    IsMarked,
}

#[derive(Clone, Debug)]
struct Loop {
    sender: TcpSender,
    sink: TcpSink,
    now: SimTime,
    acks: VecDeque<(SimTime, Ack)>,
    /// The fates of the packets, in order of sending; all later packets arrive.
    fates: VecDeque<Fate>,
}

impl Loop {
    fn new(config: TcpConfig, delayed_ack: Option<Span>, fates: &[Fate]) -> Self {
        let mut it = Self {
            sender: TcpSender::new(config, Span::ZERO),
            sink: TcpSink::new(SinkConfig { delayed_ack, linux: config.linux, echo: config.variant.echo() }),
            now: SimTime::ZERO,
            acks: VecDeque::new(),
            fates: fates.iter().copied().collect(),
        };
        let mut out = Vec::new();
        it.sender.start(it.now, &mut out);
        it.carry(&out);
        it
    }

    /// Carries packets to the receiver in no time; each acknowledgement then takes the whole round-trip time. As the
    /// path preserves order, this equals a path with a delay in both directions.
    fn carry(&mut self, segments: &[Segment]) {
        for segment in segments {
            let ecn = match self.fates.pop_front().unwrap_or(Fate::Arrives) {
                Fate::IsLost => continue,
                Fate::IsMarked if segment.ecn.is_capable() => Ecn::Ce,
                _ => segment.ecn,
            };
            let Segment { sequence, is_retransmission, cwr, .. } = *segment;
            let receipt = self.sink.receive_copy(sequence, is_retransmission, ecn, cwr, self.now);
            self.acks.extend(receipt.ack.map(|ack| (self.now + ROUND_TRIP, ack)));
        }
    }

    /// Advances to the next acknowledgement or timeout and returns the packets sent.
    fn step(&mut self) -> Vec<Segment> {
        let deadline = self.sender.deadline().unwrap_or(SimTime::MAX);
        let mut out = Vec::new();
        let next_ack = self.acks.front().map_or(SimTime::MAX, |ack| ack.0);
        if let Some(at) = self.sink.ack_deadline().filter(|at| *at <= deadline.min(next_ack)) {
            self.now = at;
            self.acks.extend(self.sink.on_ack_timer(at).map(|ack| (at + ROUND_TRIP, ack)));
            return out;
        }
        match self.acks.front().copied() {
            Some((at, ack)) if at <= deadline => {
                self.acks.pop_front();
                self.now = at;
                self.sender.on_ack(ack, at, &mut out);
            }
            _ => {
                assert_ne!(deadline, SimTime::MAX, "no event is scheduled");
                self.now = deadline;
                self.sender.on_timer(deadline, &mut out);
            }
        }
        self.carry(&out);
        out
    }

    fn hash(&self) -> u64 {
        let mut hash = StateHash::default();
        self.sender.fold(&mut hash);
        self.sink.fold(&mut hash);
        hash.fold(self.now.nanos());
        hash.value()
    }
}

/// The number of packets that leave in each of the first round trips without losses.
pub(super) fn packets_per_round(config: TcpConfig, rounds: u64) -> Vec<u64> {
    let mut it = Loop::new(config, None, &[]);
    let mut counts = vec![1];
    counts.resize(rounds as usize, 0);
    loop {
        let sent = it.step().len() as u64;
        let round = (it.now.nanos() / ROUND_TRIP.nanos()) as usize;
        match counts.get_mut(round) {
            Some(count) => *count += sent,
            None => return counts,
        }
    }
}

fn delays() -> impl Strategy<Value = Option<Span>> {
    prop::option::of(Just(ACK_DELAY))
}

fn fates() -> impl Strategy<Value = Vec<Fate>> {
    let fate = |lost: u32, marked: u32| {
        prop_oneof![
            10 => Just(Fate::Arrives),
            lost => Just(Fate::IsLost),
            marked => Just(Fate::IsMarked),
        ]
    };
    // The loss rates range from an occasional loss to a path that loses most packets.
    (1u32..20, 1u32..6).prop_flat_map(move |(lost, marked)| proptest::collection::vec(fate(lost, marked), 0..300))
}

fn configs() -> impl Strategy<Value = TcpConfig> {
    let variant = prop::sample::select(Variant::ALL.to_vec());
    (variant, 1u32..60, 0..3, any::<[bool; 2]>(), prop::option::of(1u32..200)).prop_map(
        |(variant, window, stack, [ecn, limited_transmit], data_packets)| {
            let config = match stack {
                _ if variant.is_always_linux() => TcpConfig::linux(variant),
                0 => TcpConfig::ns2(variant),
                1 => TcpConfig::rfc(variant, Span::from_millis(200)),
                _ => TcpConfig::linux(variant),
            };
            TcpConfig { window, ecn, limited_transmit, data_packets, ..config }
        },
    )
}

const WANTED: u64 = 400;
/// A limit on the number of steps, far above what recovery from a few hundred losses can take.
const PATIENCE: usize = 100_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn every_packet_is_delivered_in_the_end(config in configs(), delay in delays(), fates in fates()) {
        let wanted = config.data_packets.map_or(WANTED, u64::from);
        let mut it = Loop::new(config, delay, &fates);
        let mut steps = 0;
        while it.sink.delivered() < wanted || (it.sender.deadline().is_some() && config.data_packets.is_some()) {
            it.step();
            steps += 1;
            prop_assert!(steps < PATIENCE, "stuck at {:?}", it.sender);

            let sender = &it.sender;
            prop_assert!(sender.outstanding() <= config.window.max(1), "{sender:?}");
            // In ns-2's Vegas a timeout may leave a window of 0.
            let least = if config.variant == Variant::Vegas || config.ecn { 0.0 } else { 0.5 };
            prop_assert!(sender.cwnd() >= least && sender.ssthresh() >= 1.0, "{sender:?}");
            prop_assert!(u64::from(sender.first_unacknowledged()) <= it.sink.delivered() + 1);
            prop_assert!(sender.deadline().is_some() || sender.is_done(), "the sender is not done but has no deadline: {sender:?}");
        }
        if config.data_packets.is_some() {
            prop_assert_eq!(it.sink.delivered(), wanted);
            prop_assert!(it.sender.is_done());
        }
    }

    #[test]
    fn data_added_in_portions_is_delivered_in_the_end(
        config in configs(), delay in delays(), fates in fates(),
        portions in proptest::collection::vec((1u32..40, 0u64..2_000), 1..12),
    ) {
        let mut it = Loop::new(TcpConfig { data_packets: Some(0), ..config }, delay, &fates);
        let mut wanted = 0;
        for (packets, idle_millis) in portions {
            wanted += u64::from(packets);
            let mut out = Vec::new();
            it.now += Span::from_millis(idle_millis);
            it.sender.add_data(packets, it.now, &mut out);
            it.carry(&out);
            let mut steps = 0;
            while !it.sender.is_done() {
                it.step();
                steps += 1;
                prop_assert!(steps < PATIENCE, "stuck at {:?}", it.sender);
            }
            prop_assert_eq!(it.sink.delivered(), wanted);
            prop_assert_eq!(it.sender.deadline(), None);
        }
    }

    #[test]
    fn a_clone_behaves_like_its_original(
        config in configs(), delay in delays(), fates in fates(), before in 0usize..300, after in 1usize..300,
    ) {
        let config = TcpConfig { data_packets: None, ..config };
        let mut original = Loop::new(config, delay, &fates);
        for _ in 0..before {
            original.step();
        }
        let mut clone = original.clone();
        prop_assert_eq!(original.hash(), clone.hash());
        for _ in 0..after {
            prop_assert_eq!(original.step(), clone.step());
        }
        prop_assert_eq!(original.hash(), clone.hash());
    }

    #[test]
    fn without_losses_no_packet_is_sent_twice(config in configs(), delay in delays()) {
        let mut it = Loop::new(TcpConfig { data_packets: None, ..config }, delay, &[]);
        while it.sink.delivered() < WANTED {
            it.step();
        }
        prop_assert_eq!(it.sender.counts().retransmitted, 0);
        prop_assert_eq!(it.sender.counts().timeouts, 0);
        prop_assert_eq!(it.sink.duplicates(), 0);
    }
}
