/**
 * The content of a lane as a list of marks with names of colours, in the order in which they are painted. It is
 * computed only from the run, the stage's memory, the layout and the pointer.
 */

import { formatFixed, formatNumber } from '../../base/format';
import type { PacketMark } from '../../ui/marks/packet-mark';
import { textWidth } from '../../ui/marks/text-mark';
import { queueLengths } from '../run/queue-lengths';
import { dropMarks } from './drop-marks';
import { link } from './link-marks';
import { nameOnRuler } from './name-on-ruler';
import { labelOf, labelOnPacket } from './shades';
import type { DisplayList, DropGroupPlace, StageLook, StageMark } from './stage-display';
import { type LaneLayout, lengthX, packetX, placeLabels } from './stage-layout';
import type { StageMemory, StageSource } from './stage-memory';
import { divergenceFlag, door, draws, flashes } from './story-marks';
import { stripOf } from './strip';
import { waitingPacket } from './waiting-packet';

export function stageModel(run: StageSource, memory: StageMemory, layout: LaneLayout, look: StageLook): DisplayList {
  const marks: StageMark[] = [];
  const packets: PacketMark[] = [];
  const dropGroups: DropGroupPlace[] = [];
  regions(marks, run, memory, layout);
  lane(marks, layout);
  queue(marks, packets, run, memory, layout, look);
  ruler(marks, run, layout);
  link(marks, run, memory, layout);
  dropMarks(marks, dropGroups, memory, layout);
  const arrival = door(marks, run, memory, layout, look);
  // The arrival can be selected like a waiting packet. It counts as the one behind the last waiting packet.
  if (arrival !== undefined) packets.push({ ...arrival, place: packets.length });
  draws(marks, run, memory, layout, look);
  regionNames(marks, run, memory, layout);
  flashes(marks, memory, layout);
  if (look.isDivergence) divergenceFlag(marks, run, memory, layout);
  pointer(marks, packets, dropGroups, look, layout);
  return { marks, packets, dropGroups };
}

function regions(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout): void {
  const bounds = regionBounds(run, memory, layout);
  if (bounds === undefined) return;
  const { rear, middle, edge } = bounds;
  const { box, font, rect } = layout;
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
}

/**
 * Names of the two halves. The names are painted on top of the arcs, because arcs cross the names in a compact lane.
 */
function regionNames(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout): void {
  const bounds = regionBounds(run, memory, layout);
  if (bounds === undefined) return;
  regionName(marks, layout, 'REAR REGION', 'REAR', 'rear', bounds.rear, bounds.middle);
  regionName(marks, layout, 'FRONT REGION', 'FRONT', 'front', bounds.middle, bounds.edge);
}

/** Bounds of the rear half and the front half. Undefined if the discipline does not distinguish them. */
function regionBounds(run: StageSource, memory: StageMemory, layout: LaneLayout) {
  const front = memory.frontOf(run);
  const { length } = memory.queue.packet;
  if (Number.isNaN(front) || length < 2) return undefined;
  const middle = lengthX(layout, front);
  return {
    rear: Math.min(middle, lengthX(layout, length)),
    middle,
    edge: layout.slots.x + layout.slots.width,
  };
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
  marks.push({ ...place, text, ink, face: 'text', rim: `${ink}Ground` });
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

/** Smallest width of a packet with a label [px]. */
const LEAST_LABELLED = 8;

/** Distance between ticks: a round number of packets that divides the buffer into about 5 to 12 intervals. */
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
  if (memory.isStrip) {
    marks.push(stripOf(run, memory, layout));
    return;
  }
  const { door, slots } = layout;
  const { packet, label } = memory.queue;
  const unit = layout.packetWidth < LEAST_LABELLED ? undefined : labelOf(run)?.unit;
  for (let place = 0; place < packet.length; place += 1) {
    const carried = label[place];
    const x = packetX(layout, memory.shownPlace(packet[place] as number, place));
    const to = { x, y: slots.y, width: layout.packetWidth, height: slots.height };
    const mark: PacketMark = {
      ...waitingPacket(run, memory, look, place, door, to),
      place,
      label: unit === undefined || carried === undefined ? undefined : labelOnPacket(carried, unit),
    };
    marks.push(mark);
    packets.push(mark);
  }
}

function ruler(marks: StageMark[], run: StageSource, layout: LaneLayout): void {
  const { box, font, limit, tickY, slots } = layout;
  const foot = box.y + box.height;
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
  const labels = placeLabels(ticks, font, layout.tickLeft, layout.tickRight);
  for (const label of labels) {
    const y2 = tickY - font * 0.72;
    marks.push({ kind: 'rule', role: 'tick', x1: label.at, y1: foot, x2: label.x, y2, ink: 'guide', width: 1.25 });
    marks.push(nameOnRuler('tick-name', label.x, label.text, layout));
  }
  average(marks, run, layout, labels);
}

/** Pointer to the moving average. Its line ends where it would cross a name on the ruler. */
function average(
  marks: StageMark[],
  run: StageSource,
  layout: LaneLayout,
  names: readonly { readonly x: number; readonly width: number }[],
): void {
  const { box, font, rect, averageY, isCompact } = layout;
  const value = run.latest.scalars.average_queue;
  if (Number.isNaN(value)) return;
  const x = lengthX(layout, value);
  const foot = box.y + box.height;
  const size = font * 0.62;
  // Beyond the ends of the ruler, the pointer has no line, because the line would cross the name of the entrance or of
  // the link.
  const isOnRuler = x > layout.tickLeft && x < layout.tickRight;
  const isFree = isOnRuler && names.every((name) => Math.abs(x - name.x) > name.width / 2 + font * 0.25);
  // A compact lane has no room below the queue, so only the title shows the value.
  const needle = { kind: 'needle', role: 'average', x, ink: 'average' } as const;
  if (isCompact) {
    marks.push({ ...needle, y: foot - font * 0.5, size: font * 0.5, foot: 0 });
    return;
  }
  marks.push({ ...needle, y: foot + 1, size, foot: isFree ? averageY - font * 0.72 : 0 });
  const text = `avg ${formatFixed(value, 1)}`;
  const half = textWidth(text, font, 'mono', 600) / 2;
  marks.push({
    kind: 'text',
    role: 'average-value',
    x: Math.min(rect.x + rect.width - half, Math.max(rect.x + half, x)),
    y: averageY,
    text,
    size: font,
    weight: 600,
    align: 'center',
    ink: 'average',
    face: 'mono',
  });
}

function pointer(
  marks: StageMark[],
  packets: readonly PacketMark[],
  dropGroups: readonly DropGroupPlace[],
  look: StageLook,
  layout: LaneLayout,
): void {
  const place =
    look.pointedAt !== undefined
      ? packets.find(({ packet }) => packet === look.pointedAt)
      : dropGroups.find(({ decision }) => decision === look.pointedGroup);
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

/** The dropped packets at a position, with some tolerance for a finger. */
export function groupAt(list: DisplayList, x: number, y: number): DropGroupPlace | undefined {
  return list.dropGroups.find(
    (group) => x > group.x - 4 && x < group.x + group.width + 4 && y > group.y - 4 && y < group.y + group.height + 4,
  );
}

/** The waiting packet at a position, or the nearest one within its slot. */
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
