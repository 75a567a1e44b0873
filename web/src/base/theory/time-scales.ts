/** Durations, and TCP's greatest rate: the yardsticks of a scene. Pure. */

/** The link's transmission time for `packets` packets [s]. */
export function drainTime(packets: number, packetBytes: number, capacityBps: number): number {
  return (packets * packetBytes * 8) / capacityBps;
}
