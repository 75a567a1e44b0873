//! Comparison with runs of the real ns-2, packet by packet: our sender sends the same packet numbers at the same times.
//! `ns2_runs.txt` describes the runs.
//!
//! ns-2 computes in floating point and prints microseconds; we count nanoseconds. Runs in which a timer expires at the
//! same instant as an acknowledgement arrives are left out, since the order of the two events in ns-2 depends on the
//! last bit of a floating-point sum.

use super::{ACK_BYTES, ACK_DELAY, Ack, Segment, SinkConfig, TcpConfig, TcpSender, TcpSink, Variant};
use crate::base::packet::Ecn;
use crate::base::time::{SimTime, Span};
use std::collections::{BTreeMap, VecDeque};

const RUNS: &str = include_str!("ns2_runs.txt");
/// The allowed difference in time \[s\]. It covers the rounding of the times that ns-2 prints, and of its
/// floating-point sums.
const TOLERANCE_S: f64 = 5e-6;

/// A one-way link with a rate, a delay and an unlimited queue.
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

    /// When the application adds data, and how many packets; empty for endless data.
    fn requests(&self) -> VecDeque<(SimTime, u32)> {
        let request = |text: &str| {
            let (at, packets) = text.split_once(':').expect("time:packets");
            (SimTime::from_secs(at.parse().expect("seconds")), packets.parse().expect("a number"))
        };
        self.fields.get("data").map_or_else(VecDeque::new, |list| list.split(',').map(request).collect())
    }

    fn config(&self) -> TcpConfig {
        let config = TcpConfig {
            window: self.number("window") as u32,
            ecn: self.fields["ecn"] == "on",
            data_packets: self.fields.contains_key("data").then_some(0),
            ..TcpConfig::ns2(self.variant)
        };
        match self.variant {
            // ns-2's Vegas adds no headers to its packets of 960 bytes, and its SYN has this size, too.
            Variant::Vegas => TcpConfig { segment_bytes: 960, syn_bytes: 960, ..config },
            _ => config,
        }
    }
}

/// A replayed run: the sender, the receiver and the packets and acknowledgements in transit.
struct Replay<'a> {
    run: &'a Run<'a>,
    sender: TcpSender,
    sink: TcpSink,
    forth: Link,
    back: Link,
    /// Acknowledgements in transit, with the times at which they reach the sender.
    acks: VecDeque<(SimTime, Ack)>,
    /// Data that the sender has not received from the application yet, with the times at which it will.
    requests: VecDeque<(SimTime, u32)>,
    /// The send times and numbers of packets.
    sent: Vec<(SimTime, u32)>,
}

impl<'a> Replay<'a> {
    fn of(run: &'a Run<'a>) -> Self {
        let link = || Link {
            rate_bps: run.number("rate_bps") as u64,
            delay: Span::from_secs(run.number("delay_s")),
            is_free_at: SimTime::ZERO,
        };
        let config = run.config();
        let delayed_ack = run.fields.contains_key("delayed_ack").then_some(ACK_DELAY);
        Self {
            run,
            sender: TcpSender::new(config, Span::from_secs(run.number("tick_phase_s"))),
            sink: TcpSink::new(SinkConfig { delayed_ack, linux: None, echo: run.variant.echo() }),
            forth: link(),
            back: link(),
            acks: VecDeque::new(),
            requests: run.requests(),
            sent: Vec::new(),
        }
    }

    fn first_packets(mut self, count: usize) -> Vec<(SimTime, u32)> {
        let mut now = SimTime::from_secs(self.run.number("start_s"));
        let mut out = Vec::new();
        if self.requests.is_empty() {
            self.sender.start(now, &mut out);
        }
        loop {
            for segment in out.drain(..) {
                self.carry(segment, now);
            }
            if self.sent.len() >= count {
                self.sent.truncate(count);
                return self.sent;
            }
            now = self.happen(&mut out);
        }
    }

    /// Processes the next event and returns its time.
    fn happen(&mut self, out: &mut Vec<Segment>) -> SimTime {
        let due = |at: Option<SimTime>| at.unwrap_or(SimTime::MAX);
        let ack = due(self.acks.front().map(|ack| ack.0));
        let request = due(self.requests.front().map(|request| request.0));
        let waiting = due(self.sink.ack_deadline());
        let now = ack.min(request).min(waiting).min(due(self.sender.deadline()));
        assert_ne!(now, SimTime::MAX, "no event is scheduled");
        if now == waiting {
            self.let_sink_answer(now);
        } else if let Some((_, ack)) = self.acks.pop_front_if(|(at, _)| *at == now) {
            self.sender.on_ack(ack, now, out);
        } else if let Some((_, packets)) = self.requests.pop_front_if(|(at, _)| *at == now) {
            self.sender.add_data(packets, now, out);
        } else {
            self.sender.on_timer(now, out);
        }
        now
    }

    fn carry(&mut self, segment: Segment, now: SimTime) {
        let packet = self.sent.len();
        self.sent.push((now, segment.sequence));
        // In the runs with ECN marks, ns-2 drops the lost packets before the queue; in the other runs, after their
        // transmission.
        let is_lost = self.run.has("lost", packet);
        if is_lost && self.sender.config().ecn {
            return;
        }
        let arrival = self.forth.carry(segment.bytes, now);
        if is_lost {
            return;
        }
        self.let_sink_answer(arrival);
        let is_marked = segment.ecn.is_capable() && self.run.has("marked", packet);
        let ecn = if is_marked { Ecn::Ce } else { segment.ecn };
        let receipt = self.sink.receive(segment.sequence, ecn, segment.cwr, arrival);
        self.send_back(receipt.ack, arrival);
    }

    /// Sends the delayed acknowledgement if it is due by `now`.
    fn let_sink_answer(&mut self, now: SimTime) {
        if let Some(deadline) = self.sink.ack_deadline().filter(|deadline| *deadline <= now) {
            let ack = self.sink.on_ack_timer(deadline);
            self.send_back(ack, deadline);
        }
    }

    fn send_back(&mut self, ack: Option<Ack>, at: SimTime) {
        self.acks.extend(ack.map(|ack| (self.back.carry(ACK_BYTES, at), ack)));
    }
}

#[test]
fn the_same_losses_cause_the_same_packets_at_the_same_times() {
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
        let found = Replay::of(&Run::parse(run)).first_packets(expected.len());
        for (packet, (found, expected)) in found.iter().zip(&expected).enumerate() {
            let found = (found.0.secs(), found.1);
            assert!(
                found.1 == expected.1 && (found.0 - expected.0).abs() < TOLERANCE_S,
                "packet {packet}: we send {found:?}, ns-2 {expected:?}, in\n{run}"
            );
        }
        runs += 1;
    }
    assert!(runs >= 27, "only {runs} runs");
}
