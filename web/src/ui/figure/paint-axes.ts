/** A plot's axis lines on a canvas, with its guides. The numbers are painted with the other texts. */

import type { PlotPen } from '../marks/ink';
import { paintRule } from '../marks/rule-mark';
import { type Axes, axisRules, level } from './axis';

/** A dashed line across the plot at a named value, such as the fair share. Its name is beside the plot. */
export interface GuideMark {
  readonly y: number;
  readonly isStrong: boolean;
}

export interface AxesMark extends Axes {
  readonly guides: readonly GuideMark[];
}

export function paintAxes({ context, colours }: PlotPen, axes: AxesMark): void {
  const { left, right } = axes.region;
  for (const rule of axisRules(axes)) paintRule(context, rule, { colours });
  for (const { y, isStrong } of axes.guides) {
    const look = isStrong ? { width: 1.5, dash: [6, 4] } : { width: 1, dash: [3, 3] };
    paintRule(context, { ...level(left, right, y, 'guide'), ...look }, { colours });
  }
}
