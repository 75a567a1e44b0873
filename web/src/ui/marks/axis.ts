/** The still part of a plot: grid and guide lines. Texts are painted with all others. */

import type { PlotPen } from './ink';

export interface Tick {
  /** Place in pixels along its axis. */
  readonly at: number;
  readonly text: string;
}

/** A dashed line across the plot at a named value, e.g. the fair share; its name stands beside the plot. */
interface GuideMark {
  readonly y: number;
  readonly isStrong: boolean;
}

/** Where the plot proper lies within its canvas [CSS px]. */
export interface Region {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface AxesMark {
  readonly region: Region;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly guides: readonly GuideMark[];
}

export function paintAxes({ context, colours }: PlotPen, axes: AxesMark): void {
  const { left, right, bottom } = axes.region;
  context.fillStyle = colours.grid;
  for (const { at } of axes.yTicks) context.fillRect(left, Math.round(at), right - left, 1);
  for (const { at } of axes.xTicks) context.fillRect(Math.round(at), bottom, 1, 4);
  for (const { y, isStrong } of axes.guides) {
    context.strokeStyle = colours.guide;
    context.lineWidth = isStrong ? 1.5 : 1;
    context.setLineDash(isStrong ? [6, 4] : [3, 3]);
    context.beginPath();
    context.moveTo(left, Math.round(y) + 0.5);
    context.lineTo(right, Math.round(y) + 0.5);
    context.stroke();
  }
  context.setLineDash([]);
}
