//! Loss and delay of packets outside the bottleneck: random loss, jitter, and a queue of acknowledgements.
//!
//! Rule of random loss: a receiver's own link loses each packet with the same probability, independently of the past. A
//! lost packet has already used capacity at the bottleneck. The receiver's own link loses acknowledgements in the same
//! way. Rule of jitter: each packet needs an additional time between the bottleneck and its receiver, drawn uniformly
//! between zero and a maximum. A packet that would overtake an earlier packet of its flow arrives at the same time as
//! that packet. Rule of the reverse link: acknowledgements of all flows share one FIFO queue and one link in the
//! reverse direction. An acknowledgement that finds the queue full is lost. Rule of reports: an acknowledgement repeats
//! what the lost acknowledgements before it reported with SACK blocks.
//! We differ: RFC 2018 repeats at most three blocks; here the number of blocks has no limit. The ECN echo of a lost
//! acknowledgement is lost.
//! Source: the random losses are those of ns-2's `ErrorModel` in its unit of packets; the reverse link is ns-2's
//! `DropTail` queue in the reverse direction of a duplex link.
//!
//! Each flow has its own random streams. A scene without these settings therefore draws nothing from them, and changing
//! one flow's settings changes no draw of another flow.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::only::Only;
use crate::base::packet::FlowId;
use crate::base::rng::{Chance, Stream};
use crate::base::time::{SimTime, Span};
use crate::endpoint::tcp::{ACK_BYTES, Ack};
use crate::measure::result::PathResult;
use crate::scenario::{FlowGroup, Scenario};
use std::collections::VecDeque;

/// Loss and delay outside the bottleneck, for all flows.
#[derive(Clone, Debug)]
pub(crate) struct Paths {
    flows: Vec<Path>,
    reverse: Option<ReverseLink>,
}

/// Loss and delay of one flow outside the bottleneck.
#[derive(Clone, Debug)]
struct Path {
    /// Probability that a data packet is lost.
    loss: f64,
    /// Probability that an acknowledgement is lost.
    ack_loss: f64,
    /// Longest additional delay of a data packet.
    jitter: Span,
    losses: Stream,
    delays: Stream,
    /// The latest arrival of a data packet at its receiver; no later packet may overtake it.
    last: SimTime,
    /// Acknowledgements between the receiver and the reverse link, oldest first.
    to_reverse: VecDeque<Ack>,
    /// Number of acknowledgements that were passed on to the sender, and how many of these have reached the sender.
    passed: u64,
    arrived: u64,
    /// Numbers of packets that arrived out of order, and whose acknowledgements were lost. The next acknowledgement
    /// that is passed on also reports such a packet; its index is the first number of the pair, the packet's the
    /// second.
    unreported: VecDeque<(u64, u32)>,
    lost: PathResult,
}

/// The reverse direction of the bottleneck link, which the acknowledgements of all flows share.
#[derive(Clone, Debug)]
struct ReverseLink {
    /// Transmission time of an acknowledgement.
    takes: Span,
    /// Maximum number of acknowledgements that wait behind the one in transmission.
    limit: usize,
    /// End times of the transmissions in progress and waiting, in order.
    ends: VecDeque<SimTime>,
}

impl ReverseLink {
    /// The end of the transmission of an acknowledgement that arrives at `now`; `None` if the queue is full.
    fn carry(&mut self, now: SimTime) -> Option<SimTime> {
        while self.ends.front().is_some_and(|&end| end <= now) {
            self.ends.pop_front();
        }
        if self.ends.len() > self.limit {
            return None;
        }
        let end = self.ends.back().map_or(now, |&last| last) + self.takes;
        self.ends.push_back(end);
        Some(end)
    }
}

impl Path {
    fn new(id: FlowId, group: &FlowGroup, seed: u64) -> Self {
        let number = id.number();
        Self {
            loss: group.random_loss(),
            ack_loss: group.ack_loss(),
            jitter: group.jitter(),
            losses: Stream::named(seed, &format!("loss/{number}")),
            delays: Stream::named(seed, &format!("jitter/{number}")),
            last: SimTime::ZERO,
            to_reverse: VecDeque::new(),
            passed: 0,
            arrived: 0,
            unreported: VecDeque::new(),
            lost: PathResult { lost_packets: 0, lost_acks: 0 },
        }
    }

    /// Whether an event of this probability happens. Probability 0 draws no random number.
    fn happens(&mut self, probability: f64) -> bool {
        probability > 0.0 && self.losses.unit() < probability
    }

    fn lose_ack(&mut self, ack: Ack) {
        self.lost.lost_acks += 1;
        if ack.is_first_arrival && ack.arrived >= ack.next_expected {
            self.unreported.push_back((self.passed, ack.arrived));
        }
    }
}

impl Paths {
    /// The paths of a scene; `None` if the scene loses and delays packets at the bottleneck only.
    pub(crate) fn new(scenario: &Scenario) -> Option<Only<Box<Self>>> {
        let mark = Only::MARK.filter(|_| scenario.has_paths())?;
        let groups = scenario.flows.iter().flat_map(|group| std::iter::repeat_n(group, group.count as usize));
        let flows =
            groups.enumerate().map(|(index, group)| Path::new(FlowId(index as u32), group, scenario.seed)).collect();
        let reverse = (scenario.reverse.rate_bps > 0).then(|| ReverseLink {
            takes: Span::transmission(ACK_BYTES, scenario.reverse.rate_bps),
            limit: scenario.reverse.limit as usize,
            ends: VecDeque::new(),
        });
        Some(mark.map(|()| Box::new(Self { flows, reverse })))
    }

    /// The time at which a data packet reaches its receiver; `None` if the packet is lost. Without losses and jitter
    /// this time would be `at`.
    #[inline(never)]
    pub(crate) fn received(&mut self, flow: FlowId, at: SimTime) -> Option<SimTime> {
        let path = &mut self.flows[flow.index()];
        if path.happens(path.loss) {
            path.lost.lost_packets += 1;
            return None;
        }
        if path.jitter > Span::ZERO {
            let extra = Span::from_secs(path.delays.unit() * path.jitter.secs());
            path.last = path.last.max(at + extra);
            return Some(path.last);
        }
        Some(at)
    }

    /// Takes an acknowledgement that leaves its receiver. Returns whether it survives the random loss of the flow's
    /// path.
    #[inline(never)]
    pub(crate) fn carries_ack(&mut self, flow: FlowId, ack: Ack) -> bool {
        let path = &mut self.flows[flow.index()];
        let is_lost = path.happens(path.ack_loss);
        if is_lost {
            path.lose_ack(ack);
        } else if self.reverse.is_some() {
            path.to_reverse.push_back(ack);
        } else {
            path.passed += 1;
        }
        !is_lost
    }

    /// Whether acknowledgements share a reverse link.
    pub(crate) fn has_reverse_link(&self) -> bool {
        self.reverse.is_some()
    }

    /// Passes a flow's oldest acknowledgement in flight to the reverse link, which it reaches at `now`. Returns the
    /// acknowledgement and the end of its transmission; `None` if the queue is full.
    #[inline(never)]
    pub(crate) fn cross_reverse(&mut self, flow: FlowId, now: SimTime) -> Option<(Ack, SimTime)> {
        let path = &mut self.flows[flow.index()];
        let ack = path.to_reverse.pop_front()?;
        let end = self.reverse.as_mut()?.carry(now);
        match end {
            Some(_) => path.passed += 1,
            None => path.lose_ack(ack),
        }
        Some((ack, end?))
    }

    /// Counts an acknowledgement that reaches its sender.
    pub(crate) fn ack_arrives(&mut self, flow: FlowId) {
        self.flows[flow.index()].arrived += 1;
    }

    /// The next packet that was acknowledged only by a lost acknowledgement. The acknowledgement that arrives now also
    /// reports this packet as received. `None` if there is no further packet of this kind.
    #[inline(never)]
    pub(crate) fn repeated_report(&mut self, flow: FlowId) -> Option<u32> {
        let path = &mut self.flows[flow.index()];
        let &(next, number) = path.unreported.front()?;
        (next < path.arrived).then(|| {
            path.unreported.pop_front();
            number
        })
    }

    /// The packets of a flow that were lost outside the bottleneck.
    pub(crate) fn lost(&self, flow: usize) -> PathResult {
        self.flows[flow].lost
    }

    pub(crate) fn heap_bytes(&self) -> usize {
        let waiting = |path: &Path| footprint::block::<Ack>(path.to_reverse.capacity());
        footprint::block::<Self>(1)
            + footprint::block::<Path>(self.flows.len())
            + self.flows.iter().map(waiting).sum::<usize>()
            + self.reverse.as_ref().map_or(0, |link| footprint::block::<SimTime>(link.ends.capacity()))
    }

    /// Hashes all state that can affect the rest of the run.
    pub(crate) fn fold(&self, hash: &mut StateHash) {
        for path in &self.flows {
            path.losses.state().into_iter().chain(path.delays.state()).for_each(|word| hash.fold(word));
            hash.fold(path.last.nanos());
            for ack in &path.to_reverse {
                hash.fold(u64::from(ack.next_expected) << 32 | u64::from(ack.arrived));
            }
            for &(next, number) in &path.unreported {
                hash.fold(next.wrapping_sub(path.arrived));
                hash.fold(number.into());
            }
        }
        for end in self.reverse.iter().flat_map(|link| &link.ends) {
            hash.fold(end.nanos());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    const FLOW: FlowId = FlowId(0);

    fn paths(flow: Value, reverse: Value) -> Paths {
        let mut flow = flow;
        flow["transport"] = "sack".into();
        let scene = json!({ "lanes": [{ "aqm": "drop-tail" }], "reverse": reverse, "flows": [flow] });
        *Paths::new(&Scenario::parse(&scene).unwrap()).unwrap().get()
    }

    fn at(millis: u64) -> SimTime {
        SimTime::ZERO + Span::from_millis(millis)
    }

    fn ack(next_expected: u32, arrived: u32) -> Ack {
        Ack { next_expected, arrived, is_first_arrival: true, is_of_retransmission: false, ece: false }
    }

    #[test]
    fn a_scene_without_losses_and_delays_has_no_paths() {
        let plain = json!({
            "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "sack", "random_loss": 0, "jitter_s": 0, "ack_loss": 0 }],
        });
        assert!(Paths::new(&Scenario::parse(&plain).unwrap()).is_none());
    }

    #[test]
    fn packets_are_lost_with_the_given_probability() {
        const PACKETS: u64 = 100_000;
        let mut paths = paths(json!({ "random_loss": 0.02 }), json!({}));
        let received =
            (0..PACKETS).filter(|&number| paths.received(FLOW, at(number)) == Some(at(number))).count() as u64;
        let lost = paths.lost(0).lost_packets;
        assert_eq!(received + lost, PACKETS);
        // The number of lost packets is binomial; the tolerance is four standard deviations.
        let deviation = (PACKETS as f64 * 0.02 * 0.98).sqrt();
        assert!((lost as f64 - PACKETS as f64 * 0.02).abs() < 4.0 * deviation, "{lost}");
    }

    #[test]
    fn jitter_delays_packets_and_keeps_their_order() {
        let mut paths = paths(json!({ "jitter_s": 0.05 }), json!({}));
        let mut last = SimTime::ZERO;
        let mut longest = Span::ZERO;
        for number in 0..1_000 {
            let received = paths.received(FLOW, at(number)).unwrap();
            assert!(received >= last && received >= at(number), "{number}");
            longest = longest.max(received.since(at(number)));
            last = received;
        }
        assert!(longest > Span::from_millis(45) && longest <= Span::from_millis(50), "{longest:?}");
    }

    #[test]
    fn the_reverse_link_queues_acknowledgements_and_drops_those_beyond_its_limit() {
        // 40 bytes at 32 kb/s take 10 ms. One is in transmission, and two wait.
        let mut paths = paths(json!({}), json!({ "ack_rate_bps": 32_000, "ack_limit": 2 }));
        let mut cross = |now| {
            assert!(paths.carries_ack(FLOW, ack(1, 0)));
            paths.cross_reverse(FLOW, at(now)).map(|(_, end)| end)
        };
        assert_eq!([0, 0, 0].map(&mut cross), [Some(at(10)), Some(at(20)), Some(at(30))]);
        assert_eq!(cross(9), None, "the queue is full");
        assert_eq!(cross(10), Some(at(40)), "a transmission has ended");
        assert_eq!(cross(100), Some(at(110)), "the link was idle");
        assert_eq!(paths.lost(0).lost_acks, 1);
    }

    #[test]
    fn an_acknowledgement_repeats_the_reports_of_lost_ones_sent_before_it() {
        let mut paths = paths(json!({}), json!({ "ack_rate_bps": 32_000, "ack_limit": 1 }));
        let mut cross = |ack| {
            assert!(paths.carries_ack(FLOW, ack));
            paths.cross_reverse(FLOW, at(0)).is_some()
        };
        // Packet 4 is missing, and the acknowledgements of packets 7 and 8 find the queue full.
        assert_eq!([ack(4, 5), ack(4, 6), ack(4, 7), ack(4, 8)].map(&mut cross), [true, true, false, false]);
        assert!(paths.carries_ack(FLOW, ack(4, 9)));
        assert!(paths.cross_reverse(FLOW, at(100)).is_some());
        let mut arrive = || {
            let mut reported = Vec::new();
            paths.ack_arrives(FLOW);
            reported.extend(std::iter::from_fn(|| paths.repeated_report(FLOW)));
            reported
        };
        assert_eq!(arrive(), [0; 0], "sent before the losses");
        assert_eq!(arrive(), [0; 0]);
        assert_eq!(arrive(), [7, 8]);
        assert_eq!(arrive(), [0; 0]);
    }
}
