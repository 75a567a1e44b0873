/** The distributions as numbers, a few dozen rows: the parts of the lane in focus, joined where there are many. Pure. */

import { formatNumber } from '../../base/format';
import { type Distributed, type Shares, sharesOf } from './distribution-plot';
import { plain } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import type { PlotTable } from './plot-table';

const MOST_ROWS = 40;

export function distributionTable(what: Distributed, lanes: PlotLanes): PlotTable {
  const { edges } = sharesOf(lanes.focus.source, what);
  const parts = Math.max(0, edges.length - 1);
  const joined = Math.max(1, Math.ceil(parts / MOST_ROWS));
  const all = lanes.all.map(({ name, source }) => ({ name, shares: sharesOf(source, what) }));
  const rows: string[][] = [];
  for (let part = 0; part < parts; part += joined) {
    const low = edges[part] ?? 0;
    const high = edges[Math.min(parts, part + joined)] ?? 0;
    // A part of whole packets ends one packet before its upper edge.
    const last = what === 'occupancy' ? high - 1 : high;
    rows.push([
      low === last ? plain(low) : `${plain(low)}–${plain(last)}`,
      ...all.flatMap(({ shares }) => {
        const upTo = shareBelow(shares, high);
        return [upTo - shareBelow(shares, low), upTo].map((share) => formatNumber(share, 3));
      }),
    ]);
  }
  const titled = (name: string, column: string): string => (lanes.isSingle ? column : `${name}: ${column}`);
  return {
    columns: [
      what === 'occupancy' ? 'packets waiting' : 'waiting time [ms]',
      ...all.flatMap(({ name }) => ['share [%]', 'up to here [%]'].map((column) => titled(name, column))),
    ],
    rows,
  };
}

/** What lies below a value [%]; of a part that it cuts, as much as lies below. */
function shareBelow({ edges, shares }: Shares, value: number): number {
  let sum = 0;
  for (let part = 0; part < shares.length; part += 1) {
    const low = edges[part] ?? 0;
    const high = edges[part + 1] ?? low;
    if (low >= value) break;
    sum += (shares[part] ?? 0) * (high <= value ? 1 : (value - low) / (high - low));
  }
  return Math.min(100, sum);
}
