/**
 * A decision of the discipline, usually on an arrival, unpacked from the columns of a frame. In a frame, the engine
 * sends the state of a lane.
 */

import { type DecisionColumns, type Frame, type QueueColumns, Step, type StepColumns } from '../border/border.gen';

export interface DecisionRecord {
  /** Serial number of the decision, counted from 1. It is 0 for a departure or timer event without a drop or mark. */
  readonly serial: number;
  readonly time_s: number;
  /** Trigger of a decision that is not about an arrival: a departure, or the discipline's timer. */
  readonly trigger?: 'exit' | 'timer' | undefined;
  /**
   * Flow row (flow number minus 1) and packet number of the arrival. Without an arrival, those of the first packet that
   * was dropped or marked.
   */
  readonly flow: number;
  readonly packet: number;
  /** Number of waiting packets before the decision. */
  readonly waiting: number;
  /** The queue before the decision. A frame contains it only for its last decision. */
  readonly before: QueueColumns | undefined;
  readonly steps: readonly StepEntry[];
}

export type StepEntry =
  /** A line of the pseudo-code was executed. `held` is the result of the line's test, if the line tests something. */
  | { readonly kind: 'line'; readonly line: number; readonly held?: boolean | undefined }
  /** A value was computed. `quantity` is an index in the discipline's list of quantities. */
  | { readonly kind: 'value'; readonly quantity: number; readonly value: number }
  /** The packet at the position `place` (0 = front) was drawn at random. `flow` is its flow row. */
  | { readonly kind: 'draw'; readonly place: number; readonly flow: number; readonly isMatch: boolean }
  /** The packet was admitted at `place`. */
  | { readonly kind: 'admit'; readonly place: number }
  /** The packet at `place` was dropped. −1 means the arrival. */
  | { readonly kind: 'drop'; readonly place: number; readonly reason: number }
  | { readonly kind: 'mark'; readonly place: number; readonly reason: number };

/** The decision with this index in a frame. */
export function unpackDecision(frame: Frame, index: number): DecisionRecord | undefined {
  const { decisions, steps, before } = frame;
  return unpack(decisions, steps, index, index === decisions.serial.length - 1 ? before : undefined);
}

/** The last departure and the last timer event in a frame, whatever their outcome. */
export function unpackTurns({ turns, turn_steps }: Frame): DecisionRecord[] {
  return [...turns.serial].flatMap((_, index) => unpack(turns, turn_steps, index, undefined) ?? []);
}

function unpack(
  decisions: DecisionColumns,
  steps: StepColumns,
  index: number,
  before: QueueColumns | undefined,
): DecisionRecord | undefined {
  const serial = decisions.serial[index];
  if (serial === undefined) return undefined;
  const first = decisions.first_step[index] ?? 0;
  const end = Math.min(first + (decisions.step_count[index] ?? 0), steps.kind.length);
  const entries: StepEntry[] = [];
  for (let at = first; at < end; at += 1) {
    const entry = unpackStep(
      steps.kind[at] ?? 255,
      steps.id[at] ?? -1,
      steps.flow[at] ?? 0,
      steps.value[at] ?? Number.NaN,
    );
    if (entry !== undefined) entries.push(entry);
  }
  return {
    serial,
    time_s: decisions.time_s[index] ?? Number.NaN,
    trigger: triggerOf(steps.kind[first]),
    flow: decisions.flow[index] ?? 0,
    packet: decisions.packet[index] ?? 0,
    waiting: decisions.waiting[index] ?? 0,
    before,
    steps: entries,
  };
}

/** True if a drawn packet belonged to the arrival's flow. */
export function drewMatch({ steps }: Pick<DecisionRecord, 'steps'>): boolean {
  return steps.some((step) => step.kind === 'draw' && step.isMatch);
}

/** The decision up to the comparison that found a match. The steps with its outcome are removed. */
export function untilMatch(decision: DecisionRecord): DecisionRecord {
  const { steps } = decision;
  let end = steps.findIndex(({ kind }) => kind === 'drop' || kind === 'mark' || kind === 'admit');
  if (end < 0) end = steps.length;
  // The lines that carry out the outcome test nothing. They are removed, back to the last line that tests something.
  for (let step = steps[end - 1]; step?.kind === 'line' && step.held === undefined; step = steps[end - 1]) end -= 1;
  return { ...decision, steps: steps.slice(0, end) };
}

/**
 * The decision without the steps after its last drop. After a drop at dequeue, the discipline examines the next packet
 * in the queue, and the steps about that packet do not explain the drop.
 */
export function untilLastDrop(decision: DecisionRecord): DecisionRecord {
  const { steps, trigger } = decision;
  const last = steps.findLastIndex(({ kind }) => kind === 'drop' || kind === 'mark');
  return trigger !== 'exit' || steps[last]?.kind !== 'drop'
    ? decision
    : { ...decision, steps: steps.slice(0, last + 1) };
}

/** Index of a frame's last decision with a matching draw; −1 if there is none. */
export function lastMatchIndex(frame: Frame): number {
  const { kind } = frame.steps;
  for (let step = kind.length - 1; step >= 0; step -= 1) {
    if (kind[step] !== Step.match) continue;
    // A step belongs to the last decision whose first step is this step or an earlier one.
    const { first_step } = frame.decisions;
    for (let index = first_step.length - 1; index >= 0; index -= 1) if ((first_step[index] ?? 0) <= step) return index;
  }
  return -1;
}

function triggerOf(kind: number | undefined): DecisionRecord['trigger'] {
  return kind === Step.exit ? 'exit' : kind === Step.timer ? 'timer' : undefined;
}

function unpackStep(kind: number, id: number, flow: number, value: number): StepEntry | undefined {
  switch (kind) {
    case Step.line:
      return { kind: 'line', line: id, held: Number.isNaN(value) ? undefined : value === 1 };
    case Step.value:
      return { kind: 'value', quantity: id, value };
    case Step.miss:
      return { kind: 'draw', place: id, flow, isMatch: false };
    case Step.match:
      return { kind: 'draw', place: id, flow, isMatch: true };
    case Step.admit:
      return { kind: 'admit', place: id };
    case Step.drop:
      return { kind: 'drop', place: id, reason: flow };
    case Step.mark:
      return { kind: 'mark', place: id, reason: flow };
    default:
      return undefined;
  }
}
