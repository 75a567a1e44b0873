/**
 * The lanes' current result objects as tables for files, with one row for each lane or each flow. The JSON file
 * contains the engine's objects unchanged. `docs/formats.md` describes the fields.
 */

import type { ReasonAbout } from '../border/catalog';
import type { LaneRun } from '../run/lanes';
import type { Provenance } from '../save/provenance';
import { fileName, provenanceOfScene, sceneName } from '../save/provenance-of-scene';
import type { SavedCell, SavedColumn, SavedJson, SavedTable } from '../save/saved-table';
import type { SceneActions } from '../scene/scene-store';

type Asked = Pick<SceneActions, 'results' | 'linkOf'>;

export async function resultsJson(actions: Asked): Promise<SavedJson> {
  return { name: fileName(sceneName(), 'results'), value: await actions.results() };
}

export async function resultsTable(
  what: 'lanes' | 'flows',
  lanes: readonly LaneRun[],
  actions: Asked,
): Promise<SavedTable> {
  const results = await actions.results();
  const provenance = await provenanceOfScene(
    `Results, one row per ${what === 'lanes' ? 'lane' : 'flow'}`,
    lanes,
    actions,
  );
  const name = fileName(sceneName(), 'results', what);
  const rows = flatRows(what, results, provenance.lanes);
  const reasons = lanes[0]?.run.catalog.reasons ?? [];
  return { name, ...tableOf(rows, reasons), provenance: atTheirEnd(provenance, results) };
}

/**
 * The provenance, with the simulated time at which the results end, since the run may have continued in the meantime.
 */
function atTheirEnd(provenance: Provenance, [first]: readonly unknown[]): Provenance {
  const until_s = isObject(first) ? first.duration_s : undefined;
  return typeof until_s === 'number' ? { ...provenance, until_s } : provenance;
}

type Flat = ReadonlyMap<string, SavedCell>;

export function flatRows(
  what: 'lanes' | 'flows',
  results: readonly unknown[],
  names: readonly string[],
): readonly Flat[] {
  return results.filter(isObject).flatMap((result, lane) => {
    const head: Flat = new Map([['lane', names[lane] ?? null]]);
    // The version of the engine is left out, because every saved table contains it elsewhere.
    const { flows, engine: _, ...rest } = result;
    if (what === 'lanes') return [new Map([...head, ...flat(rest)])];
    const about = flat({ aqm: result.aqm, seed: result.seed, duration_s: result.duration_s });
    return (Array.isArray(flows) ? flows : []).map((flow: unknown) => new Map([...head, ...about, ...flat(flow)]));
  });
}

/** All columns of the rows, in order of first appearance. Columns that are empty in every row are left out. */
export function tableOf(
  rows: readonly Flat[],
  reasons: readonly Pick<ReasonAbout, 'id' | 'meaning'>[],
): Pick<SavedTable, 'columns' | 'rows'> {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const known = names.filter((name) => rows.some((row) => (row.get(name) ?? null) !== null));
  return {
    columns: known.map((name) => columnOf(name, reasons)),
    rows: rows.map((row) => known.map((name) => row.get(name) ?? null)),
  };
}

/**
 * The cells of a nested object: `{ bottleneck: { drops: { early: 3 } } }` becomes `bottleneck_drops_early`. Lists are
 * left out.
 */
function flat(value: unknown, path = ''): readonly (readonly [string, SavedCell])[] {
  if (Array.isArray(value)) return [];
  if (isObject(value))
    return Object.entries(value).flatMap(([key, part]) =>
      flat(part, `${path}${path === '' ? '' : '_'}${key.replaceAll('-', '_')}`),
    );
  return isCell(value) ? [[path, value]] : [];
}

/**
 * The column of a result. Its unit is part of its name or of the name of an enclosing object: `queueing_delay_s_mean`.
 */
function columnOf(name: string, reasons: readonly Pick<ReasonAbout, 'id' | 'meaning'>[]): SavedColumn {
  const parts = name.split('_');
  const unit = SHARES.includes(parts.at(-1) ?? '') ? undefined : UNITS.find(([word]) => parts.includes(word))?.[1];
  const reason = reasons.find(({ id }) => name === `bottleneck_drops_${id}` || name === `bottleneck_marks_${id}`);
  return {
    name,
    ...(unit === undefined ? {} : { unit }),
    ...(reason === undefined ? {} : { meaning: reason.meaning }),
  };
}

const UNITS = [
  ['bps', 'bit/s'],
  ['s', 's'],
  ['bytes', 'bytes'],
  ['packets', 'packets'],
] as const;
/**
 * Shares of the time for which the queue was empty or full. They have no unit, although "packets" is a part of their
 * names.
 */
const SHARES: readonly string[] = ['empty', 'full'];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCell(value: unknown): value is SavedCell {
  return value === null || ['number', 'string', 'boolean'].includes(typeof value);
}
