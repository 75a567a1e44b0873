/**
 * What is to be seen of a lane as plain data: a list of marks with colours by name, in the order of painting. A pure
 * function of the run, what the stage remembers, the layout and what is pointed at.
 */

import { formatFixed, formatNumber } from '../../base/format';
import type { PacketMark } from '../../marks/packet-mark';
import { textWidth } from '../../marks/text-mark';
import { queueLengths } from '../../run/queue-lengths';
import { graveyard } from './grave-marks';
import { link } from './link-marks';
import { labelOf, labelOnPacket, shareOf } from './shades';
import type { DisplayList, GravePlace, StageLook, StageMark } from './stage-display';
import { type LaneLayout, lengthX, packetX, placeLabels } from './stage-layout';
import { isMarked, isRetransmission, placesPerColumn, type StageMemory, type StageSource } from './stage-memory';
import { door, draws, flashes, partingFlag } from './story-marks';

export function stageModel(run: StageSource, memory: StageMemory, layout: LaneLayout, look: StageLook): DisplayList {
  const marks: StageMark[] = [];
  const packets: PacketMark[] = [];
  const graves: GravePlace[] = [];
  regions(marks, memory, layout);
  lane(marks, layout);
  queue(marks, packets, run, memory, layout, look);
  ruler(marks, run, layout);
  link(marks, run, memory, layout);
  graveyard(marks, graves, memory, layout);
  door(marks, run, memory, layout, look);
  draws(marks, run, memory, layout, look);
  flashes(marks, memory, layout);
  if (look.isParting) partingFlag(marks, run, memory, layout);
  pointer(marks, packets, graves, look, layout);
  return { marks, packets, graves };
}

function regions(marks: StageMark[], memory: StageMemory, layout: LaneLayout): void {
  const front = memory.shownFront;
  if (Number.isNaN(front) || memory.shownLength < 1.5) return;
  const { box, font, rect, slots } = layout;
  const edge = slots.x + slots.width;
  const middle = lengthX(layout, front);
  const rear = Math.min(middle, lengthX(layout, memory.shownLength));
  const top = rect.y;
  const height = box.y + box.height - top;
  const tint = { kind: 'box', y: top, height, radius: font * 0.35, opacity: 0.5 } as const;
  marks.push({ ...tint, role: 'rear-region', x: rear, width: middle - rear, fill: 'rearGround' });
  marks.push({ ...tint, role: 'front-region', x: middle, width: edge - middle, fill: 'frontGround' });
  marks.push({
    kind: 'rule',
    role: 'midpoint',
    x1: middle,
    y1: top + font * 0.2,
    x2: middle,
    y2: box.y + box.height,
    ink: 'guide',
    width: 1.5,
    dash: [4, 3],
    opacity: 0.8,
  });
  regionName(marks, layout, 'REAR REGION', 'REAR', 'rear', rear, middle);
  regionName(marks, layout, 'FRONT REGION', 'FRONT', 'front', middle, edge);
}

function regionName(
  marks: StageMark[],
  layout: LaneLayout,
  name: string,
  short: string,
  ink: 'rear' | 'front',
  from: number,
  to: number,
): void {
  const size = layout.font * 0.92;
  const fits = (text: string): boolean => textWidth(text, size * 1.2, 'text', 600) + size < to - from;
  const text = fits(name) ? name : fits(short) ? short : '';
  if (text === '') return;
  const x = (from + to) / 2;
  const place = {
    kind: 'text',
    role: `${ink}-name`,
    x,
    y: layout.regionY,
    size,
    weight: 600,
    align: 'center',
  } as const;
  marks.push({ ...place, text, ink, face: 'text' });
}

function lane(marks: StageMark[], layout: LaneLayout): void {
  const { box, font, limit, slots } = layout;
  marks.push({
    kind: 'box',
    role: 'lane',
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    radius: font * 0.45,
    fill: 'well',
    opacity: 0.82,
  });
  marks.push({
    kind: 'box',
    role: 'lane-border',
    x: box.x,
    y: box.y,
    width: box.width,
    height: box.height,
    radius: font * 0.45,
    stroke: 'border',
    lineWidth: 1,
    opacity: 0.75,
  });
  const every = tensOf(limit);
  for (let packets = every; packets < limit; packets += every) {
    const x = lengthX(layout, packets);
    const y = slots.y + slots.height;
    marks.push({ kind: 'rule', role: 'ten', x1: x, y1: y, x2: x, y2: box.y + box.height, ink: 'border', width: 1 });
  }
}

/** Packets narrower than this have no room for what they carry [px]. */
const LEAST_LABELLED = 8;

/** A round number of packets of which 5 to 12 make the buffer. */
function tensOf(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, limit)));
  return limit / power >= 5 ? power : limit / power >= 2.5 ? power / 2 : Math.max(1, power / 5);
}

function queue(
  marks: StageMark[],
  packets: PacketMark[],
  run: StageSource,
  memory: StageMemory,
  layout: LaneLayout,
  look: StageLook,
): void {
  const { door, slots } = layout;
  if (memory.stripMix > 0) {
    const columns = memory.stripResponsive.length;
    marks.push({
      kind: 'strip',
      role: 'strip',
      right: slots.x + slots.width,
      y: slots.y,
      height: slots.height,
      columnWidth: layout.pitch * placesPerColumn(layout),
      columns,
      responsive: memory.stripResponsive,
      unresponsive: memory.stripUnresponsive,
      opacity: memory.stripMix,
    });
  }
  if (memory.stripMix === 1) return;
  const opacity = 1 - memory.stripMix;
  const unit = layout.packetWidth < LEAST_LABELLED ? undefined : labelOf(run)?.unit;
  for (const sprite of memory.sprites.values()) {
    const entrance = memory.entrance(sprite);
    const x = packetX(layout, memory.shownPlace(sprite));
    const isDimmed = look.hoveredFlow !== undefined && look.hoveredFlow !== sprite.flow;
    const mark: PacketMark = {
      kind: 'packet',
      role: 'waiting',
      packet: sprite.packet,
      place: sprite.place,
      x: door.x + (x - door.x) * entrance,
      y: door.y + (slots.y - door.y) * entrance,
      width: door.width + (layout.packetWidth - door.width) * entrance,
      height: door.height + (slots.height - door.height) * entrance,
      flow: sprite.flow,
      isUnresponsive: sprite.isUnresponsive,
      isMarked: isMarked(sprite.flags),
      isRetransmission: isRetransmission(sprite.flags),
      opacity: isDimmed ? opacity * 0.35 : opacity,
      share: shareOf(run, sprite, look.shade),
      label: unit === undefined || sprite.label === undefined ? undefined : labelOnPacket(sprite.label, unit),
      tilt: 0,
    };
    marks.push(mark);
    packets.push(mark);
  }
}

function ruler(marks: StageMark[], run: StageSource, layout: LaneLayout): void {
  const { box, font, limit, rect, tickY, averageY, slots } = layout;
  const foot = box.y + box.height;
  const average = run.latest.scalars.average_queue;
  if (!Number.isNaN(average)) {
    const x = lengthX(layout, average);
    marks.push({
      kind: 'needle',
      role: 'average',
      x,
      y: foot + 1,
      size: font * (layout.isCompact ? 0.5 : 0.62),
      foot: layout.isCompact ? 0 : averageY - font * 0.72,
      ink: 'average',
    });
  }
  // In a compact lane the title tells the value.
  if (!Number.isNaN(average) && !layout.isCompact) {
    const x = lengthX(layout, average);
    const text = `avg ${formatFixed(average, 1)}`;
    const half = textWidth(text, font, 'mono', 700) / 2;
    marks.push({
      kind: 'text',
      role: 'average-value',
      x: Math.min(rect.x + rect.width - half, Math.max(rect.x + half, x)),
      y: averageY,
      text,
      size: font,
      weight: 700,
      align: 'center',
      ink: 'average',
      face: 'mono',
    });
  }

  const ticks: { text: string; short: string; at: number }[] = [];
  for (const { name, value } of queueLengths(run)) {
    if (value > limit) continue;
    const at = lengthX(layout, value);
    const short = formatNumber(value);
    ticks.push({ text: `${name} ${short}`, short, at });
    marks.push({
      kind: 'rule',
      role: 'threshold',
      x1: at,
      y1: slots.y,
      x2: at,
      y2: foot,
      ink: 'text',
      width: 1.5,
      dash: [3, 3],
      opacity: 0.7,
    });
  }
  ticks.push({ text: `buffer ${limit}`, short: `${limit}`, at: lengthX(layout, limit) });
  for (const label of placeLabels(ticks, font, layout.tickLeft, layout.tickRight)) {
    const y2 = tickY - font * 0.72;
    marks.push({ kind: 'rule', role: 'tick', x1: label.at, y1: foot, x2: label.x, y2, ink: 'guide', width: 1.25 });
    marks.push({
      kind: 'text',
      role: 'tick-name',
      x: label.x,
      y: tickY,
      text: label.text,
      size: font,
      weight: 500,
      align: 'center',
      ink: 'textSoft',
      face: 'text',
      rim: 'page',
    });
  }
}

function pointer(
  marks: StageMark[],
  packets: readonly PacketMark[],
  graves: readonly GravePlace[],
  look: StageLook,
  layout: LaneLayout,
): void {
  const place =
    look.pointedAt !== undefined
      ? packets.find(({ packet }) => packet === look.pointedAt)
      : graves.find(({ decision }) => decision === look.pointedGrave);
  if (place === undefined) return;
  const margin = layout.pitch < 6 ? 3 : 2.5;
  marks.push({
    kind: 'box',
    role: 'pointed-at',
    x: place.x - margin,
    y: place.y - margin,
    width: place.width + 2 * margin,
    height: place.height + 2 * margin,
    radius: 4,
    stroke: 'focus',
    lineWidth: 2.5,
  });
}

/** The grave at a point; a little beside it counts as well, so that a finger finds it. */
export function graveAt(list: DisplayList, x: number, y: number): GravePlace | undefined {
  return list.graves.find(
    (grave) => x > grave.x - 4 && x < grave.x + grave.width + 4 && y > grave.y - 4 && y < grave.y + grave.height + 4,
  );
}

/** The waiting packet at a point, or the nearest one within its slot. */
export function packetAt(list: DisplayList, layout: LaneLayout, x: number, y: number): PacketMark | undefined {
  const { box } = layout;
  if (y < box.y - 6 || y > box.y + box.height + 6) return undefined;
  let best: PacketMark | undefined;
  let nearest = Math.max(layout.pitch, 6);
  for (const mark of list.packets) {
    const away = Math.abs(mark.x + mark.width / 2 - x);
    if (away < nearest) {
      nearest = away;
      best = mark;
    }
  }
  return best;
}
