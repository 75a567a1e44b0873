//! The bottleneck: turns the engine's decisions into kernel verdicts.
//!
//! The arrivals of the [`Simulation`] are real packets: each is added when it arrives, and the simulation advances with
//! the machine's clock. The kernel holds each packet until its verdict. Every decision depends only on the arrivals,
//! the scene and the seed.

use crate::queue::Fate;
use chokepoint_engine::discipline::Reason;
use chokepoint_engine::measure::RunResult;
use chokepoint_engine::packet::{FlowId, Packet};
use chokepoint_engine::probe::Probe;
use chokepoint_engine::scenario::{Problem, Scenario};
use chokepoint_engine::time::SimTime;
use chokepoint_engine::{Arrival, Simulation};
use chokepoint_headers::Seen;
use serde_json::Value;
use std::collections::VecDeque;
use std::io;

/// A sink for arrivals: a recording or the live page.
pub(crate) trait Recorder {
    /// Records a packet that has arrived. The run has already advanced to its time.
    fn arrival(&mut self, arrival: &Arrival, run: &Simulation);

    /// Records that no further packet arrived up to `at`.
    fn known_until(&mut self, at: SimTime, run: &Simulation);

    /// Ends the recording. The error lists the data that could not be stored.
    fn finish(self: Box<Self>, at: SimTime, facts: &Value) -> io::Result<()>;
}

/// A packet and the decision about it.
#[derive(Debug)]
pub(crate) struct Decided<H> {
    pub(crate) handle: H,
    pub(crate) flow: FlowId,
    pub(crate) fate: Fate,
    /// When the verdict is due: at the end of the transmission, or at the drop \[engine time\].
    pub(crate) at: SimTime,
}

/// A run whose arrivals are real packets. `H` is the kernel's handle for a packet.
pub(crate) struct Bottleneck<H> {
    run: Simulation,
    /// Packets without a verdict, indexed by the engine's packet number minus `first`; `None` once a packet has its
    /// verdict.
    held: VecDeque<Option<Held<H>>>,
    first: u64,
    waiting: usize,
    fates: Fates,
    recorder: Option<Box<dyn Recorder + Send>>,
}

struct Held<H> {
    handle: H,
    flow: FlowId,
    is_marked: bool,
}

impl<H> Bottleneck<H> {
    /// A run of the lane with index `lane`, at time 0.
    pub(crate) fn new(scenario: &Scenario, lane: usize) -> Result<Self, Vec<Problem>> {
        let run = Simulation::driven(scenario, lane)?;
        Ok(Self { run, held: VecDeque::new(), first: 1, waiting: 0, fates: Fates::default(), recorder: None })
    }

    /// Sets where arrivals are recorded from now on.
    pub(crate) fn record(&mut self, recorder: Option<Box<dyn Recorder + Send>>) {
        self.recorder = recorder;
    }

    /// Adds a packet that has arrived at `at`. Arrival times must be distinct, so a packet that arrives together with
    /// its predecessor is delayed by a nanosecond.
    pub(crate) fn arrive(
        &mut self,
        at: SimTime,
        seen: &Seen,
        flow: FlowId,
        is_retransmission: bool,
        handle: H,
        decided: &mut Vec<Decided<H>>,
    ) {
        let known = self.run.known_until().max(self.run.now()).nanos();
        let arrival = Arrival {
            at: SimTime::from_nanos(at.nanos().max(known + 1)),
            flow,
            bytes: seen.bytes.max(1),
            is_udp: seen.is_udp(),
            ecn: seen.ecn,
            is_syn: seen.tcp.is_some_and(|tcp| tcp.is_syn),
            is_retransmission,
            cwr: seen.tcp.is_some_and(|tcp| tcp.cwr),
        };
        if self.run.append(&[arrival]).is_err() {
            // The flow is not in the scene, which a classifier should never return. The packet then passes without a
            // decision.
            decided.push(Decided { handle, flow, fate: Fate::Accept, at: arrival.at });
            return;
        }
        self.held.push_back(Some(Held { handle, flow, is_marked: false }));
        self.waiting += 1;
        self.go(arrival.at, decided);
        // The run need not store the arrival: the recorder gets it below.
        self.run.forget_arrivals();
        if let Some(recorder) = &mut self.recorder {
            recorder.arrival(&arrival, &self.run);
        }
    }

    /// Advances the run to `now`; no further packet has arrived by then.
    pub(crate) fn advance(&mut self, now: SimTime, decided: &mut Vec<Decided<H>>) {
        self.run.know_until(now);
        self.go(now, decided);
        if let Some(recorder) = &mut self.recorder {
            recorder.known_until(self.run.now(), &self.run);
        }
    }

    /// Time of the engine's next event.
    pub(crate) fn next_event_at(&mut self) -> Option<SimTime> {
        self.run.next_event_at()
    }

    pub(crate) fn measured_from(&self) -> SimTime {
        self.run.scenario().measured_from
    }

    pub(crate) fn limit(&self) -> usize {
        self.run.discipline().limit()
    }

    /// Number of packets without a verdict.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    pub(crate) fn result(&self) -> RunResult {
        self.run.result()
    }

    /// Whether the scene's duration has elapsed.
    pub(crate) fn is_finished(&self) -> bool {
        self.run.is_finished()
    }

    /// Ends the recording, if there is one.
    pub(crate) fn finish_recording(&mut self, facts: &Value) -> io::Result<()> {
        self.recorder.take().map_or(Ok(()), |recorder| recorder.finish(self.run.now(), facts))
    }

    /// Accepts every packet still without a verdict, because this program is ending.
    pub(crate) fn release(&mut self, now: SimTime) -> Vec<Decided<H>> {
        self.waiting = 0;
        let left = self.held.drain(..).flatten();
        left.map(|held| Decided { handle: held.handle, flow: held.flow, fate: Fate::Accept, at: now }).collect()
    }

    fn go(&mut self, until: SimTime, decided: &mut Vec<Decided<H>>) {
        self.run.watch_to(until, &mut self.fates);
        for reported in self.fates.reported.drain(..) {
            let place = reported.packet.wrapping_sub(self.first) as usize;
            let Some(slot) = self.held.get_mut(place) else { continue };
            if let Some(held) = slot.as_mut().filter(|_| reported.what == What::Marked) {
                held.is_marked = true;
            } else if let Some(held) = slot.take() {
                self.waiting -= 1;
                let fate = match (reported.what, held.is_marked) {
                    (What::Dropped, _) => Fate::Drop,
                    (_, true) => Fate::AcceptMarked,
                    (_, false) => Fate::Accept,
                };
                decided.push(Decided { handle: held.handle, flow: held.flow, fate, at: reported.at });
            }
        }
        while matches!(self.held.front(), Some(None)) {
            self.held.pop_front();
            self.first += 1;
        }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum What {
    Dropped,
    Marked,
    Departed,
}

#[derive(Clone, Copy, Debug)]
struct Reported {
    at: SimTime,
    packet: u64,
    what: What,
}

/// Collects the engine's decisions, in order.
#[derive(Debug, Default)]
struct Fates {
    reported: Vec<Reported>,
}

impl Probe for Fates {
    fn dropped(&mut self, now: SimTime, packet: &Packet, _: Reason, _: Option<usize>) {
        self.reported.push(Reported { at: now, packet: packet.id, what: What::Dropped });
    }

    fn marked(&mut self, now: SimTime, packet: &Packet, _: Reason) {
        self.reported.push(Reported { at: now, packet: packet.id, what: What::Marked });
    }

    fn departed(&mut self, now: SimTime, packet: &Packet, _: SimTime) {
        self.reported.push(Reported { at: now, packet: packet.id, what: What::Departed });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chokepoint_headers::made::{udp, v4};
    use chokepoint_headers::{UDP, read};
    use serde_json::json;
    use std::sync::{Arc, Mutex};

    const MS: u64 = 1_000_000;

    /// A link that takes 1 ms for 1000 bytes, with several UDP flows.
    fn bottleneck(lane: &Value, limit: u64) -> Bottleneck<u32> {
        let scene = json!({
            "duration_s": 10,
            "bottleneck": { "capacity_bps": 8_000_000 },
            "queue": { "params": { "limit": limit } },
            "lanes": [lane],
            "flows": [{ "transport": "udp", "count": 3, "rate_bps": 0 }],
        });
        Bottleneck::new(&Scenario::parse(&scene).unwrap(), 0).unwrap()
    }

    fn datagram() -> Seen {
        read(&v4(UDP, 2, 0, &udp(1, 2, 980))).unwrap()
    }

    /// Adds packets to the bottleneck. A packet is given as its arrival time \[ms\] and its flow, and its index is its
    /// handle. Returns the decisions up to the time `until` \[ms\].
    fn decisions(bottleneck: &mut Bottleneck<u32>, packets: &[(u64, u32)], until: u64) -> Vec<(u32, Fate, u64)> {
        let mut decided = Vec::new();
        for (name, &(at, flow)) in packets.iter().enumerate() {
            bottleneck.arrive(
                SimTime::from_nanos(at * MS),
                &datagram(),
                FlowId(flow),
                false,
                name as u32,
                &mut decided,
            );
        }
        bottleneck.advance(SimTime::from_nanos(until * MS), &mut decided);
        decided.iter().map(|it| (it.handle, it.fate, it.at.nanos() / MS)).collect()
    }

    #[test]
    fn a_packet_waits_for_its_transmission() {
        let mut bottleneck = bottleneck(&json!({ "aqm": "drop-tail" }), 10);
        let decided = decisions(&mut bottleneck, &[(1, 0), (1, 1), (5, 0)], 5);
        assert_eq!(decided, [(0, Fate::Accept, 2), (1, Fate::Accept, 3)]);
        assert_eq!((bottleneck.waiting(), bottleneck.next_event_at().map(SimTime::nanos)), (1, Some(6 * MS)));
        assert_eq!(decisions(&mut bottleneck, &[], 9), [(2, Fate::Accept, 6)]);
        assert_eq!(bottleneck.waiting(), 0);
    }

    #[test]
    fn a_full_buffer_drops_at_once() {
        let mut bottleneck = bottleneck(&json!({ "aqm": "drop-tail" }), 2);
        let decided = decisions(&mut bottleneck, &[(1, 0), (1, 0), (1, 0), (1, 0)], 2);
        assert_eq!(decided, [(3, Fate::Drop, 1), (0, Fate::Accept, 2)], "one is sent, two wait");
    }

    #[test]
    fn a_match_drops_a_waiting_packet() {
        let lane = json!({ "aqm": "front-choke", "params": { "min_th": 0.1, "max_th": 90, "w_q": 1 } });
        let mut bottleneck = bottleneck(&lane, 100);
        let decided = decisions(&mut bottleneck, &[(1, 0), (1, 1), (1, 1)], 9);
        let fates: Vec<_> = decided.iter().map(|&(name, fate, _)| (name, fate)).collect();
        let dropped = fates.iter().filter(|(_, fate)| *fate == Fate::Drop).map(|(name, _)| *name);
        assert_eq!(dropped.collect::<std::collections::BTreeSet<_>>(), [1, 2].into());
        assert_eq!(fates.last(), Some(&(0, Fate::Accept)));
    }

    #[test]
    fn a_marked_packet_leaves_with_its_mark() {
        let params = json!({ "min_th": 1, "max_th": 20, "max_p": 1, "w_q": 1, "ecn": true, "ecn_mark_max_p": 1 });
        let mut bottleneck = bottleneck(&json!({ "aqm": "red", "params": params }), 100);
        let packets: Vec<_> = (0..15).map(|_| (1, 0)).collect();
        let decided = decisions(&mut bottleneck, &packets, 30);
        let marked = decided.iter().filter(|(_, fate, _)| *fate == Fate::AcceptMarked).count();
        assert_eq!(marked as u64, bottleneck.result().bottleneck.marked_packets);
        assert!(marked > 0, "{decided:?}");
        assert_eq!(decided.len(), 15, "each packet has one verdict");
    }

    #[test]
    fn every_packet_gets_one_verdict_under_every_discipline() {
        for about in chokepoint_engine::discipline::ABOUTS {
            let mut bottleneck = bottleneck(&json!({ "aqm": about.id }), 20);
            let mut decided = Vec::new();
            for name in 0..3_000_u32 {
                let at = SimTime::from_nanos(u64::from(name) * MS / 3);
                bottleneck.arrive(at, &datagram(), FlowId(name * 7 % 3), false, name, &mut decided);
                if name % 5 == 0 {
                    bottleneck.advance(at, &mut decided);
                }
            }
            let left = bottleneck.release(SimTime::from_nanos(1_000 * MS));
            assert!(!decided.is_empty() && left.len() <= 21, "{}: {} left", about.id, left.len());
            let mut names: Vec<_> = decided.iter().chain(&left).map(|it| it.handle).collect();
            names.sort_unstable();
            assert!(names.iter().copied().eq(0..3_000), "{}: {} verdicts", about.id, names.len());
        }
    }

    #[test]
    fn arrivals_and_the_times_up_to_which_they_are_complete_are_recorded() {
        #[derive(Clone, Default)]
        struct Notes(Arc<Mutex<Vec<(bool, u64)>>>);
        impl Recorder for Notes {
            fn arrival(&mut self, arrival: &Arrival, _: &Simulation) {
                self.0.lock().unwrap().push((true, arrival.at.nanos()));
            }
            fn known_until(&mut self, at: SimTime, _: &Simulation) {
                self.0.lock().unwrap().push((false, at.nanos()));
            }
            fn finish(self: Box<Self>, _: SimTime, _: &Value) -> io::Result<()> {
                Ok(())
            }
        }
        let notes = Notes::default();
        let mut bottleneck = bottleneck(&json!({ "aqm": "drop-tail" }), 9);
        bottleneck.record(Some(Box::new(notes.clone())));
        decisions(&mut bottleneck, &[(1, 0), (1, 0)], 1);
        decisions(&mut bottleneck, &[(1, 0)], 3);
        let expected = [(true, MS), (true, MS + 1), (false, MS + 1), (true, MS + 2), (false, 3 * MS)];
        assert_eq!(*notes.0.lock().unwrap(), expected, "two packets of one moment arrive a nanosecond apart");
    }

    #[test]
    fn a_packet_of_an_unknown_flow_passes() {
        let mut bottleneck = bottleneck(&json!({ "aqm": "drop-tail" }), 9);
        assert_eq!(decisions(&mut bottleneck, &[(1, 3)], 1), [(0, Fate::Accept, 1)]);
    }
}
