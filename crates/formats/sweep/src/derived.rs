//! Derived settings of a point. Expressions in the field `derive` of a sweep compute them from the point's other
//! settings.

use crate::axis::{Axis, spec_at, whole_where_it_is};
use crate::expression::{Expression, MAX_EXPRESSION};
use chokepoint_engine::declare::{ParamKind, ParamSpec};
use chokepoint_engine::discipline::scripted::Language;
use chokepoint_engine::scenario::{Problem, about_of_lane, full_path, path};
use serde::Serialize;
use serde_json::{Map, Value, json};
use ts_rs::TS;

/// Largest number of derived settings of a sweep.
pub const MAX_DERIVED: usize = 32;
/// Length limit of an expression \[characters\].
pub const MAX_DERIVED_CHARACTERS: usize = MAX_EXPRESSION;
/// The name of the bandwidth-delay product in expressions.
const BANDWIDTH_DELAY: &str = "bdp";

/// A derived setting as the page shows it.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(rename = "DerivedSetting")]
pub struct DerivedFacts {
    /// Full dotted path of the setting.
    pub path: String,
    /// Expression from which its value follows.
    pub expression: String,
}

/// A setting, with the expression that gives its value.
#[derive(Clone, Debug)]
pub(crate) struct Derived {
    /// Full dotted path.
    pub(crate) path: String,
    text: String,
    expression: Expression,
    /// One quantity for each name in the expression.
    quantities: Vec<Quantity>,
    spec: ParamSpec,
}

impl PartialEq for Derived {
    fn eq(&self, other: &Self) -> bool {
        (&self.path, &self.text) == (&other.path, &other.text)
    }
}

/// A number that an expression reads from a point's scene.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Quantity {
    /// The bandwidth-delay product \[packets\].
    BandwidthDelay,
    /// The setting at a path of the scene.
    Written(String),
    /// A parameter of the discipline in one lane. Its value is the lane's own, otherwise the shared value, otherwise
    /// the default.
    OfLane(usize, String),
    /// A parameter that is not set for all lanes together. All lanes that declare the parameter must have the same
    /// value of it.
    OfAllLanes(String),
}

/// Parses the field `derive`, and sorts the settings so that each comes after those that its expression reads.
pub(crate) fn read(
    given: Option<&Value>,
    axes: &[Axis],
    scene: &Value,
    language: Language,
    problems: &mut Vec<Problem>,
) -> Vec<Derived> {
    let empty = Map::new();
    let given = match given {
        None => &empty,
        Some(Value::Object(fields)) if fields.len() <= MAX_DERIVED => fields,
        Some(Value::Object(fields)) => {
            let problem = format!("has {} settings; at most {MAX_DERIVED} are derived", fields.len());
            problems.push(Problem::new("derive", problem));
            return Vec::new();
        }
        Some(_) => {
            problems.push(Problem::new("derive", "is not an object from settings to expressions"));
            return Vec::new();
        }
    };
    let paths: Vec<String> = given.keys().map(|typed| full_path(typed, scene, language)).collect();
    let is_shared = is_shared(axes, paths.clone(), scene);
    let mut derived: Vec<Derived> = Vec::with_capacity(given.len());
    for ((typed, value), path) in given.iter().zip(&paths) {
        let read = if axes.iter().any(|axis| axis.varies(path)) {
            Err(format!("{path} is varied, too; a setting is varied or derived"))
        } else if derived.iter().any(|other| other.path == *path) {
            Err(format!("{path} is derived twice"))
        } else {
            Derived::read(path, value, scene, language, &is_shared)
        };
        match read {
            Ok(setting) => derived.push(setting),
            Err(problem) => problems.push(Problem::new(format!("derive.{typed}"), problem)),
        }
    }
    match in_order(derived) {
        Ok(derived) => derived,
        Err(cycle) => {
            problems.push(Problem::new("derive", format!("contains a cycle: {}", cycle.join(" needs "))));
            Vec::new()
        }
    }
}

/// Whether a parameter has a shared value at the points of a sweep: in the scene, on an axis, or as one of the derived
/// settings, whose paths are `derived`.
pub(crate) fn is_shared<'a>(
    axes: &'a [Axis],
    derived: Vec<String>,
    scene: &'a Value,
) -> impl Fn(&str) -> bool + use<'a> {
    move |id| {
        let shared = format!("queue.params.{id}");
        let is_varied = axes.iter().any(|axis| axis.varies(&shared));
        is_varied || derived.contains(&shared) || !scene["queue"]["params"][id].is_null()
    }
}

/// Sets the derived settings in the JSON of a scene, in order. The error names the first setting without an allowed
/// value.
pub(crate) fn apply(derived: &[Derived], scene: &mut Value, language: Language) -> Result<(), Problem> {
    for setting in derived {
        let wrong = |problem: String| Problem::new(format!("derive.{}", setting.path), problem);
        let value = setting.value(scene, language).map_err(wrong)?;
        if let Err(refused) = setting.spec.parse(&value) {
            return Err(wrong(format!("{}: {}", setting.text, refused.problem)));
        }
        path::set(scene, &setting.path, value)?;
    }
    Ok(())
}

/// The derived settings in the form of a sweep file.
pub(crate) fn to_json(derived: &[Derived]) -> Value {
    derived.iter().map(|setting| (setting.path.clone(), json!(setting.text))).collect::<Map<_, _>>().into()
}

impl Derived {
    fn read(
        path: &str,
        given: &Value,
        scene: &Value,
        language: Language,
        is_shared: &impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        let spec = numeric(path, scene, language)?;
        let text =
            given.as_str().ok_or_else(|| format!("{given} is not text with an expression, e.g. \"0.4 * limit\""))?;
        let expression = Expression::parse(text).map_err(|problem| format!("{text:?} {problem}"))?;
        let mut quantities = Vec::with_capacity(expression.names().len());
        for (name, position) in expression.names() {
            let quantity = Quantity::named(name, scene, language, is_shared);
            quantities.push(quantity.map_err(|problem| format!("{text:?} at character {position}: {problem}"))?);
        }
        Ok(Self { path: path.to_owned(), text: text.to_owned(), expression, quantities, spec })
    }

    pub(crate) fn facts(&self) -> DerivedFacts {
        DerivedFacts { path: self.path.clone(), expression: self.text.clone() }
    }

    /// The current value in a scene.
    pub(crate) fn written_in(&self, scene: &Value) -> Value {
        at(scene, &self.path).cloned().unwrap_or_default()
    }

    /// The value of the expression in a scene, rounded if the setting takes only integers.
    fn value(&self, scene: &Value, language: Language) -> Result<Value, String> {
        let numbers: Result<Vec<f64>, String> =
            self.quantities.iter().map(|quantity| quantity.value(scene, language)).collect();
        let value = self.expression.value(&numbers.map_err(|problem| format!("{}: {problem}", self.text))?);
        let value = value.ok_or_else(|| format!("{} has no finite value", self.text))?;
        let is_whole = matches!(self.spec.kind, ParamKind::Integer { .. });
        Ok(whole_where_it_is(json!(if is_whole { value.round() } else { value })))
    }

    fn reads(&self, other: &Self) -> bool {
        self.quantities.iter().any(|quantity| quantity.follows(&other.path))
    }
}

impl Quantity {
    pub(crate) fn named(
        name: &str,
        scene: &Value,
        language: Language,
        is_shared: &impl Fn(&str) -> bool,
    ) -> Result<Self, String> {
        if name == BANDWIDTH_DELAY {
            return Ok(Self::BandwidthDelay);
        }
        let path = full_path(name, scene, language);
        numeric(&path, scene, language)?;
        Ok(match (path.strip_prefix("queue.params."), lane_parameter(&path)) {
            (Some(id), _) if !is_shared(id) => Self::OfAllLanes(id.to_owned()),
            (_, Some((lane, id))) => Self::OfLane(lane, id.to_owned()),
            _ => Self::Written(path),
        })
    }

    /// Whether the value may depend on the setting with this path.
    pub(crate) fn follows(&self, path: &str) -> bool {
        match self {
            Self::BandwidthDelay => {
                ["bottleneck.capacity_bps", "bottleneck.delay_s", "access.delay_s"].contains(&path)
                    || (path.starts_with("flows.")
                        && [".access_delay_s", ".packet_bytes"].iter().any(|end| path.ends_with(end)))
            }
            Self::Written(own) => own == path,
            Self::OfLane(lane, id) => {
                path.strip_prefix("queue.params.") == Some(id) || lane_parameter(path) == Some((*lane, id))
            }
            Self::OfAllLanes(id) => lane_parameter(path).is_some_and(|(_, other)| other == id),
        }
    }

    pub(crate) fn value(&self, scene: &Value, language: Language) -> Result<f64, String> {
        match self {
            Self::BandwidthDelay => {
                bandwidth_delay_packets(scene).ok_or_else(|| "the scene has no bandwidth-delay product".into())
            }
            Self::Written(path) => {
                let written = at(scene, path).and_then(Value::as_f64);
                written.ok_or_else(|| format!("{path} has no value here"))
            }
            Self::OfLane(lane, id) => {
                of_lane(scene, *lane, id, language).ok_or_else(|| format!("lanes.{lane} has no value of {id}"))
            }
            Self::OfAllLanes(id) => {
                let count = scene["lanes"].as_array().map_or(0, Vec::len);
                let mut values = (0..count).filter_map(|lane| Some((lane, of_lane(scene, lane, id, language)?)));
                let (first, value) = values.next().ok_or_else(|| format!("no lane has a value of {id}"))?;
                match values.find(|(_, other)| *other != value) {
                    None => Ok(value),
                    Some((lane, other)) => Err(format!(
                        "{id} differs between lanes: {value} in lanes.{first}, {other} in lanes.{lane}; set it for all, or name \
                         lanes.{first}.params.{id}"
                    )),
                }
            }
        }
    }
}

fn at<'a>(scene: &'a Value, path: &str) -> Option<&'a Value> {
    scene.pointer(&format!("/{}", path.replace('.', "/")))
}

/// The declaration of a setting that an expression reads or sets. It must be a number, and the same in all runs of a
/// point.
fn numeric(path: &str, scene: &Value, language: Language) -> Result<ParamSpec, String> {
    let spec = spec_at(path, scene, language)?;
    if path == "seed" {
        return Err("the seed differs between the runs of a point; settings are derived once for a point".into());
    }
    match spec.kind {
        ParamKind::Integer { .. } | ParamKind::Real { .. } => Ok(spec),
        _ => Err(format!("{path} is not a number; it is {}", spec.allowed())),
    }
}

/// The lane and the id in a path such as `lanes.0.params.max_th`.
fn lane_parameter(path: &str) -> Option<(usize, &str)> {
    let (lane, id) = path.strip_prefix("lanes.")?.split_once(".params.")?;
    Some((lane.parse().ok()?, id))
}

/// The value of a parameter in a lane. `None` if the lane's discipline does not declare the parameter as a number.
fn of_lane(scene: &Value, lane: usize, id: &str, language: Language) -> Option<f64> {
    let written = &scene["lanes"][lane];
    let spec = about_of_lane(written, language)?.params().find(|spec| spec.id == id)?;
    let own = written["params"][id].as_f64();
    own.or_else(|| scene["queue"]["params"][id].as_f64()).or_else(|| spec.default.to_json().as_f64())
}

/// The bandwidth-delay product of a scene \[packets\]: the rate of the bottleneck times the longest base round-trip
/// time of a TCP group, in packets of the size of this group. The base round-trip time excludes queueing. If several
/// groups share the longest time, the first gives the packet size. Without TCP, all groups are considered.
fn bandwidth_delay_packets(scene: &Value) -> Option<f64> {
    let capacity_bps = scene["bottleneck"]["capacity_bps"].as_f64()?;
    let delay_s = scene["bottleneck"]["delay_s"].as_f64()?;
    let groups = scene["flows"].as_array()?;
    let has_tcp = groups.iter().any(|group| group["transport"] != "udp");
    let mut longest: Option<(f64, f64)> = None;
    for group in groups.iter().filter(|group| !has_tcp || group["transport"] != "udp") {
        let access_s = group["access_delay_s"].as_f64().or_else(|| scene["access"]["delay_s"].as_f64())?;
        let round_trip_s = 2.0 * (delay_s + access_s);
        if longest.is_none_or(|(other, _)| round_trip_s > other) {
            longest = Some((round_trip_s, group["packet_bytes"].as_f64()?));
        }
    }
    let (round_trip_s, packet_bytes) = longest?;
    Some(capacity_bps * round_trip_s / (8.0 * packet_bytes))
}

/// Sorts settings so that each follows those it depends on, and otherwise by path. If settings depend on each other in
/// a cycle, the error lists them, with the first repeated at the end.
fn in_order(mut left: Vec<Derived>) -> Result<Vec<Derived>, Vec<String>> {
    left.sort_by(|a, b| a.path.cmp(&b.path));
    let mut sorted: Vec<Derived> = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let ready = left.iter().position(|setting| !left.iter().any(|other| setting.reads(other)));
        match ready {
            Some(place) => sorted.push(left.remove(place)),
            None => return Err(cycle(&left)),
        }
    }
    Ok(sorted)
}

/// Finds a cycle among settings, each of which must read at least one of the others.
fn cycle(settings: &[Derived]) -> Vec<String> {
    let mut seen: Vec<usize> = Vec::new();
    let mut at = 0;
    while !seen.contains(&at) {
        seen.push(at);
        at = settings.iter().position(|other| settings[at].reads(other)).unwrap_or(at);
    }
    let begin = seen.iter().position(|&place| place == at).unwrap_or(0);
    seen[begin..].iter().chain([&at]).map(|&place| settings[place].path.clone()).collect()
}
