/** The upper bound of Jain's index for given class totals, with all measured and published values. Pure. */

import { formatNumber } from '../../../base/format';
import { jainCeiling } from '../../../base/theory/fairness';
import {
  type Axis,
  curve,
  type Dot,
  dotsFromElsewhere,
  type PictureDefinition,
  percent,
  type SceneValues,
  type Settings,
} from '../picture';

export const CEILING: PictureDefinition = {
  id: 'ceiling',
  short: 'Fairness ceiling',
  title: 'The highest Jain index for given totals of UDP and TCP',
  formula: ['J ≤ (u + t)² / ((N + M) · (u²/M + t²/N))'],
  source: 'Jain, Chiu & Hawe 1984; the ceiling follows from Cauchy–Schwarz',
  disciplines: ['drop-tail'],
  knobs: (scene) => [
    {
      id: 'tcp',
      name: 'TCP flows',
      symbol: 'N',
      unit: '',
      min: 1,
      max: Math.max(100, scene.tcpFlows),
      step: 1,
      scene: Math.max(1, scene.tcpFlows),
    },
    {
      id: 'udp',
      name: 'UDP flows',
      symbol: 'M',
      unit: '',
      min: 1,
      max: Math.max(20, scene.udpFlows),
      step: 1,
      scene: Math.max(1, scene.udpFlows),
    },
  ],
  make,
};

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const [tcp, udp] = [settings('tcp'), settings('udp')];
  const ceiling = (share: number): number =>
    jainCeiling([
      { flows: udp, total: share },
      { flows: tcp, total: 1 - share },
    ]);
  const fair = udp / (udp + tcp);
  const x: Axis = {
    title: 'UDP’s share of the throughput u/(u + t) [%]',
    from: 0,
    to: 1,
    scale: 'linear',
    ticks: [0, 0.25, 0.5, 0.75, 1],
    text: (value) => percent(value, 0),
  };
  const known = scene.lanes.filter(({ share, jain }) => share !== undefined && jain !== undefined);
  const elsewhere = scene.elsewhere.filter(({ picture }) => picture === 'ceiling');
  const impossible = elsewhere.find((value) => value.y > ceiling(value.x) * 1.02);
  const half = halfWay(ceiling, fair);
  return {
    x,
    y: {
      title: 'Jain’s index over all flows [0–1]',
      from: 0,
      to: 1.02,
      scale: 'linear',
      ticks: [0, 0.25, 0.5, 0.75, 1],
      text: (value) => formatNumber(value),
    },
    curves: [curve(x, ceiling, { id: 'ceiling', name: 'ceiling', colour: 'guide', width: 2.5 })],
    guides: [{ along: 'x', at: fair, text: `fair: ${percent(fair)}`, isTextFirst: true }],
    dots: [
      ...known.map(
        ({ key, name, colour, share = 0, jain = 0 }): Dot => ({ key, name, colour, kind: 'now', x: share, y: jain }),
      ),
      ...dotsFromElsewhere(scene, 'ceiling'),
    ],
    histograms: [],
    sees:
      impossible === undefined
        ? `No measurement over all ${udp + tcp} flows can lie above the curve: once UDP takes ${percent(half, 0)} of the throughput, the index is at most one half.`
        : `A value above the curve cannot come from these ${udp + tcp} flows: the value printed for ${scene.names[impossible.lane] ?? impossible.lane}, ${formatNumber(impossible.y, 3)}, belongs to a UDP share of ${percent(impossible.x, 0)}, for which the highest index is ${formatNumber(ceiling(impossible.x), 2)}.`,
    comparisons: known.map(({ key, name, colour, share = 0, jain = 0 }) => ({
      key,
      name,
      colour,
      measured: jain.toFixed(3),
      formula: `≤ ${ceiling(share).toFixed(3)}`,
    })),
    compared: 'Index since measuring began, and the ceiling for that UDP share',
  };
}

/** The smallest UDP share above the fair share for which the upper bound of Jain's index is at most one half. */
function halfWay(ceiling: (share: number) => number, fair: number): number {
  for (let share = fair; share < 1; share += 0.001) if (ceiling(share) <= 0.5) return share;
  return 1;
}
