//! Queue disciplines, which decide which packets are queued or dropped and which packet is sent next.
//!
//! A discipline owns its storage and sees only packets, the time and its own random stream, so the same code runs in
//! the simulator, in the browser and on real packets. A discipline is one file, a `mod` line and a row in
//! `registry.rs`. `drop_tail.rs` is the smallest complete example: read and copy it first.

pub mod about;
#[cfg(test)]
pub(crate) mod bench;
pub mod choke_family;
pub mod control;
pub mod drop_tail;
pub mod fair;
mod full_only;
mod hosts;
pub mod parts;
pub mod random_early;
pub mod reason;
mod registry;
pub mod scripted;
pub mod settings;

pub use about::{About, LineId, QuantityId};
pub use hosts::{Hosts, MAX_GROUPS};
pub use reason::Reason;
pub(crate) use registry::is_full_only;
pub use registry::{ABOUTS, AnyDiscipline, AnyParams, Waiting, about_of, decisions_of};
pub use settings::{Settings, SettingsProblem};

use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use scripted::{Only, Stop};

/// The facts about its link that a discipline can use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkFacts {
    /// Capacity \[bit/s\].
    pub capacity_bps: u64,
    /// Propagation delay \[s\]; ns-2's automatic RED weight uses it.
    pub delay_s: f64,
    /// Size of the largest data packet that the scene sends \[bytes\]; disciplines use it as the usual packet size.
    pub packet_bytes: u32,
    /// Salt for flow hashes, used if the discipline's settings give none; derived from the scene's seed.
    pub hash_salt: u64,
    /// The hosts at which the flows end.
    pub hosts: Hosts,
}

/// The context passed to each call of a discipline: the time, its random stream, and the receiver of its reports.
pub struct Context<'a, C: Chance, S: Tracer> {
    /// The current simulation time.
    pub now: SimTime,
    /// The discipline's own random stream.
    pub chance: &'a mut C,
    /// The receiver of all reports, in order.
    pub tracer: &'a mut S,
}

impl<C: Chance, S: Tracer> Context<'_, C, S> {
    /// Reports the outcome `held` of a pseudo-code line that is a test, and returns it.
    #[inline]
    pub fn test(&mut self, line: LineId, held: bool) -> bool {
        self.tracer.test(line, held);
        held
    }

    /// Decides at random like [`Chance::happens`], and reports the drawn number as the value of `quantity`.
    #[inline]
    pub fn happens(&mut self, probability: f64, quantity: QuantityId) -> bool {
        let (happens, drawn) = self.sample(probability);
        if let Some(u) = drawn {
            self.tracer.value(quantity, u);
        }
        happens
    }

    /// Decides at random like [`Context::happens`]. Reports the outcome of the test in `line` before the random number.
    #[inline]
    pub fn test_by_chance(&mut self, line: LineId, probability: f64, quantity: QuantityId) -> bool {
        let (happens, drawn) = self.sample(probability);
        self.tracer.test(line, happens);
        if let Some(u) = drawn {
            self.tracer.value(quantity, u);
        }
        happens
    }

    /// Whether an event of this probability happens, and the random number that decided it; `None` for a probability of
    /// 0 or 1, which needs no random number.
    #[inline]
    fn sample(&mut self, probability: f64) -> (bool, Option<f64>) {
        if probability <= 0.0 || probability >= 1.0 {
            return (probability >= 1.0, None);
        }
        let u = self.chance.unit();
        (u < probability, Some(u))
    }
}

/// A receiver of a discipline's reports. Every hook is empty by default and costs nothing after inlining.
///
/// Every arrival leads to exactly one call of [`Tracer::admit`] or of [`Tracer::drop`] without a `place`. Every packet
/// that leaves the queue other than by `dequeue` leads to one call of [`Tracer::drop`] with its `place`.
pub trait Tracer {
    /// Whether the tracer needs lines and values. If not, a discipline may omit them; it always makes all other
    /// reports.
    fn listens(&self) -> bool {
        true
    }

    /// Receives a line of pseudo-code that ran and is not a test.
    fn line(&mut self, line: LineId) {
        let _ = line;
    }

    /// Receives a line of pseudo-code that is a test, with its outcome. Some disciplines report a test only if it
    /// holds. By default the line is passed on to [`Tracer::line`].
    #[inline]
    fn test(&mut self, line: LineId, held: bool) {
        let _ = held;
        self.line(line);
    }

    /// Receives the value of a quantity.
    fn value(&mut self, quantity: QuantityId, value: f64) {
        let _ = (quantity, value);
    }

    /// Receives a packet that was drawn and compared with the arrival. `place` counts from 0 at the front of the queue
    /// as it was when the packet was drawn. In a discipline with several queues, every `place` in this trait is
    /// relative to the packet's own queue.
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        let _ = (place, flow, is_match);
    }

    /// Receives a packet that entered the queue at `place`.
    fn admit(&mut self, packet: &Packet, place: usize) {
        let _ = (packet, place);
    }

    /// Receives a packet that was dropped: the waiting packet at `place`, or the arrival if `place` is `None`.
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        let _ = (packet, reason, place);
    }

    /// Receives a packet that was ECN-marked and is not dropped.
    fn mark(&mut self, packet: &Packet, reason: Reason) {
        let _ = (packet, reason);
    }
}

/// A tracer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;
impl Tracer for Silent {
    fn listens(&self) -> bool {
        false
    }
}

/// A queue discipline.
pub trait Discipline: Clone {
    /// The description of the discipline.
    const ABOUT: &'static About;
    /// Whether the discipline exists only in the full build; see [`Only`].
    const IS_FULL_ONLY: bool = false;
    /// Gaps and contradictions in the sources, each with the choice made here. They are shown on the discipline's page.
    const DECISIONS: &'static [&'static str] = &[];

    /// The parameters, typed and mutually consistent.
    type Params: Clone;

    /// The description in this build; for a script, the declarations in its text.
    fn about(&self) -> &'static About {
        const { &Self::ABOUT.of_this_build() }
    }

    /// Builds the parameters from checked values. The error names a parameter whose value contradicts the value of
    /// another parameter.
    fn params(settings: &Settings, link: &LinkFacts) -> Result<Self::Params, SettingsProblem>;

    /// An empty queue at time 0.
    fn new(params: Self::Params) -> Self;

    /// Applies new parameters at once, and keeps the queue and the state. Packets that no longer fit are dropped as
    /// overflow.
    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Self::Params, cx: &mut Context<'_, C, S>);

    /// Handles an arrival: admits, marks or drops it, and may evict other packets.
    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>);

    /// Removes and returns the next packet to send, and may drop or mark packets first. `None` only if no packet is
    /// left.
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet>;

    /// The time at which the discipline wants [`Discipline::on_timer`] to be called, if any.
    fn next_timer(&self) -> Option<SimTime> {
        None
    }

    /// Runs the discipline's timer, at the time that [`Discipline::next_timer`] returned.
    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let _ = cx;
    }

    /// The number of waiting packets.
    fn packets(&self) -> usize;

    /// The number of waiting bytes.
    fn bytes(&self) -> u64;

    /// The maximum number of waiting packets.
    fn limit(&self) -> usize;

    /// The discipline's own moving average of the queue \[packets\], if it keeps one.
    fn average(&self) -> Option<f64> {
        None
    }

    /// The size of the front region, if the discipline has regions.
    fn front_region(&self) -> Option<usize> {
        None
    }

    /// The approximate size of a clone on the heap \[bytes\], used to estimate the size of checkpoints. A discipline
    /// that keeps tables besides its packets adds their size.
    fn heap_bytes(&self) -> usize {
        crate::base::footprint::block::<Packet>(self.packets())
    }

    /// The approximate memory used besides the waiting packets \[bytes\]: tables, lists, and counts for flows or bins.
    /// The result is 0 if the state is only a few numbers. A discipline whose packets take more room than in a plain
    /// queue overrides this function.
    fn state_bytes(&self) -> usize {
        self.heap_bytes().saturating_sub(crate::base::footprint::block::<Packet>(self.packets()))
    }

    /// The error that stopped the discipline, if any. Only scripts can fail, and a script stops at its first error.
    fn stop(&self) -> Option<Only<&Stop>> {
        None
    }

    /// The number of operations so far, for a discipline that counts its operations, such as a script.
    fn operations(&self) -> Option<u64> {
        None
    }

    /// Passes to the viewer what the page draws: the queued packets in order, then a number for each declared gauge.
    fn view(&self, viewer: &mut dyn Viewer);

    /// Folds all state that affects future behaviour into a hash.
    fn fold(&self, hash: &mut StateHash);
}

/// Implements [`Discipline::packets`], [`Discipline::bytes`] and [`Discipline::limit`] for a discipline whose packets
/// wait in a single queue: `waits_in!(queue, params.limit);`.
macro_rules! waits_in {
    ($($queue:ident).+, $($limit:ident).+) => {
        fn packets(&self) -> usize {
            self.$($queue).+.len()
        }

        fn bytes(&self) -> u64 {
            self.$($queue).+.bytes()
        }

        fn limit(&self) -> usize {
            self.$($limit).+
        }
    };
}
pub(crate) use waits_in;

/// What a viewer learns about one of several queues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueFacts {
    /// A number that is unique among the queues: the number of the flow in the engine, of the bucket, or of the class
    /// (0 is L4S, 1 is classic).
    pub id: u32,
    /// Bytes that the queue may still send in its turn, or another number that determines the order of service; NaN for
    /// a discipline without such a number.
    pub credit: f64,
    /// Whether, in the current state, the next packet comes from this queue.
    pub is_next: bool,
}

/// What a viewer learns about a slot of the ring in which a discipline keeps its packets.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SlotFacts {
    /// Whether the slot holds a waiting packet.
    pub is_packet: bool,
    /// Whether the slot holds a packet that a bug of the ring has made unreachable, so that it never leaves.
    pub is_lost: bool,
    /// Whether the slot is a hole: empty, and between waiting packets.
    pub is_hole: bool,
    /// Whether the next packet leaves from this slot.
    pub is_head: bool,
    /// Whether the next arrival enters this slot.
    pub is_tail: bool,
}

/// A viewer of a discipline's state.
pub trait Viewer {
    /// Receives a waiting packet; packets come from front to rear.
    fn waiting(&mut self, packet: &Packet);

    /// Receives the number that the page writes on the last shown packet, if [`about::StateView::Label`] declares one.
    fn label(&mut self, value: f64) {
        let _ = value;
    }

    /// Announces the queue to which the following packets belong; for disciplines with several queues.
    fn queue(&mut self, queue: QueueFacts) {
        let _ = queue;
    }

    /// Receives the next bin of the grid, level by level: its probability and its packet count. The discipline's
    /// parameter `levels` gives the number of levels. The page frames the bins of the arriving packet's flow. The
    /// discipline reports these bins to the tracer as values of a quantity `bin`: for each level, the index of the bin
    /// in the whole grid.
    fn bin(&mut self, probability: f64, packets: f64) {
        let _ = (probability, packets);
    }

    /// Receives the next slot of the ring, if [`about::StateView::Slots`] declares one.
    fn slot(&mut self, slot: SlotFacts) {
        let _ = slot;
    }

    /// Receives the value of the next declared gauge.
    fn gauge(&mut self, value: f64);

    /// Receives a flow of the declared table, with a number for each column; each flow at most once.
    fn row(&mut self, flow: FlowId, values: &[f64]) {
        let _ = (flow, values);
    }
}
