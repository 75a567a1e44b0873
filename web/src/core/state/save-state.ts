/** A discipline's stored state at the displayed time as a table: one row for each number, at full precision. */

import type { LaneRun } from '../run/lanes';
import { fileName, provenanceOfScene, sceneName, sceneTitle } from '../save/provenance-of-scene';
import { LANE_COLUMN, type SavedCell, type SavedColumn, type SavedTable } from '../save/saved-table';
import type { SceneActions } from '../scene/scene-store';

const COLUMNS: readonly SavedColumn[] = [
  LANE_COLUMN,
  { name: 'quantity', meaning: 'Name of the quantity in the discipline’s declaration.' },
  { name: 'symbol' },
  {
    name: 'flow',
    kind: 'number',
    meaning: 'Number of the value’s flow; empty for a value of the whole discipline.',
  },
  { name: 'value', kind: 'number', meaning: 'The value that the next decision uses, in the row’s unit.' },
  { name: 'unit' },
];

export async function tableOfState(
  { name, index, run }: LaneRun,
  actions: Pick<SceneActions, 'linkOf'>,
): Promise<SavedTable> {
  const provenance = await provenanceOfScene(`State of ${name}: ${sceneTitle()}`, [{ name, index, run }], actions);
  const rows = stateRows(run).map((row) => [name, ...row]);
  return { name: fileName(sceneName(), name, 'state'), provenance, columns: COLUMNS, rows };
}

function stateRows({ about, facts, latest }: Pick<LaneRun['run'], 'about' | 'facts' | 'latest'>): SavedCell[][] {
  const gauges = about.gauges.map(({ id, symbol, unit }, place) => [
    id,
    symbol,
    null,
    latest.gauges.value[place] ?? null,
    unit,
  ]);
  const columns = about.state.flatMap((view) => (view.kind === 'table' ? view.columns : []));
  const flows = Array.from(latest.rows.flow).flatMap((row, place) =>
    columns.map(({ id, symbol, unit }, column) => [
      id,
      symbol,
      facts.flows[row]?.number ?? row + 1,
      latest.rows.value[place * columns.length + column] ?? null,
      unit,
    ]),
  );
  return [...gauges, ...flows];
}
