/**
 * Departures after the UDP flow has changed its rate. CHOKe's bound does not hold until the old queue has drained.
 * Pure.
 */

import { formatNumber, formatValue } from '../../../base/format';
import { greatestShare, steadyStateOf, tailDensity } from '../../../base/theory/choke-limit';
import { transient, transientShareAt } from '../../../base/theory/choke-transient';
import { drainTime } from '../../../base/theory/time-scales';
import {
  type Axis,
  type Curve,
  curve,
  type Dot,
  type PictureDefinition,
  percent,
  type SceneValues,
  type Settings,
} from '../picture';

/** End of the axis [drain times]. */
const UNTIL = 1.5;

export const AFTER_CHANGE: PictureDefinition = {
  id: 'after-change',
  short: 'After a change of rate',
  title: 'UDP’s share after its rate has changed',
  formula: ['u = ρ e^−kt / (1 − ρ + ρ e^−kt),  k = x₂/b', 'dt/dw = (b/C) · (1 − ρ + ρ e^−kt)'],
  source: 'The transient of Eshete & Jiang 2014, worked out here from the leaky buffer',
  knobs: (scene) => [
    fromNothing('before', 'UDP sent', scene.loadBefore ?? (scene.load > 0 ? scene.load : 10)),
    fromNothing('after', 'then it sends', scene.loadBefore === undefined ? 0 : scene.load),
    {
      id: 'queue',
      name: 'queue at change',
      symbol: 'b',
      unit: 'packets',
      min: 1,
      max: Math.max(10, scene.buffer),
      step: 1,
      scene: scene.meanQueue,
    },
  ],
  make,
};

function fromNothing(id: string, name: string, scene: number): ReturnType<PictureDefinition['knobs']>[number] {
  return { id, name, symbol: 'x/C', unit: '× C', min: 0, max: 10, step: 0.05, scene: Math.min(10, scene) };
}

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const [before, after, queue] = [settings('before'), settings('after'), settings('queue')];
  const points = transient(before, after);
  const drained = points.at(-1)?.time ?? 1;
  const steady = steadyStateOf(after, { kind: 'choke' }).share;
  const old = steadyStateOf(before, { kind: 'choke' });
  const bound = greatestShare({ kind: 'choke' }).share;
  const drain_s = drainTime(queue, scene.packetBytes, scene.capacityBps);
  const x: Axis = {
    title: `time since the change [b/C = ${formatValue(drain_s, 's', 3)}]`,
    from: 0,
    to: UNTIL,
    scale: 'linear',
    ticks: [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5],
    text: (value) => formatNumber(value),
  };
  const oldQueue: Curve = {
    ...curve(
      x,
      (time) => transientShareAt(points, time),
      { id: 'old', name: 'old queue', colour: 'unresponsive', width: 2.5 },
      2,
    ),
    points: points.map(({ time, share }) => [time, share] as const),
  };
  const peak = Math.max(...points.map(({ share }) => share));
  return {
    x,
    y: { title: 'UDP’s share of departures', from: 0, to: 1, scale: 'linear', text: (value) => percent(value, 0) },
    curves: [
      oldQueue,
      curve(x, (time) => (time >= drained ? steady : undefined), {
        id: 'steady',
        name: 'steady state',
        colour: 'textSoft',
        width: 1.5,
        dash: '5 3',
      }),
    ],
    guides: [
      { along: 'y', at: bound, text: `no steady state above ${percent(bound)}` },
      { along: 'x', at: drained, text: 'old queue gone' },
    ],
    dots: scene.lanes.flatMap(({ key, name, colour, afterChange }) =>
      afterChange
        .filter(([time]) => time <= UNTIL)
        .map(
          ([time, share], place): Dot => ({
            key: `${key} ${place}`,
            name: place === 0 ? name : '',
            colour,
            kind: 'now',
            x: time,
            y: share,
          }),
        ),
    ),
    histograms: [],
    sees: sentence(before, after, old.share, peak, tailDensity(old), drained * drain_s),
    comparisons: [],
    compared: scene.lanes.some(({ afterChange }) => afterChange.length > 0)
      ? `Dots: this run since the last change of its UDP rate, each a mean over ${formatValue(scene.bucket_s, 's', 2)}`
      : 'To see the measured share, change the UDP rate in the controls while the run plays',
  };
}

function sentence(before: number, after: number, from: number, peak: number, tail: number, drain_s: number): string {
  const time = formatValue(drain_s, 's', 2);
  if (before === after) return 'Both rates are equal, so the share does not change. Move one of the two rates.';
  if (after === 0)
    return `The flow stops, and its share still rises from ${percent(from, 0)} to ${percent(tail, 0)} within ${time}: none of its own arrivals are left to match and remove its packets at the tail.`;
  if (after < before)
    return `It sends less and gets more for ${time}: its share rises from ${percent(from, 0)} to ${percent(peak, 0)} while the tail of the old queue leaves, where matches have removed few of its packets.`;
  return `It sends more and at once gets less: its new arrivals match and remove its packets in the old queue, which is gone after ${time}.`;
}
