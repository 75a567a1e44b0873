/** Marks of a decision: the arrival at the entrance, draws, outcome, and matches while playing. */

import { reasonInk } from '../../base/palette';
import { REASON_SHAPES } from '../../ui/marks/glyph-mark';
import type { PacketMark } from '../../ui/marks/packet-mark';
import { textWidth } from '../../ui/marks/text-mark';
import { ease, easeOut, type Victim } from './choreography';
import { bigPacket } from './link-marks';
import { nameOnRuler } from './name-on-ruler';
import type { StageLook, StageMark } from './stage-display';
import { DOOR_NAME, type LaneLayout, placeX } from './stage-layout';
import { drawX, FLASH_MS, type StageMemory, type StageSource } from './stage-memory';

/** Adds the entrance, the packet at the entrance and its outcome. Returns the arriving packet, if there is one. */
export function door(
  marks: StageMark[],
  run: StageSource,
  memory: StageMemory,
  layout: LaneLayout,
  look: StageLook,
): PacketMark | undefined {
  const { door: place, font, rect } = layout;
  const { story } = memory;
  const at = storyTime(memory, look);
  const isWaiting = story?.isArrival === true && at < memory.timeline.outcomeAt;
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
  if (layout.hasDoorName) marks.push(nameOnRuler('door-name', place.x + place.width / 2, DOOR_NAME, layout));
  if (story === undefined) return undefined;
  if (!story.isArrival) {
    struck(marks, run, memory, layout, at);
    return undefined;
  }
  let arrival: PacketMark | undefined;
  const middleX = place.x + place.width / 2;
  const middleY = place.y + place.height / 2;
  if (isWaiting) {
    const come = ease(at / memory.timeline.arriveEnd);
    const from = rect.x - place.width;
    arrival = {
      ...bigPacket(run, story, 'arriving', from + (place.x - from) * come, layout, come),
      y: place.y,
      width: place.width,
      height: place.height,
    };
    marks.push(arrival);
  }
  const share = (at - memory.timeline.drawsEnd) / Math.max(1, memory.timeline.outcomeAt - memory.timeline.drawsEnd);
  const reason = story.arrivalReason ?? story.markReason;
  if (reason === undefined || share <= 0) return arrival;
  const family = run.catalog.reasons[reason]?.family ?? 'overflow';
  const pop = easeOut(share * 2.5);
  marks.push({
    kind: 'box',
    role: 'arrival-ring',
    x: place.x - 4,
    y: place.y - 4,
    width: place.width + 8,
    height: place.height + 8,
    radius: 6,
    stroke: reasonInk(family),
    lineWidth: 2.5,
    opacity: pop * (isWaiting ? 1 : 0.7 * memory.trace),
  });
  marks.push({
    kind: 'glyph',
    role: 'arrival-outcome',
    shape: REASON_SHAPES[family],
    x: middleX,
    y: middleY,
    size: font * 1.35 * (1.5 - 0.5 * pop),
    ink: reasonInk(family),
    rim: 'page',
    opacity: pop * (isWaiting ? 1 : 0.85 * memory.trace),
  });
  return arrival;
}

/** A cross on a packet that was dropped at a departure or a timer event. The cross is shown until the packet falls. */
function struck(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout, at: number): void {
  const { story, timeline } = memory;
  const { slots, font, packetWidth } = layout;
  const share = (at - timeline.drawsEnd) / Math.max(1, timeline.outcomeAt - timeline.drawsEnd);
  if (share <= 0 || at >= timeline.outcomeAt) return;
  const pop = easeOut(share * 2.5);
  for (const victim of story?.victims ?? []) {
    const family = run.catalog.reasons[victim.reason]?.family ?? 'overflow';
    const x = drawX(memory, layout, victim.packet, victim.place);
    const width = Math.max(packetWidth + 4, 7);
    marks.push(
      {
        kind: 'box',
        role: 'struck-ring',
        x: x - width / 2,
        y: slots.y - 3,
        width,
        height: slots.height + 6,
        radius: 4,
        stroke: reasonInk(family),
        lineWidth: 2.5,
        opacity: pop,
      },
      {
        kind: 'glyph',
        role: 'struck',
        shape: REASON_SHAPES[family],
        x,
        y: slots.y + slots.height / 2,
        size: Math.max(font * 0.95, packetWidth * 1.5) * (1.4 - 0.4 * pop),
        ink: reasonInk(family),
        rim: 'page',
        opacity: pop,
      },
    );
  }
}

/** Opacity of the marks of a decision after its animation. */
const TRACE = { miss: 0.75, match: 0.75 } as const;

export function draws(
  marks: StageMark[],
  run: StageSource,
  memory: StageMemory,
  layout: LaneLayout,
  look: StageLook,
): void {
  const { story, timeline } = memory;
  if (story === undefined || story.draws.length === 0) return;
  const at = storyTime(memory, look);
  const outcome = ease((at - timeline.outcomeAt) / Math.max(1, timeline.end - timeline.outcomeAt));
  // Matches are painted last, on top of misses.
  for (const isMatch of [false, true])
    for (const [index, draw] of story.draws.entries()) {
      if (draw.isMatch !== isMatch) continue;
      const share = (at - timeline.arriveEnd - index * timeline.drawEvery) / Math.max(1, timeline.drawFor);
      if (share <= 0) continue;
      const isDropped = outcome > 0 && story.victims.some(({ packet }) => packet === draw.packet);
      // A drawn packet that has since been sent has no position in the queue, so its mark is left out.
      if (!isDropped && outcome > 0 && !memory.isStrip && !memory.queue.packet.includes(draw.packet)) continue;
      const x = isDropped ? gapX(run, memory, layout, draw.place) : drawX(memory, layout, draw.packet, draw.place);
      const strength = (1 + (TRACE[isMatch ? 'match' : 'miss'] - 1) * outcome) * (outcome === 1 ? memory.trace : 1);
      candidate(marks, layout, x, share, isMatch, isDropped, strength);
    }
}

/** Fraction of a draw's duration after which its arc has reached the packet. */
const LANDED = 0.72;
/** Time at which a miss has faded, and duration of the flash of a match, as multiples of a draw's duration. */
const MISS_FADED = 2;
const FLASH_SHARE = 1.3;

function candidate(
  marks: StageMark[],
  layout: LaneLayout,
  x: number,
  share: number,
  isMatch: boolean,
  isDropped: boolean,
  fullStrength: number,
): void {
  // A miss fades while the next draw begins.
  const strength = isMatch ? fullStrength : fullStrength * (1 - 0.5 * ease((share - 1) / (MISS_FADED - 1)));
  const { door: from, slots, font, packetWidth } = layout;
  const reach = easeOut(share / LANDED);
  const hasLanded = share >= LANDED;
  const ink = !hasLanded ? 'textSoft' : isMatch ? 'match' : 'miss';
  const span = Math.abs(x - from.x) / Math.max(1, slots.width);
  // An arc to a packet near the entrance is lower than one to a distant packet, so that arcs do not all have the same
  // height.
  const apex = layout.arcTop - font * 0.9 + (1 - Math.min(1, span)) * (slots.y - layout.arcTop) * 0.42;
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
  const pop = easeOut((share - LANDED) / (1 - LANDED));
  if (isMatch && !isDropped) matchFlash(marks, layout, x, (share - LANDED) / FLASH_SHARE, strength);
  if (isDropped) {
    // The queue has closed the gap of the dropped packet, so a thin line marks its former position.
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
      role: 'match-outcome',
      shape: 'cross',
      x,
      y: slots.y + slots.height / 2,
      size: Math.max(font * 0.95, packetWidth * 1.5) * (1.4 - 0.4 * pop),
      ink: 'match',
      rim: 'page',
      opacity: strength * pop,
    });
}

/** A short pulse around the matched packet and around the arrival, since they belong to the same flow. */
function matchFlash(marks: StageMark[], layout: LaneLayout, x: number, share: number, strength: number): void {
  if (share >= 1) return;
  const { door: from, slots, packetWidth } = layout;
  const grow = 3 + 11 * easeOut(share);
  const opacity = strength * (1 - ease(share));
  const width = Math.max(packetWidth, 5);
  for (const place of [
    { x: x - width / 2, y: slots.y, width, height: slots.height },
    { x: from.x, y: from.y, width: from.width, height: from.height },
  ]) {
    const box = {
      kind: 'box',
      x: place.x - grow,
      y: place.y - grow * 0.6,
      width: place.width + 2 * grow,
      height: place.height + 1.2 * grow,
      radius: 3 + grow * 0.6,
    } as const;
    marks.push({ ...box, role: 'match-glow', fill: 'match', opacity: opacity * 0.55 });
    marks.push({ ...box, role: 'match-wave', stroke: 'match', lineWidth: 2, opacity });
  }
}

/** Former position of a removed packet, between its neighbours, which have closed the gap [px]. */
function gapX(run: StageSource, memory: StageMemory, layout: LaneLayout, place: number): number {
  const before = run.decision?.before;
  if (before !== undefined)
    for (let behind = place + 1; behind < before.packet.length; behind += 1) {
      const packet = before.packet[behind] as number;
      const at = memory.queue.packet.indexOf(packet);
      if (at >= 0) return placeX(layout, memory.shownPlace(packet, at) - 0.5);
    }
  return placeX(layout, Math.min(place, run.latest.scalars.waiting) - 0.5);
}

export function flashes(marks: StageMark[], memory: StageMemory, layout: LaneLayout): void {
  const { door: from, slots, packetWidth, arcTop, font } = layout;
  for (const flash of memory.flashes) {
    const share = flash.age / FLASH_MS;
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

/**
 * The flag at the entrance that marks the divergence of the lanes, with the outcome in this lane. The flag is in the
 * row with the names of the queue's halves. In a compact lane, the arcs to drawn packets cross that row, so the flag
 * replaces the name of the entrance.
 */
export function divergenceFlag(marks: StageMark[], run: StageSource, memory: StageMemory, layout: LaneLayout): void {
  const { story } = memory;
  if (story === undefined) return;
  const { door: place, font, rect, isCompact, tickY } = layout;
  const reason = run.catalog.reasons[story.arrivalReason ?? story.markReason ?? -1];
  const isMatch = reason?.family === 'match';
  const outcome = reason === undefined ? 'admitted' : isMatch ? matched(story.victims, isCompact) : reason.name;
  const text = isCompact || !layout.hasDoorName ? outcome : `divergence: ${outcome}`;
  const ink = reason === undefined ? 'focus' : reasonInk(reason.family);
  const size = font * 0.92;
  const width = textWidth(text, size, 'text', 600) + font * 0.8;
  const height = font * 1.4;
  const pole = place.x + place.width / 2;
  // In a compact lane, the flag ends before the left end of the queue, where the name of the buffer's end begins.
  const x = isCompact ? Math.max(rect.x + 1, Math.min(pole - width / 2, layout.slots.x - width - 2)) : rect.x + 1;
  const y = isCompact ? tickY - height / 2 : rect.y + 1;
  const from = isCompact ? place.y + place.height + 4 : y + height;
  const until = isCompact ? y : place.y - 4;
  const flag = { kind: 'box', x, y, width, height, radius: font * 0.3 } as const;
  marks.push(
    { kind: 'rule', role: 'divergence-pole', x1: pole, y1: from, x2: pole, y2: until, ink, width: 2 },
    { ...flag, role: 'divergence-ground', fill: 'page' },
    { ...flag, role: 'divergence-border', stroke: ink, lineWidth: 2 },
    {
      kind: 'text',
      role: 'divergence-text',
      x: x + width / 2,
      y: y + height / 2,
      text,
      size,
      weight: 600,
      align: 'center',
      ink: 'text',
      face: 'text',
    },
  );
}

/**
 * The positions of the packets in a match, counted from 1 at the front. They are named because both lanes may have a
 * match and still differ.
 */
function matched(victims: readonly Victim[], isShort: boolean): string {
  if (victims.length > 2) return `matched ${victims.length}`;
  const places = victims.map(({ place }) => place + 1).join(', ');
  if (places === '') return 'matched';
  return isShort ? `match ${places}` : `matched at ${places}`;
}

/**
 * Time in the animation [ms]. With reduced motion there are two still pictures: one before the outcome and one after
 * it.
 */
function storyTime(memory: StageMemory, look: StageLook): number {
  if (!look.isCalm) return memory.progress_ms;
  const { outcomeAt, end } = memory.timeline;
  return memory.progress_ms < outcomeAt ? outcomeAt - 1e-3 : end;
}
