/** A table of a lane's flows in the interval, made on demand. */

import { useState } from 'react';
import { formatValue } from '../../base/format';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { boxOf } from './boxes';
import { shownValue } from './interval-rows';
import type { IntervalLane } from './interval-run';

/** Maximum number of rows shown on the page. The saved table has all rows. */
const MOST_ROWS = 400;

export function FlowTable({ of }: { readonly of: IntervalLane }) {
  const [isOpen, setOpen] = useState(false);
  const { flows } = of.result;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="small">All {flows.length} flows as a table</summary>
      {isOpen && (
        <ScrollRegion className="interval__rows scrolls" label="Flows in the interval">
          <table className="table small">
            <thead>
              <tr>
                {['flow', 'throughput', 'loss', 'mean delay', 'median throughput'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {flows.slice(0, MOST_ROWS).map((flow, place) => (
                <tr key={flow.id}>
                  <th scope="row">
                    {flow.id} {flow.class.toUpperCase()}
                  </th>
                  <td>{formatValue(flow.throughput_bps, 'bit/s', 3)}</td>
                  <td>{shownValue(flow.loss_ratio ?? undefined, '%')}</td>
                  <td>{shownValue(flow.mean_queueing_delay_s ?? undefined, 's')}</td>
                  <td>{formatValue(boxOf(of.parts[place] ?? []).median, 'bit/s', 3)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {flows.length > MOST_ROWS && <p>Only the first {MOST_ROWS} rows are shown; a saved table has all.</p>}
        </ScrollRegion>
      )}
    </details>
  );
}
