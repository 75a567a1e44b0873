//! The metrics of published values, reference values and claims, one row for each. Metrics of transients are computed
//! from [`Bins`](crate::measure::Bins), and all other metrics from the public result object.

use super::metric::{Argument, MetricAbout, Reading, Rule, Takes, drops_for};
use super::unit::Unit;
use crate::measure::{ratio, summary};

/// The reasons for drops by RED: `early` for random drops, `forced` for drops of every arrival above the upper
/// threshold.
const BY_RED: &[&str] = &["early", "forced"];
const BY_MATCH: &[&str] = &["match_arriving", "match_victim"];
const BY_MATCH_OR_TABLE: &[&str] = &["match_arriving", "match_victim", "penalty"];

/// The largest file that counts as short \[packets\]: 100 kB in packets of 1000 bytes, as in studies of data centres.
const SHORT: u32 = 100;

fn is_short(packets: u32) -> bool {
    packets <= SHORT
}

fn any_size(_packets: u32) -> bool {
    true
}

const fn row(
    id: &'static str,
    name: &'static str,
    unit: Unit,
    takes: Takes,
    meaning: &'static str,
    value: fn(&Reading<'_>) -> Option<f64>,
) -> MetricAbout {
    MetricAbout { id, name, unit, takes, meaning, rule: Rule::EachRun(value) }
}

/// Every metric.
pub const METRICS: &[MetricAbout] = &[
    row(
        "udp_throughput_bps",
        "UDP throughput",
        Unit::BitRate,
        Takes::Nothing,
        "total throughput of all UDP flows",
        |it| it.class("udp", |class| class.throughput_bps),
    ),
    row(
        "tcp_throughput_bps",
        "TCP throughput",
        Unit::BitRate,
        Takes::Nothing,
        "total throughput of all TCP flows, duplicates included",
        |it| it.class("tcp", |class| class.throughput_bps),
    ),
    row(
        "tcp_goodput_bps",
        "TCP goodput",
        Unit::BitRate,
        Takes::Nothing,
        "rate at which all TCP flows together deliver data in order for the first time",
        |it| it.class("tcp", |class| class.goodput_bps),
    ),
    row(
        "tcp_goodput_eq41_bps",
        "TCP goodput after Eq. 4.1",
        Unit::BitRate,
        Takes::Nothing,
        "received minus retransmitted bits, which can be negative",
        |it| it.class("tcp", |class| class.goodput_eq41_bps),
    ),
    row(
        "udp_utilization",
        "UDP share of the link",
        Unit::Plain,
        Takes::Nothing,
        "UDP throughput divided by the capacity",
        |it| it.class("udp", |class| class.throughput_bps).map(|rate| rate / it.capacity_bps()),
    ),
    row(
        "tcp_utilization",
        "TCP share of the link",
        Unit::Plain,
        Takes::Nothing,
        "TCP throughput divided by the capacity",
        |it| it.class("tcp", |class| class.throughput_bps).map(|rate| rate / it.capacity_bps()),
    ),
    row(
        "utilization",
        "link utilization",
        Unit::Plain,
        Takes::Nothing,
        "share of the time in which the link is busy",
        |it| Some(it.run.bottleneck.utilization),
    ),
    row(
        "jain_index",
        "fairness, all flows",
        Unit::Plain,
        Takes::Nothing,
        "Jain's index of the throughput of all flows",
        |it| it.run.jain_index,
    ),
    row(
        "tcp_jain_index",
        "fairness, TCP flows",
        Unit::Plain,
        Takes::Nothing,
        "Jain's index of the throughput of the TCP flows alone",
        |it| it.class("tcp", |class| class.jain_index).flatten(),
    ),
    row(
        "group_jain_index",
        "fairness in group {}",
        Unit::Plain,
        Takes::Group,
        "Jain's index of the throughput of the flows of one group",
        |it| it.jain_where(|place, _| *it.argument == Argument::Place(place)),
    ),
    row(
        "transport_jain_index",
        "fairness among {}",
        Unit::Plain,
        Takes::Transport,
        "Jain's index of the throughput of the flows of one transport",
        |it| it.jain_where(|_, group| group.transport_in_results() == it.argument_id()),
    ),
    row(
        "starved_ratio",
        "starved flows ÷ flows",
        Unit::Plain,
        Takes::Nothing,
        "share of the flows that receive less than a tenth of the equal share, which is the capacity divided by the number of flows",
        |it| {
            let flows = &it.run.flows;
            let starved = flows.iter().filter(|flow| flow.throughput_bps < it.fair_share_bps() / 10.0);
            ratio(starved.count() as u64, flows.len() as u64)
        },
    ),
    row(
        "udp_loss_ratio",
        "UDP loss",
        Unit::Plain,
        Takes::Nothing,
        "share of the arriving UDP packets that are dropped",
        |it| it.class("udp", |class| class.loss_ratio).flatten(),
    ),
    row(
        "tcp_loss_ratio",
        "TCP loss",
        Unit::Plain,
        Takes::Nothing,
        "share of the arriving TCP packets that are dropped",
        |it| it.class("tcp", |class| class.loss_ratio).flatten(),
    ),
    row(
        "queueing_delay_s",
        "queueing delay",
        Unit::Seconds,
        Takes::Nothing,
        "mean waiting time of the packets that left the queue",
        |it| it.run.bottleneck.queueing_delay_s.mean,
    ),
    row(
        "queueing_delay_eq44_s",
        "queueing delay by Eq. 4.4",
        Unit::Seconds,
        Takes::Nothing,
        "formula of the CHOKeD thesis: mean of arrival time minus sending time, divided by the number of flows. It is at most 0, so it is not a delay",
        |it| {
            let flows = it.run.flows.len();
            let delay_s = it.run.bottleneck.queueing_delay_s.mean?;
            (flows > 0).then(|| -delay_s / flows as f64)
        },
    ),
    row(
        "queueing_delay_p50_s",
        "queueing delay, median",
        Unit::Seconds,
        Takes::Nothing,
        "median waiting time of the packets that left the queue",
        |it| it.run.bottleneck.queueing_delay_s.p50,
    ),
    row(
        "queueing_delay_p95_s",
        "queueing delay, 95 %",
        Unit::Seconds,
        Takes::Nothing,
        "95th percentile of the waiting time of the packets that left the queue",
        |it| it.run.bottleneck.queueing_delay_s.p95,
    ),
    row(
        "queueing_delay_p99_s",
        "queueing delay, 99 %",
        Unit::Seconds,
        Takes::Nothing,
        "99th percentile of the waiting time of the packets that left the queue",
        |it| it.run.bottleneck.queueing_delay_s.p99,
    ),
    row(
        "flow_queueing_delay_s",
        "queueing delay of flow {}",
        Unit::Seconds,
        Takes::Flow,
        "mean waiting time of the packets of one flow that left the queue",
        |it| it.flow()?.mean_queueing_delay_s,
    ),
    row(
        "udp_queueing_delay_s",
        "queueing delay, UDP",
        Unit::Seconds,
        Takes::Nothing,
        "mean waiting time of the UDP packets that left the queue",
        |it| it.class("udp", |class| class.mean_queueing_delay_s).flatten(),
    ),
    row(
        "tcp_queueing_delay_s",
        "queueing delay, TCP",
        Unit::Seconds,
        Takes::Nothing,
        "mean waiting time of the TCP packets that left the queue",
        |it| it.class("tcp", |class| class.mean_queueing_delay_s).flatten(),
    ),
    row(
        "udp_queueing_delay_p95_s",
        "queueing delay, UDP, 95 %",
        Unit::Seconds,
        Takes::Nothing,
        "95th percentile of the waiting time of the UDP packets that left the queue",
        |it| it.class_delays()?[0].p95,
    ),
    row(
        "tcp_queueing_delay_p95_s",
        "queueing delay, TCP, 95 %",
        Unit::Seconds,
        Takes::Nothing,
        "95th percentile of the waiting time of the TCP packets that left the queue",
        |it| it.class_delays()?[1].p95,
    ),
    row(
        "group_queueing_delay_s",
        "queueing delay of group {}",
        Unit::Seconds,
        Takes::Group,
        "mean waiting time of the packets of one group that left the queue",
        |it| it.group_delays()?.mean,
    ),
    row(
        "group_queueing_delay_p50_s",
        "queueing delay of group {}, median",
        Unit::Seconds,
        Takes::Group,
        "median waiting time of the packets of one group that left the queue",
        |it| it.group_delays()?.p50,
    ),
    row(
        "group_queueing_delay_p95_s",
        "queueing delay of group {}, 95 %",
        Unit::Seconds,
        Takes::Group,
        "95th percentile of the waiting time of the packets of one group that left the queue",
        |it| it.group_delays()?.p95,
    ),
    row(
        "group_queueing_delay_p99_s",
        "queueing delay of group {}, 99 %",
        Unit::Seconds,
        Takes::Group,
        "99th percentile of the waiting time of the packets of one group that left the queue",
        |it| it.group_delays()?.p99,
    ),
    row(
        "time_in_system_s",
        "time in the system",
        Unit::Seconds,
        Takes::Nothing,
        "mean time from arrival to the end of the transmission, of the packets that were sent",
        |it| it.run.bottleneck.mean_time_in_system_s,
    ),
    row(
        "power_bps_per_s",
        "power of the link",
        Unit::Power,
        Takes::Nothing,
        "total throughput of all flows divided by the mean time from arrival to the end of the transmission",
        |it| {
            let throughput_bps = it.sum_where(|_, _| true)?;
            it.run.bottleneck.mean_time_in_system_s.map(|time_s| throughput_bps / time_s)
        },
    ),
    row("queue_packets", "queue length", Unit::Packets, Takes::Nothing, "packets waiting, mean over time", |it| {
        Some(it.run.bottleneck.queue_packets.mean)
    }),
    row(
        "queue_sd_packets",
        "queue length, deviation",
        Unit::Packets,
        Takes::Nothing,
        "standard deviation of the number of waiting packets over time",
        |it| Some(it.run.bottleneck.queue_packets.sd),
    ),
    row(
        "queue_p5_packets",
        "queue length, 5 %",
        Unit::Packets,
        Takes::Nothing,
        "5th percentile of the number of waiting packets over time",
        |it| Some(it.run.bottleneck.queue_packets.p5 as f64),
    ),
    row(
        "queue_p95_packets",
        "queue length, 95 %",
        Unit::Packets,
        Takes::Nothing,
        "95th percentile of the number of waiting packets over time",
        |it| Some(it.run.bottleneck.queue_packets.p95 as f64),
    ),
    row(
        "queue_empty_ratio",
        "queue empty",
        Unit::Plain,
        Takes::Nothing,
        "share of the time in which no packet waits",
        |it| Some(it.run.bottleneck.queue_packets.empty),
    ),
    row(
        "queue_full_ratio",
        "queue full",
        Unit::Plain,
        Takes::Nothing,
        "share of the time in which the queue is at its limit",
        |it| Some(it.run.bottleneck.queue_packets.full),
    ),
    row(
        "avg_queue_packets",
        "average queue",
        Unit::Packets,
        Takes::Nothing,
        "mean over time of the discipline's own moving average",
        |it| it.run.bottleneck.avg_queue_packets.map(|average| average.mean),
    ),
    row(
        "avg_queue_sd_packets",
        "average queue, deviation",
        Unit::Packets,
        Takes::Nothing,
        "standard deviation over time of the discipline's own moving average",
        |it| it.run.bottleneck.avg_queue_packets.map(|average| average.sd),
    ),
    row(
        "throughput_sd_bps",
        "deviation between flows",
        Unit::BitRate,
        Takes::Nothing,
        "sample standard deviation (n - 1) of the throughput over the flows of one run",
        |it| {
            let rates: Vec<f64> = it.run.flows.iter().map(|flow| flow.throughput_bps).collect();
            (rates.len() > 1).then(|| summary(&rates).sd)
        },
    ),
    row(
        "comparisons_per_arrival",
        "comparisons per arrival",
        Unit::Plain,
        Takes::Nothing,
        "mean number of queued packets that are compared with an arrival",
        |it| it.per_arrival(it.window().comparisons),
    ),
    row(
        "state_bytes",
        "state kept",
        Unit::Bytes,
        Takes::Nothing,
        "memory of the discipline at the end, without the waiting packets: tables, counts, queues, bins",
        |it| Some(it.run.cost.state_bytes as f64),
    ),
    row(
        "red_drops",
        "drops by RED",
        Unit::Packets,
        Takes::Nothing,
        "early and forced drops, counted from the start of the run",
        |it| Some(drops_for(&it.run.bottleneck.drops, BY_RED) as f64),
    ),
    row(
        "match_drops",
        "drops by match or table",
        Unit::Packets,
        Takes::Nothing,
        "matched arrivals, their victims and drops of flows listed as offenders, counted from the start of the run",
        |it| Some(drops_for(&it.run.bottleneck.drops, BY_MATCH_OR_TABLE) as f64),
    ),
    row("drop_ratio", "drops ÷ arrivals", Unit::Plain, Takes::Nothing, "all drops divided by the arrivals", |it| {
        it.per_arrival(it.window().dropped_packets)
    }),
    row(
        "match_drop_ratio",
        "drops by match ÷ arrivals",
        Unit::Plain,
        Takes::Nothing,
        "matched arrivals and their victims divided by the arrivals",
        |it| it.per_arrival(it.dropped_for(BY_MATCH)),
    ),
    row(
        "early_drop_ratio",
        "early drops ÷ arrivals",
        Unit::Plain,
        Takes::Nothing,
        "random drops below the upper threshold, divided by the arrivals",
        |it| it.per_arrival(it.dropped_for(&["early"])),
    ),
    row(
        "red_drop_ratio",
        "drops by RED ÷ arrivals",
        Unit::Plain,
        Takes::Nothing,
        "early and forced drops divided by the arrivals",
        |it| it.per_arrival(it.dropped_for(BY_RED)),
    ),
    row(
        "penalty_drop_ratio",
        "penalty drops ÷ arrivals",
        Unit::Plain,
        Takes::Nothing,
        "drops of flows listed as offenders divided by the arrivals",
        |it| it.per_arrival(it.dropped_for(&["penalty"])),
    ),
    row("mark_ratio", "marks ÷ arrivals", Unit::Plain, Takes::Nothing, "all ECN marks divided by the arrivals", |it| {
        it.per_arrival(it.window().marked_packets)
    }),
    row(
        "drop_share",
        "share of the drops: {}",
        Unit::Plain,
        Takes::Reason,
        "drops for one reason divided by all drops",
        |it| it.per_drop(it.dropped_for(&[it.argument_id()])),
    ),
    row(
        "red_drop_share",
        "RED's share of the drops",
        Unit::Plain,
        Takes::Nothing,
        "early and forced drops divided by all drops",
        |it| it.per_drop(it.dropped_for(BY_RED)),
    ),
    row(
        "match_drop_share",
        "share of the drops by match or table",
        Unit::Plain,
        Takes::Nothing,
        "matched arrivals, their victims and drops of flows listed as offenders, divided by all drops",
        |it| it.per_drop(it.dropped_for(BY_MATCH_OR_TABLE)),
    ),
    row(
        "match_ratio",
        "matches ÷ comparisons",
        Unit::Plain,
        Takes::Nothing,
        "share of matches among the queued packets that are compared with an arrival",
        |it| ratio(it.dropped_for(&["match_victim"]), it.window().comparisons),
    ),
    row("flow_throughput_bps", "throughput of flow {}", Unit::BitRate, Takes::Flow, "throughput of one flow", |it| {
        it.flow().map(|flow| flow.throughput_bps)
    }),
    row(
        "flow_loss_ratio",
        "loss of flow {}",
        Unit::Plain,
        Takes::Flow,
        "share of the arriving packets of one flow that are dropped",
        |it| it.flow()?.loss_ratio,
    ),
    row(
        "transport_throughput_bps",
        "throughput of {}",
        Unit::BitRate,
        Takes::Transport,
        "total throughput of all flows of one transport",
        |it| it.sum_where(|_, flow| flow.transport == it.argument_id()),
    ),
    row(
        "group_throughput_bps",
        "throughput of group {}",
        Unit::BitRate,
        Takes::Group,
        "total throughput of all flows of one group",
        |it| it.groups_where(|place, _| *it.argument == Argument::Place(place)),
    ),
    row(
        "convergence_s",
        "convergence time of group {}",
        Unit::Seconds,
        Takes::Group,
        "time from the last change of the scene until the rate of one group stays within 20 % of its mean over the last quarter of the remaining time; undefined if it leaves this range in that quarter",
        |it| it.convergence_s(),
    ),
    row(
        "source_throughput_bps",
        "throughput of {} sources",
        Unit::BitRate,
        Takes::Source,
        "total throughput of all flows with one kind of source",
        |it| it.groups_where(|_, group| group.source == it.argument_id()),
    ),
    row(
        "completion_s",
        "completion time of objects",
        Unit::Seconds,
        Takes::Nothing,
        "mean completion time of the web objects that were completed since the start of the run",
        |it| it.class("tcp", |class| class.mean_completion_s).flatten(),
    ),
    row(
        "page_load_s",
        "page load time",
        Unit::Seconds,
        Takes::Nothing,
        "mean time from the request of a web page to the completion of its last object, since the start of the run; completion_s if each page is one object",
        |it| it.class("tcp", |class| class.pages.map_or(class.mean_completion_s, |pages| pages.mean_load_s)).flatten(),
    ),
    row(
        "transfer_s",
        "transfer time in group {}",
        Unit::Seconds,
        Takes::Group,
        "mean completion time of the transfers of one group that start in the measured window; undefined if a transfer has not ended",
        |it| it.transfer_mean(any_size),
    ),
    row(
        "transfer_p50_s",
        "median transfer time in group {}",
        Unit::Seconds,
        Takes::Group,
        "median completion time of the transfers of one group that start in the measured window; a transfer that has not ended counts as the slowest",
        |it| it.transfer_quantile(0.5, any_size),
    ),
    row(
        "transfer_p95_s",
        "95 % transfer time in group {}",
        Unit::Seconds,
        Takes::Group,
        "95th percentile of the completion time of the transfers of one group that start in the measured window; a transfer that has not ended counts as the slowest",
        |it| it.transfer_quantile(0.95, any_size),
    ),
    row(
        "transfer_p99_s",
        "99 % transfer time in group {}",
        Unit::Seconds,
        Takes::Group,
        "99th percentile of the completion time of the transfers of one group that start in the measured window; a transfer that has not ended counts as the slowest",
        |it| it.transfer_quantile(0.99, any_size),
    ),
    row(
        "transfer_short_s",
        "transfer time of short files in group {}",
        Unit::Seconds,
        Takes::Group,
        "as transfer_s, for files of at most 100 packets",
        |it| it.transfer_mean(is_short),
    ),
    row(
        "transfer_short_p99_s",
        "99 % transfer time of short files in group {}",
        Unit::Seconds,
        Takes::Group,
        "as transfer_p99_s, for files of at most 100 packets",
        |it| it.transfer_quantile(0.99, is_short),
    ),
    row(
        "transfer_long_s",
        "transfer time of long files in group {}",
        Unit::Seconds,
        Takes::Group,
        "as transfer_s, for files of more than 100 packets",
        |it| it.transfer_mean(|packets| !is_short(packets)),
    ),
    row(
        "transfer_ended_ratio",
        "ended transfers ÷ transfers in group {}",
        Unit::Plain,
        Takes::Group,
        "share of the transfers of one group that start in the measured window and have ended",
        |it| {
            let times = it.transfer_times(any_size)?;
            ratio(times.iter().filter(|time| time.is_finite()).count() as u64, times.len() as u64)
        },
    ),
    row(
        "tcp_flow_min_bps",
        "slowest TCP flow",
        Unit::BitRate,
        Takes::Nothing,
        "throughput of the TCP flow with the smallest throughput",
        |it| it.tcp_flows().reduce(f64::min),
    ),
    row(
        "tcp_flow_max_bps",
        "fastest TCP flow",
        Unit::BitRate,
        Takes::Nothing,
        "throughput of the TCP flow with the largest throughput",
        |it| it.tcp_flows().reduce(f64::max),
    ),
    row(
        "udp_share",
        "UDP share, {} s",
        Unit::Plain,
        Takes::Stretch,
        "UDP's share of the bytes that leave between two times",
        |it| it.in_bins(|bins, stretch| bins.udp_share(stretch)),
    ),
    row(
        "udp_share_sd",
        "deviation of the UDP share, {} s",
        Unit::Plain,
        Takes::Stretch,
        "standard deviation of UDP's share of the departing bytes, over the bins between two times",
        |it| {
            it.in_bins(|bins, stretch| {
                let shares: Vec<f64> = stretch.filter_map(|bin| bins.udp_share(bin..bin + 1)).collect();
                (!shares.is_empty()).then(|| summary(&shares).sd)
            })
        },
    ),
    row(
        "link_use",
        "use of the link, {} s",
        Unit::Plain,
        Takes::Stretch,
        "bytes that leave between two times, divided by the bytes that the link could have sent in that time",
        |it| {
            it.in_bins(|bins, stretch| {
                let could = it.capacity_bps() / 8.0 * bins.width_s * stretch.len() as f64;
                Some(bins.bytes[stretch].iter().sum::<u64>() as f64 / could)
            })
        },
    ),
    MetricAbout {
        id: "udp_share_peak",
        name: "largest UDP share, {} s",
        unit: Unit::Plain,
        takes: Takes::Stretch,
        meaning: "UDP's share of the departing bytes in one bin: of the bins between two times, the bin with the largest mean share over the runs",
        rule: Rule::PeakOfMean,
    },
    row(
        "udp_queue_share",
        "UDP share of the queue, {} s",
        Unit::Plain,
        Takes::Stretch,
        "UDP's share of the waiting packets between two times",
        |it| it.in_bins(|bins, stretch| bins.udp_queue_share(stretch)),
    ),
];
