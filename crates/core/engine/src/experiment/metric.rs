//! A metric: its meaning, its notation, and its value in a run. `vocabulary.rs` lists all metrics.
//!
//! In text a metric is written as its id, with a colon and an argument if the metric has one: `udp_throughput_bps`,
//! `flow_loss_ratio:1`, `udp_share:21..23`.

use super::parts::Measured;
use super::rates;
use super::scene_facts::{GroupFacts, SceneFacts};
use super::unit::Unit;
use super::vocabulary::METRICS;
use crate::discipline::Reason;
use crate::measure::statistics::sorted;
use crate::measure::{
    Bins, ClassResult, DelayQuantiles, FlowResult, GroupDelays, GroupRates, Name, RunResult, WindowCounts, jain_index,
    ratio,
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// The largest number of metrics in one range, such as `flow_throughput_bps:1..34`.
pub const MAX_RANGE: usize = 1_000;

/// A metric with its argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Declaration of the metric.
    pub about: &'static MetricAbout,
    /// Argument of the metric.
    pub argument: Argument,
}

/// The declaration of a metric.
#[derive(Debug)]
pub struct MetricAbout {
    /// Name in files and reports.
    pub id: &'static str,
    /// Display name, in which the argument replaces `{}`.
    pub name: &'static str,
    /// Unit of the values.
    pub unit: Unit,
    /// The argument after the colon.
    pub takes: Takes,
    /// Meaning of the metric, as a phrase.
    pub meaning: &'static str,
    pub(super) rule: Rule,
}

impl PartialEq for MetricAbout {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// The argument of a metric after its id.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Takes {
    /// No argument.
    Nothing,
    /// Number of a flow, from 1.
    Flow,
    /// Index of a group of flows, from 0.
    Group,
    /// A transport's name in results: a TCP variant, or the source of a UDP flow.
    Transport,
    /// Id of a source.
    Source,
    /// Id of a reason for drops.
    Reason,
    /// Two times \[s\]; the metric is computed from the bins of time between them.
    Stretch,
}

impl Takes {
    /// The notation of the argument, with an explanation.
    pub const fn example(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Flow => ":1 (number of a flow, from 1)",
            Self::Group => ":0 (index of a group of flows, from 0)",
            Self::Transport => ":vegas (a transport, as results name it)",
            Self::Source => ":web (a source)",
            Self::Reason => ":overflow (a reason of drops)",
            Self::Stretch => ":21..23 (two times in seconds)",
        }
    }
}

/// The value after the colon.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// No value.
    None,
    /// Index of a flow or of a group of flows, from 0.
    Place(usize),
    /// An id.
    Id(String),
    /// Two times \[s\].
    Stretch(f64, f64),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// One number for each run, computed from that run alone.
    EachRun(fn(&Reading<'_>) -> Option<f64>),
    /// The UDP share in the bin in which the mean share over the runs is largest.
    ///
    /// The largest value of a single run would mostly show the noise of one bin, so the bin is chosen from the mean
    /// over all runs. Since the same runs give the value in this bin, the value is slightly too large on average. This
    /// bias vanishes with more runs.
    PeakOfMean,
}

/// The data of one run from which a metric is computed.
pub(super) struct Reading<'a> {
    pub(super) run: &'a RunResult,
    bins: Option<&'a Bins>,
    rates: Option<&'a GroupRates>,
    delays: Option<&'a GroupDelays>,
    scene: &'a SceneFacts,
    pub(super) argument: &'a Argument,
}

impl Reading<'_> {
    /// The counts of the measured window, rather than of the whole run. Ratios of counts thus refer to the same time as
    /// other metrics.
    pub(super) fn window(&self) -> &WindowCounts {
        &self.run.bottleneck.window
    }

    /// Number of drops in the measured window for these reasons.
    pub(super) fn dropped_for(&self, reasons: &[&str]) -> u64 {
        drops_for(&self.window().drops, reasons)
    }

    pub(super) fn capacity_bps(&self) -> f64 {
        self.run.bottleneck.capacity_bps as f64
    }

    pub(super) fn class<T>(&self, class: &str, value: fn(&ClassResult) -> T) -> Option<T> {
        self.run.classes.get(class).map(value)
    }

    pub(super) fn per_arrival(&self, count: u64) -> Option<f64> {
        ratio(count, self.window().arrived_packets)
    }

    pub(super) fn per_drop(&self, count: u64) -> Option<f64> {
        ratio(count, self.window().dropped_packets)
    }

    pub(super) fn flow(&self) -> Option<&FlowResult> {
        match self.argument {
            Argument::Place(index) => self.run.flows.get(*index),
            _ => None,
        }
    }

    /// The total throughput of the flows for which `belongs` is true; `None` if there is no such flow.
    pub(super) fn sum_where(&self, belongs: impl Fn(usize, &FlowResult) -> bool) -> Option<f64> {
        let mut received = self.run.flows.iter().enumerate().filter(|(index, flow)| belongs(*index, flow)).peekable();
        received.peek()?;
        Some(received.map(|(_, flow)| flow.throughput_bps).sum())
    }

    /// The total throughput of those groups of the scene for which `belongs` is true. `None` if the run's number of
    /// flows differs from that of the current scene.
    pub(super) fn groups_where(&self, belongs: impl Fn(usize, &GroupFacts) -> bool) -> Option<f64> {
        if self.run.flows.len() != self.scene.flow_count() {
            return None;
        }
        let groups: Vec<_> =
            self.scene.groups.iter().enumerate().filter(|(place, group)| belongs(*place, group)).collect();
        self.sum_where(|index, _| groups.iter().any(|(_, group)| group.flows.contains(&index)))
    }

    pub(super) fn in_bins(&self, value: impl FnOnce(&Bins, Range<usize>) -> Option<f64>) -> Option<f64> {
        let bins = self.bins?;
        let Argument::Stretch(from_s, until_s) = *self.argument else { return None };
        let stretch = bins.between(from_s, until_s);
        if stretch.is_empty() { None } else { value(bins, stretch) }
    }

    /// The time that the rate of a group takes to converge after the last change of the scene \[s\]. Changes are starts
    /// and stops of flows, steps of a scheduled rate, and timed changes of a setting.
    pub(super) fn convergence_s(&self) -> Option<f64> {
        let Argument::Place(group) = *self.argument else { return None };
        rates::convergence_s(self.rates?, group)
    }

    /// Mean and quantiles of the waiting times of the packets of a group.
    pub(super) fn group_delays(&self) -> Option<&DelayQuantiles> {
        let Argument::Place(group) = *self.argument else { return None };
        self.delays?.groups.get(group)
    }

    /// Mean and quantiles of the waiting times of all UDP and all TCP flows.
    pub(super) fn class_delays(&self) -> Option<[&DelayQuantiles; 2]> {
        self.delays.map(|delays| [&delays.udp, &delays.tcp])
    }

    /// Jain's index of the throughput of the groups for which `belongs` is true. `None` if the run's number of flows
    /// differs from that of the current scene, or if no flow received a packet.
    pub(super) fn jain_where(&self, belongs: impl Fn(usize, &GroupFacts) -> bool) -> Option<f64> {
        if self.run.flows.len() != self.scene.flow_count() {
            return None;
        }
        let groups = self.scene.groups.iter().enumerate().filter(|(place, group)| belongs(*place, group));
        let flows = groups.flat_map(|(_, group)| &self.run.flows[group.flows.clone()]);
        jain_index(flows.map(|flow| flow.throughput_bps))
    }

    /// Completion times \[s\] of a group's transfers that started in the measured window, in ascending order. The time
    /// of a transfer that has not ended is infinite. `None` if there are no such transfers, or if the run's number of
    /// flows differs from that of the current scene. `takes` chooses transfers by their size \[packets\].
    pub(super) fn transfer_times(&self, takes: impl Fn(u32) -> bool) -> Option<Vec<f64>> {
        let Argument::Place(place) = *self.argument else { return None };
        let group = self.scene.groups.get(place).filter(|_| self.run.flows.len() == self.scene.flow_count())?;
        let transfers = self.run.flows[group.flows.clone()].iter().filter_map(|flow| flow.transfer);
        let in_window =
            transfers.filter(|transfer| transfer.start_s >= self.run.measured_from_s && takes(transfer.packets));
        let times: Vec<_> = in_window.map(|transfer| transfer.completion_s.unwrap_or(f64::INFINITY)).collect();
        (!times.is_empty()).then(|| sorted(&times))
    }

    /// Mean of [`transfer_times`](Self::transfer_times); `None` if a transfer has not ended.
    pub(super) fn transfer_mean(&self, takes: impl Fn(u32) -> bool) -> Option<f64> {
        let times = self.transfer_times(takes)?;
        Some(times.iter().sum::<f64>() / times.len() as f64).filter(|mean| mean.is_finite())
    }

    /// A quantile of [`transfer_times`](Self::transfer_times); `None` if too few transfers have ended to determine it.
    pub(super) fn transfer_quantile(&self, quantile: f64, takes: impl Fn(u32) -> bool) -> Option<f64> {
        let times = self.transfer_times(takes)?;
        let rank = (quantile * times.len() as f64).ceil() as usize;
        times.get(rank.saturating_sub(1)).copied().filter(|time| time.is_finite())
    }

    /// The equal share of one flow \[bit/s\].
    pub(super) fn fair_share_bps(&self) -> f64 {
        self.capacity_bps() / self.run.flows.len().max(1) as f64
    }

    pub(super) fn tcp_flows(&self) -> impl Iterator<Item = f64> {
        self.run.flows.iter().filter(|flow| flow.class == "tcp").map(|flow| flow.throughput_bps)
    }

    pub(super) fn argument_id(&self) -> &str {
        match self.argument {
            Argument::Id(id) => id,
            _ => "",
        }
    }
}

impl Metric {
    /// Parses the notation of a metric; the error describes the problem.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (id, argument) = match text.split_once(':') {
            Some((id, argument)) => (id, Some(argument)),
            None => (text, None),
        };
        let about = METRICS.iter().find(|about| about.id == id).ok_or_else(|| {
            let known: Vec<_> = METRICS.iter().map(|about| about.id).collect();
            format!("is not a metric; known are {}", known.join(", "))
        })?;
        let argument = match (about.takes, argument) {
            (Takes::Nothing, None) => Some(Argument::None),
            (Takes::Flow, Some(number)) => {
                number.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).map(Argument::Place)
            }
            (Takes::Group, Some(place)) => place.parse().ok().map(Argument::Place),
            (Takes::Transport | Takes::Source | Takes::Reason, Some(id)) if !id.is_empty() => {
                Some(Argument::Id(id.to_owned()))
            }
            (Takes::Stretch, Some(stretch)) => stretch
                .split_once("..")
                .and_then(|(from, until)| Some((from.parse::<f64>().ok()?, until.parse::<f64>().ok()?)))
                .filter(|(from, until)| from.is_finite() && until.is_finite() && from < until)
                .map(|(from, until)| Argument::Stretch(from, until)),
            _ => None,
        };
        match argument {
            Some(argument) => Ok(Self { about, argument }),
            None => Err(format!("is written {id}{}", about.takes.example())),
        }
    }

    /// Parses a metric, or one metric for each flow or group of a range: `flow_throughput_bps:1..34` includes both
    /// ends. Returns 1 to [`MAX_RANGE`] metrics.
    pub fn parse_each(text: &str) -> Result<Vec<Self>, String> {
        let first = Self::parse(text);
        let (Err(_), Some((id, ends))) = (&first, text.split_once(':')) else { return first.map(|one| vec![one]) };
        let takes_range = |about: &&MetricAbout| about.id == id && matches!(about.takes, Takes::Flow | Takes::Group);
        let (Some(_), Some((from, until))) = (METRICS.iter().find(takes_range), ends.split_once("..")) else {
            return first.map(|one| vec![one]);
        };
        let end =
            |text: &str| text.parse::<usize>().map_err(|_| format!("{text:?} is not an end of a range such as 1..34"));
        let (from, until) = (end(from)?, end(until)?);
        if until < from || until - from >= MAX_RANGE {
            return Err(format!("is not a range of 1 to {MAX_RANGE} numbers, smaller number first"));
        }
        (from..=until).map(|number| Self::parse(&format!("{id}:{number}"))).collect()
    }

    /// Name for people.
    pub fn name(&self) -> String {
        self.about.name.replace("{}", &self.argument_text())
    }

    /// Whether the metric's values lie in \[0, 1\]: ratios, shares and indices.
    pub fn is_share(&self) -> bool {
        self.about.unit == Unit::Plain && self.about.id != "comparisons_per_arrival"
    }

    /// Whether the metric describes the measured window as a whole. The result is false for counts from the start of
    /// the run, for states at its end, and for metrics whose argument names an interval of time.
    pub(super) fn is_of_window(&self) -> bool {
        !["red_drops", "match_drops", "state_bytes", "completion_s", "page_load_s", "convergence_s"]
            .contains(&self.about.id)
            && !self.about.id.starts_with("transfer_")
            && !self.needs_delays()
            && self.about.takes != Takes::Stretch
    }

    /// Whether the metric is computed from the rates of groups over time.
    pub(super) fn needs_rates(&self) -> bool {
        self.about.id == "convergence_s"
    }

    /// Whether the metric is computed from the waiting times of groups.
    pub(super) fn needs_delays(&self) -> bool {
        let id = self.about.id;
        id.starts_with("group_queueing_delay") || ["udp_queueing_delay_p95_s", "tcp_queueing_delay_p95_s"].contains(&id)
    }

    /// Whether the metric is a loss or a fairness index. Values above one half are compared by their distances to 1:
    /// 0.98 and 0.99 count as different by a factor of 2, not by 1 %.
    pub(super) fn is_judged_by_rest(&self) -> bool {
        let losses = ["udp_loss_ratio", "tcp_loss_ratio", "flow_loss_ratio", "drop_ratio"];
        losses.contains(&self.about.id) || self.about.id.ends_with("jain_index")
    }

    /// The quantity that the metric expresses. Metrics that can be derived from one another share a quantity, so that
    /// their values count as one fact. Examples are throughput and loss of an unresponsive source, and the count and
    /// the share of drops by RED or by matches.
    pub(super) fn quantity(&self) -> String {
        let id = match self.about.id {
            "udp_loss_ratio" => "udp_throughput_bps",
            "match_drop_share" | "red_drops" | "match_drops" => "red_drop_share",
            id => id,
        };
        format!("{id}:{}", self.argument_text())
    }

    /// Unit of the values.
    pub fn unit(&self) -> Unit {
        self.about.unit
    }

    /// The interval of time \[s\] whose bins the metric uses.
    pub fn stretch(&self) -> Option<(f64, f64)> {
        match self.argument {
            Argument::Stretch(from_s, until_s) => Some((from_s, until_s)),
            _ => None,
        }
    }

    /// Checks that the scene contains the argument of the metric; the error lists the possible arguments.
    pub fn check(&self, scene: &SceneFacts) -> Result<(), String> {
        let known = |ids: Vec<&str>, id: &str, what: &str| {
            if ids.contains(&id) {
                Ok(())
            } else {
                Err(format!("names no {what} of the scene, which has {}", ids.join(", ")))
            }
        };
        match (&self.argument, self.about.takes) {
            (Argument::Place(index), Takes::Flow) if *index >= scene.flow_count() => {
                Err(format!("names no flow of the scene, which has {}", scene.flow_count()))
            }
            (Argument::Place(place), Takes::Group) if *place >= scene.groups.len() => {
                Err(format!("names no group of flows in the scene, which has {}, numbered from 0", scene.groups.len()))
            }
            (Argument::Id(id), Takes::Transport) => {
                known(scene.groups.iter().map(|group| group.transport_in_results()).collect(), id, "transport")
            }
            (Argument::Id(id), Takes::Source) => {
                known(scene.groups.iter().map(|group| group.source.as_str()).collect(), id, "source")
            }
            (Argument::Id(id), Takes::Reason) if !is_reason_of_drops(id) => {
                Err("names no reason for which packets are dropped".into())
            }
            _ => Ok(()),
        }
    }

    /// The values of the metric in runs of one lane, in the order of the runs.
    pub fn values(&self, runs: &[Measured<'_>], scene: &SceneFacts) -> Vec<Option<f64>> {
        match self.about.rule {
            Rule::EachRun(value) => {
                let reading = |&Measured { result, bins, rates, delays }: &Measured<'_>| {
                    value(&Reading { run: result, bins, rates, delays, scene, argument: &self.argument })
                };
                runs.iter().map(reading).collect()
            }
            Rule::PeakOfMean => self.peak_of_mean(runs),
        }
    }

    fn peak_of_mean(&self, runs: &[Measured<'_>]) -> Vec<Option<f64>> {
        let stretch = |run: &Measured<'_>| match (run.bins, self.stretch()) {
            (Some(bins), Some((from_s, until_s))) => bins.between(from_s, until_s),
            _ => 0..0,
        };
        let share = |run: &Measured<'_>, bin: usize| run.bins.and_then(|bins| bins.udp_share(bin..bin + 1));
        let bins = runs.iter().map(stretch).find(|bins| !bins.is_empty()).unwrap_or(0..0);
        let mean = |bin: usize| {
            let shares: Vec<f64> = runs.iter().filter_map(|run| share(run, bin)).collect();
            (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
        };
        match bins
            .filter_map(|bin| Some((bin, mean(bin)?)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
        {
            Some((peak, _)) => runs.iter().map(|run| share(run, peak)).collect(),
            None => vec![None; runs.len()],
        }
    }

    fn argument_text(&self) -> String {
        match &self.argument {
            Argument::None => String::new(),
            Argument::Place(index) if self.about.takes == Takes::Flow => (index + 1).to_string(),
            Argument::Place(place) => place.to_string(),
            Argument::Id(id) => id.clone(),
            Argument::Stretch(from_s, until_s) => format!("{from_s}..{until_s}"),
        }
    }
}

/// Number of drops for these reasons.
pub(super) fn drops_for(drops: &BTreeMap<Name, u64>, reasons: &[&str]) -> u64 {
    drops.iter().filter(|(reason, _)| reasons.contains(reason)).map(|(_, count)| count).sum()
}

fn is_reason_of_drops(id: &str) -> bool {
    Reason::ALL.iter().map(|reason| reason.about()).any(|about| about.id == id && !about.is_mark)
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.about.takes {
            Takes::Nothing => f.write_str(self.about.id),
            _ => write!(f, "{}:{}", self.about.id, self.argument_text()),
        }
    }
}

impl Serialize for Metric {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
