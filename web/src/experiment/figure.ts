/** The table as a figure for slides and reports: a row a lane, everything that is known of it on one axis. Pure. */

import { scaleLinear } from 'd3-scale';
import { formatNumber } from '../base/format';
import { type Colours, PALETTE, type ThemeName } from '../base/palette';
import { type Mark, type MetricGroup, type PaperRow, type PaperTable, publishedGroups } from './paper-table';

export interface FigureFacts {
  readonly title: string;
  /** Document and place. */
  readonly source: string;
  /** How it was made: seeds, duration, engine. */
  readonly made: string;
  readonly link: string;
  readonly theme: ThemeName;
  /** Rules for fonts, for a picture that must not look for them. */
  readonly fontRules?: string;
}

const WIDTH = 960;
const MARGIN = 32;
const ROW = 26;
const GROUP_HEAD = 40;
const GROUP_GAP = 18;
/** Where the axis begins and ends. */
const LEFT = 236;
const RIGHT = 640;
/** Right ends of the columns of numbers, and where the verdict starts. */
const PAPER_COLUMN = 716;
const REFERENCE_COLUMN = 806;
const OURS_COLUMN = 928;
const FONT = "'Inter Variable', Inter, 'Helvetica Neue', Arial, sans-serif";

export interface Figure {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

export function figureOf(table: PaperTable, facts: FigureFacts): Figure {
  const colours = PALETTE[facts.theme];
  const body: string[] = [];
  let y = MARGIN + 8;
  body.push(text(MARGIN, y + 8, facts.title, { size: 20, weight: 650, fill: colours.text }));
  body.push(text(MARGIN, y + 30, facts.source, { size: 13, fill: colours.textSoft }));
  y += 62;
  body.push(legend(y, colours));
  body.push(columnHeads(y, colours));
  y += 10;
  const groups = publishedGroups(table);
  for (const group of groups) {
    body.push(groupOf(group, y, colours));
    y += GROUP_HEAD + group.rows.length * ROW + GROUP_GAP;
  }
  for (const [place, note] of table.notes.entries())
    for (const line of wrapped(`${note.isCaution ? '△ ' : ''}${place + 1}  ${note.text}`, 130)) {
      y += 16;
      body.push(text(MARGIN, y, line, { size: 11.5, fill: colours.textSoft }));
    }
  if (table.notes.length > 0) y += 8;
  for (const line of wrapped(facts.made, 130)) {
    y += 16;
    body.push(text(MARGIN, y, line, { size: 11.5, fill: colours.textSoft }));
  }
  for (const line of wrapped(facts.link, 118)) {
    y += 16;
    body.push(text(MARGIN, y, line, { size: 11.5, fill: colours.textFaint }));
  }
  const height = y + MARGIN - 8;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="${FONT}" style="font-variant-numeric:tabular-nums" role="img">`,
    `<title>${escaped(facts.title)}</title>`,
    `<desc>${escaped(`${facts.source}. ${facts.made} ${facts.link}`)}</desc>`,
    facts.fontRules === undefined ? '' : `<style>${facts.fontRules}</style>`,
    `<rect width="${WIDTH}" height="${height}" fill="${colours.panel}"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
  return { svg, width: WIDTH, height };
}

function groupOf(group: MetricGroup, top: number, colours: Colours): string {
  const x = scaleLinear([group.axis.min, group.axis.max], [LEFT, RIGHT]).clamp(true);
  const first = top + GROUP_HEAD;
  const bottom = first + group.rows.length * ROW;
  const parts = [
    text(MARGIN, top + 28, group.name, {
      size: 13.5,
      weight: 650,
      fill: colours.text,
      unit: group.unit,
      soft: colours.textSoft,
    }),
    ...x
      .ticks(4)
      .flatMap((tick) => [
        line(x(tick), first - 4, x(tick), bottom, colours.grid, 1),
        text(x(tick), first - 9, formatNumber(tick, 3), { size: 11, fill: colours.textFaint, anchor: 'middle' }),
      ]),
    ...group.rows.map((row, place) => rowOf(row, first + place * ROW, x, colours)),
  ];
  return `<g>\n${parts.join('\n')}\n</g>`;
}

function rowOf(row: PaperRow, top: number, x: (value: number) => number, colours: Colours): string {
  const middle = top + ROW / 2;
  const base = middle + 4.5;
  const { published, reference, live, ours } = row;
  const parts = [
    line(MARGIN, top + ROW, WIDTH - MARGIN, top + ROW, colours.grid, 1),
    text(MARGIN, base, row.laneName, { size: 13, fill: colours.text, unit: row.at, soft: colours.textSoft }),
  ];
  if (reference !== undefined) {
    const { value, spread } = reference;
    parts.push(line(x(value - spread), middle, x(value + spread), middle, colours.textFaint, 5, 0.35));
    parts.push(line(x(value), middle - 8, x(value), middle + 8, colours.textFaint, 2));
  }
  if (ours !== undefined) parts.push(whisker(ours, middle, x, colours.link));
  if (live !== undefined && ours === undefined)
    parts.push(
      `<circle cx="${round(x(live.value))}" cy="${middle}" r="5" fill="none" stroke="${colours.link}" stroke-width="2"/>`,
    );
  for (const { value } of published) parts.push(diamond(x(value), middle, colours.average));
  const paper = published.map((mark) => mark.text).join(', ');
  parts.push(text(PAPER_COLUMN, base, paper || '–', { size: 12.5, fill: colours.text, anchor: 'end' }));
  const [noted] = published.filter((mark) => mark.note !== undefined);
  if (noted !== undefined)
    parts.push(
      text(PAPER_COLUMN + 2, base - 4, `${noted.isCaution ? '△' : ''}${noted.note}`, {
        size: 9,
        fill: noted.isCaution ? colours.early : colours.textFaint,
      }),
    );
  if (reference !== undefined)
    parts.push(text(REFERENCE_COLUMN, base, reference.text, { size: 12.5, fill: colours.textSoft, anchor: 'end' }));
  const measured = ours ?? live;
  if (measured !== undefined)
    parts.push(
      text(OURS_COLUMN, base, `${measured.text} ${measured.spreadText}`.trim(), {
        ...{ size: 12.5, weight: 600, fill: colours.text, anchor: 'end' },
      }),
    );
  return parts.join('\n');
}

function whisker({ value, spread }: Mark, y: number, x: (value: number) => number, colour: string): string {
  const parts = [`<circle cx="${round(x(value))}" cy="${y}" r="4.5" fill="${colour}"/>`];
  if (spread > 0) {
    const [from, to] = [x(value - spread), x(value + spread)];
    parts.push(
      line(from, y, to, y, colour, 2),
      line(from, y - 5, from, y + 5, colour, 2),
      line(to, y - 5, to, y + 5, colour, 2),
    );
  }
  return parts.join('\n');
}

function diamond(x: number, y: number, colour: string): string {
  return `<path d="M${round(x)} ${y - 8}l6 8-6 8-6-8Z" fill="none" stroke="${colour}" stroke-width="1.75"/>`;
}

function legend(y: number, colours: Colours): string {
  const label = (x: number, name: string): string => text(x, y + 4, name, { size: 12, fill: colours.textSoft });
  return [
    diamond(MARGIN + 6, y, colours.average),
    label(MARGIN + 18, 'paper'),
    line(MARGIN + 76, y - 8, MARGIN + 76, y + 8, colours.textFaint, 2),
    line(MARGIN + 67, y, MARGIN + 85, y, colours.textFaint, 5, 0.35),
    label(MARGIN + 92, 'ns-2, ± s.d.'),
    whisker(
      { value: 0, spread: 1, text: '', spreadText: '', count: 1 },
      y,
      (at) => MARGIN + 188 + at * 10,
      colours.link,
    ),
    label(MARGIN + 204, 'our mean, 95 % interval'),
    `<circle cx="${MARGIN + 368}" cy="${y}" r="5" fill="none" stroke="${colours.link}" stroke-width="2"/>`,
    label(MARGIN + 380, 'a single run'),
  ].join('\n');
}

function columnHeads(y: number, colours: Colours): string {
  const head = (x: number, name: string): string =>
    text(x, y + 4, name, { size: 12, fill: colours.textSoft, anchor: 'end' });
  return [head(PAPER_COLUMN, 'paper'), head(REFERENCE_COLUMN, 'ns-2'), head(OURS_COLUMN, 'ours')].join('\n');
}

interface TextLook {
  readonly size: number;
  readonly fill: string;
  readonly weight?: number;
  readonly anchor?: 'end' | 'middle';
  /** Set behind it in a softer colour. */
  readonly unit?: string;
  readonly soft?: string;
}

function text(x: number, y: number, content: string, { size, fill, weight, anchor, unit, soft }: TextLook): string {
  const attributes = [
    `x="${round(x)}" y="${round(y)}" font-size="${size}" fill="${fill}"`,
    weight === undefined ? '' : ` font-weight="${weight}"`,
    anchor === undefined ? '' : ` text-anchor="${anchor}"`,
  ].join('');
  const after =
    unit === undefined || unit === ''
      ? ''
      : `<tspan fill="${soft ?? fill}" font-weight="400"> ${escaped(unit)}</tspan>`;
  return `<text ${attributes}>${escaped(content)}${after}</text>`;
}

function line(x1: number, y1: number, x2: number, y2: number, colour: string, width: number, opacity = 1): string {
  const faint = opacity === 1 ? '' : ` stroke-opacity="${opacity}"`;
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="${colour}" stroke-width="${width}"${faint}/>`;
}

function wrapped(content: string, most: number): readonly string[] {
  const lines: string[] = [];
  let rest = content;
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most);
    const end = space > 0 ? space : most;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
