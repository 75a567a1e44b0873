/**
 * Recent drops. Those of one decision form a group, the grave. Groups and their positions are computed only from the
 * run's list of drops. A simulated time therefore has the same groups however the page reached it. Pure.
 */

import type { ReasonFamily } from '../../base/palette';
import type { Death, ReasonAbout } from '../run/run-buffer';
import { isSparse } from '../run/sparse-flows';
import { type LaneLayout, packetX } from './stage-layout';
import type { StageSource } from './stage-memory';

export interface GraveMember {
  readonly packet: number;
  readonly flow: number;
  readonly isUnresponsive: boolean;
  readonly isSparse: boolean;
  /** Left edge of the place from which the packet fell [px]. */
  readonly fromX: number;
  readonly isArrival: boolean;
}

/** The packets that one decision dropped, side by side. */
export interface Grave {
  readonly decision: number;
  readonly time_s: number;
  readonly reasonId: string;
  readonly family: ReasonFamily;
  readonly members: readonly GraveMember[];
  readonly column: number;
  readonly row: number;
}

interface GravePlan {
  readonly layout: LaneLayout;
  /** Serial number of the decision whose outcome is not shown yet. Its dropped packets are still in the queue. */
  readonly pending: number | undefined;
  /** True if there is one queue, so that a packet falls straight down. */
  readonly isOneQueue: boolean;
}

export const GRAVES_SHOWN = 24;
/** Largest number of drawn packets in a group. A match drops two. Only some disciplines drop more at once. */
const MOST_MEMBERS = 4;
/** Number of columns around a place over which drops from this place are spread. */
const SPREAD = 5;

/** The groups of drops, newest first. A group keeps its position, and a newer one may cover it. */
export function gravesOf(run: StageSource, plan: GravePlan): readonly Grave[] {
  const { graveColumns, graveRows } = plan.layout;
  const taken = new Set<number>();
  const graves: Grave[] = [];
  let index = 0;
  for (let seen = 0; seen < GRAVES_SHOWN && index < run.deaths.length; seen += 1) {
    const group: Death[] = [];
    for (; index < run.deaths.length; index += 1) {
      const death = run.deaths.newest(index);
      if (death === undefined) break;
      const first = group[0];
      // A packet that a changed setting dropped belongs to no decision, so it forms a group of its own.
      if (first !== undefined && (first.decision !== death.decision || first.decision === 0)) break;
      group.unshift(death);
    }
    const [first] = group;
    if (first === undefined) break;
    if (first.decision === plan.pending) continue;
    // The number of earlier drops is a permanent id of a group.
    const number = run.latest.scalars.dropped - index;
    const { column, row } = cellOf(plan, group, number);
    const cell = row * graveColumns + column;
    if (taken.has(cell) || column >= graveColumns || row >= graveRows) continue;
    taken.add(cell);
    graves.push(graveOf(run, plan.layout, group, column, row));
  }
  return graves;
}

/**
 * Approximate column of a dropped packet. Packets from the queue are in the column of their place. Arrivals use the
 * columns in turn.
 */
function cellOf({ layout, isOneQueue }: GravePlan, group: readonly Death[], number: number) {
  const { graveColumns, graveRows, graveyard } = layout;
  const victim = group.findLast(({ isArrival }) => !isArrival);
  if (victim === undefined || !isOneQueue) {
    const at = number % (graveColumns * graveRows);
    return { column: at % graveColumns, row: Math.floor(at / graveColumns) };
  }
  const x = packetX(layout, victim.place) + layout.packetWidth / 2;
  const home = Math.floor(((x - graveyard.x) / graveyard.width) * graveColumns);
  const first = Math.max(0, Math.min(graveColumns - SPREAD, home - (SPREAD >> 1)));
  const turn = victim.decision % (SPREAD * graveRows);
  return { column: first + (turn % SPREAD), row: Math.floor(turn / SPREAD) };
}

function graveOf(run: StageSource, layout: LaneLayout, dead: readonly Death[], column: number, row: number): Grave {
  const members = dead.slice(0, MOST_MEMBERS).map((death): GraveMember => {
    const { packet, flow, isArrival, place } = death;
    const fromX = isArrival ? layout.door.x : packetX(layout, place);
    const kind = { isUnresponsive: run.isUnresponsive(flow), isSparse: isSparse(run.facts, flow) };
    return { packet, flow, ...kind, fromX, isArrival };
  });
  // The packets are side by side, the arrival to the left of the waiting packets.
  members.sort((a, b) => (a.isArrival === b.isArrival ? a.fromX - b.fromX : a.isArrival ? -1 : 1));
  const reason = reasonOf(run, dead);
  return {
    decision: dead[0]?.decision ?? 0,
    time_s: dead[0]?.time_s ?? 0,
    reasonId: reason?.id ?? '',
    family: reason?.family ?? 'overflow',
    members,
    column,
    row,
  };
}

/** Reason of the drops. For a match, it is the reason of the waiting packet. */
function reasonOf(run: StageSource, dead: readonly Death[]): ReasonAbout | undefined {
  const victim = dead.find((death) => !death.isArrival);
  return run.catalog.reasons[(victim ?? dead[0])?.reason ?? -1];
}
