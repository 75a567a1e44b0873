/** A text with a halo in the colour of the page, which keeps it readable over lines. */

import type { PlotPen } from './ink';

export function paintHaloText({ context, colours }: PlotPen, text: string, x: number, y: number, colour: string): void {
  context.lineJoin = 'round';
  context.lineWidth = 4;
  context.strokeStyle = colours.page;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
