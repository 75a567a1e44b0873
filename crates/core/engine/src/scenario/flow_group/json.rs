//! The JSON of a group of flows, as in files and in URLs.

use super::super::field::Written;
use super::super::flow_fields as field;
use super::super::limits::MAX_SCHEDULE_STEPS;
use super::super::problem::{Problem, Problems, quoted};
use super::super::reader::Reader;
use super::{FlowGroup, FlowKind, does_not_apply};
use crate::base::time::SimTime;
use crate::declare::{ParamSpec, ParamValue};
use crate::endpoint::source::{SOURCES, SourceConfig, Steps, Values, about_of, settings};
use crate::endpoint::tcp::Variant;
use serde_json::{Map, Value, json};

impl FlowGroup {
    /// The group as JSON.
    pub(in super::super) fn to_json(&self) -> Value {
        let mut json = Map::new();
        json.insert("transport".into(), self.kind.transport_id().into());
        json.insert("source".into(), self.kind.source.into());
        json.insert("count".into(), self.count.into());
        for (id, value) in self.values.iter() {
            json.insert(id.into(), value.to_json());
        }
        if !self.values.steps.is_empty() {
            let steps = self.values.steps.iter().map(|(at, rate)| json!([at.secs(), rate]));
            json.insert("steps".into(), steps.collect());
        }
        json.insert("packet_bytes".into(), self.packet_bytes.into());
        json.insert("start_s".into(), json!([self.start.0.secs(), self.start.1.secs()]));
        Value::Object(json)
    }
}

/// Removes the settings that the flows at `place` no longer have after a change of transport or source, so that
/// changing this one field gives a valid scene.
pub(in super::super) fn drop_what_does_not_apply(scenario: &mut Value, place: &str) {
    let Some(group) = scenario.pointer_mut(&format!("/{}", place.replace('.', "/"))).and_then(Value::as_object_mut)
    else {
        return;
    };
    let transport = group.get("transport").and_then(Value::as_str).unwrap_or_default().to_owned();
    let source = group.get("source").and_then(Value::as_str).unwrap_or_default().to_owned();
    // An unknown source is kept, so that the error message names it.
    let Some(chosen) = about_of(&source) else {
        return;
    };
    let about = if field::go_together(&transport, chosen) { chosen } else { field::usual_source(&transport) };
    group.insert("source".into(), about.id.into());
    for field in field::optional().filter(|field| !field.covers(&transport, about.id)) {
        group.remove(field.spec.id);
    }
    if !about.has_steps {
        group.remove("steps");
    }
}

/// Reads a group and checks that its settings are consistent with each other.
pub(in super::super) fn read(value: &Value, index: usize, problems: &mut Problems) -> FlowGroup {
    let mut group = Reader::new(value, format!("flows.{index}"), problems);
    let transport = group.choice(&field::TRANSPORT, problems);
    let usual = field::usual_source(transport);
    let choice = ParamSpec { default: ParamValue::Choice(usual.id), ..field::SOURCE };
    let source = group.choice(&choice, problems);
    let about = about_of(source).unwrap_or(usual);
    if !field::go_together(transport, about) {
        let over_tcp: Vec<_> = SOURCES.iter().filter(|about| about.is_over_tcp()).map(|about| about.id).collect();
        problems.push(Problem::new(
            group.path_of("source"),
            format!(
                "{source:?} cannot be combined with the transport {transport:?}: the TCP variants send {}, udp sends all other sources",
                over_tcp.join(" or ")
            ),
        ));
    }
    let count = group.whole(&field::COUNT, problems) as u32;
    let packet_bytes = group.whole(&field::PACKET_BYTES, problems) as u32;
    let start = read_start(&mut group, problems);
    let mut values = Values::default();
    for field in field::optional() {
        let spec = &field.spec;
        if !field.covers(transport, source) {
            if group.raw(spec.id).is_some() {
                problems.push(Problem::new(group.path_of(spec.id), does_not_apply(transport, source)));
            }
            continue;
        }
        // A setting that is always written gets its default if a scene omits it. Writing and reading a scene thus gives
        // the same scene.
        let default = (field.written == Written::Always).then_some(spec.default);
        if let Some(value) = group.setting_at(spec.id, spec, problems).or(default) {
            values.put(spec.id, value);
        }
    }
    if about.has_steps {
        values.steps = read_steps(&mut group, problems);
    }
    let kind = FlowKind { variant: Variant::of(transport), source };
    let source = SourceConfig::of(source, &values);
    let read = FlowGroup { kind, count, packet_bytes, start, values, source };
    let place = group.path_of("");
    group.finish(problems);
    read.check(place.trim_end_matches('.'), problems);
    read
}

/// Reads `steps`: pairs of a time \[s\] and the rate \[bit/s\] from that time on.
fn read_steps(group: &mut Reader<'_>, problems: &mut Problems) -> Steps {
    let place = group.path_of("steps");
    let mut steps: Vec<(SimTime, u64)> = Vec::new();
    for (index, step) in group.list("steps", MAX_SCHEDULE_STEPS, problems).iter().enumerate() {
        let read = match step.as_array().map(Vec::as_slice) {
            Some([at, rate]) => field::START.parse(at).ok().zip(settings::RATE.spec.parse(rate).ok()),
            _ => None,
        };
        let Some((ParamValue::Real(at), ParamValue::Integer(rate))) = read else {
            problems.push(Problem::new(
                format!("{place}.{index}"),
                format!("{} is not a pair [time in s, rate in bit/s]", quoted(step)),
            ));
            continue;
        };
        let at = SimTime::from_secs(at);
        if steps.last().is_some_and(|&(before, _)| at <= before) {
            problems.push(Problem::new(format!("{place}.{index}"), "is not after the time of the previous step"));
        }
        steps.push((at, u64::try_from(rate).unwrap_or(0)));
    }
    steps.into()
}

/// Reads `start_s`: an interval `[from, until]`, or a single time.
fn read_start(group: &mut Reader<'_>, problems: &mut Problems) -> (SimTime, SimTime) {
    let path = group.path_of("start_s");
    let moment = |value: &Value| match field::START.parse(value) {
        Ok(ParamValue::Real(secs)) => Some(SimTime::from_secs(secs)),
        _ => None,
    };
    let given = match group.raw("start_s") {
        None => return (SimTime::ZERO, SimTime::from_secs(1.0)),
        Some(given) => given,
    };
    let interval = match given {
        Value::Array(ends) => match ends.as_slice() {
            [from, until] => moment(from).zip(moment(until)).filter(|(from, until)| from <= until),
            _ => None,
        },
        one => moment(one).map(|at| (at, at)),
    };
    interval.unwrap_or_else(|| {
        problems.push(Problem::new(
            path,
            format!("{} is not a pair [from, until] of times from 0 to 100000 s", quoted(given)),
        ));
        (SimTime::ZERO, SimTime::ZERO)
    })
}
