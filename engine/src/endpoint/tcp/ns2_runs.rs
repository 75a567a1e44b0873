//! Runs of the real ns-2, packet by packet: the same numbers at the same times (`ns2_runs.txt` says how they were made).
//!
//! ns-2 computes in floating point and prints microseconds; we count nanoseconds. Runs in which a timer and an
//! acknowledgement fall on the same instant are left out: there ns-2's order hangs on the last bit of a sum.

use super::{Ack, Segment, TcpConfig, TcpSender, TcpSink, Variant};
use crate::packet::Ecn;
use crate::time::{SimTime, Span};
use std::collections::{BTreeMap, VecDeque};

const RUNS: &str = include_str!("ns2_runs.txt");
/// What printing and rounding may differ by \[s\].
const TOLERANCE_S: f64 = 5e-6;

/// A link each way with a rate, a delay and a queue without end.
struct Link {
    rate_bps: u64,
    delay: Span,
    is_free_at: SimTime,
}

impl Link {
    fn carry(&mut self, bytes: u32, now: SimTime) -> SimTime {
        self.is_free_at = self.is_free_at.max(now) + Span::transmission(bytes, self.rate_bps);
        self.is_free_at + self.delay
    }
}

struct Run<'a> {
    fields: BTreeMap<&'a str, &'a str>,
    variant: Variant,
}

impl<'a> Run<'a> {
    fn parse(line: &'a str) -> Self {
        let (id, rest) = line.split_once(' ').expect("an id and fields");
        Self {
            variant: Variant::of(id).expect("a known variant"),
            fields: rest.split(' ').map(|field| field.split_once('=').expect("key=value")).collect(),
        }
    }

    fn number(&self, key: &str) -> f64 {
        self.fields[key].parse().expect("a number")
    }

    fn has(&self, key: &str, packet: usize) -> bool {
        self.fields[key].split(',').any(|listed| listed.parse() == Ok(packet))
    }

    /// When the first `count` packets are sent, and their numbers.
    fn replay(&self, count: usize) -> Vec<(SimTime, u32)> {
        let link = || Link {
            rate_bps: self.number("rate_bps") as u64,
            delay: Span::from_secs(self.number("delay_s")),
            is_free_at: SimTime::ZERO,
        };
        let (mut forth, mut back) = (link(), link());
        let config = TcpConfig {
            window: self.number("window") as u32,
            ecn: self.fields["ecn"] == "on",
            ..TcpConfig::ns2(self.variant)
        };
        let mut sender = TcpSender::new(config, Span::from_secs(self.number("tick_phase_s")));
        let mut sink = TcpSink::default();
        let mut acks: VecDeque<(SimTime, Ack)> = VecDeque::new();
        let mut now = SimTime::from_secs(self.number("start_s"));
        let mut sent = Vec::new();
        let mut out: Vec<Segment> = Vec::new();
        sender.start(now, &mut out);
        while sent.len() < count {
            for segment in out.drain(..) {
                let packet = sent.len();
                sent.push((now, segment.sequence));
                // With marks, ns-2's losses happen before the queue; without, after the transmission.
                let is_lost = self.has("lost", packet);
                if is_lost && config.ecn {
                    continue;
                }
                let arrival = forth.carry(segment.bytes, now);
                if is_lost {
                    continue;
                }
                let ecn = if segment.ecn.is_capable() && self.has("marked", packet) { Ecn::Ce } else { segment.ecn };
                let receipt = sink.receive(segment.sequence, ecn, segment.cwr, arrival);
                acks.extend(receipt.ack.map(|ack| (back.carry(super::ACK_BYTES, arrival), ack)));
            }
            let deadline = sender.deadline().expect("there is always more to send");
            match acks.front().copied() {
                Some((at, ack)) if at <= deadline => {
                    acks.pop_front();
                    now = at;
                    sender.on_ack(ack, now, &mut out);
                }
                _ => {
                    now = deadline;
                    sender.on_timer(now, &mut out);
                }
            }
        }
        sent.truncate(count);
        sent
    }
}

#[test]
fn the_same_losses_give_the_same_packets_at_the_same_times() {
    let mut lines = RUNS.lines().filter(|line| !line.starts_with('#'));
    let mut runs = 0;
    while let (Some(run), Some(expected)) = (lines.next(), lines.next()) {
        let expected: Vec<(f64, u32)> = expected
            .split(' ')
            .map(|packet| {
                let (time, number) = packet.split_once(':').expect("time:number");
                (time.parse().expect("seconds"), number.parse().expect("a number"))
            })
            .collect();
        let found = Run::parse(run).replay(expected.len());
        for (packet, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let found = (found.0.secs(), found.1);
            assert!(
                found.1 == expected.1 && (found.0 - expected.0).abs() < TOLERANCE_S,
                "packet {packet}: we send {found:?}, ns-2 {expected:?}, in\n{run}"
            );
        }
        runs += 1;
    }
    assert!(runs >= 12, "only {runs} runs");
}
