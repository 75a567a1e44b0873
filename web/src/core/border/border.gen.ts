// Generated from the engine's declarations by `npm run generate`; do not edit.

import type { Scenario, SettingValue } from './scenario.gen';

/** Layout version of blocks; both sides must agree. */
export const BLOCK_VERSION = 7;

/** So many TCP flows are followed, the first ones by flow number. */
export const FOLLOWED_WINDOWS = 4;

/** Packets of a queue, front first. */
export interface QueueColumns {
  /** Number of the packet in this run. */
  readonly packet: Uint32Array;
  /** Flow row (flow number minus 1). */
  readonly flow: Uint32Array;
  /** Size [bytes]. */
  readonly bytes: Uint32Array;
  /** When it arrived [s]. */
  readonly arrived_s: Float64Array;
  /** See `PacketFlag`. */
  readonly flags: Uint8Array;
  /** The number that each packet carries; empty where the discipline declares none. */
  readonly label: Float64Array;
}

/** Events of packets, in order. */
export interface HappeningColumns {
  /** When [s]. */
  readonly time_s: Float64Array;
  /** Kind, see `Happening`. */
  readonly kind: Uint8Array;
  /** Flow row (flow number minus 1). */
  readonly flow: Uint32Array;
  /** Number of the packet in this run. */
  readonly packet: Uint32Array;
  /** Reason number of a drop or mark, 255 if none. */
  readonly reason: Uint8Array;
  /** Place in the queue (0 = front) at that moment, -1 if none. */
  readonly place: Int32Array;
  /** Serial of the decision it belongs to, 0 if none. */
  readonly decision: Uint32Array;
}

/** The decisions, in order. */
export interface DecisionColumns {
  /** Counts from 1. */
  readonly serial: Uint32Array;
  /** When [s]. */
  readonly time_s: Float64Array;
  /** Flow row of the arrival, or of the first packet that is dropped or marked without one. */
  readonly flow: Uint32Array;
  /** Number of that packet. */
  readonly packet: Uint32Array;
  /** Packets waiting before. */
  readonly waiting: Uint32Array;
  /** Row of its first step. */
  readonly first_step: Uint32Array;
  /** How many steps it has. */
  readonly step_count: Uint32Array;
}

/** The steps of all decisions, one after the other. */
export interface StepColumns {
  /** Kind, see `Step`. */
  readonly kind: Uint8Array;
  /** Line, quantity or place in the queue. */
  readonly id: Int32Array;
  /** Flow row of the packet drawn; of a drop or mark the reason number. */
  readonly flow: Uint32Array;
  /** Value of the quantity. */
  readonly value: Float64Array;
}

/** Closed buckets of the time series. Row-major where there are several values a bucket: `class_bps[bucket * classes + class]`. */
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
  /** Mean queueing delay of the packets that left in the bucket [s], NaN if none left. */
  readonly delay_s: Float64Array;
  /** Jain's index over all flows, since the start of the measured window; NaN where none gets anything. */
  readonly jain_index: Float64Array;
  /** The same over the TCP flows. */
  readonly jain_index_tcp: Float64Array;
  /** Leaving the bottleneck in this bucket, per class [bit/s]. Classes in the order of the scene's facts. */
  readonly class_bps: Float64Array;
  /** Drops and marks in this bucket, per reason in the order of `Catalog.reasons`. */
  readonly reasons: Float64Array;
}

/** One row a flow, in the order of flow numbers (row 0 is flow 1). */
export interface FlowColumns {
  /** Received since the start of the measured window [bytes on the wire]. */
  readonly received_bytes: Float64Array;
  /** Mean rate leaving the bottleneck over the last 10 s, or since the start [bit/s]. */
  readonly recent_bps: Float64Array;
  /** Packets that have arrived at the bottleneck. */
  readonly arrived: Float64Array;
  /** Packets dropped there. */
  readonly dropped: Float64Array;
  /** Congestion window [packets], NaN for flows without one. */
  readonly congestion_window: Float64Array;
}

/** One row a gauge, in the order in which the discipline declares them. */
export interface GaugeColumns {
  /** Its value. */
  readonly value: Float64Array;
}

/** One row a queue; `next_queue` is the one that is served next. */
export interface QueuesColumns {
  /** Flow row, number of the bucket, or of the class. */
  readonly id: Uint32Array;
  /** Place in `queue` of its first packet; the packets up to the next queue's first one are its own, front first. */
  readonly first: Uint32Array;
  /** Bytes that the queue may still send in its turn, or another number by which queues are served; NaN where there is none. */
  readonly credit: Float64Array;
}

/** One row a bin, level by level. */
export interface BinColumns {
  /** Drop probability in force there. */
  readonly probability: Float64Array;
  /** Packets counted there. */
  readonly packets: Float64Array;
}

/** One row a slot of the ring that holds the packets. */
export interface SlotColumns {
  /** See `SlotFlag`. */
  readonly flags: Uint8Array;
}

/** The first two dozen rows of the table that a discipline declares; `row_count` says how many there are. */
export interface RowColumns {
  /** Flow row. */
  readonly flow: Uint32Array;
  /** For each flow as many numbers as the table has columns. */
  readonly value: Float64Array;
}

/** A distribution in at most 128 parts of one width; both are empty before anything was counted. */
export interface DistributionColumns {
  /** One more than there are parts. */
  readonly edges: Float64Array;
  /** How much lies in each part. */
  readonly parts: Float64Array;
}

/** One row for each part of the queue, rear (where packets enter) first, front last. */
export interface HitColumns {
  /** Packets drawn. */
  readonly draws: Float64Array;
  /** Of these, packets of the arrival's flow. */
  readonly matches: Float64Array;
}

/** A row for each followed flow in each closed bucket: `congestion_window[bucket * followed + flow]`. */
export interface WindowColumns {
  /** At the end of the bucket [packets], NaN before the flow starts. */
  readonly congestion_window: Float64Array;
  /** At the end of the bucket [packets], NaN before the flow starts. */
  readonly slow_start_threshold: Float64Array;
  /** Of Linux's senders: 0 open, 1 disorder, 2 CWR, 3 recovery, 4 loss; NaN for the others. */
  readonly recovery_state: Float64Array;
  /** Of Linux's senders: how late a packet may be before it is taken for lost [s]; NaN for the others. */
  readonly reordering_window_s: Float64Array;
  /** Of senders that pace [bit/s]; NaN for the others. */
  readonly pacing_bps: Float64Array;
  /** How many there were in the bucket. */
  readonly fast_retransmits: Float64Array;
  /** How many there were in the bucket. */
  readonly timeouts: Float64Array;
  /** How many there were in the bucket. */
  readonly ecn_cuts: Float64Array;
}

/** The state of a lane. */
export interface Scalars {
  /** The moment [s]. */
  readonly now_s: number;
  /** 1 when the scene has reached its end. */
  readonly is_finished: number;
  /** Grows with every change of settings: ask for the facts of the scene again. */
  readonly facts_version: number;
  /** Packets waiting. */
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
  /** Decisions taken since the start; the serial of the last one. */
  readonly decisions: number;
  /** Decisions since the previous frame that are not reported step by step. */
  readonly decisions_left_out: number;
  /** Happenings since the previous frame that are not reported. */
  readonly happenings_left_out: number;
  /** The discipline's own moving average [packets], NaN if it keeps none. */
  readonly average_queue: number;
  /** How many of the queued packets form the front region, NaN where there are no regions. */
  readonly front_region: number;
  /** Flow row of the packet being sent, -1 if the link is idle. */
  readonly sending_flow: number;
  /** Number of that packet, -1 if the link is idle. */
  readonly sending_packet: number;
  /** When its transmission began [s]. */
  readonly sending_from_s: number;
  /** When it ends [s]. */
  readonly sending_until_s: number;
  /** Share of the time for which the link was busy, since the start of the measured window. */
  readonly utilization: number;
  /** Jain's index over all flows, since the start of the measured window; NaN where none gets anything. */
  readonly jain_index: number;
  /** The same over the TCP flows. */
  readonly jain_index_tcp: number;
  /** Mean queue since the start of the measured window [packets]. */
  readonly mean_queue: number;
  /** Mean time in the queue of the packets that left it in the measured window [s]; NaN if there are none. */
  readonly mean_queueing_delay_s: number;
  /** Upper half of the hash of the state. */
  readonly state_hash_high: number;
  /** Lower half of the hash of the state. */
  readonly state_hash_low: number;
  /** 1 when this moment was jumped to: replace the lists of happenings and decisions by this frame's (the last drops up to now and everything since the last decision; that decision) instead of adding to them. */
  readonly is_seek: number;
  /** How far the run has been simulated [s]; `now_s` may lie before. */
  readonly furthest_s: number;
  /** Buckets of the series from earlier frames are valid up to here [s]; drop those that end later before adding this frame's, since they belong to an abandoned future. The series of a replayed stretch is never sent again. */
  readonly series_valid_until_s: number;
  /** Replayed moments that did not equal the original ones: 0, or the engine is broken. */
  readonly replay_mismatches: number;
  /** Checkpoints kept. */
  readonly checkpoints: number;
  /** About how many bytes they take up. */
  readonly checkpoint_bytes: number;
  /** How many flows the discipline lists; `rows` has the first of them. */
  readonly row_count: number;
  /** Place in `queues` of the queue that is served next, -1 where there is none. */
  readonly next_queue: number;
}

/** The present state of one lane, and the events since the previous frame. */
export interface Frame {
  readonly scalars: Scalars;
  /** The waiting packets, front (next to leave) first. */
  readonly queue: QueueColumns;
  /** The queue just before the last decision in `decisions`; empty if there is none. */
  readonly before: QueueColumns;
  /** Everything that happened to packets since the last frame, in order; capped, see `happenings_left_out`. */
  readonly happenings: HappeningColumns;
  /** The decisions since the last frame, in order; the latest ones when there are too many. */
  readonly decisions: DecisionColumns;
  /** The steps of all decisions, one after the other. */
  readonly steps: StepColumns;
  /** The last departure and the last run of the discipline's timer, each with its steps, whether or not they were decisions; empty without one since the previous frame. `serial` is 0 unless it was a decision; an exit names the packet that left. */
  readonly turns: DecisionColumns;
  /** The steps of `turns`. */
  readonly turn_steps: StepColumns;
  /** Completed buckets of the time series since the last frame. */
  readonly series: SeriesColumns;
  /** One row a flow. */
  readonly flows: FlowColumns;
  /** A value for each gauge that the discipline declares. */
  readonly gauges: GaugeColumns;
  /** The division of `queue` among several queues. Empty where there is one queue. */
  readonly queues: QueuesColumns;
  /** A grid of bins, level by level; empty for disciplines that have none. */
  readonly bins: BinColumns;
  /** The ring that holds the packets, from its first slot; empty for disciplines without one. */
  readonly slots: SlotColumns;
  /** The flows that the discipline lists in the table that it declares, those with the largest first numbers first. */
  readonly rows: RowColumns;
  /** How long how many packets waited [s], since the start of the measured window; edges in packets. */
  readonly occupancy: DistributionColumns;
  /** How many packets waited how long, since the start of the measured window; edges in seconds. */
  readonly waits: DistributionColumns;
  /** Places of draws and matches in the queue, from the start up to this moment. */
  readonly hits: HitColumns;
  /** The windows of the first TCP flows, for the buckets of `series`. */
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
  /** Number of the event: `Lab.seekEvent` leads to the moment just after it. */
  readonly event: Float64Array;
}

/** How far a search for happenings got. */
export interface HistoryScalars {
  /** Rows found, also when only their number was asked for. */
  readonly count: number;
  /** 1 when the stretch was searched to its end; otherwise ask for the next page after `last_event`. */
  readonly is_whole: number;
  /** How far the search got [s]. */
  readonly ended_s: number;
  /** The last event that was looked at. */
  readonly last_event: number;
}

/** Events in a stretch of the run, filtered: an answer of `Lab.history`. */
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

/** Properties of a waiting packet: bits of the column `flags`. */
export const PacketFlag = {
  /** Its sender heeds ECN marks. */
  ecnCapable: 1,
  /** It is ECN-marked. */
  marked: 2,
  /** It was sent before. */
  retransmission: 4,
  /** It opens a connection. */
  syn: 8,
} as const;

/** Properties of a slot: bits of the column `flags`. */
export const SlotFlag = {
  /** It holds a waiting packet. */
  packet: 1,
  /** It holds a packet that was lost there. */
  lost: 2,
  /** It is empty, between packets. */
  hole: 4,
  /** The next packet leaves from here. */
  head: 8,
  /** The next arrival enters here. */
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
  /** Left the queue from the front; the link starts to send it. */
  sent: 3,
  /** ECN-marked. */
  marked: 4,
} as const;

/** A step of a decision. A decision without an arrival begins with `exit` or `timer`. */
export const Step = {
  /** The line `id` of the pseudo-code ran. `value` is 1 if its test held, 0 if it did not, NaN if it tests nothing. */
  line: 0,
  /** The quantity `id` got the value `value`. */
  value: 1,
  /** The packet of flow row `flow` at place `id` was drawn and did not match. */
  miss: 2,
  /** The same, and it matched. */
  match: 3,
  /** A packet was admitted at place `id`. */
  admit: 4,
  /** A packet was dropped from place `id` (-1: the arrival) for the reason `flow`. */
  drop: 5,
  /** A packet was marked for the reason `flow`. */
  mark: 6,
  /** A packet was to leave. */
  exit: 7,
  /** The discipline's timer ran out. */
  timer: 8,
} as const;

export type HappeningName = 'admitted' | 'dropped-arriving' | 'dropped-waiting' | 'sent' | 'marked';

/** The engine's description of itself. */
export type Catalog = { 
/** Version of the engine. */ engine_version: string, 
/** Version of the runs: under the same one every packet fares the same. */ runs: number, 
/** Version of the engine's numbers: under the same one runs come out the same, and are measured the same. */ numbers: number, 
/** The queue disciplines. */ disciplines: ReadonlyArray<DisciplineAbout>, 
/** The TCP variants. */ transports: ReadonlyArray<TransportAbout>, 
/** The traffic sources. */ sources: ReadonlyArray<SourceAbout>, 
/** Reason numbers in frames are places in this list. */ reasons: ReadonlyArray<ReasonAbout>, 
/** Settings of a scene that are no parameters of a discipline. */ scene_settings: ReadonlyArray<SceneSetting>, };

/** The description of a discipline. */
export type DisciplineAbout = { id: string, name: string, year: number, citation: string, idea: string, 
/** The discipline's memory of flows. */ memory: Memory, 
/** How sure we are that this is the published scheme. */ confidence: Confidence, confidence_note: string, 
/** Gaps and contradictions in its sources, each with the choice made here. */ decisions: ReadonlyArray<string>, 
/** How its queue is drawn. */ view: QueueView, params: ReadonlyArray<SettingSpec>, param_sets: ReadonlyArray<ParamSet>, 
/** Line ids are places in this list; `{id}` in a text is replaced by the latest value of that quantity. */ code: ReadonlyArray<CodeLine>, rule: RuleAbout, 
/** Quantity ids are places in this list. */ quantities: ReadonlyArray<QuantityAbout>, gauges: ReadonlyArray<QuantityAbout>, 
/** The views of its state beside its lane; at most one of them is a table. */ state: ReadonlyArray<StateView>, 
/** Ids of the reasons it can give. */ reasons: ReadonlyArray<string>, };

/** A discipline's memory of flows. */
export type Memory = "stateless" | "partial" | "per-flow";

/** How sure we are that the code is the published scheme. */
export type Confidence = "high" | "medium" | "low";

/** How the stage draws the queue of a discipline. */
export type QueueView = "fifo" | "fifo-with-regions" | "fifo-with-bins" | "flow-queues" | "bucket-queues" | "two-queues";

/** A setting: a parameter of a discipline, or one of a scene. */
export type SettingSpec = { id: string, name: string, 
/** The paper's symbol, or nothing. */ symbol: string, 
/** Unit, or nothing for a pure number. */ unit: string, kind: SettingKind, default: SettingValue, meaning: string, 
/** Whether a slider should be logarithmic. */ is_logarithmic: boolean, 
/** Whether the value is a queue length that the ruler under the queue shows. */ is_on_ruler: boolean, 
/** Whether a newcomer can do without it. */ is_advanced: boolean, };

/** Which values a parameter takes. */
export type SettingKind = { "kind": "integer", 
/** Least value. */ min: number, 
/** Greatest value. */ max: number, } | { "kind": "real", 
/** Least value. */ min: number, 
/** Greatest value. */ max: number, } | { "kind": "switch" } | { "kind": "choice", 
/** The possible values. */ choices: ReadonlyArray<Choice>, };

/** One possible value of a choice. */
export type Choice = { 
/** Id in files and links. */ id: string, 
/** Its meaning in a few words. */ meaning: string, };

/** A setting of a scene that is no parameter of a discipline. */
export type SceneSetting = { 
/** Dotted path; `*` matches every group of flows. */ path: string, 
/** Heading under which the panel shows it. */ group: SettingGroup, 
/** Whether the setting can change while the scene runs; otherwise a change restarts the scene and catches up. */ is_live: boolean, 
/** The flows it is for. */ applies_to: FlowsAbout, 
/** Whether a scene leaves the setting out where it has its default. */ is_optional: boolean, id: string, name: string, 
/** The paper's symbol, or nothing. */ symbol: string, 
/** Unit, or nothing for a pure number. */ unit: string, kind: SettingKind, default: SettingValue, meaning: string, 
/** Whether a slider should be logarithmic. */ is_logarithmic: boolean, 
/** Whether the value is a queue length that the ruler under the queue shows. */ is_on_ruler: boolean, 
/** Whether a newcomer can do without it. */ is_advanced: boolean, };

/** Heading of a panel. */
export type SettingGroup = "bottleneck" | "flows" | "run";

/** Ids of the transports and sources that a setting of flows is for; null is any. */
export type FlowsAbout = { transports: ReadonlyArray<string> | null, sources: ReadonlyArray<string> | null, };

/** A named set of parameter values; all others stay as they are. */
export type ParamSet = { id: string, name: string, 
/** The source of the values. */ origin: string, values: Readonly<Record<string, SettingValue>>, };

/** A line of pseudo-code. */
export type CodeLine = { 
/** Its depth of indentation. */ indent: number, 
/** The text, in words and the paper's symbols. `{x}` is replaced by the latest value of the quantity with the id `x`. */ text: string, 
/** Whether the line is a test, which `super::Tracer::test` reports. */ is_test: boolean, 
/** The settings under which it is a line of the rule: all of these; without any it always is. */ only_if: ReadonlyArray<OnlyIf>, 
/** Its wordings under other settings: the first whose settings are in force replaces `text`. */ or: ReadonlyArray<Wording>, };

/** A setting under which a line of pseudo-code is part of the rule. */
export type OnlyIf = { 
/** Id of a switch or of a choice of the discipline. */ param: string, 
/** It has one of these values. */ values: ReadonlyArray<SettingValue>, };

/** The wording of a line of pseudo-code under some settings. */
export type Wording = { 
/** In place of `CodeLine::text`. */ text: string, 
/** All of these are in force. */ only_if: ReadonlyArray<OnlyIf>, };

/** The rule of a discipline as its source gives it. */
export type RuleAbout = { 
/** The publication and the place in it, and our own parts of the rule. */ source: string, 
/** Each sums up the pseudo-code from its first line up to where the next one begins. */ lines: ReadonlyArray<RuleLine>, 
/** The same as a flow chart, where its source draws one. */ chart: Chart | null, };

/** A line of the rule. It sums up the pseudo-code from `from` up to where the next line of the rule begins. */
export type RuleLine = { 
/** Its depth of indentation. */ indent: number, 
/** The text, in words and the paper's symbols; an underscore begins a subscript. */ text: string, 
/** The text beside it for one packet, or nothing. `{x}` is replaced by the latest value of the quantity with the id `x`. */ shows: string, 
/** The first line of pseudo-code that it sums up. */ from: number, 
/** The line of pseudo-code whose outcome answers it, if it is a question. */ asks: number | null, };

/** A flow chart, as a document draws it. A decision takes the way through it that its lines of pseudo-code answer. */
export type Chart = { 
/** The document and the figure. */ source: string, 
/** Its boxes from the top; the first one begins. */ boxes: ReadonlyArray<ChartBox>, };

/** A box of a flow chart. */
export type ChartBox = { 
/** The action or question, in the paper's symbols; an underscore begins a subscript. */ text: string, 
/** The lines of pseudo-code of which the one in force answers the question; none if there is no question. A repeated line answers again; a line that was not reported did not hold. */ asks: readonly [number | null, number | null], 
/** The answer is the opposite of the outcome. */ is_denied: boolean, 
/** The next box, after a yes if this one is a question. */ yes: To, 
/** The next box after a no. */ no: To, };

/** The next step of a flow chart. */
export type To = "next" | { "box": number } | { "end": string };

/** A named number. */
export type QuantityAbout = { 
/** Id. */ id: string, 
/** Symbol as the pseudo-code writes it. */ symbol: string, 
/** Unit, or nothing. */ unit: string, 
/** One line of meaning. */ meaning: string, };

/** A picture of a part of a discipline's state. */
export type StateView = { "kind": "dial", 
/** Id of the gauge. */ gauge: string, 
/** The quantity shown, in a few words. */ name: string, 
/** The start of the scale. */ from: Bound, 
/** The end of the scale. */ to: Bound, 
/** The value marked on the scale. */ mark: ScaleMark | null, } | { "kind": "table", 
/** The listed items. */ title: string, 
/** The meaning of a flow's presence in the list. */ meaning: string, 
/** The quantities of each flow. */ columns: ReadonlyArray<QuantityAbout>, 
/** The end of the bars' scale. */ to: Bound, 
/** The value marked on the scale. */ mark: ScaleMark | null, } | { "kind": "label", 
/** The quantity of the label. */ label: QuantityAbout, } | { "kind": "slots", 
/** The ring. */ title: string, 
/** One line of meaning. */ meaning: string, 
/** Id of the gauge that counts its packets as the discipline does. */ gauge: string, 
/** The settings under which there is one: all of these. */ only_if: ReadonlyArray<OnlyIf>, };

/** An end of a scale, or a point on it. */
export type Bound = { "value": number } | { "param": string } | { "gauge": string } | null;

/** A point on a scale that matters. */
export type ScaleMark = { 
/** The marked value. */ at: Bound, 
/** Its name, in a word or two. */ name: string, };

/** The description of a reason for people. */
export type ReasonAbout = { 
/** Name in results and links. */ id: string, 
/** Name on the page. */ name: string, 
/** One line of meaning. */ meaning: string, 
/** Whose colour and sign it has on the page. */ family: ReasonFamily, 
/** Whether the packet goes on, marked. */ is_mark: boolean, };

/** The kind of event that a reason is an instance of. All reasons of a kind share its colour and sign. */
export type ReasonFamily = "overflow" | "early" | "forced" | "match" | "penalty" | "mark";

/** A TCP variant. */
export type TransportAbout = { id: string, name: string, year: number, citation: string, meaning: string, };

/** A traffic source. */
export type SourceAbout = { id: string, name: string, meaning: string, };

/** Facts of a lane that change only when a setting does. */
export type SceneFacts = { 
/** Names of the classes, in the order of class numbers: responsive first. */ classes: ReadonlyArray<string>, 
/** The flows in the order of their rows. */ flows: ReadonlyArray<FlowFacts>, 
/** Place of the lane in the scene. */ lane: number, 
/** Id of its discipline. */ aqm: string, 
/** All its parameters as they are in force now. */ params: Readonly<Record<string, SettingValue>>, 
/** Whether its packets are supplied from outside, by a recording or a router. */ is_driven: boolean, 
/** Rate of the bottleneck now [bit/s]. */ capacity_bps: number, 
/** Packets that may wait. */ limit: number, 
/** Capacity divided by the number of flows [bit/s]. */ fair_share_bps: number, 
/** Remarks on the present scene: valid settings that are seldom meant. */ remarks: ReadonlyArray<SceneRemark>, 
/** The present scenario, interventions included, as the link carries it. */ scenario: Scenario, };

/** A flow. */
export type FlowFacts = { 
/** Number, from 1. */ number: number, 
/** Name of its class. */ class: string, 
/** Id of its transport. */ transport: string, };

/** One problem: its place, the given value and the allowed ones. */
export type SceneProblem = { 
/** Dotted path in the scenario, e.g. `queue.params.max_th` or `flows.1.count`; `scenario` for the whole. */ path: string, 
/** The given value and the allowed ones, as the rest of a sentence. */ problem: string, 
/** `full`: only the full build can judge the scene, and this one is not. */ needs?: "full", };

/** One remark: the setting that it is about, and the consequence of its value. */
export type SceneRemark = { 
/** Dotted path in the scenario. */ path: string, 
/** The consequence, and the remedy. */ remark: string, 
/** A change after which there is no such remark. */ offer?: SceneOffer, };

/** A setting with a value for it. */
export type SceneOffer = { 
/** Dotted path in the scenario. */ path: string, 
/** The value. */ value: SettingValue, 
/** The effect of the change, as the text of a button. */ name: string, };

/** The result of a step. */
export type Found = "found" | "none" | "not-within-reach";

/** `Compared` as a page reads it. */
export type Compared = { 
/** The places of the two lanes. */ lanes: readonly [number, number], 
/** The time up to which the lanes were compared [s]. */ compared_until_s: number, 
/** The first moment at which they do not do the same. */ divergence: DivergenceFacts | null, };

/** `Divergence` as a page reads it: flows as rows, reasons as ids. */
export type DivergenceFacts = { 
/** When [s]. */ time_s: number, 
/** Serial of the decision, the same in both lanes; of the one before where they differ between two decisions. */ decision: number, 
/** Whether the lanes differ over an arriving packet; otherwise over one that is sent, or dropped at the head. */ is_arrival: boolean, 
/** Flow row, number and sequence number of the packet over which they differ. */ flow: number | null, 
/** Number of that packet in its run. */ packet: number | null, 
/** Its sequence number. */ sequence: number | null, 
/** Each lane's actions, in order. */ done: readonly [ReadonlyArray<TreatedFacts>, ReadonlyArray<TreatedFacts>], 
/** The same in words: "admits the arrival of flow 7". */ in_words: readonly [string, string], };

/** `Treated` as a page reads it. */
export type TreatedFacts = { 
/** Flow row. */ flow: number, 
/** Number of the packet in its run. */ packet: number, 
/** Its sequence number. */ sequence: number, 
/** Whether it is the arriving packet. */ is_arrival: boolean, 
/** The fate of the packet. */ verdict: string, 
/** Id of the reason of a drop or a mark. */ reason: string | null, };

