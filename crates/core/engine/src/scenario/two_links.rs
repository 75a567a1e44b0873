//! Scenes with two bottlenecks in series: the second link, the link that each lane observes, and the links that each
//! flow crosses.
//!
//! A lane names the discipline of the link that it observes. The discipline of the other link comes from another lane,
//! which observes that link; without such a lane, the other link has DropTail. If several lanes observe the other link,
//! the order of the lanes in the scene decides. A lane at the first link takes the discipline of the nearest of these
//! lanes after it, or else before it. A lane at the second link takes the discipline of the nearest of these lanes
//! before it, or else after it.

use super::check::Settled;
use super::problem::{Problem, Problems};
use super::{Lane, Scenario};
use crate::base::only::Only;
use crate::base::time::Span;
use crate::declare::{ParamSpec, choice, option};
use crate::discipline::LinkFacts;

/// The smallest rate of a bottleneck \[bit/s\].
pub(super) const LEAST_RATE_BPS: u64 = 1_000;

/// The second link of a scene.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct SecondLink {
    /// Rate \[bit/s\]; 0 means that the scene has one link.
    pub capacity_bps: u64,
    /// Propagation delay, in each direction.
    pub delay: Span,
}

/// The position of a link on the path from the senders.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Place {
    /// The link next to the senders, or the only link.
    #[default]
    First,
    /// The link after the first link.
    Second,
}

impl Place {
    /// The name in scenes.
    pub const fn id(self) -> &'static str {
        self.named("first", "second")
    }

    /// The place of the other link.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// A name by the place.
    pub(crate) const fn named(self, first: &'static str, second: &'static str) -> &'static str {
        match self {
            Self::First => first,
            Self::Second => second,
        }
    }
}

/// The links that a flow crosses.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Route {
    /// Both links.
    #[default]
    Both,
    /// One link.
    One(Place),
}

impl Route {
    /// The link that the packets reach first.
    pub(crate) fn entry(self) -> Place {
        match self {
            Self::Both => Place::First,
            Self::One(place) => place,
        }
    }

    /// Whether the route includes the link at `place`.
    pub(crate) fn crosses(self, place: Place) -> bool {
        self == Self::Both || self == Self::One(place)
    }
}

/// The link that a lane observes.
pub(crate) const OBSERVED: ParamSpec = choice(
    "link",
    "link",
    &[option("first", "the link next to the senders"), option("second", "the second link of the scene")],
    "the link whose queue the lane shows and whose discipline it names",
);

impl Scenario {
    /// Whether packets cross two bottlenecks in series.
    pub fn has_two_links(&self) -> bool {
        self.second.capacity_bps > 0
    }

    /// Whether a setting concerns a second link. Only the full build reads such a scene.
    pub(super) fn names_second_link(&self) -> bool {
        self.has_two_links() || self.lanes.iter().any(|lane| lane.link == Place::Second)
    }

    /// The link that a lane observes.
    pub fn place_of(&self, lane: usize) -> Place {
        if Only::MARK.is_none() {
            return Place::First;
        }
        self.lanes.get(lane).map_or(Place::First, |lane| lane.link)
    }

    /// The lane that observes the link which `lane` does not observe. The discipline of this partner runs at that link.
    /// `None` if no lane observes that link.
    pub fn partner_of(&self, lane: usize) -> Option<usize> {
        let wanted = self.place_of(lane).other();
        let observes = |&other: &usize| self.lanes[other].link == wanted;
        let next = || (lane + 1..self.lanes.len()).find(observes);
        let before = || (0..lane).rev().find(observes);
        // Partners are listed in the order of their links. The search for a partner at the first link therefore begins
        // with the lanes before this lane, and the search for a partner at the second link with the lanes after it.
        match wanted {
            Place::First => before().or_else(next),
            Place::Second => next().or_else(before),
        }
    }

    /// The discipline of the link that the lane does not observe, with its settings: that of the partner lane, or
    /// DropTail without one.
    pub(crate) fn other_settings(&self, lane: usize) -> Result<Settled, Vec<Problem>> {
        match self.partner_of(lane) {
            Some(partner) => self.lane_settings(partner),
            None => self.with_other_alone(lane).lane_settings(0),
        }
    }

    /// This scene with a lane that observes the other link of `lane`, under DropTail.
    fn with_other_alone(&self, lane: usize) -> Self {
        let lane = Lane { aqm: "drop-tail".into(), link: self.place_of(lane).other(), ..Lane::default() };
        Self { lanes: vec![lane], interventions: Vec::new(), ..self.clone() }
    }

    /// The facts about the link of a lane that are available to its discipline.
    pub fn link_facts_of(&self, lane: usize) -> LinkFacts {
        self.link_facts_at(self.place_of(lane))
    }

    /// The facts about the link at a place.
    pub(crate) fn link_facts_at(&self, place: Place) -> LinkFacts {
        LinkFacts { capacity_bps: self.capacity_at(place), delay_s: self.delay_at(place).secs(), ..self.link_facts() }
    }

    /// Rate of the link at a place \[bit/s\].
    pub(crate) fn capacity_at(&self, place: Place) -> u64 {
        match place {
            Place::First => self.capacity_bps,
            Place::Second => self.second.capacity_bps,
        }
    }

    /// Propagation delay of the first or the second link.
    pub(crate) fn delay_at(&self, place: Place) -> Span {
        match place {
            Place::First => self.delay,
            Place::Second => self.second.delay,
        }
    }

    /// Checks that a scene with one link names no second link, and that the settings of two links are consistent.
    pub(super) fn check_links(&self, problems: &mut Problems) {
        if Only::MARK.is_none() {
            return; // The smaller build refuses every second link.
        }
        let rate_bps = self.second.capacity_bps;
        if !self.has_two_links() {
            let lanes = self.lanes.iter().enumerate().filter(|(_, lane)| lane.link == Place::Second);
            problems.extend(lanes.map(|(index, _)| {
                Problem::new(
                    format!("lanes.{index}.link"),
                    "\"second\" needs a second link: second.second_capacity_bps",
                )
            }));
            return;
        }
        if rate_bps < LEAST_RATE_BPS {
            let problem = format!("{rate_bps} is neither 0 (no second link) nor at least {LEAST_RATE_BPS} bit/s");
            problems.push(Problem::new("second.second_capacity_bps", problem));
        }
        if self.reverse.rate_bps > 0 {
            let problem = "cannot be combined with a second link: acknowledgements then wait for no other flow";
            problems.push(Problem::new("reverse.ack_rate_bps", problem));
        }
        for lane in 0..self.lanes.len() {
            if self.partner_of(lane).is_none() {
                self.with_other_alone(lane).settle(0, problems);
            }
        }
    }
}
