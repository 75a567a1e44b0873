/** Chooses a sweep's picture: curves over a number, dots over options, or a map for two settings. Pure. */

import type { SweepFacts } from '../../../core/experiment/sweep';
import { curvesPicture } from './curves';
import { wordsPicture } from './dots-over-words';
import { heatMaps } from './heat-map';
import type { ShownSweep } from './shown-sweep';
import type { PictureView, SweepPicture } from './sweep-picture';
import type { TheoryCurve } from './theory-over';

/** Maximum number of settings in one picture. */
const MOST_AXES = 2;

export function hasPicture({ axes, metrics }: Pick<SweepFacts, 'axes' | 'metrics'>): boolean {
  return axes.length <= MOST_AXES && metrics.length > 0;
}

export function sweepPicture(
  shown: ShownSweep,
  theory: readonly TheoryCurve[],
  view: PictureView,
): SweepPicture | undefined {
  const [first] = shown.axes;
  if (!hasPicture(shown.source.facts) || shown.lanes.length === 0 || first === undefined) return undefined;
  if (shown.axes.length === 2) return heatMaps(shown, view);
  return first.scale === 'words' ? wordsPicture(shown, view) : curvesPicture(shown, theory, view);
}
