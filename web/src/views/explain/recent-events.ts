/** The last things that happened, a row each, newest first. What one decision did is one row. Pure. */

import { reasonGlyph } from '../../base/palette';
import { flowName } from '../../run/describe-decision';
import { Happening, type LoggedHappening, type RunBuffer } from '../../run/run-buffer';

export interface EventRow {
  readonly key: string;
  readonly time_s: number;
  readonly glyph: string;
  /** Id of a reason; absent for what is no loss. */
  readonly reason: string | undefined;
  readonly text: string;
}

export type EventSource = Pick<RunBuffer, 'catalog' | 'facts' | 'eventLog'>;

/** `lossesOnly`: while packets stream by, admissions and departures would push out what matters. */
export function recentEvents(source: EventSource, most: number, lossesOnly: boolean): EventRow[] {
  const { eventLog } = source;
  const rows: EventRow[] = [];
  for (let index = 0; index < eventLog.length && rows.length < most; ) {
    const newest = eventLog.newest(index);
    if (newest === undefined) break;
    const together: LoggedHappening[] = [newest];
    index += 1;
    for (
      let older = eventLog.newest(index);
      older !== undefined && newest.decision > 0 && older.decision === newest.decision;
      older = eventLog.newest(index)
    ) {
      together.unshift(older);
      index += 1;
    }
    const row = rowOf(source, together);
    if (row !== undefined && (!lossesOnly || row.reason !== undefined)) rows.push(row);
  }
  return rows;
}

function rowOf(source: EventSource, together: readonly LoggedHappening[]): EventRow | undefined {
  const last = together.at(-1);
  if (last === undefined) return undefined;
  const arrival = together.find(({ kind }) => kind === Happening.droppedArriving);
  const victims = together.filter(({ kind }) => kind === Happening.droppedWaiting);
  const mark = together.find(({ kind }) => kind === Happening.marked);
  const entered = together.find(({ kind }) => kind === Happening.admitted);
  const main = arrival ?? victims[0] ?? mark ?? entered ?? last;
  const who = flowName(source.facts, main.flow);
  const reason = main.reason === NO_REASON ? undefined : source.catalog.reasons[main.reason];
  const make = (glyph: string, text: string): EventRow => ({
    key: `${main.time_s} ${main.packet} ${main.kind}`,
    time_s: main.time_s,
    glyph,
    reason: reason?.id,
    text,
  });
  const glyph = reasonGlyph(reason?.id ?? '');
  if (arrival !== undefined && victims.length > 0) {
    const dead = victims.length + 1;
    return make(glyph, `${who} matched at ${places(victims)}: ${dead === 2 ? 'both' : `all ${dead}`} dropped`);
  }
  if (arrival !== undefined) return make(glyph, `${who}: ${reason?.name ?? 'dropped'}`);
  if (victims.length > 0) return make(glyph, `${who} at ${places(victims)}: ${reason?.name ?? 'dropped'}`);
  if (mark !== undefined) return make(glyph, `${who}: ${reason?.name ?? 'marked'}`);
  if (entered !== undefined) return make('+', `${who} admitted at place ${entered.place + 1}`);
  if (main.kind === Happening.sent) return make('→', `${who} sent`);
  return undefined;
}

/** Places are counted from 1 at the front, as in the sentence about a decision. */
function places(victims: readonly LoggedHappening[]): string {
  const numbers = victims.map(({ place }) => place + 1);
  return `${numbers.length === 1 ? 'place' : 'places'} ${numbers.join(', ')}`;
}

const NO_REASON = 255;
