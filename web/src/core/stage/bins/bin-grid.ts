/**
 * A grid of bins, with one row for each level. A lighter bin has a higher drop probability. The bar beside a bin shows
 * the number of its packets. Bins with probability 1 are hatched, and the arrival's bins are framed.
 */

import { formatFixed } from '../../../base/format';
import type { Rect } from '../../../base/rect';
import type { StageMark } from '../stage-display';
import type { StageSource } from '../stage-memory';

interface BinGrid {
  readonly rect: Rect;
  readonly levels: number;
  /** Number of bins in each level. */
  readonly bins: number;
  readonly width: number;
  readonly height: number;
}

/** Drop probability from which a bin is drawn as one with probability 1. */
const SURELY = 0.9995;

/**
 * Number of levels: the parameter `levels` if there is one, otherwise the total number of bins divided by the parameter
 * `bins`, which is the number for each level. Without both parameters there is one level.
 */
export function binLevels(run: StageSource): number {
  const { length } = run.latest.bins.probability;
  const { levels, bins } = run.facts.params;
  const levelCount = Number(levels ?? (bins === undefined ? 1 : length / Number(bins)));
  return levelCount >= 1 && length % levelCount === 0 ? levelCount : 1;
}

export function layoutBins(run: StageSource, rect: Rect): BinGrid {
  const levels = binLevels(run);
  const bins = run.latest.bins.probability.length / levels;
  return { rect, levels, bins, width: rect.width / Math.max(1, bins), height: rect.height / levels };
}

function cell({ rect, bins, width, height }: BinGrid, bin: number): Rect {
  const gap = Math.min(1.5, width * 0.12, height * 0.15);
  const x = rect.x + (bin % bins) * width;
  const y = rect.y + Math.floor(bin / bins) * height;
  return { x, y, width: Math.max(1, width - gap), height: Math.max(1, height - gap) };
}

/** Bins of the arrival, one for each level, as recorded in the decision. */
export function arrivalBins(run: StageSource): readonly number[] {
  const quantity = run.about.quantities.findIndex(({ id }) => id === 'bin');
  if (quantity < 0 || run.decision === undefined) return [];
  return run.decision.steps.flatMap((step) =>
    step.kind === 'value' && step.quantity === quantity ? [step.value] : [],
  );
}

export function paintBins(marks: StageMark[], run: StageSource, grid: BinGrid, strength: number): void {
  const { probability, packets } = run.latest.bins;
  const size = run.facts.params.bin_size;
  let most = typeof size === 'number' && size > 0 ? size : 1;
  for (const count of packets) if (count > most) most = count;
  for (let bin = 0; bin < probability.length; bin += 1) {
    const { x, y, width, height } = cell(grid, bin);
    const p = Math.min(1, Math.max(0, probability[bin] as number));
    const bar = Math.min(5, width * 0.34);
    const box = { kind: 'box', radius: 0 } as const;
    marks.push({ ...box, role: 'bin', x, y, width, height, fill: 'well' });
    // The square root of the probability is used, so that small probabilities are visible.
    if (p > 0)
      marks.push({
        ...box,
        role: 'bin-p',
        x,
        y,
        width: width - bar,
        height,
        fill: 'text',
        opacity: 0.9 * Math.sqrt(p),
      });
    const full = height * Math.min(1, (packets[bin] as number) / most);
    if (full > 0)
      marks.push({
        ...box,
        role: 'bin-packets',
        x: x + width - bar,
        y: y + height - full,
        width: bar,
        height: full,
        fill: 'link',
      });
    if (p >= SURELY) hatch(marks, { x, y, width: width - bar, height });
    marks.push({ ...box, role: 'bin-border', x, y, width, height, stroke: 'border', lineWidth: 0.75, opacity: 0.6 });
  }
  if (strength <= 0) return;
  const path = arrivalBins(run).filter((bin) => bin >= 0 && bin < probability.length);
  // Connections are painted first, so that the frames are on top of them.
  for (const [level, bin] of path.entries()) {
    const after = path[level + 1];
    if (after === undefined) continue;
    const here = cell(grid, bin);
    const next = cell(grid, after);
    marks.push({
      ...{ kind: 'rule', role: 'hash-path', ink: 'focus', width: 1.5, opacity: strength * 0.6 },
      ...{ x1: here.x + here.width / 2, y1: here.y + here.height / 2 },
      ...{ x2: next.x + next.width / 2, y2: next.y + next.height / 2 },
    });
  }
  for (const bin of path) {
    const { x, y, width, height } = cell(grid, bin);
    marks.push({
      ...{ kind: 'box', role: 'arrival-bin', x: x - 1.5, y: y - 1.5, width: width + 3, height: height + 3, radius: 2 },
      ...{ stroke: 'focus', lineWidth: 2.5, opacity: strength },
    });
  }
}

/** Hatching with rising strokes, in the colour of the background. */
function hatch(marks: StageMark[], { x, y, width, height }: Rect): void {
  const rule = { kind: 'rule', role: 'hatch', ink: 'page', width: 1.75 } as const;
  const step = Math.max(4, Math.min(7, height * 0.5));
  for (let at = step / 2; at < width + height; at += step) {
    const x1 = x + Math.max(0, at - height);
    const x2 = x + Math.min(width, at);
    marks.push({ ...rule, x1, y1: y + Math.min(height, at), x2, y2: y + Math.max(0, at - width) });
  }
}

interface BinNote {
  readonly place: Rect;
  readonly facts: { readonly title: string; readonly lines: readonly string[] };
}

export function binAt(run: StageSource, grid: BinGrid, x: number, y: number): BinNote | undefined {
  const { rect, levels, bins, width, height } = grid;
  const column = Math.floor((x - rect.x) / width);
  const level = Math.floor((y - rect.y) / height);
  if (column < 0 || column >= bins || level < 0 || level >= levels) return undefined;
  const bin = level * bins + column;
  const p = run.latest.bins.probability[bin] ?? 0;
  const packets = run.latest.bins.packets[bin] ?? 0;
  return {
    place: cell(grid, bin),
    facts: {
      title: `level ${level + 1}, bin ${column + 1} of ${bins}`,
      lines: [
        `probability ${formatFixed(p, 4)}${p >= SURELY ? ': nothing gets through' : ''}`,
        `${formatFixed(packets, 0)} ${packets === 1 ? 'packet' : 'packets'} counted`,
      ],
    },
  };
}
