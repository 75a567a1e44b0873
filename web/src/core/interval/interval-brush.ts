/**
 * A drag that marks an interval: from an anchor to the pointer, then the interval is opened. Until then it is a draft
 * that only its owner shows, so that nothing else moves during the drag.
 */

import type { Interval } from '../page/interval';
import { lookAt, viewStore } from '../page/view-store';
import { markedInterval } from './interval-words';

/** The time for which a finger is held before it marks [ms]. */
export const HOLD_MS = 450;
/** The reach of a pointer between press and release that still chooses a place [px]. */
export const TAP_REACH = 6;

interface Place {
  /** [s] */
  readonly at_s: number;
  /** The step of a pixel, or of a press of a key [s]. */
  readonly grain_s: number;
  /** The end of the markable range [s]. */
  readonly most_s: number;
}

export class IntervalBrush {
  private anchor_s: number | undefined;
  private draft: Interval | undefined;

  /** `show`: the draft; undefined: none. */
  constructor(private readonly show: (draft: Interval | undefined) => void) {}

  get isMarking(): boolean {
    return this.anchor_s !== undefined;
  }

  begin(anchor_s: number): void {
    this.anchor_s = anchor_s;
  }

  /** A finger was held: its place is shown at once, so that one sees that it marks now. */
  hold(anchor_s: number): void {
    this.begin(anchor_s);
    this.show({ from_s: anchor_s, until_s: anchor_s });
  }

  /** From an edge of the interval that is looked at the other edge stays; from anywhere else a new one begins. */
  beginAt(at_s: number): void {
    const { interval } = viewStore.getState();
    this.begin(interval?.until_s === at_s ? interval.from_s : interval?.from_s === at_s ? interval.until_s : at_s);
  }

  extend({ at_s, grain_s, most_s }: Place): void {
    if (this.anchor_s === undefined) return;
    this.draft = markedInterval(this.anchor_s, at_s, grain_s, most_s);
    this.show(this.draft);
  }

  /** A marked interval becomes the present one; without one all stays as it is. */
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
