/** A screening as a drawing, and as a table for files. */

import type { Colours } from '../../../base/palette';
import type { Catalog } from '../../../core/border/catalog';
import type { Drawing } from '../../../core/save/drawing';
import type { Provenance } from '../../../core/save/provenance';
import { provenanceOfPage } from '../../../core/save/provenance-of-page';
import { fileName, sceneName, sceneTitle } from '../../../core/save/provenance-of-scene';
import type { SavedTable } from '../../../core/save/saved-table';
import { FIGURE, svgFigure } from '../../../core/save/svg-figure';
import type { SceneActions } from '../../../core/scene/scene-store';
import type { ScreeningDefinition, ScreeningFacts } from '../screening';
import { factorWords } from '../screening-words';
import { ScreeningChart } from './ScreeningChart';
import type { ShownScreening } from './shown-screening';

interface ScreeningToSave {
  readonly shown: ShownScreening;
  readonly facts: ScreeningFacts;
  readonly definition: ScreeningDefinition;
  readonly catalog: Catalog;
  readonly actions: Pick<SceneActions, 'linkOf'>;
}

export async function drawingOfScreening(saved: ScreeningToSave, colours: Colours): Promise<Drawing> {
  const { shown } = saved;
  return {
    name: nameOf(saved),
    provenance: await provenanceOf(saved),
    ...svgFigure(
      <figure className="screening">
        <ScreeningChart shown={shown} width={FIGURE.width} fontSize={FIGURE.fontSize} />
      </figure>,
      {
        title: `What changes ${shown.metric.name}?`,
        about: shown.sentence,
        formula: [
          '● μ* with 95 % interval: mean size of the elementary effects    ◇ σ: their standard deviation    ■ a choice or switch: its change, once    ▒ chance stays inside 95 times in 100',
          ...(shown.nothing.length > 0 ? [`No effect on any run: ${shown.nothing.join(', ')}`] : []),
        ],
        colours,
      },
    ),
  };
}

export async function tableOfScreening(saved: ScreeningToSave): Promise<SavedTable> {
  const { shown, facts } = saved;
  const unit = shown.metric.unit === '' ? {} : { unit: shown.metric.unit };
  return {
    name: nameOf(saved),
    columns: [
      { name: 'setting', meaning: 'Dotted path of the setting' },
      { name: 'name', meaning: 'Name of the setting, with the tried value if it is a choice or switch' },
      {
        name: 'way',
        meaning:
          'Way of varying it: levels (elementary effects, Morris 1991) or once (one change of this setting only)',
      },
      { name: 'value', meaning: 'Its value in the scene' },
      { name: 'from', kind: 'number', meaning: 'Lowest level' },
      { name: 'to', meaning: 'Highest level, or the tried value of a choice or switch' },
      {
        name: 'mu_star',
        kind: 'number',
        ...unit,
        meaning: 'Mean size of the elementary effects: change over the whole range',
      },
      {
        name: 'change',
        kind: 'number',
        ...unit,
        meaning: 'Change of the metric if only this choice or switch takes its tried value; mean over the seeds',
      },
      { name: 'low', kind: 'number', ...unit, meaning: 'Lower end of the 95 % interval of mu_star or change' },
      { name: 'high', kind: 'number', ...unit, meaning: 'Upper end of the 95 % interval of mu_star or change' },
      { name: 'mu', kind: 'number', ...unit, meaning: 'Mean of the elementary effects' },
      { name: 'sigma', kind: 'number', ...unit, meaning: 'Standard deviation of the elementary effects' },
      {
        name: 'chance',
        kind: 'number',
        ...unit,
        meaning: 'Limit of chance: exceeded in 5 of 100 screenings by a setting that only changes the random numbers',
      },
      {
        name: 'detectable',
        kind: 'number',
        ...unit,
        meaning: 'True size of a change of a choice or switch that is above chance in about 80 of 100 screenings',
      },
      { name: 'effects', meaning: 'Number of elementary effects used' },
      { name: 'refused', meaning: 'Number left out because the values contradict each other' },
      { name: 'unmoved', meaning: 'Number left out because the rounded value stayed the same' },
      { name: 'without_value', meaning: 'Number left out because a run has no value for the metric' },
    ],
    rows: shown.rows.map(({ name, setting, effect }) => [
      setting.path,
      name,
      setting.levels === undefined ? 'once' : 'levels',
      String(setting.value),
      setting.levels?.[0] ?? null,
      String(setting.levels?.at(-1) ?? setting.other ?? ''),
      effect.mu_star,
      effect.change,
      effect.low,
      effect.high,
      effect.mu,
      effect.sigma,
      effect.chance,
      effect.detectable,
      effect.count,
      effect.refused,
      effect.unmoved,
      effect.without_value,
    ]),
    remark: [
      shown.sentence,
      `Elementary effects on ${shown.metric.name} (${shown.metric.id}): ${facts.trajectories} trajectories, ${facts.levels} levels, ${facts.seeds} seeds, each number ${factorWords(facts.factor)} inside its declared range.`,
      ...(shown.leftOut.length > 0 ? [`Not varied: ${shown.leftOut.join('; ')}.`] : []),
    ].join('\n'),
    provenance: await provenanceOf(saved),
  };
}

async function provenanceOf({ shown, facts, catalog, actions }: ScreeningToSave): Promise<Provenance> {
  return provenanceOfPage(`What changes ${shown.metric.name}? ${sceneTitle()}`, await actions.linkOf(false), catalog, {
    seeds: Array.from({ length: facts.seeds }, (_, place) => place + 1),
    lanes: [facts.aqm],
  });
}

function nameOf({ shown, facts }: ScreeningToSave): string {
  return fileName(sceneName(), 'screening', facts.aqm, shown.metric.id);
}
