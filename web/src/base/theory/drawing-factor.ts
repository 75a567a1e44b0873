/**
 * The number of packets that CHOKeD draws for an arrival, which grows with the queue. Pure.
 *
 * Source: the CHOKeD thesis, Section 3.3.3, Equations 3.2 to 3.4 and Figure 3.7. D_r packets from the rear half, then
 * D_f = round(D_r / 2) from the front half; both round half up, as its Figure 3.7 shows (3 from 5).
 */

export interface DrawingFactor {
  /** Room for waiting packets, B. */
  readonly buffer: number;
  readonly minThreshold: number;
  readonly maxThreshold: number;
}

/** Draws before rounding for each packet of the queue, since the number is linear in the queue. */
export function drawsPerPacket({ buffer, minThreshold, maxThreshold }: DrawingFactor): number {
  return Math.sqrt(buffer) / ((maxThreshold - minThreshold) * Math.log(buffer));
}

/** D_r, the number of draws from the rear, for a queue of `queue` packets. */
export function rearDraws(queue: number, factor: DrawingFactor): number {
  return Math.floor(queue * drawsPerPacket(factor) + 0.5);
}

/** D_f, the number of draws from the front, for `rear` draws from the rear. */
export function frontDraws(rear: number): number {
  return Math.floor(rear / 2 + 0.5);
}

/** The shortest queue, in whole packets, for which CHOKeD draws `draws` packets from the rear. */
export function firstQueueWith(draws: number, factor: DrawingFactor): number {
  return Math.ceil((draws - 0.5) / drawsPerPacket(factor));
}
