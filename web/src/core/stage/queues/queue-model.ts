/** Several queues as plain data: rows for the longest and the current queues, and a density for all others. Pure. */

import { formatFixed } from '../../../base/format';
import { reasonInk } from '../../../base/palette';
import type { Rect } from '../../../base/rect';
import { REASON_SHAPES } from '../../../ui/marks/glyph-mark';
import type { PacketMark } from '../../../ui/marks/packet-mark';
import { textWidth } from '../../../ui/marks/text-mark';
import { isSparse } from '../../run/sparse-flows';
import { ease, easeOut } from '../choreography';
import { dropMarks } from '../drop-marks';
import { link } from '../link-marks';
import { queueKind } from '../queue-names';
import type { DisplayList, DropGroupPlace, StageLook, StageMark } from '../stage-display';
import { FLASH_MS, type StageMemory, type StageSource } from '../stage-memory';
import { divergenceFlag, door } from '../story-marks';
import { waitingPacket } from '../waiting-packet';
import { type QueuesLayout, type RowPlace, rowPacketWidth, rowPacketX, rowPitch } from './queue-layout';
import { type QueueState, restOf, sizeOf } from './queue-rows';
import { shortQueueName } from './short-names';
import type { ShownRows } from './shown-rows';

interface Scene {
  readonly marks: StageMark[];
  readonly run: StageSource;
  readonly memory: StageMemory;
  readonly queues: ShownRows;
  readonly layout: QueuesLayout;
  readonly look: StageLook;
  readonly pitch: number;
}

export function queuesModel(
  run: StageSource,
  memory: StageMemory,
  queues: ShownRows,
  layout: QueuesLayout,
  look: StageLook,
): DisplayList {
  const marks: StageMark[] = [];
  const packets: PacketMark[] = [];
  const dropGroups: DropGroupPlace[] = [];
  const scene: Scene = { marks, run, memory, queues, layout, look, pitch: rowPitch(layout, queues.places) };
  const { lane } = layout;
  const { box, font } = lane;
  const ground = { ...box, kind: 'box', radius: font * 0.45 } as const;
  marks.push({ ...ground, role: 'lane', fill: 'well', opacity: 0.82 });
  const states = new Map(queues.states.map((state) => [state.id, state]));
  for (const [at, { id }] of queues.rows.entries()) row(scene, id, states.get(id), queues.rowPlace(at));
  if (!queues.isWhole) rest(scene);
  waiting(scene, packets);
  marks.push({ ...ground, role: 'lane-border', stroke: 'border', lineWidth: 1, opacity: 0.75 });
  heads(scene);
  link(marks, run, memory, lane);
  dropMarks(marks, dropGroups, memory, lane, false);
  const arrival = door(marks, run, memory, lane, look);
  if (arrival !== undefined) packets.push({ ...arrival, place: packets.length });
  shownDecision(scene);
  flashes(scene);
  if (look.isDivergence) divergenceFlag(marks, run, memory, lane);
  const place =
    look.pointedAt !== undefined
      ? packets.find(({ packet }) => packet === look.pointedAt)
      : dropGroups.find(({ decision }) => decision === look.pointedGroup);
  if (place !== undefined) marks.push(ring('pointed-at', place, 2.5, 'focus', 2.5, 1));
  return { marks, packets, dropGroups };
}

function row(scene: Scene, id: number, state: QueueState | undefined, place: RowPlace): void {
  const { marks, run, queues, layout, look, pitch } = scene;
  const { size, nameX, packetsX, creditX, trackX, trackEnd } = layout;
  const packets = sizeOf(state);
  const y = place.y + place.height / 2;
  const isEmpty = packets === 0;
  const isFlow = queueKind(run) === 'flow';
  const isDimmed = isFlow && look.hoveredFlow !== undefined && look.hoveredFlow !== id;
  const opacity = (isEmpty ? 0.55 : 1) * (isDimmed ? 0.5 : 1);
  const words = { kind: 'text', y, size, opacity } as const;
  const ink = isFlow && run.isUnresponsive(id) ? (isSparse(run.facts, id) ? 'sparse' : 'unresponsive') : 'text';
  marks.push({
    ...words,
    role: 'queue-name',
    x: nameX,
    text: shortQueueName(run, id, queues.flowsIn(id)),
    weight: 600,
    align: 'left',
    ink,
    face: 'text',
  });
  const number = { ...words, weight: 600, align: 'right', face: 'mono' } as const;
  marks.push({ ...number, role: 'queue-packets', x: packetsX, text: `${packets}`, ink: 'textSoft' });
  if (!Number.isNaN(creditX) && state !== undefined && !Number.isNaN(state.credit))
    marks.push({
      ...{ ...number, role: 'queue-credit', x: creditX, text: creditText(scene, state.credit) },
      ...{ weight: 400, ink: 'textFaint' },
    });
  marks.push({
    kind: 'rule',
    role: 'queue-foot',
    x1: trackX,
    y1: place.y + place.height - 0.5,
    x2: trackEnd,
    y2: place.y + place.height - 0.5,
    ink: 'line',
    width: 1,
  });
  if (state?.isNext) pointer(scene, y);
  if (queues.isBars && state !== undefined) {
    // The bar shows the number of packets of each kind, and not their order. Packets of unresponsive flows are drawn at
    // the front end and taller.
    const solid = { kind: 'box', radius: 0, opacity: opacity * 0.95 } as const;
    const victims = state.sparse ?? 0;
    const greedy = Math.min(trackEnd - trackX, (state.unresponsive - victims) * pitch);
    const sparse = Math.min(trackEnd - trackX - greedy, victims * pitch);
    const others = Math.min(trackEnd - trackX - greedy - sparse, (packets - state.unresponsive) * pitch);
    const height = Math.max(2, place.height - 3);
    const inset = height * 0.12;
    const tall = { ...solid, role: 'queue-bar', x: trackEnd - greedy, y: place.y + 1, width: greedy, height };
    marks.push({ ...tall, fill: 'unresponsive' });
    if (sparse > 0) marks.push({ ...tall, x: trackEnd - greedy - sparse, width: sparse, fill: 'sparse' });
    const low = {
      ...solid,
      role: 'queue-bar',
      x: trackEnd - greedy - sparse - others,
      y: place.y + 1 + inset,
      width: others,
    };
    marks.push({ ...low, height: height - 2 * inset, fill: 'responsive' });
  } else if (packets > queues.places) {
    // The scale will soon be enlarged. Until then, this mark shows that the queue is longer than the row.
    marks.push({
      ...words,
      role: 'queue-more',
      x: trackX,
      text: '‹',
      weight: 600,
      align: 'left',
      ink: 'text',
      face: 'text',
    });
  }
}

/** Pointer ▶ at the queue that is served next. */
function pointer({ marks, layout, look }: Scene, y: number): void {
  const { pointerX: x, size } = layout;
  const ink = look.isCalm ? 'text' : 'link';
  marks.push({ kind: 'glyph', role: 'next', shape: 'pointer', x, y, size: size * 0.85, ink, opacity: 1 });
}

function waiting({ run, marks, queues, layout, look, memory, pitch }: Scene, packets: PacketMark[]): void {
  if (queues.isBars) return;
  const width = rowPacketWidth(layout, pitch);
  const { door: from } = layout.lane;
  const states = new Map(queues.states.map((state) => [state.id, state]));
  // Arrow keys go from row to row, each row from the front.
  for (const [row, { id }] of queues.rows.entries()) {
    const state = states.get(id);
    if (state === undefined) continue;
    const { y, height } = queues.rowPlace(row);
    const until = Math.min(state.until, state.from + queues.places);
    for (let at = state.from; at < until; at += 1) {
      const to = { x: rowPacketX(layout, pitch, at - state.from), y: y + 1, width, height: height - 3 };
      const mark: PacketMark = { ...waitingPacket(run, memory, look, at, from, to), place: packets.length };
      marks.push(mark);
      packets.push(mark);
    }
  }
}

/**
 * Summary of the queues without a row: their number ("and 280 more, 412 packets"), and columns that show in which
 * ranges of queue ids their packets are.
 */
function rest(scene: Scene): void {
  const { marks, queues, layout } = scene;
  const { size, nameX, trackX, trackEnd } = layout;
  const place = queues.rowPlace(queues.rowCount - 1);
  const columns = Math.max(8, Math.min(queues.count, Math.floor((trackEnd - trackX) / 2.5)));
  const {
    queues: many,
    packets,
    hasNext,
    responsive,
    unresponsive,
    sparse,
  } = restOf(queues.rows, queues.states, queues.count, columns);
  const foot = place.y + place.height;
  marks.push({
    kind: 'rule',
    role: 'rest-edge',
    x1: nameX,
    y1: place.y + 1,
    x2: trackEnd,
    y2: place.y + 1,
    ink: 'border',
    width: 1,
  });
  const sum = `and ${many} more, ${packets} ${packets === 1 ? 'packet' : 'packets'}`;
  // The row of the summary stays even if no queue is left for it, so that the other rows do not move.
  const long = many === 0 ? 'no other queue' : sum;
  const fits = textWidth(long, size, 'text', 500) < (trackEnd - nameX) * 0.5;
  const text = fits ? long : many === 0 ? 'no other' : `+${many}, ${packets} pkt`;
  const from = nameX + textWidth(text, size, 'text', 500) + size * 0.5;
  const x = Math.max(
    trackX,
    fits ? nameX + textWidth(long.replace(/\d+/g, '000'), size, 'text', 500) + size * 0.5 : from,
  );
  let most = 4;
  for (let column = 0; column < columns; column += 1)
    most = Math.max(most, (responsive[column] as number) + (unresponsive[column] as number) + (sparse?.[column] ?? 0));
  for (const share of [responsive, unresponsive, ...(sparse === undefined ? [] : [sparse])])
    for (let column = 0; column < columns; column += 1) share[column] = (share[column] as number) / most;
  marks.push({
    kind: 'strip',
    role: 'rest',
    right: trackEnd,
    y: place.y + 2,
    height: place.height - 3,
    columnWidth: (trackEnd - x) / columns,
    columns,
    responsive,
    unresponsive,
    sparse,
    opacity: 0.9,
  });
  const words = { kind: 'text', y: (place.y + foot) / 2 + 0.5, size, face: 'text', weight: 500 } as const;
  marks.push({ ...words, role: 'rest-name', x: nameX, text, align: 'left', ink: 'textSoft' });
  if (hasNext) pointer(scene, (place.y + foot) / 2);
}

/** Headings of the columns below the rows, and the number of packets that a row has room for. */
function heads({ marks, run, queues, layout, pitch }: Scene): void {
  const { lane, nameX, creditX, trackX, trackEnd } = layout;
  const { tickY, font, box } = lane;
  const size = font * 0.9;
  const foot = box.y + box.height;
  const words = { kind: 'text', y: tickY, size, weight: 500, face: 'text', rim: 'page' } as const;
  const name = { flow: 'flow', bucket: 'flows', class: 'queue' }[queueKind(run)];
  marks.push({ ...words, role: 'head', x: nameX, text: name, align: 'left', ink: 'textSoft' });
  if (!Number.isNaN(creditX)) {
    const text = hasCredit(run) ? 'credit' : 'tag';
    marks.push({ ...words, role: 'head', x: creditX, text, align: 'right', ink: 'textSoft' });
  }
  const every = queues.places % 4 === 0 ? queues.places / 4 : queues.places / 5;
  for (let packets = every; packets < queues.places + 0.5; packets += every) {
    const x = trackEnd - packets * pitch;
    const isEnd = packets > queues.places - 0.5;
    marks.push({
      kind: 'rule',
      role: 'ten',
      x1: x,
      y1: foot - (isEnd ? 6 : 4),
      x2: x,
      y2: foot + (isEnd ? 3 : 0),
      ink: 'border',
      width: 1,
    });
  }
  const text = `${queues.places} packets`;
  const free = trackX + textWidth(text, size, 'text', 500) < trackEnd;
  if (free) marks.push({ ...words, role: 'scale', x: trackX, text, align: 'left', ink: 'textSoft' });
}

/** The displayed decision. Its row is framed, and a dropped packet is circled before it falls. */
function shownDecision(scene: Scene): void {
  const { marks, run, memory, queues, layout, look, pitch } = scene;
  const { story, timeline } = memory;
  if (story === undefined) return;
  const at = look.isCalm ? (memory.isBeforeOutcome ? timeline.outcomeAt - 1 : timeline.end) : memory.progress_ms;
  const isBefore = at < timeline.outcomeAt;
  const strength = isBefore ? 1 : 0.7 * memory.trace;
  const row = queues.rowOf(queues.queueOf(story.flow));
  const reach = easeOut((at - timeline.arriveEnd * 0.6) / Math.max(1, timeline.arriveEnd));
  const { lane, trackX, trackEnd, size } = layout;
  if (row >= 0 && reach > 0) {
    const { y, height } = queues.rowPlace(row);
    const frame = {
      x: lane.slots.x,
      y: y + 0.5,
      width: lane.box.width - 2 * (lane.slots.x - lane.box.x),
      height: height - 1,
    };
    marks.push(ring('arrival-row', frame, 0.5, 'text', isBefore ? 1.75 : 1.25, strength * reach));
    if (isBefore && story.isArrival) {
      const { door: from } = lane;
      const x1 = from.x + from.width + 4;
      const y1 = from.y + from.height / 2;
      const y2 = y + height / 2;
      const line = { kind: 'rule', role: 'arrival-way', ink: 'textSoft', width: 1.6, dash: [4, 4] } as const;
      marks.push({ ...line, x1, y1, x2: x1 + (lane.box.x - x1) * reach, y2: y1 + (y2 - y1) * reach, opacity: reach });
    }
  }
  const share = easeOut((at - timeline.drawsEnd) / Math.max(1, timeline.outcomeAt - timeline.drawsEnd));
  if (share <= 0) return;
  for (const dropped of run.droppedPackets) {
    if (dropped.decision !== story.serial || dropped.isArrival) continue;
    const family = run.catalog.reasons[dropped.reason]?.family ?? 'overflow';
    const ink = reasonInk(family);
    const home = queues.rowOf(queues.queueOf(dropped.flow));
    if (home < 0) continue;
    const { y, height } = queues.rowPlace(home);
    const at = memory.queue.packet.indexOf(dropped.packet);
    const place = at < 0 ? Math.max(0, dropped.place) : at - (queues.stateOf(queues.rows[home]?.id ?? -1)?.from ?? 0);
    const width = Math.max(3, rowPacketWidth(layout, pitch));
    const x = Math.max(trackX, Math.min(trackEnd - width, rowPacketX(layout, pitch, place)));
    if (!isBefore) {
      // The queue has closed the gap of the dropped packet, so a thin line marks its former position.
      const gap = place === 0 ? x + width + 1 : x + width;
      marks.push({
        kind: 'rule',
        role: 'gap',
        x1: gap,
        y1: y,
        x2: gap,
        y2: y + height,
        ink,
        width: 2.5,
        opacity: strength,
      });
      continue;
    }
    marks.push(ring('victim-ring', { x, y: y + 1, width, height: height - 3 }, 2, ink, 2.5, share));
    marks.push({
      kind: 'glyph',
      role: 'victim-outcome',
      shape: REASON_SHAPES[family],
      x: x + width / 2,
      y: y + height / 2,
      size: Math.min(size * 1.1, height),
      ink,
      rim: 'page',
      opacity: share,
    });
  }
}

/** Marks drops while playing: a drop highlights its row and leaves its symbol at its position. */
function flashes({ marks, run, memory, queues, layout, look, pitch }: Scene): void {
  if (look.isCalm) return;
  const { lane, trackX, trackEnd, size } = layout;
  for (const { dropped, age } of memory.passing) {
    const id = queues.queueOf(dropped.flow);
    const row = queues.rowOf(id);
    if (id === undefined || row < 0) continue;
    const { y, height } = queues.rowPlace(row);
    const left = 1 - ease(age / FLASH_MS);
    const family = run.catalog.reasons[dropped.reason]?.family ?? 'overflow';
    const ink = reasonInk(family);
    const frame = { x: lane.slots.x, y: y + 0.5, width: lane.slots.width, height: height - 1 };
    // A frame marks the row of a queue that has lost a packet. At high speed nearly every row would be framed, so
    // frames are left out.
    if (memory.level !== 'stream') marks.push(ring('row-flash', frame, 0, ink, 1.5, left * 0.8));
    const place = dropped.isArrival ? sizeOf(queues.stateOf(id)) : Math.max(0, dropped.place);
    marks.push({
      kind: 'glyph',
      role: 'row-loss',
      shape: REASON_SHAPES[family],
      x: Math.max(trackX + size / 2, Math.min(trackEnd - size / 2, trackEnd - (place + 0.5) * pitch)),
      y: y + height / 2,
      size: Math.min(size, height * 0.9),
      ink,
      rim: 'page',
      opacity: left,
    });
  }
}

function ring(
  role: string,
  place: Rect,
  margin: number,
  stroke: 'focus' | 'text' | 'textSoft' | ReturnType<typeof reasonInk>,
  lineWidth: number,
  opacity: number,
): StageMark {
  return {
    kind: 'box',
    role,
    x: place.x - margin,
    y: place.y - margin,
    width: place.width + 2 * margin,
    height: place.height + 2 * margin,
    radius: 3,
    stroke,
    lineWidth,
    opacity,
  };
}

/** True if the number beside a queue is the queue's credit: the bytes that the queue may still send. */
export function hasCredit(run: StageSource): boolean {
  return run.about.quantities.some(({ id }) => id === 'credit');
}

/**
 * True if the number beside a queue is the virtual time of its first packet. This time determines the order of the
 * queues.
 */
export function hasTag(run: StageSource): boolean {
  return run.about.quantities.some(({ id }) => id === 'start' || id === 'finish');
}

/** Text of the number beside a queue. Virtual times grow without limit, so they are shown relative to the smallest. */
function creditText({ run, queues }: Scene, credit: number): string {
  if (hasCredit(run)) return formatFixed(credit, 0);
  let least = credit;
  for (const state of queues.states) if (state.credit < least) least = state.credit;
  return `+${formatFixed(credit - least, 0)}`;
}
