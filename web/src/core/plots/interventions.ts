/** Changes of settings during the run, in words: the setting, its former and its new value. Pure. */

import { formatValue } from '../../base/format';
import type { SettingValue } from '../border/scenario';
import type { PlotSource } from './plot-display';

/** A change in words, such as "max threshold 80 packets → 60 packets at 42.3 s". */
export function interventionWords(source: PlotSource, index: number): string {
  const mark = source.marks[index];
  if (mark === undefined) return '';
  const { name, unit } = describe(source, mark.path);
  const before = valueBefore(source, index);
  const from = before === undefined ? '' : `${show(before, unit)} → `;
  return `${name} ${from}${show(mark.value, unit)} at ${Number(mark.at_s.toFixed(2))}\u00a0s`;
}

/** The intervention that is nearest to a simulated time, within `reach_s`. */
export function interventionNear(source: PlotSource, time_s: number, reach_s: number): number | undefined {
  let nearest: number | undefined;
  let least = reach_s;
  for (const [index, mark] of source.marks.entries()) {
    const distance = Math.abs(mark.at_s - time_s);
    if (distance > least) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
}

function valueBefore(source: PlotSource, index: number): SettingValue | undefined {
  const path = source.marks[index]?.path ?? '';
  for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
    const mark = source.marks[earlier];
    if (mark?.path === path) return mark.value;
  }
  const { scenario } = source.facts;
  const param = paramOf(path);
  if (param !== undefined)
    return (
      scenario.lanes[0]?.params[param] ??
      scenario.queue.params[param] ??
      source.about.params.find(({ id }) => id === param)?.default
    );
  return valueAt(scenario, path);
}

function describe(source: PlotSource, path: string): { readonly name: string; readonly unit: string } {
  const param = paramOf(path);
  const pattern = path.replace(/\.\d+\./g, '.*.');
  return (
    source.about.params.find(({ id }) => id === param) ??
    source.catalog.scene_settings.find((setting) => setting.path === path || setting.path === pattern) ?? {
      name: path,
      unit: '',
    }
  );
}

function paramOf(path: string): string | undefined {
  return /^(?:queue|lanes\.\d+)\.params\.(.+)$/.exec(path)?.[1];
}

function valueAt(thing: unknown, path: string): SettingValue | undefined {
  let value = thing;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

function show(value: SettingValue, unit: string): string {
  if (typeof value === 'number') return formatValue(value, unit);
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : value;
}
