/**
 * Values from elsewhere as ghost marks on the plots: what the paper of the open preset prints, and what real ns-2 measured
 * in the same scene. Pure.
 */

import { formatNumber, unitScale } from '../../base/format';
import { meanOfWindow } from '../../ui/figure-words';
import type { Ink } from '../../ui/marks/ink';
import type { ReferenceKind } from '../../ui/marks/reference-mark';
import { focusFirst, type PlotLane, type PlotLanes, type PublishedMark } from './plot-lanes';

export type { PublishedMark };

/** The parts of a preset file that are about values from elsewhere. */
export interface PublishedValues {
  readonly published?:
    | readonly { readonly lane: string; readonly metric: string; readonly value: number }[]
    | undefined;
  readonly reference?: readonly { readonly lane: string; readonly metric: string; readonly mean: number }[] | undefined;
}

/**
 * Which metrics have a plot, and the line that shows the same quantity; the first that a lane has wins there. A delay has
 * none: what a packet waited is no length of the queue, and stands in the comparison with the paper.
 */
const PLOT_OF: readonly (readonly [metric: string, plot: PublishedMark['plot'], unit: string, line: Ink])[] = [
  ['udp_throughput_bps', 'throughput', 'bit/s', 'unresponsive'],
  ['jain_index', 'fairness', '', 'text'],
  ['avg_queue_packets', 'queue', 'packets', 'average'],
  ['queue_packets', 'queue', 'packets', 'link'],
];

/** The link of the scene: what its values are drawn against. */
interface PublishedLink {
  readonly capacity_bps: number;
}

export function publishedMarks(values: PublishedValues, link: PublishedLink): readonly PublishedMark[] {
  const all = [
    ...(values.published ?? []).map((it) => ({ ...it, kind: 'paper' as const })),
    ...(values.reference ?? []).map(({ lane, metric, mean }) => ({ lane, metric, value: mean, kind: 'ns2' as const })),
  ];
  const marks: PublishedMark[] = [];
  for (const [metric, plot, unit, line] of PLOT_OF)
    for (const { lane, value, kind } of all.filter((it) => it.metric === metric)) {
      if (marks.some((mark) => mark.plot === plot && mark.lane === lane && mark.kind === kind)) continue;
      // Rates in the unit of their plot, as its other labels are.
      const shown = formatNumber(value / unitScale(link.capacity_bps, unit).factor, 3);
      marks.push({ plot, lane, value, label: `${NAMES[kind]} ${shown}`, words: [NAMES[kind], shown], kind, line });
    }
  return marks;
}

const SHAPES: Readonly<Record<ReferenceKind, string>> = { paper: '◇', ns2: '□' };
const NAMES: Readonly<Record<ReferenceKind, string>> = { paper: 'paper', ns2: 'ns-2' };

interface Reference {
  readonly mark: PublishedMark;
  readonly colour: Ink;
  /** Name and value, for the lane in focus; the others have their colours alone. */
  readonly words: readonly [name: string, value: string] | undefined;
}

/** The marks of a plot, those of the lane in focus first. */
export function referencesOf(plot: PublishedMark['plot'], lanes: PlotLanes): readonly Reference[] {
  return focusFirst(lanes).flatMap((lane) =>
    marksOf(lanes, lane, plot).map(
      (mark): Reference => ({
        mark,
        colour: lanes.isSingle ? mark.line : lane.colour,
        words: lane === lanes.focus ? mark.words : undefined,
      }),
    ),
  );
}

/** What a value from elsewhere is: a mean over the whole measured window, not the value of any moment. */
export function wholeRun({ focus }: PlotLanes): string {
  const { measured_from_s, duration_s } = focus.source.facts.scenario;
  return meanOfWindow(measured_from_s, duration_s);
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
  return told.length === 0 ? '' : ` Elsewhere, ${wholeRun(lanes)}: ${told.join(', ')}.`;
}

/** The shapes of a plot in a line: "◇ paper   □ ns-2". */
export function referenceKey(plot: PublishedMark['plot'], lanes: PlotLanes): string {
  const kinds = new Set(referencesOf(plot, lanes).map(({ mark }) => mark.kind));
  return [...kinds].map((kind) => `${SHAPES[kind]} ${NAMES[kind]}`).join('   ');
}

/** Which kinds the plots show for the lanes in sight: what the key must explain. */
export function kindsShown({ all, published = [] }: PlotLanes): readonly ReferenceKind[] {
  const shown = published.filter((mark) => all.some((lane) => isOf(lane, mark)));
  return (['paper', 'ns2'] as const).filter((kind) => shown.some((mark) => mark.kind === kind));
}
