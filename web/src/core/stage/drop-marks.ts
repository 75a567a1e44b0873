/**
 * Dropped packets below the lane. They sink out of the queue and then stay below the ruler, with the colour and symbol
 * of their reason, and never cover labels. If there are too many to follow, counts are shown.
 */

import { formatNumber } from '../../base/format';
import { reasonInk } from '../../base/palette';
import { REASON_SHAPES } from '../../ui/marks/glyph-mark';
import { textWidth } from '../../ui/marks/text-mark';
import { ease, easeIn, easeOut } from './choreography';
import type { DropCount } from './drop-counts';
import { type DropGroup, GROUPS_SHOWN, type GroupMember } from './drop-groups';
import type { DropGroupPlace, StageMark } from './stage-display';
import type { LaneLayout } from './stage-layout';
import type { StageMemory } from './stage-memory';

/** Fraction of the fall during which a packet is still leaving the queue. */
const SUNK = 0.4;

/** Minimum height of a dropped packet [px]. Below it, the symbol would not be readable. */
const LEAST_HEIGHT = 6;

/** Adds the dropped packets. With `isOneQueue`, a packet starts its fall at its position in the queue. */
export function dropMarks(
  marks: StageMark[],
  places: DropGroupPlace[],
  memory: StageMemory,
  layout: LaneLayout,
  isOneQueue = true,
): void {
  if (layout.dropHeight < LEAST_HEIGHT) return;
  if (memory.drops !== undefined) {
    counted(marks, memory.drops, layout);
    return;
  }
  for (let rank = memory.dropGroups.length - 1; rank >= 0; rank -= 1) {
    const group = memory.dropGroups[rank];
    if (group !== undefined) groupMarks(marks, places, group, rank, memory, layout, isOneQueue);
  }
}

function groupMarks(
  marks: StageMark[],
  places: DropGroupPlace[],
  group: DropGroup,
  rank: number,
  memory: StageMemory,
  layout: LaneLayout,
  isOneQueue: boolean,
): void {
  const { font, dropColumns, dropHeight, dropRows, dropArea: area } = layout;
  const fade = Math.min(1, (GROUPS_SHOWN - rank) / (GROUPS_SHOWN / 2));
  const share = memory.fallen(group);
  const rowHeight = area.height / dropRows;
  const middle = area.x + ((group.column + 0.5) * area.width) / dropColumns;
  const y = area.y + (group.row + 0.5) * rowHeight - dropHeight / 2;
  // Two packets fit side by side at full width. If a decision dropped more packets, they are narrower.
  const room = (area.width / dropColumns - font * 0.6) / group.members.length;
  const width = Math.min(layout.dropWidth, room * 0.68);
  const gap = Math.min(layout.dropWidth * 0.55, room * 0.32);
  const total = group.members.length * (width + gap) - gap;
  const ink = reasonInk(group.family);

  if (share < SUNK) {
    for (const member of group.members)
      if (isOneQueue || member.isArrival) marks.push(sinking(member, easeIn(share / SUNK), layout));
    return;
  }
  places.unshift({ decision: group.decision, x: middle - total / 2, y, width: total, height: dropHeight });
  const down = easeOut((share - SUNK) / (1 - SUNK));
  const opacity = fade * down;
  const top = y - (1 - down) * Math.max(0, y - area.y);
  if (group.members.length > 1)
    marks.push({
      kind: 'box',
      role: 'pair',
      x: middle - total / 2 - 3,
      y: y - 3,
      width: total + 6,
      height: dropHeight + 6,
      radius: 4,
      stroke: ink,
      lineWidth: memory.story?.serial === group.decision ? 2.25 : 1.25,
      opacity: opacity * 0.8,
    });
  for (const [index, member] of group.members.entries()) {
    const x = middle - total / 2 + index * (width + gap);
    marks.push({ ...packetMark(member), x, y: top, width, height: dropHeight, opacity: opacity * 0.85 });
    marks.push({
      kind: 'glyph',
      role: 'reason',
      shape: REASON_SHAPES[group.family],
      x: x + width / 2,
      y: top + dropHeight / 2,
      size: font * 0.85,
      ink,
      rim: 'page',
      opacity,
    });
  }
}

/** A packet that sinks through the lower edge of the queue. */
function sinking(member: GroupMember, share: number, { door, packetWidth, slots }: LaneLayout): StageMark {
  const { y, width, height } = member.isArrival ? door : { ...slots, width: packetWidth };
  return {
    ...packetMark(member),
    ...{ x: member.fromX, y: y + height * share, width, height: height * (1 - share), opacity: 1 - ease(share) * 0.4 },
  };
}

function packetMark({ packet, flow, isUnresponsive, isSparse }: GroupMember) {
  const kind = { kind: 'packet', role: 'dropped', packet, place: -1, flow, isUnresponsive, isSparse } as const;
  return { ...kind, isMarked: false, isRetransmission: false, tilt: 0 } as const;
}

/** The text "drops/s, last 10 s" and a rate for each symbol. */
function counted(marks: StageMark[], counts: readonly DropCount[], layout: LaneLayout): void {
  const { font, dropArea: area } = layout;
  const y = area.y + Math.min(area.height, font * 2) / 2;
  const window_s = counts[0]?.window_s ?? 0;
  const words = `drops/s, last ${formatNumber(window_s, 2)}\u00a0s`;
  // The positions of the texts are computed with sample digits, so that the texts do not move when the numbers change.
  const head = textWidth('drops/s, last 0.00 s', font, 'text', 500) + font;
  const isShort = area.width < head + counts.length * font * 5;
  const text = { kind: 'text', y, size: font, align: 'left', rim: 'page' } as const;
  const first = area.x + font * 0.5;
  marks.push({
    ...{ ...text, role: 'drops-name', x: first, text: isShort ? 'drops/s' : words },
    ...{ weight: 500, ink: 'textSoft', face: 'text' },
  });
  const from = first + (isShort ? textWidth('drops/s', font, 'text', 500) + font * 0.4 : head);
  const each = Math.min(font * 8, (area.x + area.width - from) / Math.max(1, counts.length));
  for (const [at, { family, per_s }] of counts.entries()) {
    const x = from + at * each;
    const ink = reasonInk(family);
    marks.push({
      ...{ kind: 'glyph', role: 'drops-sign', shape: REASON_SHAPES[family], x: x + font * 0.5, y, size: font },
      ...{ ink, opacity: per_s > 0 ? 1 : 0.5 },
    });
    marks.push({
      ...{ ...text, role: 'drops', x: x + font * 1.3, text: formatNumber(per_s, 3) },
      ...{ weight: 600, ink: per_s > 0 ? 'text' : 'textFaint', face: 'mono' },
    });
  }
}
