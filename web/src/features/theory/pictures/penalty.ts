/** xCHOKe's penalty: how quickly a few hits raise RED's probability. Pure. */

import { formatNumber } from '../../../base/format';
import { hitsUntilCertain, penaltyProbability } from '../../../base/theory/penalty';
import {
  type Axis,
  curve,
  type PictureDefinition,
  percent,
  probabilityAxis,
  type SceneValues,
  type Settings,
} from '../picture';

const HITS: Axis = {
  title: 'hits of a listed flow n',
  from: 0,
  to: 12,
  scale: 'linear',
  ticks: [0, 2, 4, 6, 8, 10, 12],
  text: (value) => formatNumber(value),
};

export const PENALTY: PictureDefinition = {
  id: 'penalty',
  short: 'xCHOKe’s penalty',
  title: 'From hits to a drop probability',
  formula: ['p* = min(1, p_RED · 2ⁿ)'],
  source: 'Domański, Domańska & Klamka 2013, Section 2',
  disciplines: ['xchoke'],
  knobs: (scene) => [
    {
      id: 'p_red',
      name: 'RED’s probability',
      symbol: 'p_RED',
      unit: '',
      min: 0.001,
      max: 1,
      step: 0.001,
      isLogarithmic: true,
      scene: scene.maxProbability / 2,
    },
  ],
  make,
};

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const red = settings('p_red');
  const hits = hitsUntilCertain(red) ?? 0;
  const now = scene.lanes.flatMap((lane) => {
    const own = lane.aqm === 'xchoke' ? lane.gauges.p_b : undefined;
    const certain = own === undefined ? undefined : hitsUntilCertain(own);
    return own === undefined ? [] : [{ ...lane, own, certain }];
  });
  return {
    x: HITS,
    y: probabilityAxis('drop probability p*'),
    curves: [
      curve(HITS, (at) => penaltyProbability(red, at), {
        id: 'penalty',
        name: 'p*',
        colour: 'unresponsive',
        width: 2.5,
      }),
      curve(HITS, () => red, { id: 'red', name: 'p_RED', colour: 'early', width: 1.5, dash: '5 3' }),
    ],
    guides: hits <= HITS.to ? [{ along: 'x', at: hits, text: `certain after ${formatNumber(hits)}` }] : [],
    dots: now.flatMap(({ key, name, colour, own, certain }) =>
      certain === undefined || certain > HITS.to
        ? []
        : [{ key, name, colour, kind: 'now' as const, x: certain, y: penaltyProbability(own, certain) }],
    ),
    histograms: [],
    sees: `Every hit doubles the chance: where RED would drop ${percent(red)}, ${formatNumber(hits)} hits make a drop certain. Hits expire only if the table ages, so in time every flow that sends long enough is listed.`,
    comparisons: scene.lanes.map(({ key, name, colour }) => {
      const lane = now.find((other) => other.key === key);
      return {
        key,
        name,
        colour,
        measured: lane === undefined ? 'keeps no hits' : `p_RED ${percent(lane.own)}`,
        formula: lane?.certain === undefined ? '–' : `certain after ${formatNumber(lane.certain)} hits`,
      };
    }),
    compared: 'RED’s probability now, and after how many hits the penalty is certain there',
  };
}
