//! Fair queueing by tags: every packet gets a start and a finish on a virtual clock, and the packet with the smallest
//! tag leaves first.
//!
//! Rule: an arriving packet gets two tags, its start S = max(V, F of the flow's last packet) and its finish F = S + its
//! size. V is the virtual clock. SCFQ and STFQ differ in V and in the tag, S or F, that orders packets. A full buffer
//! drops the newest packet of the longest queue and reduces the flow's last F by the size of this packet.
//! Source: see `scfq.rs` and `stfq.rs`.

use crate::base::footprint;
use crate::base::hash::StateHash;
use crate::base::packet::Packet;
use crate::base::rng::Chance;
use crate::discipline::about::{About, LineId, ParamSpec, Quantity};
use crate::discipline::fair::drr::ACTIVE;
use crate::discipline::parts::declare::{code, quantities, quantity, rule};
use crate::discipline::parts::fifo;
use crate::discipline::parts::push_out::{self, Capacity, PushOut, Room};
use crate::discipline::parts::queues::{End, Queues};
use crate::discipline::settings::{Settings, SettingsProblem};
use crate::discipline::{Context, Discipline, LinkFacts, QueueFacts, Tracer, Viewer};
use std::collections::VecDeque;

/// Start and finish of a packet on the virtual clock \[bytes\].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tag {
    /// S, the virtual time at which the packet's service may start \[bytes\].
    pub start: f64,
    /// F, the virtual time at which the packet's service ends \[bytes\].
    pub finish: f64,
    /// The packet's sequence number among all admitted packets. It breaks ties: of packets with equal tags the earlier
    /// arrival is sent first.
    serial: u64,
}

/// The rules in which the schemes differ.
pub trait Scheme: Clone {
    /// The description of the discipline.
    const ABOUT: &'static About;
    /// The line of pseudo-code that sends the packet with the smallest tag.
    const SEND: LineId;
    /// The line of pseudo-code that runs when no packet is left.
    const IDLE: LineId;

    /// The tag by which packets are ordered: S or F.
    fn key(tag: &Tag) -> f64;

    /// The clock and the tags after the link has found no packet to send; `latest` is the greatest finish tag F served.
    fn rest(latest: f64) -> Rest;
}

/// The state at the end of a busy period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rest {
    /// The clock has this value.
    At(f64),
    /// The clock and all tags are reset to 0.
    Anew,
}

/// The parameters that all schemes share.
pub const PARAMS: &[ParamSpec] = &[fifo::LIMIT];

code! {
    /// The lines of pseudo-code that SCFQ and STFQ share. Each of the two adds two lines of its own at the end.
    pub segment CODE after push_out::CODE;
    TAG: 0 "S ← max(V = {v}, F of the flow's last packet) = {start}";
    ADMIT: 0 "F ← S + its size = {finish}; into its flow's queue";
}

rule! {
    /// The lines of the rule for [`CODE`].
    pub segment RULE;
    TAG: 0 "S ← max(V, F of its flow's last packet)" shows "{start}";
    ADMIT: 0 "F ← S + its size; it joins its flow's queue" shows "{finish}";
}

quantities! {
    /// The quantities that SCFQ and STFQ share.
    pub segment QUANTITIES;
    LONGEST: push_out::LONGEST;
    CLOCK: V;
    START: start "S" "bytes" "virtual time at which the packet's service may start";
    FINISH: finish "F" "bytes" "virtual time at which its service is over";
}

const V: Quantity = quantity(
    "v",
    "V",
    "bytes",
    "the virtual clock: what a flow with packets at all times would have got since the busy period began",
);

/// The gauges that SCFQ and STFQ share.
pub const GAUGES: &[Quantity] = &[V, ACTIVE];

/// F of a flow's last packet, and the busy period in which this packet arrived.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    finish: f64,
    /// The number of the busy period in which the tag was set. Tags of earlier busy periods count as 0.
    era: u32,
}

/// A queue for each flow, served by tags.
#[derive(Clone, Debug)]
pub struct VirtualTime<R: Scheme> {
    push_out: PushOut,
    queues: Queues<Last, Tag>,
    /// The backlogged flows, in the order in which they became backlogged.
    active: VecDeque<u32>,
    v: f64,
    /// The greatest F of the packets served in this busy period.
    latest: f64,
    serial: u64,
    /// The number of the current busy period. Tags of earlier busy periods count as 0.
    era: u32,
    scheme: std::marker::PhantomData<R>,
}

impl<R: Scheme> VirtualTime<R> {
    /// The index in `active` of the flow whose first packet has the smallest tag.
    fn next(&self) -> Option<usize> {
        let keyed = self.active.iter().enumerate().filter_map(|(place, &queue)| {
            let (_, tag) = self.queues.front(queue as usize)?;
            Some((R::key(tag), tag.serial, place))
        });
        keyed.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1))).map(|(_, _, place)| place)
    }

    /// The tag of a packet that arrives now in this flow's queue.
    fn tag(&self, queue: usize, packet: &Packet) -> Tag {
        let last = self.queues.known(queue).filter(|last| last.era == self.era).map_or(0.0, |last| last.finish);
        let start = self.v.max(last);
        Tag { start, finish: start + f64::from(packet.bytes), serial: self.serial }
    }
}

/// Resets the flow's last F to the start S of its lost packet, so that the next packet of the flow takes the place of
/// the lost packet.
fn give_back(last: &mut Last, lost: Tag, _was_last: bool) {
    last.finish = lost.start;
}

impl<R: Scheme> Discipline for VirtualTime<R> {
    const ABOUT: &'static About = R::ABOUT;
    type Params = PushOut;

    fn params(settings: &Settings, link: &LinkFacts) -> Result<PushOut, SettingsProblem> {
        // Packets are lost only at the rear: a loss at the front would leave a gap in the flow's tags.
        let capacity = Capacity::of_usual_packets(settings.count("limit"), link);
        Ok(PushOut { capacity, by_packets: false, end: End::Rear })
    }

    fn new(push_out: PushOut) -> Self {
        Self {
            push_out,
            queues: Queues::default(),
            active: VecDeque::new(),
            v: 0.0,
            latest: 0.0,
            serial: 0,
            era: 0,
            scheme: std::marker::PhantomData,
        }
    }

    fn reconfigure<C: Chance, S: Tracer>(&mut self, push_out: PushOut, cx: &mut Context<'_, C, S>) {
        self.push_out = push_out;
        self.push_out.shrink(&mut self.queues, &mut self.active, give_back, cx);
    }

    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>) {
        let own = packet.flow.index();
        let Self { push_out, queues, active, .. } = self;
        let room = push_out.make_room((own, &packet), queues, active, (LineId(0), LONGEST), give_back, cx);
        if room == Room::None {
            return;
        }
        let tag = self.tag(own, &packet);
        cx.tracer.value(CLOCK, self.v);
        cx.tracer.value(START, tag.start);
        cx.tracer.line(TAG);
        cx.tracer.value(FINISH, tag.finish);
        cx.tracer.line(ADMIT);
        if room == Room::New {
            self.active.push_back(own as u32);
        }
        self.queues.admit(own, packet, tag, cx);
        *self.queues.state(own) = Last { finish: tag.finish, era: self.era };
        self.serial += 1;
    }

    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet> {
        let Some(place) = self.next() else {
            cx.tracer.test(R::IDLE, true);
            match R::rest(self.latest) {
                Rest::At(v) => self.v = v,
                Rest::Anew => {
                    self.v = 0.0;
                    self.latest = 0.0;
                    self.era = self.era.wrapping_add(1);
                }
            }
            return None;
        };
        let queue = self.active[place] as usize;
        let (packet, tag) = self.queues.pop(queue)?;
        if self.queues.packets_of(queue) == 0 {
            self.active.remove(place);
        }
        self.v = R::key(&tag);
        self.latest = self.latest.max(tag.finish);
        cx.tracer.value(CLOCK, self.v);
        cx.tracer.line(R::SEND);
        Some(packet)
    }

    fn packets(&self) -> usize {
        self.queues.len()
    }

    fn bytes(&self) -> u64 {
        self.queues.bytes()
    }

    fn limit(&self) -> usize {
        self.push_out.capacity.packets
    }

    fn heap_bytes(&self) -> usize {
        self.queues.heap_bytes() + footprint::block::<u32>(self.active.len())
    }

    fn state_bytes(&self) -> usize {
        self.queues.state_bytes() + footprint::block::<u32>(self.active.len())
    }

    fn view(&self, viewer: &mut dyn Viewer) {
        let next = self.next();
        for (place, &queue) in self.active.iter().enumerate() {
            let key = self.queues.front(queue as usize).map_or(f64::NAN, |(_, tag)| R::key(tag));
            viewer.queue(QueueFacts { id: queue, credit: key, is_next: next == Some(place) });
            self.queues.view(queue as usize, viewer);
        }
        viewer.gauge(self.v);
        viewer.gauge(self.active.len() as f64);
    }

    fn fold(&self, hash: &mut StateHash) {
        hash.fold_real(self.v);
        hash.fold_real(self.latest);
        for &queue in &self.active {
            self.queues.fold(queue as usize, hash);
            for (_, tag) in self.queues.iter(queue as usize) {
                hash.fold_real(tag.start);
            }
        }
        // A flow without packets still counts if its F is above the virtual time V: the flow's next packet then starts
        // at F.
        for (queue, last) in self.queues.all_known() {
            if last.era == self.era && last.finish > self.v {
                hash.fold(queue as u64);
                hash.fold_real(last.finish);
            }
        }
    }
}

#[cfg(test)]
pub(in crate::discipline) mod tests {
    use super::*;
    use crate::base::time::SimTime;
    use crate::discipline::bench::Bench;

    /// The departures of the worked example with their times \[s\]: packets of A, B and C on a link of 1000 byte/s.
    pub(in crate::discipline) fn served<R: Scheme>() -> Vec<(f64, String)> {
        let mut bench = Bench::<VirtualTime<R>>::new(&[]);
        let sizes = |letter: &str, nth: usize| match (letter, nth) {
            ("A", _) => 1000.0,
            ("C", _) => 250.0,
            _ => 500.0,
        };
        for (letter, bytes) in [("A", 1000), ("A", 1000), ("B", 500)] {
            bench.arrive_sized(letter, bytes, []);
        }
        let mut late = vec![(0.2, "C", 250), (0.1, "B", 500)];
        let mut served: Vec<(f64, String)> = Vec::new();
        let mut at_s = 0.0;
        loop {
            bench.now = SimTime::from_secs(at_s);
            let Some(letter) = bench.depart() else {
                return served;
            };
            let until = at_s + sizes(&letter, served.len()) / 1000.0;
            served.push((at_s, letter));
            while let Some((_, letter, bytes)) = late.pop_if(|(arrives, ..)| *arrives < until) {
                bench.arrive_sized(letter, bytes, []);
            }
            at_s = until;
        }
    }

    /// Checks that the dropped packets of a flow do not delay its next packets: the flow's tags are set back.
    pub(in crate::discipline) fn assert_time_is_given_back<R: Scheme>() {
        use crate::discipline::about::ParamValue::Integer;
        let mut bench = Bench::<VirtualTime<R>>::new(&[("limit", Integer(3))]).holding("AAA");
        bench.arrive("B", []);
        assert_eq!(bench.discipline.queues.known('A' as usize).map(|last| last.finish), Some(2000.0));
        assert_eq!(bench.log.places(), [Some(2)]);
    }
}
