/**
 * The share of the link that an unresponsive flow gets under CHOKe and its relatives, as a function of its load. Pure.
 */

import { formatNumber } from '../../../base/format';
import { type Comparison, greatestShare, steadyStateOf } from '../../../base/theory/choke-limit';
import { shareUnderChoked } from '../../../base/theory/choked-limit';
import { frontDraws, rearDraws } from '../../../base/theory/drawing-factor';
import {
  type Axis,
  type Curve,
  curve,
  type Dot,
  dotsFromElsewhere,
  type PictureDefinition,
  percent,
  type SceneValues,
  type Settings,
} from '../picture';

const LOAD_FROM = 0.1;
const LOAD_TO = 20;

export const LOAD_AXIS: Axis = {
  title: 'UDP sends x/C [times the link rate]',
  from: LOAD_FROM,
  to: LOAD_TO,
  scale: 'log',
  ticks: [0.1, 0.2, 0.5, 1, 2, 5, 10, 20],
  text: (value) => formatNumber(value),
};

export const SHARE: PictureDefinition = {
  id: 'share',
  short: 'UDP’s share',
  title: 'Share of the link that an unresponsive flow gets',
  formula: ['x/C = β (2 − e^−β) / (1 + β e^−β)', 'μ/C = β e^−β / (1 + β e^−β), at most 1/(e + 1) = 0.269'],
  source: 'Tang, Wang & Low 2004; several draws and CHOKeD: our extension of the same argument',
  knobs: (scene) => [
    loadKnob('load', 'UDP sends', scene.load),
    {
      id: 'most',
      name: 'gCHOKe compares at most',
      symbol: 'm',
      unit: 'packets',
      min: 1,
      max: 20,
      step: 1,
      scene: scene.mostCompared,
    },
    { id: 'draws', name: 'draws at once', symbol: 'k', unit: 'packets', min: 2, max: 8, step: 1, scene: 2 },
    ...(hasChoked(scene) ? [rearKnob(scene)] : []),
    { id: 'r', name: 'RED drops after a miss', symbol: 'r', unit: '', min: 0, max: 0.9, step: 0.01, scene: 0 },
  ],
  make,
};

export function loadKnob(id: string, name: string, scene: number): ReturnType<PictureDefinition['knobs']>[number] {
  const bounded = Math.max(LOAD_FROM, Math.min(LOAD_TO, scene));
  return {
    id,
    name,
    symbol: 'x/C',
    unit: '× C',
    min: LOAD_FROM,
    max: LOAD_TO,
    step: 0.01,
    isLogarithmic: true,
    scene: bounded,
  };
}

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const load = settings('load');
  const redDrop = settings('r');
  const steady =
    (comparison: Comparison): ShareAt =>
    (at) =>
      steadyStateOf(at, comparison, redDrop).share;
  const choked = hasChoked(scene) ? { rear: settings('rear'), front: frontDraws(settings('rear')) } : undefined;
  const kinds: readonly {
    name: string;
    share: ShareAt;
    rest: Pick<Curve, 'id' | 'colour' | 'width' | 'dash'>;
  }[] = [
    { name: 'CHOKe', share: steady({ kind: 'choke' }), rest: { id: 'choke', colour: 'unresponsive', width: 2.5 } },
    {
      name: `gCHOKe ${settings('most')}`,
      share: steady({ kind: 'gchoke', most: settings('most') }),
      rest: { id: 'gchoke', colour: 'penalty', width: 2, dash: '7 3' },
    },
    {
      name: `${settings('draws')} draws`,
      share: steady({ kind: 'draws', draws: settings('draws') }),
      rest: { id: 'draws', colour: 'match', width: 2, dash: '2 3' },
    },
    ...(choked === undefined
      ? []
      : [
          {
            name: `CHOKeD ${choked.rear} + ${choked.front}`,
            share: (at: number) => shareUnderChoked(at, choked, redDrop),
            rest: { id: 'choked', colour: 'text', width: 2, dash: '9 3 2 3' } as const,
          },
        ]),
  ];
  /** A discipline's formula. Undefined for disciplines that do not compare packets. */
  const formulaFor = (aqm: string): ShareAt | undefined => {
    const id = aqm === 'rear-choke' ? 'choke' : aqm;
    return ['choke', 'gchoke', 'choked'].includes(id) ? kinds.find(({ rest }) => rest.id === id)?.share : undefined;
  };
  const greatest = greatestShare({ kind: 'choke' }, redDrop);
  const measured = scene.lanes.flatMap(({ key, name, colour, recentShare }): Dot[] =>
    recentShare === undefined || scene.load <= 0
      ? []
      : [{ key, name, colour, kind: 'now', x: scene.load, y: recentShare }],
  );
  const elsewhere = dotsFromElsewhere(scene, 'share');
  const highest = Math.max(0.3, ...[...measured, ...elsewhere].map(({ y }) => y * 1.08));
  return {
    x: LOAD_AXIS,
    y: {
      title: 'UDP’s share of the link μ/C',
      from: 0,
      to: highest > 0.3 ? 1.02 : 0.3,
      scale: 'linear',
      text: (value) => percent(value, 0),
    },
    curves: kinds.map(({ name, share, rest }) => curve(LOAD_AXIS, share, { name, ...rest }, 120)),
    guides: [
      { along: 'y', at: greatest.share, text: `never above ${percent(greatest.share)}` },
      { along: 'x', at: load, text: `${formatNumber(load, 3)} × C` },
    ],
    dots: [...measured, ...elsewhere],
    histograms: [],
    sees: `Above ${formatNumber(greatest.load, 3)} times the link rate, a higher rate gets a smaller share. At ${formatNumber(load, 3)} times: ${kinds.map(({ name, share }) => `${name} ${percent(share(load))}`).join(', ')}.`,
    comparisons: scene.lanes.map((lane) => {
      const share = formulaFor(lane.aqm);
      return {
        key: lane.key,
        name: lane.name,
        colour: lane.colour,
        measured: lane.recentShare === undefined ? '–' : percent(lane.recentShare),
        formula: share === undefined || scene.load <= 0 ? '–' : percent(share(scene.load)),
      };
    }),
    compared: `UDP’s share over the last 10 s at ${formatNumber(scene.load, 3)} × C`,
  };
}

/** UDP's share of the link as a function of its load. */
type ShareAt = (load: number) => number;

function hasChoked({ lanes }: SceneValues): boolean {
  return lanes.some(({ aqm }) => aqm === 'choked');
}

function rearKnob({
  buffer,
  minThreshold,
  maxThreshold,
  meanQueue,
}: SceneValues): ReturnType<PictureDefinition['knobs']>[number] {
  const draws = rearDraws(meanQueue, { buffer, minThreshold, maxThreshold });
  return {
    id: 'rear',
    name: 'CHOKeD draws from the rear',
    symbol: 'D_r',
    unit: 'packets',
    min: 1,
    max: 12,
    step: 1,
    scene: Math.max(1, Math.min(12, draws)),
  };
}
