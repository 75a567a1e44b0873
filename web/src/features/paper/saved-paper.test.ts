import { describe, expect, it } from 'vitest';
import { PALETTE } from '../../base/palette';
import { report, row, sample } from '../../core/experiment/fixtures';
import { paperTable } from '../../core/experiment/paper-table';
import type { PairedDifference, Report } from '../../core/experiment/report';
import type { SavedTable } from '../../core/save/saved-table';
import { drawnAsSvg } from '../../core/save/write-drawing';
import { paperFigure } from './paper-figure';
import { paperTables, provenanceOfReport, reportJson, savedCost, savedPaper } from './saved-paper';

const ORIGIN = {
  link: 'https://example.org/#1.abc',
  seeds: [1, 2, 3],
  isChanged: false,
  until_s: undefined,
  numbers: 3,
};
const OURS = sample({ mean: 118_000, sd: 3_000, half_width: 4_000, count: 3, values: [115_000, 118_000, 121_000] });
const PAIR: PairedDifference = {
  metric: 'udp_throughput_bps',
  lanes: ['choke', 'red & <old>'],
  mean: -632_000.5,
  half_width: 4_000,
  count: 3,
  relative: -0.84,
  normality: { w: 0.99, p: 0.8 },
  t_test: { t: -12.5, degrees: 2, p: 0.0063, low: -640_000, high: -624_000 },
  signed_rank: { count: 3, positive: 0, negative: 6, p: 0.25, exact: true },
  correlation: null,
  test: 't_test',
  missing: { correlation: 'variation' },
};
const REPORT = {
  ...report([
    row({
      lane: 'choke',
      published: [
        { value: 120_000, place: 'Fig. 4.3, "left"', quality: 'text', caution: 'Two values, one scene' },
        { value: 127_000, place: 'Table II', quality: 'table' },
      ],
      reference: { mean: 249_500, sd: 3_300, seeds: 10, simulator: 'ns-2' },
      reference_half_width: 2_361,
      ours: OURS,
      verdict: 'number',
    }),
    row({ lane: 'red & <old>' }),
    row({ lane: 'choke − red & <old>' }),
  ]),
  paired: [PAIR],
};

/** Rows as objects keyed by column name. */
function objectsOf({ columns, rows }: SavedTable): readonly Readonly<Record<string, unknown>>[] {
  return rows.map((cells) => {
    expect(cells).toHaveLength(columns.length);
    return Object.fromEntries(columns.map(({ name }, place) => [name, cells[place]]));
  });
}

describe('the tables of an experiment', () => {
  it('have a row for every published value, and for every lane without such a value', () => {
    const rows = objectsOf(savedPaper('values', REPORT, ORIGIN));
    expect(rows.map(({ lane, published }) => [lane, published])).toEqual([
      ['choke', 120_000],
      ['choke', 127_000],
      ['red & <old>', null],
      ['choke − red & <old>', null],
    ]);
    expect(rows[0]).toMatchObject({
      preset: 'model',
      metric: 'udp_throughput_bps',
      unit: 'bit/s',
      place: 'Fig. 4.3, "left"',
      caution: 'Two values, one scene',
      ns2_mean: 249_500,
      mean: 118_000,
      half_width_95: 4_000,
      count: 3,
      values: '115000;118000;121000',
      verdict: 'number',
      scene: 'as published',
    });
  });

  it('contain everything that is needed to repeat the runs', () => {
    expect(savedPaper('values', REPORT, ORIGIN).provenance).toMatchObject({
      link: ORIGIN.link,
      engine: REPORT.engine,
      numbers: 3,
      seeds: [1, 2, 3],
      lanes: ['choke', 'red & <old>'],
      until_s: REPORT.duration_s,
    });
    expect(provenanceOfReport('', REPORT, { ...ORIGIN, until_s: 4 }).until_s).toBe(4);
  });

  it('contain every number of a test of two lanes, or the reason why it is missing', () => {
    expect(objectsOf(savedPaper('pairs', REPORT, { ...ORIGIN, isChanged: true }))).toEqual([
      {
        preset: 'model',
        metric: PAIR.metric,
        unit: 'bit/s',
        lane: 'choke',
        less_lane: 'red & <old>',
        point: null,
        count: 3,
        mean: -632_000.5,
        half_width_95: 4_000,
        relative: -0.84,
        normality_w: 0.99,
        normality_p: 0.8,
        t: -12.5,
        t_degrees: 2,
        t_p: 0.0063,
        t_low: -640_000,
        t_high: -624_000,
        rank_count: 3,
        rank_positive: 0,
        rank_negative: 6,
        rank_p: 0.25,
        rank_exact: true,
        correlation_r: null,
        correlation_t: null,
        correlation_p: null,
        test: 't_test',
        missing: 'correlation: variation',
        scene: 'changed',
      },
    ]);
  });

  it('are offered only if they have rows', () => {
    expect(paperTables(REPORT).map(({ id }) => id)).toEqual(['values', 'pairs']);
    const claims = [{ id: 'S1', text: 'RED lets UDP through.', origin: 'document', verdict: 'holds' }] as never;
    const normality = [{ metric: 'm', lane: 'red', count: 2, shapiro_wilk: null, missing: 'seeds' }] as const;
    const correlations: Report['correlations'] = [
      { metric: 'm', lane: 'red', between: [1, 3], correlation: { count: 3, r: 1, t: null, p: 0 } },
    ];
    const full: Report = { ...REPORT, claims, normality, correlations };
    expect(paperTables(full).map(({ id }) => id)).toEqual(['values', 'pairs', 'normality', 'correlations', 'claims']);
    expect(objectsOf(savedPaper('normality', full, ORIGIN))[0]).toMatchObject({ count: 2, w: null, missing: 'seeds' });
    expect(objectsOf(savedPaper('correlations', full, ORIGIN))[0]).toMatchObject({
      from_point: 1,
      to_point: 3,
      r: 1,
      t: null,
    });
    expect(objectsOf(savedPaper('claims', full, ORIGIN))[0]).toMatchObject({ id: 'S1', verdict: 'holds' });
  });

  it('have a row for each lane and point, in the case of state and fairness', () => {
    const cost = {
      points: [10, 100],
      lanes: [{ lane: 'drr', name: 'DRR', memory: 'per-flow', bytes: [400, 3300], fairness: [1, Number.NaN] }],
    } as const;
    expect(savedCost(cost, REPORT, ORIGIN).rows).toEqual([
      ['drr', 'per-flow', 10, 400, 1, 'as published'],
      ['drr', 'per-flow', 100, 3300, Number.NaN, 'as published'],
    ]);
  });
});

it('consist of the report with its link and its seeds, in the case of JSON', () => {
  const { value } = reportJson(REPORT, { ...ORIGIN, isChanged: true });
  expect(value).toEqual({ ...REPORT, link: ORIGIN.link, seed_numbers: [1, 2, 3], scene: 'changed' });
});

describe('the saved figure of an experiment', () => {
  const table = paperTable({ experiment: REPORT, live: undefined, nameOf: (lane) => lane, sweepPath: undefined });
  const facts = { title: 'Model', source: 'A thesis', made: '3 seeds.' };
  const figure = paperFigure(table, facts, PALETTE.light);
  const ruler = { widthOf: (_: string, text: string) => 6 * text.length, baselineBelowMiddle: () => 4 };
  const provenance = provenanceOfReport('Model', REPORT, ORIGIN);
  const svg = drawnAsSvg({ name: 'model', ...figure, provenance }, ruler).text('');

  it('shows the values of the paper, of ns-2 and ours for a lane on one axis', () => {
    // On the axis, 0 Mb/s is at 236 px and 0.3 Mb/s at 640 px.
    const at = (value: number): number => Math.round((236 + (404 * value) / 0.3) * 100) / 100;
    // A disc's path starts at its right end, a bar's on the left, and a diamond's at the top.
    expect(svg).toContain(`d="M${Math.round((at(0.118) + 4.5) * 100) / 100} `);
    expect(svg).toContain(`d="M${at(0.114)} `);
    expect(svg).toContain(`d="M${at(0.12)} `);
    expect(svg).toContain(`d="M${at(0.2495)} `);
    expect(svg).toContain('>0.118 ± 0.004<');
  });

  it('contains its link and its origin, and each text stays inside its area', () => {
    expect(svg).toContain(ORIGIN.link);
    expect(svg).toContain('3 seeds.');
    expect(svg).toContain('red &amp; &lt;old&gt;');
  });

  it('marks a value that needs caution, and gives the reason', () => {
    expect(svg).toContain('>△1<');
    // One of two spaces is a no-break space, since XML would collapse two ordinary ones.
    expect(svg.replaceAll('\u00a0', ' ')).toContain('>△ 1  Two values, one scene<');
  });

  it('grows with its rows, and contains no NaN', () => {
    const { height: empty } = paperFigure({ groups: [], notes: [] }, facts, PALETTE.light);
    expect(figure.height).toBeGreaterThan(empty + 2 * 20);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});
