//! The compared quantities: the name in the reference, and the value in the engine.

use super::case::Case;
use super::scene;
use chokepoint_engine::measure::{ClassResult, RunResult};
use std::ops::Deref;

/// A run of the engine over one period.
pub(super) struct Run {
    pub(super) result: RunResult,
    /// The number of connections whose opening packet the reference counts as progress in this period.
    pub(super) openings: usize,
    /// Bytes that were received before this period and delivered in the period, since the other simulators count deliveries.
    pub(super) released_bytes: u64,
}

impl Deref for Run {
    type Target = RunResult;

    fn deref(&self) -> &RunResult {
        &self.result
    }
}

/// A quantity that both sides measure.
pub(super) struct Metric {
    /// The reference's name for the quantity.
    pub(super) name: &'static str,
    /// The engine's value, if this run has it.
    pub(super) ours: fn(&Run) -> Option<f64>,
    /// Up to this size a difference is negligible, in the quantity's own unit: less than about a packet per run.
    pub(super) negligible: f64,
    /// Whether the metric is one of the few headline metrics, which measure the performance of a discipline. The other
    /// metrics help to explain the performance.
    pub(super) is_headline: bool,
}

const fn headline(name: &'static str, negligible: f64, ours: fn(&Run) -> Option<f64>) -> Metric {
    Metric { name, ours, negligible, is_headline: true }
}

const fn detail(name: &'static str, negligible: f64, ours: fn(&Run) -> Option<f64>) -> Metric {
    Metric { name, ours, negligible, is_headline: false }
}

/// All compared quantities, each over the period that both simulators measured.
pub(super) const METRICS: &[Metric] = &[
    headline("udp_mbps", 1e-4, |run| class(run, "udp", |it| it.throughput_bps / 1e6)),
    headline("tcp_mbps", 1e-4, |run| class(run, "tcp", |it| it.throughput_bps / 1e6)),
    headline("util", 1e-4, |run| Some(run.bottleneck.utilization)),
    headline("utilisation", 1e-3, |run| Some(run.bottleneck.utilization)),
    headline("udp_share", 2e-3, |run| share_of(run, |flow| flow.class == "udp")),
    headline("udp_share_1", 2e-3, |run| udp_share(run, 0)),
    headline("udp_share_2", 2e-3, |run| udp_share(run, 1)),
    headline("udp_share_3", 2e-3, |run| udp_share(run, 2)),
    headline("udp_share_4", 2e-3, |run| udp_share(run, 3)),
    headline("share_reno", 2e-3, |run| share_of_control(run, "reno")),
    headline("share_cubic", 2e-3, |run| share_of_control(run, "cubic")),
    headline("share_bbr", 2e-3, |run| share_of_control(run, "bbr")),
    headline("share_vegas", 2e-3, |run| share_of_control(run, "vegas")),
    detail("tcp_bps", 1e3, |run| class(run, "tcp", |it| it.throughput_bps)),
    detail("udp_bps", 1e3, |run| class(run, "udp", |it| it.throughput_bps)),
    headline("goodput_tcp_inorder_mbps", 1e-4, goodput_as_in_ns2),
    detail("goodput_tcp_rx_minus_rexmit_mbps", 1e-3, |run| class(run, "tcp", |it| it.goodput_eq41_bps / 1e6)),
    headline("jain_all", 1e-3, |run| run.jain_index),
    headline("jain_tcp", 1e-3, |run| class(run, "tcp", fairness_as_in_ns2)),
    detail("jain_udp", 1e-3, |run| class(run, "udp", fairness_as_in_ns2)),
    headline("queue_mean_pkts", 0.05, |run| Some(run.bottleneck.queue_packets.mean)),
    detail("queue_sd_pkts", 0.05, |run| Some(run.bottleneck.queue_packets.sd)),
    headline("qdelay_mean_s", 1e-4, |run| run.bottleneck.queueing_delay_s.mean),
    detail("qdelay_sd_s", 1e-4, |run| run.bottleneck.queueing_delay_s.sd),
    detail("qdelay_tcp_s", 1e-4, |run| class(run, "tcp", |it| it.mean_queueing_delay_s).flatten()),
    detail("qdelay_udp_s", 1e-4, |run| class(run, "udp", |it| it.mean_queueing_delay_s).flatten()),
    headline("udp_loss", 1e-3, |run| class(run, "udp", |it| it.loss_ratio).flatten()),
    headline("tcp_loss", 1e-3, |run| class(run, "tcp", |it| it.loss_ratio).flatten()),
    detail("rexmit_frac", 1e-3, |run| class(run, "tcp", |it| it.retransmitted_ratio).flatten()),
    detail("tcp_min_mbps", 1e-4, |run| tcp_rates(run).reduce(f64::min)),
    detail("tcp_max_mbps", 1e-4, |run| tcp_rates(run).reduce(f64::max)),
    headline("avgq_mean", 0.05, |run| run.bottleneck.avg_queue_packets.map(|it| it.mean)),
    detail("avgq_sd", 0.05, |run| run.bottleneck.avg_queue_packets.map(|it| it.sd)),
    detail("arrivals", 2.0, |run| count(run.bottleneck.window.arrived_packets)),
    detail("dequeued", 2.0, |run| count(run.bottleneck.window.departed_packets)),
    detail("departures", 2.0, |run| count(run.bottleneck.window.departed_packets)),
    detail("drops", 2.0, |run| count(run.bottleneck.window.dropped_packets)),
    detail("marks", 2.0, |run| count(run.bottleneck.window.marked_packets)),
    detail("count_match_arrival", 2.0, |run| drops(run, "match_arriving")),
    detail("count_match_victim", 2.0, |run| drops(run, "match_victim")),
    detail("count_early", 2.0, |run| drops(run, "early")),
    detail("count_forced", 2.0, |run| drops(run, "forced")),
    detail("count_overflow", 2.0, |run| Some(drops(run, "overflow")? + drops(run, "push_out").unwrap_or(0.0))),
    detail("count_prob_drop", 2.0, |run| drops(run, "longest_flow")),
    detail("count_rate_drop", 2.0, |run| drops(run, "push_out")),
    detail("count_marks", 2.0, |run| count(run.bottleneck.window.marked_packets)),
    detail("count_table", 2.0, |run| drops(run, "penalty")),
    detail("count_draws", 2.0, |run| count(run.bottleneck.window.comparisons)),
    detail("kind_early", 2.0, |run| Some(drops(run, "early")? + drops(run, "forced")?)),
    detail("kind_pdrop", 2.0, |run| drops(run, "overflow")),
    detail("kind_matched", 2.0, |run| drops(run, "match_arriving")),
    detail("kind_marked", 2.0, |run| count(run.bottleneck.window.marked_packets)),
    detail("kind_ecn_mark", 2.0, |run| count(run.bottleneck.window.marked_packets)),
    detail("kind_drop_overlimit", 2.0, |run| Some(drops(run, "overflow")? + drops(run, "push_out").unwrap_or(0.0))),
    detail("kind_overlimit", 2.0, |run| drops(run, "overflow")),
    detail("kind_dropped", 2.0, |run| count(run.bottleneck.window.dropped_packets)),
    detail("kind_packets_in", 2.0, |run| {
        count(run.bottleneck.window.arrived_packets - run.bottleneck.window.dropped_packets)
    }),
    detail("kind_earlydrop", 2.0, |run| drops(run, "early")),
    detail("kind_penaltydrop", 2.0, |run| drops(run, "penalty")),
    detail("kind_bucketdrop", 2.0, |run| drops(run, "bin_limit")),
    detail("kind_queuedrop", 2.0, |run| drops(run, "overflow")),
    detail("udp0_mbps", 1e-4, |run| udp_rate(run, 0)),
    detail("udp1_mbps", 1e-4, |run| udp_rate(run, 1)),
    detail("udp2_mbps", 1e-4, |run| udp_rate(run, 2)),
    detail("udp3_mbps", 1e-4, |run| udp_rate(run, 3)),
    detail("udp4_mbps", 1e-4, |run| udp_rate(run, 4)),
    detail("udp0_loss", 1e-3, |run| udp_flow(run, 0)?.loss_ratio),
    detail("udp1_loss", 1e-3, |run| udp_flow(run, 1)?.loss_ratio),
    detail("udp2_loss", 1e-3, |run| udp_flow(run, 2)?.loss_ratio),
    detail("udp3_loss", 1e-3, |run| udp_flow(run, 3)?.loss_ratio),
    detail("udp4_loss", 1e-3, |run| udp_flow(run, 4)?.loss_ratio),
    detail("tcp_rttclass0_mbps", 1e-4, |run| tcp_group(run, 0)),
    detail("tcp_rttclass1_mbps", 1e-4, |run| tcp_group(run, 1)),
    detail("tcp_Reno_mbps", 1e-4, |run| Some(rates(run, |flow| flow.transport == "reno").sum())),
    detail("tcp_Vegas_mbps", 1e-4, |run| Some(rates(run, |flow| flow.transport == "vegas").sum())),
    detail("tcp_ftp_mbps", 1e-4, |run| Some(rates(run, |flow| flow.source == "ftp").sum())),
    detail("tcp_http_mbps", 1e-4, |run| Some(rates(run, |flow| flow.source == "web").sum())),
];

/// Whether, in a case, the engine's value has the same meaning as the reference's value.
///
/// A quantity that is equal to another by definition is compared only once.
///
/// PerNEWQUE marks queued packets and drops some of these later. The engine counts all marked packets, whereas the
/// reference's `marks` counts only the marked packets that left. PerNEWQUE as printed drops packets although the buffer has
/// room; we count these drops together with the drops of a full buffer.
pub(super) fn means_the_same(name: &str, case: &Case) -> bool {
    // Reasons are counted over the whole run only.
    let measured = || case.windows.iter().flat_map(|window| &window.values);
    let counts = |name: &str| measured().any(|(it, mean, _)| it == name && *mean > 0.0);
    match name {
        "marks" => !counts("count_marks"),
        "count_overflow" => !counts("count_rate_drop"),
        "count_rate_drop" => counts("count_rate_drop"),
        // Linux counts packets that were lost in its ring as queued; the engine does not.
        "queue_mean_pkts" | "queue_sd_pkts" => case.settings["qdisc"] != "choke_asis",
        // The share of a single UDP flow equals the share of all UDP flows.
        "udp_share_1" => counts("udp_share_2"),
        _ => true,
    }
}

/// The share of all received bytes that the selected flows received.
fn share_of(run: &RunResult, wanted: impl Fn(&chokepoint_engine::measure::FlowResult) -> bool) -> Option<f64> {
    let sum = |flows: &mut dyn Iterator<Item = &chokepoint_engine::measure::FlowResult>| -> f64 {
        flows.map(|flow| flow.throughput_bps).sum()
    };
    let all = sum(&mut run.flows.iter());
    (all > 0.0).then(|| sum(&mut run.flows.iter().filter(|flow| wanted(flow))) / all)
}

fn udp_share(run: &RunResult, place: usize) -> Option<f64> {
    let id = udp_flow(run, place)?.id;
    share_of(run, |flow| flow.id == id)
}

fn share_of_control(run: &RunResult, control: &str) -> Option<f64> {
    let transport = scene::transport_in_linux(control).ok()?;
    share_of(run, |flow| flow.transport == transport)
}

/// Jain's index. Without traffic the engine has no index, and the reference has 0.
fn fairness_as_in_ns2(class: &ClassResult) -> f64 {
    class.jain_index.unwrap_or(0.0)
}

/// Goodput as ns-2 counts it, at the senders: it includes packets received before the period, and the opening packet of every
/// connection as a whole packet.
fn goodput_as_in_ns2(run: &Run) -> Option<f64> {
    let more_bits = run.openings as f64 * 8_000.0 + run.released_bytes as f64 * 8.0;
    let more_bps = more_bits / (run.duration_s - run.measured_from_s);
    class(run, "tcp", |it| it.goodput_bps).map(|goodput| (goodput + more_bps) / 1e6)
}

fn class<T>(run: &RunResult, name: &str, value: fn(&ClassResult) -> T) -> Option<T> {
    run.classes.get(name).map(value)
}

#[allow(clippy::unnecessary_wraps, reason = "every metric may have no value")]
fn count(count: u64) -> Option<f64> {
    Some(count as f64)
}

fn drops(run: &RunResult, reason: &str) -> Option<f64> {
    count(run.bottleneck.window.drops.get(reason).copied()?)
}

fn rates(
    run: &RunResult,
    wanted: fn(&chokepoint_engine::measure::FlowResult) -> bool,
) -> impl Iterator<Item = f64> + '_ {
    run.flows.iter().filter(move |flow| wanted(flow)).map(|flow| flow.throughput_bps / 1e6)
}

fn tcp_rates(run: &RunResult) -> impl Iterator<Item = f64> + '_ {
    rates(run, |flow| flow.class == "tcp")
}

fn udp_flow(run: &RunResult, place: usize) -> Option<&chokepoint_engine::measure::FlowResult> {
    run.flows.iter().filter(|flow| flow.class == "udp").nth(place)
}

fn udp_rate(run: &RunResult, place: usize) -> Option<f64> {
    Some(udp_flow(run, place)?.throughput_bps / 1e6)
}

fn tcp_group(run: &RunResult, place: usize) -> Option<f64> {
    let first = run.flows.iter().find(|flow| flow.class == "tcp")?.group;
    Some(run.flows.iter().filter(|flow| flow.group == first + place).map(|flow| flow.throughput_bps / 1e6).sum())
}
