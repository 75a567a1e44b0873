/** The share of the link that an unresponsive flow gets under WARD, in both readings of its rule. Pure. */

import { formatNumber } from '../../../base/format';
import { PUBLISHED_PEAK, wardOf, wardPeak } from '../../../base/theory/ward-limit';
import { curve, type Dot, type PictureDefinition, percent, type SceneValues, type Settings } from '../picture';
import { LOAD_AXIS, loadKnob } from './share';

export const WARD: PictureDefinition = {
  id: 'ward',
  short: 'WARD’s share',
  title: 'Share of the link that an unresponsive flow gets under WARD',
  formula: ['β = 2w (y + h)(1 − h), y = x/T', 'μ/T = y (1 − w + w(1 − h)²) e^−β'],
  source: 'Peak 1/(2e): Ho, Chan & Chen 2007. Curves: our application of the argument of Tang, Wang & Low 2004 to WARD',
  disciplines: ['ward'],
  knobs: (scene) => [
    loadKnob('load', 'UDP sends', scene.load),
    { id: 'gate', name: 'inspected', symbol: 'w', unit: '', min: 0.1, max: 1, step: 0.01, scene: gateOf(scene) },
  ],
  make,
};

/** The scene's probability w of an inspection: the mean queue as a share of the buffer. */
function gateOf({ meanQueue, buffer }: SceneValues): number {
  return Math.max(0.1, Math.min(1, Math.round((100 * meanQueue) / buffer) / 100));
}

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const gate = settings('gate');
  const load = settings('load');
  const pair = (at: number): number => wardOf(at, gate, 'drop_pair').share;
  const admit = (at: number): number => wardOf(at, gate, 'admit').share;
  const measured = scene.lanes.flatMap(({ key, name, colour, recentShare }): Dot[] =>
    recentShare === undefined || scene.load <= 0
      ? []
      : [{ key, name, colour, kind: 'now', x: scene.load, y: recentShare }],
  );
  const peaks = [wardPeak(gate, 'drop_pair').share, wardPeak(gate, 'admit').share] as const;
  const highest = Math.max(0.3, peaks[1] * 1.05, ...measured.map(({ y }) => y * 1.08));
  return {
    x: LOAD_AXIS,
    y: {
      title: 'UDP’s share of the link μ/C',
      from: 0,
      to: highest > 0.6 ? 1.02 : highest,
      scale: 'linear',
      text: (value) => percent(value, 0),
    },
    curves: [
      curve(LOAD_AXIS, admit, { id: 'admit', name: 'admits it', colour: 'textSoft', width: 2, dash: '7 3' }, 80),
      curve(LOAD_AXIS, pair, { id: 'pair', name: 'drops the pair', colour: 'unresponsive', width: 2.5 }, 80),
    ],
    guides: [
      { along: 'y', at: PUBLISHED_PEAK, text: `published peak ${percent(PUBLISHED_PEAK)}`, isTextFirst: true },
      { along: 'x', at: load, text: `${formatNumber(load, 3)} × C` },
    ],
    dots: measured,
    histograms: [],
    sees: `What happens to an arrival that matches one packet is not known. If both are dropped, UDP gets at most ${percent(peaks[0])}; if it is admitted, ${percent(peaks[1])}. The published peak lies ${PUBLISHED_PEAK < peaks[0] ? 'below both' : 'between'}.`,
    comparisons: scene.lanes.map((lane) => ({
      key: lane.key,
      name: lane.name,
      colour: lane.colour,
      measured: lane.recentShare === undefined ? '–' : percent(lane.recentShare),
      formula: lane.aqm === 'ward' && scene.load > 0 ? percent(pair(scene.load)) : '–',
    })),
    compared: `UDP’s share over the last 10 s at ${formatNumber(scene.load, 3)} × C`,
  };
}
