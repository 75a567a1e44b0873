/**
 * What is to be seen of a lane as plain data: a list of marks with colours by name, in the order of painting. A pure
 * function of the run, what the stage remembers, the layout and what is pointed at.
 */

import { formatFixed, formatValue } from '../../base/format';
import type { ArcMark } from '../../marks/arc-mark';
import type { BoxMark } from '../../marks/box-mark';
import { type GlyphMark, reasonInk, reasonShape } from '../../marks/glyph-mark';
import type { NeedleMark } from '../../marks/needle-mark';
import type { PacketMark } from '../../marks/packet-mark';
import type { RuleMark } from '../../marks/rule-mark';
import type { StripMark } from '../../marks/strip-mark';
import { type TextMark, textWidth } from '../../marks/text-mark';
import { ease, easeIn, easeOut, type Story } from './choreography';
import { type LaneLayout, lengthX, packetX, placeLabels, placeX } from './stage-layout';
import {
  drawX,
  FALL_MS,
  FLASH_MS,
  GRAVE_LIFE,
  GRAVES_SHOWN,
  type Grave,
  isMarked,
  isRetransmission,
  SEND_MS,
  type StageMemory,
  type StageSource,
} from './stage-memory';

export type StageMark = ArcMark | BoxMark | GlyphMark | NeedleMark | PacketMark | RuleMark | StripMark | TextMark;

export interface DisplayList {
  readonly marks: readonly StageMark[];
  /** Those of the marks that are waiting packets, front first: what can be pointed at. */
  readonly packets: readonly PacketMark[];
}

export interface StageLook {
  readonly isCalm: boolean;
  /** Number of the packet that has the focus or the pointer. */
  readonly pointedAt: number | undefined;
  /** Flow row that is pointed at anywhere on the page. */
  readonly hoveredFlow: number | undefined;
}

export function stageModel(run: StageSource, memory: StageMemory, layout: LaneLayout, look: StageLook): DisplayList {
  const marks: StageMark[] = [];
  const packets: PacketMark[] = [];
  regions(marks, memory, layout);
  lane(marks, layout);
  queue(marks, packets, memory, layout, look);
  ruler(marks, run, layout);
  link(marks, run, memory, layout);
  graveyard(marks, memory, layout);
  door(marks, run, memory, layout, look);
  draws(marks, run, memory, layout, look);
  flashes(marks, memory, layout);
  pointer(marks, packets, look, layout);
  return { marks, packets };
}

/** When in the story we are [ms]; without motion there are two stills: the verdict, and what became of it. */
function storyTime(memory: StageMemory, look: StageLook): number {
  if (!look.isCalm) return memory.told;
  const { outcomeAt, end } = memory.timeline;
  return memory.told < outcomeAt ? outcomeAt - 1e-3 : end;
}

function regions(marks: StageMark[], memory: StageMemory, layout: LaneLayout): void {
  const front = memory.shownFront;
  if (Number.isNaN(front) || memory.shownLength < 0.5) return;
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

/** A round number of packets of which 5 to 12 make the buffer. */
function tensOf(limit: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, limit)));
  return limit / power >= 5 ? power : limit / power >= 2.5 ? power / 2 : Math.max(1, power / 5);
}

function queue(
  marks: StageMark[],
  packets: PacketMark[],
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
      columnWidth: slots.width / Math.max(1, columns),
      columns,
      responsive: memory.stripResponsive,
      unresponsive: memory.stripUnresponsive,
      opacity: memory.stripMix,
    });
  }
  if (memory.stripMix === 1) return;
  const opacity = 1 - memory.stripMix;
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
    const text = `avg ${formatFixed(average, 1)}`;
    const half = textWidth(text, font, 'mono', 700) / 2;
    marks.push({
      kind: 'needle',
      role: 'average',
      x,
      y: foot + 1,
      size: font * 0.62,
      foot: averageY - font * 0.72,
      ink: 'average',
    });
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
  for (const spec of run.about.params) {
    const packets = spec.is_on_ruler ? run.facts.params[spec.id] : undefined;
    if (typeof packets !== 'number' || packets > limit) continue;
    const at = lengthX(layout, packets);
    ticks.push({ text: `${rulerName(spec.id, spec.name)} ${packets}`, short: `${packets}`, at });
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
  for (const label of placeLabels(ticks, font, box.x - font * 1.6, box.x + box.width + font)) {
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

/** Short enough for the ruler: "min", "max"; other thresholds go by their name. */
function rulerName(id: string, name: string): string {
  return id.endsWith('_th') ? id.slice(0, -3).replaceAll('_', ' ') : name;
}

function link(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout): void {
  const { box, font, rect, slots, tickY, transmitter, wireEnd } = layout;
  const { sending_flow, sending_from_s, sending_until_s, now_s } = run.latest.scalars;
  const middle = transmitter.y + transmitter.height / 2;
  const frame = { ...transmitter, kind: 'box', role: 'transmitter', radius: 3 } as const;
  marks.push({
    kind: 'rule',
    role: 'wire',
    x1: box.x + box.width,
    y1: middle,
    x2: wireEnd - font * 0.5,
    y2: middle,
    ink: 'link',
    width: 2,
    opacity: 0.9,
  });
  marks.push({
    kind: 'rule',
    role: 'wire-head',
    x1: wireEnd - font * 0.6,
    y1: middle - font * 0.4,
    x2: wireEnd,
    y2: middle,
    ink: 'link',
    width: 2,
  });
  marks.push({
    kind: 'rule',
    role: 'wire-head',
    x1: wireEnd - font * 0.6,
    y1: middle + font * 0.4,
    x2: wireEnd,
    y2: middle,
    ink: 'link',
    width: 2,
  });
  marks.push({ ...frame, fill: 'page' });

  if (memory.level === 'stream') {
    // Single packets would only flicker here: the mix of what was sent lately stands for them.
    const share = sending_flow < 0 ? 0 : 1;
    const orange = transmitter.height * memory.sentMix * share;
    const blue = transmitter.height * share - orange;
    marks.push({ ...frame, role: 'sent-responsive', height: blue, radius: 0, fill: 'responsive' });
    marks.push({
      ...frame,
      role: 'sent-unresponsive',
      y: transmitter.y + blue,
      height: orange,
      radius: 0,
      fill: 'unresponsive',
    });
  } else {
    if (memory.leaving !== undefined) {
      const gone = easeIn(memory.leaving.age / SEND_MS);
      const x = transmitter.x + (wireEnd - transmitter.width - transmitter.x) * gone;
      marks.push(bigPacket(run, memory.leaving, 'sent', x, layout, 1 - gone));
    }
    if (memory.sending !== undefined) {
      const come = ease(memory.sending.age / SEND_MS);
      const from = packetX(layout, 0) + layout.packetWidth - transmitter.width;
      marks.push(bigPacket(run, memory.sending, 'sending', from + (transmitter.x - from) * come, layout, 1));
    }
  }
  marks.push({
    ...frame,
    role: 'transmitter-border',
    x: transmitter.x - 2,
    y: transmitter.y - 2,
    width: transmitter.width + 4,
    height: transmitter.height + 4,
    radius: 4,
    stroke: 'link',
    lineWidth: 1.5,
  });
  if (memory.level !== 'stream' && sending_flow >= 0) {
    const share = Math.min(
      1,
      Math.max(0, (now_s - sending_from_s) / Math.max(1e-12, sending_until_s - sending_from_s)),
    );
    const width = wireEnd - transmitter.x - transmitter.width - font;
    const bar = {
      kind: 'box',
      x: transmitter.x + transmitter.width + font * 0.5,
      y: middle + font * 0.75,
      height: 4,
      radius: 2,
    } as const;
    marks.push({ ...bar, role: 'progress-ground', width, fill: 'line' });
    marks.push({ ...bar, role: 'progress', width: width * share, fill: 'link' });
  }
  const text = formatValue(run.facts.capacity_bps, 'bit/s', 3);
  const half = textWidth(text, font, 'text', 600) / 2;
  const wanted = (transmitter.x + wireEnd) / 2;
  marks.push({
    kind: 'text',
    role: 'capacity',
    x: Math.min(wanted, rect.x + rect.width - half),
    y: slots.y + slots.height < tickY ? tickY : tickY,
    text,
    size: font,
    weight: 600,
    align: 'center',
    ink: 'link',
    face: 'text',
    rim: 'page',
  });
}

function bigPacket(
  run: StageSource,
  { packet, flow }: { readonly packet: number; readonly flow: number },
  role: string,
  x: number,
  layout: LaneLayout,
  opacity: number,
): PacketMark {
  const { transmitter } = layout;
  return {
    kind: 'packet',
    role,
    packet,
    place: -1,
    x,
    y: transmitter.y,
    width: transmitter.width,
    height: transmitter.height,
    flow,
    isUnresponsive: run.isUnresponsive(flow),
    isMarked: false,
    isRetransmission: false,
    opacity,
    tilt: 0,
  };
}

function door(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout, look: StageLook): void {
  const { door: place, font, rect, tickY, box } = layout;
  const { story } = memory;
  const at = storyTime(memory, look);
  const isWaiting = story !== undefined && at < memory.timeline.outcomeAt;
  marks.push({
    kind: 'box',
    role: 'door',
    x: place.x - 3,
    y: place.y - 3,
    width: place.width + 6,
    height: place.height + 6,
    radius: 5,
    stroke: isWaiting ? 'text' : 'border',
    lineWidth: isWaiting ? 1.75 : 1.25,
    ...(isWaiting ? {} : { dash: [3, 3] }),
  });
  if (box.x - rect.x > font * 5)
    marks.push({
      kind: 'text',
      role: 'door-name',
      x: place.x + place.width / 2,
      y: tickY,
      text: 'arriving',
      size: font,
      weight: 500,
      align: 'center',
      ink: 'textSoft',
      face: 'text',
      rim: 'page',
    });
  if (story === undefined) return;
  const middleX = place.x + place.width / 2;
  const middleY = place.y + place.height / 2;
  if (isWaiting) {
    const come = ease(at / memory.timeline.arriveEnd);
    const from = rect.x - place.width;
    marks.push({
      ...bigPacket(run, story, 'arriving', from + (place.x - from) * come, layout, come),
      y: place.y,
      width: place.width,
      height: place.height,
    });
  }
  const verdict = (at - memory.timeline.drawsEnd) / Math.max(1, memory.timeline.outcomeAt - memory.timeline.drawsEnd);
  const reason = story.arrivalReason ?? story.markReason;
  if (reason === undefined || verdict <= 0) return;
  const id = run.catalog.reasons[reason]?.id ?? '';
  const pop = easeOut(verdict * 2.5);
  marks.push({
    kind: 'box',
    role: 'arrival-ring',
    x: place.x - 4,
    y: place.y - 4,
    width: place.width + 8,
    height: place.height + 8,
    radius: 6,
    stroke: reasonInk(id),
    lineWidth: 2.5,
    opacity: pop * (isWaiting ? 1 : 0.7 * memory.trace),
  });
  marks.push({
    kind: 'glyph',
    role: 'arrival-verdict',
    shape: reasonShape(id),
    x: middleX,
    y: middleY,
    size: font * 1.35 * (1.5 - 0.5 * pop),
    ink: reasonInk(id),
    rim: 'page',
    opacity: pop * (isWaiting ? 1 : 0.85 * memory.trace),
  });
}

/** Share of their strength that the traces of a told decision keep. */
const TRACE = { miss: 0.4, match: 0.75 } as const;

function draws(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout, look: StageLook): void {
  const { story, timeline } = memory;
  if (story === undefined || story.draws.length === 0) return;
  const at = storyTime(memory, look);
  const outcome = ease((at - timeline.outcomeAt) / Math.max(1, timeline.end - timeline.outcomeAt));
  // Matches last, so that they lie on top.
  for (const isMatch of [false, true])
    for (const [index, draw] of story.draws.entries()) {
      if (draw.isMatch !== isMatch) continue;
      const share = (at - timeline.arriveEnd - index * timeline.drawEvery) / Math.max(1, timeline.drawFor);
      if (share <= 0) continue;
      const isDead = outcome > 0 && story.victims.some(({ packet }) => packet === draw.packet);
      // A candidate that was sent since has no place any more.
      if (!isDead && outcome > 0 && !memory.sprites.has(draw.packet) && memory.stripMix < 1) continue;
      const x = isDead ? gapX(run, memory, layout, draw.place) : drawX(memory, layout, draw.packet, draw.place);
      const strength = (1 + (TRACE[isMatch ? 'match' : 'miss'] - 1) * outcome) * (outcome === 1 ? memory.trace : 1);
      candidate(marks, layout, x, share, isMatch, isDead, strength);
    }
}

function candidate(
  marks: StageMark[],
  layout: LaneLayout,
  x: number,
  share: number,
  isMatch: boolean,
  isDead: boolean,
  strength: number,
): void {
  const { door: from, slots, font, packetWidth } = layout;
  const reach = easeOut(share / 0.72);
  const hasLanded = share >= 0.72;
  const ink = !hasLanded ? 'textSoft' : isMatch ? 'match' : 'miss';
  const span = Math.abs(x - from.x) / Math.max(1, slots.width);
  // Near candidates need less height: the arcs fan out instead of sharing one path.
  const apex = layout.arcTop - font * 0.9 + (1 - Math.min(1, span)) * font * 0.6;
  marks.push({
    kind: 'arc',
    role: isMatch && hasLanded ? 'match' : 'draw',
    x1: from.x + from.width / 2,
    y1: from.y - 4,
    x2: x,
    y2: slots.y - 3,
    top: apex,
    ink,
    width: isMatch && hasLanded ? 3 : 1.6,
    ...(isMatch && hasLanded ? {} : { dash: [4, 4] }),
    progress: reach,
    opacity: strength,
  });
  if (!hasLanded) return;
  const pop = easeOut((share - 0.72) / 0.28);
  if (isDead) {
    // The queue has closed up over it: a slim mark stays where it was.
    marks.push({
      kind: 'rule',
      role: 'gap',
      x1: x,
      y1: slots.y - 3,
      x2: x,
      y2: slots.y + slots.height + 3,
      ink: 'match',
      width: 2.5,
      opacity: strength,
    });
    return;
  }
  const width = Math.max(packetWidth + 4, 7);
  const grow = isMatch ? (1 - pop) * 7 : (1 - pop) * 3;
  marks.push({
    kind: 'box',
    role: isMatch ? 'match-ring' : 'miss-ring',
    x: x - width / 2 - grow,
    y: slots.y - 3 - grow,
    width: width + 2 * grow,
    height: slots.height + 6 + 2 * grow,
    radius: 4,
    stroke: isMatch ? 'match' : 'text',
    lineWidth: isMatch ? 3 : 1.75,
    opacity: strength * pop,
  });
  if (isMatch)
    marks.push({
      kind: 'glyph',
      role: 'match-verdict',
      shape: 'cross',
      x,
      y: slots.y + slots.height / 2,
      size: Math.max(font * 0.95, packetWidth * 1.5) * (1.4 - 0.4 * pop),
      ink: 'match',
      rim: 'page',
      opacity: strength * pop,
    });
}

/** Where a packet that was taken out used to stand: between its neighbours, which have closed up. */
function gapX(run: StageSource, memory: StageMemory, layout: LaneLayout, place: number): number {
  const before = run.decision?.before;
  if (before !== undefined)
    for (let behind = place + 1; behind < before.packet.length; behind += 1) {
      const sprite = memory.sprites.get(before.packet[behind] as number);
      if (sprite !== undefined) return placeX(layout, memory.shownPlace(sprite) - 0.5);
    }
  return placeX(layout, Math.min(place, run.latest.scalars.waiting) - 0.5);
}

function flashes(marks: StageMark[], memory: StageMemory, layout: LaneLayout): void {
  const { door: from, slots, packetWidth, arcTop, font } = layout;
  for (const flash of memory.flashes) {
    const share = flash.age / (flash.hasReach ? FLASH_MS.reach : FLASH_MS.ring);
    const opacity = share < 0.6 ? 1 : (1 - share) / 0.4;
    const width = Math.max(packetWidth + 5, 8);
    marks.push({
      kind: 'box',
      role: 'flash',
      x: flash.x - width / 2,
      y: slots.y - 4,
      width,
      height: slots.height + 8,
      radius: 4,
      stroke: 'match',
      lineWidth: 2.5,
      opacity,
    });
    if (flash.hasReach)
      marks.push({
        kind: 'arc',
        role: 'flash-reach',
        x1: from.x + from.width / 2,
        y1: from.y - 4,
        x2: flash.x,
        y2: slots.y - 4,
        top: arcTop - font * 0.9,
        ink: 'match',
        width: 2.5,
        progress: 1,
        opacity,
      });
  }
}

function graveyard(marks: StageMark[], memory: StageMemory, layout: LaneLayout): void {
  for (let rank = memory.graves.length - 1; rank >= 0; rank -= 1) {
    const grave = memory.graves[rank];
    if (grave !== undefined) bury(marks, grave, rank, memory.story, memory.trace, layout);
  }
}

function bury(
  marks: StageMark[],
  grave: Grave,
  rank: number,
  story: Story | undefined,
  trace: number,
  layout: LaneLayout,
): void {
  const { font, graveColumns, graveHeight, graveRows, graveWidth, graveyard: yard, packetWidth, slots } = layout;
  const fade = Math.min(1, (GRAVES_SHOWN - rank) / (GRAVES_SHOWN / 2), (2.2 * (GRAVE_LIFE - grave.age)) / GRAVE_LIFE);
  if (fade <= 0) return;
  const share = grave.fallen / FALL_MS;
  const across = easeOut(share);
  const down = easeIn(share);
  const rowHeight = yard.height / graveRows;
  const middle = yard.x + ((grave.column + 0.5) * yard.width) / graveColumns;
  const y = yard.y + (grave.row + 0.5) * rowHeight - graveHeight / 2;
  const gap = Math.max(3, graveWidth * 0.55);
  const total = grave.members.length * (graveWidth + gap) - gap;
  const ink = reasonInk(grave.reasonId);
  const isNow = story?.serial === grave.decision;

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
  if (grave.members.length > 1 && share >= 0.8)
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
    const fromWidth = member.isArrival ? layout.door.width : packetWidth;
    const fromHeight = member.isArrival ? layout.door.height : slots.height;
    const width = fromWidth + (graveWidth - fromWidth) * across;
    const height = fromHeight + (graveHeight - fromHeight) * across;
    const x = member.fromX + (restX - member.fromX) * across;
    const top = member.fromY + (y - member.fromY) * down;
    // Falling packets tumble a little; at rest they stand straight, so that a pair reads as one.
    const tilt =
      share >= 1 ? 0 : Math.sin(Math.PI * Math.min(1, share)) * (((member.packet * 7) % 11) / 11 - 0.5) * 0.9;
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
      opacity: fade * (1 - 0.45 * down),
      tilt,
    });
    marks.push({
      kind: 'glyph',
      role: 'reason',
      shape: reasonShape(grave.reasonId),
      x: x + width / 2,
      y: top + height / 2,
      size: font * 0.85,
      ink,
      rim: 'page',
      opacity: fade,
    });
  }
}

function pointer(marks: StageMark[], packets: readonly PacketMark[], look: StageLook, layout: LaneLayout): void {
  if (look.pointedAt === undefined) return;
  const mark = packets.find(({ packet }) => packet === look.pointedAt);
  if (mark === undefined) return;
  const margin = layout.pitch < 6 ? 3 : 2.5;
  marks.push({
    kind: 'box',
    role: 'pointed-at',
    x: mark.x - margin,
    y: mark.y - margin,
    width: mark.width + 2 * margin,
    height: mark.height + 2 * margin,
    radius: 4,
    stroke: 'focus',
    lineWidth: 2.5,
  });
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
