/** The dead under the lane: they fall in the colour and with the sign of their reason, lie side by side, and fade. */

import { reasonInk } from '../../base/palette';
import { REASON_SHAPES } from '../../marks/glyph-mark';
import { ease, easeIn, type Story } from './choreography';
import { FALL_MS, GRAVE_LIFE, GRAVES_SHOWN, type Grave } from './grave-memory';
import type { GravePlace, StageMark } from './stage-display';
import type { LaneLayout } from './stage-layout';
import type { StageMemory } from './stage-memory';

export function graveyard(marks: StageMark[], places: GravePlace[], memory: StageMemory, layout: LaneLayout): void {
  for (let rank = memory.graveyard.graves.length - 1; rank >= 0; rank -= 1) {
    const grave = memory.graveyard.graves[rank];
    if (grave !== undefined) bury(marks, places, grave, rank, memory.story, memory.trace, layout);
  }
}

function bury(
  marks: StageMark[],
  places: GravePlace[],
  grave: Grave,
  rank: number,
  story: Story | undefined,
  trace: number,
  layout: LaneLayout,
): void {
  const { font, graveColumns, graveHeight, graveRows, graveyard: yard, packetWidth, slots } = layout;
  const fade = Math.min(1, (GRAVES_SHOWN - rank) / (GRAVES_SHOWN / 2), (2.2 * (GRAVE_LIFE - grave.age)) / GRAVE_LIFE);
  if (fade <= 0) return;
  const share = grave.fallen / FALL_MS;
  const rowHeight = yard.height / graveRows;
  const middle = yard.x + ((grave.column + 0.5) * yard.width) / graveColumns;
  const y = yard.y + (grave.row + 0.5) * rowHeight - graveHeight / 2;
  // Two fit beside each other at full width; where more died together they move closer.
  const room = (yard.width / graveColumns - font * 0.6) / grave.members.length;
  const graveWidth = Math.min(layout.graveWidth, room * 0.68);
  const gap = Math.min(layout.graveWidth * 0.55, room * 0.32);
  const total = grave.members.length * (graveWidth + gap) - gap;
  const ink = reasonInk(grave.family);
  const isNow = story?.serial === grave.decision;

  places.unshift({ decision: grave.decision, x: middle - total / 2, y, width: total, height: graveHeight });
  if (isNow && share >= 1) {
    const fallen = grave.members.find((member) => !member.isArrival);
    if (fallen !== undefined)
      marks.push({
        kind: 'rule',
        role: 'fall',
        x1: fallen.fromX + packetWidth / 2,
        y1: layout.box.y + layout.box.height + 2,
        x2: middle,
        y2: y - 3,
        ink,
        width: 1.5,
        dash: [1.5, 4],
        opacity: 0.7 * trace,
      });
  }
  if (grave.members.length > 1 && share >= 1)
    marks.push({
      kind: 'box',
      role: 'pair',
      x: middle - total / 2 - 3,
      y: y - 3,
      width: total + 6,
      height: graveHeight + 6,
      radius: 4,
      stroke: ink,
      lineWidth: 1.25,
      opacity: fade * 0.8,
    });
  for (const [index, member] of grave.members.entries()) {
    const restX = middle - total / 2 + index * (graveWidth + gap);
    // What waited drops out of where it stood; the arrival drops below the lane first and then joins those that it met.
    const down = member.isArrival ? ease(share * 1.5) : easeIn(share);
    const across = member.isArrival ? ease(share * 1.6 - 0.6) : ease(share * 1.3 - 0.3);
    const fromWidth = grave.isSmall ? graveWidth : member.isArrival ? layout.door.width : packetWidth;
    const fromHeight = grave.isSmall ? graveHeight : member.isArrival ? layout.door.height : slots.height;
    const width = fromWidth + (graveWidth - fromWidth) * down;
    const height = fromHeight + (graveHeight - fromHeight) * down;
    const x = member.fromX + (restX - member.fromX) * across;
    const top = member.fromY + (y - member.fromY) * down;
    // Falling packets tumble a little; at rest they stand straight, so that a pair reads as one.
    const tilt =
      share >= 1 ? 0 : Math.sin(Math.PI * Math.min(1, share)) * (((member.packet * 7) % 11) / 11 - 0.5) * 0.6;
    marks.push({
      kind: 'packet',
      role: 'dead',
      packet: member.packet,
      place: -1,
      x,
      y: top,
      width,
      height,
      flow: member.flow,
      isUnresponsive: member.isUnresponsive,
      isMarked: false,
      isRetransmission: false,
      opacity: fade * (1 - 0.3 * down),
      tilt,
    });
    marks.push({
      kind: 'glyph',
      role: 'reason',
      shape: REASON_SHAPES[grave.family],
      x: x + width / 2,
      y: top + height / 2,
      size: font * 0.85,
      ink,
      rim: 'page',
      opacity: fade,
    });
  }
}
