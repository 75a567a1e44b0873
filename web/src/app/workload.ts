/** How much work a stretch of a scene is, roughly, before it is done. */

import type { FlowGroup, Scenario } from '../scenario/scenario';

/** Up to about this many packets, a second or two of work, the engine runs in one go. */
const MOST_AT_ONCE = 2_000_000;

/** Whether running from one moment to another takes so long that it is better done in pieces. */
export function isLongWay(scenario: Scenario, from_s: number, until_s: number): boolean {
  return packetRate(scenario) * (until_s - from_s) > MOST_AT_ONCE;
}

/** Packets that arrive or leave in a second: what the link carries, and what unresponsive flows offer. */
function packetRate({ bottleneck, flows }: Scenario): number {
  const offered = (group: FlowGroup): number => ((group.rate_bps ?? 0) / 8 / group.packet_bytes) * group.count;
  const smallest = Math.min(1500, ...flows.map((group) => group.packet_bytes));
  return flows.reduce((total, group) => total + offered(group), 0) + (2 * bottleneck.capacity_bps) / 8 / smallest;
}
