//! A lane in the form that all exports use: discipline, parameters, and flows with start times. Features that the
//! target lacks are refused here.

use crate::Target;
use crate::script::Script;
use chokepoint_engine::Scenario;
use chokepoint_engine::declare::ParamValue;
use chokepoint_engine::discipline::{About, Settings};
use chokepoint_engine::endpoint::source::UdpSource;
use chokepoint_engine::endpoint::tcp::Variant;
use chokepoint_engine::packet::FlowId;
use chokepoint_engine::scenario::{FlowGroup, Problem, ServiceLaw};
use chokepoint_engine::time::SimTime;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// A lane of a scene, to be exported to a target.
pub(crate) struct Lane<'a> {
    pub(crate) target: Target,
    pub(crate) scenario: &'a Scenario,
    pub(crate) place: usize,
    pub(crate) about: &'static About,
    pub(crate) params: Params,
}

/// Paths of the settings that no target supports (losses, jitter, a rate for acknowledgements, a second link), each
/// with whether this scene uses the setting.
fn paths_of(scenario: &Scenario) -> Vec<(String, bool)> {
    let of_group = |(place, group): (usize, &FlowGroup)| {
        [
            (format!("flows.{place}.random_loss"), group.random_loss() > 0.0),
            (format!("flows.{place}.ack_loss"), group.ack_loss() > 0.0),
            (format!("flows.{place}.jitter_s"), group.jitter().nanos() > 0),
        ]
    };
    let of_groups = scenario.flows.iter().enumerate().flat_map(of_group);
    let of_the_scene = [
        ("reverse.ack_rate_bps".to_owned(), scenario.reverse.rate_bps > 0),
        ("second.second_capacity_bps".to_owned(), scenario.has_two_links()),
    ];
    of_groups.chain(of_the_scene).collect()
}

impl<'a> Lane<'a> {
    /// The lane. Fails if the target lacks its discipline or its kind of link.
    pub(crate) fn new(target: Target, scenario: &'a Scenario, place: usize) -> Result<Self, Vec<Problem>> {
        let (about, settings, _) = scenario.lane_settings(place)?;
        let mut problems = Vec::new();
        if target.name_of(about.id).is_none() {
            let known: Vec<_> = target.disciplines().collect();
            let problem = format!("{} is not in {}, which has {}", about.id, target.name(), known.join(", "));
            problems.push(Problem::new(format!("lanes.{place}.aqm"), problem));
        }
        if scenario.service == ServiceLaw::Geometric {
            let problem = format!(
                "geometric is not in {}, whose links have constant service, by size and capacity",
                target.name()
            );
            problems.push(Problem::new("bottleneck.service", problem));
        }
        for (field, is_set) in paths_of(scenario) {
            if is_set {
                let problem = format!(
                    "a second link, or a path with losses, jitter or a rate for acknowledgements, is not in the export for {}; set it to 0",
                    target.name()
                );
                problems.push(Problem::new(field, problem));
            }
        }
        if problems.is_empty() {
            Ok(Self { target, scenario, place, about, params: Params::new(about, settings) })
        } else {
            Err(problems)
        }
    }

    /// The groups with at least one flow, each with its index in the scene and the start times of its flows.
    pub(crate) fn groups(&self) -> Vec<Group<'a>> {
        let mut first = 0;
        let mut groups = Vec::new();
        for (place, group) in self.scenario.flows.iter().enumerate() {
            let starts = (first..first + group.count)
                .map(|flow| self.scenario.start_of(FlowId(flow), group))
                .collect::<Vec<_>>();
            first += group.count;
            if group.count > 0 {
                groups.push(Group { place, group, starts });
            }
        }
        groups
    }

    /// Size of the largest data packet of the scene \[bytes\].
    pub(crate) fn packet_bytes(&self) -> u32 {
        self.scenario.link_facts().packet_bytes
    }

    /// The packet size that RED takes as the mean \[bytes\].
    pub(crate) fn mean_packet_bytes(&self) -> u32 {
        match self.params.count("mean_pkt_size") {
            0 => self.packet_bytes(),
            bytes => bytes as u32,
        }
    }

    /// Transmission time of the largest data packet \[s\].
    pub(crate) fn packet_s(&self) -> f64 {
        8.0 * f64::from(self.packet_bytes()) / self.scenario.capacity_bps as f64
    }

    /// Whether the discipline marks packets. If not, the ECN settings of the flows do not matter.
    pub(crate) fn marks(&self) -> bool {
        let has_switch = self.about.params().any(|spec| spec.id == "ecn");
        if has_switch { self.params.settings.switch("ecn") } else { self.about.id == "dualpi2" }
    }

    /// The path of a parameter in the scene: that of the lane if the lane sets its own value, otherwise that of the
    /// value shared by all lanes.
    pub(crate) fn path_of(&self, param: &str) -> String {
        let is_own = self.scenario.lanes[self.place].params.contains_key(param);
        if is_own { format!("lanes.{}.params.{param}", self.place) } else { format!("queue.params.{param}") }
    }

    /// Reports each parameter that is missing in the export: its value is not the default, and the mapping to the
    /// target has not read it.
    pub(crate) fn lose_unread(&self, script: &mut Script) {
        for (id, value) in self.params.unread() {
            let theirs = self.target.name_of(self.about.id).unwrap_or_default();
            script.lose(format!(
                "{}: {}; {theirs} in {} has no such setting",
                self.path_of(id),
                shown(value),
                self.target.name()
            ));
        }
    }
}

/// A group of equal flows.
pub(crate) struct Group<'a> {
    pub(crate) place: usize,
    pub(crate) group: &'a FlowGroup,
    pub(crate) starts: Vec<SimTime>,
}

impl Group<'_> {
    pub(crate) fn path_of(&self, setting: &str) -> String {
        format!("flows.{}.{setting}", self.place)
    }

    /// A short description of the group, used in comments.
    pub(crate) fn title(&self) -> String {
        let kind = self.group.kind;
        let flows = if self.starts.len() == 1 { "flow" } else { "flows" };
        let carrier = kind.variant.map_or("UDP", |variant| variant.about().name);
        format!("flows.{}: {} {flows} of {carrier}, source {}", self.place, self.starts.len(), kind.source)
    }
}

/// The problem with a source that the target simulator lacks.
pub(crate) fn refuse_source(target: Target, group: &Group<'_>, known: &str) -> Problem {
    Problem::new(
        group.path_of("source"),
        format!("{} is not in {}, which has {known}", group.group.kind.source, target.name()),
    )
}

/// The problem with a transport that the target simulator lacks.
pub(crate) fn refuse_transport(target: Target, group: &Group<'_>, variant: Variant, known: &str) -> Problem {
    Problem::new(
        group.path_of("transport"),
        format!("{} is not in {}, which has {known}", variant.about().id, target.name()),
    )
}

/// The initial rate of a UDP source \[bit/s\], if it has one.
pub(crate) fn rate_of(source: &UdpSource) -> Option<u64> {
    match source {
        UdpSource::Cbr(it) => Some(it.rate_bps),
        UdpSource::Schedule(it) => Some(it.rate_bps),
        UdpSource::Poisson(it) => Some(it.rate_bps),
        UdpSource::OnOff(it) => Some(it.rate_bps),
        UdpSource::Geometric(_) | UdpSource::SelfSimilar(_) => None,
    }
}

/// A discipline's parameters, and which of them have been read.
pub(crate) struct Params {
    about: &'static About,
    settings: Settings,
    read: RefCell<BTreeSet<&'static str>>,
}

impl Params {
    pub(crate) fn new(about: &'static About, settings: Settings) -> Self {
        Self { about, settings, read: RefCell::default() }
    }

    fn note(&self, id: &'static str) -> &Settings {
        self.read.borrow_mut().insert(id);
        &self.settings
    }

    pub(crate) fn real(&self, id: &'static str) -> f64 {
        self.note(id).real(id)
    }

    pub(crate) fn count(&self, id: &'static str) -> usize {
        self.note(id).count(id)
    }

    pub(crate) fn switch(&self, id: &'static str) -> bool {
        self.note(id).switch(id)
    }

    pub(crate) fn choice(&self, id: &'static str) -> &'static str {
        self.note(id).choice(id)
    }

    /// Marks parameters as read although the export does not use them: the values of other parameters make them
    /// ineffective. `lose_unread` then does not report them as missing.
    pub(crate) fn ignore(&self, ids: &[&'static str]) {
        self.read.borrow_mut().extend(ids);
    }

    /// All parameters. They are marked as read by the export, so `lose_unread` reports none of them as missing.
    pub(crate) fn all(&self) -> Vec<(&'static str, ParamValue)> {
        let all: Vec<_> = self.settings.iter().collect();
        self.read.borrow_mut().extend(all.iter().map(|(id, _)| *id));
        all
    }

    pub(crate) fn default_of(&self, id: &str) -> Option<ParamValue> {
        Settings::defaults(self.about).iter().find(|(other, _)| *other == id).map(|(_, value)| value)
    }

    /// The parameters that the export has not read and that are not at their default.
    fn unread(&self) -> Vec<(&'static str, ParamValue)> {
        let read = self.read.borrow();
        let defaults = Settings::defaults(self.about);
        let default_of = |id: &str| defaults.iter().find(|(other, _)| *other == id).map(|(_, value)| value);
        self.settings.iter().filter(|(id, value)| !read.contains(id) && default_of(id) != Some(*value)).collect()
    }
}

/// A value in the notation of scenes.
pub(crate) fn shown(value: ParamValue) -> String {
    match value {
        ParamValue::Integer(value) => value.to_string(),
        ParamValue::Real(value) => value.to_string(),
        ParamValue::Switch(value) => value.to_string(),
        ParamValue::Choice(value) => value.to_owned(),
    }
}
