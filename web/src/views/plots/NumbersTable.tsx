/** The numbers of a plot as a table that scrolls. */

import type { PlotTable } from './plot-table';

export function NumbersTable({ table, title }: { readonly table: PlotTable; readonly title: string }) {
  return (
    // Scrolls, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
    <section className="plot-table" tabIndex={0} aria-label={`${title}: numbers`}>
      <table>
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
          {table.rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, place) => (
                <td key={table.columns[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
