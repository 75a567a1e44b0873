/** A formula's picture as a drawing, and as a table for files. */

import { formatNumber } from '../../base/format';
import type { Colours } from '../../base/palette';
import type { LaneRun } from '../../core/run/lanes';
import type { Drawing } from '../../core/save/drawing';
import { fileName, provenanceOfScene, sceneName } from '../../core/save/provenance-of-scene';
import type { SavedCell, SavedColumn, SavedTable } from '../../core/save/saved-table';
import { FIGURE, svgFigure } from '../../core/save/svg-figure';
import type { SceneActions } from '../../core/scene/scene-store';
import { Figure } from '../../ui/figure/Figure';
import { along } from '../../ui/figure/scale';
import { figureLayout } from './figure-layout';
import { Marks } from './PictureMarks';
import type { Knob, Picture, Settings } from './picture';
import type { ShownPicture } from './use-picture';

type Shown = Pick<ShownPicture, 'definition' | 'picture' | 'knobs' | 'settings'>;
type Asked = Pick<SceneActions, 'linkOf'>;

export async function pictureDrawing(
  { definition, picture, knobs, settings }: Shown,
  lanes: readonly LaneRun[],
  actions: Asked,
  colours: Colours,
): Promise<Drawing> {
  const layout = figureLayout(picture, FIGURE);
  return {
    name: nameOf(definition.id),
    provenance: await provenanceOfScene(definition.title, lanes, actions),
    ...svgFigure(
      <figure className="picture">
        <Figure size={FIGURE}>
          <Marks picture={picture} layout={layout} size={FIGURE} />
        </Figure>
      </figure>,
      {
        title: definition.title,
        about: knobs.map((knob) => knobWords(knob, settings)).join(' · '),
        formula: definition.formula,
        colours,
      },
    ),
  };
}

export async function pictureTable(
  { definition, picture, knobs, settings }: Shown,
  lanes: readonly LaneRun[],
  actions: Asked,
): Promise<SavedTable> {
  return {
    name: nameOf(definition.id),
    ...numbersOf(picture, knobs, settings),
    remark: [...definition.formula, definition.source].join('\n'),
    provenance: await provenanceOfScene(definition.title, lanes, actions),
  };
}

/** One row per point. The values that the user has set are the same in all rows. */
export function numbersOf(
  picture: Picture,
  knobs: readonly Knob[],
  settings: Settings,
): Pick<SavedTable, 'columns' | 'rows'> {
  const { curves, histograms, dots, guides, x, y } = picture;
  const points: readonly (readonly SavedCell[])[] = [
    ...curves.flatMap(({ name, points: of }) => of.map(([at, value]) => ['curve', name, at, value] as const)),
    ...histograms.flatMap(({ name, values }) =>
      // The value belongs to the middle of its interval.
      values.map((value, part) => ['measured', name, along(x, (part + 0.5) / values.length), value] as const),
    ),
    ...dots.map((dot) => [DOTS[dot.kind], dot.name, dot.x, dot.y] as const),
    ...guides.map(
      (it) => ['guide', it.text, it.along === 'x' ? it.at : null, it.along === 'y' ? it.at : null] as const,
    ),
  ];
  const values = knobs.map(({ id }) => settings(id));
  return {
    columns: [
      { name: 'kind', meaning: `curve, guide (a line at a named value), or ${Object.values(DOTS).join(', ')}` },
      { name: 'name', meaning: 'Name in the picture' },
      { name: 'x', kind: 'number', meaning: x.title },
      { name: 'y', kind: 'number', meaning: y.title },
      ...knobs.map(columnOf),
    ],
    rows: points.map((row) => [...row, ...values]),
  };
}

/** Names of the sources of measured values. */
const DOTS = { now: 'measured', experiment: 'experiment', paper: 'paper', ns2: 'ns-2' } as const;

function columnOf({ id, name, unit }: Knob): SavedColumn {
  const meaning = `Setting of the formula: ${name}${unit === 'switch' ? ' (1 on, 0 off)' : ''}`;
  return { name: `set_${id}`, ...(unit === '' || unit === 'switch' ? {} : { unit }), meaning };
}

function knobWords({ id, name, symbol, unit }: Knob, settings: Settings): string {
  const value = settings(id);
  const words = symbol === '' ? name : `${name} ${symbol}`;
  if (unit === 'switch') return `${words}: ${value === 1 ? 'on' : 'off'}`;
  return `${words} = ${formatNumber(value, 3)}${unit === '' ? '' : ` ${unit}`}`;
}

function nameOf(id: string): string {
  return fileName(sceneName(), 'theory', id);
}
