/** A figure of the page below a title, as a drawing. `shapes-of-svg.ts` reads the figure. */

import type { Colours } from '../../base/palette';
import type { Drawing } from './drawing';
import { MONO_FAMILY, TEXT_FAMILY } from './fonts-of-pictures';
import { paintShapes } from './paint-shapes';
import { shapesOfFigure } from './shapes-of-svg';
import { wrapped } from './wrapped';

export const FIGURE = { width: 760, height: 440, fontSize: 13 } as const;
const MARGIN = 14;
/** Margin for the titles of vertical axes, which extend to the edge of the figure [px]. */
const INSET = 8;
const HEAD = 34;
const ROW = 18;
/** Maximum number of characters in a line below the title. */
const LETTERS = 112;

interface FigureWords {
  readonly title: string;
  /** Text below the title. */
  readonly about: string;
  /** Lines of a formula below the figure. They are not wrapped. */
  readonly formula?: readonly string[];
  /** Height of the element [px], if it is lower than `FIGURE`. */
  readonly height?: number;
  readonly colours: Colours;
}

/** The drawing of an element. Its size is `FIGURE`, unless a height is given. */
export function svgFigure(
  element: React.ReactElement,
  { title, about, formula = [], colours, height = FIGURE.height }: FigureWords,
): Pick<Drawing, 'width' | 'height' | 'colours' | 'paint'> {
  const { width, fontSize } = FIGURE;
  const shapes = shapesOfFigure({ element, fontSize, colours });
  const lines = wrapped(about, LETTERS);
  const top = HEAD + lines.length * ROW + 8;
  return {
    width: width + 2 * INSET,
    height: top + height + (formula.length === 0 ? 0 : formula.length * ROW + 8),
    colours,
    paint: (pen) => {
      const write = (text: string, y: number, font: string, fill: string): void => {
        pen.font = font;
        pen.fillStyle = fill;
        pen.textAlign = 'left';
        pen.textBaseline = 'alphabetic';
        pen.fillText(text, MARGIN, y);
      };
      write(title, HEAD - 8, `600 17px ${TEXT_FAMILY}`, colours.text);
      for (const [row, text] of lines.entries())
        write(text, HEAD + ROW * (row + 1) - 5, `400 12.5px ${TEXT_FAMILY}`, colours.textSoft);
      pen.save();
      pen.translate(INSET, top);
      paintShapes(pen, shapes);
      pen.restore();
      for (const [row, text] of formula.entries())
        write(text, top + height + ROW * (row + 1) - 4, `400 12px ${MONO_FAMILY}`, colours.textSoft);
    },
  };
}
