/** SRED's estimate of the number of flows, and the resulting drop probability. Pure. */

import { formatNumber } from '../../../base/format';
import { fullDrop, MOST_FLOWS, simpleDrop } from '../../../base/theory/flow-estimate';
import {
  type Axis,
  curve,
  type PictureDefinition,
  percent,
  probabilityAxis,
  type SceneValues,
  type Settings,
} from '../picture';

const FLOWS_AXIS: Axis = {
  title: 'N = 1/P [equal flows]',
  from: 1,
  to: 1000,
  scale: 'log',
  ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  text: (value) => formatNumber(value),
};

export const FLOWS: PictureDefinition = {
  id: 'flows',
  short: 'SRED’s count',
  title: 'From a count of flows to a drop probability',
  formula: ['P ← (1 − α) P + α·hit, N ≈ 1/P', 'p = p_sred · min(1, (N/256)²) · (1 + hit·N)'],
  source: 'Ott, Lakshman & Wong 1999',
  disciplines: ['sred', 'schoke'],
  knobs: (scene) => [
    {
      id: 'flows',
      name: 'flows',
      symbol: 'N',
      unit: '',
      min: 1,
      max: 1000,
      step: 1,
      isLogarithmic: true,
      scene: Math.max(1, Math.min(1000, scene.tcpFlows + scene.udpFlows)),
    },
    { id: 'p_max', name: 'maximum', symbol: 'p_max', unit: '', min: 0.01, max: 1, step: 0.01, scene: 0.15 },
  ],
  make,
};

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const [flows, most] = [settings('flows'), settings('p_max')];
  const estimates = scene.lanes.flatMap((lane) => {
    const estimate = lane.gauges.flows;
    return estimate === undefined || estimate < 1 ? [] : [{ ...lane, estimate }];
  });
  return {
    x: FLOWS_AXIS,
    y: probabilityAxis('drop probability above B/3'),
    curves: [
      curve(FLOWS_AXIS, (at) => fullDrop(at, most, true), {
        id: 'hit',
        name: 'hit',
        colour: 'unresponsive',
        width: 2.5,
      }),
      curve(FLOWS_AXIS, (at) => simpleDrop(at, most), { id: 'miss', name: 'no hit', colour: 'early', width: 2 }),
    ],
    guides: [
      { along: 'x', at: flows, text: `${formatNumber(flows)} flows` },
      { along: 'x', at: MOST_FLOWS, text: `${MOST_FLOWS}` },
    ],
    dots: estimates.map(({ key, name, colour, estimate }) => ({
      key,
      name,
      colour,
      kind: 'now' as const,
      x: Math.min(estimate, FLOWS_AXIS.to),
      y: simpleDrop(estimate, most),
    })),
    histograms: [],
    sees: `With ${formatNumber(flows)} equal flows one arrival in ${formatNumber(flows)} hits; a miss is dropped with ${percent(simpleDrop(flows, most), 2)}, a hit with ${percent(fullDrop(flows, most, true), 1)}: the more a flow sends, the more hits it has.`,
    comparisons: scene.lanes.map((lane) => {
      const estimate = lane.gauges.flows;
      return {
        key: lane.key,
        name: lane.name,
        colour: lane.colour,
        measured: estimate === undefined ? 'counts no flows' : `≈ ${formatNumber(estimate, 3)}`,
        formula: `${scene.tcpFlows + scene.udpFlows} flows in the scene`,
      };
    }),
    compared: 'Flows as the discipline counts them; a greedy flow makes them seem fewer',
  };
}
