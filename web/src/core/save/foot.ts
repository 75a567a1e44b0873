/** Footer of a saved picture: small lines that state its origin, for readers of a printed copy. */

import type { Colours } from '../../base/palette';
import { TEXT_FAMILY } from './fonts-of-pictures';
import type { Provenance } from './provenance';
import { provenanceWords } from './provenance-fields';

const SIZE = 10;
const ROW = 13;
const MARGIN = 14;
/** Maximum number of rows for a link. A longer link is only in the metadata of the file. */
const MOST_LINK_ROWS = 3;

export const FOOT_FONT = `${SIZE}px ${TEXT_FAMILY}`;

export interface Foot {
  readonly rows: readonly string[];
  /** Height of these lines together [px]. */
  readonly height: number;
}

export function footOf(provenance: Provenance, width: number, measure: (text: string) => number): Foot {
  const room = width - 2 * MARGIN;
  const words = brokenAt(provenanceWords(provenance), ' · ', room, measure)
    // A row that is too long is broken, since an experiment may have many lanes or seeds.
    .flatMap((row) => (measure(row) > room ? brokenAt(row, ' ', room, measure) : [row]));
  const link = brokenAnywhere(provenance.link, room, measure);
  const rows = [...words, ...(link.length <= MOST_LINK_ROWS ? link : ['The metadata of this file contains the link.'])];
  return { rows, height: rows.length * ROW + MARGIN };
}

export function paintFoot(context: CanvasRenderingContext2D, { rows }: Foot, top: number, colours: Colours): void {
  context.font = FOOT_FONT;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  context.fillStyle = colours.textFaint;
  for (const [place, row] of rows.entries()) context.fillText(row, MARGIN, top + ROW * (place + 0.5) + 4);
}

function brokenAt(text: string, sign: string, room: number, measure: (text: string) => number): string[] {
  const rows: string[] = [];
  for (const part of text.split(sign)) {
    const last = rows.at(-1);
    const longer = last === undefined ? part : `${last}${sign}${part}`;
    if (last === undefined || measure(longer) > room) rows.push(part);
    else rows[rows.length - 1] = longer;
  }
  return rows;
}

/** The rows of a link. A row may end at any character, because a link contains no spaces. */
function brokenAnywhere(text: string, room: number, measure: (text: string) => number): string[] {
  const rows: string[] = [];
  let rest = text;
  while (rest !== '' && rows.length <= MOST_LINK_ROWS) {
    let length = rest.length;
    while (length > 1 && measure(rest.slice(0, length)) > room)
      length = Math.min(length - 1, Math.ceil((length * room) / measure(rest.slice(0, length))));
    rows.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return rows;
}
