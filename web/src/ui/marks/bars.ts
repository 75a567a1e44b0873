/** Stacked bars. Each layer has a colour and a texture, so that layers can be told apart without colour. */

import type { PlotPen } from './ink';
import { isVector } from './vector-context';

export type Texture = 'solid' | 'hatched' | 'dotted' | 'crossed' | 'striped' | 'open';

/** One layer of a stacked bar chart: a rectangle [px] for each bar that has this layer. */
export interface BarLayer {
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly width: Float32Array;
  readonly height: Float32Array;
  readonly length: number;
  readonly texture: Texture;
}

export function paintBarLayer(pen: PlotPen, layer: BarLayer, colour: string): void {
  const { context } = pen;
  context.beginPath();
  for (let index = 0; index < layer.length; index += 1)
    context.rect(
      layer.x[index] as number,
      layer.y[index] as number,
      layer.width[index] as number,
      layer.height[index] as number,
    );
  context.fillStyle = texturePattern(pen, layer.texture, colour);
  context.fill();
}

/** A small square with a layer's colour and texture, shown beside the layer's name. */
export function paintPatch(pen: PlotPen, x: number, y: number, side: number, texture: Texture, colour: string): void {
  pen.context.fillStyle = texturePattern(pen, texture, colour);
  pen.context.fillRect(x, y, side, side);
}

/** Side of a texture tile [CSS px]. */
const TILE = 6;

const tiles = new Map<string, CanvasPattern>();

/** A fill with a two-colour texture: the given colour and the page's background. */
export function texturePattern(
  { context, pixelRatio, colours }: PlotPen,
  texture: Texture,
  colour: string,
): CanvasPattern | string {
  const ground = colours.page;
  if (texture === 'solid') return colour;
  const key = `${texture} ${colour} ${ground} ${pixelRatio}`;
  if (isVector(context)) return context.texture(key, TILE, (tile) => drawTile(tile, texture, colour, ground));
  const known = tiles.get(key);
  if (known !== undefined) return known;
  const tile = document.createElement('canvas');
  tile.width = tile.height = Math.round(TILE * pixelRatio);
  const pen = tile.getContext('2d');
  if (pen === null) return colour;
  pen.scale(tile.width / TILE, tile.height / TILE);
  drawTile(pen, texture, colour, ground);
  const pattern = context.createPattern(tile, 'repeat');
  if (pattern === null) return colour;
  pattern.setTransform(new DOMMatrix().scale(TILE / tile.width));
  tiles.set(key, pattern);
  return pattern;
}

function drawTile(pen: CanvasRenderingContext2D, texture: Texture, colour: string, ground: string): void {
  pen.fillStyle = colour;
  pen.fillRect(0, 0, TILE, TILE);
  pen.strokeStyle = pen.fillStyle = ground;
  pen.lineWidth = 1.4;
  pen.beginPath();
  switch (texture) {
    case 'hatched':
    case 'crossed':
      for (const shift of [-TILE, 0, TILE]) {
        pen.moveTo(shift, TILE);
        pen.lineTo(shift + TILE, 0);
        if (texture === 'crossed') {
          pen.moveTo(shift, 0);
          pen.lineTo(shift + TILE, TILE);
        }
      }
      pen.stroke();
      break;
    case 'striped':
      pen.fillRect(0, TILE / 2, TILE, 1.5);
      break;
    case 'dotted':
      pen.arc(TILE / 2, TILE / 2, 1.4, 0, 2 * Math.PI);
      pen.fill();
      break;
    case 'open':
      pen.fillRect(1, 1, TILE - 2, TILE - 2);
      break;
    default:
  }
}
