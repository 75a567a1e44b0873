/** Puts a plot's display on its two canvases: the still layer when axes, size or theme change, the moving one with new data. */

import type { Colours } from '../../base/palette';
import { paintArea } from '../../marks/area';
import { paintAxes, paintGuideNames, type Region } from '../../marks/axis';
import { paintBarLayer, paintPatch } from '../../marks/bars';
import { paintCursor, paintFlag, paintNow } from '../../marks/cursor';
import { paintDots, paintRing } from '../../marks/dots';
import { paintLine } from '../../marks/line';
import { paintReference } from '../../marks/reference-mark';
import type { PlotDisplay } from './plot-display';

export interface Layer {
  readonly context: CanvasRenderingContext2D;
  readonly pixelRatio: number;
}

export interface PlotType {
  readonly family: string;
  readonly size: number;
}

export function paintStill(layer: Layer, display: PlotDisplay, type: PlotType, colours: Colours): void {
  const { context } = layer;
  begin(layer);
  paintGrounds(context, display, type, colours);
  paintAxes(context, display.axes, `${type.size}px ${type.family}`, type.size, {
    grid: colours.grid,
    text: colours.textSoft,
    guide: colours.guide,
    ground: colours.page,
  });
}

export function paintMoving(layer: Layer, display: PlotDisplay, type: PlotType, colours: Colours): void {
  const { context, pixelRatio } = layer;
  const { region } = display.axes;
  const font = `${type.size}px ${type.family}`;
  begin(layer);
  for (const area of display.areas) paintArea(context, area, colours[area.colour]);
  for (const layerOfBars of display.bars)
    paintBarLayer(context, layerOfBars, colours[layerOfBars.colour], colours.page, pixelRatio);
  for (const line of display.lines) paintLine(context, line, colours[line.colour]);
  if (display.now !== undefined) fadeBeyond(context, display.now, region);
  for (const ghost of display.ghosts) paintLine(context, ghost, colours[ghost.colour]);
  for (const x of display.flags) paintFlag(context, x, region.top, region.bottom, colours.accent);
  paintGuideNames(context, display.axes, font, type.size, {
    grid: colours.grid,
    text: colours.textSoft,
    guide: colours.guide,
    ground: colours.page,
  });
  for (const mark of display.references)
    paintReference(context, mark, region, type.size, colours[mark.colour], colours.page);
  if (display.now !== undefined) paintNow(context, display.now, region.top, region.bottom, colours.focus);
  if (display.cursor !== undefined)
    paintCursor(context, display.cursor, font, type.size, {
      line: colours.textFaint,
      pill: colours.text,
      onPill: colours.page,
    });
  for (const dots of display.dots) paintDots(context, dots, colours[dots.colour]);
  for (const ring of display.rings) paintRing(context, ring.x, ring.y, ring.radius, colours[ring.colour]);
  paintTexts(layer, display, type, colours);
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

function paintGrounds(
  context: CanvasRenderingContext2D,
  { grounds, axes }: PlotDisplay,
  type: PlotType,
  colours: Colours,
): void {
  const { top, bottom } = axes.region;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = `${type.size}px ${type.family}`;
  for (const { left, right, text, colour, textColour } of grounds) {
    context.fillStyle = colours[colour];
    context.fillRect(left, top, right - left, bottom - top);
    context.fillStyle = colours[textColour];
    context.fillText(text, (left + right) / 2, top + type.size * 0.8);
  }
}

function begin({ context, pixelRatio }: Layer): void {
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.clearRect(0, 0, context.canvas.width / pixelRatio, context.canvas.height / pixelRatio);
}

function paintTexts({ context, pixelRatio }: Layer, display: PlotDisplay, type: PlotType, colours: Colours): void {
  const font = `${type.size}px ${type.family}`;
  const bold = `600 ${font}`;
  context.textBaseline = 'middle';
  context.textAlign = 'left';
  const left = display.axes.region.right + type.size * 0.6;
  for (const label of display.labels) {
    const patch = type.size * 0.8;
    const x = label.texture === undefined ? left : left + patch + type.size * 0.4;
    const colour = colours[label.colour];
    if (label.texture !== undefined)
      paintPatch(
        context,
        left,
        label.y - type.size * 0.55 - patch / 2,
        patch,
        label.texture,
        colour,
        colours.page,
        pixelRatio,
      );
    context.font = label.isStrong ? bold : font;
    context.fillStyle = colour;
    context.fillText(label.name, x, label.y - type.size * 0.55);
    context.font = bold;
    context.fillText(label.value, x, label.y + type.size * 0.6);
  }
  context.font = bold;
  context.lineJoin = 'round';
  for (const note of display.notes) {
    context.textAlign = note.align;
    context.strokeStyle = colours.page;
    context.lineWidth = 4;
    context.strokeText(note.text, note.x, note.y);
    context.fillStyle = colours[note.colour];
    context.fillText(note.text, note.x, note.y);
  }
}
