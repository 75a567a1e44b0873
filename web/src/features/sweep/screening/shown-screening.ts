/** A screening as the chart and the table show it. Pure. */

import { formatNumber, type UnitScale, unitScale } from '../../../base/format';
import type { Catalog } from '../../../core/border/catalog';
import type { Scenario } from '../../../core/border/scenario';
import type { SweepMetric } from '../../../core/experiment/sweep';
import { fineStepUp } from '../../../ui/figure/ticks';
import {
  type ScreeningFacts,
  type ScreeningReport,
  type SettingEffect,
  sizeOf,
  type VariedSetting,
} from '../screening';
import { nameOfSetting, rangeWords, sentenceOf } from '../screening-words';

export interface ShownScreening {
  readonly metric: SweepMetric;
  readonly sentence: string;
  /** The unit in which all values are shown. */
  readonly scale: UnitScale;
  /** All settings: numbers sorted by effect, then choices and switches sorted by the size of their change. */
  readonly rows: readonly ShownRow[];
  /** Numbers in the chart: those with more effect than chance, and a few more. */
  readonly charted: readonly ShownRow[];
  /** Choices and switches in the chart, below the numbers under a separate title. */
  readonly chartedOnce: readonly ShownRow[];
  /** Names of the remaining settings with no more effect than chance. */
  readonly further: readonly string[];
  /** Names of settings that changed no run. */
  readonly nothing: readonly string[];
  /** The settings that were not varied, with the reasons. */
  readonly leftOut: readonly string[];
  /** Upper end of the axis, in the metric's unit. */
  readonly most: number;
}

export interface ShownRow {
  readonly key: string;
  readonly name: string;
  readonly range: string;
  readonly setting: VariedSetting;
  readonly effect: SettingEffect;
}

/** Minimum number of rows in the chart, even if no effect exceeds chance. Settings without any effect get no row. */
const LEAST_CHARTED = 6;
const LEAST_CHARTED_ONCE = 3;

export function shownScreening(
  facts: ScreeningFacts,
  report: ScreeningReport,
  metricId: string | undefined,
  of: { readonly catalog: Catalog; readonly scene: Scenario; readonly lane: string },
): ShownScreening | undefined {
  const place = Math.max(
    0,
    facts.metrics.findIndex(({ id }) => id === metricId),
  );
  const [metric, effects] = [facts.metrics[place], report.metrics[place]];
  if (metric === undefined || effects === undefined) return undefined;
  const nameOf = (setting: VariedSetting): string => nameOfSetting(of.catalog, of.scene, facts.aqm, setting);
  const rows = effects.settings.flatMap((effect): ShownRow[] => {
    const setting = facts.settings[effect.setting];
    if (setting === undefined) return [];
    const key = `${setting.path} ${String(setting.other ?? '')}`;
    return [{ key, name: nameOf(setting), range: rangeWords(setting), setting, effect }];
  });
  const changing = rows.filter(({ effect }) => sizeOf(effect) !== null && !effect.is_none);
  const most = (found: readonly ShownRow[], least: number): readonly ShownRow[] =>
    found.filter(({ effect }, place) => effect.is_above_chance === true || place < least);
  const isOnce = ({ setting }: ShownRow): boolean => setting.other !== undefined;
  const charted = most(
    changing.filter((row) => !isOnce(row)),
    LEAST_CHARTED,
  );
  const chartedOnce = most(changing.filter(isOnce), LEAST_CHARTED_ONCE);
  const largest = Math.max(
    0,
    ...[...charted, ...chartedOnce].map(({ effect }) =>
      Math.max(sizeOf(effect) ?? 0, sizesOf(effect)?.[1] ?? 0, effect.sigma ?? 0),
    ),
  );
  return {
    metric,
    sentence: sentenceOf({ facts, effects, metric, lane: of.lane, nameOf }),
    scale: unitScale(largest, metric.unit),
    rows,
    charted,
    chartedOnce,
    further: changing.filter((row) => !charted.includes(row) && !chartedOnce.includes(row)).map(({ name }) => name),
    nothing: rows.filter(({ effect }) => effect.is_none).map(({ name }) => name),
    leftOut: [
      ...facts.left_out.map(
        ({ path, reason }) =>
          `${nameOf({ path, id: path.slice(path.lastIndexOf('.') + 1) } as VariedSetting)} ${reason}`,
      ),
      ...rows.flatMap(({ name, setting: { refused } }) => (refused === undefined ? [] : [`${name} (${refused})`])),
    ],
    most: fineStepUp(largest),
  };
}

/** A value of the metric as shown in the chart, without its unit. */
export function numberOf(value: number | null, { factor }: UnitScale): string {
  return value === null ? '–' : formatNumber(value / factor, 3);
}

/** An interval such as "0.12 to 0.2". */
export function intervalOf({ low, high }: SettingEffect, scale: UnitScale): string {
  return low === null || high === null ? '–' : `${numberOf(low, scale)} to ${numberOf(high, scale)}`;
}

/** The smallest and the largest absolute value in the effect's 95 % interval. Undefined if there is no interval. */
export function sizesOf({ low, high }: SettingEffect): readonly [number, number] | undefined {
  if (low === null || high === null) return undefined;
  const ends = [Math.abs(low), Math.abs(high)];
  return [low <= 0 && high >= 0 ? 0 : Math.min(...ends), Math.max(...ends)];
}
