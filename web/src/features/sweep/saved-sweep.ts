/** A sweep's table in the format of the command line and Python, and the sweep file that they read. */

import type { SweepDefinition } from '../../core/experiment/sweep';
import type { Provenance } from '../../core/save/provenance';
import type { SavedJson, SavedTable } from '../../core/save/saved-table';
import type { SweepRows } from './sweep-rows';
import { settingsOf, valuesAt } from './sweep-scene';

export interface SweepToSave {
  /** Name of the files without their extensions. */
  readonly name: string;
  readonly rows: SweepRows;
  readonly definition: SweepDefinition;
  readonly provenance: Provenance;
}

/** A table with one row per run, in run order. */
export function sweepTable({ name, rows, definition, provenance }: SweepToSave): SavedTable {
  const { facts } = rows;
  return {
    name,
    columns: [
      ...settingsOf(facts).map(({ path, name: what, unit, is_number }) => ({
        name: path,
        ...(unit === '' ? {} : { unit }),
        ...(is_number ? { kind: 'number' as const } : {}),
        meaning: what,
      })),
      { name: 'lane', kind: 'text', meaning: 'name of the lane' },
      { name: 'seed', kind: 'number', meaning: 'seed of the run' },
      ...facts.metrics.map(({ id, unit, meaning }) => ({
        name: id,
        ...(unit === '' ? {} : { unit }),
        kind: 'number' as const,
        meaning,
      })),
      { name: 'problem', kind: 'text', meaning: 'why the scene is invalid' },
    ],
    rows: [...rows.rows()]
      .sort((a, b) => a.point - b.point || a.lane - b.lane || a.seed - b.seed)
      .map(({ point, lane, seed, values, problems }) => [
        ...valuesAt(facts, point),
        facts.lanes[lane] ?? '',
        seed,
        ...facts.metrics.map((_, place) => values?.[place] ?? null),
        problems === undefined ? null : problems.map(({ path, problem }) => `${path}: ${problem}`).join('; '),
      ]),
    facts: factsOf({ definition, provenance }),
    provenance,
  };
}

/** The table as one object with the fields that the command line and Python read. */
export function sweepJson(saved: SweepToSave): SavedJson {
  const { columns, rows } = sweepTable(saved);
  return { name: saved.name, value: { ...factsOf(saved), columns: columns.map(({ name }) => name), rows } };
}

/** What a table says about its origin. From this, the sweep can be repeated or continued. */
function factsOf({ definition, provenance }: Pick<SweepToSave, 'definition' | 'provenance'>): Record<string, unknown> {
  const { engine, numbers, link } = provenance;
  return {
    chokepoint_sweep: 1,
    engine_version: engine,
    numbers,
    tool: 'page',
    link,
    definition,
  };
}
