// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario, SettingValue } from './scenario.gen';

/** Layout version of blocks; both sides must agree. */
export const BLOCK_VERSION = 7;

/** Number of TCP flows that are followed: those with the lowest flow numbers. */
export const FOLLOWED_WINDOWS = 4;

/** Packets of a queue, from the front. */
export interface QueueColumns {
  /** Number of the packet in this run. */
  readonly packet: Uint32Array;
  /** Flow row (flow number minus 1). */
  readonly flow: Uint32Array;
  /** Size [bytes]. */
  readonly bytes: Uint32Array;
  /** Time of the arrival [s]. */
  readonly arrived_s: Float64Array;
  /** See `PacketFlag`. */
  readonly flags: Uint8Array;
  /** The number that the page writes on each packet. The column is empty if the discipline declares no such number. */
  readonly label: Float64Array;
}

/** Events of packets, in order. */
export interface HappeningColumns {
  /** Time [s]. */
  readonly time_s: Float64Array;
  /** Kind, see `Happening`. */
  readonly kind: Uint8Array;
  /** Flow row (flow number minus 1). */
  readonly flow: Uint32Array;
  /** Number of the packet in this run. */
  readonly packet: Uint32Array;
  /** Reason number of a drop or mark, 255 if none. */
  readonly reason: Uint8Array;
  /** Position in the queue (0 = front) at the time of the event, -1 if none. */
  readonly place: Int32Array;
  /** Serial of the decision to which the event belongs, 0 if none. */
  readonly decision: Uint32Array;
}

/** The decisions, in order. */
export interface DecisionColumns {
  /** Serial of the decision, counted from 1. */
  readonly serial: Uint32Array;
  /** Time [s]. */
  readonly time_s: Float64Array;
  /** Flow row of the arrival; without an arrival, flow row of the first packet that is dropped or marked. */
  readonly flow: Uint32Array;
  /** Number of that packet. */
  readonly packet: Uint32Array;
  /** Packets queued before the decision. */
  readonly waiting: Uint32Array;
  /** Row of the first step. */
  readonly first_step: Uint32Array;
  /** Number of steps. */
  readonly step_count: Uint32Array;
}

/** The steps of all decisions, one decision after another. */
export interface StepColumns {
  /** Kind, see `Step`. */
  readonly kind: Uint8Array;
  /** Line, quantity, or place in the queue. */
  readonly id: Int32Array;
  /** For a packet drawn at random, the row of its flow; for a drop or a mark, the number of the reason. */
  readonly flow: Uint32Array;
  /** Value of the quantity. */
  readonly value: Float64Array;
}

/** Completed buckets of the time series. Columns with several values for each bucket are row-major: `class_bps[bucket * classes + class]`. */
export interface SeriesColumns {
  /** End of the bucket [s]. */
  readonly time_s: Float64Array;
  /** Mean queue [packets]. */
  readonly queue_mean: Float64Array;
  /** Shortest queue [packets]. */
  readonly queue_min: Float64Array;
  /** Longest queue [packets]. */
  readonly queue_max: Float64Array;
  /** The discipline's average at the end of the bucket [packets], NaN if it keeps none. */
  readonly average_queue: Float64Array;
  /** Mean queueing delay of the packets that left in the bucket [s], NaN if no packet left. */
  readonly delay_s: Float64Array;
  /** Jain's index over all flows, since the start of the measured window; NaN if no flow receives anything. */
  readonly jain_index: Float64Array;
  /** Jain's index over the TCP flows, since the start of the measured window; NaN if none of them receives anything. */
  readonly jain_index_tcp: Float64Array;
  /** Rate at the output of the bottleneck in this bucket, by class in the order of the scene's facts [bit/s]. */
  readonly class_bps: Float64Array;
  /** Drops and marks in this bucket, by reason in the order of `Catalog.reasons`. */
  readonly reasons: Float64Array;
}

/** One row for each flow, in the order of flow numbers (row 0 is flow 1). */
export interface FlowColumns {
  /** Bytes received since the start of the measured window, as on the wire. */
  readonly received_bytes: Float64Array;
  /** Mean rate at the output of the bottleneck over the last 10 s, or since the start [bit/s]. */
  readonly recent_bps: Float64Array;
  /** Packets that have arrived at the bottleneck. */
  readonly arrived: Float64Array;
  /** Packets dropped at the bottleneck. */
  readonly dropped: Float64Array;
  /** Current congestion window [packets], NaN for flows without a congestion window. */
  readonly congestion_window: Float64Array;
}

/** One row for each gauge, in the order in which the discipline declares them. */
export interface GaugeColumns {
  /** Value of the gauge. */
  readonly value: Float64Array;
}

/** One row for each queue; `next_queue` is the queue that is served next. */
export interface QueuesColumns {
  /** The queue's number: its flow row, its bucket or its class, depending on the discipline. */
  readonly id: Uint32Array;
  /** Index in `queue` of the first packet of this queue. The other packets of this queue follow, up to the first packet of the next queue. */
  readonly first: Uint32Array;
  /** Bytes that the queue may still send in its turn, or another number that decides the order of service; NaN if none. */
  readonly credit: Float64Array;
}

/** One row for each bin, level by level. */
export interface BinColumns {
  /** Drop probability of the bin. */
  readonly probability: Float64Array;
  /** Packets counted in the bin. */
  readonly packets: Float64Array;
}

/** One row for each slot of the ring that holds the packets. */
export interface SlotColumns {
  /** See `SlotFlag`. */
  readonly flags: Uint8Array;
}

/** The first 24 rows of the table that a discipline declares; `row_count` is the number of all rows. */
export interface RowColumns {
  /** Flow row. */
  readonly flow: Uint32Array;
  /** Values of the flow, one for each column of the table. */
  readonly value: Float64Array;
}

/** A distribution in at most 128 intervals of equal width; both columns are empty before the first count. */
export interface DistributionColumns {
  /** Edges of the intervals; one more than there are intervals. */
  readonly edges: Float64Array;
  /** Content of each interval. */
  readonly parts: Float64Array;
}

/** One row for each section of the queue: the rear (where packets enter) first, the front last. */
export interface HitColumns {
  /** Packets drawn. */
  readonly draws: Float64Array;
  /** Matches among the drawn packets. */
  readonly matches: Float64Array;
}

/** A row for each followed flow in each closed bucket: `congestion_window[bucket * followed + flow]`. */
export interface WindowColumns {
  /** Congestion window at the end of the bucket [packets], NaN before the flow starts. */
  readonly congestion_window: Float64Array;
  /** Slow-start threshold at the end of the bucket [packets], NaN before the flow starts. */
  readonly slow_start_threshold: Float64Array;
  /** State of a Linux sender: 0 open, 1 disorder, 2 CWR, 3 recovery, 4 loss; NaN for other senders. */
  readonly recovery_state: Float64Array;
  /** Delay after which a Linux sender declares a packet lost [s]; NaN for other senders. */
  readonly reordering_window_s: Float64Array;
  /** Pacing rate [bit/s]; NaN for senders that do not pace. */
  readonly pacing_bps: Float64Array;
  /** Fast retransmits in the bucket. */
  readonly fast_retransmits: Float64Array;
  /** Timeouts in the bucket. */
  readonly timeouts: Float64Array;
  /** ECN reductions in the bucket. */
  readonly ecn_cuts: Float64Array;
}

/** The state of a lane. */
export interface Scalars {
  /** Simulated time [s]. */
  readonly now_s: number;
  /** 1 when the scene has reached its end. */
  readonly is_finished: number;
  /** A number that increases with every change of settings. When it has increased, the page requests the facts of the scene again. */
  readonly facts_version: number;
  /** Packets queued. */
  readonly waiting: number;
  /** Packets that have arrived at the bottleneck. */
  readonly arrived: number;
  /** Packets that have left the queue. */
  readonly departed: number;
  /** Packets dropped. */
  readonly dropped: number;
  /** Packets ECN-marked. */
  readonly marked: number;
  /** Events simulated. */
  readonly events: number;
  /** Number of decisions since the start. Serials count from 1, so this number is also the serial of the last decision. */
  readonly decisions: number;
  /** Number of decisions since the previous frame that are not reported step by step. */
  readonly decisions_left_out: number;
  /** Number of packet events since the previous frame that are not reported. */
  readonly happenings_left_out: number;
  /** The discipline's own moving average [packets], NaN if it keeps none. */
  readonly average_queue: number;
  /** Number of queued packets in the front region, NaN if the queue has no regions. */
  readonly front_region: number;
  /** Flow row of the packet being sent, -1 if the link is idle. */
  readonly sending_flow: number;
  /** Number of the packet being sent, -1 if the link is idle. */
  readonly sending_packet: number;
  /** Start of that transmission [s]. */
  readonly sending_from_s: number;
  /** End of that transmission [s]. */
  readonly sending_until_s: number;
  /** Share of the time for which the link was busy, since the start of the measured window. */
  readonly utilization: number;
  /** Jain's index over all flows, since the start of the measured window; NaN if no flow receives anything. */
  readonly jain_index: number;
  /** Jain's index over the TCP flows, since the start of the measured window; NaN if none of them receives anything. */
  readonly jain_index_tcp: number;
  /** Mean queue since the start of the measured window [packets]. */
  readonly mean_queue: number;
  /** Mean waiting time of the packets that left the queue in the measured window [s]; NaN if no packet left. */
  readonly mean_queueing_delay_s: number;
  /** Upper half of the hash of the state. */
  readonly state_hash_high: number;
  /** Lower half of the hash of the state. */
  readonly state_hash_low: number;
  /** 1 when the page jumped to this time. The page then replaces its lists of events and decisions by the lists of this frame: the last decision, the events since that decision, and the last drops. Otherwise the page appends the lists of this frame to its own lists. */
  readonly is_seek: number;
  /** Time up to which the run has been simulated [s]; `now_s` may be earlier. */
  readonly furthest_s: number;
  /** End of the last valid bucket of the series in earlier frames [s]. After a change of settings, later buckets belong to a future that no longer exists, and the page removes them before it adds the buckets of this frame. A replay changes no buckets: the page keeps them, and no frame sends them again. */
  readonly series_valid_until_s: number;
  /** Number of checkpoints at which a replay had another state than the original run. Any number other than 0 is an error of the engine. */
  readonly replay_mismatches: number;
  /** Number of checkpoints. */
  readonly checkpoints: number;
  /** Approximate memory of the checkpoints [bytes]. */
  readonly checkpoint_bytes: number;
  /** Number of flows in the table of the discipline; `rows` holds the first flows of the table. */
  readonly row_count: number;
  /** Index in `queues` of the queue that is served next, -1 if there is none. */
  readonly next_queue: number;
}

/** The current state of one lane, and the events since the previous frame. */
export interface Frame {
  readonly scalars: Scalars;
  /** The queued packets, from the front (next to leave) to the rear. */
  readonly queue: QueueColumns;
  /** The queue just before the last decision in `decisions`; empty without a decision. */
  readonly before: QueueColumns;
  /** All packet events since the last frame, in order. Their number is limited; see `happenings_left_out`. */
  readonly happenings: HappeningColumns;
  /** The decisions since the last frame, in order. If there are too many decisions, only the latest are reported. */
  readonly decisions: DecisionColumns;
  /** The steps of all decisions, one decision after another. */
  readonly steps: StepColumns;
  /** A row for the last departure and a row for the last run of the discipline's timer, if they happened since the previous frame. `serial` is 0 unless the discipline dropped or marked a packet. The row of a departure names the packet that left. */
  readonly turns: DecisionColumns;
  /** The steps of `turns`. */
  readonly turn_steps: StepColumns;
  /** Completed buckets of the time series since the last frame. */
  readonly series: SeriesColumns;
  /** One row for each flow. */
  readonly flows: FlowColumns;
  /** A value for each gauge that the discipline declares. */
  readonly gauges: GaugeColumns;
  /** The division of `queue` among several queues; empty for a single queue. */
  readonly queues: QueuesColumns;
  /** The bins of a discipline with a grid of bins, level by level; empty for other disciplines. */
  readonly bins: BinColumns;
  /** The slots of a discipline with a ring, from the first slot; empty for other disciplines. */
  readonly slots: SlotColumns;
  /** The table of flows that the discipline declares, sorted by its first column, largest first. */
  readonly rows: RowColumns;
  /** Time for which the queue had each length, since the start of the measured window [s]; edges in packets. */
  readonly occupancy: DistributionColumns;
  /** Number of packets with each waiting time, since the start of the measured window; edges in seconds. */
  readonly waits: DistributionColumns;
  /** Positions of draws and matches in the queue, from the start of the run up to this time. */
  readonly hits: HitColumns;
  /** The congestion windows of the first TCP flows, for the buckets of `series`. */
  readonly windows: WindowColumns;
}

/** The columns of `Frame` in order. */
export const FRAME_LAYOUT = {
  scalars: ['now_s', 'is_finished', 'facts_version', 'waiting', 'arrived', 'departed', 'dropped', 'marked', 'events', 'decisions', 'decisions_left_out', 'happenings_left_out', 'average_queue', 'front_region', 'sending_flow', 'sending_packet', 'sending_from_s', 'sending_until_s', 'utilization', 'jain_index', 'jain_index_tcp', 'mean_queue', 'mean_queueing_delay_s', 'state_hash_high', 'state_hash_low', 'is_seek', 'furthest_s', 'series_valid_until_s', 'replay_mismatches', 'checkpoints', 'checkpoint_bytes', 'row_count', 'next_queue'],
  columns: [
    ['queue', 'packet', Uint32Array],
    ['queue', 'flow', Uint32Array],
    ['queue', 'bytes', Uint32Array],
    ['queue', 'arrived_s', Float64Array],
    ['queue', 'flags', Uint8Array],
    ['queue', 'label', Float64Array],
    ['before', 'packet', Uint32Array],
    ['before', 'flow', Uint32Array],
    ['before', 'bytes', Uint32Array],
    ['before', 'arrived_s', Float64Array],
    ['before', 'flags', Uint8Array],
    ['before', 'label', Float64Array],
    ['happenings', 'time_s', Float64Array],
    ['happenings', 'kind', Uint8Array],
    ['happenings', 'flow', Uint32Array],
    ['happenings', 'packet', Uint32Array],
    ['happenings', 'reason', Uint8Array],
    ['happenings', 'place', Int32Array],
    ['happenings', 'decision', Uint32Array],
    ['decisions', 'serial', Uint32Array],
    ['decisions', 'time_s', Float64Array],
    ['decisions', 'flow', Uint32Array],
    ['decisions', 'packet', Uint32Array],
    ['decisions', 'waiting', Uint32Array],
    ['decisions', 'first_step', Uint32Array],
    ['decisions', 'step_count', Uint32Array],
    ['steps', 'kind', Uint8Array],
    ['steps', 'id', Int32Array],
    ['steps', 'flow', Uint32Array],
    ['steps', 'value', Float64Array],
    ['turns', 'serial', Uint32Array],
    ['turns', 'time_s', Float64Array],
    ['turns', 'flow', Uint32Array],
    ['turns', 'packet', Uint32Array],
    ['turns', 'waiting', Uint32Array],
    ['turns', 'first_step', Uint32Array],
    ['turns', 'step_count', Uint32Array],
    ['turn_steps', 'kind', Uint8Array],
    ['turn_steps', 'id', Int32Array],
    ['turn_steps', 'flow', Uint32Array],
    ['turn_steps', 'value', Float64Array],
    ['series', 'time_s', Float64Array],
    ['series', 'queue_mean', Float64Array],
    ['series', 'queue_min', Float64Array],
    ['series', 'queue_max', Float64Array],
    ['series', 'average_queue', Float64Array],
    ['series', 'delay_s', Float64Array],
    ['series', 'jain_index', Float64Array],
    ['series', 'jain_index_tcp', Float64Array],
    ['series', 'class_bps', Float64Array],
    ['series', 'reasons', Float64Array],
    ['flows', 'received_bytes', Float64Array],
    ['flows', 'recent_bps', Float64Array],
    ['flows', 'arrived', Float64Array],
    ['flows', 'dropped', Float64Array],
    ['flows', 'congestion_window', Float64Array],
    ['gauges', 'value', Float64Array],
    ['queues', 'id', Uint32Array],
    ['queues', 'first', Uint32Array],
    ['queues', 'credit', Float64Array],
    ['bins', 'probability', Float64Array],
    ['bins', 'packets', Float64Array],
    ['slots', 'flags', Uint8Array],
    ['rows', 'flow', Uint32Array],
    ['rows', 'value', Float64Array],
    ['occupancy', 'edges', Float64Array],
    ['occupancy', 'parts', Float64Array],
    ['waits', 'edges', Float64Array],
    ['waits', 'parts', Float64Array],
    ['hits', 'draws', Float64Array],
    ['hits', 'matches', Float64Array],
    ['windows', 'congestion_window', Float64Array],
    ['windows', 'slow_start_threshold', Float64Array],
    ['windows', 'recovery_state', Float64Array],
    ['windows', 'reordering_window_s', Float64Array],
    ['windows', 'pacing_bps', Float64Array],
    ['windows', 'fast_retransmits', Float64Array],
    ['windows', 'timeouts', Float64Array],
    ['windows', 'ecn_cuts', Float64Array],
  ],
} as const;

/** The event of each happening. */
export interface EventColumns {
  /** Number of the event; `Lab.seekEvent` moves to just after it. */
  readonly event: Float64Array;
}

/** The progress of a search for events. */
export interface HistoryScalars {
  /** Number of matching events found. A request may ask for this number without the events. */
  readonly count: number;
  /** 1 when the interval was searched to its end; otherwise request the next page after `last_event`. */
  readonly is_whole: number;
  /** Time up to which the search has advanced [s]. */
  readonly ended_s: number;
  /** Number of the last event that was searched. */
  readonly last_event: number;
}

/** Filtered events in an interval of the run: the result of `Lab.history`. */
export interface History {
  readonly scalars: HistoryScalars;
  /** The events, oldest first. */
  readonly happenings: HappeningColumns;
  /** The event of each row of `happenings`. */
  readonly events: EventColumns;
}

/** The columns of `History` in order. */
export const HISTORY_LAYOUT = {
  scalars: ['count', 'is_whole', 'ended_s', 'last_event'],
  columns: [
    ['happenings', 'time_s', Float64Array],
    ['happenings', 'kind', Uint8Array],
    ['happenings', 'flow', Uint32Array],
    ['happenings', 'packet', Uint32Array],
    ['happenings', 'reason', Uint8Array],
    ['happenings', 'place', Int32Array],
    ['happenings', 'decision', Uint32Array],
    ['events', 'event', Float64Array],
  ],
} as const;

/** Properties of a queued packet: bits of the column `flags`. */
export const PacketFlag = {
  /** The sender of the packet responds to ECN marks. */
  ecnCapable: 1,
  /** The packet is ECN-marked. */
  marked: 2,
  /** The packet is a retransmission. */
  retransmission: 4,
  /** The packet opens a connection. */
  syn: 8,
} as const;

/** Properties of a slot: bits of the column `flags`. */
export const SlotFlag = {
  /** The slot holds a queued packet. */
  packet: 1,
  /** The slot holds a packet that the discipline no longer finds, because of a fault of the ring. */
  lost: 2,
  /** The slot is empty and lies between packets. */
  hole: 4,
  /** The next packet leaves from this slot. */
  head: 8,
  /** The next arrival enters this slot. */
  tail: 16,
} as const;

/** Kinds of event of a packet. */
export const Happening = {
  /** Entered the queue at `place`. */
  admitted: 0,
  /** Dropped on arrival. */
  droppedArriving: 1,
  /** Dropped out of the queue from `place`. */
  droppedWaiting: 2,
  /** Left the queue at the front, to be sent by the link. */
  sent: 3,
  /** ECN-marked. */
  marked: 4,
} as const;

/** A step of a decision. A decision without an arrival begins with `exit` or `timer`. */
export const Step = {
  /** The line `id` of the pseudo-code ran. `value` is 1 if its test held, 0 if it did not, NaN if the line is not a test. */
  line: 0,
  /** The quantity `id` has the value `value`. */
  value: 1,
  /** The packet of flow row `flow` at position `id` was drawn and did not match. */
  miss: 2,
  /** The packet of flow row `flow` at position `id` was drawn and matched. */
  match: 3,
  /** A packet was admitted at place `id`. */
  admit: 4,
  /** A packet was dropped from position `id` (-1: the arrival). The column `flow` holds the number of the reason, not a flow. */
  drop: 5,
  /** A packet was marked. The column `flow` holds the number of the reason, not a flow. */
  mark: 6,
  /** The link requested a packet. */
  exit: 7,
  /** The discipline's timer expired. */
  timer: 8,
} as const;

export type HappeningName = 'admitted' | 'dropped-arriving' | 'dropped-waiting' | 'sent' | 'marked';

/** The engine's description of itself. */
export type Catalog = { 
/** Version of the engine. */ engine_version: string, 
/** Version of the simulation. Under the same version every packet of a scene has the same fate. */ runs: number, 
/** Version of the results. It increases whenever `runs` increases, and whenever a run is measured in another way. Under the same version, a scene gives the same numbers. */ numbers: number, 
/** The queue disciplines. */ disciplines: ReadonlyArray<DisciplineAbout>, 
/** The TCP variants. */ transports: ReadonlyArray<TransportAbout>, 
/** The traffic sources. */ sources: ReadonlyArray<SourceAbout>, 
/** The reasons for drops and marks. Reason numbers in frames are indices into this list. */ reasons: ReadonlyArray<ReasonAbout>, 
/** Settings of a scene, without the parameters of disciplines. */ scene_settings: ReadonlyArray<SceneSetting>, };

/** The description of a discipline. */
export type DisciplineAbout = { id: string, name: string, year: number, citation: string, idea: string, 
/** How much the discipline remembers about flows. */ memory: Memory, 
/** How certain it is that the implementation matches the published discipline. */ confidence: Confidence, confidence_note: string, 
/** Gaps and contradictions in the sources, each with the choice made here. */ decisions: ReadonlyArray<string>, 
/** How the page draws the queue. */ view: QueueView, params: ReadonlyArray<SettingSpec>, param_sets: ReadonlyArray<ParamSet>, 
/** Lines of pseudo-code; line ids are indices into this list. In the text of a line, the page replaces `{id}` by the latest value of the quantity with this id. */ code: ReadonlyArray<CodeLine>, rule: RuleAbout, 
/** Quantities that the discipline computes for a decision; quantity ids are indices into this list. */ quantities: ReadonlyArray<QuantityAbout>, gauges: ReadonlyArray<QuantityAbout>, 
/** The pictures of the discipline's state next to the lane; at most one picture is a table. */ state: ReadonlyArray<StateView>, 
/** Ids of the reasons for which the discipline can drop or mark packets. */ reasons: ReadonlyArray<string>, };

/** How much per-flow state a discipline keeps. */
export type Memory = "stateless" | "partial" | "per-flow";

/** How confident we are that the code matches the published discipline. */
export type Confidence = "high" | "medium" | "low";

/** How the page draws a discipline's queue. */
export type QueueView = "fifo" | "fifo-with-regions" | "fifo-with-bins" | "flow-queues" | "bucket-queues" | "two-queues";

/** The declaration of a setting, which is a parameter of a discipline or a property of a scene. */
export type SettingSpec = { id: string, name: string, 
/** The paper's symbol; empty if there is none. */ symbol: string, 
/** Unit; empty for a pure number. */ unit: string, kind: SettingKind, default: SettingValue, meaning: string, 
/** Whether the panel shows a logarithmic slider. */ is_logarithmic: boolean, 
/** Whether the value is a queue length, which the page marks on the ruler under the queue. */ is_on_ruler: boolean, 
/** Whether the panel shows the setting only after the user has unfolded the advanced settings. */ is_advanced: boolean, };

/** The kind of a parameter, with the values that it allows. */
export type SettingKind = { "kind": "integer", 
/** Least value. */ min: number, 
/** Greatest value. */ max: number, } | { "kind": "real", 
/** Least value. */ min: number, 
/** Greatest value. */ max: number, } | { "kind": "switch" } | { "kind": "choice", 
/** The possible values. */ choices: ReadonlyArray<Choice>, };

/** One possible value of a choice. */
export type Choice = { 
/** Id in files and links. */ id: string, 
/** Meaning of the choice in a few words. */ meaning: string, };

/** A setting of a scene that is not a parameter of a discipline. */
export type SceneSetting = { 
/** Dotted path; `*` matches every group of flows. */ path: string, 
/** Heading of the panel under which the setting is listed. */ group: SettingGroup, 
/** Whether the setting can change while the scene runs; otherwise a change restarts the scene, and the new run catches up to the current time. */ is_live: boolean, 
/** The flows that have the setting. */ applies_to: FlowsAbout, 
/** Whether a scene omits the setting when it has its default. */ is_optional: boolean, id: string, name: string, 
/** The paper's symbol; empty if there is none. */ symbol: string, 
/** Unit; empty for a pure number. */ unit: string, kind: SettingKind, default: SettingValue, meaning: string, 
/** Whether the panel shows a logarithmic slider. */ is_logarithmic: boolean, 
/** Whether the value is a queue length, which the page marks on the ruler under the queue. */ is_on_ruler: boolean, 
/** Whether the panel shows the setting only after the user has unfolded the advanced settings. */ is_advanced: boolean, };

/** Heading of a panel. */
export type SettingGroup = "bottleneck" | "flows" | "run";

/** For a setting of flows: the ids of the transports and sources that have the setting; null means any. */
export type FlowsAbout = { transports: ReadonlyArray<string> | null, sources: ReadonlyArray<string> | null, };

/** A named set of parameter values; parameters outside the set keep their values. */
export type ParamSet = { id: string, name: string, 
/** The source of the values. */ origin: string, values: Readonly<Record<string, SettingValue>>, };

/** A line of pseudo-code. */
export type CodeLine = { 
/** The depth of indentation of the line. */ indent: number, 
/** The text, in words and the paper's symbols. `{x}` is replaced by the latest value of the quantity with the id `x`. */ text: string, 
/** Whether the line is a test, whose outcome `super::Tracer::test` reports. */ is_test: boolean, 
/** The settings under which the line is part of the rule; all of them must apply. Empty if the line is always part of it. */ only_if: ReadonlyArray<OnlyIf>, 
/** Alternative wordings. The first one whose settings all apply replaces `text`. */ or: ReadonlyArray<Wording>, };

/** A condition under which a line of pseudo-code is part of the rule: a parameter with one of several values. */
export type OnlyIf = { 
/** Id of a switch or of a choice of the discipline. */ param: string, 
/** The line is part of the rule if the parameter has one of these values. */ values: ReadonlyArray<SettingValue>, };

/** An alternative wording of a line of pseudo-code. */
export type Wording = { 
/** The text that replaces `CodeLine::text`. */ text: string, 
/** The settings under which this wording is used; all of them must apply. */ only_if: ReadonlyArray<OnlyIf>, };

/** The rule of a discipline as its source states it. */
export type RuleAbout = { 
/** The publication with the section or figure, and the parts of the rule that this project has added or changed. */ source: string, 
/** Lines of the rule. Each line sums up a range of pseudo-code, which ends just before the range of the next line. */ lines: ReadonlyArray<RuleLine>, 
/** The rule as a flow chart, if the source draws one. */ chart: Chart | null, };

/** A line of the rule. It summarizes the pseudo-code from `from` up to the start of the next line of the rule. */
export type RuleLine = { 
/** The depth of indentation of the line. */ indent: number, 
/** The text, in words and the paper's symbols; an underscore begins a subscript. */ text: string, 
/** The text beside the line when the decision on one packet is displayed; may be empty. `{x}` is replaced by the latest value of the quantity with the id `x`. */ shows: string, 
/** The first of the pseudo-code lines that this line of the rule summarizes. */ from: number, 
/** For a question, the line of pseudo-code whose outcome is the answer. */ asks: number | null, };

/** A flow chart, as drawn in a paper. The outcomes of pseudo-code lines answer its questions. */
export type Chart = { 
/** The paper and the figure. */ source: string, 
/** The boxes from top to bottom. The chart begins at the first. */ boxes: ReadonlyArray<ChartBox>, };

/** A box of a flow chart. */
export type ChartBox = { 
/** The action or question, in the paper's symbols; an underscore begins a subscript. */ text: string, 
/** For a question, the pseudo-code line whose outcome is the answer. A second line is given if other settings of the discipline run that line instead. If the line runs several times for one packet, the last outcome counts. If it does not run, the outcome is false. */ asks: readonly [number | null, number | null], 
/** Whether the box asks the opposite of the line's condition: the answer is then yes if the outcome is false. */ is_denied: boolean, 
/** The next box; for a question, the box after the answer yes. */ yes: To, 
/** The box after the answer no. */ no: To, };

/** The next step of a flow chart. */
export type To = "next" | { "box": number } | { "end": string };

/** A named number. */
export type QuantityAbout = { 
/** Id by which pseudo-code and texts refer to the number. */ id: string, 
/** Symbol as written in the pseudo-code. */ symbol: string, 
/** Unit; empty for a dimensionless number. */ unit: string, 
/** What it means, in one line. */ meaning: string, };

/** A picture of a part of a discipline's state. */
export type StateView = { "kind": "dial", 
/** Id of the gauge. */ gauge: string, 
/** The quantity shown, in a few words. */ name: string, 
/** The start of the scale. */ from: Bound, 
/** The end of the scale. */ to: Bound, 
/** The value marked on the scale, if any. */ mark: ScaleMark | null, } | { "kind": "table", 
/** Heading of the list. */ title: string, 
/** What it means for a flow to be listed. */ meaning: string, 
/** The quantities of each flow. */ columns: ReadonlyArray<QuantityAbout>, 
/** The end of the scale of the bars. */ to: Bound, 
/** The value marked on the scale, if any. */ mark: ScaleMark | null, } | { "kind": "label", 
/** The quantity of the label. */ label: QuantityAbout, } | { "kind": "slots", 
/** The name of the ring. */ title: string, 
/** One line of meaning. */ meaning: string, 
/** Id of the gauge that gives the number of packets that the discipline believes to be in the ring. */ gauge: string, 
/** The conditions on settings for the ring to exist; all must hold. */ only_if: ReadonlyArray<OnlyIf>, };

/** An end of a scale, or a point on it. */
export type Bound = { "value": number } | { "param": string } | { "gauge": string } | null;

/** A marked point on a scale. */
export type ScaleMark = { 
/** The marked value. */ at: Bound, 
/** The name of the point, in a word or two. */ name: string, };

/** The human-readable description of a reason. */
export type ReasonAbout = { 
/** Name in results and links. */ id: string, 
/** Name on the page. */ name: string, 
/** What it means, in one line. */ meaning: string, 
/** The category, which determines the colour and symbol on the page. */ family: ReasonFamily, 
/** Whether the packet is marked rather than dropped. */ is_mark: boolean, };

/** A category of reasons. All reasons of a category share one colour and one symbol on the page. */
export type ReasonFamily = "overflow" | "early" | "forced" | "match" | "penalty" | "mark";

/** A TCP variant. */
export type TransportAbout = { id: string, name: string, year: number, citation: string, meaning: string, };

/** A list of pairs of numbers that configures a source, such as the request times and the sizes of files. */
export type ListAbout = { 
/** The field of the group of flows. */ id: string, name: string, meaning: string, 
/** The units of the two numbers of a pair; empty for a pure number. */ units: readonly [string, string], };

/** A traffic source. */
export type SourceAbout = { id: string, name: string, meaning: string, 
/** Whether a TCP connection carries the data. */ is_over_tcp: boolean, 
/** The list of pairs of numbers that configures the source, if the source needs one. */ list: ListAbout | null, };

/** Facts about a lane that change only when a setting changes. */
export type SceneFacts = { 
/** Names of the classes, in the order of class numbers: responsive first. */ classes: ReadonlyArray<string>, 
/** The flows in the order of their rows. */ flows: ReadonlyArray<FlowFacts>, 
/** Index of the lane in the scene. */ lane: number, 
/** Id of the lane's discipline. */ aqm: string, 
/** All parameters of the discipline, with their current values. */ params: Readonly<Record<string, SettingValue>>, 
/** Whether the lane's packets come from outside, from a recording or a router. */ is_driven: boolean, 
/** Rate of the bottleneck now [bit/s]. */ capacity_bps: number, 
/** Limit of the queue [packets]. */ limit: number, 
/** Capacity divided by the number of flows that cross the link [bit/s]. */ fair_share_bps: number, 
/** The link that the lane does not show, in a scene with two links. */ other_link: OtherLink | null, 
/** Remarks on the current scene: settings that are valid but rarely intended. */ remarks: ReadonlyArray<SceneRemark>, 
/** The current scenario with its interventions, as a URL stores it. */ scenario: Scenario, };

/** A flow. */
export type FlowFacts = { 
/** Number, from 1. */ number: number, 
/** Name of the flow's class. */ class: string, 
/** Id of the flow's transport. */ transport: string, };

/** The link that a lane does not show, in a scene with two links. */
export type OtherLink = { 
/** Id of the discipline. */ aqm: string, 
/** Rate now [bit/s]. */ capacity_bps: number, 
/** Limit of the queue [packets]. */ limit: number, };

/** One problem: its path, the given value and the allowed values. */
export type SceneProblem = { 
/** Dotted path in the scenario, e.g. `queue.params.max_th` or `flows.1.count`; `scenario` for the whole scenario. */ path: string, 
/** The given value and the allowed values, as a predicate that follows the path. */ problem: string, 
/** `full` if only the full build can check the scene, and this build is not the full build. */ needs?: "full", };

/** A remark: a setting, and the consequence of its value. */
export type SceneRemark = { 
/** Dotted path in the scenario. */ path: string, 
/** The consequence, and the remedy. */ remark: string, 
/** A change that removes the cause of the remark. */ offer?: SceneOffer, };

/** A new value for a setting. */
export type SceneOffer = { 
/** Dotted path in the scenario. */ path: string, 
/** The value. */ value: SettingValue, 
/** The effect of the change, as the label of a button. */ name: string, };

/** The result of a step. */
export type Found = "found" | "none" | "not-within-reach";

/** `Compared` in the form that the page reads. */
export type Compared = { 
/** Indices of the two lanes. */ lanes: readonly [number, number], 
/** The time up to which the lanes were compared [s]. */ compared_until_s: number, 
/** The first time at which the lanes act differently, if they do. */ divergence: DivergenceFacts | null, };

/** `Divergence` in the form that the page reads: flows as rows, reasons as ids. */
export type DivergenceFacts = { 
/** Time of the divergence [s]. */ time_s: number, 
/** Serial of the decision at which the lanes differ, the same in both lanes. If the lanes differ between two decisions, this field is the serial of the earlier decision. */ decision: number, 
/** Whether the lanes have the same arrival and treat it differently. False for any other difference, such as in a packet that is sent or dropped at the head of the queue. */ is_arrival: boolean, 
/** Flow row of the packet in which the lanes differ. */ flow: number | null, 
/** Number of that packet in the run. */ packet: number | null, 
/** Sequence number of that packet. */ sequence: number | null, 
/** The actions of each lane, in order. */ done: readonly [ReadonlyArray<TreatedFacts>, ReadonlyArray<TreatedFacts>], 
/** The actions of each lane in words, such as "admits the arrival of flow 7". */ in_words: readonly [string, string], };

/** `Treated` in the form that the page reads. */
export type TreatedFacts = { 
/** Flow row. */ flow: number, 
/** Number of the packet in its run. */ packet: number, 
/** Sequence number of the packet. */ sequence: number, 
/** Whether the packet is the arrival. */ is_arrival: boolean, 
/** The fate of the packet. */ verdict: string, 
/** Id of the reason for a drop or a mark. */ reason: string | null, };

