/** Paints a display list without changing it. */

import { paintArc } from '../../ui/marks/arc-mark';
import { paintBox } from '../../ui/marks/box-mark';
import { paintGlyph } from '../../ui/marks/glyph-mark';
import type { Brush } from '../../ui/marks/ink';
import { paintNeedle } from '../../ui/marks/needle-mark';
import { paintPacket } from '../../ui/marks/packet-mark';
import { paintRule } from '../../ui/marks/rule-mark';
import { paintStrip } from '../../ui/marks/strip-mark';
import { paintText } from '../../ui/marks/text-mark';
import type { DisplayList, StageMark } from './stage-display';

/** Clears the canvas and paints. `ratio` is the number of device pixels in a CSS pixel. */
export function paintStage(context: CanvasRenderingContext2D, list: DisplayList, brush: Brush, ratio: number): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintMarks(context, list, brush);
}

/** Paints the marks of a display list from the origin of the context, without clearing the canvas. */
export function paintMarks(context: CanvasRenderingContext2D, list: DisplayList, brush: Brush): void {
  for (const mark of list.marks) paintMark(context, mark, brush);
  context.globalAlpha = 1;
}

function paintMark(context: CanvasRenderingContext2D, mark: StageMark, brush: Brush): void {
  switch (mark.kind) {
    case 'packet':
      paintPacket(context, mark, brush);
      break;
    case 'box':
      paintBox(context, mark, brush);
      break;
    case 'rule':
      paintRule(context, mark, brush);
      break;
    case 'text':
      paintText(context, mark, brush);
      break;
    case 'arc':
      paintArc(context, mark, brush);
      break;
    case 'needle':
      paintNeedle(context, mark, brush);
      break;
    case 'glyph':
      paintGlyph(context, mark, brush);
      break;
    case 'strip':
      paintStrip(context, mark, brush);
      break;
  }
}
