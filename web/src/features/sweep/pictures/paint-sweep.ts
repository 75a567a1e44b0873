/** Paints a sweep's picture on a canvas or into a file, with the same calls. */

import { paintText } from '../../../ui/figure/paint-text';
import { paintArea } from '../../../ui/marks/area';
import { texturePattern } from '../../../ui/marks/bars';
import { paintDots, paintRing } from '../../../ui/marks/dots';
import type { Ink, PlotPen } from '../../../ui/marks/ink';
import { paintLine } from '../../../ui/marks/line';
import { paintRule } from '../../../ui/marks/rule-mark';
import type { Box, SceneMark, SweepPicture } from './sweep-picture';

/** Maximum number of points in one path, since the cost of a path grows faster than its length. */
const MOST_IN_PATH = 400;

export function paintSweep(pen: PlotPen, picture: SweepPicture): void {
  const { context, colours } = pen;
  for (const { colour, boxes } of picture.cells) fillBoxes(context, boxes, inkOrColour(pen, colour));
  if (picture.hatched.length > 0) {
    fillBoxes(context, picture.hatched, texturePattern(pen, 'hatched', colours.border));
  }
  for (const { left, right, top, bottom } of picture.regions) {
    context.strokeStyle = colours.border;
    context.lineWidth = 1;
    context.beginPath();
    context.rect(left - 0.5, top - 0.5, right - left + 1, bottom - top + 1);
    context.stroke();
  }
  for (const rule of picture.rules) paintRule(context, rule, pen);
  for (const area of picture.areas) paintArea(context, area, colours[area.ink]);
  for (const line of picture.lines) paintLine(context, line, colours[line.ink]);
  for (const dots of picture.dots) paintDots(context, dots, colours[dots.ink]);
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (const { text, x, y, colour, size } of picture.signs) {
    context.font = `600 ${size}px ${pen.font.slice(pen.font.indexOf(' ') + 1)}`;
    context.fillStyle = colour;
    context.fillText(text, x, y);
  }
  for (const text of picture.texts) paintText(pen, text);
}

export function paintSceneMark(pen: PlotPen, { rules, rings, text }: SceneMark): void {
  const { context, colours, fontSize } = pen;
  for (const rule of rules) paintRule(context, rule, pen);
  for (const { x, y } of rings) {
    const radius = fontSize * 0.42;
    // The border in the background colour keeps the disc visible on every colour of a map.
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = colours.focus;
    context.fill();
    paintRing(context, x, y, radius, colours.page);
    paintRing(context, x, y, radius + 1.5, colours.text);
  }
  paintText(pen, text);
}

export function paintChosen(pen: PlotPen, { x, y, width, height }: Box): void {
  const { context, colours, fontSize } = pen;
  if (width === 0) {
    paintRing(context, x, y, fontSize * 0.55, colours.text);
    return;
  }
  for (const [reach, colour, line] of [
    [1.5, colours.page, 3],
    [1.5, colours.text, 1.5],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = line;
    context.beginPath();
    context.rect(x - reach, y - reach, width + 2 * reach, height + 2 * reach);
    context.stroke();
  }
}

function fillBoxes(context: CanvasRenderingContext2D, boxes: readonly number[], style: string | CanvasPattern): void {
  context.fillStyle = style;
  for (let from = 0; from < boxes.length; from += 4 * MOST_IN_PATH) {
    context.beginPath();
    for (let at = from; at < Math.min(boxes.length, from + 4 * MOST_IN_PATH); at += 4)
      context.rect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0);
    context.fill();
  }
}

function inkOrColour({ colours }: PlotPen, colour: string): string {
  return colour.startsWith('#') ? colour : colours[colour as Ink];
}
