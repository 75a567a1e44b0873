/** The queue in columns of several places, where single packets are too thin or too fast to tell. Pure. */

import type { StripMark } from '../../ui/marks/strip-mark';
import type { LaneLayout } from './stage-layout';
import type { StageMemory, StageSource } from './stage-memory';

/** What each column is made of, exactly as it waits there now; the last one is as wide as its packets. */
export function stripOf(run: StageSource, { queue, perColumn }: StageMemory, layout: LaneLayout): StripMark {
  const { limit, pitch, slots } = layout;
  const columns = Math.ceil(limit / perColumn);
  const responsive = new Float32Array(columns);
  const unresponsive = new Float32Array(columns);
  for (let place = 0; place < queue.flow.length; place += 1) {
    const column = Math.min(columns - 1, Math.floor(place / perColumn));
    const share = run.isUnresponsive(queue.flow[place] as number) ? unresponsive : responsive;
    const there = Math.min(perColumn, queue.flow.length - column * perColumn);
    share[column] = (share[column] as number) + 1 / there;
  }
  return {
    kind: 'strip',
    role: 'strip',
    right: slots.x + slots.width,
    y: slots.y,
    height: slots.height,
    columnWidth: pitch * perColumn,
    columns,
    length: pitch * queue.flow.length,
    responsive,
    unresponsive,
    opacity: 1,
  };
}
