//! Web sessions: a user thinks, requests a page, waits for the objects of the page, and thinks again.
//!
//! Rule with *fresh* connections: a page has k objects, constant or geometric. Each object has a TCP connection of its own
//! and S packets, S = ⌈Pareto II⌉ and at least 1. Each further object is requested after the previous object is complete and
//! an exponential gap has passed. After the last object an exponential thinking time begins. Rule with a *persistent*
//! connection: requests come after exponential gaps, even before earlier data has arrived. Each request appends S packets to
//! one connection, S = round(Pareto I) and at least 1. In both cases the first request comes at the start, and no size is
//! above the cap. Source of fresh connections: ns-2 2.35, tcl/ex/web-traffic.tcl (means, shape, gap). The persistent
//! connection is the workload of the ns-2 runs with which the web scenes are compared.
//! We differ: in ns-2 the objects of a page are requested after gaps, without waiting for earlier objects, so that transfers
//! overlap. Here an object is requested only after the previous object is complete.

use super::about::{Output, SourceAbout, SourceSetting, Values};
use super::application::{Application, Demand};
use super::declare::{choice, option, real, whole};
use super::pairs::Pairs;
use super::variate::{exponential, geometric, pareto, pareto_ii, uniform};
use crate::base::hash::StateHash;
use crate::base::only::Only;
use crate::base::rng::Stream;
use crate::base::texts::text;
use crate::base::time::{SimTime, Span};

const THINK: SourceSetting = SourceSetting::always(
    real("think_s", "think time", 1.0, (0.001, 10_000.0), "mean pause before the next page, exponential")
        .unit("s")
        .logarithmic(),
);

pub(super) const OBJECT_PACKETS: SourceSetting = SourceSetting::always(
    real("object_packets", "mean object", 10.0, (1.0, 10_000.0), "mean size of an object before capping")
        .unit("packets")
        .logarithmic(),
);

pub(super) const OBJECT_SHAPE: SourceSetting = SourceSetting::if_set(
    real(
        "object_shape",
        "tail index",
        1.2,
        (1.01, 10.0),
        "shape of the Pareto distribution of sizes: the nearer to 1, the heavier the tail",
    )
    .advanced(),
);

pub(super) const OBJECT_CAP: SourceSetting = SourceSetting::if_set(
    whole("object_cap", "largest object", 10_000, (1, 1_000_000), "larger sizes are cut to this")
        .unit("packets")
        .advanced(),
);

const OBJECTS_PER_PAGE: SourceSetting = SourceSetting::if_set(
    real("objects_per_page", "objects per page", 1.0, (1.0, 1_000.0), "objects on a page (mean)").advanced(),
);

const PAGE_LAW: SourceSetting = SourceSetting::if_set(
    choice(
        "page_law",
        "pages",
        &[
            option("constant", "every page has the same number of objects"),
            option("geometric", "their number is geometric"),
        ],
        "how the number of objects on a page is drawn",
    )
    .advanced(),
);

const OBJECT_GAP: SourceSetting = SourceSetting::if_set(
    real("object_gap_s", "gap between objects", 0.01, (0.0, 100.0), "mean pause between objects, exponential")
        .unit("s")
        .advanced(),
);

const CONNECTIONS: SourceSetting = SourceSetting::if_set(
    choice(
        "connections",
        "connections",
        &[
            option("fresh", "each object is a new TCP connection"),
            option(
                "persistent",
                "objects are appended to one connection, whether or not the previous object is complete",
            ),
        ],
        "how objects are carried",
    )
    .advanced(),
);

/// Web sessions.
#[derive(Clone, Copy, Debug)]
pub struct Web;

impl Application for Web {
    const ABOUT: SourceAbout = SourceAbout::new(
        "web",
        "Web",
        text("pages of small files, with pauses between pages"),
        Output::Sessions,
        &[THINK, OBJECT_PACKETS, OBJECT_SHAPE, OBJECT_CAP, OBJECTS_PER_PAGE, PAGE_LAW, OBJECT_GAP, CONNECTIONS],
    );

    fn demand(values: &Values) -> Demand {
        Demand::Sessions(WebConfig {
            think: values.span(&THINK.spec),
            object_packets: values.real(&OBJECT_PACKETS.spec),
            object_shape: values.real(&OBJECT_SHAPE.spec),
            object_cap: values.whole(&OBJECT_CAP.spec) as u32,
            objects_per_page: values.real(&OBJECTS_PER_PAGE.spec),
            page_law: match values.choice(&PAGE_LAW.spec) {
                "geometric" => PageLaw::Geometric,
                _ => PageLaw::Constant,
            },
            object_gap: values.span(&OBJECT_GAP.spec),
            is_persistent: values.choice(&CONNECTIONS.spec) == "persistent",
            size_law: SizeLaw::Pareto,
            is_single: false,
        })
    }
}

/// The configuration of a web session.
#[derive(Clone, Debug, PartialEq)]
pub struct WebConfig {
    /// Mean thinking time; with a persistent connection, the mean time between requests.
    pub think: Span,
    /// Mean size of an object before rounding and the cap \[packets\].
    pub object_packets: f64,
    /// Pareto shape of the sizes, above 1.
    pub object_shape: f64,
    /// Largest size \[packets\].
    pub object_cap: u32,
    /// Mean number of objects of a page.
    pub objects_per_page: f64,
    /// The distribution of the number of objects.
    pub page_law: PageLaw,
    /// Mean time between two objects of a page.
    pub object_gap: Span,
    /// Whether all objects use one connection and are requested without waiting for earlier objects.
    pub is_persistent: bool,
    /// The distribution of the sizes; with a persistent connection always Pareto.
    pub size_law: SizeLaw,
    /// Whether the session ends with its first object.
    pub is_single: bool,
}

/// The distribution of the sizes of objects.
#[derive(Clone, Debug, PartialEq)]
pub enum SizeLaw {
    /// A Pareto distribution: of type II if each object has a new connection, and of type I with a persistent
    /// connection.
    Pareto,
    /// Exponential.
    Exponential,
    /// Constant: every object has the mean size.
    Constant,
    /// Points of the distribution function: a size \[packets\] and the share of the objects that are not larger.
    Table(Only<Pairs>),
}

/// The distribution of the number of objects on a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PageLaw {
    /// Constant: the mean, rounded to the nearest whole number.
    Constant,
    /// Geometric.
    Geometric,
}

/// A web session.
#[derive(Clone, Debug, PartialEq)]
pub struct WebSource {
    config: WebConfig,
    /// The time of the next request; `None` while an object is in transfer.
    next: Option<SimTime>,
    stop: Option<SimTime>,
    /// Objects of the page that have not been requested yet.
    left: u64,
    chance: Stream,
}

impl WebSource {
    /// A session that sends its first request at `start` and none from `stop` on.
    pub fn new(config: WebConfig, start: SimTime, stop: Option<SimTime>, chance: Stream) -> Self {
        Self { config, next: Some(start), stop, left: 0, chance }
    }

    /// The time of the next request; `None` while an object is in transfer, and from the stop of the source on.
    pub fn due(&self) -> Option<SimTime> {
        self.next.filter(|&next| self.stop.is_none_or(|stop| next < stop))
    }

    /// Whether all objects use one connection.
    pub fn is_persistent(&self) -> bool {
        self.config.is_persistent
    }

    /// Whether the page that was requested last has further objects.
    pub fn is_within_page(&self) -> bool {
        self.left > 0
    }

    /// Whether pages have several objects, which are requested one after another.
    pub fn has_pages(&self) -> bool {
        !self.config.is_persistent && self.config.objects_per_page > 1.0
    }

    /// Whether the session ends with its first object.
    pub fn is_single(&self) -> bool {
        self.config.is_single
    }

    /// Requests the object that is due and returns its size \[packets\].
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

    /// Begins a gap or a thinking time after the requested object is complete.
    pub fn object_done(&mut self, now: SimTime) {
        if !self.config.is_persistent && !self.config.is_single {
            let mean = if self.left > 0 { self.config.object_gap } else { self.config.think };
            self.next = Some(now + self.exponential(mean));
        }
    }

    /// Applies a changed configuration to future draws.
    pub fn set_config(&mut self, config: WebConfig) {
        self.config = config;
    }

    /// Hashes all state that can affect the rest of the run.
    pub fn fold(&self, hash: &mut StateHash) {
        hash.fold(self.next.map_or(u64::MAX, SimTime::nanos));
        hash.fold(self.left);
        self.chance.state().into_iter().for_each(|word| hash.fold(word));
    }

    fn object(&mut self) -> u32 {
        let WebConfig { object_packets: mean, object_shape: shape, object_cap, is_persistent, size_law, .. } =
            &self.config;
        let (mean, shape) = (*mean, *shape);
        let uniform = uniform(&mut self.chance);
        let packets = match size_law {
            SizeLaw::Pareto if *is_persistent => (pareto(uniform, mean, shape) + 0.5).floor(),
            SizeLaw::Pareto => pareto_ii(uniform, mean, shape).ceil(),
            SizeLaw::Exponential => (mean * exponential(uniform)).ceil(),
            SizeLaw::Constant => mean.ceil(),
            SizeLaw::Table(points) => size_at(uniform, points).ceil(),
        };
        (packets as u32).clamp(1, (*object_cap).max(1))
    }

    /// Draws the number of objects of the next page.
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

/// The size at which the distribution function reaches `share`, interpolated between the points.
fn size_at(share: f64, points: &[(f64, f64)]) -> f64 {
    let place = points.iter().position(|point| point.1 >= share).unwrap_or(points.len().saturating_sub(1));
    match (place.checked_sub(1).map(|before| points[before]), points.get(place)) {
        (Some((low, from)), Some(&(high, to))) => low + (high - low) * (share - from) / (to - from),
        (None, Some(&(first, _))) => first,
        (_, None) => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::math;

    const FRESH: WebConfig = WebConfig {
        think: Span::from_millis(1_000),
        object_packets: 10.0,
        object_shape: 1.2,
        object_cap: 10_000,
        objects_per_page: 1.0,
        page_law: PageLaw::Constant,
        object_gap: Span::from_millis(10),
        is_persistent: false,
        size_law: SizeLaw::Pareto,
        is_single: false,
    };

    fn session(config: WebConfig) -> WebSource {
        WebSource::new(config, SimTime::from_secs(0.5), None, Stream::named(1, "source/1"))
    }

    #[test]
    fn a_session_waits_for_the_requested_object() {
        let mut web = session(FRESH);
        assert_eq!(web.due(), Some(SimTime::from_secs(0.5)));
        assert!(web.request(SimTime::from_secs(0.5)) >= 1);
        assert_eq!(web.due(), None);
        web.object_done(SimTime::from_secs(3.0));
        assert!(web.due() > Some(SimTime::from_secs(3.0)));
    }

    #[test]
    fn a_single_session_ends_with_its_first_object() {
        let mut web = session(WebConfig { is_single: true, ..FRESH });
        web.request(SimTime::from_secs(0.5));
        web.object_done(SimTime::from_secs(3.0));
        assert_eq!(web.due(), None);
    }

    #[test]
    fn a_request_on_a_persistent_connection_does_not_wait_for_the_last_object() {
        let mut web = session(WebConfig { is_persistent: true, ..FRESH });
        let now = web.due().expect("the first request");
        web.request(now);
        assert!(web.due() > Some(now));
        let next = web.due();
        web.object_done(SimTime::from_secs(100.0));
        assert_eq!(web.due(), next);
    }

    #[test]
    fn a_thinking_time_follows_the_last_object_of_a_page() {
        let mut web = session(WebConfig { objects_per_page: 3.0, ..FRESH });
        let mut pauses = Vec::new();
        for _ in 0..9_000 {
            let now = web.due().expect("an object");
            web.request(now);
            web.object_done(now);
            pauses.push(web.due().expect("an object").since(now).secs());
        }
        let mean_of = |place: usize| pauses.iter().skip(place).step_by(3).sum::<f64>() / 3_000.0;
        // The standard deviation of an exponential time is its mean, so five standard errors of 3,000 times are 9 % of
        // the mean.
        for (place, mean) in [(0, 0.01), (1, 0.01), (2, 1.0)] {
            assert!((mean_of(place) / mean - 1.0).abs() < 0.09, "{place}: {}", mean_of(place));
        }
    }

    #[test]
    fn pages_can_have_a_geometric_number_of_objects() {
        let mut web = session(WebConfig { objects_per_page: 3.0, page_law: PageLaw::Geometric, ..FRESH });
        let sizes: Vec<_> = (0..20_000).map(|_| web.objects()).collect();
        let mean = sizes.iter().sum::<u64>() as f64 / 20_000.0;
        // A geometric number with the mean 3 has the standard deviation √6; the tolerance is five standard errors.
        assert!((mean - 3.0).abs() < 0.087, "{mean}");
        assert!(sizes.contains(&1) && sizes.iter().all(|&size| size >= 1));
    }

    #[test]
    fn sizes_follow_their_distributions() {
        const COUNT: usize = 100_000;
        let share_above = |config: &WebConfig, least: u32| {
            let mut web = session(config.clone());
            (0..COUNT).filter(|_| web.object() > least).count() as f64 / COUNT as f64
        };
        let check = |config: &WebConfig, least: u32, share: f64| {
            let found = share_above(config, least);
            // The tolerance is five standard errors. A share of one half has the largest standard deviation, 0.5 /
            // √COUNT.
            assert!((found - share).abs() < 5.0 * 0.5 / (COUNT as f64).sqrt(), "above {least}: {found}, not {share}");
        };
        // The size ⌈2(U^(−1/1.2) − 1)⌉ is above s exactly if U < (1 + s/2)^−1.2. This gives the expected share of sizes
        // above s.
        for least in [1, 10, 100] {
            check(&FRESH, least, math::pow(1.0 + f64::from(least) / 2.0, -1.2));
        }
        // With a mean of 12 and U uniform, the size round(2·U^(−1/1.2)) is above s exactly if U < (2/(s + 0.5))^1.2. No
        // size is below 2 or above the cap.
        let persistent = WebConfig { object_packets: 12.0, object_cap: 2_000, is_persistent: true, ..FRESH };
        for least in [2, 10, 100] {
            check(&persistent, least, math::pow(2.0 / (f64::from(least) + 0.5), 1.2));
        }
        assert_eq!((share_above(&persistent, 1), share_above(&persistent, 2_000)), (1.0, 0.0));
        // With E exponential and of mean 1, the size ⌈10·E⌉ is above s exactly if E > s/10.
        for least in [1, 10, 30] {
            check(&WebConfig { size_law: SizeLaw::Exponential, ..FRESH }, least, math::exp(-f64::from(least) / 10.0));
        }
        let constant = WebConfig { size_law: SizeLaw::Constant, ..FRESH };
        assert_eq!((share_above(&constant, 9), share_above(&constant, 10)), (1.0, 0.0));
    }

    #[test]
    fn sizes_of_a_table_follow_its_points() {
        // Half of the files have one packet; the others are uniform between 1 and 101 packets.
        let points: Pairs = [(1.0, 0.5), (101.0, 1.0)].into();
        assert_eq!([0.2, 0.5, 0.75, 0.875, 1.0].map(|share| size_at(share, &points)), [1.0, 1.0, 51.0, 76.0, 101.0],);
        let mut web = session(WebConfig {
            size_law: SizeLaw::Table(Only::MARK.expect("the full build").map(|()| points)),
            ..FRESH
        });
        let sizes: Vec<_> = (0..100_000).map(|_| web.object()).collect();
        let share_to = |most: u32| sizes.iter().filter(|&&size| size <= most).count() as f64 / 100_000.0;
        // The tolerance is five standard errors of a share of 0.5. Every other share has a smaller standard error.
        for (most, share) in [(1, 0.5), (51, 0.75), (101, 1.0)] {
            assert!((share_to(most) - share).abs() < 0.008, "{most}: {}", share_to(most));
        }
    }

    #[test]
    fn no_object_is_requested_from_the_stop_on() {
        let stop = Some(SimTime::from_secs(0.5));
        assert_eq!(WebSource::new(FRESH, SimTime::from_secs(0.5), stop, Stream::named(1, "source/1")).due(), None);
    }
}
