//! What the metrics read of one run. Results come from this engine or, as text, from a worker of the page: the numbers are those
//! of the public result object either way, so that a metric means the same everywhere.

use super::RunOutput;
use crate::measure::{self, Bins, ClassResult, FlowResult, RunResult};
use crate::scenario::{Problem, Scenario, json_text};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A name that the engine gives, or one that was read.
type Name = Cow<'static, str>;

/// The part of a result object that the metrics read; see [`crate::measure::RunResult`] for what the fields mean.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Measured {
    pub duration_s: f64,
    pub bottleneck: Bottleneck,
    /// By name.
    pub classes: Vec<(Name, Class)>,
    pub jain_index: Option<f64>,
    pub flows: Vec<Flow>,
    /// Beside the waiting packets, at the end.
    pub state_bytes: f64,
    /// Present when the experiment asks for bins and the run was made for it.
    pub bins: Option<Bins>,
}

#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Bottleneck {
    pub capacity_bps: f64,
    /// From the start of the run, by reason.
    pub drops: Drops,
    pub window: Window,
    pub utilization: f64,
    pub queue_packets: Moments,
    /// Exceeded for 95 %, and for 5 % of the time.
    pub queue_p5_packets: f64,
    pub queue_p95_packets: f64,
    /// Shares of the time.
    pub queue_empty: f64,
    pub queue_full: f64,
    pub avg_queue_packets: Option<Moments>,
    pub mean_queueing_delay_s: Option<f64>,
    pub p99_queueing_delay_s: Option<f64>,
    pub mean_time_in_system_s: Option<f64>,
}

/// Drops by reason.
#[derive(Clone, Debug, PartialEq)]
pub struct Drops(Vec<(Name, f64)>);

impl Drops {
    /// All drops for these reasons.
    pub(super) fn of(&self, reasons: &[&str]) -> f64 {
        self.0.iter().filter(|(reason, _)| reasons.contains(&reason.as_ref())).map(|(_, count)| count).sum()
    }
}

/// Counts of the measured window.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Window {
    pub arrived_packets: f64,
    pub dropped_packets: f64,
    pub marked_packets: f64,
    pub drops: Drops,
    /// Queued packets compared with an arrival.
    pub comparisons: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Moments {
    pub mean: f64,
    pub sd: f64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Class {
    pub throughput_bps: f64,
    pub goodput_bps: f64,
    pub goodput_eq41_bps: f64,
    pub loss_ratio: Option<f64>,
    pub jain_index: Option<f64>,
}

#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Flow {
    pub class: Name,
    pub transport: Name,
    pub throughput_bps: f64,
    pub loss_ratio: Option<f64>,
    pub mean_queueing_delay_s: Option<f64>,
}

impl Measured {
    /// What a run of this engine measured. Not by way of the JSON value, which took a tenth of a run of 20 s.
    #[inline(never)]
    pub(super) fn of(result: &RunResult, bins: Option<Bins>) -> Self {
        let link = &result.bottleneck;
        let (queue, delay, window) = (&link.queue_packets, &link.queueing_delay_s, &link.window);
        Self {
            duration_s: result.duration_s,
            bottleneck: Bottleneck {
                capacity_bps: link.capacity_bps as f64,
                drops: drops_of(&link.drops),
                window: Window {
                    arrived_packets: window.arrived_packets as f64,
                    dropped_packets: window.dropped_packets as f64,
                    marked_packets: window.marked_packets as f64,
                    drops: drops_of(&window.drops),
                    comparisons: window.comparisons as f64,
                },
                utilization: link.utilization,
                queue_packets: Moments { mean: queue.mean, sd: queue.sd },
                queue_p5_packets: queue.p5 as f64,
                queue_p95_packets: queue.p95 as f64,
                queue_empty: queue.empty,
                queue_full: queue.full,
                avg_queue_packets: link.avg_queue_packets.map(|measure::Moments { mean, sd }| Moments { mean, sd }),
                mean_queueing_delay_s: delay.mean,
                p99_queueing_delay_s: delay.p99,
                mean_time_in_system_s: link.mean_time_in_system_s,
            },
            classes: result.classes.iter().map(|(&name, class)| (name.into(), class_of(class))).collect(),
            jain_index: result.jain_index,
            flows: result.flows.iter().map(flow_of).collect(),
            state_bytes: result.cost.state_bytes as f64,
            bins,
        }
    }

    #[inline(never)]
    fn read(result: &Value, bins: Option<Bins>) -> Result<Self, Problem> {
        let classes = fields(result, "/classes")?.iter();
        Ok(Self {
            duration_s: number(result, "/duration_s")?,
            bottleneck: Bottleneck {
                capacity_bps: number(result, "/bottleneck/capacity_bps")?,
                drops: read_drops(result, "/bottleneck/drops")?,
                window: Window {
                    arrived_packets: number(result, "/bottleneck/window/arrived_packets")?,
                    dropped_packets: number(result, "/bottleneck/window/dropped_packets")?,
                    marked_packets: number(result, "/bottleneck/window/marked_packets")?,
                    drops: read_drops(result, "/bottleneck/window/drops")?,
                    comparisons: number(result, "/bottleneck/window/comparisons")?,
                },
                utilization: number(result, "/bottleneck/utilization")?,
                queue_packets: read_moments(result, "/bottleneck/queue_packets")?,
                queue_p5_packets: number(result, "/bottleneck/queue_packets/p5")?,
                queue_p95_packets: number(result, "/bottleneck/queue_packets/p95")?,
                queue_empty: number(result, "/bottleneck/queue_packets/empty")?,
                queue_full: number(result, "/bottleneck/queue_packets/full")?,
                avg_queue_packets: match result.pointer("/bottleneck/avg_queue_packets") {
                    None | Some(Value::Null) => None,
                    Some(_) => Some(read_moments(result, "/bottleneck/avg_queue_packets")?),
                },
                mean_queueing_delay_s: number_or_none(result, "/bottleneck/queueing_delay_s/mean")?,
                p99_queueing_delay_s: number_or_none(result, "/bottleneck/queueing_delay_s/p99")?,
                mean_time_in_system_s: number_or_none(result, "/bottleneck/mean_time_in_system_s")?,
            },
            classes: classes
                .map(|(name, class)| Ok((name.clone().into(), read_class(class)?)))
                .collect::<Result<_, _>>()?,
            jain_index: number_or_none(result, "/jain_index")?,
            flows: items(result, "/flows")?.iter().map(read_flow).collect::<Result<_, _>>()?,
            state_bytes: number(result, "/cost/state_bytes")?,
            bins,
        })
    }
}

/// What a run measured, in the whole window and in its halves where these are known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parts {
    pub(super) whole: Measured,
    pub(super) halves: Option<[Measured; 2]>,
}

/// A part of the measured window.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Whole,
    First,
    Second,
}

impl Parts {
    /// What was measured in a part; nothing where the halves are not known.
    pub(super) fn of_part(&self, part: Part) -> Option<&Measured> {
        match part {
            Part::Whole => Some(&self.whole),
            Part::First => Some(&self.halves.as_ref()?[0]),
            Part::Second => Some(&self.halves.as_ref()?[1]),
        }
    }

    pub(super) fn of(RunOutput { result, halves, bins }: &RunOutput) -> Self {
        let halves = halves.each_ref().map(|half| Measured::of(half, None));
        Self { whole: Measured::of(result, bins.clone()), halves: Some(halves) }
    }

    /// From the text of [`RunOutput::to_text`] or of a bare result object.
    pub(super) fn parse(text: &str) -> Result<Self, Problem> {
        let value = json_text::read(text).map_err(|problems| unreadable(&problems[0].problem))?;
        let bins = match &value["bins"] {
            Value::Null => None,
            bins => Some(read_bins(bins)?),
        };
        let halves = match &value["halves"] {
            Value::Null => None,
            halves => Some([Measured::read(&halves[0], None)?, Measured::read(&halves[1], None)?]),
        };
        Ok(Self { whole: Measured::read(value.get("result").unwrap_or(&value), bins)?, halves })
    }
}

fn drops_of(counts: &BTreeMap<&'static str, u64>) -> Drops {
    Drops(counts.iter().map(|(&reason, &count)| (reason.into(), count as f64)).collect())
}

fn read_drops(result: &Value, place: &str) -> Result<Drops, Problem> {
    let drops = fields(result, place)?.iter();
    Ok(Drops(drops.map(|(reason, count)| Ok((reason.clone().into(), number(count, "")?))).collect::<Result<_, _>>()?))
}

fn class_of(class: &ClassResult) -> Class {
    Class {
        throughput_bps: class.throughput_bps,
        goodput_bps: class.goodput_bps,
        goodput_eq41_bps: class.goodput_eq41_bps,
        loss_ratio: class.loss_ratio,
        jain_index: class.jain_index,
    }
}

fn flow_of(flow: &FlowResult) -> Flow {
    Flow {
        class: flow.class.into(),
        transport: flow.transport.into(),
        throughput_bps: flow.throughput_bps,
        loss_ratio: flow.loss_ratio,
        mean_queueing_delay_s: flow.mean_queueing_delay_s,
    }
}

fn read_class(class: &Value) -> Result<Class, Problem> {
    Ok(Class {
        throughput_bps: number(class, "/throughput_bps")?,
        goodput_bps: number(class, "/goodput_bps")?,
        goodput_eq41_bps: number(class, "/goodput_eq41_bps")?,
        loss_ratio: number_or_none(class, "/loss_ratio")?,
        jain_index: number_or_none(class, "/jain_index")?,
    })
}

fn read_flow(flow: &Value) -> Result<Flow, Problem> {
    Ok(Flow {
        class: text(flow, "/class")?.into(),
        transport: text(flow, "/transport")?.into(),
        throughput_bps: number(flow, "/throughput_bps")?,
        loss_ratio: number_or_none(flow, "/loss_ratio")?,
        mean_queueing_delay_s: number_or_none(flow, "/mean_queueing_delay_s")?,
    })
}

fn read_moments(result: &Value, place: &str) -> Result<Moments, Problem> {
    Ok(Moments { mean: number(result, &format!("{place}/mean"))?, sd: number(result, &format!("{place}/sd"))? })
}

fn read_bins(bins: &Value) -> Result<Bins, Problem> {
    let numbers =
        |place: &str| items(bins, place)?.iter().map(|item| number(item, "")).collect::<Result<Vec<f64>, _>>();
    let counts = |place: &str| Ok::<_, Problem>(numbers(place)?.into_iter().map(|count| count as u64).collect());
    let read = Bins {
        from_s: number(bins, "/from_s")?,
        width_s: number(bins, "/width_s")?,
        udp_bytes: counts("/udp_bytes")?,
        bytes: counts("/bytes")?,
        udp_packets: numbers("/udp_packets")?,
        packets: numbers("/packets")?,
    };
    let count = read.bytes.len();
    let are_equal =
        [read.udp_bytes.len(), read.udp_packets.len(), read.packets.len()].iter().all(|&other| other == count);
    if are_equal && read.width_s > 0.0 { Ok(read) } else { Err(unreadable("its bins do not fit each other")) }
}

/// The number at a JSON pointer. Read by hand: what a derived reader would add to the page is larger than all else here.
fn number(value: &Value, place: &str) -> Result<f64, Problem> {
    value.pointer(place).and_then(Value::as_f64).ok_or_else(|| missing("number", place))
}

/// The number at a JSON pointer; nothing where the run has no value for it.
fn number_or_none(value: &Value, place: &str) -> Result<Option<f64>, Problem> {
    match value.pointer(place) {
        Some(Value::Null) => Ok(None),
        _ => number(value, place).map(Some),
    }
}

fn text(value: &Value, place: &str) -> Result<String, Problem> {
    value.pointer(place).and_then(Value::as_str).map(str::to_owned).ok_or_else(|| missing("text", place))
}

fn items<'a>(value: &'a Value, place: &str) -> Result<&'a [Value], Problem> {
    value.pointer(place).and_then(Value::as_array).map(Vec::as_slice).ok_or_else(|| missing("list", place))
}

fn fields<'a>(value: &'a Value, place: &str) -> Result<&'a Map<String, Value>, Problem> {
    value.pointer(place).and_then(Value::as_object).ok_or_else(|| missing("object", place))
}

fn missing(what: &str, place: &str) -> Problem {
    unreadable(&format!("no {what} at {}", if place.is_empty() { "a place" } else { place }))
}

fn unreadable(why: &str) -> Problem {
    Problem::new("result", format!("is no result object: {why}"))
}

/// What metrics need to know about the scene of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneFacts {
    /// Rate of the bottleneck \[bit/s\].
    pub capacity_bps: f64,
    /// How long a whole run is \[s\].
    pub duration_s: f64,
    /// The groups of flows, in order.
    pub groups: Vec<GroupFacts>,
}

/// Flows of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupFacts {
    /// Indices of its flows.
    pub flows: std::ops::Range<usize>,
    /// Id of the transport, `udp` or a TCP variant.
    pub transport: String,
    /// Id of the source.
    pub source: String,
}

impl GroupFacts {
    /// What result objects call the transport: the TCP variant, or the source of a UDP flow.
    pub fn transport_in_results(&self) -> &str {
        if self.is_udp() { &self.source } else { &self.transport }
    }

    fn is_udp(&self) -> bool {
        self.transport == "udp"
    }
}

impl SceneFacts {
    /// The facts of a scenario.
    pub fn of(scenario: &Scenario) -> Self {
        let json = scenario.to_json();
        let mut first = 0;
        let mut groups = Vec::with_capacity(scenario.flows.len());
        for (group, written) in scenario.flows.iter().zip(json["flows"].as_array().into_iter().flatten()) {
            let flows = first..first + group.count as usize;
            first = flows.end;
            let text = |field: &str| written[field].as_str().unwrap_or_default().to_owned();
            groups.push(GroupFacts { flows, transport: text("transport"), source: text("source") });
        }
        Self { capacity_bps: scenario.capacity_bps as f64, duration_s: scenario.duration.secs(), groups }
    }

    /// How many flows there are.
    pub fn flow_count(&self) -> usize {
        self.groups.last().map_or(0, |group| group.flows.end)
    }

    /// The equal share of each flow \[bit/s\].
    pub fn fair_share_bps(&self) -> f64 {
        self.capacity_bps / self.flow_count().max(1) as f64
    }

    /// For every flow, whether it is UDP.
    pub fn are_udp(&self) -> Vec<bool> {
        self.groups.iter().flat_map(|group| group.flows.clone().map(|_| group.is_udp())).collect()
    }
}
