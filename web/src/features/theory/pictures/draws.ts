/** CHOKeD's drawing factor: the number of packets drawn for an arrival, as a function of queue length. Pure. */

import { formatNumber } from '../../../base/format';
import {
  type DrawingFactor,
  drawsPerPacket,
  firstQueueWith,
  frontDraws,
  rearDraws,
} from '../../../base/theory/drawing-factor';
import {
  type Axis,
  type Curve,
  curve,
  type Dot,
  type PictureDefinition,
  type SceneValues,
  type Settings,
} from '../picture';

export const DRAWS: PictureDefinition = {
  id: 'draws',
  short: 'CHOKeD’s draws',
  title: 'How many packets CHOKeD draws',
  formula: ['D_r = round( Q · √B / ((max_th − min_th) · ln B) )', 'D_f = round( D_r / 2 )'],
  source: 'CHOKeD thesis, Section 3.3.3, Equations 3.2–3.4, Figure 3.7',
  disciplines: ['choked'],
  knobs: (scene) => [
    { id: 'buffer', name: 'buffer', symbol: 'B', unit: 'packets', min: 10, max: 1000, step: 10, scene: scene.buffer },
    {
      id: 'min_th',
      name: 'minimum threshold',
      symbol: 'min_th',
      unit: 'packets',
      min: 1,
      max: 800,
      step: 1,
      scene: scene.minThreshold,
    },
    {
      id: 'max_th',
      name: 'maximum threshold',
      symbol: 'max_th',
      unit: 'packets',
      min: 2,
      max: 1000,
      step: 1,
      scene: scene.maxThreshold,
    },
  ],
  make,
};

/** Values printed with Figure 3.7 of the thesis. Its buffer has 100 packets, and max_th − min_th is 40 packets. */
const PRINTED: readonly (readonly [queue: number, draws: number, name: string])[] = [
  [83, 5, 'thesis: 5 at 83'],
  [11, 1, 'thesis: 1 at 11'],
  [83, 3, 'thesis: 3 from the front'],
];

function make(settings: Settings, scene: SceneValues): ReturnType<PictureDefinition['make']> {
  const factor: DrawingFactor = {
    buffer: settings('buffer'),
    maxThreshold: settings('max_th'),
    minThreshold: Math.min(settings('min_th'), settings('max_th') - 1),
  };
  const { buffer } = factor;
  const rear = (queue: number): number => rearDraws(queue, factor);
  const front = (queue: number): number => frontDraws(rear(queue));
  const most = rear(buffer);
  const x: Axis = {
    title: 'queue Q [packets]',
    from: 0,
    to: buffer,
    scale: 'linear',
    text: (value) => formatNumber(value),
  };
  const asFigure = buffer === 100 && factor.maxThreshold - factor.minThreshold === 40;
  const drawing = scene.lanes.filter(({ aqm }) => aqm === 'choked');
  const shown = drawing.length > 0 ? drawing : scene.lanes.slice(0, 1);
  return {
    x,
    y: {
      title: 'packets drawn',
      from: 0,
      to: Math.max(1, most) * 1.15,
      scale: 'linear',
      ticks: wholeTicks(most),
      text: String,
    },
    curves: [
      steps('rear', 'D_r rear', 'rear', 2.5, rear, buffer),
      steps('front', 'D_f front', 'front', 2, front, buffer),
      curve(
        x,
        (queue) => queue * drawsPerPacket(factor),
        {
          id: 'unrounded',
          name: 'unrounded',
          colour: 'textFaint',
          width: 1,
          dash: '2 3',
        },
        2,
      ),
    ],
    guides: [],
    dots: [
      ...shown.map(
        ({ key, name, colour, waiting }): Dot => ({
          key,
          name,
          colour,
          kind: 'now',
          x: Math.min(waiting, buffer),
          y: rear(Math.min(waiting, buffer)),
        }),
      ),
      ...(asFigure
        ? PRINTED.map(
            ([queue, draws, name]): Dot => ({ key: name, name, colour: 'textSoft', kind: 'paper', x: queue, y: draws }),
          )
        : []),
    ],
    histograms: [],
    sees: `The first draw comes at ${firstQueueWith(1, factor)} packets; when the buffer of ${buffer} is full, every arrival is compared with ${most} packets of the rear half and, if none matches, ${frontDraws(most)} of the front.`,
    comparisons: shown.map(({ key, name, colour, waiting, aqm }) => ({
      key,
      name: aqm === 'choked' ? name : 'with CHOKeD',
      colour,
      measured: `${waiting} waiting`,
      formula: `${rear(waiting)} + ${front(waiting)}`,
    })),
    compared: 'Queue now, and the draws from its rear and front',
  };
}

/** A curve over whole numbers of waiting packets, drawn as steps. */
function steps(
  id: string,
  name: string,
  colour: 'rear' | 'front',
  width: number,
  draws: (queue: number) => number,
  buffer: number,
): Curve {
  const points: [number, number][] = [[0, draws(0)]];
  for (let queue = 1; queue <= buffer; queue += 1) {
    const before = draws(queue - 1);
    if (draws(queue) !== before) points.push([queue, before], [queue, draws(queue)]);
  }
  points.push([buffer, draws(buffer)]);
  return { id, name, colour, width, points, valueAt: (queue) => draws(Math.floor(queue)) };
}

function wholeTicks(most: number): number[] {
  const every = Math.max(1, Math.ceil(most / 6));
  return Array.from({ length: Math.floor(most / every) + 1 }, (_, place) => place * every);
}
