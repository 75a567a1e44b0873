/**
 * No text in a plot overlaps other text, a line or a marker, and none is cut off. This is tested for every preset, at
 * the sizes on the page, with one to four lanes, on the text that is actually painted (`plot-texts.ts`).
 */
/// <reference types="node" />

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { OCCUPANCY, WAITS } from '../../features/distributions/distributions';
import { CATALOG, testEngine } from '../../testing/engine';
import { type Box, overlap, type Path, passes } from '../../ui/figure/free-place';
import { cursorReach } from '../../ui/marks/cursor';
import { laneInk, shortNames } from '../../ui/marks/lane-looks';
import { referenceX } from '../../ui/marks/reference-mark';
import type { Scenario } from '../border/scenario';
import { RunBuffer } from '../run/run-buffer';
import type { PlotDefinition } from './definition';
import type { PlotDisplay, PlotView } from './plot-display';
import type { PlotLanes } from './plot-lanes';
import { boxOf, stillTexts, textsOf } from './plot-texts';
import { PLOTS } from './plots';
import { type PublishedValues, publishedMarks } from './published';

/** Width and height of the picture and size of the font, as measured on the page [px]. */
const SIZES = [
  // Two widths of a plot in a browser window of 1440 × 900 with three plots in a row. The second is the smallest one.
  [263, 143, 12],
  [228, 143, 12],
  // 1280 × 720: two plots in a row.
  [323, 140, 12],
  // A phone.
  [358, 130, 12],
  // The presenter.
  [600, 220, 18],
  // A saved picture.
  [692, 346, 13],
] as const;

const FOLDER = new URL('../../../../presets/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const ALL_PLOTS: readonly PlotDefinition[] = [...PLOTS, OCCUPANCY, WAITS];

type File = PublishedValues & { readonly scenario: Scenario };

describe('the check for overlaps in plots', () => {
  it.each(FILES)('finds no text that overlaps or is cut off: %s', async (name) => {
    const file = JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')) as File;
    const runs = await runsOf(file.scenario);
    const [published, ofUnchanged] = [publishedMarks(file, false), publishedMarks(file, true)];
    const cases = [1, 2, 3, 4].map((count) => ({ count, marks: published })).concat({ count: 1, marks: ofUnchanged });
    const found: string[] = [];
    // With a cursor there is one more text.
    for (const { count, marks } of cases)
      for (const [width, height, fontSize] of SIZES)
        for (const chosen of width === 263 ? [undefined, 1] : [undefined])
          for (const plot of ALL_PLOTS) {
            const lanes: PlotLanes = { ...lanesOf(runs, count), published: marks };
            if (plot.appliesTo?.(lanes) === false) continue;
            const measure = (text: string): number => widthOf(text) * fontSize;
            const axis = { begin_s: 0, end_s: 10, settledSpan_s: 10, reached: 0 };
            const scale = { isLogarithmic: count % 2 === 1, isCumulative: false };
            const view: PlotView = { width, height, fontSize, chosen, measure, ...axis, ...scale };
            for (const problem of problemsOf(plot.display(lanes, view), view))
              found.push(`${plot.id}, ${count} lanes, ${width} × ${height}: ${problem}`);
          }
    expect(found).toEqual([]);
  });

  it('finds overlaps if there are any', () => {
    const view = { width: 200, height: 100, fontSize: 12, measure: (text: string) => widthOf(text) * 12 } as PlotView;
    const region = { left: 30, right: 150, top: 8, bottom: 76 };
    const note = { text: 'here', align: 'left', colour: 'text' } as const;
    const blank = { ...EMPTY, axes: { region, xTicks: [], yTicks: [], guides: [{ y: 40, isStrong: true }] } };
    const problems = (x: number, y: number): number =>
      problemsOf({ ...blank, notes: [{ ...note, x, y }] }, view).length;
    expect([problems(40, 20), problems(40, 42), problems(190, 20), problems(40, 2)]).toEqual([0, 1, 1, 1]);
  });
});

async function runsOf(scenario: Scenario): Promise<RunBuffer[]> {
  const runs: RunBuffer[] = [];
  const flows = scenario.flows.reduce((sum, { count }) => sum + (count ?? 1), 0);
  const isHeavy = flows > 300 || scenario.bottleneck.capacity_bps > 5e7;
  const until_s = isHeavy ? 0.3 : 2;
  // The measured window begins at time 0, so that a short run has values.
  const measured: Scenario = { ...scenario, measured_from_s: 0 };
  for (let lane = 0; lane < Math.min(4, scenario.lanes.length); lane += 1) {
    const engine = await testEngine({ kind: 'full' });
    const run = new RunBuffer(CATALOG, await engine.open(measured, 0, lane));
    for (let frame = 0; run.latest.scalars.now_s < until_s && frame < 20; frame += 1)
      run.append(await engine.advance(until_s, 500));
    runs.push(run);
    engine.close();
  }
  return runs;
}

/** Makes `count` lanes from the runs of the scene, reusing runs if there are fewer. */
function lanesOf(runs: readonly RunBuffer[], count: number): PlotLanes {
  const sources = Array.from({ length: count }, (_, lane) => runs[lane % runs.length] as RunBuffer);
  const names = shortNames(
    sources.map(({ about }, lane) => (lane < runs.length ? about.name : `${about.name} · ${lane}`)),
  );
  const all = sources.map((source, index) => ({
    ...{ index, source, name: names[index] ?? '' },
    colour: laneInk(index),
  }));
  return { all, focus: all[0] as (typeof all)[number], isSingle: count === 1 };
}

function problemsOf(display: PlotDisplay, view: PlotView): string[] {
  const { fontSize, measure } = view;
  const texts = [...stillTexts(display, fontSize), ...textsOf(display, fontSize)].map((text) => ({
    text: text.text,
    box: boxOf(text, fontSize, measure),
  }));
  const { boxes, paths } = drawn(display, view);
  const problems: string[] = [];
  for (const [place, { text, box }] of texts.entries()) {
    if (box.left < -0.5 || box.right > view.width + 0.5 || box.top < -0.5 || box.bottom > view.height + 0.5)
      problems.push(`"${text}" is cut off`);
    for (const other of texts.slice(place + 1))
      if (overlap(box, other.box)) problems.push(`"${text}" is over "${other.text}"`);
    const over = boxes.find((it) => overlap(box, it.box));
    if (over !== undefined) problems.push(`"${text}" is over ${over.what}`);
    if (paths.some((path) => passes(path, box))) problems.push(`"${text}" is over a line`);
  }
  return problems;
}

/** Boxes and paths of the drawn lines and markers. */
function drawn(display: PlotDisplay, view: PlotView): { boxes: { what: string; box: Box }[]; paths: Path[] } {
  const { axes, references, dots, bars, lines, ghosts, cursor } = display;
  const { region, guides } = axes;
  const boxes: { what: string; box: Box }[] = [];
  const around = (what: string, x: number, y: number, reach: number): void => {
    boxes.push({ what, box: { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach } });
  };
  for (const { kind, y } of references)
    around('a value from elsewhere', referenceX(kind, region, view.fontSize), y, view.fontSize * 0.4);
  for (const { x, y, length, radius } of dots)
    for (let dot = 0; dot < length; dot += 1) around('a dot', x[dot] as number, y[dot] as number, radius);
  for (const { x, y, width, height, length } of bars)
    for (let bar = 0; bar < length; bar += 1) {
      const [left, top] = [x[bar] as number, y[bar] as number];
      const box = { left, right: left + (width[bar] as number), top, bottom: top + (height[bar] as number) };
      boxes.push({ what: 'a bar', box });
    }
  if (cursor !== undefined) {
    const [left, right] = cursorReach(cursor, view.measure, view.fontSize);
    const top = cursor.bottom + 2;
    boxes.push({ what: 'the cursor', box: { left, right, top, bottom: top + view.fontSize * 1.5 } });
  }
  const levels = guides.map(({ y }): Path => ({ x: [region.left, region.right], y: [y, y], length: 2 }));
  return { boxes, paths: [...lines, ...ghosts, ...levels] };
}

/** Upper bound for the width of a text in Inter at weight 600 [font sizes]. It uses the widest letter of each kind. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text)
    width += /[ijl.,:;|'·\s]/.test(letter)
      ? 0.3
      : /[mwMW%]/.test(letter)
        ? 0.92
        : /[A-Z0-9]/.test(letter)
          ? 0.68
          : 0.62;
  return width;
}

const EMPTY: PlotDisplay = {
  ...{ areas: [], bars: [], lines: [], dots: [], labels: [], notes: [], rings: [], ghosts: [], references: [] },
  ...{ grounds: [], flags: [], caption: undefined, cursor: undefined, now: undefined, reading: '', aside: '' },
  ...{ labelsLeft: 0, leadersLeft: 0, reached: 0, pick: () => undefined },
  axes: { region: { left: 0, right: 0, top: 0, bottom: 0 }, xTicks: [], yTicks: [], guides: [] },
};
