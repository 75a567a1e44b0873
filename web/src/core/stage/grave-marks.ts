/**
 * Dropped packets below the lane. They sink out of the queue and then stay below the ruler, with the colour and sign of
 * their reason, and never cover labels. If there are too many to follow, counts are shown.
 */

import { formatNumber } from '../../base/format';
import { reasonInk } from '../../base/palette';
import { REASON_SHAPES } from '../../ui/marks/glyph-mark';
import { textWidth } from '../../ui/marks/text-mark';
import { ease, easeIn, easeOut } from './choreography';
import type { DropCount } from './drop-counts';
import { GRAVES_SHOWN, type Grave, type GraveMember } from './graves';
import type { GravePlace, StageMark } from './stage-display';
import type { LaneLayout } from './stage-layout';
import type { StageMemory } from './stage-memory';

/** Share of the fall's time in which a packet leaves the queue. */
const SUNK = 0.4;

/** Smallest height of a dropped packet [px], below which its sign is not readable. */
const LEAST_HEIGHT = 6;

/** Adds the dropped packets. With `isOneQueue`, the place of a packet determines its position. */
export function graveyard(
  marks: StageMark[],
  places: GravePlace[],
  memory: StageMemory,
  layout: LaneLayout,
  isOneQueue = true,
): void {
  if (layout.graveHeight < LEAST_HEIGHT) return;
  if (memory.drops !== undefined) {
    counted(marks, memory.drops, layout);
    return;
  }
  for (let rank = memory.graves.length - 1; rank >= 0; rank -= 1) {
    const grave = memory.graves[rank];
    if (grave !== undefined) bury(marks, places, grave, rank, memory, layout, isOneQueue);
  }
}

function bury(
  marks: StageMark[],
  places: GravePlace[],
  grave: Grave,
  rank: number,
  memory: StageMemory,
  layout: LaneLayout,
  isOneQueue: boolean,
): void {
  const { font, graveColumns, graveHeight, graveRows, graveyard: yard } = layout;
  const fade = Math.min(1, (GRAVES_SHOWN - rank) / (GRAVES_SHOWN / 2));
  const share = memory.fallen(grave);
  const rowHeight = yard.height / graveRows;
  const middle = yard.x + ((grave.column + 0.5) * yard.width) / graveColumns;
  const y = yard.y + (grave.row + 0.5) * rowHeight - graveHeight / 2;
  // At full width, two packets fit side by side. If a decision dropped more, they are closer together.
  const room = (yard.width / graveColumns - font * 0.6) / grave.members.length;
  const width = Math.min(layout.graveWidth, room * 0.68);
  const gap = Math.min(layout.graveWidth * 0.55, room * 0.32);
  const total = grave.members.length * (width + gap) - gap;
  const ink = reasonInk(grave.family);

  if (share < SUNK) {
    for (const member of grave.members)
      if (isOneQueue || member.isArrival) marks.push(sinking(member, easeIn(share / SUNK), layout));
    return;
  }
  places.unshift({ decision: grave.decision, x: middle - total / 2, y, width: total, height: graveHeight });
  const down = easeOut((share - SUNK) / (1 - SUNK));
  const opacity = fade * down;
  const top = y - (1 - down) * Math.max(0, y - yard.y);
  if (grave.members.length > 1)
    marks.push({
      kind: 'box',
      role: 'pair',
      x: middle - total / 2 - 3,
      y: y - 3,
      width: total + 6,
      height: graveHeight + 6,
      radius: 4,
      stroke: ink,
      lineWidth: memory.story?.serial === grave.decision ? 2.25 : 1.25,
      opacity: opacity * 0.8,
    });
  for (const [index, member] of grave.members.entries()) {
    const x = middle - total / 2 + index * (width + gap);
    marks.push({ ...dead(member), x, y: top, width, height: graveHeight, opacity: opacity * 0.85 });
    marks.push({
      kind: 'glyph',
      role: 'reason',
      shape: REASON_SHAPES[grave.family],
      x: x + width / 2,
      y: top + graveHeight / 2,
      size: font * 0.85,
      ink,
      rim: 'page',
      opacity,
    });
  }
}

/** A packet that sinks through the lower edge of the queue. */
function sinking(member: GraveMember, share: number, { door, packetWidth, slots }: LaneLayout): StageMark {
  const { y, width, height } = member.isArrival ? door : { ...slots, width: packetWidth };
  return {
    ...dead(member),
    ...{ x: member.fromX, y: y + height * share, width, height: height * (1 - share), opacity: 1 - ease(share) * 0.4 },
  };
}

function dead({ packet, flow, isUnresponsive, isSparse }: GraveMember) {
  const kind = { kind: 'packet', role: 'dead', packet, place: -1, flow, isUnresponsive, isSparse } as const;
  return { ...kind, isMarked: false, isRetransmission: false, tilt: 0 } as const;
}

/** The text "drops/s, last 10 s" and a count for each sign. */
function counted(marks: StageMark[], counts: readonly DropCount[], layout: LaneLayout): void {
  const { font, graveyard: yard } = layout;
  const y = yard.y + Math.min(yard.height, font * 2) / 2;
  const window_s = counts[0]?.window_s ?? 0;
  const words = `drops/s, last ${formatNumber(window_s, 2)}\u00a0s`;
  // The positions are fixed, whatever the numbers are.
  const head = textWidth('drops/s, last 0.00 s', font, 'text', 500) + font;
  const isShort = yard.width < head + counts.length * font * 5;
  const text = { kind: 'text', y, size: font, align: 'left', rim: 'page' } as const;
  const first = yard.x + font * 0.5;
  marks.push({
    ...{ ...text, role: 'drops-name', x: first, text: isShort ? 'drops/s' : words },
    ...{ weight: 500, ink: 'textSoft', face: 'text' },
  });
  const from = first + (isShort ? textWidth('drops/s', font, 'text', 500) + font * 0.4 : head);
  const each = Math.min(font * 8, (yard.x + yard.width - from) / Math.max(1, counts.length));
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
