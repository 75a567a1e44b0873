//! Web sessions: thinking, asking for a page, waiting for its objects, thinking again.
//!
//! Rule, over *fresh* connections: a page has k objects, constant or geometric; each object is a TCP connection of its own
//! of S packets, S = ⌈Pareto II⌉ and at least 1. An object is asked for once the one before is done, after an exponential
//! gap; when the last one is done, an exponential time of thinking begins.
//! Rule, over a *persistent* connection: an open loop. Requests come after exponential gaps, whether or not the data before
//! is through, and each appends S packets to one connection, S = round(Pareto I) and at least 1.
//! In both the first request comes at the start, and no size is above the cap.
//! Sources: ns-2 2.35, tcl/ex/web-traffic.tcl (means, shape, gap) for the first; the second is the workload of the ns-2 runs
//! that the web scenes are compared with.
//! We differ: ns-2's pages ask for all objects after gaps alone, side by side; here they are one after the other.

use super::variate::{exponential, geometric, pareto, pareto_ii, uniform};
use crate::discipline::StateHash;
use crate::endpoint::SourceAbout;
use crate::rng::Stream;
use crate::time::{SimTime, Span};

/// What the source tells about itself.
pub const ABOUT: SourceAbout = SourceAbout {
    id: "web",
    name: "Web",
    idea: "pages of short transfers with thinking in between",
    is_responsive: true,
};

/// How a web session goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WebConfig {
    /// Mean time of thinking; of a persistent connection, mean time between requests.
    pub think: Span,
    /// Mean size of an object before rounding and the cap \[packets\].
    pub object_packets: f64,
    /// Pareto shape of the sizes, above 1.
    pub object_shape: f64,
    /// Largest size \[packets\].
    pub object_cap: u32,
    /// Mean number of objects of a page.
    pub objects_per_page: f64,
    /// How that number is distributed.
    pub page_law: PageLaw,
    /// Mean time between two objects of a page.
    pub object_gap: Span,
    /// Whether all objects go over one connection, asked for without waiting.
    pub is_persistent: bool,
}

/// How many objects a page has.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PageLaw {
    /// Always the mean, to the nearest whole number.
    Constant,
    /// Geometric.
    Geometric,
}

/// A web session.
#[derive(Clone, Debug, PartialEq)]
pub struct WebSource {
    config: WebConfig,
    /// When the next object is asked for; nothing while one is on its way.
    next: Option<SimTime>,
    stop: Option<SimTime>,
    /// Objects of the page that have not been asked for.
    left: u64,
    chance: Stream,
}

impl WebSource {
    /// A session that first asks at `start` and never again from `stop` on.
    pub fn new(config: WebConfig, start: SimTime, stop: Option<SimTime>, chance: Stream) -> Self {
        Self { config, next: Some(start), stop, left: 0, chance }
    }

    /// When it next asks for an object; nothing while it waits for one, or after its stop.
    pub fn due(&self) -> Option<SimTime> {
        self.next.filter(|&next| self.stop.is_none_or(|stop| next < stop))
    }

    /// Whether all objects go over one connection.
    pub fn is_persistent(&self) -> bool {
        self.config.is_persistent
    }

    /// Asks for the object that is due: its size \[packets\].
    pub fn request(&mut self, now: SimTime) -> u32 {
        let packets = self.object();
        if self.config.is_persistent {
            self.next = Some(now + self.exponential(self.config.think));
        } else {
            if self.left == 0 {
                self.left = self.objects();
            }
            self.left -= 1;
            self.next = None;
        }
        packets
    }

    /// The object that was asked for is done: a gap or a time of thinking begins.
    pub fn object_done(&mut self, now: SimTime) {
        if !self.config.is_persistent {
            let mean = if self.left > 0 { self.config.object_gap } else { self.config.think };
            self.next = Some(now + self.exponential(mean));
        }
    }

    /// Takes over a changed configuration; what has been drawn stays.
    pub fn set_config(&mut self, config: WebConfig) {
        self.config = config;
    }

    /// Folds everything that can influence the future into a hash.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.next.map_or(u64::MAX, SimTime::nanos));
        hash.fold(self.left);
        self.chance.state().into_iter().for_each(|word| hash.fold(word));
    }

    /// Size of the next object \[packets\].
    fn object(&mut self) -> u32 {
        let WebConfig { object_packets: mean, object_shape: shape, object_cap, is_persistent, .. } = self.config;
        let uniform = uniform(&mut self.chance);
        let packets = if is_persistent {
            (pareto(uniform, mean, shape) + 0.5).floor()
        } else {
            pareto_ii(uniform, mean, shape).ceil()
        };
        (packets as u32).clamp(1, object_cap.max(1))
    }

    /// Number of objects of the next page.
    fn objects(&mut self) -> u64 {
        let mean = self.config.objects_per_page.max(1.0);
        match self.config.page_law {
            PageLaw::Constant => (mean + 0.5) as u64,
            PageLaw::Geometric => geometric(uniform(&mut self.chance), 1.0 / mean),
        }
    }

    fn exponential(&mut self, mean: Span) -> Span {
        Span::from_secs(mean.secs() * exponential(uniform(&mut self.chance)))
    }
}
