/**
 * The variance of mean traffic over intervals of increasing length. For long-range dependent traffic it falls only
 * slowly. Pure.
 */

import { formatNumber, formatValue } from '../../../base/format';
import { FITTED_FROM, hurstOf, type Spread } from '../../../base/theory/scales';
import { type Axis, curve, type Dot, type PictureDefinition, type SceneValues, type Settings } from '../picture';

export const MEMORY: PictureDefinition = {
  id: 'memory',
  short: 'Memory of the traffic',
  title: 'How the variance of a mean falls with the length of the interval',
  formula: ['Var(mean over m slots) ∝ m^(2H − 2)', 'independent slots: H = 1/2'],
  source:
    'The variance-time plot of Leland, Taqqu, Willinger and Wilson, IEEE/ACM ToN 2(1), 1994. H by least squares from 10 slots on; the curve of H begins there',
  isOfTraffic: true,
  knobs: ({ hurst }) => [
    { id: 'hurst', name: 'Hurst parameter', symbol: 'H', unit: '', min: 0.5, max: 0.99, step: 0.01, scene: hurst },
  ],
  make,
};

/** Smallest end of the axis of intervals [slots]. Counted arrivals may extend the axis. */
const USUAL_REACH = 1000;

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const hurst = settings('hurst');
  const { traffic } = scene;
  const measured = (traffic?.spreads ?? []).filter(({ variance }) => variance > 0);
  const single = at(measured, 1)?.variance ?? scene.slotVariance;
  const fitted = at(measured, FITTED_FROM)?.variance ?? single * FITTED_FROM ** (2 * hurst - 2);
  const longest = Math.max(USUAL_REACH, ...measured.map(({ length }) => length));
  const independent = (length: number): number => single / length;
  const remembered = (length: number): number => fitted * (length / FITTED_FROM) ** (2 * hurst - 2);
  const x: Axis = {
    title: `interval m [slots of ${formatValue(traffic?.slot_s ?? scene.slot_s, 's', 2)}]`,
    from: 1,
    to: longest,
    scale: 'log',
    ticks: decades(1, longest),
    text: (value) => formatNumber(value),
  };
  const least = Math.min(independent(longest), ...measured.map(({ variance }) => variance)) / 1.5;
  const greatest = Math.max(single, remembered(1), ...measured.map(({ variance }) => variance)) * 1.5;
  const ours = hurstOf(traffic?.spreads ?? []);
  return {
    x,
    y: {
      title: 'variance of the mean [packets² a slot²]',
      from: least,
      to: greatest,
      scale: 'log',
      ticks: decades(least, greatest),
      text: (value) => (value < 0.01 ? `10${superscript(Math.round(Math.log10(value)))}` : formatNumber(value, 1)),
    },
    curves: [
      curve(
        x,
        remembered,
        { id: 'remembered', name: `H = ${hurst.toFixed(2)}`, colour: 'unresponsive', width: 2.5 },
        2,
      ),
      curve(x, independent, { id: 'independent', name: 'independent', colour: 'textSoft', width: 1.5, dash: '5 3' }, 2),
    ],
    guides: [],
    dots: measured.map(
      ({ length, variance }): Dot => ({
        ...{ key: String(length), x: length, y: variance, kind: 'now' },
        ...{ name: length === 1 ? 'counted' : '', colour: 'text' },
      }),
    ),
    histograms: [],
    sees: sentence(scene, measured, ours),
    comparisons:
      ours === undefined
        ? []
        : [
            {
              ...{ key: 'hurst', name: 'Hurst parameter', colour: 'text' },
              ...{ measured: ours.toFixed(2), formula: hurst.toFixed(2) },
            },
          ],
    compared:
      traffic === undefined
        ? 'The UDP packets of this scene are counted slot by slot while this picture is open'
        : `UDP packets of ${formatNumber(traffic.slots)} slots; the slope from ${FITTED_FROM} slots on`,
  };
}

function sentence({ traffic }: SceneValues, measured: readonly Spread[], ours: number | undefined): string {
  if (traffic === undefined)
    return 'Independent slots even out: over ten times as many slots, the variance of a mean is a tenth.';
  const [first] = measured;
  const last = measured.at(-1);
  if (first === undefined || last === undefined) return 'Nothing varies here: no UDP packet arrives.';
  if (ours === undefined)
    return 'The variances do not lie on a straight line, so there is no Hurst parameter: for a constant rate they depend on how its packets fall into the slots.';
  const times = (last.variance * last.length) / first.variance;
  return `The variance of means over ${formatNumber(last.length)} slots is ${formatNumber(times, 2)} times that for independent slots; the slope gives H = ${ours.toFixed(2)}.`;
}

function at(spreads: readonly Spread[], length: number): Spread | undefined {
  return spreads.find((spread) => spread.length === length);
}

function superscript(power: number): string {
  return String(power).replace(/[-0-9]/g, (sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻');
}

function decades(least: number, greatest: number): readonly number[] {
  const first = Math.ceil(Math.log10(least) - 1e-9);
  const count = Math.floor(Math.log10(greatest) + 1e-9) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, place) => Number(`1e${first + place}`));
}
