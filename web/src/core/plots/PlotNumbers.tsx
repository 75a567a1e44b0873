/** The data of a plot as a table. The code is loaded when a table is first opened. */

import { useEffect, useState } from 'react';
import { NumbersTable } from '../../ui/NumbersTable';
import { onFrame } from '../run/frame-loop';
import type { PlotDefinition } from './definition';
import type { PlotBoard } from './plot-board';

interface Props {
  readonly board: PlotBoard;
  readonly plot: PlotDefinition;
  readonly title: string;
}

const TABLE_MS = 1000;

/** While the table is open, its numbers are updated once a second. */
export function PlotNumbers({ board, plot, title }: Props) {
  const [first, setFirst] = useState(0);
  const [table, setTable] = useState(() => plot.table(board.lanes, board.settledSpan_s));
  useEffect(() => {
    let made_ms = 0;
    let version = '';
    return onFrame('model', (now_ms) => {
      if (now_ms - made_ms < TABLE_MS || version === board.version) return;
      made_ms = now_ms;
      version = board.version;
      setTable(plot.table(board.lanes, board.settledSpan_s, first));
    });
  }, [board, plot, first]);
  return <NumbersTable title={title} table={table} onPage={setFirst} />;
}
