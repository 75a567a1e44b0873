/** Plots and stages saved as SVG contain every mark and text that the painters draw on a canvas, and nothing else. */

import { beforeAll, describe, expect, it } from 'vitest';
import { PALETTE } from '../base/palette';
import { PLOTS } from '../core/plots/plots';
import { PLOT_SIZE, plotPainter } from '../core/plots/save-plot';
import { THROUGHPUT } from '../core/plots/throughput';
import { GaugeTrail } from '../core/run/gauge-trail';
import { namedLanes } from '../core/run/lanes';
import { RunBuffer } from '../core/run/run-buffer';
import type { Drawing } from '../core/save/drawing';
import { drawnAsSvg } from '../core/save/write-drawing';
import { scriptStore } from '../core/scene/script-store';
import { pictureOf, stagePicture } from '../core/stage/save-stage';
import { OCCUPANCY, WAITS } from '../features/distributions/distributions';
import { countingCanvas } from '../testing/canvas-calls';
import { CATALOG, testEngine } from '../testing/engine';
import { alone, plotSource, sideBySide } from '../testing/plot-source';
import { type Element, elementsOf, readXml } from '../testing/read-xml';
import { SMALL_SCENE } from '../testing/small-scene';

const PROVENANCE = {
  title: 'Queue & “delay” <of> one\u0007 \ud800scene',
  link: 'https://lab.example/#2.choked-model1.tk26e.1~~87q8sv',
  engine: '0.1.0',
  numbers: 1,
  seeds: [7],
  lanes: ['CHOKe', 'RED'],
  until_s: 5,
};
const RULER = {
  widthOf: (font: string, text: string): number => text.length * Number(/([\d.]+)px/.exec(font)?.[1]) * 0.55,
  baselineBelowMiddle: () => 4,
};
const VIEW = { begin_s: 0, end_s: 50, settledSpan_s: 50, reached: 0, measure: (text: string) => text.length * 7 };

function asSvg(drawing: Pick<Drawing, 'width' | 'height' | 'colours' | 'paint'>): Element {
  return readXml(drawnAsSvg({ name: 'one', provenance: PROVENANCE, ...drawing }, RULER).text(''));
}

/** Checks that the file contains the marks of the canvas, a background and a footer, and no other marks. */
function expectAllOf(drawing: Pick<Drawing, 'width' | 'height' | 'colours' | 'paint'>): void {
  const { context, painted } = countingCanvas(RULER.widthOf);
  drawing.paint(context);
  const root = asSvg(drawing);
  const foot = asSvg({ ...drawing, paint: () => {} });
  const texts = (element: Element): string[] => elementsOf(element, 'text').map(({ text }) => text);
  expect(painted.texts.length).toBeGreaterThan(2);
  // SVG collapses consecutive spaces into one, so all but the last are no-break spaces.
  expect(texts(root)).toEqual([...painted.texts.map((text) => text.replace(/ (?= )/g, '\u00a0')), ...texts(foot)]);
  expect(elementsOf(root, 'path').length).toBe(painted.shapes + 1);
  expect(elementsOf(root, 'g').filter(({ attributes }) => attributes.has('mask')).length).toBe(painted.erased);
  for (const path of elementsOf(root, 'path')) expect(path.attributes.get('d')).toMatch(/^M[-\d. MLACZ]+$/);
}

describe('a plot saved as SVG', () => {
  const source = { ...plotSource(), trail: new GaugeTrail(1) };
  const gauge = { id: 'avg', symbol: 'avg', unit: 'packets', meaning: 'moving average' };
  source.about = { ...source.about, gauges: [gauge] };
  for (let at_s = 1; at_s < 40; at_s += 1) source.trail.append(at_s, Float64Array.of(at_s - 5));
  beforeAll(() => scriptStore.setState({ lane: 0, watched: gauge.id }));
  // The same run, shown at the earlier time of 20 s. Plots fade the data after this time.
  const past = { ...source, latest: { ...source.latest, scalars: { ...source.latest.scalars, now_s: 20 } } };
  const sets = [alone(source), alone(past), sideBySide(source, plotSource({ tcpFlows: 60 }), source)];
  it.each([...PLOTS, OCCUPANCY, WAITS])('contains everything that the canvas shows: $id', (plot) => {
    for (const lanes of sets)
      for (const scale of [
        { isLogarithmic: true, isCumulative: false },
        { isLogarithmic: false, isCumulative: true },
      ]) {
        const colours = PALETTE[lanes.isSingle ? 'dark' : 'light'];
        const paint = plotPainter(plot, lanes, { ...VIEW, ...scale }, colours);
        expectAllOf({ ...PLOT_SIZE, colours, paint });
      }
  });

  it('is faded after the shown time by a mask over its moving layer only', () => {
    const view = { ...VIEW, isLogarithmic: true, isCumulative: false };
    const root = asSvg({
      ...PLOT_SIZE,
      colours: PALETTE.dark,
      paint: plotPainter(THROUGHPUT, alone(past), view, PALETTE.dark),
    });
    const masked = elementsOf(root, 'g').filter(({ attributes }) => attributes.has('mask'));
    expect(masked).toHaveLength(1);
    const [layer] = masked;
    expect(layer?.children.length).toBeGreaterThan(0);
    expect(layer && elementsOf(layer, 'text')).toEqual([]);
  });
});

describe('the stage saved as SVG', () => {
  // Lanes of each test: one lane for each kind of queue view, then two lanes, then four.
  const views = new Map(CATALOG.disciplines.map(({ id, view }) => [view, id]));
  const sets = [...views.values(), 'choked red', 'choke red fred drop-tail'];
  it.each(sets)('contains everything that the canvas shows: %s', async (set) => {
    const runs = await Promise.all(
      set.split(' ').map(async (aqm) => {
        const client = await testEngine({ kind: 'full' });
        return new RunBuffer(CATALOG, await client.open({ ...SMALL_SCENE, lanes: [{ aqm, params: {} }] }, 5));
      }),
    );
    const lanes = namedLanes(runs);
    const pictures = await Promise.all(runs.map(pictureOf));
    const stage = stagePicture(lanes, pictures, PALETTE.dark);
    expectAllOf(stage);
    // Saving again gives the same file, byte for byte.
    expect(asSvg(stagePicture(lanes, await Promise.all(runs.map(pictureOf)), PALETTE.dark))).toEqual(asSvg(stage));
    const texts = elementsOf(asSvg(stage), 'text').map(({ text }) => text);
    for (const { name, index } of lanes) expect(texts).toContain(lanes.length > 1 ? `${index + 1} ${name}` : name);
  });
});

it('names its origin, whatever characters a name contains', () => {
  const root = asSvg({ width: 300, height: 20, colours: PALETTE.light, paint: () => {} });
  const textOf = (name: string): string => elementsOf(root, name).map(({ text }) => text)[0] ?? '';
  // Characters that XML forbids are replaced. All other text is unchanged.
  expect(textOf('title')).toBe('Queue & “delay” <of> one\ufffd \ufffdscene');
  expect(JSON.parse(textOf('metadata')).link).toBe(PROVENANCE.link);
  expect(textOf('desc')).toContain('seed 7');
  expect(
    elementsOf(root, 'text')
      .map(({ text }) => text)
      .join(''),
  ).toContain(PROVENANCE.link);
});
