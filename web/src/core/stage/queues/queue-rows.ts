/**
 * Chooses the queues that have a row on the stage, and their order. If all queues fit, each has a row. Otherwise rows
 * are given to the longest queues, to the queue served next, and to the queues of the decision. Rows keep their
 * positions if possible. Pure.
 */

import type { QueueColumns } from '../../border/border.gen';
import { isSparse } from '../../run/sparse-flows';
import { queueKind } from '../queue-names';
import type { StageSource } from '../stage-memory';

/** One queue: a range of the waiting packets, from the front. */
export interface QueueState {
  readonly id: number;
  /** Index of the first packet in the columns of waiting packets. `until` is the index after the last. */
  readonly from: number;
  readonly until: number;
  readonly unresponsive: number;
  /** Number of packets of sparse flows among the unresponsive ones. */
  readonly sparse?: number;
  readonly credit: number;
  readonly isNext: boolean;
}

/** A row with the queue that it shows. */
export interface RowSlot {
  readonly id: number;
  /** Time for which the queue has had this row [ms]. */
  readonly heldFor: number;
  /** True if the queue has a row only because it is being served or explained, and not because of its length. */
  readonly isGuest: boolean;
}

/** Time for which a queue keeps its row after it has become empty or is no longer among the longest [ms]. */
const HOLD_MS = 1500;
/** Number of packets by which a queue must be longer than another one to take over its row. */
const LEAD = 2;

export function sizeOf(state: QueueState | undefined): number {
  return state === undefined ? 0 : state.until - state.from;
}

/** The current queues. */
export function queuesNow(run: StageSource): readonly QueueState[] {
  const { queues, queue, scalars } = run.latest;
  const states: QueueState[] = [];
  for (let row = 0; row < queues.id.length; row += 1) {
    const from = queues.first[row] as number;
    const until = queues.first[row + 1] ?? queue.flow.length;
    const credit = queues.credit[row] ?? Number.NaN;
    states.push({
      id: queues.id[row] as number,
      from,
      until,
      ...countUnresponsive(run, queue, from, until),
      credit,
      isNext: row === scalars.next_queue,
    });
  }
  return states;
}

/**
 * The queues before a decision. Packets are listed queue by queue, so a new queue begins at the first packet whose flow
 * belongs to another queue. Credits and turn are taken from `now`, since an arrival hardly changes them.
 */
export function queuesBefore(
  run: StageSource,
  before: QueueColumns,
  now: readonly QueueState[],
  queueOfFlow: ReadonlyMap<number, number>,
): readonly QueueState[] {
  const known = new Map(now.map((state) => [state.id, state]));
  const isByFlow = queueKind(run) === 'flow';
  const states: QueueState[] = [];
  let from = 0;
  let id = -1;
  const close = (until: number): void => {
    if (until === from) return;
    const { credit = Number.NaN, isNext = false } = known.get(id) ?? {};
    states.push({ id, from, until, ...countUnresponsive(run, before, from, until), credit, isNext });
    from = until;
  };
  for (let place = 0; place < before.flow.length; place += 1) {
    const flow = before.flow[place] as number;
    // A flow's queue is unknown until one of the flow's packets has been seen waiting. Until then, the flow's packets
    // count in the queue of the packets that precede them in the list.
    const own = isByFlow ? flow : (queueOfFlow.get(flow) ?? id);
    if (own !== id) close(place);
    id = own;
  }
  close(before.flow.length);
  return states;
}

function countUnresponsive(
  run: StageSource,
  queue: QueueColumns,
  from: number,
  until: number,
): Required<Pick<QueueState, 'unresponsive' | 'sparse'>> {
  let unresponsive = 0;
  let sparse = 0;
  for (let place = from; place < until; place += 1) {
    const flow = queue.flow[place] as number;
    if (!run.isUnresponsive(flow)) continue;
    unresponsive += 1;
    if (isSparse(run.facts, flow)) sparse += 1;
  }
  return { unresponsive, sparse };
}

/** Number of possible queues: one more than the largest possible id. */
export function queueCount(run: StageSource, states: readonly QueueState[]): number {
  const kind = queueKind(run);
  const buckets = run.facts.params.buckets;
  const declared = kind === 'class' ? 2 : kind === 'flow' ? run.facts.flows.length : Number(buckets ?? 0) || 0;
  return states.reduce((most, { id }) => Math.max(most, id + 1), declared);
}

interface RowWish {
  /** Number of rows that fit in addition to the summary. */
  readonly room: number;
  /** Number of possible queues, see `queueCount`. */
  readonly count: number;
  /** Queues that must have a row. */
  readonly musts: readonly number[];
  /** Minimum time for which a queue keeps a temporary row before another temporary queue may take it [ms]. */
  readonly guestFor: number;
  /** Real time since the rows were last chosen [ms]. */
  readonly passed: number;
}

/** True if every queue has a permanent row. */
export function fitsAll({ room, count }: Pick<RowWish, 'room' | 'count'>): boolean {
  return count <= room;
}

/**
 * The new rows, from top to bottom. `before` contains the current rows. If it is empty, the longest queues get rows,
 * with the longest queue on top.
 */
export function chooseRows(
  before: readonly RowSlot[],
  states: readonly QueueState[],
  wish: RowWish,
): readonly RowSlot[] {
  const { room, count, musts, passed } = wish;
  if (fitsAll(wish))
    return Array.from({ length: count }, (_, id) => ({
      id,
      heldFor: (before[id]?.id === id ? before[id].heldFor : 0) + passed,
      isGuest: false,
    }));
  const sizes = new Map(states.map((state) => [state.id, sizeOf(state)]));
  const size = (id: number): number => sizes.get(id) ?? 0;
  const rows: RowSlot[] = before.slice(0, room).map((slot) => ({ ...slot, heldFor: slot.heldFor + passed }));
  const shown = new Set(rows.map(({ id }) => id));
  const isMust = (id: number): boolean => musts.includes(id);
  const put = (at: number, id: number, isGuest: boolean): void => {
    const gone = rows[at];
    if (gone !== undefined) shown.delete(gone.id);
    rows[at] = { id, heldFor: 0, isGuest };
    shown.add(id);
  };
  const waiting = states.filter(({ id }) => !shown.has(id)).sort((a, b) => sizeOf(b) - sizeOf(a) || a.id - b.id);
  const longest = (): number | undefined => waiting.find(({ id }) => !shown.has(id))?.id;
  while (rows.length < room) {
    const id = longest();
    if (id === undefined) break;
    put(rows.length, id, false);
  }
  for (const id of musts) {
    if (shown.has(id)) continue;
    if (rows.length < room) put(rows.length, id, true);
    else {
      const at = leastNeeded(rows, size, isMust);
      const gone = rows[at];
      if (gone === undefined || (gone.isGuest && gone.heldFor < wish.guestFor)) continue;
      put(at, id, true);
    }
  }
  // Only one row changes at a time, so that a viewer can follow. A list that is sorted again would be hard to follow.
  const next = longest();
  const at = leastNeeded(rows, size, isMust);
  const least = rows[at];
  if (next !== undefined && least !== undefined && least.heldFor >= HOLD_MS) {
    const own = size(least.id);
    // A temporary queue has a row only while it is served or explained. The row is not given to a long queue, since the
    // next temporary queue would then take the row of another long queue.
    if ((own === 0 || size(next) >= own + LEAD) && !least.isGuest) put(at, next, false);
  }
  return rows;
}

/**
 * The row that another queue may take: that of a temporary queue, otherwise that of the shortest queue. The row of a
 * queue that must have a row is never taken.
 */
function leastNeeded(rows: readonly RowSlot[], size: (id: number) => number, isMust: (id: number) => boolean): number {
  let best = -1;
  for (const [at, slot] of rows.entries()) {
    if (isMust(slot.id)) continue;
    const other = rows[best];
    if (other === undefined) best = at;
    else if (slot.isGuest !== other.isGuest) best = slot.isGuest ? at : best;
    else if (size(slot.id) < size(other.id) || (size(slot.id) === size(other.id) && slot.heldFor > other.heldFor))
      best = at;
  }
  return best;
}

/** Sums over the queues that have no row. */
interface Rest {
  readonly queues: number;
  readonly packets: number;
  readonly hasNext: boolean;
  /** Number of packets by column. Each column covers an equal part of the range of queue ids. */
  readonly responsive: Float32Array;
  readonly unresponsive: Float32Array;
  readonly sparse: Float32Array | undefined;
}

export function restOf(rows: readonly RowSlot[], states: readonly QueueState[], count: number, columns: number): Rest {
  const shown = new Set(rows.map(({ id }) => id));
  const responsive = new Float32Array(columns);
  const unresponsive = new Float32Array(columns);
  let sparse: Float32Array | undefined;
  let queues = 0;
  let packets = 0;
  let hasNext = false;
  for (const state of states) {
    if (shown.has(state.id)) continue;
    const size = sizeOf(state);
    if (size > 0) queues += 1;
    packets += size;
    hasNext ||= state.isNext;
    // Low ids are on the left, but columns are counted from the right.
    const column = columns - 1 - Math.min(columns - 1, Math.floor((state.id * columns) / count));
    if (column < 0) continue;
    const victims = state.sparse ?? 0;
    unresponsive[column] = (unresponsive[column] as number) + state.unresponsive - victims;
    if (victims > 0) {
      sparse ??= new Float32Array(columns);
      sparse[column] = (sparse[column] as number) + victims;
    }
    responsive[column] = (responsive[column] as number) + size - state.unresponsive;
  }
  return { queues, packets, hasNext, responsive, unresponsive, sparse };
}

const SCALES = [5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800];

/**
 * Number of packets that a row has room for: a round number that is enough for the longest queue. It shrinks only if
 * more than half of the room is unused.
 */
export function rowPlaces(longest: number, before: number): number {
  if (longest <= before && longest * 2.4 > before) return before;
  for (let power = 1; ; power *= 1000) for (const scale of SCALES) if (scale * power >= longest) return scale * power;
}
