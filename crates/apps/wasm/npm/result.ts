/**
 * The result object of a run, as `docs/formats.md` describes it. An undefined quantity is `null`, for example a fairness index
 * over flows that receive nothing, or a mean over no packets.
 */

/** A histogram: `parts[i]` counts the values from `edges[i]` to below `edges[i + 1]`. */
export interface Distribution {
  readonly edges: readonly number[];
  readonly parts: readonly number[];
}

/** Statistics weighted by time. */
export interface Moments {
  readonly mean: number;
  readonly sd: number;
}

/** Queue length in packets, weighted by time. */
export interface QueueSummary extends Moments {
  readonly max: number;
  /** 5th percentile of the queue length over time. */
  readonly p5: number;
  /** 95th percentile of the queue length over time. */
  readonly p95: number;
  /** Share of the time in which the queue is empty. */
  readonly empty: number;
  /** Share of the time in which the queue has the largest allowed length. */
  readonly full: number;
  /** Histogram of the queue length: the time for which the queue had each length [s]. */
  readonly distribution: Distribution;
}

/** Waiting times of the packets that left the queue in the measured window [s]. */
export interface DelaySummary {
  readonly mean: number | null;
  readonly sd: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  readonly distribution: Distribution;
}

/** Packets at the bottleneck; drops and marks by reason. */
export interface Counts {
  readonly arrived_packets: number;
  readonly departed_packets: number;
  readonly dropped_packets: number;
  readonly marked_packets: number;
  readonly drops: Readonly<Record<string, number>>;
  readonly marks: Readonly<Record<string, number>>;
}

/**
 * The link under test. The counts at the top level of this object cover the whole run: arrived = departed + dropped +
 * queued at the end.
 */
export interface Bottleneck extends Counts {
  readonly capacity_bps: number;
  readonly queued_packets_at_end: number;
  /** Counts within the measured window only. */
  readonly window: Counts & {
    /** Number of queued packets that the discipline compared with an arrival. */
    readonly comparisons: number;
  };
  readonly utilization: number;
  readonly queue_packets: QueueSummary;
  readonly avg_queue_packets: Moments | null;
  readonly queueing_delay_s: DelaySummary;
  /** Time from arrival to the end of the transmission. */
  readonly mean_time_in_system_s: number | null;
}

/** All flows of a class together. */
export interface ClassResult {
  readonly flows: number;
  readonly throughput_bps: number;
  readonly goodput_bps: number;
  /** Received minus retransmitted bits, a formula from the CHOKeD thesis. It can be negative, and is not the usual
   * goodput.
   */
  readonly goodput_eq41_bps: number;
  readonly loss_ratio: number | null;
  readonly jain_index: number | null;
  readonly retransmitted_ratio: number | null;
  readonly mean_queueing_delay_s: number | null;
  /** Web objects, if the class has web sessions. */
  readonly completed_objects?: number;
  readonly mean_completion_s?: number;
  /** Web pages with several objects, and the mean time from request to last object. */
  readonly pages?: { readonly completed: number; readonly mean_load_s: number | null };
}

/** One flow. */
export interface FlowResult {
  readonly id: number;
  readonly class: string;
  readonly transport: string;
  readonly source: string;
  /** Index of the flow's group in the scene, from 0. */
  readonly group: number;
  readonly throughput_bps: number;
  readonly goodput_bps: number;
  readonly sent_packets: number;
  readonly dropped_packets: number;
  readonly marked_packets: number;
  readonly retransmitted_packets: number;
  readonly loss_ratio: number | null;
  readonly mean_queueing_delay_s: number | null;
  /** The file transfer of a flow with the source `transfer`, once it has started. */
  readonly transfer?: TransferResult;
  /** Packets lost on the path outside the bottleneck, in a scene with random losses or delays there. */
  readonly path?: PathResult;
}

/** Numbers of packets of a flow that were lost outside the bottleneck, since the start of the run. */
export interface PathResult {
  readonly lost_packets: number;
  readonly lost_acks: number;
}

/** The transfer of one file. */
export interface TransferResult {
  readonly packets: number;
  readonly start_s: number;
  /** Time from the start to the acknowledgement of the last packet [s]; `null` while the transfer is incomplete. */
  readonly completion_s: number | null;
}

/** The result of a run. */
export interface Result {
  readonly schema: 1;
  readonly engine: string;
  readonly scenario: string;
  readonly aqm: string;
  readonly seed: number;
  /** Simulated time that the run has reached [s]. */
  readonly duration_s: number;
  readonly measured_from_s: number;
  readonly profile: string;
  readonly bottleneck: Bottleneck;
  readonly classes: {
    readonly tcp?: ClassResult;
    readonly udp?: ClassResult;
    readonly [name: string]: ClassResult | undefined;
  };
  /** Jain's index of the throughputs of all flows. */
  readonly jain_index: number | null;
  readonly flows: readonly FlowResult[];
  readonly cost: {
    readonly events: number;
    readonly comparisons: number;
    /** Approximate memory use of the discipline at the end of the run, excluding the queued packets [bytes]. */
    readonly state_bytes: number;
    readonly wall_s: number | null;
  };
  /** The error that stopped the lane's script. */
  readonly stopped?: {
    readonly at_s: number;
    readonly line: number;
    readonly column: number;
    readonly problem: string;
  };
}
