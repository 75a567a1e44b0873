/** The picture that suits a sweep: curves over a number, dots over words, a map for two settings. Pure. */

import { curvesPicture } from './curves';
import type { ShownSweep } from './shown-sweep';
import type { PictureView, SweepPicture } from './sweep-picture';
import type { TheoryCurve } from './theory-over';

/** Settings that a picture has room for. */
export const MOST_AXES = 2;

export function sweepPicture(
  shown: ShownSweep,
  theory: readonly TheoryCurve[],
  view: PictureView,
): SweepPicture | undefined {
  const [first] = shown.axes;
  if (shown.axes.length > MOST_AXES || shown.lanes.length === 0 || first === undefined) return undefined;
  return curvesPicture(shown, theory, view);
}
