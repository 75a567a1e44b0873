import { describe, expect, it } from 'vitest';
import { report, row } from './fixtures';
import { paperTable } from './paper-table';
import type { PairedDifference, Report, Sample } from './report';
import { experimentsWords, pairsOf, type StatisticsTable, statisticsTables } from './statistics';

const PAIR: PairedDifference = {
  ...{ metric: 'udp_utilization', lanes: ['choke', 'choke-apf'], mean: 0.046, half_width: 0.0004, count: 30 },
  relative: 0.96,
  normality: { w: 0.97, p: 0.62 },
  t_test: { t: 234.2, degrees: 29, p: 0.034, low: 0.0456, high: 0.0464 },
  signed_rank: { count: 30, positive: 465, negative: 0, p: 0.002, exact: true },
  correlation: { count: 30, r: -0.25, t: -1.4, p: 0.18 },
  test: 't_test',
  missing: {},
};

const share = (lane: string): ReturnType<typeof row> =>
  row({ metric: 'udp_utilization', name: 'UDP share of the link', unit: '', lane });

function made(given: Partial<Report>, sweepPath?: string): readonly StatisticsTable[] {
  const sample: Report = { ...report([share('choke'), share('choke-apf')]), has_tests: true, ...given };
  return tablesOf(sample, sweepPath).filter(({ id }) => id !== 'spread');
}

function tablesOf(sample: Report, sweepPath?: string): readonly StatisticsTable[] {
  return statisticsTables({
    report: sample,
    pair: pairsOf(sample)[0],
    nameOf: (lane) => lane.toUpperCase(),
    sweepPath,
  });
}

function cells({ groups }: StatisticsTable | undefined = { groups: [] } as never): readonly (readonly string[])[] {
  return groups.flatMap(({ rows }) => rows.map((it) => [it.head, ...it.cells.map(({ text }) => text)]));
}

describe('the comparison of two lanes', () => {
  it('shows t, degrees of freedom, p, interval and ranks, and marks the p that applies', () => {
    const table = made({ paired: [PAIR] })[2];
    expect(table?.columns.map(({ name }) => name)).toEqual([
      ...['n', 'difference', '95 % interval', 't', 'df', 'p of t', 'p of ranks'],
    ]);
    expect(cells(table)).toEqual([
      ['CHOKE − CHOKE-APF', '30', '0.0460', '0.0456 to 0.0464', '234', '29', '0.034', '0.002'],
    ]);
    const read = (paired: PairedDifference): readonly string[] =>
      (made({ paired: [paired] })[2]?.groups[0]?.rows[0]?.cells ?? []).flatMap((it) => (it.isRead ? [it.text] : []));
    expect(read(PAIR)).toEqual(['0.034']);
    expect(read({ ...PAIR, test: 'signed_rank' })).toEqual(['0.002']);
    expect(read({ ...PAIR, test: null })).toEqual([]);
  });

  it('has a sentence that explains p of the marked test', () => {
    const sentence = (paired: PairedDifference): string | undefined => made({ paired: [paired] })[2]?.sentence;
    expect(sentence(PAIR)).toBe(
      'UDP share of the link, CHOKE − CHOKE-APF: p = 0.034: if both disciplines were equal, a difference at least this large would turn up in 3 of 100 experiments.',
    );
    expect(sentence({ ...PAIR, test: 'signed_rank' })).toMatch(/by ranks: .* one-sided .* 2 of 1,000 experiments/);
  });

  it('shows the printed difference beside ours', () => {
    const printed = [{ value: 0.0516, place: 'abstract', quality: 'text' } as const];
    const rows = [share('choke'), share('choke-apf'), { ...share('choke − choke-apf'), published: printed }];
    expect(cells(made({ paired: [PAIR], rows })[2])[0]?.slice(0, 2)).toEqual(['CHOKE − CHOKE-APF', '0.0516']);
    const table = paperTable({
      ...{ experiment: report(rows), live: undefined, sweepPath: undefined },
      nameOf: (lane) => lane.toUpperCase(),
    });
    expect(table.groups[0]?.rows[2]).toMatchObject({ laneName: 'CHOKE − CHOKE-APF', published: [{ text: '0.0516' }] });
  });

  it('gives the reason for a missing number', () => {
    const missing = { normality: 'seeds', t_test: 'seeds', signed_rank: 'seeds', correlation: 'seeds' } as const;
    const nothing = { normality: null, t_test: null, signed_rank: null, correlation: null, test: null } as const;
    const [normality, correlation, pair] = made({ paired: [{ ...PAIR, ...nothing, count: 2, missing }] });
    expect(cells(normality)).toEqual([['CHOKE − CHOKE-APF', '2', 'too few seeds', '–']]);
    expect(cells(correlation)[0]).toContain('too few seeds');
    expect(cells(pair)[0]?.slice(3)).toEqual(['–', 'too few seeds', '–', '–', 'too few seeds']);
    expect(pair?.sentence).toMatch(/^This test needs three seeds/);
    const flat = { ...PAIR, ...nothing, missing: { correlation: 'variation' } } as const;
    expect(cells(made({ paired: [flat] })[1])[0]).toContain('does not vary');
  });

  it('is that of the chosen pair of lanes', () => {
    const other: PairedDifference = { ...PAIR, lanes: ['choke', 'red'], mean: -1 };
    const sample = { ...report([share('choke')]), paired: [PAIR, other, { ...PAIR, metric: 'jain_index' }] };
    expect(pairsOf(sample)).toEqual([
      ['choke', 'choke-apf'],
      ['choke', 'red'],
    ]);
    const pair = pairsOf(sample)[1];
    const table = statisticsTables({ report: sample, pair, nameOf: String, sweepPath: undefined })[3];
    expect(cells(table).map(([head]) => head)).toEqual(['choke − red']);
  });
});

describe('the statistics of one lane', () => {
  const NORMAL = { metric: 'udp_utilization', lane: 'choke', count: 30, shapiro_wilk: { w: 0.9712, p: 0.58 } };

  it('include a test of normality in words, and name the requirements of the other tests', () => {
    const [normality, correlation, pair] = made({ normality: [NORMAL] });
    expect(cells(normality)).toEqual([['CHOKE', '30', '0.971', '0.580']]);
    expect(normality?.sentence).toMatch(
      /p = 0.580: .* in 58 of 100 experiments; nothing speaks against normal values\.$/,
    );
    expect([correlation?.groups, pair?.groups]).toEqual([[], []]);
    expect(pair?.sentence).toBe('This test needs a second lane.');
    const skewed = made({ normality: [{ ...NORMAL, shapiro_wilk: { w: 0.6, p: 0.000_02 } }] })[0];
    expect(skewed?.sentence).toMatch(/p < 0.0001: .*fewer than 1 of 10,000 experiments; do not treat them/);
  });

  it('include the correlation with the varied setting', () => {
    const correlations = [
      {
        ...{ metric: 'udp_utilization', lane: 'choke', between: [2e6, 2e7] as const },
        correlation: { count: 5, r: -0.9187, t: -4, p: 0.027 },
      },
    ];
    const table = made({ correlations, sweep: 'UDP rate' }, 'flows.0.rate_bps')[1];
    expect(cells(table)).toEqual([['CHOKE with UDP rate, 2\u00a0Mb/s to 20\u00a0Mb/s', '5', '−0.919', '0.027']]);
  });
});

it('state a probability as a number of experiments', () => {
  expect([0.5, 0.03, 0.0042, 0.000_42, 0.000_01, 0.999].map(experimentsWords)).toEqual([
    ...['50 of 100 experiments', '3 of 100 experiments', '4 of 1,000 experiments', '4 of 10,000 experiments'],
    ...['fewer than 1 of 10,000 experiments', 'practically every experiment'],
  ]);
});

describe('the table of the spread', () => {
  it('shows statistics that a mean leaves out, and its first remark as a sentence', () => {
    const ours: Sample = {
      ...{ mean: 0.3, sd: 0.44, half_width: 0.2, prediction_half_width: 0.9, count: 20, values: [] },
      ...{ interval: [0.14, 0.53], median: 0.03, quartiles: [0.03, 0.72], two_states: true, left_out: 1 },
    };
    const row = { ...share('choked'), ours };
    const [spread] = tablesOf({ ...report([row, share('choke')]), paired: [] });
    expect(cells(spread)).toEqual([['CHOKED', '20', '0.300', '0.440', '0.140 to 0.530', '0.030', '0.030 to 0.720']]);
    const note =
      'the runs fall into two groups, and the mean describes neither; 1 of 21 runs have no value and are left out';
    expect(spread?.groups[0]?.rows[0]?.note).toBe(note);
    expect(spread?.sentence).toMatch(/CHOKED: the runs fall into two groups, .* left out\.$/);
  });
});
