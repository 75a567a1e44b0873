/** Drop rates by reason. They are shown when there are too many drops for a viewer to follow. Pure. */

import type { ReasonFamily } from '../../base/palette';
import type { StageSource } from './stage-memory';

export interface DropCount {
  readonly family: ReasonFamily;
  /** Mean drop rate over the last `window_s` seconds of simulated time. */
  readonly per_s: number;
  readonly window_s: number;
}

/** Rates of drops over the last `window_s`, one for each family of reasons that the discipline has. */
export function countDrops({ catalog, about, latest, series }: StageSource, window_s: number): readonly DropCount[] {
  const { now_s } = latest.scalars;
  let end = series.bucketAt(now_s);
  // A bucket that ends after the displayed time is left out, since it also contains later drops.
  if ((series.time_s[end] ?? 0) > now_s + 1e-6) end -= 1;
  const counts = new Map<ReasonFamily, number>();
  const places = catalog.reasons.flatMap(({ id, is_mark }, place) =>
    about.reasons.includes(id) && !is_mark ? [place] : [],
  );
  for (const place of places) counts.set(catalog.reasons[place]?.family ?? 'overflow', 0);
  let from_s = series.time_s[end] ?? 0;
  const until_s = from_s;
  for (let bucket = end; bucket >= 0 && from_s > until_s - window_s + 1e-6; bucket -= 1) {
    from_s = series.startOf(bucket);
    for (const place of places) {
      const family = catalog.reasons[place]?.family ?? 'overflow';
      counts.set(family, (counts.get(family) ?? 0) + (series.reasons[place]?.[bucket] ?? 0));
    }
  }
  const span_s = until_s - from_s;
  return [...counts].map(([family, count]) => ({ family, per_s: span_s > 0 ? count / span_s : 0, window_s: span_s }));
}
