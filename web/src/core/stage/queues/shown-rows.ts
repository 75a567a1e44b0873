/**
 * The queues that have rows, and the scale of the rows: the number of packets that a row has room for. While the run
 * plays, rows keep their queues, and the scale does not change with every packet. While the run is paused, rows and
 * scale depend only on the simulated time.
 */

import type { QueueColumns } from '../../run/run-buffer';
import { queueKind } from '../queue-names';
import { LEAST_PITCH } from '../stage-layout';
import type { StageMemory, StageMoment, StageSource } from '../stage-memory';
import { type QueuesLayout, type RowPlace, rowPitch, rowPlace } from './queue-layout';
import {
  chooseRows,
  fitsAll,
  type QueueState,
  queueCount,
  queuesBefore,
  queuesNow,
  type RowSlot,
  rowPlaces,
  sizeOf,
} from './queue-rows';

/** Minimum time for which a queue that is served or explained keeps a temporary row while the run plays [ms]. */
const GUEST_MS = 500;
/**
 * Largest jump in simulated time after which each queue keeps its row [s]. After a longer jump, rows are chosen again.
 */
const LEAP_S = 1;
const LONGEST_TICK_MS = 100;
const LEAST_PLACES = 5;
/** Time for which a row must have unused room before its scale shrinks [ms]. */
const ROOMY_MS = 4000;

export class ShownRows {
  /**
   * The displayed queues: those before the displayed decision until its outcome is shown, otherwise the current ones.
   */
  states: readonly QueueState[] = [];
  rows: readonly RowSlot[] = [];
  /** True if every queue has a row. */
  isWhole = true;
  count = 0;
  places = LEAST_PLACES;
  /** True if rows are bars, because packets are too thin or too fast to be seen. */
  isBars = false;

  private readonly queueOfFlow = new Map<number, number>();
  private isByFlow = false;
  private scene = -1;
  private shown: QueueColumns | undefined;
  private now_ms = Number.NaN;
  private now_s = 0;
  private wasStill = false;
  private roomyFor = 0;
  private layout: QueuesLayout | undefined;

  /** Reads the state of the run. `memory` must have read the same state before. True if the picture has changed. */
  observe(run: StageSource, memory: StageMemory, moment: StageMoment, layout: QueuesLayout): boolean {
    const passed = Math.min(LONGEST_TICK_MS, Math.max(0, moment.now_ms - this.now_ms)) || 0;
    const { now_s, is_seek } = run.latest.scalars;
    const isStill = !moment.isPlaying;
    const isLeap = is_seek === 1 && Math.abs(now_s - this.now_s) > LEAP_S;
    const isOther = memory.queue !== this.shown || layout !== this.layout || run.scene !== this.scene;
    const isChosenAnew = run.scene !== this.scene || isLeap || (isStill && (isOther || !this.wasStill));
    if (isChosenAnew) this.forget();
    this.wasStill = isStill;
    this.now_ms = moment.now_ms;
    this.now_s = now_s;
    this.scene = run.scene;
    this.layout = layout;
    this.isByFlow = queueKind(run) === 'flow';
    if (isOther || isChosenAnew) {
      this.shown = memory.queue;
      this.states = this.read(run, memory.queue);
    }
    const rowsBefore = this.rows;
    this.seat(run, memory, layout, isStill ? 0 : passed);
    // Queues are sorted by id, so that queues of equal length have the same order at every step.
    if (isChosenAnew) this.rows = this.rows.toSorted((a, b) => a.id - b.id);
    this.grow(passed);
    this.isBars = memory.isStrip || rowPitch(layout, this.places) < LEAST_PITCH;
    return (
      isOther || rowsBefore.length !== this.rows.length || this.rows.some(({ id }, at) => id !== rowsBefore[at]?.id)
    );
  }

  /** Id of the queue of a flow's packets; undefined if none has waited yet. */
  queueOf(flow: number): number | undefined {
    return this.isByFlow ? flow : this.queueOfFlow.get(flow);
  }

  /** Flows of which a packet has waited in a queue since the rows were chosen. The set is kept while the run plays. */
  flowsIn(queue: number): readonly number[] {
    const flows: number[] = [];
    for (const [flow, own] of this.queueOfFlow) if (own === queue) flows.push(flow);
    return flows;
  }

  rowOf(queue: number | undefined): number {
    return this.rows.findIndex(({ id }) => id === queue);
  }

  stateOf(queue: number): QueueState | undefined {
    return this.states.find(({ id }) => id === queue);
  }

  /** Number of rows that share the height, including the summary. */
  get rowCount(): number {
    return this.isWhole ? this.rows.length : (this.layout?.rows ?? 1);
  }

  rowPlace(row: number): RowPlace {
    return this.layout === undefined ? { y: 0, height: 0 } : rowPlace(this.layout, row, this.rowCount);
  }

  private forget(): void {
    this.rows = [];
    this.places = LEAST_PLACES;
    this.queueOfFlow.clear();
  }

  private read(run: StageSource, queue: QueueColumns): readonly QueueState[] {
    const now = queuesNow(run);
    if (!this.isByFlow) {
      const { flow } = run.latest.queue;
      for (const { id, from, until } of now)
        for (let place = from; place < until; place += 1) this.queueOfFlow.set(flow[place] as number, id);
    }
    return queue === run.latest.queue ? now : queuesBefore(run, queue, now, this.queueOfFlow);
  }

  private seat(run: StageSource, memory: StageMemory, layout: QueuesLayout, passed: number): void {
    const { story } = memory;
    const musts: number[] = [];
    const must = (id: number | undefined): void => {
      if (id !== undefined && !musts.includes(id)) musts.push(id);
    };
    // The queue of the decision is first in the list. It therefore gets the last free row before the queue that is
    // served next.
    if (story !== undefined) {
      must(this.queueOf(story.flow));
      for (const dropped of run.droppedPackets) if (dropped.decision === story.serial) must(this.queueOf(dropped.flow));
    }
    must(this.states.find(({ isNext }) => isNext)?.id);
    this.count = queueCount(run, this.states);
    this.isWhole = fitsAll({ room: layout.rows, count: this.count });
    const room = this.isWhole ? layout.rows : layout.rows - 1;
    const guestFor = memory.level === 'decisions' ? 0 : GUEST_MS;
    this.rows = chooseRows(this.rows, this.states, { room, count: this.count, musts, guestFor, passed });
  }

  /** Enlarges the scale at once, and shrinks it only after a while. */
  private grow(passed: number): void {
    let longest = 1;
    for (const { id } of this.rows) longest = Math.max(longest, sizeOf(this.stateOf(id)));
    const fitting = rowPlaces(longest, this.places);
    this.roomyFor = fitting < this.places ? this.roomyFor + passed : 0;
    if (fitting < this.places && this.roomyFor < ROOMY_MS) return;
    this.places = fitting;
    this.roomyFor = 0;
  }
}
