/** Paints a miniature. Reads only. */

import { paintArc } from '../../marks/arc-mark';
import { paintBox } from '../../marks/box-mark';
import { paintGlyph } from '../../marks/glyph-mark';
import type { Brush } from '../../marks/ink';
import { paintNeedle } from '../../marks/needle-mark';
import { paintPacket } from '../../marks/packet-mark';
import { paintRule } from '../../marks/rule-mark';
import { paintText } from '../../marks/text-mark';
import type { TinyMark } from './tiny-stage';

export function paintTiny(
  context: CanvasRenderingContext2D,
  marks: readonly TinyMark[],
  brush: Brush,
  ratio: number,
): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const mark of marks) paintMark(context, mark, brush);
  context.globalAlpha = 1;
}

function paintMark(context: CanvasRenderingContext2D, mark: TinyMark, brush: Brush): void {
  switch (mark.kind) {
    case 'packet':
      return paintPacket(context, mark, brush);
    case 'box':
      return paintBox(context, mark, brush);
    case 'rule':
      return paintRule(context, mark, brush);
    case 'text':
      return paintText(context, mark, brush);
    case 'arc':
      return paintArc(context, mark, brush);
    case 'needle':
      return paintNeedle(context, mark, brush);
    case 'glyph':
      return paintGlyph(context, mark, brush);
  }
}
