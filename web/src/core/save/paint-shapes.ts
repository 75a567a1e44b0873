/** Paints the shapes that `shapes-of-svg.ts` has read from an SVG of the page. Pure. */

import type { Rect } from '../../base/rect';

export interface Look {
  /** Colours of fill and stroke. Undefined if the fill or the stroke is not painted. */
  readonly fill: string | undefined;
  readonly stroke: string | undefined;
  readonly strokeWidth: number;
  readonly dash: readonly number[];
  readonly join: CanvasLineJoin;
  readonly opacity: number;
  /** Origin of the shape in the picture, and its rotation [rad]. */
  readonly at: readonly [x: number, y: number, angle: number];
}

export type Shape = Look &
  (
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'circle'; readonly x: number; readonly y: number; readonly radius: number }
    | (Rect & { readonly kind: 'box'; readonly radius: number })
    | {
        readonly kind: 'text';
        readonly x: number;
        readonly y: number;
        readonly anchor: 'start' | 'middle' | 'end';
        readonly isCentred: boolean;
        /** True if an outline is painted behind the letters. */
        readonly isHaloed: boolean;
        readonly runs: readonly TextRun[];
      }
  );

export interface TextRun {
  readonly text: string;
  /** Font, in the syntax of a canvas. */
  readonly font: string;
  /** Distance by which the baseline is below that of the preceding run of text [px]. */
  readonly down: number;
}

type Pen = CanvasRenderingContext2D;

export function paintShapes(pen: Pen, shapes: readonly Shape[]): void {
  for (const shape of shapes) {
    const [x, y, angle] = shape.at;
    pen.save();
    pen.translate(x, y);
    if (angle !== 0) pen.rotate(angle);
    pen.globalAlpha = shape.opacity;
    pen.lineWidth = shape.strokeWidth;
    pen.lineJoin = shape.join;
    pen.setLineDash([...shape.dash]);
    if (shape.kind === 'text') paintText(pen, shape);
    else {
      pen.beginPath();
      outline(pen, shape);
      if (shape.fill !== undefined) {
        pen.fillStyle = shape.fill;
        pen.fill();
      }
      if (shape.stroke !== undefined) {
        pen.strokeStyle = shape.stroke;
        pen.stroke();
      }
    }
    pen.restore();
  }
}

function outline(pen: Pen, shape: Exclude<Shape, { kind: 'text' }>): void {
  switch (shape.kind) {
    case 'path':
      tracePath(pen, shape.path);
      break;
    case 'circle':
      pen.arc(shape.x, shape.y, shape.radius, 0, 2 * Math.PI);
      break;
    case 'box':
      pen.roundRect(shape.x, shape.y, shape.width, shape.height, shape.radius);
      break;
  }
}

/** Traces a path that consists of straight lines in absolute coordinates. The page's figures contain no other paths. */
export function tracePath(pen: Pick<Pen, 'moveTo' | 'lineTo' | 'closePath'>, path: string): void {
  let [x, y] = [0, 0];
  for (const [, command = '', rest = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const numbers = [...rest.matchAll(/-?[\d.]+/g)].map(([text]) => Number(text));
    switch (command) {
      case 'M':
      case 'L':
        for (let place = 0; place + 1 < numbers.length; place += 2) {
          x = numbers[place] ?? x;
          y = numbers[place + 1] ?? y;
          if (command === 'M' && place === 0) pen.moveTo(x, y);
          else pen.lineTo(x, y);
        }
        break;
      case 'H':
        x = numbers[0] ?? x;
        pen.lineTo(x, y);
        break;
      case 'V':
        y = numbers[0] ?? y;
        pen.lineTo(x, y);
        break;
      case 'Z':
        pen.closePath();
        break;
      default:
        throw new Error(`a saved picture knows no ${command} in a path`);
    }
  }
}

function paintText(pen: Pen, text: Shape & { kind: 'text' }): void {
  const { runs, anchor, isCentred, isHaloed, fill, stroke } = text;
  pen.textAlign = 'left';
  pen.textBaseline = isCentred ? 'middle' : 'alphabetic';
  const widths = runs.map(({ font, text: words }) => {
    pen.font = font;
    return pen.measureText(words).width;
  });
  const whole = widths.reduce((sum, width) => sum + width, 0);
  let x = text.x - (anchor === 'middle' ? whole / 2 : anchor === 'end' ? whole : 0);
  let y = text.y;
  for (const [place, { text: words, font, down }] of runs.entries()) {
    y += down;
    pen.font = font;
    if (isHaloed && stroke !== undefined) {
      pen.strokeStyle = stroke;
      pen.strokeText(words, x, y);
    }
    if (fill !== undefined) {
      pen.fillStyle = fill;
      pen.fillText(words, x, y);
    }
    x += widths[place] ?? 0;
  }
}
