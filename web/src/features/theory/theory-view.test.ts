import { presets } from 'virtual:presets';
import { describe, expect, it } from 'vitest';
import type { LaneRun } from '../../core/run/lanes';
import { RunSeries } from '../../core/run/run-buffer';
import { CATALOG } from '../../testing/engine';
import { overlap, passes } from '../../ui/figure/free-place';
import { along, partOf } from '../../ui/figure/scale';
import { figureLayout, stairsOf } from './figure-layout';
import { scaleOf } from './Knobs';
import type { Elsewhere, Picture, PictureDefinition, SceneValues } from './picture';
import { PICTURES, pictureFor } from './pictures';
import { PlaceSampler } from './place-sampler';
import { lastRateChange, offeredAt, sceneValues, shareAfter } from './scene-values';

const SCENE: SceneValues = {
  capacityBps: 1e6,
  packetBytes: 1000,
  buffer: 100,
  minThreshold: 40,
  maxThreshold: 80,
  maxProbability: 0.1,
  isGentle: false,
  tcpFlows: 33,
  udpFlows: 1,
  load: 2,
  loadBefore: undefined,
  bucket_s: 0.1,
  meanQueue: 75,
  roundTrip_s: 0.46,
  phi: 1.001,
  sizeExponent: 1,
  packetSizes: [200, 1500],
  mostCompared: 5,
  slot_s: 0.001,
  hurst: 0.8,
  slotVariance: 0.9,
  lanes: [
    {
      key: 'lane 0',
      name: 'CHOKe',
      colour: 'lane0',
      aqm: 'choke',
      waiting: 83,
      average: 60,
      recentShare: 0.25,
      share: 0.26,
      jain: 0.36,
      density: [0.6, 0.6, 0.6, 0.6, 0.6, 0.2, 0.2, 0.2, 0.2, 0.2],
      looks: 12,
      gauges: {},
      afterChange: [[0.1, 0.3]],
    },
  ],
  elsewhere: [],
  names: { red: 'RED', choke: 'CHOKe' },
};

function shown(id: string, changes: Record<string, number> = {}, scene: SceneValues = SCENE): Picture {
  const definition = PICTURES.find((picture) => picture.id === id) as PictureDefinition;
  const knobs = definition.knobs(scene);
  return definition.make((knob) => changes[knob] ?? knobs.find((it) => it.id === knob)?.scene ?? Number.NaN, scene);
}

describe('the pictures of formulas', () => {
  it.each(PICTURES.map((definition) => [definition.id, definition] as const))(
    'start from the scene and stay within their axes: %s',
    (id, definition) => {
      for (const { min, max, scene } of definition.knobs(SCENE)) {
        expect(scene).toBeGreaterThanOrEqual(min);
        expect(scene).toBeLessThanOrEqual(max);
      }
      const picture = shown(id);
      expect(picture.sees).toMatch(/\.$/);
      expect(picture.sees).not.toContain('NaN');
      for (const { points } of picture.curves)
        for (const [x, y] of points) {
          expect(x).toBeGreaterThanOrEqual(picture.x.from - 1e-9);
          expect(x).toBeLessThanOrEqual(picture.x.to + 1e-9);
          expect(y).toBeGreaterThanOrEqual(picture.y.from);
          expect(y).toBeLessThanOrEqual(picture.y.to);
        }
    },
  );

  it.each(PICTURES.map(({ id }) => id))('are valid at both ends of each quantity: %s', (id) => {
    const definition = PICTURES.find((picture) => picture.id === id) as PictureDefinition;
    for (const knob of definition.knobs(SCENE))
      for (const value of [knob.min, knob.max]) {
        const picture = shown(id, { [knob.id]: value });
        for (const { points } of picture.curves) for (const [, y] of points) expect(y).not.toBeNaN();
        expect(picture.sees).not.toContain('NaN');
      }
  });

  it('have a sentence about what they show', () => {
    expect(shown('share').sees).toContain('At 2 times: CHOKe 25.1\u00a0%, gCHOKe 5 13.0\u00a0%, 2 draws 4.9\u00a0%.');
    expect(shown('draws').sees).toBe(
      'The first draw comes at 10 packets; when the buffer of 100 is full, every arrival is compared with 5 packets of the rear half and, if none matches, 3 of the front.',
    );
    expect(shown('after-change', { before: 10, after: 0 }).sees).toContain('from 3\u00a0% to 84\u00a0%');
    expect(shown('after-change').compared).toContain('each a mean over 100\u00a0ms');
    expect(shown('places').sees).toContain('60\u00a0% UDP, but only 25\u00a0%');
  });

  it('show the measurements of a lane beside the formula', () => {
    expect(shown('share').comparisons[0]).toMatchObject({ measured: '25.0\u00a0%', formula: '25.1\u00a0%' });
    expect(shown('places').comparisons[0]).toMatchObject({
      measured: '60\u00a0% / 20\u00a0%',
      formula: '53\u00a0% / 35\u00a0%',
    });
    expect(shown('red').comparisons[0]).toMatchObject({ measured: 'avg 60.0', formula: '5.0\u00a0%' });
    expect(shown('draws').comparisons[0]).toMatchObject({ measured: '83 waiting', formula: '5 + 3' });
    const [choke] = SCENE.lanes;
    if (choke === undefined) throw new Error('no lane');
    const withGauges = { ...SCENE, lanes: [{ ...choke, gauges: { flows: 12.3, price: 40 } }] };
    expect(shown('flows', {}, withGauges).comparisons[0]).toMatchObject({
      measured: '≈ 12.3',
      formula: '34 flows in the scene',
    });
    expect(shown('price', {}, withGauges).dots[0]).toMatchObject({ x: 40 });
    const listing = { ...SCENE, lanes: [{ ...choke, aqm: 'xchoke', gauges: { p_b: 0.025 } }] };
    expect(shown('penalty', {}, listing).dots[0]).toMatchObject({ x: 6, y: 1 });
    expect(shown('penalty', {}, listing).comparisons[0]).toMatchObject({ formula: 'certain after 6 hits' });
  });

  it('weight a probability by the packet size, up to max_th', () => {
    const chances = (changes: Record<string, number>, average: number): (number | undefined)[] =>
      shown('sbt', { ref: 850, ...changes }).curves.map(({ valueAt }) => valueAt(average));
    // The same case as in the engine's test: p_b is 0.02 at an average queue of 48 packets, and the reference size is
    // 850 bytes.
    const [large = 0, base, small = 0] = chances({}, 48);
    expect(base).toBeCloseTo(0.02, 9);
    expect([small, large]).toEqual([expect.closeTo(0.004_705_882, 8), expect.closeTo(0.035_294_118, 8)]);
    expect(chances({ exponent: 2 }, 48)[2]).toBeCloseTo(0.02 * (200 / 850) ** 2, 9);
    expect(chances({ exponent: 0 }, 48)).toEqual([base, base, base]);
    expect(chances({ exponent: 8, ref: 100 }, 79)[0]).toBe(1);
    expect(chances({ exponent: 8 }, 80)).toEqual([1, 1, 1]);
    const [choke] = SCENE.lanes;
    if (choke === undefined) throw new Error('no lane');
    const withReference = { ...SCENE, lanes: [{ ...choke, aqm: 'sbt', average: 48, gauges: { ref: 850, p_b: 0.03 } }] };
    expect(shown('sbt', {}, withReference).comparisons[0]).toMatchObject({
      measured: 'avg 48.0, ref 850',
      formula: '0.5\u00a0% to 3.5\u00a0%',
    });
  });

  it('compare a formula only with the disciplines for which it is valid', () => {
    const [choke] = SCENE.lanes;
    if (choke === undefined) throw new Error('no lane');
    const red = shown('share', {}, { ...SCENE, lanes: [{ ...choke, aqm: 'red', name: 'RED', recentShare: 0.98 }] });
    expect(red.comparisons[0]?.formula).toBe('–');
    // The axis extends to the measured value.
    expect(red.y.to).toBeGreaterThan(0.98);
  });

  it('name a printed value that is impossible', () => {
    const printed: Elsewhere[] = [{ picture: 'ceiling', lane: 'red', x: 0.78, y: 0.5357, kind: 'paper' }];
    expect(shown('ceiling', {}, { ...SCENE, elsewhere: printed }).sees).toContain('the value printed for RED, 0.536');
    const possible: Elsewhere[] = [{ picture: 'ceiling', lane: 'choked', x: 0.04, y: 0.95, kind: 'paper' }];
    expect(shown('ceiling', {}, { ...SCENE, elsewhere: possible }).sees).toMatch(/^No measurement over all 34 flows/);
  });

  it('show values of the thesis only under its own settings', () => {
    const paper = (buffer: number): number =>
      shown('draws', { buffer }).dots.filter(({ kind }) => kind === 'paper').length;
    expect([paper(100), paper(300)]).toEqual([3, 0]);
  });

  it('belong to scenes, by the preset or by the discipline', () => {
    expect(pictureFor('after-change', 'choked')).toBe('after-change');
    expect(pictureFor(undefined, 'choked')).toBe('draws');
    expect(pictureFor(undefined, 'choke')).toBe('share');
    const known = PICTURES.map(({ id }) => id);
    const named = presets.flatMap(({ theory }) => (theory === undefined ? [] : [theory.picture]));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((picture) => !known.includes(picture))).toEqual([]);
    const disciplines = CATALOG.disciplines.map(({ id }) => id);
    expect(PICTURES.flatMap((picture) => picture.disciplines ?? []).filter((id) => !disciplines.includes(id))).toEqual(
      [],
    );
  });
});

describe('the axes of pictures', () => {
  it.each(['linear', 'log', 'root'] as const)('convert values to positions and back on the %s scale', (scale) => {
    const axis = { title: '', from: scale === 'log' ? 0.1 : 0, to: 20, scale, text: String };
    for (const part of [0, 0.3, 1]) expect(partOf(axis, along(axis, part))).toBeCloseTo(part, 9);
    expect(partOf(axis, 1000)).toBe(1);
  });

  it('separate the labels of curves that end together', () => {
    const layout = figureLayout(shown('share'), { width: 500, height: 300, fontSize: 12 });
    const heights = layout.labels.map(({ y }) => y).sort((a, b) => a - b);
    heights.slice(1).forEach((y, place) => {
      expect(y - (heights[place] ?? 0)).toBeGreaterThanOrEqual(12);
    });
    expect(layout.region.right).toBeLessThan(500);
    expect(stairsOf([1, 0], layout)).toMatch(/^M[\d.]+ [\d.]+H[\d.]+L/);
  });

  it.each(PICTURES.map(({ id }) => id))('leave no text over another text, a curve or a dot: %s', (id) => {
    const picture = shown(id);
    for (const size of [
      { width: 360, height: 240, fontSize: 12 },
      { width: 640, height: 300, fontSize: 12 },
      { width: 900, height: 420, fontSize: 18 },
    ]) {
      const { fontSize, width, height } = size;
      const layout = figureLayout(picture, size);
      const wide = (text: string): number => text.length * fontSize * 0.6;
      const texts = [
        ...layout.guides.flatMap(({ guide, text }) => (text === undefined ? [] : [{ text: guide.text, ...text }])),
        ...layout.dots.flatMap(({ dot, x, y, name }) => {
          if (name === undefined) return [];
          const from = x + name.x - (name.anchor === 'end' ? wide(dot.name) : 0);
          return [{ text: dot.name, x: from, y: y + name.y }];
        }),
        ...layout.labels.map(({ text, y }) => ({
          text,
          x: layout.region.right + fontSize * 0.5,
          y: y + fontSize * 0.35,
        })),
        ...layout.yTicks.map(({ text, at }) => ({
          text,
          x: layout.region.left - fontSize * 0.5 - wide(text),
          y: at + fontSize * 0.35,
        })),
      ].map(({ text, x, y }) => ({
        text,
        box: { left: x, right: x + wide(text), top: y - fontSize * 0.8, bottom: y + fontSize * 0.1 },
      }));
      const paths = picture.curves.map(({ points }) => ({
        x: points.map(([at]) => layout.toX(at)),
        y: points.map(([, at]) => layout.toY(at)),
        length: points.length,
      }));
      for (const [place, { text, box }] of texts.entries()) {
        const over = texts.slice(place + 1).filter((other) => overlap(box, other.box));
        expect(over.map((other) => `${text} over ${other.text}`)).toEqual([]);
        expect([text, paths.some((path) => passes(path, box))]).toEqual([text, false]);
        const isWhole = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
        expect([text, isWhole]).toEqual([text, true]);
      }
    }
  });

  it('name dots in free places, in the order of the list', () => {
    const near: Elsewhere[] = [0.1, 0.101, 0.102, 0.103, 0.104, 0.105].map((x) => ({
      picture: 'ceiling',
      lane: 'gchoke',
      x,
      y: 0.8,
      kind: 'paper',
    }));
    const layout = figureLayout(shown('ceiling', {}, { ...SCENE, elsewhere: near }), {
      width: 500,
      height: 300,
      fontSize: 12,
    });
    const named = layout.dots.filter(({ name }) => name !== undefined);
    expect(layout.dots).toHaveLength(7);
    expect(named.length).toBeGreaterThan(1);
    expect(named.length).toBeLessThan(6);
    expect(named[0]?.dot.kind).toBe('now');
  });

  it('let a quantity return to the value that its slider shows', () => {
    for (const knob of PICTURES.flatMap((definition) => definition.knobs(SCENE))) {
      const { position, positions, valueAt } = scaleOf(knob, knob.scene);
      expect(valueAt(position) / (knob.scene || 1)).toBeCloseTo(knob.scene === 0 ? 0 : 1, 1);
      expect(valueAt(positions)).toBe(knob.max);
    }
  });
});

describe('the values of the run for formulas', () => {
  const flows = [
    { transport: 'udp', source: 'cbr', count: 2, packet_bytes: 1000, start_s: [0, 1], rate_bps: 1e6 },
    { transport: 'newreno', source: 'ftp', count: 3, packet_bytes: 1000, start_s: [0, 1] },
    {
      transport: 'udp',
      source: 'schedule',
      count: 1,
      packet_bytes: 1000,
      start_s: [0, 1],
      rate_bps: 1e5,
      steps: [[5, 3e5]],
    },
    {
      transport: 'udp',
      source: 'onoff',
      count: 1,
      packet_bytes: 1000,
      start_s: [0, 1],
      rate_bps: 4e5,
      on_s: 1,
      off_s: 3,
    },
  ];
  const facts = {
    classes: ['tcp', 'udp'],
    flows: [{ class: 'udp' }, { class: 'tcp' }],
    aqm: 'choke',
    params: { min_th: 30, gentle: true },
    capacity_bps: 1e6,
    limit: 100,
    scenario: {
      id: 'x',
      flows,
      bottleneck: { capacity_bps: 1e6, delay_s: 0.01 },
      access: { rate_bps: 1e7, delay_s: 0.01 },
      queue: { params: {} },
      interventions: [{ at_s: 10, path: 'flows.0.rate_bps', value: 5e5 }],
    },
  } as unknown as LaneRun['run']['facts'];

  it('include the load at a given time, with timed changes, schedules and pauses', () => {
    expect([0, 6, 11].map((at_s) => offeredAt(facts, at_s))).toEqual([2.2e6, 2.4e6, 1.4e6]);
    expect([4, 6, 11].map((now_s) => lastRateChange(facts, now_s))).toEqual([undefined, 5, 10]);
  });

  it('include the share over time since the last change, in drain times', () => {
    const series = new RunSeries(2, 0);
    const rows = 8;
    const filled = (value: number): Float64Array => new Float64Array(rows).fill(value);
    series.append({
      time_s: filled(0).map((_, row) => (row + 1) / 10),
      queue_mean: filled(50),
      queue_min: filled(50),
      queue_max: filled(50),
      average_queue: filled(50),
      delay_s: filled(0.4),
      jain_index: filled(1),
      jain_index_tcp: filled(1),
      // TCP gets 0.75 Mb/s, UDP 0.25 Mb/s.
      class_bps: new Float64Array(2 * rows).map((_, at) => (at % 2 === 0 ? 75e4 : 25e4)),
      reasons: new Float64Array(),
    });
    const course = shareAfter({ series, facts, latest: { scalars: { now_s: 0.8 } } as LaneRun['run']['latest'] }, 0.2);
    // Drain time: 50 waiting packets take 0.4 s to send. The rate changes at 0.2 s, so the first bucket ends at 0.3 s,
    // and its middle is 0.05 s = 1/8 of a drain time after the change.
    expect(course[0]?.[0]).toBeCloseTo(0.125, 9);
    expect(course[0]?.[1]).toBeCloseTo(0.25, 9);
    expect(course).toHaveLength(6);
  });

  it('include measurements of every lane, and a single lane is called this run', () => {
    const run = {
      facts,
      series: { bucket_s: 0.1 },
      about: { gauges: [{ id: 'price' }] },
      catalog: { disciplines: [{ id: 'choke', name: 'CHOKe' }] },
      latest: {
        scalars: {
          now_s: 3,
          waiting: 7,
          average_queue: Number.NaN,
          jain_index: 0.5,
          mean_queue: 12.4,
          mean_queueing_delay_s: 0.1,
        },
        gauges: { value: Float64Array.of(2.5) },
        flows: { recent_bps: Float64Array.of(30, 70), received_bytes: Float64Array.of(1, 1) },
      },
    } as unknown as LaneRun['run'];
    const lane = { index: 0, name: 'CHOKe', run };
    const values = sceneValues([lane], lane, new Map());
    expect(values).toMatchObject({
      load: 2.2,
      minThreshold: 30,
      maxThreshold: 80,
      isGentle: true,
      meanQueue: 12,
      tcpFlows: 1,
    });
    // Round trip: two access links and the bottleneck link, each 10 ms in both directions, and 100 ms in the queue.
    expect(values.roundTrip_s).toBeCloseTo(0.16, 9);
    expect(values.lanes[0]).toMatchObject({ name: 'this run', recentShare: 0.3, share: 0.5, average: undefined });
    expect(values.lanes[0]?.gauges).toEqual({ price: 2.5 });
    const two = sceneValues([lane, { ...lane, index: 1, name: 'RED' }], lane, new Map());
    expect(two.lanes.map(({ name, colour }) => [name, colour])).toEqual([
      ['CHOKe', 'lane0'],
      ['RED', 'lane1'],
    ]);
  });

  it('include the places of UDP packets: from the front in the frame, from the tail in the picture', () => {
    const sampler = new PlaceSampler();
    const queue = { flow: Uint32Array.from({ length: 20 }, (_, place) => (place >= 18 ? 1 : 0)) } as Parameters<
      PlaceSampler['look']
    >[0];
    sampler.look(queue, (row) => row === 1);
    expect(sampler.density()).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // The queue is too short to be divided into tenths.
    sampler.look({ flow: Uint32Array.of(1) } as Parameters<PlaceSampler['look']>[0], () => true);
    expect(sampler.looks).toBe(1);
  });
});
