/**
 * Table of all events so far that pass the filter of the list, one event a row. The engine finds events by replaying
 * the run, so they are requested in slices.
 */

import type { HistoryColumns } from '../border/client';
import type { LaneRun } from '../run/lanes';
import { Happening, type RunBuffer } from '../run/run-buffer';
import { fileName, provenanceOfScene, sceneName } from '../save/provenance-of-scene';
import type { SavedCell, SavedColumn, SavedTable, SaveWatch } from '../save/saved-table';
import type { SceneActions } from '../scene/scene-store';
import { type EventChoice, historyFilter } from './event-rows';

/** Largest number of rows in a file, over all lanes: about 60 MB as CSV. */
const MOST_ROWS = 200_000;
/** Largest number of rows in one request. */
const SLICE_ROWS = 10_000;

export const EVENT_COLUMNS: readonly SavedColumn[] = [
  { name: 'lane', meaning: 'Lane of the event' },
  { name: 'time_s', unit: 's', meaning: 'Time since the start of the run' },
  { name: 'kind', meaning: 'admitted, dropped-arriving, dropped-waiting (out of the queue), sent, marked (ECN)' },
  { name: 'flow', meaning: 'Number of the flow, from 1' },
  { name: 'class', meaning: 'Class of the flow' },
  { name: 'packet', meaning: 'Number of the packet in this run' },
  { name: 'reason', meaning: 'Id of the reason of a drop or mark, as in the results' },
  { name: 'place', kind: 'number', unit: 'packets', meaning: 'Position in the queue, from 1 at the front' },
  { name: 'decision', kind: 'number', meaning: 'Serial number of the decision that caused the event' },
  { name: 'event', meaning: 'Number of the event in the simulation' },
];

type Row = readonly SavedCell[];

interface SavedEvents {
  readonly lanes: readonly LaneRun[];
  readonly choice: EventChoice;
  readonly actions: Pick<SceneActions, 'history' | 'linkOf'>;
  readonly mostRows?: number;
}

export async function eventsTable(
  { lanes, choice, actions, mostRows = MOST_ROWS }: SavedEvents,
  watch: SaveWatch,
): Promise<SavedTable> {
  const provenance = await provenanceOfScene('Events', lanes, actions);
  const now_s = provenance.until_s ?? 0;
  const most = Math.floor(mostRows / lanes.length);
  const parts: LaneEvents[] = [];
  for (const [place, lane] of lanes.entries())
    parts.push(
      await laneEvents(lane, choice, actions, now_s, most, {
        signal: watch.signal,
        onProgress: (part) => watch.onProgress((place + part) / lanes.length),
      }),
    );
  // All lanes are cut at the earliest time at which one lane was truncated. Otherwise a truncated lane would seem to
  // lack events that other lanes show.
  const until_s = Math.min(...parts.map((it) => it.until_s));
  const isCut = until_s < now_s;
  const rows = parts.flatMap((it) => (isCut ? it.rows.filter(([, time_s]) => Number(time_s) < until_s) : it.rows));
  return {
    name: fileName(sceneName(), 'events', ...(lanes.length === 1 ? [lanes[0]?.name ?? ''] : [])),
    columns: EVENT_COLUMNS,
    rows,
    ...(isCut
      ? {
          isCut,
          remark: `The list ends at ${until_s} s of ${now_s} s, because a file holds at most ${mostRows.toLocaleString('en')} events. Filter by flow or reason to cover a longer time.`,
        }
      : {}),
    provenance: { ...provenance, until_s },
  };
}

interface LaneEvents {
  readonly rows: readonly Row[];
  /** End of the complete part of the list [s]. In a truncated list, events with exactly this time may be missing. */
  readonly until_s: number;
}

async function laneEvents(
  { index, name, run }: LaneRun,
  choice: EventChoice,
  actions: Pick<SceneActions, 'history'>,
  until_s: number,
  most: number,
  { signal, onProgress }: SaveWatch,
): Promise<LaneEvents> {
  const filter = historyFilter(choice);
  const { scene } = run;
  const { facts_version } = run.latest.scalars;
  const rows: Row[] = [];
  let after_event: number | undefined;
  for (let from_s = 0; ; ) {
    const asked = after_event === undefined ? filter : { ...filter, after_event };
    const page = await actions.history(index, from_s, until_s, asked, SLICE_ROWS);
    signal.throwIfAborted();
    if (run.scene !== scene || run.latest.scalars.facts_version !== facts_version)
      throw new Error('the scene changed while it was being saved');
    rows.push(...eventCells(page.rows, name, run));
    if (rows.length > most) {
      const first = rows[most]?.[1];
      return { rows, until_s: typeof first === 'number' ? first : page.ended_s };
    }
    if (page.isWhole) return { rows, until_s };
    from_s = page.ended_s;
    after_event = page.lastEvent;
    onProgress(until_s > 0 ? Math.min(1, from_s / until_s) : 1);
  }
}

/** Cells of the rows, in the order of `EVENT_COLUMNS`. */
function eventCells(
  columns: HistoryColumns,
  lane: string,
  { facts, catalog }: Pick<RunBuffer, 'facts' | 'catalog'>,
): readonly Row[] {
  return Array.from(columns.event, (event, row): Row => {
    const flow = facts.flows[columns.flow[row] ?? -1];
    const place = columns.place[row] ?? -1;
    const decision = columns.decision[row] ?? 0;
    return [
      lane,
      columns.time_s[row] ?? null,
      KINDS.get(columns.kind[row] ?? -1) ?? null,
      flow?.number ?? null,
      flow?.class ?? null,
      columns.packet[row] ?? null,
      catalog.reasons[columns.reason[row] ?? -1]?.id ?? null,
      place < 0 ? null : place + 1,
      decision === 0 ? null : decision,
      event,
    ];
  });
}

/** Names of kinds as in filters and documents: `droppedWaiting` is "dropped-waiting". */
const KINDS: ReadonlyMap<number, string> = new Map(
  Object.entries(Happening).map(([name, kind]) => [
    kind,
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]),
);
