/** Puts a plot's display on its two canvases: the still layer when axes, size or theme change, the moving one with new data. */

import type { Colours } from '../../base/palette';
import { paintArea } from '../../marks/area';
import { paintAxes, paintGuideNames, type Region } from '../../marks/axis';
import { paintBarLayer, paintPatch } from '../../marks/bars';
import { paintCursor, paintFlag, paintNow } from '../../marks/cursor';
import { paintDots, paintRing } from '../../marks/dots';
import { paintHaloText } from '../../marks/halo-text';
import type { PlotPen } from '../../marks/ink';
import { paintLine } from '../../marks/line';
import { paintReference } from '../../marks/reference-mark';
import type { PlotDisplay } from './plot-display';

export interface PlotType {
  readonly family: string;
  readonly size: number;
}

/** A pen on a canvas that is empty; its unit is a CSS pixel. */
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
  paintGuideNames(pen, display.axes);
  for (const mark of display.references) paintReference(pen, mark, region, colours[mark.colour]);
  if (display.now !== undefined) paintNow(pen, display.now, region);
  if (display.cursor !== undefined) paintCursor(pen, display.cursor);
  for (const dots of display.dots) paintDots(context, dots, colours[dots.colour]);
  for (const ring of display.rings) paintRing(context, ring.x, ring.y, ring.radius, colours[ring.colour]);
  paintLabels(pen, display);
  paintNotes(pen, display);
}

/** What lies beyond the present is known, but has not come yet: it stays there, faintly. */
function fadeBeyond(context: CanvasRenderingContext2D, x: number, region: Region): void {
  context.globalCompositeOperation = 'destination-out';
  context.globalAlpha = FADED;
  // Strokes reach over the edges of the region.
  context.fillRect(x, region.top - 4, region.right - x + 4, region.bottom - region.top + 8);
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

const FADED = 0.62;

function paintGrounds({ context, colours, font, fontSize }: PlotPen, { grounds, axes }: PlotDisplay): void {
  const { top, bottom } = axes.region;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = font;
  for (const { left, right, text, colour, textColour } of grounds) {
    context.fillStyle = colours[colour];
    context.fillRect(left, top, right - left, bottom - top);
    context.fillStyle = colours[textColour];
    context.fillText(text, (left + right) / 2, top + fontSize * 0.8);
  }
}

function paintLabels(pen: PlotPen, { labels, axes }: PlotDisplay): void {
  const { context, colours, font, fontSize } = pen;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const left = axes.region.right + fontSize * 0.6;
  const patch = fontSize * 0.8;
  for (const { y, name, value, isStrong, texture, colour } of labels) {
    const ink = colours[colour];
    const nameY = y - fontSize * 0.55;
    const x = texture === undefined ? left : left + patch + fontSize * 0.4;
    if (texture !== undefined) paintPatch(pen, left, nameY - patch / 2, patch, texture, ink);
    context.font = isStrong ? `600 ${font}` : font;
    context.fillStyle = ink;
    context.fillText(name, x, nameY);
    context.font = `600 ${font}`;
    context.fillText(value, x, y + fontSize * 0.6);
  }
}

function paintNotes(pen: PlotPen, { notes }: PlotDisplay): void {
  pen.context.textBaseline = 'middle';
  pen.context.font = `600 ${pen.font}`;
  for (const { text, x, y, align, colour } of notes) {
    pen.context.textAlign = align;
    paintHaloText(pen, text, x, y, pen.colours[colour]);
  }
}
