/**
 * The line above the event list. It shows the simulated time of each frame and the number of events not listed yet,
 * since the list lags behind a playing run. Pure.
 */

import { formatFixed } from '../../base/format';
import type { RunBuffer } from '../run/run-buffer';
import type { EventFeed } from './event-feed';
import type { EventChoice } from './event-rows';

const SAMPLES = 256;

interface Sample {
  readonly now_s: number;
  readonly count: number;
}

/**
 * Counts the packets dropped or marked after the time up to which the list of events is loaded. The list is updated
 * less often than the clock.
 */
export class PresentLine {
  private samples: Sample[] = [];
  private scene = -1;

  /** Returns "now 4.183 s". If the list ends before that time, adds "41 more dropped or marked since 3.716 s". */
  look(
    { latest, scene }: Pick<RunBuffer, 'latest' | 'scene'>,
    feed: Pick<EventFeed, 'until_s' | 'rows'>,
    choice: EventChoice,
  ): { readonly now: string; readonly more: string } {
    const { now_s, dropped, marked } = latest.scalars;
    const count = dropped + marked;
    const last = this.samples.at(-1);
    if (scene !== this.scene || (last !== undefined && now_s < last.now_s)) this.samples = [];
    this.scene = scene;
    if (last?.now_s !== now_s) this.samples.push({ now_s, count });
    if (this.samples.length > SAMPLES) this.samples.shift();
    const now = `now ${formatFixed(now_s, 3)}\u00a0s`;
    if (feed.until_s >= now_s) return { now, more: '' };
    const listed = this.samples.findLast((sample) => sample.now_s <= feed.until_s);
    const since = `since ${formatFixed(feed.until_s, 3)}\u00a0s`;
    const isCounted = choice.who.kind === 'all' && choice.reason === undefined && !choice.isEverything;
    if (listed === undefined || !isCounted) return { now, more: `more ${since}` };
    const more = count - listed.count;
    return { now, more: more === 0 ? '' : `${more} more dropped or marked ${since}` };
  }
}
