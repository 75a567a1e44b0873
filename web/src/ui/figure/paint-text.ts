/** Paints a text of a plot or picture in the pen's font. Its position is data, so that tests can check it. */

import type { Ink, PlotPen } from '../marks/ink';

export interface PlacedText {
  readonly text: string;
  readonly x: number;
  /** Vertical middle of the line. */
  readonly y: number;
  readonly align: 'left' | 'right' | 'center';
  readonly ink: Ink;
  readonly isBold?: boolean;
  /** True for an outline in the page's colour, which keeps the text readable over lines. */
  readonly hasHalo?: boolean;
  /** True for a text rotated by 90° around its centre. */
  readonly isTurned?: boolean;
}

export function paintText({ context, colours, font }: PlotPen, mark: PlacedText): void {
  const { text, x, y, align, ink, isBold, hasHalo, isTurned } = mark;
  context.font = isBold === true ? `600 ${font}` : font;
  context.textAlign = align;
  context.textBaseline = 'middle';
  const write = (atX: number, atY: number): void => {
    if (hasHalo === true) {
      context.lineJoin = 'round';
      context.lineWidth = 4;
      context.strokeStyle = colours.page;
      context.strokeText(text, atX, atY);
    }
    context.fillStyle = colours[ink];
    context.fillText(text, atX, atY);
  };
  if (isTurned !== true) {
    write(x, y);
    return;
  }
  context.save();
  context.translate(x, y);
  context.rotate(-Math.PI / 2);
  write(0, 0);
  context.restore();
}
