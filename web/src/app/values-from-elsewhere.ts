/**
 * What the paper of the open preset prints and what ns-2 measured, as the plots and formulas show it. It holds for the
 * scene as the preset has it: once a setting is another one there is nothing to compare with.
 */

import { useEffect, useMemo, useState } from 'react';
import { onNextAttempt } from '../base/attempts';
import { loadPresetFile, type PresetFile } from '../experiment/preset-file';
import type { Report, ReportRow } from '../experiment/report';
import { isChangedScene } from '../experiment/scene-lanes';
import { useScene } from '../store/scene-store';
import { type PublishedMark, type PublishedValues, publishedMarks } from '../views/plots/published';
import type { Elsewhere } from '../views/theory/picture';

/** The whole file of a preset, with the values that its formulas and plots can show. */
export type FileWithValues = PresetFile & PublishedValues;

/** The file of the open preset, while the scene is still the one that it is about. */
export function useFileOfScene(): FileWithValues | undefined {
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const id = preset?.scenario.id;
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly file: FileWithValues } | undefined>(undefined);

  useEffect(() => {
    if (id === undefined) return undefined;
    let isWanted = true;
    let forget = (): unknown => undefined;
    const ask = (): void => {
      loadPresetFile(id).then(
        (it) => {
          if (isWanted && it !== undefined) setLoaded({ id, file: it.file });
        },
        // Without the network the page works; it only cannot say what is printed.
        () => {
          if (isWanted) forget = onNextAttempt(ask);
        },
      );
    };
    ask();
    return () => {
      isWanted = false;
      forget();
    };
  }, [id]);

  const isSame = preset !== undefined && scenario !== undefined && !isChangedScene(scenario, preset.scenario);
  return isSame && loaded?.id === id ? loaded?.file : undefined;
}

export function useMarks(file: FileWithValues | undefined): readonly PublishedMark[] | undefined {
  return useMemo(() => {
    if (file === undefined) return undefined;
    const { bottleneck, flows } = file.scenario;
    const link = { capacity_bps: bottleneck.capacity_bps, packet_bytes: flows[0]?.packet_bytes ?? 1000 };
    return publishedMarks(file, link);
  }, [file]);
}

/** All values from elsewhere that the formulas can show beside their curves. */
export function valuesForFormulas(
  file: FileWithValues | undefined,
  report: Pick<Report, 'rows'> | undefined,
): readonly Elsewhere[] {
  return file === undefined ? [] : [...ceilingValues(file), ...sweptShares(report?.rows ?? [], file)];
}

/**
 * The values that the ceiling of fairness can be held against: index and shares must be of one lane and one origin. Where
 * a source has no throughput of TCP its goodput stands for it, which is a little less.
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

/** The points of an experiment that varied the rate of UDP: what share it got, by how much it sent. */
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
