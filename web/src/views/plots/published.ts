/**
 * Values from elsewhere as ghost marks on the plots: what the paper of the open preset prints, and what real ns-2 measured
 * in the same scene. Pure.
 */

import { formatNumber, formatValue, unitScale } from '../../base/format';
import type { AxesMark } from '../../marks/axis';
import type { ReferenceKind, ReferenceMark } from '../../marks/reference-mark';
import type { Coloured } from './plot-display';
import { focusFirst, type PlotLane, type PlotLanes, type PublishedMark } from './plot-lanes';

export type { PublishedMark };

/** The parts of a preset file that are about values from elsewhere. */
export interface PublishedValues {
  readonly published?:
    | readonly { readonly lane: string; readonly metric: string; readonly value: number }[]
    | undefined;
  readonly reference?: readonly { readonly lane: string; readonly metric: string; readonly mean: number }[] | undefined;
}

/** Which metrics have a plot; the first that a lane has wins there. */
const PLOT_OF: readonly (readonly [metric: string, plot: PublishedMark['plot'], unit: string])[] = [
  ['udp_throughput_bps', 'throughput', 'bit/s'],
  ['jain_index', 'fairness', ''],
  ['avg_queue_packets', 'queue', 'packets'],
  ['queue_packets', 'queue', 'packets'],
  ['queueing_delay_s', 'queue', 's'],
];

/** The link of the scene: what its values are drawn against. */
export interface PublishedLink {
  readonly capacity_bps: number;
  readonly packet_bytes: number;
}

/** A delay is drawn where a queue of that length stands. */
export function publishedMarks(values: PublishedValues, link: PublishedLink): readonly PublishedMark[] {
  const packets_per_s = link.capacity_bps / (8 * link.packet_bytes);
  const all = [
    ...(values.published ?? []).map((it) => ({ ...it, kind: 'paper' as const })),
    ...(values.reference ?? []).map(({ lane, metric, mean }) => ({ lane, metric, value: mean, kind: 'ns2' as const })),
  ];
  const marks: PublishedMark[] = [];
  for (const [metric, plot, unit] of PLOT_OF)
    for (const { lane, value, kind } of all.filter((it) => it.metric === metric)) {
      if (marks.some((mark) => mark.plot === plot && mark.lane === lane && mark.kind === kind)) continue;
      // Rates in the unit of their plot, as its other labels are.
      const words =
        unit === 's' ? formatValue(value, unit, 3) : formatNumber(value / unitScale(link.capacity_bps, unit).factor, 3);
      marks.push({
        plot,
        lane,
        value: unit === 's' ? value * packets_per_s : value,
        label: `${NAMES[kind]} ${words}`,
        kind,
      });
    }
  return marks;
}

const NAMES: Readonly<Record<ReferenceKind, string>> = { paper: 'paper', ns2: 'ns-2' };

/** The marks of a plot in their places; the lane in focus has words where there is room, the others their colours alone. */
export function referencesOf(
  plot: PublishedMark['plot'],
  lanes: PlotLanes,
  toY: (value: number) => number,
  { region, guides }: Pick<AxesMark, 'region' | 'guides'>,
  fontSize: number,
): Coloured<ReferenceMark>[] {
  const height = fontSize * 1.15;
  // Names of guide lines stand at the same edge.
  const taken = guides.flatMap(({ side, y }) =>
    side === 'none' ? [] : [y + (side === 'over' ? -0.75 : 0.85) * fontSize],
  );
  const isFree = (y: number): boolean =>
    y > region.top && y < region.bottom - fontSize / 2 && taken.every((other) => Math.abs(other - y) >= height);
  return focusFirst(lanes).flatMap((lane) =>
    marksOf(lanes, lane, plot).flatMap((mark): Coloured<ReferenceMark>[] => {
      const value = toY(mark.value);
      if (!Number.isFinite(value)) return [];
      const y = Math.max(region.top, Math.min(region.bottom, value));
      const textY = [0, 1, -1, 1.5, -1.5].map((way) => y + way * height).find(isFree);
      const hasWords = lane === lanes.focus && textY !== undefined;
      if (hasWords) taken.push(textY);
      const colour = lanes.isSingle ? 'textSoft' : lane.colour;
      return [{ y, kind: mark.kind, text: hasWords ? mark.label : '', textY: textY ?? y, colour }];
    }),
  );
}

function isOf({ name, source }: PlotLane, mark: PublishedMark): boolean {
  return mark.lane === source.about.id || mark.lane === name;
}

/** The marks of a lane on a plot. */
function marksOf({ published = [] }: PlotLanes, lane: PlotLane, plot: PublishedMark['plot']): readonly PublishedMark[] {
  return published.filter((mark) => mark.plot === plot && isOf(lane, mark));
}

/** The marks in words, for those who do not see them. */
export function publishedWords(plot: PublishedMark['plot'], lanes: PlotLanes): string {
  const told = lanes.all.flatMap((lane) =>
    marksOf(lanes, lane, plot).map(({ label }) => (lanes.isSingle ? label : `${lane.name} ${label}`)),
  );
  return told.length === 0 ? '' : ` Elsewhere: ${told.join(', ')}.`;
}

/** Which kinds the plots show for the lanes in sight: what the key must explain. */
export function kindsShown({ all, published = [] }: PlotLanes): readonly ReferenceKind[] {
  const shown = published.filter((mark) => all.some((lane) => isOf(lane, mark)));
  return (['paper', 'ns2'] as const).filter((kind) => shown.some((mark) => mark.kind === kind));
}
