/** How long things take, and how fast TCP can go: the yardsticks of a scene. Pure. */

/** How long the link needs for so many packets [s]. */
export function drainTime(packets: number, packetBytes: number, capacityBps: number): number {
  return (packets * packetBytes * 8) / capacityBps;
}
