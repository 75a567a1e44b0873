/** The table as a figure for slides and reports. Each lane has one row with all its known values on one axis. Pure. */

import { formatNumber } from '../../base/format';
import type { Colours } from '../../base/palette';
import {
  type Mark,
  type MetricGroup,
  type NoteMark,
  type PaperRow,
  type PaperTable,
  publishedGroups,
} from '../../core/experiment/paper-table';
import type { Drawing } from '../../core/save/drawing';
import { TEXT_FAMILY } from '../../core/save/fonts-of-pictures';
import { wrapped } from '../../core/save/wrapped';
import { scaleOver } from '../../ui/figure/scale';

interface FigureFacts {
  readonly title: string;
  /** Title of the document, and the section or table in it. */
  readonly source: string;
  /** How our values were made: the seeds and the duration. */
  readonly made: string;
}

const WIDTH = 960;
const MARGIN = 32;
const HEAD = 80;
const ROW = 26;
const GROUP_HEAD = 40;
const GROUP_GAP = 18;
const NOTE_ROW = 16;
/** Maximum number of characters in a line of a note. */
const NOTE_LETTERS = 130;
/** Ends of the axis [px]. */
const LEFT = 236;
const RIGHT = 640;
/** Right edges of the columns of numbers [px]. */
const PAPER_COLUMN = 716;
const REFERENCE_COLUMN = 806;
const OURS_COLUMN = 928;

type Pen = CanvasRenderingContext2D;

/** A part of the figure. The parts are stacked from top to bottom. */
interface Piece {
  readonly height: number;
  readonly paint: (pen: Pen, top: number) => void;
}

export function paperFigure(
  table: PaperTable,
  facts: FigureFacts,
  colours: Colours,
): Pick<Drawing, 'width' | 'height' | 'colours' | 'paint'> {
  const notes = [
    ...table.notes.map(({ text, isCaution }, place) => `${isCaution ? '△ ' : ''}${place + 1}  ${text}`),
    facts.made,
  ];
  const pieces = [
    headPiece(facts, colours),
    ...publishedGroups(table).map((group) => groupPiece(group, colours)),
    ...notes.flatMap((note) => wrapped(note, NOTE_LETTERS).map((line) => notePiece(line, colours))),
  ];
  return {
    width: WIDTH,
    height: pieces.reduce((sum, { height }) => sum + height, MARGIN),
    colours,
    paint: (pen) => {
      let top = 0;
      for (const { height, paint } of pieces) {
        paint(pen, top);
        top += height;
      }
    },
  };
}

function headPiece({ title, source }: FigureFacts, colours: Colours): Piece {
  return {
    height: MARGIN + HEAD,
    paint: (pen, top) => {
      write(pen, MARGIN, top + MARGIN + 16, title, { size: 20, weight: 600, fill: colours.text });
      write(pen, MARGIN, top + MARGIN + 38, source, { size: 13, fill: colours.textSoft });
      paintLegend(pen, top + MARGIN + 70, colours);
      const head = (x: number, name: string): void =>
        write(pen, x, top + MARGIN + 74, name, { size: 12, fill: colours.textSoft, align: 'right' });
      head(PAPER_COLUMN, 'paper');
      head(REFERENCE_COLUMN, 'ns-2');
      head(OURS_COLUMN, 'ours');
    },
  };
}

function paintLegend(pen: Pen, y: number, colours: Colours): void {
  const label = (x: number, name: string): void => write(pen, x, y + 4, name, { size: 12, fill: colours.textSoft });
  paintDiamond(pen, MARGIN + 6, y, colours.average);
  label(MARGIN + 18, 'paper');
  paintReference(pen, MARGIN + 76, y, [MARGIN + 67, MARGIN + 85], colours);
  label(MARGIN + 92, 'ns-2, 95 % interval');
  paintWhisker(pen, MARGIN + 188, y, [MARGIN + 178, MARGIN + 198], colours);
  label(MARGIN + 204, 'our mean, 95 % interval');
  paintRuns(pen, [MARGIN + 354, MARGIN + 360, MARGIN + 366], y, colours);
  label(MARGIN + 374, 'its runs');
  paintRing(pen, MARGIN + 428, y, colours);
  label(MARGIN + 440, 'a single run');
}

function groupPiece(group: MetricGroup, colours: Colours): Piece {
  const x = scaleOver(group.axis, LEFT, RIGHT, { isClamped: true }).toPixel;
  return {
    height: GROUP_HEAD + group.rows.length * ROW + GROUP_GAP,
    paint: (pen, top) => {
      const first = top + GROUP_HEAD;
      const bottom = first + group.rows.length * ROW;
      write(pen, MARGIN, top + 28, group.name, { size: 13.5, weight: 600, fill: colours.text }, [
        group.unit,
        colours.textSoft,
      ]);
      for (const tick of group.axis.ticks) {
        line(pen, x(tick), first - 4, x(tick), bottom, colours.grid, 1);
        write(pen, x(tick), first - 9, formatNumber(tick, 3), { size: 11, fill: colours.textFaint, align: 'center' });
      }
      for (const [place, row] of group.rows.entries()) paintRow(pen, row, first + place * ROW, x, colours);
    },
  };
}

function paintRow(pen: Pen, row: PaperRow, top: number, x: (value: number) => number, colours: Colours): void {
  const middle = top + ROW / 2;
  const base = middle + 4.5;
  const { published, reference, live, ours } = row;
  const ends = ({ value, interval = [value, value] }: Mark): Ends => [x(interval[0]), x(interval[1])];
  line(pen, MARGIN, top + ROW, WIDTH - MARGIN, top + ROW, colours.grid, 1);
  write(pen, MARGIN, base, row.laneName, { size: 13, fill: colours.text }, [row.at, colours.textSoft]);
  if (reference !== undefined) paintReference(pen, x(reference.value), middle, ends(reference), colours);
  if (ours !== undefined) {
    if (ours.runs.length > 1) paintRuns(pen, ours.runs.map(x), middle, colours);
    paintWhisker(pen, x(ours.value), middle, ours.interval && ends(ours), colours);
  } else if (live !== undefined) paintRing(pen, x(live.value), middle, colours);
  for (const { value } of published) paintDiamond(pen, x(value), middle, colours.average);

  const number = (right: number, text: string, fill: string, weight?: number): void =>
    write(pen, right, base, text, { size: 12.5, fill, align: 'right', ...(weight === undefined ? {} : { weight }) });
  number(PAPER_COLUMN, published.map((mark) => mark.text).join(', ') || '–', colours.text);
  const noteMarks = (left: number, notes: readonly NoteMark[]): void =>
    write(pen, left, base - 4, notes.map(({ note, isCaution }) => `${isCaution ? '△' : ''}${note}`).join(' '), {
      size: 9,
      fill: notes.some(({ isCaution }) => isCaution) ? colours.early : colours.textFaint,
    });
  const ofPaper = published.find(({ notes }) => notes.length > 0);
  if (ofPaper !== undefined) noteMarks(PAPER_COLUMN + 2, ofPaper.notes);
  if (ours !== undefined && ours.notes.length > 0) noteMarks(OURS_COLUMN + 2, ours.notes);
  if (reference !== undefined) number(REFERENCE_COLUMN, reference.text, colours.textSoft);
  const measured = ours ?? live;
  if (measured !== undefined) number(OURS_COLUMN, `${measured.text} ${measured.spreadText}`.trim(), colours.text, 600);
}

function notePiece(text: string, colours: Colours): Piece {
  return {
    height: NOTE_ROW,
    paint: (pen, top) => write(pen, MARGIN, top + NOTE_ROW - 4, text, { size: 11.5, fill: colours.textSoft }),
  };
}

type Ends = readonly [from: number, to: number];

/** A bar that extends one standard deviation to either side. */
function paintReference(pen: Pen, x: number, y: number, [from, to]: Ends, colours: Colours): void {
  pen.globalAlpha = 0.35;
  line(pen, from, y, to, y, colours.textFaint, 5);
  pen.globalAlpha = 1;
  line(pen, x, y - 8, x, y + 8, colours.textFaint, 2);
}

/** A disc at the mean, on its interval. */
function paintWhisker(pen: Pen, x: number, y: number, ends: Ends | undefined, { link }: Colours): void {
  pen.fillStyle = link;
  pen.beginPath();
  pen.arc(x, y, 4.5, 0, 2 * Math.PI);
  pen.fill();
  if (ends === undefined) return;
  const [from, to] = ends;
  line(pen, from, y, to, y, link, 2);
  line(pen, from, y - 5, from, y + 5, link, 2);
  line(pen, to, y - 5, to, y + 5, link, 2);
}

/** A dot for each run, alternately above and below the line. */
function paintRuns(pen: Pen, runs: readonly number[], y: number, { link }: Colours): void {
  pen.globalAlpha = 0.5;
  pen.fillStyle = link;
  for (const [place, x] of [...runs].sort((a, b) => a - b).entries()) {
    pen.beginPath();
    pen.arc(x, y + (place % 2 === 0 ? -7 : 7), 1.8, 0, 2 * Math.PI);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function paintRing(pen: Pen, x: number, y: number, { link }: Colours): void {
  pen.strokeStyle = link;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(x, y, 5, 0, 2 * Math.PI);
  pen.stroke();
}

function paintDiamond(pen: Pen, x: number, y: number, colour: string): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1.75;
  pen.beginPath();
  pen.moveTo(x, y - 8);
  pen.lineTo(x + 6, y);
  pen.lineTo(x, y + 8);
  pen.lineTo(x - 6, y);
  pen.closePath();
  pen.stroke();
}

function line(pen: Pen, x1: number, y1: number, x2: number, y2: number, colour: string, width: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.moveTo(x1, y1);
  pen.lineTo(x2, y2);
  pen.stroke();
}

interface TextLook {
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly align?: CanvasTextAlign;
}

/** Writes a text, followed by `after` in another colour. */
function write(
  pen: Pen,
  x: number,
  y: number,
  text: string,
  { size, fill, weight = 400, align = 'left' }: TextLook,
  after?: readonly [text: string, fill: string],
): void {
  pen.font = `${weight} ${size}px ${TEXT_FAMILY}`;
  pen.fillStyle = fill;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  pen.fillText(text, x, y);
  if (after === undefined || after[0] === '') return;
  const { width } = pen.measureText(`${text} `);
  pen.font = `400 ${size}px ${TEXT_FAMILY}`;
  pen.fillStyle = after[1];
  pen.fillText(after[0], x + width, y);
}
