/** The queue in columns of several packets, for packets that are too thin or too fast to follow. Pure. */

import type { StripMark } from '../../ui/marks/strip-mark';
import { isSparse } from '../run/sparse-flows';
import type { LaneLayout } from './stage-layout';
import type { StageMemory, StageSource } from './stage-memory';

/**
 * Packets of each kind in the columns of the displayed queue. The last column is narrower if it holds fewer packets
 * than the others.
 */
export function stripOf(run: StageSource, { queue, perColumn }: StageMemory, layout: LaneLayout): StripMark {
  const { limit, pitch, slots } = layout;
  const columns = Math.ceil(limit / perColumn);
  const responsive = new Float32Array(columns);
  const unresponsive = new Float32Array(columns);
  let sparse: Float32Array | undefined;
  for (let place = 0; place < queue.flow.length; place += 1) {
    const column = Math.min(columns - 1, Math.floor(place / perColumn));
    const flow = queue.flow[place] as number;
    if (isSparse(run.facts, flow)) sparse ??= new Float32Array(columns);
    const share = !run.isUnresponsive(flow) ? responsive : isSparse(run.facts, flow) ? sparse : unresponsive;
    if (share === undefined) continue;
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
    sparse,
    opacity: 1,
  };
}
