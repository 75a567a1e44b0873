//! A group of like flows: what they are, what they send, over which links of their own.

use super::flow_fields::{self as field, UDP, Written};
use super::limits::{MAX_OVERLOAD, MAX_SCHEDULE_STEPS};
use super::problem::{Problem, Problems, quoted};
use super::reader::Reader;
use super::{Profile, Scenario};
use crate::discipline::about::{ParamSpec, ParamValue};
use crate::endpoint::source::{LongMemory, OnOffLaw, PageLaw, RateChange, Slotting, UdpSource, WebConfig};
use crate::endpoint::tcp::sink::{EcnEcho, SinkConfig};
use crate::endpoint::tcp::{TcpConfig, Variant, VegasConfig};
use crate::packet::Ecn;
use crate::time::{SimTime, Span};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// Flows of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowGroup {
    /// What the flows are.
    pub kind: FlowKind,
    /// How many.
    pub count: u32,
    /// Size of a data packet on the wire \[bytes\].
    pub packet_bytes: u32,
    /// Start times are uniform in this interval.
    pub start: (SimTime, SimTime),
    /// Steps of a scheduled rate: from when on how much \[bit/s\].
    pub steps: Arc<[(SimTime, u64)]>,
    /// What somebody set beside these, in the order of [`field::OPTIONAL`].
    set: Vec<(&'static str, ParamValue)>,
    /// What makes its traffic self-similar, if it is: reckoned once for all its flows.
    memory: Option<LongMemory>,
}

/// What a flow is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FlowKind {
    /// The TCP variant that carries it; none is UDP.
    pub variant: Option<Variant>,
    /// Id of the source.
    pub source: &'static str,
}

impl FlowKind {
    /// `tcp` or `udp`.
    pub const fn class(self) -> &'static str {
        if self.variant.is_some() { "tcp" } else { UDP }
    }

    /// What result objects call the transport: the TCP variant, or the source of a UDP flow.
    pub const fn transport(self) -> &'static str {
        match self.variant {
            Some(variant) => variant.about().id,
            None => self.source,
        }
    }
}

impl FlowGroup {
    /// From when on its flows send nothing new.
    pub fn stop(&self) -> Option<SimTime> {
        self.get(&field::STOP).map(|_| SimTime::from_secs(self.real(&field::STOP)))
    }

    /// Rate of the flows' own links, if it differs from the scene's \[bit/s\].
    pub fn access_rate_bps(&self) -> Option<u64> {
        self.get(&field::ACCESS_RATE).map(|_| self.whole(&field::ACCESS_RATE))
    }

    /// Delay of the flows' own links, if it differs from the scene's.
    pub fn access_delay(&self) -> Option<Span> {
        self.get(&field::ACCESS_DELAY).map(|_| Span::from_secs(self.real(&field::ACCESS_DELAY)))
    }

    /// Whether the packets may be marked. DCTCP makes no sense without.
    pub fn ecn(&self) -> bool {
        match self.get(&field::ECN) {
            Some(_) => self.switch(&field::ECN),
            None => self.kind.transport() == "dctcp",
        }
    }

    /// The sign of its packets that may be marked: ECT(1) asks for the low-latency queue of L4S.
    pub fn ect(&self) -> Ecn {
        let is_l4s = match self.get(&field::L4S) {
            Some(_) => self.switch(&field::L4S),
            None => self.kind.transport() == "dctcp",
        };
        if is_l4s { Ecn::Ect1 } else { Ecn::Ect0 }
    }

    /// Level of service that its packets ask for.
    pub fn priority(&self) -> u8 {
        self.whole(&field::PRIORITY) as u8
    }

    /// How the TCP receivers are set up.
    pub fn sink_config(&self) -> SinkConfig {
        SinkConfig {
            delayed_ack: self.switch(&field::DELAYED_ACK).then(|| Span::from_secs(self.real(&field::ACK_DELAY))),
            echo: self.kind.variant.map_or(EcnEcho::default(), Variant::echo),
        }
    }

    /// Up to how long a packet waits at random before it is sent.
    pub fn overhead(&self) -> Span {
        Span::from_secs(self.real(&field::OVERHEAD))
    }

    /// How many packets a UDP flow sends in all, if not without end.
    pub fn max_packets(&self) -> Option<u64> {
        Some(self.whole(&field::MAX_PACKETS)).filter(|&packets| packets > 0)
    }

    /// How the TCP senders are set up; nothing for UDP.
    pub fn tcp_config(&self, profile: Profile) -> Option<TcpConfig> {
        let variant = self.kind.variant?;
        let base = match profile {
            Profile::Ns2 => TcpConfig::ns2(variant),
            Profile::Rfc6298 => TcpConfig::rfc(variant, Span::from_millis(1_000)),
        };
        let span = |spec: &ParamSpec, default: Span| match self.get(spec) {
            Some(_) => Span::from_secs(self.real(spec)),
            None => default,
        };
        let switch = |spec: &ParamSpec, default: bool| self.get(spec).map_or(default, |_| self.switch(spec));
        let rto = crate::endpoint::tcp::RtoProfile {
            minimum: span(&field::MIN_RTO, base.rto.minimum),
            initial: span(&field::INITIAL_RTO, base.rto.initial),
            tick: span(&field::TICK, base.rto.tick),
            ..base.rto
        };
        let data_packets = match self.kind.source {
            // A persistent web connection is given its data request by request.
            "web" => Some(0),
            _ => Some(self.whole(&field::DATA_PACKETS) as u32).filter(|&packets| packets > 0),
        };
        Some(TcpConfig {
            window: self.whole(&field::WINDOW) as u32,
            initial_window: self.whole(&field::INITIAL_WINDOW) as u32,
            segment_bytes: self.packet_bytes,
            data_packets,
            rto,
            limited_transmit: self.switch(&field::LIMITED_TRANSMIT),
            exit_fix: switch(&field::EXIT_FIX, base.exit_fix),
            ecn: self.ecn(),
            ect: self.ect(),
            ect_on_retransmit: switch(&field::ECT_ON_RETRANSMIT, base.ect_on_retransmit),
            vegas: VegasConfig {
                alpha: self.whole(&field::VEGAS_ALPHA) as u32,
                beta: self.whole(&field::VEGAS_BETA) as u32,
                gamma: self.whole(&field::VEGAS_GAMMA) as u32,
            },
            ..base
        })
    }

    /// How its web sessions go, if it has any.
    pub fn web_config(&self) -> Option<WebConfig> {
        (self.kind.source == "web").then(|| WebConfig {
            think: Span::from_secs(self.real(&field::THINK)),
            object_packets: self.real(&field::OBJECT_PACKETS),
            object_shape: self.real(&field::OBJECT_SHAPE),
            object_cap: self.whole(&field::OBJECT_CAP) as u32,
            objects_per_page: self.real(&field::OBJECTS_PER_PAGE),
            page_law: if self.choice(&field::PAGE_LAW) == "geometric" { PageLaw::Geometric } else { PageLaw::Constant },
            object_gap: Span::from_secs(self.real(&field::OBJECT_GAP)),
            is_persistent: self.choice(&field::CONNECTIONS) == "persistent",
        })
    }

    /// What its UDP sources do. Means nothing for TCP.
    pub fn udp_source(&self) -> UdpSource {
        let rate_bps = self.whole(&field::RATE);
        let is_jittered = self.switch(&field::JITTER);
        let slots = Slotting {
            length: Span::from_secs(self.real(&field::SLOT)),
            spread: Span::from_secs(self.real(&field::SPREAD)),
        };
        if let Some(memory) = self.memory {
            return UdpSource::SelfSimilar { slots, memory };
        }
        match self.kind.source {
            "schedule" => UdpSource::Schedule {
                rate_bps,
                is_jittered,
                steps: self.steps.clone(),
                rate_change: if self.choice(&field::RATE_CHANGE) == "next_packet" {
                    RateChange::NextPacket
                } else {
                    RateChange::AtOnce
                },
            },
            "poisson" => UdpSource::Poisson { rate_bps },
            "geometric" => UdpSource::Geometric { intensity: self.real(&field::INTENSITY), slots },
            "onoff" => UdpSource::OnOff {
                rate_bps,
                on: Span::from_secs(self.real(&field::ON)),
                off: Span::from_secs(self.real(&field::OFF)),
                law: if self.choice(&field::LAW) == "pareto" {
                    OnOffLaw::Pareto { shape: self.real(&field::SHAPE) }
                } else {
                    OnOffLaw::Exponential
                },
            },
            _ => UdpSource::Cbr { rate_bps, is_jittered },
        }
    }

    /// Takes another rate where it has one, and gives the one before; what is wrong otherwise.
    pub(super) fn change_rate(&mut self, value: &Value) -> Result<Value, String> {
        let Some(place) = self.set.iter().position(|(id, _)| *id == field::RATE.id) else {
            return Err(does_not_apply(self.kind.variant.map_or(UDP, |variant| variant.about().id), self.kind.source));
        };
        let rate = field::RATE.parse(value).map_err(|problem| problem.problem)?;
        Ok(std::mem::replace(&mut self.set[place].1, rate).to_json())
    }

    /// The group as files and links write it.
    pub(super) fn to_json(&self) -> Value {
        let mut json = Map::new();
        json.insert("transport".into(), self.kind.variant.map_or(UDP, |variant| variant.about().id).into());
        json.insert("source".into(), self.kind.source.into());
        json.insert("count".into(), self.count.into());
        for (spec, ..) in field::OPTIONAL {
            if let Some(value) = self.get(spec) {
                json.insert(spec.id.into(), value.to_json());
            }
        }
        if !self.steps.is_empty() {
            let steps = self.steps.iter().map(|(at, rate)| json!([at.secs(), rate]));
            json.insert("steps".into(), steps.collect());
        }
        json.insert("packet_bytes".into(), self.packet_bytes.into());
        json.insert("start_s".into(), json!([self.start.0.secs(), self.start.1.secs()]));
        Value::Object(json)
    }

    /// About how many bytes a clone takes up on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        crate::footprint::block::<(SimTime, u64)>(self.steps.len())
            + crate::footprint::block::<(&str, ParamValue)>(self.set.len())
    }

    /// What somebody set, if somebody did.
    fn get(&self, spec: &ParamSpec) -> Option<ParamValue> {
        self.set.iter().find(|(id, _)| *id == spec.id).map(|(_, value)| *value)
    }

    fn value(&self, spec: &ParamSpec) -> ParamValue {
        self.get(spec).unwrap_or(spec.default)
    }

    fn whole(&self, spec: &ParamSpec) -> u64 {
        match self.value(spec) {
            ParamValue::Integer(value) => u64::try_from(value).unwrap_or(0),
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    fn real(&self, spec: &ParamSpec) -> f64 {
        match self.value(spec) {
            ParamValue::Real(value) => value,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    fn switch(&self, spec: &ParamSpec) -> bool {
        match self.value(spec) {
            ParamValue::Switch(value) => value,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }

    fn choice(&self, spec: &ParamSpec) -> &'static str {
        match self.value(spec) {
            ParamValue::Choice(id) => id,
            other => unreachable!("{} is declared as {other:?}", spec.id),
        }
    }
}

/// After another transport or source was chosen: takes away what the flows at `place` can no longer have, so that one
/// choice is enough.
pub(super) fn drop_what_does_not_apply(scenario: &mut Value, place: &str) {
    let Some(group) = scenario.pointer_mut(&format!("/{}", place.replace('.', "/"))).and_then(Value::as_object_mut)
    else {
        return;
    };
    let transport = group.get("transport").and_then(Value::as_str).unwrap_or_default().to_owned();
    let source = group.get("source").and_then(Value::as_str).unwrap_or_default().to_owned();
    let fits = (transport == UDP) != field::TCP_SOURCES.contains(&source.as_str());
    let source = if fits {
        source
    } else if transport == UDP {
        "cbr".to_owned()
    } else {
        "ftp".to_owned()
    };
    group.insert("source".into(), source.clone().into());
    for (spec, applies_to, _) in field::OPTIONAL {
        if !applies_to.covers(&transport, &source) {
            group.remove(spec.id);
        }
    }
    if source != "schedule" {
        group.remove("steps");
    }
}

/// What is wrong with a setting that such flows do not have.
fn does_not_apply(transport: &str, source: &str) -> String {
    format!("does not apply to flows of {transport} with the source {source}")
}

/// Reads a group and checks it on its own.
pub(super) fn read(value: &Value, index: usize, problems: &mut Problems) -> FlowGroup {
    let mut group = Reader::new(value, format!("flows.{index}"), problems);
    let transport = group.choice(&field::TRANSPORT, problems);
    let fitting = ParamSpec { default: field::fitting_source(transport), ..field::SOURCE };
    let source = group.choice(&fitting, problems);
    if (transport == UDP) == field::TCP_SOURCES.contains(&source) {
        problems.push(Problem::new(
            group.path_of("source"),
            format!(
                "{source:?} does not go with the transport {transport:?}: the TCP variants send {}, udp the others",
                field::TCP_SOURCES.join(" or ")
            ),
        ));
    }
    let count = group.whole(&field::COUNT, problems) as u32;
    let packet_bytes = group.whole(&field::PACKET_BYTES, problems) as u32;
    let start = read_start(&mut group, problems);
    let mut set = Vec::new();
    for (spec, applies_to, written) in field::OPTIONAL {
        if !applies_to.covers(transport, source) {
            if group.raw(spec.id).is_some() {
                problems.push(Problem::new(group.path_of(spec.id), does_not_apply(transport, source)));
            }
            continue;
        }
        // What is always written is always set, so that a scene equals itself written and read.
        let default = (*written == Written::Always).then_some(spec.default);
        if let Some(value) = group.setting_at(spec.id, spec, problems).or(default) {
            set.push((spec.id, value));
        }
    }
    let steps = if source == "schedule" { read_steps(&mut group, problems) } else { Arc::default() };
    let kind = FlowKind { variant: Variant::of(transport), source };
    let mut read = FlowGroup { kind, count, packet_bytes, start, steps, set, memory: None };
    if source == "self-similar" {
        let states = read.whole(&field::STATES) as u32;
        read.memory = Some(LongMemory::new(read.real(&field::INTENSITY), read.real(&field::HURST), states));
    }
    let place = group.path_of("");
    group.finish(problems);
    check(&read, place.trim_end_matches('.'), problems);
    read
}

fn check(group: &FlowGroup, place: &str, problems: &mut Problems) {
    if let Some(stop) = group.stop()
        && stop <= group.start.1
    {
        let latest = group.start.1.secs();
        problems.push(Problem::new(
            format!("{place}.stop_s"),
            format!("{} is not after the latest start ({latest} s)", stop.secs()),
        ));
    }
    if group.kind.transport() == "vegas" && group.whole(&field::VEGAS_ALPHA) > group.whole(&field::VEGAS_BETA) {
        problems.push(Problem::new(format!("{place}.vegas_alpha"), "is above vegas_beta"));
    }
    if let Err(problem) = group.udp_source().check() {
        problems.push(Problem::new(format!("{place}.{}", problem.0), problem.1));
    }
}

/// `steps`: pairs of a time \[s\] and the rate from then on \[bit/s\].
fn read_steps(group: &mut Reader<'_>, problems: &mut Problems) -> Arc<[(SimTime, u64)]> {
    let place = group.path_of("steps");
    let mut steps: Vec<(SimTime, u64)> = Vec::new();
    for (index, step) in group.list("steps", MAX_SCHEDULE_STEPS, problems).iter().enumerate() {
        let read = match step.as_array().map(Vec::as_slice) {
            Some([at, rate]) => field::START.parse(at).ok().zip(field::RATE.parse(rate).ok()),
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
            problems.push(Problem::new(format!("{place}.{index}"), "does not come after the step ahead of it"));
        }
        steps.push((at, u64::try_from(rate).unwrap_or(0)));
    }
    steps.into()
}

/// `start_s`: an interval `[from, until]`, or one moment.
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

impl Scenario {
    /// Rate and delay of the links that the flows of a group have for themselves.
    pub fn access_of(&self, group: &FlowGroup) -> super::Access {
        super::Access {
            rate_bps: group.access_rate_bps().unwrap_or(self.access.rate_bps),
            delay: group.access_delay().unwrap_or(self.access.delay),
        }
    }

    /// Packets of a random source are drawn one by one, and those that its own link cannot carry would pile up before it
    /// until somebody counts them all: then asking for a result would take longer than the run.
    pub(super) fn check_own_links(&self, problems: &mut Problems) {
        (0..self.flows.len()).for_each(|group| self.check_own_link(group, problems));
    }

    /// The same for one group.
    pub(super) fn check_own_link(&self, index: usize, problems: &mut Problems) {
        let group = &self.flows[index];
        if group.kind.class() != UDP {
            return;
        }
        let link_bps = self.access_of(group).rate_bps;
        let drawn_bps = group.udp_source().drawn_bps(group.packet_bytes);
        if drawn_bps > f64::from(MAX_OVERLOAD) * link_bps as f64 {
            problems.push(Problem::new(
                format!("flows.{index}.access_rate_bps"),
                format!(
                    "{link_bps} bit/s is below 1/{MAX_OVERLOAD} of the {drawn_bps:.0} bit/s that the random source offers"
                ),
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(flow: Value) -> Vec<String> {
        let scene = json!({
            "lanes": [{ "aqm": "drop-tail" }],
            "access": { "rate_bps": 1_000_000 },
            "flows": [flow],
        });
        Scenario::parse(&scene).err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_random_source_may_overload_its_own_link_only_so_far() {
        let udp = |source: &str, rate_bps: u64| {
            problems(json!({ "transport": "udp", "source": source, "rate_bps": rate_bps, "count": 1 }))
        };
        assert_eq!(udp("poisson", 16_000_000), [""; 0]);
        assert_eq!(
            udp("poisson", 16_000_016),
            [
                "flows.0.access_rate_bps: 1000000 bit/s is below 1/16 of the 16000016 bit/s that the random source offers"
            ]
        );
        assert_eq!(udp("cbr", 100_000_000_000), [""; 0], "a regular one is reckoned in one go");
        let slotted = json!({ "transport": "udp", "source": "geometric", "slot_s": 1e-6, "count": 1 });
        assert_eq!(problems(slotted).len(), 1);
    }

    #[test]
    fn a_source_that_cannot_be_is_told_at_its_field() {
        let flow = json!({ "transport": "udp", "source": "self-similar", "hurst": 0.51, "states": 3, "count": 1 });
        let problems = problems(flow);
        assert!(problems.len() == 1 && problems[0].starts_with("flows.0.hurst: "), "{problems:?}");
    }

    #[test]
    fn packets_leave_within_their_slots() {
        let spread = |spread_s: f64| {
            problems(json!({ "transport": "udp", "source": "geometric", "spread_s": spread_s, "count": 1 }))
        };
        // 1 s is the access link's rate times a hundred slots: only the spread is at fault.
        assert_eq!(spread(0.000_001), spread(0.000_9));
        assert!(spread(0.001).iter().any(|it| it == "flows.0.spread_s: 0.001 s is not below a slot (0.001 s)"));
    }
}
