import { describe, expect, it } from 'vitest';
import { SceneRefused } from '../../../core/border/client';
import { openSweep, testSweepRunner } from '../../../testing/runner';
import { SMALL_FORM, SWEPT_SCENE } from '../../../testing/sweep-fixtures';
import { definitionOf, type SweepForm } from '../sweep-form';
import { SweepRows } from '../sweep-rows';
import { FigureDrawer } from './figure-drawer';
import {
  axisOptions,
  dividedFigure,
  drawnFigure,
  figureFile,
  figureOf,
  logarithmic,
  metricOptions,
  typedFields,
  withField,
  withKind,
} from './figure-form';

const FORM: SweepForm = { ...SMALL_FORM, metrics: ['jain_index', 'flow_throughput_bps:1..2'] };
const FACTS = openSweep(definitionOf(FORM, SWEPT_SCENE));

describe('the choices of a figure', () => {
  it('are those of a figure of the sweep file, whose other fields are text', () => {
    const given = { y: 'jain_index', by: ['lane'], kind: 'box' as const, names: { red: 'RED' } };
    const { figure, typed } = dividedFigure(given);
    expect(figure).toEqual({ y: 'jain_index', kind: 'box' });
    expect(drawnFigure(figure, JSON.parse(typed))).toEqual(given);
    expect(dividedFigure({ y: 'jain_index' }).typed).toBe('');
  });

  it('begin with what the page shows', () => {
    expect(figureOf({ metric: 'jain_index' }, FACTS)).toEqual({ y: 'jain_index' });
    expect(figureOf({ metric: 'jain_index', against: 'red' }, FACTS)).toEqual({
      kind: 'differences',
      against: 'red',
      y: 'jain_index',
    });
    expect(figureOf({ metric: 'jain_index', against: 'red' }, { ...FACTS, lanes: ['red'] }).kind).toBeUndefined();
  });

  it('are the settings and the lane, and the metrics with their ranges', () => {
    expect(axisOptions(FACTS, (path) => path).map(({ id }) => id)).toEqual(['flows.0.rate_bps', 'lane']);
    expect(metricOptions(FACTS, FORM).map(({ id }) => id)).toEqual([
      'flow_throughput_bps:1..2',
      'jain_index',
      'flow_throughput_bps:1',
      'flow_throughput_bps:2',
    ]);
  });

  it('follow the kind: a field that it does not have is left out', () => {
    const figure = { kind: 'differences', against: 'red', interval: 'none' } as const;
    expect(withKind(figure, 'box', FACTS)).toEqual({ kind: 'box', interval: 'none' });
    expect(withKind({ interval: 'quartiles' }, 'differences', FACTS)).toEqual({ kind: 'differences', against: 'red' });
    expect(drawnFigure({ kind: 'box', log: ['x', 'y'] }, {}).log).toEqual(['y']);
    expect(withField({ x: 'lane' }, 'x', undefined)).toEqual({});
  });

  it('show the logarithmic scale that the engine chooses for equal factors', () => {
    expect(logarithmic({}, FACTS)).toEqual(['x']);
    expect(logarithmic({ x: 'lane' }, FACTS)).toEqual([]);
    expect(logarithmic({ kind: 'box' }, FACTS)).toEqual([]);
    expect(logarithmic({ log: ['y'] }, FACTS)).toEqual(['y']);
  });

  it('take further fields as JSON', () => {
    expect(typedFields(' ')).toEqual({});
    expect(typedFields('{"names": {"red": "RED"}}')).toEqual({ names: { red: 'RED' } });
    expect(typedFields('[1]')).toContain('no JSON object');
    expect(typedFields('{')).toContain('no JSON');
    expect(JSON.parse(figureFile(drawnFigure({ x: 'lane' }, { y_range: [0, 1] })))).toEqual({
      schema: 1,
      x: 'lane',
      y_range: [0, 1],
    });
  });
});

describe('a figure', () => {
  it('is drawn by the engine from the runs on the page', async () => {
    const definition = definitionOf(SMALL_FORM, SWEPT_SCENE);
    const rows = new SweepRows(openSweep(definition));
    const runner = await testSweepRunner()(new AbortController().signal);
    await runner.open(JSON.stringify(definition));
    rows.addBatch(await runner.run(Array.from({ length: rows.total }, (_, task) => task)));
    runner.close();
    const drawer = new FigureDrawer(definition, rows, testSweepRunner());
    const { svg, tikz, pdf, missing_in_pdf, caption } = await drawer.draw({ width_mm: 60, palette: 'grey' });
    expect(svg).toMatch(/^<svg [^>]*width="60mm"/);
    expect(tikz).toContain('\\begin{tikzpicture}');
    expect([atob(pdf).slice(0, 5), missing_in_pdf]).toEqual(['%PDF-', '']);
    expect(caption).toContain('Means of 4 seeds');
    await expect(drawer.draw({ y: 'drop_ratio' })).rejects.toThrow(SceneRefused);
    // After a refused figure, the same worker still draws others.
    expect((await drawer.draw({ kind: 'box', x: 'lane', by: ['rate_bps'] }).catch(String)).toString()).toBeTruthy();
    drawer.close();
  });
});
