/** Standard tests over the seeds: normality, correlation, and a comparison of two lanes that the user chooses. */

import { Fragment, memo, useMemo, useState } from 'react';
import type { Report } from '../../core/experiment/report';
import { pairsOf, type StatisticsTable, statisticsTables } from '../../core/experiment/statistics';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { Select } from '../../ui/Select';

interface Props {
  readonly report: Report | undefined;
  /** Name of a lane as the page shows it. */
  readonly nameOf: (lane: string) => string;
  readonly sweepPath: string | undefined;
}

export const Statistics = memo(function Statistics({ report, nameOf, sweepPath }: Props) {
  const [place, setPlace] = useState(0);
  const pairs = useMemo(() => (report === undefined ? [] : pairsOf(report)), [report]);
  const pair = pairs[place] ?? pairs[0];
  const tables = useMemo(
    () => (report === undefined ? [] : statisticsTables({ report, pair, nameOf, sweepPath })),
    [report, pair, nameOf, sweepPath],
  );
  if (report === undefined) return null;
  return (
    <details className="paper__part statistics" open={report.has_tests}>
      <summary>
        <h3 className="body strong">Statistics over the seeds</h3>{' '}
        <small className="faint">spread, normality, correlation, any two lanes</small>
      </summary>
      {pairs.length > 1 && (
        <label className="statistics__pair row soft">
          compare{' '}
          <Select
            options={pairs.map((lanes, id) => ({ id, name: lanes.map(nameOf).join(' − ') }))}
            chosen={pairs[place] === undefined ? 0 : place}
            onChoose={setPlace}
          />
        </label>
      )}
      {tables.map((table) => (
        <TestTable key={table.id} table={table} hasPlace={report.has_tests} />
      ))}
      <p className="statistics__note soft small">
        {pair !== undefined &&
          'Lanes are compared seed by seed. Read the p in bold: the p of the t test, or of the rank test if the differences do not look normal (p below 0.05). '}
        No p value is corrected for the number of tests: of twenty tests without an effect, about one has p below 0.05.
        {report.has_tests && ' The numbers in the document’s own tables are missing from the available text.'}
      </p>
    </details>
  );
});

function TestTable({ table, hasPlace }: { readonly table: StatisticsTable; readonly hasPlace: boolean }) {
  const { title, test, place, columns, groups, sentence } = table;
  return (
    <section className="statistics__test">
      <h4 className="body">
        {title} <small className="faint">{hasPlace && place !== '' ? `${test}; the document’s ${place}` : test}</small>
      </h4>
      <p className="statistics__sentence soft">{sentence}</p>
      {groups.length > 0 && (
        <ScrollRegion className="statistics__scroll" label={title}>
          <table className="table">
            <thead className="small">
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Values</span>
                </th>
                {columns.map(({ name, meaning }) => (
                  <th key={name} scope="col" title={meaning}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map((group) => (
              <tbody key={group.metric}>
                <tr className="paper-metric">
                  <th scope="rowgroup" className="soft plain" colSpan={columns.length + 1}>
                    {group.name}
                  </th>
                </tr>
                {group.rows.map((row) => (
                  <Fragment key={row.key}>
                    <tr>
                      <th scope="row" className="plain">
                        {row.head}
                      </th>
                      {row.cells.map(({ text, isRead = false }, at) => (
                        <td key={columns[at]?.name} className={isRead ? 'strong' : undefined}>
                          {text}
                          {isRead && <span className="visually-hidden"> (to be read)</span>}
                        </td>
                      ))}
                    </tr>
                    {row.note !== undefined && (
                      <tr>
                        <td className="statistics__remark soft" colSpan={columns.length + 1}>
                          <span>
                            <span aria-hidden="true">△ </span>
                            {row.note}
                          </span>
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
              </tbody>
            ))}
          </table>
        </ScrollRegion>
      )}
    </section>
  );
}
