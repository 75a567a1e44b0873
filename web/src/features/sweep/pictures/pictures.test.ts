import { describe, expect, it } from 'vitest';
import { inkOn, luminance, NUMBER_LEVELS, numberColours } from '../../../base/number-colours';
import { PALETTE } from '../../../base/palette';
import { drawnAsSvg } from '../../../core/save/write-drawing';
import { type Element, readXml } from '../../../testing/read-xml';
import type { Cell } from '../sweep-rows';
import { factsOf, LEAST, MOST, RATE, rowsOf, SCENE, TRANSPORT, VIEW } from './fixtures';
import { spokenPoint } from './point-words';
import { SWEEP_SIZE, sweepPainter } from './save-sweep';
import { sceneValues } from './scene-place';
import { settingAxis } from './setting-axis';
import { cellWords, type ShownSweep, shownSweep, signOf } from './shown-sweep';
import { sweepPicture } from './sweep-display';
import { sweepNumbers } from './sweep-numbers';
import type { PictureView, SweepPicture } from './sweep-picture';
import { theoryOver } from './theory-over';
import { colourExtent, curveExtent, endsOf } from './value-scale';

const LOOK = { metric: 'udp_utilization' };
const SWEPT = { scene: SCENE, lanes: SCENE.lanes };

function shownOf(...given: Parameters<typeof shownSweep>): ShownSweep {
  const shown = shownSweep(...given);
  if (shown === undefined) throw new Error('nothing is measured');
  return shown;
}

function pictureOf(shown: ShownSweep, view: PictureView = VIEW, theory = theoryOver(shown, SWEPT)): SweepPicture {
  const picture = sweepPicture(shown, theory, view);
  if (picture === undefined) throw new Error('no picture');
  return picture;
}

describe('the axis of a setting', () => {
  it('is logarithmic if the steps are equal factors, whether declared or recognised', () => {
    const said = settingAxis(RATE);
    const seen = settingAxis({ ...RATE, is_logarithmic: false });
    for (const axis of [said, seen]) {
      expect(axis.scale).toBe('log');
      expect(axis.partOf(1e6)).toBeCloseTo(0.5, 9);
      expect(axis.stepOf(1e6)).toBe(2);
      expect(axis.stepOf(2e6)).toBeCloseTo(2 + Math.log(2) / Math.log(3.16228), 3);
    }
    expect(said.title).toBe('rate [Mb/s]');
    expect(said.ticks(10).map(said.short)).toEqual(['0.1', '0.3', '1', '3', '10']);
  });

  it('sorts numbers, and keeps the order of options', () => {
    expect(settingAxis({ ...LEAST, values: [30, 10, 20] }).order).toEqual([1, 2, 0]);
    expect(settingAxis({ ...TRANSPORT, values: ['reno', 'cubic', 'bbr'] }).order).toEqual([0, 1, 2]);
    expect(settingAxis({ ...TRANSPORT, values: [true, false] }).values.map(settingAxis(TRANSPORT).short)).toEqual([
      'on',
      'off',
    ]);
  });

  it('has as many round values as fit', () => {
    const axis = settingAxis({ ...LEAST, values: [10, 16.67, 90] });
    expect(axis.scale).toBe('linear');
    expect(axis.ticks(9).at(-1)).toBe(90);
    for (const most of [2, 3, 5, 9]) expect(axis.ticks(most).length).toBeLessThanOrEqual(most);
  });
});

describe('the scale of measured values', () => {
  it('grows in steps and never shrinks', () => {
    const first = curveExtent([0.21], undefined);
    expect(first).toEqual({ from: 0, to: 0.3 });
    expect(curveExtent([0.29], first)).toEqual(first);
    expect(curveExtent([0.05], first)).toEqual(first);
    expect(curveExtent([0.31], first)).toEqual({ from: 0, to: 0.4 });
    expect(curveExtent([-0.31], first)).toEqual({ from: -0.4, to: 0.3 });
    const colours = colourExtent([0.12, 0.88], undefined, false);
    expect(colours.from).toBeLessThanOrEqual(0.12);
    expect(colourExtent([0.5], colours, false)).toEqual(colours);
  });

  it('has 0 in the middle for differences', () => {
    expect(colourExtent([-0.2, 0.7], undefined, true)).toEqual({ from: -0.8, to: 0.8 });
  });

  it('includes all runs, but not an interval of two seeds or an end below 0', () => {
    expect(endsOf({ ...cellAt(0.5, 0.9, 2), values: [0.4, 0.6] }, false)).toEqual([0.4, 0.6]);
    expect(endsOf({ ...cellAt(0.02, 0.1, 8), values: [0, 0.3] }, false)).toEqual([0, 0.02 + 0.1, 0, 0.3]);
    expect(endsOf(cellAt(0.02, 0.1, 8), true)).toEqual([0.02 - 0.1, 0.02 + 0.1]);
  });
});

describe('curves over a number', () => {
  const facts = factsOf([RATE]);
  const full = shownOf(
    rowsOf(facts, (point, lane, seed) => 0.1 * (lane + 1) + 0.01 * point + 0.001 * seed),
    LOOK,
  );

  it('have a line, a band and a name at its end for each lane', () => {
    const picture = pictureOf(full);
    expect(picture.areas.map(({ ink, length }) => [ink, length])).toEqual([
      ['lane0', 5],
      ['lane1', 5],
    ]);
    const [choke, red] = picture.lines;
    expect(choke?.dash).toBeUndefined();
    expect(red?.dash).toBeDefined();
    const band = picture.areas[0];
    // Half-width of the 95 % interval of three seeds: t = 4.30 for two degrees of freedom, standard deviation 0.001.
    const half = (4.302653 * 0.001) / Math.sqrt(3);
    const perPixel = (picture.reached?.to ?? 0) / (368.8 - 37.2);
    expect(((band?.low[0] ?? 0) - (band?.high[0] ?? 0)) * perPixel).toBeCloseTo(2 * half, 3);
    const names = picture.texts.filter(({ align, isBold }) => align === 'left' && isBold).map(({ text }) => text);
    expect(names).toEqual(['UDP share of the link', 'choke', 'red', 'theory, CHOKe']);
  });

  it('continue across points without a run, and are interrupted at points without a valid scene', () => {
    const value = (point: number): number | string | undefined =>
      [0.1, undefined, 0.2, 'is not below max_th', 0.3][point];
    const [line] = pictureOf(shownOf(rowsOf(facts, value), LOOK)).lines;
    expect(line?.length).toBe(4);
    expect(Array.from(line?.y ?? [], Number.isNaN)).toEqual([false, false, true, false]);
  });

  it('keep their axes while rows arrive', () => {
    const sparse = pictureOf(
      shownOf(
        rowsOf(facts, (point, lane) => (point % 2 === 0 ? 0.2 * lane + 0.1 : undefined)),
        LOOK,
      ),
    );
    const whole = shownOf(
      rowsOf(facts, (_, lane) => 0.2 * lane + 0.05),
      LOOK,
    );
    const later = pictureOf(whole, { ...VIEW, reached: sparse.reached });
    expect(later.reached).toEqual(sparse.reached);
    expect(later.texts.filter(({ align }) => align === 'right')).toEqual(
      sparse.texts.filter(({ align }) => align === 'right'),
    );
  });

  it('show the open scene, between the values or beyond them', () => {
    const picture = pictureOf(full);
    const between = picture.sceneMark(sceneValues(SCENE, full.axes));
    const [first, last] = [picture.boxOf({ point: 2, lane: 0 })?.x ?? 0, picture.boxOf({ point: 3, lane: 0 })?.x ?? 0];
    expect(between?.text.text).toBe('this scene: 2\u00a0Mb/s');
    expect(between?.rules[0]?.x1).toBeGreaterThan(first);
    expect(between?.rules[0]?.x1).toBeLessThan(last);
    expect(picture.sceneMark([9e7])?.text.text).toBe('→ this scene: 90\u00a0Mb/s');
    expect(picture.sceneMark([undefined])).toBeUndefined();
  });

  it('can be followed by keys: along a line, and from line to line', () => {
    const picture = pictureOf(full);
    expect(picture.first).toEqual({ point: 0, lane: 0 });
    expect(picture.next(picture.first, 'right')).toEqual({ point: 1, lane: 0 });
    expect(picture.next(picture.first, 'left')).toBeUndefined();
    expect(picture.next(picture.first, 'up')).toEqual({ point: 0, lane: 1 });
    const box = picture.boxOf({ point: 3, lane: 1 });
    expect(picture.pick((box?.x ?? 0) + 3, (box?.y ?? 0) - 2)).toEqual({ point: 3, lane: 1 });
  });

  it('can show differences to a lane, computed for each seed', () => {
    const against = shownOf(full.source, { ...LOOK, against: 'red' });
    const picture = pictureOf(against);
    expect(against.lanes.map(({ name }) => name)).toEqual(['choke']);
    expect(against.cellAt(0, 0)?.mean).toBeCloseTo(-0.1, 12);
    expect(against.cellAt(0, 0)?.sd).toBeCloseTo(0, 12);
    expect(picture.reached?.from).toBeLessThan(-0.09);
    expect(picture.lines).toHaveLength(1);
  });
});

describe('the theory curve over the measured curves', () => {
  const shown = shownOf(
    rowsOf(factsOf([RATE]), () => 0.1),
    LOOK,
  );

  it('has its greatest value where the formula has it', () => {
    const [curve] = theoryOver(shown, SWEPT);
    expect(curve?.peak?.y).toBeCloseTo(1 / (Math.E + 1), 6);
    expect(curve?.peak?.x).toBeCloseTo((1e6 * (2 * Math.E - 1)) / (Math.E + 1), -2);
    expect(curve?.valueAt(curve.peak?.x ?? 0)).toBeCloseTo(curve?.peak?.y ?? 0, 9);
    const texts = pictureOf(shown).texts.map(({ text }) => text);
    expect(texts).toContain('greatest 0.269 at 1.19\u00a0Mb/s');
  });

  it('of gCHOKe has as many draws as the lane', () => {
    const lanes = [{ aqm: 'gchoke', params: { maxcomp: 5 } }, SCENE.lanes[1] ?? { aqm: 'red', params: {} }];
    expect(theoryOver(shown, { scene: SCENE, lanes }).map(({ name }) => name)).toEqual(['theory, gCHOKe\u00a05']);
    expect(theoryOver(shown, { scene: SCENE, lanes, defaultOf: () => 3 })[0]?.name).toBe('theory, gCHOKe\u00a05');
  });

  it.each([
    ['a difference is shown', { look: { ...LOOK, against: 'red' } }],
    [
      'another quantity is shown',
      { metrics: [{ id: 'jain_index', name: 'fairness', unit: '', meaning: '', is_share: true }] },
    ],
    ['another setting is swept', { axes: [LEAST] }],
    [
      'no lane compares',
      {
        lanes: [
          { aqm: 'red', params: {} },
          { aqm: 'drop-tail', params: {} },
        ],
      },
    ],
    ['there are several unresponsive flows', { count: 2 }],
    ['the flow pauses', { source: 'onoff' }],
  ])(
    'is left out if %s',
    (_, { look = LOOK, axes = [RATE], metrics, lanes = SCENE.lanes, count = 1, source = 'cbr' }: Case) => {
      const facts = factsOf(axes, ['choke', 'red'], 3, metrics);
      const [udp, ...others] = SCENE.flows;
      const scene = { ...SCENE, flows: [{ ...udp, count, source }, ...others] } as typeof SCENE;
      expect(
        theoryOver(
          shownOf(
            rowsOf(facts, () => 0.1),
            look,
          ),
          { scene, lanes },
        ),
      ).toEqual([]);
    },
  );
});

interface Case {
  readonly look?: Parameters<typeof shownSweep>[1];
  readonly axes?: Parameters<typeof factsOf>[0];
  readonly metrics?: Parameters<typeof factsOf>[3];
  readonly lanes?: typeof SCENE.lanes;
  readonly count?: number;
  readonly source?: string;
}

describe('dots over options', () => {
  it('have an interval for each option and lane, and no line between them', () => {
    const shown = shownOf(
      rowsOf(factsOf([TRANSPORT]), (_, lane, seed) => 0.5 + 0.1 * lane + 0.01 * seed),
      LOOK,
    );
    const picture = pictureOf(shown);
    expect(picture.lines).toEqual([]);
    expect(picture.rules.filter(({ ink }) => ink === 'lane1')).toHaveLength(2 * 3);
    expect(picture.texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['reno', 'cubic', 'transport']));
    expect(picture.sceneMark(sceneValues(SCENE, shown.axes))?.text.text).toBe('this scene: reno');
    expect(picture.sceneMark(['vegas'])).toBeUndefined();
  });

  it('are in one column if no setting is varied', () => {
    const picture = pictureOf(
      shownOf(
        rowsOf(factsOf([]), (_, lane, seed) => lane + 0.1 * seed),
        LOOK,
      ),
    );
    // Entries of `dots`: for each of the two lanes one for its runs, one for its mean, and one beside its name.
    expect(picture.dots.length).toBe(2 * 2 + 2);
    expect(picture.next(picture.first, 'right')).toBeUndefined();
  });
});

describe('maps of two settings', () => {
  // The points 0 to 2 are max_th 20 with min_th 10, 20 and 30. The points 3 to 5 are max_th 40 with the same three
  // values of min_th.
  const value = (point: number, lane: number): number | string | undefined =>
    point === 1 || point === 2 ? 'is not below max_th' : point === 5 ? undefined : 0.1 * point + 0.3 * lane;
  const shown = shownOf(rowsOf(factsOf([MOST, LEAST]), value), LOOK);
  const picture = pictureOf(shown);

  it('are side by side on one scale of colours', () => {
    const [choke, red] = picture.regions;
    expect(picture.regions).toHaveLength(2);
    expect(choke?.right).toBeLessThan(red?.left ?? 0);
    expect(picture.reached).toEqual(colourExtent([0, 0.7], undefined, false));
    expect(picture.cells.every(({ colour }) => colour.startsWith('#') || colour === 'textFaint')).toBe(true);
  });

  it('hatch invalid points, and leave out points without a run', () => {
    // `hatched` has four numbers for each box. There are two invalid points in each of two lanes, and a sample in the
    // legend.
    expect(picture.hatched).toHaveLength(4 * (2 * 2 + 1));
    const box = picture.boxOf({ point: 5, lane: 0 });
    const covered = picture.cells.some(({ colour, boxes }) => {
      for (let at = 0; at < boxes.length; at += 4)
        if (colour !== 'textFaint' && boxes[at] === box?.x && boxes[at + 1] === box?.y) return true;
      return false;
    });
    expect(covered).toBe(false);
    expect(spokenPoint(shown, { point: 1, lane: 0 })).toBe(
      'choke: not allowed: min_th is not below max_th. maximum threshold 20\u00a0packets, minimum threshold 20\u00a0packets.',
    );
  });

  it('select the cell under the pointer, and keys continue in the next map', () => {
    for (const point of [0, 3, 4])
      for (const lane of [0, 1]) {
        const box = picture.boxOf({ point, lane });
        expect(picture.pick((box?.x ?? 0) + 1, (box?.y ?? 0) + 1)).toEqual({ point, lane });
      }
    expect(picture.next({ point: 3, lane: 0 }, 'right')).toEqual({ point: 0, lane: 1 });
    expect(picture.next({ point: 0, lane: 0 }, 'up')).toEqual({ point: 1, lane: 0 });
    expect(picture.next({ point: 0, lane: 0 }, 'left')).toBeUndefined();
  });

  it('mark the open scene in each map', () => {
    const mark = picture.sceneMark(sceneValues(SCENE, shown.axes));
    expect(mark?.rings).toHaveLength(2);
    const [from, to] = [picture.boxOf({ point: 3, lane: 0 }), picture.boxOf({ point: 4, lane: 0 })];
    // The scene has max_th 30 and min_th 15. Both lie half way between two values, so the ring is centred on edges of
    // cells.
    expect(mark?.rings[0]?.x).toBeCloseTo(from?.x ?? 0, -0.5);
    expect(mark?.rings[0]?.y).toBeCloseTo((to?.y ?? 0) + (to?.height ?? 0), -0.5);
  });

  it('mark differences whose interval excludes 0', () => {
    const rows = rowsOf(factsOf([MOST, LEAST]), (point, lane, seed) =>
      lane === 1 ? 0.5 : point === 0 ? 0.4 + 0.001 * seed : point === 4 ? 0.6 + 0.001 * seed : 0.5 + 0.1 * (seed - 2),
    );
    const against = pictureOf(shownOf(rows, { ...LOOK, against: 'red' }));
    expect(against.signs.map(({ text }) => text).sort()).toEqual(['+', '−']);
    expect(against.reached?.from).toBe(-(against.reached?.to ?? 0));
  });

  it('cover every pixel of a hundred by a hundred cells', () => {
    const values = Array.from({ length: 100 }, (_, place) => place + 1);
    const facts = factsOf(
      [
        { ...MOST, values },
        { ...LEAST, values },
      ],
      ['red', 'choke', 'choked', 'drop-tail'],
      1,
    );
    const whole = pictureOf(
      shownOf(
        rowsOf(facts, (point) => point / 1e4),
        LOOK,
      ),
    );
    for (const { left, right, top, bottom } of whole.regions) {
      let area = 0;
      for (const { boxes } of whole.cells)
        for (let at = 0; at < boxes.length; at += 4) {
          const [x = 0, y = 0, width = 0, height = 0] = boxes.slice(at, at + 4);
          if (x >= left && x + width <= right && y >= top && y + height <= bottom) area += width * height;
        }
      expect(area).toBe((right - left) * (bottom - top));
    }
    expect(whole.cells.length).toBeLessThanOrEqual(NUMBER_LEVELS);
  });
});

describe('the table of a sweep', () => {
  it('has a row for each point in the order of the axes, and pages if there are many points', () => {
    const unsorted = { ...LEAST, values: [30, 10, 20] };
    const rows = rowsOf(factsOf([unsorted, TRANSPORT]), (point) => (point === 0 ? 'is not below max_th' : point));
    const table = sweepNumbers(shownOf(rows, LOOK));
    expect(table.columns[1]).toBe('minimum threshold');
    expect(table.rows.map(([, least, transport]) => `${least} ${transport}`)).toEqual(
      [10, 10, 20, 20, 30, 30].map((value, place) => `${value}\u00a0packets ${place % 2 === 0 ? 'reno' : 'cubic'}`),
    );
    expect(table.rows.map((row) => row[3]?.split('\u00a0')[0])).toEqual(
      ['2', '3', '4', '5', 'not allowed: min_th is not below max_th', '1'].map((text) =>
        /^\d$/.test(text) ? `${text}.0000` : text,
      ),
    );
    const values = Array.from({ length: 250 }, (_, place) => place);
    const long = shownOf(
      rowsOf(factsOf([{ ...LEAST, values }]), () => 1),
      LOOK,
    );
    expect(sweepNumbers(long, 900).part).toEqual({ of: 'Point', first: 50, total: 250 });
    expect(sweepNumbers(long, 900).rows.at(-1)?.[1]).toBe('249\u00a0packets');
  });
});

describe('the values of a sweep in words', () => {
  it('are means with the decimals that their intervals support', () => {
    expect(cellWords(cellAt(0.251234, 0.0123, 10), '')).toBe('0.251\u00a0±\u00a00.012 (10 seeds)');
    expect(cellWords(cellAt(0.0421, 0.0009, 10), 's')).toBe('42.10\u00a0±\u00a00.90\u00a0ms (10 seeds)');
    expect(cellWords({ ...cellAt(0.25, 0, 1), half: undefined, ends: undefined }, '')).toBe('0.25 (1 seed)');
    const bent = { ...cellAt(0.05, 0.06, 10), ends: [0.0214, 0.1123] as const };
    expect(cellWords(bent, '')).toBe('0.050, 0.021 to 0.112 (10 seeds)');
  });

  it('have a sign only if the interval excludes 0', () => {
    expect(signOf({ mean: 1, half: 0.9 })).toBe('+');
    expect(signOf({ mean: -1, half: 0.9 })).toBe('−');
    expect(signOf({ mean: 1, half: 1.1 })).toBe('');
    expect(signOf({ mean: 1, half: undefined })).toBe('');
  });
});

describe('the colours of numbers', () => {
  it('are ordered by lightness alone, on both sides of 0 for differences', () => {
    const light = numberColours('sequential').map(luminance);
    expect(light.every((value, place) => place === 0 || value > (light[place - 1] ?? 0))).toBe(true);
    const both = numberColours('diverging').map(luminance);
    const middle = both.length / 2;
    expect(both.slice(0, middle).every((value, place) => place === 0 || value > (both[place - 1] ?? 0))).toBe(true);
    expect(both.slice(middle).every((value, place, half) => place === 0 || value < (half[place - 1] ?? 0))).toBe(true);
  });

  it('allow signs and numbers with AA contrast', () => {
    for (const colour of [...numberColours('sequential'), ...numberColours('diverging')]) {
      const [dark = 0, bright = 0] = [luminance(colour), luminance(inkOn(colour))].sort((a, b) => a - b);
      expect((bright + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
    }
  });
});

describe('a saved picture of a sweep', () => {
  const provenance = { title: 'A sweep', link: 'https://example.org/', engine: '1', numbers: 1, seeds: [1], lanes: [] };
  const ruler = { widthOf: (_: string, text: string) => text.length * 7, baselineBelowMiddle: () => 4 };

  it.each([
    [
      'curves',
      shownOf(
        rowsOf(factsOf([RATE]), () => 0.1),
        LOOK,
      ),
      'theory, CHOKe',
    ],
    [
      'maps',
      shownOf(
        rowsOf(factsOf([MOST, LEAST]), (point) => (point === 1 ? 'no' : 0.1 * point)),
        LOOK,
      ),
      'not allowed',
    ],
    [
      'dots',
      shownOf(
        rowsOf(factsOf([TRANSPORT]), () => 0.1),
        LOOK,
      ),
      'cubic',
    ],
  ])('contains %s as vectors with their texts', (_, { source }, text) => {
    const saved = { rows: source, look: LOOK, scene: SCENE, swept: SWEPT, defaultOf: undefined, name: 'a', provenance };
    const paint = sweepPainter(saved, (it) => it.length * 7, PALETTE.light);
    const drawing = { name: 'a', provenance, ...SWEEP_SIZE, colours: PALETTE.light, paint };
    const texts: string[] = [];
    const walk = (element: Element): void => {
      if (element.name === 'text') texts.push(element.text);
      for (const child of element.children) walk(child);
    };
    walk(readXml(drawnAsSvg(drawing, ruler).text('')));
    expect(texts).toContain('A sweep');
    expect(texts.some((it) => it.startsWith('this scene'))).toBe(true);
    expect(texts).toContain(text);
  });
});

/** A cell with a symmetric interval. */
function cellAt(mean: number, half: number, n: number): Cell & { readonly half: number } {
  return { n, mean, sd: 1, half, ends: [mean - half, mean + half], values: [] };
}
