/** The still part of a plot: grid, tick labels, guide lines with their names. */

import { paintHaloText } from './halo-text';
import type { PlotPen } from './ink';

export interface Tick {
  /** Place in pixels along its axis. */
  readonly at: number;
  readonly text: string;
}

/** A dashed line across the plot at a named value, e.g. the fair share. */
export interface GuideMark {
  readonly y: number;
  readonly text: string;
  /** Where the text stands: over the line or under it; nowhere if another text has the place. */
  readonly side: 'over' | 'under' | 'none';
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

export function paintAxes({ context, colours, font, fontSize }: PlotPen, axes: AxesMark): void {
  const { left, right, bottom } = axes.region;
  context.font = font;
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  for (const { at, text } of axes.yTicks) {
    context.fillStyle = colours.grid;
    context.fillRect(left, Math.round(at), right - left, 1);
    context.fillStyle = colours.textSoft;
    context.fillText(text, left - fontSize * 0.5, at + 0.5);
  }
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  for (const { at, text } of axes.xTicks) {
    context.fillStyle = colours.grid;
    context.fillRect(Math.round(at), bottom, 1, 4);
    context.fillStyle = colours.textSoft;
    context.fillText(text, at, bottom + fontSize * 1.45);
  }
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

/** The names of the guide lines, over whatever lines pass behind them. */
export function paintGuideNames(pen: PlotPen, axes: AxesMark): void {
  const { context, colours, font, fontSize } = pen;
  context.font = font;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const { y, text, side } of axes.guides) {
    if (side === 'none') continue;
    paintHaloText(pen, text, axes.region.right - 4, y + guideTextShift(side, fontSize), colours.textSoft);
  }
}

/**
 * Chooses the side of each name: over its line if no other line or name is in the way and it stays within the region,
 * else under it, else nowhere. The first guides of the list choose first.
 */
export function placeGuides(
  guides: readonly { readonly y: number; readonly text: string; readonly isStrong: boolean }[],
  region: Region,
  fontSize: number,
): GuideMark[] {
  const taken: { top: number; bottom: number }[] = [];
  return guides.map((guide) => {
    const free = (['over', 'under'] as const).find((side) => {
      const centre = guide.y + guideTextShift(side, fontSize);
      const box = { top: centre - fontSize * 0.55, bottom: centre + fontSize * 0.55 };
      if (box.top < region.top - fontSize * 0.5 || box.bottom > region.bottom) return false;
      if (taken.some((other) => box.top < other.bottom && other.top < box.bottom)) return false;
      if (guides.some((other) => other !== guide && other.y > box.top && other.y < box.bottom)) return false;
      taken.push(box);
      return true;
    });
    return { ...guide, side: free ?? 'none' };
  });
}

function guideTextShift(side: 'over' | 'under', fontSize: number): number {
  return side === 'over' ? -fontSize * 0.75 : fontSize * 0.85;
}
