/** Events as rows. All effects of one decision share a row. Pure. */

import type { HappeningName, HistoryColumns, HistoryFilter } from '../border/client';
import { flowName } from '../run/describe-decision';
import { Happening, type ReasonAbout, type RunBuffer } from '../run/run-buffer';

export interface EventRow {
  /** Number of the event. A jump to the event shows the time just after it. */
  readonly event: number;
  readonly time_s: number;
  /** Serial number of the decision; 0 if the event belongs to no decision. */
  readonly decision: number;
  readonly kind: 'drop' | 'mark' | 'admit' | 'sent';
  readonly reason: ReasonAbout | undefined;
  readonly text: string;
}

export type RowSource = Pick<RunBuffer, 'catalog' | 'facts'>;

/** The rows of the events, in order of time. */
export function eventRows(columns: HistoryColumns, source: RowSource): EventRow[] {
  const rows: EventRow[] = [];
  const { length } = columns.event;
  for (let first = 0; first < length; ) {
    const decision = columns.decision[first] ?? 0;
    let end = first + 1;
    while (end < length && decision > 0 && columns.decision[end] === decision) end += 1;
    rows.push(rowOf(columns, first, end, source));
    first = end;
  }
  return rows;
}

/** The flows and events that are listed. */
export interface EventChoice {
  readonly who:
    | { readonly kind: 'all' }
    | { readonly kind: 'class'; readonly name: string }
    /** Flow row. */
    | { readonly kind: 'flow'; readonly row: number };
  /** Id of a reason. */
  readonly reason: string | undefined;
  /** True if admitted and sent packets are listed, too. */
  readonly isEverything: boolean;
}

export const DROPS_AND_MARKS: EventChoice = { who: { kind: 'all' }, reason: undefined, isEverything: false };

export function historyFilter({ who, reason, isEverything }: EventChoice): HistoryFilter {
  return {
    ...(who.kind === 'flow' ? { flow: who.row } : who.kind === 'class' ? { class: who.name } : {}),
    ...(reason !== undefined ? { reason } : isEverything ? { kinds: EVERYTHING } : {}),
  };
}

const EVERYTHING: readonly HappeningName[] = ['admitted', 'dropped-arriving', 'dropped-waiting', 'sent', 'marked'];

function rowOf(columns: HistoryColumns, first: number, end: number, source: RowSource): EventRow {
  const find = (kind: number): number => {
    for (let at = first; at < end; at += 1) if (columns.kind[at] === kind) return at;
    return -1;
  };
  const arrival = find(Happening.droppedArriving);
  const mark = find(Happening.marked);
  const entered = find(Happening.admitted);
  const victims: number[] = [];
  for (let at = first; at < end; at += 1) if (columns.kind[at] === Happening.droppedWaiting) victims.push(at);
  const main = [arrival, find(Happening.droppedWaiting), mark, entered].find((at) => at >= 0) ?? first;
  const who = flowName(source.facts, columns.flow[main] ?? 0);
  const reason = source.catalog.reasons[columns.reason[main] ?? NO_REASON];
  const name = reason?.name ?? UNKNOWN;
  const make = (kind: EventRow['kind'], text: string): EventRow => ({
    // The last event of the decision. A jump to it therefore shows all effects of the decision.
    event: columns.event[end - 1] ?? 0,
    time_s: columns.time_s[main] ?? Number.NaN,
    decision: columns.decision[main] ?? 0,
    kind,
    reason,
    text: `${who} ${text}`,
  });

  if (victims.length > 0) {
    if (arrival >= 0 && reason?.family === 'match') {
      const count = victims.length + 1;
      return make('drop', `matched ${places(columns, victims)}: ${count === 2 ? 'both' : `all ${count}`} dropped`);
    }
    const [own, ...others] = lossesOf(columns, victims, source, main);
    const alone = arrival >= 0 ? `dropped: ${name}` : `dropped ${own}`;
    return make('drop', [alone, ...(arrival >= 0 && own !== undefined ? [own] : []), ...others].join('; '));
  }
  if (arrival >= 0) return make('drop', `dropped: ${name}`);
  if (mark >= 0) return make('mark', `marked: ${name}`);
  if (entered >= 0) return make('admit', `admitted at position ${(columns.place[entered] ?? 0) + 1}`);
  return make('sent', 'sent');
}

/**
 * Returns phrases such as "at position 5: pushed out", one for each flow and drop reason among the dropped waiting
 * packets. A phrase names its flow only if it differs from the flow of event `main`.
 */
function lossesOf(columns: HistoryColumns, victims: readonly number[], source: RowSource, main: number): string[] {
  const groups = new Map<string, number[]>();
  for (const at of victims) {
    const key = `${columns.flow[at]} ${columns.reason[at]}`;
    groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  return [...groups.values()].map((group) => {
    const at = group[0] ?? 0;
    const flow = columns.flow[at] ?? 0;
    const who = flow === columns.flow[main] ? '' : `${flowName(source.facts, flow)} `;
    const reason = source.catalog.reasons[columns.reason[at] ?? NO_REASON]?.name ?? UNKNOWN;
    return `${who}${places(columns, group)}: ${reason}`;
  });
}

/** Positions of packets in the queue, counted from 1 at the front. */
function places(columns: HistoryColumns, rows: readonly number[]): string {
  const list = rows.map((at) => (columns.place[at] ?? 0) + 1).join(', ');
  return `at ${rows.length === 1 ? 'position' : 'positions'} ${list}`;
}

const UNKNOWN = 'reason unknown';
const NO_REASON = 255;
