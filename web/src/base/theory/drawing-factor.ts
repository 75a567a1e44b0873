/**
 * The number of packets that CHOKeD draws for an arrival. It grows with the queue. Pure.
 *
 * Source: the CHOKeD thesis, Section 3.3.3, Equations 3.2 to 3.4 and Figure 3.7. CHOKeD draws D_r packets from the rear
 * half, then D_f = round(D_r / 2) from the front half. Halves are rounded up, as Figure 3.7 shows (3 from 5).
 */

export interface DrawingFactor {
  /** Room for waiting packets, B. */
  readonly buffer: number;
  readonly minThreshold: number;
  readonly maxThreshold: number;
}

/** Number of draws per waiting packet, before rounding. The number of draws is proportional to the queue length. */
export function drawsPerPacket({ buffer, minThreshold, maxThreshold }: DrawingFactor): number {
  return Math.sqrt(buffer) / ((maxThreshold - minThreshold) * Math.log(buffer));
}

/** D_r, the number of draws from the rear half, for a queue of `queue` packets. */
export function rearDraws(queue: number, factor: DrawingFactor): number {
  return Math.floor(queue * drawsPerPacket(factor) + 0.5);
}

/** D_f, the number of draws from the front half, if `rear` packets are drawn from the rear half. */
export function frontDraws(rear: number): number {
  return Math.floor(rear / 2 + 0.5);
}

/** The shortest queue, in whole packets, for which CHOKeD draws `draws` packets from the rear half. */
export function firstQueueWith(draws: number, factor: DrawingFactor): number {
  return Math.ceil((draws - 0.5) / drawsPerPacket(factor));
}
