/** The data of a plot as a scrolling table, in pages if there are thousands of rows; loaded when one is first opened. */

import { useEffect, useState } from 'react';
import { NumberField } from '../../base/NumberField';
import { onFrame } from '../../run/frame-loop';
import type { PlotDefinition, TablePart } from './definition';
import type { PlotBoard } from './plot-board';
import { PAGE_ROWS } from './plot-table';

interface Props {
  readonly board: PlotBoard;
  readonly plot: PlotDefinition;
  readonly title: string;
}

const TABLE_MS = 1000;

/** Brought up to date once a second while it is open. */
export function NumbersTable({ board, plot, title }: Props) {
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
  return (
    // Scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
    <section className="plot-table" tabIndex={0} aria-label={`${title}: numbers`}>
      {table.part !== undefined && <Pages part={table.part} onPage={setFirst} />}
      <table aria-rowcount={table.part === undefined ? undefined : table.part.total + 1}>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, place) => (
            <tr key={row[0]} aria-rowindex={table.part === undefined ? undefined : table.part.first + place + 2}>
              {row.map((cell, column) => (
                <td key={table.columns[column]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Pages({ part, onPage }: { readonly part: TablePart; readonly onPage: (first: number) => void }) {
  const { of, first, total } = part;
  const last = Math.min(total, first + PAGE_ROWS);
  const show = (number: number): string => number.toLocaleString('en');
  return (
    <div className="plot-pages">
      <button type="button" className="small-button" disabled={first === 0} onClick={() => onPage(first - PAGE_ROWS)}>
        Before
      </button>
      <span role="status">
        {of} {show(first + 1)} to {show(last)} of {show(total)}
      </span>
      <button type="button" className="small-button" disabled={last === total} onClick={() => onPage(last)}>
        Next
      </button>
      <span aria-hidden="true">from</span>
      <NumberField
        label={`First ${of.toLowerCase()} of the table`}
        value={first + 1}
        most={total}
        onChoose={(number) => onPage(number - 1)}
      />
    </div>
  );
}
