/**
 * The glyph of a drop or mark reason. Each family of reasons has a shape, so that colour is not the only cue. The shape
 * `pointer` marks the queue that is served next.
 */

import type { ReasonFamily } from '../../base/palette';
import type { Brush, Ink } from './ink';

export type GlyphShape = 'cross' | 'diamond' | 'triangle' | 'bar' | 'square' | 'flag' | 'pointer';

export interface GlyphMark {
  readonly kind: 'glyph';
  readonly role: string;
  readonly shape: GlyphShape;
  /** Middle of the glyph [px]. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly ink: Ink;
  /** Colour of the outline that separates the glyph from a packet. */
  readonly rim?: Ink;
  readonly opacity: number;
}

export function paintGlyph(context: CanvasRenderingContext2D, mark: GlyphMark, brush: Brush): void {
  if (mark.opacity <= 0) return;
  const line = Math.max(1.5, mark.size * 0.2);
  context.globalAlpha = mark.opacity;
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.beginPath();
  traceGlyph(context, mark.shape, mark.x, mark.y, mark.size / 2);
  if (mark.rim !== undefined) {
    context.strokeStyle = brush.colours[mark.rim];
    context.lineWidth = line + 2.5;
    context.stroke();
  }
  if (IS_SOLID[mark.shape]) {
    context.fillStyle = brush.colours[mark.ink];
    context.fill();
  } else {
    context.strokeStyle = brush.colours[mark.ink];
    context.lineWidth = line;
    context.stroke();
  }
  context.lineCap = 'butt';
}

/** The shapes as SVG paths in a 16 × 16 box, for legends. */
export const GLYPH_PATHS: Readonly<Record<GlyphShape, string>> = {
  cross: 'M3.5 3.5 12.5 12.5 M12.5 3.5 3.5 12.5',
  diamond: 'M8 2 14 8 8 14 2 8Z',
  triangle: 'M8 2.5 14 13.5 2 13.5Z',
  bar: 'M2 5.5H14V10.5H2Z',
  square: 'M3 3H13V13H3Z',
  flag: 'M4 14V2L13 5.5 4 9Z',
  pointer: 'M3 2 14 8 3 14Z',
};

export const IS_SOLID: Readonly<Record<GlyphShape, boolean>> = {
  cross: false,
  diamond: false,
  triangle: true,
  bar: true,
  square: true,
  flag: true,
  pointer: true,
};

export const REASON_SHAPES: Readonly<Record<ReasonFamily, GlyphShape>> = {
  overflow: 'bar',
  early: 'diamond',
  forced: 'triangle',
  match: 'cross',
  penalty: 'square',
  mark: 'flag',
};

function traceGlyph(context: CanvasRenderingContext2D, shape: GlyphShape, x: number, y: number, r: number): void {
  switch (shape) {
    case 'cross':
      context.moveTo(x - r * 0.75, y - r * 0.75);
      context.lineTo(x + r * 0.75, y + r * 0.75);
      context.moveTo(x + r * 0.75, y - r * 0.75);
      context.lineTo(x - r * 0.75, y + r * 0.75);
      return;
    case 'diamond':
      context.moveTo(x, y - r);
      context.lineTo(x + r, y);
      context.lineTo(x, y + r);
      context.lineTo(x - r, y);
      context.closePath();
      return;
    case 'triangle':
      context.moveTo(x, y - r * 0.9);
      context.lineTo(x + r, y + r * 0.8);
      context.lineTo(x - r, y + r * 0.8);
      context.closePath();
      return;
    case 'bar':
      context.rect(x - r, y - r * 0.42, r * 2, r * 0.84);
      return;
    case 'square':
      context.rect(x - r * 0.8, y - r * 0.8, r * 1.6, r * 1.6);
      return;
    case 'flag':
      context.moveTo(x - r * 0.7, y + r);
      context.lineTo(x - r * 0.7, y - r);
      context.lineTo(x + r * 0.8, y - r * 0.45);
      context.lineTo(x - r * 0.7, y + r * 0.1);
      context.closePath();
      return;
    case 'pointer':
      context.moveTo(x - r * 0.7, y - r);
      context.lineTo(x + r, y);
      context.lineTo(x - r * 0.7, y + r);
      context.closePath();
  }
}
