//! The scenario: everything that defines a run. A scenario is checked once, when it is parsed; after that, no use of it
//! can fail.

mod change;
mod check;
mod field;
pub mod fields;
pub mod flow_fields;
mod flow_group;
pub(crate) mod json;
pub mod json_text;
pub mod limits;
pub mod path;
pub(crate) mod problem;
pub(crate) mod reader;
mod remarks;
mod scene_fields;
mod two_links;

pub use flow_group::{FlowGroup, FlowKind};
pub(crate) use limits::MAX_INTERVENTIONS;
pub use problem::Problem;
pub use remarks::{Offer, Remark};
pub(crate) use scene_fields::OBJECTS;
pub(crate) use two_links::OBSERVED;
pub use two_links::{Place, Route, SecondLink};

use crate::base::footprint;
use crate::base::packet::FlowId;
use crate::base::rng::{Chance, Stream};
use crate::base::time::{SimTime, Span};
use crate::discipline::parts::classifier;
use crate::discipline::scripted::Language;
use crate::discipline::{About, Hosts, LinkFacts};
use crate::endpoint::source::{about_of, pairs_of_text};
use problem::{Problems, quoted};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The version of the scenario format that this engine writes; see `docs/formats.md`.
pub const SCENARIO_SCHEMA: u64 = 1;

/// A checked scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scenario {
    /// Id of the preset that the scenario comes from, or empty.
    pub id: String,
    /// Title.
    pub title: String,
    /// Seed of all random streams.
    pub seed: u64,
    /// Time at which the run ends.
    pub duration: SimTime,
    /// Start of the measured window.
    pub measured_from: SimTime,
    /// End-host profile.
    pub profile: Profile,
    /// Bottleneck rate \[bit/s\].
    pub capacity_bps: u64,
    /// Propagation delay of the bottleneck, in each direction.
    pub delay: Span,
    /// Transmission time of a packet at the bottleneck.
    pub service: ServiceLaw,
    /// Length of a time slot of a slotted bottleneck.
    pub service_slot: Span,
    /// Rate \[bit/s\] and delay of the flows' own links; a group of flows can have other values.
    pub access: Access,
    /// The reverse link of the acknowledgements.
    pub reverse: Reverse,
    /// The second link.
    pub second: SecondLink,
    /// Parameters for every discipline that declares them.
    pub shared_params: BTreeMap<String, Value>,
    /// Lanes, each with one discipline.
    pub lanes: Vec<Lane>,
    /// Groups of identical flows; flows are numbered consecutively, group by group.
    pub flows: Vec<FlowGroup>,
    /// Settings changed during the run, in chronological order.
    pub interventions: Vec<Intervention>,
    /// The language in which the scripts of the lanes are written.
    pub language: Language,
}

/// The stack of the end hosts.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Profile {
    /// The behaviour of ns-2 2.35.
    #[default]
    Ns2,
    /// The timers of RFC 6298.
    Rfc6298,
    /// The behaviour of Linux 6.12: RACK-TLP, PRR, quick and delayed acknowledgements.
    Linux,
}

impl Profile {
    /// All profiles.
    pub const ALL: [Self; 3] = [Self::Ns2, Self::Rfc6298, Self::Linux];

    /// Name in scenarios and results.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Ns2 => "ns2",
            Self::Rfc6298 => "rfc6298",
            Self::Linux => "linux",
        }
    }
}

/// The rule for the transmission time of a packet at the bottleneck.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum ServiceLaw {
    /// The transmission time is the packet's size divided by the capacity.
    #[default]
    Constant,
    /// A random number of slots with a geometric distribution. The mean time equals that of [`Self::Constant`].
    Geometric,
}

impl ServiceLaw {
    /// Name in scenarios.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Geometric => "geometric",
        }
    }
}

/// A flow's own link.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Access {
    /// Rate \[bit/s\].
    pub rate_bps: u64,
    /// Propagation delay, in each direction.
    pub delay: Span,
}

/// The reverse direction of the bottleneck link, for acknowledgements.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Reverse {
    /// Rate that the acknowledgements of all flows share \[bit/s\]; 0 means that no acknowledgement waits for another flow.
    pub rate_bps: u64,
    /// Largest number of waiting acknowledgements.
    pub limit: u64,
}

/// A lane: a discipline with parameters of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// Id of the discipline.
    pub aqm: String,
    /// Parameters of this lane only, which override the shared parameters.
    pub params: BTreeMap<String, Value>,
    /// The text of the script; empty for a built-in discipline.
    pub script: String,
    /// The link that the lane observes.
    pub link: Place,
}

/// A setting changed during the run.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervention {
    /// Time of the change. The change happens after all other events of the same instant.
    pub at: SimTime,
    /// Dotted path of the setting.
    pub path: String,
    /// The new value.
    pub value: Value,
}

impl Scenario {
    /// Reads and checks a scenario without scripts; see [`Scenario::parse_in`].
    pub fn parse(value: &Value) -> Result<Self, Vec<Problem>> {
        Self::parse_in(value, Language::NONE)
    }

    /// Reads and checks a scenario whose scripts are in `language`. The error lists the problems, up to a limit.
    pub fn parse_in(value: &Value, language: Language) -> Result<Self, Vec<Problem>> {
        let mut problems = Problems::default();
        Self::read(value, language, &mut problems).ok_or_else(|| problems.into_reported())
    }

    /// Whether the scene runs exactly, packet by packet, as under an earlier version of the [simulation](crate::RUNS);
    /// `false` for an unknown version.
    pub fn runs_as_in(&self, version: u32) -> bool {
        match version {
            crate::RUNS => true,
            // Version 2 changed only the senders and receivers of Linux.
            1 => !self.flows.iter().any(|group| group.is_linux(self.profile)),
            _ => false,
        }
    }

    /// Reads and checks a scenario without scripts, or the scenario inside a preset, from text.
    pub fn parse_text(text: &str) -> Result<Self, Vec<Problem>> {
        Self::parse_text_in(text, Language::NONE)
    }

    /// Reads and checks a scenario whose scripts are in `language`, from text.
    pub fn parse_text_in(text: &str, language: Language) -> Result<Self, Vec<Problem>> {
        Self::parse_in(scenario_of(&json_text::read(text)?), language)
    }

    /// Reads and checks a scenario. If the scenario has errors, adds messages to `problems` and returns `None`.
    pub(crate) fn read(value: &Value, language: Language, problems: &mut Problems) -> Option<Self> {
        let before = problems.len();
        if !value.is_object() {
            problems.push(Problem::new("", format!("is {}, not an object", quoted(value))));
            return None;
        }
        let scenario = json::read(value, language, problems);
        if problems.len() == before {
            scenario.check_lanes(problems);
            scenario.check_own_links(problems);
            scenario.check_senders(problems);
            scenario.check_service(problems);
            scenario.check_links(problems);
        }
        if problems.len() == before {
            scenario.check_interventions(problems);
        }
        (problems.len() == before).then_some(scenario)
    }

    /// This scenario with one setting changed, checked as a whole.
    pub fn with(&self, path: &str, value: Value) -> Result<Self, Vec<Problem>> {
        self.with_all([(path, value)])
    }

    /// This scenario with several settings changed, in order, checked as a whole.
    pub fn with_all<'a>(&self, changes: impl IntoIterator<Item = (&'a str, Value)>) -> Result<Self, Vec<Problem>> {
        Self::parse_in(&self.written_with(changes)?, self.language)
    }

    /// The JSON of this scenario with several settings changed, in order. Only the paths are checked, not the values.
    pub fn written_with<'a>(&self, changes: impl IntoIterator<Item = (&'a str, Value)>) -> Result<Value, Vec<Problem>> {
        let mut json = self.to_json();
        for (path, value) in changes {
            let path = full_path(path, &json, self.language);
            path::set(&mut json, &path, value).map_err(|problem| vec![problem])?;
            if let Some(place) = path.strip_suffix(".transport").or_else(|| path.strip_suffix(".source")) {
                flow_group::json::drop_what_does_not_apply(&mut json, place);
            }
        }
        Ok(json)
    }

    /// This scenario with another source for a group of flows. `text` is the content of a file: the list of pairs of
    /// numbers that configures the source. For a source that transfers a list of files, the group gets one flow per
    /// file.
    pub fn with_list(&self, group: usize, source: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let place = |field: &str| format!("flows.{group}.{field}");
        let list = about_of(source).and_then(|about| about.list).ok_or_else(|| {
            let problem = format!("is {}, which is not configured by a list", quoted(&source.into()));
            vec![Problem::new(place("source"), problem)]
        })?;
        let pairs = pairs_of_text(text).map_err(|problem| vec![Problem::new(place(list.id), problem)])?;
        let count = pairs.as_array().map_or(0, Vec::len);
        let (source_at, list_at, count_at) = (place("source"), place(list.id), place("count"));
        let mut changes = vec![(source_at.as_str(), source.into()), (list_at.as_str(), pairs)];
        if list.has_starts {
            changes.push((&count_at, count.into()));
        }
        self.with_all(changes)
    }

    /// This scenario with a single lane under the discipline `aqm`. If the scenario already has such a lane, its
    /// parameters are preserved.
    pub fn with_discipline(&self, aqm: &str) -> Result<Self, Vec<Problem>> {
        let own = self.lanes.iter().find(|lane| lane.aqm == aqm).map(json::write_lane);
        let mut json = self.to_json();
        json["lanes"] = json!([own.unwrap_or_else(|| json!({ "aqm": aqm, "params": {} }))]);
        Self::parse_in(&json, self.language)
    }

    /// Approximate heap memory of a clone \[bytes\]. Parameter values are numbers and short words, so each entry of a
    /// map is estimated as one block of memory. The estimate errs on the high side.
    pub(crate) fn heap_bytes(&self) -> usize {
        fn text(text: &str) -> usize {
            footprint::block::<u8>(text.len())
        }
        fn params(params: &BTreeMap<String, Value>) -> usize {
            params.keys().map(|id| footprint::block::<(String, Value)>(2) + text(id)).sum()
        }
        let lane = |lane: &Lane| text(&lane.aqm) + params(&lane.params) + text(&lane.script);
        let lanes: usize = self.lanes.iter().map(lane).sum();
        let changes: usize = self.interventions.iter().map(|it| text(&it.path)).sum();
        text(&self.id)
            + text(&self.title)
            + params(&self.shared_params)
            + footprint::block::<Lane>(self.lanes.len())
            + lanes
            + footprint::block::<FlowGroup>(self.flows.len())
            + self.flows.iter().map(FlowGroup::heap_bytes).sum::<usize>()
            + footprint::block::<Intervention>(self.interventions.len())
            + changes
    }

    /// Number of flows.
    pub fn flow_count(&self) -> usize {
        self.flows.iter().map(|group| group.count as usize).sum()
    }

    /// The start time of a flow, drawn uniformly from the interval of its group; each flow has its own random stream.
    /// If the source of the group is a list of files, the time in the list is added: it is the request time of the
    /// flow's file.
    pub fn start_of(&self, flow: FlowId, group: &FlowGroup) -> SimTime {
        let mut chance = Stream::named(self.seed, &format!("start/{}", flow.number()));
        let (from, until) = group.start;
        let drawn = from + Span::from_secs(chance.unit() * until.since(from).secs());
        drawn + group.listed_delay(self.place_in_group(flow))
    }

    /// The index of a flow within its group.
    pub(crate) fn place_in_group(&self, flow: FlowId) -> usize {
        let mut place = flow.index();
        for group in &self.flows {
            match place.checked_sub(group.count as usize) {
                Some(behind) => place = behind,
                None => break,
            }
        }
        place
    }

    /// Rate and delay of the own links of the flows of a group.
    pub fn access_of(&self, group: &FlowGroup) -> Access {
        Access {
            rate_bps: group.access_rate_bps().unwrap_or(self.access.rate_bps),
            delay: group.access_delay().unwrap_or(self.access.delay),
        }
    }

    /// Whether packets are lost or delayed outside the bottleneck.
    pub(crate) fn has_paths(&self) -> bool {
        self.reverse.rate_bps > 0 || self.flows.iter().any(FlowGroup::has_path)
    }

    /// The facts about the link that are available to a discipline.
    pub fn link_facts(&self) -> LinkFacts {
        let packet_bytes = self.flows.iter().map(|group| group.packet_bytes).max();
        LinkFacts {
            capacity_bps: self.capacity_bps,
            delay_s: self.delay.secs(),
            packet_bytes: packet_bytes.unwrap_or(1000),
            hash_salt: classifier::salt_of(self.seed),
            hosts: Hosts::with_flows(self.flows.iter().map(|group| group.count)),
        }
    }
}

/// The description of a lane's discipline, given the lane as a scene writes it: `{ "aqm": "choke" }`.
pub fn about_of_lane(lane: &Value, language: Language) -> Option<&'static About> {
    let script = lane.get("script").and_then(Value::as_str).unwrap_or_default();
    check::about_of_written(lane.get("aqm")?.as_str()?, script, language)
}

/// Whether the script of a lane of the scene declares a parameter of this name.
fn is_declared_in(scenario: &Value, id: &str, language: Language) -> bool {
    if language.is_none() {
        return false;
    }
    let lanes = scenario.get("lanes").and_then(Value::as_array);
    let abouts = lanes.into_iter().flatten().filter_map(|lane| about_of_lane(lane, language));
    abouts.flat_map(About::params).any(|spec| spec.id == id)
}

/// The field `scenario` of a preset file. A value without this field is a scenario itself, and is returned.
pub fn scenario_of(value: &Value) -> &Value {
    value.get("scenario").unwrap_or(value)
}

/// The full form of a short path, that is, of a name without dots. The name is looked up first among the fields of the
/// scene, then among the shared parameters of the disciplines and the scripts of the scene, and then among the settings
/// inside the objects of the scene, where it must be unique.
pub fn full_path(path: &str, scenario: &Value, language: Language) -> String {
    let dotted = path::dotted(path);
    if dotted.contains('.') || scenario.get(&dotted).is_some() {
        return dotted;
    }
    if check::is_declared(&dotted) || is_declared_in(scenario, &dotted, language) {
        return format!("queue.params.{dotted}");
    }
    let mut places = fields::all().filter(|field| field.spec.id == dotted && !field.parent.contains('*'));
    match (places.next(), places.next()) {
        (Some(field), None) => field.path(),
        _ => dotted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Value {
        json!({
            "lanes": [{ "aqm": "drop-tail" }],
            "flows": [{ "transport": "udp", "count": 1 }, { "transport": "newreno", "count": 33 }],
        })
    }

    fn problems_with(path: &str, value: Value) -> Vec<String> {
        let mut json = scene();
        path::set(&mut json, path, value).unwrap();
        Scenario::parse(&json).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_scene_is_unchanged_by_writing_and_reading() {
        let scenario = Scenario::parse(&scene()).unwrap();
        assert_eq!(Scenario::parse(&scenario.to_json()), Ok(scenario));
    }

    #[test]
    fn problems_name_the_path_the_value_and_the_allowed_values() {
        assert_eq!(
            problems_with("flows.0.count", json!(-1)),
            ["flows.0.count: -1 is not a whole number from 0 to 10000"]
        );
        assert_eq!(
            problems_with("lanes.0.params", json!({ "limit": 0 })),
            ["lanes.0.params.limit: 0 is not a whole number from 1 to 10000 packets"]
        );
        assert_eq!(
            problems_with("queue.params", json!({ "depth": 4 })),
            ["queue.params.depth: is a parameter of no queue discipline"]
        );
        assert_eq!(problems_with("schema", json!(2)).len(), 1);
        assert_eq!(problems_with("flow", json!([])).len(), 1, "an unknown field");
    }

    #[test]
    fn a_slot_must_not_be_longer_than_the_transmission_of_a_data_packet() {
        let slotted =
            |slot_s: f64| problems_with("bottleneck", json!({ "service": "geometric", "service_slot_s": slot_s }));
        assert_eq!(slotted(0.008), [""; 0], "1000 bytes at 1 Mb/s");
        assert_eq!(
            slotted(0.009),
            [
                "bottleneck.service_slot_s: 0.009 is above the 0.008 s that the smallest data packet takes at 1000000 bit/s; no packet takes less than a slot"
            ]
        );
        assert_eq!(
            problems_with("bottleneck", json!({ "service_slot_s": 5 })),
            [""; 0],
            "the length of a slot has no effect without slots"
        );
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        let json = json!({ "seed": "x", "lanes": [{ "aqm": "drop-tail" }], "flows": [{ "count": 0.5, "size": 1 }] });
        let problems = Scenario::parse(&json).unwrap_err();
        let paths: Vec<_> = problems.iter().map(|problem| problem.path.as_str()).collect();
        assert_eq!(paths, ["seed", "flows.0.count", "flows.0.size"]);
    }

    #[test]
    fn an_intervention_must_change_a_live_setting_and_give_a_valid_scene() {
        let with = |path: &str, value: Value| {
            problems_with("interventions", json!([{ "at_s": 5, "path": path, "value": value }]))
        };
        assert_eq!(with("queue.params.limit", json!(50)), [""; 0]);
        assert_eq!(with("flows.0.rate_bps", json!(0)), [""; 0]);
        assert_eq!(with("queue.params.limit", json!(0)).len(), 1);
        assert_eq!(with("flows.1.count", json!(5)).len(), 1);
        assert_eq!(with("flows.9.rate_bps", json!(5)).len(), 1);
    }

    #[test]
    fn a_bare_name_is_completed_to_its_full_path() {
        let scenario = Scenario::parse(&scene()).unwrap();
        assert_eq!(scenario.with("limit", json!(7)).unwrap().shared_params["limit"], json!(7));
        assert_eq!(scenario.with("capacity_bps", json!(2_000_000)).unwrap().capacity_bps, 2_000_000);
        assert_eq!(scenario.with("seed", json!(9)).unwrap().seed, 9);
    }
}
