/** Numbers as a table that scrolls. With thousands of rows, the table has pages. */

import { type Numbers, PAGE_ROWS, type TablePart } from '../base/numbers';
import { NumberField } from './NumberField';
import { ScrollRegion } from './ScrollRegion';
import './numbers-table.css';

interface Props {
  /** The subject of the numbers. */
  readonly title: string;
  readonly table: Numbers;
  readonly onPage: (first: number) => void;
}

export function NumbersTable({ title, table, onPage }: Props) {
  return (
    <ScrollRegion className="cover scrolls small numbers-table" label={`${title}: numbers`}>
      {table.part !== undefined && <Pages part={table.part} onPage={onPage} />}
      <table className="table" aria-rowcount={table.part === undefined ? undefined : table.part.total + 1}>
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
    </ScrollRegion>
  );
}

function Pages({ part, onPage }: { readonly part: TablePart; readonly onPage: (first: number) => void }) {
  const { of, first, total } = part;
  const last = Math.min(total, first + PAGE_ROWS);
  const show = (number: number): string => number.toLocaleString('en');
  return (
    <div className="row numbers-table__pages">
      <button type="button" className="small-button" disabled={first === 0} onClick={() => onPage(first - PAGE_ROWS)}>
        Back
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
