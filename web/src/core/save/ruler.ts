/** Measures texts with a hidden canvas. */

import type { Ruler } from './svg-context';

export function canvasRuler(): Ruler {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('this browser draws no pictures');
  const shifts = new Map<string, number>();
  return {
    widthOf: (font, text) => {
      context.font = font;
      return context.measureText(text).width;
    },
    baselineBelowMiddle: (font) => {
      let shift = shifts.get(font);
      if (shift === undefined) {
        context.font = font;
        const ascent = (baseline: CanvasTextBaseline): number => {
          context.textBaseline = baseline;
          return context.measureText('x').fontBoundingBoxAscent;
        };
        shift = ascent('alphabetic') - ascent('middle');
        shifts.set(font, shift);
      }
      return shift;
    },
  };
}
