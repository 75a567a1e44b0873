/** Values from the open preset's paper and from ns-2, for the formulas. Pure. */

import type { PresetFile } from '../../core/experiment/preset-file';
import type { Report, ReportRow } from '../../core/experiment/report';
import type { PublishedValues } from '../../core/plots/published';
import type { FileWithValues } from '../../core/plots/values-from-elsewhere';
import type { Elsewhere } from './picture';

/** All published values that the formulas can show beside their curves. */
export function valuesForFormulas(
  file: FileWithValues | undefined,
  report: Pick<Report, 'rows'> | undefined,
): readonly Elsewhere[] {
  return file === undefined ? [] : [...ceilingValues(file), ...sweptShares(report?.rows ?? [], file)];
}

/**
 * Values of Jain's index to compare with its upper bound. An index is compared at the UDP share of the same lane and
 * source. If a source gives no TCP throughput, its goodput is used, which is slightly less.
 */
export function ceilingValues({ published = [], reference = [] }: PublishedValues): readonly Elsewhere[] {
  const all = [
    ...published.map((it) => ({ ...it, kind: 'paper' as const })),
    ...reference.map(({ lane, metric, mean }) => ({ lane, metric, value: mean, kind: 'ns2' as const })),
  ];
  return all.flatMap(({ lane, metric, value, kind }): Elsewhere[] => {
    if (metric !== 'jain_index') return [];
    const find = (wanted: string): number | undefined =>
      all.find((it) => it.lane === lane && it.kind === kind && it.metric === wanted)?.value;
    const udp = find('udp_throughput_bps');
    const tcp = find('tcp_throughput_bps') ?? find('tcp_goodput_bps') ?? find('tcp_goodput_eq41_bps');
    if (udp === undefined || tcp === undefined || tcp < 0 || udp + tcp <= 0) return [];
    return [{ picture: 'ceiling', lane, x: udp / (udp + tcp), y: value, kind }];
  });
}

/** UDP's share of the link at each load, from an experiment that varied UDP's rate. */
export function sweptShares(
  rows: readonly Pick<ReportRow, 'metric' | 'lane' | 'point' | 'ours'>[],
  { scenario, experiment }: PresetFile,
): readonly Elsewhere[] {
  const [, place] = /^flows\.(\d+)\.rate_bps$/.exec(experiment?.sweep?.path ?? '') ?? [];
  const group = scenario.flows[Number(place ?? Number.NaN)];
  if (group?.transport !== 'udp') return [];
  const { capacity_bps } = scenario.bottleneck;
  const isKnown = rows.some(({ metric }) => metric === 'udp_utilization');
  const metric = isKnown ? 'udp_utilization' : 'udp_throughput_bps';
  return rows.flatMap((row): Elsewhere[] => {
    if (row.metric !== metric || typeof row.point !== 'number' || row.ours === undefined) return [];
    const x = (row.point * group.count) / capacity_bps;
    return [
      { picture: 'share', lane: row.lane, x, y: row.ours.mean / (isKnown ? 1 : capacity_bps), kind: 'experiment' },
    ];
  });
}
