/** A short text. Changing numbers use the monospaced font, whose digits all have the same width. */

import type { Brush, Ink } from './ink';

export interface TextMark {
  readonly kind: 'text';
  readonly role: string;
  readonly x: number;
  /** Vertical centre of the line [px]. */
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: number;
  readonly align: 'left' | 'center' | 'right';
  readonly ink: Ink;
  readonly face: 'text' | 'mono';
  readonly opacity?: number;
  /** Colour of the outline that separates the text from lines behind it. */
  readonly rim?: Ink;
}

/** Upper bound for the width of a text [px]. It was measured once for both fonts, so that layouts need no canvas. */
export function textWidth(text: string, size: number, face: 'text' | 'mono', weight = 400): number {
  const perCharacter = face === 'mono' ? 0.6 : weight >= 600 ? 0.6 : 0.56;
  return text.length * size * perCharacter;
}

/** The part of a text that fits. */
export function cutTo(text: string, room: number, measure: (text: string) => number): string {
  if (measure(text) <= room) return text;
  let kept = text.length - 1;
  while (kept > 1 && measure(`${text.slice(0, kept)}…`) > room) kept -= 1;
  return `${text.slice(0, kept)}…`;
}

const fonts = new Map<string, string>();

export function paintText(context: CanvasRenderingContext2D, mark: TextMark, brush: Brush): void {
  const family = mark.face === 'mono' ? brush.monoFamily : brush.textFamily;
  const key = `${mark.weight}/${mark.size}/${mark.face}/${family}`;
  let font = fonts.get(key);
  if (font === undefined) {
    font = `${mark.weight} ${mark.size}px ${family}`;
    fonts.set(key, font);
  }
  context.globalAlpha = mark.opacity ?? 1;
  context.font = font;
  context.textAlign = mark.align;
  context.textBaseline = 'middle';
  if (mark.rim !== undefined) {
    context.strokeStyle = brush.colours[mark.rim];
    context.lineWidth = Math.max(3, mark.size / 3);
    context.lineJoin = 'round';
    context.strokeText(mark.text, mark.x, mark.y);
  }
  context.fillStyle = brush.colours[mark.ink];
  context.fillText(mark.text, mark.x, mark.y);
}
