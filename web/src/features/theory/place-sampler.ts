/** Averages where UDP's packets wait, from one look at the queue after the other. Pure but for what it has seen. */

import type { QueueColumns } from '../../core/run/run-buffer';

const PARTS = 10;
/** In a shorter queue a tenth is no packet. */
const SHORTEST = PARTS;

export class PlaceSampler {
  looks = 0;
  private readonly udp = new Float64Array(PARTS);
  private readonly all = new Float64Array(PARTS);

  /** `isUdp` tells of a flow row. The queue comes front first. */
  look(queue: QueueColumns, isUdp: (row: number) => boolean): void {
    const { length } = queue.flow;
    if (length < SHORTEST) return;
    this.looks += 1;
    for (let place = 0; place < length; place += 1) {
      const fromTail = (length - place - 0.5) / length;
      const part = Math.min(PARTS - 1, Math.floor(fromTail * PARTS));
      this.all[part] = (this.all[part] ?? 0) + 1;
      if (isUdp(queue.flow[place] ?? 0)) this.udp[part] = (this.udp[part] ?? 0) + 1;
    }
  }

  /** UDP's part in each tenth, tail first; undefined before the first look. */
  density(): readonly number[] | undefined {
    if (this.looks === 0) return undefined;
    return Array.from(this.all, (count, part) => (count > 0 ? (this.udp[part] ?? 0) / count : 0));
  }
}
