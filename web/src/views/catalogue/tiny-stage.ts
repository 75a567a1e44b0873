/**
 * A queue in miniature: who waits, where the average stands, and from time to time one decision with its draws, held
 * long enough to be seen. Pure: a run and a size in, marks out.
 */

import { formatNumber } from '../../base/format';
import { reasonInk } from '../../base/palette';
import type { ArcMark } from '../../marks/arc-mark';
import type { BoxMark } from '../../marks/box-mark';
import { type GlyphMark, REASON_SHAPES } from '../../marks/glyph-mark';
import type { NeedleMark } from '../../marks/needle-mark';
import type { PacketMark } from '../../marks/packet-mark';
import type { RuleMark } from '../../marks/rule-mark';
import { type TextMark, textWidth } from '../../marks/text-mark';
import { queueLengths } from '../../run/queue-lengths';
import { type DecisionRecord, PacketFlag, type QueueColumns, type RunBuffer } from '../../run/run-buffer';

export type TinyMark = ArcMark | BoxMark | GlyphMark | NeedleMark | PacketMark | RuleMark | TextMark;

export type TinySource = Pick<
  RunBuffer,
  'about' | 'catalog' | 'decision' | 'facts' | 'latest' | 'latestMatch' | 'isUnresponsive'
>;

export interface Size {
  readonly width: number;
  readonly height: number;
  /** The root's font size [px]: everything grows with it. */
  readonly rem: number;
}

/** A decision stays for so long of real time [ms]; it fades in the last third. */
const HELD_MS = 450;

/** The decision that is shown: a match if there was one since the last, else whatever was decided last. */
export class HeldDecision {
  current: DecisionRecord | undefined;
  private since_ms = Number.NEGATIVE_INFINITY;

  /** Whether the picture changes by it. */
  observe({ decision, latestMatch }: TinySource, now_ms: number, isMoving: boolean): boolean {
    if (now_ms - this.since_ms < HELD_MS && isMoving) return this.current !== undefined;
    const shown = this.current?.serial ?? 0;
    // Another run counts from 1 again.
    const isNew = (record: DecisionRecord | undefined): boolean =>
      record !== undefined && (record.serial > shown || (decision?.serial ?? 0) < shown);
    const next = isNew(latestMatch) ? latestMatch : decision;
    const isOther = next?.serial !== shown;
    if (isOther) {
      this.current = next;
      this.since_ms = now_ms;
    }
    return isOther;
  }

  opacity(now_ms: number, isMoving: boolean): number {
    const left = 1 - (now_ms - this.since_ms) / HELD_MS;
    return isMoving ? Math.max(0, Math.min(1, left * 3)) : 1;
  }
}

interface Layout {
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly pitch: number;
  readonly right: number;
  readonly doorX: number;
  readonly font: number;
}

/** Beside, above and below the queue [rem]. */
const SIDE = 1.9;
const ARCS = 1.9;
const RULER = 1.4;
const FONT = 0.6875;
const PADDING = 3;

export function tinyMarks(
  run: TinySource,
  held: HeldDecision,
  size: Size,
  now_ms: number,
  isMoving: boolean,
): readonly TinyMark[] {
  const { width, height, rem } = size;
  const side = SIDE * rem;
  const box = { x: side, y: ARCS * rem, width: width - 2 * side, height: height - (ARCS + RULER) * rem };
  const pitch = (box.width - 2 * PADDING) / Math.max(1, run.facts.limit);
  const layout: Layout = { box, pitch, right: box.x + box.width - PADDING, doorX: side / 2, font: FONT * rem };
  return [
    { kind: 'box', role: 'queue', ...box, radius: 5, fill: 'well', stroke: 'line' },
    ...regions(run, layout),
    ...waiting(run, run.latest.queue, layout),
    ...sending(run, layout),
    ...ruler(run, layout),
    ...told(run, held.current, layout, held.opacity(now_ms, isMoving)),
  ];
}

function waiting(run: TinySource, queue: QueueColumns, layout: Layout): PacketMark[] {
  const marks: PacketMark[] = [];
  for (const [place, flow] of queue.flow.entries())
    marks.push(packet(run, flow, layout.right - (place + 0.5) * layout.pitch, layout, queue.flags[place] ?? 0, place));
  return marks;
}

function packet(
  run: TinySource,
  flow: number,
  x: number,
  { box, pitch, font }: Layout,
  flags = 0,
  place = -1,
): PacketMark {
  const widest = font * 0.8;
  const width = place < 0 ? widest : Math.max(1, Math.min(widest, pitch - (pitch < 4 ? 0.6 : 1)));
  return {
    kind: 'packet',
    role: place < 0 ? 'door' : 'waiting',
    packet: 0,
    place,
    x: x - width / 2,
    y: box.y + PADDING,
    width,
    height: box.height - 2 * PADDING,
    flow,
    isUnresponsive: run.isUnresponsive(flow),
    isMarked: (flags & PacketFlag.marked) !== 0,
    isRetransmission: false,
    opacity: 1,
    tilt: 0,
  };
}

function sending(run: TinySource, layout: Layout): TinyMark[] {
  const { sending_flow: flow } = run.latest.scalars;
  const { box } = layout;
  const y = box.y + box.height / 2;
  const x = box.x + box.width;
  const wire: RuleMark = { kind: 'rule', role: 'wire', x1: x, y1: y, x2: x + box.x, y2: y, ink: 'link', width: 2 };
  return flow < 0 ? [wire] : [wire, packet(run, flow, x + box.x / 2, layout)];
}

/** The two regions, where they are told apart. */
function regions({ latest }: TinySource, { box, pitch, right }: Layout): TinyMark[] {
  const { front_region: front, waiting: count } = latest.scalars;
  if (!(front > 0)) return [];
  const middle = right - front * pitch;
  const rear = right - count * pitch;
  const place = { y: box.y + 1, height: box.height - 2, radius: 0 } as const;
  return [
    { kind: 'box', role: 'front', x: middle, width: right - middle, ...place, fill: 'frontGround' },
    { kind: 'box', role: 'rear', x: rear, width: middle - rear, ...place, fill: 'rearGround' },
  ];
}

/** Thresholds that lie on the queue, and the pointer of the average. */
function ruler(run: TinySource, { box, pitch, right, font }: Layout): TinyMark[] {
  const foot = box.y + box.height;
  const marks: TinyMark[] = [];
  let free = Number.NEGATIVE_INFINITY;
  const ticks = queueLengths(run)
    .filter(({ value }) => value <= run.facts.limit)
    .sort((one, other) => other.value - one.value);
  for (const { value, name } of ticks) {
    const x = right - value * pitch;
    const rule = { x1: x, x2: x, ink: 'guide', width: 1 } as const;
    marks.push({ kind: 'rule', role: 'tick', ...rule, y1: box.y, y2: foot + 4, dash: [3, 3], opacity: 0.8 });
    const text = `${name} ${formatNumber(value)}`;
    // A label that would lie on its neighbour is left out: the table of parameters has them all.
    const half = textWidth(text, font, 'text') / 2;
    if (x - half < free) continue;
    free = x + half + font / 2;
    const label = { text, size: font, weight: 450, align: 'center', ink: 'textSoft', face: 'text' } as const;
    marks.push({ kind: 'text', role: 'tick', x, y: foot + font * 1.2, ...label });
  }
  const { average_queue: average } = run.latest.scalars;
  if (Number.isFinite(average)) {
    const x = right - Math.min(average, run.facts.limit) * pitch;
    marks.push({
      kind: 'needle',
      role: 'average',
      x,
      y: foot + 1,
      size: font * 0.65,
      foot: foot + font * 0.75,
      ink: 'average',
    });
  }
  return marks;
}

/** What a decision drew and dropped. */
function told(run: TinySource, decision: DecisionRecord | undefined, layout: Layout, opacity: number): TinyMark[] {
  if (decision === undefined || opacity <= 0) return [];
  const { box, pitch, right, doorX } = layout;
  const middle = box.y + box.height / 2;
  const marks: TinyMark[] = decision.trigger === undefined ? [packet(run, decision.flow, doorX, layout)] : [];
  for (const step of decision.steps) {
    if (step.kind === 'draw') {
      const x = right - (step.place + 0.5) * pitch;
      const reach = {
        x1: doorX,
        y1: box.y + 2,
        x2: x,
        y2: box.y + 2,
        top: -box.y * 0.1,
        progress: 1,
        opacity,
      } as const;
      if (step.isMatch) marks.push({ kind: 'arc', role: 'match', ...reach, ink: 'match', width: 2 });
      else marks.push({ kind: 'arc', role: 'miss', ...reach, ink: 'miss', width: 1, dash: [3, 3] });
    } else if (step.kind === 'drop' || step.kind === 'mark') {
      const family = run.catalog.reasons[step.reason]?.family ?? 'overflow';
      // What is marked without an arrival is the packet that leaves.
      const door = decision.trigger === undefined ? doorX : right - 0.5 * pitch;
      const x = step.place < 0 ? door : right - (step.place + 0.5) * pitch;
      const look = { size: layout.font * 1.4, ink: reasonInk(family), rim: 'well', opacity } as const;
      marks.push({ kind: 'glyph', role: step.kind, shape: REASON_SHAPES[family], x, y: middle, ...look });
    }
  }
  return marks;
}
