/** A published figure as a drawing and as a table for files. */

import type { Colours } from '../../../base/palette';
import type { FigureCurves, FigureReport } from '../../../core/experiment/report';
import type { Drawing } from '../../../core/save/drawing';
import { provenanceOfPage } from '../../../core/save/provenance-of-page';
import { fileName } from '../../../core/save/provenance-of-scene';
import type { SavedTable } from '../../../core/save/saved-table';
import { FIGURE, svgFigure } from '../../../core/save/svg-figure';
import { Figure } from '../../../ui/figure/Figure';
import { CurveMarks } from './CurveMarks';
import { type CurveOfLane, curvesLayout, type Source } from './curves';

export interface SavedCurves {
  readonly figure: FigureReport;
  readonly curves: FigureCurves;
  readonly lanes: readonly CurveOfLane[];
  readonly onStage: ReadonlyMap<string, number>;
  /** Link that opens the scene on the page. */
  readonly link: string;
  /** Version of the engine's results. Runs under the same version give the same values. */
  readonly numbers: number;
}

/** Names of the sources in tables. */
export const SOURCES: Readonly<Record<Source, string>> = {
  ours: 'ours',
  here: 'run here',
  paper: 'paper',
  ns2: 'ns-2',
};

export function drawingOfCurves(saved: SavedCurves, colours: Colours): Drawing {
  const { figure, curves, lanes, onStage } = saved;
  const layout = curvesLayout(lanes, onStage, curves, figure, FIGURE);
  return {
    name: nameOf(saved),
    provenance: provenance(saved),
    ...svgFigure(
      <Figure size={FIGURE}>
        <CurveMarks layout={layout} fontSize={FIGURE.fontSize} open={undefined} />
      </Figure>,
      {
        title: titleOf(saved),
        about: `${figure.title}. Discs with bars: our means with 95 % intervals, ${seedsOf(figure)} seeds. Diamonds: printed in the document. Squares: ns-2. Crosses: run on the page.`,
        colours,
      },
    ),
  };
}

export function tableOfCurves(saved: SavedCurves): SavedTable {
  const { figure, curves, lanes } = saved;
  return {
    name: nameOf(saved),
    columns: [
      { name: 'preset', meaning: 'Id of the scene' },
      {
        name: 'at',
        kind: 'number',
        ...(figure.axis.unit !== '' && { unit: figure.axis.unit }),
        meaning: figure.axis.name,
      },
      { name: 'lane', meaning: 'Id of the lane' },
      { name: 'source', meaning: `Source of the value: ${Object.values(SOURCES).join(', ')}` },
      { name: 'value', kind: 'number', ...(curves.unit !== '' && { unit: curves.unit }), meaning: curves.name },
      { name: 'low', kind: 'number', meaning: 'Lower end of the 95 % interval' },
      { name: 'high', kind: 'number', meaning: 'Upper end of the 95 % interval' },
    ],
    rows: lanes.flatMap(({ lane, points }) =>
      points.map(({ source, place, value, interval }) => {
        const point = figure.points[place];
        const ends = interval ?? [null, null];
        return [point?.preset ?? null, point?.at ?? null, lane, SOURCES[source], value, ends[0], ends[1]];
      }),
    ),
    provenance: provenance(saved),
  };
}

/** A title such as "Fig. 3: UDP throughput". */
export function titleOf({ curves }: Pick<SavedCurves, 'curves'>): string {
  return `${curves.place}: ${curves.name}`;
}

/** Number of seeds in the stored runs of every point. */
export function seedsOf({ points }: FigureReport): number {
  return Math.min(...points.map(({ seeds }) => seeds));
}

function nameOf({ figure, curves }: SavedCurves): string {
  return fileName(figure.id, curves.metric.replaceAll('_', '-'));
}

function provenance(saved: SavedCurves) {
  const { figure, lanes, link, numbers } = saved;
  const seeds = Array.from({ length: seedsOf(figure) }, (_, seed) => seed + 1);
  return provenanceOfPage(
    titleOf(saved),
    link,
    { engine_version: figure.engine, numbers },
    { seeds, lanes: lanes.map(({ lane }) => lane) },
  );
}
