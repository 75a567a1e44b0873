/** RED's curve from the average queue to a probability, with the lanes' averages marked on it. Pure. */

import { formatNumber } from '../../../base/format';
import { baseProbability, type RedCurve, spacedProbability } from '../../../base/theory/red-curve';
import {
  type Axis,
  curve,
  type PictureDefinition,
  percent,
  probabilityAxis,
  type SceneValues,
  type Settings,
} from '../picture';

export const RED: PictureDefinition = {
  id: 'red',
  short: 'RED’s drop curve',
  title: 'From average queue to drop probability',
  formula: ['p_b = max_p · (avg − min_th) / (max_th − min_th)', 'p_a = p_b / (1 − count · p_b)'],
  source: 'Floyd & Jacobson 1993, Section 4; gentle: Floyd 2000',
  disciplines: ['red'],
  knobs: (scene) => [
    threshold('min_th', 'minimum threshold', scene.minThreshold, scene),
    threshold('max_th', 'maximum threshold', scene.maxThreshold, scene),
    maxProbability(scene),
    {
      id: 'count',
      name: 'passed since the last drop',
      symbol: 'count',
      unit: 'packets',
      min: 0,
      max: 50,
      step: 1,
      scene: 5,
    },
    {
      id: 'gentle',
      name: 'gentle above the maximum',
      symbol: '',
      unit: 'switch',
      min: 0,
      max: 1,
      step: 1,
      scene: scene.isGentle ? 1 : 0,
    },
  ],
  make,
};

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const minThreshold = Math.min(settings('min_th'), settings('max_th') - 1);
  const red: RedCurve = {
    minThreshold,
    maxThreshold: settings('max_th'),
    maxProbability: settings('max_p'),
    isGentle: settings('gentle') === 1,
  };
  const count = settings('count');
  const x = averageAxis(red, scene);
  const base = (average: number): number => baseProbability(average, red);
  const before = percent(red.maxProbability, 0);
  return {
    x,
    y: probabilityAxis('drop probability'),
    curves: [
      curve(x, base, { id: 'base', name: 'p_b', colour: 'early', width: 2.5 }, 600),
      curve(
        x,
        (average) => spacedProbability(base(average), count),
        {
          id: 'spaced',
          name: `p_a after ${count}`,
          colour: 'textSoft',
          width: 1.5,
          dash: '5 3',
        },
        600,
      ),
    ],
    guides: [
      { along: 'x', at: red.minThreshold, text: `min ${formatNumber(red.minThreshold)}` },
      { along: 'x', at: red.maxThreshold, text: `max ${formatNumber(red.maxThreshold)}` },
    ],
    dots: scene.lanes.flatMap(({ key, name, colour, average }) =>
      average === undefined ? [] : [{ key, name, colour, kind: 'now' as const, x: average, y: base(average) }],
    ),
    histograms: [],
    sees: red.isGentle
      ? `Below min_th nothing is dropped; between the thresholds the probability climbs to ${before}, and above them to 100\u00a0% at twice max_th.`
      : `Below min_th nothing is dropped; between the thresholds the probability climbs to only ${before}, and at max_th it jumps to 100\u00a0%: forced drops hold the average there.`,
    comparisons: scene.lanes.map(({ key, name, colour, average }) => ({
      key,
      name,
      colour,
      measured: average === undefined ? 'keeps no average' : `avg ${average.toFixed(1)}`,
      formula: average === undefined ? '–' : percent(base(average)),
    })),
    compared: 'Average queue now, and the probability p_b there',
  };
}

/** The axis of RED's average queue. */
export function averageAxis(red: RedCurve, { buffer }: SceneValues): Axis {
  return {
    title: 'average queue avg [packets]',
    from: 0,
    to: Math.max(buffer, red.maxThreshold * (red.isGentle ? 2.1 : 1.2)),
    scale: 'linear',
    text: (value) => formatNumber(value),
  };
}

/** The knob for max_p. It starts at the value of the scene. */
export function maxProbability({ maxProbability: scene }: SceneValues): ReturnType<PictureDefinition['knobs']>[number] {
  return { id: 'max_p', name: 'maximum probability', symbol: 'max_p', unit: '', min: 0.01, max: 1, step: 0.01, scene };
}

/** A knob of a threshold. */
export function threshold(id: string, name: string, value: number, { buffer }: SceneValues) {
  return { id, name, symbol: id, unit: 'packets', min: 1, max: Math.max(2 * value, buffer), step: 1, scene: value };
}
