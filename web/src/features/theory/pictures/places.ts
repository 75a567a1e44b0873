/** Positions of an unresponsive flow's packets under CHOKe: many at the tail, fewer towards the head. Pure. */

import { formatNumber } from '../../../base/format';
import { densityAt, steadyStateOf, tailDensity } from '../../../base/theory/choke-limit';
import { type Axis, curve, type PictureDefinition, percent, type SceneValues, type Settings } from '../picture';
import { loadKnob } from './share';

export const PLACES: PictureDefinition = {
  id: 'places',
  short: 'Where UDP waits',
  title: 'UDP packets along the queue',
  formula: ['ρ = β e^−z / (1 + β e^−z)', 'y/b = (z + β (1 − e^−z)) / (β (2 − e^−β)),  0 ≤ z ≤ β'],
  source: 'Tang, Wang & Low 2004 (leaky buffer)',
  knobs: (scene) => [loadKnob('load', 'UDP sends', scene.load)],
  make,
};

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const load = settings('load');
  const state = steadyStateOf(load, { kind: 'choke' });
  const x: Axis = {
    title: 'position in the queue [% from the tail]',
    from: 0,
    to: 1,
    scale: 'linear',
    ticks: [0, 0.25, 0.5, 0.75, 1],
    text: (value) => (value === 0 ? 'tail' : value === 1 ? 'head' : percent(value, 0)),
  };
  const known = scene.lanes.filter(({ density }) => density !== undefined);
  const looks = Math.max(0, ...known.map((lane) => lane.looks));
  return {
    x,
    y: {
      title: 'UDP’s share of the packets',
      from: 0,
      to: 1,
      scale: 'linear',
      text: (value) => percent(value, 0),
    },
    curves: [
      curve(
        x,
        (place) => densityAt(place, state),
        { id: 'density', name: 'CHOKe', colour: 'unresponsive', width: 2.5 },
        100,
      ),
    ],
    guides: [{ along: 'y', at: state.share, text: `departures: ${percent(state.share)}`, isTextFirst: true }],
    dots: [],
    histograms: known.map(({ key, name, colour, density }) => ({ key, name, colour, values: density ?? [] })),
    sees: `At ${formatNumber(load, 3)} times the link rate the tail, which an arrival joins, is ${percent(tailDensity(state), 0)} UDP, but only ${percent(state.share, 0)} of the packets that reach the head are: the longer a packet waits, the more draws it must survive.`,
    comparisons: known.map(({ key, name, colour, density = [] }) => ({
      key,
      name,
      colour,
      measured: `${percent(mean(density.slice(0, 5)), 0)} / ${percent(mean(density.slice(5)), 0)}`,
      formula: `${percent(meanDensity(state, 0), 0)} / ${percent(meanDensity(state, 0.5), 0)}`,
    })),
    compared:
      looks === 0 ? 'Rear / front half; nothing waits yet' : `Rear / front half, mean of ${looks} samples of the queue`,
  };
}

/**
 * Mean of the density over the front or the rear half of the queue. `from` is the position at which the half begins.
 */
function meanDensity(state: ReturnType<typeof steadyStateOf>, from: number): number {
  return mean(Array.from({ length: 50 }, (_, part) => densityAt(from + (part + 0.5) / 100, state)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
