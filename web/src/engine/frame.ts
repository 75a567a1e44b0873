/**
 * A frame: what the page is told about one lane, as columns of numbers. Copied once out of the engine's memory,
 * transferred, never parsed. Names and order of the columns are generated from the engine (`frame.gen.ts`).
 */

/** What one lane looks like now, and what happened since the frame before. */
export interface Frame {
  readonly scalars: Scalars;
  /** The waiting packets, front (next to leave) first. */
  readonly queue: QueueColumns;
  /** The queue as it was just before the last decision told in `decisions`; empty if there is none. */
  readonly before: QueueColumns;
  /** Everything that happened to packets since the last frame, in order; capped, see `scalars.happenings_left_out`. */
  readonly happenings: HappeningColumns;
  /** The decision records since the last frame, in order; the latest ones when there are too many. */
  readonly decisions: DecisionColumns;
  /** The steps of all decisions, one after the other. */
  readonly steps: StepColumns;
  /** Completed buckets of the time series since the last frame. */
  readonly series: SeriesColumns;
  /** One row a flow, in the order of flow numbers (row 0 is flow 1). */
  readonly flows: FlowColumns;
  /** A value for each gauge that the discipline declares. */
  readonly gauges: Float64Array;
  /** Where there are several: which packets of `queue` wait in which. Empty where there is one queue. */
  readonly queues: QueuesColumns;
  /** A grid of bins, level by level; empty for disciplines that have none. */
  readonly bins: BinColumns;
  /** The flows that the discipline lists in the table that it declares, those with the largest first numbers first. */
  readonly rows: RowColumns;
  /** How long how many packets waited [s], since the start of the measured window; edges in packets. */
  readonly occupancy: DistributionColumns;
  /** How many packets waited how long, since the start of the measured window; edges in seconds. */
  readonly waits: DistributionColumns;
  /** Where draws and matches fell in the queue, from the start up to this moment. */
  readonly hits: HitColumns;
  /** The windows of the first TCP flows (at most `FOLLOWED_WINDOWS`), for the buckets of `series`. */
  readonly windows: WindowColumns;
}

/** One row a queue; `Scalars.next_queue` is the one that is served next. */
export interface QueuesColumns {
  /** Flow row, number of the bucket, or of the class. */
  readonly id: Uint32Array;
  /** Place in `queue` of its first packet; the packets up to the next queue's first one are its own, front first. */
  readonly first: Uint32Array;
  /** What it may still send in its turn [bytes], or another number by which queues are served; NaN where there is none. */
  readonly credit: Float64Array;
}

export interface BinColumns {
  readonly probability: Float64Array;
  readonly packets: Float64Array;
}

/** The first two dozen rows of the table; `Scalars.row_count` says how many there are. */
export interface RowColumns {
  readonly flow: Uint32Array;
  /** As many numbers for each flow as the table has columns. */
  readonly value: Float64Array;
}

/** At most 128 parts of one width; both are empty before anything was counted. */
export interface DistributionColumns {
  /** One more than there are parts. */
  readonly edges: Float64Array;
  readonly parts: Float64Array;
}

/** So many TCP flows are followed, the first ones by flow number. */
export const FOLLOWED_WINDOWS = 4;

export interface Scalars {
  readonly now_s: number;
  /** 1 when the scene has reached its end. */
  readonly is_finished: number;
  /** Grows with every change of settings: ask for the facts of the scene again. */
  readonly facts_version: number;
  readonly waiting: number;
  readonly arrived: number;
  readonly departed: number;
  readonly dropped: number;
  readonly marked: number;
  readonly events: number;
  /** Decisions taken since the start; the serial of the last one. */
  readonly decisions: number;
  readonly decisions_left_out: number;
  readonly happenings_left_out: number;
  /** The discipline's own moving average [packets], NaN if it keeps none. */
  readonly average_queue: number;
  /** How many of the waiting packets form the front region, NaN where regions are not told apart. */
  readonly front_region: number;
  /** Flow row of the packet being sent, -1 if the link is idle. */
  readonly sending_flow: number;
  readonly sending_packet: number;
  readonly sending_from_s: number;
  readonly sending_until_s: number;
  /** Since the start of the measured window. */
  readonly utilization: number;
  readonly jain_index: number;
  readonly jain_index_tcp: number;
  readonly mean_queue: number;
  readonly mean_queueing_delay_s: number;
  /** State hash, as two 32-bit halves. */
  readonly state_hash_high: number;
  readonly state_hash_low: number;
  /**
   * 1 when this moment was jumped to: replace the lists of happenings and decisions with what the frame tells (the last of
   * the dead up to now and everything since the last decision; that decision) in place of adding to them.
   */
  readonly is_seek: number;
  /** How far the run has been simulated; `now_s` may lie before. */
  readonly furthest_s: number;
  /**
   * Buckets of the series from earlier frames hold up to here; drop those that end later before adding this frame's, since
   * they tell of a future that was left. The series of a replayed stretch is never told again.
   */
  readonly series_valid_until_s: number;
  /** Replayed moments that did not equal the original ones: 0, or the engine is broken. */
  readonly replay_mismatches: number;
  readonly checkpoints: number;
  readonly checkpoint_bytes: number;
  /** How many flows the discipline lists; `Frame.rows` has the first of them. */
  readonly row_count: number;
  /** Place in `Frame.queues` of the queue that is served next, -1 where there is none. */
  readonly next_queue: number;
}

export interface QueueColumns {
  /** Number of the packet in this run. */
  readonly packet: Uint32Array;
  /** Flow row (flow number minus 1). */
  readonly flow: Uint32Array;
  readonly bytes: Uint32Array;
  readonly arrived_s: Float64Array;
  /** See `PacketFlag`. */
  readonly flags: Uint8Array;
  /** The number that each packet carries; empty where the discipline declares none. */
  readonly label: Float64Array;
}

export const PacketFlag = { ecnCapable: 1, marked: 2, retransmission: 4, syn: 8 } as const;

export interface HappeningColumns {
  readonly time_s: Float64Array;
  /** See `Happening`. */
  readonly kind: Uint8Array;
  readonly flow: Uint32Array;
  readonly packet: Uint32Array;
  /** Reason number of a drop or mark, 255 if none. */
  readonly reason: Uint8Array;
  /** Place in the queue (0 = front) at that moment, -1 if none. */
  readonly place: Int32Array;
  /** Serial of the decision it belongs to, 0 if none. */
  readonly decision: Uint32Array;
}

export const Happening = {
  /** Entered the queue at `place`. */
  admitted: 0,
  /** Dropped on arrival. */
  droppedArriving: 1,
  /** Dropped out of the queue from `place`. */
  droppedWaiting: 2,
  /** Left the queue from the front; the link starts to send it. */
  sent: 3,
  /** ECN-marked. */
  marked: 4,
} as const;

export interface DecisionColumns {
  readonly serial: Uint32Array;
  readonly time_s: Float64Array;
  readonly flow: Uint32Array;
  readonly packet: Uint32Array;
  /** Packets waiting before. */
  readonly waiting: Uint32Array;
  readonly first_step: Uint32Array;
  readonly step_count: Uint32Array;
}

export interface StepColumns {
  /** See `Step`. */
  readonly kind: Uint8Array;
  /** line: line id; value: quantity id; draw: place drawn; admit and drop: place or -1; drop and mark: see `flow`. */
  readonly id: Int32Array;
  /** draw: flow row of the packet drawn. drop, mark: reason number. */
  readonly flow: Uint32Array;
  /** value: the value. */
  readonly value: Float64Array;
}

/** `exit` and `timer` come first, in a decision without an arrival: a packet leaves, or the discipline's timer ran out. */
export const Step = { line: 0, value: 1, miss: 2, match: 3, admit: 4, drop: 5, mark: 6, exit: 7, timer: 8 } as const;

/** Row-major where there are several values a bucket: `class_bps[bucket * classCount + class]`. */
export interface SeriesColumns {
  /** End of the bucket. */
  readonly time_s: Float64Array;
  readonly queue_mean: Float64Array;
  readonly queue_min: Float64Array;
  readonly queue_max: Float64Array;
  /** The discipline's average at the end of the bucket, NaN if it keeps none. */
  readonly average_queue: Float64Array;
  /** Mean queueing delay of the packets that left in the bucket [s], NaN if none left. */
  readonly delay_s: Float64Array;
  /** Since the start of the measured window, over all flows, and over the TCP flows. */
  readonly jain_index: Float64Array;
  readonly jain_index_tcp: Float64Array;
  /** Leaving the bottleneck in this bucket, per class [bit/s]. Classes in the order of the scene's facts. */
  readonly class_bps: Float64Array;
  /** Drops and marks in this bucket, per reason in the order of `Catalog.reasons`. */
  readonly reasons: Float64Array;
}

/** Row-major: `congestion_window[bucket * followed + flow]`. */
export interface WindowColumns {
  /** At the end of the bucket [packets], NaN before the flow starts. */
  readonly congestion_window: Float64Array;
  readonly slow_start_threshold: Float64Array;
  /** How many there were in the bucket. */
  readonly fast_retransmits: Float64Array;
  readonly timeouts: Float64Array;
  readonly ecn_cuts: Float64Array;
}

/** One row for each part of the queue, rear (where packets enter) first, front last. */
export interface HitColumns {
  readonly draws: Float64Array;
  readonly matches: Float64Array;
}

/** What happened in a stretch of the run, filtered: an answer of `Lab.history`. */
export interface History {
  readonly scalars: HistoryScalars;
  readonly happenings: HistoryColumns;
}

export interface HistoryScalars {
  /** Rows found, also when only their number was asked for. */
  readonly count: number;
  /** 1 when the stretch was searched to its end; otherwise ask for the next page after `last_event`. */
  readonly is_whole: number;
  readonly ended_s: number;
  readonly last_event: number;
}

export interface HistoryColumns extends HappeningColumns {
  /** Number of the event: `Lab.seekEvent` leads to the moment just after it. */
  readonly event: Float64Array;
}

export interface FlowColumns {
  /** Received since the start of the measured window [bytes on the wire]. */
  readonly received_bytes: Float64Array;
  /** Mean rate leaving the bottleneck over the last 10 s (or since the start) [bit/s]. */
  readonly recent_bps: Float64Array;
  readonly arrived: Float64Array;
  readonly dropped: Float64Array;
  /** Congestion window [packets], NaN for flows without one. */
  readonly congestion_window: Float64Array;
}
