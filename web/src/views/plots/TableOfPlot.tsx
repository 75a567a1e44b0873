/** The numbers of a plot; loaded with the first of them that somebody opens. */

import { useEffect, useState } from 'react';
import { onFrame } from '../../run/frame-loop';
import { NumbersTable } from './NumbersTable';
import type { PlotBoard } from './plot-board';
import { type PlotId, type PlotTable, plotTable } from './plot-table';

const TABLE_MS = 1000;

/** Brought up to date once a second while they are open. */
export function TableOfPlot({
  board,
  id,
  title,
}: {
  readonly board: PlotBoard;
  readonly id: PlotId;
  readonly title: string;
}) {
  const [first, setFirst] = useState(0);
  const [table, setTable] = useState<PlotTable>(() => plotTable(id, board.lanes, board.settledEnd_s));
  useEffect(() => {
    let made_ms = 0;
    let version = '';
    return onFrame('model', (now_ms) => {
      if (now_ms - made_ms < TABLE_MS || version === board.version) return;
      made_ms = now_ms;
      version = board.version;
      setTable(plotTable(id, board.lanes, board.settledEnd_s, first));
    });
  }, [board, id, first]);
  return <NumbersTable table={table} title={title} onPage={setFirst} />;
}
