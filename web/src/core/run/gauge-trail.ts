/**
 * Values of a discipline's gauges, and the number of UDP packets in the queue, at the times at which the engine sent a
 * frame (the state of a lane). Between two frames the values are unknown. Memory is bounded: when it is full, every
 * second entry is removed, and only half as many frames are recorded from then on.
 */

import type { Frame } from '../border/border.gen';
import type { DisciplineAbout } from '../border/catalog';

export const MOST_INSTANTS = 4096;

interface Flows {
  /** True if the flow in this row ignores drops. */
  isUnresponsive(row: number): boolean;
}

/** The part of a frame that is stored. */
type StoredPart = Pick<Frame, 'gauges' | 'queue'> & { readonly scalars: Pick<Frame['scalars'], 'now_s'> };

/** Begins to record the gauges of a run. */
export function followGauges(
  run: Flows & {
    readonly about: Pick<DisciplineAbout, 'gauges'>;
    readonly latest: StoredPart;
    trail: GaugeTrail | undefined;
  },
): void {
  if (run.trail !== undefined) return;
  run.trail = new GaugeTrail(run.about.gauges.length);
  run.trail.look(run.latest, run);
}

export class GaugeTrail {
  length = 0;
  readonly time_s = new Float64Array(MOST_INSTANTS);
  /** Number of waiting packets, and how many of them belong to flows that ignore drops. */
  readonly waiting = new Float64Array(MOST_INSTANTS);
  readonly unresponsive = new Float64Array(MOST_INSTANTS);
  /** `values[gauge][instant]`. Gauges are in the order in which the discipline declares them. */
  readonly values: readonly Float64Array[];
  /** Only the values of every `every`-th frame are stored. */
  private every = 1;
  private skipped = 0;

  constructor(gauges: number) {
    this.values = Array.from({ length: gauges }, () => new Float64Array(MOST_INSTANTS));
  }

  /** Returns an empty trail for another run. */
  anew(gauges: number): GaugeTrail {
    return new GaugeTrail(gauges);
  }

  /** Removes the entries after a given time, which a changed setting has invalidated. */
  keepUntil(until_s: number): void {
    while (this.length > 0 && (this.time_s[this.length - 1] ?? 0) > until_s) this.length -= 1;
  }

  /** Stores the values of a frame. */
  look({ scalars, gauges, queue: { flow } }: StoredPart, flows: Flows): void {
    let unresponsive = 0;
    for (const row of flow) if (flows.isUnresponsive(row)) unresponsive += 1;
    this.append(scalars.now_s, gauges.value, flow.length, unresponsive);
  }

  /** Appends values at a given time. Ignored unless that time is later than the last stored one. */
  append(now_s: number, values: Float64Array, waiting = Number.NaN, unresponsive = Number.NaN): void {
    if (this.length > 0 && now_s <= (this.time_s[this.length - 1] ?? 0)) return;
    this.skipped += 1;
    if (this.skipped < this.every) return;
    this.skipped = 0;
    if (this.length === MOST_INSTANTS) this.halve();
    this.time_s[this.length] = now_s;
    this.waiting[this.length] = waiting;
    this.unresponsive[this.length] = unresponsive;
    for (const [gauge, column] of this.values.entries()) column[this.length] = values[gauge] ?? Number.NaN;
    this.length += 1;
  }

  /** Index of the last stored time at or before `time_s`; −1 if there is none. */
  instantBefore(time_s: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.time_s[middle] ?? 0) <= time_s) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private halve(): void {
    for (const column of [this.time_s, this.waiting, this.unresponsive, ...this.values])
      for (let kept = 0; kept < MOST_INSTANTS / 2; kept += 1) column[kept] = column[2 * kept] ?? Number.NaN;
    this.length = MOST_INSTANTS / 2;
    this.every *= 2;
  }
}
