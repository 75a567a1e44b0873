/** Averages the positions of UDP's packets over samples of the queue. Only this average is stored. */

import type { QueueColumns } from '../../core/run/run-buffer';

const PARTS = 10;
/** Shortest queue that is sampled. In a shorter one, a tenth would be less than a packet. */
const SHORTEST = PARTS;

export class PlaceSampler {
  looks = 0;
  private readonly udp = new Float64Array(PARTS);
  private readonly all = new Float64Array(PARTS);

  /** Adds a sample. `isUdp` is true for the rows of UDP flows. The queue is ordered from the front. */
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

  /** UDP's share in each tenth of the queue, from the tail. Undefined before the first sample. */
  density(): readonly number[] | undefined {
    if (this.looks === 0) return undefined;
    return Array.from(this.all, (count, part) => (count > 0 ? (this.udp[part] ?? 0) / count : 0));
  }
}
