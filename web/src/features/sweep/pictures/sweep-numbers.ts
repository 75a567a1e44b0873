/** A sweep as a table for reading, with one row per point in axis order and every lane's result. Pure. */

import { type Numbers, PAGE_ROWS } from '../../../base/numbers';
import type { SettingValue } from '../../../core/border/scenario';
import { laneWords } from './point-words';
import { pointAt, type ShownSweep } from './shown-sweep';

/** `wanted` is the index of the first row, from 0. */
export function sweepNumbers(shown: ShownSweep, wanted = 0): Numbers {
  const { axes, lanes, source, title } = shown;
  const total = source.facts.points;
  const isWhole = total <= PAGE_ROWS;
  const first = isWhole ? 0 : Math.max(0, Math.min(wanted, total - PAGE_ROWS));
  const count = Math.min(total, PAGE_ROWS);
  const rows = Array.from({ length: count }, (_, place): readonly string[] => {
    // The row number is converted to indices. The last setting varies fastest.
    let rest = first + place;
    const steps = axes.map(() => 0);
    for (let axis = axes.length - 1; axis >= 0; axis -= 1) {
      const values = axes[axis]?.values.length ?? 1;
      steps[axis] = rest % values;
      rest = Math.floor(rest / values);
    }
    const point = pointAt(
      shown,
      steps.map((step, axis) => axes[axis]?.order[step] ?? 0),
    );
    return [
      String(first + place + 1),
      ...axes.map(({ values, text }, axis) => text(values[steps[axis] ?? 0] as SettingValue)),
      ...lanes.map(({ lane }) => laneWords(shown, { point, lane })),
    ];
  });
  return {
    columns: ['Point', ...axes.map(({ name }) => name), ...lanes.map(({ name }) => `${name}: ${title}`)],
    rows,
    ...(isWhole ? {} : { part: { of: 'Point', first, total } }),
  };
}
