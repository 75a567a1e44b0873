/** The choices of a figure for a paper: what the dialog offers for a sweep, and the definition that it draws. Pure. */

import {
  FIGURE_SCHEMA,
  type FigureAxis,
  type FigureInterval,
  type FigureKind,
  type FigureLegend,
  type FigurePalette,
  type PlotFigure,
} from '../../../core/experiment/plot.gen';
import type { SweepFacts } from '../../../core/experiment/sweep';
import type { SweepForm, SweepLook } from '../sweep-form';
import { settingsOf } from '../sweep-scene';

/** A figure's definition. The engine chooses a suitable value for every absent field. */
export type Figure = Partial<PlotFigure>;

/** Name of the lane among a figure's axes. */
export const LANE = 'lane';

export interface Option {
  readonly id: string;
  readonly name: string;
}

export const KINDS: Readonly<Record<FigureKind, string>> = {
  curves: 'Curves',
  differences: 'Differences',
  box: 'Box plots',
};
export const INTERVALS: Readonly<Record<FigureInterval, string>> = {
  student: 'mean, 95 % interval',
  quartiles: 'median, quartiles',
  none: 'mean alone',
};
export const LEGENDS: Readonly<Record<FigureLegend, string>> = {
  top: 'above',
  right: 'at the right',
  direct: 'at the lines',
  none: 'nowhere',
};
export const PALETTES: Readonly<Record<FigurePalette, string>> = {
  'okabe-ito': 'Okabe and Ito',
  viridis: 'Viridis',
  grey: 'greys',
};

/**
 * The figure for saving that shows the same as the sweep's picture on the page: a quantity, or its difference between
 * lanes.
 */
export function figureOf({ metric, against }: SweepLook, { metrics, lanes }: SweepFacts): Figure {
  const y = metrics.some(({ id }) => id === metric) ? { y: metric } : {};
  const isDifference = against !== undefined && lanes.length > 1 && lanes.includes(against);
  return isDifference ? { kind: 'differences', against, ...y } : y;
}

/** The figure with another value of a field. Undefined removes the field. */
export function withField<Field extends keyof PlotFigure>(
  figure: Figure,
  field: Field,
  value: PlotFigure[Field] | undefined,
): Figure {
  const { [field]: _, ...others } = figure;
  return value === undefined ? others : { ...others, [field]: value };
}

/** The figure with another kind, without the fields that this kind lacks. */
export function withKind(figure: Figure, kind: FigureKind, { against, lanes }: SweepFacts): Figure {
  const changed = { ...figure, kind };
  if (kind !== 'differences') return withField(changed, 'against', undefined);
  const compared = withField(changed, 'against', figure.against ?? against ?? lanes[0]);
  return figure.interval === 'quartiles' ? withField(compared, 'interval', undefined) : compared;
}

/** The possible axes: the settings, and the lane if there are several. */
export function axisOptions(facts: SweepFacts, nameOf: (path: string) => string): readonly Option[] {
  const derived = facts.derived ?? [];
  const settings = [...settingsOf(facts), ...derived].map(({ path }) => ({ id: path, name: nameOf(path) }));
  return facts.lanes.length > 1 ? [...settings, { id: LANE, name: 'lane' }] : settings;
}

/** The sweep's metrics. A range such as `flow_throughput_bps:1..34` is listed before its single metrics. */
export function metricOptions({ metrics }: SweepFacts, form: Pick<SweepForm, 'metrics'>): readonly Option[] {
  const ranges = form.metrics
    .filter((id) => /:\d+\.\.\d+$/.test(id))
    .flatMap((id) => {
      const first = metrics.find((metric) => metric.id === id.replace(/\.\.\d+$/, ''));
      return first === undefined ? [] : [{ id, name: `${first.name} to ${id.replace(/^.*\.\./, '')}` }];
    });
  return [...ranges, ...metrics.map(({ id, name }) => ({ id, name }))];
}

/** True if this kind of figure can have a logarithmic scale on this axis. */
export function canBeLogarithmic({ kind }: Figure, axis: FigureAxis): boolean {
  return axis === 'x' ? kind !== 'box' : kind !== 'differences';
}

/** The axes with a logarithmic scale. By default, this is the horizontal axis if its values differ by equal factors. */
export function logarithmic(figure: Figure, facts: SweepFacts): readonly FigureAxis[] {
  const x = facts.axes.find(({ path, coupled = [] }) =>
    figure.x === undefined ? true : [path, ...coupled.map((one) => one.path)].includes(figure.x),
  );
  const own: readonly FigureAxis[] = x?.path === (figure.x ?? x?.path) && x?.is_logarithmic === true ? ['x'] : [];
  return (figure.log ?? own).filter((axis) => canBeLogarithmic(figure, axis));
}

/**
 * The fields of a figure that the user typed as a JSON object; none for empty text. If the text is no such object, the
 * problem in words.
 */
export function typedFields(text: string): Figure | string {
  if (text.trim() === '') return {};
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given === 'object' && given !== null && !Array.isArray(given)) return given;
    return 'is no JSON object such as {"names": {"red": "RED"}}';
  } catch (problem) {
    return `is no JSON: ${problem instanceof Error ? problem.message : String(problem)}`;
  }
}

/** The figure fields for which the dialog has controls. */
const FIELDS: ReadonlySet<string> = new Set<keyof PlotFigure>([
  'kind',
  'x',
  'y',
  'against',
  'facet',
  'log',
  'interval',
  'width_mm',
  'palette',
  'legend',
]);

/** Divides a file's figure into the fields for which the dialog has controls and a JSON text of all other fields. */
export function dividedFigure(given: Figure): { readonly figure: Figure; readonly typed: string } {
  const fields = Object.entries(given).filter(([name]) => name !== 'schema');
  const others = fields.filter(([name]) => !FIELDS.has(name));
  return {
    figure: Object.fromEntries(fields.filter(([name]) => FIELDS.has(name))),
    typed: others.length === 0 ? '' : JSON.stringify(Object.fromEntries(others)),
  };
}

/** The definition that is drawn. Fields that the kind lacks are left out. */
export function drawnFigure(figure: Figure, typed: Figure): Figure {
  const log = figure.log?.filter((axis) => canBeLogarithmic(figure, axis));
  return { ...withField(figure, 'log', log), ...typed };
}

/** The text of a figure file, which `chokepoint plot --figure` reads. */
export function figureFile(figure: Figure): string {
  return `${JSON.stringify({ schema: FIGURE_SCHEMA, ...figure }, null, 2)}\n`;
}
