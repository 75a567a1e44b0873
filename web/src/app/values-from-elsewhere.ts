/**
 * What the paper of the open preset prints and what ns-2 measured, as the plots and formulas show it. It holds for the
 * scene as the preset has it: once a setting is another one there is nothing to compare with.
 */

import { loadPreset } from 'virtual:presets';
import { useEffect, useMemo, useState } from 'react';
import type { Scenario } from '../scenario/scenario';
import { useScene } from '../store/scene-store';
import { type PublishedMark, type PublishedValues, publishedMarks } from '../views/plots/published';
import type { Elsewhere } from '../views/theory/picture';

export interface ValuesFromElsewhere {
  readonly marks: readonly PublishedMark[];
  readonly elsewhere: readonly Elsewhere[];
}

const NOTHING: ValuesFromElsewhere = { marks: [], elsewhere: [] };

export function useValuesFromElsewhere(): ValuesFromElsewhere {
  const preset = useScene((state) => state.preset);
  const scenario = useScene((state) => state.scenario);
  const id = preset?.scenario.id;
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly values: PublishedValues } | undefined>(
    undefined,
  );

  useEffect(() => {
    if (id === undefined) return undefined;
    let isWanted = true;
    loadPreset(id).then(
      (text) => {
        if (isWanted && text !== undefined) setLoaded({ id, values: JSON.parse(text) as PublishedValues });
      },
      // Without the network the page works; it only cannot say what is printed.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [id]);

  const isSame = preset !== undefined && scenario !== undefined && isSameScene(scenario, preset.scenario);
  return useMemo(() => {
    if (!isSame || preset === undefined || loaded === undefined || loaded.id !== id) return NOTHING;
    const { bottleneck, flows } = preset.scenario;
    const link = { capacity_bps: bottleneck.capacity_bps, packet_bytes: flows[0]?.packet_bytes ?? 1000 };
    return { marks: publishedMarks(loaded.values, link), elsewhere: elsewhereOf(loaded.values) };
  }, [isSame, preset, loaded, id]);
}

/** The values that a formula can be held against: both sides must be of one lane and one origin. */
export function elsewhereOf({ published = [], reference = [] }: PublishedValues): readonly Elsewhere[] {
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
    if (udp === undefined || tcp === undefined || udp + tcp <= 0) return [];
    return [{ picture: 'ceiling', lane, x: udp / (udp + tcp), y: value, kind }];
  });
}

/** Lanes, seed and what the viewer calls it make no other scene. */
export function isSameScene(scenario: Scenario, preset: Scenario): boolean {
  const sceneOf = (it: Scenario): string => canonical({ ...it, lanes: [], seed: 0, title: '' });
  return sceneOf(scenario) === sceneOf(preset);
}

/** The same text for the same content, whatever the order of its fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
