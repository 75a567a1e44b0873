/** SBT's drop probability: RED's p_b, weighted by the packet size relative to a reference size. Pure. */

import { formatNumber } from '../../../base/format';
import { baseProbability, type RedCurve } from '../../../base/theory/red-curve';
import { curve, type PictureDefinition, percent, probabilityAxis, type SceneValues, type Settings } from '../picture';
import { averageAxis, maxProbability, threshold } from './red';

export const SBT: PictureDefinition = {
  id: 'sbt',
  short: 'SBT’s size weight',
  title: 'From average queue to drop probability, by packet size',
  formula: ['p_b = max_p · (avg − min_th) / (max_th − min_th)', 'p = min(1, p_b · (size/ref)^κ) if p_b < 1, else 1'],
  source: 'Dimitriou & Tsaoussidis 2008, from its abstract; the formula is this lab’s reconstruction',
  disciplines: ['sbt'],
  knobs: (scene) => [
    threshold('min_th', 'minimum threshold', scene.minThreshold, scene),
    threshold('max_th', 'maximum threshold', scene.maxThreshold, scene),
    maxProbability(scene),
    { id: 'exponent', name: 'exponent', symbol: 'κ', unit: '', min: 0, max: 8, step: 0.1, scene: scene.sizeExponent },
    size('ref', 'reference', 'ref', referenceOf(scene)),
    size('small', 'small packets', '', sizesOf(scene)[0]),
    size('large', 'large packets', '', sizesOf(scene)[1]),
  ],
  make,
};

/** Packet sizes on Ethernet, including jumbo frames [bytes]. */
const [LEAST, MOST] = [40, 9000];
/** Ratio of the large to the small packet size in the picture, if all packets of the scene have one size. */
const SMALL_PART = 5;

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const red: RedCurve = {
    minThreshold: Math.min(settings('min_th'), settings('max_th') - 1),
    maxThreshold: settings('max_th'),
    maxProbability: settings('max_p'),
    isGentle: scene.isGentle,
  };
  const [reference, small, large] = [settings('ref'), settings('small'), settings('large')];
  const exponent = settings('exponent');
  const x = averageAxis(red, scene);
  const weighted = (average: number, bytes: number, ref = reference): number => {
    const base = baseProbability(average, red);
    return base >= 1 ? 1 : Math.min(1, base * (bytes / ref) ** exponent);
  };
  const of = (bytes: number) => (average: number) => weighted(average, bytes);
  const lanes = scene.lanes.map((lane) => ({ ...lane, ref: lane.gauges.ref }));
  const sizes = [Math.min(small, large), Math.max(small, large)] as const;
  return {
    x,
    y: probabilityAxis('drop probability'),
    curves: [
      curve(x, of(large), { id: 'large', name: bytesText(large), colour: 'forced', width: 2.5 }, 600),
      curve(
        x,
        of(reference),
        { id: 'base', name: `p_b, ${bytesText(reference)}`, colour: 'early', width: 2, dash: '7 3' },
        600,
      ),
      curve(x, of(small), { id: 'small', name: bytesText(small), colour: 'responsive', width: 2.5, dash: '2 3' }, 600),
    ],
    guides: [
      { along: 'x', at: red.minThreshold, text: `min ${formatNumber(red.minThreshold)}`, isTextFirst: true },
      { along: 'x', at: red.maxThreshold, text: `max ${formatNumber(red.maxThreshold)}`, isTextFirst: true },
    ],
    dots: lanes.flatMap(({ key, name, colour, average }) =>
      average === undefined
        ? []
        : [{ key, name, colour, kind: 'now' as const, x: average, y: baseProbability(average, red) }],
    ),
    histograms: [],
    sees: `A packet of ${bytesText(large)} is dropped with ${formatNumber((large / reference) ** exponent, 3)} times RED’s probability p_b, one of ${bytesText(small)} with ${formatNumber((small / reference) ** exponent, 3)} times. From ${red.isGentle ? 'twice max_th' : 'max_th'} on, size does not matter: every arrival is dropped.`,
    comparisons: lanes.map(({ key, name, colour, average, ref }) => ({
      key,
      name,
      colour,
      measured:
        average === undefined
          ? 'keeps no average'
          : `avg ${average.toFixed(1)}${ref === undefined ? '' : `, ref ${formatNumber(ref, 3)}`}`,
      formula:
        average === undefined || ref === undefined
          ? '–'
          : sizes.map((bytes) => percent(weighted(average, bytes, ref))).join(' to '),
    })),
    compared: `Average queue and reference now, and the probability there from ${bytesText(sizes[0])} to ${bytesText(sizes[1])}`,
  };
}

function size(id: string, name: string, symbol: string, value: number) {
  const scene = Math.max(LEAST, Math.min(MOST, Math.round(value)));
  return { id, name, symbol, unit: 'bytes', min: LEAST, max: MOST, step: 1, isLogarithmic: true, scene };
}

function sizesOf({ packetSizes: [least, most] }: SceneValues): readonly [small: number, large: number] {
  return [least === most ? most / SMALL_PART : least, most];
}

/** The reference size that the discipline measures. Before the run, the mean of the small and the large packet size. */
function referenceOf(scene: SceneValues): number {
  const [small, large] = sizesOf(scene);
  return scene.lanes.find(({ gauges }) => gauges.ref !== undefined)?.gauges.ref ?? (small + large) / 2;
}

function bytesText(bytes: number): string {
  return `${formatNumber(bytes, 4)}\u00a0bytes`;
}
