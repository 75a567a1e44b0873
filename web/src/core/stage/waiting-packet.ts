/** The mark of a waiting packet. */

import type { Rect } from '../../base/rect';
import type { PacketMark } from '../../ui/marks/packet-mark';
import { isSparse } from '../run/sparse-flows';
import { shareOf } from './shades';
import type { StageLook } from './stage-display';
import { isMarked, isRetransmission, type StageMemory, type StageSource } from './stage-memory';

/** The waiting packet at index `at`, drawn on its way from the entrance to its position on the stage. */
export function waitingPacket(
  run: StageSource,
  memory: StageMemory,
  look: StageLook,
  at: number,
  from: Rect,
  to: Rect,
): Omit<PacketMark, 'place'> {
  const { queue } = memory;
  const packet = queue.packet[at] as number;
  const flow = queue.flow[at] as number;
  const flags = queue.flags[at] as number;
  const part = memory.entrance(packet);
  return {
    kind: 'packet',
    role: 'waiting',
    packet,
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    width: from.width + (to.width - from.width) * part,
    height: from.height + (to.height - from.height) * part,
    flow,
    isUnresponsive: run.isUnresponsive(flow),
    isSparse: isSparse(run.facts, flow),
    isMarked: isMarked(flags),
    isRetransmission: isRetransmission(flags),
    opacity: look.hoveredFlow !== undefined && look.hoveredFlow !== flow ? 0.35 : 1,
    share: shareOf(run, { arrived_s: queue.arrived_s[at] as number, label: queue.label[at] }, look.shade),
    tilt: 0,
  };
}
