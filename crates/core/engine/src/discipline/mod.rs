//! Queue disciplines: which packets are queued, which are dropped, which is sent next.
//!
//! A discipline owns its storage and sees only packets, the time and its own random stream, so the same code runs in the
//! simulator, in the browser and on real packets. One file per discipline, plus a `mod` line and a row in
//! `registry.rs`; `drop_tail.rs` is the smallest complete one: read it first, copy it first.

pub mod about;
#[cfg(test)]
pub(crate) mod bench;
pub mod choke_family;
pub mod control;
pub mod drop_tail;
pub mod fair;
mod full_only;
pub mod parts;
pub mod random_early;
pub mod reason;
mod registry;
pub mod scripted;
pub mod settings;

pub use about::{About, LineId, QuantityId};
pub use reason::Reason;
pub(crate) use registry::is_full_only;
pub use registry::{ABOUTS, AnyDiscipline, AnyParams, Waiting, about_of, decisions_of};
pub use settings::{Settings, SettingsProblem};

use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use scripted::{Only, Stop};

/// The facts about its link that a discipline may know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkFacts {
    /// Capacity \[bit/s\].
    pub capacity_bps: u64,
    /// Propagation delay \[s\]; ns-2's automatic RED weight uses it.
    pub delay_s: f64,
    /// Usual packet size \[bytes\]: the largest data packet that the scene sends.
    pub packet_bytes: u32,
    /// Salt for the hashes of flows where a discipline's settings name none; it follows the scene's seed.
    pub hash_salt: u64,
}

/// The context of each call of a discipline: the time, its random stream, and the receiver of its reports.
pub struct Context<'a, C: Chance, S: Tracer> {
    /// Now.
    pub now: SimTime,
    /// The discipline's own random stream.
    pub chance: &'a mut C,
    /// The receiver of all reports, in order.
    pub tracer: &'a mut S,
}

impl<C: Chance, S: Tracer> Context<'_, C, S> {
    /// Reports a line that tests something; `held` is its outcome, which is returned.
    #[inline]
    pub fn test(&mut self, line: LineId, held: bool) -> bool {
        self.tracer.test(line, held);
        held
    }

    /// Like [`Chance::happens`]; reports the drawn number as the value of `quantity`.
    #[inline]
    pub fn happens(&mut self, probability: f64, quantity: QuantityId) -> bool {
        let (happens, drawn) = self.sample(probability);
        if let Some(u) = drawn {
            self.tracer.value(quantity, u);
        }
        happens
    }

    /// Like [`Context::happens`]; first reports the line that tests by chance.
    #[inline]
    pub fn test_by_chance(&mut self, line: LineId, probability: f64, quantity: QuantityId) -> bool {
        let (happens, drawn) = self.sample(probability);
        self.tracer.test(line, happens);
        if let Some(u) = drawn {
            self.tracer.value(quantity, u);
        }
        happens
    }

    /// Whether an event of this probability happens, and the drawn number; `None` where the outcome is certain.
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
/// For every arrival exactly one of [`Tracer::admit`] and [`Tracer::drop`] with no place is called, and for every packet that
/// leaves the queue other than by `dequeue`, one [`Tracer::drop`] with its place.
pub trait Tracer {
    /// Whether the tracer wants lines and values. Otherwise they need not be reported; everything else always is.
    fn listens(&self) -> bool {
        true
    }

    /// A line of pseudo-code ran; one that tests nothing.
    fn line(&mut self, line: LineId) {
        let _ = line;
    }

    /// A line of pseudo-code that tests something ran, with its outcome. A line that names a case, and is reported only where the
    /// case holds, has held. A tracer without this hook receives it as any other line.
    #[inline]
    fn test(&mut self, line: LineId, held: bool) {
        let _ = held;
        self.line(line);
    }

    /// A quantity was computed.
    fn value(&mut self, quantity: QuantityId, value: f64) {
        let _ = (quantity, value);
    }

    /// The packet at `place` (0 = front, at the moment of the draw) was drawn and compared with the arrival. Where there are
    /// several queues a place is one within the packet's own queue, here and below.
    fn draw(&mut self, place: usize, flow: FlowId, is_match: bool) {
        let _ = (place, flow, is_match);
    }

    /// A packet entered the queue at `place`.
    fn admit(&mut self, packet: &Packet, place: usize) {
        let _ = (packet, place);
    }

    /// A packet was dropped: the arrival, or the one waiting at `place`.
    fn drop(&mut self, packet: &Packet, reason: Reason, place: Option<usize>) {
        let _ = (packet, reason, place);
    }

    /// A packet was ECN-marked; it goes on.
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
    /// Its description.
    const ABOUT: &'static About;
    /// Whether only the full build has it, see [`Only`].
    const IS_FULL_ONLY: bool = false;
    /// Gaps and contradictions in its sources, each with the choice made here: a sentence each, for its page.
    const DECISIONS: &'static [&'static str] = &[];

    /// Its parameters, typed and mutually consistent.
    type Params: Clone;

    /// Its description in this build; a script returns the declarations of its text.
    fn about(&self) -> &'static About {
        const { &Self::ABOUT.of_this_build() }
    }

    /// Its parameters from checked values; an error names the parameter that contradicts another.
    fn params(settings: &Settings, link: &LinkFacts) -> Result<Self::Params, SettingsProblem>;

    /// An empty queue at time 0.
    fn new(params: Self::Params) -> Self;

    /// Takes new parameters at this instant and keeps queue and state; packets that no longer fit are dropped as overflow.
    fn reconfigure<C: Chance, S: Tracer>(&mut self, params: Self::Params, cx: &mut Context<'_, C, S>);

    /// Takes an arrival: admits, marks or drops it, and may evict others.
    fn enqueue<C: Chance, S: Tracer>(&mut self, packet: Packet, cx: &mut Context<'_, C, S>);

    /// The next packet for the link; may drop or mark first. Nothing only if nothing waits.
    fn dequeue<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) -> Option<Packet>;

    /// When it wants to be woken, if ever.
    fn next_timer(&self) -> Option<SimTime> {
        None
    }

    /// Its timer has run out.
    fn on_timer<C: Chance, S: Tracer>(&mut self, cx: &mut Context<'_, C, S>) {
        let _ = cx;
    }

    /// How many packets wait.
    fn packets(&self) -> usize;

    /// How many bytes wait.
    fn bytes(&self) -> u64;

    /// How many packets may wait at most.
    fn limit(&self) -> usize;

    /// Its own moving average of the queue \[packets\], if it keeps one.
    fn average(&self) -> Option<f64> {
        None
    }

    /// The size of the front region, if the discipline has regions.
    fn front_region(&self) -> Option<usize> {
        None
    }

    /// About how many bytes a clone takes up on the heap; checkpoints are counted with it. One with tables beside its
    /// waiting packets adds them.
    fn heap_bytes(&self) -> usize {
        crate::base::footprint::block::<Packet>(self.packets())
    }

    /// About how many bytes it keeps beside the waiting packets: tables, lists, counts, for flows or bins. Nothing where all
    /// it remembers is a few numbers. One whose packets take more room than in a plain queue says so.
    fn state_bytes(&self) -> usize {
        self.heap_bytes().saturating_sub(crate::base::footprint::block::<Packet>(self.packets()))
    }

    /// The mistake at which it stopped: only a script makes any, and does nothing from then on.
    fn stop(&self) -> Option<Only<&Stop>> {
        None
    }

    /// How many operations it has taken so far, if it counts them as a script does.
    fn operations(&self) -> Option<u64> {
        None
    }

    /// Shows the data for the stage: the queued packets in order, then a number for each declared gauge.
    fn view(&self, viewer: &mut dyn Viewer);

    /// Folds everything that can influence the future into a hash.
    fn fold(&self, hash: &mut StateHash);
}

/// Implements [`Discipline::packets`], [`Discipline::bytes`] and [`Discipline::limit`] for a discipline whose packets wait in one
/// place: `waits_in!(queue, params.limit);`.
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

/// One of several queues of a discipline, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueueFacts {
    /// The flow's number inside the engine, the number of the bucket, or of the class (0 is L4S, 1 is classic); no two
    /// queues share one.
    pub id: u32,
    /// Bytes that the queue may still send in its turn, or another number by which queues are served; not a number for a discipline
    /// that has none.
    pub credit: f64,
    /// Whether the link will be served from this queue next, in the present state.
    pub is_next: bool,
}

/// A slot of the ring in which a discipline keeps its packets, as it is shown.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SlotFacts {
    /// It holds a waiting packet.
    pub is_packet: bool,
    /// It holds a packet that was lost there and cannot leave.
    pub is_lost: bool,
    /// It is empty, between packets.
    pub is_hole: bool,
    /// The next packet leaves from here.
    pub is_head: bool,
    /// The next arrival enters here.
    pub is_tail: bool,
}

/// A viewer of a discipline's state.
pub trait Viewer {
    /// A waiting packet, from front to rear.
    fn waiting(&mut self, packet: &Packet);

    /// The number that the packet which was shown last carries, where [`about::StateView::Label`] declares one.
    fn label(&mut self, value: f64) {
        let _ = value;
    }

    /// The packets that follow wait in this queue; for disciplines with several.
    fn queue(&mut self, queue: QueueFacts) {
        let _ = queue;
    }

    /// The next bin of the grid, level by level: the probability in force there, and how many packets are counted in it.
    /// The parameter `levels` is the number of levels. The tracer receives the bins of an arrival as values of a quantity `bin`,
    /// one for each level, numbered through all levels: the page frames them.
    fn bin(&mut self, probability: f64, packets: f64) {
        let _ = (probability, packets);
    }

    /// The next slot of the ring, where [`about::StateView::Slots`] declares one.
    fn slot(&mut self, slot: SlotFacts) {
        let _ = slot;
    }

    /// The value of the next declared gauge.
    fn gauge(&mut self, value: f64);

    /// A flow of the declared table, with a number for each of its columns; each flow at most once.
    fn row(&mut self, flow: FlowId, values: &[f64]) {
        let _ = (flow, values);
    }
}
