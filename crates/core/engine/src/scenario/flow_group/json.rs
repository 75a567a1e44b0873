//! The JSON of a group of flows, as in files and in URLs.

use super::super::field::Written;
use super::super::flow_fields as field;
use super::super::problem::{Problem, Problems, quoted};
use super::super::reader::Reader;
use super::{FlowGroup, FlowKind, does_not_apply};
use crate::base::time::SimTime;
use crate::declare::{ParamSpec, ParamValue};
use crate::endpoint::source::{PairList, Pairs, SOURCES, SourceConfig, Values, about_of};
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
        let list = about_of(self.kind.source).and_then(|about| about.list);
        if let Some(list) = list.filter(|_| !self.values.pairs.is_empty()) {
            json.insert(list.id.into(), list.to_json(&self.values.pairs));
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
    for list in SOURCES.iter().filter_map(|about| about.list) {
        if about.list.is_none_or(|own| own.id != list.id) {
            group.remove(list.id);
        }
    }
    if let Some(list) = about.list.filter(|list| !list.is_optional() && !group.contains_key(list.id)) {
        let flows = group.get("count").and_then(Value::as_u64).unwrap_or(1).min(list.most as u64);
        group.insert(list.id.into(), list.to_json(&(list.initial)(flows as usize)));
        if list.has_starts {
            group.insert("start_s".into(), json!([0.0, 0.0]));
        }
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
    for list in SOURCES.iter().filter_map(|it| it.list).filter(|list| about.list.is_none_or(|own| own.id != list.id)) {
        if group.raw(list.id).is_some() {
            problems.push(Problem::new(group.path_of(list.id), does_not_apply(transport, source)));
        }
    }
    let pairs = about.list.map_or_else(Pairs::default, |list| read_pairs(&mut group, list, problems));
    let has_starts = about.list.is_some_and(|list| list.has_starts);
    let count = read_count(&mut group, has_starts.then_some(pairs.len()), problems);
    let packet_bytes = group.whole(&field::PACKET_BYTES, problems) as u32;
    let start = read_start(&mut group, has_starts, problems);
    let mut values = Values::default();
    values.pairs = pairs;
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
    let kind = FlowKind { variant: Variant::of(transport), source };
    let source = SourceConfig::of(source, &values);
    let read = FlowGroup { kind, count, packet_bytes, start, values, source };
    let place = group.path_of("");
    group.finish(problems);
    read.check(place.trim_end_matches('.'), problems);
    read
}

/// Reads the list of pairs that configures the source.
fn read_pairs(group: &mut Reader<'_>, list: &'static PairList, problems: &mut Problems) -> Pairs {
    let place = group.path_of(list.id);
    let mut pairs = Vec::new();
    for (index, given) in group.list(list.id, list.most, problems).iter().enumerate() {
        match list.parse(given) {
            Ok(pair) => pairs.push(pair),
            Err(problem) => problems.push(Problem::new(format!("{place}.{index}"), problem)),
        }
    }
    if let Err((index, problem)) = (list.check)(&pairs) {
        problems.push(Problem::new(format!("{place}.{index}"), problem));
    }
    if pairs.is_empty() && !list.is_optional() {
        problems.push(Problem::new(place, format!("is missing; it is a list of pairs {}", list.pair())));
    }
    pairs.into()
}

/// Reads the number of flows. A group with a list of files has one flow per file by default, and never more flows than
/// files.
fn read_count(group: &mut Reader<'_>, files: Option<usize>, problems: &mut Problems) -> u32 {
    let Some(files) = files else {
        return group.whole(&field::COUNT, problems) as u32;
    };
    if group.raw(field::COUNT.id).is_none() {
        return files as u32;
    }
    let count = group.whole(&field::COUNT, problems);
    if files > 0 && count > files as u64 {
        let place = group.path_of(field::COUNT.id);
        problems.push(Problem::new(place, format!("{count} is more than the {files} files of the list, one a flow")));
    }
    count as u32
}

/// Reads `start_s`: an interval `[from, until]`, or a single time. Without it, the flows start within the first second, or at
/// once if the times are in a list.
fn read_start(group: &mut Reader<'_>, has_starts: bool, problems: &mut Problems) -> (SimTime, SimTime) {
    let path = group.path_of("start_s");
    let moment = |value: &Value| match field::START.parse(value) {
        Ok(ParamValue::Real(secs)) => Some(SimTime::from_secs(secs)),
        _ => None,
    };
    let given = match group.raw("start_s") {
        None => return (SimTime::ZERO, SimTime::from_secs(if has_starts { 0.0 } else { 1.0 })),
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
