/** REM's price: the probability at each price, and the equilibrium price. Pure. */

import { formatNumber } from '../../../base/format';
import { balancedProbability, priceOf, probabilityOf } from '../../../base/theory/price';
import {
  type Axis,
  curve,
  type PictureDefinition,
  percent,
  probabilityAxis,
  type SceneValues,
  type Settings,
} from '../picture';

export const PRICE: PictureDefinition = {
  id: 'price',
  short: 'REM’s price',
  title: 'From REM’s price to a probability, and where the price settles',
  formula: ['p = 1 − φ^−price', 'N √(3/2) / (R √p) = C  ⇒  p* = 1.5 (N / (R·C))²'],
  source: 'Athuraliya, Low, Li & Yin 2001; TCP’s demand: Mathis et al. 1997',
  disciplines: ['rem', 'echoke'],
  knobs: (scene) => [
    {
      id: 'flows',
      name: 'TCP flows',
      symbol: 'N',
      unit: '',
      min: 1,
      max: 200,
      step: 1,
      isLogarithmic: true,
      scene: Math.max(1, Math.min(200, scene.tcpFlows)),
    },
    {
      id: 'rtt',
      name: 'round trip',
      symbol: 'R',
      unit: 's',
      min: 0.01,
      max: 5,
      step: 0.01,
      isLogarithmic: true,
      scene: Math.max(0.01, Math.min(5, Math.round(100 * scene.roundTrip_s) / 100)),
    },
    { id: 'phi', name: 'base', symbol: 'φ', unit: '', min: 1.001, max: 1.1, step: 0.001, scene: scene.phi },
  ],
  make,
};

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const phi = settings('phi');
  const capacity = scene.capacityBps / (8 * scene.packetBytes);
  const balanced = balancedProbability(settings('flows'), settings('rtt'), capacity);
  const settled = priceOf(balanced, phi);
  const prices = scene.lanes.flatMap((lane) => {
    const price = lane.gauges.price;
    return price === undefined ? [] : [{ ...lane, price }];
  });
  const x: Axis = {
    title: 'price',
    from: 0,
    to: Math.max(
      Math.ceil(priceOf(0.5, phi)),
      balanced < 1 ? settled * 1.2 : 0,
      ...prices.map(({ price }) => price * 1.1),
    ),
    scale: 'linear',
    text: (value) => formatNumber(value),
  };
  const isBalanced = balanced < 1;
  return {
    x,
    y: probabilityAxis('drop or mark probability'),
    curves: [curve(x, (price) => probabilityOf(price, phi), { id: 'price', name: 'p', colour: 'early', width: 2.5 })],
    guides: isBalanced
      ? [
          { along: 'x', at: settled, text: `settles at ${formatNumber(settled, 3)}` },
          { along: 'y', at: balanced, text: percent(balanced, 2), isTextFirst: true },
        ]
      : [],
    dots: prices.map(({ key, name, colour, price }) => ({
      key,
      name,
      colour,
      kind: 'now' as const,
      x: price,
      y: probabilityOf(price, phi),
    })),
    histograms: [],
    sees: isBalanced
      ? `The price rises while the queue is above its target or arrivals exceed departures. It settles where the demand of ${formatNumber(settings('flows'))} flows equals the capacity: at ${percent(balanced, 2)} loss. The price shows the number of flows, not the length of the queue.`
      : 'With so many flows and so short a round trip, the formula gives a loss above 100\u00a0%: TCP then spends most of its time in timeouts, and the price has no equilibrium.',
    comparisons: scene.lanes.map(({ key, name, colour, gauges: { price } }) => ({
      key,
      name,
      colour,
      measured: price === undefined ? 'has no price' : formatNumber(price, 3),
      formula: isBalanced && price !== undefined ? formatNumber(settled, 3) : '–',
    })),
    compared: 'The current price, and its equilibrium with TCP alone',
  };
}
