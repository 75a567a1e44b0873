/** Time scales of a scene, and the greatest possible rate of TCP. Pure. */

/** The time in which the link sends `packets` packets [s]. */
export function drainTime(packets: number, packetBytes: number, capacityBps: number): number {
  return (packets * packetBytes * 8) / capacityBps;
}
