/**
 * Recent drops. The drops of one decision form a group. Groups and their positions depend only on the run's list of
 * drops, so a simulated time always shows the same groups, however the page reached it. Pure.
 */

import type { ReasonFamily } from '../../base/palette';
import type { DroppedPacket, ReasonAbout } from '../run/run-buffer';
import { isSparse } from '../run/sparse-flows';
import { type LaneLayout, packetX } from './stage-layout';
import type { StageSource } from './stage-memory';

export interface GroupMember {
  readonly packet: number;
  readonly flow: number;
  readonly isUnresponsive: boolean;
  readonly isSparse: boolean;
  /** Left edge of the position from which the packet fell [px]. */
  readonly fromX: number;
  readonly isArrival: boolean;
}

/** The packets that one decision dropped, side by side. */
export interface DropGroup {
  readonly decision: number;
  readonly time_s: number;
  readonly reasonId: string;
  readonly family: ReasonFamily;
  readonly members: readonly GroupMember[];
  readonly column: number;
  readonly row: number;
}

interface GroupPlan {
  readonly layout: LaneLayout;
  /** Serial number of the decision whose outcome is not shown yet. Its dropped packets are still in the queue. */
  readonly pending: number | undefined;
  /** True if there is one queue, so that a packet falls straight down. */
  readonly isOneQueue: boolean;
}

export const GROUPS_SHOWN = 24;
/** Maximum number of packets shown in a group. A match drops two. Only some disciplines drop more at once. */
const MOST_MEMBERS = 4;
/** Drops from one position are spread over this many columns around it. */
const SPREAD = 5;

/** The groups of drops, newest first. A group keeps its position, and a newer one may cover it. */
export function dropGroupsOf(run: StageSource, plan: GroupPlan): readonly DropGroup[] {
  const { dropColumns, dropRows } = plan.layout;
  const taken = new Set<number>();
  const groups: DropGroup[] = [];
  let index = 0;
  for (let seen = 0; seen < GROUPS_SHOWN && index < run.droppedPackets.length; seen += 1) {
    const group: DroppedPacket[] = [];
    for (; index < run.droppedPackets.length; index += 1) {
      const dropped = run.droppedPackets.newest(index);
      if (dropped === undefined) break;
      const first = group[0];
      // A packet dropped by a changed setting belongs to no decision, so it forms a group of its own.
      if (first !== undefined && (first.decision !== dropped.decision || first.decision === 0)) break;
      group.unshift(dropped);
    }
    const [first] = group;
    if (first === undefined) break;
    if (first.decision === plan.pending) continue;
    // The number of drops before a group never changes, so it identifies the group.
    const number = run.latest.scalars.dropped - index;
    const { column, row } = cellOf(plan, group, number);
    const cell = row * dropColumns + column;
    if (taken.has(cell) || column >= dropColumns || row >= dropRows) continue;
    taken.add(cell);
    groups.push(groupOf(run, plan.layout, group, column, row));
  }
  return groups;
}

/**
 * Column and row of a group of drops in the area below the queue. A waiting packet from a single queue falls near the
 * column of its position. Groups of arrivals only, and of drops from several queues, take the cells of the area one
 * after another.
 */
function cellOf({ layout, isOneQueue }: GroupPlan, group: readonly DroppedPacket[], number: number) {
  const { dropColumns, dropRows, dropArea } = layout;
  const victim = group.findLast(({ isArrival }) => !isArrival);
  if (victim === undefined || !isOneQueue) {
    const at = number % (dropColumns * dropRows);
    return { column: at % dropColumns, row: Math.floor(at / dropColumns) };
  }
  const x = packetX(layout, victim.place) + layout.packetWidth / 2;
  const home = Math.floor(((x - dropArea.x) / dropArea.width) * dropColumns);
  const first = Math.max(0, Math.min(dropColumns - SPREAD, home - (SPREAD >> 1)));
  const turn = victim.decision % (SPREAD * dropRows);
  return { column: first + (turn % SPREAD), row: Math.floor(turn / SPREAD) };
}

function groupOf(
  run: StageSource,
  layout: LaneLayout,
  dropped: readonly DroppedPacket[],
  column: number,
  row: number,
): DropGroup {
  const members = dropped.slice(0, MOST_MEMBERS).map((one): GroupMember => {
    const { packet, flow, isArrival, place } = one;
    const fromX = isArrival ? layout.door.x : packetX(layout, place);
    const kind = { isUnresponsive: run.isUnresponsive(flow), isSparse: isSparse(run.facts, flow) };
    return { packet, flow, ...kind, fromX, isArrival };
  });
  // The packets are side by side, the arrival to the left of the waiting packets.
  members.sort((a, b) => (a.isArrival === b.isArrival ? a.fromX - b.fromX : a.isArrival ? -1 : 1));
  const reason = reasonOf(run, dropped);
  return {
    decision: dropped[0]?.decision ?? 0,
    time_s: dropped[0]?.time_s ?? 0,
    reasonId: reason?.id ?? '',
    family: reason?.family ?? 'overflow',
    members,
    column,
    row,
  };
}

/** Reason of the drops. For a match, it is the reason of the waiting packet. */
function reasonOf(run: StageSource, dropped: readonly DroppedPacket[]): ReasonAbout | undefined {
  const victim = dropped.find((packet) => !packet.isArrival);
  return run.catalog.reasons[(victim ?? dropped[0])?.reason ?? -1];
}
