/** Time scales of a scene, and the greatest rate of TCP. Pure. */

/** The link's transmission time for `packets` packets [s]. */
export function drainTime(packets: number, packetBytes: number, capacityBps: number): number {
  return (packets * packetBytes * 8) / capacityBps;
}
