/** Puts a plot's display on its two canvases: the still layer when axes, size or theme change, the moving one with new data. */

import type { Colours } from '../../base/palette';
import { paintArea } from '../../marks/area';
import { paintAxes, paintGuideNames } from '../../marks/axis';
import { paintBarLayer, paintPatch } from '../../marks/bars';
import { paintCursor, paintFlag } from '../../marks/cursor';
import { paintDots, paintRing } from '../../marks/dots';
import { paintLine } from '../../marks/line';
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
  for (const x of display.flags) paintFlag(context, x, region.top, region.bottom, colours.accent);
  paintGuideNames(context, display.axes, font, type.size, {
    grid: colours.grid,
    text: colours.textSoft,
    guide: colours.guide,
    ground: colours.page,
  });
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
