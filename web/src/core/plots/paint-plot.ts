/**
 * Paints a display on two canvases. The still layer is repainted when axes, size or theme change, the moving layer when
 * data are added.
 */

import type { Colours } from '../../base/palette';
import type { Region } from '../../ui/figure/axis';
import { paintAxes } from '../../ui/figure/paint-axes';
import { paintText } from '../../ui/figure/paint-text';
import { paintArea } from '../../ui/marks/area';
import { paintBarLayer, paintPatch } from '../../ui/marks/bars';
import { paintCursor, paintFlag, paintNow } from '../../ui/marks/cursor';
import { paintDots, paintRing } from '../../ui/marks/dots';
import type { PlotPen } from '../../ui/marks/ink';
import { paintLine } from '../../ui/marks/line';
import { paintReference } from '../../ui/marks/reference-mark';
import { paintRule } from '../../ui/marks/rule-mark';
import type { PlotDisplay } from './plot-display';
import { labelRow, stillTexts, textsOf } from './plot-texts';

export interface PlotType {
  readonly family: string;
  readonly size: number;
}

/** Clears a canvas and returns a pen that draws on it. The unit of the pen is a CSS pixel. */
export function penOn(
  context: CanvasRenderingContext2D,
  pixelRatio: number,
  { size, family }: PlotType,
  colours: Colours,
): PlotPen {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, context.canvas.width / pixelRatio, context.canvas.height / pixelRatio);
  return { context, pixelRatio, colours, font: `${size}px ${family}`, fontSize: size };
}

export function paintStill(pen: PlotPen, display: PlotDisplay): void {
  paintGrounds(pen, display);
  paintAxes(pen, display.axes);
  for (const text of stillTexts(display, pen.fontSize)) paintText(pen, text);
}

export function paintMoving(pen: PlotPen, display: PlotDisplay): void {
  const { context, colours } = pen;
  const { region } = display.axes;
  for (const area of display.areas) paintArea(context, area, colours[area.colour]);
  for (const bars of display.bars) paintBarLayer(pen, bars, colours[bars.colour]);
  for (const line of display.lines) paintLine(context, line, colours[line.colour]);
  if (display.now !== undefined) fadeBeyond(context, display.now, region);
  for (const ghost of display.ghosts) paintLine(context, ghost, colours[ghost.colour]);
  for (const x of display.flags) paintFlag(pen, x, region);
  for (const mark of display.references) paintReference(pen, mark, region, colours[mark.colour]);
  if (display.now !== undefined) paintNow(pen, display.now, region);
  if (display.cursor !== undefined) paintCursor(pen, display.cursor);
  for (const dots of display.dots) paintDots(context, dots, colours[dots.colour]);
  for (const ring of display.rings) paintRing(context, ring.x, ring.y, ring.radius, colours[ring.colour]);
  paintLeaders(pen, display);
  for (const text of textsOf(display, pen.fontSize)) paintText(pen, text);
}

/** Fades data that are already simulated but lie after the displayed time. */
function fadeBeyond(context: CanvasRenderingContext2D, x: number, region: Region): void {
  context.globalCompositeOperation = 'destination-out';
  context.globalAlpha = FADED;
  // The faded area is wider than the region, because strokes extend beyond its edges.
  context.fillRect(x, region.top - 4, region.right - x + 4, region.bottom - region.top + 8);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

const FADED = 0.62;

function paintGrounds({ context, colours }: PlotPen, { grounds, axes }: PlotDisplay): void {
  for (const { left, right, top, colour } of grounds) {
    context.fillStyle = colours[colour];
    context.fillRect(left, top, right - left, axes.region.bottom - top);
  }
}

/** Lines that connect curves with their labels, and notes with the marks that they describe. */
function paintLeaders(pen: PlotPen, { labels, labelsLeft, notes, leadersLeft }: PlotDisplay): void {
  const { context, colours, fontSize } = pen;
  const begin = leadersLeft + 2;
  const end = labelsLeft - fontSize * 0.3;
  for (const { y, at, isOneRow, colour, isStrong, dash, texture, isApart } of labels) {
    if (texture !== undefined) {
      const patch = fontSize * 0.8;
      const row = labelRow({ at, isOneRow }, fontSize);
      paintPatch(pen, labelsLeft, row - patch / 2, patch, texture, colours[colour]);
    } else if (isApart !== true)
      paintRule(
        context,
        { x1: begin, y1: y, x2: end, y2: at, ink: colour, width: isStrong ? 1.5 : 1, ...(dash && { dash }) },
        pen,
      );
  }
  for (const { of, x, y, colour } of notes)
    if (of !== undefined) paintRule(context, { x1: of.x, y1: of.y, x2: x, y2: y, ink: colour, width: 1 }, pen);
}
