/**
 * Marks on the plots for values that the preset's paper prints, and for values that ns-2 measured in the same scene.
 * Pure.
 */

import { formatNumber, unitScale } from '../../base/format';
import { meanOfWindow } from '../../ui/figure-words';
import type { Ink } from '../../ui/marks/ink';
import type { ReferenceKind } from '../../ui/marks/reference-mark';
import type { Scenario } from '../border/scenario';
import type { PresetFile } from '../experiment/preset-file';
import { compareWithPreset } from '../experiment/scene-lanes';
import { focusFirst, type PlotLane, type PlotLanes, type PublishedMark } from './plot-lanes';

export type { PublishedMark };

/** The parts of a preset file with printed values and values of reference simulators. */
export interface PublishedValues {
  readonly published?:
    | readonly { readonly lane: string; readonly metric: string; readonly value: number }[]
    | undefined;
  readonly reference?: readonly { readonly lane: string; readonly metric: string; readonly mean: number }[] | undefined;
}

/**
 * The metrics whose published values are marked: metric, plot, unit, and the colour of the plotted line that shows the
 * same metric. If a plot has several metrics, the first one with a value is marked. Delays are shown only in the
 * comparison with the paper, since no plot has an axis of delays.
 */
const PLOT_OF: readonly (readonly [
  metric: string,
  plot: PublishedMark['plot'],
  unit: PublishedMark['unit'],
  line: Ink,
])[] = [
  ['udp_throughput_bps', 'throughput', 'bit/s', 'unresponsive'],
  ['jain_index', 'fairness', '', 'text'],
  ['avg_queue_packets', 'queue', 'packets', 'average'],
  ['queue_packets', 'queue', 'packets', 'link'],
];

/**
 * Marks of published values for a scene. There are no marks if the scene's traffic differs from the preset's. The marks
 * are grey if only settings differ.
 */
export function marksBeside(
  scenario: Scenario,
  file: PresetFile & PublishedValues,
): readonly PublishedMark[] | undefined {
  const comparison = compareWithPreset(scenario, file);
  return comparison === 'other' ? undefined : publishedMarks(file, comparison === 'changed');
}

/**
 * Marks of a preset's published values and reference values. `isOfUnchanged` is true if the scene on the page was
 * changed, so that the values belong to the unchanged scene.
 */
export function publishedMarks(values: PublishedValues, isOfUnchanged: boolean): readonly PublishedMark[] {
  const all = [
    ...(values.published ?? []).map((it) => ({ ...it, kind: 'paper' as const })),
    ...(values.reference ?? []).map(({ lane, metric, mean }) => ({ lane, metric, value: mean, kind: 'ns2' as const })),
  ];
  const marks: PublishedMark[] = [];
  for (const [metric, plot, unit, line] of PLOT_OF)
    for (const { lane, value, kind } of all.filter((it) => it.metric === metric)) {
      if (marks.some((mark) => mark.plot === plot && mark.lane === lane && mark.kind === kind)) continue;
      marks.push({ plot, lane, value, unit, kind, line, isOfUnchanged });
    }
  return marks;
}

const SHAPES: Readonly<Record<ReferenceKind, string>> = { paper: '◇', ns2: '□' };
const NAMES: Readonly<Record<ReferenceKind, string>> = { paper: 'paper', ns2: 'ns-2' };

/** Number of significant digits of a value. A value below `SMALL` has fewer, because its leading zeros need room. */
const DIGITS = 3;
const SMALL = 0.1;
const SMALL_DIGITS = 2;

interface Reference {
  readonly mark: PublishedMark;
  readonly colour: Ink;
  /**
   * Name and value, which are shown for the focused lane. The marks of other lanes show only the colour of the lane.
   */
  readonly words: readonly [name: string, value: string] | undefined;
}

/**
 * The marks of a plot, beginning with the focused lane. Marks of the unchanged scene are grey, so their colour cannot
 * show the lane. With several lanes, grey marks are therefore shown only for the focused lane.
 */
export function referencesOf(plot: PublishedMark['plot'], lanes: PlotLanes): readonly Reference[] {
  return focusFirst(lanes).flatMap((lane) =>
    marksOf(lanes, lane, plot)
      .filter(({ isOfUnchanged }) => !isOfUnchanged || lane === lanes.focus)
      .map(
        (mark): Reference => ({
          mark,
          colour: mark.isOfUnchanged ? 'textFaint' : lanes.isSingle ? mark.line : lane.colour,
          words: lane === lanes.focus ? wordsOf(mark, lane) : undefined,
        }),
      ),
  );
}

/** Name and value of a mark. A rate is in the unit of its plot. */
function wordsOf({ kind, value, unit }: PublishedMark, { source }: PlotLane): readonly [name: string, value: string] {
  const shown = value / unitScale(source.facts.capacity_bps, unit).factor;
  return [NAMES[kind], formatNumber(shown, shown < SMALL ? SMALL_DIGITS : DIGITS)];
}

/**
 * Short description of the marked values. It says that they belong to another scene, or that they are means over the
 * run.
 */
export function captionOf(lanes: PlotLanes): string {
  return areOfUnchanged(lanes) ? 'unchanged scene' : wholeRun(lanes);
}

function areOfUnchanged({ published = [] }: PlotLanes): boolean {
  return published.some(({ isOfUnchanged }) => isOfUnchanged);
}

/** Text such as "mean of 200 s" for a published value, which is a mean over the measured window. */
function wholeRun({ focus }: PlotLanes): string {
  const { measured_from_s, duration_s } = focus.source.facts.scenario;
  return meanOfWindow(measured_from_s, duration_s);
}

function isOf({ name, source }: PlotLane, mark: PublishedMark): boolean {
  return mark.lane === source.about.id || mark.lane === name;
}

function marksOf({ published = [] }: PlotLanes, lane: PlotLane, plot: PublishedMark['plot']): readonly PublishedMark[] {
  return published.filter((mark) => mark.plot === plot && isOf(lane, mark));
}

/** Text of the marks for screen readers. */
export function publishedWords(plot: PublishedMark['plot'], lanes: PlotLanes): string {
  const texts = lanes.all.flatMap((lane) =>
    marksOf(lanes, lane, plot).map((mark) =>
      [...(lanes.isSingle ? [] : [lane.name]), ...wordsOf(mark, lane)].join(' '),
    ),
  );
  const of = areOfUnchanged(lanes) ? OF_UNCHANGED : wholeRun(lanes);
  return texts.length === 0 ? '' : ` Other sources, ${of}: ${texts.join(', ')}.`;
}

/** Legend of a plot's marks: "◇ paper □ ns-2" or "◇ paper of the unchanged scene". */
export function referenceKey(plot: PublishedMark['plot'], lanes: PlotLanes): string {
  const kinds = new Set(referencesOf(plot, lanes).map(({ mark }) => mark.kind));
  const shapes = [...kinds].map((kind) => `${SHAPES[kind]} ${NAMES[kind]}`).join('   ');
  return shapes !== '' && areOfUnchanged(lanes) ? `${shapes} ${OF_UNCHANGED}` : shapes;
}

const OF_UNCHANGED = 'of the unchanged scene';

/** Kinds of the marks that the displayed lanes have, for the legend. */
export function kindsShown(lanes: PlotLanes): {
  readonly kinds: readonly ReferenceKind[];
  readonly areOfUnchanged: boolean;
} {
  const { all, published = [] } = lanes;
  const shown = published.filter((mark) => all.some((lane) => isOf(lane, mark)));
  return {
    kinds: (['paper', 'ns2'] as const).filter((kind) => shown.some((mark) => mark.kind === kind)),
    areOfUnchanged: areOfUnchanged(lanes),
  };
}
