//! Queue disciplines: who may wait, who must go, who is served next.
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
mod only;
pub mod parts;
pub mod random_early;
pub mod reason;
mod registry;
pub mod scripted;
pub mod settings;

pub use about::{About, LineId, QuantityId};
pub use reason::Reason;
pub use registry::{ABOUTS, AnyDiscipline, AnyParams, Waiting, about_of, decisions_of};
pub use settings::{Settings, SettingsProblem};

use crate::base::hash::StateHash;
use crate::base::packet::{FlowId, Packet};
use crate::base::rng::Chance;
use crate::base::time::SimTime;
use scripted::{Only, Stop};

/// What a discipline may know about the link it feeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkFacts {
    /// Capacity \[bit/s\].
    pub capacity_bps: u64,
    /// Propagation delay \[s\]; ns-2's automatic RED weight uses it.
    pub delay_s: f64,
    /// Usual packet size \[bytes\]: the largest data packet that the scene sends.
    pub packet_bytes: u32,
    /// What hashes of flows are mixed with where a discipline's settings name no salt; it follows the scene's seed.
    pub hash_salt: u64,
}

/// What a discipline is given at each call: the time, its chance, and someone to tell.
pub struct Context<'a, C: Chance, S: Tracer> {
    /// Now.
    pub now: SimTime,
    /// The discipline's own random stream.
    pub chance: &'a mut C,
    /// Who is told everything that happens, in order.
    pub tracer: &'a mut S,
}

impl<C: Chance, S: Tracer> Context<'_, C, S> {
    /// Tells a line that tests something; `held` is its outcome and the answer.
    #[inline]
    pub fn test(&mut self, line: LineId, held: bool) -> bool {
        self.tracer.test(line, held);
        held
    }

    /// As [`Chance::happens`], telling the number that was drawn as the value of `quantity`.
    #[inline]
    pub fn happens(&mut self, probability: f64, quantity: QuantityId) -> bool {
        let (happens, drawn) = self.sample(probability);
        if let Some(u) = drawn {
            self.tracer.value(quantity, u);
        }
        happens
    }

    /// As [`Context::happens`], telling before the number the line that tests by chance.
    #[inline]
    pub fn test_by_chance(&mut self, line: LineId, probability: f64, quantity: QuantityId) -> bool {
        let (happens, drawn) = self.sample(probability);
        self.tracer.test(line, happens);
        if let Some(u) = drawn {
            self.tracer.value(quantity, u);
        }
        happens
    }

    /// Whether an event of this probability happens, and the number that was drawn; none where the outcome is certain.
    #[inline]
    fn sample(&mut self, probability: f64) -> (bool, Option<f64>) {
        if probability <= 0.0 || probability >= 1.0 {
            return (probability >= 1.0, None);
        }
        let u = self.chance.unit();
        (u < probability, Some(u))
    }
}

/// Who is told what a discipline does. Every hook is empty by default and costs nothing after inlining.
///
/// For every arrival exactly one of [`Tracer::admit`] and [`Tracer::drop`] with no place is called, and for every packet that
/// leaves the queue other than by `dequeue`, one [`Tracer::drop`] with its place.
pub trait Tracer {
    /// Whether lines and values are heard. Who does not listen need not be told them; everything else is told always.
    fn listens(&self) -> bool {
        true
    }

    /// A line of pseudo-code ran; one that tests nothing.
    fn line(&mut self, line: LineId) {
        let _ = line;
    }

    /// A line of pseudo-code ran that tests something, and whether that held. A line that is told only where it holds, since
    /// it names a case and what is done then, has held. Who does not ask for outcomes is told a line like any other.
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

/// A tracer that listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;
impl Tracer for Silent {
    fn listens(&self) -> bool {
        false
    }
}

/// A queue discipline.
pub trait Discipline: Clone {
    /// What it tells about itself.
    const ABOUT: &'static About;
    /// Where its sources are silent or contradict themselves, and what was decided: a sentence each, for its page.
    const DECISIONS: &'static [&'static str] = &[];

    /// Its parameters, typed and mutually consistent.
    type Params: Clone;

    /// What it tells about itself in this build; a script tells what its text declares.
    fn about(&self) -> &'static About {
        const { &Self::ABOUT.of_this_build() }
    }

    /// Its parameters from checked values; an error names the parameter that contradicts another.
    fn params(settings: &Settings, link: &LinkFacts) -> Result<Self::Params, SettingsProblem>;

    /// An empty queue at time 0.
    fn new(params: Self::Params) -> Self;

    /// Takes new parameters at this instant and keeps queue and state; what no longer fits is dropped as overflow.
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

    /// How many of the waiting packets form the front region, if it tells regions apart.
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

    /// Shows what the stage needs: the waiting packets in order, then a number for each declared gauge.
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
    /// What it may still send before its turn is over \[bytes\], or another number by which queues are served; not a number
    /// for a discipline that has none.
    pub credit: f64,
    /// Whether the link is served from it next, as things stand.
    pub is_next: bool,
}

/// Who looks at a discipline's state.
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
    /// A parameter `levels` says how many levels there are. Which bins an arrival falls into is told to the tracer as a quantity
    /// `bin`, once a level, counted through all levels: then the page frames them.
    fn bin(&mut self, probability: f64, packets: f64) {
        let _ = (probability, packets);
    }

    /// The value of the next declared gauge.
    fn gauge(&mut self, value: f64);

    /// A flow of the declared table, with a number for each of its columns; each flow at most once.
    fn row(&mut self, flow: FlowId, values: &[f64]) {
        let _ = (flow, values);
    }
}
