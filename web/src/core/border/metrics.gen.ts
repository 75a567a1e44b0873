// Generated from the engine's declarations by `npm run generate`; do not edit.

/** The argument after the colon of a metric. */
export type MetricTakes = 'nothing' | 'flow' | 'group' | 'transport' | 'source' | 'reason';

/** A metric of a run; in a name, `{}` is the place of the argument. */
export interface MetricAbout {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly takes: MetricTakes;
  readonly meaning: string;
}

export const METRICS: readonly MetricAbout[] = [
  { id: "udp_throughput_bps", name: "UDP throughput", unit: "bit/s", takes: "nothing", meaning: "total throughput of all UDP flows" },
  { id: "tcp_throughput_bps", name: "TCP throughput", unit: "bit/s", takes: "nothing", meaning: "total throughput of all TCP flows, duplicates included" },
  { id: "tcp_goodput_bps", name: "TCP goodput", unit: "bit/s", takes: "nothing", meaning: "rate at which all TCP flows together deliver data in order for the first time" },
  { id: "tcp_goodput_eq41_bps", name: "TCP goodput after Eq. 4.1", unit: "bit/s", takes: "nothing", meaning: "received minus retransmitted bits, which can be negative" },
  { id: "udp_utilization", name: "UDP share of the link", unit: "", takes: "nothing", meaning: "UDP throughput divided by the capacity" },
  { id: "tcp_utilization", name: "TCP share of the link", unit: "", takes: "nothing", meaning: "TCP throughput divided by the capacity" },
  { id: "utilization", name: "link utilization", unit: "", takes: "nothing", meaning: "share of the time in which the link is busy" },
  { id: "jain_index", name: "fairness, all flows", unit: "", takes: "nothing", meaning: "Jain's index of the throughput of all flows" },
  { id: "tcp_jain_index", name: "fairness, TCP flows", unit: "", takes: "nothing", meaning: "Jain's index of the throughput of the TCP flows alone" },
  { id: "group_jain_index", name: "fairness in group {}", unit: "", takes: "group", meaning: "Jain's index of the throughput of the flows of one group" },
  { id: "transport_jain_index", name: "fairness among {}", unit: "", takes: "transport", meaning: "Jain's index of the throughput of the flows of one transport" },
  { id: "starved_ratio", name: "starved flows ÷ flows", unit: "", takes: "nothing", meaning: "share of the flows that receive less than a tenth of the equal share, which is the capacity divided by the number of flows" },
  { id: "udp_loss_ratio", name: "UDP loss", unit: "", takes: "nothing", meaning: "share of the arriving UDP packets that are dropped" },
  { id: "tcp_loss_ratio", name: "TCP loss", unit: "", takes: "nothing", meaning: "share of the arriving TCP packets that are dropped" },
  { id: "queueing_delay_s", name: "queueing delay", unit: "s", takes: "nothing", meaning: "mean waiting time of the packets that left the queue" },
  { id: "queueing_delay_eq44_s", name: "queueing delay by Eq. 4.4", unit: "s", takes: "nothing", meaning: "formula of the CHOKeD thesis: mean of arrival time minus sending time, divided by the number of flows. It is at most 0, so it is not a delay" },
  { id: "queueing_delay_p50_s", name: "queueing delay, median", unit: "s", takes: "nothing", meaning: "median waiting time of the packets that left the queue" },
  { id: "queueing_delay_p95_s", name: "queueing delay, 95 %", unit: "s", takes: "nothing", meaning: "95th percentile of the waiting time of the packets that left the queue" },
  { id: "queueing_delay_p99_s", name: "queueing delay, 99 %", unit: "s", takes: "nothing", meaning: "99th percentile of the waiting time of the packets that left the queue" },
  { id: "flow_queueing_delay_s", name: "queueing delay of flow {}", unit: "s", takes: "flow", meaning: "mean waiting time of the packets of one flow that left the queue" },
  { id: "udp_queueing_delay_s", name: "queueing delay, UDP", unit: "s", takes: "nothing", meaning: "mean waiting time of the UDP packets that left the queue" },
  { id: "tcp_queueing_delay_s", name: "queueing delay, TCP", unit: "s", takes: "nothing", meaning: "mean waiting time of the TCP packets that left the queue" },
  { id: "udp_queueing_delay_p95_s", name: "queueing delay, UDP, 95 %", unit: "s", takes: "nothing", meaning: "95th percentile of the waiting time of the UDP packets that left the queue" },
  { id: "tcp_queueing_delay_p95_s", name: "queueing delay, TCP, 95 %", unit: "s", takes: "nothing", meaning: "95th percentile of the waiting time of the TCP packets that left the queue" },
  { id: "group_queueing_delay_s", name: "queueing delay of group {}", unit: "s", takes: "group", meaning: "mean waiting time of the packets of one group that left the queue" },
  { id: "group_queueing_delay_p50_s", name: "queueing delay of group {}, median", unit: "s", takes: "group", meaning: "median waiting time of the packets of one group that left the queue" },
  { id: "group_queueing_delay_p95_s", name: "queueing delay of group {}, 95 %", unit: "s", takes: "group", meaning: "95th percentile of the waiting time of the packets of one group that left the queue" },
  { id: "group_queueing_delay_p99_s", name: "queueing delay of group {}, 99 %", unit: "s", takes: "group", meaning: "99th percentile of the waiting time of the packets of one group that left the queue" },
  { id: "time_in_system_s", name: "time in the system", unit: "s", takes: "nothing", meaning: "mean time from arrival to the end of the transmission, of the packets that were sent" },
  { id: "power_bps_per_s", name: "power of the link", unit: "bit/s²", takes: "nothing", meaning: "total throughput of all flows divided by the mean time from arrival to the end of the transmission" },
  { id: "queue_packets", name: "queue length", unit: "packets", takes: "nothing", meaning: "packets waiting, mean over time" },
  { id: "queue_sd_packets", name: "queue length, deviation", unit: "packets", takes: "nothing", meaning: "standard deviation of the number of waiting packets over time" },
  { id: "queue_p5_packets", name: "queue length, 5 %", unit: "packets", takes: "nothing", meaning: "5th percentile of the number of waiting packets over time" },
  { id: "queue_p95_packets", name: "queue length, 95 %", unit: "packets", takes: "nothing", meaning: "95th percentile of the number of waiting packets over time" },
  { id: "queue_empty_ratio", name: "queue empty", unit: "", takes: "nothing", meaning: "share of the time in which no packet waits" },
  { id: "queue_full_ratio", name: "queue full", unit: "", takes: "nothing", meaning: "share of the time in which the queue is at its limit" },
  { id: "avg_queue_packets", name: "average queue", unit: "packets", takes: "nothing", meaning: "mean over time of the discipline's own moving average" },
  { id: "avg_queue_sd_packets", name: "average queue, deviation", unit: "packets", takes: "nothing", meaning: "standard deviation over time of the discipline's own moving average" },
  { id: "throughput_sd_bps", name: "deviation between flows", unit: "bit/s", takes: "nothing", meaning: "sample standard deviation (n - 1) of the throughput over the flows of one run" },
  { id: "comparisons_per_arrival", name: "comparisons per arrival", unit: "", takes: "nothing", meaning: "mean number of queued packets that are compared with an arrival" },
  { id: "state_bytes", name: "state kept", unit: "bytes", takes: "nothing", meaning: "memory of the discipline at the end, without the waiting packets: tables, counts, queues, bins" },
  { id: "red_drops", name: "drops by RED", unit: "packets", takes: "nothing", meaning: "early and forced drops, counted from the start of the run" },
  { id: "match_drops", name: "drops by match or table", unit: "packets", takes: "nothing", meaning: "matched arrivals, their victims and drops of flows listed as offenders, counted from the start of the run" },
  { id: "drop_ratio", name: "drops ÷ arrivals", unit: "", takes: "nothing", meaning: "all drops divided by the arrivals" },
  { id: "match_drop_ratio", name: "drops by match ÷ arrivals", unit: "", takes: "nothing", meaning: "matched arrivals and their victims divided by the arrivals" },
  { id: "early_drop_ratio", name: "early drops ÷ arrivals", unit: "", takes: "nothing", meaning: "random drops below the upper threshold, divided by the arrivals" },
  { id: "red_drop_ratio", name: "drops by RED ÷ arrivals", unit: "", takes: "nothing", meaning: "early and forced drops divided by the arrivals" },
  { id: "penalty_drop_ratio", name: "penalty drops ÷ arrivals", unit: "", takes: "nothing", meaning: "drops of flows listed as offenders divided by the arrivals" },
  { id: "mark_ratio", name: "marks ÷ arrivals", unit: "", takes: "nothing", meaning: "all ECN marks divided by the arrivals" },
  { id: "drop_share", name: "share of the drops: {}", unit: "", takes: "reason", meaning: "drops for one reason divided by all drops" },
  { id: "red_drop_share", name: "RED's share of the drops", unit: "", takes: "nothing", meaning: "early and forced drops divided by all drops" },
  { id: "match_drop_share", name: "share of the drops by match or table", unit: "", takes: "nothing", meaning: "matched arrivals, their victims and drops of flows listed as offenders, divided by all drops" },
  { id: "match_ratio", name: "matches ÷ comparisons", unit: "", takes: "nothing", meaning: "share of matches among the queued packets that are compared with an arrival" },
  { id: "flow_throughput_bps", name: "throughput of flow {}", unit: "bit/s", takes: "flow", meaning: "throughput of one flow" },
  { id: "flow_loss_ratio", name: "loss of flow {}", unit: "", takes: "flow", meaning: "share of the arriving packets of one flow that are dropped" },
  { id: "transport_throughput_bps", name: "throughput of {}", unit: "bit/s", takes: "transport", meaning: "total throughput of all flows of one transport" },
  { id: "group_throughput_bps", name: "throughput of group {}", unit: "bit/s", takes: "group", meaning: "total throughput of all flows of one group" },
  { id: "convergence_s", name: "convergence time of group {}", unit: "s", takes: "group", meaning: "time from the last change of the scene until the rate of one group stays within 20 % of its mean over the last quarter of the remaining time; undefined if it leaves this range in that quarter" },
  { id: "source_throughput_bps", name: "throughput of {} sources", unit: "bit/s", takes: "source", meaning: "total throughput of all flows with one kind of source" },
  { id: "completion_s", name: "completion time of objects", unit: "s", takes: "nothing", meaning: "mean completion time of the web objects that were completed since the start of the run" },
  { id: "transfer_s", name: "transfer time in group {}", unit: "s", takes: "group", meaning: "mean completion time of the transfers of one group that start in the measured window; undefined if a transfer has not ended" },
  { id: "transfer_p50_s", name: "median transfer time in group {}", unit: "s", takes: "group", meaning: "median completion time of the transfers of one group that start in the measured window; a transfer that has not ended counts as the slowest" },
  { id: "transfer_p95_s", name: "95 % transfer time in group {}", unit: "s", takes: "group", meaning: "95th percentile of the completion time of the transfers of one group that start in the measured window; a transfer that has not ended counts as the slowest" },
  { id: "transfer_p99_s", name: "99 % transfer time in group {}", unit: "s", takes: "group", meaning: "99th percentile of the completion time of the transfers of one group that start in the measured window; a transfer that has not ended counts as the slowest" },
  { id: "transfer_ended_ratio", name: "ended transfers ÷ transfers in group {}", unit: "", takes: "group", meaning: "share of the transfers of one group that start in the measured window and have ended" },
  { id: "tcp_flow_min_bps", name: "slowest TCP flow", unit: "bit/s", takes: "nothing", meaning: "throughput of the TCP flow with the smallest throughput" },
  { id: "tcp_flow_max_bps", name: "fastest TCP flow", unit: "bit/s", takes: "nothing", meaning: "throughput of the TCP flow with the largest throughput" },
];
