/**
 * A drag that marks an interval from its starting point to the pointer. Until the drag ends, the marked interval is
 * shown only in the plot or scrubber in which the drag began. The other plots keep the current interval.
 */

import type { Interval } from '../page/interval';
import { lookAt, viewStore } from '../page/view-store';
import { markedInterval } from './interval-words';

/** How long a finger must be held still before it starts to mark [ms]. */
export const HOLD_MS = 450;
/** Largest movement between press and release that still counts as a tap [px]. A tap selects a time. */
export const TAP_REACH = 6;

interface Place {
  /** Position of the pointer [s]. */
  readonly at_s: number;
  /** Simulated time per pixel, or per key press [s]. */
  readonly grain_s: number;
  /** End of the range that can be marked [s]. */
  readonly most_s: number;
}

export class IntervalBrush {
  private anchor_s: number | undefined;
  private draft: Interval | undefined;

  /** `show` shows the interval that is being marked. Undefined removes it. */
  constructor(private readonly show: (draft: Interval | undefined) => void) {}

  get isMarking(): boolean {
    return this.anchor_s !== undefined;
  }

  begin(anchor_s: number): void {
    this.anchor_s = anchor_s;
  }

  /** Begins a drag by touch after the finger has been held still, and shows the starting point at once. */
  hold(anchor_s: number): void {
    this.begin(anchor_s);
    this.show({ from_s: anchor_s, until_s: anchor_s });
  }

  /**
   * Begins at a time. At an edge of the current interval, the opposite edge becomes the starting point, so that the
   * drag moves the edge.
   */
  beginAt(at_s: number): void {
    const { interval } = viewStore.getState();
    this.begin(interval?.until_s === at_s ? interval.from_s : interval?.from_s === at_s ? interval.until_s : at_s);
  }

  extend({ at_s, grain_s, most_s }: Place): void {
    if (this.anchor_s === undefined) return;
    this.draft = markedInterval(this.anchor_s, at_s, grain_s, most_s);
    this.show(this.draft);
  }

  /** Makes the marked interval the current one. If nothing was marked, the current interval stays. */
  finish(): void {
    const { draft } = this;
    this.cancel();
    if (draft !== undefined) lookAt(draft);
  }

  cancel(): void {
    this.anchor_s = undefined;
    this.draft = undefined;
    this.show(undefined);
  }
}
