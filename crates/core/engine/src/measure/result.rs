//! The result object: one for each run, with the same format on the command line and in the browser.

use super::{Counts, Distribution, Totals, jain_index, ratio};
use crate::base::map::map_of;
use crate::base::time::{SimTime, Span};
use crate::discipline::Reason;
use crate::discipline::scripted::{Only, Stop};
use crate::scenario::{FlowKind, Scenario};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the format. Increased when a field is renamed or changes its meaning.
pub const RESULT_SCHEMA: u32 = 1;

/// A name that the engine defines: the id of a discipline, a reason, a class, a transport, a source, or a profile.
pub type Name = &'static str;

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct RunResult {
    pub schema: u32,
    #[serde(deserialize_with = "names::one")]
    pub engine: Name,
    pub scenario: String,
    #[serde(deserialize_with = "names::one")]
    pub aqm: Name,
    pub seed: u64,
    /// Simulated time that the run has reached.
    pub duration_s: f64,
    pub measured_from_s: f64,
    #[serde(deserialize_with = "names::one")]
    pub profile: Name,
    pub bottleneck: Bottleneck,
    #[serde(deserialize_with = "names::keys")]
    pub classes: BTreeMap<Name, ClassResult>,
    /// Jain's index of the throughputs of all flows; `None` if no flow receives anything.
    pub jain_index: Option<f64>,
    pub flows: Vec<FlowResult>,
    pub cost: Cost,
    /// The error of the script that stopped the lane, if there was one; events after the error have no effect.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Only<Stop>>,
}

/// The bottleneck link.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct Bottleneck {
    pub capacity_bps: u64,
    /// Counts from the start of the run: arrived = departed + dropped + queued at the end.
    pub arrived_packets: u64,
    pub departed_packets: u64,
    pub queued_packets_at_end: u64,
    pub dropped_packets: u64,
    pub marked_packets: u64,
    #[serde(deserialize_with = "names::keys")]
    pub drops: BTreeMap<Name, u64>,
    #[serde(deserialize_with = "names::keys")]
    pub marks: BTreeMap<Name, u64>,
    /// Counts of packets in the measured window alone.
    pub window: WindowCounts,
    pub utilization: f64,
    pub queue_packets: QueueSummary,
    pub avg_queue_packets: Option<Moments>,
    pub queueing_delay_s: DelaySummary,
    /// Mean time from arrival to the end of the transmission, over the packets whose transmission ends in the measured
    /// window; `None` without such packets.
    pub mean_time_in_system_s: Option<f64>,
}

/// Counts of the bottleneck in the measured window. Arrivals need not equal departures, drops and queued packets, because packets
/// that were queued before the window may leave or be dropped in it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct WindowCounts {
    pub arrived_packets: u64,
    pub departed_packets: u64,
    pub dropped_packets: u64,
    pub marked_packets: u64,
    #[serde(deserialize_with = "names::keys")]
    pub drops: BTreeMap<Name, u64>,
    #[serde(deserialize_with = "names::keys")]
    pub marks: BTreeMap<Name, u64>,
    /// Number of queued packets that were compared with an arrival.
    pub comparisons: u64,
}

/// Queued packets, weighted by time.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct QueueSummary {
    pub mean: f64,
    pub sd: f64,
    pub max: u64,
    /// The 5th and the 95th percentile of the queue length, weighted by time.
    pub p5: u64,
    pub p95: u64,
    /// Shares of the time in which the queue is empty, and in which it is at its limit.
    pub empty: f64,
    pub full: f64,
    /// The time \[s\] for which the queue had each length.
    pub distribution: Distribution,
}

/// Mean and standard deviation, weighted by time.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct Moments {
    pub mean: f64,
    pub sd: f64,
}

/// Waiting times \[s\] of the packets that left the queue in the measured window; `None` if no packet left.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct DelaySummary {
    pub mean: Option<f64>,
    pub sd: Option<f64>,
    pub p50: Option<f64>,
    pub p95: Option<f64>,
    pub p99: Option<f64>,
    pub max: Option<f64>,
    /// The number of packets by waiting time.
    pub distribution: Distribution,
}

/// All flows of one class taken together.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct ClassResult {
    pub flows: usize,
    pub throughput_bps: f64,
    pub goodput_bps: f64,
    /// The CHOKeD thesis's Eq. 4.1: received minus retransmitted bits. This value can be negative and is not a goodput.
    pub goodput_eq41_bps: f64,
    /// Drops ÷ arrivals in the measured window; `None` without an arrival.
    pub loss_ratio: Option<f64>,
    /// Jain's index of the throughputs in the class; `None` if no flow of the class receives anything.
    pub jain_index: Option<f64>,
    /// Retransmissions ÷ packets sent, in the measured window; `None` if no packet was sent.
    pub retransmitted_ratio: Option<f64>,
    /// Mean waiting time of the packets that left the queue in the measured window; `None` if no packet left.
    pub mean_queueing_delay_s: Option<f64>,
    /// Web objects completed since the start of the run, and their mean completion time; `None` without web sessions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_objects: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_completion_s: Option<f64>,
    /// Web pages, if a session has pages with several objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pages: Option<Only<PagesResult>>,
}

/// Web pages that were completed since the start of the run.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct PagesResult {
    /// Number of pages.
    pub completed: u64,
    /// Mean time from the request of a page to the completion of its last object \[s\]; `None` without a page.
    pub mean_load_s: Option<f64>,
}

/// One flow.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct FlowResult {
    pub id: u32,
    #[serde(deserialize_with = "names::one")]
    pub class: Name,
    #[serde(deserialize_with = "names::one")]
    pub transport: Name,
    #[serde(deserialize_with = "names::one")]
    pub source: Name,
    /// Index of the flow's group in the scene, from 0.
    pub group: usize,
    pub throughput_bps: f64,
    pub goodput_bps: f64,
    pub sent_packets: u64,
    pub dropped_packets: u64,
    pub marked_packets: u64,
    pub retransmitted_packets: u64,
    /// Drops ÷ arrivals in the measured window; `None` without an arrival.
    pub loss_ratio: Option<f64>,
    /// Mean waiting time of the packets that left the queue in the measured window; `None` if no packet left.
    pub mean_queueing_delay_s: Option<f64>,
    /// The transfer of a flow whose source is `transfer`; `None` before the transfer starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transfer: Option<TransferResult>,
    /// Packets that were lost outside the bottleneck, in a scene with losses or delays there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Only<PathResult>>,
}

/// Packets of a flow that were lost outside the bottleneck, since the start of the run.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct PathResult {
    /// Data packets that left the bottleneck and were lost at random.
    pub lost_packets: u64,
    /// Acknowledgements that were lost at random, or found the queue of the reverse link full.
    pub lost_acks: u64,
}

/// The transfer of one file.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct TransferResult {
    /// Size of the file \[packets\].
    pub packets: u32,
    /// Time of the start \[s\].
    pub start_s: f64,
    /// Time from the start to the acknowledgement of the last packet \[s\]; `None` if the last packet is not acknowledged.
    pub completion_s: Option<f64>,
}

/// The computing cost of a run.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[allow(missing_docs)]
pub struct Cost {
    pub events: u64,
    /// Number of queued packets that were compared with an arrival.
    pub comparisons: u64,
    /// Approximate memory of the discipline at the end of the run, without the queued packets.
    pub state_bytes: u64,
    /// Wall-clock time \[s\]. The engine has no clock, so its caller sets this field.
    pub wall_s: Option<f64>,
}

/// The input of [`RunResult::new`].
pub(crate) struct Outcome<'a> {
    pub(crate) scenario: &'a Scenario,
    /// Rate of the link that the lane observes.
    pub(crate) capacity_bps: u64,
    pub(crate) aqm: &'static str,
    pub(crate) now: SimTime,
    pub(crate) waiting: usize,
    pub(crate) limit: usize,
    /// When the transmission in progress began; `None` if the link is idle.
    pub(crate) sending_since: Option<SimTime>,
    pub(crate) totals: &'a Totals,
    pub(crate) events: u64,
    pub(crate) state_bytes: usize,
    /// The kind and the packet size of every flow, in order.
    pub(crate) kinds: &'a [(FlowKind, u32)],
    /// The start and the size \[packets\] of a single-transfer flow, once it has started.
    pub(crate) transfer_of: &'a dyn Fn(usize) -> Option<(SimTime, u32)>,
    /// Number of completed web pages of a flow, and their total time; `None` if every page is one object.
    pub(crate) pages_of: &'a dyn Fn(usize) -> Option<(u64, Span)>,
    /// The losses of a flow outside the bottleneck, in a scene with losses or delays there.
    pub(crate) lost_of: &'a dyn Fn(usize) -> Option<Only<PathResult>>,
    /// The error that stopped a script.
    pub(crate) stop: Option<Only<&'a Stop>>,
}

impl RunResult {
    pub(crate) fn new(outcome: &Outcome<'_>) -> Self {
        let Outcome { scenario, totals, now, .. } = *outcome;
        let window = now.since(totals.measured_from).secs();
        let rate = |bytes: u64| if window > 0.0 { bytes as f64 * 8.0 / window } else { 0.0 };
        let mut flows = Vec::with_capacity(totals.flows.len());
        let mut groups: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
        for (index, (flow, (kind, _))) in totals.flows.iter().zip(outcome.kinds).enumerate() {
            groups.entry(kind.class()).or_default().push(index);
            flows.push(FlowResult {
                id: index as u32 + 1,
                class: kind.class(),
                transport: kind.transport(),
                source: kind.source,
                group: group_of(scenario, index),
                throughput_bps: rate(flow.received_bytes),
                goodput_bps: rate(flow.delivered_bytes),
                sent_packets: flow.sent,
                dropped_packets: flow.dropped,
                marked_packets: flow.marked,
                retransmitted_packets: flow.retransmitted,
                loss_ratio: flow.loss_ratio(),
                mean_queueing_delay_s: flow.mean_queueing_delay_s(),
                transfer: (outcome.transfer_of)(index).map(|(start, packets)| TransferResult {
                    packets,
                    start_s: start.secs(),
                    completion_s: (flow.completed > 0).then(|| flow.completion.secs()),
                }),
                path: (outcome.lost_of)(index),
            });
        }
        let class = |members: &[usize]| {
            let sum = |count: fn(&super::FlowTotals) -> u64| -> u64 {
                members.iter().map(|&index| count(&totals.flows[index])).sum()
            };
            let retransmitted: u64 = members
                .iter()
                .map(|&index| totals.flows[index].window_retransmitted() * u64::from(outcome.kinds[index].1))
                .sum();
            let (arrived, dropped) = (sum(|flow| flow.window_losses().0), sum(|flow| flow.window_losses().1));
            let sent = sum(super::FlowTotals::window_sent);
            let waited = sum(|flow| flow.waited);
            let waited_nanos: u128 = members.iter().map(|&index| totals.flows[index].waited_nanos).sum();
            let has_sessions = members.iter().any(|&index| outcome.kinds[index].0.has_sessions());
            let completed = sum(|flow| flow.completed);
            let completion: f64 = members.iter().map(|&index| totals.flows[index].completion.secs()).sum();
            let pages = Only::MARK.and_then(|mark| {
                let of_flows: Vec<_> = members.iter().filter_map(|&index| (outcome.pages_of)(index)).collect();
                let completed = of_flows.iter().map(|it| it.0).sum();
                let load_s: f64 = of_flows.iter().map(|it| it.1.secs()).sum();
                let mean_load_s = (completed > 0).then(|| load_s / completed as f64);
                (!of_flows.is_empty()).then(|| mark.map(|()| PagesResult { completed, mean_load_s }))
            });
            ClassResult {
                flows: members.len(),
                throughput_bps: rate(sum(|flow| flow.received_bytes)),
                goodput_bps: rate(sum(|flow| flow.delivered_bytes)),
                goodput_eq41_bps: rate(sum(|flow| flow.received_bytes)) - rate(retransmitted),
                loss_ratio: ratio(dropped, arrived),
                jain_index: jain_index(members.iter().map(|&index| flows[index].throughput_bps)),
                retransmitted_ratio: ratio(sum(super::FlowTotals::window_retransmitted), sent),
                mean_queueing_delay_s: (waited > 0).then(|| waited_nanos as f64 / waited as f64 / 1e9),
                completed_objects: has_sessions.then_some(completed),
                mean_completion_s: (completed > 0).then(|| completion / completed as f64),
                pages,
            }
        };
        let classes = map_of(groups.iter().map(|(&name, members)| (name, class(members))));
        Self {
            schema: RESULT_SCHEMA,
            engine: env!("CARGO_PKG_VERSION"),
            scenario: if scenario.id.is_empty() { "custom".into() } else { scenario.id.clone() },
            aqm: outcome.aqm,
            seed: scenario.seed,
            duration_s: now.secs(),
            measured_from_s: totals.measured_from.secs(),
            profile: scenario.profile.id(),
            bottleneck: bottleneck(outcome, window),
            classes,
            jain_index: jain_index(flows.iter().map(|flow| flow.throughput_bps)),
            flows,
            cost: Cost {
                events: outcome.events,
                comparisons: totals.counts.comparisons,
                state_bytes: outcome.state_bytes as u64,
                wall_s: None,
            },
            stopped: outcome.stop.map(|stop| stop.map(Stop::clone)),
        }
    }
}

/// Reads names from JSON, such as the id of a discipline. A result stores names as strings of this program (`&'static
/// str`), so only names that the engine defines can be read; all others are errors.
mod names {
    use super::Name;
    use crate::discipline::scripted::SCRIPT;
    use crate::discipline::{ABOUTS, Reason};
    use crate::endpoint::source::SOURCES;
    use crate::endpoint::tcp::Variant;
    use crate::scenario::{FlowKind, Profile};
    use serde::de::{Deserialize, Deserializer, Error};
    use std::collections::BTreeMap;

    fn known(text: &str) -> Option<Name> {
        let transports = Variant::ALL.into_iter().map(|variant| FlowKind { variant: Some(variant), source: "" });
        let udp = FlowKind { variant: None, source: "" };
        [env!("CARGO_PKG_VERSION"), SCRIPT]
            .into_iter()
            .chain(Profile::ALL.map(Profile::id))
            .chain(std::iter::once(udp).chain(transports).flat_map(|kind| [kind.class(), kind.transport()]))
            .chain(SOURCES.iter().map(|about| about.id))
            .chain(Reason::ALL.iter().map(|reason| reason.about().id))
            .chain(ABOUTS.iter().map(|about| about.id))
            .find(|&name| name == text)
    }

    fn of<E: Error>(text: &str) -> Result<Name, E> {
        known(text).ok_or_else(|| E::custom(format!("{text:?} is not a name that this engine gives")))
    }

    pub(super) fn one<'de, D: Deserializer<'de>>(from: D) -> Result<Name, D::Error> {
        of(&String::deserialize(from)?)
    }

    pub(super) fn keys<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<BTreeMap<Name, T>, D::Error> {
        let read = BTreeMap::<String, T>::deserialize(from)?;
        read.into_iter().map(|(name, value)| Ok((of(&name)?, value))).collect()
    }
}

fn group_of(scenario: &Scenario, index: usize) -> usize {
    let mut first = 0;
    for (place, group) in scenario.flows.iter().enumerate() {
        first += group.count as usize;
        if index < first {
            return place;
        }
    }
    scenario.flows.len()
}

fn bottleneck(outcome: &Outcome<'_>, window: f64) -> Bottleneck {
    let Outcome { totals, now, .. } = *outcome;
    let (counts, in_window) = (&totals.counts, totals.window(now));
    let unfinished = outcome.sending_since.map_or(Span::ZERO, |since| now.since(since.max(totals.measured_from)));
    let (mean, sd) = totals.queue.moments(now);
    let delays = &totals.delays;
    let occupancy = totals.occupancy_until(now);
    Bottleneck {
        capacity_bps: outcome.capacity_bps,
        arrived_packets: counts.arrived,
        departed_packets: counts.departed,
        queued_packets_at_end: outcome.waiting as u64,
        dropped_packets: counts.dropped(),
        marked_packets: counts.marked(),
        drops: by_reason(counts, false),
        marks: by_reason(counts, true),
        window: WindowCounts {
            arrived_packets: in_window.arrived,
            departed_packets: in_window.departed,
            dropped_packets: in_window.dropped(),
            marked_packets: in_window.marked(),
            drops: by_reason(&in_window, false),
            marks: by_reason(&in_window, true),
            comparisons: in_window.comparisons,
        },
        utilization: if window > 0.0 { (totals.busy + unfinished).secs() / window } else { 0.0 },
        queue_packets: QueueSummary {
            mean,
            sd,
            max: totals.queue.max() as u64,
            p5: occupancy.quantile(0.05),
            p95: occupancy.quantile(0.95),
            empty: 1.0 - occupancy.share_from(1),
            full: occupancy.share_from(outcome.limit),
            distribution: occupancy.distribution(),
        },
        avg_queue_packets: totals.average.as_ref().map(|average| {
            let (mean, sd) = average.moments(now);
            Moments { mean, sd }
        }),
        queueing_delay_s: DelaySummary {
            mean: delays.mean(),
            sd: delays.sd(),
            p50: delays.quantile(0.5),
            p95: delays.quantile(0.95),
            p99: delays.quantile(0.99),
            max: delays.max(),
            distribution: delays.distribution(),
        },
        mean_time_in_system_s: (totals.transmitted > 0)
            .then(|| totals.in_system_nanos as f64 / totals.transmitted as f64 / 1e9),
    }
}

/// The counts of marks or of drops, by the id of the reason.
fn by_reason(counts: &Counts, marks: bool) -> BTreeMap<&'static str, u64> {
    let reasons = Reason::ALL.iter().filter(|reason| reason.about().is_mark == marks);
    map_of(reasons.map(|reason| (reason.about().id, counts.by_reason[reason.index()])))
}
