/** Paints a clip's texts, which on the page are elements around the canvases. */

import type { Rect } from '../../../base/rect';
import type { LaneFact, LegendEntry } from '../../../core/stage/lane-picture';
import { paintGlyph } from '../../../ui/marks/glyph-mark';
import type { Brush, Ink } from '../../../ui/marks/ink';
import { type PacketMark, paintPacket } from '../../../ui/marks/packet-mark';

/** The surface to paint on, in CSS pixels. */
export interface Sheet {
  readonly context: CanvasRenderingContext2D;
  readonly brush: Brush;
}

interface Style {
  readonly size: number;
  readonly weight?: number;
  readonly ink?: Ink;
  readonly face?: 'text' | 'mono';
}

/** Writes a text, vertically centred in a row and starting at `x`. Returns its width. */
function write(sheet: Sheet, text: string, x: number, y: number, style: Style): number {
  const { context, brush } = sheet;
  const width = widthOf(sheet, text, style);
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = brush.colours[style.ink ?? 'text'];
  context.fillText(text, x, y);
  return width;
}

function widthOf({ context, brush }: Sheet, text: string, { size, weight = 400, face = 'text' }: Style): number {
  context.font = `${weight} ${size}px ${face === 'mono' ? brush.monoFamily : brush.textFamily}`;
  return context.measureText(text).width;
}

/** The text, or as much of it as fits, followed by an ellipsis. */
function fitted(sheet: Sheet, text: string, room: number, style: Style): string {
  if (widthOf(sheet, text, style) <= room) return text;
  let length = text.length;
  while (length > 0 && widthOf(sheet, `${text.slice(0, length).trimEnd()}…`, style) > room) length -= 1;
  return length === 0 ? '' : `${text.slice(0, length).trimEnd()}…`;
}

const TITLE: Style = { size: 22, weight: 600 };
const CLOCK: Style = { size: 22, weight: 500, face: 'mono' };
const PACE: Style = { size: 15, ink: 'textSoft' };

/** The scene on the left, the speed and the clock on the right. `clock` must have the same width in all frames. */
export function paintHead(sheet: Sheet, box: Rect, title: string, clock: string, pace: string): void {
  const { x, y, width, height } = box;
  const middle = y + height / 2;
  const clockX = x + width - widthOf(sheet, clock, CLOCK);
  const paceX = clockX - 18 - widthOf(sheet, pace, PACE);
  write(sheet, clock, clockX, middle, CLOCK);
  write(sheet, pace, paceX, middle + 1, PACE);
  write(sheet, fitted(sheet, title, paceX - x - 24, TITLE), x, middle, TITLE);
}

const LANE_NAME: Style = { size: 19, weight: 600 };
const DIGIT: Style = { size: 14, weight: 600 };
const FACT: Style = { size: 15, ink: 'textSoft' };
const FACT_VALUE: Style = { size: 15, weight: 600, face: 'mono' };
const FACT_SAYS: Style = { size: 13, ink: 'textSoft' };

interface LaneTitle {
  readonly name: string;
  readonly ink: Ink;
  /** Number of the lane. Undefined for a single lane. */
  readonly number: number | undefined;
  readonly facts: readonly LaneFact[];
}

/**
 * The lanes' names and numbers, with the numbers in columns. `isLong` is true if there is room for the meaning of each
 * number.
 */
export function paintLaneTitles(
  sheet: Sheet,
  boxes: readonly Rect[],
  lanes: readonly LaneTitle[],
  isLong: boolean,
): void {
  const nameWidth = Math.max(...lanes.map(({ name }) => widthOf(sheet, name, LANE_NAME)));
  for (const [place, lane] of lanes.entries()) {
    const box = boxes[place];
    if (box === undefined) continue;
    const middle = box.y + box.height / 2;
    let at = box.x;
    if (lane.number !== undefined) at += paintNumber(sheet, `${lane.number}`, at, middle, lane.ink);
    write(sheet, lane.name, at, middle, { ...LANE_NAME, ink: lane.ink });
    paintFacts(sheet, lane.facts, { from: at + nameWidth + 22, until: box.x + box.width, middle }, isLong);
  }
}

function paintNumber(sheet: Sheet, digit: string, x: number, middle: number, ink: Ink): number {
  const { context, brush } = sheet;
  context.strokeStyle = brush.colours[ink];
  context.lineWidth = 2;
  context.strokeRect(x + 1, middle - 9, 18, 18);
  write(sheet, digit, x + 10 - widthOf(sheet, digit, DIGIT) / 2, middle + 0.5, { ...DIGIT, ink });
  return 28;
}

/** Writes a lane's numbers: as many as fit, the most important first. */
function paintFacts(
  sheet: Sheet,
  facts: readonly LaneFact[],
  { from, until, middle }: { readonly from: number; readonly until: number; readonly middle: number },
  isLong: boolean,
): void {
  let at = from;
  for (const { label, value, says } of facts) {
    const words = isLong && says !== undefined ? says : '';
    const valueX = at + widthOf(sheet, label, FACT) + 7;
    const saysX = valueX + widthOf(sheet, value, FACT_VALUE) + (words === '' ? 0 : 7);
    const end = saysX + (words === '' ? 0 : widthOf(sheet, words, FACT_SAYS));
    if (end > until) return;
    write(sheet, label, at, middle, FACT);
    write(sheet, value, valueX, middle, FACT_VALUE);
    if (words !== '') write(sheet, words, saysX, middle + 0.5, FACT_SAYS);
    at = end + 20;
  }
}

const SIGN: Style = { size: 13, ink: 'textSoft' };
const GLYPH = { kind: 'glyph', role: 'legend', size: 11, opacity: 1 } as const;
const PACKET: Omit<PacketMark, 'x' | 'y' | 'isUnresponsive' | 'isSparse'> = {
  kind: 'packet',
  role: 'legend',
  packet: 0,
  place: -1,
  width: 7,
  height: 16,
  flow: 0,
  isMarked: false,
  isRetransmission: false,
  opacity: 1,
  tilt: 0,
};

/** The queue's legend, in one row. */
export function paintLegend(sheet: Sheet, { x, y, width, height }: Rect, entries: readonly LegendEntry[]): void {
  const { context, brush } = sheet;
  const middle = y + height / 2;
  let at = x;
  for (const { names, ink, sign } of entries) {
    const text = names.join(', ');
    const wide = 20 + widthOf(sheet, text, SIGN);
    if (at + wide > x + width) return;
    if (sign.kind === 'glyph') paintGlyph(context, { ...GLYPH, shape: sign.shape, x: at + 7, y: middle, ink }, brush);
    else {
      const { isUnresponsive, isSparse } = sign;
      paintPacket(context, { ...PACKET, isUnresponsive, isSparse, x: at + 3.5, y: middle - 8 }, brush);
    }
    context.globalAlpha = 1;
    write(sheet, text, at + 20, middle, SIGN);
    at += wide + 20;
  }
}

const PLOT_TITLE: Style = { size: 15, weight: 600 };
const PLOT_SAYS: Style = { size: 13, ink: 'textSoft' };

interface PlotTexts {
  readonly title: string;
  readonly says: string;
  readonly aside: string;
  readonly asideInk: Ink | undefined;
}

export function paintPlotTitle(
  sheet: Sheet,
  { title, says }: { readonly title: Rect; readonly says: Rect },
  texts: PlotTexts,
): void {
  const aside: Style = { ...PLOT_SAYS, ink: texts.asideInk ?? 'textSoft' };
  const asideWidth = texts.aside === '' ? 0 : widthOf(sheet, texts.aside, aside);
  const saysY = says.y + says.height / 2 - 1;
  write(sheet, fitted(sheet, texts.title, title.width, PLOT_TITLE), title.x, title.y + title.height / 2, PLOT_TITLE);
  write(sheet, fitted(sheet, texts.says, says.width - asideWidth - 12, PLOT_SAYS), says.x, saysY, PLOT_SAYS);
  if (texts.aside !== '') write(sheet, texts.aside, says.x + says.width - asideWidth, saysY, aside);
}
